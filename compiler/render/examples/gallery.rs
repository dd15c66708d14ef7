//! Puts pictures of cards side by side, for the README.
//!
//! ```text
//! cardwright build --only cards
//! cargo run -p cardwright-render --example gallery -- --out compiler/render/gallery.png \
//!   FILE.png … --row FILE.png …
//! ```
//! The pictures are those of `build`; their bleed is cut off here. `--row` begins another row; the
//! cards of a row have the same height, whatever their size is. CONTRIBUTING has the command that
//! made the picture in the README.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Height of a row in the gallery, and the room around a card, in pixels.
const HIGH: usize = 200;
const GAP: usize = 10;

/// Bleed on each side of a card, and the radius of its corners, in metres.
const BLEED: f64 = 0.003;
const CORNER: f64 = 0.003;

const GROUND: [f64; 3] = [255.0, 255.0, 255.0];

struct Picture {
    width: usize,
    height: usize,
    /// Pixels in a metre.
    density: f64,
    pixels: Vec<u8>,
}

impl Picture {
    /// How many pixels of the cut card become one pixel of the gallery.
    fn scale(&self) -> f64 {
        (self.height as f64 - 2.0 * BLEED * self.density) / HIGH as f64
    }

    /// Width in the gallery.
    fn wide(&self) -> usize {
        ((self.width as f64 - 2.0 * BLEED * self.density) / self.scale()).round() as usize
    }
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
    let mut rows: Vec<Vec<Picture>> = vec![Vec::new()];
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--out" => out = arguments.next().ok_or("--out needs a file")?.into(),
            "--row" => rows.push(Vec::new()),
            file => rows.last_mut().ok_or("no row")?.push(read(Path::new(file))?),
        }
    }
    rows.retain(|row| !row.is_empty());
    let widths: Vec<usize> =
        rows.iter().map(|row| row.iter().map(|card| card.wide() + GAP).sum::<usize>()).collect();
    let Some(widest) = widths.iter().max() else { return Err("no pictures were named".into()) };
    let (width, height) = (widest + GAP, rows.len() * (HIGH + GAP) + GAP);
    let mut page = Picture { width, height, density: 1.0, pixels: vec![255; width * height * 3] };
    for (index, (row, wide)) in rows.iter().zip(&widths).enumerate() {
        let mut left = GAP + (widest - wide) / 2;
        for card in row {
            paste(&mut page, card, (left, GAP + index * (HIGH + GAP)));
            left += card.wide() + GAP;
        }
    }
    std::fs::write(&out, encode(&page)?)?;
    let cards: usize = rows.iter().map(Vec::len).sum();
    println!("{cards} cards in {}", out.display());
    Ok(())
}

/// Puts a card onto the page: every pixel is the average of those it covers.
fn paste(page: &mut Picture, card: &Picture, (left, top): (usize, usize)) {
    let (bleed, scale) = (BLEED * card.density, card.scale());
    let (wide, round) = (card.wide(), CORNER * card.density / scale);
    for y in 0..HIGH {
        for x in 0..wide {
            let from = |at: usize| (bleed + at as f64 * scale) as usize;
            let cover = corner(x as f64 + 0.5, y as f64 + 0.5, wide as f64, round);
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
fn corner(x: f64, y: f64, wide: f64, round: f64) -> f64 {
    let high = HIGH as f64;
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
    let per_metre = reader.info().pixel_dims.map(|dots| f64::from(dots.xppu));
    let density = per_metre.ok_or("the picture does not say its resolution")?;
    Ok(Picture { width: info.width as usize, height: info.height as usize, density, pixels })
}

fn encode(page: &Picture) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, page.width as u32, page.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.write_header()?.write_image_data(&page.pixels)?;
    Ok(bytes)
}
