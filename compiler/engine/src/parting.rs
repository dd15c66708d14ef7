//! Two versions of the same content, played side by side until they part.
//!
//! The two differ in one thing only: one has an effect that the other lacks. Both get the same
//! luck and the same choices. The first position in which they offer other options, stand
//! otherwise or end otherwise proves that the effect acts. Positions come from whole games and
//! from the scenarios of the content, which show rare situations.

use cardwright_model::{Library, Scenario, Step};

use crate::core::{CoreScript, Rules, Stage, Staged};
use crate::game::{Choice, Game, Start};
use crate::module::Module;
use crate::rng::{Rng, derive_seed};
use crate::scenario::Script;
use crate::seating::Seating;

/// Where to look for a difference, and for how long.
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    /// Tables to play at, one after the other.
    pub seatings: &'a [Seating],
    /// Scenarios to play on from.
    pub scenarios: &'a [&'a Scenario],
    /// How many whole games are begun.
    pub games: u32,
    /// How many decisions of each are played.
    pub decisions: u32,
    /// How many times play goes on at random after each step of a scenario.
    pub tries: u32,
    /// How many decisions each such try lasts.
    pub reach: u32,
    /// The seed of all luck and choices.
    pub seed: u64,
}

/// Where two versions part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parting {
    /// Where the play began.
    pub from: From,
    /// The choices that were made from there, in words.
    pub choices: Vec<String>,
    /// What is different.
    pub difference: Difference,
}

/// Where a play began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum From {
    /// A new game.
    Start(Start),
    /// A scenario, after so many of its steps.
    Scenario {
        /// Its name.
        name: String,
        /// How many of its steps were done.
        steps: usize,
    },
}

/// What is different between two versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// Only one of them can be set up, or a step of a scenario is possible in one only.
    Possible(String),
    /// Somebody else decides, or something else is decided.
    Decision,
    /// Other options.
    Options,
    /// The position itself.
    State,
    /// How the game ended.
    End,
    /// The version with the effect cannot go on, or its bookkeeping is wrong.
    Broken(String),
}

/// The first place where two versions part. `with` and `without` are the same content but for one
/// effect; a scenario must stand in both.
pub(crate) fn part<G: Module>(
    with: (&G, &Library),
    without: (&G, &Library),
    search: &Search<'_>,
) -> Option<Parting> {
    for index in 0..search.games {
        if let Some(parting) = part_in_game(with.0, without.0, search, index) {
            return Some(parting);
        }
        // Scenarios are cheaper than games, so they come early.
        if index == 0 {
            let stages = (Stage::new(with.1, with.0), Stage::new(without.1, without.0));
            let parted = search
                .scenarios
                .iter()
                .find_map(|scenario| part_in_scenario(&stages, without.1, scenario, search));
            if parted.is_some() {
                return parted;
            }
        }
    }
    None
}

fn part_in_game<G: Module>(
    with: &G,
    without: &G,
    search: &Search<'_>,
    index: u32,
) -> Option<Parting> {
    let place = index as usize % search.seatings.len().max(1);
    let seating = search.seatings.get(place)?;
    let seed = derive_seed(search.seed, u64::from(index));
    let (format, decks) = (seating.format.clone(), seating.decks.clone());
    let start = Start { format, decks, seed, ..Start::default() };
    let from = From::Start(start.clone());
    let (mut one, mut other) = match (with.setup(&start), without.setup(&start)) {
        (Ok(one), Ok(other)) => (one, other),
        (Err(_), Err(_)) => return None,
        (Err(error), Ok(_)) => {
            let difference = Difference::Broken(error.to_string());
            return Some(Parting { from, choices: Vec::new(), difference });
        }
        (Ok(_), Err(error)) => {
            let difference = Difference::Possible(error.to_string());
            return Some(Parting { from, choices: Vec::new(), difference });
        }
    };
    let mut rng = Rng::new(derive_seed(seed, 1));
    let mut choices = Vec::new();
    for _ in 0..search.decisions {
        if let Some(difference) = difference(with, &one, without, &other) {
            return Some(Parting { from, choices, difference });
        }
        let options = without.options(&other);
        if options.is_empty() {
            return None;
        }
        let option = pick(without, options, &mut rng);
        choices.push(without.label(&other, options[option]));
        match (with.apply(&mut one, option), without.apply(&mut other, option)) {
            (Ok(()), Ok(())) => {}
            (Err(error), Ok(())) => {
                let difference = Difference::Broken(error.to_string());
                return Some(Parting { from, choices, difference });
            }
            _ => return None,
        }
    }
    None
}

fn part_in_scenario<G: Module>(
    stages: &(Stage<'_, G>, Stage<'_, G>),
    library: &Library,
    scenario: &Scenario,
    search: &Search<'_>,
) -> Option<Parting> {
    let (root, earlier) = beginning(library, scenario)?;
    let mut other = stages.1.begin(root).ok()?;
    let mut one = match stages.0.begin(root) {
        Ok(one) => one,
        Err(error) => {
            let from = From::Scenario { name: scenario.name.clone(), steps: 0 };
            let difference = Difference::Possible(error);
            return Some(Parting { from, choices: Vec::new(), difference });
        }
    };
    let steps: Vec<&Step> = earlier.iter().chain(&scenario.steps).collect();
    let mut done = 0;
    for (place, step) in steps.iter().copied().enumerate() {
        let from = || From::Scenario { name: scenario.name.clone(), steps: done };
        if let Some(difference) = difference(one.game, &one.state, other.game, &other.state) {
            return Some(Parting { from: from(), choices: Vec::new(), difference });
        }
        for index in 0..search.tries {
            let seed = derive_seed(search.seed, (done as u64) << 32 | u64::from(index));
            let scripts = (one.clone(), other.clone());
            let tried = match index % 3 {
                0 => play_on(scripts, seed, search.reach),
                way => detour(scripts, seed, way == 1, &steps[place..]),
            };
            if let Some((choices, difference)) = tried {
                return Some(Parting { from: from(), choices, difference });
            }
        }
        let Step::Do { command, args, .. } = step else { continue };
        let went = (one.perform(command, args), other.perform(command, args));
        match went {
            (Ok(()), Ok(())) => done += 1,
            (Err(error), Ok(())) => {
                let difference = Difference::Possible(error);
                return Some(Parting { from: from(), choices: Vec::new(), difference });
            }
            _ => return None,
        }
    }
    let from = From::Scenario { name: scenario.name.clone(), steps: done };
    if let Some(difference) = difference(one.game, &one.state, other.game, &other.state) {
        return Some(Parting { from, choices: Vec::new(), difference });
    }
    (0..search.tries).find_map(|index| {
        let seed = derive_seed(search.seed, (done as u64) << 32 | u64::from(index));
        let (choices, difference) = play_on((one.clone(), other.clone()), seed, search.reach)?;
        Some(Parting { from: from.clone(), choices, difference })
    })
}

/// The scenario from whose position a chain of scenarios begins, and all steps up to this one.
fn beginning<'l>(
    library: &'l Library,
    scenario: &'l Scenario,
) -> Option<(&'l Scenario, Vec<Step>)> {
    let mut root = scenario;
    let mut steps: Vec<Step> = Vec::new();
    // As long as a chain may be.
    for _ in 0..64 {
        let Some(after) = &root.after else { return Some((root, steps)) };
        let mut all = library.packages.iter().flat_map(|package| &package.scenarios);
        root = all.find(|known| known.id.as_ref() == Some(after))?;
        steps.splice(0..0, root.steps.iter().cloned());
    }
    None
}

/// An option at random: first what is done, then with what. Otherwise an action with many places to
/// go would crowd out those with few.
pub(crate) fn pick<G: Game>(game: &G, options: &[Choice], rng: &mut Rng) -> usize {
    let mut actions: Vec<&str> = options.iter().map(|option| game.action(*option)).collect();
    actions.sort_unstable();
    actions.dedup();
    let action = actions[rng.below(0, actions.len() as u32) as usize];
    let places = || (0..options.len()).filter(|place| game.action(options[*place]) == action);
    let nth = rng.below(0, places().count() as u32) as usize;
    places().nth(nth).unwrap_or(0)
}

/// Plays on at random from two positions of a scenario.
fn play_on<G: Staged + Module>(
    (mut one, mut other): (CoreScript<'_, G>, CoreScript<'_, G>),
    seed: u64,
    reach: u32,
) -> Option<(Vec<String>, Difference)> {
    G::flow_mut(&mut one.state).luck.improvise(Rng::new(seed));
    G::flow_mut(&mut other.state).luck.improvise(Rng::new(seed));
    let mut rng = Rng::new(derive_seed(seed, 1));
    let mut choices = Vec::new();
    for _ in 0..reach {
        if let Some(difference) = decide(&mut one, &mut other, &mut rng, &mut choices)? {
            return Some((choices, difference));
        }
    }
    None
}

/// Does something else first and then goes on with the steps of a scenario, with the dice that it
/// scripts or with others. So an effect that begins with the one can matter for the other.
fn detour<G: Staged + Module>(
    (mut one, mut other): (CoreScript<'_, G>, CoreScript<'_, G>),
    seed: u64,
    keep_dice: bool,
    steps: &[&Step],
) -> Option<(Vec<String>, Difference)> {
    if !keep_dice {
        G::flow_mut(&mut one.state).luck.improvise(Rng::new(seed));
        G::flow_mut(&mut other.state).luck.improvise(Rng::new(seed));
    }
    let mut rng = Rng::new(derive_seed(seed, 2));
    let mut choices = Vec::new();
    for _ in 0..=rng.below(0, 2) {
        if let Some(difference) = decide(&mut one, &mut other, &mut rng, &mut choices)? {
            return Some((choices, difference));
        }
    }
    for step in steps {
        let Step::Do { command, args, source, .. } = step else { continue };
        let problem = |script: &CoreScript<'_, G>| G::flow(&script.state).luck.problem().is_some();
        match (one.perform(command, args), other.perform(command, args)) {
            (Ok(()), Ok(())) => choices.push(source.clone()),
            (Err(error), Ok(())) if !problem(&one) => {
                return Some((choices, Difference::Possible(error)));
            }
            _ => return None,
        }
        if let Some(difference) = difference(one.game, &one.state, other.game, &other.state) {
            return Some((choices, difference));
        }
    }
    None
}

/// Takes the same random option on both sides. `None` if there is none, or the one without the
/// effect cannot go on; otherwise what is different afterwards.
fn decide<G: Staged + Module>(
    one: &mut CoreScript<'_, G>,
    other: &mut CoreScript<'_, G>,
    rng: &mut Rng,
    choices: &mut Vec<String>,
) -> Option<Option<Difference>> {
    let options = <G as Game>::options(other.game, &other.state);
    if options.is_empty() {
        return None;
    }
    let option = pick(other.game, options, rng);
    choices.push(other.game.label(&other.state, options[option]));
    match (one.run().apply(option), other.run().apply(option)) {
        (Ok(()), Ok(())) => {}
        (Err(error), Ok(())) => return Some(Some(Difference::Broken(error.to_string()))),
        _ => return None,
    }
    Some(difference(one.game, &one.state, other.game, &other.state))
}

/// What is different between two positions.
fn difference<G: Module>(
    with: &G,
    one: &<G as Rules>::State,
    without: &G,
    other: &<G as Rules>::State,
) -> Option<Difference> {
    if with.digest(one) != without.digest(other) {
        let broken = with.violations(one).into_iter().next();
        let broken = broken.filter(|_| without.violations(other).is_empty());
        return Some(broken.map_or(Difference::State, Difference::Broken));
    }
    if with.outcome(one) != without.outcome(other) {
        return Some(Difference::End);
    }
    if with.decision(one) != without.decision(other) {
        return Some(Difference::Decision);
    }
    let (options, others) = (with.options(one), without.options(other));
    if options == others {
        return None;
    }
    // Options name texts and forms by their places, which another effect may have moved.
    let same = options.len() == others.len()
        && options.iter().zip(others).all(|(option, counterpart)| {
            with.label(one, *option) == without.label(other, *counterpart)
        });
    (!same).then_some(Difference::Options)
}
