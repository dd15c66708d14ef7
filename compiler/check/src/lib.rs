//! Turns packages of text into the checked model, with diagnostics.
//!
//! [`project::Project::load`] reads packages. [`check`] turns a project into [`Checked`]: one
//! [`Library`](cardwright_model::Library) for each requested package, and all problems at
//! once. [`render`] prints problems for people and programs. A problem is a value, never a
//! failure: nothing a designer can write panics.

mod cache;
mod check;
mod diag;
mod explain;
mod ids;
mod item;
mod judge;
pub mod language;
mod locator;
mod lower;
mod mentions;
mod places;
pub mod project;
pub mod render;
mod rules;
mod sets;
mod sound;
mod source;
mod symbols;
mod ty;
mod view;
mod wording;
mod words;

pub use cache::Cache;
pub use check::{Checked, CheckedPackage, check, check_noting, check_with};
pub use diag::{Diagnostic, Edit, Fix, Location, Severity, codes, sort_diagnostics, suggest};
pub use explain::{Example, PAGES, Page, explain, explain_rule, similar_codes};
pub use locator::Locator;
pub use mentions::{Meaning, Member, Mention, Mentions, WordClass};
pub use project::{LoadError, Manifest, Project, is_address};
pub use rules::{RULE_WORDS, RulePlace, RuleWords, Violation, evaluate_rules};
pub use source::{FileId, Position, SourceFile, Sources};
pub use wording::{
    MissingWording, NumberMismatch, Said, Turn, Way, compare_numbers, text_origins, write_texts,
};
