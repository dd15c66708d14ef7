//! The rules engine: publishes each game's vocabulary and plays the model.
//!
//! Everything outside `games` works with any game: [`bot`], [`log`] and [`simulate`] use
//! only the [`Game`] trait, and [`open`](mod@open) gets from a library to its game.

pub mod board;
pub mod bot;
pub mod core;
pub mod examine;
pub mod game;
pub mod games;
pub mod log;
pub mod open;
pub mod rng;
pub mod scenario;
pub mod simulate;
pub mod skirmish;
pub mod vocabulary;
pub mod walk;

pub use game::Game;
pub use vocabulary::Vocabulary;

/// The engine modules there are.
pub const GAMES: &[&str] = &["crawler", "bag", "explore", "arcade", "deckbox"];

/// The settings of a `game` declaration that an engine module reads by itself. Effects may ask
/// for others with `setting("…")`.
pub fn settings(engine: &str) -> &'static [&'static str] {
    match engine {
        "crawler" => games::crawler::SETTINGS,
        _ => &[],
    }
}

/// The vocabulary of an engine module by its name, such as `crawler`.
pub fn vocabulary(engine: &str) -> Option<&'static Vocabulary> {
    match engine {
        "crawler" => Some(&games::crawler::VOCABULARY),
        "bag" => Some(&games::bag::VOCABULARY),
        "explore" => Some(&games::explore::VOCABULARY),
        "arcade" => Some(&games::arcade::VOCABULARY),
        "deckbox" => Some(&games::deckbox::VOCABULARY),
        _ => None,
    }
}
