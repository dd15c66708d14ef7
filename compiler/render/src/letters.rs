//! Words in SVG files as shapes: every glyph is drawn once, and used wherever it occurs.

use std::collections::BTreeMap;
use std::fmt::Write;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{GlyphId, MetadataProvider};
use usvg::fontdb;
use usvg::tiny_skia_path::{Path, PathSegment, Point};

use crate::fonts::Fonts;
use crate::galley::{Galley, SetRun};
use crate::number::short;
use crate::svg;

/// The drawing with shapes in place of its words. `None` if some of them are not typeset by us:
/// words in a gradient, or in a group that does more than move and colour them.
pub(crate) fn outlined(svg: &str, galley: &Galley, fonts: &Fonts) -> Option<String> {
    if svg.contains("<text") {
        return None;
    }
    let mut letters = Letters { fonts, known: BTreeMap::new(), shapes: String::new() };
    let mut failed = false;
    let drawn = galley.replaced(svg, |run, x, y, paint| {
        letters.run(run, x, y, paint).unwrap_or_else(|| {
            failed = true;
            String::new()
        })
    });
    if failed {
        return None;
    }
    if letters.shapes.is_empty() {
        return Some(drawn);
    }
    let start = svg::content_start(&drawn)?;
    let (head, body) = drawn.split_at(start);
    Some(format!("{head}<defs>{}</defs>{body}", letters.shapes))
}

/// The drawing with the shapes of its words as one path per run, which is the quickest to read and
/// to draw. Words that we did not set stay as they are.
pub(crate) fn painted(svg: &str, galley: &Galley, fonts: &Fonts) -> String {
    galley.replaced(svg, |run, x, y, paint| match fonts.outline(run) {
        Some(outline) => {
            let data = data(&outline);
            format!("<path transform=\"translate({x} {y})\" fill=\"{paint}\" d=\"{data}\"/>")
        }
        None => run.element(x, y, paint),
    })
}

/// A path in the words of SVG.
fn data(path: &Path) -> String {
    let mut data = String::new();
    let mut step = |command: char, points: &[Point]| {
        data.push(command);
        for Point { x, y } in points {
            let _ = write!(data, "{} {} ", short(*x), short(*y));
        }
    };
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => step('M', &[to]),
            PathSegment::LineTo(to) => step('L', &[to]),
            PathSegment::QuadTo(by, to) => step('Q', &[by, to]),
            PathSegment::CubicTo(by, and, to) => step('C', &[by, and, to]),
            PathSegment::Close => step('Z', &[]),
        }
    }
    data
}

/// The glyphs of one drawing.
struct Letters<'a> {
    fonts: &'a Fonts,
    /// The name of each glyph; none if it draws nothing.
    known: BTreeMap<(fontdb::ID, u32), Option<String>>,
    /// All glyphs, in units of their fonts.
    shapes: String,
}

impl Letters<'_> {
    fn run(&mut self, run: &SetRun, x: &str, y: &str, paint: &str) -> Option<String> {
        let file = run.font?;
        let units = self.fonts.database().with_face_data(file, |bytes, index| {
            let font = skrifa::FontRef::from_index(bytes, index).ok()?;
            Some(f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em))
        })??;
        let scale = run.size / units;
        let mut svg = format!(
            "<g transform=\"translate({x} {y})scale({:.6} {:.6})\" fill=\"{paint}\">",
            scale, -scale
        );
        for glyph in &run.glyphs {
            let Some(name) = self.glyph(file, glyph.id)? else { continue };
            let place = |length: f32| (length / scale).round() as i32;
            let _ = write!(svg, "<use xlink:href=\"#{name}\" x=\"{}\"", place(glyph.x));
            if place(glyph.y) != 0 {
                let _ = write!(svg, " y=\"{}\"", -place(glyph.y));
            }
            svg.push_str("/>");
        }
        svg.push_str("</g>");
        Some(svg)
    }

    /// The name of a glyph, which is drawn if it is new; no name if it draws nothing.
    fn glyph(&mut self, file: fontdb::ID, id: u32) -> Option<Option<String>> {
        if let Some(known) = self.known.get(&(file, id)) {
            return Some(known.clone());
        }
        let shape = self.fonts.database().with_face_data(file, |bytes, index| {
            let font = skrifa::FontRef::from_index(bytes, index).ok()?;
            let mut pen = Pen::default();
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            font.outline_glyphs().get(GlyphId::new(id))?.draw(settings, &mut pen).ok()?;
            Some(pen.data)
        })??;
        let name = (!shape.is_empty()).then(|| format!("letter{}", self.known.len()));
        if let Some(name) = &name {
            let _ = write!(self.shapes, "<path id=\"{name}\" d=\"{shape}\"/>");
        }
        self.known.insert((file, id), name.clone());
        Some(name)
    }
}

/// Writes an outline in relative steps, without those of no length.
#[derive(Default)]
struct Pen {
    data: String,
    at: [f32; 2],
}

impl Pen {
    fn step(&mut self, command: char, points: &[[f32; 2]]) {
        let from = self.at;
        if command != 'M' && points.iter().all(|point| *point == from) {
            return;
        }
        self.data.push(command);
        for (index, point) in points.iter().enumerate() {
            let [x, y] = if command == 'M' {
                [short(point[0]), short(point[1])]
            } else {
                [short(point[0] - from[0]), short(point[1] - from[1])]
            };
            if index > 0 && !x.starts_with('-') {
                self.data.push(' ');
            }
            self.data.push_str(&x);
            if !y.starts_with('-') {
                self.data.push(' ');
            }
            self.data.push_str(&y);
        }
        self.at = points.last().copied().unwrap_or(from);
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.step('M', &[[x, y]]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.step('l', &[[x, y]]);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.step('q', &[[cx, cy], [x, y]]);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.step('c', &[[ax, ay], [bx, by], [x, y]]);
    }

    fn close(&mut self) {
        self.data.push('z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_relative_and_those_of_no_length_are_left_out() {
        let mut pen = Pen::default();
        pen.move_to(10.0, 20.0);
        pen.line_to(15.0, 18.5);
        pen.line_to(15.0, 18.5);
        pen.curve_to(15.0, 18.5, 15.0, 18.5, 15.0, 18.5);
        pen.quad_to(16.0, 20.0, 10.0, 20.0);
        pen.close();
        assert_eq!(pen.data, "M10 20l5-1.5q1 1.5-5 1.5z");
    }

    #[test]
    fn paths_are_written_as_svg() {
        let mut path = usvg::tiny_skia_path::PathBuilder::new();
        path.move_to(1.0, 2.0);
        path.line_to(3.5, -2.0);
        path.quad_to(4.0, 4.0, 5.0, 5.0);
        path.cubic_to(1.0, 1.0, 2.0, 2.0, 3.0, 3.0);
        path.close();
        let written = data(&path.finish().expect("a path"));
        assert_eq!(written, "M1 2 L3.5 -2 Q4 4 5 5 C1 1 2 2 3 3 Z");
    }

    #[test]
    fn words_that_we_did_not_set_are_not_drawn() {
        let fonts = Fonts::new(Vec::new()).0;
        assert_eq!(outlined("<svg><text>a</text></svg>", &Galley::default(), &fonts), None);
        let plain = "<svg><path d=\"M0 0h1\"/></svg>";
        assert_eq!(outlined(plain, &Galley::default(), &fonts).as_deref(), Some(plain));
    }
}
