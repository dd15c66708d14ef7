//! Mistakes that designers make, one per test. Each is reported with its code, its place and a way
//! to fix it.

use crate::Place;

/// Adds one file to the expansion and returns its only diagnostic; the starter itself has none.
#[track_caller]
fn only_diagnostic(file: &str, text: &str) -> serde_json::Value {
    let place = Place::expansion();
    place.write(file, text);
    let errors: Vec<_> =
        place.diagnostics().into_iter().filter(|entry| entry["severity"] == "error").collect();
    assert_eq!(errors.len(), 1, "{errors:#?}");
    errors[0].clone()
}

#[track_caller]
fn expect(diagnostic: &serde_json::Value, code: &str, line: u64, words: &[&str]) {
    assert_eq!(diagnostic["code"], code, "{diagnostic:#}");
    assert_eq!(diagnostic["line"], line, "{diagnostic:#}");
    let text = diagnostic.to_string();
    for word in words {
        assert!(text.contains(word), "`{word}` is not in {diagnostic:#}");
    }
    let help = diagnostic["help"].as_array().expect("help is a list");
    assert!(!help.is_empty(), "no way out: {diagnostic:#}");
}

fn character(lines: &str) -> String {
    format!(
        "use crawler\n\ncharacter moon-newt \"Moon Newt\" {{\n  cost: 1\n  power: 2\n  life: 1\n  \
         type: animal\n  set: MOO\n  number: 50\n  rarity: common\n{lines}\n}}\n"
    )
}

#[test]
fn a_misspelt_keyword() {
    let found = only_diagnostic("cards/newt.card", &character("  attribute: drian 2"));
    expect(&found, "E0102", 11, &["drian", "did you mean `drain`?"]);
    assert_eq!(found["column"], 14);
}

#[test]
fn a_parameter_of_the_wrong_type() {
    let found = only_diagnostic("cards/newt.card", &character("  attribute: drain fire"));
    expect(&found, "E0301", 11, &["number", "damage"]);
    assert_eq!(found["column"], 20);
}

#[test]
fn a_boost_without_a_class_key() {
    let found = only_diagnostic(
        "cards/club.card",
        "use crawler\n\nequipment moon-club \"Moon Club\" {\n  cost: 1\n  base { power: 1 }\n  \
         boost { power: 2 }\n  set: MOO\n  number: 51\n  rarity: common\n}\n",
    );
    expect(&found, "E0305", 6, &["boost", "keys", "class"]);
}

#[test]
fn an_unknown_card_in_a_deck() {
    let deck = deck();
    let found = only_errors_of_deck(&deck.replace("6 goblin\n", "6 goblni\n"));
    let unknown = found.iter().find(|entry| entry["code"] == "E0105").expect("E0105");
    expect(unknown, "E0105", line_of(&deck, "6 goblin"), &["goblni", "did you mean `goblin`?"]);
}

#[test]
fn a_fifth_copy() {
    let deck = deck();
    let found = only_errors_of_deck(
        &deck.replace("4 short-bow\n", "5 short-bow\n").replace("4 long-sword\n", "3 long-sword\n"),
    );
    assert_eq!(found.len(), 1, "{found:#?}");
    expect(
        &found[0],
        "crawler/copies-crawler",
        line_of(&deck, "4 short-bow"),
        &["5 copies", "Short Bow", "4"],
    );
}

#[test]
fn a_deck_of_79_for_a_format_of_80() {
    let deck = deck();
    let found = only_errors_of_deck(&deck.replace("4 short-bow\n", "3 short-bow\n"));
    assert_eq!(found.len(), 1, "{found:#?}");
    expect(&found[0], "crawler/deck-size", line_of(&deck, "crawler {"), &["79", "80"]);
}

#[test]
fn a_quest_that_the_deck_cannot_fulfil() {
    let deck = deck();
    let found = only_errors_of_deck(&deck.replace("evil-has-a-name,", "rescue-the-damsel,"));
    assert_eq!(found.len(), 1, "{found:#?}");
    expect(&found[0], "crawler/quest-feasible", line_of(&deck, "quests:"), &["Rescue the Damsel"]);
}

/// A legal deck, taken from the shipped content so that it stays legal as cards change.
fn deck() -> String {
    let source = include_str!("../../content/crawler/decks/solo.card");
    let start = source.find("deck bows-and-blades").expect("the standard deck is there");
    let end = start + source[start..].find("\n}\n").expect("it ends") + 3;
    let deck = source[start..end].replacen("bows-and-blades", "moon-deck", 1);
    format!("use crawler\n\n{deck}")
}

fn line_of(text: &str, part: &str) -> u64 {
    let at = text.find(part).unwrap_or_else(|| panic!("`{part}` is not in the deck"));
    text[..at].lines().count() as u64
}

fn only_errors_of_deck(text: &str) -> Vec<serde_json::Value> {
    let place = Place::expansion();
    place.write("decks/moon.card", text);
    place.diagnostics().into_iter().filter(|entry| entry["severity"] == "error").collect()
}

#[test]
fn fmt_says_what_it_could_not_read() {
    let place = Place::expansion();
    place.write("cards/bad.card", "use crawler\n\ntrap x \"X\" {\n  cost::\n}\n");
    let run = place.run(&["fmt", "moon"]).code(1);
    let said = run.stderr();
    assert!(said.contains("bad.card:4:8: left as it is: "), "{said}");
    assert!(said.contains("1 with mistakes"), "{said}");
}

#[test]
fn fix_writes_what_is_plain_and_tells_what_it_leaves() {
    let place = Place::expansion();
    let newt = character("  attribute: drian 2\n  flavour: It looks up").replace("cost:", "cost =");
    place.write("cards/newt.card", &newt);
    // The colon is plain; what the number should be is not, and stays a mistake of its own.
    place.write("cards/eft.card", &character("").replace("newt", "eft").replace(": 1", " = nil"));
    let run = place.run(&["check", "moon", "--fix", "--format", "short"]).code(1);
    let said = run.stderr();
    assert!(said.contains("cards/newt.card:4: E0002 write `cost: …`"), "{said}");
    assert!(said.contains("4 fixed; 1 suggestion (“did you mean …?”) left to you"), "{said}");
    assert!(run.stdout().contains("E0301"), "{}", run.stdout());
    let fixed = std::fs::read_to_string(place.path("moon/cards/newt.card")).expect("it is there");
    assert!(fixed.contains("cost: 1") && fixed.contains("flavour: \"It looks up\""), "{fixed}");
    assert!(fixed.contains("drian"), "a guess is not written: {fixed}");
    let left = std::fs::read_to_string(place.path("moon/cards/eft.card")).expect("it is there");
    assert!(left.contains("cost: nil"), "{left}");
}
