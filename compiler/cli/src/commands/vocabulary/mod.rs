//! `cardwright vocabulary`: every word that a game's content may use, or one of them explained.

mod content;
mod example;
mod one;
mod words;

use cardwright_games::GAMES;
use cardwright_games::game_names;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cardwright_check::{Checked, CheckedPackage, Sources, suggest};
use cardwright_model::Library;
use cardwright_vocabulary::Vocabulary;
use serde_json::json;

use crate::args::{Format, VocabularyArguments};
use crate::commands::{check, looks};
use crate::home::Home;
use crate::report::{Outcome, usage};
use crate::workspace;

pub(crate) use words::{signature, type_name};

/// All that has a name in a game: the words of its engine, and what its content declares.
struct Game {
    vocabulary: &'static Vocabulary,
    library: Library,
    icons: BTreeSet<String>,
    /// Where examples are found.
    sources: Sources,
    /// The folder that those of the shipped games are in.
    content: PathBuf,
}

/// A part of the vocabulary: how it is asked for, its title, and its text.
struct Section {
    name: &'static str,
    title: &'static str,
    text: String,
}

pub(crate) fn run(arguments: &VocabularyArguments) -> Result<Outcome> {
    let (game, word) = asked(arguments)?;
    let text = match (&word, arguments.format) {
        (None, Format::Human) => whole(&game),
        (None, Format::Json) => format!("{:#}\n", json(&game)?),
        (Some(word), Format::Human) => explained(&game, word)?,
        (Some(word), Format::Json) => {
            let meanings: Vec<_> =
                one::meanings(&game, word).iter().map(one::Meaning::json).collect();
            format!("{:#}\n", json!({ "word": word, "meanings": meanings }))
        }
    };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Outcome::Fine)
}

/// The game and the word that are asked for. In a package the game need not be named.
fn asked(arguments: &VocabularyArguments) -> Result<(Game, Option<String>)> {
    let first = arguments.game.as_deref();
    let named = first.filter(|first| GAMES.vocabulary(first).is_some());
    let here = package_here()?;
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
    let vocabulary =
        GAMES.vocabulary(&name).with_context(|| format!("there is no engine for `{name}`"))?;
    let icons = looks::icons(&package, &home);
    let game = Game {
        vocabulary,
        library: package.library,
        icons,
        sources: checked.sources,
        content: home.content,
    };
    Ok((game, word))
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

fn sections(game: &Game) -> Vec<Section> {
    let mut all = content::declared(game);
    all.extend(words::sections(game.vocabulary, &game.library));
    all.extend(content::named(game));
    all.retain(|section| !section.text.is_empty());
    all
}

fn whole(game: &Game) -> String {
    let name = game.vocabulary.game;
    let mut text = format!(
        "The vocabulary of {name}\n`cardwright vocabulary {name} WORD` explains a word, \
         `cardwright vocabulary {name} SECTION` prints a section.\n"
    );
    for Section { name, title, text: words } in sections(game) {
        text.push_str(&format!("\n{title} ({name})\n\n{words}"));
    }
    text
}

/// A section, or what a word means.
fn explained(game: &Game, word: &str) -> Result<String> {
    let sections = sections(game);
    let mut text = String::new();
    for meaning in one::meanings(game, word) {
        text.push_str(&format!("{}\n", meaning.human()));
    }
    if let Some(section) = sections.iter().find(|section| section.name == word) {
        text.push_str(&format!("{}\n\n{}", section.title, section.text));
    }
    if text.is_empty() {
        let known = one::names(game);
        let known = known.iter().map(String::as_str);
        let near = suggest(word, known.chain(sections.iter().map(|section| section.name)));
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Err(usage(format!("{} has no word `{word}`{near}", game.vocabulary.game)));
    }
    Ok(text)
}

/// Everything for programs: the engine's words as they are, then what the content declares.
fn json(game: &Game) -> Result<serde_json::Value> {
    let mut all = serde_json::to_value(game.vocabulary)?;
    let library = &game.library;
    let name = |entity: &cardwright_model::Entity| json!({ "id": entity.id, "name": entity.name, "kind": entity.kind });
    if let Some(all) = all.as_object_mut() {
        all.insert("kinds".into(), serde_json::to_value(library.kinds().collect::<Vec<_>>())?);
        let keywords = library.keywords().collect::<Vec<_>>();
        all.insert("keywords".into(), serde_json::to_value(keywords)?);
        all.insert("values".into(), serde_json::to_value(library.enums().collect::<Vec<_>>())?);
        all.insert("faces".into(), serde_json::to_value(library.dice().collect::<Vec<_>>())?);
        let packages = &library.packages;
        let formats = packages.iter().flat_map(|package| &package.formats);
        all.insert("formats".into(), formats.map(name).collect());
        let cards = packages.iter().flat_map(|package| &package.cards);
        all.insert("cards".into(), cards.map(name).collect());
        all.insert("icons".into(), serde_json::to_value(&game.icons)?);
    }
    Ok(all)
}
