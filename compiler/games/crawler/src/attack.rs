//! The adventurers' attack (step 3.2): what it is worth, whom it may wound, and its course.

use super::content::{Block, CardDef, Immunity};
use super::state::{
    BLOCK_BASE, BLOCK_BOOST, BLOCK_DISRUPT, BLOCK_NONE, CardId, Task, Ward, WindowKind, flag,
    thing_of,
};
use super::vocabulary::{Act, Event, Mark, Stat, Window};
use super::words::{Action, Kind, PlayWindow, Step, Zone};
use super::{Look, Play, event, moves, read, select, stats, window};
use cardwright_engine::core::code::{NO_NODE, NONE};

/// The block of a crawler card that is in effect.
pub(super) fn block_in_effect(def: &CardDef, block: u8) -> Option<&Block> {
    match block {
        BLOCK_NONE => None,
        BLOCK_BASE => def.base.as_ref(),
        BLOCK_DISRUPT => def.disrupt.as_ref(),
        boost => def.boosts.get(usize::from(boost - BLOCK_BOOST)).map(|(_, block)| block),
    }
}

/// Crawler cards in play that were not spent, with their blocks.
pub(super) fn blocks_in_play<'a>(look: Look<'a>) -> impl Iterator<Item = (CardId, &'a Block)> {
    select::table_seats(look).flat_map(move |seat| {
        look.state.zone(seat, Zone::CrawlerPlay).iter().filter_map(move |card| {
            let state = look.state.card(*card);
            if state.is(flag::SPENT) || state.block == BLOCK_DISRUPT {
                return None;
            }
            block_in_effect(read::facts(look, *card), state.block).map(|block| (*card, block))
        })
    })
}

/// Blocks that add Power to the attack, with that Power.
fn attack_blocks<'a>(look: Look<'a>) -> impl Iterator<Item = (CardId, &'a Block, i32)> {
    blocks_in_play(look)
        .filter(|(_, block)| block.power != NO_NODE)
        .map(move |(card, block)| (card, block, stats::stat(look, Stat::Power, card)))
}

/// Adventurers who take part in the attack.
fn attacking(look: Look<'_>) -> impl Iterator<Item = CardId> {
    let party = look.state.party().iter().copied();
    party.filter(move |card| look.state.card(*card).is(flag::ATTACKING))
}

/// The Power of the attacking adventurers themselves, 1 each unless something changes it.
fn bare_power(look: Look<'_>) -> i32 {
    attacking(look).map(|card| stats::stat(look, Stat::Power, card)).sum()
}

/// The Power of the attacking adventurers and of their cards, before modifiers of the attack.
pub(super) fn attack_components_total(look: Look<'_>) -> i32 {
    bare_power(look) + attack_blocks(look).map(|(_, _, power)| power).sum::<i32>()
}

/// Damage types that cards give to the attack; harm if they give none.
pub(super) fn attack_damage(look: Look<'_>) -> u64 {
    let types = attack_blocks(look).fold(0, |types, (_, block, _)| types | block.damage);
    if types == 0 { look.rules.damage.harm } else { types }
}

/// The farthest distance among the adventurers' cards.
pub(super) fn attack_distance(look: Look<'_>) -> u8 {
    blocks_in_play(look).map(|(_, block)| block.distance).max().unwrap_or(0)
}

/// Whether part of the attack that a card suffers now is melee: the dungeon's for an adventurer,
/// the adventurers' for everybody else. Bare hands are.
pub(super) fn is_melee_against(look: Look<'_>, card: CardId) -> bool {
    if card != NONE && read::kind(look, card) == Kind::Adventurer {
        return super::retaliation::is_melee_against(look, card);
    }
    look.state.step == Step::Attack && attack_is_melee(look)
}

/// Whether part of the adventurers' attack is melee.
fn attack_is_melee(look: Look<'_>) -> bool {
    let mut cards = 0;
    let melee = attack_blocks(look).any(|(_, block, _)| {
        cards += 1;
        block.distance == 0
    });
    melee || cards == 0
}

/// Whether the attack was won; `foresees`: whether it would be if it were declared now.
pub(super) fn is_attack_won(look: Look<'_>, foresees: bool) -> bool {
    if !foresees || look.state.attack.declared || attacking(look).next().is_none() {
        return look.state.attack.won;
    }
    stats::game_stat(look, Stat::AttackPower) >= stats::dungeon_defence(look)
}

/// The largest area among the attack's cards, at least 1.
pub(super) fn attack_area(look: Look<'_>) -> i32 {
    blocks_in_play(look)
        .map(|(card, block)| i32::from(block.area).max(stats::stat(look, Stat::Area, card)))
        .max()
        .unwrap_or(1)
        .max(1)
}

/// What the attack is worth against a card, after immunities and resistances.
pub(super) fn attack_against(look: Look<'_>, target: CardId) -> i32 {
    let immune = immunity(look, target);
    let all_types = attack_damage(look);
    let damage = look.rules.damage;
    let mut total = stats::game_stat(look, Stat::AttackPower);
    let mut magical = all_types & damage.magic != 0;
    let nullified = |types: u64| match look.rules.settings.immunity {
        Immunity::All => types & !immune == 0,
        Immunity::Any => types & immune != 0,
        Immunity::Whole => all_types & immune != 0,
    };
    for (card, block, power) in attack_blocks(look) {
        let types = if block.damage == 0 { all_types } else { block.damage };
        // A Magic card that deals anything but harm counts as magic.
        let counts_as_magic = read::kind(look, card) == Kind::Magic && types & !damage.harm != 0;
        magical |= counts_as_magic;
        if immune != 0 && (nullified(types) || (counts_as_magic && immune & damage.magic != 0)) {
            total -= power;
        }
    }
    if immune != 0 && nullified(all_types) {
        total -= bare_power(look);
    }
    let present = if magical { all_types | damage.magic } else { all_types };
    total - resistance(look, target, present)
}

/// The damage types that do not count against a card.
pub(super) fn immunity(look: Look<'_>, card: CardId) -> u64 {
    let mut immune = 0;
    look.visit_marks(Mark::Immune, thing_of(card), &mut |args| {
        immune |= args.set(0);
        true
    });
    immune
}

/// How much less an attack with those damage types counts against a card.
pub(super) fn resistance(look: Look<'_>, card: CardId, types: u64) -> i32 {
    let mut less = 0;
    look.visit_marks(Mark::Resistant, thing_of(card), &mut |args| {
        if args.set(1) & types != 0 {
            less += args.number(0);
        }
        true
    });
    less
}

/// Whether the wound of the attack may be assigned to a card.
pub(super) fn is_legal_target(look: Look<'_>, card: CardId) -> bool {
    is_target(look, card)
        && !leaps_aside(look, card)
        && !is_covered(look, card)
        && attack_against(look, card) >= stats::dungeon_defence(look)
        && can_pay_ward(look, card)
}

/// Whether a card can be wounded at all.
fn is_target(look: Look<'_>, card: CardId) -> bool {
    read::kind(look, card) == Kind::Character && !look.has_mark(Mark::Unwoundable, thing_of(card))
}

/// Whether a card is passed over because the attack has an area.
fn leaps_aside(look: Look<'_>, card: CardId) -> bool {
    if !look.has_mark(Mark::Leaping, thing_of(card)) {
        return false;
    }
    let attack = look.state.attack;
    let targets = match attack.declared {
        true => i32::from(attack.targets),
        false => stats::game_stat(look, Stat::AttackTargets),
    };
    targets > 1
}

/// Whether a hidden card is safe: something else could be wounded, or a cheaper hidden
/// card. One that is merely immune to this attack covers the others too (walkthrough 7.5); one
/// that leaps aside is no target and covers nobody.
fn is_covered(look: Look<'_>, card: CardId) -> bool {
    if !look.has_mark(Mark::Hidden, thing_of(card)) {
        return false;
    }
    let cost = stats::cost(look, card);
    look.state.encounter().iter().any(|other| {
        *other != card
            && is_target(look, *other)
            && !leaps_aside(look, *other)
            && (!look.has_mark(Mark::Hidden, thing_of(*other)) || stats::cost(look, *other) < cost)
    })
}

/// What must be discarded to wound a card: cards, or fewer of some kinds.
pub(super) fn ward(look: Look<'_>, card: CardId) -> Option<(u8, u8, u64)> {
    let mut ward = None;
    look.visit_marks(Mark::Warded, thing_of(card), &mut |args| {
        let number = |place| args.number(place).clamp(0, 99) as u8;
        ward = Some((number(0), number(1), args.set(2)));
        false
    });
    ward
}

fn can_pay_ward(look: Look<'_>, card: CardId) -> bool {
    let Some((cards, instead, kinds)) = ward(look, card) else {
        return true;
    };
    let of_kind = hands(look).filter(|card| read::is_of(look, *card, kinds)).count();
    hands(look).count() >= usize::from(cards) || (instead > 0 && of_kind >= usize::from(instead))
}

/// The cards with which the party pays: in a co-operative game, those of all hands.
fn hands(look: Look<'_>) -> impl Iterator<Item = CardId> {
    select::table_seats(look)
        .flat_map(move |seat| look.state.zone(seat, Zone::CrawlerHand).iter().copied())
}

/// Options while the attack is put together.
pub(super) fn attack_options(run: &mut Play<'_>) {
    let any = run.state.party().iter().any(|card| run.state.card(*card).is(flag::ATTACKING));
    let ends = if any { Action::Declare } else { Action::Pass };
    run.option(ends.code(), NONE, 0);
    for place in 0..run.state.party().len() {
        let card = run.state.party()[place];
        let look = run.look();
        if !run.state.card(card).is(flag::ATTACKING)
            && stats::can_act(look, card)
            && !look.is_forbidden(Act::Attack, thing_of(card))
        {
            run.option(Action::AddAttacker.code(), card, 0);
        }
    }
    window::play_options(run, &[PlayWindow::Any, PlayWindow::Attack]);
}

/// An adventurer joins the attack.
pub(super) fn add_attacker(run: &mut Play<'_>, card: CardId) {
    run.state.card_mut(card).flags |= flag::ATTACKING;
}

/// The attack is declared; opponents may answer before it is compared.
pub(super) fn declare_attack(run: &mut Play<'_>) {
    run.state.flow.pop();
    for place in 0..run.state.party().len() {
        let card = run.state.party()[place];
        if run.state.card(card).is(flag::ATTACKING) {
            run.state.card_mut(card).flags |= flag::ACTIVATED;
        }
    }
    run.push(Task::Clash);
    if run.state.has_opponents() {
        run.push(Task::Disruption { window: WindowKind::Declared, asked: 0 });
    }
}

/// The attack wins if it meets the dungeon's defence.
pub(super) fn clash(run: &mut Play<'_>) {
    let look = run.look();
    let (power, defence) =
        (stats::game_stat(look, Stat::AttackPower), stats::dungeon_defence(look));
    let targets = stats::game_stat(look, Stat::AttackTargets).clamp(1, 64) as u8;
    let won = power >= defence;
    run.note(|_| format!("The party attacks with {power} against {defence}"));
    run.state.attack.declared = true;
    run.state.attack.won = won;
    run.state.attack.targets = targets;
    run.push(Task::AfterAttack);
    if won {
        begin_targets(run);
    }
    event::raise(run, if won { Event::AttackWon } else { Event::AttackLost }, NONE);
}

/// Collects the legal targets: they are fixed before the first wound falls.
fn begin_targets(run: &mut Play<'_>) {
    let start = run.state.list.len();
    for place in 0..run.state.encounter().len() {
        let card = run.state.encounter()[place];
        if is_legal_target(run.look(), card) {
            run.state.list.push(card);
        }
    }
    let remaining = run.state.attack.targets;
    let legal = (run.state.list.len() - start) as u16;
    if legal == 0 {
        return;
    }
    run.push(Task::Target { start: start as u16, remaining, legal });
}

/// Options while targets are chosen: legal ones not yet chosen, or no more.
pub(super) fn target_options(run: &mut Play<'_>, start: u16, legal: u16) {
    let (first, last) = (usize::from(start), usize::from(start + legal));
    for place in first..last {
        let card = run.state.list[place];
        // Another target may have taken the cards that this one asks for.
        if !run.state.list[last..].contains(&card) && can_pay_ward(run.look(), card) {
            run.option(Action::Target.code(), card, 0);
        }
    }
    run.option(Action::Done.code(), NONE, 0);
}

/// A target is chosen; a warded one must be paid for.
pub(super) fn choose_target(run: &mut Play<'_>, card: CardId) {
    let Some(Task::Target { remaining, legal, start }) = run.state.flow.pop() else {
        return;
    };
    run.state.list.push(card);
    let chosen = run.state.list.len() as u16 - start - legal;
    if remaining > 1 && chosen < legal {
        run.push(Task::Target { start, remaining: remaining - 1, legal });
    } else {
        finish_targets(run, start, legal);
    }
    push_ward(run, card, NONE, 1);
}

/// Asks for the price of a warded card, if it has one.
fn push_ward(run: &mut Play<'_>, card: CardId, victim: CardId, wounds: u8) {
    if let Some((cards, instead, kinds)) = ward(run.look(), card) {
        let unpaid = Ward { cards, instead, kinds, paid: 0, paid_kind: 0, victim, wounds };
        run.push(Task::Ward(unpaid));
    }
}

/// A card of the party wounds a warded card by its own text: each wound has its price, which the
/// player may refuse to pay.
pub(super) fn wound_for_price(run: &mut Play<'_>, victim: CardId, wounds: u8) {
    if wounds > 0 && can_pay_ward(run.look(), victim) {
        push_ward(run, victim, victim, wounds);
    }
}

/// The targets are complete: only the chosen ones stay on the list.
pub(super) fn finish_targets(run: &mut Play<'_>, start: u16, legal: u16) {
    let first = usize::from(start);
    run.state.list.drain(first..first + usize::from(legal));
    run.push(Task::Strike { start });
}

/// Options while a warded target is paid for.
pub(super) fn ward_options(run: &mut Play<'_>, ward: Ward) {
    let Ward { cards, instead, kinds, paid, paid_kind, victim, .. } = ward;
    let look = run.look();
    if victim != NONE && look.state.card(victim).zone != Zone::Encounter {
        return;
    }
    let hand: Vec<CardId> = hands(look).collect();
    let of_kind = hand.iter().filter(|card| read::is_of(look, **card, kinds)).count();
    // Without enough cards altogether only the cheaper way by kind is left.
    let only_kind = instead > 0
        && hand.len() + usize::from(paid) < usize::from(cards)
        && of_kind + usize::from(paid_kind) >= usize::from(instead);
    if victim != NONE && paid == 0 {
        run.option(Action::Done.code(), NONE, 0);
    }
    for card in hand {
        if !only_kind || read::is_of(run.look(), card, kinds) {
            run.option(Action::Discard.code(), card, 0);
        }
    }
}

/// A card is discarded for a warded target.
pub(super) fn pay_ward(run: &mut Play<'_>, card: CardId) {
    let Some(Task::Ward(mut ward)) = run.state.flow.pop() else {
        return;
    };
    ward.paid += 1;
    ward.paid_kind += u8::from(read::is_of(run.look(), card, ward.kinds));
    if ward.paid < ward.cards && (ward.instead == 0 || ward.paid_kind < ward.instead) {
        run.push(Task::Ward(ward));
    } else if ward.victim != NONE {
        push_ward_again(run, ward);
        moves::add_wounds(run, ward.victim, 1);
    }
    moves::discard_card(run, card);
}

/// Asks for the price of the next wound of the same text.
fn push_ward_again(run: &mut Play<'_>, ward: Ward) {
    if ward.wounds > 1 {
        push_ward(run, ward.victim, ward.victim, ward.wounds - 1);
    }
}

/// The wounds of the attack fall.
pub(super) fn strike(run: &mut Play<'_>, start: u16) {
    let extra = std::mem::take(&mut run.state.attack.extra_wounds);
    let first = usize::from(start);
    // Pushed last to first, so that the first target is struck first.
    for place in (first..run.state.list.len()).rev() {
        let card = run.state.list[place];
        let count = 1 + if place == first { extra } else { 0 };
        moves::add_wounds(run, card, count);
        raise_hits(run, card);
    }
    run.state.list.truncate(first);
}

/// `on hit` of the attacking adventurers, who are all part of the attack that got through. What it
/// takes from a player, it takes from who brought the Character.
fn raise_hits(run: &mut Play<'_>, victim: CardId) {
    let look = run.look();
    let defender = match look.state.shared() {
        true => look.state.nobody(),
        false => look.state.card(victim).owner,
    };
    let strikes = |card: &CardId| stats::stat(look, Stat::Power, *card) > 0;
    let attackers: Vec<CardId> = attacking(look).filter(strikes).collect();
    for card in attackers.into_iter().rev() {
        event::raise_own_for(run, Event::Hit, card, victim, defender);
    }
}

/// The attack is over: what reacts to its success may be played.
pub(super) fn after_attack(run: &mut Play<'_>) {
    run.push(Task::Step(Step::Retaliation));
    run.push(Task::Window(WindowKind::AfterAttack));
}

/// Ends what lasted for the attack.
pub(super) fn end_attack(run: &mut Play<'_>) {
    event::expire(run, Window::EndOfAttack);
}
