//! Action lines: unique actions and potions, as printed on models and equipment.

use cardwright_model::{Clause, Expr, Statement};

use super::Arcade;
use super::content::ATTRIBUTE_OF_KIND;
use super::facts;
pub(super) use super::facts::Colour;
use super::printed::bonuses;
use super::vocabulary::{Event, Mark, Stat, Verb};
use super::wounds::thing;
use cardwright_engine::board::Shape;
use cardwright_engine::core::code::{
    AbilitiesId, Arguments, BlockId, Code, Instruction, Node, NodeId,
};
use cardwright_engine::core::dice::Pool;
use cardwright_engine::core::words::Words;
use cardwright_engine::core::{Look, Lowered, Lowerer};
use cardwright_engine::skirmish::line::{self, Given};
use cardwright_engine::skirmish::{Says, Whom};
use cardwright_vocabulary::Meaning;

/// How a line is aimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aiming {
    /// It is not aimed and affects its user.
    Own,
    /// At a model within a range.
    Model,
    /// All around.
    Around,
    /// To one of the four sides.
    Side,
}

/// An action line.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub name: u16,
    pub colour: Colour,
    pub is_potion: bool,
    pub cost: i32,
    /// What its user must meet to use it.
    pub condition: NodeId,
    /// An attack of that kind: 0 melee, 1 magic, 2 missile.
    pub kind: Option<u8>,
    pub range: i32,
    pub area: Option<(Shape, u8)>,
    pub whom: Whom,
    pub is_unseen: bool,
    /// How often it can be used in a game, if not always.
    pub uses: Option<usize>,
    pub is_signature: bool,
    pub is_overcharge: bool,
    /// The attribute that is rolled.
    pub attribute: Option<u8>,
    /// Statuses that it inflicts, as bits.
    pub inflicts: u64,
    pub bonuses: Vec<(Stat, Pool)>,
    /// What its keywords do while it is used.
    pub abilities: AbilitiesId,
    /// What happens to each model that it affects.
    pub block: BlockId,
    /// What it does to each model that it affects, as far as that tells who needs it.
    pub does: Does,
    /// Whether it belongs to a monster.
    pub is_monsters: bool,
    pub aiming: Aiming,
}

/// What a line does to models, for monsters that aim it only at those to whom it makes a
/// difference.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Does {
    pub mends: bool,
    pub cleanses: bool,
    /// Statuses that it gives, as bits.
    pub inflicts: u64,
    /// Whether it does anything else, which is taken to make a difference every time.
    pub more: bool,
}

impl Does {
    /// Adds what a block does, with all blocks in it.
    fn add(&mut self, code: &Code, block: BlockId) {
        for instruction in code.blocks.get(block as usize).into_iter().flatten() {
            match *instruction {
                Instruction::Call { verb, args } => self.call(code, verb, args),
                Instruction::ForEach { body, .. }
                | Instruction::Choose { body, .. }
                | Instruction::Roll { body, .. } => self.add(code, body),
                Instruction::If { then, otherwise, .. } => {
                    self.add(code, then);
                    self.add(code, otherwise);
                }
                Instruction::Options { options, .. } => {
                    for option in &code.options[usize::from(options)] {
                        self.add(code, option.body);
                    }
                }
                Instruction::Let { .. } => {}
                _ => self.more = true,
            }
        }
    }

    fn call(&mut self, code: &Code, verb: u16, args: Arguments) {
        match Verb::at(usize::from(verb)) {
            Verb::Heal => (self.mends, self.cleanses) = (true, true),
            Verb::Mend => self.mends = true,
            Verb::Cleanse => self.cleanses = true,
            Verb::Inflict => {
                let status = code.arguments(args).get(1).map(|node| value(code, *node));
                self.inflicts |= status.map_or(0, |status| 1 << status.clamp(0, 15));
            }
            _ => self.more = true,
        }
    }
}

/// Stands for a support action where others have a kind of attack, which are 0 to 2.
const SUPPORT: u8 = 3;

impl Line {
    /// Reads a line. Lines of monsters cost nothing and use the monster's strength and range.
    pub(super) fn of(
        lowerer: &mut Lowerer<'_>,
        clause: &Clause,
        owner: &str,
        name: u16,
        is_monsters: bool,
    ) -> Lowered<Line> {
        let (condition, clause) = &line::condition(lowerer, clause, owner)?;
        let (traits, effects): (Vec<Statement>, Vec<Statement>) =
            clause.effects.iter().cloned().partition(is_about_line);
        let (abilities, _) = lowerer.abilities(&clause.keywords, &traits, owner)?;
        let rest = Clause { keywords: Vec::new(), effects, ..clause.clone() };
        let block = lowerer.clause(&rest, owner)?;
        let colour = match facts::POTION_COLOUR.id(clause) {
            Some(id) => Colour::named(id).ok_or_else(|| format!("no rule knows `{id}`"))?,
            None if facts::ATTACK.is(clause) => Colour::Red,
            None => Colour::Blue,
        };
        let shapes = lowerer.code.enums.get("area").cloned().unwrap_or_default();
        let profile = line::profile(&mut lowerer.code, abilities, |mark, given| {
            says(Mark::at(mark), given, &shapes)
        })?;
        let uses = marks(&lowerer.code, abilities, Mark::Uses);
        let uses = uses.iter().map(|[times, _]| (*times).max(0) as usize).min();
        take_mark(&mut lowerer.code, abilities, Mark::Uses);
        let is_signature = take_mark(&mut lowerer.code, abilities, Mark::Signature);
        let is_overcharge = take_mark(&mut lowerer.code, abilities, Mark::Replaces);
        let kind = profile.distance.map(|(by, _)| by).filter(|by| *by < SUPPORT);
        let of_kind = kind.and_then(|kind| ATTRIBUTE_OF_KIND.get(usize::from(kind))).copied();
        let rolls = profile.versus.map(|(attribute, _)| attribute);
        let mut read = Line {
            name,
            colour,
            is_potion: facts::POTION.is(clause),
            cost: facts::LINE_COST.int(clause).clamp(0, 99) as i32,
            condition: *condition,
            kind,
            range: profile.distance.map_or(0, |(_, squares)| i32::from(squares)),
            area: profile.area,
            whom: profile.whom,
            is_unseen: profile.unseen,
            uses,
            is_signature,
            is_overcharge,
            attribute: rolls.or(of_kind),
            inflicts: profile.inflicts,
            bonuses: bonuses(lowerer, &clause.bonuses)?,
            abilities,
            block,
            does: Does { inflicts: profile.inflicts, ..Does::default() },
            is_monsters,
            aiming: Aiming::Own,
        };
        let affected = Event::Affected.index() as u8;
        let code = &lowerer.code;
        let triggers = code.abilities[usize::from(abilities)].triggers.iter();
        let triggers: Vec<BlockId> =
            triggers.filter(|one| one.event == affected).map(|one| one.effect).collect();
        read.aiming = read.aims(!triggers.is_empty());
        for block in triggers.into_iter().chain(Some(block)) {
            read.does.add(code, block);
        }
        Ok(read)
    }

    /// Whether it is an attack, which must beat a defense.
    pub(super) fn is_attack(&self) -> bool {
        self.colour == Colour::Red && (self.is_monsters || self.kind.is_some())
    }

    fn aims(&self, changes_target: bool) -> Aiming {
        match self.area {
            Some((Shape::Wave | Shape::Aura | Shape::Cross, _)) => Aiming::Around,
            Some((Shape::Lance | Shape::Sweep | Shape::Spray, _)) => Aiming::Side,
            Some((Shape::Burst, _)) => Aiming::Model,
            None if self.range > 0 || self.is_attack() => Aiming::Model,
            // A monster's support line against enemies is aimed like an attack.
            None if self.is_monsters
                && self.whom == Whom::Enemies
                && (self.inflicts != 0 || changes_target) =>
            {
                Aiming::Model
            }
            None => Aiming::Own,
        }
    }

    /// The bonus to a stat.
    pub(super) fn bonus_to(&self, stat: Stat) -> Pool {
        let fitting = self.bonuses.iter().filter(|(to, _)| *to == stat);
        fitting.fold(Pool::EMPTY, |sum, (_, pool)| sum.plus(*pool))
    }
}

/// What a mark says about a line.
fn says(mark: Mark, given: &[Given], shapes: &[String]) -> Option<Says> {
    let of = |place: usize| given.get(place).copied().unwrap_or_default();
    Some(match mark {
        Mark::Strikes => Says::Distance(of(0).small(), of(1).small()),
        Mark::Ranged => Says::Distance(SUPPORT, of(0).small()),
        Mark::Area => {
            let shape = shapes.get(usize::from(of(0).small()))?;
            Says::Area(line::shape(shape)?, of(1).small())
        }
        Mark::MeantFor => Says::Whom(Whom::at(of(0).small())?),
        Mark::Unseen => Says::Unseen,
        Mark::Inflicts => Says::Inflicts(of(0).set),
        Mark::Rolls => Says::Versus(of(0).small(), 0),
        _ => return None,
    })
}

/// Whether a statement in the block of a line says what the line is, as its keywords do.
fn is_about_line(statement: &Statement) -> bool {
    let Statement::Mark { subject, mark, until: None, .. } = statement else {
        return false;
    };
    let is_own = match subject {
        Expr::Var { name } => name == "self",
        Expr::Select { source, filter, .. } => source == "self" && filter.is_none(),
        _ => false,
    };
    let is_known = matches!(
        Mark::named(mark),
        Some(
            Mark::Strikes
                | Mark::Ranged
                | Mark::Area
                | Mark::MeantFor
                | Mark::Unseen
                | Mark::Uses
                | Mark::Inflicts
                | Mark::Rolls
                | Mark::Signature
                | Mark::Replaces
        )
    );
    is_own && is_known
}

/// Removes the marks of a kind from abilities. Returns whether there was one.
fn take_mark(code: &mut Code, abilities: AbilitiesId, mark: Mark) -> bool {
    let marks = &mut code.abilities[usize::from(abilities)].marks;
    let before = marks.len();
    marks.retain(|item| usize::from(item.mark) != mark.index());
    marks.len() < before
}

/// A constant: a number, or the index of an enum's value; 0 for anything else.
fn value(code: &Code, node: NodeId) -> i32 {
    match code.nodes.get(node as usize) {
        Some(Node::Int(value)) => *value,
        Some(Node::Set(set)) => set.trailing_zeros() as i32,
        Some(Node::Ordinal(inner)) => match code.nodes.get(*inner as usize) {
            Some(Node::Set(set)) => set.trailing_zeros() as i32,
            _ => 0,
        },
        _ => 0,
    }
}

/// The marks of a kind among abilities, with their first two arguments. An argument is a number or
/// the index of an enum's value; 0 if it is left out.
pub(super) fn marks(code: &Code, abilities: AbilitiesId, mark: Mark) -> Vec<[i32; 2]> {
    let value = |node: Option<&NodeId>| node.map_or(0, |node| value(code, *node));
    let items = code.abilities[usize::from(abilities)].marks.iter();
    items
        .filter(|item| usize::from(item.mark) == mark.index())
        .map(|item| {
            let args = code.arguments(item.args);
            [value(args.first()), value(args.get(1))]
        })
        .collect()
}

/// What a Hero pays for a line: action points, or potions. What costs something never becomes
/// free, or it could go on for ever.
pub(super) fn cost(look: Look<'_, Arcade>, hero: u16, line: u16) -> i32 {
    let Some(known) = look.rules.line(line) else { return 0 };
    let stat = if known.is_potion { Stat::PotionCost } else { Stat::LineCost };
    look.modified(stat, thing(hero), known.cost).max(known.cost.min(1))
}
