//! How the core reads and plays Super Dungeon Arcade.

use super::actions::{DISCARD, KEEP_ROLL, PASS, SHAPESHIFT, SHARE};
use super::state::{EFFECT, IN_FORCE, NOBODY, State, TILE, worn};
use super::tasks::Task;
use super::vocabulary::{Act, Event, Mark, Query, Selection, Stat, VOCABULARY, Verb, Window};
use super::wounds::{self, thing};
use super::{
    Arcade, Play, action, arc, assault, dealing, decks, heroes, march, moves, orders, power_up,
    read, rolling, setup, shapes, spawning, spoils,
};
use cardwright_engine::board::Square;
use cardwright_engine::core::code::{DefId, NO_ABILITIES, NONE};
use cardwright_engine::core::dice::Pool;
use cardwright_engine::core::{
    Args, Call, Context, Course, Host, Look, Order, Rules, Run, Step, Thing, usual_rules,
};
use cardwright_engine::game::{Choice, Decision};

impl Rules for Arcade {
    usual_rules!(number, set, visit from read);

    fn base(args: Args<'_, Arcade>, stat: Stat, thing: Thing) -> i32 {
        let state = args.state();
        if let Some(figure) = state.figure_of(thing) {
            return args.look.rules.base_number(state, stat, figure);
        }
        match stat {
            Stat::Activations => state.size.activations,
            Stat::BossHealing => args.look.rules.numbers.boss_healing,
            Stat::TradePrice => args.look.rules.numbers.trade_price,
            _ => 0,
        }
    }

    fn base_pool(args: Args<'_, Arcade>, stat: Stat, thing: Thing) -> Pool {
        let state = args.state();
        state
            .figure_of(thing)
            .map_or(Pool::EMPTY, |figure| args.look.rules.base_dice(state, stat, figure))
    }

    fn bounds(stat: Stat) -> (i32, i32) {
        match stat {
            // A poisoned model keeps at least one action.
            Stat::Actions | Stat::Hearts | Stat::Activations => (1, 99),
            // These are added to other numbers, so negative values count too.
            Stat::Range | Stat::TreasureCards | Stat::LootRewards => (-99, 99),
            _ => (0, 99),
        }
    }

    fn def(look: Look<'_, Arcade>, thing: Thing) -> DefId {
        read::def(look.state, thing)
    }

    fn visit_copies(look: Look<'_, Arcade>, def: DefId, visitor: &mut dyn FnMut(Thing) -> bool) {
        let state = look.state;
        let figures = |here: bool| {
            let all = state.figures.iter().enumerate();
            all.filter(move |(_, one)| one.def == def && one.at.is_some() == here)
                .map(|(place, _)| Thing::figure(place as u16))
        };
        let cards = state.cards.iter().enumerate().filter(|(_, known)| **known == def);
        let cards = cards.map(|(place, _)| Thing::card(place as u16));
        let mut all = figures(true).chain(cards).chain(figures(false));
        all.all(visitor);
    }

    fn hosts(look: Look<'_, Arcade>, visitor: &mut dyn FnMut(Host)) {
        let (rules, state) = (look.rules, look.state);
        let mut add = |thing: Thing, abilities: u16| {
            if abilities != NO_ABILITIES {
                visitor(Host { thing, abilities, seat: 0 });
            }
        };
        let of_def = |def: DefId| look.code.abilities_of(def);
        for (place, one) in state.figures.iter().enumerate() {
            if one.at.is_none() {
                continue;
            }
            let figure = place as u16;
            let me = Thing::figure(figure);
            add(me, of_def(one.def));
            if one.is_hero() {
                for card in state.zones.cards(worn(figure)) {
                    add(me, of_def(state.def_of(*card)));
                }
            } else {
                for kind in bonded_kinds(rules, state, figure) {
                    add(me, of_def(kind));
                }
                for gang in &rules.facts(one.def).gangs {
                    add(me, of_def(*gang));
                }
            }
            for (status, suffering) in rules.sufferings.iter().enumerate() {
                if one.statuses >> status & 1 == 1 {
                    add(me, *suffering);
                }
            }
        }
        for action in &state.actions {
            if let Some(line) = rules.line(action.line) {
                add(thing(action.user), line.abilities);
            }
        }
        for card in state.zones.cards(IN_FORCE) {
            let def = state.def_of(*card);
            add(Thing::card(*card), of_def(def));
            add(Thing::card(*card), rules.facts(def).holds);
        }
        for (place, laid) in state.tiles.laid.iter().enumerate() {
            add(Thing::new(TILE, place as u16), of_def(laid.tile));
        }
        for def in rules.tile_effects.iter().chain(Some(&state.chart)) {
            add(Thing::new(EFFECT, *def), of_def(*def));
        }
    }

    fn lent(look: Look<'_, Arcade>, thing: Thing, visitor: &mut dyn FnMut(DefId) -> bool) {
        let state = look.state;
        let Some(figure) = state.figure_of(thing) else { return };
        if state.figure(figure).is_hero() {
            let mut cards = state.zones.cards(worn(figure)).iter();
            cards.all(|card| visitor(state.def_of(*card)));
        } else {
            let gangs = &look.rules.facts(state.figure(figure).def).gangs;
            bonded_kinds(look.rules, state, figure).chain(gangs.iter().copied()).all(visitor);
        }
    }

    fn active_seat(_: Look<'_, Arcade>) -> u8 {
        0
    }

    fn order(event: Event) -> Option<Order> {
        let is_chosen = matches!(event, Event::ActivationStarts | Event::ConsulTurnStarts);
        is_chosen.then_some(Order::OfThings)
    }

    /// The Heroes win or lose together; nobody plays the Consul.
    fn winners(look: Look<'_, Arcade>, _: &Context, wins: bool) -> u8 {
        let everybody = (1u16 << look.state.seats) - 1;
        if wins { everybody as u8 } else { 0 }
    }

    fn usual_window(look: Look<'_, Arcade>, context: &Context) -> Option<Window> {
        // What a model or its equipment does lasts until its next upkeep, what a space of the
        // chart does for good, what the Consul's cards do until the turn ends.
        Some(match context.host {
            host if host.is(Thing::FIGURE) => Window::NextUpkeep,
            host if host == Thing::new(EFFECT, look.state.chart) => Window::Game,
            _ => Window::Turn,
        })
    }

    fn name(look: Look<'_, Arcade>, thing: Thing) -> String {
        super::name_of(look, thing)
    }
}

impl Course for Arcade {
    fn perform(run: &mut Run<'_, Arcade>, verb: Verb, call: Call) {
        super::verbs::perform(run, verb, call);
    }

    fn step(run: &mut Play<'_>, task: Task) -> Step {
        match take_step(run, task) {
            Step::Decide(decision) => {
                Step::Decide(Decision { seat: run.state.decider(task), ..decision })
            }
            done => done,
        }
    }

    fn take(run: &mut Play<'_>, task: Task, choice: Choice) {
        match task {
            Task::LayTile => setup::lay(run, choice.card),
            Task::PutStart => run.state.start = Some(Square(choice.card)),
            Task::Enter { hero } => moves::set_down(run, hero, Square(choice.card)),
            Task::PutPoint { tile } => setup::put_point(run, choice.card, tile),
            Task::PutChest { .. } => setup::put_chest(run, Square(choice.card)),
            Task::ChooseHero { left } => heroes::activate(run, choice.card, left),
            Task::ShiftForm { hero } if choice.action == SHAPESHIFT => {
                run.push(Task::Reshape { figure: hero });
            }
            Task::Reshape { figure } => shapes::take_form(run, figure, Square(choice.card)),
            Task::Main { hero } => heroes::act(run, hero, choice),
            Task::Aim { line, user, .. } => heroes::aim(run, line, user, choice.card),
            Task::Centre { line, user, .. } => heroes::centre(run, line, user, choice.card),
            Task::Reroll { left, defends } if choice.card != Choice::NO_CARD => {
                rolling::reroll(run, choice.card, left, defends);
            }
            Task::Defend { hero } => rolling::defend(run, hero, choice.extra as u8),
            Task::Deal(dealt) => dealing::deal_to(run, dealt, choice.card),
            Task::Heart { left } => {
                if left > 1 {
                    run.push(Task::Heart { left: left - 1 });
                }
                wounds::remove_token(run, choice);
            }
            Task::Heal { figure, left } => {
                run.push(Task::Heal { figure, left: left - 1 });
                wounds::remove_token(run, choice);
            }
            Task::Fill { left } => {
                if left > 1 {
                    run.push(Task::Fill { left: left - 1 });
                }
                run.state.figure_mut(choice.card).potions += 1;
            }
            Task::Jump => arc::jump(run, choice.card, Some(choice.extra as u8)),
            Task::Wrath { hero, count } => wounds::take_wrath(run, hero, count, choice.card),
            Task::Shift { .. } => moves::shift_to(run, task, Square(choice.card)),
            Task::PlaceBeside { figure, .. } => moves::set_down(run, figure, Square(choice.card)),
            Task::Keep { tile, chest } => decks::keep(run, choice.card, tile, chest),
            Task::Window { seat } => heroes::sip(run, seat, choice),
            Task::Share { line, user, owner } => {
                heroes::share(run, (line, user, owner), choice.action == SHARE);
            }
            Task::Favour => orders::favour(run, choice.card),
            Task::Obey { .. } => orders::take_next(run, choice),
            Task::March { figure, .. } => {
                if run.state.figure(figure).at != Some(Square(choice.card)) {
                    march::go(run, figure, Square(choice.card));
                }
            }
            Task::AimFriend { figure, line } => assault::aim_at(run, figure, line, choice.card),
            Task::AimSide { figure, line } => {
                assault::aim_side(run, figure, line, choice.card & 3);
            }
            Task::SpawnAt { left } => spawning::spawn_again(run, choice.card, left),
            Task::Reinforce { done } => spawning::reinforce(run, choice.card, done),
            Task::Arrive => spawning::arrive(run, Square(choice.card)),
            Task::Equip => power_up::take_equip(run, choice),
            Task::Discarding { left } => {
                power_up::discard_equipment(run, choice.card);
                run.push(Task::Discarding { left: left - 1 });
            }
            Task::Revive => power_up::revive(run, choice.card, choice.extra),
            Task::Uncurse { hero } if choice.action == DISCARD => {
                power_up::uncurse(run, hero, choice.card);
            }
            Task::Return { hero } => power_up::put_back(run, hero, choice.card),
            _ => debug_assert!(matches!(choice.action, PASS | KEEP_ROLL), "{task:?} {choice:?}"),
        }
    }

    fn settle(run: &mut Play<'_>) {
        if run.state.figures.iter().any(|one| one.statuses != 0) {
            wounds::shed_statuses(run);
        }
        wounds::fell_the_faint(run);
        // The game is lost as soon as there are not enough coins, not only at the power-up.
        if run.state.waiting().count() as i32 > run.state.coins {
            run.finish(0, "hero-lost");
        }
    }

    fn prevented(run: &mut Play<'_>, task: Task) {
        if let Task::Destroy { victim } = task {
            wounds::spare(run, victim);
        }
    }

    fn commit(run: &mut Play<'_>, task: Task, bound: [i32; 4]) -> Option<[i32; 4]> {
        let figure = Thing::from_bits(bound[0]).of(Thing::FIGURE)?;
        match task {
            Task::Wound { is_action } => {
                let by = Thing::from_bits(bound[1]).of(Thing::FIGURE).unwrap_or(NOBODY);
                let count = wounds::suffer_wounds(run, figure, by, bound[2]);
                if is_action && count > 0 {
                    wounds::announce(run, [bound[0], bound[1], count]);
                }
                (count > 0).then_some([bound[0], bound[1], count, 0])
            }
            Task::Destroy { victim } => {
                let by = Thing::from_bits(bound[1]).of(Thing::FIGURE).unwrap_or(NOBODY);
                wounds::fall(run, victim, by);
                None
            }
            Task::Healing { wounds_only: true } => {
                wounds::mend(run, figure, bound[1]);
                Some(bound)
            }
            Task::Healing { wounds_only: false } => {
                run.push(Task::Heal { figure, left: bound[1].clamp(0, 99) as u8 });
                Some(bound)
            }
            Task::Suffer { status } => wounds::suffer(run, figure, status).then_some(bound),
            Task::Obeys { figure } => {
                if run.state.is_here(figure) {
                    orders::do_command(run, figure);
                }
                Some(bound)
            }
            _ => Some(bound),
        }
    }
}

/// Takes the next step of a task. [`State::decider`] says who decides.
fn take_step(run: &mut Play<'_>, task: Task) -> Step {
    match task {
        Task::LayTile => return setup::publish_tile(run),
        Task::Populate => setup::populate(run),
        Task::PutStart => return setup::publish_start(run),
        Task::Enter { hero } => return setup::publish_entry(run, hero),
        Task::PutPoint { tile } => return setup::publish_point(run, tile),
        Task::PutChest { tile } => return setup::publish_chest(run, tile),
        Task::FirstSpawn { tile } => setup::first_spawn(run, tile),
        Task::Open => setup::open(run),
        Task::HeroTurn => heroes::start_turn(run),
        Task::ChooseHero { left } => return heroes::publish_heroes(run, left),
        Task::HeroUpkeep { hero } => heroes::upkeep(run, hero),
        Task::UpkeepDamage { hero } => {
            run.raise(Event::UpkeepDamage, &[thing(hero).bits()]);
        }
        Task::ShiftForm { hero } => return heroes::publish_form(run, hero),
        Task::Ready { hero } => {
            if run.state.is_here(hero) {
                run.raise(Event::ActivationStarts, &[thing(hero).bits()]);
            }
        }
        Task::Main { hero } => return heroes::publish(run, hero),
        Task::EndActivation { hero } => heroes::end_activation(run, hero),
        Task::EndHeroTurn => heroes::end_turn(run),
        Task::Aim { line, user, .. } => return heroes::publish_aim(run, line, user),
        Task::Share { .. } => return heroes::publish_share(run),
        Task::Centre { target, .. } => return heroes::publish_centre(run, target),
        Task::Roll => rolling::roll(run),
        Task::Reroll { defends, .. } => return rolling::publish_reroll(run, defends),
        Task::Tally => rolling::tally(run),
        Task::Affect => action::affect(run),
        Task::Defend { hero } => return rolling::publish_defense(run, hero),
        Task::DefenseTally => rolling::tally_defense(run),
        Task::Deal(dealt) => return dealing::deal(run, dealt),
        Task::Effects { target } => action::effects(run, target),
        Task::Spoils => spoils::spoils(run),
        Task::Heart { left } => return spoils::publish_heart(run, left),
        Task::Fill { left } => return spoils::publish_fill(run, left),
        Task::Anger => action::anger(run),
        Task::React => action::react(run),
        Task::Jump => return arc::publish_jump(run),
        Task::ActionEnd => action::end(run),
        Task::PopAction => action::pop(run),
        Task::Wrath { hero, count } => return wounds::gain_wrath(run, hero, count),
        Task::Heal { figure, left } => return wounds::heal(run, figure, left),
        Task::Shift { figure, mover, squares, shift } => {
            return moves::publish_shift(run, figure, mover, squares, shift);
        }
        Task::PlaceBeside { figure, beside } => {
            return moves::publish_beside(run, figure, beside);
        }
        Task::Walk { figure, square, thrown_by } => {
            moves::step(run, figure, square, thrown_by);
        }
        Task::Arrived { figure } => {
            if run.state.is_here(figure) {
                run.raise(Event::Moved, &[thing(figure).bits()]);
            }
        }
        Task::Keep { tile, chest } => return decks::publish_keep(run, tile, chest),
        _ => return consul_step(run, task),
    }
    Step::Done
}

/// The kinds of models that are bonded to a monster, each once.
fn bonded_kinds<'a>(
    rules: &'a Arcade,
    state: &'a State,
    figure: u16,
) -> impl Iterator<Item = DefId> + 'a {
    let kinds = &rules.facts(state.figure(figure).def).bonded;
    let bonded = rules.bonded(state, figure);
    kinds.iter().copied().filter(move |kind| {
        *kind != NONE && bonded.iter().any(|other| state.figure(other).def == *kind)
    })
}

/// The steps of the Consul Turn and the power-up.
fn consul_step(run: &mut Play<'_>, task: Task) -> Step {
    match task {
        Task::ConsulTurn => orders::start_turn(run),
        Task::ConsulUpkeep { damage } => orders::upkeep(run, damage),
        Task::Advance => orders::advance(run),
        Task::NextOrder => orders::next_order(run),
        Task::Window { seat } => return heroes::publish_window(run, seat),
        Task::Favour => return orders::publish_favour(run),
        Task::Command { command, times } => orders::give(run, command, times),
        Task::Obey { times } => return orders::publish_obey(run, times),
        Task::Perform { figure, left } => orders::perform(run, figure, left),
        Task::March { figure, regroup } => return march::publish(run, figure, regroup),
        Task::Follow { elite, minions } => march::follow(run, elite, minions),
        Task::Reshape { figure } => return shapes::publish(run, figure),
        Task::Unique { figure } => assault::begin_lines(run, figure),
        Task::Signature { figure } => orders::signature(run, figure),
        Task::Uniques { figure, lines, next } => assault::next_line(run, figure, lines, next),
        Task::AimFriend { figure, line } => return assault::publish_friend(run, figure, line),
        Task::AimSide { figure, line } => return assault::publish_side(run, figure, line),
        Task::Attacks { figure, left } => assault::attack(run, figure, left),
        Task::EndCommand { command, obeyed } => orders::end_command(run, command, obeyed),
        Task::SpawnAt { left } => return spawning::publish_point(run, left),
        Task::Reinforce { done } => return spawning::publish_reinforce(run, done),
        Task::Arrive => return spawning::publish_arrival(run),
        Task::BossHeals => orders::heal_boss(run),
        Task::EndConsul => orders::end_turn(run),
        Task::PowerUp { hero } => power_up::start(run, hero),
        Task::Rewards => power_up::rewards(run),
        Task::NextReward => power_up::next_reward(run),
        Task::Equip => return power_up::publish_equip(run),
        Task::Discarding { left } => return power_up::publish_discard(run, left),
        Task::SpawnBosses => power_up::spawn_bosses(run),
        Task::CleanUp => power_up::clean_up(run),
        Task::Stragglers { left } => power_up::stragglers(run, left),
        Task::OldChallenges => power_up::drop_challenges(run),
        Task::Revive => return power_up::publish_revive(run),
        Task::Uncurse { hero } => return power_up::publish_uncurse(run, hero),
        Task::Return { hero } => return power_up::publish_return(run, hero),
        Task::EndPowerUp { hero } => power_up::end(run, hero),
        _ => {}
    }
    Step::Done
}
