//! Reads a painted side: the colours of a place, and gaps in the bleed.

use resvg::tiny_skia::{IntRect, Pixmap, PremultipliedColorU8};
use usvg::{Rect, Transform};

use crate::colour::Colour;

/// Pixels per millimetre. That is 76 dots per inch, or five pixels for the height of small letters.
pub(super) const SCALE: f32 = 3.0;
/// Words are examined in pieces of this width, in pixels, so that it counts if only half a word is
/// on a dark ground.
const PIECE: u32 = 8;
/// A colour counts as white paper from this value on, in all channels. A guess.
const WHITE: u8 = 250;

/// A part of the bleed without ink.
#[derive(Debug)]
pub(super) struct Uncovered {
    pub(super) side: &'static str,
    pub(super) place: Rect,
    /// The size of the area without ink, in square millimetres.
    pub(super) area: f32,
    /// True if nothing is drawn there, false if it is white.
    pub(super) is_transparent: bool,
}

/// The median colour of each piece of a place.
pub(super) fn pieces(pixmap: &Pixmap, place: Rect) -> Vec<Colour> {
    let Some(area) = pixels(pixmap, place) else { return Vec::new() };
    let count = (area.width() / PIECE).max(1);
    (0..count)
        .map(|piece| {
            let left = area.x() as u32 + piece * area.width() / count;
            let right = area.x() as u32 + (piece + 1) * area.width() / count;
            let mut channels = [const { Vec::new() }; 3];
            for y in area.y() as u32..area.y() as u32 + area.height() {
                for x in left..right {
                    let Some(pixel) = pixmap.pixel(x, y) else { continue };
                    for (channel, value) in channels.iter_mut().zip(on_paper(pixel)) {
                        channel.push(value);
                    }
                }
            }
            let [red, green, blue] = channels.map(median);
            Colour { red, green, blue }
        })
        .collect()
}

fn pixels(pixmap: &Pixmap, place: Rect) -> Option<IntRect> {
    let clamp = |value: f32, most: u32| (value * SCALE).clamp(0.0, most as f32);
    let left = clamp(place.left(), pixmap.width()).floor() as i32;
    let top = clamp(place.top(), pixmap.height()).floor() as i32;
    let right = clamp(place.right(), pixmap.width()).ceil() as i32;
    let bottom = clamp(place.bottom(), pixmap.height()).ceil() as i32;
    IntRect::from_ltrb(left, top, right, bottom)
}

fn median(mut values: Vec<u8>) -> u8 {
    let middle = values.len() / 2;
    if values.is_empty() {
        return u8::MAX;
    }
    *values.select_nth_unstable(middle).1
}

/// The colour of a pixel on white paper.
fn on_paper(pixel: PremultipliedColorU8) -> [u8; 3] {
    let paper = u8::MAX - pixel.alpha();
    [pixel.red(), pixel.green(), pixel.blue()].map(|channel| channel.saturating_add(paper))
}

/// Whether a colour is as white as paper.
pub(super) fn is_white(colour: Colour) -> bool {
    [colour.red, colour.green, colour.blue].iter().all(|channel| *channel >= WHITE)
}

/// The box around the pixels of a strip that have no ink.
pub(super) fn gap(pixmap: &Pixmap, side: &'static str, strip: Rect) -> Option<Uncovered> {
    let area = pixels(pixmap, strip)?;
    let mut gap: Option<Rect> = None;
    let mut is_transparent = false;
    let mut count = 0u32;
    for y in area.y()..area.bottom() {
        for x in area.x()..area.right() {
            let Some(pixel) = pixmap.pixel(x as u32, y as u32) else { continue };
            let [red, green, blue] = on_paper(pixel);
            // Antialiased edges may leave a pixel that is nearly opaque, so half opaque counts as
            // drawn.
            let is_empty = pixel.alpha() < 128;
            if is_empty || is_white(Colour { red, green, blue }) {
                is_transparent |= is_empty;
                count += 1;
                let here = Rect::from_xywh(x as f32, y as f32, 1.0, 1.0)?;
                gap = Some(gap.map_or(here, |gap| super::union(gap, here)));
            }
        }
    }
    let place = gap?.transform(Transform::from_scale(1.0 / SCALE, 1.0 / SCALE))?;
    let area = count as f32 / (SCALE * SCALE);
    Some(Uncovered { side, place, area, is_transparent })
}
