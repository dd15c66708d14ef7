//! Reads the set-up of a scenario.

use std::cell::RefCell;

use cardwright_model::{Arg, Expr, Library, Scenario};
use cardwright_vocabulary::Vocabulary;

use super::super::code::{AbilitiesId, Code, DefId};
use super::super::dice::ScriptedDie;
use super::super::lower::Lowerer;
use super::super::lower::scope::find;
use crate::game::Start;

/// The set-up of a scenario, to be read field by field.
pub struct SetUp<'s> {
    /// The scenario.
    pub scenario: &'s Scenario,
    library: &'s Library,
    vocabulary: &'static Vocabulary,
    /// The game's effects.
    code: &'s Code,
    /// Those and the effects that cards of the set-up carry besides their own, if they do.
    more: RefCell<Option<Code>>,
}

/// A printed card in a set-up, with its properties: `goblin(wounds: 1)`.
#[derive(Debug, Clone, Copy)]
pub struct Placed<'s> {
    /// The printed card.
    pub def: DefId,
    /// Its properties as written.
    pub with: &'s [Arg],
}

impl<'s> Placed<'s> {
    /// The printed card that an expression names.
    pub(super) fn of(expr: &'s Expr, code: &Code) -> Result<Placed<'s>, String> {
        let Expr::Card { id, with } = expr else {
            return Err("this is not the name of a card".to_owned());
        };
        let def = code.def(id).ok_or_else(|| format!("there is no card `{id}`"))?;
        Ok(Placed { def, with })
    }

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
        let values = find(self.with, name).into_iter().flat_map(items);
        values.filter_map(identifier).collect()
    }

    /// A property that is a name.
    pub fn name(&self, name: &str) -> Option<String> {
        find(self.with, name).and_then(identifier)
    }
}

impl<'s> SetUp<'s> {
    pub(super) fn new(
        library: &'s Library,
        scenario: &'s Scenario,
        vocabulary: &'static Vocabulary,
        code: &'s Code,
    ) -> SetUp<'s> {
        SetUp { scenario, library, vocabulary, code, more: RefCell::new(None) }
    }

    /// The game's effects with those that cards of the set-up carry; `None` if they carry none.
    pub(super) fn into_code(self) -> Option<Code> {
        self.more.into_inner()
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

    /// The game that a set-up begins with decks, or whose format a position is of.
    pub fn start(&self) -> Start {
        let mut decks = self.names("deck");
        decks.extend(self.names("decks"));
        let format = self.name("format").unwrap_or_default();
        Start { format, decks, seed: self.seed(), ..Start::default() }
    }

    /// The seed of everything random.
    pub fn seed(&self) -> u64 {
        self.number("seed").unwrap_or(0) as u64
    }

    /// The printed cards that a field lists.
    pub fn cards(&self, field: &str) -> Result<Vec<Placed<'s>>, String> {
        let mut placed = Vec::new();
        for value in self.values(field).iter().flat_map(items) {
            placed.push(self.card(value)?);
        }
        Ok(placed)
    }

    /// A printed card with its properties.
    pub fn card(&self, expr: &'s Expr) -> Result<Placed<'s>, String> {
        Placed::of(expr, self.code)
    }

    /// What the keywords do that a card of the set-up carries besides its own:
    /// `goblin(gains: charge(2))`.
    pub fn gained(&self, placed: &Placed<'_>) -> Result<Vec<AbilitiesId>, String> {
        if !placed.with.iter().any(|arg| arg.name == "gains") {
            return Ok(Vec::new());
        }
        let code = self.more.take().unwrap_or_else(|| self.code.clone());
        let mut lowerer = Lowerer::resume(self.library, self.vocabulary, code);
        let gained = gained(&mut lowerer, placed.with);
        self.more.replace(Some(lowerer.code));
        gained
    }

    /// The scripted dice.
    pub(super) fn faces(&self) -> Result<Vec<ScriptedDie>, String> {
        let code = self.code;
        let mut wanted = Vec::new();
        for throws in &self.scenario.dice {
            let by = match &throws.by {
                Some(id) => Some(code.def(id).ok_or_else(|| format!("there is no card `{id}`"))?),
                None => None,
            };
            for face in &throws.faces {
                let shown = code.dice.shown(face).ok_or("no die shows what is scripted")?;
                wanted.push(ScriptedDie { by, ..ScriptedDie::shows(shown) });
            }
        }
        Ok(wanted)
    }
}

/// What the keywords do that a card is given.
pub(super) fn gained(lowerer: &mut Lowerer<'_>, with: &[Arg]) -> Result<Vec<AbilitiesId>, String> {
    let given = with.iter().filter(|arg| arg.name == "gains");
    given
        .map(|arg| match &arg.value {
            Expr::Keyword { id, args } => lowerer.lent_keyword(id, args),
            _ => Err("`gains` needs a keyword".to_owned()),
        })
        .collect()
}

/// The members of a set, or the expression itself.
pub fn items(expr: &Expr) -> &[Expr] {
    match expr {
        Expr::Set { items } => items,
        single => std::slice::from_ref(single),
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
