//! Every example of the manual is true.
//!
//! An example stands in a fence that names its game (```` ```card crawler ````). A declaration whose
//! first line is in the shipped content is quoted: its lines must stand there in the same order,
//! and only whole lines may be left out. All others of a game are one expansion, which must
//! check without a word, and whose tests must pass.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cardwright_check::project::MemoryPackage;
use cardwright_check::render::severity_word;
use cardwright_check::{Project, check};
use cardwright_engine::scenario::Verdict;
use cardwright_games::{GAMES, MODULES};

use crate::check::common;

#[test]
fn every_example_is_quoted_or_checks_and_plays() {
    let mut failures = Vec::new();
    for (game, examples) in examples() {
        let shipped = shipped(&game);
        assert!(!shipped.is_empty(), "there is no game `{game}`");
        let mut own = format!("use {game}\n");
        for example in examples {
            match quoted(&example, &shipped) {
                Some(Ok(())) => {}
                Some(Err(line)) => failures.push(format!("{game} does not say `{line}` there")),
                None => own.push_str(&format!("\n{example}")),
            }
        }
        failures.extend(mistakes(&game, own));
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// The declarations among the examples, by game.
fn examples() -> BTreeMap<String, Vec<String>> {
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dsl/LANGUAGE.md");
    let manual = fs::read_to_string(manual).expect("the manual can be read");
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut open: Option<&str> = None;
    for line in manual.lines() {
        if let Some(fence) = line.strip_prefix("```") {
            open = fence.strip_prefix("card ");
            assert!(fence.is_empty() || open.is_some() || fence == "sh", "a fence without a game");
            if let Some(game) = open {
                all.entry(game.to_owned()).or_default().push(String::new());
            }
        } else if let Some(game) = open {
            let examples = all.entry(game.to_owned()).or_default();
            let begins = line.starts_with(|first: char| first.is_ascii_lowercase());
            if begins && examples.last().is_some_and(|last| !last.trim().is_empty()) {
                examples.push(String::new());
            }
            let last = examples.last_mut().expect("an example is open");
            last.push_str(&format!("{line}\n"));
        }
    }
    all
}

/// The lines of every file of a game and its expansions.
fn shipped(game: &str) -> Vec<Vec<String>> {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let mut folders: Vec<PathBuf> = fs::read_dir(content)
        .expect("the content can be read")
        .map(|entry| entry.expect("the content can be read").path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            name == game || name.starts_with(&format!("{game}-"))
        })
        .collect();
    folders.sort();
    let mut files = Vec::new();
    while let Some(path) = folders.pop() {
        if path.is_dir() {
            let inside = fs::read_dir(path).expect("the content can be read");
            folders.extend(inside.map(|entry| entry.expect("the content can be read").path()));
        } else if path.extension().is_some_and(|ending| ending == "card") {
            let text = fs::read_to_string(path).expect("the content can be read");
            files.push(text.lines().map(|line| line.trim().to_owned()).collect());
        }
    }
    files
}

/// Whether an example is quoted, and if so, the first line that the shipped declaration lacks.
fn quoted(example: &str, shipped: &[Vec<String>]) -> Option<Result<(), String>> {
    let mut lines = example.lines().map(str::trim).filter(|line| !line.is_empty());
    let head = lines.next()?;
    let (file, at) =
        shipped.iter().find_map(|file| Some((file, file.iter().position(|line| line == head)?)))?;
    let mut rest = file[at + 1..].iter();
    Some(match lines.find(|line| !rest.any(|other| other == line)) {
        None => Ok(()),
        Some(line) => Err(line.to_owned()),
    })
}

/// What is wrong with an expansion of a game that consists of this text.
fn mistakes(game: &str, text: String) -> Vec<String> {
    let manifest = format!(
        "[package]\nname = \"manual\"\nversion = \"0.1.0\"\ngame = \"{game}\"\n\
         [dependencies]\n{game} = {{ path = \"../{game}\" }}\n"
    );
    let manual = MemoryPackage {
        root: "manual".into(),
        manifest,
        files: vec![("manual.card".into(), text)],
        assets: Default::default(),
    };
    let checked = check(&Project::from_memory([common::shipped(game), manual]), GAMES);
    let found = checked
        .diagnostics
        .iter()
        .filter(|found| checked.sources.file(found.primary.file).path.starts_with("manual"));
    let mut mistakes: Vec<String> = found
        .map(|found| {
            let file = checked.sources.file(found.primary.file);
            let line = file.position(found.primary.span.start).line as usize;
            let source = file.text.lines().nth(line - 1).unwrap_or_default();
            let word = severity_word(found.severity);
            format!("{game}: {word} {} {}: `{}`", found.code, found.message, source.trim())
        })
        .collect();
    if !mistakes.is_empty() {
        return mistakes;
    }
    let library = &checked.packages.last().expect("the manual is a package").library;
    let own = library.packages.last().expect("the manual is a package");
    let scenarios: Vec<_> = own.scenarios.iter().collect();
    let open = MODULES.open(library).expect("the content can be played");
    for report in open.run_scenarios(library, &scenarios) {
        if let Verdict::Failed { source, message, .. } = &report.verdict {
            mistakes.push(format!("{game}: {}: `{source}`: {message}", report.name));
        }
    }
    mistakes
}
