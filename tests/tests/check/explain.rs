//! Checks the examples of every page of `codes/`: the wrong one causes the page's code and no
//! other, the right one causes none.

use cardwright_games::GAMES;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cardwright_check::{Example, PAGES, Page, explain};
use cardwright_check::{Project, check};
use cardwright_model::files::MemoryFiles;

use super::crawler::{codes_by_package, game, manifest, package};

#[test]
fn wrong_examples_give_their_code_and_right_ones_nothing() {
    let pages: Vec<Page> = PAGES.iter().filter_map(|(code, _)| explain(code)).collect();
    let mut failures = Vec::new();
    // All expansions share one project, so that the game is read only once.
    let expansions: Vec<&Page> =
        pages.iter().filter(|page| page.example == Example::Expansion).collect();
    let mut packages = vec![game()];
    packages.extend(expansions.iter().flat_map(|page| {
        both(page).map(|(root, text)| package(&root, &manifest(&root, "crawler", true), text))
    }));
    let found = codes_by_package(packages);
    for page in expansions {
        judge(page, &found, &mut failures);
    }
    for page in pages.iter().filter(|page| page.example == Example::Game) {
        let mut found = BTreeMap::new();
        for (root, text) in both(page) {
            found.extend(codes_by_package(vec![package(
                &root,
                &manifest(&root, "ember", false),
                text,
            )]));
        }
        judge(page, &found, &mut failures);
    }
    for page in pages.iter().filter(|page| page.example == Example::Manifest) {
        let found = both(page).into_iter().map(|(root, text)| {
            let codes = codes_of_manifest(text);
            (root, codes)
        });
        let found = found.filter(|(_, codes)| !codes.is_empty()).collect();
        judge(page, &found, &mut failures);
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn right_examples_are_laid_out_canonically() {
    for page in PAGES.iter().filter_map(|(code, _)| explain(code)) {
        if let (Example::Expansion | Example::Game, Some(right)) = (page.example, &page.right) {
            assert_eq!(cardwright_dsl::format(right), *right, "{}", page.code);
        }
    }
}

/// The files that declare the game and what the engine needs.
const GAME: [&str; 2] = ["rules/game.card", "rules/enums.card"];

/// The codes of a package `marsh` beside the game, an empty folder and a package `mirror` that
/// depends on it.
fn codes_of_manifest(manifest_text: &str) -> BTreeSet<String> {
    let mut files = MemoryFiles::default();
    // The game's declarations are enough here, because only the manifest is tested.
    let shipped = game();
    files.insert("crawler/cardwright.toml", shipped.manifest);
    for (path, text) in shipped.files.iter().filter(|(path, _)| GAME.contains(&path.as_str())) {
        files.insert(format!("crawler/{path}"), text.as_str());
    }
    files.insert("empty/notes.txt", "nothing");
    let mirror = manifest("mirror", "crawler", true) + "marsh = { path = \"../marsh\" }\n";
    files.insert("mirror/cardwright.toml", mirror);
    files.insert("mirror/cards.card", "enum tribe { elk \"Elk\" }\n");
    files.insert("marsh/cardwright.toml", manifest_text);
    files.insert("marsh/cards.card", "enum tribe { imp \"Imp\" }\n");
    match Project::load(&files, Path::new("marsh")) {
        Err(error) => BTreeSet::from([error.to_string()]),
        Ok(project) => {
            let checked = check(&project, GAMES);
            let in_marsh = checked.diagnostics.iter().filter(|diagnostic| {
                let path = &checked.sources.file(diagnostic.primary.file).path;
                !path.starts_with("crawler")
            });
            in_marsh.map(|found| format!("{} {}", found.code, found.message)).collect()
        }
    }
}

fn judge(page: &Page, found: &BTreeMap<String, BTreeSet<String>>, failures: &mut Vec<String>) {
    let none = BTreeSet::new();
    let [(wrong, _), (right, _)] = both(page);
    let wrong = found.get(&wrong).unwrap_or(&none);
    let expected = |text: &String| text.starts_with(&page.code);
    if wrong.is_empty() || !wrong.iter().all(expected) {
        failures.push(format!("{}: the wrong example gives {wrong:?}", page.code));
    }
    if let Some(right) = found.get(&right) {
        failures.push(format!("{}: the right example gives {right:?}", page.code));
    }
}

/// The folders and texts of a page's two examples.
fn both(page: &Page) -> [(String, &str); 2] {
    let code = page.code.to_lowercase();
    [
        (format!("wrong-{code}"), page.wrong.as_deref().unwrap_or_default()),
        (format!("right-{code}"), page.right.as_deref().unwrap_or_default()),
    ]
}
