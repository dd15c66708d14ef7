(block "}" @end) @indent
(rows "}" @end) @indent
(arguments ")" @end) @indent
