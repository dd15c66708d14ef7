//! Card SVG: reading it under limits, and writing it as self-contained files.

use std::sync::Arc;

use base64::Engine as _;
use usvg::roxmltree::{Document, ParsingOptions};
use usvg::{ImageHrefResolver, ImageKind, Indent, Options, Tree, WriteOptions};

use crate::fence;
use crate::fonts::Fonts;
use crate::galley::{self, Galley};
use crate::number::short;
use crate::pdf::{PICTURE, SAYS, WORDS};
use crate::picture::{Picture, Pictures};
use crate::safety;

/// A card has a few hundred elements; the limit stops copies of copies of copies.
const MOST_NODES: u32 = 50_000;
/// A card is some hundred kilobytes at most.
pub(crate) const LARGEST_SVG: usize = 16 << 20;

/// The prefix of pictures inside a card's SVG.
pub(crate) const ASSET: &str = "asset:";

/// Marks a part of a drawing by the identifier of a group: `box:rules`, `icon:fire`, `picture`.
/// Later steps can refer to the part by that name; [`unmarked`] removes the marks.
pub(crate) fn mark(identifier: &str, svg: &str) -> String {
    if svg.is_empty() {
        return String::new();
    }
    format!("<g id=\"{}\">{svg}</g>", escape(identifier))
}

fn is_mark(identifier: &str) -> bool {
    identifier == PICTURE
        || [BOX, ICON, WORDS, SAYS].iter().any(|nature| identifier.starts_with(nature))
}

/// The drawing without marks, because the same identifier would occur more than once in the file.
fn unmarked(svg: &str) -> String {
    const ATTRIBUTE: &str = " id=\"";
    let mut clean = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some(start) = rest.find(ATTRIBUTE) {
        let (before, found) = rest.split_at(start);
        clean.push_str(before);
        let value = &found[ATTRIBUTE.len()..];
        let end = value.find('"').unwrap_or(value.len());
        let length = (ATTRIBUTE.len() + end + 1).min(found.len());
        if !is_mark(&value[..end]) {
            clean.push_str(&found[..length]);
        }
        rest = &found[length..];
    }
    clean.push_str(rest);
    clean
}

/// The mark of a text box begins with this; its name follows.
pub(crate) const BOX: &str = "box:";
/// The mark of an icon that a template placed begins with this; its name follows.
pub(crate) const ICON: &str = "icon:";

/// Escapes text for an element or an attribute, and drops characters that XML forbids.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ if is_legal(character) => escaped.push(character),
            _ => {}
        }
    }
    escaped
}

fn is_legal(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | '\u{20}'..='\u{fffd}' | '\u{10000}'..)
        && !matches!(character, '\u{fffe}' | '\u{ffff}')
}

/// Parses a drawing in which marks stand for words. If a mark cannot do that in its place, the
/// words are written into the drawing.
pub(crate) fn parse_set(
    svg: &mut String,
    galley: &Galley,
    fonts: &Fonts,
    pictures: &Pictures,
) -> Result<Tree, String> {
    let read = document(svg)?;
    if !galley::has_marks(svg) || galley::can_stand(&read) {
        return convert(&read, fonts, pictures);
    }
    drop(read);
    *svg = galley.written(svg);
    parse(svg, fonts, pictures)
}

/// Reads SVG under limits.
pub(crate) fn document(svg: &str) -> Result<Document<'_>, String> {
    if svg.len() > LARGEST_SVG {
        return Err("the drawing is too large".to_owned());
    }
    let parsing =
        ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..Default::default() };
    let document = Document::parse_with_options(svg, parsing).map_err(|error| error.to_string())?;
    safety::check(&document)?;
    Ok(document)
}

/// Parses a card's SVG. Nothing outside the card and its pictures can be reached: there are
/// no entities, no files, no data URLs, no fonts but the theme's.
///
/// One user unit is one millimetre.
pub(crate) fn parse(svg: &str, fonts: &Fonts, pictures: &Pictures) -> Result<Tree, String> {
    convert(&document(svg)?, fonts, pictures)
}

fn convert(document: &Document<'_>, fonts: &Fonts, pictures: &Pictures) -> Result<Tree, String> {
    let tree = resolved(document, fonts, pictures)?;
    safety::check_size(tree.size().width(), tree.size().height())?;
    Ok(tree)
}

/// The same for a drawing of any size.
pub(crate) fn resolved(
    document: &Document<'_>,
    fonts: &Fonts,
    pictures: &Pictures,
) -> Result<Tree, String> {
    let resolve = |href: &str, _: &Options<'_>| -> Option<ImageKind> {
        pictures.get(href.strip_prefix(ASSET)?).map(|picture| picture.kind())
    };
    let options = Options {
        // At 25.4 dots per inch, a millimetre is one dot.
        dpi: 25.4,
        font_family: fonts.families().first().cloned().unwrap_or_default(),
        font_size: 3.0,
        resources_dir: None,
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(resolve),
        },
        fontdb: Arc::clone(fonts.database()),
        ..Options::default()
    };
    let tree = fence::guarded(|| Tree::from_xmltree(document, &options))?;
    let tree = tree.map_err(|error| error.to_string())?;
    safety::cost::check(&tree, |kind| {
        let picture = pictures.name_of(kind).and_then(|name| pictures.get(name));
        picture.map_or(0, |picture| u64::from(picture.width) * u64::from(picture.height))
    })?;
    Ok(tree)
}

/// The drawing as SVG that looks the same everywhere: words are outlines, so no font is needed, and
/// pictures are inside the file. The title is for screen readers.
pub(crate) fn outlined(tree: &Tree, title: &str) -> String {
    let options = WriteOptions {
        indent: Indent::None,
        // A precision of a ten-thousandth of a millimetre.
        coordinates_precision: 4,
        transforms_precision: 6,
        ..WriteOptions::default()
    };
    let (width, height) = (short(tree.size().width()), short(tree.size().height()));
    let written = unmarked(&tree.to_string(&options));
    let body = written.split_once('>').map_or("", |(_, body)| body);
    let title =
        if title.is_empty() { String::new() } else { format!("<title>{}</title>", escape(title)) };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} {height}\">{title}{body}"
    )
}

/// The SVG as the template drew it, with fonts and pictures inside. The title is for screen readers.
pub(crate) fn standalone(
    (svg, title): (&str, &str),
    used: &[usvg::fontdb::ID],
    fonts: &Fonts,
    pictures: &Pictures,
) -> String {
    let svg = unmarked(svg);
    let mut first = if title.is_empty() || svg.contains("<title>") {
        String::new()
    } else {
        format!("<title>{}</title>", escape(title))
    };
    first.push_str(&font_faces(used, fonts));
    let mut whole = String::with_capacity(svg.len() + first.len());
    let mut rest = svg.as_str();
    if let Some(start) = content_start(&svg) {
        // Pictures and letters are referred to in the way that all programs understand.
        let head = &svg[..start];
        let open = if head.contains("xmlns:xlink") { None } else { head.find("<svg") };
        match open.map(|open| open + "<svg".len()) {
            Some(at) => {
                whole.push_str(&head[..at]);
                whole.push_str(" xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
                whole.push_str(&head[at..]);
            }
            None => whole.push_str(head),
        }
        whole.push_str(&first);
        rest = &svg[start..];
    }
    while let Some((before, name, after)) = next_picture(rest) {
        whole.push_str(before);
        if let Some(picture) = pictures.get(&unescape(name)) {
            whole.push_str(&format!("data:{};base64,", picture.media_type()));
            whole.push_str(&base64::engine::general_purpose::STANDARD.encode(picture.bytes()));
        }
        rest = after;
    }
    whole.push_str(rest);
    whole
}

/// The next picture that the SVG names: the text before its name, the name, the text after it.
fn next_picture(svg: &str) -> Option<(&str, &str, &str)> {
    let mark = format!("\"{ASSET}");
    let start = svg.find(&mark)?;
    let name_on = &svg[start + mark.len()..];
    let name = name_on.split('"').next().unwrap_or_default();
    Some((&svg[..=start], name, &name_on[name.len()..]))
}

/// The pictures that the SVG names, in order.
pub(crate) fn pictures_of<'a>(
    svg: &'a str,
    pictures: &'a Pictures,
) -> impl Iterator<Item = &'a Picture> {
    let mut rest = svg;
    let names = std::iter::from_fn(move || {
        let (_, name, after) = next_picture(rest)?;
        rest = after;
        Some(name)
    });
    names.filter_map(|name| pictures.get(&unescape(name)))
}

/// The fonts that a drawing uses, in order of first use.
pub(crate) fn fonts_of(tree: &Tree, galley: &Galley) -> Vec<usvg::fontdb::ID> {
    let mut used = Vec::new();
    collect_fonts(tree.root(), galley, &mut used);
    used
}

/// Where the content of the root element begins; `None` if it has none.
///
/// The drawing is not parsed for that: it may use names of `xlink` that [`standalone`] declares.
pub(crate) fn content_start(svg: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += svg[at..].find('<')?;
        let rest = &svg[at..];
        let end = match rest {
            _ if rest.starts_with("<!--") => "-->",
            _ if rest.starts_with("<?") => "?>",
            _ => break,
        };
        at += rest.find(end)? + end.len();
    }
    let mut quote = None;
    for (place, character) in svg[at..].char_indices() {
        match (quote, character) {
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            (None, '>') => {
                let is_empty = svg[..at + place].ends_with('/');
                return (!is_empty).then_some(at + place + 1);
            }
            _ => {}
        }
    }
    None
}

/// Fonts as a style sheet.
fn font_faces(used: &[usvg::fontdb::ID], fonts: &Fonts) -> String {
    let database = fonts.database();
    let mut style = String::new();
    for info in database.faces().filter(|info| used.contains(&info.id)) {
        let Some((usvg::fontdb::Source::Binary(bytes), _)) = database.face_source(info.id) else {
            continue;
        };
        let family = info.families.first().map(|(name, _)| escape(name)).unwrap_or_default();
        let slant = if info.style == usvg::fontdb::Style::Normal { "normal" } else { "italic" };
        let data = base64::engine::general_purpose::STANDARD.encode(bytes.as_ref().as_ref());
        style.push_str(&format!(
            "@font-face{{font-family:\"{family}\";font-weight:{};font-style:{slant};\
             src:url(data:font/ttf;base64,{data})}}",
            info.weight.0
        ));
    }
    if style.is_empty() { style } else { format!("<style>{style}</style>") }
}

fn collect_fonts(group: &usvg::Group, galley: &Galley, used: &mut Vec<usvg::fontdb::ID>) {
    let note = |font, used: &mut Vec<_>| {
        if !used.contains(&font) {
            used.push(font);
        }
    };
    for child in group.children() {
        match child {
            usvg::Node::Group(inner) => collect_fonts(inner, galley, used),
            usvg::Node::Text(text) => {
                let glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
                glyphs.for_each(|glyph| note(glyph.font, used));
            }
            usvg::Node::Path(path) => {
                if let Some(font) = galley.run(path).and_then(|run| run.font) {
                    note(font, used);
                }
            }
            usvg::Node::Image(_) => {}
        }
    }
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_bare(body: &str) -> Result<Tree, String> {
        let (fonts, _) = Fonts::new(Vec::new());
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"69mm\" height=\"94mm\" \
             viewBox=\"-3 -3 69 94\">{body}</svg>"
        );
        parse(&svg, &fonts, &Pictures::default())
    }

    #[test]
    fn a_millimetre_is_one_unit() {
        let tree = parse_bare("<rect width=\"1\" height=\"1\"/>").unwrap();
        assert!((tree.size().width() - 69.0).abs() < 1e-4);
        assert!((tree.size().height() - 94.0).abs() < 1e-4);
    }

    #[test]
    fn the_content_begins_behind_the_first_tag() {
        let after = |svg: &str| content_start(svg).map(|start| svg[start..].to_owned());
        let told = "<?xml version=\"1.0\"?><!-- <svg> --><svg a='>' b=\"/\"><use xlink:href=\"#a\"/></svg>";
        assert_eq!(after(told).as_deref(), Some("<use xlink:href=\"#a\"/></svg>"));
        assert_eq!(after("<svg/>"), None);
        assert_eq!(after("<svg "), None);
    }

    #[test]
    fn letters_that_are_used_are_declared() {
        let (fonts, _) = Fonts::new(Vec::new());
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><use xlink:href=\"#a\"/></svg>";
        let whole = standalone((svg, "Bat"), &[], &fonts, &Pictures::default());
        assert!(whole.contains("<title>Bat</title><use"), "{whole}");
        assert!(Document::parse(&whole).is_ok(), "{whole}");
    }

    #[test]
    fn entities_are_refused() {
        let (fonts, _) = Fonts::new(Vec::new());
        let svg = "<!DOCTYPE svg [<!ENTITY a 'aaaa'>]><svg>&a;</svg>";
        assert!(parse(svg, &fonts, &Pictures::default()).is_err());
    }

    #[test]
    fn marks_do_not_leave_the_house() {
        let svg = "<g id=\"a\">\u{e9}<g id=\"words:rules\"><g id=\"icon:x\" fill=\"red\"/></g></g>";
        assert_eq!(unmarked(svg), "<g id=\"a\">\u{e9}<g><g fill=\"red\"/></g></g>");
        assert_eq!(unmarked("<g id=\"words:"), "<g");
    }

    #[test]
    fn escaping_drops_control_characters() {
        assert_eq!(escape("a<b & \u{b}\"c\""), "a&lt;b &amp; &quot;c&quot;");
    }
}
