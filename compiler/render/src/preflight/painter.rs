//! Paints the parts of a side that the checks look at, and nothing else.

use resvg::tiny_skia::{FillRule, FilterQuality, Mask, Pixmap, PixmapPaint};
use usvg::{Group, Node, Opacity, Rect, Transform};

use super::overlaps;
use super::pixels::{SCALE, pieces};
use super::survey::{Survey, colours};
use super::thumbnails::Thumbnails;
use crate::colour::Colour;
use crate::fonts::Fonts;
use crate::galley::{self, Galley};

/// A side while it is painted, node by node.
pub(super) struct Painter<'a> {
    pub(super) pixmap: Pixmap,
    /// Places that the checks look at, and the first node that is visible there.
    pub(super) regions: &'a [(Rect, usize)],
    pub(super) survey: &'a Survey,
    pub(super) next_text: usize,
    pub(super) next_node: usize,
    pub(super) under: &'a mut Vec<Vec<Colour>>,
    pub(super) thumbnails: &'a Thumbnails,
    pub(super) galley: &'a Galley,
    pub(super) fonts: &'a Fonts,
}

impl Painter<'_> {
    /// Paints what is in a group.
    pub(super) fn children(&mut self, group: &Group) {
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

    /// True if the next node is visible in a place that the checks look at.
    fn matters(&self, place: Rect) -> bool {
        let is_seen =
            |(region, first): &(Rect, usize)| *first <= self.next_node && overlaps(*region, place);
        self.regions.iter().any(is_seen)
    }

    /// Paints a node with everything in it. The renderer moves a node to the corner of its box;
    /// this moves it back.
    fn whole(&mut self, node: &Node, place: Transform) {
        if let Some(corner) = node.abs_layer_bounding_box() {
            let place = place.pre_translate(corner.x(), corner.y());
            resvg::render_node(node, place, &mut self.pixmap.as_mut());
        }
    }

    /// Paints a group that is drawn separately and then placed on the page.
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
        // The same node by node, so that pictures in it can be taken from their small copies.
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

    /// Reads the colours under the words, then paints the words if another text lies over them.
    fn text(&mut self, node: &Node, place: Transform) {
        if self.is_covered() {
            self.whole(node, place);
        }
    }

    /// The same for typeset words.
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

    /// Reads the colours under the next text; returns whether another text lies over it.
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
