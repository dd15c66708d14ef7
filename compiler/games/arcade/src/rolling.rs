//! Rolls: the dice of an action and of a defense, those thrown again, and what they show.

use super::Play;
use super::action::settle;
use super::actions::{DEFEND, KEEP_ROLL, REROLL};
use super::content::ATTRIBUTES;
use super::numbers::defenses;
use super::state::NOBODY;
use super::tasks::Task;
use super::under_way::{Action, Defense};
use super::vocabulary::Stat;
use super::wounds::thing;
use cardwright_engine::core::dice::{MAX_DICE, Pool, Roll};
use cardwright_engine::core::{Look, Step};
use cardwright_engine::game::Choice;

/// The dice of a Hero's action.
pub(super) fn dice(look: Look<'_, super::Arcade>, action: &Action) -> Pool {
    let user = thing(action.user);
    let attribute = ATTRIBUTES[usize::from(action.attribute).min(3)];
    let mut pool = look.pool_stat(attribute, user).plus(look.pool_stat(Stat::Offense, user));
    if let Some(line) = look.rules.line(action.line) {
        pool = pool.plus(line.bonus_to(attribute)).plus(line.bonus_to(Stat::Offense));
    }
    pool.plus(action.fewer)
}

/// The strength of a monster's action. Monsters do not roll.
pub(super) fn strength(look: Look<'_, super::Arcade>, action: &Action) -> i32 {
    let user = thing(action.user);
    let mut pool = look.pool_stat(Stat::Strength, user).plus(look.pool_stat(Stat::Offense, user));
    if let Some(line) = look.rules.line(action.line) {
        pool = pool.plus(line.bonus_to(Stat::Strength)).plus(line.bonus_to(Stat::Offense));
    }
    look.rules.sure(pool.plus(action.fewer)).max(0)
}

/// Makes the offense roll of a Hero.
pub(super) fn roll(run: &mut Play<'_>) {
    let Some(action) = run.state.action().copied() else { return };
    let look = run.look();
    let pool = dice(look, &action);
    let user = thing(action.user);
    let drops = look.stat(Stat::OffenseDrops, user);
    let rerolls = look.stat(Stat::Rerolls, user).clamp(0, MAX_DICE as i32) as u8;
    let jinx = action.affected.iter().map(|figure| look.stat(Stat::Jinx, thing(figure))).max();
    let mut roll = run.throw(&pool, 0, user);
    run.rules.symbols.drop_highest(&mut roll, drops as usize, &run.code.dice);
    let jinxed = best_dice(run, &roll, jinx.unwrap_or(0));
    if let Some(action) = run.state.actions.last_mut() {
        action.roll = roll;
        action.jinxed = jinxed;
        action.settled = 0;
    }
    run.push(Task::Tally);
    if rerolls > 0 {
        run.push(Task::Reroll { left: rerolls, defends: false });
    }
}

/// The dice with most stars, as bits.
fn best_dice(run: &Play<'_>, roll: &Roll, count: i32) -> u128 {
    let stars =
        |die: u8, face: u8| run.code.dice.shows(die, face)[usize::from(run.rules.symbols.star)];
    let mut chosen = 0u128;
    for _ in 0..count.clamp(0, MAX_DICE as i32) {
        let left = roll.dice().iter().enumerate();
        let best = left
            .filter(|(place, die)| !die.is_dropped() && chosen >> place & 1 == 0)
            .max_by_key(|(place, die)| (stars(die.die(), die.face), std::cmp::Reverse(*place)));
        if let Some((place, _)) = best {
            chosen |= 1 << place;
        }
    }
    chosen
}

/// Asks which die is thrown again.
pub(super) fn publish_reroll(run: &mut Play<'_>, defends: bool) -> Step {
    let (roll, settled) = match (defends, run.state.action()) {
        (true, _) => (run.state.defense.roll, run.state.defense.settled),
        (false, Some(action)) => (action.roll, action.settled),
        (false, None) => return Step::Done,
    };
    for (place, die) in roll.dice().iter().enumerate() {
        if !die.is_dropped() && !die.was_rerolled() && settled >> place & 1 == 0 {
            run.option(REROLL, place as u16, u16::from(defends));
        }
    }
    run.option(KEEP_ROLL, Choice::NO_CARD, u16::from(defends));
    Step::decide(0, "reroll")
}

/// Throws a die again. If an enemy forces the same die to be thrown again, the two cancel out and
/// it stays as it is.
pub(super) fn reroll(run: &mut Play<'_>, place: u16, left: u8, defends: bool) {
    if left > 1 {
        run.push(Task::Reroll { left: left - 1, defends });
    }
    let bit = 1u128 << place.min(127);
    let (jinxed, settled) = match (defends, run.state.actions.last_mut()) {
        (true, _) => (&mut run.state.defense.jinxed, &mut run.state.defense.settled),
        (false, Some(action)) => (&mut action.jinxed, &mut action.settled),
        (false, None) => return,
    };
    *settled |= bit;
    if *jinxed & bit != 0 {
        *jinxed &= !bit;
        return;
    }
    throw_again(run, usize::from(place), defends);
}

fn throw_again(run: &mut Play<'_>, place: usize, defends: bool) {
    let thrower = match (defends, run.state.action()) {
        (true, _) => run.state.defense.hero,
        (false, Some(action)) => action.user,
        (false, None) => return,
    };
    let def = run.state.figure(thrower).def;
    let code = run.code;
    let state = &mut *run.state;
    state.flow.luck.thrower = def;
    let roll = match state.actions.last_mut() {
        _ if defends => &mut state.defense.roll,
        Some(action) => &mut action.roll,
        None => return,
    };
    roll.reroll(place, &code.dice, &mut state.flow.luck, 0);
}

/// Throws the dice again that an enemy forces, then counts the stars.
pub(super) fn tally(run: &mut Play<'_>) {
    let Some(action) = run.state.action().copied() else { return };
    for place in (0..24).filter(|place| action.jinxed >> place & 1 == 1) {
        throw_again(run, place, false);
    }
    let (symbols, code) = (run.rules.symbols, run.code);
    if let Some(action) = run.state.actions.last_mut() {
        action.stars = symbols.count(&action.roll, &code.dice).stars;
        let (stars, user, roll) = (action.stars, action.user, action.roll);
        run.note(|look| {
            let name = super::name_of(look, thing(user));
            format!("{name} rolls {stars} ({})", look.code.dice.on_table(&roll))
        });
    }
}

/// Asks which attribute a Hero defends with.
pub(super) fn publish_defense(run: &mut Play<'_>, hero: u16) -> Step {
    if !run.state.is_here(hero) {
        return Step::Done;
    }
    let allowed = defenses(run.look(), hero);
    if allowed.count_ones() <= 1 {
        // A Hero without any icon defends with its armor.
        let only = if allowed == 0 { 1 } else { allowed.trailing_zeros() as u8 };
        defend(run, hero, only);
        return Step::Done;
    }
    for place in (0..4u16).filter(|place| allowed >> place & 1 == 1) {
        run.option(DEFEND, hero, place);
    }
    Step::decide(0, "defend")
}

/// Makes the defense roll of a Hero.
pub(super) fn defend(run: &mut Play<'_>, hero: u16, attribute: u8) {
    let stat = ATTRIBUTES[usize::from(attribute).min(3)];
    let look = run.look();
    let figure = thing(hero);
    let pool = look.pool_stat(stat, figure).plus(look.pool_stat(Stat::Defense, figure));
    let drops = look.stat(Stat::DefenseDrops, figure);
    let rerolls = look.stat(Stat::DefenseRerolls, figure).clamp(0, MAX_DICE as i32) as u8;
    let user = look.state.action().map_or(NOBODY, |action| action.user);
    let jinx = if user == NOBODY { 0 } else { look.stat(Stat::Jinx, thing(user)) };
    let mut roll = run.throw(&pool, 0, figure);
    run.rules.symbols.drop_highest(&mut roll, drops as usize, &run.code.dice);
    let jinxed = best_dice(run, &roll, jinx);
    run.state.defense = Defense { hero, roll, jinxed, settled: 0 };
    if rerolls > 0 {
        run.push(Task::Reroll { left: rerolls, defends: true });
    }
}

/// Compares the defense roll with the attack. The defender wins ties.
pub(super) fn tally_defense(run: &mut Play<'_>) {
    let (Some(action), defense) = (run.state.action().copied(), run.state.defense) else {
        return;
    };
    if !run.state.is_here(defense.hero) {
        return;
    }
    for place in (0..24).filter(|place| defense.jinxed >> place & 1 == 1) {
        throw_again(run, place, true);
    }
    let shown = run.rules.symbols.count(&run.state.defense.roll, &run.code.dice).stars;
    let is_heros = run.state.figure(action.user).is_hero();
    let threat = if is_heros { action.stars } else { strength(run.look(), &action) };
    run.note(|look| {
        let name = super::name_of(look, thing(defense.hero));
        let dice = look.code.dice.on_table(&look.state.defense.roll);
        format!("{name} defends with {shown} ({dice}) against {threat}")
    });
    let wins = shown < threat;
    settle(run, defense.hero, wins, None);
}
