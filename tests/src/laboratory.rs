//! Measures what measures: whether planted imbalances are found and edits without consequence left
//! alone, and how much stronger each bot is than the one below it.

use std::ops::Range;
use std::path::Path;

use cardwright_check::{Project, check};
use cardwright_engine::OpenGame;
use cardwright_engine::against::{Comparing, Question, Verdict};
use cardwright_engine::bot::BotKind;
use cardwright_engine::seating::{Wishes, seatings_of};
use cardwright_engine::simulate::Simulation;
use cardwright_engine::statistics::wilson;
use cardwright_engine::tune::{Knob, turned};
use cardwright_games::{GAMES, MODULES};
use cardwright_model::Library;

/// A number of a card made larger or smaller, and whether its party should win more or less.
#[derive(Debug, Clone, Copy)]
pub struct Plant {
    /// The package, the format and the deck of the table.
    pub table: [&'static str; 3],
    /// The card and the number.
    pub number: [&'static str; 2],
    /// By how much it changes.
    pub by: i64,
    /// What a designer expects.
    pub expected: Verdict,
}

const fn plant(
    table: [&'static str; 3],
    number: [&'static str; 2],
    by: i64,
    expected: Verdict,
) -> Plant {
    Plant { table, number, by, expected }
}

const TWO: [&str; 3] = ["bag", "solo", "two-alone"];
const THREE: [&str; 3] = ["bag", "solo", "three-alone"];
const SHOPPING: [&str; 3] = ["bag", "solo-stall", "customers"];
const DELVE: [&str; 3] = ["crawler", "solo-starter", "first-delve"];

/// Twenty changes of the size that a designer makes.
pub const PLANTS: [Plant; 20] = [
    plant(TWO, ["dwarf", "health"], 4, Verdict::More),
    plant(TWO, ["dwarf", "health"], -4, Verdict::Less),
    plant(TWO, ["dwarf", "dice"], 1, Verdict::More),
    plant(TWO, ["dwarf", "dice"], -1, Verdict::Less),
    plant(TWO, ["elf", "health"], 4, Verdict::More),
    plant(TWO, ["elf", "health"], -4, Verdict::Less),
    plant(TWO, ["elf", "dice"], 1, Verdict::More),
    plant(TWO, ["elf", "dice"], -1, Verdict::Less),
    plant(TWO, ["red-dragon", "dice"], 2, Verdict::Less),
    plant(TWO, ["red-dragon", "dice"], -2, Verdict::More),
    plant(THREE, ["fighter", "dice"], 1, Verdict::More),
    plant(THREE, ["fighter", "dice"], -1, Verdict::Less),
    plant(THREE, ["healer", "dice"], 1, Verdict::More),
    plant(THREE, ["healer", "dice"], -1, Verdict::Less),
    plant(SHOPPING, ["healer", "health"], 5, Verdict::More),
    plant(SHOPPING, ["healer", "health"], -5, Verdict::Less),
    plant(DELVE, ["gold-dwarf-warrior", "life"], 3, Verdict::More),
    plant(DELVE, ["gold-dwarf-warrior", "life"], -2, Verdict::Less),
    plant(DELVE, ["wood-elf-scout", "life"], 4, Verdict::More),
    plant(DELVE, ["wood-elf-scout", "life"], -2, Verdict::Less),
];

/// The library of a shipped package.
pub fn library(package: &str) -> Library {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content").join(package);
    let project = Project::load(crate::disk(), &content).expect("the content can be read");
    check(&project, GAMES).packages.pop().expect("a package").library
}

fn open(library: &Library) -> Box<dyn OpenGame> {
    MODULES.open(library).expect("the content can be played")
}

fn simulation([_, format, deck]: [&str; 3], games: u32, seed: u64) -> Simulation {
    Simulation {
        format: format.to_owned(),
        decks: vec![deck.to_owned()],
        bots: vec![BotKind::Greedy],
        games,
        seed,
        inspect_every: 0,
        habits: Vec::new(),
    }
}

/// What `--against` says about two versions, and after how many games. The new version plays the
/// games from `shift` on, with other luck, if that is not 0.
fn verdict(
    old: &dyn OpenGame,
    new: &dyn OpenGame,
    simulation: &Simulation,
    shift: u32,
) -> (Verdict, u64) {
    const BATCH: u32 = 50;
    let question = Question { simulation, least: 0.02, tables: 1 };
    let mut comparing = Comparing::new(&question);
    let mut next = 0;
    while !comparing.is_over() {
        let batch: Range<u32> = next..next + BATCH;
        next = batch.end;
        let later = batch.start + shift..batch.end + shift;
        let played = old.outcomes(simulation, batch).into_iter();
        for (old, new) in played.zip(new.outcomes(simulation, later)) {
            comparing.add([old, new]);
        }
    }
    let answer = comparing.answer();
    answer.sides.first().map_or((Verdict::Open, 0), |side| (side.verdict, side.games))
}

/// What is said about a planted imbalance.
pub fn found(plant: &Plant, games: u32, seed: u64) -> (Verdict, u64) {
    let library = library(plant.table[0]);
    let [card, field] = plant.number.map(str::to_owned);
    let changed = turned(&library, &[Knob { card, field }], &[plant.by]);
    verdict(&*open(&library), &*open(&changed), &simulation(plant.table, games, seed), 0)
}

/// What is said about an edit that changes the luck of every game and nothing else: the hardest of
/// those without consequence.
pub fn flagged(number: u64, games: u32) -> Verdict {
    let table = [TWO, THREE, SHOPPING, DELVE][number as usize % 4];
    let game = open(&library(table[0]));
    verdict(&*game, &*game, &simulation(table, games, 1000 + number), 1 << 20).0
}

/// How a bot does against the one below it.
#[derive(Debug, Clone, Copy)]
pub struct Duel {
    /// Games played by each.
    pub games: u64,
    /// The part of games that the stronger wins, and the weaker: of the same table where all win
    /// together, against each other otherwise.
    pub won: [f64; 2],
    /// The 95 % interval of the difference.
    pub lead: [f64; 2],
}

/// The table of a format that comes first, and how its bots do.
pub fn duel(package: &str, format: &str, bots: [BotKind; 2], games: u32) -> Option<Duel> {
    let library = library(package);
    let (formats, game) = ([format.to_owned()], open(&library));
    let wishes = Wishes { formats: &formats, decks: &[], seats: &[] };
    let table = seatings_of(&library, wishes, true).0.into_iter().next()?;
    let seats = table.decks.len();
    let play = |bots: Vec<BotKind>| {
        let (format, decks) = (table.format.clone(), table.decks.clone());
        let habits = Vec::new();
        Simulation { format, decks, bots, games, seed: 1, inspect_every: 0, habits }
    };
    let report = game.simulate(&Simulation { games: 1, ..play(vec![bots[1]; seats]) }, &|| {});
    let is_shared = report.sides.iter().all(|side| *side == report.sides[0]);
    let [strong, weak] = bots;
    if is_shared {
        let outcomes = bots.map(|bot| game.outcomes(&play(vec![bot; seats]), 0..games));
        let n = f64::from(games);
        let has_won = |winners: &Option<u8>| winners.is_some_and(|winners| winners & 1 == 1);
        let won = outcomes.each_ref().map(|all| all.iter().filter(|one| has_won(one)).count());
        let only = outcomes[0].iter().zip(&outcomes[1]).filter(|(a, b)| has_won(a) != has_won(b));
        let (differing, won) = (only.count() as f64, won.map(|count| count as f64 / n));
        let lead = won[0] - won[1];
        let margin = 1.96 * ((differing / n - lead * lead).max(1.0 / n) / n).sqrt();
        return Some(Duel { games: games.into(), won, lead: [lead - margin, lead + margin] });
    }
    // The stronger takes each side in turn, so that no side's advantage counts.
    let (mut all, mut ahead) = (0, 0);
    for strong_side in [report.sides[0], *report.sides.iter().find(|one| **one != report.sides[0])?]
    {
        let seat = report.sides.iter().position(|side| *side == strong_side)?;
        let pick = |side: &u8| if *side == strong_side { strong } else { weak };
        let simulation = play(report.sides.iter().map(pick).collect());
        for winners in game.outcomes(&simulation, 0..games).into_iter().flatten() {
            all += 1;
            ahead += u64::from(winners >> seat & 1);
        }
    }
    let (low, high) = wilson(ahead, all, 1.96);
    let share = ahead as f64 / all.max(1) as f64;
    // Even is one half; a lead is what exceeds it, on both sides.
    let lead = [2.0 * low - 1.0, 2.0 * high - 1.0];
    Some(Duel { games: all, won: [share, 1.0 - share], lead })
}
