//! `cardwright explain`: what a diagnostic means, with a wrong and a right example.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use cardwright_check::{PAGES, Page, explain, explain_rule, similar_codes};
use cardwright_games::GAMES;
use cardwright_model::Library;
use serde_json::json;

use crate::args::{ExplainArguments, Format};
use crate::commands::check::load;
use crate::home::Home;
use crate::report::{Outcome, usage};
use crate::terminal;

pub(crate) fn run(arguments: &ExplainArguments) -> Result<Outcome> {
    let Some(code) = arguments.code.as_deref().filter(|_| !arguments.all) else {
        return list(arguments);
    };
    let library = match code.split_once('/') {
        Some((game, _)) => shipped_game(game)?,
        None => None,
    };
    if explain(code).is_none() && library.is_none() && !code.contains('/') {
        let owners = games_with_rule(code)?;
        if !owners.is_empty() {
            let codes: Vec<String> =
                owners.iter().map(|game| format!("`cardwright explain {game}/{code}`")).collect();
            return Err(usage(format!(
                "`{code}` is a rule of a game: write {}",
                codes.join(" or ")
            )));
        }
    }
    let page =
        explain(code).or_else(|| library.as_ref().and_then(|library| explain_rule(library, code)));
    let Some(page) = page else {
        let near = similar_codes(code, library.as_ref());
        let hint = match near.first() {
            Some(first) => format!("did you mean `{first}`?"),
            None => "`cardwright explain --all` lists every code".to_owned(),
        };
        return Err(usage(format!("there is no code `{code}`; {hint}")));
    };
    let mut out = terminal::out();
    match arguments.format {
        Format::Human => writeln!(out, "{}: {}\n\n{}", page.code, page.title, page.text.trim())?,
        Format::Json => writeln!(out, "{:#}", as_json(&page))?,
    }
    Ok(Outcome::Fine)
}

fn list(arguments: &ExplainArguments) -> Result<Outcome> {
    let pages: Vec<Page> = PAGES.iter().filter_map(|(code, _)| explain(code)).collect();
    let mut out = terminal::out();
    match arguments.format {
        Format::Human => {
            for page in &pages {
                writeln!(out, "{}  {}", page.code, page.title)?;
            }
        }
        Format::Json => {
            let pages: Vec<_> = pages.iter().map(as_json).collect();
            writeln!(out, "{}", serde_json::to_string_pretty(&pages)?)?;
        }
    }
    Ok(Outcome::Fine)
}

fn as_json(page: &Page) -> serde_json::Value {
    json!({
        "code": page.code,
        "title": page.title,
        "text": page.text,
        "wrong": page.wrong,
        "right": page.right,
    })
}

/// The shipped games that have a legality rule of that name.
fn games_with_rule(rule: &str) -> Result<Vec<&'static str>> {
    let mut games = Vec::new();
    for game in GAMES.names() {
        let library = shipped_game(game)?;
        let code = format!("{game}/{rule}");
        if library.is_some_and(|library| explain_rule(&library, &code).is_some()) {
            games.push(game);
        }
    }
    Ok(games)
}

/// The shipped package of a game, whose legality rules have pages too.
fn shipped_game(game: &str) -> Result<Option<Library>> {
    if GAMES.find(game).is_none() {
        return Ok(None);
    }
    let package = Home::locate(Path::new("."))?.content.join(game);
    Ok(load(&package)?.packages.pop().map(|package| package.library))
}
