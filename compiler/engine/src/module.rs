//! A game as the rest of the program sees it: one entry in a list, without its types.
//!
//! A game implements [`Module`]; `Entry::of::<ThatGame>()` is its line in the list of games.
//! Everything that is generic over a game (simulation, scenarios, bots) is compiled in the game's
//! own crate, behind [`OpenGame`] and [`Table`].

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Range;

use cardwright_model::{Library, Scenario};
use cardwright_vocabulary::{Fault, Finding, GameWords, Games};

use crate::bot::{Bot, BotKind, Strategy};
use crate::core::{LowerError, Problem, Staged};
use crate::game::{Choice, Decision, Encounter, Game, Outcome, PlayError, SetupError, Start};
use crate::honest::{self, Honesty, Trial};
use crate::log::{Log, ReplayError};
use crate::parting::{Baseline, Parting, Search, baseline, part};
use crate::scenario::{Report, run_staged};
use crate::simulate::{
    Rows, Simulation, SimulationReport, Totals, add_up, add_up_rows, outcomes, simulate_watched,
};
use crate::view::View;
use crate::witness::{Hunt, Witness, witness};

/// What a game says about itself so that the list of games can name it.
pub trait Module: Strategy + Staged + 'static {
    /// Makes a library ready for play.
    fn open(library: &Library) -> Result<Self, LowerError>;

    /// The parts of a library that cannot be played, although the rest can.
    fn problems(library: &Library) -> Vec<Problem> {
        match Self::open(library) {
            Err(LowerError::Content(problems)) => problems,
            _ => Vec::new(),
        }
    }

    /// Problems in the last package of a library that appear although every word is correct.
    fn findings(library: &Library) -> Vec<Finding> {
        let _ = library;
        Vec::new()
    }
}

/// A line in a list of games.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// What the compiler needs to know about the game.
    pub words: GameWords,
    open: fn(&Library) -> Result<Box<dyn OpenGame>, OpenError>,
}

impl Entry {
    /// The line of a game.
    pub const fn of<G: Module>() -> Entry {
        let words = GameWords {
            vocabulary: G::VOCABULARY,
            findings: G::findings,
            unplayable: unplayable::<G>,
        };
        Entry { words, open: opened::<G> }
    }
}

/// The part of a list of games that the compiler gets. A list is a `static`, and so is this.
pub const fn words_of<const COUNT: usize>(entries: &[Entry; COUNT]) -> [GameWords; COUNT] {
    let mut words = [entries[0].words; COUNT];
    let mut place = 1;
    while place < COUNT {
        words[place] = entries[place].words;
        place += 1;
    }
    words
}

/// A list of games.
#[derive(Debug, Clone, Copy)]
pub struct Modules {
    /// The games.
    pub entries: &'static [Entry],
    /// The same list in the form the compiler needs.
    pub games: Games,
}

impl Modules {
    /// Makes a library ready for play by the game that it names.
    pub fn open(self, library: &Library) -> Result<Box<dyn OpenGame>, OpenError> {
        let game = library.game().ok_or(OpenError::NoGame)?;
        if !game.has_engine() {
            return Err(OpenError::NoEngine(game.name.clone()));
        }
        let engine = &game.engine;
        let named = |entry: &&Entry| entry.words.vocabulary.game == engine;
        let entry = self.entries.iter().find(named);
        let entry = entry.ok_or_else(|| OpenError::UnknownEngine(engine.clone()))?;
        (entry.open)(library)
    }
}

/// Why a library cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// No package of the library defines the game.
    #[error("no package here defines a game")]
    NoGame,
    /// Nothing plays the game.
    #[error(
        "{0} has no engine (`engine: none`), so nothing here can play it; `check`, `build`, \
         `diff` and `pack` need none, and printed cards can be played by people"
    )]
    NoEngine(String),
    /// The game names an engine that does not exist.
    #[error("the game names the engine `{0}`, which does not exist")]
    UnknownEngine(String),
    /// The content cannot be played.
    #[error("{0}")]
    Content(String),
}

fn opened<G: Module>(library: &Library) -> Result<Box<dyn OpenGame>, OpenError> {
    match G::open(library) {
        Ok(game) => Ok(Box::new(game)),
        Err(error) => Err(OpenError::Content(error.to_string())),
    }
}

/// The cards and keywords of the last package that the game cannot play. What the game as a whole
/// lacks is not reported at a card: the game may be unfinished.
fn unplayable<G: Module>(library: &Library) -> Vec<Finding> {
    let Some(package) = library.packages.last() else { return Vec::new() };
    let is_own = |id: &str| {
        package.cards.iter().any(|card| card.id == id)
            || package.keywords.iter().any(|keyword| keyword.id == id)
    };
    let problems = G::problems(library).into_iter().filter(|problem| {
        is_own(&problem.at) || problem.trail.keyword.as_deref().is_some_and(is_own)
    });
    problems
        .map(|problem| Finding {
            entity: problem.at,
            item: String::new(),
            fault: Fault::Unplayable { problem: problem.message, trail: problem.trail },
        })
        .collect()
}

/// A game with its content, whichever game it is.
pub trait OpenGame: Any + Sync {
    /// Plays many games; calls `after_game` from whichever thread has played one.
    fn simulate(&self, simulation: &Simulation, after_game: &(dyn Fn() + Sync))
    -> SimulationReport;

    /// Plays the games of those numbers only and adds them up.
    fn totals(
        &self,
        simulation: &Simulation,
        games: Range<u32>,
        after_game: &(dyn Fn() + Sync),
    ) -> Totals;

    /// The same, and hands over the rows of all these games in order.
    fn totals_and_rows(
        &self,
        simulation: &Simulation,
        games: Range<u32>,
        rows: &mut Rows<'_>,
        after_game: &(dyn Fn() + Sync),
    ) -> Totals;

    /// What totals show.
    fn report(&self, simulation: &Simulation, totals: &Totals) -> SimulationReport;

    /// The names of all actions that options have.
    fn action_names(&self) -> Vec<&'static str>;

    /// The seats that win each of the games of those numbers, as bits; `None` for a game without an
    /// end.
    fn outcomes(&self, simulation: &Simulation, games: Range<u32>) -> Vec<Option<u8>>;

    /// Runs scenarios of a library in the order given.
    fn run_scenarios(&self, library: &Library, scenarios: &[&Scenario]) -> Vec<Report>;

    /// How likely each attack is to hit that the models of these decks can make.
    fn encounters(&self, start: &Start) -> Vec<Encounter>;

    /// What happens in all plays of a search, to compare other versions of the content with.
    fn baseline(&self, library: &Library, search: &Search<'_>) -> Baseline;

    /// Plays this version of some content as another, which lacks one effect, was played until they
    /// part. `None` if they do not in any of these plays of the baseline.
    fn part_from(&self, library: &Library, baseline: &Baseline, plays: &[usize])
    -> Option<Parting>;

    /// A test that passes with this version of some content and fails with another, which lacks one
    /// effect. `None` if there is none among those tried, or if the other is not the same game.
    fn witness(
        &self,
        library: &Library,
        without: (&dyn OpenGame, &Library),
        hunt: &Hunt<'_>,
    ) -> Option<Witness>;

    /// Whether bots and descriptions know no more than their seat, at the positions of a game.
    fn honesty(&self, trial: &Trial<'_>) -> Honesty;

    /// A new game that stands at its first decision.
    fn sit_down(&self, start: &Start) -> Result<Box<dyn Table + '_>, SetupError>;

    /// The game at the end of a log. `watch` is told the seat and the option of every decision, as
    /// all the seats may know it that look on.
    fn replay(
        &self,
        log: &Log,
        seats: &[u8],
        watch: &mut dyn FnMut(u8, String),
    ) -> Result<Box<dyn Table + '_>, ReplayError>;
}

/// A game in progress together with its position, for programs that play at the pace of people.
pub trait Table {
    /// The pending decision; `None` when the game is over.
    fn decision(&self) -> Option<Decision>;

    /// Its legal options, in a fixed order.
    fn options(&self) -> &[Choice];

    /// An option in words for people, as the seat may know it that has to decide.
    fn label(&self, option: usize) -> String;

    /// The same for others who look on: only what all those seats may know.
    fn told(&self, option: usize, seats: &[u8]) -> String;

    /// The name of an option's action, such as `play`.
    fn action(&self, option: usize) -> &'static str;

    /// Takes an option and continues to the next decision.
    fn take(&mut self, option: usize) -> Result<(), PlayError>;

    /// Lets a bot sit down at a seat.
    fn seat_bot(&mut self, kind: BotKind, seed: u64, seat: u8);

    /// The option that the bot at a seat takes; `None` if no bot sits there.
    fn bot_choice(&mut self, seat: u8) -> Option<usize>;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether all seats win or lose together.
    fn together(&self) -> bool;

    /// The round (or turn), from 1.
    fn round(&self) -> u32;

    /// A number that two equal positions share.
    fn digest(&self) -> u64;

    /// The position in words, as that seat sees it.
    fn describe(&self, seat: u8) -> String;

    /// What has happened since the last call, one sentence each.
    fn take_events(&mut self) -> Vec<String>;
}

impl<G: Module> OpenGame for G {
    fn simulate(
        &self,
        simulation: &Simulation,
        after_game: &(dyn Fn() + Sync),
    ) -> SimulationReport {
        simulate_watched(self, simulation, after_game)
    }

    fn totals(
        &self,
        simulation: &Simulation,
        games: Range<u32>,
        after_game: &(dyn Fn() + Sync),
    ) -> Totals {
        add_up(self, simulation, games, after_game)
    }

    fn totals_and_rows(
        &self,
        simulation: &Simulation,
        games: Range<u32>,
        rows: &mut Rows<'_>,
        after_game: &(dyn Fn() + Sync),
    ) -> Totals {
        add_up_rows(self, simulation, games, rows, after_game)
    }

    fn action_names(&self) -> Vec<&'static str> {
        self.actions()
    }

    fn report(&self, simulation: &Simulation, totals: &Totals) -> SimulationReport {
        SimulationReport::new(self, simulation, totals)
    }

    fn outcomes(&self, simulation: &Simulation, games: Range<u32>) -> Vec<Option<u8>> {
        outcomes(self, simulation, games)
    }

    fn run_scenarios(&self, library: &Library, scenarios: &[&Scenario]) -> Vec<Report> {
        run_staged(self, library, scenarios)
    }

    fn encounters(&self, start: &Start) -> Vec<Encounter> {
        Game::encounters(self, start)
    }

    fn baseline(&self, library: &Library, search: &Search<'_>) -> Baseline {
        baseline(self, library, search)
    }

    fn part_from(
        &self,
        library: &Library,
        baseline: &Baseline,
        plays: &[usize],
    ) -> Option<Parting> {
        part(self, library, baseline, plays)
    }

    fn witness(
        &self,
        library: &Library,
        (without, its_library): (&dyn OpenGame, &Library),
        hunt: &Hunt<'_>,
    ) -> Option<Witness> {
        let without: &dyn Any = without;
        witness((self, library), (without.downcast_ref()?, its_library), hunt)
    }

    fn honesty(&self, trial: &Trial<'_>) -> Honesty {
        honest::examine(self, trial)
    }

    fn sit_down(&self, start: &Start) -> Result<Box<dyn Table + '_>, SetupError> {
        let state = self.setup(start)?;
        Ok(Box::new(Seated { game: self, state, bots: BTreeMap::new() }))
    }

    fn replay(
        &self,
        log: &Log,
        seats: &[u8],
        watch: &mut dyn FnMut(u8, String),
    ) -> Result<Box<dyn Table + '_>, ReplayError> {
        let state = log.replay_watched(self, |game, state, option| {
            let seat = game.decision(state).map_or(0, |decision| decision.seat);
            watch(seat, told(game, state, option, seats));
        })?;
        Ok(Box::new(Seated { game: self, state, bots: BTreeMap::new() }))
    }
}

/// A game in progress, of a game whose type is known.
struct Seated<'g, G: Module> {
    game: &'g G,
    state: <G as Game>::State,
    bots: BTreeMap<u8, Bot<<G as Game>::State>>,
}

impl<G: Module> Table for Seated<'_, G> {
    fn decision(&self) -> Option<Decision> {
        self.game.decision(&self.state)
    }

    fn options(&self) -> &[Choice] {
        self.game.options(&self.state)
    }

    fn label(&self, option: usize) -> String {
        label(self.game, &self.state, option)
    }

    fn told(&self, option: usize, seats: &[u8]) -> String {
        told(self.game, &self.state, option, seats)
    }

    fn action(&self, option: usize) -> &'static str {
        self.options().get(option).map_or("", |choice| self.game.action(*choice))
    }

    fn take(&mut self, option: usize) -> Result<(), PlayError> {
        self.game.apply(&mut self.state, option)
    }

    fn seat_bot(&mut self, kind: BotKind, seed: u64, seat: u8) {
        self.bots.insert(seat, Bot::new(kind, seed, seat));
    }

    fn bot_choice(&mut self, seat: u8) -> Option<usize> {
        Some(self.bots.get_mut(&seat)?.choose(&View::new(self.game, &self.state, seat)))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }

    fn together(&self) -> bool {
        self.game.together(&self.state)
    }

    fn round(&self) -> u32 {
        self.game.round(&self.state)
    }

    fn digest(&self) -> u64 {
        self.game.digest(&self.state)
    }

    fn describe(&self, seat: u8) -> String {
        View::new(self.game, &self.state, seat).describe()
    }

    fn take_events(&mut self) -> Vec<String> {
        self.game.take_events(&mut self.state)
    }
}

/// An option as the seat may know it that has to decide.
fn label<G: Module>(game: &G, state: &<G as Game>::State, option: usize) -> String {
    match (View::of_decider(game, state), game.options(state).get(option)) {
        (Some(view), Some(&choice)) => view.label(choice),
        _ => format!("option {}", option + 1),
    }
}

/// An option as all those seats may know it.
fn told<G: Module>(game: &G, state: &<G as Game>::State, option: usize, seats: &[u8]) -> String {
    let decider = game.decision(state).map(|decision| decision.seat);
    let is_secret = |seat: u8, choice| Some(seat) != decider && game.is_secret(state, choice, seat);
    match game.options(state).get(option) {
        Some(&choice) if seats.iter().any(|seat| is_secret(*seat, choice)) => {
            format!("{}, which stays hidden", game.action(choice).replace('-', " "))
        }
        _ => label(game, state, option),
    }
}
