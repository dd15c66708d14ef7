//! What effects do: every verb of the vocabulary.

use super::content::Crawler;
use super::rules::zone_of;
use super::state::{CardId, Deed, DeedKind, Task, card_of, flag, thing_of};
use super::vocabulary::{Act, Event, Mark, Verb};
use super::words::{Kind, Zone};
use super::{Play, attack, deck, moves, points, read, stats};
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::{Args, Call, Context};

/// Carries out a verb.
pub(super) fn call(run: &mut Play<'_>, verb: Verb, call: Call) {
    let given = run.args(&call);
    let context = call.context;
    let count = |place: usize| given.number_or(place, 1).clamp(0, 255);
    match verb {
        Verb::Draw => {
            let count = count(0);
            if !is_drawing_forbidden(run, &context) {
                for _ in 0..count {
                    moves::draw_crawler(run, context.seat);
                }
            }
        }
        Verb::Discard => {
            let remaining = count(0) as u8;
            let kinds = kinds(given, 1);
            if remaining > 0 {
                run.push(Task::Discard { seat: context.seat, remaining, kinds });
            }
        }
        Verb::Burn => {
            let (zone, count) = (zone_of(given, 0), count(1));
            deck::burn(run, zone, count, &context);
        }
        Verb::Summon => {
            let wanted = wanted(given, count(2));
            deck::summon(run, wanted, &context);
        }
        Verb::Restock => {
            let wanted = wanted(given, count(2));
            deck::restock(run, wanted, &context);
        }
        Verb::Search => {
            let (zone, kinds, count) = (zone_of(given, 0), kinds(given, 1), count(2));
            deck::search(run, zone, kinds, count, &context);
        }
        Verb::Rearrange => {
            let (zone, count) = (zone_of(given, 0), count(1));
            deck::begin_rearranging(run, zone, count, &context);
        }
        Verb::PayMore => {
            let (card, more) = (card_of(context.host), count(0));
            let kind = read::kind(run.look(), card);
            if kind.is_crawler() && run.state.card(card).zone == Zone::CrawlerPlay {
                let owner = run.state.card(card).owner;
                let left = stats::available(run.look(), owner, kind.resource()).max(0);
                let paid = &mut run.state.card_mut(card).paid;
                *paid = paid.saturating_add(more.min(left) as u8);
            }
        }
        Verb::GainPoints => {
            let amount = given.number(0);
            if run.state.has_opponents() {
                points::gain_points(run, run.state.facing, amount);
            }
        }
        Verb::ExtraWound => {
            let more = count(0).min(9) as u8;
            run.state.attack.extra_wounds += more;
        }
        Verb::Ignore => {
            let mut cards = Vec::new();
            given.visit(0, &mut |thing| {
                cards.push(card_of(thing));
                true
            });
            for card in cards {
                run.state.card_mut(card).flags |= flag::IGNORED;
            }
        }
        _ => {
            let card = card_of(given.thing(0));
            if card != NONE {
                call_on_card(run, verb, card, &call);
            }
        }
    }
}

/// The dungeon cards that arguments describe.
fn wanted(args: Args<'_, Crawler>, count: i32) -> deck::Wanted {
    let (types, tribes) = args.pair(1);
    deck::Wanted { cost: args.number(0), types, tribes, count }
}

/// The kinds that an argument names; all of them if it was left out.
fn kinds(args: Args<'_, Crawler>, place: usize) -> u64 {
    if args.given(place) { args.set(place) } else { u64::MAX }
}

/// Verbs about one card.
fn call_on_card(run: &mut Play<'_>, verb: Verb, card: CardId, call: &Call) {
    let context = &call.context;
    let given =
        |play: &Play<'_>, usual: i32| play.args(call).number_or(1, usual).clamp(0, 255) as u8;
    match verb {
        Verb::DiscardCard => moves::discard_card(run, card),
        Verb::Lock => {
            let amount = given(run, 1);
            run.state.card_mut(card).locks = run.state.card(card).locks.saturating_add(amount);
            remember(run, context, card, DeedKind::Locked, amount);
        }
        Verb::Unlock => {
            let amount = given(run, 1);
            run.state.card_mut(card).locks = run.state.card(card).locks.saturating_sub(amount);
        }
        Verb::Activate if !run.state.card(card).is(flag::ACTIVATED) => {
            run.state.card_mut(card).flags |= flag::ACTIVATED;
            remember(run, context, card, DeedKind::Activated, 1);
        }
        Verb::Reset => run.state.card_mut(card).flags &= !flag::ACTIVATED,
        Verb::Wound => {
            let types = run.args(call).set(2);
            let amount = given(run, 1);
            let host = card_of(context.host);
            let is_party = host != NONE && !read::kind(run.look(), host).is_dungeon();
            if amount == 0 || !can_be_wounded(run, card, types) {
                return;
            }
            if is_party && attack::ward(run.look(), card).is_some() {
                attack::wound_for_price(run, card, amount);
            } else {
                remember(run, context, card, DeedKind::Wounded, amount);
                moves::add_wounds(run, card, amount);
            }
        }
        Verb::Heal => {
            let amount = given(run, 1).min(run.state.card(card).wounds);
            if amount > 0 {
                let would = Some(Event::WouldHeal);
                run.propose(would, None, &[thing_of(card).bits()], Task::Heal { card, amount });
            }
        }
        Verb::Poison => {
            let amount = given(run, 1);
            run.state.card_mut(card).poison = run.state.card(card).poison.saturating_add(amount);
            remember(run, context, card, DeedKind::Poisoned, amount);
        }
        Verb::Cure => {
            let amount = given(run, 255);
            run.state.card_mut(card).poison = run.state.card(card).poison.saturating_sub(amount);
        }
        Verb::AddTime => {
            let amount = given(run, 1);
            run.state.card_mut(card).time = run.state.card(card).time.saturating_add(amount);
        }
        Verb::Destroy => moves::leave_play(run, card, true),
        Verb::Remove => moves::leave_play(run, card, false),
        Verb::ReturnToHand => moves::return_to_hand(run, card),
        Verb::ShuffleIntoDeck => moves::put_into_deck(run, card, true),
        Verb::PutOnTop => {
            moves::put_into_deck(run, card, false);
        }
        Verb::PutOnBottom => {
            moves::put_into_deck(run, card, false);
            let (seat, zone) = (run.state.card(card).place, run.state.card(card).zone);
            let deck = run.state.zone_mut(seat, zone);
            deck.pop();
            deck.insert(0, card);
        }
        Verb::ReturnPerished if run.state.card(card).zone == Zone::Perished => {
            let seat = run.state.card(card).place;
            moves::clear_tokens(run, card);
            run.state.shift(card, seat, Zone::Party);
        }
        Verb::Link if !context.host.is_none() => {
            run.state.card_mut(card_of(context.host)).linked = card;
        }
        Verb::Exchange => {
            let other = card_of(run.args(call).thing(1));
            exchange(run, card, other);
        }
        Verb::MovePrimaryTarget if run.state.card(card).zone == Zone::Party => {
            run.state.primary = card;
        }
        Verb::SetPowerZero => run.state.card_mut(card).flags |= flag::ZEROED,
        Verb::Unmake => unmake(run, card),
        _ => {}
    }
    run.state.stale = true;
}

/// Two adventurers change places in the marching order.
fn exchange(run: &mut Play<'_>, one: CardId, other: CardId) {
    let seat = run.state.card(one).place;
    let party = run.state.zone_mut(seat, Zone::Party);
    let place = |card: CardId| party.iter().position(|known| *known == card);
    if let (Some(here), Some(there)) = (place(one), place(other)) {
        party.swap(here, there);
        run.flow().touch();
    }
}

fn is_drawing_forbidden(run: &Play<'_>, context: &Context) -> bool {
    let host = card_of(context.host);
    host != NONE && run.look().is_forbidden(Act::Draw, thing_of(host))
}

/// Whether a wound of those damage types counts for a card.
pub(super) fn can_be_wounded(run: &Play<'_>, card: CardId, types: u64) -> bool {
    let look = run.look();
    let alive = matches!(look.state.card(card).zone, Zone::Encounter | Zone::Party)
        && matches!(read::kind(look, card), Kind::Character | Kind::Adventurer);
    if !alive || moves::is_dying(look, card) || look.has_mark(Mark::Unwoundable, thing_of(card)) {
        return false;
    }
    types == 0 || types & !attack::immunity(look, card) != 0
}

/// Remembers what a trap did, so that it can be undone.
fn remember(run: &mut Play<'_>, context: &Context, target: CardId, kind: DeedKind, amount: u8) {
    let source = card_of(context.host);
    if source != NONE && read::kind(run.look(), source) == Kind::Trap {
        run.state.deeds.push(Deed { source, target, kind, amount });
    }
}

/// Undoes what a trap did this round.
fn unmake(run: &mut Play<'_>, source: CardId) {
    while let Some(place) = run.state.deeds.iter().position(|deed| deed.source == source) {
        let deed = run.state.deeds.remove(place);
        let card = run.state.card_mut(deed.target);
        match deed.kind {
            DeedKind::Locked => card.locks = card.locks.saturating_sub(deed.amount),
            DeedKind::Activated => card.flags &= !flag::ACTIVATED,
            DeedKind::Wounded => card.wounds = card.wounds.saturating_sub(deed.amount),
            DeedKind::Poisoned => card.poison = card.poison.saturating_sub(deed.amount),
        }
    }
}
