//! Texts in quotes: escapes, and the common indentation of `"""` blocks.

use super::lower::Lower;
use super::{Pair, Rule};
use crate::ast::{Span, Str};
use crate::error::SyntaxError;

impl Lower<'_> {
    /// Lowers a `text` pair.
    pub(super) fn text(&mut self, pair: Pair<'_>) -> Str {
        let span = self.span(&pair);
        let written = pair.as_str();
        let Some(inner) = pair.into_inner().next() else {
            return Str { text: String::new(), span, block: false };
        };
        match inner.as_rule() {
            Rule::block_text => {
                let text = dedent(&written[3..written.len() - 3]);
                Str { text, span, block: true }
            }
            Rule::line_text => {
                let text = self.unescape(&written[1..written.len() - 1], span.start + 1);
                Str { text, span, block: false }
            }
            Rule::open_text => self.open_text(written, span),
            _ => self.wrong_text(written, span),
        }
    }

    fn open_text(&mut self, written: &str, span: Span) -> Str {
        if let Some(inner) = written.strip_prefix("\"\"\"") {
            self.text_is_open = true;
            let opening = Span { start: span.start, end: span.start + 3 };
            self.report(
                SyntaxError::new("E0007", opening, "this block of text is never closed")
                    .help("end it with `\"\"\"` on a line of its own"),
            );
            return Str { text: dedent(inner), span, block: true };
        }
        let kept = written.trim_end();
        let span = Span { start: span.start, end: span.start + kept.len() as u32 };
        let end = Span { start: span.end, end: span.end };
        self.report(
            SyntaxError::new("E0007", span, "this text is never closed")
                .help("add `\"` where the text ends; for several lines use `\"\"\"`")
                .fix(end, "\""),
        );
        let text = self.unescape(kept.strip_prefix('"').unwrap_or(kept), span.start + 1);
        Str { text, span, block: false }
    }

    fn wrong_text(&mut self, written: &str, span: Span) -> Str {
        let mut inner = written.chars();
        inner.next();
        inner.next_back();
        let inner = inner.as_str();
        let quote = written.chars().next().unwrap_or('\'');
        self.report(
            SyntaxError::new("E0006", span, format!("texts stand in `\"…\"`, not in `{quote}`"))
                .help(format!("write \"{inner}\""))
                .fix(span, format!("\"{}\"", escape(inner))),
        );
        Str { text: inner.to_owned(), span, block: false }
    }

    fn unescape(&mut self, written: &str, start: u32) -> String {
        if !written.contains('\\') {
            return written.to_owned();
        }
        let mut text = String::with_capacity(written.len());
        let mut chars = written.char_indices();
        while let Some((index, character)) = chars.next() {
            if character != '\\' {
                text.push(character);
                continue;
            }
            match chars.next() {
                Some((_, '"')) => text.push('"'),
                Some((_, '\\')) => text.push('\\'),
                Some((_, 'n')) => text.push('\n'),
                Some((_, other)) => {
                    let at = start + index as u32;
                    let span = Span { start: at, end: at + 1 + other.len_utf8() as u32 };
                    self.report(
                        SyntaxError::new(
                            "E0018",
                            span,
                            format!("`\\{other}` means nothing in a text"),
                        )
                        .help(
                            "the escapes are `\\\"`, `\\\\` and `\\n`; a plain backslash is `\\\\`",
                        ),
                    );
                    text.push(other);
                }
                None => text.push('\\'),
            }
        }
        text
    }
}

/// The text as it would be written between quotes, with escapes.
pub(crate) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// Removes the line break after the opening quotes, the last line if it is blank, and the
/// indentation that all lines share.
fn dedent(written: &str) -> String {
    let written = written.replace("\r\n", "\n");
    let body = match written.split_once('\n') {
        Some((first, rest)) if first.trim().is_empty() => rest,
        _ => written.as_str(),
    };
    let mut lines: Vec<&str> = body.split('\n').collect();
    if lines.len() > 1 && lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    let filled = lines.iter().filter(|line| !line.trim().is_empty());
    let shared = filled
        .map(|line| line.len() - line.trim_start_matches([' ', '\t']).len())
        .min()
        .unwrap_or(0);
    let kept: Vec<&str> = lines.iter().map(|line| line.get(shared..).unwrap_or("")).collect();
    kept.join("\n")
}
