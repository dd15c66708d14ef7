//! `cardwright schema`: one JSON Schema for the data of all packages of a game.

use cardwright_games::game_names;
use std::io::Write;

use anyhow::Result;

use crate::args::SchemaArguments;
use crate::commands::check::checked;
use crate::home::Home;
use crate::report::{Console, Outcome, usage};
use crate::terminal;
use crate::workspace;

pub(crate) fn run(arguments: &SchemaArguments, console: &Console) -> Result<Outcome> {
    // The packages at hand, and in any case those that come with Cardwright.
    let here = std::env::current_dir()?;
    let mut folders = vec![Home::locate(&here)?.content];
    folders.extend(workspace::resolve(None));
    let mut found = Vec::new();
    for folder in folders {
        match checked(Some(&folder), console)? {
            Some(checked) => found.push(checked),
            None => return Ok(Outcome::ContentErrors),
        }
    }
    let libraries: Vec<_> = found
        .iter()
        .flat_map(|checked| &checked.packages)
        .filter(|package| package.package().game == arguments.game)
        .map(|package| &package.library)
        .collect();
    if libraries.is_empty() {
        return Err(usage(format!(
            "there is no game `{}`; the games are: {}, and that of the package here",
            arguments.game,
            game_names()
        )));
    }
    let schema = cardwright_emit::schema(&arguments.game, &libraries)?;
    terminal::out().write_all(&schema)?;
    Ok(Outcome::Fine)
}
