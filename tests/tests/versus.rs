//! Formats with opponents: disruption, drafting, the multi-player build.

use cardwright_games::{GAMES, MODULES};
use std::path::Path;

use cardwright_check::{Project, check};
use cardwright_engine::scenario::Verdict;

/// Runs scenarios written in the language against the shipped cards.
fn run(scenarios: &str) {
    let content = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../content/crawler")
        .canonicalize()
        .expect("the content is there");
    let mut project =
        Project::load(cardwright_tests::disk(), &content).expect("the content can be read");
    let text = format!("use crawler\n\n{scenarios}");
    assert!(project.overlay(&content.join("tests/cards.card"), &text), "the file is there");
    let checked = check(&project, GAMES);
    assert_eq!(checked.errors(), 0, "{:#?}", checked.diagnostics);
    let library = &checked.packages.last().expect("a package").library;
    let own = library.packages.last().expect("a package");
    let scenarios: Vec<_> = own
        .scenarios
        .iter()
        .filter(|scenario| scenario.provenance.file.ends_with("cards.card"))
        .collect();
    assert!(!scenarios.is_empty(), "no scenario was read");
    for report in
        MODULES.open(library).expect("the content can be played").run_scenarios(library, &scenarios)
    {
        assert_eq!(report.verdict, Verdict::Passed, "{}", report.name);
    }
}

#[test]
fn an_interrupt_that_takes_the_target_away_wastes_the_card() {
    run(r#"
test interrupted "the last interrupt resolves first" {
  format: competitive-standard
  party: gold-dwarf-warrior, wood-elf-scout
  opponent-party: gypsy-thief, gypsy-stormcatcher
  encounter: kobold, greenknee
  hand: moving-search
  opponent-hand: feint
  do play moving-search on gold-dwarf-warrior
  do disrupt feint on gold-dwarf-warrior
  expect activated(gold-dwarf-warrior)
  expect not activated(wood-elf-scout)
}
"#);
}

#[test]
fn a_disruption_weakens_the_attack_and_is_paid_by_the_opponent() {
    run(r#"
test sapped "Sap Strength from the other side of the table" {
  format: competitive-standard
  party: gold-dwarf-warrior, wood-elf-scout
  opponent-party: gypsy-thief, gypsy-stormcatcher
  encounter: skeleton, zombie
  opponent-hand: sap-strength
  do disrupt sap-strength
  do attack gold-dwarf-warrior, wood-elf-scout
  expect attack-power == 0
  expect not attack-won
}

test sapped-late "A declared attack can still be disrupted" {
  format: competitive-standard
  party: gold-dwarf-warrior, wood-elf-scout
  opponent-party: gypsy-thief, gypsy-stormcatcher
  encounter: skeleton, troll
  opponent-hand: sap-strength
  do attack gold-dwarf-warrior, wood-elf-scout
  expect attack-power == 2
  do disrupt sap-strength
  expect attack-power == 0
  do step-to "3.3"
  expect not attack-won
  expect in-zone(skeleton, encounter)
}

test unpaid "An opponent without the resource cannot disrupt" {
  format: competitive-standard
  party: gold-dwarf-warrior, wood-elf-scout
  opponent-party: gypsy-thief
  encounter: skeleton
  opponent-hand: sap-strength
  expect illegal disrupt sap-strength
}
"#);
}

#[test]
fn the_other_player_loses_without_cards_to_draw() {
    run(r#"
test supplier-empty "A supplier without dungeon cards loses" {
  format: competitive-standard
  party: gold-dwarf-warrior
  opponent-party: gypsy-thief
  step: "1"
  do draw
  expect over
  expect won(1)
  expect lost(2)
}

test last-adventurer "Losing all adventurers loses" {
  format: competitive-standard
  party: wood-elf-scout
  opponent-party: gypsy-thief
  encounter: skeleton
  do force-wound wood-elf-scout, 3
  expect over
  expect won(2)
}

test turn-passes "The round passes to the other player" {
  format: competitive-standard
  party: gold-dwarf-warrior
  opponent-party: gypsy-thief
  encounter: unlucky
  in-play: veteran
  hand: light, light, light, light, light
  crawler-deck: staff, staff
  expect hand-limit == 6
  do pass
  do end-round
  expect active-player == 2
  expect hand-limit == 5
  expect round == 2
  expect in-zone(unlucky, dungeon-grave)
}
"#);
}

#[test]
fn multi_player_places_faces_and_builds_blind() {
    run(r#"
test multi-build "Placing in turn, passing the encounter on, the blind build" {
  format: multi-3-6p
  party: gold-dwarf-warrior, wood-elf-scout
  opponent-party: gypsy-thief, gypsy-stormcatcher
  step: "1"
  pool: ghoul, goblin, zombie
  opponent-pool: mummy, skeleton, troll
  do wait
  do place mummy
  expect encounter-cost == 3
  expect illegal place mummy
  do place ghoul
  expect encounter-cost == 5
  do decline
  expect points(2) == 0
  do accept
  expect active-player == 2
  expect points(2) == 1
  do pass
  do place zombie
  expect encounter-cost == 6
  expect step("1")
}

test multi-all-pass "If everybody passes it on, the active player must face it" {
  format: multi-3-6p
  party: gold-dwarf-warrior, wood-elf-scout
  opponent-party: gypsy-thief, gypsy-stormcatcher
  step: "1"
  pool: ghoul, goblin, zombie
  opponent-pool: mummy, skeleton, troll
  do wait
  do pass
  do pass
  do decline
  do decline
  expect active-player == 1
  expect points(1) == 1
}
"#);
}

#[test]
fn co_op_shares_resources_and_keys_and_moves_the_token() {
    run(r#"
test coop-shares "Either player's card is paid and boosted by the whole table" {
  format: coop-starter
  party: gold-dwarf-warrior, wood-elf-scout, gypsy-thief, gypsy-stormcatcher
  encounter: goblin, skeleton
  hand: long-sword
  opponent-hand: short-bow
  do attack gypsy-thief with long-sword, short-bow
  expect boosted(short-bow)
  expect attack-power == 8
  expect occupied(equipment) == 3
  expect available(equipment) == 1
}

test coop-token "The Primary Target token goes round against the clock" {
  format: coop-starter
  party: gold-dwarf-warrior, wood-elf-scout, gypsy-thief, gypsy-stormcatcher
  encounter: unlucky
  hand: light, light, light, light, light
  opponent-hand: light, light, light, light, light
  crawler-deck: staff, staff
  opponent-crawler-deck: staff, staff
  expect primary-target is gold-dwarf-warrior
  do pass
  do end-round
  expect round == 2
  expect primary-target is gypsy-stormcatcher
}

test coop-loss "One player without adventurers loses for all" {
  format: coop-starter
  party: gold-dwarf-warrior, wood-elf-scout, gypsy-thief, gypsy-stormcatcher
  encounter: skeleton
  do force-wound gypsy-thief, 3
  expect not over
  do force-wound gypsy-stormcatcher, 3
  expect over
  expect lost
}
"#);
}

#[test]
fn a_draft_card_is_kept_and_placed_later() {
    run(r#"
test draft "A draft card is kept, and placed instead of a draw" {
  format: competitive-standard
  party: gold-dwarf-warrior, wood-elf-scout
  opponent-party: gypsy-thief, gypsy-stormcatcher
  step: "1"
  dungeon-deck: kobold-slinger, goblin, unlucky, unlucky, unlucky, unlucky, unlucky
  do draw
  expect not in-play(kobold-slinger)
  do draft kobold-slinger
  expect encounter-cost == 0
  expect size(encounter) == 0
  do draw
  expect in-play(goblin)
  do place kobold-slinger
  expect in-play(kobold-slinger)
  expect encounter-cost == 1
}
"#);
}
