//! A decision that a person makes: what is shown, and what may be typed.

use std::io::{self, Write};

use anyhow::{Context, Result};
use cardwright_engine::Game;
use cardwright_engine::bot::Strategy;
use cardwright_model::Library;

use super::{aloud, label};

/// So many characters go on a line of options that stand beside each other.
const WIDTH: usize = 96;
/// Fewer options of a sort than this have a line each.
const MANY: usize = 8;

/// What a person typed.
pub(super) enum Answer {
    Option(usize),
    Undo,
    Quit,
}

/// A decision that a person has to make.
pub(super) struct Question<'a> {
    pub(super) library: &'a Library,
    pub(super) seat: u8,
    pub(super) what: &'a str,
}

impl Question<'_> {
    pub(super) fn ask<G: Strategy>(
        &self,
        game: &G,
        state: &G::State,
        input: &mut impl Iterator<Item = io::Result<String>>,
        out: &mut impl Write,
    ) -> Result<Answer> {
        let options = game.options(state).len();
        let labels: Vec<String> = (0..options).map(|option| label(game, state, option)).collect();
        writeln!(out, "\n{}", game.describe(state, self.seat).trim_end())?;
        writeln!(out, "\nSeat {}, {}:", self.seat + 1, self.what.replace('-', " "))?;
        list(game, state, &labels, out)?;
        loop {
            write!(out, "1–{options}, `help`, `undo`, `quit`, or a card's name to read it> ")?;
            out.flush()?;
            let Some(line) = input.next() else { return Ok(Answer::Quit) };
            match line.context("reading the answer")?.trim() {
                "quit" | "q" => return Ok(Answer::Quit),
                "undo" | "u" => return Ok(Answer::Undo),
                "help" | "?" => help(options, out)?,
                "" if options == 1 => return Ok(Answer::Option(0)),
                "" => {}
                answer => match answer.parse::<usize>() {
                    Ok(number) if (1..=options).contains(&number) => {
                        return Ok(Answer::Option(number - 1));
                    }
                    Ok(_) => writeln!(out, "please type a number from 1 to {options}")?,
                    Err(_) => match meant(&labels, answer).as_slice() {
                        [] => aloud::read(self.library, answer, out)?,
                        [option] => return Ok(Answer::Option(*option)),
                        several => {
                            writeln!(out, "`{answer}` is in several options:")?;
                            for option in several {
                                writeln!(out, "  {}. {}", option + 1, labels[*option])?;
                            }
                        }
                    },
                },
            }
        }
    }
}

/// The options: a line each, but many of one sort beside each other.
fn list<G: Game>(
    game: &G,
    state: &G::State,
    labels: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    let options = game.options(state);
    let sort = |place: usize| options.get(place).map(|choice| game.action(*choice));
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

/// The options that are called so, or that name such a place: `c5`.
fn meant(labels: &[String], answer: &str) -> Vec<usize> {
    let answer = answer.to_lowercase();
    let is_word = |label: &str| {
        let mut words = label.split(|sign: char| !sign.is_alphanumeric());
        words.any(|word| word.to_lowercase() == answer)
    };
    let is_place = answer.chars().any(char::is_numeric) && answer.chars().any(char::is_alphabetic);
    let whole = labels.iter().position(|label| label.to_lowercase() == answer);
    match whole {
        Some(option) => vec![option],
        None if is_place => (0..labels.len()).filter(|place| is_word(&labels[*place])).collect(),
        None => Vec::new(),
    }
}

fn help(options: usize, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Type the number of an option (1 to {options}), its words, or the place in it,")?;
    writeln!(out, "such as c5. A card's name, or a part of it, shows what is printed on it.")?;
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
        assert!(meant(&labels, "rex").is_empty());
        assert!(meant(&labels, "c").is_empty());
    }
}
