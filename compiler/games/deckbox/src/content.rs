//! The content of Deck Box Dungeons, ready for play: what is printed on cards, the formats and
//! the parties. Quests are in `quest.rs`.

use cardwright_model::{Clause, Entity, Library, Value};

pub(super) use super::facts::Behaviour;
use super::facts::{self, AttackType, EnemyOrder, Lasting};
use super::quest::{Quest, quest_of};
use super::state::{MAX_HEROES, Options};
use super::tile::Tile;
use super::vocabulary::VOCABULARY;
use cardwright_engine::Module;
use cardwright_engine::core::code::{BlockId, Code, DefId, NO_NODE, NONE, NodeId};
use cardwright_engine::core::dice::Dice;
use cardwright_engine::core::{LowerError, Lowered, Lowerer, Printed};
use cardwright_vocabulary::{Fact, Finding, Meaning};

/// Deck Box Dungeons with its content.
pub struct Deckbox {
    pub(super) code: Code,
    pub(super) facts: Printed<Facts>,
    pub(super) quests: Vec<Quest>,
    pub(super) formats: Vec<Format>,
    pub(super) parties: Vec<Party>,
    pub(super) dice: EnemyDice,
    pub(super) numbers: Numbers,
    /// The names of the values of `space`, for conditions.
    pub(super) spaces: Vec<String>,
    /// Whether any map card has text.
    pub(super) do_tiles_act: bool,
}

/// The kind of a printed card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Sort {
    Hero,
    Equipment,
    Ability,
    Item,
    Enemy,
    Tile,
    #[default]
    Other,
}

/// The kinds of printed cards.
const SORTS: &[(&str, Sort)] = &[
    ("hero", Sort::Hero),
    ("equipment", Sort::Equipment),
    ("ability", Sort::Ability),
    ("item", Sort::Item),
    ("enemy", Sort::Enemy),
    ("tile", Sort::Tile),
];

/// What is printed on a card.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    pub sort: Sort,
    pub copies: u16,
    pub melee_dice: i32,
    pub melee_mod: i32,
    pub ranged_dice: i32,
    pub ranged_mod: i32,
    pub defence_mod: i32,
    /// The spaces of a move, or what equipment adds to them.
    pub speed: i32,
    /// Strength, Dexterity, Wisdom, Charisma.
    pub skills: [i32; 4],
    pub health: i32,
    pub cost: i32,
    /// Whether an item is used up by its first use.
    pub is_single: bool,
    pub has_use: bool,
    pub use_block: BlockId,
    /// When it may be used; [`NO_NODE`] means always.
    pub use_condition: NodeId,
    pub powers: Vec<Power>,
    pub threat: u8,
    pub is_ranged: bool,
    pub is_basic: bool,
    pub behaviour: Behaviour,
    pub tile: Option<Box<Tile>>,
}

/// What an ability card lets a hero do for energy.
#[derive(Debug, Clone)]
pub(super) struct Power {
    pub name: String,
    pub cost: i32,
    /// When it may be used. [`NO_NODE`] means whenever the hero has the energy.
    pub condition: NodeId,
    pub block: BlockId,
}

/// The dice of the game.
#[derive(Debug, Clone, Default)]
pub(super) struct EnemyDice {
    /// The die of attacks, defence and checks.
    pub plain: u8,
    /// The die of each threat.
    pub threats: Vec<u8>,
    /// The symbol on faces of ranged enemies.
    pub ranged: u8,
}

/// A way to play.
#[derive(Debug, Clone)]
pub(super) struct Format {
    pub id: String,
    pub quest: DefId,
    pub options: Options,
    pub min_players: u8,
    pub max_players: u8,
}

/// A player's heroes.
#[derive(Debug, Clone)]
pub(super) struct Party {
    /// The hero, equipment and ability card of each hero.
    pub builds: Vec<[DefId; 3]>,
}

/// The numbers of the rules, as the `game` declaration gives them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbers {
    pub actions: i32,
    /// What a die and its modifier must reach together.
    pub needed: i32,
    /// What a hero's die must show for a critical hit, whatever the modifier.
    pub critical: i32,
    pub check_dice: i32,
    pub hit_damage: i32,
    pub energy_limit: i32,
    pub water_cost: i32,
    pub pit_damage: i32,
    pub shop_size: i32,
    /// The most health that an enemy can have, which limits healing.
    pub enemy_health: i32,
    /// The threat of enemies that cannot be stunned.
    pub stun_proof: Option<u8>,
    /// Rounds in which nothing happens that cannot be undone, after which a quest is a draw.
    pub endless_rounds: u32,
}

impl Numbers {
    fn of(lowerer: &mut Lowerer<'_>) -> Numbers {
        let colour = lowerer.setting_id(&facts::STUN_PROOF).unwrap_or_default();
        let colours = lowerer.code.enums.get("threat").map_or(&[][..], Vec::as_slice);
        let stun_proof = colours.iter().position(|known| known == colour).map(|at| at as u8);
        if stun_proof.is_none() && !colour.is_empty() {
            lowerer.problem("game", format!("`stun-proof`: there is no threat `{colour}`"));
        }
        let mut number = |fact: &Fact| lowerer.setting(fact);
        Numbers {
            stun_proof,
            endless_rounds: number(&facts::ENDLESS_ROUNDS).max(1) as u32,
            actions: number(&facts::ACTIONS),
            needed: number(&facts::NEEDED),
            critical: number(&facts::CRITICAL),
            check_dice: number(&facts::CHECK_DICE),
            hit_damage: number(&facts::HIT_DAMAGE),
            energy_limit: number(&facts::ENERGY_LIMIT),
            water_cost: number(&facts::WATER_COST),
            pit_damage: number(&facts::PIT_DAMAGE),
            shop_size: number(&facts::SHOP_SIZE),
            enemy_health: number(&facts::ENEMY_HEALTH),
        }
    }
}

/// Stands for the block of a card without one.
pub(super) const NO_BLOCK: BlockId = 0;

impl Module for Deckbox {
    fn open(library: &Library) -> Result<Deckbox, LowerError> {
        let dice = Dice::of_library(library)?;
        let mut lowerer = Lowerer::new(library, &VOCABULARY, dice, Some("quest-starts"))?;
        let numbers = Numbers::of(&mut lowerer);
        let dice = enemy_dice(&mut lowerer).map_err(|message| LowerError::of("dice", message))?;
        lowerer.cards();
        let cards = lowerer.entities().map(|(_, card)| card);
        let facts = lowerer.read_each(cards, facts_of);
        let mut quests = Vec::new();
        for (def, entity) in lowerer.entities() {
            if library.kind_fits(&entity.kind, "quest") {
                match quest_of(&mut lowerer, def, entity, &facts, &dice) {
                    Ok(quest) => quests.push(quest),
                    Err(message) => lowerer.problem(&entity.id, message),
                }
            }
        }
        let mut formats = Vec::new();
        for format in lowerer.formats() {
            match format_of(&lowerer, format) {
                Ok(known) => formats.push(known),
                Err(message) => lowerer.problem(&format.id, message),
            }
        }
        let mut parties = Vec::new();
        for deck in lowerer.decks() {
            match party_of(&lowerer, deck) {
                Ok(party) => parties.push(party),
                Err(message) => lowerer.problem(&deck.id, message),
            }
        }
        let is_tile = |card: &Entity| lowerer.sort(card, SORTS) == Sort::Tile;
        let has_text = |card: &Entity| !card.effects.is_empty() || !card.keywords.is_empty();
        let do_tiles_act = lowerer.entities().any(|(_, card)| is_tile(card) && has_text(card));
        let spaces = lowerer.code.enums.get("space").cloned().unwrap_or_default();
        let code = lowerer.finish()?;
        let facts = Printed::new(facts);
        Ok(Deckbox { code, facts, quests, formats, parties, dice, numbers, spaces, do_tiles_act })
    }

    fn findings(library: &Library) -> Vec<Finding> {
        super::examine::findings(library)
    }
}

impl Deckbox {
    pub(super) fn facts(&self, def: DefId) -> &Facts {
        self.facts.of(def)
    }

    /// Printed cards of a sort that can be played.
    pub(super) fn printed(&self, sort: Sort) -> impl Iterator<Item = (DefId, &Facts)> {
        self.facts.playable(&self.code, move |facts| facts.sort == sort)
    }

    /// Whether the enemy on a face of a die attacks from afar, and its health.
    pub(super) fn face(&self, die: u8, face: u8) -> (bool, i32) {
        let faces = self.code.dice.dice.get(usize::from(die)).map(|die| &die.faces);
        let shown = faces.and_then(|faces| faces.get(usize::from(face)));
        shown.map_or((false, 1), |shown| {
            (shown[usize::from(self.dice.ranged)] != 0, i32::from(shown[0]).max(1))
        })
    }

    /// The face of a die that shows a number.
    pub(super) fn face_with(&self, die: u8, number: i32) -> Option<u8> {
        let die = self.code.dice.dice.get(usize::from(die))?;
        die.faces.iter().position(|face| i32::from(face[0]) == number).map(|face| face as u8)
    }
}

fn enemy_dice(lowerer: &mut Lowerer<'_>) -> Result<EnemyDice, String> {
    let plain = lowerer.setting_id(&facts::DIE).and_then(|id| lowerer.code.dice.die(id));
    let dice = &lowerer.code.dice;
    let colours = lowerer.code.enums.get("threat").cloned().unwrap_or_default();
    let mut threats = Vec::new();
    for colour in &colours {
        let die = dice.dice.iter().position(|die| die.id == *colour);
        threats.push(die.ok_or_else(|| format!("there is no die `{colour}`"))? as u8);
    }
    let plain = plain.ok_or("there is no die to attack with")?;
    let ranged = dice.symbols.iter().position(|symbol| symbol == "ranged");
    let ranged = ranged.ok_or("no die shows `ranged`")? as u8 + 1;
    Ok(EnemyDice { plain, threats, ranged })
}

/// Where the first to the ninth enemy is placed, as columns and rows from the point of interest.
/// Content writes the order as three lines of three numbers, with the point in the middle.
pub(super) fn spawn_order(order: &str) -> Result<[(i8, i8); 9], String> {
    let order: Vec<u32> = order.chars().filter_map(|digit| digit.to_digit(10)).collect();
    let mut spawn = [(0, 0); 9];
    let mut found = 0u16;
    for (place, number) in order.iter().enumerate().take(9) {
        if *number > 0 {
            spawn[*number as usize - 1] = ((place % 3) as i8 - 1, (place / 3) as i8 - 1);
            found |= 1 << (number - 1);
        }
    }
    if order.len() != 9 || found != 0x1ff {
        return Err("`spawn-order` must have each of the numbers 1 to 9 once".to_owned());
    }
    Ok(spawn)
}

fn format_of(lowerer: &Lowerer<'_>, format: &Entity) -> Result<Format, String> {
    let players = |fact: &Fact| fact.int(format).clamp(1, 4) as u8;
    let quest = facts::FORMAT_QUEST.id(format).ok_or("a format needs a quest")?;
    let spawn = spawn_order(facts::SPAWN_ORDER.text(format))?;
    Ok(Format {
        id: format.id.clone(),
        quest: lowerer.def(quest)?,
        options: Options {
            is_ranged_first: facts::ENEMY_ORDER.id(format).and_then(EnemyOrder::named)
                == Some(EnemyOrder::RangedFirst),
            do_heroes_block: facts::HEROES_BLOCK_SIGHT.flag(format),
            spawn,
        },
        min_players: players(&facts::MIN_PLAYERS),
        max_players: players(&facts::MAX_PLAYERS),
    })
}

fn party_of(lowerer: &Lowerer<'_>, deck: &Entity) -> Result<Party, String> {
    let mut builds = Vec::new();
    for clause in facts::PARTY_HERO.clauses(deck) {
        let card = |clause: &Clause, fact: &Fact| -> Result<DefId, String> {
            let id = fact.id(clause);
            lowerer.def(id.ok_or_else(|| format!("a hero needs `{}`", fact.name))?)
        };
        builds.push([
            card(clause, &facts::PARTY_HERO_CARD)?,
            card(clause, &facts::PARTY_EQUIPMENT)?,
            card(clause, &facts::PARTY_ABILITY)?,
        ]);
    }
    if builds.is_empty() || builds.len() > MAX_HEROES {
        return Err(format!("a party has 1 to {MAX_HEROES} heroes"));
    }
    Ok(Party { builds })
}

fn facts_of(lowerer: &mut Lowerer<'_>, entity: &Entity) -> Lowered<Facts> {
    let number = |fact: &Fact| fact.int(entity).clamp(-99, 99) as i32;
    let sort = lowerer.sort(entity, SORTS);
    let used = facts::USE.clauses(entity).next();
    let has_use = used.is_some();
    let (use_block, use_condition) = match used {
        Some(clause) => {
            (lowerer.clause(clause, &entity.id)?, lowerer.condition_of(clause, &entity.id)?)
        }
        None => (NO_BLOCK, NO_NODE),
    };
    let mut powers = Vec::new();
    for clause in facts::POWER.clauses(entity) {
        let cost = facts::POWER_COST.int(clause);
        powers.push(Power {
            condition: lowerer.condition_of(clause, &entity.id)?,
            name: clause.label.clone().unwrap_or_else(|| entity.name.clone()),
            cost: cost.clamp(0, 99) as i32,
            block: lowerer.clause(clause, &entity.id)?,
        });
    }
    let threat = lowerer.value(entity, &facts::THREAT)?.unwrap_or(0) as u8;
    let behaviour = facts::BEHAVIOUR.id(entity).and_then(Behaviour::named).unwrap_or_default();
    let lasting = facts::USES.id(entity).and_then(Lasting::named);
    let attack = facts::ATTACK.id(entity).and_then(AttackType::named);
    let tile = match facts::MAP.value(entity).and_then(Value::as_map) {
        Some(map) => Some(Box::new(Tile::of(map)?)),
        None => None,
    };
    let skills = [facts::STRENGTH, facts::DEXTERITY, facts::WISDOM, facts::CHARISMA];
    let skills = skills.map(|fact| number(&fact));
    Ok(Facts {
        sort,
        copies: facts::COPIES.int(entity).clamp(0, 99) as u16,
        melee_dice: number(&facts::MELEE_DICE),
        melee_mod: number(&facts::MELEE_MOD),
        ranged_dice: number(&facts::RANGED_DICE),
        ranged_mod: number(&facts::RANGED_MOD),
        defence_mod: number(&facts::DEFENCE_MOD),
        speed: number(&facts::SPEED) + number(&facts::MOVEMENT_MOD),
        skills,
        health: number(&facts::HEALTH),
        cost: number(&facts::COST),
        is_single: lasting != Some(Lasting::Permanent),
        has_use,
        use_block,
        use_condition,
        powers,
        threat,
        is_ranged: attack == Some(AttackType::Ranged),
        is_basic: facts::BASIC.flag(entity),
        behaviour,
        tile,
    })
}

/// The enemy cards that a quest plays with, by threat and by melee or ranged.
pub(super) fn slots(
    facts: &[Facts],
    code: &Code,
    threats: usize,
    chosen: &[DefId],
) -> Vec<[DefId; 2]> {
    let mut slots = vec![[NONE; 2]; threats];
    let playable = |def: &DefId| code.defs[usize::from(*def)].unplayable.is_none();
    let all = (0..facts.len() as DefId).filter(|def| facts[usize::from(*def)].sort == Sort::Enemy);
    let (basic, others): (Vec<DefId>, Vec<DefId>) =
        all.filter(playable).partition(|def| facts[usize::from(*def)].is_basic);
    for def in chosen.iter().chain(&basic).chain(&others) {
        let known = &facts[usize::from(*def)];
        let slot = slots.get_mut(usize::from(known.threat));
        if let Some(slot) = slot.map(|slot| &mut slot[usize::from(known.is_ranged)])
            && *slot == NONE
        {
            *slot = *def;
        }
    }
    slots
}
