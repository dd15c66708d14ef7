//! `cardwright schema`: the JSON Schema of the data that `build` writes.

use std::io::{self, Write};

use anyhow::Result;

use crate::args::SchemaArguments;
use crate::emit;
use crate::report::{Outcome, usage};

pub(crate) fn run(arguments: &SchemaArguments) -> Result<Outcome> {
    if cardwright_engine::vocabulary(&arguments.game).is_none() {
        return Err(usage(format!(
            "there is no game `{}`; the games are: {}",
            arguments.game,
            cardwright_engine::GAMES.join(", ")
        )));
    }
    io::stdout().lock().write_all(&emit::schema()?)?;
    Ok(Outcome::Fine)
}
