//! What a word of a game is, and what a game can tell about content without playing it.
//!
//! A game publishes its [`Vocabulary`]; the compiler checks content against it and the engine
//! carries it out, so there is no second list. [`Games`] are the games that a program was built
//! with: the compiler is handed them and knows none by name.

mod fact;
mod finding;
mod games;
mod meaning;
mod word;

pub use cardwright_model::{Type, WordType};
pub use fact::{Fact, Holder, Holds, Otherwise, clause, field, setting};
pub use finding::{Fault, Finding, Trail};
pub use games::{GameWords, Games};
pub use meaning::Meaning;
pub use word::{
    Change, Closing, DECIDE, Home, InText, RequiredEnum, Vocabulary, Word, WordParam, may, needs,
    word,
};
