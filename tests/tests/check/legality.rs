//! Checks every legality rule of the crawler game: what breaks it causes its code, anything else
//! causes none. The cases are in `crawler/legality.card`.

use cardwright_games::GAMES;
use std::collections::BTreeSet;
use std::path::Path;

use cardwright_check::{Project, Severity, check};

use super::crawler::{codes_by_package, game, manifest, package};

const CASES: &str = include_str!("crawler/legality.card");

/// Rules that nothing can break, because the type checks rule out their mistakes already.
const RULED_OUT_BY_TYPES: [&str; 5] = ["family", "boost-keys", "uses", "time", "formula-power"];

struct Case<'a> {
    rule: &'a str,
    is_wrong: bool,
    text: String,
}

#[test]
fn what_breaks_a_rule_gives_its_code_and_what_does_not_gives_nothing() {
    let cases = cases();
    let root = |place: usize| format!("case-{place}");
    let mut packages = vec![game()];
    for (place, case) in cases.iter().enumerate() {
        packages.push(package(&root(place), &manifest(&root(place), "crawler", true), &case.text));
    }
    let found = codes_by_package(packages);
    let none = BTreeSet::new();
    let mut failures = Vec::new();
    for (place, case) in cases.iter().enumerate() {
        let given = found.get(&root(place)).unwrap_or(&none);
        let code = format!("crawler/{} ", case.rule);
        let as_said = match case.is_wrong {
            true => !given.is_empty() && given.iter().all(|found| found.starts_with(&code)),
            false => given.is_empty(),
        };
        if !as_said {
            let side = if case.is_wrong { "wrong" } else { "right" };
            failures.push(format!("{}: the {side} side gives {given:?}", case.rule));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn every_rule_has_a_case() {
    let checked = check(&Project::from_memory([game()]), GAMES);
    let cases = cases();
    let is_covered = |rule: &str| {
        RULED_OUT_BY_TYPES.contains(&rule) || cases.iter().any(|case| case.rule == rule)
    };
    let rules = checked.packages[0].package().rules.iter().map(|rule| rule.id.as_str());
    let missing: Vec<&str> = rules.filter(|rule| !is_covered(rule)).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}

#[test]
fn the_shipped_content_breaks_no_rule_but_the_one_the_rulebook_breaks() {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/crawler");
    let checked = check(
        &Project::load(cardwright_tests::disk(), &content).expect("the game is a package"),
        GAMES,
    );
    // The products that the rulebook names for three and four players lack 5 and 20 cards.
    let serious = checked.diagnostics.iter().filter(|found| {
        let is_rule = found.code.contains('/') && found.code != "crawler/product";
        is_rule && found.severity != Severity::Info
    });
    let shown: Vec<String> =
        serious.map(|found| format!("{} {}", found.code, found.message)).collect();
    assert!(shown.is_empty(), "{shown:#?}");
}

/// The sections of the file; a deck also needs the formats.
fn cases() -> Vec<Case<'static>> {
    let sections =
        CASES.split("// --- ").skip(1).filter_map(|section| section.split_once(" ---\n"));
    let mut formats = "";
    let mut cases = Vec::new();
    for (head, text) in sections {
        match head.split_once(": ") {
            None => formats = text,
            Some((rule, side)) => {
                let formats = if text.contains("deck ") { formats } else { "" };
                let text = format!("{formats}{text}");
                cases.push(Case { rule, is_wrong: side == "wrong", text });
            }
        }
    }
    cases
}
