//! Renaming an identifier everywhere, and refusing where that would break something.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cardwright_check::{Cache, Checked, Meaning, Severity, check_with};
use cardwright_dsl::ast::{Item, Span};
use serde_json::{Value, json};

use crate::Session;
use crate::message::{Failure, code};
use crate::names::{Found, declarations, name_at};
use crate::protocol::{Lines, TextEdit};
use crate::requests::At;
use crate::unit::Snapshot;

/// The places to change, by file.
type Changes = BTreeMap<PathBuf, Vec<Span>>;

impl Session {
    /// What would be renamed at a place.
    pub(super) fn prepare_rename(&self, at: &At, offset: u32) -> Result<Value, Failure> {
        let Some(name) = name_at(&at.snapshot, at, offset) else { return Ok(Value::Null) };
        let old = renamed(&at.snapshot, &name.meaning)?;
        let source = at.snapshot.source(at.file);
        let span = word_in(source.slice(name.location.span), old, name.location.span)
            .first()
            .copied()
            .unwrap_or(name.location.span);
        let range = Lines::new(&source.text, self.client.columns).range(span);
        Ok(json!({ "range": range, "placeholder": old }))
    }

    /// The edits that rename what is at a place; none if packages must be checked first.
    pub(super) fn rename(
        &mut self,
        at: &At,
        offset: u32,
        new: &str,
    ) -> Option<Result<Value, Failure>> {
        let Some(name) = name_at(&at.snapshot, at, offset) else {
            return Some(Err(refused("there is no name here that can be changed")));
        };
        let old = match renamed(&at.snapshot, &name.meaning) {
            Ok(old) => old.to_owned(),
            Err(failure) => return Some(Err(failure)),
        };
        let is_number = matches!(name.meaning, Meaning::BookRule { .. });
        if is_number && new.parse::<u8>().is_err() {
            let message = format!("`{new}` is no number: rules are numbered from 1 to 99");
            return Some(Err(refused(message)));
        }
        if !is_number && !is_identifier(new) {
            let message = format!(
                "`{new}` is no identifier: write small letters, digits and `-`, such as \
                 `gold-dwarf`"
            );
            return Some(Err(refused(message)));
        }
        let found = self.mentions_of(&at.snapshot, &name.meaning)?;
        let changes = changes(&found, &old);
        if let Some(problem) = self.problem_after(&changes, new) {
            let message = format!("`{old}` cannot be called `{new}`: {problem}");
            return Some(Err(refused(message)));
        }
        Some(Ok(self.edits(&found, &changes, new)))
    }

    /// What goes wrong when the names are changed, if anything does.
    fn problem_after(&self, changes: &Changes, new: &str) -> Option<String> {
        for unit in &self.units {
            let (Ok(project), Some(before)) = (&unit.project, &unit.snapshot) else { continue };
            let mut project = project.clone();
            let mut is_concerned = false;
            for (path, spans) in changes {
                let Some(file) = project.sources.find(path) else { continue };
                let text = replaced(&project.sources.file(file).text, spans, new);
                is_concerned |= project.overlay(path, &text);
            }
            if !is_concerned {
                continue;
            }
            let after = check_with(&project, self.games, &mut Cache::default());
            if let Some(message) = new_error(&before.checked, &after) {
                return Some(message);
            }
        }
        None
    }

    fn edits(&self, found: &[Found], changes: &Changes, new: &str) -> Value {
        let mut edits: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
        for (path, spans) in changes {
            let known = found.iter().find_map(|found| {
                let file = found.snapshot.file(path)?;
                Some(found.snapshot.source(file))
            });
            let Some(source) = known else { continue };
            let lines = Lines::new(&source.text, self.client.columns);
            let edit = |span: &Span| TextEdit { range: lines.range(*span), new_text: new.into() };
            edits.insert(self.uri_of(path), spans.iter().map(edit).collect());
        }
        json!({ "changes": edits })
    }
}

/// The identifier that would be changed; or why it cannot be.
fn renamed<'m>(snapshot: &Snapshot, meaning: &'m Meaning) -> Result<&'m str, Failure> {
    let id = match meaning {
        Meaning::Entity { id, .. }
        | Meaning::Kind(id)
        | Meaning::Family(id)
        | Meaning::Keyword(id)
        | Meaning::Enum(id)
        | Meaning::Value { id, .. }
        | Meaning::Die(id)
        | Meaning::Rule(id)
        | Meaning::Test(id)
        | Meaning::BookRule { number: id, .. } => id,
        Meaning::Member(member) => {
            let message = format!(
                "`{}` is a field or clause, which templates and the rules engine know by name",
                member.name
            );
            return Err(refused(message));
        }
        // A game without an engine declares its words itself.
        Meaning::Word { name, .. } if declarations(snapshot, meaning).next().is_some() => name,
        Meaning::Word { name, class } => {
            let message = format!(
                "`{name}` is a {} of the game's vocabulary, which only the rules engine can \
                 change",
                class.title()
            );
            return Err(refused(message));
        }
        Meaning::Dice { .. } | Meaning::File(_) => {
            return Err(refused("there is no name here that can be changed"));
        }
    };
    let elsewhere =
        declarations(snapshot, meaning).find(|mention| !snapshot.is_own(mention.location.file));
    match elsewhere {
        Some(mention) => {
            let file = snapshot.source(mention.location.file).shown();
            let message = format!(
                "`{id}` is declared in a package that this one builds on ({file}); it can only \
                 be renamed there"
            );
            Err(refused(message))
        }
        None => Ok(id),
    }
}

/// Every place to change, each once.
fn changes(found: &[Found], old: &str) -> Changes {
    let mut changes: Changes = BTreeMap::new();
    for Found { snapshot, location, .. } in found {
        let path = snapshot.source(location.file).path.clone();
        let words = word_in(snapshot.text(*location), old, location.span);
        changes.entry(path).or_default().extend(words);
    }
    for spans in changes.values_mut() {
        spans.sort();
        spans.dedup();
    }
    changes
}

/// Where a word stands in a stretch of text that is about it. Usually it is the whole stretch;
/// in the hole of a message it may be a part.
fn word_in(text: &str, word: &str, span: Span) -> Vec<Span> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    let whole = text.match_indices(word).filter(|(at, _)| {
        let before = text[..*at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    });
    let start = span.start as usize;
    whole.map(|(at, _)| Span::new(start + at, start + at + word.len())).collect()
}

fn replaced(text: &str, spans: &[Span], new: &str) -> String {
    let mut text = text.to_owned();
    for span in spans.iter().rev() {
        if text.get(span.range()).is_some() {
            text.replace_range(span.range(), new);
        }
    }
    text
}

/// An error that was not there before, by what it says: places may have moved.
fn new_error(before: &Checked, after: &Checked) -> Option<String> {
    if after.errors() <= before.errors() {
        return None;
    }
    let known: Vec<&str> = before.diagnostics.iter().map(|found| found.message.as_str()).collect();
    let errors = after.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let mut new = errors.map(|found| &found.message);
    new.find(|message| !known.contains(&message.as_str())).cloned()
}

/// True for what the grammar takes for an identifier.
fn is_identifier(word: &str) -> bool {
    let parsed = cardwright_dsl::parse(&format!("card {word} {{}}\n"));
    match &parsed.file.items[..] {
        [Item::Declaration(declaration)] => {
            parsed.errors.is_empty()
                && declaration.name.is_none()
                && declaration.id.as_ref().is_some_and(|id| id.text == word)
        }
        _ => false,
    }
}

fn refused(message: impl Into<String>) -> Failure {
    Failure::new(code::REQUEST_FAILED, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_what_the_grammar_says() {
        for good in ["goblin", "gold-dwarf", "8-bit", "ATT"] {
            assert!(is_identifier(good), "{good}");
        }
        for bad in ["", "gold dwarf", "a: b", "a { }", "\"x\"", "a\n", "é!", "a // b", "a (x: int)"]
        {
            assert!(!is_identifier(bad), "{bad}");
        }
    }

    #[test]
    fn only_whole_words_are_changed() {
        let span = Span::new(10, 40);
        let found = word_in("imp, imp-lord and imp", "imp", span);
        assert_eq!(found, [Span::new(10, 13), Span::new(28, 31)]);
    }
}
