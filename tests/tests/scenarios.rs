//! Every scenario test in the content passes, and every finished card can be played.

use cardwright_games::{GAMES, MODULES};
use std::path::Path;

use cardwright_check::{CheckedPackage, Project, check};
use cardwright_crawler::Crawler;
use cardwright_engine::Module;
use cardwright_engine::OpenError;
use cardwright_engine::scenario::Verdict;
use cardwright_model::Library;

/// The packages of a folder that check without errors.
fn packages(folder: &str) -> Vec<CheckedPackage> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let project =
        Project::load(cardwright_tests::disk(), &folder).expect("the content can be read");
    let checked = check(&project, GAMES);
    checked.packages
}

/// The repository's content, and small packages that test the meaning of effects.
fn all_packages() -> Vec<CheckedPackage> {
    let mut all = packages("../content");
    all.extend(packages("semantics"));
    all
}

#[test]
fn every_scenario_passes() {
    let filter = std::env::var("SCENARIO").unwrap_or_default();
    let mut failed = Vec::new();
    let mut passed = 0;
    for package in all_packages() {
        let library = &package.library;
        let Some(own) = library.packages.last() else { continue };
        let scenarios: Vec<_> = own
            .scenarios
            .iter()
            .filter(|scenario| scenario.id.as_deref().unwrap_or("").contains(&filter))
            .collect();
        for report in MODULES
            .open(library)
            .expect("the content can be played")
            .run_scenarios(library, &scenarios)
        {
            let Verdict::Failed { line, source, message, values } = &report.verdict else {
                passed += 1;
                continue;
            };
            let name = report.id.as_deref().unwrap_or(&report.name);
            let values = values
                .as_ref()
                .map(|(left, right)| format!(" (left {left}, right {right})"))
                .unwrap_or_default();
            failed.push(format!("{name} {}:{line} `{source}`: {message}{values}", report.file));
        }
    }
    println!("{passed} passed");
    assert!(failed.is_empty(), "{} failed, {passed} passed\n{}", failed.len(), failed.join("\n"));
    assert!(passed > 0 || !filter.is_empty(), "there are no scenarios");
}

#[test]
fn every_card_of_the_content_can_be_played() {
    for package in all_packages() {
        if package.library.game().is_none_or(|game| game.engine != "crawler") {
            continue;
        }
        let game = Crawler::open(&package.library).expect("the content can be played");
        assert_eq!(game.unfinished().collect::<Vec<_>>(), Vec::<&str>::new(), "unfinished");
    }
}

#[test]
fn a_library_without_a_game_or_for_another_engine_is_refused() {
    let refused = |library: &Library| MODULES.open(library).err();
    assert_eq!(refused(&Library::default()), Some(OpenError::NoGame));
    let mut library = all_packages().remove(0).library;
    for game in library.packages.iter_mut().filter_map(|package| package.definition.as_mut()) {
        game.engine = "chess".to_owned();
    }
    assert_eq!(refused(&library), Some(OpenError::UnknownEngine("chess".to_owned())));
}
