//! What effects of cards do.

use super::Play;
use super::harm::{self, strike, strike_armoured};
use super::rules::{adventurer, tile_of};
use super::setup::ITEMS;
use super::state::{BAG, Fate, LAIR, Task, den, floor, inventory};
use super::vocabulary::Verb;
use super::{fight, shots, turn};
use cardwright_engine::core::zones::NOWHERE;
use cardwright_engine::core::{Call, Thing};

/// The most items that one effect may draw.
const MOST_ITEMS: i32 = 10;

pub(super) fn perform(run: &mut Play<'_>, verb: Verb, call: Call) {
    let thing = call.thing(run, 0);
    let one = adventurer(run.state, thing);
    let one = one.filter(|one| run.state.adventurer(*one).fate == Fate::Inside);
    match verb {
        Verb::Damage | Verb::Hurt => {
            let (amount, by) = (call.number_or(run, 1, 1), source(run, &call));
            match verb {
                Verb::Damage => strike_armoured(run, thing, by, amount),
                _ => strike(run, thing, by, amount),
            }
        }
        Verb::Heal => harm::heal(run, thing, call.number_or(run, 1, i32::from(u8::MAX))),
        Verb::GainAp | Verb::LoseAp => {
            let count = call.number_or(run, 1, 1);
            let count = if verb == Verb::GainAp { count } else { -count };
            if let Some(one) = one {
                let ap = &mut run.state.adventurer_mut(one).ap;
                *ap = (*ap + count).clamp(0, 99);
            }
        }
        Verb::GainLife => {
            if let Some(one) = one {
                let lives = &mut run.state.adventurer_mut(one).lives;
                *lives = (*lives + 1).min(9);
            }
        }
        Verb::Teleport => {
            let goal = call.thing(run, 1);
            let tile = if goal.is_none() { Some(0) } else { tile_of(run.state, goal) };
            if let (Some(one), Some(tile)) = (one, tile) {
                teleport(run, one, tile);
            }
        }
        Verb::Exchange => {
            let other = call.thing(run, 1);
            let other = adventurer(run.state, other);
            if let (Some(one), Some(other)) = (one, other) {
                let (here, there) =
                    (run.state.adventurer(one).tile, run.state.adventurer(other).tile);
                teleport(run, one, there);
                teleport(run, other, here);
            }
        }
        Verb::DrawItems => {
            let count = call.number_or(run, 1, 1).clamp(0, MOST_ITEMS) as u8;
            if let Some(adventurer) = one {
                run.push(Task::Reward { adventurer, count });
            }
        }
        Verb::Fetch => {
            let taker = adventurer(run.state, call.thing(run, 1));
            let item = thing.of(Thing::CARD).filter(|item| run.state.zones.place(*item) == BAG);
            if let (Some(item), Some(taker)) = (item, taker) {
                run.state.zones.put_top(item, inventory(taker));
                run.state.zones.shuffle(BAG, &mut run.state.flow.luck.rng, ITEMS);
                run.push(Task::Overfull { adventurer: taker });
                run.flow().touch();
            }
        }
        Verb::Drop | Verb::Steal | Verb::Remove => item_verb(run, verb, thing, &call),
        Verb::Banish => banish(run, thing),
        Verb::Prowl => {
            let goal = call.thing(run, 1);
            prowl(run, thing, goal);
        }
        Verb::Summon => {
            let tile = tile_of(run.state, thing).filter(|tile| !run.state.is_guarded(*tile));
            if let Some(tile) = tile {
                run.state.tiles[usize::from(tile)].token = true;
                shots::reveal(run, tile);
            }
        }
        Verb::ExtraTurn => run.state.extra_turns = run.state.extra_turns.saturating_add(1),
        Verb::EndTurn => run.state.is_turn_over = true,
        Verb::Then
        | Verb::Prevent
        | Verb::ChangeAmount
        | Verb::Win
        | Verb::Lose
        | Verb::RollAgain => {}
    }
}

/// Who gets the kill for damage of an effect: the acting Adventurer, if the effect is an item's.
fn source(run: &Play<'_>, call: &Call) -> Thing {
    match call.context.host.of(Thing::CARD) {
        Some(card) if run.state.tile_of_monster(card).is_some() => call.context.host,
        Some(card) if run.state.zones.place(card) == super::state::DRAWN => {
            let is_used = run.rules.facts(run.state.def_of(card)).is_usable;
            if is_used { fight::figure(run.state.acting) } else { Thing::NONE }
        }
        Some(card) => run.state.bearer_of(card).map_or(Thing::NONE, fight::figure),
        None => Thing::NONE,
    }
}

/// Puts an Adventurer on another tile. Whoever comes to an item tile first draws its item; only
/// the active one meets a monster there at once, the others when their turn begins.
fn teleport(run: &mut Play<'_>, one: u8, tile: u8) {
    let before = std::mem::replace(&mut run.state.adventurer_mut(one).tile, tile);
    let has_come = before != tile;
    if one == run.state.active && run.state.fight.is_none() {
        run.push(Task::Arrive { who: one, has_come, has_fled: false });
    } else if has_come {
        if !run.state.is_guarded(tile) {
            turn::find_item(run, one);
        }
        turn::entered(run, one);
    }
}

fn item_verb(run: &mut Play<'_>, verb: Verb, thing: Thing, call: &Call) {
    let Some(item) = thing.of(Thing::CARD) else {
        return;
    };
    // What is just drawn or used is still with somebody, who may drop it or hand it on.
    let is_at_hand = run.state.zones.place(item) == super::state::DRAWN;
    let user = run.state.user_of(item).filter(|_| is_at_hand);
    let bearer = run.state.bearer_of(item).or(user);
    let is_ring = run.state.ring == Some(item);
    match (verb, bearer) {
        (Verb::Drop, Some(bearer)) => {
            let tile = run.state.adventurer(bearer).tile;
            run.state.zones.put_top(item, floor(tile));
        }
        (Verb::Steal, Some(_)) => {
            let taker = call.thing(run, 1);
            if let Some(taker) = adventurer(run.state, taker) {
                run.state.zones.put_top(item, inventory(taker));
                run.push(Task::Overfull { adventurer: taker });
            }
        }
        // The Ring cannot be destroyed.
        (Verb::Remove, Some(_)) if !is_ring => run.state.zones.put_top(item, NOWHERE),
        _ => return,
    }
    run.flow().touch();
}

/// Puts a monster on another tile. Who is there fights it when the next turn there begins.
fn prowl(run: &mut Play<'_>, thing: Thing, goal: Thing) {
    let Some(monster) = thing.of(Thing::CARD) else {
        return;
    };
    let is_guard = run.rules.facts(run.state.def_of(monster)).is_guard;
    let free = tile_of(run.state, goal).filter(|tile| !run.state.is_guarded(*tile));
    if let (false, Some(_), Some(tile)) = (is_guard, run.state.tile_of_monster(monster), free) {
        run.state.zones.put_top(monster, den(tile));
        run.flow().touch();
    }
}

fn banish(run: &mut Play<'_>, thing: Thing) {
    let Some(monster) = thing.of(Thing::CARD) else {
        return;
    };
    let is_guard = run.rules.facts(run.state.def_of(monster)).is_guard;
    if is_guard || run.state.tile_of_monster(monster).is_none() {
        return;
    }
    run.state.damage[usize::from(monster)] = 0;
    run.state.zones.put_bottom(monster, LAIR);
    run.gone(thing);
    run.flow().touch();
}
