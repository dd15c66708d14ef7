//! Places: the grounds that figures and things stand on.

use super::{Canvas, Outline, Palette};
use crate::number::Random;

/// A landscape with the sun or moon behind layers of hills.
pub(crate) fn landscape(canvas: &mut Canvas, palette: &Palette, random: &mut Random) {
    sky(canvas, palette, random, 0.48);
    let layers = [
        (0.50, 0.10, palette.sky.mix(palette.far, 0.65)),
        (0.60, 0.09, palette.far.mix(palette.middle, 0.35)),
        (0.72, 0.07, palette.middle),
        (0.86, 0.05, palette.near),
    ];
    for (index, (base, rise, colour)) in layers.into_iter().enumerate() {
        hills(canvas, base, rise, 5 + index, &colour.to_string(), random);
        if index < 3 {
            mist(canvas, base + 0.06, palette);
        }
    }
}

/// Sky with a disc of light.
pub(crate) fn sky(canvas: &mut Canvas, palette: &Palette, random: &mut Random, horizon: f32) {
    let paint = canvas.vertical(&[
        (0.0, palette.middle, 1.0),
        (horizon * 0.7, palette.sky, 1.0),
        (horizon + 0.08, palette.glow, 1.0),
        (1.0, palette.far, 1.0),
    ]);
    canvas.fill(&paint);
    let at = (random.between(0.25, 0.75), horizon - random.between(0.06, 0.24));
    let halo = canvas.radial(at, 0.42, &[(0.0, palette.glow, 0.95), (1.0, palette.glow, 0.0)]);
    canvas.fill(&halo);
    canvas.disc(at, random.between(0.045, 0.085), &palette.glow.lighten(0.5).to_string(), 0.95);
    for _ in 0..3 {
        cloud(canvas, horizon, palette, random);
    }
}

fn cloud(canvas: &mut Canvas, horizon: f32, palette: &Palette, random: &mut Random) {
    let (x, y) = (random.between(-0.1, 0.9), random.between(0.04, horizon * 0.75));
    let (width, height) = (random.between(0.22, 0.5), random.between(0.012, 0.03));
    let mut outline = Outline::default();
    outline
        .start((x, y))
        .curve((x + width * 0.25, y - height * 2.2), (x + width * 0.55, y - height * 0.5))
        .curve((x + width * 0.8, y - height * 1.4), (x + width, y))
        .curve((x + width * 0.5, y + height), (x, y))
        .close();
    canvas.outline(&outline, &palette.glow.to_string(), 0.28);
}

/// A row of hills.
pub(crate) fn hills(
    canvas: &mut Canvas,
    base: f32,
    rise: f32,
    count: usize,
    paint: &str,
    random: &mut Random,
) {
    let mut outline = Outline::default();
    outline.start((-0.05, 1.05)).line((-0.05, base));
    let mut x = -0.05;
    for _ in 0..count {
        let step = 1.1 / count as f32;
        let peak =
            (x + step * random.between(0.3, 0.7), base - random.between(0.3, 1.0) * rise * 2.0);
        x += step;
        outline.curve(peak, (x, base + random.between(-0.3, 0.3) * rise));
    }
    outline.line((1.05, 1.05)).close();
    canvas.outline(&outline, paint, 1.0);
}

/// A band of mist.
pub(crate) fn mist(canvas: &mut Canvas, y: f32, palette: &Palette) {
    let colour = palette.glow;
    let paint = canvas.vertical(&[
        ((y - 0.10).clamp(0.0, 1.0), colour, 0.0),
        (y.clamp(0.0, 1.0), colour, 0.26),
        ((y + 0.05).clamp(0.0, 1.0), colour, 0.0),
    ]);
    canvas.fill(&paint);
}

/// A hall of stone: a far arch full of light between pillars.
pub(crate) fn hall(canvas: &mut Canvas, palette: &Palette, random: &mut Random) {
    let wall = canvas.vertical(&[
        (0.0, palette.ink, 1.0),
        (0.7, palette.middle, 1.0),
        (1.0, palette.near, 1.0),
    ]);
    canvas.fill(&wall);
    let middle = 0.5 + random.between(-0.04, 0.04);
    let floor = random.between(0.72, 0.78);
    bricks(canvas, floor, palette, random);
    let light = (middle, floor - 0.22);
    let halo = canvas.radial(
        light,
        0.55,
        &[(0.0, palette.glow, 0.85), (0.4, palette.accent, 0.3), (1.0, palette.near, 0.0)],
    );
    arch(canvas, middle, floor, 0.15, 0.62, &palette.near.darken(0.25).to_string());
    arch(canvas, middle, floor, 0.125, 0.57, &palette.glow.to_string());
    let depth =
        canvas.vertical(&[(0.1, palette.accent, 0.75), (floor, palette.glow.lighten(0.3), 0.6)]);
    arch(canvas, middle, floor, 0.125, 0.57, &depth);
    canvas.fill(&halo);
    paving(canvas, (middle, floor), palette);
    let glow = canvas.radial(
        (middle, floor + 0.04),
        0.5,
        &[(0.0, palette.glow, 0.55), (1.0, palette.glow, 0.0)],
    );
    canvas.polygon(
        &[
            (middle - 0.12, floor),
            (middle + 0.12, floor),
            (middle + 0.5, 1.05),
            (middle - 0.5, 1.05),
        ],
        &glow,
        0.8,
    );
    for (offset, width, colour) in [
        (0.27, 0.045, palette.middle),
        (0.40, 0.065, palette.near.mix(palette.middle, 0.4)),
        (0.56, 0.10, palette.ink.mix(palette.near, 0.5)),
    ] {
        for side in [-1.0, 1.0] {
            pillar(
                canvas,
                middle + side * offset,
                width,
                floor + offset * 0.42,
                &colour.to_string(),
                palette,
                side,
            );
        }
    }
}

fn bricks(canvas: &mut Canvas, floor: f32, palette: &Palette, random: &mut Random) {
    let mut seams = Outline::default();
    for row in 0..9 {
        let y = floor * row as f32 / 9.0;
        seams.start((0.0, y)).line((1.0, y));
        let shift = if row % 2 == 0 { 0.0 } else { 0.06 };
        for column in 0..9 {
            if random.below(5) > 0 {
                let x = column as f32 * 0.12 + shift;
                seams.start((x, y)).line((x, y + floor / 9.0));
            }
        }
    }
    canvas.line(&seams, &palette.ink.to_string(), 0.0035, 0.55);
}

/// A round arch that stands on the floor.
pub(crate) fn arch(canvas: &mut Canvas, x: f32, floor: f32, half: f32, height: f32, paint: &str) {
    let spring = floor - height + half * canvas.aspect();
    let top = floor - height;
    let mut outline = Outline::default();
    outline
        .start((x - half, floor))
        .line((x - half, spring))
        .curve((x - half, top), (x, top))
        .curve((x + half, top), (x + half, spring))
        .line((x + half, floor))
        .close();
    canvas.outline(&outline, paint, 1.0);
}

/// Slabs of a floor that run to a point.
pub(crate) fn paving(canvas: &mut Canvas, (x, floor): (f32, f32), palette: &Palette) {
    let ground = canvas.vertical(&[(floor, palette.middle, 1.0), (1.0, palette.ink, 1.0)]);
    canvas.polygon(&[(-0.05, floor), (1.05, floor), (1.05, 1.05), (-0.05, 1.05)], &ground, 1.0);
    let mut seams = Outline::default();
    for index in -8..=8 {
        let spread = index as f32 * 0.16;
        seams.start((x + spread * 0.35, floor)).line((x + spread * 1.8, 1.05));
    }
    let mut y = floor;
    let mut step = 0.012;
    while y < 1.0 {
        seams.start((0.0, y)).line((1.0, y));
        y += step;
        step *= 1.7;
    }
    canvas.line(&seams, &palette.ink.to_string(), 0.004, 0.5);
}

fn pillar(
    canvas: &mut Canvas,
    x: f32,
    width: f32,
    foot: f32,
    paint: &str,
    palette: &Palette,
    side: f32,
) {
    let half = width / 2.0;
    canvas.polygon(
        &[(x - half, -0.05), (x + half, -0.05), (x + half, foot), (x - half, foot)],
        paint,
        1.0,
    );
    let lit = x - side * half;
    canvas.polygon(
        &[
            (lit, -0.05),
            (lit + side * width * 0.16, -0.05),
            (lit + side * width * 0.16, foot),
            (lit, foot),
        ],
        &palette.accent.to_string(),
        0.35,
    );
    for (at, more, height) in [(foot, 1.45, 0.035), (foot - 0.04, 1.2, 0.025), (0.1, 1.3, 0.03)] {
        let half = half * more;
        canvas.polygon(
            &[(x - half, at - height), (x + half, at - height), (x + half, at), (x - half, at)],
            paint,
            1.0,
        );
    }
}

/// A cave: teeth of stone around a lit hollow.
pub(crate) fn cave(canvas: &mut Canvas, palette: &Palette, random: &mut Random) {
    canvas.fill(&palette.near.to_string());
    let at = (random.between(0.38, 0.62), random.between(0.42, 0.55));
    let light = canvas.radial(
        at,
        0.62,
        &[
            (0.0, palette.glow, 1.0),
            (0.3, palette.sky, 1.0),
            (0.65, palette.middle, 1.0),
            (1.0, palette.near, 1.0),
        ],
    );
    canvas.fill(&light);
    let layers = [
        (0.30, palette.far.mix(palette.middle, 0.5)),
        (0.20, palette.middle.mix(palette.near, 0.5)),
        (0.11, palette.ink.mix(palette.near, 0.3)),
    ];
    for (reach, colour) in layers {
        teeth(canvas, reach, 1.0, &colour.to_string(), random);
        teeth(canvas, reach, -1.0, &colour.to_string(), random);
        mist(canvas, 0.78, palette);
    }
}

/// A row of stone teeth: from above with a negative direction, from below with a positive one.
fn teeth(canvas: &mut Canvas, reach: f32, direction: f32, paint: &str, random: &mut Random) {
    let edge = if direction > 0.0 { 1.05 } else { -0.05 };
    let base = if direction > 0.0 { 1.0 - reach * 0.6 } else { reach * 0.6 };
    let mut outline = Outline::default();
    outline.start((-0.05, edge)).line((-0.05, base));
    let count = 9;
    for index in 0..count {
        let x = index as f32 / count as f32 * 1.1 - 0.05;
        let step = 1.1 / count as f32;
        let tip = base - direction * reach * random.between(0.1, 1.25);
        outline
            .curve((x + step * 0.32, base), (x + step * 0.5, tip))
            .curve((x + step * 0.68, base), (x + step, base + direction * reach * 0.12));
    }
    outline.line((1.05, edge)).close();
    canvas.outline(&outline, paint, 1.0);
}

/// A passage that runs away from the viewer.
pub(crate) fn passage(canvas: &mut Canvas, palette: &Palette, random: &mut Random) -> (f32, f32) {
    let middle = (0.5 + random.between(-0.05, 0.05), 0.44);
    canvas.fill(&palette.near.to_string());
    let frames = [
        (0.62, palette.ink),
        (0.46, palette.near.darken(0.2)),
        (0.34, palette.near),
        (0.25, palette.middle.mix(palette.near, 0.4)),
        (0.18, palette.middle),
        (0.125, palette.far),
    ];
    let (x, y) = middle;
    for (half, colour) in frames {
        let tall = half * 1.25;
        let top = y - tall * 0.62;
        let mut outline = Outline::default();
        outline
            .start((x - half, y + tall * 0.55))
            .line((x - half, top + tall * 0.2))
            .curve((x - half, top), (x, top - tall * 0.06))
            .curve((x + half, top), (x + half, top + tall * 0.2))
            .line((x + half, y + tall * 0.55))
            .close();
        canvas.outline(&outline, &colour.to_string(), 1.0);
        canvas.line(&outline, &palette.accent.to_string(), 0.003, 0.28);
    }
    let light = canvas.radial(
        middle,
        0.32,
        &[(0.0, palette.glow, 1.0), (0.4, palette.accent, 0.5), (1.0, palette.near, 0.0)],
    );
    canvas.fill(&light);
    let mut seams = Outline::default();
    for index in -5..=5 {
        let spread = index as f32;
        seams.start((x + spread * 0.022, y + 0.085)).line((x + spread * 0.2, 1.05));
    }
    for level in [0.56, 0.62, 0.7, 0.82] {
        seams.start((0.0, level)).line((1.0, level));
    }
    canvas.line(&seams, &palette.ink.to_string(), 0.004, 0.45);
    middle
}

/// A storm: a whirl of cloud with lightning.
pub(crate) fn storm(canvas: &mut Canvas, palette: &Palette, random: &mut Random) {
    let paint = canvas.vertical(&[
        (0.0, palette.ink, 1.0),
        (0.55, palette.middle, 1.0),
        (1.0, palette.near, 1.0),
    ]);
    canvas.fill(&paint);
    let at = (random.between(0.35, 0.65), random.between(0.30, 0.42));
    let eye = canvas.radial(
        at,
        0.5,
        &[(0.0, palette.glow, 1.0), (0.25, palette.sky, 0.85), (1.0, palette.near, 0.0)],
    );
    canvas.fill(&eye);
    let turn = random.unit();
    for arm in 0..7 {
        let mut outline = Outline::default();
        let start = turn + arm as f32 / 7.0;
        let reach = random.between(0.42, 0.75);
        let inner = super::sigils::on_circle(canvas, at, 0.07, start);
        let lean = super::sigils::on_circle(canvas, at, reach * 0.55, start + 0.12);
        let outer = super::sigils::on_circle(canvas, at, reach, start + 0.32);
        let lean_back = super::sigils::on_circle(canvas, at, reach * 0.48, start + 0.2);
        let inner_back = super::sigils::on_circle(canvas, at, 0.07, start + 0.08);
        outline.start(inner).curve(lean, outer).curve(lean_back, inner_back).close();
        let colour = if arm % 2 == 0 { palette.far } else { palette.near };
        canvas.outline(&outline, &colour.to_string(), 0.55);
    }
    hills(canvas, 0.82, 0.06, 6, &palette.ink.mix(palette.near, 0.4).to_string(), random);
    for _ in 0..2 {
        lightning(canvas, at, palette, random);
    }
    hills(canvas, 0.93, 0.04, 5, &palette.ink.to_string(), random);
}

fn lightning(canvas: &mut Canvas, from: (f32, f32), palette: &Palette, random: &mut Random) {
    let mut bolt = Outline::default();
    let (mut x, mut y) = (from.0 + random.between(-0.1, 0.1), from.1 + 0.05);
    bolt.start((x, y));
    while y < 0.84 {
        x += random.between(-0.07, 0.07);
        y += random.between(0.05, 0.11);
        bolt.line((x, y));
    }
    canvas.line(&bolt, &palette.accent.to_string(), 0.022, 0.30);
    canvas.line(&bolt, &palette.glow.lighten(0.7).to_string(), 0.006, 1.0);
}

/// Darkens the corners, which draws the eye to the middle.
pub(crate) fn vignette(canvas: &mut Canvas, palette: &Palette) {
    let shade = canvas.radial(
        (0.5, 0.46),
        0.78,
        &[(0.0, palette.ink, 0.0), (0.62, palette.ink, 0.0), (1.0, palette.ink, 0.62)],
    );
    canvas.fill(&shade);
}
