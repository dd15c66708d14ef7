//! Collects the kinds of a package: first their heads, then, parents before children, what they
//! declare.

use std::sync::Arc;

use super::collect::{BUILT_IN, Collector};
use super::lost::Lost;
use super::package::Unit;
use crate::diag::{Location, declarations, names};

impl<'a> Collector<'a> {
    pub(super) fn collect_kinds(&mut self, units: &mut Vec<Unit<'a>>, lost: &[Lost<'a>]) {
        units.retain(|unit| {
            let Some(symbol) = self.with(unit, |lowerer| lowerer.kind_head(unit.declaration))
            else {
                return false;
            };
            let id = symbol.kind.id.clone();
            if BUILT_IN.contains(&id.as_str()) {
                self.diagnostics.push(declarations::reserved_kind(symbol.location, &id));
                return false;
            }
            if let Some(first) = self.symbols.kinds.get_mut(&id) {
                self.diagnostics.push(names::duplicate(
                    symbol.location,
                    "kind",
                    &id,
                    first.location,
                ));
                // Who writes one may mean either.
                Arc::make_mut(first).gaps.is_open = true;
                return false;
            }
            self.symbols.kinds.insert(id, Arc::new(symbol));
            true
        });
        self.lose(lost, "kind");
        let order = self.parents_first(units);
        for at in &order {
            self.take_over_head(&units[*at]);
        }
        for at in order {
            let Some(id) = &units[at].declaration.id else { continue };
            let Some(symbol) = self.symbols.kind(&id.text) else { continue };
            let mut symbol = symbol.clone();
            self.with(&units[at], |lowerer| lowerer.kind_body(units[at].declaration, &mut symbol));
            self.symbols.kinds.insert(symbol.kind.id.clone(), Arc::new(symbol));
        }
        for unit in units.iter() {
            let id = unit.declaration.id.as_ref().map_or("", |id| id.text.as_str());
            self.kinds.extend(self.symbols.kind(id).map(|symbol| symbol.kind.clone()));
        }
    }

    /// The order in which kinds are completed, and which have no parent but a circle or nothing.
    fn parents_first(&mut self, units: &[Unit<'a>]) -> Vec<usize> {
        for unit in units {
            let (Some(id), Some(parent)) = (&unit.declaration.id, &unit.declaration.parent) else {
                continue;
            };
            let location = Location::new(unit.file, parent.span);
            if self.symbols.kind(&parent.text).is_none() {
                let legal: Vec<&str> = self.symbols.kinds.keys().map(String::as_str).collect();
                let found = names::unknown_parent(location, &parent.text, "kind", legal);
                self.diagnostics.push(found);
                self.forget_parent(&id.text);
            } else if self.symbols.lineage(&parent.text).any(|kind| kind.kind.id == id.text) {
                self.diagnostics.push(declarations::inheritance_cycle(location, &id.text));
                self.forget_parent(&id.text);
            }
        }
        let depth = |unit: &Unit<'a>| {
            let id = unit.declaration.id.as_ref().map_or("", |id| id.text.as_str());
            self.symbols.lineage(id).count()
        };
        let mut order: Vec<usize> = (0..units.len()).collect();
        order.sort_by_key(|at| depth(&units[*at]));
        order
    }

    /// Role, family and print of the parent, where the kind does not say its own.
    fn take_over_head(&mut self, unit: &Unit<'a>) {
        let Some(id) = &unit.declaration.id else { return };
        let Some(parent) = self.symbols.lineage(&id.text).nth(1) else { return };
        let (role, family) = (parent.kind.role, parent.kind.family.clone());
        let says_role = super::kind::clauses(unit.declaration.body.as_ref())
            .any(|clause| clause.name.text == "role");
        if let Some(symbol) = self.symbols.kinds.get_mut(&id.text) {
            let kind = &mut Arc::make_mut(symbol).kind;
            kind.family = kind.family.take().or(family);
            if !says_role {
                kind.role = role;
            }
        }
    }

    fn forget_parent(&mut self, kind: &str) {
        if let Some(symbol) = self.symbols.kinds.get_mut(kind) {
            let symbol = Arc::make_mut(symbol);
            symbol.kind.parent = None;
            symbol.gaps.is_open = true;
        }
    }
}
