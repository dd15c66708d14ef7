//! Damage, defeat, and heroes who are downed.

use super::plan::NOWHERE;
use super::state::{NOBODY, Task, enemy_figure, enemy_of, figure_of, hero_of};
use super::vocabulary::Event;
use super::{Play, name_of};
use cardwright_engine::core::Thing;
use cardwright_engine::core::dice::{NUMBER, Pool};

/// Proposes damage to a figure; effects may change or prevent it.
pub(super) fn damage(run: &mut Play<'_>, victim: Thing, by: Thing, amount: i32) {
    if amount > 0 && figure_of(run.state, victim).is_some() {
        let bound = [victim.bits(), by.bits(), amount];
        run.propose(Some(Event::WouldDamage), Some(Event::Damaged), &bound, Task::Damage);
    }
}

/// Takes the health that damage costs. Returns `false` if the victim could not be damaged.
pub(super) fn hurt(run: &mut Play<'_>, victim: Thing, by: Thing, amount: i32) -> bool {
    let Some(figure) = figure_of(run.state, victim) else {
        return false;
    };
    if amount <= 0 || run.state.square_of(figure) == NOWHERE {
        return false;
    }
    run.note(|look| format!("{} takes {amount} damage", name_of(look, victim)));
    if let Some(hero) = hero_of(run.state, victim) {
        let one = run.state.hero_mut(hero);
        one.health -= amount;
        if one.health <= 0 {
            run.push(Task::Fall { hero });
        }
        return true;
    }
    if let Some(enemy) = enemy_of(run.state, victim) {
        let one = &mut run.state.enemies[usize::from(enemy)];
        one.health -= amount;
        if one.health <= 0 {
            run.push(Task::Defeat { enemy, by });
        }
    }
    true
}

/// Defeats an enemy. The hero who did it rolls the enemy's die for treasure.
pub(super) fn defeat(run: &mut Play<'_>, enemy: u8, by: Thing) {
    let one = run.state.enemies[usize::from(enemy)];
    if one.health > 0 || one.square == NOWHERE {
        return;
    }
    let victim = Thing::figure(enemy_figure(enemy));
    if let Some(hero) = hero_of(run.state, by) {
        let seat = run.state.hero(hero).seat;
        let roll = run.throw(&Pool::of(one.die, 1), seat, by);
        let treasure = roll.total(NUMBER, &run.code.dice);
        let gained = run.state.hero_mut(hero);
        gained.treasure = (gained.treasure + treasure).min(999);
        run.note(|look| format!("{} falls and leaves {treasure} treasure", name_of(look, victim)));
    }
    // Raised before the enemy leaves the map, so that its own card can still react.
    run.raise(Event::Defeated, &[victim.bits(), by.bits()]);
    remove(run, enemy);
}

/// Takes an enemy off the map.
pub(super) fn remove(run: &mut Play<'_>, enemy: u8) {
    let figure = enemy_figure(enemy);
    run.state.put(figure, NOWHERE);
    run.state.enemies[usize::from(enemy)].health = 0;
    run.gone(Thing::figure(figure));
    run.flow().touch();
}

/// Lets effects save a hero without health before the hero is downed. A saved hero has at least
/// one health.
pub(super) fn fall(run: &mut Play<'_>, hero: u8) {
    let one = run.state.hero_mut(hero);
    if one.health > 0 || one.square == NOWHERE {
        return;
    }
    // The health of a hero whom an effect saves; `down` sets it to 0.
    one.health = 1;
    let bound = [Thing::figure(u16::from(hero)).bits()];
    run.propose(Some(Event::WouldFall), Some(Event::Downed), &bound, Task::Down);
}

/// Downs a hero, who leaves the map but keeps all items.
pub(super) fn down(run: &mut Play<'_>, hero: u8) {
    let thing = Thing::figure(u16::from(hero));
    run.note(|look| format!("{} is downed", name_of(look, thing)));
    run.state.hero_mut(hero).health = 0;
    run.state.put(u16::from(hero), NOWHERE);
    if run.state.active == hero {
        run.state.moves = 0;
    }
    if run.state.acting == hero {
        let next = run.state.on_map().next().unwrap_or(NOBODY);
        run.state.acting = next;
    }
    run.gone(thing);
    run.flow().touch();
}
