//! Tests that pass with an effect and fail without it.
//!
//! Two versions of some content, one without the effect, go through the steps of a test or play on
//! from there at random. What is written down is the first line that only holds with the effect.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use cardwright_model::{Expr, Face, Library, Provenance, Scenario, Step, Throws};
use cardwright_vocabulary::Vocabulary;

use crate::core::{CoreScript, Rules, Stage, Told, decide_line};
use crate::module::Module;
use crate::parting::pick;
use crate::rng::{Rng, derive_seed};
use crate::scenario::Script;
use crate::seating::Seating;

/// A test that shows an effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The position it begins with.
    pub position: Position,
    /// What is done and expected from there. The last line fails without the effect.
    pub lines: Vec<String>,
    /// The last line in words, or the test that has it already.
    pub shown: Shown,
}

/// What shows the effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// A test of the content, as it is.
    Test(String),
    /// The last line of the witness.
    Line(String),
}

/// A position as a test writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Position {
    /// The position that a test of the content sets up.
    Test {
        /// The test's name.
        name: String,
        /// Where the test is declared.
        at: Provenance,
        /// A card of the test, and the card that replaces it.
        swap: Option<(String, String)>,
        /// Lines for the dice that replace those of the test.
        dice: Option<Vec<String>>,
    },
    /// A position of its own, as the lines that set it up.
    Lines(Vec<String>),
}

/// A test to try: the steps of the tests that it continues from, and its own, in one list.
#[derive(Debug, Clone)]
pub struct Trial<'l> {
    scenario: Cow<'l, Scenario>,
    /// The name of the test in the content.
    name: &'l str,
    swap: Option<(String, String)>,
    /// The lines of the set-up, if it is not the set-up of a test.
    lines: Option<Vec<String>>,
    /// The cards to ask about.
    cards: Vec<String>,
}

/// The longest chain of tests that continue from each other.
const LONGEST_CHAIN: usize = 64;

impl<'l> Trial<'l> {
    /// A test of the content.
    pub fn of(library: &'l Library, scenario: &'l Scenario) -> Option<Trial<'l>> {
        let name = scenario.name.as_str();
        let mut root = scenario;
        let mut steps: Vec<Step> = Vec::new();
        for _ in 0..LONGEST_CHAIN {
            let Some(after) = &root.after else {
                let scenario = match steps.is_empty() {
                    true => Cow::Borrowed(root),
                    false => {
                        steps.extend(scenario.steps.iter().cloned());
                        Cow::Owned(Scenario { steps, ..root.clone() })
                    }
                };
                let cards = cards_in(library, &quoted(&*scenario));
                return Some(Trial { scenario, name, swap: None, lines: None, cards });
            };
            let mut all = library.packages.iter().flat_map(|package| &package.scenarios);
            root = all.find(|known| known.id.as_ref() == Some(after))?;
            steps.splice(0..0, root.steps.iter().cloned());
        }
        None
    }

    /// A new game at a table. `None` if tests cannot write that down.
    pub fn game(
        library: &Library,
        vocabulary: &Vocabulary,
        seating: &Seating,
        seed: u64,
    ) -> Option<Trial<'l>> {
        let has = |field: &str| Vocabulary::find(vocabulary.setup, field).is_some();
        let decks = match &seating.decks[..] {
            [_] if has("deck") => "deck",
            _ if has("decks") => "decks",
            _ => return None,
        };
        let named =
            |role: &str, id: &String| Expr::Symbol { domain: role.to_owned(), id: id.clone() };
        let mut setup = BTreeMap::new();
        setup.insert("format".to_owned(), vec![named("format", &seating.format)]);
        let seats = seating.decks.iter().map(|deck| named("deck", deck)).collect();
        setup.insert(decks.to_owned(), seats);
        setup.insert("seed".to_owned(), vec![Expr::Int { value: i64::try_from(seed).ok()? }]);
        let lines = vec![
            format!("format: {}", seating.format),
            format!("{decks}: {}", seating.decks.join(", ")),
            format!("seed: {seed}"),
        ];
        let lists = library.packages.iter().flat_map(|package| &package.decks);
        let lists = lists.filter(|deck| seating.decks.contains(&deck.id));
        let cards = lists.flat_map(|deck| cards_in(library, &quoted(deck))).collect();
        let scenario = Cow::Owned(Scenario { setup, ..Scenario::default() });
        Some(Trial { scenario, name: "", swap: None, lines: Some(lines), cards })
    }

    /// The same test with another card in the place of one.
    #[must_use]
    pub fn swapped(&self, old: &str, new: &str) -> Option<Trial<'l>> {
        let text = serde_json::to_string(&*self.scenario).ok()?;
        let text = text.replace(&format!("\"{old}\""), &format!("\"{new}\""));
        let mut scenario: Scenario = serde_json::from_str(&text).ok()?;
        for step in &mut scenario.steps {
            if let Step::Do { source, .. }
            | Step::Expect { source, .. }
            | Step::Refuse { source, .. }
            | Step::Legal { source, .. } = step
            {
                *source = swap_words(source, old, new);
            }
        }
        let swap = Some((old.to_owned(), new.to_owned()));
        let rest = self.cards.iter().filter(|card| *card != old && *card != new).cloned();
        let cards = [new.to_owned()].into_iter().chain(rest).collect();
        Some(Trial { scenario: Cow::Owned(scenario), swap, cards, ..self.clone() })
    }

    /// The cards and records that it names.
    pub fn cards(&self) -> &[String] {
        &self.cards
    }
}

/// Everything in quotes in the data of something.
fn quoted(data: &impl serde::Serialize) -> Vec<String> {
    let text = serde_json::to_string(data).unwrap_or_default();
    text.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Those names that are names of cards and records, each once.
fn cards_in(library: &Library, names: &[String]) -> Vec<String> {
    let known =
        library.packages.iter().flat_map(|package| package.cards.iter().chain(&package.records));
    let known: BTreeSet<&str> = known.map(|entity| entity.id.as_str()).collect();
    let mut cards: Vec<String> = Vec::new();
    for name in names.iter().filter(|name| known.contains(name.as_str())) {
        if !cards.contains(name) {
            cards.push(name.clone());
        }
    }
    cards
}

/// A text of the language with one name in the place of another.
pub fn swap_words(text: &str, old: &str, new: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    let in_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    while let Some(start) = rest.find(old) {
        let (before, from) = rest.split_at(start);
        let after = &from[old.len()..];
        let is_whole = !before.ends_with(in_word) && !after.starts_with(in_word);
        result.push_str(before);
        result.push_str(if is_whole { new } else { old });
        rest = after;
    }
    result + rest
}

/// How to look for a witness.
#[derive(Debug, Clone, Copy)]
pub struct Hunt<'h> {
    /// The tests to try, in order.
    pub trials: &'h [Trial<'h>],
    /// The card's printed name: options that have it in them are taken more often.
    pub name: &'h str,
    /// How many times play goes on at random after each step.
    pub tries: u32,
    /// How many decisions each such try lasts.
    pub reach: u32,
    /// The seed of all luck and choices.
    pub seed: u64,
    /// Whether to ask about every card after every step, even if nothing is different yet: a number
    /// that is changed shows before anything comes of it. Slow.
    pub asks: bool,
}

/// The first witness, if there is one.
pub(crate) fn witness<G: Module>(
    with: (&G, &Library),
    without: (&G, &Library),
    hunt: &Hunt<'_>,
) -> Option<Witness> {
    let stages = (Stage::new(with.1, with.0), Stage::new(without.1, without.0));
    hunt.trials.iter().find_map(|trial| {
        let one = stages.0.begin(&trial.scenario).ok()?;
        let other = stages.1.begin(&trial.scenario).ok()?;
        Pursuit { hunt, trial, one, other, lines: Vec::new() }.follow()
    })
}

/// Two versions on their way through one test.
struct Pursuit<'a, G: Module> {
    hunt: &'a Hunt<'a>,
    trial: &'a Trial<'a>,
    one: CoreScript<'a, G>,
    other: CoreScript<'a, G>,
    lines: Vec<String>,
}

impl<G: Module> Pursuit<'_, G> {
    fn follow(mut self) -> Option<Witness> {
        let trial = self.trial;
        for (place, step) in trial.scenario.steps.iter().enumerate() {
            if let Some(found) = self.here(place) {
                return Some(found);
            }
            match step {
                Step::Do { command, args, source, .. } => {
                    let before = (self.one.state.clone(), self.one.taken.clone());
                    let (one, other) =
                        (self.one.perform(command, args), self.other.perform(command, args));
                    match (one, other) {
                        (Ok(()), Ok(())) => self.lines.push(source.clone()),
                        (Ok(()), Err(_)) => {
                            // A test ends with what is expected.
                            let mut last = vec![source.clone()];
                            let after = self.one.told(&trial.cards);
                            let now = (self.one.state.clone(), self.one.taken.clone());
                            (self.one.state, self.one.taken) = before;
                            let earlier = self.one.told(&trial.cards);
                            (self.one.state, self.one.taken) = now;
                            let mut new = after.iter().zip(&earlier);
                            let new = new.find(|(one, other)| one != other);
                            last.extend(new.and_then(|(after, _)| after.expected()));
                            return Some(self.found(last, true));
                        }
                        (Err(_), Ok(())) => {
                            (self.one.state, self.one.taken) = before;
                            if !self.one.refuses(command, args) {
                                return None;
                            }
                            let refused = source.strip_prefix("do ").unwrap_or(source);
                            let line = format!("expect illegal {refused}");
                            return Some(self.found(vec![line], false));
                        }
                        (Err(_), Err(_)) => return None,
                    }
                }
                Step::Expect { condition, source, .. } => {
                    let answers = (self.one.check(condition), self.other.check(condition));
                    if let (Ok(here), there) = answers
                        && here.holds
                        && !there.is_ok_and(|there| there.holds)
                    {
                        return Some(self.found(vec![source.clone()], true));
                    }
                }
                Step::Refuse { command, args, source, .. } => {
                    let refused =
                        (self.one.refuses(command, args), self.other.refuses(command, args));
                    if refused == (true, false) {
                        return Some(self.found(vec![source.clone()], true));
                    }
                }
                Step::Legal { command, args, parameter, values, source, .. } => {
                    let here = self.one.legal_values(command, args, parameter, values);
                    let there = self.other.legal_values(command, args, parameter, values);
                    if here.is_ok_and(|here| here.holds) && !there.is_ok_and(|there| there.holds) {
                        return Some(self.found(vec![source.clone()], true));
                    }
                }
                Step::Seeds { .. } => {}
            }
        }
        self.here(trial.scenario.steps.len())
    }

    /// A witness at this position, or in play that goes on from it.
    fn here(&mut self, place: usize) -> Option<Witness> {
        let mut tries = (self.hunt.tries, self.hunt.reach);
        let differs = differ(&self.one, &self.other);
        if differs || self.hunt.asks {
            if let Some(lines) = tell(&mut self.one, &mut self.other, &self.trial.cards, false) {
                return Some(self.found(lines, false));
            }
            // The two differ in a way that no line can ask about yet; playing on will show it.
            if differs {
                tries = (tries.0.max(1) * 3, tries.1.max(10) * 3);
            }
        }
        (0..tries.0).find_map(|index| {
            let seed = derive_seed(self.hunt.seed, (place as u64) << 32 | u64::from(index));
            // A seed of three digits reads well in a test.
            self.play_on(seed % 1_000, tries.1)
        })
    }

    fn play_on(&self, seed: u64, reach: u32) -> Option<Witness> {
        let (mut one, mut other) = (self.one.clone(), self.other.clone());
        one.reseed(seed).ok()?;
        other.reseed(seed).ok()?;
        let mut rng = Rng::new(derive_seed(seed, 1));
        let mut taken: Vec<String> = Vec::new();
        for _ in 0..reach {
            let labels = other.labels();
            if labels.is_empty() {
                return None;
            }
            let about: Vec<&(String, usize)> =
                labels.iter().filter(|(label, _)| label.contains(self.hunt.name)).collect();
            let option = match about.len() {
                some if some > 0 && rng.below(0, 2) == 0 => {
                    about[rng.below(0, some as u32) as usize]
                }
                _ => &labels[pick(other.game, &G::flow(&other.state).options, &mut rng)?],
            };
            let line = decide_line(option);
            match (one.decide(&option.0, option.1), other.decide(&option.0, option.1)) {
                (Ok(()), Ok(())) => taken.push(format!("do {line}")),
                _ => return None,
            }
            if differ(&one, &other)
                && let Some(told) = tell(&mut one, &mut other, &self.trial.cards, true)
            {
                let shown = Shown::Line(told.last().cloned().unwrap_or_default());
                taken.extend(told);
                let lines = self.lines.iter().cloned().chain(with_seed(seed, &taken)).collect();
                return Some(Witness { position: self.position(), lines, shown });
            }
        }
        None
    }

    /// The witness that ends with those lines; `written` if the test itself has them.
    fn found(&self, last: Vec<String>, written: bool) -> Witness {
        let shown = match written && self.trial.swap.is_none() {
            true => Shown::Test(self.trial.name.to_owned()),
            false => Shown::Line(last.last().cloned().unwrap_or_default()),
        };
        let lines = self.lines.iter().cloned().chain(last).collect();
        Witness { position: self.position(), lines, shown }
    }

    fn position(&self) -> Position {
        if let Some(lines) = &self.trial.lines {
            return Position::Lines(lines.clone());
        }
        let scenario = &self.trial.scenario;
        let thrown = <G as Rules>::flow(&self.one.state).luck.thrown();
        let dice = thrown
            .filter(|thrown| !thrown.iter().all(|thrown| *thrown))
            .map(|thrown| dice_lines(&scenario.dice, thrown));
        let (name, at) = (scenario.name.clone(), scenario.provenance.clone());
        Position::Test { name, at, swap: self.trial.swap.clone(), dice }
    }
}

fn differ<G: Module>(one: &CoreScript<'_, G>, other: &CoreScript<'_, G>) -> bool {
    let (with, without) = (one.game, other.game);
    with.digest(&one.state) != without.digest(&other.state)
        || with.outcome(&one.state) != without.outcome(&other.state)
        || with.decision(&one.state) != without.decision(&other.state)
        || one.labels() != other.labels()
}

/// The last lines of a test that passes in the one and fails in the other. `seeded` if the luck is
/// that of a seed already.
fn tell<G: Module>(
    one: &mut CoreScript<'_, G>,
    other: &mut CoreScript<'_, G>,
    cards: &[String],
    seeded: bool,
) -> Option<Vec<String>> {
    let (here, there) = (one.told(cards), other.told(cards));
    let new = |one: &[Told], other: &[Told]| {
        let mut pairs = one.iter().zip(other);
        pairs.find_map(|(one, other)| if one == other { None } else { one.expected() })
    };
    if let Some(line) = new(&here, &there) {
        return Some(vec![line]);
    }
    let (mine, others) = (one.labels(), other.labels());
    if let Some(option) = others.iter().find(|option| !mine.contains(option)) {
        return Some(vec![format!("expect illegal {}", decide_line(option))]);
    }
    // A test must end with what is expected.
    let option = mine.iter().find(|option| !others.contains(option))?;
    let mut then = one.clone();
    if !seeded {
        then.reseed(SEED).ok()?;
    }
    then.decide(&option.0, option.1).ok()?;
    let last = [format!("do {}", decide_line(option)), new(&then.told(cards), &here)?];
    Some(if seeded { last.to_vec() } else { with_seed(SEED, &last) })
}

/// The seed that the last lines of a test are played with unless the hunt chose another.
const SEED: u64 = 1;

/// Puts lines of a test into a block that is played with a seed.
fn with_seed(seed: u64, lines: &[String]) -> Vec<String> {
    let first = format!("for seeds {seed}..{seed} {{");
    let lines = lines.iter().map(|line| format!("  {line}"));
    [first].into_iter().chain(lines).chain(["}".to_owned()]).collect()
}

/// The lines for the dice that were thrown.
fn dice_lines(scripted: &[Throws], thrown: &[bool]) -> Vec<String> {
    let mut thrown = thrown.iter();
    let mut lines = Vec::new();
    for throws in scripted {
        let faces: Vec<String> = throws
            .faces
            .iter()
            .filter(|_| thrown.next().is_some_and(|thrown| *thrown))
            .map(face)
            .collect();
        let by = throws.by.as_ref().map(|by| format!(" {by}")).unwrap_or_default();
        if !faces.is_empty() {
            lines.push(format!("dice{by}: {}", faces.join(", ")));
        }
    }
    lines
}

fn face(face: &Face) -> String {
    let number = (face.number != 0).then(|| face.number.to_string());
    let symbols = face.symbols.iter().map(|(symbol, count)| match count {
        1 => symbol.clone(),
        count => format!("{symbol} * {count}"),
    });
    let shown: Vec<String> = number.into_iter().chain(symbols).collect();
    if shown.is_empty() { "blank".to_owned() } else { shown.join(" + ") }
}

#[cfg(test)]
mod tests {
    use super::swap_words;

    #[test]
    fn only_whole_names_are_swapped() {
        let text = "do attack goblin with goblin-king at (goblin)";
        assert_eq!(swap_words(text, "goblin", "ogre"), "do attack ogre with goblin-king at (ogre)");
        assert_eq!(swap_words("king", "goblin-king", "ogre"), "king");
    }
}
