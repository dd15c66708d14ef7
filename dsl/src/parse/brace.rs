//! Braces that were forgotten: the indentation shows where, and with the brace put in there the
//! rest of the declaration is read as it was meant. One mistake, one message.

use super::split::skip_text;
use super::{ParsedItem, parse_as_written};
use crate::ast::Span;
use crate::error::SyntaxError;

/// The largest item that is read again. No declaration comes near it.
const LARGEST: usize = 64 << 10;
/// How many places are tried.
const TRIALS: usize = 24;

/// Reads an item with errors once more with the brace that its indentation asks for. What was
/// read already, if its braces balance or that brace explains nothing.
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

/// A way to make the braces balance.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mending {
    /// A `}` belongs there; the `{` that it closes.
    Close(usize, Option<usize>),
    /// A `{` belongs there.
    Open(usize),
    /// This `}` closes nothing.
    Remove(usize),
}

impl Mending {
    /// The item as it reads then, with the places of the text as it is.
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
    /// Behind its text.
    end: usize,
    /// How far to the right it begins.
    indentation: usize,
    /// Its braces and their places.
    braces: Vec<(usize, u8)>,
    /// It goes on with the line above, which opens no block, but stands further right.
    continues: bool,
}

impl Line {
    fn opens(&self) -> bool {
        self.braces.last().is_some_and(|(at, byte)| *byte == b'{' && at + 1 == self.end)
    }
}

/// The lines of an item, without what is in texts and comments.
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

/// The ways to make the braces balance that the indentation shows, the likeliest first.
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
                // What a block holds stands further right than the statement it belongs to.
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

/// Where the `{` of the block may belong that the `}` at the beginning of a line closes: at the
/// end of the line above it that begins as far to the right, or of a line that continues it.
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

/// The places between the words of a line, behind each.
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
