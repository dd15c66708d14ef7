//! What effects of cards do.

use super::content::{Explore, Sort};
use super::state::{ADVENTURE, Task, bit};
use super::vocabulary::{Stat, Verb};
use super::{Play, damage, loot, moves, tracks};
use cardwright_engine::board::Shift;
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::dice::MAX_SURE;
use cardwright_engine::core::{Call, Thing};
use cardwright_engine::skirmish::Shown;

/// The most that one effect draws, summons or moves.
const MOST: i32 = 20;

/// The figure that a thing is.
pub(super) fn figure_of(run: &Play<'_>, thing: Thing) -> Option<u16> {
    thing.of(Thing::FIGURE).filter(|figure| usize::from(*figure) < run.state.figures.len())
}

/// The model that a text is about: the adventure effects are about the boss, once it has come.
fn anchor(run: &Play<'_>, host: Thing) -> Thing {
    let boss = run.state.figures.get(usize::from(run.state.last_enemy));
    let is_there = boss.is_some_and(|boss| boss.at.is_some());
    if host.is(ADVENTURE) && is_there { Thing::figure(run.state.last_enemy) } else { host }
}

pub(super) fn perform(run: &mut Play<'_>, verb: Verb, call: Call) {
    let count = |run: &Play<'_>, place| call.number_or(run, place, 1).clamp(0, MOST);
    match verb {
        Verb::DrawLoot | Verb::DrawTreasure => {
            let treasure = verb == Verb::DrawTreasure;
            for _ in 0..count(run, 0) {
                run.push(Task::Draw { treasure, chest: NONE });
            }
        }
        Verb::Fetch => loot::fetch(run, call.thing(run, 0)),
        Verb::GainSkulls => run.state.skulls += count(run, 0),
        Verb::AdvancePower => {
            let by = count(run, 0);
            tracks::advance_power(run, by);
        }
        Verb::AdvanceLoot => {
            let by = count(run, 0);
            tracks::advance_loot(run, by);
        }
        Verb::Resurrect => run.push(Task::Resurrect { seat: call.context.seat }),
        Verb::Summon => {
            let def = run.args(&call).number(0) as DefId;
            let count = count(run, 1) as u8;
            let host = anchor(run, call.context.host).of(Thing::FIGURE);
            let host = host.or_else(|| {
                let mut points = run.state.present().filter(|(_, figure)| figure.is_point());
                points.next().map(|(place, _)| place)
            });
            let is_monster = run.rules.facts(def).sort == Sort::Monster;
            if let (Some(beside), true) = (host, is_monster) {
                run.push(Task::Summon { beside, def, count });
            }
        }
        _ => {
            let thing = call.thing(run, 0);
            if let Some(figure) = figure_of(run, thing)
                && run.state.figure(figure).at.is_some()
            {
                on_figure(run, verb, &call, figure);
            }
        }
    }
}

/// Verbs about a model on the map.
fn on_figure(run: &mut Play<'_>, verb: Verb, call: &Call, figure: u16) {
    let number = |run: &Play<'_>| call.number_or(run, 1, 1).clamp(0, 99);
    match verb {
        Verb::Wound => {
            let quiet = run.args(call).truth(2);
            let by = figure_of(run, call.context.host).unwrap_or(NONE);
            let count = number(run);
            damage::propose(run, figure, by, count, (quiet, false));
        }
        Verb::Heal => {
            let count = number(run);
            damage::heal(run, figure, count);
        }
        Verb::GiveStatus => {
            if let Some(status) = run.args(call).value(1) {
                damage::give_status(run, figure, status);
            }
        }
        Verb::RemoveStatus => {
            let statuses = run.args(call).set(1);
            damage::take_statuses(run, figure, statuses);
        }
        Verb::Remedy => damage::take_statuses(run, figure, u64::MAX),
        Verb::Cure => {
            let left = number(run) as u8;
            run.push(Task::Cure { figure, left, seat: run.state.figure(figure).seat });
        }
        Verb::GainPotion | Verb::LosePotion => {
            let limit = run.look().stat(Stat::PotionLimit, Thing::figure(figure));
            let by = if verb == Verb::GainPotion { number(run) } else { -number(run) };
            let one = run.state.figure_mut(figure);
            if one.is_hero() {
                one.potions = (one.potions + by).clamp(0, limit.max(one.potions));
            }
        }
        Verb::GainActions | Verb::LoseActions | Verb::GainSpeed => {
            let by = number(run);
            if run.state.active == Some(figure) {
                match verb {
                    Verb::GainActions => run.state.spent.actions -= by,
                    Verb::LoseActions => run.state.spent.actions += by,
                    _ => run.state.spent.squares -= by,
                }
            }
        }
        Verb::Compel | Verb::Pull | Verb::Push => {
            let shift = match verb {
                Verb::Compel => Shift::Compel,
                Verb::Pull => Shift::Pull,
                _ => Shift::Push,
            };
            let squares = number(run) as u8;
            let by = (anchor(run, call.context.host), call.context.seat);
            moves::push_shift(run, figure, by, (shift, squares));
        }
        Verb::Teleport => {
            let squares = number(run) as u8;
            run.push(Task::Teleport { figure, squares, seat: call.context.seat });
        }
        Verb::Exchange => {
            let other = call.thing(run, 1);
            if let Some(other) = figure_of(run, other) {
                moves::exchange(run, figure, other);
            }
        }
        Verb::ActAgain => {
            let one = run.state.figure_mut(figure);
            one.activations = one.activations.saturating_sub(1);
        }
        Verb::Reroll => {
            let count = number(run) as usize;
            reroll(run, figure, count);
        }
        Verb::AddStars => {
            let count =
                call.number_or(run, 1, 0).clamp(i32::from(-MAX_SURE), i32::from(MAX_SURE)) as i16;
            let star = run.rules.symbols.star;
            if let Some(attack) = &mut run.state.attack {
                let roll = if attack.user == figure && !attack.is_defended {
                    &mut attack.attack_roll
                } else if attack.current == figure && attack.is_defended {
                    &mut attack.defense_roll
                } else {
                    return;
                };
                let bonus = &mut roll.bonus[usize::from(star)];
                *bonus = bonus.saturating_add(count);
            }
        }
        _ => {}
    }
}

/// Throws the worst dice of a model's current roll again.
fn reroll(run: &mut Play<'_>, figure: u16, count: usize) {
    let Some(attack) = run.state.attack else {
        return;
    };
    let is_attacker = attack.user == figure && attack.is_rolled && attack.beaten == 0;
    let is_defender = attack.current == figure && attack.is_defended;
    let mut roll = match () {
        () if is_attacker => attack.attack_roll,
        () if is_defender => attack.defense_roll,
        () => return,
    };
    let (code, symbols) = (run.code, run.rules.symbols);
    let stream =
        <Explore as cardwright_engine::core::Rules>::dice_stream(run.state.figure(figure).seat);
    run.state.flow.luck.thrower = run.state.figure(figure).def;
    let luck = &mut run.state.flow.luck;
    symbols.reroll_worst(&mut roll, count, &code.dice, |roll, place| {
        roll.reroll(place, &code.dice, luck, stream)
    });
    if let Some(attack) = &mut run.state.attack {
        if is_attacker {
            attack.attack_roll = roll;
        } else {
            attack.defense_roll = roll;
        }
    }
}

/// What the attack roll or the latest defense roll shows.
pub(super) fn shown(rules: &Explore, state: &super::state::State, of_attack: bool) -> Shown {
    let Some(attack) = &state.attack else {
        return Shown::default();
    };
    let (roll, is_there) = if of_attack {
        (&attack.attack_roll, attack.is_rolled)
    } else {
        (&attack.defense_roll, attack.is_defended)
    };
    if is_there { rules.symbols.count(roll, &rules.code.dice) } else { Shown::default() }
}

/// Whether a figure is among a set.
pub(super) fn is_in(figures: u128, figure: u16) -> bool {
    figures & bit(figure) != 0
}
