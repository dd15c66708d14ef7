//! Figures: creatures and adventurers as silhouettes with lit edges and glowing eyes.

use super::{Canvas, Palette};
use crate::number::Random;

/// A silhouette in a box of 100 × 100 that stands on its lower edge.
pub(crate) struct Figure {
    body: &'static str,
    /// Drawn over the body in a lighter tone: faces, bones, beards.
    light: &'static str,
    eyes: &'static [(f32, f32, f32)],
    /// Things that glow: flames, visors, gems.
    glow: &'static str,
}

const GOBLIN: Figure = Figure {
    body: "M50 22C60 22 66 27 67 34L96 20C92 37 81 46 67 48C66 56 62 61 57 64L58 69C76 71 87 83 89 100L11 100C13 83 24 71 42 69L43 64C38 61 34 56 33 48C19 46 8 37 4 20L33 34C34 27 40 22 50 22Z",
    light: "M71 38L88 29C84 37 78 42 70 43ZM29 38L12 29C16 37 22 42 30 43ZM42 55L45 58L48 55L51 58L54 55L57 58L60 54C57 61 45 62 41 54Z",
    eyes: &[(42.0, 43.0, 3.6), (58.0, 43.0, 3.6)],
    glow: "",
};

const HOODED: Figure = Figure {
    body: "M50 8C66 10 73 27 72 41C72 47 70 52 67 56C83 60 93 76 95 100L5 100C7 76 17 60 33 56C30 52 28 47 28 41C27 27 34 10 50 8Z",
    light: "M50 20C60 20 64 31 63 42C62 51 56 58 50 60C44 58 38 51 37 42C36 31 40 20 50 20ZM32 64C26 74 22 86 21 100L25 100C26 87 30 75 36 67ZM68 64C74 74 78 86 79 100L75 100C74 87 70 75 64 67Z",
    eyes: &[(45.0, 40.0, 2.4), (55.0, 40.0, 2.4)],
    glow: "",
};

const SKELETON: Figure = Figure {
    body: "M50 12C68 12 77 24 76 38C76 45 72 50 67 53L66 63C66 66 62 68 58 68L56 72C76 73 92 82 95 100L5 100C8 82 24 73 44 72L42 68C38 68 34 66 34 63L33 53C28 50 24 45 24 38C23 24 32 12 50 12Z",
    light: "M50 15C66 15 74 26 73 38C73 44 69 48 64 50L63 61L58 61L57 65L53 65L52 61L48 61L47 65L43 65L42 61L37 61L36 50C31 48 27 44 27 38C26 26 34 15 50 15ZM30 80L70 80L66 84L34 84ZM24 88L76 88L72 92L28 92ZM20 96L80 96L78 100L22 100ZM48 72L52 72L52 100L48 100Z",
    eyes: &[(40.0, 38.0, 5.0), (60.0, 38.0, 5.0)],
    glow: "",
};

const ZOMBIE: Figure = Figure {
    body: "M46 10C56 6 66 12 66 23C66 29 63 34 59 37C71 40 80 48 83 59L94 84L86 88L74 68L75 100L27 100L28 70L16 92L8 87L20 58C25 48 33 41 43 38C38 34 36 29 36 23C36 16 40 12 46 10Z",
    light: "M40 52L62 49L61 53L41 56ZM38 62L66 58L66 62L39 66ZM40 72L64 69L63 73L41 76ZM44 30L58 28L57 32L46 33Z",
    eyes: &[(45.0, 22.0, 2.6), (57.0, 21.0, 2.6)],
    glow: "",
};

const GHOST: Figure = Figure {
    body: "M50 8C71 8 80 27 80 48C80 66 84 80 93 92C82 90 76 94 72 100C66 92 59 92 53 100C47 92 40 92 34 100C30 92 20 91 7 95C18 82 20 66 20 48C20 27 29 8 50 8Z",
    light: "M50 14C66 14 73 30 73 47C66 40 60 38 50 38C40 38 34 40 27 47C27 30 34 14 50 14Z",
    eyes: &[(41.0, 38.0, 5.2), (59.0, 38.0, 5.2)],
    glow: "M44 54C46 50 54 50 56 54C57 60 54 66 50 66C46 66 43 60 44 54Z",
};

const BEAST: Figure = Figure {
    body: "M50 27L62 20L71 2L78 26C84 36 85 46 80 55C92 64 98 80 99 100L1 100C2 80 8 64 20 55C15 46 16 36 22 26L29 2L38 20Z",
    light: "M38 56L50 62L62 56L58 72L50 80L42 72ZM44 74L46 80L48 75ZM52 75L54 80L56 74ZM30 12L33 24L27 26ZM70 12L73 26L67 24Z",
    eyes: &[(38.0, 44.0, 3.4), (62.0, 44.0, 3.4)],
    glow: "",
};

const GOLEM: Figure = Figure {
    body: "M37 10L63 10L67 31L88 33L98 54L96 88L80 88L78 62L72 60L74 100L54 100L50 82L46 100L26 100L28 60L22 62L20 88L4 88L2 54L12 33L33 31Z",
    light: "M37 36L63 36L60 54L40 54ZM12 38L30 36L28 52L8 54ZM88 38L70 36L72 52L92 54ZM42 60L58 60L56 76L44 76Z",
    eyes: &[(43.0, 22.0, 2.8), (57.0, 22.0, 2.8)],
    glow: "M48 40L52 40L55 46L50 52L45 46Z",
};

const BRUTE: Figure = Figure {
    body: "M35 36C26 34 18 25 18 10C25 18 32 22 39 22C46 17 54 17 61 22C68 22 75 18 82 10C82 25 74 34 65 36C66 44 64 51 59 55C80 58 95 72 99 100L1 100C5 72 20 58 41 55C36 51 34 44 35 36Z",
    light: "M40 48L44 54L47 49L53 49L56 54L60 48C58 58 42 58 40 48ZM22 16C25 24 30 29 36 31L37 27C31 25 26 21 22 16ZM78 16C75 24 70 29 64 31L63 27C69 25 74 21 78 16ZM30 66L70 66L64 72L36 72Z",
    eyes: &[(44.0, 37.0, 2.8), (56.0, 37.0, 2.8)],
    glow: "",
};

const DRAGON: Figure = Figure {
    body: "M8 64C18 50 32 42 46 40L38 22L54 34L56 12L67 32C78 35 86 42 90 52L100 48L95 60C98 74 95 90 92 100L44 100C48 91 49 84 44 77C34 80 20 78 10 72L22 68ZM60 36C74 20 84 10 100 4C97 16 98 26 100 38C94 36 90 40 88 46Z",
    light: "M14 66C24 60 36 58 48 60L46 64C36 63 26 65 18 69ZM58 74C64 80 66 90 65 100L71 100C72 88 69 78 62 71ZM74 62C80 70 83 84 82 100L87 100C88 84 84 70 77 60Z",
    eyes: &[(52.0, 50.0, 3.0)],
    glow: "",
};

const SERPENT: Figure = Figure {
    body: "M42 12C54 4 70 10 72 22C74 32 66 38 58 40C50 42 46 46 48 52C52 60 74 58 84 68C96 80 90 96 76 100L14 100C6 92 12 84 22 84C36 84 48 90 56 86C62 82 56 76 46 74C30 70 22 58 28 44C30 38 36 34 40 32L24 28L36 24Z",
    light: "M52 44C48 52 56 60 70 64C62 68 48 64 44 56C42 50 46 46 52 44ZM26 90C40 88 52 94 64 90C54 98 36 96 22 94Z",
    eyes: &[(54.0, 20.0, 3.0)],
    glow: "M24 28L14 30L20 27L14 23Z",
};

const SPIDER: Figure = Figure {
    body: "M50 34C66 34 78 46 78 62C78 78 66 88 50 88C34 88 22 78 22 62C22 46 34 34 50 34ZM50 70C60 70 66 78 66 86C66 96 58 100 50 100C42 100 34 96 34 86C34 78 40 70 50 70ZM30 56L12 38L4 10L8 10L18 34L36 50ZM70 56L88 38L96 10L92 10L82 34L64 50ZM26 66L8 58L0 36L4 36L13 54L30 60ZM74 66L92 58L100 36L96 36L87 54L70 60ZM28 78L10 82L2 100L7 100L14 87L32 84ZM72 78L90 82L98 100L93 100L86 87L68 84Z",
    light: "M50 40C54 46 54 52 50 58C46 52 46 46 50 40ZM40 46C42 50 42 54 39 58C37 54 37 50 40 46ZM60 46C63 50 63 54 61 58C58 54 58 50 60 46Z",
    eyes: &[(42.0, 86.0, 2.6), (58.0, 86.0, 2.6), (46.0, 80.0, 1.8), (54.0, 80.0, 1.8)],
    glow: "",
};

const SLIME: Figure = Figure {
    body: "M50 22C58 22 60 30 66 36C80 44 94 58 97 80C98 90 94 98 84 100L14 100C5 98 2 90 4 80C8 60 20 48 32 38C40 32 42 22 50 22Z",
    light: "M44 34C36 42 22 52 18 70C16 78 20 80 24 76C28 60 38 50 46 42ZM74 84A5 5 0 1 1 74.1 84ZM62 62A3 3 0 1 1 62.1 62Z",
    eyes: &[(40.0, 62.0, 5.0), (62.0, 60.0, 4.0)],
    glow: "",
};

const KNIGHT: Figure = Figure {
    body: "M50 12C64 12 71 22 71 36L71 50C71 57 63 61 58 64L59 68C78 70 93 80 96 100L4 100C7 80 22 70 41 68L42 64C37 61 29 57 29 50L29 36C29 22 36 12 50 12ZM50 14C50 2 66-4 84 8C92 14 94 26 88 36C86 24 74 14 60 18Z",
    light: "M34 44L66 44L66 50C66 55 56 59 50 60C44 59 34 55 34 50ZM47 18L53 18L53 34L47 34ZM22 82L40 74L44 78L26 88ZM78 82L60 74L56 78L74 88Z",
    eyes: &[],
    glow: "M33 36L67 36L66 40L34 40Z",
};

const WIZARD: Figure = Figure {
    body: "M54 0C56 12 62 26 66 34L90 41C84 48 75 50 68 51C68 58 64 63 59 66C78 70 90 82 92 100L8 100C10 82 22 70 41 66C36 63 32 58 32 51C25 50 16 48 10 41L34 34C38 24 44 10 54 0Z",
    light: "M36 51L64 51C64 58 62 62 60 66L56 88L50 96L44 88L40 66C38 62 36 58 36 51ZM34 36L66 36L67 40L33 40Z",
    eyes: &[(44.0, 54.0, 1.9), (56.0, 54.0, 1.9)],
    glow: "M50 14L52 19L57 20L53 23L54 28L50 25L46 28L47 23L43 20L48 19Z",
};

const DWARF: Figure = Figure {
    body: "M50 16C64 16 71 25 72 35L88 22C90 34 84 42 72 44L72 52C84 56 95 70 98 100L2 100C5 70 16 56 28 52L28 44C16 42 10 34 12 22L28 35C29 25 36 16 50 16Z",
    light: "M32 50C36 46 44 48 50 52C56 48 64 46 68 50C74 66 64 84 50 96C36 84 26 66 32 50ZM47 18L53 18L54 40L46 40Z",
    eyes: &[(43.0, 44.0, 2.0), (57.0, 44.0, 2.0)],
    glow: "",
};

const ROGUE: Figure = Figure {
    body: "M52 6C68 8 76 24 73 40C72 48 69 53 66 57C82 60 94 74 97 100L3 100C6 74 18 60 34 57C29 51 26 42 28 34C30 18 40 6 52 6ZM84 26L88 22L90 58L94 62L86 66L78 62L82 58Z",
    light: "M38 34C42 26 60 26 64 34L62 42L40 42ZM38 46L64 46L60 58L50 62L42 58Z",
    eyes: &[(45.0, 38.0, 2.0), (57.0, 38.0, 2.0)],
    glow: "",
};

const PRIEST: Figure = Figure {
    body: "M50 12C64 12 71 24 70 38C70 47 66 54 60 58L60 64C78 68 92 80 95 100L5 100C8 80 22 68 40 64L40 58C34 54 30 47 30 38C29 24 36 12 50 12Z",
    light: "M50 20C58 20 63 28 62 38C62 48 56 55 50 56C44 55 38 48 38 38C37 28 42 20 50 20ZM46 70L54 70L54 78L62 78L62 85L54 85L54 100L46 100L46 85L38 85L38 78L46 78Z",
    eyes: &[(45.0, 38.0, 1.7), (55.0, 38.0, 1.7)],
    glow: "",
};

const KOBOLD: Figure = Figure {
    body: "M30 40C32 28 42 22 52 22L58 10L64 24C70 28 74 34 74 42L88 50L74 54C70 60 64 63 60 64L61 70C76 73 86 84 88 100L16 100C17 84 27 73 42 70L42 62C34 56 29 48 30 40Z",
    light: "M64 50L88 50L74 54L62 55ZM36 78L62 76L60 82L38 84ZM34 90L66 88L64 94L36 96Z",
    eyes: &[(58.0, 39.0, 3.2), (44.0, 39.0, 2.6)],
    glow: "",
};

const EYE: Figure = Figure {
    body: "M50 14C74 14 90 30 90 52C90 74 74 90 50 90C26 90 10 74 10 52C10 30 26 14 50 14ZM24 26L14 4L19 2L32 20ZM76 26L86 4L81 2L68 20ZM46 16L44 0L50-3L54 16ZM30 84L24 100L31 100L38 87ZM70 84L76 100L69 100L62 87ZM48 89L46 100L54 100L52 89Z",
    light: "M50 32C66 32 78 42 82 52C78 62 66 72 50 72C34 72 22 62 18 52C22 42 34 32 50 32Z",
    eyes: &[(50.0, 52.0, 11.0), (16.0, 4.0, 2.6), (84.0, 4.0, 2.6), (49.0, 0.0, 2.6)],
    glow: "",
};

/// Which figure a word asks for. The first word of a card that is found here wins.
const CALLS: &[(&str, &Figure)] = &[
    ("goblin", &GOBLIN),
    ("kobold", &KOBOLD),
    ("lizard", &KOBOLD),
    ("orc", &BRUTE),
    ("ogre", &BRUTE),
    ("troll", &BRUTE),
    ("giant", &BRUTE),
    ("minotaur", &BRUTE),
    ("demon", &BRUTE),
    ("devil", &BRUTE),
    ("dragon", &DRAGON),
    ("drake", &DRAGON),
    ("wyrm", &DRAGON),
    ("serpent", &SERPENT),
    ("snake", &SERPENT),
    ("worm", &SERPENT),
    ("eel", &SERPENT),
    ("spider", &SPIDER),
    ("crab", &SPIDER),
    ("scorpion", &SPIDER),
    ("slime", &SLIME),
    ("ooze", &SLIME),
    ("jelly", &SLIME),
    ("beholder", &EYE),
    ("eye", &EYE),
    ("watcher", &EYE),
    ("skeleton", &SKELETON),
    ("bone", &SKELETON),
    ("lich", &SKELETON),
    ("zombie", &ZOMBIE),
    ("ghoul", &ZOMBIE),
    ("mummy", &ZOMBIE),
    ("drowned", &ZOMBIE),
    ("ghost", &GHOST),
    ("wraith", &GHOST),
    ("spectre", &GHOST),
    ("wolf", &BEAST),
    ("hound", &BEAST),
    ("bear", &BEAST),
    ("rat", &BEAST),
    ("bat", &BEAST),
    ("golem", &GOLEM),
    ("statue", &GOLEM),
    ("animated", &GOLEM),
    ("dwarf", &DWARF),
    ("knight", &KNIGHT),
    ("guard", &KNIGHT),
    ("warrior", &KNIGHT),
    ("templar", &KNIGHT),
    ("berserker", &BRUTE),
    ("mercenary", &KNIGHT),
    ("thief", &ROGUE),
    ("rogue", &ROGUE),
    ("scout", &ROGUE),
    ("bandit", &ROGUE),
    ("wizard", &WIZARD),
    ("conjurer", &WIZARD),
    ("enchanter", &WIZARD),
    ("sorcerer", &WIZARD),
    ("shaman", &WIZARD),
    ("cleric", &PRIEST),
    ("priest", &PRIEST),
    ("martial", &PRIEST),
    ("warlock", &HOODED),
    ("necromancer", &HOODED),
    ("cultist", &HOODED),
    ("elf", &HOODED),
    ("undead", &SKELETON),
    ("spirit", &GHOST),
    ("animal", &BEAST),
    ("monster", &EYE),
];

const STRANGERS: &[&Figure] = &[&HOODED, &GOBLIN, &BRUTE, &BEAST, &ROGUE, &KOBOLD];
const HEROES: &[&Figure] = &[&KNIGHT, &ROGUE, &WIZARD, &PRIEST, &DWARF];

/// The figure that suits a creature's words.
pub(crate) fn creature(words: &[String], random: &mut Random) -> &'static Figure {
    called(words).unwrap_or_else(|| STRANGERS[random.below(STRANGERS.len())])
}

/// The figure that suits an adventurer's words.
pub(crate) fn hero(words: &[String], random: &mut Random) -> &'static Figure {
    called(words).unwrap_or_else(|| HEROES[random.below(HEROES.len())])
}

/// True if one of the words asks for a figure.
pub(crate) fn is_called(words: &[String]) -> bool {
    called(words).is_some()
}

fn called(words: &[String]) -> Option<&'static Figure> {
    // Searched from the end: names come last in the list and say more than types do.
    words.iter().rev().find_map(|word| {
        let exact = CALLS.iter().find(|(name, _)| name == word);
        let contained = || CALLS.iter().find(|(name, _)| name.len() > 3 && word.contains(name));
        exact.or_else(contained).map(|(_, figure)| *figure)
    })
}

impl Figure {
    /// Draws the figure: a lit edge, the dark body, its lighter parts, its eyes.
    pub(crate) fn draw(
        &self,
        canvas: &mut Canvas,
        (x, y): (f32, f32),
        size: f32,
        palette: &Palette,
    ) {
        let thin = 0.012 * size.abs();
        let rim = palette.glow.mix(palette.accent, 0.4).to_string();
        canvas.shape(self.body, (x - thin / canvas.aspect(), y - thin), size, &rim, 0.75);
        canvas.shape(self.body, (x + thin / canvas.aspect(), y - thin), size, &rim, 0.45);
        let body = palette.ink.mix(palette.near, 0.25).to_string();
        canvas.shape(self.body, (x, y), size, &body, 1.0);
        if !self.light.is_empty() {
            canvas.shape(self.light, (x, y), size, &palette.middle.to_string(), 0.75);
        }
        let shine = palette.accent.lighten(0.25).to_string();
        if !self.glow.is_empty() {
            canvas.shape(self.glow, (x, y), size, &shine, 1.0);
        }
        for (eye_x, eye_y, radius) in self.eyes {
            let across = (eye_x - 50.0) / 100.0 * size / canvas.aspect();
            let at = (x + across, y - (1.0 - eye_y / 100.0) * size.abs());
            let radius = radius / 100.0 * size.abs() / canvas.aspect();
            canvas.disc(at, radius * 1.9, &shine, 0.22);
            canvas.disc(at, radius, &shine, 1.0);
            canvas.disc(at, radius * 0.45, &palette.ink.to_string(), 0.9);
        }
    }
}
