//! Tests of generated text on a small game built by hand; the shipped cards have their own.

use cardwright_model::{
    Arg, BinaryOp, Choice, Clause, Entity, EnumDecl, EnumValue, Expr, FieldDecl, FieldType,
    Keyword, KeywordUse, Kind, Library, ModifyOp, Package, Param, Statement, Value, Wording,
};

use super::{Missing, generate};

fn int(value: i64) -> Expr {
    Expr::Int { value }
}

fn var(name: &str) -> Expr {
    Expr::Var { name: name.into() }
}

fn args(args: &[(&str, Expr)]) -> Vec<Arg> {
    args.iter().map(|(name, value)| Arg { name: (*name).into(), value: value.clone() }).collect()
}

fn query(name: &str, with: &[(&str, Expr)]) -> Expr {
    Expr::Query { name: name.into(), args: args(with) }
}

fn select(source: &str, filter: Option<Expr>) -> Expr {
    Expr::Select { source: source.into(), args: vec![], filter: filter.map(Box::new) }
}

fn call(verb: &str, with: &[(&str, Expr)]) -> Statement {
    Statement::Call { verb: verb.into(), args: args(with) }
}

fn binary(left: Expr, operator: BinaryOp, right: Expr) -> Expr {
    Expr::Binary { operator, left: Box::new(left), right: Box::new(right) }
}

fn modify(subject: Option<Expr>, amount: Expr, condition: Option<Expr>) -> Statement {
    Statement::Modify {
        stat: "power".into(),
        subject,
        operation: ModifyOp::Add,
        amount,
        condition,
        until: None,
    }
}

fn choose(count: i64, from: Expr, body: Vec<Statement>) -> Statement {
    Statement::Choose { count: int(count), up_to: false, from, body }
}

/// A game with a handful of wordings and one kind.
fn game() -> Package {
    let wordings = [
        ("verb draw", "draw {count|a card|{count} cards}"),
        ("verb wound", "deal {count|1 Wound|{count} Wounds} to {card}"),
        ("verb lock", "lock {card}"),
        ("verb reset", "reset {card:group} to {card|its|their} place"),
        ("event enter", "when this enters"),
        ("event slain", "when {victim} dies"),
        ("stat power", "Power"),
        ("selection characters", "~Character~|~Characters~"),
        ("selection adventurers", "Adventurer|Adventurers|they|them"),
        ("selection self", "this"),
        ("query count", "#the number of {cards}"),
        ("query wounds", "#the Wounds on {card}"),
        ("filter type", "={n}|is {n:a}"),
        ("filter has", "with {keyword}|has {keyword}|without {keyword}|lacks {keyword}"),
        ("filter cost", "of Cost {n}|costs {n}"),
        ("word on", "{event}{condition?, if {condition}}, {body}"),
        ("word when", "{statement} if {condition}"),
        ("word then", ", then "),
        ("word and", "and"),
        ("word or", "or"),
        ("word each", "each {noun}"),
        ("word each-of", "each of {count} {noun}"),
        ("word group", "{count} {noun}"),
        ("word there-is", "there is {noun}"),
        ("word there-is-no", "there is no {noun}"),
        ("word there-are-at-least", "there are {n} or more {noun}"),
        ("word at-most", "{n} or less"),
        ("word at-least", "{n} or more"),
        ("word is", "{left} is {right}"),
        ("word minus", "{left} minus {right}"),
        ("word modify-add", "{subject} {subject|gets|get} {amount} {stat}"),
        ("word modify-game-add", "{amount} to your {stat}"),
        ("word for-each", "{statement} for each {noun}"),
        ("word where", "{statement}, where {definitions}"),
        ("word x-is", "{x} is {value}"),
        ("word choose-one", "choose one: {options}"),
        ("word option-or", "; or "),
        ("word option-if", "{body} (if {condition})"),
        ("word victim", "~card~|~cards~"),
        ("word then-line", "+ {body}"),
        ("word contribution-power", "{power} [power]{damage? ({damage})}"),
        ("word window-late", "Play late."),
    ];
    let field = |name: &str, field_type: FieldType| FieldDecl {
        name: name.into(),
        field_type,
        optional: true,
        default: None,
        note: None,
    };
    let value = |id: &str, name: &str| EnumValue {
        id: id.into(),
        name: name.into(),
        ..EnumValue::default()
    };
    let base = cardwright_model::ClauseDecl {
        name: "base".into(),
        params: vec![],
        shape: cardwright_model::ClauseShape::Effect,
        fields: vec![
            field("power", FieldType::Formula { range: None }),
            field(
                "damage",
                FieldType::List { of: Box::new(FieldType::Enum { id: "damage".into() }) },
            ),
        ],
        clauses: vec![],
        note: None,
    };
    let drain = Keyword {
        id: "drain".into(),
        name: "Drain".into(),
        params: vec![Param {
            name: "n".into(),
            field_type: FieldType::Int { range: None },
            default: None,
        }],
        wording: "Drain {n}".into(),
        reminder: "Burn {n|1 card|{n} cards}.".into(),
        ..Keyword::default()
    };
    Package {
        name: "game".into(),
        wordings: wordings
            .iter()
            .map(|(of, text)| Wording {
                of: (*of).into(),
                text: (*text).into(),
                ..Wording::default()
            })
            .collect(),
        enums: vec![
            EnumDecl {
                id: "type".into(),
                values: vec![value("undead", "Undead"), value("imp", "Imp")],
                ..EnumDecl::default()
            },
            EnumDecl {
                id: "damage".into(),
                values: vec![value("fire", "Fire"), value("cold", "Cold")],
                ..EnumDecl::default()
            },
        ],
        kinds: vec![Kind {
            id: "thing".into(),
            name: "Thing".into(),
            fields: vec![
                field("power", FieldType::Formula { range: None }),
                field("window", FieldType::Enum { id: "window".into() }),
            ],
            clauses: vec![base],
            ..Kind::default()
        }],
        keywords: vec![drain],
        ..Package::default()
    }
}

fn worded(card: Entity) -> (Vec<String>, Vec<Missing>) {
    let library = Library { packages: vec![game()] };
    let mut package = Package { name: "cards".into(), cards: vec![card], ..Package::default() };
    let missing = generate(&library, &mut package);
    let lines = package.cards[0].text.iter().flat_map(|block| {
        block.paragraphs.iter().map(|runs| {
            let words: String = runs.iter().map(cardwright_model::Run::plain).collect();
            format!("{}: {words}", block.role)
        })
    });
    (lines.collect(), missing)
}

fn thing(effects: Vec<Statement>) -> Entity {
    Entity { id: "it".into(), kind: "thing".into(), effects, ..Entity::default() }
}

/// The text of one effect; every wording it needs must be there.
fn text(effect: Statement) -> String {
    let (lines, missing) = worded(thing(vec![effect]));
    assert_eq!(missing, []);
    lines.join(" ").replacen("rules: ", "", 1)
}

#[test]
fn numbers_choose_singular_and_plural() {
    assert_eq!(text(call("draw", &[("count", int(1))])), "Draw a card.");
    assert_eq!(text(call("draw", &[("count", int(3))])), "Draw 3 cards.");
}

#[test]
fn the_first_mention_names_a_chosen_card_and_later_ones_use_a_pronoun() {
    let both = || vec![call("wound", &[("card", var("it"))]), call("lock", &[("card", var("it"))])];
    let one = choose(1, select("adventurers", None), both());
    assert_eq!(text(one), "Deal 1 Wound to an Adventurer, then lock them.");
    let two = choose(2, select("characters", None), both());
    assert_eq!(text(two), "Deal 1 Wound to each of 2 Characters, then lock them.");
    let each = Statement::ForEach { selection: select("characters", None), body: both() };
    assert_eq!(text(each), "Deal 1 Wound to each Character, then lock it.");
}

#[test]
fn several_at_once_are_a_group() {
    let reset = |count| {
        choose(count, select("characters", None), vec![call("reset", &[("card", var("it"))])])
    };
    assert_eq!(text(reset(1)), "Reset a Character to its place.");
    assert_eq!(text(reset(2)), "Reset 2 Characters to their place.");
}

#[test]
fn filters_become_part_of_the_noun() {
    let undead = Expr::Symbol { domain: "type".into(), id: "undead".into() };
    let type_filter = binary(query("type", &[("card", var("it"))]), BinaryOp::Has, undead);
    let cheap = binary(query("cost", &[("card", var("it"))]), BinaryOp::Less, int(3));
    let both = binary(type_filter, BinaryOp::And, cheap);
    let wound = vec![call("wound", &[("card", var("it"))])];
    let chosen = choose(1, select("characters", Some(both)), wound);
    assert_eq!(text(chosen), "Deal 1 Wound to an Undead of Cost 2 or less.");
}

#[test]
fn amounts_have_signs_and_count_for_each() {
    let all = || Some(select("characters", None));
    assert_eq!(text(modify(all(), int(-1), None)), "Each Character gets −1 Power.");
    assert_eq!(text(modify(None, int(2), None)), "+2 to your Power.");
    let count = query("count", &[("cards", select("adventurers", None))]);
    let twice = binary(int(2), BinaryOp::Multiply, count.clone());
    assert_eq!(
        text(modify(Some(var("self")), twice, None)),
        "This gets +2 Power for each Adventurer."
    );
    let less = binary(count, BinaryOp::Subtract, int(1));
    assert_eq!(
        text(modify(Some(var("self")), less, None)),
        "This gets +X Power, where X is the number of Adventurers minus 1."
    );
}

#[test]
fn conditions_are_clauses_and_their_opposites() {
    let any = query("any", &[("cards", select("characters", None))]);
    let not =
        Expr::Unary { operator: cardwright_model::UnaryOp::Not, value: Box::new(any.clone()) };
    assert_eq!(text(modify(None, int(1), Some(any))), "+1 to your Power if there is a Character.");
    assert_eq!(text(modify(None, int(1), Some(not))), "+1 to your Power if there is no Character.");
    let count = query("count", &[("cards", select("adventurers", None))]);
    let many = binary(count, BinaryOp::Greater, int(2));
    assert_eq!(
        text(modify(None, int(1), Some(many))),
        "+1 to your Power if there are 3 or more Adventurers."
    );
}

#[test]
fn what_a_condition_says_of_the_victim_is_part_of_the_event() {
    let imp = Expr::Symbol { domain: "type".into(), id: "imp".into() };
    let condition = binary(query("type", &[("card", var("victim"))]), BinaryOp::Has, imp);
    let on = Statement::On {
        event: "slain".into(),
        condition: Some(condition),
        body: vec![call("lock", &[("card", var("victim"))])],
        limit: None,
    };
    assert_eq!(text(on), "When an Imp dies, lock it.");
}

#[test]
fn options_are_joined_and_say_their_conditions() {
    let any = query("any", &[("cards", select("adventurers", None))]);
    let options = Statement::ChooseOption {
        options: vec![
            Choice {
                label: "Draw".into(),
                condition: None,
                body: vec![call("draw", &[("count", int(1))])],
            },
            Choice { label: "Rest".into(), condition: Some(any), body: vec![] },
        ],
    };
    assert_eq!(text(options), "Choose one: draw a card; or rest (if there is an Adventurer).");
}

#[test]
fn keywords_have_a_line_with_reminder_and_then_parts() {
    let card = Entity {
        keywords: vec![KeywordUse {
            keyword: "drain".into(),
            args: args(&[("n", int(2))]),
            then: vec![call("draw", &[("count", int(1))])],
        }],
        ..thing(vec![])
    };
    let (lines, missing) = worded(card);
    assert_eq!(lines, ["keyword: Drain 2 (Burn 2 cards.)", "keyword: + Draw a card."]);
    assert_eq!(missing, []);
}

#[test]
fn a_block_says_its_contribution_its_window_and_its_effects() {
    let fire =
        Value::List(vec![Value::Ref { id: "fire".into() }, Value::Ref { id: "cold".into() }]);
    let base = Clause {
        clause: "base".into(),
        fields: [("power".into(), Value::Int(2)), ("damage".into(), fire)].into(),
        effects: vec![call("draw", &[("count", int(1))])],
        ..Clause::default()
    };
    let mut card = Entity { clauses: vec![base], ..thing(vec![]) };
    card.fields.insert("window".into(), Value::Ref { id: "late".into() });
    let (lines, missing) = worded(card);
    assert_eq!(lines, ["base: +2 Power (Fire/Cold)", "base: Play late. Draw a card."]);
    assert_eq!(missing, []);
}

#[test]
fn a_formula_says_what_x_is() {
    let mut card = thing(vec![]);
    let count = query("count", &[("cards", select("characters", None))]);
    card.fields.insert("power".into(), Value::Formula { formula: count });
    assert_eq!(worded(card).0, ["rules: X is the number of Characters."]);
}

#[test]
fn a_text_of_ones_own_replaces_what_is_generated() {
    let mut card = thing(vec![call("draw", &[("count", int(1))])]);
    card.fields.insert("text".into(), Value::Text("Take *one* card.\n\n[power] Or not.".into()));
    assert_eq!(worded(card).0, ["rules: Take one card.", "rules: Power Or not."]);
}

#[test]
fn a_missing_wording_is_reported_once_and_never_blank() {
    let effects = vec![call("sing-loud", &[]), call("sing-loud", &[])];
    let (lines, missing) = worded(thing(effects));
    assert_eq!(lines, ["rules: Sing loud.", "rules: Sing loud."]);
    let expected = Missing { category: "verb".into(), name: "sing-loud".into(), card: "it".into() };
    assert_eq!(missing, [expected]);
}

#[test]
fn a_package_may_reword_what_it_builds_on() {
    let library = Library { packages: vec![game()] };
    let reworded =
        Wording { of: "verb draw".into(), text: "take {count}".into(), ..Wording::default() };
    let mut package = Package {
        name: "cards".into(),
        cards: vec![thing(vec![call("draw", &[("count", int(2))])])],
        wordings: vec![reworded],
        ..Package::default()
    };
    generate(&library, &mut package);
    assert_eq!(package.cards[0].text[0].paragraphs[0][0].plain(), "Take 2.");
}

#[test]
fn names_that_lead_back_to_themselves_end() {
    let one = Statement::Let { name: "a".into(), value: var("b") };
    let two = Statement::Let { name: "b".into(), value: var("a") };
    let three = Statement::Let { name: "a".into(), value: binary(var("a"), BinaryOp::Add, int(1)) };
    let on = Statement::On {
        event: "enter".into(),
        condition: None,
        body: vec![one, two, three, call("draw", &[("count", var("b"))])],
        limit: None,
    };
    let (lines, _) = worded(thing(vec![on]));
    assert_eq!(lines.len(), 1);
}
