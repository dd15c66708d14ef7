//! `cardwright completions` and `cardwright man`: what shells and `man` are told of the command line.

use std::io::Write;

use anyhow::{Context, Result};

use crate::args::{CompletionsArguments, ManArguments};
use crate::examples;
use crate::report::Outcome;
use crate::terminal;

pub(crate) fn completions(arguments: &CompletionsArguments) -> Result<Outcome> {
    // The generators end the program if they cannot write, so they write to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut examples::command(), "cardwright", &mut script);
    terminal::out().write_all(&script)?;
    Ok(Outcome::Fine)
}

pub(crate) fn pages(arguments: &ManArguments) -> Result<Outcome> {
    let folder = &arguments.folder;
    std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(examples::command(), folder))
        .with_context(|| format!("writing manual pages into {}", folder.display()))?;
    Ok(Outcome::Fine)
}
