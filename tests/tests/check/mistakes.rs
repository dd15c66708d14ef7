//! Runs `tests/suite/legality`, `tests/suite/idle` and `tests/suite/slips`: one file per game, full
//! of mistakes.
//!
//! A file is a package that builds on the shipped game of its name. What is wrong with a line
//! stands above it, as in the cases of `suite.rs`: `// Error: arcade/two-areas part of the message`.
//! Every diagnostic must be expected and every expectation met. In `legality`, every legality rule
//! of the game must be broken at least once; `idle` has effects that could never do anything;
//! `slips` has what a designer writes who knows the game and not yet the language. Who follows the
//! way out of a slip to the letter has one mistake less and no new one.

use cardwright_games::GAMES;
use std::collections::BTreeSet;
use std::fs;

use cardwright_check::project::MemoryPackage;
use cardwright_check::render::severity_word;
use cardwright_check::{Cache, Checked, FileId, Project, Severity, check, check_with};

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

#[test]
fn every_slip_is_told_once_and_where_it_is() {
    let mut failures = Vec::new();
    for (game, text) in files("slips") {
        let found = run(&game, &text).0;
        failures.extend(found.into_iter().map(|failure| format!("{game}: {failure}")));
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn who_follows_a_way_out_of_a_slip_has_one_mistake_less() {
    let (mut failures, mut followed) = (Vec::new(), 0);
    for (game, text) in files("slips") {
        let mut project = Project::from_memory([common::shipped(&game), mistakes(&game, &text)]);
        let own = project.packages.iter().filter(|package| package.requested);
        let own = own.flat_map(|package| &package.files);
        let file = own.map(|file| file.file).next_back().expect("the file of slips");
        let mut cache = Cache::default();
        let checked = check_with(&project, GAMES, &mut cache);
        let before = errors(&checked);
        for (at, found) in checked.diagnostics.iter().enumerate() {
            if found.severity != Severity::Error || found.primary.file != file {
                continue;
            }
            let tries = ways_out(&checked, at, file, &text);
            if tries.is_empty() {
                continue;
            }
            followed += 1;
            let mut left = Vec::new();
            for mended in tries {
                project.sources.replace(file, mended.as_str().into());
                let after = errors(&check_with(&project, GAMES, &mut cache));
                let new = after.iter().find(|error| {
                    let count = |all: &[String]| all.iter().filter(|other| other == error).count();
                    count(&after) > count(&before)
                });
                left = vec![new.cloned().unwrap_or_else(|| "it stays".to_owned())];
                if new.is_none() && after.len() < before.len() {
                    left.clear();
                    break;
                }
            }
            project.sources.replace(file, text.as_str().into());
            if let Some(left) = left.first() {
                let line = checked.sources.file(file).line(found.primary.span.start);
                let told = format!("{} {} ({})", found.code, found.message, found.help.join("; "));
                failures.push(format!("{game} line {line}: {told}, then {left}"));
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
    assert!(followed > 45, "only {followed} ways out");
}

/// The errors of a run, without their places: those move when a line is mended.
fn errors(checked: &Checked) -> Vec<String> {
    let errors = checked.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    errors.map(|found| format!("{} {}", found.code, found.message)).collect()
}

/// The texts that a reader would write who follows a message: its fix, or the line of code in its
/// help in the place of what it points at, or of the whole line. None if it names no line.
fn ways_out(checked: &Checked, at: usize, file: FileId, text: &str) -> Vec<String> {
    let found = &checked.diagnostics[at];
    if let Some(fix) = &found.fix {
        let mut edits = fix.edits.clone();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.location));
        let mut mended = text.to_owned();
        for edit in edits {
            assert_eq!(edit.location.file, file, "{}", found.message);
            mended.replace_range(edit.location.span.range(), &edit.text);
        }
        return vec![mended];
    }
    let place = found.primary.span.range();
    let start = text[..place.start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = place.start + text[place.start..].find('\n').unwrap_or(text.len() - place.start);
    let indent = text[start..end].len() - text[start..end].trim_start().len();
    let mut tries = Vec::new();
    for line in found.help.iter().filter_map(|help| common::line_of_help(help)) {
        for range in [place.clone(), start + indent..end, place.end..place.end] {
            let mut mended = text.to_owned();
            mended.replace_range(range, line);
            tries.push(mended);
        }
        // `add …`: a line of its own below.
        let mut mended = text.to_owned();
        mended.insert_str(end, &format!("\n  {line}"));
        tries.push(mended);
    }
    tries
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

/// A package with mistakes that builds on a shipped game.
fn mistakes(game: &str, text: &str) -> MemoryPackage {
    let manifest = format!(
        "[package]\nname = \"mistakes\"\nversion = \"0.1.0\"\ngame = \"{game}\"\n\
         [dependencies]\n{game} = {{ path = \"../{game}\" }}\n"
    );
    MemoryPackage {
        root: "mistakes".into(),
        manifest,
        files: vec![("mistakes.card".into(), text.to_owned())],
        assets: BTreeSet::new(),
    }
}

/// What is not as the file expects, and the legality rules of the game.
fn run(game: &str, text: &str) -> (Vec<String>, BTreeSet<String>) {
    let mistakes = mistakes(game, text);
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
                && expected
                    .help
                    .iter()
                    .all(|help| found.help.iter().any(|found| found.contains(help)))
        });
        match met {
            Some(at) => {
                open.remove(at);
            }
            None => failures.push(format!(
                "line {line}: {} {} (help: {})",
                found.code,
                found.message,
                found.help.join("; ")
            )),
        }
    }
    failures.extend(open.iter().map(|expected| format!("not found: {expected:?}")));
    (failures, rules)
}
