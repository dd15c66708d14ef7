//! The power-up of a turn: rewards, equipment, bosses, clean-up, Princess Coins.

use super::actions::{DISCARD, END, EQUIP, PASS, PLACE, REVIVE, TRADE};
use super::decks::{draw_loot, draw_treasures, trade_price};
use super::facts::Rank;
use super::figure::{Figure, Side};
use super::group::Group;
use super::printed::Sort;
use super::state::*;
use super::tasks::Task;
use super::under_way::{Region, Tracker};
use super::vocabulary::{Act, Event, Stat, Window};
use super::wounds::thing;
use super::{Arcade, Play};
use cardwright_engine::board::{Square, Squares};
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::{Step, Thing};
use cardwright_engine::game::Choice;

/// Begins a power-up.
pub(super) fn start(run: &mut Play<'_>, hero: bool) {
    run.push(Task::EndPowerUp { hero });
    steps(run, hero);
}

/// Pushes the steps of a power-up, the last one first: tasks run last in, first out. Only Heroes
/// equip themselves, and only after the Consul Turn the map is cleaned up.
pub(super) fn steps(run: &mut Play<'_>, hero: bool) {
    run.push(Task::Revive);
    if !hero {
        run.push(Task::CleanUp);
    }
    run.push(Task::SpawnBosses);
    if hero {
        run.push(Task::Equip);
    }
    run.push(Task::NextReward);
    run.push(Task::Rewards);
    if !hero {
        super::heroes::open_window(run);
    }
}

/// Draws loot for what was destroyed: one card for so many minions, one for each elite, and for a
/// spawning point one more than its tile's number. Destroyed models go back to the pool.
pub(super) fn rewards(run: &mut Play<'_>) {
    let tracker = run.state.tracker;
    let mut loot =
        tracker.minions / run.rules.numbers.minions_per_loot + tracker.elites + tracker.points;
    if loot > 0 {
        loot = (loot + run.look().stat(Stat::LootRewards, Thing::NONE)).max(0);
    }
    run.state.rewards = loot;
    draw_loot(run, loot);
    if loot > 0 {
        run.note(|_| format!("Loot: {loot}"));
    }
    let state = &mut *run.state;
    state.tracker = Tracker {
        mini_bosses: tracker.mini_bosses,
        boo_booties: tracker.boo_booties,
        ..Tracker::default()
    };
    for one in &mut state.figures {
        if one.is_monster() && !matches!(one.rank, Rank::Boss | Rank::MiniBoss) {
            one.is_destroyed = false;
        }
    }
}

/// Draws the next treasure: one for a mini-boss; for a boo booty as many as its tile's number, of
/// which one is kept.
pub(super) fn next_reward(run: &mut Play<'_>) {
    let tracker = &mut run.state.tracker;
    let count = if tracker.mini_bosses > 0 {
        tracker.mini_bosses -= 1;
        1
    } else if let Some(tile) = tracker.boo_booties.iter_mut().find(|tile| **tile > 0) {
        i32::from(std::mem::take(tile))
    } else {
        return;
    };
    let more = run.look().stat(Stat::TreasureCards, Thing::NONE);
    run.push(Task::NextReward);
    run.push(Task::Keep { tile: 0, chest: None });
    draw_treasures(run, (count + more).max(1), DRAWN, false);
}

/// The card that a Hero wears in a slot.
fn worn_in(rules: &Arcade, state: &State, hero: u16, slot: u8) -> Option<u16> {
    let mut cards = state.zones.cards(worn(hero)).iter().copied();
    cards.find(|card| rules.facts(state.def_of(*card)).slot == slot)
}

/// Whether a Hero can wear a card now: it has the slot, with nothing cursed in it.
fn can_wear(run: &Play<'_>, hero: u16, card: u16) -> bool {
    let slot = run.rules.facts(run.state.def_of(card)).slot;
    let has_slot = run.rules.facts(run.state.figure(hero).def).slots >> slot & 1 == 1;
    let before = worn_in(run.rules, run.state, hero, slot);
    let is_stuck = before.is_some_and(|before| run.rules.facts(run.state.def_of(before)).is_cursed);
    has_slot && !is_stuck && !run.look().is_forbidden(Act::Equip, thing(hero))
}

/// Asks what is equipped or traded. Cursed cards must be worn first, as long as a slot is free.
pub(super) fn publish_equip(run: &mut Play<'_>) -> Step {
    let backpack = run.state.zones.cards(BACKPACK).to_vec();
    let heroes: Group = run.state.heroes().collect();
    let slot = |card: u16| run.rules.facts(run.state.def_of(card)).slot;
    let mut cursed = Vec::new();
    for &card in &backpack {
        if !run.rules.facts(run.state.def_of(card)).is_cursed {
            continue;
        }
        let free = heroes.iter().filter(|hero| {
            can_wear(run, *hero, card) && worn_in(run.rules, run.state, *hero, slot(card)).is_none()
        });
        cursed.extend(free.map(|hero| (card, hero)));
    }
    if !cursed.is_empty() {
        for (card, hero) in cursed {
            run.option(EQUIP, card, hero);
        }
        return Step::decide(0, "curse");
    }
    let mut seen: Vec<DefId> = Vec::new();
    for card in backpack {
        // Copies of a card are one choice.
        let def = run.state.def_of(card);
        if seen.contains(&def) {
            continue;
        }
        seen.push(def);
        for hero in heroes.iter() {
            if can_wear(run, hero, card) {
                run.option(EQUIP, card, hero);
            }
        }
    }
    let loot = tradable(run).count();
    // The party trades together, so one Hero who may is enough.
    let may_trade = !run.look().is_forbidden(Act::Trade, Thing::NONE)
        && heroes.iter().any(|hero| !run.look().is_forbidden(Act::Trade, thing(hero)));
    if !run.state.has_traded && loot >= trade_price(run) && may_trade {
        run.option(TRADE, Choice::NO_CARD, 0);
    }
    if run.flow().options.is_empty() {
        return Step::Done;
    }
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(0, "equip")
}

/// The loot cards of the backpack that can be discarded: those that are not cursed.
fn tradable<'a>(run: &'a Play<'_>) -> impl Iterator<Item = u16> + 'a {
    let cards = run.state.loot_in_backpack(run.rules);
    cards.filter(move |card| !run.rules.facts(run.state.def_of(*card)).is_cursed)
}

/// Equips a card or starts a trade, then asks again.
pub(super) fn take_equip(run: &mut Play<'_>, choice: Choice) {
    if choice.action == END {
        return;
    }
    run.push(Task::Equip);
    if choice.action == TRADE {
        run.state.has_traded = true;
        let left = trade_price(run).min(99) as u8;
        run.push(Task::Discarding { left });
        return;
    }
    let (card, hero) = (choice.card, choice.extra);
    let slot = run.rules.facts(run.state.def_of(card)).slot;
    if let Some(before) = worn_in(run.rules, run.state, hero, slot) {
        discard_equipment(run, before);
    }
    run.state.zones.put_top(card, worn(hero));
    run.flow().touch();
}

/// Puts equipment on the discard pile of its deck.
pub(super) fn discard_equipment(run: &mut Play<'_>, card: u16) {
    let sort = run.rules.facts(run.state.def_of(card)).sort;
    let to = if sort == Sort::Loot { LOOT_DISCARD } else { TREASURE_DISCARD };
    run.state.zones.put_top(card, to);
    run.flow().touch();
}

/// Asks which loot is given for a treasure.
pub(super) fn publish_discard(run: &mut Play<'_>, left: u8) -> Step {
    if left == 0 {
        draw_treasures(run, 1, BACKPACK, false);
        return Step::Done;
    }
    let mut seen: Vec<DefId> = Vec::new();
    for card in tradable(run).collect::<Vec<_>>() {
        let def = run.state.def_of(card);
        if !seen.contains(&def) {
            seen.push(def);
            run.option(DISCARD, card, 0);
        }
    }
    Step::decide(0, "trade")
}

/// Brings the bosses that destroyed spawning points call: a mini-boss for the second and the third,
/// and the boss for the last one.
pub(super) fn spawn_bosses(run: &mut Play<'_>) {
    let state = &*run.state;
    let destroyed = state.points_destroyed;
    let is_last = destroyed > 0 && state.points().next().is_none();
    let due = destroyed.saturating_sub(1).min(2);
    if state.mini_bosses_spawned < due
        && state.mini_bosses[usize::from(state.mini_bosses_spawned).min(1)] != NOBODY
    {
        run.push(Task::SpawnBosses);
        super::spawning::next_mini_boss(run);
    } else if is_last {
        super::spawning::boss(run);
    }
}

/// Cleans up: minions that lost their elite join another one or go back to the pool, then old
/// challenges are discarded.
pub(super) fn clean_up(run: &mut Play<'_>) {
    run.push(Task::OldChallenges);
    let left = run.state.present(|one| one.is_rank(Rank::Minion)).collect();
    run.push(Task::Stragglers { left });
}

/// Discards the challenges that were not drawn in this Consul Turn.
pub(super) fn drop_challenges(run: &mut Play<'_>) {
    let fresh = run.state.fresh;
    super::decks::discard_challenges(run, |_, card| !fresh.contains(&card));
}

/// Places the next minion that has no elite near it.
pub(super) fn stragglers(run: &mut Play<'_>, mut left: Group) {
    while let Some(minion) = left.first() {
        left.remove(minion);
        if !run.state.is_here(minion) {
            continue;
        }
        let (rules, state) = (run.rules, &*run.state);
        let kind = state.figure(minion).def;
        let leads = |elite: &u16| rules.facts(state.figure(*elite).def).bonded.contains(&kind);
        let nearest = state.monsters().filter(leads).map(|elite| state.apart(elite, minion)).min();
        match nearest {
            None => {
                let one = run.state.figure_mut(minion);
                one.at = None;
                one.wounds = 0;
                one.statuses = 0;
                run.flow().touch();
            }
            Some(steps) if steps > rules.numbers.bond => {
                run.push(Task::Stragglers { left });
                super::spawning::arrive_at(run, minion, Region::AnyGang);
                return;
            }
            Some(_) => {}
        }
    }
}

/// Asks which Hero returns next for a Princess Coin: one of those that wait, or in its place any
/// that is not in play.
pub(super) fn publish_revive(run: &mut Play<'_>) -> Step {
    let waiting: Group = run.state.waiting().collect();
    if waiting.is_empty() {
        return Step::Done;
    }
    for hero in waiting.iter() {
        run.option(REVIVE, hero, run.state.figure(hero).def);
    }
    // A Hero whose other form is in play is in play too.
    let is_same = |one: DefId, def: DefId| one == def || run.rules.facts(def).other == one;
    let in_party =
        |def: DefId| run.state.figures.iter().any(|one| one.is_hero() && is_same(one.def, def));
    let others: Vec<DefId> = run
        .rules
        .printed(Sort::Hero, run.state.size.sets)
        .filter(|(def, facts)| !facts.is_shape && !in_party(*def))
        .map(|(def, _)| def)
        .collect();
    for hero in waiting.iter() {
        for def in &others {
            run.option(REVIVE, hero, *def);
        }
    }
    Step::decide(0, "revive")
}

/// Spends a coin. The same Hero keeps its equipment; a different one starts anew.
pub(super) fn revive(run: &mut Play<'_>, hero: u16, def: DefId) {
    run.state.coins -= 1;
    run.push(Task::Revive);
    run.push(Task::Return { hero });
    if def == run.state.figure(hero).def || def == NONE {
        run.state.figure_mut(hero).is_destroyed = false;
        run.push(Task::Uncurse { hero });
        return;
    }
    for card in run.state.zones.cards(worn(hero)).to_vec() {
        discard_equipment(run, card);
    }
    let mut fresh = Figure::new(run.rules, def, Side::Hero);
    fresh.was_active = true;
    *run.state.figure_mut(hero) = fresh;
    run.flow().touch();
}

/// Asks which cursed cards a Hero that was destroyed gets rid of.
pub(super) fn publish_uncurse(run: &mut Play<'_>, hero: u16) -> Step {
    let cards = run.state.zones.cards(worn(hero)).iter().copied();
    let cursed = cards.filter(|card| run.rules.facts(run.state.def_of(*card)).is_cursed);
    let cursed: Vec<u16> = cursed.collect();
    if cursed.is_empty() {
        return Step::Done;
    }
    for card in cursed {
        run.option(DISCARD, card, 0);
    }
    run.option(PASS, Choice::NO_CARD, 0);
    Step::decide(0, "uncurse")
}

/// Discards a cursed card, then asks for the next.
pub(super) fn uncurse(run: &mut Play<'_>, hero: u16, card: u16) {
    run.push(Task::Uncurse { hero });
    discard_equipment(run, card);
}

/// Asks where a Hero returns: next to the start token or to any Hero.
pub(super) fn publish_return(run: &mut Play<'_>, hero: u16) -> Step {
    let state = &*run.state;
    let is_large = state.figure(hero).is_large;
    let bases = state.field.bases(is_large);
    let free = state.free(is_large, None);
    let heroes: Vec<Square> =
        state.heroes().flat_map(|hero| state.squares(hero).iter().copied()).collect();
    let near = |at: &Square| {
        let own = bases.squares(*at);
        let by_start = state.start.is_some_and(|start| state.field.distance(own, &[start]) == 1);
        by_start || (!heroes.is_empty() && state.field.distance(own, &heroes) == 1)
    };
    let mut room: Squares = free.iter().filter(near).collect();
    if room.is_empty() {
        room = free;
    }
    for square in room.iter() {
        run.option(PLACE, square.0, 0);
    }
    Step::decide(0, "return")
}

/// Puts a Hero back on the map.
pub(super) fn put_back(run: &mut Play<'_>, hero: u16, square: u16) {
    super::moves::set_down(run, hero, Square(square));
    run.raise(Event::Returned, &[thing(hero).bits()]);
}

/// Ends the power-up and begins the other side's turn.
pub(super) fn end(run: &mut Play<'_>, hero: bool) {
    super::decks::check_plot(run);
    run.expire(Window::Turn, None);
    if hero {
        run.push(Task::ConsulTurn);
    } else {
        run.expire(Window::ConsulTurn, None);
        run.push(Task::HeroTurn);
    }
}
