//! Statements as sentences.

use cardwright_model::{Chooser, Statement};

use super::block::leading_hole;
use super::phrase::Phrase;
use super::writer::{Form, Hole, Writer};

impl<'a> Writer<'a, '_> {
    pub(super) fn statement(&mut self, statement: &'a Statement) -> Vec<Phrase> {
        let sentence = match statement {
            Statement::On { event, condition, body, limit, per_game, once, until } => {
                // Inside a sentence it begins to wait when the sentence is carried out.
                let waits = self.inline;
                let sentence = self.reaction(event, condition.as_ref(), body, *once && waits);
                let sentence = match *once && !waits {
                    true => self.once_a_game(sentence),
                    false => self.limited(sentence, limit.as_ref(), *per_game),
                };
                self.waiting(sentence, until.as_deref(), waits && !once)
            }
            Statement::Modify { stat, subject, operation, amount, condition, until } => {
                let sentence = self.modification(stat, subject.as_ref(), *operation, amount);
                let echo = subject.as_ref().and_then(|subject| self.echo(subject));
                // A stat that only exists during an attack need not say that the change lasts for
                // the attack; the content may declare a shorter wording (`word
                // attack-power-end-of-attack`).
                let own = until.as_ref().map(|window| format!("{stat}-{window}"));
                let own = own.filter(|own| self.lexicon.forms("word", own).is_some());
                match own {
                    Some(own) => {
                        let window = self.pattern(&own, Vec::new());
                        let sentence = sentence.then(window);
                        self.echoing(echo, |writer| {
                            writer.conditional(sentence, condition.as_ref())
                        })
                    }
                    None => self.echoing(echo, |writer| {
                        writer.lasting(sentence, condition.as_ref(), until.as_deref(), stat)
                    }),
                }
            }
            Statement::Mark { subject, mark, args, condition, until } => {
                let echo = self.echo(subject);
                let subject = self.phrase(subject, Form::Subject);
                let mut holes = Self::arguments(args);
                holes.push(("subject".into(), Hole::Phrase(subject.clone())));
                let predicate = self.wording("mark", mark, &holes);
                let sentence = subject.then(predicate);
                self.echoing(echo, |writer| {
                    writer.lasting(sentence, condition.as_ref(), until.as_deref(), mark)
                })
            }
            Statement::Grant { .. } => self.grants(std::slice::from_ref(statement)),
            Statement::Forbid { acts, subject, condition, until } => {
                let sentence = self.prohibition(acts, subject.as_ref());
                self.lasting(sentence, condition.as_ref(), until.as_deref(), "forbid")
            }
            Statement::ForEach { selection, body } => {
                let at_hand = self.at_hand(selection, body, None, (Chooser::You, false));
                self.with_at_hand(at_hand, body)
            }
            Statement::Repeat { count, body } => {
                let count = self.phrase(count, Form::A);
                let body = self.body(body);
                self.pattern("repeat", vec![("count", count), ("body", body)])
            }
            Statement::Choose { by, count, up_to, from, body } => {
                let count = self.phrase(count, Form::A);
                let at_hand = self.at_hand(from, body, Some(count), (*by, *up_to));
                match by {
                    Chooser::Opponent => self.opponents(at_hand, body),
                    Chooser::You | Chooser::Chance => self.with_at_hand(at_hand, body),
                }
            }
            Statement::ChooseOption { by, count, up_to, options } => {
                let count = count.as_ref().map(|count| self.phrase(count, Form::A));
                self.options(options, *by, count, *up_to)
            }
            Statement::Offer { label, condition, body, limit, per_game } => {
                let sentence = self.offer(label, condition.as_ref(), body);
                self.limited(sentence, limit.as_ref(), *per_game)
            }
            Statement::If { condition, then, otherwise } => {
                return self.choice_of_two(condition, then, otherwise);
            }
            Statement::Roll { pool, body } => {
                let pool = self.dice(pool);
                let body = self.body(body);
                self.pattern("roll", vec![("pool", pool), ("body", body)])
            }
            Statement::Call { verb, args } => {
                let mut holes = Self::arguments(args);
                let form = self.forms("verb", verb).and_then(|forms| forms.first()).copied();
                let subject = form.and_then(leading_hole);
                for (name, hole) in &mut holes {
                    if let Hole::Expr(_, form) = hole
                        && subject.is_some_and(|subject| *name == subject)
                    {
                        *form = Form::Subject;
                    }
                }
                self.wording("verb", verb, &holes)
            }
            Statement::Todo { note } => Phrase::text(note.clone()),
            // The caller binds `let`, and rules print nothing.
            Statement::Let { .. } | Statement::Require { .. } => return Vec::new(),
            Statement::Set { name, value } => self.noted(name, value),
        };
        vec![sentence]
    }
}
