//! The content of Super Dungeon Explore, ready for play: what is printed on models, equipment,
//! tiles and boards, the sizes of the game, and what players bring.

use std::sync::Arc;

use cardwright_model::{Clause, Entity, Library, Value};

use super::dungeon::{Dungeon, Dungeons};
use super::immunity::Hazard;
use super::lines::{self, Line, LineKind};
use super::state::{MAX_FIGURES, MAX_HEROES};
use super::vocabulary::VOCABULARY;
use cardwright_engine::board::Face;
use cardwright_engine::core::code::{
    AbilitiesId, BlockId, Code, DefId, NO_ABILITIES, NO_BLOCK, NONE,
};
use cardwright_engine::core::dice::{Dice, Pool};
use cardwright_engine::core::{LowerError, Lowered, Lowerer};
use cardwright_engine::skirmish::{Symbols, maps};

/// Super Dungeon Explore with its content.
pub struct Explore {
    pub(super) code: Code,
    pub(super) facts: Vec<Facts>,
    pub(super) lines: Vec<Line>,
    pub(super) formats: Vec<Format>,
    pub(super) decks: Vec<Deck>,
    /// The abilities of a model with a status counter, by status.
    pub(super) statuses: Vec<AbilitiesId>,
    /// What each keyword does to others, by keyword.
    pub(super) hazards: Vec<Hazard>,
    pub(super) tracker: Tracker,
    pub(super) symbols: Symbols,
    pub(super) dungeons: Dungeons,
    /// The map of a game whose tiles are not laid yet.
    pub(super) nowhere: Arc<Dungeon>,
}

/// The kind of a printed card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Sort {
    Hero,
    Monster,
    Point,
    Loot,
    Relic,
    Mimic,
    Adventure,
    TileEffect,
    Tile,
    #[default]
    Other,
}

/// The rank of a model, in the order of the enum `rank`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Rank {
    #[default]
    Hero,
    Minion,
    Denizen,
    MiniBoss,
    Boss,
    Point,
}

impl Rank {
    const ALL: [Rank; 6] =
        [Rank::Hero, Rank::Minion, Rank::Denizen, Rank::MiniBoss, Rank::Boss, Rank::Point];
}

/// Facts about a printed card.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    pub sort: Sort,
    pub rank: Rank,
    pub sets: u64,
    pub copies: u16,
    /// Type words as bits.
    pub types: u64,
    pub is_large: bool,
    pub speed: i32,
    pub actions: i32,
    pub hearts: i32,
    /// Dice of ATT, ARM, WILL and DEX.
    pub pools: [Pool; 4],
    pub potions: i32,
    pub skull: i32,
    /// The index of its platform among the values of the enum.
    pub platform: u8,
    /// Special actions, special attacks and potions, as indices into [`Explore::lines`].
    pub lines: Vec<u16>,
    /// The shapes that it can take, and their costs in action points.
    pub shapes: Vec<(DefId, i32)>,
    pub is_shapeshifted: bool,
    /// Monsters that a spawning point adds to the pool, or that a timeout summons.
    pub pool: Vec<(DefId, u8)>,
    pub is_paired: bool,
    pub slot: u8,
    /// The model that a card belongs to, the monster of a mimic, or the boss of adventure effects.
    pub linked: DefId,
    /// The abilities of adventure effects during the boss fight.
    pub boss_fight: AbilitiesId,
    /// What happens at the timeout.
    pub timeout: BlockId,
    /// The name of the squares of a tile effect.
    pub square: String,
    /// Both sides of a tile.
    pub faces: Vec<Face>,
}

/// A size of the game.
#[derive(Debug, Clone)]
pub(super) struct Format {
    pub min_players: u8,
    pub max_players: u8,
    pub size: Size,
}

/// What a size of the game fixes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Size {
    pub tiles: u8,
    pub heroes: u8,
    pub points: u8,
    pub mini_bosses: u8,
    pub bosses: u8,
    pub chests: u8,
    /// Whether the gauge must reach Super! twice.
    pub overcharges: bool,
    /// Whether a mini-boss is the final enemy.
    pub mini_boss_ends: bool,
    /// The number of rounds after which the Consul has won; 0 for no limit.
    pub rounds: u32,
    pub sets: u64,
}

/// What a player brings.
#[derive(Debug, Clone, Default)]
pub(super) struct Deck {
    pub id: String,
    /// Whether it is the Consul's.
    pub is_roster: bool,
    pub heroes: Vec<DefId>,
    pub boss: DefId,
    pub mini_bosses: Vec<DefId>,
    pub points: Vec<(DefId, u8)>,
    pub tiles: Vec<DefId>,
}

/// The Power Gauge and the Loot-O-Meter.
#[derive(Debug, Clone, Default)]
pub(super) struct Tracker {
    pub gauge: u16,
    pub sixteen_bit_at: u16,
    pub super_at: u16,
    pub skulls_at: Vec<u16>,
    pub meter: u16,
    pub loot_at: Vec<u16>,
}

impl Explore {
    /// Makes a library ready for play.
    pub fn new(library: &Library) -> Result<Explore, LowerError> {
        let dice = Dice::of_library(library)?;
        let symbols = Symbols::of(&dice);
        let symbols = symbols.ok_or_else(|| LowerError::of("dice", "no die shows a star"))?;
        let mut lowerer = Lowerer::new(library, &VOCABULARY, dice, None)?;
        lowerer.cards();
        let mut reader = Reader { library, lines: Vec::new(), facts: Vec::new() };
        for (def, entity) in lowerer.entities() {
            let facts = reader.facts_of(&mut lowerer, def, entity).unwrap_or_else(|message| {
                lowerer.problem(&entity.id, message);
                Facts::default()
            });
            reader.facts.push(facts);
        }
        let Reader { lines, facts, .. } = reader;
        let statuses = statuses(&mut lowerer, library);
        let formats: Vec<Format> =
            lowerer.formats().map(|format| format_of(&lowerer, format)).collect();
        let decks: Vec<Deck> =
            lowerer.decks().map(|deck| deck_of(&lowerer, library, deck)).collect();
        for deck in &decks {
            check_deck(&mut lowerer, deck, &facts);
        }
        let tracker = library.cards().find(|card| library.kind_fits(&card.kind, "tracker"));
        let tracker = tracker.map(tracker_of).unwrap_or_default();
        let nowhere = Dungeon::drawn(&["."]).map_err(|message| LowerError::of("map", message))?;
        let code = lowerer.finish()?;
        Ok(Explore {
            hazards: Hazard::all(library, &code),
            code,
            facts,
            lines,
            formats,
            decks,
            statuses,
            tracker,
            symbols,
            dungeons: Dungeons::default(),
            nowhere: Arc::new(nowhere),
        })
    }

    pub(super) fn facts(&self, def: DefId) -> &Facts {
        static NOTHING: std::sync::LazyLock<Facts> =
            std::sync::LazyLock::new(|| Facts { linked: NONE, ..Facts::default() });
        self.facts.get(usize::from(def)).unwrap_or(&NOTHING)
    }

    /// Printed cards of a sort that a size plays with and the engine can play.
    pub(super) fn printed(&self, sort: Sort, sets: u64) -> impl Iterator<Item = (DefId, &Facts)> {
        let all = self.facts.iter().enumerate().map(|(place, facts)| (place as DefId, facts));
        all.filter(move |(def, facts)| {
            let playable = self.code.defs[usize::from(*def)].unplayable.is_none();
            facts.sort == sort && facts.sets & sets != 0 && playable
        })
    }

    /// The adventure effects of a boss.
    pub(super) fn adventure_of(&self, boss: DefId) -> DefId {
        let mut all = self.printed(Sort::Adventure, u64::MAX);
        all.find(|(_, facts)| facts.linked == boss).map_or(NONE, |(def, _)| def)
    }

    /// What a printed card does while it is in effect.
    pub(super) fn abilities(&self, def: DefId) -> AbilitiesId {
        self.code.defs.get(usize::from(def)).map_or(NO_ABILITIES, |def| def.abilities)
    }
}

/// Reads printed cards, one after the other.
struct Reader<'l> {
    library: &'l Library,
    lines: Vec<Line>,
    facts: Vec<Facts>,
}

impl Reader<'_> {
    fn sort_of(&self, kind: &str) -> Sort {
        let fits = |wanted: &str| self.library.kind_fits(kind, wanted);
        match () {
            () if fits("hero") => Sort::Hero,
            () if fits("monster") => Sort::Monster,
            () if fits("spawning-point") => Sort::Point,
            () if fits("loot") => Sort::Loot,
            () if fits("relic") => Sort::Relic,
            () if fits("mimic") => Sort::Mimic,
            () if fits("adventure") => Sort::Adventure,
            () if fits("tile-effect") => Sort::TileEffect,
            () if fits("tile") => Sort::Tile,
            () => Sort::Other,
        }
    }

    fn facts_of(
        &mut self,
        lowerer: &mut Lowerer<'_>,
        def: DefId,
        entity: &Entity,
    ) -> Lowered<Facts> {
        let number = |field: &str| entity.int(field).unwrap_or(0).clamp(0, 999) as i32;
        let sort = self.sort_of(&entity.kind);
        let sets = lowerer.values(entity, "set", "set")?;
        let named = ["linked", "monster", "boss"];
        let named = named.into_iter().find_map(|field| entity.refs(field).next());
        let mut facts = Facts {
            sort,
            rank: rank_of(lowerer, entity)?,
            sets: if sets == 0 { u64::MAX } else { sets },
            copies: entity.int("copies").unwrap_or(1).clamp(0, 99) as u16,
            types: lowerer.values(entity, "type", "type")?,
            is_large: entity.refs("base").next() == Some("large"),
            speed: number("speed"),
            actions: number("actions"),
            hearts: number("hearts").max(1),
            potions: number("potions"),
            skull: number("skull"),
            platform: ordinal_of(lowerer, entity, "platform")?,
            is_shapeshifted: entity.flag("shapeshifted"),
            is_paired: entity.flag("paired"),
            slot: ordinal_of(lowerer, entity, "slot")?,
            linked: named.map_or(Ok(NONE), |id| lowerer.def(id))?,
            timeout: NO_BLOCK,
            boss_fight: NO_ABILITIES,
            square: entity.refs("square").next().unwrap_or_default().to_owned(),
            ..Facts::default()
        };
        for (pool, name) in facts.pools.iter_mut().zip(["ATT", "ARM", "WILL", "DEX"]) {
            *pool = match entity.fields.get(name) {
                Some(Value::Pool { pool }) => lowerer.code.dice.pool(pool)?,
                Some(Value::Int(count)) => {
                    Pool::flat(lowerer.code.dice.main, (*count).clamp(0, 99) as i8)
                }
                _ => Pool::EMPTY,
            };
        }
        lines::add_bonuses(lowerer, self_abilities(lowerer, def), &entity.bonuses, &entity.id)?;
        for list in ["pool", "summons"] {
            for entry in entity.lists.get(list).into_iter().flatten() {
                facts.pool.push((lowerer.def(&entry.card)?, entry.count.min(99) as u8));
            }
        }
        for clause in &entity.clauses {
            self.read_clause(lowerer, def, entity, clause, &mut facts)?;
        }
        Ok(facts)
    }

    fn read_clause(
        &mut self,
        lowerer: &mut Lowerer<'_>,
        def: DefId,
        entity: &Entity,
        clause: &Clause,
        facts: &mut Facts,
    ) -> Lowered<()> {
        let kind = match clause.clause.as_str() {
            "action" => LineKind::Action,
            "attack" => LineKind::Attack,
            "potion" => LineKind::Potion,
            "shapeshift" => {
                let into = clause.fields.get("into").and_then(Value::as_ref_id);
                let into = lowerer.def(into.ok_or("a shapeshift needs `into`")?)?;
                facts.shapes.push((into, cost_of(clause, "cost")));
                return Ok(());
            }
            "side" => {
                let map = maps::of_field(clause.fields.get("map"));
                let map = map.ok_or("a side of a tile needs a map")?;
                facts.faces.push(maps::face(map, &super::board::words())?);
                return Ok(());
            }
            "dungeon" => {
                let own = lowerer.abilities(&clause.keywords, &clause.effects, &entity.id)?.0;
                lines::join_abilities(lowerer, self_abilities(lowerer, def), own);
                return Ok(());
            }
            "boss-fight" => {
                facts.boss_fight =
                    lowerer.abilities(&clause.keywords, &clause.effects, &entity.id)?.0;
                return Ok(());
            }
            "timeout" => {
                facts.timeout = lowerer.clause(clause, &entity.id)?;
                return Ok(());
            }
            _ => return Ok(()),
        };
        let cost = cost_of(clause, if kind == LineKind::Potion { "counters" } else { "cost" });
        let line = Line::read(lowerer, clause, &entity.id, kind, cost)?;
        facts.lines.push(self.lines.len() as u16);
        self.lines.push(line);
        Ok(())
    }
}

/// The abilities of a printed card.
fn self_abilities(lowerer: &Lowerer<'_>, def: DefId) -> AbilitiesId {
    lowerer.code.defs[usize::from(def)].abilities
}

fn cost_of(clause: &Clause, name: &str) -> i32 {
    clause.args.get(name).and_then(Value::as_int).unwrap_or(1).clamp(0, 99) as i32
}

fn ordinal_of(lowerer: &Lowerer<'_>, entity: &Entity, field: &str) -> Lowered<u8> {
    match entity.refs(field).next() {
        Some(id) => Ok(lowerer.ordinal(field, id)? as u8),
        None => Ok(0),
    }
}

fn rank_of(lowerer: &Lowerer<'_>, entity: &Entity) -> Lowered<Rank> {
    let place = ordinal_of(lowerer, entity, "rank")?;
    Rank::ALL.get(usize::from(place)).copied().ok_or_else(|| "there are six ranks".to_owned())
}

fn format_of(lowerer: &Lowerer<'_>, format: &Entity) -> Format {
    let number = |field: &str| format.int(field).unwrap_or(0).clamp(0, 99) as u8;
    let sets = lowerer.values(format, "sets", "set").unwrap_or(0);
    Format {
        min_players: number("min-players").max(2),
        max_players: number("max-players").max(2),
        size: Size {
            tiles: number("tiles"),
            heroes: number("heroes"),
            points: number("spawning-points"),
            mini_bosses: number("mini-bosses"),
            bosses: number("bosses"),
            chests: number("chests"),
            overcharges: format.flag("overcharge"),
            mini_boss_ends: format.flag("mini-boss-ends"),
            rounds: u32::try_from(format.int("rounds").unwrap_or(0)).unwrap_or(0),
            sets: if sets == 0 { u64::MAX } else { sets },
        },
    }
}

fn deck_of(lowerer: &Lowerer<'_>, library: &Library, deck: &Entity) -> Deck {
    let defs = |field: &str| -> Vec<DefId> {
        deck.refs(field).filter_map(|id| lowerer.def(id).ok()).collect()
    };
    let points = deck.lists.get("spawning-points").into_iter().flatten();
    let points = points
        .filter_map(|entry| Some((lowerer.def(&entry.card).ok()?, entry.count.min(99) as u8)));
    Deck {
        id: deck.id.clone(),
        is_roster: library.kind_fits(&deck.kind, "roster"),
        heroes: defs("heroes"),
        boss: defs("boss").first().copied().unwrap_or(NONE),
        mini_bosses: defs("mini-bosses"),
        points: points.collect(),
        tiles: defs("tiles"),
    }
}

/// Reports decks that are too large for any game.
fn check_deck(lowerer: &mut Lowerer<'_>, deck: &Deck, facts: &[Facts]) {
    let pool: usize = deck
        .points
        .iter()
        .map(|(point, count)| {
            let monsters = &facts[usize::from(*point)].pool;
            usize::from(*count) * monsters.iter().map(|(_, n)| usize::from(*n)).sum::<usize>()
        })
        .sum();
    if deck.heroes.len() > MAX_HEROES {
        lowerer.problem(&deck.id, format!("a party has at most {MAX_HEROES} Heroes"));
    }
    if pool + 40 > MAX_FIGURES {
        lowerer.problem(&deck.id, "the pool is larger than any table");
    }
}

fn tracker_of(tracker: &Entity) -> Tracker {
    let number = |field: &str| tracker.int(field).unwrap_or(0).clamp(0, 999) as u16;
    let numbers = |field: &str| -> Vec<u16> {
        let items = tracker.fields.get(field).map_or(&[][..], Value::items);
        items.iter().filter_map(Value::as_int).map(|number| number.clamp(0, 999) as u16).collect()
    };
    Tracker {
        gauge: number("gauge"),
        sixteen_bit_at: number("sixteen-bit-at"),
        super_at: number("super-at"),
        skulls_at: numbers("skulls-at"),
        meter: number("meter"),
        loot_at: numbers("loot-at"),
    }
}

/// The abilities of each status, from the card of that status.
fn statuses(lowerer: &mut Lowerer<'_>, library: &Library) -> Vec<AbilitiesId> {
    let values = lowerer.code.enums.get("status").cloned().unwrap_or_default();
    let effects: Vec<(DefId, String)> = lowerer
        .entities()
        .filter(|(_, entity)| library.kind_fits(&entity.kind, "status-effect"))
        .map(|(def, entity)| (def, entity.refs("status").next().unwrap_or_default().to_owned()))
        .collect();
    let mut abilities = Vec::new();
    for value in values {
        match effects.iter().find(|(_, status)| *status == value) {
            Some((def, _)) => abilities.push(self_abilities(lowerer, *def)),
            None => {
                lowerer.problem(&value, "no status effect says what this status does");
                abilities.push(NO_ABILITIES);
            }
        }
    }
    abilities
}
