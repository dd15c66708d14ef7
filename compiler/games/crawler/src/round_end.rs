//! The end of the round: challenges, then steps 4.1 to 4.10 in their strict order.

use super::state::{CardId, Task, context_of, flag};
use super::vocabulary::{Event, Window};
use super::words::{Action, Mode, RESOURCES, Step, Zone};
use super::{Look, Play, event, moves, quests, read, select, stats, versus};
use cardwright_engine::core::code::NONE;

/// One of the steps after combat.
pub(super) fn end_step(run: &mut Play<'_>, step: Step) {
    match step {
        Step::Challenges => {
            event::expire(run, Window::EndOfCombat);
            for_each_at_table(run, |play, card| {
                play.state.card_mut(card).flags &= !flag::ZEROED;
            });
            run.push(Task::Step(Step::Drop));
            event::raise(run, Event::EndOfRound, NONE);
            resolve_challenges(run);
        }
        Step::Drop => for_each_hand(run, Step::Clear, |seat| Task::Drop { seat }),
        Step::Clear => {
            run.push(Task::Step(Step::Time));
            run.push(Task::Clear);
        }
        Step::Time => {
            run.push(Task::Step(Step::Poison));
            for_each_at_table(run, |play, card| {
                let card = play.state.card_mut(card);
                card.time = card.time.saturating_sub(1);
            });
        }
        Step::Poison => {
            run.push(Task::Step(Step::Reset));
            let mut poisoned = Vec::new();
            for_each_at_table(run, |play, card| {
                if play.state.card(card).poison > 0 {
                    poisoned.push(card);
                }
            });
            poisoned.into_iter().rev().for_each(|card| run.push(Task::Venom { card }));
        }
        Step::Reset => {
            run.push(Task::Step(Step::Unlock));
            reset_all(run);
        }
        Step::Unlock => {
            run.push(Task::Step(Step::Permanents));
            for_each_at_table(run, |play, card| {
                let card = play.state.card_mut(card);
                card.locks = card.locks.saturating_sub(1);
            });
        }
        Step::Permanents => for_each_hand(run, Step::Draw, |seat| Task::Release { seat }),
        Step::Draw => for_each_hand(run, Step::Trim, |seat| Task::DrawUp { seat }),
        Step::Trim => for_each_hand(run, Step::End, |seat| Task::Trim { seat }),
        _ => end_round(run),
    }
}

/// The same task for every player who ends a round now, in order of seats.
fn for_each_hand(run: &mut Play<'_>, next: Step, task: impl Fn(u8) -> Task) {
    run.push(Task::Step(next));
    for seat in select::table_seats(run.look()).rev() {
        run.push(task(seat));
    }
}

/// Exactly one outcome of every challenge in play happens.
fn resolve_challenges(run: &mut Play<'_>) {
    for place in (0..run.state.encounter().len()).rev() {
        let card = run.state.encounter()[place];
        let look = run.look();
        let Some(challenge) = read::facts(look, card).challenge else {
            continue;
        };
        let context = context_of(card, look.state.facing);
        let won = look.holds(challenge.condition, &context);
        let def = look.state.card(card).def;
        if won {
            run.begin(challenge.win, context);
            if !run.state.challenges_won.contains(&def) {
                run.state.challenges_won.push(def);
            }
        } else {
            run.begin(challenge.lose, context);
            quests::mark_impossible(run, card);
        }
        run.state.stale = true;
    }
}

/// Options of step 4.1.
pub(super) fn drop_options(run: &mut Play<'_>, seat: u8) {
    run.option(Action::Continue.code(), NONE, 0);
    for card in hand(run, seat) {
        run.option(Action::Drop.code(), card, 0);
    }
}

/// The cards that a player holds: crawler cards, and draft cards that were taken up.
fn hand(run: &Play<'_>, seat: u8) -> Vec<CardId> {
    let zone = |zone| run.state.zone(seat, zone).iter().copied();
    zone(Zone::CrawlerHand).chain(zone(Zone::DraftHand)).collect()
}

/// A card is dropped: no effect notices.
pub(super) fn drop_card(run: &mut Play<'_>, card: CardId) {
    let owner = run.state.card(card).owner;
    let is_drafted = run.state.card(card).zone == Zone::DraftHand;
    let grave = if is_drafted { Zone::DungeonGrave } else { Zone::CrawlerGrave };
    run.state.shift(card, owner, grave);
}

/// A card is discarded because the hand is too large.
pub(super) fn trim_card(run: &mut Play<'_>, card: CardId) {
    match run.state.card(card).zone {
        Zone::DraftHand => drop_card(run, card),
        _ => moves::discard_card(run, card),
    }
}

/// Options of step 4.2: which dungeon card goes to the grave next, where the order can matter. A
/// card that cannot go any more, or copies of one card, leave nothing to choose.
pub(super) fn clear_options(run: &mut Play<'_>) -> bool {
    let look = run.look();
    let mut leaving: Vec<CardId> = Vec::new();
    for card in look.state.encounter() {
        let is_copy = |other: &CardId| look.state.card(*other).def == look.state.card(*card).def;
        if !moves::stays(look, *card) && !leaving.iter().any(is_copy) {
            leaving.push(*card);
        }
    }
    if leaving.len() < 2 || run.state.hurried {
        return false;
    }
    run.option(Action::Continue.code(), NONE, 0);
    for card in leaving {
        run.option(Action::Bury.code(), card, 0);
    }
    true
}

/// Step 4.2: everything without a reason to stay goes, until nothing more does.
pub(super) fn clear_table(run: &mut Play<'_>) {
    // Cleared one at a time and looked at again: a card may keep another one in play.
    while let Some(card) = next_to_clear(run) {
        moves::leave_play(run, card, true);
    }
}

fn next_to_clear(run: &Play<'_>) -> Option<CardId> {
    let look = run.look();
    let leaving = |card: &&CardId| !moves::stays(look, **card);
    let dungeon = run.state.encounter().iter().find(leaving).copied();
    dungeon.or_else(|| {
        (0..run.state.seat_count)
            .find_map(|seat| run.state.zone(seat, Zone::CrawlerPlay).iter().find(leaving).copied())
    })
}

/// Step 4.4: one poison token of a card becomes a wound.
pub(super) fn envenom(run: &mut Play<'_>, card: CardId) {
    let state = run.state.card_mut(card);
    if state.poison == 0 {
        return;
    }
    state.poison -= 1;
    if matches!(state.zone, Zone::Party | Zone::Encounter) {
        moves::add_wounds(run, card, 1);
    }
}

/// Step 4.5: activated cards without a lock are turned back.
fn reset_all(run: &mut Play<'_>) {
    for_each_at_table(run, |play, card| {
        if !play.state.card(card).is(flag::ACTIVATED) || stats::is_locked(play.look(), card) {
            return;
        }
        let look = play.look();
        let watched = look.reacts(read::facts(look, card).abilities, Event::WouldReset);
        if !watched && !look.summary().grants {
            play.state.card_mut(card).flags &= !flag::ACTIVATED;
        } else {
            play.hold(None, None, &[], Task::Reset { card });
            event::raise_own(play, Event::WouldReset, card, card);
        }
    });
}

/// Does something with every card in play that belongs to this round.
pub(super) fn for_each_at_table(run: &mut Play<'_>, mut work: impl FnMut(&mut Play<'_>, CardId)) {
    let start = run.state.list.len();
    let mut list = std::mem::take(&mut run.state.list);
    list.extend(run.state.encounter().iter().chain(run.state.party()));
    for seat in select::table_seats(run.look()) {
        list.extend(run.state.zone(seat, Zone::CrawlerPlay));
    }
    run.state.list = list;
    for place in start..run.state.list.len() {
        let card = run.state.list[place];
        work(run, card);
    }
    run.state.list.truncate(start);
}

/// Options of step 4.7: any permanent may go; some must, if they can no longer be paid.
pub(super) fn release_options(run: &mut Play<'_>, seat: u8) {
    let look = run.look();
    let paying = stats::paying_seat(look, &context_of(NONE, seat));
    let mut over = [false; 4];
    for (resource, over) in over.iter_mut().enumerate() {
        *over = stats::occupied(look, paying, resource) > stats::cap(look, paying, resource);
    }
    let must = |card: &CardId| over[read::kind(look, *card).resource()];
    let own = look.state.zone(seat, Zone::CrawlerPlay);
    let forced = own.iter().any(must) && !others_can_pay(look, paying, seat);
    if !forced {
        run.option(Action::Continue.code(), NONE, 0);
    }
    for place in 0..run.state.zone(seat, Zone::CrawlerPlay).len() {
        let card = run.state.zone(seat, Zone::CrawlerPlay)[place];
        if !forced || over[read::kind(run.look(), card).resource()] {
            run.option(Action::Release.code(), card, 0);
        }
    }
}

/// Whether the players who are asked after one can let go of enough, so that this one may keep what
/// there is. Who plays together decides together whose cards go.
fn others_can_pay(look: Look<'_>, paying: u8, seat: u8) -> bool {
    let later = select::table_seats(look).filter(|other| *other > seat);
    let cards: Vec<CardId> =
        later.flat_map(|other| look.state.zone(other, Zone::CrawlerPlay)).copied().collect();
    (0..RESOURCES.len()).all(|resource| {
        let excess = stats::occupied(look, paying, resource) - stats::cap(look, paying, resource);
        let of_kind = cards.iter().filter(|card| read::kind(look, **card).resource() == resource);
        let freed: i32 = of_kind.map(|card| i32::from(look.state.card(*card).paid)).sum();
        excess <= freed
    })
}

/// A permanent is let go.
pub(super) fn release(run: &mut Play<'_>, card: CardId) {
    moves::leave_play(run, card, true);
}

/// Step 4.8: draw up to the hand limit, at least one card.
pub(super) fn draw_up(run: &mut Play<'_>, seat: u8) {
    let limit = stats::hand_limit(run.look(), seat);
    let hand = hand(run, seat).len() as i32;
    for _ in 0..(limit - hand).max(1) {
        moves::draw_crawler(run, seat);
    }
}

/// Options of step 4.9, as long as the hand is too large.
pub(super) fn trim_options(run: &mut Play<'_>, seat: u8) {
    let hand = hand(run, seat);
    if hand.len() as i32 <= stats::hand_limit(run.look(), seat).max(0) {
        return;
    }
    for card in hand {
        run.option(Action::Discard.code(), card, 0);
    }
}

/// Step 4.10.
fn end_round(run: &mut Play<'_>) {
    event::expire(run, Window::EndOfRound);
    for_each_at_table(run, |play, card| {
        play.state.card_mut(card).flags &= !(flag::FRESH | flag::ATTACKING);
    });
    quests::check_quests(run);
    match run.state.rules.mode {
        // Whom a card made the Primary Target was so for this round.
        Mode::Solo => run.state.primary = NONE,
        Mode::Coop => move_token_back(run),
        Mode::Competitive | Mode::Multi => versus::pass_turn(run),
    }
    run.push(Task::Step(Step::Start));
}

/// Co-op: the Primary Target token moves counter-clockwise to the next adventurer.
fn move_token_back(run: &mut Play<'_>) {
    let previous = select::marching_order(run.look()).last().unwrap_or(NONE);
    run.state.primary = previous;
}
