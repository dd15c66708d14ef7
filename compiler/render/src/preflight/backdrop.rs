//! Paints a side at a small scale, to find out what lies under the words and how far the drawing
//! reaches.
//!
//! Only what can matter is painted: a drawing is left out if it touches neither a text nor a part
//! of the bleed that may be uncovered. A picture is decoded once per package.

use resvg::tiny_skia::Pixmap;
use usvg::tiny_skia_path::PathSegment;
use usvg::{Group, Node, Opacity, Paint, Rect};

use super::cover::Covers;
use super::painter::Painter;
use super::perception::luminance;
use super::pixels::{SCALE, Uncovered, gap, is_white};
use super::survey::{Survey, Words, colours};
use super::thumbnails::Thumbnails;
use super::{Sheet, overlaps};
use crate::colour::Colour;
use crate::galley;

/// The painted side.
pub(super) struct Ground {
    /// The colours under each text of the survey, piece by piece.
    under: Vec<Vec<Colour>>,
    /// Parts of the bleed without ink.
    pub(super) uncovered: Vec<Uncovered>,
}

impl Ground {
    /// The colours under a text.
    pub(super) fn under(&self, text: usize) -> &[Colour] {
        self.under.get(text).map_or(&[], Vec::as_slice)
    }

    /// True if a text is lighter than what it stands on.
    pub(super) fn is_reversed(&self, text: usize, words: &Words) -> bool {
        let brightest =
            |colours: &[Colour]| colours.iter().map(|colour| luminance(*colour)).reduce(f32::max);
        match (brightest(&words.fills), brightest(self.under(text))) {
            (Some(ink), Some(ground)) => ink > ground,
            _ => false,
        }
    }
}

/// Paints what the checks need.
pub(super) fn paint(
    sheet: &Sheet<'_>,
    survey: &Survey,
    with_bleed: bool,
    thumbnails: &Thumbnails,
) -> Ground {
    let size = sheet.tree.size();
    let mut ground = Ground { under: vec![Vec::new(); survey.texts.len()], uncovered: Vec::new() };
    let frame = frame(sheet);
    let with_bleed = with_bleed && !is_surely_covered(sheet, &frame);
    let texts = survey.texts.len();
    let mut places: Vec<Rect> = survey.texts.iter().map(|text| text.ink).collect();
    if with_bleed {
        places.extend(frame.iter().map(|(_, strip)| *strip));
    }
    let covers = Covers::of(sheet.tree.root(), &places, texts);
    let mut regions = Vec::new();
    for (index, (place, under)) in places.iter().zip(covers).enumerate() {
        match (survey.texts.get(index), under.colour) {
            (Some(text), _) if !text.is_visible => {}
            (Some(_), Some(colour)) => ground.under[index] = vec![colour],
            // Gaps in the bleed are searched pixel by pixel.
            (None, _) => regions.push((*place, 0)),
            (Some(_), None) => regions.push((*place, under.first)),
        }
    }
    let (width, height) = ((size.width() * SCALE) as u32, (size.height() * SCALE) as u32);
    let Some(pixmap) = Pixmap::new(width, height).filter(|_| !regions.is_empty()) else {
        return ground;
    };
    let mut painter = Painter {
        pixmap,
        regions: &regions,
        survey,
        next_text: 0,
        next_node: 0,
        under: &mut ground.under,
        thumbnails,
        galley: sheet.galley,
        fonts: sheet.fonts,
    };
    painter.children(sheet.tree.root());
    if with_bleed {
        ground.uncovered =
            frame.iter().filter_map(|(side, strip)| gap(&painter.pixmap, side, *strip)).collect();
    }
    ground
}

/// The four strips of the bleed.
fn frame(sheet: &Sheet<'_>) -> Vec<(&'static str, Rect)> {
    let (width, height) = (sheet.tree.size().width(), sheet.tree.size().height());
    let bleed = sheet.size.bleed;
    [
        ("left", Rect::from_ltrb(0.0, 0.0, bleed, height)),
        ("top", Rect::from_ltrb(0.0, 0.0, width, bleed)),
        ("right", Rect::from_ltrb(width - bleed, 0.0, width, height)),
        ("bottom", Rect::from_ltrb(0.0, height - bleed, width, height)),
    ]
    .into_iter()
    .filter_map(|(side, strip)| strip.map(|strip| (side, strip)))
    .collect()
}

/// True if one opaque rectangle that is not white lies under everything, and nothing white covers
/// it in the bleed. Most templates begin with one, and then nothing has to be painted.
fn is_surely_covered(sheet: &Sheet<'_>, frame: &[(&str, Rect)]) -> bool {
    fn look(group: &Group, page: Rect, frame: &[(&str, Rect)], covered: &mut bool) -> bool {
        for child in group.children() {
            match child {
                Node::Group(inner) => {
                    let mut inside = *covered;
                    if !look(inner, page, frame, &mut inside) {
                        return false;
                    }
                    *covered |= inside && !inner.should_isolate();
                }
                Node::Path(path) if path.is_visible() && !galley::is_mark(path) => {
                    let touches = frame
                        .iter()
                        .any(|(_, strip)| overlaps(path.abs_stroke_bounding_box(), *strip));
                    let fill = path.fill().map(|fill| colours(fill.paint()));
                    let stroke = path.stroke().map(|stroke| colours(stroke.paint()));
                    let is_pale = |colours: Option<Vec<Colour>>| {
                        colours.is_some_and(|colours| {
                            colours.is_empty() || colours.iter().any(|colour| is_white(*colour))
                        })
                    };
                    if touches && (is_pale(fill) || is_pale(stroke)) {
                        return false;
                    }
                    *covered |= covers(path, page);
                }
                Node::Image(image)
                    if image.is_visible()
                        && frame
                            .iter()
                            .any(|(_, strip)| overlaps(image.abs_bounding_box(), *strip)) =>
                {
                    return false;
                }
                _ => {}
            }
        }
        true
    }
    let (width, height) = (sheet.tree.size().width(), sheet.tree.size().height());
    let Some(page) = Rect::from_ltrb(0.0, 0.0, width, height) else { return false };
    let mut covered = false;
    look(sheet.tree.root(), page, frame, &mut covered) && covered
}

/// True if the path is an opaque upright rectangle over the whole page.
fn covers(path: &usvg::Path, page: Rect) -> bool {
    const ROUNDING: f32 = 0.01;
    let Some(fill) = path.fill() else { return false };
    let is_opaque = fill.opacity() == Opacity::ONE
        && match fill.paint() {
            Paint::Color(_) => true,
            Paint::LinearGradient(gradient) => {
                gradient.stops().iter().all(|stop| stop.opacity() == Opacity::ONE)
            }
            Paint::RadialGradient(gradient) => {
                gradient.stops().iter().all(|stop| stop.opacity() == Opacity::ONE)
            }
            Paint::Pattern(_) => false,
        };
    let bounds = path.abs_bounding_box();
    let is_large = bounds.left() <= ROUNDING
        && bounds.top() <= ROUNDING
        && bounds.right() >= page.right() - ROUNDING
        && bounds.bottom() >= page.bottom() - ROUNDING;
    let across = path.abs_transform();
    is_opaque && is_large && across.kx == 0.0 && across.ky == 0.0 && is_rectangle(path)
}

fn is_rectangle(path: &usvg::Path) -> bool {
    let bounds = path.bounding_box();
    let is_corner = |x: f32, y: f32| {
        (x == bounds.left() || x == bounds.right()) && (y == bounds.top() || y == bounds.bottom())
    };
    let mut corners = 0;
    path.data().segments().all(|segment| match segment {
        PathSegment::MoveTo(point) | PathSegment::LineTo(point) => {
            corners += 1;
            is_corner(point.x, point.y)
        }
        PathSegment::Close => true,
        PathSegment::QuadTo(..) | PathSegment::CubicTo(..) => false,
    }) && (4..=5).contains(&corners)
}
