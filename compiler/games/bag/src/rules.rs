//! How the core reads and plays Bag of Dungeon.

use super::actions::{ACCEPT, BATHE, DISCARD, END, LEAVE_OUT, RETURN, TAG, TAKE};
use super::content::Bag;
use super::state::{SCROLL, State, Task, den, inventory, trophies};
use super::vocabulary::{Act, Event, Mark, Query, Selection, Stat, VOCABULARY, Verb, Window};
use super::{Play, escape, fight, harm, help, items, laying, read, shots, turn, verbs};
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::{
    Args, Call, Context, Course, Host, Look, Rules, Run, Step, Thing, usual_rules,
};
use cardwright_engine::game::Choice;

/// The Adventurer that a thing is.
pub(super) fn adventurer(state: &State, thing: Thing) -> Option<u8> {
    let place = thing.of(Thing::FIGURE)?;
    (usize::from(place) < state.adventurers.len()).then_some(place as u8)
}

/// The tile on which something is.
pub(super) fn tile_of(state: &State, thing: Thing) -> Option<u8> {
    if let Some(one) = adventurer(state, thing) {
        return Some(state.adventurer(one).tile);
    }
    if let Some(tile) = thing.of(Thing::TILE) {
        return (usize::from(tile) < state.tiles.len()).then_some(tile as u8);
    }
    let card = thing.of(Thing::CARD)?;
    let user = || state.user_of(card).map(|one| state.adventurer(one).tile);
    state.tile_of_monster(card).or_else(|| state.tile_of_item(card)).or_else(user)
}

impl Bag {
    /// What carried items add to a stat. Some items count only against one monster.
    fn carried(&self, state: &State, who: u8, of: impl Fn(&super::content::Facts) -> i32) -> i32 {
        let foe = state.foe().of(Thing::CARD).map_or(NONE, |card| state.def_of(card));
        let items = state.zones.cards(inventory(who)).iter();
        items
            .map(|card| self.facts(state.def_of(*card)))
            .filter(|facts| facts.against == NONE || facts.against == foe)
            .map(of)
            .sum()
    }
}

impl Rules for Bag {
    usual_rules!(number, visit from read);

    fn base(args: Args<'_, Bag>, stat: Stat, thing: Thing) -> i32 {
        let (state, rules) = (args.state(), args.look.rules);
        let facts = rules.facts(args.look.def(thing));
        let Some(one) = adventurer(state, thing) else {
            return match stat {
                Stat::Dice => facts.dice,
                Stat::Bonus => facts.bonus,
                Stat::Armour => facts.armour,
                Stat::MaxHealth => facts.health,
                _ => 0,
            };
        };
        match stat {
            Stat::Dice => facts.dice + rules.carried(state, one, |item| item.dice),
            Stat::Bonus => facts.bonus + rules.carried(state, one, |item| item.bonus),
            Stat::Armour => facts.armour + rules.carried(state, one, |item| item.armour),
            Stat::MaxHealth => facts.health + rules.carried(state, one, |item| item.health),
            Stat::MaxAp => facts.ap + rules.carried(state, one, |item| item.ap),
            Stat::ShotBonus | Stat::Reach => 0,
        }
    }

    fn bounds(stat: Stat) -> (i32, i32) {
        match stat {
            Stat::Dice => (1, 12),
            Stat::MaxHealth => (1, 99),
            Stat::MaxAp | Stat::Armour => (0, 99),
            _ => (-99, 99),
        }
    }

    fn def(look: Look<'_, Bag>, thing: Thing) -> DefId {
        let id = thing.id();
        match thing {
            _ if thing.is(Thing::CARD) => look.state.def_of(id),
            _ if thing.is(Thing::FIGURE) => {
                look.state.adventurers.get(usize::from(id)).map_or(NONE, |one| one.def)
            }
            _ if thing.is(Thing::TILE) => {
                let laid = look.state.tiles.get(usize::from(id));
                laid.map_or(NONE, |laid| look.state.def_of(laid.card))
            }
            _ if thing.is(SCROLL) => id,
            _ => NONE,
        }
    }

    fn visit_copies(look: Look<'_, Bag>, def: DefId, visitor: &mut dyn FnMut(Thing) -> bool) {
        let state = look.state;
        let all = state.adventurers.iter().enumerate();
        let figures = all.filter(|(_, one)| one.def == def);
        let figures = figures.map(|(place, _)| Thing::figure(place as u16));
        let tiles = (0..state.tiles.len()).filter(|tile| read::is_tile(state, *tile as u8, def));
        let tiles = tiles.map(|tile| Thing::new(Thing::TILE, tile as u16));
        let cards = (0..state.cards.len() as u16).filter(|card| state.def_of(*card) == def);
        // A scenario that names a card more likely means one in play than one in a bag.
        let (near, far): (Vec<u16>, Vec<u16>) = cards
            .partition(|card| (8..super::state::PLACES as u16).contains(&state.zones.place(*card)));
        let cards = near.into_iter().chain(far).map(Thing::card);
        for thing in figures.chain(tiles).chain(cards) {
            if !visitor(thing) {
                return;
            }
        }
    }

    fn hosts(look: Look<'_, Bag>, visitor: &mut dyn FnMut(Host)) {
        let state = look.state;
        let abilities = |def: DefId| look.code.abilities_of(def);
        for one in state.inside() {
            let (def, seat) = (state.adventurer(one).def, state.adventurer(one).seat);
            visitor(Host { thing: fight::figure(one), abilities: abilities(def), seat });
            for card in state.zones.cards(inventory(one)) {
                let abilities = abilities(state.def_of(*card));
                visitor(Host { thing: Thing::card(*card), abilities, seat });
            }
        }
        let seat = Bag::active_seat(look);
        for tile in 0..state.tiles.len() as u8 {
            if look.rules.do_tiles_act {
                let abilities = abilities(state.def_of(state.laid(tile).card));
                visitor(Host { thing: State::tile_thing(tile), abilities, seat });
            }
            for card in state.zones.cards(den(tile)) {
                let abilities = abilities(state.def_of(*card));
                visitor(Host { thing: Thing::card(*card), abilities, seat });
            }
        }
        if state.scroll != NONE {
            let thing = Thing::new(SCROLL, state.scroll);
            visitor(Host { thing, abilities: abilities(state.scroll), seat });
        }
    }

    fn active_seat(look: Look<'_, Bag>) -> u8 {
        look.state.adventurers.get(usize::from(look.state.active)).map_or(0, |one| one.seat)
    }

    /// Everybody plays for themselves.
    fn winners(look: Look<'_, Bag>, context: &Context, wins: bool) -> u8 {
        let all = look.state.adventurers.iter().fold(0u8, |bits, one| bits | 1 << one.seat);
        let own = 1u8 << context.seat;
        if wins { own } else { all & !own }
    }

    /// The next player in the order of turns.
    fn opponent(look: Look<'_, Bag>, context: &Context) -> Option<u8> {
        let seats = || look.state.adventurers.iter().map(|one| one.seat);
        let own = seats().position(|seat| seat == context.seat).unwrap_or(0);
        seats().cycle().skip(own).take(seats().count()).find(|seat| *seat != context.seat)
    }

    fn usual_window(look: Look<'_, Bag>, context: &Context) -> Option<Window> {
        // What a trap or a potion begins, once it is drawn or used up, lasts to the end of the game;
        // what any other card begins can be begun again in the next turn.
        let card = context.host.of(Thing::CARD);
        let is_spent = card.is_some_and(|card| {
            look.state.bearer_of(card).is_none() && look.state.user_of(card).is_some()
        });
        if is_spent { None } else { Some(Window::Turn) }
    }

    fn name(look: Look<'_, Bag>, thing: Thing) -> String {
        super::name_of(look, thing)
    }
}

impl Course for Bag {
    fn perform(run: &mut Run<'_, Bag>, verb: Verb, call: Call) {
        verbs::perform(run, verb, call);
    }

    fn step(run: &mut Play<'_>, task: Task) -> Step {
        match task {
            Task::Open => run.raise(Event::GameStarts, &[]),
            Task::Turn => turn::start(run),
            Task::Act => return turn::publish(run),
            Task::Place { card, escaping } => return laying::publish(run, card, escaping),
            Task::Arrive { who, has_come, has_fled } => {
                turn::arrive(run, who, has_come, has_fled);
            }
            Task::Stall { who } => return items::publish_stall(run, who),
            Task::PayKills { who, left } => return items::publish_pay_kills(run, who, left),
            Task::Dip { who } => items::dip(run, who),
            Task::Bought { who } => return items::publish_bought(run, who),
            Task::Unwanted { adventurer, item } => {
                return items::publish_unwanted(run, adventurer, item);
            }
            Task::LeaveOut => return items::publish_leave_out(run),
            Task::HandOver { from, to } => return harm::publish_hand_over(run, from, to),
            Task::Round => return fight::publish_round(run),
            Task::Answer => return fight::publish_answer(run),
            Task::Flee { who, side } => escape::flee(run, who, side),
            Task::Clash => fight::clash(run),
            Task::AfterClash => fight::after_clash(run),
            Task::Tagged { partner, by } => return help::publish_tagged(run, partner, by),
            Task::Walk { partner, by } => return help::publish_walk(run, partner, by),
            Task::Fall { adventurer, by } => harm::fall(run, adventurer, by),
            Task::Slay { monster, by } => harm::slay(run, monster, by),
            Task::Reward { adventurer, count } => items::reward(run, adventurer, count),
            Task::Overfull { adventurer } => return items::publish_overfull(run, adventurer),
            Task::Discard { card } => items::discard(run, card),
            Task::AfterShot { monster } => shots::after_shot(run, monster),
            Task::Charge => return shots::publish_charge(run),
            Task::FreeTag => return shots::publish_free_tag(run),
            Task::Offered { from, item, wanted, to } => {
                return items::publish_offer(run, from, item, wanted, to);
            }
            Task::Loot { adventurer } => return items::publish_loot(run, adventurer),
            Task::Bathe => return turn::publish_pool(run),
            Task::EndTurn => turn::end(run),
            Task::PlaceRing => turn::place_ring(run),
            Task::Saved { adventurer } => harm::saved(run, adventurer),
            Task::Damage | Task::Heal | Task::Lose | Task::Die { .. } => {}
        }
        Step::Done
    }

    fn take(run: &mut Play<'_>, task: Task, choice: Choice) {
        match task {
            Task::Act => turn::act(run, choice),
            Task::Place { card, escaping } => laying::place(run, card, escaping, choice),
            Task::Stall { who } => items::buy(run, who, choice),
            Task::PayKills { who, left } => items::pay_kill(run, who, left, choice.card),
            Task::HandOver { to, .. } => run.state.zones.put_top(choice.card, trophies(to)),
            Task::Unwanted { adventurer, item } if choice.action == DISCARD => {
                items::draw_again(run, adventurer, item);
            }
            Task::LeaveOut if choice.action == LEAVE_OUT => items::leave_out(run),
            Task::Bought { .. } => items::give_back(run, choice.action == RETURN),
            Task::Round | Task::Answer => fight::take(run, task, choice),
            Task::Tagged { partner, by } => {
                help::answer_tag(run, partner, by, choice.action == ACCEPT);
            }
            Task::Walk { partner, by } => help::walk(run, partner, by, choice.card as u8),
            Task::Overfull { adventurer } => items::drop_overfull(run, adventurer, choice.card),
            Task::Charge => shots::charge(run, choice),
            Task::FreeTag => {
                let partner = (choice.action == TAG).then_some(choice.card as u8);
                shots::corner(run, partner);
            }
            Task::Offered { from, item, wanted, to } => {
                items::exchange(run, from, item, wanted, to, choice.action == ACCEPT);
            }
            Task::Loot { adventurer } if choice.action == TAKE => {
                run.state.zones.put_top(choice.card, inventory(adventurer));
                run.flow().touch();
                run.push(task);
            }
            Task::Bathe if choice.action == BATHE => turn::bathe(run),
            _ => debug_assert!(matches!(choice.action, END | super::actions::REFUSE)),
        }
    }

    fn give_up(run: &mut Play<'_>, task: Task) {
        if let Task::Place { card, escaping } = task {
            laying::lose(run, card, escaping);
        }
    }

    fn commit(run: &mut Play<'_>, task: Task, bound: [i32; 4]) -> Option<[i32; 4]> {
        let victim = Thing::from_bits(bound[0]);
        match task {
            Task::Damage => {
                let by = Thing::from_bits(bound[1]);
                harm::hurt(run, victim, by, bound[2]).then_some(bound)
            }
            Task::Heal => {
                harm::mend(run, victim, bound[1]);
                Some(bound)
            }
            Task::Lose => {
                let one = adventurer(run.state, victim)?;
                harm::lose_life(run, one, bound[1] as u8);
                Some(bound)
            }
            Task::Die { monster, by } => {
                harm::die(run, monster, by);
                None
            }
            _ => Some(bound),
        }
    }

    fn prevented(run: &mut Play<'_>, task: Task) {
        if let Task::Die { monster, .. } = task {
            harm::spare(run, monster);
        }
    }

    fn settle(run: &mut Play<'_>) {
        if run.look().has_changed() {
            harm::recount(run);
        }
        if run.state.flow.outcome.is_none() && run.state.inside().next().is_none() {
            turn::conclude(run);
        }
    }
}
