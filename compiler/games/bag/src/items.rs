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

/// Whether an option only moves or shows items.
pub(super) fn is_hand_action(action: u8) -> bool {
    matches!(action, TAKE | DROP | GIVE | TRADE | ASK | SHOW)
}

/// Lists what may be picked up, dropped, shown, given, traded and asked for; none of it costs
/// anything. Items are picked up on one's own turn only, the rest is possible in any fight too.
pub(super) fn hand_options(run: &mut Play<'_>, me: u8) {
    let tile = run.state.adventurer(me).tile;
    // Whether an item may go to an Adventurer who parts with another for it.
    let may_go = |run: &Play<'_>, item: u16, to: u8, without: u16| {
        run.state.barred[usize::from(item)] >> to & 1 == 0
            && run.rules.fits(run.state, to, item, without)
    };
    if me == run.state.active && !run.state.is_guarded(tile) {
        for item in run.state.zones.cards(floor(tile)).to_vec() {
            if may_go(run, item, me, PRESENT) {
                run.option(TAKE, item, 0);
            }
        }
    }
    let others: Vec<u8> = run.state.on_tile(tile).filter(|other| *other != me).collect();
    for item in run.state.zones.cards(inventory(me)).to_vec() {
        if run.state.is_face_down(item) {
            run.option(SHOW, item, 0);
        }
        run.option(DROP, item, 0);
        for other in &others {
            if may_go(run, item, *other, PRESENT) {
                run.option(GIVE, item, u16::from(*other));
            }
            for wanted in run.state.zones.cards(inventory(*other)).to_vec() {
                if may_go(run, item, *other, wanted) && may_go(run, wanted, me, item) {
                    run.option(TRADE, item, wanted);
                }
            }
        }
    }
    for other in others {
        for wanted in run.state.zones.cards(inventory(other)).to_vec() {
            if may_go(run, wanted, me, PRESENT) {
                run.option(ASK, wanted, u16::from(other));
            }
        }
    }
}

/// Picks up, drops, shows, offers or asks for an item.
pub(super) fn hand(run: &mut Play<'_>, me: u8, choice: Choice) {
    let item = choice.card;
    let tile = run.state.adventurer(me).tile;
    let offer = |item, wanted, to| Task::Offered { from: me, item, wanted, to };
    if choice.action != ASK {
        run.state.show(item);
    }
    match choice.action {
        TAKE => run.state.zones.put_top(item, inventory(me)),
        DROP => {
            run.state.zones.put_top(item, floor(tile));
            run.state.barred[usize::from(item)] |= 1 << me;
        }
        GIVE => run.push(offer(item, PRESENT, choice.extra as u8)),
        ASK => run.push(offer(PRESENT, item, choice.extra as u8)),
        TRADE => {
            if let Some(to) = run.state.bearer_of(choice.extra) {
                run.push(offer(item, choice.extra, to));
            }
        }
        _ => {}
    }
    run.flow().touch();
}

/// Asks the other player whether to take the offer. Adventurers of one player exchange without
/// asking.
pub(super) fn publish_offer(run: &mut Play<'_>, from: u8, item: u16, wanted: u16, to: u8) -> Step {
    let seat = run.state.adventurer(to).seat;
    if seat == run.state.adventurer(from).seat {
        exchange(run, from, item, wanted, to, true);
        return Step::Done;
    }
    run.option(ACCEPT, item, wanted);
    run.option(REFUSE, Choice::NO_CARD, 0);
    Step::decide(seat, "offer")
}

/// Moves what was agreed on. Neither what was parted with nor what was refused is asked about
/// again before something else has happened.
pub(super) fn exchange(
    run: &mut Play<'_>,
    from: u8,
    item: u16,
    wanted: u16,
    to: u8,
    is_agreed: bool,
) {
    for (card, giver, taker) in [(item, from, to), (wanted, to, from)] {
        if card == PRESENT {
            continue;
        }
        if is_agreed {
            run.state.show(card);
            run.state.zones.put_top(card, inventory(taker));
        }
        run.state.barred[usize::from(card)] |= 1 << if is_agreed { giver } else { taker };
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
    let is_shown = facts.is_drawn || run.state.options.solo;
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
    if run.state.options.solo && facts.is_left_out_solo {
        run.push(Task::Unwanted { adventurer, item });
    }
    Some(item)
}

/// Asks one who plays alone whether to keep an item that may be left out of that game.
pub(super) fn publish_unwanted(run: &mut Play<'_>, adventurer: u8, item: u16) -> Step {
    if run.state.bearer_of(item) != Some(adventurer) {
        return Step::Done;
    }
    run.option(END, item, 0);
    run.option(DISCARD, item, 0);
    Step::decide(run.state.adventurer(adventurer).seat, "keep")
}

/// Removes an unwanted item and draws another for it.
pub(super) fn draw_again(run: &mut Play<'_>, adventurer: u8, item: u16) {
    run.state.zones.put_top(item, NOWHERE);
    run.flow().touch();
    let drawn = draw(run, adventurer);
    if run.state.bought == Some(item) {
        run.state.bought = drawn;
    }
}

/// The items in the bag that one who plays alone may leave in the box.
fn left_out(run: &Play<'_>) -> Vec<u16> {
    let bag = run.state.zones.cards(BAG).iter().copied();
    bag.filter(|item| run.rules.facts(run.state.def_of(*item)).is_left_out_solo).collect()
}

/// Asks one who plays alone, before the game, whether to leave those items in the box.
pub(super) fn publish_leave_out(run: &mut Play<'_>) -> Step {
    if left_out(run).is_empty() {
        return Step::Done;
    }
    run.option(END, Choice::NO_CARD, 0);
    run.option(LEAVE_OUT, Choice::NO_CARD, 0);
    Step::decide(0, "leave-out")
}

pub(super) fn leave_out(run: &mut Play<'_>) {
    for item in left_out(run) {
        run.state.zones.put_top(item, NOWHERE);
    }
    run.flow().touch();
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
pub(super) fn publish_stall(run: &mut Play<'_>, me: u8) -> Step {
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

pub(super) fn buy(run: &mut Play<'_>, me: u8, choice: Choice) {
    if choice.action == END {
        return;
    }
    run.push(Task::Stall { who: me });
    run.push(Task::Dip { who: me });
    if choice.action == SELL_KILLS {
        let left = run.rules.numbers.stall_kills as u8;
        run.push(Task::PayKills { who: me, left });
        return;
    }
    for card in [choice.card, choice.extra] {
        run.state.zones.put_top(card, NOWHERE);
    }
    run.flow().touch();
}

/// Asks which kills are paid, as long as there is a choice.
pub(super) fn publish_pay_kills(run: &mut Play<'_>, who: u8, left: u8) -> Step {
    if left == 0 {
        return Step::Done;
    }
    let kinds = run.state.kinds_of_kills(who);
    let is_all = run.state.zones.cards(trophies(who)).len() <= usize::from(left);
    match kinds.first() {
        Some(kill) if is_all || kinds.len() == 1 => {
            pay_kill(run, who, left, *kill);
            return Step::Done;
        }
        _ => {}
    }
    for kill in kinds {
        run.option(HAND_OVER, kill, 0);
    }
    Step::decide(run.state.adventurer(who).seat, "kill")
}

pub(super) fn pay_kill(run: &mut Play<'_>, who: u8, left: u8, kill: u16) {
    run.state.zones.put_top(kill, DEAD);
    run.push(Task::PayKills { who, left: left - 1 });
}

/// Draws what the stall gives.
pub(super) fn dip(run: &mut Play<'_>, who: u8) {
    run.state.bought = draw(run, who);
    if run.state.bought.is_some() {
        run.push(Task::Bought { who });
    }
}

/// Asks whether the item from the stall is kept.
pub(super) fn publish_bought(run: &mut Play<'_>, who: u8) -> Step {
    let Some(item) = run.state.bought else {
        return Step::Done;
    };
    run.option(RETURN, item, 0);
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(run.state.adventurer(who).seat, "keep")
}

pub(super) fn give_back(run: &mut Play<'_>, is_returned: bool) {
    if let Some(item) = run.state.bought.take().filter(|_| is_returned) {
        run.state.zones.put_top(item, BAG);
        run.state.zones.shuffle(BAG, &mut run.state.flow.luck.rng, ITEMS);
        run.flow().touch();
    }
}
