//! Things that stand in a scene.

use super::{Canvas, Outline, Palette, places};
use crate::number::Random;

/// A keep with towers; `size` is its height.
pub(crate) fn keep(
    canvas: &mut Canvas,
    x: f32,
    foot: f32,
    size: f32,
    palette: &Palette,
    random: &mut Random,
) {
    let wall = palette.middle.mix(palette.near, 0.45);
    let unit = size / canvas.aspect();
    let towers = [(-0.42, 0.16, 0.62), (-0.16, 0.20, 0.92), (0.14, 0.15, 0.72), (0.40, 0.13, 0.55)];
    let block = |canvas: &mut Canvas, left: f32, right: f32, top: f32| {
        canvas.polygon(
            &[(left, top), (right, top), (right, foot + 0.04), (left, foot + 0.04)],
            &wall.to_string(),
            1.0,
        );
    };
    block(canvas, x - unit * 0.46, x + unit * 0.46, foot - size * 0.34);
    for (offset, width, height) in towers {
        let middle = x + offset * unit;
        let half = width * unit / 2.0;
        let top = foot - height * size * random.between(0.92, 1.06);
        block(canvas, middle - half, middle + half, top);
        canvas.polygon(
            &[(middle - half * 1.35, top), (middle, top - size * 0.2), (middle + half * 1.35, top)],
            &palette.near.to_string(),
            1.0,
        );
        let window = palette.glow.lighten(0.3).to_string();
        let pane = half * 0.22;
        canvas.polygon(
            &[
                (middle - pane, top + size * 0.08),
                (middle + pane, top + size * 0.08),
                (middle + pane, top + size * 0.14),
                (middle - pane, top + size * 0.14),
            ],
            &window,
            0.95,
        );
    }
    places::arch(canvas, x, foot + 0.04, unit * 0.07, size * 0.2, &palette.ink.to_string());
}

/// A pine.
pub(crate) fn pine(canvas: &mut Canvas, x: f32, foot: f32, size: f32, palette: &Palette) {
    const PINE: &str = "M50 0L62 26L56 25L72 50L62 48L82 76L68 74L92 94L55 92L55 100L45 100L45 92L8 94L32 74L18 76L38 48L28 50L44 25L38 26Z";
    canvas.shape(PINE, (x, foot), size, &palette.ink.mix(palette.near, 0.35).to_string(), 1.0);
}

/// A gravestone.
pub(crate) fn tombstone(canvas: &mut Canvas, at: (f32, f32), size: f32, palette: &Palette) {
    const STONE: &str = "M18 100L18 40C18 16 32 4 50 4C68 4 82 16 82 40L82 100Z";
    const CROSS: &str = "M46 26L54 26L54 38L66 38L66 46L54 46L54 74L46 74L46 46L34 46L34 38L46 38Z";
    let thin = 0.012;
    canvas.shape(
        STONE,
        (at.0 - thin / canvas.aspect(), at.1 - thin),
        size,
        &palette.glow.to_string(),
        0.7,
    );
    canvas.shape(STONE, at, size, &palette.near.mix(palette.middle, 0.3).to_string(), 1.0);
    canvas.shape(CROSS, at, size, &palette.ink.to_string(), 0.7);
}

/// A bare tree; every twig ends in two more.
pub(crate) fn dead_tree(
    canvas: &mut Canvas,
    at: (f32, f32),
    size: f32,
    palette: &Palette,
    random: &mut Random,
) {
    let mut twigs = vec![(at.0, at.1, 0.75, size * 0.36, 0.020)];
    let ink = palette.ink.to_string();
    while let Some((x, y, turn, length, width)) = twigs.pop() {
        let angle = turn * std::f32::consts::TAU;
        let end = (x + angle.cos() * length / canvas.aspect(), y + angle.sin() * length);
        let mut twig = Outline::default();
        twig.start((x, y)).line(end);
        canvas.line(&twig, &ink, width, 1.0);
        if length > size * 0.07 {
            for side in [-1.0, 1.0] {
                let bend = turn + side * random.between(0.05, 0.12);
                twigs.push((end.0, end.1, bend, length * random.between(0.6, 0.78), width * 0.66));
            }
        }
    }
}

/// A sheet of water with ripples.
pub(crate) fn water(canvas: &mut Canvas, palette: &Palette, random: &mut Random) {
    let paint = canvas.vertical(&[(0.7, palette.sky, 1.0), (1.0, palette.near, 1.0)]);
    canvas.polygon(&[(-0.05, 0.72), (1.05, 0.72), (1.05, 1.05), (-0.05, 1.05)], &paint, 1.0);
    for _ in 0..22 {
        let (x, y) = (random.between(0.0, 0.9), random.between(0.74, 0.98));
        let width = random.between(0.04, 0.14) * (y - 0.5);
        let mut ripple = Outline::default();
        ripple.start((x, y)).curve((x + width / 2.0, y - 0.012), (x + width, y));
        canvas.line(&ripple, &palette.glow.to_string(), 0.004, 0.6);
    }
}

/// An altar with candles.
pub(crate) fn altar(canvas: &mut Canvas, palette: &Palette, random: &mut Random) {
    let stone = palette.ink.mix(palette.near, 0.5).to_string();
    canvas.polygon(&[(0.30, 0.74), (0.70, 0.74), (0.74, 0.80), (0.26, 0.80)], &stone, 1.0);
    canvas.polygon(&[(0.33, 0.80), (0.67, 0.80), (0.70, 1.02), (0.30, 1.02)], &stone, 1.0);
    for x in [0.34, 0.42, 0.58, 0.66] {
        candle(canvas, (x, 0.745), palette, random);
    }
}

/// A burning candle.
pub(crate) fn candle(canvas: &mut Canvas, at: (f32, f32), palette: &Palette, random: &mut Random) {
    let height = random.between(0.10, 0.18);
    let half = 0.012;
    let top = at.1 - height;
    canvas.polygon(
        &[(at.0 - half, top), (at.0 + half, top), (at.0 + half, at.1), (at.0 - half, at.1)],
        &palette.glow.mix(palette.sky, 0.3).to_string(),
        1.0,
    );
    let flame = (at.0, top - 0.03);
    let halo = canvas.radial(
        flame,
        0.10,
        &[(0.0, palette.glow.lighten(0.5), 0.9), (1.0, palette.accent, 0.0)],
    );
    canvas.disc(flame, 0.10, &halo, 1.0);
    let mut outline = Outline::default();
    outline
        .start((flame.0, flame.1 - 0.05))
        .curve((flame.0 + 0.022, flame.1 + 0.01), (flame.0, flame.1 + 0.028))
        .curve((flame.0 - 0.022, flame.1 + 0.01), (flame.0, flame.1 - 0.05))
        .close();
    canvas.outline(&outline, &palette.glow.lighten(0.75).to_string(), 1.0);
}

/// A banner on a pole.
pub(crate) fn banner(
    canvas: &mut Canvas,
    (x, foot): (f32, f32),
    height: f32,
    paint: &str,
    palette: &Palette,
) {
    let mut pole = Outline::default();
    pole.start((x, foot)).line((x, foot - height));
    canvas.line(&pole, &palette.ink.to_string(), 0.011, 1.0);
    let top = foot - height + 0.015;
    let (wide, tall) = (0.10, height * 0.5);
    let mut cloth = Outline::default();
    cloth
        .start((x, top))
        .curve((x + wide * 0.5, top - 0.03), (x + wide, top + 0.015))
        .line((x + wide * 0.96, top + tall))
        .line((x + wide * 0.5, top + tall * 0.8))
        .line((x, top + tall))
        .close();
    canvas.outline(&cloth, paint, 1.0);
    canvas.line(&cloth, &palette.ink.to_string(), 0.004, 0.6);
}

/// A host with spears, behind a hill.
pub(crate) fn spears(canvas: &mut Canvas, palette: &Palette, random: &mut Random) {
    let mut shafts = Outline::default();
    for index in 0..26 {
        let x = index as f32 / 25.0 + random.between(-0.012, 0.012);
        let top = random.between(0.66, 0.80);
        shafts.start((x, 1.02)).line((x + random.between(-0.02, 0.02), top));
    }
    canvas.line(&shafts, &palette.ink.to_string(), 0.005, 0.9);
    places::hills(canvas, 0.93, 0.03, 12, &palette.ink.to_string(), random);
}
