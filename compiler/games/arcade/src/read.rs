//! Facts about a position that content asks for: queries and selections.

use super::Arcade;
use super::facts::Rank;
use super::field;
use super::figure::{Figure, Side};
use super::state::{
    BACKPACK, BOSS_CHALLENGE, CHALLENGE, EFFECT, IN_FORCE, LOOT, NOBODY, State, TILE, TREASURE,
    worn,
};
use super::vocabulary::{Query, Selection, Stat};
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::{Args, Thing};

fn truth(value: bool) -> i32 {
    i32::from(value)
}

/// The figure that a thing is, or that wears the thing.
pub(super) fn owner(state: &State, thing: Thing) -> Option<u16> {
    state.figure_of(thing).or_else(|| thing.of(Thing::CARD).and_then(|card| state.wearer(card)))
}

/// The user of the current action.
pub(super) fn user(state: &State) -> Thing {
    state.action().map_or(Thing::NONE, |action| Thing::figure(action.user))
}

/// The squares between two models. For effects of its destruction a model counts where it stood
/// last.
fn apart(args: Args<'_, Arcade>, one: u16, other: u16) -> i32 {
    let state = args.state();
    let standing = |place: u16| {
        let figure = *state.figure(place);
        let is_gone = figure.at.is_none() && args.context.is_about(Thing::figure(place));
        if is_gone { Figure { at: figure.left, ..figure } } else { figure }
    };
    state.apart_of(&standing(one), &standing(other))
}

/// A query that gives a number or truth value.
pub(super) fn number(args: Args<'_, Arcade>, query: Query) -> i32 {
    let (look, state) = (args.look, args.state());
    let one = || state.figure_of(args.thing(0));
    let of = |read: &dyn Fn(u16) -> i32| one().map_or(0, read);
    let is = |wanted: &dyn Fn(&Figure) -> bool| of(&|figure| truth(wanted(state.figure(figure))));
    let is_rank = |rank: Rank| is(&|one| one.is_rank(rank));
    let printed = |place: usize| args.number(place) as DefId;
    let ends = || {
        let other = if args.given(1) { args.thing(1) } else { args.context.host };
        Some((one()?, owner(state, other)?))
    };
    match query {
        Query::Wounds => of(&|figure| state.figure(figure).wounds),
        Query::Potions => of(&|figure| state.figure(figure).potions),
        Query::Wrath => of(&|figure| state.figure(figure).wrath),
        Query::MovementLeft => {
            of(&|figure| state.figure(figure).spent.squares_left(field::movement(look, figure)))
        }
        Query::ActionsLeft => of(&|figure| {
            let actions = look.stat(Stat::Actions, Thing::figure(figure));
            state.figure(figure).spent.actions_left(actions)
        }),
        Query::Suffers => {
            let wanted = if args.given(1) { args.set(1) } else { u64::MAX };
            is(&|one| u64::from(one.statuses) & wanted != 0)
        }
        Query::IsHero => is(&|one| one.is_hero()),
        Query::IsMonster => is(&|one| one.is_monster()),
        Query::IsElite => is_rank(Rank::Elite),
        Query::IsMinion => is_rank(Rank::Minion),
        Query::IsBoss => is_rank(Rank::Boss),
        Query::IsMiniBoss => is_rank(Rank::MiniBoss),
        Query::IsPoint => is(&|one| one.side == Side::Point),
        Query::IsLarge => is(&|one| one.is_large),
        Query::InPlay => is(&|one| one.at.is_some()),
        Query::IsActive => of(&|figure| truth(state.active == figure)),
        Query::IsReady => is(&|one| one.is_hero() && !one.token),
        Query::IsFriend => ends().map_or(0, |(a, b)| truth(state.are_friends(a, b))),
        Query::InGang => of(&|figure| truth(!look.rules.bonded(state, figure).is_empty())),
        Query::Distance => ends().map_or(field::FAR, |(a, b)| apart(args, a, b)),
        Query::Adjacent => ends().map_or(0, |(a, b)| truth(a != b && apart(args, a, b) == 1)),
        Query::Sees => {
            let other = state.figure_of(args.thing(1));
            one().zip(other).map_or(0, |(a, b)| truth(field::sees(look, a, b)))
        }
        Query::TileOf => of(&|figure| i32::from(state.tile_of(figure))),
        Query::LastTile => i32::from(state.size.tiles),
        Query::IsOn => of(&|figure| truth(is_on(args, figure, args.set(1)))),
        Query::IsBeside => of(&|figure| {
            let squares = state.field.board().grid.squares();
            let wanted = squares.filter(|at| state.field.kind(*at) & args.set(1) != 0);
            let wanted: Vec<_> = wanted.collect();
            truth(state.field.distance(state.squares(figure), &wanted) <= 1)
        }),
        Query::Here => {
            let tile = args.context.host.of(TILE).map(|place| place + 1);
            of(&|figure| truth(tile == Some(u16::from(state.tile_of(figure)))))
        }
        Query::Equipped => of(&|figure| {
            if state.figure(figure).is_hero() { state.equipped(figure) as i32 } else { 0 }
        }),
        Query::Wears => of(&|figure| {
            let cards = state.zones.cards(worn(figure)).iter();
            truth(
                state.figure(figure).is_hero()
                    && cards.map(|card| state.def_of(*card)).any(|def| def == printed(1)),
            )
        }),
        Query::Holds => {
            let mut cards = state.zones.cards(BACKPACK).iter();
            truth(cards.any(|card| state.def_of(*card) == printed(0)))
        }
        Query::BackpackSize => state.zones.cards(BACKPACK).len() as i32,
        Query::LootInBackpack => state.loot_in_backpack(look.rules).count() as i32,
        Query::Coins => state.coins,
        Query::FreeWrath => state.free_wrath,
        Query::PoolSize => state.pooled(printed(0)).count() as i32,
        Query::Present => state.present(|one| one.def == printed(0)).count() as i32,
        Query::Chests => state.chests.len() as i32,
        Query::PointsDestroyed => i32::from(state.points_destroyed),
        Query::Kills => state.tracker.kills,
        Query::AllKills => state.all_kills as i32,
        Query::Space => i32::from(state.space),
        Query::Commanded => truth(
            state.command != super::orders::NO_COMMAND && args.set(0) >> state.command & 1 == 1,
        ),
        Query::IsOffensive => truth(state.action().is_some_and(|action| action.is_red)),
        Query::IsArea => truth(state.action().is_some_and(|action| action.is_area)),
        Query::IsBasic => truth(state.action().is_some_and(|action| action.line == NONE)),
        Query::Strikes => truth(state.action().is_some_and(|action| {
            action.kind != super::action::NO_KIND && args.set(0) >> action.kind & 1 == 1
        })),
        Query::IsUsing => {
            of(&|figure| truth(state.action().is_some_and(|action| action.user == figure)))
        }
        Query::IsTarget => of(&|figure| {
            truth(state.action().is_some_and(|action| match action.current {
                NOBODY => action.affected.has(figure),
                current => current == figure,
            }))
        }),
        Query::WasWounded => state.action().map_or(0, |action| action.inflicted),
        Query::IsHeroTurn => truth(state.is_hero_turn),
        Query::HasPlot => truth(look.rules.plot(state).is_some()),
        Query::MiniBossesSpawned => i32::from(state.mini_bosses_spawned),
        Query::BossSpawned => truth(state.is_boss_spawned),
        Query::Rewards => state.rewards,
        Query::ColumnOf => of(&|figure| at(state, figure).0),
        Query::RowOf => of(&|figure| at(state, figure).1),
        Query::IsWaiting => is(&|one| one.is_destroyed),
        Query::Turn => state.turn as i32,
        Query::Challenges => look.rules.challenges(state).count() as i32,
        Query::InForce => {
            let mut cards = state.zones.cards(IN_FORCE).iter();
            truth(cards.any(|card| state.def_of(*card) == printed(0)))
        }
        Query::DeckSize => {
            let deck = if state.is_boss_spawned { BOSS_CHALLENGE } else { CHALLENGE };
            state.zones.cards(deck).len() as i32
        }
        Query::Over => truth(state.flow.outcome.is_some()),
        Query::Won => truth(state.flow.outcome.is_some_and(|end| end.winners != 0)),
        _ => 0,
    }
}

/// Column and row of a figure; -1 if it is not in play.
fn at(state: &State, figure: u16) -> (i32, i32) {
    state.figure(figure).at.map_or((-1, -1), |square| state.field.at(square))
}

/// Whether a figure stands on such a square and is affected by it. Blessings affect only Heroes,
/// elites and minions.
fn is_on(args: Args<'_, Arcade>, figure: u16, wanted: u64) -> bool {
    let (look, state) = (args.look, args.state());
    let one = state.figure(figure);
    let squares = state.squares(figure).iter();
    let stands = squares.fold(0, |bits, square| bits | state.field.kind(*square)) & wanted;
    let is_blessed = one.is_hero() || one.is_rank(Rank::Elite) || one.is_rank(Rank::Minion);
    if stands & look.rules.blessed != 0 && is_blessed {
        return true;
    }
    let harmful = stands & !look.rules.blessed;
    // Monsters ignore all tile effects that are no blessings.
    if harmful == 0 || one.is_monster() {
        return false;
    }
    harmful & !field::ignored(look, figure) != 0
}

/// A query that gives values of an enum.
pub(super) fn set(args: Args<'_, Arcade>, query: Query) -> u64 {
    let facts = args.look.rules.facts(args.look.def(args.thing(0)));
    match query {
        Query::Affinity => facts.affinity,
        Query::TypeOf => facts.types,
        _ => 0,
    }
}

/// Visits the things of a selection.
pub(super) fn visit(
    args: Args<'_, Arcade>,
    selection: Selection,
    visitor: &mut dyn FnMut(Thing) -> bool,
) -> bool {
    let (look, state) = (args.look, args.state());
    let host = || owner(state, args.context.host);
    let mut each = |figure: u16| visitor(Thing::figure(figure));
    let is_solo = |one: &super::figure::Figure| {
        one.is_monster() && !matches!(one.rank, Rank::Elite | Rank::Minion)
    };
    // Cards that nobody wears belong to the Consul, so their enemies are the Heroes.
    let is_heros = || host().is_some_and(|figure| state.figure(figure).is_hero());
    match selection {
        Selection::Heroes => state.heroes().all(each),
        Selection::Monsters => state.monsters().all(each),
        Selection::Elites => state.present(|one| one.is_rank(Rank::Elite)).all(each),
        Selection::Minions => state.present(|one| one.is_rank(Rank::Minion)).all(each),
        Selection::Solos => state.present(is_solo).all(each),
        Selection::SpawningPoints => state.points().all(each),
        Selection::Models => state.present(|_| true).all(each),
        Selection::Friends => {
            let own = is_heros();
            state.present(|one| one.is_hero() == own).all(each)
        }
        Selection::Enemies => {
            let own = is_heros();
            state.present(|one| one.is_hero() != own).all(each)
        }
        Selection::Others => {
            let (own, me) = (is_heros(), host());
            let mut friends = state.present(|one| one.is_hero() == own);
            friends.all(|figure| Some(figure) == me || each(figure))
        }
        Selection::Bonded => {
            let elite = state.figure_of(args.thing(0));
            elite.is_none_or(|elite| look.rules.bonded(state, elite).iter().all(each))
        }
        Selection::Equipment => match state.figure_of(args.thing(0)) {
            Some(hero) if state.figure(hero).is_hero() => {
                state.zones.cards(worn(hero)).iter().all(|card| visitor(Thing::card(*card)))
            }
            _ => true,
        },
        Selection::LootDeck => {
            state.zones.cards(LOOT).iter().all(|card| visitor(Thing::card(*card)))
        }
        Selection::TreasureDeck => {
            state.zones.cards(TREASURE).iter().all(|card| visitor(Thing::card(*card)))
        }
        Selection::Backpack => {
            state.zones.cards(BACKPACK).iter().all(|card| visitor(Thing::card(*card)))
        }
        Selection::Bearer => host().is_none_or(each),
        Selection::Target => {
            let current = state.action().map(|action| action.current);
            current.is_none_or(|figure| figure == NOBODY || each(figure))
        }
        Selection::User => {
            let user = user(state);
            user.is_none() || visitor(user)
        }
        Selection::TopHero => state.top_hero().is_none_or(each),
        Selection::ActiveHero => !state.is_here(state.active) || each(state.active),
        Selection::Boss => !state.is_here(state.boss) || each(state.boss),
        _ => true,
    }
}

/// The printed card of a thing.
pub(super) fn def(state: &State, thing: Thing) -> DefId {
    match thing.class() {
        Thing::FIGURE => state.figure_of(thing).map_or(NONE, |figure| state.figure(figure).def),
        Thing::CARD => state.def_of(thing.id()),
        EFFECT => thing.id(),
        TILE => state.tiles.laid.get(usize::from(thing.id())).map_or(NONE, |laid| laid.tile),
        _ => NONE,
    }
}
