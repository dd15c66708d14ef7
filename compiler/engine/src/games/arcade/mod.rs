//! Super Dungeon Arcade: Heroes against a Consul that plays itself.
//!
//! Numbers such as (§7.4) are sections of the game's specification, Q12 its rulings.

#![allow(unreachable_pub, reason = "the words become public with the game")]

mod commands;
mod vocabulary;

pub use vocabulary::VOCABULARY;
