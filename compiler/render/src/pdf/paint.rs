//! Colours, gradients, patterns and strokes.

use krilla::blend::BlendMode;
use krilla::color::separation::{self, SeparationColorant, SeparationSpace};
use krilla::color::{Color, RegularColor, cmyk, luma, rgb};
use krilla::num::NormalizedF32;
use krilla::paint::{
    Fill, FillRule, LineCap, LineJoin, LinearGradient, Paint, Pattern, RadialGradient,
    SpreadMethod, Stop, Stroke, StrokeDash,
};
use krilla::surface::Surface;

use super::store::{Colouring, Store};
use super::{inks, walker};

pub(super) fn fill(fill: &usvg::Fill, surface: &mut Surface<'_>, store: &mut Store) -> Fill {
    Fill {
        paint: paint(fill.paint(), surface, store),
        opacity: unit(fill.opacity().get()),
        rule: fill_rule(fill.rule()),
    }
}

pub(super) fn stroke(
    stroke: &usvg::Stroke,
    surface: &mut Surface<'_>,
    store: &mut Store,
) -> Stroke {
    Stroke {
        paint: paint(stroke.paint(), surface, store),
        width: stroke.width().get(),
        miter_limit: stroke.miterlimit().get(),
        line_cap: match stroke.linecap() {
            usvg::LineCap::Butt => LineCap::Butt,
            usvg::LineCap::Round => LineCap::Round,
            usvg::LineCap::Square => LineCap::Square,
        },
        line_join: match stroke.linejoin() {
            usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoin::Miter,
            usvg::LineJoin::Round => LineJoin::Round,
            usvg::LineJoin::Bevel => LineJoin::Bevel,
        },
        opacity: unit(stroke.opacity().get()),
        dash: stroke
            .dasharray()
            .map(|array| StrokeDash { array: array.to_vec(), offset: stroke.dashoffset() }),
    }
}

fn paint(paint: &usvg::Paint, surface: &mut Surface<'_>, store: &mut Store) -> Paint {
    match paint {
        usvg::Paint::Color(colour) => self::colour(*colour, store).into(),
        usvg::Paint::LinearGradient(gradient) => LinearGradient {
            x1: gradient.x1(),
            y1: gradient.y1(),
            x2: gradient.x2(),
            y2: gradient.y2(),
            transform: transform(gradient.transform()),
            spread_method: spread(gradient.spread_method()),
            stops: stops(gradient.stops(), store),
            anti_alias: false,
        }
        .into(),
        usvg::Paint::RadialGradient(gradient) => radial(gradient, store).into(),
        usvg::Paint::Pattern(pattern) => tiles(pattern, surface, store),
    }
}

/// How many times a repeating gradient is repeated outwards. Picked by eye; a card shows no more.
const RINGS: u8 = 32;

/// A radial gradient. PDF cannot repeat one, so its rings are written out: the circles between
/// focus and edge are extrapolated, and the stops repeated.
fn radial(gradient: &usvg::RadialGradient, store: &Store) -> RadialGradient {
    let own = stops(gradient.stops(), store);
    let (rings, stops) = match gradient.spread_method() {
        usvg::SpreadMethod::Pad => (1.0, own),
        method => {
            let is_mirrored = method == usvg::SpreadMethod::Reflect;
            (f32::from(RINGS), repeated(&own, is_mirrored))
        }
    };
    let (fx, fy, fr) = (gradient.fx(), gradient.fy(), gradient.fr().get());
    RadialGradient {
        fx,
        fy,
        fr,
        cx: fx + (gradient.cx() - fx) * rings,
        cy: fy + (gradient.cy() - fy) * rings,
        cr: fr + (gradient.r().get() - fr) * rings,
        transform: transform(gradient.transform()),
        spread_method: SpreadMethod::Pad,
        stops,
        anti_alias: false,
    }
}

/// The stops of all rings, every other one backwards if they are mirrored.
fn repeated(own: &[Stop], is_mirrored: bool) -> Vec<Stop> {
    let mut all = Vec::with_capacity(own.len() * usize::from(RINGS));
    for ring in 0..RINGS {
        let place = |offset: f32| unit((f32::from(ring) + offset) / f32::from(RINGS));
        let is_backwards = is_mirrored && ring % 2 == 1;
        let one = own.iter().map(|stop| (stop.offset.get(), stop));
        let mut ring: Vec<Stop> = one
            .map(|(offset, stop)| Stop {
                offset: place(if is_backwards { 1.0 - offset } else { offset }),
                ..stop.clone()
            })
            .collect();
        if is_backwards {
            ring.reverse();
        }
        all.extend(ring);
    }
    all
}

/// A pattern: its tile is drawn with its corner at the origin, then moved to its place.
fn tiles(pattern: &usvg::Pattern, surface: &mut Surface<'_>, store: &mut Store) -> Paint {
    let area = pattern.rect();
    let mut builder = surface.stream_builder();
    let mut inner = builder.surface();
    let to_origin = krilla::geom::Transform::from_translate(-area.x(), -area.y());
    inner.push_transform(&to_origin);
    walker::children(&mut inner, pattern.root(), store);
    inner.pop();
    inner.finish();
    let place = pattern.transform().pre_concat(usvg::Transform::from_translate(area.x(), area.y()));
    Pattern {
        stream: builder.finish(),
        transform: transform(place),
        width: area.width(),
        height: area.height(),
    }
    .into()
}

/// The fill of words and other fine things: nearly black is black alone, and overprints.
pub(super) fn fine_fill(fill: &usvg::Fill, surface: &mut Surface<'_>, store: &mut Store) -> Fill {
    let mut made = self::fill(fill, surface, store);
    if let Some((paint, opacity)) = fine(fill.paint(), fill.opacity().get(), store) {
        (made.paint, made.opacity) = (paint, opacity);
    }
    made
}

/// A stroke that is fine: around words, or a thin line.
pub(super) fn fine_stroke(
    stroke: &usvg::Stroke,
    surface: &mut Surface<'_>,
    store: &mut Store,
) -> Stroke {
    let mut made = self::stroke(stroke, surface, store);
    if let Some((paint, opacity)) = fine(stroke.paint(), stroke.opacity().get(), store) {
        (made.paint, made.opacity) = (paint, opacity);
    }
    made
}

/// The paint of fine things in a document of inks, with the opacity that makes it overprint.
fn fine(paint: &usvg::Paint, opacity: f32, store: &mut Store) -> Option<(Paint, NormalizedF32)> {
    let usvg::Paint::Color(colour) = paint else { return None };
    if store.colouring != Colouring::Plain || opacity != 1.0 {
        return None;
    }
    let ink = store.production.inks()?.of_fine([colour.red, colour.green, colour.blue]);
    let [cyan, magenta, yellow, black] = ink;
    let opacity = if inks::overprints(ink) { store.overprinting() } else { NormalizedF32::ONE };
    Some((cmyk::Color::new(cyan, magenta, yellow, black).into(), opacity))
}

/// A colour as the document stores it.
fn colour(colour: usvg::Color, store: &mut Store) -> Color {
    let fallback = regular(colour, store);
    let is_black = (colour.red, colour.green, colour.blue) == (0, 0, 0);
    match &store.colouring {
        Colouring::Marks if is_black && store.production.inks().is_some() => {
            let all = cmyk::Color::new(255, 255, 255, 255).into();
            let space = SeparationSpace::new(SeparationColorant::AllColorants, all);
            separation::Color::new(255, space).into()
        }
        Colouring::Spot(name) => {
            // A spot colour has one look on the screen; the first drawing that uses it decides.
            let name = name.clone();
            let fallback = *store.spots.entry(name.clone()).or_insert(fallback);
            let space = SeparationSpace::new(SeparationColorant::Custom(name), fallback);
            separation::Color::new(255, space).into()
        }
        _ => fallback.into(),
    }
}

/// A colour of the screen, of the press, or of a mask.
fn regular(colour: usvg::Color, store: &Store) -> RegularColor {
    let channels = [colour.red, colour.green, colour.blue];
    match store.production.inks() {
        None => rgb::Color::new(colour.red, colour.green, colour.blue).into(),
        // A mask is not printed; its colours only say how much shows through. SVG weighs them so.
        Some(_) if store.colouring == Colouring::Mask => {
            let [red, green, blue] = channels.map(f32::from);
            let light = 0.2125 * red + 0.7154 * green + 0.0721 * blue;
            luma::Color::new(light.round().clamp(0.0, 255.0) as u8).into()
        }
        Some(inks) => {
            let [cyan, magenta, yellow, black] = inks.of(channels);
            cmyk::Color::new(cyan, magenta, yellow, black).into()
        }
    }
}

fn stops(stops: &[usvg::Stop], store: &Store) -> Vec<Stop> {
    let convert = |stop: &usvg::Stop| Stop {
        offset: unit(stop.offset().get()),
        color: regular(stop.color(), store).into(),
        opacity: unit(stop.opacity().get()),
    };
    stops.iter().map(convert).collect()
}

fn spread(method: usvg::SpreadMethod) -> SpreadMethod {
    match method {
        usvg::SpreadMethod::Pad => SpreadMethod::Pad,
        usvg::SpreadMethod::Reflect => SpreadMethod::Reflect,
        usvg::SpreadMethod::Repeat => SpreadMethod::Repeat,
    }
}

pub(super) fn fill_rule(rule: usvg::FillRule) -> FillRule {
    match rule {
        usvg::FillRule::NonZero => FillRule::NonZero,
        usvg::FillRule::EvenOdd => FillRule::EvenOdd,
    }
}

/// The blend mode, unless it is the normal one.
pub(super) fn blend_mode(mode: usvg::BlendMode) -> Option<BlendMode> {
    Some(match mode {
        usvg::BlendMode::Normal => return None,
        usvg::BlendMode::Multiply => BlendMode::Multiply,
        // PDF has no mode that adds light; screen is the nearest.
        usvg::BlendMode::Screen | usvg::BlendMode::PlusLighter => BlendMode::Screen,
        usvg::BlendMode::Overlay => BlendMode::Overlay,
        usvg::BlendMode::Darken => BlendMode::Darken,
        usvg::BlendMode::Lighten => BlendMode::Lighten,
        usvg::BlendMode::ColorDodge => BlendMode::ColorDodge,
        usvg::BlendMode::ColorBurn => BlendMode::ColorBurn,
        usvg::BlendMode::HardLight => BlendMode::HardLight,
        usvg::BlendMode::SoftLight => BlendMode::SoftLight,
        usvg::BlendMode::Difference => BlendMode::Difference,
        usvg::BlendMode::Exclusion => BlendMode::Exclusion,
        usvg::BlendMode::Hue => BlendMode::Hue,
        usvg::BlendMode::Saturation => BlendMode::Saturation,
        usvg::BlendMode::Color => BlendMode::Color,
        usvg::BlendMode::Luminosity => BlendMode::Luminosity,
    })
}

pub(super) fn unit(number: f32) -> NormalizedF32 {
    NormalizedF32::new(number.clamp(0.0, 1.0)).unwrap_or(NormalizedF32::ONE)
}

/// A transform of the tree as one of the PDF.
pub(crate) fn transform(transform: usvg::Transform) -> krilla::geom::Transform {
    krilla::geom::Transform::from_row(
        transform.sx,
        transform.ky,
        transform.kx,
        transform.sy,
        transform.tx,
        transform.ty,
    )
}
