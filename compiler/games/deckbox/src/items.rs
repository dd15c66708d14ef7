//! Minor actions: abilities, the shop, items, trade.

use super::actions::*;
use super::attack::{self, with_weapon};
use super::content::Deckbox;
use super::state::{Attack, DECK, SHOP, USED, bag};
use super::vocabulary::{Act, Event, Stat};
use super::{Play, name_of};
use cardwright_engine::core::{Context, Look, Thing};
use cardwright_engine::game::Choice;

/// The most items that can lie open in the shop.
const MOST_OPEN: i32 = 12;

/// Reveals items until the shop is full.
pub(super) fn fill_shop(run: &mut Play<'_>) {
    let size = run.look().stat(Stat::ShopSize, Thing::NONE).clamp(0, MOST_OPEN);
    while (run.state.zones.cards(SHOP).len() as i32) < size {
        if run.state.zones.draw(DECK, SHOP).is_none() {
            return;
        }
    }
}

/// Lists the minor actions of all heroes of a player, which are allowed at any time.
pub(super) fn minor_options(run: &mut Play<'_>, seat: u8) {
    for hero in run.state.heroes_of(seat).collect::<Vec<_>>() {
        use_and_buy_options(run, hero);
        trade_options(run, hero);
    }
}

/// Lists what a hero may use and buy.
fn use_and_buy_options(run: &mut Play<'_>, me: u8) {
    let hero = *run.state.hero(me);
    let thing = Thing::figure(u16::from(me));
    let rules = run.rules;
    if !run.look().is_forbidden(Act::UseAbility, thing) {
        for (place, power) in rules.facts(hero.ability).powers.iter().enumerate() {
            // A free ability can be used once per activation, or it could go on forever.
            let cost = power_cost(run.look(), me, power.cost);
            let is_spent = power.cost == 0 && hero.free_used >> (place & 7) & 1 == 1;
            let context = Context::of(thing, hero.seat);
            if cost <= hero.energy && !is_spent && run.look().holds(power.condition, &context) {
                run.option(ABILITY, place as u16, u16::from(me));
            }
        }
    }
    if !run.state.zones.cards(bag(me)).is_empty() && !run.look().is_forbidden(Act::UseItem, thing) {
        for place in 0..run.state.zones.cards(bag(me)).len() {
            let card = run.state.zones.cards(bag(me))[place];
            let facts = rules.facts(run.state.def_of(card));
            // An item that is not used up can be used once per round.
            let is_spent = !facts.is_single && run.state.handled[usize::from(card)];
            let context = Context::of(thing, hero.seat);
            let may = facts.has_use && run.look().holds(facts.use_condition, &context);
            if may && !is_spent {
                run.option(USE_ITEM, card, 0);
            }
        }
    }
    if hero.treasure > 0 && !run.look().is_forbidden(Act::Buy, thing) {
        for place in 0..run.state.zones.cards(SHOP).len() {
            let card = run.state.zones.cards(SHOP)[place];
            if rules.facts(run.state.def_of(card)).cost <= hero.treasure {
                run.option(BUY, card, u16::from(me));
            }
        }
    }
}

/// The heroes with whom a hero may trade: those on neighbouring spaces, not diagonal ones.
fn partners(look: Look<'_, Deckbox>, me: u8) -> Vec<u8> {
    let state = look.state;
    let here = state.hero(me).square;
    let is_barred = |one: u8| look.is_forbidden(Act::Trade, Thing::figure(u16::from(one)));
    if state.heroes.len() < 2 || is_barred(me) {
        return Vec::new();
    }
    let beside = |other: &u8| {
        let there = state.hero(*other).square;
        *other != me && state.plan.touches(here, there, false) && !is_barred(*other)
    };
    state.on_map().filter(beside).collect()
}

/// Lists what a hero may give away. Whoever gives decides, so in a trade each gives a part.
fn trade_options(run: &mut Play<'_>, me: u8) {
    for other in partners(run.look(), me) {
        for place in 0..run.state.zones.cards(bag(me)).len() {
            let card = run.state.zones.cards(bag(me))[place];
            run.option(GIVE, card, u16::from(other));
        }
        if run.state.hero(me).treasure > 0 {
            run.option(GIVE_TREASURE, u16::from(other), u16::from(me));
        }
    }
}

/// Does a minor action.
pub(super) fn minor(run: &mut Play<'_>, choice: Choice) {
    match choice.action {
        ABILITY => use_power(run, choice.extra as u8, choice.card),
        USE_ITEM => use_item(run, choice.card),
        BUY => buy(run, choice.extra as u8, choice.card),
        GIVE => {
            run.state.zones.put_top(choice.card, bag(choice.extra as u8));
            run.flow().touch();
        }
        GIVE_TREASURE => {
            run.state.hero_mut(choice.extra as u8).treasure -= 1;
            run.state.hero_mut(choice.card as u8).treasure += 1;
        }
        _ => {}
    }
}

/// What a hero pays for a power. What costs something never becomes free, or it could go on for
/// ever.
fn power_cost(look: Look<'_, Deckbox>, hero: u8, printed: i32) -> i32 {
    let cost = look.modified(Stat::PowerCost, Thing::figure(u16::from(hero)), printed);
    cost.max(printed.min(1))
}

fn use_power(run: &mut Play<'_>, hero: u8, place: u16) {
    let rules = run.rules;
    let one = *run.state.hero(hero);
    let Some(power) = rules.facts(one.ability).powers.get(usize::from(place)) else {
        return;
    };
    let cost = power_cost(run.look(), hero, power.cost);
    let user = run.state.hero_mut(hero);
    user.energy -= cost;
    if power.cost == 0 {
        user.free_used |= 1 << (place & 7);
    }
    run.state.acting = hero;
    let thing = Thing::figure(u16::from(hero));
    run.note(|look| format!("{} uses {}", name_of(look, thing), power.name));
    run.begin(power.block, Context::of(thing, one.seat));
}

fn use_item(run: &mut Play<'_>, card: u16) {
    let Some(hero) = run.state.bearer_of(card) else {
        return;
    };
    let facts = run.rules.facts(run.state.def_of(card));
    let thing = Thing::figure(u16::from(hero));
    run.note(|look| format!("{} uses {}", name_of(look, thing), name_of(look, Thing::card(card))));
    run.state.acting = hero;
    if facts.is_single {
        run.state.zones.put_top(card, USED);
        run.flow().touch();
    } else {
        run.state.handled[usize::from(card)] = true;
    }
    let seat = run.state.hero(hero).seat;
    run.begin(facts.use_block, Context::of(thing, seat));
}

/// Buys an item; the shop is refilled at once.
fn buy(run: &mut Play<'_>, hero: u8, card: u16) {
    let cost = run.rules.facts(run.state.def_of(card)).cost;
    run.state.hero_mut(hero).treasure -= cost;
    run.state.zones.put_top(card, bag(hero));
    run.flow().touch();
    fill_shop(run);
    let thing = Thing::figure(u16::from(hero));
    run.note(|look| format!("{} buys {}", name_of(look, thing), name_of(look, Thing::card(card))));
    run.raise(Event::Bought, &[thing.bits()]);
}

/// Attacks with an item. The item's own dice count, and the hero's modifier without that of the
/// equipment.
pub(super) fn throw(run: &mut Play<'_>, hero: u8, card: u16, target: u16) {
    let facts = run.rules.facts(run.state.def_of(card));
    let (dice, bonus) = (facts.ranged_dice, facts.ranged_mod);
    let attack = with_weapon(u16::from(hero), target, true);
    attack::start(run, Attack { is_weapon: false, dice, bonus, item: card, ..attack });
}

/// Gives a hero an item of that name, or the next of the deck.
pub(super) fn gain(run: &mut Play<'_>, hero: u8, wanted: Option<u16>) {
    let card = match wanted {
        None => run.state.zones.top(DECK),
        Some(def) => {
            let find = |place| {
                let mut cards = run.state.zones.cards(place).iter().copied();
                cards.find(|card| run.state.def_of(*card) == def)
            };
            find(DECK).or_else(|| find(SHOP)).or_else(|| find(USED))
        }
    };
    let card = match (card, wanted) {
        (Some(card), _) => card,
        // A quest may give an item that is not in the deck.
        (None, Some(def)) if run.state.cards.len() < 999 => run.state.add_card(def, USED),
        _ => return,
    };
    run.state.zones.put_top(card, bag(hero));
    run.flow().touch();
    let thing = Thing::figure(u16::from(hero));
    run.note(|look| format!("{} gains {}", name_of(look, thing), name_of(look, Thing::card(card))));
    fill_shop(run);
}

/// Whether a hero could do anything between the actions of others.
pub(super) fn may_interrupt(look: Look<'_, Deckbox>, me: u8) -> bool {
    let hero = look.state.hero(me);
    let powers = &look.rules.facts(hero.ability).powers;
    let context = Context::of(Thing::figure(u16::from(me)), hero.seat);
    let can_use = powers.iter().any(|power| {
        let cost = power_cost(look, me, power.cost);
        power.cost > 0 && cost <= hero.energy && look.holds(power.condition, &context)
    });
    let items = look.state.zones.cards(bag(me));
    let can_be_used = |card: &u16| {
        let facts = look.rules.facts(look.state.def_of(*card));
        facts.has_use && look.holds(facts.use_condition, &context)
    };
    let prices = look.state.zones.cards(SHOP).iter();
    let cheapest = prices.map(|card| look.rules.facts(look.state.def_of(*card)).cost).min();
    let can_buy = cheapest.is_some_and(|cost| cost <= hero.treasure);
    let gives = || (hero.treasure > 0 || !items.is_empty()) && !partners(look, me).is_empty();
    can_use || items.iter().any(can_be_used) || can_buy || gives()
}
