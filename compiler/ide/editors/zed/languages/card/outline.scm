(declaration kind: (identifier) @context id: (identifier)? @name name: (string)? @context) @item
(table kind: (identifier) @name) @item
