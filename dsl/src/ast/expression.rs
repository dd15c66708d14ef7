//! Expressions: what a value, a condition or an argument says.

use super::{Ident, Span, Str};

/// `name(ARG, label: ARG)`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// What is called.
    pub name: Ident,
    /// The arguments in order.
    pub args: Vec<CallArg>,
    /// The whole call.
    pub span: Span,
}

/// `label: EXPR` or `EXPR`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallArg {
    /// The label, if written.
    pub label: Option<Ident>,
    /// The value.
    pub value: Expr,
}

/// An expression and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// What it says.
    pub kind: ExprKind,
    /// The whole expression.
    pub span: Span,
}

/// What an expression says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// `6`
    Int(i64),
    /// `2B`, `3mm`, `2d6`, `50%`: a number and its suffix.
    Quantity(i64, String),
    /// `"text"`
    Text(Str),
    /// `goblin`, `yes`
    Name(String),
    /// `drain(2)`, `count(characters where …)`, `ghoul(wounds: 1)`
    Call(Call),
    /// `drain 2`, `enfeeble target-x`, `immune fire`: a name and what follows it on the same
    /// line. Only in field values and clause heads.
    Apply { name: Ident, args: Vec<Expr> },
    /// `2 whelp`, `3B 1R`, `+1B ARM`: numbers and the words they count, beginning with a
    /// number. Only in field values and as a bonus.
    Row(Vec<Expr>),
    /// `reaver creature then summon(…)`. Only in field values.
    Then { first: Box<Expr>, then: Vec<Expr> },
    /// `SOURCE [in ZONE] [within N of X] [where C]`: written with at least one of the three.
    Select {
        source: Ident,
        zone: Option<Box<Expr>>,
        within: Option<(Box<Expr>, Box<Expr>)>,
        filter: Option<Box<Expr>>,
    },
    /// `first(3, hand) where C`: a call that returns a selection, and a condition that filters it.
    Where { of: Box<Expr>, filter: Box<Expr> },
    /// `format.hand-limit`
    Member { of: Box<Expr>, name: Ident },
    /// `{3, 2, 1, 0}`
    Set(Vec<Expr>),
    /// `( … )`
    Group(Box<Expr>),
    /// `not x`, `-x`, `+x`
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Could not be understood; an error was reported for it.
    Bad,
}

/// An operator with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// `not`
    Not,
    /// `-`
    Minus,
    /// `+`, as in `by +1`
    Plus,
}

/// An operator with two operands, weakest first: `implies`; `or`; `and`; comparisons, `has`,
/// `in`, `is`; `|`; `..`; `+ -`; `* /`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    Implies,
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Has,
    In,
    Is,
    IsNot,
    Alternative,
    Range,
    Add,
    Subtract,
    Multiply,
    Divide,
}
