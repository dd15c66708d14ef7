//! What every game offers to scenario tests, bots, simulations, replays and interfaces.
//!
//! A game is content plus functions on a state. The state always stands at a decision (or at the
//! end); all legal options of the decision are listed, and applying one of them leads to the next
//! decision. Nothing else changes a state.

use serde::{Deserialize, Serialize};

use crate::core::dice::{Excess, Ratio};
use cardwright_vocabulary::Vocabulary;

/// A game that can be played.
pub trait Game: Sync {
    /// A position, with everything needed to continue from it.
    type State: Clone + Send;

    /// The words that content may use.
    fn vocabulary(&self) -> &'static Vocabulary;

    /// Sets up the game and returns its first position.
    fn setup(&self, start: &Start) -> Result<Self::State, SetupError>;

    /// Who has to decide what; `None` when the game is over.
    fn decision(&self, state: &Self::State) -> Option<Decision>;

    /// Every legal option of the pending decision, in a fixed order.
    fn options<'s>(&self, state: &'s Self::State) -> &'s [Choice];

    /// An option in words for people.
    fn label(&self, state: &Self::State, choice: Choice) -> String;

    /// The name of an option's action, such as `play`.
    fn action(&self, choice: Choice) -> &'static str;

    /// The names of all actions of the game.
    fn actions(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Whether an option gives the game up. People may take it at any time, bots never do.
    fn concedes(&self, _choice: Choice) -> bool {
        false
    }

    /// Makes of a position one that is possible as far as a seat knows: what the seat has not seen is
    /// dealt anew, and everything random that is still to come follows from the seed. Positions that
    /// differ only in what the seat does not know become equal.
    fn determinize(&self, state: &mut Self::State, seat: u8, seed: u64);

    /// Makes a position a copy of another and reuses its memory. Counts and sentences about what
    /// happened need not be copied.
    fn copy(&self, from: &Self::State, into: &mut Self::State) {
        into.clone_from(from);
    }

    /// Whether a seat is not told which option another one takes, only what sort of option it is.
    fn is_secret(&self, _state: &Self::State, _choice: Choice, _seat: u8) -> bool {
        false
    }

    /// Takes the option of that index and continues to the next decision.
    fn apply(&self, state: &mut Self::State, option: usize) -> Result<(), PlayError>;

    /// How the game ended, if it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Whether all seats of the game win or lose together.
    fn together(&self, _state: &Self::State) -> bool {
        false
    }

    /// The side of a seat, from 0: seats of one side win and lose together.
    fn side(&self, state: &Self::State, seat: u8) -> u8 {
        if self.together(state) { 0 } else { seat }
    }

    /// The exact chance to hit of every attack that the models of these decks can make against one
    /// another. Empty in games without such attacks.
    fn encounters(&self, _start: &Start) -> Vec<Encounter> {
        Vec::new()
    }

    /// A number that is the same for equal positions, to compare replays.
    fn digest(&self, state: &Self::State) -> u64;

    /// What is wrong with a position: bookkeeping rules that must always hold and do not.
    fn violations(&self, state: &Self::State) -> Vec<String>;

    /// What has happened to each card so far, if the state counts it.
    fn tally<'s>(&self, state: &'s Self::State) -> Option<&'s Tally>;

    /// Names for the entries of a tally.
    fn tally_names(&self) -> TallyNames;

    /// The round (or turn) the position stands in, from 1.
    fn round(&self, state: &Self::State) -> u32;

    /// The position in words, as that seat sees it: several lines for a person at a terminal.
    fn describe(&self, state: &Self::State, seat: u8) -> String;

    /// What has happened since the last call, one sentence each. Empty unless [`Start::events`]
    /// asked for it.
    fn take_events(&self, state: &mut Self::State) -> Vec<String>;
}

/// How a game starts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Start {
    /// The format's identifier; empty: the format of the first deck.
    pub format: String,
    /// A deck list for each seat.
    pub decks: Vec<String>,
    /// The seed of everything random.
    pub seed: u64,
    /// Publish decisions with only one option too, as scenario tests need.
    #[serde(default)]
    pub forced: bool,
    /// Count what happens to each card.
    #[serde(default)]
    pub tally: bool,
    /// Keep sentences about what happens, for [`Game::take_events`].
    #[serde(default)]
    pub events: bool,
}

/// A pending decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// Whose decision it is, from 0.
    pub seat: u8,
    /// What is decided, such as `attack`.
    pub what: &'static str,
}

/// One legal option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// What is done; the game names its actions.
    pub action: u8,
    /// The card it is done with, or [`Choice::NO_CARD`].
    pub card: u16,
    /// A second card or a number, depending on the action.
    pub extra: u16,
}

impl Choice {
    /// Stands for no card.
    pub const NO_CARD: u16 = u16::MAX;
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Outcome {
    /// One bit for each seat that won; none in a lost solo or co-operative game.
    pub winners: u8,
    /// Why it ended, such as `quests-completed`.
    #[serde(skip_deserializing, default)]
    pub reason: &'static str,
}

impl Outcome {
    /// The reason of a draw: nobody has won, and nobody has lost.
    pub const DRAWN: &'static str = "drawn";

    /// Whether the game ended without winners and losers.
    pub fn is_draw(&self) -> bool {
        self.reason == Outcome::DRAWN
    }

    /// Whether that seat, from 0, won.
    pub fn won(&self, seat: u8) -> bool {
        self.winners & (1 << seat) != 0
    }

    /// "seat 1 won (quests completed)"
    pub fn in_words(&self) -> String {
        let seats: Vec<String> =
            (0..8).filter(|seat| self.won(*seat)).map(|seat| (seat + 1).to_string()).collect();
        if self.is_draw() {
            return "a draw".to_owned();
        }
        let who = match &seats[..] {
            [] => "nobody won".to_owned(),
            [one] => format!("seat {one} won"),
            several => format!("seats {} won", several.join(", ")),
        };
        format!("{who} ({})", self.reason.replace('-', " "))
    }
}

/// An attack of one model against another at the start of a game: its chance according to what is
/// printed and to abilities that always apply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Encounter {
    /// The side of the attacker, from 0.
    pub side: u8,
    /// The card of the attacker.
    pub attacker: String,
    /// The attack as printed; empty for the attack that every model has.
    pub attack: String,
    /// The card of the target.
    pub target: String,
    /// The chance to hit.
    pub chance: Ratio,
}

/// What happened to cards and abilities in one game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// How often each printed card came into play or was played.
    pub played: Vec<u32>,
    /// How often each printed card was legal to play when it was its player's decision.
    pub legal: Vec<u32>,
    /// How often each printed card was in hand at the right time but could not be paid for.
    pub unaffordable: Vec<u32>,
    /// How often each printed card was in hand at the right time but had nothing to act on.
    pub aimless: Vec<u32>,
    /// How often each triggered ability ran.
    pub fired: Vec<u32>,
    /// How often each triggered ability's condition was looked at and did not hold.
    pub refused: Vec<u32>,
}

impl Tally {
    /// Counts that a printed card came into play or was played.
    pub fn count_played(&mut self, card: u16) {
        count(&mut self.played, card);
    }
}

/// Adds one to the count at a place, which may not have been counted before.
pub fn count(counts: &mut Vec<u32>, place: u16) {
    let place = usize::from(place);
    if counts.len() <= place {
        counts.resize(place + 1, 0);
    }
    counts[place] += 1;
}

/// Names for the entries of a [`Tally`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TallyNames {
    /// Identifier of each printed card.
    pub cards: Vec<String>,
    /// Card and event of each triggered ability.
    pub abilities: Vec<String>,
}

/// Why a game could not be set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// No such format.
    #[error("there is no format `{0}`")]
    UnknownFormat(String),
    /// No such deck list.
    #[error("there is no deck `{0}`")]
    UnknownDeck(String),
    /// The wrong number of decks.
    #[error("format `{format}` is for {}, but {}", for_players(*min, *max), decks_given(*given))]
    Players {
        /// The format.
        format: String,
        /// Fewest players.
        min: u8,
        /// Most players.
        max: u8,
        /// Decks given.
        given: usize,
    },
    /// Something in the starting position makes no sense.
    #[error("{0}")]
    Position(String),
}

fn for_players(min: u8, max: u8) -> String {
    match (min, max) {
        (1, 1) => "1 player".to_owned(),
        _ if min == max => format!("{min} players"),
        _ => format!("{min} to {max} players"),
    }
}

fn decks_given(given: usize) -> String {
    if given == 1 { "there is 1 deck".to_owned() } else { format!("there are {given} decks") }
}

/// Why a decision could not be carried out. This only happens for an option that is not listed,
/// or with content whose effects never come to rest, ask too much or throw too many dice. Those
/// errors name the cards whose effects ran last.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// There is no option of that number.
    #[error("option {index} was asked for, but there are {options}")]
    NoSuchOption {
        /// The index asked for.
        index: usize,
        /// How many there are.
        options: usize,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Effects kept triggering each other.
    #[error("effects keep triggering each other{}", by(.0))]
    Runaway(Vec<String>),
    /// An effect looks at more things, or more often, than can be waited for.
    #[error("an effect looks at too many things to be worked out{}", by(.0))]
    Overworked(Vec<String>),
    /// The game has gone on for longer than any game does.
    #[error("the game does not come to an end{}", by(.0))]
    Endless(Vec<String>),
    /// A pool that cannot be thrown.
    #[error("{excess}{}", by(.chain))]
    Excess {
        /// What is too much.
        excess: Excess,
        /// The cards whose effects ran last.
        chain: Vec<String>,
    },
}

/// The cards of an error, behind a colon.
fn by(chain: &[String]) -> String {
    if chain.is_empty() { String::new() } else { format!(": {}", chain.join(" → ")) }
}
