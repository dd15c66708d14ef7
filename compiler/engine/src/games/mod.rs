//! The games this engine plays, a module each.

pub mod arcade;
pub mod bag;
pub mod crawler;
pub mod deckbox;
pub mod explore;
