//! Which cards a selection means: visiting them in order, asking whether one is among them,
//! and the places that selections start from.

use super::content::Crawler;
use super::rules::zone_of;
use super::state::{CardId, card_of, flag, thing_of};
use super::vocabulary::Selection;
use super::words::{Kind, Mode, Zone};
use super::{Look, read, retaliation, stats};
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::{Args, Context, Thing};

/// Visits the cards of a selection in order until the visitor says no; false if it did.
pub(super) fn visit_selection(
    look: Look<'_>,
    selection: Selection,
    args: Args<'_, Crawler>,
    visitor: &mut dyn FnMut(Thing) -> bool,
) -> bool {
    let mut each = |cards: &mut dyn Iterator<Item = CardId>| {
        for card in cards {
            if card != NONE && !visitor(thing_of(card)) {
                return false;
            }
        }
        true
    };
    let (state, context) = (look.state, args.context);
    let encounter = || state.encounter().iter().copied();
    let of_kind = |kind: Kind| encounter().filter(move |card| read::kind(look, *card) == kind);
    let one = |card: CardId| std::iter::once(card);
    match selection {
        // The core knows these itself.
        Selection::Own
        | Selection::It
        | Selection::Outer
        | Selection::Most
        | Selection::Least
        | Selection::Different => true,
        Selection::Linked => match card_of(context.host) {
            NONE => true,
            host => each(&mut one(state.card(host).linked)),
        },
        Selection::PrimaryTarget => each(&mut one(primary_target(look))),
        Selection::TargetX => each(&mut one(target_x(look, context))),
        Selection::Defended => each(&mut one(read::defended(look))),
        // Newest first: the top of a grave or deck is what effects look at first.
        Selection::Cards if args.given(0) => {
            each(&mut cards_in(look, zone_of(args, 0), context).iter().rev().copied())
        }
        Selection::Cards => each(&mut (0..state.cards.len() as CardId)),
        Selection::EncounterCards => each(&mut encounter()),
        Selection::Others => {
            let host = card_of(context.host);
            each(&mut encounter().filter(|card| *card != host))
        }
        Selection::Characters => each(&mut of_kind(Kind::Character)),
        Selection::Traps => each(&mut of_kind(Kind::Trap)),
        Selection::Terrains => each(&mut of_kind(Kind::Terrain)),
        Selection::DungeonEvents => each(&mut of_kind(Kind::Event)),
        Selection::Adventurers => each(&mut marching_order(look)),
        Selection::AttackingAdventurers => each(&mut attacking(look)),
        Selection::Perished => {
            each(&mut state.zone(state.party_seat(), Zone::Perished).iter().copied())
        }
        Selection::Attackers => each(&mut attackers(look)),
        Selection::Assailants => match card_of(context.host) {
            host if host != NONE && read::kind(look, host) == Kind::Adventurer => {
                each(&mut retaliation::attackers_of(look, &state.combat, host))
            }
            _ => each(&mut attacking(look)),
        },
        Selection::YourCards => {
            each(&mut state.zone(context.seat, Zone::CrawlerPlay).iter().copied())
        }
        Selection::CrawlerCards => table_seats(look)
            .all(|seat| each(&mut state.zone(seat, Zone::CrawlerPlay).iter().copied())),
        Selection::Hand => each(&mut state.zone(context.seat, Zone::CrawlerHand).iter().copied()),
        Selection::Slain => each(&mut state.slain.iter().copied()),
        Selection::OpponentsAdventurers => (0..state.seat_count)
            .filter(|seat| state.has_opponents() && *seat != context.seat)
            .all(|seat| each(&mut state.zone(seat, Zone::Party).iter().copied())),
    }
}

/// Whether a selection holds a card, without going through the whole selection.
pub(super) fn is_selected(
    look: Look<'_>,
    selection: Selection,
    args: Args<'_, Crawler>,
    card: CardId,
) -> bool {
    let state = look.state.card(card);
    let in_encounter =
        || state.zone == Zone::Encounter && state.place == look.state.encounter_seat();
    let of_kind = |kind: Kind| in_encounter() && read::kind(look, card) == kind;
    match selection {
        Selection::Cards => !args.given(0) || state.zone == zone_of(args, 0),
        Selection::EncounterCards => in_encounter(),
        Selection::Others => in_encounter() && card != card_of(args.context.host),
        Selection::Characters => of_kind(Kind::Character),
        Selection::Traps => of_kind(Kind::Trap),
        Selection::Terrains => of_kind(Kind::Terrain),
        Selection::DungeonEvents => of_kind(Kind::Event),
        Selection::Adventurers => {
            state.zone == Zone::Party && state.place == look.state.party_seat()
        }
        // A card in hand counts: costs and bans concern it before it is in play.
        Selection::CrawlerCards => {
            matches!(state.zone, Zone::CrawlerPlay | Zone::CrawlerHand)
        }
        Selection::Hand => state.zone == Zone::CrawlerHand && state.place == args.context.seat,
        _ => !visit_selection(look, selection, args, &mut |other| card_of(other) != card),
    }
}

/// Visits the cards whose text is in effect, each with the player whose it is.
pub(super) fn visit_hosts(look: Look<'_>, visitor: &mut dyn FnMut(CardId, u8)) {
    let state = look.state;
    for card in state.encounter() {
        visitor(*card, state.facing);
    }
    for card in state.party() {
        visitor(*card, state.card(*card).owner);
    }
    for seat in table_seats(look) {
        for card in state.zone(seat, Zone::CrawlerPlay) {
            visitor(*card, seat);
        }
    }
    for card in state.zone(state.party_seat(), Zone::Quests) {
        visitor(*card, state.facing);
    }
}

/// The zone that a context means.
pub(super) fn cards_in<'a>(look: Look<'a>, zone: Zone, context: &Context) -> &'a [CardId] {
    let seat = zone_seat(look, zone, context);
    look.state.zone(seat, zone)
}

/// Whose zone a context means.
pub(super) fn zone_seat(look: Look<'_>, zone: Zone, context: &Context) -> u8 {
    match zone {
        Zone::CrawlerDeck
        | Zone::CrawlerHand
        | Zone::CrawlerPlay
        | Zone::CrawlerGrave
        | Zone::DraftHand
        | Zone::Pool => context.seat,
        Zone::Encounter => look.state.encounter_seat(),
        Zone::Party | Zone::Perished | Zone::Quests => look.state.party_seat(),
        Zone::DungeonDeck | Zone::DungeonGrave | Zone::SetAside => dungeon_seat(look, context),
    }
}

/// Whose dungeon deck and grave a context means: those of the card's owner.
pub(super) fn dungeon_seat(look: Look<'_>, context: &Context) -> u8 {
    if look.state.shared() {
        return 0;
    }
    match card_of(context.host) {
        NONE => look.state.next_seat(look.state.facing),
        host if read::kind(look, host).is_dungeon() => look.state.card(host).owner,
        _ => look.state.next_seat(look.state.facing),
    }
}

pub(super) fn top(look: Look<'_>, zone: Zone, context: &Context) -> Option<CardId> {
    cards_in(look, zone, context).last().copied()
}

/// Seats whose crawler cards take part in this round.
pub(super) fn table_seats(look: Look<'_>) -> std::ops::Range<u8> {
    if look.state.shared() {
        0..look.state.seat_count
    } else {
        look.state.facing..look.state.facing + 1
    }
}

/// The player who meets what the dungeon does to a hand or a deck: who faces the encounter, or in
/// a co-operative game the player of the Primary Target.
pub(super) fn met_seat(look: Look<'_>) -> u8 {
    match primary_target(look) {
        primary if look.state.rules.mode == Mode::Coop && primary != NONE => {
            look.state.card(primary).owner
        }
        _ => look.state.facing,
    }
}

/// The adventurer with the Primary Target token, else the leftmost.
pub(super) fn primary_target(look: Look<'_>) -> CardId {
    let primary = look.state.primary;
    if primary != NONE
        && look.state.card(primary).zone == Zone::Party
        && look.state.card(primary).place == look.state.party_seat()
    {
        return primary;
    }
    look.state.party().first().copied().unwrap_or(NONE)
}

/// Adventurers from the Primary Target to the right, wrapping round.
pub(super) fn marching_order(look: Look<'_>) -> impl Iterator<Item = CardId> {
    let party = look.state.party();
    let primary = primary_target(look);
    let start = party.iter().position(|card| *card == primary).unwrap_or(0);
    party[start..].iter().chain(&party[..start]).copied()
}

/// The adventurer at place X: the Cost on top of the dungeon grave plus 1, wrapping.
pub(super) fn target_x(look: Look<'_>, context: &Context) -> CardId {
    let places = look.state.party().len();
    if places == 0 {
        return NONE;
    }
    let cost = top(look, Zone::DungeonGrave, context).map_or(0, |card| stats::cost(look, card));
    marching_order(look).nth(cost.max(0) as usize % places).unwrap_or(NONE)
}

/// The adventurers who take part in the attack of this round.
fn attacking(look: Look<'_>) -> impl Iterator<Item = CardId> {
    let party = look.state.party().iter().copied();
    party.filter(move |card| look.state.card(*card).is(flag::ATTACKING))
}

/// The dungeon's attackers: of the defended adventurer during a defence, else all.
fn attackers(look: Look<'_>) -> impl Iterator<Item = CardId> {
    let combat = &look.state.combat;
    let place = combat.order[..usize::from(combat.order_len)]
        .iter()
        .position(|card| read::defended(look) != NONE && *card == read::defended(look));
    let mask = place.map_or(u8::MAX, |place| 1 << place);
    combat
        .attackers
        .iter()
        .filter(move |(card, targets)| {
            targets & mask != 0 && look.state.card(*card).zone == Zone::Encounter
        })
        .map(|(card, _)| *card)
}
