//! What a seat has not seen: what is in the bags, the order of the tiles, and the items that lie face
//! down on the cards of others.

use super::content::{Bag, Role, Sort};
use super::state::{BAG, LAIR, STACK, State, inventory};
use cardwright_engine::core::code::DefId;
use cardwright_engine::rng::Rng;

/// Deals anew what a seat has not seen.
pub(super) fn deal(bag: &Bag, state: &mut State, seat: u8, rng: &mut Rng) {
    let State { zones, flow, .. } = &mut *state;
    for pile in [LAIR, STACK, BAG] {
        zones.mix(&[pile], |card| flow.is_shown(card), rng);
    }
    sink_exit(bag, state, rng);
    turn_over(bag, state, seat, rng);
}

/// Puts the Exit into the lower half of the stack, where it is shuffled in when the game begins.
fn sink_exit(bag: &Bag, state: &mut State, rng: &mut Rng) {
    let is_tile = |def: &&DefId| bag.facts(**def).sort == Sort::Tile;
    let others = state.cards.iter().filter(is_tile).count().saturating_sub(2);
    let lower = others - others / 2 + 1;
    let is_exit = |card: &u16| bag.facts(state.def_of(*card)).role == Role::Exit;
    let at = state.zones.cards(STACK).iter().position(is_exit);
    if let Some(at) = at.filter(|at| *at >= lower) {
        let below = rng.below(0, lower as u32) as usize;
        state.zones.swap(STACK, at, below);
    }
}

/// Deals what is printed on the items that lie face down on the cards of others, together with what
/// is in the bag. The items keep their numbers, since offers and options name them.
fn turn_over(bag: &Bag, state: &mut State, seat: u8, rng: &mut Rng) {
    let others =
        (0..state.adventurers.len() as u8).filter(|one| state.adventurer(*one).seat != seat);
    let carried = others.flat_map(|one| {
        let items = state.zones.cards(inventory(one)).iter().copied();
        items.map(move |item| (one, item))
    });
    let hidden: Vec<(u8, u16)> = carried
        .filter(|(_, item)| state.is_face_down(*item) && !state.flow.is_shown(*item))
        .collect();
    if hidden.is_empty() {
        return;
    }
    let is_in_bag = |item: &u16| !state.flow.is_shown(*item);
    let in_bag: Vec<u16> = state.zones.cards(BAG).iter().copied().filter(is_in_bag).collect();
    let all = hidden.iter().map(|(_, item)| *item).chain(in_bag.iter().copied());
    let mut unseen: Vec<DefId> = all.map(|item| state.def_of(item)).collect();
    unseen.sort_unstable();
    rng.shuffle(0, &mut unseen);
    for (place, (bearer, item)) in hidden.iter().enumerate() {
        // Nobody carries what takes effect when it is drawn, or more than there is room for.
        let known = state.zones.cards(inventory(*bearer)).iter().filter(|other| {
            hidden.iter().skip(place).all(|(_, still_hidden)| still_hidden != *other)
        });
        let known: Vec<DefId> = known.map(|other| state.def_of(*other)).collect();
        let fits = |def: &DefId| {
            let carried = known.iter().copied().chain([*def]);
            !bag.facts(*def).is_drawn && bag.has_room(state.adventurer(*bearer).def, carried)
        };
        let next = unseen.iter().position(fits).unwrap_or(0);
        state.cards[usize::from(*item)] = unseen.remove(next);
    }
    for (item, def) in in_bag.into_iter().zip(unseen) {
        state.cards[usize::from(item)] = def;
    }
    state.flow.touch();
}

/// Whether a seat is not told which item an option of another is about.
pub(super) fn is_secret(state: &State, action: u8, item: u16, seat: u8) -> bool {
    let bearer = state.bearer_of(item).map(|bearer| state.adventurer(bearer).seat);
    action == super::actions::RETURN
        && state.is_face_down(item)
        && bearer.is_some_and(|bearer| bearer != seat)
}
