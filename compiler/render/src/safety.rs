//! What a drawing may not do. Templates can come with a stranger's package: they must not run
//! anything, load anything, or take very long.

use usvg::roxmltree::{Document, Node};

/// Filters whose cost is about proportional to the area they cover. Others (noise, morphology,
/// light) took seconds for one card.
const FILTERS: &[&str] = &[
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feMerge",
    "feMergeNode",
    "feOffset",
];

/// Elements that run something or load another document.
const REFUSED: &[&str] = &["script", "foreignObject", "iframe", "set", "handler", "listener"];

const MOST_FILTERS: usize = 64;
const MOST_PATTERNS: usize = 64;
/// No card is larger than this, in millimetres.
const LARGEST_SIDE: f32 = 2_000.0;

/// Checks a drawing before anything is made from it.
pub(crate) fn check(document: &Document<'_>) -> Result<(), String> {
    let (mut filters, mut patterns) = (0, 0);
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        if REFUSED.contains(&name) || name.starts_with("animate") {
            return Err(format!("a card may not use `<{name}>`"));
        }
        if name.starts_with("fe") {
            if !FILTERS.contains(&name) {
                return Err(format!("a card may not use the filter `<{name}>`"));
            }
            filters += 1;
        }
        patterns += usize::from(name == "pattern");
        for attribute in node.attributes() {
            check_attribute(attribute.name(), attribute.value())?;
        }
    }
    if filters > MOST_FILTERS {
        return Err(format!("{filters} filters are too many for one card"));
    }
    if patterns > MOST_PATTERNS {
        return Err(format!("{patterns} patterns are too many for one card"));
    }
    Ok(())
}

/// Checks that a drawing has a size that can be painted.
pub(crate) fn check_size(width: f32, height: f32) -> Result<(), String> {
    if width > LARGEST_SIDE || height > LARGEST_SIDE {
        return Err(format!("the drawing is {width:.0} × {height:.0} mm large"));
    }
    Ok(())
}

fn check_attribute(name: &str, value: &str) -> Result<(), String> {
    let is_event =
        name.len() > 2 && name.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("on"));
    if is_event {
        return Err(format!("a card may not use the attribute `{name}`"));
    }
    if name == "href" {
        let target = value.trim();
        let stays =
            target.is_empty() || target.starts_with('#') || target.starts_with(crate::svg::ASSET);
        if !stays {
            let start: String = target.chars().take(40).collect();
            return Err(format!("a card may not refer to `{start}`"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use crate::fonts::Fonts;
    use crate::picture::Pictures;

    fn parse(body: &str) -> Result<usvg::Tree, String> {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"69mm\" height=\"94mm\" viewBox=\"0 0 69 94\">{body}</svg>"
        );
        crate::svg::parse(&svg, &Fonts::new(Vec::new()).0, &Pictures::default())
    }

    #[test]
    fn drawings_that_reach_out_or_run_are_refused() {
        let hostile = [
            "<image href=\"/etc/hostname\" width=\"1\" height=\"1\"/>",
            "<image xlink:href=\"file:///etc/hostname\" width=\"1\" height=\"1\"/>",
            "<image href=\"data:image/png;base64,iVBORw0KGgo=\" width=\"1\" height=\"1\"/>",
            "<image href=\"https://example.com/a.png\" width=\"1\" height=\"1\"/>",
            "<use href=\"other.svg#a\"/>",
            "<a href=\"javascript:alert(1)\"><rect width=\"1\" height=\"1\"/></a>",
            "<script>alert(1)</script>",
            "<foreignObject><body/></foreignObject>",
            "<rect width=\"1\" height=\"1\" onload=\"alert(1)\"/>",
            "<rect width=\"1\" height=\"1\"><animate attributeName=\"x\"/></rect>",
            "<filter id=\"f\"><feTurbulence baseFrequency=\".1\" numOctaves=\"9\"/></filter>",
            "<filter id=\"f\"><feMorphology radius=\"9\"/></filter>",
            "<filter id=\"f\"><feImage href=\"#a\"/></filter>",
        ];
        for body in hostile {
            assert!(parse(body).is_err(), "{body}");
        }
    }

    #[test]
    fn honest_drawings_are_not() {
        let honest = [
            "<defs><g id=\"a\"><rect width=\"1\" height=\"1\"/></g></defs><use href=\"#a\"/>",
            "<filter id=\"f\"><feGaussianBlur stdDeviation=\".4\"/><feOffset dx=\"1\"/></filter>\
             <rect width=\"5\" height=\"5\" filter=\"url(#f)\"/>",
            "<image href=\"asset:art/none.png\" width=\"1\" height=\"1\"/>",
        ];
        for body in honest {
            assert!(parse(body).is_ok(), "{body}");
        }
    }

    #[test]
    fn bombs_are_defused() {
        let mut copies = String::from("<defs><g id=\"a0\"><rect width=\"1\" height=\"1\"/></g>");
        for level in 1..12 {
            let inner = format!("<use href=\"#a{}\"/>", level - 1).repeat(10);
            copies.push_str(&format!("<g id=\"a{level}\">{inner}</g>"));
        }
        copies.push_str("</defs><use href=\"#a11\"/>");
        let deep = format!("{}{}", "<g>".repeat(20_000), "</g>".repeat(20_000));
        let many = "<path d=\"M0 0H1\"/>".repeat(60_000);
        let filters = format!("<filter id=\"f\">{}</filter>", "<feOffset/>".repeat(65));
        let patterns = "<pattern/>".repeat(65);
        let started = Instant::now();
        for bomb in [copies, deep, many, filters, patterns] {
            assert!(parse(&bomb).is_err(), "{}", &bomb[..60]);
        }
        // This is not a benchmark: without limits, the first drawing alone would never finish.
        assert!(started.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn a_drawing_without_end_is_refused() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100000mm\" height=\"9mm\"/>";
        assert!(crate::svg::parse(svg, &Fonts::new(Vec::new()).0, &Pictures::default()).is_err());
    }
}
