//! Super Dungeon Explore: a Consul and its monsters against a party of Heroes.
//!
//! Numbers such as (§4.9) are sections of the game's specification, Q-numbers its rulings.

#![allow(dead_code, unreachable_pub, reason = "the words are used with the game")]

mod board;
mod commands;
mod vocabulary;

pub use board::board_rules;
pub use vocabulary::VOCABULARY;
