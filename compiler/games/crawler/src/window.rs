//! Play windows: which cards may be played, spent or used, and what playing them does.

use super::content::{Block, CardDef};
use super::state::{
    BLOCK_BASE, BLOCK_BOOST, BLOCK_DISRUPT, CardId, Task, WindowKind, card_of, context_of, flag,
    thing_of,
};
use super::vocabulary::{Act, Event, Mark, Stat};
use super::words::{Action, PlayWindow, Property, Zone};
use super::{Look, Play, automaton, event, moves, read, select, stats};
use cardwright_engine::core::Context;
use cardwright_engine::core::code::{Instruction, NO_NODE, NONE};
use cardwright_engine::game::count;

/// How often one offer may be used in a round: enough for every printed card, and an end.
const MAX_OFFER_USES: u16 = 10;

/// The blocks that a card may be played with now, of which its player chooses one: the boosts to
/// which an active adventurer has a key, then the base block.
pub(super) fn blocks_to_play(look: Look<'_>, card: CardId) -> impl Iterator<Item = u8> {
    let def = read::facts(look, card);
    let may_boost = !def.boosts.is_empty() && !look.is_forbidden(Act::Boost, thing_of(card));
    let boosts = def.boosts.iter().enumerate();
    let boosts = boosts.filter(move |(_, (keys, _))| may_boost && has_active_class(look, *keys));
    let boosts = boosts.map(|(place, _)| BLOCK_BOOST + place as u8);
    boosts.chain(def.base.as_ref().map(|_| BLOCK_BASE))
}

fn has_active_class(look: Look<'_>, keys: u64) -> bool {
    let party = look.state.party().iter();
    party
        .filter(|card| stats::property(look, **card, Property::Class) & keys != 0)
        .any(|card| !stats::is_locked(look, *card))
}

/// Whether a block that only does something to chosen cards finds any.
pub(super) fn has_target(look: Look<'_>, block: &Block, context: &Context) -> bool {
    if block.power != NO_NODE || block.stamina != NO_NODE {
        return true;
    }
    match look.code.blocks[usize::from(block.effect)].first() {
        Some(Instruction::Choose { up_to: false, from, .. }) => {
            !look.visit(*from, context, &mut |_| false)
        }
        _ => true,
    }
}

/// Whether a card in hand may be played now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Playable {
    Yes,
    /// Not at this time, or forbidden.
    No,
    /// It could be, if there were enough of its resource.
    TooDear,
    /// It could be, but there is nothing for it to act on.
    Aimless,
}

/// Options of a play window of the active player.
pub(super) fn window_options(run: &mut Play<'_>, window: WindowKind) {
    run.option(Action::Continue.code(), NONE, 0);
    let attack = run.state.attack;
    match window {
        WindowKind::Respond => play_options(run, &[PlayWindow::Any, PlayWindow::Respond]),
        WindowKind::Triggers | WindowKind::EndOfCombat => {
            play_options(run, &[PlayWindow::Any]);
        }
        WindowKind::Declared => {
            play_options(run, &[PlayWindow::Any, PlayWindow::Attack]);
        }
        WindowKind::AfterAttack => match (attack.won, attack.killed) {
            (true, true) => {
                let windows = [PlayWindow::Any, PlayWindow::AfterWin, PlayWindow::AfterKill];
                play_options(run, &windows);
            }
            (true, false) => {
                play_options(run, &[PlayWindow::Any, PlayWindow::AfterWin]);
            }
            _ => play_options(run, &[PlayWindow::Any]),
        },
        WindowKind::Retaliation | WindowKind::AfterRetaliation => {
            run.state.combat.defended = NONE;
            play_options(run, &[PlayWindow::Any, PlayWindow::Retaliation]);
        }
    }
}

/// The active player goes on; opponents may disrupt first.
pub(super) fn close_window(run: &mut Play<'_>, window: WindowKind) {
    run.state.flow.pop();
    if run.state.has_opponents() {
        run.push(Task::Disruption { window, asked: 0 });
    }
}

/// Everything that may be played, spent or used in one of those windows.
pub(super) fn play_options(run: &mut Play<'_>, windows: &[PlayWindow]) {
    let mut free = [-1; 4];
    let mut blocks = Vec::new();
    for seat in select::table_seats(run.look()) {
        for place in 0..run.state.zone(seat, Zone::CrawlerHand).len() {
            let card = run.state.zone(seat, Zone::CrawlerHand)[place];
            if run.state.hurried && !automaton::considers(run.look(), card) {
                continue;
            }
            blocks.clear();
            match may_play(run, card, seat, windows, &mut free, &mut blocks) {
                Playable::Yes => {
                    // The automatic player takes the first that fits.
                    let offered = if run.state.hurried { 1 } else { blocks.len() };
                    let resource = read::kind(run.look(), card).resource();
                    let is_paid = stats::stat(run.look(), Stat::Cost, card) <= free[resource];
                    let is_swapped = may_discard_instead(run.look(), card, seat).is_some();
                    for block in &blocks[..offered] {
                        let is_plain = *block == BLOCK_BASE && blocks.len() > 1;
                        let action = if is_plain { Action::Plain } else { Action::Play };
                        if is_paid {
                            run.option(action.code(), card, u16::from(*block));
                        }
                        if is_swapped && !(is_paid && run.state.hurried) {
                            run.option(action.code(), card, u16::from(*block) | BY_DISCARDING);
                        }
                    }
                }
                Playable::No => {}
                reason => count_refusal(run, card, reason),
            }
        }
    }
    if run.state.hurried {
        return;
    }
    for seat in select::table_seats(run.look()) {
        for place in 0..run.state.zone(seat, Zone::CrawlerPlay).len() {
            let card = run.state.zone(seat, Zone::CrawlerPlay)[place];
            if may_spend(run, card, None, NONE) {
                run.option(Action::Spend.code(), card, 0);
            }
        }
    }
    if run.look().summary().offers {
        offer_options(run);
    }
}

fn may_play(
    run: &Play<'_>,
    card: CardId,
    seat: u8,
    windows: &[PlayWindow],
    free: &mut [i32; 4],
    blocks: &mut Vec<u8>,
) -> Playable {
    let look = run.look();
    let def = read::facts(look, card);
    if !def.playable || (def.limit > 0 && look.state.card(card).used >= def.limit) {
        return Playable::No;
    }
    // The window is looked at first: it rules most cards out and costs nothing.
    let fits = |block: &Block| windows.contains(&block.window);
    let base_fits = def.base.as_ref().is_some_and(fits);
    if !base_fits && !def.boosts.iter().any(|(_, block)| fits(block)) {
        return Playable::No;
    }
    let resource = def.kind.resource();
    if free[resource] < 0 {
        free[resource] = stats::available(look, seat, resource);
    }
    if stats::stat(look, Stat::Cost, card) > free[resource]
        && may_discard_instead(look, card, seat).is_none()
    {
        return Playable::TooDear;
    }
    if look.is_forbidden(Act::Play, thing_of(card)) {
        return Playable::No;
    }
    let mut verdict = Playable::No;
    for number in blocks_to_play(look, card) {
        let block = super::attack::block_in_effect(def, number);
        let Some(block) = block.filter(|block| fits(block)) else {
            continue;
        };
        if has_target(look, block, &context_of(card, seat)) {
            blocks.push(number);
            verdict = Playable::Yes;
        } else if verdict == Playable::No {
            verdict = Playable::Aimless;
        }
    }
    verdict
}

/// The bit of an option to play a card that is paid for by discarding others.
pub(super) const BY_DISCARDING: u16 = 0x100;

/// How many other cards may be discarded instead of paying a card's Cost, if there are so many.
fn may_discard_instead(look: Look<'_>, card: CardId, seat: u8) -> Option<u8> {
    let mut price = None;
    look.visit_marks(Mark::DiscardInstead, thing_of(card), &mut |args| {
        let cards = args.number(0).clamp(0, 255) as u8;
        price = Some(price.map_or(cards, |known: u8| known.min(cards)));
        true
    });
    let hand = look.state.zone(seat, Zone::CrawlerHand).len();
    price.filter(|cards| usize::from(*cards) < hand)
}

/// Counts, for the report, why a card could not be played.
fn count_refusal(run: &mut Play<'_>, card: CardId, reason: Playable) {
    let def = run.state.card(card).def;
    if let Some(tally) = &mut run.state.flow.tally {
        match reason {
            Playable::TooDear => count(&mut tally.unaffordable, def),
            Playable::Aimless => count(&mut tally.aimless, def),
            Playable::Yes | Playable::No => {}
        }
    }
}

/// A crawler card is played: paid, put into play, its effect started.
pub(super) fn play_card(run: &mut Play<'_>, card: CardId, how: u16) {
    let (number, is_swapped) = (how as u8, how & BY_DISCARDING != 0);
    let look = run.look();
    let cost = match is_swapped {
        true => 0,
        false => stats::stat(look, Stat::Cost, card).clamp(0, 255) as u8,
    };
    let price = may_discard_instead(look, card, look.state.card(card).owner);
    let price = price.filter(|price| is_swapped && *price > 0);
    let def = read::facts(look, card);
    let (resource, uses) = (def.kind.resource(), def.limit > 0);
    let Some(block) = super::attack::block_in_effect(def, number).copied() else {
        return;
    };
    let owner = run.state.card(card).owner;
    run.note(|look| format!("{} is played", read::facts(look, card).name));
    put_into_play(run, card, number, cost);
    let state = run.state.card_mut(card);
    state.used += u8::from(uses);
    if let Some(Task::Defend { .. }) = run.state.flow.top() {
        run.state.card_mut(card).assigned = run.state.combat.defended;
    }
    let played = &mut run.state.seats[usize::from(owner)].played[resource];
    *played = played.saturating_add(1);
    run.begin(block.effect, context_of(card, owner).announce());
    event::raise_own(run, Event::Enter, card, card);
    event::raise_own(run, Event::Play, card, card);
    event::raise(run, Event::CardPlayed, card);
    // Paid before anything else happens.
    if let Some(remaining) = price {
        run.push(Task::Discard { seat: owner, remaining, kinds: u64::MAX });
    }
}

/// Moves a card from the hand into play with one of its blocks.
pub(super) fn put_into_play(run: &mut Play<'_>, card: CardId, block: u8, cost: u8) {
    let owner = run.state.card(card).owner;
    run.state.shift(card, owner, Zone::CrawlerPlay);
    let round = run.state.round;
    let state = run.state.card_mut(card);
    state.block = block;
    state.paid = cost;
    state.entered = round;
    state.flags = flag::FRESH;
    let def = state.def;
    if let Some(tally) = &mut run.state.flow.tally {
        tally.count_played(def);
    }
}

/// Whether a permanent may be spent: in a window, or when an event happens.
fn may_spend(run: &Play<'_>, card: CardId, event: Option<Event>, victim: CardId) -> bool {
    let look = run.look();
    let state = look.state.card(card);
    let spend = match read::facts(look, card).spend {
        Some(spend) if spend.event == event => spend,
        _ => return false,
    };
    let context = context_of(card, state.owner).with_bindings(&[thing_of(victim).bits()]);
    !state.is(flag::SPENT | flag::ACTIVATED)
        && state.block != BLOCK_DISRUPT
        && look.holds(spend.condition, &context)
        && !look.is_forbidden(Act::Spend, thing_of(card))
}

/// A permanent is spent; it leaves in step 4.2.
pub(super) fn spend_card(run: &mut Play<'_>, card: CardId, victim: CardId) {
    let Some(spend) = read::facts(run.look(), card).spend else {
        return;
    };
    run.state.card_mut(card).flags |= flag::SPENT | flag::ACTIVATED;
    let owner = run.state.card(card).owner;
    let context = context_of(card, owner).with_bindings(&[thing_of(victim).bits()]);
    run.begin(spend.effect, context);
}

/// Whether some permanent could be spent because of an event.
pub(super) fn has_reaction(run: &Play<'_>, event: Event, victim: CardId) -> bool {
    select::table_seats(run.look()).any(|seat| {
        let cards = run.state.zone(seat, Zone::CrawlerPlay).iter();
        cards.copied().any(|card| may_spend(run, card, Some(event), victim))
    })
}

/// Options while something may be spent because of an event.
pub(super) fn react_options(run: &mut Play<'_>, event: Event, victim: CardId) {
    let before = run.state.flow.options.len();
    for seat in select::table_seats(run.look()) {
        for place in 0..run.state.zone(seat, Zone::CrawlerPlay).len() {
            let card = run.state.zone(seat, Zone::CrawlerPlay)[place];
            if may_spend(run, card, Some(event), victim) {
                run.option(Action::Spend.code(), card, victim);
            }
        }
    }
    if run.state.flow.options.len() > before {
        run.option(Action::Continue.code(), NONE, 0);
    }
}

/// What cards in play and quests offer.
fn offer_options(run: &mut Play<'_>) {
    let look = run.look();
    let mut options = Vec::new();
    for host in &look.effective().offering {
        let abilities = look.abilities(host.abilities);
        let context = context_of(card_of(host.thing), look.state.facing);
        for (number, offer) in abilities.offers.iter().enumerate() {
            let used = look.state.flow.times_used(offer.id, host.thing);
            if used < MAX_OFFER_USES
                && look.is_within(offer.limit, offer.id, &context)
                && !look.is_off(abilities, offer.keyword, host.thing)
                && look.holds(offer.condition, &context)
            {
                options.push((card_of(host.thing), number as u16));
            }
        }
    }
    for (card, number) in options {
        run.option(Action::Use.code(), card, number);
    }
}

/// An offer is used.
pub(super) fn use_offer(run: &mut Play<'_>, card: CardId, number: u16) {
    let abilities = &run.code.abilities[usize::from(read::facts(run.look(), card).abilities)];
    let offer = abilities.offers[usize::from(number)];
    run.count_fired(offer.id, true);
    run.state.flow.count_use(offer.id, thing_of(card), offer.limit.per_game);
    let seat = run.state.facing;
    run.begin(offer.effect, context_of(card, seat));
}

/// Options while cards are discarded for an effect.
pub(super) fn discard_options(run: &mut Play<'_>, seat: u8, kinds: u64) {
    for place in 0..run.state.zone(seat, Zone::CrawlerHand).len() {
        let card = run.state.zone(seat, Zone::CrawlerHand)[place];
        if read::is_of(run.look(), card, kinds) {
            run.option(Action::Discard.code(), card, 0);
        }
    }
}

/// A card is discarded for an effect.
pub(super) fn discard_for_effect(run: &mut Play<'_>, card: CardId) {
    if let Some(Task::Discard { seat, remaining, kinds }) = run.state.flow.pop()
        && remaining > 1
    {
        run.push(Task::Discard { seat, remaining: remaining - 1, kinds });
    }
    moves::discard_card(run, card);
}

/// Whether a printed card can be played against an opponent.
pub(super) fn can_disrupt(def: &CardDef) -> bool {
    def.disrupt.is_some() && def.playable
}
