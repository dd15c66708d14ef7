//! The games that Cardwright plays: the one place that lists them.
//!
//! A new game is a crate beside these and one line here. [`GAMES`] is what the compiler is handed,
//! [`MODULES`] what opens a library for play.

use cardwright_arcade::Arcade;
use cardwright_bag::Bag;
use cardwright_crawler::Crawler;
use cardwright_deckbox::Deckbox;
use cardwright_engine::{Entry, Modules, words_of};
use cardwright_explore::Explore;
use cardwright_vocabulary::{GameWords, Games};

/// The games, in the order in which they are named to people.
static ENTRIES: [Entry; 5] = [
    Entry::of::<Crawler>(),
    Entry::of::<Bag>(),
    Entry::of::<Explore>(),
    Entry::of::<Arcade>(),
    Entry::of::<Deckbox>(),
];

static WORDS: [GameWords; ENTRIES.len()] = words_of(&ENTRIES);

/// What the compiler knows of the games.
pub static GAMES: Games = Games(&WORDS);

/// What plays them.
pub static MODULES: Modules = Modules { entries: &ENTRIES, games: GAMES };

/// The names of the games in a row, for messages.
pub fn game_names() -> String {
    GAMES.names().collect::<Vec<_>>().join(", ")
}
