//! Draws groups and paths.

use krilla::geom::{Path, PathBuilder};
use krilla::mask::{Mask, MaskType};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule};
use krilla::surface::Surface;
use usvg::tiny_skia_path::PathSegment;
use usvg::{ClipPath, Group, Node, PaintOrder};

use super::flatten;
use super::image;
use super::paint::{self, fill_rule, transform};
use super::sharing::Sharing;
use super::sketch::{PICTURE, SAYS, SPOT, Sketch, WORDS};
use super::store::{Colouring, Store};
use super::text;
use crate::galley;
use crate::svg::ICON;

/// Draws the contents of a group onto a page; decoration is marked as such, words and pictures
/// get tags.
pub(super) fn tagged(surface: &mut Surface<'_>, group: &Group, sketch: &Sketch, store: &mut Store) {
    let (mut nodes, mut parts) = (group.children(), sketch.children.as_slice());
    while let (Some(node), Some(part)) = (nodes.first(), parts.first()) {
        let mut length = parts.iter().take_while(|part| !part.speaks).count();
        if length > 0 {
            store.tags.decoration(surface);
            silent(surface, &nodes[..length], &parts[..length], store);
            surface.end_tagged();
        } else {
            speaking(surface, node, part, store);
            length = 1;
        }
        (nodes, parts) = (&nodes[length..], &parts[length..]);
    }
}

/// Draws only the words of a group, over a picture that shows everything else.
pub(super) fn words(surface: &mut Surface<'_>, group: &Group, store: &mut Store) {
    for node in group.children() {
        match node {
            Node::Group(inner) if is_layer(inner) || inner.id() == PICTURE => {}
            Node::Group(inner) => {
                let is_box = inner.id().starts_with(WORDS);
                store.tags.open(is_box);
                around(surface, inner, store, |surface, store| words(surface, inner, store));
                store.tags.close(is_box);
            }
            Node::Text(_) if !flatten::is_transparent(node) => {
                speaking(surface, node, &Sketch::default(), store);
            }
            Node::Path(path) if galley::is_mark(path) && !flatten::is_transparent(node) => {
                speaking(surface, node, &Sketch::default(), store);
            }
            _ => {}
        }
    }
}

/// Draws a node that a screen reader should be told about.
fn speaking(surface: &mut Surface<'_>, node: &Node, sketch: &Sketch, store: &mut Store) {
    let Node::Group(group) = node else {
        store.tags.words(surface, node, &store.galley);
        self::node(surface, node, sketch, store);
        surface.end_tagged();
        return;
    };
    if group.id() == PICTURE {
        store.tags.picture(surface);
    } else if let Some(words) = group.id().strip_prefix(SAYS) {
        store.tags.sign(surface, node, words);
    } else if is_layer(group) {
        // The contents of a layer are not directly on the page, so the whole layer gets the tag.
        store.tags.words(surface, node, &store.galley);
    } else {
        let is_box = group.id().starts_with(WORDS);
        store.tags.open(is_box);
        around(surface, group, store, |surface, store| tagged(surface, group, sketch, store));
        store.tags.close(is_box);
        return;
    }
    self::node(surface, node, sketch, store);
    surface.end_tagged();
}

/// True if the group is drawn separately and then placed on the page.
pub(super) fn is_layer(group: &Group) -> bool {
    group.opacity().get() != 1.0
        || group.mask().is_some()
        || group.isolate()
        || !group.filters().is_empty()
        || group.clip_path().is_some_and(|clip| !is_one_outline(clip))
}

/// Draws nodes without tags, reusing stored runs.
pub(super) fn silent(
    surface: &mut Surface<'_>,
    mut nodes: &[Node],
    mut parts: &[Sketch],
    store: &mut Store,
) {
    while let Some(part) = parts.first() {
        let (length, times) = store.sharing.run(parts);
        let (run, drawn) = (&parts[..length], &nodes[..length]);
        let can_share = store.colouring == Colouring::Plain;
        if can_share && Sharing::is_worth_it(run, times, store.outer) {
            let graphic = match store.runs.get(&part.key) {
                Some(graphic) => graphic.clone(),
                None => store.graphic_of_run(surface, drawn, run, times),
            };
            surface.draw_graphic(graphic);
        } else {
            for (node, part) in drawn.iter().zip(run) {
                self::node(surface, node, part, store);
            }
        }
        (nodes, parts) = (&nodes[length..], &parts[length..]);
    }
}

impl Store {
    fn graphic_of_run(
        &mut self,
        surface: &mut Surface<'_>,
        nodes: &[Node],
        run: &[Sketch],
        times: u32,
    ) -> krilla::graphic::Graphic {
        let graphic = self.graphic(surface, (nodes, run), times);
        if let Some(first) = run.first() {
            self.runs.insert(first.key, graphic.clone());
        }
        graphic
    }
}

/// Draws the contents of a group that was not looked at before: a mask, a pattern, marks.
pub(super) fn children(surface: &mut Surface<'_>, group: &Group, store: &mut Store) {
    for child in group.children() {
        node(surface, child, &Sketch::default(), store);
    }
}

fn node(surface: &mut Surface<'_>, node: &Node, sketch: &Sketch, store: &mut Store) {
    match node {
        Node::Group(group) if !group.filters().is_empty() => {
            image::rasterised(surface, node, group, store);
        }
        Node::Group(group) => match faint(group) {
            Some(path) => {
                surface.push_transform(&transform(group.transform()));
                self::path(surface, path, group.opacity().get(), store);
                surface.pop();
            }
            None => around(surface, group, store, |surface, store| {
                if sketch.children.len() == group.children().len() {
                    silent(surface, group.children(), &sketch.children, store);
                } else {
                    children(surface, group, store);
                }
            }),
        },
        Node::Path(path) => match store.galley.run(path) {
            Some(run) => text::draw_set(surface, path, &run, store),
            None => self::path(surface, path, 1.0, store),
        },
        Node::Image(picture) => image::draw(surface, picture, store),
        Node::Text(words) => text::draw(surface, words, store),
    }
}

/// Draws with all effects that a group has on its contents.
fn around(
    surface: &mut Surface<'_>,
    group: &Group,
    store: &mut Store,
    draw: impl FnOnce(&mut Surface<'_>, &mut Store),
) {
    let mut pushed = 0;
    if !group.transform().is_identity() {
        surface.push_transform(&transform(group.transform()));
        pushed += 1;
    }
    if let Some(mode) = paint::blend_mode(group.blend_mode()) {
        surface.push_blend_mode(mode);
        pushed += 1;
    }
    if let Some(clip) = group.clip_path() {
        pushed += clip_to(surface, clip);
    }
    if let Some(mask) = group.mask() {
        pushed += mask_with(surface, mask, store);
    }
    if let Some(opacity) = NormalizedF32::new(group.opacity().get())
        && opacity != NormalizedF32::ONE
    {
        surface.push_opacity(opacity);
        pushed += 1;
    } else if group.isolate() {
        surface.push_isolated();
        pushed += 1;
    }
    let around_it = store.is_sign;
    store.is_sign |= group.id().starts_with(SAYS) || group.id().starts_with(ICON);
    match group.id().strip_prefix(SPOT) {
        Some(name) => store
            .with_colouring(Colouring::Spot(name.to_owned()), |store| draw(&mut *surface, store)),
        None => draw(&mut *surface, store),
    }
    store.is_sign = around_it;
    for _ in 0..pushed {
        surface.pop();
    }
}

/// The path of a group that only fades it, if the path is painted once. It can be painted faint on
/// the page itself, while a layer would cost several objects.
fn faint(group: &Group) -> Option<&usvg::Path> {
    let [Node::Path(path)] = group.children() else { return None };
    let is_painted_once = path.fill().is_some() != path.stroke().is_some();
    let only_fades = group.opacity().get() != 1.0
        && group.blend_mode() == usvg::BlendMode::Normal
        && !group.isolate()
        && group.mask().is_none()
        && group.clip_path().is_none()
        && group.filters().is_empty();
    (is_painted_once && only_fades && !galley::is_mark(path)).then_some(path)
}

/// The widest line that counts as thin, in millimetres: about a point.
const HAIRLINE: f32 = 0.36;

/// Draws an outline with fill and stroke, at the given opacity.
pub(super) fn path(surface: &mut Surface<'_>, path: &usvg::Path, opacity: f32, store: &mut Store) {
    if !path.is_visible() {
        return;
    }
    let Some(outline) = convert(path.data(), usvg::Transform::identity()) else { return };
    let is_sign = store.is_sign && opacity == 1.0;
    let mut fill = path.fill().map(|fill| match is_sign {
        true => paint::fine_fill(fill, surface, store),
        false => paint::fill(fill, surface, store),
    });
    let is_thin = |stroke: &usvg::Stroke| stroke.width().get() <= HAIRLINE && opacity == 1.0;
    let mut stroke = path.stroke().map(|stroke| match is_sign || is_thin(stroke) {
        true => paint::fine_stroke(stroke, surface, store),
        false => paint::stroke(stroke, surface, store),
    });
    let is_spot = matches!(store.colouring, Colouring::Spot(_));
    for own in fill.iter_mut().map(|fill| &mut fill.opacity) {
        *own = paint::unit(own.get() * opacity);
    }
    for own in stroke.iter_mut().map(|stroke| &mut stroke.opacity) {
        *own = paint::unit(own.get() * opacity);
    }
    // What is below a spot colour is printed all the same: a cut line leaves no white behind.
    if is_spot && opacity == 1.0 {
        fill.iter_mut().for_each(|fill| fill.opacity = store.overprinting());
        stroke.iter_mut().for_each(|stroke| stroke.opacity = store.overprinting());
    }
    if fill.is_none() && stroke.is_none() {
        return;
    }
    if path.paint_order() == PaintOrder::StrokeAndFill && fill.is_some() && stroke.is_some() {
        surface.set_fill(None);
        surface.set_stroke(stroke);
        surface.draw_path(&outline);
        surface.set_stroke(None);
        surface.set_fill(fill);
    } else {
        surface.set_fill(fill);
        surface.set_stroke(stroke);
    }
    surface.draw_path(&outline);
    surface.set_fill(None);
    surface.set_stroke(None);
}

fn is_one_outline(clip: &ClipPath) -> bool {
    let mut outlines = Vec::new();
    let simple = collect(clip.root(), clip.transform(), &mut outlines);
    simple && outlines.len() <= 1 && clip.clip_path().is_none_or(is_one_outline)
}

/// Limits drawing to a clip path; returns how many states were pushed.
fn clip_to(surface: &mut Surface<'_>, clip: &ClipPath) -> usize {
    let outer = clip.clip_path().map_or(0, |outer| clip_to(surface, outer));
    let mut outlines = Vec::new();
    let simple = collect(clip.root(), clip.transform(), &mut outlines);
    match outlines.as_slice() {
        [(outline, rule)] if simple => {
            surface.push_clip_path(outline, rule);
        }
        [] => {
            // An empty clip path hides everything.
            let mut nowhere = PathBuilder::new();
            nowhere.move_to(0.0, 0.0);
            nowhere.line_to(0.0, 0.0);
            nowhere.close();
            match nowhere.finish() {
                Some(nowhere) => surface.push_clip_path(&nowhere, &FillRule::NonZero),
                None => return outer,
            }
        }
        _ => {
            // The union of several outlines is not one outline, so it becomes a mask.
            let mut builder = surface.stream_builder();
            let mut inner = builder.surface();
            for (outline, rule) in &outlines {
                let white = krilla::color::luma::Color::white().into();
                inner.set_fill(Some(Fill {
                    paint: white,
                    opacity: NormalizedF32::ONE,
                    rule: *rule,
                }));
                inner.draw_path(outline);
            }
            inner.finish();
            let shape = builder.finish();
            surface.push_mask(Mask::new(shape, MaskType::Alpha));
        }
    }
    outer + 1
}

/// Collects the outlines of a clip path; returns `false` if a group inside has its own clip path.
fn collect(group: &Group, place: usvg::Transform, outlines: &mut Vec<(Path, FillRule)>) -> bool {
    let mut simple = true;
    for child in group.children() {
        match child {
            Node::Path(path) if path.is_visible() => {
                let rule = path.fill().map_or(FillRule::NonZero, |fill| fill_rule(fill.rule()));
                outlines.extend(convert(path.data(), place).map(|outline| (outline, rule)));
            }
            Node::Group(inner) => {
                simple &= inner.clip_path().is_none();
                simple &= collect(inner, place.pre_concat(inner.transform()), outlines);
            }
            Node::Text(words) => {
                simple &= collect(words.flattened(), place, outlines);
            }
            _ => {}
        }
    }
    simple
}

fn mask_with(surface: &mut Surface<'_>, mask: &usvg::Mask, store: &mut Store) -> usize {
    let outer = mask.mask().map_or(0, |outer| mask_with(surface, outer, store));
    let mut builder = surface.stream_builder();
    let mut inner = builder.surface();
    let area =
        rectangle(mask.rect().x(), mask.rect().y(), mask.rect().width(), mask.rect().height());
    if let Some(area) = &area {
        inner.push_clip_path(area, &FillRule::NonZero);
    }
    store.with_colouring(Colouring::Mask, |store| children(&mut inner, mask.root(), store));
    if area.is_some() {
        inner.pop();
    }
    inner.finish();
    let kind = match mask.kind() {
        usvg::MaskType::Luminance => MaskType::Luminosity,
        usvg::MaskType::Alpha => MaskType::Alpha,
    };
    let shape = builder.finish();
    surface.push_mask(Mask::new(shape, kind));
    outer + 1
}

/// A rectangle as a path.
pub(super) fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Option<Path> {
    let mut builder = PathBuilder::new();
    builder.push_rect(krilla::geom::Rect::from_xywh(x, y, width, height)?);
    builder.finish()
}

/// A path of the tree as one of the PDF.
fn convert(data: &usvg::tiny_skia_path::Path, place: usvg::Transform) -> Option<Path> {
    let moved;
    let data = if place.is_identity() {
        data
    } else {
        moved = data.clone().transform(place)?;
        &moved
    };
    let mut builder = PathBuilder::new();
    for segment in data.segments() {
        match segment {
            PathSegment::MoveTo(p) => builder.move_to(p.x, p.y),
            PathSegment::LineTo(p) => builder.line_to(p.x, p.y),
            PathSegment::QuadTo(a, p) => builder.quad_to(a.x, a.y, p.x, p.y),
            PathSegment::CubicTo(a, b, p) => builder.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
            PathSegment::Close => builder.close(),
        }
    }
    builder.finish()
}
