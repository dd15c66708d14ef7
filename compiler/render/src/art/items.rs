//! Things that adventurers carry, as silhouettes in a box of 100 × 100.

use super::{Canvas, Palette};
use crate::number::Random;

/// An item: its outline, its lighter parts, its shining parts.
pub(crate) struct Item {
    body: &'static str,
    light: &'static str,
    shine: &'static str,
}

const SWORD: Item = Item {
    body: "M50 0L55 9L55 66L70 62L72 68L56 73L54 88C57 92 55 100 50 100C45 100 43 92 46 88L44 73L28 68L30 62L45 66L45 9Z",
    light: "M50 4L53 10L53 64L50 66Z",
    shine: "M50 90A3.5 3.5 0 1 1 49.9 90Z",
};
const DAGGER: Item = Item {
    body: "M50 14L57 26L56 62L68 62L68 69L55 70L54 90C56 94 54 100 50 100C46 100 44 94 46 90L45 70L32 69L32 62L44 62L43 26Z",
    light: "M50 20L54 28L53 60L50 60Z",
    shine: "M50 72L53 76L50 80L47 76Z",
};
const AXE: Item = Item {
    body: "M46 2L54 2L54 16C66 16 78 12 88 4C96 22 94 46 82 60C76 50 66 44 54 44L55 100L45 100L46 44C34 44 24 50 18 60C6 46 4 22 12 4C22 12 34 16 46 16Z",
    light: "M88 10C92 26 90 42 82 54C84 38 84 24 80 14ZM12 10C8 26 10 42 18 54C16 38 16 24 20 14Z",
    shine: "",
};
const HAMMER: Item = Item {
    body: "M24 6L76 6L82 13L82 33L76 40L56 40L55 100L45 100L44 40L24 40L18 33L18 13Z",
    light: "M24 10L76 10L79 14L21 14ZM47 46L53 46L53 96L47 96Z",
    shine: "M50 18L56 24L50 30L44 24Z",
};
const SPEAR: Item = Item {
    body: "M50 0L60 20L54 30L56 36L54 38L53 100L47 100L46 38L44 36L46 30L40 20Z",
    light: "M50 4L57 20L50 28Z",
    shine: "",
};
const BOW: Item = Item {
    body: "M28 0C70 14 86 36 86 50C86 64 70 86 28 100L25 95C58 82 76 64 76 50C76 36 58 18 25 5ZM29 3L32 3L32 97L29 97ZM14 49L88 49L88 45L99 50L88 55L88 51L14 51L10 55L6 55L10 50L6 45L10 45Z",
    light: "M34 6C68 20 82 38 82 50L79 50C79 38 64 20 34 9Z",
    shine: "M88 45L99 50L88 55Z",
};
const SHIELD: Item = Item {
    body: "M50 2C62 10 76 14 92 14C94 50 80 82 50 99C20 82 6 50 8 14C24 14 38 10 50 2Z",
    light: "M50 10C60 16 72 20 85 20C86 50 74 76 50 91C26 76 14 50 15 20C28 20 40 16 50 10ZM50 16C41 22 31 25 21 26C22 50 32 71 50 84C68 71 78 50 79 26C69 25 59 22 50 16Z",
    shine: "M50 30L56 44L71 45L59 54L63 69L50 60L37 69L41 54L29 45L44 44Z",
};
const ARMOUR: Item = Item {
    body: "M30 4C35 14 43 18 50 18C57 18 65 14 70 4L96 16L88 42L77 38L79 94C61 101 39 101 21 94L23 38L12 42L4 16Z",
    light: "M50 24L50 92L47 92L47 24ZM28 46L44 50L44 56L28 52ZM72 46L56 50L56 56L72 52ZM28 64L44 68L44 74L28 70ZM72 64L56 68L56 74L72 70ZM28 82L44 85L44 90L28 87ZM72 82L56 85L56 90L72 87Z",
    shine: "M50 30A4 4 0 1 1 49.9 30Z",
};
const HELM: Item = Item {
    body: "M50 10C76 10 88 30 88 54L88 84L66 98L62 66L54 60L54 96L46 96L46 60L38 66L34 98L12 84L12 54C12 30 24 10 50 10ZM50 12C46 2 54-2 74 2C92 6 98 22 96 34C88 22 76 16 62 16Z",
    light: "M50 16C70 16 82 32 82 52L74 46C72 32 64 24 50 24Z",
    shine: "M24 52L40 56L38 61L24 58ZM76 52L60 56L62 61L76 58Z",
};
const STAFF: Item = Item {
    body: "M46 34L54 34L55 100L45 100ZM36 10C28 20 32 34 46 38L54 38C68 34 72 20 64 10L60 14C64 22 60 30 50 30C40 30 36 22 40 14Z",
    light: "M48 40L50 40L50 98L48 98Z",
    shine: "M50 4A11 11 0 1 1 49.9 4Z",
};
const POTION: Item = Item {
    body: "M40 2L60 2L60 10L57 13L57 34C75 40 85 54 85 70C85 88 70 99 50 99C30 99 15 88 15 70C15 54 25 40 43 34L43 13L40 10Z",
    light: "M34 48C26 54 23 62 23 70L28 70C29 62 32 56 38 51Z",
    shine: "M22 66C34 60 44 72 56 66C64 62 72 62 78 66C80 84 66 93 50 93C34 93 21 84 22 66Z",
};
const LANTERN: Item = Item {
    body: "M38 8C38-2 62-2 62 8L62 14L70 22L72 30L76 88L80 92L80 99L20 99L20 92L24 88L28 30L30 22L38 14ZM44 8L44 14L56 14L56 8C56 4 44 4 44 8ZM34 34L32 84L68 84L66 34Z",
    light: "M48 30L52 30L52 88L48 88Z",
    shine: "M50 40C58 52 62 58 60 66C58 74 54 78 50 78C46 78 42 74 40 66C38 58 44 54 50 40Z",
};
const TORCH: Item = Item {
    body: "M40 44L60 44L55 100L45 100Z",
    light: "M48 48L50 48L49 98L47 98Z",
    shine: "M50 0C54 12 68 18 66 34C65 42 58 46 50 46C42 46 35 42 34 34C33 26 40 24 42 16C45 20 46 24 46 26C50 18 51 8 50 0Z",
};
const BOOK: Item = Item {
    body: "M8 18C24 12 40 14 50 22C60 14 76 12 92 18L92 88C76 82 60 84 50 92C40 84 24 82 8 88Z",
    light: "M14 24C26 20 38 21 47 27L47 84C38 78 26 77 14 80ZM86 24C74 20 62 21 53 27L53 84C62 78 74 77 86 80Z",
    shine: "M30 38L34 47L43 48L36 54L38 63L30 58L22 63L24 54L17 48L26 47Z",
};
const RING: Item = Item {
    body: "M50 30C70 30 84 44 84 64C84 84 70 98 50 98C30 98 16 84 16 64C16 44 30 30 50 30ZM50 40C36 40 26 50 26 64C26 78 36 88 50 88C64 88 74 78 74 64C74 50 64 40 50 40ZM36 28L50 34L64 28L58 38L42 38Z",
    light: "M24 52C28 44 36 38 46 36L46 39C38 41 31 46 27 53Z",
    shine: "M50 2L66 14L58 32L42 32L34 14Z",
};
const BOOTS: Item = Item {
    body: "M22 4L48 4L48 62C60 66 70 72 72 84L72 98L16 98L20 62ZM56 8L78 8L78 60C88 64 96 72 97 84L97 98L78 98L76 80C72 70 64 66 56 62Z",
    light: "M22 10L48 10L48 16L22 16ZM18 92L72 92L72 95L18 95Z",
    shine: "M34 26A4 4 0 1 1 33.9 26Z",
};
const CLOAK: Item = Item {
    body: "M50 2C62 4 68 14 67 26C84 36 94 62 97 96C86 92 78 94 70 99C62 92 56 92 50 98C44 92 38 92 30 99C22 94 14 92 3 96C6 62 16 36 33 26C32 14 38 4 50 2Z",
    light: "M44 32C36 50 32 72 32 92L37 90C38 70 42 50 47 34ZM56 32C64 50 68 72 68 92L63 90C62 70 58 50 53 34Z",
    shine: "M50 24A5 5 0 1 1 49.9 24Z",
};
const KEY: Item = Item {
    body: "M50 0C66 0 76 11 76 25C76 37 68 46 56 49L56 66L70 66L70 75L56 75L56 82L66 82L66 91L56 91L56 100L44 100L44 49C32 46 24 37 24 25C24 11 34 0 50 0ZM50 12C42 12 36 18 36 25C36 32 42 38 50 38C58 38 64 32 64 25C64 18 58 12 50 12Z",
    light: "M46 50L49 50L49 98L46 98Z",
    shine: "M50 19A6 6 0 1 1 49.9 19Z",
};
const CHEST: Item = Item {
    body: "M6 52C6 36 18 26 34 26L66 26C82 26 94 36 94 52L94 96L6 96Z",
    light: "M6 52L94 52L94 57L6 57ZM22 28L28 27L28 96L22 96ZM72 27L78 28L78 96L72 96Z",
    shine: "M42 46L58 46L58 66L50 72L42 66Z",
};
const BELL: Item = Item {
    body: "M46 4L54 4L54 12C72 16 78 32 79 50C80 66 84 74 92 82L92 88L8 88L8 82C16 74 20 66 21 50C22 32 28 16 46 12ZM42 90L58 90C58 96 54 100 50 100C46 100 42 96 42 90Z",
    light: "M34 24C29 32 28 44 28 54C28 64 25 72 20 78L27 78C32 70 33 62 33 52C33 42 35 32 39 24Z",
    shine: "M22 66L78 66L79 70L21 70Z",
};

/// Which item a word asks for.
const CALLS: &[(&str, &Item)] = &[
    ("sword", &SWORD),
    ("blade", &SWORD),
    ("dagger", &DAGGER),
    ("knife", &DAGGER),
    ("axe", &AXE),
    ("hammer", &HAMMER),
    ("mace", &HAMMER),
    ("maul", &HAMMER),
    ("club", &HAMMER),
    ("spear", &SPEAR),
    ("pike", &SPEAR),
    ("harpoon", &SPEAR),
    ("javelin", &SPEAR),
    ("trident", &SPEAR),
    ("bow", &BOW),
    ("arrow", &BOW),
    ("shield", &SHIELD),
    ("buckler", &SHIELD),
    ("armour", &ARMOUR),
    ("mail", &ARMOUR),
    ("plate", &ARMOUR),
    ("hide", &ARMOUR),
    ("leather", &ARMOUR),
    ("coat", &ARMOUR),
    ("helm", &HELM),
    ("crown", &HELM),
    ("staff", &STAFF),
    ("wand", &STAFF),
    ("rod", &STAFF),
    ("orb", &STAFF),
    ("potion", &POTION),
    ("elixir", &POTION),
    ("flask", &POTION),
    ("oil", &POTION),
    ("lantern", &LANTERN),
    ("lamp", &LANTERN),
    ("torch", &TORCH),
    ("flame", &TORCH),
    ("book", &BOOK),
    ("tome", &BOOK),
    ("scroll", &BOOK),
    ("map", &BOOK),
    ("ring", &RING),
    ("amulet", &RING),
    ("gem", &RING),
    ("boots", &BOOTS),
    ("boot", &BOOTS),
    ("cloak", &CLOAK),
    ("robe", &CLOAK),
    ("cape", &CLOAK),
    ("key", &KEY),
    ("lock", &KEY),
    ("hoard", &CHEST),
    ("chest", &CHEST),
    ("treasure", &CHEST),
    ("bell", &BELL),
    ("bells", &BELL),
];

const COMMON: &[&Item] = &[&SWORD, &SHIELD, &AXE, &HELM, &LANTERN, &POTION, &DAGGER, &CLOAK];

/// The item that a card's words ask for.
pub(crate) fn called(words: &[String]) -> Option<&'static Item> {
    words.iter().rev().find_map(|word| {
        let exact = CALLS.iter().find(|(name, _)| name == word);
        let ending = || CALLS.iter().find(|(name, _)| name.len() > 2 && word.ends_with(name));
        exact.or_else(ending).map(|(_, item)| *item)
    })
}

/// The item that the words ask for, or a random one.
pub(crate) fn any(words: &[String], random: &mut Random) -> &'static Item {
    called(words).unwrap_or_else(|| COMMON[random.below(COMMON.len())])
}

impl Item {
    /// Draws the thing with a lit edge.
    pub(crate) fn draw(&self, canvas: &mut Canvas, at: (f32, f32), size: f32, palette: &Palette) {
        let thin = 0.014 * size;
        let halo = canvas.radial(
            (at.0, at.1 - size * 0.5),
            0.26,
            &[(0.0, palette.glow.lighten(0.5), 0.8), (1.0, palette.glow, 0.0)],
        );
        canvas.fill(&halo);
        let rim = palette.glow.lighten(0.3).to_string();
        canvas.shape(self.body, (at.0 - thin / canvas.aspect(), at.1 - thin), size, &rim, 0.9);
        let body = palette.near.mix(palette.middle, 0.25);
        canvas.shape(self.body, at, size, &body.to_string(), 1.0);
        canvas.shape(self.light, at, size, &palette.sky.to_string(), 0.9);
        if !self.shine.is_empty() {
            canvas.shape(self.shine, at, size, &palette.accent.lighten(0.15).to_string(), 1.0);
        }
    }
}
