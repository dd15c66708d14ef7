//! What the shelf shows before anything is drawn: cards by kind, with what they can be found by.

use std::collections::{BTreeMap, BTreeSet};

use cardwright_check::{Diagnostic, Severity};
use cardwright_ide::Snapshot;
use cardwright_model::{Entity, FieldDecl, FieldType, Keyword, Kind, Library};
use cardwright_render::CardSize;
use serde_json::{Value, json};

use crate::create;
use crate::drawing::shape;
use crate::origins::plain_values;
use crate::source;

/// The shelf of a package.
pub(crate) fn shelf(snapshot: &Snapshot) -> Option<Value> {
    let checked = snapshot.package()?;
    let (library, package) = (&checked.library, checked.package());
    let troubles = troubles(snapshot);
    let mut kinds: Vec<(&Kind, usize)> = Vec::new();
    let mut cards = Vec::new();
    let mut keywords: BTreeSet<&str> = BTreeSet::new();
    for (card, kind) in printed(library) {
        match kinds.iter_mut().find(|(known, _)| known.id == kind.id) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
        let own = card_keywords(card);
        keywords.extend(own.iter().copied());
        let (errors, warnings) = troubles.get(card.id.as_str()).copied().unwrap_or_default();
        cards.push(json!({
            "id": card.id,
            "name": card.name,
            "kind": kind.id,
            "text": words(card),
            "keywords": own,
            "errors": errors,
            "warnings": warnings,
            "provisional": !card.provisional.is_empty(),
            "values": plain_values(card),
            "file": card.provenance.file,
        }));
    }
    let kinds: Vec<Value> = kinds.iter().map(|(kind, count)| kind_shown(kind, *count)).collect();
    let named = |id: &&str| json!({ "id": id, "name": keyword_name(library, id) });
    let makes: Vec<Value> = create::kinds(library)
        .map(|kind| json!({ "id": kind.id, "name": kind.name, "note": kind.note }))
        .collect();
    let decks: Vec<Value> = package
        .decks
        .iter()
        .filter(|deck| deck.lists.values().any(|list| !list.is_empty()))
        .map(|deck| {
            let cards = deck.lists.values().flatten().map(|entry| entry.card.as_str());
            let cards: BTreeSet<&str> = cards.collect();
            json!({ "id": deck.id, "name": deck.name, "cards": cards })
        })
        .collect();
    let fields = searched(library);
    let root = &checked.root;
    let files: Vec<String> = snapshot
        .checked
        .sources
        .iter()
        .filter(|(id, _)| snapshot.is_own(*id))
        .filter_map(|(_, file)| file.path.strip_prefix(root).ok())
        .map(|path| path.to_string_lossy().replace('\\', "/"))
        .filter(|name| name.ends_with(".card"))
        .collect();
    Some(json!({
        "package": package.name,
        "title": package.title.as_deref().unwrap_or(&package.name),
        "version": package.version,
        "game": library.game().map_or(&package.game, |game| &game.name),
        "kinds": kinds,
        "cards": cards,
        "keywords": keywords.iter().map(named).collect::<Vec<_>>(),
        "decks": decks,
        "fields": fields,
        "files": files,
        "makes": makes,
        "errors": snapshot.checked.errors(),
        "warnings": snapshot.checked.warnings(),
    }))
}

/// The cards of a library's own package that are printed, with their kinds.
pub(crate) fn printed(library: &Library) -> impl Iterator<Item = (&Entity, &Kind)> {
    let cards = library.packages.last().into_iter().flat_map(|package| package.cards.iter());
    cards.filter_map(|card| {
        let kind = library.kind(&card.kind)?;
        kind.print.is_some().then_some((card, kind))
    })
}

/// The fields that cards can be found by, with the values that they have.
fn searched(library: &Library) -> Vec<Value> {
    /// A list of more values is no help.
    const MOST_VALUES: usize = 60;
    let mut fields: BTreeMap<&str, BTreeMap<String, String>> = BTreeMap::new();
    for (card, kind) in printed(library) {
        for (name, value) in plain_values(card) {
            let known = fields.entry(name).or_default();
            let declared = kind.fields.iter().find(|field| field.name == name);
            let mut add = |id: &str| {
                known.entry(id.to_owned()).or_insert_with(|| named_value(library, declared, id));
            };
            match &value {
                Value::Array(items) => items.iter().filter_map(Value::as_str).for_each(&mut add),
                Value::String(id) => add(id),
                Value::Bool(true) => add("yes"),
                Value::Number(number) => add(&number.to_string()),
                _ => {}
            }
        }
    }
    fields.retain(|_, values| values.len() > 1 && values.len() <= MOST_VALUES);
    let shown = fields.into_iter().map(|(name, values)| {
        let mut values: Vec<(String, String)> = values.into_iter().collect();
        values.sort_by_key(|(id, _)| (id.parse::<i64>().unwrap_or(i64::MAX), id.clone()));
        let values: Vec<Value> =
            values.iter().map(|(id, name)| json!({ "id": id, "name": name })).collect();
        json!({ "name": name, "values": values })
    });
    shown.collect()
}

/// The name of a value of an enum; others are their own.
fn named_value(library: &Library, field: Option<&FieldDecl>, id: &str) -> String {
    let of = match field.map(|field| &field.field_type) {
        Some(FieldType::Enum { id }) => Some(id),
        Some(FieldType::List { of }) => match &**of {
            FieldType::Enum { id } => Some(id),
            _ => None,
        },
        _ => None,
    };
    let enums = library.enums().filter(|declared| Some(&declared.id) == of);
    let mut values = enums.flat_map(|declared| &declared.values);
    values.find(|value| value.id == id).map_or_else(|| id.to_owned(), |value| value.name.clone())
}

fn kind_shown(kind: &Kind, count: usize) -> Value {
    let print = kind.print.as_ref();
    let size = print.and_then(|print| CardSize::named(&print.size));
    let size = size.or_else(|| CardSize::named("poker"));
    json!({
        "id": kind.id,
        "name": kind.name,
        "count": count,
        "width": size.map_or(63.0, |size| size.width),
        "height": size.map_or(88.0, |size| size.height),
        "shape": size.map_or("card", |size| shape(size.shape)),
        "back": print.is_some_and(|print| print.back.is_some() || print.reverse.is_some()),
    })
}

/// The keywords that a card has anywhere.
pub(crate) fn card_keywords(card: &Entity) -> Vec<&str> {
    let mut found: Vec<&str> = card.keywords.iter().map(|used| used.keyword.as_str()).collect();
    let mut open: Vec<_> = card.clauses.iter().collect();
    while let Some(clause) = open.pop() {
        found.extend(clause.keywords.iter().map(|used| used.keyword.as_str()));
        open.extend(&clause.clauses);
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn keyword_name<'l>(library: &'l Library, id: &'l str) -> &'l str {
    library.keyword(id).map_or(id, |keyword: &Keyword| &keyword.name)
}

/// The rules text of a card in plain words: to search it, and for those who hear the page.
pub(crate) fn words(card: &Entity) -> String {
    let mut words = String::new();
    for paragraph in card.text.iter().flat_map(|block| &block.paragraphs) {
        if !words.is_empty() {
            words.push('\n');
        }
        words.extend(paragraph.iter().map(|run| run.plain()));
    }
    words
}

/// Errors and warnings in the declarations of a package's own files, by identifier.
fn troubles(snapshot: &Snapshot) -> BTreeMap<&str, (usize, usize)> {
    let mut by_file: BTreeMap<u32, Vec<&Diagnostic>> = BTreeMap::new();
    for found in &snapshot.checked.diagnostics {
        if found.severity != Severity::Info && snapshot.is_own(found.primary.file) {
            by_file.entry(found.primary.file.0).or_default().push(found);
        }
    }
    let mut troubles: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for found in by_file.into_values() {
        let Some(first) = found.first() else { continue };
        let text: &str = &snapshot.source(first.primary.file).text;
        for place in source::places(text, |_| true) {
            let Some(id) = place.id.and_then(|id| text.get(id.range())) else { continue };
            for one in &found {
                let at = one.primary.span.start;
                let is_here = place.own.start <= at && at <= place.own.end;
                if is_here {
                    let (errors, warnings) = troubles.entry(id).or_default();
                    match one.severity {
                        Severity::Error => *errors += 1,
                        _ => *warnings += 1,
                    }
                }
            }
        }
    }
    troubles
}
