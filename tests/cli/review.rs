//! `review`: packages that are clean, broken, hostile or rebalanced, and what is said of them.

mod planted;

use std::fs;
use std::process::Command;

use serde_json::Value;
use zip::CompressionMethod;

use crate::packages::archive;
use crate::{Place, Run, cache};

impl Place {
    fn review(&self, arguments: &[&str]) -> (Value, Run) {
        let mut all = vec!["review"];
        all.extend(arguments);
        all.extend(["--format", "json"]);
        let run = self.run(&all);
        let report = serde_json::from_str(&run.stdout())
            .unwrap_or_else(|error| panic!("{error}\n{}\n{}", run.stdout(), run.stderr()));
        (report, run)
    }
}

/// The findings that speak against a package: topic, and code, place and message in one.
fn reasons(report: &Value) -> Vec<(String, String)> {
    let findings = report["findings"].as_array().expect("findings").iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    findings
        .filter(|finding| finding["weight"] != "note")
        .map(|finding| {
            let place = format!("{}:{}", text(&finding["file"]), finding["line"]);
            let told = format!("{} {place} {}", text(&finding["code"]), text(&finding["message"]));
            (text(&finding["topic"]), told)
        })
        .collect()
}

#[test]
fn a_clean_package_is_fine() {
    let place = Place::expansion();
    place.run(&["pack", "moon"]).code(0);
    let run =
        place.run(&["review", "moon-0.1.0.cardwright", "--report", "report", "--games", "20"]);
    let run = run.code(0);
    let said = run.stdout();
    assert!(said.starts_with("Moon 0.1.0: fine\n"), "{said}");
    assert!(
        said.contains("tests: 3 passed, 0 failed; abilities: 4 proved, 0 not; 3 cards drawn"),
        "{said}"
    );
    let page = fs::read_to_string(place.path("report/review.html")).expect("a page");
    assert!(page.starts_with("<!doctype html>\n<html lang=\"en\">") && !page.contains("<script"));
    assert!(page.contains("default-src 'none'"));
    assert_eq!(page.matches("<img alt=\"").count(), 3, "a picture of every card");
    assert!(page.contains("solo-elite") && page.contains("95 % interval"));
    let report: Value =
        serde_json::from_slice(&fs::read(place.path("report/review.json")).expect("JSON"))
            .expect("JSON");
    assert_eq!(report["license"], "CC-BY-4.0");
    let log: Value =
        serde_json::from_slice(&fs::read(place.path("report/review.sarif")).expect("SARIF"))
            .expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let comment = fs::read_to_string(place.path("report/review.md")).expect("a comment");
    assert!(comment.starts_with("## ✅ Moon 0.1.0: fine"), "{comment}");
}

#[test]
fn a_broken_package_is_not_usable() {
    let place = Place::expansion();
    let cards = fs::read_to_string(place.path("moon/cards/dungeon.card")).expect("cards");
    place.write("cards/dungeon.card", &cards.replacen("cost: 1", "cots: 1", 1));
    let run = place.run(&["review", "moon"]).code(1);
    let said = run.stdout();
    assert!(said.starts_with("Moon 0.1.0: not usable as it is\n"), "{said}");
    assert!(said.contains("✗ problems [E0103]: cards/dungeon.card:5: "), "{said}");
    place.run(&["review", "nowhere"]).code(2);
    // A manifest that nobody can read is no reason to fail either.
    place.write("cardwright.toml", "[package");
    let said = place.run(&["review", "moon"]).code(1).stdout();
    assert!(said.starts_with("moon: not usable as it is\n"), "{said}");
}

#[test]
fn a_rebalanced_package_is_for_a_person_to_decide() {
    let place = Place::expansion();
    place.run(&["pack", "moon"]).code(0);
    planted::strengthen(&place, 9);
    let arguments = ["moon", "--against", "moon-0.1.0.cardwright", "--report", "report"];
    let (report, run) = place.review(&arguments);
    run.code(1);
    // A test of the starter is about an attack that the stronger card withstands, which is told too.
    let told = reasons(&report).into_iter();
    let reasons: Vec<_> = told.filter(|(topic, _)| topic != "tests").collect();
    assert_eq!(reasons.len(), 1, "{reasons:?}");
    assert_eq!(reasons[0].0, "balance");
    assert!(reasons[0].1.contains("`moon-by-moonlight` in `solo-elite` won 11 %"), "{reasons:?}");
    let changes = report["changes"].as_array().expect("changes");
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0]["id"], "moon-lantern-moth");
    assert_eq!(changes[0]["fate"], "changed");
    assert!(changes[0]["old-picture"].is_string() && changes[0]["new-picture"].is_string());
    assert_ne!(changes[0]["old-picture"], changes[0]["new-picture"]);
    let page = fs::read_to_string(place.path("report/review.html")).expect("a page");
    assert!(
        page.contains("alt=\"Lantern Moth before\"") && page.contains("alt=\"Lantern Moth now\"")
    );
}

#[test]
fn what_breaks_decks_is_told() {
    let place = Place::expansion();
    place.run(&["pack", "moon"]).code(0);
    for file in ["cards/dungeon.card", "decks/deck.card", "tests/first.card"] {
        let text = fs::read_to_string(place.path("moon").join(file)).expect("a file");
        place.write(file, &text.replace("moon-moonwell", "moon-well"));
    }
    let arguments = ["moon", "--against", "moon-0.1.0.cardwright", "--games", "10"];
    let (report, run) = place.review(&arguments);
    run.code(1);
    let reasons = reasons(&report);
    assert!(
        reasons.iter().any(|(topic, told)| topic == "breaks" && told.contains("`moon-moonwell`")),
        "{reasons:?}"
    );
}

#[test]
fn a_hostile_archive_ends_in_a_verdict() {
    let place = Place::empty();
    let bytes = archive(&[("../../escaped.card", b"", 0o644)], CompressionMethod::Stored);
    fs::write(place.path("bad.cardwright"), bytes).expect("an archive");
    let said = place.run(&["review", "bad.cardwright"]).code(1).stdout();
    assert!(said.starts_with("bad.cardwright: not usable as it is\n✗ archive: "), "{said}");
    assert!(said.contains("is not a path inside the package"), "{said}");
    fs::write(place.path("bad.cardwright"), "no archive at all").expect("a file");
    place.run(&["review", "bad.cardwright"]).code(1);
}

#[test]
fn what_takes_too_long_or_too_much_ends_in_a_verdict() {
    let place = Place::expansion();
    let said = place.run(&["review", "moon", "--seconds", "0"]).code(1).stdout();
    assert!(said.contains("✗ limits: ") && said.contains("took longer than 0 s"), "{said}");
    if cfg!(target_os = "linux") {
        let said = place.run(&["review", "moon", "--memory", "1"]).code(1).stdout();
        assert!(said.contains("✗ limits: ") && said.contains("more than 1 MB of memory"), "{said}");
    }
}

#[test]
fn names_of_strangers_are_only_text() {
    let place = Place::expansion();
    let cards = fs::read_to_string(place.path("moon/cards/dungeon.card")).expect("cards");
    let name = "<img src=x onerror=alert(1)> @everyone [x](http://x)";
    place.write("cards/dungeon.card", &cards.replace("\"Moonwell\"", &format!("\"{name}\"")));
    place.run(&["review", "moon", "--report", "report", "--games", "1"]);
    let page = fs::read_to_string(place.path("report/review.html")).expect("a page");
    assert!(!page.contains("<img src=x") && page.contains("&lt;img src=x"));
    let comment = fs::read_to_string(place.path("report/review.md")).expect("a comment");
    assert!(
        !comment.contains("<img") && !comment.contains("@everyone") && !comment.contains("](http")
    );
}

/// The text of a block scalar `run: |` in a file of YAML, without its indent.
fn script(text: &str) -> String {
    let (_, after) = text.split_once("run: |\n").expect("a step");
    let indent = after.len() - after.trim_start().len();
    let lines = after
        .lines()
        .take_while(|line| line.trim().is_empty() || line.starts_with(&" ".repeat(indent)));
    lines.map(|line| line.get(indent..).unwrap_or_default().to_owned() + "\n").collect()
}

#[cfg(unix)]
#[test]
fn the_action_does_what_it_says() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let action = fs::read_to_string(format!("{root}/action.yml")).expect("an action");
    let place = Place::expansion();
    let step = |package: &str| {
        Command::new("bash")
            .args(["-c", &script(&action)])
            .current_dir(place.path("."))
            .env("CARDWRIGHT_CACHE", cache())
            .env("CARDWRIGHT", env!("CARGO_BIN_EXE_cardwright"))
            .env("PACKAGE", package)
            .env("AGAINST", "")
            .env("REPORT", "report")
            .env("GITHUB_STEP_SUMMARY", place.path("summary.md"))
            .env("GITHUB_OUTPUT", place.path("output.txt"))
            .status()
            .expect("bash runs")
    };
    assert_eq!(step("moon").code(), Some(0));
    assert!(place.path("report/review.html").exists());
    assert!(
        fs::read_to_string(place.path("summary.md"))
            .expect("a summary")
            .contains("Moon 0.1.0: fine")
    );
    assert_eq!(fs::read_to_string(place.path("output.txt")).expect("outputs"), "code=0\n");
    place.write("cards/wrong.card", "use crawler\n\ncharacter wrong \"Wrong\" {\n  cots: 1\n}\n");
    assert_eq!(step("moon").code(), Some(1));
}

#[test]
fn the_hooks_do_what_they_say() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let hooks = fs::read_to_string(format!("{root}/.pre-commit-hooks.yaml")).expect("hooks");
    let place = Place::expansion();
    let entries: Vec<&str> =
        hooks.lines().filter_map(|line| line.trim().strip_prefix("entry: cardwright ")).collect();
    assert_eq!(entries.len(), 3);
    let run = |entry: &str| {
        Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(entry.split(' '))
            .current_dir(place.path("moon"))
            .env("CARDWRIGHT_CACHE", cache())
            .output()
            .expect("the command runs")
    };
    for entry in &entries {
        let ended = run(entry);
        assert_eq!(
            ended.status.code(),
            Some(0),
            "{entry}: {}",
            String::from_utf8_lossy(&ended.stdout)
        );
    }
    place.write("cards/wrong.card", "use crawler\n\ncharacter   wrong \"Wrong\" {\n  cots: 1\n}\n");
    for entry in &entries {
        assert_eq!(run(entry).status.code(), Some(1), "{entry}");
    }
}
