//! Tests of other scripts: what layout found is what the SVG draws, glyph by glyph.

use std::sync::Arc;

use minijinja::value::Value;

use super::{Placed, Rich, Script, Style, Typesetter, emit};
use crate::fonts::Fonts;
use crate::galley::Galley;
use crate::icons::Icons;

const ARABIC: &str = "كل بطل يأخذ 2 جرح، ثم يفتح الصندوق.";
const HEBREW: &str = "כל גיבור לוקח 12 פצעים, ואז פותח תיבה.";
const MIXED: &str = "The word كلمة (and גיבור) [dot] in 3 scripts.";
const JAPANESE: &str =
    "各敵に傷を２つ与え、その後、宝箱を１つ開ける。「竜の炎」は、すべての冒険者に当たる！";
const GREEK: &str = "Κάθε ήρωας παίρνει δύο πληγές.";
const RUSSIAN: &str = "Каждый герой получает две раны.";

fn fonts() -> Fonts {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../templates/fonts/");
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/scripts/fonts/");
    let files = [
        (shipped, "Grenze-SemiBold.ttf"),
        (own, "NotoNaskhArabic-subset.ttf"),
        (own, "NotoSansHebrew-subset.ttf"),
        (own, "NotoSansCJKjp-subset.otf"),
        (own, "NotoSans-subset.ttf"),
    ];
    let read = |(folder, name): (&str, &str)| {
        (name.to_owned(), std::fs::read(format!("{folder}{name}")).unwrap())
    };
    let (fonts, refused) = Fonts::new(files.into_iter().map(read).collect());
    assert_eq!(refused, [""; 0]);
    fonts
}

fn set(text: &str, width: f32) -> Placed {
    let mut icons = Icons::default();
    icons.insert("dot", "<svg viewBox='0 0 10 10'><rect width='10' height='10'/></svg>").unwrap();
    let mut setter = Typesetter::new(Arc::new(fonts()), Arc::new(icons));
    let mut style = Style::default();
    (style.font, style.weight) = ("Grenze".to_owned(), 600.0);
    let rich = Rich::from_value(&Value::from(text), &Icons::default());
    setter.set(&rich, &style, 9.0, Some(width))
}

/// Every glyph with its place, from left to right, line by line, as the SVG draws them.
fn drawn(placed: &Placed) -> Vec<(u16, i32, i32)> {
    let galley = Galley::default();
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90mm\" height=\"90mm\" \
         viewBox=\"0 0 90 90\">{}</svg>",
        galley.written(&emit(placed, &Icons::default(), &galley, 0.0, 0.0))
    );
    let tree = crate::svg::parse(&svg, &fonts(), &crate::picture::Pictures::default()).unwrap();
    let mut found = Vec::new();
    collect(tree.root(), &mut found);
    found.sort_by_key(|glyph| (glyph.2, glyph.1));
    found
}

fn collect(group: &usvg::Group, found: &mut Vec<(u16, i32, i32)>) {
    for child in group.children() {
        match child {
            usvg::Node::Group(inner) => collect(inner, found),
            usvg::Node::Text(text) => {
                for glyph in text.layouted().iter().flat_map(|span| &span.positioned_glyphs) {
                    let is_blank = |c: char| c.is_whitespace() || c == '\u{202e}';
                    if !glyph.text.chars().all(is_blank) {
                        let place = glyph.transform();
                        found.push((glyph.id.0 as u16, hundredths(place.tx), hundredths(place.ty)));
                    }
                }
            }
            _ => {}
        }
    }
}

fn hundredths(millimetres: f32) -> i32 {
    (millimetres * 100.0).round() as i32
}

/// The same as layout found them.
fn laid_out(placed: &Placed) -> Vec<(u16, i32, i32)> {
    let mut found = Vec::new();
    for run in &placed.runs {
        for glyph in &run.set.glyphs {
            let part = run.set.part(glyph).unwrap();
            if !part.trim().is_empty() {
                let (x, y) = (run.x + glyph.x, run.y + glyph.y);
                found.push((glyph.id as u16, hundredths(x), hundredths(y)));
            }
        }
    }
    found.sort_by_key(|glyph| (glyph.2, glyph.1));
    found
}

#[test]
fn svg_draws_every_script_as_it_was_laid_out() {
    for text in [ARABIC, HEBREW, MIXED, JAPANESE, GREEK, RUSSIAN] {
        for width in [80.0, 41.0, 24.0] {
            let placed = set(text, width);
            assert!(placed.missing.is_empty(), "{text}: {:?}", placed.missing);
            let (drawn, laid_out) = (drawn(&placed), laid_out(&placed));
            assert_eq!(drawn.len(), laid_out.len(), "{text} at {width}");
            for (one, other) in drawn.iter().zip(&laid_out) {
                assert_eq!(one.0, other.0, "{text} at {width}: {drawn:?}\n{laid_out:?}");
                let far = (one.1 - other.1).abs().max((one.2 - other.2).abs());
                assert!(far <= 2, "{text} at {width}: {one:?} {other:?}");
            }
        }
    }
}

#[test]
fn right_to_left_paragraphs_begin_at_the_right() {
    let placed = set(HEBREW, 40.0);
    assert!(placed.lines > 1);
    let first = &placed.runs[..];
    let last_line = first.iter().map(|run| run.y).fold(0.0, f32::max);
    // The last line is short; its free space is on the left.
    let left = first.iter().filter(|run| run.y == last_line).map(|run| run.x).fold(90.0, f32::min);
    assert!(left > 3.0, "{left}");
    assert!(first.iter().any(|run| run.set.is_rtl) && first.iter().any(|run| !run.set.is_rtl));
}

#[test]
fn no_line_begins_with_a_mark_that_must_not() {
    for width in 12..60 {
        let placed = set(JAPANESE, width as f32);
        let mut last = f32::MIN;
        for run in &placed.runs {
            if run.y != last {
                let first = run.set.text.chars().next().unwrap();
                assert!(!"。、」！っょー".contains(first), "width {width}: {}", run.set.text);
            }
            last = run.y;
        }
        for (run, next) in placed.runs.iter().zip(&placed.runs[1..]) {
            assert!(run.y == next.y || !run.set.text.ends_with('「'), "width {width}");
        }
    }
}

#[test]
fn a_script_takes_the_family_that_the_theme_names() {
    let mut fonts = fonts();
    let family = |fonts: &Fonts| {
        let mut setter = Typesetter::new(Arc::new(fonts.clone()), Arc::new(Icons::default()));
        let rich = Rich::from_value(&Value::from("2 ２"), &Icons::default());
        let mut style = Style::default();
        style.font = "Grenze".to_owned();
        let placed = setter.set(&rich, &style, 9.0, None);
        placed.runs.iter().map(|run| run.set.face.family.clone()).collect::<Vec<_>>()
    };
    assert_eq!(family(&fonts), ["Grenze", "Noto Sans CJK JP"]);
    // Greek is in both faces; only characters that the wanted face lacks go to the fallback.
    let names = vec!["Noto Sans".to_owned()];
    fonts.set_fallbacks([(Script::Greek, names)].into_iter().collect());
    assert_eq!(family(&fonts), ["Grenze", "Noto Sans CJK JP"]);
    let list = format!("{:?}", fonts.families_for("Grenze", Some(Script::Greek)));
    assert!(list.find("\"Noto Sans\"") < list.find("Noto Naskh"), "{list}");
}
