//! `cardwright test`: the scenario tests in the content.

use std::io::{self, Write};

use anyhow::{Result, anyhow};
use cardwright_engine::report::{RuleProof, rule_proofs, rules};
use cardwright_engine::scenario::{Report, Verdict};
use cardwright_games::MODULES;
use cardwright_model::{Library, Scenario};
use serde_json::json;

use crate::args::{Format, TestArguments};
use crate::commands::check::{checked, is_played};
use crate::report::{Console, Outcome};
use crate::terminal;

pub(crate) fn run(arguments: &TestArguments, console: &Console) -> Result<Outcome> {
    let Some(checked) = checked(arguments.path.as_deref(), console)? else {
        return Ok(Outcome::ContentErrors);
    };
    let mut groups = Vec::new();
    for package in &checked.packages {
        let name = package.package().name.clone();
        if !is_played(&package.library) {
            writeln!(terminal::err(), "note: `{name}` has no engine, so it has no tests to run")?;
        }
        groups.push((name, reports(&package.library, arguments.filter.as_deref())?));
    }
    let all = || groups.iter().flat_map(|(_, reports)| reports);
    let failed = all().filter(|report| report.failed()).count();
    let passed = all().count() - failed;
    let proofs = checked.packages.iter().zip(&groups);
    let proofs: Vec<Vec<RuleProof>> =
        proofs.map(|(package, (_, reports))| rule_proofs(&package.library, reports)).collect();
    let mut out = terminal::out();
    match arguments.format {
        Format::Json => {
            let packages: Vec<_> = groups
                .iter()
                .zip(&proofs)
                .map(|((name, reports), proofs)| {
                    let mut package = json!({"package": name, "tests": reports});
                    if arguments.rules {
                        package["rules"] = json!(proofs);
                    }
                    package
                })
                .collect();
            let report = json!({"packages": packages, "passed": passed, "failed": failed});
            writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        }
        Format::Human => {
            for (package, report) in
                groups.iter().flat_map(|(name, reports)| reports.iter().map(move |r| (name, r)))
            {
                print(&mut out, package, report, arguments.verbose)?;
            }
            if arguments.rules {
                for ((package, _), proofs) in groups.iter().zip(&proofs) {
                    write!(out, "{}", rules(package, proofs, arguments.verbose))?;
                }
            }
            writeln!(out, "{passed} passed, {failed} failed")?;
        }
    }
    Ok(if failed == 0 { Outcome::Fine } else { Outcome::ContentErrors })
}

/// Runs the scenarios of the library's own package, those that the filter lets through.
fn reports(library: &Library, filter: Option<&str>) -> Result<Vec<Report>> {
    let Some(package) = library.packages.last() else { return Ok(Vec::new()) };
    let wanted = |scenario: &Scenario| {
        filter.is_none_or(|text| {
            scenario.name.contains(text)
                || scenario.id.as_deref().is_some_and(|id| id.contains(text))
        })
    };
    let scenarios: Vec<&Scenario> =
        package.scenarios.iter().filter(|scenario| wanted(scenario)).collect();
    if scenarios.is_empty() {
        return Ok(Vec::new());
    }
    let game = MODULES.open(library).map_err(|error| anyhow!("{}: {error}", package.name))?;
    Ok(game.run_scenarios(library, &scenarios))
}

fn print(out: &mut impl Write, package: &str, report: &Report, verbose: bool) -> io::Result<()> {
    match &report.verdict {
        Verdict::Passed => {
            if verbose {
                writeln!(out, "ok      {}", report.name)?;
            }
        }
        Verdict::Failed { line, source, message, values } => {
            writeln!(out, "FAILED  {}", report.name)?;
            writeln!(out, "  {package}/{}:{line}: {source}", report.file)?;
            writeln!(out, "  {message}")?;
            if let Some((left, right)) = values {
                writeln!(out, "    left side:  {left}\n    right side: {right}")?;
            }
        }
    }
    Ok(())
}
