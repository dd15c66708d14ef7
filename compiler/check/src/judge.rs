//! Words the cards of a package and judges it by the rules of its game.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use cardwright_model::{Keyword, Library, Package, Value};
use cardwright_vocabulary::{Fault, Finding, GameWords, Games};

use crate::diag::{Diagnostic, Location, lints, quest, sound as diag_sound};
use crate::ids::{IdMap, IdSet};
use crate::lower::{Lowered, Memory, UnitId};
use crate::rules::{self, RulePlace, Violation};
use crate::sets;
use crate::sound;
use crate::ty::EntityRole;
use crate::view::{Changed, Key, Name};
use crate::wording::{self, NumberMismatch, WantedWords};

/// What is known of the cards of a package from the last time they were judged.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    /// What the package declares besides cards, without lines.
    rules: Package,
    /// The flags and counters that cards declare, which are words of their own.
    variables: BTreeSet<String>,
    texts: IdMap<UnitId, KnownText>,
    /// The wordings that texts lack.
    wanted: WantedWords,
    /// What legality rules say about cards.
    violations: rules::Known,
    /// What of a card could never do anything.
    idle: sound::Known,
    /// What the engine cannot play of a card.
    unplayable: IdMap<UnitId, Vec<Finding>>,
}

/// What is known of a card's text.
#[derive(Debug)]
struct KnownText {
    /// The wordings that it lacks.
    missing: Vec<u32>,
    mismatch: Option<NumberMismatch>,
    /// The names that were looked up.
    seen: Vec<Key>,
}

/// Fills in the rules text of the last package of the library and gives what its wordings and
/// legality rules complain about. `broken` are the places of all errors found so far; a
/// declaration that has errors is not judged, for it may lack just what a rule counts.
pub(crate) fn judge(
    lowered: &mut Lowered,
    games: Games,
    below: &[&Arc<Lowered>],
    package: Location,
    broken: &[Location],
    memory: &mut Memory,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let changed = forget(lowered, memory);
    word(lowered, package, memory, &mut diagnostics);
    let mut broken_ids = lowered.places.around(broken);
    broken_ids.extend(lowered.broken.iter().map(String::as_str));
    for below in below {
        broken_ids.extend(below.places.around(broken));
        broken_ids.extend(below.broken.iter().map(String::as_str));
    }
    let is_broken = |id: &str| broken_ids.contains(id);
    // Who does not know all of a kind cannot judge what is made from it.
    if lowered.symbols.has_gaps() {
        let judged = &mut memory.judged;
        (judged.violations, judged.idle) = Default::default();
        judged.unplayable.clear();
        return diagnostics;
    }
    let known = &mut memory.judged.violations;
    for violation in rules::evaluate_again(&lowered.library, &lowered.cards, changed, known) {
        let format = format_of(&lowered.library, &violation.at.entity);
        let also = violation.also.as_ref().map(|(place, _)| place.entity.as_str());
        let about = [Some(violation.at.entity.as_str()), format, also];
        // Rules for all cards together count, and a broken card may be what they miss.
        let is_whole = broken_ids.is_empty() && broken.is_empty();
        let counts = violation.at.entity.is_empty() && !is_whole;
        let lists_broken =
            !broken_ids.is_empty() && lists(&lowered.library, &violation.at.entity).any(is_broken);
        if !counts && !lists_broken && !about.into_iter().flatten().any(is_broken) {
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
    // A test that could not be read may prove anything.
    if broken_ids.is_empty() && broken.is_empty() {
        diagnostics.extend(unproved(lowered, package));
    }
    diagnostics.extend(sets::lints(lowered, is_broken));
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
    let mut told: HashSet<(Location, sound::Why)> = HashSet::new();
    let known = &mut memory.judged.idle;
    for idle in sound::idle(&lowered.library, game.vocabulary, &lowered.cards, known) {
        let at = lowered.places.end_of(&idle.entity, &idle.trail).unwrap_or(package);
        if !is_broken(&idle.entity) && told.insert((at, idle.why.clone())) {
            diagnostics.push(diag_sound::idle(at, &idle.why));
        }
    }
    // What has errors may look unplayable just for them.
    let all = lowered.library.packages.iter();
    let cards = all.clone().flat_map(|package| &package.cards).map(|card| &card.id);
    let keywords = all.flat_map(|package| &package.keywords).map(|keyword| &keyword.id);
    if broken_ids.is_empty() || !cards.chain(keywords).any(|id| is_broken(id)) {
        let mut found = unplayable(lowered, below, game, memory);
        if !found.is_empty() {
            // The same order whichever cards were known.
            let cards = lowered.package().cards.iter().enumerate();
            let order: HashMap<&str, usize> = cards.map(|(at, card)| (&*card.id, at)).collect();
            found.sort_by_key(|finding| order.get(&*finding.entity).copied());
        }
        // Every card with a keyword stumbles over the same statement in it.
        let mut told: HashSet<(Location, String)> = HashSet::new();
        for finding in found {
            let Fault::Unplayable { problem, trail } = finding.fault else { continue };
            let at = lowered.places.end_of(&finding.entity, &trail).unwrap_or(package);
            let card = lowered.places.find(&finding.entity, None).filter(|card| *card != at);
            let card = card.filter(|_| trail.keyword.is_some());
            if told.insert((at, problem.clone())) {
                diagnostics.push(quest::unplayable(at, &problem, card));
            }
        }
    }
    diagnostics
}

/// The rules of the package's own rulebook that none of its tests proves.
fn unproved(lowered: &Lowered, package: Location) -> Vec<Diagnostic> {
    let proved = lowered.package().scenarios.iter().flat_map(|test| &test.proves);
    let proved: HashSet<&str> = proved.map(String::as_str).collect();
    let unproved = lowered.library.own_book_rules().filter(|rule| !rule.explains());
    unproved
        .filter(|rule| !proved.contains(rule.name().as_str()))
        .map(|rule| {
            let chapter = lowered.symbols.entity(EntityRole::Record, &rule.chapter.id);
            let known = chapter.and_then(|chapter| chapter.rules.get(&rule.number));
            let at = known.map_or(package, |known| known.location);
            lints::unproved_rule(at, &rule.name())
        })
        .collect()
}

/// The cards that a declaration lists.
fn lists<'l>(library: &'l Library, entity: &str) -> impl Iterator<Item = &'l str> {
    let all = library.cards().chain(library.decks()).filter(move |known| known.id == *entity);
    let all: Vec<_> = all.collect();
    all.into_iter().flat_map(|known| known.lists.values().flatten()).map(|entry| &*entry.card)
}

/// Forgets what does not hold any more. Gives what is new.
fn forget(lowered: &Lowered, memory: &mut Memory) -> Changed {
    let own = lowered.package();
    let mut known = std::mem::take(&mut memory.judged);
    let (rules, variables) = (without_lines(own), variables(own));
    let is_same = known.variables == variables
        && (&known.rules.definition, &known.rules.enums) == (&rules.definition, &rules.enums)
        && (&known.rules.kinds, &known.rules.dice) == (&rules.kinds, &rules.dice)
        && known.rules.wordings == rules.wordings;
    if (&known.rules.rules, &known.rules.title) != (&rules.rules, &rules.title) {
        known.violations = rules::Known::default();
    }
    let mut changed = Changed::default();
    if is_same {
        let [then, now]: [BTreeMap<&str, &Keyword>; 2] = [&known.rules, &rules]
            .map(|rules| rules.keywords.iter().map(|word| (word.id.as_str(), word)).collect());
        let words = then.keys().chain(now.keys()).filter(|id| then.get(*id) != now.get(*id));
        let words_are_same = words.clone().next().is_none();
        changed = Changed::of(&lowered.fresh, words.copied());
        let fresh = lowered.fresh.iter().filter(|(role, _)| *role == EntityRole::Card);
        let fresh: HashSet<&str> = fresh.map(|(_, id)| id.as_str()).collect();
        let cards = lowered.cards.iter().zip(&own.cards);
        let old = cards.filter(|(_, card)| !fresh.contains(card.id.as_str()));
        let old: IdSet<UnitId> = old.filter_map(|(unit, _)| *unit).collect();
        known.texts.retain(|unit, text| old.contains(unit) && changed.spares(&text.seen));
        known.violations.retain(|unit| old.contains(unit));
        known.idle.retain(|unit, _| words_are_same && old.contains(unit));
        known.unplayable.retain(|unit, _| {
            old.contains(unit) && memory.seen(unit).all(|seen| changed.spares(seen))
        });
    } else {
        known = Judged::default();
    }
    memory.judged = Judged { rules, variables, ..known };
    changed
}

/// Words the cards that are not worded yet, and tells which words are missing and which numbers
/// in texts are wrong.
fn word(
    lowered: &mut Lowered,
    package: Location,
    memory: &mut Memory,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let library = &mut lowered.library;
    let Some(mut own) = library.packages.pop() else { return };
    let known =
        |unit: &Option<UnitId>| unit.is_some_and(|unit| memory.judged.texts.contains_key(&unit));
    let places: Vec<usize> =
        (0..own.cards.len()).filter(|at| !known(&lowered.cards[*at])).collect();
    let mut unknown: HashMap<usize, KnownText> = HashMap::new();
    let wanted = &memory.judged.wanted;
    for (at, worded) in wording::generate_some(library, &mut own, &places, wanted) {
        let mismatch = wording::compare_numbers(&own.cards[at]);
        let text = KnownText { missing: worded.missing, mismatch, seen: worded.seen };
        match lowered.cards[at] {
            Some(unit) => drop(memory.judged.texts.insert(unit, text)),
            None => drop(unknown.insert(at, text)),
        }
    }
    for at in places {
        lowered.cards[at].iter().for_each(|unit| memory.keep(*unit, &own.cards.shared()[at]));
    }
    let mut missing: Vec<(&str, &[u32])> = Vec::new();
    for (at, (card, unit)) in own.cards.iter().zip(&lowered.cards).enumerate() {
        let text = unit.and_then(|unit| memory.judged.texts.get(&unit)).or(unknown.get(&at));
        let Some(text) = text else { continue };
        if !text.missing.is_empty() {
            missing.push((&card.id, &text.missing));
        }
        if let Some(mismatch) = &text.mismatch {
            let own = lowered.places.find(&card.id, Some("fields.text"));
            let at = own.or_else(|| lowered.places.find(&card.id, None)).unwrap_or(package);
            let NumberMismatch { only_in_text, only_in_effects } = mismatch;
            diagnostics.push(lints::text_numbers(at, only_in_text, only_in_effects));
        }
    }
    for word in memory.judged.wanted.each_once(missing.into_iter()) {
        let at = lowered.places.find(&word.card, None).unwrap_or(package);
        diagnostics.push(lints::missing_wording(at, &word.category, &word.name));
    }
    library.packages.push(own);
}

/// What the engine cannot play. Only cards about which that is not known are made ready for play,
/// in a library of those cards and the ones that they name.
fn unplayable(
    lowered: &Lowered,
    below: &[&Arc<Lowered>],
    game: &GameWords,
    memory: &mut Memory,
) -> Vec<Finding> {
    let own = lowered.package();
    let cards = || own.cards.iter().zip(lowered.cards.iter().copied());
    let known = &memory.judged.unplayable;
    let is_known = |unit: Option<UnitId>| unit.is_some_and(|unit| known.contains_key(&unit));
    let asked: HashSet<&str> =
        cards().filter(|(_, unit)| !is_known(*unit)).map(|(card, _)| &*card.id).collect();
    let mut found = Vec::new();
    if !asked.is_empty() {
        // Naming cards one by one costs more than it saves if it is many.
        let some =
            (asked.len() * 4 < own.cards.len()).then(|| some_cards(lowered, below, &asked, memory));
        found = (game.unplayable)(some.as_ref().unwrap_or(&lowered.library));
        if some.is_some() && found.iter().any(|finding| !asked.contains(&*finding.entity)) {
            // What is wrong with a keyword shows in every card that uses it.
            found = (game.unplayable)(&lowered.library);
            memory.judged.unplayable.clear();
            return found;
        }
    }
    let known = &mut memory.judged.unplayable;
    let own_cards = own.cards.iter().filter(|_| !found.is_empty());
    let ids: HashSet<&str> = own_cards.map(|card| &*card.id).collect();
    if found.iter().any(|finding| !ids.contains(&*finding.entity)) {
        known.clear();
        return found;
    }
    let before = cards().filter_map(|(_, unit)| known.get(&unit?));
    let before: Vec<Finding> = before.flatten().cloned().collect();
    let mut of_card: HashMap<&str, Vec<Finding>> = HashMap::new();
    for finding in &found {
        of_card.entry(&finding.entity).or_default().push(finding.clone());
    }
    for (card, unit) in cards() {
        let Some(unit) = unit else { continue };
        let found = || of_card.get(&*card.id).cloned().unwrap_or_default();
        known.entry(unit).or_insert_with(found);
    }
    found.extend(before);
    found
}

/// The library with those cards of its last package only, and the cards that they or keywords
/// name.
fn some_cards(
    lowered: &Lowered,
    below: &[&Arc<Lowered>],
    asked: &HashSet<&str>,
    memory: &Memory,
) -> Library {
    let own = lowered.package();
    let units = own.cards.iter().zip(&lowered.cards);
    let units = units.filter(|(card, _)| asked.contains(card.id.as_str()));
    let mut named: IdSet<Key> = memory.seen_by_keywords().collect();
    named.extend(below.iter().flat_map(|below| &below.seen_by_keywords));
    let mut takes_all_below = false;
    for (card, unit) in units {
        let Some(unit) = unit else {
            // What it was before it was amended may name anything.
            takes_all_below = true;
            continue;
        };
        named.extend(memory.seen(unit).flatten());
        takes_all_below |= card.parent.is_some() && memory.inherits_from_below(unit);
    }
    let is_named = |id: &str| named.contains(&Name::Entity(EntityRole::Card, id).key());
    let mut library = lowered.library.clone();
    let last = library.packages.len().saturating_sub(1);
    for (at, package) in library.packages.iter_mut().enumerate() {
        let is_own = at == last;
        package.cards.retain(|card| match is_own {
            true => asked.contains(card.id.as_str()) || is_named(&card.id),
            false => takes_all_below || is_named(&card.id),
        });
    }
    library
}

/// What a package declares besides cards, as if all of it stood on one line.
fn without_lines(package: &Package) -> Package {
    let mut rules = Package {
        definition: package.definition.clone(),
        enums: package.enums.clone(),
        kinds: package.kinds.clone(),
        dice: package.dice.clone(),
        keywords: package.keywords.clone(),
        wordings: package.wordings.clone(),
        rules: package.rules.clone(),
        title: package.title.clone(),
        ..Package::default()
    };
    let kinds = rules.kinds.iter_mut().map(|kind| &mut kind.provenance);
    let keywords = rules.keywords.iter_mut().map(|keyword| &mut keyword.provenance);
    let wordings = rules.wordings.iter_mut().map(|wording| &mut wording.provenance);
    let legality = rules.rules.iter_mut().map(|rule| &mut rule.provenance);
    kinds
        .chain(keywords)
        .chain(wordings)
        .chain(legality)
        .for_each(|provenance| provenance.line = 0);
    rules
}

/// The flags and counters that the cards of a package declare.
fn variables(package: &Package) -> BTreeSet<String> {
    let clauses = package.cards.iter().flat_map(|card| &card.clauses);
    let names = clauses
        .filter(|clause| clause.fields.contains_key("start"))
        .filter_map(|clause| clause.args.get("name").and_then(Value::as_text));
    names.map(str::to_owned).collect()
}

/// The format of a deck of the last package.
fn format_of<'l>(library: &'l Library, deck: &str) -> Option<&'l str> {
    let decks = &library.packages.last()?.decks;
    decks.iter().find(|known| known.id == deck)?.target.as_deref()
}

fn violated(
    violation: &Violation,
    lowered: &Lowered,
    below: &[&Arc<Lowered>],
    package: Location,
) -> Diagnostic {
    let find = |place: &RulePlace| {
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
