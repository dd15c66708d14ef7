//! Fire, lightning, ice, motion, and the parts of traps.

use super::{Canvas, Outline, Palette, sigils};
use crate::colour::Colour;
use crate::number::Random;

/// A fire; `size` is its height.
pub(crate) fn flames(canvas: &mut Canvas, at: (f32, f32), size: f32, random: &mut Random) {
    // Fire has the same colours in every scene.
    let layers = [
        (1.0, Colour { red: 0xb2, green: 0x2f, blue: 0x10 }),
        (0.74, Colour { red: 0xec, green: 0x6b, blue: 0x1c }),
        (0.46, Colour { red: 0xff, green: 0xc2, blue: 0x3e }),
        (0.24, Colour { red: 0xff, green: 0xf3, blue: 0xc6 }),
    ];
    for (scale, colour) in layers {
        let half = 0.30 * size * scale / canvas.aspect().max(0.6);
        let height = size * scale * 0.92;
        let mut outline = Outline::default();
        outline.start((at.0 - half, at.1));
        let tongues = 5;
        for index in 0..tongues {
            let left = at.0 - half + 2.0 * half * index as f32 / tongues as f32;
            let step = 2.0 * half / tongues as f32;
            let middle = 1.0 - (index as f32 - 2.0).abs() / 2.6;
            let tip = at.1 - height * middle * random.between(0.75, 1.1);
            outline
                .curve(
                    (left - step * 0.25, at.1 - height * middle * 0.5),
                    (left + step * 0.55, tip),
                )
                .curve(
                    (left + step * 0.75, at.1 - height * middle * 0.45),
                    (left + step, at.1 - height * 0.14 * middle),
                );
        }
        outline
            .line((at.0 + half, at.1))
            .curve((at.0, at.1 + 0.09 * size), (at.0 - half, at.1))
            .close();
        canvas.outline(&outline, &colour.to_string(), 0.92);
    }
}

/// A bolt of lightning away from a point.
pub(crate) fn bolt(
    canvas: &mut Canvas,
    at: (f32, f32),
    reach: f32,
    paint: &str,
    random: &mut Random,
) {
    let turn = random.unit();
    let mut outline = Outline::default();
    outline.start(at);
    for step in 1..=6 {
        let radius = reach * step as f32 / 4.2;
        outline.line(sigils::on_circle(canvas, at, radius, turn + random.between(-0.05, 0.05)));
    }
    canvas.line(&outline, paint, 0.018, 0.35);
    canvas.line(&outline, paint, 0.006, 1.0);
}

/// Crystals of ice.
pub(crate) fn crystals(canvas: &mut Canvas, palette: &Palette, random: &mut Random) {
    for index in 0..9 {
        let x = 0.14 + index as f32 * 0.09 + random.between(-0.02, 0.02);
        let height = random.between(0.24, 0.62) * (1.0 - (x - 0.5).abs());
        let half = random.between(0.022, 0.042);
        let top = 1.0 - height;
        canvas.polygon(
            &[(x - half, 1.02), (x - half * 0.8, top + 0.1), (x, top), (x, 1.02)],
            &palette.sky.to_string(),
            0.95,
        );
        canvas.polygon(
            &[(x, 1.02), (x, top), (x + half * 0.8, top + 0.1), (x + half, 1.02)],
            &palette.glow.to_string(),
            0.95,
        );
    }
}

/// A stroke of motion.
pub(crate) fn swoosh(canvas: &mut Canvas, y: f32, palette: &Palette, random: &mut Random) {
    let (left, right) = (random.between(-0.1, 0.25), random.between(0.7, 1.1));
    let bow = random.between(-0.10, 0.10);
    let thick = random.between(0.008, 0.03);
    let mut outline = Outline::default();
    outline
        .start((left, y))
        .curve(((left + right) / 2.0, y + bow), (right, y - 0.04))
        .curve(((left + right) / 2.0, y + bow + thick), (left, y))
        .close();
    canvas.outline(&outline, &palette.glow.lighten(0.3).to_string(), random.between(0.25, 0.6));
}

/// A pit full of spikes.
pub(crate) fn pit(canvas: &mut Canvas, palette: &Palette, random: &mut Random) {
    let rim = palette.far.mix(palette.middle, 0.4);
    canvas.polygon(
        &[(0.22, 0.66), (0.78, 0.66), (0.97, 0.97), (0.03, 0.97)],
        &rim.to_string(),
        1.0,
    );
    let deep = canvas.vertical(&[(0.66, palette.near, 1.0), (1.0, palette.ink.darken(0.5), 1.0)]);
    canvas.polygon(&[(0.26, 0.69), (0.74, 0.69), (0.90, 0.94), (0.10, 0.94)], &deep, 1.0);
    for index in 0..11 {
        let x = 0.17 + index as f32 * 0.066 + random.between(-0.012, 0.012);
        let tip = random.between(0.70, 0.78);
        let half = 0.017;
        canvas.polygon(&[(x - half, 0.94), (x, tip), (x, 0.94)], &palette.sky.to_string(), 1.0);
        canvas.polygon(&[(x, 0.94), (x, tip), (x + half, 0.94)], &palette.glow.to_string(), 1.0);
    }
}

/// A rolling stone.
pub(crate) fn boulder(canvas: &mut Canvas, at: (f32, f32), palette: &Palette) {
    let at = (at.0, at.1 + 0.12);
    let radius = 0.30 / canvas.aspect().max(1.0);
    let stone = canvas.radial(
        (at.0 - radius * 0.4, at.1 - radius * 0.4),
        radius * 1.7,
        &[(0.0, palette.sky, 1.0), (0.5, palette.middle, 1.0), (1.0, palette.ink, 1.0)],
    );
    canvas.disc((at.0, at.1 + 0.03), radius * 1.06, &palette.ink.to_string(), 0.5);
    canvas.disc(at, radius, &stone, 1.0);
    for (x, y, size) in [(-0.3, -0.2, 0.16), (0.25, 0.15, 0.2), (-0.1, 0.4, 0.12), (0.3, -0.4, 0.1)]
    {
        canvas.disc(
            (at.0 + x * radius, at.1 + y * radius * canvas.aspect()),
            size * radius,
            &palette.ink.to_string(),
            0.35,
        );
    }
}

/// Darts in flight.
pub(crate) fn darts(canvas: &mut Canvas, palette: &Palette, random: &mut Random) {
    for index in 0..7 {
        let y = 0.22 + index as f32 * 0.095 + random.between(-0.02, 0.02);
        let x = random.between(0.2, 0.7);
        let mut trail = Outline::default();
        trail.start((-0.02, y)).line((x, y));
        canvas.line(&trail, &palette.glow.to_string(), 0.014, 0.25);
        let mut shaft = Outline::default();
        shaft.start((x - 0.14, y)).line((x, y));
        canvas.line(&shaft, &palette.ink.to_string(), 0.008, 1.0);
        let tip = palette.glow.lighten(0.5).to_string();
        canvas.polygon(&[(x, y - 0.025), (x + 0.05, y), (x, y + 0.025)], &tip, 1.0);
        canvas.polygon(
            &[(x - 0.17, y - 0.03), (x - 0.13, y), (x - 0.17, y + 0.03), (x - 0.15, y)],
            &palette.accent.to_string(),
            1.0,
        );
    }
}

/// Two swinging blades.
pub(crate) fn pendulum(canvas: &mut Canvas, palette: &Palette) {
    for (x, reach, lean) in [(0.30, 0.62, 0.16), (0.70, 0.74, -0.12)] {
        let end = (x + lean, reach);
        let mut rod = Outline::default();
        rod.start((x, -0.02)).line(end);
        canvas.line(&rod, &palette.ink.to_string(), 0.016, 1.0);
        let mut blade = Outline::default();
        blade
            .start((end.0 - 0.17, end.1 - 0.02))
            .curve((end.0, end.1 + 0.42), (end.0 + 0.17, end.1 - 0.02))
            .curve((end.0, end.1 + 0.14), (end.0 - 0.17, end.1 - 0.02))
            .close();
        canvas.outline(&blade, &palette.glow.lighten(0.2).to_string(), 1.0);
        canvas.line(&blade, &palette.ink.to_string(), 0.006, 1.0);
    }
}
