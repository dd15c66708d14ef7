//! Reports allowances of a manifest that no finding needs.

use cardwright_model::Severity;
use cardwright_model::preflight::Settings;

use crate::card::RenderedCard;
use crate::problem::{Problem, Subject, UNUSED_ALLOWANCE};

pub(super) fn check<'a>(
    settings: &Settings,
    cards: impl Iterator<Item = &'a RenderedCard>,
    of_set: &[Problem],
) -> Vec<Problem> {
    let Some(severity) = settings.level("allowances").severity() else { return Vec::new() };
    let of_cards = cards.flat_map(|card| &card.problems);
    let used: Vec<usize> = of_cards.chain(of_set).filter_map(|problem| problem.allowed).collect();
    let unused = settings.allow.iter().enumerate().filter(|(index, _)| !used.contains(index));
    unused.map(|(_, allowance)| report(allowance.line, &allowance.check, severity)).collect()
}

fn report(line: u32, check: &str, severity: Severity) -> Problem {
    let mut subject = Subject::package();
    subject.provenance.line = line;
    let message = format!("nothing needs this allowance of `{check}`");
    let problem = subject.error(UNUSED_ALLOWANCE, "allow", message);
    Problem { severity, ..problem }.help("take it out, or correct its `cards` and `parts`")
}
