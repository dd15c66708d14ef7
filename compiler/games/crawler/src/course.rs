//! How the core plays a crawler game: each hook with the crawler's own hands.

use super::content::Crawler;
use super::state::{Task, card_of};
use super::vocabulary::Verb;
use super::words::{Action, Step};
use super::{Look, Play, moves, play, quests, tale, verb, versus};
use cardwright_engine::core;
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::{Call, Context, Course};
use cardwright_engine::game::Choice;

impl Course for Crawler {
    fn perform(run: &mut Play<'_>, verb: Verb, call: Call) {
        verb::call(run, verb, call);
    }

    fn step(run: &mut Play<'_>, task: Task) -> core::Step {
        // The options of some tasks depend on the task that is due.
        run.push(task);
        let publishes = play::publishes(run, task);
        if publishes {
            concession(run, task);
            let many = if run.state.flow.forced { 1 } else { 2 };
            if run.state.flow.options.len() >= many {
                play::count_legal(run);
            }
        }
        let seat = decider(run.look(), task);
        run.state.flow.pop();
        if publishes {
            return core::Step::decide(seat, what(task));
        }
        play::perform(run, task);
        core::Step::Done
    }

    fn take(run: &mut Play<'_>, task: Task, choice: Choice) {
        run.push(task);
        play::take(run, task, choice);
    }

    fn give_up(run: &mut Play<'_>, task: Task) {
        run.push(task);
        play::give_up(run, task);
    }

    fn commit(run: &mut Play<'_>, task: Task, _: [i32; 4]) -> Option<[i32; 4]> {
        play::commit(run, task, false);
        None
    }

    fn prevented(run: &mut Play<'_>, task: Task) {
        play::commit(run, task, true);
    }

    /// Opponents may interrupt a card that is being played.
    fn answer(run: &mut Play<'_>, context: &Context) {
        versus::begin_interrupt(run, card_of(context.host));
    }

    fn settle(run: &mut Play<'_>) {
        if run.state.flow.outcome.is_none() {
            look_over(run);
        }
        // Also a quest that was just completed ends a chapter.
        if let Some(outcome) = run.state.flow.outcome {
            tale::turn_page(run, outcome);
        }
    }
}

/// What follows from a change: deaths, completed quests, the next round.
fn look_over(run: &mut Play<'_>) {
    if run.rules.changes_life && run.look().has_changed() {
        moves::look_for_deaths(run);
    }
    // What begins to last may complete a quest as much as what happens.
    let lasting = run.state.flow.lasting();
    let begun = lasting > std::mem::replace(&mut run.state.lasting, lasting);
    if run.state.stale || begun {
        quests::check_quests(run);
    }
    if run.state.flow.is_idle() {
        run.push(Task::Step(Step::Start));
    }
}

/// Lets a player with opponents give the game up wherever there is something to decide anyway.
fn concession(run: &mut Play<'_>, task: Task) {
    let is_asked = matches!(
        task,
        Task::Window(_)
            | Task::Attack
            | Task::Defend { .. }
            | Task::Disruption { .. }
            | Task::Drop { .. }
            | Task::Place { .. }
            | Task::Face { .. }
    );
    let is_open = run.state.flow.options.len() > 1 || run.state.flow.forced;
    if is_asked
        && is_open
        && run.state.has_opponents()
        && !run.state.hurried
        && !run.state.flow.options.is_empty()
    {
        run.option(Action::Concede.code(), NONE, 0);
    }
}

/// Who decides at a task.
pub(super) fn decider(look: Look<'_>, task: Task) -> u8 {
    let state = look.state;
    let seat = match task {
        Task::Discard { seat, .. }
        | Task::Drop { seat }
        | Task::Release { seat }
        | Task::Trim { seat }
        | Task::Place { seat, .. }
        | Task::Face { seat, .. }
        | Task::Rearrange { seat, .. } => seat,
        Task::DraftChoice { card } => state.card(card).owner,
        Task::BuildNext { .. } if state.has_opponents() => state.next_seat(state.facing),
        Task::Disruption { asked, .. } | Task::Interrupt { asked, .. } => {
            versus::opponent_to_ask(look, asked).unwrap_or(state.facing)
        }
        _ => state.facing,
    };
    if seat >= state.seat_count { state.facing } else { seat }
}

/// What a decision is about.
fn what(task: Task) -> &'static str {
    match task {
        Task::BuildNext { .. } => "build",
        Task::Window(_) => "window",
        Task::Disruption { .. } | Task::Interrupt { .. } => "disrupt",
        Task::Attack => "attack",
        Task::Target { .. } => "target",
        Task::Ward(_) | Task::Discard { .. } => "discard",
        Task::Defend { .. } => "defend",
        Task::React { .. } => "react",
        Task::Rearrange { .. } => "rearrange",
        Task::Drop { .. } => "drop",
        Task::Release { .. } => "release",
        Task::Trim { .. } => "trim",
        Task::DraftChoice { .. } => "draft",
        Task::Place { .. } => "place",
        Task::Face { .. } => "face",
        Task::Clear => "grave",
        Task::Page => "chapter",
        _ => "continue",
    }
}
