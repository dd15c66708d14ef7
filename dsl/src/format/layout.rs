//! Puts the tokens of one item on lines.

use super::WIDTH;
use super::marks::Marks;
use super::token::{Token, TokenKind as Kind, tokens};
use crate::ast::Span;

/// The extra indentation of a line that continues the one above.
const CONTINUATION: usize = 2;

/// The layout of one item.
pub(super) struct Layout<'o, 's> {
    pub(super) out: &'o mut String,
    pub(super) tokens: Vec<Token<'s>>,
    marks: &'o Marks,
    pub(super) next: usize,
    pub(super) indent: usize,
}

impl<'o, 's> Layout<'o, 's> {
    pub(super) fn new(
        out: &'o mut String,
        source: &'s str,
        offset: u32,
        marks: &'o Marks,
    ) -> Layout<'o, 's> {
        Layout { out, tokens: tokens(source, offset), marks, next: 0, indent: 0 }
    }

    /// Lays out a slice that holds one item and comments around it.
    pub(super) fn item(mut self, span: Span) {
        while self.tokens.get(self.next).is_some_and(|token| token.start < span.start) {
            self.loose_token();
        }
        if self.next < self.tokens.len() {
            self.new_line();
            self.entry(span.end);
        }
        self.comments();
    }

    /// Lays out what is left: comments.
    pub(super) fn comments(mut self) {
        while self.next < self.tokens.len() {
            self.loose_token();
        }
    }

    /// Writes a comment that stands between entries. It stays at the end of the previous entry's
    /// line if it was written there; otherwise it gets a line of its own.
    pub(super) fn loose_token(&mut self) {
        let token = self.tokens[self.next];
        if token.is(";") {
            self.next += 1;
            return;
        }
        if token.newlines == 0 && !self.out.is_empty() && !self.out.ends_with('\n') && self.next > 0
        {
            self.out.push_str("  ");
        } else {
            self.new_line();
        }
        self.out.push_str(token.text);
        self.next += 1;
    }

    /// Starts the line of the next token, after a blank line if one stood before it.
    pub(super) fn new_line(&mut self) {
        let blank = self.tokens.get(self.next).is_some_and(|token| token.newlines > 1);
        if !self.out.is_empty() {
            self.out.push('\n');
            if blank && !self.out.ends_with("{\n") {
                self.out.push('\n');
            }
        }
        self.out.extend(std::iter::repeat_n(' ', self.indent));
    }

    /// Lays out the tokens up to `end` as one entry, which begins on the current line.
    fn entry(&mut self, end: u32) {
        let first = self.next;
        let last =
            first + self.tokens[first..].iter().take_while(|token| token.start < end).count();
        if let Some(flat) = self.flat(first, last)
            && self.column() + flat.chars().count() <= WIDTH
        {
            self.out.push_str(&flat);
            self.next = last;
            return;
        }
        while self.next < last {
            let stop = self.run_end(last);
            if stop > self.next {
                self.run(first, stop);
            }
            if self.next < last {
                self.block(first);
            }
        }
    }

    /// The entry on one line, if its blocks stood on one line and no comment is inside.
    pub(super) fn flat(&self, first: usize, last: usize) -> Option<String> {
        let mut flat = String::new();
        let mut open: Vec<&[Span]> = Vec::new();
        for index in first..last {
            let token = &self.tokens[index];
            if token.kind == Kind::Comment || token.text.contains('\n') {
                return None;
            }
            let in_block = !open.is_empty();
            if in_block && token.newlines > 0 {
                return None;
            }
            if token.is(";") {
                continue;
            }
            let previous = previous(&self.tokens[first..index]);
            if let Some(previous) = previous {
                let begins_entry = open.last().is_some_and(|spans| begins(spans, token.start));
                if begins_entry {
                    flat.push_str(if self.opens_block(previous) { " " } else { "; " });
                } else if self.space(previous, token) {
                    flat.push(' ');
                }
            }
            flat.push_str(token.text);
            if let Some(spans) = self.marks.blocks.get(&token.start).filter(|_| token.is("{")) {
                open.push(spans);
            } else if token.is("}") && !self.marks.set_ends.contains(&token.end()) {
                open.pop();
            }
        }
        Some(flat)
    }

    /// Where the tokens before the next block end.
    fn run_end(&self, last: usize) -> usize {
        let block = self.tokens[self.next..last].iter().position(|token| self.opens_block(token));
        block.map_or(last, |block| self.next + block)
    }

    fn opens_block(&self, token: &Token<'_>) -> bool {
        token.is("{") && self.marks.blocks.contains_key(&token.start)
    }

    /// Lays out tokens without blocks, breaking lines that grow too long.
    fn run(&mut self, first: usize, stop: usize) {
        // A line that continues a head before a block is indented further than the block's
        // contents.
        let before_block = self.tokens.get(stop).is_some_and(|token| self.opens_block(token));
        let indent = self.indent + if before_block { 2 * CONTINUATION } else { CONTINUATION };
        // Where the current line may break: the length of `out`, and how deep in brackets.
        let mut breaks: Vec<(usize, usize)> = Vec::new();
        let mut depth = 0usize;
        while self.next < stop {
            let token = self.tokens[self.next];
            let before = previous(&self.tokens[first..self.next]).copied();
            let behind_comment =
                self.next > first && self.tokens[self.next - 1].kind == Kind::Comment;
            self.next += 1;
            if token.is(";") {
                continue;
            }
            if token.is(")") || token.is("}") {
                depth = depth.saturating_sub(1);
            }
            let own_line =
                token.kind == Kind::Comment && token.newlines > 0 || self.on_own_line(&token);
            if behind_comment || own_line {
                self.break_line(if token.text == "else" { self.indent } else { indent });
                breaks.clear();
            } else if token.kind == Kind::Comment {
                self.out.push_str("  ");
            } else if let Some(before) = before {
                if may_break(&before, &token) {
                    breaks.push((self.out.len(), depth));
                }
                if self.space(&before, &token) {
                    self.out.push(' ');
                }
            }
            self.out.push_str(token.text);
            if token.is("(") || token.is("{") {
                depth += 1;
            }
            let brace = if before_block && self.next == stop { " {".len() } else { 0 };
            if self.column() + brace > WIDTH && token.kind != Kind::Comment {
                self.wrap(&mut breaks, indent);
            }
        }
    }

    /// Whether the token is the message or the help of a `require` that is too long for one line.
    fn on_own_line(&self, token: &Token<'_>) -> bool {
        let next = self.tokens.get(self.next);
        self.marks.messages.contains(&token.start)
            || token.text == "help"
                && next.is_some_and(|next| self.marks.helps.contains(&next.start))
    }

    /// Breaks the current line at the last opportunity that is nested in the fewest brackets.
    fn wrap(&mut self, breaks: &mut Vec<(usize, usize)>, indent: usize) {
        let Some(&(place, _)) = breaks.iter().rev().min_by_key(|(_, depth)| *depth) else { return };
        let tail = self.out.split_off(place);
        self.break_line(indent);
        let moved = self.out.len() as isize
            - place as isize
            - (tail.len() - tail.trim_start().len()) as isize;
        self.out.push_str(tail.trim_start());
        breaks.retain(|(other, _)| *other > place);
        for (other, _) in breaks.iter_mut() {
            *other = (*other as isize + moved) as usize;
        }
    }

    fn break_line(&mut self, indent: usize) {
        let kept = self.out.trim_end_matches(' ').len();
        self.out.truncate(kept);
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.out.extend(std::iter::repeat_n(' ', indent));
    }

    /// Lays out a block, one entry per line.
    fn block(&mut self, first: usize) {
        let open = self.tokens[self.next];
        let spans: &[Span] = self.marks.blocks.get(&open.start).map_or(&[], Vec::as_slice);
        if self.next > first && self.tokens[self.next - 1].kind == Kind::Comment {
            self.break_line(self.indent);
        } else if self.next > first {
            self.out.push(' ');
        }
        self.out.push('{');
        self.next += 1;
        let mut spans = spans.iter();
        let mut empty = true;
        self.indent += 2;
        let mut entry = spans.next();
        while let Some(token) = self.tokens.get(self.next) {
            if let Some(span) = entry.filter(|span| span.start == token.start) {
                self.new_line();
                self.entry(span.end);
                entry = spans.next();
                empty = false;
            } else if token.is("}") {
                break;
            } else {
                empty &= token.is(";");
                self.loose_token();
            }
        }
        self.indent -= 2;
        if !empty {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n(' ', self.indent));
        }
        self.out.push('}');
        self.next += 1;
    }

    fn space(&self, before: &Token<'_>, token: &Token<'_>) -> bool {
        if token.kind == Kind::Mark {
            match token.text {
                "," | ":" | "?" | ")" | "." => return false,
                ".." => return false,
                "(" if self.marks.calls.contains(&token.start) => return false,
                "(" if before.is("(") => return false,
                "(" if before.kind == Kind::Word && self.is_params(token) => return false,
                "}" if self.marks.set_ends.contains(&token.end()) => return false,
                "}" if self.opens_block(before) => return false,
                _ => {}
            }
        }
        if before.kind == Kind::Mark {
            match before.text {
                "(" | "." => return false,
                ".." => {
                    return !(token.kind == Kind::Word
                        || token.is("(")
                        || token.is("-")
                        || token.is("+"));
                }
                "{" if self.marks.set_starts.contains(&before.start) => return false,
                "+" | "-" if self.marks.signs.contains(&before.start) => return false,
                _ => {}
            }
        }
        true
    }

    /// Whether a `(` opens a list of parameters.
    fn is_params(&self, token: &Token<'_>) -> bool {
        let place = self.tokens.partition_point(|other| other.start <= token.start);
        let first = self.tokens[place..].iter().find(|other| other.kind != Kind::Comment);
        first.is_some_and(|first| self.marks.params.contains(&first.start))
    }

    fn column(&self) -> usize {
        let line = self.out.rfind('\n').map_or(0, |newline| newline + 1);
        self.out[line..].chars().count()
    }
}

/// The last token that was written.
fn previous<'t, 's>(tokens: &'t [Token<'s>]) -> Option<&'t Token<'s>> {
    tokens.iter().rev().find(|token| !token.is(";"))
}

fn begins(spans: &[Span], start: u32) -> bool {
    spans.binary_search_by_key(&start, |span| span.start).is_ok()
}

/// Whether the grammar lets a line break stand between two tokens.
fn may_break(before: &Token<'_>, token: &Token<'_>) -> bool {
    before.is(",")
        || token.kind == Kind::Word
            && matches!(token.text, "and" | "or" | "implies" | "when" | "until" | "where")
}
