//! Cards on the move: into play, out of play, drawn, discarded, wounded.

use super::state::{BLOCK_NONE, CardId, Task, flag, thing_of};
use super::vocabulary::{Act, Event, Mark, Stat};
use super::words::{Kind, Mode, Step, Zone};
use super::{Look, Play, event, play, points, read, select, stats};
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::{Thing, Words, bit};

/// Whether a card stays in play when step 4.2 clears the table.
pub(super) fn stays(look: Look<'_>, card: CardId) -> bool {
    let state = look.state.card(card);
    let def = read::facts(look, card);
    state.time > 0
        || (def.kind == Kind::Character && stats::stat(look, Stat::Life, card) > 0)
        || (def.kind.is_crawler() && def.permanent && !state.is(flag::SPENT))
        || look.has_mark(Mark::Staying, thing_of(card))
}

/// A dungeon card comes into play, or goes to the grave if it cannot.
pub(super) fn enter_play(run: &mut Play<'_>, card: CardId, flags: u16) {
    let owner = run.state.card(card).owner;
    if run.look().is_forbidden(Act::Enter, thing_of(card)) {
        run.state.card_mut(card).flags &= !flag::FACE_UP;
        run.state.shift(card, owner, Zone::DungeonGrave);
        return;
    }
    let seat = run.state.encounter_seat();
    run.state.shift(card, seat, Zone::Encounter);
    let round = run.state.round;
    let state = run.state.card_mut(card);
    state.entered = round;
    state.flags = flags;
    let def = state.def;
    if let Some(tally) = &mut run.state.flow.tally {
        tally.count_played(def);
    }
    run.note(|look| format!("{} enters play", read::facts(look, card).name));
    event::raise(run, Event::CardEnters, card);
    event::raise_own(run, Event::Enter, card, card);
}

/// A card leaves play for its grave; `with_effects` is false for `remove`.
pub(super) fn leave_play(run: &mut Play<'_>, card: CardId, with_effects: bool) {
    let state = *run.state.card(card);
    let kind = read::kind(run.look(), card);
    match (state.zone, kind) {
        (Zone::Encounter, _) => {
            if !run.state.passed.contains(&state.def) {
                run.state.passed.push(state.def);
            }
            run.state.shift(card, dungeon_owner(run, state.owner), Zone::DungeonGrave);
            points::score_grave(run, card);
        }
        (Zone::CrawlerPlay, _) => run.state.shift(card, state.owner, Zone::CrawlerGrave),
        (Zone::Party, _) => {
            perish(run, card);
            return;
        }
        _ => return,
    }
    forget(run, card);
    if with_effects {
        event::raise(run, Event::CardLeaves, card);
        event::raise_own(run, Event::Leave, card, card);
    }
    clear_tokens(run, card);
}

/// Whose dungeon grave a card goes to.
fn dungeon_owner(run: &Play<'_>, owner: u8) -> u8 {
    if run.state.shared() { 0 } else { owner }
}

/// Ends what a card kept up while it was in play.
fn forget(run: &mut Play<'_>, card: CardId) {
    run.gone(thing_of(card));
    for other in &mut run.state.cards {
        if other.linked == card {
            other.linked = NONE;
        }
    }
    run.state.card_mut(card).linked = NONE;
}

/// Takes everything off a card.
pub(super) fn clear_tokens(run: &mut Play<'_>, card: CardId) {
    let state = run.state.card_mut(card);
    (state.wounds, state.poison, state.locks, state.time) = (0, 0, 0, 0);
    (state.paid, state.block, state.flags) = (0, BLOCK_NONE, 0);
    state.assigned = NONE;
}

/// Puts wounds on a card: reactions first, then it may die.
pub(super) fn add_wounds(run: &mut Play<'_>, card: CardId, count: u8) {
    let state = run.state.card_mut(card);
    state.wounds = state.wounds.saturating_add(count);
    run.note(|look| format!("{} takes {count} wound(s)", read::facts(look, card).name));
    points::score_wounds(run, card, count);
    run.push(Task::Death { card });
    event::raise(run, Event::Wounded, card);
}

/// Whether a card has all the Wounds that it can take. It takes no more, so that effects which
/// answer Wounds with Wounds come to an end.
pub(super) fn is_dying(look: Look<'_>, card: CardId) -> bool {
    let wounds = i32::from(look.state.card(card).wounds);
    wounds > 0 && wounds >= stats::stat(look, Stat::Life, card)
}

/// Life has changed, perhaps: whoever has as many wounds as that is about to die.
pub(super) fn look_for_deaths(run: &mut Play<'_>) {
    let look = run.look();
    let cards = look.state.encounter().iter().chain(look.state.party()).copied();
    let is_due = |card: &CardId| {
        let wounds = i32::from(look.state.card(*card).wounds);
        // Reactions to a wound come before the death that it brings.
        let waits = || {
            look.state
                .flow
                .is_pending(|task| matches!(task, Task::Death { card: dying } | Task::Die { card: dying } if dying == card))
        };
        wounds > 0 && wounds >= stats::stat(look, Stat::Life, *card) && !waits()
    };
    let due: Vec<CardId> = cards.filter(is_due).collect();
    for card in due {
        run.push(Task::Death { card });
    }
}

/// A card with as many wounds as life dies.
pub(super) fn check_death(run: &mut Play<'_>, card: CardId) {
    let state = *run.state.card(card);
    let life = stats::stat(run.look(), Stat::Life, card);
    if state.wounds == 0 || i32::from(state.wounds) < life {
        return;
    }
    let would = match state.zone {
        Zone::Encounter => Event::WouldBeSlain,
        Zone::Party => Event::WouldPerish,
        _ => return,
    };
    run.state.card_mut(card).wounds = life.max(1) as u8;
    run.propose(Some(would), None, &[thing_of(card).bits()], Task::Die { card });
}

/// What was saved and not healed lives with 1 Life left.
pub(super) fn spare(run: &mut Play<'_>, card: CardId) {
    let life = stats::stat(run.look(), Stat::Life, card);
    let one = run.state.card_mut(card);
    one.wounds = i32::from(one.wounds).min(life - 1).max(0) as u8;
}

/// A card dies that nothing has saved.
pub(super) fn die(run: &mut Play<'_>, card: CardId) {
    let state = *run.state.card(card);
    let life = stats::stat(run.look(), Stat::Life, card);
    if state.wounds == 0 || i32::from(state.wounds) < life {
        return;
    }
    match state.zone {
        Zone::Encounter => {
            run.note(|look| format!("{} is slain", read::facts(look, card).name));
            run.state.slain.push(card);
            if run.state.step == Step::Attack {
                run.state.attack.killed = true;
            }
            event::raise(run, Event::Slain, card);
            leave_play(run, card, true);
        }
        Zone::Party => perish(run, card),
        _ => {}
    }
}

/// An adventurer perishes; too many losses end the game.
fn perish(run: &mut Play<'_>, card: CardId) {
    let seat = run.state.card(card).place;
    run.note(|look| format!("{} perishes", read::facts(look, card).name));
    event::raise(run, Event::Perished, card);
    forget(run, card);
    clear_tokens(run, card);
    if run.state.primary == card {
        pass_primary_target(run);
    }
    run.state.shift(card, seat, Zone::Perished);
    let owner = run.state.card(card).owner;
    match run.state.rules.mode {
        Mode::Solo => {
            if run.state.party().is_empty() {
                play::finish_together(run, false, "adventurers-perished");
            }
        }
        Mode::Coop => {
            let mut left = run.state.party().iter();
            if !left.any(|other| run.state.card(*other).owner == owner) {
                play::finish_together(run, false, "adventurers-perished");
            }
        }
        Mode::Competitive | Mode::Multi => {
            if run.state.zone(seat, Zone::Party).is_empty() {
                points::eliminate(run, seat, "adventurers-perished");
            }
        }
    }
}

/// The token goes to the next adventurer of the marching order.
pub(super) fn pass_primary_target(run: &mut Play<'_>) {
    let next = select::marching_order(run.look()).nth(1).unwrap_or(NONE);
    run.state.primary = next;
}

/// A player draws a crawler card, unless effects do something else instead.
pub(super) fn draw_crawler(run: &mut Play<'_>, seat: u8) {
    if run.state.flow.outcome.is_some() || seat >= run.state.seat_count {
        return;
    }
    let look = run.look();
    if look.summary().events & bit(Event::WouldDraw.index()) == 0 {
        return take_card(run, seat);
    }
    // Dungeon cards are about whoever meets them.
    let hears: Vec<bool> = look
        .state
        .cards
        .iter()
        .map(|card| match card.zone {
            Zone::CrawlerPlay | Zone::Party => card.owner == seat,
            _ => look.state.facing == seat,
        })
        .collect();
    let hears = |host: Thing| hears.get(host.index()).copied().unwrap_or(true);
    run.propose_to(hears, Some(Event::WouldDraw), None, &[], Task::Draw { seat });
}

/// A player takes the top card of the crawler deck; having none to draw is the end, or a new deck.
pub(super) fn take_card(run: &mut Play<'_>, seat: u8) {
    if run.state.zone(seat, Zone::CrawlerDeck).is_empty() {
        match run.state.rules.mode {
            Mode::Solo | Mode::Coop => play::finish_together(run, false, "crawler-deck-empty"),
            Mode::Competitive => points::eliminate(run, seat, "crawler-deck-empty"),
            Mode::Multi => points::regenerate(run, seat, Zone::CrawlerDeck, Zone::CrawlerGrave),
        }
    }
    if let Some(card) = run.state.zone(seat, Zone::CrawlerDeck).last().copied() {
        run.state.shift(card, seat, Zone::CrawlerHand);
    }
}

/// A crawler card is discarded from the hand, and effects notice.
pub(super) fn discard_card(run: &mut Play<'_>, card: CardId) {
    if run.state.card(card).zone != Zone::CrawlerHand {
        return;
    }
    let owner = run.state.card(card).owner;
    run.state.shift(card, owner, Zone::CrawlerGrave);
    event::raise(run, Event::CardDiscarded, card);
    event::raise_own(run, Event::Discarded, card, card);
}

/// A crawler card goes back into its owner's hand.
pub(super) fn return_to_hand(run: &mut Play<'_>, card: CardId) {
    if !read::kind(run.look(), card).is_crawler() {
        return;
    }
    let owner = run.state.card(card).owner;
    forget(run, card);
    clear_tokens(run, card);
    run.state.shift(card, owner, Zone::CrawlerHand);
}

/// A card goes face down into the deck of its family: on top, or shuffled in.
pub(super) fn put_into_deck(run: &mut Play<'_>, card: CardId, shuffled: bool) {
    let kind = read::kind(run.look(), card);
    let owner = run.state.card(card).owner;
    let (seat, deck) = if kind.is_crawler() {
        (owner, Zone::CrawlerDeck)
    } else if kind.is_dungeon() {
        (dungeon_owner(run, owner), Zone::DungeonDeck)
    } else {
        return;
    };
    forget(run, card);
    clear_tokens(run, card);
    if let Some(top) = run.state.zone(seat, deck).last().copied() {
        run.state.card_mut(top).flags &= !flag::FACE_UP;
    }
    run.state.shift(card, seat, deck);
    if shuffled && !run.state.set_aside {
        shuffle(run, seat, deck);
    }
}

/// Shuffles a deck.
pub(super) fn shuffle(run: &mut Play<'_>, seat: u8, deck: Zone) {
    let stream = usize::from(seat) * 2 + usize::from(deck == Zone::DungeonDeck);
    let mut cards = std::mem::take(run.state.zone_mut(seat, deck));
    run.state.flow.luck.rng.shuffle(stream, &mut cards);
    *run.state.zone_mut(seat, deck) = cards;
}
