//! Cards, decks, formats and records that are new, gone or different.

use std::collections::BTreeSet;

use cardwright_model::{Entity, Shared, Value, words};

use super::{Change, Detail, Fate, clauses, differs, paired};

/// Adds the changes between two lists.
pub(super) fn compare(
    what: &'static str,
    old: &Shared<Entity>,
    new: &Shared<Entity>,
    changes: &mut Vec<Change>,
) {
    for pair in paired(old, new, |entity| &entity.id) {
        match pair {
            (None, Some(new)) if new.amends.is_some() => changes.push(amended(what, new)),
            (None, Some(added)) => changes.push(Change::of(added, what, Fate::Added)),
            (Some(gone), None) => changes.push(removed(what, gone, new)),
            (Some(before), Some(after)) => changes.extend(changed(what, before, after)),
            (None, None) => {}
        }
    }
}

/// A card of a package below that is changed from now on.
fn amended(what: &'static str, card: &Entity) -> Change {
    let mut change = Change::of(card, what, Fate::Changed);
    let amendment = card.amends.as_ref();
    let details = amendment.map(|amendment| Detail {
        part: format!("amended in {}", amendment.changes.join(", ")),
        old: Some(format!("as in {} {}", amendment.package, amendment.version)),
        new: Some("as this package has it".to_owned()),
    });
    change.details.extend(details);
    change
}

fn removed(what: &'static str, gone: &Entity, new: &Shared<Entity>) -> Change {
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
    let bonuses = |entity: &Entity| {
        let all: Vec<String> = entity.bonuses.iter().map(words::bonus).collect();
        (!all.is_empty()).then(|| all.join("; "))
    };
    details.extend(differs("bonuses", bonuses(before), bonuses(after)));
    lists(before, after, &mut details);
    let shown = details.len();
    clauses::compare(&before.clauses, &after.clauses, &mut details);
    texts(before, after, &mut details);
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

/// The paragraphs that are different. Reminders are the keywords' own, and are told with them.
fn texts(before: &Entity, after: &Entity, details: &mut Vec<Detail>) {
    let (old, new) = (words::paragraphs(before), words::paragraphs(after));
    let (old, new): (Vec<&str>, Vec<&str>) =
        (old.iter().map(String::as_str).collect(), new.iter().map(String::as_str).collect());
    let gone: Vec<&str> = old.iter().copied().filter(|text| !new.contains(text)).collect();
    let added: Vec<&str> = new.iter().copied().filter(|text| !old.contains(text)).collect();
    for place in 0..gone.len().max(added.len()) {
        let of = |texts: &[&str]| texts.get(place).map(|text| (*text).to_owned());
        details.extend(differs("text", of(&gone), of(&added)));
    }
}

fn fields(before: &Entity, after: &Entity, details: &mut Vec<Detail>) {
    let names: BTreeSet<&String> = before.fields.keys().chain(after.fields.keys()).collect();
    for name in names {
        values(name, before.fields.get(name), after.fields.get(name), details);
    }
}

/// A value that is different; of maps, the rows that are.
pub(super) fn values(
    part: &str,
    old: Option<&Value>,
    new: Option<&Value>,
    details: &mut Vec<Detail>,
) {
    if old == new {
        return;
    }
    if let (Some(Value::Map { map: old }), Some(Value::Map { map: new })) = (old, new) {
        let rows = old.rows.len().max(new.rows.len());
        let before = details.len();
        for row in 0..rows {
            let of = |rows: &[String]| rows.get(row).map(|row| format!("`{row}`"));
            let part = format!("{part}, row {}", row + 1);
            details.extend(differs(&part, of(&old.rows), of(&new.rows)));
        }
        if details.len() > before {
            return;
        }
    }
    let (mut was, is) = (old.map(words::value), new.map(words::value));
    if was == is {
        was = Some("something else".into());
    }
    details.push(Detail { part: part.to_owned(), old: was, new: is });
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
