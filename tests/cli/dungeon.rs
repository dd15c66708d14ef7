//! Mistakes in an expansion of a game with a dungeon of tiles. Each breaks one legality rule; the
//! message names the rule and says what is wrong.

use std::fs;
use std::path::Path;

use crate::Place;

/// Adds a file to the expansion and expects the rule and the words of its message.
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

/// The game itself, with some words of one file replaced.
fn edited(file: &str, changes: &[(&str, &str)]) -> Place {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/bag");
    let place = Place::empty();
    for folder in ["", "cards", "decks", "rules"] {
        for entry in fs::read_dir(game.join(folder)).expect("the game").filter_map(Result::ok) {
            let path = entry.path();
            if !path.is_file() {
                continue;
            }
            let name =
                path.strip_prefix(&game).expect("in the game").to_string_lossy().into_owned();
            let mut text = fs::read_to_string(&path).expect("a text");
            if name == file {
                for (from, to) in changes {
                    assert!(text.contains(from), "`{from}` is not in {file}");
                    text = text.replace(from, to);
                }
            }
            place.write(&name, &text);
        }
    }
    place
}

/// Expects that a change breaks a rule of the set (perhaps among others), with its message and
/// help.
#[track_caller]
fn expect_broken(rule: &str, file: &str, changes: &[(&str, &str)], words: &str) {
    let found = edited(file, changes).diagnostics();
    let code = format!("bag/{rule}");
    let broken = found.iter().find(|one| one["code"] == code.as_str());
    let broken = broken.unwrap_or_else(|| panic!("{changes:?} does not break {rule}: {found:#?}"));
    assert!(broken["message"].to_string().contains(words), "`{words}` is not in {broken:#}");
    let help = broken["help"].as_array().expect("help is a list");
    assert!(!help.is_empty(), "no way out: {broken:#}");
}

#[test]
fn the_game_itself_is_as_it_should_be() {
    let found = edited("cards/tiles.card", &[]).diagnostics();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn counts_of_the_set() {
    let tiles = "cards/tiles.card";
    expect_broken("tile-count", tiles, &[("copies: 7", "copies: 9")], "42 dungeon tiles");
    let rat = [("| 4      | yes", "| 5      | yes")];
    expect_broken("monster-count", "cards/monsters.card", &rat, "31 monsters");
    let potion = [("copies: 4", "copies: 5")];
    expect_broken("item-count", "cards/items.card", &potion, "41 items");
    let monk = "character monk \"Monk\" { health: 9; ap: 5; dice: 2; slots: blank }\n";
    let monk = [("character elf", &*format!("{monk}character elf"))];
    expect_broken("card-count", "cards/characters.card", &monk, "5 characters");
    let dull = "scroll dull \"Dull\" { story: \"Nothing.\" }\nscroll the-long-night";
    let dull = [("scroll the-long-night", dull)];
    expect_broken("card-count", "cards/scrolls.card", &dull, "12 Dragon Scrolls");
    let teeth = [("bonus: 1; left-out-solo", "bonus: 1")];
    expect_broken("solo-count", "cards/items.card", &teeth, "4 items are left out alone");
}

#[test]
fn what_there_is_once() {
    let tiles = "cards/tiles.card";
    let cases = [
        ("role: start", "role: plain", "0 Start tiles"),
        ("role: exit", "role: monster", "0 Exit tiles"),
        ("role: healing-pool", "role: plain", "0 Healing Pools"),
    ];
    for (from, to, words) in cases {
        expect_broken("landmarks", tiles, &[(from, to)], words);
    }
    expect_broken("one-ring", "cards/items.card", &[("  ring\n", "")], "0 Rings");
    let dragon = [("  guards-exit\n", "")];
    expect_broken("one-ring", "cards/monsters.card", &dragon, "nobody guards the Exit");
}

#[test]
fn numbers_of_monster_tiles() {
    let tiles = "cards/tiles.card";
    let seven = [("role: monster\n  label: 7", "role: plain")];
    expect_broken("monster-numbers", tiles, &seven, "10 tiles have numbers");
    let four = [("label: 3", "label: 4")];
    expect_broken("monster-label", tiles, &four, "number 4 is also on Web Hall");
    let exit = [("label: 12", "label: 11")];
    expect_broken("monster-label", tiles, &exit, "the Exit has the number 12");
}

#[test]
fn a_tile_that_can_never_be_laid() {
    let change = [("openings: north, east, south, west\n  copies: 7", "copies: 7")];
    let found = edited("cards/tiles.card", &change).diagnostics();
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["code"], "E0202");
    assert!(found[0]["message"].to_string().contains("lacks `openings`"), "{:#}", found[0]);
}

#[test]
fn monsters_and_tokens_that_do_not_suffice() {
    let few = [
        ("| 5      | yes", "| 1      | yes"),
        ("| 4      | yes", "| 1      | yes"),
        ("| 3      | yes", "| 1      | yes"),
        ("| 2      | yes", "| 1      | yes"),
        ("copies: 2", "copies: 1"),
    ];
    expect_broken("enough-monsters", "cards/monsters.card", &few, "too few for 10 monster tiles");
    let dens = [("role: item", "role: monster"), ("role: plain", "role: monster")];
    expect_broken("tokens", "cards/tiles.card", &dens, "but there are 28");
    let arrows = [
        ("bonus: 1; ", ""),
        ("bonus: 2; ", ""),
        ("  bonus: 6\n", ""),
        ("dice: 1; ", ""),
        ("attack: fire", "attack: arrows"),
        ("attack: thrown", "attack: arrows"),
    ];
    expect_broken("dragon-slaying", "cards/items.card", &arrows, "nothing but arrows");
}
