//! Moves a parsed tree to another place: an item that was parsed once need not be parsed again
//! when text above it changes, only its spans have to move.

use crate::ast::*;
use crate::error::SyntaxError;
use crate::parse::ParsedItem;

impl ParsedItem {
    /// The same item as if its text began at byte `to` instead of byte `from`.
    pub fn moved(mut self, from: u32, to: u32) -> ParsedItem {
        if from != to {
            self.shift(Moving { after: 0, by: to.wrapping_sub(from) });
        }
        self
    }

    /// The same item with the byte at `place` removed from its text. Used after parsing a text into
    /// which one brace was inserted: the spans then fit the text as it was written.
    pub(crate) fn without_byte_at(mut self, place: u32) -> ParsedItem {
        self.shift(Moving { after: place + 1, by: u32::MAX });
        self
    }
}

/// How offsets move: every offset from `after` on has `by` added. The sum wraps, so offsets can
/// also move towards the beginning.
#[derive(Clone, Copy)]
struct Moving {
    after: u32,
    by: u32,
}

impl Moving {
    fn place(self, place: u32) -> u32 {
        if place < self.after { place } else { place.wrapping_add(self.by) }
    }
}

/// A node that contains spans.
trait Shift {
    /// Moves every span in the node.
    fn shift(&mut self, by: Moving);
}

impl Shift for Span {
    fn shift(&mut self, by: Moving) {
        self.start = by.place(self.start);
        self.end = by.place(self.end);
    }
}

impl<T: Shift> Shift for Option<T> {
    fn shift(&mut self, by: Moving) {
        self.iter_mut().for_each(|inner| inner.shift(by));
    }
}

impl<T: Shift> Shift for Vec<T> {
    fn shift(&mut self, by: Moving) {
        self.iter_mut().for_each(|inner| inner.shift(by));
    }
}

impl<T: Shift> Shift for Box<T> {
    fn shift(&mut self, by: Moving) {
        (**self).shift(by);
    }
}

impl<A: Shift, B: Shift> Shift for (A, B) {
    fn shift(&mut self, by: Moving) {
        self.0.shift(by);
        self.1.shift(by);
    }
}

/// Implements [`Shift`] for structs, from the fields that contain spans and those that do not.
/// Every field must be named, so a new one cannot be forgotten.
macro_rules! shift {
    ($($name:ident { $($field:ident),* $(; $($plain:ident),*)? })*) => {$(
        impl Shift for $name {
            fn shift(&mut self, by: Moving) {
                let $name { $($field,)* $($($plain: _,)*)? } = self;
                $($field.shift(by);)*
            }
        }
    )*};
}

shift! {
    ParsedItem { items, errors }
    Ident { span; text }
    Str { span; text, block }
    Declaration { doc, is_abstract, kind, id, name, params, parent, targets, range, bad, body, span }
    Table { doc, kind, parent, columns, rows, bad, cells, source, body, span }
    TableSource { path, sheet, columns, span }
    Param { name, ty, default, span }
    Type { name, of, range, span; list }
    Block { entries, span }
    Clause { doc, name, args, label, values, to, when, on, block, span }
    Bad { words, span }
    Count { count_span, card, span; count }
    FieldDecl { doc, name, ty, default, span; optional }
    ClauseDecl { doc, name, params, shape, body, span }
    Statement { kind, span }
    Lasting { when, until }
    Limit { count, per }
    Arm { values, body, span }
    ChoiceOption { label, condition, body, span }
    Command { name, args, labelled, span }
    Call { name, args, span }
    CallArg { label, value }
    Expr { kind, span }
}

impl Shift for SyntaxError {
    fn shift(&mut self, by: Moving) {
        let SyntaxError { span, labels, fix, code: _, message: _, help: _ } = self;
        span.shift(by);
        let others = labels.iter_mut().chain(fix.iter_mut().flatten());
        others.for_each(|(place, _)| place.shift(by));
    }
}

impl Shift for Item {
    fn shift(&mut self, by: Moving) {
        match self {
            Item::Use { name, span } => {
                name.shift(by);
                span.shift(by);
            }
            Item::Declaration(declaration) => declaration.shift(by),
            Item::Table(table) => table.shift(by),
            Item::Bad(bad) => bad.shift(by),
        }
    }
}

impl Shift for Entry {
    fn shift(&mut self, by: Moving) {
        match self {
            Entry::Clause(clause) => clause.shift(by),
            Entry::Count(count) => count.shift(by),
            Entry::Bonus(row) => row.shift(by),
            Entry::Field(field) => field.shift(by),
            Entry::ClauseDecl(clause) => clause.shift(by),
            Entry::Statement(statement) => statement.shift(by),
            Entry::Bad(bad) => bad.shift(by),
        }
    }
}

/// Shifts several places.
macro_rules! all {
    ($by:ident: $($part:ident),*) => {{ $($part.shift($by);)* }};
}

impl Shift for StatementKind {
    fn shift(&mut self, by: Moving) {
        use StatementKind as Kind;
        match self {
            Kind::On { event, condition, body, limit, once: _, until } => {
                all!(by: event, condition, body, limit, until)
            }
            Kind::Modify { stat, subject, operation: _, amount, lasting } => {
                all!(by: stat, subject, amount, lasting)
            }
            Kind::Mark { subject, mark, lasting } => all!(by: subject, mark, lasting),
            Kind::Grant { revoke: _, keyword, subject, lasting } => {
                all!(by: keyword, subject, lasting)
            }
            Kind::Forbid { acts, subject, lasting } => all!(by: acts, subject, lasting),
            Kind::ForEach { selection, body } => all!(by: selection, body),
            Kind::Repeat { count, body } => all!(by: count, body),
            Kind::Choose { by: _, up_to: _, count, from, body } => all!(by: count, from, body),
            Kind::ChooseOption { by: _, up_to: _, count, options } => all!(by: count, options),
            Kind::Offer { label, condition, body, limit } => {
                all!(by: label, condition, body, limit)
            }
            Kind::If { condition, then, otherwise } => all!(by: condition, then, otherwise),
            Kind::Match { value, arms } => all!(by: value, arms),
            Kind::Let { name, value } => all!(by: name, value),
            Kind::Set { name, value } => all!(by: name, value),
            Kind::Roll { pool, body } => all!(by: pool, body),
            Kind::Call(call) => call.shift(by),
            Kind::Require { condition, message, help } => all!(by: condition, message, help),
            Kind::Todo { note } => note.shift(by),
            Kind::Do(command) | Kind::ExpectIllegal(command) => command.shift(by),
            Kind::Expect { condition } => condition.shift(by),
            Kind::ExpectLegal { command, values } => all!(by: command, values),
            Kind::ForSeeds { range, body } => all!(by: range, body),
        }
    }
}

impl Shift for ExprKind {
    fn shift(&mut self, by: Moving) {
        use ExprKind as Kind;
        match self {
            Kind::Int(_) | Kind::Quantity(..) | Kind::Name(_) | Kind::Bad => {}
            Kind::Text(text) => text.shift(by),
            Kind::Call(call) => call.shift(by),
            Kind::Apply { name, args } => all!(by: name, args),
            Kind::Row(parts) | Kind::Set(parts) => parts.shift(by),
            Kind::Then { first, then } => all!(by: first, then),
            Kind::Select { source, zone, within, filter } => all!(by: source, zone, within, filter),
            Kind::Where { of, filter } => all!(by: of, filter),
            Kind::Member { of, name } => all!(by: of, name),
            Kind::Group(inner) | Kind::Unary(_, inner) => inner.shift(by),
            Kind::Binary(_, left, right) => all!(by: left, right),
        }
    }
}
