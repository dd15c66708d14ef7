//! Content of strangers on the core: whatever a card says, it is either refused with a message or
//! played without a panic, and every position keeps its invariants.

use crate::toy::Toy;
use crate::toy::library::{arguments, binary, call, card, int, library, pool, query, select, var};
use cardwright_engine::Game;
use cardwright_engine::bot::{Bot, BotKind};
use cardwright_engine::game::{PlayError, Start};
use cardwright_engine::view::View;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

fn number() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        (-3i64..9).prop_map(int),
        Just(var("rage")),
        Just(var("amount")),
        Just(var("result")),
        Just(query("wounds", &[])),
        Just(query("armour", &[])),
        Just(query("turn", &[])),
        Just(query("count", &[("cards", select("enemies"))])),
        Just(query(
            "highest",
            &[
                ("cards", select("friends")),
                ("stat", json!({"is": "symbol", "domain": "stat", "id": "armour"})),
            ]
        )),
        Just(query("chance", &[("pool", pool(2)), ("at-least", int(1))])),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        let operators = ["add", "subtract", "multiply", "divide", "less", "equal", "and", "or"];
        (proptest::sample::select(operators.to_vec()), inner.clone(), inner)
            .prop_map(|(operator, left, right)| binary(operator, left, right))
    })
}

fn things() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(var("self")),
        Just(var("it")),
        Just(var("victim")),
        Just(var("attacker")),
        Just(select("figures")),
        Just(select("friends")),
        Just(select("enemies")),
        Just(card("ox")),
        Just(json!({"is": "zone", "id": "deck"})),
    ];
    (leaf, proptest::option::of(number()), 0i64..3).prop_map(|(things, filter, first)| {
        match (things["source"].as_str(), filter) {
            (Some(source), Some(filter)) => {
                json!({"is": "select", "source": source, "where": filter})
            }
            (Some(_), None) if first > 0 => {
                query("first", &[("count", int(first)), ("cards", things)])
            }
            _ => things,
        }
    })
}

fn statement() -> impl Strategy<Value = Value> {
    let until = || proptest::option::of(Just("end-of-turn"));
    let leaf = prop_oneof![
        (things(), number()).prop_map(|(who, n)| call("wound", &[("figure", who), ("count", n)])),
        (things(), number()).prop_map(|(who, n)| call("heal", &[("figure", who), ("count", n)])),
        Just(call("ping", &[])),
        Just(call("prevent", &[])),
        number().prop_map(|by| call("change-amount", &[("by", by)])),
        number().prop_map(|value| json!({"do": "set", "name": "rage", "value": value})),
        number().prop_map(|value| json!({"do": "let", "name": "amount", "value": value})),
        (things(), number(), until(), 0usize..5).prop_map(|(who, amount, until, operation)| {
            let operation = ["add", "times", "set", "at-least", "at-most"][operation];
            json!({"do": "modify", "stat": "armour", "subject": who, "operation": operation,
                   "amount": amount, "until": until})
        }),
        (things(), number(), until()).prop_map(|(who, condition, until)| {
            json!({"do": "mark", "subject": who, "mark": "hidden", "condition": condition,
                   "until": until})
        }),
        (things(), any::<bool>(), until()).prop_map(|(who, revoke, until)| {
            json!({"do": "grant", "keyword": "thorns", "args": arguments(&[("n", int(1))]),
                   "subject": who, "revoke": revoke, "until": until})
        }),
        (things(), until()).prop_map(|(who, until)| {
            json!({"do": "forbid", "acts": ["attack"], "subject": who, "until": until})
        }),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        let body = || proptest::collection::vec(inner.clone(), 0..3);
        let event = proptest::sample::select(vec![
            "would-wound",
            "wounded",
            "slain",
            "turn-starts",
            "pinged",
            "enter",
        ]);
        prop_oneof![
            (event, body(), proptest::option::of(number())).prop_map(|(event, body, limit)| {
                json!({"do": "on", "event": event, "body": body, "limit": limit})
            }),
            (things(), body()).prop_map(|(things, body)| {
                json!({"do": "for-each", "selection": things, "body": body})
            }),
            (number(), any::<bool>(), things(), body()).prop_map(|(count, up_to, from, body)| {
                json!({"do": "choose", "count": count, "up-to": up_to, "from": from, "body": body})
            }),
            (number(), body(), body()).prop_map(|(condition, then, otherwise)| {
                json!({"do": "if", "condition": condition, "then": then, "else": otherwise})
            }),
            (body(), body()).prop_map(|(one, two)| {
                json!({"do": "choose-option", "options": [
                    {"label": "One", "body": one}, {"label": "Two", "body": two}]})
            }),
            (0i64..4, body()).prop_map(|(dice, body)| {
                json!({"do": "roll", "pool": pool(dice), "body": body})
            }),
            (number(), body()).prop_map(|(condition, body)| {
                json!({"do": "offer", "label": "Use", "condition": condition, "body": body})
            }),
        ]
    })
}

/// Plays some decisions with random bots.
fn play(game: &Toy, seed: u64) {
    let decks = vec!["left".to_owned(), "right".to_owned()];
    let start = Start { decks, seed, ..Start::default() };
    // Endless effects are an error already during setup.
    let Ok(mut state) = game.setup(&start) else { return };
    let mut bots = [Bot::new(BotKind::Random, seed, 0), Bot::new(BotKind::Random, seed, 1)];
    for _ in 0..60 {
        let Some(decision) = game.decision(&state) else { break };
        assert!(!game.options(&state).is_empty());
        let option =
            bots[usize::from(decision.seat)].choose(&View::new(game, &state, decision.seat));
        let mut other = state.clone();
        let applied = game.apply(&mut state, option);
        assert_eq!(applied, game.apply(&mut other, option), "a clone goes the same way");
        assert_eq!(game.digest(&state), game.digest(&other));
        match applied {
            Ok(()) => assert_eq!(state.zones.violations(), Vec::<String>::new()),
            Err(PlayError::NoSuchOption { .. } | PlayError::Over) => panic!("a listed option"),
            Err(_) => break,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_card_is_refused_or_played(
        effects in proptest::collection::vec(statement(), 1..4),
        seed in 0u64..1000,
    ) {
        if let Ok(game) = Toy::new(&library(&effects)) {
            play(&game, seed);
        }
    }
}

#[test]
fn many_of_those_cards_can_really_be_played() {
    let mut runner = TestRunner::deterministic();
    let cards = proptest::collection::vec(statement(), 1..3);
    let playable = (0..100).filter(|_| {
        let effects = cards.new_tree(&mut runner).expect("a card").current();
        Toy::new(&library(&effects)).is_ok()
    });
    let playable = playable.count();
    assert!(playable >= 20, "only {playable} of 100 cards were playable");
}
