//! What the vocabulary publishes, the engine executes: every query, selection and command.

use cardwright_crawler::{Crawler, VOCABULARY};
use cardwright_engine::Module;
use cardwright_engine::core::Stage;
use cardwright_engine::scenario::Script;
use cardwright_model::{Arg, BinaryOp, Expr, Scenario};
use cardwright_vocabulary::{Type, Word, WordParam};
use serde_json::json;

/// An argument that fits a parameter.
fn argument(param: &WordParam) -> Arg {
    let card = |id: &str| Expr::Card { id: id.to_owned(), with: Vec::new() };
    let characters =
        Expr::Select { source: "characters".to_owned(), args: Vec::new(), filter: None };
    let value = match param.ty {
        Type::Int => Expr::Int { value: 1 },
        Type::Card => card("hero"),
        Type::Cards => characters,
        Type::CardName => card("beast"),
        Type::CardNames => Expr::Set { items: vec![card("beast")] },
        Type::Zone => Expr::Zone { id: "encounter".to_owned() },
        Type::Kind => Expr::Kind { id: "trap".to_owned() },
        Type::Keyword => Expr::Keyword { id: "key".to_owned(), args: Vec::new() },
        Type::Stat => Expr::Query { name: "power".to_owned(), args: Vec::new() },
        Type::Text | Type::Name => Expr::Text { value: "2".to_owned() },
        Type::Enum(domain) => {
            Expr::Symbol { domain: domain.to_owned(), id: "equipment".to_owned() }
        }
        other => panic!("no query takes {other:?}"),
    };
    Arg { name: param.name.to_owned(), value }
}

/// A condition that needs the word's value.
fn condition(word: &Word) -> Expr {
    let args: Vec<Arg> = word.params.iter().map(argument).collect();
    let query = Expr::Query { name: word.name.to_owned(), args };
    match word.result {
        Type::Bool => query,
        Type::Cards | Type::Card => any(query),
        Type::Kind => same(query, Expr::Kind { id: "adventurer".to_owned() }),
        Type::Numbers => same(query, Expr::Set { items: vec![Expr::Int { value: 1 }] }),
        _ => same(query.clone(), query),
    }
}

fn any(cards: Expr) -> Expr {
    let args = vec![Arg { name: "cards".to_owned(), value: cards }];
    Expr::Query { name: "any".to_owned(), args }
}

fn same(left: Expr, right: Expr) -> Expr {
    Expr::Binary { operator: BinaryOp::Equal, left: Box::new(left), right: Box::new(right) }
}

fn library() -> cardwright_model::Library {
    let keyword = json!([{"id": "key", "name": "Key", "stacking": "once", "wording": "Key",
                          "reminder": "", "key": true}]);
    crate::tiny::library(json!({}), keyword)
}

fn position() -> Scenario {
    let card = |id: &str| json!([{"is": "card", "id": id}]);
    let setup = json!({
        "format": card("solo"), "party": card("hero"), "encounter": card("beast"),
        "hand": card("club"),
    });
    let position = json!({"name": "a position", "setup": setup, "steps": []});
    serde_json::from_value(position).expect("a scenario")
}

#[test]
fn every_query_and_stat_can_be_asked() {
    let library = library();
    let game = Crawler::open(&library).expect("playable");
    let stage = Stage::new(&library, &game);
    let mut script = stage.begin(&position()).expect("a position");
    // The counters of a card have names of their own, and no card here has one; what is chosen is
    // asked in the middle of an effect.
    let queries = VOCABULARY.queries.iter();
    let queries = queries.filter(|word| !["counter", "chosen"].contains(&word.name));
    for word in queries.chain(VOCABULARY.stats) {
        let asked = script.check(&condition(word));
        assert!(asked.is_ok(), "{}: {}", word.name, asked.expect_err("just seen"));
    }
}

#[test]
fn every_selection_can_be_made() {
    let library = library();
    let game = Crawler::open(&library).expect("playable");
    let stage = Stage::new(&library, &game);
    let mut script = stage.begin(&position()).expect("a position");
    // Others select among cards that they are given.
    let alone = |word: &&cardwright_vocabulary::Word| word.params.is_empty();
    for word in VOCABULARY.selections.iter().filter(alone) {
        let cards = Expr::Select { source: word.name.to_owned(), args: Vec::new(), filter: None };
        let asked = script.check(&any(cards));
        assert!(asked.is_ok(), "{}: {}", word.name, asked.expect_err("just seen"));
    }
}

#[test]
fn every_command_is_known() {
    let library = library();
    let game = Crawler::open(&library).expect("playable");
    let stage = Stage::new(&library, &game);
    let start = stage.begin(&position()).expect("a position");
    for word in VOCABULARY.commands {
        let refused = start.clone().perform(word.name, &[]).err().unwrap_or_default();
        assert!(!refused.contains("there is no command"), "{}", word.name);
    }
    assert!(start.clone().perform("dance", &[]).is_err());
}
