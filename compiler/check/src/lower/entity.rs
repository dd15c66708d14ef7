//! Cards, decks, formats and records: declarations of a declared kind.

use std::sync::Arc;

use cardwright_dsl::ast;
use cardwright_model::{Entity, FieldType};

use super::contents::{Allowed, Contents};
use super::inherit::move_into;
use super::{Lowerer, note, title};
use crate::diag::{Location, article, declarations, names};
use crate::symbols::KindSymbol;
use crate::ty::EntityRole;

/// A declaration of a declared kind, before it inherits.
#[derive(Debug)]
pub(crate) struct LoweredEntity {
    /// The declaration without its contents; only its names if it was given out whole.
    pub(crate) entity: Entity,
    /// True if its contents are in the declaration that was given out.
    pub(crate) is_given_out: bool,
    pub(crate) role: EntityRole,
    pub(crate) contents: Arc<Contents>,
    /// Its kind and identifier, where what is missing is reported.
    pub(crate) head: Location,
    /// From its first word to its closing brace.
    pub(crate) whole: Location,
    pub(crate) parent_location: Option<Location>,
}

impl Lowerer<'_> {
    /// What stands in the braces of a declaration, or of an amendment of one.
    pub(super) fn body(
        &mut self,
        declaration: &ast::Declaration,
        kind: &KindSymbol,
        role: EntityRole,
        amends: bool,
    ) -> Contents {
        let owner = format!("{} {}", article(&kind.kind.id), kind.kind.id);
        let allowed = Allowed {
            owner: &owner,
            kind: &kind.kind.id,
            clause: None,
            fields: &kind.kind.fields,
            clauses: &kind.kind.clauses,
            effects: role == EntityRole::Card,
            amends,
            declared: &kind.places,
            gaps: &kind.gaps,
        };
        self.scope.hosts = vec![kind.kind.id.clone()];
        let Some(block) = &declaration.body else { return Contents::default() };
        self.collect_parts(block, &kind.kind.clauses);
        self.contents(block, &allowed)
    }

    /// Lowers a declaration of that kind; its parent's part comes later. One that neither inherits
    /// nor lends is given out whole, which spares a copy of all it holds.
    pub(crate) fn entity(
        &mut self,
        declaration: &ast::Declaration,
        kind: &KindSymbol,
        lends: bool,
    ) -> Option<(LoweredEntity, Option<Entity>)> {
        let id = declaration.id.as_ref()?;
        let role = kind.kind.role;
        if let Some(param) = declaration.params.first() {
            self.report(declarations::no_params(self.at(param.span), &kind.kind.id));
        }
        let parent = declaration.parent.as_ref().and_then(|parent| self.parent(id, parent, kind));
        let target = self.target(declaration, role);
        let mut contents = self.body(declaration, kind, role, false);
        contents.statements = std::mem::take(&mut self.statements);
        // Without its parent nobody knows what it lacks.
        contents.is_open =
            declaration.bad.is_some() || declaration.parent.is_some() && parent.is_none();
        self.check_reached();
        self.head_range(declaration, kind, &mut contents);
        let name =
            declaration.name.as_ref().map_or_else(|| title(&id.text), |name| name.text.clone());
        let mut entity = Entity {
            id: id.text.clone(),
            name,
            kind: kind.kind.id.clone(),
            is_abstract: declaration.is_abstract.is_some(),
            parent,
            target,
            note: note(&declaration.doc),
            provenance: self.origin(),
            ..Entity::default()
        };
        let head = self.at(declaration.kind.span.to(id.span));
        let parent_location = declaration.parent.as_ref().map(|parent| self.at(parent.span));
        let whole = self.at(declaration.span);
        let mut given_out = None;
        if !lends && entity.parent.is_none() {
            move_into(&mut entity, &mut contents);
            let names = Entity { id: entity.id.clone(), ..Entity::default() };
            given_out = Some(std::mem::replace(&mut entity, names));
        }
        let (contents, is_given_out) = (Arc::new(contents), given_out.is_some());
        let lowered =
            LoweredEntity { entity, is_given_out, role, contents, head, whole, parent_location };
        Some((lowered, given_out))
    }

    /// `for 3..4 heroes` is the field `heroes: 3..4`.
    fn head_range(
        &mut self,
        declaration: &ast::Declaration,
        kind: &KindSymbol,
        contents: &mut Contents,
    ) {
        let (Some((low, high)), Some(target)) = (&declaration.range, declaration.targets.first())
        else {
            return;
        };
        let field = kind.kind.fields.iter().find(|field| field.name == target.text);
        let Some(FieldType::Range { range }) = field.map(|field| &field.field_type) else {
            let legal = kind
                .kind
                .fields
                .iter()
                .filter(|field| matches!(field.field_type, FieldType::Range { .. }));
            let legal: Vec<&str> = legal.map(|field| field.name.as_str()).collect();
            let owner = format!("{} {}", article(&kind.kind.id), kind.kind.id);
            let location = self.at(target.span);
            self.report(names::unknown_field(location, &target.text, &owner, legal, None));
            return;
        };
        if let Some(first) = contents.places.get(&format!("fields.{}", target.text)).copied() {
            self.report(declarations::field_twice(self.at(target.span), &target.text, first));
            return;
        }
        contents.written.push(target.text.clone());
        let span = low.span.to(target.span);
        contents.places.insert(format!("fields.{}", target.text), self.at(span));
        let value = self.range_value(&target.text, low, high.as_ref(), *range);
        contents.fields.extend(value.map(|value| (target.text.clone(), value)));
    }

    fn parent(
        &mut self,
        id: &ast::Ident,
        parent: &ast::Ident,
        kind: &KindSymbol,
    ) -> Option<String> {
        let role = kind.kind.role;
        let symbols = self.symbols;
        let Some(found) = symbols.entity(role, &parent.text) else {
            let legal = symbols
                .entities(role)
                .filter(|(other, symbol)| symbol.kind == kind.kind.id && *other != id.text)
                .map(|(other, _)| other);
            self.report(names::unknown_parent(
                self.at(parent.span),
                &parent.text,
                &kind.kind.id,
                legal,
            ));
            return None;
        };
        if found.is_lost {
            return None;
        }
        if found.kind != kind.kind.id {
            self.report(declarations::parent_of_other_kind(
                self.at(parent.span),
                &parent.text,
                &found.kind,
                &kind.kind.id,
                found.location,
            ));
            return None;
        }
        Some(parent.text.clone())
    }

    /// The `for` of the head: a deck's format.
    fn target(&mut self, declaration: &ast::Declaration, role: EntityRole) -> Option<String> {
        if declaration.range.is_some() {
            return None;
        }
        let (first, rest) = declaration.targets.split_first()?;
        if role != EntityRole::Deck {
            self.report(declarations::no_targets(self.at(first.span), &declaration.kind.text));
            return None;
        }
        if let Some(second) = rest.first() {
            self.report(declarations::one_format(self.at(second.span)));
        }
        if self.symbols.entity(EntityRole::Format, &first.text).is_none() {
            let legal = self.symbols.entity_names(EntityRole::Format);
            self.report(names::unknown_entity(self.at(first.span), &first.text, "format", legal));
            return None;
        }
        Some(first.text.clone())
    }
}
