[(block) (rows) (match_statement) (block_string)] @fold
