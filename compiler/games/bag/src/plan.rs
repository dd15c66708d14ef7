//! Where the automatic player goes in a turn, and what for.
//!
//! Every tile that can be reached without a fight on the way is a goal, worth what can be had
//! there minus what a fight there is likely to cost. A fight that costs too much is taken only if
//! nothing else is left.

use super::actions::*;
use super::board::{NO_WAY, SIDES, beyond, is_open, opposite, turned};
use super::content::Role;
use super::judge::{Guesses, Judge, Quarry};
use super::laying::has_frontier;
use super::state::{STACK, State, floor, trophies};
use super::vocabulary::Stat;
use cardwright_engine::game::Choice;

/// The part of the remaining health that a fight may cost.
const BOLD: f64 = 0.8;
/// The part of the remaining health that a fight may cost on the last life.
const CAREFUL: f64 = 0.5;
/// The chance to beat the guard of the Exit above which that fight is sought.
const READY: f64 = 0.55;
/// A goal worth less than this is pursued only if there is no other.
pub(super) const LAST_RESORT: i32 = 30;
/// The worth that each step of the way takes from a goal.
const STEP: i32 = 2;
/// The number of turns per Adventurer after which nobody waits for helpers any more.
const PATIENCE: u32 = 60;

/// Something to go for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Goal {
    pub tile: u8,
    pub worth: i32,
}

impl Judge<'_> {
    fn role(self, tile: u8) -> Role {
        self.bag.facts(self.state.def_of(self.state.laid(tile).card)).role
    }

    fn is_bearer(self, who: u8) -> bool {
        self.state.ring.is_some_and(|ring| self.state.bearer_of(ring) == Some(who))
    }

    fn boldness(self) -> f64 {
        if self.state.adventurer(self.me).lives > 1 { BOLD } else { CAREFUL }
    }

    pub(super) fn max_ap(self) -> i32 {
        self.look().stat(Stat::MaxAp, super::fight::figure(self.me))
    }

    /// Others of the same side who could come to help.
    fn helpers(self) -> impl Iterator<Item = u8> {
        let (state, me) = (self.state, self.me);
        let is_alone = state.options.competitive;
        state.inside().filter(move |one| *one != me && !is_alone)
    }

    /// The best goal; `without` leaves one tile out.
    pub(super) fn goal(self, without: Option<u8>) -> Option<Goal> {
        let state = self.state;
        let here = state.adventurer(self.me).tile;
        let steps = state.distances(here, |tile| state.is_guarded(tile));
        let tiles = (0..state.tiles.len() as u8).filter(|tile| Some(*tile) != without);
        let reached = tiles.filter(|tile| steps[usize::from(*tile)] != NO_WAY);
        let guesses = Guesses::default();
        let goals = reached.filter_map(|tile| {
            let far = i32::from(steps[usize::from(tile)]);
            let worth = if state.is_guarded(tile) {
                self.prey(tile, far, &guesses)
            } else {
                self.prize(tile)
            };
            (worth > 0).then(|| Goal { tile, worth: (worth * 100 - far * STEP * 100).max(1) })
        });
        let best = goals.max_by_key(|goal| (goal.worth, std::cmp::Reverse(goal.tile)));
        best.map(|goal| Goal { worth: (goal.worth / 100).max(1), ..goal })
    }

    /// What a tile without monsters is worth to this Adventurer.
    fn prize(self, tile: u8) -> i32 {
        let (state, me) = (self.state, self.me);
        let one = state.adventurer(me);
        let laid = state.laid(tile);
        let role = self.role(tile);
        let is_leaving = state.last_turns.is_some() || self.is_bearer(me);
        if role == Role::Exit && is_leaving {
            return 2_000;
        }
        if is_leaving && state.last_turns.is_some() {
            return 0;
        }
        let mut worth = 0;
        if state.zones.cards(floor(tile)).iter().any(|item| Some(*item) == state.ring) {
            worth += 1_000;
        }
        let most = self.look().stat(Stat::MaxHealth, super::fight::figure(me));
        if laid.uses > 0 && one.health * 2 <= most {
            worth += if one.lives > 1 { 60 } else { 200 };
        }
        if role == Role::Item && !laid.used {
            worth += 90;
        }
        let lying = state.zones.cards(floor(tile)).iter();
        let wanted = lying.filter(|item| {
            self.worth(**item) >= 5 && self.bag.fits(state, me, **item, Choice::NO_CARD)
        });
        worth += wanted.count().min(3) as i32 * 25 + i32::from(worth > 0) * 10;
        // A tile that fits nowhere ends the turn, so places where most tiles fit are better.
        worth += self.fitting(tile) * 60 / 100;
        if role == Role::Start && self.has_something_to_sell() {
            worth += 35;
        }
        worth
    }

    /// The percentage of the remaining tiles that could be laid from a tile. Which tile comes next
    /// is not looked at, because players do not know it.
    fn fitting(self, tile: u8) -> i32 {
        let state = self.state;
        let left = state.zones.cards(STACK);
        if left.is_empty() || !has_frontier(state, tile) {
            return 0;
        }
        let mut counts = [0i32; 16];
        for card in left {
            counts[usize::from(self.bag.facts(state.def_of(*card)).open & 15)] += 1;
        }
        let demands = SIDES.map(|side| state.demand(tile, side));
        let fits = |open: u8| demands.into_iter().flatten().any(|one| one.is_met_turned(open));
        let known = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let fitting: i32 =
            known.filter(|(open, _)| fits(*open as u8)).map(|(_, count)| *count).sum();
        (fitting * 100 / left.len() as i32).max(i32::from(fitting > 0))
    }

    fn has_something_to_sell(self) -> bool {
        let state = self.state;
        state.options.stall
            && !state.options.competitive
            && state.adventurer(self.me).tile != 0
            && state.zones.cards(trophies(self.me)).len() >= 3
    }

    /// What a guarded tile is worth that is `far` steps away.
    fn prey(self, tile: u8, far: i32, guesses: &Guesses) -> i32 {
        let state = self.state;
        let quarry = self.quarry(tile);
        let has_ring = state.zones.cards(floor(tile)).iter().any(|item| Some(*item) == state.ring);
        let prize = if has_ring { 400 } else { 0 } + (guesses.reward(self, quarry) * 20.0) as i32;
        if self.is_guard(quarry) {
            return self.guard_worth(tile, prize);
        }
        if guesses.shots(self, quarry) * 0.8 >= 1.0 {
            return prize + 70;
        }
        let points = state.adventurer(self.me).ap;
        let risk = guesses.risk(self, quarry, points != far);
        if risk <= self.boldness() {
            return (prize + 70 - (risk * 40.0) as i32).max(LAST_RESORT + 1);
        }
        if has_ring { LAST_RESORT - 5 } else { (LAST_RESORT as f64 - 10.0 - risk * 5.0) as i32 }
    }

    /// What beating the guard of the Exit is worth. She is in the way of whoever has the Ring.
    fn guard_worth(self, tile: u8, prize: i32) -> i32 {
        let chance = self.chance_with_all(tile);
        match () {
            () if chance >= READY => prize + 120,
            () if self.state.is_ring_in_play => LAST_RESORT - 2,
            () => 1,
        }
    }

    /// The chance to beat what is on a tile with a turn's shots and with help.
    fn chance_with_all(self, tile: u8) -> f64 {
        let Quarry::Known(card) = self.quarry(tile) else {
            return 0.0;
        };
        let quarry = Quarry::Known(card);
        let shots = self.volley(quarry, (self.max_ap() - 2).max(0), true) * 0.9;
        let more = i32::from(self.helpers().next().is_some());
        self.chance_after(card, shots as i32, more)
    }

    /// The index of the option that leads on towards a goal, if there is one.
    pub(super) fn approach(self, goal: Goal) -> Option<usize> {
        let state = self.state;
        let one = state.adventurer(self.me);
        let options = &state.flow.options;
        let find = |action: u8| options.iter().position(|choice| choice.action == action);
        if goal.tile == one.tile {
            return find(LAY);
        }
        let steps = state.distances(goal.tile, |tile| state.is_guarded(tile));
        let here = steps[usize::from(one.tile)];
        if here == 1 && state.is_guarded(goal.tile) && !self.is_prepared(goal.tile) {
            return find(END);
        }
        options.iter().position(|choice| {
            choice.action == MOVE
                && state.next_tile(one.tile, choice.card as u8).is_some_and(|next| {
                    steps[usize::from(next)] < here
                        && (next == goal.tile || !state.is_guarded(next))
                })
        })
    }

    /// Whether to walk into a fight now. The alternative is to start the next turn beside it, with
    /// all action points for shots and help.
    fn is_prepared(self, tile: u8) -> bool {
        let state = self.state;
        let one = state.adventurer(self.me);
        let quarry = self.quarry(tile);
        let is_shot_at = matches!(quarry, Quarry::Known(card)
            if state.damage[usize::from(card)] > 0);
        if is_shot_at || one.ap >= self.max_ap() {
            return !self.is_guard(quarry) || is_shot_at || !self.waits_for_help(tile);
        }
        let is_dangerous = self.is_guard(quarry) || self.risk(quarry, false) > self.boldness();
        let may_shoot = self.volley(quarry, self.max_ap(), true) > 0.0;
        !is_dangerous && !may_shoot
    }

    /// Whether somebody who could help is still on the way.
    fn waits_for_help(self, tile: u8) -> bool {
        let state = self.state;
        let count = state.adventurers.len().max(1) as u32;
        if state.turn > PATIENCE * count || state.last_turns.is_some() {
            return false;
        }
        let steps = state.distances(tile, |other| state.is_guarded(other));
        let is_near = |one: u8| {
            let far = steps[usize::from(state.adventurer(one).tile)];
            far != NO_WAY && i32::from(far) <= state.adventurer(one).ap
        };
        self.helpers().next().is_some() && !self.helpers().any(is_near)
    }

    /// A shot that is worth its action points: one of several that together are likely to kill, or
    /// any shot at a monster that has to be fought anyway.
    pub(super) fn best_shot(self, goal: Option<Goal>) -> Option<usize> {
        let state = self.state;
        let one = state.adventurer(self.me);
        let worth = |choice: &Choice| -> Option<i32> {
            let quarry = match choice.action {
                SHOOT if choice.extra & RIVAL != 0 => return self.shot_at_rival(choice),
                SHOOT => Quarry::Known(choice.extra),
                SHOOT_TOKEN => Quarry::Unknown,
                _ => return None,
            };
            let is_guard = self.is_guard(quarry);
            let shot = self.shot(choice.card, quarry);
            let is_spell = self.bag.facts(state.def_of(choice.card)).is_consumable;
            let health = self.health(quarry);
            let is_hard = is_guard || self.risk(quarry, false) > self.boldness();
            if shot <= 0.0 || (is_spell && !is_hard && shot < health) {
                return None;
            }
            // Two points are kept: one to walk to the guard and one to ask for help.
            let kept = if is_guard { 2 } else { 0 };
            let volley = self.volley(quarry, one.ap - kept, is_hard);
            let cost = self.bag.facts(state.def_of(choice.card)).cost;
            let is_fresh = one.ap >= self.max_ap()
                || matches!(quarry, Quarry::Known(card) if state.damage[usize::from(card)] > 0);
            let is_meant = goal
                .is_some_and(|goal| self.is_guard(self.quarry(goal.tile)) && is_guard && is_fresh);
            let kills = volley * 0.9 >= health;
            let is_safe = !state.options.rush || kills || !is_hard;
            let pays = kills || (is_meant && one.ap - cost >= 1);
            (pays && is_safe).then(|| (shot * 10.0) as i32 - i32::from(is_spell) * 20)
        };
        let shots = state.flow.options.iter().enumerate();
        let shots = shots.filter_map(|(place, choice)| Some((worth(choice)?, place)));
        shots
            .max_by_key(|(worth, place)| (*worth, std::cmp::Reverse(*place)))
            .map(|(_, place)| place)
    }

    /// What a shot at a rival is worth; only the bearer of the Ring is shot at.
    fn shot_at_rival(self, choice: &Choice) -> Option<i32> {
        let rival = (choice.extra & !RIVAL) as u8;
        let shot = self.bag.facts(self.state.def_of(choice.card)).shot_dice;
        self.is_bearer(rival).then_some(shot * 10)
    }

    /// A rival who is worth a fight: one who carries the Ring or leads, and is likely to lose.
    pub(super) fn best_rival(self) -> Option<usize> {
        let state = self.state;
        let mine = self.bag.score(state, self.me);
        state.flow.options.iter().position(|choice| {
            let rival = choice.card as u8;
            choice.action == ATTACK
                && (self.is_bearer(rival) || self.bag.score(state, rival) > mine)
                && self.chance(super::state::Foe::Rival(rival), 0) > 0.6
        })
    }

    /// What to pick up: the Ring first, then what is worth most.
    pub(super) fn best_find(self) -> Option<usize> {
        let finds = self.state.flow.options.iter().enumerate();
        let finds = finds.filter(|(_, choice)| choice.action == TAKE);
        let worth = finds.map(|(place, choice)| (self.worth(choice.card), place));
        worth.filter(|(worth, _)| *worth >= 5).max().map(|(_, place)| place)
    }

    /// The item to drop if there is no room for all.
    pub(super) fn least_item(self) -> Option<usize> {
        let drops = self.state.flow.options.iter().enumerate();
        let drops = drops.filter(|(_, choice)| choice.action == DROP);
        drops.min_by_key(|(_, choice)| self.worth(choice.card)).map(|(place, _)| place)
    }
}

/// The place for a drawn tile that keeps most ways open.
pub(super) fn best_place(state: &State, open: u8, from: u8) -> usize {
    let here = *state.laid(from);
    let ways = |choice: &Choice| {
        let cell = beyond(here.x, here.y, choice.card as u8);
        let open = turned(open, choice.extra as u8);
        let mut ways = 0;
        for side in SIDES {
            match state.tile_at(beyond(cell.0, cell.1, side)) {
                None => ways += 2 * i32::from(is_open(open, side)),
                Some(next) => {
                    let is_met = is_open(state.laid(next).open, opposite(side));
                    // A way that meets a wall is lost. Two ways that meet keep the dungeon small.
                    ways -= i32::from(is_met != is_open(open, side)) * 2;
                    ways += i32::from(is_met && is_open(open, side));
                }
            }
        }
        ways
    };
    let places = state.flow.options.iter().enumerate();
    let best = places.max_by_key(|(place, choice)| (ways(choice), std::cmp::Reverse(*place)));
    best.map_or(0, |(place, _)| place)
}
