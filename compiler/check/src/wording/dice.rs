//! Dice in sentences: pictures on cards, words everywhere else ("2 blue dice and a red die").

use std::collections::BTreeMap;

use cardwright_model::{BinaryOp, Expr, Pool, Run};

use super::phrase::Phrase;
use super::writer::{Form, Writer};

/// Whether a sign stands before the dice: "+1 blue die", but "roll a blue die".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    /// "a blue die"
    Plainly,
    /// "1 blue die", after a sign.
    AfterSign,
}

impl<'a> Writer<'a, '_> {
    /// Dice to throw, and what is added to them.
    pub(super) fn dice(&mut self, pool: &'a Expr) -> Phrase {
        match pool {
            Expr::Pool { pool } => self.pool(pool),
            other => match self.times_dice(other) {
                Some((count, pool)) => self.dice_times(count, pool),
                None => self.phrase(other, Form::A),
            },
        }
    }

    /// `count(S) * 1B`: how many times which dice.
    pub(super) fn times_dice(&self, product: &'a Expr) -> Option<(&'a Expr, &'a Pool)> {
        let Expr::Binary { operator: BinaryOp::Multiply, left, right } = product else {
            return None;
        };
        match (left.as_ref(), right.as_ref()) {
            (Expr::Pool { pool }, count) | (count, Expr::Pool { pool }) => Some((count, pool)),
            _ => None,
        }
    }

    /// "a blue die for each monster", "a blue die X times".
    fn dice_times(&mut self, count: &'a Expr, pool: &'a Pool) -> Phrase {
        let dice = self.pool(pool);
        match self.for_each(count) {
            Some((1, cards)) => {
                let noun = self.counted(cards);
                self.pattern("for-each", vec![("statement", dice), ("noun", noun)])
            }
            _ => {
                let count = self.phrase(count, Form::A);
                self.pattern("dice-times", vec![("dice", dice), ("count", count)])
            }
        }
    }

    pub(super) fn pool(&mut self, pool: &'a Pool) -> Phrase {
        let gained = side(pool, false);
        if pool.dice.is_empty() {
            return Phrase::number(pool.bonus);
        }
        let mut whole = self.dice_run(&gained, Counted::Plainly);
        if let Some(taken) = self.taken(pool) {
            whole = whole.then(taken);
        }
        if pool.bonus != 0 {
            whole = whole.then(Phrase::signed(pool.bonus));
        }
        whole
    }

    /// Dice that change others: "+1 blue die", "−1 red die".
    pub(super) fn signed_pool(&mut self, pool: &'a Pool) -> Phrase {
        let gained = side(pool, false);
        let mut parts = Vec::new();
        if !gained.is_empty() {
            let mut plus = sign("+");
            let dice = self.dice_run(&gained, Counted::AfterSign);
            plus.plural = dice.plural;
            plus.append(dice);
            parts.push(plus);
        }
        parts.extend(self.taken(pool));
        if pool.bonus != 0 || parts.is_empty() {
            parts.push(Phrase::signed(pool.bonus));
        }
        let plural = parts.len() > 1 || parts.iter().any(|part| part.plural);
        let and = self.join_word("and");
        Phrase { plural, ..Phrase::list(parts, &and) }
    }

    /// "−1 red die", if dice are taken away.
    fn taken(&mut self, pool: &'a Pool) -> Option<Phrase> {
        let taken = side(pool, true);
        if taken.is_empty() {
            return None;
        }
        let mut minus = sign("−");
        let dice = self.dice_run(&taken, Counted::AfterSign);
        minus.plural = dice.plural;
        minus.append(dice);
        Some(minus)
    }

    /// Some dice, as a picture with its words.
    pub(super) fn dice_run(&mut self, dice: &[(&'a str, i64)], counted: Counted) -> Phrase {
        let words = dice.iter().map(|(die, count)| self.die(die, *count, counted)).collect();
        let and = self.join_word("and");
        let text = Phrase::list(words, &and).plain();
        let dice: BTreeMap<String, i64> =
            dice.iter().map(|(die, count)| ((*die).to_owned(), *count)).collect();
        let plural = dice.values().sum::<i64>() != 1;
        Phrase { runs: vec![Run::Dice { dice, text }], plural, amount: None }
    }

    /// "2 blue dice", from the words for that die (`word die-blue: "blue die|blue dice"`), the
    /// words for all dice (`word die: "{name} die|{name} dice"`), or the way content writes dice.
    fn die(&self, die: &'a str, count: i64, counted: Counted) -> Phrase {
        let own = self.lexicon.forms("word", &format!("die-{die}"));
        let Some([one, many, ..]) = own.or_else(|| self.lexicon.forms("word", "die")) else {
            return Phrase::text(format!("{count}{}", self.lexicon.code(die)));
        };
        let name = self.lexicon.die(die).to_lowercase();
        let words = if count == 1 { one } else { many }.replace("{name}", &name);
        if count == 1 && counted == Counted::Plainly {
            return Phrase::text(words).with_article();
        }
        Phrase::number(count).then(Phrase::text(words))
    }

    /// Dice that a designer wrote into a text, `[2B 1R]`; after a sign they are counted. Anything
    /// that is not dice of the game stays as it is written.
    pub(super) fn written_dice(&mut self, written: &str, before: &Phrase) -> Phrase {
        let dice: Option<Vec<(&'a str, i64)>> = written
            .split(' ')
            .map(|part| {
                let digits = part.find(|c: char| !c.is_ascii_digit())?;
                let (count, code) = part.split_at(digits);
                Some((self.lexicon.die_of_code(code)?, count.parse().ok()?))
            })
            .collect();
        let counted = if before.plain().ends_with(['+', '−', '-']) {
            Counted::AfterSign
        } else {
            Counted::Plainly
        };
        match dice {
            Some(dice) => self.dice_run(&dice, counted),
            None => Phrase::text(format!("[{written}]")),
        }
    }
}

fn sign(text: &str) -> Phrase {
    Phrase { runs: vec![Run::Amount { text: text.to_owned() }], ..Phrase::default() }
}

/// The dice of a pool that are added, or those that are taken away, with positive counts.
fn side(pool: &Pool, is_taken: bool) -> Vec<(&str, i64)> {
    let of_side = |(_, count): &(&String, &i64)| (**count < 0) == is_taken && **count != 0;
    let dice = pool.dice.iter().filter(of_side);
    dice.map(|(die, count)| (die.as_str(), count.saturating_abs())).collect()
}
