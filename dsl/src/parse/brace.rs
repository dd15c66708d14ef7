//! Forgotten braces. The indentation shows where one belongs; with the brace inserted there, the
//! rest of the declaration parses as it was meant, so one mistake gives one message.

use super::split::skip_text;
use super::{ParsedItem, parse_as_written};
use crate::ast::Span;
use crate::error::SyntaxError;

/// The largest item that is parsed again, in bytes. Real declarations are far smaller.
const LARGEST: usize = 64 << 10;
/// How many places are tried at most: each try parses the whole item again.
const TRIALS: usize = 24;

/// Parses an item that has errors again, with the brace that its indentation asks for. Returns
/// `parsed` unchanged if the braces balance or if no inserted brace leaves fewer errors.
pub(super) fn mend(source: &str, offset: u32, parsed: ParsedItem) -> ParsedItem {
    let text_is_open = parsed.errors.iter().any(|error| error.code == "E0007");
    if text_is_open || source.len() > LARGEST {
        return parsed;
    }
    let lines = lines(source);
    let braces = lines.iter().flat_map(|line| &line.braces);
    let balance: isize = braces.map(|(_, byte)| if *byte == b'{' { 1 } else { -1 }).sum();
    if balance == 0 {
        return parsed;
    }
    let mut best: Option<(Mending, ParsedItem)> = None;
    for mending in mendings(source, &lines, balance > 0).into_iter().take(TRIALS) {
        let tried = mending.tried(source, offset);
        let fewest = best.as_ref().map_or(parsed.errors.len(), |(_, best)| best.errors.len());
        if tried.errors.len() < fewest {
            let is_whole = tried.errors.is_empty();
            best = Some((mending, tried));
            if is_whole {
                break;
            }
        }
    }
    let Some((mending, mut mended)) = best else { return parsed };
    mended.errors.insert(0, mending.error(offset));
    mended
}

/// One way to make the braces balance.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mending {
    /// A `}` is missing at the first place; the second is the `{` that it closes.
    Close(usize, Option<usize>),
    /// A `{` is missing at this place.
    Open(usize),
    /// The `}` at this place closes nothing.
    Remove(usize),
}

impl Mending {
    /// Parses the item with this change; the spans are those of the text as written.
    fn tried(self, source: &str, offset: u32) -> ParsedItem {
        let mut text = source.to_owned();
        let (at, brace) = match self {
            Mending::Close(at, _) => (at, '}'),
            Mending::Open(at) => (at, '{'),
            Mending::Remove(at) => {
                text.replace_range(at..at + 1, " ");
                return parse_as_written(&text, offset);
            }
        };
        text.insert(at, brace);
        parse_as_written(&text, offset).without_byte_at(offset + at as u32)
    }

    fn error(self, offset: u32) -> SyntaxError {
        let at = |start: usize, end: usize| Span::new(start, end).shifted(offset);
        match self {
            Mending::Close(place, opening) => {
                let error =
                    SyntaxError::new("E0008", at(place, place), "expected `}` to close the block")
                        .help("every `{` needs its `}`");
                match opening {
                    Some(open) => error.label(at(open, open + 1), "this block is never closed"),
                    None => error,
                }
            }
            Mending::Open(place) => {
                SyntaxError::new("E0010", at(place, place), "expected `{` to open the block")
                    .help("add `{` here")
                    .fix(at(place, place), " {")
            }
            Mending::Remove(place) => {
                SyntaxError::new("E0009", at(place, place + 1), "`}` without a `{` that it closes")
                    .help("remove it, or look for a `{` that is missing above")
                    .fix(at(place, place + 1), "")
            }
        }
    }
}

/// A line that holds more than spaces and comments.
struct Line {
    /// Where its text begins.
    start: usize,
    /// The byte after its text.
    end: usize,
    /// How far to the right it begins.
    indentation: usize,
    /// Its braces and their places.
    braces: Vec<(usize, u8)>,
    /// True if it continues the line above: that line opens no block, and this one is indented
    /// further.
    continues: bool,
}

impl Line {
    fn opens(&self) -> bool {
        self.braces.last().is_some_and(|(at, byte)| *byte == b'{' && at + 1 == self.end)
    }
}

/// The lines of an item; braces in texts and comments do not count.
fn lines(source: &str) -> Vec<Line> {
    let bytes = source.as_bytes();
    let mut lines: Vec<Line> = Vec::new();
    let mut line: Option<Line> = None;
    let (mut position, mut begin) = (0, 0);
    while let Some(&byte) = bytes.get(position) {
        let here = position;
        position = match byte {
            b'\n' => {
                begin = here + 1;
                lines.extend(line.take());
                here + 1
            }
            b' ' | b'\t' | b'\r' => here + 1,
            b'/' if bytes.get(here + 1) == Some(&b'/') => {
                let rest = &bytes[here..];
                here + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
            }
            b'"' => skip_text(bytes, here).max(here + 1),
            _ => here + 1,
        };
        if matches!(byte, b'\n' | b' ' | b'\t' | b'\r') || bytes[here..].starts_with(b"//") {
            continue;
        }
        let line = line.get_or_insert_with(|| Line {
            start: here,
            end: here,
            indentation: here - begin,
            braces: Vec::new(),
            continues: false,
        });
        line.end = position;
        if matches!(byte, b'{' | b'}') {
            line.braces.push((here, byte));
        }
    }
    lines.extend(line);
    for at in 1..lines.len() {
        let (before, line) = (&lines[at - 1], &lines[at]);
        let deeper = line.indentation > before.indentation;
        let alike = before.continues && line.indentation == before.indentation;
        let continues = (deeper || alike) && !before.opens();
        lines[at].continues = continues;
    }
    lines
}

/// The ways to make the braces balance that the indentation suggests, likeliest first.
fn mendings(source: &str, lines: &[Line], lacks_close: bool) -> Vec<Mending> {
    let mut found = Vec::new();
    let mut less_likely = Vec::new();
    // Places of the open braces and how far to the right their statements begin.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut statement = 0;
    for (at, line) in lines.iter().enumerate() {
        if found.len() > TRIALS {
            break;
        }
        if !line.continues {
            statement = line.indentation;
        }
        let before = at.checked_sub(1).map(|before| &lines[before]);
        let closes_first = source[line.start..].starts_with('}');
        if let Some(before) = before {
            let left = if closes_first { statement + 1 } else { statement };
            while let Some((opening, indentation)) = open.last().copied()
                && indentation >= left
                && (!line.continues || closes_first)
            {
                open.pop();
                if lacks_close {
                    found.push(Mending::Close(before.end, Some(opening)));
                    less_likely.extend(
                        gaps(source, before)
                            .into_iter()
                            .rev()
                            .map(|gap| Mending::Close(gap, Some(opening))),
                    );
                }
            }
            let is_else = source[line.start..line.end].starts_with("else");
            if is_else && lacks_close {
                found.insert(0, Mending::Close(before.end, open.last().map(|(at, _)| *at)));
            }
        }
        for (place, byte) in &line.braces {
            if *byte == b'{' {
                // The contents of a block are indented further than the statement it belongs to.
                let next = lines.get(at + 1).map_or(0, |next| next.indentation);
                let is_head = line.opens() && next > line.indentation;
                open.push((*place, if is_head { line.indentation } else { statement }));
                continue;
            }
            let starts_line = *place == line.start;
            let fits = open.last().is_some_and(|(opening, indentation)| {
                *opening >= line.start || !starts_line || *indentation >= line.indentation
            });
            let is_inside = starts_line && line.indentation > 0 && !fits;
            if is_inside && !lacks_close {
                found.extend(headers(lines, at));
                found.push(Mending::Remove(*place));
                continue;
            }
            let is_own = open.last().is_some_and(|(opening, _)| *opening >= line.start);
            if !starts_line && !is_own && !lacks_close {
                let gaps = gaps(source, line).into_iter().filter(|gap| gap < place);
                found.extend(gaps.chain([line.start]).map(Mending::Open));
            }
            if open.pop().is_none() && !lacks_close {
                found.extend(headers(lines, at));
                less_likely.push(Mending::Remove(*place));
            }
        }
    }
    if let (true, Some(last)) = (lacks_close, lines.last()) {
        found.push(Mending::Close(last.end, open.last().map(|(at, _)| *at)));
        less_likely
            .extend(gaps(source, last).into_iter().rev().map(|gap| Mending::Close(gap, None)));
    }
    found.extend(less_likely);
    let mut seen = Vec::new();
    found.retain(|mending| {
        let is_new = !seen.contains(mending);
        seen.push(*mending);
        is_new
    });
    found
}

/// For a `}` at the beginning of a line: the places where its missing `{` may belong. That is at
/// the end of the nearest line above with the same indentation, or of a line that continues it.
fn headers(lines: &[Line], at: usize) -> Vec<Mending> {
    let indentation = lines[at].indentation;
    let above = lines[..at].iter().rposition(|line| line.indentation <= indentation);
    let Some(head) = above
        .filter(|head| lines[*head].indentation == indentation && lines[*head].braces.len() <= 1)
    else {
        return Vec::new();
    };
    let tail = lines[head..at].iter().take(3).filter(|line| !line.opens());
    tail.map(|line| Mending::Open(line.end)).collect()
}

/// The places directly after each word of a line.
fn gaps(source: &str, line: &Line) -> Vec<usize> {
    let text = &source[line.start..line.end];
    let mut gaps: Vec<usize> = text
        .match_indices(' ')
        .map(|(at, _)| line.start + at)
        .filter(|at| !source[..*at].ends_with(' '))
        .collect();
    gaps.truncate(TRIALS);
    gaps
}
