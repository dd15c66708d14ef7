//! Reads the set-up of a scenario.

use cardwright_model::{Arg, Expr, Scenario};

use super::super::code::{Code, DefId};
use super::super::dice::Wanted;
use super::super::lower::scope::find;

/// The set-up of a scenario, to be read field by field.
pub struct Table<'s> {
    /// The scenario.
    pub scenario: &'s Scenario,
    code: &'s Code,
}

/// A printed card in a set-up, with its properties: `goblin(wounds: 1)`.
#[derive(Debug, Clone, Copy)]
pub struct Placed<'s> {
    /// The printed card.
    pub def: DefId,
    /// Its properties as written.
    pub with: &'s [Arg],
}

impl Placed<'_> {
    /// A property that is a number.
    pub fn number(&self, name: &str) -> Option<i64> {
        find(self.with, name).and_then(integer)
    }

    /// A property that is yes or no; a bare word is yes.
    pub fn is(&self, name: &str) -> bool {
        matches!(find(self.with, name), Some(Expr::Bool { value: true }))
    }

    /// A property that is several names.
    pub fn names(&self, name: &str) -> Vec<String> {
        let Some(value) = find(self.with, name) else {
            return Vec::new();
        };
        match value {
            Expr::Set { items } => items.iter().filter_map(identifier).collect(),
            single => identifier(single).into_iter().collect(),
        }
    }

    /// A property that is a name.
    pub fn name(&self, name: &str) -> Option<String> {
        find(self.with, name).and_then(identifier)
    }
}

impl<'s> Table<'s> {
    pub fn new(scenario: &'s Scenario, code: &'s Code) -> Table<'s> {
        Table { scenario, code }
    }

    /// What a field of the set-up holds, in the order written.
    pub fn values(&self, field: &str) -> &'s [Expr] {
        self.scenario.setup.get(field).map_or(&[], Vec::as_slice)
    }

    /// A field that is a number.
    pub fn number(&self, field: &str) -> Option<i64> {
        self.values(field).first().and_then(integer)
    }

    /// Whether a field says yes.
    pub fn is(&self, field: &str) -> bool {
        matches!(self.values(field).first(), Some(Expr::Bool { value: true }))
    }

    /// A field that is a name, such as a format.
    pub fn name(&self, field: &str) -> Option<String> {
        self.values(field).first().and_then(identifier)
    }

    /// A field that is names, such as decks.
    pub fn names(&self, field: &str) -> Vec<String> {
        self.values(field).iter().filter_map(identifier).collect()
    }

    /// The seed of everything random.
    pub fn seed(&self) -> u64 {
        self.number("seed").unwrap_or(0) as u64
    }

    /// The printed cards that a field lists.
    pub fn cards(&self, field: &str) -> Result<Vec<Placed<'s>>, String> {
        let mut placed = Vec::new();
        for value in self.values(field) {
            placed.push(self.card(value)?);
        }
        Ok(placed)
    }

    /// A printed card with its properties.
    pub fn card(&self, expr: &'s Expr) -> Result<Placed<'s>, String> {
        match expr {
            Expr::Card { id, with } => {
                let def = self.code.def(id).ok_or_else(|| format!("there is no card `{id}`"))?;
                Ok(Placed { def, with })
            }
            _ => Err("a set-up lists cards by their names".to_owned()),
        }
    }

    /// The scripted dice.
    pub fn faces(&self) -> Result<Vec<Wanted>, String> {
        let mut wanted = Vec::new();
        for throws in &self.scenario.dice {
            let by = match &throws.by {
                Some(id) => {
                    Some(self.code.def(id).ok_or_else(|| format!("there is no card `{id}`"))?)
                }
                None => None,
            };
            for face in &throws.faces {
                let shown = self.code.dice.shown(face).ok_or("no die shows what is scripted")?;
                wanted.push(Wanted { by, ..Wanted::shows(shown) });
            }
        }
        Ok(wanted)
    }
}

/// The name that an expression is.
pub fn identifier(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Symbol { id, .. } | Expr::Card { id, .. } | Expr::Zone { id } | Expr::Kind { id } => {
            Some(id.clone())
        }
        Expr::Text { value } => Some(value.clone()),
        Expr::Var { name } => Some(name.clone()),
        _ => None,
    }
}

/// The number that an expression is.
pub fn integer(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Int { value } => Some(*value),
        _ => None,
    }
}
