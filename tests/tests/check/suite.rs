//! Runs the cases of `tests/suite`.
//!
//! A file holds cases, each after a line `// --- name ---`. A case is a package of its own
//! that builds on the small game in `tests/suite/game`; `(alone)` after the name leaves the
//! game out. What is wrong with a line stands above it: `// Error: E0102 part of the message`
//! (or `Warning`, `Info`), perhaps followed by `// Help: part of the help`. Every diagnostic
//! must be expected, and every expectation met.

use cardwright_games::GAMES;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cardwright_check::codes;
use cardwright_check::render::severity_word;
use cardwright_check::{Diagnostic, Severity, Sources, check};

use super::common;
use super::common::{Expected, expectations, game, project};

#[test]
fn every_case_gives_what_it_says() {
    let mut failures = String::new();
    let mut cases = 0;
    for path in files(&common::root().join("check")) {
        let text = fs::read_to_string(&path).expect("the suite can be read");
        for case in split(&text) {
            cases += 1;
            for failure in run(&case) {
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                failures.push_str(&format!("{file}: {}: {failure}\n", case.name));
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(cases > 100, "only {cases} cases");
}

/// Who follows a message to the letter does not hear it again, and what was mended can be read. What
/// is found after that is another matter: a card of a known kind may lack a field.
#[test]
fn every_fix_mends_what_it_is_for() {
    let mut failures = String::new();
    let mut fixes = 0;
    for path in files(&common::root().join("check")) {
        let text = fs::read_to_string(&path).expect("the suite can be read");
        for case in split(&text) {
            let before = errors_of(&case, &case.text);
            for (found, fix) in &before {
                let Some(mended) = fix else { continue };
                fixes += 1;
                let after = errors_of(&case, mended);
                let count = |all: &[(String, Option<String>)], error: &str| {
                    all.iter().filter(|(other, _)| other == error).count()
                };
                let new =
                    after.iter().find(|(error, _)| count(&after, error) > count(&before, error));
                let new = new.filter(|(new, _)| new.starts_with("E00"));
                let stays = count(&after, found) >= count(&before, found);
                if new.is_some() || stays {
                    let file = path.file_name().unwrap_or_default().to_string_lossy();
                    let new = new.map_or("it stays", |(new, _)| new);
                    failures.push_str(&format!("{file}: {}: {found}, then {new}\n", case.name));
                }
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(fixes > 80, "only {fixes} fixes");
}

/// The errors of a case, each with the text that its fix would make.
fn errors_of(case: &Case, text: &str) -> Vec<(String, Option<String>)> {
    let written = common::package("case", !case.alone, text);
    let packages = if case.alone { vec![written] } else { vec![game(), written] };
    let checked = check(&project(packages), GAMES);
    let errors = checked.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let mended = |found: &Diagnostic| {
        let mut edits = found.fix.as_ref()?.edits.clone();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.location));
        let mut mended = text.to_owned();
        for edit in edits {
            let at = edit.location.span.range();
            let is_own = &*checked.sources.file(edit.location.file).text == text;
            mended.get(at.clone()).filter(|_| is_own)?;
            mended.replace_range(at, &edit.text);
        }
        Some(mended)
    };
    errors.map(|found| (format!("{} {}", found.code, found.message), mended(found))).collect()
}

/// The codes of manifests, files and sets are tested in `projects.rs`, those of drawing in the
/// renderer.
#[test]
fn every_code_has_a_case() {
    let mut seen = BTreeSet::new();
    for path in files(&common::root().join("check")) {
        let text = fs::read_to_string(&path).expect("the suite can be read");
        for case in split(&text) {
            seen.extend(case.expected.into_iter().map(|expected| expected.code));
        }
    }
    let missing: Vec<_> = codes::CODES
        .iter()
        .map(|code| code.code)
        .filter(|code| !["E04", "E05", "E06"].iter().any(|topic| code.starts_with(topic)))
        .filter(|code| !["W0109", "W0141", "W0142", "W0143", "W0145"].contains(code))
        // Only a game without opponents has it: the case is in `idle/deckbox.card`.
        .filter(|code| *code != "E0158")
        .filter(|code| !seen.contains(*code))
        .collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}

#[test]
fn the_game_of_the_suite_is_clean() {
    let checked = check(&project(vec![game()]), GAMES);
    assert_eq!(shown(&checked.diagnostics, &checked.sources), Vec::<String>::new());
}

struct Case {
    name: String,
    alone: bool,
    text: String,
    expected: Vec<Expected>,
}

fn run(case: &Case) -> Vec<String> {
    let case_package = common::package("case", !case.alone, &case.text);
    let packages = if case.alone { vec![case_package] } else { vec![game(), case_package] };
    let checked = check(&project(packages), GAMES);
    let mut failures = Vec::new();
    let mut open: Vec<&Expected> = case.expected.iter().collect();
    for found in &checked.diagnostics {
        let line = checked.sources.file(found.primary.file).position(found.primary.span.start).line;
        let met = open.iter().position(|expected| {
            expected.line == line
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
            // Only a few cases are about wordings.
            None if found.code == "W0108" => {}
            None => failures.push(format!("not expected: {}", show(found, &checked.sources))),
        }
    }
    failures.extend(open.iter().map(|expected| format!("not found: {expected:?}")));
    failures.extend(checked.diagnostics.iter().filter_map(unhelpful));
    failures
}

/// What is wrong with a message: every error must say what to do, in the usual style.
fn unhelpful(found: &Diagnostic) -> Option<String> {
    let is_rule = found.code.contains('/');
    if found.help.is_empty() && !is_rule {
        return Some(format!("{} has no help", found.code));
    }
    let starts_badly = found.message.starts_with(|first: char| first.is_uppercase());
    if !is_rule && (starts_badly || found.message.ends_with('.')) {
        return Some(format!("{}: `{}` is not in our voice", found.code, found.message));
    }
    None
}

fn split(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("// --- ").and_then(|head| head.strip_suffix(" ---"))
        {
            let alone = head.ends_with(" (alone)");
            let name = head.trim_end_matches(" (alone)").to_owned();
            cases.push(Case { name, alone, text: String::new(), expected: Vec::new() });
        } else if let Some(case) = cases.last_mut() {
            case.text.push_str(line);
            case.text.push('\n');
        }
    }
    for case in &mut cases {
        case.expected = expectations(&case.text);
    }
    cases
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the suite can be read")
        .map(|entry| entry.expect("the suite can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "card"))
        .collect();
    files.sort();
    files
}

fn shown(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<String> {
    diagnostics
        .iter()
        .filter(|found| found.code != "W0108")
        .map(|found| show(found, sources))
        .collect()
}

fn show(found: &Diagnostic, sources: &Sources) -> String {
    let file = sources.file(found.primary.file);
    let at = file.position(found.primary.span.start);
    format!(
        "{} line {}: {} {} (help: {})",
        file.name,
        at.line,
        found.code,
        found.message,
        found.help.join("; ")
    )
}
