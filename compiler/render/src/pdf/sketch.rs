//! Describes a drawing before it is drawn: which parts are equal, how large they are, and which
//! contain something for a screen reader.

use std::hash::{Hash, Hasher};

use siphasher::sip128::{Hasher128, SipHasher13};
use usvg::{ClipPath, Group, ImageKind, Node, Paint, Tree};

use crate::galley;

/// The identifier of a text box begins with this; the box's name follows.
pub(crate) const WORDS: &str = "words:";
/// The identifier of a drawing that stands for words begins with this; the words follow.
pub(crate) const SAYS: &str = "says:";
/// A group with this identifier is the card's picture.
pub(crate) const PICTURE: &str = "picture";
/// The identifier of a group in a spot colour begins with this; the colour's name follows.
pub(crate) const SPOT: &str = "spot:";

/// A node of a drawing.
#[derive(Debug, Default)]
pub(super) struct Sketch {
    /// Equal for nodes that look the same in their parents' coordinates.
    pub(super) key: u128,
    /// The approximate amount of numbers it takes to draw the node.
    pub(super) weight: usize,
    /// True if there are words or a picture inside that a screen reader should be told about.
    pub(super) speaks: bool,
    pub(super) children: Vec<Sketch>,
}

impl Sketch {
    /// A whole drawing.
    pub(super) fn of(tree: &Tree) -> Sketch {
        Sketch::group(tree.root())
    }

    fn node(node: &Node) -> Sketch {
        match node {
            Node::Group(group) => Sketch::group(group),
            // Words are always drawn in place, so their key does not matter.
            Node::Path(path) if galley::is_mark(path) => {
                Sketch { speaks: true, ..Sketch::default() }
            }
            Node::Path(path) => {
                let mut hasher = SipHasher13::new();
                hash_path(path, &mut hasher);
                let weight = path.data().points().len() * 2 + 8;
                Sketch { key: key(&hasher), weight, ..Sketch::default() }
            }
            Node::Image(picture) => {
                let mut hasher = SipHasher13::new();
                hash_image(picture, &mut hasher);
                Sketch { key: key(&hasher), weight: 8, ..Sketch::default() }
            }
            Node::Text(_) => Sketch { speaks: true, ..Sketch::default() },
        }
    }

    fn group(group: &Group) -> Sketch {
        let children: Vec<Sketch> = group.children().iter().map(Sketch::node).collect();
        let mut hasher = SipHasher13::new();
        hash_group(group, &mut hasher);
        for child in &children {
            child.key.hash(&mut hasher);
        }
        let speaks = children.iter().any(|child| child.speaks)
            || group.id() == PICTURE
            || group.id().starts_with(SAYS);
        let weight = 8 + children.iter().map(|child| child.weight).sum::<usize>();
        Sketch { key: key(&hasher), weight, speaks, children }
    }
}

fn key(hasher: &SipHasher13) -> u128 {
    hasher.finish128().as_u128()
}

/// Everything that a group does to its children.
fn hash_group(group: &Group, hasher: &mut SipHasher13) {
    1u8.hash(hasher);
    transform(group.transform(), hasher);
    number(group.opacity().get(), hasher);
    (group.blend_mode() as u8, group.isolate()).hash(hasher);
    // A spot colour changes how the children are drawn.
    group.id().strip_prefix(SPOT).hash(hasher);
    if let Some(clip) = group.clip_path() {
        hash_clip(clip, hasher);
    }
    if let Some(mask) = group.mask() {
        hash_mask(mask, hasher);
    }
    if !group.filters().is_empty() {
        // Filters are rare, and drawn as bitmaps that depend on their place on the page.
        format!("{:?}", group.filters()).hash(hasher);
        transform(group.abs_transform(), hasher);
    }
}

fn hash_clip(clip: &ClipPath, hasher: &mut SipHasher13) {
    2u8.hash(hasher);
    transform(clip.transform(), hasher);
    hash_inside(clip.root(), hasher);
    if let Some(outer) = clip.clip_path() {
        hash_clip(outer, hasher);
    }
}

fn hash_mask(mask: &usvg::Mask, hasher: &mut SipHasher13) {
    3u8.hash(hasher);
    (mask.kind() as u8).hash(hasher);
    let area = mask.rect();
    [area.x(), area.y(), area.width(), area.height()].iter().for_each(|side| number(*side, hasher));
    hash_inside(mask.root(), hasher);
    if let Some(outer) = mask.mask() {
        hash_mask(outer, hasher);
    }
}

/// A drawing inside a clip path, mask or pattern. Words inside it count by their look.
fn hash_inside(group: &Group, hasher: &mut SipHasher13) {
    hash_group(group, hasher);
    for child in group.children() {
        match child {
            Node::Group(inner) => hash_inside(inner, hasher),
            Node::Path(path) => hash_path(path, hasher),
            Node::Image(picture) => hash_image(picture, hasher),
            Node::Text(words) => hash_inside(words.flattened(), hasher),
        }
    }
    4u8.hash(hasher);
}

fn hash_path(path: &usvg::Path, hasher: &mut SipHasher13) {
    5u8.hash(hasher);
    (path.is_visible(), path.paint_order() as u8).hash(hasher);
    for verb in path.data().verbs() {
        (*verb as u8).hash(hasher);
    }
    for point in path.data().points() {
        number(point.x, hasher);
        number(point.y, hasher);
    }
    if let Some(fill) = path.fill() {
        6u8.hash(hasher);
        hash_paint(fill.paint(), hasher);
        number(fill.opacity().get(), hasher);
        (fill.rule() as u8).hash(hasher);
    }
    if let Some(stroke) = path.stroke() {
        7u8.hash(hasher);
        hash_paint(stroke.paint(), hasher);
        let numbers = [stroke.opacity().get(), stroke.width().get(), stroke.miterlimit().get()];
        numbers.iter().for_each(|value| number(*value, hasher));
        (stroke.linecap() as u8, stroke.linejoin() as u8).hash(hasher);
        number(stroke.dashoffset(), hasher);
        for dash in stroke.dasharray().unwrap_or_default() {
            number(*dash, hasher);
        }
    }
}

fn hash_paint(paint: &Paint, hasher: &mut SipHasher13) {
    match paint {
        Paint::Color(colour) => (8u8, colour.red, colour.green, colour.blue).hash(hasher),
        Paint::LinearGradient(gradient) => {
            9u8.hash(hasher);
            let ends = [gradient.x1(), gradient.y1(), gradient.x2(), gradient.y2()];
            ends.iter().for_each(|end| number(*end, hasher));
            hash_gradient(gradient, hasher);
        }
        Paint::RadialGradient(gradient) => {
            10u8.hash(hasher);
            let (r, fr) = (gradient.r().get(), gradient.fr().get());
            let ends = [gradient.cx(), gradient.cy(), r, gradient.fx(), gradient.fy(), fr];
            ends.iter().for_each(|end| number(*end, hasher));
            hash_gradient(gradient, hasher);
        }
        Paint::Pattern(pattern) => {
            11u8.hash(hasher);
            let area = pattern.rect();
            [area.x(), area.y(), area.width(), area.height()]
                .iter()
                .for_each(|side| number(*side, hasher));
            transform(pattern.transform(), hasher);
            hash_inside(pattern.root(), hasher);
        }
    }
}

fn hash_gradient(gradient: &usvg::BaseGradient, hasher: &mut SipHasher13) {
    transform(gradient.transform(), hasher);
    (gradient.spread_method() as u8).hash(hasher);
    for stop in gradient.stops() {
        number(stop.offset().get(), hasher);
        number(stop.opacity().get(), hasher);
        let colour = stop.color();
        (colour.red, colour.green, colour.blue).hash(hasher);
    }
}

fn hash_image(picture: &usvg::Image, hasher: &mut SipHasher13) {
    12u8.hash(hasher);
    picture.is_visible().hash(hasher);
    number(picture.size().width(), hasher);
    number(picture.size().height(), hasher);
    match picture.kind() {
        // The bytes live as long as the document, so their address identifies them.
        ImageKind::PNG(bytes)
        | ImageKind::JPEG(bytes)
        | ImageKind::GIF(bytes)
        | ImageKind::WEBP(bytes) => (std::sync::Arc::as_ptr(bytes) as usize).hash(hasher),
        ImageKind::SVG(tree) => hash_inside(tree.root(), hasher),
    }
}

fn transform(transform: usvg::Transform, hasher: &mut SipHasher13) {
    let usvg::Transform { sx, kx, ky, sy, tx, ty } = transform;
    [sx, kx, ky, sy, tx, ty].iter().for_each(|value| number(*value, hasher));
}

fn number(number: f32, hasher: &mut SipHasher13) {
    // Adding zero turns -0.0 into 0.0, which looks the same.
    hasher.write_u32((number + 0.0).to_bits());
}
