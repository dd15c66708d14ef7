//! Lines of cards: what `attack 2 "Fire Wave": magic 8, wave 1, fire` means.
//!
//! No keyword's name is known here. The body of each keyword says what it does with marks (`mark
//! self as area(wave, x)`); a game says what each of its marks means, and gets a [`Profile`]. The
//! same marks on a model hold for everything that it does: a game reads those with
//! [`crate::core::Look::visit_marks`] and adds them with [`Profile::add`].

use cardwright_model::Clause;
use cardwright_vocabulary::RequiredEnum;

use crate::board::{Shape, Shift};
use crate::core::code::{AbilitiesId, Code, NO_NODE, Node, NodeId};
use crate::core::lower::{Lowered, Lowerer};

/// Which models a line affects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Whom {
    /// Enemies of the user.
    #[default]
    Enemies,
    /// Friends of the user, itself included.
    Friends,
    /// Friends and enemies, the user included.
    Everyone,
}

impl Whom {
    /// The enum by which content names whom a line affects. Enemies need no name.
    pub const REQUIRED: RequiredEnum = RequiredEnum { name: "whom", values: &["friend", "both"] };

    /// What the value of that place means.
    pub fn at(place: u8) -> Option<Whom> {
        [Whom::Friends, Whom::Everyone].get(usize::from(place)).copied()
    }
}

/// One thing that a mark says about a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    /// Has a distance effect, given as the index of its enum value, that reaches so many squares.
    Distance(u8, u8),
    /// Melee attacks reach so many squares.
    Reach(u8),
    /// Affects an area.
    Area(Shape, u8),
    /// Moves the models it affects.
    Control(Shift, u8),
    /// Gives statuses, as bits.
    Inflicts(u64),
    /// Is rolled with these attributes, as indices of enum values.
    Versus(u8, u8),
    /// Affects these.
    Whom(Whom),
    /// Needs no sight.
    Unseen,
}

/// What a line of a card does, apart from its dice and further effects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Profile {
    /// The distance effect, as the index of its enum value, and how far it reaches.
    pub distance: Option<(u8, u8)>,
    /// How far melee attacks reach; 0 if it says nothing.
    pub reach: u8,
    /// The area it covers.
    pub area: Option<(Shape, u8)>,
    /// How it moves the models it affects.
    pub control: Option<(Shift, u8)>,
    /// Statuses that it gives, as bits.
    pub inflicts: u64,
    /// The attributes of the attack and the defence, as indices of enum values.
    pub versus: Option<(u8, u8)>,
    /// Whom it affects.
    pub whom: Whom,
    /// Whether its target need not be seen.
    pub unseen: bool,
}

impl Profile {
    /// Adds what a mark says. A second distance effect, area or forced move counts only if it is
    /// greater.
    pub fn add(&mut self, says: Says) {
        match says {
            Says::Distance(by, squares) => {
                if self.distance.is_none_or(|(_, known)| squares > known) {
                    self.distance = Some((by, squares));
                }
            }
            Says::Reach(squares) => self.reach = self.reach.max(squares),
            Says::Area(shape, size) => {
                if self.area.is_none_or(|(_, known)| size > known) {
                    self.area = Some((shape, size));
                }
            }
            Says::Control(by, squares) => {
                if self.control.is_none_or(|(_, known)| squares > known) {
                    self.control = Some((by, squares));
                }
            }
            Says::Inflicts(statuses) => self.inflicts |= statuses,
            Says::Versus(attack, defence) => self.versus = Some((attack, defence)),
            Says::Whom(whom) => self.whom = whom,
            Says::Unseen => self.unseen = true,
        }
    }
}

/// The value of a mark's argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Given {
    /// The value as a number; for a value of an enum its index.
    pub number: i32,
    /// The value as bits of an enum.
    pub set: u64,
}

impl Given {
    /// The number as a `u8`.
    pub fn small(self) -> u8 {
        self.number.clamp(0, 255) as u8
    }
}

/// Reads the profile of a line from its lowered keywords, and removes the marks of the profile from
/// the abilities. What is left in them is what else the line does.
///
/// `says` returns what a mark means, from its index in the game's table and its arguments.
pub fn profile(
    code: &mut Code,
    abilities: AbilitiesId,
    says: impl Fn(usize, &[Given]) -> Option<Says>,
) -> Result<Profile, String> {
    let mut profile = Profile::default();
    let marks = std::mem::take(&mut code.abilities[usize::from(abilities)].marks);
    let mut kept = Vec::new();
    for item in marks {
        let mut given = Vec::new();
        for node in code.arguments(item.args) {
            given.push(constant(code, *node).unwrap_or_default());
        }
        match says(usize::from(item.mark), &given) {
            Some(_) if item.condition != NO_NODE => {
                return Err("what a line is cannot depend on a condition".to_owned());
            }
            Some(said) => profile.add(said),
            None => kept.push(item),
        }
    }
    code.abilities[usize::from(abilities)].marks = kept;
    Ok(profile)
}

/// When a line can be used: the `when` behind its head, in which `self` is the user.
///
/// Whoever does not meet it is not offered the line. The clause without it is what the line does.
pub fn condition(
    lowerer: &mut Lowerer<'_>,
    clause: &Clause,
    owner: &str,
) -> Lowered<(NodeId, Clause)> {
    let condition = lowerer.condition_of(clause, owner)?;
    Ok((condition, Clause { condition: None, ..clause.clone() }))
}

/// The value of a formula that is the same in every position.
fn constant(code: &Code, node: NodeId) -> Option<Given> {
    if node == NO_NODE {
        return None;
    }
    match code.node(node) {
        Node::Int(number) => Some(Given { number, set: 0 }),
        Node::Set(0) => Some(Given { number: -1, set: 0 }),
        Node::Set(set) => Some(Given { number: set.trailing_zeros() as i32, set }),
        Node::Ordinal(set) => constant(code, set),
        Node::Union(left, right) => {
            let set = constant(code, left)?.set | constant(code, right)?.set;
            Some(Given { number: set.trailing_zeros() as i32, set })
        }
        Node::Negate(inner) => {
            let number = constant(code, inner)?.number;
            Some(Given { number: -number, set: 0 })
        }
        _ => None,
    }
}

/// Whether abilities do nothing, as those of a line that only says how it is aimed.
pub fn is_empty(code: &Code, abilities: AbilitiesId) -> bool {
    let own = &code.abilities[usize::from(abilities)];
    own.modifiers.is_empty()
        && own.marks.is_empty()
        && own.forbids.is_empty()
        && own.grants.is_empty()
        && own.triggers.is_empty()
        && own.offers.is_empty()
}

/// The shape of an area by the name of its enum value.
pub fn shape(name: &str) -> Option<Shape> {
    Some(match name {
        "burst" => Shape::Burst,
        "wave" => Shape::Wave,
        "aura" => Shape::Aura,
        "cross" => Shape::Cross,
        "lance" => Shape::Lance,
        "spray" => Shape::Spray,
        "sweep" => Shape::Sweep,
        _ => return None,
    })
}

/// The kind of a forced move by the name of its enum value.
pub fn shift(name: &str) -> Option<Shift> {
    Some(match name {
        "compel" => Shift::Compel,
        "pull" => Shift::Pull,
        "push" => Shift::Push,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_farthest_counts_and_statuses_add_up() {
        let mut profile = Profile::default();
        for says in [
            Says::Distance(0, 4),
            Says::Distance(1, 8),
            Says::Distance(0, 6),
            Says::Inflicts(0b1),
            Says::Inflicts(0b100),
            Says::Area(Shape::Wave, 1),
            Says::Whom(Whom::Everyone),
        ] {
            profile.add(says);
        }
        assert_eq!(profile.distance, Some((1, 8)));
        assert_eq!(profile.inflicts, 0b101);
        assert_eq!(profile.area, Some((Shape::Wave, 1)));
        assert_eq!(profile.whom, Whom::Everyone);
    }
}
