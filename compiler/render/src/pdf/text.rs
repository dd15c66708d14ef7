//! Text: glyphs on one line and in one face become one run.

use std::ops::Range;

use krilla::geom::Point;
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use usvg::fontdb::{ID, Source};
use usvg::layout::{PositionedGlyph, Span};
use usvg::{PaintOrder, Path, Text};

use super::store::Store;
use super::{paint, walker};
use crate::galley::{self, RIGHT_TO_LEFT, SetRun};

pub(super) fn draw(surface: &mut Surface<'_>, text: &Text, store: &mut Store) {
    for span in text.layouted().iter().filter(|span| span.visible) {
        for line in [&span.overline, &span.underline].into_iter().flatten() {
            walker::path(surface, line, 1.0, store);
        }
        let mut rest = span.positioned_glyphs.as_slice();
        while let Some(first) = rest.first() {
            let length = run_length(rest);
            if let Some(font) = font(first.font, store) {
                run(surface, span, &rest[..length], &font, store);
            }
            rest = &rest[length..];
        }
        if let Some(line) = &span.line_through {
            walker::path(surface, line, 1.0, store);
        }
    }
}

/// Where a glyph stands, without the scale of the font size.
fn place(glyph: &PositionedGlyph, units: f32) -> usvg::Transform {
    let scale = units / glyph.font_size();
    glyph.transform().pre_scale(scale, scale)
}

/// Vertical shifts smaller than this, in millimetres, do not end a run.
const LEVEL: f32 = 0.0005;

/// How many of the glyphs make one run: same face and size, upright, on one baseline.
fn run_length(glyphs: &[PositionedGlyph]) -> usize {
    let Some(first) = glyphs.first() else { return 0 };
    let linear = |glyph: &PositionedGlyph| {
        let transform = glyph.transform();
        (transform.sx, transform.sy, transform.kx, transform.ky, transform.ty)
    };
    let (sx, sy, kx, ky, ty) = linear(first);
    if kx != 0.0 || ky != 0.0 || (sx - sy).abs() > f32::EPSILON {
        return 1;
    }
    let same = |glyph: &&PositionedGlyph| {
        let other = linear(glyph);
        glyph.font == first.font
            && glyph.font_size() == first.font_size()
            && (other.0 - sx).abs() <= f32::EPSILON
            && (other.1 - sy).abs() <= f32::EPSILON
            && other.2 == 0.0
            && other.3 == 0.0
            && (other.4 - ty).abs() < LEVEL
    };
    glyphs.iter().take_while(same).count().max(1)
}

/// Draws typeset words at the place of their mark.
pub(super) fn draw_set(surface: &mut Surface<'_>, mark: &Path, run: &SetRun, store: &mut Store) {
    let Some(font) = run.font.and_then(|id| font(id, store)).filter(|_| mark.is_visible()) else {
        return;
    };
    let ink = Ink { fill: mark.fill(), stroke: mark.stroke(), order: mark.paint_order() };
    let start = galley::start(mark);
    let mut rest = run.glyphs.as_slice();
    while let Some(first) = rest.first() {
        let length = rest.iter().take_while(|glyph| (glyph.y - first.y).abs() < LEVEL).count();
        let line = rest[..length].iter().map(|glyph| Letter {
            id: glyph.id,
            x: glyph.x,
            text: run.part(glyph).unwrap_or_default(),
        });
        let from = Point::from_xy(start.x + first.x, start.y + first.y);
        show(surface, from, line, (&font, run.size), &ink, store);
        rest = &rest[length..];
    }
}

fn run(
    surface: &mut Surface<'_>,
    span: &Span,
    glyphs: &[PositionedGlyph],
    font: &Font,
    store: &mut Store,
) {
    let units = font.units_per_em();
    // The character that marks a run as right-to-left is not part of the words.
    let glyphs = match glyphs.split_first() {
        Some((sign, rest)) if sign.text == RIGHT_TO_LEFT => rest,
        _ => glyphs,
    };
    let Some(first) = glyphs.first() else { return };
    let origin = place(first, units);
    // A turned or stretched glyph gets its own coordinate system, and is alone in its run.
    let is_upright = origin.kx == 0.0 && origin.ky == 0.0 && (origin.sx - 1.0).abs() < 1e-4;
    let start = if is_upright {
        Point::from_xy(origin.tx, origin.ty)
    } else {
        surface.push_transform(&paint::transform(origin));
        Point::from_xy(0.0, 0.0)
    };
    let line = glyphs.iter().map(|glyph| Letter {
        id: glyph.id.0,
        x: place(glyph, units).tx,
        text: &glyph.text,
    });
    let (fill, stroke) = (span.fill.as_ref(), span.stroke.as_ref());
    let ink = Ink { fill, stroke, order: span.paint_order };
    show(surface, start, line, (font, first.font_size()), &ink, store);
    if !is_upright {
        surface.pop();
    }
}

/// A glyph on its line, and the text it stands for.
struct Letter<'a> {
    id: u32,
    x: f32,
    text: &'a str,
}

/// How letters are painted.
struct Ink<'a> {
    fill: Option<&'a usvg::Fill>,
    stroke: Option<&'a usvg::Stroke>,
    order: PaintOrder,
}

/// Draws letters on one baseline, the first at the point.
fn show<'a>(
    surface: &mut Surface<'_>,
    start: Point,
    letters: impl Iterator<Item = Letter<'a>>,
    (font, size): (&Font, f32),
    ink: &Ink<'_>,
    store: &mut Store,
) {
    let mut text = String::new();
    let mut glyphs = Vec::with_capacity(letters.size_hint().0);
    let mut letters = letters.peekable();
    let mut before: (&str, Range<usize>) = ("", 0..0);
    while let Some(letter) = letters.next() {
        // Several glyphs may draw one piece of text together; it is added only once.
        if !std::ptr::eq(letter.text, before.0) {
            let from = text.len();
            // Direction marks have had their effect, and would be copied along with the words.
            text.extend(letter.text.chars().filter(|character| !is_direction(*character)));
            before = (letter.text, from..text.len());
        }
        // The advance is the distance to the next glyph, so that kerning and letter spacing stay.
        let advance = letters.peek().map_or(0.0, |next| next.x - letter.x);
        let id = GlyphId::new(letter.id);
        let range = before.1.clone();
        glyphs.push(KrillaGlyph::new(id, advance / size, 0.0, 0.0, 0.0, range, None));
    }
    let fill = ink.fill.map(|fill| paint::fine_fill(fill, surface, store));
    let stroke = ink.stroke.map(|stroke| paint::fine_stroke(stroke, surface, store));
    let mut show = |fill, stroke, outlined| {
        surface.set_fill(fill);
        surface.set_stroke(stroke);
        surface.draw_glyphs(start, &glyphs, font.clone(), &text, size, outlined);
    };
    match (fill, stroke) {
        (None, None) => {}
        // The stroke is drawn as outlines; as text, the words would be found twice.
        (Some(fill), Some(stroke)) if ink.order == PaintOrder::FillAndStroke => {
            show(Some(fill), None, false);
            show(None, Some(stroke), true);
        }
        (Some(fill), Some(stroke)) => {
            show(None, Some(stroke), true);
            show(Some(fill), None, false);
        }
        (fill, stroke) => show(fill, stroke, false),
    }
    surface.set_fill(None);
    surface.set_stroke(None);
}

/// True for the invisible characters that order text of both directions.
pub(super) fn is_direction(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The face as a PDF font, made once per document.
fn font(id: ID, store: &mut Store) -> Option<Font> {
    if let Some(known) = store.fonts.get(&id) {
        return known.clone();
    }
    let font = match store.database.face_source(id) {
        Some((Source::Binary(bytes), index)) => Font::new(bytes.into(), index),
        _ => None,
    };
    store.fonts.insert(id, font.clone());
    font
}
