//! Two versions of the same content, played side by side until they part.
//!
//! The two differ in one thing only: one has an effect that the other lacks. Both get the same
//! luck and the same choices. The first position in which they offer other options, stand
//! otherwise or end otherwise proves that the effect acts. Positions come from whole games and
//! from the scenarios of the content, which show rare situations.
//!
//! The version without effects is the same for all effects of a game, so it plays only once: a
//! [`Baseline`] remembers what it did.

use cardwright_model::{Library, Scenario, Step};

use crate::core::{CoreScript, Digest, Rules, Stage, Staged};
use crate::game::{Choice, Decision, Game, Outcome, Start};
use crate::module::Module;
use crate::rng::{Rng, derive_seed};
use crate::scenario::Script;
use crate::seating::Seating;
use crate::view::View;

/// Where to look for a difference, and for how long.
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    /// Tables to play at, one after the other.
    pub seatings: &'a [Seating],
    /// Scenarios to play on from, and how many times as often and as long as usual.
    pub scenarios: &'a [(&'a Scenario, u32)],
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
    /// Which of the baseline's plays it was.
    pub play: usize,
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

/// What the version without an effect does in every play of a search.
#[derive(Debug, Clone)]
pub struct Baseline {
    plays: Vec<Play>,
}

impl Baseline {
    /// The plays in the order in which they are best tried: scenarios are cheaper than games, so they
    /// come early.
    pub fn order(&self) -> impl Iterator<Item = usize> {
        let first_game = self.plays.iter().position(|play| matches!(play, Play::Game { .. }));
        let rest = (0..self.plays.len()).filter(move |place| Some(*place) != first_game);
        first_game.into_iter().chain(rest)
    }

    /// The plays that begin with scenarios, with the places of those scenarios in the search.
    pub fn scenarios(&self) -> impl Iterator<Item = (usize, usize)> {
        self.plays.iter().enumerate().filter_map(|(place, play)| match play {
            Play::Scenario(staged) => Some((place, staged.place)),
            Play::Game { .. } => None,
        })
    }
}

/// One play of a baseline.
#[derive(Debug, Clone)]
enum Play {
    Scenario(Box<StagedPlay>),
    Game { start: Start, track: Result<Track, String> },
}

/// A scenario, and how play went on from each of its steps.
#[derive(Debug, Clone)]
struct StagedPlay {
    /// The place of the scenario in the search.
    place: usize,
    /// The scenario whose position it begins with.
    root: Scenario,
    name: String,
    /// What is done, in those before it too.
    steps: Vec<Step>,
    /// The position is not as one of a game can be.
    is_odd: bool,
    first: Seen,
    /// A point before each step that was possible, and one at the end if all were.
    points: Vec<Point>,
}

/// A position of a scenario: the tries from there, and what is seen after the next step.
#[derive(Debug, Clone)]
struct Point {
    tries: Vec<Try>,
    next: Option<Seen>,
}

#[derive(Debug, Clone)]
struct Try {
    seed: u64,
    keeps_dice: bool,
    track: Vec<Move>,
}

/// A play from its first position on.
#[derive(Debug, Clone)]
struct Track {
    first: Seen,
    moves: Vec<Move>,
}

/// Something that was done, and what was seen afterwards.
#[derive(Debug, Clone)]
struct Move {
    act: Act,
    after: Seen,
}

#[derive(Debug, Clone)]
enum Act {
    /// The option of that place, in words.
    Option(usize, String),
    /// The step of that place in the scenario.
    Step(usize),
}

/// What two positions are compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Seen {
    digest: u64,
    outcome: Option<Outcome>,
    decision: Option<Decision>,
    options: u64,
    /// Options name texts and forms by their places, which another effect may have moved.
    labels: u64,
}

impl Seen {
    fn of<G: Module>(game: &G, state: &<G as Rules>::State) -> Seen {
        let mut options = Digest::default();
        game.options(state).iter().for_each(|option| options.add(number_of(*option)));
        Seen {
            digest: game.digest(state),
            outcome: game.outcome(state),
            decision: game.decision(state),
            options: options.finish(),
            labels: labels(game, state),
        }
    }
}

fn number_of(option: Choice) -> u64 {
    u64::from(option.action) << 32 | u64::from(option.card) << 16 | u64::from(option.extra)
}

fn labels<G: Module>(game: &G, state: &<G as Rules>::State) -> u64 {
    let mut labels = Digest::default();
    for option in game.options(state) {
        labels.add_all(game.label(state, *option).bytes().map(u64::from));
    }
    labels.finish()
}

/// What a version of some content does in all plays of a search.
pub(crate) fn baseline<G: Module>(game: &G, library: &Library, search: &Search<'_>) -> Baseline {
    let stage = Stage::new(library, game);
    let scenarios = search.scenarios.iter().enumerate();
    let staged = scenarios.filter_map(|(place, (scenario, times))| {
        let (tries, reach) = (search.tries * times, search.reach * times);
        let search = Search { tries, reach, ..*search };
        staged_play(&stage, library, (place, scenario), &search)
    });
    let mut plays: Vec<Play> = staged.map(|play| Play::Scenario(Box::new(play))).collect();
    for index in 0..search.games {
        let place = index as usize % search.seatings.len().max(1);
        let Some(seating) = search.seatings.get(place) else { break };
        let seed = derive_seed(search.seed, u64::from(index));
        let (format, decks) = (seating.format.clone(), seating.decks.clone());
        let start = Start { format, decks, seed, ..Start::default() };
        // Two of three games are played as people would, so that they come to their ends.
        let guided = if index % 3 == 0 { 0 } else { GUIDED };
        let track = game_track(game, &start, (search.decisions, guided));
        plays.push(Play::Game { start, track });
    }
    Baseline { plays }
}

/// Of ten decisions of a guided play, how many the game's automatic player makes; the others are
/// random. Picked by eye.
const GUIDED: u32 = 7;

fn game_track<G: Module>(
    game: &G,
    start: &Start,
    (decisions, guided): (u32, u32),
) -> Result<Track, String> {
    let mut state = game.setup(start).map_err(|error| error.to_string())?;
    let first = Seen::of(game, &state);
    let mut rng = Rng::new(derive_seed(start.seed, 1));
    let mut moves = Vec::new();
    for _ in 0..decisions {
        let Some((option, label)) = chosen(game, &state, &mut rng, guided) else { break };
        if game.apply(&mut state, option).is_err() {
            break;
        }
        moves.push(Move { act: Act::Option(option, label), after: Seen::of(game, &state) });
    }
    Ok(Track { first, moves })
}

/// An option and its label: in so many of ten cases what the game's automatic player does, else a
/// random one. `None` if there is none.
fn chosen<G: Module>(
    game: &G,
    state: &<G as Rules>::State,
    rng: &mut Rng,
    guided: u32,
) -> Option<(usize, String)> {
    let options = game.options(state);
    let is_guided = guided > 0 && rng.below(0, 10) < guided;
    let view = is_guided.then(|| View::of_decider(game, state)).flatten();
    let option = view.map(|view| game.suggest(view.imagine(0, &mut None)));
    let option = option.filter(|option| *option < options.len());
    let option = match option {
        Some(option) => option,
        None => pick(game, options, rng)?,
    };
    Some((option, game.label(state, options[option])))
}

fn staged_play<G: Module>(
    stage: &Stage<'_, G>,
    library: &Library,
    (place, scenario): (usize, &Scenario),
    search: &Search<'_>,
) -> Option<StagedPlay> {
    let (root, earlier) = beginning(library, scenario)?;
    let all = earlier.iter().chain(&scenario.steps);
    let steps: Vec<Step> = all.filter(|step| matches!(step, Step::Do { .. })).cloned().collect();
    let mut script = begun(stage, root, &steps).ok()?;
    let is_odd = |script: &CoreScript<'_, G>| !script.game.violations(&script.state).is_empty();
    let mut play = StagedPlay {
        place,
        root: root.clone(),
        name: scenario.name.clone(),
        is_odd: is_odd(&script),
        first: Seen::of(script.game, &script.state),
        points: Vec::new(),
        steps: Vec::new(),
    };
    for (done, step) in steps.iter().enumerate() {
        let tries = (0..search.tries).map(|index| {
            let seed = seed_of(search, done, index);
            let way = index % 3;
            let (keeps_dice, rest) = (way == 1, if way == 0 { &[][..] } else { &steps[done..] });
            let decisions = if way == 0 { search.reach } else { 0 };
            let way_on = (decisions, guided(index / 3));
            try_on(script.clone(), (seed, keeps_dice), way_on, (done, rest))
        });
        let tries = tries.collect();
        let went = perform(&mut script, step);
        let next = went.is_ok().then(|| Seen::of(script.game, &script.state));
        play.points.push(Point { tries, next });
        if next.is_none() {
            play.steps = steps;
            return Some(play);
        }
        play.is_odd |= is_odd(&script);
    }
    let tries = (0..search.tries).map(|index| {
        let seed = seed_of(search, steps.len(), index);
        let way_on = (search.reach, guided(index));
        try_on(script.clone(), (seed, false), way_on, (steps.len(), &[]))
    });
    play.points.push(Point { tries: tries.collect(), next: None });
    play.steps = steps;
    Some(play)
}

/// Every second try is guided.
fn guided(index: u32) -> u32 {
    if index.is_multiple_of(2) { 0 } else { GUIDED }
}

fn seed_of(search: &Search<'_>, done: usize, index: u32) -> u64 {
    derive_seed(search.seed, (done as u64) << 32 | u64::from(index))
}

/// A scenario at its first decision, with the code of all its steps.
fn begun<'s, G: Module>(
    stage: &Stage<'s, G>,
    root: &Scenario,
    steps: &[Step],
) -> Result<CoreScript<'s, G>, String> {
    let mut script = stage.begin(root)?;
    for step in steps {
        if let Step::Do { args, .. } = step {
            script.foresee(args);
        }
    }
    Ok(script)
}

fn perform<G: Module>(script: &mut CoreScript<'_, G>, step: &Step) -> Result<(), String> {
    match step {
        Step::Do { command, args, .. } => script.perform(command, args),
        _ => Ok(()),
    }
}

/// Plays on at random, or does something else first and then goes on with the steps of a scenario,
/// with the dice that it scripts or with others. So an effect that begins with the one can matter
/// for the other.
fn try_on<G: Staged + Module>(
    mut script: CoreScript<'_, G>,
    (seed, keeps_dice): (u64, bool),
    (decisions, guided): (u32, u32),
    (done, steps): (usize, &[Step]),
) -> Try {
    if !keeps_dice {
        G::flow_mut(&mut script.state).luck.improvise(Rng::new(seed));
    }
    let mut rng = Rng::new(derive_seed(seed, if decisions > 0 { 1 } else { 2 }));
    let detour = rng.below(0, 2) + 1;
    let decisions = if decisions > 0 { decisions } else { detour };
    let guided = if script.is_plain() { guided } else { 0 };
    let mut track = Vec::new();
    for _ in 0..decisions {
        let chosen = chosen(script.game, &script.state, &mut rng, guided);
        let went = chosen.filter(|(option, _)| script.run().apply(*option).is_ok());
        let Some((option, label)) = went else { return Try { seed, keeps_dice, track } };
        let after = Seen::of(script.game, &script.state);
        track.push(Move { act: Act::Option(option, label), after });
    }
    for (place, step) in steps.iter().enumerate() {
        if perform(&mut script, step).is_err() {
            break;
        }
        let after = Seen::of(script.game, &script.state);
        track.push(Move { act: Act::Step(done + place), after });
    }
    Try { seed, keeps_dice, track }
}

/// The first of these plays in which a version with an effect parts from a baseline without it.
pub(crate) fn part<G: Module>(
    game: &G,
    library: &Library,
    baseline: &Baseline,
    plays: &[usize],
) -> Option<Parting> {
    let stage = Stage::new(library, game);
    plays.iter().find_map(|place| {
        let (from, choices, difference) = match baseline.plays.get(*place)? {
            Play::Scenario(play) => part_in_scenario(&stage, play)?,
            Play::Game { start, track } => {
                let (choices, difference) = part_in_game(game, start, track.as_ref())?;
                (From::Start(start.clone()), choices, difference)
            }
        };
        Some(Parting { play: *place, from, choices, difference })
    })
}

fn part_in_game<G: Module>(
    game: &G,
    start: &Start,
    track: Result<&Track, &String>,
) -> Option<(Vec<String>, Difference)> {
    let (mut state, track) = match (game.setup(start), track) {
        (Ok(state), Ok(track)) => (state, track),
        (Err(_), Err(_)) => return None,
        (Err(error), Ok(_)) => return Some((Vec::new(), Difference::Broken(error.to_string()))),
        (Ok(_), Err(error)) => return Some((Vec::new(), Difference::Possible(error.clone()))),
    };
    if let Some(difference) = difference(game, &state, &track.first, false) {
        return Some((Vec::new(), difference));
    }
    for (place, step) in track.moves.iter().enumerate() {
        let Act::Option(option, _) = &step.act else { continue };
        let difference = match game.apply(&mut state, *option) {
            Err(error) => Some(Difference::Broken(error.to_string())),
            Ok(()) => difference(game, &state, &step.after, false),
        };
        if let Some(difference) = difference {
            return Some((in_words(&track.moves[..=place], &[]), difference));
        }
    }
    None
}

fn part_in_scenario<G: Module>(
    stage: &Stage<'_, G>,
    play: &StagedPlay,
) -> Option<(From, Vec<String>, Difference)> {
    let from = |steps: usize| From::Scenario { name: play.name.clone(), steps };
    let mut script = match begun(stage, &play.root, &play.steps) {
        Ok(script) => script,
        Err(error) => return Some((from(0), Vec::new(), Difference::Possible(error))),
    };
    let differs = |script: &CoreScript<'_, G>, seen: &Seen| {
        difference(script.game, &script.state, seen, play.is_odd)
    };
    if let Some(difference) = differs(&script, &play.first) {
        return Some((from(0), Vec::new(), difference));
    }
    for (done, point) in play.points.iter().enumerate() {
        for tried in &point.tries {
            if let Some((choices, difference)) = part_in_try(script.clone(), play, tried) {
                return Some((from(done), choices, difference));
            }
        }
        let (Some(next), Some(step)) = (&point.next, play.steps.get(done)) else { break };
        if let Err(error) = perform(&mut script, step) {
            return Some((from(done), Vec::new(), Difference::Possible(error)));
        }
        if let Some(difference) = differs(&script, next) {
            return Some((from(done + 1), Vec::new(), difference));
        }
    }
    None
}

fn part_in_try<G: Staged + Module>(
    mut script: CoreScript<'_, G>,
    play: &StagedPlay,
    tried: &Try,
) -> Option<(Vec<String>, Difference)> {
    if !tried.keeps_dice {
        G::flow_mut(&mut script.state).luck.improvise(Rng::new(tried.seed));
    }
    for (place, step) in tried.track.iter().enumerate() {
        let found = match &step.act {
            Act::Option(option, _) => match script.run().apply(*option) {
                Ok(()) => None,
                Err(error) => Some(Difference::Broken(error.to_string())),
            },
            Act::Step(step) => match perform(&mut script, &play.steps[*step]) {
                Ok(()) => None,
                // Another effect may throw more dice than are scripted.
                Err(_) if G::flow(&script.state).luck.problem().is_some() => return None,
                Err(error) => Some(Difference::Possible(error)),
            },
        };
        let found =
            found.or_else(|| difference(script.game, &script.state, &step.after, play.is_odd));
        if let Some(difference) = found {
            return Some((in_words(&tried.track[..=place], &play.steps), difference));
        }
    }
    None
}

/// What was done, in words.
fn in_words(moves: &[Move], steps: &[Step]) -> Vec<String> {
    let said = |step: &Move| match &step.act {
        Act::Option(_, label) => label.clone(),
        Act::Step(place) => match steps.get(*place) {
            Some(Step::Do { source, .. }) => source.clone(),
            _ => String::new(),
        },
    };
    moves.iter().map(said).collect()
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
/// go would crowd out those with few. Nobody gives up: that would end every search. `None` if there
/// is nothing to do.
pub(crate) fn pick<G: Game>(game: &G, options: &[Choice], rng: &mut Rng) -> Option<usize> {
    let going_on = || (0..options.len()).filter(|place| !game.concedes(options[*place]));
    let mut actions: Vec<&str> = going_on().map(|place| game.action(options[place])).collect();
    actions.sort_unstable();
    actions.dedup();
    if actions.is_empty() {
        return None;
    }
    let action = actions[rng.below(0, actions.len() as u32) as usize];
    let places = || going_on().filter(|place| game.action(options[*place]) == action);
    let nth = rng.below(0, places().count() as u32) as usize;
    places().nth(nth)
}

/// What is different between a position and that of the baseline. A position that is odd anyway is
/// not broken by an effect.
fn difference<G: Module>(
    game: &G,
    state: &<G as Rules>::State,
    seen: &Seen,
    is_odd: bool,
) -> Option<Difference> {
    if game.digest(state) != seen.digest {
        let broken = game.violations(state).into_iter().next().filter(|_| !is_odd);
        return Some(broken.map_or(Difference::State, Difference::Broken));
    }
    if game.outcome(state) != seen.outcome {
        return Some(Difference::End);
    }
    if game.decision(state) != seen.decision {
        return Some(Difference::Decision);
    }
    let mut options = Digest::default();
    game.options(state).iter().for_each(|option| options.add(number_of(*option)));
    let differs = options.finish() != seen.options && labels(game, state) != seen.labels;
    differs.then_some(Difference::Options)
}
