//! Plays a game from the data that `cardwright build` wrote, without the compiler.
//!
//!     cargo run -p cardwright-engine --example play_data -- output/crawler/data/crawler.json DECK
//!
//! Give the files of all packages that are used together, the game's own first.

use cardwright_engine::bot::{Bot, BotKind, Strategy};
use cardwright_engine::game::Start;
use cardwright_engine::open::{Visitor, with_game};
use cardwright_engine::rng::derive_seed;
use cardwright_model::Library;

struct Play(Start);

impl Visitor for Play {
    type Output = Result<(), Box<dyn std::error::Error>>;

    fn visit<G: Strategy>(self, game: &G) -> Self::Output {
        let mut state = game.setup(&self.0)?;
        let mut bots: Vec<Bot<G::State>> = (0..8)
            .map(|seat| Bot::new(BotKind::Greedy, derive_seed(self.0.seed, 1), seat))
            .collect();
        while let Some(decision) = game.decision(&state) {
            let choice = bots[usize::from(decision.seat)].choose(game, &state);
            println!("{}: {}", decision.seat + 1, game.label(&state, game.options(&state)[choice]));
            game.apply(&mut state, choice)?;
        }
        println!("{:?}", game.outcome(&state));
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (files, decks): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|word| word.ends_with(".json"));
    let mut packages = Vec::new();
    for file in files {
        packages.push(serde_json::from_str(&std::fs::read_to_string(file)?)?);
    }
    with_game(&Library::of(packages), Play(Start { decks, seed: 1, ..Start::default() }))?
}
