//! What a drawing may not do. Templates can come with a stranger's package: they must not run
//! anything, load anything, or take very long. Drawings are also written as SVG files, which
//! people open in a browser.
//!
//! Reasons name what is refused in backticks, as the drawing has it, so that it can be found in the
//! template.

pub(crate) mod cost;

use std::collections::HashMap;

use usvg::roxmltree::{Document, Node, NodeId};

/// The elements that a drawing may use: those that draw something, and none that run something or
/// load another document.
const ELEMENTS: &[&str] = &[
    "a",
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "filter",
    "g",
    "image",
    "line",
    "linearGradient",
    "mask",
    "metadata",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "style",
    "svg",
    "switch",
    "symbol",
    "text",
    "textPath",
    "title",
    "tspan",
    "use",
];

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

const SVG: &str = "http://www.w3.org/2000/svg";

const MOST_FILTERS: usize = 64;
const MOST_PATTERNS: usize = 64;
/// Elements inside one another. Cards of the bundled templates have about ten.
const DEEPEST: usize = 100;
/// Elements, with those that are used more than once counted each time.
const MOST_ELEMENTS: u64 = 250_000;
/// Things that use things that use things.
const DEEPEST_USE: usize = 50;
/// Words outside the text boxes of Cardwright; each is looked up and shaped by itself.
const MOST_TEXTS: usize = 3_000;
/// Groups with opacity, masks, clips or filters, before it is known how large they are.
const MOST_LAYERS: usize = 2_000;
/// Rules of a style sheet times elements that they may apply to.
const MOST_STYLING: usize = 2_000_000;
/// No card is larger than this, in millimetres.
const LARGEST_SIDE: f32 = 2_000.0;
/// Larger numbers make no sense on a card, and drawing libraries lose count with them.
const LARGEST_NUMBER: f64 = 1_000_000.0;

/// Checks a drawing before anything is made from it.
pub(crate) fn check(document: &Document<'_>) -> Result<(), String> {
    let (mut filters, mut patterns, mut texts, mut elements) = (0, 0, 0, 0);
    let (mut rules, mut layers) = (0, 0);
    let mut depth = 0usize;
    let mut last = None;
    for node in document.root().descendants() {
        depth = depth_after(depth, last, &node);
        last = Some(node);
        if depth > DEEPEST {
            return Err(format!("more than {DEEPEST} elements are inside one another"));
        }
        if let Some(pi) = node.pi() {
            return Err(format!("a card may not use `<?{}`", pi.target));
        }
        if !node.is_element() {
            continue;
        }
        elements += 1;
        let name = node.tag_name().name();
        let is_svg = node.tag_name().namespace().is_none_or(|space| space == SVG);
        if name.starts_with("fe") && is_svg {
            if !FILTERS.contains(&name) {
                return Err(format!("a card may not use the filter `<{name}`"));
            }
            filters += 1;
        } else if is_svg && !ELEMENTS.contains(&name) {
            return Err(format!("a card may not use `<{name}`"));
        } else if !is_svg && !is_metadata(&node) {
            return Err(format!("a card may not use `{name}`, which is not part of SVG"));
        }
        patterns += usize::from(name == "pattern");
        texts += usize::from(matches!(name, "text" | "tspan" | "textPath"));
        if name == "style" {
            let sheet: String = node.children().filter_map(|child| child.text()).collect();
            check_style(&sheet)?;
            rules += sheet.matches('{').count();
        }
        for attribute in node.attributes() {
            check_attribute(attribute.name(), attribute.value())?;
            layers += usize::from(makes_layer(attribute.name(), attribute.value()));
        }
    }
    let counts = [
        (filters, MOST_FILTERS, "filters"),
        (patterns, MOST_PATTERNS, "patterns"),
        (texts, MOST_TEXTS, "pieces of text"),
        (layers, MOST_LAYERS, "groups with opacity, masks, clips or filters"),
        (rules * elements, MOST_STYLING, "rules in `<style` for so many elements"),
    ];
    for (count, most, what) in counts {
        if count > most {
            return Err(format!("more than {most} {what} are too many for one card"));
        }
    }
    check_uses(document)
}

/// True if what has this attribute may be painted on its own and then laid on the rest.
fn makes_layer(name: &str, value: &str) -> bool {
    const LAYERS: [&str; 5] = ["clip-path", "filter", "mask", "mix-blend-mode", "opacity"];
    let is_style = name == "style" && LAYERS.iter().any(|layer| value.contains(layer));
    is_style || LAYERS.contains(&name) && !matches!(value, "1" | "none")
}

/// How deep a node is, known from the one before it in the document.
fn depth_after<'a>(depth: usize, last: Option<Node<'a, '_>>, node: &Node<'a, '_>) -> usize {
    let Some(last) = last else { return 0 };
    if node.parent() == Some(last) {
        return depth + 1;
    }
    let parent = node.parent();
    let climbed = last.ancestors().take_while(|above| above.parent() != parent).count();
    depth.saturating_sub(climbed)
}

/// Drawing programs keep notes of their own in elements that are drawn by nobody.
fn is_metadata(node: &Node<'_, '_>) -> bool {
    let space = node.tag_name().namespace().unwrap_or_default();
    const NOTES: [&str; 5] = [
        "http://sodipodi.sourceforge.net/",
        "http://www.inkscape.org/namespaces/",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns",
        "http://creativecommons.org/ns",
        "http://purl.org/dc/",
    ];
    NOTES.iter().any(|known| space.starts_with(known))
}

/// Counts elements as often as they are drawn: `use`, patterns, masks and clips draw them again.
fn check_uses(document: &Document<'_>) -> Result<(), String> {
    let mut by_id: HashMap<&str, Node<'_, '_>> = HashMap::new();
    for node in document.descendants().filter(Node::is_element) {
        if let Some(id) = node.attribute("id") {
            by_id.entry(id).or_insert(node);
        }
    }
    let mut known = HashMap::new();
    let sum = uses(document.root_element(), &by_id, &mut known, 0)?;
    if sum > MOST_ELEMENTS {
        return Err(format!("more than {MOST_ELEMENTS} elements are too many for one card"));
    }
    Ok(())
}

fn uses<'a>(
    node: Node<'a, 'a>,
    by_id: &HashMap<&str, Node<'a, 'a>>,
    known: &mut HashMap<NodeId, u64>,
    depth: usize,
) -> Result<u64, String> {
    if let Some(sum) = known.get(&node.id()) {
        return Ok(*sum);
    }
    if depth > DEEPEST + DEEPEST_USE {
        return Err(format!("more than {DEEPEST_USE} elements use one another in a row"));
    }
    // What uses itself counts once here; usvg refuses to draw it.
    known.insert(node.id(), 1);
    let mut sum = 1u64;
    for attribute in node.attributes() {
        let value = attribute.value();
        let named = match attribute.name() {
            "href" => value.trim().strip_prefix('#'),
            _ => value.split_once("url(#").and_then(|(_, rest)| rest.split(')').next()),
        };
        if let Some(target) = named.and_then(|id| by_id.get(id)) {
            sum = sum.saturating_add(uses(*target, by_id, known, depth + 1)?);
        }
    }
    for child in node.children().filter(Node::is_element) {
        sum = sum.saturating_add(uses(child, by_id, known, depth + 1)?);
    }
    known.insert(node.id(), sum);
    Ok(sum)
}

/// Checks that a drawing has a size that can be painted.
pub(crate) fn check_size(width: f32, height: f32) -> Result<(), String> {
    if width > LARGEST_SIDE || height > LARGEST_SIDE {
        return Err(format!("the drawing is {width:.0} × {height:.0} mm large"));
    }
    Ok(())
}

/// Attributes whose values are words of the author.
const WORDS: &[&str] = &["class", "font-family", "id", "label", "lang", "version"];

/// Attributes in which letters stand between numbers.
const SHAPES: &[&str] =
    &["d", "gradientTransform", "patternTransform", "points", "transform", "viewBox"];

/// Checks one attribute of a drawing.
pub(crate) fn check_attribute(name: &str, value: &str) -> Result<(), String> {
    let is_event =
        name.len() > 2 && name.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("on"));
    if is_event || matches!(name, "src" | "srcset" | "base" | "data" | "action") {
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
        return Ok(());
    }
    if WORDS.contains(&name) {
        return Ok(());
    }
    check_links(value)?;
    match name {
        "style" => check_style(value),
        name => check_numbers(value, SHAPES.contains(&name)),
    }
}

/// A style sheet, or the style of one element.
fn check_style(sheet: &str) -> Result<(), String> {
    // `@import` loads a file, and a backslash hides a word from the eyes of a reader.
    for refused in ["@", "\\", "image-set", "src("] {
        if let Some(start) = sheet.find(refused) {
            let word: String = sheet[start..]
                .chars()
                .take_while(|letter| !letter.is_whitespace())
                .take(20)
                .collect();
            return Err(format!("a style may not use `{word}`"));
        }
    }
    check_links(sheet)?;
    check_numbers(sheet, false)
}

/// Everything that is referred to is part of the drawing.
fn check_links(value: &str) -> Result<(), String> {
    let lower = value.to_ascii_lowercase();
    for (start, _) in lower.match_indices("url(") {
        let target = lower[start + 4..].trim_start_matches([' ', '\t', '\n', '"', '\'']);
        if !target.starts_with('#') {
            let end = value[start..].find(')').map_or(value.len(), |end| start + end + 1);
            let link: String = value[start..end].chars().take(60).collect();
            return Err(format!("a card may not refer to `{link}`"));
        }
    }
    if lower.contains("javascript:") {
        return Err("a card may not use `javascript:`".to_owned());
    }
    Ok(())
}

/// Refuses numbers that are too large. In shapes, letters stand between numbers; elsewhere, digits
/// behind a letter or a `#` are part of a word.
fn check_numbers(value: &str, is_shape: bool) -> Result<(), String> {
    let bytes = value.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let before = at.checked_sub(1).map(|before| bytes[before]);
        let is_word = before.is_some_and(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'#' | b'_' | b'-') || !byte.is_ascii()
        });
        let begins = bytes[at].is_ascii_digit() || bytes[at] == b'.';
        if !begins || !is_shape && is_word && !is_sign(bytes, at) {
            at += 1;
            continue;
        }
        let end = number_end(bytes, at);
        let number = value[at..end].parse::<f64>();
        if number.is_ok_and(|number| number > LARGEST_NUMBER) {
            let written: String = value[at..end].chars().take(20).collect();
            return Err(format!("the number `{written}` is too large to draw"));
        }
        at = end.max(at + 1);
    }
    Ok(())
}

/// True if the byte before is the sign of a number, and not a hyphen in a word.
fn is_sign(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(2).map(|before| bytes[before]);
    at > 0 && bytes[at - 1] == b'-' && before.is_none_or(|byte| !byte.is_ascii_alphanumeric())
}

/// Where a number that begins at a byte ends.
fn number_end(bytes: &[u8], start: usize) -> usize {
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let mut end = digits(start);
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let signed = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if digits(signed) > signed {
            end = digits(signed);
        }
    }
    end
}

/// What a reason names in backticks.
pub(crate) fn named(reason: &str) -> Option<&str> {
    reason.split('`').nth(1).filter(|name| !name.is_empty())
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
            "<?xml-stylesheet href=\"http://example.com/a.css\"?>",
            "<style>@import url(http://example.com/a.css);</style>",
            "<style>.a { fill: url(http://example.com/a.svg#b) }</style>",
            "<style>.a { fill: u\\72l(http://example.com) }</style>",
            "<rect width=\"1\" height=\"1\" fill=\"url(https://example.com/a.svg#b)\"/>",
            "<rect width=\"1\" height=\"1\" style=\"fill: URL( '//example.com/a' )\"/>",
            "<img xmlns=\"http://www.w3.org/1999/xhtml\" src=\"a.png\"/>",
            "<marker id=\"m\"/>",
            "<circle r=\"1e30\"/>",
            "<rect width=\"1\" height=\"1\" stroke=\"red\" stroke-width=\"1e30\"/>",
            "<path d=\"M0 0L1e30 1\"/>",
            "<g transform=\"scale(-99999999999)\"><rect width=\"1\" height=\"1\"/></g>",
            "<g transform=\"scale(100000)\"><circle r=\"100000\"/></g>",
            "<rect width=\"1\" height=\"1\" style=\"stroke-width:-1e31\"/>",
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
            "<style>.a { fill: #99999999; stroke-width: .5 }</style><g class=\"a\"/>",
            "<rect width=\"1\" height=\"1\" fill=\"#1e30ff\" id=\"rect1e30\"/>",
            "<path d=\"M0-1.5e-17L.5.5h1v1e-3z\" style=\"fill:red;stroke-width:.1\"/>",
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
        let layers = "<g opacity=\".5\"><rect width=\"69\" height=\"94\"/></g>".repeat(2_000);
        let nested = format!(
            "{}<rect width=\"69\" height=\"94\"/><rect width=\"9\" height=\"9\"/>{}",
            "<g opacity=\".5\">".repeat(30),
            "</g>".repeat(30)
        );
        let shadow = "<g filter=\"url(#f)\"><rect width=\"69\" height=\"94\"/></g>".repeat(300);
        let blurs =
            format!("<filter id=\"f\"><feGaussianBlur stdDeviation=\"2\"/></filter>{shadow}");
        let dashes = "<path d=\"M0 0H69\" stroke=\"red\" stroke-dasharray=\".0001\"/>".repeat(50);
        let started = Instant::now();
        let bombs = [copies, deep, many, filters, patterns, layers, nested, blurs, dashes];
        for bomb in bombs {
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
