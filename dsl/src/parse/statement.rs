//! Statements: effects, requirements and the steps of scenarios.

use super::lower::Lower;
use super::{Pair, Rule};
use crate::ast::{
    Arm, Block, Call, ChoiceOption, Chooser, Command, Entry, Expr, Ident, Lasting, Limit,
    ModifyWord, Span, Statement, StatementKind, Str,
};
use crate::error::SyntaxError;

/// The parts of a statement by what they are, each in the order written.
#[derive(Default)]
struct Parts {
    idents: Vec<Ident>,
    exprs: Vec<Expr>,
    texts: Vec<Str>,
    blocks: Vec<Block>,
    when: Option<Expr>,
    until: Option<Ident>,
    /// What follows an optional `of` or `to`.
    subject: Option<Expr>,
    /// What follows `where`.
    condition: Option<Expr>,
    /// What follows `limit`.
    limit: Option<Limit>,
    /// The text after `help`.
    help: Option<Str>,
    operation: Option<ModifyWord>,
    up_to: bool,
    by: Chooser,
    once: bool,
    revoke: bool,
    command: Option<Command>,
    range: Option<(Expr, Option<Expr>)>,
}

impl<'i> Lower<'i> {
    pub(super) fn statement(&mut self, pair: Pair<'i>) -> Entry {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        if rule == Rule::if_else {
            return self.if_else(pair, span);
        }
        if rule == Rule::call_line {
            return self.call_line(pair, span);
        }
        if rule == Rule::match_block {
            return self.match_block(pair, span);
        }
        if rule == Rule::expect_legal {
            return self.expect_legal(pair, span);
        }
        if rule == Rule::choose_option {
            return self.choose_option(pair, span);
        }
        if rule == Rule::option {
            self.report(
                SyntaxError::new(
                    "E0029",
                    Span { start: span.start, end: span.start + 6 },
                    "`option` stands outside of a choice",
                )
                .help("write `choose { option \"…\" { … } option \"…\" { … } }`"),
            );
            self.parts(pair);
            return Entry::Bad(self.bad(span));
        }
        let parts = self.parts(pair);
        match finish(rule, parts) {
            Some(kind) => statement(kind, span),
            None => Entry::Bad(self.bad(span)),
        }
    }

    fn call_line(&mut self, pair: Pair<'i>, span: Span) -> Entry {
        let mut parts = pair.into_inner();
        let (Some(name), Some(args)) = (parts.next(), parts.next()) else {
            return Entry::Bad(self.bad(span));
        };
        let name = self.ident(&name);
        let doubts = self.doubts;
        let args = self.call_args(args);
        if self.doubts > doubts {
            return Entry::Bad(self.bad(span));
        }
        statement(StatementKind::Call(Call { name, args, span }), span)
    }

    fn parts(&mut self, pair: Pair<'i>) -> Parts {
        let mut parts = Parts::default();
        let mut word = Rule::EOI;
        let whole = pair.as_rule();
        for part in pair.into_inner() {
            let rule = part.as_rule();
            match rule {
                Rule::ident if word == Rule::kw_until => parts.until = Some(self.ident(&part)),
                Rule::ident if word == Rule::kw_per => {
                    let per = self.ident(&part);
                    parts.limit.iter_mut().for_each(|limit| limit.per = Some(per.clone()));
                }
                Rule::ident => parts.idents.push(self.ident(&part)),
                Rule::expr | Rule::value => {
                    let expr = self.expr(part);
                    match word {
                        Rule::kw_when => parts.when = Some(expr),
                        Rule::kw_where => parts.condition = Some(expr),
                        Rule::kw_limit => parts.limit = Some(Limit { count: expr, per: None }),
                        Rule::kw_of => parts.subject = Some(expr),
                        Rule::kw_to if whole == Rule::forbid => parts.subject = Some(expr),
                        _ => parts.exprs.push(expr),
                    }
                }
                Rule::text if word == Rule::kw_help => parts.help = Some(self.text(part)),
                Rule::text => parts.texts.push(self.text(part)),
                Rule::block => parts.blocks.push(self.block(part)),
                Rule::modify_word => {
                    word = rule;
                    parts.operation = Some(modify_word(part.as_str()));
                }
                Rule::up_to => parts.up_to = true,
                Rule::at_random => parts.by = Chooser::Chance,
                Rule::chooser if part.as_str().starts_with("opponent") => {
                    parts.by = Chooser::Opponent;
                }
                Rule::chooser => {}
                Rule::range => parts.range = self.range(part),
                Rule::command => parts.command = Some(self.command(part)),
                Rule::wrong_assign => self.wrong_assign(&part),
                Rule::comma | Rule::assign | Rule::comment => {}
                _ => {
                    parts.revoke |= rule == Rule::kw_revoke;
                    parts.once |= rule == Rule::kw_once;
                    word = rule;
                }
            }
        }
        parts
    }

    fn wrong_assign(&mut self, pair: &Pair<'i>) {
        let span = self.span(pair);
        let at = self.end_before(span).to(span);
        self.report(
            SyntaxError::new("E0030", span, format!("expected `=`, found `{}`", pair.as_str()))
                .help("write `let name = value`")
                .fix(at, " ="),
        );
    }

    fn if_else(&mut self, pair: Pair<'i>, span: Span) -> Entry {
        let mut branches = Vec::new();
        let mut condition = None;
        let mut start = span.start;
        let mut otherwise = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::kw_if => start = self.span(&part).start,
                Rule::expr => condition = Some(self.expr(part)),
                Rule::block => {
                    let block = self.block(part);
                    match condition.take() {
                        Some(condition) => branches.push((start, condition, block)),
                        None => otherwise = Some(block),
                    }
                }
                _ => {}
            }
        }
        if branches.len() > super::MAX_DEPTH {
            self.report(
                SyntaxError::new(
                    "E0011",
                    span,
                    format!("more than {} `else if` in a row", super::MAX_DEPTH),
                )
                .help("`choose` or a keyword may say this better"),
            );
            return Entry::Bad(self.bad(span));
        }
        // Built from the last branch to the first, because an `else if` is a block with one `if`
        // inside.
        let mut result = None;
        for (start, condition, then) in branches.into_iter().rev() {
            let whole = Span { start, end: span.end };
            let kind = StatementKind::If { condition, then, otherwise: otherwise.take() };
            let inner = statement(kind, whole);
            if start == span.start {
                result = Some(inner);
            } else {
                otherwise = Some(Block { entries: vec![inner], span: whole });
            }
        }
        result.unwrap_or_else(|| Entry::Bad(self.bad(span)))
    }

    fn match_block(&mut self, pair: Pair<'i>, span: Span) -> Entry {
        let (mut value, mut arms, mut opening) = (None, Vec::new(), None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::expr => value = Some(self.expr(part)),
                Rule::arm => arms.extend(self.arm(part)),
                Rule::brace_open => opening = Some(self.span(&part)),
                Rule::missing_brace => self.missing_brace(&part, opening),
                Rule::bad_entry => {
                    self.bad_entry(part);
                }
                _ => {}
            }
        }
        match value {
            Some(value) => statement(StatementKind::Match { value, arms }, span),
            None => Entry::Bad(self.bad(span)),
        }
    }

    fn arm(&mut self, pair: Pair<'i>) -> Option<Arm> {
        let span = self.span(&pair);
        let (mut values, mut body) = (Vec::new(), None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::head_arg => values.push(self.argument(part)),
                Rule::block => body = Some(self.block(part)),
                _ => {}
            }
        }
        Some(Arm { values, body: body?, span })
    }

    fn expect_legal(&mut self, pair: Pair<'i>, span: Span) -> Entry {
        let (mut command, mut values) = (None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::legal_command => command = Some(self.command(part)),
                Rule::command_args => values = self.command_args(part),
                _ => {}
            }
        }
        match command {
            Some(command) => statement(StatementKind::ExpectLegal { command, values }, span),
            None => Entry::Bad(self.bad(span)),
        }
    }

    fn choose_option(&mut self, pair: Pair<'i>, span: Span) -> Entry {
        let mut options = Vec::new();
        let (mut by, mut up_to, mut count) = (Chooser::You, false, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::chooser if part.as_str().starts_with("opponent") => by = Chooser::Opponent,
                Rule::at_random => by = Chooser::Chance,
                Rule::up_to => up_to = true,
                Rule::expr => count = Some(self.expr(part)),
                Rule::block => self.choice_options(part, &mut options),
                _ => {}
            }
        }
        statement(StatementKind::ChooseOption { by, up_to, count, options }, span)
    }

    /// The options in the braces of a choice.
    fn choice_options(&mut self, block: Pair<'i>, options: &mut Vec<ChoiceOption>) {
        for part in block.into_inner() {
            let part_span = self.span(&part);
            match part.as_rule() {
                Rule::option => {
                    let parts = self.parts(part);
                    let (label, body) =
                        (parts.texts.into_iter().next(), parts.blocks.into_iter().next());
                    if let (Some(label), Some(body)) = (label, body) {
                        options.push(ChoiceOption {
                            label,
                            condition: parts.when,
                            body,
                            span: part_span,
                        });
                    }
                }
                Rule::brace_open | Rule::brace_close | Rule::doc | Rule::comment => {}
                Rule::missing_brace => self.missing_brace(&part, None),
                Rule::bad_entry => {
                    self.bad_entry(part);
                }
                _ => {
                    self.report(
                        SyntaxError::new(
                            "E0029",
                            part_span,
                            "a choice holds only `option \"…\" { … }`",
                        )
                        .help("to pick cards, write `choose 1 from characters { … }`"),
                    );
                }
            }
        }
    }

    fn command(&mut self, pair: Pair<'i>) -> Command {
        let span = self.span(&pair);
        let mut command = Command {
            name: Ident { text: String::new(), span },
            args: Vec::new(),
            labelled: Vec::new(),
            span,
        };
        let mut label: Option<Ident> = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::ident => command.name = self.ident(&part),
                Rule::connector | Rule::connector_low => {
                    label = Some(Ident { text: part.as_str().to_owned(), span: self.span(&part) });
                }
                Rule::command_args | Rule::legal_args => {
                    let args = self.command_args(part);
                    match label.take() {
                        Some(label) => command.labelled.push((label, args)),
                        None => command.args = args,
                    }
                }
                _ => {}
            }
        }
        command
    }

    fn command_args(&mut self, pair: Pair<'i>) -> Vec<Expr> {
        let mut args = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::value => args.push(self.expr(part)),
                Rule::argument => args.push(self.argument(part)),
                _ => {}
            }
        }
        args
    }
}

fn statement(kind: StatementKind, span: Span) -> Entry {
    Entry::Statement(Box::new(Statement { kind, span }))
}

/// Puts a statement together. Always `Some` for text that the grammar accepts.
fn finish(rule: Rule, parts: Parts) -> Option<StatementKind> {
    let mut idents = parts.idents.into_iter();
    let mut exprs = parts.exprs.into_iter();
    let mut texts = parts.texts.into_iter();
    let body = parts.blocks.into_iter().next();
    let lasting = Lasting { when: parts.when, until: parts.until };
    Some(match rule {
        Rule::on => StatementKind::On {
            event: idents.next()?,
            condition: parts.condition,
            body: body?,
            limit: parts.limit,
            once: parts.once,
            until: lasting.until,
        },
        Rule::modify => StatementKind::Modify {
            stat: idents.next()?,
            subject: parts.subject,
            operation: parts.operation?,
            amount: exprs.next()?,
            lasting,
        },
        Rule::mark => StatementKind::Mark { subject: exprs.next()?, mark: exprs.next()?, lasting },
        Rule::grant => StatementKind::Grant {
            revoke: parts.revoke,
            keyword: exprs.next()?,
            subject: exprs.next()?,
            lasting,
        },
        Rule::forbid => {
            StatementKind::Forbid { acts: idents.collect(), subject: parts.subject, lasting }
        }
        Rule::for_each => StatementKind::ForEach { selection: exprs.next()?, body: body? },
        Rule::repeat => StatementKind::Repeat { count: exprs.next()?, body: body? },
        Rule::choose => StatementKind::Choose {
            by: parts.by,
            up_to: parts.up_to,
            count: exprs.next()?,
            from: exprs.next()?,
            body: body?,
        },
        Rule::offer => {
            let (label, condition) = (texts.next()?, lasting.when);
            StatementKind::Offer { label, condition, body: body?, limit: parts.limit }
        }
        Rule::for_seeds => StatementKind::ForSeeds { range: parts.range?, body: body? },
        Rule::set_line => StatementKind::Set { name: idents.next()?, value: exprs.next() },
        Rule::let_line => StatementKind::Let { name: idents.next()?, value: exprs.next()? },
        Rule::roll => StatementKind::Roll { pool: exprs.next()?, body: body? },
        Rule::require => StatementKind::Require {
            condition: exprs.next()?,
            message: texts.next()?,
            help: parts.help,
        },
        Rule::todo => StatementKind::Todo { note: texts.next()? },
        Rule::do_line => StatementKind::Do(parts.command?),
        Rule::expect_illegal => StatementKind::ExpectIllegal(parts.command?),
        Rule::expect => StatementKind::Expect { condition: exprs.next()? },
        _ => return None,
    })
}

fn modify_word(text: &str) -> ModifyWord {
    match text {
        "by" => ModifyWord::By,
        "times" => ModifyWord::Times,
        "to" => ModifyWord::To,
        text if text.ends_with("least") => ModifyWord::AtLeast,
        _ => ModifyWord::AtMost,
    }
}
