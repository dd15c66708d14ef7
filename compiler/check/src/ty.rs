//! What an expression gives, as the checker sees it, and how that is called to a designer.

use std::collections::BTreeSet;

use cardwright_model::{Entity, FieldType, Package, Role};
use cardwright_vocabulary::Type;

/// What an expression gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ty {
    /// Already reported as wrong; goes with everything, so that one mistake is one message.
    Error,
    /// Anything; as an expectation: none.
    Any,
    Nothing,
    Int,
    Bool,
    Text,
    /// One card in the game.
    Card,
    /// Any number of cards in the game.
    Cards,
    /// A card by its printed identity.
    CardName,
    CardNames,
    Zone,
    Kind,
    /// `trap | terrain`
    Kinds,
    Keyword,
    Enum(String),
    /// A set of values of one of those enums.
    EnumSet(BTreeSet<String>),
    /// A set of numbers.
    Numbers,
    /// `1..6`
    Range,
    Stat,
    /// A bare word, such as the name of a field.
    Name,
    /// A declaration that is not a card: a format or a deck.
    Entity(EntityRole),
    /// A number with a unit.
    Quantity,
    /// Dice that are thrown together.
    Pool,
    /// A die.
    Die,
    /// A square of the board.
    Square,
    /// Any number of squares.
    Squares,
    /// A tile of the board.
    Tile,
    /// A side or a player.
    Seat,
    /// A drawn map.
    Map,
    /// A keyword's parameter that takes a selection: one card or several, whichever the card
    /// says.
    Target,
}

/// [`Role`] with an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EntityRole {
    Card,
    Deck,
    Format,
    Record,
}

impl From<Role> for EntityRole {
    fn from(role: Role) -> EntityRole {
        match role {
            Role::Card => EntityRole::Card,
            Role::Deck => EntityRole::Deck,
            Role::Format => EntityRole::Format,
            Role::Record => EntityRole::Record,
        }
    }
}

impl From<EntityRole> for Role {
    fn from(role: EntityRole) -> Role {
        match role {
            EntityRole::Card => Role::Card,
            EntityRole::Deck => Role::Deck,
            EntityRole::Format => Role::Format,
            EntityRole::Record => Role::Record,
        }
    }
}

impl EntityRole {
    /// What a package declares of that role.
    pub(crate) fn declared(self, package: &Package) -> &[Entity] {
        match self {
            EntityRole::Card => &package.cards,
            EntityRole::Deck => &package.decks,
            EntityRole::Format => &package.formats,
            EntityRole::Record => &package.records,
        }
    }

    /// What a designer calls it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            EntityRole::Card => "card",
            EntityRole::Deck => "deck",
            EntityRole::Format => "format",
            EntityRole::Record => "record",
        }
    }
}

impl From<Type> for Ty {
    fn from(ty: Type) -> Ty {
        match ty {
            Type::Nothing => Ty::Nothing,
            Type::Int => Ty::Int,
            Type::Bool => Ty::Bool,
            Type::Text => Ty::Text,
            Type::Card => Ty::Card,
            Type::Cards => Ty::Cards,
            Type::CardName => Ty::CardName,
            Type::CardNames => Ty::CardNames,
            Type::Zone => Ty::Zone,
            Type::Kind => Ty::Kind,
            Type::Keyword => Ty::Keyword,
            Type::Enum(id) => Ty::Enum(id.to_owned()),
            Type::EnumSet(id) => Ty::enum_set([id]),
            Type::EitherSet(first, second) => Ty::enum_set([first, second]),
            Type::Numbers => Ty::Numbers,
            Type::Stat => Ty::Stat,
            Type::Format => Ty::Entity(EntityRole::Format),
            Type::Deck => Ty::Entity(EntityRole::Deck),
            Type::Pool => Ty::Pool,
            Type::Die => Ty::Die,
            Type::Square => Ty::Square,
            Type::Squares => Ty::Squares,
            Type::Tile => Ty::Tile,
            Type::Seat => Ty::Seat,
            Type::Name => Ty::Name,
            Type::Any => Ty::Any,
        }
    }
}

impl Ty {
    /// A set of values of those enums.
    pub(crate) fn enum_set<'a>(ids: impl IntoIterator<Item = &'a str>) -> Ty {
        Ty::EnumSet(ids.into_iter().map(str::to_owned).collect())
    }

    /// What a field or parameter of that type gives when it is read. `entity_role` tells
    /// what the declarations of a kind are.
    pub(crate) fn of_field(field: &FieldType, entity_role: &dyn Fn(&str) -> EntityRole) -> Ty {
        match field {
            FieldType::Int { .. } | FieldType::Formula { .. } => Ty::Int,
            FieldType::Condition | FieldType::DeckCondition | FieldType::Flag => Ty::Bool,
            FieldType::Text | FieldType::File => Ty::Text,
            FieldType::Enum { id } => Ty::Enum(id.clone()),
            FieldType::Entity { kind } => match entity_role(kind) {
                EntityRole::Card => Ty::CardName,
                other => Ty::Entity(other),
            },
            FieldType::Keyword => Ty::Keyword,
            FieldType::Selection => Ty::Target,
            FieldType::Quantity { .. } => Ty::Quantity,
            FieldType::Pool => Ty::Pool,
            FieldType::Die => Ty::Die,
            FieldType::Range { .. } => Ty::Range,
            FieldType::Name | FieldType::Clause { .. } => Ty::Name,
            FieldType::Map { .. } => Ty::Map,
            FieldType::List { of } => match Ty::of_field(of, entity_role) {
                Ty::Int => Ty::Numbers,
                Ty::Enum(id) => Ty::enum_set([id.as_str()]),
                Ty::CardName | Ty::Entity(_) => Ty::CardNames,
                Ty::Target => Ty::Cards,
                _ => Ty::Any,
            },
        }
    }

    /// True if a value of this type may stand where `wanted` is expected.
    pub(crate) fn fits(&self, wanted: &Ty) -> bool {
        use Ty::*;
        match (self, wanted) {
            (Error | Any, _) | (_, Error | Any) => true,
            (found, wanted) if found == wanted => true,
            (Card | CardName | CardNames | Target, Cards) => true,
            (Target, Card) | (Card | Cards | CardName, Target) => true,
            (CardName, Card | CardNames) => true,
            // Decks and formats have fields like cards; only rules can say so.
            (Entity(_), Card | Cards) => true,
            (Kind, Kinds) | (Int, Numbers) | (Square, Squares) => true,
            // A figure stands for the square it is on, a number for a fixed result.
            (Card | Target, Square | Squares) | (Int | Die, Pool) => true,
            (Enum(id), EnumSet(ids)) => ids.contains(id),
            (EnumSet(found), EnumSet(wanted)) => found.is_subset(wanted),
            _ => false,
        }
    }

    /// True if values of the two types can be equal at all.
    pub(crate) fn comparable(&self, other: &Ty) -> bool {
        use Ty::*;
        let is_card =
            |ty: &Ty| matches!(ty, Card | Cards | CardName | CardNames | Target | Entity(_));
        match (self, other) {
            (Error | Any, _) | (_, Error | Any) => true,
            (found, other) if found == other => true,
            (found, other) if is_card(found) && is_card(other) => true,
            (Int, Numbers | Range) | (Numbers | Range, Int) | (Kind, Kinds) | (Kinds, Kind) => true,
            // A number is a result without a throw.
            (Int, Pool) | (Pool, Int) => true,
            (Enum(id), EnumSet(ids)) | (EnumSet(ids), Enum(id)) => ids.contains(id),
            (EnumSet(found), EnumSet(other)) => !found.is_disjoint(other),
            _ => false,
        }
    }

    /// What one member of a set of this type is.
    pub(crate) fn member(&self) -> Ty {
        match self {
            Ty::Cards => Ty::Card,
            Ty::CardNames => Ty::CardName,
            Ty::Kinds => Ty::Kind,
            Ty::Squares => Ty::Square,
            Ty::Numbers | Ty::Range => Ty::Int,
            Ty::EnumSet(ids) if ids.len() == 1 => {
                Ty::Enum(ids.first().cloned().unwrap_or_default())
            }
            other => other.clone(),
        }
    }

    /// What a set of members of this type is.
    pub(crate) fn set(&self) -> Ty {
        match self {
            Ty::Card => Ty::Cards,
            Ty::CardName => Ty::CardNames,
            Ty::Kind => Ty::Kinds,
            Ty::Square => Ty::Squares,
            Ty::Int => Ty::Numbers,
            Ty::Enum(id) => Ty::enum_set([id.as_str()]),
            other => other.clone(),
        }
    }

    /// True if several values may be given.
    pub(crate) fn is_set(&self) -> bool {
        matches!(
            self,
            Ty::Cards
                | Ty::CardNames
                | Ty::Kinds
                | Ty::Squares
                | Ty::Numbers
                | Ty::EnumSet(_)
                | Ty::Any
                | Ty::Error
        )
    }

    /// What a designer calls it, with an article: "a number", "a damage".
    pub(crate) fn describe(&self) -> String {
        match self {
            Ty::Error | Ty::Any => "a value".into(),
            Ty::Nothing => "nothing".into(),
            Ty::Int => "a number".into(),
            Ty::Bool => "a condition (yes or no)".into(),
            Ty::Text => "text in quotes".into(),
            Ty::Card => "one card".into(),
            Ty::Target => "a card or a selection of cards".into(),
            Ty::Cards => "a selection of cards".into(),
            Ty::CardName => "the name of a card".into(),
            Ty::CardNames => "names of cards".into(),
            Ty::Zone => "a zone".into(),
            Ty::Kind => "a kind of card".into(),
            Ty::Kinds => "kinds of cards".into(),
            Ty::Keyword => "a keyword".into(),
            Ty::Enum(id) => format!("a value of `{id}`"),
            Ty::EnumSet(ids) => {
                format!("values of {}", super::diag::one_of(ids.iter().map(String::as_str)))
            }
            Ty::Numbers => "a set of numbers".into(),
            Ty::Range => "a range of numbers".into(),
            Ty::Stat => "a stat".into(),
            Ty::Name => "a word".into(),
            Ty::Entity(role) => format!("the name of a {}", role.word()),
            Ty::Quantity => "a number with a unit".into(),
            Ty::Pool => "dice".into(),
            Ty::Die => "a die".into(),
            Ty::Square => "a square".into(),
            Ty::Squares => "squares".into(),
            Ty::Tile => "a tile".into(),
            Ty::Seat => "a side or player".into(),
            Ty::Map => "a drawn map".into(),
        }
    }
}
