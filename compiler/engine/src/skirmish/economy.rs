//! What a model has spent in its activation: actions and squares.
//!
//! Only what was spent is stored; what is left follows from the model's current numbers. So a
//! status that takes an action away, or a change of shape, changes at once what is left.

/// What a model has spent in its activation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spent {
    /// Action points.
    pub actions: i32,
    /// Squares, or what they cost.
    pub squares: i32,
    /// Whether it runs: it moves farther and does nothing else.
    pub running: bool,
}

impl Spent {
    /// The action points that are left of `actions`.
    pub fn actions_left(&self, actions: i32) -> i32 {
        if self.running { 0 } else { (actions - self.actions).max(0) }
    }

    /// The squares that are left of a speed. A model that runs has twice as many.
    pub fn squares_left(&self, speed: i32) -> i32 {
        let all = if self.running { speed.saturating_mul(2) } else { speed };
        (all - self.squares).max(0)
    }
}

/// A number halved, rounded up.
pub fn halved(number: i32) -> i32 {
    (number + 1).div_euclid(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn running_doubles_a_halved_speed_and_leaves_no_actions() {
        let spent = Spent { actions: 0, squares: 2, running: true };
        assert_eq!(spent.squares_left(halved(5)), 4);
        assert_eq!(spent.actions_left(3), 0);
        let walking = Spent { actions: 1, squares: 9, running: false };
        assert_eq!((walking.squares_left(6), walking.actions_left(3)), (0, 2));
    }
}
