//! Positions and options in words for people.

use super::actions::*;
use super::board::{is_open, turned};
use super::content::{Bag, Role};
use super::state::{Fate, Foe, Laid, STACK, State, Task, den, floor, inventory, trophies};
use super::vocabulary::Stat;
use super::{fight, name_of};
use cardwright_engine::core::{Look, Thing, action};
use cardwright_engine::game::Choice;

const SIDES: [&str; 4] = ["north", "east", "south", "west"];

/// An option in words.
pub(super) fn label(look: Look<'_, Bag>, choice: Choice) -> String {
    let card = || name_of(look, Thing::card(choice.card));
    let other = || name_of(look, Thing::card(choice.extra));
    let figure = |place: u16| name_of(look, Thing::figure(place));
    let side = SIDES[usize::from(choice.card & 3)];
    match choice.action {
        LAY => "Lay a tile".to_owned(),
        PLACE => {
            let open = drawn_tile(look.state).map_or(0, |card| {
                let printed = look.rules.facts(look.state.def_of(card)).open;
                turned(printed, choice.extra as u8)
            });
            let ways: Vec<&str> = (0..4)
                .filter(|side| is_open(open, *side))
                .map(|side| SIDES[usize::from(side)])
                .collect();
            format!("Lay it {side}, with ways {}", ways.join(", "))
        }
        MOVE => {
            let who = match look.state.flow.top() {
                Some(Task::Walk { partner, .. }) => *partner,
                _ => look.state.active,
            };
            format!("Go {side}{}", beyond(look, who, choice.card as u8))
        }
        FIGHT_ON => "Fight".to_owned(),
        ESCAPE => {
            let who = look.state.fight.map_or(look.state.active, |fight| fight.adventurer);
            format!("Escape {side}{}", beyond(look, who, choice.card as u8))
        }
        BREAK_THROUGH => "Escape past it to a new tile".to_owned(),
        TAG => format!("Ask {} for help", figure(choice.card)),
        ACCEPT => "Accept".to_owned(),
        REFUSE => "Refuse".to_owned(),
        USE_ITEM => format!("Use {}", card()),
        SHOOT if choice.extra & RIVAL != 0 => {
            format!("Shoot {} at {}", card(), figure(choice.extra & !RIVAL))
        }
        SHOOT => format!("Shoot {} at {}", card(), other()),
        SHOOT_TOKEN => {
            let tile = Thing::new(Thing::TILE, choice.extra);
            format!("Shoot {} at whatever is on {}", card(), name_of(look, tile))
        }
        ATTACK => format!("Attack {}", figure(choice.card)),
        PAY_KILL => format!("Give {} and escape {side}", other()),
        PAY_HEALTH => {
            format!("Take {} damage and escape {side}", look.rules.numbers.rival_escape)
        }
        TAKE => format!("Take {}", card()),
        DROP => format!("Drop {}", card()),
        GIVE => format!("Give {} to {}", card(), figure(choice.extra)),
        TRADE if look.state.is_face_down(choice.extra) => {
            format!("Offer {} for an item that lies face down", card())
        }
        TRADE => format!("Offer {} for {}", card(), other()),
        ASK if look.state.is_face_down(choice.card) => {
            format!("Ask {} for an item that lies face down", figure(choice.extra))
        }
        ASK => format!("Ask {} for {}", figure(choice.extra), card()),
        SHOW => format!("Show {}", card()),
        HAND_OVER => format!("Give up the kill {}", card()),
        DISCARD => format!("Discard {} and draw another item", card()),
        LEAVE_OUT => "Leave the items in the box that need others".to_owned(),
        SELL_KILLS => format!("Give {} kills for an item", look.rules.numbers.stall_kills),
        SELL_ITEMS => format!("Give {} and {} for an item", card(), other()),
        RETURN => format!("Put {} back", card()),
        BATHE => "Use the Healing Pool".to_owned(),
        CHARGE => format!("It comes {side}"),
        LEAVE => "Leave the dungeon".to_owned(),
        END => match look.state.flow.top() {
            Some(Task::Act) => "End the turn".to_owned(),
            Some(Task::LeaveOut) => "Play with all items".to_owned(),
            Some(Task::Unwanted { .. }) => format!("Keep {}", card()),
            Some(Task::Stall { .. }) => "Buy nothing".to_owned(),
            Some(Task::Bought { .. }) => "Keep it".to_owned(),
            Some(Task::Loot { .. }) => "Take nothing more".to_owned(),
            Some(Task::FreeTag) => "Fight alone".to_owned(),
            Some(Task::Bathe) => "Do not use it".to_owned(),
            _ => "Done".to_owned(),
        },
        own => action::name(own, ACTIONS).to_owned(),
    }
}

/// The tile that has been drawn and is about to be laid.
fn drawn_tile(state: &State) -> Option<u16> {
    match state.flow.top() {
        Some(Task::Place { card, .. }) => Some(*card),
        _ => None,
    }
}

/// The tile that an Adventurer comes to through a side, and what is known to wait there.
fn beyond(look: Look<'_, Bag>, who: u8, side: u8) -> String {
    let state = look.state;
    let Some(tile) = state.next_tile(state.adventurer(who).tile, side) else {
        return String::new();
    };
    let waits = match state.zones.top(den(tile)) {
        Some(card) => format!(", where {} is", name_of(look, Thing::card(card))),
        None if state.laid(tile).token => ", where something waits".to_owned(),
        None => String::new(),
    };
    format!(" to {}{waits}", tile_name(look, tile))
}

/// The position in words: who is where with what, what is fought, and the dungeon as a map.
pub(super) fn describe(bag: &Bag, state: &State, seat: u8) -> String {
    let look = Look::new(bag, state);
    let tiles = match state.zones.cards(STACK).len() {
        0 => "no tiles left".to_owned(),
        1 => "the last tile".to_owned(),
        more => format!("{more} tiles left"),
    };
    let ring = if state.is_ring_in_play { ", the Ring is in play" } else { "" };
    let mut lines = vec![format!("Turn {}, {tiles}{ring}", state.turn)];
    lines.extend((0..state.adventurers.len() as u8).map(|one| adventurer(look, one, seat)));
    lines.extend(fight_line(look));
    lines.extend(drawn_tile(state).map(|card| {
        let label = bag.facts(state.def_of(card)).label;
        let label = if label > 0 { format!(" (M{label})") } else { String::new() };
        format!("  Drawn: {}{label}", name_of(look, Thing::card(card)))
    }));
    lines.push(String::new());
    for tile in 0..state.tiles.len() as u8 {
        let (monsters, items) = (state.zones.cards(den(tile)), state.zones.cards(floor(tile)));
        let monsters = monsters.iter().map(|card| monster(look, *card));
        let items = items.iter().map(|card| name_of(look, Thing::card(*card)));
        let things: Vec<String> = monsters.chain(items).collect();
        if !things.is_empty() {
            lines.push(format!("  On {}: {}", tile_name(look, tile), things.join(", ")));
        }
    }
    lines.push(map(bag, state));
    lines.push(
        "  o Adventurer  ? something waits  ! monster  $ item  + Healing Pool  S Start  X Exit"
            .to_owned(),
    );
    lines.join("\n")
}

/// One Adventurer in a line. An arrow marks the active one; face-down items of rivals stay
/// hidden.
fn adventurer(look: Look<'_, Bag>, place: u8, seat: u8) -> String {
    let state = look.state;
    let one = state.adventurer(place);
    let (name, thing) = (name_of(look, fight::figure(place)), fight::figure(place));
    let mark = if place == state.active { ">" } else { " " };
    match one.fate {
        Fate::Bearer => return format!("{mark} {name} is out of the dungeon, with the Ring"),
        Fate::Escaped => return format!("{mark} {name} is out of the dungeon"),
        Fate::Out => return format!("{mark} {name} is lost"),
        Fate::Inside => {}
    }
    let mut seen: Vec<String> = Vec::new();
    let mut hidden = 0;
    for item in state.zones.cards(inventory(place)) {
        if one.seat != seat && state.is_face_down(*item) {
            hidden += 1;
        } else {
            seen.push(name_of(look, Thing::card(*item)));
        }
    }
    match hidden {
        0 => {}
        1 => seen.push("an item face down".to_owned()),
        more => seen.push(format!("{more} items face down")),
    }
    let carries = if seen.is_empty() { "nothing".to_owned() } else { seen.join(", ") };
    let number = |count: usize, one: &str, more: &str| {
        format!("{count} {}", if count == 1 { one } else { more })
    };
    let lives = number(one.lives.max(0) as usize, "life", "lives");
    let kills = number(state.zones.cards(trophies(place)).len(), "kill", "kills");
    format!(
        "{mark} {name} on {}: {}/{} health, {} AP, {lives}, {kills}; carries {carries}",
        tile_name(look, one.tile),
        one.health,
        look.stat(Stat::MaxHealth, thing),
        one.ap,
    )
}

/// A tile by its name, with the number of a monster tile.
fn tile_name(look: Look<'_, Bag>, tile: u8) -> String {
    let name = name_of(look, Thing::new(Thing::TILE, u16::from(tile)));
    match look.rules.facts(look.state.def_of(look.state.laid(tile).card)).label {
        0 => name,
        label => format!("{name} (M{label})"),
    }
}

/// A monster with its numbers for a fight.
fn monster(look: Look<'_, Bag>, card: u16) -> String {
    let thing = Thing::card(card);
    let most = look.stat(Stat::MaxHealth, thing);
    let left = most - look.state.damage[usize::from(card)];
    let dice = look.stat(Stat::Dice, thing);
    let bonus = match look.stat(Stat::Bonus, thing) {
        0 => String::new(),
        bonus => format!(" {bonus:+}"),
    };
    let dice = if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
    format!("{} ({left}/{most} health, {dice}{bonus})", name_of(look, thing))
}

fn fight_line(look: Look<'_, Bag>) -> Option<String> {
    let fight = look.state.fight?;
    let who = name_of(look, fight::figure(fight.adventurer));
    let foe = match fight.foe {
        Foe::Monster(card) => monster(look, card),
        Foe::Rival(rival) => name_of(look, fight::figure(rival)),
    };
    let [own, others] = fight.partners.map(|partner| {
        partner.map_or_else(String::new, |partner| {
            format!(", helped by {},", name_of(look, fight::figure(partner)))
        })
    });
    Some(format!("  {who}{own} fights {foe}{others}").trim_end_matches(',').to_owned())
}

/// The dungeon as a map; ways are drawn where a side is open.
fn map(bag: &Bag, state: &State) -> String {
    let range = |read: &dyn Fn(&Laid) -> i8| {
        let all = state.tiles.iter().map(read);
        (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
    };
    let ((west, east), (north, south)) = (range(&|laid| laid.x), range(&|laid| laid.y));
    let mut rows = Vec::new();
    for y in north..=south {
        let mut lines = [String::from("  "), String::from("  "), String::from("  ")];
        for x in west..=east {
            let Some(tile) = state.tile_at((x, y)) else {
                lines.iter_mut().for_each(|line| line.push_str("     "));
                continue;
            };
            let way = |side: u8, way: char| {
                if is_open(state.laid(tile).open, side) { way } else { ' ' }
            };
            lines[0].push_str(&format!("  {}  ", way(0, '|')));
            let (left, right) = (way(3, '-'), way(1, '-'));
            lines[1].push_str(&format!("{left}[{}]{right}", mark(bag, state, tile)));
            lines[2].push_str(&format!("  {}  ", way(2, '|')));
        }
        rows.extend(lines.map(|line| line.trim_end().to_owned()));
    }
    rows.retain(|row| !row.is_empty());
    rows.join("\n")
}

/// The character that stands for a tile on the map.
fn mark(bag: &Bag, state: &State, tile: u8) -> char {
    let laid = state.laid(tile);
    match bag.facts(state.def_of(laid.card)).role {
        _ if state.on_tile(tile).next().is_some() => 'o',
        _ if !state.zones.cards(den(tile)).is_empty() => '!',
        _ if laid.token => '?',
        _ if !state.zones.cards(floor(tile)).is_empty() => '$',
        Role::Item if !laid.used => '$',
        Role::Start => 'S',
        Role::Exit => 'X',
        Role::Pool => '+',
        _ => '.',
    }
}
