//! The rules engine: the mechanics of play, without any particular game.
//!
//! A game on the [`core`] writes its words, its state and its turn, and implements [`Module`];
//! [`bot`], [`log`], [`simulate`] and [`scenario`] then work with it. [`view`] is what a seat may
//! know. `ENGINE.md` beside this
//! crate's manifest is the guide.

pub mod against;
pub mod board;
pub mod bot;
pub mod core;
pub mod game;
pub mod habit;
pub mod honest;
pub mod log;
mod module;
pub mod options;
pub mod parting;
pub mod prove;
pub mod report;
pub mod rng;
pub mod scenario;
pub mod seating;
pub mod simulate;
pub mod skirmish;
pub mod statistics;
pub mod tune;
pub mod view;
pub mod walk;
pub mod witness;

pub use game::Game;
pub use module::{Entry, Module, Modules, OpenError, OpenGame, Table, words_of};

// The macros of the core name it by this crate.
#[doc(hidden)]
pub use cardwright_vocabulary as vocabulary;
