//! The core, tested with the toy game: effects, modifiers, events, choices, scenarios, replay.

use crate::toy::library::{binary, call, card, int, library, modify, query, select, var};
use crate::toy::{MODULES, Stat, State, Toy};
use cardwright_engine::Game;
use cardwright_engine::bot::{Bot, BotKind};
use cardwright_engine::core::{Stage, Thing, action};
use cardwright_engine::game::{PlayError, Start};
use cardwright_engine::log::Log;
use cardwright_engine::scenario::{Report, Verdict};
use cardwright_engine::simulate::{Simulation, simulate};
use cardwright_engine::view::View;
use cardwright_model::{Library, Scenario};
use serde_json::{Value, json};

fn start(seed: u64) -> Start {
    Start { decks: vec!["left".into(), "right".into()], seed, ..Start::default() }
}

/// Runs a scenario written as data.
fn run(library: &Library, scenario: Value) -> Report {
    let game = MODULES.open(library).expect("playable");
    let scenario: Scenario = serde_json::from_value(scenario).expect("a scenario");
    game.run_scenarios(library, &[&scenario]).remove(0)
}

fn passes(library: &Library, scenario: Value) {
    let report = run(library, scenario);
    assert_eq!(report.verdict, Verdict::Passed, "{}", report.name);
}

/// The message of a failing scenario.
fn message(library: &Library, scenario: Value) -> (String, Option<(String, String)>) {
    match run(library, scenario).verdict {
        Verdict::Failed { message, values, .. } => (message, values),
        Verdict::Passed => ("it passes".to_owned(), None),
    }
}

fn step(kind: &str, content: Value) -> Value {
    let mut step = content;
    step["step"] = json!(kind);
    step["line"] = json!(1);
    step["source"] = json!("");
    step
}

fn attack(attacker: &str, target: &str) -> Value {
    step(
        "do",
        json!({"command": "attack", "args": [
            {"name": "card", "value": card(attacker)}, {"name": "at", "value": card(target)}]}),
    )
}

fn expect(condition: Value) -> Value {
    step("expect", json!({"condition": condition}))
}

fn wounds(figure: &str, count: i64) -> Value {
    binary("equal", query("wounds", &[("figure", card(figure))]), int(count))
}

fn scenario(left: &[&str], right: &[&str], deck: &[&str], steps: Vec<Value>) -> Value {
    let cards = |ids: &[&str]| ids.iter().map(|id| card(id)).collect::<Vec<_>>();
    json!({"name": "a scenario", "steps": steps, "setup": {
        "left": cards(left), "right": cards(right), "deck": cards(deck)}})
}

#[test]
fn a_modifier_ends_with_its_window() {
    let library = library(&[]);
    let end = step("do", json!({"command": "end"}));
    passes(
        &library,
        scenario(
            &["captain"],
            &["hedgehog"],
            &["fury"],
            vec![
                step(
                    "do",
                    json!({"command": "option", "args": [
                {"name": "label", "value": {"is": "text", "value": "Attack"}}]}),
                ),
                expect(binary("equal", query("strength", &[("figure", card("captain"))]), int(2))),
                end.clone(),
                expect(binary("equal", query("strength", &[("figure", card("captain"))]), int(0))),
            ],
        ),
    );
}

#[test]
fn a_condition_about_the_number_it_changes_reads_it_unchanged() {
    let sturdy = json!({"is": "select", "source": "figures", "where":
        binary("at-least", query("armour", &[("figure", var("it"))]), int(2))});
    let armour = |figure: &str, count: i64| {
        expect(binary("equal", query("armour", &[("figure", card(figure))]), int(count)))
    };
    // Two of the same: each sees the printed armour, so both apply.
    let once = modify("armour", sturdy.clone(), int(-1), None);
    let library = library(&[once.clone(), once]);
    let steps = vec![armour("knight", 1), armour("hedgehog", 0), armour("ox", 1)];
    passes(&library, scenario(&["knight", "ox"], &["hedgehog"], &[], steps));
}

#[test]
fn scripted_dice_decide_attacks_and_must_be_used_up() {
    let library = library(&[]);
    let with_dice = |dice: Value| {
        let steps = vec![
            attack("knight", "hedgehog"),
            expect(wounds("hedgehog", 1)),
            expect(wounds("knight", 1)),
        ];
        let mut duel = scenario(&["knight"], &["hedgehog"], &[], steps);
        duel["dice"] = dice;
        message(&library, duel).0
    };
    let stars = json!({"symbols": {"star": 2}});
    // Four stars beat armour 2, and thorns hurt back.
    assert_eq!(with_dice(json!([{"faces": [stars, stars]}])), "it passes");
    assert_eq!(with_dice(json!([{"by": "knight", "faces": [stars, stars]}])), "it passes");
    assert_eq!(with_dice(json!([{"faces": [{}, stars]}])), "this does not hold");
    assert_eq!(
        with_dice(json!([{"faces": [stars, stars, {}]}])),
        "one scripted die was never thrown"
    );
    assert_eq!(
        with_dice(json!([{"by": "ox", "faces": [stars, stars]}])),
        "a blue die is thrown, but the script has no dice left"
    );
    assert_eq!(
        with_dice(json!([{"faces": [{"symbols": {"star": 3}}, stars]}])),
        "a blue die has no face as scripted for die 1"
    );
    assert_eq!(
        with_dice(json!([{"faces": [{"symbols": {"moon": 1}}]}])),
        "no die shows what is scripted"
    );
}

#[test]
fn odds_are_queries_and_pools_are_stats() {
    let lucky = modify("dice", var("self"), crate::toy::library::pool(1), None);
    let library = library(&[lucky]);
    let chance = query("chance", &[("pool", crate::toy::library::pool(2)), ("at-least", int(2))]);
    let own = query("dice", &[("figure", card("knight"))]);
    let beats = query("chance-to-beat", &[("attack", own), ("defence", int(5))]);
    let steps = vec![
        // 1 - 1/4 - 1/3.
        expect(binary("equal", chance, int(417))),
        // Two printed dice and one more: only two stars on all three beat 5, which is 1 in 216.
        expect(binary("equal", beats, int(5))),
    ];
    passes(&library, scenario(&["knight"], &["ox"], &[], steps));
}

#[test]
fn counters_of_a_card_are_read_and_set() {
    let set = json!({"do": "set", "name": "rage", "value": binary("add", var("rage"), int(2))});
    let library = library(&[
        json!({"do": "on", "event": "turn-starts", "body": [set]}),
        modify("armour", var("self"), var("rage"), None),
    ]);
    let armour = |count: i64| {
        expect(binary("equal", query("armour", &[("figure", card("knight"))]), int(count)))
    };
    let end = step("do", json!({"command": "end"}));
    // Printed 3, rage 1 at first and 2 more each turn.
    passes(&library, scenario(&["knight"], &["ox"], &[], vec![armour(6), end, armour(8)]));
}

#[test]
fn a_wound_can_be_reduced_to_nothing_before_it_happens() {
    let library = library(&[]);
    // Volley wounds once; the ox ignores the first wound of a turn, and nothing follows from it.
    let pick = |figure: &str| {
        let args = json!([{"name": "card", "value": card(figure)}]);
        step("do", json!({"command": "pick", "args": args}))
    };
    passes(
        &library,
        scenario(
            &["knight"],
            &["ox"],
            &["volley"],
            vec![pick("ox"), expect(wounds("ox", 0)), attack("knight", "ox")],
        ),
    );
    passes(
        &library,
        scenario(
            &["knight"],
            &["hedgehog"],
            &["volley"],
            vec![
                pick("hedgehog"),
                expect(wounds("hedgehog", 1)),
                // The card that wounded is not a figure, so thorns have nobody to hurt.
                expect(wounds("knight", 0)),
            ],
        ),
    );
}

#[test]
fn illegal_commands_are_refused_and_failures_explain_themselves() {
    let library = library(&[]);
    let refuse = |attacker: &str, target: &str| {
        let mut step = attack(attacker, target);
        step["step"] = json!("refuse");
        step
    };
    let table = |steps: Vec<Value>| scenario(&["knight", "captain"], &["ox"], &[], steps);
    passes(&library, table(vec![refuse("knight", "captain"), refuse("ox", "knight")]));
    let (said, _) = message(&library, table(vec![attack("ox", "knight")]));
    assert!(said.contains("at `act` one may: ") && said.contains("captain: Rally"), "{said}");
    let (said, values) = message(&library, table(vec![expect(wounds("ox", 3))]));
    assert_eq!((said.as_str(), values), ("this does not hold", Some(("0".into(), "3".into()))));
    let rank = query("rank", &[("figure", card("ox"))]);
    let grunt = json!({"is": "symbol", "domain": "rank", "id": "grunt"});
    let (_, values) = message(&library, table(vec![expect(binary("equal", rank, grunt))]));
    assert_eq!(values, Some(("boss".into(), "grunt".into())));
}

#[test]
fn the_whole_legal_set_is_compared() {
    let library = library(&[json!({"do": "mark", "subject": var("self"), "mark": "hidden"})]);
    let legal = |targets: &[&str]| {
        let values: Vec<Value> = targets.iter().map(|id| card(id)).collect();
        let legal = json!({"command": "attack", "parameter": "at", "values": values});
        let right = &["knight", "hedgehog", "hedgehog"];
        message(&library, scenario(&["ox"], right, &[], vec![step("legal", legal)]))
    };
    assert_eq!(legal(&["hedgehog", "hedgehog"]).0, "it passes", "the knight is hidden");
    assert_eq!(legal(&["hedgehog"]).0, "the legal choices are others", "one is missing");
    let (said, values) = legal(&["knight", "hedgehog"]);
    assert_eq!(said, "the legal choices are others");
    assert_eq!(values.expect("both sides").0, "hedgehog, hedgehog");
}

#[test]
fn steps_hold_for_many_seeds_or_name_the_one() {
    let library = library(&[]);
    let seeds = |most: i64| {
        let at_most = binary("at-most", query("wounds", &[("figure", card("ox"))]), int(most));
        let steps = json!([attack("captain", "ox"), attack("knight", "ox"), expect(at_most)]);
        let all = json!({"step": "seeds", "from": 0, "to": 40, "steps": steps, "line": 1});
        message(&library, scenario(&["captain", "knight"], &["ox"], &[], vec![all])).0
    };
    assert_eq!(seeds(1), "it passes", "the ox ignores the first of at most two wounds");
    assert!(seeds(0).starts_with("with seed "), "{}", seeds(0));
}

#[test]
fn granted_keywords_work_and_end() {
    let library = library(&[]);
    let has_thorns = |figure: &str| {
        query(
            "has",
            &[("card", card(figure)), ("keyword", json!({"is": "keyword", "id": "thorns"}))],
        )
    };
    let not = |value: Value| json!({"is": "unary", "operator": "not", "value": value});
    passes(
        &library,
        scenario(
            &["captain"],
            &["ox"],
            &[],
            vec![
                expect(not(has_thorns("captain"))),
                step(
                    "do",
                    json!({"command": "use", "args": [{"name": "card", "value": card("captain")}]}),
                ),
                // The rally wounds the captain, whose new thorns hurt the one who did it: the
                // captain itself.
                expect(has_thorns("captain")),
                // One wound from the rally, and two for each of the two times that thorns may
                // react.
                expect(wounds("captain", 5)),
            ],
        ),
    );
}

#[test]
fn modifiers_look_at_the_board_as_it_is() {
    let library = library(&[]);
    let game = Toy::new(&library).expect("playable");
    let mut state = game.setup(&start(1)).expect("a game");
    let knight = |state: &State| {
        let place =
            state.figures.iter().position(|f| game.code.defs[usize::from(f.def)].id == "knight");
        Thing::figure(place.expect("a knight") as u16)
    };
    let figure = knight(&state);
    assert_eq!(game.look(&state).stat(Stat::Strength, figure), 1, "the captain leads");
    let captains = state.figures.iter_mut().filter(|f| game.facts[usize::from(f.def)].hearts == 5);
    captains.for_each(|captain| captain.alive = false);
    state.flow.touch();
    assert_eq!(game.look(&state).stat(Stat::Strength, figure), 0);
}

#[test]
fn a_seat_orders_its_reactions_and_a_choice_is_a_decision() {
    let library = library(&[json!({"do": "on", "event": "turn-starts", "body": [
        call("wound", &[("figure", query("first", &[("count", int(1)), ("cards", select("enemies"))]))])]})]);
    let game = Toy::new(&library).expect("playable");
    let position = scenario(&["knight", "knight"], &["ox"], &[], vec![]);
    let position: Scenario = serde_json::from_value(position).expect("a scenario");
    let script = Stage::new(&library, &game).begin(&position).expect("a position");
    assert_eq!(game.decision(&script.state).map(|decision| decision.what), Some("order"));
    let options = game.options(&script.state);
    assert!(options.iter().all(|choice| choice.action == action::ORDER) && options.len() == 2);
    assert_eq!(game.label(&script.state, options[0]), "knight");
}

#[test]
fn effects_that_set_each_other_off_for_ever_are_named() {
    let ping = call("ping", &[]);
    let library = library(&[
        json!({"do": "on", "event": "turn-starts", "body": [ping]}),
        json!({"do": "on", "event": "pinged", "body": [ping]}),
    ]);
    let game = Toy::new(&library).expect("playable");
    let mut state = game.setup(&start(1)).expect("the order of reactions is asked first");
    let problem = (0..10).find_map(|_| game.apply(&mut state, 0).err());
    let Some(PlayError::Runaway(chain)) = problem else {
        panic!("it should never end: {problem:?}");
    };
    assert!(!chain.is_empty() && chain.iter().all(|name| name == "knight"), "{chain:?}");
}

#[test]
fn content_that_cannot_be_played_is_reported_with_its_card() {
    for (effect, message) in [
        (call("fly", &[]), "there is no verb `fly`"),
        (call("wound", &[]), "`wound` needs `figure`"),
        (modify("speed", var("self"), int(1), None), "there is no stat `speed`"),
        (modify("armour", var("self"), int(1), Some("dawn")), "it passes"),
        (json!({"do": "on", "event": "dawn", "body": []}), "there is no event `dawn`"),
        (
            json!({"do": "grant", "keyword": "fly", "subject": var("self")}),
            "there is no keyword `fly`",
        ),
        (
            json!({"do": "roll", "pool": {"is": "quantity", "value": 1, "unit": "G"}, "body": []}),
            "there is no die `G`",
        ),
        (
            json!({"do": "set", "name": "fury", "value": int(1)}),
            "there is no flag or counter `fury`",
        ),
    ] {
        let library = library(&[effect]);
        match Toy::new(&library) {
            Ok(_) => assert_eq!(message, "it passes"),
            Err(error) => {
                assert_eq!(error.to_string(), format!("the engine cannot play `knight`: {message}"))
            }
        }
    }
}

fn play(game: &Toy, seed: u64, kind: BotKind, watch: &mut dyn FnMut(&State)) -> Log {
    let start = start(seed);
    let mut state = game.setup(&start).expect("a game");
    let mut log = Log::new(start);
    let mut bots = [Bot::new(kind, seed, 0), Bot::new(kind, seed, 1)];
    while let Some(decision) = game.decision(&state) {
        let option =
            bots[usize::from(decision.seat)].choose(&View::new(game, &state, decision.seat));
        game.apply(&mut state, option).expect("a listed option can be taken");
        log.push(game.digest(&state), option);
        watch(&state);
    }
    assert!(game.outcome(&state).is_some());
    log
}

#[test]
fn random_games_keep_the_books_and_replay_to_the_same_position() {
    let game = Toy::new(&library(&[])).expect("playable");
    let mut seen = 0u32;
    for seed in 0..60 {
        let log = play(&game, seed, BotKind::Random, &mut |state| {
            assert_eq!(game.violations(state), Vec::<String>::new(), "seed {seed}");
            seen += 1;
        });
        assert_eq!(log, play(&game, seed, BotKind::Random, &mut |_| {}), "same seed, same log");
        log.replay(&game).expect("the log replays");
    }
    assert!(seen > 1000, "{seen} decisions");
}

#[test]
fn a_cloned_state_goes_its_own_way() {
    let game = Toy::new(&library(&[])).expect("playable");
    let mut state = game.setup(&start(5)).expect("a game");
    for _ in 0..20 {
        let before = game.digest(&state);
        let options = game.options(&state).len();
        let digests: Vec<u64> = (0..options)
            .map(|option| {
                let mut next = state.clone();
                game.apply(&mut next, option).expect("a listed option");
                game.digest(&next)
            })
            .collect();
        assert_eq!(game.digest(&state), before, "clones do not disturb it");
        let mut again = state.clone();
        game.apply(&mut again, options - 1).expect("a listed option");
        assert_eq!(Some(&game.digest(&again)), digests.last());
        assert_eq!(
            game.apply(&mut state.clone(), options),
            Err(PlayError::NoSuchOption { index: options, options })
        );
        game.apply(&mut state, 0).expect("a listed option");
        if game.decision(&state).is_none() {
            break;
        }
    }
}

#[test]
fn simulation_counts_abilities_and_greedy_bots_finish() {
    let game = Toy::new(&library(&[])).expect("playable");
    let report = simulate(
        &game,
        &Simulation {
            format: "duel".into(),
            decks: vec!["left".into(), "right".into()],
            bots: vec![BotKind::Greedy, BotKind::Random],
            games: 20,
            seed: 3,
            inspect_every: 1,
            habits: Vec::new(),
        },
    );
    assert_eq!((report.finished, report.broken), (20, 0), "{:?}", report.failures.first());
    assert!(report.wins[0] > report.wins[1], "{:?}", report.wins);
    let silent: Vec<&str> = report.silent.iter().map(|silent| silent.ability.as_str()).collect();
    assert_eq!(silent, Vec::<&str>::new(), "every ability ran");
}

#[test]
fn a_game_at_a_table_goes_the_way_of_its_log() {
    let library = library(&[]);
    let game = MODULES.open(&library).expect("playable");
    let mut log = Log::new(start(5));
    let mut table = game.sit_down(&log.start).expect("a game");
    for seat in 0..2 {
        table.seat_bot(BotKind::Random, 5, seat);
    }
    while let Some(decision) = table.decision() {
        let option = table.bot_choice(decision.seat).expect("a bot sits there");
        table.take(option).expect("a listed option can be taken");
        log.push(table.digest(), option);
    }
    let mut seats = Vec::new();
    let again = game.replay(&log, &[], &mut |seat, _| seats.push(seat)).expect("the same game");
    assert_eq!((again.outcome(), again.digest()), (table.outcome(), table.digest()));
    assert_eq!(seats.len(), log.decisions.len());
}

/// Everything that `ENGINE.md` names exists, in the engine or in the toy game that follows it.
#[test]
fn the_guide_for_games_names_only_what_exists() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = std::fs::read_to_string(root.join("ENGINE.md")).expect("the guide is there");
    let mut sources = String::new();
    for folder in ["src", "tests", "../vocabulary/src", "../games"] {
        gather(&root.join(folder), &mut sources);
    }
    let quoted = guide.split('`').skip(1).step_by(2).filter(|text| !text.contains('\n'));
    let words =
        quoted.flat_map(|text| text.split(|sign: char| !(sign.is_alphanumeric() || sign == '_')));
    let missing: std::collections::BTreeSet<&str> = words
        .filter(|word| {
            word.len() > 3 && word.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
        })
        .filter(|word| !sources.contains(word))
        .collect();
    assert!(missing.is_empty(), "ENGINE.md names what is not there: {missing:?}");
}

fn gather(folder: &std::path::Path, into: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            gather(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push_str(&std::fs::read_to_string(&path).expect("source text"));
            into.push_str(&path.display().to_string());
        }
    }
}
