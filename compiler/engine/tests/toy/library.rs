//! The content of the toy game, built by hand because the engine cannot read text.

use cardwright_model::{Library, Package};
use serde_json::{Value, json};

pub(crate) fn var(name: &str) -> Value {
    json!({"is": "var", "name": name})
}

pub(crate) fn pool(blue: i64) -> Value {
    json!({"is": "pool", "pool": {"dice": {"blue": blue}}})
}

pub(crate) fn int(value: i64) -> Value {
    json!({"is": "int", "value": value})
}

pub(crate) fn card(id: &str) -> Value {
    json!({"is": "card", "id": id})
}

pub(crate) fn select(source: &str) -> Value {
    json!({"is": "select", "source": source})
}

pub(crate) fn binary(operator: &str, left: Value, right: Value) -> Value {
    json!({"is": "binary", "operator": operator, "left": left, "right": right})
}

pub(crate) fn query(name: &str, args: &[(&str, Value)]) -> Value {
    json!({"is": "query", "name": name, "args": arguments(args)})
}

pub(crate) fn call(verb: &str, args: &[(&str, Value)]) -> Value {
    json!({"do": "call", "verb": verb, "args": arguments(args)})
}

pub(crate) fn arguments(args: &[(&str, Value)]) -> Value {
    args.iter().map(|(name, value)| json!({"name": name, "value": value})).collect()
}

pub(crate) fn modify(stat: &str, subject: Value, amount: Value, until: Option<&str>) -> Value {
    let mut modify = json!({"do": "modify", "stat": stat, "subject": subject,
                            "operation": "add", "amount": amount});
    if let Some(until) = until {
        modify["until"] = json!(until);
    }
    modify
}

fn uses(keyword: &str, args: &[(&str, Value)]) -> Value {
    json!({"keyword": keyword, "args": arguments(args)})
}

fn figure(id: &str, hearts: i64, dice: i64, armour: i64) -> Value {
    json!({"id": id, "name": id, "kind": "figure",
           "fields": {"hearts": hearts, "dice": {"pool": {"dice": {"blue": dice}}}, "armour": armour,
                      "rank": {"ref": if hearts > 3 { "boss" } else { "grunt" }}}})
}

fn event(id: &str, effects: Value) -> Value {
    json!({"id": id, "name": id, "kind": "event",
           "clauses": [{"clause": "play", "effects": effects}]})
}

/// The library, with further effects on the card `knight`.
pub(crate) fn library(knight: &[Value]) -> Library {
    let mut thorny = figure("hedgehog", 3, 2, 2);
    thorny["keywords"] = json!([uses("thorns", &[("n", int(1))])]);
    let mut stubborn = figure("ox", 4, 1, 1);
    stubborn["keywords"] = json!([uses("stubborn", &[])]);
    let mut hero = figure("knight", 3, 2, 3);
    hero["effects"] = json!(knight);
    hero["clauses"] =
        json!([{"clause": "counter", "args": {"name": "rage"}, "fields": {"start": 1}}]);
    let mut captain = figure("captain", 5, 3, 3);
    captain["effects"] = json!([
        modify("strength", json!({"is": "select", "source": "friends",
            "where": binary("not-equal", var("it"), var("self"))}), int(1), None),
        {"do": "offer", "label": "Rally",
         "condition": binary("less", query("wounds", &[("figure", var("self"))]), int(2)),
         "body": [
            {"do": "grant", "keyword": "thorns", "args": arguments(&[("n", int(2))]),
             "subject": var("self"), "until": "end-of-turn"},
            call("wound", &[("figure", var("self"))])]}
    ]);
    let figures = |list: &[(u32, &str)]| {
        list.iter().map(|(n, id)| json!({"count": n, "card": id})).collect::<Vec<_>>()
    };
    let deck = |id: &str| {
        json!({"id": id, "name": id, "kind": "deck", "for": "duel",
               "lists": {"figures": figures(&[(1, "captain"), (2, "knight"), (1, "hedgehog"), (1, "ox")]),
                         "events": figures(&[(3, "volley"), (3, "gamble"), (3, "fury")])}})
    };
    let package = json!({
        "data-format": 1, "name": "toy", "version": "1", "game": "toy",
        "definition": {"id": "toy", "name": "Toy", "version": "1", "engine": "toy"},
        "enums": [
            {"id": "symbol", "name": "Symbol", "values": [
                {"id": "star", "name": "Star"}, {"id": "heart", "name": "Heart"}]},
            {"id": "rank", "name": "Rank", "values": [
                {"id": "grunt", "name": "Grunt"}, {"id": "boss", "name": "Boss"}]},
        ],
        "kinds": [
            {"id": "figure", "name": "Figure", "role": "card", "fields": [],
             "clauses": [{"name": "counter", "shape": {"shape": "counter"}}]},
            {"id": "event", "name": "Event", "role": "card", "fields": [], "clauses": []},
        ],
        "dice": [{"id": "blue", "name": "Blue", "code": "B", "faces": [
            {}, {}, {"symbols": {"heart": 1}},
            {"symbols": {"star": 1}}, {"symbols": {"star": 1}}, {"symbols": {"star": 2}}]}],
        "keywords": [
            {"id": "thorns", "name": "Thorns", "stacking": "sum", "wording": "Thorns {n}",
             "reminder": "Hurts who hurts it.",
             "params": [{"name": "n", "type": {"type": "int"}}],
             "body": [{"do": "on", "event": "wounded",
                       "condition": binary("equal", var("victim"), var("self")),
                       "limit": int(2),
                       "body": [call("wound", &[("figure", var("attacker")), ("count", var("n"))])]}]},
            {"id": "stubborn", "name": "Stubborn", "stacking": "once", "wording": "Stubborn",
             "reminder": "The first wound each turn does nothing.",
             "body": [{"do": "on", "event": "would-wound",
                       "condition": binary("equal", var("victim"), var("self")),
                       "limit": int(1),
                       "body": [call("change-amount", &[("by", int(-1))])]}]},
        ],
        "cards": [
            captain, hero, thorny, stubborn,
            event("volley", json!([
                {"do": "choose", "count": int(1), "from": select("enemies"),
                 "body": [call("wound", &[("figure", var("it"))])]}])),
            event("gamble", json!([
                {"do": "roll", "pool": pool(2), "body": [
                    {"do": "let", "name": "stars", "value": var("result")},
                    {"do": "if", "condition": binary("at-least", var("stars"), int(2)),
                     "then": [call("wound", &[("figure", query("first", &[("count", int(1)), ("cards", select("enemies"))]))])],
                     "else": [{"do": "for-each",
                        "selection": query("first", &[("count", query("rolled", &[("symbol", json!({"is": "symbol", "domain": "symbol", "id": "heart"}))])), ("cards", select("friends"))]),
                        "body": [call("heal", &[("figure", var("it"))])]}]}]}])),
            event("fury", json!([
                {"do": "choose-option", "options": [
                    {"label": "Attack", "body": [
                        modify("strength", select("friends"), int(2), Some("end-of-turn"))]},
                    {"label": "Defend", "condition": query("any", &[("cards", select("friends"))]),
                     "body": [modify("armour", select("friends"), int(1), Some("end-of-turn")),
                              {"do": "forbid", "acts": ["attack"],
                               "subject": select("friends"), "until": "end-of-turn"}]}]}])),
        ],
        "formats": [{"id": "duel", "name": "Duel", "kind": "format"}],
        "decks": [deck("left"), deck("right")],
    });
    let package: Package = serde_json::from_value(package).expect("a package");
    Library { packages: vec![package] }
}
