//! Words the cards of a package and judges it by the rules of its game.

use cardwright_model::Library;
use cardwright_vocabulary::{Fault, Games};

use crate::diag::{Diagnostic, Location, Severity, lints, quest, sound as diag_sound};
use crate::lower::Lowered;
use crate::rules::{self, Place, Violation};
use crate::sound;
use crate::wording;

/// Fills in the rules text of the last package of the library and gives what its wordings and
/// legality rules complain about. `known` are the problems found so far; a declaration that
/// has errors is not judged, for it may lack just what a rule counts.
pub(crate) fn judge(
    lowered: &mut Lowered,
    games: Games,
    below: &[&Lowered],
    package: Location,
    known: &[Diagnostic],
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let library = &mut lowered.library;
    let Some(mut own) = library.packages.pop() else { return diagnostics };
    for word in wording::generate(library, &mut own) {
        let at = lowered.places.find(&word.card, None).unwrap_or(package);
        diagnostics.push(lints::missing_wording(at, &word.category, &word.name));
    }
    for card in &own.cards {
        if let Some(mismatch) = wording::compare_numbers(card) {
            let at = lowered.places.find(&card.id, Some("fields.text")).unwrap_or(package);
            diagnostics.push(lints::text_numbers(
                at,
                &mismatch.only_in_text,
                &mismatch.only_in_effects,
            ));
        }
    }
    library.packages.push(own);
    let errors = known.iter().filter(|found| found.severity == Severity::Error);
    let broken: Vec<Location> =
        errors.map(|found| found.primary).chain(lowered.echoes.iter().copied()).collect();
    let is_broken = |id: &str| {
        lowered.places.is_among(id, &broken)
            || below.iter().any(|below| below.places.is_among(id, &broken))
    };
    for violation in rules::evaluate(&lowered.library) {
        let format = format_of(&lowered.library, &violation.at.entity);
        let also = violation.also.as_ref().map(|(place, _)| place.entity.as_str());
        let about = [Some(violation.at.entity.as_str()), format, also];
        if !about.into_iter().flatten().any(is_broken) {
            diagnostics.push(violated(&violation, lowered, below, package));
        }
    }
    for (deck, fitting) in rules::decks_without_format(&lowered.library) {
        if !is_broken(&deck.id) {
            let at = lowered.places.find(&deck.id, None).unwrap_or(package);
            let formats: Vec<&str> = lowered.library.formats().map(|format| &*format.id).collect();
            diagnostics.push(lints::deck_without_format(at, &deck.id, &fitting, &formats));
        }
    }
    let Some(game) = lowered.library.game().and_then(|game| games.find(&game.engine)) else {
        return diagnostics;
    };
    for finding in (game.findings)(&lowered.library) {
        if !is_broken(&finding.entity) {
            let at = lowered.places.find(&finding.entity, Some(&finding.item)).unwrap_or(package);
            diagnostics.push(quest::fault(at, &finding.fault));
        }
    }
    // Inherited and granted text is told of once, where it stands.
    let mut told: Vec<(Location, sound::Why)> = Vec::new();
    for idle in sound::idle(&lowered.library, game.vocabulary) {
        let at = lowered.places.end_of(&idle.entity, &idle.trail).unwrap_or(package);
        if !is_broken(&idle.entity) && !told.contains(&(at, idle.why.clone())) {
            diagnostics.push(diag_sound::idle(at, &idle.why));
            told.push((at, idle.why));
        }
    }
    // What has errors may look unplayable just for them.
    let all = lowered.library.packages.iter();
    let cards = all.clone().flat_map(|package| &package.cards).map(|card| &card.id);
    let keywords = all.flat_map(|package| &package.keywords).map(|keyword| &keyword.id);
    if broken.is_empty() || !cards.chain(keywords).any(|id| is_broken(id)) {
        // Every card with a keyword stumbles over the same statement in it.
        let mut told: Vec<(Location, String)> = Vec::new();
        for finding in (game.unplayable)(&lowered.library) {
            let Fault::Unplayable { problem, trail } = finding.fault else { continue };
            let at = lowered.places.end_of(&finding.entity, &trail).unwrap_or(package);
            let card = lowered.places.find(&finding.entity, None).filter(|card| *card != at);
            let card = card.filter(|_| trail.keyword.is_some());
            if !told.contains(&(at, problem.clone())) {
                diagnostics.push(quest::unplayable(at, &problem, card));
                told.push((at, problem));
            }
        }
    }
    diagnostics
}

/// The format of a deck of the last package.
fn format_of<'l>(library: &'l Library, deck: &str) -> Option<&'l str> {
    let decks = &library.packages.last()?.decks;
    decks.iter().find(|known| known.id == deck)?.target.as_deref()
}

fn violated(
    violation: &Violation,
    lowered: &Lowered,
    below: &[&Lowered],
    package: Location,
) -> Diagnostic {
    let find = |place: &Place| {
        let item = place.item.as_deref();
        let own = lowered.places.find(&place.entity, item);
        own.or_else(|| below.iter().find_map(|below| below.places.find(&place.entity, item)))
    };
    let at = find(&violation.at).unwrap_or(package);
    let mut diagnostic =
        Diagnostic::new(&violation.code, violation.severity, at, &violation.message);
    if let Some((place, text)) = &violation.also
        && let Some(location) = find(place)
    {
        diagnostic = diagnostic.label(location, text);
    }
    if let Some(rule) = violation.rule.as_ref().and_then(|rule| lowered.symbols.rules.get(rule)) {
        diagnostic = diagnostic.label(*rule, "required by this rule");
    }
    match &violation.help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}
