//! No text makes the checker or its printers panic.

use cardwright_games::GAMES;
use std::fs;

use cardwright_check::render::{Colour, human, json, sarif};
use cardwright_check::{Project, check};

use super::common::{game, package, root};

/// A small generator of our own, so that every run sees the same texts.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// Pieces of text that are likely to break something.
const PIECES: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    ":",
    ",",
    "\"",
    "|",
    "..",
    " where ",
    " in ",
    " has ",
    " == ",
    "it",
    "self",
    "self.cost",
    "characters",
    "count(",
    "goblin",
    "99999999999999999999",
    "-1",
    "é",
    "///",
    "\n",
    "then",
    " of ",
    "abstract ",
    "kind x \"X\" {",
    "keyword y(n: int) {",
    "modify ",
    "require ",
    "{name}",
    "rule r for deck {",
    "for each ",
];

fn mutated(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + random.below(4) {
        let boundaries: Vec<usize> =
            text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let from = boundaries[random.below(boundaries.len())];
        match random.below(3) {
            0 => text.insert_str(from, PIECES[random.below(PIECES.len())]),
            1 => {
                let far = (from + 1 + random.below(40)).min(text.len());
                let to = boundaries.iter().copied().find(|at| *at >= far).unwrap_or(text.len());
                text.replace_range(from..to, "");
            }
            _ => {
                let to = boundaries[random.below(boundaries.len())];
                let (low, high) = (from.min(to), from.max(to));
                let copied: String = text[low..high].chars().take(60).collect();
                text.insert_str(from, &copied);
            }
        }
    }
    text
}

fn try_text(text: &str, as_game: bool) {
    let mut base = game();
    let mut packages = Vec::new();
    if as_game {
        base.files[0].1 = text.to_owned();
        packages.push(base);
    } else {
        packages.extend([base, package("case", true, text)]);
    }
    let checked = check(&Project::from_memory(packages), GAMES);
    let printed = human(&checked.diagnostics, &checked.sources, Colour::Never);
    assert!(printed.is_empty() == checked.diagnostics.is_empty());
    json(&checked);
    sarif(&checked.diagnostics, &checked.sources);
}

#[test]
fn mutated_texts_are_reported_and_nothing_else() {
    let mut random = Random(7);
    let mut seeds: Vec<(String, bool)> = vec![(game().files[0].1.clone(), true)];
    for name in ["declarations", "effects", "names", "rules", "types"] {
        let path = root().join(format!("check/{name}.card"));
        seeds.push((fs::read_to_string(path).expect("the suite can be read"), false));
    }
    for round in 0..120 {
        let (seed, as_game) = &seeds[round % seeds.len()];
        try_text(&mutated(seed, &mut random), *as_game);
    }
}

#[test]
fn strange_texts_are_survived() {
    for text in [
        "",
        "\u{feff}",
        "}",
        "trap",
        "trap x",
        "test \"\" { }",
        "rule",
        "kind k",
        "wordings",
        "game",
        "\0",
        "é {",
    ] {
        try_text(text, false);
        try_text(text, true);
    }
}
