//! Reads the result of layout: runs of words and icons with their places.

use std::ops::Range;

use parley::{Cluster, Glyph, GlyphRun};
use usvg::fontdb::ID;

use super::flat::{Flat, PLACEHOLDER};
use super::rich::{Paragraph, Piece};
use super::setter::{Brush, ICON_SIDE, Placed, PlacedIcon, PlacedRun, Typesetter};
use super::style::Style;
use crate::galley::{SetGlyph, SetRun};

/// Where in a line the next glyphs belong.
pub(super) struct Spot {
    /// The run of the line, and how many of its clusters earlier glyph runs have used up: a
    /// glyph run does not know its own text.
    pub(super) run: usize,
    pub(super) clusters: usize,
    /// How far the paragraph is moved to the right, before it is scaled.
    pub(super) shift: f32,
    /// Top of the paragraph, in millimetres.
    pub(super) top: f32,
    /// The size, in millimetres.
    pub(super) em: f32,
    /// How much larger that is than the size at which the text was shaped.
    pub(super) scale: f32,
}

/// Reads one run of glyphs. They come from left to right, whichever way they are read.
pub(super) fn glyphs(
    setter: &mut Typesetter,
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
    let scale = spot.scale;
    let mut x = (glyphs.offset() + spot.shift) * scale;
    let mut line = Line { scale, ..Line::default() };
    for cluster in run.visual_clusters().skip(spot.clusters) {
        if cluster.style_index() != glyphs.style_index() {
            break;
        }
        spot.clusters += 1;
        let text = &flat.text[cluster.text_range()];
        // Spaces at the ends are left out: they draw nothing, and SVG readers treat them
        // differently.
        let is_blank = text.chars().all(|c| c.is_whitespace() && c != PLACEHOLDER);
        if is_blank && line.words.is_none() {
            x += cluster.advance() * scale;
            continue;
        }
        line.add(&cluster, is_blank);
        if !is_blank && cluster.glyphs().any(|glyph| glyph.id == 0) {
            placed.missing.extend(text.chars().filter(|c| !c.is_whitespace()));
        }
    }
    let Some(words) = line.words.clone() else { return };
    let y = spot.top + glyphs.baseline() * scale;
    let order = placed.length + words.start;
    match &paragraph.pieces[glyphs.style().brush as usize] {
        Piece::Words { nature, .. } => {
            let Some(face) = setter.fonts.face(run.font()).cloned() else { return };
            // A variable font cannot be drawn from its glyphs alone.
            let file = setter.fonts.file(run.font()).filter(|_| run.normalized_coords().is_empty());
            let glyphs = line.glyphs();
            let set = SetRun {
                text: flat.text[words].to_owned(),
                face,
                font: file,
                size: spot.em,
                tracking: style.tracking * spot.em,
                is_rtl: run.is_rtl(),
                ink: ink(setter, file, &glyphs, spot.em),
                glyphs,
            };
            let colour = style.look(*nature).colour.unwrap_or_else(|| style.colour.clone());
            placed.runs.push(PlacedRun { x, y, set, colour, order });
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
                order,
            });
        }
    }
}

/// The glyphs of a run so far.
#[derive(Default)]
struct Line {
    /// Bytes of the paragraph from the first to the last that is no space.
    words: Option<Range<usize>>,
    /// With the bytes of the paragraph that they stand for.
    glyphs: Vec<(Glyph, Range<usize>)>,
    /// Where the next glyph stands.
    x: f32,
    scale: f32,
    /// How many glyphs there are up to the last that is no space.
    length: usize,
    /// First glyph of the last cluster that has any.
    last: usize,
    /// Where the letters end that are drawn as one with those of the next cluster.
    joined: usize,
}

impl Line {
    fn add(&mut self, cluster: &Cluster<'_, Brush>, is_blank: bool) {
        let mut range = cluster.text_range();
        if cluster.is_ligature_continuation() {
            // The letters belong to the glyph of the cluster that this one continues. That glyph is
            // to the left, or to the right in right-to-left text.
            match cluster.is_rtl() {
                true => self.joined = self.joined.max(range.end),
                false => {
                    for (_, text) in &mut self.glyphs[self.last..] {
                        text.end = text.end.max(range.end);
                    }
                }
            }
        } else {
            range.end = range.end.max(std::mem::take(&mut self.joined));
            self.last = self.glyphs.len();
            for mut glyph in cluster.glyphs() {
                glyph.x = self.x + glyph.x * self.scale;
                glyph.y *= self.scale;
                self.x += glyph.advance * self.scale;
                self.glyphs.push((glyph, range.clone()));
            }
        }
        if !is_blank {
            self.length = self.glyphs.len();
            self.words = Some(match &self.words {
                Some(known) => known.start.min(range.start)..known.end.max(range.end),
                None => range,
            });
        }
    }

    /// The glyphs of the words, without the spaces after them.
    fn glyphs(mut self) -> Vec<SetGlyph> {
        let start = self.words.map_or(0, |words| words.start);
        self.glyphs.truncate(self.length);
        let within = |byte: usize| byte.saturating_sub(start) as u32;
        let set = |(glyph, text): (Glyph, Range<usize>)| SetGlyph {
            id: glyph.id,
            x: glyph.x,
            y: glyph.y,
            text: within(text.start)..within(text.end),
        };
        self.glyphs.into_iter().map(set).collect()
    }
}

/// The box around the ink of all glyphs.
fn ink(setter: &mut Typesetter, file: Option<ID>, glyphs: &[SetGlyph], em: f32) -> [f32; 4] {
    let mut whole = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
    for glyph in glyphs {
        let Some([left, top, right, bottom]) = file.and_then(|file| setter.ink(file, glyph.id))
        else {
            continue;
        };
        whole = [
            whole[0].min(glyph.x + left * em),
            whole[1].min(glyph.y + top * em),
            whole[2].max(glyph.x + right * em),
            whole[3].max(glyph.y + bottom * em),
        ];
    }
    whole
}
