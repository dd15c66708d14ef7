//! One line per diagnostic, for editors and for reading at a glance.

use super::severity_word;
use crate::diag::Diagnostic;
use crate::source::Sources;

/// `path:line:column: severity[code]: message`, one per line.
pub fn short(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let file = sources.file(diagnostic.primary.file);
        let at = file.position(diagnostic.primary.span.start);
        text.push_str(&format!(
            "{}:{}:{}: {}[{}]: {}\n",
            file.name,
            at.line,
            at.column,
            severity_word(diagnostic.severity),
            diagnostic.code,
            diagnostic.message
        ));
    }
    text
}
