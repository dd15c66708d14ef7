//! Content that a stranger wrote badly, or in bad faith: it gives an error or is kept out
//! of play, and never hangs or brings the program down.

use crate::tiny::library;
use cardwright_crawler::Crawler;
use cardwright_engine::bot::{Bot, BotKind};
use cardwright_engine::core::LowerError;
use cardwright_engine::game::{PlayError, SetupError, Start};
use cardwright_engine::view::View;
use cardwright_engine::{Game, Module};
use cardwright_model::Library;
use serde_json::{Value, json};

fn number(value: i64) -> Value {
    json!({"is": "int", "value": value})
}

fn me() -> Value {
    json!({"is": "var", "name": "self"})
}

fn call(verb: &str, args: &[(&str, Value)]) -> Value {
    let args: Vec<Value> =
        args.iter().map(|(name, value)| json!({"name": name, "value": value})).collect();
    json!({"do": "call", "verb": verb, "args": args})
}

fn query(name: &str, args: &[(&str, Value)]) -> Value {
    let args: Vec<Value> =
        args.iter().map(|(name, value)| json!({"name": name, "value": value})).collect();
    json!({"is": "query", "name": name, "args": args})
}

fn characters(filter: Option<Value>) -> Value {
    match filter {
        Some(filter) => json!({"is": "select", "source": "characters", "where": filter}),
        None => json!({"is": "select", "source": "characters"}),
    }
}

/// What of a library cannot be lowered.
fn problems(library: &Library) -> Vec<String> {
    match Crawler::open(library) {
        Err(LowerError::Content(problems)) => problems.iter().map(ToString::to_string).collect(),
        other => panic!("lowered to {:?}", other.map(|game| game.playable_cards())),
    }
}

/// Plays games with random bots; the first error, if there is one.
fn play(library: &Library) -> Result<(), String> {
    let game = Crawler::open(library).map_err(|error| error.to_string())?;
    for seed in 0..5 {
        let start = Start { decks: vec!["deck".to_owned()], seed, ..Start::default() };
        let mut state = game.setup(&start).map_err(|error: SetupError| error.to_string())?;
        let mut bot = Bot::new(BotKind::Random, seed, 0);
        for _ in 0..5_000 {
            if game.decision(&state).is_none() {
                break;
            }
            let option = bot.choose(&View::new(&game, &state, 0));
            game.apply(&mut state, option).map_err(|error: PlayError| error.to_string())?;
            assert_eq!(game.violations(&state), Vec::<String>::new());
        }
        assert!(game.outcome(&state).is_some(), "the game ends");
    }
    Ok(())
}

#[test]
fn the_tiny_game_itself_plays() {
    assert_eq!(play(&library(json!({}), json!([]))), Ok(()));
}

#[test]
fn a_power_that_counts_every_power_still_ends() {
    // Each Character's power asks for all the others', which ask back.
    let strong = json!({"is": "binary", "operator": "at-least",
        "left": query("power", &[("card", json!({"is": "var", "name": "it"}))]),
        "right": number(1)});
    let power = json!({"formula": query("count", &[("cards", characters(Some(strong)))])});
    let result = play(&library(json!({"fields": {"power": power, "cost": 0}}), json!([])));
    assert!(result.is_ok() || result.is_err_and(|error| error.contains("worked out")));
}

#[test]
fn defences_that_add_themselves_up_still_end() {
    let effect = json!({"do": "modify", "stat": "stamina", "operation": "add",
        "subject": characters(None), "amount": query("dungeon-defence", &[])});
    let result = play(&library(json!({"effects": [effect]}), json!([])));
    assert!(result.is_ok() || result.is_err_and(|error| error.contains("worked out")));
}

#[test]
fn a_wound_that_causes_a_wound_is_reported_with_its_chain() {
    let wound = call("wound", &[("card", me())]);
    let heal = call("heal", &[("card", me())]);
    let effect = json!({"do": "on", "event": "wounded", "body": [heal, wound]});
    let start = json!({"do": "on", "event": "each-combat",
        "body": [call("wound", &[("card", me())])]});
    let error = play(&library(json!({"effects": [effect, start]}), json!([])))
        .expect_err("this never comes to rest");
    assert!(error.contains("keep triggering each other: Beast"), "{error}");
}

#[test]
fn a_keyword_that_grants_itself_is_refused() {
    let keyword = json!([{
        "id": "echo", "name": "Echo", "stacking": "once", "wording": "Echo", "reminder": "",
        "params": [{"name": "n", "type": {"type": "int"}}],
        "body": [{"do": "grant", "keyword": "echo", "subject": characters(None),
                  "args": [{"name": "n", "value": {"is": "binary", "operator": "add",
                            "left": {"is": "var", "name": "n"}, "right": number(1)}}]}],
    }]);
    let card = json!({"keywords": [{"keyword": "echo",
                                    "args": [{"name": "n", "value": number(1)}]}]});
    let library = library(card, keyword);
    // Every form asks for the next one.
    assert_eq!(problems(&library).len(), 1);
}

#[test]
fn names_the_engine_does_not_know_are_told_with_their_card() {
    let effects = json!([call("explode", &[])]);
    let problems = problems(&library(json!({"effects": effects}), json!([])));
    assert_eq!(problems, ["`beast`: there is no verb `explode`"]);
}

#[test]
fn a_card_that_says_todo_is_counted_and_kept_out_of_play() {
    let effects = json!([{"do": "todo", "note": "later"}]);
    let game = Crawler::open(&library(json!({"effects": effects}), json!([]))).expect("playable");
    assert_eq!(game.unfinished().collect::<Vec<_>>(), ["beast"]);
    assert_eq!(game.playable_cards(), 2);
}

#[test]
fn a_keyword_that_says_todo_counts_wherever_on_the_card_it_is() {
    let keyword = json!([{"id": "later", "name": "Later", "stacking": "once", "wording": "Later",
                          "reminder": "", "body": [{"do": "todo", "note": "later"}]}]);
    let uses = json!([{"keyword": "later"}]);
    for clause in [
        json!({"clause": "challenge", "keywords": uses}),
        json!({"clause": "challenge", "clauses": [{"clause": "win", "keywords": uses}]}),
    ] {
        let library = library(json!({"clauses": [clause]}), keyword.clone());
        let game = Crawler::open(&library).expect("playable");
        assert_eq!(game.unfinished().collect::<Vec<_>>(), ["beast"], "{clause}");
    }
}

#[test]
fn starts_that_make_no_sense_are_refused() {
    let game = Crawler::open(&library(json!({}), json!([]))).expect("playable");
    let start = |format: &str, decks: &[&str]| Start {
        format: format.to_owned(),
        decks: decks.iter().map(|deck| (*deck).to_owned()).collect(),
        ..Start::default()
    };
    assert!(matches!(game.setup(&start("", &["nope"])), Err(SetupError::UnknownDeck(_))));
    assert!(matches!(game.setup(&start("nope", &["deck"])), Err(SetupError::UnknownFormat(_))));
    assert!(matches!(
        game.setup(&start("", &["deck", "deck"])),
        Err(SetupError::Players { given: 2, .. })
    ));
    let mut state = game.setup(&start("", &["deck"])).expect("a game");
    assert!(matches!(game.apply(&mut state, 999), Err(PlayError::NoSuchOption { .. })));
}
