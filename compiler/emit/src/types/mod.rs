//! The types of a game's data in other languages, made from its JSON Schema.
//!
//! `shape` reads the schema into named shapes; `typescript` and `rust` write them out. So the
//! declarations say exactly what the schema says, and nothing is described twice.

mod rust;
mod shape;
mod typescript;

use serde_json::Value;

use shape::Shapes;

/// A TypeScript module that declares the data of a game.
pub(crate) fn typescript(game: &str, schema: &Value) -> String {
    typescript::write(game, &Shapes::read(schema))
}

/// A Rust module that declares the data of a game, for `serde`.
pub(crate) fn rust(game: &str, schema: &Value) -> String {
    rust::write(game, &Shapes::read(schema))
}
