//! The turn of an Adventurer: what may be done, and its end.

use super::actions::*;
use super::board::SIDES;
use super::content::{Bag, Role};
use super::state::{
    BAG, DEAD, Fate, Foe, LAIR, MAX_TILES, STACK, State, Task, floor, inventory, trophies,
};
use super::vocabulary::{Act, Event, Stat, Window};
use super::{Play, fight, harm, items, laying, shots};
use cardwright_engine::core::{Context, Look, Rules, Step, Thing};
use cardwright_engine::game::{Choice, Outcome};

/// Begins the next Adventurer's turn. After the bearer has left, everybody inside has one last
/// turn.
pub(super) fn start(run: &mut Play<'_>) {
    let count = run.state.adventurers.len() as u8;
    let from = run.state.active.wrapping_add(1);
    let has_turn = |one: &u8| {
        run.state.adventurer(*one).fate == Fate::Inside
            && run.state.last_turns.is_none_or(|left| left >> one & 1 == 1)
    };
    let again = run.state.extra_turns > 0 && count > 0 && has_turn(&(run.state.active % count));
    let next = match again {
        true => Some(run.state.active % count),
        false => (0..count).map(|step| (from + step) % count.max(1)).find(has_turn),
    };
    run.state.extra_turns = if again { run.state.extra_turns - 1 } else { 0 };
    let Some(next) = next else {
        return conclude(run);
    };
    run.state.turn += 1;
    if is_endless(run) {
        run.finish(0, Outcome::DRAWN);
        return;
    }
    begin_turn(run, next);
}

/// Whether so many turns have passed without anything that cannot be undone that the game may
/// never end: a tile laid, a monster met or slain, an item drawn or used up, a life lost, a bath.
fn is_endless(run: &mut Play<'_>) -> bool {
    let state = &*run.state;
    let size = |place| state.zones.cards(place).len();
    let lives = state.adventurers.iter().map(|one| one.lives.max(0) as usize);
    let kills = (0..state.adventurers.len() as u8).map(|one| size(trophies(one)));
    let deeds = [
        state.tiles.len() + size(STACK) * MAX_TILES,
        size(BAG),
        size(LAIR),
        lives.sum(),
        kills.sum::<usize>() + size(DEAD) * 100,
        state.tiles.iter().map(|laid| usize::from(laid.uses)).sum(),
    ];
    let carried = (0..state.adventurers.len() as u8).map(|one| size(inventory(one)));
    let lying = (0..state.tiles.len() as u8).map(|tile| size(floor(tile)));
    let items: usize = carried.chain(lying).sum();
    let deeds = deeds.map(|count| count * 1000 + items);
    if deeds == run.state.deeds {
        run.state.idle_turns += 1;
    } else {
        (run.state.deeds, run.state.idle_turns) = (deeds, 0);
    }
    let round = run.state.inside().count() as u32;
    run.state.idle_turns >= run.rules.numbers.endless_rounds * round
}

/// Puts the steps of a turn on the stack, the last step first: tasks run last in, first out.
pub(super) fn begin_turn(run: &mut Play<'_>, adventurer: u8) {
    run.state.active = adventurer;
    run.state.acting = adventurer;
    run.state.is_turn_over = false;
    run.state.handled.fill(false);
    run.state.barred.fill(0);
    run.reset_limits(None);
    run.push(Task::EndTurn);
    run.push(Task::Bathe);
    run.push(Task::Act);
    // A monster that charged onto the tile, or that was not beaten, is fought before
    // anything else.
    if run.state.is_guarded(run.state.adventurer(adventurer).tile) {
        run.push(Task::Arrive { who: adventurer, has_come: false, has_fled: false });
    }
    run.note(|look| {
        let name = super::name_of(look, Thing::figure(u16::from(adventurer)));
        format!("{name}'s turn")
    });
    run.raise(Event::TurnStarts, &[Thing::figure(u16::from(adventurer)).bits()]);
}

/// Lists what the active Adventurer may do.
pub(super) fn publish(run: &mut Play<'_>) -> Step {
    let me = run.state.active;
    if run.state.is_turn_over || run.state.adventurer(me).fate != Fate::Inside {
        return Step::Done;
    }
    run.state.acting = me;
    // Effects with a condition may add points without any card coming or going.
    harm::recount_ap(run, me);
    let one = *run.state.adventurer(me);
    let look = run.look();
    let figure = Thing::figure(u16::from(me));
    let tile = one.tile;
    let role = run.rules.facts(run.state.def_of(run.state.laid(tile).card)).role;
    let is_bearer = run.state.ring.is_some_and(|ring| run.state.bearer_of(ring) == Some(me));
    let may_leave = role == Role::Exit
        && !run.state.is_guarded(tile)
        && (is_bearer || run.state.last_turns.is_some());
    let may_lay = one.ap > 0
        && laying::has_frontier(run.state, tile)
        && run.state.zones.top(STACK).is_some()
        && !look.is_forbidden(Act::Lay, figure);
    if may_leave {
        run.option(LEAVE, Choice::NO_CARD, 0);
    }
    if may_lay {
        run.option(LAY, Choice::NO_CARD, 0);
    }
    if one.ap > 0 {
        for side in SIDES {
            if run.state.next_tile(tile, side).is_some() {
                run.option(MOVE, u16::from(side), 0);
            }
        }
    }
    shots::options(run, me);
    items::use_options(run, me, false);
    items::hand_options(run, me);
    if run.state.options.competitive && run.state.is_ring_in_play {
        for rival in run.state.on_tile(tile).collect::<Vec<_>>() {
            if run.state.adventurer(rival).seat != one.seat {
                run.option(ATTACK, u16::from(rival), 0);
            }
        }
    }
    run.offer_options(one.seat);
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(one.seat, "act")
}

/// Does what the active Adventurer chose.
pub(super) fn act(run: &mut Play<'_>, choice: Choice) {
    let me = run.state.active;
    if choice.action == END {
        return;
    }
    run.push(Task::Act);
    if !items::is_hand_action(choice.action) {
        run.state.barred.fill(0);
    }
    match choice.action {
        LAY => {
            run.state.adventurer_mut(me).ap -= 1;
            laying::draw(run, false);
        }
        MOVE => {
            run.state.adventurer_mut(me).ap -= 1;
            let tile = run.state.adventurer(me).tile;
            if let Some(next) = run.state.next_tile(tile, choice.card as u8) {
                run.state.adventurer_mut(me).tile = next;
                run.push(Task::Arrive { who: me, has_come: true, has_fled: false });
            }
        }
        LEAVE => leave(run, me),
        ATTACK => fight::start(run, me, Foe::Rival(choice.card as u8), false),
        SHOOT | SHOOT_TOKEN => shots::shoot(run, me, choice),
        USE_ITEM => items::use_item(run, me, choice.card),
        _ => items::hand(run, me, choice),
    }
}

/// Resolves what an Adventurer meets on a tile: a monster, an item, or the stall.
pub(super) fn arrive(run: &mut Play<'_>, me: u8, has_come: bool, has_fled: bool) {
    let is_too_late = run.state.is_turn_over && !has_fled;
    if run.state.adventurer(me).fate != Fate::Inside || is_too_late {
        return;
    }
    run.state.acting = me;
    let tile = run.state.adventurer(me).tile;
    let figure = Thing::figure(u16::from(me));
    let is_slippery = run.look().has_mark(super::vocabulary::Mark::Slippery, figure);
    if run.state.is_guarded(tile) && !is_slippery {
        shots::reveal(run, tile);
        if let Some(monster) = run.state.zones.top(super::state::den(tile)) {
            fight::start(run, me, Foe::Monster(monster), false);
            if has_come {
                entered(run, me);
            }
            return;
        }
    }
    let role = run.rules.facts(run.state.def_of(run.state.laid(tile).card)).role;
    if role == Role::Start && run.state.options.stall {
        run.push(Task::Stall { who: me });
    }
    find_item(run, me);
    if has_come {
        entered(run, me);
    }
}

/// Whoever reaches an item tile first draws its item.
pub(super) fn find_item(run: &mut Play<'_>, who: u8) {
    let tile = run.state.adventurer(who).tile;
    let laid = *run.state.laid(tile);
    let role = run.rules.facts(run.state.def_of(laid.card)).role;
    if role == Role::Item && !laid.used {
        run.state.tiles[usize::from(tile)].used = true;
        run.push(Task::Reward { adventurer: who, count: 1 });
    }
}

/// Tells that an Adventurer has come to a tile.
pub(super) fn entered(run: &mut Play<'_>, who: u8) {
    let tile = State::tile_thing(run.state.adventurer(who).tile);
    run.raise(Event::Entered, &[Thing::figure(u16::from(who)).bits(), tile.bits()]);
}

/// Asks whether to use the Healing Pool at the end of the turn.
pub(super) fn publish_pool(run: &mut Play<'_>) -> Step {
    let me = run.state.active;
    let one = *run.state.adventurer(me);
    let most = run.look().stat(Stat::MaxHealth, Thing::figure(u16::from(me)));
    let can = one.fate == Fate::Inside
        && one.health < most
        && run.state.laid(one.tile).uses > 0
        && !run.state.is_guarded(one.tile);
    if !can {
        return Step::Done;
    }
    run.option(BATHE, Choice::NO_CARD, 0);
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(one.seat, "healing-pool")
}

pub(super) fn bathe(run: &mut Play<'_>) {
    let me = run.state.active;
    let tile = run.state.adventurer(me).tile;
    run.state.tiles[usize::from(tile)].uses -= 1;
    let most = run.look().stat(Stat::MaxHealth, Thing::figure(u16::from(me)));
    run.state.adventurer_mut(me).health = most;
}

/// Ends the turn: monsters return to full health and the action points come back.
///
/// They come back now and not at the start of the next turn, because a helper or a defending
/// rival spends the points of the own next turn in between.
pub(super) fn end(run: &mut Play<'_>) {
    let me = run.state.active;
    let figure = Thing::figure(u16::from(me));
    run.state.damage.fill(0);
    run.state.fight = None;
    run.expire(Window::Turn, None);
    let (most, lent) = action_points(run.look(), me);
    let one = run.state.adventurer_mut(me);
    (one.ap, one.lent) = (most, lent);
    if let Some(left) = &mut run.state.last_turns {
        *left &= !(1 << me);
    }
    run.push(Task::Turn);
    run.raise(Event::TurnEnds, &[figure.bits()]);
}

/// The action points of a turn, and how many of them effects add.
pub(super) fn action_points(look: Look<'_, Bag>, adventurer: u8) -> (i32, i32) {
    let thing = Thing::figure(u16::from(adventurer));
    let most = look.stat(Stat::MaxAp, thing);
    let context = Context::of(thing, 0);
    (most, most - Bag::base(look.args(&[], &context), Stat::MaxAp, thing))
}

/// Leaves by the Exit. The bearer of the Ring, who leaves first, opens it for the others; each
/// of them has one more turn.
fn leave(run: &mut Play<'_>, me: u8) {
    let is_first = run.state.last_turns.is_none();
    let fate = if is_first { Fate::Bearer } else { Fate::Escaped };
    run.state.adventurer_mut(me).fate = fate;
    if is_first {
        let left = run.state.inside().fold(0u8, |bits, one| bits | 1 << one);
        run.state.last_turns = Some(left);
    }
    run.state.is_turn_over = true;
    run.flow().touch();
    run.note(|look| {
        format!("{} leaves the dungeon", super::name_of(look, Thing::figure(u16::from(me))))
    });
}

/// Ends the game once nobody inside has a turn left. Adventurers still inside are lost.
pub(super) fn conclude(run: &mut Play<'_>) {
    for one in &mut run.state.adventurers {
        if one.fate == Fate::Inside {
            one.fate = Fate::Out;
        }
    }
    let state = &*run.state;
    let survivors = || {
        let all = state.adventurers.iter().enumerate();
        all.filter(|(_, one)| one.fate != Fate::Out).map(|(place, one)| (place as u8, one.seat))
    };
    if !state.adventurers.iter().any(|one| one.fate == Fate::Bearer) {
        return run.finish(0, "all-lost");
    }
    let best = survivors().map(|(place, _)| run.rules.score(state, place)).max().unwrap_or(0);
    let winners = survivors()
        .filter(|(place, _)| !state.options.competitive || run.rules.score(state, *place) == best)
        .fold(0u8, |bits, (_, seat)| bits | 1 << seat);
    run.finish(winners, "ring-carried-out");
}

impl Bag {
    /// Kills in the competitive game: a monster counts 1, the guard of the Exit and the Ring count
    /// more. The numbers are printed on the cards.
    pub(super) fn score(&self, state: &State, adventurer: u8) -> i32 {
        let kills = state.zones.cards(trophies(adventurer)).iter();
        let carried = state.zones.cards(inventory(adventurer)).iter();
        let ring = carried.filter(|card| Some(**card) == state.ring);
        kills.chain(ring).map(|card| self.facts(state.def_of(*card)).worth).sum()
    }
}

/// Brings the Ring into play, once the last tile is laid. Dice say on which numbered tile; if
/// that tile is not on the table, the Ring lies on the Exit. A token guards it where no monster
/// does.
pub(super) fn place_ring(run: &mut Play<'_>) {
    let Some(ring) = run.state.ring.filter(|_| !run.state.is_ring_in_play) else {
        return;
    };
    let me = run.state.active;
    let seat = run.state.adventurer(me).seat;
    let sum = super::roll(run, run.rules.numbers.ring_dice, seat, Thing::figure(u16::from(me))).0;
    let tile_with = |wanted: &dyn Fn(&super::content::Facts) -> bool| {
        let mut tiles = run.state.tiles.iter();
        tiles.position(|laid| wanted(run.rules.facts(run.state.def_of(laid.card))))
    };
    let tile = tile_with(&|facts| facts.label == sum)
        .or_else(|| tile_with(&|facts| facts.role == Role::Exit))
        .unwrap_or(0) as u8;
    run.state.zones.put_top(ring, floor(tile));
    run.state.is_ring_in_play = true;
    if !run.state.is_guarded(tile) {
        run.state.tiles[usize::from(tile)].token = true;
    }
    run.flow().touch();
    run.note(|look| {
        let def = look.state.def_of(look.state.laid(tile).card);
        let name = look.code.defs.get(usize::from(def)).map_or("?", |def| def.name.as_str());
        format!("the Ring lies on {name}")
    });
    run.raise(Event::RingPlaced, &[]);
}
