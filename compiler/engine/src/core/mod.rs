//! The game-independent part of the engine: effects, modifiers, events, choices, dice, zones and
//! scenarios. A game built on it adds its vocabulary, its own state, its turn, and its verbs and
//! queries.
//!
//! `ENGINE.md` beside this crate's manifest is the guide for adding a game; the toy game in
//! `tests/toy` is a complete one.
//!
//! # How it fits together
//!
//! - [`words!`] turns each table of the vocabulary into an enum; [`Rules`] ties them together, and
//!   [`Course`] says what verbs, tasks and choices do.
//! - [`Lowerer`] turns a library into [`Code`] once. Words become places in the tables.
//! - A state holds a [`Flow`]: the stack of tasks, lasting effects, the options of the pending
//!   decision, luck, the outcome.
//! - [`Look`] reads a position: [`Look::stat`], [`Look::has_mark`], [`Look::is_forbidden`],
//!   [`Look::has_keyword`]. [`Args`] are a word's arguments, worked out when asked for.
//! - [`Run`] changes it: [`apply`] takes an option and continues to the next decision;
//!   [`Run::push`] puts a task on the stack, [`Run::propose`] and [`Run::raise`] create
//!   events, [`Run::begin`] starts a block, [`Run::expire`] ends lasting effects.
//! - [`dice`] throws pools and knows exact odds; [`zones`] and [`tokens`] keep the books.
//!
//! # What is stable
//!
//! The names above, the methods of [`Rules`] and [`Course`], and the modules [`dice`], [`zones`],
//! [`tokens`] and the type [`Thing`] will only gain items. Anything that is not `pub` may change.

pub(crate) mod abilities;
pub mod action;
pub mod code;
pub(crate) mod depth;
pub mod dice;
mod digest;
mod effect;
mod event;
pub(crate) mod flow;
mod label;
mod look;
pub(crate) mod lower;
mod node;
mod playable;
mod printed;
mod rules;
pub(crate) mod run;
pub(crate) mod script;
mod select;
mod stats;
mod tables;
mod thing;
pub mod tokens;
pub mod words;
pub mod zones;

pub use abilities::bit;
pub use action::actions;
pub use code::Code;
pub use digest::Digest;
pub use flow::Flow;
pub use look::{Args, Look};
pub use lower::{LowerError, Lowered, Lowerer, Problem, Scope};
pub use playable::Playable;
pub use printed::Printed;
pub use rules::{Course, Host, Order, Rules, Step, usual_rules};
pub use run::{Call, Run, advance, apply};
pub use script::{
    CoreScript, MAX_DECISIONS, Part, Placed, SetUp, Stage, Staged, identifier, integer, items,
};
pub(crate) use script::{Told, decide_line, parts_of};
pub use tables::DeckName;
pub use thing::{Context, Thing};
pub use words::{Words, words};
