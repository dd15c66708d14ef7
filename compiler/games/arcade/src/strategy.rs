//! What an automatic player does, and which options are worth trying out.

use super::actions::*;
use super::facts::Rank;
use super::figure::Side;
use super::numbers::hearts;
use super::state::State;
use super::tasks::Task;
use super::worth::nearest;
use super::{Arcade, name_of};
use cardwright_engine::bot::Strategy;
use cardwright_engine::core::Look;
use cardwright_engine::game::Choice;
use cardwright_engine::view::World;

impl Strategy for Arcade {
    const WORLDS: u32 = 3;

    fn evaluate(&self, state: &World<State>, _: u8) -> i64 {
        super::worth::evaluate(self, state)
    }

    /// The option an automatic player takes without thinking ahead.
    fn suggest(&self, state: &World<State>) -> usize {
        let options = &state.flow.options;
        let look = Look::new(self, state);
        let score = |choice: &Choice| match choice.action {
            ACTIVATE => {
                90 - nearest(state, state.squares(choice.card), |one| !one.is_hero()).min(60)
            }
            ATTACK => 90 - target_armor(look, choice.card),
            USE_LINE if self.line(choice.card).is_some_and(|line| line.is_attack()) => 70,
            OPEN | EQUIP | MEND | SHAPESHIFT => 60,
            CLEANSE => 50,
            TRADE => 40,
            END | PASS_TURN | KEEP_ROLL => 20,
            MOVE => 10,
            _ => 0,
        };
        let best = options
            .iter()
            .enumerate()
            .max_by_key(|(place, choice)| (score(choice), std::cmp::Reverse(*place)));
        best.map_or(0, |(place, _)| place)
    }

    /// The options worth trying out; of the squares to move to only a few.
    fn candidates(&self, state: &World<State>, into: &mut Vec<usize>) {
        let suggested = self.suggest(state);
        into.push(suggested);
        let is_many = state.flow.options.len() > 16;
        let is_walk = |choice: &Choice| matches!(choice.action, MOVE | DASH);
        if is_many && state.is_here(state.active) {
            walks(self, state, into);
        }
        for (place, choice) in state.flow.options.iter().enumerate() {
            let is_worth =
                !is_many || !is_walk(choice) && (choice.action != PLACE || place % 4 == 0);
            if is_worth && place != suggested {
                into.push(place);
            }
        }
        let mut seen = 0;
        let mut known = vec![false; state.flow.options.len()];
        into.retain(|place| {
            seen += 1;
            seen == 1 || !std::mem::replace(&mut known[*place], true) && *place != suggested
        });
    }

    /// What a decision is about, so that bots can reuse a thought for several in a row.
    fn occasion(&self, state: &World<State>) -> Option<u64> {
        match state.flow.top()? {
            Task::Main { hero } => {
                let one = state.figure(*hero);
                let spent = one.spent;
                Some(
                    u64::from(*hero) << 32
                        | (spent.actions as u64 & 0xFF) << 8
                        | u64::from(state.turn),
                )
            }
            _ => None,
        }
    }
}

fn target_armor(look: Look<'_, Arcade>, target: u16) -> i32 {
    if look.state.is_here(target) { super::numbers::armor(look, target) } else { 0 }
}

/// The few squares worth trying out: the nearest to enemies, those from which they can just be
/// attacked, the nearest to what wins the game and to a chest, and the farthest from everybody.
fn walks(arcade: &Arcade, state: &State, into: &mut Vec<usize>) {
    let facts = arcade.facts(state.figure(state.active).def);
    let range = facts.strikes.into_iter().max().unwrap_or(1);
    let options = state.flow.options.iter().enumerate();
    let mut squares: Vec<(usize, [i32; 5])> = options
        .filter(|(_, choice)| matches!(choice.action, MOVE | DASH))
        .map(|(place, choice)| {
            let at = [cardwright_engine::board::Square(choice.card)];
            // A dash costs an action, so a move to the same square is better.
            let price = if choice.action == DASH { 3 } else { 0 };
            let enemy = nearest(state, &at, |one| !one.is_hero());
            let goal =
                nearest(state, &at, |one| one.is_rank(Rank::Boss) || one.side == Side::Point);
            let chests = state.chests.iter().map(|chest| state.field.distance(&at, &[chest.at]));
            let chest = chests.min().unwrap_or(0);
            let apart = (enemy - range).abs();
            (place, [enemy, apart, goal, chest, -enemy].map(|steps| steps * 4 + price))
        })
        .collect();
    for (wish, count) in [3, 3, 2, 1, 2].into_iter().enumerate() {
        squares.sort_by_key(|(place, wishes)| (wishes[wish], *place));
        into.extend(squares.iter().take(count).map(|(place, _)| *place));
    }
}

/// What is wrong with a position.
pub(super) fn problems(arcade: &Arcade, state: &State) -> Vec<String> {
    let mut problems = state.zones.violations();
    let look = Look::new(arcade, state);
    let held: i32 = state.figures.iter().map(|one| one.wrath).sum();
    if held + state.free_wrath != state.all_wrath {
        problems.push(format!("{held} + {} wrath of {}", state.free_wrath, state.all_wrath));
    }
    if state.coins < 0 || state.free_wrath < 0 {
        problems.push("there are fewer than no coins or wrath".to_owned());
    }
    let mut covered = cardwright_engine::board::Squares::EMPTY;
    for (place, one) in state.figures.iter().enumerate() {
        let figure = place as u16;
        let name = || name_of(look, super::wounds::thing(figure));
        if one.at.is_none() {
            if one.wrath != 0 || one.statuses != 0 || one.wounds != 0 {
                problems.push(format!("{} is away with tokens", name()));
            }
            continue;
        }
        if one.is_destroyed {
            problems.push(format!("{} is destroyed and in play", name()));
        }
        if one.wounds < 0 || one.potions < 0 {
            problems.push(format!("{} has fewer than no tokens", name()));
        }
        let squares = state.squares(figure);
        if squares.is_empty() {
            problems.push(format!("{} does not fit where it stands", name()));
        }
        for square in squares {
            if covered.contains(*square) {
                problems.push(format!("{} shares a square", name()));
            }
            covered.insert(*square);
        }
        let is_falling = |task: &Task| *task == Task::Destroy { victim: figure };
        let is_dead = one.wounds >= hearts(look, figure) && !state.flow.is_pending(is_falling);
        if is_dead && state.flow.decision().is_some() {
            problems.push(format!("{} should be destroyed", name()));
        }
    }
    if state.flow.outcome.is_none() && state.waiting().count() as i32 > state.coins {
        problems.push("more Heroes wait than there are coins".to_owned());
    }
    problems
}
