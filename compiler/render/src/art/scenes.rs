//! Combines places, figures and things. The theme says which scene a card gets.

use super::cast::{Cast, Lead};
use super::figures;
use super::{Canvas, Outline, Palette, Request, forces, places, props, sigils};
use crate::number::Random;

type Scene = fn(&mut Canvas, &Cast<'_>, &Palette, &mut Random);

/// The scenes by name.
const SCENES: &[(&str, Scene)] = &[
    ("portrait", portrait),
    ("journey", journey),
    ("thing", thing),
    ("spell", spell),
    ("motion", motion),
    ("banners", banners),
    ("omen", omen),
    ("place", place),
    ("hazard", hazard),
    ("creature", creature),
];

/// True if there is a scene of that name.
pub(crate) fn is_known(name: &str) -> bool {
    SCENES.iter().any(|(known, _)| *known == name)
}

/// The names of all scenes, for messages.
pub(crate) fn names() -> String {
    SCENES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("`, `")
}

/// Draws the scene that suits the card.
pub(crate) fn draw(canvas: &mut Canvas, request: &Request, palette: &Palette, random: &mut Random) {
    let cast = &Cast::of(request);
    let scene = SCENES.iter().find(|(name, _)| *name == request.scene);
    scene.map_or(creature as Scene, |(_, scene)| *scene)(canvas, cast, palette, random);
    places::vignette(canvas, palette);
}

fn creature(canvas: &mut Canvas, cast: &Cast<'_>, palette: &Palette, random: &mut Random) {
    let outside = cast.has(&["wolf", "bear", "bandit", "dragon", "giant", "elf"]);
    let below =
        cast.has(&["spider", "slime", "ooze", "rat", "bat", "worm", "cave", "animal", "kobold"]);
    match (outside, below, random.below(3)) {
        (true, _, _) => places::landscape(canvas, palette, random),
        (_, true, _) | (_, _, 0) => places::cave(canvas, palette, random),
        _ => places::hall(canvas, palette, random),
    }
    let figure = cast.creature(random);
    let at = (0.52 + random.between(-0.06, 0.06), 1.02);
    let halo =
        canvas.radial((at.0, 0.5), 0.36, &[(0.0, palette.glow, 0.75), (1.0, palette.glow, 0.0)]);
    canvas.fill(&halo);
    company(canvas, &figure, cast, palette, random);
    let size = random.between(0.84, 0.95) * if random.below(2) == 0 { 1.0 } else { -1.0 };
    figure.draw(canvas, at, size, palette);
    places::mist(canvas, 0.96, palette);
}

/// Draws small figures behind, for creatures that come in groups.
fn company(
    canvas: &mut Canvas,
    figure: &Lead<'_>,
    cast: &Cast<'_>,
    palette: &Palette,
    random: &mut Random,
) {
    let come_in_numbers =
        ["goblin", "kobold", "rat", "zombie", "skeleton", "bandit", "wolf", "horde", "gang"];
    if !cast.has(&come_in_numbers) {
        return;
    }
    let dim = Palette {
        ink: palette.near.mix(palette.middle, 0.5),
        near: palette.middle,
        middle: palette.far.mix(palette.middle, 0.6),
        ..palette.clone()
    };
    for side in [-1.0, 1.0] {
        let x = 0.52 + side * random.between(0.24, 0.31);
        figure.draw(canvas, (x, 0.98), random.between(0.44, 0.54) * side, &dim);
    }
}

fn portrait(canvas: &mut Canvas, cast: &Cast<'_>, palette: &Palette, random: &mut Random) {
    places::sky(canvas, palette, random, 0.62);
    let light = (0.5, 0.42);
    sigils::rays(canvas, light, 14, &palette.glow.lighten(0.4).to_string(), 0.30, random);
    places::hills(canvas, 0.70, 0.10, 5, &palette.far.mix(palette.middle, 0.5).to_string(), random);
    props::keep(canvas, random.between(0.14, 0.24), 0.70, 0.30, palette, random);
    places::mist(canvas, 0.74, palette);
    places::hills(
        canvas,
        0.84,
        0.06,
        6,
        &palette.near.mix(palette.middle, 0.4).to_string(),
        random,
    );
    let halo = canvas.radial(
        (0.5, 0.45),
        0.3,
        &[(0.0, palette.glow.lighten(0.4), 0.85), (1.0, palette.glow, 0.0)],
    );
    canvas.fill(&halo);
    let size = if random.below(2) == 0 { 0.96 } else { -0.96 };
    cast.hero(random).draw(canvas, (0.5, 1.02), size, palette);
}

fn journey(canvas: &mut Canvas, cast: &Cast<'_>, palette: &Palette, random: &mut Random) {
    places::landscape(canvas, palette, random);
    props::keep(canvas, 0.62, 0.62, 0.44, palette, random);
    let road = palette.glow.mix(palette.far, 0.35).to_string();
    let mut path = Outline::default();
    path.start((0.30, 1.05))
        .curve((0.36, 0.90), (0.56, 0.84))
        .curve((0.74, 0.77), (0.60, 0.70))
        .curve((0.56, 0.67), (0.615, 0.62))
        .line((0.635, 0.62))
        .curve((0.60, 0.67), (0.66, 0.69))
        .curve((0.86, 0.77), (0.66, 0.85))
        .curve((0.52, 0.92), (0.56, 1.05))
        .close();
    canvas.outline(&path, &road, 0.9);
    for index in 0..7 {
        props::pine(
            canvas,
            0.04 + index as f32 * 0.035 + random.between(0.0, 0.02),
            random.between(0.86, 0.98),
            random.between(0.16, 0.3),
            palette,
        );
        props::pine(
            canvas,
            0.78 + index as f32 * 0.035,
            random.between(0.88, 1.0),
            random.between(0.14, 0.26),
            palette,
        );
    }
    if cast.has_creature() {
        cast.creature(random).draw(canvas, (0.2, 1.02), 0.5, palette);
    } else if let Some(item) = cast.item() {
        item.draw(canvas, (0.22, 0.95), 0.46, palette);
    }
}

fn thing(canvas: &mut Canvas, cast: &Cast<'_>, palette: &Palette, random: &mut Random) {
    let wall = canvas.vertical(&[
        (0.0, palette.ink, 1.0),
        (0.5, palette.near, 1.0),
        (1.0, palette.ink, 1.0),
    ]);
    canvas.fill(&wall);
    places::arch(canvas, 0.5, 0.86, 0.36, 0.80, &palette.middle.to_string());
    let niche = canvas.radial(
        (0.5, 0.42),
        0.46,
        &[
            (0.0, palette.glow, 1.0),
            (0.35, palette.sky, 1.0),
            (0.75, palette.far, 1.0),
            (1.0, palette.middle, 1.0),
        ],
    );
    places::arch(canvas, 0.5, 0.86, 0.325, 0.755, &niche);
    sigils::rays(canvas, (0.5, 0.42), 18, &palette.glow.lighten(0.5).to_string(), 0.16, random);
    let stone = palette.near.mix(palette.middle, 0.3);
    canvas.polygon(
        &[(-0.05, 0.86), (1.05, 0.86), (1.05, 1.05), (-0.05, 1.05)],
        &stone.to_string(),
        1.0,
    );
    canvas.polygon(
        &[(0.24, 0.82), (0.76, 0.82), (0.80, 0.90), (0.20, 0.90)],
        &palette.far.to_string(),
        1.0,
    );
    canvas.polygon(
        &[(0.20, 0.90), (0.80, 0.90), (0.80, 1.05), (0.20, 1.05)],
        &palette.middle.to_string(),
        1.0,
    );
    for side in [0.09, 0.91] {
        props::candle(canvas, (side, 0.86), palette, random);
    }
    cast.any_item(random).draw(canvas, (0.5, 0.845), 0.70, palette);
    sigils::sparks(canvas, (0.5, 0.4), 0.3, 16, palette, random);
}

fn spell(canvas: &mut Canvas, cast: &Cast<'_>, palette: &Palette, random: &mut Random) {
    let night = canvas.vertical(&[
        (0.0, palette.ink, 1.0),
        (0.6, palette.near, 1.0),
        (1.0, palette.middle, 1.0),
    ]);
    canvas.fill(&night);
    sigils::sparks(canvas, (0.5, 0.5), 0.55, 40, palette, random);
    let radius = 0.40 / canvas.aspect().max(1.0);
    sigils::circle(canvas, (0.5, 0.5), radius, palette, random);
    let shine = palette.glow.lighten(0.5);
    if cast.has(&["fire", "flam", "burn", "magma", "ember"]) {
        forces::flames(canvas, (0.5, 0.86), 0.8, random);
    } else if cast.has(&["light", "electric", "storm", "thunder", "shock"]) {
        for _ in 0..3 {
            forces::bolt(canvas, (0.5, 0.5), radius, &shine.to_string(), random);
        }
    } else if cast.has(&["cold", "ice", "frost", "freez"]) {
        forces::crystals(canvas, palette, random);
    } else if let Some(item) = cast.item() {
        item.draw(canvas, (0.5, 0.82), 0.62, palette);
    } else {
        let orb = canvas.radial(
            (0.5, 0.5),
            radius * 0.5,
            &[(0.0, shine, 1.0), (0.5, palette.accent, 0.9), (1.0, palette.accent, 0.0)],
        );
        canvas.disc((0.5, 0.5), radius * 0.5, &orb, 1.0);
        sigils::rays(canvas, (0.5, 0.5), 11, &shine.to_string(), 0.20, random);
    }
}

fn motion(canvas: &mut Canvas, cast: &Cast<'_>, palette: &Palette, random: &mut Random) {
    let ground = canvas.vertical(&[
        (0.0, palette.near, 1.0),
        (0.5, palette.far, 1.0),
        (1.0, palette.near, 1.0),
    ]);
    canvas.fill(&ground);
    let at = (0.5, 0.55);
    let halo = canvas.radial(at, 0.5, &[(0.0, palette.glow, 1.0), (1.0, palette.glow, 0.0)]);
    canvas.fill(&halo);
    for index in 0..9 {
        forces::swoosh(canvas, 0.06 + index as f32 * 0.105, palette, random);
    }
    let lean = if random.below(2) == 0 { 1.0 } else { -1.0 };
    match cast.item() {
        Some(item) => item.draw(canvas, (0.5, 0.92), 0.8, palette),
        None => {
            let ghost = Palette {
                ink: palette.far,
                near: palette.far,
                middle: palette.sky,
                accent: palette.glow,
                ..palette.clone()
            };
            let figure = cast.hero(random);
            figure.draw(canvas, (0.5 - lean * 0.17, 1.02), 0.80 * lean, &ghost);
            figure.draw(canvas, (0.5 + lean * 0.05, 1.02), 0.92 * lean, palette);
        }
    }
}

fn banners(canvas: &mut Canvas, cast: &Cast<'_>, palette: &Palette, random: &mut Random) {
    places::landscape(canvas, palette, random);
    for (index, x) in [0.14, 0.30, 0.72, 0.88].into_iter().enumerate() {
        let height = random.between(0.36, 0.52);
        let paint = if index % 2 == 0 { palette.accent } else { palette.glow };
        props::banner(canvas, (x, 0.95), height, &paint.to_string(), palette);
    }
    props::spears(canvas, palette, random);
    let lean = if random.below(2) == 0 { 1.0 } else { -1.0 };
    match cast.item() {
        Some(item) => item.draw(canvas, (0.5, 0.96), 0.72, palette),
        None => cast.hero(random).draw(canvas, (0.5, 1.02), 0.86 * lean, palette),
    }
}

fn omen(canvas: &mut Canvas, cast: &Cast<'_>, palette: &Palette, random: &mut Random) {
    places::storm(canvas, palette, random);
    if cast.has_creature() {
        cast.creature(random).draw(canvas, (0.5, 1.02), 0.72, palette);
    } else if let Some(item) = cast.item() {
        item.draw(canvas, (0.5, 0.92), 0.6, palette);
    } else {
        props::keep(canvas, 0.5, 0.86, 0.5, palette, random);
    }
}

fn place(canvas: &mut Canvas, cast: &Cast<'_>, palette: &Palette, random: &mut Random) {
    if cast.has(&["cave", "cavern", "mine", "tunnel", "depth", "chasm", "lair", "sunken"]) {
        places::cave(canvas, palette, random);
        return;
    }
    if cast.has(&[
        "hall", "corridor", "room", "chamber", "temple", "crypt", "vault", "library", "altar",
    ]) {
        places::hall(canvas, palette, random);
        if cast.has(&["altar"]) {
            props::altar(canvas, palette, random);
        }
        return;
    }
    places::landscape(canvas, palette, random);
    if cast.has(&["grave", "tomb", "cemetery", "bone"]) {
        for index in 0..6 {
            let x = 0.08 + index as f32 * 0.16 + random.between(-0.03, 0.03);
            props::tombstone(
                canvas,
                (x, random.between(0.88, 1.0)),
                random.between(0.18, 0.32),
                palette,
            );
        }
        for x in [0.12, 0.86] {
            props::dead_tree(canvas, (x, 0.92), random.between(0.5, 0.7), palette, random);
        }
    } else if cast.has(&["water", "river", "lake", "flood", "sea", "shore", "tide", "swamp", "bog"])
    {
        props::water(canvas, palette, random);
    } else {
        for index in 0..12 {
            let x = if index < 6 { index as f32 * 0.055 } else { 0.68 + (index - 6) as f32 * 0.06 };
            props::pine(
                canvas,
                x + random.between(0.0, 0.03),
                random.between(0.9, 1.02),
                random.between(0.26, 0.52),
                palette,
            );
        }
        props::keep(canvas, random.between(0.44, 0.58), 0.72, 0.26, palette, random);
    }
}

fn hazard(canvas: &mut Canvas, cast: &Cast<'_>, palette: &Palette, random: &mut Random) {
    let middle = places::passage(canvas, palette, random);
    if cast.has(&["damsel", "distress", "captive", "prisoner"]) {
        figures::hero(&["priest".to_owned()], random).draw(canvas, (0.5, 1.0), 0.66, palette);
        let mut bars = Outline::default();
        for index in 0..9 {
            let x = 0.12 + index as f32 * 0.095;
            bars.start((x, -0.02)).line((x, 1.02));
        }
        canvas.line(&bars, &palette.ink.to_string(), 0.017, 0.95);
        return;
    }
    if cast.has(&["pit", "fall", "drop", "floor"]) {
        forces::pit(canvas, palette, random);
    } else if cast.has(&["stone", "boulder", "rock", "roll"]) {
        forces::boulder(canvas, middle, palette);
    } else if cast.has(&["dart", "arrow", "needle", "spear"]) {
        forces::darts(canvas, palette, random);
    } else if cast.has(&["blade", "scythe", "pendulum", "axe", "swing"]) {
        forces::pendulum(canvas, palette);
    } else if cast.has(&["fire", "flame", "burn"]) {
        forces::flames(canvas, (0.5, 1.0), 0.9, random);
    } else {
        match random.below(3) {
            0 => forces::pendulum(canvas, palette),
            1 => forces::darts(canvas, palette, random),
            _ => forces::pit(canvas, palette, random),
        }
    }
}
