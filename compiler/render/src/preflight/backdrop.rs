//! What lies under the words, and how far the drawing reaches: a side painted small.
//!
//! Only what can matter is painted: drawings that touch neither a text nor a bleed that is not
//! known to be covered are left out, and a picture is decoded once a package.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use resvg::tiny_skia::{
    FillRule, FilterQuality, IntRect, Mask, Pixmap, PixmapPaint, PremultipliedColorU8,
};
use usvg::tiny_skia_path::PathSegment;
use usvg::{Group, ImageKind, Node, Opacity, Paint, Rect, Transform};

use super::cover::Covers;
use super::perception::luminance;
use super::survey::{Survey, Words, colours};
use super::{Sheet, overlaps};
use crate::colour::Colour;
use crate::fonts::Fonts;
use crate::galley::{self, Galley};

/// Pixels a millimetre: 76 dots an inch, five pixels to the height of small letters.
const SCALE: f32 = 3.0;
/// Words are looked at in pieces this wide, in pixels, so that half a word on a dark ground
/// counts.
const PIECE: u32 = 8;
/// A picture is kept no larger than this, in pixels.
const THUMBNAIL: f32 = 256.0;
/// Paper is at least this white in all channels.
const WHITE: u8 = 250;

/// The painted side.
pub(super) struct Ground {
    /// Colours under each text of the survey, piece by piece.
    under: Vec<Vec<Colour>>,
    /// Parts of the bleed without ink.
    pub(super) uncovered: Vec<Uncovered>,
}

/// A part of the bleed without ink.
#[derive(Debug)]
pub(super) struct Uncovered {
    pub(super) side: &'static str,
    pub(super) place: Rect,
    /// How much has no ink, in square millimetres.
    pub(super) area: f32,
    /// Nothing is there; else there is white.
    pub(super) is_transparent: bool,
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

/// Small copies of pictures, by the bytes they were made from.
#[derive(Default)]
pub(super) struct Thumbnails {
    known: Mutex<BTreeMap<usize, Arc<Pixmap>>>,
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
            // Gaps in the bleed are looked for pixel by pixel.
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

/// True if one opaque rectangle that is not white lies under everything, and nothing white
/// comes over it in the bleed. Most templates begin so, and then nothing need be painted.
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

struct Painter<'a> {
    pixmap: Pixmap,
    /// Places that are looked at, and the first node that is seen there.
    regions: &'a [(Rect, usize)],
    survey: &'a Survey,
    next_text: usize,
    next_node: usize,
    under: &'a mut Vec<Vec<Colour>>,
    thumbnails: &'a Thumbnails,
    galley: &'a Galley,
    fonts: &'a Fonts,
}

impl Painter<'_> {
    fn children(&mut self, group: &Group) {
        let place = Transform::from_scale(SCALE, SCALE).pre_concat(group.abs_transform());
        for child in group.children() {
            match child {
                Node::Group(inner) if inner.should_isolate() => self.layer(child, inner, place),
                Node::Group(inner) => self.children(inner),
                Node::Text(_) => self.text(child, place),
                Node::Path(path) if galley::is_mark(path) => self.set(path, place),
                Node::Image(image) => {
                    if image.is_visible() && self.matters(image.abs_bounding_box()) {
                        self.image(child, image, place);
                    }
                }
                Node::Path(path) => {
                    if path.is_visible() && self.matters(path.abs_stroke_bounding_box()) {
                        self.whole(child, place);
                    }
                }
            }
            self.next_node += 1;
        }
    }

    /// True if the node that is next is seen in a place that is looked at.
    fn matters(&self, place: Rect) -> bool {
        let is_seen =
            |(region, first): &(Rect, usize)| *first <= self.next_node && overlaps(*region, place);
        self.regions.iter().any(is_seen)
    }

    /// Paints a node with everything in it. The renderer moves a node to the corner of its
    /// box, which is undone here.
    fn whole(&mut self, node: &Node, place: Transform) {
        if let Some(corner) = node.abs_layer_bounding_box() {
            let place = place.pre_translate(corner.x(), corner.y());
            resvg::render_node(node, place, &mut self.pixmap.as_mut());
        }
    }

    /// A group that is drawn by itself and then laid on the page.
    fn layer(&mut self, node: &Node, group: &Group, place: Transform) {
        let first = self.next_text;
        if !self.matters(group.abs_layer_bounding_box().to_rect()) {
            self.next_text += texts_in(group);
            return;
        }
        let clips_only = group.opacity() == Opacity::ONE
            && group.mask().is_none()
            && group.filters().is_empty()
            && group.blend_mode() == usvg::BlendMode::Normal;
        let mask = if clips_only && has_image(group) { self.clip(group) } else { None };
        let Some(mask) = mask else {
            self.next_text += texts_in(group);
            self.whole(node, place);
            for text in first..self.next_text {
                self.sample(text);
            }
            return;
        };
        // The same, but pictures in it are taken from their small copies.
        let (width, height) = (self.pixmap.width(), self.pixmap.height());
        let Some(empty) = Pixmap::new(width, height) else { return };
        let below = std::mem::replace(&mut self.pixmap, empty);
        let number = self.next_node;
        self.children(group);
        self.next_node = number;
        let layer = std::mem::replace(&mut self.pixmap, below);
        let plain = PixmapPaint::default();
        let here = Transform::identity();
        self.pixmap.draw_pixmap(0, 0, layer.as_ref(), &plain, here, Some(&mask));
        for text in first..self.next_text {
            self.sample(text);
        }
    }

    /// The clip of a group as a mask; `None` if it is not made of plain outlines.
    fn clip(&self, group: &Group) -> Option<Mask> {
        fn fill(group: &Group, place: Transform, mask: &mut Mask) -> Option<()> {
            for child in group.children() {
                match child {
                    Node::Path(path) => {
                        mask.fill_path(path.data(), FillRule::Winding, true, place);
                    }
                    Node::Group(inner) if inner.clip_path().is_none() => {
                        fill(inner, place.pre_concat(inner.transform()), mask)?;
                    }
                    _ => return None,
                }
            }
            Some(())
        }
        let clip = group.clip_path().filter(|clip| clip.clip_path().is_none())?;
        let mut mask = Mask::new(self.pixmap.width(), self.pixmap.height())?;
        let place = Transform::from_scale(SCALE, SCALE)
            .pre_concat(group.abs_transform())
            .pre_concat(clip.transform());
        fill(clip.root(), place, &mut mask)?;
        Some(mask)
    }

    /// Looks at what is there before the words are, then paints them if others come over them.
    fn text(&mut self, node: &Node, place: Transform) {
        if self.is_covered() {
            self.whole(node, place);
        }
    }

    /// The same for words that were set.
    fn set(&mut self, mark: &usvg::Path, place: Transform) {
        if !self.is_covered() {
            return;
        }
        let letters = self.galley.run(mark).and_then(|run| self.fonts.outline(&run));
        let Some((letters, fill)) = letters.zip(mark.fill()) else { return };
        let Some(colour) = colours(fill.paint()).first().copied() else { return };
        let mut paint = resvg::tiny_skia::Paint::default();
        let opacity = (fill.opacity().get() * 255.0).round() as u8;
        paint.set_color_rgba8(colour.red, colour.green, colour.blue, opacity);
        let start = galley::start(mark);
        let place = place.pre_translate(start.x, start.y);
        self.pixmap.fill_path(&letters, &paint, FillRule::Winding, place, None);
    }

    /// Looks at what is under the next text; says if others come over it.
    fn is_covered(&mut self) -> bool {
        let index = self.next_text;
        self.next_text += 1;
        let Some(words) = self.survey.texts.get(index).filter(|words| words.is_visible) else {
            return false;
        };
        self.sample(index);
        let later = &self.survey.texts[self.next_text..];
        later.iter().any(|later| later.is_visible && overlaps(later.ink, words.ink))
    }

    fn sample(&mut self, index: usize) {
        let is_known = !self.under[index].is_empty();
        if let Some(words) = self.survey.texts.get(index).filter(|_| !is_known) {
            self.under[index] = pieces(&self.pixmap, words.ink);
        }
    }

    fn image(&mut self, node: &Node, image: &usvg::Image, place: Transform) {
        let Some(thumbnail) = self.thumbnails.get(node, image) else { return };
        let stretch_x = image.size().width() / thumbnail.width() as f32;
        let stretch_y = image.size().height() / thumbnail.height() as f32;
        let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
        let place = place.pre_scale(stretch_x, stretch_y);
        self.pixmap.draw_pixmap(0, 0, thumbnail.as_ref().as_ref(), &paint, place, None);
    }
}

impl Thumbnails {
    fn get(&self, node: &Node, image: &usvg::Image) -> Option<Arc<Pixmap>> {
        let key = match image.kind() {
            ImageKind::PNG(bytes) | ImageKind::JPEG(bytes) => Arc::as_ptr(bytes) as usize,
            _ => return None,
        };
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if known.is_some() {
            return known;
        }
        let (width, height) = (image.size().width(), image.size().height());
        let shrink = (THUMBNAIL / width.max(height)).min(1.0);
        let mut pixmap = Pixmap::new(
            (width * shrink).ceil().max(1.0) as u32,
            (height * shrink).ceil().max(1.0) as u32,
        )?;
        let corner = node.abs_layer_bounding_box()?;
        let place =
            Transform::from_scale(pixmap.width() as f32 / width, pixmap.height() as f32 / height);
        let place = place.pre_translate(corner.x(), corner.y());
        resvg::render_node(node, place, &mut pixmap.as_mut());
        let pixmap = Arc::new(pixmap);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        Some(Arc::clone(known.entry(key).or_insert(pixmap)))
    }
}

fn texts_in(group: &Group) -> usize {
    let count = |node: &Node| match node {
        Node::Text(_) => 1,
        Node::Path(path) if galley::is_mark(path) => 1,
        Node::Group(inner) => texts_in(inner),
        _ => 0,
    };
    group.children().iter().map(count).sum()
}

fn has_image(group: &Group) -> bool {
    group.children().iter().any(|node| match node {
        Node::Image(_) => true,
        Node::Group(inner) => has_image(inner),
        _ => false,
    })
}

/// The median colour of each piece of a place.
fn pieces(pixmap: &Pixmap, place: Rect) -> Vec<Colour> {
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

fn is_white(colour: Colour) -> bool {
    [colour.red, colour.green, colour.blue].iter().all(|channel| *channel >= WHITE)
}

/// The box around the pixels of a strip that have no ink.
fn gap(pixmap: &Pixmap, side: &'static str, strip: Rect) -> Option<Uncovered> {
    let area = pixels(pixmap, strip)?;
    let mut gap: Option<Rect> = None;
    let mut is_transparent = false;
    let mut count = 0u32;
    for y in area.y()..area.bottom() {
        for x in area.x()..area.right() {
            let Some(pixel) = pixmap.pixel(x as u32, y as u32) else { continue };
            let [red, green, blue] = on_paper(pixel);
            // Edges of shapes may leave a pixel nearly opaque.
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
