//! How bots judge positions and what the automatic player does.

use super::actions::*;
use super::content::{Explore, Rank};
use super::state::{Figure, Lasting, State, Task};
use super::{moves, stats};
use cardwright_engine::board::{Square, Squares};
use cardwright_engine::bot::Strategy;
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::dice::Pool;
use cardwright_engine::core::{Look, Thing};
use cardwright_engine::game::{Choice, PlayError};
use cardwright_engine::skirmish::Piece;
use cardwright_engine::view::World;

/// How many options besides the suggested one a bot tries out.
const THOUGHTS: usize = 12;

impl Strategy for Explore {
    const WORLDS: u32 = 4;

    /// How good a position is for a seat.
    fn evaluate(&self, state: &World<State>, seat: u8) -> i64 {
        let is_consul = seat == state.consul;
        if let Some(outcome) = state.flow.outcome {
            if outcome.is_draw() {
                return 0;
            }
            return if outcome.won(seat) { 1_000_000 } else { -1_000_000 };
        }
        let look = Look::new(self, state);
        let mut heroes = 0;
        for (place, figure) in state.present() {
            let health = i64::from(self.facts(figure.def).hearts - figure.wounds);
            let burden = i64::from(figure.statuses.count_ones());
            heroes += match figure.rank {
                Rank::Hero => 300 + 60 * health + 12 * i64::from(figure.potions) - 15 * burden,
                Rank::Point => -(160 + 60 * health),
                Rank::Boss => -(200 + 60 * health) + 15 * burden,
                _ => {
                    let skull = i64::from(self.facts(figure.def).skull);
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

    /// Only what throws dice or draws cards comes out differently.
    fn worlds(&self, state: &World<State>, option: usize) -> u32 {
        let action = state.flow.options.get(option).map_or(END, |choice| choice.action);
        let is_luck = matches!(action, ATTACK | SHOOT | BURST | AIM | UNLEASH | OPEN_CHEST | DRAW);
        if is_luck { Self::WORLDS } else { 1 }
    }

    /// How good the position after an option is.
    fn foresee(&self, world: &mut World<State>, option: usize, seat: u8) -> Result<i64, PlayError> {
        let action = world.flow.options.get(option).map_or(END, |choice| choice.action);
        // A player who does not drink waits for the roll, which nobody knows yet.
        if action != END || !matches!(world.flow.top(), Some(Task::Window { .. })) {
            cardwright_engine::core::apply(self, world, option)?;
        }
        Ok(self.evaluate(world, seat))
    }

    /// The options worth trying out: the suggested one, and a few that are not moves.
    fn candidates(&self, state: &World<State>, into: &mut Vec<usize>) {
        let suggested = self.suggest(state);
        into.push(suggested);
        let is_setup = state.round == 0;
        let others = state.flow.options.iter().enumerate();
        let others = others.filter(|(place, choice)| {
            // Few models are better off without their distance effect.
            let is_plain = matches!(choice.action, AIM | UNLEASH | BURST)
                && choice.card != Choice::NO_CARD
                && choice.card & PLAIN != 0;
            *place != suggested
                && !is_setup
                && !is_plain
                && !matches!(choice.action, MOVE | PLACE | RUN)
        });
        into.extend(others.map(|(place, _)| place).take(THOUGHTS));
    }

    /// The options that the automatic player likes best.
    fn prospects(&self, state: &World<State>, into: &mut Vec<usize>) {
        let scores = scores(self, state);
        let first = into.len();
        into.extend(0..scores.len());
        into[first..].sort_by_key(|place| std::cmp::Reverse(scores[*place]));
    }

    /// The option that the automatic player takes.
    fn suggest(&self, state: &World<State>) -> usize {
        let scored = scores(self, state).into_iter().enumerate();
        scored
            .max_by_key(|(place, score)| (*score, std::cmp::Reverse(*place)))
            .map_or(0, |best| best.0)
    }
}

/// What the automatic player thinks of each option.
fn scores(rules: &Explore, state: &State) -> Vec<i64> {
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
            RUN => run_score(look, choice.card),
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
            cardwright_engine::core::action::USE => 4_000,
            _ => 1,
        }
    };
    options.iter().map(score).collect()
}

/// How many more lines last for Heroes than for monsters.
fn lasting(look: Look<'_, Explore>) -> i64 {
    let state = look.state;
    let worth = |figure: u16| if state.figure(figure).is_hero() { 1 } else { -1 };
    let lasting = state.lasting.iter().enumerate().filter(|(place, one)| {
        // A line counts once for a model, however often it was used.
        let is_same = |other: &Lasting| (other.line, other.on) == (one.line, one.on);
        !state.lasting[..*place].iter().any(is_same)
    });
    lasting.map(|(_, one)| worth(one.owner)).sum()
}

fn nearest_enemy(state: &State, figure: u16) -> u8 {
    let side = state.figure(figure).side();
    let enemies = state.present().filter(|(_, other)| other.side() != side);
    enemies.map(|(other, _)| state.distance(figure, other)).min().unwrap_or(99)
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
    let (rules, target) = (look.rules, choice.card & !PLAIN);
    let own = Explore::own_reach(look, user);
    let aiming = rules.aiming(own, choice.extra);
    if !Explore::is_meant(look.state, cardwright_engine::skirmish::Whom::Enemies, user, target) {
        return -100;
    }
    let by_distance = choice.action != ATTACK && choice.card & PLAIN == 0;
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
        // More monsters appear as long as it stands.
        Rank::Point => 14,
        _ => 4 + 4 / left,
    }
}

/// Areas and special actions get a low guess, because looking ahead judges them better.
fn area_score(rules: &Explore, line: u16) -> i64 {
    let is_attack = rules
        .lines
        .get(usize::from(line))
        .is_some_and(|line| line.kind == super::lines::LineKind::Attack);
    if is_attack { -5 } else { -10 }
}

/// Where a model wants to be: where it can attack, or else nearer to an enemy or a chest.
struct Goal {
    enemies: Vec<u16>,
    chests: Vec<Square>,
    /// How far melee goes.
    melee: u8,
    /// How far the distance effect goes.
    far: u8,
    has_actions: bool,
    is_running: bool,
    now: i64,
    /// The way around an obstacle, if none of the squares in reach is any better.
    detour: Squares,
}

/// What a place to attack from is worth; every place on the way there is worth less.
const IN_REACH: i64 = 500;

impl Goal {
    fn of(look: Look<'_, Explore>, figure: u16) -> Option<Goal> {
        let state = look.state;
        let one = state.figure(figure);
        let enemies: Vec<u16> = state
            .present()
            .filter(|(_, other)| other.side() != one.side())
            .map(|(other, _)| other)
            .collect();
        let chests = if one.is_hero() { state.chests.clone() } else { Vec::new() };
        let aiming = look.rules.aiming(Explore::own_reach(look, figure), NONE);
        let mut goal = Goal {
            enemies,
            chests,
            melee: aiming.melee,
            far: aiming.distance.map_or(0, |(_, far)| far),
            has_actions: Explore::actions_left(look, figure) > 0,
            is_running: state.spent.running,
            now: 0,
            detour: Squares::EMPTY,
        };
        goal.now = goal.worth(state, figure, one.at?);
        let moves = state.flow.options.iter().filter(|choice| choice.action == MOVE);
        let best = moves.map(|choice| goal.worth(state, figure, Square(choice.card))).max();
        if goal.now < 0 && best.is_some_and(|best| best <= goal.now) {
            goal.detour = goal.way_around(look, figure);
        }
        Some(goal)
    }

    /// The way to the best place that the model could reach in any number of turns. The square
    /// nearest to an enemy may be useless, at the end of a passage that is too narrow.
    fn way_around(&self, look: Look<'_, Explore>, figure: u16) -> Squares {
        let state = look.state;
        moves::wander(look, figure, |stops| {
            let worth = |to: &Square| self.worth(state, figure, *to);
            stops.iter().max_by_key(|to| (worth(to), std::cmp::Reverse(to.0)))
        })
    }

    fn worth(&self, state: &State, figure: u16, at: Square) -> i64 {
        let terrain = &state.dungeon.terrain;
        let own = terrain.squares(at, state.figure(figure).base());
        let (distances, sight) = (&terrain.board.distances, &terrain.board.sight);
        let mut nearest = u8::MAX;
        let mut in_reach = false;
        for enemy in &self.enemies {
            let there = state.squares(*enemy);
            let distance = distances.between_figures(own, there);
            nearest = nearest.min(distance);
            in_reach |= distance <= self.far.max(self.melee)
                && sight.figure_sees(own, there, &Squares::EMPTY);
        }
        let chest = distances.between_figures(own, &self.chests);
        let shoots = self.far > self.melee;
        match () {
            () if self.is_running => -i64::from(nearest),
            () if !self.has_actions && shoots => i64::from(nearest.min(self.far)),
            () if !self.has_actions => -i64::from(nearest),
            () if chest == 1 => IN_REACH + 100,
            // A model that attacks from afar keeps as much distance as it can.
            () if in_reach && shoots => IN_REACH + i64::from(nearest.min(self.far)),
            () if in_reach => IN_REACH,
            () => -i64::from(nearest.min(chest)),
        }
    }

    fn score(&self, state: &State, figure: u16, to: Square) -> i64 {
        if self.detour.contains(to) {
            // The farther along the way, the better: the whole way is a cheapest one.
            let cost = state
                .flow
                .options
                .iter()
                .find(|choice| choice.action == MOVE && choice.card == to.0);
            return 1 + cost.map_or(0, |choice| i64::from(choice.extra));
        }
        let gained = self.worth(state, figure, to) - self.now;
        let is_harmful = state.dungeon.effects.contains(to);
        if gained <= 0 { -2 } else { (10 * gained).min(900) - 5 * i64::from(is_harmful) }
    }
}

/// Running is good for a model that is too far away to attack this turn.
fn run_score(look: Look<'_, Explore>, figure: u16) -> i64 {
    let state = look.state;
    let aiming = look.rules.aiming(Explore::own_reach(look, figure), NONE);
    let reach = aiming.distance.map_or(0, |(_, far)| far).max(aiming.melee);
    let speed = Explore::speed(look, figure);
    let is_far = i32::from(nearest_enemy(state, figure)) > speed + i32::from(reach) + 1;
    if is_far && state.figure(figure).statuses == 0 { 15 } else { -5 }
}

/// The Consul puts models near the Heroes, but spawning points and chests far away.
fn place_score(state: &State, square: Square) -> i64 {
    let distances = &state.dungeon.terrain.board.distances;
    let heroes: Vec<Square> =
        state.living().flat_map(|hero| state.squares(hero).to_vec()).collect();
    let far = i64::from(distances.between_figures(&[square], &heroes).min(60));
    let keeps_away =
        matches!(state.flow.top(), Some(Task::PlacePoint { .. } | Task::PlaceChest { .. }));
    if keeps_away { 100 + far } else { 100 - far }
}

/// A piece of equipment goes where it replaces nothing, and to the strongest Hero.
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
