//! Types: what an expression, a parameter or a word of a game's vocabulary gives or takes.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::effect::{BinaryOp, Expr, UnaryOp};
use crate::rules::{FieldType, Role};

/// What an expression gives, or what may stand somewhere.
///
/// There is only this one list. `Id` and `Ids` are how enums are named: owned in the model,
/// `&'static` in the constant tables of vocabularies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Type<Id = String, Ids = BTreeSet<String>> {
    /// Already reported as wrong; goes with everything, so that one mistake is one message.
    Error,
    /// Anything; as an expectation: none.
    Any,
    /// Gives nothing.
    Nothing,
    /// A whole number.
    Int,
    /// Yes or no.
    Bool,
    /// Text.
    Text,
    /// One card in the game, adventurers and quests included (`self`, `it`, `primary-target`).
    Card,
    /// Any number of cards in the game.
    Cards,
    /// A card by its printed identity (`goblin`), whichever copies there are.
    CardName,
    /// Several of those.
    CardNames,
    /// A zone or deck.
    Zone,
    /// A kind or family, such as `trap`.
    Kind,
    /// `trap | terrain`.
    Kinds,
    /// A keyword, with or without arguments.
    Keyword,
    /// A value of that enum.
    Enum(Id),
    /// A set of values of those enums: `fire`, `undead | goblin`.
    EnumSet(Ids),
    /// A set of numbers, counted with repetition: `{3, 2, 1, 0}`.
    Numbers,
    /// `1..6`.
    Range,
    /// A number with a unit.
    Quantity,
    /// Dice: `2B 1R`. Where dice are wanted, a number is a result that is not thrown.
    Pool,
    /// One die that the content declares.
    Die,
    /// One square of the board; a card stands for the square of its figure.
    Square,
    /// Any number of squares.
    Squares,
    /// A tile of the board, by its name or its place.
    Tile,
    /// A drawn map.
    Map,
    /// A side or a player.
    Seat,
    /// A stat, named as an argument: `highest(characters, power)`.
    Stat,
    /// A declaration that is not a card, by its identifier: a format or a deck list.
    Entity(Role),
    /// A bare word taken as it stands: a field, clause, list or statement of a kind. Only
    /// legality rules use it (`total(party, life)`, `has-clause(boost)`); it lowers to text.
    Name,
    /// A keyword's parameter that takes a selection: one card or several, whichever the card
    /// says.
    Target,
}

/// A type as the constant tables of vocabularies write it.
pub type WordType = Type<&'static str, &'static [&'static str]>;

impl From<WordType> for Type {
    fn from(ty: WordType) -> Type {
        match ty {
            Type::Enum(id) => Type::Enum(id.to_owned()),
            Type::EnumSet(ids) => Type::enum_set(ids.iter().copied()),
            Type::Entity(role) => Type::Entity(role),
            Type::Error => Type::Error,
            Type::Any => Type::Any,
            Type::Nothing => Type::Nothing,
            Type::Int => Type::Int,
            Type::Bool => Type::Bool,
            Type::Text => Type::Text,
            Type::Card => Type::Card,
            Type::Cards => Type::Cards,
            Type::CardName => Type::CardName,
            Type::CardNames => Type::CardNames,
            Type::Zone => Type::Zone,
            Type::Kind => Type::Kind,
            Type::Kinds => Type::Kinds,
            Type::Keyword => Type::Keyword,
            Type::Numbers => Type::Numbers,
            Type::Range => Type::Range,
            Type::Quantity => Type::Quantity,
            Type::Pool => Type::Pool,
            Type::Die => Type::Die,
            Type::Square => Type::Square,
            Type::Squares => Type::Squares,
            Type::Tile => Type::Tile,
            Type::Map => Type::Map,
            Type::Seat => Type::Seat,
            Type::Stat => Type::Stat,
            Type::Name => Type::Name,
            Type::Target => Type::Target,
        }
    }
}

impl<Id, Ids> Type<Id, Ids> {
    /// True for one thing that can be in play: a card, or a place or side of the table.
    pub fn is_thing(&self) -> bool {
        matches!(self, Type::Card | Type::Square | Type::Tile | Type::Seat)
    }

    /// True for any number of things that can be in play.
    pub fn are_things(&self) -> bool {
        matches!(self, Type::Cards | Type::Squares)
    }

    /// True for values of enums.
    pub fn is_of_enum(&self) -> bool {
        matches!(self, Type::Enum(_) | Type::EnumSet(_))
    }
}

impl Type {
    /// A set of values of those enums.
    pub fn enum_set<'a>(ids: impl IntoIterator<Item = &'a str>) -> Type {
        Type::EnumSet(ids.into_iter().map(str::to_owned).collect())
    }

    /// What a field or parameter of that type gives when it is read. `role_of` tells what the
    /// declarations of a kind are.
    pub fn of_field(field: &FieldType, role_of: &dyn Fn(&str) -> Role) -> Type {
        match field {
            FieldType::Int { .. } | FieldType::Formula { .. } => Type::Int,
            FieldType::Condition | FieldType::DeckCondition | FieldType::Flag => Type::Bool,
            FieldType::Text | FieldType::File => Type::Text,
            FieldType::Enum { id } => Type::Enum(id.clone()),
            FieldType::Entity { kind } => match role_of(kind) {
                Role::Card => Type::CardName,
                other => Type::Entity(other),
            },
            FieldType::Keyword => Type::Keyword,
            FieldType::Selection => Type::Target,
            FieldType::Quantity { .. } => Type::Quantity,
            FieldType::Pool => Type::Pool,
            FieldType::Die => Type::Die,
            FieldType::Range { .. } => Type::Range,
            FieldType::Name | FieldType::Clause { .. } => Type::Name,
            FieldType::Map { .. } => Type::Map,
            FieldType::List { of } => match Type::of_field(of, role_of) {
                Type::Int => Type::Numbers,
                Type::Enum(id) => Type::enum_set([id.as_str()]),
                Type::CardName | Type::Entity(_) => Type::CardNames,
                Type::Target => Type::Cards,
                _ => Type::Any,
            },
        }
    }

    /// True if a value of this type may stand where `wanted` is expected.
    pub fn fits(&self, wanted: &Type) -> bool {
        use Type::*;
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
    pub fn comparable(&self, other: &Type) -> bool {
        use Type::*;
        let is_card =
            |ty: &Type| matches!(ty, Card | Cards | CardName | CardNames | Target | Entity(_));
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
    pub fn member(&self) -> Type {
        match self {
            Type::Cards => Type::Card,
            Type::CardNames => Type::CardName,
            Type::Kinds => Type::Kind,
            Type::Squares => Type::Square,
            Type::Numbers | Type::Range => Type::Int,
            Type::EnumSet(ids) if ids.len() == 1 => {
                Type::Enum(ids.first().cloned().unwrap_or_default())
            }
            other => other.clone(),
        }
    }

    /// What a set of members of this type is.
    pub fn set(&self) -> Type {
        match self {
            Type::Card => Type::Cards,
            Type::CardName => Type::CardNames,
            Type::Kind => Type::Kinds,
            Type::Square => Type::Squares,
            Type::Int => Type::Numbers,
            Type::Enum(id) => Type::enum_set([id.as_str()]),
            other => other.clone(),
        }
    }

    /// True if several values may be given.
    pub fn is_set(&self) -> bool {
        matches!(
            self,
            Type::Cards
                | Type::CardNames
                | Type::Kinds
                | Type::Squares
                | Type::Numbers
                | Type::EnumSet(_)
                | Type::Any
                | Type::Error
        )
    }

    /// What a designer calls it, with an article: "a number", "a damage".
    pub fn describe(&self) -> String {
        match self {
            Type::Error | Type::Any => "a value".into(),
            Type::Nothing => "nothing".into(),
            Type::Int => "a number".into(),
            Type::Bool => "a condition (yes or no)".into(),
            Type::Text => "text in quotes".into(),
            Type::Card => "one card".into(),
            Type::Target => "a card or a selection of cards".into(),
            Type::Cards => "a selection of cards".into(),
            Type::CardName => "the name of a card".into(),
            Type::CardNames => "names of cards".into(),
            Type::Zone => "a zone".into(),
            Type::Kind => "a kind of card".into(),
            Type::Kinds => "kinds of cards".into(),
            Type::Keyword => "a keyword".into(),
            Type::Enum(id) => format!("a value of `{id}`"),
            Type::EnumSet(ids) => {
                let ids: Vec<String> = ids.iter().map(|id| format!("`{id}`")).collect();
                format!("values of {}", ids.join(" or "))
            }
            Type::Numbers => "a set of numbers".into(),
            Type::Range => "a range of numbers".into(),
            Type::Stat => "a stat".into(),
            Type::Name => "a word".into(),
            Type::Entity(role) => format!("the name of a {}", role.word()),
            Type::Quantity => "a number with a unit".into(),
            Type::Pool => "dice".into(),
            Type::Die => "a die".into(),
            Type::Square => "a square".into(),
            Type::Squares => "squares".into(),
            Type::Tile => "a tile".into(),
            Type::Seat => "a side or player".into(),
            Type::Map => "a drawn map".into(),
        }
    }
}

impl Expr {
    /// What the expression gives. `named` tells that of names, queries, selections and members,
    /// which are words of a game or bound around the expression.
    ///
    /// A set gives what its first member gives, for it is compared member by member; only cards
    /// and squares together are a selection.
    pub fn type_with(&self, named: &dyn Fn(&Expr) -> Type) -> Type {
        let of = |expr: &Expr| expr.type_with(named);
        match self {
            Expr::Int { .. } => Type::Int,
            Expr::Bool { .. } => Type::Bool,
            Expr::Text { .. } => Type::Text,
            // The only unit that effects know is a die.
            Expr::Quantity { .. } | Expr::Pool { .. } => Type::Pool,
            Expr::Symbol { domain, .. } => Type::Enum(domain.clone()),
            Expr::Card { .. } => Type::CardName,
            Expr::Kind { .. } => Type::Kind,
            Expr::Keyword { .. } => Type::Keyword,
            Expr::Zone { .. } => Type::Zone,
            Expr::Var { .. } | Expr::Query { .. } | Expr::Select { .. } | Expr::Member { .. } => {
                named(self)
            }
            Expr::Unary { operator: UnaryOp::Not, .. } => Type::Bool,
            Expr::Unary { operator: UnaryOp::Negate, value } => of(value),
            Expr::Binary { operator, left, right } => match operator {
                BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply => {
                    let is_dice = of(left) == Type::Pool || of(right) == Type::Pool;
                    if is_dice { Type::Pool } else { Type::Int }
                }
                BinaryOp::Divide => Type::Int,
                BinaryOp::Range => Type::Range,
                BinaryOp::Or
                | BinaryOp::And
                | BinaryOp::Implies
                | BinaryOp::Equal
                | BinaryOp::NotEqual
                | BinaryOp::Less
                | BinaryOp::AtMost
                | BinaryOp::Greater
                | BinaryOp::AtLeast
                | BinaryOp::Has
                | BinaryOp::In => Type::Bool,
            },
            Expr::Set { items } => match items.first().map(of) {
                Some(Type::CardName) => Type::Cards,
                Some(Type::Square) => Type::Squares,
                Some(thing) if thing.is_thing() => Type::Cards,
                Some(other) => other,
                None => Type::enum_set([]),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_together_gives_what_its_parts_give() {
        let dice = |expr: &Expr| match expr {
            Expr::Var { name } if name == "attack" => Type::Pool,
            _ => Type::Int,
        };
        let var = |name: &str| Box::new(Expr::Var { name: name.to_owned() });
        let sum = Expr::Binary { operator: BinaryOp::Add, left: var("one"), right: var("attack") };
        assert_eq!(sum.type_with(&dice), Type::Pool);
        let less = Expr::Binary { operator: BinaryOp::Less, left: var("one"), right: var("two") };
        assert_eq!(less.type_with(&dice), Type::Bool);
        let cards = ["imp", "rat"].map(|id| Expr::Card { id: id.to_owned(), with: Vec::new() });
        assert_eq!(Expr::Set { items: cards.into() }.type_with(&dice), Type::Cards);
    }

    #[test]
    fn values_of_one_enum_fit_where_those_of_two_are_wanted() {
        let both = Type::from(WordType::EnumSet(&["tribe", "character-type"]));
        assert!(Type::Enum("tribe".to_owned()).fits(&both));
        assert!(Type::enum_set(["tribe"]).fits(&both));
        assert!(!both.fits(&Type::enum_set(["tribe"])));
    }
}
