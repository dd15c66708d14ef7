//! Turns packages of text into the checked model, with diagnostics.
//!
//! [`project::Project::load`] reads packages. [`check`] turns a project into [`Checked`]: one
//! [`Library`](cardwright_model::Library) for each requested package, and all problems at
//! once. [`render`] prints problems for people and programs. A problem is a value, never a
//! failure: nothing a designer can write panics.

mod cache;
mod check;
pub mod diag;
pub mod explain;
mod ids;
mod item;
mod judge;
pub mod language;
mod lower;
pub mod mentions;
mod places;
pub mod project;
pub mod render;
pub mod rules;
mod sets;
mod sound;
pub mod source;
mod symbols;
mod ty;
mod view;
pub mod wording;
mod words;

pub use cache::Cache;
pub use check::{Checked, CheckedPackage, check, check_noting, check_with};
pub use diag::{Diagnostic, Edit, Fix, Location, Severity, suggest};
pub use mentions::{Meaning, Member, Mention, Mentions, WordClass};
pub use project::{LoadError, Manifest, Project, is_address};
pub use source::{FileId, Sources};
