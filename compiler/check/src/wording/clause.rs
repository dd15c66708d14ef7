//! The text of each clause by itself, for kinds that are not printed as cards: a booklet sets a
//! quest room by room, with every check and action of a room in its own place.

use cardwright_model::{BinaryOp, Clause, Expr, Run};

use super::card::own_text;
use super::lexicon::humanised;
use super::phrase::{Phrase, capitalised, paragraph};
use super::writer::Writer;

/// The text of a clause and of the clauses inside it.
#[derive(Debug, Default)]
pub(super) struct ClauseWords {
    when: Vec<Run>,
    text: Vec<Vec<Run>>,
    clauses: Vec<ClauseWords>,
}

impl<'a> Writer<'a, '_> {
    /// The text of all clauses of the card; empty if its kind is printed as a card, because the
    /// card's own text then says everything.
    pub(super) fn words_of_clauses(&mut self) -> Vec<ClauseWords> {
        let card = self.card;
        let is_printed = self.lexicon.kind(&card.kind).is_none_or(|kind| kind.print.is_some());
        if is_printed { Vec::new() } else { self.words_of(&card.clauses) }
    }

    fn words_of(&mut self, clauses: &'a [Clause]) -> Vec<ClauseWords> {
        clauses.iter().map(|clause| self.words(clause)).collect()
    }

    fn words(&mut self, clause: &'a Clause) -> ClauseWords {
        let condition = clause.condition.as_ref();
        let when = condition.map(|condition| self.condition(condition, false).runs);
        let own = own_text(clause);
        let mut text = own.map(|text| self.own_words(text)).unwrap_or_default();
        for statement in clause.effects.iter().filter(|_| own.is_none()) {
            let statement = std::slice::from_ref(statement);
            let runs = paragraph(self.sentences_of_block(&clause.clause, statement));
            if !runs.is_empty() {
                text.push(runs);
            }
        }
        let clauses = self.words_of(&clause.clauses);
        ClauseWords { when: when.unwrap_or_default(), text, clauses }
    }

    /// What players note down when a flag or counter changes, by the words `set-flag`,
    /// `clear-flag`, `count` and `set-counter`.
    pub(super) fn noted(&mut self, name: &'a str, value: &'a Expr) -> Phrase {
        let (word, amount) = match value {
            Expr::Bool { value: true } => ("set-flag", None),
            Expr::Bool { value: false } => ("clear-flag", None),
            Expr::Binary { operator, left, right }
                if **left == (Expr::Var { name: name.to_owned() }) =>
            {
                match (operator, &**right) {
                    (BinaryOp::Add, Expr::Int { value }) => ("count", Some(Phrase::signed(*value))),
                    (BinaryOp::Subtract, Expr::Int { value }) => {
                        ("count", Some(Phrase::signed(-value)))
                    }
                    _ => ("set-counter", Some(self.value(value))),
                }
            }
            value => ("set-counter", Some(self.value(value))),
        };
        if self.lexicon.forms("word", word).is_none() {
            // A counter works even if the game declares no words for it: "Gears +1". A flag that is
            // set is named in the same way.
            let called = Phrase::term(capitalised(&humanised(name)));
            return amount.map_or_else(|| called.clone(), |amount| called.clone().then(amount));
        }
        let called = if amount.is_some() { capitalised(&humanised(name)) } else { humanised(name) };
        let mut holes = vec![("name", Phrase::term(called))];
        holes.extend(amount.map(|amount| ("amount", amount)));
        self.pattern(word, holes)
    }
}

/// Puts the text into the clauses that it was made from.
pub(super) fn put(words: Vec<ClauseWords>, clauses: &mut [Clause]) {
    for (words, clause) in words.into_iter().zip(clauses) {
        clause.when = words.when;
        clause.text = words.text;
        put(words.clauses, &mut clause.clauses);
    }
}
