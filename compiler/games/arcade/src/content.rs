//! The content of Super Dungeon Arcade, ready for play.

use cardwright_model::{Entity, Library};

use super::chart::Command;
use super::facts::{Facts, Reader, Sort, range_of};
use super::lines::Line;
use super::vocabulary::{Stat, VOCABULARY};
use cardwright_engine::core::code::{AbilitiesId, Code, DefId, NONE};
use cardwright_engine::core::dice::Dice;
use cardwright_engine::core::{LowerError, Lowerer};
use cardwright_engine::skirmish::Symbols;

/// Attributes, in the order of the enum `attribute`.
pub(super) const ATTRIBUTES: [Stat; 4] = [Stat::Strength, Stat::Armor, Stat::Will, Stat::Dexterity];
/// The attribute of each kind of attack: melee, magic, missile.
pub(super) const ATTRIBUTE_OF_KIND: [u8; 3] = [0, 2, 3];
/// Most Heroes in a party.
pub(super) const MAX_HEROES: usize = 6;

/// Super Dungeon Arcade with its content.
pub struct Arcade {
    pub(super) code: Code,
    pub(super) facts: Vec<Facts>,
    pub(super) lines: Vec<Line>,
    /// Names of action lines, each once.
    pub(super) names: Vec<String>,
    pub(super) formats: Vec<Format>,
    pub(super) parties: Vec<Party>,
    /// The abilities of a model that suffers a status, by the status.
    pub(super) sufferings: Vec<AbilitiesId>,
    pub(super) symbols: Symbols,
    /// The die of the set-up and of plots.
    pub(super) green: u8,
    /// What each die shows on average, in parts of a star (see [`super::worth::STAR`]).
    pub(super) star_means: Vec<i32>,
    pub(super) squares: SquareBits,
    /// What each value of the enum `command` means.
    pub(super) commands: Vec<Option<Command>>,
    /// The cards of tile effects.
    pub(super) tile_effects: Vec<DefId>,
    /// The squares of tile effects that are not blessings, as bits.
    pub(super) harmful: u64,
    /// The squares of blessings, as bits.
    pub(super) blessed: u64,
}

/// Bits of the enum `square` that the map's rules know.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SquareBits {
    pub difficult: u64,
    pub structure: u64,
    pub chasm: u64,
}

/// A size of the game.
#[derive(Debug, Clone)]
pub(super) struct Format {
    pub id: String,
    pub heroes: (i64, i64),
    pub tiles: usize,
    pub points: usize,
    pub activations: i32,
    pub first_spawns: u8,
    pub turn_limit: u32,
    pub sets: u64,
}

/// The Heroes of a game and the spawning points and bosses against them.
#[derive(Debug, Clone)]
pub(super) struct Party {
    pub id: String,
    pub heroes: Vec<DefId>,
    pub boss: DefId,
    pub mini_bosses: Vec<DefId>,
    pub points: Vec<DefId>,
    pub tiles: Vec<DefId>,
    pub modes: Vec<DefId>,
}

impl Arcade {
    /// Makes a library ready for play.
    pub fn new(library: &Library) -> Result<Arcade, LowerError> {
        let dice = Dice::of_library(library)?;
        let unusable = |message: &str| LowerError::of("dice", message);
        let symbols = Symbols::of(&dice).ok_or_else(|| unusable("no die shows a star"))?;
        let green = dice.die("green").ok_or_else(|| unusable("there is no green die"))?;
        let star_means = star_means(&dice, symbols.star);
        let mut lowerer = Lowerer::new(library, &VOCABULARY, dice, Some("drawn"))?;
        lowerer.cards();
        let mut reader = Reader::new(library);
        for (_, entity) in lowerer.entities() {
            reader.read(&mut lowerer, entity);
        }
        reader.bond(&mut lowerer);
        let sufferings = reader.sufferings(&mut lowerer);
        let formats = lowerer.formats().map(|format| format_of(&lowerer, format)).collect();
        let parties: Vec<Party> = lowerer.decks().map(|deck| party_of(&lowerer, deck)).collect();
        for party in &parties {
            if party.heroes.len() > MAX_HEROES {
                lowerer.problem(&party.id, "a party has at most 6 Heroes");
            }
        }
        let bit = |name: &str| lowerer.ordinal("square", name).map_or(0, |place| 1 << place);
        let commands = lowerer.code.enums.get("command").map_or(&[][..], Vec::as_slice);
        let commands = commands.iter().map(|name| Command::named(name)).collect();
        let squares = SquareBits {
            difficult: bit("difficult"),
            structure: bit("structure"),
            chasm: bit("chasm"),
        };
        let (lines, names, facts) = (reader.lines, reader.names, reader.facts);
        let effects = || {
            let all = facts.iter().enumerate();
            all.filter(|(_, facts)| facts.sort == Sort::TileEffect)
        };
        let union = |blessing: bool| {
            let fitting = effects().filter(|(_, facts)| facts.is_blessing == blessing);
            fitting.fold(0, |bits, (_, facts)| bits | facts.square)
        };
        let known = squares.difficult | squares.structure | squares.chasm;
        let (harmful, blessed) = (union(false) & !known, union(true));
        let tile_effects = effects().map(|(place, _)| place as DefId).collect();
        let code = lowerer.finish()?;
        Ok(Arcade {
            code,
            facts,
            lines,
            names,
            formats,
            parties,
            sufferings,
            symbols,
            green,
            star_means,
            squares,
            commands,
            tile_effects,
            harmful,
            blessed,
        })
    }

    pub(super) fn facts(&self, def: DefId) -> &Facts {
        static NOTHING: std::sync::LazyLock<Facts> = std::sync::LazyLock::new(Facts::default);
        self.facts.get(usize::from(def)).unwrap_or(&NOTHING)
    }

    /// Printed cards of a sort that a format plays with and the engine can play.
    pub(super) fn printed(&self, sort: Sort, sets: u64) -> impl Iterator<Item = (DefId, &Facts)> {
        let all = self.facts.iter().enumerate().map(|(place, facts)| (place as DefId, facts));
        all.filter(move |(def, facts)| {
            let playable = self.code.defs[usize::from(*def)].unplayable.is_none();
            facts.sort == sort && facts.sets & sets != 0 && playable
        })
    }

    /// The chart for that number of Heroes.
    pub(super) fn chart_for(&self, heroes: usize, sets: u64) -> DefId {
        let count = heroes as i64;
        let fits = |facts: &Facts| facts.heroes.0 <= count && count <= facts.heroes.1;
        let mut charts = self.printed(Sort::Chart, sets);
        charts.find(|(_, facts)| fits(facts)).map_or(NONE, |(def, _)| def)
    }
}

/// What each die shows on average.
fn star_means(dice: &Dice, star: u8) -> Vec<i32> {
    let mean = |(place, die): (usize, &cardwright_engine::core::dice::Die)| {
        let faces = die.faces.len().max(1) as i32;
        let stars = |face| i32::from(dice.shows(place as u8, face)[usize::from(star)]);
        (0..die.faces.len() as u8).map(stars).sum::<i32>() * super::worth::STAR / faces
    };
    dice.dice.iter().enumerate().map(mean).collect()
}

fn format_of(lowerer: &Lowerer<'_>, format: &Entity) -> Format {
    let number = |field: &str, usual: i64| format.int(field).unwrap_or(usual).clamp(0, 10_000);
    let sets = lowerer.values(format, "sets", "set").unwrap_or(0);
    Format {
        id: format.id.clone(),
        heroes: range_of(format),
        tiles: number("tiles", 3) as usize,
        points: number("spawning-points", 3) as usize,
        activations: number("activations", 2) as i32,
        first_spawns: number("first-spawns", 1) as u8,
        turn_limit: number("turn-limit", 80) as u32,
        sets: if sets == 0 { u64::MAX } else { sets },
    }
}

fn party_of(lowerer: &Lowerer<'_>, deck: &Entity) -> Party {
    let defs = |field: &str| -> Vec<DefId> {
        deck.refs(field).filter_map(|id| lowerer.def(id).ok()).collect()
    };
    let points = deck.lists.get("spawning-points").map_or(&[][..], Vec::as_slice).iter();
    let points = points.flat_map(|entry| {
        let def = lowerer.def(&entry.card).ok();
        def.into_iter().flat_map(move |def| std::iter::repeat_n(def, entry.count.min(9) as usize))
    });
    Party {
        id: deck.id.clone(),
        heroes: defs("heroes"),
        boss: defs("boss").first().copied().unwrap_or(NONE),
        mini_bosses: defs("mini-bosses"),
        points: points.collect(),
        tiles: defs("tiles"),
        modes: defs("modes"),
    }
}
