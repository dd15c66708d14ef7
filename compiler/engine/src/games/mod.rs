//! The games this engine plays, a module each.

pub mod crawler;
