//! E03: values of another type than the place expects.

use cardwright_model::Range;

use crate::ty::Ty;

use super::{Diagnostic, Location, article};

/// E0301: a value of another type is expected here.
pub(crate) fn mismatch(at: Location, wanted: &Ty, found: &Ty) -> Diagnostic {
    mismatch_such_as(at, wanted, found, "")
}

/// E0301, with examples of what is expected: ", such as `fire`".
pub(crate) fn mismatch_such_as(at: Location, wanted: &Ty, found: &Ty, such_as: &str) -> Diagnostic {
    let wanted_words = wanted.describe();
    let message = match found {
        Ty::Any | Ty::Error => format!("expected {wanted_words}"),
        found => format!("expected {wanted_words}, found {}", found.describe()),
    };
    let diagnostic = Diagnostic::error("E0301", at, message).at(super::wanted(wanted));
    match (wanted, found) {
        (Ty::Bool, Ty::Int) => diagnostic.help("compare the number with another: `… >= 1`"),
        (Ty::Bool, Ty::Card | Ty::Cards) => diagnostic.help("ask whether there are any: `any(…)`"),
        (Ty::Int, Ty::Cards | Ty::CardNames) => diagnostic.help("count them: `count(…)`"),
        (Ty::Int, Ty::Quantity) => diagnostic.help("write the number without its unit"),
        (Ty::Cards | Ty::Card, Ty::Kind) => {
            diagnostic.help("select the cards of that kind: `cards where kind == …`")
        }
        (Ty::Int, _) if such_as.is_empty() => diagnostic.help("write a number here, such as `3`"),
        (Ty::Bool, _) if such_as.is_empty() => {
            diagnostic.help("write a condition here, such as `any(…)` or `… >= 1`")
        }
        (Ty::Range, _) => diagnostic.help("write a number, or two with `..` between: `1..6`"),
        _ => diagnostic.help(format!("write {wanted_words} here{such_as}")),
    }
}

/// E0301, for a bare enum value where a condition is expected; `questions` are ways to ask for it.
pub(crate) fn value_as_condition(
    at: Location,
    written: &str,
    found: &Ty,
    questions: &[String],
) -> Diagnostic {
    let message = format!("expected a condition (yes or no), found {}", found.describe());
    let diagnostic = Diagnostic::error("E0301", at, message).at("says nothing to compare it with");
    match questions {
        [] => diagnostic.help(format!("say what is `{written}`: `… == {written}`")),
        [question] => diagnostic.help(format!("write `{question}`")).edit(at, question, false),
        several => {
            diagnostic.help(format!("write {}", super::one_of(several.iter().map(String::as_str))))
        }
    }
}

/// E0301, for two keywords joined by `and`.
pub(crate) fn joined_by_and(at: Location, left: &str, right: &str) -> Diagnostic {
    let list = format!("{left}, {right}");
    mismatch(at, &Ty::Keyword, &Ty::Bool)
        .instead(format!("keywords are separated by commas: `{list}`"))
        .edit(at, list, true)
}

/// E0301, for an identifier in quotes.
pub(crate) fn needless_quotes(at: Location, wanted: &Ty, written: &str) -> Diagnostic {
    mismatch(at, wanted, &Ty::Text)
        .instead(format!("write `{written}` without quotes"))
        .replace(written)
}

/// E0301, for a field that holds a plain number.
pub(crate) fn number_wanted(
    at: Location,
    field: &str,
    written: &str,
    found: &Ty,
    declared: Option<Location>,
) -> Diagnostic {
    let message = match found {
        Ty::Any | Ty::Error => format!("`{field}` is a number"),
        Ty::Int => format!("`{field}` is a plain number, not a formula"),
        found => format!("`{field}` is a number, found {}", found.describe()),
    };
    let diagnostic = Diagnostic::error("E0301", at, message)
        .at("a number is wanted")
        .label_if(declared, "declared here");
    let plain = written.trim_matches('"');
    match super::number_word(plain).or_else(|| plain.parse().ok()) {
        Some(number) => diagnostic.help(format!("write `{number}`")).replace(number.to_string()),
        None if matches!(plain, "X" | "x") => diagnostic.help(format!(
            "write `{field}: 0`, and let the effect ask for the rest: `let x = chosen(3)`"
        )),
        None if plain.starts_with(|first: char| first.is_ascii_digit()) && is_unit(plain) => {
            let digits = plain.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
            diagnostic.help(format!("write `{digits}`")).replace(digits)
        }
        None => diagnostic.help(format!("write `{field}: 1` or another number")),
    }
}

/// `2AP`: a number and letters, but no dice such as `2d6`.
fn is_unit(written: &str) -> bool {
    let letters = written.trim_start_matches(|letter: char| letter.is_ascii_digit());
    !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// E0302: a number out of range.
pub(crate) fn out_of_range(
    at: Location,
    field: &str,
    number: i64,
    range: Range,
    declared: Option<Location>,
) -> Diagnostic {
    let allowed = match range.max {
        Some(max) => format!("{} to {max}", range.min),
        None => format!("{} or more", range.min),
    };
    let nearest = if number < range.min { range.min } else { range.max.unwrap_or(range.min) };
    Diagnostic::error("E0302", at, format!("{number} is out of range: `{field}` must be {allowed}"))
        .at(format!("{allowed} is allowed"))
        .label_if(declared, "the range is declared here")
        .help(format!("the nearest is {nearest}"))
}

/// E0303: several values for a field that holds one.
pub(crate) fn several_values(at: Location, field: &str, declared: Option<Location>) -> Diagnostic {
    Diagnostic::error("E0303", at, format!("`{field}` holds one value"))
        .at("one too many")
        .label_if(declared, "declared here")
        .help("keep one; a field of several is declared as `list of …`")
}

/// E0303, where a field or clause of its own follows the comma.
pub(crate) fn entry_after_comma(
    comma: Location,
    at: Location,
    field: &str,
    entry: &str,
) -> Diagnostic {
    Diagnostic::error("E0303", at, format!("`{field}` holds one value"))
        .at(format!("`{entry}` is an entry of its own"))
        .help(format!("begin a new line before `{entry}`, or write `;` instead of the comma"))
        .edit(comma, "; ", true)
}

/// E0304: several cards where one is expected.
pub(crate) fn several_cards(at: Location, written: &str) -> Diagnostic {
    Diagnostic::error("E0304", at, "one card is wanted here, but this may be several")
        .at("a selection")
        .help(format!("do it for all with `for each {written} {{ … it … }}`, or for some with `choose 1 from {written} {{ … it … }}`"))
}

/// E0305: arguments are missing.
pub(crate) fn missing_arguments(
    at: Location,
    name: &str,
    missing: &[&str],
    shape: &str,
) -> Diagnostic {
    let list = missing.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ");
    Diagnostic::error("E0305", at, format!("`{name}` needs {list}"))
        .at(format!("{list} is missing"))
        .help(format!("write `{shape}`"))
}

/// E0305, for a clause.
pub(crate) fn missing_clause_argument(
    at: Location,
    clause: &str,
    param: &str,
    wanted: &Ty,
    such_as: &str,
) -> Diagnostic {
    Diagnostic::error("E0305", at, format!("`{clause}` does not say its `{param}`"))
        .at("nothing follows")
        .help(format!("write {} after `{clause}`{such_as}", wanted.describe()))
}

/// E0305, for a name behind a colon.
pub(crate) fn no_colon(at: Location, gap: Location, right: &str) -> Diagnostic {
    Diagnostic::error("E0305", at, "a name follows here without a colon")
        .at("no colon")
        .help(format!("write `{right}`"))
        .edit(gap, " ", true)
}

/// E0306: too many arguments; `written` is the first superfluous one.
pub(crate) fn too_many_arguments(
    at: Location,
    name: &str,
    shape: &str,
    written: &str,
) -> Diagnostic {
    let message = if shape == name {
        format!("`{name}` stands alone; nothing follows it")
    } else {
        format!("`{name}` takes no more than it has already")
    };
    let diagnostic = Diagnostic::error("E0306", at, message).at("too much");
    match super::suggest(written, CONNECTING_WORDS.iter().copied()) {
        Some(word) => diagnostic.help(format!("did you mean `{word}` instead of `{written}`?")),
        None if shape == name => diagnostic.help(format!("write `{shape}` alone")),
        None => diagnostic.help(format!("write `{shape}`")),
    }
}

/// E0306, for a keyword directly after another one, without a comma.
pub(crate) fn comma_between_keywords(
    at: Location,
    gap: Location,
    keyword: &str,
    next: &str,
) -> Diagnostic {
    Diagnostic::error("E0306", at, format!("`{keyword}` takes no more than it has already"))
        .at("another keyword")
        .help(format!("put a comma before `{next}`"))
        .edit(gap, ", ", true)
}

/// E0306, for a word that is probably meant as the clause's name and lacks its quotes.
pub(crate) fn unquoted_name(at: Location, clause: &str, written: &str) -> Diagnostic {
    let quoted = format!("\"{written}\"");
    Diagnostic::error("E0306", at, format!("`{clause}` takes no more than it has already"))
        .at("a name?")
        .help(format!("a name stands in quotes: `{quoted}`"))
        .edit(at, quoted, false)
}

/// E0307: an argument given twice.
pub(crate) fn argument_twice(at: Location, label: &str) -> Diagnostic {
    Diagnostic::error("E0307", at, format!("`{label}` is given twice"))
        .at("again here")
        .help("take one out")
}

/// E0308: a comparison of two things that can never be equal.
pub(crate) fn not_comparable(at: Location, left: &Ty, right: &Ty) -> Diagnostic {
    Diagnostic::error(
        "E0308",
        at,
        format!("{} can never be the same as {}", left.describe(), right.describe()),
    )
    .at("compared here")
    .help("compare things of one sort")
}

/// E0309: `<` on things without an order.
pub(crate) fn no_order(at: Location, left: &Ty, right: &Ty) -> Diagnostic {
    Diagnostic::error(
        "E0309",
        at,
        format!("{} and {} have no order", left.describe(), right.describe()),
    )
    .at("`<` and `>` compare numbers")
    .help("use `==`, `has` or `in`")
}

/// E0310: `where` after something that is not a selection.
pub(crate) fn not_a_selection(at: Location, name: &str, found: &Ty) -> Diagnostic {
    Diagnostic::error(
        "E0310",
        at,
        format!("`{name}` is {}, not a selection of cards", found.describe()),
    )
    .at("nothing to filter")
    .help("`where` follows a selection, as in `characters where cost <= 1`")
}

/// E0311: a card of another kind than expected.
pub(crate) fn wrong_kind(
    at: Location,
    name: &str,
    found: &str,
    wanted: &str,
    declared: Location,
) -> Diagnostic {
    let place = format!("{} {wanted}", article(wanted));
    Diagnostic::error(
        "E0311",
        at,
        format!("`{name}` is {} {found}; {place} is wanted", article(found)),
    )
    .at(format!("{} {found}", article(found)))
    .label(declared, "declared here")
    .help(format!("name {place}"))
}

/// E0311, in a list of a deck that has another list for such cards.
pub(crate) fn wrong_list(
    at: Location,
    card: &str,
    found: &str,
    list: &str,
    right: &str,
) -> Diagnostic {
    let message = format!("`{card}` is {} {found} and belongs into `{right}`", article(found));
    Diagnostic::error("E0311", at, message)
        .at(format!("this is the list `{list}`"))
        .help(format!("move the line to `{right} {{ … }}`"))
}

/// E0312: a path that leaves the package.
pub(crate) fn file_outside(at: Location, path: &str) -> Diagnostic {
    Diagnostic::error("E0312", at, format!("`{path}` is not a path inside the package"))
        .at("refused")
        .help("put the file below the package's folder and write its path from there, with `/`")
}

/// E0313: a file that is not there.
pub(crate) fn file_missing<'a>(
    at: Location,
    path: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let diagnostic =
        Diagnostic::error("E0313", at, format!("there is no file `{path}` in the package"))
            .at("not found");
    match super::suggest(path, legal) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")).edit(
            at,
            format!("\"{near}\""),
            false,
        ),
        None => diagnostic
            .help("paths start at the package's folder; add the file or take the field out"),
    }
}

/// E0314: another unit than expected, or none.
pub(crate) fn wrong_unit(at: Location, field: &str, unit: &str, written: &str) -> Diagnostic {
    Diagnostic::error("E0314", at, format!("`{field}` is given in `{unit}`, found `{written}`"))
        .at("another unit")
        .help(format!("write a number directly followed by `{unit}`, such as `3{unit}`"))
}

/// E0315: `of` cards with a stat that belongs to the whole game.
pub(crate) fn stat_of_game(at: Location, stat: &str) -> Diagnostic {
    Diagnostic::error("E0315", at, format!("`{stat}` belongs to the game, not to cards"))
        .at("not of these")
        .help(format!("write `modify {stat} by …` without `of`"))
}

/// E0316: text without quotes.
pub(crate) fn unquoted_text(at: Location, written: &str) -> Diagnostic {
    let quoted = format!("\"{}\"", written.replace('"', "\\\""));
    Diagnostic::error("E0316", at, format!("expected text in quotes, found `{written}`"))
        .at("text is wanted")
        .help(format!("write `{quoted}`"))
        .replace(quoted)
}

/// E0317: something other than yes or no.
pub(crate) fn flag_wanted(at: Location, field: &str, written: &str) -> Diagnostic {
    Diagnostic::error("E0317", at, format!("`{field}` is yes or no, found `{written}`"))
        .at("`yes` or `no` is wanted")
        .help(format!("write `{field}: yes`, or `{field}` alone, which means the same"))
}

/// E0318: a value is missing.
pub(crate) fn no_value(at: Location, field: &str, wanted: &Ty) -> Diagnostic {
    Diagnostic::error("E0318", at, format!("`{field}` has no value"))
        .at("a value must follow")
        .help(format!("write `{field}: …` with {}", wanted.describe()))
}

/// E0318, for a passage that does not say where it leads.
pub(crate) fn leads_nowhere(at: Location, clause: &str, head: &str, to: &str) -> Diagnostic {
    Diagnostic::error("E0318", at, format!("`{clause}` does not say where it leads"))
        .at("an arrow must follow")
        .help(format!("write `{head} -> {to}`"))
}

/// E0319: zero copies of a card.
pub(crate) fn zero_copies(at: Location, card: &str) -> Diagnostic {
    Diagnostic::error("E0319", at, format!("0 copies of `{card}`"))
        .at("none")
        .help("take the line out, or write how many")
}

/// E0320: an abstract card where a real one is expected.
pub(crate) fn abstract_named(at: Location, name: &str, declared: Location) -> Diagnostic {
    Diagnostic::error(
        "E0320",
        at,
        format!("`{name}` is abstract: it is a pattern for others, not a card"),
    )
    .at("not a real card")
    .label(declared, "declared `abstract` here")
    .help("name a card that inherits from it, or take `abstract` out")
}

/// E0321: `has` on a single value.
pub(crate) fn has_needs_set(at: Location, left: &Ty, (written, right): (&str, &str)) -> Diagnostic {
    Diagnostic::error("E0321", at, format!("`{written}` is {}; it holds nothing", left.describe()))
        .at("`has` asks what a set holds")
        .help(format!("write `{written} == {right}`"))
}

/// The words that connect parts of a line.
const CONNECTING_WORDS: &[&str] =
    &["with", "where", "when", "until", "within", "from", "then", "has", "and", "implies"];

/// E0003: values of a list that no comma separates.
pub(crate) fn not_separated(at: Location, whole: Location, right: &str) -> Diagnostic {
    Diagnostic::error("E0003", at, "values of a list are separated by commas")
        .at("a comma is missing")
        .help(format!("write `{right}`"))
        .edit(whole, right, true)
}

/// E0322: a word before a condition that needs none.
pub(crate) fn extra_word(at: Location, extra: Location, word: &str) -> Diagnostic {
    Diagnostic::error("E0322", at, format!("no `{word}` stands before this condition"))
        .at("not here")
        .help(format!("take `{word}` out"))
        .edit(extra, "", true)
}

/// E0301: an amount in percent.
pub(crate) fn no_percent(at: Location, written: &str) -> Diagnostic {
    Diagnostic::error("E0301", at, format!("`{written}` is no amount: numbers are whole"))
        .at("a number is wanted")
        .help("write a whole number, such as `by -1`, or `times 2`")
}

/// E0301: a question that is written as a sentence.
pub(crate) fn question_as_sentence(at: Location, query: &str, right: &str) -> Diagnostic {
    Diagnostic::error("E0301", at, format!("what `{query}` asks about stands in parentheses"))
        .at("a sentence")
        .help(format!("write `{right}`"))
        .edit(at, right, true)
}

/// E0322: words after a value.
pub(crate) fn unexpected_after(at: Location, name: &str, written: &str) -> Diagnostic {
    Diagnostic::error("E0322", at, format!("nothing may follow `{name}` here"))
        .at("not expected")
        .suggest(
            written,
            CONNECTING_WORDS.iter().copied(),
            "only keywords take words after them; a comma separates values",
        )
}

/// E0323: `then` that follows no keyword.
pub(crate) fn then_outside_keyword(at: Location) -> Diagnostic {
    Diagnostic::error("E0323", at, "`then` follows keywords only")
        .at("not here")
        .help("write the effect on a line of its own")
}

/// E0323, for `then` followed by something that is not an effect.
pub(crate) fn then_needs_verb(at: Location) -> Diagnostic {
    Diagnostic::error("E0323", at, "an effect must follow `then`")
        .at("no effect")
        .help("write `then verb(…)`, such as `then draw(1)`")
}

/// E0323, for a misspelt `then`.
pub(crate) fn misspelt_then(at: Location, written: &str) -> Diagnostic {
    Diagnostic::error("E0323", at, format!("`{written}` is no argument of the keyword"))
        .at("not taken")
        .suggest(written, ["then"], "")
}

/// E0324: a range that is written with a minus.
pub(crate) fn range_with_minus(at: Location, right: &str) -> Diagnostic {
    Diagnostic::error("E0324", at, "a range of numbers is written with `..`")
        .at("not a range")
        .help(format!("write `{right}`"))
        .replace(right)
}

/// E0324: a range whose ends make no sense.
pub(crate) fn bad_range(at: Location) -> Diagnostic {
    Diagnostic::error("E0324", at, "this is no range of numbers")
        .at("not a range")
        .help("write the smaller number first: `1..6`, or `1..` for no upper end")
}

/// E0324, for a range on something that is not a number.
pub(crate) fn range_of_no_number(at: Location, word: &str) -> Diagnostic {
    Diagnostic::error("E0324", at, format!("`{word}` is no number and has no range"))
        .at("not a number")
        .help("take the range out")
}

/// E0325: a property that is not a plain value.
pub(crate) fn plain_value(at: Location) -> Diagnostic {
    Diagnostic::error("E0325", at, "a plain value is wanted here")
        .at("not a plain value")
        .help("write a number, a word, text in quotes, `yes` or `no`")
}

/// E0326: a hole in a message that is never closed.
pub(crate) fn unclosed_hole(at: Location) -> Diagnostic {
    Diagnostic::error("E0326", at, "a `{` in this text is never closed")
        .at("in this text")
        .help("close it with `}`")
}

/// E0326, for a hole that does not hold an expression.
pub(crate) fn bad_hole(at: Location, written: &str) -> Diagnostic {
    Diagnostic::error("E0326", at, format!("`{{{written}}}` holds no expression"))
        .at("in this text")
        .help("write a name or an expression between the braces, such as `{copies}`")
}
