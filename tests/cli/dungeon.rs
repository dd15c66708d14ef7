//! Mistakes in an expansion of a game with a dungeon of tiles: each breaks one legality rule,
//! which is named and says what is wrong.

use crate::Place;

/// The rules that one more file of the expansion breaks, with what they say.
#[track_caller]
fn expect(text: &str, code: &str, words: &str) {
    let place = Place::empty();
    place.run(&["new", "moon", "--game", "bag"]).code(0);
    place.write("cards/wrong.card", &format!("use bag\n\n{text}\n"));
    let found = place.diagnostics();
    assert_eq!(found.len(), 1, "{text}: {found:#?}");
    assert_eq!(found[0]["code"], code, "{text}: {:#}", found[0]);
    assert!(found[0].to_string().contains(words), "`{words}` is not in {:#}", found[0]);
}

/// A set of two tiles, so that the stacks stay equal.
fn tile(lines: &str) -> String {
    format!("tile shaft \"Shaft\" {{ set: MOO; {lines} }}")
}

fn item(lines: &str) -> String {
    format!("item trinket \"Trinket\" {{ set: MOO; {lines} }}")
}

#[test]
fn tiles_that_do_not_fit_the_dungeon() {
    let open = "openings: north, south";
    let cases = [
        (format!("role: plain; {open}"), "bag/tile-even", "two equal stacks"),
        (format!("role: healing-pool; {open}; copies: 2"), "bag/landmarks", "3 Healing Pools"),
        (format!("role: monster; {open}; copies: 2"), "bag/monster-label", "without a number"),
        (
            format!("role: monster; label: 5; {open}; copies: 2"),
            "bag/monster-label",
            "there is only one of it",
        ),
        (
            "role: plain; openings: north; copies: 2".to_owned(),
            "bag/dead-end",
            "dead end with nothing in it",
        ),
        (
            "role: item; openings: north; copies: 64".to_owned(),
            "bag/tile-growth",
            "too few to lay them all",
        ),
    ];
    for (lines, code, words) in cases {
        expect(&tile(&lines), code, words);
    }
}

#[test]
fn items_that_nobody_can_use() {
    let cases = [
        ("category: potion; use { heal(bearer, 1) }", "bag/used-up", "not consumable"),
        ("category: trap", "bag/drawn", "nothing happens when it is drawn"),
        ("category: ranged", "bag/ranged", "without a `range`"),
        (
            "category: ranged; range: 2; shot-dice: 1; attack: arrows",
            "bag/ranged",
            "shoots for nothing",
        ),
        ("category: weapon; cost: 9", "bag/affordable", "costs 9 AP"),
        ("category: quest; ring", "bag/one-ring", "2 Rings"),
    ];
    for (lines, code, words) in cases {
        expect(&item(lines), code, words);
    }
    let helmet = item("category: armour; slot: helmet");
    let text = format!("enum slot \"Slot\" {{ helmet \"Helmet\" }}\n\n{helmet}");
    expect(&text, "bag/symbol", "no character has one");
}

#[test]
fn characters_and_parties_that_cannot_play() {
    let monk = "character monk \"Monk\" { set: MOO; health: 9; ap: 5; dice: 2; slots: boots }";
    expect(monk, "bag/blank-slot", "no blank slot");
    let pair = "party pair \"Pair\" for standard { party: dwarf, elf }";
    expect(pair, "bag/party-size", "one Adventurer each");
    let twins = "party twins \"Twins\" for solo { party: dwarf, dwarf }";
    expect(twins, "bag/party-distinct", "twice");
}
