//! Checks that bots and descriptions know no more than their seat does.
//!
//! At positions of games that bots play, the position gets twins: what the seat has not seen is dealt
//! anew, and what is still to come has other luck. Then
//!
//! - every bot must choose the same in the position and in its twin,
//! - the seat must be told the same: options and description,
//! - a twin must be a sound position,
//! - what the seat will see some decisions later must agree between the position and a twin as often
//!   as between two twins: twins that resemble the truth more than each other give something away,
//!   and those that resemble it less are not possible worlds.

use crate::bot::{Bot, BotKind, Strategy};
use crate::game::{Game, Start};
use crate::rng::derive_seed;
use crate::view::View;

/// What is checked.
#[derive(Debug, Clone)]
pub struct Trial<'a> {
    /// The game that is played, by bots that take any option.
    pub start: Start,
    /// The bots that must not know too much.
    pub bots: &'a [BotKind],
    /// Only every so many decisions are looked at.
    pub every: u32,
    /// No more positions are looked at than this.
    pub most: u32,
}

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Honesty {
    /// Positions that were looked at.
    pub positions: u64,
    /// Choices that were compared.
    pub choices: u64,
    /// How often the seat sees the same some decisions later in the position and in a twin.
    pub like_truth: u64,
    /// How often it sees the same in two twins.
    pub like_each_other: u64,
    /// What is wrong; empty if nothing is.
    pub problems: Vec<String>,
}

/// How many decisions later the futures of a position and its twins are compared.
const LATER: u64 = 6;

/// Plays a game and looks at its positions.
pub fn examine<G: Strategy>(game: &G, trial: &Trial<'_>) -> Honesty {
    let mut found = Honesty::default();
    let mut state = match game.setup(&trial.start) {
        Ok(state) => state,
        Err(error) => {
            found.problems.push(error.to_string());
            return found;
        }
    };
    let seed = derive_seed(trial.start.seed, 0x0DD);
    let mut decisions = 0;
    while let Some(view) = View::of_decider(game, &state) {
        let here = derive_seed(seed, u64::from(decisions));
        if decisions % trial.every.max(1) == 0 {
            if found.positions >= u64::from(trial.most) {
                break;
            }
            look_at(game, &state, view.seat(), (trial.bots, here), &mut found);
        }
        let option = Bot::new(BotKind::Random, here, view.seat()).choose(&view);
        if game.apply(&mut state, option).is_err() {
            break;
        }
        decisions += 1;
    }
    found
}

/// Compares a position with twins.
fn look_at<G: Strategy>(
    game: &G,
    state: &G::State,
    seat: u8,
    (bots, seed): (&[BotKind], u64),
    found: &mut Honesty,
) {
    let twin = |number: u64| {
        let mut twin = state.clone();
        game.determinize(&mut twin, seat, derive_seed(seed, number));
        twin
    };
    let (one, other) = (twin(1), twin(2));
    found.positions += 1;
    let what = game.decision(state).map_or("", |decision| decision.what);
    let mut problem = |text: String| found.problems.push(format!("at `{what}`: {text}"));
    if let Some(broken) = game.violations(&one).first() {
        problem(format!("a possible world is broken: {broken}"));
    }
    if game.describe(state, seat) != game.describe(&one, seat) {
        problem("the description tells what the seat has not seen".to_owned());
    }
    if game.options(state) != game.options(&one) {
        problem("the options are others".to_owned());
    }
    let label = |state: &G::State, option: usize| {
        game.options(state).get(option).map(|choice| game.label(state, *choice))
    };
    for option in 0..game.options(state).len() {
        if label(state, option) != label(&one, option) {
            problem(format!("the option {:?} tells what is hidden", label(state, option)));
        }
    }
    for kind in bots {
        let bot = Bot::new(*kind, seed, seat);
        let [here, there] =
            [state, &one].map(|state| bot.clone().choose(&View::new(game, state, seat)));
        found.choices += 1;
        if here != there {
            let (here, there) = (label(state, here), label(state, there));
            problem(format!("`{kind}` chooses {here:?}, and {there:?} with other unseen cards"));
        }
    }
    let futures = [state, &one, &other].map(|state| future(game, state, seat, seed));
    found.like_truth += u64::from(futures[0] == futures[1]);
    found.like_each_other += u64::from(futures[1] == futures[2]);
}

/// What a seat sees some decisions later, if everybody takes options by a fixed rule.
fn future<G: Game>(game: &G, state: &G::State, seat: u8, seed: u64) -> Option<String> {
    let mut state = state.clone();
    for step in 0..LATER {
        let options = game.options(&state);
        let options =
            options.iter().rposition(|option| !game.concedes(*option)).map_or(0, |n| n + 1);
        if game.decision(&state).is_none() || options == 0 {
            break;
        }
        let option = derive_seed(seed, 0xF0 + step) % options as u64;
        game.apply(&mut state, option as usize).ok()?;
    }
    Some(game.describe(&state, seat))
}

impl Honesty {
    /// Adds what was found elsewhere.
    pub fn add(&mut self, other: Honesty) {
        self.positions += other.positions;
        self.choices += other.choices;
        self.like_truth += other.like_truth;
        self.like_each_other += other.like_each_other;
        self.problems.extend(other.problems);
    }

    /// By how many standard errors twins resemble the truth more (or less) than each other.
    pub fn partiality(&self) -> f64 {
        let (truth, each_other) = (self.like_truth as f64, self.like_each_other as f64);
        // The two counts share a twin, so their difference varies no more than if they did not.
        (truth - each_other) / (truth + each_other).sqrt().max(1.0)
    }
}
