//! How the core plays a crawler game: each hook with the crawler's own hands.

use super::content::Content;
use super::look::Look;
use super::play::Play;
use super::state::{Task, card_of};
use super::vocabulary::Verb;
use super::words::Step;
use cardwright_engine::core;
use cardwright_engine::core::{Call, Context, Course, Run};
use cardwright_engine::game::Choice;

impl Course for Content {
    fn perform(run: &mut Run<'_, Content>, verb: Verb, call: Call) {
        Play::of(run).call(verb, call);
    }

    fn step(run: &mut Run<'_, Content>, task: Task) -> core::Step {
        // The options of some tasks depend on the task that is due.
        run.push(task);
        let mut play = Play::of(run);
        let publishes = play.publishes(task);
        if publishes {
            let many = if play.state.flow.forced { 1 } else { 2 };
            if play.state.flow.options.len() >= many {
                play.count_legal();
            }
        }
        let seat = play.look().decider(task);
        play.state.flow.pop();
        if publishes {
            return core::Step::decide(seat, what(task));
        }
        play.perform(task);
        core::Step::Done
    }

    fn take(run: &mut Run<'_, Content>, task: Task, choice: Choice) {
        run.push(task);
        Play::of(run).take(task, choice);
    }

    fn give_up(run: &mut Run<'_, Content>, task: Task) {
        run.push(task);
        Play::of(run).give_up(task);
    }

    fn commit(run: &mut Run<'_, Content>, task: Task, _: [i32; 4]) -> Option<[i32; 4]> {
        Play::of(run).commit(task, false);
        None
    }

    fn prevented(run: &mut Run<'_, Content>, task: Task) {
        Play::of(run).commit(task, true);
    }

    /// Opponents may interrupt a card that is being played.
    fn answer(run: &mut Run<'_, Content>, context: &Context) {
        Play::of(run).begin_interrupt(card_of(context.host));
    }

    fn settle(run: &mut Run<'_, Content>) {
        let mut play = Play::of(run);
        if play.state.flow.outcome.is_some() {
            return;
        }
        // What begins to last may complete a quest as much as what happens.
        let lasting = play.state.flow.timed.len();
        let begun = lasting > std::mem::replace(&mut play.state.lasting, lasting);
        if play.state.stale || begun {
            play.check_quests();
        }
        if play.state.flow.tasks.is_empty() {
            play.push(Task::Step(Step::Start));
        }
    }
}

impl<'a> Play<'a> {
    /// What the core runs, with the crawler's hands.
    fn of<'r: 'a>(run: &'a mut Run<'r, Content>) -> Play<'a> {
        Play { content: run.rules, state: run.state }
    }
}

impl Look<'_> {
    /// Who decides at a task.
    fn decider(self, task: Task) -> u8 {
        let state = self.state;
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
                self.opponent_to_ask(asked).unwrap_or(state.facing)
            }
            _ => state.facing,
        };
        if seat >= state.seat_count { state.facing } else { seat }
    }
}

/// What a decision is about.
fn what(task: Task) -> &'static str {
    match task {
        Task::BuildNext { .. } => "build",
        Task::Window(_) => "window",
        Task::Disruption { .. } | Task::Interrupt { .. } => "disrupt",
        Task::Attack => "attack",
        Task::Target { .. } => "target",
        Task::Ward { .. } | Task::Discard { .. } => "discard",
        Task::Defend { .. } => "defend",
        Task::React { .. } => "react",
        Task::Order { .. } => "order",
        Task::Rearrange { .. } => "rearrange",
        Task::Drop { .. } => "drop",
        Task::Release { .. } => "release",
        Task::Trim { .. } => "trim",
        Task::DraftChoice { .. } => "draft",
        Task::Place { .. } => "place",
        Task::Face { .. } => "face",
        _ => "continue",
    }
}
