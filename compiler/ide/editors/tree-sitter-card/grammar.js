/**
 * The Cardwright language for editors: colours, folds, outlines, steps from node to node.
 *
 * The language itself is `dsl/src/grammar.pest`; this grammar accepts what that one accepts and a
 * little more, and leaves mistakes to the language server. Where a line ends matters: `src/scanner.c`
 * says which ends of lines end an entry, and which words are names because of a colon or a
 * parenthesis behind them.
 *
 * @file Cardwright cards
 * @license MIT
 */
/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// How tightly operators bind, weakest first, as in `dsl/src/parse/expression.rs`.
const LEVELS = [
  ["then"],
  ["implies"],
  ["or", "||"],
  ["and", "&&", "&"],
  ["where"],
  ["==", "=", "!=", "<>", "≠", "<", "<=", "≤", ">", ">=", "=>", "≥", "has", "in", "within", "is"],
  ["of"],
  ["|"],
  [".."],
  ["+", "-"],
  ["*", "/"],
];
const TIGHT = LEVELS.length + 1;

// Words that begin a statement.
const STATEMENTS = [
  "on", "modify", "mark", "grant", "revoke", "forbid", "for", "choose", "repeat", "option", "offer", "if", "match",
  "set", "let", "roll", "require", "todo", "do", "expect",
];

// Words between the parts of a command.
const CONNECTORS = ["with", "at", "to", "from", "by", "as", "on", "for", "choose"];

/** One or more with commas between. */
const list = (rule) => seq(rule, repeat(seq(",", rule)));

/** One of several operators; `is not` has two words. */
const operator = (words) => {
  const rules = words.map((word) => (word === "is" ? seq("is", optional("not")) : word));
  return rules.length === 1 ? rules[0] : choice(...rules);
};

export default grammar({
  name: "card",

  externals: ($) => [$._line_end, $.label, $.call_name, $.mark],
  extras: ($) => [/[\s\u{FEFF}]/u, $.comment, $.doc_comment],
  word: ($) => $.identifier,
  supertypes: ($) => [$.expression, $.statement],

  rules: {
    source_file: ($) => repeat(choice($.use, $.table, $.declaration, $._line_end, ";")),

    // ---- Items

    use: ($) => seq("use", field("name", $.identifier)),

    declaration: ($) =>
      prec.right(
        seq(
          optional("abstract"),
          field("kind", $.identifier),
          optional(field("id", $.identifier)),
          optional(field("name", $._text)),
          optional($.parameters),
          optional(seq(":", field("parent", $.identifier))),
          optional(seq("for", optional($.range), field("target", list($.identifier)))),
          optional(field("body", $.block)),
        ),
      ),

    parameters: ($) => seq("(", optional(list($.parameter)), ")"),
    parameter: ($) =>
      seq(field("name", $._label), ":", field("type", $.type), optional(seq("=", $._value))),
    type: ($) =>
      prec.right(
        seq($.identifier, optional(seq("of", $.identifier, optional(seq("of", $.identifier)))), optional($.range)),
      ),
    range: ($) => prec.right(seq($._bound, "..", optional($._bound))),
    _bound: ($) => choice($.integer, $.quantity, $.signed, $.identifier),

    table: ($) =>
      prec.right(
        seq(
          "table",
          field("kind", $.identifier),
          optional(seq(":", field("parent", $.identifier))),
          choice($.rows, $.source),
        ),
      ),
    source: ($) =>
      prec.right(seq("from", $._text, optional(seq("sheet", $._text)), optional(field("columns", $.block)))),
    rows: ($) => seq("{", repeat(choice($.row, $._line_end)), "}"),
    row: ($) => prec.right(choice($.cell, seq(optional($.cell), repeat1(seq("|", optional($.cell)))))),
    cell: ($) => prec.right(repeat1($._cell_part)),
    _cell_part: ($) =>
      choice(
        ",", $.identifier, $.integer, $.quantity, $.signed, $._text, $.call, $.member, $.group,
        "..", "+", "-", "*", "/", "==", "!=", "<", "<=", ">", ">=", "not", "and", "or", "has", "in", "of", "is", "where",
      ),

    // ---- Blocks and entries

    block: ($) => seq("{", repeat(choice($._entry, $._line_end, ";")), "}"),
    _entry: ($) =>
      choice($.clause, alias($.worded, $.clause), $.count, $.bonus, $.legend, $.field_declaration, $.clause_declaration, $.call, $.statement),

    // Fields (`speed: 6`), flags (`permanent`) and everything with a head (`exit north -> crypt`).
    clause: ($) =>
      prec.right(
        seq(
          field("name", $._label),
          repeat(seq(optional(","), field("argument", $._head_argument))),
          optional(field("label", $._text)),
          optional(seq("on", field("event", $.identifier), optional(seq("where", $.expression)))),
          choice(
            seq(optional(seq("when", $.expression)), ":", field("value", $.values)),
            seq(optional(seq("->", field("to", $._value))), optional(seq("when", $.expression))),
          ),
          optional(field("body", $.block)),
        ),
      ),
    // `mark strikes: "…"`: a word of the language as the name of a wording.
    worded: ($) =>
      prec.right(seq(field("name", $._word), field("argument", alias($.label, $.identifier)), ":", field("value", $.values))),
    _word: ($) => alias(choice(...STATEMENTS), $.identifier),
    _head_argument: ($) =>
      choice($._label, $.integer, $.quantity, $.signed, prec(1, alias($.head_alternatives, $.alternatives))),
    head_alternatives: ($) =>
      prec.left(seq($._head_atom, repeat1(seq(choice("|", ".."), $._head_atom)))),
    _head_atom: ($) => choice($._label, $.integer, $.quantity, $.signed),

    values: ($) => prec.right(list($._value)),
    count: ($) => prec(1, seq(field("number", $.integer), field("card", choice($.identifier, $._text)))),
    bonus: ($) => prec.right(seq($.signed, repeat(choice($.signed, $.quantity, $.identifier)))),
    legend: ($) => seq($.mark, ":", $.values),

    field_declaration: ($) =>
      seq("field", field("name", $._label), optional("?"), ":", $.type, optional(seq("=", $._value))),
    clause_declaration: ($) =>
      prec.right(seq("clause", field("name", $._label), optional($.parameters), ":", $.type, optional($.block))),

    // ---- Statements

    statement: ($) =>
      choice(
        $.on_statement, $.modify_statement, $.mark_statement, $.grant_statement, $.forbid_statement,
        $.for_statement, $.choose_statement, $.choose_options, $.repeat_statement, $.option, $.offer,
        $.if_statement, $.match_statement, $.set_statement, $.let_statement, $.roll_statement,
        $.require_statement, $.todo_statement, $.do_statement, $.expect_statement,
      ),

    on_statement: ($) =>
      prec.right(
        seq("on", field("event", $.identifier), optional(seq("where", $.expression)), $.block,
          optional(choice("once", $.limit)), optional(seq("until", $.identifier))),
      ),
    modify_statement: ($) =>
      prec.right(
        seq("modify", field("stat", $.identifier), optional(seq("of", $.expression)),
          choice("by", "times", "to", seq("at", choice("least", "most"))), $.expression, repeat($.lasting)),
      ),
    mark_statement: ($) => prec.right(seq("mark", $.expression, "as", $._value, repeat($.lasting))),
    grant_statement: ($) =>
      prec.right(
        seq(choice(seq("grant", $._value, "to"), seq("revoke", $._value, "from")), $.expression, repeat($.lasting)),
      ),
    forbid_statement: ($) =>
      prec.right(seq("forbid", list(field("act", $.identifier)), optional(seq("to", $.expression)), repeat($.lasting))),
    lasting: ($) => choice(seq("when", $.expression), seq("until", $.identifier)),
    limit: ($) => prec.right(seq("limit", $.expression, optional(seq("per", $.identifier)))),

    for_statement: ($) =>
      seq("for", choice(seq("each", $.expression), seq("seeds", $.range)), $.block),
    _chooser: () => choice("choose", seq("opponent", "chooses")),
    // No set may stand here: its brace would open the block.
    _how_many: ($) =>
      seq(optional(seq("up", "to")), choice($.integer, $.identifier, $.call, $.member, $.group), optional(seq("at", "random"))),
    choose_statement: ($) => seq($._chooser, $._how_many, "from", $.expression, $.block),
    choose_options: ($) => seq($._chooser, optional($._how_many), $.block),
    repeat_statement: ($) => seq("repeat", $.expression, $.block),
    option: ($) => seq("option", $._text, optional(seq("when", $.expression)), $.block),
    offer: ($) =>
      prec.right(seq("offer", $._text, optional(seq("when", $.expression)), $.block, optional($.limit))),
    if_statement: ($) =>
      prec.right(
        seq("if", $.expression, $.block, repeat(seq("else", "if", $.expression, $.block)), optional(seq("else", $.block))),
      ),
    match_statement: ($) => seq("match", $.expression, "{", repeat(choice($.arm, $._line_end, ";")), "}"),
    arm: ($) => seq(choice("else", list($._head_argument)), "->", $.block),
    set_statement: ($) => prec.right(seq("set", field("name", $.identifier), optional(seq("to", $.expression)))),
    let_statement: ($) => seq("let", field("name", $.identifier), "=", $.expression),
    roll_statement: ($) => seq("roll", $._value, $.block),
    require_statement: ($) =>
      prec.right(seq("require", $.expression, $._text, optional(seq("help", $._text)))),
    todo_statement: ($) => seq("todo", $._text),
    do_statement: ($) => seq("do", $.command),
    expect_statement: ($) =>
      seq("expect", choice($.expression, seq("illegal", $.command), seq("legal", alias($.legal_command, $.command), "==", $.values))),
    command: ($) =>
      prec.right(
        seq(field("name", $.identifier), optional($.values), repeat(seq(choice(...CONNECTORS), $.values))),
      ),
    // Without operators: the `==` behind it is not its own.
    legal_command: ($) =>
      seq(
        field("name", $.identifier),
        optional(alias($.atoms, $.values)),
        repeat(seq(choice(...CONNECTORS), alias($.atoms, $.values))),
      ),
    atoms: ($) => list(repeat1($._atom)),

    // ---- Values and expressions

    // A keyword with its arguments, dice, numbers with what they count: `drain 2`, `2B 1R`.
    _value: ($) => choice($.expression, $.phrase, alias($.phrase_first, $.binary)),
    phrase_first: ($) =>
      prec.left(seq(field("left", $.phrase), field("operator", operator(LEVELS.flat())), field("right", $.expression))),
    expression: ($) =>
      choice($.binary, $.unary, $.group, $.set, $.call, $.member, $.identifier, $.integer, $.quantity, $.signed, $._text),

    phrase: ($) => prec.right(TIGHT, seq($._atom, repeat1($._atom))),
    _atom: ($) => prec(1, choice($.identifier, $.integer, $.quantity, $.signed, $.call, $.member, $._text)),

    binary: ($) =>
      choice(
        ...LEVELS.map((operators, level) =>
          prec.left(
            level,
            seq(
              field("left", $.expression),
              field("operator", operator(operators)),
              field("right", $.expression),
            ),
          ),
        ),
      ),
    unary: ($) => prec(TIGHT - 1, seq(choice("not", "!", "-", "+"), $.expression)),
    group: ($) => seq("(", $.expression, ")"),
    set: ($) => seq("{", optional(list($.expression)), "}"),
    call: ($) => seq(field("name", choice(alias($.call_name, $.identifier), $.identifier)), $.arguments),
    arguments: ($) => seq(token.immediate("("), optional(list($._argument)), ")"),
    _argument: ($) => choice(seq(field("name", $._label), ":", $.expression), $.expression),
    member: ($) =>
      prec.left(
        TIGHT + 1,
        seq(choice($.identifier, $.call, $.group, $.member), token.immediate("."), choice($.identifier, $.integer)),
      ),

    // ---- Words, numbers, texts

    _label: ($) => choice($.identifier, alias($.label, $.identifier)),
    identifier: () => /[A-Za-z][A-Za-z0-9_-]*|[0-9]+-([0-9]+-)*[A-Za-z][A-Za-z0-9_-]*/,
    integer: () => /[0-9]+/,
    quantity: () => /[0-9]+([A-Za-z][A-Za-z0-9]*|%)/,
    signed: () => token(prec(1, /[+-][0-9]+([A-Za-z][A-Za-z0-9]*|%)?/)),
    _text: ($) => choice($.string, $.block_string),
    string: ($) =>
      seq('"', repeat(choice(token.immediate(prec(1, /[^"\\\n{}\[\]]+/)), $.escape, $.hole, $.icon, token.immediate(/[{}\[\]]/))), token.immediate('"')),
    block_string: () => token(prec(2, /"""([^"]|"[^"]|""[^"])*"""/)),
    escape: () => token.immediate(/\\[^\n]/),
    hole: () => token.immediate(prec(2, /\{[A-Za-z][^{}"\n]*\}/)),
    icon: () => token.immediate(prec(2, /\[[A-Za-z][A-Za-z0-9 -]*\]/)),

    doc_comment: () => token(prec(1, /\/\/\/([^\/\n][^\n]*)?/)),
    comment: () => token(/\/\/[^\n]*/),
  },
});
