//! One step ahead, on average over a few possible worlds.

use super::{Bot, Strategy};
use crate::view::View;

/// Values are averages in this many parts, so that a small difference is not lost.
const PARTS: i64 = 64;

impl<S: Clone> Bot<S> {
    /// The candidate that leads to the best position; the suggested one among equals.
    ///
    /// An option that was no better than the suggested one is not considered again on the same
    /// occasion, until the bot takes something other than the suggestion.
    pub(super) fn best<G: Strategy<State = S>>(&mut self, view: &View<'_, G>) -> usize {
        let (game, options) = (view.game(), view.options());
        let first = self.seed_of(0);
        let world = view.imagine(first, &mut self.world);
        let occasion = game.occasion(world);
        if occasion.is_none() || occasion != self.occasion {
            self.dismissed.clear();
            self.occasion = occasion;
        }
        self.candidates.clear();
        game.candidates(world, &mut self.candidates);
        self.keep_allowed();
        let suggested = self.candidates.first().copied().unwrap_or(0);
        let dismissed = &self.dismissed;
        self.candidates
            .retain(|&option| option == suggested || !dismissed.contains(&options[option]));
        if self.candidates.len() <= 1 {
            return suggested;
        }
        let values = self.average(view);
        let standard = values[0];
        let mut best = (None, suggested);
        for (&option, value) in self.candidates.iter().zip(values) {
            if option != suggested && value <= standard {
                self.dismissed.push(options[option]);
            }
            if value > best.0 {
                best = (value, option);
            }
        }
        if best.1 != suggested {
            self.dismissed.clear();
        }
        best.1
    }

    /// What each candidate is worth. All are tried in the same worlds, so that luck favours none. A
    /// runaway option has no value (`None`), which is less than any value.
    fn average<G: Strategy<State = S>>(&mut self, view: &View<'_, G>) -> Vec<Option<i64>> {
        let game = view.game();
        let mut sums: Vec<(Option<i64>, i64)> = vec![(Some(0), 0); self.candidates.len()];
        for number in 0..G::WORLDS.max(1) {
            let seed = self.seed_of(number);
            let world = &*view.imagine(seed, &mut self.world);
            for (&option, (sum, count)) in self.candidates.iter().zip(&mut sums) {
                if number > 0 && number >= game.worlds(world, option) {
                    continue;
                }
                let tried = world.copy(game, &mut self.scratch);
                let value = game.foresee(tried, option, view.seat()).ok();
                *sum = sum.zip(value).map(|(sum, value)| sum + value * PARTS);
                *count += 1;
            }
        }
        sums.into_iter().map(|(sum, count)| Some(sum? / count.max(1))).collect()
    }
}
