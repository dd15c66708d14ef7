//! SARIF 2.1.0, for code scanning services.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::diag::{Diagnostic, Location, Severity, codes};
use crate::source::Sources;

/// The diagnostics as one SARIF log.
pub fn sarif(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut rules: BTreeMap<&str, usize> =
        diagnostics.iter().map(|found| (found.code.as_str(), 0)).collect();
    for (index, place) in rules.values_mut().enumerate() {
        *place = index;
    }
    let titles: BTreeMap<&str, &str> = codes::all().map(|code| (code.code, code.title)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "cardwright",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.keys().map(|code| json!({
                    "id": code,
                    "shortDescription": { "text": titles.get(code).copied().unwrap_or("a rule of the game") },
                })).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": diagnostics.iter().map(|found| result(found, rules[found.code.as_str()], sources)).collect::<Vec<_>>(),
        }],
    });
    serde_json::to_string_pretty(&log).expect("a log is plain data")
}

fn result(found: &Diagnostic, rule: usize, sources: &Sources) -> Value {
    let level = match found.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    };
    let help: String = found.help.iter().map(|help| format!(" Help: {help}.")).collect();
    let mut result = json!({
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": level,
        "message": { "text": format!("{}.{help}", found.message) },
        "locations": [location(found.primary, None, sources)],
    });
    if !found.labels.is_empty() {
        result["relatedLocations"] =
            found.labels.iter().map(|(at, text)| location(*at, Some(text), sources)).collect();
    }
    if let Some(fix) = &found.fix {
        let changes: Vec<_> = fix
            .edits
            .iter()
            .map(|edit| {
                json!({
                    "artifactLocation": { "uri": sources.file(edit.location.file).name },
                    "replacements": [{
                        "deletedRegion": {
                            "byteOffset": edit.location.span.start,
                            "byteLength": edit.location.span.end - edit.location.span.start,
                        },
                        "insertedContent": { "text": edit.text },
                    }],
                })
            })
            .collect();
        result["fixes"] =
            json!([{ "description": { "text": fix.title }, "artifactChanges": changes }]);
    }
    result
}

fn location(at: Location, text: Option<&str>, sources: &Sources) -> Value {
    let file = sources.file(at.file);
    let (start, end) = (file.position(at.span.start), file.position(at.span.end));
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": file.name },
            "region": {
                "startLine": start.line,
                "startColumn": start.column,
                "endLine": end.line,
                "endColumn": end.column,
            },
        },
    });
    if let Some(text) = text {
        location["message"] = json!({ "text": text });
    }
    location
}
