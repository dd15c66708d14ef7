//! Reactions: when something happens, and whom it happens to.

use cardwright_model::{BinaryOp, Expr, Statement};

use super::condition::{simplified, subject_of};
use super::lexicon::humanised;
use super::noun::conjuncts;
use super::phrase::Phrase;
use super::template::{Part, Template};
use super::walk;
use super::writer::{AtHand, Form, Hole, Writer};

impl<'a> Writer<'a, '_> {
    /// "When this enters play, …"
    pub(super) fn reaction(
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
        let mut oneself = Vec::new();
        let template = if about_self {
            let about = conditions.iter().copied().filter(|condition| is_about_self(condition));
            about.for_each(|condition| walk::names_in(condition, &mut oneself));
            conditions.retain(|condition| !is_about_self(condition));
            self.lexicon.form("word", &own, 0)
        } else {
            self.lexicon.form("event", event, 0)
        };
        let at_hand = self.its.len();
        let moment = match template {
            None => self.wording("event", event, &Vec::new()),
            Some(template) => self.moment(event, &template, &mut conditions),
        };
        for name in oneself.into_iter().filter(|name| *name != "self") {
            let bound = self.bound_card(event, name, &[]);
            self.its.push(AtHand { noun: None, ..bound });
        }
        self.unnamed(event, &conditions, body);
        let conditions =
            conditions.into_iter().map(|condition| self.condition(condition, false)).collect();
        let and = self.join_word("and");
        let condition = Phrase::list(conditions, &and);
        let body = self.body(body);
        self.its.truncate(at_hand);
        let sentence =
            self.pattern("on", vec![("event", moment), ("condition", condition), ("body", body)]);
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
        let is_hole = |part: &&Part| matches!(part, Part::Hole { .. });
        let is_ambiguous = template.parts.iter().filter(is_hole).count() > 1;
        for part in &template.parts {
            let Part::Hole { name, .. } = part else { continue };
            // What has no wording as a part of a noun stays a condition of its own.
            let is_of_noun = |condition: &'a Expr| {
                is_about(condition, name)
                    && simplified(condition).is_none_or(|about| {
                        self.filter_forms(&about).is_some() && !self.is_worked_out(&about)
                    })
            };
            let (about, rest): (Vec<&Expr>, Vec<&Expr>) =
                conditions.iter().partition(|condition| is_of_noun(condition));
            *conditions = rest;
            let mut bound = self.bound_card(event, name, &about);
            let mut noun = bound.noun.take().unwrap_or_default();
            // "when this model is destroyed", not "when a model …, if it is this model".
            if let Some(place) = conditions.iter().position(|part| is_name_of_self(part, name)) {
                conditions.remove(place);
                noun = self.variable("self").unwrap_or_default();
                if noun.plural || is_ambiguous || bound.subject.plain() != "it" {
                    (bound.subject, bound.object) = (noun.clone(), noun.clone());
                }
            }
            // "that Hero" where "it" could be either of two.
            else if is_ambiguous {
                let that = self.pattern("that-one", vec![("noun", bound.one.clone())]);
                let that = if bound.one.is_determined() { bound.one.clone() } else { that };
                (bound.subject, bound.object) = (that.clone(), that);
            }
            holes.push((name.clone().into(), Hole::Phrase(noun)));
            self.its.push(bound);
        }
        self.tell_apart(holes.len());
        self.render(template, &holes)
    }

    /// Two that are called alike are told apart by what they do: "the attacker".
    fn tell_apart(&mut self, bound: usize) {
        let first = self.its.len().saturating_sub(bound);
        let called: Vec<String> =
            self.its[first..].iter().map(|at_hand| at_hand.subject.plain()).collect();
        for (place, at_hand) in self.its[first..].iter_mut().enumerate() {
            let is_alike = |other: usize| other != place && called[other] == called[place];
            if (0..called.len()).any(is_alike) {
                let role = Phrase::text(humanised(&at_hand.name)).definite();
                (at_hand.subject, at_hand.object) = (role.clone(), role);
            }
        }
    }

    /// Puts at hand whom the event binds and its wording does not name: "the Adventurer", where
    /// an attack gets through.
    fn unnamed(&mut self, event: &str, conditions: &[&'a Expr], body: &'a [Statement]) {
        let mut names = Vec::new();
        conditions.iter().copied().for_each(|condition| walk::names_in(condition, &mut names));
        walk::names(body, &mut names);
        names.retain(|name| !matches!(*name, "self" | "it"));
        for name in names {
            let own = format!("{event}-{name}");
            let forms = self.lexicon.forms("word", &own).or_else(|| {
                let usual = self.lexicon.forms("selection", name).is_none();
                self.lexicon.forms("word", name).filter(|_| usual)
            });
            let is_number =
                forms.is_none_or(|forms| forms.iter().any(|form| form.starts_with('#')));
            if is_number || self.is_at_hand(name) || self.let_value(name).is_some() {
                continue;
            }
            let mut bound = self.bound_card(event, name, &[]);
            // No pronoun: it would speak of whom the event names.
            let noun = bound.one.clone().definite();
            (bound.noun, bound.subject, bound.object) = (None, noun.clone(), noun);
            self.its.push(bound);
        }
    }
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
