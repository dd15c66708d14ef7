//! Which models actions can be aimed at, and which models they then affect.

use super::Arcade;
use super::field::{self, can_aim};
use super::figure::Figure;
use super::group::Group;
use super::lines::{Aiming, Line};
use super::state::State;
use super::vocabulary::Stat;
use super::wounds::thing;
use cardwright_engine::board::{Aim, Dir, Shape, Square, Squares};
use cardwright_engine::core::Look;
use cardwright_engine::skirmish::Whom;

/// The bit in an option's aim that marks a side. Without it the aim is the number of a figure.
pub(super) const SIDE: u16 = 0x100;
/// The aim of a line that is not aimed.
pub(super) const NOT_AIMED: u16 = u16::MAX;

/// Whether a line may affect a figure, wherever it stands.
fn concerns(state: &State, whom: Whom, user: u16, one: &Figure) -> bool {
    let is_friend = state.figure(user).is_hero() == one.is_hero();
    match whom {
        Whom::Enemies => !is_friend,
        Whom::Friends => is_friend,
        Whom::Everyone => true,
    }
}

/// The range of a line, or of a basic attack with that number printed.
pub(super) fn range(look: Look<'_, Arcade>, user: u16, printed: i32) -> i32 {
    let own = look.stat(Stat::Range, thing(user));
    if look.state.figure(user).is_hero() {
        (printed + own).max(1)
    } else if printed > 0 {
        printed
    } else {
        own
    }
}

/// The figures that an action can be aimed at.
pub(super) fn targets(
    look: Look<'_, Arcade>,
    user: u16,
    printed: i32,
    whom: Whom,
    unseen: bool,
) -> Group {
    let state = look.state;
    let range = range(look, user, printed);
    let meant = state.present(|one| concerns(state, whom, user, one));
    meant.filter(|target| can_aim(look, user, *target, range, unseen)).collect()
}

/// The figures in an area that a line affects.
fn within(look: Look<'_, Arcade>, line: &Line, user: u16, area: &Squares) -> Group {
    let state = look.state;
    let meant = state.present(|one| concerns(state, line.whom, user, one));
    let stands = |figure: &u16| state.squares(*figure).iter().any(|at| area.contains(*at));
    // `meant` has the user only if the line affects friends; then it is in its own area too.
    meant.filter(stands).collect()
}

/// The figures that a line affects if it is aimed all around or to a side.
pub(super) fn around(look: Look<'_, Arcade>, line: &Line, user: u16, side: Option<Dir>) -> Group {
    let Some((shape, size)) = line.area else { return Group::NOBODY };
    let board = look.state.field.board();
    let aim = side.map_or(Aim::Around, Aim::Toward);
    let area = board.areas().squares(shape, size, look.state.squares(user), aim);
    within(look, line, user, &area)
}

/// The figures that a burst around a square affects.
pub(super) fn burst(look: Look<'_, Arcade>, line: &Line, user: u16, centre: Square) -> Group {
    let Some((shape, size)) = line.area else { return Group::NOBODY };
    let board = look.state.field.board();
    let user_squares = look.state.squares(user);
    let area = board.areas().squares(shape, size, user_squares, Aim::At(centre));
    within(look, line, user, &area)
}

/// Calls `each` for every way to aim a line that affects anybody: [`NOT_AIMED`], a figure or a
/// side.
pub(super) fn aims(look: Look<'_, Arcade>, line: &Line, user: u16, each: &mut dyn FnMut(u16)) {
    match line.aiming {
        Aiming::Own => each(NOT_AIMED),
        Aiming::Around => {
            let is_aura = matches!(line.area, Some((Shape::Aura, _)));
            if is_aura || !around(look, line, user, None).is_empty() {
                each(NOT_AIMED);
            }
        }
        Aiming::Side => {
            for (place, side) in Dir::SIDES.into_iter().enumerate() {
                if !around(look, line, user, Some(side)).is_empty() {
                    each(SIDE | place as u16);
                }
            }
        }
        Aiming::Model => {
            for target in targets(look, user, line.range, line.whom, line.is_unseen).iter() {
                each(target);
            }
        }
    }
}

/// The figures that a line affects with an aim. For a burst at a large model the players choose
/// one of its squares first, see [`burst`].
pub(super) fn affected(look: Look<'_, Arcade>, line: &Line, user: u16, aim: u16) -> Group {
    match line.aiming {
        Aiming::Own => Group::one(user),
        Aiming::Around => around(look, line, user, None),
        Aiming::Side => around(look, line, user, Some(side(aim))),
        Aiming::Model if line.area.is_some() => {
            let centre = look.state.squares(aim).first();
            centre.map_or(Group::NOBODY, |centre| burst(look, line, user, *centre))
        }
        Aiming::Model => Group::one(aim),
    }
}

/// The side in an option's aim.
pub(super) fn side(aim: u16) -> Dir {
    Dir::SIDES[usize::from(aim & 3)]
}

/// Whether a monster can attack a Hero from where it stands.
pub(super) fn can_hit(look: Look<'_, Arcade>, monster: u16, hero: u16) -> bool {
    let range = look.stat(Stat::Range, thing(monster));
    field::can_aim(look, monster, hero, range, false)
}
