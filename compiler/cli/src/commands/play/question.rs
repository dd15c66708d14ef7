//! A decision that a person makes: what is shown, and what may be typed.

use std::io::{self, Write};

use anyhow::{Context, Result};
use cardwright_engine::Table;
use cardwright_engine::options::{listed, meant};
use cardwright_ide::printed;
use cardwright_model::Library;

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
        writeln!(out, "\nSeat {}: {}", self.seat + 1, self.words())?;
        write!(out, "{}", listed(table, &labels))?;
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
    /// The question in the words of the game (`word ask-attack: "Who attacks?"`), or what is
    /// decided.
    fn words(&self) -> String {
        let of = format!("word ask-{}", self.what);
        let mut wordings = self.library.packages.iter().rev().flat_map(|package| &package.wordings);
        let asked = wordings.find(|wording| wording.of == of).map(|wording| wording.text.clone());
        asked.unwrap_or_else(|| format!("{}:", self.what.replace('-', " ")))
    }

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
                [] => write!(out, "{}", printed(self.library, answer))?,
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
