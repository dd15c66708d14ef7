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

/// Fewer worlds do not tell whether options differ by more than chance.
const LEAST_WORLDS: usize = 4;

/// So many standard errors are more than chance.
const CLEAR: f64 = 3.0;

/// An option and how it did.
#[derive(Debug, Clone)]
struct Arm {
    /// Its place in the first order.
    number: usize,
    option: usize,
    /// The sum over all worlds so far; `None` for an option that comes to no end.
    sum: Option<i64>,
    /// What it was worth in each world of the first phase.
    values: Vec<i64>,
}

impl<S: Clone> Bot<S> {
    /// The option that does best in `budget` simulations.
    pub(super) fn plan<G: Strategy<State = S>>(
        &mut self,
        view: &View<'_, G>,
        options: usize,
        budget: u32,
    ) -> usize {
        let (game, seat) = (view.game(), view.seat());
        self.halve(view, options, budget, |world, option, _| {
            let last = game.round(world) + G::HORIZON;
            game.hurry(world);
            game.apply(world, option)?;
            finish(game, world, last)?;
            Ok(game.evaluate(world, seat))
        })
    }

    /// Sequential halving over the options that the budget allows to consider. `simulate` uses up a
    /// world and says what an option is worth in it; it is told the option and its number among
    /// those considered.
    pub(super) fn halve<G: Strategy<State = S>>(
        &mut self,
        view: &View<'_, G>,
        options: usize,
        budget: u32,
        mut simulate: impl FnMut(&mut World<S>, usize, usize) -> Result<i64, PlayError>,
    ) -> usize {
        let game = view.game();
        let mut arms = self.considered(view, options, budget);
        if let [only] = &arms[..] {
            return only.option;
        }
        let phases = arms.len().next_power_of_two().trailing_zeros();
        let mut worlds = 0;
        for phase in 0..phases {
            let each = (budget / phases / arms.len() as u32).max(1);
            for _ in 0..each {
                let seed = self.seed_of(worlds);
                worlds += 1;
                let world = &*view.imagine(seed, &mut self.world);
                for arm in &mut arms {
                    let tried = world.copy(game, &mut self.scratch);
                    let value = simulate(tried, arm.option, arm.number).ok();
                    arm.sum = arm.sum.zip(value).map(|(sum, value)| sum.saturating_add(value));
                    if phase == 0 {
                        arm.values.extend(value);
                    }
                }
            }
            // The order is stable, so that of equals the suggested one stays in front.
            arms.sort_by_key(|arm| std::cmp::Reverse(arm.sum));
            if phase == 0 {
                self.mattered = differ(&arms);
            }
            arms.truncate(arms.len().div_ceil(2));
        }
        arms.first().map_or(0, |arm| arm.option)
    }

    /// The options that the budget allows to consider, the suggested one first.
    fn considered<G: Strategy<State = S>>(
        &mut self,
        view: &View<'_, G>,
        options: usize,
        budget: u32,
    ) -> Vec<Arm> {
        let seed = self.seed_of(0);
        let (game, world) = (view.game(), &*view.imagine(seed, &mut self.world));
        let mut prospects = Vec::new();
        self.candidates.clear();
        game.candidates(world, &mut self.candidates);
        game.prospects(world, &mut prospects);
        self.keep_allowed();
        let candidates = &self.candidates;
        let most = ((budget / LEAST / 4) as usize).clamp(2, MOST_OPTIONS);
        let mut arms: Vec<Arm> = Vec::new();
        // In turn, because either list alone may be longer than the budget allows.
        for place in 0..candidates.len().max(prospects.len()) {
            for option in [candidates, &prospects].into_iter().filter_map(|list| list.get(place)) {
                let is_new = !arms.iter().any(|arm| arm.option == *option);
                if arms.len() < most && *option < options && is_new && self.may(*option) {
                    let (number, option) = (arms.len(), *option);
                    arms.push(Arm { number, option, sum: Some(0), values: Vec::new() });
                }
            }
        }
        arms
    }
}

/// Whether the best and the worst of some options, in that order, differ by more than chance; `None`
/// if too few worlds were tried to tell.
fn differ(arms: &[Arm]) -> Option<bool> {
    let (best, worst) = (arms.first()?, arms.last()?);
    let count = best.values.len();
    if count < LEAST_WORLDS || worst.values.len() != count {
        return None;
    }
    let apart =
        best.values.iter().zip(&worst.values).map(|(one, other)| one.saturating_sub(*other) as f64);
    let apart: Vec<f64> = apart.collect();
    let mean = apart.iter().sum::<f64>() / count as f64;
    let spread = apart.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>();
    let error = (spread / (count * (count - 1)) as f64).sqrt();
    Some(mean > 0.0 && mean > CLEAR * error)
}

/// Lets the automatic player go on until a round is over.
pub(super) fn finish<G: Strategy>(
    game: &G,
    world: &mut World<G::State>,
    last: u32,
) -> Result<(), PlayError> {
    for _ in 0..MOST_STEPS {
        if game.outcome(world).is_some() || game.round(world) > last {
            break;
        }
        let Some(most) = game.options(world).len().checked_sub(1) else { break };
        let option = game.suggest(world).min(most);
        game.apply(world, option)?;
    }
    Ok(())
}
