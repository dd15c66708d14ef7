//! The course of a round: its steps, whose tasks publish decisions, and what choices do.

use super::content::Content;
use super::look::Look;
use super::state::{CardId, State, Task, WindowKind, flag};
use super::vocabulary::Event;
use super::words::{Action, Mode, Step};
use cardwright_engine::core::code::NONE;
use cardwright_engine::game::{Choice, Outcome};

/// A state being played.
pub(super) struct Play<'a> {
    pub content: &'a Content,
    pub state: &'a mut State,
}

impl Play<'_> {
    /// The position, to look at.
    pub(super) fn look(&self) -> Look<'_> {
        Look::new(self.content, self.state)
    }

    /// Adds an option to the decision that is being published.
    pub(super) fn option(&mut self, action: Action, card: CardId, extra: u16) {
        self.state.flow.options.push(Choice { action: action.code(), card, extra });
    }

    /// Writes the options of a task that a player decides; false if it needs no decision.
    pub(super) fn publishes(&mut self, task: Task) -> bool {
        if self.state.hurried && Self::passes_over(task) {
            return true;
        }
        match task {
            Task::BuildNext { first } => return self.build_options(first),
            Task::Window(window) => self.window_options(window),
            Task::Disruption { asked, .. } | Task::Interrupt { asked, .. } => {
                self.disrupt_options(asked);
            }
            Task::Attack => self.attack_options(),
            Task::Target { start, legal, .. } => self.target_options(start, legal),
            Task::Ward { instead, kind, paid, paid_kind, .. } => {
                self.ward_options(instead, kind, paid, paid_kind);
            }
            Task::Defend { place } => self.defend_options(place),
            Task::React { event, victim } => self.react_options(event, victim),
            Task::Step(step) if self.state.flow.forced && self.shows(step) => {
                // Shown so that a scenario can stop between the steps that nobody decides.
                self.state.step = step;
                self.option(Action::Continue, NONE, 0);
            }
            Task::Order { count } => self.order_options(count),
            Task::Discard { seat, kinds, .. } => self.discard_options(seat, kinds),
            Task::Rearrange { start, top, bottom, .. } => {
                self.rearrange_options(start, top, bottom);
            }
            Task::Drop { seat } => self.drop_options(seat),
            Task::Release { seat } => self.release_options(seat),
            Task::Trim { seat } => self.trim_options(seat),
            Task::DraftChoice { card } => self.draft_options(card),
            Task::Place { seat, blind, .. } => self.place_options(seat, blind),
            Task::Face { .. } => {
                self.option(Action::Accept, NONE, 0);
                self.option(Action::Decline, NONE, 0);
            }
            _ => return false,
        }
        true
    }

    /// Whether the automatic player never does anything at a task: without options it ends.
    fn passes_over(task: Task) -> bool {
        matches!(task, Task::Disruption { .. } | Task::Drop { .. })
    }

    /// Whether a step that nobody decides is shown before it happens.
    fn shows(&self, step: Step) -> bool {
        step >= Step::Drop || (step == Step::Build && self.state.rules.mode == Mode::Multi)
    }

    /// A decision without any option ends.
    pub(super) fn give_up(&mut self, task: Task) {
        match task {
            Task::Rearrange { .. } => self.finish_rearranging(),
            Task::Disruption { window, asked } => self.next_disrupter(window, asked),
            Task::Interrupt { card, asked } => self.next_interrupter(card, asked),
            Task::Place { seat, passed, blind } => self.pass_placing(seat, passed, blind),
            _ => {
                self.state.flow.pop();
            }
        }
    }

    /// Carries out an option of the decision that is due, whose task is on the stack.
    pub(super) fn take(&mut self, task: Task, choice: Choice) {
        let Some(action) = Action::of(choice) else {
            return;
        };
        let card = choice.card;
        match (action, task) {
            (Action::Play, _) => self.play_card(card, choice.extra),
            (Action::Spend, Task::React { victim, .. }) => self.spend_card(card, victim),
            (Action::Spend, _) => self.spend_card(card, NONE),
            (Action::Use, _) => self.use_offer(card, choice.extra),
            (Action::Disrupt, _) => self.disrupt(card),
            (Action::DrawNext, Task::BuildNext { first }) => {
                self.state.flow.pop();
                self.build_next(first);
            }
            (Action::Place, Task::BuildNext { .. }) => self.place_draft(card),
            (Action::Draft, Task::DraftChoice { .. }) => self.take_draft(card),
            (Action::Continue, Task::DraftChoice { card }) => {
                self.state.flow.pop();
                self.enter_play(card, 0);
            }
            (Action::Place, Task::Place { .. }) => self.place_card(card),
            (Action::Pass, Task::Place { seat, passed, blind }) => {
                self.pass_placing(seat, passed, blind);
            }
            (Action::Accept, _) => self.face(true),
            (Action::Decline, _) => self.face(false),
            (Action::AddAttacker, _) => self.add_attacker(card),
            (Action::Declare, _) => self.declare_attack(),
            (Action::Pass, _) => {
                self.state.flow.pop();
                self.state.attack.declared = true;
                self.push(Task::AfterAttack);
            }
            (Action::Target, _) => self.choose_target(card),
            (Action::Done, Task::Target { start, legal, .. }) => {
                self.state.flow.pop();
                self.finish_targets(start, legal);
            }
            (Action::Done, Task::Defend { .. }) => {
                self.state.flow.pop();
                self.state.combat.defended = NONE;
            }
            (Action::AddDefender, _) => self.add_defender(card, choice.extra),
            (Action::Assign, _) => self.state.card_mut(card).assigned = choice.extra,
            (Action::Order, _) => self.take_order(choice.extra),
            (Action::ToTop, _) => self.rearrange(card, true),
            (Action::ToBottom, _) => self.rearrange(card, false),
            (Action::Discard, Task::Ward { .. }) => self.pay_ward(card),
            (Action::Discard, Task::Trim { .. }) => self.discard_card(card),
            (Action::Discard, _) => self.discard_for_effect(card),
            (Action::Drop, _) => self.drop_card(card),
            (Action::Release, _) => self.release(card),
            (Action::Continue, Task::Window(window)) => self.close_window(window),
            (Action::Continue, Task::Step(step)) => {
                self.state.flow.pop();
                self.step(step);
            }
            (Action::Continue, Task::Disruption { window, asked }) => {
                self.next_disrupter(window, asked);
            }
            (Action::Continue, Task::Interrupt { card, asked }) => {
                self.next_interrupter(card, asked);
            }
            _ => {
                self.state.flow.pop();
            }
        }
    }

    /// Does something that needs no decision.
    pub(super) fn perform(&mut self, task: Task) {
        match task {
            Task::Step(step) => self.step(step),
            Task::BuildNext { first } => self.build_next(first),
            Task::Clash => self.clash(),
            Task::Strike { start } => self.strike(start),
            Task::AfterAttack => self.after_attack(),
            Task::Resolve => self.resolve_combat(),
            Task::Hurt { place } => self.hurt(place),
            Task::CombatOver => self.end_combat(),
            Task::Death { card } => self.check_death(card),
            Task::DrawUp { seat } => self.draw_up(seat),
            Task::Venom { card } => self.envenom(card),
            _ => {}
        }
    }

    /// Something that may be prevented happens, or does not.
    pub(super) fn commit(&mut self, task: Task, prevented: bool) {
        match task {
            Task::Wound { victim, place } => self.commit_wound(victim, prevented, place),
            Task::Reset { card } if !prevented => {
                self.state.card_mut(card).flags &= !flag::ACTIVATED;
            }
            _ => {}
        }
    }

    /// A step of the round: puts the next one and its own work on the stack.
    fn step(&mut self, step: Step) {
        if step != Step::Start {
            self.state.step = step;
        }
        let then = |next: Step| Task::Step(next);
        match step {
            Step::Start => self.start_round(),
            Step::Build => {
                self.push(then(Step::Respond));
                self.begin_build();
            }
            Step::Respond => {
                self.push(then(Step::Triggers));
                self.push(Task::Window(WindowKind::Respond));
            }
            Step::Triggers => {
                self.push(then(Step::Frenzy));
                self.push(Task::Window(WindowKind::Triggers));
                self.raise_in_order(Event::EachCombat);
            }
            Step::Frenzy => {
                self.push(then(Step::Attack));
                self.begin_combat(true);
            }
            Step::Attack => self.push(Task::Attack),
            Step::Retaliation => {
                self.end_attack();
                self.push(then(Step::EndOfCombat));
                self.begin_combat(false);
            }
            Step::EndOfCombat => {
                self.push(then(Step::Challenges));
                self.push(Task::Window(WindowKind::EndOfCombat));
                self.raise_in_order(Event::EndOfCombat);
            }
            later => self.end_step(later),
        }
    }

    /// A new round begins.
    fn start_round(&mut self) {
        self.state.round += 1;
        self.state.step = Step::Start;
        self.state.attack = super::state::Attack::default();
        self.core().reset_limits(None);
        self.state.deeds.clear();
        for seat in &mut self.state.seats {
            seat.played = [0; 4];
        }
        if self.state.round > self.state.rules.round_limit {
            self.finish_by_points("round-limit");
            return;
        }
        self.push(Task::Step(Step::Build));
    }

    /// Keeps a sentence about what happened, if anyone wants it.
    pub(super) fn note(&mut self, sentence: impl FnOnce(Look<'_>) -> String) {
        if self.state.flow.notes.is_some() {
            let sentence = sentence(self.look());
            if let Some(events) = &mut self.state.flow.notes {
                events.push(sentence);
            }
        }
    }

    /// Ends the game.
    pub(super) fn finish(&mut self, winners: u8, reason: &'static str) {
        if self.state.flow.outcome.is_none() {
            self.state.flow.outcome = Some(Outcome { winners, reason });
        }
    }

    /// Everybody at the table wins or loses together.
    pub(super) fn finish_together(&mut self, won: bool, reason: &'static str) {
        let all = (1u8 << self.state.seat_count) - 1;
        self.finish(if won { all } else { 0 }, reason);
    }

    /// Counts, for the report, which cards the player could have played.
    pub(super) fn count_legal(&mut self) {
        let Some(tally) = &mut self.state.flow.tally else {
            return;
        };
        for choice in &self.state.flow.options {
            if matches!(Action::of(*choice), Some(Action::Play | Action::Disrupt)) {
                let def = self.state.cards[usize::from(choice.card)].def;
                tally.legal[usize::from(def)] += 1;
            }
        }
    }
}
