//! Arcs: attacks that jump from one model to the next.

use super::action::NO_KIND;
use super::actions::JUMP;
use super::figure::Figure;
use super::group::Group;
use super::rolling::{dice, strength};
use super::state::NOBODY;
use super::under_way::Action;
use super::vocabulary::{Mark, Stat};
use super::wounds::thing;
use super::{Arcade, Play};
use cardwright_engine::core::dice::Pool;
use cardwright_engine::core::{Look, Step};
use cardwright_engine::skirmish::Whom;

/// Lets an arc jump to another model near the last one, as long as it wounds. Monsters choose the
/// Hero with most wrath.
pub(super) fn publish_jump(run: &mut Play<'_>) -> Step {
    let Some(action) = run.state.action().copied() else { return Step::Done };
    let look = run.look();
    let jumps = action.is_red
        && !action.is_area
        && action.last_wounds > 0
        && look.state.is_here(action.user);
    let mut range = 0;
    look.visit_marks(Mark::Jumps, thing(action.user), &mut |args| {
        range = range.max(args.number(0));
        true
    });
    if !jumps || range == 0 || action.aimed == NOBODY {
        return Step::Done;
    }
    let state = look.state;
    // A model that was destroyed counts where it stood last.
    let last = *state.figure(action.aimed);
    let last = Figure { at: last.at.or(last.left), ..last };
    let is_hero = state.figure(action.user).is_hero();
    let whom = look.rules.line(action.line).map_or(Whom::Enemies, |line| line.whom);
    let near = state.present(|one| whom == Whom::Everyone || one.is_hero() != is_hero);
    let near: Group = near
        .filter(|other| !action.struck.has(*other) && *other != action.user)
        .filter(|other| state.apart_of(&last, state.figure(*other)) <= range)
        .filter(|other| may_aim(look, action.user, *other))
        .collect();
    if !is_hero {
        let weaker = Action { fewer: action.fewer.plus(one_less(run)), ..action };
        if let Some(next) = run.state.top_of(near.iter())
            && strength(run.look(), &weaker) > 0
        {
            jump(run, next, None);
        }
        return Step::Done;
    }
    let pool = dice(look, &action);
    let colours: Vec<u8> = pool.thrown(&run.code.dice).collect();
    if colours.len() <= 1 {
        return Step::Done;
    }
    for next in near.iter() {
        for die in 0..cardwright_engine::core::dice::MAX_COLOURS as u8 {
            if colours.contains(&die) {
                run.option(JUMP, next, u16::from(die));
            }
        }
    }
    Step::decide(0, "arc")
}

/// Whether an arc may be aimed at a model, which has no range of its own. Some enemies are aimed at
/// only from near by, or not at all.
fn may_aim(look: Look<'_, Arcade>, user: u16, other: u16) -> bool {
    look.state.are_friends(user, other)
        || !look.has_mark(Mark::Unaimable, thing(other))
            && look.state.apart(user, other) <= look.stat(Stat::SeenFrom, thing(other))
}

/// One star less, for the next jump of a monster's arc.
fn one_less(run: &Play<'_>) -> Pool {
    Pool::flat(run.rules.symbols.star, -1)
}

/// Lets the arc strike the next model. Each jump costs a Hero one die of a chosen colour, a monster
/// one star.
pub(super) fn jump(run: &mut Play<'_>, next: u16, die: Option<u8>) {
    let less = die.map_or_else(|| one_less(run), |die| Pool::of(die, -1));
    let Some(action) = run.state.actions.last_mut() else { return };
    action.fewer = action.fewer.plus(less);
    action.jumps += 1;
    action.affected = Group::one(next);
    action.left = action.affected;
    action.struck.add(next);
    action.current = NOBODY;
    action.last_wounds = 0;
    action.has_won = false;
    let rolls = action.attribute != NO_KIND;
    super::action::resolve(run, rolls);
}
