//! Dice as content: what their faces show, and pools of them.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::entity::Provenance;
use crate::value::Value;

/// A die that the game declares: `die blue "Blue" { code: B  faces: blank, heart, star*2 }`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Die {
    /// Identifier.
    pub id: String,
    /// Name as printed.
    pub name: String,
    /// What stands behind the number in a pool: the `B` of `2B`, the `d6` of `2d6`.
    pub code: String,
    /// The faces, in order. A die with one face is never thrown: it always shows it.
    pub faces: Vec<Face>,
    /// Properties such as `colour` or `icon`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub properties: BTreeMap<String, Value>,
    /// The designer's note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// True if the rules do not say what the faces show and we chose them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// Where it was declared.
    #[serde(default)]
    pub provenance: Provenance,
}

/// What one face of a die shows; a blank face shows nothing.
#[derive(
    Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Face {
    /// The number on the face; 0 if there is none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub number: i64,
    /// How often each symbol is on the face; symbols are values of the enum `symbol`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub symbols: BTreeMap<String, u32>,
}

impl Face {
    /// True if the face shows nothing.
    pub fn is_blank(&self) -> bool {
        self.number == 0 && self.symbols.is_empty()
    }

    /// How often that symbol is on the face.
    pub fn count(&self, symbol: &str) -> u32 {
        self.symbols.get(symbol).copied().unwrap_or(0)
    }
}

/// The most dice that are thrown together, on cards and in play. More than any table has.
pub const MAX_DICE: i64 = 100;
/// The most that may be added to a throw or taken from it.
pub const MAX_SURE: i64 = 1000;

/// Dice that are thrown together, and a fixed number on top: `2B 1R`, `2d6+2`.
#[derive(
    Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Pool {
    /// How many of each die, by its identifier. Negative only in a bonus that takes dice away.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dice: BTreeMap<String, i64>,
    /// Added to the result. What it counts as (points, a symbol) is up to the game.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bonus: i64,
}

impl Pool {
    /// How many of that die.
    pub fn count(&self, die: &str) -> i64 {
        self.dice.get(die).copied().unwrap_or(0)
    }

    /// True if there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.bonus == 0 && self.dice.values().all(|count| *count == 0)
    }
}

/// In words, without dice codes: `2 blue, 1 red, +2`.
impl fmt::Display for Pool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> =
            self.dice.iter().map(|(die, count)| format!("{count} {die}")).collect();
        if self.bonus != 0 || parts.is_empty() {
            let sign = if self.bonus > 0 && !parts.is_empty() { "+" } else { "" };
            parts.push(format!("{sign}{}", self.bonus));
        }
        formatter.write_str(&parts.join(", "))
    }
}

fn is_zero(number: &i64) -> bool {
    *number == 0
}
