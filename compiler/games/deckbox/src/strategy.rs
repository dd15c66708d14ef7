//! How bots judge positions, and the automatic player.
//!
//! The automatic player knows what the table knows: where enemies stand, which exits are open,
//! which actions the quest offers and how near it is to its end. It never looks at dice that
//! have not been thrown.

use super::actions::*;
use super::content::Deckbox;
use super::plan::NOWHERE;
use super::state::{FIRST_ENEMY, NOBODY, QUEST, State, Task, bag};
use cardwright_engine::board::Square;
use cardwright_engine::bot::Strategy;
use cardwright_engine::core::code::{Comparison, NO_NODE, Node, NodeId};
use cardwright_engine::core::{Context, Look, Thing, action};
use cardwright_engine::game::Choice;
use cardwright_engine::view::World;

/// The closeness of a condition that holds.
const CERTAIN: i64 = 1_000;
/// The distance if there is no goal; farther than any way.
const FAR: i64 = 200;

impl Strategy for Deckbox {
    const WORLDS: u32 = 4;

    /// How good a position is for the heroes. The weights matter only relative to each other; a
    /// finished game outweighs them all.
    fn evaluate(&self, state: &World<State>, _: u8) -> i64 {
        if let Some(outcome) = state.flow.outcome {
            return if outcome.winners != 0 { 1_000_000 } else { -1_000_000 };
        }
        let mut value = 0;
        for (place, hero) in state.heroes.iter().enumerate() {
            if hero.square == NOWHERE {
                value -= 600;
                continue;
            }
            value += i64::from(hero.health) * 25 + i64::from(hero.energy.min(6)) * 6;
            value += i64::from(hero.treasure.min(12)) * 3;
            value += state.zones.cards(bag(place as u8)).len() as i64 * 20;
        }
        for enemy in state.enemies.iter().filter(|enemy| enemy.square != NOWHERE) {
            let danger = 12 + 6 * i64::from(enemy.threat);
            value -= 30 + danger * i64::from(enemy.health) - 10 * i64::from(enemy.is_stunned);
        }
        value += i64::from(state.lying.count_ones()) * 60;
        value + progress(self, state) * 4
    }

    /// The options worth trying out: quest actions, abilities, items, and questions of effects. Moves
    /// and attacks are not tried out, because `suggest` weighs them.
    fn candidates(&self, state: &World<State>, into: &mut Vec<usize>) {
        let suggested = self.suggest(state);
        into.push(suggested);
        let options = &state.flow.options;
        let worth = |choice: &Choice| {
            choice.action < action::FIRST_OWN
                || matches!(choice.action, ACTION | ABILITY | USE_ITEM | BUY)
        };
        let all = options
            .iter()
            .enumerate()
            .filter(|(place, choice)| *place != suggested && worth(choice));
        into.extend(all.map(|(place, _)| place));
    }

    /// The option that the automatic player takes.
    fn suggest(&self, state: &World<State>) -> usize {
        let options = &state.flow.options;
        let find =
            |wanted: &[u8]| options.iter().position(|choice| wanted.contains(&choice.action));
        match state.flow.top() {
            Some(Task::Players) => first_to_act(state),
            Some(Task::Act) => acting(self, state),
            Some(Task::Aim) => best_target(self, state, &[AIM]).unwrap_or(0),
            Some(Task::Interrupt { .. }) => find(&[GO_ON]).unwrap_or(0),
            Some(Task::EnemyTarget { .. }) => healthiest(state),
            _ => 0,
        }
    }
}

/// How near the quest is to its end, from the conditions of its end and of its exits.
fn progress(deckbox: &Deckbox, state: &State) -> i64 {
    let Some(quest) = deckbox.quests.get(usize::from(state.quest)) else {
        return 0;
    };
    let look = Look::new(deckbox, state);
    let context = Context::of(Thing::new(QUEST, quest.def), 0);
    let mut value = closeness(look, quest.win, &context);
    if quest.lose != NO_NODE {
        value -= closeness(look, quest.lose, &context) / 2;
    }
    for exit in quest.exits.iter().filter(|exit| exit.condition != NO_NODE) {
        value += closeness(look, exit.condition, &context) / 4;
    }
    value
}

/// How near a condition is to holding, from 0 to [`CERTAIN`].
fn closeness(look: Look<'_, Deckbox>, node: NodeId, context: &Context) -> i64 {
    if node == NO_NODE {
        return CERTAIN;
    }
    match look.code.node(node) {
        Node::And(left, right) => {
            (closeness(look, left, context) + closeness(look, right, context)) / 2
        }
        Node::Or(left, right) => {
            closeness(look, left, context).max(closeness(look, right, context))
        }
        Node::Compare(comparison, left, right) => {
            let (left, right) = (look.number(left, context), look.number(right, context));
            let gap = match comparison {
                Comparison::Equal => (left - right).abs(),
                Comparison::Less => (left - right + 1).max(0),
                Comparison::AtMost => (left - right).max(0),
                Comparison::Greater => (right - left + 1).max(0),
                Comparison::AtLeast => (right - left).max(0),
            };
            CERTAIN / (1 + i64::from(gap))
        }
        _ if look.truth(node, context) => CERTAIN,
        _ => 0,
    }
}

/// The hero nearest to an enemy acts first.
fn first_to_act(state: &State) -> usize {
    let distance = |choice: &Choice| {
        let here = state.hero(choice.card as u8).square;
        let foes = state.foes().map(|enemy| state.enemies[usize::from(enemy)].square);
        foes.map(|there| state.plan.distances.between(Square(here), Square(there))).min()
    };
    let all = state.flow.options.iter().enumerate();
    all.min_by_key(|(_, choice)| distance(choice).unwrap_or(u8::MAX)).map_or(0, |(place, _)| place)
}

/// The hero who can best take a blow.
fn healthiest(state: &State) -> usize {
    let all = state.flow.options.iter().enumerate();
    let health = |choice: &Choice| state.heroes[usize::from(choice.card)].health;
    all.max_by_key(|(_, choice)| health(choice)).map_or(0, |(place, _)| place)
}

/// The attack on the weakest target; among equals the one with most dice, then on the most
/// dangerous target.
fn best_target(deckbox: &Deckbox, state: &State, actions: &[u8]) -> Option<usize> {
    let options = state.flow.options.iter().enumerate();
    let attacks = options.filter(|(_, choice)| actions.contains(&choice.action));
    let rank = |choice: &Choice| {
        let target = if choice.action == THROW { choice.extra } else { choice.card };
        let enemy = target.checked_sub(FIRST_ENEMY).map(usize::from);
        let enemy = enemy.and_then(|enemy| state.enemies.get(enemy));
        let (health, threat) = enemy.map_or((99, 0), |enemy| (enemy.health, enemy.threat));
        let dice = match choice.action {
            THROW => deckbox.facts(state.def_of(choice.card)).ranged_dice,
            _ => {
                let gear = deckbox.facts(state.hero(state.active).equipment);
                if choice.action == SHOOT { gear.ranged_dice } else { gear.melee_dice }
            }
        };
        (health, 9 - dice, 9 - threat)
    };
    attacks.min_by_key(|(_, choice)| rank(choice)).map(|(place, _)| place)
}

/// Chooses for the active hero: attack, advance the quest, explore, or walk to the best goal.
fn acting(deckbox: &Deckbox, state: &State) -> usize {
    let options = &state.flow.options;
    let find = |wanted: u8| options.iter().position(|choice| choice.action == wanted);
    let end = find(END).unwrap_or(0);
    if state.active == NOBODY {
        return end;
    }
    if let Some(target) = best_target(deckbox, state, &[MELEE, SHOOT, THROW]) {
        return target;
    }
    let is_progress = |choice: &Choice| {
        let quest = deckbox.quests.get(usize::from(state.quest));
        let room = quest.and_then(|quest| quest.rooms.get(usize::from(choice.extra)));
        let action = room.and_then(|room| room.actions.get(usize::from(choice.card)));
        choice.action == ACTION && action.is_some_and(|action| action.is_progress)
    };
    if let Some(action) = options.iter().position(is_progress) {
        return action;
    }
    let hero = state.hero(state.active);
    let is_weak = hero.health * 2 <= deckbox.facts(hero.hero).health;
    let is_busy = state.foes().next().is_some();
    if let Some(explore) = find(EXPLORE)
        && !(is_busy && is_weak)
    {
        return explore;
    }
    let goals = goals(deckbox, state);
    let here = hero.square;
    let field = |square: u16| -> i64 {
        let steps = goals.iter().map(|(goal, more)| {
            let steps = state.plan.distances.between(Square(square), Square(*goal));
            let pit = i64::from(state.plan.is_pit[usize::from(square)]) * 6;
            i64::from(steps) * 2 + i64::from(*more) + pit
        });
        steps.min().unwrap_or(FAR)
    };
    let moves = options.iter().enumerate().filter(|(_, choice)| choice.action == MOVE);
    let best = moves.min_by_key(|(_, choice)| (field(choice.card), choice.extra, choice.card));
    match best {
        Some((place, choice)) if field(choice.card) < field(here) => place,
        _ => end,
    }
}

/// The spaces where there is something to do, each with a handicap: enemies come before actions of
/// the quest, actions before unexplored exits, and the way out comes last.
fn goals(deckbox: &Deckbox, state: &State) -> Vec<(u16, u8)> {
    let mut goals = Vec::new();
    let hero = state.hero(state.active);
    let gear = deckbox.facts(hero.equipment);
    let look = Look::new(deckbox, state);
    for enemy in state.foes() {
        let there = state.enemies[usize::from(enemy)].square;
        // A hero with a ranged weapon wants a space to shoot from, one with a melee weapon a
        // space beside the enemy.
        if gear.ranged_dice > 0 {
            let spots = (0..state.plan.len() as u16)
                .filter(|square| state.is_free(*square) && state.plan.may_aim(*square, there));
            goals.extend(spots.map(|square| (square, 0)));
        }
        if gear.melee_dice > 0 {
            let spots = state.plan.steps[usize::from(there)].into_iter();
            goals.extend(spots.filter(|square| state.is_free(*square)).map(|square| (square, 0)));
        }
    }
    let Some(quest) = deckbox.quests.get(usize::from(state.quest)) else {
        return goals;
    };
    let context = Context::of(Thing::new(QUEST, quest.def), hero.seat);
    let lies = |room: usize| state.lying >> room & 1 == 1;
    for (room, known) in quest.rooms.iter().enumerate().filter(|(room, _)| lies(*room)) {
        for action in &known.actions {
            if !action.is_progress || !look.holds(action.condition, &context) {
                continue;
            }
            let poi = state.plan.poi[room];
            match (action.at_poi, poi) {
                (true, poi) if poi != NOWHERE => {
                    let beside = state.plan.steps[usize::from(poi)].into_iter();
                    let beside = beside.chain([poi]).filter(|square| *square != NOWHERE);
                    goals.extend(beside.map(|square| (square, 4)));
                }
                _ => {
                    goals.extend(state.plan.spaces[room].iter().map(|square| (*square, 4)));
                }
            }
        }
    }
    for (place, exit) in quest.exits.iter().enumerate() {
        let is_new = lies(usize::from(exit.from)) && !lies(usize::from(exit.to));
        if is_new && look.holds(exit.condition, &context) {
            goals.push((state.plan.ways[place].square, 8));
        }
    }
    if goals.is_empty() {
        // If nothing else is left to do, the heroes leave.
        let all = state.plan.names.iter().enumerate();
        let exits = all.filter(|(square, names)| {
            state.is_open(*square as u16)
                && names.iter().any(|name| name == "exit")
                && state.occupant(*square as u16).is_none_or(|one| one == u16::from(state.active))
        });
        goals.extend(exits.map(|(square, _)| (square as u16, 16)));
    }
    goals.retain(|(square, _)| *square != NOWHERE);
    goals
}
