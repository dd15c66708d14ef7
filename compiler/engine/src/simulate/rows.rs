//! Every game, every seat and, on request, every decision as rows, for other people's tools.

use super::course::SeatCourse;

/// What is kept of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRow {
    /// The number of the game in its simulation, from 0.
    pub game: u32,
    /// The seed of the game.
    pub seed: u64,
    /// How it ended, or what went wrong.
    pub ending: Result<&'static str, String>,
    /// One bit for each seat that won.
    pub winners: u8,
    /// Rounds played.
    pub rounds: u32,
    /// Decisions made.
    pub decisions: u32,
    /// The side of each seat; empty if the game is broken.
    pub sides: Vec<u8>,
    /// What each seat did and had.
    pub seats: Vec<SeatCourse>,
    /// The decisions, if they were asked for.
    pub taken: Vec<DecisionRow>,
}

/// One decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionRow {
    /// The round, from 1.
    pub round: u32,
    /// Who decided, from 0.
    pub seat: u8,
    /// What was decided, such as `attack`.
    pub what: &'static str,
    /// How many options there were.
    pub options: u32,
    /// The option that was taken, from 0.
    pub option: u32,
    /// The action of the option.
    pub action: &'static str,
    /// The option in words, as its seat may know it.
    pub label: String,
    /// Whether it made a difference, if the bot found out.
    pub mattered: Option<bool>,
}

/// What is wanted of games besides their sums.
pub struct Rows<'a> {
    /// Keep the decisions too.
    pub decisions: bool,
    /// Takes the rows of some games in a row, in order.
    pub take: &'a mut dyn FnMut(Vec<GameRow>),
}

/// How many games are played before their rows are handed over.
pub(super) const AT_ONCE: u32 = 4096;
