//! The package of the print bench can be printed.

use cardwright_check::{Project, check};
use cardwright_games::GAMES;
use cardwright_model::files::SourceFolder;
use cardwright_render::{Backs, Options, Renderer, SheetOptions, sheets};

#[test]
fn fifty_cards_of_the_bench_fill_six_pages_and_lack_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    cardwright_tests::print_bench::assemble(folder.path(), 50).expect("the bench is there");
    let root = folder.path().join("packages/bench");
    let checked = check(
        &Project::load(cardwright_tests::disk(), &root).expect("the package can be read"),
        GAMES,
    );
    let problems: Vec<_> = checked
        .diagnostics
        .iter()
        .map(|found| format!("{} {}", found.code, found.message))
        .collect();
    assert!(problems.is_empty(), "{problems:#?}");
    let library = &checked.packages.last().expect("a package").library;
    let templates = cardwright_tests::templates(&folder.path().join("templates"));
    let options = Options {
        package: Some(SourceFolder::new(cardwright_tests::disk(), &root)),
        ..Options::default()
    };
    let cards =
        Renderer::new(library, library.packages.len() - 1, &templates, options).render_all();
    assert_eq!(cards.len(), 50);
    for card in &cards {
        assert!(card.problems.is_empty(), "{}: {:?}", card.id, card.problems);
    }
    let sheet = SheetOptions { backs: Backs::None, ..SheetOptions::default() };
    let pdf = sheets(&cards, &sheet).expect("the cards fit");
    // Fifty cards share ten pictures, which must be stored ten times and not fifty.
    let count = |needle: &[u8]| pdf.windows(needle.len()).filter(|part| *part == needle).count();
    assert_eq!(count(b"/Subtype /Image") + count(b"/Subtype/Image"), 10);
}
