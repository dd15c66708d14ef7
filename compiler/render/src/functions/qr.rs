//! `qr`: a text as a square that a camera reads.

use std::fmt::Write;

use minijinja::Error;
use minijinja::value::Value;
use qrcodegen::{QrCode, QrCodeEcc};

use super::safe;
use crate::arguments::{Arguments, Given, wrong};
use crate::colour::Colour;
use crate::number::short;
use crate::pdf::SAYS;
use crate::scope::Scope;
use crate::svg::mark;

/// The white border that readers need, in dots.
const QUIET: i32 = 4;
/// A dot smaller than this, in millimetres, is lost in print or to a cheap camera.
const LEAST_DOT: f32 = 0.33;

/// `qr(text, x, y, size, colour, ground, level)`: the code with its quiet border in a square whose
/// top left corner is at the point.
pub(super) fn qr(_: &Scope, given: &Given) -> Result<Value, Error> {
    let names = ["text", "x", "y", "size", "colour", "ground", "level"];
    let arguments = Arguments::read("qr", &names, given)?;
    let text = arguments.value("text")?.to_string();
    let (x, y, size) = (arguments.number("x")?, arguments.number("y")?, arguments.number("size")?);
    let colour = |name: &str, usual: &str| {
        let text = arguments.text(name).unwrap_or(usual).to_owned();
        Colour::parse(&text)
            .map(|colour| colour.to_string())
            .ok_or_else(|| wrong(format!("`{text}` is not a colour like `#8a2f2f`")))
    };
    let (ink, ground) = (colour("colour", "#000000")?, colour("ground", "#ffffff")?);
    let level = match arguments.text("level").unwrap_or("medium") {
        "low" => QrCodeEcc::Low,
        "medium" => QrCodeEcc::Medium,
        "quartile" => QrCodeEcc::Quartile,
        "high" => QrCodeEcc::High,
        other => {
            return Err(wrong(format!(
                "`{other}` is no level of `qr`; levels are `low`, `medium`, `quartile`, `high`"
            )));
        }
    };
    let code = QrCode::encode_text(&text, level)
        .map_err(|_| wrong(format!("{} letters are too many for `qr`", text.chars().count())))?;
    let dots = code.size() + 2 * QUIET;
    let dot = size / dots as f32;
    if dot < LEAST_DOT {
        return Err(wrong(format!(
            "`qr` needs a `size` of {:.0} mm for this text: a dot would be {dot:.2} mm wide, and \
             cameras need {LEAST_DOT} mm",
            (LEAST_DOT * dots as f32).ceil()
        )));
    }
    let svg = format!(
        "<g transform=\"translate({} {})scale({:.6})\"><path fill=\"{ground}\" \
         d=\"M0 0h{dots}v{dots}h-{dots}z\"/><path fill=\"{ink}\" d=\"{}\"/></g>",
        short(x),
        short(y),
        dot,
        rows(&code)
    );
    Ok(safe(mark(&format!("{SAYS}QR: {text}"), &svg)))
}

/// The dots, those beside one another as one shape: fewer edges, and no hairlines between them.
fn rows(code: &QrCode) -> String {
    let mut data = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let length = (x..code.size()).take_while(|at| code.get_module(*at, y)).count() as i32;
            if length > 0 {
                let (left, top) = (x + QUIET, y + QUIET);
                let _ = write!(data, "M{left} {top}h{length}v1h-{length}z");
            }
            x += length.max(1);
        }
    }
    data
}

#[cfg(test)]
mod tests {
    use minijinja::value::Kwargs;

    use super::*;

    fn draw(text: &str, size: f64, level: &str) -> Result<String, Error> {
        let named = [("level", Value::from(level))].into_iter().collect::<Kwargs>();
        let positional = vec![Value::from(text), Value::from(1.0), Value::from(2.0), size.into()];
        qr(&Scope::for_tests(""), &Given { positional, named }).map(|drawn| drawn.to_string())
    }

    #[test]
    fn every_dark_dot_is_drawn_once() {
        let drawn = draw("HTTPS://EXAMPLE.ORG/BAT", 20.0, "medium").unwrap();
        let code = QrCode::encode_text("HTTPS://EXAMPLE.ORG/BAT", QrCodeEcc::Medium).unwrap();
        let data = drawn.rsplit_once("d=\"").unwrap().1.split('"').next().unwrap();
        let mut drawn_dots = 0;
        for run in data.split('M').skip(1) {
            let (place, rest) = run.split_once('h').unwrap();
            let (x, y) = place.split_once(' ').unwrap();
            let (x, y): (i32, i32) = (x.parse().unwrap(), y.parse().unwrap());
            let length: i32 = rest.split_once('v').unwrap().0.parse().unwrap();
            assert!((x..x + length).all(|x| code.get_module(x - QUIET, y - QUIET)));
            drawn_dots += length;
        }
        let side = 0..code.size();
        let dark = side.clone().flat_map(|y| side.clone().map(move |x| (x, y)));
        let dark = dark.filter(|(x, y)| code.get_module(*x, *y)).count();
        assert_eq!(drawn_dots as usize, dark);
        assert!(drawn.starts_with("<g id=\"says:QR: HTTPS://EXAMPLE.ORG/BAT\">"), "{drawn}");
    }

    #[test]
    fn what_no_camera_reads_is_refused() {
        let small = draw("https://example.org/bat", 5.0, "high").unwrap_err();
        assert!(small.to_string().contains("needs a `size` of"), "{small}");
        assert!(draw(&"a".repeat(4_000), 100.0, "low").is_err());
        assert!(draw("a", 20.0, "best").is_err());
    }
}
