//! Dungeon Crawler with a tiny library: golden games, hostile content, every word of its vocabulary.

mod golden;
mod hostile;
mod tiny;
mod vocabulary;
