//! Compares one drawing of every template with a reference picture that somebody looked at.
//!
//! The pictures are in `tests/pictures` of the repository. `UPDATE_PICTURES=1` rewrites them;
//! look at them before you commit. A failure writes `target/pictures/index.html`, which shows
//! what was expected, what was drawn, and where they differ.

use std::collections::BTreeMap;
use std::path::PathBuf;

use base64::Engine as _;
use cardwright_model::Library;
use cardwright_model::files::SourceFolder;
use cardwright_render::booklet::{Form, Source, Spec, booklet};
use cardwright_render::{CardSize, Extent, Options, Renderer, Side};

use crate::disk::Disk;
use crate::{here, library, sample, templates};

/// The width of the pictures, in pixels.
const WIDTH: f32 = 150.0;

/// Share of the pixels that may differ visibly, and how much they may differ on average (of 255).
const MOST_DIFFERENT: f64 = 0.004;
const MOST_ON_AVERAGE: f64 = 1.0;

/// A difference between pixels that is visible. Picked by eye.
const VISIBLE: i32 = 36;

/// Draws the first card of every kind, and every back.
fn draw(library: &Library, root: Option<PathBuf>, drawn: &mut BTreeMap<String, Vec<u8>>) {
    let templates = templates();
    let package = root.as_deref().map(|root| SourceFolder::new(&Disk, root));
    let options = Options { package, ..Options::default() };
    let mut seen = Vec::new();
    for card in Renderer::new(library, 0, &templates, options).render_all() {
        let errors: Vec<_> = card
            .problems
            .iter()
            .filter(|problem| problem.severity == cardwright_model::Severity::Error)
            .collect();
        assert!(errors.is_empty(), "{}: {errors:?}", card.id);
        if seen.contains(&card.kind) {
            continue;
        }
        seen.push(card.kind.clone());
        let package = &library.packages[0];
        let kind = package.kinds.iter().find(|kind| kind.id == card.kind).expect("its kind");
        let template = kind.print.as_ref().map(|print| print.template.clone()).unwrap_or_default();
        drawn.insert(format!("{}-{template}", package.game), picture(&card.front, card.size));
        if let Some(back) = &card.back {
            // A back of a card's own is named after the card.
            let reverse = kind.print.as_ref().and_then(|print| print.reverse.as_deref());
            let name = format!("{}-{}", package.game, reverse.unwrap_or(&back.id));
            drawn.insert(name, picture(&back.side, card.size));
        }
    }
}

fn picture(side: &Side, size: CardSize) -> Vec<u8> {
    side.png(size, Extent::Trim, WIDTH / size.width * 25.4).expect("a picture")
}

/// A card and its back for little ink.
fn draw_low_ink(drawn: &mut BTreeMap<String, Vec<u8>>) {
    let templates = templates();
    let options = Options { low_ink: true, ..Options::default() };
    let library = library();
    let card = Renderer::new(&library, 0, &templates, options).render("zombie").expect("a card");
    drawn.insert("shared-low-ink".to_owned(), picture(&card.front, card.size));
    let back = card.back.as_ref().expect("a back");
    drawn.insert("shared-low-ink-back".to_owned(), picture(&back.side, card.size));
}

/// The first pages of every booklet of the game and of all games.
fn draw_booklets(drawn: &mut BTreeMap<String, Vec<u8>>) {
    let templates = templates();
    let library = library();
    let renderer = Renderer::new(&library, 0, &templates, Options::default());
    for folder in ["shared", "crawler"] {
        let files = std::fs::read_dir(here("../../templates").join(folder).join("booklets"));
        for file in files.expect("booklets").filter_map(Result::ok) {
            let name = file.file_name().to_string_lossy().into_owned();
            let id = name.strip_suffix(".toml").expect("a booklet");
            let text = std::fs::read_to_string(file.path()).expect("a text");
            let mut spec = Spec::parse(id, &text).unwrap_or_else(|reason| panic!("{id}: {reason}"));
            // The sample has only cards.
            spec.chapters.retain(|chapter| match &chapter.of {
                Source::Kind(kind) => library.kind(kind).is_some(),
                _ => true,
            });
            let size = match &spec.form {
                Form::Cards { size, .. } => CardSize::named(size).expect("a size"),
                Form::Booklet => {
                    CardSize { bleed: 0.0, ..CardSize::named("148x210mm").expect("A5") }
                }
            };
            let made = booklet(&renderer, &spec, size);
            assert_eq!(made.problems, [], "{folder} {id}");
            for (number, page) in made.pages.iter().take(3).enumerate() {
                let name = format!("{folder}-booklet-{id}-{}", number + 1);
                drawn.insert(name, picture(&page.front, page.size));
            }
        }
    }
}

/// The sample with one card, drawn by another template.
fn only(template: &str) -> Library {
    let mut library = library();
    let package = &mut library.packages[0];
    package.cards.truncate(1);
    for kind in &mut package.kinds {
        if let Some(print) = &mut kind.print {
            (print.template, print.back) = (template.to_owned(), None);
        }
    }
    library
}

#[test]
fn every_template_draws_what_was_looked_at() {
    let mut drawn = BTreeMap::new();
    draw(&library(), None, &mut drawn);
    let mut other_game = library();
    other_game.packages[0].game = "shared".to_owned();
    other_game.packages[0].cards.truncate(1);
    for kind in &mut other_game.packages[0].kinds {
        if let Some(print) = &mut kind.print {
            (print.template, print.back) = ("card".to_owned(), Some("back".to_owned()));
        }
    }
    draw(&other_game, None, &mut drawn);
    for template in ["example-hero", "example-map"] {
        draw(&only(template), Some(here("examples/designer")), &mut drawn);
    }
    draw(&only("scripts"), Some(here("tests/data/scripts")), &mut drawn);
    let bells = Some(here("../../content/crawler-sunken-bells"));
    let mut skinned = BTreeMap::new();
    draw(&library(), bells, &mut skinned);
    drawn.extend(skinned.into_iter().map(|(name, png)| (format!("bells-{name}"), png)));
    draw_low_ink(&mut drawn);
    draw_booklets(&mut drawn);
    for text in [
        include_str!("data/explore.json"),
        include_str!("data/arcade.json"),
        include_str!("data/bag.json"),
        include_str!("data/deckbox.json"),
    ] {
        draw(&sample(text), None, &mut drawn);
    }
    for game in ["crawler", "explore", "arcade", "bag", "deckbox"] {
        every_template_is_drawn(game, &drawn);
    }
    compare(&drawn);
}

fn every_template_is_drawn(game: &str, drawn: &BTreeMap<String, Vec<u8>>) {
    let templates = std::fs::read_dir(here("../../templates").join(game)).expect("templates");
    for entry in templates.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(name) = name.strip_suffix(".svg").filter(|name| !name.starts_with('_')) else {
            continue;
        };
        // Entries of booklets are part of the pages above.
        if name.starts_with("booklet-") {
            continue;
        }
        assert!(drawn.contains_key(&format!("{game}-{name}")), "{game}/{name} is not drawn");
    }
}

fn compare(drawn: &BTreeMap<String, Vec<u8>>) {
    let folder = here("../../tests/pictures");
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::create_dir_all(&folder).expect("the folder of pictures");
        for (name, bytes) in drawn {
            std::fs::write(folder.join(format!("{name}.png")), bytes).expect("a picture");
        }
        return;
    }
    let mut rows = String::new();
    let mut wrong = Vec::new();
    for (name, bytes) in drawn {
        let expected = std::fs::read(folder.join(format!("{name}.png"))).unwrap_or_default();
        let (differs, difference) = differ(&expected, bytes);
        if differs {
            wrong.push(name.as_str());
            rows.push_str(&row(name, [&expected, bytes, &difference]));
        }
    }
    if wrong.is_empty() {
        return;
    }
    let report = here("../../target/pictures/index.html");
    std::fs::create_dir_all(report.parent().expect("a folder")).expect("the report's folder");
    let page = format!(
        "<!doctype html><meta charset=utf-8><title>Pictures that differ</title>\
         <style>body{{font:15px sans-serif;margin:2em}}td{{padding:.5em}}img{{width:300px;\
         image-rendering:pixelated}}</style><h1>Pictures that differ</h1><p>Is the new one right? \
         <code>UPDATE_PICTURES=1 cargo test --release -p cardwright-render pictures</code><table>\
         <tr><th>expected<th>drawn<th>difference{rows}</table>"
    );
    std::fs::write(&report, page).expect("the report");
    panic!("{} differ; see {}", wrong.join(", "), report.display());
}

fn row(name: &str, pictures: [&[u8]; 3]) -> String {
    let cells = pictures.map(|png| {
        let data = base64::engine::general_purpose::STANDARD.encode(png);
        format!("<td><img alt=\"\" src=\"data:image/png;base64,{data}\">")
    });
    format!("<tr><td colspan=3><h2>{name}</h2><tr>{}", cells.concat())
}

fn decode(bytes: &[u8]) -> Option<(u32, u32, Vec<u8>)> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut pixels).ok()?;
    pixels.truncate(info.buffer_size());
    Some((info.width, info.height, pixels))
}

/// True if two pictures differ visibly, and a picture of where.
fn differ(expected: &[u8], drawn: &[u8]) -> (bool, Vec<u8>) {
    let (Some(one), Some(other)) = (decode(expected), decode(drawn)) else {
        return (true, Vec::new());
    };
    if (one.0, one.1) != (other.0, other.1) {
        return (true, Vec::new());
    }
    let apart: Vec<i32> =
        one.2.iter().zip(&other.2).map(|(a, b)| (i32::from(*a) - i32::from(*b)).abs()).collect();
    let average = apart.iter().map(|apart| f64::from(*apart)).sum::<f64>() / apart.len() as f64;
    let visible = apart.chunks(3).filter(|pixel| pixel.iter().any(|part| *part > VISIBLE)).count();
    let share = visible as f64 / (apart.len() / 3) as f64;
    let pixels: Vec<u8> = apart.iter().map(|apart| 255 - (apart * 3).min(255) as u8).collect();
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, one.0, one.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&pixels))
        .expect("a picture in memory");
    (average > MOST_ON_AVERAGE || share > MOST_DIFFERENT, png)
}

#[test]
fn a_moved_line_is_noticed() {
    let mut drawn = BTreeMap::new();
    draw(&only("adventurer"), None, &mut drawn);
    let before = drawn["crawler-adventurer"].clone();
    let mut changed = only("adventurer");
    changed.packages[0].cards[0].name = "Another Name".to_owned();
    draw(&changed, None, &mut drawn);
    assert!(!differ(&before, &before).0);
    assert!(differ(&before, &drawn["crawler-adventurer"]).0);
}
