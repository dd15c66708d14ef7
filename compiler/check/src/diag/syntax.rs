//! E00: syntax errors, as the language reports them.

use cardwright_dsl::SyntaxError;
use cardwright_dsl::ast::Span;

use super::{Diagnostic, Edit, Fix, Location, suggest};
use crate::language::effect_words;
use crate::source::{FileId, SourceFile};

/// Words of the language. A misspelt one is read as something else, and the error appears later.
const WORDS: &[&str] =
    &["expect", "illegal", "do", "require", "help", "field", "clause", "todo", "list"];
/// Words of the language that are never taken for a misspelling.
const JOINING: &[&str] = &["and", "from", "has", "implies", "not", "then", "with", "within"];

/// A syntax error of a file.
pub(crate) fn syntax(file: FileId, source: &SourceFile, error: &SyntaxError) -> Diagnostic {
    let mut diagnostic =
        Diagnostic::error(error.code, Location::new(file, error.span), &error.message);
    for (span, text) in &error.labels {
        diagnostic = diagnostic.label(Location::new(file, *span), text);
    }
    diagnostic = match &error.help {
        Some(help) => diagnostic.help(help),
        None => {
            diagnostic.help(format!("`cardwright explain {}` shows how it is written", error.code))
        }
    };
    let misspelt = match error.fix.is_some() && !matches!(error.code, "E0023" | "E0003") {
        true => None,
        false => misspelt(source, error),
    };
    if let Some((_, written, meant)) = misspelt {
        diagnostic = diagnostic.help(format!("did you mean `{meant}` instead of `{written}`?"));
    }
    diagnostic.fix = error.fix.as_ref().map(|edits| Fix {
        title: error.help.clone().unwrap_or_else(|| "repair it".to_owned()),
        edits: edits
            .iter()
            .map(|(span, text)| Edit { location: Location::new(file, *span), text: text.clone() })
            .collect(),
        // A missing comma before `when` or `until` is an unlikely explanation, so the fix is not
        // safe.
        safe: error.code != "E0003" || !before_word(source, error),
    });
    // Where the parser only guesses, the misspelt word is the better guess.
    match misspelt {
        Some((at, written, meant)) if matches!(error.code, "E0001" | "E0003" | "E0023") => {
            let location = Location::new(file, Span::new(at, at + written.len()));
            diagnostic.edit(location, meant, false)
        }
        _ => diagnostic,
    }
}

/// E0001: a line that only names a number.
pub(crate) fn idle_number(at: Location, line: &str, right: &str) -> Diagnostic {
    Diagnostic::error("E0001", at, format!("`{line}` is a number; it changes nothing"))
        .at("no effect")
        .help(format!("write `{right}`"))
        .edit(at, right, false)
}

/// E0002: a flag or counter that is set like a field.
pub(crate) fn unset(at: Location, name: &str, right: &str) -> Diagnostic {
    Diagnostic::error("E0002", at, format!("`{name}` is set with `set`"))
        .at("not like this")
        .help(format!("write `{right}`"))
        .edit(at, right, true)
}

/// E0001: a bonus whose number follows.
pub(crate) fn bonus_behind(at: Location, right: &str) -> Diagnostic {
    Diagnostic::error("E0001", at, "the number of a bonus comes first")
        .at("the other way round")
        .help(format!("write `{right}`"))
        .edit(at, right, true)
}

/// E0034: `each`, `all` or `any` before a selection, at the beginning of a line.
pub(crate) fn several_meant(at: Location, word: &str, selection: &str) -> Diagnostic {
    let how = if word == "any" { "choose 1 from" } else { "for each" };
    Diagnostic::error("E0034", at, format!("`{word}` is not how several are chosen"))
        .at("not here")
        .help(format!("write `{how} {selection} {{ … }}`, with `it` for each of them"))
}

/// E0001: a phrase of another language that this one says differently.
pub(crate) fn foreign_phrase(at: Location, word: &str, help: &str) -> Diagnostic {
    Diagnostic::error("E0001", at, format!("no effect begins with `{word}`"))
        .at("not a word of effects")
        .help(help)
}

/// E0031: an effect whose arguments are written as a sentence.
/// `right` is the line to write, if the words tell.
pub(crate) fn without_parentheses(
    at: Location,
    verb: &str,
    shape: &str,
    right: Option<String>,
) -> Diagnostic {
    let found =
        Diagnostic::error("E0031", at, format!("what `{verb}` is done to stands in parentheses"))
            .at("no parentheses");
    match right {
        Some(right) => found.help(format!("write `{right}`")).edit(at, right, false),
        None => found.help(format!("write `{shape}`")),
    }
}

/// E0001: an English sentence in place of an effect.
pub(crate) fn sentence(at: Location, right: &str) -> Diagnostic {
    Diagnostic::error("E0001", at, "an effect is not a sentence")
        .at("not an effect")
        .help(format!("write `{right}`"))
        .edit(at, right, false)
}

/// E0001: when something happens, in words.
pub(crate) fn moment_of_effect(at: Location, events: &[&str]) -> Diagnostic {
    let all: Vec<String> = events.iter().map(|event| format!("on {event} {{ … }}")).collect();
    Diagnostic::error("E0001", at, "what happens at a moment begins with `on`")
        .at("not an event")
        .help(format!("write {}", super::any_of(all.iter().map(String::as_str))))
}

/// E0024: a moment after `until` in several words.
pub(crate) fn moment_of_words(at: Location, written: &str, legal: &[&str]) -> Diagnostic {
    let found = Diagnostic::error("E0024", at, "a moment is one word").at("several words");
    if legal.contains(&written) {
        return found.help(format!("write `until {written}`")).edit(at, written, true);
    }
    let near = suggest(written, legal.iter().copied());
    let near = near.map_or_else(|| super::kin(written, legal), |near| vec![near]);
    match near[..] {
        [] => found.help(format!("effects end at {}", super::one_of(legal.iter().copied()))),
        [only] => found.help(format!("here that is `until {only}`")).edit(at, only, false),
        [..] => found.help(format!("here that is {}", super::any_of(near.iter().copied()))),
    }
}

/// E0034: `all` before a selection, which is all of them already.
pub(crate) fn needless_all(at: Location, word: &str, selection: &str) -> Diagnostic {
    Diagnostic::error("E0034", at, format!("`{selection}` are all of them already"))
        .at(format!("`{word}` is too much"))
        .help(format!("write `{selection}` without it"))
        .edit(at, "", true)
}

/// True if a word of the language follows the error.
fn before_word(source: &SourceFile, error: &SyntaxError) -> bool {
    let behind = source.text.get(error.span.start as usize..).unwrap_or_default().trim_start();
    let word = behind.split(|letter: char| !letter.is_alphanumeric() && letter != '-').next();
    word.is_some_and(|word| effect_words().chain(WORDS.iter().copied()).any(|known| known == word))
}

/// A word of the language that seems to be misspelt at the error: the first word of the line, or
/// the one before or after the error.
fn misspelt<'s>(
    source: &'s SourceFile,
    error: &SyntaxError,
) -> Option<(usize, &'s str, &'static str)> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '-';
    let at = (error.span.start as usize).min(source.text.len());
    let line = source.line_text(source.line(error.span.start));
    let before = source.text.get(..at)?.trim_end_matches(|letter| !is_word(letter));
    let before = before.trim_end_matches(is_word).len();
    let behind = source.text.get(at..)?.trim_start();
    let behind = source.text.len() - behind.len();
    let start = source.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let first = start + (line.len() - line.trim_start().len());
    let leading = |at: usize| {
        let text = &source.text[at..];
        (at, &text[..text.find(|letter| !is_word(letter)).unwrap_or(text.len())])
    };
    let all = || effect_words().chain(WORDS.iter().copied());
    [leading(first), leading(before), leading(behind)]
        .into_iter()
        .filter(|(_, word)| word.len() >= 3 && !all().any(|known| known == *word))
        .filter(|(_, word)| !JOINING.contains(word))
        .find_map(|(at, word)| Some((at, word, suggest(word, all())?)))
        // `action` is a word of some games and no slip for `option`.
        .filter(|(_, word, meant)| word.len() > 7 || super::is_one_letter_off(word, meant))
}
