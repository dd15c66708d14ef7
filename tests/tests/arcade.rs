//! Super Dungeon Arcade, played by bots: games of every party end, keep their books, and go the
//! same way again.

use std::path::Path;

use cardwright_check::{Checked, Project, check};
use cardwright_engine::Game;
use cardwright_engine::bot::{Bot, BotKind};
use cardwright_engine::game::Start;
use cardwright_engine::games::arcade::Arcade;

/// More decisions than any game takes.
const DECISIONS: usize = 20_000;

fn content() -> Checked {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/arcade");
    check(&Project::load(&content).expect("the content can be read"))
}

/// Plays a game and gives the digest of every position.
fn play(game: &Arcade, start: &Start) -> Vec<u64> {
    let mut state = game.setup(start).expect("the party is there");
    let mut bot = Bot::new(BotKind::Random, start.seed, 0);
    let mut digests = Vec::new();
    while game.decision(&state).is_some() {
        let option = bot.choose(game, &state);
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
    let checked = content();
    let library = &checked.packages.last().expect("a package").library;
    let game = Arcade::new(library).expect("the content can be played");
    let parties: Vec<String> = library.decks().map(|deck| deck.id.clone()).collect();
    assert!(parties.len() >= 2, "there are only {} parties", parties.len());
    for party in parties {
        for seed in 0..2 {
            let start = Start { decks: vec![party.clone()], seed, ..Start::default() };
            assert_eq!(play(&game, &start), play(&game, &start), "{party}, seed {seed}");
        }
    }
}
