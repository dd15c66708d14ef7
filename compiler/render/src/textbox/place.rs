//! Takes over what layout found: runs of words and icons with their places.

use parley::GlyphRun;

use super::flat::{Flat, PLACEHOLDER};
use super::rich::{Paragraph, Piece};
use super::setter::{Brush, ICON_SIDE, Placed, PlacedIcon, PlacedRun, Typesetter};
use super::style::Style;

/// Where in a line the next glyphs belong.
pub(super) struct Spot {
    /// The run of the line, and how many of its clusters earlier glyph runs have used up: a
    /// glyph run does not know its own text.
    pub(super) run: usize,
    pub(super) clusters: usize,
    /// How far the paragraph is moved to the right, in millimetres.
    pub(super) shift: f32,
    /// Top of the paragraph, in millimetres.
    pub(super) top: f32,
    /// The size, in millimetres.
    pub(super) em: f32,
}

/// Takes over one run of glyphs. They come from left to right, whichever way they are read.
pub(super) fn glyphs(
    setter: &Typesetter,
    glyphs: &GlyphRun<'_, Brush>,
    spot: &mut Spot,
    flat: &Flat,
    paragraph: &Paragraph,
    style: &Style,
    placed: &mut Placed,
) {
    let run = glyphs.run();
    if spot.run != run.index() {
        (spot.run, spot.clusters) = (run.index(), 0);
    }
    let mut x = glyphs.offset() + spot.shift;
    let mut words: Option<std::ops::Range<usize>> = None;
    for cluster in run.visual_clusters().skip(spot.clusters) {
        if cluster.style_index() != glyphs.style_index() {
            break;
        }
        spot.clusters += 1;
        let range = cluster.text_range();
        let text = &flat.text[range.clone()];
        // Spaces at the ends are left out: they draw nothing, and SVG readers differ on them.
        if text.chars().all(|c| c.is_whitespace() && c != PLACEHOLDER) {
            if words.is_none() {
                x += cluster.advance();
            }
            continue;
        }
        words = Some(match words {
            Some(known) => known.start.min(range.start)..known.end.max(range.end),
            None => range,
        });
        if cluster.glyphs().any(|glyph| glyph.id == 0) {
            placed.missing.extend(text.chars().filter(|c| !c.is_whitespace()));
        }
    }
    let Some(words) = words else { return };
    let y = spot.top + glyphs.baseline();
    match &paragraph.pieces[glyphs.style().brush as usize] {
        Piece::Words { nature, .. } => {
            let Some(face) = setter.fonts.face(run.font()) else { return };
            placed.runs.push(PlacedRun {
                x,
                y,
                order: placed.length + words.start,
                text: flat.text[words].to_owned(),
                face: face.clone(),
                size: spot.em,
                tracking: style.tracking * spot.em,
                colour: style.look(*nature).colour.unwrap_or_else(|| style.colour.clone()),
                is_rtl: run.is_rtl(),
                #[cfg(test)]
                glyphs: inked(glyphs, spot, flat),
            });
        }
        Piece::Icon { name } => {
            let width = setter.icons.get(name).map_or(1.0, |icon| icon.ink_width());
            let height = style.icon_scale * spot.em;
            placed.icons.push(PlacedIcon {
                x: x + ICON_SIDE * spot.em,
                y: y + style.icon_drop * spot.em - height,
                width: height * width,
                height,
                name: name.clone(),
                colour: style.icon_colour.clone().unwrap_or_else(|| style.colour.clone()),
                order: placed.length + words.start,
            });
        }
    }
}

/// The glyphs of a run that draw something.
#[cfg(test)]
fn inked(glyphs: &GlyphRun<'_, Brush>, spot: &Spot, flat: &Flat) -> Vec<(u16, f32, f32)> {
    let blank: Vec<u32> = glyphs
        .run()
        .clusters()
        .filter(|cluster| flat.text[cluster.text_range()].trim().is_empty())
        .flat_map(|cluster| cluster.glyphs().map(|glyph| glyph.id).collect::<Vec<_>>())
        .collect();
    let place = |glyph: parley::Glyph| (glyph.id as u16, glyph.x + spot.shift, glyph.y + spot.top);
    glyphs.positioned_glyphs().filter(|glyph| !blank.contains(&glyph.id)).map(place).collect()
}
