//! The round (players, enemies, refresh), and what a hero may do.

use super::actions::*;
use super::attack::{self, targets, with_weapon};
use super::moves::{Walker, Ways};
use super::plan::NOWHERE;
use super::state::{DECK, NO_QUEST, NOBODY, SHOP, Task, USED, bag};
use super::vocabulary::{Act, Event, Stat, Window};
use super::{Play, items, story};
use cardwright_engine::core::{Digest, Step, Thing};
use cardwright_engine::game::{Choice, Outcome};

/// Begins a round.
pub(super) fn start_round(run: &mut Play<'_>) {
    run.state.round += 1;
    if quest_rounds(run).is_some_and(|last| run.state.round > last) {
        story::lose(run, "out-of-time");
        return;
    }
    if is_endless(run) {
        run.finish(0, Outcome::DRAWN);
        return;
    }
    run.state.is_enemy_phase = false;
    run.state.active = NOBODY;
    for place in 0..run.state.heroes.len() {
        let actions = run.look().stat(Stat::Actions, Thing::figure(place as u16));
        let hero = &mut run.state.heroes[place];
        (hero.actions, hero.most_actions) = (actions.max(0), actions);
        hero.is_done = false;
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

/// Whether so many rounds have passed without anything that cannot be undone that the quest may
/// never end: a room revealed, an enemy that came or left, a flag or counter of the quest changed,
/// an item drawn or used up, a hero downed.
fn is_endless(run: &mut Play<'_>) -> bool {
    let state = &*run.state;
    let mut deeds = Digest::default();
    deeds.add_all([u64::from(state.lying), state.enemies.len() as u64]);
    deeds.add_all([state.foes().count() as u64, state.on_map().count() as u64]);
    deeds.add_all([DECK, SHOP, USED].map(|place| state.zones.cards(place).len() as u64));
    deeds.add_all(state.flow.variables());
    let deeds = deeds.finish();
    if deeds == run.state.deeds {
        run.state.idle_rounds += 1;
    } else {
        (run.state.deeds, run.state.idle_rounds) = (deeds, 0);
    }
    run.state.idle_rounds >= run.rules.numbers.endless_rounds
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
    let seat = run.state.hero(hero).seat;
    offer_minor_actions(run, Some(seat));
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
    items::minor_options(run, hero.seat);
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
    if matches!(choice.action, MOVE | MELEE | SHOOT | THROW | EXPLORE | ACTION) {
        let seat = run.state.hero(me).seat;
        offer_minor_actions(run, Some(seat));
    }
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
        _ => items::minor(run, choice),
    }
}

/// Asks every player but one, in turn, for minor actions. They are allowed at any time, but not in
/// the middle of a roll: players are asked before a hero or an enemy acts, and after each action.
pub(super) fn offer_minor_actions(run: &mut Play<'_>, except: Option<u8>) {
    let last = run.state.heroes.iter().map(|hero| hero.seat).max().unwrap_or(0);
    for seat in (0..=last).rev().filter(|seat| Some(*seat) != except) {
        run.push(Task::Interrupt { seat });
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

/// Lets a hero be activated once more this round, after the activation that is going on.
pub(super) fn act_again(run: &mut Play<'_>, hero: u8) {
    let one = run.state.hero_mut(hero);
    one.again = !one.is_done;
    if one.is_done {
        one.is_done = false;
        one.actions = one.most_actions;
    }
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
    let again = std::mem::take(&mut run.state.hero_mut(me).again);
    run.state.hero_mut(me).is_done = true;
    if again {
        act_again(run, me);
    }
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
    run.postpone(Window::NextRound, Window::Round);
    if !story::judge(run) {
        run.push(Task::Round);
    }
}

/// Whether a quest is played; a scenario may have only a drawn position.
pub(super) fn has_quest(run: &Play<'_>) -> bool {
    run.state.quest != NO_QUEST
}
