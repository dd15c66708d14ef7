//! What editors are answered about content: problems, meanings, completions, names, edits.
//! A [`Session`] takes the messages of an editor and says what to answer; how messages travel and
//! where packages come from ([`Packages`]) is the caller's business.
//! Commands ask for the same without an editor: a [`Lexicon`] explains words, [`fix`] applies safe
//! fixes, [`printed`] reads cards aloud, and [`odds`] puts exact chances into words.

mod client;
mod completion;
mod diagnostics;
mod documents;
mod fixes;
mod hover;
mod job;
mod layout;
mod message;
mod names;
pub mod odds;
mod packages;
mod printed;
mod proof;
mod protocol;
mod rename;
mod requests;
mod session;
mod symbols;
#[cfg(test)]
mod tests;
mod unit;
mod uri;
mod vocabulary;

pub use fixes::{Fixed, fix};
pub use job::{Finished, Job};
pub use message::{Failure, Incoming, Request};
pub use packages::Packages;
pub use printed::{printed, rules_of};
pub use proof::{ProofJob, Proved, ability_name, proof_text};
pub use session::{Outdated, Session};
pub use vocabulary::Lexicon;
