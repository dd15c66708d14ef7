//! Icons: small one-colour drawings that templates and rules texts name.

use std::collections::BTreeMap;

use usvg::roxmltree::{Document, ParsingOptions};

use crate::fence;
use crate::number::short;
use crate::safety;

/// The icons of a theme by name.
#[derive(Debug, Clone, Default)]
pub struct Icons {
    icons: BTreeMap<String, Icon>,
}

/// One icon, ready to be put into a card's SVG.
#[derive(Debug, Clone, PartialEq)]
pub struct Icon {
    /// The drawing, without the `<svg>` around it; uses `currentColor`.
    body: String,
    /// Its viewBox: left, top, width, height.
    view: [f32; 4],
    /// Left and right end of the ink, in the viewBox's units.
    ink: [f32; 2],
}

/// Elements an icon may use. Anything that could refer to another file is refused.
const ALLOWED: &[&str] =
    &["g", "path", "circle", "ellipse", "rect", "line", "polygon", "polyline", "title", "desc"];

impl Icons {
    /// Adds an icon file; later ones of the same name replace earlier ones.
    pub fn insert(&mut self, name: &str, svg: &str) -> Result<(), String> {
        self.icons.insert(name.to_owned(), Icon::parse(svg)?);
        Ok(())
    }

    /// The icon of that name.
    pub fn get(&self, name: &str) -> Option<&Icon> {
        self.icons.get(name)
    }

    /// Adds all icons of another set, which replace those of the same name.
    pub fn extend(&mut self, others: &Icons) {
        self.icons.extend(others.icons.iter().map(|(name, icon)| (name.clone(), icon.clone())));
    }

    /// All names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.icons.keys().map(String::as_str)
    }
}

impl Icon {
    fn parse(svg: &str) -> Result<Icon, String> {
        let options = ParsingOptions { allow_dtd: false, nodes_limit: 2_000, ..Default::default() };
        let document = Document::parse_with_options(svg, options).map_err(|e| e.to_string())?;
        let root = document.root_element();
        if root.tag_name().name() != "svg" {
            return Err("the file is not an SVG drawing".to_owned());
        }
        for node in root.descendants().skip(1).filter(|node| node.is_element()) {
            let name = node.tag_name().name();
            if !ALLOWED.contains(&name) {
                return Err(format!("an icon may not use `<{name}>`"));
            }
            for attribute in node.attributes() {
                if attribute.name() == "href" || attribute.value().contains("url(") {
                    return Err(format!("an icon may not refer to `{}`", attribute.value()));
                }
                safety::check_attribute(attribute.name(), attribute.value())?;
            }
        }
        let view = view_box(&root).ok_or("the icon has no viewBox")?;
        let body = match (root.first_child(), root.last_child()) {
            (Some(first), Some(last)) => &svg[first.range().start..last.range().end],
            _ => "",
        };
        // Presentation attributes of the root still apply; stroke icons put them there.
        let mut attributes = String::new();
        for name in ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"] {
            if let Some(value) = root.attribute(name) {
                attributes.push_str(&format!(" {name}=\"{}\"", crate::svg::escape(value)));
            }
        }
        if root.attribute("fill").is_none() {
            attributes.push_str(" fill=\"currentColor\"");
        }
        safety::check(&document)?;
        let ink = fence::guarded(|| ink(svg))?
            .map_or([view[0], view[0] + view[2]], |[left, right]| {
                [left.max(view[0]), right.min(view[0] + view[2])]
            });
        Ok(Icon { body: format!("<g{attributes}>{}</g>", body.trim()), view, ink })
    }

    /// Width of the ink, for an icon of height 1. Inside a line of text, the empty sides of a
    /// narrow icon would look like spaces.
    pub(crate) fn ink_width(&self) -> f32 {
        ((self.ink[1] - self.ink[0]) / self.view[3]).max(0.1)
    }

    /// The icon with the left end of its ink at `x`, as high as given.
    pub(crate) fn place_ink(&self, x: f32, y: f32, height: f32, colour: &str) -> String {
        let scale = height / self.view[3];
        let left = x - (self.ink[0] - self.view[0]) * scale;
        self.place(left, y, self.view[2] * scale, height, colour)
    }

    /// The icon as an SVG group whose drawing fills the box, in user units.
    pub fn place(&self, x: f32, y: f32, width: f32, height: f32, colour: &str) -> String {
        let scale = (width / self.view[2]).min(height / self.view[3]);
        let x = x + (width - self.view[2] * scale) / 2.0 - self.view[0] * scale;
        let y = y + (height - self.view[3] * scale) / 2.0 - self.view[1] * scale;
        format!(
            "<g transform=\"translate({} {}) scale({:.6})\" color=\"{}\">{}</g>",
            short(x),
            short(y),
            scale,
            crate::svg::escape(colour),
            self.body
        )
    }
}

/// How far the ink reaches to the left and right. The root gets no size here, so that units are
/// those of the viewBox.
fn ink(svg: &str) -> Option<[f32; 2]> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
    let (size, bounds) = (tree.size(), tree.root().abs_stroke_bounding_box());
    let document = Document::parse(svg).ok()?;
    let view = view_box(&document.root_element())?;
    let scale = view[2] / size.width();
    (bounds.width() > 0.0)
        .then(|| [view[0] + bounds.left() * scale, view[0] + bounds.right() * scale])
}

fn view_box(root: &usvg::roxmltree::Node<'_, '_>) -> Option<[f32; 4]> {
    let numbers: Vec<f32> = match root.attribute("viewBox") {
        Some(text) => text
            .split([' ', ',', '\n', '\t'])
            .filter(|part| !part.is_empty())
            .map(|part| part.parse().ok())
            .collect::<Option<_>>()?,
        None => {
            let side = |name| root.attribute(name)?.trim_end_matches("px").parse::<f32>().ok();
            vec![0.0, 0.0, side("width")?, side("height")?]
        }
    };
    let view: [f32; 4] = numbers.try_into().ok()?;
    (view[2] > 0.0 && view[3] > 0.0 && view.iter().all(|number| number.is_finite())).then_some(view)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icon_is_scaled_into_its_box() {
        let mut icons = Icons::default();
        icons
            .insert("dot", "<svg viewBox='0 0 10 10'><circle r='5' cx='5' cy='5'/></svg>")
            .unwrap();
        let svg = icons.get("dot").unwrap().place(2.0, 3.0, 4.0, 2.0, "#fff");
        assert!(svg.starts_with("<g transform=\"translate(3 3) scale(0.200000)\" color=\"#fff\">"));
    }

    #[test]
    fn icon_may_not_refer_to_anything() {
        let mut icons = Icons::default();
        let refused = [
            "<svg viewBox='0 0 1 1'><image href='/etc/passwd'/></svg>",
            "<svg viewBox='0 0 1 1'><path fill='url(#x)'/></svg>",
            "<svg viewBox='0 0 1 1'><script/></svg>",
            "<svg><path d='M0 0'/></svg>",
        ];
        for svg in refused {
            assert!(icons.insert("bad", svg).is_err(), "{svg}");
        }
    }
}
