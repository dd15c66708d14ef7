//! What is printed on cards, in the form that the rules need.

use std::collections::BTreeMap;

use cardwright_model::{Bonus, Entity, KeywordUse, Library, Value};

use super::content::ATTRIBUTES;
use super::field::map_words;
use super::lines::Line;
use super::vocabulary::{Mark, Stat};
use cardwright_engine::board::Face;
use cardwright_engine::core::code::{
    AbilitiesId, BlockId, DefId, NO_ABILITIES, NO_BLOCK, NO_NODE, NONE, NodeId,
};
use cardwright_engine::core::dice::Pool;
use cardwright_engine::core::lower::{Lowered, Lowerer, Scope};
use cardwright_engine::core::words::Words;

/// The kind of a printed card.
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

/// The rank of a monster.
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

/// The numbers that a monster fights with.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Attributes {
    pub actions: i32,
    pub strength: i32,
    pub range: i32,
    pub armor: i32,
}

/// A space of the chart.
#[derive(Debug, Clone, Default)]
pub(super) struct Space {
    /// The commands by their index in the enum, and how often each is performed.
    pub commands: Vec<(u8, u8)>,
    pub bonuses: Vec<(Stat, Pool)>,
}

/// Facts about a printed card.
#[derive(Debug, Clone)]
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
    pub actions: i32,
    /// The attributes of a solo, or of an elite to which nobody is bonded.
    pub alone: Attributes,
    /// The attributes of an elite to which anybody is bonded.
    pub with_gang: Attributes,
    pub pools: [Pool; 4],
    /// Ranges of the basic attacks: melee, magic, missile; 0 for none.
    pub strikes: [i32; 3],
    /// Attributes with a defense icon, as bits.
    pub defends: u8,
    pub potions: i32,
    pub slots: u64,
    pub lines: Vec<u16>,
    /// The kinds of models that can be bonded to an elite.
    pub bonded: Vec<DefId>,
    pub spawns: Vec<(DefId, u8)>,
    pub pool: Vec<(DefId, u8)>,
    pub slot: u8,
    pub is_cursed: bool,
    pub is_for_consul: bool,
    /// The model that must be in the game for this card to be in its deck.
    pub linked: DefId,
    /// The monster of a boo booty, the boss of a boss challenge, the other form of a shifter.
    pub other: DefId,
    /// Whether it is the other form of a shapeshifter, with which nobody starts.
    pub is_shape: bool,
    pub bonuses: Vec<(Stat, Pool)>,
    pub trap: BlockId,
    /// The abilities of a challenge or plot while it is in play.
    pub holds: AbilitiesId,
    /// When a plot is discarded.
    pub discard: NodeId,
    /// The squares of a tile effect, as bits.
    pub square: u64,
    pub is_blessing: bool,
    pub faces: Vec<Face>,
    pub spaces: Vec<Space>,
    /// The sizes of party that a chart is for.
    pub heroes: (i64, i64),
}

impl Default for Facts {
    fn default() -> Facts {
        Facts {
            sort: Sort::Other,
            rank: Rank::Solo,
            copies: 1,
            sets: 0,
            affinity: 0,
            types: 0,
            is_large: false,
            hearts: 1,
            movement: 0,
            actions: 0,
            alone: Attributes::default(),
            with_gang: Attributes::default(),
            pools: [Pool::EMPTY; 4],
            strikes: [0; 3],
            defends: 0,
            potions: 0,
            slots: 0,
            lines: Vec::new(),
            bonded: Vec::new(),
            spawns: Vec::new(),
            pool: Vec::new(),
            slot: 0,
            is_cursed: false,
            is_for_consul: false,
            linked: NONE,
            other: NONE,
            is_shape: false,
            bonuses: Vec::new(),
            trap: NO_BLOCK,
            holds: NO_ABILITIES,
            discard: NO_NODE,
            square: 0,
            is_blessing: false,
            faces: Vec::new(),
            spaces: Vec::new(),
            heroes: (1, i64::MAX),
        }
    }
}

/// Reads printed cards, one after the other.
pub(super) struct Reader<'l> {
    library: &'l Library,
    pub lines: Vec<Line>,
    pub names: Vec<String>,
    pub facts: Vec<Facts>,
}

impl<'l> Reader<'l> {
    pub(super) fn new(library: &'l Library) -> Reader<'l> {
        Reader { library, lines: Vec::new(), names: Vec::new(), facts: Vec::new() }
    }

    /// Reads a card; what does not fit is reported.
    pub(super) fn read(&mut self, lowerer: &mut Lowerer<'_>, entity: &Entity) {
        let facts = self.facts_of(lowerer, entity).unwrap_or_else(|message| {
            lowerer.problem(&entity.id, message);
            Facts::default()
        });
        self.facts.push(facts);
    }

    fn sort_of(&self, kind: &str) -> Sort {
        let fits = |wanted: &str| self.library.kind_fits(kind, wanted);
        match () {
            () if fits("hero") => Sort::Hero,
            () if fits("monster") => Sort::Monster,
            () if fits("spawning-point") => Sort::Point,
            () if fits("loot") => Sort::Loot,
            () if fits("treasure") => Sort::Treasure,
            () if fits("boo-booty") => Sort::BooBooty,
            // Plots extend challenges, so they must be recognized first.
            () if fits("plot") => Sort::Plot,
            () if fits("boss-challenge") => Sort::BossChallenge,
            () if fits("challenge") => Sort::Challenge,
            () if fits("mode") => Sort::Mode,
            () if fits("tile-effect") => Sort::TileEffect,
            () if fits("tile") => Sort::Tile,
            () if fits("chart") => Sort::Chart,
            () => Sort::Other,
        }
    }

    fn facts_of(&mut self, lowerer: &mut Lowerer<'_>, entity: &Entity) -> Lowered<Facts> {
        let number = |field: &str| entity.int(field).unwrap_or(0).clamp(-999, 999) as i32;
        let named = |lowerer: &Lowerer<'_>, field: &str| match entity.refs(field).next() {
            Some(id) => lowerer.def(id),
            None => Ok(NONE),
        };
        let sort = self.sort_of(&entity.kind);
        let sets = lowerer.values(entity, "set", "set")?;
        let mut facts = Facts {
            sort,
            rank: rank_of(entity),
            copies: entity.int("copies").unwrap_or(1).clamp(0, 99) as u16,
            sets: if sets == 0 { u64::MAX } else { sets },
            is_large: entity.refs("base").next() == Some("large"),
            hearts: number("hearts").max(1),
            movement: number("movement"),
            actions: number("actions"),
            potions: number("potion-quantity"),
            linked: named(lowerer, "linked-to")?,
            is_shape: entity.flag("shapeshifted"),
            is_cursed: entity.flag("cursed"),
            is_for_consul: entity.flag("consul-only"),
            is_blessing: entity.flag("blessing"),
            heroes: range_of(entity),
            bonuses: bonuses(lowerer, &entity.bonuses)?,
            strikes: ["melee", "magic", "missile"].map(number),
            ..Facts::default()
        };
        if matches!(sort, Sort::Hero | Sort::Monster | Sort::Point) {
            facts.types = lowerer.values(entity, "type", "type")?;
            facts.affinity = lowerer.values(entity, "affinity", "crystal")?;
        }
        for field in ["monster", "boss", "shapeshift"] {
            if facts.other == NONE && sort != Sort::Other {
                facts.other = named(lowerer, field)?;
            }
        }
        match sort {
            Sort::Hero => {
                for (place, stat) in ATTRIBUTES.iter().enumerate() {
                    facts.pools[place] = pool_of(lowerer, entity, stat.name())?;
                }
                facts.defends = lowerer.values(entity, "defense", "attribute")? as u8;
                facts.slots = match lowerer.values(entity, "slots", "slot")? {
                    0 => u64::MAX,
                    slots => slots,
                };
            }
            Sort::Monster | Sort::Point => {
                let own = Attributes {
                    actions: facts.actions,
                    strength: number("STR"),
                    range: number("RNG"),
                    armor: number("ARM"),
                };
                facts.alone = attributes(entity, "alone", own.armor).unwrap_or(own);
                let with_gang = attributes(entity, "with-gang", own.armor);
                facts.with_gang = with_gang.unwrap_or(facts.alone);
                facts.spawns = counted(lowerer, entity, "spawns")?;
                facts.pool = counted(lowerer, entity, "pool")?;
            }
            Sort::Loot | Sort::Treasure => {
                let slot = entity.refs("slot").next().unwrap_or_default();
                facts.slot = lowerer.ordinal("slot", slot)? as u8;
            }
            Sort::Challenge | Sort::BossChallenge | Sort::Plot => {
                if let Some(trap) = entity.clauses_named("trap").next() {
                    facts.trap = lowerer.clause(trap, &entity.id)?;
                }
                let holds = if sort == Sort::Plot { "plot" } else { "challenge" };
                if let Some(holds) = entity.clauses_named(holds).next() {
                    facts.holds = lowerer.abilities(&holds.keywords, &holds.effects, &entity.id)?.0;
                }
                if let Some(Value::Formula { formula }) = entity.fields.get("discard") {
                    facts.discard = lowerer.condition(formula, &Scope::of(&entity.id))?;
                }
            }
            Sort::Tile => {
                for side in entity.clauses_named("side") {
                    let map = cardwright_engine::skirmish::maps::of_field(side.fields.get("map"));
                    let map = map.ok_or("a side of a tile has no map")?;
                    facts.faces.push(cardwright_engine::skirmish::maps::face(map, &map_words())?);
                }
            }
            Sort::TileEffect => facts.square = lowerer.values(entity, "square", "square")?,
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

    /// Reads gang cards, which say who can be bonded to whom and give crystals to both.
    pub(super) fn bond(&mut self, lowerer: &mut Lowerer<'_>) {
        for (_, entity) in lowerer.entities() {
            if !self.library.kind_fits(&entity.kind, "gang") {
                continue;
            }
            let defs = |field: &str| -> Vec<DefId> {
                entity.refs(field).filter_map(|id| lowerer.def(id).ok()).collect()
            };
            let (elites, bonded) = (defs("elite"), defs("bonded"));
            let affinity = lowerer.values(entity, "affinity", "crystal").unwrap_or(0);
            for member in elites.iter().chain(&bonded) {
                self.facts[usize::from(*member)].affinity |= affinity;
            }
            for elite in elites {
                let known = &mut self.facts[usize::from(elite)].bonded;
                known.extend(&bonded);
                known.sort_unstable();
                known.dedup();
            }
        }
    }

    /// The abilities of each status: those of the keyword `status-` and its name.
    pub(super) fn sufferings(&self, lowerer: &mut Lowerer<'_>) -> Vec<AbilitiesId> {
        let statuses = lowerer.code.enums.get("status").cloned().unwrap_or_default();
        let mut sufferings = Vec::new();
        for status in statuses {
            let keyword = format!("status-{status}");
            let used = KeywordUse { keyword, args: Vec::new(), then: Vec::new() };
            let is_known = self.library.keyword(&used.keyword).is_some();
            let lowered = if is_known {
                lowerer.abilities(&[used], &[], &status).map(|(abilities, _)| abilities)
            } else {
                Ok(NO_ABILITIES)
            };
            sufferings.push(lowered.unwrap_or_else(|message| {
                lowerer.problem(&status, message);
                NO_ABILITIES
            }));
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

/// The numbers in the field `heroes`.
pub(super) fn range_of(entity: &Entity) -> (i64, i64) {
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

/// The bonuses of a card, which may add only to stats of the vocabulary.
pub(super) fn bonuses(lowerer: &Lowerer<'_>, bonuses: &[Bonus]) -> Lowered<Vec<(Stat, Pool)>> {
    let mut read = Vec::new();
    for bonus in bonuses {
        let stat = Stat::named(&bonus.to);
        let stat = stat.ok_or_else(|| format!("nothing is called `{}` in play", bonus.to))?;
        read.push((stat, lowerer.code.dice.pool(&bonus.amount)?));
    }
    Ok(read)
}

fn attributes(entity: &Entity, clause: &str, armor: i32) -> Option<Attributes> {
    let clause = entity.clauses_named(clause).next()?;
    let number = |field: &str| {
        let value = clause.fields.get(field).and_then(Value::as_int);
        value.map(|value| value.clamp(0, 99) as i32)
    };
    Some(Attributes {
        actions: number("actions").unwrap_or(0),
        strength: number("STR").unwrap_or(0),
        range: number("RNG").unwrap_or(0),
        armor: number("ARM").unwrap_or(armor),
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
        // Each command is read by itself, to keep the order of the card.
        let mut commands = Vec::new();
        for used in &clause.keywords {
            let (id, _) = lowerer.abilities(std::slice::from_ref(used), &[], &entity.id)?;
            for [command, times] in super::lines::marks(&lowerer.code, id, Mark::Commands) {
                commands.push((command.max(0) as u8, times.clamp(1, 9) as u8));
            }
        }
        let bonuses = bonuses(lowerer, &clause.bonuses)?;
        numbered.insert(index.unwrap_or(place as i64 + 1), Space { commands, bonuses });
    }
    Ok(numbered.into_values().collect())
}
