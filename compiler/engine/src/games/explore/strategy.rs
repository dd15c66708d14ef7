//! How bots judge positions and what the automatic player does.

use super::actions::*;
use super::content::{Explore, Rank};
use super::state::{Figure, State, Task};
use super::stats;
use crate::board::Square;
use crate::core::code::NONE;
use crate::core::dice::Pool;
use crate::core::{Look, Thing};
use crate::game::Choice;
use crate::rng::{Rng, derive_seed};
use crate::skirmish::Piece;

/// How many options besides the suggested one a bot thinks about.
const THOUGHTS: usize = 12;

/// How good a position is for a seat.
pub(super) fn evaluate(rules: &Explore, state: &State, seat: u8) -> i64 {
    let is_consul = seat == state.consul;
    if let Some(outcome) = state.flow.outcome {
        return if outcome.won(seat) { 1_000_000 } else { -1_000_000 };
    }
    let look = Look::new(rules, state);
    let mut heroes = 0;
    for (place, figure) in state.present() {
        let health = i64::from(rules.facts(figure.def).hearts - figure.wounds);
        let burden = i64::from(figure.statuses.count_ones());
        heroes += match figure.rank {
            Rank::Hero => 300 + 60 * health + 12 * i64::from(figure.potions) - 15 * burden,
            Rank::Point => -(80 + 30 * health),
            Rank::Boss => -(200 + 60 * health) + 15 * burden,
            _ => {
                let skull = i64::from(rules.facts(figure.def).skull);
                -(20 * skull + 20 * health) + 10 * burden
            }
        };
        if figure.is_hero() {
            heroes += 40 * state.zones.cards(super::state::worn(place)).len() as i64;
        }
        if figure.seat == seat && !figure.is_point() {
            let near = i64::from(nearest_enemy(state, place).min(20));
            heroes += if is_consul { 3 * near } else { -3 * near };
        }
    }
    heroes += 25 * state.zones.cards(super::state::HELD).len() as i64;
    heroes -= 30 * state.chests.len() as i64;
    heroes += 4 * i64::from(state.meter.at) - 3 * i64::from(state.skulls);
    heroes += 5 * lasting(look);
    if is_consul { -heroes } else { heroes }
}

/// Lines that last: good for whom they hold, if they were meant for friends.
fn lasting(look: Look<'_, Explore>) -> i64 {
    let state = look.state;
    let worth = |figure: u16| if state.figure(figure).is_hero() { 1 } else { -1 };
    state.lasting.iter().map(|lasting| worth(lasting.owner)).sum()
}

fn nearest_enemy(state: &State, figure: u16) -> u8 {
    let side = state.figure(figure).side();
    let enemies = state.present().filter(|(_, other)| other.side() != side);
    enemies.map(|(other, _)| state.distance(figure, other)).min().unwrap_or(99)
}

/// Copies a position to try an option in, with other dice than those to come.
pub(super) fn imagine<'s>(
    rules: &Explore,
    state: &State,
    scratch: &'s mut Option<State>,
) -> &'s mut State {
    let next = match scratch {
        Some(kept) => {
            kept.imagine(state);
            kept
        }
        None => {
            let next = scratch.insert(state.clone());
            (next.flow.notes, next.flow.tally) = (None, None);
            next
        }
    };
    let seed = derive_seed(crate::game::Game::digest(rules, state), 77);
    next.flow.luck.rng = Rng::new(seed);
    next
}

/// The options worth a thought: the suggested one, and a few that are no moves.
pub(super) fn candidates(rules: &Explore, state: &State, into: &mut Vec<usize>) {
    let suggested = suggest(rules, state);
    into.push(suggested);
    let is_setup = state.round == 0;
    let others = state.flow.options.iter().enumerate();
    let others = others.filter(|(place, choice)| {
        *place != suggested && !is_setup && !matches!(choice.action, MOVE | PLACE | RUN)
    });
    into.extend(others.map(|(place, _)| place).take(THOUGHTS));
}

/// The option that the automatic player takes.
pub(super) fn suggest(rules: &Explore, state: &State) -> usize {
    let look = Look::new(rules, state);
    let options = &state.flow.options;
    let active = match state.flow.top() {
        Some(Task::Act { figure }) => Some(*figure),
        _ => None,
    };
    let goal = active.and_then(|figure| Goal::of(look, figure));
    let score = |choice: &Choice| -> i64 {
        match choice.action {
            OPEN_CHEST => 5_000,
            ATTACK | SHOOT | BURST => active.map_or(0, |user| attack_score(look, user, *choice)),
            AIM | UNLEASH | USE_ON => area_score(rules, choice.extra),
            MOVE => match (&goal, active) {
                (Some(goal), Some(figure)) => goal.score(state, figure, Square(choice.card)),
                _ => -1,
            },
            END | PASS_TURN => 0,
            ACTIVATE => 10,
            RUN => -5,
            SPAWN => 100 + i64::from(rules.facts(choice.card).skull),
            SPEND_SKULL => -20,
            PLACE => place_score(state, Square(choice.card)),
            EQUIP => equip_score(rules, state, *choice),
            HOLD => -10,
            SACRIFICE => 5,
            GO_FIRST => 1,
            HEAL_WOUND => i64::from(state.figure(choice.card).wounds) + 1,
            DRINK => -50,
            SHAPESHIFT => -20,
            SHIFT_TO => -1,
            crate::core::action::USE => 4_000,
            _ => 1,
        }
    };
    let scored = options.iter().map(score).enumerate();
    scored.max_by_key(|(place, score)| (*score, std::cmp::Reverse(*place))).map_or(0, |best| best.0)
}

/// Stars that a pool shows on average, in thousandths.
fn mean(rules: &Explore, pool: &Pool) -> i64 {
    let dice = &rules.code.dice;
    let star = usize::from(rules.symbols.star);
    let of_dice = dice.dice.iter().zip(pool.dice).map(|(die, count)| {
        let stars: i64 = die.faces.iter().map(|face| i64::from(face[star])).sum();
        1000 * stars * i64::from(count) / die.faces.len().max(1) as i64
    });
    of_dice.sum::<i64>() + 1000 * i64::from(pool.bonus[star])
}

/// How promising an attack is: by the dice of both, what it costs, and who the target is.
fn attack_score(look: Look<'_, Explore>, user: u16, choice: Choice) -> i64 {
    let (rules, target) = (look.rules, choice.card);
    let own = Explore::own_reach(look, user);
    let aiming = rules.aiming(own, choice.extra);
    if !Explore::is_meant(look.state, crate::skirmish::Whom::Enemies, user, target) {
        return -100;
    }
    let by_distance = choice.action != ATTACK;
    let attack = mean(rules, &Explore::dice(look, user, aiming.attack_with(by_distance)));
    let defence = mean(rules, &Explore::dice(look, target, aiming.defend_with()));
    let cost = rules.lines.get(usize::from(choice.extra)).map_or(1, |line| i64::from(line.cost));
    let bonus = if choice.extra == NONE { 0 } else { 400 };
    let odds = (attack + bonus - defence + 1500).clamp(100, 3000);
    1000 + odds * worth(rules, look.state.figure(target)) / (2 * cost + 2)
}

fn worth(rules: &Explore, target: &Figure) -> i64 {
    let left = i64::from(rules.facts(target.def).hearts - target.wounds).max(1);
    match target.rank {
        Rank::Hero => 8 + 8 / left,
        Rank::Boss => 14,
        Rank::MiniBoss => 8,
        Rank::Point => 3,
        _ => 4 + 4 / left,
    }
}

/// Areas and special actions: a guess, better judged by looking ahead.
fn area_score(rules: &Explore, line: u16) -> i64 {
    let is_attack = rules
        .lines
        .get(usize::from(line))
        .is_some_and(|line| line.kind == super::lines::LineKind::Attack);
    if is_attack { -5 } else { -10 }
}

/// Who is near is nearer to the fight; chests in the way are worth a detour.
struct Goal {
    squares: Vec<Square>,
    /// How near is near enough.
    near: u8,
    now: u8,
}

impl Goal {
    fn of(look: Look<'_, Explore>, figure: u16) -> Option<Goal> {
        let state = look.state;
        let side = state.figure(figure).side();
        let mut squares: Vec<Square> = state
            .present()
            .filter(|(_, other)| other.side() != side)
            .flat_map(|(other, _)| state.squares(other).to_vec())
            .collect();
        if state.figure(figure).is_hero() {
            squares.extend(&state.chests);
        }
        let own = Explore::own_reach(look, figure);
        let aiming = look.rules.aiming(own, NONE);
        let has_actions = Explore::actions_left(look, figure) > 0;
        let far = aiming.distance.map_or(0, |(_, far)| far);
        let near = if has_actions { far.max(aiming.melee) } else { 1 };
        let distances = &state.dungeon.terrain.board.distances;
        let now = distances.between_figures(state.squares(figure), &squares);
        (!squares.is_empty()).then_some(Goal { squares, near, now })
    }

    fn score(&self, state: &State, figure: u16, to: Square) -> i64 {
        let terrain = &state.dungeon.terrain;
        let base = state.figure(figure).base();
        let there =
            terrain.board.distances.between_figures(terrain.squares(to, base), &self.squares);
        let gained = i64::from(self.now.max(self.near)) - i64::from(there.max(self.near));
        let is_harmful = state.dungeon.effects.contains(to);
        if gained <= 0 { -2 } else { 10 * gained - 5 * i64::from(is_harmful) }
    }
}

/// The Consul comes near the Heroes, but for its spawning points.
fn place_score(state: &State, square: Square) -> i64 {
    let distances = &state.dungeon.terrain.board.distances;
    let heroes: Vec<Square> =
        state.living().flat_map(|hero| state.squares(hero).to_vec()).collect();
    let far = i64::from(distances.between_figures(&[square], &heroes).min(60));
    let is_point = matches!(state.flow.top(), Some(Task::PlacePoint { .. }));
    if is_point { 100 + far } else { 100 - far }
}

/// A piece goes where nothing is replaced, and to whom it helps.
fn equip_score(rules: &Explore, state: &State, choice: Choice) -> i64 {
    let facts = rules.facts(state.def_of(choice.card));
    let worn = state.zones.cards(super::state::worn(choice.extra));
    let is_replacing = worn.iter().any(|card| rules.facts(state.def_of(*card)).slot == facts.slot);
    let look = Look::new(rules, state);
    let dice: i64 = stats::ATTRIBUTES
        .iter()
        .map(|s| mean(rules, &look.pool_stat(*s, Thing::figure(choice.extra))))
        .sum();
    if is_replacing { -5 } else { 40 + dice / 1000 }
}
