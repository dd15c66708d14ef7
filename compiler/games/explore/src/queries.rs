//! What effects, conditions and scenarios ask about a position.

use super::content::{Explore, Rank};
use super::facts::Distance;
use super::rules::holds_for;
use super::state::{
    ADVENTURE, Attack, CONSUL, Figure, HELD, LOOT, State, TILE, TREASURE, each, worn,
};
use super::verbs::{is_in, shown};
use super::vocabulary::{Query, Selection};
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::{Args, Thing};
use cardwright_engine::skirmish::{Piece, field};

/// The figure that an argument is.
fn figure(args: Args<'_, Explore>, place: usize) -> Option<u16> {
    let thing = args.thing(place).of(Thing::FIGURE)?;
    (usize::from(thing) < args.state().figures.len()).then_some(thing)
}

fn truth(value: bool) -> i32 {
    i32::from(value)
}

/// A query that gives a number or a truth value.
pub(super) fn number(args: Args<'_, Explore>, query: Query) -> i32 {
    let (state, look) = (args.state(), args.look);
    let of = |read: &dyn Fn(u16) -> i32| figure(args, 0).map_or(0, read);
    let both = |read: &dyn Fn(u16, u16) -> i32, otherwise: i32| {
        let pair = (figure(args, 0), figure(args, 1));
        if let (Some(one), Some(other)) = pair { read(one, other) } else { otherwise }
    };
    match query {
        Query::Wounds => of(&|one| state.figure(one).wounds),
        Query::Health => of(&|one| Explore::hearts(look, one) - state.figure(one).wounds),
        Query::Potions => of(&|one| state.figure(one).potions),
        Query::HasStatus => of(&|one| truth(state.figure(one).statuses & args.set(1) != 0)),
        Query::Statuses => of(&|one| state.figure(one).statuses.count_ones() as i32),
        Query::IsHero => of(&|one| truth(state.figure(one).is_hero())),
        Query::IsMonster => of(&|one| truth(state.figure(one).is_monster())),
        Query::IsFriend => {
            both(&|one, other| truth(state.figure(one).side() == state.figure(other).side()), 0)
        }
        Query::InPlay => of(&|one| truth(state.figure(one).at.is_some())),
        Query::Activated => of(&|one| truth(state.figure(one).activations > 0)),
        Query::IsActive => of(&|one| truth(state.active == Some(one))),
        Query::IsRunning => of(&|one| truth(state.active == Some(one) && state.spent.running)),
        Query::ActionsLeft => of(&|one| Explore::actions_left(look, one)),
        Query::SpeedLeft => of(&|one| Explore::squares_left(look, one)),
        Query::Distance => both(&|one, other| i32::from(apart(args, one, other)).min(99), 99),
        Query::Adjacent => both(&|one, other| truth(apart(args, one, other) == 1), 0),
        Query::Sees => both(&|one, other| truth(state.sees(one, other)), 0),
        Query::InMelee => both(&|one, other| truth(Explore::in_melee(look, one, other)), 0),
        Query::IsOn => of(&|one| truth(is_on(args, one))),
        Query::Here => of(&|one| truth(is_here(args, one))),
        Query::Column => of(&|one| corner(state, one).0),
        Query::Row => of(&|one| corner(state, one).1),
        Query::Equips => of(&|one| truth(wears(state, one, args.number(1) as DefId))),
        Query::EquipmentCount => of(&|one| worn_cards(state, one).len() as i32),
        Query::Affects => of(&|one| truth(affects(args, one))),
        Query::PoolCount => pool(state, |figure| figure.def == args.number(0) as DefId),
        Query::PoolSize => {
            pool(state, |figure| matches!(figure.rank, Rank::Minion | Rank::Denizen))
        }
        _ => of_attack(args, query).unwrap_or_else(|| of_game(args, query)),
    }
}

/// Answers queries about the current attack.
fn of_attack(args: Args<'_, Explore>, query: Query) -> Option<i32> {
    let (state, rules) = (args.state(), args.look.rules);
    let attack: Option<&Attack> = state.attack.as_ref().filter(|attack| attack.is_attack);
    let is = |test: &dyn Fn(&Attack) -> bool| attack.map_or(0, |attack| truth(test(attack)));
    Some(match query {
        Query::Attacking => is(&|attack| figure(args, 0) == Some(attack.user)),
        Query::Defending => {
            is(&|attack| figure(args, 0).is_some_and(|one| is_in(attack.targets, one)))
        }
        Query::IsMelee => is(&|attack| attack.is_melee),
        Query::IsSpecial => is(&|attack| attack.line != NONE),
        Query::AttackHas => is(&|attack| attack_has(args, attack)),
        Query::IsImmune => figure(args, 0).map_or(0, |one| truth(is_immune(args, one))),
        Query::AttackStars => shown(rules, state, true).stars,
        Query::DefenseStars => shown(rules, state, false).stars,
        _ => return None,
    })
}

/// Answers queries about the game as a whole.
fn of_game(args: Args<'_, Explore>, query: Query) -> i32 {
    let state = args.state();
    let has_won = |is_consul: bool| {
        let end = state.flow.outcome;
        truth(end.is_some_and(|end| end.winners != 0 && end.won(state.consul) == is_consul))
    };
    match query {
        Query::Held => state.zones.cards(HELD).len() as i32,
        Query::LootDeck => state.zones.cards(LOOT).len() as i32,
        Query::TreasureDeck => state.zones.cards(TREASURE).len() as i32,
        Query::SpawnLeft => state.spawn_left.max(0),
        Query::Power => i32::from(state.gauge.at),
        Query::Loot => i32::from(state.meter.at),
        Query::Skulls => state.skulls,
        Query::BossFight => truth(state.is_boss_fight),
        Query::BossPending => truth(state.is_boss_pending),
        Query::HasTimedOut => truth(state.is_timed_out),
        Query::Overcharged => truth(state.is_overcharged),
        Query::Chests => state.chests.len() as i32,
        Query::Round => state.round as i32,
        Query::Over => truth(state.flow.outcome.is_some()),
        Query::HeroesWon => has_won(false),
        Query::ConsulWon => has_won(true),
        _ => 0,
    }
}

fn pool(state: &State, is_meant: impl Fn(&Figure) -> bool) -> i32 {
    state.figures.iter().filter(|figure| !figure.is_reserve && is_meant(figure)).count() as i32
}

fn worn_cards(state: &State, figure: u16) -> &[u16] {
    if state.figure(figure).is_hero() { state.zones.cards(worn(figure)) } else { &[] }
}

fn wears(state: &State, figure: u16, def: DefId) -> bool {
    worn_cards(state, figure).iter().any(|card| state.def_of(*card) == def)
}

/// Whether a line of that name holds for a model.
fn affects(args: Args<'_, Explore>, one: u16) -> bool {
    let (state, rules) = (args.state(), args.look.rules);
    let name = args.number(1);
    state.lasting.iter().any(|lasting| {
        i32::from(rules.lines[usize::from(lasting.line)].name) == name && holds_for(lasting, one)
    })
}

fn is_immune(args: Args<'_, Explore>, one: u16) -> bool {
    let form = args.look.code.forms.get(args.number(1).max(0) as usize);
    form.is_some_and(|form| Explore::is_immune(args.look, one, form.keyword))
}

/// Whether the attack has a keyword, on its line or by its attacker.
fn attack_has(args: Args<'_, Explore>, attack: &Attack) -> bool {
    let look = args.look;
    let Some(wanted) = look.code.forms.get(args.number(0).max(0) as usize) else {
        return false;
    };
    super::immunity::line_has(look, attack.line, wanted.keyword)
        || look.has_keyword_place(Thing::figure(attack.user), wanted.keyword)
}

/// The squares between two models. For effects of its destruction a model counts where it stood
/// last.
fn apart(args: Args<'_, Explore>, one: u16, other: u16) -> u8 {
    let state = args.state();
    let standing = |place: u16| {
        let figure = *state.figure(place);
        let is_gone = figure.at.is_none() && args.context.is_about(Thing::figure(place));
        if is_gone { Figure { at: figure.left, ..figure } } else { figure }
    };
    field::distance(&state.dungeon.terrain, &standing(one), &standing(other))
}

fn is_on(args: Args<'_, Explore>, one: u16) -> bool {
    let names = args.look.code.enums.get("square");
    each(u128::from(args.set(1))).any(|place| {
        let name = names.and_then(|names| names.get(usize::from(place)));
        name.is_some_and(|name| Explore::is_on(args.look, one, name))
    })
}

/// Whether a model stands on the tile whose text asks.
fn is_here(args: Args<'_, Explore>, one: u16) -> bool {
    let state = args.state();
    let Some(tile) = args.context.host.of(TILE) else {
        return false;
    };
    let grid = state.dungeon.grid();
    let mut squares = state.squares(one).iter();
    squares.any(|square| grid.place(*square).tiles.contains(&(tile as u8)))
}

/// Column and row of a model's top left square, from 1; 0 off the map.
fn corner(state: &State, one: u16) -> (i32, i32) {
    state.figure(one).at.map_or((0, 0), |at| {
        let point = state.dungeon.grid().at(at);
        (i32::from(point.x) + 1, i32::from(point.y) + 1)
    })
}

/// A query that gives values of an enum.
pub(super) fn set(args: Args<'_, Explore>, query: Query) -> u64 {
    let (state, rules) = (args.state(), args.look.rules);
    let def = || args.look.def(args.thing(0));
    match query {
        Query::Rank => figure(args, 0).map_or(0, |one| 1 << (state.figure(one).rank as u64)),
        Query::Types => rules.facts(def()).types,
        Query::PlatformOf => 1 << rules.facts(def()).platform as u8,
        Query::GaugePlatform => 1 << rules.platform(state) as u8,
        Query::AttackDistance => {
            let attack = state.attack.as_ref().filter(|attack| attack.is_attack);
            let melee = Distance::Melee as u8;
            attack.map_or(0, |attack| 1 << attack.distance.unwrap_or(melee))
        }
        _ => 0,
    }
}

/// Visits the things of a selection.
pub(super) fn visit(
    args: Args<'_, Explore>,
    selection: Selection,
    visitor: &mut dyn FnMut(Thing) -> bool,
) -> bool {
    let state = args.state();
    let one = |figure: Option<u16>, visitor: &mut dyn FnMut(Thing) -> bool| {
        figure.is_none_or(|figure| figure == NONE || visitor(Thing::figure(figure)))
    };
    match selection {
        Selection::Attacker => one(state.attack.as_ref().map(|attack| attack.user), visitor),
        Selection::Defender => one(state.attack.as_ref().map(|attack| attack.current), visitor),
        Selection::Active => one(state.active, visitor),
        Selection::User => one(user(state), visitor),
        Selection::Target => one(args.context.host.of(Thing::FIGURE), visitor),
        Selection::FinalEnemy => {
            let there = state.figures.get(usize::from(state.last_enemy));
            let there = there.filter(|enemy| enemy.at.is_some()).map(|_| state.last_enemy);
            one(there, visitor)
        }
        Selection::LootDeck => {
            state.zones.cards(LOOT).iter().all(|card| visitor(Thing::card(*card)))
        }
        Selection::TreasureDeck => {
            state.zones.cards(TREASURE).iter().all(|card| visitor(Thing::card(*card)))
        }
        Selection::Fallen => (0..state.heroes)
            .filter(|hero| state.figure(*hero).is_fallen)
            .all(|hero| visitor(Thing::figure(hero))),
        _ => (0..state.figures.len() as u16)
            .map(Thing::figure)
            .filter(|thing| contains(args, selection, *thing))
            .all(visitor),
    }
}

/// Whether a selection holds a thing.
pub(super) fn contains(args: Args<'_, Explore>, selection: Selection, thing: Thing) -> bool {
    let state = args.state();
    let deck = match selection {
        Selection::LootDeck => Some(LOOT),
        Selection::TreasureDeck => Some(TREASURE),
        _ => None,
    };
    if let (Some(deck), Some(card)) = (deck, thing.of(Thing::CARD)) {
        return state.zones.place(card) == deck;
    }
    let Some(place) = thing.of(Thing::FIGURE) else {
        return false;
    };
    let Some(figure) = state.figures.get(usize::from(place)) else {
        return false;
    };
    if selection == Selection::Fallen {
        return figure.is_fallen;
    }
    if figure.at.is_none() {
        return false;
    }
    let host = args.context.host.of(Thing::FIGURE);
    // Adventure effects are on the Consul's side.
    let card_side = args.context.host.is(ADVENTURE).then_some(CONSUL);
    let own_side = || {
        host.and_then(|host| state.figures.get(usize::from(host))).map(Piece::side).or(card_side)
    };
    match selection {
        Selection::Heroes => figure.is_hero(),
        Selection::Monsters => figure.is_monster(),
        Selection::SpawningPoints => figure.is_point(),
        Selection::Models => true,
        Selection::Others => host != Some(place),
        Selection::Friends => own_side() == Some(figure.side()),
        Selection::Enemies => own_side().is_some_and(|side| side != figure.side()),
        Selection::Targets => {
            state.attack.as_ref().is_some_and(|attack| is_in(attack.targets, place))
        }
        Selection::Attacker => state.attack.as_ref().is_some_and(|attack| attack.user == place),
        Selection::Defender => state.attack.as_ref().is_some_and(|attack| attack.current == place),
        Selection::Active => state.active == Some(place),
        Selection::User => user(state) == Some(place),
        Selection::Target => host == Some(place),
        Selection::FinalEnemy => state.last_enemy == place,
        _ => false,
    }
}

/// Who uses the line that is being carried out.
fn user(state: &State) -> Option<u16> {
    state.attack.as_ref().map(|attack| attack.user).or(state.active)
}
