//! Blocks of statements, worded as consecutive sentences or as parts of one sentence.

use cardwright_model::{Arg, Choice, Chooser, Expr, Statement};

use super::lasting::grants_alike;
use super::phrase::Phrase;
use super::walk;
use super::writer::{AtHand, Writer};

/// One sentence of a block.
struct Sentence {
    words: Phrase,
    /// True if it ends with one of several outcomes, so that a following part could be read as
    /// belonging to the last of them.
    branches: bool,
}

impl<'a> Writer<'a, '_> {
    /// The sentences of a block, without their capitals and full stops.
    pub(super) fn sentences(&mut self, statements: &'a [Statement]) -> Vec<Phrase> {
        self.worded(statements).into_iter().map(|sentence| sentence.words).collect()
    }

    /// The sentences of a block that is carried out once, rather than lasting with the card.
    pub(super) fn sentences_done(&mut self, statements: &'a [Statement]) -> Vec<Phrase> {
        let momentary = std::mem::replace(&mut self.momentary, true);
        let sentences = self.sentences(statements);
        self.momentary = momentary;
        sentences
    }

    fn worded(&mut self, statements: &'a [Statement]) -> Vec<Sentence> {
        let (bound, letters) = (self.bound.len(), self.letters.len());
        let for_each_of_them = std::mem::take(&mut self.for_each_of_them);
        let mut sentences = Vec::new();
        let mut rest = statements;
        while let Some((first, others)) = rest.split_first() {
            let same = 1 + others.iter().take_while(|next| grants_alike(first, next)).count();
            let (now, later) = rest.split_at(same);
            rest = later;
            if let Statement::Let { name, value } = first {
                let note = self.bind(name, value, later);
                let note = note.map(|words| self.said_by(first, words));
                sentences.extend(note.map(|words| Sentence { words, branches: false }));
                continue;
            }
            let worded = if now.len() > 1 { vec![self.grants(now)] } else { self.statement(first) };
            let once_each = for_each_of_them && adds_up(first) && !walk::speak_of(now, "it");
            for words in worded {
                let words = if once_each {
                    self.pattern("for-each-of-them", vec![("body", words)])
                } else {
                    words
                };
                let words = self.with_formulas(words);
                let words = self.said_by(first, words);
                sentences.push(Sentence { words, branches: walk::branches(first) });
            }
        }
        self.bound.truncate(bound);
        self.letters.truncate(letters);
        sentences
    }

    /// Remembers what a name stands for, to be worded where it is used. If the number may have
    /// changed by then, it is worded at once: "let X be the number of cards in your hand". A name
    /// that leads back to itself (the checker reports it) stays a name.
    fn bind(&mut self, name: &'a str, value: &'a Expr, rest: &'a [Statement]) -> Option<Phrase> {
        let known =
            self.bound.iter().any(|(bound, value)| *bound == name || walk::mentions(value, name));
        if known || walk::mentions(value, name) {
            return None;
        }
        if let Expr::Query { name: query, args } = value
            && query == "chosen"
        {
            let number = |name: &str| args.iter().find(|arg| arg.name == name);
            let (least, most) = (number("least"), number("most"));
            let least = least.map_or_else(|| Phrase::number(0), |least| self.value(&least.value));
            let most = most.map(|most| self.value(&most.value)).unwrap_or_default();
            self.letters.push(name);
            let letter = self.letter_of(name)?;
            return Some(
                self.pattern("chosen", vec![("x", letter), ("least", least), ("most", most)]),
            );
        }
        let changes = walk::can_change(value) && walk::changes_before_use(name, rest);
        if !changes || !self.is_number(value) {
            self.bound.push((name, value));
            return None;
        }
        let value = self.value(value);
        self.letters.push(name);
        let letter = self.letter_of(name)?;
        Some(self.pattern("let", vec![("x", letter), ("value", value)]))
    }

    /// A block inside a sentence: "draw 1 card, then discard 1 card".
    pub(super) fn body(&mut self, statements: &'a [Statement]) -> Phrase {
        let inline = std::mem::replace(&mut self.inline, true);
        let momentary = std::mem::replace(&mut self.momentary, true);
        let sentences = self.worded(statements);
        (self.inline, self.momentary) = (inline, momentary);
        let mut whole = Phrase::default();
        let mut after_branch = false;
        for Sentence { words, branches } in sentences.into_iter().filter(|s| !s.words.is_empty()) {
            if !whole.is_empty() {
                // After "…; otherwise, draw a card", a plain ", then lock it" would seem to belong
                // to the "otherwise", so content may declare another word for this case.
                let usual = "then".to_owned();
                let join = if after_branch {
                    self.first_pattern(["then-always".to_owned(), usual])
                } else {
                    usual
                };
                let join = self.pattern(&join, Vec::new()).plain();
                whole.push_text(&join);
            }
            whole.append(words);
            after_branch = branches;
        }
        whole
    }

    /// "if …, draw a card", with what happens otherwise.
    pub(super) fn choice_of_two(
        &mut self,
        condition: &'a Expr,
        then: &'a [Statement],
        otherwise: &'a [Statement],
    ) -> Vec<Phrase> {
        let condition = self.condition(condition, false);
        let body = self.body(then);
        if otherwise.is_empty() {
            return vec![self.pattern("if", vec![("condition", condition), ("body", body)])];
        }
        // "…; otherwise, …" is not the next step of the sentence.
        if self.inline && self.lexicon.forms("word", "if-else").is_some() {
            let otherwise = self.body(otherwise);
            let holes = vec![("condition", condition), ("body", body), ("otherwise", otherwise)];
            return vec![self.pattern("if-else", holes)];
        }
        let first = self.pattern("if", vec![("condition", condition), ("body", body)]);
        let otherwise = self.body(otherwise);
        let second = self.pattern("else", vec![("body", otherwise)]);
        if !self.inline {
            return vec![first, second];
        }
        let mut both = first;
        both.push_text("; ");
        both.append(second);
        vec![both]
    }

    /// Effects on the card at hand, as one sentence: "activate it and put a Lock on it".
    pub(super) fn with_at_hand(&mut self, at_hand: AtHand, body: &'a [Statement]) -> Phrase {
        let first = body.iter().find(|statement| !matches!(statement, Statement::Let { .. }));
        let in_turn = if at_hand.several {
            body.iter().any(walk::branches)
        } else {
            !at_hand.is_certain && first.is_some_and(walk::branches)
        };
        if in_turn {
            return self.in_turn(at_hand, first, body);
        }
        let (is_each, several, one) = (at_hand.is_each, at_hand.several, at_hand.one.clone());
        self.for_each_of_them = several && (!is_each || walk::speak_of(body, "it"));
        self.its.push(at_hand);
        let sentence = self.body(body);
        // No effect has named the cards, so they are named all together: "choose 2 Characters".
        let unused = self.its.pop().and_then(|at_hand| {
            let noun = at_hand.noun?;
            Some(at_hand.group.unwrap_or(noun))
        });
        match unused {
            None => sentence,
            // The body does not mention the card.
            Some(_) if is_each && !several => sentence,
            Some(_) if is_each => {
                self.pattern("for-each", vec![("statement", sentence), ("noun", one)])
            }
            Some(noun) => self.pattern("choose", vec![("noun", noun), ("body", sentence)]),
        }
    }

    /// "For each attacking Adventurer: if they have a Wound, …": an effect that is decided
    /// separately for each card names the card first.
    fn in_turn(
        &mut self,
        mut at_hand: AtHand,
        first: Option<&'a Statement>,
        body: &'a [Statement],
    ) -> Phrase {
        let named = at_hand.noun.take().unwrap_or_default();
        let group = at_hand.group.take().unwrap_or(named);
        (at_hand.subject, at_hand.object) = at_hand.pronouns.clone();
        let (pattern, noun) = match (at_hand.is_each, at_hand.several) {
            (true, _) => ("each-in-turn", at_hand.one.clone()),
            (false, true) => ("chosen-in-turn", group),
            (false, false) => ("choose", group),
        };
        self.its.push(at_hand);
        let body = self.body(body);
        self.its.pop();
        // "For each Hero, choose one: …" already has a colon later.
        let has_colon = matches!(
            first,
            Some(
                Statement::ChooseOption { .. } | Statement::Roll { .. } | Statement::Repeat { .. }
            )
        );
        self.pattern_form(pattern, usize::from(has_colon), vec![("noun", noun), ("body", body)])
    }

    /// "An opponent chooses a Hero, then …": who chooses is named first, and what is chosen.
    pub(super) fn opponents(&mut self, mut at_hand: AtHand, body: &'a [Statement]) -> Phrase {
        let named = at_hand.noun.take().unwrap_or_default();
        let noun = at_hand.group.take().unwrap_or(named);
        let several = at_hand.several;
        (at_hand.subject, at_hand.object) = at_hand.pronouns.clone();
        self.its.push(at_hand);
        let body = self.body(body);
        self.its.pop();
        let holes = vec![("noun", noun), ("body", body)];
        self.pattern_form("opponent-chooses", usize::from(several), holes)
    }

    pub(super) fn options(
        &mut self,
        options: &'a [Choice],
        by: Chooser,
        count: Option<Phrase>,
        up_to: bool,
    ) -> Phrase {
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
        // Every option is separated in the same way, whatever commas it contains.
        let mut options = Phrase::default();
        for choice in choices {
            if !options.is_empty() {
                options.push_text(&or);
            }
            options.append(choice);
        }
        let pattern = match (by, &count) {
            (Chooser::You, None) => "choose-one",
            (Chooser::You, Some(_)) if up_to => "choose-up-to",
            (Chooser::You, Some(_)) => "choose-some",
            (Chooser::Opponent, _) if up_to => "opponent-chooses-up-to",
            (Chooser::Opponent, _) => "opponent-chooses-some",
            (Chooser::Chance, _) => "choose-random",
        };
        let count = count.unwrap_or_else(|| Phrase::text("one"));
        self.pattern(pattern, vec![("count", count), ("options", options)])
    }

    pub(super) fn offer(
        &mut self,
        label: &str,
        condition: Option<&'a Expr>,
        statements: &'a [Statement],
    ) -> Phrase {
        let condition = condition
            .filter(|condition| !is_plain_need(condition, statements))
            .map(|condition| self.condition(condition, false));
        let body = self.body(statements);
        let (is_command, body) = if body.is_empty() {
            (true, Phrase::text(lowered(label)))
        } else {
            (self.is_command(statements), body)
        };
        let usual = "offer".to_owned();
        let pattern =
            if is_command { usual } else { self.first_pattern(["offer-that".to_owned(), usual]) };
        let sentence = self.pattern(&pattern, vec![("body", body)]);
        match condition {
            Some(condition) => {
                self.pattern("if", vec![("condition", condition), ("body", sentence)])
            }
            None => sentence,
        }
    }

    /// Whether a body reads as a command, so that "you may" can stand before it.
    fn is_command(&self, body: &[Statement]) -> bool {
        let first = body.iter().find(|statement| !matches!(statement, Statement::Let { .. }));
        match first {
            Some(Statement::Call { verb, .. }) => {
                let form = self.forms("verb", verb).and_then(|forms| forms.first());
                form.is_none_or(|form| leading_hole(form).is_none())
            }
            Some(Statement::Choose { by: Chooser::Opponent, .. }) => false,
            Some(Statement::Choose { body, .. }) => {
                body.first().is_some_and(walk::branches) || self.is_command(body)
            }
            Some(Statement::ForEach { body, .. }) => {
                !body.iter().any(walk::branches) && self.is_command(body)
            }
            Some(Statement::Roll { .. } | Statement::Repeat { .. }) => true,
            Some(Statement::ChooseOption { by, .. }) => *by != Chooser::Opponent,
            _ => false,
        }
    }
}

/// The hole at the very start of a wording, which names who acts.
pub(super) fn leading_hole(text: &str) -> Option<&str> {
    let (name, _) = text.strip_prefix('{')?.split_once('}')?;
    let name = name.strip_suffix(":subject").unwrap_or(name);
    name.chars().all(|c| c.is_alphanumeric() || c == '-').then_some(name)
}

/// Whether doing it several times has more effect than doing it once.
fn adds_up(statement: &Statement) -> bool {
    matches!(statement, Statement::Call { .. } | Statement::Modify { .. })
}

/// Whether a condition only says that there is a card to choose from. A body that begins by
/// choosing one implies that, so the text need not say it.
fn is_plain_need(condition: &Expr, body: &[Statement]) -> bool {
    let Expr::Query { name, args } = condition else { return false };
    let chosen = match body.first() {
        Some(Statement::Choose { from, .. }) => from,
        _ => return false,
    };
    name == "any" && args.iter().any(|arg: &Arg| arg.value == *chosen)
}

fn lowered(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}
