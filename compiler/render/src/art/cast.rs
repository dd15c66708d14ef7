//! The subject of a picture.

use super::figures::{self, Figure};
use super::items::{self, Item};
use super::{Canvas, Palette, Request};
use crate::icons::Icon;
use crate::number::Random;

/// The subjects that a card's words and its template ask for.
pub(crate) struct Cast<'a> {
    words: &'a [String],
    /// A drawing that the template names; it replaces every other subject.
    figure: Option<&'a Icon>,
}

/// What stands in the middle of a picture.
pub(crate) enum Lead<'a> {
    Figure(&'static Figure),
    Item(&'static Item),
    Icon(&'a Icon),
}

impl<'a> Cast<'a> {
    pub(crate) fn of(request: &'a Request) -> Cast<'a> {
        Cast { words: &request.hints, figure: request.figure.as_ref() }
    }

    /// True if one of the card's words contains one of these.
    pub(crate) fn has(&self, any: &[&str]) -> bool {
        self.words.iter().any(|word| any.iter().any(|wanted| word.contains(wanted)))
    }

    pub(crate) fn creature(&self, random: &mut Random) -> Lead<'a> {
        let other = Lead::Figure(figures::creature(self.words, random));
        self.figure.map_or(other, Lead::Icon)
    }

    pub(crate) fn hero(&self, random: &mut Random) -> Lead<'a> {
        let other = Lead::Figure(figures::hero(self.words, random));
        self.figure.map_or(other, Lead::Icon)
    }

    /// The item that the words ask for, if any.
    pub(crate) fn item(&self) -> Option<Lead<'a>> {
        self.figure.map(Lead::Icon).or_else(|| items::called(self.words).map(Lead::Item))
    }

    pub(crate) fn any_item(&self, random: &mut Random) -> Lead<'a> {
        let other = Lead::Item(items::any(self.words, random));
        self.figure.map_or(other, Lead::Icon)
    }

    /// True if the words ask for a figure.
    pub(crate) fn has_creature(&self) -> bool {
        self.figure.is_some() || figures::is_called(self.words)
    }
}

impl Lead<'_> {
    /// Draws it with its foot at the point; a negative size mirrors it where that is possible.
    pub(crate) fn draw(&self, canvas: &mut Canvas, at: (f32, f32), size: f32, palette: &Palette) {
        match self {
            Lead::Figure(figure) => figure.draw(canvas, at, size, palette),
            Lead::Item(item) => item.draw(canvas, at, size, palette),
            Lead::Icon(icon) => standing(canvas, icon, at, size.abs(), palette),
        }
    }
}

/// Draws an icon as a dark shape in front of a light, with a lit edge.
fn standing(canvas: &mut Canvas, icon: &Icon, at: (f32, f32), size: f32, palette: &Palette) {
    let middle = (at.0, at.1 - size / 2.0);
    let light = palette.glow.lighten(0.4);
    let halo = canvas.radial(middle, 0.30, &[(0.0, light, 0.8), (1.0, palette.glow, 0.0)]);
    canvas.fill(&halo);
    let thin = 0.010 * size;
    let across = thin / canvas.aspect();
    let edge = palette.glow.mix(palette.accent, 0.4).to_string();
    canvas.icon(icon, (middle.0 - across, middle.1 - thin), size, &light.to_string());
    canvas.icon(icon, (middle.0 + across, middle.1 - thin * 0.8), size, &edge);
    canvas.icon(icon, middle, size, &palette.ink.mix(palette.near, 0.25).to_string());
}
