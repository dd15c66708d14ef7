//! Annotations that hosted builds show beside the changed lines.

use std::fmt::Write;

use crate::diag::{Diagnostic, Severity};
use crate::source::Sources;

/// All diagnostics, a workflow command each.
pub fn github(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        let file = sources.file(diagnostic.primary.file);
        let start = file.position(diagnostic.primary.span.start);
        let end = file.position(diagnostic.primary.span.end);
        let message =
            std::iter::once(&diagnostic.message).chain(&diagnostic.help).cloned().collect::<Vec<_>>();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "::{command} file={},line={},col={},endLine={},endColumn={},title={}::{}",
            property(&file.name),
            start.line,
            start.column,
            end.line,
            end.column,
            property(&diagnostic.code),
            data(&message.join("\n"))
        );
    }
    text
}

/// Escapes the text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a command, in which `:` and `,` have a meaning of their own.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
