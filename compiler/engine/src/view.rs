//! What a seat may know of a position.
//!
//! A [`View`] keeps the position to itself: it tells the legal options, and it makes possible
//! worlds. A [`World`] is a position that could be the true one as far as the seat knows: what the
//! seat has not seen is dealt anew, and everything random that is still to come follows from a seed
//! of its own. A world can be made by a view only, and whoever judges or thinks ahead for a bot is
//! handed worlds and nothing else, so that no bot can look at the next card or the next dice.
//!
//! What a seat has seen is for the game to say ([`Game::determinize`]). Deck lists, quest books and
//! the like are known to all; what was seen and then went back into a pile is forgotten.

use std::ops::{Deref, DerefMut};

use crate::game::{Choice, Decision, Game};

/// A position as one seat may know it.
pub struct View<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: u8,
}

/// A position that is possible as far as a seat knows. What happens in it stays in it.
#[derive(Debug, Clone)]
pub struct World<S>(S);

impl<'a, G: Game> View<'a, G> {
    /// What a seat may know of a position.
    pub fn new(game: &'a G, state: &'a G::State, seat: u8) -> View<'a, G> {
        View { game, state, seat }
    }

    /// What the seat may know that has to decide; `None` when the game is over.
    pub fn of_decider(game: &'a G, state: &'a G::State) -> Option<View<'a, G>> {
        let Decision { seat, .. } = game.decision(state)?;
        Some(View { game, state, seat })
    }

    /// The game that is played.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// Whose view it is.
    pub fn seat(&self) -> u8 {
        self.seat
    }

    /// The legal options of the seat's decision; none if it has nothing to decide.
    pub fn options(&self) -> &'a [Choice] {
        match self.game.decision(self.state) {
            Some(decision) if decision.seat == self.seat => self.game.options(self.state),
            _ => &[],
        }
    }

    /// A possible world, in memory that is reused. The same seed gives the same world, whatever
    /// the seat has not seen is really like.
    pub fn imagine<'w>(
        &self,
        seed: u64,
        memory: &'w mut Option<World<G::State>>,
    ) -> &'w mut World<G::State> {
        let world = match memory {
            Some(world) => {
                self.game.copy(self.state, &mut world.0);
                world
            }
            None => memory.insert(World(self.state.clone())),
        };
        self.game.determinize(&mut world.0, self.seat, seed);
        world
    }

    /// The position in words. It is a possible world that is described, so that nothing can be told
    /// that the seat does not know.
    pub fn describe(&self) -> String {
        self.game.describe(self.imagine(0, &mut None), self.seat)
    }

    /// An option in words, as the seat may know it.
    pub fn label(&self, choice: Choice) -> String {
        self.game.label(self.imagine(0, &mut None), choice)
    }
}

impl<S> World<S> {
    /// Becomes a copy of another world and reuses its memory.
    pub fn copy<'w, G: Game<State = S>>(
        &self,
        game: &G,
        memory: &'w mut Option<World<S>>,
    ) -> &'w mut World<S>
    where
        S: Clone,
    {
        match memory {
            Some(world) => {
                game.copy(&self.0, &mut world.0);
                world
            }
            None => memory.insert(World(self.0.clone())),
        }
    }
}

impl<S> Deref for World<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.0
    }
}

impl<S> DerefMut for World<S> {
    fn deref_mut(&mut self) -> &mut S {
        &mut self.0
    }
}
