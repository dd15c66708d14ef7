//! Everything the model can express survives JSON and CBOR unchanged.

use cardwright_model::{
    Arg, BinaryOp, Chooser, Clause, Entity, Expr, KeywordUse, ListEntry, ModifyOp, Package, Pool,
    Provenance, Run, Statement, TextBlock, UnaryOp, Value,
};
use proptest::prelude::*;

fn id() -> impl Strategy<Value = String> {
    "[a-z][a-z0-9-]{0,8}"
}

/// Any text a designer may type, including quotes, accents and control characters.
fn text() -> impl Strategy<Value = String> {
    any::<String>()
}

fn expression() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(|value| Expr::Int { value }),
        any::<bool>().prop_map(|value| Expr::Bool { value }),
        text().prop_map(|value| Expr::Text { value }),
        (any::<i64>(), id()).prop_map(|(value, unit)| Expr::Quantity { value, unit }),
        (id(), id()).prop_map(|(domain, id)| Expr::Symbol { domain, id }),
        id().prop_map(|id| Expr::Kind { id }),
        id().prop_map(|id| Expr::Zone { id }),
        id().prop_map(|name| Expr::Var { name }),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let args = prop::collection::vec(argument(inner.clone()), 0..3).boxed();
        prop_oneof![
            (id(), args.clone()).prop_map(|(name, args)| Expr::Query { name, args }),
            (id(), args.clone()).prop_map(|(id, with)| Expr::Card { id, with }),
            (id(), args.clone()).prop_map(|(id, args)| Expr::Keyword { id, args }),
            (id(), args, prop::option::of(inner.clone())).prop_map(|(source, args, filter)| {
                Expr::Select { source, args, filter: filter.map(Box::new) }
            }),
            (inner.clone(), id()).prop_map(|(of, name)| Expr::Member { of: Box::new(of), name }),
            inner
                .clone()
                .prop_map(|value| Expr::Unary { operator: UnaryOp::Not, value: Box::new(value) }),
            (inner.clone(), inner.clone()).prop_map(|(left, right)| Expr::Binary {
                operator: BinaryOp::AtLeast,
                left: Box::new(left),
                right: Box::new(right),
            }),
            prop::collection::vec(inner, 0..3).prop_map(|items| Expr::Set { items }),
        ]
    })
}

fn argument(value: impl Strategy<Value = Expr>) -> impl Strategy<Value = Arg> {
    (id(), value).prop_map(|(name, value)| Arg { name, value })
}

fn statement() -> impl Strategy<Value = Statement> {
    let args = || prop::collection::vec(argument(expression()), 0..3);
    let leaf = prop_oneof![
        (id(), args()).prop_map(|(verb, args)| Statement::Call { verb, args }),
        (id(), prop::option::of(expression()), expression(), prop::option::of(id())).prop_map(
            |(stat, subject, amount, until)| Statement::Modify {
                stat,
                subject,
                operation: ModifyOp::Add,
                amount,
                condition: None,
                until,
            }
        ),
        (id(), expression()).prop_map(|(name, value)| Statement::Let { name, value }),
        text().prop_map(|note| Statement::Todo { note }),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let body = prop::collection::vec(inner, 0..3);
        prop_oneof![
            (id(), prop::option::of(expression()), body.clone(), prop::option::of(expression()))
                .prop_map(|(event, condition, body, limit)| Statement::On {
                    event,
                    condition,
                    body,
                    limit,
                    per_game: false,
                    once: false,
                    until: None
                }),
            (expression(), body.clone(), body.clone()).prop_map(|(condition, then, otherwise)| {
                Statement::If { condition, then, otherwise }
            }),
            (expression(), any::<bool>(), expression(), body).prop_map(
                |(count, up_to, from, body)| {
                    let by = Chooser::You;
                    Statement::Choose { by, count, up_to, from, body }
                }
            ),
        ]
    })
}

fn value() -> impl Strategy<Value = Value> {
    let pool = (prop::collection::btree_map(id(), any::<i64>(), 0..3), any::<i64>())
        .prop_map(|(dice, bonus)| Value::Pool { pool: Pool { dice, bonus } });
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        text().prop_map(Value::Text),
        id().prop_map(|id| Value::Ref { id }),
        (any::<i64>(), id()).prop_map(|(quantity, unit)| Value::Quantity { quantity, unit }),
        expression().prop_map(|formula| Value::Formula { formula }),
        (id(), prop::option::of(any::<i64>())).prop_map(|(die, face)| Value::Die { die, face }),
        (any::<i64>(), prop::option::of(any::<i64>()))
            .prop_map(|(min, max)| Value::Range { min, max }),
        pool,
    ];
    leaf.prop_recursive(2, 8, 3, |inner| prop::collection::vec(inner, 0..3).prop_map(Value::List))
}

fn entity() -> impl Strategy<Value = Entity> {
    let fields = || prop::collection::btree_map(id(), value(), 0..4);
    let keyword = (id(), prop::collection::vec(argument(expression()), 0..2))
        .prop_map(|(keyword, args)| KeywordUse { keyword, args, then: Vec::new() });
    let clause = (id(), fields(), prop::collection::vec(statement(), 0..2)).prop_map(
        |(clause, fields, effects)| Clause { clause, fields, effects, ..Clause::default() },
    );
    let run = prop_oneof![
        text().prop_map(|text| Run::Text { text }),
        (id(), text()).prop_map(|(id, alt)| Run::Icon { id, alt }),
        (id(), 1..9i64, text())
            .prop_map(|(die, count, text)| Run::Dice { dice: [(die, count)].into(), text }),
    ];
    let block = (id(), prop::collection::vec(prop::collection::vec(run, 0..3), 0..2)).prop_map(
        |(role, paragraphs)| TextBlock { role, keys: Vec::new(), label: None, paragraphs },
    );
    let lists = prop::collection::btree_map(
        id(),
        prop::collection::vec(
            (any::<u32>(), id()).prop_map(|(count, card)| ListEntry { count, card }),
            0..3,
        ),
        0..2,
    );
    let head = (id(), text(), id(), prop::option::of(id()), prop::option::of(text()));
    let body = (
        fields(),
        prop::collection::vec(keyword, 0..3),
        prop::collection::vec(clause, 0..2),
        prop::collection::vec(statement(), 0..3),
        lists,
        prop::collection::vec(block, 0..2),
    );
    (head, body).prop_map(
        |((id, name, kind, target, note), (fields, keywords, clauses, effects, lists, text))| {
            Entity {
                provenance: Provenance { package: id.clone(), file: name.clone(), line: 7 },
                id,
                name,
                kind,
                target,
                note,
                fields,
                keywords,
                clauses,
                effects,
                lists,
                text,
                ..Entity::default()
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_package_survives_json_and_cbor(
        cards in prop::collection::vec(entity(), 0..4),
        records in prop::collection::vec(entity(), 0..2),
        title in prop::option::of(text()),
    ) {
        let package = Package { name: "x".into(), title, cards: cards.into(), records: records.into(), ..Package::default() };
        let json = serde_json::to_vec(&package).expect("it can be written");
        prop_assert_eq!(&serde_json::from_slice::<Package>(&json).expect("it can be read"), &package);
        let mut cbor = Vec::new();
        ciborium::into_writer(&package, &mut cbor).expect("it can be written");
        prop_assert_eq!(&ciborium::from_reader::<Package, _>(cbor.as_slice()).expect("it can be read"), &package);
    }
}

#[test]
fn unknown_fields_are_refused() {
    let package = Package { name: "x".into(), ..Package::default() };
    let mut json = serde_json::to_value(&package).expect("it can be written");
    json["flavour"] = serde_json::Value::from("new");
    assert!(serde_json::from_value::<Package>(json).is_err());
}
