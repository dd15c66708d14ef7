//! Follows effects with what each name in them can stand for.

use cardwright_model::{Arg, BinaryOp, Expr, Statement};
use cardwright_vocabulary::{Change, Trail, Type, Vocabulary, Word};

use super::kinds::{Kinds, Set};
use super::{Idle, Why};

/// A way through the effects of one card or keyword.
pub(super) struct Walk<'a> {
    vocabulary: &'a Vocabulary,
    kinds: &'a Kinds<'a>,
    entity: &'a str,
    keyword: Option<&'a str>,
    /// What the names around the current place can be, innermost last.
    names: Vec<(&'a str, Set)>,
    /// The event around the current place.
    event: Option<&'static Word>,
    /// The block of the card that all this stands in.
    block: Option<&'a str>,
    /// Whether the current place is looked at again and again, as long as something lasts.
    lasts: bool,
    /// The statements around the current place, outermost first.
    around: Vec<&'a Statement>,
    pub(super) found: Vec<Idle>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        vocabulary: &'a Vocabulary,
        kinds: &'a Kinds<'a>,
        own: Set,
        entity: &'a str,
        keyword: Option<&'a str>,
        block: Option<&'a str>,
    ) -> Walk<'a> {
        let names = vec![("self", own)];
        let (event, lasts, around, found) = (None, false, Vec::new(), Vec::new());
        Walk { vocabulary, kinds, entity, keyword, names, event, block, lasts, around, found }
    }

    pub(super) fn statements(&mut self, statements: &'a [Statement]) {
        let known = self.names.len();
        for statement in statements {
            self.around.push(statement);
            self.statement(statement);
            self.around.pop();
        }
        self.names.truncate(known);
    }

    fn statement(&mut self, statement: &'a Statement) {
        match statement {
            Statement::On { event, condition, body, limit, .. } => {
                let word = Vocabulary::find(self.vocabulary.events, event);
                let before = std::mem::replace(&mut self.event, word);
                let known = self.names.len();
                for param in word.map_or(&[][..], |word| word.params) {
                    self.names.push((param.name, self.takes(param.kinds)));
                }
                self.expressions(condition.iter().chain(limit));
                self.statements(body);
                self.names.truncate(known);
                self.event = before;
            }
            Statement::Modify { stat, subject, amount, condition, .. } => {
                let word = Vocabulary::find(self.vocabulary.stats, stat);
                let takes = word.and_then(|word| word.params.first()).map(|param| param.kinds);
                if let Some(subject) = subject {
                    self.fits(stat, takes.unwrap_or_default(), subject);
                }
                self.about(subject.as_ref(), [Some(amount), condition.as_ref()]);
            }
            Statement::Mark { subject, mark, args, condition, .. } => {
                let word = Vocabulary::find(self.vocabulary.marks, mark);
                self.fits(mark, word.map_or(&[], |word| word.kinds), subject);
                self.args(word, mark, args);
                self.about(Some(subject), [condition.as_ref(), None]);
            }
            Statement::Grant { subject, args, condition, .. } => {
                self.expressions(args.iter().map(|arg| &arg.value));
                self.about(Some(subject), [condition.as_ref(), None]);
            }
            Statement::Forbid { acts, subject, condition, .. } => {
                for act in acts {
                    let word = Vocabulary::find(self.vocabulary.acts, act);
                    if let (Some(word), Some(subject)) = (word, subject) {
                        self.fits(act, word.kinds, subject);
                    }
                }
                self.about(subject.as_ref(), [condition.as_ref(), None]);
            }
            Statement::ForEach { selection, body } => self.each(selection, body),
            Statement::Choose { count, from, body, .. } => {
                self.expression(count);
                self.each(from, body);
            }
            Statement::Let { name, value } => {
                self.expression(value);
                self.names.push((name, self.can_be(value)));
            }
            Statement::Call { verb, args } => {
                self.in_time(verb);
                let word = Vocabulary::find(self.vocabulary.verbs, verb);
                self.args(word, verb, args);
            }
            Statement::ChooseOption { .. }
            | Statement::Offer { .. }
            | Statement::If { .. }
            | Statement::Set { .. }
            | Statement::Roll { .. }
            | Statement::Require { .. }
            | Statement::Todo { .. } => {
                self.expressions(statement.expressions());
                statement.bodies().for_each(|body| self.statements(body));
            }
        }
    }

    /// A body that is done for each of a selection, which is `it` there.
    fn each(&mut self, selection: &'a Expr, body: &'a [Statement]) {
        self.expression(selection);
        self.names.push(("it", self.can_be(selection)));
        self.statements(body);
        self.names.pop();
    }

    /// The subject of a lasting statement, and expressions in which it may be `it`.
    fn about(&mut self, subject: Option<&'a Expr>, rest: [Option<&'a Expr>; 2]) {
        let known = self.names.len();
        let before = std::mem::replace(&mut self.lasts, true);
        if let Some(subject) = subject {
            self.expression(subject);
            self.names.push(("it", self.can_be(subject)));
        }
        self.expressions(rest.into_iter().flatten());
        self.names.truncate(known);
        self.lasts = before;
    }

    fn expressions(&mut self, expressions: impl Iterator<Item = &'a Expr>) {
        expressions.for_each(|expression| self.expression(expression));
    }

    fn expression(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Query { name, args } => {
                let tables = [self.vocabulary.queries, self.vocabulary.stats];
                let word = tables.into_iter().find_map(|table| Vocabulary::find(table, name));
                self.args(word, name, args);
            }
            Expr::Select { source, args, filter } => {
                let word = Vocabulary::find(self.vocabulary.selections, source);
                self.args(word, source, args);
                if let Some(filter) = filter {
                    self.names.push(("it", self.source(source, args)));
                    self.expression(filter);
                    self.names.pop();
                }
            }
            Expr::Binary { operator, left, right } => {
                self.expression(left);
                self.expression(right);
                if matches!(operator, BinaryOp::Equal | BinaryOp::NotEqual) {
                    self.comparison(left, right);
                }
            }
            _ => expression.children().for_each(|child| self.expression(child)),
        }
    }

    fn args(&mut self, word: Option<&'static Word>, name: &str, args: &'a [Arg]) {
        if let Some(word) = word {
            self.at_home(word);
        }
        for arg in args {
            let param = word.and_then(|word| word.params.iter().find(|one| one.name == arg.name));
            if let Some(param) = param.filter(|param| matches!(param.ty, Type::Card | Type::Cards))
            {
                self.fits(name, param.kinds, &arg.value);
            }
            self.expression(&arg.value);
        }
    }

    /// Reports a thing that can never be what a word takes.
    fn fits(&mut self, word: &str, takes: &'static [&'static str], given: &Expr) {
        let (wanted, is) = (self.takes(takes), self.can_be(given));
        if wanted & is == 0 {
            let (takes, given) = (self.kinds.names(wanted), self.kinds.names(is));
            self.report(Why::OtherSort { word: word.to_owned(), takes, given });
        }
    }

    fn comparison(&mut self, left: &Expr, right: &Expr) {
        let (one, other) = match (left, right) {
            (Expr::Query { name, args }, Expr::Kind { id })
            | (Expr::Kind { id }, Expr::Query { name, args })
                if name == "kind" =>
            {
                let Some(thing) = args.first() else { return };
                (self.can_be(&thing.value), self.kinds.of_all([id.as_str()].into_iter()))
            }
            _ => (self.can_be(left), self.can_be(right)),
        };
        if one & other == 0 {
            let (left, right) = (self.kinds.names(one), self.kinds.names(other));
            self.report(Why::NeverSame { left, right });
        }
    }

    /// Reports what comes too late to change anything.
    fn in_time(&mut self, verb: &str) {
        let is_in_time: fn(Change) -> bool = match verb {
            "prevent" => |change| change != Change::None,
            "change-amount" => |change| change == Change::Amount,
            _ => return,
        };
        // A keyword may be used inside an event of the card.
        if self.event.is_some_and(|event| is_in_time(event.change)) {
            return;
        }
        let events = self.vocabulary.events.iter();
        let events = events.filter(|event| is_in_time(event.change));
        let events: Vec<String> = events.map(|event| event.name.to_owned()).collect();
        if !events.is_empty() {
            let event = self.event.map(|event| event.name.to_owned());
            self.report(Why::TooLate { verb: verb.to_owned(), event, events });
        }
    }

    /// Reports a word that means nothing at this moment, or in the text of this card.
    fn at_home(&mut self, word: &Word) {
        let strings = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        if self.takes(word.hosts) & self.named("self") == 0 {
            let kinds = strings(word.hosts);
            self.report(Why::OtherText { word: word.name.to_owned(), kinds });
        }
        // What a keyword of a line means depends on the line.
        let unknown = self.keyword.is_some() && self.event.is_none();
        if self.lasts || unknown || word.moments.is_empty() {
            return;
        }
        let moment = self.event.map(|event| event.name).or(self.block);
        if moment.is_none_or(|moment| !word.moments.contains(&moment)) {
            let moments = strings(word.moments);
            let (word, moment) = (word.name.to_owned(), moment.map(str::to_owned));
            self.report(Why::OtherMoment { word, moment, moments });
        }
    }

    /// What an expression that gives things can give; anything where that is not known.
    fn can_be(&self, expression: &Expr) -> Set {
        match expression {
            Expr::Var { name } => self.named(name),
            Expr::Select { source, args, filter } => {
                let given = self.source(source, args);
                filter.as_deref().map_or(given, |filter| given & self.narrowed(filter))
            }
            Expr::Query { name, args } => {
                let word = Vocabulary::find(self.vocabulary.queries, name);
                match word {
                    Some(word) if matches!(word.result, Type::Card | Type::Cards) => {
                        self.given(word, args)
                    }
                    _ => self.kinds.any(),
                }
            }
            _ => self.kinds.any(),
        }
    }

    fn source(&self, name: &str, args: &[Arg]) -> Set {
        match Vocabulary::find(self.vocabulary.selections, name) {
            Some(_) if matches!(name, "self" | "it") => self.named(name),
            Some(word) => self.given(word, args),
            None => self.named(name),
        }
    }

    /// What a word gives: what it says, or what it was given to pick from.
    fn given(&self, word: &Word, args: &[Arg]) -> Set {
        let picks = word.params.iter().find(|param| param.ty == Type::Cards);
        let from = picks.and_then(|param| args.iter().find(|arg| arg.name == param.name));
        match from {
            Some(from) if word.kinds.is_empty() => self.can_be(&from.value),
            _ => self.takes(word.kinds),
        }
    }

    /// What a filter leaves: `kind == trap` and such.
    fn narrowed(&self, filter: &Expr) -> Set {
        match filter {
            Expr::Binary { operator: BinaryOp::And, left, right } => {
                self.narrowed(left) & self.narrowed(right)
            }
            Expr::Binary { operator: BinaryOp::Equal, left, right } => {
                match (left.as_ref(), right.as_ref()) {
                    (Expr::Query { name, args }, Expr::Kind { id }) if name == "kind" => {
                        let about_it = args.iter().all(|arg| is_it(&arg.value));
                        let kind = self.kinds.of_all([id.as_str()].into_iter());
                        if about_it { kind } else { self.kinds.any() }
                    }
                    _ => self.kinds.any(),
                }
            }
            _ => self.kinds.any(),
        }
    }

    fn named(&self, name: &str) -> Set {
        let known = self.names.iter().rev().find(|(known, _)| *known == name);
        known.map_or(self.kinds.any(), |(_, set)| *set)
    }

    fn takes(&self, kinds: &'static [&'static str]) -> Set {
        self.kinds.of_all(kinds.iter().copied())
    }

    fn report(&mut self, why: Why) {
        let statements = self.around.iter().map(|statement| statement.fingerprint()).collect();
        let trail = Trail { keyword: self.keyword.map(str::to_owned), used: None, statements };
        let idle = Idle { entity: self.entity.to_owned(), trail, why };
        if !self.found.contains(&idle) {
            self.found.push(idle);
        }
    }
}

fn is_it(expression: &Expr) -> bool {
    match expression {
        Expr::Var { name } => name == "it",
        Expr::Select { source, filter, .. } => source == "it" && filter.is_none(),
        _ => false,
    }
}
