//! A game's rules as data: kinds, enums, keywords, wordings, legality rules.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::effect::{Expr, Statement};
use crate::entity::{Entity, Provenance};
use crate::map::MapForm;
use crate::package::Package;
use crate::shared::Shared;
use crate::value::Value;

/// The game a package defines or extends.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Game {
    /// Identifier, such as `crawler`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Version of the rules, as the rulebook prints it.
    pub version: String,
    /// The engine module that plays it, or [`NO_ENGINE`].
    pub engine: String,
    /// Settings of the rules that the engine reads, such as rulings on unclear points.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, Value>,
}

/// The engine of a game that nothing plays: its cards are checked, printed and exported.
pub const NO_ENGINE: &str = "none";

impl Game {
    /// True if an engine plays it.
    pub fn has_engine(&self) -> bool {
        self.engine != NO_ENGINE
    }
}

/// A word that effects may use in a game without an engine: `word sink (ship: card): verb { … }`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WordDecl {
    /// The word.
    pub id: String,
    /// What it is: `verb`, `event`, `stat`, `mark`, `act`, `zone`, `selection`, `query`, `window`.
    pub category: String,
    /// Its parameters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub params: Vec<WordDeclParam>,
    /// What it gives, as the language writes types; none for what is done or happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gives: Option<String>,
    /// The designer's note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Where it is declared.
    pub provenance: Provenance,
}

/// A parameter of a [`WordDecl`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WordDeclParam {
    /// Its name.
    pub name: String,
    /// Its type, as the language writes it.
    #[serde(rename = "type")]
    pub type_words: String,
    /// True if it may be left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
}

impl WordDecl {
    /// `sink(ship: card)`, with what it gives.
    pub fn signature(&self) -> String {
        let params: Vec<String> = self
            .params
            .iter()
            .map(|param| {
                let text = format!("{}: {}", param.name, param.type_words);
                if param.optional { format!("[{text}]") } else { text }
            })
            .collect();
        let params =
            if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
        let gives = self.gives.as_ref().map(|gives| format!(" -> {gives}")).unwrap_or_default();
        format!("{}{params}{gives}", self.id)
    }
}

/// A closed list of names, such as rarities or damage types.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EnumDecl {
    /// Identifier.
    pub id: String,
    /// Name as printed.
    pub name: String,
    /// The values, in order.
    pub values: Vec<EnumValue>,
    /// The designer's note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Where it was declared.
    #[serde(default)]
    pub provenance: Provenance,
}

/// One value of an enum.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EnumValue {
    /// Identifier.
    pub id: String,
    /// Name as printed.
    pub name: String,
    /// Properties such as `icon`, `family`, `colour`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub properties: BTreeMap<String, Value>,
    /// The designer's note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What a kind is for.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Printed cards.
    #[default]
    Card,
    /// Deck lists.
    Deck,
    /// Ways to play.
    Format,
    /// Anything else that is data only.
    Record,
}

impl Role {
    /// What a designer calls a declaration of that role.
    pub fn word(self) -> &'static str {
        match self {
            Role::Card => "card",
            Role::Deck => "deck",
            Role::Format => "format",
            Role::Record => "record",
        }
    }

    /// What a package declares of that role.
    pub fn declared(self, package: &Package) -> &Shared<Entity> {
        match self {
            Role::Card => &package.cards,
            Role::Deck => &package.decks,
            Role::Format => &package.formats,
            Role::Record => &package.records,
        }
    }
}

/// A kind of card, deck or format: its fields, clauses and how it is printed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Kind {
    /// Identifier.
    pub id: String,
    /// Name as printed.
    pub name: String,
    /// The kind it takes fields, clauses and print from; already filled in here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// True for a kind that has no cards and only passes its contents on.
    #[serde(default, rename = "abstract", skip_serializing_if = "std::ops::Not::not")]
    pub is_abstract: bool,
    /// What it is for.
    pub role: Role,
    /// Groups kinds that share a back and a deck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// How it is printed; absent for kinds that are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub print: Option<PrintSpec>,
    /// Its fields, in order.
    pub fields: Vec<FieldDecl>,
    /// Its clauses, in order.
    pub clauses: Vec<ClauseDecl>,
    /// Events that only happen to cards of this kind, and of other kinds that list them too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
    /// The designer's note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Where it was declared.
    #[serde(default)]
    pub provenance: Provenance,
}

/// How a kind is printed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PrintSpec {
    /// Template of the front, without the ending.
    pub template: String,
    /// Size by name, such as `poker`, or as `3in x 3in`; or the name of a field that holds it.
    pub size: String,
    /// What it is cut along, such as `circle`; without it, what is usual for the size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// How many of each card are printed, unless the card says so itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copies: Option<u32>,
    /// Template of the back that all its cards share, without the ending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<String>,
    /// Template of a back that each card has to itself, such as the other side of a tile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reverse: Option<String>,
}

/// A field that a kind may have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FieldDecl {
    /// Name of the field.
    pub name: String,
    /// What it may hold.
    #[serde(rename = "type")]
    pub field_type: FieldType,
    /// May be left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// Used when it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// The designer's note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What a field or parameter may hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum FieldType {
    /// A whole number, perhaps within a range.
    Int {
        /// Allowed range, both ends included.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<Range>,
    },
    /// A number or a formula that gives one.
    Formula {
        /// Allowed range of a plain number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<Range>,
    },
    /// A condition that the engine can evaluate, such as a quest's goal.
    Condition,
    /// A condition on a deck list, evaluated by the checker.
    DeckCondition,
    /// `yes`, `no`, or the bare name of the field.
    Flag,
    /// Text in quotes.
    Text,
    /// A file inside the package, such as a picture.
    File,
    /// A value of that enum.
    Enum {
        /// The enum's identifier.
        #[serde(rename = "enum")]
        id: String,
    },
    /// A declaration of that kind, or of any kind of that family.
    Entity {
        /// Identifier of a kind or family; `card` for any printed card.
        kind: String,
    },
    /// A keyword.
    Keyword,
    /// A selection of cards, such as a target.
    Selection,
    /// A length or other quantity with that unit.
    Quantity {
        /// Allowed unit suffix.
        unit: String,
    },
    /// Dice that are thrown together: `2B 1R`, `2d6+2`.
    Pool,
    /// A die, perhaps with the number it shows: `blue 3`.
    Die,
    /// Numbers from one to another: `2..4`.
    Range {
        /// What both ends must lie in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<Range>,
    },
    /// A word that the card defines, such as the name of a room; unique among the card's clauses of
    /// the same name.
    Name,
    /// The name of a clause of the same card, such as the room behind a door.
    Clause {
        /// Name of the clause whose first argument it must be.
        clause: String,
    },
    /// A drawn map.
    Map {
        /// The enum of what squares and edges may be; its values' `mark` properties are the
        /// legend that every map has.
        of: String,
        /// How drawings are read.
        form: MapForm,
    },
    /// Several of those, separated by commas (or `|` in arguments).
    List {
        /// What each is.
        of: Box<FieldType>,
    },
}

/// Smallest and largest allowed number, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Range {
    /// Smallest.
    pub min: i64,
    /// Largest; absent: no bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
}

/// A clause that a kind may have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ClauseDecl {
    /// Name of the clause.
    pub name: String,
    /// Its parameters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub params: Vec<Param>,
    /// What its value or block holds.
    pub shape: ClauseShape,
    /// Fields allowed inside its block.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldDecl>,
    /// Clauses allowed inside its block.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<ClauseDecl>,
    /// The designer's note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What a clause holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "shape", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ClauseShape {
    /// `attribute: KEYWORD, KEYWORD`: keywords that go to the card (or block).
    Keywords,
    /// A block with fields, keywords and effects.
    Effect,
    /// A block with fields and clauses only.
    Fields,
    /// `exit north -> crypt when CONDITION`: leads to another clause of the card.
    Link {
        /// Name of the clause it leads to.
        to: String,
    },
    /// `flag bell-silenced`: a name that is yes or no, `no` at first.
    Flag,
    /// `counter seals: 3`: a name that is a number, 0 at first.
    Counter,
    /// `challenge: CONDITION { … }`: a condition, then a block.
    Condition,
    /// `crawler { 4 goblin … }`: a counted list of cards of that kind or family.
    Cards {
        /// Identifier of a kind or family; `card` for any.
        of: String,
    },
}

/// A parameter of a keyword or clause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Param {
    /// Name.
    pub name: String,
    /// What it may be.
    #[serde(rename = "type")]
    pub field_type: FieldType,
    /// Used when the argument is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Expr>,
}

/// A keyword: a named ability with wording and meaning.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Keyword {
    /// Identifier.
    pub id: String,
    /// Name as printed.
    pub name: String,
    /// Its parameters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub params: Vec<Param>,
    /// Group in the glossary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// Kinds (or families) that may carry it; empty: any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// How several copies on one card combine: `sum`, `highest` or `once`.
    pub stacking: String,
    /// Wording on the card; `{param}` holes.
    pub wording: String,
    /// Explanation in brackets and in the glossary; `{param}` holes.
    pub reminder: String,
    /// Icon of the theme.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// True for a keyword that does nothing by itself: others refer to it as a key.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub key: bool,
    /// What it does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub body: Vec<Statement>,
    /// The designer's note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// True if the rules do not define it and the meaning is our choice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// Where it was declared.
    #[serde(default)]
    pub provenance: Provenance,
}

/// How a verb, stat, event, mark, query or selection of the vocabulary is worded on cards.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Wording {
    /// What it words: `verb burn`, `stat power`, `event enter`, `selection characters` …
    /// as `CATEGORY NAME`.
    pub of: String,
    /// The sentence part; `{param}` holes, `{n|one thing|{n} things}` for plurals,
    /// `[icon]` for icons.
    pub text: String,
    /// Where it was declared.
    #[serde(default)]
    pub provenance: Provenance,
}

/// How bad it is when a rule does not hold.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The content is wrong.
    #[default]
    Error,
    /// Probably a mistake.
    Warning,
    /// Worth knowing.
    Info,
}

/// A legality rule on declarations of some kinds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RuleDecl {
    /// Identifier; its diagnostic code is `GAME/ID`.
    pub id: String,
    /// Kinds, families or roles it applies to; `set` for the whole package.
    pub applies_to: Vec<String>,
    /// How bad a violation is.
    pub severity: Severity,
    /// Applies only where this holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Expr>,
    /// What must hold: `require`, `for each`, `if`, `let`.
    pub body: Vec<Statement>,
    /// What the rule means, for `explain`.
    pub note: String,
    /// Where it was declared.
    #[serde(default)]
    pub provenance: Provenance,
}
