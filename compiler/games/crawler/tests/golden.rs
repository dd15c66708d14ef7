//! The same seed and decisions lead to the same position, on every machine and in every
//! version: these numbers change only when the rules of play do.

use cardwright_crawler::Crawler;
use cardwright_engine::bot::{Bot, BotKind};
use cardwright_engine::game::Start;
use cardwright_engine::log::Log;
use cardwright_engine::view::View;
use cardwright_engine::{Game, Module};
use serde_json::json;

/// Plays a game with a random bot; the log of it.
fn play(game: &Crawler, seed: u64) -> Log {
    let start = Start { decks: vec!["deck".to_owned()], seed, ..Start::default() };
    let mut state = game.setup(&start).expect("the deck is there");
    let mut log = Log::new(start);
    let mut bot = Bot::new(BotKind::Random, seed, 0);
    while game.decision(&state).is_some() {
        let option = bot.choose(&View::new(game, &state, 0));
        game.apply(&mut state, option).expect("a listed option can be taken");
        log.push(game.digest(&state), option);
    }
    log
}

#[test]
fn games_of_known_seeds_end_where_they_always_did() {
    let game = Crawler::open(&crate::tiny::library(json!({}), json!([]))).expect("playable");
    let played: Vec<(usize, String)> = (0..4)
        .map(|seed| {
            let log = play(&game, seed);
            (log.decisions.len(), log.digest)
        })
        .collect();
    let expected = [
        (34, "5a0236b1966e6067"),
        (34, "9a626335ebea740b"),
        (30, "4ad63ac70ca1661f"),
        (33, "c641cfa5ef763a38"),
    ];
    assert_eq!(played, expected.map(|(decisions, digest)| (decisions, digest.to_owned())));
}
