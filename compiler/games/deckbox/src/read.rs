//! What content may ask about a position: facts and selections.

use super::content::Deckbox;
use super::plan::NOWHERE;
use super::state::{
    DECK, FIRST_ENEMY, NOBODY, SHOP, State, Task, enemy_figure, enemy_of, figure_of, hero_of,
};
use super::vocabulary::{Query, Selection};
use super::{attack, verbs};
use cardwright_engine::board::Square;
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::{Args, Context, Thing};

/// The distance between spaces that no way connects.
const NO_WAY: i32 = 99;

impl Deckbox {
    /// The room of the quest that uses a map card.
    pub(super) fn room(&self, state: &State, tile: DefId) -> Option<u8> {
        let quest = self.quests.get(usize::from(state.quest))?;
        quest.rooms.iter().position(|room| room.tile == tile).map(|room| room as u8)
    }

    /// The map card of a room of the quest.
    pub(super) fn tile_of(&self, state: &State, room: u16) -> DefId {
        let quest = self.quests.get(usize::from(state.quest));
        quest.and_then(|quest| quest.rooms.get(usize::from(room))).map_or(NONE, |room| room.tile)
    }

    /// Whether a space is on the map card of that name.
    fn is_on_tile(&self, state: &State, square: u16, tile: DefId) -> bool {
        let room = self.room(state, tile);
        room.is_some_and(|room| square != NOWHERE && state.plan.is_in(square, room))
    }
}

/// The rooms in which something is, as bits: a figure, or a tile itself.
pub(super) fn rooms_of(state: &State, context: &Context, thing: Thing) -> u32 {
    if let Some(room) = thing.of(Thing::TILE) {
        return 1u32.checked_shl(u32::from(room)).unwrap_or(0);
    }
    let square = figure_of(state, thing).map_or(NOWHERE, |one| state.square_for(context, one));
    state.plan.rooms_of(square)
}

fn truth(value: bool) -> i32 {
    i32::from(value)
}

/// A fact as a number; a truth value is 1 or 0.
pub(super) fn number(args: Args<'_, Deckbox>, query: Query) -> i32 {
    let (state, rules) = (args.state(), args.look.rules);
    let figure = || figure_of(state, args.thing(0));
    let of_hero = |read: &dyn Fn(u8) -> i32| hero_of(state, args.thing(0)).map_or(0, read);
    let of_enemy = |read: &dyn Fn(u8) -> i32| enemy_of(state, args.thing(0)).map_or(0, read);
    let point = || {
        let square = figure().map_or(NOWHERE, |figure| state.square_for(args.context, figure));
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
        Query::IsActive => match enemy_of(state, args.thing(0)) {
            Some(enemy) => truth(state.flow.is_pending(|task| *task == Task::EnemyDone { enemy })),
            None => of_hero(&|hero| truth(state.active == hero)),
        },
        Query::IsHero => truth(hero_of(state, args.thing(0)).is_some()),
        Query::IsDowned => of_hero(&|hero| truth(state.hero(hero).square == NOWHERE)),
        Query::IsStunned => of_enemy(&|enemy| truth(state.enemies[usize::from(enemy)].is_stunned)),
        Query::IsOn => {
            let square = figure().map_or(NOWHERE, |figure| state.square_for(args.context, figure));
            let wanted = args.set(1);
            let names = state.plan.names.get(usize::from(square));
            truth(names.is_some_and(|names| {
                let mut all = rules.spaces.iter().enumerate();
                all.any(|(place, space)| wanted >> place & 1 == 1 && names.contains(space))
            }))
        }
        Query::IsIn => truth(figure().is_some_and(|figure| {
            rules.is_on_tile(state, state.square_for(args.context, figure), args.number(1) as DefId)
        })),
        Query::Lies => {
            let room = rules.room(state, args.number(0) as DefId);
            truth(room.is_some_and(|room| state.lying >> room & 1 == 1))
        }
        Query::Column => point().map_or(-1, |at| i32::from(at.x)),
        Query::Row => point().map_or(-1, |at| i32::from(at.y)),
        Query::Distance => {
            let place = |place| {
                let figure = figure_of(state, args.thing(place))?;
                Some(state.square_for(args.context, figure)).filter(|square| *square != NOWHERE)
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
            let (from, to) =
                (state.square_for(args.context, one), state.square_for(args.context, other));
            let is_there = from != NOWHERE && to != NOWHERE;
            truth(is_there && state.plan.sees(from, to, &state.screen(one), state.lying))
        }
        Query::IsWithTile => {
            let rooms = |place| rooms_of(state, args.context, args.thing(place));
            truth(rooms(0) & rooms(1) != 0)
        }
        Query::CanShoot | Query::IsBeside => {
            let both = (figure(), figure_of(state, args.thing(1)));
            let (Some(one), Some(other)) = both else { return 0 };
            let (from, to) =
                (state.square_for(args.context, one), state.square_for(args.context, other));
            if from == NOWHERE || to == NOWHERE {
                return 0;
            }
            truth(match query {
                Query::CanShoot => state.plan.can_aim(from, to, &state.screen(one), state.lying),
                _ => state.plan.touches(from, to, false),
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
        Query::Drawn => truth(state.flow.outcome.is_some_and(|end| end.is_draw())),
        _ => 0,
    }
}

/// A fact as values of an enum.
pub(super) fn set(args: Args<'_, Deckbox>, query: Query) -> u64 {
    let state = args.state();
    let enemy = enemy_of(state, args.thing(0)).map(|enemy| state.enemies[usize::from(enemy)]);
    match (query, enemy) {
        (Query::Threat, Some(enemy)) => 1 << enemy.threat,
        (Query::AttackType, Some(enemy)) => 1 << u8::from(enemy.is_ranged),
        _ => 0,
    }
}

/// Visits the things of a selection until the visitor returns `false`, and then returns `false`.
pub(super) fn visit(
    args: Args<'_, Deckbox>,
    selection: Selection,
    visitor: &mut dyn FnMut(Thing) -> bool,
) -> bool {
    let (state, rules) = (args.state(), args.look.rules);
    let figure = || figure_of(state, args.thing(0));
    let square = || figure().map_or(NOWHERE, |figure| state.square_for(args.context, figure));
    let mut heroes = state.on_map().map(u16::from);
    let mut foes = state.foes().map(enemy_figure);
    let rooms = || rooms_of(state, args.context, args.thing(0));
    let near = || {
        let rooms = rooms();
        let all = state.plan.near.iter().enumerate();
        all.filter(|(room, _)| rooms >> room & 1 == 1).fold(0, |bits, (_, near)| bits | near)
    };
    let in_rooms =
        |rooms: u32| move |figure: &u16| state.plan.rooms_of(state.square_of(*figure)) & rooms != 0;
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
            heroes.filter(in_rooms(near())).all(|one| visitor(Thing::figure(one)))
        }
        Selection::EnemiesNear => {
            foes.filter(in_rooms(near())).all(|one| visitor(Thing::figure(one)))
        }
        Selection::HeroesIn => {
            let tile = args.number(0) as DefId;
            heroes
                .filter(|one| rules.is_on_tile(state, state.square_of(*one), tile))
                .all(|one| visitor(Thing::figure(one)))
        }
        Selection::EnemiesIn => {
            let tile = args.number(0) as DefId;
            foes.filter(|one| rules.is_on_tile(state, state.square_of(*one), tile))
                .all(|one| visitor(Thing::figure(one)))
        }
        Selection::EnemiesHere => {
            foes.filter(in_rooms(rooms())).all(|one| visitor(Thing::figure(one)))
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
            let health = |one: u16| state.enemies[usize::from(one - FIRST_ENEMY)].health;
            let all: Vec<u16> = foes.filter(in_rooms(rooms())).collect();
            let least = all.iter().map(|one| health(*one)).min();
            all.into_iter()
                .filter(|one| Some(health(*one)) == least)
                .all(|one| visitor(Thing::figure(one)))
        }
        Selection::Items => match hero_of(state, args.thing(0)) {
            Some(hero) => {
                verbs::carried(state, hero).iter().all(|card| visitor(Thing::card(*card)))
            }
            None => true,
        },
        Selection::DeckItems => {
            state.zones.cards(DECK).iter().all(|card| visitor(Thing::card(*card)))
        }
        Selection::ShopItems => {
            state.zones.cards(SHOP).iter().all(|card| visitor(Thing::card(*card)))
        }
        Selection::Own
        | Selection::It
        | Selection::Outer
        | Selection::First
        | Selection::Most
        | Selection::Least
        | Selection::Different => true,
    }
}
