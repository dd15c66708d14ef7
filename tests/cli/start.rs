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

#[test]
fn the_rules_of_a_rulebook_are_proved_by_tests() {
    let place = Place::expansion();
    let book = "use crawler\n\nchapter moonlight \"Moonlight\" {\n  number: 40\n  \
        rule 1 \"The first round\" { text: \"A game begins with the first round.\" }\n  \
        rule 2 \"The wrong round\" { text: \"A game begins with the second round.\" }\n  \
        rule 3 \"Nobody looks\" { text: \"It is dark.\" }\n  \
        rule 4 \"Words\" { text: \"The moon is a moon.\"; explains }\n}\n\n\
        test \"round one\" { proves: moonlight.1, game.2; expect round == 1 }\n\n\
        test \"round two\" { proves: moonlight.1, moonlight.2; expect round == 2 }\n";
    std::fs::write(place.path("moon/book.card"), book).expect("a file");
    place.run(&["check", "moon", "--deny", "warnings"]).code(0);
    let told = place.run(&["check", "moon", "--format", "short"]).code(0).stdout();
    assert!(told.contains("W0130") && told.contains("`moonlight.3`"), "{told}");
    assert!(!told.contains("`moonlight.1`") && !told.contains("`moonlight.4`"), "{told}");
    let human = place.run(&["test", "moon", "--rules"]).code(1).stdout();
    for line in [
        "    1  moonlight.1  The first round",
        "    -  moonlight.2  The wrong round",
        "    -  moonlight.3  Nobody looks",
        "moon: 1 of 3 rules proved, 1 more only explain",
        "  unproved: moonlight.2, moonlight.3",
    ] {
        assert!(human.lines().any(|found| found == line), "{line}\n{human}");
    }
    let data = place.run(&["test", "moon", "--rules", "--format", "json"]).code(1).stdout();
    let data: serde_json::Value = serde_json::from_str(&data).expect("JSON");
    let rules = &data["packages"][0]["rules"];
    assert_eq!(rules[0]["proved-by"], serde_json::json!(["round one"]));
    assert_eq!(
        (&rules[1]["rule"], &rules[1]["proved-by"]),
        (&"moonlight.2".into(), &serde_json::json!([]))
    );
    assert_eq!(rules[3]["explains"], true);
}

#[test]
fn new_takes_no_name_that_ships() {
    let place = Place::empty();
    let run = place.run(&["new", "crawler", "--game", "crawler"]).code(2);
    assert!(run.stderr().contains("such as `my-crawler`"), "{}", run.stderr());
    assert!(!place.path("crawler").exists());
    place.run(&["new", "my-crawler", "--game", "crawler"]).code(0);
    place.run(&["check", "my-crawler", "--deny", "warnings"]).code(0);
}
