//! The entries of a chapter, taken from the content.

use std::collections::{BTreeMap, BTreeSet};

use cardwright_model::{Entity, FieldType, Keyword, Library, Package, Run, Severity};
use minijinja::value::Value;

use super::clauses::{self, Numbers};
use super::holes::filled;
use super::places::{Referring, index_entries};
use super::spec::{Chapter, Source};
use crate::components::{Component, components};
use crate::context::{self, Common};

/// The enum that may name the groups of keywords for players; its order is that of the groups.
const KEYWORD_GROUPS: &str = "keyword-group";

/// One entry: its name, the heading it belongs under, and what its template is given.
#[derive(Default)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) group: Option<String>,
    pub(super) values: Vec<(&'static str, Value)>,
    /// The rule of the rulebook that it is, such as `fights.4`.
    pub(super) rule: Option<String>,
    /// True if it says on which pages something is.
    pub(super) refers: bool,
}

/// All entries of a chapter, in the order in which they are printed, or why there are none.
pub(super) fn entries(
    library: &Library,
    package: &Package,
    chapter: &Chapter,
    numbers: &Numbers,
    referring: &Referring<'_>,
) -> Result<Vec<Entry>, String> {
    let mut entries = match &chapter.of {
        Source::Keywords => keywords(library, package, chapter),
        Source::Kind(kind) => entities(library, package, kind, chapter)?,
        Source::Clauses { .. } => clauses::entries(library, package, chapter, numbers, referring)?,
        Source::Enum(id) => values(library, package, id)?,
        Source::Kinds => kinds(package),
        Source::Components => parts(library, package),
        Source::Rules(about) => rules(package, about),
        Source::Index => index_entries(library, package, referring.places),
        Source::Words => words(chapter),
    };
    if chapter.by.is_some() {
        // Groups stand in the order in which the content first names them.
        let mut order: BTreeMap<Option<String>, usize> = BTreeMap::new();
        if chapter.of == Source::Keywords {
            let groups = library.enums().filter(|declared| declared.id == KEYWORD_GROUPS);
            for (place, group) in groups.flat_map(|declared| &declared.values).enumerate() {
                order.entry(Some(group.name.clone())).or_insert(place);
            }
        }
        for entry in &entries {
            let next = order.len();
            order.entry(entry.group.clone()).or_insert(next);
        }
        entries.sort_by_key(|entry| order.get(&entry.group).copied());
    }
    Ok(entries)
}

/// The entries of a chapter that consists of its note. If it names a template, that draws the rest.
fn words(chapter: &Chapter) -> Vec<Entry> {
    if chapter.entry == "booklet-heading" {
        return Vec::new();
    }
    vec![Entry { name: chapter.title.clone(), ..Entry::default() }]
}

/// A keyword as a glossary explains it.
pub(crate) struct Known {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) wording: String,
    pub(crate) text: String,
}

/// The keywords of a package in the order of their names, as one list.
pub(crate) fn glossary(library: &Library, package: &Package) -> Vec<Known> {
    let known = |keyword: &Keyword| Known {
        id: keyword.id.clone(),
        name: keyword.name.clone(),
        wording: filled(&keyword.wording, keyword),
        text: filled(&keyword.reminder, keyword),
    };
    alphabetical(explained(library, package)).into_iter().map(known).collect()
}

/// The keywords that the package declares, and those that its cards have or name, such as a
/// status that an effect inflicts.
fn explained<'l>(library: &'l Library, package: &Package) -> Vec<&'l Keyword> {
    let mut used: BTreeSet<&str> = BTreeSet::new();
    for card in &package.cards {
        used.extend(card.all_keywords().map(|used| used.keyword.as_str()));
    }
    let blocks = package.cards.iter().flat_map(|card| &card.text);
    let runs: Vec<&Run> = blocks.flat_map(|block| &block.paragraphs).flatten().collect();
    let is_named = |keyword: &Keyword| {
        runs.iter().any(|run| match run {
            Run::Keyword { id, .. } => *id == keyword.id,
            Run::Term { text } => *text == keyword.name,
            _ => false,
        })
    };
    library
        .keywords()
        .filter(|keyword| {
            keyword.provenance.package == package.name
                || used.contains(keyword.id.as_str())
                || is_named(keyword)
        })
        .filter(|keyword| !keyword.reminder.is_empty())
        .collect()
}

/// A single list leaves out a keyword that another keyword of the same name explains too.
fn alphabetical(mut keywords: Vec<&Keyword>) -> Vec<&Keyword> {
    let all = keywords.clone();
    let says = |keyword: &Keyword| keyword.reminder.to_lowercase();
    keywords.retain(|keyword| {
        let is_said_by = |other: &&Keyword| {
            other.id != keyword.id
                && other.name == keyword.name
                && says(other).contains(&says(keyword))
        };
        !all.iter().any(is_said_by)
    });
    keywords.sort_by_key(|keyword| keyword.name.to_lowercase());
    keywords
}

fn keywords(library: &Library, package: &Package, chapter: &Chapter) -> Vec<Entry> {
    let mut keywords = explained(library, package);
    if chapter.by.is_none() {
        keywords = alphabetical(keywords);
    }
    let group = |keyword: &Keyword| match chapter.by.as_deref() {
        Some("category") => {
            keyword.category.as_deref().map(|id| value_name(library, KEYWORD_GROUPS, id))
        }
        _ => None,
    };
    keywords
        .into_iter()
        .map(|keyword| Entry {
            name: keyword.name.clone(),
            group: group(keyword),
            values: one([
                ("name", Value::from(keyword.name.as_str())),
                ("wording", Value::from(filled(&keyword.wording, keyword))),
                ("text", Value::from(filled(&keyword.reminder, keyword))),
                ("icon", keyword.icon.as_deref().map_or(Value::from(()), Value::from)),
                ("hosts", keyword.hosts.iter().map(|host| kind_name(library, host)).collect()),
            ]),
            ..Entry::default()
        })
        .collect()
}

/// Everything of a kind, in the order of the package.
fn entities(
    library: &Library,
    package: &Package,
    kind: &str,
    chapter: &Chapter,
) -> Result<Vec<Entry>, String> {
    let group = |entity: &Entity| {
        let by = chapter.by.as_deref()?;
        let written = context::plain(entity.fields.get(by)?).to_string();
        let declared = library.kind(kind)?.fields.iter().find(|field| field.name == by)?;
        Some(match &declared.field_type {
            FieldType::Enum { id } => value_name(library, id, &written),
            _ => title(&written),
        })
    };
    let entry = |entity: &Entity| {
        let declared = library.kind(kind)?;
        Some(Entry {
            name: entity.name.clone(),
            group: group(entity),
            values: vec![
                ("card", context::entity(entity, declared)),
                ("kind", context::describe_kind(declared)),
                ("names", names(library, entity)),
            ],
            ..Entry::default()
        })
    };
    Ok(of_kind(library, package, kind)?.into_iter().filter_map(entry).collect())
}

/// The package's entities of a kind, without those that only its tests declare; an error names
/// the kinds there are.
pub(super) fn of_kind<'p>(
    library: &Library,
    package: &'p Package,
    kind: &str,
) -> Result<Vec<&'p Entity>, String> {
    if library.kind(kind).is_none() {
        let known: Vec<&str> = library.kinds().map(|kind| kind.id.as_str()).collect();
        return Err(format!("there is no kind `{kind}`; kinds are {}", known.join(", ")));
    }
    let all = [&package.cards, &package.decks, &package.formats, &package.records];
    let entities = all.into_iter().flatten().filter(|entity| entity.kind == kind);
    let is_printed =
        |entity: &&Entity| !entity.is_abstract && !entity.provenance.file.starts_with("tests/");
    Ok(entities.filter(is_printed).collect())
}

/// Names of everything that an entity's fields refer to, by identifier.
pub(super) fn names(library: &Library, entity: &Entity) -> Value {
    let mut wanted: BTreeSet<&str> = BTreeSet::new();
    let mut values: Vec<&cardwright_model::Value> = entity.fields.values().collect();
    while let Some(value) = values.pop() {
        match value {
            cardwright_model::Value::Ref { id } => {
                wanted.insert(id);
            }
            cardwright_model::Value::List(list) => values.extend(list),
            _ => {}
        }
    }
    wanted.extend(entity.lists.values().flatten().map(|entry| entry.card.as_str()));
    let all = library.packages.iter().flat_map(|package| {
        [&package.cards, &package.decks, &package.formats, &package.records].into_iter().flatten()
    });
    Value::from_pairs(
        all.filter(|entity| wanted.contains(entity.id.as_str()))
            .map(|entity| (entity.id.clone(), Value::from(entity.name.as_str()))),
    )
}

/// The values of an enum; those that an expansion adds come after the game's.
fn values(library: &Library, package: &Package, id: &str) -> Result<Vec<Entry>, String> {
    if !library.enums().any(|declared| declared.id == id) {
        let mut known: Vec<&str> = library.enums().map(|declared| declared.id.as_str()).collect();
        known.dedup();
        return Err(format!("there is no enum `{id}`; enums are {}", known.join(", ")));
    }
    // An expansion prints only what it adds; the game's own booklet has the rest.
    let declared = package.enums.iter().filter(|declared| declared.id == id);
    Ok(declared
        .flat_map(|declared| &declared.values)
        .map(|value| {
            let property =
                |name: &str| value.properties.get(name).map_or(Value::from(()), context::plain);
            Entry {
                name: value.name.clone(),
                group: None,
                values: one([
                    ("name", Value::from(value.name.as_str())),
                    ("icon", property("icon")),
                    ("colour", property("colour")),
                    ("text", value.note.as_deref().map_or(Value::from(()), Value::from)),
                ]),
                ..Entry::default()
            }
        })
        .collect())
}

/// The kinds of cards that the package declares. A kind's icon has the same name as the kind.
fn kinds(package: &Package) -> Vec<Entry> {
    let printed = package.kinds.iter().filter(|kind| kind.print.is_some());
    printed
        .map(|kind| Entry {
            name: kind.name.clone(),
            group: None,
            values: one([
                ("name", Value::from(kind.name.as_str())),
                ("icon", Value::from(kind.id.as_str())),
                ("colour", Value::from(())),
                ("text", kind.note.as_deref().map_or(Value::from(()), Value::from)),
            ]),
            ..Entry::default()
        })
        .collect()
}

/// The components of the package, each with what to do with it.
fn parts(library: &Library, package: &Package) -> Vec<Entry> {
    let entry = |part: Component| Entry {
        name: part.name.clone(),
        group: None,
        values: one([
            ("name", Value::from(part.name.as_str())),
            ("icon", Value::from(part.kind.as_str())),
            ("pieces", Value::from(part.pieces)),
            ("width", Value::from(f64::from(part.width.mm()))),
            ("height", Value::from(f64::from(part.height.mm()))),
            ("shape", Value::from(part.shape)),
            ("text", Value::from(part.told())),
        ]),
        ..Entry::default()
    };
    components(library, package).into_iter().map(entry).collect()
}

/// The notes of the package's rules about something.
fn rules(package: &Package, about: &str) -> Vec<Entry> {
    let wanted = package.rules.iter().filter(|rule| rule.applies_to.iter().any(|to| to == about));
    wanted
        .filter(|rule| !rule.note.is_empty())
        .map(|rule| Entry {
            name: title(&rule.id),
            group: None,
            values: one([
                ("name", Value::from(title(&rule.id))),
                ("text", Value::from(rule.note.as_str())),
                ("advice", Value::from(rule.severity != Severity::Error)),
            ]),
            ..Entry::default()
        })
        .collect()
}

/// The variables that a template gets for an entry.
fn one<const N: usize>(values: [(&str, Value); N]) -> Vec<(&'static str, Value)> {
    vec![("entry", Value::from_pairs(values))]
}

/// The declared name of an enum's value; its identifier as words if it is not declared.
fn value_name(library: &Library, of: &str, id: &str) -> String {
    let mut values =
        library.enums().filter(|declared| declared.id == of).flat_map(|found| &found.values);
    match values.find(|value| value.id == id) {
        Some(value) if !value.name.is_empty() => value.name.clone(),
        _ => title(id),
    }
}

fn kind_name(library: &Library, id: &str) -> String {
    library.kind(id).map_or_else(|| title(id), |kind| kind.name.clone())
}

/// An identifier as words: `on-wound` becomes `On wound`.
pub(super) fn title(id: &str) -> String {
    let words = id.replace('-', " ");
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => words,
    }
}

/// The values that every template of a booklet has.
pub(super) fn context(common: &Common, values: Vec<(&'static str, Value)>) -> Value {
    let mut all = common.values();
    all.extend(values);
    Value::from_pairs(all)
}
