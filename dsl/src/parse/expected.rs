//! Names what the grammar could have read next, in a designer's words.

use super::Rule;

/// What was expected at the place where reading stopped.
pub(super) enum Expected {
    /// A fixed word or mark, in backticks. The error points at where it should have stood.
    Mark(&'static str),
    /// One of many words. The error points at what stands there instead.
    Thing(&'static str),
}

/// The best name for what the grammar could have read.
pub(super) fn expected(rules: &[Rule]) -> Option<Expected> {
    let operand = |rule: &Rule| {
        matches!(
            rule,
            Rule::name | Rule::bare_name | Rule::no_label | Rule::expr | Rule::value | Rule::group
        )
    };
    if rules.iter().any(operand) {
        return Some(Expected::Thing("a value"));
    }
    let best = rules.iter().filter_map(|rule| name(*rule)).max_by_key(|(weight, _)| *weight)?;
    Some(best.1)
}

/// Names a rule, with a weight that says how telling the name is: of several candidates the
/// heaviest is shown. Every rule is listed, so that a new one cannot be forgotten.
fn name(rule: Rule) -> Option<(u8, Expected)> {
    let mark = |mark| Some((9, Expected::Mark(mark)));
    let thing = |thing| Some((5, Expected::Thing(thing)));
    match rule {
        Rule::kw_as => mark("`as`"),
        Rule::kw_each => mark("`each`"),
        Rule::kw_from => mark("`from`"),
        Rule::kw_to => mark("`to`"),
        Rule::modify_word => mark("`by`, `to`, `times`, `at least` or `at most`"),
        Rule::assign => mark("`=`"),
        Rule::block | Rule::brace_open => Some((7, Expected::Mark("`{`"))),
        Rule::text | Rule::line_text | Rule::block_text | Rule::open_text | Rule::wrong_text => {
            Some((6, Expected::Thing("a text in quotes")))
        }
        Rule::colon => Some((4, Expected::Mark("`:`"))),
        Rule::paren_open => Some((1, Expected::Mark("`(`"))),
        Rule::paren_close => Some((3, Expected::Mark("`)`"))),
        Rule::brace_close => Some((3, Expected::Mark("`}`"))),
        Rule::dots => mark("`..`"),
        Rule::leads_to => mark("`->`"),
        Rule::expr
        | Rule::value
        | Rule::values
        | Rule::plain
        | Rule::name
        | Rule::bare_name
        | Rule::integer
        | Rule::quantity
        | Rule::rule_number
        | Rule::signed
        | Rule::group
        | Rule::set
        | Rule::operand
        | Rule::unit
        | Rule::no_label
        | Rule::onward
        | Rule::operand_mark
        | Rule::call_word
        | Rule::call_args
        | Rule::call_arg
        | Rule::command_args => thing("a value"),
        Rule::ident | Rule::word | Rule::head_arg | Rule::head_atom => thing("a word"),
        Rule::command => thing("a command"),
        Rule::r#type => thing("a type such as `int` or `text`"),
        Rule::range | Rule::bound => thing("a number"),
        Rule::param => thing("a parameter such as `n: int`"),
        Rule::label => thing("a value"),
        // Rules that may always follow say nothing about what is missing; neither do the rules that
        // accept mistakes, nor those that only group others.
        Rule::EOI
        | Rule::alnum
        | Rule::arm
        | Rule::argument
        | Rule::bad_entry
        | Rule::bad_group
        | Rule::bad_item
        | Rule::bad_junk
        | Rule::bad_piece
        | Rule::blank
        | Rule::word_arg
        | Rule::numbered
        | Rule::body
        | Rule::call_line
        | Rule::at_random
        | Rule::choose
        | Rule::chooser
        | Rule::how_many
        | Rule::kw_once
        | Rule::repeat
        | Rule::choose_option
        | Rule::clause
        | Rule::clause_decl
        | Rule::comma
        | Rule::comma_break
        | Rule::comment
        | Rule::connector
        | Rule::connector_low
        | Rule::count
        | Rule::declaration
        | Rule::do_line
        | Rule::doc
        | Rule::entry
        | Rule::entry_end
        | Rule::entry_good
        | Rule::expect
        | Rule::expect_illegal
        | Rule::field
        | Rule::field_decl
        | Rule::for_each
        | Rule::forbid
        | Rule::gap
        | Rule::grant
        | Rule::head_args
        | Rule::head_for
        | Rule::head_junk
        | Rule::head_name
        | Rule::head_on
        | Rule::head_params
        | Rule::head_parent
        | Rule::hs
        | Rule::hs1
        | Rule::if_else
        | Rule::infix
        | Rule::infix_mark
        | Rule::infix_word
        | Rule::item
        | Rule::joint
        | Rule::kw_abstract
        | Rule::kw_choose
        | Rule::kw_clause
        | Rule::kw_else
        | Rule::kw_field
        | Rule::kw_for
        | Rule::kw_help
        | Rule::kw_if
        | Rule::kw_illegal
        | Rule::kw_limit
        | Rule::kw_per
        | Rule::limited
        | Rule::kw_of
        | Rule::kw_on
        | Rule::kw_revoke
        | Rule::kw_until
        | Rule::kw_use
        | Rule::kw_when
        | Rule::kw_where
        | Rule::lasting
        | Rule::lead
        | Rule::let_line
        | Rule::letter
        | Rule::line_break
        | Rule::line_end
        | Rule::line_rest
        | Rule::list_comma
        | Rule::mark
        | Rule::missing_brace
        | Rule::missing_colon
        | Rule::missing_comma
        | Rule::missing_paren
        | Rule::modify
        | Rule::offer
        | Rule::on
        | Rule::operand_start
        | Rule::operator_break
        | Rule::operator_call
        | Rule::operator_word
        | Rule::option
        | Rule::paren_end
        | Rule::paren_word
        | Rule::prefix
        | Rule::probe
        | Rule::question
        | Rule::require
        | Rule::reserved
        | Rule::roll
        | Rule::s
        | Rule::sign
        | Rule::space
        | Rule::statement
        | Rule::statement_only
        | Rule::statement_word
        | Rule::todo
        | Rule::unopened
        | Rule::up_to
        | Rule::use_line
        | Rule::word_char
        | Rule::word_end
        | Rule::wrong_assign
        | Rule::wrong_bare_name
        | Rule::wrong_colon
        | Rule::wrong_id
        | Rule::wrong_label
        | Rule::wrong_last_comma
        | Rule::bar
        | Rule::bonus
        | Rule::cell
        | Rule::cell_arg
        | Rule::cell_value
        | Rule::clause_when
        | Rule::expect_legal
        | Rule::for_seeds
        | Rule::bad_quote
        | Rule::hidden
        | Rule::kw_legal
        | Rule::kw_seeds
        | Rule::kw_sheet
        | Rule::kw_table
        | Rule::table_from
        | Rule::table_sheet
        | Rule::legal_args
        | Rule::legal_command
        | Rule::line_or_block_end
        | Rule::link
        | Rule::map_mark
        | Rule::mark_line
        | Rule::match_block
        | Rule::more
        | Rule::row
        | Rule::row_part
        | Rule::set_line
        | Rule::table
        | Rule::table_block
        | Rule::table_row
        | Rule::filled
        | Rule::next_line
        | Rule::line_over
        | Rule::row_end
        | Rule::members
        | Rule::break_or_comment
        | Rule::no_operator
        | Rule::a_to_e
        | Rule::decl_word
        | Rule::f_to_m
        | Rule::n_to_z
        | Rule::not_label
        | Rule::label_ahead
        | Rule::worded
        | Rule::wrong_semicolon => None,
    }
}

/// What belongs after a word of a statement.
pub(super) fn noun_after(before: &str, statement: &str) -> Option<&'static str> {
    Some(match (before, statement) {
        (":" | "of", "field" | "clause") => "a type such as `int` or `text`",
        ("by" | "times" | "least" | "most", "modify") | ("to", "modify") => "an amount",
        ("when" | "where" | "if" | "require" | "expect", _) => "a condition",
        ("from" | "each" | "of", _) | ("to", "grant" | "forbid") => {
            "a selection such as `characters`"
        }
        ("mark", _) => "what is marked, such as `self`",
        ("as", "mark") => "a mark",
        ("on", _) => "an event such as `enter`",
        ("until", _) => "a moment such as `end-of-round`",
        ("modify", _) => "what is modified, such as `power`",
        ("grant" | "revoke", _) => "a keyword",
        ("forbid", _) => "what is forbidden, such as `boost`",
        ("limit" | "choose" | "chooses" | "repeat", _) => "a number",
        ("do" | "illegal", _) => "a command such as `attack`",
        ("let" | "set", _) => "a name",
        ("match", _) => "a value",
        ("roll", _) => "dice",
        ("field" | "clause", _) => "a name",
        _ => return None,
    })
}

/// How a statement is written.
pub(super) fn pattern(word: &str) -> &'static str {
    match word {
        "on" => "on EVENT where CONDITION { … }",
        "modify" => "modify STAT of SELECTION by AMOUNT",
        "mark" => "mark SELECTION as MARK",
        "grant" => "grant KEYWORD to SELECTION",
        "revoke" => "revoke KEYWORD from SELECTION",
        "forbid" => "forbid ACT, ACT to SELECTION",
        "for" => "for each SELECTION { … }",
        "choose" => "choose 1 from SELECTION { … }",
        "opponent" => "opponent chooses 1 from SELECTION { … }",
        "repeat" => "repeat 2 { … }",
        "option" => "option \"…\" { … }",
        "offer" => "offer \"…\" when CONDITION { … }",
        "if" => "if CONDITION { … } else { … }",
        "let" => "let NAME = VALUE",
        "set" => "set NAME to VALUE",
        "match" => "match VALUE { 1..2 -> { … }  else -> { … } }",
        "roll" => "roll DICE { … }",
        "require" => "require CONDITION \"message\"",
        "todo" => "todo \"what is missing\"",
        "do" => "do COMMAND CARDS with CARDS at CARDS",
        "expect" => "expect CONDITION",
        "field" => "field NAME: TYPE",
        "clause" => "clause NAME: SHAPE { … }",
        _ => "name: value",
    }
}
