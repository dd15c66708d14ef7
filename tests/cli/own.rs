//! A game without an engine, made by `new --game own`.

use std::fs;

use crate::Place;

fn harbour() -> Place {
    let place = Place::empty();
    place.run(&["new", "harbour", "--game", "own"]).code(0);
    place
}

#[test]
fn a_game_of_ones_own_checks_builds_and_is_tidy() {
    let place = harbour();
    place.run(&["check", "harbour", "--deny", "warnings"]).code(0);
    place.run(&["fmt", "--check", "harbour"]).code(0);
    let build = place.run(&["build", "harbour", "--dpi", "72"]).code(0);
    assert!(!build.stderr().contains("warning"), "{}", build.stderr());
    assert!(place.path("harbour/output/harbour/sheets/a4.pdf").is_file());
    let data = fs::read_to_string(place.path("harbour/output/harbour/data/harbour.json"));
    let data = data.expect("its data");
    for part in ["\"engine\": \"none\"", "\"category\": \"verb\"", "Old Ferry"] {
        assert!(data.contains(part), "{part} is not in the data");
    }
}

#[test]
fn words_of_ones_own_are_checked_worded_and_listed() {
    let place = harbour();
    let folder = std::path::Path::new("harbour");
    let words = place.run_in(folder, &["vocabulary", "words"]).code(0).stdout();
    assert!(words.contains("draw(count: int) (verb)"), "{words}");
    let one = place.run_in(folder, &["vocabulary", "sink"]).code(0).stdout();
    assert!(one.contains("sink: verb"), "{one}");
    place.run_in(folder, &["schema", "harbour"]).code(0);
    let frigate = fs::read_to_string(place.path("harbour/cards/ships.card")).expect("ships");
    let wrong = frigate.replace("draw(1)", "drwa(1)");
    fs::write(place.path("harbour/cards/ships.card"), wrong).expect("ships");
    let check = place.run(&["check", "harbour"]).code(1).stderr();
    assert!(check.contains("drwa") && check.contains("did you mean `draw`?"), "{check}");
}

#[test]
fn what_needs_play_says_so_with_a_way_out() {
    let place = harbour();
    for command in ["sim", "play", "prove"] {
        let said = place.run(&[command, "harbour"]).code(2).stderr();
        assert!(said.contains("Harbour has no engine") && said.contains("`build`"), "{said}");
    }
    let test = place.run(&["test", "harbour"]).code(0);
    assert!(test.stderr().contains("no tests to run"), "{}", test.stderr());
    let tests = "test \"nothing\" { expect 1 == 1 }\n";
    fs::create_dir(place.path("harbour/tests")).expect("a folder");
    fs::write(place.path("harbour/tests/a.card"), tests).expect("a test");
    let check = place.run(&["check", "harbour"]).code(1).stderr();
    assert!(check.contains("E0216") && check.contains("a `rule` checks"), "{check}");
}

#[test]
fn a_deck_is_judged_by_rules_of_ones_own() {
    let place = harbour();
    let deck = fs::read_to_string(place.path("harbour/decks/first.card")).expect("the deck");
    fs::write(place.path("harbour/decks/first.card"), deck.replace("4 ferry", "9 ferry"))
        .expect("the deck");
    let check = place.run(&["check", "harbour"]).code(1).stderr();
    assert!(check.contains("29 ships and winds, but Duel is played with 24"), "{check}");
}

#[test]
fn packing_comparing_and_reviewing_need_no_engine() {
    let place = harbour();
    place.run(&["pack", "harbour"]).code(0);
    fs::rename(place.path("harbour"), place.path("old")).expect("renamed");
    place.run(&["new", "harbour", "--game", "own"]).code(0);
    let ports = fs::read_to_string(place.path("harbour/cards/ports.card")).expect("ports");
    fs::write(place.path("harbour/cards/ports.card"), ports.replace("| 12", "| 13"))
        .expect("ports");
    let diff = place.run(&["diff", "old", "harbour"]).code(0).stdout();
    assert!(diff.contains("queens-mole") && diff.contains("13"), "{diff}");
}
