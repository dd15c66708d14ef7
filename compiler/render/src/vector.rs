//! Pictures of cards that are drawings: SVG files of a package, checked like everything that is
//! drawn, and put into a card as shapes.

use usvg::{Indent, WriteOptions};

use crate::fonts::Fonts;
use crate::number::digest;
use crate::picture::Pictures;
use crate::svg;

/// A drawing that can stand in any other: it refers to nothing outside, its words are shapes, and
/// its identifiers are its own.
#[derive(Debug, Clone)]
pub(crate) struct Vector {
    /// Its width in its own units.
    pub(crate) width: f32,
    /// Its height in its own units.
    pub(crate) height: f32,
    /// The drawing without the `<svg>` around it.
    pub(crate) body: String,
}

impl Vector {
    /// True if a file looks like SVG.
    pub(crate) fn is_meant(bytes: &[u8]) -> bool {
        let start = &bytes[..bytes.len().min(1024)];
        let text = String::from_utf8_lossy(start);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        text.starts_with("<svg") || (text.starts_with('<') && text.contains("<svg"))
    }

    /// Reads a file, or says what is wrong with it.
    pub(crate) fn read(bytes: &[u8], fonts: &Fonts) -> Result<Vector, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "is not text in UTF-8".to_owned())?;
        let text = text.trim_start_matches('\u{feff}');
        let unusable = |reason: String| format!("is not usable SVG: {reason}");
        let document = svg::document(text).map_err(unusable)?;
        let tree = svg::resolved(&document, fonts, &Pictures::default()).map_err(unusable)?;
        let options = WriteOptions {
            indent: Indent::None,
            id_prefix: Some(format!("art{:012x}-", digest(bytes) >> 80)),
            coordinates_precision: 3,
            transforms_precision: 6,
            ..WriteOptions::default()
        };
        let written = tree.to_string(&options);
        let body = written.split_once('>').and_then(|(_, body)| body.rsplit_once("</svg>"));
        let body = body.map(|(body, _)| body.to_owned()).filter(|body| body.contains('<'));
        let body = body.ok_or("draws nothing")?;
        Ok(Vector { width: tree.size().width(), height: tree.size().height(), body })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(svg: &str) -> Result<Vector, String> {
        Vector::read(svg.as_bytes(), &Fonts::new(Vec::new()).0)
    }

    #[test]
    fn a_drawing_keeps_its_names_to_itself() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4000 3000\">\
                   <style>.a { fill: url(#sky) }</style>\
                   <linearGradient id=\"sky\"><stop offset=\"0\" stop-color=\"red\"/>\
                   <stop offset=\"1\" stop-color=\"blue\"/></linearGradient>\
                   <rect class=\"a\" width=\"4000\" height=\"3000\"/></svg>";
        let drawn = read(svg).unwrap();
        assert_eq!((drawn.width, drawn.height), (4000.0, 3000.0));
        assert!(!drawn.body.contains("\"sky\"") && !drawn.body.contains("#sky"), "{}", drawn.body);
        assert!(!drawn.body.contains("<style"), "{}", drawn.body);
    }

    #[test]
    fn what_reaches_outside_or_draws_nothing_is_refused() {
        let around = |body: &str| {
            read(&format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">{body}</svg>"
            ))
        };
        assert!(around("<path d=\"M0 0h9v9z\"/>").is_ok());
        assert!(around("<script>alert(1)</script>").is_err());
        assert!(around("<image href=\"https://example.org/a.png\"/>").is_err());
        assert!(around("").is_err());
        assert!(read("<svg").is_err());
    }

    #[test]
    fn a_file_is_known_by_its_beginning() {
        assert!(Vector::is_meant(b"\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!-- a --><svg>"));
        assert!(!Vector::is_meant(b"\x89PNG\r\n<svg"));
    }
}
