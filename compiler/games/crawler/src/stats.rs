//! Numbers as printed and as modified, and what follows from them: resources, the dungeon's
//! defence and Power, points.

use super::state::{CardId, card_of, context_of, flag, thing_of};
use super::vocabulary::{Mark, Stat};
use super::words::{Kind, Property, Zone};
use super::{Look, attack, read, retaliation, select};
use cardwright_engine::core::code::{NO_NODE, NONE};
use cardwright_engine::core::{Context, Thing};

/// A number of a card, as modified.
pub(super) fn stat(look: Look<'_>, stat: Stat, card: CardId) -> i32 {
    let base = card_base(look, stat, card);
    look.modified(stat, thing_of(card), base)
}

/// The Cost of a card.
pub(super) fn cost(look: Look<'_>, card: CardId) -> i32 {
    stat(look, Stat::Cost, card)
}

/// A number of the game, as modified.
pub(super) fn game_stat(look: Look<'_>, stat: Stat) -> i32 {
    let base = look.nested(0, || game_base(look, stat));
    look.modified(stat, Thing::NONE, base)
}

/// How many crawler cards a player may keep.
pub(super) fn hand_limit(look: Look<'_>, seat: u8) -> i32 {
    let base = game_base(look, Stat::HandLimit);
    look.modified(Stat::HandLimit, Thing::seat(seat), base)
}

/// A number of a card, as printed.
pub(super) fn card_base(look: Look<'_>, stat: Stat, card: CardId) -> i32 {
    let def = read::facts(look, card);
    match stat {
        Stat::Power if def.power != NO_NODE => {
            let context = context_of(card, look.state.facing);
            look.nested(0, || look.number(def.power, &context))
        }
        Stat::Stamina if def.kind == Kind::Character => i32::from(def.life),
        // An adventurer who attacks or defends is worth 1.
        Stat::Power | Stat::Stamina if def.kind == Kind::Adventurer => 1,
        Stat::Power | Stat::Stamina if def.kind.is_crawler() => {
            let state = look.state.card(card);
            let block = attack::block_in_effect(def, state.block).or(def.base.as_ref());
            let formula = block.map_or(NO_NODE, |block| match stat {
                Stat::Power => block.power,
                _ => block.stamina,
            });
            match formula {
                NO_NODE => 0,
                formula => {
                    let context = context_of(card, state.owner);
                    look.nested(0, || look.number(formula, &context))
                }
            }
        }
        Stat::Life => i32::from(def.life),
        Stat::Cost => i32::from(def.cost),
        _ => 0,
    }
}

/// A number of the game, before it is modified.
pub(super) fn game_base(look: Look<'_>, stat: Stat) -> i32 {
    match stat {
        Stat::EncounterLimit => i32::from(look.state.rules.encounter_limit),
        Stat::HandLimit => i32::from(look.state.rules.hand_limit),
        Stat::AttackPower => attack::attack_components_total(look),
        Stat::AttackTargets => attack::attack_area(look),
        Stat::DefenceStamina => retaliation::bare_defence(look, read::defended(look)),
        _ => 0,
    }
}

/// Whether a modifier of the game's numbers counts now: that of a defence only for the
/// defence its card was played for, that of a hand only for the hand of its player.
pub(super) fn concerns_game(look: Look<'_>, stat: Stat, thing: Thing, context: &Context) -> bool {
    let host = card_of(context.host);
    if let Some(seat) = thing.of(Thing::SEAT) {
        return host == NONE
            || !read::kind(look, host).is_crawler()
            || u16::from(context.seat) == seat;
    }
    if !thing.is_none() || stat != Stat::DefenceStamina || host == NONE {
        return thing.is_none();
    }
    let host = look.state.card(host);
    host.zone != Zone::CrawlerPlay || host.assigned == NONE || host.assigned == read::defended(look)
}

/// Whether the Power of a card is 0 for the rest of the combat.
pub(super) fn is_zeroed(look: Look<'_>, card: CardId) -> bool {
    card != NONE && look.state.card(card).is(flag::ZEROED)
}

/// A set of values that a card has.
pub(super) fn property(look: Look<'_>, card: CardId, property: Property) -> u64 {
    read::facts(look, card).properties[property as usize]
}

/// Whether a card is locked, by tokens or by being held.
pub(super) fn is_locked(look: Look<'_>, card: CardId) -> bool {
    look.state.card(card).locks > 0 || look.has_mark(Mark::Held, thing_of(card))
}

/// Whether an adventurer may still attack or defend.
pub(super) fn can_act(look: Look<'_>, card: CardId) -> bool {
    let state = look.state.card(card);
    state.zone == Zone::Party && !state.is(flag::ACTIVATED) && !is_locked(look, card)
}

/// An adventurer's resource as printed.
pub(super) fn printed_resource(look: Look<'_>, card: CardId, resource: usize) -> i32 {
    i32::from(read::facts(look, card).resources[resource])
}

/// An adventurer's resource, as modified.
pub(super) fn resource_of(look: Look<'_>, card: CardId, resource: usize) -> i32 {
    let printed = printed_resource(look, card, resource);
    look.modified(Stat::Resource, thing_of(card), printed)
}

/// Whose resources pay for the cards of a context.
pub(super) fn paying_seat(look: Look<'_>, context: &Context) -> u8 {
    if look.state.shared() { 0 } else { context.seat }
}

/// The highest such resource among active adventurers.
pub(super) fn cap(look: Look<'_>, seat: u8, resource: usize) -> i32 {
    let party = look.state.zone(if look.state.shared() { 0 } else { seat }, Zone::Party);
    let mut best = 0;
    for card in party {
        let value = resource_of(look, *card, resource);
        if value > best && !is_locked(look, *card) {
            best = value;
        }
    }
    best
}

/// What of a resource is occupied by cards in play.
pub(super) fn occupied(look: Look<'_>, seat: u8, resource: usize) -> i32 {
    let seats = if look.state.shared() { 0..look.state.seat_count } else { seat..seat + 1 };
    seats
        .flat_map(|seat| look.state.zone(seat, Zone::CrawlerPlay))
        .filter(|card| read::kind(look, **card).resource() == resource)
        .map(|card| i32::from(look.state.card(*card).paid))
        .sum()
}

/// What of a resource is free.
pub(super) fn available(look: Look<'_>, seat: u8, resource: usize) -> i32 {
    (cap(look, seat, resource) - occupied(look, seat, resource)).max(0)
}

/// How many crawler cards of those kinds were put into play this round.
pub(super) fn played_this_round(look: Look<'_>, kinds: u64) -> i32 {
    [Kind::Equipment, Kind::Magic, Kind::Skill, Kind::Tactic]
        .into_iter()
        .filter(|kind| kind.bit() & kinds != 0)
        .flat_map(|kind| {
            select::table_seats(look).map(move |seat| {
                i32::from(look.state.seats[usize::from(seat)].played[kind.resource()])
            })
        })
        .sum()
}

/// The sum of Stamina in the encounter.
pub(super) fn dungeon_defence(look: Look<'_>) -> i32 {
    look.state.encounter().iter().map(|card| stat(look, Stat::Stamina, *card)).sum()
}

/// The sum of Power of the cards that can attack.
pub(super) fn dungeon_power(look: Look<'_>) -> i32 {
    let attacks = |card: CardId| {
        can_attack(look, card)
            || look.state.combat.attackers.iter().any(|(attacker, _)| *attacker == card)
    };
    let cards = look.state.encounter().iter().copied();
    cards.filter(|card| attacks(*card)).map(|card| stat(look, Stat::Power, card)).sum()
}

/// Whether a dungeon card has Power and is neither locked nor activated.
pub(super) fn can_attack(look: Look<'_>, card: CardId) -> bool {
    read::facts(look, card).power != NO_NODE
        && !look.state.card(card).is(flag::ACTIVATED)
        && !is_locked(look, card)
}

/// The Cost that counts against the encounter limit.
pub(super) fn encounter_cost(look: Look<'_>) -> i32 {
    let cards = look.state.encounter().iter();
    cards
        .filter(|card| !look.state.card(**card).is(flag::SUMMONED))
        .map(|card| cost(look, *card))
        .sum()
}

/// A player's points: what was gained, and what opponents' wounds are worth now.
pub(super) fn points(look: Look<'_>, seat: u8) -> i32 {
    let gained = look.state.seats[usize::from(seat)].points;
    let worth = look.state.rules.points;
    if worth.wound == 0 && worth.perished_life == 0 {
        return gained;
    }
    // Wounds on opponents' adventurers count only as long as they are there; a perished
    // adventurer counts with its whole Life instead.
    let mut points = gained;
    for other in (0..look.state.seat_count).filter(|other| *other != seat) {
        for card in look.state.zone(other, Zone::Party) {
            points += worth.wound * i32::from(look.state.card(*card).wounds);
        }
        for card in look.state.zone(other, Zone::Perished) {
            points += worth.perished_life * i32::from(read::facts(look, *card).life);
        }
    }
    points
}
