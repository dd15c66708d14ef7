//! Rollouts: what becomes of an option if the automatic player goes on from there.
//!
//! Sequential halving (Karnin, Koren, Somekh 2013) spends a fixed number of simulations: after each
//! of about log₂ n phases the worse half of the options is given up, so that the good ones are told
//! apart with what is left. All options that are still considered are tried in the same worlds with
//! the same luck, so that their difference is not drowned in noise.

use super::{Bot, Strategy};
use crate::game::PlayError;
use crate::view::{View, World};

/// An option gets at least so many simulations in the first phase; fewer tell nothing.
const LEAST: u32 = 2;

/// How many options are considered at most, however large the budget is.
const MOST_OPTIONS: usize = 24;

/// A simulation ends after so many decisions at the latest.
const MOST_STEPS: u32 = 600;

/// An option and how it did.
#[derive(Debug, Clone, Copy)]
struct Arm {
    option: usize,
    /// The sum over all worlds so far; `None` for an option that comes to no end.
    sum: Option<i64>,
}

impl<S: Clone> Bot<S> {
    /// The option that does best in `budget` simulations.
    pub(super) fn plan<G: Strategy<State = S>>(
        &mut self,
        view: &View<'_, G>,
        options: usize,
        budget: u32,
    ) -> usize {
        let game = view.game();
        let first = self.seed_of(0);
        let world = view.imagine(first, &mut self.world);
        let mut arms = considered(game, world, options, budget);
        if let [only] = arms[..] {
            return only.option;
        }
        let phases = arms.len().next_power_of_two().trailing_zeros();
        let mut worlds = 0;
        for _ in 0..phases {
            let each = (budget / phases / arms.len() as u32).max(1);
            for _ in 0..each {
                let seed = self.seed_of(worlds);
                worlds += 1;
                let world = &*view.imagine(seed, &mut self.world);
                for arm in &mut arms {
                    let tried = world.copy(game, &mut self.scratch);
                    let value = simulate(game, tried, arm.option, view.seat()).ok();
                    arm.sum = arm.sum.zip(value).map(|(sum, value)| sum + value);
                }
            }
            // The order is stable, so that of equals the suggested one stays in front.
            arms.sort_by_key(|arm| std::cmp::Reverse(arm.sum));
            arms.truncate(arms.len().div_ceil(2));
        }
        arms.first().map_or(0, |arm| arm.option)
    }
}

/// The options that the budget allows to consider, the suggested one first.
fn considered<G: Strategy>(
    game: &G,
    world: &World<G::State>,
    options: usize,
    budget: u32,
) -> Vec<Arm> {
    let (mut candidates, mut prospects) = (Vec::new(), Vec::new());
    game.candidates(world, &mut candidates);
    game.prospects(world, &mut prospects);
    let most = ((budget / LEAST / 4) as usize).clamp(2, MOST_OPTIONS);
    let mut arms: Vec<Arm> = Vec::new();
    // In turn, because either list alone may be longer than the budget allows.
    for place in 0..candidates.len().max(prospects.len()) {
        for option in [&candidates, &prospects].into_iter().filter_map(|list| list.get(place)) {
            let is_new = !arms.iter().any(|arm| arm.option == *option);
            if arms.len() < most && *option < options && is_new {
                arms.push(Arm { option: *option, sum: Some(0) });
            }
        }
    }
    arms
}

/// Takes an option and lets the automatic player go on for some rounds; what that is worth.
fn simulate<G: Strategy>(
    game: &G,
    world: &mut World<G::State>,
    option: usize,
    seat: u8,
) -> Result<i64, PlayError> {
    let last = game.round(world) + G::HORIZON;
    game.hurry(world);
    game.apply(world, option)?;
    for _ in 0..MOST_STEPS {
        if game.outcome(world).is_some() || game.round(world) > last {
            break;
        }
        let Some(most) = game.options(world).len().checked_sub(1) else { break };
        let option = game.suggest(world).min(most);
        game.apply(world, option)?;
    }
    Ok(game.evaluate(world, seat))
}
