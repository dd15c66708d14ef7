//! Statements: what cards do.

use cardwright_dsl::ast::{self, ExprKind, Ident, ModifyWord, StatementKind};
use cardwright_model::{BinaryOp, Choice, Chooser, Expr, ModifyOp, Statement};

use super::{Language, Lowerer};
use crate::diag::{Location, declarations, lints, names, types, words};
use crate::mentions::{Meaning, WordClass};
use crate::places::Stood;
use crate::symbols::KindSymbol;
use crate::ty::Ty;

impl Lowerer<'_> {
    /// The statements of a block that holds nothing else.
    pub(crate) fn block(&mut self, block: &ast::Block) -> Vec<Statement> {
        self.block_scope(|lowerer| {
            block.entries.iter().filter_map(|entry| lowerer.block_entry(entry)).collect()
        })
    }

    fn block_entry(&mut self, entry: &ast::Entry) -> Option<Statement> {
        match entry {
            _ if self.is_explained(entry.span().start) => None,
            ast::Entry::Statement(statement) => self.statement(statement),
            ast::Entry::Bad(bad) => {
                self.unreadable(bad);
                self.explain_line(bad);
                None
            }
            ast::Entry::Clause(clause) => {
                let call = self.as_call(clause);
                if let (None, Some(found)) = (&call, self.meant_clause(clause)) {
                    self.report(found);
                    self.explained.push(clause.span);
                    return None;
                }
                let location = self.at(clause.name.span);
                let verbs = self.words().into_iter().flat_map(|words| words.verbs.names());
                let name = &clause.name.text;
                self.report_first_word(declarations::not_a_statement(location, name, call, verbs));
                None
            }
            ast::Entry::Count(count) => {
                self.report(declarations::stray_count(self.at(count.span)));
                None
            }
            ast::Entry::Bonus(bonus) => {
                self.report(declarations::stray_count(self.at(bonus.span)));
                None
            }
            ast::Entry::Field(field) => {
                self.report(declarations::stray_declaration(self.at(field.span), "field"));
                None
            }
            ast::Entry::ClauseDecl(clause) => {
                self.report(declarations::stray_declaration(self.at(clause.span), "clause"));
                None
            }
        }
    }

    /// `draw 1` as `draw(1)`, if that is what it should be.
    pub(crate) fn as_call(&self, clause: &ast::Clause) -> Option<(Location, String)> {
        let verb = self.words()?.verbs.get(&clause.name.text)?;
        if clause.values.is_some() || clause.block.is_some() || clause.label.is_some() {
            return None;
        }
        // What the verb does not take is a word of the sentence: `draw 2 cards`.
        let mut args: Vec<_> = clause.args.iter().take(verb.params.len()).collect();
        let is_number = |arg: &&ast::Expr| matches!(arg.kind, ExprKind::Int(_));
        // `spawn 2 boo`: English counts before it names.
        if verb.params.first().is_some_and(|first| first.ty != Ty::Int) && args.len() > 1 {
            args.sort_by_key(is_number);
        }
        let needed = verb.params.iter().filter(|param| !param.optional).count();
        if args.len() < needed {
            return None;
        }
        let args: Vec<_> = args.iter().map(|arg| self.source.slice(arg.span)).collect();
        Some((self.at(clause.span), format!("{}({})", clause.name.text, args.join(", "))))
    }

    /// One statement; none if it means nothing here, which was reported.
    pub(crate) fn statement(&mut self, statement: &ast::Statement) -> Option<Statement> {
        let lowered = self.lower_statement(statement)?;
        let end = block_of(&statement.kind).map_or(statement.span.end, |block| block.span.start);
        let head = ast::Span { end, ..statement.span };
        self.note_statement(&lowered, head, statement.span);
        Some(lowered)
    }

    /// Notes where a statement stands that the engine may refuse.
    pub(crate) fn note_statement(
        &mut self,
        statement: &Statement,
        head: ast::Span,
        whole: ast::Span,
    ) {
        if self.scope.language == Language::Effect {
            let written = self.source.slice(head).trim_end().len() as u32;
            let head = self.at(ast::Span { end: head.start + written, ..head });
            self.statements.push(Stood { fingerprint: statement.fingerprint(), head, whole });
        }
    }

    fn lower_statement(&mut self, statement: &ast::Statement) -> Option<Statement> {
        if let Some(place) = self.misplaced(&statement.kind) {
            let word =
                self.source.slice(statement.span).split_whitespace().next().unwrap_or_default();
            self.report(declarations::misplaced_statement(self.at(statement.span), word, place));
            return None;
        }
        match &statement.kind {
            StatementKind::On { event, condition, body, limit, once, until } => {
                let until = self.window(until.as_ref());
                let waits = (*once, until);
                self.on(event, condition.as_ref(), body, limit.as_ref(), waits)
            }
            StatementKind::Modify { stat, subject, operation, amount, lasting } => {
                self.modify(stat, subject.as_ref(), *operation, amount, lasting)
            }
            StatementKind::Mark { subject, mark, lasting } => self.mark(subject, mark, lasting),
            StatementKind::Grant { revoke, keyword, subject, lasting } => {
                let keyword = self.granted(keyword, *revoke);
                let subject = self.expression(subject, &Ty::Cards);
                let (condition, until) = self.lasting(lasting);
                let (keyword, args) = keyword?;
                Some(Statement::Grant { keyword, args, subject, revoke: *revoke, condition, until })
            }
            StatementKind::Forbid { acts, subject, lasting } => {
                if let ([whom], Some(ast::Expr { kind: ExprKind::Name(act), span })) =
                    (&acts[..], subject)
                    && let Some(words) = self.words()
                    && words.acts.get(&whom.text).is_none()
                    && words.acts.get(act).is_some()
                {
                    let both = self.at(whom.span.to(*span));
                    self.report(words::forbidden_first(both, act, &whom.text));
                    return None;
                }
                let acts = acts.iter().filter_map(|act| self.act(act)).collect();
                let subject = subject.as_ref().map(|subject| self.expression(subject, &Ty::Cards));
                let (condition, until) = self.lasting(lasting);
                Some(Statement::Forbid { acts, subject, condition, until })
            }
            StatementKind::ForEach { selection, body } => {
                let items = self.items_of_expression(selection);
                let selection = self.expression(selection, &Ty::Cards);
                let body = self.with_it(items, |lowerer| lowerer.block(body));
                Some(Statement::ForEach { selection, body })
            }
            StatementKind::Repeat { count, body } => Some(Statement::Repeat {
                count: self.expression(count, &Ty::Int),
                body: self.block(body),
            }),
            StatementKind::Choose { by, up_to, count, from, body } => {
                let by = self.chooser(*by, statement.span);
                let count = self.expression(count, &Ty::Int);
                let items = self.items_of_expression(from);
                let from = self.expression(from, &Ty::Cards);
                let body = self.with_it(items, |lowerer| lowerer.block(body));
                Some(Statement::Choose { by, count, up_to: *up_to, from, body })
            }
            StatementKind::ChooseOption { by, up_to, count, options } => {
                let by = self.chooser(*by, statement.span);
                self.enough_options(count.as_ref(), options.len(), *up_to);
                let count = count.as_ref().map(|count| self.expression(count, &Ty::Int));
                let options = options
                    .iter()
                    .map(|option| Choice {
                        label: option.label.text.clone(),
                        condition: self.condition(option.condition.as_ref()),
                        body: self.block(&option.body),
                    })
                    .collect();
                Some(Statement::ChooseOption { by, count, up_to: *up_to, options })
            }
            StatementKind::Offer { label, condition, body, limit } => {
                let (limit, per_game) = self.limit(limit.as_ref());
                Some(Statement::Offer {
                    label: label.text.clone(),
                    condition: self.condition(condition.as_ref()),
                    body: self.block(body),
                    limit,
                    per_game,
                })
            }
            StatementKind::If { condition, then, otherwise } => Some(Statement::If {
                condition: self.expression(condition, &Ty::Bool),
                then: self.block(then),
                otherwise: otherwise.as_ref().map(|block| self.block(block)).unwrap_or_default(),
            }),
            StatementKind::Let { name, value } => {
                let value = self.infer(value, &Ty::Any);
                if self.scope.variables.iter().any(|known| known.name == name.text)
                    || is_taken(&name.text)
                {
                    self.report(names::name_taken(self.at(name.span), &name.text));
                }
                self.bind(&name.text, value.ty, Some(name.span));
                Some(Statement::Let { name: name.text.clone(), value: value.expr })
            }
            StatementKind::Roll { pool, body } => {
                if self.words().is_some_and(|words| !words.dice) {
                    self.report(words::no_dice(self.at(statement.span)));
                    return None;
                }
                let pool = self.thrown(pool);
                let symbols = self.symbols;
                let faces = symbols.enums.get("symbol");
                let body = self.block_scope(|lowerer| {
                    lowerer.bind("result", Ty::Int, None);
                    // How often each symbol came up.
                    for symbol in faces.iter().flat_map(|faces| faces.values.keys()) {
                        lowerer.bind(symbol, Ty::Int, None);
                    }
                    lowerer.block(body)
                });
                Some(Statement::Roll { pool, body })
            }
            StatementKind::Match { value, arms } => self.match_statement(value, arms),
            StatementKind::Set { name, value } => self.set_statement(name, value.as_ref()),
            StatementKind::Call(call) => self.verb(call),
            StatementKind::Require { condition, message, help } => {
                self.require(condition, message, help.as_ref())
            }
            StatementKind::Todo { note } => {
                self.report(lints::todo(self.at(statement.span), &note.text));
                Some(Statement::Todo { note: note.text.clone() })
            }
            StatementKind::Do(_)
            | StatementKind::Expect { .. }
            | StatementKind::ExpectIllegal(_)
            | StatementKind::ExpectLegal { .. }
            | StatementKind::ForSeeds { .. } => None,
        }
    }

    /// Where a statement belongs, if not here.
    fn misplaced(&self, kind: &StatementKind) -> Option<&'static str> {
        use StatementKind::*;
        match (self.scope.language, kind) {
            (
                _,
                Do(_) | Expect { .. } | ExpectIllegal(_) | ExpectLegal { .. } | ForSeeds { .. },
            ) => Some("a `test`"),
            (Language::Effect, Require { .. }) => Some("a `rule`"),
            (Language::Rule, Require { .. } | ForEach { .. } | If { .. } | Let { .. }) => None,
            (Language::Rule, _) => Some("a card or a keyword"),
            _ => None,
        }
    }

    /// The dice of a `roll`.
    fn thrown(&mut self, pool: &ast::Expr) -> Expr {
        if matches!(pool.kind, ExprKind::Row(_)) {
            return match self.pool_value(pool) {
                Some(cardwright_model::Value::Pool { pool }) => Expr::Pool { pool },
                _ => Expr::Bool { value: false },
            };
        }
        self.expression(pool, &Ty::Pool)
    }

    /// `match` is a row of `if`. Its value is asked for again in each: queries change nothing.
    fn match_statement(&mut self, value: &ast::Expr, arms: &[ast::Arm]) -> Option<Statement> {
        let subject = self.infer(value, &Ty::Any);
        let mut rest: Vec<Statement> = Vec::new();
        let mut branches = Vec::new();
        for (at, arm) in arms.iter().enumerate() {
            let body = self.block(&arm.body);
            if arm.values.is_empty() {
                if at + 1 < arms.len() {
                    self.report(declarations::misplaced_statement(
                        self.at(arm.span),
                        "else",
                        "the end of its `match`",
                    ));
                }
                rest = body;
                continue;
            }
            let tests: Vec<Expr> =
                arm.values.iter().filter_map(|test| self.arm_test(&subject, test)).collect();
            let any = tests.into_iter().reduce(|left, right| Expr::Binary {
                operator: BinaryOp::Or,
                left: Box::new(left),
                right: Box::new(right),
            });
            branches.extend(any.map(|condition| (condition, body)));
        }
        for (condition, then) in branches.into_iter().rev() {
            rest = vec![Statement::If { condition, then, otherwise: rest }];
        }
        if rest.len() > 1 {
            let condition = Expr::Bool { value: true };
            return Some(Statement::If { condition, then: rest, otherwise: Vec::new() });
        }
        rest.pop()
    }

    /// `subject == value`, or `subject in 1..3`.
    fn arm_test(&mut self, subject: &super::Typed, value: &ast::Expr) -> Option<Expr> {
        let found = self.infer(value, &subject.ty);
        let operator = if found.ty == Ty::Range { BinaryOp::In } else { BinaryOp::Equal };
        if subject.ty == Ty::Error || found.ty == Ty::Error {
            return None;
        }
        if !subject.ty.comparable(&found.ty) {
            let location = self.at(value.span);
            self.report(types::not_comparable(location, &subject.ty, &found.ty));
            return None;
        }
        let (left, right) = (Box::new(subject.expr.clone()), Box::new(found.expr));
        Some(Expr::Binary { operator, left, right })
    }

    fn on(
        &mut self,
        event: &Ident,
        condition: Option<&ast::Expr>,
        body: &ast::Block,
        limit: Option<&ast::Limit>,
        (once, until): (bool, Option<String>),
    ) -> Option<Statement> {
        let bindings = self.event(event);
        let (limit, per_game) = self.limit(limit);
        let (condition, body) = self.block_scope(|lowerer| {
            lowerer.bind_event(bindings.as_deref());
            (lowerer.condition(condition), lowerer.block(body))
        });
        let event = event.text.clone();
        bindings.map(|_| Statement::On { event, condition, body, limit, per_game, once, until })
    }

    /// Binds the names of an event. Of one that there is not, any name could be right.
    fn bind_event(&mut self, bindings: Option<&[(String, Ty)]>) {
        if let Some(bindings) = bindings {
            for (name, ty) in bindings {
                self.bind(name, ty.clone(), None);
            }
            return;
        }
        let events = self.words().into_iter().flat_map(|words| words.events.iter());
        let mut names: Vec<String> =
            events.flat_map(|event| &event.params).map(|param| param.name.clone()).collect();
        names.sort();
        names.dedup();
        for name in names {
            self.bind(&name, Ty::Error, None);
        }
    }

    /// `limit N [per PERIOD]`: how often, and whether that counts for the whole game.
    fn limit(&mut self, limit: Option<&ast::Limit>) -> (Option<Expr>, bool) {
        let Some(limit) = limit else { return (None, false) };
        let count = self.expression(&limit.count, &Ty::Int);
        let Some(per) = &limit.per else { return (Some(count), false) };
        let usual = self.words().map_or("", |words| words.period);
        if per.text != "game" && per.text != usual {
            self.report(words::unknown_period(self.at(per.span), &per.text, usual));
        }
        (Some(count), per.text == "game")
    }

    /// The names an event binds; none if there is no such event, which was reported.
    fn event(&mut self, event: &Ident) -> Option<Vec<(String, Ty)>> {
        let words = self.words()?;
        self.mention(event.span, || Meaning::word(WordClass::Event, &event.text));
        match words.events.get(&event.text) {
            Some(found) => {
                self.check_owner(event, words.events.names(), |kind| &kind.events);
                let params = found.params.iter();
                Some(params.map(|param| (param.name.clone(), param.ty.clone())).collect())
            }
            None => {
                self.report(words::unknown_event(
                    self.at(event.span),
                    &event.text,
                    words.events.names(),
                ));
                None
            }
        }
    }

    /// Reports an event that never happens to the card at hand, or a number that it does not have.
    fn check_owner<'w>(
        &mut self,
        word: &Ident,
        all: impl Iterator<Item = &'w str>,
        of: fn(&KindSymbol) -> &[String],
    ) {
        let (symbols, hosts) = (self.symbols, &self.scope.hosts);
        let owners = symbols.owners_elsewhere(hosts, &word.text, of);
        if owners.is_empty() {
            return;
        }
        let host =
            hosts.iter().map(|host| symbols.described(host)).collect::<Vec<_>>().join(" or ");
        let own = all.filter(|known| symbols.owners_elsewhere(hosts, known, of).is_empty());
        let own: Vec<&str> = own.collect();
        let location = self.at(word.span);
        let is_event = self.words().is_some_and(|words| words.events.get(&word.text).is_some());
        self.report(match is_event {
            true => words::event_of_others(location, &word.text, &host, &owners, &own),
            false => words::stat_of_others(location, &word.text, &host, &owners),
        });
    }

    /// `on EVENT [where C]` before the block of a clause.
    pub(crate) fn clause_event(
        &mut self,
        (event, condition): &(Ident, Option<ast::Expr>),
        inner: impl FnOnce(&mut Self) -> Vec<Statement>,
    ) -> Vec<Statement> {
        let bindings = self.event(event);
        self.block_scope(|lowerer| {
            lowerer.bind_event(bindings.as_deref());
            let condition = lowerer.condition(condition.as_ref());
            let body = inner(lowerer);
            let event = event.text.clone();
            vec![Statement::On {
                event,
                condition,
                body,
                limit: None,
                per_game: false,
                once: false,
                until: None,
            }]
        })
    }

    fn modify(
        &mut self,
        stat: &Ident,
        subject: Option<&ast::Expr>,
        operation: ModifyWord,
        amount: &ast::Expr,
        lasting: &ast::Lasting,
    ) -> Option<Statement> {
        let words = self.words()?;
        let known = words.stats.get(&stat.text);
        self.mention(stat.span, || Meaning::word(WordClass::Stat, &stat.text));
        if known.is_none() {
            self.report(words::unknown_stat(self.at(stat.span), &stat.text, words.stats.names()));
        }
        let of_cards =
            known.is_some_and(|stat| stat.params.first().is_some_and(|first| first.name == "card"));
        let is_own = subject
            .is_none_or(|subject| matches!(&subject.kind, ExprKind::Name(name) if name == "self"));
        if of_cards && is_own {
            self.check_owner(stat, words.stats.names(), |kind| &kind.stats);
        }
        let lowered = match subject {
            Some(subject) if known.is_some() && !of_cards => {
                self.report(types::stat_of_game(self.at(subject.span), &stat.text));
                None
            }
            Some(subject) => Some(self.expression(subject, &Ty::Cards)),
            None if of_cards => {
                if !self.scope.has_self {
                    self.report(names::no_card_at_hand(self.at(stat.span), "self"));
                }
                Some(Expr::Var { name: "self".into() })
            }
            None => None,
        };
        let had_it = self.scope.has_it;
        self.scope.has_it |= of_cards;
        let wanted = known.map_or(Ty::Any, |known| known.result.clone());
        let wanted = if matches!(wanted, Ty::Pool | Ty::Any) { wanted } else { Ty::Int };
        if let Some(percent) = percent(amount) {
            self.report(types::no_percent(self.at(percent), self.source.slice(percent)));
        }
        let amount = self.expression(amount, &wanted);
        let (condition, until) = self.lasting(lasting);
        self.scope.has_it = had_it;
        let operation = match operation {
            ModifyWord::By => ModifyOp::Add,
            ModifyWord::Times => ModifyOp::Times,
            ModifyWord::To => ModifyOp::Set,
            ModifyWord::AtLeast => ModifyOp::AtLeast,
            ModifyWord::AtMost => ModifyOp::AtMost,
        };
        known?;
        Some(Statement::Modify {
            stat: stat.text.clone(),
            subject: lowered,
            operation,
            amount,
            condition,
            until,
        })
    }

    fn mark(
        &mut self,
        subject: &ast::Expr,
        mark: &ast::Expr,
        lasting: &ast::Lasting,
    ) -> Option<Statement> {
        let subject = self.expression(subject, &Ty::Cards);
        let (name, written) = match &mark.kind {
            ExprKind::Name(name) => (Ident { text: name.clone(), span: mark.span }, Vec::new()),
            ExprKind::Call(call) => (call.name.clone(), call.args.clone()),
            ExprKind::Apply { name, args } => (
                name.clone(),
                args.iter()
                    .map(|value| ast::CallArg { label: None, value: value.clone() })
                    .collect(),
            ),
            ExprKind::Bad => return None,
            _ => {
                let words = self.words()?;
                let written = self.source.slice(mark.span);
                self.report(words::unknown_mark(self.at(mark.span), written, words.marks.names()));
                return None;
            }
        };
        let words = self.words()?;
        self.mention(name.span, || Meaning::word(WordClass::Mark, &name.text));
        let args = match words.marks.get(&name.text) {
            Some(mark_word) => Some(self.arguments(mark_word, &written, mark.span, false)),
            None => {
                self.report(words::unknown_mark(
                    self.at(name.span),
                    &name.text,
                    words.marks.names(),
                ));
                None
            }
        };
        let (condition, until) = self.lasting(lasting);
        Some(Statement::Mark { subject, mark: name.text, args: args?, condition, until })
    }

    fn act(&mut self, act: &Ident) -> Option<String> {
        let words = self.words()?;
        if words.acts.get(&act.text).is_some() {
            self.mention(act.span, || Meaning::word(WordClass::Act, &act.text));
            return Some(act.text.clone());
        }
        self.report(words::unknown_act(self.at(act.span), &act.text, words.acts.names()));
        None
    }

    /// `verb(…)`.
    pub(crate) fn verb(&mut self, call: &ast::Call) -> Option<Statement> {
        let words = self.words()?;
        let Some(verb) = words.verbs.get(&call.name.text) else {
            let location = self.at(call.name.span);
            self.report(words::unknown_verb(location, &call.name.text, words.verbs.names()));
            return None;
        };
        self.mention(call.name.span, || Meaning::word(WordClass::Verb, &call.name.text));
        // `say(You look away)`: what is said without its quotes.
        if let ([ast::CallArg { label: None, value }, ..], true) =
            (&call.args[..], verb.params.first().is_some_and(|first| first.ty == Ty::Text))
            && let ExprKind::Name(first) = &value.kind
            && !self.scope.variables.iter().any(|known| known.name == *first)
            && !self.source.slice(call.span).contains('"')
        {
            let end = call.args.last().map_or(value.span, |last| last.value.span);
            let words = value.span.to(end);
            let text = self.source.slice(words);
            self.report(types::unquoted_text(self.at(words), text));
            self.explained.push(words);
            return None;
        }
        let args = self.arguments(verb, &call.args, call.span, false);
        Some(Statement::Call { verb: call.name.text.clone(), args })
    }

    pub(crate) fn condition(&mut self, condition: Option<&ast::Expr>) -> Option<Expr> {
        condition.map(|condition| self.expression(condition, &Ty::Bool))
    }

    fn lasting(&mut self, lasting: &ast::Lasting) -> (Option<Expr>, Option<String>) {
        let condition = self.condition(lasting.when.as_ref());
        (condition, self.window(lasting.until.as_ref()))
    }

    /// The window after `until`.
    fn window(&mut self, window: Option<&Ident>) -> Option<String> {
        let (window, words) = (window?, self.words()?);
        if words.windows.get(&window.text).is_some() {
            self.mention(window.span, || Meaning::word(WordClass::Window, &window.text));
            return Some(window.text.clone());
        }
        let location = self.at(window.span);
        self.report(words::unknown_window(location, &window.text, words.windows.names()));
        None
    }

    /// Who makes a choice. In a game in which all play together nobody is an opponent.
    fn chooser(&mut self, by: ast::Chooser, span: ast::Span) -> Chooser {
        match by {
            ast::Chooser::You => Chooser::You,
            ast::Chooser::Chance => Chooser::Chance,
            ast::Chooser::Opponent => {
                if self.words().is_some_and(|words| !words.opponents) {
                    let end = span.start + "opponent".len() as u32;
                    self.report(words::no_opponents(self.at(ast::Span { end, ..span })));
                }
                Chooser::Opponent
            }
        }
    }

    /// Reports a choice of more options than there are. Up to all of them is a choice: some may be left.
    fn enough_options(&mut self, count: Option<&ast::Expr>, options: usize, up_to: bool) {
        let Some(ast::Expr { kind: ExprKind::Int(wanted), span }) = count else { return };
        let most = options as i64 - i64::from(!up_to);
        if *wanted < 1 || *wanted > most {
            self.report(declarations::no_real_choice(self.at(*span), *wanted, options));
        }
    }

    /// In rules: what the cards of a selection are.
    fn items_of_expression(&self, selection: &ast::Expr) -> super::Subject {
        match &selection.kind {
            ExprKind::Name(source) => self.items_of(source),
            ExprKind::Select { source, .. } => self.items_of(&source.text),
            ExprKind::Group(inner) => self.items_of_expression(inner),
            _ => self.items_of("cards"),
        }
    }
}

/// An amount in percent.
fn percent(amount: &ast::Expr) -> Option<ast::Span> {
    match &amount.kind {
        ExprKind::Quantity(_, unit) if unit == "%" => Some(amount.span),
        ExprKind::Unary(_, inner) | ExprKind::Group(inner) => percent(inner).map(|_| amount.span),
        _ => None,
    }
}

/// The first block of a statement.
fn block_of(kind: &StatementKind) -> Option<&ast::Block> {
    match kind {
        StatementKind::On { body, .. }
        | StatementKind::ForEach { body, .. }
        | StatementKind::Repeat { body, .. }
        | StatementKind::Choose { body, .. }
        | StatementKind::Offer { body, .. }
        | StatementKind::If { then: body, .. }
        | StatementKind::Roll { body, .. } => Some(body),
        _ => None,
    }
}

fn is_taken(name: &str) -> bool {
    matches!(name, "self" | "it" | "outer" | "yes" | "no")
}
