//! Explores a story of rooms without playing it: every room, and every value of its flags and
//! counters that play could reach.
//!
//! Whatever only play decides (dice, fights, who stands where) may turn out either way here. So
//! what the walk does not find cannot happen, but what it finds may still need luck.

use std::collections::{BTreeSet, VecDeque};

use cardwright_model::walk::Branch;
use cardwright_model::{BinaryOp, Expr, Statement, UnaryOp};

/// A walk gives up after this many positions and then claims nothing. A guess that keeps a check
/// fast.
const MOST_POSITIONS: usize = 30_000;
/// Counters are only distinguished up to this value, so that the number of positions is finite.
const MOST_COUNTED: i64 = 60;

/// A story as the walk sees it. It begins in the first room; there are at most 64 rooms, because
/// sets of rooms are bits of one number.
pub struct Story<'e> {
    /// Flags (0 or 1) and counters, with their starting values.
    pub variables: Vec<(&'e str, i64)>,
    /// How many rooms there are.
    pub rooms: usize,
    /// Ways between rooms.
    pub passages: Vec<Passage<'e>>,
    /// The effects that may happen.
    pub bodies: Vec<Body<'e>>,
    /// The condition under which the story is won.
    pub win: Option<&'e Expr>,
    /// The value of a fact of the game when some rooms are known (as bits); `None` if only play
    /// decides it.
    pub fact: &'e dyn Fn(&Expr, u64) -> Option<i64>,
}

/// A way from one room to another.
#[derive(Debug, Clone, Copy)]
pub struct Passage<'e> {
    /// The room it leaves.
    pub from: usize,
    /// The room it leads to.
    pub to: usize,
    /// When it is open; `None`: always.
    pub condition: Option<&'e Expr>,
}

/// Effects that may happen, any number of times.
#[derive(Debug, Clone)]
pub struct Body<'e> {
    /// The room in which they happen; `None`: anywhere, from the start.
    pub room: Option<usize>,
    /// What must hold.
    pub guards: Vec<&'e Expr>,
    /// The effects.
    pub effects: &'e [Statement],
}

/// The result of a walk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walked {
    /// Rooms that can be reached, as bits.
    pub rooms: u64,
    /// True if the story can be won.
    pub is_winnable: bool,
    /// True if everything was explored, so that what was not found cannot happen.
    pub is_complete: bool,
    /// How many positions were explored.
    pub positions: usize,
}

/// A `set` of one flag or counter, and what must hold for it.
struct Change<'e> {
    room: Option<usize>,
    guards: Vec<(&'e Expr, bool)>,
    variable: usize,
    value: &'e Expr,
}

type Position = (u64, Vec<i64>);

impl Story<'_> {
    /// Explores everything that can be reached.
    pub fn walk(&self) -> Walked {
        let changes = self.changes();
        let start: Position = (1, self.variables.iter().map(|(_, start)| *start).collect());
        let mut seen: BTreeSet<Position> = BTreeSet::from([start.clone()]);
        let mut waiting = VecDeque::from([start]);
        let mut walked = Walked { rooms: 1, is_winnable: false, is_complete: true, positions: 0 };
        while let Some(here) = waiting.pop_front() {
            walked.positions += 1;
            walked.rooms |= here.0;
            walked.is_winnable |= self.win.is_none_or(|win| self.may(win, &here, true));
            for next in self.next(&here, &changes) {
                if seen.len() >= MOST_POSITIONS {
                    walked.is_complete = false;
                    break;
                }
                if seen.insert(next.clone()) {
                    waiting.push_back(next);
                }
            }
        }
        walked
    }

    /// Every position that can directly follow.
    fn next(&self, here: &Position, changes: &[Change<'_>]) -> Vec<Position> {
        let mut next = Vec::new();
        for passage in &self.passages {
            let is_open = passage.condition.is_none_or(|open| self.may(open, here, true));
            if has(here.0, passage.from) && !has(here.0, passage.to) && is_open {
                next.push((here.0 | bit(passage.to), here.1.clone()));
            }
        }
        for change in changes {
            let is_there = change.room.is_none_or(|room| has(here.0, room));
            if !is_there
                || !change.guards.iter().all(|(guard, wanted)| self.may(guard, here, *wanted))
            {
                continue;
            }
            // A value that only play determines could be anything; 0 and 1 stand for all of them,
            // because they are the two values of a flag.
            let values = match self.value(change.value, here) {
                Some(value) => vec![value.clamp(-MOST_COUNTED, MOST_COUNTED)],
                None => vec![0, 1],
            };
            for value in values {
                if here.1[change.variable] != value {
                    let mut values = here.1.clone();
                    values[change.variable] = value;
                    next.push((here.0, values));
                }
            }
        }
        next
    }

    /// Every `set` of the story, with the conditions around it.
    fn changes(&self) -> Vec<Change<'_>> {
        let mut changes = Vec::new();
        for body in &self.bodies {
            let guards: Vec<(&Expr, bool)> =
                body.guards.iter().map(|guard| (*guard, true)).collect();
            self.collect(body.effects, body.room, &guards, &mut changes);
        }
        changes
    }

    fn collect<'s>(
        &'s self,
        statements: &'s [Statement],
        room: Option<usize>,
        guards: &[(&'s Expr, bool)],
        changes: &mut Vec<Change<'s>>,
    ) {
        for statement in statements {
            if let Statement::Set { name, value } = statement {
                let variable = self.variables.iter().position(|(known, _)| known == name);
                if let Some(variable) = variable {
                    changes.push(Change { room, guards: guards.to_vec(), variable, value });
                }
            }
            for Branch { guard, body } in statement.branches() {
                let guards: Vec<_> = guards.iter().copied().chain(guard).collect();
                self.collect(body, room, &guards, changes);
            }
        }
    }

    /// Whether a condition may turn out as wanted.
    fn may(&self, condition: &Expr, here: &Position, wanted: bool) -> bool {
        self.value(condition, here).is_none_or(|value| (value != 0) == wanted)
    }

    /// The value of an expression; `None` if only play decides it.
    fn value(&self, expr: &Expr, here: &Position) -> Option<i64> {
        match expr {
            Expr::Int { value } => Some(*value),
            Expr::Bool { value } => Some(i64::from(*value)),
            Expr::Var { name } => {
                let place = self.variables.iter().position(|(known, _)| known == name);
                place.map(|place| here.1[place]).or_else(|| (self.fact)(expr, here.0))
            }
            Expr::Unary { operator: UnaryOp::Not, value } => {
                self.value(value, here).map(|value| i64::from(value == 0))
            }
            Expr::Unary { operator: UnaryOp::Negate, value } => {
                self.value(value, here).map(|value| -value)
            }
            Expr::Binary { operator, left, right } => {
                let (left, right) = (self.value(left, here), self.value(right, here));
                combine(*operator, left, right)
            }
            Expr::Set { items } if items.len() == 1 => self.value(&items[0], here),
            other => (self.fact)(other, here.0),
        }
    }
}

/// Combines two values, either of which may be unknown.
fn combine(operator: BinaryOp, left: Option<i64>, right: Option<i64>) -> Option<i64> {
    let truth = |value: Option<i64>| value.map(|value| value != 0);
    match operator {
        BinaryOp::And => match (truth(left), truth(right)) {
            (Some(false), _) | (_, Some(false)) => Some(0),
            (Some(true), Some(true)) => Some(1),
            _ => None,
        },
        BinaryOp::Or => match (truth(left), truth(right)) {
            (Some(true), _) | (_, Some(true)) => Some(1),
            (Some(false), Some(false)) => Some(0),
            _ => None,
        },
        BinaryOp::Implies => combine(BinaryOp::Or, left.map(|value| i64::from(value == 0)), right),
        _ => {
            let (left, right) = (left?, right?);
            let holds = |value: bool| Some(i64::from(value));
            match operator {
                BinaryOp::Equal => holds(left == right),
                BinaryOp::NotEqual => holds(left != right),
                BinaryOp::Less => holds(left < right),
                BinaryOp::AtMost => holds(left <= right),
                BinaryOp::Greater => holds(left > right),
                BinaryOp::AtLeast => holds(left >= right),
                BinaryOp::Add => left.checked_add(right),
                BinaryOp::Subtract => left.checked_sub(right),
                BinaryOp::Multiply => left.checked_mul(right),
                BinaryOp::Divide => left.checked_div_euclid(right),
                _ => None,
            }
        }
    }
}

fn bit(room: usize) -> u64 {
    1 << (room & 63)
}

fn has(rooms: u64, room: usize) -> bool {
    rooms & bit(room) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(name: &str) -> Expr {
        Expr::Var { name: name.to_owned() }
    }

    fn set(name: &str, value: i64) -> Statement {
        Statement::Set { name: name.to_owned(), value: Expr::Int { value } }
    }

    fn compare(operator: BinaryOp, name: &str, value: i64) -> Expr {
        let right = Box::new(Expr::Int { value });
        Expr::Binary { operator, left: Box::new(var(name)), right }
    }

    #[test]
    fn a_key_in_the_second_room_opens_the_third() {
        let (key, take) = (var("key"), [set("key", 1)]);
        let passage = |from, to, condition| Passage { from, to, condition };
        let story = |room: usize| Story {
            variables: vec![("key", 0)],
            rooms: 3,
            passages: vec![passage(0, 1, None), passage(1, 2, Some(&key))],
            bodies: vec![Body { room: Some(room), guards: vec![], effects: &take }],
            win: Some(&key),
            fact: &|_, _| None,
        };
        let walked = story(1).walk();
        assert_eq!((walked.rooms, walked.is_winnable, walked.is_complete), (0b111, true, true));
        // A key that lies behind its own door is never found.
        let walked = story(2).walk();
        assert_eq!((walked.rooms, walked.is_winnable, walked.is_complete), (0b011, false, true));
    }

    #[test]
    fn counters_are_counted_and_what_play_decides_may_be_either() {
        let less = Statement::Set {
            name: "seals".to_owned(),
            value: Expr::Binary {
                operator: BinaryOp::Subtract,
                left: Box::new(var("seals")),
                right: Box::new(Expr::Int { value: 1 }),
            },
        };
        let open = compare(BinaryOp::Greater, "seals", 1);
        let luck = var("passed");
        let effects = [Statement::If { condition: luck, then: vec![less], otherwise: vec![] }];
        let win = compare(BinaryOp::AtMost, "seals", 1);
        let hopeless = compare(BinaryOp::AtMost, "seals", 0);
        let story = |win| Story {
            variables: vec![("seals", 3)],
            rooms: 1,
            passages: vec![],
            bodies: vec![Body { room: Some(0), guards: vec![&open], effects: &effects }],
            win: Some(win),
            fact: &|_, _| None,
        };
        assert!(story(&win).walk().is_winnable);
        assert!(!story(&hopeless).walk().is_winnable, "the last seal is never broken");
    }
}
