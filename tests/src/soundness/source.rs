//! Places in the text of cards where an effect can be written.

use std::collections::BTreeMap;
use std::fmt;

use cardwright_check::{FileId, Project};
use cardwright_dsl::ast::{Block, Clause, Declaration, Entry, Item};
use cardwright_model::{Library, Value};

/// A place on a card.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spot {
    /// Directly on it.
    Card,
    /// In the block of a clause of that name.
    Clause(String),
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Card => f.write_str("(card)"),
            Spot::Clause(name) => f.write_str(name),
        }
    }
}

/// A place of one card in the text.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) kind: String,
    pub(super) card: String,
    pub(super) spot: Spot,
    file: FileId,
    /// Where the effect goes.
    at: u32,
    /// The whole declaration.
    start: u32,
    end: u32,
    /// What is written before and after the effect.
    around: (String, String),
}

/// How many cards of a kind are written of which the content has none but rows of tables. Several
/// effects can then be checked at once.
const COPIES: usize = 16;

/// Every place of every card of the last package, in the order of the text.
pub(super) fn places(project: &Project, library: &Library) -> Vec<Place> {
    let package = project.packages.last().expect("a project has a package");
    let mut places = Vec::new();
    for file in &package.files {
        let parsed = cardwright_dsl::parse(&project.sources.file(file.file).text);
        for item in &parsed.file.items {
            let Item::Declaration(declaration) = item else { continue };
            of_declaration(declaration, file.file, library, &mut places);
        }
    }
    of_tables(project, library, &mut places);
    places
}

/// Places on copies of cards whose kind is declared only in tables.
fn of_tables(project: &Project, library: &Library, places: &mut Vec<Place>) {
    let Some(cards) = library.packages.last().map(|package| &package.cards) else { return };
    let mut kinds: Vec<&str> = cards.iter().map(|card| card.kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let last = project.packages.last().and_then(|package| package.files.last());
    let Some(file) = last.map(|file| file.file) else { return };
    let at = project.sources.file(file).text.len() as u32;
    for kind in kinds {
        if places.iter().any(|place| place.kind == kind) {
            continue;
        }
        let Some(model) = cards.iter().find(|card| card.kind == kind) else { continue };
        let fields: Vec<String> = model.fields.iter().filter_map(written).collect();
        for copy in 0..COPIES {
            let card = format!("probe-{kind}-{copy}");
            let before =
                format!("\n{kind} {card} \"Probe {kind} {copy}\" {{\n{}\n", fields.join("\n"));
            places.push(Place {
                kind: kind.to_owned(),
                card,
                spot: Spot::Card,
                file,
                at,
                start: at,
                end: at,
                around: (before, "\n}\n".to_owned()),
            });
        }
    }
}

/// A field as content writes it, if it is a simple one.
fn written((name, value): (&String, &Value)) -> Option<String> {
    match value {
        Value::Int(number) => Some(format!("{name}: {number}")),
        Value::Ref { id } => Some(format!("{name}: {id}")),
        _ => None,
    }
}

fn of_declaration(
    declaration: &Declaration,
    file: FileId,
    library: &Library,
    places: &mut Vec<Place>,
) {
    let (Some(id), Some(body)) = (&declaration.id, &declaration.body) else { return };
    let Some(kind) = library.kind(&declaration.kind.text) else { return };
    if declaration.is_abstract.is_some() {
        return;
    }
    let place = |spot: Spot, at: u32, needs_block: bool| Place {
        kind: kind.id.clone(),
        card: id.text.clone(),
        spot,
        file,
        at,
        start: declaration.span.start,
        end: declaration.span.end,
        around: match needs_block {
            true => (" { ".to_owned(), " }".to_owned()),
            false => ("\n  ".to_owned(), "\n".to_owned()),
        },
    };
    let is_card = kind.role == cardwright_model::Role::Card;
    if is_card {
        places.push(place(Spot::Card, body.span.end - 1, false));
    }
    let mut clauses = Vec::new();
    collect(body, &mut clauses);
    let takes = holding_effects(&kind.clauses);
    let mut seen: Vec<&str> = Vec::new();
    for clause in clauses {
        let name = clause.name.text.as_str();
        if takes.iter().any(|known| known == name) && !seen.contains(&name) {
            seen.push(name);
            let at = clause.block.as_ref().map_or(clause.span.end, |block| block.span.end - 1);
            places.push(place(Spot::Clause(name.to_owned()), at, clause.block.is_none()));
        }
    }
}

/// The clauses of a kind, at any depth, whose blocks hold effects.
fn holding_effects(declared: &[cardwright_model::ClauseDecl]) -> Vec<String> {
    use cardwright_model::ClauseShape::{Condition, Effect};
    let mut names = Vec::new();
    for clause in declared {
        if matches!(clause.shape, Effect | Condition) {
            names.push(clause.name.clone());
        }
        names.extend(holding_effects(&clause.clauses));
    }
    names
}

fn collect<'a>(block: &'a Block, clauses: &mut Vec<&'a Clause>) {
    for entry in &block.entries {
        if let Entry::Clause(clause) = entry {
            clauses.push(clause);
            if let Some(inner) = &clause.block {
                collect(inner, clauses);
            }
        }
    }
}

/// The project with effects written at places, and where those cards are now: file, start, end.
pub(super) fn with_inserted(
    project: &Project,
    places: &[Place],
    inserts: &[(usize, &str)],
) -> (Project, Vec<(FileId, u32, u32)>) {
    let mut by_file: BTreeMap<FileId, Vec<usize>> = BTreeMap::new();
    for (index, (place, _)) in inserts.iter().enumerate() {
        by_file.entry(places[*place].file).or_default().push(index);
    }
    let mut changed = project.clone();
    let mut spans = vec![None; inserts.len()];
    for (file, mut indices) in by_file {
        indices.sort_by_key(|index| places[inserts[*index].0].at);
        let text = &project.sources.file(file).text;
        let mut result = String::new();
        let mut done = 0;
        let mut grown = 0;
        for index in indices {
            let (place, effect) = (&places[inserts[index].0], inserts[index].1);
            result.push_str(&text[done as usize..place.at as usize]);
            let before = result.len();
            let (start, end) = &place.around;
            result.push_str(&format!("{start}{effect}{end}"));
            let length = (result.len() - before) as u32;
            spans[index] = Some((file, place.start + grown, place.end + grown + length));
            grown += length;
            done = place.at;
        }
        result.push_str(&text[done as usize..]);
        changed.sources.replace(file, result.into());
    }
    (changed, spans.into_iter().flatten().collect())
}
