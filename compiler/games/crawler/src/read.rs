//! Facts about a position: its cards, its zones and the game. Formulas, modifiers and marks are
//! read by the core.

use super::content::{CardDef, Crawler};
use super::rules::zone_of;
use super::state::{BLOCK_BOOST, BLOCK_DISRUPT, CardId, flag};
use super::vocabulary::Query;
use super::words::{Kind, Zone};
use super::{Look, attack, select, stats};
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::{Args, Context};

/// The adventurer whose defence is looked at, or [`NONE`].
pub(super) fn defended(look: Look<'_>) -> CardId {
    match look.state.weighed.get() {
        NONE => look.state.combat.defended,
        weighed => weighed,
    }
}

/// The printed card of a card.
#[inline]
pub(super) fn facts<'a>(look: Look<'a>, card: CardId) -> &'a CardDef {
    &look.rules.cards[usize::from(look.state.card(card).def)]
}

/// The kind of a card.
#[inline]
pub(super) fn kind(look: Look<'_>, card: CardId) -> Kind {
    facts(look, card).kind
}

/// Whether a card is of one of the kinds, as the core numbers them.
pub(super) fn is_of(look: Look<'_>, card: CardId, kinds: u64) -> bool {
    look.code.defs[usize::from(look.state.card(card).def)].kind & kinds != 0
}

/// What a query about the game says, if it is one; a truth is 1 or 0.
pub(super) fn of_game(look: Look<'_>, query: Query) -> Option<i32> {
    Some(match query {
        Query::Round => i32::from(look.state.round),
        Query::DungeonDefence => stats::dungeon_defence(look),
        Query::DungeonPower => stats::dungeon_power(look),
        Query::EncounterCost => stats::encounter_cost(look),
        Query::QuestsCompleted => {
            i32::from(look.state.seats[usize::from(look.state.party_seat())].quests)
        }
        Query::Players => i32::from(look.state.seat_count),
        Query::Decider => look.state.flow.decision().map_or(0, |due| i32::from(due.seat) + 1),
        Query::Chapter => look.state.tale.map_or(0, |tale| i32::from(tale.number())),
        Query::ActivePlayer => i32::from(look.state.facing) + 1,
        Query::AttackDistance => i32::from(attack::attack_distance(look)),
        Query::AttackWon => i32::from(attack::is_attack_won(look, false)),
        Query::DefenceWon => i32::from(!look.state.attack.defence_failed),
        Query::Over => i32::from(look.state.flow.outcome.is_some()),
        _ => return None,
    })
}

/// The player that a word is about, counted from 1; without one, who faces the encounter.
pub(super) fn player(look: Look<'_>, args: Args<'_, Crawler>) -> u8 {
    if !args.given(0) {
        return look.state.facing;
    }
    (args.number(0) - 1).clamp(0, i32::from(look.state.seat_count) - 1) as u8
}

pub(super) fn has_won(look: Look<'_>, seat: u8) -> bool {
    look.state.flow.outcome.is_some_and(|outcome| outcome.won(seat))
}

/// Whether a zone holds exactly those printed cards.
pub(super) fn zone_holds(look: Look<'_>, args: Args<'_, Crawler>, in_order: bool) -> bool {
    let zone = zone_of(args, 0);
    let cards =
        select::cards_in(look, zone, args.context).iter().map(|card| look.state.card(*card).def);
    if !in_order {
        return same_copies(cards, args.defs(1));
    }
    match zone {
        // A deck reads from its top, which is the end of the zone.
        Zone::CrawlerDeck | Zone::DungeonDeck => cards.rev().eq(args.defs(1)),
        _ => cards.eq(args.defs(1)),
    }
}

/// Whether the Wound may be assigned to exactly those printed cards.
pub(super) fn legal_targets_are(look: Look<'_>, args: Args<'_, Crawler>) -> bool {
    let encounter = look.state.encounter().iter().copied();
    let legal = encounter.filter(|card| attack::is_legal_target(look, *card));
    same_copies(legal.map(|card| look.state.card(card).def), args.defs(0))
}

/// Whether a quest is completed, or cannot be completed any more.
pub(super) fn quest_is(look: Look<'_>, query: Query, def: DefId) -> bool {
    let wanted = if query == Query::QuestCompleted { flag::COMPLETED } else { flag::IMPOSSIBLE };
    let quests = look.state.zone(look.state.party_seat(), Zone::Quests).iter();
    quests.map(|card| look.state.card(*card)).any(|card| card.def == def && card.is(wanted))
}

/// Whether the top card of a deck lies face up.
pub(super) fn is_face_up(look: Look<'_>, zone: Zone, context: &Context) -> bool {
    select::top(look, zone, context).is_some_and(|card| look.state.card(card).is(flag::FACE_UP))
}

/// How many other copies of a card are in play or in the grave.
pub(super) fn copies(look: Look<'_>, card: CardId) -> i32 {
    let def = look.state.card(card).def;
    let copies = look.state.cards.iter().enumerate().filter(|(place, other)| {
        *place != usize::from(card)
            && other.def == def
            && matches!(other.zone, Zone::Encounter | Zone::DungeonGrave)
    });
    copies.count() as i32
}

/// A fact about a card.
pub(super) fn fact(look: Look<'_>, query: Query, card: CardId) -> bool {
    let state = look.state.card(card);
    match query {
        Query::Activated => state.is(flag::ACTIVATED),
        Query::Locked => stats::is_locked(look, card),
        Query::CanAct => stats::can_act(look, card),
        Query::Active => state.zone.is_in_play() && !stats::is_locked(look, card),
        Query::InPlay => state.zone.is_in_play(),
        Query::Summoned => state.is(flag::SUMMONED),
        Query::EnteredThisRound => state.entered == look.state.round,
        Query::Permanent => facts(look, card).permanent,
        Query::Boosted => state.block >= BLOCK_BOOST && state.block != BLOCK_DISRUPT,
        _ => false,
    }
}

/// Whether printed cards are those of a list, each as often as it is there.
fn same_copies(cards: impl Iterator<Item = DefId>, wanted: impl Iterator<Item = DefId>) -> bool {
    let mut left: Vec<DefId> = cards.collect();
    for def in wanted {
        match left.iter().position(|other| *other == def) {
            Some(place) => left.swap_remove(place),
            None => return false,
        };
    }
    left.is_empty()
}
