//! Mistakes in an expansion of a game that is played room by room. Each is reported and says what
//! to do about it.

use crate::Place;

/// Adds a file to the expansion and expects exactly one diagnostic, with its code, its words and a
/// help.
#[track_caller]
fn expect(text: &str, code: &str, words: &str) {
    let place = Place::empty();
    place.run(&["new", "moon", "--game", "deckbox"]).code(0);
    place.write("quests/wrong.card", &format!("use deckbox\n\n{text}\n"));
    let found = place.diagnostics();
    assert_eq!(found.len(), 1, "{text}: {found:#?}");
    assert_eq!(found[0]["code"], code, "{text}: {:#}", found[0]);
    assert!(found[0].to_string().contains(words), "`{words}` is not in {:#}", found[0]);
    let help = found[0]["help"].as_array().expect("help is a list");
    assert!(!help.is_empty(), "no way out: {:#}", found[0]);
}

fn quest(lines: &str) -> String {
    format!("quest moonrise \"Moonrise\" {{\n  set: MOO\n  goal: \"Live.\"\n{lines}\n}}")
}

#[test]
fn cards_that_fight_wrongly() {
    let cases = [
        ("equipment twig \"Twig\" { set: MOO }", "attack-dice", "no die to attack with"),
        (
            "enemy owl \"Owl\" { set: MOO; threat: blue; attack: ranged; melee-dice: 1; speed: 3 }",
            "attack-matches",
            "has no ranged dice",
        ),
        (
            "enemy mole \"Mole\" {\n  set: MOO\n  threat: green\n  attack: melee\n  melee-dice: 1\n  \
             speed: 3\n  basic\n}",
            "one-basic-enemy",
            "both the basic Green Melee enemy",
        ),
        (
            "hero titan \"Titan\" {\n  set: MOO\n  melee-mod: 5\n  ranged-mod: 0\n  defence-mod: 0\n  \
             speed: 3\n  strength: 0\n  dexterity: 0\n  wisdom: 0\n  charisma: 0\n  health: 6\n}",
            "sure-hit",
            "hits with every die",
        ),
        (
            "ability loafer \"Loafer\" { set: MOO; power 0 \"Yawn\" { heal(self, 1) } }",
            "free-power",
            "costs no energy",
        ),
    ];
    for (text, rule, words) in cases {
        expect(text, &format!("deckbox/{rule}"), words);
    }
    let red =
        "  room 1-a { exit north -> 2-a }\n  room 2-a { spawn: red, red 3 }\n  win: lies(2-a)";
    expect(&quest(red), "deckbox/stun-red", "all enemies of Moonrise are red");
}

#[test]
fn maps_that_cannot_be_laid() {
    let nowhere = "  room 1-a { exit north -> 3-a }\n  win: lies(1-a)";
    expect(&quest(nowhere), "E0142", "there is no room `3-a` here");
    let faces = "  room 1-a { exit north -> 1-b }\n  room 1-b {}\n  win: lies(1-b)";
    expect(&quest(faces), "E0702", "the other face of `1-a`");
    let order = "format night \"Night\" {\n  quest: the-first-lamp\n  min-players: 1\n  \
                 max-players: 2\n  spawn-order: \"123 456 788\"\n}";
    expect(order, "E0708", "1 to 9 once");
}

#[test]
fn quests_that_do_not_work_out() {
    let start = "  room 1-a { exit north -> 2-a }\n";
    let space = "  room 2-a {}\n  win: lies(2-a) and any(heroes where is-on(it, exit))";
    expect(&quest(&format!("{start}{space}")), "E0703", "a space `exit`");
    let flag = "  flag lit\n  room 1-a {\n    exit north -> 2-a\n    \
                action \"Light it\" { set lit to no }\n  }\n  room 2-a {}\n  win: lit";
    expect(&quest(flag), "E0703", "cannot be won");
    let crowd = "  room 2-a { spawn: green, green, green, green, green, green, green, green, \
                 green, green }\n  win: lies(2-a)";
    expect(&quest(&format!("{start}{crowd}")), "E0705", "room for 9");
    let pair = "party pair \"Pair\" for first-lamp-game { hero sellsword { equipment: spear } }";
    expect(pair, "E0202", "lacks `ability`");
}
