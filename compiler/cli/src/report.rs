//! How a command ends, and how it speaks to the person or program that called it.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use cardwright_check::render::Colour;
use cardwright_check::suggest;
use cardwright_render::Progress;
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::Color;
use crate::terminal;

/// How a command ended when nothing outside broke.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All is well.
    Fine,
    /// The content has errors, or tests failed.
    ContentErrors,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        match outcome {
            Outcome::Fine => ExitCode::SUCCESS,
            Outcome::ContentErrors => ExitCode::from(1),
        }
    }
}

/// The call itself was wrong: an unknown deck, a folder that exists already.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// An error for a call that was wrong.
pub(crate) fn usage(message: impl Into<String>) -> anyhow::Error {
    UsageError(message.into()).into()
}

/// Says what went wrong. A reader that closed the pipe (`cardwright vocabulary | head`) is
/// no failure.
pub(crate) fn failure(error: &anyhow::Error) -> ExitCode {
    let closed = error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
    if closed {
        return ExitCode::SUCCESS;
    }
    let _ = writeln!(terminal::err(), "error: {error:#}");
    if error.is::<UsageError>() { ExitCode::from(2) } else { ExitCode::from(3) }
}

/// What standard error is like.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Console {
    /// Whether to use colour.
    pub(crate) colour: Colour,
    /// Show progress bars.
    pub(crate) progress: bool,
}

impl Console {
    /// Looks at standard error, the user's wish and the `NO_COLOR` convention.
    pub(crate) fn new(color: Color) -> Console {
        let terminal = io::stderr().is_terminal();
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = match color {
            Color::Auto if terminal && !refused => Colour::Always,
            Color::Auto | Color::Never => Colour::Never,
            Color::Always => Colour::Always,
        };
        Console { colour, progress: terminal }
    }

    /// A progress bar on a terminal, nothing elsewhere.
    pub(crate) fn progress(&self, what: &str, steps: u64) -> ProgressBar {
        if !self.progress {
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template("{msg:>12} [{bar:30}] {pos}/{len}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::new(steps).with_style(style).with_message(terminal::clean(what).into_owned())
    }
}

/// Progress of one piece of work after the other, on a terminal.
pub(crate) struct Steps<'a> {
    console: &'a Console,
    bar: Mutex<ProgressBar>,
}

impl Steps<'_> {
    pub(crate) fn new(console: &Console) -> Steps<'_> {
        Steps { console, bar: Mutex::new(ProgressBar::hidden()) }
    }

    fn bar(&self) -> ProgressBar {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Progress for Steps<'_> {
    fn begin(&self, what: &str, steps: usize) {
        let bar = self.console.progress(what, steps as u64);
        *self.bar.lock().unwrap_or_else(PoisonError::into_inner) = bar;
    }

    fn step(&self) {
        self.bar().inc(1);
    }

    fn end(&self) {
        self.bar().finish_and_clear();
    }
}

/// `1 card`, `2 cards`.
pub(crate) fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// The refusal of a name, with those that there are.
pub(crate) fn no_such(what: &str, name: &str, known: &[&str]) -> anyhow::Error {
    let near = suggest(name, known.iter().copied());
    let near = near.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
    usage(format!("there is no {what} `{name}`; {near}the {what}s are: {}", known.join(", ")))
}
