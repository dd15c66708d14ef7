//! Wounds, statuses and wrath, and what happens to figures that are destroyed.

use super::Play;
use super::actions::{CLEANSE, MEND, TAKE_WRATH};
use super::facts::Rank;
use super::figure::Side;
use super::numbers::hearts;
use super::state::NOBODY;
use super::tasks::Task;
use super::under_way::Reaction;
use super::vocabulary::{Event, Mark, Stat};
use cardwright_engine::core::words::Words;
use cardwright_engine::core::{Look, Step, Thing};
use cardwright_engine::game::Choice;

/// A figure as an argument of events.
pub(super) fn thing(figure: u16) -> Thing {
    if figure == NOBODY { Thing::NONE } else { Thing::figure(figure) }
}

/// Proposes wounds to a figure; effects may change or prevent them. While an action is resolved,
/// the wounded model reacts only after hearts, potions and wrath, everybody else at once.
pub(super) fn wound(run: &mut Play<'_>, victim: u16, by: u16, count: i32) {
    if count > 0 && run.state.is_here(victim) {
        let bound = [thing(victim).bits(), thing(by).bits(), count];
        let is_action = run.state.action().is_some_and(|action| action.user == by);
        let done = (!is_action).then_some(Event::Wounded);
        run.propose(Some(Event::WouldWound), done, &bound, Task::Wound { is_action });
    }
}

/// Tells everybody but the victim of the wounds of an action, and notes that the victim will react.
pub(super) fn announce(run: &mut Play<'_>, bound: [i32; 3]) {
    let depth = run.state.actions.len();
    run.state.reactions.push(Reaction { depth, bound });
    run.raise_unheard_by(Thing::from_bits(bound[0]), Event::Wounded, &bound);
}

/// Wounds a figure, at most as often as it has hearts left. Returns the number of wounds.
pub(super) fn suffer_wounds(run: &mut Play<'_>, victim: u16, by: u16, count: i32) -> i32 {
    if !run.state.is_here(victim) {
        return 0;
    }
    let most = hearts(run.look(), victim);
    let one = run.state.figure_mut(victim);
    let count = count.min(most - one.wounds).max(0);
    one.wounds += count;
    let is_dead = one.wounds >= most;
    let is_consuls = !one.is_hero();
    if count > 0 {
        credit(run, by, is_consuls, victim, count);
        run.note(|look| {
            let name = super::name_of(look, thing(victim));
            format!("{name} suffers {count} {}", if count == 1 { "wound" } else { "wounds" })
        });
    }
    if is_dead {
        destroy(run, victim, by);
    }
    count
}

/// Counts wounds for the action that caused them. A Hero takes wrath for them when the action ends,
/// or at once if no action of its own is going on.
fn credit(run: &mut Play<'_>, by: u16, is_consuls: bool, victim: u16, count: i32) {
    if by == NOBODY || by == victim {
        return;
    }
    let is_heros = run.state.figure(by).is_hero();
    if let Some(action) = run.state.actions.last_mut()
        && action.user == by
    {
        action.last_wounds += count;
        if is_heros && is_consuls {
            action.inflicted += count;
            action.unpaid += count;
        }
        return;
    }
    if is_heros && is_consuls {
        run.push(Task::Wrath { hero: by, count });
    }
}

/// Lets effects save a figure that has no hearts left.
fn destroy(run: &mut Play<'_>, victim: u16, by: u16) {
    if !run.state.flow.is_pending(|task| *task == Task::Destroy { victim }) {
        let bound = [thing(victim).bits(), thing(by).bits()];
        run.propose(Some(Event::WouldBeDestroyed), None, &bound, Task::Destroy { victim });
    }
}

/// A figure that was saved and not healed keeps 1 heart.
pub(super) fn spare(run: &mut Play<'_>, figure: u16) {
    let most = hearts(run.look(), figure);
    let one = run.state.figure_mut(figure);
    one.wounds = one.wounds.min(most - 1).max(0);
}

/// Destroys a figure that nothing has saved: it loses its tokens and leaves the map.
pub(super) fn fall(run: &mut Play<'_>, victim: u16, by: u16) {
    if !run.state.is_here(victim) || run.state.figure(victim).wounds < hearts(run.look(), victim) {
        return;
    }
    let tile = run.state.tile_of(victim);
    // Whoever falls while it acts falls by Backlash, which brings no loot.
    let is_backlash = run.state.action().is_some_and(|action| action.user == victim);
    let loot_value = match is_backlash {
        true => 0,
        false => run.look().stat(Stat::LootValue, thing(victim)),
    };
    run.note(|look| format!("{} is destroyed", super::name_of(look, thing(victim))));
    let state = &mut *run.state;
    let one = state.figure_mut(victim);
    let wrath = std::mem::take(&mut one.wrath);
    one.wounds = 0;
    one.statuses = 0;
    one.is_destroyed = true;
    let (side, rank, born) = (one.side, one.rank, one.tile);
    state.free_wrath += wrath;
    state.boosts.retain(|boost| boost.by != victim && boost.figure != victim);
    match side {
        // Whether there are enough coins is looked at when the position settles.
        Side::Hero => {}
        Side::Point => {
            run.state.points_destroyed += 1;
            run.state.tracker.points += i32::from(tile) + 1;
            // The first destroyed spawning point brings the plot, if the chart did not before.
            if run.state.points_destroyed == 1 {
                super::decks::draw_plot(run);
            }
        }
        Side::Monster => track(run, rank, born, loot_value),
    }
    // Raised before the figure leaves the map, so that its own card can still react.
    run.raise(Event::Destroyed, &[thing(victim).bits(), thing(by).bits()]);
    let one = run.state.figure_mut(victim);
    one.left = one.at.take();
    run.state.flow.touch();
    run.gone(thing(victim));
}

/// Counts a destroyed monster in the loot tracker. Minions, elites and solos count only in a Hero
/// Turn.
fn track(run: &mut Play<'_>, rank: Rank, born: u8, loot_value: i32) {
    let state = &mut *run.state;
    state.all_kills += 1;
    let counts = if state.is_hero_turn { loot_value } else { 0 };
    let tracker = &mut state.tracker;
    tracker.kills += i32::from(state.is_hero_turn);
    match rank {
        Rank::Boss => {
            let everybody = (1u16 << state.seats) - 1;
            run.finish(everybody as u8, "boss-destroyed");
        }
        Rank::MiniBoss => tracker.mini_bosses += 1,
        Rank::BooBooty => {
            if let Some(free) = tracker.boo_booties.iter_mut().find(|tile| **tile == 0) {
                *free = born.max(1);
            }
        }
        Rank::Minion => tracker.minions += counts,
        Rank::Elite | Rank::Solo => tracker.elites += counts,
    }
}

/// Proposes a status to a figure, unless it is immune or has it already.
pub(super) fn inflict(run: &mut Play<'_>, figure: u16, status: u8) {
    let one = run.state.figure(figure);
    if one.at.is_none() || one.side == Side::Point || one.statuses >> status & 1 == 1 {
        return;
    }
    if immunities(run.look(), figure) >> status & 1 == 0 {
        let (would, done) = (Some(Event::WouldSuffer), Some(Event::Suffered));
        let bound = [thing(figure).bits(), i32::from(status)];
        run.propose(would, done, &bound, Task::Suffer { status });
    }
}

/// The statuses that a figure never suffers, as bits.
fn immunities(look: Look<'_, super::Arcade>, figure: u16) -> u64 {
    let mut immune = 0;
    look.visit_marks(Mark::Immune, thing(figure), &mut |args| {
        immune |= args.set(0);
        true
    });
    immune
}

/// Removes the statuses that a figure has become immune to.
pub(super) fn shed_statuses(run: &mut Play<'_>) {
    for figure in 0..run.state.figures.len() as u16 {
        if run.state.figure(figure).statuses != 0 {
            let immune = immunities(run.look(), figure);
            cleanse(run, figure, immune);
        }
    }
}

/// Destroys figures that have no hearts left because they lost some, such as those of equipment.
pub(super) fn fell_the_faint(run: &mut Play<'_>) {
    let is_changed = run.look().summary().stats >> Stat::Hearts.index() & 1 == 1;
    for figure in 0..run.state.figures.len() as u16 {
        let one = run.state.figure(figure);
        // Without effects on hearts nothing takes half of them away at once, so figures with
        // fewer wounds are skipped.
        let is_hurt = is_changed || one.wounds * 2 >= run.rules.facts(one.def).hearts;
        let is_faint = one.wounds > 0 && is_hurt;
        if is_faint && one.at.is_some() && one.wounds >= hearts(run.look(), figure) {
            destroy(run, figure, NOBODY);
        }
    }
}

/// Gives a status. Returns `false` if the figure could not get it or had it already.
pub(super) fn suffer(run: &mut Play<'_>, figure: u16, status: u8) -> bool {
    let one = run.state.figure_mut(figure);
    if one.at.is_none() || one.statuses >> status & 1 == 1 {
        return false;
    }
    one.statuses |= 1 << status;
    run.flow().touch();
    run.note(|look| {
        let names = look.code.enums.get("status");
        let name = names.and_then(|names| names.get(usize::from(status)));
        let name = name.map_or_else(String::new, |name| super::describe::title(name));
        format!("{} suffers {name}", super::name_of(look, thing(figure)))
    });
    true
}

/// Removes statuses.
pub(super) fn cleanse(run: &mut Play<'_>, figure: u16, statuses: u64) {
    let one = run.state.figure_mut(figure);
    if u64::from(one.statuses) & statuses != 0 {
        one.statuses &= !(statuses as u16);
        run.flow().touch();
    }
}

/// Lets effects change a heal, of wounds only or of wounds and statuses.
pub(super) fn begin_heal(run: &mut Play<'_>, figure: u16, count: i32, wounds_only: bool) {
    let one = run.state.figure(figure);
    let tokens = match wounds_only {
        true => one.wounds,
        false => one.wounds + one.statuses.count_ones() as i32,
    };
    let amount = count.min(tokens);
    if amount > 0 {
        let bound = [thing(figure).bits(), amount];
        run.propose(Some(Event::WouldHeal), None, &bound, Task::Healing { wounds_only });
    }
}

/// Heals wounds.
pub(super) fn mend(run: &mut Play<'_>, figure: u16, count: i32) {
    let one = run.state.figure_mut(figure);
    one.wounds = (one.wounds - count.max(0)).max(0);
}

/// Gives a Hero wrath tokens: free ones first, then from other Heroes, which the players choose.
pub(super) fn gain_wrath(run: &mut Play<'_>, hero: u16, count: i32) -> Step {
    if count <= 0 || !run.state.is_here(hero) || !run.state.figure(hero).is_hero() {
        return Step::Done;
    }
    let free = run.state.free_wrath.min(count).max(0);
    run.state.free_wrath -= free;
    run.state.figure_mut(hero).wrath += free;
    if free == count {
        return Step::Done;
    }
    let left = count - free;
    if free > 0 {
        run.push(Task::Wrath { hero, count: left });
        return Step::Done;
    }
    for other in 0..run.state.figures.len() as u16 {
        let one = run.state.figure(other);
        if one.is_hero() && other != hero && one.wrath > 0 {
            run.option(TAKE_WRATH, other, left.clamp(0, 99) as u16);
        }
    }
    if let Some(only) = only_option(run) {
        take_wrath(run, hero, left, only.card);
        return Step::Done;
    }
    Step::decide(0, "wrath")
}

/// Moves a wrath token from one Hero to another.
pub(super) fn take_wrath(run: &mut Play<'_>, hero: u16, count: i32, from: u16) {
    run.state.figure_mut(from).wrath -= 1;
    run.state.figure_mut(hero).wrath += 1;
    if count > 1 {
        run.push(Task::Wrath { hero, count: count - 1 });
    }
}

/// Lists the ways to remove one token of a figure.
pub(super) fn token_options(run: &mut Play<'_>, figure: u16) {
    let one = *run.state.figure(figure);
    if one.at.is_none() {
        return;
    }
    if one.wounds > 0 {
        run.option(MEND, figure, 0);
    }
    for status in 0..16u16 {
        if one.statuses >> status & 1 == 1 {
            run.option(CLEANSE, figure, status);
        }
    }
}

/// Takes the only option off the list, if there is just one and so nobody needs to be asked.
pub(super) fn only_option(run: &mut Play<'_>) -> Option<Choice> {
    let options = &mut run.flow().options;
    if options.len() == 1 { options.pop() } else { None }
}

/// Removes one token.
pub(super) fn remove_token(run: &mut Play<'_>, choice: Choice) {
    match choice.action {
        MEND => mend(run, choice.card, 1),
        _ => cleanse(run, choice.card, 1 << choice.extra),
    }
}

/// Heals a figure. The players choose the tokens of a Hero one by one; a monster loses wounds
/// first.
pub(super) fn heal(run: &mut Play<'_>, figure: u16, left: u8) -> Step {
    if left == 0 || !run.state.is_here(figure) {
        return Step::Done;
    }
    let one = *run.state.figure(figure);
    if !one.is_hero() {
        let wounds = one.wounds.min(i32::from(left));
        mend(run, figure, wounds);
        if wounds < i32::from(left) && one.statuses != 0 {
            let first = one.statuses & one.statuses.wrapping_neg();
            cleanse(run, figure, u64::from(first));
            run.push(Task::Heal { figure, left: left - wounds as u8 - 1 });
        }
        return Step::Done;
    }
    token_options(run, figure);
    if let Some(only) = only_option(run) {
        run.push(Task::Heal { figure, left: left - 1 });
        remove_token(run, only);
        return Step::Done;
    }
    Step::decide(0, "heal")
}
