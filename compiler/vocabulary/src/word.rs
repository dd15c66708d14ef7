//! The vocabulary of a game: every verb, event, stat, mark, zone, selection, query, window
//! and command that its content may use, with types and a sentence of documentation.
//!
//! The compiler checks content against it and the engine executes it; there is no second
//! list. Tables are `const`, one a game.

use cardwright_model::WordType;
use serde::Serialize;

/// Everything a game's content may name.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Vocabulary {
    /// The engine module, such as `crawler`.
    pub game: &'static str,
    /// Whether the game has dice, so that effects may `roll`.
    pub dice: bool,
    /// What begins anew before a `limit` counts again: `round` or `turn`.
    pub period: &'static str,
    /// Things effects do: `burn(crawler-deck, 2)`.
    pub verbs: &'static [Word],
    /// Moments effects react to: `on enter { … }`. Parameters are the names bound inside.
    pub events: &'static [Word],
    /// Numbers that `modify` may change. A first parameter `card` means the stat belongs to
    /// cards; without it, to the game. Every stat may also be read as a query.
    pub stats: &'static [Word],
    /// Mechanisms that `mark` switches on.
    pub marks: &'static [Word],
    /// What `forbid` may forbid.
    pub acts: &'static [Word],
    /// Places cards can be.
    pub zones: &'static [Word],
    /// Sets (result `Cards`) or single cards (result `Card`) that effects may pick from.
    pub selections: &'static [Word],
    /// Facts that conditions and formulas may read.
    pub queries: &'static [Word],
    /// Moments at which something that lasts may end (`until …`).
    pub windows: &'static [Word],
    /// What a scenario may `do`; also what a player may do.
    pub commands: &'static [Word],
    /// What a scenario may set up: `encounter: ghoul(wounds: 1), mummy`.
    pub setup: &'static [Word],
    /// Properties of a card in a set-up: the `wounds: 1` of `ghoul(wounds: 1)`.
    pub properties: &'static [Word],
    /// Enums the engine relies on, with the values it must find in the content's declaration.
    pub enums: &'static [RequiredEnum],
}

/// One word of a vocabulary.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// Its parameters in order.
    pub params: &'static [WordParam],
    /// What it gives.
    pub result: WordType,
    /// What it means, one sentence for designers.
    pub doc: &'static str,
}

/// A parameter of a word.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct WordParam {
    /// Its name, also its label: `summon(cost: 2, …)`. In commands also the connecting
    /// word: the parameter `with` takes what follows `with`.
    pub name: &'static str,
    /// What it takes.
    pub ty: WordType,
    /// May be left out. A left-out first parameter of type `Card` in a query or stat means
    /// `it` inside `where`, `for each` and `choose`, else `self`.
    pub optional: bool,
}

/// An enum the engine relies on.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct RequiredEnum {
    /// The enum's identifier.
    pub name: &'static str,
    /// Values the engine's mechanisms name. The content may have more.
    pub values: &'static [&'static str],
}

impl Vocabulary {
    /// The word of that name in one of the tables.
    pub fn find(table: &'static [Word], name: &str) -> Option<&'static Word> {
        table.iter().find(|word| word.name == name)
    }
}

/// A required parameter.
pub const fn needs(name: &'static str, ty: WordType) -> WordParam {
    WordParam { name, ty, optional: false }
}

/// A parameter that may be left out.
pub const fn may(name: &'static str, ty: WordType) -> WordParam {
    WordParam { name, ty, optional: true }
}

/// A word.
pub const fn word(
    name: &'static str,
    params: &'static [WordParam],
    result: WordType,
    doc: &'static str,
) -> Word {
    Word { name, params, result, doc }
}
