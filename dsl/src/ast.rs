//! The syntax tree: what a `.card` file says, word for word, before any name is looked up.
//!
//! Every node knows its exact bytes. The tree knows no game: `hero` and `tile` are plain
//! words here, and a field's value is an expression whatever its type will turn out to be.

mod expression;
mod statement;

use std::ops::Range;

pub use expression::{BinaryOp, Call, CallArg, Expr, ExprKind, UnaryOp};
pub use statement::{
    Arm, ChoiceOption, Chooser, Command, Lasting, Limit, ModifyWord, Statement, StatementKind,
};

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
    /// Text that could not be understood.
    Bad(Bad),
}

/// Text that could not be understood. An error was reported for it, so nobody needs to complain
/// about what seems to be missing because of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bad {
    /// The words before its block, as written and outside of quotes: `character goblin`,
    /// `field cost int`. It would have declared something of one of these names.
    pub words: Vec<Ident>,
    /// The whole text.
    pub span: Span,
}

impl Bad {
    /// True if the word stands in it.
    pub fn names(&self, word: &str) -> bool {
        self.words.iter().any(|known| known.text == word)
    }

    /// The word at that place, counted without `abstract`.
    pub fn word(&self, place: usize) -> Option<&Ident> {
        self.words.iter().filter(|word| word.text != "abstract").nth(place)
    }

    /// The name that it would have declared as `word`: `cost` of `field cost int`.
    pub fn name_of(&self, word: &str) -> Option<&Ident> {
        self.word(0).filter(|first| first.text == word).and_then(|_| self.word(1))
    }
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
    /// Its identifier; a test may have none.
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
    /// What of the head could not be understood: it may have been the parent, parameters or more.
    pub bad: Option<Bad>,
    /// The block; a declaration may have none.
    pub body: Option<Block>,
    /// From the first word to the closing brace.
    pub span: Span,
}

/// The spreadsheet that the rows of a table come from: `from "ships.csv" sheet "Ships" { … }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSource {
    /// The file, relative to the file that the table stands in.
    pub path: Str,
    /// The sheet of a workbook; without it, the first.
    pub sheet: Option<Str>,
    /// Which column is which field: `cost: Price`.
    pub columns: Option<Block>,
    /// From `from` to the end.
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
    /// One declaration per row, as if it had been written out.
    pub rows: Vec<Declaration>,
    /// Rows that could not be understood.
    pub bad: Vec<Bad>,
    /// The cells of every row, starting with the row of column names; the formatter aligns them.
    pub cells: Vec<Vec<Span>>,
    /// The spreadsheet that holds the rows, if they are not written here.
    pub source: Option<TableSource>,
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

impl Block {
    /// True if a part of it that could not be understood has that word.
    pub fn may_hold(&self, word: &str) -> bool {
        self.entries.iter().any(|entry| matches!(entry, Entry::Bad(bad) if bad.names(word)))
    }
}

/// One thing inside a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A field, flag or clause.
    Clause(Box<Clause>),
    /// `4 goblin`
    Count(Count),
    /// `+1B ARM`: the dice or number to add, and as its last word the stat it is added to.
    Bonus(Expr),
    /// `field NAME[?]: TYPE [= DEFAULT]` in a kind or clause declaration.
    Field(Box<FieldDecl>),
    /// `clause NAME[(PARAMS)]: SHAPE [{ … }]` in a kind declaration.
    ClauseDecl(Box<ClauseDecl>),
    /// An effect, a scenario step or a requirement.
    Statement(Box<Statement>),
    /// Text that could not be understood.
    Bad(Bad),
}

impl Entry {
    /// The whole entry.
    pub fn span(&self) -> Span {
        match self {
            Entry::Clause(clause) => clause.span,
            Entry::Count(count) => count.span,
            Entry::Bonus(bonus) => bonus.span,
            Entry::Field(field) => field.span,
            Entry::ClauseDecl(clause) => clause.span,
            Entry::Statement(statement) => statement.span,
            Entry::Bad(bad) => bad.span,
        }
    }
}

/// `NAME ARGS… ["Label"] [: VALUES] [{ … }]`
///
/// A field is a clause with values only (`speed: 6`); a flag is a bare name
/// (`permanent`). The name and its arguments stand on one line. Rarely used parts are boxed:
/// most of a card is clauses, so this struct should stay small.
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
