//! How the core reads and plays Super Dungeon Explore.

use super::content::Explore;
use super::state::{ADVENTURE, PRINTED, State, TILE, TILE_EFFECT, Task, each};
use super::vocabulary::{Act, Event, Mark, Query, Selection, Stat, VOCABULARY, Verb, Window};
use super::{
    Play, activation, attack, boss, damage, loot, moves, potions, queries, round, setup, spawn,
    tracks, verbs,
};
use cardwright_engine::board::Square;
use cardwright_engine::core::code::{AbilitiesId, DefId, NO_ABILITIES, NONE};
use cardwright_engine::core::dice::Pool;
use cardwright_engine::core::{
    Args, Call, Context, Course, Host, Look, Rules, Run, Step, Thing, usual_rules,
};
use cardwright_engine::game::Choice;

use super::actions::{END, GO_FIRST, PLACE};

impl Rules for Explore {
    usual_rules!(number, set, visit, contains from queries);

    fn base(args: Args<'_, Explore>, stat: Stat, thing: Thing) -> i32 {
        let facts = args.look.rules.facts(args.look.def(thing));
        match stat {
            Stat::Speed => facts.speed,
            Stat::Actions => facts.actions,
            Stat::LineCost | Stat::PotionCost => 1,
            Stat::Hearts => {
                let figure = thing.of(Thing::FIGURE).map(usize::from);
                let figure = figure.and_then(|place| args.state().figures.get(place));
                facts.hearts + figure.map_or(0, |figure| i32::from(figure.more_hearts))
            }
            Stat::PotionLimit => facts.potions,
            Stat::Skull => facts.skull,
            Stat::SpawnBudget => args.look.rules.numbers.spawn_budget,
            Stat::TurnBudget => args.look.rules.numbers.turn_budget,
            Stat::Damage => 1,
            Stat::Reach | Stat::DefenseDrops | Stat::Att | Stat::Arm | Stat::Will | Stat::Dex => 0,
        }
    }

    fn base_pool(args: Args<'_, Explore>, stat: Stat, thing: Thing) -> Pool {
        let facts = args.look.rules.facts(args.look.def(thing));
        let place = super::stats::ATTRIBUTES.iter().position(|known| *known == stat);
        place.map_or(Pool::EMPTY, |place| facts.pools[place])
    }

    fn bounds(stat: Stat) -> (i32, i32) {
        match stat {
            Stat::Hearts | Stat::Skull => (1, 99),
            _ => (0, 99),
        }
    }

    fn def(look: Look<'_, Explore>, thing: Thing) -> DefId {
        let id = thing.id();
        match () {
            () if thing.is(Thing::FIGURE) => {
                look.state.figures.get(usize::from(id)).map_or(NONE, |figure| figure.def)
            }
            () if thing.is(Thing::CARD) => look.state.def_of(id),
            () if thing.is(TILE) => {
                look.state.laid.get(usize::from(id)).map_or(NONE, |laid| laid.tile)
            }
            () if thing.is(ADVENTURE) || thing.is(TILE_EFFECT) || thing.is(PRINTED) => id,
            () => NONE,
        }
    }

    fn visit_copies(look: Look<'_, Explore>, def: DefId, visitor: &mut dyn FnMut(Thing) -> bool) {
        let state = look.state;
        let figures = state.figures.iter().enumerate().filter(|(_, figure)| figure.def == def);
        let mut figures: Vec<(bool, u16)> =
            figures.map(|(place, figure)| (figure.at.is_none(), place as u16)).collect();
        // A scenario that names a model more likely means one on the map than one in the pool.
        figures.sort_unstable();
        let cards = (0..state.cards.len() as u16).filter(|card| state.def_of(*card) == def);
        let things = figures.into_iter().map(|(_, place)| Thing::figure(place));
        for thing in things.chain(cards.map(Thing::card)) {
            if !visitor(thing) {
                return;
            }
        }
    }

    fn hosts(look: Look<'_, Explore>, visitor: &mut dyn FnMut(Host)) {
        visit_hosts(look, visitor);
    }

    fn lent(look: Look<'_, Explore>, thing: Thing, visitor: &mut dyn FnMut(DefId) -> bool) {
        if let Some(figure) = thing.of(Thing::FIGURE)
            && let Some(one) = look.state.figures.get(usize::from(figure))
        {
            look.rules.visit_lent(look.state, one, figure, visitor);
        }
    }

    fn active_seat(look: Look<'_, Explore>) -> u8 {
        let active = look.state.active;
        active.map_or(look.state.consul, |active| look.state.figure(active).seat)
    }

    /// The Heroes win together, or the Consul does.
    fn winners(look: Look<'_, Explore>, context: &Context, wins: bool) -> u8 {
        let (all, consul) = ((1u8 << look.state.seats) - 1, 1 << look.state.consul);
        if (context.seat == look.state.consul) == wins { consul } else { all & !consul }
    }

    /// The Consul plays against the Heroes, and the player of the first Hero against the Consul.
    fn opponent(look: Look<'_, Explore>, context: &Context) -> Option<u8> {
        let consul = look.state.consul;
        if context.seat != consul {
            return Some(consul);
        }
        look.state.figures.iter().map(|figure| figure.seat).find(|seat| *seat != consul)
    }

    fn usual_window(_: Look<'_, Explore>, _: &Context) -> Option<Window> {
        Some(Window::EndOfRound)
    }

    fn name(look: Look<'_, Explore>, thing: Thing) -> String {
        super::name_of(look, thing)
    }
}

impl Course for Explore {
    fn perform(run: &mut Run<'_, Explore>, verb: Verb, call: Call) {
        verbs::perform(run, verb, call);
    }

    fn step(run: &mut Play<'_>, task: Task) -> Step {
        match task {
            Task::ChooseTile => return setup::publish_tile(run),
            Task::LayTile { tile, side } => return setup::publish_spot(run, tile, side),
            Task::PlacePoint { figure } => return setup::publish_point(run, figure),
            Task::PlaceStart => return setup::publish_start(run),
            Task::PlaceHero { figure } => return setup::publish_hero(run, figure),
            Task::PlaceChest { .. } => return setup::publish_chest(run),
            Task::Open => setup::open(run),
            Task::Round => round::start(run),
            Task::Spawning => spawn::start(run),
            Task::SpawnFrom { left } => return spawn::publish_points(run, left),
            Task::Spawn { point } => return spawn::publish(run, point),
            Task::Arrive { figure, beside } | Task::Move { figure, beside } => {
                return spawn::publish_arrival(run, figure, beside);
            }
            Task::PlaceLast => return spawn::publish_last(run),
            Task::Tokens => return spawn::publish_tokens(run),
            Task::Initiative => round::initiative(run),
            Task::ConsulRoll => return round::publish_consul_roll(run),
            Task::HeroRoll { .. } => return round::publish_hero_roll(run),
            Task::FirstTurn => return round::publish_first(run),
            Task::Turn { side } => round::turn(run, side),
            Task::HeroTurn => return round::publish_heroes(run),
            Task::ConsulTurn => return round::publish_consul(run),
            Task::EndRound => round::end(run),
            Task::DisposeHeld => return loot::publish_held(run),
            Task::NextRound => round::next(run),
            Task::Begin { figure } => activation::begin(run, figure),
            Task::Act { figure } => return activation::publish(run, figure),
            Task::Step { figure, square, cost } => {
                moves::step(run, figure, Square(square), cost);
            }
            Task::EndActivation { figure } => activation::end(run, figure),
            Task::Centre { target, .. } => return activation::publish_centre(run, target),
            Task::RollAttack => attack::roll_attack(run),
            Task::NextDefender => attack::next_defender(run),
            Task::Defend => attack::defend(run),
            Task::Compare => attack::compare(run),
            Task::Resolve => attack::resolve(run),
            Task::Strike { victim } => attack::strike(run, victim),
            Task::Inflict => attack::inflict(run),
            Task::Control { left } => return moves::control(run, left),
            Task::Spoils => attack::spoils(run),
            Task::Hearts { left } => return attack::publish_hearts(run, left),
            Task::Potions { left } => return attack::publish_potions(run, left),
            Task::Calm { figure, left } => {
                let seat = run.state.figure(figure).seat;
                return attack::publish_calm(run, figure, left, seat);
            }
            Task::Cure { figure, left, seat } => {
                return attack::publish_calm(run, figure, left, seat);
            }
            Task::AttackEnd => attack::end(run),
            Task::Effect => attack::effect(run),
            Task::Affect { left } => attack::affect(run, left),
            Task::Aftermath => {
                if run.state.attack.is_some_and(|attack| attack.is_felt) {
                    potions::open_window(run, true);
                }
            }
            Task::Window { seat, is_own } => return potions::publish_window(run, seat, is_own),
            Task::Shift { .. } => return moves::publish_shift(run, task),
            Task::Teleport { figure, squares, seat } => {
                return moves::publish_teleport(run, figure, squares, seat);
            }
            Task::Reshape { figure, from, was_large } => {
                return moves::publish_shape(run, figure, from, was_large);
            }
            Task::MayDraw { treasure } => return loot::publish_draw(run, treasure),
            Task::Draw { treasure, chest } => loot::draw(run, treasure, chest),
            Task::Dispose { card } => return loot::publish(run, card),
            Task::Benefit { is_relic } => return loot::publish_benefit(run, is_relic),
            Task::Overcharge => return tracks::publish_overcharge(run),
            Task::Summon { beside, def, count } => return boss::summon(run, beside, def, count),
            Task::Resurrect { seat } => return damage::publish_resurrection(run, seat),
            Task::Return { figure } => return damage::publish_return(run, figure),
            Task::Relocate => return boss::publish_relocation(run),
            Task::Wound { .. } | Task::Heal { .. } | Task::Suffer | Task::Destroy { .. } => {}
        }
        Step::Done
    }

    fn take(run: &mut Play<'_>, task: Task, choice: Choice) {
        let square = Square(choice.card);
        match task {
            Task::ChooseTile => {
                run.push(Task::LayTile { tile: choice.card, side: choice.extra as u8 });
            }
            Task::LayTile { tile, side } => setup::lay(run, tile, side, choice),
            Task::PlacePoint { .. }
            | Task::PlaceStart
            | Task::PlaceHero { .. }
            | Task::PlaceChest { .. } => setup::put(run, task, square),
            Task::SpawnFrom { left } => spawn::take_point(run, left, choice.card),
            Task::Spawn { point } => spawn::take(run, point, choice),
            Task::Arrive { figure, .. } => spawn::arrive(run, figure, square),
            Task::Move { figure, .. } => moves::put(run, figure, square),
            Task::PlaceLast => spawn::arrive(run, run.state.last_enemy, square),
            Task::Tokens => {
                if choice.action == END {
                    run.state.skulls = 0;
                } else {
                    run.state.skulls -= 1;
                    loot::relieve(run, choice);
                    run.push(Task::Tokens);
                }
            }
            Task::ConsulRoll => run.push(Task::HeroRoll { against: choice.card }),
            Task::HeroRoll { against } => round::hero_roll(run, choice.card, against),
            Task::FirstTurn => round::take_first(run, choice.action == GO_FIRST),
            Task::HeroTurn | Task::ConsulTurn => round::take_turn(run, task, choice),
            Task::Act { figure } => activation::act(run, figure, choice),
            Task::Centre { line, is_plain, .. } => {
                if let Some(user) = run.state.active {
                    activation::burst(run, user, line, is_plain, Some(square));
                }
            }
            Task::DisposeHeld => {
                run.push(Task::DisposeHeld);
                loot::take(run, choice.card, choice);
            }
            Task::Control { left } => moves::take_control(run, left, choice.card),
            Task::Summon { beside, def, count } => {
                boss::take_summon(run, (beside, def, count), choice.card);
            }
            Task::Reshape { figure, .. } => moves::put(run, figure, square),
            Task::MayDraw { treasure } if choice.action != END => {
                run.push(Task::Draw { treasure, chest: NONE });
            }
            Task::Hearts { left } if choice.action != END => {
                run.push(Task::Hearts { left: left - 1 });
                loot::relieve(run, choice);
            }
            Task::Potions { left } if choice.action != END => {
                run.push(Task::Potions { left: left - 1 });
                loot::relieve(run, choice);
            }
            Task::Calm { left, figure } if choice.action != END => {
                run.push(Task::Calm { figure, left: left - 1 });
                loot::relieve(run, choice);
            }
            Task::Cure { left, figure, seat } if choice.action != END => {
                run.push(Task::Cure { figure, left: left - 1, seat });
                loot::relieve(run, choice);
            }
            Task::Window { seat, is_own } => potions::take_window(run, (seat, is_own), choice),
            Task::Shift { figure, by, .. } if choice.action != END => {
                moves::take_shift(run, figure, by, square);
            }
            Task::Teleport { figure, .. } => moves::put(run, figure, square),
            Task::Dispose { card } => loot::take(run, card, choice),
            Task::Benefit { .. } => {
                let hero = loot::relieve(run, choice);
                run.raise(Event::Sacrificed, &[Thing::figure(hero).bits()]);
            }
            Task::Overcharge => tracks::take_overcharge(run, choice.card),
            Task::Resurrect { .. } => damage::resurrect(run, choice.card),
            Task::Return { figure } => damage::come_back(run, figure, square),
            Task::Relocate => boss::relocate(run, square),
            _ => debug_assert!(matches!(choice.action, END | PLACE)),
        }
    }

    fn commit(run: &mut Play<'_>, task: Task, bound: [i32; 4]) -> Option<[i32; 4]> {
        match task {
            Task::Wound { quiet, strike } => {
                let placed = damage::wound(run, bound, quiet, strike)?;
                Some([bound[0], bound[1], placed, 0])
            }
            Task::Heal { figure } => {
                let healed = damage::mend(run, figure, bound[1]);
                (healed > 0).then_some([bound[0], healed, 0, 0])
            }
            Task::Suffer => damage::suffer(run, bound).map(|()| bound),
            Task::Destroy { figure } => {
                damage::destroy(run, figure, Thing::from_bits(bound[1]));
                None
            }
            _ => Some(bound),
        }
    }

    fn prevented(run: &mut Play<'_>, task: Task) {
        if let Task::Destroy { figure } = task {
            damage::spare(run, figure);
        }
    }

    fn settle(run: &mut Play<'_>) {
        damage::settle(run);
    }
}

/// Visits everything whose text is in effect: models with their equipment and statuses, lines
/// that last, the Consul's charm, tiles, tile effects and adventure effects.
fn visit_hosts(look: Look<'_, Explore>, visitor: &mut dyn FnMut(Host)) {
    let (state, rules) = (look.state, look.rules);
    let mut add = |thing: Thing, abilities: AbilitiesId, seat: u8| {
        if abilities != NO_ABILITIES {
            visitor(Host { thing, abilities, seat });
        }
    };
    for (place, figure) in state.present() {
        let thing = Thing::figure(place);
        add(thing, rules.abilities(figure.def), figure.seat);
        rules.visit_lent(state, figure, place, &mut |def| {
            add(thing, rules.abilities(def), figure.seat);
            true
        });
        for status in each(u128::from(figure.statuses)) {
            let abilities = rules.statuses.get(usize::from(status)).copied();
            add(thing, abilities.unwrap_or(NO_ABILITIES), figure.seat);
        }
    }
    for (place, lasting) in state.lasting.iter().enumerate() {
        let line = &rules.lines[usize::from(lasting.line)];
        if !line.has_lasting {
            continue;
        }
        let models = if lasting.aura > 0 { lasting.inside } else { super::state::bit(lasting.on) };
        for model in each(models) {
            // A line of the same name counts once for a model, however often it was used.
            let is_repeated = state.lasting[..place].iter().any(|other| {
                rules.lines[usize::from(other.line)].name == line.name && holds_for(other, model)
            });
            if !is_repeated && state.figure(model).at.is_some() {
                add(Thing::figure(model), line.abilities, state.figure(model).seat);
            }
        }
    }
    let attack = state.attack.as_ref().filter(|attack| attack.is_attack);
    // What an attack destroys falls after it, and the attack may have something to say about it.
    let used = attack.map(|attack| (attack.user, attack.line)).or(state.aftermath);
    if let Some((user, line)) = used
        && let Some(line) = rules.lines.get(usize::from(line))
    {
        add(Thing::figure(user), line.abilities, state.figure(user).seat);
    }
    for (place, laid) in state.laid.iter().enumerate() {
        add(Thing::new(TILE, place as u16), rules.abilities(laid.tile), state.consul);
    }
    for def in &state.tile_effects {
        add(Thing::new(TILE_EFFECT, *def), rules.abilities(*def), state.consul);
    }
    if state.adventure != NONE {
        let thing = Thing::new(ADVENTURE, state.adventure);
        add(thing, rules.abilities(state.adventure), state.consul);
        let is_there =
            state.figures.get(usize::from(state.last_enemy)).is_some_and(|f| f.at.is_some());
        if is_there {
            let boss = Thing::figure(state.last_enemy);
            add(boss, rules.facts(state.adventure).boss_fight, state.consul);
        }
    }
}

/// Whether a line that lasts holds for a model now.
pub(super) fn holds_for(lasting: &super::state::Lasting, model: u16) -> bool {
    if lasting.aura == 0 { lasting.on == model } else { super::verbs::is_in(lasting.inside, model) }
}
