//! Plays many games with bots and reports what they show about the content.
//!
//! Game `i` has a seed that depends only on the simulation's seed and `i`, and what is kept of the
//! games is whole numbers that are added up, so the report is the same on one thread and on many,
//! and on one machine and on many.

mod course;
mod report;
mod rows;
mod totals;

pub use course::{LOOKS, SeatCourse, SeatTotals, Story};
pub use report::{CardReport, Failure, SeatReport, SilentAbility, SimulationReport, Spread};
pub use rows::{DecisionRow, GameRow, Rows};
pub use totals::{CardTotals, Totals};

use std::collections::BTreeMap;
use std::ops::Range;

use rayon::prelude::*;

use crate::bot::{Bot, BotKind, Strategy};
use crate::core::Staged;
use crate::core::run::MOST_DECISIONS;
use crate::game::{Game, Start, Tally};
use crate::habit::{self, Habit};
use crate::log::Log;
use crate::rng::derive_seed;
use crate::view::View;
use course::Watch;

/// A game that has not ended after this many decisions counts as broken. The last ones are made
/// here, so that what repeats can be told, and not only which effects did.
const DECISION_LIMIT: u32 = MOST_DECISIONS;

/// The decisions that are listed when a game does not end: the last ones show what repeats.
const CIRCLE: u32 = 500;

/// What to simulate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Simulation {
    /// The format's identifier.
    pub format: String,
    /// A deck for each seat.
    pub decks: Vec<String>,
    /// A bot for each seat.
    pub bots: Vec<BotKind>,
    /// How many games.
    pub games: u32,
    /// The seed that the seeds of all games are derived from.
    pub seed: u64,
    /// Check the bookkeeping of every n-th position; 0: never.
    pub inspect_every: u32,
    /// What seats never or always do.
    pub habits: Vec<Habit>,
}

/// Plays the games, on all threads, and adds them up.
pub fn simulate<G: Strategy + Staged>(game: &G, simulation: &Simulation) -> SimulationReport {
    simulate_watched(game, simulation, || {})
}

/// Like [`simulate`], with a call after every game, from whichever thread played it.
pub(crate) fn simulate_watched<G: Strategy + Staged>(
    game: &G,
    simulation: &Simulation,
    after_game: impl Fn() + Sync,
) -> SimulationReport {
    let totals = add_up(game, simulation, 0..simulation.games, after_game);
    SimulationReport::new(game, simulation, &totals)
}

/// Plays some of the games and adds them up.
pub(crate) fn add_up<G: Strategy + Staged>(
    game: &G,
    simulation: &Simulation,
    games: Range<u32>,
    after_game: impl Fn() + Sync,
) -> Totals {
    let played = games.into_par_iter().map(|index| {
        let result = play(game, simulation, index, false);
        after_game();
        Totals::of(simulation.bots.len(), &result)
    });
    played.reduce(Totals::default, Totals::merged)
}

/// Like [`add_up`], and hands over the rows of all games in order.
pub(crate) fn add_up_rows<G: Strategy + Staged>(
    game: &G,
    simulation: &Simulation,
    games: Range<u32>,
    rows: &mut Rows<'_>,
    after_game: impl Fn() + Sync,
) -> Totals {
    let (mut totals, keeps) = (Totals::default(), rows.decisions);
    let mut first = games.start;
    while first < games.end {
        let next = games.end.min(first.saturating_add(rows::AT_ONCE));
        let played = (first..next).into_par_iter().map(|index| {
            let result = play(game, simulation, index, keeps);
            after_game();
            (Totals::of(simulation.bots.len(), &result), result.row)
        });
        let (sums, all): (Vec<Totals>, Vec<GameRow>) = played.unzip();
        totals = sums.into_iter().fold(totals, Totals::merged);
        (rows.take)(all);
        first = next;
    }
    totals
}

/// The seats that win each of some of the games, as bits; `None` for a game without an end.
pub(crate) fn outcomes<G: Strategy + Staged>(
    game: &G,
    simulation: &Simulation,
    games: Range<u32>,
) -> Vec<Option<u8>> {
    let played = games.into_par_iter().map(|index| {
        let row = play(game, simulation, index, false).row;
        row.ending.is_ok().then_some(row.winners)
    });
    played.collect()
}

struct GameResult {
    row: GameRow,
    together: bool,
    tally: Option<Tally>,
    log: Option<Log>,
}

fn play<G: Strategy + Staged>(
    game: &G,
    simulation: &Simulation,
    index: u32,
    keep_decisions: bool,
) -> GameResult {
    let seed = derive_seed(simulation.seed, u64::from(index));
    let start = Start {
        format: simulation.format.clone(),
        decks: simulation.decks.clone(),
        seed,
        tally: true,
        ..Start::default()
    };
    let mut log = Log::new(start);
    let mut row = GameRow {
        game: index,
        seed,
        ending: Ok(""),
        winners: 0,
        rounds: 0,
        decisions: 0,
        sides: Vec::new(),
        seats: Vec::new(),
        taken: Vec::new(),
    };
    let mut state = match game.setup(&log.start) {
        Ok(state) => state,
        Err(error) => return GameResult::broken(error.to_string(), row, log),
    };
    let mut table: Table<'_, G> = Table::new(game, simulation, seed, keep_decisions);
    let problem = loop {
        if let Some(outcome) = game.outcome(&state) {
            (row.ending, row.winners) = (Ok(outcome.reason), outcome.winners);
            let seats = 0..simulation.bots.len() as u8;
            row.sides = seats.map(|seat| game.side(&state, seat)).collect();
            break None;
        }
        if row.decisions >= DECISION_LIMIT {
            break Some(table.circle.problem());
        }
        table.watch.look(game, &state);
        if let Some(problem) = table.step(&mut state, &mut log, row.decisions) {
            break Some(problem);
        }
        row.decisions += 1;
    };
    row.rounds = game.round(&state);
    (row.seats, row.taken) = (table.watch.finish(), table.taken);
    match problem {
        Some(problem) => GameResult::broken(problem, row, log),
        None => GameResult {
            row,
            together: game.together(&state),
            tally: game.tally(&state).cloned(),
            log: None,
        },
    }
}

/// The last decisions of a game that does not end, with how often each was made.
#[derive(Default)]
struct Circle {
    taken: BTreeMap<String, u32>,
}

impl Circle {
    /// Why the game is broken: what happens over and over.
    fn problem(&self) -> String {
        const SHOWN: usize = 3;
        let mut taken: Vec<(&String, &u32)> = self.taken.iter().collect();
        taken.sort_by(|left, right| right.1.cmp(left.1).then(left.0.cmp(right.0)));
        let shown = taken.iter().take(SHOWN).map(|(what, count)| format!("`{what}` {count} times"));
        let shown: Vec<String> = shown.collect();
        format!(
            "no end after {DECISION_LIMIT} decisions; of the last {CIRCLE}, {}",
            shown.join(", ")
        )
    }
}

/// The bots of a game and what is noted about their decisions.
struct Table<'a, G: Strategy + Staged> {
    game: &'a G,
    simulation: &'a Simulation,
    bots: Vec<Bot<<G as Game>::State>>,
    watch: Watch<<G as Game>::State>,
    circle: Circle,
    /// The decisions, if they are kept.
    keeps: bool,
    taken: Vec<DecisionRow>,
    memory: Option<crate::view::World<<G as Game>::State>>,
}

impl<'a, G: Strategy + Staged> Table<'a, G> {
    fn new(game: &'a G, simulation: &'a Simulation, seed: u64, keeps: bool) -> Table<'a, G> {
        let seats = simulation.bots.iter().enumerate();
        let bots: Vec<_> = seats.map(|(seat, &kind)| Bot::new(kind, seed, seat as u8)).collect();
        let (watch, circle) = (Watch::new(bots.len()), Circle::default());
        Table { game, simulation, bots, watch, circle, keeps, taken: Vec::new(), memory: None }
    }

    /// Makes one decision. Returns why the game is broken, if it is.
    fn step(
        &mut self,
        state: &mut <G as Game>::State,
        log: &mut Log,
        decisions: u32,
    ) -> Option<String> {
        let game = self.game;
        let Some(decision) = game.decision(state) else {
            return Some("neither a decision nor an end".to_owned());
        };
        let options = game.options(state).len();
        if options == 0 {
            return Some(format!("the decision `{}` has no options", decision.what));
        }
        let Some(bot) = self.bots.get_mut(usize::from(decision.seat)) else {
            return Some(format!("a decision for seat {}, which nobody has", decision.seat + 1));
        };
        let view = View::new(game, state, decision.seat);
        let allowed = habit::allowed(&self.simulation.habits, &view, &mut self.memory);
        let option = bot.choose_among(&view, allowed);
        log.decisions.push(option as u32);
        if options > 1 {
            self.watch.decided(decision.seat, bot.mattered());
        }
        if let (true, Some(choice)) = (self.keeps, game.options(state).get(option)) {
            self.taken.push(DecisionRow {
                round: game.round(state),
                seat: decision.seat,
                what: decision.what,
                options: options as u32,
                option: option as u32,
                action: game.action(*choice),
                label: view.label(*choice),
                mattered: bot.mattered(),
            });
        }
        let is_watched = decisions >= DECISION_LIMIT - CIRCLE;
        if let (true, Some(choice)) = (is_watched, game.options(state).get(option)) {
            *self.circle.taken.entry(game.label(state, *choice)).or_default() += 1;
        }
        if let Err(error) = game.apply(state, option) {
            return Some(error.to_string());
        }
        let every = self.simulation.inspect_every;
        let inspect = every > 0 && decisions.is_multiple_of(every);
        if inspect { Game::violations(game, state).into_iter().next() } else { None }
    }
}

impl GameResult {
    fn broken(problem: String, row: GameRow, log: Log) -> GameResult {
        let row = GameRow { ending: Err(problem), ..row };
        GameResult { row, together: false, tally: None, log: Some(log) }
    }
}
