//! The syntax tree: what a `.card` file says, word for word, before any name is looked up.
//!
//! Every node knows its exact bytes. The tree knows no game: `hero` and `tile` are plain
//! words here, and a field's value is an expression whatever its type will turn out to be.

use std::ops::Range;

/// Bytes `start..end` of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// Byte after the last.
    pub end: u32,
}

impl Span {
    /// A span from byte offsets.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The span as a range, to slice the source with.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The same span, moved by that many bytes.
    pub fn shifted(self, by: u32) -> Span {
        Span { start: self.start + by, end: self.end + by }
    }
}

/// A parsed file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct File {
    /// Declarations and `use` lines in order.
    pub items: Vec<Item>,
}

/// One thing at the top level of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// `use crawler`
    Use {
        /// The game or package.
        name: Ident,
        /// The whole line.
        span: Span,
    },
    /// A declaration.
    Declaration(Box<Declaration>),
    /// Declarations of one kind as rows.
    Table(Box<Table>),
    /// Text that could not be understood; an error was reported for it.
    Bad(Span),
}

/// A word: `gold-dwarf-warrior`, `ATT`, `8-bit`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ident {
    /// The word.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// Text in quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Str {
    /// The text with escapes resolved and, for `"""`, common indentation removed.
    pub text: String,
    /// Its place, quotes included.
    pub span: Span,
    /// True for `"""` blocks.
    pub block: bool,
}

/// `[abstract] KIND [ID] ["Name"] [(PARAMS)] [: PARENT] [for TARGET] { … }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// `///` lines above, without the slashes.
    pub doc: Vec<Str>,
    /// The `abstract` word, if written.
    pub is_abstract: Option<Span>,
    /// What is declared: `character`, `keyword`, `deck`, `test`.
    pub kind: Ident,
    /// Its identifier; a test may do without.
    pub id: Option<Ident>,
    /// Its name in quotes.
    pub name: Option<Str>,
    /// Parameters, for keywords.
    pub params: Vec<Param>,
    /// What follows `:` in the head: the parent, or a keyword's category.
    pub parent: Option<Ident>,
    /// What follows `for`: a deck's format, the kinds a rule is about.
    pub targets: Vec<Ident>,
    /// The `3..4` of `for 3..4 heroes`.
    pub range: Option<(Expr, Option<Expr>)>,
    /// The block; a declaration may do without.
    pub body: Option<Block>,
    /// From the first word to the closing brace.
    pub span: Span,
}

/// `table KIND [: PARENT] { columns and rows }`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// `///` lines above.
    pub doc: Vec<Str>,
    /// The kind of all rows.
    pub kind: Ident,
    /// What all rows inherit from.
    pub parent: Option<Ident>,
    /// The names of the columns.
    pub columns: Vec<Ident>,
    /// One declaration a row, as if it had been written out.
    pub rows: Vec<Declaration>,
    /// The cells of the rows, columns' names first, for the layout.
    pub cells: Vec<Vec<Span>>,
    /// The braces around the rows.
    pub body: Span,
    /// From the first word to the closing brace.
    pub span: Span,
}

/// A parameter: `x: int 1..6 = 1`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: Ident,
    /// Its type.
    pub ty: Type,
    /// Its default.
    pub default: Option<Expr>,
    /// The whole parameter.
    pub span: Span,
}

/// A type in a `field`, `clause` or parameter: `int 1..6`, `list of damage`, `text`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Type {
    /// True for `list of …`.
    pub list: bool,
    /// The type's word.
    pub name: Ident,
    /// What follows `of` in `cards of crawler`.
    pub of: Option<Ident>,
    /// The allowed range: both ends; the upper may be open (`1..`).
    pub range: Option<(Expr, Option<Expr>)>,
    /// The whole type.
    pub span: Span,
}

/// `{ … }`
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Block {
    /// What stands inside, in order.
    pub entries: Vec<Entry>,
    /// Braces included.
    pub span: Span,
}

/// One thing inside a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A field, flag or clause.
    Clause(Box<Clause>),
    /// `4 goblin`
    Count(Count),
    /// `+1B ARM`: a row whose last word is what grows.
    Bonus(Expr),
    /// `field NAME[?]: TYPE [= DEFAULT]` in a kind or clause declaration.
    Field(Box<FieldDecl>),
    /// `clause NAME[(PARAMS)]: SHAPE [{ … }]` in a kind declaration.
    ClauseDecl(Box<ClauseDecl>),
    /// An effect, a scenario step or a requirement.
    Statement(Box<Statement>),
    /// Text that could not be understood; an error was reported for it.
    Bad(Span),
}

/// `NAME ARGS… ["Label"] [: VALUES] [{ … }]`
///
/// A field is a clause with values only (`speed: 6`); a flag is a bare name
/// (`permanent`). The name and its arguments stand on one line. What few clauses have is in
/// boxes: most of a card is clauses, and they should be small.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// `///` lines above.
    pub doc: Vec<Str>,
    /// The first word.
    pub name: Ident,
    /// Words and numbers between the name and the label: `boost scout, thief`, `attack 2`.
    pub args: Vec<Expr>,
    /// Text in quotes that ends the head.
    pub label: Option<Str>,
    /// What follows the colon, split at commas.
    pub values: Option<Vec<Expr>>,
    /// What follows `->`.
    pub to: Option<Box<Expr>>,
    /// What follows `when`.
    pub when: Option<Box<Expr>>,
    /// The event of `spend on would-wound where … { … }`.
    pub on: Option<Box<(Ident, Option<Expr>)>>,
    /// The block.
    pub block: Option<Block>,
    /// The whole clause.
    pub span: Span,
}

/// `4 goblin`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// How many.
    pub count: u32,
    /// Place of the number.
    pub count_span: Span,
    /// Which card.
    pub card: Ident,
    /// The whole entry.
    pub span: Span,
}

/// `field NAME[?]: TYPE [= DEFAULT]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldDecl {
    /// `///` lines above.
    pub doc: Vec<Str>,
    /// The field's name.
    pub name: Ident,
    /// True if `?` follows the name.
    pub optional: bool,
    /// Its type.
    pub ty: Type,
    /// Its default.
    pub default: Option<Expr>,
    /// The whole entry.
    pub span: Span,
}

/// `clause NAME[(PARAMS)]: SHAPE [{ field … clause … }]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClauseDecl {
    /// `///` lines above.
    pub doc: Vec<Str>,
    /// The clause's name.
    pub name: Ident,
    /// Its parameters.
    pub params: Vec<Param>,
    /// `keywords`, `effect`, `condition`, `cards of FAMILY`.
    pub shape: Type,
    /// Fields and clauses allowed inside.
    pub body: Option<Block>,
    /// The whole entry.
    pub span: Span,
}

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
    /// `on EVENT [where C] { … } [limit N]`
    On { event: Ident, condition: Option<Expr>, body: Block, limit: Option<Expr> },
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
    /// `choose [up to] N from SEL { … }`
    Choose { up_to: bool, count: Expr, from: Expr, body: Block },
    /// `choose { option "…" [when C] { … } … }`
    ChooseOption { options: Vec<ChoiceOption> },
    /// `offer "…" [when C] { … }`
    Offer { label: Str, condition: Option<Expr>, body: Block },
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
    /// The values and ranges it is for; none for `else`.
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
