//! Messages as they go over standard input and output: a header with the length, then JSON.
//!
//! Written here and not taken from a library because a message that makes no sense must be
//! answered, not end the connection.

use std::io::{self, BufRead, Read, Write};

use serde_json::{Value, json};

/// The largest message that is read; a whole project in one file is far below it.
const LARGEST: u64 = 256 << 20;

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

/// A message of the client.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Incoming {
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
pub(crate) struct Request {
    /// What the answer must repeat: a number or a text.
    pub(crate) id: Value,
    /// What is wanted.
    pub(crate) method: String,
    /// The rest.
    pub(crate) params: Value,
}

/// Why a request has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    /// One of [`code`].
    pub(crate) code: i32,
    /// What the editor shows.
    pub(crate) message: String,
}

impl Failure {
    /// A failure with that code and message.
    pub(crate) fn new(code: i32, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into() }
    }
}

/// The next message; none at the end of the input.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let header = String::from_utf8_lossy(&line);
        let header = header.trim();
        if header.is_empty() {
            break;
        }
        if let Some((name, value)) = header.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let malformed = |why: &str| Incoming::Malformed {
        failure: Failure::new(code::PARSE_ERROR, why),
        id: Value::Null,
    };
    let Some(length) = length else {
        return Ok(Some(malformed("the header has no `Content-Length`")));
    };
    if length > LARGEST {
        io::copy(&mut input.by_ref().take(length), &mut io::sink())?;
        return Ok(Some(malformed("the message is too long")));
    }
    let mut body = Vec::new();
    if input.by_ref().take(length).read_to_end(&mut body)? < length as usize {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_slice(&body) {
        Ok(value) => understand(value),
        Err(error) => malformed(&format!("the message is no JSON: {error}")),
    }))
}

/// What kind of message a value is.
fn understand(mut value: Value) -> Incoming {
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

/// Writes a message.
pub(crate) fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let body = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    fn read_all(input: &str) -> Vec<Incoming> {
        let mut input = input.as_bytes();
        std::iter::from_fn(|| read(&mut input).expect("memory can be read")).collect()
    }

    #[test]
    fn what_makes_no_sense_is_told_and_the_next_message_is_read() {
        let good = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let exit = Incoming::Notification { method: "exit".into(), params: Value::Null };
        let bad = [
            framed("{not json"),
            framed("[]"),
            framed(r#"{"id":7}"#),
            framed(r#"{"method":5,"id":1}"#),
            "Content-Length: many\r\n\r\n".to_owned(),
            "Something: else\r\n\r\n".to_owned(),
            "\r\n".to_owned(),
        ];
        for text in bad {
            let found = read_all(&(text.clone() + &good));
            assert_eq!(found.len(), 2, "{text}");
            assert!(matches!(found[0], Incoming::Malformed { .. }), "{text}: {found:?}");
            assert_eq!(found[1], exit, "{text}");
        }
    }

    #[test]
    fn an_input_that_ends_early_is_the_end() {
        for text in ["", "Content-Length: 5\r\n", "Content-Length: 99\r\n\r\n{}"] {
            assert_eq!(read_all(text), [], "{text}");
        }
    }

    #[test]
    fn headers_may_be_written_any_way_and_ids_may_be_texts() {
        let body = r#"{"id":"a1","method":"shutdown"}"#;
        let text = format!(
            "content-length:{}\nContent-Type: application/vscode-jsonrpc; charset=utf-8\n\n{body}",
            body.len()
        );
        let request = Request { id: "a1".into(), method: "shutdown".into(), params: Value::Null };
        assert_eq!(read_all(&text), [Incoming::Request(request)]);
    }
}
