//! The round (players, enemies, refresh), and what a hero may do.

use super::actions::*;
use super::attack::{self, targets, with_weapon};
use super::moves::{Walker, Ways};
use super::plan::NOWHERE;
use super::state::{NO_QUEST, NOBODY, Task, bag};
use super::vocabulary::{Act, Event, Stat, Window};
use super::{Play, items, story};
use cardwright_engine::core::{Step, Thing};
use cardwright_engine::game::Choice;

/// Begins a round.
pub(super) fn start_round(run: &mut Play<'_>) {
    run.state.round += 1;
    let limit = quest_rounds(run).unwrap_or(run.state.options.round_limit);
    if run.state.round > limit {
        story::lose(run, "out-of-time");
        return;
    }
    run.state.is_enemy_phase = false;
    run.state.active = NOBODY;
    for place in 0..run.state.heroes.len() {
        let actions = run.look().stat(Stat::Actions, Thing::figure(place as u16));
        let hero = &mut run.state.heroes[place];
        (hero.actions, hero.most_actions) = (actions.max(0), actions);
        (hero.is_done, hero.is_endowed) = (false, false);
    }
    run.state.handled.fill(false);
    run.reset_limits(None);
    items::fill_shop(run);
    let round = run.state.round;
    run.note(|_| format!("round {round}"));
    run.push(Task::Players);
    run.raise(Event::RoundStarts, &[]);
}

fn quest_rounds(run: &Play<'_>) -> Option<u32> {
    run.rules.quests.get(usize::from(run.state.quest)).and_then(|quest| quest.rounds)
}

/// Asks which hero activates next. When all have, the enemies' phase begins.
pub(super) fn publish_players(run: &mut Play<'_>) -> Step {
    if story::judge(run) {
        return Step::Done;
    }
    let state = &*run.state;
    let all: Vec<u8> = state.on_map().filter(|hero| !state.hero(*hero).is_done).collect();
    let Some(first) = all.first().copied() else {
        run.state.is_enemy_phase = true;
        for enemy in &mut run.state.enemies {
            enemy.is_done = false;
        }
        run.push(Task::Refresh);
        run.push(Task::Enemies);
        return Step::Done;
    };
    let seat = run.state.hero(first).seat;
    for hero in all {
        run.option(ACTIVATE, u16::from(hero), 0);
    }
    Step::decide(seat, "activate")
}

/// Begins the activation of a hero.
pub(super) fn activate(run: &mut Play<'_>, hero: u8) {
    run.state.active = hero;
    run.state.acting = hero;
    run.state.moves = std::mem::take(&mut run.state.hero_mut(hero).moves_later);
    run.state.hero_mut(hero).free_used = 0;
    run.push(Task::EndActivation);
    run.push(Task::Act);
    run.raise(Event::Activates, &[Thing::figure(u16::from(hero)).bits()]);
}

/// Lists what the active hero may do.
pub(super) fn publish(run: &mut Play<'_>) -> Step {
    let me = run.state.active;
    if story::judge(run) || me == NOBODY || run.state.hero(me).square == NOWHERE {
        return Step::Done;
    }
    run.state.acting = me;
    let hero = *run.state.hero(me);
    run.option(END, Choice::NO_CARD, 0);
    move_options(run, me);
    if hero.actions > 0 {
        attack_options(run, me);
        story::action_options(run, me);
    }
    story::explore_options(run, me);
    items::minor_options(run, me);
    items::trade_options(run, me);
    run.offer_options(hero.seat);
    Step::decide(hero.seat, "act")
}

/// Lists the spaces that the hero can reach with the rest of the current move or with a new one.
fn move_options(run: &mut Play<'_>, me: u8) {
    let figure = u16::from(me);
    let thing = Thing::figure(figure);
    let look = run.look();
    if look.is_forbidden(Act::Move, thing) {
        return;
    }
    let fresh = if run.state.hero(me).actions > 0 { look.stat(Stat::Speed, thing) } else { 0 };
    let budget = fresh.max(run.state.moves);
    if budget <= 0 {
        return;
    }
    let ways = Ways::find(run.state, Walker::new(look, figure, budget));
    for square in &ways.found {
        if run.state.occupant(*square).is_none() {
            let cost = ways.cost(*square).unwrap_or(0);
            run.option(MOVE, *square, cost as u16);
        }
    }
}

fn attack_options(run: &mut Play<'_>, me: u8) {
    let figure = u16::from(me);
    let from = run.state.hero(me).square;
    let mut found: Vec<(u8, u16, u16)> = Vec::new();
    let look = run.look();
    if look.state.foes().next().is_none() {
        return;
    }
    if attack::may_attack(look, figure, false) {
        targets(look, figure, from, false, &mut |target| found.push((MELEE, target, 0)));
    }
    if attack::may_attack(look, figure, true) {
        targets(look, figure, from, true, &mut |target| found.push((SHOOT, target, 0)));
    }
    let thing = Thing::figure(figure);
    for item in look.state.zones.cards(bag(me)) {
        let can = look.rules.facts(look.state.def_of(*item)).ranged_dice > 0
            && !look.is_forbidden(Act::Attack, thing)
            && !look.is_forbidden(Act::Ranged, thing);
        if can {
            targets(look, figure, from, true, &mut |target| found.push((THROW, *item, target)));
        }
    }
    for (action, card, extra) in found {
        run.option(action, card, extra);
    }
}

/// Does what the active hero chose.
pub(super) fn act(run: &mut Play<'_>, choice: Choice) {
    let me = run.state.active;
    if choice.action == END {
        return;
    }
    run.push(Task::Act);
    let figure = u16::from(me);
    match choice.action {
        MOVE => go(run, me, choice.card, i32::from(choice.extra)),
        MELEE | SHOOT => {
            spend_action(run, me);
            attack::start(run, with_weapon(figure, choice.card, choice.action == SHOOT));
        }
        THROW => {
            spend_action(run, me);
            items::throw(run, me, choice.card, choice.extra);
        }
        EXPLORE => story::explore(run, me, choice.card),
        ACTION => {
            spend_action(run, me);
            story::act(run, choice.extra as u8, choice.card);
        }
        _ => items::minor(run, me, choice),
    }
}

/// Spends an action. The rest of a move is lost.
fn spend_action(run: &mut Play<'_>, me: u8) {
    run.state.hero_mut(me).actions -= 1;
    run.state.moves = 0;
}

/// Moves the hero to a space. A new action is spent only if the rest of the move is too short.
fn go(run: &mut Play<'_>, me: u8, to: u16, cost: i32) {
    let figure = u16::from(me);
    let speed = run.look().stat(Stat::Speed, Thing::figure(figure));
    if cost > run.state.moves {
        spend_action(run, me);
        run.state.moves = speed;
    }
    let walker = Walker::new(run.look(), figure, cost);
    let ways = Ways::find(run.state, walker);
    let mut path = std::mem::take(&mut run.state.path);
    ways.path(to, &mut path);
    run.state.path = path;
    run.state.moves -= cost;
    run.push(Task::Walk { figure });
}

/// Ends the activation of the active hero.
pub(super) fn end_activation(run: &mut Play<'_>) {
    let me = run.state.active;
    run.state.active = NOBODY;
    run.state.moves = 0;
    run.push(Task::Players);
    if me == NOBODY {
        return;
    }
    run.state.hero_mut(me).is_done = true;
    run.expire(Window::Activation, None);
    run.raise(Event::ActivationEnds, &[Thing::figure(u16::from(me)).bits()]);
}

/// Begins the refresh phase, in which cards react to the end of the round.
pub(super) fn refresh(run: &mut Play<'_>) {
    run.push(Task::EndRound);
    run.raise(Event::RoundEnds, &[]);
}

/// Ends the round.
pub(super) fn end_round(run: &mut Play<'_>) {
    run.expire(Window::Round, None);
    if !story::judge(run) {
        run.push(Task::Round);
    }
}

/// Whether a quest is played; a scenario may have only a drawn position.
pub(super) fn has_quest(run: &Play<'_>) -> bool {
    run.state.quest != NO_QUEST
}
