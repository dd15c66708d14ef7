//! Puts pictures of cards side by side, for the README.
//!
//! ```text
//! cardwright build --only cards
//! cargo run -p cardwright-render --example gallery -- --out compiler/render/gallery.png FILE.png …
//! ```
//! The pictures are those of `build`, with their bleed, which is cut off here. They stand in
//! two rows; the README says which command made the one it shows.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Width of a card in the gallery, and the room around it, in pixels.
const CARD: usize = 230;
const GAP: usize = 14;

/// Part of a poker card's full width that is bleed on each side.
const BLEED: f64 = 3.0 / 69.0;

/// Corners are cut off with this radius, in pixels.
const CORNER: f64 = 11.0;

const GROUND: [f64; 3] = [255.0, 255.0, 255.0];

struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut out = PathBuf::from("gallery.png");
    let mut files = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--out" => out = arguments.next().ok_or("--out needs a file")?.into(),
            _ => files.push(PathBuf::from(argument)),
        }
    }
    let cards: Vec<Picture> = files.iter().map(|file| read(file)).collect::<Result<_, _>>()?;
    let Some(first) = cards.first() else { return Err("no pictures were named".into()) };
    let bleed = first.width as f64 * BLEED;
    let shape = (first.height as f64 - 2.0 * bleed) / (first.width as f64 - 2.0 * bleed);
    let high = (CARD as f64 * shape).round() as usize;
    let columns = cards.len().div_ceil(2);
    let mut page = Picture {
        width: columns * (CARD + GAP) + GAP,
        height: cards.len().div_ceil(columns) * (high + GAP) + GAP,
        pixels: Vec::new(),
    };
    page.pixels = vec![255; page.width * page.height * 3];
    for (index, card) in cards.iter().enumerate() {
        let left = GAP + index % columns * (CARD + GAP);
        let top = GAP + index / columns * (high + GAP);
        paste(&mut page, card, (left, top), high);
    }
    std::fs::write(&out, encode(&page)?)?;
    println!("{} cards in {}", cards.len(), out.display());
    Ok(())
}

/// Puts a card onto the page: every pixel is the average of those it covers.
fn paste(page: &mut Picture, card: &Picture, (left, top): (usize, usize), high: usize) {
    let bleed = card.width as f64 * BLEED;
    let scale = (card.width as f64 - 2.0 * bleed) / CARD as f64;
    for y in 0..high {
        for x in 0..CARD {
            let from = |at: usize| (bleed + at as f64 * scale) as usize;
            let cover = corner(x as f64 + 0.5, y as f64 + 0.5, high as f64);
            let mut sum = [0.0; 3];
            let mut count = 0.0;
            for row in from(y)..from(y + 1).max(from(y) + 1).min(card.height) {
                for column in from(x)..from(x + 1).max(from(x) + 1).min(card.width) {
                    let at = (row * card.width + column) * 3;
                    (0..3).for_each(|part| sum[part] += f64::from(card.pixels[at + part]));
                    count += 1.0;
                }
            }
            let at = ((top + y) * page.width + left + x) * 3;
            for part in 0..3 {
                let colour = sum[part] / f64::max(count, 1.0);
                let mixed = colour * cover + GROUND[part] * (1.0 - cover);
                page.pixels[at + part] = mixed.round() as u8;
            }
        }
    }
}

/// How much of a pixel lies inside the rounded outline, from 0 to 1.
fn corner(x: f64, y: f64, high: f64) -> f64 {
    let (wide, round) = (CARD as f64, CORNER);
    let across = (round - x).max(x - (wide - round)).max(0.0);
    let down = (round - y).max(y - (high - round)).max(0.0);
    (round - across.hypot(down) + 0.5).clamp(0.0, 1.0)
}

fn read(file: &Path) -> Result<Picture, Box<dyn Error>> {
    let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let info = reader.next_frame(&mut pixels)?;
    if info.color_type != png::ColorType::Rgb {
        return Err(format!("{} is not a picture that `build` made", file.display()).into());
    }
    Ok(Picture { width: info.width as usize, height: info.height as usize, pixels })
}

fn encode(page: &Picture) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, page.width as u32, page.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.write_header()?.write_image_data(&page.pixels)?;
    Ok(bytes)
}
