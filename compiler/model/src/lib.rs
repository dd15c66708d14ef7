//! What a checked set of cards *is*: plain data that a digital game, a website or the
//! Cardwright engine can load without the compiler.
//!
//! A [`Package`] holds everything one folder of `.card` files declares, with every name
//! resolved. Several packages that belong together (a game and its expansions) are a
//! [`Library`]. The effect trees are [`effect::Statement`] and [`effect::Expr`].
//! Nothing in here has logic beyond looking things up.

pub mod effect;
pub mod entity;
pub mod package;
pub mod rules;
pub mod scenario;
pub mod text;
pub mod value;

pub use effect::{Arg, BinaryOp, Choice, Expr, ModifyOp, Statement, UnaryOp};
pub use entity::{Clause, Entity, KeywordUse, ListEntry, Provenance};
pub use package::{DATA_FORMAT, Dependency, Library, Package};
pub use rules::{
    ClauseDecl, ClauseShape, EnumDecl, EnumValue, FieldDecl, FieldType, Game, Keyword, Kind, Param,
    PrintSpec, Range, Role, RuleDecl, Severity, Wording,
};
pub use scenario::{Scenario, Step};
pub use text::{Run, TextBlock};
pub use value::Value;
