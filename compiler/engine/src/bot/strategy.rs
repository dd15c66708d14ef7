//! What a game knows about playing itself well.

use crate::game::{Game, PlayError};
use crate::view::World;

/// How a game's own bots think about it. Everything here is about possible worlds: the true
/// position is none of a bot's business, and the types keep it away.
pub trait Strategy: Game {
    /// In how many possible worlds an option is tried when the game thinks one step ahead. More than
    /// one where dice or hidden cards decide.
    const WORLDS: u32 = 1;

    /// How many rounds a simulation of `plan` goes beyond the present one.
    const HORIZON: u32 = 1;

    /// How good a position is for a seat as it stands; larger is better.
    fn evaluate(&self, world: &World<Self::State>, seat: u8) -> i64;

    /// The options that are worth considering, in a fixed order, the suggested one first. Left out
    /// are options that equal another one and options that are never better.
    fn candidates(&self, world: &World<Self::State>, into: &mut Vec<usize>) {
        let options = self.options(world).len();
        let suggested = self.suggest(world).min(options.saturating_sub(1));
        into.push(suggested);
        into.extend((0..options).filter(|&option| option != suggested));
    }

    /// More options for a bot that can afford them, the most promising first. Those of
    /// [`Strategy::candidates`] are considered anyhow.
    fn prospects(&self, world: &World<Self::State>, into: &mut Vec<usize>) {
        into.extend(0..self.options(world).len());
    }

    /// A number for what the decision is about. A bot remembers what it thought of an option for as
    /// long as decisions in a row have the same number; `None` means it forgets at once.
    fn occasion(&self, _world: &World<Self::State>) -> Option<u64> {
        None
    }

    /// In how many worlds an option is tried; at most [`Strategy::WORLDS`].
    fn worlds(&self, _world: &World<Self::State>, _option: usize) -> u32 {
        Self::WORLDS
    }

    /// How good an option is for a seat, looking as far ahead as is worthwhile; larger is better.
    /// The world is used up. Unless the game overrides this, the position after the option counts.
    fn foresee(
        &self,
        world: &mut World<Self::State>,
        option: usize,
        seat: u8,
    ) -> Result<i64, PlayError> {
        self.apply(world, option)?;
        Ok(self.evaluate(world, seat))
    }

    /// The option that the game's own automatic player takes.
    fn suggest(&self, world: &World<Self::State>) -> usize;

    /// Tells a world that only the automatic player decides in it from now on, so that options need
    /// not be worked out that it never takes.
    fn hurry(&self, _world: &mut World<Self::State>) {}
}
