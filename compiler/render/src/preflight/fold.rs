//! Merges findings for people to read: a mistake that a template makes on every card of a kind is
//! reported once.

use cardwright_model::preflight::{Check, check_of_code};

use crate::card::RenderedCard;
use crate::problem::Problem;

/// A finding, on one card or on many.
#[derive(Debug, Clone)]
pub struct Finding<'a> {
    /// What is wrong, on the first card that has it.
    pub problem: &'a Problem,
    /// The check that found it; `None` for an error while the card was drawn.
    pub check: Option<&'static Check>,
    /// The card; `None` for a problem of the whole set.
    pub card: Option<&'a RenderedCard>,
    /// Identifiers of the other cards with the same problem.
    pub also: Vec<&'a str>,
}

impl Finding<'_> {
    /// The problem with a word about the other cards that have it.
    pub fn told(&self) -> Problem {
        const SHOWN: usize = 6;
        let mut problem = self.problem.clone();
        let names = self.also.iter().take(SHOWN).map(|name| format!("`{name}`"));
        let names: Vec<String> = names.collect();
        problem.note = match (names.is_empty(), self.also.len().saturating_sub(SHOWN)) {
            (true, _) => problem.note.take(),
            (false, 0) => Some(format!("the same on {}", names.join(", "))),
            (false, more) => Some(format!("the same on {} and {more} more", names.join(", "))),
        };
        problem
    }
}

/// Checks whose findings come from the template or from a picture that cards share, so that
/// all cards of a kind have them.
const SHARED: [&str; 6] = ["safe-area", "bleed", "type-size", "contrast", "stroke", "resolution"];

/// All problems of the cards, then those of the set, with equal ones merged.
pub fn fold<'a>(
    cards: impl IntoIterator<Item = &'a RenderedCard>,
    of_set: &'a [Problem],
) -> Vec<Finding<'a>> {
    let mut findings: Vec<Finding<'a>> = Vec::new();
    for card in cards {
        for problem in &card.problems {
            let check = check_of_code(problem.code);
            let same = check
                .filter(|check| SHARED.contains(&check.key))
                .and_then(|_| findings.iter_mut().find(|known| is_same(known, problem, card)));
            match same {
                Some(known) => known.also.push(&card.id),
                None => {
                    findings.push(Finding { problem, check, card: Some(card), also: Vec::new() });
                }
            }
        }
    }
    findings.extend(of_set.iter().map(|problem| Finding {
        problem,
        check: check_of_code(problem.code),
        card: None,
        also: Vec::new(),
    }));
    findings
}

fn is_same(known: &Finding<'_>, problem: &Problem, card: &RenderedCard) -> bool {
    let side = |problem: &Problem| problem.place.as_ref().is_some_and(|place| place.is_back);
    known.card.is_some_and(|first| first.kind == card.kind && first.id != card.id)
        && known.problem.code == problem.code
        && known.problem.what == problem.what
        && known.problem.severity == problem.severity
        && known.problem.allowed == problem.allowed
        && side(known.problem) == side(problem)
}
