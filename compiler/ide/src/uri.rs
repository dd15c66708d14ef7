//! Addresses of files, as editors write them, and paths.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The path of a `file:` address; none for other addresses.
pub fn to_path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    // `file://localhost/a` and `file:///a` are the same.
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let decoded = match (first, after) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)).map(|(high, low)| high * 16 + low),
            _ => None,
        };
        bytes.push(decoded.unwrap_or(*first));
        rest = if decoded.is_some() { &after[2..] } else { after };
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/c:/cards` on Windows.
    let path = match path.as_bytes() {
        [b'/', drive, b':', ..] if cfg!(windows) && drive.is_ascii_alphabetic() => &path[1..],
        _ => &path,
    };
    Some(PathBuf::from(path))
}

/// The address of a path.
pub fn of_path(path: &Path) -> String {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let path = absolute.to_string_lossy().replace('\\', "/");
    let mut uri = String::from("file://");
    if !path.starts_with('/') {
        uri.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            byte => drop(write!(uri, "%{byte:02X}")),
        }
    }
    uri
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn addresses_and_paths_are_each_other() {
        for (uri, path) in [
            ("file:///cards/a.card", "/cards/a.card"),
            ("file:///my%20cards/%C3%BC%23.card", "/my cards/ü#.card"),
            ("file:///100%25.card", "/100%.card"),
        ] {
            assert_eq!(to_path(uri), Some(PathBuf::from(path)), "{uri}");
            assert_eq!(of_path(Path::new(path)), uri);
        }
        assert_eq!(to_path("file://localhost/a"), Some(PathBuf::from("/a")));
        assert_eq!(to_path("file:///c%3a/b"), Some(PathBuf::from("/c:/b")));
    }

    #[test]
    fn other_addresses_have_no_path() {
        for uri in ["untitled:Untitled-1", "https://example.org/a.card", "file:", "file://", ""] {
            assert_eq!(to_path(uri), None, "{uri}");
        }
        // Bytes that are no text.
        assert_eq!(to_path("file:///%FF%FE"), None);
        // A sign that stands for nothing is itself.
        assert_eq!(to_path("file:///a%zz%4"), Some(PathBuf::from("/a%zz%4")));
    }
}
