//! The report of `diff`, and which changes it calls breaking.

use crate::Place;

/// Builds the expansion, applies `change`, and returns what `diff` says.
fn after(change: impl FnOnce(&Place)) -> String {
    let place = Place::expansion();
    place.run(&["build", "moon", "--only", "data", "--out", "old"]).code(0);
    change(&place);
    place.run(&["diff", "old/moon/data/moon.json", "moon"]).code(0).stdout()
}

const CARD: &str = "use crawler\n\ncharacter moon-rat \"Moon Rat\" {\n    set: CWR; number: 901; rarity: common\n    cost: COST; power: 1; life: 1; damage: harm; size: small; type: animal\n    alignment: neutral\n}\n";

fn rat(cost: u32) -> String {
    CARD.replace("COST", &cost.to_string())
}

#[test]
fn nothing_changed_is_said_so() {
    let said = after(|_| {});
    assert!(said.contains("0 added, 0 removed, 0 changed; 0 of them breaking"), "{said}");
}

#[test]
fn a_new_card_and_a_changed_field_are_named() {
    let place = Place::expansion();
    place.write("cards/rat.card", &rat(1));
    place.run(&["build", "moon", "--only", "data", "--out", "old"]).code(0);
    place.write("cards/rat.card", &rat(2));
    let said = place.run(&["diff", "old/moon/data/moon.cbor", "moon"]).code(0).stdout();
    assert!(said.contains("~ card moon-rat \"Moon Rat\"\n    cost: 1 → 2"), "{said}");
    let said = after(|place| place.write("cards/rat.card", &rat(1)));
    assert!(said.contains("+ card moon-rat \"Moon Rat\""), "{said}");
}

#[test]
fn lines_of_cards_and_reminders_are_told_where_they_changed() {
    let place = Place::expansion();
    let keyword = |reminder: &str| {
        format!(
            "use crawler\n\nkeyword ripe \"Ripe\": life {{\n  hosts: character\n  stacking: once\n  \
             wording: \"Ripe\"\n  reminder: \"{reminder}\"\n}}\n"
        )
    };
    let rat = rat(1).replace("alignment: neutral", "alignment: neutral\n    attribute: ripe");
    place.write("cards/rat.card", &rat);
    place.write("rules/ripe.card", &keyword("It may be eaten."));
    place.run(&["build", "moon", "--only", "data", "--out", "old"]).code(0);
    place.write("rules/ripe.card", &keyword("It may be plucked."));
    let said = place.run(&["diff", "old/moon/data/moon.json", "moon"]).code(0).stdout();
    assert!(said.contains("~ keyword ripe"), "{said}");
    assert!(said.contains("reminder: It may be eaten. → It may be plucked."), "{said}");
    assert!(!said.contains("moon-rat"), "the card says the same: {said}");
}

#[test]
fn a_card_that_is_gone_breaks_decks() {
    let place = Place::expansion();
    place.write("cards/rat.card", &rat(1));
    place.run(&["build", "moon", "--only", "data", "--out", "old"]).code(0);
    place.write("cards/rat.card", "use crawler\n");
    let said = place.run(&["diff", "old/moon/data/moon.json", "moon", "--deny-breaking"]).code(1);
    assert!(said.stdout().contains("- card moon-rat"), "{}", said.stdout());
    assert!(said.stdout().contains("! breaks: decks and saved games"), "{}", said.stdout());
    place.write("cards/rat.card", &rat(1).replace("moon-rat", "moon-mouse"));
    let said = place.run(&["diff", "old/moon/data/moon.json", "moon"]).code(0).stdout();
    assert!(said.contains("its identifier is now `moon-mouse`"), "{said}");
}

#[test]
fn what_is_no_data_is_refused() {
    let place = Place::expansion();
    std::fs::write(place.path("x.json"), "{}").expect("written");
    let run = place.run(&["diff", "x.json", "moon"]).code(2);
    assert!(run.stderr().contains("not data of `cardwright build`"), "{}", run.stderr());
    place.run(&["diff", "nowhere", "moon"]).code(2);
}
