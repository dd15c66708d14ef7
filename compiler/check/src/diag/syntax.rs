//! E00: syntax errors, as the language reports them.

use cardwright_dsl::SyntaxError;

use super::{Diagnostic, Edit, Fix, Location};
use crate::source::FileId;

/// A syntax error of a file.
pub fn syntax(file: FileId, error: &SyntaxError) -> Diagnostic {
    let mut diagnostic =
        Diagnostic::error(error.code, Location::new(file, error.span), &error.message);
    for (span, text) in &error.labels {
        diagnostic = diagnostic.label(Location::new(file, *span), text);
    }
    diagnostic = match &error.help {
        Some(help) => diagnostic.help(help),
        None => {
            diagnostic.help(format!("`cardwright explain {}` shows how it is written", error.code))
        }
    };
    diagnostic.fix = error.fix.as_ref().map(|edits| Fix {
        title: error.help.clone().unwrap_or_else(|| "repair it".to_owned()),
        edits: edits
            .iter()
            .map(|(span, text)| Edit { location: Location::new(file, *span), text: text.clone() })
            .collect(),
        safe: true,
    });
    diagnostic
}
