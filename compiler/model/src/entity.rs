//! Everything a package declares that is not a rule: cards, decks, formats, campaigns.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::amend::Amendment;
use crate::dice::Pool;
use crate::effect::{Arg, Expr, Statement};
use crate::text::{Run, TextBlock};
use crate::value::Value;

/// A card, or anything else made from a declared kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Entity {
    /// Stable identifier, unique among all packages of a game.
    pub id: String,
    /// The name as printed.
    pub name: String,
    /// Identifier of the kind.
    pub kind: String,
    /// True for a parent that is never a card itself and only passes its contents on.
    #[serde(default, rename = "abstract", skip_serializing_if = "std::ops::Not::not")]
    pub is_abstract: bool,
    /// The declaration it inherits from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The `for` of its head, such as a deck's format.
    #[serde(default, rename = "for", skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Fields by name; inherited and default values are filled in.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, Value>,
    /// Keywords in printed order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<KeywordUse>,
    /// Bonuses written on the card itself, in printed order: `+1B ARM`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bonuses: Vec<Bonus>,
    /// Clauses in printed order: blocks such as `base`, `boost`, `spend`, `challenge`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<Clause>,
    /// Effects written on the card itself, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Statement>,
    /// Counted lists, such as a deck's `crawler { 4 goblin … }`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lists: BTreeMap<String, Vec<ListEntry>>,
    /// Generated (or overridden) rules text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<TextBlock>,
    /// The designer's note (`///` lines).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Names of fields whose value is our choice because the rules do not give one;
    /// `*` stands for the whole card.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub provisional: Vec<String>,
    /// Set if it replaces a card of a package it builds on: what it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amends: Option<Amendment>,
    /// Where it was declared.
    #[serde(default)]
    pub provenance: Provenance,
}

/// A keyword on a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct KeywordUse {
    /// Identifier of the keyword.
    pub keyword: String,
    /// Arguments by parameter, defaults filled in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<Arg>,
    /// `… then EFFECT`: what happens only if the keyword took effect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Statement>,
}

/// Dice or a number added to something: `+1B ARM`, `+2 STR`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Bonus {
    /// The stat or symbol that grows.
    pub to: String,
    /// How much.
    pub amount: Pool,
}

/// A clause of a card: a named block with arguments, fields and effects of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Clause {
    /// Name of the clause, as its kind declares it.
    pub clause: String,
    /// Arguments by parameter: the class keys of a `boost`, the cost of an `action`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, Value>,
    /// The quoted label after the head.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Where it leads: the `crypt` of `exit north -> crypt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The condition of a clause such as `challenge: CONDITION { … }`, or after its `when`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Expr>,
    /// Fields inside the block.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, Value>,
    /// Keywords inside the block.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<KeywordUse>,
    /// Bonuses, in printed order: `+1B ARM`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bonuses: Vec<Bonus>,
    /// Effects inside the block.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Statement>,
    /// Clauses inside the block, such as a challenge's `win` and `lose`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<Clause>,
    /// Its condition in words. Only for kinds that are not printed as cards, whose clauses a
    /// booklet sets one by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Run>,
    /// Its effects in words, one paragraph per statement; for the same kinds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<Vec<Run>>,
}

/// One line of a counted list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ListEntry {
    /// How many copies.
    pub count: u32,
    /// Identifier of the card.
    pub card: String,
}

/// Where a declaration stands in the source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Provenance {
    /// The package that declares it.
    pub package: String,
    /// File relative to the package folder, with `/`.
    pub file: String,
    /// Line of the declaration's first word, from 1.
    pub line: u32,
}

impl Entity {
    /// The field's number, if it has one.
    pub fn int(&self, field: &str) -> Option<i64> {
        self.fields.get(field).and_then(Value::as_int)
    }

    /// The identifiers in a field of names; empty if the field is absent.
    pub fn refs(&self, field: &str) -> impl Iterator<Item = &str> {
        self.fields.get(field).into_iter().flat_map(Value::ref_ids)
    }

    /// True if the field is the flag `yes`.
    pub fn flag(&self, field: &str) -> bool {
        matches!(self.fields.get(field), Some(Value::Bool(true)))
    }

    /// The clauses of that name, in printed order.
    pub fn clauses_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Clause> {
        self.clauses.iter().filter(move |clause| clause.clause == name)
    }
}
