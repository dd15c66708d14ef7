//! What the tests of this crate share: projects made of texts.

// Each test file uses only a part of this.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use cardwright_check::Project;
use cardwright_check::project::MemoryPackage;

/// The folder of the suite.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("suite")
}

/// The small game that cases build on.
pub(crate) fn game() -> MemoryPackage {
    let read = |name: &str| {
        fs::read_to_string(root().join("game").join(name)).expect("the game can be read")
    };
    MemoryPackage {
        root: "game".into(),
        manifest: read("cardwright.toml"),
        files: vec![("game.card".into(), read("game.card"))],
        assets: Default::default(),
    }
}

/// A package with one file.
pub(crate) fn package(name: &str, on_game: bool, text: &str) -> MemoryPackage {
    let mut manifest =
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\ngame = \"suite\"\n");
    if on_game {
        manifest.push_str("[dependencies]\nsuite = { path = \"../game\" }\n");
    }
    MemoryPackage {
        root: name.into(),
        manifest,
        files: vec![("cards.card".into(), text.to_owned())],
        assets: ["art/goblin.png".to_owned()].into(),
    }
}

/// A project of those packages.
pub(crate) fn project(packages: Vec<MemoryPackage>) -> Project {
    Project::from_memory(packages)
}

/// An expected diagnostic, written above the line it is about.
#[derive(Debug)]
pub(crate) struct Expected {
    pub(crate) line: u32,
    pub(crate) severity: String,
    pub(crate) code: String,
    pub(crate) message: String,
    pub(crate) help: Vec<String>,
}

/// The diagnostics that a text expects.
pub(crate) fn expectations(text: &str) -> Vec<Expected> {
    let mut expected: Vec<Expected> = Vec::new();
    let mut open = 0;
    for (index, line) in text.lines().enumerate() {
        let note = line.trim_start();
        let severity = ["Error", "Warning", "Info"].into_iter().find_map(|word| {
            Some((word, note.strip_prefix("// ")?.strip_prefix(word)?.strip_prefix(": ")?))
        });
        if let Some((word, rest)) = severity {
            let (code, message) = rest.split_once(' ').unwrap_or((rest, ""));
            expected.push(Expected {
                line: 0,
                severity: word.to_lowercase(),
                code: code.to_owned(),
                message: message.to_owned(),
                help: Vec::new(),
            });
        } else if let Some(help) = note.strip_prefix("// Help: ") {
            let last = expected.last_mut().expect("help follows an error");
            last.help.push(help.to_owned());
        } else {
            for expected in &mut expected[open..] {
                expected.line = index as u32 + 1;
            }
            open = expected.len();
        }
    }
    expected
}

/// The line of code that a help tells the reader to write, if it is one that can be copied: words
/// in capitals and `…` stand for something else.
pub(crate) fn line_of_help(help: &str) -> Option<&str> {
    let start = help.find("write `").map(|at| at + 7).or(help.find("add `").map(|at| at + 5))?;
    let line = help[start..].split('`').next()?;
    let words = line.split(|letter: char| !letter.is_alphanumeric());
    let is_placeholder =
        |word: &str| word.len() > 3 && word.chars().all(|letter| letter.is_uppercase());
    let is_whole = !line.contains('…') && !words.clone().any(is_placeholder);
    // `write `a`, `b` or `c``: any of them, and not a line.
    let is_one = !help[start + line.len()..].starts_with("`, `");
    (is_whole && is_one && !line.is_empty()).then_some(line)
}

/// The shipped game, without its scenarios.
pub(crate) fn shipped(game: &str) -> MemoryPackage {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content").join(game);
    let mut texts = BTreeMap::new();
    let mut assets = BTreeSet::new();
    gather(&root, "", &mut texts, &mut assets);
    let manifest = fs::read_to_string(root.join("cardwright.toml")).expect("a shipped game");
    MemoryPackage { root: game.into(), manifest, files: texts.into_iter().collect(), assets }
}

fn gather(
    folder: &Path,
    prefix: &str,
    texts: &mut BTreeMap<String, String>,
    assets: &mut BTreeSet<String>,
) {
    for entry in fs::read_dir(folder).expect("the content can be read") {
        let path = entry.expect("the content can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let relative = format!("{prefix}{name}");
        if path.is_dir() {
            if relative != "tests" {
                gather(&path, &format!("{relative}/"), texts, assets);
            }
        } else if name.ends_with(".card") {
            let text = fs::read_to_string(&path).expect("the content can be read");
            texts.insert(relative, text);
        } else if name != "cardwright.toml" {
            assets.insert(relative);
        }
    }
}
