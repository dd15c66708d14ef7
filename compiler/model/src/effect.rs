//! The effect model: what cards *do*, as trees of resolved names.
//!
//! The language is total: there is no recursion and loops run over finite selections
//! only, so every effect ends.

use std::hash::{DefaultHasher, Hash, Hasher};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dice::Pool;
use crate::rules::Severity;

/// One step of an effect, or one lasting property of a card.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Statement {
    /// `on EVENT where CONDITION { … } limit N` — runs whenever the event happens. Inside an
    /// effect it begins to wait when the effect happens.
    On {
        /// An event of the game's vocabulary.
        event: String,
        /// Runs only if this holds when the event happens.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        condition: Option<Expr>,
        /// What happens.
        body: Vec<Statement>,
        /// At most this many times in the game's usual period (a round or a turn), where given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<Expr>,
        /// The limit counts for the whole game.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        per_game: bool,
        /// Runs only the next time, then waits no longer.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        once: bool,
        /// The window at which it stops waiting, inside an effect.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<String>,
    },
    /// `modify STAT of SELECTION by AMOUNT when CONDITION until WINDOW`.
    Modify {
        /// A stat of the game's vocabulary.
        stat: String,
        /// The cards whose stat changes; absent for a stat of the whole game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subject: Option<Expr>,
        /// How the amount is applied.
        operation: ModifyOp,
        /// The amount.
        amount: Expr,
        /// Applies only while this holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        condition: Option<Expr>,
        /// The window of the vocabulary at which it ends; absent: when the card leaves play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<String>,
    },
    /// `mark SELECTION as MARK when CONDITION until WINDOW` — switches one of the
    /// engine's published mechanisms on for those cards.
    Mark {
        /// The cards that carry the mark.
        subject: Expr,
        /// A mark of the game's vocabulary.
        mark: String,
        /// The mark's arguments.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        args: Vec<Arg>,
        /// Applies only while this holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        condition: Option<Expr>,
        /// The window at which it ends; absent: when the card leaves play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<String>,
    },
    /// `grant KEYWORD to SELECTION …` or `revoke KEYWORD from SELECTION …`.
    Grant {
        /// The keyword's identifier; [`ALL_KEYWORDS`] where all are revoked.
        keyword: String,
        /// The keyword's arguments, in the order of its parameters.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        args: Vec<Arg>,
        /// Who gains or loses it.
        subject: Expr,
        /// True for `revoke`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        revoke: bool,
        /// Applies only while this holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        condition: Option<Expr>,
        /// The window at which it ends; absent: when the card leaves play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<String>,
    },
    /// `forbid VERB, VERB to SELECTION when CONDITION until WINDOW`.
    Forbid {
        /// What may not be done, from the vocabulary's list of forbiddable acts.
        acts: Vec<String>,
        /// The cards that may not do it, or that it may not be done to; absent: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subject: Option<Expr>,
        /// Applies only while this holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        condition: Option<Expr>,
        /// The window at which it ends; absent: when the card leaves play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<String>,
    },
    /// `for each SELECTION { … }`; the current card is `it`.
    ForEach {
        /// The cards. They are fixed before the body first runs: what the body changes does not add
        /// any.
        selection: Expr,
        /// Done once for each.
        body: Vec<Statement>,
    },
    /// `repeat N { … }`.
    Repeat {
        /// How often; worked out before the body first runs.
        count: Expr,
        /// Done so often.
        body: Vec<Statement>,
    },
    /// `choose N from SELECTION { … }`; each chosen card is `it` in turn.
    Choose {
        /// Who chooses.
        #[serde(default, skip_serializing_if = "Chooser::is_you")]
        by: Chooser,
        /// How many.
        count: Expr,
        /// True for `choose up to N`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        up_to: bool,
        /// Where from.
        from: Expr,
        /// Done once for each chosen card.
        body: Vec<Statement>,
    },
    /// `choose { option "…" { … } option "…" when C { … } }`, `choose 2 { … }`.
    ChooseOption {
        /// Who chooses.
        #[serde(default, skip_serializing_if = "Chooser::is_you")]
        by: Chooser,
        /// How many different options; one if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<Expr>,
        /// True for `choose up to N`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        up_to: bool,
        /// The choices in the order written.
        options: Vec<Choice>,
    },
    /// `offer "…" when CONDITION { … }` — an ability that the player may use in a play
    /// window while the card is in play.
    Offer {
        /// What the choice is called.
        label: String,
        /// May be used only while this holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        condition: Option<Expr>,
        /// What happens.
        body: Vec<Statement>,
        /// At most this many times in the game's usual period (a round or a turn), where given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<Expr>,
        /// The limit counts for the whole game.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        per_game: bool,
    },
    /// `if CONDITION { … } else { … }`.
    If {
        /// The condition.
        condition: Expr,
        /// Done if it holds.
        then: Vec<Statement>,
        /// Done if it does not.
        #[serde(default, rename = "else", skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Statement>,
    },
    /// `let NAME = EXPR`; the name holds for the rest of the block.
    Let {
        /// The name.
        name: String,
        /// Its value.
        value: Expr,
    },
    /// `set NAME to EXPR`: gives a flag or counter of the quest (or card) a new value.
    Set {
        /// The flag or counter, as its declaration names it.
        name: String,
        /// Its new value.
        value: Expr,
    },
    /// `roll POOL { … }`; the result is the variable `result`.
    Roll {
        /// The dice.
        pool: Expr,
        /// Done with the result.
        body: Vec<Statement>,
    },
    /// A verb of the game's vocabulary, called.
    Call {
        /// The verb.
        verb: String,
        /// Its arguments, in the order of its parameters; defaults are not filled in.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        args: Vec<Arg>,
    },
    /// `require CONDITION "message" help "…"`: a requirement inside a legality rule.
    Require {
        /// What must hold.
        condition: Expr,
        /// What the designer reads when it does not; `{…}` holds expressions.
        message: String,
        /// What to do about it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        help: Option<String>,
        /// The expressions of the message's and help's `{…}` holes, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        holes: Vec<Expr>,
        /// A severity other than the rule's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        severity: Option<Severity>,
    },
    /// `todo "…"`: printed, but not yet playable.
    Todo {
        /// What is missing.
        note: String,
    },
}

impl Statement {
    /// A number that is the same for equal statements. The engine names a statement that it
    /// cannot lower by it, and the compiler knows where that statement stands in the text.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// The word that stands for every keyword in `revoke all from …`.
pub const ALL_KEYWORDS: &str = "all";

/// Who makes a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Chooser {
    /// The player whose effect it is.
    #[default]
    You,
    /// A player on the other side.
    Opponent,
    /// Nobody: it is chosen at random.
    Chance,
}

impl Chooser {
    /// Whether the player chooses whose effect it is.
    pub fn is_you(&self) -> bool {
        *self == Chooser::You
    }
}

/// One option of a [`Statement::ChooseOption`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Choice {
    /// What the choice is called.
    pub label: String,
    /// Offered only if this holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Expr>,
    /// What happens.
    pub body: Vec<Statement>,
}

/// How a `modify` changes its stat. Sets apply first, then factors, then sums, then bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ModifyOp {
    /// `by N`: adds.
    Add,
    /// `times N`: multiplies.
    Times,
    /// `to N`: replaces.
    Set,
    /// `at least N`.
    AtLeast,
    /// `at most N`.
    AtMost,
}

/// An argument of a call.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Arg {
    /// The parameter it is for. Always filled in by the checker.
    pub name: String,
    /// Its value.
    pub value: Expr,
}

/// An expression with every name resolved.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "is", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Expr {
    /// A whole number.
    Int {
        /// The number.
        value: i64,
    },
    /// `yes` or `no`.
    Bool {
        /// The truth value.
        value: bool,
    },
    /// Text in quotes.
    Text {
        /// The text.
        value: String,
    },
    /// A number with a unit, such as `2d6`.
    Quantity {
        /// The number before the unit.
        value: i64,
        /// The unit as written.
        unit: String,
    },
    /// Dice, such as `2B 1R`.
    Pool {
        /// The dice.
        pool: Pool,
    },
    /// A value of an enum, or a stat named as an argument.
    Symbol {
        /// The enum it belongs to; `stat` for the `power` of `highest(characters, power)`.
        domain: String,
        /// The value's identifier.
        id: String,
    },
    /// A declaration: a card, deck, format.
    Card {
        /// Its identifier.
        id: String,
        /// Properties given in a scenario, such as `ghoul(wounds: 1)`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<Arg>,
    },
    /// A kind, such as `trap`.
    Kind {
        /// Its identifier.
        id: String,
    },
    /// A keyword, with arguments where given: `has(bolster(goblin))`.
    Keyword {
        /// Its identifier.
        id: String,
        /// Its arguments.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        args: Vec<Arg>,
    },
    /// A zone or deck of the vocabulary.
    Zone {
        /// Its name.
        id: String,
    },
    /// A name bound around this expression: `it`, `self`, a parameter of the keyword, an
    /// event's binding, a `let`.
    Var {
        /// The name.
        name: String,
    },
    /// A query or stat of the vocabulary.
    Query {
        /// Its name.
        name: String,
        /// Its arguments; a card argument left out in the text is filled in as `it` or `self`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        args: Vec<Arg>,
    },
    /// A selection of the vocabulary: `characters where …`, `cards in dungeon-grave where …`.
    Select {
        /// The selection's name.
        source: String,
        /// Its arguments, for example the zone of `cards in ZONE`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        args: Vec<Arg>,
        /// Keeps those for which this holds; the candidate is `it`.
        #[serde(default, skip_serializing_if = "Option::is_none", rename = "where")]
        filter: Option<Box<Expr>>,
    },
    /// `format.hand-limit`: a field of another declaration, in legality rules.
    Member {
        /// Whose field: a name such as `format` or `deck`, or a card.
        of: Box<Expr>,
        /// The field.
        name: String,
    },
    /// `not x` or `-x`.
    Unary {
        /// The operator.
        operator: UnaryOp,
        /// Its operand.
        value: Box<Expr>,
    },
    /// Two operands and an operator.
    Binary {
        /// The operator.
        operator: BinaryOp,
        /// Left operand.
        left: Box<Expr>,
        /// Right operand.
        right: Box<Expr>,
    },
    /// `{3, 2, 1, 0}` or `undead | spirit`.
    Set {
        /// The members, in the order written.
        items: Vec<Expr>,
    },
}

/// An operator with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UnaryOp {
    /// `not`
    Not,
    /// `-`
    Negate,
}

/// An operator with two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BinaryOp {
    /// `or`
    Or,
    /// `and`
    And,
    /// `implies`
    Implies,
    /// `==`, also `is` between cards
    Equal,
    /// `!=`, also `is not`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `has`: the left set holds the right value, or shares one with the right set.
    Has,
    /// `in`: the left value is in the right set or range.
    In,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, rounding down
    Divide,
    /// `..`
    Range,
}
