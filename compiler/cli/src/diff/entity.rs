//! Cards, decks, formats and records that are new, gone or different.

use std::collections::BTreeSet;

use cardwright_model::Entity;

use super::{Change, Detail, Fate, differs, paired};
use crate::words;

/// Adds the changes between two lists.
pub(super) fn compare(
    what: &'static str,
    old: &[Entity],
    new: &[Entity],
    changes: &mut Vec<Change>,
) {
    for pair in paired(old, new, |entity| &entity.id) {
        match pair {
            (None, Some(added)) => changes.push(Change::of(added, what, Fate::Added)),
            (Some(gone), None) => changes.push(removed(what, gone, new)),
            (Some(before), Some(after)) => changes.extend(changed(what, before, after)),
            (None, None) => {}
        }
    }
}

fn removed(what: &'static str, gone: &Entity, new: &[Entity]) -> Change {
    let mut change = Change::of(gone, what, Fate::Removed);
    let renamed = new.iter().find(|entity| entity.name == gone.name && entity.kind == gone.kind);
    change.breaking = match (what, renamed) {
        ("record", _) => None,
        (_, Some(entity)) => Some(format!(
            "its identifier is now `{}`: decks and saved games that name `{}` no longer find it",
            entity.id, gone.id
        )),
        ("deck", None) => Some("games saved with this deck cannot go on".into()),
        ("format", None) => Some("decks for this format have nothing to be legal in".into()),
        _ => Some("decks and saved games that name it no longer find it".into()),
    };
    change
}

fn changed(what: &'static str, before: &Entity, after: &Entity) -> Option<Change> {
    let mut details: Vec<Detail> = Vec::new();
    details.extend(differs("name", Some(before.name.clone()), Some(after.name.clone())));
    details.extend(differs("kind", Some(before.kind.clone()), Some(after.kind.clone())));
    details.extend(differs("for", before.target.clone(), after.target.clone()));
    fields(before, after, &mut details);
    let keywords = |entity: &Entity| {
        let all: Vec<String> = entity.keywords.iter().map(words::keyword).collect();
        (!all.is_empty()).then(|| all.join("; "))
    };
    details.extend(differs("keywords", keywords(before), keywords(after)));
    lists(before, after, &mut details);
    let shown = details.len();
    details.extend(differs(
        "text",
        some(words::text(before, " / ")),
        some(words::text(after, " / ")),
    ));
    let same_words = details.len() == shown;
    if same_words && (before.clauses != after.clauses || before.effects != after.effects) {
        details.push(Detail {
            part: "effect".into(),
            old: Some("worked otherwise".into()),
            new: Some("the text is the same".into()),
        });
    }
    details.extend(differs("note", before.note.clone(), after.note.clone()));
    if details.is_empty() {
        return None;
    }
    let mut change = Change { details, ..Change::of(after, what, Fate::Changed) };
    change.breaking = breaking(what, before, after);
    Some(change)
}

fn some(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

fn fields(before: &Entity, after: &Entity, details: &mut Vec<Detail>) {
    let names: BTreeSet<&String> = before.fields.keys().chain(after.fields.keys()).collect();
    for name in names {
        let (old, new) = (before.fields.get(name), after.fields.get(name));
        if old == new {
            continue;
        }
        let (mut was, is) = (old.map(words::value), new.map(words::value));
        if was == is {
            was = Some("something else".into());
        }
        details.push(Detail { part: name.clone(), old: was, new: is });
    }
}

fn lists(before: &Entity, after: &Entity, details: &mut Vec<Detail>) {
    let names: BTreeSet<&String> = before.lists.keys().chain(after.lists.keys()).collect();
    for list in names {
        let count = |entity: &Entity, card: &str| {
            entity
                .lists
                .get(list)
                .into_iter()
                .flatten()
                .filter(|entry| entry.card == card)
                .map(|entry| entry.count)
                .sum::<u32>()
        };
        let cards: BTreeSet<&str> = [before, after]
            .into_iter()
            .flat_map(|entity| entity.lists.get(list).into_iter().flatten())
            .map(|entry| entry.card.as_str())
            .collect();
        for card in cards {
            let (old, new) = (count(before, card), count(after, card));
            if old != new {
                details.push(Detail {
                    part: format!("{list}: {card}"),
                    old: (old > 0).then(|| format!("{old}×")),
                    new: (new > 0).then(|| format!("{new}×")),
                });
            }
        }
    }
}

/// Whether what exists elsewhere stops working.
fn breaking(what: &str, before: &Entity, after: &Entity) -> Option<String> {
    if before.kind != after.kind {
        return Some(format!(
            "it was of the kind `{}`: decks that list it there are no longer legal",
            before.kind
        ));
    }
    if what == "format" && before.fields != after.fields {
        return Some("decks that were legal may no longer be".into());
    }
    None
}
