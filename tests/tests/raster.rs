//! PDF pages, rendered by other programs (hayro, poppler, mupdf), look like our PNG.

use std::path::Path;

use cardwright_model::Library;
use cardwright_render::pdf::{Inks, Production, Standard};
use cardwright_render::sheet::{PageOrder, card_pages};
use cardwright_render::{About, Extent, Options, RenderedCard, Renderer, Templates};
use cardwright_tests::{repository, tools};
use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};

/// Resolution of the comparison, in dots per inch.
const DPI: f32 = 100.0;

/// A picture of opaque pixels.
struct Picture {
    width: usize,
    height: usize,
    /// Red, green and blue of each pixel.
    pixels: Vec<[u8; 3]>,
}

/// How much two pictures differ.
#[derive(Debug)]
struct Difference {
    /// On average, of 255.
    mean: f32,
    /// Share of pixels that differ clearly.
    plain: f32,
}

impl Picture {
    fn from_png(bytes: &[u8]) -> Picture {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
        let mut reader = decoder.read_info().expect("a PNG");
        let mut buffer = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut buffer).expect("pixels");
        let channels = info.color_type.samples();
        let pixels = buffer[..info.buffer_size()]
            .chunks_exact(channels)
            .map(|pixel| match channels {
                1 | 2 => [pixel[0]; 3],
                _ => [pixel[0], pixel[1], pixel[2]],
            })
            .collect();
        Picture { width: info.width as usize, height: info.height as usize, pixels }
    }

    fn write(&self, file: &Path) {
        let out = std::fs::File::create(file).expect("a file");
        let mut encoder = png::Encoder::new(out, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(&self.pixels.concat()).expect("pixels");
    }

    /// Compares the area that both have; programs round the size of a page differently.
    fn difference(&self, other: &Picture) -> Difference {
        assert!(self.width.abs_diff(other.width) <= 1 && self.height.abs_diff(other.height) <= 1);
        let (width, height) = (self.width.min(other.width), self.height.min(other.height));
        let (mut sum, mut plain) = (0_u64, 0_u64);
        for y in 0..height {
            for x in 0..width {
                let (a, b) = (self.pixels[y * self.width + x], other.pixels[y * other.width + x]);
                let apart = [0, 1, 2].map(|channel| u64::from(a[channel].abs_diff(b[channel])));
                sum += apart.iter().sum::<u64>();
                plain += u64::from(apart.iter().any(|apart| *apart > 64));
            }
        }
        let count = (width * height) as f32;
        Difference { mean: sum as f32 / 3.0 / count, plain: plain as f32 / count }
    }
}

/// The pages as hayro renders them.
fn hayro_pages(pdf: &[u8]) -> Vec<Picture> {
    let pdf = Pdf::new(pdf.to_vec()).expect("hayro reads it");
    let cache = RenderCache::new();
    let scale = DPI / 72.0;
    let pixmap = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let (interpreter, render) = (InterpreterSettings::default(), RenderSettings::default());
    let page = |page| hayro::render(page, &cache, &interpreter, &render, &pixmap);
    pdf.pages()
        .iter()
        .map(page)
        .map(|drawn| Picture::from_png(&drawn.into_png().expect("a PNG")))
        .collect()
}

/// The pages as a program renders them that writes one PNG per page; empty if it is not installed.
fn pages_of(program: &str, arguments: &[&str], pdf: &[u8]) -> Vec<Picture> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("pages.pdf");
    std::fs::write(&file, pdf).expect("a file");
    let file = file.to_string_lossy().into_owned();
    let target = folder.path().join("page").to_string_lossy().into_owned();
    let arguments: Vec<String> = arguments
        .iter()
        .map(|argument| argument.replace("FILE", &file).replace("TARGET", &target))
        .collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let Some(output) = tools::run(program, &arguments) else { return Vec::new() };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut files: Vec<_> = std::fs::read_dir(folder.path())
        .expect("the folder")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "png"))
        .collect();
    files.sort();
    files.iter().map(|file| Picture::from_png(&std::fs::read(file).expect("a file"))).collect()
}

fn library() -> Library {
    let path = repository().join("compiler/render/tests/data/sample.json");
    let text = std::fs::read_to_string(path).expect("the sample");
    let package = serde_json::from_str(&text).expect("a package");
    Library { packages: vec![package] }
}

fn draw(templates: &Templates) -> Vec<RenderedCard> {
    Renderer::new(&library(), 0, templates, Options::default()).render_all()
}

fn compare(cards: &[RenderedCard], production: &Production, most: &Difference) {
    let about = About { title: "Pages".to_owned(), ..About::default() };
    let pdf = card_pages(cards, PageOrder::FrontBack, &about, production).expect("a PDF");
    let ours: Vec<Picture> = cards
        .iter()
        .flat_map(|card| {
            [Some(&card.front), card.back.as_ref().map(|back| &back.side)].map(|s| (card, s))
        })
        .filter_map(|(card, side)| side?.png(card.size, Extent::Bleed, DPI).ok())
        .map(|png| Picture::from_png(&png))
        .collect();
    let dpi = DPI.to_string();
    // Poppler hints type and draws tiles on whole pixels, so its limit is more generous.
    let theirs = [
        ("hayro", 1.0, hayro_pages(&pdf)),
        ("pdftoppm", 2.0, pages_of("pdftoppm", &["-r", &dpi, "-png", "FILE", "TARGET"], &pdf)),
        (
            "mutool",
            1.0,
            pages_of("mutool", &["draw", "-r", &dpi, "-o", "TARGET%03d.png", "FILE"], &pdf),
        ),
    ];
    let mut wrong = Vec::new();
    for (program, slack, pages) in &theirs {
        if pages.is_empty() {
            continue;
        }
        assert_eq!(pages.len(), ours.len(), "{program}");
        for (number, (page, own)) in pages.iter().zip(&ours).enumerate() {
            let found = page.difference(own);
            if found.mean > most.mean * slack || found.plain > most.plain * slack {
                let files = [("theirs", page), ("ours", own)].map(|(whose, picture)| {
                    let name = format!("{program}-{}-{whose}.png", number + 1);
                    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
                    picture.write(&file);
                    file.display().to_string()
                });
                wrong.push(format!("{program}, page {}: {found:?}, {files:?}", number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn cards_and_backs_look_the_same() {
    let templates = cardwright_tests::templates(&repository().join("templates"));
    compare(&draw(&templates), &Production::default(), &Difference { mean: 4.0, plain: 0.02 });
}

#[test]
fn masks_gradients_patterns_and_blends_look_the_same() {
    let difficult = include_str!("data/difficult.svg");
    let mut files = Vec::new();
    read_below(&repository().join("templates"), "", &mut files);
    let kinds = ["adventurer", "character", "trap", "quest", "magic"];
    for kind in kinds {
        let name = format!("crawler/{kind}.svg");
        files.retain(|(known, _)| *known != name);
        files.push((name, difficult.as_bytes().to_vec()));
    }
    let cards = draw(&Templates::from_files(files));
    let cards: Vec<RenderedCard> =
        cards.into_iter().filter(|card| kinds.contains(&card.kind.as_str())).take(2).collect();
    assert_eq!(cards.len(), 2);
    for card in &cards {
        assert_eq!(card.problems, []);
    }
    // The tiles are whole pixels at this resolution, because resvg rounds them.
    compare(&cards, &Production::default(), &Difference { mean: 4.0, plain: 0.02 });
}

#[test]
fn flat_pages_for_a_press_show_the_same_things() {
    let templates = cardwright_tests::templates(&repository().join("templates"));
    let cards: Vec<RenderedCard> = draw(&templates).into_iter().take(3).collect();
    let production = Production::cmyk(Inks::default()).to_standard(Standard::X1a);
    // Programs show inks in different ways, so only the shapes can be compared.
    compare(&cards, &production, &Difference { mean: 40.0, plain: 0.40 });
}

fn read_below(folder: &Path, name: &str, files: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let own = entry.file_name().to_string_lossy().into_owned();
        let full = if name.is_empty() { own } else { format!("{name}/{own}") };
        if entry.path().is_dir() {
            read_below(&entry.path(), &full, files);
        } else {
            files.push((full, std::fs::read(entry.path()).expect("a file")));
        }
    }
}
