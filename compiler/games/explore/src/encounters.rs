//! How likely attacks are to hit, exactly, for reports: every Hero of a table against every
//! enemy, and the other way round.
//!
//! The two stand next to each other on a plain floor, alone, in the middle of the attack. So
//! everything counts that always holds for an attack, but no reaction to a roll.

use std::sync::Arc;

use super::content::{Explore, Sort};
use super::dungeon::Dungeon;
use super::lines::LineKind;
use super::state::{Attack, State, bit};
use super::stats::Aiming;
use super::vocabulary::Stat;
use cardwright_engine::board::{Point, Square};
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::dice::{Pool, Ratio, Roll};
use cardwright_engine::core::{Look, Thing};
use cardwright_engine::game::{Encounter, Start};
use cardwright_engine::skirmish::{Piece, encounters};

/// Room for two large models.
const FLOOR: [&str; 2] = ["....", "...."];

/// The attacks of a table.
pub(super) fn of(rules: &Explore, start: &Start) -> Vec<Encounter> {
    let (Ok(mut state), Ok(floor)) = (rules.set_up(start), Dungeon::drawn(&FLOOR)) else {
        return Vec::new();
    };
    state.dungeon = Arc::new(floor);
    let mut found = Vec::new();
    for (user, target) in encounters::pairs(state.figures.iter().map(|figure| figure.def)) {
        let is_enemy = state.figure(user).side() != state.figure(target).side();
        if is_enemy && rules.facts(state.figure(user).def).sort != Sort::Point {
            meet(rules, &mut state, user, target, &mut found);
        }
    }
    found
}

/// All attacks of one model against another.
fn meet(rules: &Explore, state: &mut State, user: u16, target: u16, into: &mut Vec<Encounter>) {
    let beside = if state.figure(user).is_large { 2 } else { 1 };
    for (figure, column) in [(user, 0), (target, beside)] {
        let at = state.dungeon.grid().square(Point::new(column, 0));
        state.figure_mut(figure).at = at.or(Some(Square(0)));
    }
    state.flow.touch();
    let own = Explore::own_reach(Look::new(rules, state), user);
    let mut lines = vec![NONE];
    rules.visit_lines(state, user, &mut |line| lines.push(line));
    for line in lines {
        let known = rules.lines.get(usize::from(line));
        if known.is_some_and(|line| line.kind != LineKind::Attack) {
            continue;
        }
        let aiming = rules.aiming(own, line);
        let by_distance = aiming.distance.is_some();
        if let Some(chance) = chance(rules, state, (user, target), line, (&aiming, by_distance)) {
            let id = |figure: u16| {
                let def = usize::from(state.figure(figure).def);
                rules.code.defs.get(def).map(|def| def.id.clone()).unwrap_or_default()
            };
            let attack = known.and_then(|line| rules.code.texts.get(usize::from(line.name)));
            into.push(Encounter {
                side: state.figure(user).side(),
                attacker: id(user),
                attack: attack.cloned().unwrap_or_default(),
                target: id(target),
                chance,
            });
        }
    }
    state.attack = None;
    for figure in [user, target] {
        state.figure_mut(figure).at = None;
    }
    state.flow.touch();
}

/// The chance of an attack in a position as it stands.
pub(super) fn now(
    look: Look<'_, Explore>,
    models: (u16, u16),
    line: u16,
    by_distance: bool,
) -> Option<Ratio> {
    let aiming = look.rules.aiming(Explore::own_reach(look, models.0), line);
    let mut state = look.state.clone();
    chance(look.rules, &mut state, models, line, (&aiming, by_distance))
}

/// The chance of an attack, by its distance effect or in melee.
fn chance(
    rules: &Explore,
    state: &mut State,
    (user, target): (u16, u16),
    line: u16,
    (aiming, by_distance): (&Aiming, bool),
) -> Option<Ratio> {
    let (attack_with, defend_with) = (aiming.attack_with(by_distance), aiming.defend_with());
    state.attack = Some(Attack {
        user,
        line,
        is_attack: true,
        is_melee: !by_distance,
        distance: aiming.distance.filter(|_| by_distance).map(|(by, _)| by),
        attack_with,
        defend_with,
        targets: bit(target),
        left: 0,
        is_felt: false,
        beaten: 0,
        damaged: 0,
        current: target,
        inflicts: 0,
        damage: 1,
        control: None,
        attack_roll: Roll::default(),
        defense_roll: Roll::default(),
        is_rolled: false,
        is_defended: false,
        draws: 0,
    });
    state.flow.touch();
    let look = Look::new(rules, state);
    let weak_points = look.stat(Stat::DefenseDrops, Thing::figure(target)) as usize;
    let stars = |figure: u16, attribute: u8, more_drops: usize| {
        let pool: Pool = Explore::dice(look, figure, attribute);
        let drops = Explore::drops(look, figure, attribute) + more_drops;
        rules.symbols.odds(&pool, drops, &rules.code.dice).ok()
    };
    let attack = stars(user, attack_with, 0)?;
    Some(attack.beats(&stars(target, defend_with, weak_points)?))
}
