//! How fast cards are read: splitting, parsing and formatting some five megabytes of cards.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// How many cards the generated file has; about 750 bytes each, so about five megabytes.
const CARDS: usize = 7_000;

/// A file of cards that uses the language as real cards do: mostly fields, some effects.
fn cards(count: usize) -> String {
    let mut source = String::from("use crawler\n");
    for card in 0..count {
        let kind = ["character", "trap", "magic", "event"][card % 4];
        write!(
            source,
            r#"
/// Number {card} of a long line.
{kind} card-number-{card} "Card Number {card}" {{
  cost: {cost}
  power: count(cards in dungeon-grave where type has creature and cost <= {cost}) + 1
  life: 2
  type: undead, spirit
  damage: harm | supernatural
  attribute: drain 2, immune fire | cold   // what rides on the wound
  modify stamina of characters where type has undead | spirit by +1 when attack-distance == ranged
  on enter where target is adventurer {{
    restock(cost: 1, types: undead | spirit, count: 3)
    choose 1 from characters where has(stealth) {{ revoke stealth from it until end-of-round }}
  }}
  set: UNB
  number: {card}
  rarity: uncommon
  artist: "Cardwright"
  provisional: damage, life
  flavour: "A thousand years of patience, unwrapped."
}}
"#,
            cost = card % 5
        )
        .expect("writing to a string");
    }
    source
}

fn bench(criterion: &mut Criterion) {
    let source = cards(CARDS);
    let mut group = criterion.benchmark_group("dsl");
    group.throughput(Throughput::BytesDecimal(source.len() as u64));
    group
        .sample_size(10)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(8));
    // Results are dropped outside of the measured time, because real callers keep them.
    group.bench_function("split", |bencher| {
        bencher.iter_with_large_drop(|| cardwright_dsl::split(black_box(&source)))
    });
    group.bench_function("parse", |bencher| {
        bencher.iter_with_large_drop(|| cardwright_dsl::parse(black_box(&source)))
    });
    group.bench_function("format", |bencher| {
        bencher.iter_with_large_drop(|| cardwright_dsl::format(black_box(&source)))
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
