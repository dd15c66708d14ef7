//! The course of a round: its steps, whose tasks publish decisions, and what choices do.

use super::state::{Task, WindowKind, flag};
use super::vocabulary::Event;
use super::words::{Action, Mode, Step, Zone};
use super::{
    Look, Play, attack, build, deck, event, moves, multi, points, retaliation, round_end, stats,
    tale, versus, window,
};
use cardwright_engine::core::code::NONE;
use cardwright_engine::game::{Choice, Outcome, count};

/// Writes the options of a task that a player decides; false if it needs no decision.
pub(super) fn publishes(run: &mut Play<'_>, task: Task) -> bool {
    if run.state.hurried && passes_over(task) {
        return true;
    }
    match task {
        Task::BuildNext { first } => return build::build_options(run, first),
        Task::Window(window) => window::window_options(run, window),
        Task::Disruption { asked, .. } | Task::Interrupt { asked, .. } => {
            versus::disrupt_options(run, asked);
        }
        Task::Attack => attack::attack_options(run),
        Task::Target { start, legal, .. } => attack::target_options(run, start, legal),
        Task::Ward(ward) => attack::ward_options(run, ward),
        Task::Defend { place } => retaliation::defend_options(run, place),
        Task::React { event, victim } => window::react_options(run, event, victim),
        Task::Step(step) if run.state.flow.forced && shows(run, step) => {
            // Shown so that a scenario can stop between the steps that nobody decides.
            run.state.step = step;
            run.option(Action::Continue.code(), NONE, 0);
        }
        Task::Discard { seat, kinds, .. } => window::discard_options(run, seat, kinds),
        Task::Rearrange { start, top, bottom, .. } => {
            deck::rearrange_options(run, start, top, bottom);
        }
        Task::Drop { seat } => round_end::drop_options(run, seat),
        Task::Release { seat } => round_end::release_options(run, seat),
        Task::Trim { seat } => round_end::trim_options(run, seat),
        Task::DraftChoice { card } => versus::draft_options(run, card),
        Task::Clear => return round_end::clear_options(run),
        Task::Place { seat, blind, .. } => multi::place_options(run, seat, blind),
        Task::Page => tale::page_options(run),
        Task::Face { .. } => {
            run.option(Action::Accept.code(), NONE, 0);
            run.option(Action::Decline.code(), NONE, 0);
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
fn shows(run: &Play<'_>, step: Step) -> bool {
    step >= Step::Drop || (step == Step::Build && run.state.rules.mode == Mode::Multi)
}

/// A decision without any option ends.
pub(super) fn give_up(run: &mut Play<'_>, task: Task) {
    match task {
        Task::Rearrange { .. } => deck::finish_rearranging(run),
        Task::Disruption { window, asked } => versus::next_disrupter(run, window, asked),
        Task::Interrupt { card, asked } => versus::next_interrupter(run, card, asked),
        Task::Place { seat, passed, blind } => multi::pass_placing(run, seat, passed, blind),
        _ => {
            run.state.flow.pop();
        }
    }
}

/// Carries out an option of the decision that is due, whose task is on the stack.
pub(super) fn take(run: &mut Play<'_>, task: Task, choice: Choice) {
    let Some(action) = Action::of(choice) else {
        return;
    };
    let card = choice.card;
    match (action, task) {
        (Action::Play | Action::Plain, _) => window::play_card(run, card, choice.extra),
        (Action::Spend, Task::React { victim, .. }) => window::spend_card(run, card, victim),
        (Action::Spend, _) => window::spend_card(run, card, NONE),
        (Action::Use, _) => window::use_offer(run, card, choice.extra),
        (Action::Disrupt, _) => versus::disrupt(run, card),
        (Action::DrawNext, Task::BuildNext { first }) => {
            run.state.flow.pop();
            build::build_next(run, first);
        }
        (Action::Place, Task::BuildNext { .. }) => versus::place_draft(run, card),
        (Action::Draft, Task::DraftChoice { .. }) => versus::take_draft(run, card),
        (Action::Continue, Task::DraftChoice { card }) => {
            run.state.flow.pop();
            // In multi-player it stays in the pool, for which it was drawn.
            if run.state.card(card).zone != Zone::Pool {
                moves::enter_play(run, card, 0);
            }
        }
        (Action::Bury, _) => moves::leave_play(run, card, true),
        (Action::Continue, Task::Clear) => {
            run.state.flow.pop();
            round_end::clear_table(run);
        }
        (Action::Concede, _) => points::concede(run),
        (Action::Chapter | Action::GiveUp, _) => tale::take_page(run, choice),
        (Action::Place, Task::Place { .. }) => multi::place_card(run, card),
        (Action::Pass, Task::Place { seat, passed, blind }) => {
            multi::pass_placing(run, seat, passed, blind);
        }
        (Action::Accept, _) => multi::face(run, true),
        (Action::Decline, _) => multi::face(run, false),
        (Action::AddAttacker, _) => attack::add_attacker(run, card),
        (Action::Declare, _) => attack::declare_attack(run),
        (Action::Pass, _) => {
            run.state.flow.pop();
            run.state.attack.declared = true;
            run.push(Task::AfterAttack);
        }
        (Action::Target, _) => attack::choose_target(run, card),
        (Action::Done, Task::Target { start, legal, .. }) => {
            run.state.flow.pop();
            attack::finish_targets(run, start, legal);
        }
        (Action::Done, Task::Defend { .. }) => {
            run.state.flow.pop();
            run.state.combat.defended = NONE;
        }
        (Action::AddDefender, _) => retaliation::add_defender(run, card, choice.extra),
        (Action::Assign, _) => run.state.card_mut(card).assigned = choice.extra,
        (Action::ToTop, _) => deck::rearrange(run, card, true),
        (Action::ToBottom, _) => deck::rearrange(run, card, false),
        (Action::Discard, Task::Ward(_)) => attack::pay_ward(run, card),
        (Action::Discard, Task::Trim { .. }) => round_end::trim_card(run, card),
        (Action::Discard, _) => window::discard_for_effect(run, card),
        (Action::Drop, _) => round_end::drop_card(run, card),
        (Action::Release, _) => round_end::release(run, card),
        (Action::Continue, Task::Window(window)) => window::close_window(run, window),
        (Action::Continue, Task::Step(step)) => {
            run.state.flow.pop();
            take_step(run, step);
        }
        (Action::Continue, Task::Disruption { window, asked }) => {
            versus::next_disrupter(run, window, asked);
        }
        (Action::Continue, Task::Interrupt { card, asked }) => {
            versus::next_interrupter(run, card, asked);
        }
        _ => {
            run.state.flow.pop();
        }
    }
}

/// Does something that needs no decision.
pub(super) fn perform(run: &mut Play<'_>, task: Task) {
    match task {
        Task::Step(step) => take_step(run, step),
        Task::BuildNext { first } => build::build_next(run, first),
        Task::Clash => attack::clash(run),
        Task::Strike { start } => attack::strike(run, start),
        Task::AfterAttack => attack::after_attack(run),
        Task::Resolve => retaliation::resolve_combat(run),
        Task::Hurt { place } => retaliation::hurt(run, place),
        Task::CombatOver => retaliation::end_combat(run),
        Task::Death { card } => moves::check_death(run, card),
        Task::DrawUp { seat } => round_end::draw_up(run, seat),
        Task::Venom { card } => round_end::envenom(run, card),
        Task::FillPool { seat } => multi::fill_pool(run, seat),
        Task::Clear => round_end::clear_table(run),
        _ => {}
    }
}

/// Something that may be prevented happens, or does not.
pub(super) fn commit(run: &mut Play<'_>, task: Task, prevented: bool) {
    match task {
        Task::Wound { victim, place } => retaliation::commit_wound(run, victim, prevented, place),
        Task::Die { card } if prevented => moves::spare(run, card),
        Task::Die { card } => moves::die(run, card),
        Task::Heal { card, amount } if !prevented => {
            run.state.card_mut(card).wounds = run.state.card(card).wounds.saturating_sub(amount);
        }
        Task::Draw { seat } if !prevented => moves::take_card(run, seat),
        Task::Reset { card } if !prevented => {
            run.state.card_mut(card).flags &= !flag::ACTIVATED;
        }
        _ => {}
    }
}

/// A step of the round: puts the next one and its own work on the stack.
fn take_step(run: &mut Play<'_>, step: Step) {
    if step != Step::Start {
        run.state.step = step;
    }
    let then = |next: Step| Task::Step(next);
    match step {
        Step::Start => start_round(run),
        Step::Build => {
            run.push(then(Step::Respond));
            build::begin_build(run);
        }
        Step::Respond => {
            run.push(then(Step::Triggers));
            run.push(Task::Window(WindowKind::Respond));
        }
        Step::Triggers => {
            run.push(then(Step::Frenzy));
            run.push(Task::Window(WindowKind::Triggers));
            event::raise_in_order(run, &[Event::EachCombat, Event::Combat]);
        }
        Step::Frenzy => {
            run.push(then(Step::Attack));
            retaliation::begin_combat(run, true);
        }
        Step::Attack => run.push(Task::Attack),
        Step::Retaliation => {
            attack::end_attack(run);
            run.push(then(Step::EndOfCombat));
            retaliation::begin_combat(run, false);
        }
        Step::EndOfCombat => {
            run.push(then(Step::Challenges));
            run.push(Task::Window(WindowKind::EndOfCombat));
            event::raise_in_order(run, &[Event::EndOfCombat]);
        }
        later => round_end::end_step(run, later),
    }
}

/// A new round begins.
fn start_round(run: &mut Play<'_>) {
    run.state.round += 1;
    run.state.step = Step::Start;
    run.state.attack = super::state::Attack::default();
    run.reset_limits(None);
    run.state.deeds.clear();
    for seat in &mut run.state.seats {
        seat.played = [0; 4];
    }
    let limit = run.state.rules.round_limit;
    if limit > 0 && run.state.round > limit {
        points::finish_by_points(run, "round-limit");
        return;
    }
    if is_endless(run) {
        run.finish(0, Outcome::DRAWN);
        return;
    }
    run.push(Task::Step(Step::Build));
}

/// Whether so many rounds have brought the end no nearer that it may never come.
///
/// Where decks run out, the end is nearer when they are smaller than ever before; where points
/// win, when somebody has more than anybody before. Both can happen only so often.
fn is_endless(run: &mut Play<'_>) -> bool {
    let reached = nearness(run.look());
    if reached > run.state.farthest {
        (run.state.farthest, run.state.idle_rounds) = (reached, 0);
    } else {
        run.state.idle_rounds += 1;
    }
    run.state.idle_rounds >= run.rules.settings.endless_rounds
}

/// How near the end is; more is nearer.
pub(super) fn nearness(look: Look<'_>) -> i32 {
    let seats = 0..look.state.seat_count;
    if look.state.rules.mode == Mode::Multi {
        return seats.map(|seat| stats::points(look, seat)).max().unwrap_or(0);
    }
    let cards = |seat, zone| look.state.zone(seat, zone).len() as i32;
    -seats.map(|seat| cards(seat, Zone::CrawlerDeck) + cards(seat, Zone::DungeonDeck)).sum::<i32>()
}

/// Everybody at the table wins or loses together.
pub(super) fn finish_together(run: &mut Play<'_>, won: bool, reason: &'static str) {
    let all = (1u8 << run.state.seat_count) - 1;
    run.finish(if won { all } else { 0 }, reason);
}

/// Counts, for the report, which cards the player could have played.
pub(super) fn count_legal(run: &mut Play<'_>) {
    let Some(tally) = &mut run.state.flow.tally else {
        return;
    };
    let mut before = NONE;
    for choice in &run.state.flow.options {
        // A card that may be boosted is listed twice in a row.
        let is_counted =
            matches!(Action::of(*choice), Some(Action::Play | Action::Plain | Action::Disrupt));
        if is_counted && choice.card != std::mem::replace(&mut before, choice.card) {
            count(&mut tally.legal, run.state.cards[usize::from(choice.card)].def);
        }
    }
}
