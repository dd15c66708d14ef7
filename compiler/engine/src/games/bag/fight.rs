//! Fights: rounds of dice, escape, help, and what follows from them (§3).

use super::actions::*;
use super::board::{NO_WAY, SIDES};
use super::state::{
    ASIDE, DEAD, Fate, Fight, Foe, STACK, State, Task, den, floor, inventory, trophies,
};
use super::vocabulary::{Act, Event, Mark, Stat, Window};
use super::{Play, items, laying, name_of, roll};
use crate::core::code::NONE;
use crate::core::{Step, Thing};
use crate::game::Choice;

/// Health below which nobody helps in the solo game (§3.9).
const SOLO_HEALTH: i32 = 5;
/// What an escape from a rival costs without a kill (§3.11).
const RIVAL_ESCAPE: i32 = 4;
/// The stream of the monsters' dice.
pub(super) const MONSTER_SEAT: u8 = 7;

pub(super) fn figure(adventurer: u8) -> Thing {
    Thing::figure(u16::from(adventurer))
}

fn foe_thing(foe: Foe) -> Thing {
    match foe {
        Foe::Monster(card) => Thing::card(card),
        Foe::Rival(rival) => figure(rival),
    }
}

impl State {
    /// Who is fought, as a thing.
    pub(super) fn foe(&self) -> Thing {
        self.fight.map_or(Thing::NONE, |fight| foe_thing(fight.foe))
    }
}

/// A fight begins on the tile of the Adventurer.
pub(super) fn start(run: &mut Play<'_>, adventurer: u8, foe: Foe, is_cornered: bool) {
    run.state.acting = adventurer;
    run.state.fight = Some(Fight {
        adventurer,
        foe,
        tile: run.state.adventurer(adventurer).tile,
        partner: None,
        refused: 0,
        is_cornered,
        is_lost: false,
    });
    run.push(Task::Round);
    run.raise(Event::FightStarts, &[figure(adventurer).bits(), foe_thing(foe).bits()]);
}

/// The fight is over, and with it the turn, even with action points left (§3.2).
pub(super) fn end(run: &mut Play<'_>) {
    run.state.fight = None;
    run.state.is_turn_over = true;
    run.expire(Window::Fight, None);
}

/// What may be done before a round: fight on, escape, ask for help, use an item.
pub(super) fn publish_round(run: &mut Play<'_>) -> Step {
    let Some(fight) = run.state.fight else {
        return Step::Done;
    };
    if is_over(run.state, &fight) {
        run.push(Task::AfterClash);
        return Step::Done;
    }
    let me = fight.adventurer;
    let seat = run.state.adventurer(me).seat;
    run.state.acting = me;
    run.option(FIGHT_ON, Choice::NO_CARD, 0);
    match fight.foe {
        Foe::Rival(_) => rival_escapes(run, me),
        Foe::Monster(_) => {
            escapes(run, &fight);
            tags(run, &fight);
        }
    }
    items::use_options(run, me, true);
    Step::decide(seat, "fight")
}

/// What the attacked rival may do before the round.
pub(super) fn publish_answer(run: &mut Play<'_>) -> Step {
    let Some(Fight { foe: Foe::Rival(rival), .. }) = run.state.fight else {
        return Step::Done;
    };
    run.state.acting = rival;
    run.option(FIGHT_ON, Choice::NO_CARD, 0);
    rival_escapes(run, rival);
    items::use_options(run, rival, true);
    Step::decide(run.state.adventurer(rival).seat, "answer")
}

/// Ways out of a fight with a monster (§3.3): back or past it, or to a tile laid for it.
fn escapes(run: &mut Play<'_>, fight: &Fight) {
    let ap = run.state.adventurer(fight.adventurer).ap;
    let is_held = fight.partner.is_some() || fight.is_cornered;
    if is_held || run.look().is_forbidden(Act::Escape, figure(fight.adventurer)) {
        return;
    }
    if ap >= 1 {
        free_neighbours(run, fight.tile, ESCAPE);
    }
    if ap >= 2
        && run.state.zones.top(STACK).is_some()
        && laying::has_frontier(run.state, fight.tile)
    {
        run.option(BREAK_THROUGH, Choice::NO_CARD, 0);
    }
}

/// An option for each neighbouring tile on which no monster waits.
fn free_neighbours(run: &mut Play<'_>, tile: u8, action: u8) {
    for side in SIDES {
        if run.state.next_tile(tile, side).is_some_and(|next| !run.state.is_guarded(next)) {
            run.option(action, u16::from(side), 0);
        }
    }
}

fn rival_escapes(run: &mut Play<'_>, who: u8) {
    let tile = run.state.adventurer(who).tile;
    if !run.state.zones.cards(trophies(who)).is_empty() {
        free_neighbours(run, tile, PAY_KILL);
    }
    free_neighbours(run, tile, PAY_HEALTH);
}

/// Who may be asked for help (§3.8, §3.9).
fn tags(run: &mut Play<'_>, fight: &Fight) {
    let me = run.state.adventurer(fight.adventurer);
    let is_done = fight.partner.is_some() || fight.is_cornered || me.ap < 1;
    if is_done || run.look().is_forbidden(Act::Tag, figure(fight.adventurer)) {
        return;
    }
    for other in run.state.inside().collect::<Vec<_>>() {
        if other != fight.adventurer
            && fight.refused >> other & 1 == 0
            && way(run.state, other, fight.tile).is_some()
            && (!run.state.options.solo || run.state.adventurer(other).health >= SOLO_HEALTH)
        {
            run.option(TAG, u16::from(other), 0);
        }
    }
}

/// The action points it takes to walk to the fight, if there are enough.
fn way(state: &State, partner: u8, tile: u8) -> Option<i32> {
    let one = state.adventurer(partner);
    let steps = state.distances(one.tile, |other| state.is_guarded(other))[usize::from(tile)];
    (steps != NO_WAY && i32::from(steps) <= one.ap).then_some(i32::from(steps))
}

/// Does what was chosen before a round. `who` decides: the Adventurer or the rival.
pub(super) fn take(run: &mut Play<'_>, task: Task, choice: Choice) {
    let Some(fight) = run.state.fight else {
        return;
    };
    let who = match (task, fight.foe) {
        (Task::Answer, Foe::Rival(rival)) => rival,
        _ => fight.adventurer,
    };
    match choice.action {
        FIGHT_ON if task == Task::Round && matches!(fight.foe, Foe::Rival(_)) => {
            run.push(Task::Answer);
        }
        FIGHT_ON => run.push(Task::Clash),
        ESCAPE => {
            run.state.adventurer_mut(who).ap -= 1;
            run.push(Task::AfterClash);
            run.push(Task::Flee { who, side: choice.card as u8 });
            escape_damage(run, who, 1);
        }
        BREAK_THROUGH => {
            run.state.adventurer_mut(who).ap -= 2;
            run.push(Task::AfterClash);
            laying::draw(run, true);
            escape_damage(run, who, 2);
        }
        PAY_KILL | PAY_HEALTH => escape_from_rival(run, &fight, who, choice),
        TAG => {
            run.state.adventurer_mut(who).ap -= 1;
            run.push(task);
            run.push(Task::Tagged { partner: choice.card as u8 });
        }
        USE_ITEM => {
            run.push(task);
            items::use_item(run, who, choice.card);
        }
        _ => {}
    }
}

/// Who survived the escape goes to the next tile, and the fight is over.
pub(super) fn flee(run: &mut Play<'_>, who: u8, side: u8) {
    if run.state.fight.is_none_or(|fight| fight.is_lost) {
        return;
    }
    let tile = run.state.adventurer(who).tile;
    if let Some(next) = run.state.next_tile(tile, side) {
        run.state.adventurer_mut(who).tile = next;
    }
    end(run);
}

/// Escaping hurts, and armour does not help (§3.3).
fn escape_damage(run: &mut Play<'_>, who: u8, amount: i32) {
    if !run.look().has_mark(Mark::Fearless, figure(who)) {
        strike(run, figure(who), Thing::NONE, amount);
    }
}

fn escape_from_rival(run: &mut Play<'_>, fight: &Fight, who: u8, choice: Choice) {
    let other = match fight.foe {
        Foe::Rival(rival) if rival != who => rival,
        _ => fight.adventurer,
    };
    run.push(Task::AfterClash);
    run.push(Task::Flee { who, side: choice.card as u8 });
    if choice.action == PAY_KILL {
        hand_over_kill(run.state, who, other);
    } else {
        strike(run, figure(who), figure(other), RIVAL_ESCAPE);
    }
}

fn hand_over_kill(state: &mut State, from: u8, to: u8) {
    if let Some(kill) = state.zones.top(trophies(from)) {
        state.zones.put_top(kill, trophies(to));
    }
}

/// Whether help comes: the player decides, in the solo game a die does (§3.8, §3.9).
pub(super) fn publish_tagged(run: &mut Play<'_>, partner: u8) -> Step {
    let seat = run.state.adventurer(partner).seat;
    if run.state.options.solo {
        let helps = roll(run, 1, seat, figure(partner)).0 >= 3;
        answer_tag(run, partner, helps);
        return Step::Done;
    }
    run.option(ACCEPT, Choice::NO_CARD, 0);
    run.option(REFUSE, Choice::NO_CARD, 0);
    Step::decide(seat, "help")
}

/// The partner comes, or will not be asked again in this fight.
pub(super) fn answer_tag(run: &mut Play<'_>, partner: u8, helps: bool) {
    let Some(mut fight) = run.state.fight else {
        return;
    };
    match way(run.state, partner, fight.tile) {
        Some(cost) if helps => {
            let one = run.state.adventurer_mut(partner);
            one.ap -= cost;
            one.tile = fight.tile;
            fight.partner = Some(partner);
        }
        _ => fight.refused |= 1 << partner,
    }
    run.state.fight = Some(fight);
}

/// An Adventurer's score: a critical hit doubles the dice before modifiers (§3.1).
fn adventurer_score(run: &mut Play<'_>, who: u8, more: i32) -> i32 {
    show_what_helps(run, who);
    let look = run.look();
    let (dice, bonus) = (look.stat(Stat::Dice, figure(who)), look.stat(Stat::Bonus, figure(who)));
    let seat = run.state.adventurer(who).seat;
    let (sum, is_critical) = roll(run, dice.max(1) + more, seat, figure(who));
    if is_critical {
        run.note(|look| format!("{} hits critically", name_of(look, figure(who))));
    }
    sum * if is_critical { 2 } else { 1 } + bonus
}

/// What counts in a fight is turned face up.
fn show_what_helps(run: &mut Play<'_>, who: u8) {
    let foe = run.state.foe().of(Thing::CARD).map_or(NONE, |card| run.state.def_of(card));
    for item in run.state.zones.cards(inventory(who)).to_vec() {
        let facts = run.rules.facts(run.state.def_of(item));
        let counts = facts.bonus != 0 || facts.dice != 0 || facts.armour != 0;
        if counts && (facts.against == NONE || facts.against == foe) {
            run.state.show(item);
        }
    }
}

/// A round: both sides roll, and the lower side takes the difference (§3.2).
pub(super) fn clash(run: &mut Play<'_>) {
    let Some(fight) = run.state.fight else {
        return;
    };
    run.push(Task::AfterClash);
    if is_over(run.state, &fight) {
        return;
    }
    let me = fight.adventurer;
    let mine = adventurer_score(run, me, i32::from(fight.partner.is_some()));
    let theirs = match fight.foe {
        Foe::Rival(rival) => adventurer_score(run, rival, 0),
        Foe::Monster(monster) => {
            let look = run.look();
            let thing = Thing::card(monster);
            let (dice, bonus) = (look.stat(Stat::Dice, thing), look.stat(Stat::Bonus, thing));
            roll(run, dice.max(1), MONSTER_SEAT, thing).0 + bonus
        }
    };
    let (own, foe) = (figure(me), foe_thing(fight.foe));
    run.note(|look| {
        format!("{} rolls {mine}, {} {theirs}", name_of(look, own), name_of(look, foe))
    });
    if mine > theirs {
        strike_armoured(run, foe, own, mine - theirs);
    } else if theirs > mine {
        // Half of the full damage, then the partner's own armour.
        if let Some(partner) = fight.partner {
            strike_armoured(run, figure(partner), foe, (theirs - mine) / 2);
        }
        strike_armoured(run, own, foe, theirs - mine);
    }
}

/// Damage that armour reduces.
pub(super) fn strike_armoured(run: &mut Play<'_>, victim: Thing, by: Thing, amount: i32) {
    let armour = run.look().stat(Stat::Armour, victim).max(0);
    strike(run, victim, by, amount - armour);
}

/// Damage as it is.
pub(super) fn strike(run: &mut Play<'_>, victim: Thing, by: Thing, amount: i32) {
    if amount > 0 && !victim.is_none() {
        let bound = [victim.bits(), by.bits(), amount];
        run.propose(Some(Event::WouldDamage), Some(Event::Damaged), &bound, Task::Damage);
    }
}

/// Damage happens. Gives whether anything came of it.
pub(super) fn hurt(run: &mut Play<'_>, victim: Thing, by: Thing, amount: i32) -> bool {
    if amount <= 0 {
        return false;
    }
    if let Some(one) = victim.of(Thing::FIGURE) {
        let by = by.of(Thing::FIGURE).map_or(u8::MAX, |by| by as u8);
        let Some(struck) = run.state.adventurers.get_mut(usize::from(one)) else {
            return false;
        };
        if struck.fate != Fate::Inside {
            return false;
        }
        struck.health -= amount;
        if struck.health <= 0 {
            run.push(Task::Fall { adventurer: one as u8, by });
        }
        run.note(|look| format!("{} takes {amount} damage", name_of(look, victim)));
        return true;
    }
    let Some(monster) = victim.of(Thing::CARD) else {
        return false;
    };
    if run.state.tile_of_monster(monster).is_none() {
        return false;
    }
    run.state.damage[usize::from(monster)] += amount;
    run.note(|look| format!("{} takes {amount} damage", name_of(look, victim)));
    if run.state.damage[usize::from(monster)] >= run.look().stat(Stat::MaxHealth, victim) {
        let by = by.of(Thing::FIGURE).map_or(run.state.acting, |by| by as u8);
        run.push(Task::Slay { monster, by });
    }
    true
}

/// A monster is killed: it is kept, and its starting health says how many items it gives
/// (§3.4).
pub(super) fn slay(run: &mut Play<'_>, monster: u16, by: u8) {
    if run.state.tile_of_monster(monster).is_none() {
        return;
    }
    let is_kept = usize::from(by) < run.state.adventurers.len();
    run.state.zones.put_top(monster, if is_kept { trophies(by) } else { DEAD });
    run.state.damage[usize::from(monster)] = 0;
    run.gone(Thing::card(monster));
    run.flow().touch();
    run.note(|look| format!("{} is slain", name_of(look, Thing::card(monster))));
    let count = reward(run.rules.facts(run.state.def_of(monster)).health);
    if is_kept && count > 0 {
        run.push(Task::Reward { adventurer: by, count });
    }
    run.raise(Event::Slain, &[Thing::card(monster).bits(), figure(by).bits()]);
}

/// Items for a monster of that starting health.
pub(super) fn reward(health: i32) -> u8 {
    match health {
        ..=5 => 0,
        6..=9 => 1,
        _ => 2,
    }
}

/// An Adventurer without health: something may still save them. Who is saved has at least
/// one health.
pub(super) fn fall(run: &mut Play<'_>, adventurer: u8, by: u8) {
    let one = run.state.adventurer_mut(adventurer);
    if one.health > 0 || one.fate != Fate::Inside {
        return;
    }
    one.health = 1;
    let bound = [figure(adventurer).bits(), i32::from(by)];
    run.propose(Some(Event::WouldFall), Some(Event::Fallen), &bound, Task::Lose);
}

/// An Adventurer loses a life, everything carried, and the way back to Start (§3.5).
pub(super) fn lose_life(run: &mut Play<'_>, adventurer: u8, by: u8) {
    let one = *run.state.adventurer(adventurer);
    run.note(|look| format!("{} falls", name_of(look, figure(adventurer))));
    drop_everything(run, adventurer);
    let most = run.look().stat(Stat::MaxHealth, figure(adventurer));
    let lost = run.state.adventurer_mut(adventurer);
    lost.lives -= 1;
    lost.health = most;
    lost.tile = 0;
    if lost.lives <= 0 {
        lost.fate = Fate::Out;
        lost.tile = one.tile;
        run.gone(figure(adventurer));
    }
    if adventurer == run.state.active {
        run.state.is_turn_over = true;
    }
    if let Some(fight) = &mut run.state.fight {
        let is_rival = fight.foe == Foe::Rival(adventurer);
        fight.is_lost |= fight.adventurer == adventurer || is_rival;
        if fight.partner == Some(adventurer) {
            fight.partner = None;
        }
    }
    let is_rival = usize::from(by) < run.state.adventurers.len() && by != adventurer;
    if is_rival && run.state.options.competitive {
        hand_over_kill(run.state, adventurer, by);
        if run.state.adventurer(by).tile == one.tile {
            run.push(Task::Loot { adventurer: by });
        }
    }
    run.flow().touch();
}

/// Everything carried falls on the tile; what is lost to the guard of the Exit comes to the
/// Healing Pool, or waits for it (§3.5).
fn drop_everything(run: &mut Play<'_>, adventurer: u8) {
    let tile = run.state.adventurer(adventurer).tile;
    let is_at_guard = run.state.fight.is_some_and(|fight| {
        let is_in_it = fight.adventurer == adventurer || fight.partner == Some(adventurer);
        is_in_it
            && matches!(fight.foe, Foe::Monster(monster)
                if run.rules.facts(run.state.def_of(monster)).is_guard)
    });
    let place = if is_at_guard {
        let pool = run.state.tiles.iter().position(|laid| {
            run.rules.facts(run.state.def_of(laid.card)).role == super::content::Role::Pool
        });
        pool.map_or(ASIDE, |pool| floor(pool as u8))
    } else {
        floor(tile)
    };
    for item in run.state.zones.cards(inventory(adventurer)).to_vec() {
        run.state.show(item);
    }
    run.state.zones.move_all(inventory(adventurer), place);
}

fn is_over(state: &State, fight: &Fight) -> bool {
    let one = state.adventurer(fight.adventurer);
    let is_away = one.fate != Fate::Inside || one.tile != fight.tile;
    let is_foe_away = match fight.foe {
        Foe::Monster(monster) => state.zones.place(monster) != den(fight.tile),
        Foe::Rival(rival) => {
            let rival = state.adventurer(rival);
            rival.fate != Fate::Inside || rival.tile != fight.tile
        }
    };
    fight.is_lost || is_away || is_foe_away
}

/// After a round: the next one, the partner's own fight, or the end.
pub(super) fn after_clash(run: &mut Play<'_>) {
    run.expire(Window::Round, None);
    let Some(fight) = run.state.fight else {
        return;
    };
    if !is_over(run.state, &fight) {
        run.push(Task::Round);
        return;
    }
    let partner = fight.partner.filter(|partner| {
        let one = run.state.adventurer(*partner);
        let is_there = one.fate == Fate::Inside && one.tile == fight.tile;
        let is_foe_there = matches!(fight.foe, Foe::Monster(monster)
            if run.state.zones.place(monster) == den(fight.tile));
        fight.is_lost && is_there && is_foe_there
    });
    match partner {
        // The monster turns to the partner, who may escape now (§3.8).
        Some(partner) => {
            let next =
                Fight { adventurer: partner, partner: None, refused: 0, is_lost: false, ..fight };
            run.state.fight = Some(next);
            run.push(Task::Round);
        }
        None => end(run),
    }
}
