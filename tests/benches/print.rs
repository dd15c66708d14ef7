//! How long five hundred cards take from the checked package to an A4 PDF.
//!
//! `cargo bench -p cardwright-tests --bench print`; `tests/print-bench/README.md` says how to
//! compare with Typst.

use cardwright_games::GAMES;
use std::hint::black_box;

use cardwright_check::{Project, check};
use cardwright_model::files::SourceFolder;
use cardwright_render::{Backs, Options, Renderer, SheetOptions, sheets};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn printing(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    cardwright_tests::print_bench::assemble(folder.path(), usize::MAX).expect("the bench is there");
    let root = folder.path().join("packages/bench");
    let checked = check(
        &Project::load(cardwright_tests::disk(), &root).expect("the package can be read"),
        GAMES,
    );
    let library = &checked.packages.last().expect("a package").library;
    let templates = cardwright_tests::templates(&folder.path().join("templates"));
    let options = Options {
        package: Some(SourceFolder::new(cardwright_tests::disk(), &root)),
        ..Options::default()
    };
    let sheet = SheetOptions { backs: Backs::None, ..SheetOptions::default() };
    let last = library.packages.len() - 1;
    let render = || Renderer::new(library, last, &templates, options.clone()).render_all();
    let cards = render();
    let mut group = criterion.benchmark_group("print 500 cards");
    group.throughput(Throughput::Elements(cards.len() as u64));
    group.bench_function("svg", |bencher| bencher.iter(|| black_box(render())));
    group.bench_function("pdf", |bencher| bencher.iter(|| black_box(sheets(&cards, &sheet))));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = printing
}
criterion_main!(benches);
