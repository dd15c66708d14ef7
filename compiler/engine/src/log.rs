//! A game as it was played: how it started and every decision. Replaying it leads to the
//! same position on every machine.

use serde::{Deserialize, Serialize};

use crate::game::{Game, PlayError, SetupError, Start};

/// Version of the log's shape.
pub(crate) const LOG_FORMAT: u32 = 1;

/// A game in progress or finished.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Log {
    /// [`LOG_FORMAT`] of the engine that wrote it.
    pub log_format: u32,
    /// Version of the engine that wrote it.
    pub engine: String,
    /// How the game started.
    pub start: Start,
    /// The option taken at each decision.
    pub decisions: Vec<u32>,
    /// The position's digest after the last decision, in hexadecimal.
    pub digest: String,
}

/// Why a log could not be replayed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// Written by another version of the format.
    #[error("the log has format {0}, but this engine reads format {LOG_FORMAT}")]
    Format(u32),
    /// The game could not be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A decision was not possible.
    #[error("decision {number} of the log is not possible: {error}")]
    Decision {
        /// Which decision, from 1.
        number: usize,
        /// Why.
        error: PlayError,
    },
    /// The replay led to another position: the content or the engine has changed.
    #[error(
        "the replay leads to another position than the game that was logged; \
         the content has changed since"
    )]
    Differs,
}

impl Log {
    /// A log with no decisions yet.
    pub fn new(start: Start) -> Log {
        Log {
            log_format: LOG_FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            start,
            decisions: Vec::new(),
            digest: String::new(),
        }
    }

    /// Adds a decision that was just applied, and the digest of the position it led to.
    pub fn push(&mut self, digest: u64, option: usize) {
        self.decisions.push(option as u32);
        self.digest = format!("{digest:016x}");
    }

    /// Plays the log again and returns its final position.
    pub fn replay<G: Game>(&self, game: &G) -> Result<G::State, ReplayError> {
        self.replay_watched(game, |_, _, _| {})
    }

    /// Like [`Log::replay`], but shows every position with the option that is taken in it.
    pub(crate) fn replay_watched<G: Game>(
        &self,
        game: &G,
        mut watch: impl FnMut(&G, &G::State, usize),
    ) -> Result<G::State, ReplayError> {
        if self.log_format != LOG_FORMAT {
            return Err(ReplayError::Format(self.log_format));
        }
        let mut state = game.setup(&self.start)?;
        for (index, &option) in self.decisions.iter().enumerate() {
            let option = option as usize;
            if option < game.options(&state).len() {
                watch(game, &state, option);
            }
            game.apply(&mut state, option)
                .map_err(|error| ReplayError::Decision { number: index + 1, error })?;
        }
        let same =
            self.decisions.is_empty() || format!("{:016x}", game.digest(&state)) == self.digest;
        if same { Ok(state) } else { Err(ReplayError::Differs) }
    }
}
