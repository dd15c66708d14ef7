//! Action lines: unique actions and potions, as printed on models and equipment (§2.2).

use cardwright_model::{Clause, Value};

use super::content::{ATTRIBUTE_OF_KIND, bonuses};
use super::vocabulary::{Mark, Stat};
use crate::board::Shape;
use crate::core::code::{AbilitiesId, BlockId, Node, NodeId};
use crate::core::dice::Pool;
use crate::core::lower::{Lowered, Lowerer};
use crate::core::words::Words;

/// What a line is paid with, and when it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colour {
    Red,
    Blue,
    /// Only in the Consul Turn.
    Green,
}

/// Whom a line may affect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whom {
    Enemies,
    Friends,
    Everybody,
}

/// How a line is aimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aiming {
    /// It is not: it affects its user.
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
    /// An attack of that kind: 0 melee, 1 magic, 2 missile.
    pub kind: Option<u8>,
    pub range: i32,
    pub area: Option<(Shape, u8)>,
    pub whom: Whom,
    pub is_unseen: bool,
    pub is_once: bool,
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
    /// It belongs to a monster.
    pub is_monsters: bool,
}

impl Line {
    /// Reads a line. Monsters pay nothing, and strike with their strength at their range.
    pub(super) fn of(
        lowerer: &mut Lowerer<'_>,
        clause: &Clause,
        owner: &str,
        name: u16,
        is_monsters: bool,
    ) -> Lowered<Line> {
        let (abilities, _) = lowerer.abilities(&clause.keywords, &[], owner)?;
        let effects = Clause { keywords: Vec::new(), ..clause.clone() };
        let block = lowerer.clause(&effects, owner)?;
        let is_potion = clause.clause == "potion";
        let colour = match clause.args.get("colour").and_then(Value::as_ref_id) {
            Some("green") => Colour::Green,
            Some("red") => Colour::Red,
            Some(_) => Colour::Blue,
            None if clause.clause == "attack" => Colour::Red,
            None => Colour::Blue,
        };
        let strikes = marks(lowerer, abilities, Mark::Strikes).pop();
        let ranged = marks(lowerer, abilities, Mark::Ranged).pop();
        let rolls = marks(lowerer, abilities, Mark::Rolls).pop();
        let area = marks(lowerer, abilities, Mark::Area).pop();
        let area = area.map(|(shape, size)| (shape_of(lowerer, shape), size.clamp(1, 60) as u8));
        let has = |mark| !marks(lowerer, abilities, mark).is_empty();
        let whom = match () {
            () if has(Mark::Augments) => Whom::Friends,
            () if has(Mark::Indiscriminate) => Whom::Everybody,
            () => Whom::Enemies,
        };
        let kind = strikes.map(|(kind, _)| kind as u8);
        let of_kind = kind.and_then(|kind| ATTRIBUTE_OF_KIND.get(usize::from(kind))).copied();
        let inflicts = marks(lowerer, abilities, Mark::Inflicts);
        let line = Line {
            name,
            colour,
            is_potion,
            cost: clause.args.get("cost").and_then(Value::as_int).unwrap_or(0).clamp(0, 99) as i32,
            kind,
            range: strikes.map_or(0, |(_, range)| range).max(ranged.map_or(0, |(range, _)| range)),
            area,
            whom,
            is_unseen: has(Mark::Unseen),
            is_once: has(Mark::Once),
            is_signature: has(Mark::Signature),
            is_overcharge: has(Mark::Replaces),
            attribute: rolls.map(|(attribute, _)| attribute as u8).or(of_kind),
            inflicts: inflicts.into_iter().fold(0, |bits, (status, _)| bits | 1 << status.clamp(0, 63)),
            bonuses: bonuses(lowerer, &clause.bonuses)?,
            abilities,
            block,
            is_monsters,
        };
        // How it is aimed is settled; while it is used these marks would be the model's.
        lowerer.code.abilities[usize::from(abilities)].marks.retain(|item| {
            let aims = [
                Mark::Strikes, Mark::Ranged, Mark::Area, Mark::Augments, Mark::Indiscriminate,
                Mark::Unseen, Mark::Once, Mark::Rolls, Mark::Signature, Mark::Replaces,
                Mark::Inflicts, Mark::Commands,
            ];
            !aims.iter().any(|mark| mark.index() == usize::from(item.mark))
        });
        Ok(line)
    }

    /// Whether using it is an attack that must get through.
    pub(super) fn is_attack(&self) -> bool {
        self.colour == Colour::Red && (self.is_monsters || self.kind.is_some())
    }

    pub(super) fn aiming(&self) -> Aiming {
        match self.area {
            Some((Shape::Wave | Shape::Aura | Shape::Cross, _)) => Aiming::Around,
            Some((Shape::Lance | Shape::Sweep | Shape::Spray, _)) => Aiming::Side,
            Some((Shape::Burst, _)) => Aiming::Model,
            None if self.range > 0 || self.is_attack() => Aiming::Model,
            // A monster's support line for enemies is aimed like an attack.
            None if self.is_monsters && self.whom == Whom::Enemies && self.inflicts != 0 => {
                Aiming::Model
            }
            None => Aiming::Own,
        }
    }

    /// The bonus to an attribute's roll.
    pub(super) fn bonus_to(&self, stat: Stat) -> Pool {
        let fitting = self.bonuses.iter().filter(|(to, _)| *to == stat);
        fitting.fold(Pool::EMPTY, |sum, (_, pool)| sum.plus(*pool))
    }
}

fn shape_of(lowerer: &Lowerer<'_>, place: i32) -> Shape {
    let shapes = lowerer.code.enums.get("area");
    match shapes.and_then(|shapes| shapes.get(place.max(0) as usize)).map(String::as_str) {
        Some("burst") => Shape::Burst,
        Some("cross") => Shape::Cross,
        Some("lance") => Shape::Lance,
        Some("sweep") => Shape::Sweep,
        Some("aura") => Shape::Aura,
        _ => Shape::Wave,
    }
}

/// The marks of a kind among abilities, with their first two arguments: numbers, or the place
/// of an enum's value; 0 where one is left out.
pub(super) fn marks(lowerer: &Lowerer<'_>, abilities: AbilitiesId, mark: Mark) -> Vec<(i32, i32)> {
    let code = &lowerer.code;
    let value = |node: Option<&NodeId>| match node.and_then(|node| code.nodes.get(*node as usize)) {
        Some(Node::Int(value)) => *value,
        Some(Node::Set(set)) => set.trailing_zeros() as i32,
        _ => 0,
    };
    let items = code.abilities[usize::from(abilities)].marks.iter();
    items
        .filter(|item| usize::from(item.mark) == mark.index())
        .map(|item| {
            let args = code.arguments(item.args);
            (value(args.first()), value(args.get(1)))
        })
        .collect()
}
