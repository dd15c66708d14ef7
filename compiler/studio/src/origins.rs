//! From a word on a card to the text that says it.
//!
//! `render` knows what was drawn of which letter or field, `check` which entry says which letter;
//! here the way to that entry is followed through the card's text as it is now.

use std::collections::BTreeMap;

use cardwright_check::{Said, Turn, text_origins};
use cardwright_dsl::ast::{Block, Clause, Declaration, Entry, Span};
use cardwright_dsl::edit::blocks;
use cardwright_ide::Snapshot;
use cardwright_model::{ClauseShape, Entity, Kind, Library, Statement, Value as Model, Wording};
use cardwright_render::{Hit, Origin};
use serde_json::{Value, json};

use crate::answer::Refusal;
use crate::source;

/// What is where on a card, and where it is said.
pub(crate) fn origins(
    snapshot: &Snapshot,
    id: &str,
    (template, hits): (String, Vec<Hit>),
) -> Result<Value, Refusal> {
    let package = snapshot.package().ok_or("the package cannot be read")?;
    let library = &package.library;
    let card = package.package().cards.iter().find(|card| card.id == id);
    let card = card.ok_or("there is no such card")?;
    let sources = &snapshot.checked.sources;
    let file = sources.find(&package.root.join(&card.provenance.file));
    let text = file.map_or("", |file| &*sources.file(file).text);
    let declared = source::declaration(text, id);
    let place = Place { card, kind: library.kind(&card.kind), declared: declared.as_ref() };
    let said = text_origins(library, card);
    let mut units: BTreeMap<(u32, u32), (usize, usize)> = BTreeMap::new();
    let shown = hits.iter().map(|hit| {
        let found = place.of(&hit.origin, &said);
        let range = found.span.map(|span| {
            *units
                .entry((span.start, span.end))
                .or_insert_with(|| (source::utf16(text, span.start), source::utf16(text, span.end)))
        });
        let [left, top, right, bottom] = hit.area;
        let wording = found.statement.and_then(|of| wording(library, of));
        let keyword = found.keyword.and_then(|id| library.keyword(id));
        let maker = wording.map(said_by).or_else(|| {
            let keyword = keyword?;
            Some(json!({
                "what": format!("keyword {}", keyword.id),
                "text": keyword.reminder,
                "package": keyword.provenance.package,
                "file": keyword.provenance.file,
                "line": keyword.provenance.line,
            }))
        });
        json!({
            "x": left, "y": top, "width": right - left, "height": bottom - top,
            "words": hit.words,
            "what": found.what,
            "field": found.field,
            "from": range.map(|range| range.0),
            "to": range.map(|range| range.1),
            "maker": maker,
        })
    });
    let shown: Vec<Value> = shown.collect();
    Ok(json!({ "template": template, "file": card.provenance.file, "hits": shown }))
}

fn said_by(wording: &Wording) -> Value {
    json!({
        "what": format!("wording {}", wording.of),
        "text": wording.text,
        "package": wording.provenance.package,
        "file": wording.provenance.file,
        "line": wording.provenance.line,
    })
}

/// The wording that a statement is said with.
fn wording<'l>(library: &'l Library, statement: &Statement) -> Option<&'l Wording> {
    let of = match statement {
        Statement::Call { verb, .. } => format!("verb {verb}"),
        Statement::Modify { stat, .. } => format!("stat {stat}"),
        Statement::Mark { mark, .. } => format!("mark {mark}"),
        Statement::On { event, .. } => format!("event {event}"),
        Statement::Forbid { acts, .. } => format!("act {}", acts.first()?),
        _ => return None,
    };
    let mut all = library.packages.iter().rev().flat_map(|package| &package.wordings);
    all.find(|wording| wording.of == of)
}

/// What says something on a card.
#[derive(Debug, Default)]
struct Found<'a> {
    what: &'static str,
    /// Where; nothing if only the template says it.
    span: Option<Span>,
    field: Option<String>,
    statement: Option<&'a Statement>,
    keyword: Option<&'a str>,
}

/// A card and its text.
struct Place<'a> {
    card: &'a Entity,
    kind: Option<&'a Kind>,
    declared: Option<&'a Declaration>,
}

impl<'a> Place<'a> {
    fn of(&self, origin: &Origin, said: &[Vec<Said>]) -> Found<'a> {
        match origin {
            Origin::Template => Found { what: "template", ..Found::default() },
            Origin::Field(path) => self.field(path),
            Origin::Text { block, paragraph, run, letter } => {
                let runs = self.card.text.get(*block).and_then(|it| it.paragraphs.get(*paragraph));
                let said = said.get(*block).and_then(|block| block.get(*paragraph));
                let (Some(runs), Some(said)) = (runs, said) else { return self.whole() };
                let before: usize = runs.iter().take(*run).map(|run| run.plain().len()).sum();
                let byte = before + runs.get(*run).map_or(0, |run| byte_of(run.plain(), *letter));
                let way = said.iter().find(|(range, _)| range.contains(&byte)).or(said.last());
                way.map_or_else(|| self.whole(), |(_, way)| self.way(way))
            }
        }
    }

    /// The declaration: its kind, identifier and name.
    fn whole(&self) -> Found<'a> {
        let span = self.declared.map(|declared| {
            let last = declared.name.as_ref().map(|name| name.span);
            let last = last.or(declared.id.as_ref().map(|id| id.span));
            last.map_or(declared.kind.span, |last| declared.kind.span.to(last))
        });
        Found { what: "card", span, ..Found::default() }
    }

    fn field(&self, path: &str) -> Found<'a> {
        let mut found = Found { what: "field", field: Some(path.to_owned()), ..self.whole() };
        let Some(declared) = self.declared else { return found };
        if path == "name" {
            found.span = declared.name.as_ref().map(|name| name.span).or(found.span);
            return found;
        }
        let mut block = declared.body.as_ref();
        let mut clauses = &self.card.clauses[..];
        let mut rest = path;
        while let Some(inner) = rest.strip_prefix("clauses.") {
            let (number, after) = inner.split_once('.').unwrap_or((inner, ""));
            let wanted =
                number.parse().ok().and_then(|number: usize| Some((number, clauses.get(number)?)));
            let Some((number, wanted)) = wanted else { return found };
            let Some(entry) = nth_clause(block, clauses, number) else { return found };
            found.span = Some(entry.span);
            (block, clauses, rest) = (entry.block.as_ref(), &wanted.clauses[..], after);
        }
        let keywords = self.keyword_clauses();
        let names = |clause: &Clause| match rest {
            "keywords" => keywords.contains(&clause.name.text.as_str()),
            rest => clause.name.text == rest,
        };
        let own = entries(block).find_map(|entry| match entry {
            Entry::Clause(clause) if names(clause) => Some(clause.span),
            Entry::Bonus(bonus) if rest == "bonuses" => Some(bonus.span),
            Entry::Count(count) if rest == "lists" => Some(count.span),
            _ => None,
        });
        found.span = own.or(found.span);
        found
    }

    /// The names of the clauses that hold keywords.
    fn keyword_clauses(&self) -> Vec<&'a str> {
        let clauses = self.kind.into_iter().flat_map(|kind| &kind.clauses);
        let own = clauses.filter(|clause| clause.shape == ClauseShape::Keywords);
        own.map(|clause| clause.name.as_str()).collect()
    }

    fn way(&self, way: &[Turn]) -> Found<'a> {
        let mut found = self.whole();
        let mut block = self.declared.and_then(|declared| declared.body.as_ref());
        let mut clauses = &self.card.clauses[..];
        let mut keywords = &self.card.keywords[..];
        let mut effects = &self.card.effects[..];
        let mut at: Option<&Entry> = None;
        for turn in way {
            match turn {
                Turn::Field(name) => return self.field(name),
                Turn::Keyword(number) => {
                    (found.what, found.keyword) =
                        ("keyword", keywords.get(*number).map(|used| used.keyword.as_str()));
                    let names = self.keyword_clauses();
                    let own = entries(block).filter_map(|entry| match entry {
                        Entry::Clause(own) if names.contains(&own.name.text.as_str()) => Some(own),
                        _ => None,
                    });
                    let own: Vec<_> = own.collect();
                    let mut values = own.iter().flat_map(|own| own.values.iter().flatten());
                    let value = values.nth(*number).map(|value| value.span);
                    found.span = value.or(own.first().map(|own| own.span)).or(found.span);
                }
                Turn::Clause(number) => {
                    let Some(wanted) = clauses.get(*number) else { return found };
                    let Some(entry) = nth_clause(block, clauses, *number) else { return found };
                    (found.what, found.span) = ("clause", Some(entry.span));
                    block = entry.block.as_ref();
                    (clauses, keywords) = (&wanted.clauses[..], &wanted.keywords[..]);
                    effects = &wanted.effects[..];
                }
                Turn::Effect(number) => {
                    let own: Vec<&Entry> = entries(block)
                        .filter(|entry| matches!(entry, Entry::Statement(_)))
                        .collect();
                    // Inherited effects stand elsewhere.
                    let (Some(entry), true) =
                        (own.get(*number).copied(), own.len() == effects.len())
                    else {
                        return found;
                    };
                    found.what = "statement";
                    found.span = Some(entry.span());
                    found.statement = effects.get(*number);
                    at = Some(entry);
                }
                Turn::Body(number) => {
                    let (Some(entry), Some(statement)) = (at, found.statement) else {
                        return found;
                    };
                    let (written, meant) = (blocks(entry), statement.bodies().collect::<Vec<_>>());
                    if written.len() != meant.len() || *number >= meant.len() {
                        return found;
                    }
                    (block, effects) = (Some(written[*number]), meant[*number]);
                }
            }
        }
        found
    }
}

fn entries(block: Option<&Block>) -> impl Iterator<Item = &Entry> {
    block.into_iter().flat_map(|block| &block.entries)
}

/// The clause of a number, found by its name among those of that name.
fn nth_clause<'b>(
    block: Option<&'b Block>,
    clauses: &[cardwright_model::Clause],
    number: usize,
) -> Option<&'b Clause> {
    let name = &clauses.get(number)?.clause;
    let before = clauses[..number].iter().filter(|clause| clause.clause == *name).count();
    let same = entries(block).filter_map(|entry| match entry {
        Entry::Clause(clause) if clause.name.text == *name => Some(&**clause),
        _ => None,
    });
    same.into_iter().nth(before)
}

/// The byte of a letter or digit of a run, as they are counted on the drawing: icons have none.
fn byte_of(text: &str, letter: usize) -> usize {
    let (mut seen, mut in_icon, mut last) = (0, false, 0);
    for (byte, character) in text.char_indices() {
        match character {
            '[' => in_icon = true,
            ']' => in_icon = false,
            _ if character.is_alphanumeric() && !in_icon => {
                last = byte;
                if seen == letter {
                    return byte;
                }
                seen += 1;
            }
            _ => {}
        }
    }
    last
}

/// The cards of a package that no test of it names.
pub(crate) fn untested(library: &Library) -> Vec<&str> {
    let Some(package) = library.packages.last() else { return Vec::new() };
    let mut named = std::collections::BTreeSet::new();
    for scenario in package.scenarios.iter() {
        if let Ok(value) = serde_json::to_value(scenario) {
            collect(&value, &mut named);
        }
    }
    let cards = package.cards.iter().map(|card| card.id.as_str());
    cards.filter(|card| !named.contains(*card)).collect()
}

fn collect(value: &Value, named: &mut std::collections::BTreeSet<String>) {
    match value {
        Value::String(text) => {
            named.insert(text.clone());
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, named)),
        Value::Object(fields) => fields.values().for_each(|item| collect(item, named)),
        _ => {}
    }
}

/// The plain values of a card that it can be found by: numbers and words.
pub(crate) fn plain_values(card: &Entity) -> BTreeMap<&str, Value> {
    let known = card.fields.iter().filter_map(|(name, value)| {
        let value = match value {
            Model::Int(number) => json!(number),
            Model::Ref { id } => json!(id),
            Model::Bool(truth) => json!(truth),
            Model::List(items) => {
                let ids: Vec<&str> = items.iter().flat_map(Model::ref_ids).collect();
                (!ids.is_empty()).then(|| json!(ids))?
            }
            _ => return None,
        };
        Some((name.as_str(), value))
    });
    known.collect()
}
