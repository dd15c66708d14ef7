//! The `cardwright` command: checks, formats, builds, tests, simulates and plays content.

mod args;
mod commands;
mod disk;
mod home;
mod made;
mod output;
mod report;
mod server;
mod workspace;

use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let console = report::Console::new(arguments.color);
    let result = match &arguments.command {
        Command::New(arguments) => commands::new::run(arguments),
        Command::Check(arguments) => commands::check::run(arguments, &console),
        Command::Fmt(arguments) => commands::fmt::run(arguments, &console),
        Command::Build(arguments) => commands::build::run(arguments, &console),
        Command::Watch(arguments) => commands::watch::run(arguments, &console),
        Command::Calibrate(arguments) => commands::calibrate::run(arguments, &console),
        Command::Test(arguments) => commands::test::run(arguments, &console),
        Command::Prove(arguments) => commands::prove::run(arguments, &console),
        Command::Sim(arguments) => commands::sim::run(arguments, &console),
        Command::Play(arguments) => commands::play::run(arguments, &console),
        Command::Odds(arguments) => commands::odds::run(arguments, &console),
        Command::Lsp => server::run(),
        Command::Explain(arguments) => commands::explain::run(arguments),
        Command::Vocabulary(arguments) => commands::vocabulary::run(arguments),
        Command::Diff(arguments) => commands::diff::run(arguments, &console),
        Command::Schema(arguments) => commands::schema::run(arguments, &console),
    };
    match result {
        Ok(outcome) => outcome.into(),
        Err(error) => report::failure(&error),
    }
}
