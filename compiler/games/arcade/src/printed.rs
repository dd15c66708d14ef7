//! What is printed on cards, in the form that the rules need.

use std::collections::BTreeMap;

use cardwright_model::{Bonus, Clause, Entity, KeywordUse, Library, Statement, Value};

use super::facts::{self, Base, Rank};
use super::field::map_words;
use super::lines::Line;
use super::vocabulary::{Mark, Stat};
use cardwright_engine::board::Face;
use cardwright_engine::core::code::{
    AbilitiesId, BlockId, Code, DefId, NO_ABILITIES, NO_BLOCK, NO_NODE, NONE, NodeId,
};
use cardwright_engine::core::dice::Pool;
use cardwright_engine::core::words::Words;
use cardwright_engine::core::{Lowered, Lowerer, Scope};
use cardwright_engine::skirmish::maps;
use cardwright_vocabulary::{Fact, Meaning};

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
    EasyMode,
    HardMode,
    TileEffect,
    Tile,
    Chart,
    #[default]
    Other,
}

/// The kinds of printed cards. Plots extend challenges, so they must be recognized first.
const SORTS: &[(&str, Sort)] = &[
    ("hero", Sort::Hero),
    ("monster", Sort::Monster),
    ("spawning-point", Sort::Point),
    ("loot", Sort::Loot),
    ("treasure", Sort::Treasure),
    ("boo-booty", Sort::BooBooty),
    ("plot", Sort::Plot),
    ("boss-challenge", Sort::BossChallenge),
    ("challenge", Sort::Challenge),
    ("easy-mode", Sort::EasyMode),
    ("hard-mode", Sort::HardMode),
    ("tile-effect", Sort::TileEffect),
    ("tile", Sort::Tile),
    ("chart", Sort::Chart),
];

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
    /// What happens when the marker comes there.
    pub block: BlockId,
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
    /// The cards of the gangs that an elite leads.
    pub gangs: Vec<DefId>,
    pub spawns: Vec<(DefId, u8)>,
    pub pool: Vec<(DefId, u8)>,
    pub slot: u8,
    pub is_cursed: bool,
    pub is_for_consul: bool,
    /// The model that must be in the game for this card to be in its deck.
    pub linked: DefId,
    /// The monster of a boo booty, the only boss of a boss challenge or chart, the other form of a
    /// shifter.
    pub other: DefId,
    /// The deck of a boss challenge, as an index of the enum.
    pub boss_deck: u8,
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
            gangs: Vec::new(),
            spawns: Vec::new(),
            pool: Vec::new(),
            slot: 0,
            is_cursed: false,
            is_for_consul: false,
            linked: NONE,
            other: NONE,
            boss_deck: 0,
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

    fn facts_of(&mut self, lowerer: &mut Lowerer<'_>, entity: &Entity) -> Lowered<Facts> {
        let number = |fact: &Fact| fact.int(entity).clamp(-999, 999) as i32;
        let sort = lowerer.sort(entity, SORTS);
        let mut facts = Facts {
            sort,
            rank: facts::RANK.id(entity).and_then(Rank::named).unwrap_or_default(),
            copies: facts::COPIES.int(entity).clamp(0, 99) as u16,
            sets: lowerer.values_or_all(entity, &facts::SET)?,
            is_large: facts::BASE.id(entity).and_then(Base::named) == Some(Base::Large),
            hearts: number(&facts::HEARTS).max(1),
            movement: number(&facts::MOVEMENT),
            actions: number(&facts::ACTIONS),
            potions: number(&facts::POTION_QUANTITY),
            linked: lowerer.def_of(entity, &facts::LINKED_TO)?,
            is_shape: facts::SHAPESHIFTED.flag(entity),
            is_cursed: facts::CURSED.flag(entity),
            is_for_consul: facts::CONSUL_ONLY.flag(entity),
            is_blessing: facts::BLESSING.flag(entity),
            boss_deck: lowerer.value(entity, &facts::CHALLENGE_DECK)?.unwrap_or(0) as u8,
            heroes: range_of(entity, &facts::CHART_HEROES),
            bonuses: bonuses(lowerer, &entity.bonuses)?,
            strikes: [facts::MELEE, facts::MAGIC, facts::MISSILE].map(|fact| number(&fact)),
            ..Facts::default()
        };
        if matches!(sort, Sort::Hero | Sort::Monster | Sort::Point) {
            facts.types = lowerer.values(entity, &facts::TYPE)?;
            facts.affinity = lowerer.values(entity, &facts::AFFINITY)?;
        }
        facts.other = match sort {
            Sort::BooBooty => lowerer.def_of(entity, &facts::BOOTY_MONSTER)?,
            Sort::BossChallenge => lowerer.def_of(entity, &facts::CHALLENGE_BOSS)?,
            Sort::Chart => lowerer.def_of(entity, &facts::CHART_BOSS)?,
            Sort::Hero | Sort::Monster => lowerer.def_of(entity, &facts::SHAPESHIFT)?,
            _ => NONE,
        };
        match sort {
            Sort::Hero => {
                // In the order of `ATTRIBUTES`.
                let dice = [facts::HERO_STR, facts::HERO_ARM, facts::HERO_WILL, facts::HERO_DEX];
                for (pool, fact) in facts.pools.iter_mut().zip(dice) {
                    *pool = lowerer.pool_of(entity, &fact)?;
                }
                facts.defends = lowerer.values(entity, &facts::DEFENSE)? as u8;
                facts.slots = match lowerer.values(entity, &facts::SLOTS)? {
                    0 => u64::MAX,
                    slots => slots,
                };
            }
            Sort::Monster | Sort::Point => {
                let own = Attributes {
                    actions: facts.actions,
                    strength: number(&facts::STR),
                    range: number(&facts::RNG),
                    armor: number(&facts::ARM),
                };
                facts.alone = attributes(entity, &facts::ALONE, own.armor).unwrap_or(own);
                let with_gang = attributes(entity, &facts::WITH_GANG, own.armor);
                facts.with_gang = with_gang.unwrap_or(facts.alone);
                facts.spawns = lowerer.counted(entity, &facts::SPAWNS)?;
                facts.pool = lowerer.counted(entity, &facts::POOL)?;
            }
            Sort::Loot | Sort::Treasure => {
                let slot = lowerer.value(entity, &facts::SLOT)?;
                facts.slot = slot.ok_or("equipment needs a slot")? as u8;
            }
            Sort::Challenge | Sort::BossChallenge | Sort::Plot => {
                if let Some(trap) = facts::TRAP.clauses(entity).next() {
                    facts.trap = lowerer.clause(trap, &entity.id)?;
                }
                let holds = if sort == Sort::Plot { facts::PLOT } else { facts::CHALLENGE };
                if let Some(holds) = holds.clauses(entity).next() {
                    facts.holds = lowerer.abilities(&holds.keywords, &holds.effects, &entity.id)?.0;
                }
                if let Some(Value::Formula { formula }) = facts::DISCARD.value(entity) {
                    facts.discard = lowerer.condition(formula, &Scope::of(&entity.id))?;
                }
            }
            Sort::Tile => {
                for side in facts::SIDE.clauses(entity) {
                    let map = maps::of_field(facts::SIDE_MAP.value(side));
                    let map = map.ok_or("a side of a tile has no map")?;
                    facts.faces.push(maps::face(map, &map_words())?);
                }
            }
            Sort::TileEffect => facts.square = lowerer.values(entity, &facts::SQUARE)?,
            Sort::Chart => facts.spaces = spaces(lowerer, entity)?,
            _ => {}
        }
        for clause in &entity.clauses {
            if [facts::ATTACK, facts::SUPPORT, facts::POTION].iter().any(|fact| fact.is(clause)) {
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
        for (gang, entity) in lowerer.entities() {
            if !self.library.kind_fits(&entity.kind, "gang") {
                continue;
            }
            let elites = lowerer.defs_of(entity, &facts::GANG_ELITE);
            let bonded = lowerer.defs_of(entity, &facts::GANG_BONDED);
            let affinity = lowerer.values(entity, &facts::AFFINITY).unwrap_or(0);
            for member in elites.iter().chain(&bonded) {
                self.facts[usize::from(*member)].affinity |= affinity;
            }
            for elite in elites {
                self.facts[usize::from(elite)].gangs.push(gang);
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

/// The numbers of a range; any from 1 if there is none.
pub(super) fn range_of(entity: &Entity, fact: &Fact) -> (i64, i64) {
    match fact.value(entity) {
        Some(Value::Range { min, max }) => (*min, max.unwrap_or(i64::MAX)),
        Some(Value::Int(count)) => (*count, *count),
        _ => (1, i64::MAX),
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

fn attributes(entity: &Entity, clause: &Fact, armor: i32) -> Option<Attributes> {
    let clause = clause.clauses(entity).next()?;
    let number = |fact: &Fact| fact.int(clause).clamp(0, 99) as i32;
    Some(Attributes {
        actions: number(&facts::ELITE_ACTIONS),
        strength: number(&facts::ELITE_STR),
        range: number(&facts::ELITE_RNG),
        armor: if facts::ELITE_ARM.is_given(clause) { number(&facts::ELITE_ARM) } else { armor },
    })
}

fn spaces(lowerer: &mut Lowerer<'_>, entity: &Entity) -> Lowered<Vec<Space>> {
    let mut numbered: BTreeMap<i64, Space> = BTreeMap::new();
    for (place, clause) in facts::SPACE.clauses(entity).enumerate() {
        let index = facts::SPACE_INDEX.number(clause);
        // Each command is read by itself, to keep the order of the card.
        let mut commands = Vec::new();
        let mut add = |code: &Code, id: AbilitiesId| {
            for [command, times] in super::lines::marks(code, id, Mark::Commands) {
                commands.push((command.max(0) as u8, times.clamp(1, 9) as u8));
            }
        };
        for used in &clause.keywords {
            let (id, _) = lowerer.abilities(std::slice::from_ref(used), &[], &entity.id)?;
            add(&lowerer.code, id);
        }
        let is_command = |statement: &Statement| {
            matches!(statement, Statement::Mark { mark, .. }
                if Mark::named(mark) == Some(Mark::Commands))
        };
        let (orders, effects): (Vec<_>, Vec<_>) =
            clause.effects.iter().cloned().partition(is_command);
        let (id, _) = lowerer.abilities(&[], &orders, &entity.id)?;
        add(&lowerer.code, id);
        let rest = Clause { keywords: Vec::new(), effects, ..clause.clone() };
        let block =
            if rest.effects.is_empty() { NO_BLOCK } else { lowerer.clause(&rest, &entity.id)? };
        let bonuses = bonuses(lowerer, &clause.bonuses)?;
        numbered.insert(index.unwrap_or(place as i64 + 1), Space { commands, bonuses, block });
    }
    Ok(numbered.into_values().collect())
}
