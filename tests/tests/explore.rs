//! Games of Super Dungeon Explore that bots play: they end, keep consistent books, and can be
//! replayed.

use cardwright_games::GAMES;
use std::path::Path;

use cardwright_check::{Project, check};
use cardwright_engine::bot::{Bot, BotKind};
use cardwright_engine::game::Start;
use cardwright_engine::simulate::{Simulation, simulate};
use cardwright_engine::view::View;
use cardwright_engine::{Game, Module};
use cardwright_explore::Explore;

/// Formats with their decks, one table for every size of party.
const TABLES: [(&str, &[&str]); 7] = [
    ("delve", &["hammer-and-herb", "rex-at-home"]),
    ("delve", &["two-left-hands", "two-left-hands", "under-the-bridge"]),
    ("crawl", &["three-lanterns", "eggs-and-warrens"]),
    ("crawl", &["loud-and-clear", "loud-and-clear", "loud-and-clear", "eggs-and-bones"]),
    ("siege", &["five-for-supper", "the-whole-crater"]),
    ("siege", &["hoard-watch", "the-other-five", "the-other-five"]),
    (
        "siege",
        &[
            "five-for-supper",
            "five-for-supper",
            "five-for-supper",
            "five-for-supper",
            "five-for-supper",
            "hoard-watch",
        ],
    ),
];

fn explore() -> Explore {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/explore");
    let checked = check(
        &Project::load(cardwright_tests::disk(), &content).expect("the content can be read"),
        GAMES,
    );
    let library = &checked.packages.last().expect("a package").library;
    Explore::open(library).expect("the content can be played")
}

fn names(decks: &[&str]) -> Vec<String> {
    decks.iter().map(|deck| (*deck).to_owned()).collect()
}

#[test]
fn every_size_plays_to_an_end_and_keeps_its_books() {
    let game = explore();
    for (format, decks) in TABLES {
        let simulation = Simulation {
            format: format.to_owned(),
            decks: names(decks),
            bots: vec![BotKind::Random; decks.len()],
            games: 1,
            seed: 5,
            inspect_every: 1,
            habits: Vec::new(),
        };
        let report = simulate(&game, &simulation);
        let problems: Vec<_> = report.failures.iter().map(|failure| &failure.problem).collect();
        assert_eq!(report.broken, 0, "{format}: {problems:?}");
    }
}

#[test]
fn the_same_seed_tells_the_same_game() {
    let game = explore();
    for (format, decks) in [TABLES[0], TABLES[2], TABLES[4]] {
        let (format, decks) = (format.to_owned(), names(decks));
        let start = Start { format, decks, seed: 11, events: true, ..Start::default() };
        let tell = || {
            let mut state = game.setup(&start).expect("the decks are there");
            let mut bots: Vec<Bot<_>> = (0..start.decks.len())
                .map(|seat| Bot::new(BotKind::Random, start.seed, seat as u8))
                .collect();
            let mut story = Vec::new();
            while let Some(decision) = game.decision(&state) {
                let option = bots[usize::from(decision.seat)].choose(&View::new(
                    &game,
                    &state,
                    decision.seat,
                ));
                let choice = game.options(&state)[option];
                assert!(!game.label(&state, choice).is_empty(), "an option without a label");
                game.apply(&mut state, option).expect("a listed option can be taken");
                story.append(&mut game.take_events(&mut state));
            }
            (story, game.digest(&state))
        };
        assert_eq!(tell(), tell());
    }
}

#[test]
fn a_party_that_is_too_small_or_a_table_without_a_consul_is_refused() {
    let game = explore();
    let refuse = |format: &str, decks: &[&str], why: &str| {
        let start = Start { format: format.to_owned(), decks: names(decks), ..Start::default() };
        let message = game.setup(&start).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(message.contains(why), "{message}");
    };
    refuse("crawl", &["hammer-and-herb", "eggs-and-warrens"], "2 Heroes, but 3 play");
    refuse("delve", &["hammer-and-herb", "two-left-hands"], "no Consul");
    refuse("delve", &["rex-at-home", "under-the-bridge"], "only one player is the Consul");
    refuse("crawl", &["three-lanterns", "rex-at-home"], "0 bosses, but 1 play");
    refuse("crawl", &["three-lanterns", "the-whole-crater"], "5 spawning points, but 3 play");
}
