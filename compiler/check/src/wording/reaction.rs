//! Reactions: the event that triggers them, and the cards involved in it.

use std::sync::Arc;

use cardwright_model::{BinaryOp, Expr, Statement, UnaryOp};

use super::condition::{simplified, stated, subject_of};
use super::echo::Echo;
use super::lexicon::humanised;
use super::noun::conjuncts;
use super::phrase::Phrase;
use super::template::{Part, Template};
use super::walk;
use super::writer::{AtHand, Form, Hole, Holes, Writer};

/// The wording that was chosen for an event.
#[derive(Default)]
struct Told<'a> {
    template: Arc<Template>,
    /// What it says besides whom the event binds.
    extra: Holes<'a>,
    /// True if it also names cards that the usual wording leaves out.
    names_all: bool,
}

impl<'a> Writer<'a, '_> {
    /// "When this enters play, …"
    pub(super) fn reaction(
        &mut self,
        event: &'a str,
        condition: Option<&'a Expr>,
        body: &'a [Statement],
        only_next: bool,
    ) -> Phrase {
        let mut conditions = Vec::new();
        if let Some(condition) = condition {
            conjuncts(condition, &mut conditions);
        }
        let mut oneself = Vec::new();
        let told = self.told(event, &mut conditions, &mut oneself);
        let at_hand = self.its.len();
        let (moment, echo) = match told {
            None => (self.wording("event", event, &Vec::new()), None),
            Some(told) => self.moment(event, told, &mut conditions),
        };
        for name in oneself.into_iter().filter(|name| *name != "self") {
            let bound = self.bound_card(event, name, &[]);
            self.its.push(AtHand { noun: None, ..bound });
        }
        self.unnamed(event, &conditions, body);
        let echo = echo.filter(|_| self.is_about_nobody_else(&conditions, body, at_hand));
        let (condition, body) = self.echoing(echo, |writer| {
            let conditions = conditions
                .into_iter()
                .map(|condition| writer.condition(condition, false))
                .collect();
            let and = writer.join_word("and");
            let condition = Phrase::list(conditions, &and);
            writer.tell_from(&condition, at_hand);
            let body = match instead(body) {
                Some(rest) => {
                    let body = writer.body(rest);
                    writer.pattern("instead", vec![("body", body)])
                }
                None => writer.body(body),
            };
            (condition, body)
        });
        self.its.truncate(at_hand);
        let moment = if only_next { self.next_time(moment) } else { moment };
        self.pattern("on", vec![("event", moment), ("condition", condition), ("body", body)])
    }

    /// "The next time a Hero is wounded", for "when a Hero is wounded". `word next-time` has the
    /// beginnings that are replaced, each before what replaces it; the last form is for all others.
    fn next_time(&mut self, moment: Phrase) -> Phrase {
        let forms: Vec<&str> = self.lexicon.forms("word", "next-time").unwrap_or_default().to_vec();
        for pair in forms.chunks_exact(2) {
            if let Some(rest) = moment.clone().without(&[pair[0]]) {
                let mut next = Phrase::text(pair[1]);
                next.append(rest);
                return next;
            }
        }
        self.pattern("next-time-only", vec![("event", moment)])
    }

    /// "… (once a game)"
    pub(super) fn once_a_game(&mut self, sentence: Phrase) -> Phrase {
        let limit = Phrase::number(1);
        self.pattern("limit-game", vec![("statement", sentence), ("limit", limit)])
    }

    /// "This round, when …": how long a reaction waits that an effect begins.
    pub(super) fn waiting(
        &mut self,
        sentence: Phrase,
        until: Option<&str>,
        for_long: bool,
    ) -> Phrase {
        let holes = |sentence, window| vec![("statement", sentence), ("window", window)];
        match until {
            Some(window) => {
                let window = self.wording("window", window, &Vec::new());
                self.pattern("waits-until", holes(sentence, window))
            }
            None if for_long && self.lexicon.forms("word", "waits").is_some() => {
                self.pattern("waits", holes(sentence, Phrase::default()))
            }
            None => sentence,
        }
    }

    /// "… (once a round)"
    pub(super) fn limited(
        &mut self,
        sentence: Phrase,
        limit: Option<&'a Expr>,
        per_game: bool,
    ) -> Phrase {
        let Some(limit) = limit else { return sentence };
        let limit = self.phrase(limit, Form::A);
        let pattern = if per_game { "limit-game" } else { "limit" };
        self.pattern(pattern, vec![("statement", sentence), ("limit", limit)])
    }

    /// Chooses the wording for an event. The content may declare several for one event; each
    /// replaces a condition, which is then removed from `conditions`:
    /// - `word EVENT-self`, if it happens to the card itself (`victim is self`);
    /// - `word EVENT-QUERY` and `word EVENT-not-QUERY`, if a condition states a fact about it:
    ///   "when a model enters lava" rather than "when a model on lava has moved";
    /// - `word EVENT-with-NAME`, if a condition is about a card that the usual wording does not
    ///   name: "when a Hero destroys a monster".
    fn told(
        &mut self,
        event: &'a str,
        conditions: &mut Vec<&'a Expr>,
        oneself: &mut Vec<&'a str>,
    ) -> Option<Told<'a>> {
        let usual = self.lexicon.form("event", event, 0);
        let named = usual.as_ref().map(|template| holes_of(template)).unwrap_or_default();
        // Only what happens to the card, not what the card does.
        let is_of_self = |condition: &Expr| {
            is_about_self(condition)
                && named.first().is_none_or(|first| is_name_of_self(condition, first))
        };
        let own = format!("{event}-self");
        if let Some(template) = self.lexicon.form("word", &own, 0)
            && conditions.iter().any(|condition| is_of_self(condition))
        {
            let about = conditions.iter().copied().filter(|condition| is_of_self(condition));
            about.for_each(|condition| walk::names_in(condition, oneself));
            conditions.retain(|condition| !is_of_self(condition));
            return Some(Told { template, ..Told::default() });
        }
        for place in 0..conditions.len() {
            let condition = conditions[place];
            let Some(fact) = stated(condition).filter(|about| about.is_fact()) else { continue };
            let not = if fact.negated { "not-" } else { "" };
            let own = format!("{event}-{not}{}", fact.query);
            let subject = subject_of(fact.args);
            let is_of_event = subject.is_none_or(|subject| match &subject.value {
                Expr::Var { name } => named.contains(name),
                _ => false,
            });
            if let Some(template) = self.lexicon.form("word", &own, 0).filter(|_| is_of_event) {
                conditions.remove(place);
                let mut extra = Self::arguments(fact.args);
                extra.retain(|(name, _)| subject.is_none_or(|subject| *name != subject.name));
                return Some(Told { template, extra, ..Told::default() });
            }
        }
        for condition in conditions.iter().copied() {
            let mut names = Vec::new();
            walk::names_in(condition, &mut names);
            let with = names.into_iter().find_map(|name| {
                let is_noun = self.certain(condition, name, &named).is_some()
                    || self.is_of_noun(condition, name);
                let own = format!("{event}-with-{name}");
                let unnamed = !named.iter().any(|named| named == name);
                self.lexicon.form("word", &own, 0).filter(|_| is_noun && unnamed)
            });
            if let Some(template) = with {
                return Some(Told { template, names_all: true, ..Told::default() });
            }
        }
        usual.map(|template| Told { template, ..Told::default() })
    }

    /// The "when …" of a reaction. The event's wording has a hole for each card the event binds,
    /// and the conditions on such a card become part of its noun: "when you play a Magic card". If
    /// the only card it names is the card itself, the following text may say "it".
    fn moment(
        &mut self,
        event: &'a str,
        told: Told<'a>,
        conditions: &mut Vec<&'a Expr>,
    ) -> (Phrase, Option<Echo>) {
        let Told { template, extra, names_all } = told;
        // A card is "the attacker" if it is not named, and "a model" if it is
        // (`word with-attacker`).
        let event = if names_all { "with" } else { event };
        let names: Vec<String> = holes_of(&template)
            .into_iter()
            .filter(|name| !extra.iter().any(|(known, _)| known == name))
            .collect();
        let is_ambiguous = names.len() > 1;
        let mut echo = None;
        let mut holes = extra;
        for name in &names {
            let others = names.as_slice();
            let known = conditions
                .iter()
                .enumerate()
                .find_map(|(place, part)| Some((place, self.certain(part, name, others)?)));
            // A condition that cannot be worded as part of a noun stays a condition; so does one
            // about the card itself.
            let (about, rest): (Vec<&Expr>, Vec<&Expr>) =
                conditions.iter().partition(|part| known.is_none() && self.is_of_noun(part, name));
            *conditions = rest;
            let mut bound = self.bound_card(event, name, &about);
            let mut noun = bound.noun.take().unwrap_or_default();
            // "when this model is destroyed", not "when a model …, if it is this model".
            if let Some((place, card)) = known {
                conditions.remove(place);
                noun = self.phrase(card, Form::Subject);
                if noun.plural || is_ambiguous || bound.subject.plain() != "it" {
                    (bound.subject, bound.object) = (noun.clone(), noun.clone());
                }
                echo = self.echo(card).filter(|_| !is_ambiguous);
            }
            // "that Hero", because "it" could be somebody else.
            else if is_ambiguous
                || names_another(&noun)
                || conditions.iter().any(|part| walk::selects(part))
            {
                let short: Vec<&Expr> =
                    about.into_iter().filter(|filter| self.is_short(filter)).collect();
                let one = self.bound_card(event, name, &short).one;
                let that = if one.is_determined() {
                    one.clone()
                } else {
                    self.pattern("that-one", vec![("noun", one.clone())])
                };
                bound.one = one;
                (bound.subject, bound.object) = (that.clone(), that);
            }
            holes.push((name.clone().into(), Hole::Phrase(noun)));
            self.its.push(bound);
        }
        self.tell_apart(names.len());
        let echo = match names_something_after(&template) {
            true => echo.map(Echo::subject_only),
            false => echo,
        };
        (self.render(&template, &holes), echo)
    }

    /// The specific card that a condition equates with a bound name (`victim is bearer`). `None` if
    /// that card is bound by the event too, or if there are several.
    fn certain(&self, condition: &'a Expr, name: &str, bound: &[String]) -> Option<&'a Expr> {
        let card = certain_name(condition, name)?;
        let source = match card {
            Expr::Var { name } | Expr::Select { source: name, .. } => name.as_str(),
            _ => return None,
        };
        let forms = self.forms("selection", source)?;
        let is_one = forms.len() == 1 || self.is_one_and_many("selection", source);
        (is_one && !bound.iter().any(|other| other == source)).then_some(card)
    }

    /// Whether a condition is about that card and can be said as a part of its noun.
    fn is_of_noun(&self, condition: &'a Expr, name: &str) -> bool {
        if let Expr::Unary { operator: UnaryOp::Not, .. } = condition {
            let negated = stated(condition).filter(|about| about.negated);
            return is_about(condition, name)
                && negated.is_some_and(|about| {
                    self.filter_forms(&about).is_some_and(|forms| forms.len() > 2)
                        && !self.is_worked_out(&about)
                });
        }
        is_about(condition, name)
            && simplified(condition).is_none_or(|about| {
                self.filter_forms(&about).is_some() && !self.is_worked_out(&about)
            })
    }

    /// Whether a condition is worded before the noun or in its place, rather than after it.
    fn is_short(&self, condition: &'a Expr) -> bool {
        let forms = stated(condition).and_then(|about| {
            let form = if about.negated { 2 } else { 0 };
            self.filter_forms(&about)?.get(form).copied()
        });
        forms.is_some_and(|form| form.starts_with(['=', '^']))
    }

    /// Whether the text after an event mentions only the card itself, so that "it" is unambiguous.
    /// `first` is the card that the event names, which is the card itself.
    fn is_about_nobody_else(
        &self,
        conditions: &[&'a Expr],
        body: &'a [Statement],
        first: usize,
    ) -> bool {
        let mut names = Vec::new();
        conditions.iter().for_each(|condition| walk::names_in(condition, &mut names));
        walk::names(body, &mut names);
        let is_first = |name: &str| self.its.get(first).is_some_and(|bound| bound.name == name);
        let selects =
            conditions.iter().any(|condition| walk::selects(condition)) || walk::selects_in(body);
        let is_number = |name: &str| {
            let forms = self.lexicon.forms("word", name);
            forms.is_some_and(|forms| forms.iter().any(|form| form.starts_with('#')))
        };
        let is_nobody = |name: &&str| {
            *name == "self"
                || is_number(name)
                || self.lexicon.is_variable(name)
                || self.let_value(name).is_some()
        };
        !selects && names.iter().all(|name| is_nobody(name) || is_first(name))
    }

    /// If two bound cards have the same name, calls each by its role: "the attacker".
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

    /// Calls the card that the event names first "the first Hero", if the condition names another.
    fn tell_from(&mut self, condition: &Phrase, first: usize) {
        let Some(one) = self.its.get(first).map(|at_hand| at_hand.one.clone()) else { return };
        if one.is_empty() || self.lexicon.forms("word", "first-one").is_none() {
            return;
        }
        let that = self.pattern("that-one", vec![("noun", one.clone())]);
        let names_it_again = condition.plain().contains(&one.plain());
        if names_it_again && self.its[first].subject == that {
            let noun = self.pattern("first-one", vec![("noun", one)]);
            (self.its[first].subject, self.its[first].object) = (noun.clone(), noun);
        }
    }

    /// Puts at hand the cards that the event binds but its wording does not name: "the Adventurer",
    /// when an attack gets through.
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
            // No pronoun, because "it" would mean the card that the event names.
            let noun = bound.one.clone().definite();
            (bound.noun, bound.subject, bound.object) = (None, noun.clone(), noun);
            self.its.push(bound);
        }
    }
}

/// The names of a template's holes, in order.
fn holes_of(template: &Template) -> Vec<String> {
    let name = |part: &Part| match part {
        Part::Hole { name, .. } => Some(name.clone()),
        _ => None,
    };
    template.parts.iter().filter_map(name).collect()
}

/// Whether something else is named after the last card: "when this model opens a chest".
fn names_something_after(template: &Template) -> bool {
    let last = template.parts.iter().rposition(|part| matches!(part, Part::Hole { .. }));
    template.parts.iter().skip(last.map_or(0, |last| last + 1)).any(|part| match part {
        Part::Text(text) => [" a ", " an ", " the "].iter().any(|word| text.contains(word)),
        _ => true,
    })
}

/// Whether a noun names somebody besides itself: "a Hero within 2 squares of the boss".
fn names_another(noun: &Phrase) -> bool {
    let words = noun.plain();
    [" of the ", " to the ", " from the ", " of this ", " to this ", " from this "]
        .iter()
        .any(|inside| words.contains(inside))
}

/// `kind(victim) == adventurer`: whether a condition is only about that card.
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
    certain_name(condition, name).is_some_and(is_self)
}

/// The specific card that a condition equates with a name: the bearer, for `victim is bearer`.
fn certain_name<'e>(condition: &'e Expr, name: &str) -> Option<&'e Expr> {
    let is_named = |expr: &Expr| matches!(expr, Expr::Var { name: of } if of == name);
    let is_certain = |expr: &Expr| match expr {
        Expr::Var { name } => name != "it",
        Expr::Select { filter: None, .. } => true,
        _ => false,
    };
    let Expr::Binary { operator: BinaryOp::Equal, left, right } = condition else { return None };
    let other = match (is_named(left), is_named(right)) {
        (true, false) => right,
        (false, true) => left,
        _ => return None,
    };
    Some(&**other).filter(|other| is_certain(other))
}

/// `victim is self`
fn is_about_self(condition: &Expr) -> bool {
    match condition {
        Expr::Binary { operator: BinaryOp::Equal, left, right } => is_self(left) || is_self(right),
        _ => false,
    }
}

fn is_self(expr: &Expr) -> bool {
    match expr {
        Expr::Var { name } => name == "self",
        Expr::Select { source, filter: None, .. } => source == "self",
        _ => false,
    }
}

/// What happens instead of an event: the rest of a body that begins or ends with `prevent()`.
fn instead(body: &[Statement]) -> Option<&[Statement]> {
    let prevents = |statement: &Statement| matches!(statement, Statement::Call { verb, .. } if verb == "prevent");
    match body {
        [first, rest @ ..] if prevents(first) && !rest.is_empty() => Some(rest),
        [rest @ .., last] if prevents(last) && !rest.is_empty() => Some(rest),
        _ => None,
    }
}
