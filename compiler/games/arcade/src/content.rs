//! The content of Super Dungeon Arcade, ready for play.

use cardwright_model::{Entity, Library};

use super::facts;
use super::lines::Line;
use super::printed::{Facts, Reader, Sort, range_of};
use super::vocabulary::{Stat, VOCABULARY};
use cardwright_engine::Module;
use cardwright_engine::core::code::{AbilitiesId, Code, DefId, NONE};
use cardwright_engine::core::dice::Dice;
use cardwright_engine::core::{LowerError, Lowerer, Printed};
use cardwright_engine::skirmish::Symbols;
use cardwright_engine::skirmish::tiles::{self, Drawn};
use cardwright_vocabulary::{Fact, Finding};

/// Attributes, in the order of the enum `attribute`.
pub(super) const ATTRIBUTES: [Stat; 4] = [Stat::Strength, Stat::Armor, Stat::Will, Stat::Dexterity];
/// The attribute of each kind of attack: melee, magic, missile.
pub(super) const ATTRIBUTE_OF_KIND: [u8; 3] = [0, 2, 3];
/// Most Heroes in a party.
pub(super) const MAX_HEROES: usize = 6;

/// Super Dungeon Arcade with its content.
pub struct Arcade {
    pub(super) code: Code,
    pub(super) facts: Printed<Facts>,
    pub(super) lines: Vec<Line>,
    /// Names of action lines, each once.
    pub(super) names: Vec<String>,
    pub(super) formats: Vec<Format>,
    pub(super) parties: Vec<Party>,
    /// The abilities of a model that suffers a status, by the status.
    pub(super) sufferings: Vec<AbilitiesId>,
    pub(super) symbols: Symbols,
    pub(super) numbers: Numbers,
    /// The die of the set-up and of plots.
    pub(super) green: u8,
    /// What each die shows on average, in parts of a star (see [`super::worth::STAR`]).
    pub(super) star_means: Vec<i32>,
    pub(super) squares: SquareBits,
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
    pub wall: u64,
}

/// The numbers of the rules, as the `game` declaration gives them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbers {
    /// The most squares between an elite and the models bonded to it.
    pub bond: i32,
    /// The most squares between a spawning point and an elite that it spawns.
    pub spawn_range: i32,
    /// The most squares between a chest and its spawning point.
    pub chest_range: i32,
    /// Destroyed minions for which a loot card is drawn.
    pub minions_per_loot: i32,
    pub trade_price: i32,
    pub boss_healing: i32,
    pub critical_stars: i32,
    pub critical_factor: i32,
    pub dash: i32,
    /// Princess Coins besides one for each Hero.
    pub extra_coins: i32,
    pub wrath_per_hero: i32,
    /// The wrath that a Hero takes by Loud Slurping.
    pub slurp_wrath: i32,
    pub regroup_armour: i32,
    /// Hero Turns that bring the end no nearer, after which a game is a draw.
    pub endless_turns: u32,
}

impl Numbers {
    fn of(lowerer: &mut Lowerer<'_>) -> Numbers {
        let mut number = |fact: &Fact| lowerer.setting(fact).clamp(0, 99);
        Numbers {
            bond: number(&facts::BOND),
            spawn_range: number(&facts::SPAWN_RANGE),
            chest_range: number(&facts::CHEST_RANGE),
            minions_per_loot: number(&facts::MINIONS_PER_LOOT).max(1),
            trade_price: number(&facts::TRADE_PRICE),
            boss_healing: number(&facts::BOSS_HEALING),
            critical_stars: number(&facts::CRITICAL_STARS),
            critical_factor: number(&facts::CRITICAL_FACTOR),
            dash: number(&facts::DASH),
            extra_coins: number(&facts::EXTRA_COINS),
            wrath_per_hero: number(&facts::WRATH_PER_HERO),
            slurp_wrath: number(&facts::SLURP_WRATH),
            regroup_armour: number(&facts::REGROUP_ARMOUR),
            endless_turns: lowerer.setting(&facts::ENDLESS_TURNS).max(1) as u32,
        }
    }
}

/// A size of the game.
#[derive(Debug, Clone)]
pub(super) struct Format {
    pub id: String,
    pub heroes: (i64, i64),
    pub players: (u8, u8),
    pub tiles: usize,
    pub points: usize,
    pub activations: i32,
    pub first_spawns: u8,
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
    /// The chart that the players agreed on, or [`NONE`].
    pub chart: DefId,
    /// The deck of the boss fight, as an index of the enum.
    pub boss_deck: u8,
    pub easy_modes: usize,
    pub hard_modes: usize,
}

impl Module for Arcade {
    fn open(library: &Library) -> Result<Arcade, LowerError> {
        let dice = Dice::of_library(library)?;
        let unusable = |message: &str| LowerError::of("dice", message);
        let symbols = Symbols::of(&dice).ok_or_else(|| unusable("no die shows a star"))?;
        let green = dice.die("green").ok_or_else(|| unusable("there is no green die"))?;
        let star_means = star_means(&dice, symbols.star);
        let mut lowerer = Lowerer::new(library, &VOCABULARY, dice, Some("drawn"))?;
        let numbers = Numbers::of(&mut lowerer);
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
        let squares = SquareBits {
            difficult: bit("difficult"),
            structure: bit("structure"),
            chasm: bit("chasm"),
            wall: bit("wall"),
        };
        let (lines, names, facts) = (reader.lines, reader.names, Printed::new(reader.facts));
        let effects = || facts.iter().filter(|(_, facts)| facts.sort == Sort::TileEffect);
        let union = |blessing: bool| {
            let fitting = effects().filter(|(_, facts)| facts.is_blessing == blessing);
            fitting.fold(0, |bits, (_, facts)| bits | facts.square)
        };
        let known = squares.difficult | squares.structure | squares.chasm;
        let (harmful, blessed) = (union(false) & !known, union(true));
        let tile_effects = effects().map(|(def, _)| def).collect();
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
            numbers,
            green,
            star_means,
            squares,
            tile_effects,
            harmful,
            blessed,
        })
    }

    fn findings(library: &Library) -> Vec<Finding> {
        let (side, map) = (&facts::SIDE, &facts::SIDE_MAP);
        tiles::findings(library, &Drawn { kind: "tile", side, map })
    }
}

impl Arcade {
    pub(super) fn facts(&self, def: DefId) -> &Facts {
        self.facts.of(def)
    }

    /// Printed cards of a sort that a format plays with and the engine can play.
    pub(super) fn printed(&self, sort: Sort, sets: u64) -> impl Iterator<Item = (DefId, &Facts)> {
        let is_wanted = move |facts: &Facts| facts.sort == sort && facts.sets & sets != 0;
        self.facts.playable(&self.code, is_wanted)
    }

    /// The chart for that number of Heroes: the one that is named, or else the first that is for
    /// every boss.
    pub(super) fn chart_for(&self, named: DefId, heroes: usize, sets: u64) -> DefId {
        if named != NONE {
            return named;
        }
        let count = heroes as i64;
        let fits = |facts: &Facts| {
            facts.heroes.0 <= count && count <= facts.heroes.1 && facts.other == NONE
        };
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
    let number = |fact: &Fact| fact.int(format).clamp(0, 10_000);
    Format {
        id: format.id.clone(),
        heroes: range_of(format, &facts::FORMAT_HEROES),
        players: [facts::MIN_PLAYERS, facts::MAX_PLAYERS]
            .map(|fact| fact.int(format).clamp(1, MAX_HEROES as i64) as u8)
            .into(),
        tiles: number(&facts::FORMAT_TILES) as usize,
        points: number(&facts::FORMAT_POINTS) as usize,
        activations: number(&facts::ACTIVATIONS) as i32,
        first_spawns: number(&facts::FIRST_SPAWNS) as u8,
        sets: lowerer.values_or_all(format, &facts::SETS).unwrap_or(u64::MAX),
    }
}

fn party_of(lowerer: &Lowerer<'_>, deck: &Entity) -> Party {
    let defs = |fact: &Fact| lowerer.defs_of(deck, fact);
    let points = facts::PARTY_POINTS.counted(deck).iter();
    let points = points.flat_map(|entry| {
        let def = lowerer.def(&entry.card).ok();
        def.into_iter().flat_map(move |def| std::iter::repeat_n(def, entry.count.min(9) as usize))
    });
    Party {
        id: deck.id.clone(),
        heroes: defs(&facts::PARTY_HEROES),
        boss: defs(&facts::PARTY_BOSS).first().copied().unwrap_or(NONE),
        mini_bosses: defs(&facts::PARTY_MINI_BOSSES),
        points: points.collect(),
        tiles: defs(&facts::PARTY_TILES),
        chart: defs(&facts::PARTY_CHART).first().copied().unwrap_or(NONE),
        boss_deck: lowerer.value(deck, &facts::PARTY_BOSS_DECK).ok().flatten().unwrap_or(0) as u8,
        easy_modes: facts::PARTY_EASY.int(deck).clamp(0, 9) as usize,
        hard_modes: facts::PARTY_HARD.int(deck).clamp(0, 9) as usize,
    }
}
