//! Expressions. The grammar reads a flat row of operators and operands; this module builds the
//! tree by precedence climbing, several times faster than one grammar rule per level.

use super::lower::Lower;
use super::{Pair, Rule};
use crate::ast::{BinaryOp, Expr, ExprKind, Ident, Span, UnaryOp};
use crate::error::SyntaxError;

/// The most operators in one expression, not counting those in brackets. No card comes near it;
/// it bounds the depth of the tree, which later passes walk by recursion.
pub(super) const MAX_OPERATORS: usize = 256;
/// How deep operators with a right side of their own (`not`, `where`, `implies`) may nest. Like
/// [`MAX_OPERATORS`], it protects the stack and is far above what cards need.
const MAX_CLIMB: usize = 160;

/// How tightly operators bind, weakest first.
mod level {
    pub(super) const IMPLIES: u8 = 1;
    pub(super) const OR: u8 = 2;
    pub(super) const AND: u8 = 3;
    pub(super) const COMPARE: u8 = 4;
    pub(super) const ALTERNATIVE: u8 = 5;
    pub(super) const RANGE: u8 = 6;
    pub(super) const ADD: u8 = 7;
    pub(super) const MULTIPLY: u8 = 8;
    pub(super) const UNARY: u8 = 9;
}

/// One element of the flat row.
enum Token {
    Prefix(UnaryOp, Span),
    Infix(Infix, Span),
    Operand(Expr),
}

#[derive(Clone, Copy, PartialEq)]
enum Infix {
    Binary(BinaryOp),
    Within,
    Of,
    Where,
    Then,
}

/// The row, read from the left.
struct Row {
    /// Inside the zone or the centre of a selection, where `where` belongs to the whole selection.
    in_selection: bool,
    tokens: std::iter::Peekable<std::vec::IntoIter<Token>>,
    end: Span,
}

impl Row {
    fn infix(&mut self) -> Option<(Infix, Span)> {
        match self.tokens.peek() {
            Some(Token::Infix(infix, span)) => Some((*infix, *span)),
            _ => None,
        }
    }
}

impl<'i> Lower<'i> {
    /// Lowers an `expr` or `value` pair.
    pub(super) fn expr(&mut self, pair: Pair<'i>) -> Expr {
        let doubts = self.doubts;
        let expr = self.expr_as_read(pair);
        match self.doubts == doubts {
            true => expr,
            false => Expr { kind: ExprKind::Bad, span: expr.span },
        }
    }

    fn expr_as_read(&mut self, pair: Pair<'i>) -> Expr {
        let span = self.span(&pair);
        let is_value = matches!(pair.as_rule(), Rule::value | Rule::cell_value);
        let mut parts = pair.into_inner();
        // Most expressions are one word or number.
        if parts.len() == 1
            && let Some(operand) = parts.next()
        {
            return self.operand(operand);
        }
        let mut tokens: Vec<Token> = Vec::with_capacity(parts.len());
        let mut parts = parts.peekable();
        let mut members = 0;
        while let Some(part) = parts.next() {
            match part.as_rule() {
                Rule::prefix => {
                    let op = self.prefix(&part);
                    tokens.push(Token::Prefix(op, self.span(&part)));
                }
                Rule::infix => {
                    let infix = self.infix(&part);
                    tokens.push(Token::Infix(infix, self.span(&part)));
                }
                // Only what follows a dot is a bare `ident` here.
                Rule::ident | Rule::rule_number => {
                    members += 1;
                    if let Some(Token::Operand(of)) = tokens.pop() {
                        let name = self.ident(&part);
                        tokens.push(Token::Operand(member(of, name)));
                    }
                }
                Rule::comment | Rule::no_label => {}
                Rule::name | Rule::bare_name | Rule::call_word => {
                    tokens.push(Token::Operand(self.named(part, &mut parts)));
                }
                _ => tokens.push(Token::Operand(self.operand(part))),
            }
        }
        if members > MAX_OPERATORS {
            return self.too_long(span);
        }
        if tokens.len() == 1
            && let Some(Token::Operand(expr)) = tokens.pop()
        {
            return expr;
        }
        if tokens.len() > 2 * MAX_OPERATORS {
            return self.too_long(span);
        }
        let end = Span { start: span.end, end: span.end };
        let mut row = Row { in_selection: false, tokens: tokens.into_iter().peekable(), end };
        let depth = self.depth;
        let expr = self.climb(&mut row, 0);
        let expr = self.then(&mut row, expr, is_value);
        self.depth = depth;
        expr
    }

    pub(super) fn too_long(&mut self, span: Span) -> Expr {
        let message = format!("this expression has more than {MAX_OPERATORS} operators");
        self.report(
            SyntaxError::new("E0027", span, message)
                .help("split it, or count a selection instead of listing its members"),
        );
        Expr { kind: ExprKind::Bad, span }
    }

    /// `reaver creature then summon(…)`
    fn then(&mut self, row: &mut Row, first: Expr, is_value: bool) -> Expr {
        let mut calls = Vec::new();
        while let Some((Infix::Then, span)) = row.infix() {
            row.tokens.next();
            let call = self.climb(row, level::UNARY);
            if !is_value || !matches!(call.kind, ExprKind::Call(_) | ExprKind::Bad) {
                self.doubt(
                    SyntaxError::new(
                        "E0029",
                        span,
                        "`then` stands only after a keyword and before a verb",
                    )
                    .help("write `keyword … then verb(…)`"),
                );
            }
            calls.push(call);
        }
        let Some(last) = calls.last() else { return first };
        let span = first.span.to(last.span);
        Expr { kind: ExprKind::Then { first: Box::new(first), then: calls }, span }
    }

    fn climb(&mut self, row: &mut Row, weakest: u8) -> Expr {
        self.depth += 1;
        if self.depth > MAX_CLIMB {
            if self.depth == MAX_CLIMB + 1 {
                let message = "this expression is nested too deeply";
                self.report(
                    SyntaxError::new("E0011", row.end, message)
                        .help("give its parts names of their own with `let`"),
                );
            }
            row.tokens.by_ref().for_each(drop);
            return Expr { kind: ExprKind::Bad, span: row.end };
        }
        let mut left = match row.tokens.next() {
            Some(Token::Prefix(op, span)) => {
                let tightness = if op == UnaryOp::Not { level::COMPARE } else { level::UNARY };
                let operand = self.climb(row, tightness);
                let span = span.to(operand.span);
                Expr { kind: ExprKind::Unary(op, Box::new(operand)), span }
            }
            Some(Token::Operand(expr)) => expr,
            Some(Token::Infix(_, span)) => Expr { kind: ExprKind::Bad, span },
            None => Expr { kind: ExprKind::Bad, span: row.end },
        };
        let mut compared: Option<Span> = None;
        while let Some((infix, span)) = row.infix() {
            let selects = is_selection(&left) && !row.in_selection;
            match infix {
                Infix::Binary(BinaryOp::In) if selects => {
                    row.tokens.next();
                    let zone = self.climb_inside(row, level::ALTERNATIVE);
                    left = self.select(left, Part::Zone(zone));
                }
                Infix::Within if selects => {
                    row.tokens.next();
                    left = self.within(row, left, span);
                }
                Infix::Where if selects => {
                    row.tokens.next();
                    let filter = self.climb(row, 0);
                    left = self.select(left, Part::Filter(filter));
                }
                Infix::Where if matches!(left.kind, ExprKind::Call(_)) && !row.in_selection => {
                    row.tokens.next();
                    let filter = Box::new(self.climb(row, 0));
                    let span = left.span.to(filter.span);
                    left = Expr { kind: ExprKind::Where { of: Box::new(left), filter }, span };
                }
                Infix::Binary(op) => {
                    let strength = strength(op);
                    if strength < weakest {
                        break;
                    }
                    if strength == level::COMPARE {
                        self.check_chain(compared, span);
                        compared = Some(span);
                    }
                    row.tokens.next();
                    self.check_juxtaposed(&left);
                    let right = self
                        .climb(row, if op == BinaryOp::Implies { strength } else { strength + 1 });
                    let span = left.span.to(right.span);
                    left =
                        Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span };
                }
                Infix::Then => break,
                Infix::Where | Infix::Within if row.in_selection => break,
                // The number after `within` ends here; `of` belongs to the selection around it.
                Infix::Of if weakest >= level::ADD => break,
                Infix::Within | Infix::Of | Infix::Where => {
                    row.tokens.next();
                    self.misplaced(infix, span, &left);
                    let rest = self.climb(row, 0);
                    left.span = left.span.to(rest.span);
                    left.kind = ExprKind::Bad;
                }
            }
        }
        self.depth -= 1;
        left
    }

    fn climb_inside(&mut self, row: &mut Row, weakest: u8) -> Expr {
        let outside = std::mem::replace(&mut row.in_selection, true);
        let expr = self.climb(row, weakest);
        row.in_selection = outside;
        expr
    }

    fn within(&mut self, row: &mut Row, left: Expr, span: Span) -> Expr {
        let distance = self.climb(row, level::ADD);
        if !matches!(row.infix(), Some((Infix::Of, _))) {
            self.doubt(
                SyntaxError::new(
                    "E0025",
                    Span { start: distance.span.end, end: distance.span.end },
                    "expected `of` after `within` and its number",
                )
                .label(span, "`within` begins here")
                .help("write `within 2 of self`"),
            );
            return left;
        }
        row.tokens.next();
        let centre = self.climb_inside(row, level::UNARY);
        self.select(left, Part::Within(distance, centre))
    }

    fn select(&mut self, left: Expr, part: Part) -> Expr {
        let (mut source, mut zone, mut within, mut filter) = match left.kind {
            ExprKind::Name(text) => (Ident { text, span: left.span }, None, None, None),
            ExprKind::Select { source, zone, within, filter } => (source, zone, within, filter),
            _ => return left,
        };
        source.span.end = source.span.end.max(source.span.start);
        let end = match part {
            Part::Zone(expr) => {
                let end = expr.span;
                zone = Some(Box::new(expr));
                end
            }
            Part::Within(distance, centre) => {
                let end = centre.span;
                within = Some((Box::new(distance), Box::new(centre)));
                end
            }
            Part::Filter(expr) => {
                let end = expr.span;
                filter = Some(Box::new(expr));
                end
            }
        };
        Expr { span: left.span.to(end), kind: ExprKind::Select { source, zone, within, filter } }
    }

    fn check_chain(&mut self, compared: Option<Span>, span: Span) {
        let Some(before) = compared else { return };
        self.doubt(
            SyntaxError::new(
                "E0017",
                span,
                format!("`{}` cannot follow another comparison", self.text_at(span)),
            )
            .label(before, "the first comparison")
            .help("write `a < b and b < c`"),
        );
    }

    /// Reports `won attack and …`: inside an expression a name takes its arguments in parentheses.
    fn check_juxtaposed(&mut self, left: &Expr) {
        let ExprKind::Apply { name, args } = &left.kind else { return };
        let (Some(first), Some(last)) = (args.first(), args.last()) else { return };
        // `mark self as hidden while round > 2`
        let condition = args.iter().find(
            |arg| matches!(&arg.kind, ExprKind::Name(word) if super::habit::means_when(word)),
        );
        if let Some(error) = condition.and_then(|word| self.condition_behind(word.span)) {
            return self.doubt(error);
        }
        let written = self.text_at(first.span.to(last.span));
        let right = format!("{}({})", name.text, written.replace(' ', ", "));
        let message = "inside an expression, arguments stand in parentheses";
        let mut error =
            SyntaxError::new("E0031", left.span, message).help(format!("write `{right}`"));
        if args.len() == 1 && !written.contains(' ') {
            error = error.fix(left.span, right);
        }
        self.doubt(error);
    }

    fn misplaced(&mut self, infix: Infix, span: Span, left: &Expr) {
        let word = self.text_at(span);
        let before = super::item::first_words(self.text_at(left.span));
        let error = match infix {
            Infix::Of => {
                let error = SyntaxError::new(
                    "E0025",
                    span,
                    "`of` stands only after `within` and its number",
                );
                match before {
                    "number" | "amount" | "count" | "total" => {
                        error.help("cards are counted so: `count(characters where …)`")
                    }
                    _ => error
                        .help(format!("a fact about a card is written as a call: `{before}(…)`")),
                }
            }
            _ => SyntaxError::new(
                "E0025",
                span,
                format!("`{word}` needs the name of a selection before it, not `{before}`"),
            )
            .help(format!("write `characters {word} …`")),
        };
        self.report(error);
    }

    fn prefix(&mut self, pair: &Pair<'i>) -> UnaryOp {
        match pair.as_str().trim_end() {
            "-" => UnaryOp::Minus,
            "+" => UnaryOp::Plus,
            "!" => {
                self.wrong_operator(pair, "not ");
                UnaryOp::Not
            }
            _ => UnaryOp::Not,
        }
    }

    fn infix(&mut self, pair: &Pair<'i>) -> Infix {
        let (op, right) = match pair.as_str() {
            "where" => return Infix::Where,
            "within" => return Infix::Within,
            "of" => return Infix::Of,
            "then" => return Infix::Then,
            "implies" => (BinaryOp::Implies, None),
            "or" => (BinaryOp::Or, None),
            "||" => (BinaryOp::Or, Some("or")),
            "and" => (BinaryOp::And, None),
            "&&" | "&" => (BinaryOp::And, Some("and")),
            "==" => (BinaryOp::Equal, None),
            "=" => {
                let span = self.span(pair);
                self.report(
                    SyntaxError::new("E0016", span, "a comparison is written `==`")
                        .help("write `==`")
                        .fix(span, "=="),
                );
                (BinaryOp::Equal, None)
            }
            "!=" => (BinaryOp::NotEqual, None),
            "<>" | "≠" => (BinaryOp::NotEqual, Some("!=")),
            "<" => (BinaryOp::Less, None),
            "<=" => (BinaryOp::AtMost, None),
            "≤" => (BinaryOp::AtMost, Some("<=")),
            ">" => (BinaryOp::Greater, None),
            ">=" => (BinaryOp::AtLeast, None),
            "≥" | "=>" => (BinaryOp::AtLeast, Some(">=")),
            "has" => (BinaryOp::Has, None),
            "in" => (BinaryOp::In, None),
            "is" => (BinaryOp::Is, None),
            "|" => (BinaryOp::Alternative, None),
            ".." => (BinaryOp::Range, None),
            "+" => (BinaryOp::Add, None),
            "-" => (BinaryOp::Subtract, None),
            "*" => (BinaryOp::Multiply, None),
            "/" => (BinaryOp::Divide, None),
            _ => (BinaryOp::IsNot, None),
        };
        if let Some(right) = right {
            self.wrong_operator(pair, right);
        }
        Infix::Binary(op)
    }

    fn wrong_operator(&mut self, pair: &Pair<'i>, right: &str) {
        let span = self.span(pair);
        let (found, word) = (pair.as_str().trim_end(), right.trim_end());
        self.report(
            SyntaxError::new("E0004", span, format!("`{found}` is written `{word}`"))
                .help(format!("write `{word}`"))
                .fix(span, right),
        );
    }
}

/// A part that is added to a selection.
enum Part {
    Zone(Expr),
    Within(Expr, Expr),
    Filter(Expr),
}

fn is_selection(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Name(_) | ExprKind::Select { filter: None, .. })
}

pub(super) fn member(of: Expr, name: Ident) -> Expr {
    let span = of.span.to(name.span);
    Expr { kind: ExprKind::Member { of: Box::new(of), name }, span }
}

fn strength(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Implies => level::IMPLIES,
        BinaryOp::Or => level::OR,
        BinaryOp::And => level::AND,
        BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::Less
        | BinaryOp::AtMost
        | BinaryOp::Greater
        | BinaryOp::AtLeast
        | BinaryOp::Has
        | BinaryOp::In
        | BinaryOp::Is
        | BinaryOp::IsNot => level::COMPARE,
        BinaryOp::Alternative => level::ALTERNATIVE,
        BinaryOp::Range => level::RANGE,
        BinaryOp::Add | BinaryOp::Subtract => level::ADD,
        BinaryOp::Multiply | BinaryOp::Divide => level::MULTIPLY,
    }
}
