//! Fights, round by round.

use super::actions::*;
use super::harm::strike_armoured;
use super::state::{Fate, Fight, Foe, State, Task, den, inventory};
use super::vocabulary::{Event, Stat, Window};
use super::{Play, escape, help, items, laying, name_of, roll};
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::{Step, Thing};
use cardwright_engine::game::Choice;

/// The stream of random numbers for the monsters' dice, after those of the players' seats.
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
    /// The opponent in the current fight, or nothing outside of fights.
    pub(super) fn foe(&self) -> Thing {
        self.fight.map_or(Thing::NONE, |fight| foe_thing(fight.foe))
    }

    /// Whether somebody is in the current fight: as one of the two, or as a helper.
    pub(super) fn is_fighting(&self, thing: Thing) -> bool {
        self.fight.is_some_and(|fight| {
            let mut partners = fight.partners.iter().flatten();
            [figure(fight.adventurer), foe_thing(fight.foe)].contains(&thing)
                || partners.any(|partner| figure(*partner) == thing)
        })
    }

    /// Whom the text of a card means by its foe. On a card of an Adventurer, and on a monster, it is
    /// who fights against them; on others, who is fought by anybody.
    pub(super) fn foe_of(&self, host: Thing, speaker: Option<u8>) -> Thing {
        let Some(fight) = self.fight else {
            return Thing::NONE;
        };
        let own = match speaker {
            Some(one) => figure(one),
            None if host
                .of(Thing::CARD)
                .is_some_and(|card| self.tile_of_monster(card).is_some()) =>
            {
                host
            }
            None => return foe_thing(fight.foe),
        };
        match own {
            _ if !self.is_fighting(own) => Thing::NONE,
            _ if own == foe_thing(fight.foe) => figure(fight.adventurer),
            _ if fight.partners[1].map(figure) == Some(own) => figure(fight.adventurer),
            _ => foe_thing(fight.foe),
        }
    }
}

/// Begins a fight on the tile of the Adventurer.
pub(super) fn start(run: &mut Play<'_>, adventurer: u8, foe: Foe, is_cornered: bool) {
    run.state.acting = adventurer;
    run.state.fight = Some(Fight {
        adventurer,
        foe,
        tile: run.state.adventurer(adventurer).tile,
        partners: [None; 2],
        refused: [0; 2],
        is_cornered,
        fallen: 0,
    });
    run.push(Task::Round);
    run.raise(Event::FightStarts, &[figure(adventurer).bits(), foe_thing(foe).bits()]);
}

/// Ends the fight and with it the turn, even if action points are left.
pub(super) fn end(run: &mut Play<'_>) {
    run.state.fight = None;
    run.state.is_turn_over = true;
    run.expire(Window::Fight, None);
}

/// Lists what the Adventurer may do before a round: fight on, escape, ask for help, use an item,
/// and trade with who is there.
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
        Foe::Rival(_) => escape::rival_escapes(run, &fight, me),
        Foe::Monster(_) => escape::escapes(run, &fight),
    }
    help::tags(run, &fight, me);
    items::use_options(run, me, true);
    items::hand_options(run, me);
    Step::decide(seat, "fight")
}

/// Lists what the attacked rival may do before the round.
pub(super) fn publish_answer(run: &mut Play<'_>) -> Step {
    let Some(fight) = run.state.fight else {
        return Step::Done;
    };
    let Foe::Rival(rival) = fight.foe else {
        return Step::Done;
    };
    if is_over(run.state, &fight) {
        run.push(Task::AfterClash);
        return Step::Done;
    }
    run.state.acting = rival;
    run.option(FIGHT_ON, Choice::NO_CARD, 0);
    escape::rival_escapes(run, &fight, rival);
    help::tags(run, &fight, rival);
    items::use_options(run, rival, true);
    items::hand_options(run, rival);
    Step::decide(run.state.adventurer(rival).seat, "answer")
}

/// Does what the Adventurer or the attacked rival chose before a round.
///
/// Tasks run last in, first out: the damage of an escape is pushed last and so comes before the
/// flight, because nobody flees who did not survive it.
pub(super) fn take(run: &mut Play<'_>, task: Task, choice: Choice) {
    let Some(fight) = run.state.fight else {
        return;
    };
    let who = match (task, fight.foe) {
        (Task::Answer, Foe::Rival(rival)) => rival,
        _ => fight.adventurer,
    };
    let numbers = run.rules.numbers;
    if !items::is_hand_action(choice.action) {
        run.state.barred.fill(0);
    }
    match choice.action {
        FIGHT_ON if task == Task::Round && matches!(fight.foe, Foe::Rival(_)) => {
            run.push(Task::Answer);
        }
        FIGHT_ON => run.push(Task::Clash),
        ESCAPE => {
            run.state.adventurer_mut(who).ap -= numbers.escape_cost;
            run.push(Task::AfterClash);
            run.push(Task::Flee { who, side: choice.card as u8 });
            escape::escape_damage(run, who, numbers.escape_damage);
        }
        BREAK_THROUGH => {
            run.state.adventurer_mut(who).ap -= numbers.break_through_cost;
            run.push(Task::AfterClash);
            laying::draw(run, true);
            escape::escape_damage(run, who, numbers.break_through_damage);
        }
        PAY_KILL | PAY_HEALTH => escape::escape_from_rival(run, &fight, who, choice),
        TAG => {
            run.state.adventurer_mut(who).ap -= numbers.help_cost;
            run.push(task);
            run.push(Task::Tagged { partner: choice.card as u8, by: who });
        }
        USE_ITEM => {
            run.push(task);
            items::use_item(run, who, choice.card);
        }
        _ => {
            run.push(task);
            items::hand(run, who, choice);
        }
    }
}

/// Rolls an Adventurer's score. A critical hit (all dice equal) multiplies the dice, but not
/// the bonus.
fn adventurer_score(run: &mut Play<'_>, who: u8, more: i32) -> i32 {
    show_what_helps(run, who);
    let look = run.look();
    let (dice, bonus) = (look.stat(Stat::Dice, figure(who)), look.stat(Stat::Bonus, figure(who)));
    let seat = run.state.adventurer(who).seat;
    let (sum, is_critical) = roll(run, dice.max(1) + more, seat, figure(who));
    if is_critical {
        run.note(|look| format!("{} hits critically", name_of(look, figure(who))));
    }
    sum * if is_critical { run.rules.numbers.critical_factor } else { 1 } + bonus
}

/// Turns the items face up that count in this fight.
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

/// Fights a round: both sides roll, and the lower side takes the difference as damage. A tie
/// hurts nobody, and monsters never hit critically.
pub(super) fn clash(run: &mut Play<'_>) {
    let Some(fight) = run.state.fight else {
        return;
    };
    run.push(Task::AfterClash);
    if is_over(run.state, &fight) {
        return;
    }
    let me = fight.adventurer;
    let dice = run.rules.numbers.help_dice;
    let more = fight.partners.map(|partner| if partner.is_some() { dice } else { 0 });
    let mine = adventurer_score(run, me, more[0]);
    let theirs = match fight.foe {
        Foe::Rival(rival) => adventurer_score(run, rival, more[1]),
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
    if mine == theirs {
        return;
    }
    let (loser, winner, side) = if mine > theirs { (foe, own, 1) } else { (own, foe, 0) };
    let damage = (mine - theirs).abs();
    // The partner takes a share of the damage before the fighter's armour reduces it; then the
    // partner's own armour counts.
    if let Some(partner) = fight.partners[side] {
        strike_armoured(run, figure(partner), winner, damage / run.rules.numbers.help_share);
    }
    strike_armoured(run, loser, winner, damage);
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
    fight.is_lost() || is_away || is_foe_away
}

/// Goes on after a round: with the next one, with the partner's own fight, or with the end.
pub(super) fn after_clash(run: &mut Play<'_>) {
    run.expire(Window::Round, None);
    let Some(fight) = run.state.fight else {
        return;
    };
    if !is_over(run.state, &fight) {
        run.push(Task::Round);
        return;
    }
    match heir(run.state, &fight) {
        Some(next) => {
            run.state.fight = Some(next);
            run.push(Task::Round);
        }
        None => end(run),
    }
}

/// The fight that goes on when a fighter has fallen: the opponent turns to the partner, who has no
/// helper and so may escape, also from a monster that charged at somebody else.
fn heir(state: &State, fight: &Fight) -> Option<Fight> {
    let is_there = |who: u8| {
        let one = state.adventurer(who);
        let has_fallen = fight.fallen >> who & 1 == 1;
        one.fate == Fate::Inside && one.tile == fight.tile && !has_fallen
    };
    let is_foe_there = match fight.foe {
        Foe::Monster(monster) => state.zones.place(monster) == den(fight.tile),
        Foe::Rival(rival) => is_there(rival),
    };
    let [first, second] = fight.partners.map(|partner| partner.filter(|one| is_there(*one)));
    let [first_refused, second_refused] = fight.refused;
    if fight.fallen >> fight.adventurer & 1 == 1 {
        return first.filter(|_| is_foe_there).map(|adventurer| Fight {
            adventurer,
            partners: [None, second],
            refused: [0, second_refused],
            is_cornered: false,
            ..*fight
        });
    }
    match fight.foe {
        Foe::Rival(rival) if fight.fallen >> rival & 1 == 1 && is_there(fight.adventurer) => second
            .map(|partner| Fight {
                foe: Foe::Rival(partner),
                partners: [first, None],
                refused: [first_refused, 0],
                ..*fight
            }),
        _ => None,
    }
}
