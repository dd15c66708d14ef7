//! Items: `use` lines, declarations with their heads, types and parameters.

use super::lower::Lower;
use super::{Pair, Pairs, ParsedItem, Rule};
use crate::ast::{
    Block, Declaration, Expr, ExprKind, Ident, Item, Param, Span, Str, Type, UnaryOp,
};
use crate::error::SyntaxError;

impl<'i> Lower<'i> {
    /// Lowers the pairs of the `item` rule.
    pub(super) fn items(mut self, pairs: Pairs<'i>) -> ParsedItem {
        let mut items = Vec::new();
        let mut doc = Vec::new();
        for pair in pairs {
            match pair.as_rule() {
                Rule::doc => self.doc_line(&pair, &mut doc),
                Rule::use_line => {
                    let span = self.span(&pair);
                    let name = pair.into_inner().find(|part| part.as_rule() == Rule::ident);
                    if let Some(name) = name {
                        let name = self.ident(&name);
                        items.push(Item::Use { name, span });
                    }
                }
                Rule::declaration => {
                    let declaration = self.declaration(pair, std::mem::take(&mut doc));
                    items.push(declaration);
                }
                Rule::table => {
                    let table = self.table(pair, std::mem::take(&mut doc));
                    items.push(Item::Table(Box::new(table)));
                }
                Rule::bad_item => items.push(self.bad_item(pair)),
                _ => {}
            }
        }
        self.finish(items)
    }

    fn declaration(&mut self, pair: Pair<'i>, doc: Vec<Str>) -> Item {
        let whole = self.span(&pair);
        let mut idents = Vec::new();
        let mut is_abstract = None;
        let mut name = None;
        let mut params = Vec::new();
        let mut parent = None;
        let mut targets = Vec::new();
        let mut range = None;
        let mut body: Option<Block> = None;
        let mut junk = None;
        let mut head_end = whole.start;
        for part in pair.into_inner() {
            let span = self.span(&part);
            match part.as_rule() {
                Rule::kw_abstract => is_abstract = Some(span),
                Rule::ident => idents.push(self.ident(&part)),
                Rule::wrong_id => idents.push(self.wrong_id(part.as_str(), span)),
                Rule::text => name = Some(self.text(part)),
                Rule::wrong_bare_name => name = Some(self.bare_name(part.as_str(), span)),
                Rule::head_params => params = self.params(part),
                Rule::head_parent => parent = self.first_ident(part),
                Rule::head_for => (range, targets) = self.head_for(part),
                Rule::head_junk => junk = Some(self.trimmed(span)),
                Rule::block => body = Some(self.block(part)),
                Rule::unopened => body = Some(self.unopened(part, head_end)),
                _ => continue,
            }
            if body.is_none() {
                head_end = self.trimmed(span).end;
            }
        }
        let mut idents = idents.into_iter();
        let Some(kind) = idents.next() else { return Item::Bad(self.bad(whole)) };
        let mut id = idents.next();
        let outside = id.is_none()
            && name.is_none()
            && params.is_empty()
            && targets.is_empty()
            && body.is_none();
        let end = body.as_ref().map_or(head_end, |body| body.span.end);
        let span = Span { start: whole.start, end };
        if outside {
            self.report(
                SyntaxError::new(
                    "E0028",
                    span,
                    format!("`{}` is not a declaration", first_words(self.text_at(span))),
                )
                .help(
                    "a declaration reads `kind id \"Name\" { … }`; is a `}` above it one too many?",
                ),
            );
            return Item::Bad(self.bad(span));
        }
        if let (None, None, Some(parent)) = (&id, &name, &parent) {
            let colon = self.end_before(parent.span);
            let colon = Span { start: colon.start.saturating_sub(1), end: colon.end };
            let message = format!("expected an id after `{}`, found `:`", kind.text);
            self.report(
                SyntaxError::new("E0001", colon, message)
                    .help(format!("write `{} {}`", kind.text, parent.text))
                    .fix(colon, ""),
            );
        }
        if let (None, Some(name), "use") = (&id, &name, kind.text.as_str()) {
            let message = "the game that a file uses is named without quotes";
            self.report(
                SyntaxError::new("E0006", name.span, message)
                    .help(format!("write `use {}`", name.text))
                    .fix(name.span, name.text.clone()),
            );
        }
        let bad = junk.map(|junk| {
            self.head_junk(junk, &kind);
            self.bad(junk)
        });
        id = id.or_else(|| bad.as_ref()?.words.first().cloned());
        Item::Declaration(Box::new(Declaration {
            doc,
            is_abstract,
            kind,
            id,
            name,
            params,
            parent,
            targets,
            range,
            bad,
            body,
            span,
        }))
    }

    fn head_junk(&mut self, junk: Span, kind: &Ident) {
        let text = self.text_at(junk);
        let found = first_words(text);
        if text.starts_with(super::habit::QUOTES) {
            return self.report(self.curly_quotes(junk.start));
        }
        if let Some(character) = text.chars().next().filter(|first| is_meaningless(*first)) {
            let here = Span { end: junk.start + character.len_utf8() as u32, ..junk };
            return self.report(super::habit::meaningless(here, character));
        }
        let range = text.split_whitespace().nth(1).filter(|_| text.starts_with("for "));
        if let Some(range) = range {
            let at = text.find(range).unwrap_or_default() as u32;
            if let Some(error) = super::habit::wrong_range(range, junk.start + at) {
                return self.report(error);
            }
        }
        let kind = &kind.text;
        let error = SyntaxError::new("E0001", junk, format!("expected `{{`, found `{found}`"));
        let word = super::diagnose::first_word(text);
        self.report(if matches!(word, "extends" | "inherits" | "from" | "is") {
            error.help(format!("a parent follows a colon: `{kind} id \"Name\": parent {{ … }}`"))
        } else if text.trim_end() == ":" {
            error.help("take the `:` out, or name a parent behind it").fix(junk, "")
        } else {
            error.help(format!(
                "the head reads `{kind} id \"Name\" (parameters): parent for target`"
            ))
        });
    }

    /// `gold dwarf "Gold Dwarf"`
    fn wrong_id(&mut self, text: &str, span: Span) -> Ident {
        let right = text.split_whitespace().collect::<Vec<_>>().join("-");
        self.report(
            SyntaxError::new("E0022", span, format!("an id is one word, not `{text}`"))
                .help(format!("write `{right}`"))
                .fix(span, right.clone()),
        );
        Ident { text: right, span }
    }

    fn bare_name(&mut self, text: &str, span: Span) -> Str {
        let text = text.trim();
        let span = Span { start: span.start, end: span.start + text.len() as u32 };
        self.report(
            SyntaxError::new("E0021", span, format!("the name `{text}` must stand in quotes"))
                .help(format!("write \"{text}\"; an id is one word, joined with `-`"))
                .fix(span, format!("\"{text}\"")),
        );
        Str { text: text.to_owned(), span, block: false }
    }

    /// A block whose `{` is missing.
    fn unopened(&mut self, pair: Pair<'i>, head_end: u32) -> Block {
        let end = self.span(&pair).end;
        let at = Span { start: head_end, end: head_end };
        self.report(
            SyntaxError::new("E0010", at, "expected `{` to open the block")
                .help("add `{` at the end of this line")
                .fix(at, " {"),
        );
        let entries = self.entries(pair.into_inner());
        Block { entries, span: Span { start: head_end, end } }
    }

    pub(super) fn params(&mut self, pair: Pair<'i>) -> Vec<Param> {
        let mut params = Vec::new();
        for part in pair.into_inner() {
            if part.as_rule() != Rule::param {
                self.list_mistake(&part);
                continue;
            }
            let span = self.span(&part);
            let (mut name, mut ty, mut default) = (None, None, None);
            for inner in part.into_inner() {
                match inner.as_rule() {
                    Rule::ident => name = Some(self.ident(&inner)),
                    Rule::wrong_colon => self.wrong_colon(&inner, name.as_ref()),
                    Rule::missing_colon => self.missing_colon(&inner, name.as_ref()),
                    Rule::r#type => ty = Some(self.ty(inner)),
                    Rule::expr => default = Some(self.expr(inner)),
                    _ => {}
                }
            }
            if let (Some(name), Some(ty)) = (name, ty) {
                params.push(Param { name, ty, default, span });
            }
        }
        params
    }

    pub(super) fn ty(&mut self, pair: Pair<'i>) -> Type {
        let span = self.span(&pair);
        let mut idents = Vec::new();
        let mut range = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::ident => idents.push(self.ident(&part)),
                Rule::range => range = self.range(part),
                _ => {}
            }
        }
        let mut idents = idents.into_iter();
        let first = idents.next().unwrap_or_else(|| Ident { text: String::new(), span });
        let second = idents.next();
        match second {
            Some(name) if first.text == "list" => {
                Type { list: true, name, of: idents.next(), range, span }
            }
            of => Type { list: false, name: first, of, range, span },
        }
    }

    fn head_for(&mut self, pair: Pair<'i>) -> (Option<(Expr, Option<Expr>)>, Vec<Ident>) {
        let (mut range, mut targets) = (None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::range => range = self.range(part),
                Rule::ident => targets.push(self.ident(&part)),
                _ => {}
            }
        }
        (range, targets)
    }

    pub(super) fn range(&mut self, pair: Pair<'i>) -> Option<(Expr, Option<Expr>)> {
        let mut bounds = Vec::new();
        for part in pair.into_inner() {
            if part.as_rule() == Rule::bound {
                bounds.push(self.bound(part));
            }
        }
        let mut bounds = bounds.into_iter();
        let low = bounds.next()?;
        Some((low, bounds.next()))
    }

    fn bound(&mut self, pair: Pair<'i>) -> Expr {
        let span = self.span(&pair);
        let mut sign = None;
        let mut value = Expr { kind: ExprKind::Bad, span };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::sign => {
                    sign = Some(if part.as_str() == "-" { UnaryOp::Minus } else { UnaryOp::Plus })
                }
                _ => value = self.operand(part),
            }
        }
        match sign {
            Some(sign) => Expr { kind: ExprKind::Unary(sign, Box::new(value)), span },
            None => value,
        }
    }

    pub(super) fn first_ident(&mut self, pair: Pair<'i>) -> Option<Ident> {
        self.all_idents(pair).into_iter().next()
    }

    fn all_idents(&mut self, pair: Pair<'i>) -> Vec<Ident> {
        let mut idents = Vec::new();
        for part in pair.into_inner() {
            if part.as_rule() == Rule::ident {
                idents.push(self.ident(&part));
            }
        }
        idents
    }

    /// The span without space around it.
    pub(super) fn trimmed(&self, span: Span) -> Span {
        let text = self.text_at(span);
        let start = span.start + (text.len() - text.trim_start().len()) as u32;
        Span { start, end: (span.start + text.trim_end().len() as u32).max(start) }
    }
}

/// True for a character that is no part of the language.
pub(super) fn is_meaningless(character: char) -> bool {
    !character.is_ascii_alphanumeric() && !"_\"(){}:;,.=<>!&|+-*/".contains(character)
}

/// The beginning of a text, short enough for a message.
pub(super) fn first_words(text: &str) -> &str {
    let line = text.lines().next().unwrap_or("").trim();
    match line.char_indices().nth(24) {
        Some((cut, _)) => line[..cut].trim_end(),
        None => line,
    }
}
