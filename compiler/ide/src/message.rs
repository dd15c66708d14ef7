//! Messages of the Language Server Protocol, without how they are carried.

use serde_json::{Value, json};

/// The numbers that the protocol gives to failures.
pub(crate) mod code {
    /// The text is no JSON.
    pub(crate) const PARSE_ERROR: i32 = -32700;
    /// The JSON is no message, or comes at the wrong time.
    pub(crate) const INVALID_REQUEST: i32 = -32600;
    /// There is no such request.
    pub(crate) const METHOD_NOT_FOUND: i32 = -32601;
    /// The request lacks something.
    pub(crate) const INVALID_PARAMS: i32 = -32602;
    /// The client spoke before it introduced itself.
    pub(crate) const NOT_INITIALIZED: i32 = -32002;
    /// The client does not want the answer any more.
    pub(crate) const CANCELLED: i32 = -32800;
    /// The request was understood and cannot be fulfilled; the message says why.
    pub(crate) const REQUEST_FAILED: i32 = -32803;
}

/// A message of the editor.
#[derive(Debug, Clone, PartialEq)]
pub enum Incoming {
    /// Wants an answer.
    Request(Request),
    /// Wants none.
    Notification {
        /// What it is about.
        method: String,
        /// The rest.
        params: Value,
    },
    /// The answer to a request of ours.
    Response,
    /// Could not be understood.
    Malformed {
        /// The failure to answer with.
        failure: Failure,
        /// What to answer to, if that much could be read.
        id: Value,
    },
}

/// A request of the client.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// What the answer must repeat: a number or a text.
    pub id: Value,
    /// What is wanted.
    pub method: String,
    /// The rest.
    pub params: Value,
}

/// Why a request has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The number that the protocol gives to the failure.
    pub code: i32,
    /// What the editor shows.
    pub message: String,
}

impl Failure {
    /// A failure with that code and message.
    pub(crate) fn new(code: i32, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into() }
    }
}

impl Incoming {
    /// What kind of message a value is.
    pub fn understand(mut value: Value) -> Incoming {
        let params = value.get_mut("params").map(Value::take).unwrap_or_default();
        let id = value.get("id").filter(|id| id.is_number() || id.is_string()).cloned();
        match (value.get("method").and_then(Value::as_str), id) {
            (Some(method), Some(id)) => {
                Incoming::Request(Request { id, method: method.to_owned(), params })
            }
            (Some(method), None) => Incoming::Notification { method: method.to_owned(), params },
            (None, Some(_)) if value.get("result").is_some() || value.get("error").is_some() => {
                Incoming::Response
            }
            (None, id) => Incoming::Malformed {
                failure: Failure::new(code::INVALID_REQUEST, "the message has no `method`"),
                id: id.unwrap_or_default(),
            },
        }
    }

    /// The answer to what could not be read at all.
    pub fn unreadable(why: impl Into<String>) -> Incoming {
        Incoming::Malformed { failure: Failure::new(code::PARSE_ERROR, why), id: Value::Null }
    }
}

/// The answer to a request.
pub(crate) fn answer(id: &Value, result: Result<Value, Failure>) -> Value {
    match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(Failure { code, message }) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
        }
    }
}

/// A message that wants no answer.
pub(crate) fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}
