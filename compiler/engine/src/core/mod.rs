//! The game-independent part of the engine: effects, modifiers, events, choices, dice, zones
//! and scenario plumbing. A game on top of it writes its vocabulary, the parts of its state
//! that are its own, its turn, and its verbs and queries.
//!
//! `ENGINE.md` beside this crate's manifest is the guide for adding a game; the toy game in
//! `tests/toy` is a complete one.
//!
//! # How it fits together
//!
//! - [`words!`] makes each table of the vocabulary an enum; [`Rules`] ties them together, and
//!   [`Course`] says what verbs, tasks and choices do.
//! - [`Lowerer`] makes a library into [`Code`] once. Words become places in the tables.
//! - A state holds a [`Flow`]: the stack of what is to be done, what lasts, the options of
//!   the decision that is due, luck, the outcome.
//! - [`Look`] reads: [`Look::stat`], [`Look::has_mark`], [`Look::is_forbidden`],
//!   [`Look::has_keyword`]. [`Args`] are a word's arguments, worked out when asked for.
//! - [`Run`] does: [`apply`] takes an option and goes on to the next decision;
//!   [`Run::push`] puts a task on the stack, [`Run::propose`] and [`Run::raise`] make
//!   events, [`Run::begin`] starts a block, [`Run::expire`] ends what lasts.
//! - [`dice`] throws pools and knows exact odds; [`zones`] and [`tokens`] keep the books.
//!
//! # What is stable
//!
//! The names above, the methods of [`Rules`] and [`Course`], and the modules [`dice`], [`zones`],
//! [`tokens`], [`thing`] will only grow. What is not `pub` may change.

pub mod abilities;
pub mod code;
pub mod depth;
pub mod dice;
pub mod digest;
mod effect;
mod event;
pub mod flow;
mod label;
pub mod look;
pub mod lower;
mod node;
mod playable;
pub mod rules;
pub mod run;
pub mod script;
mod select;
mod stats;
pub mod thing;
pub mod tokens;
pub mod words;
pub mod zones;

pub use code::Code;
pub use digest::Digest;
pub use flow::Flow;
pub use look::{Args, Look};
pub use lower::{LowerError, Lowered, Lowerer, Problem, Scope};
pub use playable::{Playable, foresee_throws};
pub use rules::{Course, Host, Rules, Step, usual_rules};
pub use run::{Call, Run, action, advance, apply};
pub use script::{CoreScript, Part, Stage, Staged, Table};
pub use thing::{Context, Thing};
pub use words::{Words, words};
