//! What the words of the game say about a position: numbers, truth values, selections.

use super::content::Bag;
use super::fight::figure;
use super::rules::{adventurer, tile_of};
use super::state::{ASIDE, BAG, Fate, STACK, State, den, inventory, trophies};
use super::vocabulary::{Query, Selection, Stat};
use cardwright_engine::core::code::DefId;
use cardwright_engine::core::{Args, Thing};

/// A query that gives a number or a truth value.
pub(super) fn number(args: Args<'_, Bag>, query: Query) -> i32 {
    let (state, rules) = (args.state(), args.look.rules);
    let one = || adventurer(state, args.thing(0));
    let of = |read: &dyn Fn(u8) -> i32| one().map_or(0, read);
    match query {
        Query::Health => match args.thing(0).of(Thing::CARD) {
            Some(card) if state.tile_of_monster(card).is_some() => {
                args.look.stat(Stat::MaxHealth, Thing::card(card)) - state.damage[usize::from(card)]
            }
            _ => of(&|one| state.adventurer(one).health),
        },
        Query::Ap => of(&|one| state.adventurer(one).ap),
        Query::Lives => of(&|one| state.adventurer(one).lives),
        Query::Kills => of(&|one| state.zones.cards(trophies(one)).len() as i32),
        Query::Score => of(&|one| rules.score(state, one)),
        Query::ItemCount => of(&|one| state.zones.cards(inventory(one)).len() as i32),
        Query::IsActive => of(&|one| truth(state.active == one)),
        Query::IsOut => of(&|one| truth(state.adventurer(one).fate == Fate::Out)),
        Query::HasEscaped => {
            of(&|one| truth(matches!(state.adventurer(one).fate, Fate::Bearer | Fate::Escaped)))
        }
        Query::IsFighting => truth(state.is_fighting(args.thing(0))),
        Query::IsOn => {
            let tile = tile_of(state, args.thing(0));
            truth(tile.is_some_and(|tile| printed(args, 1).any(|def| is_tile(state, tile, def))))
        }
        Query::Holds => of(&|one| {
            let carried = state.zones.cards(inventory(one));
            truth(printed(args, 1).any(|def| carried.iter().any(|card| state.def_of(*card) == def)))
        }),
        Query::Hides => of(&|one| {
            let mut carried = state.zones.cards(inventory(one)).iter();
            truth(carried.any(|card| {
                state.is_face_down(*card) && printed(args, 1).any(|def| state.def_of(*card) == def)
            }))
        }),
        Query::CanHold => of(&|one| {
            let carried = state.zones.cards(inventory(one)).iter();
            let after = carried.map(|card| state.def_of(*card)).chain(printed(args, 1));
            truth(rules.has_room(state.adventurer(one).def, after))
        }),
        Query::Distance => {
            let ends = (tile_of(state, args.thing(0)), tile_of(state, args.thing(1)));
            match ends {
                (Some(from), Some(to)) => {
                    i32::from(state.distances(from, |_| false)[usize::from(to)]).min(99)
                }
                _ => 99,
            }
        }
        Query::LiesOn => truth((0..state.cards.len() as u16).any(|card| {
            let is_item = printed(args, 0).any(|def| state.def_of(card) == def);
            is_item
                && state
                    .tile_of_item(card)
                    .is_some_and(|tile| printed(args, 1).any(|def| is_tile(state, tile, def)))
        })),
        Query::LiesAside => truth(
            state
                .zones
                .cards(ASIDE)
                .iter()
                .any(|card| printed(args, 0).any(|def| state.def_of(*card) == def)),
        ),
        Query::TokensOn => {
            let mut tiles = 0..state.tiles.len() as u8;
            let tile = tiles.find(|tile| printed(args, 0).any(|def| is_tile(state, *tile, def)));
            tile.map_or(0, |tile| {
                let laid = state.laid(tile);
                i32::from(laid.uses) + truth(laid.token)
            })
        }
        Query::StackSize => state.zones.cards(STACK).len() as i32,
        Query::StackPlace => {
            let mut stack = state.zones.cards(STACK).iter().rev();
            let place =
                stack.position(|card| printed(args, 0).any(|def| state.def_of(*card) == def));
            place.map_or(0, |place| place as i32 + 1)
        }
        Query::BagSize => state.zones.cards(BAG).len() as i32,
        Query::RingInPlay => truth(state.is_ring_in_play),
        Query::Won => of(&|one| {
            truth(state.flow.outcome.is_some_and(|end| end.won(state.adventurer(one).seat)))
        }),
        Query::Over => truth(state.flow.outcome.is_some()),
        Query::Turn => state.turn as i32,
        _ => 0,
    }
}

/// Visits the things of a selection.
pub(super) fn visit(
    args: Args<'_, Bag>,
    selection: Selection,
    visitor: &mut dyn FnMut(Thing) -> bool,
) -> bool {
    let state = args.state();
    let who = speaker(state, args.context.host);
    let here = || {
        let tile = tile_of(state, args.context.host);
        tile.unwrap_or_else(|| state.adventurer(state.acting).tile)
    };
    let monsters = |tile: u8, visitor: &mut dyn FnMut(Thing) -> bool| {
        state.zones.cards(den(tile)).iter().all(|card| visitor(Thing::card(*card)))
    };
    match selection {
        Selection::Adventurers => state.inside().all(|one| visitor(figure(one))),
        Selection::AdventurersHere => state.on_tile(here()).all(|one| visitor(figure(one))),
        Selection::Others => {
            let who = who.unwrap_or(state.acting);
            state.inside().filter(|one| *one != who).all(|one| visitor(figure(one)))
        }
        Selection::Monsters => (0..state.tiles.len() as u8).all(|tile| monsters(tile, visitor)),
        Selection::MonstersHere => monsters(here(), visitor),
        Selection::MonstersInSight => {
            let seen = state.seen(here(), args.number(0));
            seen.into_iter().all(|tile| monsters(tile, visitor))
        }
        Selection::BagItems => {
            state.zones.cards(BAG).iter().all(|card| visitor(Thing::card(*card)))
        }
        Selection::Items => match adventurer(state, args.thing(0)) {
            Some(one) => {
                state.zones.cards(inventory(one)).iter().all(|card| visitor(Thing::card(*card)))
            }
            None => true,
        },
        Selection::Bearer => visitor(figure(who.unwrap_or(state.acting))),
        Selection::Foe => {
            let foe = state.foe_of(args.context.host, who);
            foe.is_none() || visitor(foe)
        }
        _ => true,
    }
}

/// The Adventurer whose own text it is, or who has the item; nobody for other cards.
fn speaker(state: &State, host: Thing) -> Option<u8> {
    adventurer(state, host).or_else(|| state.user_of(host.of(Thing::CARD)?))
}

/// The printed card that an argument names.
fn printed(args: Args<'_, Bag>, place: usize) -> std::iter::Once<DefId> {
    std::iter::once(args.number(place) as DefId)
}

/// Whether a tile on the table is a copy of a printed one.
pub(super) fn is_tile(state: &State, tile: u8, def: DefId) -> bool {
    state.def_of(state.laid(tile).card) == def
}

fn truth(value: bool) -> i32 {
    i32::from(value)
}
