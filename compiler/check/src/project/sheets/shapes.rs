//! What kinds hold, as far as cells need to know it: read from the text, before names are resolved.

use std::collections::BTreeMap;

use cardwright_dsl::ast::{self, Entry, Item};
use cardwright_dsl::{parse_item, split};

/// Kinds and enums by name.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    kinds: BTreeMap<String, KindShape>,
    /// The values of enums: by identifier and by printed name in small letters.
    enums: BTreeMap<String, BTreeMap<String, String>>,
}

#[derive(Debug, Default)]
struct KindShape {
    parent: Option<String>,
    members: BTreeMap<String, Form>,
}

/// How a cell becomes a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Form {
    /// A text in quotes.
    Text,
    /// The path of a file.
    File,
    /// As it is written: numbers, dice, formulas, keywords.
    Plain,
    /// Yes or no.
    Flag,
    /// A value of that enum, or a card; several with commas.
    Name { of: String, list: bool },
    /// The lines of an effect.
    Effect,
}

/// The members of a kind, with those it inherits.
pub(crate) type Members = BTreeMap<String, Form>;

impl Shapes {
    /// Adds what a file declares.
    pub(super) fn add(&mut self, text: &str) {
        if u32::try_from(text.len()).is_err() {
            return;
        }
        for slice in split(text) {
            let item = &text[slice.span.range()];
            if !item.contains("kind ") && !item.contains("enum ") {
                continue;
            }
            for parsed in parse_item(item, 0).items {
                let Item::Declaration(declaration) = parsed else { continue };
                let Some(id) = &declaration.id else { continue };
                match declaration.kind.text.as_str() {
                    "kind" => self.add_kind(&id.text, &declaration),
                    "enum" => self.add_enum(&id.text, &declaration),
                    _ => {}
                }
            }
        }
    }

    fn add_kind(&mut self, id: &str, declaration: &ast::Declaration) {
        let shape = self.kinds.entry(id.to_owned()).or_default();
        shape.parent = declaration.parent.as_ref().map(|parent| parent.text.clone());
        for entry in declaration.body.iter().flat_map(|body| &body.entries) {
            match entry {
                Entry::Field(field) => {
                    shape.members.insert(field.name.text.clone(), form(&field.ty));
                }
                Entry::ClauseDecl(clause) => {
                    let form = match clause.shape.name.text.as_str() {
                        "effect" if clause.params.is_empty() => Form::Effect,
                        _ => Form::Plain,
                    };
                    shape.members.insert(clause.name.text.clone(), form);
                }
                _ => {}
            }
        }
    }

    fn add_enum(&mut self, id: &str, declaration: &ast::Declaration) {
        let values = self.enums.entry(id.to_owned()).or_default();
        for entry in declaration.body.iter().flat_map(|body| &body.entries) {
            let Entry::Clause(value) = entry else { continue };
            let id = &value.name.text;
            values.insert(id.clone(), id.clone());
            if let Some(label) = &value.label {
                values.entry(label.text.to_lowercase()).or_insert_with(|| id.clone());
            }
        }
    }

    /// The kinds there are.
    pub(super) fn kinds(&self) -> impl Iterator<Item = &str> {
        self.kinds.keys().map(String::as_str)
    }

    /// What a kind holds; none if there is no such kind.
    pub(super) fn members(&self, kind: &str) -> Option<Members> {
        let mut members = Members::new();
        let mut next = self.kinds.get(kind);
        next?;
        // A circle of parents is reported elsewhere.
        for _ in 0..self.kinds.len() {
            let Some(shape) = next else { break };
            for (name, form) in &shape.members {
                members.entry(name.clone()).or_insert_with(|| form.clone());
            }
            next = shape.parent.as_ref().and_then(|parent| self.kinds.get(parent));
        }
        Some(members)
    }

    /// The value of an enum that somebody means: by its identifier or its printed name.
    pub(super) fn value(&self, of: &str, written: &str) -> Option<&str> {
        let values = self.enums.get(of)?;
        let found = values.get(written).or_else(|| values.get(&written.to_lowercase()));
        found.or_else(|| values.get(&cardwright_sheets::slug(written))).map(String::as_str)
    }
}

fn form(ty: &ast::Type) -> Form {
    match ty.name.text.as_str() {
        "text" => Form::Text,
        "file" => Form::File,
        "flag" => Form::Flag,
        "int" | "formula" | "condition" | "deck-condition" | "keyword" | "selection"
        | "quantity" | "pool" | "die" | "range" | "name" | "clause" | "map" | "edge-map" => {
            Form::Plain
        }
        of => Form::Name { of: of.to_owned(), list: ty.list },
    }
}
