//! `cargo run --release --example laboratory -p cardwright-tests -- planted [GAMES]` plants twenty
//! imbalances and asks what they did, and twenty edits without consequence; `… -- ladder [GAMES
//! [GAME]]` lets each bot play against the one below it.

use cardwright_engine::against::Verdict;
use cardwright_engine::bot::BotKind;
use cardwright_tests::laboratory::{PLANTS, duel, flagged, found};

/// A format of each sort.
const TABLES: [[&str; 2]; 9] = [
    ["bag", "solo"],
    ["bag", "competitive"],
    ["crawler", "solo-starter"],
    ["crawler", "competitive-standard"],
    ["deckbox", "first-lamp-game"],
    ["deckbox", "sixth-lamp-game"],
    ["explore", "delve"],
    ["arcade", "arcade-3-4"],
    ["arcade", "arcade-5-6"],
];

fn main() {
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap_or_default();
    let games: Option<u32> = args.next().and_then(|games| games.parse().ok());
    match what.as_str() {
        "planted" => planted(games.unwrap_or(4000)),
        "ladder" => ladder(games.unwrap_or(200), &args.next().unwrap_or_default()),
        _ => eprintln!("say `planted` or `ladder`"),
    }
}

fn planted(games: u32) {
    let mut right = 0;
    for plant in &PLANTS {
        let (verdict, played) = found(plant, games, 1);
        right += u32::from(verdict == plant.expected);
        let [card, field] = plant.number;
        println!("{card}.{field} {:+}: {verdict:?} after {played} games", plant.by);
    }
    let nulls = 0..PLANTS.len() as u64;
    let wrong = nulls.filter(|n| matches!(flagged(*n, games), Verdict::More | Verdict::Less));
    let wrong = wrong.count();
    println!("{right} of {} found with the right sign, {wrong} of 20 nulls flagged", PLANTS.len());
}

fn ladder(games: u32, game: &str) {
    let rungs = [
        BotKind::Random,
        BotKind::Greedy,
        BotKind::Plan(BotKind::SIMULATIONS),
        BotKind::Search(BotKind::SEARCHED),
    ];
    for [package, format] in TABLES.into_iter().filter(|table| table[0].starts_with(game)) {
        for pair in rungs.windows(2) {
            let Some(duel) = duel(package, format, [pair[1], pair[0]], games) else { continue };
            let [won, lost] = duel.won.map(|share| share * 100.0);
            let [low, high] = duel.lead.map(|share| share * 100.0);
            println!(
                "| {package} {format} | {} over {} | {won:.0} : {lost:.0} | {low:+.0} to {high:+.0} | {} |",
                pair[1], pair[0], duel.games
            );
        }
    }
}
