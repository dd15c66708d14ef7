//! The dungeon's attack (step 3.3, and 3.1b for frenzied cards): pools, defence, wounds.

use super::state::{BLOCK_NONE, CardId, Combat, Task, WindowKind, card_of, flag, thing_of};
use super::vocabulary::{Act, Event, Mark, Stat, Window};
use super::words::{Action, Kind, PlayWindow, Property, Zone};
use super::{Look, Play, attack, event, moves, read, round_end, select, stats, window};
use cardwright_engine::core::Thing;
use cardwright_engine::core::code::{NO_NODE, NONE};

/// The adventurers that an attacker hits, as bits by place in the marching order.
///
/// Who is hidden is passed over as long as somebody else can be hit.
fn targets_of(look: Look<'_>, attacker: CardId, order: &[CardId]) -> u8 {
    let area = stats::stat(look, Stat::Area, attacker);
    let bits = |wanted: &dyn Fn(Thing) -> bool| {
        let wanted = order.iter().enumerate().filter(|(_, card)| wanted(thing_of(**card)));
        wanted.fold(0u8, |mask, (place, _)| mask | 1 << place)
    };
    let seen = bits(&|card| !look.has_mark(Mark::Hidden, card));
    if area >= 2 {
        let staying = bits(&|card| !look.has_mark(Mark::Leaping, card));
        let mut open = if staying & seen == 0 { staying } else { staying & seen };
        let mut mask = 0;
        for _ in 0..area {
            let next = open & open.wrapping_neg();
            mask |= next;
            open &= !next;
        }
        return mask;
    }
    let mut aimed = NONE;
    look.visit_marks(Mark::Aimed, thing_of(attacker), &mut |args| {
        aimed = card_of(args.thing(0));
        aimed == NONE
    });
    let place = order.iter().position(|card| *card == aimed).unwrap_or(0);
    let onwards = (place..order.len()).chain(0..place);
    let found = onwards.into_iter().find(|place| seen == 0 || seen >> place & 1 == 1);
    found.map_or(0, |place| 1 << place)
}

/// Who attacks whom, for attackers chosen by a test.
fn pools(look: Look<'_>, attacks: impl Fn(CardId) -> bool) -> Combat {
    let mut combat = Combat { active: true, defended: NONE, ..Combat::default() };
    for card in select::marching_order(look).take(8) {
        combat.order[usize::from(combat.order_len)] = card;
        combat.order_len += 1;
    }
    let order = &combat.order[..usize::from(combat.order_len)];
    for card in look.state.encounter().iter().copied().filter(|card| attacks(*card)) {
        let targets = targets_of(look, card, order);
        combat.attackers.push((card, targets));
        combat.targeted |= targets;
    }
    combat
}

/// The Power that attacks an adventurer; outside a combat, that would attack now.
pub(super) fn pool(look: Look<'_>, adventurer: CardId) -> i32 {
    if look.state.combat.active {
        return pool_in(look, &look.state.combat, adventurer);
    }
    pool_in(look, &pools(look, |card| stats::can_attack(look, card)), adventurer)
}

fn pool_in(look: Look<'_>, combat: &Combat, adventurer: CardId) -> i32 {
    pool_of(look, combat, adventurer).map(|card| stats::stat(look, Stat::Power, card)).sum()
}

/// Attackers of an adventurer that are not ignored.
fn pool_of(look: Look<'_>, combat: &Combat, adventurer: CardId) -> impl Iterator<Item = CardId> {
    let attackers = attackers_of(look, combat, adventurer);
    attackers.filter(move |card| !look.state.card(*card).is(flag::IGNORED))
}

/// Attackers of an adventurer. One that is ignored does nothing, but is still part of the attack.
pub(super) fn attackers_of(
    look: Look<'_>,
    combat: &Combat,
    adventurer: CardId,
) -> impl Iterator<Item = CardId> {
    let order = &combat.order[..usize::from(combat.order_len)];
    let place = order.iter().position(|card| *card == adventurer);
    let bit = place.map_or(0, |place| 1u8 << place);
    combat
        .attackers
        .iter()
        .filter(move |(card, targets)| {
            targets & bit != 0 && look.state.card(*card).zone == Zone::Encounter
        })
        .map(|(card, _)| *card)
}

/// Whether somebody attacks an adventurer at melee: without a distance of their own.
pub(super) fn is_melee_against(look: Look<'_>, adventurer: CardId) -> bool {
    let combat = &look.state.combat;
    combat.active
        && pool_of(look, combat, adventurer)
            .any(|card| !look.has_mark(Mark::Distant, thing_of(card)))
}

/// Whether at least one adventurer defends another, or themselves.
fn has_defender(look: Look<'_>, adventurer: CardId) -> bool {
    look.state.party().iter().any(|card| {
        let card = look.state.card(*card);
        card.is(flag::DEFENDING) && card.assigned == adventurer
    })
}

/// The stamina of an adventurer's defence without modifiers, and how much of it is of some damage
/// types. Nothing helps without a defender.
fn defence_components(look: Look<'_>, adventurer: CardId, wanted: u64) -> (i32, i32) {
    let party = look.state.party().iter();
    let defends = |card: &&CardId| {
        let card = look.state.card(**card);
        card.is(flag::DEFENDING) && card.assigned == adventurer
    };
    let mut defenders = party.filter(defends).peekable();
    if adventurer == NONE || defenders.peek().is_none() {
        return (0, 0);
    }
    let bare: i32 = defenders.map(|card| stats::stat(look, Stat::Stamina, *card)).sum();
    let attackers = attackers_of(look, &look.state.combat, adventurer).count() as i32;
    let damage = &look.rules.damage;
    let (mut total, mut fitting, mut types) = (0, 0, 0);
    for (card, block) in attack::blocks_in_play(look) {
        if block.stamina == NO_NODE || look.state.card(card).assigned != adventurer {
            continue;
        }
        let each = if block.per_attacker { attackers } else { 1 };
        let stamina = stats::stat(look, Stat::Stamina, card) * each;
        total += stamina;
        types |= block.stamina_damage;
        // A Magic card that gives anything but harm counts as magic.
        let is_magic = wanted & damage.magic != 0
            && read::kind(look, card) == Kind::Magic
            && block.stamina_damage & !damage.harm != 0;
        if is_magic || block.stamina_damage & wanted != 0 {
            fitting += stamina;
        }
    }
    // A defender's own point takes the types of the cards.
    if types & wanted != 0 {
        fitting += bare;
    }
    (total + bare, fitting)
}

/// The stamina of an adventurer's defence without modifiers.
pub(super) fn bare_defence(look: Look<'_>, adventurer: CardId) -> i32 {
    defence_components(look, adventurer, 0).0
}

/// The stamina of the defence declared for an adventurer.
pub(super) fn defence_of(look: Look<'_>, adventurer: CardId) -> i32 {
    if bare_defence(look, adventurer) == 0 {
        return 0;
    }
    let before = look.state.weighed.replace(adventurer);
    let stamina = stats::game_stat(look, Stat::DefenceStamina);
    look.state.weighed.set(before);
    stamina
}

/// Whether the attackers get through to an adventurer.
fn gets_through(look: Look<'_>, adventurer: CardId) -> bool {
    let mut all = 0;
    // The power that only stamina of some types stops, by those types.
    let mut choosy: Vec<(u64, i32)> = Vec::new();
    let (immune, mut types) = (attack::immunity(look, adventurer), 0);
    for card in pool_of(look, &look.state.combat, adventurer) {
        let power = stats::stat(look, Stat::Power, card);
        let damage = stats::property(look, card, Property::Damage);
        if power == 0 || (immune != 0 && damage & !immune == 0) {
            continue;
        }
        types |= damage;
        all += power;
        if let Some(stopping) = stopped_by(look, card) {
            match choosy.iter_mut().find(|(known, _)| *known == stopping) {
                Some((_, sum)) => *sum += power,
                None => choosy.push((stopping, power)),
            }
        }
    }
    all = (all - attack::resistance(look, adventurer, types)).max(0);
    let passes =
        |(types, power): &(u64, i32)| *power > defence_components(look, adventurer, *types).1;
    choosy.iter().any(passes) || all > defence_of(look, adventurer)
}

/// The damage types whose stamina alone stops a card's power; `None` if any stamina does.
fn stopped_by(look: Look<'_>, card: CardId) -> Option<u64> {
    let mut types = None;
    look.visit_marks(Mark::StoppedBy, thing_of(card), &mut |args| {
        types = Some(types.unwrap_or(u64::MAX) & args.set(0));
        true
    });
    types
}

/// The dungeon attacks: with its frenzied cards, or with all that still can.
pub(super) fn begin_combat(run: &mut Play<'_>, frenzy: bool) {
    let look = run.look();
    let combat = pools(look, |card| {
        stats::can_attack(look, card) && (!frenzy || look.has_mark(Mark::Frenzied, thing_of(card)))
    });
    if combat.attackers.is_empty() || combat.order_len == 0 {
        return;
    }
    run.state.combat = combat;
    for place in 0..run.state.combat.attackers.len() {
        let card = run.state.combat.attackers[place].0;
        run.state.card_mut(card).flags |= flag::ACTIVATED;
    }
    run.push(Task::CombatOver);
    run.push(Task::Resolve);
    for place in (0..run.state.combat.order_len).rev() {
        if run.state.combat.targeted & (1 << place) != 0 {
            run.push(Task::Defend { place });
        }
    }
    run.push(Task::Window(WindowKind::Retaliation));
}

/// Options while a defence is declared.
pub(super) fn defend_options(run: &mut Play<'_>, place: u8) {
    let target = run.state.combat.order[usize::from(place)];
    run.state.combat.defended = target;
    run.option(Action::Done.code(), NONE, target);
    if run.state.hurried && super::automaton::is_defended(run.look(), target) {
        return;
    }
    let mut defended = false;
    for place in 0..run.state.party().len() {
        let card = run.state.party()[place];
        let state = run.state.card(card);
        defended |= state.is(flag::DEFENDING) && state.assigned == target;
        let look = run.look();
        if stats::can_act(look, card) && !look.is_forbidden(Act::Defend, thing_of(card)) {
            run.option(Action::AddDefender.code(), card, target);
        }
    }
    if defended {
        window::play_options(run, &[PlayWindow::Any, PlayWindow::Retaliation, PlayWindow::Defence]);
        assign_options(run, target);
    } else {
        window::play_options(run, &[PlayWindow::Any, PlayWindow::Retaliation]);
    }
}

/// Permanents with stamina that are not yet part of a defence.
fn assign_options(run: &mut Play<'_>, target: CardId) {
    for seat in select::table_seats(run.look()) {
        for place in 0..run.state.zone(seat, Zone::CrawlerPlay).len() {
            let card = run.state.zone(seat, Zone::CrawlerPlay)[place];
            let state = run.state.card(card);
            if state.assigned != NONE || state.is(flag::SPENT) || state.block == BLOCK_NONE {
                continue;
            }
            let block = super::attack::block_in_effect(read::facts(run.look(), card), state.block);
            if block.is_some_and(|block| block.stamina != NO_NODE) {
                run.option(Action::Assign.code(), card, target);
            }
        }
    }
}

/// An adventurer defends.
pub(super) fn add_defender(run: &mut Play<'_>, card: CardId, target: CardId) {
    let state = run.state.card_mut(card);
    state.flags |= flag::DEFENDING | flag::ACTIVATED;
    state.assigned = target;
}

/// Works out which defences failed; effects that follow do not change it any more.
pub(super) fn resolve_combat(run: &mut Play<'_>) {
    let (mut wounded, mut forfeited) = (0, false);
    for place in 0..run.state.combat.order_len {
        let target = run.state.combat.order[usize::from(place)];
        run.state.combat.defended = target;
        if run.state.combat.targeted & (1 << place) == 0 {
            continue;
        }
        forfeited |= !has_defender(run.look(), target);
        if gets_through(run.look(), target) {
            wounded |= 1 << place;
        }
    }
    run.state.combat.defended = NONE;
    run.state.combat.wounded = wounded;
    run.state.attack.defence_failed |= wounded != 0 || forfeited;
    run.push(Task::Window(WindowKind::AfterRetaliation));
    for place in (0..run.state.combat.order_len).rev() {
        if run.state.combat.targeted & (1 << place) != 0 {
            run.push(Task::Hurt { place });
        }
    }
}

/// An adventurer whose defence failed takes a wound and what rides on it.
pub(super) fn hurt(run: &mut Play<'_>, place: u8) {
    let victim = run.state.combat.order[usize::from(place)];
    if run.state.card(victim).zone != Zone::Party {
        return;
    }
    // Until all that comes of this attack is done, the defence is still about the victim.
    run.state.combat.defended = victim;
    if run.state.combat.wounded & (1 << place) == 0 {
        raise_hits(run, place, victim, true);
        return;
    }
    run.hold(None, None, &[], Task::Wound { victim, place });
    event::raise(run, Event::WouldWound, victim);
}

/// The wound falls unless it was prevented; on-wound effects happen either way.
pub(super) fn commit_wound(run: &mut Play<'_>, victim: CardId, prevented: bool, place: u8) {
    let is_safe = run.look().has_mark(Mark::Unwoundable, thing_of(victim));
    if !prevented && !is_safe && run.state.card(victim).zone == Zone::Party {
        moves::add_wounds(run, victim, 1);
    }
    raise_hits(run, place, victim, false);
}

/// `on hit` of the attackers; of those with contact even if the defence held.
fn raise_hits(run: &mut Play<'_>, place: u8, victim: CardId, contact_only: bool) {
    for at in (0..run.state.combat.attackers.len()).rev() {
        let (card, targets) = run.state.combat.attackers[at];
        let state = run.state.card(card);
        if targets & (1 << place) == 0 || state.zone != Zone::Encounter {
            continue;
        }
        let (look, is_ignored) = (run.look(), state.is(flag::IGNORED));
        let struck = !contact_only && !is_ignored && stats::stat(look, Stat::Power, card) > 0;
        if struck || look.has_mark(Mark::Contact, thing_of(card)) {
            event::raise_own(run, Event::Hit, card, victim);
        }
    }
}

/// The dungeon's attack is over.
pub(super) fn end_combat(run: &mut Play<'_>) {
    run.state.combat.active = false;
    run.state.combat.attackers.clear();
    run.state.combat.order_len = 0;
    run.state.combat.targeted = 0;
    run.state.combat.defended = NONE;
    round_end::for_each_at_table(run, |play, card| {
        let card = play.state.card_mut(card);
        card.flags &= !(flag::IGNORED | flag::DEFENDING);
        card.assigned = NONE;
    });
    event::expire(run, Window::EndOfDefence);
}
