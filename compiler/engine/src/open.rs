//! From a library to the game that plays it, without naming the game.

use cardwright_model::Library;

use crate::game::Game;

/// Something to do with a game, whichever it is.
pub trait Visitor {
    /// What comes out.
    type Output;

    /// Does it.
    fn visit<G: Game>(self, game: &G) -> Self::Output;
}

/// Why a library cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// No package of the library defines the game.
    #[error("no package here defines a game")]
    NoGame,
    /// The game names an engine that does not exist.
    #[error("the game names the engine `{0}`, which does not exist")]
    UnknownEngine(String),
    /// The content cannot be played.
    #[error("{0}")]
    Content(String),
}
