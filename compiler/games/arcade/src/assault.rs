//! What monsters do to Heroes: unique actions and fights.

use super::action::{self, Plan};
use super::actions::{AIM_SIDE, NEXT};
use super::aiming::{self, SIDE};
use super::group::Group;
use super::lines::{Aiming, Colour, Line};
use super::state::State;
use super::tasks::{MAX_LINES, Task};
use super::vocabulary::Act;
use super::wounds::thing;
use super::{Arcade, Play, heroes};
use cardwright_engine::board::{Dir, Shape};
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::{Look, Step};
use cardwright_engine::skirmish::Whom;

/// The lines that a monster uses: its own, then those of each kind bonded to it. While anybody is
/// bonded, an overcharged line replaces the line of the same name.
pub(super) fn lines_of(
    run: &Play<'_>,
    monster: u16,
    wanted: impl Fn(&Line) -> bool,
) -> [u16; MAX_LINES] {
    let (rules, state) = (run.rules, &*run.state);
    let bonded = rules.bonded(state, monster);
    let own = state.figure(monster).def;
    let mut kinds = [NONE; MAX_LINES];
    kinds[0] = own;
    let mut count = 1;
    for other in bonded.iter() {
        let def = state.figure(other).def;
        if !kinds[..count].contains(&def) && count < MAX_LINES {
            kinds[count] = def;
            count += 1;
        }
    }
    let mut lines = [NONE; MAX_LINES];
    let mut filled = 0;
    let all = || kinds[..count].iter().flat_map(|def| rules.facts(*def).lines.iter().copied());
    for line in all() {
        let Some(known) = rules.line(line) else { continue };
        let is_idle = known.is_overcharge && bonded.is_empty();
        let is_replaced = !known.is_overcharge
            && all()
                .filter_map(|other| rules.line(other))
                .any(|other| other.is_overcharge && !bonded.is_empty() && other.name == known.name);
        if wanted(known) && !is_idle && !is_replaced && filled < MAX_LINES {
            lines[filled] = line;
            filled += 1;
        }
    }
    lines
}

/// Performs the command Unique: a monster takes its other form, then uses its lines.
pub(super) fn uniques(run: &mut Play<'_>, monster: u16) {
    run.push(Task::Unique { figure: monster });
    if run.rules.facts(run.state.figure(monster).def).other != NONE {
        run.push(Task::Reshape { figure: monster });
    }
}

/// Begins to use the unique actions of a monster, those of the form that it has.
pub(super) fn begin_lines(run: &mut Play<'_>, monster: u16) {
    if run.look().is_forbidden(Act::Unique, thing(monster)) {
        return;
    }
    let lines = lines_of(run, monster, |line| !line.is_signature);
    run.push(Task::Uniques { figure: monster, lines, next: 0 });
}

/// Uses the next of a monster's lines.
pub(super) fn next_line(run: &mut Play<'_>, figure: u16, lines: [u16; MAX_LINES], next: u8) {
    let line = lines.get(usize::from(next)).copied().unwrap_or(NONE);
    if line == NONE || !run.state.is_here(figure) {
        return;
    }
    run.push(Task::Uniques { figure, lines, next: next + 1 });
    if lines.get(usize::from(next) + 1).is_some_and(|line| *line != NONE) {
        heroes::open_window(run);
    }
    let Some(known) = run.rules.line(line) else { return };
    let look = run.look();
    if !heroes::is_spent(look, thing(figure), line) && heroes::may_use(look, figure, known) {
        use_line(run, figure, line);
    }
}

fn use_line(run: &mut Play<'_>, monster: u16, line: u16) {
    let Some(known) = run.rules.line(line) else { return };
    let look = run.look();
    let affected = match known.aiming {
        Aiming::Own => Some(Group::one(monster)),
        Aiming::Side => {
            run.push(Task::AimSide { figure: monster, line });
            return;
        }
        Aiming::Around => {
            let affected = aiming::around(look, known, monster, None);
            let is_aura = matches!(known.area, Some((Shape::Aura, _)));
            (is_aura || !affected.is_empty()).then_some(affected)
        }
        Aiming::Model if known.whom == Whom::Friends => {
            run.push(Task::AimFriend { figure: monster, line });
            return;
        }
        Aiming::Model => {
            if let Some(target) = target(look, known, monster) {
                aim_at(run, monster, line, target);
            }
            return;
        }
    };
    if let Some(affected) = affected {
        start(run, monster, line, affected);
    }
}

/// Begins a monster's line that is aimed at a model. For a burst at a large one the players first
/// choose one of its squares.
pub(super) fn aim_at(run: &mut Play<'_>, monster: u16, line: u16, target: u16) {
    let Some(known) = run.rules.line(line) else { return };
    if known.area.is_some() && run.state.figure(target).is_large {
        run.push(Task::Centre { line, user: monster, target });
        return;
    }
    let affected = aiming::affected(run.look(), known, monster, target);
    start(run, monster, line, affected);
}

/// Aims a monster's line for friends at the closest one that it helps. The players decide ties.
pub(super) fn publish_friend(run: &mut Play<'_>, monster: u16, line: u16) -> Step {
    let Some(known) = run.rules.line(line) else { return Step::Done };
    if !run.state.is_here(monster) {
        return Step::Done;
    }
    let look = run.look();
    let state = look.state;
    let reached = aiming::targets(look, monster, known.range, known.whom, known.is_unseen);
    let helped: Group = reached.iter().filter(|friend| helps(state, known, *friend)).collect();
    let least = helped.iter().map(|friend| state.apart(monster, friend)).min();
    let is_closest = |friend: &u16| Some(state.apart(monster, *friend)) == least;
    let closest: Group = helped.iter().filter(is_closest).collect();
    match closest.first() {
        None => return Step::Done,
        Some(first) if closest.len() == 1 || state.settles_ties => {
            aim_at(run, monster, line, first);
            return Step::Done;
        }
        Some(_) => {}
    }
    for friend in closest.iter() {
        run.option(NEXT, friend, 0);
    }
    Step::decide(0, "friend")
}

/// Begins a monster's line that is aimed.
pub(super) fn start(run: &mut Play<'_>, monster: u16, line: u16, affected: Group) {
    if run.rules.line(line).is_some_and(|line| line.uses.is_some()) {
        run.state.used_up.push((thing(monster), line));
    }
    action::begin(run, Plan::of_line(monster, line, affected));
}

/// The Hero that a monster's line is aimed at: the one in reach with most wrath. A support line
/// skips Heroes to whom it has been done already.
fn target(look: Look<'_, Arcade>, line: &Line, monster: u16) -> Option<u16> {
    let state = look.state;
    let reached = aiming::targets(look, monster, line.range, line.whom, line.is_unseen);
    let heroes = || reached.iter().filter(|figure| state.figure(*figure).is_hero());
    state.top_of(heroes().filter(|hero| line.colour == Colour::Red || bothers(state, line, *hero)))
}

/// Whether a line gives a model a bonus or penalty that it does not have from it yet.
fn is_new(state: &State, line: &Line, figure: u16) -> bool {
    !line.bonuses.is_empty()
        && !state.boosts.iter().any(|boost| boost.name == line.name && boost.figure == figure)
}

/// Whether a friend benefits from a line.
fn helps(state: &State, line: &Line, figure: u16) -> bool {
    let (one, does) = (state.figure(figure), line.does);
    let is_healed = does.mends && one.wounds > 0 || does.cleanses && one.statuses != 0;
    is_healed || does.more || is_new(state, line, figure)
}

/// Whether a support line does anything to a Hero that has not been done to it already.
fn bothers(state: &State, line: &Line, hero: u16) -> bool {
    let does = line.does;
    let suffers_all = does.inflicts & !u64::from(state.figure(hero).statuses) == 0;
    let is_known = does.inflicts != 0 || !line.bonuses.is_empty();
    !suffers_all || does.more || is_new(state, line, hero) || !is_known
}

/// Aims a monster's line to the side that affects the Hero with most wrath; of several, to the one
/// with most Heroes. The players decide ties.
pub(super) fn publish_side(run: &mut Play<'_>, monster: u16, line: u16) -> Step {
    let Some(known) = run.rules.line(line) else { return Step::Done };
    if !run.state.is_here(monster) {
        return Step::Done;
    }
    let look = run.look();
    let state = look.state;
    let heroes = |side: Dir| -> Group {
        let affected = aiming::around(look, known, monster, Some(side));
        if known.whom == Whom::Friends {
            return affected.iter().filter(|figure| helps(state, known, *figure)).collect();
        }
        let heroes = affected.iter().filter(|figure| state.figure(*figure).is_hero());
        let counts = |hero: &u16| known.colour == Colour::Red || bothers(state, known, *hero);
        heroes.filter(counts).collect()
    };
    let sides = Dir::SIDES.map(heroes);
    let reached: Group = sides.iter().flat_map(|group| group.iter()).collect();
    // A line for friends is for the closest of them.
    let top = match known.whom {
        Whom::Friends => reached.iter().min_by_key(|friend| state.apart(monster, *friend)),
        _ => state.top_of(reached.iter()),
    };
    let Some(top) = top else { return Step::Done };
    let key = |group: &Group| (group.has(top), group.len());
    let best = sides.iter().map(key).max();
    let fitting = sides.iter().enumerate().filter(|(_, group)| Some(key(group)) == best);
    let fitting: Vec<u16> = fitting.map(|(place, _)| place as u16).collect();
    match fitting.as_slice() {
        [] => {}
        [only] => aim_side(run, monster, line, *only),
        [first, ..] if run.state.settles_ties => aim_side(run, monster, line, *first),
        _ => {
            for side in fitting {
                run.option(AIM_SIDE, SIDE | side, 0);
            }
            return Step::decide(0, "aim");
        }
    }
    Step::Done
}

/// Begins a monster's line that is aimed to a side.
pub(super) fn aim_side(run: &mut Play<'_>, monster: u16, line: u16, side: u16) {
    let Some(known) = run.rules.line(line) else { return };
    let affected = aiming::around(run.look(), known, monster, Some(aiming::side(side)));
    start(run, monster, line, affected);
}

/// Makes the next basic attack of a monster, on the Hero with most wrath in reach.
pub(super) fn attack(run: &mut Play<'_>, monster: u16, left: u8) {
    if left == 0 || !run.state.is_here(monster) {
        return;
    }
    if run.look().is_forbidden(Act::Attack, thing(monster)) {
        return;
    }
    let look = run.look();
    let reached = look.state.in_reach(look, monster);
    let Some(hero) = run.state.top_of(reached.iter()) else { return };
    run.push(Task::Attacks { figure: monster, left: left - 1 });
    if left > 1 {
        heroes::open_window(run);
    }
    let affected = Group::one(hero);
    action::begin(run, Plan::of_line(monster, NONE, affected));
}
