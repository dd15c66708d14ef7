//! E00: syntax errors, as the language reports them.

use cardwright_dsl::SyntaxError;

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
    if let Some((written, meant)) = misspelt(source, error) {
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
    diagnostic
}

/// True if a word of the language follows the error.
fn before_word(source: &SourceFile, error: &SyntaxError) -> bool {
    let behind = source.text.get(error.span.start as usize..).unwrap_or_default().trim_start();
    let word = behind.split(|letter: char| !letter.is_alphanumeric() && letter != '-').next();
    word.is_some_and(|word| effect_words().chain(WORDS.iter().copied()).any(|known| known == word))
}

/// A word of the language that seems to be misspelt at the error: the first word of the line, or
/// the one before or after the error.
fn misspelt<'s>(source: &'s SourceFile, error: &SyntaxError) -> Option<(&'s str, &'static str)> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '-';
    let at = (error.span.start as usize).min(source.text.len());
    let line = source.line_text(source.line(error.span.start));
    let before = source.text.get(..at)?.trim_end_matches(|letter| !is_word(letter));
    let before = &before[before.trim_end_matches(is_word).len()..];
    let behind = source.text.get(at..)?.trim_start();
    let first = line.trim_start();
    let leading =
        |text: &'s str| &text[..text.find(|letter| !is_word(letter)).unwrap_or(text.len())];
    let all = || effect_words().chain(WORDS.iter().copied());
    [leading(first), before, leading(behind)]
        .into_iter()
        .filter(|word| word.len() >= 3 && !all().any(|known| known == *word))
        .filter(|word| !JOINING.contains(word))
        .find_map(|word| Some((word, suggest(word, all())?)))
}
