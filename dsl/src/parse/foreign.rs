//! Comments as other languages write them: `# …`, `-- …`, `/* … */`, `<!-- … -->`.
//!
//! An item with errors is read again without them. Whatever else is wrong with it is then told as
//! if the comments had been written as they should be, so that a comment is one message.

use super::split::skip_text;
use super::{ParsedItem, parse_item_without_comments};
use crate::ast::Span;
use crate::error::SyntaxError;

/// A comment of another language.
struct Foreign {
    start: usize,
    end: usize,
    opening: &'static str,
    /// What ends it; empty if its line does.
    closing: &'static str,
}

/// Parses an item that has errors again, without the comments of other languages in it. None if
/// there are no such comments, or if they are not what is wrong.
pub(super) fn mend(source: &str, offset: u32, before: usize) -> Option<ParsedItem> {
    let comments = comments(source);
    if comments.is_empty() {
        return None;
    }
    let mut blank = source.as_bytes().to_vec();
    for comment in &comments {
        for byte in &mut blank[comment.start..comment.end] {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }
    // Whole comments are blanked, so what is left is made of whole characters.
    let blank = String::from_utf8(blank).ok()?;
    let mut parsed = parse_item_without_comments(&blank, offset);
    if parsed.errors.len() >= before && before > 0 && !comments.iter().any(|it| it.is_sure()) {
        return None;
    }
    parsed.errors.extend(comments.iter().map(|comment| comment.error(source, offset)));
    parsed.errors.sort_by_key(|error| (error.span.start, error.span.end));
    Some(parsed)
}

/// How long a comment may be, in bytes. The limit keeps a text full of comments that never close
/// cheap to read; the number is a guess.
const LONGEST: usize = 2000;

/// The byte after the comment that `/*` or `<!--` opens at a place, if it is closed.
pub(super) fn skip_block(bytes: &[u8], start: usize) -> Option<usize> {
    let rest = bytes.get(start..)?;
    let (opening, closing): (&[u8], &[u8]) = match rest.first()? {
        b'/' if rest.starts_with(b"/*") => (b"/*", b"*/"),
        b'<' if rest.starts_with(b"<!--") => (b"<!--", b"-->"),
        _ => return None,
    };
    let inside = &rest[opening.len()..];
    let inside = &inside[..inside.len().min(LONGEST)];
    let length = inside.windows(closing.len()).position(|window| window == closing)?;
    Some(start + opening.len() + length + closing.len())
}

fn comments(source: &str) -> Vec<Foreign> {
    let bytes = source.as_bytes();
    let mut comments = Vec::new();
    let mut position = 0;
    while let Some(&byte) = bytes.get(position) {
        let line_end = || {
            let rest = &bytes[position..];
            let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            position + bytes[position..position + length].trim_ascii_end().len()
        };
        match byte {
            b'"' => {
                position = skip_text(bytes, position).max(position + 1);
                continue;
            }
            b'/' if bytes.get(position + 1) == Some(&b'/') => {
                position = line_end();
                continue;
            }
            b'/' | b'<' => {
                if let Some(end) = skip_block(bytes, position) {
                    let (opening, closing) =
                        if byte == b'/' { ("/*", "*/") } else { ("<!--", "-->") };
                    comments.push(Foreign { start: position, end, opening, closing });
                    position = end;
                    continue;
                }
            }
            b'#' | b'-' => {
                let opening = if byte == b'#' { "#" } else { "--" };
                let free = position == 0 || bytes[position - 1].is_ascii_whitespace();
                let behind = &bytes[position..line_end()];
                let rest = behind.strip_prefix(opening.as_bytes()).map(<[u8]>::trim_ascii_start);
                // `#: wall` is a line of a map's legend.
                let says = rest.is_some_and(|rest| {
                    rest.first().is_some_and(|first| {
                        first.is_ascii_alphabetic() || !first.is_ascii() || *first == b'#'
                    })
                });
                if free && says {
                    let end = line_end();
                    comments.push(Foreign { start: position, end, opening, closing: "" });
                    position = end;
                    continue;
                }
            }
            _ => {}
        }
        position += 1;
    }
    comments
}

impl Foreign {
    /// True for marks that mean nothing else anywhere.
    fn is_sure(&self) -> bool {
        !self.closing.is_empty()
    }

    fn error(&self, source: &str, offset: u32) -> SyntaxError {
        let span = |start: usize, end: usize| Span::new(start, end).shifted(offset);
        let text = &source[self.start..self.end];
        let message = format!("`{}` begins no comment", self.opening);
        let marks = text.bytes().take_while(|byte| *byte == b'#').count();
        let marks = marks.max(self.opening.len());
        let error =
            SyntaxError::new("E0026", span(self.start, self.start + self.opening.len()), message);
        let behind = source[self.end..].lines().next().unwrap_or_default().trim();
        if !behind.is_empty() {
            return error.help(
                "a comment begins with `//` and ends with its line: write it behind the entry, \
                 or on a line of its own",
            );
        }
        let mut error = error
            .help("a comment begins with `//`, and so does each of its lines")
            .fix(span(self.start, self.start + marks), "//");
        let mut line = self.start + text.find('\n').map_or(text.len(), |newline| newline + 1);
        let close = self.end - self.closing.len();
        while line < self.end {
            let rest = &source[line..self.end];
            let first = line + (rest.len() - rest.trim_start_matches([' ', '\t']).len());
            if first < close && !source[first..].starts_with('\n') {
                // Where every line has a star, the star gives way.
                let star = usize::from(source[first..close].starts_with('*'));
                let word = if star == 1 { "//" } else { "// " };
                error = error.fix(span(first, first + star), word);
            }
            line += rest.find('\n').map_or(rest.len(), |newline| newline + 1);
        }
        if self.closing.is_empty() {
            return error;
        }
        let inside = source[self.start + self.opening.len()..close].trim_end().len();
        error.fix(span((self.start + self.opening.len() + inside).min(close), self.end), "")
    }
}
