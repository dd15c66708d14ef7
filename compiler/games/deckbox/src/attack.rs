//! Attacks: targets, dice, hits, criticals and defence.

use super::actions::AIM;
use super::content::Deckbox;
use super::plan::NOWHERE;
use super::state::{Attack, FIRST_ENEMY, MAX_TARGETS, State, Task, USED, is_enemy};
use super::vocabulary::{Act, Event, Mark, Stat, Window};
use super::{Play, harm, name_of};
use cardwright_engine::board::Squares;
use cardwright_engine::core::dice::{Excess, NUMBER, Pool};
use cardwright_engine::core::{Look, Step, Thing};

/// The stream of random numbers for the enemies' dice, after those of the players' seats.
const ENEMY_SEAT: u8 = 7;
/// Stands for the item of an attack that is made without one.
pub(super) const NO_ITEM: u16 = u16::MAX;

/// The seat whose dice a figure rolls.
fn seat_of(state: &State, figure: u16) -> u8 {
    if is_enemy(figure) { ENEMY_SEAT } else { state.hero(figure as u8).seat }
}

/// Throws plain dice. Returns what each shows, and how many there are.
pub(super) fn throw(run: &mut Play<'_>, count: i32, figure: u16) -> ([i8; MAX_TARGETS], usize) {
    if count > MAX_TARGETS as i32 {
        run.refuse(Excess::Dice { count: count as usize, most: MAX_TARGETS });
    }
    let count = count.clamp(0, MAX_TARGETS as i32);
    let pool = Pool::of(run.rules.dice.plain, count);
    let seat = seat_of(run.state, figure);
    let roll = run.throw(&pool, seat, Thing::figure(figure));
    let mut shown = [0; MAX_TARGETS];
    let faces = &run.code.dice.dice[usize::from(run.rules.dice.plain)].faces;
    for (place, thrown) in shown.iter_mut().zip(roll.dice()) {
        *place = faces[usize::from(thrown.face)][usize::from(NUMBER)];
    }
    (shown, roll.dice().len())
}

/// Whether a figure may make a melee or ranged attack now, if there is a target.
pub(super) fn may_attack(look: Look<'_, Deckbox>, figure: u16, is_ranged: bool) -> bool {
    let thing = Thing::figure(figure);
    let (dice, act) = match is_ranged {
        true => (Stat::RangedDice, Act::Ranged),
        false => (Stat::MeleeDice, Act::Melee),
    };
    look.stat(dice, thing) >= 1
        && !look.is_forbidden(Act::Attack, thing)
        && !look.is_forbidden(act, thing)
}

/// Calls the visitor for every figure that a figure could attack from a space.
pub(super) fn targets(
    look: Look<'_, Deckbox>,
    figure: u16,
    from: u16,
    is_ranged: bool,
    visitor: &mut dyn FnMut(u16),
) {
    let state = look.state;
    if from == NOWHERE {
        return;
    }
    let plan = &state.plan;
    let thing = Thing::figure(figure);
    let others = match is_enemy(figure) {
        true => 0..state.heroes.len() as u16,
        false => FIRST_ENEMY..FIRST_ENEMY + state.enemies.len() as u16,
    };
    let diagonal = !is_ranged && look.has_mark(Mark::Diagonal, thing);
    let mut screen = None;
    for other in others {
        let to = state.square_of(other);
        if to == NOWHERE {
            continue;
        }
        if !is_ranged {
            if plan.touches(from, to, diagonal) {
                visitor(other);
            }
            continue;
        }
        if !plan.may_aim(from, to) {
            continue;
        }
        let screen = screen.get_or_insert_with(|| match look.has_mark(Mark::Keen, thing) {
            true => Squares::EMPTY,
            false => state.screen(figure),
        });
        if plan.can_aim(from, to, screen, state.lying) {
            visitor(other);
        }
    }
}

/// Begins an attack. With Barrage its further dice are aimed one by one; then all are rolled.
pub(super) fn start(run: &mut Play<'_>, attack: Attack) {
    run.state.attack = Some(attack);
    let attacker = Thing::figure(attack.attacker);
    run.push(Task::EndAttack);
    run.push(Task::Roll);
    if attack.is_weapon && run.look().has_mark(Mark::Spread, attacker) {
        match is_enemy(attack.attacker) {
            true => deal_out(run),
            false => run.push(Task::Aim),
        }
    }
    let target = Thing::figure(attack.targets[0]);
    run.note(|look| format!("{} attacks {}", name_of(look, attacker), name_of(look, target)));
    run.raise(Event::Attacks, &[attacker.bits(), target.bits()]);
}

/// Aims the dice of an enemy with Barrage: they go round among the heroes that it can attack,
/// beginning with the one it has chosen.
fn deal_out(run: &mut Play<'_>) {
    let Some(mut attack) = run.state.attack else {
        return;
    };
    let from = run.state.square_of(attack.attacker);
    let mut others = Vec::new();
    targets(run.look(), attack.attacker, from, attack.is_ranged, &mut |target| {
        others.push(target);
    });
    let first = attack.targets[0];
    others.retain(|other| *other != first);
    others.sort_by_key(|other| super::enemies::rank(run.look(), attack.attacker, *other));
    others.insert(0, first);
    attack.count = dice(run.look(), &attack).max(1) as u8;
    for (die, aimed) in attack.targets.iter_mut().enumerate().take(usize::from(attack.count)) {
        *aimed = others[die % others.len()];
    }
    run.state.attack = Some(attack);
}

/// An attack with a hero's equipment or an enemy's own weapon.
pub(super) fn with_weapon(attacker: u16, target: u16, is_ranged: bool) -> Attack {
    let mut targets = [u16::MAX; MAX_TARGETS];
    targets[0] = target;
    Attack {
        attacker,
        is_ranged,
        is_weapon: true,
        dice: 0,
        bonus: 0,
        item: NO_ITEM,
        targets,
        count: 1,
        hits: [0; MAX_TARGETS],
        criticals: [0; MAX_TARGETS],
    }
}

/// How many dice an attack has.
fn dice(look: Look<'_, Deckbox>, attack: &Attack) -> i32 {
    let thing = Thing::figure(attack.attacker);
    let dice = match (attack.is_weapon, attack.is_ranged) {
        (false, _) => attack.dice,
        (true, true) => look.stat(Stat::RangedDice, thing),
        (true, false) => look.stat(Stat::MeleeDice, thing),
    };
    dice.clamp(0, MAX_TARGETS as i32)
}

/// Asks at whom the next die of an attack with Barrage is aimed.
pub(super) fn publish_aim(run: &mut Play<'_>) -> Step {
    let Some(attack) = run.state.attack else {
        return Step::Done;
    };
    if i32::from(attack.count) >= dice(run.look(), &attack) {
        return Step::Done;
    }
    let from = run.state.square_of(attack.attacker);
    let mut found = Vec::new();
    targets(run.look(), attack.attacker, from, attack.is_ranged, &mut |target| found.push(target));
    // If there is only one target, all dice are aimed at it.
    if found.len() < 2 {
        return Step::Done;
    }
    for target in found {
        run.option(AIM, target, 0);
    }
    Step::decide(seat_of(run.state, attack.attacker), "aim")
}

/// Aims the next die.
pub(super) fn aim(run: &mut Play<'_>, target: u16) {
    if let Some(attack) = &mut run.state.attack
        && usize::from(attack.count) < MAX_TARGETS
    {
        attack.targets[usize::from(attack.count)] = target;
        attack.count += 1;
    }
    run.push(Task::Aim);
}

/// Rolls the dice of the attack. A hero gains energy for each hit, even if it is blocked later.
pub(super) fn roll(run: &mut Play<'_>) {
    let Some(mut attack) = run.state.attack else {
        return;
    };
    let attacker = Thing::figure(attack.attacker);
    let is_hero = !is_enemy(attack.attacker);
    if run.state.square_of(attack.attacker) == NOWHERE {
        return;
    }
    let look = run.look();
    let count = dice(look, &attack);
    let stat = if attack.is_ranged { Stat::RangedMod } else { Stat::MeleeMod };
    let modifier = look.stat(stat, attacker) + attack.bonus;
    let needed = look.stat(Stat::Needed, attacker);
    let (shown, thrown) = throw(run, count, attack.attacker);
    let mut hits = 0;
    for (die, shown) in shown.iter().enumerate().take(thrown) {
        let aimed = die.min(usize::from(attack.count.max(1)) - 1);
        let target = attack.targets[aimed];
        let first = attack.targets.iter().position(|other| *other == target).unwrap_or(0);
        // Only heroes hit critically, and then even with a negative modifier.
        let is_critical = is_hero && i32::from(*shown) >= run.rules.numbers.critical;
        if is_critical || i32::from(*shown) + modifier >= needed {
            hits += 1;
            attack.hits[first] += 1;
            attack.criticals[first] += i8::from(is_critical);
        }
    }
    run.state.attack = Some(attack);
    run.note(|look| {
        let name = name_of(look, attacker);
        match hits {
            0 => format!("{name} misses"),
            1 => format!("{name} hits once"),
            2 => format!("{name} hits twice"),
            more => format!("{name} hits {more} times"),
        }
    });
    if is_hero && hits > 0 && !run.look().is_forbidden(Act::GainEnergy, attacker) {
        let most = run.look().stat(Stat::EnergyLimit, attacker);
        let hero = run.state.hero_mut(attack.attacker as u8);
        hero.energy = (hero.energy + hits.min(most.max(0))).min(999);
    }
    for place in (0..attack.count).rev() {
        if attack.hits[usize::from(place)] > 0 {
            run.push(Task::Defend { place });
        }
    }
}

/// Lets a target block its hits and damages it by the rest. Critical hits cannot be blocked.
pub(super) fn defend(run: &mut Play<'_>, place: u8) {
    let Some(attack) = run.state.attack else {
        return;
    };
    let place = usize::from(place);
    let (target, attacker) = (attack.targets[place], Thing::figure(attack.attacker));
    if run.state.square_of(target) == NOWHERE {
        return;
    }
    let (hits, criticals) = (i32::from(attack.hits[place]), i32::from(attack.criticals[place]));
    let piercing = run.look().stat(Stat::Piercing, attacker);
    let blocked = block(run, target, hits - criticals, piercing);
    let through = hits - blocked;
    let each = run.look().stat(Stat::HitDamage, attacker);
    harm::damage(run, Thing::figure(target), attacker, through * each.max(0));
}

/// Rolls a defence die for each hit and returns how many are blocked.
fn block(run: &mut Play<'_>, figure: u16, hits: i32, piercing: i32) -> i32 {
    if hits <= 0 {
        return 0;
    }
    let look = run.look();
    let thing = Thing::figure(figure);
    let modifier = look.stat(Stat::DefenceMod, thing) - piercing;
    let needed = look.stat(Stat::Needed, thing);
    let (shown, thrown) = throw(run, hits, figure);
    let blocked = shown.iter().take(thrown).filter(|die| i32::from(**die) + modifier >= needed);
    let blocked = blocked.count() as i32;
    if blocked > 0 {
        run.note(|look| format!("{} blocks {blocked}", name_of(look, thing)));
    }
    blocked
}

/// Deals hits that do not come from an attack. They can be blocked too.
pub(super) fn take_hits(run: &mut Play<'_>, figure: u16, hits: i32, by: Thing) {
    if run.state.square_of(figure) == NOWHERE {
        return;
    }
    let blocked = block(run, figure, hits, 0);
    harm::damage(run, Thing::figure(figure), by, hits - blocked);
}

/// Ends the attack and discards a thrown item that is used up.
pub(super) fn end(run: &mut Play<'_>) {
    run.expire(Window::Attack, None);
    if let Some(attack) = run.state.attack.take()
        && attack.item != NO_ITEM
        && run.rules.facts(run.state.def_of(attack.item)).is_single
    {
        run.state.zones.put_top(attack.item, USED);
        run.flow().touch();
    }
}
