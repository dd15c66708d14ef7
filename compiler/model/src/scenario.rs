//! Scenario tests: a starting position, decisions, and what must then be true.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dice::Face;
use crate::effect::{Arg, Expr};
use crate::entity::Provenance;
use crate::map::Map;

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
    /// The rules of the rulebook that it proves, by chapter and number: `fights.4`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proves: Vec<String>,
    /// The starting position, by field of the game's vocabulary.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub setup: BTreeMap<String, Vec<Expr>>,
    /// Where the figures stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<ScenarioMap>,
    /// What the dice show, in the order they are thrown; all of them must be used up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Throws>,
    /// What is done and expected, in order.
    pub steps: Vec<Step>,
    /// Where it was declared.
    #[serde(default)]
    pub provenance: Provenance,
}

/// A drawn position.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScenarioMap {
    /// The squares; a mark that the legend below names is drawn as plain ground here.
    pub map: Map,
    /// The figures on squares, by the mark they are drawn with: cards with properties, such
    /// as `knucklehead(wounds: 1)`.
    pub figures: BTreeMap<char, Vec<Expr>>,
}

/// What dice show, for everybody or for one card.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Throws {
    /// The card whose dice these are; absent: whoever throws next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The faces in order.
    pub faces: Vec<Face>,
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
    /// `expect legal attack ember-mage == goblin, ogre`: these are the legal values, no more and no
    /// fewer.
    Legal {
        /// A command of the vocabulary.
        command: String,
        /// Arguments that are given.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        args: Vec<Arg>,
        /// The parameter whose legal values are listed.
        parameter: String,
        /// All its legal values, in any order.
        values: Vec<Expr>,
        /// Line in the file, from 1.
        line: u32,
        /// The line as written, for the report.
        source: String,
    },
    /// `for seeds 0..200 { … }`: the steps must hold, starting from here, with each of those seeds.
    Seeds {
        /// The first seed.
        from: u64,
        /// The last seed, included.
        to: u64,
        /// What is done and expected with each.
        steps: Vec<Step>,
        /// Line in the file, from 1.
        line: u32,
    },
}
