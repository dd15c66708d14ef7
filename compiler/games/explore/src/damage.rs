//! Wounds and statuses, and what follows from them: destruction, victory, return.

use super::content::{Explore, Rank};
use super::state::{Task, bit, each};
use super::vocabulary::{Act, Event, Mark, Stat};
use super::{Play, activation, boss, potions, setup, tracks};
use cardwright_engine::board::Square;
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::dice::Pool;
use cardwright_engine::core::words::Words;
use cardwright_engine::core::{Step, Thing};

/// The die that is thrown for each heart of a Hero who may return: the first of the content.
const RESURRECTION: u8 = 0;

/// Proposes wounds to a model; effects may change or prevent them. Quiet wounds do not move the
/// Power Gauge; a strike is part of the current attack.
pub(super) fn propose(
    run: &mut Play<'_>,
    victim: u16,
    by: u16,
    amount: i32,
    (quiet, strike): (bool, bool),
) {
    if amount <= 0 || run.state.figure(victim).at.is_none() {
        return;
    }
    let by = if by == NONE { Thing::NONE } else { Thing::figure(by) };
    let bound = [Thing::figure(victim).bits(), by.bits(), amount];
    let task = Task::Wound { quiet, strike };
    run.propose(Some(Event::WouldWound), Some(Event::Wounded), &bound, task);
}

/// Places wounds, up to the model's hearts, and moves the tracks. Only wounds that are placed
/// count for the tracks; the Loot-O-Meter counts those of monsters only.
pub(super) fn wound(run: &mut Play<'_>, bound: [i32; 4], quiet: bool, strike: bool) -> Option<i32> {
    let victim = Thing::from_bits(bound[0]).of(Thing::FIGURE)?;
    let by = Thing::from_bits(bound[1]).of(Thing::FIGURE).unwrap_or(NONE);
    let hearts = Explore::hearts(run.look(), victim);
    let one = run.state.figure_mut(victim);
    one.at?;
    let placed = bound[2].min(hearts - one.wounds);
    if placed <= 0 {
        return None;
    }
    one.wounds += placed;
    let is_hero = one.is_hero();
    if let Some(attack) = &mut run.state.attack
        && strike
    {
        attack.damaged |= bit(victim);
    }
    potions::answer(run);
    run.note(|look| {
        let name = super::name_of(look, Thing::figure(victim));
        match placed {
            1 => format!("{name} suffers a wound"),
            _ => format!("{name} suffers {placed} wounds"),
        }
    });
    run.state.killer = by;
    check(run, victim);
    if !is_hero {
        tracks::advance_loot(run, placed);
    }
    if !quiet {
        tracks::advance_power(run, placed);
    }
    Some(placed)
}

/// Notes a model that has no health left, or a boss whose timeout is due. [`settle`] resolves it
/// once no attack is going on.
pub(super) fn check(run: &mut Play<'_>, figure: u16) {
    let hearts = Explore::hearts(run.look(), figure);
    let wounds = run.state.figure(figure).wounds;
    if wounds >= hearts || boss::is_half_gone(run.state, figure, hearts) {
        run.state.dying |= bit(figure);
    }
}

/// Lets effects change how many wounds a model is healed of; never more than it has.
pub(super) fn heal(run: &mut Play<'_>, figure: u16, count: i32) {
    let thing = Thing::figure(figure);
    let forbidden = run.look().is_forbidden(Act::Heal, thing);
    let one = run.state.figure(figure);
    let amount = count.min(one.wounds);
    if amount <= 0 || forbidden || one.at.is_none() {
        return;
    }
    let bound = [thing.bits(), amount];
    run.propose(Some(Event::WouldHeal), Some(Event::Healed), &bound, Task::Heal { figure });
}

/// Heals wounds of a model. Returns how many.
pub(super) fn mend(run: &mut Play<'_>, figure: u16, count: i32) -> i32 {
    let one = run.state.figure_mut(figure);
    let healed = count.clamp(0, one.wounds.max(0));
    one.wounds -= healed;
    healed
}

/// Proposes a status counter to a model, unless it is immune or has that counter already.
pub(super) fn give_status(run: &mut Play<'_>, figure: u16, status: u32) {
    let one = run.state.figure(figure);
    if one.at.is_none() || one.statuses >> status & 1 == 1 {
        return;
    }
    if Explore::immune_statuses(run.look(), figure) >> status & 1 == 1 {
        return;
    }
    let bound = [Thing::figure(figure).bits(), status as i32];
    run.propose(Some(Event::WouldSuffer), Some(Event::Suffered), &bound, Task::Suffer);
}

/// Places a status counter.
pub(super) fn suffer(run: &mut Play<'_>, bound: [i32; 4]) -> Option<()> {
    let figure = Thing::from_bits(bound[0]).of(Thing::FIGURE)?;
    let status = bound[1].clamp(0, 63) as u32;
    let one = run.state.figure_mut(figure);
    if one.at.is_none() || one.statuses >> status & 1 == 1 {
        return None;
    }
    one.statuses |= 1 << status;
    potions::answer(run);
    run.flow().touch();
    run.note(|look| {
        let names = look.code.enums.get("status");
        let name = names.and_then(|names| names.get(status as usize)).map_or("", String::as_str);
        let name = name.chars().next().map_or_else(String::new, |first| {
            format!("{}{}", first.to_uppercase(), &name[first.len_utf8()..])
        });
        format!("{} gets {name}", super::name_of(look, Thing::figure(figure)))
    });
    Some(())
}

/// Removes status counters.
pub(super) fn take_statuses(run: &mut Play<'_>, figure: u16, statuses: u64) {
    let one = run.state.figure_mut(figure);
    if one.statuses & statuses != 0 {
        one.statuses &= !statuses;
        run.flow().touch();
    }
}

/// Runs before every task: destroys models without health and starts the boss's timeout. Both
/// wait until an attack is over, because all hits of an attack are resolved together.
pub(super) fn settle(run: &mut Play<'_>) {
    if run.look().has_changed() {
        shed(run);
    }
    find_faint(run);
    while run.state.dying != 0 && run.state.attack.is_none() && run.state.flow.outcome.is_none() {
        // The final enemy comes first: who destroys it has won, even with the last breath.
        let last = run.state.last_enemy;
        let is_last = last != NONE && run.state.dying & bit(last) != 0;
        let next = if is_last { Some(last) } else { each(run.state.dying).next() };
        let Some(figure) = next else {
            return;
        };
        run.state.dying &= !bit(figure);
        let is_falling = |task: &Task| *task == Task::Destroy { figure };
        if run.state.figure(figure).at.is_none() || run.state.flow.is_pending(is_falling) {
            continue;
        }
        let hearts = Explore::hearts(run.look(), figure);
        if boss::is_half_gone(run.state, figure, hearts) {
            boss::start_timeout(run);
        } else if run.state.figure(figure).wounds >= hearts {
            let killer = run.state.killer;
            let by = if killer == NONE { Thing::NONE } else { Thing::figure(killer) };
            let bound = [Thing::figure(figure).bits(), by.bits()];
            run.propose(Some(Event::WouldBeDestroyed), None, &bound, Task::Destroy { figure });
        }
    }
    if run.state.attack.is_none() && run.state.aftermath.take().is_some() {
        run.flow().touch();
    }
}

/// A model that was saved and not healed keeps 1 heart.
pub(super) fn spare(run: &mut Play<'_>, figure: u16) {
    let hearts = Explore::hearts(run.look(), figure);
    let one = run.state.figure_mut(figure);
    one.wounds = one.wounds.min(hearts - 1).max(0);
}

/// Destroys a model that nothing has saved.
pub(super) fn destroy(run: &mut Play<'_>, figure: u16, by: Thing) {
    let thing = Thing::figure(figure);
    let hearts = Explore::hearts(run.look(), figure);
    if run.state.figure(figure).at.is_none() || run.state.figure(figure).wounds < hearts {
        return;
    }
    run.note(|look| format!("{} is destroyed", super::name_of(look, thing)));
    run.raise(Event::Destroyed, &[thing.bits(), by.bits()]);
    let one = run.state.figure_mut(figure);
    one.left = one.at.take();
    one.statuses = 0;
    let rank = one.rank;
    if rank == Rank::Hero {
        one.is_fallen = true;
    } else {
        one.wounds = 0;
    }
    activation::end_lasting(run, figure);
    run.state.lasting.retain(|lasting| lasting.on != figure);
    run.gone(thing);
    if figure == run.state.last_enemy {
        let all = (1u8 << run.state.seats) - 1;
        return run.finish(all & !(1 << run.state.consul), "final-enemy-destroyed");
    }
    match rank {
        Rank::Hero if run.state.living().next().is_none() => {
            run.finish(1 << run.state.consul, "all-heroes-destroyed");
        }
        Rank::MiniBoss => run.push(Task::MayDraw { treasure: true }),
        Rank::Point if !run.state.has_points() => tracks::call_last_enemy(run),
        _ => {}
    }
}

/// Asks which destroyed Hero may return.
pub(super) fn publish_resurrection(run: &mut Play<'_>, seat: u8) -> Step {
    for hero in 0..run.state.heroes {
        if run.state.figure(hero).is_fallen {
            let class = u16::from(Thing::FIGURE);
            run.option(cardwright_engine::core::action::PICK, hero, class);
        }
    }
    Step::decide(seat, "Hero to resurrect")
}

/// Rolls one die per printed heart. Each star heals a wound; if the Hero has health left then, it
/// returns.
pub(super) fn resurrect(run: &mut Play<'_>, hero: u16) {
    let hearts = run.rules.facts(run.state.figure(hero).def).hearts;
    let pool = Pool::of(RESURRECTION, hearts.max(0));
    let seat = run.state.figure(hero).seat;
    let roll = run.throw(&pool, seat, Thing::figure(hero));
    let stars = run.rules.symbols.count(&roll, &run.code.dice).stars;
    let one = run.state.figure_mut(hero);
    one.wounds = (one.wounds - stars).max(0);
    let wounds = one.wounds;
    if wounds < hearts_on_return(run, hero) {
        run.push(Task::Return { figure: hero });
    }
}

/// The hearts that a Hero would have on the map with its equipment. The Hero is put there for a
/// moment, because cards off the map have no effect.
fn hearts_on_return(run: &mut Play<'_>, hero: u16) -> i32 {
    run.state.figure_mut(hero).at = Some(run.state.start);
    run.flow().touch();
    let hearts = Explore::hearts(run.look(), hero);
    run.state.figure_mut(hero).at = None;
    run.flow().touch();
    hearts
}

pub(super) fn publish_return(run: &mut Play<'_>, figure: u16) -> Step {
    let squares = setup::beside_start(run.state, figure);
    setup::offer_squares(run, &squares);
    Step::decide(run.state.figure(figure).seat, "place of a Hero")
}

/// Puts a Hero back on the map, without statuses.
pub(super) fn come_back(run: &mut Play<'_>, figure: u16, square: Square) {
    let one = run.state.figure_mut(figure);
    one.is_fallen = false;
    one.statuses = 0;
    one.at = Some(square);
    run.flow().touch();
    check(run, figure);
}

/// Notes the models that have lost hearts, as those of equipment, and have no health left.
fn find_faint(run: &mut Play<'_>) {
    if run.look().summary().stats >> Stat::Hearts.index() & 1 == 0 {
        return;
    }
    let wounded = run.state.present().filter(|(_, figure)| figure.wounds > 0);
    let wounded: u128 = wounded.fold(0, |all, (place, _)| all | bit(place));
    for figure in each(wounded & !run.state.dying) {
        check(run, figure);
    }
}

/// Removes statuses from models that have become immune to them.
fn shed(run: &mut Play<'_>) {
    if run.look().summary().marks >> Mark::Immune.index() & 1 == 0 {
        return;
    }
    let sufferers: Vec<u16> = run
        .state
        .present()
        .filter(|(_, figure)| figure.statuses != 0)
        .map(|(place, _)| place)
        .collect();
    for figure in sufferers {
        let immune = Explore::immune_statuses(run.look(), figure);
        if immune != 0 {
            take_statuses(run, figure, immune);
        }
    }
}
