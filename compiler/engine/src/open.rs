//! From a library to the game that plays it, without naming the game.

use cardwright_model::Library;

use crate::bot::Strategy;
use crate::games::arcade::Arcade;
use crate::games::bag::Bag;
use crate::games::crawler::Crawler;
use crate::games::deckbox::Deckbox;
use crate::games::explore::Explore;

/// Something to do with a game, whichever it is.
pub trait Visitor {
    /// What comes out.
    type Output;

    /// Does it.
    fn visit<G: Strategy>(self, game: &G) -> Self::Output;
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

/// Makes the library ready for play and does something with its game.
pub fn with_game<V: Visitor>(library: &Library, visitor: V) -> Result<V::Output, OpenError> {
    let game = library.game().ok_or(OpenError::NoGame)?;
    match game.engine.as_str() {
        "crawler" => {
            let crawler =
                Crawler::new(library).map_err(|error| OpenError::Content(error.to_string()))?;
            Ok(visitor.visit(&crawler))
        }
        "bag" => {
            let bag = Bag::new(library).map_err(|error| OpenError::Content(error.to_string()))?;
            Ok(visitor.visit(&bag))
        }
        "deckbox" => {
            let deckbox =
                Deckbox::new(library).map_err(|error| OpenError::Content(error.to_string()))?;
            Ok(visitor.visit(&deckbox))
        }
        "explore" => {
            let explore =
                Explore::new(library).map_err(|error| OpenError::Content(error.to_string()))?;
            Ok(visitor.visit(&explore))
        }
        "arcade" => {
            let arcade =
                Arcade::new(library).map_err(|error| OpenError::Content(error.to_string()))?;
            Ok(visitor.visit(&arcade))
        }
        other => Err(OpenError::UnknownEngine(other.to_owned())),
    }
}
