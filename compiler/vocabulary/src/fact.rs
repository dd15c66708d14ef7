//! Facts: what a game reads from declarations by name, each with its type and what holds without
//! it.
//!
//! A game lists its facts with [`facts!`](crate::facts) and reads cards only through them, so a
//! name stands in one place. The compiler compares the list with the kinds: rules whose kinds
//! lack a fact, or have it with another type, are refused.

use cardwright_model::{Clause, Entity, Game, ListEntry, Value, WordType};
use serde::Serialize;

/// One thing that a game reads by name.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Fact {
    /// The kinds whose declarations have it, and so all kinds built on them. Empty: it is a
    /// setting of the `game` declaration.
    pub kinds: &'static [&'static str],
    /// The clauses it stands in, from the outside; empty if it stands in no clause.
    pub within: &'static [&'static str],
    /// Its name.
    pub name: &'static str,
    /// What is read.
    pub holds: Holds,
    /// What holds for a declaration that does not say it.
    pub otherwise: Otherwise,
    /// What it means, one sentence for designers.
    pub doc: &'static str,
}

/// What a fact is in a declaration.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holds {
    /// A field, or a parameter of the clause it stands in.
    Value(WordType),
    /// A clause.
    Clause,
}

/// What holds for a declaration that does not say a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Otherwise {
    /// There is no such declaration: its kind requires the fact or has a default of its own.
    Never,
    /// Nothing: 0, no, an empty list.
    Nothing,
    /// That number.
    Number(i64),
}

/// A setting of the `game` declaration.
pub const fn setting(
    name: &'static str,
    ty: WordType,
    otherwise: Otherwise,
    doc: &'static str,
) -> Fact {
    Fact { kinds: &[], within: &[], name, holds: Holds::Value(ty), otherwise, doc }
}

/// A field of declarations of those kinds.
pub const fn field(
    kinds: &'static [&'static str],
    name: &'static str,
    ty: WordType,
    otherwise: Otherwise,
    doc: &'static str,
) -> Fact {
    Fact { kinds, within: &[], name, holds: Holds::Value(ty), otherwise, doc }
}

/// A clause of declarations of those kinds.
pub const fn clause(kinds: &'static [&'static str], name: &'static str, doc: &'static str) -> Fact {
    Fact { kinds, within: &[], name, holds: Holds::Clause, otherwise: Otherwise::Nothing, doc }
}

impl Fact {
    /// The same fact in a clause, which may stand in others: `&["room", "check"]`.
    pub const fn within(self, within: &'static [&'static str]) -> Fact {
        Fact { within, ..self }
    }

    /// What a declaration or clause says, if it does.
    pub fn value<'a>(&self, of: &'a impl Holder) -> Option<&'a Value> {
        of.held(self.name)
    }

    /// True if it is said at all.
    pub fn is_given(&self, of: &impl Holder) -> bool {
        self.value(of).is_some()
    }

    /// The number, if one is said.
    pub fn number(&self, of: &impl Holder) -> Option<i64> {
        self.value(of).and_then(Value::as_int)
    }

    /// The number; the usual one if none is said.
    pub fn int(&self, of: &impl Holder) -> i64 {
        let usual = match self.otherwise {
            Otherwise::Number(usual) => usual,
            Otherwise::Never | Otherwise::Nothing => 0,
        };
        self.number(of).unwrap_or(usual)
    }

    /// True if it says `yes`.
    pub fn flag(&self, of: &impl Holder) -> bool {
        matches!(self.value(of), Some(Value::Bool(true)))
    }

    /// The text; empty if there is none.
    pub fn text<'a>(&self, of: &'a impl Holder) -> &'a str {
        self.value(of).and_then(Value::as_text).unwrap_or_default()
    }

    /// The values of a list; none if nothing is said.
    pub fn items<'a>(&self, of: &'a impl Holder) -> &'a [Value] {
        self.value(of).map_or(&[], Value::items)
    }

    /// The identifiers of cards or values of an enum.
    pub fn ids<'a, H: Holder>(&self, of: &'a H) -> impl Iterator<Item = &'a str> + use<'a, H> {
        self.items(of).iter().filter_map(Value::as_ref_id)
    }

    /// The first of those.
    pub fn id<'a>(&self, of: &'a impl Holder) -> Option<&'a str> {
        self.items(of).iter().find_map(Value::as_ref_id)
    }

    /// The clauses of its name, in printed order.
    pub fn clauses<'a, H: Holder>(
        &self,
        of: &'a H,
    ) -> impl Iterator<Item = &'a Clause> + use<'a, H> {
        let name = self.name;
        of.inner().iter().filter(move |clause| clause.clause == name)
    }

    /// The cards of a counted list, such as a deck's `4 goblin`.
    pub fn counted<'a>(&self, of: &'a Entity) -> &'a [ListEntry] {
        of.lists.get(self.name).map_or(&[], Vec::as_slice)
    }

    /// True for a clause of that name.
    pub fn is(&self, clause: &Clause) -> bool {
        clause.clause == self.name
    }

    /// The enum that its values belong to.
    pub fn domain(&self) -> Option<&'static str> {
        match self.holds {
            Holds::Value(WordType::Enum(id)) => Some(id),
            Holds::Value(WordType::EnumSet([id, ..])) => Some(id),
            _ => None,
        }
    }
}

/// Something that has facts.
pub trait Holder {
    /// What it says under that name.
    fn held(&self, name: &str) -> Option<&Value>;

    /// The clauses in it.
    fn inner(&self) -> &[Clause];
}

impl Holder for Entity {
    fn held(&self, name: &str) -> Option<&Value> {
        self.fields.get(name)
    }

    fn inner(&self) -> &[Clause] {
        &self.clauses
    }
}

impl Holder for Clause {
    fn held(&self, name: &str) -> Option<&Value> {
        self.args.get(name).or_else(|| self.fields.get(name))
    }

    fn inner(&self) -> &[Clause] {
        &self.clauses
    }
}

impl Holder for Game {
    fn held(&self, name: &str) -> Option<&Value> {
        self.settings.get(name)
    }

    fn inner(&self) -> &[Clause] {
        &[]
    }
}

/// Declares the facts of a game as constants, and `FACTS`, the list of them all.
///
/// ```
/// use cardwright_vocabulary::{Otherwise, Type, facts, field, setting};
///
/// facts! {
///     /// How far it walks.
///     SPEED = field(&["hero"], "speed", Type::Int, Otherwise::Never, "Squares a move.");
///     LIVES = setting("lives", Type::Int, Otherwise::Number(3), "Lives of a Hero.");
/// }
/// assert_eq!(FACTS.len(), 2);
/// assert_eq!(SPEED.int(&cardwright_model::Entity::default()), 0);
/// ```
#[macro_export]
macro_rules! facts {
    ($($(#[$meta:meta])* $name:ident = $fact:expr;)*) => {
        $(
            $(#[$meta])*
            pub(crate) const $name: $crate::Fact = $fact;
        )*
        /// Everything that the game reads by name.
        pub(crate) const FACTS: &[$crate::Fact] = &[$($name),*];
    };
}
