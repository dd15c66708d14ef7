//! Values that fields hold.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dice::Pool;
use crate::effect::Expr;
use crate::map::Map;

/// The value of a field on a card, a format or a deck.
///
/// In JSON a value is written plainly: `3`, `true`, `"text"`, `{"ref": "goblin"}`,
/// `[…]`, `{"quantity": 3, "unit": "mm"}`, `{"formula": …}`, `{"pool": …}`,
/// `{"die": "blue", "face": 3}`, `{"min": 2, "max": 4}`, `{"map": …}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Value {
    /// A truth value; a bare flag such as `permanent` is `true`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Free text, as printed.
    Text(String),
    /// A name that was resolved: a value of an enum, or another declaration.
    Ref {
        /// Identifier of the enum value or declaration.
        #[serde(rename = "ref")]
        id: String,
    },
    /// A number with its unit, such as `3mm` or `2B`.
    Quantity {
        /// The number before the unit.
        quantity: i64,
        /// The suffix as written.
        unit: String,
    },
    /// A formula that the engine works out while the card is in play, or a deck
    /// predicate that the checker works out.
    Formula {
        /// The expression, with every name resolved.
        formula: Expr,
    },
    /// Dice that are thrown together, such as `2B 1R`.
    Pool {
        /// The dice.
        pool: Pool,
    },
    /// A die, perhaps with the number it shows, such as `blue 3`.
    Die {
        /// Identifier of the die.
        die: String,
        /// The number it is put down with; absent: it is thrown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        face: Option<i64>,
    },
    /// Numbers from one to another, such as `2..4`.
    Range {
        /// The smallest.
        min: i64,
        /// The largest; absent: no bound.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<i64>,
    },
    /// A drawn map.
    Map {
        /// The map.
        map: Map,
    },
    /// Several values in the order written.
    List(Vec<Value>),
}

impl Value {
    /// The number, if this is one.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// The text, if this is text.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The identifier, if this is a resolved name.
    pub fn as_ref_id(&self) -> Option<&str> {
        match self {
            Value::Ref { id } => Some(id),
            _ => None,
        }
    }

    /// The dice, if this is a pool.
    pub fn as_pool(&self) -> Option<&Pool> {
        match self {
            Value::Pool { pool } => Some(pool),
            _ => None,
        }
    }

    /// The map, if this is one.
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Value::Map { map } => Some(map),
            _ => None,
        }
    }

    /// The values of a list; a single value counts as a list of one.
    pub fn items(&self) -> &[Value] {
        match self {
            Value::List(items) => items,
            single => std::slice::from_ref(single),
        }
    }

    /// All identifiers in a list of resolved names.
    pub fn ref_ids(&self) -> impl Iterator<Item = &str> {
        self.items().iter().filter_map(Value::as_ref_id)
    }
}
