//! What must hold in every position.

use super::content::{Explore, Rank};
use super::state::{HELD, State, Task, worn};
use super::vocabulary::Stat;
use cardwright_engine::board::Squares;
use cardwright_engine::core::{Look, Thing};

impl Explore {
    /// What is wrong with a position.
    pub(super) fn problems(&self, state: &State) -> Vec<String> {
        let mut problems = state.zones.violations();
        let look = Look::new(self, state);
        let mut covered = Squares::EMPTY;
        let walker = state.active;
        for (place, figure) in state.present() {
            let thing = Thing::figure(place);
            let name = || super::name_of(look, thing);
            let hearts = Explore::hearts(look, place);
            let is_falling = |task: &Task| *task == Task::Destroy { figure: place };
            let is_dying = state.dying >> place & 1 == 1 || state.flow.is_pending(is_falling);
            if figure.wounds < 0 || figure.wounds > hearts && !is_dying {
                problems.push(format!("{} has {} wounds of {hearts}", name(), figure.wounds));
            }
            if figure.wounds >= hearts && !is_dying && state.flow.outcome.is_none() {
                problems.push(format!("{} stands without health", name()));
            }
            let limit = look.stat(Stat::PotionLimit, thing);
            let printed = self.facts(figure.def).potions;
            if figure.potions < 0 || figure.potions > limit.max(printed + 9) {
                problems.push(format!("{} has {} potions", name(), figure.potions));
            }
            let squares = state.squares(place);
            if squares.is_empty() {
                problems.push(format!("{} does not fit where it stands", name()));
            }
            // The active model may be on its way over friends and chests when somebody drinks.
            for square in squares.iter().filter(|_| walker != Some(place)) {
                if covered.contains(*square) {
                    problems.push(format!("{} shares a square", name()));
                }
                covered.insert(*square);
                if state.chests.contains(square) {
                    problems.push(format!("{} stands on a chest", name()));
                }
            }
            let is_last = place == state.last_enemy;
            if figure.activations > if is_last { 2 } else { 1 } {
                problems.push(format!("{} was activated too often", name()));
            }
            if Explore::immune_statuses(look, place) & figure.statuses != 0 {
                problems.push(format!("{} has what it is immune to", name()));
            }
        }
        let mini_bosses = state.present().filter(|(_, f)| f.rank == Rank::MiniBoss).count();
        if mini_bosses > self.numbers.mini_bosses[0].max(self.numbers.mini_bosses[1]) {
            problems.push(format!("{mini_bosses} mini-bosses are on the map"));
        }
        for hero in 0..state.heroes {
            let worn = state.zones.cards(worn(hero));
            let slots: Vec<u8> =
                worn.iter().map(|card| self.facts(state.def_of(*card)).slot).collect();
            if slots.iter().enumerate().any(|(place, slot)| slots[..place].contains(slot)) {
                problems.push(format!("Hero {hero} wears two pieces in one slot"));
            }
        }
        if state.spent.squares < -99 || state.zones.cards(HELD).len() > state.cards.len() {
            problems.push("the books do not balance".to_owned());
        }
        problems
    }
}
