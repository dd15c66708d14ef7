//! The boss: its timeout, and what it summons.

use super::content::Explore;
use super::state::{State, Task};
use super::vocabulary::Event;
use super::{Play, damage, moves, setup, spawn};
use cardwright_engine::board::Square;
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::{Context, Step, Thing, action};

/// Whether the boss's timeout is due: half of its hearts are gone, for the first time.
pub(super) fn is_half_gone(state: &State, figure: u16, hearts: i32) -> bool {
    figure == state.last_enemy
        && state.adventure != NONE
        && !state.is_timed_out
        && state.figure(figure).wounds * 2 >= hearts
}

/// Begins the timeout. The boss's health is set to half, however many wounds it has, and its
/// statuses are removed; then its effects happen, models are summoned, and it flies away.
pub(super) fn start_timeout(run: &mut Play<'_>) {
    let figure = run.state.last_enemy;
    let hearts = Explore::hearts(run.look(), figure);
    run.state.is_timed_out = true;
    // Half is rounded down: of nine hearts four are left.
    run.state.figure_mut(figure).wounds = hearts - hearts / 2;
    damage::take_statuses(run, figure, u64::MAX);
    run.note(|look| format!("{}: timeout!", super::name_of(look, Thing::figure(figure))));
    run.push(Task::Relocate);
    let rules = run.rules;
    let adventure = run.state.adventure;
    for (def, count) in rules.facts(adventure).pool.iter().rev() {
        run.push(Task::Summon { beside: figure, def: *def, count: *count });
    }
    let thing = Thing::figure(figure);
    run.raise(Event::TimedOut, &[thing.bits()]);
    run.begin(rules.facts(adventure).timeout, Context::of(thing, run.state.consul));
}

/// Summons a model beside another. If all models of that kind are on the map, the Consul chooses
/// one of them that is not beside it yet, or has something to lose there.
pub(super) fn summon(run: &mut Play<'_>, beside: u16, def: DefId, count: u8) -> Step {
    if count == 0 || run.state.figure(beside).at.is_none() {
        return Step::Done;
    }
    let state = &*run.state;
    let waiting = state.figures.iter().position(|figure| figure.def == def && figure.at.is_none());
    let is_there = state.present().any(|(_, figure)| figure.def == def);
    if waiting.is_some() || !is_there {
        run.push(Task::Summon { beside, def, count: count - 1 });
        let figure = waiting.map(|place| place as u16).or_else(|| spawn::recruit(run, def));
        if let Some(figure) = figure {
            run.push(Task::Arrive { figure, beside });
        }
        return Step::Done;
    }
    let worth_it = state.present().filter(|(place, figure)| {
        let is_hurt = figure.wounds > 0 || figure.statuses != 0;
        figure.def == def && (state.distance(*place, beside) > 1 || is_hurt)
    });
    let worth_it: Vec<u16> = worth_it.map(|(place, _)| place).collect();
    if let [only] = worth_it[..] {
        take_summon(run, (beside, def, count), only);
        return Step::Done;
    }
    for figure in worth_it {
        run.option(action::PICK, figure, u16::from(Thing::FIGURE));
    }
    Step::decide(run.state.consul, "monster to move")
}

/// Takes wounds and statuses off a model on the map, and moves it beside the one that summons it.
pub(super) fn take_summon(run: &mut Play<'_>, (beside, def, count): (u16, DefId, u8), figure: u16) {
    run.push(Task::Summon { beside, def, count: count - 1 });
    run.state.figure_mut(figure).wounds = 0;
    damage::take_statuses(run, figure, u64::MAX);
    if run.state.distance(figure, beside) > 1 {
        run.push(Task::Move { figure, beside });
    }
}

/// Asks where the boss flies to, far from every Hero.
pub(super) fn publish_relocation(run: &mut Play<'_>) -> Step {
    let figure = run.state.last_enemy;
    if run.state.figure(figure).at.is_none() {
        return Step::Done;
    }
    let squares = spawn::far_squares(run.rules, run.state, figure);
    setup::offer_squares(run, &squares);
    Step::decide(run.state.consul, "place of the boss")
}

pub(super) fn relocate(run: &mut Play<'_>, square: Square) {
    let figure = run.state.last_enemy;
    moves::put(run, figure, square);
}
