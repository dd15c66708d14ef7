//! Who may speak to the studio: its own page and nobody else.
//!
//! Any page in the same browser can send requests to this machine, and a name in the internet can
//! be made to point at it. The page therefore proves three things: that it addressed the studio by
//! the exact name it listens on (`Host`), that the studio's own page asks (`Origin`), and that it
//! was opened with the studio's own address (the token, which stands in the fragment and is never
//! sent by the browser itself).

use crate::http::Request;

/// The header with the token.
pub(crate) const TOKEN: &str = "x-studio-token";

/// Knows the studio's own address and token.
#[derive(Debug, Clone)]
pub struct Guard {
    /// `127.0.0.1:4321`
    host: String,
    /// 128 bits in hexadecimal.
    token: String,
}

impl Guard {
    /// A guard for a port, with a token of 16 random bytes.
    pub fn new(port: u16, random: [u8; 16]) -> Guard {
        let token = random.iter().map(|byte| format!("{byte:02x}")).collect();
        Guard { host: format!("127.0.0.1:{port}"), token }
    }

    /// The address to open in a browser.
    pub fn address(&self) -> String {
        format!("http://{}/#{}", self.host, self.token)
    }

    /// Whether the files of the page may be handed out: they hold nothing of the user's, but a
    /// foreign name for this machine is refused all the same.
    pub(crate) fn admits_reader(&self, request: &Request) -> bool {
        let is_foreign = request.header("origin").is_some_and(|origin| origin != self.origin())
            || request
                .header("sec-fetch-site")
                .is_some_and(|site| site == "cross-site" || site == "same-site");
        request.header("host") == Some(&*self.host) && !is_foreign
    }

    /// Whether a request comes from the studio's own page.
    pub(crate) fn admits(&self, request: &Request) -> bool {
        let token = request.header(TOKEN).unwrap_or_default();
        request.header("host") == Some(&*self.host)
            && request.header("origin") == Some(&*self.origin())
            && is_equal(token.as_bytes(), self.token.as_bytes())
    }

    fn origin(&self) -> String {
        format!("http://{}", self.host)
    }
}

/// Compares without telling by its duration how much is right.
fn is_equal(one: &[u8], two: &[u8]) -> bool {
    let different = one.iter().zip(two).fold(0, |different, (a, b)| different | (a ^ b));
    one.len() == two.len() && different == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http;

    const HOST: &str = "Host: 127.0.0.1:4321\r\n";
    const ORIGIN: &str = "Origin: http://127.0.0.1:4321\r\n";
    const KEY: &str = "X-Studio-Token: 07070707070707070707070707070707\r\n";

    fn request(headers: &[&str]) -> Request {
        let text = format!("POST /api/x HTTP/1.1\r\n{}\r\n", headers.concat());
        http::read(&mut text.as_bytes()).expect("it is a request")
    }

    #[test]
    fn only_the_page_itself_is_let_in() {
        let guard = Guard::new(4321, [7; 16]);
        assert_eq!(guard.address(), "http://127.0.0.1:4321/#07070707070707070707070707070707");
        assert!(guard.admits(&request(&[HOST, ORIGIN, KEY])));
        for headers in [
            &[ORIGIN, KEY][..],
            &[HOST, KEY],
            &[HOST, ORIGIN],
            &["Host: localhost:4321\r\n", ORIGIN, KEY],
            &["Host: 127.0.0.1\r\n", ORIGIN, KEY],
            &["Host: evil.example:4321\r\n", ORIGIN, KEY],
            &[HOST, HOST, ORIGIN, KEY],
            &[HOST, "Origin: null\r\n", KEY],
            &[HOST, "Origin: http://evil.example\r\n", KEY],
            &[HOST, "Origin: https://127.0.0.1:4321\r\n", KEY],
            &[HOST, "Origin: http://127.0.0.1:4322\r\n", KEY],
            &[HOST, "Origin: http://127.0.0.1:4321.evil.example\r\n", KEY],
            &[HOST, ORIGIN, ORIGIN, KEY],
            &[HOST, ORIGIN, "X-Studio-Token: \r\n"],
            &[HOST, ORIGIN, "X-Studio-Token: 0707\r\n"],
            &[HOST, ORIGIN, "X-Studio-Token: 07070707070707070707070707070708\r\n"],
        ] {
            assert!(!guard.admits(&request(headers)), "{headers:?}");
        }
    }

    #[test]
    fn the_page_is_not_read_under_a_foreign_name_or_by_a_foreign_page() {
        let guard = Guard::new(4321, [7; 16]);
        assert!(guard.admits_reader(&request(&[HOST])));
        assert!(guard.admits_reader(&request(&[HOST, "Sec-Fetch-Site: none\r\n"])));
        for headers in [
            &[][..],
            &["Host: evil.example:4321\r\n"],
            &[HOST, "Origin: http://evil.example\r\n"],
            &[HOST, "Sec-Fetch-Site: cross-site\r\n"],
        ] {
            assert!(!guard.admits_reader(&request(headers)), "{headers:?}");
        }
    }
}
