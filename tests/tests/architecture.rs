//! Checks the dependencies between crates, and which of them are pure, against `ARCHITECTURE.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The crates that a game is made of.
const GAME: &[&str] = &["model", "vocabulary", "engine"];

/// Which of our crates each crate may use, without the prefix `cardwright-`. The command line
/// crate itself is called `cardwright`.
const ALLOWED: &[(&str, &[&str])] = &[
    ("dsl", &[]),
    ("model", &[]),
    ("vocabulary", &["model"]),
    ("sheets", &[]),
    ("check", &["dsl", "model", "sheets", "vocabulary"]),
    ("engine", &["model", "vocabulary"]),
    ("arcade", GAME),
    ("bag", GAME),
    ("crawler", GAME),
    ("deckbox", GAME),
    ("explore", GAME),
    ("games", &["vocabulary", "engine", "arcade", "bag", "crawler", "deckbox", "explore"]),
    ("render", &["model"]),
    ("emit", &["model"]),
    ("ide", &["dsl", "model", "sheets", "vocabulary", "check", "engine"]),
    ("packages", &["model"]),
    ("review", &["model", "check", "engine", "render", "emit", "packages"]),
    ("studio", &["dsl", "model", "vocabulary", "check", "engine", "render", "emit", "ide"]),
    (
        "cardwright",
        &[
            "dsl",
            "model",
            "vocabulary",
            "check",
            "engine",
            "games",
            "render",
            "emit",
            "ide",
            "packages",
            "review",
            "sheets",
            "studio",
        ],
    ),
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

/// What a crate that is a function of its arguments has no use for.
const OUTSIDE: [&str; 6] =
    ["std::fs", "std::env", "std::net", "std::process", "std::time", "std::thread"];

/// The crates that may use it: the command, the studio's server, and the tests.
const NOT_PURE: [&str; 3] = ["cardwright", "studio", "tests"];

#[test]
fn only_the_command_knows_of_the_world_outside() {
    let mut found = Vec::new();
    for (name, folder) in folders().into_iter().filter(|(name, _)| !NOT_PURE.contains(&&**name)) {
        let sources = sources(&folder.join("src"));
        assert!(!sources.is_empty(), "{name} has no sources");
        for path in sources {
            let text = std::fs::read_to_string(&path).expect("a source is a text");
            // Tests beside the code may look at shipped files and at the clock.
            let is_test = path.file_stem().is_some_and(|stem| {
                let stem = stem.to_string_lossy();
                stem == "tests" || stem.ends_with("_tests")
            });
            let code =
                if is_test { "" } else { text.split("#[cfg(test)]\nmod ").next().expect("split") };
            for (line, text) in code.lines().enumerate() {
                let names = OUTSIDE.iter().filter(|outside| text.contains(**outside));
                found.extend(
                    names.map(|outside| format!("{}:{}: {outside}", path.display(), line + 1)),
                );
            }
        }
    }
    assert!(found.is_empty(), "files come through `model::files`:\n{}", found.join("\n"));
}

/// The crates that work for any game.
const FOR_ANY_GAME: [&str; 12] = [
    "dsl",
    "model",
    "vocabulary",
    "check",
    "engine",
    "render",
    "emit",
    "ide",
    "packages",
    "review",
    "sheets",
    "studio",
];

#[test]
fn nothing_below_the_command_names_a_game() {
    let folders = folders();
    for name in FOR_ANY_GAME {
        for (path, line) in code(&folders[name]) {
            for game in cardwright_games::GAMES.names() {
                let named = [format!("\"{game}\""), format!("engine: {game}")];
                let is_named = named.iter().any(|named| line.contains(named));
                assert!(!is_named, "{} names a game: {line}", path.display());
            }
        }
    }
}

#[test]
fn no_rust_asks_for_a_keyword_by_its_name() {
    let folders = folders();
    for name in ["engine", "arcade", "bag", "crawler", "deckbox", "explore"] {
        for (path, line) in code(&folders[name]) {
            let asks = ["has_keyword(", ".keyword(", "keyword_place("];
            let is_asked = asks.iter().any(|ask| {
                line.split(ask).skip(1).any(|rest| {
                    rest.split(')').next().is_some_and(|arguments| arguments.contains('"'))
                })
            });
            assert!(!is_asked, "{} asks for a keyword: {line}", path.display());
        }
    }
}

/// The lines of a crate's sources that are neither tests nor comments.
fn code(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut lines = Vec::new();
    for path in sources(&folder.join("src")) {
        if path.file_name().is_some_and(|name| name == "tests.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("source text");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.extend(code.map(|line| (path.clone(), line.to_owned())));
    }
    lines
}

/// The Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// Our crates, each with those of our crates that it depends on (not counting tests).
fn crates() -> BTreeMap<String, BTreeSet<String>> {
    packages()
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

/// Our crates, with their folders.
fn folders() -> BTreeMap<String, PathBuf> {
    let folder = |package: &Value| {
        let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
        (short(package["name"].as_str().expect("name")), manifest.with_file_name(""))
    };
    packages().iter().map(folder).collect()
}

/// What cargo knows of our crates.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo metadata runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value =
        serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

fn short(name: &str) -> String {
    name.strip_prefix("cardwright-").unwrap_or(name).to_owned()
}

/// The table of `THIRD_PARTY.md` and the crates of others in `Cargo.lock`, as `name version`.
#[test]
fn every_crate_of_others_is_listed_with_its_licence() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect("a text");
    let value = |line: &str| line.split('"').nth(1).map(str::to_owned);
    let mut locked = BTreeSet::new();
    for package in read("Cargo.lock").split("[[package]]").skip(1) {
        let field = |name: &str| {
            package.lines().find(|line| line.starts_with(&format!("{name} = "))).and_then(value)
        };
        if field("source").is_some() {
            let (name, version) = (field("name").expect("a name"), field("version"));
            locked.insert(format!("{name} {}", version.expect("a version")));
        }
    }
    let mut listed = BTreeSet::new();
    for line in read("THIRD_PARTY.md").lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        assert!(!cells[3].is_empty(), "{line} has no licence");
        listed.insert(format!("{} {}", cells[1], cells[2]));
    }
    assert!(locked.len() > 100);
    assert_eq!(locked, listed, "run tests/tools/third-party.py");
}
