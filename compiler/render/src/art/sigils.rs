//! Circles of magic: rings, stars, runes and sparks.

use super::{Canvas, Outline, Palette};
use crate::number::Random;

/// Draws a circle of magic around a point; the radius is a fraction of the frame's width.
pub(crate) fn circle(
    canvas: &mut Canvas,
    at: (f32, f32),
    radius: f32,
    palette: &Palette,
    random: &mut Random,
) {
    let light = palette.accent.lighten(0.35);
    let paint = light.to_string();
    let halo = canvas.radial(
        at,
        radius * 2.1,
        &[(0.0, palette.glow, 0.9), (0.35, palette.accent, 0.45), (1.0, palette.near, 0.0)],
    );
    canvas.fill(&halo);
    canvas.ring(at, radius, 0.008, &paint, 0.95);
    canvas.ring(at, radius * 0.93, 0.003, &paint, 0.9);
    canvas.ring(at, radius * 0.62, 0.004, &paint, 0.9);
    let points = 5 + random.below(4);
    let skip = if points == 6 { 2 } else { 2 + random.below((points - 3) / 2) };
    let turn = random.unit();
    star(canvas, at, radius * 0.92, (points, skip, turn), &paint);
    runes(canvas, at, radius * 0.775, turn, &paint, random);
    for index in 0..points {
        let spot = on_circle(canvas, at, radius * 0.92, turn + index as f32 / points as f32);
        canvas.disc(spot, radius * 0.05, &palette.near.to_string(), 1.0);
        canvas.ring(spot, radius * 0.05, 0.004, &paint, 1.0);
    }
}

/// Sparks that rise around a point.
pub(crate) fn sparks(
    canvas: &mut Canvas,
    at: (f32, f32),
    spread: f32,
    count: usize,
    palette: &Palette,
    random: &mut Random,
) {
    let light = palette.glow.lighten(0.3).to_string();
    for _ in 0..count {
        let x = at.0 + random.between(-spread, spread);
        let y = at.1 + random.between(-spread, spread) * canvas.aspect();
        let size = random.between(0.002, 0.007);
        canvas.disc((x, y), size * 2.4, &light, 0.18);
        canvas.disc((x, y), size, &light, random.between(0.5, 1.0));
    }
}

/// Beams of light from a point.
pub(crate) fn rays(
    canvas: &mut Canvas,
    at: (f32, f32),
    count: usize,
    paint: &str,
    opacity: f32,
    random: &mut Random,
) {
    let offset = random.unit();
    for index in 0..count {
        let middle = (index as f32 + offset) / count as f32;
        let half = random.between(0.16, 0.34) / count as f32;
        let far = 1.8;
        let one = on_circle(canvas, at, far, middle - half);
        let other = on_circle(canvas, at, far, middle + half);
        canvas.polygon(&[at, one, other], paint, opacity * random.between(0.5, 1.0));
    }
}

/// A point on a circle; the angle is a fraction of a full turn.
pub(crate) fn on_circle(canvas: &Canvas, (x, y): (f32, f32), radius: f32, turn: f32) -> (f32, f32) {
    let angle = turn * std::f32::consts::TAU;
    (x + radius * angle.cos(), y + radius * angle.sin() * canvas.aspect())
}

fn star(
    canvas: &mut Canvas,
    at: (f32, f32),
    radius: f32,
    (points, skip, turn): (usize, usize, f32),
    paint: &str,
) {
    let mut outline = Outline::default();
    for start in 0..points {
        let from = on_circle(canvas, at, radius, turn + start as f32 / points as f32);
        let to = on_circle(canvas, at, radius, turn + (start + skip) as f32 / points as f32);
        outline.start(from).line(to);
    }
    canvas.line(&outline, paint, 0.004, 0.9);
}

/// Small angular signs around a circle.
fn runes(
    canvas: &mut Canvas,
    at: (f32, f32),
    radius: f32,
    turn: f32,
    paint: &str,
    random: &mut Random,
) {
    let count = 14;
    let size = radius * 0.085;
    for index in 0..count {
        let (x, y) = on_circle(canvas, at, radius, turn + index as f32 / count as f32);
        let aspect = canvas.aspect();
        let mut rune = Outline::default();
        let corner = |bits: usize| {
            (
                x + ((bits % 3) as f32 - 1.0) * size,
                y + ((bits / 3 % 3) as f32 - 1.0) * size * aspect,
            )
        };
        rune.start(corner(random.below(3)));
        for _ in 0..3 {
            rune.line(corner(random.below(9)));
        }
        canvas.line(&rune, paint, 0.004, 0.85);
    }
}
