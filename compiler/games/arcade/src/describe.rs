//! The position and its options in words.

use super::actions::*;
use super::aiming::{NOT_AIMED, SIDE};
use super::content::ATTRIBUTES;
use super::facts::Rank;
use super::figure::Side;
use super::numbers::{armor, hearts};
use super::picture;
use super::rolling::strength;
use super::state::{BACKPACK, IN_FORCE, NAME, State, VALUE, worn};
use super::tasks::Task;
use super::vocabulary::Stat;
use super::wounds::thing;
use super::{Arcade, encounters, name_of};
use cardwright_engine::board::{Point, Square};
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::dice::{Pool, Roll};
use cardwright_engine::core::{Look, Thing, action};
use cardwright_engine::game::Choice;

const SIDES: [&str; 4] = ["north", "east", "south", "west"];

/// An option in words.
pub(super) fn label(look: Look<'_, Arcade>, choice: Choice) -> String {
    let state = look.state;
    let Choice { card, extra, .. } = choice;
    let figure = |figure: u16| placed_name(look, figure);
    let item = |card: u16| name_of(look, Thing::card(card));
    let square = |square: u16| state.field.place(Square(square));
    let value = |domain: &str, place: u16| {
        let values = look.code.enums.get(domain);
        values.and_then(|values| values.get(usize::from(place))).cloned().unwrap_or_default()
    };
    let line = |line: u16| {
        let known = look.rules.line(line);
        known.map_or("?", |line| look.rules.names[usize::from(line.name)].as_str()).to_owned()
    };
    let aim = |aim: u16| match aim {
        NOT_AIMED => String::new(),
        aim if aim & SIDE != 0 => format!(" to the {}", SIDES[usize::from(aim & 3)]),
        aim => format!(" at {}", figure(aim)),
    };
    match choice.action {
        ACTIVATE => format!("Activate {}", figure(card)),
        MOVE if extra == 1 => format!("Move to {}, 1 square", square(card)),
        MOVE => format!("Move to {}, {extra} squares", square(card)),
        DASH => format!("Dash to {}", square(card)),
        ATTACK => {
            let hits = hits(look, card, NONE, extra as u8);
            format!("Attack {} ({}){hits}", figure(card), value("attack-kind", extra))
        }
        USE_LINE => {
            let cost = look.rules.line(card).map_or(1, |line| line.cost);
            // The usual cost of one action is not shown.
            let price = if cost == 1 { String::new() } else { format!(" ({cost} actions)") };
            let is_figure = extra != NOT_AIMED && extra & SIDE == 0;
            let hits = if is_figure { hits(look, extra, card, 0) } else { String::new() };
            format!("Use {}{}{price}{hits}", line(card), aim(extra))
        }
        DRINK => format!("Drink {} of {}", line(card), figure(extra)),
        SLURP => format!("{} slurps loudly", figure(card)),
        AIM | AIM_SIDE => format!("Aim{}", aim(card)),
        OPEN => "Open the chest".to_owned(),
        INTERACT => format!("Interact with {}", name_of(look, Thing::new(extra as u8, card))),
        SHARE => "Share the potion".to_owned(),
        DEFEND => {
            let stats = [ATTRIBUTES[usize::from(extra & 3)], Stat::Defense];
            let pools = stats.map(|stat| look.pool_stat(stat, thing(card)));
            let dice = look.code.dice.written(&pools[0].plus(pools[1]));
            format!("{} defends with {} ({dice})", figure(card), value("attribute", extra))
        }
        REROLL => match rolled(state, extra != 0).dice().get(usize::from(card)) {
            Some(die) => format!("Throw again: {}", look.code.dice.thrown(die)),
            None => format!("Throw die {} again", card + 1),
        },
        KEEP_ROLL => {
            let roll = rolled(state, extra != 0);
            let stars = look.rules.symbols.count(&roll, &look.code.dice).stars;
            format!("Keep the roll: {stars} against {}", to_beat(look, extra != 0))
        }
        MEND => format!("{} loses a wound", figure(card)),
        CLEANSE => format!("{} loses {}", figure(card), title(&value("status", extra))),
        FILL => format!("{} gains a potion", figure(card)),
        TAKE_WRATH => format!("Take wrath from {}", figure(card)),
        SHIFT | PLACE => format!("{} {}", errand(look), square(card)),
        NEXT => preferred(look, card),
        JUMP => {
            let die = look.code.dice.written(&Pool::of(extra as u8, 1));
            format!("{}, without {die}", preferred(look, card))
        }
        CHOOSE_LOOT => format!("Keep {}", item(card)),
        EQUIP => format!("{} wears {}", figure(extra), item(card)),
        TRADE => "Trade loot for a treasure".to_owned(),
        DISCARD => format!("Discard {}", item(card)),
        REVIVE => {
            let def = look.code.defs.get(usize::from(extra));
            format!("Pay a coin: {} comes", def.map_or("?", |def| def.name.as_str()))
        }
        SHAPESHIFT => "Take the other form".to_owned(),
        PASS => "Pass".to_owned(),
        PASS_TURN => "Pass for the rest of this turn".to_owned(),
        LAY => lay_label(look, card),
        END => "Done".to_owned(),
        own => action::name(own, ACTIONS).to_owned(),
    }
}

/// The roll that lies on the table.
fn rolled(state: &State, defends: bool) -> Roll {
    match state.action() {
        Some(action) if !defends => action.roll,
        _ => state.defense.roll,
    }
}

/// What a roll must beat: the strength of an attack or the armor of each target.
fn to_beat(look: Look<'_, Arcade>, defends: bool) -> String {
    let Some(action) = look.state.action() else { return String::new() };
    if defends {
        return strength(look, action).to_string();
    }
    let here = action.affected.iter().filter(|figure| look.state.is_here(*figure));
    let mut armors: Vec<i32> = here.map(|figure| armor(look, figure)).collect();
    armors.sort_unstable();
    armors.dedup();
    let armors: Vec<String> = armors.iter().map(i32::to_string).collect();
    armors.join(", ")
}

/// The exact chance that an attack hits.
fn hits(look: Look<'_, Arcade>, target: u16, line: u16, kind: u8) -> String {
    let chance = encounters::now(look, target, line, kind);
    chance.map_or(String::new(), |chance| format!(", hits {} %", (chance.per_mille() + 5) / 10))
}

/// What is put on the square that is chosen.
fn errand(look: Look<'_, Arcade>) -> String {
    let name = |figure: u16| name_of(look, thing(figure));
    match look.state.flow.top() {
        Some(Task::PutStart) => "Put the start token on".to_owned(),
        Some(Task::PutChest { .. }) => "Put the chest on".to_owned(),
        Some(Task::Centre { .. }) => "Aim around".to_owned(),
        Some(Task::Reshape { figure }) => format!("{} changes on", name(*figure)),
        Some(Task::Enter { hero }) => format!("{} enters on", name(*hero)),
        Some(Task::Return { hero }) => format!("{} returns on", name(*hero)),
        Some(Task::March { figure, .. }) => format!("{} walks to", name(*figure)),
        Some(Task::Shift { figure, .. } | Task::PlaceBeside { figure, .. }) => {
            format!("Move {} to", name(*figure))
        }
        Some(Task::Arrive) => match look.state.arrivals.first() {
            Some(arrival) => format!("{} comes to", name(arrival.figure)),
            None => "To".to_owned(),
        },
        _ => "To".to_owned(),
    }
}

/// A figure that the players choose among equals, and what for.
fn preferred(look: Look<'_, Arcade>, figure: u16) -> String {
    let name = placed_name(look, figure);
    match look.state.flow.top() {
        Some(Task::Obey { .. }) => format!("{name} performs the command next"),
        Some(Task::Favour) => format!("{name} is the first to be struck"),
        Some(Task::Deal(_)) => format!("{name} takes the wound"),
        Some(Task::SpawnAt { .. }) => format!("{name} spawns"),
        Some(Task::PutPoint { tile }) => format!("{name} stands on tile {tile}"),
        Some(Task::Reinforce { .. }) => format!("{name} calls its gang next"),
        Some(Task::Jump) => format!("On to {name}"),
        Some(Task::AimFriend { .. }) => format!("{name} is helped"),
        _ => name,
    }
}

/// Where the next tile is laid: which side is up, how it is turned before the die turns it further,
/// and where its corner lies.
fn lay_label(look: Look<'_, Arcade>, place: u16) -> String {
    let state = look.state;
    let tile = state.tiles.to_lay.last();
    let name = tile.and_then(|(tile, _)| look.code.defs.get(usize::from(*tile)));
    let name = name.map_or("the tile", |def| def.name.as_str());
    let up = if tile.is_none_or(|(_, side)| *side == 0) { "front" } else { "back" };
    let spots = look.rules.spots(state);
    let turned = spots.get(usize::from(place)).map_or(0, |spot| spot.turn as u16 * 90);
    // Counted as on the drawn map, which begins with the first column and row of the tiles.
    let west = state.tiles.laid.iter().map(|laid| laid.x).min().unwrap_or(0);
    let north = state.tiles.laid.iter().map(|laid| laid.y).min().unwrap_or(0);
    let corner = spots.get(usize::from(place)).map(|spot| (spot.at.x - west, spot.at.y - north));
    // West and north of the map there are no names.
    let at = corner.map_or_else(String::new, |(x, y)| {
        let beyond = match (x.min(0), y.min(0)) {
            (0, 0) => String::new(),
            (west, 0) => format!(", {} columns further left", -west),
            (0, north) => format!(", {} rows further up", -north),
            (west, north) => {
                format!(", {} columns further left and {} rows further up", -west, -north)
            }
        };
        format!(", its top left corner at {}{beyond}", Point::new(x.max(0), y.max(0)).name())
    });
    format!("Lay {name}, {up} up, turned {turned}°{at}")
}

/// A figure with where it stands, since several have one name.
fn placed_name(look: Look<'_, Arcade>, figure: u16) -> String {
    let name = name_of(look, thing(figure));
    match look.state.figures.get(usize::from(figure)).and_then(|one| one.at) {
        Some(at) if !look.state.figure(figure).is_hero() => {
            format!("{name} {}", look.state.field.place(at))
        }
        _ => name,
    }
}

/// An identifier as a title: `epic-fight` becomes Epic Fight.
pub(super) fn title(identifier: &str) -> String {
    let words = identifier.split('-').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The name of something in play.
pub(super) fn name_of_thing(look: Look<'_, Arcade>, thing: Thing) -> String {
    match thing.class() {
        NAME => look.rules.names.get(thing.index()).cloned().unwrap_or_default(),
        VALUE => format!("value {}", thing.id()),
        Thing::SQUARE => look.state.field.place(Square(thing.id())),
        _ => look.printed_name(thing),
    }
}

/// The position in words: the turn, the party, the Consul's models, and the map.
pub(super) fn describe(arcade: &Arcade, state: &State) -> String {
    let look = Look::new(arcade, state);
    let names = |cards: &[u16]| {
        let names: Vec<String> =
            cards.iter().map(|card| name_of(look, Thing::card(*card))).collect();
        names.join(", ")
    };
    let whose = match (state.turn, state.is_hero_turn) {
        (0, _) => "The dungeon is being built".to_owned(),
        (turn, true) => format!("Hero Turn {turn}"),
        (turn, false) => format!("Consul Turn {turn}"),
    };
    let outlook = super::chart::outlook(arcade, state);
    let mut lines = vec![format!(
        "{whose}; {} Princess Coins, {} free wrath; the Consul is on space {}, {outlook}",
        state.coins, state.free_wrath, state.space,
    )];
    for (what, place) in [("In the backpack", BACKPACK), ("In force", IN_FORCE)] {
        if !state.zones.cards(place).is_empty() {
            lines.push(format!("{what}: {}", names(state.zones.cards(place))));
        }
    }
    for (place, one) in state.figures.iter().enumerate() {
        let figure = place as u16;
        if one.at.is_none() && !(one.is_hero() && one.is_destroyed) {
            continue;
        }
        let mark = picture::glyph(state, figure);
        let statuses = look.code.enums.get("status").into_iter().flatten().enumerate();
        let statuses: Vec<String> = statuses
            .filter(|(status, _)| one.statuses >> status & 1 == 1)
            .map(|(_, name)| title(name))
            .collect();
        if one.at.is_none() {
            lines.push(format!("  {} is destroyed", name_of(look, thing(figure))));
            continue;
        }
        let mut line = format!(
            "{mark} {}: wounds {}/{}{}{}",
            placed_name(look, figure),
            one.wounds,
            hearts(look, figure),
            if statuses.is_empty() { "" } else { ", " },
            statuses.join(", "),
        );
        if one.is_hero() {
            let actions = one.spent.actions_left(look.stat(Stat::Actions, thing(figure)));
            let squares = one.spent.squares_left(super::field::movement(look, figure));
            line += &format!(", potions {}, wrath {}", one.potions, one.wrath);
            if state.equipped(figure) > 0 {
                line += &format!("; wears {}", names(state.zones.cards(worn(figure))));
            }
            if state.active == figure {
                line += &format!("; active, {actions} actions and {squares} squares left");
            }
        } else {
            line += &strengths(look, figure);
        }
        lines.push(line);
    }
    lines.push(picture::map(look));
    lines.join("\n")
}

/// The numbers that count in a fight with a model of the Consul.
fn strengths(look: Look<'_, Arcade>, figure: u16) -> String {
    let one = look.state.figure(figure);
    let armor = armor(look, figure);
    if one.side == Side::Point || one.is_rank(Rank::Minion) {
        return format!("; ARM {armor}");
    }
    let number = |stat| look.stat(stat, thing(figure));
    let strength = look.rules.sure(look.pool_stat(Stat::Strength, thing(figure)));
    let (attacks, range) = (number(Stat::Actions), number(Stat::Range));
    let attacks = if attacks == 1 { "1 attack".to_owned() } else { format!("{attacks} attacks") };
    format!("; ARM {armor}, {attacks} of STR {strength} within {range}")
}
