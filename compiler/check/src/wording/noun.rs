//! Nouns: selections with their filters, single cards, `it`.

use cardwright_model::{Arg, BinaryOp, Chooser, Expr, Statement, UnaryOp};

use super::condition::{operands, simplified};
use super::phrase::Phrase;
use super::writer::{AtHand, Form, Hole, Holes, Writer};

/// Cards, in singular and plural.
#[derive(Debug, Clone)]
pub(super) struct Noun {
    one: Phrase,
    many: Phrase,
    /// One specific card or group ("the Primary Target") that takes no article.
    fixed: bool,
    /// A specific group of several: "the first 3 cards in your deck".
    several: bool,
    /// "it" and "it", "they" and "them".
    subject: Phrase,
    object: Phrase,
}

/// A noun while its filter is worded.
struct Building {
    /// Before the part that a kind or type may replace: "other ".
    before: (Phrase, Phrase),
    /// "card" and "cards".
    head: (Phrase, Phrase),
    /// True if a kind or type may replace the head: "card" becomes "Trap".
    replaceable: bool,
    /// After it: " in the Dungeon Grave".
    after: (Phrase, Phrase),
    /// "Undead", "permanent".
    adjectives: Vec<Phrase>,
    /// "with Stealth", "of Cost 2 or less".
    additions: Vec<(Phrase, Phrase)>,
}

/// What one condition of a filter adds to a noun.
enum Modifier {
    Replace((Phrase, Phrase)),
    Adjective(Phrase),
    Addition((Phrase, Phrase)),
}

impl Noun {
    fn fixed(phrase: Phrase) -> Noun {
        Noun {
            several: phrase.plural && phrase.plain() != "you",
            one: phrase.clone(),
            many: phrase,
            fixed: true,
            subject: Phrase::text("it"),
            object: Phrase::text("it"),
        }
    }
}

impl<'a> Writer<'a, '_> {
    /// A noun in a form.
    pub(super) fn noun_form(&mut self, noun: Noun, form: Form) -> Phrase {
        if noun.fixed {
            return if form == Form::Its { noun.one.possessive() } else { noun.one };
        }
        match form {
            Form::A => noun.one.with_article(),
            Form::One => noun.one,
            Form::All => noun.many.plural(),
            Form::Its => noun.one.with_article().possessive(),
            Form::Each | Form::Subject | Form::Group => {
                self.pattern("each", vec![("noun", noun.one)])
            }
        }
    }

    /// The card at hand inside `choose N from` and `for each`. A count of `None` means each.
    pub(super) fn at_hand(
        &mut self,
        from: &'a Expr,
        body: &'a [Statement],
        count: Option<Phrase>,
        (by, up_to): (Chooser, bool),
    ) -> AtHand {
        let mut noun = self.chosen(from, body);
        if by == Chooser::Chance {
            noun.one = self.pattern("random", vec![("noun", noun.one)]);
            noun.many = self.pattern("random", vec![("noun", noun.many)]);
        }
        let pronouns = (noun.subject.clone(), noun.object.clone());
        let (is_certain, is_each) = (noun.fixed && !noun.several, count.is_none());
        // "one of the first 3 cards", "each of the first 3 cards"
        let of_several = (noun.fixed && noun.several)
            .then(|| self.pattern("of", vec![("noun", noun.many.clone())]));
        let one = of_several.clone().unwrap_or_else(|| noun.one.clone());
        let is_single = count.as_ref().is_some_and(|count| count.amount == Some(1));
        let mut at_hand = AtHand {
            name: "it".to_owned(),
            one: one.clone(),
            pronouns: pronouns.clone(),
            several: !is_certain && !is_single,
            is_each,
            is_certain,
            ..AtHand::default()
        };
        (at_hand.subject, at_hand.object) = pronouns;
        match count {
            None => {
                at_hand.noun = Some(match of_several {
                    Some(of) => self.pattern("each", vec![("noun", of)]),
                    None => self.noun_form(noun, Form::Each),
                });
            }
            Some(_) if is_certain => at_hand.noun = Some(noun.one),
            Some(_) if is_single => {
                at_hand.noun = Some(match (of_several, up_to) {
                    (Some(of), _) => {
                        let group = if up_to { "group-up-to" } else { "group" };
                        self.pattern(group, vec![("count", Phrase::text("one")), ("noun", of)])
                    }
                    (None, true) => self.pattern("up-to-one", vec![("noun", one)]),
                    (None, false) => self.noun_form(noun, Form::A),
                });
            }
            Some(count) => {
                let many = of_several.clone().unwrap_or(noun.many);
                let group = if up_to { "group-up-to" } else { "group" };
                let each = if up_to { "each-of-up-to" } else { "each-of" };
                let holes = vec![("count", count), ("noun", many)];
                let group = self.pattern(group, holes.clone()).plural();
                at_hand.noun = Some(match of_several {
                    Some(_) => group.clone(),
                    None => self.pattern(each, holes),
                });
                at_hand.group = Some(group);
                at_hand.subject = Phrase::text("they").plural();
                at_hand.object = Phrase::text("them").plural();
            }
        }
        at_hand
    }

    /// All of a selection, one by one: "each Hero", then "it".
    pub(super) fn each_of(&mut self, source: &'a str, args: &'a [Arg]) -> AtHand {
        let noun = self.selected("selection", source, args, &[]);
        let (subject, object) = (noun.subject.clone(), noun.object.clone());
        let noun = Some(self.noun_form(noun, Form::Each));
        AtHand { name: "it".to_owned(), noun, subject, object, ..AtHand::default() }
    }

    /// The card at hand: a noun the first time, a pronoun afterwards. `None` if nothing at hand has
    /// that name.
    pub(super) fn card_at_hand(&mut self, name: &str, form: Form) -> Option<Phrase> {
        let at_hand = self.its.iter_mut().rev().find(|at_hand| at_hand.name == name)?;
        let phrase = match at_hand.noun.take() {
            Some(noun) => match &at_hand.group {
                Some(group) if form == Form::Group => group.clone(),
                _ => noun,
            },
            None if form == Form::Subject => at_hand.subject.clone(),
            None => at_hand.object.clone(),
        };
        Some(if form == Form::Its { phrase.possessive() } else { phrase })
    }

    /// A card that an event binds: "a Magic card" for `subject` where `kind(subject) == magic`.
    pub(super) fn bound_card(&mut self, event: &str, name: &str, filters: &[&'a Expr]) -> AtHand {
        let own = format!("{event}-{name}");
        let word = if self.lexicon.forms("word", &own).is_some() { own.as_str() } else { name };
        let noun = self.selected("word", word, &[], filters);
        let (subject, object, one) = (noun.subject.clone(), noun.object.clone(), noun.one.clone());
        let noun = Some(self.noun_form(noun, Form::A));
        AtHand { name: name.to_owned(), noun, one, subject, object, ..AtHand::default() }
    }

    /// The noun an expression of cards stands for.
    pub(super) fn noun(&mut self, expr: &'a Expr) -> Noun {
        match expr {
            Expr::Select { source, args, filter } => {
                let mut filters = Vec::new();
                if let Some(filter) = filter {
                    conjuncts(filter, &mut filters);
                }
                self.selected("selection", source, args, &filters)
            }
            Expr::Set { items } => {
                let items = items.iter().map(|item| self.phrase(item, Form::A)).collect();
                let and = self.join_word("and");
                Noun::fixed(Phrase::list(items, &and))
            }
            Expr::Kind { id } => {
                let (one, many) = self.lexicon.noun(id, None);
                Noun {
                    one: Phrase::text(one),
                    many: Phrase::text(many),
                    fixed: false,
                    several: false,
                    subject: Phrase::text("it"),
                    object: Phrase::text("it"),
                }
            }
            Expr::Zone { id } => {
                let zone = self.zone(id);
                let all = self.pattern("cards-in", vec![("zone", zone)]);
                Noun::fixed(all.plural())
            }
            other => Noun::fixed(self.phrase(other, Form::All)),
        }
    }

    /// A noun from a wording and the conditions on it.
    fn selected(
        &mut self,
        category: &str,
        name: &str,
        args: &'a [Arg],
        filters: &[&'a Expr],
    ) -> Noun {
        let mut building = self.building(category, name, args);
        for filter in filters {
            self.filter(filter, &mut building);
        }
        let mut noun = self.build(building);
        let is_both = self.is_one_and_many(category, name);
        noun.fixed = is_both || self.forms(category, name).is_some_and(|forms| forms.len() == 1);
        if is_both {
            noun.one = noun.one.plural();
        }
        self.pronouns(category, name, &mut noun);
        noun
    }

    /// The noun of what is chosen for a body. It says "from" a zone rather than "in" it where the
    /// content says so (`word chosen-cards`), and leaves out conditions that the body implies:
    /// removing a Wound from an Adventurer implies that there is one (`word implies-heal`).
    fn chosen(&mut self, from: &'a Expr, body: &'a [Statement]) -> Noun {
        let Expr::Select { source, args, filter } = from else { return self.noun(from) };
        let mut filters = Vec::new();
        if let Some(filter) = filter {
            conjuncts(filter, &mut filters);
        }
        if let [Statement::Call { verb, .. }] = body
            && let Some([implied, ..]) = self.lexicon.forms("word", &format!("implies-{verb}"))
        {
            let is_implied = |filter: &&Expr| {
                simplified(filter)
                    .is_some_and(|about| implied.split(' ').any(|query| about.is_some_of(query)))
            };
            filters.retain(|filter| !is_implied(filter));
        }
        let own = format!("chosen-{source}");
        if self.lexicon.forms("word", &own).is_some() {
            return self.selected("word", &own, args, &filters);
        }
        self.selected("selection", source, args, &filters)
    }

    /// Takes the pronouns from the third and fourth form of a noun: "they" and "them" if not "it".
    fn pronouns(&self, category: &str, name: &str, noun: &mut Noun) {
        if let Some([_, _, subject, object, ..]) = self.forms(category, name) {
            noun.subject = Phrase { plural: *subject == "they", ..Phrase::text(*subject) };
            noun.object = Phrase { plural: *object == "them", ..Phrase::text(*object) };
        }
    }

    /// The base of a noun, before its filter.
    fn building(&mut self, category: &str, name: &str, args: &'a [Arg]) -> Building {
        let holes = Self::arguments(args);
        if self.forms(category, name).is_none() {
            self.missing.add(category, name);
        }
        let fallback = super::lexicon::humanised(name);
        let forms = self.forms(category, name);
        let one = forms.and_then(|forms| forms.first()).copied().unwrap_or(&fallback).to_owned();
        let many = forms.and_then(|forms| forms.get(1)).copied().unwrap_or(&one).to_owned();
        let (one_before, one_head, one_after) = self.base(&one, &holes);
        let (many_before, many_head, many_after) = self.base(&many, &holes);
        Building {
            before: (one_before, many_before),
            head: (one_head, many_head),
            replaceable: one.contains('~'),
            after: (one_after, many_after),
            adjectives: Vec::new(),
            additions: Vec::new(),
        }
    }

    /// The three parts of `other ~card~ in play`; without tildes everything is the middle part.
    fn base(&mut self, text: &str, holes: &Holes<'a>) -> (Phrase, Phrase, Phrase) {
        let mut parts = text.splitn(3, '~');
        let first = parts.next().unwrap_or("");
        match parts.next() {
            None => (
                Phrase::default(),
                self.render(&self.lexicon.template(first), holes),
                Phrase::default(),
            ),
            Some(head) => {
                let before = self.render(&self.lexicon.template(first), holes);
                let head = self.render(&self.lexicon.template(head), holes);
                let after = self.render(&self.lexicon.template(parts.next().unwrap_or("")), holes);
                (before, head, after)
            }
        }
    }

    fn build(&mut self, building: Building) -> Noun {
        let put = |before: Phrase, head: Phrase, after: Phrase, adjectives: Vec<Phrase>| {
            let mut whole = before;
            for adjective in adjectives {
                whole.append(adjective);
                whole.push_text(" ");
            }
            whole.append(head);
            whole.append(after);
            whole
        };
        let adjectives = building.adjectives;
        let mut one = put(building.before.0, building.head.0, building.after.0, adjectives.clone());
        let mut many = put(building.before.1, building.head.1, building.after.1, adjectives);
        for (for_one, for_many) in building.additions {
            one = one.then(for_one);
            many = many.then(for_many);
        }
        let it = Phrase::text("it");
        Noun { one, many, fixed: false, several: false, subject: it.clone(), object: it }
    }

    /// Words a filter into the noun.
    fn filter(&mut self, filter: &'a Expr, building: &mut Building) {
        if let Expr::Binary { operator: BinaryOp::And, left, right } = filter {
            self.filter(left, building);
            self.filter(right, building);
            return;
        }
        match self.modifier(filter, building, false) {
            Modifier::Replace(head) if building.replaceable => {
                building.head = head;
                building.replaceable = false;
            }
            Modifier::Replace((adjective, _)) | Modifier::Adjective(adjective) => {
                building.adjectives.push(adjective);
            }
            Modifier::Addition(addition) => building.additions.push(addition),
        }
    }

    fn modifier(&mut self, filter: &'a Expr, building: &Building, negated: bool) -> Modifier {
        match filter {
            Expr::Unary { operator: UnaryOp::Not, value } => {
                self.modifier(value, building, !negated)
            }
            Expr::Binary { operator: BinaryOp::Or, .. } if !negated => {
                let mut parts = Vec::new();
                operands(filter, BinaryOp::Or, &mut parts);
                let parts =
                    parts.into_iter().map(|part| self.modifier(part, building, false)).collect();
                let or = self.join_word("or");
                joined(parts, &or)
            }
            Expr::Binary { operator: BinaryOp::And | BinaryOp::Or, .. } => {
                // "other than evil Magic cards": repeats the noun with the conditions that are
                // excluded.
                let mut excluded = Building {
                    before: building.before.clone(),
                    head: building.head.clone(),
                    after: building.after.clone(),
                    replaceable: building.replaceable,
                    adjectives: Vec::new(),
                    additions: Vec::new(),
                };
                self.filter(filter, &mut excluded);
                let noun = self.build(excluded);
                let name = if negated { "other-than" } else { "that-are" };
                let one = self.pattern(name, vec![("noun", noun.many.clone())]);
                Modifier::Addition((one.clone(), one))
            }
            simple => self.simple_modifier(simple, negated),
        }
    }

    fn simple_modifier(&mut self, filter: &'a Expr, negated: bool) -> Modifier {
        // `it is not self`
        if let Expr::Binary {
            operator: operator @ (BinaryOp::Equal | BinaryOp::NotEqual),
            left,
            right,
        } = filter
            && matches!(&**left, Expr::Var { name } if name == "it")
            && (*operator == BinaryOp::NotEqual) != negated
        {
            let noun = self.phrase(right, Form::A);
            let other = self.pattern("other-than", vec![("noun", noun)]);
            return Modifier::Addition((other.clone(), other));
        }
        let Some(about) = simplified(filter) else { return self.such_that(filter, negated) };
        let Some(forms) = self.filter_forms(&about) else {
            return self.such_that(filter, negated);
        };
        let form = if negated != about.negated { 2 } else { 0 };
        let Some(text) = forms.get(form) else {
            return self.such_that(filter, negated);
        };
        let (marker, text) = match text.chars().next() {
            Some(marker @ ('=' | '^')) => (Some(marker), &text[1..]),
            _ => (None, *text),
        };
        // "Goblin" can replace the noun; "the type of this card" cannot.
        if self.is_worked_out(&about) || self.compares_numbers(&about) {
            return self.such_that(filter, negated);
        }
        let template = self.lexicon.template(text);
        let worded = |writer: &mut Self, plural: bool| {
            // Only a word that replaces the noun itself is put in the plural.
            let mut holes = writer.filter_holes(&about, plural && marker == Some('='));
            let mut noun = Phrase::text("it");
            noun.plural = plural;
            holes.push(("noun".into(), Hole::Phrase(noun)));
            writer.render(&template, &holes)
        };
        let (one, many) = (worded(self, false), worded(self, true));
        match marker {
            Some('=') => Modifier::Replace((one, many)),
            Some(_) => Modifier::Adjective(one),
            None => Modifier::Addition((one, many)),
        }
    }

    /// "for which …": a filter that has no wording of its own. Instead of "for which it is downed"
    /// it says "that is downed", and "whose health is 2" instead of "for which its health is 2".
    fn such_that(&mut self, filter: &'a Expr, negated: bool) -> Modifier {
        let mut worded = |pronoun: Phrase| {
            self.its.push(AtHand {
                name: "it".to_owned(),
                subject: pronoun.clone(),
                object: if pronoun.plural { Phrase::text("them").plural() } else { pronoun },
                ..AtHand::default()
            });
            let condition = self.echoing(None, |writer| writer.condition(filter, negated));
            self.its.pop();
            if let Some(rest) = condition.clone().without(&["its ", "their "]) {
                return self.pattern("whose", vec![("condition", rest)]);
            }
            if let Some(rest) = condition.clone().without(&["it ", "they "]) {
                return self.pattern("that", vec![("condition", rest)]);
            }
            self.pattern("such-that", vec![("condition", condition)])
        };
        let one = worded(Phrase::text("it"));
        let many = worded(Phrase::text("they").plural());
        Modifier::Addition((one, many))
    }
}

/// The parts of a condition that must all hold.
pub(super) fn conjuncts<'e>(condition: &'e Expr, parts: &mut Vec<&'e Expr>) {
    operands(condition, BinaryOp::And, parts);
}

/// "Undead or Spirit", "with Stealth, Leap or Flight".
fn joined(parts: Vec<Modifier>, or: &str) -> Modifier {
    let replace = parts.iter().all(|part| matches!(part, Modifier::Replace(_)));
    let adjective = parts.iter().all(|part| matches!(part, Modifier::Adjective(_)));
    let (one, many) = parts.into_iter().map(addition).unzip();
    let pair = (Phrase::elided_list(one, or), Phrase::elided_list(many, or));
    match (replace, adjective) {
        (true, _) => Modifier::Replace(pair),
        (_, true) => Modifier::Adjective(pair.0),
        _ => Modifier::Addition(pair),
    }
}

fn addition(modifier: Modifier) -> (Phrase, Phrase) {
    match modifier {
        Modifier::Replace(pair) | Modifier::Addition(pair) => pair,
        Modifier::Adjective(phrase) => (phrase.clone(), phrase),
    }
}
