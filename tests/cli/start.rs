//! The first five minutes.

use crate::Place;

#[test]
fn a_new_expansion_checks_tests_and_builds() {
    let place = Place::expansion();
    place.run(&["check", "moon", "--deny", "warnings"]).code(0);
    let test = place.run(&["test", "moon"]).code(0);
    assert!(test.stdout().lines().last().is_some_and(|line| line == "3 passed, 0 failed"));
    let build = place.run(&["build", "moon", "--dpi", "72"]).code(0);
    assert!(build.stderr().contains("3 cards"), "{}", build.stderr());
    assert!(place.path("moon/output/moon/cards/moon-moonwell.svg").is_file());
    assert!(place.path("moon/output/moon/sheets/a4.pdf").is_file());
}

#[test]
fn every_game_has_a_starter_that_checks_tests_and_builds() {
    for game in cardwright_games::GAMES.names() {
        let place = Place::empty();
        place.run(&["new", "moon", "--game", game]).code(0);
        place.run(&["check", "moon", "--deny", "warnings"]).code(0);
        place.run(&["fmt", "--check", "moon"]).code(0);
        let test = place.run(&["test", "moon"]).code(0).stdout();
        assert!(test.contains(" passed, 0 failed") && !test.contains("0 passed"), "{game}: {test}");
        place.run(&["build", "moon", "--only", "data,sheets"]).code(0);
        assert!(place.path("moon/output/moon/sheets/a4.pdf").is_file(), "{game}");
    }
}

#[test]
fn new_does_not_touch_a_folder_that_holds_something() {
    let place = Place::empty();
    std::fs::create_dir(place.path("moon")).expect("a folder");
    std::fs::write(place.path("moon/precious.txt"), "mine").expect("a file");
    let run = place.run(&["new", "moon"]).code(2);
    assert!(run.stderr().contains("exists and is not empty"), "{}", run.stderr());
    assert_eq!(std::fs::read_dir(place.path("moon")).expect("a folder").count(), 1);
}

#[test]
fn a_call_that_makes_no_sense_ends_with_two() {
    let place = Place::empty();
    place.run(&["check", "nowhere"]).code(2);
    place.run(&["check"]).code(2);
    place.run(&["frobnicate"]).code(2);
    place.run(&["vocabulary", "chess"]).code(2);
    place.run(&["explain", "E9999"]).code(2);
}

#[test]
fn explain_has_a_page_for_codes_and_rules() {
    let place = Place::empty();
    let page = place.run(&["explain", "E0001"]).code(0).stdout();
    assert!(page.contains("E0001"), "{page}");
    let rule = place.run(&["explain", "crawler/deck-size"]).code(0).stdout();
    assert!(rule.contains("deck-size"), "{rule}");
}

#[test]
fn vocabulary_knows_every_word_and_where_one_is_used() {
    let place = Place::empty();
    let all = place.run(&["vocabulary", "explore"]).code(0).stdout();
    for part in ["speed: int 1..12", "aura(x: int 1..9)", "until WINDOW", "die-blue", "lucky-pot"] {
        assert!(all.contains(part), "{part} is not in\n{all}");
    }
    let slow = place.run(&["vocabulary", "explore", "slow"]).code(0).stdout();
    assert!(slow.contains("slow: keyword") && slow.contains("slow: value of status"), "{slow}");
    assert!(slow.contains("for example: ability: slow"), "{slow}");
    let hit = place.run(&["vocabulary", "crawler", "hit"]).code(0).stdout();
    assert!(hit.contains("Only on cards of the kinds adventurer, character, trap."), "{hit}");
    let near = place.run(&["vocabulary", "explore", "slwo"]).code(2);
    assert!(near.stderr().contains("did you mean `slow`?"), "{}", near.stderr());
}
