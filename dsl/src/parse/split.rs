//! Cuts a file into items before the grammar sees it.
//!
//! The scan knows only strings, comments, braces and columns, so it is fast and hard to confuse:
//! a declaration whose braces do not balance ends where the next one visibly begins, and its
//! errors do not spread.

use super::foreign::skip_block;
use crate::ast::Span;

/// The part of a file that holds one item, with the comments above it.
///
/// The slices of a file lie side by side and cover it from the first byte to the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemSlice {
    /// Its bytes.
    pub span: Span,
}

/// Cuts a file into items; [`parse_item`](crate::parse_item) reads each of them alone.
pub fn split(source: &str) -> Vec<ItemSlice> {
    let mut slices: Vec<ItemSlice> = Vec::new();
    let mut start = 0;
    let mut trust_braces = true;
    while start < source.len() {
        let mut scan = Scan::new(source, start, trust_braces);
        let mut end = scan.run();
        if scan.braces > 0 && trust_braces {
            // The braces of an unindented item never closed. From here on, every line that looks
            // like a new item starts one, whatever the braces say. This happens at most once, so
            // the file is read at most twice.
            trust_braces = false;
            scan = Scan::new(source, start, trust_braces);
            end = scan.run();
        }
        match (scan.item_column, slices.last_mut()) {
            (None, Some(last)) => last.span.end = source.len() as u32,
            _ => slices.push(ItemSlice { span: Span::new(start, end) }),
        }
        start = end;
    }
    slices
}

/// Where braces and parentheses first nest deeper than `limit`, if they do.
pub(super) fn too_deep(source: &str, limit: usize) -> Option<usize> {
    let bytes = source.as_bytes();
    // Most items have fewer brackets than the limit, and counting is much cheaper than tracking the
    // depth. The sums fit a byte, which lets the compiler add sixteen at a time.
    let brackets = |part: &[u8]| -> u8 {
        part.iter().map(|byte| u8::from(*byte == b'(') + u8::from(*byte == b'{')).sum()
    };
    let parts = bytes.chunks(usize::from(u8::MAX));
    if parts.map(|part| usize::from(brackets(part))).sum::<usize>() <= limit {
        return None;
    }
    let (mut position, mut braces, mut parens) = (0, 0usize, 0usize);
    while position < bytes.len() {
        match bytes[position] {
            b'"' => {
                position = skip_text(bytes, position);
                continue;
            }
            b'/' if bytes.get(position + 1) == Some(&b'/') => {
                position = line_end(bytes, position);
                continue;
            }
            b'(' => parens += 1,
            b')' => parens = parens.saturating_sub(1),
            b'{' => braces += 1,
            b'}' => {
                braces = braces.saturating_sub(1);
                parens = 0;
            }
            _ => {}
        }
        if braces + parens > limit {
            return Some(position);
        }
        position += 1;
    }
    None
}

/// The search for the end of one item.
struct Scan<'s> {
    bytes: &'s [u8],
    position: usize,
    /// Open braces.
    braces: usize,
    /// Open parentheses outside of braces; a `}` inside them closes a set and does not end the
    /// item.
    parens: usize,
    /// The column where the item begins, once it has.
    item_column: Option<usize>,
    /// The byte where the item begins, once it has begun.
    item_start: usize,
    /// Byte after the last one that is neither space nor comment.
    significant: usize,
    /// Whether the lines of the block stand further right than its first line. Unknown until
    /// the first line of the block.
    indented: Option<bool>,
    /// Whether the braces of an unindented item are trusted.
    trust_braces: bool,
}

impl<'s> Scan<'s> {
    fn new(source: &'s str, start: usize, trust_braces: bool) -> Scan<'s> {
        let bytes = source.as_bytes();
        let (position, significant) = (start, start);
        Scan {
            bytes,
            position,
            braces: 0,
            parens: 0,
            item_column: None,
            item_start: start,
            significant,
            indented: None,
            trust_braces,
        }
    }

    /// The byte after the item and the comment on its last line.
    fn run(&mut self) -> usize {
        while let Some(&byte) = self.bytes.get(self.position) {
            match byte {
                b'\n' => {
                    if self.item_column.is_some() && self.ends_at_newline() {
                        return self.end_of_item();
                    }
                    self.position += 1;
                    continue;
                }
                b' ' | b'\t' | b'\r' => {
                    self.position += 1;
                    continue;
                }
                b'/' if self.bytes.get(self.position + 1) == Some(&b'/') => {
                    self.position = line_end(self.bytes, self.position);
                    continue;
                }
                // A comment of another language is one mistake, however many lines it has.
                b'/' | b'<' => {
                    if let Some(end) = skip_block(self.bytes, self.position) {
                        self.position = end;
                        continue;
                    }
                }
                _ => {}
            }
            if self.item_column.is_none() {
                self.item_column = Some(column(self.bytes, self.position));
                self.item_start = self.position;
            }
            match byte {
                b'"' => {
                    self.position = self.skip_text();
                    self.significant = self.position;
                    continue;
                }
                b'(' if self.braces == 0 => self.parens += 1,
                b')' if self.braces == 0 => self.parens = self.parens.saturating_sub(1),
                b'{' => {
                    // A `{` at the end of a line opens the block, even if a `)` is missing.
                    let rest = self.bytes[self.position + 1..].iter();
                    let next = rest.copied().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
                    if next == Some(b'\n') {
                        self.parens = 0;
                    }
                    self.braces += 1;
                }
                b'}' => {
                    self.braces = self.braces.saturating_sub(1);
                    if self.braces == 0 && self.parens == 0 {
                        self.position += 1;
                        self.significant = self.position;
                        if self.closes_an_inner_block() {
                            self.braces = 1;
                            continue;
                        }
                        return self.end_of_item();
                    }
                }
                // A fast path: most of a file is words.
                b'a'..=b'z' => {
                    let rest = &self.bytes[self.position + 1..];
                    let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric());
                    self.position += length.count();
                }
                _ => {}
            }
            self.position += 1;
            self.significant = self.position;
        }
        self.bytes.len()
    }

    /// Whether the item ends at this newline. Skips blank lines as well, so that long runs of them
    /// are read only once.
    fn ends_at_newline(&mut self) -> bool {
        let item_column = self.item_column.unwrap_or(0);
        if self.braces > 0 {
            if self.indented.is_none() {
                let next = next_significant(self.bytes, self.position);
                self.indented =
                    Some(next.is_some_and(|next| column(self.bytes, next) > item_column));
            }
            let looks = self.indented == Some(true) || !self.trust_braces;
            return looks && item_column == 0 && begins_item(self.bytes, self.position + 1);
        }
        let Some(next) = next_significant(self.bytes, self.position) else {
            self.position = self.bytes.len() - 1;
            return false;
        };
        let goes_on = column(self.bytes, next) > item_column
            || matches!(self.bytes[next], b'{' | b'}' | b':' | b'(' | b',' | b'"')
            || matches!(self.bytes[self.significant - 1], b',' | b':')
            || self.bytes[next..].starts_with(b"for ");
        if goes_on {
            self.position = next - 1;
        }
        !goes_on
    }

    /// Whether the `}` before this place closed an inner block whose `{` is missing, and not the
    /// item. That is so if another `}` or a `;` follows on the line, or if its line is indented
    /// further than the item and so are the next lines.
    fn closes_an_inner_block(&self) -> bool {
        let item_column = self.item_column.unwrap_or(0);
        let before = &self.bytes[..self.position];
        let Some(next) = next_significant(self.bytes, self.position) else { return false };
        let on_next_line = self.bytes[self.position..next].contains(&b'\n');
        if !self.trust_braces {
            return false;
        }
        if !on_next_line && matches!(self.bytes[next], b'}' | b';') {
            return true;
        }
        let Some(line) = before.iter().rev().take(200).position(|byte| *byte == b'\n') else {
            return false;
        };
        let line = self.position - line;
        let indentation =
            self.bytes[line..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if line <= self.item_start || indentation <= item_column {
            return false;
        }
        let rest = &self.bytes[next..];
        if on_next_line {
            rest.starts_with(b"}") || column(self.bytes, next) > item_column
        } else {
            [&b")"[..], b",", b"limit ", b"else "].iter().any(|more| rest.starts_with(more))
        }
    }

    /// The end of the item, including a comment on its last line.
    fn end_of_item(&self) -> usize {
        let mut end = self.significant;
        while matches!(self.bytes.get(end), Some(b' ' | b'\t')) {
            end += 1;
        }
        if self.bytes[end..].starts_with(b"//") {
            line_end(self.bytes, end)
        } else {
            self.significant
        }
    }

    fn skip_text(&self) -> usize {
        let end = skip_text(self.bytes, self.position);
        if end < self.bytes.len() || !self.bytes[self.position..].starts_with(b"\"\"\"") {
            return end;
        }
        if self.bytes.len() >= self.position + 6 && self.bytes.ends_with(b"\"\"\"") {
            return end;
        }
        // A `"""` text that never ends: stop early, so that the items below are still found.
        let mut line = line_end(self.bytes, self.position) + 1;
        while line < self.bytes.len() && !begins_item(self.bytes, line) {
            line = line_end(self.bytes, line) + 1;
        }
        line.min(self.bytes.len() + 1) - 1
    }
}

/// The byte after a text in quotes. An unclosed text ends with its line, or before a `{` at the
/// end of that line.
pub(crate) fn skip_text(bytes: &[u8], start: usize) -> usize {
    if bytes[start..].starts_with(b"\"\"\"") {
        let mut position = start + 3;
        while position < bytes.len() {
            if bytes[position] == b'"' && bytes[position..].starts_with(b"\"\"\"") {
                return position + 3;
            }
            position += 1;
        }
        return bytes.len();
    }
    let mut position = start + 1;
    while let Some(&byte) = bytes.get(position) {
        match byte {
            b'"' => return position + 1,
            b'\\' if !matches!(bytes.get(position + 1), Some(b'\n' | b'\r') | None) => {
                position += 2
            }
            b'\n' => break,
            _ => position += 1,
        }
    }
    let position = position.min(bytes.len());
    let line = bytes[start..position].trim_ascii_end();
    match line.strip_suffix(b"{") {
        Some(before) if position < bytes.len() => start + before.trim_ascii_end().len().max(1),
        _ => start + line.len(),
    }
}

/// Whether the line that starts there looks like the first line of an item:
/// `word word-or-text … {`, `word word "text`, `word {` or `use word`.
fn begins_item(bytes: &[u8], line: usize) -> bool {
    if !bytes.get(line).is_some_and(u8::is_ascii_alphabetic) {
        return false;
    }
    let line = &bytes[line..line_end(bytes, line)];
    let word =
        line.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    let rest = line[word..].trim_ascii_start();
    if rest.len() == line.len() - word && !rest.starts_with(b"{") {
        return false;
    }
    match rest.first() {
        Some(b'{') => true,
        Some(byte) if byte.is_ascii_alphanumeric() || *byte == b'"' => {
            rest.contains(&b'{') || rest.contains(&b'"') || &line[..word] == b"use"
        }
        _ => false,
    }
}

fn next_significant(bytes: &[u8], mut position: usize) -> Option<usize> {
    loop {
        match bytes.get(position)? {
            b' ' | b'\t' | b'\r' | b'\n' => position += 1,
            b'/' if bytes.get(position + 1) == Some(&b'/') => position = line_end(bytes, position),
            b'/' | b'<' => match skip_block(bytes, position) {
                Some(end) => position = end,
                None => return Some(position),
            },
            _ => return Some(position),
        }
    }
}

/// The newline that ends the line, or the end of the file.
fn line_end(bytes: &[u8], position: usize) -> usize {
    let rest = &bytes[position.min(bytes.len())..];
    position + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
}

/// The column, capped so that very long lines stay cheap.
fn column(bytes: &[u8], position: usize) -> usize {
    bytes[..position].iter().rev().take(200).take_while(|byte| **byte != b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slices of a file, without the space around them.
    fn slices(source: &str) -> Vec<&str> {
        split(source).iter().map(|slice| source[slice.span.range()].trim()).collect()
    }

    #[test]
    fn items_end_with_their_braces_or_lines() {
        assert_eq!(
            slices("use a\ncard x { }\ncard y\ncard z {}"),
            ["use a", "card x { }", "card y", "card z {}"]
        );
        assert_eq!(
            slices("card x\n{\n}\ncard y \"Y\"\n  for z {}"),
            ["card x\n{\n}", "card y \"Y\"\n  for z {}"]
        );
        assert_eq!(slices("card x { } card y { }"), ["card x { }", "card y { }"]);
        assert_eq!(
            slices("keyword x(n: int = {}) {\n}\ncard y {}"),
            ["keyword x(n: int = {}) {\n}", "card y {}"]
        );
    }

    #[test]
    fn comments_go_with_what_they_describe() {
        let source = "// a\nuse a // b\n\n/// c\ncard x { // d\n} // e\n// f\n";
        assert_eq!(slices(source), ["// a\nuse a // b", "/// c\ncard x { // d\n} // e\n// f"]);
        assert_eq!(slices("// only\n"), ["// only"]);
        assert_eq!(slices(""), [""; 0]);
    }

    #[test]
    fn braces_in_texts_and_comments_do_not_count() {
        let source = "card x {\n  a: \"}\" // }\n  b: \"\"\"\n}\n\"\"\"\n}\ncard y {}";
        assert_eq!(slices(source).len(), 2);
    }

    #[test]
    fn an_unbalanced_item_ends_where_the_next_begins() {
        let source = "card x {\n  on a {\n    b()\n}\n\n/// d\ncard y {\n}\n";
        assert_eq!(slices(source), ["card x {\n  on a {\n    b()\n}", "/// d\ncard y {\n}"]);
        let unindented = "card x {\non a {\nb()\n}\ncard y {\n}\n";
        assert_eq!(slices(unindented).len(), 3, "without indentation every head begins an item");
        let open_text = "card x {\n  a: \"\"\"\n  b\n}\n\ncard y {\n}\n";
        assert_eq!(slices(open_text).len(), 2);
    }

    #[test]
    fn an_item_that_lacks_an_opening_brace_ends_where_it_should() {
        let source = "card x {\n  on a\n    b()\n  }\n  c: 1\n}\ncard y {\n}\n";
        assert_eq!(slices(source).len(), 2);
        let head = "card x\n  on a {\n    b()\n  }\n}\ncard y {\n}\n";
        assert_eq!(slices(head).len(), 2);
        assert_eq!(slices("card x {\n  c: 1 }\ncard y {\n}\n").len(), 2);
        assert_eq!(slices("card x {\n  c: 1 }\ncard y\n").len(), 2);
    }

    #[test]
    fn an_item_without_indentation_is_one_item_if_its_braces_balance() {
        assert_eq!(slices("card x {\non a {\nb()\n}\n}\ncard y {\n}\n").len(), 2);
    }
}
