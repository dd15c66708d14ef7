//! The content of Super Dungeon Arcade, ready for play: what is printed on models, equipment,
//! the Consul's cards, charts and tiles.

use std::collections::BTreeMap;

use cardwright_model::{Clause, Entity, Library, Value};

use super::lines::Line;
use super::terrain::Fields;
use super::vocabulary::{Mark, Stat, VOCABULARY};
use crate::board::Face;
use crate::core::code::{AbilitiesId, BlockId, DefId, NO_ABILITIES, NO_BLOCK, NO_NODE, NONE, NodeId};
use crate::core::dice::{Dice, Pool};
use crate::core::lower::{LowerError, Lowered, Lowerer, Scope};
use crate::core::words::Words;
use crate::core::Code;

/// Attributes, in the order of the vocabulary's first stats.
pub(super) const ATTRIBUTES: [Stat; 4] = [Stat::Strength, Stat::Armor, Stat::Will, Stat::Dexterity];
/// The attribute of each kind of attack: melee, magic, missile.
pub(super) const ATTRIBUTE_OF_KIND: [u8; 3] = [0, 2, 3];
/// Most Heroes in a party.
pub(super) const MAX_HEROES: usize = 6;

/// The game.
#[derive(Debug)]
pub struct Arcade {
    pub(super) code: Code,
    pub(super) facts: Vec<Facts>,
    pub(super) lines: Vec<Line>,
    /// Names of action lines, each once.
    pub(super) names: Vec<String>,
    pub(super) formats: Vec<FormatFacts>,
    pub(super) parties: Vec<Party>,
    /// What suffering each status means, by its place in the enum.
    pub(super) sufferings: Vec<AbilitiesId>,
    pub(super) symbols: Symbols,
    pub(super) fields: Fields,
}

/// What the dice show, by place.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Symbols {
    pub star: u8,
    pub heart: u8,
    pub potion: u8,
    /// The die of the dungeon and of plots.
    pub green: u8,
}

/// What a printed card is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Sort {
    Hero,
    Monster,
    Point,
    Loot,
    Treasure,
    BooBooty,
    Challenge,
    BossChallenge,
    Plot,
    Mode,
    TileEffect,
    Tile,
    Chart,
    #[default]
    Other,
}

/// What a monster is among its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Rank {
    Boss,
    MiniBoss,
    #[default]
    Solo,
    Elite,
    Minion,
    BooBooty,
}

/// What a monster fights with.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Profile {
    pub actions: i32,
    pub strength: i32,
    pub range: i32,
    pub armor: Option<i32>,
}

/// A space of the chart.
#[derive(Debug, Clone, Default)]
pub(super) struct Space {
    /// Commands by place in the enum, and how often.
    pub commands: Vec<(u8, u8)>,
    pub bonuses: Vec<(Stat, Pool)>,
}

/// Facts about a printed card.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    pub sort: Sort,
    pub rank: Rank,
    pub copies: u16,
    pub sets: u64,
    pub affinity: u64,
    pub types: u64,
    pub is_large: bool,
    pub hearts: i32,
    pub movement: i32,
    pub armor: i32,
    /// Alone, or of a solo.
    pub alone: Profile,
    /// With somebody bonded.
    pub with_gang: Profile,
    pub actions: i32,
    pub pools: [Pool; 4],
    /// Ranges of the basic attacks: melee, magic, missile; 0 for none.
    pub strikes: [i32; 3],
    /// Attributes with a defense icon, as bits.
    pub defends: u8,
    pub potions: i32,
    pub slots: u64,
    pub lines: Vec<u16>,
    /// Of an elite: who can be bonded to it.
    pub bonded: Vec<DefId>,
    pub spawns: Vec<(DefId, u8)>,
    pub pool: Vec<(DefId, u8)>,
    pub slot: u8,
    pub is_cursed: bool,
    pub is_for_consul: bool,
    pub linked: DefId,
    /// The monster of a boo booty, the boss of a boss challenge, the other form of a shifter.
    pub other: DefId,
    pub bonuses: Vec<(Stat, Pool)>,
    pub trap: BlockId,
    /// What a challenge does while it lies there.
    pub holds: AbilitiesId,
    /// When a plot is discarded.
    pub discard: NodeId,
    /// The squares of a tile effect, and whether it is a blessing.
    pub square: String,
    pub is_blessing: bool,
    pub is_hard: bool,
    pub faces: Vec<Face>,
    pub spaces: Vec<Space>,
    /// The sizes of party that a chart is for.
    pub heroes: (i64, i64),
}

/// A size of the game.
#[derive(Debug, Clone)]
pub(super) struct FormatFacts {
    pub id: String,
    pub heroes: (i64, i64),
    pub tiles: usize,
    pub points: usize,
    pub mini_bosses: usize,
    pub activations: i32,
    pub first_spawns: usize,
    pub turn_limit: u32,
    pub chart: DefId,
    pub sets: u64,
}

/// Who goes, and against whom.
#[derive(Debug, Clone)]
pub(super) struct Party {
    pub id: String,
    pub format: String,
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
        let dice = Dice::of_library(library).map_err(|error| {
            let at = "dice".to_owned();
            LowerError::Content(vec![crate::core::lower::Problem { at, message: error.to_string() }])
        })?;
        let symbols = Symbols {
            star: dice.symbol("star").unwrap_or(dice.main),
            heart: dice.symbol("heart").unwrap_or(u8::MAX),
            potion: dice.symbol("potion").unwrap_or(u8::MAX),
            green: dice.die("green").unwrap_or(0),
        };
        let mut lowerer = Lowerer::new(library, &VOCABULARY, dice, Some("drawn"))?;
        lowerer.cards();
        let mut reader =
            Reader { library, lines: Vec::new(), names: Vec::new(), facts: Vec::new() };
        for (_, entity) in lowerer.entities() {
            let facts = reader.facts_of(&mut lowerer, entity).unwrap_or_else(|message| {
                lowerer.problem(&entity.id, message);
                Facts::default()
            });
            reader.facts.push(facts);
        }
        reader.bond(&lowerer);
        let sufferings = reader.sufferings(&mut lowerer);
        let formats = library.formats().map(|format| format_of(&lowerer, format)).collect();
        let parties = library.decks().map(|deck| party_of(&lowerer, deck)).collect();
        for party in &parties {
            let party: &Party = party;
            if party.heroes.len() > MAX_HEROES {
                lowerer.problem(&party.id, "a party has at most 6 Heroes");
            }
        }
        let Reader { lines, names, facts, .. } = reader;
        let (code, fields) = (lowerer.finish()?, Fields::default());
        Ok(Arcade { code, facts, lines, names, formats, parties, sufferings, symbols, fields })
    }

    pub(super) fn facts(&self, def: DefId) -> &Facts {
        static NOTHING: std::sync::LazyLock<Facts> = std::sync::LazyLock::new(|| Facts {
            linked: NONE,
            other: NONE,
            discard: NO_NODE,
            ..Facts::default()
        });
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

    /// The chart for so many Heroes: that of the format, else the first that fits.
    pub(super) fn chart_for(&self, format: &FormatFacts, heroes: usize) -> DefId {
        if format.chart != NONE {
            return format.chart;
        }
        let count = heroes as i64;
        let mut charts = self.printed(Sort::Chart, u64::MAX);
        charts
            .find(|(_, facts)| facts.heroes.0 <= count && count <= facts.heroes.1)
            .map_or(NONE, |(def, _)| def)
    }
}

/// What is read from cards, one after the other.
struct Reader<'l> {
    library: &'l Library,
    lines: Vec<Line>,
    names: Vec<String>,
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
            () if fits("treasure") => Sort::Treasure,
            () if fits("boo-booty") => Sort::BooBooty,
            () if fits("boss-challenge") => Sort::BossChallenge,
            () if fits("challenge") => Sort::Challenge,
            () if fits("plot") => Sort::Plot,
            () if fits("mode") => Sort::Mode,
            () if fits("tile-effect") => Sort::TileEffect,
            () if fits("tile") => Sort::Tile,
            () if fits("chart") => Sort::Chart,
            () => Sort::Other,
        }
    }

    fn facts_of(&mut self, lowerer: &mut Lowerer<'_>, entity: &Entity) -> Lowered<Facts> {
        let number = |field: &str| entity.int(field).unwrap_or(0).clamp(-999, 999) as i32;
        let sort = self.sort_of(&entity.kind);
        let sets = lowerer.values(entity, "set", "set")?;
        let named = |lowerer: &Lowerer<'_>, field: &str| match entity.refs(field).next() {
            Some(id) => lowerer.def(id),
            None => Ok(NONE),
        };
        let other = ["monster", "boss", "shapeshift"].into_iter().find(|field| entity.refs(field).next().is_some());
        let other = other.map_or(Ok(NONE), |field| named(lowerer, field))?;
        let mut facts = Facts {
            sort,
            rank: rank_of(entity),
            copies: entity.int("copies").unwrap_or(1).clamp(0, 99) as u16,
            sets: if sets == 0 { u64::MAX } else { sets },
            affinity: lowerer.values(entity, "affinity", "crystal")?,
            types: lowerer.values(entity, "type", "type")?,
            is_large: entity.refs("base").next() == Some("large"),
            hearts: number("hearts").max(1),
            movement: number("movement"),
            actions: number("actions"),
            potions: number("potion-quantity"),
            linked: named(lowerer, "linked-to")?,
            other,
            is_cursed: entity.flag("cursed"),
            is_for_consul: entity.flag("consul-only"),
            is_blessing: entity.flag("blessing"),
            is_hard: self.library.kind_fits(&entity.kind, "hard-mode"),
            square: entity.refs("square").next().unwrap_or_default().to_owned(),
            trap: NO_BLOCK,
            holds: NO_ABILITIES,
            discard: NO_NODE,
            heroes: range_of(entity),
            bonuses: bonuses(lowerer, &entity.bonuses)?,
            strikes: ["melee", "magic", "missile"].map(number),
            ..Facts::default()
        };
        match sort {
            Sort::Hero => {
                for (place, stat) in ATTRIBUTES.iter().enumerate() {
                    facts.pools[place] = pool_of(lowerer, entity, stat.name())?;
                }
                facts.defends = lowerer.values(entity, "defense", "attribute")? as u8;
                facts.slots = lowerer.values(entity, "slots", "slot")?;
            }
            Sort::Monster => {
                facts.armor = number("ARM");
                let own = Profile {
                    actions: facts.actions,
                    strength: number("STR"),
                    range: number("RNG"),
                    armor: None,
                };
                facts.alone = profile(entity, "solo").unwrap_or(own);
                facts.with_gang = profile(entity, "gang").unwrap_or(facts.alone);
            }
            Sort::Point => {
                facts.armor = number("ARM");
                facts.spawns = counted(lowerer, entity, "spawns")?;
                facts.pool = counted(lowerer, entity, "pool")?;
            }
            Sort::Loot | Sort::Treasure => {
                let slot = entity.refs("slot").next().unwrap_or_default();
                facts.slot = lowerer.ordinal("slot", slot)? as u8;
            }
            Sort::Challenge | Sort::BossChallenge => {
                if let Some(trap) = entity.clauses_named("trap").next() {
                    facts.trap = lowerer.clause(trap, &entity.id)?;
                }
                if let Some(holds) = entity.clauses_named("challenge").next() {
                    facts.holds =
                        lowerer.abilities(&holds.keywords, &holds.effects, &entity.id)?.0;
                }
            }
            Sort::Plot => {
                if let Some(Value::Formula { formula }) = entity.fields.get("discard") {
                    facts.discard = lowerer.condition(formula, &Scope::of(&entity.id))?;
                }
            }
            Sort::Tile => {
                for side in entity.clauses_named("side") {
                    let map = side.fields.get("map").and_then(Value::as_map);
                    let map = map.ok_or("a side of a tile has no map")?;
                    facts.faces.push(super::terrain::face_of(map)?);
                }
            }
            Sort::Chart => facts.spaces = spaces(lowerer, entity)?,
            _ => {}
        }
        for clause in &entity.clauses {
            if matches!(clause.clause.as_str(), "attack" | "support" | "potion") {
                let name = self.name(clause.label.as_deref().unwrap_or("?"));
                let line = Line::of(lowerer, clause, &entity.id, name, sort == Sort::Monster)?;
                facts.lines.push(self.lines.len() as u16);
                self.lines.push(line);
            }
        }
        Ok(facts)
    }

    fn name(&mut self, name: &str) -> u16 {
        let known = self.names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        }) as u16
    }

    /// Gang cards say who is bonded to whom.
    fn bond(&mut self, lowerer: &Lowerer<'_>) {
        for (_, entity) in lowerer.entities() {
            let elite = entity.refs("elite").next().and_then(|id| lowerer.def(id).ok());
            if let Some(elite) = elite {
                let bonded: Vec<DefId> =
                    entity.refs("bonded").filter_map(|id| lowerer.def(id).ok()).collect();
                let facts = &mut self.facts[usize::from(elite)];
                facts.bonded.extend(bonded);
                facts.bonded.dedup();
            }
        }
    }

    /// A status `x` works as the keyword `status-x` says.
    fn sufferings(&self, lowerer: &mut Lowerer<'_>) -> Vec<AbilitiesId> {
        let statuses = lowerer.code.enums.get("status").cloned().unwrap_or_default();
        let mut sufferings = Vec::new();
        for status in statuses {
            let keyword = format!("status-{status}");
            let is_known = self.library.keywords().any(|known| known.id == keyword);
            let used =
                cardwright_model::KeywordUse { keyword, args: Vec::new(), then: Vec::new() };
            let lowered =
                if is_known { lowerer.abilities(&[used], &[], &status) } else { Ok((NO_ABILITIES, Vec::new())) };
            match lowered {
                Ok((abilities, _)) => sufferings.push(abilities),
                Err(message) => {
                    lowerer.problem(&status, message);
                    sufferings.push(NO_ABILITIES);
                }
            }
        }
        sufferings
    }
}

fn rank_of(entity: &Entity) -> Rank {
    match entity.refs("rank").next() {
        Some("dungeon-boss") => Rank::Boss,
        Some("mini-boss") => Rank::MiniBoss,
        Some("elite") => Rank::Elite,
        Some("minion") => Rank::Minion,
        Some("boo-booty") => Rank::BooBooty,
        _ => Rank::Solo,
    }
}

fn range_of(entity: &Entity) -> (i64, i64) {
    match entity.fields.get("heroes") {
        Some(Value::Range { min, max }) => (*min, max.unwrap_or(i64::MAX)),
        Some(Value::Int(count)) => (*count, *count),
        _ => (1, i64::MAX),
    }
}

fn pool_of(lowerer: &Lowerer<'_>, entity: &Entity, field: &str) -> Lowered<Pool> {
    match entity.fields.get(field) {
        Some(Value::Pool { pool }) => lowerer.code.dice.pool(pool),
        Some(Value::Int(count)) => {
            Ok(Pool::flat(lowerer.code.dice.main, (*count).clamp(-99, 99) as i8))
        }
        _ => Ok(Pool::EMPTY),
    }
}

/// What bonuses add to: stats of the vocabulary only.
pub(super) fn bonuses(
    lowerer: &Lowerer<'_>,
    bonuses: &[cardwright_model::Bonus],
) -> Lowered<Vec<(Stat, Pool)>> {
    let mut read = Vec::new();
    for bonus in bonuses {
        let stat = Stat::named(&bonus.to);
        let stat = stat.ok_or_else(|| format!("nothing is called `{}` in play", bonus.to))?;
        read.push((stat, lowerer.code.dice.pool(&bonus.amount)?));
    }
    Ok(read)
}

fn profile(entity: &Entity, clause: &str) -> Option<Profile> {
    let clause: &Clause = entity.clauses_named(clause).next()?;
    let number = |field: &str| clause.fields.get(field).and_then(Value::as_int);
    let small = |value: Option<i64>| value.unwrap_or(0).clamp(0, 99) as i32;
    Some(Profile {
        actions: small(number("actions")),
        strength: small(number("STR")),
        range: small(number("RNG")),
        armor: number("ARM").map(|armor| armor.clamp(0, 99) as i32),
    })
}

fn counted(lowerer: &Lowerer<'_>, entity: &Entity, list: &str) -> Lowered<Vec<(DefId, u8)>> {
    let entries = entity.lists.get(list).map_or(&[][..], Vec::as_slice);
    entries.iter().map(|entry| Ok((lowerer.def(&entry.card)?, entry.count.min(99) as u8))).collect()
}

fn spaces(lowerer: &mut Lowerer<'_>, entity: &Entity) -> Lowered<Vec<Space>> {
    let mut numbered: BTreeMap<i64, Space> = BTreeMap::new();
    for (place, clause) in entity.clauses_named("space").enumerate() {
        let index = clause.args.get("index").and_then(Value::as_int);
        let (id, _) = lowerer.abilities(&clause.keywords, &[], &entity.id)?;
        let mut space = Space { commands: Vec::new(), bonuses: bonuses(lowerer, &clause.bonuses)? };
        for (command, times) in super::lines::marks(lowerer, id, Mark::Commands) {
            space.commands.push((command as u8, times.max(1) as u8));
        }
        numbered.insert(index.unwrap_or(place as i64 + 1), space);
    }
    Ok(numbered.into_values().collect())
}

fn format_of(lowerer: &Lowerer<'_>, format: &Entity) -> FormatFacts {
    let number = |field: &str, usual: i64| format.int(field).unwrap_or(usual).clamp(0, 1000);
    let sets = lowerer.values(format, "sets", "set").unwrap_or(0);
    FormatFacts {
        id: format.id.clone(),
        heroes: range_of(format),
        tiles: number("tiles", 3) as usize,
        points: number("spawning-points", 3) as usize,
        mini_bosses: number("mini-bosses", 1) as usize,
        activations: number("activations", 2) as i32,
        first_spawns: number("first-spawns", 1) as usize,
        turn_limit: number("turn-limit", 120) as u32,
        chart: format.refs("chart").next().and_then(|id| lowerer.def(id).ok()).unwrap_or(NONE),
        sets: if sets == 0 { u64::MAX } else { sets },
    }
}

fn party_of(lowerer: &Lowerer<'_>, deck: &Entity) -> Party {
    let defs = |field: &str| -> Vec<DefId> {
        deck.refs(field).filter_map(|id| lowerer.def(id).ok()).collect()
    };
    Party {
        id: deck.id.clone(),
        format: deck.target.clone().unwrap_or_default(),
        heroes: defs("party"),
        boss: defs("boss").first().copied().unwrap_or(NONE),
        mini_bosses: defs("mini-bosses"),
        points: defs("spawning-points"),
        tiles: defs("tiles"),
        modes: defs("modes"),
    }
}
