//! Just enough HTTP/1.1 for one page on this machine: requests within limits, answers with the
//! headers that keep other pages out.
//!
//! Written here and not taken from a library because it is small, and because whatever it does not
//! understand is refused.

use std::io::{self, BufRead, Read, Write};

/// The longest head of a request. Browsers send about a kilobyte.
const LARGEST_HEAD: usize = 16 << 10;

/// The largest body: a whole file of content, several times over.
pub(crate) const LARGEST_BODY: usize = 8 << 20;

/// What a browser asks for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// The path as sent, without decoding: the page's own paths need none.
    pub(crate) path: String,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    /// The value of a header that is there once. One that is sent twice counts as missing, so that
    /// nobody can be of two minds about it.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(known, _)| known == name);
        let first = values.next()?;
        values.next().is_none().then_some(first.1.as_str())
    }

    fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|(known, _)| known == name)
    }
}

/// Why a request cannot be answered; the connection ends after it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    /// The other side went away, or was silent for too long.
    Gone,
    /// It is larger than anything the page sends.
    TooLarge,
    /// It is not HTTP as browsers write it.
    Malformed,
}

impl From<io::Error> for Unread {
    fn from(_: io::Error) -> Unread {
        Unread::Gone
    }
}

/// The next request of a connection.
pub(crate) fn read(input: &mut impl BufRead) -> Result<Request, Unread> {
    let mut room = LARGEST_HEAD;
    let line = read_line(input, &mut room)?;
    let mut words = line.split(' ');
    let (Some(method), Some(path), Some("HTTP/1.1"), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(Unread::Malformed);
    };
    let mut request =
        Request { method: method.to_owned(), path: path.to_owned(), ..Request::default() };
    loop {
        let line = read_line(input, &mut room)?;
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').ok_or(Unread::Malformed)?;
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if name.is_empty() || !name.bytes().all(is_name) {
            return Err(Unread::Malformed);
        }
        request.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    // Two ways to say how long a body is are how requests get smuggled; the page uses one.
    if request.has("transfer-encoding") {
        return Err(Unread::Malformed);
    }
    if request.has("content-length") {
        let length = request.header("content-length").ok_or(Unread::Malformed)?;
        let is_number = !length.is_empty() && length.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            return Err(Unread::Malformed);
        }
        let length: usize = length.parse().map_err(|_| Unread::TooLarge)?;
        if length > LARGEST_BODY {
            return Err(Unread::TooLarge);
        }
        request.body = vec![0; length];
        input.read_exact(&mut request.body)?;
    }
    Ok(request)
}

/// A line of the head, without its end.
fn read_line(input: &mut impl BufRead, room: &mut usize) -> Result<String, Unread> {
    let mut line = Vec::new();
    input.by_ref().take(*room as u64).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Err(if *room == 0 { Unread::TooLarge } else { Unread::Gone });
    }
    *room -= line.len();
    if line.pop() != Some(b'\n') {
        return Err(if *room == 0 { Unread::TooLarge } else { Unread::Gone });
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    let line = String::from_utf8(line).map_err(|_| Unread::Malformed)?;
    if line.contains(char::is_control) { Err(Unread::Malformed) } else { Ok(line) }
}

/// What every answer says: where things may come from, and that nobody else may have it. No page
/// of the web has the two schemes that may frame it: an editor shows it beside the text.
const ALWAYS: &str = "\
Content-Security-Policy: default-src 'self'; img-src 'self' blob:; object-src 'none'; \
base-uri 'none'; form-action 'none'; frame-ancestors vscode-file: vscode-webview:\r\n\
X-Content-Type-Options: nosniff\r\n\
Referrer-Policy: no-referrer\r\n\
Cross-Origin-Opener-Policy: same-origin\r\n\
Cross-Origin-Resource-Policy: same-origin\r\n\
Cache-Control: no-store\r\n";

/// Writes an answer with a body of a known length.
pub(crate) fn answer(
    output: &mut impl Write,
    status: u16,
    content_type: &str,
    body: &[u8],
) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status} {}\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\n{ALWAYS}\r\n",
        reason(status),
        body.len()
    );
    output.write_all(head.as_bytes())?;
    output.write_all(body)?;
    output.flush()
}

/// Begins an answer whose lines come one after the other until the connection ends.
pub(crate) fn begin_stream(output: &mut impl Write) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n{ALWAYS}\r\n"
    );
    output.write_all(head.as_bytes())?;
    output.flush()
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        409 => "Conflict",
        413 => "Content Too Large",
        422 => "Unprocessable Content",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Request, Unread> {
        read(&mut text.as_bytes())
    }

    #[test]
    fn a_request_is_read_with_its_body() {
        let request = read_text(
            "POST /api/shelf HTTP/1.1\r\nHost: 127.0.0.1:1\r\ncontent-length: 2\r\n\r\n{}rest",
        )
        .expect("it is a request");
        assert_eq!((&*request.method, &*request.path), ("POST", "/api/shelf"));
        assert_eq!(request.header("host"), Some("127.0.0.1:1"));
        assert_eq!(request.body, b"{}");
    }

    #[test]
    fn what_is_no_request_is_refused() {
        for (text, why) in [
            ("", Unread::Gone),
            ("GET / HTTP/1.1", Unread::Gone),
            ("GET / HTTP/1.1\r\nHost: a", Unread::Gone),
            ("POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nshort", Unread::Gone),
            ("GET /\r\n\r\n", Unread::Malformed),
            ("GET / HTTP/1.0\r\n\r\n", Unread::Malformed),
            ("GET / x HTTP/1.1\r\n\r\n", Unread::Malformed),
            ("GET / HTTP/1.1\r\nno colon\r\n\r\n", Unread::Malformed),
            ("GET / HTTP/1.1\r\n: empty\r\n\r\n", Unread::Malformed),
            ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", Unread::Malformed),
            ("GET / HTTP/1.1\r\nHost: a\u{1}b\r\n\r\n", Unread::Malformed),
            ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", Unread::Malformed),
            ("POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n1", Unread::Malformed),
            (
                "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n1",
                Unread::Malformed,
            ),
            ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", Unread::TooLarge),
            ("POST / HTTP/1.1\r\nContent-Length: 8388609\r\n\r\n", Unread::TooLarge),
        ] {
            assert_eq!(read_text(text).err(), Some(why), "{text:?}");
        }
        let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(LARGEST_HEAD));
        assert_eq!(read_text(&long).err(), Some(Unread::TooLarge));
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(LARGEST_HEAD / 6 + 1));
        assert_eq!(read_text(&many).err(), Some(Unread::TooLarge));
        assert_eq!(read(&mut &b"GET /\xff HTTP/1.1\r\n\r\n"[..]).err(), Some(Unread::Malformed));
    }

    #[test]
    fn a_header_that_is_sent_twice_counts_as_missing() {
        let request = read_text("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n").expect("readable");
        assert_eq!(request.header("host"), None);
    }
}
