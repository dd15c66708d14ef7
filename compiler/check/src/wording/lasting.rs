//! Lasting effects: changed numbers, granted keywords, forbidden acts, and how long they last.

use cardwright_model::{ALL_KEYWORDS, BinaryOp, Expr, ModifyOp, Statement, Value};

use super::phrase::Phrase;
use super::writer::{Form, Writer};

impl<'a> Writer<'a, '_> {
    pub(super) fn modification(
        &mut self,
        stat: &'a str,
        subject: Option<&'a Expr>,
        operation: ModifyOp,
        amount: &'a Expr,
    ) -> Phrase {
        let dice = if operation == ModifyOp::Add { self.times_dice(amount) } else { None };
        let dice = dice.and_then(|(count, pool)| match self.for_each(count) {
            Some((1, cards)) => Some((pool, cards)),
            _ => None,
        });
        let each = match (operation, dice) {
            (ModifyOp::Add, Some((_, cards))) => Some((1, cards)),
            (ModifyOp::Add, None) => self.for_each(amount),
            _ => None,
        };
        let subject_phrase = subject.map(|subject| self.phrase(subject, Form::Subject));
        let amount = match (operation, each) {
            (ModifyOp::Add, Some((each, _))) => match dice {
                Some((pool, _)) => self.signed_pool(pool),
                None => Phrase::signed(each),
            },
            (ModifyOp::Add, None) => self.signed(amount),
            _ => self.phrase(amount, Form::A),
        };
        let operation = match operation {
            ModifyOp::Add => "add",
            ModifyOp::Times => "times",
            ModifyOp::Set => "set",
            ModifyOp::AtLeast => "at-least",
            ModifyOp::AtMost => "at-most",
        };
        let stat_name = self.stat(stat);
        let sentence = match subject_phrase {
            Some(subject) => {
                let usual = format!("modify-{operation}");
                let pattern = self.first_pattern([format!("{usual}-{stat}"), usual]);
                let holes = vec![("subject", subject), ("amount", amount), ("stat", stat_name)];
                self.pattern(&pattern, holes)
            }
            None => {
                let usual = format!("modify-game-{operation}");
                let pattern = self.first_pattern([format!("{usual}-{stat}"), usual]);
                self.pattern(&pattern, vec![("amount", amount), ("stat", stat_name)])
            }
        };
        match each {
            None => sentence,
            Some((_, cards)) => {
                let noun = self.counted(cards);
                self.pattern("for-each", vec![("statement", sentence), ("noun", noun)])
            }
        }
    }

    /// A number that changes another: "+2", "−1", "+X".
    pub(super) fn signed(&mut self, amount: &'a Expr) -> Phrase {
        if let Expr::Pool { pool } = amount {
            return self.signed_pool(pool);
        }
        if let Some((count, pool)) = self.times_dice(amount) {
            let dice = self.signed_pool(pool);
            let count = self.phrase(count, Form::A);
            return self.pattern("dice-times", vec![("dice", dice), ("count", count)]);
        }
        match self.literal(amount) {
            Some(number) => Phrase::signed(number),
            None => {
                let (sign, amount) = match amount {
                    Expr::Binary { operator: BinaryOp::Subtract, left, right }
                        if self.literal(left) == Some(0) =>
                    {
                        ("−", right.as_ref())
                    }
                    other => ("+", other),
                };
                let letter = self.phrase(amount, Form::A).plain();
                let text = format!("{sign}{letter}");
                Phrase {
                    runs: vec![cardwright_model::Run::Amount { text }],
                    plural: true,
                    amount: None,
                }
            }
        }
    }

    pub(super) fn grants(&mut self, grants: &'a [Statement]) -> Phrase {
        let Some(Statement::Grant { subject, revoke, condition, until, .. }) = grants.first()
        else {
            return Phrase::default();
        };
        let echo = self.echo(subject);
        let subject = self.phrase(subject, Form::Subject);
        let keywords = grants
            .iter()
            .filter_map(|grant| match grant {
                Statement::Grant { keyword, .. } if keyword == ALL_KEYWORDS => {
                    Some(self.pattern("all-keywords", Vec::new()))
                }
                Statement::Grant { keyword, args, .. } => Some(self.keyword(keyword, args)),
                _ => None,
            })
            .collect();
        let and = self.join_word("and");
        let keyword = Phrase::list(keywords, &and);
        let pattern = if *revoke { "revoke" } else { "grant" };
        let sentence = self.pattern(pattern, vec![("subject", subject), ("keyword", keyword)]);
        self.echoing(echo, |writer| {
            writer.lasting(sentence, condition.as_ref(), until.as_deref(), "grant")
        })
    }

    /// "Skill cards cannot be played or spent".
    pub(super) fn prohibition(&mut self, acts: &'a [String], subject: Option<&'a Expr>) -> Phrase {
        let or = self.join_word("or");
        let Some(subject) = subject else {
            // The second form of an act is a whole sentence.
            let sentences = acts
                .iter()
                .map(|act| match self.forms("act", act).and_then(|forms| forms.get(1)) {
                    Some(sentence) => self.render(&self.lexicon.template(sentence), &Vec::new()),
                    None => self.wording("act", act, &Vec::new()),
                })
                .collect();
            let and = self.join_word("and");
            return Phrase::list(sentences, &and);
        };
        let subject = self.phrase(subject, Form::All);
        let acts = acts.iter().map(|act| self.wording("act", act, &Vec::new())).collect();
        let acts = Phrase::elided_list(acts, &or);
        self.pattern("forbid", vec![("subject", subject), ("acts", acts)])
    }

    /// Adds `when` and `until`, or how long it usually lasts. `of` is the stat or mark.
    pub(super) fn lasting(
        &mut self,
        sentence: Phrase,
        condition: Option<&'a Expr>,
        until: Option<&str>,
        of: &str,
    ) -> Phrase {
        let sentence = match until.or_else(|| self.usual_window(of)) {
            None => sentence,
            Some(window) => {
                let window = self.wording("window", window, &Vec::new());
                self.pattern("until", vec![("statement", sentence), ("window", window)])
            }
        };
        self.conditional(sentence, condition)
    }

    /// Adds `when`.
    pub(super) fn conditional(&mut self, sentence: Phrase, condition: Option<&'a Expr>) -> Phrase {
        match condition {
            None => sentence,
            Some(condition) => {
                let condition = self.condition(condition, false);
                self.pattern("when", vec![("statement", sentence), ("condition", condition)])
            }
        }
    }

    /// The window at which a one-time effect without `until` ends: `word usual-until`, or the
    /// variant for the stat, for a flag of the card (`usual-until-permanent`), for its kind or
    /// family. An empty wording means that it lasts as long as the card.
    fn usual_window(&self, of: &str) -> Option<&'a str> {
        if !self.momentary {
            return None;
        }
        let own = |of: &str| self.lexicon.forms("word", &format!("usual-until-{of}"));
        let is_set = |value: &Value| matches!(value, Value::Bool(true));
        let mut flags = self.card.fields.iter().filter(|(_, value)| is_set(value));
        let kind = self.lexicon.kind(&self.card.kind);
        let family = kind.and_then(|kind| kind.family.as_deref());
        let forms = own(of)
            .or_else(|| flags.find_map(|(name, _)| own(name)))
            .or_else(|| own(&self.card.kind))
            .or_else(|| family.and_then(own))
            .or_else(|| self.lexicon.forms("word", "usual-until"))?;
        forms.first().copied().filter(|window| !window.is_empty())
    }
}

/// Whether two grants differ only in the keyword.
pub(super) fn grants_alike(first: &Statement, next: &Statement) -> bool {
    match (first, next) {
        (
            Statement::Grant { subject, revoke, condition, until, .. },
            Statement::Grant {
                subject: other_subject,
                revoke: other_revoke,
                condition: other_condition,
                until: other_until,
                ..
            },
        ) => {
            subject == other_subject
                && revoke == other_revoke
                && condition == other_condition
                && until == other_until
        }
        _ => false,
    }
}
