//! What editors are answered about content: problems, meanings, completions, names, edits.
//! A [`Session`] takes the messages of an editor and says what to answer; how messages travel and
//! where packages come from ([`Packages`]) is the caller's business.
//! Commands ask for the same without an editor: a [`Lexicon`] explains words, [`fix`] applies safe
//! fixes, [`printed`] reads cards aloud, [`odds`] puts exact chances into words, and a [`Starter`]
//! fills in the files of a new package.

mod client;
mod completion;
mod diagnostics;
mod documents;
mod exchange;
mod fixes;
mod folds;
mod hover;
mod inlays;
mod job;
mod layout;
mod lenses;
mod message;
mod names;
mod odds;
mod packages;
mod printed;
mod proof;
mod protocol;
mod rename;
mod requests;
mod session;
mod signature;
mod starter;
mod symbols;
#[cfg(test)]
mod tests;
mod tokens;
mod unit;
pub mod uri;
mod vocabulary;

pub use exchange::{Imported, Inferred, Updated, import, infer, update, workbook};
pub use fixes::{Fixed, fix};
pub use job::{Finished, Job};
pub use lenses::{TestJob, Tested};
pub use message::{Failure, Incoming, Request};
pub use odds::{Chances, Throw, odds};
pub use packages::Packages;
pub use printed::{printed, rules_of};
pub use proof::{ProofJob, Proved, proofs_json, proofs_text};
pub use session::{Outdated, Session};
pub use starter::Starter;
pub use unit::Snapshot;
pub use vocabulary::Lexicon;
