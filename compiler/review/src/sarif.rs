//! The report as SARIF 2.1.0, for code scanning.

use std::collections::BTreeSet;

use serde_json::json;

use crate::{Finding, Report, Weight};

/// The log.
pub fn sarif(report: &Report) -> String {
    let rule = |finding: &Finding| match &finding.code {
        Some(code) => code.clone(),
        None => format!("review/{}", finding.topic),
    };
    let rules: BTreeSet<String> = report.findings.iter().map(rule).collect();
    let result = |finding: &Finding| {
        let level = match finding.weight {
            Weight::Refuse => "error",
            Weight::Decide => "warning",
            Weight::Note => "note",
        };
        let help = finding.help.as_ref().map_or_else(String::new, |help| format!(" Help: {help}."));
        let file = finding.file.as_deref().unwrap_or("cardwright.toml");
        json!({
            "ruleId": rule(finding),
            "level": level,
            "message": { "text": format!("{}.{help}", finding.message) },
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": file },
                "region": { "startLine": finding.line.max(1) },
            }}],
        })
    };
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "cardwright review",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|id| json!({ "id": id })).collect::<Vec<_>>(),
            }},
            "results": report.findings.iter().map(result).collect::<Vec<_>>(),
        }],
    });
    serde_json::to_string_pretty(&log).expect("a log is plain data") + "\n"
}
