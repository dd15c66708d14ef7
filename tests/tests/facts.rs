//! What games read from content, they read by name: the order in which an enum lists its values
//! means nothing, and the numbers of the rules are those of the content.

use std::path::Path;

use cardwright_check::{Project, check};
use cardwright_engine::bot::BotKind;
use cardwright_engine::scenario::Verdict;
use cardwright_engine::seating::{Seating, Wishes, seatings_of};
use cardwright_engine::simulate::Simulation;
use cardwright_games::{GAMES, MODULES};
use cardwright_model::{Library, Value};

/// Every package of the content with those it builds on.
fn libraries() -> Vec<Library> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let project =
        Project::load(cardwright_tests::disk(), &folder).expect("the content can be read");
    check(&project, GAMES).packages.into_iter().map(|package| package.library).collect()
}

/// Whether each scenario of the last package passes; `None` if the library cannot be played.
fn verdicts(library: &Library) -> Option<Vec<bool>> {
    let own = library.packages.last().expect("a library has a package");
    let scenarios: Vec<_> = own.scenarios.iter().collect();
    let reports = MODULES.open(library).ok()?.run_scenarios(library, &scenarios);
    Some(reports.iter().map(|report| matches!(report.verdict, Verdict::Passed)).collect())
}

/// How a few games of every format go, played at random.
fn games(library: &Library) -> Vec<(Vec<u32>, u64)> {
    let wishes = Wishes { formats: &[], decks: &[], seats: &[] };
    let (tables, _) = seatings_of(library, wishes, false);
    let Ok(game) = MODULES.open(library) else { return Vec::new() };
    let play = |table: &Seating| {
        let simulation = Simulation {
            format: table.format.clone(),
            decks: table.decks.clone(),
            bots: vec![BotKind::Random; table.decks.len()],
            games: 3,
            seed: 5,
            inspect_every: 0,
            habits: Vec::new(),
        };
        let report = game.simulate(&simulation, &|| ());
        (report.wins, report.total_decisions)
    };
    tables.iter().take(8).map(play).collect()
}

fn name(library: &Library) -> &str {
    library.packages.last().map_or("", |package| &package.name)
}

#[test]
fn the_order_of_the_values_of_an_enum_means_nothing() {
    let mut wrong = Vec::new();
    let mut enums = 0;
    for library in libraries() {
        let usual = verdicts(&library);
        for package in 0..library.packages.len() {
            for place in 0..library.packages[package].enums.len() {
                let mut turned = library.clone();
                let declared = &mut turned.packages[package].enums[place];
                if declared.values.len() < 2 {
                    continue;
                }
                enums += 1;
                let id = declared.id.clone();
                declared.values.reverse();
                if verdicts(&turned) != usual {
                    wrong.push(format!("{}: {id} backwards", name(&library)));
                }
                let declared = &mut turned.packages[package].enums[place];
                declared.values.rotate_left(1);
                if verdicts(&turned) != usual {
                    wrong.push(format!("{}: {id} backwards, the last first", name(&library)));
                }
            }
        }
    }
    assert!(enums > 60, "only {enums} enums were tried");
    assert!(wrong.is_empty(), "the order matters:\n{}", wrong.join("\n"));
}

#[test]
fn a_number_of_the_rules_that_changes_changes_play() {
    let mut idle = Vec::new();
    let mut numbers = 0;
    for library in libraries() {
        let Some(game) = library.packages.last().and_then(|own| own.definition.clone()) else {
            continue;
        };
        let (usual, usual_games) = (verdicts(&library), games(&library));
        let with = |setting: &str, number: i64| {
            let mut other = library.clone();
            let own = other.packages.last_mut().and_then(|own| own.definition.as_mut());
            let own = own.expect("the game is defined here");
            own.settings.insert(setting.to_owned(), Value::Int(number));
            other
        };
        for (setting, value) in &game.settings {
            let Value::Int(number) = value else { continue };
            numbers += 1;
            let others = [number + 1, number - 1, 0].map(|number| with(setting, number));
            let is_noticed = others.iter().any(|other| verdicts(other) != usual)
                || others.iter().any(|other| games(other) != usual_games);
            if !is_noticed {
                idle.push(format!("{}: {setting}", name(&library)));
            }
        }
    }
    assert!(numbers > 20, "only {numbers} numbers were tried");
    assert!(idle.is_empty(), "nobody notices another number:\n{}", idle.join("\n"));
}
