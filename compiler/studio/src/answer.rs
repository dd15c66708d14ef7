//! What the page is answered.

use std::sync::mpsc::Sender;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// An answer to the page.
#[derive(Debug)]
pub(crate) enum Answer {
    /// Data.
    Json(Value),
    /// A file, with what it is.
    File(&'static str, Vec<u8>),
    /// No, with a status and a sentence that the page shows.
    Refused(u16, String),
}

/// Why something was not done; the page shows the sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal(pub(crate) String);

impl<T: Into<String>> From<T> for Refusal {
    fn from(reason: T) -> Refusal {
        Refusal(reason.into())
    }
}

impl From<Result<Value, Refusal>> for Answer {
    fn from(result: Result<Value, Refusal>) -> Answer {
        match result {
            Ok(value) => Answer::Json(value),
            Err(Refusal(reason)) => Answer::Refused(422, reason),
        }
    }
}

impl Answer {
    /// The status, what the body is, and the body.
    pub(crate) fn parts(self) -> (u16, &'static str, Vec<u8>) {
        const JSON: &str = "application/json";
        match self {
            Answer::Json(value) => (200, JSON, value.to_string().into_bytes()),
            Answer::File(content_type, bytes) => (200, content_type, bytes),
            Answer::Refused(status, reason) => {
                (status, JSON, json!({ "refused": reason }).to_string().into_bytes())
            }
        }
    }
}

/// Where an answer goes.
pub(crate) struct Reply(pub(crate) Sender<Answer>);

impl Reply {
    /// Answers.
    pub(crate) fn send(self, answer: impl Into<Answer>) {
        // Ignored: the page went away and does not want the answer any more.
        let _ = self.0.send(answer.into());
    }
}

/// What a request asks about.
pub(crate) fn wanted<T: DeserializeOwned>(body: Value) -> Result<T, Refusal> {
    serde_json::from_value(body)
        .map_err(|error| Refusal(format!("the page sent something unexpected: {error}")))
}
