//! Lists what is on a drawn side and where: texts, icons, pictures and lines, in paint order.

use usvg::tiny_skia_path::Point;
use usvg::{Group, ImageKind, Node, Opacity, Paint, PaintOrder, Rect, Text, Transform, Tree};

use super::union;
use crate::colour::Colour;
use crate::galley::{self, Galley, SetRun};
use crate::number::MM_PER_PT;
use crate::svg::{BOX, ICON};

/// Everything on one side. Places are in millimetres from the corner of the bleed.
#[derive(Debug, Default)]
pub(super) struct Survey {
    pub(super) texts: Vec<Words>,
    pub(super) icons: Vec<Sign>,
    pub(super) pictures: Vec<Shown>,
    pub(super) lines: Vec<Line>,
    boxes: usize,
}

/// A run of text.
#[derive(Debug)]
pub(super) struct Words {
    /// Name of its box, or its first words.
    pub(super) part: String,
    /// Number of its box on this side.
    pub(super) text_box: usize,
    /// Where its baseline begins, in millimetres from the top.
    pub(super) baseline: f32,
    pub(super) words: String,
    /// The box around its ink.
    pub(super) ink: Rect,
    /// Size in points of its smallest letters.
    pub(super) size: f32,
    pub(super) is_bold: bool,
    pub(super) fills: Vec<Colour>,
    /// How opaque the letters are, 0 to 1.
    pub(super) opacity: f32,
    /// Colour of an outline around the letters that makes them stand out.
    pub(super) outline: Option<Colour>,
    /// Characters that no font has.
    pub(super) missing: Vec<String>,
    /// False for text that is only there to be searched.
    pub(super) is_visible: bool,
}

/// An icon that a template placed.
#[derive(Debug)]
pub(super) struct Sign {
    pub(super) name: String,
    pub(super) ink: Rect,
}

/// A picture.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) kind: ImageKind,
    pub(super) place: Rect,
    pub(super) width: f32,
    pub(super) height: f32,
    /// Millimetres per pixel, the larger of both directions.
    pub(super) pitch: f32,
}

/// A stroke.
#[derive(Debug)]
pub(super) struct Line {
    /// Width in millimetres.
    pub(super) width: f32,
    pub(super) place: Rect,
}

/// An outline thinner than this, in millimetres, does not make letters stand out.
const THINNEST_OUTLINE: f32 = 0.15;

/// Faces of this weight and above count as bold.
const BOLD: u16 = 700;

impl Survey {
    pub(super) fn of(tree: &Tree, galley: &Galley) -> Survey {
        let mut survey = Survey::default();
        survey.group(tree.root(), &Around::default(), galley);
        survey
    }

    fn group<'t>(&mut self, group: &'t Group, around: &Around<'t>, galley: &Galley) {
        let mut around = around.clone();
        if let Some(name) = group.id().strip_prefix(BOX) {
            self.boxes += 1;
            around.words = Some((name, self.boxes));
        } else if let Some(name) = group.id().strip_prefix(ICON) {
            self.icon(name, group, &around);
        }
        if let Some(clip) = group.clip_path() {
            let bounds = clip.root().bounding_box().transform(clip.transform());
            around.clips.extend(bounds.and_then(|bounds| bounds.transform(group.abs_transform())));
        }
        for child in group.children() {
            match child {
                Node::Group(inner) => self.group(inner, &around, galley),
                Node::Text(text) => self.text(text, &around),
                Node::Path(path) if galley::is_mark(path) => {
                    if let Some(run) = galley.run(path) {
                        self.set(path, &run, &around);
                    }
                }
                Node::Path(path) if path.is_visible() => self.path(path, &around),
                Node::Image(image) if image.is_visible() => self.image(image, &around),
                Node::Path(_) | Node::Image(_) => {}
            }
        }
    }

    fn icon(&mut self, name: &str, group: &Group, around: &Around<'_>) {
        if let Some(ink) = around.visible(group.abs_bounding_box()) {
            self.icons.push(Sign { name: name.to_owned(), ink });
        }
    }

    fn path(&mut self, path: &usvg::Path, around: &Around<'_>) {
        let Some(stroke) = path.stroke() else { return };
        if stroke.opacity() == Opacity::ZERO {
            return;
        }
        let width = stroke.width().get() * scale(path.abs_transform());
        if let Some(place) = around.visible(path.abs_stroke_bounding_box()) {
            self.lines.push(Line { width, place });
        }
    }

    fn image(&mut self, image: &usvg::Image, around: &Around<'_>) {
        let Some(place) = around.visible(image.abs_bounding_box()) else { return };
        let across = image.abs_transform();
        self.pictures.push(Shown {
            kind: image.kind().clone(),
            place,
            width: image.size().width(),
            height: image.size().height(),
            pitch: across.sx.hypot(across.ky).max(across.kx.hypot(across.sy)),
        });
    }

    /// Adds typeset words at the place of their mark.
    fn set(&mut self, mark: &usvg::Path, run: &SetRun, around: &Around<'_>) {
        let zoom = scale(mark.abs_transform());
        let (fill, stroke) = (mark.fill(), mark.stroke());
        let is_inked = mark.is_visible() && (is_inked(fill) || stroke.is_some());
        let ink = galley::ink(mark).unwrap_or(mark.abs_bounding_box());
        let mut start = galley::start(mark);
        mark.abs_transform().map_point(&mut start);
        let words = run.text.trim();
        let (part, text_box) = self.name(words, around);
        let outline = |stroke| outline(stroke, mark.paint_order(), zoom);
        self.texts.push(Words {
            part,
            text_box,
            baseline: start.y,
            words: words.to_owned(),
            ink,
            size: run.size * zoom / MM_PER_PT,
            is_bold: run.face.weight >= BOLD,
            fills: fill.map(|fill| colours(fill.paint())).unwrap_or_default(),
            opacity: fill.map_or(1.0, |fill| fill.opacity().get()),
            outline: stroke.and_then(outline),
            missing: run.missing().map(str::to_owned).collect(),
            is_visible: is_inked && around.visible(ink).is_some(),
        });
    }

    /// The name of a text and the number of its box.
    fn name(&mut self, words: &str, around: &Around<'_>) -> (String, usize) {
        match around.words {
            Some((name, number)) => (name.to_owned(), number),
            None => {
                self.boxes += 1;
                (excerpt(words), self.boxes)
            }
        }
    }

    fn text(&mut self, text: &Text, around: &Around<'_>) {
        let mut words: String = text.chunks().iter().map(|chunk| chunk.text()).collect();
        words = words.trim().to_owned();
        let zoom = scale(text.abs_transform());
        let spans = || text.chunks().iter().flat_map(|chunk| chunk.spans());
        let seen: Vec<_> = text
            .layouted()
            .iter()
            .filter(|span| span.visible && (is_inked(span.fill.as_ref()) || span.stroke.is_some()))
            .collect();
        let ink = ink(text);
        let size = seen.iter().map(|span| span.font_size.get()).fold(f32::MAX, f32::min);
        let outline =
            seen.iter().find_map(|span| outline(span.stroke.as_ref()?, span.paint_order, zoom));
        let (part, text_box) = self.name(&words, around);
        let mut start = text.chunks().first().map_or(Point::zero(), |chunk| {
            Point::from_xy(chunk.x().unwrap_or(0.0), chunk.y().unwrap_or(0.0))
        });
        text.abs_transform().map_point(&mut start);
        let is_visible = !seen.is_empty() && ink.and_then(|ink| around.visible(ink)).is_some();
        self.texts.push(Words {
            part,
            text_box,
            baseline: start.y,
            ink: ink.unwrap_or(text.abs_bounding_box()),
            size: size * zoom / MM_PER_PT,
            is_bold: spans().all(|span| span.font().weight() >= BOLD),
            fills: seen
                .iter()
                .filter_map(|span| span.fill.as_ref())
                .flat_map(|fill| colours(fill.paint()))
                .collect(),
            opacity: seen
                .iter()
                .filter_map(|span| span.fill.as_ref())
                .map(|fill| fill.opacity().get())
                .fold(1.0, f32::min),
            outline,
            missing: seen
                .iter()
                .flat_map(|span| &span.positioned_glyphs)
                .filter(|glyph| glyph.id.0 == 0 && !glyph.text.trim().is_empty())
                .map(|glyph| glyph.text.clone())
                .collect(),
            is_visible,
            words,
        });
    }
}

impl Survey {
    /// True if the box of a text holds more than one line.
    pub(super) fn is_paragraph(&self, words: &Words) -> bool {
        self.texts.iter().any(|other| {
            other.text_box == words.text_box
                && other.is_visible
                && (other.baseline - words.baseline).abs() > words.size * MM_PER_PT * 0.5
        })
    }

    /// Where the text of a named box is.
    pub(super) fn place_of(&self, part: &str) -> Option<Rect> {
        let inks = self.texts.iter().filter(|text| text.is_visible && text.part == part);
        inks.map(|text| text.ink).reduce(union)
    }
}

impl Words {
    /// Texts with the same key are one finding. The box is part of the key, because a template that
    /// gives no names calls every text `text`.
    pub(super) fn key(&self) -> (&str, usize) {
        (&self.part, if self.part == "text" { self.text_box } else { 0 })
    }
}

/// What applies to everything in a group.
#[derive(Debug, Clone, Default)]
struct Around<'t> {
    /// Name and number of the text box.
    words: Option<(&'t str, usize)>,
    clips: Vec<Rect>,
}

impl Around<'_> {
    /// The part of a place that is left after clipping.
    fn visible(&self, place: Rect) -> Option<Rect> {
        self.clips.iter().try_fold(place, |place, clip| {
            Rect::from_ltrb(
                place.left().max(clip.left()),
                place.top().max(clip.top()),
                place.right().min(clip.right()),
                place.bottom().min(clip.bottom()),
            )
        })
    }
}

/// The colour of an outline around letters, if it is thick enough to make them stand out.
fn outline(stroke: &usvg::Stroke, order: PaintOrder, zoom: f32) -> Option<Colour> {
    let first = order == PaintOrder::StrokeAndFill;
    let width = stroke.width().get() * zoom / if first { 2.0 } else { 1.0 };
    (width >= THINNEST_OUTLINE).then(|| colours(stroke.paint()).first().copied()).flatten()
}

/// The box around the ink of a text; the text's own box includes room for accents and descenders.
fn ink(text: &Text) -> Option<Rect> {
    fn gather(group: &Group, place: Transform, ink: &mut Option<Rect>) {
        for child in group.children() {
            let bounds = match child {
                Node::Group(inner) => {
                    gather(inner, place.pre_concat(inner.transform()), ink);
                    continue;
                }
                Node::Path(path) => path.bounding_box(),
                Node::Image(image) => image.bounding_box(),
                Node::Text(_) => continue,
            };
            if let Some(bounds) = bounds.transform(place) {
                *ink = Some(ink.map_or(bounds, |ink| union(ink, bounds)));
            }
        }
    }
    let mut found = None;
    let flat = text.flattened();
    gather(flat, text.abs_transform().pre_concat(flat.transform()), &mut found);
    found
}

fn is_inked(fill: Option<&usvg::Fill>) -> bool {
    fill.is_some_and(|fill| fill.opacity() != Opacity::ZERO)
}

/// The colours of a paint: one, or those of a gradient's stops. A pattern has none that count.
pub(super) fn colours(paint: &Paint) -> Vec<Colour> {
    let plain =
        |colour: usvg::Color| Colour { red: colour.red, green: colour.green, blue: colour.blue };
    match paint {
        Paint::Color(colour) => vec![plain(*colour)],
        Paint::LinearGradient(gradient) => {
            gradient.stops().iter().map(|stop| plain(stop.color())).collect()
        }
        Paint::RadialGradient(gradient) => {
            gradient.stops().iter().map(|stop| plain(stop.color())).collect()
        }
        Paint::Pattern(_) => Vec::new(),
    }
}

/// The factor by which a transform enlarges.
fn scale(transform: Transform) -> f32 {
    (transform.sx * transform.sy - transform.kx * transform.ky).abs().sqrt()
}

/// The first words of a text.
pub(super) fn excerpt(words: &str) -> String {
    const LONGEST: usize = 28;
    if words.chars().count() <= LONGEST {
        return words.to_owned();
    }
    let start: String = words.chars().take(LONGEST).collect();
    format!("{}…", start.trim_end())
}
