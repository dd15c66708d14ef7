//! Bots, options and descriptions know no more than their seat: what is hidden may be dealt anew and
//! what is to come may have other luck, and nothing changes.
//!
//! `HONEST=100000 cargo test --release -p cardwright-tests honest` looks at that many positions
//! of each game instead of a sample.

use std::path::Path;

use cardwright_check::{Project, check};
use cardwright_engine::bot::BotKind;
use cardwright_engine::game::Start;
use cardwright_engine::honest::{Honesty, Trial};
use cardwright_engine::seating::{Seating, Wishes, seatings_of};
use cardwright_games::{GAMES, MODULES};
use rayon::prelude::*;

/// How many positions of each game are looked at unless `HONEST` says otherwise.
const SAMPLE: u32 = 240;

/// The bots that are tried. A small budget is as honest as a large one, and faster.
const BOTS: [BotKind; 5] =
    [BotKind::Random, BotKind::Auto, BotKind::Greedy, BotKind::Plan(8), BotKind::Search(8)];

fn wanted() -> u32 {
    std::env::var("HONEST").ok().and_then(|count| count.parse().ok()).unwrap_or(SAMPLE)
}

/// Looks at positions of a game and its expansions, at all their tables.
fn look_at(packages: &[&str]) -> Honesty {
    let mut found = Honesty::default();
    for package in packages {
        let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content").join(package);
        let project = Project::load(cardwright_tests::disk(), &content);
        let checked = check(&project.expect("the content can be read"), GAMES);
        let library = &checked.packages.last().expect("a package").library;
        let game = MODULES.open(library).expect("the content can be played");
        let wishes = Wishes { formats: &[], decks: &[], seats: &[] };
        let tables = seatings_of(library, wishes, true).0;
        assert!(!tables.is_empty(), "{package} has no table");
        let each = wanted() / packages.len() as u32;
        let games: Vec<(&Seating, u64)> = (0..u64::from(each.div_ceil(PER_GAME)))
            .map(|number| (&tables[number as usize % tables.len()], number))
            .collect();
        let all: Vec<Honesty> = games
            .into_par_iter()
            .map(|(table, seed)| {
                let (format, decks) = (table.format.clone(), table.decks.clone());
                let start = Start { format, decks, seed, ..Start::default() };
                // Different games are looked at in different places, so that none is left out.
                let every = 1 + (seed % 13) as u32;
                game.honesty(&Trial { start, bots: &BOTS, every, most: PER_GAME })
            })
            .collect();
        all.into_iter().for_each(|one| found.add(one));
    }
    found
}

/// How many positions of one game are looked at.
const PER_GAME: u32 = 20;

fn prove(packages: &[&str]) {
    let found = look_at(packages);
    let Honesty { positions, choices, like_truth, like_each_other, ref problems } = found;
    let partiality = found.partiality();
    println!(
        "{}: {positions} positions, {choices} choices, futures like the truth {like_truth}, like \
         each other {like_each_other} ({partiality:+.1} standard errors), {} problems",
        packages[0],
        problems.len()
    );
    let mut told = problems.clone();
    told.sort();
    told.dedup();
    assert!(told.is_empty(), "{}", told[..told.len().min(12)].join("\n"));
    assert!(positions * 2 >= u64::from(wanted()), "only {positions} positions");
    assert!(partiality.abs() < 4.0, "twins and truth differ by {partiality:.1} standard errors");
    assert!(like_each_other < positions, "nothing is left to luck");
}

#[test]
fn bag_of_dungeon_is_played_honestly() {
    prove(&["bag", "bag-lantern-market"]);
}

#[test]
fn dungeon_crawler_is_played_honestly() {
    prove(&["crawler", "crawler-sunken-bells"]);
}

#[test]
fn deck_box_dungeons_is_played_honestly() {
    prove(&["deckbox", "deckbox-moth-house"]);
}

#[test]
fn super_dungeon_explore_is_played_honestly() {
    prove(&["explore", "explore-low-tide"]);
}

#[test]
fn super_dungeon_arcade_is_played_honestly() {
    prove(&["arcade", "arcade-crooked-carnival"]);
}
