//! A decision that a person makes: what is shown, and what may be typed.

use std::io::{self, Write};

use anyhow::{Context, Result};
use cardwright_engine::Table;
use cardwright_model::Library;

use super::aloud;

/// So many characters go on a line of options that stand beside each other.
const WIDTH: usize = 96;
/// Fewer options of a sort than this have a line each.
const MANY: usize = 8;

/// What a person typed.
pub(super) enum Answer {
    Option(usize),
    /// The same whenever it is asked again in this round.
    Always(usize),
    Undo,
    Quit,
}

/// What a person wants to answer for the rest of a round, so that one need not say "no, thank
/// you" at every occasion to drink.
#[derive(Default)]
pub(super) struct Habits {
    round: i64,
    answers: Vec<(u8, String, String)>,
}

impl Habits {
    /// The option that was asked for in advance.
    pub(super) fn answer(&mut self, table: &dyn Table, question: &Question<'_>) -> Option<usize> {
        let round = i64::from(table.round());
        if self.round != round {
            *self = Self { round, answers: Vec::new() };
        }
        let known = |(seat, what, _): &&(u8, String, String)| {
            *seat == question.seat && what == question.what
        };
        let (_, _, wanted) = self.answers.iter().find(known)?;
        (0..table.options().len()).find(|option| table.label(*option) == *wanted)
    }

    /// Keeps an answer.
    pub(super) fn keep(&mut self, question: &Question<'_>, label: String) {
        self.answers.push((question.seat, question.what.to_owned(), label));
    }

    /// Forgets all: something was taken back.
    pub(super) fn forget(&mut self) {
        self.answers.clear();
    }
}

/// A decision that a person has to make.
pub(super) struct Question<'a> {
    pub(super) library: &'a Library,
    pub(super) seat: u8,
    pub(super) what: &'a str,
}

impl Question<'_> {
    pub(super) fn ask(
        &self,
        table: &dyn Table,
        input: &mut impl Iterator<Item = io::Result<String>>,
        out: &mut impl Write,
    ) -> Result<Answer> {
        let options = table.options().len();
        let labels: Vec<String> = (0..options).map(|option| table.label(option)).collect();
        writeln!(out, "\n{}", table.describe(self.seat).trim_end())?;
        writeln!(out, "\nSeat {}, {}:", self.seat + 1, self.what.replace('-', " "))?;
        list(table, &labels, out)?;
        loop {
            write!(out, "1–{options}, `help`, `undo`, `quit`, or a card's name to read it> ")?;
            out.flush()?;
            let Some(line) = input.next() else { return Ok(Answer::Quit) };
            let line = match line {
                // A slip of the keyboard does not end the game.
                Err(error) if error.kind() == io::ErrorKind::InvalidData => "help".to_owned(),
                line => line.context("reading the answer")?,
            };
            match line.trim().to_lowercase().as_str() {
                "quit" | "q" => return Ok(Answer::Quit),
                "undo" | "u" => return Ok(Answer::Undo),
                "help" | "?" => help(options, out)?,
                "" if options == 1 => return Ok(Answer::Option(0)),
                "" => {}
                answer => {
                    let (answer, always) = match answer.strip_suffix('!') {
                        Some(answer) => (answer.trim_end(), true),
                        None => (answer, false),
                    };
                    if let Some(option) = self.option(&labels, answer, out)? {
                        return Ok(match always {
                            true => Answer::Always(option),
                            false => Answer::Option(option),
                        });
                    }
                }
            }
        }
    }
}

impl Question<'_> {
    /// The option that was typed, or nothing after saying why, or reading a card aloud.
    fn option(
        &self,
        labels: &[String],
        answer: &str,
        out: &mut impl Write,
    ) -> Result<Option<usize>> {
        let options = labels.len();
        match answer.parse::<usize>() {
            Ok(number) if (1..=options).contains(&number) => return Ok(Some(number - 1)),
            Ok(_) => writeln!(out, "please type a number from 1 to {options}")?,
            Err(_) => match meant(labels, answer).as_slice() {
                [] => aloud::read(self.library, answer, out)?,
                [option] => return Ok(Some(*option)),
                several => {
                    writeln!(out, "`{answer}` is in several options:")?;
                    for option in several {
                        writeln!(out, "  {}. {}", option + 1, labels[*option])?;
                    }
                }
            },
        }
        Ok(None)
    }
}

/// The options: a line each, but many of one sort beside each other.
fn list(table: &dyn Table, labels: &[String], out: &mut impl Write) -> io::Result<()> {
    let sort = |place: usize| table.action(place);
    let mut first = 0;
    while first < labels.len() {
        let run = (first..labels.len()).take_while(|place| sort(*place) == sort(first)).count();
        let entries: Vec<String> =
            (first..first + run).map(|place| format!("{}. {}", place + 1, labels[place])).collect();
        let widest = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0) + 3;
        let beside = if run < MANY { 1 } else { (WIDTH / widest).max(1) };
        for row in entries.chunks(beside) {
            let (last, others) = row.split_last().map_or(("", row), |(last, o)| (last, o));
            write!(out, "  ")?;
            for entry in others {
                let gap = widest.saturating_sub(entry.chars().count());
                write!(out, "{entry}{}", " ".repeat(gap))?;
            }
            writeln!(out, "{last}")?;
        }
        first += run;
    }
    Ok(())
}

/// The options that are called so or begin so, or that name such a place: `c5`, `4, 0`.
fn meant(labels: &[String], answer: &str) -> Vec<usize> {
    let answer = answer.to_lowercase();
    let those = |wanted: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..labels.len()).filter(|place| wanted(&labels[*place].to_lowercase())).collect()
    };
    let whole = those(&|label| label == answer);
    if !whole.is_empty() {
        return whole;
    }
    let mut numbers = answer.split(|sign: char| !sign.is_ascii_digit()).filter(|n| !n.is_empty());
    let is_pair = answer.chars().all(|sign| sign.is_ascii_digit() || " ,()".contains(sign));
    if let (true, Some(x), Some(y), None) =
        (is_pair, numbers.next(), numbers.next(), numbers.next())
    {
        let place = format!("({x}, {y})");
        return those(&|label| label.contains(&place));
    }
    if answer.chars().any(char::is_numeric) && !answer.contains(' ') {
        let has_word = |label: &str| {
            label.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == answer)
        };
        return those(&has_word);
    }
    // One word may be a card's name; more are how an option begins.
    match answer.contains(' ') {
        true => those(&|label| label.starts_with(&answer)),
        false => Vec::new(),
    }
}

fn help(options: usize, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "Type the number of an option (1 to {options}), how it begins (`attack rex`), or the"
    )?;
    writeln!(
        out,
        "place in it, as it is written there (`c5`, `4, 0`). With `!` behind it (`2!`) you answer"
    )?;
    writeln!(out, "so whenever you are asked the same in this round.")?;
    writeln!(
        out,
        "The name of a card or of a line on it, or a part of it, shows what is printed."
    )?;
    writeln!(out, "`undo` takes your last decision back, `quit` leaves the game.")
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn places_and_whole_options_can_be_typed_and_names_of_cards_cannot() {
        let labels = ["Attack Rex", "Move to c5, a step", "Move to C4, 2 squares", "On c4"];
        let labels = labels.map(str::to_owned);
        assert_eq!(meant(&labels, "c5"), [1]);
        assert_eq!(meant(&labels, "c4"), [2, 3]);
        assert_eq!(meant(&labels, "on C4"), [3]);
        assert_eq!(meant(&labels, "attack r"), [0]);
        assert!(meant(&labels, "rex").is_empty());
        assert!(meant(&labels, "c").is_empty());
    }

    #[test]
    fn squares_of_two_numbers_can_be_typed_as_one_likes() {
        let labels = ["Move to (4, 0), a step", "Move to (14, 0), 3 steps"].map(str::to_owned);
        for typed in ["(4, 0)", "4,0", "4 0"] {
            assert_eq!(meant(&labels, typed), [0], "{typed}");
        }
    }
}
