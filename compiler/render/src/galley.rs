//! Typeset words, kept beside the drawings that show them.
//!
//! Letters are shaped and placed once, by the typesetter. A drawing does not contain the words but
//! a mark for each run of them: an outline around the ink, starting at the beginning of the
//! baseline, in the paint of the words. Whatever is made from the drawing takes the letters from
//! here: PDF draws exactly these glyphs, preflight looks at this ink, and SVG files and bitmaps
//! get `<text>` in place of the marks.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use siphasher::sip128::{Hasher128, SipHasher13};
use usvg::fontdb;
use usvg::roxmltree::{Document, Node};
use usvg::tiny_skia_path::Point;
use usvg::{Path, Rect};

use crate::fonts::Face;
use crate::number::short;
use crate::svg::escape;

/// The identifier of a mark begins with this; the name of the run follows.
const RUN: &str = "run:";
/// The beginning of a mark in SVG, up to its name.
const OPENING: &str = "<path id=\"run:";

/// Makes everything after it run from right to left. A run has only one direction, so this is all
/// that a reader of the SVG needs; not all readers understand the attribute `direction`.
pub(crate) const RIGHT_TO_LEFT: &str = "\u{202e}";

/// Words in one face and one direction, on one line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SetRun {
    pub(crate) text: String,
    pub(crate) face: Face,
    /// The face's file, if glyphs may be taken from it as they are.
    pub(crate) font: Option<fontdb::ID>,
    /// Size of the letters and extra space between them, in millimetres.
    pub(crate) size: f32,
    pub(crate) tracking: f32,
    /// True if the words are read from right to left.
    pub(crate) is_rtl: bool,
    /// From left to right, whichever way they are read.
    pub(crate) glyphs: Vec<SetGlyph>,
    /// Left, top, right and bottom of the ink, from the beginning of the baseline.
    pub(crate) ink: [f32; 4],
}

/// A glyph of a run, in millimetres from the beginning of the baseline.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SetGlyph {
    pub(crate) id: u32,
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// Bytes of the run's text that it stands for.
    pub(crate) text: Range<u32>,
}

/// The typeset words of a package.
#[derive(Debug, Default)]
pub(crate) struct Galley {
    /// By a digest of their contents, so that equal words are kept once. Never iterated.
    runs: Mutex<HashMap<u128, Arc<SetRun>>>,
}

impl SetRun {
    /// The run as an SVG element, its baseline beginning at the point.
    pub(crate) fn element(&self, x: &str, y: &str, paint: &str) -> String {
        let mut svg = format!(
            "<text x=\"{x}\" y=\"{y}\" font-family=\"{}\" font-size=\"{}\" font-weight=\"{}\"",
            escape(&self.face.family),
            short(self.size),
            self.face.weight,
        );
        if self.face.italic {
            svg.push_str(" font-style=\"italic\"");
        }
        if self.tracking != 0.0 {
            svg.push_str(&format!(" letter-spacing=\"{}\"", short(self.tracking)));
        }
        // SVG collapses several spaces into one; layout does not.
        if self.text.contains("  ") {
            svg.push_str(" xml:space=\"preserve\"");
        }
        let order = if self.is_rtl { RIGHT_TO_LEFT } else { "" };
        svg.push_str(&format!(" fill=\"{paint}\">{order}{}</text>", escape(&self.text)));
        svg
    }

    /// Identifies the look and the text of the run.
    fn name(&self) -> u128 {
        let mut hasher = SipHasher13::new();
        self.text.hash(&mut hasher);
        (&self.face.family, self.face.weight, self.face.italic).hash(&mut hasher);
        (self.size.to_bits(), self.tracking.to_bits(), self.is_rtl).hash(&mut hasher);
        for SetGlyph { id, x, y, text } in &self.glyphs {
            (id, x.to_bits(), y.to_bits(), text.start, text.end).hash(&mut hasher);
        }
        hasher.finish128().as_u128()
    }

    /// Characters of the run that no font has.
    pub(crate) fn missing(&self) -> impl Iterator<Item = &str> {
        let glyphs = self.glyphs.iter().filter(|glyph| glyph.id == 0);
        glyphs.filter_map(|glyph| self.part(glyph)).filter(|text| !text.trim().is_empty())
    }

    /// The text that a glyph stands for.
    pub(crate) fn part(&self, glyph: &SetGlyph) -> Option<&str> {
        self.text.get(glyph.text.start as usize..glyph.text.end as usize)
    }
}

impl Galley {
    /// Keeps a run and returns the mark that stands for it in the drawing, with the baseline
    /// beginning at the point. Words painted with a gradient stay text, because a gradient is
    /// stretched over the box of its element and a mark has another box.
    pub(crate) fn put(&self, run: &SetRun, x: f32, y: f32, paint: &str) -> String {
        let (x, y, paint) = (short(x), short(y), escape(paint));
        let [left, top, right, bottom] = run.ink;
        let has_ink = left < right && top < bottom;
        if run.font.is_none() || paint.starts_with("url(") || !has_ink {
            return run.element(&x, &y, &paint);
        }
        let name = run.name();
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.entry(name).or_insert_with(|| Arc::new(run.clone()));
        let (across, down) = (short(right - left), short(bottom - top));
        format!(
            "{OPENING}{name:032x}\" d=\"M{x} {y}l{} {}h{across}v{down}h-{across}z\" fill=\"{paint}\"/>",
            short(left),
            short(top),
        )
    }

    /// The run that a path stands for.
    pub(crate) fn run(&self, path: &Path) -> Option<Arc<SetRun>> {
        self.named(path.id().strip_prefix(RUN)?)
    }

    fn named(&self, name: &str) -> Option<Arc<SetRun>> {
        let name = u128::from_str_radix(name, 16).ok()?;
        self.runs.lock().unwrap_or_else(PoisonError::into_inner).get(&name).cloned()
    }

    /// The drawing with words in place of their marks.
    pub(crate) fn written(&self, svg: &str) -> String {
        self.replaced(svg, |run, x, y, paint| run.element(x, y, paint))
    }

    /// The drawing with something in place of each mark: of its run, the beginning of the
    /// baseline and the paint.
    pub(crate) fn replaced(
        &self,
        svg: &str,
        mut element: impl FnMut(&SetRun, &str, &str, &str) -> String,
    ) -> String {
        let mut whole = String::with_capacity(svg.len());
        let mut rest = svg;
        while let Some((before, mark)) = rest.split_once(OPENING) {
            whole.push_str(before);
            let Some((mark, after)) = mark.split_once("/>") else { break };
            if let Some((run, x, y, paint)) = self.read(mark) {
                whole.push_str(&element(&run, x, y, paint));
            }
            rest = after;
        }
        whole.push_str(rest);
        whole
    }

    /// The letters and digits of all words in a drawing, in small letters and in the order in which
    /// they are drawn. Templates try out several ways to set a text, so only the drawing tells what
    /// a card says.
    pub(crate) fn letters(&self, svg: &str) -> String {
        let mut said = String::new();
        let mut add = |words: &str| {
            let letters = words.chars().filter(|letter| letter.is_alphanumeric());
            said.extend(letters.flat_map(char::to_lowercase));
        };
        let mut rest = svg;
        loop {
            let (mark, text) = (rest.find(OPENING), rest.find("<text"));
            match (mark, text) {
                (Some(mark), text) if text.is_none_or(|text| mark < text) => {
                    let name = &rest[mark + OPENING.len()..];
                    let name = name.split('"').next().unwrap_or_default();
                    if let Some(run) = self.named(name) {
                        add(&run.text);
                    }
                    rest = &rest[mark + OPENING.len()..];
                }
                (_, Some(text)) => {
                    let content = rest[text..].split_once('>').map_or("", |(_, content)| content);
                    let words = content.split('<').next().unwrap_or_default();
                    // `&amp;` and its like stand for signs, which are no letters.
                    for (place, part) in words.split('&').enumerate() {
                        let plain = part.split_once(';').filter(|_| place > 0);
                        add(plain.map_or(part, |(_, after)| after));
                    }
                    rest = &content[words.len()..];
                }
                _ => return said,
            }
        }
    }

    /// The run, place and paint of a mark, given what follows its opening.
    fn read<'a>(&self, mark: &'a str) -> Option<(Arc<SetRun>, &'a str, &'a str, &'a str)> {
        let (name, mark) = mark.split_once("\" d=\"M")?;
        let (start, mark) = mark.split_once('l')?;
        let (x, y) = start.split_once(' ')?;
        let paint = mark.split_once("fill=\"")?.1.strip_suffix('"')?;
        Some((self.named(name)?, x, y, paint))
    }
}

/// True if a drawing holds marks.
pub(crate) fn has_marks(svg: &str) -> bool {
    svg.contains(OPENING)
}

/// True if the path stands for words.
pub(crate) fn is_mark(path: &Path) -> bool {
    path.id().starts_with(RUN)
}

/// Where the baseline of a mark begins, in the coordinates of its group.
pub(crate) fn start(mark: &Path) -> Point {
    mark.data().points().first().copied().unwrap_or_default()
}

/// Where the ink of a mark is on the drawing.
pub(crate) fn ink(mark: &Path) -> Option<Rect> {
    let mut corners = mark.data().points().get(1..5)?.to_vec();
    mark.abs_transform().map_points(&mut corners);
    let (xs, ys) = (|point: &Point| point.x, |point: &Point| point.y);
    let least = |side: fn(&Point) -> f32| corners.iter().map(side).fold(f32::MAX, f32::min);
    let most = |side: fn(&Point) -> f32| corners.iter().map(side).fold(f32::MIN, f32::max);
    Rect::from_ltrb(least(xs), least(ys), most(xs), most(ys))
}

/// Attributes of groups that affect words and their marks in the same way.
const HARMLESS: &[&str] = &["id", "transform", "color", "fill", "visibility", "paint-order"];

/// True if every mark can stand for its words, because it is only inside groups that move and
/// colour their contents. If a group does more (fades, clips, repeats, styles its contents), the
/// words themselves have to be in the drawing.
pub(crate) fn can_stand(document: &Document<'_>) -> bool {
    let mut elements = document.descendants().filter(Node::is_element);
    elements.all(|element| match element.attribute("id") {
        Some(id) if id.starts_with(RUN) => {
            element.ancestors().skip(1).filter(Node::is_element).all(|around| is_plain(&around))
        }
        _ => element.tag_name().name() != "style",
    })
}

fn is_plain(group: &Node<'_, '_>) -> bool {
    match group.tag_name().name() {
        "svg" => group.parent_element().is_none(),
        "g" => group.attributes().all(|attribute| {
            let name = attribute.name();
            HARMLESS.contains(&name) || name.starts_with("fill-") || name.starts_with("stroke")
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> SetRun {
        let glyph = |id, x, byte: u32| SetGlyph { id, x, y: 0.0, text: byte..byte + 1 };
        SetRun {
            text: "a&b".to_owned(),
            face: Face { family: "Grenze".to_owned(), weight: 600, italic: true },
            font: Some(fontdb::ID::dummy()),
            size: 3.0,
            tracking: 0.0,
            is_rtl: false,
            glyphs: vec![glyph(4, 0.0, 0), glyph(0, 1.5, 1), glyph(7, 3.0, 2)],
            ink: [0.1, -2.0, 4.5, 0.2],
        }
    }

    const TEXT: &str = "<text x=\"7\" y=\"8.25\" font-family=\"Grenze\" font-size=\"3\" \
                        font-weight=\"600\" font-style=\"italic\" fill=\"#102030\">a&amp;b</text>";

    #[test]
    fn files_get_words_in_place_of_marks() {
        let galley = Galley::default();
        let mark = galley.put(&run(), 7.0, 8.25, "#102030");
        assert!(has_marks(&mark) && !mark.contains("a&amp;b"), "{mark}");
        let svg = format!("<g>{mark}</g><path d=\"M0 0H1\"/>{mark}");
        let written = galley.written(&svg);
        assert_eq!(written, format!("<g>{TEXT}</g><path d=\"M0 0H1\"/>{TEXT}"));
        assert_eq!(run().missing().collect::<Vec<_>>(), ["&"]);
    }

    #[test]
    fn a_drawing_says_what_is_in_it_and_no_more() {
        let galley = Galley::default();
        let mark = galley.put(&run(), 7.0, 8.25, "#102030");
        // A run that was set but is not drawn.
        galley.put(&SetRun { text: "never".to_owned(), ..run() }, 0.0, 0.0, "#102030");
        let svg = format!("<text>Ärger &amp; Tea 2</text><g>{mark}<title>no</title></g><text/>");
        assert_eq!(galley.letters(&svg), "ärgertea2ab");
        assert_eq!(galley.letters("<text"), "");
    }

    #[test]
    fn spaces_stay_as_many_as_were_set() {
        let wide = SetRun { text: "7  a".to_owned(), font: None, ..run() };
        let svg = Galley::default().put(&wide, 0.0, 0.0, "#000000");
        assert!(svg.contains(" xml:space=\"preserve\" fill=\"#000000\">7  a<"), "{svg}");
    }

    #[test]
    fn what_glyphs_cannot_show_stays_text() {
        let galley = Galley::default();
        let words = |run: &SetRun, paint: &str| galley.put(run, 7.0, 8.25, paint);
        assert_eq!(words(&SetRun { font: None, ..run() }, "#102030"), TEXT);
        assert!(words(&run(), "url(#gold)").starts_with("<text"));
        let blank = SetRun { ink: [f32::MAX, f32::MAX, f32::MIN, f32::MIN], ..run() };
        assert_eq!(words(&blank, "#102030"), TEXT);
    }

    #[test]
    fn a_mark_knows_its_run_and_its_ink() {
        let galley = Galley::default();
        let mark = galley.put(&run(), 7.0, 8.25, "#102030");
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20mm\" height=\"20mm\" \
             viewBox=\"0 0 20 20\"><g transform=\"translate(1 2)\">{mark}</g></svg>"
        );
        let (fonts, pictures) =
            (crate::fonts::Fonts::new(Vec::new()).0, crate::picture::Pictures::default());
        let tree = crate::svg::parse(&svg, &fonts, &pictures).unwrap();
        let usvg::Node::Group(group) = &tree.root().children()[0] else { panic!("no group") };
        let usvg::Node::Path(path) = &group.children()[0] else { panic!("no mark") };
        assert_eq!(*galley.run(path).unwrap(), run());
        assert_eq!((start(path).x, start(path).y), (7.0, 8.25));
        let ink = ink(path).unwrap();
        let sides = [ink.left(), ink.top(), ink.right(), ink.bottom()];
        let expected = [8.1, 8.25, 12.5, 10.45];
        assert!(sides.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4), "{sides:?}");
    }

    #[test]
    fn marks_stand_only_where_groups_move_and_colour() {
        let stands = |around: &str| {
            let mark = Galley::default().put(&run(), 0.0, 0.0, "#000000");
            let name = around.split([' ', '>']).next().unwrap();
            let svg = format!("<svg><{around}>{mark}</{name}></svg>");
            can_stand(&Document::parse(&svg).unwrap())
        };
        for around in ["g", "g id=\"x\" transform=\"scale(2)\" stroke-width=\"1\""] {
            assert!(stands(around), "{around}");
        }
        let others = ["defs", "mask", "svg", "g opacity=\".5\"", "g class=\"a\"", "a"];
        for around in others.into_iter().chain(["g clip-path=\"none\"", "g letter-spacing=\"1\""]) {
            assert!(!stands(around), "{around}");
        }
    }
}
