//! The Consul Turn: upkeep, the chart, and commands that all monsters perform.

use super::Play;
use super::actions::NEXT;
use super::chart::{Command, in_words};
use super::facts::Rank;
use super::group::Group;
use super::lines::Line;
use super::state::{CHART_STATS, NOBODY, State};
use super::tasks::Task;
use super::vocabulary::{Act, Event, Stat, Window};
use super::wounds::{self, thing};
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::words::Words;
use cardwright_engine::core::{Step, Thing};
use cardwright_engine::game::Choice;

/// Stands for no command.
pub(super) const NO_COMMAND: u8 = u8::MAX;

/// Begins the Consul Turn.
pub(super) fn start_turn(run: &mut Play<'_>) {
    let state = &mut *run.state;
    state.is_hero_turn = false;
    state.active = NOBODY;
    state.is_boss_fight = state.is_here(state.boss);
    state.tracker = Default::default();
    state.fresh = [NOBODY; 4];
    state.thirsty = u8::MAX;
    state.figures.iter_mut().for_each(|one| one.has_drunk = false);
    run.reset_limits(None);
    run.note(|_| "Consul Turn".to_owned());
    run.push(Task::EndConsul);
    super::heroes::open_window(run);
    run.push(Task::Advance);
    super::heroes::open_window(run);
    run.push(Task::ConsulUpkeep { damage: true });
    run.push(Task::ConsulUpkeep { damage: false });
    super::heroes::open_window(run);
    run.raise(Event::ConsulTurnStarts, &[]);
}

/// Does the upkeep of all monsters. It runs twice: all monsters heal before any of them takes the
/// damage of its statuses.
pub(super) fn upkeep(run: &mut Play<'_>, damage: bool) {
    let monsters: Group = run.state.monsters().collect();
    if !damage {
        let state = &mut *run.state;
        let is_heros = |by: u16| state.figures[usize::from(by)].is_hero();
        state.boosts.retain(|boost| is_heros(boost.by));
        for monster in monsters.iter() {
            run.expire(Window::NextUpkeep, Some(thing(monster)));
        }
    }
    let event = if damage { Event::UpkeepDamage } else { Event::Upkeep };
    let top = run.state.top_hero();
    let mut order: Vec<u16> = monsters.iter().collect();
    order.sort_by_key(|monster| {
        let rank = match run.state.figure(*monster).rank {
            Rank::Minion => 2,
            Rank::Elite => 1,
            _ => 0,
        };
        (rank, top.map(|top| run.state.apart(*monster, top)))
    });
    // Tasks run last in, first out.
    for monster in order.into_iter().rev() {
        run.raise(event, &[thing(monster).bits()]);
    }
}

/// Moves the marker. The bonus of the new space counts at once. In the boss fight the marker
/// stays.
pub(super) fn advance(run: &mut Play<'_>) {
    // What the space says happens before its commands.
    run.push(Task::NextOrder);
    if !run.state.is_boss_fight {
        let before = run.state.chart_bonus;
        super::chart::advance(run);
        for (place, stat) in CHART_STATS.iter().enumerate() {
            let more = run.state.chart_bonus[place] - before[place];
            if more != 0 {
                let name = Stat::WORDS[stat.index()].name;
                run.note(|_| format!("From now on monsters have {more:+} {name}"));
            }
        }
    }
    run.state.next_order = 0;
    begin_commands(run.state);
}

/// Begins a command phase: no monster has moved in it or used its signature.
pub(super) fn begin_commands(state: &mut State) {
    state.is_commanding = true;
    state.moved = Group::NOBODY;
    state.signed = Group::NOBODY;
}

/// Gives the next command of the turn. In the boss fight the boss heals before the challenge.
pub(super) fn next_order(run: &mut Play<'_>) {
    let number = run.state.next_order;
    let Some((command, times)) = run.rules.order(run.state, number) else { return };
    run.state.next_order += 1;
    run.push(Task::NextOrder);
    run.push(Task::Command { command, times });
    if run.state.is_boss_fight && run.rules.command(command) == Some(Command::Challenge) {
        run.push(Task::BossHeals);
    }
    super::heroes::open_window(run);
}

/// Heals the boss for each spawning point in play.
pub(super) fn heal_boss(run: &mut Play<'_>) {
    let each = run.look().stat(Stat::BossHealing, Thing::NONE).max(0);
    let count = each * run.state.points().count() as i32;
    let boss = run.state.boss;
    if run.state.is_here(boss) {
        let healed = count.min(run.state.figure(boss).wounds);
        wounds::mend(run, boss, count);
        run.note(|look| format!("{} loses {healed} wounds", super::name_of(look, thing(boss))));
    }
}

/// Gives a command. A card may give one within another, so the outer command is kept on the stack.
pub(super) fn give(run: &mut Play<'_>, command: u8, times: u8) {
    let before = (run.state.command, run.state.obeyed);
    run.push(Task::EndCommand { command: before.0, obeyed: before.1 });
    run.state.command = command;
    run.state.obeyed = Group::NOBODY;
    let Some(known) = run.rules.command(command) else { return };
    run.note(|look| format!("The command is {}", in_words(look.rules, command, times)));
    match known {
        Command::Move | Command::Regroup => {
            if known == Command::Regroup {
                run.state.regrouped = run.state.monsters().collect();
            }
            run.push(Task::Obey { times });
        }
        Command::Unique | Command::Fight | Command::EpicFight => run.push(Task::Obey { times }),
        Command::Spawn => run.push(Task::SpawnAt { left: times }),
        Command::Reinforce => {
            // Elites that arrive by this command do not call reinforcements themselves.
            run.state.arrived = Group::NOBODY;
            for _ in 0..times {
                run.push(Task::Reinforce { done: Group::NOBODY });
            }
        }
        Command::Plot => super::decks::draw_plot(run),
        Command::Challenge => super::decks::draw_challenge(run, false),
        Command::SpawnMiniBoss => super::spawning::chart_mini_boss(run),
        Command::SpawnBoss => super::spawning::boss(run),
    }
    run.push(Task::Favour);
    run.raise(Event::Ordered, &[]);
}

/// Asks the players which Hero counts as the one with most wrath, among Heroes that have equal
/// wrath and were never activated.
pub(super) fn publish_favour(run: &mut Play<'_>) -> Step {
    let state = &*run.state;
    let is_new = |hero: &u16| state.figure(*hero).last == 0;
    let key = |hero: u16| (state.figure(hero).wrath, state.figure(hero).favour);
    let new: Group = state.heroes().filter(is_new).collect();
    let tied =
        new.iter().find(|hero| new.iter().any(|other| other != *hero && key(other) == key(*hero)));
    let Some(first) = tied else { return Step::Done };
    let equal: Group = new.iter().filter(|hero| key(*hero) == key(first)).collect();
    if run.state.settles_ties {
        return Step::Done;
    }
    for hero in equal.iter() {
        run.option(NEXT, hero, 0);
    }
    Step::decide(0, "favour")
}

/// Puts a Hero before those it is equal to.
pub(super) fn favour(run: &mut Play<'_>, hero: u16) {
    let most = run.state.figures.iter().map(|one| one.favour).max().unwrap_or(0);
    run.state.figure_mut(hero).favour = most.saturating_add(1);
    run.push(Task::Favour);
}

/// Lets the next monster perform the command: solos before elites, and those nearest to the Hero
/// with most wrath first. The players decide ties.
pub(super) fn publish_obey(run: &mut Play<'_>, times: u8) -> Step {
    super::decks::check_plot(run);
    let next = next_monsters(run.state, run.state.obeyed);
    match next.first() {
        None => return Step::Done,
        Some(only) if next.len() == 1 => {
            obey(run, only, times);
            return Step::Done;
        }
        Some(first) if run.state.settles_ties => {
            let at = |figure: &u16| run.state.figure(*figure).at;
            let first = next.iter().min_by_key(at).unwrap_or(first);
            obey(run, first, times);
            return Step::Done;
        }
        _ => {}
    }
    for monster in next.iter() {
        run.option(NEXT, monster, u16::from(times));
    }
    Step::decide(0, "order")
}

/// The monsters that may be next: those with the first rank and the least distance. Minions never
/// act by themselves.
fn next_monsters(state: &State, done: Group) -> Group {
    let Some(top) = state.top_hero() else { return Group::NOBODY };
    let key = |figure: u16| {
        let is_elite = state.figure(figure).rank == Rank::Elite;
        (is_elite, state.apart(figure, top))
    };
    let waiting = state.present(|one| one.is_monster() && one.rank != Rank::Minion);
    let waiting: Group = waiting.filter(|figure| !done.has(*figure)).collect();
    let least = waiting.iter().map(key).min();
    waiting.iter().filter(|figure| Some(key(*figure)) == least).collect()
}

/// Lets a monster perform the command a number of times.
pub(super) fn obey(run: &mut Play<'_>, monster: u16, times: u8) {
    run.state.obeyed.add(monster);
    run.push(Task::Obey { times });
    run.push(Task::Perform { figure: monster, left: times });
    super::heroes::open_window(run);
}

/// Lets a monster perform the command once more.
pub(super) fn perform(run: &mut Play<'_>, monster: u16, left: u8) {
    if left == 0 || !run.state.is_here(monster) {
        return;
    }
    let command = run.rules.command(run.state.command);
    let is_move = command.is_some_and(Command::is_move);
    if is_move {
        run.state.moved.add(monster);
        if left == 1 {
            // The signature comes after the last of several moves.
            run.push(Task::Signature { figure: monster });
        }
    }
    run.push(Task::Perform { figure: monster, left: left - 1 });
    let bound = [thing(monster).bits()];
    let done = Some(Event::Obeyed);
    run.propose(Some(Event::WouldObey), done, &bound, Task::Obeys { figure: monster });
}

/// Lets a monster do what the command says. If it has received no Move in this command phase and
/// none is to come, its signature is the first thing it does.
pub(super) fn do_command(run: &mut Play<'_>, monster: u16) {
    command_one(run, monster);
    let is_move = run.rules.command(run.state.command).is_some_and(Command::is_move);
    let will_move = run.state.moved.has(monster) || run.rules.is_move_ahead(run.state);
    if !is_move && !will_move {
        run.push(Task::Signature { figure: monster });
    }
}

fn command_one(run: &mut Play<'_>, monster: u16) {
    match run.rules.command(run.state.command) {
        Some(Command::Move) => run.push(Task::March { figure: monster, regroup: false }),
        Some(Command::Regroup) => run.push(Task::March { figure: monster, regroup: true }),
        Some(Command::Unique) => super::assault::uniques(run, monster),
        Some(Command::Fight | Command::EpicFight) => {
            let left = run.look().stat(Stat::Actions, thing(monster)).clamp(1, 99) as u8;
            run.push(Task::Attacks { figure: monster, left });
        }
        _ => {}
    }
}

/// Lets a monster use its signature, once per command phase.
pub(super) fn signature(run: &mut Play<'_>, monster: u16) {
    let is_forbidden = run.look().is_forbidden(Act::Unique, thing(monster));
    let is_due = run.state.is_commanding && !run.state.signed.has(monster);
    if !run.state.is_here(monster) || !is_due || is_forbidden {
        return;
    }
    let is_wanted = |line: &Line| line.is_signature;
    let lines = super::assault::lines_of(run, monster, is_wanted);
    if lines[0] != NONE {
        run.state.signed.add(monster);
        run.push(Task::Uniques { figure: monster, lines, next: 0 });
    }
}

/// Ends a command and goes on with the outer one.
pub(super) fn end_command(run: &mut Play<'_>, command: u8, obeyed: Group) {
    run.state.command = command;
    run.state.obeyed = obeyed;
    super::decks::check_plot(run);
}

/// Ends the Consul Turn: monsters lose their statuses.
pub(super) fn end_turn(run: &mut Play<'_>) {
    run.state.is_commanding = false;
    let monsters: Group = run.state.monsters().collect();
    for monster in monsters.iter() {
        wounds::cleanse(run, monster, u64::MAX);
    }
    run.push(Task::PowerUp { hero: false });
    run.raise(Event::ConsulTurnEnds, &[]);
}

/// Lets the chosen monster be next.
pub(super) fn take_next(run: &mut Play<'_>, choice: Choice) {
    obey(run, choice.card, choice.extra as u8);
}
