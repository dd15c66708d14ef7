//! Equipment: chests, loot and treasure, who wears what, and sacrifices.

use super::actions::{
    CLEAR_STATUS, DRAW, END, EQUIP, HEAL_WOUND, HOLD, SACRIFICE, TAKE_POTION, unpair,
};
use super::content::{Explore, Sort};
use super::setup::{LOOT_STREAM, TREASURE_STREAM};
use super::state::{DRAWN, HELD, LOOT, LOOT_DISCARD, TREASURE, TREASURE_DISCARD, Task, worn};
use super::vocabulary::Event;
use super::{Play, attack, damage, spawn};
use cardwright_engine::board::Square;
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::{Look, Step, Thing};
use cardwright_engine::game::Choice;

/// Opens a chest next to a Hero.
pub(super) fn open_chest(run: &mut Play<'_>, hero: u16, square: Square) {
    run.state.spent.actions += 1;
    run.state.chests.retain(|chest| *chest != square);
    run.note(|look| format!("{} opens a chest", super::name_of(look, Thing::figure(hero))));
    run.push(Task::Draw { treasure: true, chest: square.0 });
    run.raise(Event::ChestOpened, &[Thing::figure(hero).bits()]);
}

/// Shuffles the discards back into a deck that is empty.
pub(super) fn restock(run: &mut Play<'_>, treasure: bool) {
    let (deck, discard, stream) = if treasure {
        (TREASURE, TREASURE_DISCARD, TREASURE_STREAM)
    } else {
        (LOOT, LOOT_DISCARD, LOOT_STREAM)
    };
    let state = &mut *run.state;
    if state.zones.top(deck).is_none() {
        state.zones.move_all(discard, deck);
        state.zones.shuffle(deck, &mut state.flow.luck.rng, stream);
    }
}

/// Asks whether the Heroes draw the card that they may have.
pub(super) fn publish_draw(run: &mut Play<'_>, treasure: bool) -> Step {
    restock(run, treasure);
    if run.state.zones.top(if treasure { TREASURE } else { LOOT }).is_none() {
        return Step::Done;
    }
    run.option(DRAW, Choice::NO_CARD, u16::from(treasure));
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(run.state.hero_seat(), if treasure { "treasure" } else { "loot" })
}

/// Takes a card out of its deck for the Heroes, who do with it as with any that they draw, and
/// shuffles the deck.
pub(super) fn fetch(run: &mut Play<'_>, thing: Thing) {
    let Some(card) = thing.of(Thing::CARD) else { return };
    let (deck, stream) = match run.state.zones.place(card) {
        LOOT => (LOOT, LOOT_STREAM),
        TREASURE => (TREASURE, TREASURE_STREAM),
        _ => return,
    };
    let is_mimic = run.rules.facts(run.state.def_of(card)).sort == Sort::Mimic;
    run.state.zones.put_top(card, if is_mimic { TREASURE_DISCARD } else { DRAWN });
    run.state.zones.shuffle(deck, &mut run.state.flow.luck.rng, stream);
    if !is_mimic {
        run.note(|look| format!("Drawn: {}", super::name_of(look, Thing::card(card))));
        run.push(Task::Dispose { card });
    }
}

/// Draws a card for the Heroes. A mimic replaces the chest it was in; without a chest it is
/// discarded and another card is drawn.
pub(super) fn draw(run: &mut Play<'_>, treasure: bool, chest: u16) {
    let deck = if treasure { TREASURE } else { LOOT };
    // Limits how often a mimic is drawn again, in case the deck has nothing else.
    let tries = run.state.zones.cards(TREASURE).len() + 1;
    for _ in 0..tries.max(1) {
        restock(run, treasure);
        let Some(card) = run.state.zones.draw(deck, DRAWN) else {
            return;
        };
        let facts = run.rules.facts(run.state.def_of(card));
        if facts.sort != Sort::Mimic {
            run.note(|look| format!("Drawn: {}", super::name_of(look, Thing::card(card))));
            return run.push(Task::Dispose { card });
        }
        let monster = facts.linked;
        run.state.zones.put_top(card, TREASURE_DISCARD);
        if chest != NONE {
            if let Some(figure) = spawn::recruit(run, monster) {
                spawn::arrive(run, figure, Square(chest));
            }
            return;
        }
    }
}

/// Asks what to do with a card: wear it, sacrifice it, or hold it until the end of the round.
pub(super) fn publish(run: &mut Play<'_>, card: u16) -> Step {
    offer_card(run, card);
    run.option(HOLD, card, 0);
    Step::decide(run.state.hero_seat(), "equipment")
}

/// Asks what to do with the cards that were held until the end of the round, in any order.
pub(super) fn publish_held(run: &mut Play<'_>) -> Step {
    // The same card twice is the same question twice.
    let mut asked: Vec<u16> = Vec::new();
    for card in run.state.zones.cards(HELD).to_vec() {
        let def = run.state.def_of(card);
        if !asked.contains(&def) {
            asked.push(def);
            offer_card(run, card);
        }
    }
    Step::decide(run.state.hero_seat(), "equipment")
}

/// Lists who may wear a card, and its sacrifice.
fn offer_card(run: &mut Play<'_>, card: u16) {
    for hero in run.state.living().collect::<Vec<_>>() {
        run.option(EQUIP, card, hero);
    }
    run.option(SACRIFICE, card, 0);
}

/// The equipment that a Hero would replace by a card.
pub(super) fn replaced(
    look: Look<'_, Explore>,
    card: u16,
    hero: u16,
) -> impl Iterator<Item = u16> + '_ {
    let slot = move |card: u16| look.rules.facts(look.state.def_of(card)).slot;
    let wears = look.state.zones.cards(worn(hero)).iter().copied();
    wears.filter(move |old| slot(*old) == slot(card))
}

pub(super) fn take(run: &mut Play<'_>, card: u16, choice: Choice) {
    let facts = run.rules.facts(run.state.def_of(card));
    let is_relic = facts.sort == Sort::Relic;
    match choice.action {
        EQUIP => {
            let hero = choice.extra;
            let old: Vec<u16> = replaced(run.look(), card, hero).collect();
            for old in old {
                discard(run, old);
            }
            run.state.zones.put_top(card, worn(hero));
            run.flow().touch();
            let def = run.state.def_of(card);
            if let Some(tally) = &mut run.state.flow.tally {
                tally.count_played(def);
            }
            damage::check(run, hero);
            run.raise(Event::Equipped, &[Thing::figure(hero).bits()]);
        }
        SACRIFICE => {
            discard(run, card);
            run.push(Task::Benefit { is_relic });
        }
        _ => run.state.zones.put_top(card, HELD),
    }
}

fn discard(run: &mut Play<'_>, card: u16) {
    let is_relic = run.rules.facts(run.state.def_of(card)).sort == Sort::Relic;
    run.state.zones.put_top(card, if is_relic { TREASURE_DISCARD } else { LOOT_DISCARD });
}

/// Asks what a sacrifice gives: it removes a wound or status of a Hero; a relic may give a potion
/// counter instead.
pub(super) fn publish_benefit(run: &mut Play<'_>, is_relic: bool) -> Step {
    attack::offer_relief(run);
    if is_relic {
        attack::offer_refill(run);
    }
    if run.state.flow.options.is_empty() {
        return Step::Done;
    }
    Step::decide(run.state.hero_seat(), "sacrifice")
}

/// Does what a heart, a potion or a sacrifice was chosen for. Returns the figure it was for.
pub(super) fn relieve(run: &mut Play<'_>, choice: Choice) -> u16 {
    run.note(|look| super::describe::label(look, choice));
    match choice.action {
        HEAL_WOUND => {
            damage::heal(run, choice.card, 1);
            choice.card
        }
        CLEAR_STATUS => {
            let (figure, status) = unpair(choice.card);
            damage::take_statuses(run, figure, 1 << status.min(63));
            figure
        }
        TAKE_POTION => {
            run.state.figure_mut(choice.card).potions += 1;
            choice.card
        }
        _ => NONE,
    }
}
