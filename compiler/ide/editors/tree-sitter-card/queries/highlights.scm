; Colours, in the names that Neovim, Helix and Zed share. Later patterns win.

(comment) @comment
(doc_comment) @comment.documentation

[(string) (block_string)] @string
(escape) @string.escape
[(hole) (icon)] @string.special

[(integer) (quantity) (signed)] @number

(identifier) @variable

(use name: (identifier) @module)
(declaration kind: (identifier) @keyword)
(declaration id: (identifier) @type)
(declaration parent: (identifier) @type)
(declaration target: (identifier) @type)
(table kind: (identifier) @keyword)
(parameter name: (identifier) @variable.parameter)
(type (identifier) @type.builtin)

(clause name: (identifier) @property)
(clause label: [(string) (block_string)] @string.special)
(field_declaration name: (identifier) @property)
(clause_declaration name: (identifier) @property)
(count card: (identifier) @type)
(legend (mark) @character.special)

(call name: (identifier) @function)
(command name: (identifier) @function)
(phrase . (identifier) @function)
(on_statement event: (identifier) @label)
(clause event: (identifier) @label)
(arguments name: (identifier) @variable.parameter)
(set_statement name: (identifier) @variable)
(let_statement name: (identifier) @variable)

[
  "use" "abstract" "table" "from" "sheet" "field" "clause"
  "on" "modify" "mark" "grant" "revoke" "forbid" "for" "each" "seeds" "choose" "opponent" "chooses"
  "repeat" "option" "offer" "if" "else" "match" "set" "let" "roll" "require" "help" "todo" "do"
  "expect" "legal" "illegal" "once" "limit" "per" "when" "until" "where" "by" "times" "to" "at"
  "least" "most" "up" "random" "as" "with"
] @keyword

["and" "or" "not" "has" "in" "within" "is" "of" "implies" "then"] @keyword.operator

["==" "=" "!=" "<" "<=" ">" ">=" "+" "-" "*" "/" "|" ".." "->"] @operator
["{" "}" "(" ")"] @punctuation.bracket
["," ":" ";" "."] @punctuation.delimiter
