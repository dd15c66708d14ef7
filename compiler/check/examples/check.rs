//! Checks a path and prints what is wrong: `cargo run -q -p cardwright-check --example check -- PATH`.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use cardwright_check::render::{Colour, human};
use cardwright_check::{Project, check};

fn main() -> ExitCode {
    let path = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("."), PathBuf::from);
    let project = match Project::load(&path) {
        Ok(project) => project,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    let checked = check(&project);
    let colour = if std::io::stderr().is_terminal() { Colour::Always } else { Colour::Never };
    eprint!("{}", human(&checked.diagnostics, &checked.sources, colour));
    let (errors, warnings, cards) = (checked.errors(), checked.warnings(), checked.cards());
    println!("{cards} cards, {errors} errors, {warnings} warnings");
    if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
