//! Games that bots play: they end, keep consistent books, and can be replayed.

use cardwright_games::GAMES;
use std::path::Path;

use cardwright_check::{Project, check};
use cardwright_crawler::Crawler;
use cardwright_engine::bot::{Bot, BotKind};
use cardwright_engine::game::Start;
use cardwright_engine::log::Log;
use cardwright_engine::simulate::{Simulation, simulate};
use cardwright_engine::view::View;
use cardwright_engine::{Game, Module};

fn crawler() -> Crawler {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/crawler");
    let checked = check(
        &Project::load(cardwright_tests::disk(), &content).expect("the content can be read"),
        GAMES,
    );
    let library = &checked.packages.last().expect("a package").library;
    Crawler::open(library).expect("the content can be played")
}

/// For every format that has decks: as many decks as it needs players.
fn tables(game: &Crawler) -> Vec<(String, Vec<String>)> {
    let mut tables = Vec::new();
    for format in game.format_ids() {
        let decks: Vec<String> = game
            .deck_ids()
            .filter(|deck| game.format_of_deck(deck) == Some(format))
            .map(str::to_owned)
            .collect();
        let (players, _) = game.players_of_format(format).expect("a known format");
        if let Some(table) = decks.chunks_exact(usize::from(players)).next() {
            tables.push((format.to_owned(), table.to_vec()));
        }
    }
    tables
}

#[test]
fn every_format_plays_to_an_end_and_keeps_its_books() {
    let game = crawler();
    let tables = tables(&game);
    assert!(tables.len() >= 10, "only {} formats have decks", tables.len());
    for (format, decks) in tables {
        let report = simulate(&game, &simulation(&format, &decks, BotKind::Random, 6));
        let problems: Vec<_> = report.failures.iter().map(|failure| &failure.problem).collect();
        assert_eq!(report.broken, 0, "{format}: {problems:?}");
    }
}

#[test]
fn greedy_bots_play_to_an_end_too() {
    let game = crawler();
    for (format, decks) in tables(&game) {
        // Looking ahead is slow without optimisation, so only a short game of each sort is played.
        if ["walkthrough", "competitive-standard"].contains(&format.as_str()) {
            let report = simulate(&game, &simulation(&format, &decks, BotKind::Greedy, 1));
            assert_eq!(report.broken, 0, "{format}: {:?}", report.failures);
        }
    }
}

#[test]
fn greedy_bots_win_more_than_random_ones() {
    let game = crawler();
    let wins = |bot: BotKind| {
        let decks = ["knives-in-the-dark".to_owned()];
        let simulation = simulation("solo-master", &decks, bot, 12);
        simulate(&game, &Simulation { inspect_every: 0, ..simulation }).wins[0]
    };
    let (greedy, random) = (wins(BotKind::Greedy), wins(BotKind::Random));
    assert!(greedy >= random + 4, "greedy won {greedy} of 12, random {random}");
}

fn simulation(format: &str, decks: &[String], bot: BotKind, games: u32) -> Simulation {
    Simulation {
        format: format.to_owned(),
        bots: vec![bot; decks.len()],
        decks: decks.to_vec(),
        games,
        seed: 7,
        inspect_every: 1,
        habits: Vec::new(),
    }
}

#[test]
fn a_simulation_gives_the_same_report_on_any_number_of_threads() {
    let game = crawler();
    let simulation = Simulation {
        format: "solo-standard".to_owned(),
        decks: vec!["ember-and-ash".to_owned()],
        bots: vec![BotKind::Random],
        games: 40,
        seed: 11,
        inspect_every: 0,
        habits: Vec::new(),
    };
    let report = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let report = pool.install(|| simulate(&game, &simulation));
        serde_json::to_string(&report).expect("a report is plain data")
    };
    assert_eq!(report(1), report(3));
}

#[test]
fn a_log_replays_to_the_same_position_and_another_deal_does_not() {
    let game = crawler();
    let start = Start {
        decks: vec!["iron-covenant".to_owned(), "borrowed-thunder".to_owned()],
        seed: 5,
        ..Start::default()
    };
    let mut state = game.setup(&start).expect("the decks are there");
    let mut log = Log::new(start.clone());
    let mut bots = [Bot::new(BotKind::Random, 5, 0), Bot::new(BotKind::Random, 5, 1)];
    while let Some(decision) = game.decision(&state) {
        let option =
            bots[usize::from(decision.seat)].choose(&View::new(&game, &state, decision.seat));
        game.apply(&mut state, option).expect("a listed option can be taken");
        log.push(game.digest(&state), option);
    }
    let text = serde_json::to_string(&log).expect("a log is plain data");
    let read: Log = serde_json::from_str(&text).expect("what was written can be read");
    let replayed = read.replay(&game).expect("the log replays");
    assert_eq!(game.digest(&replayed), game.digest(&state));
    assert_eq!(game.outcome(&replayed), game.outcome(&state));

    let mut other = log;
    other.start.seed = 6;
    assert!(other.replay(&game).is_err(), "another deal leads elsewhere");
}

#[test]
fn every_option_has_a_label_and_can_be_taken() {
    let game = crawler();
    let start =
        Start { decks: vec!["first-delve".to_owned()], seed: 3, events: true, ..Start::default() };
    let mut state = game.setup(&start).expect("the deck is there");
    let mut bot = Bot::new(BotKind::Random, 3, 0);
    let mut events = 0;
    while game.decision(&state).is_some() {
        for (place, choice) in game.options(&state).to_vec().into_iter().enumerate() {
            assert!(!game.label(&state, choice).is_empty(), "{}", game.action(choice));
            let mut next = state.clone();
            game.apply(&mut next, place).expect("a listed option can be taken");
        }
        assert!(game.describe(&state, 0).contains("Hand:"));
        let option = bot.choose(&View::new(&game, &state, 0));
        game.apply(&mut state, option).expect("a listed option can be taken");
        events += game.take_events(&mut state).len();
    }
    assert!(events > 10, "only {events} things happened");
}
