//! The quest in play: rooms that are revealed, encounters, checks, actions, and the end.

use super::actions::{ACTION, EXPLORE};
use super::attack::throw;
use super::content::Deckbox;
use super::plan::NOWHERE;
use super::quest::{Exit, Quest};
use super::state::{Check, Enemy, MAX_ENEMIES, MAX_TARGETS, NOBODY, QUEST, Task, enemy_figure};
use super::turn::has_quest;
use super::vocabulary::{Act, Event, Stat};
use super::{Play, moves, name_of};
use cardwright_engine::board::{Point, Square};
use cardwright_engine::core::code::{BlockId, NO_NODE, NONE};
use cardwright_engine::core::dice::Pool;
use cardwright_engine::core::{Context, Look, Thing};

/// The stream of random numbers for the dice that say which enemies appear.
const SPAWN_SEAT: u8 = 6;

/// The stats of the four skills.
pub(super) const SKILLS: [Stat; 4] =
    [Stat::Strength, Stat::Dexterity, Stat::Wisdom, Stat::Charisma];

fn quest<'a>(run: &Play<'a>) -> Option<&'a Quest> {
    let rules = run.rules;
    rules.quests.get(usize::from(run.state.quest))
}

/// The context in which effects of the quest run: `self` is the quest.
fn context(run: &Play<'_>) -> Context {
    let def = quest(run).map_or(NONE, |quest| quest.def);
    let seat = match run.state.acting {
        NOBODY => 0,
        hero => run.state.hero(hero).seat,
    };
    Context::of(Thing::new(QUEST, def), seat)
}

fn begin(run: &mut Play<'_>, block: BlockId) {
    let context = context(run);
    run.begin(block, context);
}

/// Begins the quest: its special rules hold, then the first room is revealed.
pub(super) fn open(run: &mut Play<'_>) {
    run.push(Task::Round);
    let Some(quest) = quest(run) else {
        return;
    };
    if !quest.intro.is_empty() {
        run.note(|_| quest.intro.clone());
    }
    reveal(run, 0);
    for special in quest.specials.iter().rev() {
        begin(run, *special);
    }
    run.raise(Event::QuestStarts, &[]);
}

/// Begins the special rules of the quest and of its revealed rooms, in a scenario.
pub(super) fn hold(run: &mut Play<'_>) {
    let Some(quest) = quest(run) else {
        return;
    };
    let lying = run.state.lying;
    for (_, room) in quest.rooms.iter().enumerate().filter(|(room, _)| lying >> room & 1 == 1) {
        for special in &room.specials {
            begin(run, *special);
        }
    }
    for special in &quest.specials {
        begin(run, *special);
    }
}

/// Reveals a room. Its enemies are placed first, then its special rules and effects begin, then
/// its checks are made; tasks are pushed in reverse, because they run last in, first out.
pub(super) fn reveal(run: &mut Play<'_>, room: u8) {
    let Some(quest) = quest(run) else {
        return;
    };
    let here = &quest.rooms[usize::from(room)];
    run.state.lying |= 1 << room;
    run.flow().touch();
    run.note(|look| {
        let name = look.code.defs.get(usize::from(here.tile)).map_or("?", |def| &def.name);
        let title = if here.title.is_empty() { name } else { &here.title };
        match here.story.is_empty() {
            true => title.to_owned(),
            false => format!("{title}: {}", here.story),
        }
    });
    for check in here.checks.iter().rev() {
        run.push(Task::Check { check: *check });
    }
    begin(run, here.block);
    for special in here.specials.iter().rev() {
        begin(run, *special);
    }
    run.push(Task::Encounter { room });
}

/// Places the enemies of a room, in order.
pub(super) fn encounter(run: &mut Play<'_>, room: u8) {
    let Some(quest) = quest(run) else {
        return;
    };
    for (die, shows) in &quest.rooms[usize::from(room)].spawn {
        spawn(run, *die, shows.map(i32::from), room);
    }
}

/// Places an enemy. Its die is rolled, or shows the number that the quest gives.
pub(super) fn spawn(run: &mut Play<'_>, die: u8, shows: Option<i32>, room: u8) {
    let fixed = shows.and_then(|number| run.rules.face_with(die, number));
    let face = fixed.unwrap_or_else(|| {
        let roll = run.throw(&Pool::of(die, 1), SPAWN_SEAT, Thing::NONE);
        roll.dice().first().map_or(0, |thrown| thrown.face)
    });
    let (is_ranged, health) = run.rules.face(die, face);
    let threat = run.rules.dice.threats.iter().position(|known| *known == die).unwrap_or(0);
    let slot = quest(run).and_then(|quest| quest.slots.get(threat));
    let def = slot.map_or(NONE, |slot| slot[usize::from(is_ranged)]);
    let Some(square) = spawn_square(run, room) else {
        return;
    };
    if def == NONE || run.state.enemies.len() >= MAX_ENEMIES {
        return;
    }
    let enemy = Enemy {
        def,
        die,
        threat: threat as u8,
        is_ranged,
        square: NOWHERE,
        left: NOWHERE,
        health,
        is_stunned: false,
        is_done: false,
        home: square,
    };
    place_enemy(run, enemy, square);
}

/// Puts a new enemy on the map.
fn place_enemy(run: &mut Play<'_>, enemy: Enemy, square: u16) {
    let place = run.state.enemies.len() as u8;
    run.state.enemies.push(enemy);
    run.state.put(enemy_figure(place), square);
    run.flow().touch();
    let thing = Thing::figure(enemy_figure(place));
    run.note(|look| format!("{} appears with {} health", name_of(look, thing), enemy.health));
    run.raise(Event::Spawned, &[thing.bits()]);
}

/// The first free space around the point of interest, or else the nearest free one.
fn spawn_square(run: &Play<'_>, room: u8) -> Option<u16> {
    let state = &*run.state;
    let plan = &state.plan;
    let usual = || plan.spaces.get(usize::from(room)).and_then(|spaces| spaces.first().copied());
    let centre = plan.poi.get(usize::from(room)).copied().filter(|poi| *poi != NOWHERE);
    let centre = centre.or_else(usual)?;
    let at = plan.grid.at(Square(centre));
    let around = state.options.spawn.iter().filter_map(|(dx, dy)| {
        let at = Point::new(at.x + i16::from(*dx), at.y + i16::from(*dy));
        plan.grid.square(at).map(|square| square.0)
    });
    let mut around = around.filter(|square| plan.is_in(*square, room) && state.is_free(*square));
    around.next().or_else(|| moves::nearest_free(state, centre, None))
}

/// Makes a skill check of a room or action.
pub(super) fn check(run: &mut Play<'_>, place: u16) {
    let Some(check) = quest(run).and_then(|quest| quest.checks.get(usize::from(place))) else {
        return;
    };
    let hero = run.state.acting;
    if hero == NOBODY {
        return;
    }
    let is_passed = make_check(run, hero, check.skill, check.required);
    begin(run, if is_passed { check.pass } else { check.fail });
    run.raise(Event::Checked, &[Thing::figure(u16::from(hero)).bits()]);
}

/// Rolls a skill check and returns whether enough dice, with the modifier, reach the number
/// needed.
pub(super) fn make_check(run: &mut Play<'_>, hero: u8, skill: u8, required: i32) -> bool {
    let figure = u16::from(hero);
    let thing = Thing::figure(figure);
    let look = run.look();
    let stat = SKILLS[usize::from(skill) % SKILLS.len()];
    let modifier = look.stat(stat, thing);
    let needed = look.stat(Stat::Needed, thing);
    let count = look.stat(Stat::CheckDice, thing).clamp(0, MAX_TARGETS as i32);
    let (shown, thrown) = throw(run, count, figure);
    let successes = shown.iter().take(thrown).filter(|die| i32::from(**die) + modifier >= needed);
    let successes = successes.count() as i32;
    let is_passed = successes >= required;
    run.state.check = Check { successes, is_passed };
    run.note(|look| {
        let skill = look.code.enums.get("skill").and_then(|all| all.get(usize::from(skill)));
        let skill = skill.map_or("skill", String::as_str);
        let outcome = if is_passed { "passes" } else { "fails" };
        format!("{} {outcome} {skill} {required} with {successes}", name_of(look, thing))
    });
    is_passed
}

/// Lets a hero explore who stands on a half space. Whoever steps onto one explores at once, so this
/// is for doorways that opened later, and for heroes who were put there.
pub(super) fn explore_options(run: &mut Play<'_>, me: u8) {
    if let Some(exit) = way_out(run.look(), me, run.state.hero(me).square) {
        run.option(EXPLORE, exit, 0);
    }
}

/// The exit with a room to be revealed to which a space belongs, if a hero may explore it now.
pub(super) fn way_out(look: Look<'_, Deckbox>, hero: u8, square: u16) -> Option<u16> {
    let state = look.state;
    let quest = look.rules.quests.get(usize::from(state.quest))?;
    let is_new = |exit: &Exit| state.lying >> exit.to & 1 == 0 && state.lying >> exit.from & 1 == 1;
    let leads_out =
        |place: usize, exit: &Exit| state.plan.ways[place].square == square && is_new(exit);
    let mut exits = quest.exits.iter().enumerate();
    let (place, exit) = exits.find(|(place, exit)| leads_out(*place, exit))?;
    let context =
        Context::of(Thing::new(QUEST, quest.def), state.heroes.get(usize::from(hero))?.seat);
    let may = look.holds(exit.condition, &context)
        && !look.is_forbidden(Act::Explore, Thing::figure(u16::from(hero)));
    may.then_some(place as u16)
}

/// A hero who has stepped onto a half space explores what is beyond it.
pub(super) fn threshold(run: &mut Play<'_>, hero: u8) {
    let square = run.state.hero(hero).square;
    if square != NOWHERE
        && let Some(exit) = way_out(run.look(), hero, square)
    {
        explore(run, hero, exit);
    }
}

/// A hero reveals what is beyond a half space.
pub(super) fn explore(run: &mut Play<'_>, me: u8, exit: u16) {
    run.state.acting = me;
    let room = quest(run).and_then(|quest| quest.exits.get(usize::from(exit))).map(|e| e.to);
    if let Some(room) = room {
        run.push(Task::Explored { room });
        run.push(Task::Reveal { room });
    }
}

/// Lets effects react to the exploration.
pub(super) fn explored(run: &mut Play<'_>, room: u8) {
    let hero = run.state.acting;
    if hero != NOBODY {
        let tile = Thing::new(Thing::TILE, u16::from(room));
        run.raise(Event::Explored, &[Thing::figure(u16::from(hero)).bits(), tile.bits()]);
    }
}

/// Lists the actions of the room in which the hero stands.
pub(super) fn action_options(run: &mut Play<'_>, me: u8) {
    let Some(quest) = quest(run) else {
        return;
    };
    let square = run.state.hero(me).square;
    for room in run.state.plan.rooms[usize::from(square)] {
        let Some(known) = quest.rooms.get(usize::from(room)) else {
            continue;
        };
        let poi = run.state.plan.poi[usize::from(room)];
        let is_near = poi == square || poi != NOWHERE && run.state.plan.touches(square, poi, false);
        if run.state.lying >> room & 1 == 0 {
            continue;
        }
        for (place, action) in known.actions.iter().enumerate() {
            let may =
                (is_near || !action.at_poi) && run.look().holds(action.condition, &context(run));
            if may {
                run.option(ACTION, place as u16, u16::from(room));
            }
        }
    }
}

/// Does an action of a room.
pub(super) fn act(run: &mut Play<'_>, room: u8, place: u16) {
    let action = quest(run)
        .and_then(|quest| quest.rooms.get(usize::from(room)))
        .and_then(|room| room.actions.get(usize::from(place)));
    let Some(action) = action else {
        return;
    };
    run.note(|_| action.label.clone());
    for check in action.checks.iter().rev() {
        run.push(Task::Check { check: *check });
    }
    begin(run, action.block);
}

/// Ends the quest if it is won or lost now, and returns whether it is over. A quest that is both
/// won and lost at once is won.
pub(super) fn judge(run: &mut Play<'_>) -> bool {
    if run.state.flow.outcome.is_some() {
        return true;
    }
    if !has_quest(run) {
        return false;
    }
    let Some(quest) = quest(run) else {
        return false;
    };
    let context = context(run);
    if quest.win != NO_NODE && run.look().truth(quest.win, &context) {
        if !quest.victory.is_empty() {
            run.note(|_| quest.victory.clone());
        }
        let seats = run.state.heroes.iter().fold(0u8, |bits, hero| bits | 1 << hero.seat);
        run.finish(seats, "quest-won");
        return true;
    }
    if quest.lose != NO_NODE && run.look().truth(quest.lose, &context) {
        lose(run, "quest-lost");
        return true;
    }
    false
}

/// Ends the quest as lost.
pub(super) fn lose(run: &mut Play<'_>, reason: &'static str) {
    if let Some(quest) = quest(run)
        && !quest.defeat.is_empty()
    {
        run.note(|_| quest.defeat.clone());
    }
    run.finish(0, reason);
}
