//! Expressions as phrases: numbers, formulas, names.

use cardwright_model::{Arg, BinaryOp, Expr, UnaryOp};

use super::condition::{SUBJECTS, subject_of};
use super::lexicon::humanised;
use super::phrase::{Phrase, capitalised};
use super::writer::{Form, Hole, Holes, Writer};

/// The letters that stand for numbers that have to be worked out.
const LETTERS: [&str; 5] = ["X", "Y", "Z", "V", "W"];

impl<'a> Writer<'a, '_> {
    /// An expression where a noun or a number is expected. A number that has to be worked out
    /// becomes X, and the sentence says what X is.
    pub(super) fn phrase(&mut self, expr: &'a Expr, form: Form) -> Phrase {
        if let Some(number) = self.literal(expr) {
            return Phrase::number(number);
        }
        if let Some(pronoun) = self.echoed(expr, form) {
            return pronoun;
        }
        match expr {
            Expr::Var { name } if self.is_at_hand(name) => {
                self.card_at_hand(name, form).unwrap_or_default()
            }
            Expr::Var { name } if self.letters.contains(&name.as_str()) => {
                self.letter_of(name).unwrap_or_default().plural()
            }
            expr if self.is_number(expr) => {
                let value = self.value(expr);
                self.define(value)
            }
            expr => match self.plain_phrase(expr) {
                Some(phrase) if form == Form::Its => phrase.possessive(),
                Some(phrase) => phrase,
                None => {
                    let noun = self.noun(expr);
                    self.noun_form(noun, form)
                }
            },
        }
    }

    /// An expression in full words.
    pub(super) fn phrase_or_value(&mut self, expr: &'a Expr) -> Phrase {
        if let Some(pronoun) = self.echoed(expr, Form::Subject) {
            return pronoun;
        }
        match expr {
            Expr::Var { name } if self.is_at_hand(name) => {
                self.card_at_hand(name, Form::Subject).unwrap_or_default()
            }
            expr if self.is_number(expr) => self.value(expr),
            expr => self.plain_phrase(expr).unwrap_or_else(|| {
                let noun = self.noun(expr);
                self.noun_form(noun, Form::All)
            }),
        }
    }

    /// An expression that is neither a number nor a noun with forms.
    fn plain_phrase(&mut self, expr: &'a Expr) -> Option<Phrase> {
        Some(match expr {
            Expr::Bool { value } => Phrase::text(if *value { "yes" } else { "no" }),
            Expr::Text { value } => Phrase::text(value.clone()),
            Expr::Quantity { value, unit } => Phrase::text(format!("{value}{unit}")),
            Expr::Pool { pool } => self.pool(pool),
            Expr::Symbol { domain, id } if domain == "stat" => self.stat(id),
            // A number that is no stat is called by its name: "the most wounds".
            Expr::Symbol { domain, id } if domain == "query" => {
                let own = format!("number-{id}");
                match self.lexicon.forms("word", &own) {
                    Some(_) => self.pattern(&own, Vec::new()),
                    None => Phrase::text(humanised(id)),
                }
            }
            Expr::Symbol { domain, id } => Phrase::term(self.lexicon.name(id, Some(domain))),
            Expr::Card { id, .. } => Phrase::term(self.lexicon.name(id, None)),
            Expr::Keyword { id, args } => self.keyword(id, args),
            Expr::Zone { id } => self.zone(id),
            Expr::Var { name } => return self.variable(name),
            Expr::Query { name, args } => self.query_value(name, args),
            Expr::Member { of, name } => {
                self.phrase(of, Form::Its).then(Phrase::text(humanised(name)))
            }
            Expr::Set { items } => {
                let items = items.iter().map(|item| self.phrase(item, Form::A)).collect();
                let or = self.join_word("or");
                Phrase::list(items, &or)
            }
            Expr::Unary { .. } | Expr::Binary { .. } => self.condition(expr, false),
            Expr::Int { .. } | Expr::Kind { .. } | Expr::Select { .. } => return None,
        })
    }

    pub(super) fn variable(&mut self, name: &str) -> Option<Phrase> {
        if let Some(letter) = self.letter_of(name) {
            return Some(letter);
        }
        if let Some(value) = self.let_value(name) {
            return Some(self.phrase_or_value(value));
        }
        let category =
            if self.lexicon.forms("selection", name).is_some() { "selection" } else { "word" };
        if let Some(word) = self.number_word(name) {
            return Some(Phrase::text(word));
        }
        // A flag is printed by its own name, unless there is a wording for it.
        if self.lexicon.forms(category, name).is_none() && self.lexicon.is_variable(name) {
            return Some(Phrase::term(capitalised(&humanised(name))));
        }
        let phrase = self.wording(category, name, &Vec::new());
        // Without a wording the number is unknown, so the verb takes the plural.
        let is_many = self.is_one_and_many(category, name) || self.forms(category, name).is_none();
        Some(if is_many { phrase.plural() } else { phrase })
    }

    /// `you|you`: a word that is the same in singular and plural takes plural verbs.
    pub(super) fn is_one_and_many(&self, category: &str, name: &str) -> bool {
        let forms = self.forms(category, name);
        forms.is_some_and(|forms| matches!(forms, [one, many, ..] if one == many))
    }

    /// The wording of a name that stands for a number: `word star: "#the number of stars"`.
    fn number_word(&self, name: &str) -> Option<&'a str> {
        self.lexicon.forms("word", name)?.first()?.strip_prefix('#')
    }

    pub(super) fn is_at_hand(&self, name: &str) -> bool {
        self.its.iter().any(|at_hand| at_hand.name == name)
    }

    /// The letter of a number that was introduced before: "let X be …".
    pub(super) fn letter_of(&self, name: &str) -> Option<Phrase> {
        let place = self.letters.iter().position(|noted| *noted == name)?;
        Some(Phrase::text(LETTERS[place.min(LETTERS.len() - 1)]))
    }

    /// What a `let` around the expression bound the name to.
    pub(super) fn let_value(&self, name: &str) -> Option<&'a Expr> {
        self.bound.iter().rev().find(|(bound, _)| *bound == name).map(|(_, value)| *value)
    }

    /// The number, if it is written out.
    pub(super) fn literal(&self, expr: &Expr) -> Option<i64> {
        match expr {
            Expr::Int { value } => Some(*value),
            Expr::Unary { operator: UnaryOp::Negate, value } => {
                self.literal(value).map(i64::saturating_neg)
            }
            Expr::Var { name } => self.let_value(name).and_then(|value| self.literal(value)),
            _ => None,
        }
    }

    pub(super) fn is_number(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Int { .. } => true,
            Expr::Unary { operator: UnaryOp::Negate, .. } => true,
            Expr::Binary { operator, .. } => arithmetic(*operator).is_some(),
            Expr::Query { name, .. } => {
                self.lexicon.forms("stat", name).is_some()
                    || self
                        .lexicon
                        .forms("query", name)
                        .and_then(|forms| forms.first())
                        .is_some_and(|form| form.starts_with('#'))
            }
            Expr::Var { name } => match self.let_value(name) {
                _ if self.letters.contains(&name.as_str()) => true,
                Some(value) => self.is_number(value),
                // The result of a roll, if its wording says that it is a number.
                None => self.number_word(name).is_some(),
            },
            _ => false,
        }
    }

    /// A letter for a number that has to be worked out.
    fn define(&mut self, value: Phrase) -> Phrase {
        let place = self.formulas.iter().position(|known| known.plain() == value.plain());
        let place = place.unwrap_or_else(|| {
            self.formulas.push(value);
            self.formulas.len() - 1
        });
        let place = self.letters.len() + place;
        Phrase::text(LETTERS[place.min(LETTERS.len() - 1)]).plural()
    }

    /// The sentence with what its letters stand for: "…, where X is the number of Traps".
    pub(super) fn with_formulas(&mut self, sentence: Phrase) -> Phrase {
        let definitions = self.take_definitions();
        if definitions.is_empty() {
            return sentence;
        }
        let and = self.join_word("and");
        let definitions = Phrase::list(definitions, &and);
        self.pattern("where", vec![("statement", sentence), ("definitions", definitions)])
    }

    /// "X is the number of Traps" for each letter in use.
    pub(super) fn take_definitions(&mut self) -> Vec<Phrase> {
        let values = std::mem::take(&mut self.formulas);
        let letters = LETTERS.into_iter().skip(self.letters.len());
        letters
            .zip(values)
            .map(|(letter, value)| {
                self.pattern("x-is", vec![("x", Phrase::text(letter)), ("value", value)])
            })
            .collect()
    }

    /// A formula in words: "the number of Creatures in the Dungeon Grave plus 1".
    pub(super) fn value(&mut self, expr: &'a Expr) -> Phrase {
        if let Some(number) = self.literal(expr) {
            return Phrase::number(number);
        }
        match expr {
            Expr::Query { name, args } => self.query_value(name, args),
            Expr::Binary { operator, left, right } => match arithmetic(*operator) {
                Some(pattern) => {
                    let (left, right) = (self.value(left), self.value(right));
                    self.pattern(pattern, vec![("left", left), ("right", right)])
                }
                None => self.condition(expr, false),
            },
            Expr::Unary { operator: UnaryOp::Negate, value } => {
                let right = self.value(value);
                self.pattern("minus", vec![("left", Phrase::number(0)), ("right", right)])
            }
            Expr::Var { name } if self.letters.contains(&name.as_str()) => {
                self.letter_of(name).unwrap_or_default()
            }
            Expr::Var { name } => match (self.let_value(name), self.number_word(name)) {
                (Some(value), _) => self.value(value),
                (None, Some(word)) => Phrase::text(word),
                (None, None) => self.phrase_or_value(expr),
            },
            other => self.phrase_or_value(other),
        }
    }

    /// A query or stat as a value.
    pub(super) fn query_value(&mut self, name: &'a str, args: &'a [Arg]) -> Phrase {
        // `max(0, …)` only guards against a negative number; the card need not say so.
        if name == "max"
            && let [Arg { value: a, .. }, Arg { value: b, .. }] = args
        {
            if self.literal(a) == Some(0) {
                return self.value(b);
            }
            if self.literal(b) == Some(0) {
                return self.value(a);
            }
        }
        if let Some(form) = self.query_form(name, args) {
            let is_one =
                args.iter().any(|arg| arg.name == "count" && self.literal(&arg.value) == Some(1));
            let plural = form.trim_start_matches('#').starts_with('+') && !is_one;
            let template = self.lexicon.template(form.trim_start_matches(['#', '+']));
            let mut holes = self.query_arguments(name, args);
            for (arg, (_, hole)) in args.iter().zip(&mut holes) {
                // A number inside a value is worded in full, because X already stands for the whole
                // value.
                if self.is_number(&arg.value) {
                    *hole = Hole::Phrase(self.value(&arg.value));
                }
            }
            let phrase = self.render(&template, &holes);
            return Phrase { plural, ..phrase };
        }

        if self.lexicon.forms("stat", name).is_some() {
            let mut stat = self.stat(name);
            // The wording has no hole for the other arguments, so they follow in brackets.
            let others: Vec<Phrase> = args
                .iter()
                .filter(|arg| arg.name != "card")
                .map(|arg| self.phrase(&arg.value, Form::A))
                .collect();
            for other in others {
                stat = stat.then(Phrase::text(format!("({})", other.plain())));
            }
            return match args.iter().find(|arg| arg.name == "card") {
                Some(card) => self.phrase(&card.value, Form::Its).owner_of(stat),
                None => stat,
            };
        }
        let holes = self.query_arguments(name, args);
        self.wording("query", name, &holes)
    }

    /// The wording of a query. What is counted may have its own words (`word count-slain`).
    fn query_form(&self, name: &str, args: &[Arg]) -> Option<&'a str> {
        let own = match args.first().map(|arg| &arg.value) {
            Some(Expr::Select { source, .. }) => {
                self.lexicon.forms("word", &format!("{name}-{source}"))
            }
            _ => None,
        };
        own.or_else(|| self.forms("query", name))?.first().copied()
    }

    /// The name of a stat: its first form.
    pub(super) fn stat(&mut self, name: &str) -> Phrase {
        let phrase = self.wording("stat", name, &Vec::new());
        as_term(phrase)
    }

    /// The name of a zone.
    pub(super) fn zone(&mut self, name: &str) -> Phrase {
        self.wording("zone", name, &Vec::new())
    }

    /// The noun after "for each": "Goblin", or "Goblin you have slain" if counting them has its own
    /// words (`word count-slain`).
    pub(super) fn counted(&mut self, cards: &'a Expr) -> Phrase {
        let noun = self.noun(cards);
        let noun = self.noun_form(noun, Form::One);
        let Expr::Select { source, .. } = cards else { return noun };
        let own = self.lexicon.forms("word", &format!("count-{source}"));
        let tail = own.and_then(|forms| forms.first()?.split_once("{cards}")).map(|(_, tail)| tail);
        match tail {
            Some(tail) => noun.then(Phrase::text(tail.trim())),
            None => noun,
        }
    }

    /// The hole fillings for a query's arguments. If the query does not say what it is about, that
    /// is the card at hand, or the card itself.
    pub(super) fn query_arguments(&mut self, name: &str, args: &'a [Arg]) -> Holes<'a> {
        let mut holes = Self::arguments(args);
        if subject_of(args).is_none() && self.has_subject(name) {
            let subject = self.left_out();
            for name in SUBJECTS {
                holes.push((name.into(), Hole::Phrase(subject.clone())));
            }
        }
        holes
    }

    /// Whether the wording of a query names what it is about.
    pub(super) fn has_subject(&self, query: &str) -> bool {
        let form = self.forms("query", query).and_then(|forms| forms.first());
        let has = |form: &&str| SUBJECTS.iter().any(|name| form.contains(&format!("{{{name}")));
        form.is_some_and(has) || (form.is_none() && self.lexicon.forms("stat", query).is_some())
    }

    /// What a query is about if it does not say so.
    pub(super) fn left_out(&mut self) -> Phrase {
        match self.card_at_hand("it", Form::Subject) {
            Some(it) => it,
            None => {
                let oneself = Expr::Var { name: "self".to_owned() };
                let pronoun = self.echoed(&oneself, Form::Subject);
                pronoun.or_else(|| self.variable("self")).unwrap_or_default()
            }
        }
    }

    /// `2 * count(S)`, `count(S)`, `0 - count(S)`: how much for each of what.
    pub(super) fn for_each(&self, expr: &'a Expr) -> Option<(i64, &'a Expr)> {
        match expr {
            Expr::Query { name, args } if name == "count" => {
                args.iter().find(|arg| arg.name == "cards").map(|arg| (1, &arg.value))
            }
            Expr::Binary { operator: BinaryOp::Multiply, left, right } => {
                let (factor, counted) = match (self.literal(left), self.literal(right)) {
                    (Some(factor), None) => (factor, right),
                    (None, Some(factor)) => (factor, left),
                    _ => return None,
                };
                let (each, cards) = self.for_each(counted)?;
                Some((each.saturating_mul(factor), cards))
            }
            Expr::Binary { operator: BinaryOp::Subtract, left, right }
                if self.literal(left) == Some(0) =>
            {
                let (each, cards) = self.for_each(right)?;
                Some((each.saturating_neg(), cards))
            }
            Expr::Unary { operator: UnaryOp::Negate, value } => {
                let (each, cards) = self.for_each(value)?;
                Some((each.saturating_neg(), cards))
            }
            _ => None,
        }
    }
}

fn arithmetic(operator: BinaryOp) -> Option<&'static str> {
    Some(match operator {
        BinaryOp::Add => "plus",
        BinaryOp::Subtract => "minus",
        BinaryOp::Multiply => "times",
        BinaryOp::Divide => "divided-by",
        _ => return None,
    })
}

/// Plain words as a term; a wording that has icons or terms of its own stays as it is.
fn as_term(phrase: Phrase) -> Phrase {
    match phrase.runs.as_slice() {
        [cardwright_model::Run::Text { text }] => Phrase::term(text.clone()),
        _ => phrase,
    }
}
