//! Paper sizes.

/// A sheet of paper, upright, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paper {
    /// Name, such as `a4`.
    pub name: &'static str,
    /// The shorter side.
    pub width: f32,
    /// The longer side.
    pub height: f32,
}

impl Paper {
    /// ISO A4.
    pub const A4: Paper = Paper { name: "a4", width: 210.0, height: 297.0 };
    /// US Letter.
    pub const LETTER: Paper = Paper { name: "letter", width: 215.9, height: 279.4 };
    /// All papers that have a name.
    pub const ALL: &[Paper] = &[
        Paper::A4,
        Paper::LETTER,
        Paper { name: "a3", width: 297.0, height: 420.0 },
        Paper { name: "a5", width: 148.0, height: 210.0 },
        Paper { name: "legal", width: 215.9, height: 355.6 },
        Paper { name: "tabloid", width: 279.4, height: 431.8 },
        Paper { name: "sra3", width: 320.0, height: 450.0 },
        Paper { name: "12x18", width: 304.8, height: 457.2 },
    ];

    /// The paper of that name.
    pub fn named(name: &str) -> Option<Paper> {
        Paper::ALL.iter().find(|paper| paper.name == name.to_ascii_lowercase()).copied()
    }

    /// A paper of any other size; the sides may be given in either order.
    pub fn custom(one: f32, other: f32) -> Paper {
        Paper { name: "custom", width: one.min(other), height: one.max(other) }
    }
}
