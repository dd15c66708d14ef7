//! The position as text: tracks, models, and the map.

use super::content::Explore;
use super::describe::occasion;
use super::dungeon::Dungeon;
use super::facts::Platform;
use super::name_of;
use super::state::{Figure, HELD, State, each, worn};
use cardwright_engine::board::{Point, Square};
use cardwright_engine::core::{Look, Thing};
use cardwright_vocabulary::Meaning;

/// A square by column and row, as the map is drawn.
pub(super) fn square(state: &State, square: u16) -> String {
    state.dungeon.grid().at(Square(square)).name()
}

/// The position in words: tracks, models, and the map.
pub(super) fn describe(rules: &Explore, state: &State, seat: u8) -> String {
    let look = Look::new(rules, state);
    let fight = if state.is_boss_fight { ", boss fight" } else { "" };
    if state.round == 0 && !state.figures.iter().any(|figure| figure.at.is_some()) {
        return set_up(rules, state);
    }
    let mut lines = vec![format!(
        "{} · {} · {} · skull tokens {} · chests {}{fight}",
        if state.round == 0 { "Setting up".to_owned() } else { format!("Round {}", state.round) },
        power(rules, state),
        loot(rules, state),
        state.skulls,
        state.chests.len(),
    )];
    let held: Vec<String> =
        state.zones.cards(HELD).iter().map(|card| name_of(look, Thing::card(*card))).collect();
    if !held.is_empty() {
        lines.push(format!("Held until the end of the round: {}", held.join(", ")));
    }
    for (place, figure) in state.figures.iter().enumerate() {
        let is_shown = figure.at.is_some() || figure.is_fallen;
        if is_shown {
            lines.push(model(look, place as u16, figure, seat));
        }
    }
    lines.push(map(rules, state, &state.dungeon));
    lines.extend(occasion(look));
    lines.join("\n")
}

/// The power marker, and what it reaches next.
fn power(rules: &Explore, state: &State) -> String {
    let (at, tracker) = (state.gauge.at, &rules.tracker);
    let mut next: Vec<(u16, &str)> = vec![
        (tracker.sixteen_bit_at, Platform::SixteenBit.id()),
        (tracker.super_at, Platform::Super.id()),
    ];
    next.extend(
        tracker.skulls_at.iter().find(|space| **space > at).map(|at| (*at, "a skull token")),
    );
    next.retain(|(space, _)| *space > at && *space <= state.gauge.last);
    next.sort_unstable();
    let next: Vec<String> = next.iter().map(|(space, what)| format!("{what} at {space}")).collect();
    let next = if next.is_empty() { String::new() } else { format!("; {}", next.join(", ")) };
    format!("power {at} ({}{next})", rules.platform(state).id())
}

/// The loot marker, and where it brings the next card.
fn loot(rules: &Explore, state: &State) -> String {
    let at = state.meter.at;
    match rules.tracker.loot_at.iter().find(|space| **space > at) {
        Some(next) => format!("loot {at} (a card at {next})"),
        None => format!("loot {at} (no more cards this round)"),
    }
}

/// The tiles that lie so far.
fn set_up(rules: &Explore, state: &State) -> String {
    let tiles = format!("Setting up · tiles {}/{}", state.laid.len(), state.size.tiles);
    match rules.dungeon(&state.laid) {
        Ok(dungeon) if !state.laid.is_empty() => {
            format!("{tiles}\n{}", map(rules, state, &dungeon))
        }
        _ => format!("{tiles}\nNo tile lies yet; a tile's name shows both of its sides."),
    }
}

/// A model in a line.
fn model(look: Look<'_, Explore>, place: u16, figure: &Figure, seat: u8) -> String {
    let state = look.state;
    let mine = if figure.seat == seat { '*' } else { ' ' };
    let at = figure.at.map_or("destroyed".to_owned(), |at| format!("on {}", square(state, at.0)));
    let mut text = format!(
        "{mine} {} {} {at}: health {}/{}",
        mark(place),
        name_of(look, Thing::figure(place)),
        Explore::hearts(look, place) - figure.wounds,
        Explore::hearts(look, place),
    );
    if figure.is_monster() {
        text.push_str(&format!(", skull {}", look.rules.facts(figure.def).skull));
    }
    if figure.is_hero() {
        text.push_str(&format!(", potions {}", figure.potions));
        let worn: Vec<String> = state
            .zones
            .cards(worn(place))
            .iter()
            .map(|card| name_of(look, Thing::card(*card)))
            .collect();
        if !worn.is_empty() {
            text.push_str(&format!("; {}", worn.join(", ")));
        }
    }
    let names = look.code.enums.get("status");
    let statuses: Vec<&str> = each(u128::from(figure.statuses))
        .filter_map(|status| names.and_then(|names| names.get(usize::from(status))))
        .map(String::as_str)
        .collect();
    if !statuses.is_empty() {
        text.push_str(&format!("; {}", statuses.join(", ")));
    }
    if state.active == Some(place) {
        let actions = Explore::actions_left(look, place);
        let squares = Explore::squares_left(look, place);
        text.push_str(&format!(" (active: actions left {actions}, squares left {squares})"));
    } else if figure.activations > 0 {
        text.push_str(" (activated)");
    }
    text
}

/// The letter or digit of a figure on the map.
fn mark(figure: u16) -> char {
    const MARKS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    char::from(MARKS[usize::from(figure) % MARKS.len()])
}

/// Signs for squares, in the order in which the rules name their sorts.
const SIGNS: [char; 13] = ['.', '#', ':', '~', '%', '&', '=', '*', '^', '+', ';', '?', '!'];

/// The map. Letters are models, `=` chests, `*` the start; other signs are special squares. A
/// kind of square has the same sign on every map.
fn map(rules: &Explore, state: &State, dungeon: &Dungeon) -> String {
    let is_open = std::ptr::eq(dungeon, &*state.dungeon);
    let sorts = rules.code.enums.get("square").map_or(&[][..], Vec::as_slice);
    let sign = |name: &str| {
        let place = sorts.iter().position(|sort| sort == name);
        SIGNS[place.unwrap_or(SIGNS.len() - 1) % SIGNS.len()]
    };
    let special = || dungeon.features.iter().filter(|(_, set)| !set.is_empty());
    let drawn = dungeon.grid().draw(|square| {
        let standing = state.present().find(|(place, _)| state.squares(*place).contains(&square));
        let is_start = is_open && state.start == square && state.round > 0;
        match standing {
            Some((place, _)) => Some(mark(place)),
            None if state.chests.contains(&square) => Some('='),
            None if is_start => Some('*'),
            None => special()
                .find(|(_, set)| set.contains(square))
                .map(|(name, _)| sign(name))
                .or_else(|| dungeon.hallways.contains(square).then_some(':')),
        }
    });
    let width = dungeon.grid().width();
    let head: String = (0..width).map(|x| Point::column(x).chars().last().unwrap_or(' ')).collect();
    let rows = drawn.lines().enumerate().map(|(y, row)| format!("{:>3} {row}", y + 1));
    let special: String =
        special().map(|(name, _)| format!("{} {}, ", sign(name), name.replace('-', " "))).collect();
    let key = format!(
        "    letters: models, = chest, * start, {special}# wall,\n    \
         : hallway (tiles join only there); a large model is named by its upper left square"
    );
    format!("    {head}\n{}\n{key}", rows.collect::<Vec<_>>().join("\n"))
}
