//! Scenario tests: a starting position, decisions, and what must then be true.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::effect::{Arg, Expr};
use crate::entity::Provenance;

/// A scenario test.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scenario {
    /// Identifier, if it has one (so that others can continue from it).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What it shows.
    pub name: String,
    /// The scenario whose end this one starts from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The starting position, by field of the game's vocabulary.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub setup: BTreeMap<String, Vec<Expr>>,
    /// What is done and expected, in order.
    pub steps: Vec<Step>,
    /// Where it was declared.
    #[serde(default)]
    pub provenance: Provenance,
}

/// One line of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "step", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Step {
    /// `do attack gypsy-thief with take-aim at ghoul`.
    Do {
        /// A command of the vocabulary.
        command: String,
        /// Arguments by parameter of the command.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        args: Vec<Arg>,
        /// Line in the file, from 1.
        line: u32,
        /// The line as written, for the report.
        source: String,
    },
    /// `expect wounds(ghoul) == 1`.
    Expect {
        /// What must hold.
        condition: Expr,
        /// Line in the file, from 1.
        line: u32,
        /// The line as written, for the report.
        source: String,
    },
    /// `expect illegal attack …`: the command must be refused.
    Refuse {
        /// A command of the vocabulary.
        command: String,
        /// Arguments by parameter of the command.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        args: Vec<Arg>,
        /// Line in the file, from 1.
        line: u32,
        /// The line as written, for the report.
        source: String,
    },
}
