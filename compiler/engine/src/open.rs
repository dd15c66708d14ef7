//! From a library to the game that plays it, without naming the game.

use cardwright_model::Library;

use crate::bot::Strategy;
use crate::core::LowerError;
use crate::games::arcade::Arcade;
use crate::games::bag::Bag;
use crate::games::crawler::{Content, Crawler};
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
    fn content<G>(game: Result<G, impl ToString>) -> Result<G, OpenError> {
        game.map_err(|error| OpenError::Content(error.to_string()))
    }
    let game = library.game().ok_or(OpenError::NoGame)?;
    match game.engine.as_str() {
        "crawler" => Ok(visitor.visit(&content(Crawler::new(library))?)),
        "bag" => Ok(visitor.visit(&content(Bag::new(library))?)),
        "deckbox" => Ok(visitor.visit(&content(Deckbox::new(library))?)),
        "explore" => Ok(visitor.visit(&content(Explore::new(library))?)),
        "arcade" => Ok(visitor.visit(&content(Arcade::new(library))?)),
        other => Err(OpenError::UnknownEngine(other.to_owned())),
    }
}

/// What of a library its engine cannot play: the declaration, and why.
pub(crate) fn problems(library: &Library) -> Vec<(String, String)> {
    fn of<G>(game: Result<G, LowerError>) -> Vec<(String, String)> {
        match game {
            Err(LowerError::Content(problems)) => {
                problems.into_iter().map(|problem| (problem.at, problem.message)).collect()
            }
            _ => Vec::new(),
        }
    }
    match library.game().map(|game| game.engine.as_str()) {
        Some("crawler") => {
            let lowered = Content::lower_with_problems(library);
            let problems = lowered.map(|(_, problems)| problems).unwrap_or_default();
            problems.into_iter().map(|problem| (problem.at, problem.message)).collect()
        }
        Some("bag") => of(Bag::new(library)),
        Some("deckbox") => of(Deckbox::new(library)),
        Some("explore") => of(Explore::new(library)),
        Some("arcade") => of(Arcade::new(library)),
        _ => Vec::new(),
    }
}
