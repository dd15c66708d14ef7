//! Conditions as clauses: "there is another Goblin in play", "it has a Wound".

use cardwright_model::{Arg, BinaryOp, Expr, Run, UnaryOp};

use super::lexicon::humanised;
use super::phrase::Phrase;
use super::template::Part;
use super::writer::{Form, Hole, Holes, Writer};

/// A condition about one query: `has(stealth)`, `cost <= 2`, `type has undead`.
pub(super) struct About<'a> {
    pub(super) query: &'a str,
    pub(super) args: &'a [Arg],
    comparison: Option<(Comparison, Right<'a>)>,
    /// True for `!=` and for comparisons that are worded by their opposite.
    pub(super) negated: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Equal,
    AtMost,
    AtLeast,
    LessThan,
    MoreThan,
    Has,
}

#[derive(Debug, Clone, Copy)]
enum Right<'a> {
    Expr(&'a Expr),
    Int(i64),
}

/// Reads a condition as a fact about a query, or the opposite of one.
pub(super) fn stated(condition: &Expr) -> Option<About<'_>> {
    match condition {
        Expr::Unary { operator: UnaryOp::Not, value } => {
            let about = simplified(value)?;
            Some(About { negated: !about.negated, ..about })
        }
        other => simplified(other),
    }
}

/// The parameters that say what a query is about.
pub(super) const SUBJECTS: [&str; 3] = ["card", "figure", "from"];

/// What a query is about: a card, a figure on a map, or the place a distance is counted from.
pub(super) fn subject_of(args: &[Arg]) -> Option<&Arg> {
    args.iter().find(|arg| SUBJECTS.contains(&arg.name.as_str()))
}

/// Reads a condition as one about a query, if it is one.
pub(super) fn simplified(expr: &Expr) -> Option<About<'_>> {
    match expr {
        Expr::Query { name, args } => {
            Some(About { query: name, args, comparison: None, negated: false })
        }
        Expr::Binary { operator, left, right } => {
            let Expr::Query { name, args } = left.as_ref() else { return None };
            let (comparison, right, negated) = compared(*operator, right)?;
            Some(About { query: name, args, comparison: Some((comparison, right)), negated })
        }
        _ => None,
    }
}

/// `a`, `b` and `c` of `a and b and c`.
pub(super) fn operands<'e>(expr: &'e Expr, joined_by: BinaryOp, parts: &mut Vec<&'e Expr>) {
    match expr {
        Expr::Binary { operator, left, right } if *operator == joined_by => {
            operands(left, joined_by, parts);
            operands(right, joined_by, parts);
        }
        other => parts.push(other),
    }
}

/// Whether a condition is made of others.
fn is_joined(expr: &Expr) -> bool {
    match expr {
        Expr::Unary { operator: UnaryOp::Not, value } => is_joined(value),
        Expr::Binary { operator, .. } => matches!(operator, BinaryOp::And | BinaryOp::Or),
        _ => false,
    }
}

impl About<'_> {
    /// Whether it is a plain fact or its opposite, without a comparison.
    pub(super) fn is_fact(&self) -> bool {
        self.comparison.is_none()
    }

    /// Whether it asks for at least one of something, or for a plain fact.
    pub(super) fn is_some_of(&self, query: &str) -> bool {
        self.query == query
            && !self.negated
            && matches!(self.comparison, None | Some((Comparison::AtLeast, Right::Int(1))))
    }
}

/// `turn / 3 * 3 == turn`: every third turn. The number, and of what it is a multiple.
fn multiple<'e>(operator: BinaryOp, left: &'e Expr, right: &'e Expr) -> Option<(&'e Expr, i64)> {
    if !matches!(operator, BinaryOp::Equal | BinaryOp::NotEqual) {
        return None;
    }
    let rounded = |product: &'e Expr, number: &'e Expr| {
        let Expr::Binary { operator: BinaryOp::Multiply, left, right: times } = product else {
            return None;
        };
        let Expr::Binary { operator: BinaryOp::Divide, left: divided, right: by } = &**left else {
            return None;
        };
        match (&**times, &**by) {
            (Expr::Int { value }, Expr::Int { value: by }) if value == by => {
                (**divided == *number).then_some((number, *by))
            }
            _ => None,
        }
    };
    rounded(left, right).or_else(|| rounded(right, left))
}

/// Reduces comparisons to the few that have wordings: `> 2` is "3 or more", `!=` is a negated
/// `==`.
fn compared(operator: BinaryOp, right: &Expr) -> Option<(Comparison, Right<'_>, bool)> {
    let literal = match right {
        Expr::Int { value } => Some(*value),
        _ => None,
    };
    let plain = literal.map_or(Right::Expr(right), Right::Int);
    Some(match (operator, literal) {
        (BinaryOp::Equal, _) => (Comparison::Equal, plain, false),
        (BinaryOp::NotEqual, _) => (Comparison::Equal, plain, true),
        (BinaryOp::AtMost, _) => (Comparison::AtMost, plain, false),
        (BinaryOp::AtLeast, _) => (Comparison::AtLeast, plain, false),
        (BinaryOp::Less, Some(n)) => (Comparison::AtMost, Right::Int(n.saturating_sub(1)), false),
        (BinaryOp::Less, None) => (Comparison::LessThan, plain, false),
        (BinaryOp::Greater, Some(n)) => {
            (Comparison::AtLeast, Right::Int(n.saturating_add(1)), false)
        }
        (BinaryOp::Greater, None) => (Comparison::MoreThan, plain, false),
        (BinaryOp::Has | BinaryOp::In, _) => (Comparison::Has, plain, false),
        _ => return None,
    })
}

impl<'a> Writer<'a, '_> {
    /// The words that join a list: " and ", " or ".
    pub(super) fn join_word(&mut self, name: &str) -> String {
        let word = self.pattern(name, Vec::new()).plain();
        format!(" {} ", word.trim())
    }

    /// A condition, or its opposite, as a clause.
    pub(super) fn condition(&mut self, expr: &'a Expr, negated: bool) -> Phrase {
        match expr {
            Expr::Unary { operator: UnaryOp::Not, value } => self.condition(value, !negated),
            Expr::Binary { operator: operator @ (BinaryOp::And | BinaryOp::Or), .. } => {
                let both = (*operator == BinaryOp::And) != negated;
                let mut parts = Vec::new();
                operands(expr, *operator, &mut parts);
                // A comma shows which parts belong together: "a, or b and c".
                let comma = if parts.iter().any(|part| is_joined(part)) { "," } else { "" };
                let parts = parts.into_iter().map(|part| self.condition(part, negated)).collect();
                let word = self.join_word(if both { "and" } else { "or" });
                Phrase::list(parts, &format!("{comma}{word}"))
            }
            Expr::Binary { operator: BinaryOp::Implies, left, right } => {
                let condition = self.condition(left, false);
                let body = self.condition(right, negated);
                self.pattern("if", vec![("condition", condition), ("body", body)])
            }
            Expr::Var { name } if self.let_value(name).is_some() => {
                let value = self.let_value(name).unwrap_or(expr);
                self.condition(value, negated)
            }
            Expr::Var { name } if self.lexicon.is_variable(name) => {
                let word = if negated { "flag-is-clear" } else { "flag-is-set" };
                match self.lexicon.form("word", word, 0) {
                    Some(_) => self.pattern(word, vec![("name", Phrase::term(humanised(name)))]),
                    None => self.comparison(expr, negated),
                }
            }
            Expr::Bool { value } => {
                let word = if *value != negated { "always" } else { "never" };
                self.pattern(word, Vec::new())
            }
            _ => match simplified(expr) {
                Some(about) => self.clause(&about, negated != about.negated),
                None => self.comparison(expr, negated),
            },
        }
    }

    /// A clause about a query.
    fn clause(&mut self, about: &About<'a>, negated: bool) -> Phrase {
        if let Some(phrase) = self.existence(about, negated) {
            return phrase;
        }
        if let Some(forms) = self.filter_forms(about)
            && !self.is_worked_out(about)
            && !self.compares_numbers(about)
        {
            let form = if negated { 3 } else { 1 };
            if let Some(text) = forms.get(form).copied() {
                return self.predicate(about, text);
            }
        }
        match about.comparison {
            Some((comparison, right)) => {
                let left = self.query_value(about.query, about.args);
                self.compared_clause(left, comparison, right, negated)
            }
            None => self.bool_query(about, negated),
        }
    }

    /// "{card} has Stealth": the subject, then the predicate.
    fn predicate(&mut self, about: &About<'a>, text: &str) -> Phrase {
        let subject = match subject_of(about.args) {
            Some(card) => self.phrase(&card.value, Form::Subject),
            None if self.has_subject(about.query) => self.left_out(),
            None => Phrase::default(),
        };
        let mut holes = self.filter_holes(about, subject.plural);
        holes.push(("noun".into(), Hole::Phrase(subject.clone())));
        let predicate = self.render(&self.lexicon.template(text), &holes);
        subject.then(predicate)
    }

    /// "there is a Trap in play", "there are 3 or more Goblins".
    fn existence(&mut self, about: &About<'a>, negated: bool) -> Option<Phrase> {
        if !matches!(about.query, "count" | "any") {
            return None;
        }
        let cards = &about.args.iter().find(|arg| arg.name == "cards")?.value;
        let (least, most) = match &about.comparison {
            None if about.query == "any" => (Some(1), None),
            Some((Comparison::AtLeast, Right::Int(n))) => (Some(*n), None),
            Some((Comparison::AtMost, Right::Int(n))) => (None, Some(*n)),
            Some((Comparison::Equal, Right::Int(n))) if !negated => (Some(*n), Some(*n)),
            Some((Comparison::Equal, Right::Int(0))) => (Some(0), Some(0)),
            _ => return None,
        };
        if let Some(all) = self.every(cards, (least, most), negated) {
            return Some(all);
        }
        let noun = self.noun(cards);
        let source = match cards {
            Expr::Select { source, .. } => source.as_str(),
            _ => "",
        };
        Some(match (least, most, negated) {
            (Some(1), None, false) | (_, Some(0), true) => {
                let noun = self.noun_form(noun, Form::A);
                let pattern = self.pattern_for("there-is", source);
                self.there(&pattern, vec![("noun", noun)])
            }
            (Some(1), None, true) | (_, Some(0), false) => {
                let noun = self.noun_form(noun, Form::One);
                let pattern = self.pattern_for("there-is-no", source);
                self.there(&pattern, vec![("noun", noun)])
            }
            (least, most, negated) => {
                let (pattern, n) = match (least, most, negated) {
                    (Some(n), Some(_), _) => ("there-are", n),
                    (Some(n), None, false) => ("there-are-at-least", n),
                    (Some(n), None, true) => ("there-are-at-most", n.saturating_sub(1)),
                    (None, Some(n), false) => ("there-are-at-most", n),
                    (_, most, _) => ("there-are-at-least", most.unwrap_or(0).saturating_add(1)),
                };
                let noun = self.noun_form(noun, if n == 1 { Form::One } else { Form::All });
                let pattern = self.pattern_for(pattern, source);
                self.there(&pattern, vec![("n", Phrase::number(n)), ("noun", noun)])
            }
        })
    }

    /// "each hero is on an exit", for the condition that there is no hero who is not.
    fn every(
        &mut self,
        cards: &'a Expr,
        (least, most): (Option<i64>, Option<i64>),
        negated: bool,
    ) -> Option<Phrase> {
        let is_none =
            (most == Some(0) && !negated) || ((least, most) == (Some(1), None) && negated);
        let Expr::Select { source, args, filter: Some(filter) } = cards else { return None };
        let Expr::Unary { operator: UnaryOp::Not, value } = &**filter else { return None };
        if !is_none || is_joined(value) {
            return None;
        }
        let each = self.each_of(source, args);
        self.its.push(each);
        let condition = self.condition(value, false);
        let is_said = self.its.pop().is_some_and(|each| each.noun.is_none());
        is_said.then_some(condition)
    }

    /// "there is {noun} in play"; drops "in play" if the noun has said it already.
    fn there(&mut self, pattern: &str, holes: Vec<(&'a str, Phrase)>) -> Phrase {
        let template = self.lexicon.form("word", pattern, 0).unwrap_or_default();
        let tail = match template.parts.last() {
            Some(Part::Text(tail)) => tail.as_str(),
            _ => "",
        };
        let mut phrase = self.pattern(pattern, holes);
        let ends_twice = !tail.is_empty() && phrase.plain().ends_with(&tail.repeat(2));
        if ends_twice
            && let Some(Run::Text { text }) = phrase.runs.last_mut()
            && let Some(once) = text.strip_suffix(tail)
        {
            *text = once.to_owned();
        }
        phrase
    }

    /// Whether it compares with a value that has no name of its own: `type has type(self)`.
    pub(super) fn is_worked_out(&self, about: &About<'a>) -> bool {
        match about.comparison {
            Some((_, Right::Expr(right @ (Expr::Query { .. } | Expr::Member { .. })))) => {
                !self.is_number(right)
            }
            _ => false,
        }
    }

    /// Whether it compares two numbers of the game: "its wounds are more than its wrath".
    pub(super) fn compares_numbers(&self, about: &About<'a>) -> bool {
        match about.comparison {
            Some((Comparison::Equal | Comparison::Has, _)) | None => false,
            Some((_, Right::Expr(right))) => self.is_number(right),
            Some((_, Right::Int(_))) => false,
        }
    }

    /// The variant of a pattern that a selection has for itself (`there-is-slain`), or the pattern.
    fn pattern_for(&self, pattern: &str, source: &str) -> String {
        self.first_pattern([format!("{pattern}-{source}"), pattern.to_owned()])
    }

    /// A yes-or-no query: its first wording, or its second for the opposite.
    fn bool_query(&mut self, about: &About<'a>, negated: bool) -> Phrase {
        let holes = self.query_arguments(about.query, about.args);
        if negated && let Some(form) = self.forms("query", about.query).and_then(|f| f.get(1)) {
            return self.render(&self.lexicon.template(form), &holes);
        }
        let phrase = self.wording("query", about.query, &holes);
        if negated { self.pattern("not", vec![("condition", phrase)]) } else { phrase }
    }

    /// A comparison of anything else.
    fn comparison(&mut self, expr: &'a Expr, negated: bool) -> Phrase {
        let Expr::Binary { operator, left, right } = expr else {
            let phrase = self.phrase(expr, Form::Subject);
            return if negated { self.pattern("not", vec![("condition", phrase)]) } else { phrase };
        };
        if *operator == BinaryOp::Range {
            let (left, right) = (self.value(left), self.value(right));
            return self.pattern("range", vec![("left", left), ("right", right)]);
        }
        if let Some((number, of)) = multiple(*operator, left, right) {
            let left = self.value(number);
            let right = self.pattern("multiple-of", vec![("n", Phrase::number(of))]);
            let is_not = negated != (*operator == BinaryOp::NotEqual);
            let pattern = if is_not { "is-not" } else { "is" };
            return self.pattern(pattern, vec![("left", left), ("right", right)]);
        }
        let Some((comparison, right, turned)) = compared(*operator, right) else {
            // Arithmetic where a condition is expected; the checker has reported it.
            return self.value(expr);
        };
        if let Expr::Var { name } = &**left
            && let Some(forms) = self.lexicon.forms("filter", name)
            && let Some(text) = forms.get(if negated == turned { 1 } else { 3 }).copied()
        {
            let comparison = Some((comparison, right));
            let about = About { query: name, args: &[], comparison, negated: false };
            return self.predicate(&about, text);
        }
        let left = self.phrase_or_value(left);
        self.compared_clause(left, comparison, right, negated != turned)
    }

    fn compared_clause(
        &mut self,
        left: Phrase,
        comparison: Comparison,
        right: Right<'a>,
        negated: bool,
    ) -> Phrase {
        // The right side gets no pronoun: "if the attacker is it" would be wrong.
        let right = self.echoing(None, |writer| writer.right_side(comparison, right, false));
        let pattern = if negated { "is-not" } else { "is" };
        self.pattern(pattern, vec![("left", left), ("right", right)])
    }

    /// The wording of a query as part of a noun. `==` may have one of its own (`damage-is`), and
    /// so may a keyword (`has-unique`).
    pub(super) fn filter_forms(&self, about: &About<'a>) -> Option<Vec<&'a str>> {
        let keyword = about.args.iter().find_map(|arg| match &arg.value {
            Expr::Keyword { id, .. } => Some(id),
            _ => None,
        });
        let own = match (about.comparison, keyword) {
            (Some((Comparison::Equal, _)), _) => {
                self.lexicon.forms("filter", &format!("{}-is", about.query))
            }
            (None, Some(id)) => self.lexicon.forms("filter", &format!("{}-{id}", about.query)),
            _ => None,
        };
        own.or_else(|| self.lexicon.forms("filter", about.query)).map(<[&str]>::to_vec)
    }

    /// The holes that a filter's wording may use: the query's other arguments, `n` for the value it
    /// is compared with, and `at-least`, `at-most` or `exactly` for the bare number.
    pub(super) fn filter_holes(&mut self, about: &About<'a>, plural: bool) -> Holes<'a> {
        let mut holes: Holes<'a> = Self::arguments(about.args);
        if let Some(subject) = subject_of(about.args) {
            holes.retain(|(name, _)| *name != subject.name);
        }
        if let Some((comparison, right)) = about.comparison {
            holes.push(("n".into(), Hole::Phrase(self.right_side(comparison, right, plural))));
            let bare = match comparison {
                Comparison::AtLeast => "at-least",
                Comparison::AtMost => "at-most",
                Comparison::LessThan => "less-than",
                Comparison::MoreThan => "more-than",
                Comparison::Equal | Comparison::Has => "exactly",
            };
            let number = match right {
                Right::Int(n) => Phrase::number(n),
                Right::Expr(expr) => self.phrase_or_value(expr),
            };
            holes.push((bare.into(), Hole::Phrase(number)));
        }
        holes
    }

    /// "2 or less", "Undead or Spirit", "3, 2, 1 and 0".
    fn right_side(&mut self, comparison: Comparison, right: Right<'a>, plural: bool) -> Phrase {
        let value = match right {
            Right::Int(n) => Phrase::number(n),
            Right::Expr(expr) => match expr {
                Expr::Symbol { domain, id } => self.named(id, Some(domain), plural),
                Expr::Kind { id } => {
                    let (one, many) = self.lexicon.noun(id, None);
                    if plural { Phrase::text(many).plural() } else { Phrase::text(one) }
                }
                Expr::Card { id, .. } => self.named(id, None, plural),
                Expr::Set { items } => {
                    let numbers = items.iter().all(|item| matches!(item, Expr::Int { .. }));
                    let items = items
                        .iter()
                        .map(|item| self.right_side(Comparison::Equal, Right::Expr(item), plural))
                        .collect();
                    // One card is of this type *or* that; several cards are of this *and* that.
                    let word = self.join_word(if numbers || plural { "and" } else { "or" });
                    Phrase::list(items, &word)
                }
                other => self.phrase_or_value(other),
            },
        };
        let usual = match comparison {
            Comparison::AtMost => "at-most",
            Comparison::AtLeast => "at-least",
            Comparison::LessThan => "less-than",
            Comparison::MoreThan => "more-than",
            Comparison::Equal | Comparison::Has => return value,
        };
        // Some values have their own word: "Thrown or farther", not "Thrown or more".
        let pattern = match right {
            Right::Expr(Expr::Symbol { domain, .. }) => {
                self.first_pattern([format!("{usual}-{domain}"), usual.to_owned()])
            }
            _ => usual.to_owned(),
        };
        self.pattern(&pattern, vec![("n", value)])
    }

    fn named(&mut self, id: &str, domain: Option<&str>, plural: bool) -> Phrase {
        let (one, many) = self.lexicon.noun(id, domain);
        if plural { Phrase::term(many).plural() } else { Phrase::term(one) }
    }
}
