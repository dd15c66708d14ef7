//! What a game's content declares: kinds with their fields and clauses, keywords, values, dice,
//! formats, icons and cards.

use std::collections::BTreeMap;

use cardwright_model::{ClauseDecl, FieldDecl, Keyword, Kind, Library, Role, WordDecl};

use super::{Lexicon, Section};
use cardwright_model::words;
use cardwright_model::words::{clause_words, field_words, params_words};

/// Lists are broken at this column.
const WIDTH: usize = 96;

/// What cards are made of.
pub(super) fn declared(game: &Lexicon) -> Vec<Section> {
    let library = &game.library;
    vec![
        Section {
            name: "kinds",
            title: "Kinds: KIND ID \"Name\" { FIELD: value … }",
            text: library.kinds().map(|kind| listed_kind(library, kind)).collect(),
        },
        Section {
            name: "keywords",
            title: "Keywords: abilities with a name",
            text: library.keywords().map(keyword).collect(),
        },
        Section {
            name: "words",
            title: "Words of effects, by what they are",
            text: library.words().map(word).collect(),
        },
        Section { name: "values", title: "Values of enums", text: values(library) },
        Section {
            name: "dice",
            title: "Dice: 2B is two of the die with the code B",
            text: dice(library),
        },
        Section {
            name: "formats",
            title: "Formats: deck ID \"Name\" for FORMAT",
            text: formats(library),
        },
    ]
}

/// Long lists of names, last.
pub(super) fn named(game: &Lexicon) -> Vec<Section> {
    let mut cards: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for card in game.library.packages.iter().flat_map(|package| &package.cards) {
        cards.entry(&card.kind).or_default().push(&card.id);
    }
    let lists = cards.into_iter().map(|(kind, ids)| wrapped(kind, ids));
    let mut sections = vec![Section {
        name: "icons",
        title: "Icons: `icon: ID` of a keyword or value, `[ID]` in a text",
        text: wrapped("", game.icons.iter().map(String::as_str)),
    }];
    sections.extend(game.looks.iter().map(|(name, title, names)| Section {
        name,
        title,
        text: wrapped("", names.iter().map(String::as_str)),
    }));
    sections.push(Section { name: "cards", title: "Cards by kind", text: lists.collect() });
    sections
}

/// A kind with what it adds to the kind it is one of.
fn listed_kind(library: &Library, kind: &Kind) -> String {
    let parent = kind.parent.as_deref().and_then(|parent| library.kind(parent));
    let is_own_field = |field: &&FieldDecl| parent.is_none_or(|p| !p.fields.contains(field));
    let is_own_clause = |clause: &&ClauseDecl| parent.is_none_or(|p| !p.clauses.contains(clause));
    let mut text = head(kind, true);
    text.push_str(&members(
        kind.fields.iter().filter(is_own_field),
        kind.clauses.iter().filter(is_own_clause),
        4,
    ));
    text
}

/// A kind with all that it may have.
pub(super) fn whole_kind(kind: &Kind) -> String {
    head(kind, false) + &members(kind.fields.iter(), kind.clauses.iter(), 4)
}

/// The first lines of a kind; `adds` if only what it has besides its parent follows.
fn head(kind: &Kind, adds: bool) -> String {
    let is = match (kind.is_abstract, kind.role) {
        (true, _) => "lends to others",
        (false, Role::Card) => "card",
        (false, Role::Deck) => "deck",
        (false, Role::Format) => "format",
        (false, Role::Record) => "record",
    };
    let parent = kind.parent.as_ref().filter(|_| adds);
    let parent = parent.map(|parent| format!(", has all of {parent}, and"));
    let note = kind.note.as_deref().map(|note| format!("      {}\n", one_line(note)));
    format!(
        "  {} \"{}\" ({is}){}\n{}",
        kind.id,
        kind.name,
        parent.unwrap_or_default(),
        note.unwrap_or_default()
    )
}

fn members<'k>(
    fields: impl Iterator<Item = &'k FieldDecl>,
    clauses: impl Iterator<Item = &'k ClauseDecl>,
    indent: usize,
) -> String {
    let mut text = String::new();
    for member in fields {
        text.push_str(&line(indent, &field_words(member), &field_note(member)));
    }
    for clause in clauses {
        let note = clause.note.as_deref().map(one_line).unwrap_or_default();
        text.push_str(&line(indent, &clause_words(clause), &note));
        text.push_str(&members(clause.fields.iter(), clause.clauses.iter(), indent + 4));
    }
    text
}

/// "needed. Squares a turn."
pub(super) fn field_note(field: &FieldDecl) -> String {
    let needed = !field.optional && field.default.is_none();
    let note = field.note.as_deref().map(one_line).unwrap_or_default();
    match (needed, note.is_empty()) {
        (true, true) => "needed".to_owned(),
        (true, false) => format!("needed. {note}"),
        (false, _) => note,
    }
}

/// Something declared, and what it means beside it.
fn line(indent: usize, declared: &str, note: &str) -> String {
    const NOTES: usize = 44;
    let line = format!("{:indent$}{declared}", "");
    if note.is_empty() { format!("{line}\n") } else { format!("{line:<NOTES$} {note}\n") }
}

pub(super) fn keyword(keyword: &Keyword) -> String {
    let icon = keyword.icon.as_ref().map(|icon| format!(", icon {icon}")).unwrap_or_default();
    let category = keyword.category.as_ref().map(|category| format!(" [{category}{icon}]"));
    format!(
        "  {}{}: {}{}\n      {}\n",
        keyword.id,
        params_words(&keyword.params),
        keyword.wording,
        category.unwrap_or_default(),
        one_line(&keyword.reminder)
    )
}

/// A word that the packages of a game without an engine declare.
pub(super) fn word(word: &WordDecl) -> String {
    let note = word.note.as_deref().map(|note| format!("      {}\n", one_line(note)));
    format!("  {} ({})\n{}", word.signature(), word.category, note.unwrap_or_default())
}

fn values(library: &Library) -> String {
    let mut ids: Vec<&str> = Vec::new();
    for declared in library.enums() {
        if !ids.contains(&declared.id.as_str()) {
            ids.push(&declared.id);
        }
    }
    let list = |id: &str| {
        let values = library.enums().filter(|declared| declared.id == id);
        wrapped(id, values.flat_map(|declared| &declared.values).map(|value| value.id.as_str()))
    };
    ids.into_iter().map(list).collect()
}

fn dice(library: &Library) -> String {
    let die = |die: &cardwright_model::Die| {
        let faces = die.faces.iter().map(|face| {
            let symbols = face.symbols.iter();
            let mut shown: Vec<String> = symbols
                .map(|(symbol, count)| match count {
                    1 => symbol.clone(),
                    count => format!("{symbol} * {count}"),
                })
                .collect();
            if face.number != 0 {
                shown.push(face.number.to_string());
            }
            if shown.is_empty() { "blank".to_owned() } else { shown.join(" + ") }
        });
        let faces: Vec<String> = faces.collect();
        format!("  {} (1{}): {}\n", die.id, die.code, faces.join(", "))
    };
    library.dice().map(die).collect()
}

fn formats(library: &Library) -> String {
    let formats = library.packages.iter().flat_map(|package| &package.formats);
    formats.map(|format| format!("  {} \"{}\"\n", format.id, format.name)).collect()
}

/// Names in lines of some length, after a title.
pub(super) fn wrapped<'n>(title: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let mut text = String::new();
    let mut line = if title.is_empty() { "  ".to_owned() } else { format!("  {title}: ") };
    let mut names = names.into_iter().peekable();
    while let Some(name) = names.next() {
        let comma = if names.peek().is_some() { ", " } else { "" };
        if line.len() + name.len() > WIDTH && !line.trim().is_empty() {
            text.push_str(line.trim_end());
            text.push('\n');
            line = "      ".to_owned();
        }
        line.push_str(name);
        line.push_str(comma);
    }
    text.push_str(line.trim_end());
    text.push('\n');
    if text.trim().is_empty() { String::new() } else { text }
}

/// A note in one line.
pub(super) fn one_line(note: &str) -> String {
    note.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A value of an enum with its properties: "icon fire, colour #f00".
pub(super) fn properties(value: &cardwright_model::EnumValue) -> String {
    let properties = value.properties.iter();
    let properties: Vec<String> =
        properties.map(|(name, value)| format!("{name} {}", words::value(value))).collect();
    properties.join(", ")
}
