//! What is shown at the terminal. Names and texts come from packages of strangers, and a terminal
//! obeys escape sequences: it can be told to hide, overwrite or type something. All output goes
//! through here, where control characters become visible signs.

use std::borrow::Cow;
use std::io::{self, StderrLock, StdoutLock, Write};

use cardwright_check::render::{self, Colour};
use cardwright_check::{Diagnostic, Sources};

/// A stream without control characters.
pub(crate) struct Terminal<W: Write> {
    stream: W,
    /// Escape sequences that only set colours pass.
    is_painted: bool,
}

/// Standard output.
pub(crate) fn out() -> Terminal<StdoutLock<'static>> {
    Terminal { stream: io::stdout().lock(), is_painted: false }
}

/// Standard error.
pub(crate) fn err() -> Terminal<StderrLock<'static>> {
    Terminal { stream: io::stderr().lock(), is_painted: false }
}

/// Standard error for text with colours of our own. What comes from packages is to be
/// [`clean`]ed before it is coloured.
pub(crate) fn painted() -> Terminal<StderrLock<'static>> {
    Terminal { is_painted: true, ..err() }
}

/// Writes diagnostics for people.
pub(crate) fn diagnostics(
    mut found: Vec<Diagnostic>,
    sources: &Sources,
    colour: Colour,
) -> io::Result<()> {
    for diagnostic in &mut found {
        let labels = diagnostic.labels.iter_mut().map(|(_, label)| label);
        let texts = [&mut diagnostic.message, &mut diagnostic.label].into_iter().chain(labels);
        for text in texts.chain(&mut diagnostic.notes).chain(&mut diagnostic.help) {
            if let Cow::Owned(cleaned) = clean(text) {
                *text = cleaned;
            }
        }
    }
    let text = render::human(&found, sources, colour);
    match colour {
        Colour::Always => painted().write_all(text.as_bytes()),
        Colour::Never => err().write_all(text.as_bytes()),
    }
}

/// The text with a visible sign for every control character but line breaks and tabs, and for
/// those that turn the direction of writing.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    replaced(text, false)
}

fn replaced(text: &str, is_painted: bool) -> Cow<'_, str> {
    if !text.chars().any(|letter| sign(letter).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut cleaned = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = match colour_sequence(rest) {
            Some(length) if is_painted => {
                cleaned.push_str(&rest[..length]);
                length
            }
            _ => {
                cleaned.push(sign(letter).unwrap_or(letter));
                letter.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    Cow::Owned(cleaned)
}

/// The length of an escape sequence at the beginning that sets a colour.
fn colour_sequence(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\x1b[")?;
    let end = numbers.find(|letter: char| !letter.is_ascii_digit() && letter != ';')?;
    numbers[end..].starts_with('m').then_some(end + 3)
}

/// The visible sign that stands for a control character.
fn sign(letter: char) -> Option<char> {
    match letter {
        '\n' | '\t' => None,
        // Unicode has a picture for each of these.
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(letter)),
        '\x7f' => Some('\u{2421}'),
        '\u{80}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Some('\u{fffd}'),
        _ => None,
    }
}

impl<W: Write> Write for Terminal<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.stream.write_all(replaced(&text, self.is_painted).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_become_signs() {
        assert_eq!(clean("a\tb\nc é"), "a\tb\nc é");
        assert_eq!(clean("\x1b[2J\x07\r\u{9b}1m\u{202e}"), "␛[2J␇␍\u{fffd}1m\u{fffd}");
        assert_eq!(clean("\x1b[31mred"), "␛[31mred");
    }

    #[test]
    fn nothing_is_written_past_the_terminal() {
        fn look(folder: &std::path::Path) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    look(&path);
                    continue;
                }
                // The editor's messages are JSON, written by the server itself.
                let is_allowed =
                    path.ends_with("src/terminal.rs") || path.ends_with("server/mod.rs");
                let text = std::fs::read_to_string(&path).unwrap();
                let text = text.replace("stderr().is_terminal()", "");
                for writer in ["stdout()", "stderr()", "println!", "print!("] {
                    assert!(is_allowed || !text.contains(writer), "{writer} in {}", path.display());
                }
            }
        }
        look(std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")));
    }

    #[test]
    fn only_colours_pass_through_painted_text() {
        assert_eq!(replaced("\x1b[1;31mred\x1b[0m", true), "\x1b[1;31mred\x1b[0m");
        assert_eq!(replaced("\x1b]0;title\x07\x1b[2J\x1b[", true), "␛]0;title␇␛[2J␛[");
    }
}
