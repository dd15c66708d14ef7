//! Tests of the language, in one program.

mod braces;
mod edits;
mod effort;
mod formatting;
mod mistakes;
mod productions;
mod properties;
mod suite;
mod support;
