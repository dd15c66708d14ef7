//! Which rules of a rulebook the scenarios prove.

use std::fmt::{self, Write};

use cardwright_model::{BookRule, Library};
use serde::Serialize;

use crate::scenario::Report;

/// A rule of a package's rulebook and what proves it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct RuleProof {
    /// Chapter and number, as in `fights.4`.
    rule: String,
    /// Its title.
    title: String,
    /// True if it only tells something; such a rule needs no proof.
    explains: bool,
    /// The names of the scenarios that prove it.
    proved_by: Vec<String>,
}

/// The rules that a package writes. A scenario that fails proves nothing; `reports` has one report
/// for each scenario of the package, in their order.
pub fn rule_proofs(library: &Library, reports: &[Report]) -> Vec<RuleProof> {
    let scenarios = library.packages.last().into_iter().flat_map(|package| &package.scenarios);
    let passed: Vec<_> =
        scenarios.zip(reports).filter(|(_, report)| !report.failed()).map(|(it, _)| it).collect();
    let proof = |rule: BookRule<'_>| {
        let name = rule.name();
        let proving = passed.iter().filter(|scenario| scenario.proves.contains(&name));
        RuleProof {
            title: rule.title().to_owned(),
            explains: rule.explains(),
            proved_by: proving.map(|scenario| scenario.name.clone()).collect(),
            rule: name,
        }
    };
    library.own_book_rules().map(proof).collect()
}

/// A line for each rule that can be proved, then how many are. With `names`, also the scenarios.
pub fn rules(package: &str, proofs: &[RuleProof], names: bool) -> String {
    let mut text = String::new();
    // Writing into a text does not fail.
    let _ = write_rules(&mut text, package, proofs, names);
    text
}

fn write_rules(out: &mut String, package: &str, proofs: &[RuleProof], names: bool) -> fmt::Result {
    let (explaining, rules): (Vec<&RuleProof>, Vec<&RuleProof>) =
        proofs.iter().partition(|proof| proof.explains);
    if proofs.is_empty() {
        return writeln!(out, "{package}: no rulebook");
    }
    let width = rules.iter().map(|proof| proof.rule.len()).max().unwrap_or_default();
    writeln!(out, "{package}")?;
    for RuleProof { rule, title, proved_by, .. } in &rules {
        let count = match proved_by.len() {
            0 => "-".to_owned(),
            count => count.to_string(),
        };
        writeln!(out, "  {count:>3}  {rule:width$}  {title}")?;
        for name in proved_by.iter().filter(|_| names) {
            writeln!(out, "       {:width$}    by {name}", "")?;
        }
    }
    let unproved: Vec<&str> = rules
        .iter()
        .filter(|proof| proof.proved_by.is_empty())
        .map(|proof| proof.rule.as_str())
        .collect();
    let proved = rules.len() - unproved.len();
    write!(out, "{package}: {proved} of {} rules proved", rules.len())?;
    if !explaining.is_empty() {
        write!(out, ", {} more only explain", explaining.len())?;
    }
    writeln!(out)?;
    if !unproved.is_empty() {
        writeln!(out, "  unproved: {}", unproved.join(", "))?;
    }
    Ok(())
}
