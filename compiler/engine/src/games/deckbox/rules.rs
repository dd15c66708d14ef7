//! How the core reads and plays Deck Box Dungeons.

use super::actions::GO_ON;
use super::content::Deckbox;
use super::plan::NOWHERE;
use super::state::{
    DECK, FIRST_ENEMY, NOBODY, QUEST, SHOP, State, Task, bag, enemy_figure, enemy_of, figure_of,
    hero_of, is_enemy,
};
use super::vocabulary::{Act, Event, Mark, Query, Selection, Stat, VOCABULARY, Verb, Window};
use super::{Play, attack, enemies, items, moves, story, turn, verbs};
use crate::board::Square;
use crate::core::code::{DefId, NONE};
use crate::core::{Args, Call, Code, Context, Flow, Host, Look, Rules, Run, Step, Thing};
use crate::game::Choice;
use crate::vocabulary::Vocabulary;

/// The most health that a die can show (§3.3).
const DIE_HEALTH: i32 = 6;
/// Steps where there is no way.
const NO_WAY: i32 = 99;

impl Deckbox {
    /// The room of the quest whose map card that is.
    pub(super) fn room(&self, state: &State, tile: DefId) -> Option<u8> {
        let quest = self.quests.get(usize::from(state.quest))?;
        quest.rooms.iter().position(|room| room.tile == tile).map(|room| room as u8)
    }

    /// Whether a figure stands on the map card of that name.
    fn is_on_tile(&self, state: &State, figure: u16, tile: DefId) -> bool {
        let square = state.square_of(figure);
        let room = self.room(state, tile);
        room.is_some_and(|room| square != NOWHERE && state.plan.is_in(square, room))
    }
}

fn truth(value: bool) -> i32 {
    i32::from(value)
}

impl Rules for Deckbox {
    type State = State;
    type Task = Task;
    type Verb = Verb;
    type Event = Event;
    type Stat = Stat;
    type Mark = Mark;
    type Act = Act;
    type Selection = Selection;
    type Query = Query;
    type Window = Window;

    const VOCABULARY: &'static Vocabulary = &VOCABULARY;

    fn code(&self) -> &Code {
        &self.code
    }

    fn flow(state: &State) -> &Flow<Task> {
        &state.flow
    }

    fn flow_mut(state: &mut State) -> &mut Flow<Task> {
        &mut state.flow
    }

    fn number(args: Args<'_, Deckbox>, query: Query) -> i32 {
        let (state, rules) = (args.state(), args.look.rules);
        let figure = || figure_of(state, args.thing(0));
        let of_hero = |read: &dyn Fn(u8) -> i32| hero_of(state, args.thing(0)).map_or(0, read);
        let of_enemy = |read: &dyn Fn(u8) -> i32| enemy_of(state, args.thing(0)).map_or(0, read);
        let point = || {
            let square = figure().map_or(NOWHERE, |figure| state.square_of(figure));
            (square != NOWHERE).then(|| state.plan.grid.at(Square(square)))
        };
        match query {
            Query::Health => match enemy_of(state, args.thing(0)) {
                Some(enemy) => state.enemies[usize::from(enemy)].health,
                None => of_hero(&|hero| state.hero(hero).health),
            },
            Query::Energy => of_hero(&|hero| state.hero(hero).energy),
            Query::Treasure => of_hero(&|hero| state.hero(hero).treasure),
            Query::ItemCount => of_hero(&|hero| verbs::carried(state, hero).len() as i32),
            Query::Holds => of_hero(&|hero| {
                let wanted = args.number(1) as DefId;
                let mut carried = verbs::carried(state, hero).iter();
                truth(carried.any(|card| state.def_of(*card) == wanted))
            }),
            Query::ActionsLeft => of_hero(&|hero| state.hero(hero).actions),
            Query::MovesLeft => of_hero(&|hero| if state.active == hero { state.moves } else { 0 }),
            Query::IsActive => of_hero(&|hero| truth(state.active == hero)),
            Query::IsHero => truth(hero_of(state, args.thing(0)).is_some()),
            Query::IsDowned => of_hero(&|hero| truth(state.hero(hero).square == NOWHERE)),
            Query::IsStunned => {
                of_enemy(&|enemy| truth(state.enemies[usize::from(enemy)].is_stunned))
            }
            Query::IsOn => {
                let square = figure().map_or(NOWHERE, |figure| state.square_of(figure));
                let wanted = args.set(1);
                let names = state.plan.names.get(usize::from(square));
                truth(names.is_some_and(|names| {
                    let mut all = rules.spaces.iter().enumerate();
                    all.any(|(place, space)| wanted >> place & 1 == 1 && names.contains(space))
                }))
            }
            Query::IsIn => truth(
                figure()
                    .is_some_and(|figure| rules.is_on_tile(state, figure, args.number(1) as DefId)),
            ),
            Query::Lies => {
                let room = rules.room(state, args.number(0) as DefId);
                truth(room.is_some_and(|room| state.lying >> room & 1 == 1))
            }
            Query::Column => point().map_or(-1, |at| i32::from(at.x)),
            Query::Row => point().map_or(-1, |at| i32::from(at.y)),
            Query::Distance => {
                let place = |place| {
                    let figure = figure_of(state, args.thing(place))?;
                    Some(state.square_of(figure)).filter(|square| *square != NOWHERE)
                };
                match (place(0), place(1)) {
                    (Some(from), Some(to)) => {
                        let steps = state.plan.distances.between(Square(from), Square(to));
                        i32::from(steps).min(NO_WAY)
                    }
                    _ => NO_WAY,
                }
            }
            Query::Sees => {
                let both = (figure(), figure_of(state, args.thing(1)));
                let (Some(one), Some(other)) = both else { return 0 };
                let (from, to) = (state.square_of(one), state.square_of(other));
                let is_there = from != NOWHERE && to != NOWHERE;
                truth(is_there && state.plan.sees(from, to, &state.screen(one), state.lying))
            }
            Query::CanShoot | Query::IsBeside | Query::IsWithTile => {
                let both = (figure(), figure_of(state, args.thing(1)));
                let (Some(one), Some(other)) = both else { return 0 };
                let (from, to) = (state.square_of(one), state.square_of(other));
                if from == NOWHERE || to == NOWHERE {
                    return 0;
                }
                truth(match query {
                    Query::CanShoot => {
                        state.plan.can_aim(from, to, &state.screen(one), state.lying)
                    }
                    Query::IsBeside => state.plan.touches(from, to, false),
                    _ => state.plan.rooms_of(from) & state.plan.rooms_of(to) != 0,
                })
            }
            Query::IsWeaponAttack => truth(state.attack.is_none_or(|attack| attack.is_weapon)),
            Query::Passed => truth(state.check.is_passed),
            Query::Successes => state.check.successes,
            Query::HeroCount => state.heroes.len() as i32,
            Query::DownedCount => {
                state.heroes.iter().filter(|hero| hero.square == NOWHERE).count() as i32
            }
            Query::ShopHas => {
                let wanted = args.number(0) as DefId;
                truth(state.zones.cards(SHOP).iter().any(|card| state.def_of(*card) == wanted))
            }
            Query::DeckSize => state.zones.cards(DECK).len() as i32,
            Query::Round => state.round as i32,
            Query::Won => truth(state.flow.outcome.is_some_and(|end| end.winners != 0)),
            Query::Over => truth(state.flow.outcome.is_some()),
            _ => 0,
        }
    }

    fn set(args: Args<'_, Deckbox>, query: Query) -> u64 {
        let state = args.state();
        let enemy = enemy_of(state, args.thing(0)).map(|enemy| state.enemies[usize::from(enemy)]);
        match (query, enemy) {
            (Query::Threat, Some(enemy)) => 1 << enemy.threat,
            (Query::AttackType, Some(enemy)) => 1 << u8::from(enemy.is_ranged),
            _ => 0,
        }
    }

    fn visit(
        args: Args<'_, Deckbox>,
        selection: Selection,
        visitor: &mut dyn FnMut(Thing) -> bool,
    ) -> bool {
        let (state, rules) = (args.state(), args.look.rules);
        let figure = || figure_of(state, args.thing(0));
        let square = || figure().map_or(NOWHERE, |figure| state.square_of(figure));
        let mut heroes = state.on_map().map(u16::from);
        let mut foes = state.foes().map(enemy_figure);
        let near = |here: u16| {
            let rooms = state.plan.rooms_of(here);
            let all = state.plan.near.iter().enumerate();
            all.filter(|(room, _)| rooms >> room & 1 == 1).fold(0, |bits, (_, near)| bits | near)
        };
        let in_rooms = |rooms: u32| {
            move |figure: &u16| state.plan.rooms_of(state.square_of(*figure)) & rooms != 0
        };
        let beside = |here: u16| {
            move |figure: &u16| {
                here != NOWHERE && state.plan.touches(here, state.square_of(*figure), false)
            }
        };
        match selection {
            Selection::Heroes => heroes.all(|one| visitor(Thing::figure(one))),
            Selection::Others => {
                let own = figure_of(state, args.context.host);
                heroes.filter(|one| Some(*one) != own).all(|one| visitor(Thing::figure(one)))
            }
            Selection::Actor => {
                state.acting == NOBODY || visitor(Thing::figure(u16::from(state.acting)))
            }
            Selection::Enemies => foes.all(|one| visitor(Thing::figure(one))),
            Selection::HeroesNear => {
                heroes.filter(in_rooms(near(square()))).all(|one| visitor(Thing::figure(one)))
            }
            Selection::EnemiesNear => {
                foes.filter(in_rooms(near(square()))).all(|one| visitor(Thing::figure(one)))
            }
            Selection::HeroesIn => {
                let tile = args.number(0) as DefId;
                heroes
                    .filter(|one| rules.is_on_tile(state, *one, tile))
                    .all(|one| visitor(Thing::figure(one)))
            }
            Selection::EnemiesIn => {
                let tile = args.number(0) as DefId;
                foes.filter(|one| rules.is_on_tile(state, *one, tile))
                    .all(|one| visitor(Thing::figure(one)))
            }
            Selection::EnemiesHere => {
                let rooms = state.plan.rooms_of(square());
                foes.filter(in_rooms(rooms)).all(|one| visitor(Thing::figure(one)))
            }
            Selection::AdjacentHeroes => {
                let own = figure();
                heroes
                    .filter(|one| Some(*one) != own)
                    .filter(beside(square()))
                    .all(|one| visitor(Thing::figure(one)))
            }
            Selection::AdjacentEnemies => {
                foes.filter(beside(square())).all(|one| visitor(Thing::figure(one)))
            }
            Selection::EnemiesInSight => {
                let Some(viewer) = figure() else { return true };
                let mut going = true;
                attack::targets(args.look, viewer, square(), true, &mut |target| {
                    going = going && visitor(Thing::figure(target));
                });
                going
            }
            Selection::WeakestEnemies => {
                let here = square();
                let rooms = state.plan.rooms_of(here);
                let health = |one: u16| state.enemies[usize::from(one - FIRST_ENEMY)].health;
                let apart = |one: u16| match here {
                    NOWHERE => 0,
                    here => {
                        let there = Square(state.square_of(one));
                        i32::from(state.plan.distances.between(Square(here), there))
                    }
                };
                let all: Vec<u16> = foes.filter(in_rooms(rooms)).collect();
                let least = all.iter().map(|one| (health(*one), apart(*one))).min();
                all.into_iter()
                    .filter(|one| Some((health(*one), apart(*one))) == least)
                    .all(|one| visitor(Thing::figure(one)))
            }
            Selection::Items => match hero_of(state, args.thing(0)) {
                Some(hero) => {
                    verbs::carried(state, hero).iter().all(|card| visitor(Thing::card(*card)))
                }
                None => true,
            },
            Selection::ShopItems => {
                state.zones.cards(SHOP).iter().all(|card| visitor(Thing::card(*card)))
            }
            Selection::Own | Selection::It | Selection::First => true,
        }
    }

    fn base(args: Args<'_, Deckbox>, stat: Stat, thing: Thing) -> i32 {
        let (state, rules) = (args.state(), args.look.rules);
        let usual = match stat {
            Stat::HitDamage => 1,
            Stat::EnergyLimit => 99,
            Stat::Actions | Stat::WaterCost => 2,
            Stat::CheckDice => 4,
            Stat::Needed => 6,
            Stat::ShopSize => 3,
            Stat::PitDamage => 1,
            Stat::MaxHealth if enemy_of(state, thing).is_some() => DIE_HEALTH,
            _ => 0,
        };
        let Some(figure) = figure_of(state, thing) else {
            return usual;
        };
        if let Some(enemy) = figure.checked_sub(FIRST_ENEMY) {
            let facts = rules.facts(state.enemies[usize::from(enemy)].def);
            return match stat {
                Stat::MeleeDice => facts.melee_dice,
                Stat::MeleeMod => facts.melee_mod,
                Stat::RangedDice => facts.ranged_dice,
                Stat::RangedMod => facts.ranged_mod,
                Stat::DefenceMod => facts.defence_mod,
                Stat::Speed => facts.speed,
                _ => usual,
            };
        }
        let hero = state.hero(figure as u8);
        let (own, gear) = (rules.facts(hero.hero), rules.facts(hero.equipment));
        let skill = |place: usize| own.skills[place] + rules.facts(hero.ability).skills[place];
        // An item's attack has nothing of the equipment (§2.10).
        let is_item = state.attack.is_some_and(|attack| !attack.is_weapon);
        match stat {
            Stat::MeleeDice => gear.melee_dice,
            Stat::MeleeMod => own.melee_mod + gear.melee_mod,
            Stat::RangedDice => gear.ranged_dice,
            Stat::RangedMod if is_item => own.ranged_mod,
            Stat::RangedMod => own.ranged_mod + gear.ranged_mod,
            Stat::DefenceMod => own.defence_mod + gear.defence_mod,
            Stat::Speed => own.speed + gear.speed,
            Stat::Strength => skill(0),
            Stat::Dexterity => skill(1),
            Stat::Wisdom => skill(2),
            Stat::Charisma => skill(3),
            Stat::MaxHealth => own.health,
            _ => usual,
        }
    }

    fn bounds(stat: Stat) -> (i32, i32) {
        match stat {
            Stat::MeleeDice | Stat::RangedDice | Stat::CheckDice => (0, 12),
            Stat::Speed | Stat::Actions => (0, 12),
            Stat::MaxHealth => (1, 99),
            Stat::HitDamage | Stat::EnergyLimit | Stat::ShopSize | Stat::PitDamage => (0, 99),
            Stat::WaterCost => (1, 9),
            _ => (-99, 99),
        }
    }

    fn def(look: Look<'_, Deckbox>, thing: Thing) -> DefId {
        let state = look.state;
        if let Some(enemy) = enemy_of(state, thing) {
            return state.enemies[usize::from(enemy)].def;
        }
        if let Some(hero) = hero_of(state, thing) {
            return state.hero(hero).hero;
        }
        match thing {
            _ if thing.is(Thing::CARD) => state.def_of(thing.id()),
            _ if thing.is(QUEST) => thing.id(),
            _ => NONE,
        }
    }

    fn visit_copies(look: Look<'_, Deckbox>, def: DefId, visitor: &mut dyn FnMut(Thing) -> bool) {
        let state = look.state;
        let heroes = state.heroes.iter().enumerate().filter(|(_, hero)| hero.hero == def);
        let heroes = heroes.map(|(place, _)| Thing::figure(place as u16));
        let foes = state.enemies.iter().enumerate().filter(|(_, enemy)| enemy.def == def);
        let (there, gone): (Vec<_>, Vec<_>) = foes.partition(|(_, enemy)| enemy.square != NOWHERE);
        let foes = there.into_iter().chain(gone);
        let foes = foes.map(|(place, _)| Thing::figure(enemy_figure(place as u8)));
        let cards = (0..state.cards.len() as u16).filter(|card| state.def_of(*card) == def);
        // Those in somebody's hands are likelier meant than those in the deck.
        let (near, far): (Vec<u16>, Vec<u16>) =
            cards.partition(|card| state.zones.place(*card) >= SHOP);
        let cards = near.into_iter().chain(far).map(Thing::card);
        for thing in heroes.chain(foes).chain(cards) {
            if !visitor(thing) {
                return;
            }
        }
    }

    fn hosts(look: Look<'_, Deckbox>, visitor: &mut dyn FnMut(Host)) {
        let state = look.state;
        let abilities =
            |def: DefId| look.code.defs.get(usize::from(def)).map_or(0, |def| def.abilities);
        let seat = Deckbox::active_seat(look);
        if let Some(quest) = look.rules.quests.get(usize::from(state.quest)) {
            let thing = Thing::new(QUEST, quest.def);
            visitor(Host { thing, abilities: abilities(quest.def), seat });
        }
        for place in state.on_map() {
            let hero = state.hero(place);
            let thing = Thing::figure(u16::from(place));
            // Everything a hero has speaks of the hero as `self`.
            let carried = state.zones.cards(bag(place)).iter().map(|card| state.def_of(*card));
            for def in [hero.hero, hero.equipment, hero.ability].into_iter().chain(carried) {
                visitor(Host { thing, abilities: abilities(def), seat: hero.seat });
            }
        }
        for place in state.foes() {
            let thing = Thing::figure(enemy_figure(place));
            let abilities = abilities(state.enemies[usize::from(place)].def);
            visitor(Host { thing, abilities, seat });
        }
    }

    fn lent(look: Look<'_, Deckbox>, thing: Thing, visitor: &mut dyn FnMut(DefId) -> bool) {
        if let Some(hero) = hero_of(look.state, thing) {
            let hero = look.state.hero(hero);
            let _ = visitor(hero.equipment) && visitor(hero.ability);
        }
    }

    fn active_seat(look: Look<'_, Deckbox>) -> u8 {
        let acting = look.state.heroes.get(usize::from(look.state.acting));
        acting.map_or(0, |hero| hero.seat)
    }

    fn usual_window(_: Look<'_, Deckbox>, context: &Context) -> Option<Window> {
        // The rules of a quest hold to its end.
        if context.host.is(QUEST) { None } else { Some(Window::Round) }
    }

    fn name(look: Look<'_, Deckbox>, thing: Thing) -> String {
        super::name_of(look, thing)
    }

    fn perform(run: &mut Run<'_, Deckbox>, verb: Verb, call: Call) {
        verbs::perform(run, verb, call);
    }

    fn step(run: &mut Play<'_>, task: Task) -> Step {
        match task {
            Task::Open => story::open(run),
            Task::Rules => story::hold(run),
            Task::Round => turn::start_round(run),
            Task::Players => return turn::publish_players(run),
            Task::Act => return turn::publish(run),
            Task::EndActivation => turn::end_activation(run),
            Task::Walk { figure } => moves::walk(run, figure),
            Task::Aim => return attack::publish_aim(run),
            Task::Roll => attack::roll(run),
            Task::Defend { place } => attack::defend(run, place),
            Task::EndAttack => attack::end(run),
            Task::Hits { figure, count, by } => {
                let by = if by == u16::MAX { Thing::NONE } else { Thing::figure(by) };
                attack::take_hits(run, figure, i32::from(count), by);
            }
            Task::Fall { hero } => attack::fall(run, hero),
            Task::Reveal { room } => story::reveal(run, room),
            Task::Explored => story::explored(run),
            Task::Encounter { room } => story::encounter(run, room),
            Task::Check { check } => story::check(run, check),
            Task::Enemies => enemies::next(run),
            Task::Interrupt { seat } => return enemies::publish_interrupt(run, seat),
            Task::EnemyTurn { enemy } => enemies::turn(run, enemy),
            Task::EnemyAttack { enemy } => enemies::attack(run, enemy, false),
            Task::EnemyStrike { enemy } => enemies::attack(run, enemy, true),
            Task::EnemyDone { enemy } => enemies::done(run, enemy),
            Task::Refresh => turn::refresh(run),
            Task::EndRound => turn::end_round(run),
            Task::Damage | Task::Down => {}
        }
        Step::Done
    }

    fn take(run: &mut Play<'_>, task: Task, choice: Choice) {
        match task {
            Task::Players => turn::activate(run, choice.card as u8),
            Task::Act => turn::act(run, choice),
            Task::Aim => attack::aim(run, choice.card),
            Task::Interrupt { .. } if choice.action != GO_ON => {
                run.push(task);
                items::minor(run, run.state.acting, choice);
            }
            _ => {}
        }
    }

    fn commit(run: &mut Play<'_>, task: Task, bound: [i32; 4]) -> Option<[i32; 4]> {
        let victim = Thing::from_bits(bound[0]);
        match task {
            Task::Damage => {
                let by = Thing::from_bits(bound[1]);
                attack::hurt(run, victim, by, bound[2]).then_some(bound)
            }
            Task::Down => {
                attack::down(run, hero_of(run.state, victim)?);
                Some(bound)
            }
            _ => Some(bound),
        }
    }

    fn settle(run: &mut Play<'_>) {
        if run.state.flow.outcome.is_none() && run.state.on_map().next().is_none() {
            story::lose(run, "all-downed");
        }
    }
}

impl Deckbox {
    /// What is wrong with a position.
    pub(super) fn problems(&self, state: &State) -> Vec<String> {
        let mut problems = state.zones.violations();
        let mut figures: Vec<(u16, u16)> =
            state.on_map().map(|hero| (u16::from(hero), state.hero(hero).square)).collect();
        let foes = state
            .foes()
            .map(|enemy| (enemy_figure(enemy), state.enemies[usize::from(enemy)].square));
        figures.extend(foes);
        for (place, (figure, square)) in figures.iter().enumerate() {
            if !state.is_open(*square) {
                problems.push(format!("figure {figure} stands on {square}, which is not revealed"));
            }
            if figures[..place].iter().any(|(_, other)| other == square) {
                problems.push(format!("two figures stand on {square}"));
            }
            if state.occupant(*square) != Some(*figure) {
                problems.push(format!("nobody knows that figure {figure} stands on {square}"));
            }
        }
        let standing = state.standing.iter().filter(|one| **one != NOBODY).count();
        if standing != figures.len() {
            problems.push(format!("{standing} spaces are taken by {} figures", figures.len()));
        }
        for hero in state.on_map() {
            let one = state.hero(hero);
            if one.health < 1 || one.energy < 0 || one.treasure < 0 || one.actions < 0 {
                problems.push(format!("hero {hero} is on the map with {one:?}"));
            }
        }
        for enemy in state.foes() {
            let one = &state.enemies[usize::from(enemy)];
            if !(1..=DIE_HEALTH).contains(&one.health) {
                problems.push(format!("enemy {enemy} shows {}", one.health));
            }
        }
        if state.attack.is_some() && !is_enemy_or_hero(state) {
            problems.push("somebody attacks who is not there".to_owned());
        }
        problems
    }
}

fn is_enemy_or_hero(state: &State) -> bool {
    state.attack.is_none_or(|attack| match is_enemy(attack.attacker) {
        true => usize::from(attack.attacker - FIRST_ENEMY) < state.enemies.len(),
        false => usize::from(attack.attacker) < state.heroes.len(),
    })
}
