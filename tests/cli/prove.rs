//! `cardwright prove`: what it prints are tests that pass.

use std::fs;
use std::path::Path;

use super::Place;
use super::preflight::copy;

/// Proves a package of the content, puts what was printed among its tests, and runs them.
fn proves(game: &str, package: &str) {
    let place = Place::empty();
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    for name in [game, package] {
        copy(&content.join(name), &place.path(name));
    }
    let proved = place.run(&["prove", package, "--all"]).code(0).stdout();
    assert!(!proved.contains("UNPROVED"), "{proved}");
    let tests = proved.lines().filter(|line| line.starts_with("test ")).count();
    assert!(tests > 5, "{proved}");
    let file = place.path(package).join("tests/proved.card");
    fs::write(&file, &proved).expect("the tests can be written");
    let run = place.run(&["test", package]);
    assert!(!run.stdout().contains("FAILED"), "{}\n{proved}", run.stdout());
    run.code(0);
}

#[test]
fn proofs_of_arcade_are_tests_that_pass() {
    proves("arcade", "arcade-crooked-carnival");
}

#[test]
fn proofs_of_bag_are_tests_that_pass() {
    proves("bag", "bag-lantern-market");
}

#[test]
fn proofs_of_crawler_are_tests_that_pass() {
    proves("crawler", "crawler-sunken-bells");
}

#[test]
fn proofs_of_deckbox_are_tests_that_pass() {
    proves("deckbox", "deckbox-moth-house");
}

#[test]
fn proofs_of_explore_are_tests_that_pass() {
    proves("explore", "explore-low-tide");
}
