//! Super Dungeon Arcade, played by bots: games of every party end, keep consistent books, and can
//! be repeated exactly.

use cardwright_games::GAMES;
use std::path::Path;

use cardwright_arcade::Arcade;
use cardwright_check::{Checked, Project, check};
use cardwright_engine::bot::{Bot, BotKind};
use cardwright_engine::game::Start;
use cardwright_engine::view::View;
use cardwright_engine::{Game, Module};

/// More decisions than any game takes.
const DECISIONS: usize = 20_000;

fn content(package: &str) -> Checked {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content").join(package);
    check(
        &Project::load(cardwright_tests::disk(), &content).expect("the content can be read"),
        GAMES,
    )
}

/// Plays a game and returns the digest of every position.
fn play(game: &Arcade, start: &Start, kind: BotKind) -> Vec<u64> {
    let mut state = game.setup(start).expect("the party is there");
    let mut bot = Bot::new(kind, start.seed, 0);
    let mut digests = Vec::new();
    while let Some(view) = View::of_decider(game, &state) {
        let option = bot.choose(&view);
        game.apply(&mut state, option).expect("a listed option can be taken");
        assert_eq!(game.violations(&state), Vec::<String>::new(), "{start:?}");
        digests.push(game.digest(&state));
        assert!(digests.len() < DECISIONS, "no end: {start:?}");
    }
    assert!(game.outcome(&state).is_some(), "neither a decision nor an end: {start:?}");
    digests
}

#[test]
fn games_of_every_party_end_and_go_the_same_way_again() {
    let mut parties = 0;
    for package in ["arcade", "arcade-crooked-carnival"] {
        let checked = content(package);
        let library = &checked.packages.last().expect("a package").library;
        let game = Arcade::open(library).expect("the content can be played");
        for deck in library.decks() {
            parties += 1;
            for (seed, kind) in [(0, BotKind::Random), (1, BotKind::Random), (2, BotKind::Greedy)] {
                let start = Start { decks: vec![deck.id.clone()], seed, ..Start::default() };
                let (once, again) = (play(&game, &start, kind), play(&game, &start, kind));
                assert_eq!(once, again, "{}, seed {seed}, {kind}", deck.id);
            }
        }
    }
    assert!(parties >= 10, "there are only {parties} parties");
}

fn core() -> Arcade {
    let checked = content("arcade");
    Arcade::open(&checked.packages.last().expect("a package").library).expect("it can be played")
}

#[test]
fn modes_are_turned_up_at_random() {
    let game = core();
    let in_force = |seed: u64| {
        let start = Start { decks: vec!["learners".to_owned()], seed, ..Start::default() };
        let state = game.setup(&start).expect("the party is there");
        let described = game.describe(&state, 0);
        let line = described.lines().find_map(|line| line.strip_prefix("In force: "));
        line.expect("there are modes").to_owned()
    };
    let all: Vec<String> = (0..12).map(in_force).collect();
    assert!(all.iter().all(|modes| modes.split(", ").count() == 2), "{all:?}");
    assert!(all.iter().any(|modes| *modes != all[0]), "always the same: {all:?}");
}

#[test]
fn each_player_leads_heroes() {
    let game = core();
    let start = |seats: usize| Start {
        decks: vec!["night-shift".to_owned(); seats],
        seed: 3,
        ..Start::default()
    };
    let mut state = game.setup(&start(3)).expect("three play four Heroes");
    let mut bot = Bot::new(BotKind::Random, 3, 0);
    let mut seen = [false; 3];
    while let Some(decision) = game.decision(&state) {
        if decision.what == "act" {
            seen[usize::from(decision.seat)] = true;
        }
        let option = bot.choose(&View::new(&game, &state, decision.seat));
        game.apply(&mut state, option).expect("a listed option can be taken");
    }
    assert_eq!(seen, [true; 3], "everybody acts");
    assert!(game.setup(&start(5)).is_err(), "nobody plays without a Hero");
    let two = vec!["balanced".to_owned(), "skilled".to_owned()];
    assert!(game.setup(&Start { decks: two, ..Start::default() }).is_err(), "one party only");
}
