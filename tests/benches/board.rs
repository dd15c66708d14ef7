//! How long it takes to prepare a map, and how many questions per second it answers.
//!
//! `cargo bench -p cardwright-tests --bench board`.
//!
//! On a busy two-core machine: sight between any two points of 24 by 24 open squares in
//! 0.22 s (1.3 µs per pair), 78 thousand searches per second for where a figure can go, 2.3 million
//! looks past figures per second, 400 million from the table.

use cardwright_engine::board::{
    Board, Crowd, Gait, Grid, Legend, Mover, Reach, Sight, Square, Squares,
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// A map of 24 by 24 cells: nine rooms with doors in their walls, pillars, rough ground.
fn rooms() -> Grid {
    let rows: Vec<String> = (0..24)
        .map(|y| {
            (0..24)
                .map(|x| match (x % 8, y % 8) {
                    (7, 3 | 4) | (3 | 4, 7) => '.',
                    (7, _) | (_, 7) => '#',
                    (2, 2) | (5, 5) => '#',
                    (3, 4) | (4, 4) => '~',
                    (5, 2) => '%',
                    _ => '.',
                })
                .collect()
        })
        .collect();
    let legend = Legend::default().with('~', &["difficult"]).with('%', &["structure"]);
    Grid::parse(&rows, &legend).expect("it is well drawn")
}

/// Every seventh square has a figure on it.
fn figures(grid: &Grid) -> Squares {
    grid.squares().filter(|square| square.0 % 7 == 3).collect()
}

fn tables(criterion: &mut Criterion) {
    let grid = rooms();
    let open = Grid::parse(&vec![".".repeat(24); 24], &Legend::default()).expect("well drawn");
    let mut group = criterion.benchmark_group("make ready 24x24");
    for (name, rules) in [
        ("any point", cardwright_arcade::Arcade::board_rules()),
        ("corners", cardwright_deckbox::Deckbox::board_rules()),
    ] {
        group.bench_function(format!("sight, {name}, rooms"), |bencher| {
            bencher.iter(|| Sight::new(&grid, &rules.sight));
        });
        group.bench_function(format!("sight, {name}, open"), |bencher| {
            bencher.iter(|| Sight::new(&open, &rules.sight));
        });
    }
    group.bench_function("everything, rooms", |bencher| {
        bencher.iter(|| Board::new(grid.clone(), cardwright_arcade::Arcade::board_rules()));
    });
    group.finish();
}

fn questions(criterion: &mut Criterion) {
    let board = Board::new(rooms(), cardwright_arcade::Arcade::board_rules());
    let figures = figures(&board.grid);
    let ground = board.ground(&Gait::default());
    let squares: Vec<Square> = board.grid.squares().filter(|at| !figures.contains(*at)).collect();
    let mut group = criterion.benchmark_group("ask");
    group.throughput(Throughput::Elements(squares.len() as u64));
    for (name, bases) in [("small", &board.small), ("large", &board.large)] {
        let mut reach = Reach::default();
        group.bench_function(format!("reach of a {name} figure, 6 points"), |bencher| {
            bencher.iter(|| {
                let mut stops = 0;
                for &from in &squares {
                    let crowd = Crowd { barred: figures, ..Crowd::default() };
                    let large = board.rules.movement.large;
                    let (ground, crowd) = (&ground, &crowd);
                    reach.find(&Mover { ground, bases, large, anchor: from, points: 6, crowd });
                    stops += reach.stops().len();
                }
                stops
            });
        });
    }
    group.bench_function("sight past figures", |bencher| {
        let to = squares[squares.len() / 2];
        bencher.iter(|| {
            squares.iter().filter(|from| board.sight.sees_past(**from, to, &figures)).count()
        });
    });
    group.bench_function("sight, no figures", |bencher| {
        let to = squares[squares.len() / 2];
        bencher.iter(|| squares.iter().filter(|from| board.sight.sees(**from, to)).count());
    });
    group.finish();
}

criterion_group!(benches, tables, questions);
criterion_main!(benches);
