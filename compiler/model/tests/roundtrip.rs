//! Dice, maps and the scenarios about them survive being written as JSON and read again.

use std::collections::BTreeMap;

use cardwright_model::{
    Bonus, Die, EdgeSide, Face, Map, MapForm, Package, Pool, Scenario, ScenarioMap, Step, Throws,
    Value,
};

fn round_trip<T>(thing: &T)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let text = serde_json::to_string(thing).expect("it can be written");
    let read: T = serde_json::from_str(&text).expect("it can be read");
    assert_eq!(&read, thing, "{text}");
}

fn map(form: MapForm, rows: &[&str]) -> Map {
    let legend = [('.', "floor"), ('#', "wall"), ('D', "door")];
    Map {
        form,
        rows: rows.iter().map(|row| (*row).to_owned()).collect(),
        legend: legend.map(|(mark, value)| (mark, vec![value.to_owned()])).into(),
    }
}

#[test]
fn values_of_every_sort_are_told_apart() {
    let pool = Pool { dice: BTreeMap::from([("blue".to_owned(), 2)]), bonus: -1 };
    let values = [
        Value::Bool(true),
        Value::Int(-3),
        Value::Text("x".to_owned()),
        Value::Ref { id: "goblin".to_owned() },
        Value::Quantity { quantity: 3, unit: "mm".to_owned() },
        Value::Pool { pool: pool.clone() },
        Value::Pool { pool: Pool::default() },
        Value::Die { die: "blue".to_owned(), face: None },
        Value::Die { die: "blue".to_owned(), face: Some(3) },
        Value::Range { min: 2, max: Some(4) },
        Value::Range { min: 2, max: None },
        Value::Map { map: map(MapForm::Squares, &["#D#", "#.#"]) },
        Value::List(vec![Value::Int(1), Value::Range { min: 1, max: None }]),
    ];
    for value in &values {
        round_trip(value);
    }
    round_trip(&Bonus { to: "ARM".to_owned(), amount: pool });
}

#[test]
fn dice_and_scenarios_come_back() {
    let star = Face { number: 0, symbols: BTreeMap::from([("star".to_owned(), 2)]) };
    let die = Die {
        id: "blue".to_owned(),
        name: "Blue".to_owned(),
        code: "B".to_owned(),
        faces: vec![Face::default(), star.clone()],
        ..Die::default()
    };
    assert!(die.faces[0].is_blank());
    assert_eq!(die.faces[1].count("star"), 2);
    let steps = vec![Step::Seeds { from: 0, to: 9, steps: Vec::new(), line: 3 }];
    let scenario = Scenario {
        name: "a test".to_owned(),
        map: Some(ScenarioMap {
            map: map(MapForm::Squares, &["#D#", "#.#"]),
            figures: BTreeMap::new(),
        }),
        dice: vec![Throws { by: Some("mage".to_owned()), faces: vec![star] }],
        steps,
        ..Scenario::default()
    };
    round_trip(&Package {
        dice: vec![die],
        scenarios: vec![scenario].into(),
        ..Package::default()
    });
}

#[test]
fn squares_and_edges_are_read_from_the_drawing() {
    let squares = map(MapForm::Squares, &["#D#", "#. "]);
    assert_eq!((squares.width(), squares.height()), (3, 2));
    assert_eq!(squares.square(1, 0), Some(&["door".to_owned()][..]));
    assert_eq!(squares.square(2, 1), None, "a space is no square");
    assert_eq!(squares.square(3, 0), None, "outside");
    assert!(squares.edges().is_empty());

    let edges = map(MapForm::Edges, &["+#+#+", "#. .#", "+ +#+", "#.D.#", "+#+#+"]);
    assert_eq!((edges.width(), edges.height()), (2, 2));
    assert_eq!(edges.squares().count(), 4);
    let found: Vec<_> = edges
        .edges()
        .iter()
        .map(|edge| (edge.x, edge.y, edge.side, edge.values[0].clone()))
        .collect();
    assert!(found.contains(&(1, 1, EdgeSide::West, "door".to_owned())), "{found:?}");
    assert!(found.contains(&(1, 1, EdgeSide::North, "wall".to_owned())), "{found:?}");
    assert!(!found.iter().any(|(x, y, side, _)| (*x, *y, *side) == (1, 0, EdgeSide::West)));
    assert_eq!(found.len(), 10, "eight on the border, two inside: {found:?}");
}

#[test]
fn pools_print_themselves() {
    let pool =
        Pool { dice: BTreeMap::from([("blue".to_owned(), 2), ("red".to_owned(), 1)]), bonus: 2 };
    assert_eq!(pool.to_string(), "2 blue, 1 red, +2");
    assert_eq!(Pool::default().to_string(), "0");
}
