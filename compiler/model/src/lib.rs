//! What a checked set of cards *is*: plain data that a digital game, a website or the
//! Cardwright engine can load without the compiler.
//!
//! A [`Package`] holds everything one folder of `.card` files declares, with every name
//! resolved. Several packages that belong together (a game and its expansions) are a
//! [`Library`]. The effect trees are [`effect::Statement`] and [`effect::Expr`].
//! The only logic is looking things up, walking through effects ([`walk`]) and telling types apart
//! ([`ty`]). [`files`] is where all crates get their files from.

pub mod amend;
pub mod braces;
pub mod dice;
pub mod effect;
pub mod entity;
pub mod files;
pub mod map;
pub mod package;
pub mod preflight;
pub mod print;
pub mod rulebook;
pub mod rules;
pub mod scenario;
mod shared;
pub mod text;
pub mod ty;
pub mod value;
pub mod walk;
pub mod words;

pub use amend::Amendment;
pub use dice::{Die, Face, MAX_DICE, MAX_SURE, Pool};
pub use effect::{
    ALL_KEYWORDS, Arg, BinaryOp, Choice, Chooser, Expr, ModifyOp, Statement, UnaryOp,
};
pub use entity::{Bonus, Clause, Entity, KeywordUse, ListEntry, Provenance};
pub use map::{EdgeSide, Map, MapEdge, MapForm};
pub use package::{DATA_FORMAT, Dependency, Library, Package};
pub use rulebook::BookRule;
pub use rules::{
    ClauseDecl, ClauseShape, EnumDecl, EnumValue, FieldDecl, FieldType, Game, Keyword, Kind,
    NO_ENGINE, Param, PrintSpec, Range, Role, RuleDecl, Severity, WordDecl, WordDeclParam, Wording,
};
pub use scenario::{Scenario, ScenarioMap, Step, Throws};
pub use shared::{Shared, SharedIter};
pub use text::{Run, TextBlock};
pub use ty::{Type, WordType};
pub use value::Value;
