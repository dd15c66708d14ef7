//! The machine that plays: runs what is to be done until a player has to decide.

use super::content::Content;
use super::look::Look;
use super::state::{CardId, State, Task, WindowKind, card_of, context_of, flag};
use super::vocabulary::Event;
use super::words::{Action, Mode, Step, Zone};
use crate::core::code::{NO_NODE, NONE};
use crate::game::{Choice, Outcome, PlayError};

/// How many tasks may run between two decisions before the content is called runaway.
/// The longest chain seen in the shipped content is below two thousand.
const FUEL: u32 = 20_000;

/// How deeply effects may trigger each other.
pub(super) const MAX_CHAIN: u8 = 24;

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
        self.state.flow.options.push(Choice { action: action as u8, card, extra });
    }

    /// Runs until a decision is due or the game is over.
    pub(super) fn run(&mut self) -> Result<(), PlayError> {
        self.state.flow.options.clear();
        self.state.flow.fuel = FUEL;
        self.state.flow.depth.rest();
        while self.state.flow.outcome.is_none() {
            if self.state.stale {
                self.check_quests();
                if self.state.flow.outcome.is_some() {
                    break;
                }
            }
            if self.state.flow.fuel == 0
                || self.state.flow.depth.effort() >= crate::core::look::MAX_EFFORT
            {
                return Err(PlayError::Runaway(self.chain()));
            }
            self.state.flow.fuel -= 1;
            let Some(task) = self.state.tasks.last().copied() else {
                self.state.tasks.push(Task::Step(Step::Start));
                continue;
            };
            if self.publishes(task) {
                match self.state.flow.options.len() {
                    // Nothing can be decided: the task takes its course.
                    0 => self.give_up(task),
                    1 if !self.state.flow.forced => {
                        let choice = self.state.flow.options[0];
                        self.state.flow.options.clear();
                        self.take(choice);
                    }
                    _ => {
                        self.count_legal();
                        return Ok(());
                    }
                }
                continue;
            }
            self.state.tasks.pop();
            self.perform(task);
        }
        self.state.tasks.clear();
        self.state.flow.options.clear();
        Ok(())
    }

    /// The cards whose effects are under way, innermost last, for a message.
    fn chain(&self) -> Vec<String> {
        let name = |card: CardId| self.look().def(card).name.clone();
        let hosts = self.state.tasks.iter().filter_map(|task| match task {
            Task::Run { context, .. } | Task::Fire { context, .. } if !context.host.is_none() => {
                Some(card_of(context.host))
            }
            _ => None,
        });
        let mut names: Vec<String> = hosts.map(name).collect();
        names.dedup();
        let skip = names.len().saturating_sub(8);
        names.split_off(skip)
    }

    /// Writes the options of a task that a player decides; false if it needs no decision.
    fn publishes(&mut self, task: Task) -> bool {
        self.state.flow.options.clear();
        if self.state.hurried && Self::passes_over(task) {
            return true;
        }
        match task {
            Task::BuildNext { first } => return self.build_options(first),
            Task::Choose { start, up_to, from, context, .. } => {
                self.choose_options(start, up_to, from, &context);
            }
            Task::Options { options, context } => self.option_options(options, &context),
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
    fn give_up(&mut self, task: Task) {
        match task {
            Task::Choose { block, start, from, context, interruptible, .. } => {
                self.state.tasks.pop();
                self.begin_loop(block, start, from, context, interruptible);
            }
            Task::Rearrange { .. } => self.finish_rearranging(),
            Task::Disruption { window, asked } => self.next_disrupter(window, asked),
            Task::Interrupt { card, asked } => self.next_interrupter(card, asked),
            Task::Place { seat, passed, blind } => self.pass_placing(seat, passed, blind),
            _ => {
                self.state.tasks.pop();
            }
        }
    }

    /// Carries out an option of the decision that is due.
    pub(super) fn take(&mut self, choice: Choice) {
        let Some(task) = self.state.tasks.last().copied() else {
            return;
        };
        let action = Action::ALL[usize::from(choice.action)];
        let card = choice.card;
        match (action, task) {
            (Action::Play, _) => self.play_card(card, choice.extra),
            (Action::Spend, Task::React { victim, .. }) => self.spend_card(card, victim),
            (Action::Spend, _) => self.spend_card(card, NONE),
            (Action::Use, _) => self.use_offer(card, choice.extra),
            (Action::Disrupt, _) => self.disrupt(card),
            (Action::DrawNext, Task::BuildNext { first }) => {
                self.state.tasks.pop();
                self.build_next(first);
            }
            (Action::Place, Task::BuildNext { .. }) => self.place_draft(card),
            (Action::Draft, Task::DraftChoice { .. }) => self.take_draft(card),
            (Action::Continue, Task::DraftChoice { card }) => {
                self.state.tasks.pop();
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
                self.state.tasks.pop();
                self.state.attack.declared = true;
                self.state.tasks.push(Task::AfterAttack);
            }
            (Action::Target, _) => self.choose_target(card),
            (Action::Done, Task::Target { start, legal, .. }) => {
                self.state.tasks.pop();
                self.finish_targets(start, legal);
            }
            (Action::Done, Task::Defend { .. }) => {
                self.state.tasks.pop();
                self.state.combat.defended = NONE;
            }
            (Action::AddDefender, _) => self.add_defender(card, choice.extra),
            (Action::Assign, _) => self.state.card_mut(card).assigned = choice.extra,
            (Action::Pick, _) => self.pick(card),
            (Action::Done, Task::Choose { block, start, from, context, interruptible, .. }) => {
                self.state.tasks.pop();
                self.begin_loop(block, start, from, context, interruptible);
            }
            (Action::Option, _) => self.take_option(choice.extra),
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
                self.state.tasks.pop();
                self.step(step);
            }
            (Action::Continue, Task::Disruption { window, asked }) => {
                self.next_disrupter(window, asked);
            }
            (Action::Continue, Task::Interrupt { card, asked }) => {
                self.next_interrupter(card, asked);
            }
            _ => {
                self.state.tasks.pop();
            }
        }
    }

    /// Does something that needs no decision.
    fn perform(&mut self, task: Task) {
        match task {
            Task::Step(step) => self.step(step),
            Task::BuildNext { first } => self.build_next(first),
            Task::Run { block, next, context, interruptible } => {
                self.run_block(block, next, context, interruptible);
            }
            Task::Loop { block, start, position, from, context } => {
                self.run_loop(block, start, position, from, context);
            }
            Task::Clash => self.clash(),
            Task::Strike { start } => self.strike(start),
            Task::AfterAttack => self.after_attack(),
            Task::Resolve => self.resolve_combat(),
            Task::Hurt { place } => self.hurt(place),
            Task::CombatOver => self.end_combat(),
            Task::Wound { victim, prevented, place } => self.commit_wound(victim, prevented, place),
            Task::Death { card } => self.check_death(card),
            Task::Fire { abilities, trigger, context } => self.fire(abilities, trigger, context),
            Task::DrawUp { seat } => self.draw_up(seat),
            Task::Reset { card, prevented } => self.reset_card(card, prevented),
            Task::Venom { card } => self.envenom(card),
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
                self.state.tasks.push(then(Step::Respond));
                self.begin_build();
            }
            Step::Respond => {
                self.state.tasks.push(then(Step::Triggers));
                self.state.tasks.push(Task::Window(WindowKind::Respond));
            }
            Step::Triggers => {
                self.state.tasks.push(then(Step::Frenzy));
                self.state.tasks.push(Task::Window(WindowKind::Triggers));
                self.raise_in_order(Event::EachCombat);
            }
            Step::Frenzy => {
                self.state.tasks.push(then(Step::Attack));
                self.begin_combat(true);
            }
            Step::Attack => self.state.tasks.push(Task::Attack),
            Step::Retaliation => {
                self.end_attack();
                self.state.tasks.push(then(Step::EndOfCombat));
                self.begin_combat(false);
            }
            Step::EndOfCombat => {
                self.state.tasks.push(then(Step::Challenges));
                self.state.tasks.push(Task::Window(WindowKind::EndOfCombat));
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
        self.state.uses.clear();
        self.state.deeds.clear();
        for seat in &mut self.state.seats {
            seat.played = [0; 4];
        }
        if self.state.round > self.state.rules.round_limit {
            self.finish_by_points("round-limit");
            return;
        }
        self.state.tasks.push(Task::Step(Step::Build));
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

    /// Completed quests are counted at once; the required number wins.
    pub(super) fn check_quests(&mut self) {
        self.state.stale = false;
        if self.content.settings.quests_at_end && self.state.step != Step::End {
            return;
        }
        let seat = self.state.party_seat();
        for place in 0..self.state.zone(seat, Zone::Quests).len() {
            let quest = self.state.zone(seat, Zone::Quests)[place];
            if self.state.card(quest).is(flag::COMPLETED | flag::IMPOSSIBLE) {
                continue;
            }
            let look = self.look();
            let goal = look.def(quest).goal;
            let context = context_of(quest, self.state.facing);
            if goal != NO_NODE && look.holds(goal, &context) {
                self.complete_quest(quest, seat);
            }
        }
    }

    fn complete_quest(&mut self, quest: CardId, seat: u8) {
        self.state.card_mut(quest).flags |= flag::COMPLETED;
        self.note(|look| format!("Quest completed: {}", look.def(quest).name));
        let def = self.state.card(quest).def;
        if let Some(tally) = &mut self.state.flow.tally {
            tally.played[usize::from(def)] += 1;
        }
        self.state.seats[usize::from(seat)].quests += 1;
        let completed = self.state.seats[usize::from(seat)].quests;
        match self.state.rules.mode {
            Mode::Solo | Mode::Coop => {
                let quests = self.state.zone(seat, Zone::Quests).iter();
                let missing = quests
                    .map(|card| self.state.card(*card))
                    .any(|card| card.is(flag::REQUIRED) && !card.is(flag::COMPLETED));
                if completed >= self.state.rules.quests_to_win && !missing {
                    self.finish_together(true, "quests-completed");
                }
            }
            Mode::Competitive | Mode::Multi => {
                self.gain_points(seat, self.state.rules.points.quest);
            }
        }
    }

    /// Counts, for the report, which cards the player could have played.
    fn count_legal(&mut self) {
        let Some(tally) = &mut self.state.flow.tally else {
            return;
        };
        for choice in &self.state.flow.options {
            let action = Action::ALL[usize::from(choice.action)];
            if matches!(action, Action::Play | Action::Disrupt) {
                let def = self.state.cards[usize::from(choice.card)].def;
                tally.legal[usize::from(def)] += 1;
            }
        }
    }
}
