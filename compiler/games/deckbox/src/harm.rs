//! Damage, defeat, and heroes who are downed.

use super::plan::NOWHERE;
use super::state::{NOBODY, Task, enemy_figure, enemy_of, figure_of, hero_of};
use super::vocabulary::{Event, Stat};
use super::{Play, items, name_of};
use cardwright_engine::core::bit;
use cardwright_engine::core::code::About;
use cardwright_engine::core::dice::{NUMBER, Pool};
use cardwright_engine::core::{Thing, Words};

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
    // Who is about to fall cannot be hurt again: effects that answer damage with damage come to an end.
    if amount <= 0 || run.state.square_of(figure) == NOWHERE || is_spent(run, victim) {
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

/// Whether a figure has no health left.
fn is_spent(run: &Play<'_>, figure: Thing) -> bool {
    let hero = hero_of(run.state, figure).map(|hero| run.state.hero(hero).health);
    let enemy =
        || enemy_of(run.state, figure).map(|one| run.state.enemies[usize::from(one)].health);
    hero.or_else(enemy).is_some_and(|health| health <= 0)
}

/// Lets effects change how much health somebody gets back; never more than is missing.
pub(super) fn heal(run: &mut Play<'_>, figure: Thing, count: i32) {
    let most = run.look().stat(Stat::MaxHealth, figure);
    let hero = hero_of(run.state, figure).map(|hero| run.state.hero(hero));
    let enemy = enemy_of(run.state, figure).map(|one| run.state.enemies[usize::from(one)]);
    let health = match (hero, enemy) {
        (Some(hero), _) if hero.square != NOWHERE => hero.health,
        (None, Some(enemy)) if enemy.square != NOWHERE => enemy.health,
        _ => return,
    };
    let amount = count.min(most - health);
    if amount > 0 {
        run.propose(Some(Event::WouldHeal), None, &[figure.bits(), amount], Task::Heal);
    }
}

/// Gives health back.
pub(super) fn mend(run: &mut Play<'_>, figure: Thing, count: i32) {
    let most = run.look().stat(Stat::MaxHealth, figure);
    let health = match (hero_of(run.state, figure), enemy_of(run.state, figure)) {
        (Some(hero), _) => &mut run.state.hero_mut(hero).health,
        (None, Some(enemy)) => &mut run.state.enemies[usize::from(enemy)].health,
        (None, None) => return,
    };
    *health = (*health + count.max(0)).min(most.max(*health));
}

/// Lets effects save an enemy without health.
pub(super) fn defeat(run: &mut Play<'_>, enemy: u8, by: Thing) {
    let is_falling = run.state.flow.is_pending(|task| *task == Task::Perish { enemy });
    let one = &mut run.state.enemies[usize::from(enemy)];
    if one.health > 0 || one.square == NOWHERE || is_falling {
        return;
    }
    one.health = 0;
    let bound = [Thing::figure(enemy_figure(enemy)).bits(), by.bits()];
    run.propose(Some(Event::WouldBeDefeated), None, &bound, Task::Perish { enemy });
}

/// An enemy that was saved and not healed keeps 1 health.
pub(super) fn spare(run: &mut Play<'_>, enemy: u8) {
    let one = &mut run.state.enemies[usize::from(enemy)];
    one.health = one.health.max(1);
}

/// Takes an enemy off the map. The hero who defeated it rolls its die for treasure.
pub(super) fn perish(run: &mut Play<'_>, enemy: u8, by: Thing) {
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

/// Lets effects save a hero without health before the hero is downed.
pub(super) fn fall(run: &mut Play<'_>, hero: u8) {
    let is_falling = run.state.flow.is_pending(|task| *task == Task::Saved { hero });
    let one = run.state.hero_mut(hero);
    if one.health > 0 || one.square == NOWHERE || is_falling {
        return;
    }
    one.health = 0;
    run.push(Task::Saved { hero });
    let bound = [Thing::figure(u16::from(hero)).bits()];
    run.propose(Some(Event::WouldFall), Some(Event::Downed), &bound, Task::Down);
}

/// Ends a fall. A hero who was saved is left with at least one health.
pub(super) fn saved(run: &mut Play<'_>, hero: u8) {
    let one = run.state.hero_mut(hero);
    if one.square != NOWHERE {
        one.health = one.health.max(1);
    }
}

/// Counts again what depends on cards in play after those have changed: nobody has more health
/// than allowed, heroes who have not acted yet gain or lose actions at once, and the shop is filled.
pub(super) fn recount(run: &mut Play<'_>) {
    let summary = *run.look().summary();
    let touches = |stat: Stat| summary.touches(About::Stats(bit(stat.index())));
    let (health, actions) = (touches(Stat::MaxHealth), touches(Stat::Actions));
    for hero in run.state.on_map().collect::<Vec<_>>() {
        let thing = Thing::figure(u16::from(hero));
        if health {
            let most = run.look().stat(Stat::MaxHealth, thing);
            let one = run.state.hero_mut(hero);
            one.health = one.health.min(most);
        }
        if actions || run.state.hero(hero).most_actions != run.rules.numbers.actions {
            recount_actions(run, hero);
        }
    }
    if health {
        for enemy in run.state.foes().collect::<Vec<_>>() {
            let most = run.look().stat(Stat::MaxHealth, Thing::figure(enemy_figure(enemy)));
            let one = &mut run.state.enemies[usize::from(enemy)];
            one.health = one.health.min(most);
        }
    }
    if touches(Stat::ShopSize) && run.state.round > 0 {
        items::fill_shop(run);
    }
}

/// Gives or takes the actions by which the number of them has changed.
pub(super) fn recount_actions(run: &mut Play<'_>, hero: u8) {
    let most = run.look().stat(Stat::Actions, Thing::figure(u16::from(hero)));
    let one = run.state.hero_mut(hero);
    if !one.is_done {
        one.actions = (one.actions + most - one.most_actions).max(0);
    }
    one.most_actions = most;
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
