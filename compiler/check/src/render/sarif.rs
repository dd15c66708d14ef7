//! SARIF 2.1.0, which code-scanning tools read.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::diag::{Diagnostic, Location, Severity};
use crate::source::Sources;

/// All diagnostics as one SARIF log.
pub fn sarif(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let codes: BTreeSet<&str> =
        diagnostics.iter().map(|diagnostic| diagnostic.code.as_str()).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "cardwright",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|code| json!({"id": code})).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": diagnostics
                .iter()
                .map(|diagnostic| result(diagnostic, sources))
                .collect::<Vec<_>>(),
        }],
    });
    format!("{log:#}\n")
}

fn result(diagnostic: &Diagnostic, sources: &Sources) -> Value {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    };
    let text = std::iter::once(&diagnostic.message)
        .chain(&diagnostic.help)
        .cloned()
        .collect::<Vec<_>>()
        .join("\n");
    let mut result = json!({
        "ruleId": diagnostic.code,
        "level": level,
        "message": {"text": text},
        "locations": [{"physicalLocation": physical(diagnostic.primary, sources)}],
    });
    if !diagnostic.labels.is_empty() {
        result["relatedLocations"] = diagnostic
            .labels
            .iter()
            .map(|(location, label)| {
                json!({
                    "physicalLocation": physical(*location, sources),
                    "message": {"text": label},
                })
            })
            .collect();
    }
    result
}

fn physical(location: Location, sources: &Sources) -> Value {
    let file = sources.file(location.file);
    let start = file.position(location.span.start);
    let end = file.position(location.span.end);
    json!({
        "artifactLocation": {"uri": file.name.replace(' ', "%20")},
        "region": {
            "startLine": start.line,
            "startColumn": start.column,
            "endLine": end.line,
            "endColumn": end.column,
        },
    })
}
