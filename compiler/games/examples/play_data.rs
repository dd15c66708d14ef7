//! Plays a game from the data that `cardwright build` wrote, without the compiler.
//!
//!     cargo run -p cardwright-games --example play_data -- output/crawler/data/crawler.json DECK
//!
//! Give the files of all packages that are used together, the game's own first.

use cardwright_engine::bot::BotKind;
use cardwright_engine::game::Start;
use cardwright_engine::rng::derive_seed;
use cardwright_games::MODULES;
use cardwright_model::Library;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (files, decks): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|word| word.ends_with(".json"));
    let mut packages = Vec::new();
    for file in files {
        packages.push(serde_json::from_str(&std::fs::read_to_string(file)?)?);
    }
    let start = Start { decks, seed: 1, ..Start::default() };
    let game = MODULES.open(&Library::of(packages))?;
    let mut table = game.sit_down(&start)?;
    for seat in 0..8 {
        table.seat_bot(BotKind::Greedy, derive_seed(start.seed, 1), seat);
    }
    while let Some(decision) = table.decision() {
        let choice = table.bot_choice(decision.seat).expect("a bot sits at every seat");
        println!("{}: {}", decision.seat + 1, table.label(choice));
        table.take(choice)?;
    }
    println!("{:?}", table.outcome());
    Ok(())
}
