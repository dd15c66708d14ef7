//! Messages as they go over standard input and output: a header with the length, then JSON.
//!
//! Written here and not taken from a library because a message that makes no sense must be
//! answered, not end the connection.

use std::io::{self, BufRead, Read, Write};

use cardwright_ide::Incoming;
use serde_json::Value;

/// The largest message that is read; a whole project in one file is far below it.
const LARGEST: u64 = 256 << 20;

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
    let Some(length) = length else {
        return Ok(Some(Incoming::unreadable("the header has no `Content-Length`")));
    };
    if length > LARGEST {
        io::copy(&mut input.by_ref().take(length), &mut io::sink())?;
        return Ok(Some(Incoming::unreadable("the message is too long")));
    }
    let mut body = Vec::new();
    if input.by_ref().take(length).read_to_end(&mut body)? < length as usize {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_slice(&body) {
        Ok(value) => Incoming::understand(value),
        Err(error) => Incoming::unreadable(format!("the message is no JSON: {error}")),
    }))
}

/// Writes a message.
pub(crate) fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let body = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use cardwright_ide::Request;

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
