//! Dice, maps, tables and the parts of quests.

use cardwright_model::{MAX_DICE, MAX_SURE};

use crate::ty::Ty;

use super::{Diagnostic, Location, one_of, suggest};

/// E0141: a die that is not declared.
pub(crate) fn unknown_die<'a>(
    at: Location,
    written: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<&str> = legal.into_iter().collect();
    let diagnostic = Diagnostic::error("E0141", at, format!("there is no die `{written}`"))
        .at("not a die of this game");
    if legal.is_empty() {
        return diagnostic
            .help("declare it in the rules: `die blue \"Blue\" { code: B; faces: … }`");
    }
    match suggest(written, legal.iter().copied()) {
        Some(right) => diagnostic.help(format!("did you mean `{right}`?")),
        None => diagnostic.help(format!("the dice are {}", one_of(legal))),
    }
}

/// E0142: a link to a part that the card does not have.
pub(crate) fn unknown_part<'a>(
    at: Location,
    clause: &str,
    written: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<&str> = legal.into_iter().collect();
    let diagnostic =
        Diagnostic::error("E0142", at, format!("there is no {clause} `{written}` here"))
            .at(format!("no `{clause} {written}` on this card"));
    match suggest(written, legal.iter().copied()) {
        Some(right) => diagnostic.help(format!("did you mean `{right}`?")),
        None => diagnostic.help(format!("write a `{clause} {written} {{ … }}`")),
    }
}

/// E0143: `set` of something that is neither a flag nor a counter.
pub(crate) fn not_settable<'a>(
    at: Location,
    name: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let legal: Vec<&str> = legal.into_iter().collect();
    let diagnostic =
        Diagnostic::error("E0143", at, format!("`{name}` is no flag or counter of this card"))
            .at("cannot be set");
    match suggest(name, legal.iter().copied()) {
        Some(right) => diagnostic.help(format!("did you mean `{right}`?")),
        None if legal.is_empty() => diagnostic.help("declare it on the card, before it is used"),
        None => diagnostic.help(format!("what can be set is {}", one_of(legal))),
    }
}

/// E0327: something else where dice are expected.
pub(crate) fn not_dice(at: Location, written: &str, found: &Ty) -> Diagnostic {
    let message = match found {
        Ty::Any | Ty::Error | Ty::Pool | Ty::Die => format!("`{written}` is no dice"),
        found => format!("expected dice, found {}", found.describe()),
    };
    let found = Diagnostic::error("E0327", at, message).at("dice are wanted");
    // `+1B ATT knockdown`: what follows a bonus is the next value.
    let parts: Vec<&str> = written.split_whitespace().collect();
    if let [bonus, stat, rest @ ..] = &parts[..]
        && bonus.starts_with(['+', '-'])
        && !rest.is_empty()
        && rest.iter().all(|part| part.starts_with(|first: char| first.is_ascii_lowercase()))
    {
        let right = format!("{bonus} {stat}, {}", rest.join(" "));
        return found.help(format!("write `{right}`")).edit(at, right, true);
    }
    found.help("write how many of which die, one after the other, as in `2B 1R` or `2d6+1`")
}

/// E0327, for several dice at once in a list that names one die after the other.
pub(crate) fn one_die_wanted(at: Location, written: &str, die: Option<&str>) -> Diagnostic {
    let die = die.unwrap_or("DIE");
    Diagnostic::error("E0327", at, format!("`{written}` is no single die"))
        .at("one die is wanted")
        .help(format!("write every die by itself: `{die}, {die}`; a number behind it is what it shows: `{die} 3`"))
}

/// E0333: more dice than can be thrown at once, or more on top of them.
pub(crate) fn too_many_dice(at: Location, count: i64, is_bonus: bool) -> Diagnostic {
    if is_bonus {
        let message = format!("a throw cannot be changed by {count}");
        return Diagnostic::error("E0333", at, message)
            .at("too much")
            .help(format!("{MAX_SURE} is the most"));
    }
    Diagnostic::error("E0333", at, format!("{count} dice cannot be thrown at once"))
        .at("too many dice")
        .help(format!("{MAX_DICE} is the most"))
}

/// E0328: something that is not a face of a die.
pub(crate) fn not_a_face(at: Location, written: &str) -> Diagnostic {
    let found =
        Diagnostic::error("E0328", at, format!("`{written}` is no face of a die")).at("not a face");
    let words: Vec<&str> = written.split_whitespace().collect();
    let is_plain = |word: &&str| word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if words.len() > 1 && words.iter().all(is_plain) {
        let right = words.join(", ");
        return found.help(format!("write `{right}`")).replace(right);
    }
    found.help("a face is `blank`, a number, a symbol, or several: `star*2`, `heart + potion`")
}

/// E0329: a number that the die never shows.
pub(crate) fn no_such_face(at: Location, die: &str, number: i64, declared: Location) -> Diagnostic {
    Diagnostic::error("E0329", at, format!("`{die}` has no face with {number}"))
        .at("never thrown")
        .label(declared, "its faces are declared here")
        .help("write a number that is on one of its faces")
}

/// E0330: a map whose lines do not form squares.
pub(crate) fn ragged_map(at: Location, problem: &str) -> Diagnostic {
    Diagnostic::error("E0330", at, format!("the map cannot be read: {problem}"))
        .at("not a drawing of squares")
        .help("draw one character for each square, and lines of one length; a space is no square")
}

/// E0331: a mark that the legend does not explain.
pub(crate) fn unknown_mark_on_map(
    at: Location,
    mark: char,
    place: (usize, usize),
    of: &str,
) -> Diagnostic {
    let (line, column) = place;
    Diagnostic::error("E0331", at, format!("the map does not say what `{mark}` is"))
        .at(format!("in line {line} of the drawing, column {column}"))
        .help(format!("add `legend {{ {mark}: … }}` with a value of `{of}`"))
}

/// E0332: two values that are drawn alike.
pub(crate) fn mark_taken(at: Location, mark: char, first: &str, declared: Location) -> Diagnostic {
    Diagnostic::error("E0332", at, format!("`{mark}` is the mark of `{first}` already"))
        .at("drawn like another one")
        .label(declared, format!("`{first}` is drawn so"))
        .help("choose a character that no other value has, or leave `mark` out and use a legend")
}

/// E0232: a table that does not fit its kind.
pub(crate) fn table_shape(at: Location, problem: impl Into<String>, help: &str) -> Diagnostic {
    Diagnostic::error("E0232", at, problem.into()).at("in this table").help(help)
}

/// W0125: a line of a map that is shorter than the others.
pub(crate) fn short_line(at: Location, line: usize, (short, width): (usize, usize)) -> Diagnostic {
    let message = format!("line {line} of the map has {short} squares, the longest has {width}");
    Diagnostic::warning("W0125", at, message)
        .at("ends early")
        .help("draw what is missing; where there is no square, say so with a mark of its own")
}

/// W0113: a mark in a legend that is not on the map.
pub(crate) fn unused_mark(at: Location, mark: &str) -> Diagnostic {
    Diagnostic::warning("W0113", at, format!("`{mark}` is not on the map"))
        .at("never drawn")
        .help("draw it, or take it out of the legend")
}

/// W0114: a part of a quest that nothing leads to.
pub(crate) fn unreached_part(at: Location, clause: &str, name: &str) -> Diagnostic {
    Diagnostic::warning("W0114", at, format!("nothing leads to {clause} `{name}`"))
        .at("cannot be reached")
        .help("add a link to it, or put it first")
}
