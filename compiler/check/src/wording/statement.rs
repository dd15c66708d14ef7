//! Statements as sentences.

use cardwright_model::{Arg, BinaryOp, Choice, Expr, Statement};

use super::condition::{simplified, subject_of};
use super::lasting::grants_alike;
use super::noun::conjuncts;
use super::phrase::Phrase;
use super::template::{Part, Template};
use super::writer::{AtHand, Form, Hole, Writer};

impl<'a> Writer<'a, '_> {
    /// The sentences of a block, without their capitals and full stops.
    pub(super) fn sentences(&mut self, statements: &'a [Statement]) -> Vec<Phrase> {
        let bound = self.bound.len();
        let mut sentences = Vec::new();
        let mut rest = statements;
        while let Some((first, others)) = rest.split_first() {
            let same = 1 + others.iter().take_while(|next| grants_alike(first, next)).count();
            let (now, later) = rest.split_at(same);
            rest = later;
            if let Statement::Let { name, value } = first {
                self.bind(name, value);
                continue;
            }
            let worded = if now.len() > 1 { vec![self.grants(now)] } else { self.statement(first) };
            for sentence in worded {
                let sentence = self.with_formulas(sentence);
                sentences.push(sentence);
            }
        }
        self.bound.truncate(bound);
        sentences
    }

    /// Remembers what a name stands for. A name that would lead back to itself, which the
    /// checker reports, stays a name.
    fn bind(&mut self, name: &'a str, value: &'a Expr) {
        let known = self.bound.iter().any(|(bound, value)| *bound == name || mentions(value, name));
        if !known && !mentions(value, name) {
            self.bound.push((name, value));
        }
    }

    /// A block inside a sentence: "draw 1 card, then discard 1 card".
    pub(super) fn body(&mut self, statements: &'a [Statement]) -> Phrase {
        // "…; otherwise, …" is no next step.
        if let [Statement::If { condition, then, otherwise }] = statements
            && !otherwise.is_empty()
            && self.lexicon.forms("word", "if-else").is_some()
        {
            let condition = self.condition(condition, false);
            let (then, otherwise) = (self.body(then), self.body(otherwise));
            let holes = vec![("condition", condition), ("body", then), ("otherwise", otherwise)];
            return self.pattern("if-else", holes);
        }
        let sentences = self.sentences(statements);
        let then = self.pattern("then", Vec::new()).plain();
        let mut whole = Phrase::default();
        for sentence in sentences {
            if !whole.is_empty() {
                whole.push_text(&then);
            }
            whole.append(sentence);
        }
        whole
    }

    fn statement(&mut self, statement: &'a Statement) -> Vec<Phrase> {
        let sentence = match statement {
            Statement::On { event, condition, body, limit } => {
                self.reaction(event, condition.as_ref(), body, limit.as_ref())
            }
            Statement::Modify { stat, subject, operation, amount, condition, until } => {
                let sentence = self.modification(stat, subject.as_ref(), *operation, amount);
                let until = until.as_deref();
                // What lasts for an attack need not say so of the attack (`word
                // attack-power-end-of-attack`).
                let own = until.map(|window| format!("{stat}-{window}"));
                let own = own.filter(|own| self.lexicon.forms("word", own).is_some());
                match own {
                    Some(own) => {
                        let window = self.pattern(&own, Vec::new());
                        let sentence = sentence.then(window);
                        self.lasting(sentence, condition.as_ref(), None)
                    }
                    None => self.lasting(sentence, condition.as_ref(), until),
                }
            }
            Statement::Mark { subject, mark, args, condition, until } => {
                let subject = self.phrase(subject, Form::Subject);
                let mut holes = Self::arguments(args);
                holes.push(("subject".into(), Hole::Phrase(subject.clone())));
                let predicate = self.wording("mark", mark, &holes);
                self.lasting(subject.then(predicate), condition.as_ref(), until.as_deref())
            }
            Statement::Grant { .. } => self.grants(std::slice::from_ref(statement)),
            Statement::Forbid { acts, subject, condition, until } => {
                let sentence = self.prohibition(acts, subject.as_ref());
                self.lasting(sentence, condition.as_ref(), until.as_deref())
            }
            Statement::ForEach { selection, body } => {
                let at_hand = self.at_hand(selection, body, None, false);
                return self.with_at_hand(at_hand, body);
            }
            Statement::Choose { count, up_to, from, body } => {
                let count = self.phrase(count, Form::A);
                let at_hand = self.at_hand(from, body, Some(count), *up_to);
                return self.with_at_hand(at_hand, body);
            }
            Statement::ChooseOption { options } => self.options(options),
            Statement::Offer { label, condition, body } => {
                return vec![self.offer(label, condition.as_ref(), body)];
            }
            Statement::If { condition, then, otherwise } => {
                let condition = self.condition(condition, false);
                let then = self.body(then);
                let first = self.pattern("if", vec![("condition", condition), ("body", then)]);
                if otherwise.is_empty() {
                    return vec![first];
                }
                let otherwise = self.body(otherwise);
                return vec![first, self.pattern("else", vec![("body", otherwise)])];
            }
            Statement::Roll { pool, body } => {
                let pool = self.phrase(pool, Form::A);
                let body = self.body(body);
                self.pattern("roll", vec![("pool", pool), ("body", body)])
            }
            Statement::Call { verb, args } => {
                let holes = Self::arguments(args);
                self.wording("verb", verb, &holes)
            }
            Statement::Todo { note } => Phrase::text(note.clone()),
            // Bound by the caller; rules print nothing.
            Statement::Let { .. } | Statement::Require { .. } => return Vec::new(),
            Statement::Set { name, value } => return self.noted(name, value).into_iter().collect(),
        };
        vec![sentence]
    }

    fn with_at_hand(&mut self, at_hand: AtHand, body: &'a [Statement]) -> Vec<Phrase> {
        self.its.push(at_hand);
        // What is done with one chosen card is one sentence: "activate it and put a Lock on it".
        let sentence = self.body(body);
        let unused = self.its.pop().and_then(|at_hand| at_hand.noun);
        match unused {
            // The body does not speak of the card: say that it is chosen.
            Some(noun) => vec![self.pattern("choose", vec![("noun", noun), ("body", sentence)])],
            None => vec![sentence],
        }
    }

    /// "When this enters play, …"
    fn reaction(
        &mut self,
        event: &'a str,
        condition: Option<&'a Expr>,
        body: &'a [Statement],
        limit: Option<&'a Expr>,
    ) -> Phrase {
        let mut conditions = Vec::new();
        if let Some(condition) = condition {
            conjuncts(condition, &mut conditions);
        }
        // `on wounded where victim is self` reads as an event of its own.
        let own = format!("{event}-self");
        let about_self = self.lexicon.forms("word", &own).is_some()
            && conditions.iter().any(|condition| is_about_self(condition));
        let template = if about_self {
            conditions.retain(|condition| !is_about_self(condition));
            self.lexicon.form("word", &own, 0)
        } else {
            self.lexicon.form("event", event, 0)
        };
        let at_hand = self.its.len();
        let event = match template {
            None => self.wording("event", event, &Vec::new()),
            Some(template) => self.moment(event, &template, &mut conditions),
        };
        let conditions =
            conditions.into_iter().map(|condition| self.condition(condition, false)).collect();
        let and = self.join_word("and");
        let condition = Phrase::list(conditions, &and);
        let body = self.body(body);
        self.its.truncate(at_hand);
        let sentence =
            self.pattern("on", vec![("event", event), ("condition", condition), ("body", body)]);
        match limit {
            None => sentence,
            Some(limit) => {
                let limit = self.phrase(limit, Form::A);
                self.pattern("limit", vec![("statement", sentence), ("limit", limit)])
            }
        }
    }

    /// When it happens. The event's wording names the cards it binds as holes, and what the
    /// condition says of them becomes part of the noun: "when you play a Magic card".
    fn moment(
        &mut self,
        event: &'a str,
        template: &Template,
        conditions: &mut Vec<&'a Expr>,
    ) -> Phrase {
        let mut holes = Vec::new();
        for part in &template.parts {
            let Part::Hole { name, .. } = part else { continue };
            // What has no wording as a part of a noun stays a condition of its own.
            let is_of_noun = |condition: &'a Expr| {
                is_about(condition, name)
                    && simplified(condition).is_none_or(|about| self.filter_forms(&about).is_some())
            };
            let (about, rest): (Vec<&Expr>, Vec<&Expr>) =
                conditions.iter().partition(|condition| is_of_noun(condition));
            *conditions = rest;
            let mut bound = self.bound_card(event, name, &about);
            let mut noun = bound.noun.take().unwrap_or_default();
            // "when this model is destroyed", not "when a model …, if it is this model".
            if let Some(place) = conditions.iter().position(|part| is_name_of_self(part, name)) {
                conditions.remove(place);
                noun = self.wording("selection", "self", &Vec::new());
            }
            holes.push((name.clone().into(), Hole::Phrase(noun)));
            self.its.push(bound);
        }
        self.render(template, &holes)
    }

    fn options(&mut self, options: &'a [Choice]) -> Phrase {
        let mut choices = Vec::new();
        for option in options {
            let body = self.body(&option.body);
            let body = if body.is_empty() { Phrase::text(lowered(&option.label)) } else { body };
            let condition =
                option.condition.as_ref().filter(|need| !is_plain_need(need, &option.body));
            choices.push(match condition {
                None => body,
                Some(condition) => {
                    let condition = self.condition(condition, false);
                    self.pattern("option-if", vec![("body", body), ("condition", condition)])
                }
            });
        }
        let or = self.pattern("option-or", Vec::new()).plain();
        let options = Phrase::list(choices, &or);
        self.pattern("choose-one", vec![("options", options)])
    }

    fn offer(&mut self, label: &str, condition: Option<&'a Expr>, body: &'a [Statement]) -> Phrase {
        let condition = condition
            .filter(|condition| !is_plain_need(condition, body))
            .map(|condition| self.condition(condition, false));
        let body = self.body(body);
        let body = if body.is_empty() { Phrase::text(lowered(label)) } else { body };
        let sentence = self.pattern("offer", vec![("body", body)]);
        match condition {
            Some(condition) => {
                self.pattern("if", vec![("condition", condition), ("body", sentence)])
            }
            None => sentence,
        }
    }
}

/// Whether a name occurs in an expression.
fn mentions(expr: &Expr, name: &str) -> bool {
    let any = |args: &[Arg]| args.iter().any(|arg| mentions(&arg.value, name));
    match expr {
        Expr::Var { name: used } => used == name,
        Expr::Query { args, .. } | Expr::Keyword { args, .. } | Expr::Card { with: args, .. } => {
            any(args)
        }
        Expr::Select { source, args, filter } => {
            source == name || any(args) || filter.as_ref().is_some_and(|f| mentions(f, name))
        }
        Expr::Member { of, .. } => mentions(of, name),
        Expr::Unary { value, .. } => mentions(value, name),
        Expr::Binary { left, right, .. } => mentions(left, name) || mentions(right, name),
        Expr::Set { items } => items.iter().any(|item| mentions(item, name)),
        _ => false,
    }
}

/// What chooses a card can only be done when there is one: no need to say so.
fn is_plain_need(condition: &Expr, body: &[Statement]) -> bool {
    let Expr::Query { name, args } = condition else { return false };
    let chosen = match body.first() {
        Some(Statement::Choose { from, .. }) => from,
        _ => return false,
    };
    name == "any" && args.iter().any(|arg: &Arg| arg.value == *chosen)
}

/// `kind(victim) == adventurer`: a condition about nothing but that card.
fn is_about(condition: &Expr, name: &str) -> bool {
    let query = match condition {
        Expr::Query { .. } => condition,
        Expr::Binary { left, .. } => left.as_ref(),
        Expr::Unary { value, .. } => return is_about(value, name),
        _ => return false,
    };
    let Expr::Query { args, .. } = query else { return false };
    let card = subject_of(args);
    card.is_some_and(|card| matches!(&card.value, Expr::Var { name: of } if of == name))
}

/// `victim is self`, for that name.
fn is_name_of_self(condition: &Expr, name: &str) -> bool {
    let is_named = |expr: &Expr| matches!(expr, Expr::Var { name: of } if of == name);
    match condition {
        Expr::Binary { operator: BinaryOp::Equal, left, right } => {
            is_about_self(condition) && (is_named(left) || is_named(right))
        }
        _ => false,
    }
}

/// `victim is self`
fn is_about_self(condition: &Expr) -> bool {
    let is_self = |expr: &Expr| match expr {
        Expr::Var { name } => name == "self",
        Expr::Select { source, filter: None, .. } => source == "self",
        _ => false,
    };
    match condition {
        Expr::Binary { operator: BinaryOp::Equal, left, right } => is_self(left) || is_self(right),
        _ => false,
    }
}

fn lowered(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}
