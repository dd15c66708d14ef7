//! What effects of cards and quests do.

use super::attack::{self, NO_ITEM, with_weapon};
use super::plan::NOWHERE;
use super::setup::ITEMS;
use super::state::{
    Attack, DECK, NOBODY, QUEST, SHOP, State, Task, USED, bag, enemy_of, figure_of, hero_of,
};
use super::vocabulary::{Event, Mark, Verb};
use super::{Play, harm, items, moves, story, turn};
use cardwright_engine::core::code::DefId;
use cardwright_engine::core::{Call, Thing};

/// The most that trackers count.
const MOST: i32 = 999;

pub(super) fn perform(run: &mut Play<'_>, verb: Verb, call: Call) {
    // The first argument of these is no figure.
    let thing = match verb {
        Verb::Say | Verb::Spawn => Thing::NONE,
        _ => call.thing(run, 0),
    };
    let count = |run: &Play<'_>| call.number_or(run, 1, 1).clamp(0, MOST);
    match verb {
        Verb::Damage => {
            let (amount, by) = (count(run), source(run.state, &call));
            harm::damage(run, thing, by, amount);
        }
        Verb::Hit => {
            let (hits, by) = (count(run).min(12), source(run.state, &call));
            if let Some(figure) = figure_of(run.state, thing) {
                let by = by.of(Thing::FIGURE).unwrap_or(u16::MAX);
                run.push(Task::Hits { figure, count: hits as u8, by });
            }
        }
        Verb::Heal => harm::heal(run, thing, count(run)),
        Verb::GainEnergy | Verb::LoseEnergy | Verb::GainTreasure | Verb::LoseTreasure => {
            track(run, verb, thing, count(run));
        }
        Verb::GainAction => {
            let count = count(run);
            if let Some(hero) = hero_of(run.state, thing) {
                let actions = &mut run.state.hero_mut(hero).actions;
                *actions = (*actions + count).min(9);
            }
        }
        Verb::GainMovement => {
            let count = count(run);
            match hero_of(run.state, thing) {
                Some(hero) if hero == run.state.active => {
                    run.state.moves = (run.state.moves + count).min(99);
                }
                // A hero who is not active keeps the movement for the next activation.
                Some(hero) => {
                    let one = run.state.hero_mut(hero);
                    one.moves_later = (one.moves_later + count).clamp(0, 99);
                }
                None => {}
            }
        }
        Verb::Stun => {
            let is_steady = run.look().has_mark(Mark::Steady, thing);
            let stun_proof = run.rules.numbers.stun_proof;
            if let Some(enemy) = enemy_of(run.state, thing).filter(|_| !is_steady) {
                let enemy = &mut run.state.enemies[usize::from(enemy)];
                enemy.is_stunned |= Some(enemy.threat) != stun_proof;
            }
        }
        Verb::Check => {
            let skill = run.args(&call).value(1).unwrap_or(0) as u8;
            let required = call.number_or(run, 2, 1);
            if let Some(hero) = hero_of(run.state, thing) {
                story::make_check(run, hero, skill, required);
                run.raise(Event::Checked, &[thing.bits()]);
            }
        }
        Verb::Attack => attack_verb(run, &call, thing),
        Verb::Spawn => spawn(run, &call),
        Verb::Remove => {
            if let Some(enemy) = enemy_of(run.state, thing)
                && run.state.enemies[usize::from(enemy)].square != NOWHERE
            {
                harm::remove(run, enemy);
            }
        }
        Verb::Send => send(run, &call, thing),
        Verb::Push => {
            let (from, spaces) = (call.thing(run, 1), call.number_or(run, 2, 1));
            let both = (figure_of(run.state, thing), figure_of(run.state, from));
            if let (Some(figure), Some(from)) = both {
                moves::push(run, figure, from, spaces);
            }
        }
        Verb::Exchange => {
            let other = call.thing(run, 1);
            let both = (figure_of(run.state, thing), figure_of(run.state, other));
            if let (Some(figure), Some(other)) = both {
                exchange(run, figure, other);
            }
        }
        Verb::ActAgain => {
            if let Some(hero) = hero_of(run.state, thing) {
                turn::act_again(run, hero);
            }
        }
        Verb::Fetch => {
            let taker = hero_of(run.state, call.thing(run, 1));
            if let (Some(item), Some(taker)) = (thing.of(Thing::CARD), taker) {
                let place = run.state.zones.place(item);
                if place == DECK || place == SHOP {
                    run.state.zones.put_top(item, bag(taker));
                    run.flow().touch();
                }
                match place {
                    DECK => run.state.zones.shuffle(DECK, &mut run.state.flow.luck.rng, ITEMS),
                    SHOP => items::fill_shop(run),
                    _ => {}
                }
            }
        }
        Verb::GiveItem => {
            let args = run.args(&call);
            let wanted = args.given(1).then(|| args.number(1) as DefId);
            if let Some(hero) = hero_of(run.state, thing) {
                items::gain(run, hero, wanted);
            }
        }
        Verb::Discard => {
            if let Some(card) = thing.of(Thing::CARD)
                && (run.state.bearer_of(card).is_some() || run.state.zones.place(card) == SHOP)
            {
                run.state.zones.put_top(card, USED);
                run.flow().touch();
                items::fill_shop(run);
            }
        }
        Verb::Say => {
            let story = run.args(&call).text(0).unwrap_or_default().to_owned();
            run.note(|_| story);
        }
        Verb::Then
        | Verb::Prevent
        | Verb::ChangeAmount
        | Verb::Win
        | Verb::Lose
        | Verb::RollAgain => {}
    }
}

/// Who gets the treasure for damage of an effect: the figure whose card the effect is on.
fn source(state: &State, call: &Call) -> Thing {
    figure_of(state, call.context.host).map_or(Thing::NONE, Thing::figure)
}

/// Two figures change places.
fn exchange(run: &mut Play<'_>, one: u16, other: u16) {
    let (here, there) = (run.state.square_of(one), run.state.square_of(other));
    if one != other && here != NOWHERE && there != NOWHERE {
        run.state.put(one, NOWHERE);
        run.state.put(other, here);
        run.state.put(one, there);
        run.flow().touch();
    }
}

fn track(run: &mut Play<'_>, verb: Verb, thing: Thing, count: i32) {
    let Some(hero) = hero_of(run.state, thing) else {
        return;
    };
    let hero = run.state.hero_mut(hero);
    let track = match verb {
        Verb::GainEnergy | Verb::LoseEnergy => &mut hero.energy,
        _ => &mut hero.treasure,
    };
    let gains = matches!(verb, Verb::GainEnergy | Verb::GainTreasure);
    *track = (*track + if gains { count } else { -count }).clamp(0, MOST);
}

/// Makes an attack with an ability: it has dice of its own and the hero's own modifier.
fn attack_verb(run: &mut Play<'_>, call: &Call, target: Thing) {
    let (dice, bonus) = (call.number_or(run, 1, 1), call.number_or(run, 2, 0));
    let by = match run.args(call).given(3) {
        true => call.thing(run, 3),
        false => call.context.host,
    };
    let acting = (run.state.acting != NOBODY).then(|| u16::from(run.state.acting));
    let both = (figure_of(run.state, by).or(acting), figure_of(run.state, target));
    let (Some(attacker), Some(attacked)) = both else {
        return;
    };
    let is_there = [attacker, attacked].iter().all(|one| run.state.square_of(*one) != NOWHERE);
    if run.state.attack.is_none() && is_there && attacker != attacked {
        let attack = with_weapon(attacker, target.id(), true);
        attack::start(run, Attack { is_weapon: false, dice, bonus, item: NO_ITEM, ..attack });
    }
}

/// The room whose map card is named.
pub(super) fn room_of_tile(run: &Play<'_>, tile: DefId) -> Option<u8> {
    run.rules.room(run.state, tile)
}

fn spawn(run: &mut Play<'_>, call: &Call) {
    let args = run.args(call);
    let die = args.number(0) as u8;
    let shows = args.given(1).then(|| args.number(1));
    let room = match args.given(2) {
        true => room_of_tile(run, args.number(2) as DefId),
        false => here(run, call),
    };
    let lies = |room: &u8| run.state.lying >> room & 1 == 1;
    if let Some(room) = room.filter(lies)
        && run.rules.dice.threats.contains(&die)
    {
        story::spawn(run, die, shows, room);
    }
}

/// The room of the figure whose card the effect is on, or of the acting hero.
fn here(run: &Play<'_>, call: &Call) -> Option<u8> {
    let host = call.context.host;
    if let Some(room) = host.of(Thing::TILE) {
        return Some(room as u8);
    }
    let figure = match host.is(QUEST) {
        false => figure_of(run.state, host),
        true => None,
    };
    let acting = (run.state.acting != NOBODY).then(|| u16::from(run.state.acting));
    let square = run.state.square_of(figure.or(acting)?);
    let rooms = run.state.plan.rooms.get(usize::from(square))?;
    rooms.iter().copied().find(|room| *room < 32 && run.state.lying >> room & 1 == 1)
}

/// Puts a hero on the point of interest of a tile, or as near as possible.
fn send(run: &mut Play<'_>, call: &Call, thing: Thing) {
    let tile = run.args(call).number(1) as DefId;
    let room = room_of_tile(run, tile).filter(|room| run.state.lying >> room & 1 == 1);
    let (Some(figure), Some(room)) = (figure_of(run.state, thing), room) else {
        return;
    };
    let poi = run.state.plan.poi[usize::from(room)];
    let first = run.state.plan.spaces[usize::from(room)].first().copied();
    let centre = if poi == NOWHERE { first } else { Some(poi) };
    let here = run.state.square_of(figure);
    let square = centre.and_then(|centre| moves::nearest_free(run.state, centre, Some(here)));
    // Who is there already stays, so that to be sent in answer to a step comes to an end.
    if let Some(square) = square.filter(|square| here != NOWHERE && *square != here) {
        if run.state.active == figure as u8 {
            run.state.path.clear();
        }
        moves::step(run, figure, square);
    }
}

/// The items that a hero carries, first bought first.
pub(super) fn carried(state: &State, hero: u8) -> &[u16] {
    state.zones.cards(bag(hero))
}
