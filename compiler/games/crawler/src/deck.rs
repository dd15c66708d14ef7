//! Verbs that move cards through the decks: burning, summoning, restocking, searching,
//! rearranging.

use super::state::{CardId, Task, flag, thing_of};
use super::vocabulary::Act;
use super::words::{Action, Kind, Property, Zone};
use super::{Play, moves, read, select, stats};
use cardwright_engine::core::Context;

/// Dungeon cards that are looked for: so many, of that cost at most, with a type or tribe.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub cost: i32,
    pub types: u64,
    pub tribes: u64,
    pub count: i32,
}

/// Moves cards from the top of a deck to its grave.
pub(super) fn burn(run: &mut Play<'_>, zone: Zone, count: i32, context: &Context) {
    let grave = match zone {
        Zone::CrawlerDeck => Zone::CrawlerGrave,
        Zone::DungeonDeck => Zone::DungeonGrave,
        _ => return,
    };
    let seat = select::zone_seat(run.look(), zone, context);
    for _ in 0..count {
        let Some(card) = run.state.zone(seat, zone).last().copied() else {
            return;
        };
        run.state.card_mut(card).flags &= !flag::FACE_UP;
        run.state.shift(card, seat, grave);
    }
}

/// Reveals dungeon cards until enough fitting Characters are found; they enter play.
pub(super) fn summon(run: &mut Play<'_>, wanted: Wanted, context: &Context) {
    let seat = select::dungeon_seat(run.look(), context);
    let start = run.state.list.len();
    let mut found = 0;
    let mut revealed = 0;
    while found < wanted.count {
        let deck = run.state.zone(seat, Zone::DungeonDeck);
        let Some(card) = deck.len().checked_sub(1 + revealed).map(|at| deck[at]) else {
            break;
        };
        run.state.card_mut(card).flags &= !flag::FACE_UP;
        if buries(run, card) {
            continue;
        }
        revealed += 1;
        if fits(run, card, &wanted) && read::kind(run.look(), card) == Kind::Character {
            found += 1;
            run.state.list.push(card);
        }
    }
    put_back(run, seat, revealed, start);
    for place in (start..run.state.list.len()).rev() {
        let card = run.state.list[place];
        moves::enter_play(run, card, flag::SUMMONED);
    }
    run.state.list.truncate(start);
}

/// Sends a revealed card that cannot come into play to the grave, and says whether it did.
fn buries(run: &mut Play<'_>, card: CardId) -> bool {
    let is_forbidden = run.look().is_forbidden(Act::Enter, thing_of(card));
    if is_forbidden {
        moves::enter_play(run, card, 0);
    }
    is_forbidden
}

/// Takes `revealed` cards off the deck: those on the list wait, the others are shuffled
/// back (or set aside, in the walkthrough).
fn put_back(run: &mut Play<'_>, seat: u8, revealed: usize, start: usize) {
    let deck_len = run.state.zone(seat, Zone::DungeonDeck).len();
    for place in (deck_len - revealed..deck_len).rev() {
        let card = run.state.zone(seat, Zone::DungeonDeck)[place];
        if run.state.list[start..].contains(&card) || run.state.set_aside {
            run.state.shift(card, seat, Zone::SetAside);
        }
    }
    if !run.state.set_aside {
        moves::shuffle(run, seat, Zone::DungeonDeck);
    }
}

fn fits(run: &Play<'_>, card: CardId, wanted: &Wanted) -> bool {
    let look = run.look();
    stats::cost(look, card) <= wanted.cost
        && (stats::property(look, card, Property::Type) & wanted.types != 0
            || stats::property(look, card, Property::Tribe) & wanted.tribes != 0)
}

/// Shuffles the newest fitting cards of the dungeon grave into the deck.
pub(super) fn restock(run: &mut Play<'_>, wanted: Wanted, context: &Context) {
    let seat = select::dungeon_seat(run.look(), context);
    let into = if run.state.set_aside { Zone::SetAside } else { Zone::DungeonDeck };
    let mut found = 0;
    for place in (0..run.state.zone(seat, Zone::DungeonGrave).len()).rev() {
        if found == wanted.count {
            break;
        }
        let card = run.state.zone(seat, Zone::DungeonGrave)[place];
        if fits(run, card, &wanted) {
            run.state.shift(card, seat, into);
            found += 1;
        }
    }
    if found > 0 && !run.state.set_aside {
        hide_top(run, seat);
        moves::shuffle(run, seat, Zone::DungeonDeck);
    }
}

/// A face-up top card goes face down before its deck is shuffled.
fn hide_top(run: &mut Play<'_>, seat: u8) {
    for place in 0..run.state.zone(seat, Zone::DungeonDeck).len() {
        let card = run.state.zone(seat, Zone::DungeonDeck)[place];
        run.state.card_mut(card).flags &= !flag::FACE_UP;
    }
}

/// Takes the first fitting cards out of a deck, and shuffles it: crawler cards go into the hand,
/// dungeon cards come into play.
pub(super) fn search(run: &mut Play<'_>, deck: Zone, kinds: u64, count: i32, context: &Context) {
    if !matches!(deck, Zone::CrawlerDeck | Zone::DungeonDeck) {
        return;
    }
    let seat = select::zone_seat(run.look(), deck, context);
    let start = run.state.list.len();
    let cards: Vec<CardId> = run.state.zone(seat, deck).iter().rev().copied().collect();
    let mut found = Vec::new();
    for card in cards {
        if found.len() >= count.max(0) as usize {
            break;
        }
        let is_gone = deck == Zone::DungeonDeck && buries(run, card);
        if !is_gone && read::is_of(run.look(), card, kinds) {
            found.push(card);
        }
    }
    run.state.list.extend(found);
    let to = if deck == Zone::CrawlerDeck { Zone::CrawlerHand } else { Zone::SetAside };
    for place in start..run.state.list.len() {
        let card = run.state.list[place];
        run.state.card_mut(card).flags &= !flag::FACE_UP;
        run.state.shift(card, seat, to);
    }
    if !run.state.set_aside {
        moves::shuffle(run, seat, deck);
    }
    if deck == Zone::DungeonDeck {
        // Entering last to first lets the effects of the first happen first.
        for place in (start..run.state.list.len()).rev() {
            let card = run.state.list[place];
            moves::enter_play(run, card, 0);
        }
    }
    run.state.list.truncate(start);
}

/// Looks at the top cards of a deck, to put each on top or at the bottom.
pub(super) fn begin_rearranging(run: &mut Play<'_>, zone: Zone, count: i32, context: &Context) {
    if !matches!(zone, Zone::CrawlerDeck | Zone::DungeonDeck) {
        return;
    }
    let seat = select::zone_seat(run.look(), zone, context);
    let start = run.state.list.len() as u16;
    let deck_len = run.state.zone(seat, zone).len();
    for place in (deck_len - deck_len.min(count as usize)..deck_len).rev() {
        let card = run.state.zone(seat, zone)[place];
        run.state.card_mut(card).flags &= !flag::FACE_UP;
        run.state.list.push(card);
    }
    run.push(Task::Rearrange { zone, seat, start, top: 0, bottom: 0 });
}

/// Options while cards are rearranged: each remaining one to the top or the bottom.
pub(super) fn rearrange_options(run: &mut Play<'_>, start: u16, top: u16, bottom: u16) {
    let first = usize::from(start + top + bottom);
    for place in first..run.state.list.len() {
        run.option(Action::ToTop.code(), run.state.list[place], 0);
    }
    for place in first..run.state.list.len() {
        run.option(Action::ToBottom.code(), run.state.list[place], 0);
    }
}

/// A card is put on top (under those already put there) or at the bottom.
pub(super) fn rearrange(run: &mut Play<'_>, card: CardId, on_top: bool) {
    let Some(Task::Rearrange { zone, seat, start, top, bottom }) = run.state.flow.pop() else {
        return;
    };
    let begin = usize::from(start);
    let Some(at) = run.state.list[begin..].iter().position(|other| *other == card) else {
        return;
    };
    // The list keeps those for the top, then those for the bottom, then the rest.
    run.state.list.remove(begin + at);
    let to = if on_top { top } else { top + bottom };
    run.state.list.insert(begin + usize::from(to), card);
    let (top, bottom) = if on_top { (top + 1, bottom) } else { (top, bottom + 1) };
    run.push(Task::Rearrange { zone, seat, start, top, bottom });
}

/// Puts the rearranged cards back.
pub(super) fn finish_rearranging(run: &mut Play<'_>) {
    let Some(Task::Rearrange { zone, seat, start, top, .. }) = run.state.flow.pop() else {
        return;
    };
    let begin = usize::from(start);
    let middle = begin + usize::from(top);
    for place in begin..run.state.list.len() {
        let card = run.state.list[place];
        run.state.take_out(card);
        if place >= middle {
            run.state.zone_mut(seat, zone).insert(0, card);
        }
    }
    for place in (begin..middle).rev() {
        let card = run.state.list[place];
        run.state.zone_mut(seat, zone).push(card);
    }
    run.state.list.truncate(begin);
}
