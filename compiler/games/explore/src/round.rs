//! The round: initiative, turns, and its end.

use super::actions::{ACTIVATE, GO_FIRST, GO_SECOND, PASS_TURN, ROLL_WITH, RUN};
use super::state::{CONSUL, HEROES, State, Task};
use super::vocabulary::{Act, Event, Stat, Window};
use super::{Play, attack, content::Explore, stats};
use cardwright_engine::core::{Look, Step, Thing};
use cardwright_engine::game::{Choice, Outcome};

/// Begins a round.
pub(super) fn start(run: &mut Play<'_>) {
    run.state.round += 1;
    run.reset_limits(None);
    let round = run.state.round;
    run.note(|_| format!("Round {round}"));
    run.push(Task::Initiative);
    run.push(Task::Tokens);
    run.push(Task::Spawning);
    run.raise(Event::RoundStarts, &[]);
}

/// Begins the initiative: each side rolls the WILL of one model. If the Consul has no monsters,
/// nobody rolls and the Heroes go first.
pub(super) fn initiative(run: &mut Play<'_>) {
    let has_monsters = run.state.present().any(|(_, figure)| figure.is_monster());
    if has_monsters {
        run.push(Task::ConsulRoll);
    } else {
        run.push(Task::Turn { side: HEROES });
    }
}

pub(super) fn publish_consul_roll(run: &mut Play<'_>) -> Step {
    let monsters: Vec<u16> =
        run.state.present().filter(|(_, f)| f.is_monster()).map(|(place, _)| place).collect();
    for figure in monsters {
        run.option(ROLL_WITH, figure, 0);
    }
    Step::decide(run.state.consul, "initiative")
}

pub(super) fn publish_hero_roll(run: &mut Play<'_>) -> Step {
    for hero in run.state.living().collect::<Vec<_>>() {
        run.option(ROLL_WITH, hero, 0);
    }
    Step::decide(run.state.hero_seat(), "initiative")
}

/// Rolls for both sides, which have chosen their models before. The side with more stars chooses
/// who goes first; the Heroes win ties.
pub(super) fn hero_roll(run: &mut Play<'_>, figure: u16, against: u16) {
    let against = attack::roll_plain(run, against, stats::WILL);
    let stars = attack::roll_plain(run, figure, stats::WILL);
    run.state.initiative = [stars, against];
    run.note(|_| format!("Initiative: Heroes {stars}, Consul {against}"));
    run.push(Task::FirstTurn);
}

/// The side that won the initiative.
fn winner(state: &State) -> u8 {
    if state.initiative[1] > state.initiative[0] { CONSUL } else { HEROES }
}

pub(super) fn publish_first(run: &mut Play<'_>) -> Step {
    run.option(GO_FIRST, Choice::NO_CARD, 0);
    run.option(GO_SECOND, Choice::NO_CARD, 0);
    let side = winner(run.state);
    Step::decide(run.state.seat_of(side), "order")
}

pub(super) fn take_first(run: &mut Play<'_>, goes_first: bool) {
    let won = winner(run.state);
    let side = if goes_first { won } else { 1 - won };
    run.push(Task::Turn { side });
}

/// Whether a Hero is still to be activated.
pub(super) fn heroes_wait(state: &State) -> bool {
    state.living().any(|hero| state.figure(hero).activations == 0)
}

/// Whether a monster is still to be activated.
fn monsters_wait(state: &State) -> bool {
    state.present().any(|(_, figure)| figure.is_monster() && figure.activations == 0)
}

/// Whether the final enemy may be activated a second time, as long as a spawning point stands.
fn extra_waits(state: &State) -> bool {
    !state.is_extra_declined
        && state.is_boss_fight
        && state
            .figures
            .get(usize::from(state.last_enemy))
            .is_some_and(|enemy| enemy.at.is_some() && enemy.activations == 1)
        && state.has_points()
}

/// Begins a side's turn. If that side has no model left to activate, the other one goes on; if
/// neither has, the round ends.
pub(super) fn turn(run: &mut Play<'_>, side: u8) {
    let state = &mut *run.state;
    let heroes = heroes_wait(state);
    let consul = monsters_wait(state) || extra_waits(state);
    if !heroes && !consul {
        return run.push(Task::EndRound);
    }
    let is_heroes = heroes && (side == HEROES || !consul);
    state.turn_spent = 0;
    state.turn_count = 0;
    run.push(Task::Turn { side: if is_heroes { CONSUL } else { HEROES } });
    run.push(if is_heroes { Task::HeroTurn } else { Task::ConsulTurn });
}

/// Asks which Hero is activated: exactly one per turn.
pub(super) fn publish_heroes(run: &mut Play<'_>) -> Step {
    for hero in run.state.living().collect::<Vec<_>>() {
        if run.state.figure(hero).activations == 0 {
            offer_activation(run, hero);
        }
    }
    Step::decide(run.state.hero_seat(), "turn")
}

fn offer_activation(run: &mut Play<'_>, figure: u16) {
    run.option(ACTIVATE, figure, 0);
    if !run.look().is_forbidden(Act::Run, Thing::figure(figure)) {
        run.option(RUN, figure, 0);
    }
}

/// Asks which monster the Consul activates: at least one per turn, then more up to a number of
/// skulls. When all Heroes are done, all monsters that are left are activated.
pub(super) fn publish_consul(run: &mut Play<'_>) -> Step {
    let state = &*run.state;
    let is_first = state.turn_count == 0;
    let are_heroes_done = !heroes_wait(state);
    let must = monsters_wait(state);
    let budget = run.look().stat(Stat::TurnBudget, Thing::NONE) - state.turn_spent;
    let mut waiting: Vec<u16> = Vec::new();
    for (place, figure) in state.present().filter(|(_, figure)| figure.is_monster()) {
        // The second activation of the final enemy must be the first of a turn.
        let waits = figure.activations == 0
            || (place == state.last_enemy && extra_waits(state) && is_first);
        let skull = run.look().stat(Stat::Skull, Thing::figure(place));
        if waits && (skull <= budget || is_first || are_heroes_done) {
            waiting.push(place);
        }
    }
    let is_optional = !is_first && !are_heroes_done || !must;
    if waiting.is_empty() {
        return Step::Done;
    }
    for figure in waiting {
        offer_activation(run, figure);
    }
    if is_optional {
        run.option(PASS_TURN, Choice::NO_CARD, 0);
    }
    Step::decide(run.state.consul, "turn")
}

/// Activates a model, or passes.
pub(super) fn take_turn(run: &mut Play<'_>, task: Task, choice: Choice) {
    if choice.action == PASS_TURN {
        // Passing with nobody else left declines the final enemy's second activation; otherwise
        // it would be offered again and the round would never end.
        run.state.is_extra_declined |= !heroes_wait(run.state) && !monsters_wait(run.state);
        return;
    }
    let figure = choice.card;
    if task == Task::ConsulTurn {
        let skull = run.look().stat(Stat::Skull, Thing::figure(figure));
        run.state.turn_spent += skull;
        run.state.turn_count = run.state.turn_count.saturating_add(1);
        run.push(Task::ConsulTurn);
    }
    run.state.spent = cardwright_engine::skirmish::Spent {
        running: choice.action == RUN,
        ..cardwright_engine::skirmish::Spent::default()
    };
    run.push(Task::Begin { figure });
}

/// Ends the round. Held equipment must now be worn or sacrificed, in any order; then the loot
/// marker goes back to its start.
pub(super) fn end(run: &mut Play<'_>) {
    run.push(Task::NextRound);
    run.push(Task::DisposeHeld);
    run.raise(Event::RoundEnds, &[]);
}

/// Begins the next round, unless the game would go on for ever.
pub(super) fn next(run: &mut Play<'_>) {
    run.expire(Window::EndOfRound, None);
    if is_endless(run) {
        return run.finish(0, Outcome::DRAWN);
    }
    run.state.meter.at = 0;
    run.state.is_extra_declined = false;
    for figure in &mut run.state.figures {
        figure.activations = 0;
    }
    run.push(Task::Round);
}

/// Whether so many rounds have brought neither side nearer to its goal that the end may never come.
fn is_endless(run: &mut Play<'_>) -> bool {
    let now = to_go(run.look());
    let state = &mut *run.state;
    let mut is_nearer = false;
    for (nearest, now) in state.nearest.iter_mut().zip(now) {
        is_nearer |= now < *nearest;
        *nearest = now.min(*nearest);
    }
    state.idle_rounds = if is_nearer { 0 } else { state.idle_rounds.saturating_add(1) };
    state.idle_rounds >= run.rules.numbers.endless_rounds
}

/// How far the sides are from their goals: the health of the spawning points, of the Heroes and of
/// the final enemy, and the gauge. Each can be less than ever before only so often, whatever is
/// healed in between.
pub(super) fn to_go(look: Look<'_, Explore>) -> [i32; 4] {
    /// More than any model's health, or spaces of the gauge.
    const STAGE: i32 = 100_000;
    let state = look.state;
    let health = |place: u16| Explore::hearts(look, place) - state.figure(place).wounds;
    let points = state.present().filter(|(_, figure)| figure.is_point());
    let points: i32 = points.map(|(place, _)| health(place)).sum();
    let heroes: i32 = state.living().map(health).sum();
    let is_there = state.present().any(|(place, _)| place == state.last_enemy);
    let last_enemy = match (is_there, state.is_timed_out) {
        (false, _) => 2 * STAGE,
        (true, false) => STAGE + health(state.last_enemy),
        (true, true) => health(state.last_enemy),
    };
    // In the Boss Fight the gauge goes round and round, which brings nobody nearer.
    let gauge = match (state.is_boss_fight, state.is_overcharged) {
        (true, _) => -2 * STAGE,
        (false, true) => -STAGE - i32::from(state.gauge.at),
        (false, false) => -i32::from(state.gauge.at),
    };
    [points, heroes, last_enemy, gauge]
}
