//! Damage, and what follows from it: monsters slain, lives lost.

use super::actions::HAND_OVER;
use super::fight::figure;
use super::rules::adventurer;
use super::state::{ASIDE, DEAD, Fate, Foe, State, Task, den, floor, inventory, trophies};
use super::turn::action_points;
use super::vocabulary::{Event, Stat};
use super::{Play, name_of};
use cardwright_engine::core::bit;
use cardwright_engine::core::code::About;
use cardwright_engine::core::{Step, Thing, Words};

/// Deals damage that armour reduces.
pub(super) fn strike_armoured(run: &mut Play<'_>, victim: Thing, by: Thing, amount: i32) {
    let armour = run.look().stat(Stat::Armour, victim).max(0);
    strike(run, victim, by, amount - armour);
}

/// Deals damage that nothing reduces.
pub(super) fn strike(run: &mut Play<'_>, victim: Thing, by: Thing, amount: i32) {
    if amount > 0 && !victim.is_none() {
        let bound = [victim.bits(), by.bits(), amount];
        run.propose(Some(Event::WouldDamage), Some(Event::Damaged), &bound, Task::Damage);
    }
}

/// Takes the health that damage costs. Returns `false` if the victim could not be damaged.
pub(super) fn hurt(run: &mut Play<'_>, victim: Thing, by: Thing, amount: i32) -> bool {
    if amount <= 0 {
        return false;
    }
    if let Some(one) = victim.of(Thing::FIGURE) {
        let by = by.of(Thing::FIGURE).map_or(u8::MAX, |by| by as u8);
        let Some(struck) = run.state.adventurers.get_mut(usize::from(one)) else {
            return false;
        };
        // Who is about to fall cannot be hurt again: effects that answer damage with damage end.
        if struck.fate != Fate::Inside || struck.health <= 0 {
            return false;
        }
        struck.health -= amount;
        if struck.health <= 0 {
            run.push(Task::Fall { adventurer: one as u8, by });
        }
        run.note(|look| format!("{} takes {amount} damage", name_of(look, victim)));
        return true;
    }
    let Some(monster) = victim.of(Thing::CARD) else {
        return false;
    };
    let most = run.look().stat(Stat::MaxHealth, victim);
    let before = run.state.damage[usize::from(monster)];
    if run.state.tile_of_monster(monster).is_none() || before > 0 && before >= most {
        return false;
    }
    run.state.damage[usize::from(monster)] += amount;
    run.note(|look| format!("{} takes {amount} damage", name_of(look, victim)));
    if before + amount >= most {
        let by = by.of(Thing::FIGURE).map_or(run.state.acting, |by| by as u8);
        run.push(Task::Slay { monster, by });
    }
    true
}

/// Lets effects change how much health an effect gives back; never more than is missing.
pub(super) fn heal(run: &mut Play<'_>, figure: Thing, count: i32) {
    let missing = match (adventurer(run.state, figure), figure.of(Thing::CARD)) {
        (Some(one), _) => {
            run.look().stat(Stat::MaxHealth, figure) - run.state.adventurer(one).health
        }
        (None, Some(card)) => run.state.damage.get(usize::from(card)).copied().unwrap_or(0),
        (None, None) => 0,
    };
    let amount = count.min(missing);
    if amount > 0 {
        run.propose(Some(Event::WouldHeal), None, &[figure.bits(), amount], Task::Heal);
    }
}

/// Gives health back.
pub(super) fn mend(run: &mut Play<'_>, figure: Thing, count: i32) {
    let most = run.look().stat(Stat::MaxHealth, figure);
    if let Some(one) = adventurer(run.state, figure) {
        let health = &mut run.state.adventurer_mut(one).health;
        *health = (*health + count.max(0)).min(most.max(*health));
    } else if let Some(card) = figure.of(Thing::CARD)
        && let Some(damage) = run.state.damage.get_mut(usize::from(card))
    {
        *damage = (*damage - count.max(0)).max(0);
    }
}

/// Lets effects save a monster that has taken all the damage it can.
pub(super) fn slay(run: &mut Play<'_>, monster: u16, by: u8) {
    if run.state.tile_of_monster(monster).is_none() {
        return;
    }
    let most = run.look().stat(Stat::MaxHealth, Thing::card(monster));
    let damage = &mut run.state.damage[usize::from(monster)];
    *damage = (*damage).min(most);
    let bound = [Thing::card(monster).bits(), figure(by).bits()];
    run.propose(Some(Event::WouldBeSlain), None, &bound, Task::Die { monster, by });
}

/// A monster that was saved and not healed keeps 1 health.
pub(super) fn spare(run: &mut Play<'_>, monster: u16) {
    let most = run.look().stat(Stat::MaxHealth, Thing::card(monster));
    let damage = &mut run.state.damage[usize::from(monster)];
    *damage = (*damage).min(most - 1).max(0);
}

/// Kills a monster. The killer keeps it as a kill and draws items by its starting health.
pub(super) fn die(run: &mut Play<'_>, monster: u16, by: u8) {
    if run.state.tile_of_monster(monster).is_none() {
        return;
    }
    let is_kept = usize::from(by) < run.state.adventurers.len();
    run.note(|look| format!("{} is slain", name_of(look, Thing::card(monster))));
    let count = run.rules.numbers.reward(run.rules.facts(run.state.def_of(monster)).health);
    if is_kept && count > 0 {
        run.push(Task::Reward { adventurer: by, count });
    }
    // Raised before the monster leaves its tile, so that its own card can still react.
    run.raise(Event::Slain, &[Thing::card(monster).bits(), figure(by).bits()]);
    run.state.zones.put_top(monster, if is_kept { trophies(by) } else { DEAD });
    run.state.damage[usize::from(monster)] = 0;
    run.gone(Thing::card(monster));
    run.flow().touch();
}

/// Counts again what depends on cards in play after those have changed. Action points follow what
/// effects add to them at once; nobody has more health than allowed; a monster whose damage is now
/// as much as its health dies.
pub(super) fn recount(run: &mut Play<'_>) {
    let health = may_change(run, Stat::MaxHealth);
    for one in 0..run.state.adventurers.len() as u8 {
        if run.state.adventurer(one).fate != Fate::Inside {
            continue;
        }
        recount_ap(run, one);
        if health {
            let most = run.look().stat(Stat::MaxHealth, figure(one));
            let one = run.state.adventurer_mut(one);
            one.health = one.health.min(most);
        }
    }
    if !health {
        return;
    }
    for tile in 0..run.state.tiles.len() as u8 {
        for monster in run.state.zones.cards(den(tile)).to_vec() {
            let damage = run.state.damage[usize::from(monster)];
            let is_dead =
                damage > 0 && damage >= run.look().stat(Stat::MaxHealth, Thing::card(monster));
            // Whoever dealt the last damage already has the kill.
            let dies = |task: &Task| matches!(task, Task::Slay { monster: one, .. } | Task::Die { monster: one, .. } if *one == monster);
            if is_dead && !run.state.flow.is_pending(dies) {
                let by = run.state.acting;
                run.push(Task::Slay { monster, by });
            }
        }
    }
}

/// Whether anything in play changes a number at all.
fn may_change(run: &Play<'_>, stat: Stat) -> bool {
    run.look().summary().touches(About::Stats(bit(stat.index())))
}

/// Gives or takes the action points that effects have begun or ceased to add.
pub(super) fn recount_ap(run: &mut Play<'_>, adventurer: u8) {
    if !may_change(run, Stat::MaxAp) && run.state.adventurer(adventurer).lent == 0 {
        return;
    }
    let (_, lent) = action_points(run.look(), adventurer);
    let one = run.state.adventurer_mut(adventurer);
    one.ap = (one.ap + lent - one.lent).clamp(0, 99);
    one.lent = lent;
}

/// Lets effects save an Adventurer without health before the life is lost.
pub(super) fn fall(run: &mut Play<'_>, adventurer: u8, by: u8) {
    let one = run.state.adventurer_mut(adventurer);
    if one.health > 0 || one.fate != Fate::Inside || one.is_falling {
        return;
    }
    one.health = 0;
    one.is_falling = true;
    let bound = [figure(adventurer).bits(), i32::from(by)];
    run.push(Task::Saved { adventurer });
    run.propose(Some(Event::WouldFall), Some(Event::Fallen), &bound, Task::Lose);
}

/// Ends a fall. An Adventurer who was saved is left with at least one health.
pub(super) fn saved(run: &mut Play<'_>, adventurer: u8) {
    let one = run.state.adventurer_mut(adventurer);
    one.is_falling = false;
    if one.fate == Fate::Inside {
        one.health = one.health.max(1);
    }
}

/// Takes a life and everything carried from an Adventurer, who goes back to Start, or out of
/// the game with the last life.
pub(super) fn lose_life(run: &mut Play<'_>, adventurer: u8, by: u8) {
    let one = *run.state.adventurer(adventurer);
    run.note(|look| format!("{} falls", name_of(look, figure(adventurer))));
    drop_everything(run, adventurer);
    let most = run.look().stat(Stat::MaxHealth, figure(adventurer));
    let lost = run.state.adventurer_mut(adventurer);
    lost.lives -= 1;
    lost.health = most;
    // Start is laid first, so it is tile 0.
    lost.tile = 0;
    if lost.lives <= 0 {
        lost.fate = Fate::Out;
        lost.tile = one.tile;
        run.gone(figure(adventurer));
    }
    if adventurer == run.state.active {
        run.state.is_turn_over = true;
    }
    if let Some(fight) = &mut run.state.fight {
        if fight.involves(adventurer) {
            fight.fallen |= 1 << adventurer;
        }
        for partner in &mut fight.partners {
            *partner = partner.filter(|partner| *partner != adventurer);
        }
    }
    let is_rival = usize::from(by) < run.state.adventurers.len() && by != adventurer;
    if is_rival && run.state.options.competitive {
        if run.state.adventurer(by).tile == one.tile {
            run.push(Task::Loot { adventurer: by });
        }
        run.push(Task::HandOver { from: adventurer, to: by });
    }
    run.flow().touch();
}

/// Drops everything carried on the tile. Items lost to the guard of the Exit go to the Healing
/// Pool instead, or wait aside until it is laid: nobody could pick them up beside the guard.
fn drop_everything(run: &mut Play<'_>, adventurer: u8) {
    let tile = run.state.adventurer(adventurer).tile;
    let is_at_guard = run.state.fight.is_some_and(|fight| {
        fight.involves(adventurer)
            && matches!(fight.foe, Foe::Monster(monster)
                if run.rules.facts(run.state.def_of(monster)).is_guard)
    });
    let place = if is_at_guard {
        let pool = run.state.tiles.iter().position(|laid| {
            run.rules.facts(run.state.def_of(laid.card)).role == super::content::Role::Pool
        });
        pool.map_or(ASIDE, |pool| floor(pool as u8))
    } else {
        floor(tile)
    };
    for item in run.state.zones.cards(inventory(adventurer)).to_vec() {
        run.state.show(item);
    }
    run.state.zones.move_all(inventory(adventurer), place);
}

/// Lets the loser choose which kill goes to the victor; where there is no choice, it goes.
pub(super) fn publish_hand_over(run: &mut Play<'_>, from: u8, to: u8) -> Step {
    let kills = run.state.kinds_of_kills(from);
    if let [kill] = kills[..] {
        run.state.zones.put_top(kill, trophies(to));
        return Step::Done;
    }
    for kill in kills {
        run.option(HAND_OVER, kill, 0);
    }
    Step::decide(run.state.adventurer(from).seat, "kill")
}

impl State {
    /// One kill of each kind that an Adventurer has.
    pub(super) fn kinds_of_kills(&self, who: u8) -> Vec<u16> {
        let mut kinds: Vec<u16> = Vec::new();
        for kill in self.zones.cards(trophies(who)) {
            if !kinds.iter().any(|known| self.def_of(*known) == self.def_of(*kill)) {
                kinds.push(*kill);
            }
        }
        kinds
    }
}
