//! How good a position is for the Heroes, and what an automatic player does.

use super::actions::*;
use super::facts::Rank;
use super::field::FAR;
use super::numbers::hearts;
use super::state::{BACKPACK, Side, State};
use super::tasks::Task;
use super::{Arcade, name_of};
use crate::core::Look;
use crate::game::Choice;

/// How good a position is: the boss's wounds, spawning points, what is destroyed; against it
/// wounds, coins and time.
pub(super) fn evaluate(arcade: &Arcade, state: &State) -> i64 {
    if let Some(outcome) = state.flow.outcome {
        return if outcome.winners != 0 { 10_000_000 } else { -10_000_000 };
    }
    let look = Look::new(arcade, state);
    let mut value = i64::from(state.coins) * 2_000 + i64::from(state.points_destroyed) * 3_000;
    value += i64::from(state.all_kills) * 150;
    value += state.zones.cards(BACKPACK).len() as i64 * 60 - i64::from(state.turn) * 50;
    value -= state.waiting().count() as i64 * 1_500;
    for (place, one) in state.figures.iter().enumerate() {
        let figure = place as u16;
        let Some(_) = one.at else { continue };
        match one.side {
            Side::Hero => {
                let left = hearts(look, figure) - one.wounds;
                value += i64::from(left) * 90 - i64::from(one.statuses.count_ones()) * 30;
                value += i64::from(one.potions) * 25 + state.equipped(figure) as i64 * 150;
                value -= i64::from(goal_distance(state, figure)) * 12;
            }
            Side::Point => value += i64::from(one.wounds) * 400,
            Side::Monster => {
                let worth = match one.rank {
                    Rank::Boss => 900,
                    Rank::MiniBoss => 250,
                    _ => 100,
                };
                value += i64::from(one.wounds) * worth;
                value += i64::from(one.statuses.count_ones()) * 15;
            }
        }
    }
    value
}

/// Squares to what a Hero should go to: the boss, else a spawning point, else anybody.
fn goal_distance(state: &State, hero: u16) -> i32 {
    let nearest = |wanted: &dyn Fn(&super::state::Figure) -> bool| {
        state.present(wanted).map(|goal| state.apart(hero, goal)).min()
    };
    nearest(&|one| one.is_rank(Rank::Boss))
        .or_else(|| nearest(&|one| one.side == Side::Point))
        .or_else(|| nearest(&|one| !one.is_hero()))
        .unwrap_or(FAR)
}

/// The option an automatic player takes without thinking ahead.
pub(super) fn suggest(arcade: &Arcade, state: &State) -> usize {
    let options = &state.flow.options;
    let look = Look::new(arcade, state);
    let score = |choice: &Choice| match choice.action {
        ATTACK => 90 - target_armor(look, choice.card),
        USE_LINE if arcade.line(choice.card).is_some_and(|line| line.is_attack()) => 70,
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

fn target_armor(look: Look<'_, Arcade>, target: u16) -> i32 {
    if look.state.is_here(target) { super::numbers::armor(look, target) } else { 0 }
}

/// The options worth a thought: of squares to move to only those nearest to a goal or away.
pub(super) fn candidates(arcade: &Arcade, state: &State, into: &mut Vec<usize>) {
    let suggested = suggest(arcade, state);
    into.push(suggested);
    let is_many = state.flow.options.len() > 24;
    let active = state.active;
    let goal = state.is_here(active).then(|| goals(state, active));
    for (place, choice) in state.flow.options.iter().enumerate() {
        if place == suggested {
            continue;
        }
        let is_walk = matches!(choice.action, MOVE | DASH);
        let is_worth = match &goal {
            Some(goals) if is_many && is_walk => goals.contains(&choice.card),
            _ if is_many && choice.action == PLACE => place % 4 == 0,
            _ => true,
        };
        if is_worth {
            into.push(place);
        }
    }
}

/// Squares worth going to: the few nearest to each kind of goal.
fn goals(state: &State, hero: u16) -> Vec<u16> {
    let walks = state.flow.options.iter().filter(|choice| matches!(choice.action, MOVE | DASH));
    let mut squares: Vec<(i32, u16)> = walks
        .map(|choice| {
            let at = [crate::board::Square(choice.card)];
            let to = state.present(|one| !one.is_hero());
            let near = to.map(|other| state.field.distance(&at, state.squares(other))).min();
            let chest = state.chests.iter().map(|chest| state.field.distance(&at, &[chest.at]));
            let heart = goal_after(state, hero, &at);
            (near.unwrap_or(FAR).min(chest.min().unwrap_or(FAR)) * 2 + heart, choice.card)
        })
        .collect();
    squares.sort_unstable();
    squares.dedup();
    squares.into_iter().take(6).map(|(_, square)| square).collect()
}

fn goal_after(state: &State, hero: u16, at: &[crate::board::Square]) -> i32 {
    let goal = state.present(|one| one.is_rank(Rank::Boss) || one.side == Side::Point);
    let nearest = goal.map(|goal| state.field.distance(at, state.squares(goal))).min();
    nearest.unwrap_or_else(|| goal_distance(state, hero))
}

/// What a decision is about, so that a thought holds for several in a row.
pub(super) fn occasion(state: &State) -> Option<u64> {
    match state.flow.top()? {
        Task::Main { hero } => {
            let one = state.figure(*hero);
            let spent = one.spent;
            Some(
                u64::from(*hero) << 32 | (spent.actions as u64 & 0xFF) << 8 | u64::from(state.turn),
            )
        }
        _ => None,
    }
}

/// Who stands where, for reports of what is wrong.
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
    let mut covered = crate::board::Squares::EMPTY;
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
        if one.wounds >= hearts(look, figure) && state.flow.decision().is_some() {
            problems.push(format!("{} should be destroyed", name()));
        }
    }
    if state.flow.outcome.is_none() && state.waiting().count() as i32 > state.coins {
        problems.push("more Heroes wait than there are coins".to_owned());
    }
    problems
}
