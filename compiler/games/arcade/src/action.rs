//! Actions of Heroes and monsters: how they begin, whom they beat, what they do, and how they end.

use super::Play;
use super::content::ATTRIBUTES;
use super::dealing::Dealt;
use super::facts::Command;
use super::figure::Side;
use super::group::Group;
use super::lines::{Colour, Line};
use super::numbers::armor;
use super::rolling::strength;
use super::state::NOBODY;
use super::tasks::Task;
use super::under_way::{Action, Boost};
use super::vocabulary::{Event, Mark, Stat, Window};
use super::wounds::{self, thing};
use cardwright_engine::board::Shape;
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::dice::{Pool, Roll};
use cardwright_engine::core::{Context, Thing};

/// Stands for no kind of attack, and for no attribute.
pub(super) const NO_KIND: u8 = u8::MAX;

impl super::Arcade {
    pub(super) fn line(&self, line: u16) -> Option<&Line> {
        self.lines.get(usize::from(line))
    }
}

/// A basic attack or a use of a line: its user, and the models it affects.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub user: u16,
    /// [`NONE`] for a basic attack.
    pub line: u16,
    /// The kind of a Hero's attack.
    pub kind: u8,
    pub affected: Group,
}

impl Plan {
    pub(super) fn of_line(user: u16, line: u16, affected: Group) -> Plan {
        Plan { user, line, kind: NO_KIND, affected }
    }
}

/// Starts an action that is paid for and aimed.
pub(super) fn begin(run: &mut Play<'_>, plan: Plan) {
    let Plan { user, line, affected, .. } = plan;
    let is_hero = run.state.figure(user).is_hero();
    let known = run.rules.line(line);
    let kind = known.map_or(plan.kind, |line| line.kind.unwrap_or(NO_KIND));
    let basic = super::content::ATTRIBUTE_OF_KIND.get(usize::from(kind)).copied();
    let attribute = known.map_or(basic, |line| line.attribute).filter(|_| is_hero);
    let area = known.and_then(|line| line.area);
    run.state.actions.push(Action {
        user,
        line,
        is_red: known.is_none_or(|line| line.colour == Colour::Red),
        kind,
        attribute: attribute.unwrap_or(NO_KIND),
        has_won: false,
        roll: Roll::default(),
        jinxed: 0,
        stars: 0,
        affected,
        left: affected,
        current: NOBODY,
        is_area: area.is_some(),
        inflicted: 0,
        unpaid: 0,
        last_wounds: 0,
        struck: affected,
        aimed: NOBODY,
        fewer: Pool::EMPTY,
        jumps: 0,
        settled: 0,
    });
    if let Some(known) = known {
        run.flow().touch();
        if let Some((Shape::Aura, size)) = known.area {
            boost(run, known, user, user, size);
        } else if known.is_attack() {
            boost(run, known, user, user, 0);
        }
    }
    run.note(|look| {
        let name = |figure: u16| super::name_of(look, thing(figure));
        let names: Vec<String> = affected.iter().map(name).collect();
        let whom = names.join(", ");
        match known {
            None => format!("{} attacks {whom}", name(user)),
            Some(line) => {
                let used = &look.rules.names[usize::from(line.name)];
                let is_own = affected.is_empty() || affected == Group::one(user);
                let on = if is_own { String::new() } else { format!(" on {whom}") };
                format!("{} uses {used}{on}", name(user))
            }
        }
    });
    run.push(Task::ActionEnd);
    resolve(run, attribute.is_some());
}

/// Pushes the steps in which an action is resolved, or resolved again against the next model of an
/// arc: hearts and potions come before wrath, and what the wounded do comes last.
pub(super) fn resolve(run: &mut Play<'_>, rolls: bool) {
    run.push(Task::Jump);
    run.push(Task::React);
    run.push(Task::Anger);
    run.push(Task::Spoils);
    run.push(Task::Affect);
    if rolls {
        run.push(Task::Roll);
    }
}

/// Lets the user take wrath for the wounds that it has inflicted.
pub(super) fn anger(run: &mut Play<'_>) {
    let Some(action) = run.state.actions.last_mut() else { return };
    let (hero, count) = (action.user, std::mem::take(&mut action.unpaid));
    if count > 0 {
        run.push(Task::Wrath { hero, count });
    }
}

/// Lets the next model that was wounded and is still there react to it.
pub(super) fn react(run: &mut Play<'_>) {
    let depth = run.state.actions.len();
    let next = run.state.reactions.iter().position(|one| one.depth >= depth);
    let Some(next) = next else { return };
    let bound = run.state.reactions.remove(next).bound;
    run.push(Task::React);
    let victim = Thing::from_bits(bound[0]);
    if run.state.figure_of(victim).is_some_and(|figure| run.state.is_here(figure)) {
        run.raise_own(Event::Wounded, victim, &bound);
    }
}

/// Whether a bonus of a line counts only for its own roll.
fn is_for_roll(line: &Line, stat: Stat) -> bool {
    let rolled = line.attribute.map(|place| ATTRIBUTES[usize::from(place).min(3)]);
    let rolls = line.is_attack() || line.attribute.is_some();
    rolls
        && (stat == Stat::Offense
            || rolled == Some(stat)
            || (line.is_monsters && stat == Stat::Strength))
}

/// Notes what a line adds beyond its own roll, which lasts until its user's next upkeep. A new
/// use of the same line replaces the old one, because lines of one name do not add up.
fn boost(run: &mut Play<'_>, line: &Line, by: u16, figure: u16, aura: u8) {
    for (stat, pool) in &line.bonuses {
        if is_for_roll(line, *stat) {
            continue;
        }
        let boosts = &mut run.state.boosts;
        let is_same = |other: &Boost| {
            other.name == line.name && other.stat == *stat && other.figure == figure
        };
        boosts.retain(|other| !is_same(other));
        let (stat, pool, name, whom) = (*stat, *pool, line.name, line.whom);
        boosts.push(Boost { stat, pool, by, figure, name, aura, whom });
    }
}

/// Resolves the action for the next model that it affects.
pub(super) fn affect(run: &mut Play<'_>) {
    let Some(action) = run.state.actions.last_mut() else { return };
    let Some(target) = action.left.first() else { return };
    action.left.remove(target);
    action.current = target;
    let action = *action;
    run.push(Task::Affect);
    if !run.state.is_here(target) {
        return;
    }
    if let Some(action) = run.state.actions.last_mut() {
        action.aimed = target;
    }
    // Monsters do not roll, so their attacks are recognized by the colour of the line.
    let must_succeed =
        action.attribute != NO_KIND || (action.is_red && !run.state.figure(action.user).is_hero());
    if !must_succeed {
        run.push(Task::Effects { target });
        return;
    }
    let is_hero = run.state.figure(target).is_hero();
    if is_hero {
        run.push(Task::DefenseTally);
        run.push(Task::Defend { hero: target });
        return;
    }
    let look = run.look();
    let most = if run.state.figure(action.user).is_hero() {
        action.stars
    } else {
        strength(look, &action)
    };
    let armor = armor(look, target);
    settle(run, target, most > armor, Some(armor));
}

/// Resolves whether an action succeeded against a model. A Hero's attack with at least 5 stars and
/// more than twice the armor is critical and wounds once more.
pub(super) fn settle(run: &mut Play<'_>, target: u16, wins: bool, armor: Option<i32>) {
    let Some(action) = run.state.action().copied() else { return };
    let bound = [thing(action.user).bits(), thing(target).bits()];
    if !wins {
        if action.is_red {
            run.note(|look| {
                let name = super::name_of(look, thing(target));
                let with = armor.map_or_else(String::new, |armor| format!(" with ARM {armor}"));
                format!("{name} withstands it{with}")
            });
            run.raise(Event::Foiled, &bound);
        }
        return;
    }
    if let Some(action) = run.state.actions.last_mut() {
        action.has_won = true;
    }
    if !action.is_red {
        run.push(Task::Effects { target });
        return;
    }
    let look = run.look();
    let mut wounds = look.stat(Stat::Damage, thing(action.user)).max(1);
    let numbers = &look.rules.numbers;
    let is_critical = armor.is_some_and(|armor| {
        action.stars >= numbers.critical_stars && action.stars > numbers.critical_factor * armor
    }) && look.state.figure(action.user).is_hero()
        && look.state.figure(target).side != Side::Point
        && !look.has_mark(Mark::Uncritical, thing(target));
    // An Epic Fight makes every offensive action of a monster worse, not only its basic attacks.
    let is_epic = look.rules.command(look.state.command) == Some(Command::EpicFight)
        && look.state.figure(action.user).is_monster()
        && look.state.figure(target).is_hero();
    wounds += i32::from(is_critical) + i32::from(is_epic);
    let dealt = Dealt { victim: target, by: action.user, left: wounds, is_action: true };
    run.push(Task::Deal(dealt));
    run.raise(Event::Hit, &bound);
}

/// Does what an action does to a model besides wounds.
pub(super) fn effects(run: &mut Play<'_>, target: u16) {
    let Some(action) = run.state.action().copied() else { return };
    if let Some(action) = run.state.actions.last_mut() {
        action.current = target;
    }
    let rules = run.rules;
    let line = rules.line(action.line);
    let mut statuses = line.map_or(0, |line| line.inflicts);
    if action.is_red {
        run.look().visit_marks(Mark::Inflicts, thing(action.user), &mut |args| {
            statuses |= args.set(0);
            true
        });
    }
    if let Some(line) = line {
        let is_aura = matches!(line.area, Some((Shape::Aura, _)));
        if !line.is_attack() && !is_aura && run.state.is_here(target) {
            boost(run, line, action.user, target, 0);
        }
        let context = Context::of(thing(action.user), 0).with_it(thing(target));
        run.begin(line.block, context);
    }
    run.raise(Event::Affected, &[thing(action.user).bits(), thing(target).bits()]);
    for status in (0..16).filter(|status| statuses >> status & 1 == 1) {
        wounds::inflict(run, target, status);
    }
}

/// Ends the action. Its user takes wrath for wounds that cards make of its use, too.
pub(super) fn end(run: &mut Play<'_>) {
    let Some(action) = run.state.actions.last_mut() else { return };
    action.current = NOBODY;
    let action = *action;
    run.push(Task::PopAction);
    run.push(Task::Anger);
    run.raise(Event::Used, &[thing(action.user).bits()]);
}

/// Removes the action.
pub(super) fn pop(run: &mut Play<'_>) {
    let Some(action) = run.state.actions.pop() else { return };
    if action.line != NONE {
        run.flow().touch();
    }
    run.expire(Window::Action, None);
}
