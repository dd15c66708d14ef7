//! One line each: `file:line:column: severity[code]: message`.

use std::fmt::Write;

use super::word;
use crate::diag::Diagnostic;
use crate::source::Sources;

/// All diagnostics, a line each.
pub fn short(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let file = sources.file(diagnostic.primary.file);
        let at = file.position(diagnostic.primary.span.start);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{}:{}:{}: {}[{}]: {}",
            file.name,
            at.line,
            at.column,
            word(diagnostic.severity),
            diagnostic.code,
            diagnostic.message
        );
    }
    text
}
