//! The rules engine: publishes each game's vocabulary and plays the model.

pub mod games;
pub mod vocabulary;

pub use vocabulary::Vocabulary;

/// The vocabulary of an engine module by its name, such as `crawler`.
pub fn vocabulary(engine: &str) -> Option<&'static Vocabulary> {
    match engine {
        "crawler" => Some(&games::crawler::VOCABULARY),
        _ => None,
    }
}
