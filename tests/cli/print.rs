//! What `build` prints: which cards, on which sheets, in which files for which printer, and its
//! messages about impossible settings.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use lopdf::{Document, Object};
use serde_json::Value;

use crate::Place;

/// The files of an archive by name.
pub(crate) fn archive(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    let mut files = BTreeMap::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).expect("a file");
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).expect("its bytes");
        let name = file.name().expect("a name").into_owned();
        files.insert(name, bytes);
    }
    files
}

/// A box of every page, in millimetres: width and height.
fn page_sizes(path: &Path, name: &str) -> Vec<(f32, f32)> {
    let document = Document::load(path).expect("a PDF");
    let number = |object: &Object| object.as_float().expect("a number");
    document
        .get_pages()
        .values()
        .map(|page| {
            let page = document.get_dictionary(*page).expect("a page");
            let edges = page.get(name.as_bytes()).and_then(Object::as_array).expect(name);
            let [left, bottom, right, top] = edges.as_slice() else { panic!("four edges") };
            let mm = |points: f32| (points / 72.0 * 25.4 * 100.0).round() / 100.0;
            (mm(number(right) - number(left)), mm(number(top) - number(bottom)))
        })
        .collect()
}

fn pieces() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/pieces")
}

fn pieces_text() -> String {
    pieces().to_string_lossy().into_owned()
}

#[test]
fn pieces_of_every_shape_are_laid_out() {
    let place = Place::empty();
    place.run(&["build", &pieces_text(), "--only", "sheets", "--out", "out"]).code(0);
    let sizes = page_sizes(&place.path("out/pieces/sheets/a4.pdf"), "MediaBox");
    // Two parts of the hall have backs. The closet, the tokens and the hexagon have backs too and
    // share a sheet. Standees fold.
    assert_eq!(sizes.len(), 7);
    assert!(sizes.iter().all(|size| *size == (210.0, 297.0)), "{sizes:?}");
    let trims = page_sizes(&place.path("out/pieces/sheets/a4.pdf"), "TrimBox");
    // The parts are whole squares of exactly one inch: 5 or 6 by 9.
    assert_eq!(trims[0], (127.0, 228.6));
    assert_eq!(trims[2], (152.4, 228.6));
    // Pieces of three sizes share a sheet in rows, and backs lie behind their fronts.
    assert_eq!(trims[4].1, trims[5].1);
    assert!(trims[4].1 > 76.2 && trims[4].1 < 287.0, "{trims:?}");
    let text = fs::read(place.path("out/pieces/sheets/a4.pdf")).expect("a PDF");
    let spot = text.windows(10).any(|window| window == b"CutContour");
    assert!(spot, "the outlines have a spot colour of their own");
}

#[test]
fn separate_backs_are_a_file_of_their_own() {
    let place = Place::expansion();
    let run = ["build", "moon", "--only", "sheets", "--paper", "a4", "--backs", "separate"];
    place.run(&run).code(0);
    let sheets = place.path("moon/output/moon/sheets");
    let fronts = page_sizes(&sheets.join("a4-fronts.pdf"), "MediaBox");
    let backs = page_sizes(&sheets.join("a4-backs.pdf"), "MediaBox");
    assert_eq!(fronts, backs);
    assert!(!sheets.join("a4.pdf").exists());
}

#[test]
fn any_paper_may_be_named_by_its_size() {
    let place = Place::expansion();
    place.run(&["build", "moon", "--only", "sheets", "--paper", "200x300mm"]).code(0);
    let sizes = page_sizes(&place.path("moon/output/moon/sheets/200x300mm.pdf"), "MediaBox");
    assert!(sizes.iter().all(|size| *size == (200.0, 300.0) || *size == (300.0, 200.0)));
    let run = place.run(&["build", "moon", "--paper", "leter"]).code(2);
    assert!(run.stderr().contains("did you mean `letter`?"), "{}", run.stderr());
}

#[test]
fn a_deck_is_printed_as_often_as_it_holds_cards() {
    let place = Place::expansion();
    let deck = include_str!("../../content/crawler/decks/solo.card");
    let start = deck.find("deck bows-and-blades").expect("the deck");
    let end = start + deck[start..].find("\n}\n").expect("its end") + 3;
    let deck = deck[start..end].replacen("bows-and-blades", "moon-deck", 1);
    place.write("decks/moon.card", &format!("use crawler\n\n{deck}"));
    let run = ["build", "moon", "--deck", "moon-deck", "--paper", "a4", "--bleed", "0mm"];
    place.run(&run).code(0);
    let pages = page_sizes(&place.path("moon/output/moon/sheets/moon-deck-a4.pdf"), "MediaBox");
    // 160 cards of two decks, 4 adventurers and 3 quests: 19 sheets of nine, on both sides.
    assert_eq!(pages.len(), 38);
    place
        .run(&["build", "moon", "--deck", "moon-deck", "--only", "boxes", "--paper", "a4"])
        .code(0);
    let boxes = page_sizes(&place.path("moon/output/moon/boxes/moon-deck-a4.pdf"), "TrimBox");
    // A box for each of the two decks of 80 cards, which are 26 mm thick.
    assert_eq!(boxes.len(), 2);
    assert!(boxes.iter().all(|(width, _)| (190.0..200.0).contains(width)), "{boxes:?}");
    let run = place.run(&["build", "moon", "--deck", "moon-dekc"]).code(2);
    assert!(run.stderr().contains("did you mean `moon-deck`?"), "{}", run.stderr());
}

#[test]
fn only_what_changed_is_printed_again() {
    let place = Place::expansion();
    place.run(&["build", "moon", "--only", "sheets", "--out", "before"]).code(0);
    let same = place.run(&["build", "moon", "--since", "before", "--out", "after"]).code(0);
    assert!(same.stderr().contains("no card looks different"), "{}", same.stderr());
    assert!(!place.path("after/moon/sheets").exists());

    let cards = place.path("moon/cards/dungeon.card");
    let text = fs::read_to_string(&cards).expect("the starter's cards");
    let name = text.split('"').nth(1).expect("a card has a name").to_owned();
    fs::write(&cards, text.replacen(&name, "Somebody Else", 1)).expect("written");
    let run = ["build", "moon", "--since", "before", "--out", "after", "--paper", "a4"];
    let changed = place.run(&run).code(0);
    assert!(changed.stderr().contains("1 card different"), "{}", changed.stderr());
    assert_eq!(page_sizes(&place.path("after/moon/sheets/changed-a4.pdf"), "MediaBox").len(), 2);

    let nothing = place.run(&["build", "moon", "--since", "nowhere"]).code(2);
    assert!(nothing.stderr().contains("no build of `moon`"), "{}", nothing.stderr());
}

#[test]
fn pictures_have_exactly_the_pixels_that_printers_want() {
    let place = Place::expansion();
    let presets = "the-game-crafter,make-playing-cards";
    place.run(&["build", "moon", "--preset", presets, "--out", "one"]).code(0);
    for (preset, pixels) in [("the-game-crafter", (825, 1125)), ("make-playing-cards", (822, 1122))]
    {
        let files = archive(&place.path(&format!("one/moon/print/{preset}/moon.zip")));
        let pictures: Vec<_> = files.iter().filter(|(name, _)| name.ends_with(".png")).collect();
        assert!(pictures.len() > 4, "{:?}", files.keys());
        for (name, bytes) in pictures {
            let size = imagesize::blob_size(bytes).expect("a picture");
            assert_eq!((size.width, size.height), pixels, "{name}");
        }
        let manifest: Value = serde_json::from_slice(&files["manifest.json"]).expect("JSON");
        for card in manifest["cards"].as_array().expect("cards") {
            assert!(files.contains_key(card["front"].as_str().expect("a file")), "{card}");
            assert!(files.contains_key(card["back"].as_str().expect("a file")), "{card}");
        }
        assert!(String::from_utf8_lossy(&files["README.txt"]).contains("moon"));
    }
    place.run(&["build", "moon", "--preset", "the-game-crafter", "--out", "two"]).code(0);
    let read = |folder: &str| {
        fs::read(place.path(folder).join("moon/print/the-game-crafter/moon.zip")).expect("a file")
    };
    assert!(read("one") == read("two"), "two runs give the same bytes");
}

#[test]
fn pages_for_a_press_have_their_boxes_and_order() {
    let place = Place::expansion();
    place.run(&["build", "moon", "--preset", "drive-thru-cards"]).code(0);
    let files = archive(&place.path("moon/output/moon/print/drive-thru-cards/moon.zip"));
    let pdf = place.path("moon-poker.pdf");
    fs::write(&pdf, &files["moon-poker.pdf"]).expect("written");
    let media = page_sizes(&pdf, "MediaBox");
    assert!(media.iter().all(|size| *size == (69.85, 95.25)), "{media:?}");
    assert!(page_sizes(&pdf, "TrimBox").iter().all(|size| *size == (63.5, 88.9)));
    assert_eq!(media.len() % 2, 0, "each front has its back");
}

#[test]
fn presets_may_come_with_the_package_and_are_checked() {
    let place = Place::expansion();
    let run = place.run(&["build", "moon", "--preset", "the-game-craftr"]).code(2);
    let said = run.stderr();
    assert!(said.contains("did you mean `the-game-crafter`?") && said.contains("home"), "{said}");

    place.write(
        "printers/local.toml",
        "title = 'Local'\nabout = 'x'\nfiles = 'pages'\nbleed = '3mm'\nfile = '{size}.pdf'\n\
         size = [{ name = 'metric', trim = '63x88mm' }]\n",
    );
    place.run(&["build", "moon", "--preset", "local"]).code(0);
    let files = archive(&place.path("moon/output/moon/print/local/moon.zip"));
    assert!(files.contains_key("metric.pdf"), "{:?}", files.keys());

    place.write(
        "printers/broken.toml",
        "title = 'Broken'\nabout = 'x'\nfiles = 'pags'\nbleed = '3mm'\n",
    );
    let run = place.run(&["build", "moon", "--preset", "broken"]).code(1);
    assert!(run.stderr().contains("E0542") && run.stderr().contains("pags"), "{}", run.stderr());

    place.write(
        "printers/tiny.toml",
        "title = 'Tiny'\nabout = 'x'\nfiles = 'pages'\nbleed = '3mm'\nfile = '{size}.pdf'\n\
         size = [{ name = 'micro', trim = '32x45mm' }]\n",
    );
    let run = place.run(&["build", "moon", "--preset", "tiny"]).code(1);
    assert!(run.stderr().contains("E0541") && run.stderr().contains("micro"), "{}", run.stderr());
}

#[test]
fn settings_of_print_are_checked_with_their_place() {
    let place = Place::expansion();
    let path = place.path("moon/cardwright.toml");
    let text = fs::read_to_string(&path).expect("the manifest");
    let text = text.split("[print]").next().expect("a beginning").to_owned();
    fs::write(&path, format!("{text}[print]\nblead = \"3mm\"\nmarks = \"crops\"\n"))
        .expect("written");
    let found = place.diagnostics();
    let codes: Vec<_> = found.iter().map(|found| found["code"].as_str().expect("a code")).collect();
    assert_eq!(codes, ["E0614", "E0614"], "{found:#?}");
    assert!(found[0].to_string().contains("did you mean `bleed`?"), "{found:#?}");
    assert!(found[1].to_string().contains("did you mean `crop`?"), "{found:#?}");

    fs::write(&path, format!("{text}[print]\npdf = \"x-1a\"\n")).expect("written");
    let run = place.run(&["build", "moon", "--only", "sheets"]).code(1);
    assert!(run.stderr().contains("E0545"), "{}", run.stderr());
}

#[test]
fn printers_are_calibrated_by_name() {
    let place = Place::expansion();
    let manifest = place.path("moon/cardwright.toml");
    let mut text = fs::read_to_string(&manifest).expect("the manifest");
    text.push_str("\n[print.printer.office]\nback-offset = [\"1mm\", \"-0.5mm\"]\n");
    fs::write(&manifest, text).expect("written");
    place.run(&["build", "moon", "--only", "sheets", "--printer", "office"]).code(0);
    let run = place.run(&["build", "moon", "--printer", "ofice"]).code(2);
    assert!(run.stderr().contains("did you mean `office`?"), "{}", run.stderr());
    place.run(&["calibrate", "--paper", "letter", "--out", "page.pdf"]).code(0);
    assert_eq!(page_sizes(&place.path("page.pdf"), "MediaBox"), [(215.9, 279.4); 2]);
}

#[test]
fn pieces_without_size_shape_or_room_are_named() {
    let place = Place::expansion();
    let kinds = |print: &str| {
        format!(
            "use crawler\n\nkind slab \"Slab\" {{\n  print {{ template: \"card\"; {print} }}\n  \
             field set: set\n  field number: int 1..\n}}\n\n\
             slab first \"First\" {{\n  set: MOO\n  number: 90\n}}\n"
        )
    };
    for (print, code, word) in
        [("size: \"big\"", "E0404", "big"), ("size: poker; shape: blob", "E0420", "blob")]
    {
        place.write("rules/slab.card", &kinds(print));
        let run = place.run(&["build", "moon", "--only", "sheets"]).code(1);
        assert!(run.stderr().contains(code) && run.stderr().contains(word), "{}", run.stderr());
    }
    place.write("rules/slab.card", &kinds("size: \"9in x 9in\"; shape: standee"));
    let run = place.run(&["build", "moon", "--only", "sheets", "--paper", "a5"]).code(1);
    assert!(run.stderr().contains("E0540"), "{}", run.stderr());
}

#[test]
fn booklets_are_made_from_content() {
    let place = Place::expansion();
    place.run(&["build", "moon", "--only", "booklets", "--paper", "a4"]).code(0);
    let folder = place.path("moon/output/moon/booklets");
    let single = page_sizes(&folder.join("glossary-a4.pdf"), "MediaBox");
    assert!(single.iter().all(|size| *size == (148.5, 210.0)), "{single:?}");
    let folded = page_sizes(&folder.join("glossary-a4-fold.pdf"), "MediaBox");
    assert!(folded.iter().all(|size| *size == (297.0, 210.0)), "{folded:?}");
    assert_eq!(folded.len(), single.len().div_ceil(4) * 2);

    place
        .write("booklets/own.toml", "title = 'Own'\n[[chapter]]\ntitle = 'A'\nof = 'kind spell'\n");
    let run = place.run(&["build", "moon", "--only", "booklets"]).code(1);
    assert!(run.stderr().contains("E0543") && run.stderr().contains("spell"), "{}", run.stderr());

    place.write("booklets/own.toml", "title = 'Own'\n[[chapters]]\n");
    let run = place.run(&["build", "moon", "--only", "booklets"]).code(1);
    assert!(run.stderr().contains("E0543"), "{}", run.stderr());

    let high = "title = 'Own'\ncards = 'micro'\nmargins = ['10mm', '4mm', '30mm', '4mm']\n\
                [[chapter]]\ntitle = 'A'\nof = 'keywords'\n";
    place.write("booklets/own.toml", high);
    let run = place.run(&["build", "moon", "--only", "booklets"]).code(1);
    assert!(run.stderr().contains("E0544"), "{}", run.stderr());
}

#[test]
fn a_kind_that_the_printer_does_not_make_is_left_out_with_a_word() {
    let place = Place::empty();
    let build = ["build", &pieces_text(), "--preset", "the-game-crafter", "--out", "out"];
    let run = place.run(&build).code(0);
    assert!(
        run.stderr().contains("E0541") && run.stderr().contains("`figure`"),
        "{}",
        run.stderr()
    );
    let files = archive(&place.path("out/pieces/print/the-game-crafter/pieces.zip"));
    let manifest: Value = serde_json::from_slice(&files["manifest.json"]).expect("JSON");
    let left_out = manifest["left-out"].as_array().expect("a list");
    assert!(left_out.iter().any(|kind| kind["kind"] == "figure"), "{left_out:?}");
    let readme = String::from_utf8_lossy(&files["README.txt"]).into_owned();
    assert!(readme.contains("Not in this archive") && readme.contains("figure"), "{readme}");

    // A printer that makes every size leaves nothing out, and neither does one who means it.
    let run = place.run(&["build", &pieces_text(), "--preset", "pictures", "--out", "all"]).code(0);
    assert!(!run.stderr().contains("E0541"), "{}", run.stderr());
    let run = place.run(&["build", &pieces_text(), "--without", "figur"]).code(2);
    assert!(run.stderr().contains("did you mean"), "{}", run.stderr());
}

#[test]
fn every_game_prints_with_little_ink() {
    let place = Place::empty();
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    for entry in fs::read_dir(content).expect("the content") {
        let path = entry.expect("a package").path();
        if !path.join("cardwright.toml").is_file() {
            continue;
        }
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let path = path.to_string_lossy().into_owned();
        let build = ["build", &path, "--low-ink", "--only", "sheets", "--paper", "a4"];
        place.run(&[&build[..], &["--out", "out"]].concat()).code(0);
        let sheets = place.path("out").join(&name).join("sheets/low-ink-a4.pdf");
        assert!(sheets.is_file(), "{name}");
        if name == "crawler"
            && let Some(text) = crate::programs::pdftotext(&sheets)
        {
            assert!(text.contains("Warrior"), "a boost says whose it is");
        }
    }
}

#[test]
fn a_draft_is_printed_whatever_is_wrong_and_says_so() {
    let place = Place::expansion();
    let cards = place.path("moon/cards/dungeon.card");
    let text = fs::read_to_string(&cards).expect("the starter's cards");
    let name = text.split('"').nth(1).expect("a card has a name").to_owned();
    let long = "A name that no card on this earth has room for on one line. ".repeat(8);
    fs::write(&cards, text.replacen(&name, long.trim(), 1)).expect("written");
    let build = ["build", "moon", "--only", "sheets", "--paper", "a4"];
    let run = place.run(&build).code(1);
    assert!(run.stderr().contains("E0501"), "{}", run.stderr());
    let run = place.run(&[&build[..], &["--draft"]].concat()).code(0);
    assert!(run.stderr().contains("warning[E0501]"), "{}", run.stderr());
    let draft = place.path("moon/output/moon/sheets/draft-a4.pdf");
    if let Some(text) = crate::programs::pdftotext(&draft) {
        assert!(text.contains("DRAFT"), "{text}");
    }
    place.run(&["build", "moon", "--draft", "--preset", "home"]).code(2);
}

#[test]
fn a_package_can_be_shown_and_proofread() {
    let place = Place::expansion();
    place.run(&["build", "moon", "--only", "gallery,proof,data,booklets", "--paper", "a4"]).code(0);
    let out = place.path("moon/output/moon");
    let page = fs::read_to_string(out.join("gallery/index.html")).expect("a page");
    assert!(!page.contains("<script") && !page.contains("http:"), "nothing runs or is loaded");
    let pictures = page.matches("<img ").count();
    assert!(pictures > 2 && page.matches("alt=\"").count() == pictures);
    for part in page.split("src=\"").skip(1) {
        let file = part.split('"').next().expect("a file");
        assert!(out.join("gallery").join(file).is_file(), "{file}");
    }
    assert!(out.join("proof/preview.png").is_file());
    assert_eq!(page_sizes(&out.join("proof/a4.pdf"), "MediaBox")[0], (210.0, 297.0));
    let components = fs::read(out.join("data/components.json")).expect("a list");
    let components: Value = serde_json::from_slice(&components).expect("JSON");
    assert!(components[0]["pieces"].as_u64().is_some_and(|pieces| pieces > 0), "{components}");
    assert!(out.join("booklets/components-a4.pdf").is_file());
}

/// A chapter with everything that a rulebook can have.
const CHAPTER: &str = r#"use crawler

chapter moonlight "Moonlight" {
  number: 60
  introduction: "It shines."
  rule 1 "By night" {
    text: "Every *moonbeam* counts, as {moonlight.2} says; & see {attack}."
    example: "Stealth does not help. <b>"
    terms: "Night"
    diagram: """
      AA+
      AA#
    """
    piece a gold-dwarf-warrior "the watch" {}
  }
  rule 2 "By day" { text: "No moonbeam counts; see {moonlight.1}."; explains }
}
"#;

#[test]
fn a_rulebook_is_a_page_for_the_web() {
    let place = Place::expansion();
    place.write("rulebook/60-moonlight.card", CHAPTER);
    place.run(&["build", "moon", "--only", "gallery", "--paper", "a4"]).code(0);
    let out = place.path("moon/output/moon/gallery");
    let cards = fs::read_to_string(out.join("index.html")).expect("a page");
    assert!(cards.contains("href=\"rulebook.html\""));
    let page = fs::read_to_string(out.join("rulebook.html")).expect("a page");
    assert!(!page.contains("<script") && !page.contains("http:"), "nothing runs or is loaded");
    for part in page.split("href=\"#").skip(1) {
        let target = part.split('"').next().expect("a target");
        assert!(page.contains(&format!("id=\"{target}\"")), "{target} is not on the page");
    }
    for wanted in [
        "<a href=\"#moonlight.2\">rule 60.2</a>",
        "&amp; see chapter 8.",
        "<dfn>moonbeam</dfn>",
        "does not help. &lt;b&gt;",
        "<b>A</b> the watch",
        "<li>Night <a href=\"#moonlight.1\" title=\"By night\"><b>60.1</b></a></li>",
    ] {
        assert!(page.contains(wanted), "{wanted} is not in {page}");
    }
}

#[test]
fn a_printed_rulebook_has_pages_in_its_index_and_references() {
    let place = Place::expansion();
    place.write("rulebook/60-moonlight.card", CHAPTER);
    place.run(&["build", "moon", "--only", "booklets", "--paper", "a4"]).code(0);
    let book = place.path("moon/output/moon/booklets/rulebook-a4.pdf");
    let Some(text) = crate::programs::pdftotext(&book) else { return };
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // Both rules are on the third page, after cover and contents; the game's are elsewhere.
    assert!(words.contains("as rule 60.2 says; & see chapter 8."), "{words}");
    assert!(words.contains("Night 3") && words.contains("Moonbeam 3"), "{words}");
    assert!(words.contains("A the watch"), "{words}");
}
