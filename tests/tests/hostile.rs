//! Effects written in bad faith: selections within selections, loops within loops, triggers that
//! set each other off, huge numbers. Each is refused by `check`, or ends: the game comes to its end
//! or to an error that names the card.
//!
//! Every effect is written on a card of a game's own content, checked there, and then put on all
//! cards of its kind, so that it is always in play.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Instant;

use cardwright_check::Severity;
use cardwright_check::{Project, check};
use cardwright_engine::bot::BotKind;
use cardwright_engine::game::{PlayError, Start};
use cardwright_engine::seating::{Wishes, seatings_of};
use cardwright_games::{GAMES, MODULES};
use cardwright_model::{Library, Statement};
use cardwright_vocabulary::{Word, WordType};

/// The effects of one game, on cards of a kind that is in play from the start.
struct Suite {
    game: &'static str,
    kind: &'static str,
    /// An event that happens often.
    often: &'static str,
    effects: &'static [&'static str],
}

const SUITES: [Suite; 5] = [
    Suite {
        game: "crawler",
        kind: "adventurer",
        often: "each-combat",
        effects: &[
            "on each-combat { for each cards where count(cards where count(cards where count(cards where count(cards) > 1) > 1) > 1) > 1 { heal(it, 1) } }",
            "on each-combat { for each cards { for each cards { for each cards { heal(it, 1) } } } }",
            "on each-combat { choose 255 from cards { heal(it, 1) } }",
            "on card-enters { put-on-bottom(subject) }",
            "on card-enters { put-on-top(subject) }",
            "on card-enters { return-to-hand(subject) }",
            "on card-enters { shuffle-into-deck(subject) }",
            "on wounded { heal(victim) wound(victim) }",
            "on slain { summon(9, undead, 9) }",
            "on card-enters { destroy(subject) summon(9, undead, 9) }",
            "on each-combat { modify power of characters by count(cards where power(it) > 0) until end-of-game }",
            "modify power of cards by count(cards where stamina(it) > 0)  modify stamina of cards by count(cards where power(it) > 0)",
            "on card-discarded { draw(1) discard(1) }",
            "on end-of-round { for each cards { modify stamina of cards by 1 until end-of-game } }",
        ],
    },
    Suite {
        game: "bag",
        kind: "character",
        often: "turn-starts",
        effects: &[
            "on turn-starts { for each monsters where count(monsters where count(adventurers where count(monsters) >= 0) > 0) >= 0 { damage(it, 1) } }",
            "on turn-starts { for each adventurers where count(adventurers where count(adventurers where count(adventurers where count(adventurers where count(adventurers where count(adventurers where count(adventurers where count(adventurers) > 0) > 0) > 0) > 0) > 0) > 0) > 0) > 0 { heal(it, 1) } }",
            "on damaged { heal(victim, 1) damage(victim, 1) }",
            "on turn-starts { gain-ap(figure, 1000000000) }",
            "on turn-ends { gain-ap(figure, 10) }",
            "on entered { teleport(figure) }",
            "modify dice of adventurers by 60",
            "modify bonus of adventurers by 2000000000",
            "on turn-starts { roll 100d6 { damage(self, result) } }",
        ],
    },
    Suite {
        game: "deckbox",
        kind: "hero",
        often: "activates",
        effects: &[
            "on activates { for each enemies where count(heroes where count(enemies where count(heroes where count(enemies) >= 0) >= 0) >= 0) >= 0 { damage(it, 1) } }",
            "on damaged { heal(victim, 1) damage(victim, 1) }",
            "on activates { gain-action(self, 1000000000) }",
            "on activation-ends { gain-action(figure, 1) }",
            "on explored { spawn(green) spawn(green) spawn(green) }",
            "on spawned { spawn(green) }",
            "on defeated { spawn(green) }",
            "modify melee-dice of heroes by 1000",
            "on attacks { attack(target, 100, 0, attacker) }",
            "on entered { push(figure, self, 1000000000) }",
        ],
    },
    Suite {
        game: "explore",
        kind: "hero",
        often: "activation-starts",
        effects: &[
            "on round-starts { for each models where count(models where count(models where count(models where count(models where count(models) > 0) > 0) > 0) > 0) > 0 { heal(it, 1) } }",
            "on round-starts { for each models { for each models { for each models { for each models { for each models { heal(self, 1) } } } } } }",
            "on round-starts { for each models where count(models where count(models where count(models) > 0) > 0) > 0 { heal(it, 1) } }",
            "on round-starts { for each models { for each models { for each models { for each models { heal(self, 1) } } } } }",
            "on round-starts { choose 200 from models { wound(it, 1) } }",
            "on round-starts { choose up to 200 from models { heal(it, 1) } }",
            "on wounded { heal(victim, 1) wound(victim, 1) }",
            "on healed { wound(figure, 1) }  on wounded { heal(victim, 1) }",
            "on activation-starts { gain-actions(figure, 1000000000) }",
            "on activation-ends { gain-actions(figure, 9) }",
            "on entered { push(figure, 1) pull(figure, 1) }",
            "on entered { teleport(figure, 60) }",
            "modify ATT of heroes by 60B",
            "modify ATT of heroes times 100",
            "modify speed of models by count(models where actions(it) > 0)  modify actions of models by count(models where speed(it) > 0)",
            "on entered { modify speed of models by 1 until end-of-game }",
            "on activation-starts { roll 100B { for each models { wound(it, result) } } }",
            "on attack-rolled { add-stars(attacker, 1000000000) }",
            "on attack-rolled { reroll(attacker, 1000000000) }",
        ],
    },
    Suite {
        game: "arcade",
        kind: "hero",
        often: "activation-starts",
        effects: &[
            "on activation-starts { for each models where count(models where count(models where count(models where count(models where count(models) > 0) > 0) > 0) > 0) > 0 { heal(it, 1) } }",
            "on hero-turn-starts { for each models { for each models { for each models { for each models { for each models { heal(self, 1) } } } } } }",
            "on hero-turn-starts { for each models { for each models { for each models { for each models { heal(self, 1) } } } } }",
            "on wounded { mend(victim, 1) wound(victim, 1) }",
            "on entered { push(figure, 1) pull(figure, 1) }",
            "on activation-starts { gain-actions(figure, 1000000000) }",
            "on drawn { draw-loot(1) }",
            "on activation-starts { draw-loot(1000000000) draw-treasure(1000000000) }",
            "on activation-starts { advance-chart(1000000000) }",
            "modify offense of heroes by 60B",
            "modify rerolls of heroes by 1000000000",
            "on moved { modify movement of models by 1 until end-of-game }",
        ],
    },
];

/// Written for every verb with plain parameters: as much of it as a number can say.
fn huge(suite: &Suite, verbs: &[Word]) -> Vec<String> {
    let calls = verbs.iter().filter_map(|verb| call(verb, "2000000000"));
    calls.map(|call| format!("on {} {{ {call} }}", suite.often)).collect()
}

/// Written for every event: all verbs at once, so that whatever causes the event again is among
/// them.
fn everything(events: &[Word], verbs: &[Word]) -> Vec<String> {
    const ENDS: [&str; 4] = ["then", "prevent", "end-turn", "end-activation"];
    let verbs = verbs.iter().filter(|verb| !ENDS.contains(&verb.name));
    let calls: Vec<String> = verbs.filter_map(|verb| call(verb, "1")).collect();
    events.iter().map(|event| format!("on {} {{ {} }}", event.name, calls.join("  "))).collect()
}

/// A call with `self` and a number; `None` if it needs something else.
fn call(verb: &Word, number: &str) -> Option<String> {
    let mut args = Vec::new();
    for param in verb.params {
        match param.ty {
            WordType::Int => args.push(format!("{}: {number}", param.name)),
            _ if param.optional => {}
            WordType::Card => args.push(format!("{}: self", param.name)),
            _ => return None,
        }
    }
    Some(format!("{}({})", verb.name, args.join(", ")))
}

/// What became of an effect.
enum Fate {
    Refused,
    Played,
    Stopped(String),
}

/// The statements that each text means on a card of a kind, or `None` where `check` refuses it.
fn lower(suite: &Suite, base: &Library, texts: &[String]) -> Vec<Option<Vec<Statement>>> {
    let cards: Vec<&str> =
        base.cards().filter(|card| card.kind == suite.kind).map(|card| card.id.as_str()).collect();
    assert!(!cards.is_empty(), "{} has no {}", suite.game, suite.kind);
    let mut lowered = Vec::new();
    for chunk in texts.chunks(cards.len()) {
        let folder = tempfile::tempdir().expect("a folder");
        let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content").join(suite.game);
        let manifest = format!(
            "[package]\nname = \"hostile\"\ntitle = \"Hostile\"\nversion = \"0.1.0\"\n\
             game = \"{0}\"\nlicense = \"MIT\"\n[dependencies]\n{0} = {{ path = {content:?} }}\n",
            suite.game
        );
        let mut text = format!("use {}\n", suite.game);
        let mut lines = Vec::new();
        for (card, effect) in cards.iter().zip(chunk) {
            lines.push(text.lines().count() as u32 + 2);
            let _ = write!(text, "amend {card} {{\n  {effect}\n}}\n");
        }
        fs::write(folder.path().join("cardwright.toml"), manifest).expect("written");
        fs::write(folder.path().join("cards.card"), &text).expect("written");
        let project = Project::load(cardwright_tests::disk(), folder.path()).expect("readable");
        let checked = check(&project, GAMES);
        let bad: Vec<u32> = checked
            .diagnostics
            .iter()
            .filter(|found| found.severity == Severity::Error)
            .map(|found| {
                let file = checked.sources.file(found.primary.file);
                file.line(found.primary.span.start)
            })
            .collect();
        let package = checked.packages.last().expect("a package");
        for ((card, effect), line) in cards.iter().zip(chunk).zip(lines) {
            let is_refused = bad.contains(&line);
            let amended = package.library.cards().find(|known| known.id == **card);
            let amended = amended.filter(|_| !is_refused);
            lowered.push(amended.map(|card| card.effects.clone()));
            if is_refused {
                println!("{}: refused: {effect}", suite.game);
            }
        }
    }
    lowered
}

/// The game with an effect on every card of a kind.
fn with(base: &Library, kind: &str, effects: &[Statement]) -> Library {
    let mut library = base.clone();
    for package in &mut library.packages {
        for card in package.cards.iter_mut().filter(|card| card.kind == kind) {
            card.effects = effects.to_vec();
        }
    }
    library
}

/// Plays a few games with bots that do anything.
fn play(library: &Library) -> Fate {
    let Ok(game) = MODULES.open(library) else { return Fate::Refused };
    let wishes = Wishes { formats: &[], decks: &[], seats: &[] };
    let (tables, _) = seatings_of(library, wishes, true);
    for (seed, seating) in tables.iter().step_by(tables.len().div_ceil(2).max(1)).enumerate() {
        let seed = seed as u64;
        let (format, decks) = (seating.format.clone(), seating.decks.clone());
        let start = Start { format, decks, seed, ..Start::default() };
        let mut table = match game.sit_down(&start) {
            Ok(table) => table,
            Err(error) => return Fate::Stopped(error.to_string()),
        };
        for seat in 0..seating.decks.len() as u8 {
            table.seat_bot(BotKind::Random, seed, seat);
        }
        while let Some(decision) = table.decision() {
            let option = table.bot_choice(decision.seat).expect("the bot chooses");
            match table.take(option) {
                Ok(()) => {}
                Err(PlayError::NoSuchOption { .. } | PlayError::Over) => panic!("it was listed"),
                Err(error) => return Fate::Stopped(error.to_string()),
            }
        }
        assert!(table.outcome().is_some(), "neither a decision nor an end");
    }
    Fate::Played
}

fn base(game: &str) -> Library {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content").join(game);
    let project = Project::load(cardwright_tests::disk(), &content).expect("readable");
    check(&project, GAMES).packages.pop().expect("a package").library
}

/// Tries all effects of a game, prints what became of them, and returns the messages.
fn try_all(suite: &Suite) -> Vec<String> {
    let base = base(suite.game);
    let words = GAMES.find(suite.game).expect("a game").vocabulary;
    let mut texts: Vec<String> = suite.effects.iter().map(|text| (*text).to_owned()).collect();
    texts.extend(huge(suite, words.verbs));
    texts.extend(everything(words.events, words.verbs));
    let (mut refused, mut played, mut stopped) = (0, 0, Vec::new());
    for (text, effects) in texts.iter().zip(lower(suite, &base, &texts)) {
        let begun = Instant::now();
        let fate =
            effects.map_or(Fate::Refused, |effects| play(&with(&base, suite.kind, &effects)));
        let told = match fate {
            Fate::Refused => {
                refused += 1;
                "refused".to_owned()
            }
            Fate::Played => {
                played += 1;
                "played".to_owned()
            }
            Fate::Stopped(message) => {
                stopped.push(message.clone());
                message
            }
        };
        println!("{} {:5.2} s: {told}: {text}", suite.game, begun.elapsed().as_secs_f64());
    }
    println!("{}: {refused} refused, {played} played, {} stopped", suite.game, stopped.len());
    assert!(played + stopped.len() >= 15, "enough effects are tried");
    stopped
}

#[test]
fn hostile_effects_of_crawler_end() {
    try_all(&SUITES[0]);
}

#[test]
fn hostile_effects_of_bag_end() {
    try_all(&SUITES[1]);
}

#[test]
fn hostile_effects_of_deckbox_end() {
    try_all(&SUITES[2]);
}

#[test]
fn hostile_effects_of_explore_end() {
    try_all(&SUITES[3]);
}

#[test]
fn hostile_effects_of_arcade_end() {
    try_all(&SUITES[4]);
}
