//! The sample package drawn with the bundled templates, from JSON to PDF.

use std::path::Path;

use cardwright_model::files::{Files, MemoryFiles, SourceFolder};
use cardwright_model::{Library, Severity, Value};
use cardwright_render::pdf::Production;
use cardwright_render::sheet::{PageOrder, card_pages, pieces, plan};
use cardwright_render::{
    About, Backs, Copies, Extent, Options, Paper, RenderedCard, Renderer, SheetOptions, Templates,
    problem, sheets,
};

use crate::{library, templates};

fn draw(library: &Library, templates: &Templates) -> Vec<RenderedCard> {
    Renderer::new(library, 0, templates, Options::default()).render_all()
}

#[test]
fn every_kind_of_card_is_drawn_without_problems() {
    let (library, templates) = (library(), templates());
    assert_eq!(templates.refused, []);
    let cards = draw(&library, &templates);
    assert_eq!(cards.len(), library.packages[0].cards.len());
    for card in &cards {
        assert_eq!(card.problems, [], "{}", card.id);
        assert!(!card.front.is_empty() && card.back_svg().is_some(), "{}", card.id);
    }
}

#[test]
fn one_thread_and_many_give_the_same_bytes() {
    let (library, templates) = (library(), templates());
    let everything = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let cards = draw(&library, &templates);
            let svg: Vec<String> = cards.iter().map(RenderedCard::front_svg).collect();
            let png = cards[0].png(60.0).expect("a picture");
            let pdf = sheets(&cards, &SheetOptions::default()).expect("sheets");
            (svg, png, pdf)
        })
    };
    assert!(everything(1) == everything(4));
}

#[test]
fn a_card_does_not_depend_on_its_neighbours() {
    let (library, templates) = (library(), templates());
    let renderer = Renderer::new(&library, 0, &templates, Options::default());
    let alone = renderer.render("greenknee").expect("the card exists");
    let together = renderer.render_all();
    let same = together.iter().find(|card| card.id == "greenknee").expect("the card exists");
    assert_eq!(alone.front_svg(), same.front_svg());
    assert!(renderer.render("nobody").is_none());
}

#[test]
fn svg_needs_no_fonts() {
    let (library, templates) = (library(), templates());
    let card = &draw(&library, &templates)[0];
    assert!(card.front.source_svg().contains("<text"));
    let svg = card.front_svg();
    assert!(svg.contains("width=\"69.0mm\"") && svg.contains("<title>Gold Dwarf Warrior</title>"));
    assert!(!svg.contains("<text") && !svg.contains("font-family"));
    // Every glyph is drawn once and used where it occurs, so the file is small.
    assert!(svg.contains("<use xlink:href=\"#letter"));
    assert!(svg.len() < 100_000, "{}", svg.len());
}

#[test]
fn png_has_the_pixels_of_its_resolution() {
    let (library, templates) = (library(), templates());
    let cards = draw(&library, &templates);
    let bleed = cards[0].png(300.0).expect("a picture");
    let trim = cards[0].front.png(cards[0].size, Extent::Trim, 300.0).expect("a picture");
    let size =
        |bytes: &[u8]| imagesize::blob_size(bytes).map(|size| (size.width, size.height)).ok();
    assert_eq!(size(&bleed), Some((815, 1110)));
    assert_eq!(size(&trim), Some((744, 1039)));
    assert!(cards[0].png(1e6).is_err());
}

#[test]
fn text_that_does_not_fit_is_a_problem_with_millimetres() {
    let (mut library, templates) = (library(), templates());
    let card = &mut library.packages[0].cards[0];
    card.text = std::iter::repeat_n(card.text.clone(), 30).flatten().collect();
    let problem = draw(&library, &templates)[0].problems[0].clone();
    assert_eq!((problem.code, problem.what.as_str()), (problem::TEXT_OVERFLOW, "rules"));
    assert_eq!(problem.provenance.file, "cards/sample.card");
    assert!(problem.overflow_mm.is_some_and(|overflow| overflow > 10.0));
}

#[test]
fn gaps_of_the_theme_are_problems() {
    let (mut library, templates) = (library(), templates());
    let package = &mut library.packages[0];
    package.cards[0].name = "\u{4e16}".to_owned();
    package.cards[1].fields.insert("flavour".to_owned(), Value::Text("[powr]".to_owned()));
    let kind = package.kinds.iter_mut().find(|kind| kind.id == "quest").expect("quests");
    let print = kind.print.as_mut().expect("quests are printed");
    (print.template, print.size) = ("scroll".to_owned(), "huge".to_owned());
    let cards = draw(&library, &templates);
    let codes = |index: usize| -> Vec<_> {
        let of = |problem: &cardwright_render::Problem| (problem.code, problem.severity);
        cards[index].problems.iter().map(of).collect()
    };
    assert_eq!(codes(0), [(problem::MISSING_GLYPH, Severity::Error)]);
    assert_eq!(codes(1), [(problem::UNKNOWN_ICON, Severity::Error)]);
    assert_eq!(cards[1].problems[0].help.as_deref(), Some("did you mean `power`?"));
    assert_eq!(
        codes(2),
        [(problem::UNKNOWN_SIZE, Severity::Error), (problem::MISSING_TEMPLATE, Severity::Warning)]
    );
}

#[test]
fn pictures_of_the_package_are_printed_and_judged() {
    let (mut library, templates) = (library(), templates());
    let mut files = MemoryFiles::default();
    files.insert("mine/art/small.png", draw(&library, &templates)[0].png(10.0).expect("png"));
    files.insert("outside.png", files.read(Path::new("mine/art/small.png"), 1 << 20).expect("it"));
    let art = |card: usize, path: &str, library: &mut Library| {
        let fields = &mut library.packages[0].cards[card].fields;
        fields.insert("art".to_owned(), Value::Text(path.to_owned()));
    };
    art(0, "art/small.png", &mut library);
    art(1, "art/none.png", &mut library);
    art(2, "../outside.png", &mut library);
    let options = Options {
        package: Some(SourceFolder::new(&files, Path::new("mine"))),
        preflight: Some(Default::default()),
        ..Options::default()
    };
    let cards = Renderer::new(&library, 0, &templates, options).render_all();
    assert!(cards[0].front_svg().contains("data:image/png;base64,"));
    let coarse = &cards[0].problems[0];
    assert_eq!((coarse.code, coarse.severity), (problem::PICTURE_TOO_SMALL, Severity::Error));
    assert_eq!((coarse.what.as_str(), coarse.field), ("art/small.png", Some("art")));
    assert!(coarse.place.is_some_and(|place| !place.is_back && place.width > 30.0));
    for card in &cards[1..3] {
        assert_eq!(card.problems[0].code, problem::PICTURE_PROBLEM);
        assert!(!card.front.is_empty(), "a generated picture takes its place");
    }
    let pdf = card_pages(&cards[..1], PageOrder::Fronts, &About::default(), &Production::default())
        .expect("a PDF");
    assert_eq!(count(&pdf, b"/Subtype/Image"), 1);
}

fn count(bytes: &[u8], wanted: &[u8]) -> usize {
    bytes.windows(wanted.len()).filter(|window| *window == wanted).count()
}

#[test]
fn sheets_hold_nine_cards_and_alternate_with_backs() {
    let (library, templates) = (library(), templates());
    let cards = draw(&library, &templates);
    let options = SheetOptions::default();
    let pages = plan(&pieces(&cards, &options), &options).expect("a plan");
    assert_eq!(pages.iter().map(|page| page.fronts.len()).collect::<Vec<_>>(), [9, 5]);
    // On a page that is not full, the back of the last card is still behind its front.
    let front = pages[1].fronts[4];
    let back = pages[1].backs.iter().find(|back| back.piece == front.piece).expect("a back").place;
    let front = front.place;
    assert_eq!(back.y, front.y);
    assert!((back.x + front.x + 63.0 - 210.0).abs() < 1e-3);
    check_pdf(&sheets(&cards, &options).expect("a PDF"), 4);
    let fold = SheetOptions { backs: Backs::Fold, ..options.clone() };
    check_pdf(
        &sheets(&cards, &fold).expect("a PDF"),
        plan(&pieces(&cards, &fold), &fold).expect("a plan").len(),
    );
    let fronts = SheetOptions {
        backs: Backs::None,
        paper: Paper::named("letter").expect("a paper"),
        ..options
    };
    check_pdf(&sheets(&cards, &fronts).expect("a PDF"), 2);
}

#[test]
fn copies_are_printed_as_often_as_asked() {
    let (library, templates) = (library(), templates());
    let cards = draw(&library, &templates);
    let deck = [("zombie".to_owned(), 4), ("mummy".to_owned(), 1)].into();
    let options = SheetOptions { copies: Copies::Listed(deck), ..SheetOptions::default() };
    let pieces = pieces(&cards, &options);
    let pages = plan(&pieces, &options).expect("a plan");
    assert_eq!(pages.len(), 1);
    let printed: Vec<&str> = pages[0].fronts.iter().map(|placed| pieces[placed.piece].id).collect();
    assert_eq!(printed, ["zombie", "zombie", "zombie", "zombie", "mummy"]);
    let one = sheets(
        &cards,
        &SheetOptions {
            copies: Copies::Listed([("zombie".to_owned(), 1)].into()),
            ..SheetOptions::default()
        },
    );
    let four = sheets(
        &cards,
        &SheetOptions {
            copies: Copies::Listed([("zombie".to_owned(), 4)].into()),
            ..SheetOptions::default()
        },
    );
    let (one, four) = (one.expect("a PDF").len(), four.expect("a PDF").len());
    assert!(four < one + one / 4, "copies share one drawing: {one} and {four} bytes");
}

#[test]
fn a_reverse_is_drawn_for_each_card() {
    let (mut library, templates) = (library(), templates());
    for kind in &mut library.packages[0].kinds {
        let print = kind.print.as_mut().expect("a printed kind");
        (print.reverse, print.back) = (Some(print.template.clone()), None);
    }
    for card in draw(&library, &templates) {
        assert_eq!(card.problems, [], "{}", card.id);
        let back = card.back.as_ref().expect("a reverse");
        assert_eq!(back.id, format!("{}-reverse", card.id));
        // Drawn with the template of the front, the back knows the card in the same way.
        assert!(back.side.source_svg() == card.front.source_svg(), "{}", card.id);
    }
}

#[test]
fn a_page_for_each_side_has_trim_and_bleed() {
    let (library, templates) = (library(), templates());
    let cards = draw(&library, &templates);
    let pdf = card_pages(&cards, PageOrder::FrontBack, &About::default(), &Production::default())
        .expect("a PDF");
    check_pdf(&pdf, 28);
    assert_eq!(count(&pdf, b"/TrimBox"), 28);
    assert_eq!(count(&pdf, b"/BleedBox"), 28);
}

/// Checks that a PDF is well-formed on the outside, has the right number of pages, and is clean
/// according to qpdf if that is installed.
fn check_pdf(pdf: &[u8], pages: usize) {
    assert!(pdf.starts_with(b"%PDF-1.") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
    assert_eq!(count(pdf, b"/Type/Page/"), pages);
    let folder = std::env::temp_dir();
    let path = folder.join(format!("cardwright-{}-{}.pdf", std::process::id(), pdf.len()));
    std::fs::write(&path, pdf).expect("a file");
    let result = std::process::Command::new("qpdf").arg("--check").arg(&path).output();
    std::fs::remove_file(&path).expect("the file is ours");
    if let Ok(output) = result {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_manual_of_preflight_lists_every_check() {
    use cardwright_model::preflight::{CHECKS, Level, Unit};
    let manual = include_str!("../PREFLIGHT.md");
    for check in CHECKS {
        let limits: Vec<String> = check
            .limits
            .iter()
            .map(|limit| {
                let unit = match limit.unit {
                    Unit::Point => "pt",
                    Unit::Millimetre => "mm",
                    Unit::Dpi => "dpi",
                    Unit::Ratio => ":1",
                    Unit::Percent => "%",
                    Unit::Number => "",
                };
                format!("`{}` {}{unit}", limit.key, limit.value)
            })
            .collect();
        let level = match check.level {
            Level::Off => "off",
            Level::Warning => "warning",
            Level::Error => "error",
        };
        let limits = if limits.is_empty() { String::new() } else { limits.join(", ") + " " };
        let row =
            format!("| `{}`: {} | {} | {level} | {limits}|", check.key, check.title, check.code);
        assert!(manual.contains(&row), "PREFLIGHT.md lacks\n{row}");
    }
}
