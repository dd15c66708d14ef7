//! What a person who decides about a package needs to know, in one report.
//!
//! [`examine`] checks, tests, proves, draws and plays a package, alone or against an older version.
//! It tells the [`Report`] after every step, so that what is known survives a package that brings
//! the program down. The report is written as a page, a comment, JSON or SARIF, and as text.

mod abilities;
mod balance;
mod cards;
mod comment;
mod copies;
mod origins;
mod page;
mod report;
mod sarif;
mod text;

pub use balance::{Rate, Row};
pub use cards::CardChange;
pub use comment::comment;
pub use origins::Origin;
pub use page::page;
pub use report::{Finding, Report, Tests, Verdict, Weight};
pub use sarif::sarif;
pub use text::text;

use std::path::Path;

use cardwright_check::{Checked, CheckedPackage, Diagnostic, Severity, Sources};
use cardwright_engine::Modules;
use cardwright_model::Scenario;
use cardwright_model::files::Files;
use cardwright_packages::read_folder;
use cardwright_render::Templates;

/// What is examined, and with what.
pub struct Subject<'a> {
    /// The package.
    pub new: &'a Checked,
    /// The version that it is compared with.
    pub old: Option<&'a Checked>,
    /// The games.
    pub modules: Modules,
    /// How cards are drawn.
    pub templates: &'a Templates,
    /// Where the files of both versions are.
    pub files: &'a dyn Files,
    /// How many games are played at each table.
    pub games: u32,
}

/// Examines a package. `tell` gets the report before and after every step.
pub fn examine(subject: &Subject<'_>, tell: &mut dyn FnMut(&Report)) -> Report {
    let mut report = Report::default();
    let Some(package) = subject.new.packages.first() else {
        report.problems(subject.new, Path::new(""));
        report.step = None;
        tell(&report);
        return report;
    };
    report.begin(package);
    let old = subject.old.filter(|old| old.errors() == 0).and_then(|old| old.packages.first());
    report.against = old.map(titled);
    report.problems(subject.new, &package.root);
    if subject.old.is_some() && old.is_none() {
        let told = "the old version has errors, so nothing is compared with it";
        report.findings.push(Finding::new("changes", Weight::Note, told));
    }
    step(&mut report, "reading its files", tell);
    match read_folder(subject.files, &package.root) {
        Ok(files) => origins::examine(package, &files, &mut report),
        Err(why) => report.findings.push(Finding::new("files", Weight::Refuse, why.0)),
    }
    if subject.new.errors() > 0 {
        report.step = None;
        tell(&report);
        return report;
    }
    copies::examine(&package.library, &mut report);
    step(&mut report, "comparing it with the old version", tell);
    cards::compare(package, old, &mut report);
    step(&mut report, "running its tests", tell);
    tests(subject, package, &mut report);
    step(&mut report, "proving its abilities", tell);
    abilities::examine(subject, package, &mut report);
    step(&mut report, "drawing its cards", tell);
    cards::draw(subject, package, old, &mut report);
    step(&mut report, "playing", tell);
    balance::examine(subject, package, old, &mut report);
    report.step = None;
    tell(&report);
    report
}

fn step(report: &mut Report, what: &str, tell: &mut dyn FnMut(&Report)) {
    report.step = Some(what.to_owned());
    tell(report);
}

fn titled(package: &CheckedPackage) -> String {
    let model = package.package();
    format!("{} {}", model.name, model.version)
}

fn tests(subject: &Subject<'_>, package: &CheckedPackage, report: &mut Report) {
    let library = &package.library;
    if library.game().is_some_and(|game| !game.has_engine()) {
        let told = "its game has no engine, so no test and no bot says how it plays";
        report.findings.push(Finding::new("tests", Weight::Note, told));
        return;
    }
    let scenarios: Vec<&Scenario> = package.package().scenarios.iter().collect();
    if scenarios.is_empty() {
        let told = "it has no tests: nobody knows whether its cards do what they say";
        report.findings.push(Finding::new("tests", Weight::Decide, told));
        return;
    }
    let game = match subject.modules.open(library) {
        Ok(game) => game,
        Err(error) => {
            let told = format!("it cannot be played: {error}");
            report.findings.push(Finding::new("tests", Weight::Refuse, told));
            return;
        }
    };
    for ended in game.run_scenarios(library, &scenarios) {
        use cardwright_engine::scenario::Verdict;
        match &ended.verdict {
            Verdict::Passed => report.tests.passed += 1,
            Verdict::Failed { line, message, .. } => {
                report.tests.failed += 1;
                let told = format!("the test \"{}\" fails: {message}", ended.name);
                let found = Finding::new("tests", Weight::Refuse, told);
                report.findings.push(found.at(&ended.file, *line));
            }
        }
    }
}

impl Report {
    /// Notes what the checker says.
    fn problems(&mut self, checked: &Checked, root: &Path) {
        for found in &checked.diagnostics {
            self.findings.push(problem(found, &checked.sources, root));
        }
    }
}

fn problem(found: &Diagnostic, sources: &Sources, root: &Path) -> Finding {
    let weight = match found.severity {
        Severity::Error => Weight::Refuse,
        Severity::Warning => Weight::Decide,
        Severity::Info => Weight::Note,
    };
    let file = sources.file(found.primary.file);
    let place = file.position(found.primary.span.start);
    let name = match file.path.strip_prefix(root) {
        Ok(relative) => relative.to_string_lossy().replace('\\', "/"),
        Err(_) => file.shown().to_owned(),
    };
    let mut finding = Finding::new("problems", weight, found.message.clone());
    finding.code = Some(found.code.clone());
    finding.help = found.help.first().cloned();
    finding.at(&name, place.line)
}
