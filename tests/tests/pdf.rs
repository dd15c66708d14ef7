//! The PDFs of all packages, checked for what printers and readers require.

use cardwright_games::GAMES;
use std::path::Path;
use std::sync::OnceLock;

use cardwright_check::{Project, check};
use cardwright_model::Library;
use cardwright_model::files::SourceFolder;
use cardwright_render::pdf::{Inks, Production, Profile, Standard};
use cardwright_render::sheet::{PageOrder, card_pages, pieces, plan};
use cardwright_render::{
    About, Backs, CardSize, Options, Paper, RenderedCard, Renderer, SheetOptions, sheets,
};
use cardwright_tests::proof::{Proof, WORDLESS, letters};
use cardwright_tests::{icc, repository, tools};

/// The cards of a package of the repository's content.
struct Drawn {
    name: String,
    cards: Vec<RenderedCard>,
}

/// All packages, drawn once for all tests.
fn packages() -> &'static [Drawn] {
    static PACKAGES: OnceLock<Vec<Drawn>> = OnceLock::new();
    PACKAGES.get_or_init(|| {
        let content = repository().join("content");
        let checked = check(
            &Project::load(cardwright_tests::disk(), &content).expect("the content can be read"),
            GAMES,
        );
        let templates = cardwright_tests::templates(&repository().join("templates"));
        let draw = |library: &Library, root: &Path| {
            let package = SourceFolder::new(cardwright_tests::disk(), root);
            let options = Options { package: Some(package), ..Options::default() };
            Renderer::new(library, library.packages.len() - 1, &templates, options).render_all()
        };
        let mut drawn = Vec::new();
        for package in &checked.packages {
            let cards = draw(&package.library, &package.root);
            if !cards.is_empty() {
                drawn.push(Drawn { name: package.package().name.clone(), cards });
            }
        }
        drawn
    })
}

fn about(title: &str) -> About {
    About {
        title: title.to_owned(),
        authors: vec!["Somebody".to_owned()],
        description: "To print and cut".to_owned(),
        ..About::default()
    }
}

fn sheet_options(title: &str) -> SheetOptions {
    SheetOptions { about: about(title), ..SheetOptions::default() }
}

/// One card of each kind, so that little is drawn as pixels.
fn one_of_each_kind(drawn: &Drawn) -> Vec<RenderedCard> {
    let mut cards: Vec<RenderedCard> = Vec::new();
    for card in &drawn.cards {
        if cards.iter().all(|known| known.kind != card.kind) {
            cards.push(card.clone());
        }
    }
    cards
}

#[test]
fn every_package_has_sound_sheets() {
    for drawn in packages() {
        let sample = Drawn { name: drawn.name.clone(), cards: sample(drawn) };
        // Every card is printed once; not every way to print has to be tried with all cards.
        for (paper, backs, drawn) in [
            (Paper::a4(), Backs::LongEdge, drawn),
            (Paper::named("letter").expect("a paper"), Backs::ShortEdge, &sample),
            (Paper::a4(), Backs::Fold, &sample),
        ] {
            let options =
                SheetOptions { paper: paper.clone(), backs, ..sheet_options(&drawn.name) };
            let pdf = sheets(&drawn.cards, &options).expect("sheets");
            let what = format!("{} on {} with {backs:?}", drawn.name, paper.name);
            examine(&pdf, drawn, &what);
        }
    }
    // Some games are drawn without a single picture made of pixels, but not all.
    let mut cards = packages().iter().flat_map(|drawn| &drawn.cards);
    assert!(cards.any(|card| card.front.has_picture()), "no pictures");
}

/// One card of each kind and a few more, so that more content does not mean more work.
fn sample(drawn: &Drawn) -> Vec<RenderedCard> {
    const ABOUT: usize = 40;
    let mut cards = one_of_each_kind(drawn);
    let others = drawn.cards.iter().step_by((drawn.cards.len() / ABOUT).max(1));
    for card in others {
        if cards.iter().all(|known| known.id != card.id) {
            cards.push(card.clone());
        }
    }
    cards
}

/// Everything that must hold for a PDF with all cards of a package.
fn examine(pdf: &[u8], drawn: &Drawn, what: &str) {
    let proof = Proof::read(pdf).unwrap_or_else(|reason| panic!("{what}: {reason}"));
    assert_eq!(proof.fonts_not_embedded(), [""; 0], "{what}");
    assert!(!proof.fonts().is_empty(), "{what}: there are no fonts");
    let text = proof.letters();
    let outline = proof.outline();
    let tags = proof.tags();
    // A card that is printed as the back of another has no place of its own.
    for card in drawn.cards.iter().filter(|card| card.copies > 0) {
        assert!(outline.contains(&(1, card.name.clone())), "{what}: no bookmark `{}`", card.name);
        assert!(outline.contains(&(0, card.kind_name.clone())), "{what}: {}", card.kind_name);
        if WORDLESS.contains(&&*card.kind) {
            continue;
        }
        assert!(text.contains(&letters(&card.name)), "{what}: no `{}` in the text", card.name);
        let heading = ("H1".to_owned(), card.name.clone());
        assert!(tags.contains(&heading), "{what}: no heading `{}`", card.name);
        if !card.front.has_picture() {
            continue;
        }
        let figure = ("Figure".to_owned(), format!("{}, {}", card.name, card.kind_name));
        assert!(tags.contains(&figure), "{what}: the picture of `{}` is silent", card.name);
    }
    assert_eq!(proof.catalog_text("Lang").as_deref(), Some("en"), "{what}");
    assert_eq!(proof.info("Title").as_deref(), Some(drawn.name.as_str()), "{what}");
    assert_eq!(proof.info("Author").as_deref(), Some("Somebody"), "{what}");
    assert_eq!(proof.info("CreationDate"), None, "{what}: no clock");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sheets.pdf");
    std::fs::write(&file, pdf).expect("a file");
    assert_eq!(tools::qpdf(&file), None, "{what}");
    assert_eq!(tools::pdffonts(&file), [""; 0], "{what}");
    if let Some(text) = tools::pdftotext(&file) {
        let text = letters(&text);
        // The name of a piece larger than the paper may be split over two pages.
        let whole = |card: &&RenderedCard| card.size.width.max(card.size.height) < 200.0;
        for card in drawn.cards.iter().filter(|card| !WORDLESS.contains(&&*card.kind)).filter(whole)
        {
            assert!(text.contains(&letters(&card.name)), "{what}: pdftotext, {}", card.name);
        }
    }
}

#[test]
fn pages_and_boxes_have_the_stated_sizes() {
    let drawn = &packages()[0];
    let near =
        |one: [f32; 4], other: [f32; 4]| one.iter().zip(&other).all(|(a, b)| (a - b).abs() < 0.01);
    let cards = one_of_each_kind(drawn);
    let order = PageOrder::FrontBack;
    let pdf = card_pages(&cards, order, &about("Cards"), &Production::default()).expect("a PDF");
    let proof = Proof::read(&pdf).expect("a sound PDF");
    for page in 0..proof.pages() {
        let size = cards[page / 2].size;
        let whole = [0.0, 0.0, size.full_width(), size.full_height()];
        let trim = [size.bleed, size.bleed, size.width, size.height];
        for (key, expected) in [("MediaBox", whole), ("BleedBox", whole), ("TrimBox", trim)] {
            let found = proof.area(page, key).unwrap_or_default();
            assert!(near(found, expected), "page {page}, {key}: {found:?}, not {expected:?}");
        }
    }
    let options = SheetOptions { bleed: 3.0, ..sheet_options("Sheets") };
    let proof = Proof::read(&sheets(&cards, &options).expect("sheets")).expect("a sound PDF");
    let pieces = pieces(&cards, &options);
    let planned = plan(&pieces, &options).expect("a plan");
    let sides = planned.iter().flat_map(|page| {
        let sides: &[bool] = if page.is_duplex { &[false, true] } else { &[false] };
        sides.iter().map(move |is_back| (page, *is_back))
    });
    let sides: Vec<_> = sides.collect();
    assert_eq!(proof.pages(), sides.len());
    for (number, (page, is_back)) in sides.into_iter().enumerate() {
        let [media, bleed, trim] = ["MediaBox", "BleedBox", "TrimBox"]
            .map(|key| proof.area(number, key).unwrap_or_default());
        assert!((media[2] * media[3] - 210.0 * 297.0).abs() < 1.0, "{media:?}");
        let with_bleed = [trim[0] - 3.0, trim[1] - 3.0, trim[2] + 6.0, trim[3] + 6.0];
        assert!(near(bleed, with_bleed), "{bleed:?} around {trim:?}");
        assert!(bleed[0] >= 0.0 && bleed[1] >= 0.0, "{trim:?} in {bleed:?}");
        // The trim is exactly the area that the cards on the page are cut out of.
        let placed = page.blocks().flat_map(|block| match is_back {
            true => block.backs.iter(),
            false => block.fronts.iter(),
        });
        let placed: Vec<_> = placed.collect();
        // A page with a part of a piece larger than the paper is cut along that part.
        let is_part = |size: CardSize| size.width.max(size.height) > 210.0 - 2.0 * 5.0;
        if placed.iter().any(|placed| is_part(pieces[placed.piece].size)) {
            continue;
        }
        let (mut from, mut to) = ([f32::MAX; 2], [f32::MIN; 2]);
        for placed in placed {
            let size = pieces[placed.piece].size;
            let (corner, extent) = ([placed.place.x, placed.place.y], [size.width, size.height]);
            for side in 0..2 {
                from[side] = from[side].min(corner[side]);
                to[side] = to[side].max(corner[side] + extent[side]);
            }
        }
        let expected = [from[0], page.height - to[1], to[0] - from[0], to[1] - from[1]];
        assert!(near(trim, expected), "page {number}: {trim:?}, not {expected:?}");
    }
}

#[test]
fn frames_and_backs_are_stored_once() {
    // The package with most cards, where many share a frame.
    let drawn = packages().iter().max_by_key(|drawn| drawn.cards.len()).expect("a package");
    let one = sheets(&drawn.cards[..1], &sheet_options("One")).expect("sheets");
    let all = sheets(&drawn.cards, &sheet_options("All")).expect("sheets");
    let each = all.len() / drawn.cards.len();
    assert!(each * 3 < one.len(), "a card of many takes {each} bytes, one alone {}", one.len());
    // Even if every card has its own drawing, cards share fonts, frames and backs.
    for drawn in packages() {
        let cards = sample(drawn);
        let size =
            |cards: &[RenderedCard]| sheets(cards, &sheet_options("Sizes")).expect("sheets").len();
        let printed = cards.chunks(1).filter(|card| card[0].copies > 0);
        let (together, alone) = (size(&cards), printed.map(size).sum::<usize>());
        assert!(together * 2 < alone, "{}: {together} bytes, alone {alone}", drawn.name);
    }
    // A second copy adds little more than its words and what is painted directly on the page.
    let twice: Vec<RenderedCard> =
        drawn.cards.iter().take(9).flat_map(|card| [card.clone(), card.clone()]).collect();
    let single = sheets(&drawn.cards[..9], &sheet_options("Once")).expect("sheets").len();
    let double = sheets(&twice, &sheet_options("Twice")).expect("sheets").len();
    assert!(double < single + single * 2 / 5, "{single} bytes, twice {double}");
}

#[test]
fn one_thread_and_many_write_the_same_bytes() {
    let drawn = &packages()[0];
    let cards = one_of_each_kind(drawn);
    let inks = || Production::cmyk(Inks::default()).to_standard(Standard::X1a);
    let everything = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let plain = sheets(&sample(drawn), &sheet_options("Same")).expect("sheets");
            let press = SheetOptions { production: inks(), ..sheet_options("Same") };
            (plain, sheets(&cards[..2], &press).expect("sheets"))
        })
    };
    assert!(everything(1) == everything(4));
}

#[test]
fn a_date_is_written_only_when_given() {
    let cards = &packages()[0].cards[..1];
    let dated = About { date: Some(951_827_696), ..about("Dated") };
    let options = SheetOptions { about: dated, ..SheetOptions::default() };
    let proof = Proof::read(&sheets(cards, &options).expect("sheets")).expect("a sound PDF");
    let date = proof.info("CreationDate").unwrap_or_default();
    assert!(date.starts_with("D:20000229123456"), "{date}");
}

#[test]
fn everyone_can_read_them() {
    for drawn in packages() {
        let production = Production::default().to_standard(Standard::Ua1);
        let options = SheetOptions { production, ..sheet_options(&drawn.name) };
        let cards = sample(drawn);
        let pdf = sheets(&cards, &options).unwrap_or_else(|error| panic!("{error}"));
        let proof = Proof::read(&pdf).expect("a sound PDF");
        let paragraphs = proof.tags().iter().filter(|(kind, _)| kind == "P").count();
        assert!(paragraphs > cards.len(), "{paragraphs} paragraphs");
    }
}

#[test]
fn inks_are_all_there_is_in_a_press_document() {
    let cards = one_of_each_kind(&packages()[0]);
    let production = Production::cmyk(Inks::default());
    let options = SheetOptions { production, ..sheet_options("Inks") };
    let proof = Proof::read(&sheets(&cards, &options).expect("sheets")).expect("a sound PDF");
    let operators = proof.operators();
    for rgb in ["rg", "RG"] {
        assert_eq!(operators.get(rgb), None, "{operators:?}");
    }
    assert!(operators.contains_key("k"), "{operators:?}");
    assert!(proof.mentions("All"), "marks stand on all plates");
    let screen = SheetOptions { ..sheet_options("Screen") };
    let proof = Proof::read(&sheets(&cards, &screen).expect("sheets")).expect("a sound PDF");
    assert!(proof.operators().contains_key("rg") && !proof.operators().contains_key("k"));
}

#[test]
fn pdf_x_1a_is_flat_and_names_its_press() {
    let cards = one_of_each_kind(&packages()[0]);
    let production = Production::cmyk(Inks::default()).to_standard(Standard::X1a);
    let pdf = card_pages(&cards, PageOrder::FrontBack, &about("Press"), &production);
    let pdf = pdf.expect("a PDF");
    let proof = Proof::read(&pdf).expect("a sound PDF");
    assert_eq!(proof.version(), "1.4");
    assert_eq!(proof.info("GTS_PDFXVersion").as_deref(), Some("PDF/X-1a:2003"));
    assert_eq!(proof.info("Trapped").as_deref(), Some("False"));
    assert!(proof.info("CreationDate").is_some() && proof.info("ModDate").is_some());
    let intent = proof.output_intent().expect("an output intent");
    let text = |key: &[u8]| intent.get(key).ok().and_then(|t| t.as_str().ok()).unwrap_or_default();
    assert_eq!(text(b"OutputConditionIdentifier"), b"FOGRA39");
    assert_eq!(text(b"RegistryName"), b"http://www.color.org");
    assert!(!proof.is_transparent());
    assert!(!proof.mentions("DeviceRGB"));
    // Words are still text.
    assert_eq!(proof.fonts_not_embedded(), [""; 0]);
    for card in &cards {
        assert!(proof.letters().contains(&letters(&card.name)), "{}", card.name);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("press.pdf");
    std::fs::write(&file, &pdf).expect("a file");
    assert_eq!(tools::qpdf(&file), None);
}

#[test]
fn pdf_x_4_carries_the_profile_of_its_press() {
    let cards = one_of_each_kind(&packages()[0]);
    let profile = Profile::from_bytes(icc::press()).expect("a profile");
    let inks = Inks::default().with_profile(profile);
    // The profile converts colours for which the theme has no inks; greys are always black ink.
    let [cyan, magenta, yellow, _] = inks.of([200, 30, 30]);
    assert!(cyan < 60 && magenta > 150 && yellow > 150, "{cyan} {magenta} {yellow}");
    assert_eq!(inks.of([0, 0, 0]), [0, 0, 0, 255]);
    let production = Production::cmyk(inks).to_standard(Standard::X4);
    let options = SheetOptions { production, ..sheet_options("Press") };
    let pdf = sheets(&cards, &options).expect("sheets");
    let proof = Proof::read(&pdf).expect("a sound PDF");
    assert_eq!(proof.version(), "1.6");
    assert_eq!(proof.info("GTS_PDFXVersion").as_deref(), Some("PDF/X-4"));
    assert!(proof.output_intent().is_some_and(|intent| intent.has(b"DestOutputProfile")));
    assert!(proof.is_transparent(), "transparency is allowed and kept");
    assert!(!proof.mentions("DeviceRGB"));
}

#[test]
fn settings_that_do_not_go_together_are_refused_with_a_way_out() {
    let cards = &packages()[0].cards[..1];
    let refused = |production: Production| {
        let options = SheetOptions { production, ..sheet_options("Refused") };
        sheets(cards, &options).expect_err("a conflict").to_string()
    };
    let rgb = refused(Production::default().to_standard(Standard::X1a));
    assert!(rgb.contains("colour = \"cmyk\""), "{rgb}");
    let no_profile = refused(Production::cmyk(Inks::default()).to_standard(Standard::X4));
    assert!(no_profile.contains("profile = "), "{no_profile}");
}

#[test]
fn broken_files_fail_the_proof() {
    let pdf = sheets(&packages()[0].cards[..1], &sheet_options("Broken")).expect("sheets");
    assert!(Proof::read(&pdf).is_ok());
    assert!(Proof::read(&pdf[..pdf.len() / 2]).is_err(), "half a file");
    assert!(Proof::read(b"%PDF-1.7\n%%EOF").is_err(), "nothing inside");
    let replace = |from: &[u8], to: &[u8]| {
        assert_eq!(from.len(), to.len());
        let mut bytes = pdf.clone();
        let found: Vec<usize> = (0..bytes.len() - from.len())
            .filter(|start| &bytes[*start..*start + from.len()] == from)
            .collect();
        assert!(!found.is_empty(), "{}", String::from_utf8_lossy(from));
        found.iter().for_each(|start| bytes[*start..*start + to.len()].copy_from_slice(to));
        Proof::read(&bytes).expect("still a PDF")
    };
    assert_ne!(replace(b"/FontFile", b"/FontNile").fonts_not_embedded(), [""; 0]);
    assert_ne!(replace(b"/ToUnicode", b"/ToUnicorn").fonts_not_embedded(), [""; 0]);
    assert_eq!(replace(b"/Outlines", b"/Outlives").outline(), []);
    assert_eq!(replace(b"/StructTreeRoot", b"/StructTreeFoot").tags(), []);
    assert_eq!(replace(b"/TrimBox", b"/TripBox").area(0, "TrimBox"), None);
}
