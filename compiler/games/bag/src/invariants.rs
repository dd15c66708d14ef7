//! Rules of bookkeeping that hold in every position.

use super::content::{Bag, Role, Sort};
use super::fight::figure;
use super::state::{State, Task, floor};
use super::vocabulary::Stat;
use cardwright_engine::core::Look;

impl Bag {
    /// What is wrong with a position.
    pub(super) fn problems(&self, state: &State) -> Vec<String> {
        let mut problems = state.zones.violations();
        let is_over = state.flow.outcome.is_some();
        let look = Look::new(self, state);
        for one in state.inside() {
            let who = state.adventurer(one);
            let most = look.stat(Stat::MaxHealth, figure(one));
            // An Adventurer without health is about to fall, but effects may ask a question first.
            let is_falling = who.is_falling
                || state.flow.is_pending(
                    |task| matches!(task, Task::Fall { adventurer, .. } if *adventurer == one),
                );
            let is_hurt = who.health < 1 && !is_falling;
            if !is_over && (is_hurt || who.lives < 1 || who.ap < 0) {
                problems.push(format!("adventurer {one} is inside with {who:?}"));
            }
            if who.health > most.max(self.facts(who.def).health + 20) {
                problems.push(format!("adventurer {one} has {} health of {most}", who.health));
            }
            if usize::from(who.tile) >= state.tiles.len() {
                problems.push(format!("adventurer {one} is nowhere"));
            }
        }
        for (place, laid) in state.tiles.iter().enumerate() {
            let is_twice = state.tiles[..place].iter().any(|o| (o.x, o.y) == (laid.x, laid.y));
            if is_twice {
                problems.push(format!("two tiles lie on {}, {}", laid.x, laid.y));
            }
        }
        let exits = state
            .tiles
            .iter()
            .filter(|laid| self.facts(state.def_of(laid.card)).role == Role::Exit);
        if exits.count() > 1 {
            problems.push("there are two Exits".to_owned());
        }
        let ring = state.ring.map(|ring| state.zones.place(ring));
        let is_lost = ring.is_some_and(|place| place == cardwright_engine::core::zones::NOWHERE);
        if state.is_ring_in_play && is_lost {
            problems.push("the Ring is in play and nowhere".to_owned());
        }
        for tile in 0..state.tiles.len() as u8 {
            let is_item = |card: &&u16| self.facts(state.def_of(**card)).sort != Sort::Item;
            if state.zones.cards(floor(tile)).iter().find(is_item).is_some() {
                problems.push(format!("what is no item lies on tile {tile}"));
            }
        }
        problems
    }
}
