//! Every quest of every package with quests is played to its end, and replays the same way.

use cardwright_games::GAMES;
use std::path::Path;

use cardwright_check::{Project, check};
use cardwright_deckbox::Deckbox;
use cardwright_engine::bot::{Bot, BotKind};
use cardwright_engine::game::Start;
use cardwright_engine::log::Log;
use cardwright_engine::simulate::{Simulation, simulate};
use cardwright_engine::view::View;
use cardwright_engine::{Game, Module};
use cardwright_model::Library;

/// The packages that are played room by room.
fn libraries() -> Vec<Library> {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let checked = check(
        &Project::load(cardwright_tests::disk(), &content).expect("the content can be read"),
        GAMES,
    );
    let all = checked.packages.into_iter().map(|package| package.library);
    all.filter(|library| library.game().is_some_and(|game| game.engine == "deckbox")).collect()
}

/// The formats of a package with the decks that play them.
fn tables(library: &Library) -> Vec<(String, Vec<String>)> {
    let own = library.packages.last().expect("a package");
    let mut tables = Vec::new();
    for format in library.formats() {
        let decks = own.decks.iter().filter(|deck| deck.target.as_ref() == Some(&format.id));
        let decks: Vec<String> = decks.map(|deck| deck.id.clone()).collect();
        let seats = format.int("min-players").unwrap_or(1) as usize;
        if let Some(table) = decks.chunks_exact(seats).next() {
            tables.push((format.id.clone(), table.to_vec()));
        }
    }
    tables
}

#[test]
fn every_quest_is_played_to_an_end_by_both_bots() {
    let mut quests = 0;
    for library in libraries() {
        let game = Deckbox::open(&library).expect("the content can be played");
        for (format, decks) in tables(&library) {
            quests += 1;
            for (bot, games) in [(BotKind::Random, 6), (BotKind::Greedy, 3)] {
                let bots = vec![bot; decks.len()];
                let (format, decks) = (format.clone(), decks.clone());
                let report = simulate(
                    &game,
                    &Simulation {
                        format,
                        decks,
                        bots,
                        games,
                        seed: 3,
                        inspect_every: 1,
                        habits: Vec::new(),
                    },
                );
                assert_eq!(report.broken, 0, "{}: {:?}", report.format, report.failures);
            }
        }
    }
    assert!(quests > 0, "no quest was played");
}

#[test]
fn the_same_seed_gives_the_same_log() {
    for library in libraries() {
        let game = Deckbox::open(&library).expect("the content can be played");
        for (format, decks) in tables(&library) {
            let start = Start { format, decks, seed: 11, events: true, ..Start::default() };
            let first = play(&game, &start);
            assert_eq!(first, play(&game, &start));
            let (_, story) = first;
            assert!(story.iter().any(|line| line == "round 1"), "{story:?}");
        }
    }
}

/// Plays a game with random bots; returns its log as text, and its story.
fn play(game: &Deckbox, start: &Start) -> (String, Vec<String>) {
    let mut state = game.setup(start).expect("the decks are there");
    let mut log = Log::new(start.clone());
    let mut bots: Vec<Bot<_>> = (0..start.decks.len())
        .map(|seat| Bot::new(BotKind::Random, start.seed, seat as u8))
        .collect();
    let mut story = Vec::new();
    while let Some(decision) = game.decision(&state) {
        for choice in game.options(&state) {
            assert!(!game.label(&state, *choice).is_empty(), "{}", game.action(*choice));
        }
        let option =
            bots[usize::from(decision.seat)].choose(&View::new(game, &state, decision.seat));
        game.apply(&mut state, option).expect("a listed option can be taken");
        story.extend(game.take_events(&mut state));
        log.push(game.digest(&state), option);
    }
    assert!(game.violations(&state).is_empty(), "{:?}", game.violations(&state));
    (serde_json::to_string(&log).expect("a log is plain data"), story)
}
