//! How likely attacks are to hit, exactly, for reports: every Hero of a table against every
//! enemy, and the other way round.
//!
//! Each stands alone, in the middle of the attack. So everything counts that always holds for the
//! attack, but no gang and no dice thrown again. A Hero defends with its best attribute.

use std::sync::Arc;

use super::Arcade;
use super::action::NO_KIND;
use super::content::{ATTRIBUTE_OF_KIND, ATTRIBUTES};
use super::field::Field;
use super::figure::Side;
use super::group::Group;
use super::lines::Colour;
use super::numbers::{armor, defenses};
use super::rolling::{dice, strength};
use super::state::State;
use super::under_way::Action;
use super::vocabulary::Stat;
use super::wounds::thing;
use cardwright_engine::board::{Cell, Face, Features, Grid, Point};
use cardwright_engine::core::Look;
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::dice::{Distribution, Pool, Ratio, Roll};
use cardwright_engine::game::{Encounter, Start};
use cardwright_engine::skirmish::encounters;

/// The attacks of a table.
pub(super) fn of(arcade: &Arcade, start: &Start) -> Vec<Encounter> {
    let (Ok(mut state), Some(floor)) = (arcade.set_up(start), floor()) else { return Vec::new() };
    state.field = floor;
    let mut found = Vec::new();
    for (user, target) in encounters::pairs(state.figures.iter().map(|figure| figure.def)) {
        let is_enemy = state.figure(user).is_hero() != state.figure(target).is_hero();
        if is_enemy && state.figure(user).side != Side::Point {
            meet(arcade, &mut state, user, target, &mut found);
        }
    }
    found
}

/// The chance that an attack of the active Hero hits a model in this position; `None` for actions
/// that throw no dice against it.
pub(super) fn now(look: Look<'_, Arcade>, target: u16, line: u16, kind: u8) -> Option<Ratio> {
    let user = look.state.active;
    let known = look.rules.line(line);
    let throws = known.is_none_or(|line| line.is_attack() && line.colour != Colour::Blue);
    if !throws || !look.state.is_here(user) || !look.state.is_here(target) {
        return None;
    }
    let kind = known.map_or(kind, |line| line.kind.unwrap_or(NO_KIND));
    chance(look.rules, &mut look.state.clone(), (user, target), line, kind)
}

/// Room for two large models.
fn floor() -> Option<Arc<Field>> {
    let mut face = Face::new(4, 2);
    for (x, y) in (0..4).flat_map(|x| [(x, 0), (x, 1)]) {
        face.set_cell(Point::new(x, y), Cell::Square(Features::NONE));
    }
    let grid = Grid::of_face(&face).ok()?;
    Some(Arc::new(Field::new(grid, |_| 1, &[], (0, 0))))
}

/// All attacks of one model against another.
fn meet(arcade: &Arcade, state: &mut State, user: u16, target: u16, into: &mut Vec<Encounter>) {
    for (figure, column) in [(user, 0), (target, 2)] {
        state.figure_mut(figure).at = state.field.board().grid.square(Point::new(column, 0));
    }
    state.flow.touch();
    let facts = arcade.facts(state.figure(user).def);
    let is_hero = state.figure(user).is_hero();
    let kinds = (0..3u8).filter(|kind| !is_hero || facts.strikes[usize::from(*kind)] > 0);
    let basic = kinds
        .filter_map(|kind| chance(arcade, state, (user, target), NONE, kind))
        .max_by_key(|chance| chance.per_mille());
    let mut add = |state: &State, attack: String, chance: Ratio| {
        let id = |figure: u16| {
            let def = usize::from(state.figure(figure).def);
            arcade.code.defs.get(def).map(|def| def.id.clone()).unwrap_or_default()
        };
        let (attacker, target) = (id(user), id(target));
        into.push(Encounter { side: u8::from(!is_hero), attacker, attack, target, chance });
    };
    if let Some(chance) = basic {
        add(state, String::new(), chance);
    }
    for line in &facts.lines {
        let Some(known) = arcade.line(*line) else { continue };
        if !known.is_attack() || known.is_potion || known.colour == Colour::Blue {
            continue;
        }
        let kind = known.kind.unwrap_or(NO_KIND);
        if let Some(chance) = chance(arcade, state, (user, target), *line, kind) {
            add(state, arcade.names[usize::from(known.name)].clone(), chance);
        }
    }
    for figure in [user, target] {
        state.figure_mut(figure).at = None;
    }
    state.flow.touch();
}

/// The chance of an attack.
fn chance(
    arcade: &Arcade,
    state: &mut State,
    (user, target): (u16, u16),
    line: u16,
    kind: u8,
) -> Option<Ratio> {
    let known = arcade.line(line);
    let is_hero = state.figure(user).is_hero();
    let basic = ATTRIBUTE_OF_KIND.get(usize::from(kind)).copied();
    let attribute = known.map_or(basic, |line| line.attribute).filter(|_| is_hero);
    let affected: Group = std::iter::once(target).collect();
    let action = Action {
        user,
        line,
        is_red: true,
        kind,
        attribute: attribute.unwrap_or(NO_KIND),
        has_won: false,
        roll: Roll::default(),
        jinxed: 0,
        stars: 0,
        affected,
        left: Group::NOBODY,
        current: target,
        is_area: false,
        inflicted: 0,
        unpaid: 0,
        last_wounds: 0,
        struck: affected,
        aimed: target,
        fewer: Pool::EMPTY,
        jumps: 0,
        settled: 0,
    };
    if is_hero && attribute.is_none() {
        return None;
    }
    state.actions.push(action);
    state.flow.touch();
    let look = Look::new(arcade, state);
    let throw = |pool: &Pool, figure: u16, drops: Stat| {
        let drops = look.stat(drops, thing(figure)) as usize;
        arcade.symbols.odds(pool, drops, &arcade.code.dice).ok()
    };
    let chance = if is_hero {
        let stars = throw(&dice(look, &action), user, Stat::OffenseDrops);
        stars.map(|stars| stars.at_least(armor(look, target) + 1))
    } else {
        let allowed = match defenses(look, target) {
            0 => 0b10,
            allowed => allowed,
        };
        let strikes = Distribution::certain(strength(look, &action));
        let places = (0..4usize).filter(|place| allowed >> place & 1 == 1);
        places
            .filter_map(|place| {
                let stats = [ATTRIBUTES[place], Stat::Defense];
                let pools = stats.map(|stat| look.pool_stat(stat, thing(target)));
                let shown = throw(&pools[0].plus(pools[1]), target, Stat::DefenseDrops)?;
                Some(strikes.beats(&shown))
            })
            .min_by_key(|chance| chance.per_mille())
    };
    state.actions.pop();
    state.flow.touch();
    chance
}
