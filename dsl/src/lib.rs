//! The Cardwright language: grammar, syntax tree with exact spans, formatter. Knows no game.

pub mod ast;
