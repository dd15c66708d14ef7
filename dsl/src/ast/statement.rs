//! Statements: effects, requirements and the steps of scenarios.

use super::{Block, Call, Expr, Ident, Span, Str};

/// A statement and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// What it says.
    pub kind: StatementKind,
    /// The whole statement.
    pub span: Span,
}

/// `[when C] [until WINDOW]`, after the statements that last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lasting {
    /// Applies only while this holds.
    pub when: Option<Expr>,
    /// Ends at that window.
    pub until: Option<Ident>,
}

/// What a statement says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementKind {
    /// `on EVENT [where C] { … } [limit N [per PERIOD] | once] [until W]`
    On {
        event: Ident,
        condition: Option<Expr>,
        body: Block,
        limit: Option<Limit>,
        once: bool,
        until: Option<Ident>,
    },
    /// `modify STAT [of SEL] (by|times|to|at least|at most) EXPR [when C] [until W]`
    Modify {
        stat: Ident,
        subject: Option<Expr>,
        operation: ModifyWord,
        amount: Expr,
        lasting: Lasting,
    },
    /// `mark SEL as MARK[(…)] [when C] [until W]`
    Mark { subject: Expr, mark: Expr, lasting: Lasting },
    /// `grant KEYWORD to SEL …` / `revoke KEYWORD from SEL …`
    Grant { revoke: bool, keyword: Expr, subject: Expr, lasting: Lasting },
    /// `forbid ACT, ACT [to SEL] [when C] [until W]`
    Forbid { acts: Vec<Ident>, subject: Option<Expr>, lasting: Lasting },
    /// `for each SEL { … }`
    ForEach { selection: Expr, body: Block },
    /// `repeat N { … }`
    Repeat { count: Expr, body: Block },
    /// `choose [up to] N from SEL { … }`, `choose N at random from SEL { … }`,
    /// `opponent chooses N from SEL { … }`
    Choose { by: Chooser, up_to: bool, count: Expr, from: Expr, body: Block },
    /// `choose [[up to] N] { option "…" [when C] { … } … }`, also by others as above
    ChooseOption { by: Chooser, up_to: bool, count: Option<Expr>, options: Vec<ChoiceOption> },
    /// `offer "…" [when C] { … } [limit N [per PERIOD]]`
    Offer { label: Str, condition: Option<Expr>, body: Block, limit: Option<Limit> },
    /// `if C { … } [else { … }]`; `else if` is an else with one `if` inside.
    If { condition: Expr, then: Block, otherwise: Option<Block> },
    /// `match EXPR { VALUES -> { … } else -> { … } }`
    Match { value: Expr, arms: Vec<Arm> },
    /// `let NAME = EXPR`
    Let { name: Ident, value: Expr },
    /// `set NAME [to EXPR]`
    Set { name: Ident, value: Option<Expr> },
    /// `roll POOL { … }`
    Roll { pool: Expr, body: Block },
    /// `verb(…)`
    Call(Call),
    /// `require C "message" [help "…"]`
    Require { condition: Expr, message: Str, help: Option<Str> },
    /// `todo "…"`
    Todo { note: Str },
    /// `do COMMAND ARGS [LABEL ARGS]…`
    Do(Command),
    /// `expect EXPR`
    Expect { condition: Expr },
    /// `expect illegal COMMAND …`
    ExpectIllegal(Command),
    /// `expect legal COMMAND … == VALUES`
    ExpectLegal { command: Command, values: Vec<Expr> },
    /// `for seeds 0..200 { … }`
    ForSeeds { range: (Expr, Option<Expr>), body: Block },
}

/// Who makes a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Chooser {
    /// `choose`: whose effect it is.
    #[default]
    You,
    /// `opponent chooses`
    Opponent,
    /// `choose … at random`
    Chance,
}

/// `limit N [per PERIOD]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limit {
    /// How often.
    pub count: Expr,
    /// The period it counts in; the game's usual period if left out.
    pub per: Option<Ident>,
}

/// How a `modify` applies its amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModifyWord {
    /// `by`
    By,
    /// `times`
    Times,
    /// `to`
    To,
    /// `at least`
    AtLeast,
    /// `at most`
    AtMost,
}

/// `VALUES -> { … }` in a `match`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    /// The values and ranges that this arm matches; empty for `else`.
    pub values: Vec<Expr>,
    /// What happens.
    pub body: Block,
    /// The whole arm.
    pub span: Span,
}

/// `option "…" [when C] { … }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChoiceOption {
    /// What the choice is called.
    pub label: Str,
    /// Offered only if this holds.
    pub condition: Option<Expr>,
    /// What happens.
    pub body: Block,
    /// The whole option.
    pub span: Span,
}

/// `attack gypsy-thief with take-aim at ghoul`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The command's word.
    pub name: Ident,
    /// What follows it directly, split at commas.
    pub args: Vec<Expr>,
    /// What follows each connecting word (`with`, `at`, `to`, `from`, `by`, `as`, `on`, `for`).
    pub labelled: Vec<(Ident, Vec<Expr>)>,
    /// The whole command.
    pub span: Span,
}
