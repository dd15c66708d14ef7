//! The content of Super Dungeon Explore, ready for play: what is printed on models, equipment,
//! tiles and boards, the sizes of the game, and what players bring.

use std::sync::Arc;

use cardwright_model::{Clause, Entity, Library, Value};

use super::dungeon::{Dungeon, Dungeons};
pub(super) use super::facts::Rank;
use super::facts::{self, Base, Platform};
use super::immunity::Hazard;
use super::lines::{self, Line, LineKind};
use super::state::{MAX_FIGURES, MAX_HEROES};
use super::vocabulary::VOCABULARY;
use cardwright_engine::Module;
use cardwright_engine::board::Face;
use cardwright_engine::core::code::{
    AbilitiesId, BlockId, Code, DefId, NO_ABILITIES, NO_BLOCK, NONE,
};
use cardwright_engine::core::dice::{Dice, Pool};
use cardwright_engine::core::{LowerError, Lowered, Lowerer, Printed};
use cardwright_engine::skirmish::tiles::{self, Drawn};
use cardwright_engine::skirmish::{Symbols, maps};
use cardwright_vocabulary::{Fact, Finding, Meaning};

/// Super Dungeon Explore with its content.
pub struct Explore {
    pub(super) code: Code,
    pub(super) facts: Printed<Facts>,
    pub(super) lines: Vec<Line>,
    pub(super) formats: Vec<Format>,
    pub(super) decks: Vec<Deck>,
    /// The abilities of a model with a status counter, by status.
    pub(super) statuses: Vec<AbilitiesId>,
    /// What each keyword does to others, by keyword.
    pub(super) hazards: Vec<Hazard>,
    pub(super) tracker: Tracker,
    pub(super) symbols: Symbols,
    pub(super) numbers: Numbers,
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

/// The kinds of printed cards.
const SORTS: &[(&str, Sort)] = &[
    ("hero", Sort::Hero),
    ("monster", Sort::Monster),
    ("spawning-point", Sort::Point),
    ("loot", Sort::Loot),
    ("relic", Sort::Relic),
    ("mimic", Sort::Mimic),
    ("adventure", Sort::Adventure),
    ("tile-effect", Sort::TileEffect),
    ("tile", Sort::Tile),
];

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
    pub platform: Platform,
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

/// The numbers of the rules, as the `game` declaration gives them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbers {
    pub spawn_budget: i32,
    pub turn_budget: i32,
    /// The most squares between the start marker and a way out of the first tile.
    pub start_distance: u8,
    /// The fewest squares between every Hero and the final enemy when it appears.
    pub final_distance: u8,
    /// Mini-bosses that may be on the map once the gauge is at 16-Bit, and later.
    pub mini_bosses: [usize; 2],
    pub first_potions: i32,
    /// Rounds that bring neither side nearer to its goal, after which the game is a draw.
    pub endless_rounds: u16,
}

impl Numbers {
    fn of(lowerer: &mut Lowerer<'_>) -> Numbers {
        let mut number = |fact: &Fact| lowerer.setting(fact).clamp(0, 99);
        Numbers {
            spawn_budget: number(&facts::SPAWN_BUDGET),
            turn_budget: number(&facts::TURN_BUDGET),
            start_distance: number(&facts::START_DISTANCE) as u8,
            final_distance: number(&facts::FINAL_DISTANCE) as u8,
            mini_bosses: [
                number(&facts::MINI_BOSSES_AT_SIXTEEN_BIT) as usize,
                number(&facts::MINI_BOSSES_LATER) as usize,
            ],
            first_potions: number(&facts::FIRST_POTIONS),
            endless_rounds: number(&facts::ENDLESS_ROUNDS).max(1) as u16,
        }
    }
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

impl Module for Explore {
    fn open(library: &Library) -> Result<Explore, LowerError> {
        let dice = Dice::of_library(library)?;
        let symbols = Symbols::of(&dice);
        let symbols = symbols.ok_or_else(|| LowerError::of("dice", "no die shows a star"))?;
        let mut lowerer = Lowerer::new(library, &VOCABULARY, dice, None)?;
        let numbers = Numbers::of(&mut lowerer);
        lowerer.cards();
        let mut lines = Vec::new();
        let cards = lowerer.entities().map(|(_, card)| card);
        let facts = lowerer.read_each(cards, |lowerer, card| facts_of(lowerer, card, &mut lines));
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
            facts: Printed::new(facts),
            lines,
            formats,
            decks,
            statuses,
            tracker,
            symbols,
            numbers,
            dungeons: Dungeons::default(),
            nowhere: Arc::new(nowhere),
        })
    }

    fn findings(library: &Library) -> Vec<Finding> {
        let (side, map) = (&facts::SIDE, &facts::SIDE_MAP);
        tiles::findings(library, &Drawn { kind: "tile", side, map })
    }
}

impl Explore {
    pub(super) fn facts(&self, def: DefId) -> &Facts {
        self.facts.of(def)
    }

    /// Printed cards of a sort that a size plays with and the engine can play.
    pub(super) fn printed(&self, sort: Sort, sets: u64) -> impl Iterator<Item = (DefId, &Facts)> {
        let is_wanted = move |facts: &Facts| facts.sort == sort && facts.sets & sets != 0;
        self.facts.playable(&self.code, is_wanted)
    }

    /// The adventure effects of a boss.
    pub(super) fn adventure_of(&self, boss: DefId) -> DefId {
        let mut all = self.printed(Sort::Adventure, u64::MAX);
        all.find(|(_, facts)| facts.linked == boss).map_or(NONE, |(def, _)| def)
    }

    /// What a printed card does while it is in effect.
    pub(super) fn abilities(&self, def: DefId) -> AbilitiesId {
        self.code.abilities_of(def)
    }
}

/// Reads a printed card, and adds its lines to those of the cards before.
fn facts_of(lowerer: &mut Lowerer<'_>, entity: &Entity, lines: &mut Vec<Line>) -> Lowered<Facts> {
    let number = |fact: &Fact| fact.int(entity).clamp(0, 999) as i32;
    let sort = lowerer.sort(entity, SORTS);
    let def = lowerer.def(&entity.id)?;
    let named = match sort {
        Sort::Loot | Sort::Relic => facts::LINKED.id(entity),
        Sort::Mimic => facts::LINKED.id(entity).or(facts::MIMIC_MONSTER.id(entity)),
        Sort::Adventure => facts::ADVENTURE_BOSS.id(entity),
        _ => None,
    };
    let mut facts = Facts {
        sort,
        rank: meaning(entity, &facts::RANK)?,
        sets: lowerer.values_or_all(entity, &facts::SET)?,
        copies: facts::COPIES.int(entity).clamp(0, 99) as u16,
        types: lowerer.values(entity, &facts::TYPE)?,
        is_large: facts::BASE.id(entity).and_then(Base::named) == Some(Base::Large),
        speed: number(&facts::SPEED),
        actions: number(&facts::ACTIONS),
        hearts: number(&facts::HEARTS).max(1),
        potions: number(&facts::POTIONS),
        skull: number(&facts::SKULL),
        platform: meaning(entity, &facts::PLATFORM)?,
        is_shapeshifted: facts::SHAPESHIFTED.flag(entity),
        is_paired: facts::PAIRED.flag(entity),
        slot: lowerer.value(entity, &facts::SLOT)?.unwrap_or(0) as u8,
        linked: named.map_or(Ok(NONE), |id| lowerer.def(id))?,
        timeout: NO_BLOCK,
        boss_fight: NO_ABILITIES,
        square: facts::SQUARE.id(entity).unwrap_or_default().to_owned(),
        ..Facts::default()
    };
    let dice = [facts::ATT, facts::ARM, facts::WILL, facts::DEX];
    for (pool, fact) in facts.pools.iter_mut().zip(dice) {
        *pool = lowerer.pool_of(entity, &fact)?;
    }
    lines::add_bonuses(lowerer, lowerer.code.abilities_of(def), &entity.bonuses, &entity.id)?;
    for list in [facts::POOL, facts::SUMMONS] {
        facts.pool.extend(lowerer.counted(entity, &list)?);
    }
    for clause in &entity.clauses {
        if let Some(line) = read_clause(lowerer, entity, clause, &mut facts)? {
            facts.lines.push(lines.len() as u16);
            lines.push(line);
        }
    }
    Ok(facts)
}

/// Reads a clause of a card. Returns the line that it is, if it is one.
fn read_clause(
    lowerer: &mut Lowerer<'_>,
    entity: &Entity,
    clause: &Clause,
    facts: &mut Facts,
) -> Lowered<Option<Line>> {
    let (kind, cost) = match () {
        () if facts::ACTION.is(clause) => (LineKind::Action, facts::ACTION_COST),
        () if facts::ATTACK.is(clause) => (LineKind::Attack, facts::ATTACK_COST),
        () if facts::POTION.is(clause) => (LineKind::Potion, facts::POTION_COST),
        () if facts::SHAPESHIFT.is(clause) => {
            let into = facts::SHAPESHIFT_INTO.id(clause);
            let into = lowerer.def(into.ok_or("a shapeshift needs `into`")?)?;
            facts.shapes.push((into, cost_of(clause, &facts::SHAPESHIFT_COST)));
            return Ok(None);
        }
        () if facts::SIDE.is(clause) => {
            let map = maps::of_field(facts::SIDE_MAP.value(clause));
            let map = map.ok_or("a side of a tile needs a map")?;
            facts.faces.push(maps::face(map, &super::board::words())?);
            return Ok(None);
        }
        () if facts::DUNGEON.is(clause) => {
            let own = lowerer.abilities(&clause.keywords, &clause.effects, &entity.id)?.0;
            let card = lowerer.code.abilities_of(lowerer.def(&entity.id)?);
            lines::join_abilities(lowerer, card, own);
            return Ok(None);
        }
        () if facts::BOSS_FIGHT.is(clause) => {
            facts.boss_fight = lowerer.abilities(&clause.keywords, &clause.effects, &entity.id)?.0;
            return Ok(None);
        }
        () if facts::TIMEOUT.is(clause) => {
            facts.timeout = lowerer.clause(clause, &entity.id)?;
            return Ok(None);
        }
        () => return Ok(None),
    };
    let cost = cost_of(clause, &cost);
    Ok(Some(Line::read(lowerer, clause, &entity.id, kind, cost)?))
}

fn cost_of(clause: &Clause, cost: &Fact) -> i32 {
    cost.int(clause).clamp(0, 99) as i32
}

/// What the card's value of an enum means; the first meaning for a card that has none.
fn meaning<M: Meaning + Default>(entity: &Entity, fact: &Fact) -> Lowered<M> {
    match fact.id(entity) {
        Some(id) => M::named(id).ok_or_else(|| format!("no rule knows the {} `{id}`", fact.name)),
        None => Ok(M::default()),
    }
}

fn format_of(lowerer: &Lowerer<'_>, format: &Entity) -> Format {
    let number = |fact: &Fact| fact.int(format).clamp(0, 99) as u8;
    Format {
        min_players: number(&facts::MIN_PLAYERS).max(2),
        max_players: number(&facts::MAX_PLAYERS).max(2),
        size: Size {
            tiles: number(&facts::FORMAT_TILES),
            heroes: number(&facts::FORMAT_HEROES),
            points: number(&facts::FORMAT_POINTS),
            mini_bosses: number(&facts::FORMAT_MINI_BOSSES),
            bosses: number(&facts::FORMAT_BOSSES),
            chests: number(&facts::CHESTS),
            overcharges: facts::OVERCHARGE.flag(format),
            mini_boss_ends: facts::MINI_BOSS_ENDS.flag(format),
            sets: lowerer.values_or_all(format, &facts::SETS).unwrap_or(u64::MAX),
        },
    }
}

fn deck_of(lowerer: &Lowerer<'_>, library: &Library, deck: &Entity) -> Deck {
    let defs = |fact: &Fact| lowerer.defs_of(deck, fact);
    Deck {
        id: deck.id.clone(),
        is_roster: library.kind_fits(&deck.kind, "roster"),
        heroes: defs(&facts::PARTY_HEROES),
        boss: defs(&facts::ROSTER_BOSS).first().copied().unwrap_or(NONE),
        mini_bosses: defs(&facts::ROSTER_MINI_BOSSES),
        points: lowerer.counted(deck, &facts::ROSTER_POINTS).unwrap_or_default(),
        tiles: defs(&facts::ROSTER_TILES),
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
    let number = |fact: &Fact| fact.int(tracker).clamp(0, 999) as u16;
    let numbers = |fact: &Fact| -> Vec<u16> {
        fact.items(tracker)
            .iter()
            .filter_map(Value::as_int)
            .map(|number| number.clamp(0, 999) as u16)
            .collect()
    };
    Tracker {
        gauge: number(&facts::GAUGE),
        sixteen_bit_at: number(&facts::SIXTEEN_BIT_AT),
        super_at: number(&facts::SUPER_AT),
        skulls_at: numbers(&facts::SKULLS_AT),
        meter: number(&facts::METER),
        loot_at: numbers(&facts::LOOT_AT),
    }
}

/// The abilities of each status, from the card of that status.
fn statuses(lowerer: &mut Lowerer<'_>, library: &Library) -> Vec<AbilitiesId> {
    let values = lowerer.code.enums.get("status").cloned().unwrap_or_default();
    let effects: Vec<(DefId, String)> = lowerer
        .entities()
        .filter(|(_, entity)| library.kind_fits(&entity.kind, "status-effect"))
        .map(|(def, entity)| (def, facts::STATUS.id(entity).unwrap_or_default().to_owned()))
        .collect();
    let mut abilities = Vec::new();
    for value in values {
        match effects.iter().find(|(_, status)| *status == value) {
            Some((def, _)) => abilities.push(lowerer.code.abilities_of(*def)),
            None => {
                lowerer.problem(&value, "no status effect says what this status does");
                abilities.push(NO_ABILITIES);
            }
        }
    }
    abilities
}
