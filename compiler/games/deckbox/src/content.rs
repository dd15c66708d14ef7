//! The content of Deck Box Dungeons, ready for play: what is printed on cards, the formats and
//! the parties. Quests are in `quest.rs`.

use cardwright_model::{Entity, Library, Value};

use super::quest::{Quest, quest_of};
use super::state::{MAX_HEROES, Options};
use super::tile::Tile;
use super::vocabulary::VOCABULARY;
use cardwright_engine::core::code::{BlockId, Code, DefId, NO_NODE, NONE, NodeId};
use cardwright_engine::core::dice::Dice;
use cardwright_engine::core::{LowerError, Lowerer, Scope};

/// Deck Box Dungeons with its content.
pub struct Deckbox {
    pub(super) code: Code,
    pub(super) facts: Vec<Facts>,
    pub(super) quests: Vec<Quest>,
    pub(super) formats: Vec<Format>,
    pub(super) parties: Vec<Party>,
    pub(super) dice: EnemyDice,
    /// The names of the values of `space`, for conditions.
    pub(super) spaces: Vec<String>,
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

/// Which hero an enemy prefers to attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Behaviour {
    #[default]
    Nearest,
    Weakest,
    Strongest,
    MostTreasure,
    KeepDistance,
    Guard,
}

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

/// Stands for the block of a card without one.
pub(super) const NO_BLOCK: BlockId = 0;

impl Deckbox {
    /// Makes a library ready for play.
    pub fn new(library: &Library) -> Result<Deckbox, LowerError> {
        let dice = Dice::of_library(library)?;
        let mut lowerer = Lowerer::new(library, &VOCABULARY, dice, Some("quest-starts"))?;
        let dice = enemy_dice(&lowerer).map_err(|message| LowerError::of("dice", message))?;
        lowerer.cards();
        let cards = lowerer.entities().map(|(_, card)| card);
        let facts = lowerer.read_each(cards, |lowerer, card| facts_of(lowerer, library, card));
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
        let spaces = lowerer.code.enums.get("space").cloned().unwrap_or_default();
        let code = lowerer.finish()?;
        Ok(Deckbox { code, facts, quests, formats, parties, dice, spaces })
    }

    pub(super) fn facts(&self, def: DefId) -> &Facts {
        static NOTHING: std::sync::LazyLock<Facts> = std::sync::LazyLock::new(Facts::default);
        self.facts.get(usize::from(def)).unwrap_or(&NOTHING)
    }

    /// Printed cards of a sort that can be played.
    pub(super) fn printed(&self, sort: Sort) -> impl Iterator<Item = (DefId, &Facts)> {
        let all = self.facts.iter().enumerate().map(|(place, facts)| (place as DefId, facts));
        all.filter(move |(def, facts)| {
            facts.sort == sort && self.code.defs[usize::from(*def)].unplayable.is_none()
        })
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

fn enemy_dice(lowerer: &Lowerer<'_>) -> Result<EnemyDice, String> {
    let dice = &lowerer.code.dice;
    let colours = lowerer.code.enums.get("threat").cloned().unwrap_or_default();
    let mut threats = Vec::new();
    for colour in &colours {
        let die = dice.dice.iter().position(|die| die.id == *colour);
        threats.push(die.ok_or_else(|| format!("there is no die `{colour}`"))? as u8);
    }
    let plain = (0..dice.dice.len() as u8).find(|die| !threats.contains(die));
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
    let number = |field: &str, usual: i64| format.int(field).unwrap_or(usual);
    let quest = format.refs("quest").next().ok_or("a format needs a quest")?;
    let order = format.fields.get("spawn-order").and_then(Value::as_text).unwrap_or_default();
    let spawn = spawn_order(order)?;
    Ok(Format {
        id: format.id.clone(),
        quest: lowerer.def(quest)?,
        options: Options {
            round_limit: number("round-limit", 40).clamp(1, 999) as u32,
            is_ranged_first: format.refs("enemy-order").next() == Some("ranged-first"),
            do_heroes_block: format.flag("heroes-block-sight"),
            spawn,
        },
        min_players: number("min-players", 1).clamp(1, 4) as u8,
        max_players: number("max-players", 4).clamp(1, 4) as u8,
    })
}

fn party_of(lowerer: &Lowerer<'_>, deck: &Entity) -> Result<Party, String> {
    let mut builds = Vec::new();
    for clause in deck.clauses_named("hero") {
        let card = |value: Option<&Value>, what: &str| -> Result<DefId, String> {
            let id = value.and_then(Value::as_ref_id);
            lowerer.def(id.ok_or_else(|| format!("a hero needs {what}"))?)
        };
        builds.push([
            card(clause.args.get("hero"), "a hero card")?,
            card(clause.fields.get("equipment"), "equipment")?,
            card(clause.fields.get("ability"), "an ability card")?,
        ]);
    }
    if builds.is_empty() || builds.len() > MAX_HEROES {
        return Err(format!("a party has 1 to {MAX_HEROES} heroes"));
    }
    Ok(Party { builds })
}

fn sort_of(library: &Library, kind: &str) -> Sort {
    let fits = |wanted: &str| library.kind_fits(kind, wanted);
    match () {
        () if fits("hero") => Sort::Hero,
        () if fits("equipment") => Sort::Equipment,
        () if fits("ability") => Sort::Ability,
        () if fits("item") => Sort::Item,
        () if fits("enemy") => Sort::Enemy,
        () if fits("tile") => Sort::Tile,
        () => Sort::Other,
    }
}

fn facts_of(
    lowerer: &mut Lowerer<'_>,
    library: &Library,
    entity: &Entity,
) -> Result<Facts, String> {
    let number = |field: &str| entity.int(field).unwrap_or(0).clamp(-99, 99) as i32;
    let sort = sort_of(library, &entity.kind);
    let (use_block, has_use) = match entity.clauses_named("use").next() {
        Some(clause) => (lowerer.clause(clause, &entity.id)?, true),
        None => (NO_BLOCK, false),
    };
    let mut powers = Vec::new();
    for clause in entity.clauses_named("power") {
        let cost = clause.args.get("cost").and_then(Value::as_int).unwrap_or(0);
        let condition = match &clause.condition {
            Some(condition) => lowerer.condition(condition, &Scope::of(&entity.id))?,
            None => NO_NODE,
        };
        powers.push(Power {
            condition,
            name: clause.label.clone().unwrap_or_else(|| entity.name.clone()),
            cost: cost.clamp(0, 99) as i32,
            block: lowerer.clause(clause, &entity.id)?,
        });
    }
    let threat = match entity.refs("threat").next() {
        Some(id) => lowerer.ordinal("threat", id)? as u8,
        None => 0,
    };
    let behaviour = match entity.refs("behaviour").next() {
        Some("weakest") => Behaviour::Weakest,
        Some("strongest") => Behaviour::Strongest,
        Some("most-treasure") => Behaviour::MostTreasure,
        Some("keep-distance") => Behaviour::KeepDistance,
        Some("guard") => Behaviour::Guard,
        _ => Behaviour::Nearest,
    };
    let tile = match entity.fields.get("map").and_then(Value::as_map) {
        Some(map) => Some(Box::new(Tile::of(map)?)),
        None => None,
    };
    let skills = ["strength", "dexterity", "wisdom", "charisma"].map(number);
    Ok(Facts {
        sort,
        copies: entity.int("copies").unwrap_or(1).clamp(0, 99) as u16,
        melee_dice: number("melee-dice"),
        melee_mod: number("melee-mod"),
        ranged_dice: number("ranged-dice"),
        ranged_mod: number("ranged-mod"),
        defence_mod: number("defence-mod"),
        speed: number("speed") + number("movement-mod"),
        skills,
        health: number("health"),
        cost: number("cost"),
        is_single: entity.refs("uses").next() != Some("permanent"),
        has_use,
        use_block,
        powers,
        threat,
        is_ranged: entity.refs("attack").next() == Some("ranged"),
        is_basic: entity.flag("basic"),
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
