//! What gets onto the plates of a press, according to another program: Ghostscript separates the
//! pages, and these tests look at the inks.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::Place;
use crate::print::archive;
use crate::programs;

/// A plate: how much ink each pixel gets, 0 to 255.
struct Plate {
    width: usize,
    pixels: Vec<u8>,
}

/// The plates of the first page by name; `None` if Ghostscript is not installed, which is said.
fn separated(pdf: &Path, folder: &Path) -> Option<BTreeMap<String, Plate>> {
    fs::create_dir_all(folder).expect("a folder");
    let output = format!("-sOutputFile={}", folder.join("page.tif").display());
    let file = pdf.to_string_lossy();
    let run = programs::run(
        "gs",
        &[
            "-q",
            "-dNOPAUSE",
            "-dBATCH",
            "-dFirstPage=1",
            "-dLastPage=1",
            "-sDEVICE=tiffsep",
            "-sCompression=none",
            "-r150",
            &output,
            &file,
        ],
    )?;
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let mut plates = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        // `page(Cyan).tif`; the file without a plate is all of them together.
        let Some((_, name)) = name.split_once('(') else { continue };
        let name = name.split(')').next().expect("a name").to_owned();
        plates.insert(name, plate(&fs::read(&path).expect("a plate")));
    }
    Some(plates)
}

/// Reads an uncompressed TIFF of one grey byte a pixel, as Ghostscript writes it.
fn plate(bytes: &[u8]) -> Plate {
    let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]) as usize;
    let long = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four")) as usize;
    assert_eq!(&bytes[..2], b"II");
    let directory = long(4);
    let mut tags = BTreeMap::new();
    for index in 0..short(directory) {
        let at = directory + 2 + index * 12;
        tags.insert(short(at), (short(at + 2), long(at + 4), at + 8));
    }
    let values = |tag: usize| -> Vec<usize> {
        let (kind, count, at) = tags[&tag];
        let width = if kind == 3 { 2 } else { 4 };
        let at = if count * width <= 4 { at } else { long(at) };
        let read = |index| if kind == 3 { short(at + index * 2) } else { long(at + index * 4) };
        (0..count).map(read).collect()
    };
    let mut pixels = Vec::new();
    for (start, length) in values(273).into_iter().zip(values(279)) {
        pixels.extend(bytes[start..start + length].iter().map(|light| 255 - light));
    }
    Plate { width: values(256)[0], pixels }
}

const PROCESS: [&str; 4] = ["Cyan", "Magenta", "Yellow", "Black"];

/// A card with a light panel, dark words and a thin dark line on it.
const TEMPLATE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94">
<rect x="-3" y="-3" width="69" height="94" fill="#d8b070"/>
{{ text("Hamburgefonstiv", 10, 40, 45, size=12, colour="#2a1c10", name="title") }}
<path d="M10 50H50" stroke="#1d1710" stroke-width="0.25"/>
</svg>"##;

const CARD: &str = "use crawler\n\nkind slab \"Slab\" {\n  print { template: \"slab\"; size: poker }\n  \
                    field set: set\n  field number: int 1..\n}\n\n\
                    slab first \"First\" {\n  set: MOO\n  number: 90\n}\n";

#[test]
fn black_words_are_on_one_plate_and_cut_lines_leave_nothing_white() {
    let place = Place::expansion();
    place.write("templates/slab.svg", TEMPLATE);
    place.write("rules/slab.card", CARD);
    let manifest = place.path("moon/cardwright.toml");
    let text = fs::read_to_string(&manifest).expect("the manifest");
    let text = text.split("[print]").next().expect("a beginning").to_owned();
    fs::write(
        &manifest,
        format!("{text}[print]\ncolour = \"cmyk\"\nmarks = \"none\"\nheader = false\n"),
    )
    .expect("written");
    let mut plates = Vec::new();
    for (folder, flags) in [("plain", &[][..]), ("cut", &["--contour"][..])] {
        let mut arguments =
            vec!["build", "moon", "--only", "sheets", "--kind", "slab", "--paper", "a4", "--draft"];
        arguments.extend(["--out", folder]);
        arguments.extend(flags);
        place.run(&arguments).code(0);
        let pdf = place.path(folder).join("moon/sheets/slab-draft-a4.pdf");
        let Some(found) = separated(&pdf, &place.path(&format!("{folder}-plates"))) else { return };
        plates.push(found);
    }
    let [plain, cut] = plates.as_slice() else { panic!("two sheets") };

    // Where there is a letter or the line, black is nearly full and the panel goes on below it.
    let black = &plain["Black"];
    let dark: Vec<usize> = (0..black.pixels.len()).filter(|at| black.pixels[*at] > 250).collect();
    assert!(dark.len() > 200, "{} pixels of words", dark.len());
    for name in &PROCESS[..3] {
        let plate = &plain[*name].pixels;
        let most = plate.iter().copied().max().unwrap_or_default();
        let panel = dark.iter().filter(|at| plate[**at] + 3 >= most);
        assert_eq!(panel.count(), dark.len(), "{name} is left out below words or has words on it");
    }

    assert!(cut.contains_key("CutContour"), "{:?}", cut.keys());
    let lines = cut["CutContour"].pixels.iter().filter(|ink| **ink > 0).count();
    assert!(lines > 100, "{lines} pixels to cut along");
    for name in PROCESS {
        assert_eq!(cut[name].width, plain[name].width);
        assert!(cut[name].pixels == plain[name].pixels, "{name} differs below the cut lines");
    }
}

#[test]
fn no_spot_takes_more_ink_than_the_printer_allows() {
    let place = Place::expansion();
    place.run(&["build", "moon", "--preset", "drive-thru-cards"]).code(0);
    let files = archive(&place.path("moon/output/moon/print/drive-thru-cards/moon.zip"));
    let pdf = place.path("moon.pdf");
    fs::write(&pdf, &files["moon-poker.pdf"]).expect("written");
    let Some(plates) = separated(&pdf, &place.path("plates")) else { return };
    let length = plates["Black"].pixels.len();
    let total =
        |at: usize| -> u32 { PROCESS.iter().map(|name| u32::from(plates[*name].pixels[at])).sum() };
    let most = (0..length).map(total).max().unwrap_or_default() as f32 / 2.55;
    // Four inks are rounded to 255 steps each.
    assert!((100.0..=241.0).contains(&most), "{most} %");
}
