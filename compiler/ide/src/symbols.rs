//! What a document or the workspace declares, as outlines and searches show it.

use cardwright_check::{Meaning, Mention};
use cardwright_dsl::ast::{Block, Clause, Declaration, Entry, Item, Span, Str};
use cardwright_model::Library;
use serde_json::{Value, json};

use crate::Session;
use crate::hover::entity;
use crate::protocol::Lines;

/// The protocol's numbers of what a symbol is.
mod kind {
    pub(super) const METHOD: u8 = 6;
    pub(super) const FIELD: u8 = 8;
    pub(super) const ENUM: u8 = 10;
    pub(super) const FUNCTION: u8 = 12;
    pub(super) const CONSTANT: u8 = 14;
    pub(super) const OBJECT: u8 = 19;
    pub(super) const ENUM_MEMBER: u8 = 22;
    pub(super) const STRUCT: u8 = 23;
    pub(super) const EVENT: u8 = 24;
}

/// Symbols that a search gives; more would help nobody.
const MOST: usize = 512;

/// The declarations of a text, with the named parts inside them.
pub(super) fn outline(text: &str, lines: &Lines<'_>) -> Value {
    let parsed = cardwright_dsl::parse(text);
    let mut symbols = Vec::new();
    for item in &parsed.file.items {
        match item {
            Item::Declaration(declared) => symbols.extend(declaration(declared, lines)),
            Item::Table(table) => {
                let rows = table.rows.iter().filter_map(|row| declaration(row, lines)).collect();
                let name = format!("table of {}", table.kind.text);
                symbols.push(symbol(
                    Named { name, detail: "", kind: kind::STRUCT },
                    (table.span, table.kind.span),
                    rows,
                    lines,
                ));
            }
            Item::Use { .. } | Item::Bad(_) => {}
        }
    }
    symbols.into()
}

struct Named<'n> {
    name: String,
    detail: &'n str,
    kind: u8,
}

fn symbol(
    Named { name, detail, kind }: Named<'_>,
    (whole, chosen): (Span, Span),
    children: Vec<Value>,
    lines: &Lines<'_>,
) -> Value {
    json!({
        "name": name,
        "detail": detail,
        "kind": kind,
        "range": lines.range(whole.to(chosen)),
        "selectionRange": lines.range(chosen),
        "children": children,
    })
}

fn declaration(declared: &Declaration, lines: &Lines<'_>) -> Option<Value> {
    let id = declared.id.as_ref().map(|id| (id.text.as_str(), id.span));
    let name = declared.name.as_ref().map(|name| (name.text.as_str(), name.span));
    let (shown, _) = name.or(id)?;
    let (_, chosen) = id.or(name)?;
    let kind = match declared.kind.text.as_str() {
        "keyword" => kind::FUNCTION,
        "kind" => kind::STRUCT,
        "enum" => kind::ENUM,
        "rule" => kind::CONSTANT,
        "test" => kind::EVENT,
        _ => kind::OBJECT,
    };
    let children = declared.body.as_ref().map(|body| parts(kind, body, lines)).unwrap_or_default();
    let named = Named { name: shown.to_owned(), detail: &declared.kind.text, kind };
    Some(symbol(named, (declared.span, chosen), children, lines))
}

/// Values of enums, fields of kinds, and clauses with a name of their own.
fn parts(of: u8, block: &Block, lines: &Lines<'_>) -> Vec<Value> {
    let mut parts = Vec::new();
    for entry in &block.entries {
        match entry {
            Entry::Clause(value) if of == kind::ENUM => {
                let name = value.label.as_ref().map_or(&value.name.text, |label| &label.text);
                let named = Named { name: name.clone(), detail: "", kind: kind::ENUM_MEMBER };
                parts.push(symbol(named, (value.span, value.name.span), Vec::new(), lines));
            }
            Entry::Clause(clause) => parts.extend(labelled(clause, lines)),
            Entry::Field(field) => {
                let named =
                    Named { name: field.name.text.clone(), detail: "field", kind: kind::FIELD };
                parts.push(symbol(named, (field.span, field.name.span), Vec::new(), lines));
            }
            Entry::ClauseDecl(clause) => {
                let named =
                    Named { name: clause.name.text.clone(), detail: "clause", kind: kind::METHOD };
                parts.push(symbol(named, (clause.span, clause.name.span), Vec::new(), lines));
            }
            _ => {}
        }
    }
    parts
}

fn labelled(clause: &Clause, lines: &Lines<'_>) -> Option<Value> {
    let Str { text, span, .. } = clause.label.as_ref()?;
    let named = Named { name: text.clone(), detail: &clause.name.text, kind: kind::METHOD };
    Some(symbol(named, (clause.span, *span), Vec::new(), lines))
}

impl Session {
    /// The declarations of all packages that are known whose name fits a search.
    pub(super) fn found_symbols(&mut self, query: &str) -> Value {
        if self.units.is_empty() {
            let folders = self.folders.iter();
            let packages: Vec<_> =
                folders.flat_map(|folder| self.packages.in_folder(folder)).collect();
            for package in packages {
                self.unit_of(&package.join(cardwright_check::project::MANIFEST));
            }
        }
        let mut found: Vec<(String, Value)> = Vec::new();
        for snapshot in self.units.iter().filter_map(|unit| unit.snapshot.as_ref()) {
            let Some(package) = snapshot.package() else { continue };
            for mention in snapshot.mentions.iter().filter(|mention| mention.declares) {
                let Some((name, kind)) = named(&package.library, mention) else { continue };
                let id = snapshot.text(mention.location);
                if !(fits(query, id) || fits(query, &name)) {
                    continue;
                }
                let place = self.place(snapshot, mention.location);
                let key = format!("{name} {} {:?}", place.uri, place.range.start);
                let symbol = json!({
                    "name": name,
                    "kind": kind,
                    "location": place,
                    "containerName": package.package().name,
                });
                found.push((key, symbol));
                if found.len() >= MOST {
                    break;
                }
            }
        }
        found.sort_by(|one, two| one.0.cmp(&two.0));
        found.dedup_by(|one, two| one.0 == two.0);
        found.into_iter().map(|(_, symbol)| symbol).collect::<Vec<_>>().into()
    }
}

/// What a search shows of a declaration; fields and values are too many to be of use.
fn named(library: &Library, mention: &Mention) -> Option<(String, u8)> {
    Some(match &mention.meaning {
        Meaning::Entity { role, id } => (entity(library, *role, id)?.name.clone(), kind::OBJECT),
        Meaning::Keyword(id) => (library.keyword(id)?.name.clone(), kind::FUNCTION),
        Meaning::Kind(id) => (library.kind(id)?.name.clone(), kind::STRUCT),
        Meaning::Enum(id) => (id.clone(), kind::ENUM),
        Meaning::Die(id) => (id.clone(), kind::OBJECT),
        Meaning::Rule(id) => (id.clone(), kind::CONSTANT),
        Meaning::Test(id) => (id.clone(), kind::EVENT),
        _ => return None,
    })
}

/// True if the letters of the search occur in that order.
pub(super) fn fits(query: &str, name: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    query
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .flat_map(char::to_lowercase)
        .all(|wanted| letters.any(|letter| letter == wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_finds_letters_in_their_order() {
        assert!(fits("", "goblin"));
        assert!(fits("gdw", "Gold Dwarf Warrior"));
        assert!(fits("gold dw", "gold-dwarf"));
        assert!(!fits("dg", "gold"));
    }
}
