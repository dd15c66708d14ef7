//! Checks the dependencies between crates against `ARCHITECTURE.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The crates that a game is made of.
const GAME: &[&str] = &["model", "vocabulary", "engine"];

/// Which of our crates each crate may use, without the prefix `cardwright-`. The command line
/// crate itself is called `cardwright`.
const ALLOWED: &[(&str, &[&str])] = &[
    ("dsl", &[]),
    ("model", &[]),
    ("vocabulary", &["model"]),
    ("check", &["dsl", "model", "vocabulary"]),
    ("engine", &["model", "vocabulary"]),
    ("arcade", GAME),
    ("bag", GAME),
    ("crawler", GAME),
    ("deckbox", GAME),
    ("explore", GAME),
    ("games", &["vocabulary", "engine", "arcade", "bag", "crawler", "deckbox", "explore"]),
    ("render", &["model"]),
    ("cardwright", &["dsl", "model", "vocabulary", "check", "engine", "games", "render"]),
];

#[test]
fn no_arrow_between_crates_turns_round() {
    let crates = crates();
    for (name, allowed) in ALLOWED {
        let used = &crates[*name];
        let allowed: BTreeSet<String> = allowed.iter().map(|name| (*name).to_owned()).collect();
        let wrong: Vec<_> = used.difference(&allowed).collect();
        assert!(wrong.is_empty(), "{name} may not depend on {wrong:?}");
    }
}

#[test]
fn every_crate_has_its_arrows_drawn() {
    let drawn: BTreeSet<&str> = ALLOWED.iter().map(|(name, _)| *name).collect();
    let crates = crates();
    let known: BTreeSet<&str> =
        crates.keys().map(String::as_str).filter(|name| *name != "tests").collect();
    assert_eq!(drawn, known);
}

/// Our crates, each with those of our crates that it depends on (not counting tests).
fn crates() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo metadata runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    packages
        .iter()
        .map(|package| {
            let used = package["dependencies"]
                .as_array()
                .expect("dependencies")
                .iter()
                .filter(|dependency| dependency["kind"] != "dev")
                .filter_map(|dependency| dependency["name"].as_str())
                .filter(|name| name.starts_with("cardwright"))
                .map(short)
                .collect();
            (short(package["name"].as_str().expect("name")), used)
        })
        .collect()
}

fn short(name: &str) -> String {
    name.strip_prefix("cardwright-").unwrap_or(name).to_owned()
}
