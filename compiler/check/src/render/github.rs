//! Workflow commands that GitHub shows beside the lines of a pull request.

use crate::diag::{Diagnostic, Severity};
use crate::source::Sources;

/// `::error file=…,line=…,col=…,title=…::message`, one per line.
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
        let help: String = diagnostic.help.iter().map(|help| format!("\nhelp: {help}")).collect();
        text.push_str(&format!(
            "::{command} file={},line={},col={},endLine={},endColumn={},title={}::{}\n",
            property(&file.name),
            start.line,
            start.column,
            end.line,
            end.column,
            property(&diagnostic.code),
            data(&format!("{}{help}", diagnostic.message)),
        ));
    }
    text
}

/// Escapes what would end a message.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes what would end a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
