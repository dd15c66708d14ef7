//! Shooting, and monsters that charge when they are shot at.

use super::actions::*;
use super::board::{NO_WAY, SIDES};
use super::content::{Bag, Facts};
use super::fight::{self, MONSTER_SEAT, figure};
use super::harm::{strike, strike_armoured};
use super::setup::MONSTERS;
use super::state::{DEAD, Fate, Foe, LAIR, Rush, State, Task, den, inventory};
use super::vocabulary::{Act, Event, Stat};
use super::{Play, roll};
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::zones::NOWHERE;
use cardwright_engine::core::{Look, Step, Thing};
use cardwright_engine::game::Choice;

/// The tiles that an Adventurer's shot with an item reaches.
fn reach(look: Look<'_, Bag>, me: u8, facts: &Facts) -> Vec<u8> {
    let far = look.stat(Stat::Reach, figure(me));
    look.state.seen(look.state.adventurer(me).tile, facts.range + far)
}

/// Lists the shots that an Adventurer may make.
pub(super) fn options(run: &mut Play<'_>, me: u8) {
    let one = *run.state.adventurer(me);
    if run.look().is_forbidden(Act::Shoot, figure(me)) {
        return;
    }
    for item in run.state.zones.cards(inventory(me)).to_vec() {
        let facts = run.rules.facts(run.state.def_of(item));
        if facts.range <= 0 || facts.cost > one.ap {
            continue;
        }
        for tile in reach(run.look(), me, facts) {
            targets(run, me, item, facts, tile);
        }
    }
}

fn targets(run: &mut Play<'_>, me: u8, item: u16, facts: &Facts, tile: u8) {
    let is_meant = |state: &State, monster: u16| {
        facts.against == NONE || facts.against == state.def_of(monster)
    };
    for monster in run.state.zones.cards(den(tile)).to_vec() {
        if is_meant(run.state, monster) {
            run.option(SHOOT, item, monster);
        }
    }
    if run.state.laid(tile).token && facts.against == NONE {
        run.option(SHOOT_TOKEN, item, u16::from(tile));
    }
    if run.state.options.competitive && run.state.is_ring_in_play && facts.against == NONE {
        let seat = run.state.adventurer(me).seat;
        for rival in run.state.on_tile(tile).collect::<Vec<_>>() {
            if run.state.adventurer(rival).seat != seat {
                run.option(SHOOT, item, RIVAL | u16::from(rival));
            }
        }
    }
}

/// Pays for a shot and deals its damage, against which nobody rolls.
///
/// The dice are rolled before an unrevealed monster is drawn: the shooter does not know it yet.
pub(super) fn shoot(run: &mut Play<'_>, me: u8, choice: Choice) {
    let item = choice.card;
    let facts = run.rules.facts(run.state.def_of(item));
    let (cost, dice, attack) = (facts.cost, facts.shot_dice, facts.attack);
    let one = run.state.adventurer_mut(me);
    one.ap -= cost;
    let seat = one.seat;
    run.state.show(item);
    let bonus = run.look().stat(Stat::ShotBonus, figure(me));
    let damage = roll(run, dice, seat, figure(me)).0 + bonus;
    if facts.is_consumable {
        run.state.zones.put_top(item, NOWHERE);
        run.flow().touch();
    }
    if choice.action == SHOOT && choice.extra & RIVAL != 0 {
        let rival = (choice.extra & !RIVAL) as u8;
        strike_armoured(run, figure(rival), figure(me), damage);
        return;
    }
    let monster = if choice.action == SHOOT_TOKEN {
        reveal(run, choice.extra as u8);
        run.state.zones.top(den(choice.extra as u8))
    } else {
        Some(choice.extra)
    };
    let Some(monster) = monster else {
        return;
    };
    run.push(Task::AfterShot { monster });
    let immune = run.rules.facts(run.state.def_of(monster)).attack;
    if immune & attack == 0 {
        strike_armoured(run, Thing::card(monster), figure(me), damage);
    }
}

/// Replaces the token of a tile by a monster from the bag, once per tile. An empty bag is first
/// refilled with dead monsters that nobody keeps as kills.
pub(super) fn reveal(run: &mut Play<'_>, tile: u8) {
    if !std::mem::take(&mut run.state.tiles[usize::from(tile)].token) {
        return;
    }
    if run.state.zones.top(LAIR).is_none() {
        run.state.zones.move_all(DEAD, LAIR);
        run.state.zones.shuffle(LAIR, &mut run.state.flow.luck.rng, MONSTERS);
    }
    let Some(monster) = run.state.zones.draw(LAIR, den(tile)) else {
        return;
    };
    run.state.damage[usize::from(monster)] = 0;
    run.flow().touch();
    run.note(|look| format!("{} was waiting there", super::name_of(look, Thing::card(monster))));
    run.raise(Event::Revealed, &[Thing::card(monster).bits()]);
}

/// Makes a monster that survived a shot charge, if that option is played. The guard of the Exit
/// never moves.
pub(super) fn after_shot(run: &mut Play<'_>, monster: u16) {
    let is_guard = run.rules.facts(run.state.def_of(monster)).is_guard;
    if !run.state.options.rush || is_guard || run.state.tile_of_monster(monster).is_none() {
        return;
    }
    let steps =
        roll(run, run.rules.numbers.charge_dice, MONSTER_SEAT, Thing::card(monster)).0 as u8;
    run.state.rush = Some(Rush { monster, steps, shooter: run.state.active });
    run.push(Task::Charge);
}

/// Lists the next steps of a charge along a shortest way; the shooter chooses among them.
pub(super) fn publish_charge(run: &mut Play<'_>) -> Step {
    let Some(rush) = run.state.rush else {
        return Step::Done;
    };
    let shooter = *run.state.adventurer(rush.shooter);
    let tile = run.state.tile_of_monster(rush.monster);
    let (Some(tile), true, true) = (tile, rush.steps > 0, shooter.fate == Fate::Inside) else {
        run.state.rush = None;
        return Step::Done;
    };
    let steps = run.state.distances(shooter.tile, |_| false);
    let here = steps[usize::from(tile)];
    if here == 0 || here == NO_WAY {
        run.state.rush = None;
        return Step::Done;
    }
    for side in SIDES {
        let next = run.state.next_tile(tile, side);
        if next.is_some_and(|next| steps[usize::from(next)] + 1 == here) {
            run.option(CHARGE, u16::from(side), 0);
        }
    }
    Step::decide(shooter.seat, "charge")
}

/// Moves the charging monster one step. Everybody on that tile is hurt at once, without armour.
pub(super) fn charge(run: &mut Play<'_>, choice: Choice) {
    let Some(mut rush) = run.state.rush else {
        return;
    };
    let tile = run.state.tile_of_monster(rush.monster);
    let next = tile.and_then(|tile| run.state.next_tile(tile, choice.card as u8));
    let Some(next) = next else {
        return;
    };
    run.state.zones.put_top(rush.monster, den(next));
    rush.steps -= 1;
    run.state.rush = Some(rush);
    let is_there = run.state.adventurer(rush.shooter).tile == next;
    run.push(if is_there { Task::FreeTag } else { Task::Charge });
    for struck in run.state.on_tile(next).collect::<Vec<_>>() {
        let amount =
            roll(run, run.rules.numbers.charge_dice, MONSTER_SEAT, Thing::card(rush.monster)).0;
        strike(run, figure(struck), Thing::card(rush.monster), amount);
    }
}

/// Lets the shooter name one helper on the tile that the charging monster has reached.
pub(super) fn publish_free_tag(run: &mut Play<'_>) -> Step {
    let Some(rush) = run.state.rush else {
        return Step::Done;
    };
    let tile = run.state.tile_of_monster(rush.monster);
    let shooter = *run.state.adventurer(rush.shooter);
    if shooter.fate != Fate::Inside || tile != Some(shooter.tile) {
        run.state.rush = None;
        return Step::Done;
    }
    let others: Vec<u8> =
        run.state.on_tile(shooter.tile).filter(|one| *one != rush.shooter).collect();
    if others.is_empty() {
        corner(run, None);
        return Step::Done;
    }
    for other in others {
        run.option(TAG, u16::from(other), 0);
    }
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(shooter.seat, "help")
}

/// Begins the fight with a monster that charged. Nobody can escape from it, and the helper can
/// neither refuse nor pays anything.
pub(super) fn corner(run: &mut Play<'_>, partner: Option<u8>) {
    let Some(rush) = run.state.rush.take() else {
        return;
    };
    fight::start(run, rush.shooter, Foe::Monster(rush.monster), true);
    if let Some(fight) = &mut run.state.fight {
        fight.partners[0] = partner;
    }
}
