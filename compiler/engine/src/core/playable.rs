//! What a game on the core adds to its [`Course`] so that people, bots and tests can play it.
//!
//! The pending decision, its options and the counts are all in the [`Flow`](super::Flow), so most
//! of [`Game`] is the same for every such game and is implemented here once.

use super::action;
use super::digest::Digest;
use super::look::Look;
use super::rules::{Course, Rules};
use super::run::{advance, apply};
use crate::game::{
    Choice, Decision, Encounter, Game, Outcome, PlayError, SetupError, Start, Tally, TallyNames,
};
use crate::rng::{Rng, derive_seed};
use cardwright_vocabulary::Vocabulary;

/// A game on the core that can be set up, shown and judged. Every such game implements [`Game`].
pub trait Playable: Course {
    /// The words for the game's own actions, in the order of their numbers; see [`super::actions!`].
    const ACTIONS: &'static [&'static str];

    /// The starting position, with the first task on the stack and nothing done yet.
    fn begin(&self, start: &Start) -> Result<Self::State, SetupError>;

    /// One of the game's own options in words for people.
    fn label(look: Look<'_, Self>, choice: Choice) -> String;

    /// The name of an option's action, such as `attack`.
    fn action(choice: Choice) -> &'static str {
        action::name(choice.action, Self::ACTIONS)
    }

    /// Whether an option gives the game up.
    fn concedes(choice: Choice) -> bool {
        let _ = choice;
        false
    }

    /// Whether all seats of the game win or lose together.
    fn together(state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// The side of a seat, from 0: seats of one side win and lose together.
    fn side(state: &Self::State, seat: u8) -> u8 {
        if Self::together(state) { 0 } else { seat }
    }

    /// How likely the attacks of these decks' models are to hit one another, exactly.
    fn encounters(&self, start: &Start) -> Vec<Encounter> {
        let _ = start;
        Vec::new()
    }

    /// Deals anew what a seat has not seen: the order of piles, the hands of others. The result must
    /// not depend on how it was dealt before, so cards are put into a fixed order before they are
    /// shuffled, as [`Zones::mix`](super::zones::Zones::mix) does. Dice to come need no care.
    fn deal_unseen(&self, state: &mut Self::State, seat: u8, rng: &mut Rng);

    /// Makes a position a copy of another and reuses its memory.
    fn copy(from: &Self::State, into: &mut Self::State) {
        into.clone_from(from);
    }

    /// Whether a seat is not told which option another one takes, only what sort of option it is.
    fn is_secret(look: Look<'_, Self>, choice: Choice, seat: u8) -> bool {
        let _ = (look, choice, seat);
        false
    }

    /// The round (or turn) the position stands in, from 1.
    fn round(state: &Self::State) -> u32;

    /// Adds everything in which two positions can differ, for [`Game::digest`].
    fn digest(&self, state: &Self::State, digest: &mut Digest);

    /// What is wrong with a position: rules of bookkeeping that must always hold.
    fn violations(&self, state: &Self::State) -> Vec<String>;

    /// The position in words, as that seat sees it.
    fn describe(&self, state: &Self::State, seat: u8) -> String;
}

impl<R: Playable> Game for R {
    type State = <R as Rules>::State;

    fn vocabulary(&self) -> &'static Vocabulary {
        R::VOCABULARY
    }

    fn setup(&self, start: &Start) -> Result<Self::State, SetupError> {
        let mut state = self.begin(start)?;
        advance(self, &mut state).map_err(|error| SetupError::Position(error.to_string()))?;
        Ok(state)
    }

    fn decision(&self, state: &Self::State) -> Option<Decision> {
        R::flow(state).decision()
    }

    fn options<'s>(&self, state: &'s Self::State) -> &'s [Choice] {
        &R::flow(state).options
    }

    fn label(&self, state: &Self::State, choice: Choice) -> String {
        let look = Look::new(self, state);
        look.label(choice).unwrap_or_else(|| <R as Playable>::label(look, choice))
    }

    fn action(&self, choice: Choice) -> &'static str {
        <R as Playable>::action(choice)
    }

    fn actions(&self) -> Vec<&'static str> {
        action::CORE.iter().chain(R::ACTIONS).copied().collect()
    }

    fn concedes(&self, choice: Choice) -> bool {
        <R as Playable>::concedes(choice)
    }

    fn apply(&self, state: &mut Self::State, option: usize) -> Result<(), PlayError> {
        apply(self, state, option)
    }

    fn determinize(&self, state: &mut Self::State, seat: u8, seed: u64) {
        self.deal_unseen(state, seat, &mut Rng::new(derive_seed(seed, 0)));
        let flow = R::flow_mut(state);
        flow.luck.improvise(Rng::new(derive_seed(seed, 1)));
        (flow.tally, flow.notes) = (None, None);
    }

    fn copy(&self, from: &Self::State, into: &mut Self::State) {
        <R as Playable>::copy(from, into);
    }

    fn is_secret(&self, state: &Self::State, choice: Choice, seat: u8) -> bool {
        <R as Playable>::is_secret(Look::new(self, state), choice, seat)
    }

    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        R::flow(state).outcome
    }

    fn together(&self, state: &Self::State) -> bool {
        <R as Playable>::together(state)
    }

    fn side(&self, state: &Self::State, seat: u8) -> u8 {
        <R as Playable>::side(state, seat)
    }

    fn encounters(&self, start: &Start) -> Vec<Encounter> {
        Playable::encounters(self, start)
    }

    fn digest(&self, state: &Self::State) -> u64 {
        let mut digest = Digest::default();
        Playable::digest(self, state, &mut digest);
        R::flow(state).variables().for_each(|value| digest.add(value));
        digest.add(R::flow(state).options.len() as u64);
        digest.finish()
    }

    fn violations(&self, state: &Self::State) -> Vec<String> {
        Playable::violations(self, state)
    }

    fn tally<'s>(&self, state: &'s Self::State) -> Option<&'s Tally> {
        R::flow(state).tally.as_deref()
    }

    fn tally_names(&self) -> TallyNames {
        let code = self.code();
        let cards = code.defs.iter().map(|def| def.id.clone()).collect();
        TallyNames { cards, abilities: code.triggers.clone() }
    }

    fn round(&self, state: &Self::State) -> u32 {
        <R as Playable>::round(state)
    }

    fn describe(&self, state: &Self::State, seat: u8) -> String {
        let mut text = Playable::describe(self, state, seat);
        let look = Look::new(self, state);
        let counters = look.counters();
        if !counters.is_empty() {
            let each =
                |(thing, counter): &(_, String)| format!("{}: {counter}", R::name(look, *thing));
            let counters: Vec<String> = counters.iter().map(each).collect();
            text.truncate(text.trim_end().len());
            text.push_str(&format!("\nCounters: {}.\n", counters.join(", ")));
        }
        text
    }

    fn take_events(&self, state: &mut Self::State) -> Vec<String> {
        R::flow_mut(state).notes.as_mut().map(std::mem::take).unwrap_or_default()
    }
}
