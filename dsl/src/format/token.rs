//! The words, marks and comments of a text, for the formatter and for editors.
//!
//! The formatter writes exactly the tokens it was given, in their order, so it can lose neither
//! a comment nor a word. The only tokens it adds or drops are `;` and commas at the end of lists.

use crate::parse::skip_text;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A word, number or quantity.
    Word,
    /// A text in quotes.
    Text,
    /// `//` or `///` to the end of the line.
    Comment,
    /// Anything else.
    Mark,
}

/// A piece of the source.
#[derive(Debug, Clone, Copy)]
pub struct Token<'s> {
    /// What it is.
    pub kind: TokenKind,
    /// As it is written.
    pub text: &'s str,
    /// Its first byte in the file.
    pub start: u32,
    /// Line breaks between the token before and this one.
    pub newlines: usize,
}

impl Token<'_> {
    /// True if it is that mark.
    pub fn is(&self, mark: &str) -> bool {
        self.kind == TokenKind::Mark && self.text == mark
    }

    /// The byte behind it.
    pub fn end(&self) -> u32 {
        self.start + self.text.len() as u32
    }
}

/// Cuts a text into tokens; `offset` is its place in the file.
pub fn tokens(source: &str, offset: u32) -> Vec<Token<'_>> {
    let bytes = source.as_bytes();
    let mut tokens = Vec::new();
    let mut position = 0;
    let mut newlines = 0;
    while position < bytes.len() {
        let rest = &source[position..];
        let (kind, length) = match bytes[position] {
            b'\n' => {
                newlines += 1;
                position += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' => {
                position += 1;
                continue;
            }
            b'"' => (TokenKind::Text, skip_text(bytes, position) - position),
            b'/' if rest.starts_with("//") => {
                (TokenKind::Comment, rest.find('\n').unwrap_or(rest.len()))
            }
            byte if byte.is_ascii_alphanumeric() => (TokenKind::Word, word_length(rest.as_bytes())),
            _ => (TokenKind::Mark, mark_length(rest)),
        };
        let length = length.max(1);
        let text = &rest[..length];
        let text = if kind == TokenKind::Comment { text.trim_end() } else { text };
        if text != "\u{feff}" {
            tokens.push(Token { kind, text, start: offset + position as u32, newlines });
            newlines = 0;
        }
        position += length;
    }
    tokens
}

fn word_length(bytes: &[u8]) -> usize {
    let mut length = 0;
    while let Some(&byte) = bytes.get(length) {
        let goes_on = byte.is_ascii_alphanumeric()
            || byte == b'_'
            || byte == b'-' && bytes.get(length + 1).is_some_and(u8::is_ascii_alphanumeric)
            || byte == b'%' && bytes[..length].iter().all(u8::is_ascii_digit);
        if !goes_on {
            break;
        }
        length += 1;
    }
    length
}

fn mark_length(rest: &str) -> usize {
    for mark in ["==", "!=", "<=", ">=", "..", "->"] {
        if rest.starts_with(mark) {
            return mark.len();
        }
    }
    rest.chars().next().map_or(1, char::len_utf8)
}
