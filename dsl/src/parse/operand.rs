//! What stands between two operators: names, numbers, texts, calls, sets, groups, and the
//! arguments of keywords.

use std::iter::Peekable;

use super::expression::{MAX_OPERATORS, member};
use super::lower::Lower;
use super::{Pair, Pairs, Rule};
use crate::ast::{BinaryOp, Call, CallArg, Expr, ExprKind, Ident, Span, UnaryOp};
use crate::error::SyntaxError;

impl<'i> Lower<'i> {
    /// Lowers anything that can stand between two operators.
    pub(super) fn operand(&mut self, pair: Pair<'i>) -> Expr {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::integer => match pair.as_str().parse() {
                Ok(number) => ExprKind::Int(number),
                Err(_) => {
                    self.number_too_large(span);
                    ExprKind::Bad
                }
            },
            Rule::quantity => self.quantity(pair.as_str(), span),
            Rule::ident => ExprKind::Name(self.check_word(pair.as_str(), span)),
            Rule::bare_name | Rule::name => self.name(pair.as_str(), span),
            Rule::text => ExprKind::Text(self.text(pair)),
            Rule::signed => {
                let mut op = UnaryOp::Plus;
                let mut value = Expr { kind: ExprKind::Bad, span };
                for part in pair.into_inner() {
                    match part.as_rule() {
                        Rule::sign if part.as_str() == "-" => op = UnaryOp::Minus,
                        Rule::sign => {}
                        _ => value = self.operand(part),
                    }
                }
                ExprKind::Unary(op, Box::new(value))
            }
            Rule::row | Rule::bonus => {
                let parts: Vec<Expr> = pair.into_inner().map(|part| self.operand(part)).collect();
                if parts.len() > MAX_OPERATORS {
                    return self.too_long(span);
                }
                ExprKind::Row(parts)
            }
            Rule::group => {
                let mut inner = Expr { kind: ExprKind::Bad, span };
                for part in pair.into_inner() {
                    match part.as_rule() {
                        Rule::expr => inner = self.expr(part),
                        _ => self.list_mistake(&part),
                    }
                }
                ExprKind::Group(Box::new(inner))
            }
            Rule::set => {
                let mut values = Vec::new();
                for part in pair.into_inner() {
                    match part.as_rule() {
                        Rule::expr => values.push(self.expr(part)),
                        _ => self.list_mistake(&part),
                    }
                }
                ExprKind::Set(values)
            }
            _ => ExprKind::Bad,
        };
        Expr { kind, span }
    }

    fn name(&mut self, text: &str, span: Span) -> ExprKind {
        let right = match text {
            "true" => "yes",
            "false" => "no",
            _ if is_reserved(text) => {
                self.report(
                    SyntaxError::new("E0012", span, format!("expected a value, found `{text}`"))
                        .help(format!("`{text}` is a word of the language and cannot be a name")),
                );
                return ExprKind::Bad;
            }
            _ => {
                return ExprKind::Name(self.check_word(text, span));
            }
        };
        self.report(
            SyntaxError::new("E0005", span, format!("`{text}` is written `{right}`"))
                .help(format!("write `{right}`"))
                .fix(span, right),
        );
        ExprKind::Name(right.to_owned())
    }

    fn quantity(&mut self, text: &str, span: Span) -> ExprKind {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        match text[..digits].parse() {
            Ok(number) => ExprKind::Quantity(number, text[digits..].to_owned()),
            Err(_) => {
                self.number_too_large(span);
                ExprKind::Bad
            }
        }
    }

    /// A name: alone, called, or followed by arguments.
    pub(super) fn named(&mut self, pair: Pair<'i>, rest: &mut Peekable<Pairs<'i>>) -> Expr {
        let span = self.span(&pair);
        match rest.peek().map(|next| next.as_rule()) {
            Some(Rule::call_args) => {
                let name = self.ident(&pair);
                let mut call = Call { name, args: Vec::new(), span };
                if let Some(args) = rest.next() {
                    call.span = span.to(self.span(&args));
                    call.args = self.call_args(args);
                }
                Expr { span: call.span, kind: ExprKind::Call(call) }
            }
            Some(Rule::argument | Rule::cell_arg) => {
                let name = self.ident(&pair);
                let mut args = Vec::new();
                let is_argument = |rule| matches!(rule, Rule::argument | Rule::cell_arg);
                while let Some(arg) = rest.next_if(|next| is_argument(next.as_rule())) {
                    args.push(self.argument(arg));
                }
                let span = args.last().map_or(span, |last| span.to(last.span));
                Expr { kind: ExprKind::Apply { name, args }, span }
            }
            _ => Expr { kind: self.name(pair.as_str(), span), span },
        }
    }

    /// Lowers `(a, label: b)`.
    pub(super) fn call_args(&mut self, pair: Pair<'i>) -> Vec<CallArg> {
        let parts = pair.into_inner();
        let mut args = Vec::with_capacity(parts.len());
        for part in parts {
            match part.as_rule() {
                Rule::call_arg => args.push(self.call_arg(part)),
                _ => self.list_mistake(&part),
            }
        }
        args
    }

    fn call_arg(&mut self, pair: Pair<'i>) -> CallArg {
        let mut label = None;
        let mut value = Expr { kind: ExprKind::Bad, span: self.span(&pair) };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::label => {
                    for inner in part.into_inner() {
                        match inner.as_rule() {
                            Rule::ident => label = Some(self.ident(&inner)),
                            Rule::wrong_label => self.wrong_colon(&inner, label.as_ref()),
                            _ => {}
                        }
                    }
                }
                Rule::expr => value = self.expr(part),
                _ => {}
            }
        }
        CallArg { label, value }
    }

    /// Lowers what follows a name on the same line: one operand, or several joined by `|` or
    /// one `..`.
    pub(super) fn argument(&mut self, pair: Pair<'i>) -> Expr {
        let span = self.span(&pair);
        let in_head = pair.as_rule() == Rule::head_arg;
        let mut result: Option<Expr> = None;
        let mut joint = None;
        let mut parts = pair.into_inner().peekable();
        let mut count = 0;
        while let Some(part) = parts.next() {
            count += 1;
            if count > 2 * MAX_OPERATORS {
                return self.too_long(span);
            }
            match part.as_rule() {
                Rule::joint if part.as_str() == "|" => joint = Some(BinaryOp::Alternative),
                Rule::joint => joint = Some(BinaryOp::Range),
                Rule::comment => {}
                // What follows a dot; in a head it is the operand itself.
                Rule::ident if !in_head => {
                    let name = self.ident(&part);
                    result = result.map(|of| attach_member(of, name));
                }
                _ => {
                    let operand = match part.as_rule() {
                        Rule::name | Rule::call_word => self.named(part, &mut parts),
                        _ => self.operand(part),
                    };
                    result = Some(match (result, joint.take()) {
                        (Some(left), Some(op)) => {
                            let span = left.span.to(operand.span);
                            Expr {
                                kind: ExprKind::Binary(op, Box::new(left), Box::new(operand)),
                                span,
                            }
                        }
                        _ => operand,
                    });
                }
            }
        }
        result.unwrap_or(Expr { kind: ExprKind::Bad, span })
    }
}

/// Attaches a member to the last operand of `a | b`.
fn attach_member(expr: Expr, name: Ident) -> Expr {
    match expr.kind {
        ExprKind::Binary(op, left, right) => {
            let right = member(*right, name);
            let span = left.span.to(right.span);
            Expr { kind: ExprKind::Binary(op, left, Box::new(right)), span }
        }
        _ => member(expr, name),
    }
}

/// The words that `reserved` in the grammar lists.
fn is_reserved(text: &str) -> bool {
    matches!(
        text,
        "and"
            | "as"
            | "at"
            | "by"
            | "each"
            | "else"
            | "for"
            | "from"
            | "has"
            | "in"
            | "is"
            | "implies"
            | "not"
            | "or"
            | "of"
            | "on"
            | "to"
            | "then"
            | "until"
            | "where"
            | "when"
            | "within"
            | "with"
    )
}
