//! Formulas, conditions, sets of values, selections and dice, as nodes of one arena.

use super::code::{Arguments, DefId, FormId, ListId, NodeId};

/// A formula, condition, set of values, selection or pool.
#[derive(Debug, Clone, Copy)]
pub enum Node {
    // Numbers and truth values (0 or 1).
    Int(i32),
    Local(u8),
    Arithmetic(Arithmetic, NodeId, NodeId),
    Negate(NodeId),
    Not(NodeId),
    And(NodeId, NodeId),
    Or(NodeId, NodeId),
    Compare(Comparison, NodeId, NodeId),
    Between(NodeId, NodeId, NodeId),
    Among(NodeId, ListId),
    Count(NodeId),
    Any(NodeId),
    Fold(Fold, NodeId, Measure),
    Stat(u8, Arguments),
    Query(u16, Arguments),
    /// The place of the only value in a set.
    Ordinal(NodeId),
    Rolled(u8),
    /// A flag or counter of the thing whose text this is.
    Variable(u16),
    /// A flag or counter of another thing, whichever of the list its card declares.
    VariableOf(NodeId, ListId),
    /// The chance, in thousandths, that a pool shows at least so much.
    Chance(NodeId, NodeId),
    /// The chance, in thousandths, that one pool shows more than another.
    Beats(NodeId, NodeId),
    Intersects(NodeId, NodeId),
    SameSet(NodeId, NodeId),
    SameThing(NodeId, NodeId),
    SameThings(NodeId, NodeId),
    /// Whether several numbers are those of a list, in any order.
    SameNumbers(u16, Arguments, ListId),
    IsIn(NodeId, NodeId),
    Named(NodeId, DefId),
    HasKeyword(NodeId, u16),
    HasForm(NodeId, FormId),
    // Sets of values.
    Set(u64),
    /// The value that an event brings, such as a status.
    LocalValue(u8),
    Union(NodeId, NodeId),
    SetQuery(u16, Arguments),
    KindOf(NodeId),
    // Things.
    Own,
    It,
    LocalThing(u8),
    ThingQuery(u16, Arguments),
    ThingsQuery(u16, Arguments),
    Select(u16, Arguments, NodeId),
    Outer,
    First(NodeId, NodeId),
    /// The first of each printed card, or of each value of a number.
    Different(NodeId, Option<Measure>),
    /// Those with the highest or lowest number.
    Extreme(Fold, NodeId, Measure),
    Group(ListId),
    Printed(DefId),
    Filtered(NodeId, NodeId),
    // Lists for arguments: printed cards, numbers, two sets.
    Names(ListId),
    Numbers(ListId),
    Pair(NodeId, NodeId),
    // Dice.
    Pool(u16),
    PoolSum(NodeId, NodeId),
    PoolTimes(NodeId, NodeId),
    PoolStat(u8, Arguments),
    PoolQuery(u16, Arguments),
}

/// An operation on two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Min,
    Max,
}

/// The number of a thing that is compared or added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// A stat.
    Stat(u8),
    /// A formula in which the thing is `it`.
    Formula(NodeId),
}

/// How a stat of several things is combined into one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fold {
    Highest,
    Lowest,
    Total,
}

/// A comparison of two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}
