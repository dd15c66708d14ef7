//! How long drawing takes: templates to SVG, SVG to PNG, cards to PDF.

// The disk as the command reads it.
#[path = "../../cli/src/disk.rs"]
mod disk;

use std::hint::black_box;
use std::path::Path;

use cardwright_model::files::SourceFolder;
use cardwright_model::{Library, Package};
use cardwright_render::{Options, Renderer, SheetOptions, Templates, sheets};
use criterion::{Criterion, criterion_group, criterion_main};

fn rendering(criterion: &mut Criterion) {
    let package: Package =
        serde_json::from_str(include_str!("../tests/data/sample.json")).expect("a package");
    let library = Library { packages: vec![package] };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../templates");
    let templates = Templates::load(&SourceFolder::new(&disk::Disk, &folder)).expect("templates");
    let renderer = Renderer::new(&library, 0, &templates, Options::default());
    let cards = renderer.render_all();
    criterion.bench_function("svg, 14 cards", |bencher| {
        bencher.iter(|| black_box(renderer.render_all()));
    });
    criterion.bench_function("png, 1 card at 300 dpi", |bencher| {
        bencher.iter(|| black_box(cards[0].png(300.0)));
    });
    criterion.bench_function("pdf, 14 cards on A4", |bencher| {
        bencher.iter(|| black_box(sheets(&cards, &SheetOptions::default())));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = rendering
}
criterion_main!(benches);
