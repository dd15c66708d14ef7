//! How long a cold check of a large project takes.

use cardwright_games::GAMES;
use std::fmt::Write;
use std::hint::black_box;

use cardwright_check::project::MemoryPackage;
use cardwright_check::{Cache, Project, check, check_with};
use criterion::{Criterion, criterion_group, criterion_main};

/// Cards in the generated project.
const CARDS: usize = 10_000;
/// Cards in one file.
const IN_FILE: usize = 250;

fn large() -> Project {
    let read = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/suite/game/");
        std::fs::read_to_string(format!("{folder}{name}")).expect("the game can be read")
    };
    let game = MemoryPackage {
        root: "game".into(),
        manifest: read("cardwright.toml"),
        files: vec![("game.card".into(), read("game.card"))],
        ..MemoryPackage::default()
    };
    let files =
        (0..CARDS / IN_FILE).map(|file| (format!("cards-{file}.card"), cards(file))).collect();
    let expansion = MemoryPackage {
        root: "large".into(),
        manifest: "[package]\nname = \"large\"\nversion = \"0.1.0\"\ngame = \"suite\"\n\
                   [dependencies]\nsuite = { path = \"../game\" }\n"
            .into(),
        files,
        ..MemoryPackage::default()
    };
    Project::from_memory([game, expansion])
}

fn cards(file: usize) -> String {
    let mut text = String::from("use suite\n");
    for number in file * IN_FILE..(file + 1) * IN_FILE {
        let (cost, power) = (number % 5, number % 7);
        let _ = write!(
            text,
            "\n/// The note of a designer, one line long as most are.\n\
             character card-{number} \"Card {number}\" {{\n  cost: {cost}\n  power: {power} + count(characters where type has undead and cost <= {cost})\n  \
             life: 2\n  type: undead, spirit\n  tribe: goblin\n  attribute: drain 2, immune fire | cold\n  \
             on enter {{ restock(cost: 1, types: undead | spirit, count: 3) }}\n  \
             modify stamina of others where has(stealth) by +1 when any(adventurers where wounds > 0)\n}}\n"
        );
    }
    text
}

fn benches(criterion: &mut Criterion) {
    let project = large();
    assert_eq!(check(&project, GAMES).errors(), 0, "the generated project is sound");
    let mut group = criterion.benchmark_group("check 10 000 cards");
    group.sample_size(10);
    group.bench_function("cold", |bencher| bencher.iter(|| check(black_box(&project), GAMES)));
    let mut cache = Cache::default();
    group.bench_function("unchanged", |bencher| {
        bencher.iter(|| check_with(black_box(&project), GAMES, &mut cache))
    });
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
