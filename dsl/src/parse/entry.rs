//! Blocks and what stands in them: fields, clauses, counted cards, field and clause
//! declarations. Statements are in `statement.rs`.

use super::lower::Lower;
use super::{Pair, Pairs, Rule};
use crate::ast::{Block, Clause, ClauseDecl, Count, Entry, Expr, FieldDecl, Ident, Span, Str};
use crate::error::SyntaxError;

impl<'i> Lower<'i> {
    pub(super) fn block(&mut self, pair: Pair<'i>) -> Block {
        let span = self.span(&pair);
        Block { entries: self.entries(pair.into_inner()), span }
    }

    pub(super) fn entries(&mut self, pairs: Pairs<'i>) -> Vec<Entry> {
        // In most blocks every pair except the two braces is an entry.
        let mut entries = Vec::with_capacity(pairs.len().saturating_sub(2));
        let mut doc = Vec::new();
        let mut opening = None;
        for pair in pairs {
            match pair.as_rule() {
                Rule::doc => {
                    self.doc_line(&pair, &mut doc);
                    continue;
                }
                Rule::brace_open => opening = Some(self.span(&pair)),
                Rule::missing_brace => self.missing_brace(&pair, opening),
                Rule::brace_close | Rule::comment => {}
                _ => {
                    let entry = self.entry(pair, std::mem::take(&mut doc));
                    entries.push(entry);
                }
            }
        }
        entries
    }

    fn entry(&mut self, pair: Pair<'i>, doc: Vec<Str>) -> Entry {
        match pair.as_rule() {
            Rule::field | Rule::clause | Rule::worded | Rule::mark_line => {
                Entry::Clause(Box::new(self.clause(pair, doc)))
            }
            Rule::count => self.count(pair),
            Rule::bonus => Entry::Bonus(self.operand(pair)),
            Rule::field_decl => self.field_decl(pair, doc),
            Rule::clause_decl => self.clause_decl(pair, doc),
            Rule::bad_entry => Entry::Bad(self.bad_entry(pair)),
            _ => self.statement(pair),
        }
    }

    fn clause(&mut self, pair: Pair<'i>, doc: Vec<Str>) -> Clause {
        let span = self.span(&pair);
        let name = Ident { text: String::new(), span };
        let mut clause = Clause {
            doc,
            name,
            args: Vec::new(),
            label: None,
            values: None,
            to: None,
            when: None,
            on: None,
            block: None,
            span,
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::ident => clause.name = self.ident(&part),
                Rule::map_mark => {
                    clause.name = Ident { text: part.as_str().to_owned(), span: self.span(&part) };
                }
                Rule::link => {
                    clause.to = part
                        .into_inner()
                        .find(|inner| !matches!(inner.as_rule(), Rule::leads_to | Rule::comment))
                        .map(|to| Box::new(self.operand(to)));
                }
                Rule::clause_when => {
                    clause.when = part
                        .into_inner()
                        .find(|inner| inner.as_rule() == Rule::expr)
                        .map(|condition| Box::new(self.expr(condition)));
                }
                Rule::head_arg => {
                    let argument = self.argument(part);
                    clause.args.push(argument);
                }
                Rule::text => clause.label = Some(self.text(part)),
                Rule::head_on => clause.on = self.head_on(part),
                Rule::wrong_colon => self.wrong_colon(&part, Some(&clause.name)),
                Rule::values => clause.values = Some(self.values(part)),
                Rule::plain => {
                    clause.values = part.into_inner().next().map(|value| vec![self.operand(value)])
                }
                Rule::block => clause.block = Some(self.block(part)),
                _ => {}
            }
        }
        clause
    }

    fn head_on(&mut self, pair: Pair<'i>) -> Option<Box<(Ident, Option<Expr>)>> {
        let (mut event, mut condition) = (None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::ident => event = Some(self.ident(&part)),
                Rule::expr => condition = Some(self.expr(part)),
                _ => {}
            }
        }
        event.map(|event| Box::new((event, condition)))
    }

    fn values(&mut self, pair: Pair<'i>) -> Vec<Expr> {
        let parts = pair.into_inner();
        let mut values: Vec<Expr> = Vec::with_capacity(parts.len());
        for part in parts {
            match part.as_rule() {
                Rule::value => values.push(self.expr(part)),
                _ => self.list_mistake(&part),
            }
        }
        values
    }

    fn count(&mut self, pair: Pair<'i>) -> Entry {
        let span = self.span(&pair);
        let mut count =
            Count { count: 0, count_span: span, card: Ident { text: String::new(), span }, span };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::integer => {
                    count.count_span = self.span(&part);
                    let Ok(number) = part.as_str().parse() else {
                        self.number_too_large(count.count_span);
                        return Entry::Bad(self.bad(span));
                    };
                    count.count = number;
                }
                Rule::ident => count.card = self.ident(&part),
                // A card's name in quotes: the checker, which knows the cards, suggests the
                // identifier.
                Rule::line_text => {
                    let (text, span) = (part.as_str(), self.span(&part));
                    count.card = Ident { text: text[1..text.len() - 1].to_owned(), span };
                }
                _ => {}
            }
        }
        Entry::Count(count)
    }

    fn field_decl(&mut self, pair: Pair<'i>, doc: Vec<Str>) -> Entry {
        let span = self.span(&pair);
        let (mut name, mut optional, mut ty, mut default) = (None, false, None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::ident => name = Some(self.ident(&part)),
                Rule::question => optional = true,
                Rule::wrong_colon => self.wrong_colon(&part, name.as_ref()),
                Rule::missing_colon => self.missing_colon(&part, name.as_ref()),
                Rule::r#type => ty = Some(self.ty(part)),
                Rule::expr => default = Some(self.expr(part)),
                _ => {}
            }
        }
        match (name, ty) {
            (Some(name), Some(ty)) => {
                Entry::Field(Box::new(FieldDecl { doc, name, optional, ty, default, span }))
            }
            _ => Entry::Bad(self.bad(span)),
        }
    }

    fn clause_decl(&mut self, pair: Pair<'i>, doc: Vec<Str>) -> Entry {
        let span = self.span(&pair);
        let (mut name, mut params, mut shape, mut body) = (None, Vec::new(), None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::ident => name = Some(self.ident(&part)),
                Rule::head_params => params = self.params(part),
                Rule::wrong_colon => self.wrong_colon(&part, name.as_ref()),
                Rule::missing_colon => self.missing_colon(&part, name.as_ref()),
                Rule::r#type => shape = Some(self.ty(part)),
                Rule::block => body = Some(self.block(part)),
                _ => {}
            }
        }
        match (name, shape) {
            (Some(name), Some(shape)) => {
                Entry::ClauseDecl(Box::new(ClauseDecl { doc, name, params, shape, body, span }))
            }
            _ => Entry::Bad(self.bad(span)),
        }
    }

    /// A `///` line. One at the end of another line is a plain comment.
    pub(super) fn doc_line(&mut self, pair: &Pair<'i>, doc: &mut Vec<Str>) {
        let start = pair.as_span().start();
        let line = self.source[..start].rfind('\n').map_or(0, |newline| newline + 1);
        if !self.source[line..start].trim_start_matches('\u{feff}').trim().is_empty() {
            return;
        }
        let written = pair.as_str().trim_end();
        let text = written[3..].strip_prefix(' ').unwrap_or(&written[3..]).to_owned();
        let span = self.at(start, start + written.len());
        doc.push(Str { text, span, block: false });
    }

    pub(super) fn wrong_colon(&mut self, pair: &Pair<'i>, name: Option<&Ident>) {
        let span = self.span(pair);
        let name = name.map_or("the name", |name| name.text.as_str());
        self.report(
            SyntaxError::new(
                "E0002",
                span,
                format!("expected `:` after `{name}`, found `{}`", pair.as_str()),
            )
            .help(format!("write `{name}: …`"))
            .fix(attached(self, span), ":"),
        );
    }

    pub(super) fn missing_colon(&mut self, pair: &Pair<'i>, name: Option<&Ident>) {
        let at = self.end_before(self.span(pair));
        let name = name.map_or("the name", |name| name.text.as_str());
        self.report(
            SyntaxError::new("E0023", at, format!("expected `:` after `{name}`"))
                .help(format!("write `{name}: …`"))
                .fix(at, ":"),
        );
    }

    pub(super) fn missing_brace(&mut self, pair: &Pair<'i>, opening: Option<Span>) {
        if self.text_is_open {
            return;
        }
        let mut at = self.end_before(self.span(pair));
        let mut opening = opening;
        if let Some((open, close)) = self.misaligned() {
            let end = self.significant_before(close);
            at = self.at(end, end);
            opening = Some(self.at(open, open + 1));
        }
        let mut error = SyntaxError::new("E0008", at, "expected `}` to close the block")
            .help("every `{` needs its `}`");
        if let Some(opening) = opening {
            error = error.label(opening, "this block is never closed");
        }
        self.report(error);
    }

    pub(super) fn number_too_large(&mut self, span: Span) {
        let message = format!("the number `{}` is too large", self.text_at(span));
        self.report(SyntaxError::new("E0020", span, message).help("write a smaller number"));
    }

    /// Reports missing, wrong or superfluous commas, and parentheses that never close.
    pub(super) fn list_mistake(&mut self, pair: &Pair<'i>) {
        let span = self.span(pair);
        let error = match pair.as_rule() {
            Rule::missing_comma => {
                let at = self.end_before(span);
                if let Some(error) = self.all_of_them(at) {
                    return self.doubt(error);
                }
                SyntaxError::new("E0003", at, "expected `,` between two values")
                    .help("add a comma")
                    .fix(at, ",")
            }
            Rule::wrong_semicolon => {
                SyntaxError::new("E0019", span, "expected `,` between two values, found `;`")
                    .help("values are separated by commas")
                    .fix(span, ",")
            }
            Rule::wrong_last_comma => {
                SyntaxError::new("E0013", span, "no value follows this comma")
                    .help("remove the comma: entries need nothing between them but a new line")
                    .fix(span, "")
            }
            Rule::missing_paren => {
                let at = self.end_before(span);
                let error = SyntaxError::new("E0014", at, "expected `)`");
                return self.doubt(error.help("every `(` needs its `)`").fix(at, ")"));
            }
            _ => return,
        };
        self.report(error);
    }
}

/// The span with the spaces before it, so that `cost = 1` becomes `cost: 1`.
fn attached(lower: &Lower<'_>, span: Span) -> Span {
    lower.end_before(span).to(span)
}
