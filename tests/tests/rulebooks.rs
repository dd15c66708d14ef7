//! The rulebooks of the content: every game and expansion has one, and its numbers lead somewhere.

use std::collections::BTreeMap;
use std::path::Path;

use cardwright_check::{Project, check};
use cardwright_games::GAMES;
use cardwright_model::{Entity, Library, Value};

fn libraries() -> Vec<Library> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let project =
        Project::load(cardwright_tests::disk(), &folder).expect("the content can be read");
    check(&project, GAMES).packages.into_iter().map(|package| package.library).collect()
}

fn chapters(library: &Library) -> impl Iterator<Item = &Entity> {
    let records = library.packages.iter().flat_map(|package| &package.records);
    records.filter(|record| record.kind == "chapter")
}

fn number(of: Option<&Value>) -> i64 {
    of.and_then(Value::as_int).expect("a number")
}

#[test]
fn every_package_has_a_chapter_of_its_own() {
    for library in libraries() {
        let own = library.packages.last().expect("a package");
        let chapters = own.records.iter().filter(|record| record.kind == "chapter").count();
        assert!(chapters > 0, "{} has no rulebook", own.name);
    }
}

#[test]
fn a_number_means_one_rule() {
    let mut rules = 0;
    for library in libraries() {
        let name = &library.packages.last().expect("a package").name;
        let mut known: BTreeMap<i64, &str> = BTreeMap::new();
        for chapter in chapters(&library) {
            let place = number(chapter.fields.get("number"));
            if let Some(other) = known.insert(place, &chapter.id) {
                panic!("{name}: {other} and {} are both chapter {place}", chapter.id);
            }
            let numbers: Vec<i64> =
                chapter.clauses.iter().map(|rule| number(rule.args.get("number"))).collect();
            let expected: Vec<i64> = (1..=numbers.len() as i64).collect();
            assert_eq!(numbers, expected, "{name}: the rules of {}", chapter.id);
            rules += numbers.len();
        }
    }
    assert!(rules > 1000, "only {rules} rules were looked at");
}
