//! How a die looks: its colour, its outline and what it shows, from `[dice.NAME]` of the
//! theme. Every die of a theme is also an icon: `die-NAME`.

use crate::icons::{Icon, Icons};
use crate::number::short;
use crate::svg::escape;

/// The prefix of dice among the icons.
pub(crate) const ICON: &str = "die-";

/// A quarter point, in millimetres: thinner lines break in print.
const THINNEST: f32 = 0.09;

/// How a theme draws a die.
pub(crate) struct DieLook {
    colour: String,
    edge: String,
    ink: String,
    pub(crate) shape: String,
    /// Icon of the face that is shown if the template does not ask for one.
    pub(crate) mark: Option<String>,
}

impl DieLook {
    /// The look of the die of that name, if the theme has one.
    pub(crate) fn of(theme: &toml::Table, name: &str) -> Option<DieLook> {
        let table = theme.get("dice")?.get(name)?.as_table()?;
        let text = |key: &str| table.get(key).and_then(toml::Value::as_str).map(str::to_owned);
        Some(DieLook {
            colour: text("colour").unwrap_or_else(|| "#808080".to_owned()),
            edge: text("edge").unwrap_or_else(|| "#1d1710".to_owned()),
            ink: text("ink").unwrap_or_else(|| "#ffffff".to_owned()),
            shape: text("shape").unwrap_or_else(|| "square".to_owned()),
            mark: text("mark"),
        })
    }

    /// Draws the die around its middle, `size` wide and high; `None` if its shape is unknown.
    pub(crate) fn draw(&self, shown: Option<&Icon>, x: f32, y: f32, size: f32) -> Option<String> {
        // Even small dice get an outline that a printer can reproduce.
        let line = (size * 0.055).max(THINNEST);
        let body = outline(&self.shape, size - line)?;
        let mut svg = format!(
            "<g transform=\"translate({} {})\"><path d=\"{body}\" fill=\"{}\" stroke=\"{}\" \
             stroke-width=\"{}\" stroke-linejoin=\"round\"/>",
            short(x),
            short(y),
            escape(&self.colour),
            escape(&self.edge),
            short(line),
        );
        if let Some(icon) = shown {
            let side = size * if self.shape == "star" { 0.34 } else { 0.6 };
            svg.push_str(&icon.place(-side / 2.0, -side / 2.0, side, side, &self.ink));
        }
        svg.push_str("</g>");
        Some(svg)
    }
}

/// Adds the dice of a theme to its icons, each as `die-NAME`; an existing icon of that name stays.
pub(crate) fn add_icons(theme: &toml::Table, icons: &mut Icons) {
    /// The grid that icons are drawn on.
    const SIDE: f32 = 24.0;
    let Some(dice) = theme.get("dice").and_then(toml::Value::as_table) else { return };
    for name in dice.keys() {
        let icon = format!("{ICON}{name}");
        let Some(look) = DieLook::of(theme, name).filter(|_| icons.get(&icon).is_none()) else {
            continue;
        };
        let mark = look.mark.as_ref().and_then(|mark| icons.get(mark));
        let Some(body) = look.draw(mark, SIDE / 2.0, SIDE / 2.0, SIDE) else { continue };
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\">{body}</svg>"
        );
        // An invalid colour is reported when the theme is checked.
        icons.insert(&icon, &svg).ok();
    }
}

/// Outlines around the middle, as wide and high as given.
fn outline(shape: &str, size: f32) -> Option<String> {
    let half = size / 2.0;
    let ring = |corners: usize, inner: f32, turn: f32| {
        let count = if inner < 1.0 { corners * 2 } else { corners };
        let point = |index: usize| {
            let angle = turn + std::f32::consts::TAU * index as f32 / count as f32;
            let radius = half * if inner < 1.0 && index % 2 == 1 { inner } else { 1.0 };
            format!("{} {}", short(radius * angle.sin()), short(-radius * angle.cos()))
        };
        format!("M{}Z", (0..count).map(point).collect::<Vec<_>>().join("L"))
    };
    Some(match shape {
        "square" => {
            let (round, side) = (size * 0.17, size * 0.66);
            let (r, s, h) = (short(round), short(side), short(half));
            format!(
                "M-{0} -{h}h{s}a{r} {r} 0 0 1 {r} {r}v{s}a{r} {r} 0 0 1 -{r} {r}h-{s}\
                 a{r} {r} 0 0 1 -{r} -{r}v-{s}a{r} {r} 0 0 1 {r} -{r}Z",
                short(half - round)
            )
        }
        "circle" => {
            let (h, d) = (short(half), short(size));
            format!("M-{h} 0a{h} {h} 0 1 0 {d} 0a{h} {h} 0 1 0 -{d} 0Z")
        }
        "hexagon" => ring(6, 1.0, 0.0),
        "octagon" => ring(8, 1.0, std::f32::consts::PI / 8.0),
        "diamond" => ring(4, 1.0, 0.0),
        "star" => ring(5, 0.56, 0.0),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_closed() {
        for shape in ["square", "circle", "hexagon", "octagon", "diamond", "star"] {
            assert!(outline(shape, 5.0).unwrap().ends_with('Z'), "{shape}");
        }
        assert_eq!(outline("blob", 5.0), None);
    }

    #[test]
    fn dice_of_a_theme_are_icons() {
        let theme = "[dice.blue]\ncolour = '#00f'\n[dice.odd]\nshape = 'blob'".parse().unwrap();
        let mut icons = Icons::default();
        add_icons(&theme, &mut icons);
        assert_eq!(icons.names().collect::<Vec<_>>(), ["die-blue"]);
        let svg = icons.get("die-blue").unwrap().place(0.0, 0.0, 3.0, 3.0, "#000");
        assert!(svg.contains("#00f"), "{svg}");
    }
}
