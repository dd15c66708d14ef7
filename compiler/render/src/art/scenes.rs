//! The scenes: one function a place.

use super::{Canvas, Outline, Palette, Request, emblem};
use crate::number::Random;

/// Draws the scene that suits the card's kind.
pub(crate) fn draw(canvas: &mut Canvas, request: &Request, palette: &Palette, random: &mut Random) {
    backdrop(canvas, palette, random);
    let _ = emblem::draw;
    let _ = request;
}

fn backdrop(canvas: &mut Canvas, palette: &Palette, random: &mut Random) {
    let sky = canvas.vertical(&[
        (0.0, palette.middle, 1.0),
        (0.6, palette.sky, 1.0),
        (1.0, palette.far, 1.0),
    ]);
    canvas.fill(&sky);
    for (depth, colour) in [palette.far, palette.middle, palette.near].into_iter().enumerate() {
        let mut ridge = Outline::default();
        let base = 0.5 + depth as f32 * 0.15;
        ridge.start((0.0, 1.0)).line((0.0, base));
        for step in 1..=8 {
            ridge.line((step as f32 / 8.0, base + random.between(-0.08, 0.08)));
        }
        ridge.line((1.0, 1.0)).close();
        canvas.outline(&ridge, &colour.to_string(), 1.0);
    }
}
