//! The games that a program was built with, as far as the compiler needs to know them.

use cardwright_model::Library;

use crate::{Finding, Vocabulary};

/// A game as the compiler sees it: its words, and what it can tell about content.
#[derive(Debug, Clone, Copy)]
pub struct GameWords {
    /// Every word that content may use.
    pub vocabulary: &'static Vocabulary,
    /// What does not work out in the last package of a library: a door that never opens.
    pub findings: fn(&Library) -> Vec<Finding>,
    /// The cards and keywords of a library that the game has no way to play. Only for libraries
    /// without errors.
    pub unplayable: fn(&Library) -> Vec<Finding>,
}

/// All games of a program, by the name that a `game` declaration gives as its `engine`.
#[derive(Debug, Clone, Copy)]
pub struct Games(pub &'static [GameWords]);

impl Games {
    /// No game at all: everything that needs one is reported as unknown.
    pub const NONE: Games = Games(&[]);

    /// The game whose engine has that name, such as `crawler`.
    pub fn find(self, engine: &str) -> Option<&'static GameWords> {
        self.0.iter().find(|game| game.vocabulary.game == engine)
    }

    /// The vocabulary of the game whose engine has that name.
    pub fn vocabulary(self, engine: &str) -> Option<&'static Vocabulary> {
        self.find(engine).map(|game| game.vocabulary)
    }

    /// The names of the engines.
    pub fn names(self) -> impl Iterator<Item = &'static str> + Clone {
        self.0.iter().map(|game| game.vocabulary.game)
    }
}
