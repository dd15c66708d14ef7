//! Generated pictures for cards that have none: vector scenes that are unique to each card by its
//! identifier and coloured by kind and type.

mod cast;
mod figures;
mod forces;
mod items;
mod palette;
mod places;
mod props;
pub(crate) mod scenes;
mod sigils;

use std::collections::BTreeMap;

use crate::colour::Colour;
use crate::icons::Icon;
use crate::number::{Random, short};

pub(crate) use palette::Palette;

/// Where a picture goes, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Frame {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
}

/// What a generated picture should show.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) frame: Frame,
    pub(crate) seed: u64,
    /// Name of the scene, as in `[art.scenes]` of the theme.
    pub(crate) scene: String,
    pub(crate) kind: String,
    pub(crate) family: String,
    /// Leading hue in degrees and saturation by word, from `[art.hues]` of the theme.
    pub(crate) hues: BTreeMap<String, (f32, f32)>,
    /// Leading colour, if the template gives one.
    pub(crate) colour: Option<Colour>,
    /// Replaces the subject that the card's words ask for.
    pub(crate) figure: Option<Icon>,
    /// Words of the card: types, tribes, parts of its name.
    pub(crate) hints: Vec<String>,
}

/// The picture as an SVG group, clipped to its frame.
pub(crate) fn scene(request: &Request) -> String {
    let mut random = Random::new(request.seed);
    let palette = Palette::of(request, &mut random);
    let mut canvas = Canvas::new(request.frame, request.seed);
    scenes::draw(&mut canvas, request, &palette, &mut random);
    canvas.finish()
}

/// Collects drawing commands. Coordinates are fractions of the frame's size: x from 0 to 1,
/// y from 0 to 1, so that scenes do not care about millimetres.
pub(crate) struct Canvas {
    frame: Frame,
    prefix: String,
    defs: String,
    body: String,
    gradients: usize,
}

impl Canvas {
    fn new(frame: Frame, seed: u64) -> Canvas {
        // The place is part of the name, because one card may hold two pictures with the same seed.
        let place = (frame.x * 10.0) as i32 + (frame.y * 10.0) as i32 * 1000;
        Canvas {
            frame,
            prefix: format!("art{:x}", (seed ^ (place as u64)) & 0xff_ffff),
            defs: String::new(),
            body: String::new(),
            gradients: 0,
        }
    }

    pub(crate) fn x(&self, x: f32) -> f32 {
        self.frame.x + x * self.frame.width
    }

    pub(crate) fn y(&self, y: f32) -> f32 {
        self.frame.y + y * self.frame.height
    }

    /// Width divided by height.
    pub(crate) fn aspect(&self) -> f32 {
        self.frame.width / self.frame.height
    }

    /// A gradient from top to bottom; stops are position, colour, opacity.
    pub(crate) fn vertical(&mut self, stops: &[(f32, Colour, f32)]) -> String {
        let (x, top, bottom) = (short(self.x(0.0)), short(self.y(0.0)), short(self.y(1.0)));
        let axis = format!("x1=\"{x}\" y1=\"{top}\" x2=\"{x}\" y2=\"{bottom}\"");
        self.gradient("linearGradient", &axis, stops)
    }

    /// A gradient around a point; the radius is a fraction of the frame's width.
    pub(crate) fn radial(
        &mut self,
        (x, y): (f32, f32),
        radius: f32,
        stops: &[(f32, Colour, f32)],
    ) -> String {
        let radius = radius * self.frame.width;
        let circle = format!(
            "cx=\"{}\" cy=\"{}\" r=\"{}\"",
            short(self.x(x)),
            short(self.y(y)),
            short(radius)
        );
        self.gradient("radialGradient", &circle, stops)
    }

    fn gradient(&mut self, element: &str, place: &str, stops: &[(f32, Colour, f32)]) -> String {
        self.gradients += 1;
        let id = format!("{}g{}", self.prefix, self.gradients);
        self.defs
            .push_str(&format!("<{element} id=\"{id}\" gradientUnits=\"userSpaceOnUse\" {place}>"));
        for (offset, colour, opacity) in stops {
            self.defs
                .push_str(&format!("<stop offset=\"{}\" stop-color=\"{colour}\"", short(*offset)));
            if *opacity < 1.0 {
                self.defs.push_str(&format!(" stop-opacity=\"{}\"", short(*opacity)));
            }
            self.defs.push_str("/>");
        }
        self.defs.push_str(&format!("</{element}>"));
        format!("url(#{id})")
    }

    /// Fills the whole frame.
    pub(crate) fn fill(&mut self, paint: &str) {
        // Slightly larger than the frame, so that no seam shows at its edge.
        let (x, y) = (short(self.frame.x - 0.1), short(self.frame.y - 0.1));
        let (width, height) = (short(self.frame.width + 0.2), short(self.frame.height + 0.2));
        self.body.push_str(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{paint}\"/>"
        ));
    }

    /// A closed outline through points.
    pub(crate) fn polygon(&mut self, points: &[(f32, f32)], paint: &str, opacity: f32) {
        let mut path = Outline::default();
        for (index, point) in points.iter().enumerate() {
            if index == 0 {
                path.start(*point);
            } else {
                path.line(*point);
            }
        }
        path.close();
        self.outline(&path, paint, opacity);
    }

    /// Any outline, filled.
    pub(crate) fn outline(&mut self, outline: &Outline, paint: &str, opacity: f32) {
        let data = outline.data(self);
        self.body.push_str(&format!("<path d=\"{data}\" fill=\"{paint}\"{}/>", alpha(opacity)));
    }

    /// Any outline, drawn as a line; its width is a fraction of the frame's width.
    pub(crate) fn line(&mut self, outline: &Outline, paint: &str, width: f32, opacity: f32) {
        let data = outline.data(self);
        let width = short((width * self.frame.width).max(0.05));
        self.body.push_str(&format!(
            "<path d=\"{data}\" fill=\"none\" stroke=\"{paint}\" stroke-width=\"{width}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"{}/>",
            alpha(opacity)
        ));
    }

    /// A disc; the radius is a fraction of the frame's width.
    pub(crate) fn disc(&mut self, (x, y): (f32, f32), radius: f32, paint: &str, opacity: f32) {
        self.body.push_str(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{paint}\"{}/>",
            short(self.x(x)),
            short(self.y(y)),
            short(radius * self.frame.width),
            alpha(opacity)
        ));
    }

    /// A ring; radius and line width are fractions of the frame's width.
    pub(crate) fn ring(
        &mut self,
        (x, y): (f32, f32),
        radius: f32,
        width: f32,
        paint: &str,
        opacity: f32,
    ) {
        self.body.push_str(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"{paint}\" \
             stroke-width=\"{}\"{}/>",
            short(self.x(x)),
            short(self.y(y)),
            short(radius * self.frame.width),
            short(width * self.frame.width),
            alpha(opacity)
        ));
    }

    /// Draws a shape from a box of 100 × 100, with the middle of its foot at the point. The size is
    /// a fraction of the frame's height; a negative one mirrors the drawing.
    pub(crate) fn shape(
        &mut self,
        data: &str,
        (x, y): (f32, f32),
        size: f32,
        paint: &str,
        opacity: f32,
    ) {
        let scale = size.abs() * self.frame.height / 100.0;
        let across = scale * size.signum();
        let (left, top) = (self.x(x) - 50.0 * across, self.y(y) - 100.0 * scale);
        self.body.push_str(&format!(
            "<path d=\"{data}\" transform=\"matrix({across:.5} 0 0 {scale:.5} {} {})\" \
             fill=\"{paint}\"{}/>",
            short(left),
            short(top),
            alpha(opacity)
        ));
    }

    /// An icon whose middle is at the point; its size is a fraction of the frame's height.
    pub(crate) fn icon(&mut self, icon: &Icon, (x, y): (f32, f32), size: f32, colour: &str) {
        let size = size * self.frame.height;
        let (left, top) = (self.x(x) - size / 2.0, self.y(y) - size / 2.0);
        self.body.push_str(&icon.place(left, top, size, size, colour));
    }

    fn finish(self) -> String {
        let Frame { x, y, width, height } = self.frame;
        format!(
            "<g clip-path=\"url(#{id}c)\"><defs><clipPath id=\"{id}c\">\
             <rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>{}</defs>{}</g>",
            short(x),
            short(y),
            short(width),
            short(height),
            self.defs,
            self.body,
            id = self.prefix,
        )
    }
}

fn alpha(opacity: f32) -> String {
    if opacity < 0.999 { format!(" opacity=\"{}\"", short(opacity)) } else { String::new() }
}

/// An outline in fractions of the frame.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outline {
    steps: Vec<Step>,
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Start((f32, f32)),
    Line((f32, f32)),
    Curve((f32, f32), (f32, f32)),
    Close,
}

impl Outline {
    pub(crate) fn start(&mut self, point: (f32, f32)) -> &mut Outline {
        self.steps.push(Step::Start(point));
        self
    }

    pub(crate) fn line(&mut self, point: (f32, f32)) -> &mut Outline {
        self.steps.push(Step::Line(point));
        self
    }

    /// Adds a curve that leans towards the first point and ends at the second.
    pub(crate) fn curve(&mut self, lean: (f32, f32), end: (f32, f32)) -> &mut Outline {
        self.steps.push(Step::Curve(lean, end));
        self
    }

    pub(crate) fn close(&mut self) -> &mut Outline {
        self.steps.push(Step::Close);
        self
    }

    fn data(&self, canvas: &Canvas) -> String {
        let at = |(x, y): (f32, f32)| format!("{} {}", short(canvas.x(x)), short(canvas.y(y)));
        let mut data = String::new();
        for step in &self.steps {
            match step {
                Step::Start(point) => data.push_str(&format!("M{}", at(*point))),
                Step::Line(point) => data.push_str(&format!("L{}", at(*point))),
                Step::Curve(lean, end) => data.push_str(&format!("Q{} {}", at(*lean), at(*end))),
                Step::Close => data.push('Z'),
            }
        }
        data
    }
}
