//! Actions of Heroes and monsters: the roll, whom it beats, and what follows (§3, §6.4, §7.6).

use super::Play;
use super::actions::{DEFEND, FILL, JUMP, KEEP_ROLL, REROLL};
use super::content::ATTRIBUTES;
use super::facts::Rank;
use super::group::Group;
use super::lines::{Colour, Line};
use super::numbers::{armor, defenses, hearts};
use super::state::{Action, Boost, NOBODY, Side};
use super::tasks::Task;
use super::vocabulary::{Event, Mark, Stat, Window};
use super::wounds::{self, thing};
use crate::board::Shape;
use crate::core::code::NONE;
use crate::core::dice::{Pool, Roll};
use crate::core::{Context, Look, Step};
use crate::game::Choice;
use crate::skirmish::Whom;

/// Stands for no kind of attack, and for no attribute.
pub(super) const NO_KIND: u8 = u8::MAX;

/// How far an arc jumps.
const JUMP_RANGE: i32 = 2;

impl super::Arcade {
    pub(super) fn line(&self, line: u16) -> Option<&Line> {
        self.lines.get(usize::from(line))
    }
}

/// A basic attack, or one of a line: who uses it, and whom it affects.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub user: u16,
    /// [`NONE`] for a basic attack.
    pub line: u16,
    /// The kind of a Hero's attack.
    pub kind: u8,
    pub affected: Group,
    pub is_epic: bool,
}

impl Plan {
    pub(super) fn of_line(user: u16, line: u16, affected: Group) -> Plan {
        Plan { user, line, kind: NO_KIND, affected, is_epic: false }
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
        is_epic: plan.is_epic,
        inflicted: 0,
        last_wounds: 0,
        struck: affected,
        struck_at: None,
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
        let names: Vec<String> =
            affected.iter().map(|figure| super::name_of(look, thing(figure))).collect();
        let what = known.map_or("attacks", |_| "uses");
        let name = known.map_or("", |line| look.rules.names[usize::from(line.name)].as_str());
        format!("{} {what} {name}: {}", super::name_of(look, thing(user)), names.join(", "))
    });
    run.push(Task::ActionEnd);
    run.push(Task::Jump);
    run.push(Task::Spoils);
    run.push(Task::Affect);
    if attribute.is_some() {
        run.push(Task::Roll);
    }
}

/// Whether a bonus of a line counts for its roll and not beyond.
fn is_for_roll(line: &Line, stat: Stat) -> bool {
    let rolled = line.attribute.map(|place| ATTRIBUTES[usize::from(place).min(3)]);
    let rolls = line.is_attack() || line.attribute.is_some();
    rolls
        && (stat == Stat::Offense
            || rolled == Some(stat)
            || (line.is_monsters && stat == Stat::Strength))
}

/// What a line adds beyond its roll lasts until its user's next upkeep.
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

/// What a monster strikes with.
pub(super) fn strength(look: Look<'_, super::Arcade>, action: &Action) -> i32 {
    let user = thing(action.user);
    let mut pool = look.pool_stat(Stat::Strength, user).plus(look.pool_stat(Stat::Offense, user));
    if let Some(line) = look.rules.line(action.line) {
        pool = pool.plus(line.bonus_to(Stat::Strength)).plus(line.bonus_to(Stat::Offense));
    }
    look.rules.sure(pool.plus(action.fewer)).max(0)
}

/// The offense roll of a Hero.
pub(super) fn roll(run: &mut Play<'_>) {
    let Some(action) = run.state.action().copied() else { return };
    let look = run.look();
    let pool = dice(look, &action);
    let user = thing(action.user);
    let fumbles = look.has_mark(Mark::FumblesOffense, user);
    let rerolls = look.stat(Stat::Rerolls, user).clamp(0, 24) as u8;
    let jinx = action.affected.iter().map(|figure| look.stat(Stat::Jinx, thing(figure))).max();
    let mut roll = run.throw(&pool, 0, user);
    if fumbles {
        run.rules.symbols.drop_highest(&mut roll, 1, &run.code.dice);
    }
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
fn best_dice(run: &Play<'_>, roll: &Roll, count: i32) -> u32 {
    let stars =
        |die: u8, face: u8| run.code.dice.shows(die, face)[usize::from(run.rules.symbols.star)];
    let mut chosen = 0u32;
    for _ in 0..count.clamp(0, 24) {
        let left = roll.dice().iter().enumerate();
        let best = left
            .filter(|(place, die)| !die.dropped && chosen >> place & 1 == 0)
            .max_by_key(|(place, die)| (stars(die.die, die.face), std::cmp::Reverse(*place)));
        if let Some((place, _)) = best {
            chosen |= 1 << place;
        }
    }
    chosen
}

/// Dice that may be thrown again.
pub(super) fn publish_reroll(run: &mut Play<'_>, defends: bool) -> Step {
    let (roll, settled) = match (defends, run.state.action()) {
        (true, _) => (run.state.defense.roll, run.state.defense.settled),
        (false, Some(action)) => (action.roll, action.settled),
        (false, None) => return Step::Done,
    };
    for (place, die) in roll.dice().iter().enumerate() {
        if !die.dropped && !die.again && settled >> place & 1 == 0 {
            run.option(REROLL, place as u16, u16::from(defends));
        }
    }
    run.option(KEEP_ROLL, Choice::NO_CARD, u16::from(defends));
    Step::decide(0, "reroll")
}

/// A die is thrown again; one that an enemy wants thrown again too stays as it is (§3.6).
pub(super) fn reroll(run: &mut Play<'_>, place: u16, left: u8, defends: bool) {
    if left > 1 {
        run.push(Task::Reroll { left: left - 1, defends });
    }
    let bit = 1u32 << place.min(31);
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

/// Dice that an enemy wants thrown again are, then the stars count.
pub(super) fn tally(run: &mut Play<'_>) {
    let Some(action) = run.state.action().copied() else { return };
    for place in (0..24).filter(|place| action.jinxed >> place & 1 == 1) {
        throw_again(run, place, false);
    }
    let (symbols, code) = (run.rules.symbols, run.code);
    if let Some(action) = run.state.actions.last_mut() {
        action.stars = symbols.count(&action.roll, &code.dice).stars;
        let stars = action.stars;
        run.note(|_| format!("It rolls {stars}"));
    }
}

/// The next of those whom the action affects.
pub(super) fn affect(run: &mut Play<'_>) {
    let Some(action) = run.state.actions.last_mut() else { return };
    let Some(target) = action.left.first() else { return };
    action.left.remove(target);
    action.current = target;
    let action = *action;
    run.push(Task::Affect);
    let Some(at) = run.state.figure(target).at else { return };
    if let Some(action) = run.state.actions.last_mut() {
        action.struck_at = Some(at);
    }
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

/// An action has succeeded or not; against armor it may be critical (§3.3).
fn settle(run: &mut Play<'_>, target: u16, wins: bool, armor: Option<i32>) {
    let Some(action) = run.state.action().copied() else { return };
    let bound = [thing(action.user).bits(), thing(target).bits()];
    if !wins {
        if action.is_red {
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
    let is_critical = armor.is_some_and(|armor| action.stars >= 5 && action.stars > 2 * armor)
        && look.state.figure(action.user).is_hero()
        && look.state.figure(target).side != Side::Point
        && !look.has_mark(Mark::Uncritical, thing(target));
    wounds += i32::from(is_critical) + i32::from(action.is_epic);
    run.push(Task::Deal { victim: target, left: wounds });
    run.raise(Event::Hit, &bound);
}

/// Which attribute a Hero defends with.
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

/// The defense roll of a Hero.
pub(super) fn defend(run: &mut Play<'_>, hero: u16, attribute: u8) {
    let stat = ATTRIBUTES[usize::from(attribute).min(3)];
    let look = run.look();
    let figure = thing(hero);
    let pool = look.pool_stat(stat, figure).plus(look.pool_stat(Stat::Defense, figure));
    let fumbles = look.has_mark(Mark::FumblesDefense, figure);
    let rerolls = look.stat(Stat::DefenseRerolls, figure).clamp(0, 24) as u8;
    let user = look.state.action().map_or(NOBODY, |action| action.user);
    let jinx = if user == NOBODY { 0 } else { look.stat(Stat::Jinx, thing(user)) };
    let mut roll = run.throw(&pool, 0, figure);
    if fumbles {
        run.rules.symbols.drop_highest(&mut roll, 1, &run.code.dice);
    }
    let jinxed = best_dice(run, &roll, jinx);
    run.state.defense = super::state::Defense { hero, roll, jinxed, settled: 0 };
    if rerolls > 0 {
        run.push(Task::Reroll { left: rerolls, defends: true });
    }
}

/// The defense roll is compared (§3.4).
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
    let wins = if run.state.figure(action.user).is_hero() {
        action.stars > shown
    } else {
        shown < strength(run.look(), &action)
    };
    run.note(|look| format!("{} defends with {shown}", super::name_of(look, thing(defense.hero))));
    settle(run, defense.hero, wins, None);
}

/// Wounds to an elite go to the nearest of its minions first, unless by an area (§6.9).
pub(super) fn deal(run: &mut Play<'_>, victim: u16, left: i32) -> Step {
    if left <= 0 || !run.state.is_here(victim) {
        return Step::Done;
    }
    let nearest = expendable(run, victim);
    match nearest.len() {
        0 => deal_to(run, victim, victim, left),
        1 => deal_to(run, victim, nearest.first().unwrap_or(victim), left),
        _ if run.state.settles_ties => {
            let first = nearest.iter().min_by_key(|figure| run.state.figure(*figure).at);
            deal_to(run, victim, first.unwrap_or(victim), left);
        }
        _ => {
            for minion in nearest.iter() {
                run.option(super::actions::NEXT, minion, 0);
            }
            return Step::decide(0, "expendable");
        }
    }
    Step::Done
}

/// The nearest minions that suffer for an elite.
fn expendable(run: &Play<'_>, victim: u16) -> Group {
    let state = &*run.state;
    let is_area = state.action().is_some_and(|action| action.is_area);
    if is_area
        || !state.figure(victim).is_rank(Rank::Elite)
        || run.look().has_mark(Mark::Tenacious, thing(victim))
    {
        return Group::NOBODY;
    }
    let minions = run.rules.bonded(state, victim);
    let minions: Group =
        minions.iter().filter(|other| state.figure(*other).is_rank(Rank::Minion)).collect();
    let nearest = minions.iter().map(|minion| state.apart(victim, minion)).min();
    minions.iter().filter(|minion| Some(state.apart(victim, *minion)) == nearest).collect()
}

/// Somebody takes wounds of an action, with all its effects.
pub(super) fn deal_to(run: &mut Play<'_>, victim: u16, taker: u16, left: i32) {
    let user = run.state.action().map_or(NOBODY, |action| action.user);
    let mut count = left;
    if taker != victim {
        let room = hearts(run.look(), taker) - run.state.figure(taker).wounds;
        count = left.min(room.max(1));
        run.push(Task::Deal { victim, left: left - count });
    }
    run.push(Task::Effects { target: taker });
    wounds::wound(run, taker, user, count);
}

/// What an action does besides wounds: to each model that it affects.
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

/// Hearts and potions of a winning offense roll (§3.5).
pub(super) fn spoils(run: &mut Play<'_>) {
    let Some(action) = run.state.action().copied() else { return };
    if !(action.is_red && action.has_won && action.attribute != NO_KIND) {
        return;
    }
    let shown = run.rules.symbols.count(&action.roll, &run.code.dice);
    if shown.potions > 0 {
        run.push(Task::Fill { left: shown.potions.min(24) as u8 });
    }
    if shown.hearts > 0 {
        run.push(Task::Heart { left: shown.hearts.min(24) as u8 });
    }
}

/// Which Hero a heart helps, and with what.
pub(super) fn publish_heart(run: &mut Play<'_>, left: u8) -> Step {
    for hero in run.state.heroes().collect::<Group>().iter() {
        wounds::token_options(run, hero);
    }
    if let Some(only) = wounds::only_option(run) {
        wounds::remove_token(run, only);
        if left > 1 {
            run.push(Task::Heart { left: left - 1 });
        }
        return Step::Done;
    }
    Step::decide(0, "heart")
}

/// Which Hero gains a potion.
pub(super) fn publish_fill(run: &mut Play<'_>, left: u8) -> Step {
    for hero in run.state.heroes().collect::<Group>().iter() {
        if run.state.figure(hero).potions < run.look().stat(Stat::PotionQuantity, thing(hero)) {
            run.option(FILL, hero, 0);
        }
    }
    if let Some(only) = wounds::only_option(run) {
        run.state.figure_mut(only.card).potions += 1;
        if left > 1 {
            run.push(Task::Fill { left: left - 1 });
        }
        return Step::Done;
    }
    Step::decide(0, "fill")
}

/// An arc goes on to somebody near, as long as it wounds (§4.4).
pub(super) fn publish_jump(run: &mut Play<'_>) -> Step {
    let Some(action) = run.state.action().copied() else { return Step::Done };
    let look = run.look();
    let jumps = action.is_red
        && !action.is_area
        && action.last_wounds > 0
        && look.state.is_here(action.user)
        && look.has_mark(Mark::Jumps, thing(action.user));
    let (true, Some(at)) = (jumps, action.struck_at) else { return Step::Done };
    let state = look.state;
    let is_hero = state.figure(action.user).is_hero();
    let whom = look.rules.line(action.line).map_or(Whom::Enemies, |line| line.whom);
    let near = state.present(|one| whom == Whom::Everyone || one.is_hero() != is_hero);
    let near: Group = near
        .filter(|other| !action.struck.has(*other) && *other != action.user)
        .filter(|other| state.field.distance(&[at], state.squares(*other)) <= JUMP_RANGE)
        .filter(|other| !look.has_mark(Mark::Unaimable, thing(*other)))
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
        for die in 0..crate::core::dice::MAX_COLOURS as u8 {
            if colours.contains(&die) {
                run.option(JUMP, next, u16::from(die));
            }
        }
    }
    Step::decide(0, "arc")
}

/// A star less.
fn one_less(run: &Play<'_>) -> Pool {
    Pool::flat(run.rules.symbols.star, -1)
}

/// The arc strikes the next, with a die less of a colour, or a star less of a monster's.
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
    run.push(Task::Jump);
    run.push(Task::Spoils);
    run.push(Task::Affect);
    if rolls {
        run.push(Task::Roll);
    }
}

/// The action is over: wrath for its wounds, then what reacts to it.
pub(super) fn end(run: &mut Play<'_>) {
    let Some(action) = run.state.actions.last_mut() else { return };
    action.current = NOBODY;
    let action = *action;
    run.push(Task::PopAction);
    if action.inflicted > 0 {
        run.push(Task::Wrath { hero: action.user, count: action.inflicted });
    }
    run.raise(Event::Used, &[thing(action.user).bits()]);
}

/// The action leaves the table.
pub(super) fn pop(run: &mut Play<'_>) {
    let Some(action) = run.state.actions.pop() else { return };
    if action.line != NONE {
        run.flow().touch();
    }
    run.expire(Window::Action, None);
}
