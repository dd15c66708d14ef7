//! Runs `tests/suite/legality` and `tests/suite/idle`: one file per game, full of mistakes.
//!
//! A file is a package that builds on the shipped game of its name. What is wrong with a line
//! stands above it, as in the cases of `suite.rs`: `// Error: arcade/two-areas part of the message`.
//! Every diagnostic must be expected and every expectation met. In `legality`, every legality rule
//! of the game must be broken at least once; `idle` has effects that could never do anything.

use cardwright_games::GAMES;
use std::collections::BTreeSet;
use std::fs;

use cardwright_check::project::MemoryPackage;
use cardwright_check::render::severity_word;
use cardwright_check::{Project, check};

use super::common;
use super::common::{Expected, expectations};

#[test]
fn every_mistake_is_found_and_every_rule_has_one() {
    let mut failures = Vec::new();
    for (game, text) in files("legality") {
        let (mut found, rules) = run(&game, &text);
        let broken: BTreeSet<String> =
            expectations(&text).into_iter().map(|expected| expected.code).collect();
        let missing = rules.iter().filter(|rule| !broken.contains(&format!("{game}/{rule}")));
        found.extend(missing.map(|rule| format!("nothing breaks the rule `{rule}`")));
        failures.extend(found.into_iter().map(|failure| format!("{game}: {failure}")));
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn every_effect_that_could_never_do_anything_is_refused() {
    let mut failures = Vec::new();
    for (game, text) in files("idle") {
        let found = run(&game, &text).0;
        failures.extend(found.into_iter().map(|failure| format!("{game}: {failure}")));
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// The files of a folder of the suite: the game that each is about, and its text.
fn files(folder: &str) -> Vec<(String, String)> {
    let folder = common::root().join(folder);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the suite can be read")
        .map(|entry| entry.expect("the suite can be read").path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "there are no mistakes");
    let named = |path: &std::path::PathBuf| {
        let game = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (game, fs::read_to_string(path).expect("the suite can be read"))
    };
    files.iter().map(named).collect()
}

/// What is not as the file expects, and the legality rules of the game.
fn run(game: &str, text: &str) -> (Vec<String>, BTreeSet<String>) {
    let manifest = format!(
        "[package]\nname = \"mistakes\"\nversion = \"0.1.0\"\ngame = \"{game}\"\n\
         [dependencies]\n{game} = {{ path = \"../{game}\" }}\n"
    );
    let mistakes = MemoryPackage {
        root: "mistakes".into(),
        manifest,
        files: vec![("mistakes.card".into(), text.to_owned())],
        assets: BTreeSet::new(),
    };
    let checked = check(&Project::from_memory([common::shipped(game), mistakes]), GAMES);
    let mut open: Vec<Expected> = expectations(text);
    let rules: BTreeSet<String> =
        checked.packages[0].package().rules.iter().map(|rule| rule.id.clone()).collect();
    let mut failures = Vec::new();
    for found in &checked.diagnostics {
        let file = checked.sources.file(found.primary.file);
        let line = file.position(found.primary.span.start).line;
        // A problem of the package as a whole is reported in its manifest.
        let is_whole = file.name.ends_with("mistakes/cardwright.toml");
        if !is_whole && !file.name.ends_with("mistakes.card") {
            continue;
        }
        let met = open.iter().position(|expected| {
            (expected.line == line || is_whole)
                && expected.code == found.code
                && expected.severity == severity_word(found.severity)
                && found.message.contains(&expected.message)
        });
        match met {
            Some(at) => {
                open.remove(at);
            }
            None => failures.push(format!("line {line}: {} {}", found.code, found.message)),
        }
    }
    failures.extend(open.iter().map(|expected| format!("not found: {expected:?}")));
    (failures, rules)
}
