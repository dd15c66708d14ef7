//! The errors that are reported when a file does not follow the grammar.
//!
//! Errors are built with `SyntaxError::new`. Messages are lower case, quote what stands in
//! the file in backticks, and say what is wrong; `help` says what to do.

use crate::ast::Span;

/// A syntax error: a stable code, a sentence, a place, and often a way to fix it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// `E0001` … `E0099`; never reused for another mistake.
    pub code: &'static str,
    /// One sentence that stands alone.
    pub message: String,
    /// The text to change. Where something is missing, an empty span at the end of the word before.
    pub span: Span,
    /// Other places that explain the error.
    pub labels: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
    /// Replacements that repair the file. Only given where there is no doubt what was meant.
    pub fix: Option<Vec<(Span, String)>>,
}

/// Every syntax error code with its title.
pub const CODES: &[(&str, &str)] = &[
    ("E0001", "text that does not follow the grammar"),
    ("E0002", "`=` where `:` belongs"),
    ("E0003", "missing comma"),
    ("E0004", "an operator from another language"),
    ("E0005", "`true` or `false` instead of `yes` or `no`"),
    ("E0006", "wrong quotation marks"),
    ("E0007", "text in quotes that never ends"),
    ("E0008", "missing `}`"),
    ("E0009", "`}` without `{`"),
    ("E0010", "missing `{`"),
    ("E0011", "nested too deeply"),
    ("E0012", "missing value"),
    ("E0013", "comma after the last value"),
    ("E0014", "missing `)`"),
    ("E0015", "a cost in braces"),
    ("E0016", "`=` in a comparison"),
    ("E0017", "a chain of comparisons"),
    ("E0018", "unknown escape in a text"),
    ("E0019", "`;` where a comma belongs"),
    ("E0020", "number too large"),
    ("E0021", "a name without quotes"),
    ("E0022", "a word that is not kebab-case"),
    ("E0023", "missing `:`"),
    ("E0024", "incomplete statement"),
    ("E0025", "misplaced `where`, `within` or `of`"),
    ("E0026", "a character that means nothing here"),
    ("E0027", "expression too long"),
    ("E0028", "not a declaration"),
    ("E0029", "a statement in the wrong place"),
    ("E0030", "`:` where `=` belongs"),
    ("E0031", "arguments without parentheses"),
    ("E0032", "a count with `x`"),
    ("E0033", "a table whose rows and columns do not fit"),
    ("E0034", "`all` before what is chosen"),
];

impl SyntaxError {
    pub(crate) fn new(code: &'static str, span: Span, message: impl Into<String>) -> SyntaxError {
        SyntaxError {
            code,
            message: message.into(),
            span,
            labels: Vec::new(),
            help: None,
            fix: None,
        }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> SyntaxError {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn label(mut self, span: Span, text: impl Into<String>) -> SyntaxError {
        self.labels.push((span, text.into()));
        self
    }

    pub(crate) fn fix(mut self, span: Span, replacement: impl Into<String>) -> SyntaxError {
        self.fix.get_or_insert_default().push((span, replacement.into()));
        self
    }
}
