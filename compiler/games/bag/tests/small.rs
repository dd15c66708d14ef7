//! Bag of Dungeon with a small set: rules as scenarios, and bots in every mode.

use crate::library::{library, modes};
use cardwright_bag::Bag;
use cardwright_engine::bot::{Bot, BotKind};
use cardwright_engine::game::Start;
use cardwright_engine::scenario::Verdict;
use cardwright_engine::simulate::{Simulation, simulate};
use cardwright_engine::view::View;
use cardwright_engine::{Game, Module, OpenGame};
use cardwright_model::Scenario;
use serde_json::{Value, json};

fn card(id: &str, with: &[(&str, i64)]) -> Value {
    let with: Vec<Value> = with
        .iter()
        .map(|(name, value)| json!({"name": name, "value": {"is": "int", "value": value}}))
        .collect();
    json!({"is": "card", "id": id, "with": with})
}

fn step(kind: &str, mut content: Value) -> Value {
    content["step"] = json!(kind);
    content["line"] = json!(1);
    content["source"] = json!("");
    content
}

fn act(command: &str, args: &[(&str, Value)]) -> Value {
    let args: Vec<Value> =
        args.iter().map(|(name, value)| json!({"name": name, "value": value})).collect();
    step("do", json!({"command": command, "args": args}))
}

fn side(id: &str) -> Value {
    json!({"is": "symbol", "domain": "side", "id": id})
}

/// That a query about a figure gives a number.
fn expect(query: &str, figure: &str, number: i64) -> Value {
    let left = json!({"is": "query", "name": query, "args": [
        {"name": "figure", "value": card(figure, &[])}]});
    let right = json!({"is": "int", "value": number});
    step(
        "expect",
        json!({"condition":
        {"is": "binary", "operator": "equal", "left": left, "right": right}}),
    )
}

fn plays(setup: Value, dice: &[i64], steps: Vec<Value>) {
    let faces: Vec<Value> = dice.iter().map(|number| json!({"number": number})).collect();
    let scenario = json!({"name": "a scenario", "setup": setup, "steps": steps,
                          "dice": if faces.is_empty() { json!([]) } else { json!([{"faces": faces}]) }});
    let scenario: Scenario = serde_json::from_value(scenario).expect("a scenario");
    let library = library();
    let game = Bag::open(&library).expect("playable");
    let report = game.run_scenarios(&library, &[&scenario]).remove(0);
    assert_eq!(report.verdict, Verdict::Passed);
}

/// Start with a monster tile to the east.
fn next_to(monster: &str) -> Value {
    json!({
        "tiles": [card("start", &[]), card("m3", &[("x", 1), ("turn", 2)])],
        "monsters": [card(monster, &[("x", 1)])],
        "party": [card("dwarf", &[])],
        "stack": [card("cross", &[]), card("cross", &[])],
    })
}

#[test]
fn the_lower_side_takes_the_difference_and_a_won_fight_ends_the_turn() {
    let mut setup = next_to("goblin");
    setup["party"] = json!([card("dwarf", &[]), card("elf", &[])]);
    // 6 + 3 against 5: four damage kill the goblin, and the elf is next.
    plays(
        setup,
        &[6, 3, 5],
        vec![
            act("move", &[("side", side("east"))]),
            act("fight-on", &[]),
            expect("kills", "dwarf", 1),
            expect("item-count", "dwarf", 0),
            expect("is-active", "elf", 1),
        ],
    );
}

#[test]
fn all_dice_equal_count_double_before_modifiers_and_only_for_adventurers() {
    let mut setup = next_to("dragon");
    setup["carried"] = json!([card("sword", &[])]);
    // (3 + 3) * 2 + 2 = 14 against 1 + 1 + 1 + 1 = 4.
    plays(
        setup,
        &[3, 3, 1, 1, 1, 1],
        vec![
            act("move", &[("side", side("east"))]),
            act("fight-on", &[]),
            expect("health", "dragon", 10),
        ],
    );
}

#[test]
fn an_escape_costs_a_point_and_hurts_through_armour() {
    let mut setup = next_to("skeleton");
    setup["party"] = json!([card("dwarf", &[("ap", 3), ("health", 5)]), card("elf", &[])]);
    setup["carried"] = json!([card("mail", &[])]);
    plays(
        setup,
        &[],
        vec![
            act("move", &[("side", side("east"))]),
            act("escape", &[("side", side("west"))]),
            expect("health", "dwarf", 4),
            expect("is-active", "elf", 1),
        ],
    );
}

#[test]
fn arrows_do_nothing_to_who_is_immune_and_others_recover() {
    let mut setup = next_to("dragon");
    setup["carried"] = json!([card("bow", &[])]);
    let shot = |at: &str| act("shoot", &[("item", card("bow", &[])), ("at", card(at, &[]))]);
    plays(
        setup,
        &[6],
        vec![shot("dragon"), expect("health", "dragon", 20), expect("ap", "dwarf", 4)],
    );
    let mut setup = next_to("skeleton");
    setup["carried"] = json!([card("bow", &[])]);
    let steps = vec![
        shot("skeleton"),
        expect("health", "skeleton", 2),
        act("end", &[]),
        expect("health", "skeleton", 7),
    ];
    plays(setup, &[5], steps);
}

#[test]
fn a_trap_hurts_everybody_there_and_armour_helps() {
    let setup = json!({
        "tiles": [card("start", &[]), card("nook", &[("y", -1)])],
        "party": [card("dwarf", &[]), card("elf", &[("y", -1)])],
        "carried": [card("mail", &[])],
        "bag": [card("spikes", &[])],
    });
    plays(
        setup,
        &[],
        vec![
            act("move", &[("side", side("north"))]),
            expect("health", "dwarf", 11),
            expect("health", "elf", 7),
        ],
    );
}

#[test]
fn bots_finish_games_in_every_mode() {
    let bag = Bag::open(&library()).expect("playable");
    for (format, fields) in modes() {
        let decks: Vec<String> = if fields["solo"] == json!(true) {
            vec!["both".to_owned()]
        } else {
            vec!["one".to_owned(), "two".to_owned()]
        };
        for bot in BotKind::ALL {
            let report = simulate(
                &bag,
                &Simulation {
                    format: format.clone(),
                    bots: vec![bot; decks.len()],
                    decks: decks.clone(),
                    games: if bot == BotKind::Random { 3 } else { 1 },
                    seed: 7,
                    inspect_every: 5,
                    habits: Vec::new(),
                },
            );
            let problems: Vec<&str> =
                report.failures.iter().map(|failure| failure.problem.as_str()).collect();
            assert_eq!(problems, Vec::<&str>::new(), "{format} {bot}");
        }
    }
}

#[test]
fn the_same_seed_is_the_same_game() {
    let bag = Bag::open(&library()).expect("playable");
    let play = || {
        let start = Start {
            format: "standard-7".into(),
            decks: vec!["one".into(), "two".into()],
            seed: 3,
            ..Start::default()
        };
        let mut state = bag.setup(&start).expect("a game");
        let mut choices = Vec::new();
        let mut bots = [Bot::new(BotKind::Random, 3, 0), Bot::new(BotKind::Random, 3, 1)];
        while let Some(decision) = bag.decision(&state) {
            let option =
                bots[usize::from(decision.seat)].choose(&View::new(&bag, &state, decision.seat));
            choices.push(option);
            bag.apply(&mut state, option).expect("a legal option");
        }
        (choices, bag.digest(&state))
    };
    assert_eq!(play(), play());
}
