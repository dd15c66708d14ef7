//! Preflight: every flaw of `tests/suite/preflight` is found in its place, nothing else is found,
//! and a package with flaws is not called finished.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::Place;

/// The suite's workspace in a folder of its own, with the fonts of the shipped templates.
fn workspace() -> Place {
    let place = Place::empty();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    copy(&root.join("tests/suite/preflight"), &place.path(""));
    let fonts = place.path("templates/fonts");
    fs::create_dir_all(&fonts).expect("a folder");
    let name = "AlegreyaSans-Medium.ttf";
    fs::copy(root.join("templates/fonts").join(name), fonts.join(name)).expect("the font");
    place
}

pub(super) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a file");
        }
    }
}

/// A finding as the suite writes it.
#[derive(Debug)]
struct Expected {
    file: String,
    line: u64,
    severity: String,
    code: String,
    message: String,
}

/// The expectations above the lines of a file.
fn expectations(folder: &Path, file: &str) -> Vec<Expected> {
    let text = fs::read_to_string(folder.join(file)).expect("the suite can be read");
    let mut open: Vec<Expected> = Vec::new();
    let mut all = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let comment = line.strip_prefix("// ").or_else(|| line.strip_prefix("# "));
        let found = comment.and_then(|comment| {
            let (severity, rest) = comment.split_once(": ")?;
            let (code, message) = rest.split_once(' ')?;
            ["Error", "Warning"].contains(&severity).then(|| Expected {
                file: file.to_owned(),
                line: 0,
                severity: severity.to_lowercase(),
                code: code.to_owned(),
                message: message.to_owned(),
            })
        });
        match found {
            Some(expected) => open.push(expected),
            None => {
                // An expectation on the first line of a manifest is about the whole package.
                let is_about_all = file == "cardwright.toml" && index == open.len();
                let here = if is_about_all { 1 } else { index as u64 + 1 };
                all.extend(open.drain(..).map(|expected| Expected { line: here, ..expected }));
            }
        }
    }
    assert!(open.is_empty(), "{file} ends with an expectation");
    all
}

fn report(place: &Place, package: &str) -> Value {
    let path = place.path("output").join(package).join("reports/preflight.json");
    serde_json::from_slice(&fs::read(&path).expect("a report")).expect("JSON")
}

fn packages(place: &Place) -> Vec<PathBuf> {
    let mut packages: Vec<PathBuf> = fs::read_dir(place.path("packages"))
        .expect("the packages")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    packages.sort();
    packages
}

#[test]
fn every_flaw_is_found_and_nothing_else() {
    let place = workspace();
    let run =
        place.run(&["build", "packages", "--only", "sheets,preflight", "--paper", "a4"]).code(1);
    let mut failures = String::new();
    let mut count = 0;
    for folder in packages(&place) {
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let mut expected = expectations(&folder, "cards.card");
        expected.extend(expectations(&folder, "cardwright.toml"));
        count += expected.len();
        let has_errors = expected.iter().any(|expected| expected.severity == "error");
        let report = report(&place, &name);
        for found in report["findings"].as_array().expect("a list") {
            if !found["allowed"].is_null() {
                continue;
            }
            let is_it = |expected: &Expected| {
                found["file"] == expected.file.as_str()
                    && found["line"] == expected.line
                    && found["code"] == expected.code.as_str()
                    && found["severity"] == expected.severity.as_str()
                    && found["message"].as_str().is_some_and(|m| m.contains(&expected.message))
            };
            match expected.iter().position(is_it) {
                Some(index) => drop(expected.remove(index)),
                None => failures.push_str(&format!("{name}: not expected: {found}\n")),
            }
        }
        for missed in expected {
            failures.push_str(&format!("{name}: not found: {missed:?}\n"));
        }
        let sheets = place.path("output").join(&name).join("sheets/a4.pdf");
        if sheets.exists() == has_errors || report["finished"] == has_errors {
            failures.push_str(&format!("{name}: its sheets are written or not, wrongly\n"));
        }
        let line = format!("the sheets of {name} are not finished");
        if run.stderr().contains(&line) != has_errors {
            failures.push_str(&format!("{name}: called finished or not, wrongly\n"));
        }
    }
    assert!(failures.is_empty(), "\n{failures}\n{}", run.stderr());
    assert!(count >= 20, "only {count} flaws");
}

#[test]
fn a_finding_names_card_and_place() {
    let place = workspace();
    let run = place.run(&["build", "packages/safe-area", "--only", "preflight"]).code(1);
    assert!(run.stderr().contains("cards.card:10"), "{}", run.stderr());
    assert!(run.stderr().contains("mm from the left and"), "{}", run.stderr());
    let report = report(&place, "safe-area");
    let icon = report["findings"]
        .as_array()
        .and_then(|findings| findings.iter().find(|found| found["part"] == "dot"))
        .expect("the icon");
    assert_eq!(icon["place"]["x"], 58.0);
    assert_eq!(icon["place"]["y"], 60.0);
    assert_eq!((&icon["side"], &icon["card"]), (&"front".into(), &"edgy".into()));

    // A problem of a picture points at the field that names it.
    let run = place.run(&["build", "packages/resolution", "--only", "preflight"]).code(1);
    assert!(run.stderr().contains("art: \"art/tiny.png\""), "{}", run.stderr());
}

#[test]
fn the_page_stands_alone_and_trusts_nobody() {
    let place = workspace();
    let cards = place.path("packages/contrast/cards.card");
    let text = fs::read_to_string(&cards).expect("cards");
    fs::write(&cards, text.replace("\"Ghost\"", "\"<script>alert(1)</script>\"")).expect("cards");
    place.run(&["build", "packages/contrast", "--only", "preflight"]).code(1);
    let page = fs::read_to_string(place.path("output/contrast/reports/preflight.html"));
    let page = page.expect("a page");
    assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script>alert"));
    assert!(page.contains("data:image/png;base64,") && page.contains("has a contrast of"));
    for outside in ["http://", "https://", "src=\"/", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn two_runs_give_the_same_reports() {
    let place = workspace();
    let mut runs = Vec::new();
    for threads in ["1", "4"] {
        let out = format!("out-{threads}");
        let arguments = ["build", "packages", "--only", "preflight", "--out", &out];
        place.run_with(&arguments, &[("RAYON_NUM_THREADS", threads)]).code(1);
        let read = |package: &PathBuf| {
            let reports = place.path(&out).join(package.file_name().expect("a name"));
            let read = |name| fs::read(reports.join("reports").join(name)).expect("a report");
            (read("preflight.html"), read("preflight.json"))
        };
        runs.push(packages(&place).iter().map(read).collect::<Vec<_>>());
    }
    assert!(runs[0] == runs[1]);
}

#[test]
fn the_shipped_games_are_fit_to_print() {
    let place = Place::empty();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let content = root.join("content").to_string_lossy().into_owned();
    let run = place.run(&["build", &content, "--only", "preflight", "--out", "out"]).code(0);
    for entry in fs::read_dir(place.path("out")).expect("the output") {
        let folder = entry.expect("an entry").path();
        let path = folder.join("reports/preflight.json");
        let report: Value =
            serde_json::from_slice(&fs::read(path).expect("a report")).expect("JSON");
        assert_eq!(report["summary"]["errors"], 0, "{}", run.stderr());
        assert_eq!(report["summary"]["warnings"], 0, "{}", run.stderr());
    }
}
