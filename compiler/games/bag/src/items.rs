//! Items: slots, using, drawing, dropping, trading, and the Lucky Dip stall.

use super::Play;
use super::actions::*;
use super::content::Bag;
use super::facts::Slot;
use super::fight::figure;
use super::setup::ITEMS;
use super::state::{BAG, DEAD, DRAWN, Fate, State, Task, floor, inventory, trophies};
use cardwright_engine::core::code::DefId;
use cardwright_engine::core::zones::NOWHERE;
use cardwright_engine::core::{Context, Step, Thing};
use cardwright_engine::game::Choice;

/// Stands for the second card of an offer that asks for nothing in return.
const PRESENT: u16 = Choice::NO_CARD;

impl Bag {
    /// Whether a character has slots for these items: a slot with a symbol takes only items
    /// of that symbol, a blank one anything. The Ring needs none.
    pub(super) fn has_room(&self, character: DefId, items: impl Iterator<Item = DefId>) -> bool {
        let slots = &self.facts(character).slots;
        let mut wanted = vec![0u8; slots.len()];
        for item in items.map(|def| self.facts(def)).filter(|facts| !facts.is_ring) {
            wanted[usize::from(item.slot)] += 1;
        }
        // Items with a symbol fill the slots of that symbol first; only the rest needs blank slots.
        let blank = usize::from(Slot::Blank as u8);
        let of = |slot: usize| slots.get(slot).copied().unwrap_or(0);
        let spilled: u32 = wanted
            .iter()
            .enumerate()
            .map(|(slot, count)| match slot == blank {
                true => u32::from(*count),
                false => u32::from(count.saturating_sub(of(slot))),
            })
            .sum();
        spilled <= u32::from(of(blank))
    }

    /// Whether an Adventurer has room for one more item after another one has gone away.
    pub(super) fn fits(&self, state: &State, who: u8, more: u16, without: u16) -> bool {
        let carried = state.zones.cards(inventory(who)).iter().copied();
        let after =
            carried.filter(|card| *card != without).chain((more != PRESENT).then_some(more));
        self.has_room(state.adventurer(who).def, after.map(|card| state.def_of(card)))
    }
}

/// Lists the items that may be used now.
pub(super) fn use_options(run: &mut Play<'_>, me: u8, is_fight: bool) {
    let ap = run.state.adventurer(me).ap;
    for item in run.state.zones.cards(inventory(me)).to_vec() {
        let facts = run.rules.facts(run.state.def_of(item));
        let is_now = if is_fight { !facts.only_in_peace } else { !facts.only_in_fights };
        let is_free = facts.cost <= ap && !run.state.handled[usize::from(item)];
        let context = Context::of(Thing::card(item), run.state.adventurer(me).seat);
        if facts.is_usable && is_now && is_free && run.look().holds(facts.use_condition, &context) {
            run.option(USE_ITEM, item, 0);
        }
    }
}

/// Uses an item. A consumable leaves the game; any other can be used once per turn.
pub(super) fn use_item(run: &mut Play<'_>, me: u8, item: u16) {
    let facts = run.rules.facts(run.state.def_of(item));
    let (block, cost, is_consumed) = (facts.use_block, facts.cost, facts.is_consumable);
    let one = run.state.adventurer_mut(me);
    one.ap -= cost;
    let seat = one.seat;
    run.state.acting = me;
    run.state.handled[usize::from(item)] = true;
    run.state.show(item);
    run.note(|look| format!("{} is used", super::name_of(look, Thing::card(item))));
    if is_consumed {
        run.state.zones.put_top(item, DRAWN);
        run.state.drawn_by[usize::from(item)] = me;
        run.flow().touch();
        run.push(Task::Discard { card: item });
    }
    run.begin(block, Context::of(Thing::card(item), seat));
}

/// Lists what may be picked up, dropped, given and traded; none of it costs anything.
pub(super) fn hand_options(run: &mut Play<'_>, me: u8) {
    let tile = run.state.adventurer(me).tile;
    let is_free = |state: &State, card: u16| !state.handled[usize::from(card)];
    if !run.state.is_guarded(tile) {
        for item in run.state.zones.cards(floor(tile)).to_vec() {
            if is_free(run.state, item) && run.rules.fits(run.state, me, item, PRESENT) {
                run.option(TAKE, item, 0);
            }
        }
    }
    let others: Vec<u8> = run.state.on_tile(tile).filter(|other| *other != me).collect();
    for item in run.state.zones.cards(inventory(me)).to_vec() {
        if !is_free(run.state, item) {
            continue;
        }
        run.option(DROP, item, 0);
        for other in &others {
            if run.rules.fits(run.state, *other, item, PRESENT) {
                run.option(GIVE, item, u16::from(*other));
            }
            for wanted in run.state.zones.cards(inventory(*other)).to_vec() {
                let is_fair = is_free(run.state, wanted)
                    && run.rules.fits(run.state, *other, item, wanted)
                    && run.rules.fits(run.state, me, wanted, item);
                if is_fair {
                    run.option(TRADE, item, wanted);
                }
            }
        }
    }
}

/// Picks up, drops, or offers an item.
pub(super) fn hand(run: &mut Play<'_>, me: u8, choice: Choice) {
    let item = choice.card;
    run.state.handled[usize::from(item)] = true;
    run.state.show(item);
    let tile = run.state.adventurer(me).tile;
    match choice.action {
        TAKE => run.state.zones.put_top(item, inventory(me)),
        DROP => run.state.zones.put_top(item, floor(tile)),
        GIVE => run.push(Task::Offered { item, wanted: PRESENT, to: choice.extra as u8 }),
        TRADE => {
            run.state.handled[usize::from(choice.extra)] = true;
            if let Some(to) = run.state.bearer_of(choice.extra) {
                run.push(Task::Offered { item, wanted: choice.extra, to });
            }
        }
        _ => {}
    }
    run.flow().touch();
}

/// Asks the other player whether to take the offer. Adventurers of one player exchange without
/// asking.
pub(super) fn publish_offer(run: &mut Play<'_>, item: u16, wanted: u16, to: u8) -> Step {
    let seat = run.state.adventurer(to).seat;
    if seat == run.state.adventurer(run.state.active).seat {
        exchange(run, item, wanted, to);
        return Step::Done;
    }
    run.option(ACCEPT, item, wanted);
    run.option(REFUSE, Choice::NO_CARD, 0);
    Step::decide(seat, "offer")
}

pub(super) fn exchange(run: &mut Play<'_>, item: u16, wanted: u16, to: u8) {
    let me = run.state.active;
    run.state.zones.put_top(item, inventory(to));
    if wanted != PRESENT {
        run.state.zones.put_top(wanted, inventory(me));
    }
    run.flow().touch();
}

/// Draws from the Items bag, one item at a time. Traps and chests take effect at once and may end
/// the drawing; other items are carried.
pub(super) fn reward(run: &mut Play<'_>, adventurer: u8, count: u8) {
    if count == 0 || run.state.adventurer(adventurer).fate != Fate::Inside {
        return;
    }
    run.push(Task::Reward { adventurer, count: count - 1 });
    draw(run, adventurer);
}

/// Draws one item and returns it if it is carried.
fn draw(run: &mut Play<'_>, adventurer: u8) -> Option<u16> {
    let item = run.state.zones.draw(BAG, DRAWN)?;
    let facts = run.rules.facts(run.state.def_of(item));
    run.state.acting = adventurer;
    let is_shown = facts.is_drawn || !run.state.options.competitive;
    run.note(|look| {
        let (who, what) = (figure(adventurer), Thing::card(item));
        let what = if is_shown { super::name_of(look, what) } else { "an item".to_owned() };
        format!("{} draws {what}", super::name_of(look, who))
    });
    if facts.is_drawn {
        let block = facts.draw_block;
        run.state.drawn_by[usize::from(item)] = adventurer;
        run.push(Task::Discard { card: item });
        let seat = run.state.adventurer(adventurer).seat;
        run.begin(block, Context::of(Thing::card(item), seat));
        return None;
    }
    run.state.zones.put_top(item, inventory(adventurer));
    run.state.drawn_by[usize::from(item)] = adventurer;
    run.flow().touch();
    run.push(Task::Overfull { adventurer });
    Some(item)
}

/// Removes a used item or trap from the game, unless its effect has put it elsewhere.
pub(super) fn discard(run: &mut Play<'_>, card: u16) {
    if run.state.zones.place(card) == DRAWN {
        run.state.zones.put_top(card, NOWHERE);
    }
}

/// Asks what to drop if an Adventurer carries more than there is room for.
pub(super) fn publish_overfull(run: &mut Play<'_>, adventurer: u8) -> Step {
    if run.rules.fits(run.state, adventurer, PRESENT, PRESENT) {
        return Step::Done;
    }
    for item in run.state.zones.cards(inventory(adventurer)).to_vec() {
        if Some(item) != run.state.ring {
            run.option(DROP, item, 0);
        }
    }
    Step::decide(run.state.adventurer(adventurer).seat, "overfull")
}

pub(super) fn drop_overfull(run: &mut Play<'_>, adventurer: u8, item: u16) {
    let tile = run.state.adventurer(adventurer).tile;
    run.state.zones.put_top(item, floor(tile));
    run.state.show(item);
    run.flow().touch();
    run.push(Task::Overfull { adventurer });
}

/// Lists the items that the victor of a duel may take from the floor.
pub(super) fn publish_loot(run: &mut Play<'_>, adventurer: u8) -> Step {
    let one = *run.state.adventurer(adventurer);
    if one.fate != Fate::Inside || run.state.is_guarded(one.tile) {
        return Step::Done;
    }
    let items = run.state.zones.cards(floor(one.tile)).to_vec();
    let fits = |state: &State, item: u16| run.rules.fits(state, adventurer, item, PRESENT);
    let wanted: Vec<u16> = items.into_iter().filter(|item| fits(run.state, *item)).collect();
    if wanted.is_empty() {
        return Step::Done;
    }
    for item in wanted {
        run.option(TAKE, item, 0);
    }
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(one.seat, "loot")
}

/// Lists what may be paid to the stall for an item: kills or two items.
pub(super) fn publish_stall(run: &mut Play<'_>) -> Step {
    let me = run.state.active;
    if run.state.adventurer(me).fate != Fate::Inside || run.state.zones.top(BAG).is_none() {
        return Step::Done;
    }
    let ring = run.state.ring;
    let carried = run.state.zones.cards(inventory(me)).iter().copied();
    let items: Vec<u16> = carried.filter(|item| Some(*item) != ring).collect();
    let has_kills = run.state.zones.cards(trophies(me)).len() >= run.rules.numbers.stall_kills;
    if !has_kills && items.len() < 2 {
        return Step::Done;
    }
    if has_kills {
        run.option(SELL_KILLS, Choice::NO_CARD, 0);
    }
    for (place, item) in items.iter().enumerate() {
        for other in &items[place + 1..] {
            run.option(SELL_ITEMS, *item, *other);
        }
    }
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(run.state.adventurer(me).seat, "stall")
}

pub(super) fn buy(run: &mut Play<'_>, choice: Choice) {
    let me = run.state.active;
    match choice.action {
        SELL_KILLS => {
            // The kills that are worth least go first.
            let mut kills = run.state.zones.cards(trophies(me)).to_vec();
            kills.sort_by_key(|card| run.rules.facts(run.state.def_of(*card)).worth);
            for card in kills.into_iter().take(run.rules.numbers.stall_kills) {
                run.state.zones.put_top(card, DEAD);
            }
        }
        SELL_ITEMS => {
            for card in [choice.card, choice.extra] {
                run.state.zones.put_top(card, NOWHERE);
            }
        }
        _ => return,
    }
    run.flow().touch();
    run.push(Task::Stall);
    run.state.bought = draw(run, me);
    if run.state.bought.is_some() {
        run.push(Task::Bought);
    }
}

/// Asks whether the item from the stall is kept.
pub(super) fn publish_bought(run: &mut Play<'_>) -> Step {
    let Some(item) = run.state.bought else {
        return Step::Done;
    };
    run.option(RETURN, item, 0);
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(run.state.adventurer(run.state.active).seat, "keep")
}

pub(super) fn give_back(run: &mut Play<'_>, is_returned: bool) {
    if let Some(item) = run.state.bought.take().filter(|_| is_returned) {
        run.state.zones.put_top(item, BAG);
        run.state.zones.shuffle(BAG, &mut run.state.flow.luck.rng, ITEMS);
        run.flow().touch();
    }
}
