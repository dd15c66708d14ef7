//! Tests of the evaluator on hand-built models: the value of each word of the static vocabulary,
//! where a violation points, and that a large library is judged completely.

use cardwright_model::{
    Arg, BinaryOp, Clause, ClauseDecl, ClauseShape, Entity, EnumDecl, EnumValue, Expr, FieldDecl,
    FieldType, Game, KeywordUse, Kind, Library, ListEntry, Package, Role, RuleDecl, Severity,
    Statement, UnaryOp, Value,
};

use super::{RulePlace, Violation, evaluate_rules};

fn int(value: i64) -> Expr {
    Expr::Int { value }
}

fn word(value: &str) -> Expr {
    Expr::Text { value: value.into() }
}

fn query(name: &str, args: &[(&str, Expr)]) -> Expr {
    let arg = |(name, value): &(&str, Expr)| Arg { name: (*name).into(), value: value.clone() };
    Expr::Query { name: name.into(), args: args.iter().map(arg).collect() }
}

fn of_it(name: &str) -> Expr {
    query(name, &[("card", Expr::Var { name: "it".into() })])
}

fn select(source: &str, filter: Option<Expr>) -> Expr {
    Expr::Select { source: source.into(), args: vec![], filter: filter.map(Box::new) }
}

fn format_field(name: &str) -> Expr {
    Expr::Member { of: Box::new(Expr::Var { name: "format".into() }), name: name.into() }
}

fn compare(left: Expr, operator: BinaryOp, right: Expr) -> Expr {
    Expr::Binary { operator, left: Box::new(left), right: Box::new(right) }
}

fn require(condition: Expr, message: &str, holes: Vec<Expr>) -> Statement {
    Statement::Require { condition, message: message.into(), help: None, holes, severity: None }
}

fn rule(id: &str, target: &str, body: Vec<Statement>) -> RuleDecl {
    RuleDecl { id: id.into(), applies_to: vec![target.into()], body, ..RuleDecl::default() }
}

fn symbol(domain: &str, id: &str) -> Expr {
    Expr::Symbol { domain: domain.into(), id: id.into() }
}

fn name(id: &str) -> Value {
    Value::Ref { id: id.into() }
}

fn card(id: &str, kind: &str, fields: &[(&str, Value)]) -> Entity {
    Entity {
        id: id.into(),
        name: id.replace('-', " "),
        kind: kind.into(),
        fields: fields.iter().map(|(name, value)| ((*name).into(), value.clone())).collect(),
        ..Entity::default()
    }
}

fn field(name: &str, field_type: FieldType) -> FieldDecl {
    FieldDecl { name: name.into(), field_type, optional: true, default: None, note: None }
}

fn kind(id: &str, role: Role, family: &str, fields: Vec<FieldDecl>) -> Kind {
    Kind {
        id: id.into(),
        name: id.into(),
        role,
        family: Some(family.into()),
        fields,
        ..Kind::default()
    }
}

fn list(entries: &[(u32, &str)]) -> Vec<ListEntry> {
    entries.iter().map(|(count, card)| ListEntry { count: *count, card: (*card).into() }).collect()
}

/// A small game: three goblin cards, a quest that wants ten goblins, a format, a deck.
fn small_library(rules: Vec<RuleDecl>) -> Library {
    let rarities = ["common", "uncommon", "rare"];
    let value =
        |id: &&str| EnumValue { id: (*id).into(), name: id.to_uppercase(), ..EnumValue::default() };
    let rarity = EnumDecl {
        id: "rarity".into(),
        values: rarities.iter().map(value).collect(),
        ..EnumDecl::default()
    };
    let goblin = card(
        "goblin",
        "character",
        &[
            ("cost", Value::Int(0)),
            ("rarity", name("common")),
            ("tribe", Value::List(vec![name("goblin")])),
            ("number", Value::Int(1)),
        ],
    );
    let mut chief = card(
        "goblin-chief",
        "character",
        &[
            ("cost", Value::Int(3)),
            ("rarity", name("rare")),
            ("tribe", Value::List(vec![name("goblin")])),
            ("number", Value::Int(1)),
        ],
    );
    chief.keywords.push(KeywordUse { keyword: "unique".into(), args: vec![], then: vec![] });
    let mut pit = card("pit", "trap", &[("cost", Value::Int(1)), ("number", Value::Int(2))]);
    pit.clauses.push(Clause { clause: "challenge".into(), ..Clause::default() });
    let needs = compare(
        query(
            "count",
            &[(
                "cards",
                select(
                    "dungeon-cards",
                    Some(compare(of_it("tribe"), BinaryOp::Has, symbol("tribe", "goblin"))),
                ),
            )],
        ),
        BinaryOp::AtLeast,
        int(10),
    );
    let quest = card("goblin-slayer", "quest", &[("needs", Value::Formula { formula: needs })]);
    let format = card(
        "standard",
        "format",
        &[("dungeon-size", Value::Int(9)), ("copies", Value::Int(4)), ("party", Value::Int(1))],
    );
    let hero = card("hero", "adventurer", &[("magic", Value::Int(2)), ("class", name("thief"))]);
    let mut deck = card(
        "lair",
        "deck",
        &[
            ("quests", name("goblin-slayer")),
            ("party", Value::List(vec![name("hero"), name("hero")])),
        ],
    );
    deck.target = Some("standard".into());
    deck.lists.insert("dungeon".into(), list(&[(5, "goblin"), (2, "goblin-chief"), (1, "pit")]));
    Library {
        packages: vec![Package {
            name: "test".into(),
            game: "test".into(),
            definition: Some(Game { id: "test".into(), ..Game::default() }),
            enums: vec![rarity],
            kinds: vec![
                kind("character", Role::Card, "dungeon", vec![]),
                kind("trap", Role::Card, "dungeon", vec![]),
                kind("adventurer", Role::Card, "adventure", vec![]),
                kind(
                    "quest",
                    Role::Card,
                    "adventure",
                    vec![field("needs", FieldType::DeckCondition)],
                ),
                kind("format", Role::Format, "none", vec![]),
                Kind {
                    clauses: vec![ClauseDecl {
                        name: "dungeon".into(),
                        params: vec![],
                        shape: ClauseShape::Cards { of: "dungeon".into() },
                        fields: vec![],
                        clauses: vec![],
                        note: None,
                    }],
                    ..kind("deck", Role::Deck, "none", vec![])
                },
            ],
            cards: vec![goblin, chief, pit, quest, hero].into(),
            formats: vec![format].into(),
            decks: vec![deck].into(),
            rules,
            ..Package::default()
        }],
    }
}

/// Violations of the rules alone, without the quest that the deck makes impossible.
fn violations(rules: Vec<RuleDecl>) -> Vec<Violation> {
    let all = evaluate_rules(&small_library(rules));
    all.into_iter().filter(|violation| violation.rule.is_some()).collect()
}

/// The value of an expression over the deck of the small library, as a message shows it.
fn shown(expr: Expr) -> String {
    let never = Expr::Bool { value: false };
    let found = violations(vec![rule("show", "deck", vec![require(never, "{0}", vec![expr])])]);
    found[0].message.clone()
}

#[test]
fn a_violation_points_at_the_line_of_the_list_and_at_the_format() {
    let body = vec![Statement::ForEach {
        selection: select("dungeon-cards", None),
        body: vec![require(
            compare(of_it("copies"), BinaryOp::AtMost, format_field("copies")),
            "{0} copies of {1}",
            vec![of_it("copies"), of_it("name")],
        )],
    }];
    let found = violations(vec![rule("copies", "deck", body)]);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code, "test/copies");
    assert_eq!(found[0].severity, Severity::Error);
    assert_eq!(found[0].message, "5 copies of goblin");
    let line = RulePlace { entity: "lair".into(), item: Some("lists.dungeon.goblin".into()) };
    assert_eq!(found[0].at, line);
    let (also, _) = found[0].also.clone().expect("the format's field is named");
    assert_eq!(also, RulePlace { entity: "standard".into(), item: Some("fields.copies".into()) });
}

#[test]
fn a_requirement_on_a_card_points_at_the_field_it_reads() {
    let condition = compare(of_it("cost"), BinaryOp::AtMost, int(2));
    let found =
        violations(vec![rule("cheap", "dungeon", vec![require(condition, "dear", vec![])])]);
    let places: Vec<&RulePlace> = found.iter().map(|violation| &violation.at).collect();
    let cost = RulePlace { entity: "goblin-chief".into(), item: Some("fields.cost".into()) };
    assert_eq!(places, [&cost]);
}

#[test]
fn cards_that_share_fields_are_found_and_point_at_each_other() {
    let args = [("cards", select("cards", None)), ("field", word("number"))];
    let condition = compare(query("alike", &args), BinaryOp::AtMost, int(1));
    let found = violations(vec![rule(
        "number",
        "card",
        vec![require(condition, "also {0}", vec![query("twin", &args)])],
    )]);
    let messages: Vec<&str> = found.iter().map(|violation| violation.message.as_str()).collect();
    assert_eq!(messages, ["also goblin chief", "also goblin"]);
    assert_eq!(found[0].at.item.as_deref(), Some("fields.number"));
    assert_eq!(
        found[0].also.as_ref().map(|(place, _)| place.entity.as_str()),
        Some("goblin-chief")
    );
}

#[test]
fn names_that_differ_only_in_spelling_are_alike() {
    let mut library = small_library(vec![]);
    let mut other = card("gob-lin", "character", &[]);
    other.name = "GOB-LIN!".into();
    library.packages[0].cards.push(other);
    let args = [("cards", select("cards", None)), ("field", word("spellings"))];
    let condition = compare(query("alike", &args), BinaryOp::AtMost, int(1));
    library.packages[0].rules =
        vec![rule("alias", "card", vec![require(condition, "{0}", vec![of_it("id")])])];
    let found = evaluate_rules(&library);
    let alias: Vec<_> = found.iter().filter(|violation| violation.code == "test/alias").collect();
    assert_eq!(alias.len(), 2);
    assert_eq!(alias[1].at.entity, "gob-lin");
}

#[test]
fn selections_count_copies_and_distinct_cards() {
    let all = ("cards", select("dungeon-cards", None));
    assert_eq!(shown(query("count", std::slice::from_ref(&all))), "8");
    assert_eq!(shown(query("distinct", std::slice::from_ref(&all))), "3");
    assert_eq!(shown(query("count", &[("cards", select("party", None))])), "2");
    assert_eq!(shown(query("distinct", &[("cards", select("party", None))])), "1");
    assert_eq!(shown(query("size", &[("list", word("dungeon"))])), "8");
    assert_eq!(shown(query("size", &[("list", word("party"))])), "2");
    let cost = ("field", word("cost"));
    assert_eq!(shown(query("total", &[all.clone(), cost.clone()])), "7");
    assert_eq!(shown(query("highest", &[all.clone(), cost.clone()])), "3");
    assert_eq!(shown(query("lowest", &[all.clone(), cost.clone()])), "0");
    assert_eq!(shown(query("largest-share", &[all.clone(), cost.clone()])), "63");
    assert_eq!(shown(query("commonest", &[all.clone(), cost])), "0");
    assert_eq!(shown(query("values", &[all, ("field", word("rarity"))])), "COMMON, RARE");
}

#[test]
fn filters_see_fields_keywords_kinds_and_clauses() {
    let count =
        |filter: Expr| shown(query("count", &[("cards", select("dungeon-cards", Some(filter)))]));
    assert_eq!(
        count(compare(of_it("kind"), BinaryOp::Equal, Expr::Kind { id: "trap".into() })),
        "1"
    );
    assert_eq!(
        count(compare(of_it("kind"), BinaryOp::Equal, Expr::Kind { id: "dungeon".into() })),
        "8"
    );
    let unique = Expr::Keyword { id: "unique".into(), args: vec![] };
    assert_eq!(count(query("has", &[("keyword", unique)])), "2");
    let unique = Expr::Keyword { id: "unique".into(), args: vec![] };
    assert_eq!(count(compare(query("keywords-of", &[]), BinaryOp::Has, unique)), "2");
    assert_eq!(count(query("has-clause", &[("clause", word("challenge"))])), "1");
    let lacking = query("clause-lacking", &[("clause", word("challenge")), ("part", word("win"))]);
    assert_eq!(count(lacking), "1");
    assert_eq!(count(query("given", &[("field", word("tribe"))])), "7");
    let rare = compare(of_it("rarity"), BinaryOp::AtLeast, symbol("rarity", "uncommon"));
    assert_eq!(count(rare), "2");
}

#[test]
fn absent_things_are_zero_empty_and_no() {
    assert_eq!(shown(query("count", &[("cards", select("nothing-cards", None))])), "0");
    assert_eq!(
        shown(query("highest", &[("cards", select("nothing", None)), ("field", word("x"))])),
        "0"
    );
    assert_eq!(shown(of_it("nothing")), "none");
    assert_eq!(shown(compare(of_it("nothing"), BinaryOp::Add, int(1))), "1");
    assert_eq!(shown(compare(int(1), BinaryOp::Divide, int(0))), "0");
    assert_eq!(shown(compare(int(i64::MIN), BinaryOp::Divide, int(-1))), "0");
    let most = Expr::Unary { operator: UnaryOp::Negate, value: Box::new(int(i64::MIN)) };
    assert_eq!(shown(most), i64::MAX.to_string());
    assert!(evaluate_rules(&Library::default()).is_empty());
}

#[test]
fn a_deck_without_a_format_breaks_no_limit() {
    let condition = compare(int(1), BinaryOp::Equal, format_field("copies"));
    let mut library =
        small_library(vec![rule("limit", "deck", vec![require(condition, "", vec![])])]);
    library.packages[0].decks[0].target = None;
    assert!(evaluate_rules(&library).iter().all(|violation| violation.code != "test/limit"));
}

#[test]
fn a_quest_that_the_deck_cannot_complete_is_an_error() {
    let found = evaluate_rules(&small_library(vec![]));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code, "test/quest-feasible");
    assert_eq!(
        found[0].message,
        "quest goblin slayer cannot be completed with deck lair: it needs at least 10 dungeon \
         cards where tribe has goblin, and the deck has 7"
    );
    assert_eq!(found[0].help.as_deref(), Some("add 3 more such cards, or choose another quest"));
    assert_eq!(found[0].at.item.as_deref(), Some("fields.quests.goblin-slayer"));
}

/// The small library with a flag of its format, and another deck with so many goblins.
fn with_flag(flag: &str, goblins: u32) -> Library {
    let mut library = small_library(vec![]);
    let package = &mut library.packages[0];
    package.formats[0].fields.insert(flag.into(), Value::Bool(true));
    let mut other = card("cellar", "deck", &[]);
    other.target = Some("standard".into());
    other.lists.insert("dungeon".into(), list(&[(goblins, "goblin")]));
    package.decks = vec![package.decks[0].clone(), other].into();
    library
}

#[test]
fn decks_that_are_put_together_hold_together_what_quests_need() {
    assert!(evaluate_rules(&with_flag("pooled-decks", 3)).is_empty());
    let found = evaluate_rules(&with_flag("pooled-decks", 2));
    assert_eq!(found.len(), 1);
    assert!(found[0].message.ends_with("and the deck has 9"), "{}", found[0].message);
    assert_eq!(evaluate_rules(&with_flag("unheard-of", 3)).len(), 1);
}

#[test]
fn quests_about_the_decks_of_others_are_not_judged() {
    assert!(evaluate_rules(&with_flag("open-quests", 0)).is_empty());
}

#[test]
fn rules_of_a_dependency_apply_only_to_the_last_package() {
    let never = Expr::Bool { value: false };
    let mut library =
        small_library(vec![rule("no", "card", vec![require(never, "{0}", vec![of_it("id")])])]);
    library.packages.push(Package {
        name: "more".into(),
        game: "test".into(),
        cards: vec![card("imp", "character", &[])].into(),
        ..Package::default()
    });
    let found = evaluate_rules(&library);
    let messages: Vec<&str> = found.iter().map(|violation| violation.message.as_str()).collect();
    assert_eq!(messages, ["imp"]);
}

#[test]
fn a_rule_for_the_set_sees_its_cards() {
    let condition = compare(
        query("count", &[("cards", select("set-cards", None))]),
        BinaryOp::AtLeast,
        int(100),
    );
    let found = violations(vec![rule(
        "many",
        "set",
        vec![require(condition, "few in {0}", vec![of_it("name")])],
    )]);
    assert_eq!(found[0].message, "few in test");
    assert_eq!(found[0].at.entity, "");
}

#[test]
fn a_rule_that_compares_everything_with_everything_is_stopped() {
    let mut library = small_library(vec![]);
    let more = (0..10_000).map(|number| card(&format!("card-{number}"), "character", &[]));
    library.packages[0].cards.extend(more);
    let pairs = query(
        "count",
        &[("cards", select("cards", Some(compare(of_it("number"), BinaryOp::Equal, int(7)))))],
    );
    library.packages[0].rules = vec![rule(
        "pairs",
        "card",
        vec![require(compare(pairs, BinaryOp::AtMost, int(1)), "", vec![])],
    )];
    let found = evaluate_rules(&library);
    assert!(found.iter().any(|violation| violation.message.contains("was stopped")));
}

#[test]
fn ten_thousand_cards_and_fifty_decks_are_judged() {
    let per_card = |name: &str| {
        let args = [("cards", select("cards", None)), ("field", word(name))];
        require(compare(query("alike", &args), BinaryOp::AtMost, int(1)), "", vec![])
    };
    let per_line = vec![Statement::ForEach {
        selection: select("dungeon-cards", Some(compare(of_it("cost"), BinaryOp::AtMost, int(9)))),
        body: vec![require(
            compare(of_it("copies"), BinaryOp::AtMost, format_field("copies")),
            "",
            vec![],
        )],
    }];
    let mut rules = vec![
        rule("number", "card", vec![per_card("number")]),
        rule("alias", "card", vec![per_card("spellings")]),
        rule("copies", "deck", per_line),
    ];
    for number in 0..20 {
        let condition = compare(of_it("cost"), BinaryOp::AtMost, int(9));
        rules.push(rule(&format!("cost-{number}"), "card", vec![require(condition, "", vec![])]));
    }
    let mut library = small_library(rules);
    let package = &mut library.packages[0];
    package.cards = (0..10_000)
        .map(|number| {
            let fields = [("cost", Value::Int(number % 4)), ("number", Value::Int(number))];
            card(&format!("card-{number}"), "character", &fields)
        })
        .collect();
    let deck = package.decks.remove(0);
    for number in 0..50 {
        let mut deck = Entity { id: format!("deck-{number}"), ..(*deck).clone() };
        let lines: Vec<String> =
            (0..80).map(|line| format!("card-{}", number * 80 + line)).collect();
        let lines: Vec<(u32, &str)> = lines.iter().map(|id| (1, id.as_str())).collect();
        deck.lists.insert("dungeon".into(), list(&lines));
        package.decks.push(deck);
    }
    let found = evaluate_rules(&library);
    assert!(found.iter().all(|violation| violation.rule.is_none()));
}
