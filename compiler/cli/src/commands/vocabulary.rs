//! `cardwright vocabulary`: every word that a game's content may use, or one of them explained.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use cardwright_check::{Checked, CheckedPackage};
use cardwright_games::{GAMES, game_names};
use cardwright_ide::Lexicon;
use cardwright_model::NO_ENGINE;
use cardwright_vocabulary::Vocabulary;

use crate::args::{Format, VocabularyArguments};
use crate::commands::{check, looks};
use crate::home::Home;
use crate::report::{Outcome, usage};
use crate::terminal;
use crate::workspace;

pub(crate) fn run(arguments: &VocabularyArguments) -> Result<Outcome> {
    let (lexicon, word) = asked(arguments)?;
    let text = match (&word, arguments.format) {
        (None, Format::Human) => lexicon.whole(),
        (None, Format::Json) => format!("{:#}\n", lexicon.json()),
        (Some(word), Format::Human) => lexicon.explained(word).map_err(usage)?,
        (Some(word), Format::Json) => format!("{:#}\n", lexicon.explained_as_json(word)),
    };
    terminal::out().write_all(text.as_bytes())?;
    Ok(Outcome::Fine)
}

/// The game and the word that are asked for. In a package the game need not be named.
fn asked(arguments: &VocabularyArguments) -> Result<(Lexicon, Option<String>)> {
    let first = arguments.game.as_deref();
    let here = package_here()?;
    let is_here =
        |name: &str| here.as_ref().is_some_and(|(_, package)| package.package().game == name);
    let named = first.filter(|first| GAMES.vocabulary(first).is_some() || is_here(first));
    let (name, word) = match (named, &arguments.word, &here) {
        (Some(name), word, _) => (name.to_owned(), word.clone()),
        // `cardwright vocabulary slow`
        (None, None, Some((_, package))) => {
            (package.package().game.clone(), first.map(str::to_owned))
        }
        (None, None, None) if first.is_none() => ("crawler".to_owned(), None),
        _ => {
            return Err(usage(format!(
                "there is no game `{}`; the games are: {}",
                first.unwrap_or_default(),
                game_names()
            )));
        }
    };
    let folder = std::env::current_dir().context("finding the current folder")?;
    let home = Home::locate(&folder)?;
    let (checked, package) = match here.filter(|(_, package)| package.package().game == name) {
        Some(here) => here,
        None => package_at(&home.content.join(&name))?
            .with_context(|| format!("the content of `{name}` cannot be read"))?,
    };
    let engine = package.library.game().map_or(name.as_str(), |game| game.engine.as_str());
    let vocabulary = match engine {
        NO_ENGINE => &Vocabulary::NONE,
        engine => {
            GAMES.vocabulary(engine).with_context(|| format!("there is no engine for `{name}`"))?
        }
    };
    let icons = looks::icons(&package, &home);
    let named = looks::names(&package, &home).into_iter();
    let looks = named.map(|names| (names.section, names.title, names.names)).collect();
    let lexicon = Lexicon {
        vocabulary,
        library: package.library,
        icons,
        looks,
        sources: checked.sources,
        content: home.content,
    };
    Ok((lexicon, word))
}

/// The package that one stands in.
fn package_here() -> Result<Option<(Checked, CheckedPackage)>> {
    match workspace::resolve(None) {
        Ok(path) if path.join("cardwright.toml").is_file() => package_at(&path),
        _ => Ok(None),
    }
}

/// The package in a folder; what is wrong with it is for `check` to say.
fn package_at(folder: &Path) -> Result<Option<(Checked, CheckedPackage)>> {
    let mut checked = check::load(folder)?;
    let package = checked.packages.pop();
    Ok(package.map(|package| (checked, package)))
}
