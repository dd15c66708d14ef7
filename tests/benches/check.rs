//! How long the check of a large project takes: cold, and again after a keystroke.

use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use cardwright_check::project::MemoryPackage;
use cardwright_check::{Cache, Project, check, check_noting};
use cardwright_games::GAMES;
use criterion::{Criterion, criterion_group, criterion_main};

/// Cards in one file, at most.
const IN_FILE: usize = 250;

fn project_of(cards: usize) -> Project {
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
    let starts = (0..cards).step_by(IN_FILE).enumerate();
    let files = starts.map(|(file, start)| {
        let end = cards.min(start + IN_FILE);
        (format!("cards-{file}.card"), text_of(start..end))
    });
    let files = files.collect();
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

fn text_of(numbers: std::ops::Range<usize>) -> String {
    let mut text = String::from("use suite\n");
    for number in numbers {
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

/// Keystrokes whose time is told.
const KEYSTROKES: u32 = 50;

/// Types into the name of a card of the first file.
fn type_letter(project: &mut Project, original: &str, turn: usize) {
    let name = format!("\"Card 3{}\"", "x".repeat(turn % 20 + 1));
    let changed = original.replacen("\"Card 3\"", &name, 1);
    assert!(project.overlay(Path::new("large/cards-0.card"), &changed));
}

/// The time that processors have worked for this program; zero where that is not told.
fn cpu() -> Duration {
    /// The kernel counts in hundredths of a second.
    const TICK: Duration = Duration::from_millis(10);
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(") ").next().unwrap_or_default();
    let ticks =
        after_name.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<u32>().ok());
    TICK * ticks.sum::<u32>()
}

fn benches(criterion: &mut Criterion) {
    for cards in [200, 10_000] {
        let mut project = project_of(cards);
        assert_eq!(check(&project, GAMES).errors(), 0, "the generated project is sound");
        let mut group = criterion.benchmark_group(format!("check {cards} cards"));
        group.sample_size(10);
        group.bench_function("cold", |bencher| {
            bencher.iter(|| check(black_box(&project), GAMES));
        });
        let file = project.sources.find(Path::new("large/cards-0.card")).expect("a file");
        let original = project.sources.file(file).text.clone();
        let mut cache = Cache::default();
        let mut turn = 0;
        group.bench_function("keystroke", |bencher| {
            bencher.iter_custom(|rounds| {
                let mut took = Duration::ZERO;
                for _ in 0..rounds {
                    turn += 1;
                    type_letter(&mut project, &original, turn);
                    let began = Instant::now();
                    let answer = check_noting(black_box(&project), GAMES, &mut cache);
                    took += began.elapsed();
                    drop(answer);
                }
                took
            });
        });
        group.finish();
        // Whoever else uses the machine, this much of a processor is needed.
        let began = cpu();
        drop(check(&project, GAMES));
        let cold = cpu() - began;
        let began = cpu();
        for _ in 0..KEYSTROKES {
            turn += 1;
            type_letter(&mut project, &original, turn);
            drop(check_noting(&project, GAMES, &mut cache));
        }
        let keystroke = (cpu() - began) / KEYSTROKES;
        println!("{cards} cards: {cold:?} of CPU cold, {keystroke:?} a keystroke");
    }
}

criterion_group!(all, benches);
criterion_main!(all);
