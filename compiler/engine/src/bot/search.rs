//! Tree search over what a seat knows.
//!
//! At the root, options are given up by halves as `plan` does. Below each of them grows a tree of the
//! seat's own further decisions: a node is what the seat has decided so far, whatever world that
//! happened in, so that one tree serves all possible worlds (information-set tree search: Cowling,
//! Powley, Whitehouse 2012). One step in the tree is a macro-move: a decision of the seat together
//! with all that follows until it has a real choice again. Others, and the seat itself below the
//! tree, do what the automatic player does.
//!
//! Which way to go in the tree follows the rule of `AlphaZero`, with the automatic player's suggestion
//! as the likely move. It needs no logarithm, so that every machine counts the same.

use super::halving::finish;
use super::{Bot, Strategy};
use crate::game::{Choice, PlayError};
use crate::view::{View, World};

/// The tree goes no deeper than so many decisions of the seat.
const MOST_DEPTH: usize = 12;

/// At a node, so many options are considered at most, the suggested one among them.
const MOST_WAYS: usize = 8;

/// How much of the expectation the suggested option has before anything was tried.
const SUGGESTED: f64 = 0.5;

/// How eagerly little-tried options are tried. Picked by guess.
const CURIOSITY: f64 = 1.0;

/// More steps between two decisions of a seat than there ever are.
const MOST_STEPS: u32 = 600;

impl<S: Clone> Bot<S> {
    /// The option that does best in `budget` simulations with trees below the options.
    pub(super) fn search<G: Strategy<State = S>>(
        &mut self,
        view: &View<'_, G>,
        options: usize,
        budget: u32,
    ) -> usize {
        let (game, seat) = (view.game(), view.seat());
        let mut trees: Vec<Tree> = Vec::new();
        self.halve(view, options, budget, |world, option, number| {
            if trees.len() <= number {
                trees.resize_with(number + 1, Tree::default);
            }
            let last = game.round(world) + G::HORIZON;
            game.apply(world, option)?;
            trees[number].simulate(game, world, (seat, last))
        })
    }
}

/// The decisions that a seat can make after one option.
#[derive(Debug, Default)]
struct Tree {
    /// The root is first.
    nodes: Vec<Node>,
    /// The smallest and the largest value seen, by which others are measured.
    range: Option<[i64; 2]>,
    /// The nodes of the present simulation.
    path: Vec<usize>,
    candidates: Vec<usize>,
}

/// What a seat has decided so far, and how that went.
#[derive(Debug, Default)]
struct Node {
    visits: u32,
    sum: i64,
    /// The next decisions that were tried, and their nodes.
    ways: Vec<(Choice, usize)>,
}

impl Tree {
    /// One simulation: down the tree, one step beyond it, and on with the automatic player.
    fn simulate<G: Strategy>(
        &mut self,
        game: &G,
        world: &mut World<G::State>,
        (seat, last): (u8, u32),
    ) -> Result<i64, PlayError> {
        if self.nodes.is_empty() {
            self.nodes.push(Node::default());
        }
        self.path.clear();
        self.path.push(0);
        let mut here = 0;
        while self.path.len() <= MOST_DEPTH && self.choice_ahead(game, world, (seat, last))? {
            let (option, next) = self.way(game, world, here);
            game.apply(world, option)?;
            self.path.push(next);
            here = next;
            if self.nodes[next].visits == 0 {
                break;
            }
        }
        game.hurry(world);
        finish(game, world, last)?;
        let value = game.evaluate(world, seat);
        for &node in &self.path {
            self.nodes[node].visits += 1;
            self.nodes[node].sum = self.nodes[node].sum.saturating_add(value);
        }
        let [low, high] = self.range.unwrap_or([value; 2]);
        self.range = Some([low.min(value), high.max(value)]);
        Ok(value)
    }

    /// Goes on to the next decision of the seat that has more than one candidate, which are then
    /// known. Returns `false` if there is none before the end.
    fn choice_ahead<G: Strategy>(
        &mut self,
        game: &G,
        world: &mut World<G::State>,
        (seat, last): (u8, u32),
    ) -> Result<bool, PlayError> {
        for _ in 0..MOST_STEPS {
            if game.outcome(world).is_some() || game.round(world) > last {
                return Ok(false);
            }
            let Some(decision) = game.decision(world) else { return Ok(false) };
            let Some(most) = game.options(world).len().checked_sub(1) else { return Ok(false) };
            let suggested = if decision.seat == seat && most > 0 {
                self.candidates.clear();
                game.candidates(world, &mut self.candidates);
                self.candidates.retain(|option| *option <= most);
                self.candidates.truncate(MOST_WAYS);
                if self.candidates.len() > 1 {
                    return Ok(true);
                }
                self.candidates.first().copied().unwrap_or(0)
            } else {
                game.suggest(world).min(most)
            };
            game.apply(world, suggested)?;
        }
        Ok(false)
    }

    /// The candidate to go on with, and its node.
    fn way<G: Strategy>(
        &mut self,
        game: &G,
        world: &World<G::State>,
        here: usize,
    ) -> (usize, usize) {
        let options = game.options(world);
        let [low, high] = self.range.unwrap_or([0; 2]);
        let width = (high.saturating_sub(low) as f64).max(1.0);
        let worth =
            |node: &Node| (node.sum as f64 / f64::from(node.visits.max(1)) - low as f64) / width;
        let node = &self.nodes[here];
        let (usual, eagerness) = (worth(node), CURIOSITY * f64::from(node.visits.max(1)).sqrt());
        let others = (1.0 - SUGGESTED) / (self.candidates.len() - 1).max(1) as f64;
        let mut best: Option<(f64, usize)> = None;
        for (place, option) in self.candidates.iter().enumerate() {
            let known = node.ways.iter().find(|(choice, _)| *choice == options[*option]);
            let (value, visits) = known.map_or((usual, 0.0), |(_, way)| {
                (worth(&self.nodes[*way]), f64::from(self.nodes[*way].visits))
            });
            let expected = if place == 0 { SUGGESTED } else { others };
            let score = value + eagerness * expected / (1.0 + visits);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, *option));
            }
        }
        let option = best.map_or(0, |(_, option)| option);
        let choice = options[option];
        let known = node.ways.iter().find(|(other, _)| *other == choice).map(|(_, way)| *way);
        let next = known.unwrap_or_else(|| {
            self.nodes.push(Node::default());
            let next = self.nodes.len() - 1;
            self.nodes[here].ways.push((choice, next));
            next
        });
        (option, next)
    }
}
