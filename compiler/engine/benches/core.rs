//! How many decisions a second the core plays, with the toy game on one thread.
//!
//! `cargo bench -p cardwright-engine --bench core`; the throughput is in decisions.

#[allow(dead_code)]
#[path = "../tests/toy/mod.rs"]
mod toy;

use cardwright_engine::Game;
use cardwright_engine::bot::{Bot, BotKind};
use cardwright_engine::game::Start;
use cardwright_engine::view::View;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use toy::Toy;

fn play(game: &Toy, seed: u64) -> u64 {
    let decks = vec!["left".to_owned(), "right".to_owned()];
    let start = Start { decks, seed, ..Start::default() };
    let mut state = game.setup(&start).expect("a game");
    let mut bots = [Bot::new(BotKind::Random, seed, 0), Bot::new(BotKind::Random, seed, 1)];
    let mut decisions = 0;
    while let Some(decision) = game.decision(&state) {
        let option =
            bots[usize::from(decision.seat)].choose(&View::new(game, &state, decision.seat));
        game.apply(&mut state, option).expect("a listed option can be taken");
        decisions += 1;
    }
    decisions
}

fn core(criterion: &mut Criterion) {
    let game = Toy::new(&toy::library::library(&[])).expect("playable");
    let mut group = criterion.benchmark_group("core");
    group.throughput(Throughput::Elements((0..50).map(|seed| play(&game, seed)).sum()));
    group.bench_function("random play", |bencher| {
        bencher.iter(|| (0..50).map(|seed| play(&game, seed)).sum::<u64>());
    });
    let start = Start { decks: vec!["left".into(), "right".into()], ..Start::default() };
    let state = game.setup(&start).expect("a game");
    group.throughput(Throughput::Elements(1));
    group.bench_function("clone of a state", |bencher| bencher.iter(|| state.clone()));
    group.finish();
}

criterion_group!(benches, core);
criterion_main!(benches);
