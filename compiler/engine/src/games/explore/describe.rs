//! Positions and options in words for people.

use super::actions::*;
use super::content::Explore;
use super::dungeon::{Dungeon, Laid};
use super::state::{Figure, HELD, LOOT, State, TREASURE, Task, each, worn};
use super::vocabulary::Stat;
use super::{actions, encounters, name_of};
use crate::board::Square;
use crate::core::code::NONE;
use crate::core::{Look, Thing};
use crate::game::{Answer, Choice};

const SIDES: [&str; 4] = ["north", "east", "south", "west"];

/// A square by column and row, as the map is drawn.
fn square(state: &State, square: u16) -> String {
    let at = state.dungeon.grid().at(Square(square));
    format!("{}{}", column(at.x), at.y + 1)
}

/// Columns are letters: a, b, … z, aa, ab …
fn column(x: i16) -> String {
    let letter = |number: i16| char::from(b'a' + (number.clamp(0, 25) as u8));
    match x / 26 {
        0 => letter(x).to_string(),
        more => format!("{}{}", letter(more - 1), letter(x % 26)),
    }
}

/// An option in words.
pub(super) fn label(look: Look<'_, Explore>, choice: Choice) -> String {
    let state = look.state;
    let figure = |place: u16| name_of(look, Thing::figure(place));
    let card = || name_of(look, Thing::card(choice.card));
    let printed = |def: u16| {
        look.code.defs.get(usize::from(def)).map_or(String::new(), |def| def.name.clone())
    };
    let line = |place: u16| {
        let line = look.rules.lines.get(usize::from(place));
        line.map_or("Attack", |line| look.code.texts[usize::from(line.name)].as_str())
    };
    // What costs one action says nothing about it.
    let price = |place: u16| match look.rules.lines.get(usize::from(place)) {
        Some(line) if line.cost > 1 => format!(" ({} actions)", line.cost),
        _ => String::new(),
    };
    let status = |status: u16| {
        let names = look.code.enums.get("status");
        names.and_then(|names| names.get(usize::from(status))).cloned().unwrap_or_default()
    };
    let at = || square(state, choice.card);
    match choice.action {
        ACTIVATE => format!("Activate {}{}", figure(choice.card), skulls(look, choice.card)),
        RUN => format!("Run with {}", figure(choice.card)),
        PASS_TURN => "Activate no more".to_owned(),
        MOVE if choice.extra == 1 => format!("Move to {}, a step", at()),
        MOVE => format!("Move to {}, {} squares", at(), choice.extra),
        ATTACK | SHOOT if choice.extra == NONE => {
            let how = if choice.action == SHOOT { " from afar" } else { "" };
            format!("Attack {}{how}{}", figure(choice.card), odds(look, choice))
        }
        ATTACK | SHOOT | BURST | USE_ON => {
            let how = match choice.action {
                ATTACK => " in melee",
                SHOOT => " from afar",
                _ => "",
            };
            let aim = if choice.action == BURST { " around" } else { ":" };
            let (line, price) = (line(choice.extra), price(choice.extra));
            let odds = odds(look, choice);
            format!("{line}{aim} {}{how}{price}{odds}", figure(choice.card))
        }
        AIM => {
            let side = SIDES[usize::from(choice.card & 3)];
            format!("{} {side}wards{}", line(choice.extra), price(choice.extra))
        }
        UNLEASH => format!("{}{}", line(choice.extra), price(choice.extra)),
        OPEN_CHEST => format!("Open the chest on {}", at()),
        SHAPESHIFT => format!("Become {}", printed(choice.card)),
        DRINK => {
            let (drinker, owner) = unpair(choice.card);
            let whose =
                if drinker == owner { String::new() } else { format!(" of {}", figure(owner)) };
            format!("{} drinks {}{whose}", figure(drinker), line(choice.extra))
        }
        END => "Done".to_owned(),
        SPAWN => {
            let skull = look.rules.facts(choice.card).skull;
            format!("Spawn {} ({})", printed(choice.card), counted(skull, "skull"))
        }
        SPEND_SKULL => "Spend a skull token".to_owned(),
        CLEAR_STATUS => {
            let (one, counter) = unpair(choice.card);
            format!("Take {} off {}", status(counter), figure(one))
        }
        PLACE => match placed(look) {
            Some(what) => format!("{what} on {}", at()),
            None => format!("On {}", at()),
        },
        SHIFT_TO => format!("To {}", at()),
        ROLL_WITH => format!("Roll with {}", figure(choice.card)),
        GO_FIRST => "Go first".to_owned(),
        GO_SECOND => "Go second".to_owned(),
        EQUIP => format!("{} for {}", card(), figure(choice.extra)),
        HOLD => format!("Hold {} until the end of the round", card()),
        SACRIFICE => format!("Sacrifice {}", card()),
        HEAL_WOUND => format!("A wound off {}", figure(choice.card)),
        TAKE_POTION => format!("A potion for {}", figure(choice.card)),
        TAKE_LOOT => format!("Take {}", card()),
        LAY_TILE => {
            let side = ["front", "back"].get(usize::from(choice.extra)).copied().unwrap_or("side");
            format!("{}, {side}", printed(choice.card))
        }
        LAY_AT => spot(look, choice.extra),
        own => actions::name(own).to_owned(),
    }
}

/// What goes on the square that is chosen.
fn placed(look: Look<'_, Explore>) -> Option<String> {
    let figure = match look.state.flow.top()? {
        Task::PlacePoint { figure }
        | Task::PlaceHero { figure }
        | Task::Return { figure }
        | Task::Arrive { figure, .. }
        | Task::Move { figure, .. }
        | Task::Teleport { figure, .. } => *figure,
        Task::PlaceLast | Task::Relocate => look.state.last_enemy,
        Task::PlaceStart => return Some("The start".to_owned()),
        Task::PlaceChest { .. } => return Some("A chest".to_owned()),
        _ => return None,
    };
    Some(name_of(look, Thing::figure(figure)))
}

/// What it costs to activate a monster.
fn skulls(look: Look<'_, Explore>, figure: u16) -> String {
    let one = look.state.figure(figure);
    if !one.is_monster() {
        return String::new();
    }
    format!(" ({})", counted(look.stat(Stat::Skull, Thing::figure(figure)), "skull"))
}

fn counted(count: i32, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// What the decision is about, where options do not say it.
fn occasion(look: Look<'_, Explore>) -> Option<String> {
    let state = look.state;
    let name = |figure: u16| name_of(look, Thing::figure(figure));
    Some(match state.flow.top()? {
        Task::Spawn { point } => {
            let left = counted(state.spawn_left.max(0), "skull");
            format!("{} spawns: {left} left", name(*point))
        }
        Task::ConsulTurn => {
            let budget = look.stat(Stat::TurnBudget, Thing::NONE);
            format!("The Consul's turn: {} of {budget} skulls activated", state.turn_spent)
        }
        Task::Window { .. } => {
            let attack = state.attack.as_ref()?;
            let stars = |roll| look.rules.symbols.count(roll, &look.code.dice).stars;
            let verb = if attack.is_attack { "attacks" } else { "acts on" };
            let targets: Vec<String> = each(attack.targets).map(name).collect();
            let text = format!("{} {verb} {}", name(attack.user), targets.join(", "));
            match (attack.is_rolled, state.figures.get(usize::from(attack.current))) {
                _ if !attack.is_attack => text,
                (true, Some(_)) => {
                    let stars = counted(stars(&attack.attack_roll), "star");
                    format!("{text} with {stars}; {} is about to defend", name(attack.current))
                }
                (true, None) => format!("{text}; the attack is over"),
                (false, _) => format!("{text}; nobody has rolled yet"),
            }
        }
        Task::Shift { figure, by, .. } => {
            format!("{} is moved by {}", name(*figure), name_of(look, *by))
        }
        Task::Hearts { left } => format!("{} to use", counted(i32::from(*left), "heart")),
        Task::Potions { left } => format!("{} to use", counted(i32::from(*left), "potion")),
        _ => return None,
    })
}

/// How likely an attack on one model hits, exactly; nothing for other options.
fn odds(look: Look<'_, Explore>, choice: Choice) -> String {
    let user = look.state.active;
    let chance = user.filter(|_| matches!(choice.action, ATTACK | SHOOT)).and_then(|user| {
        let by_distance = choice.action == SHOOT;
        encounters::now(look, (user, choice.card), choice.extra, by_distance)
    });
    chance.map_or(String::new(), |chance| format!(", hits {} %", (chance.per_mille() + 5) / 10))
}

/// Where a tile would lie.
fn spot(look: Look<'_, Explore>, place: u16) -> String {
    let Some(Task::LayTile { tile, side }) = look.state.flow.top() else {
        return String::new();
    };
    let spots = look.rules.spots(&look.state.laid, *tile, *side);
    match spots.get(usize::from(place).wrapping_sub(1)) {
        Some(spot) => {
            let turned = match spot.turn {
                0 => String::new(),
                quarters => format!(", turned {} degrees", u16::from(quarters) * 90),
            };
            format!("{}{turned}", beside(look, spot))
        }
        None => String::new(),
    }
}

/// Where a tile lies, seen from the nearest one.
fn beside(look: Look<'_, Explore>, spot: &Laid) -> String {
    let apart = |one: &&Laid| (spot.x - one.x).abs() + (spot.y - one.y).abs();
    let Some(near) = look.state.laid.iter().min_by_key(apart) else {
        return "In the middle".to_owned();
    };
    let (right, down) = (spot.x - near.x, spot.y - near.y);
    let side = match () {
        () if right.abs() > down.abs() => SIDES[if right > 0 { 1 } else { 3 }],
        () => SIDES[if down > 0 { 2 } else { 0 }],
    };
    // Tiles need not lie corner to corner.
    let aside = if right.abs() > down.abs() { down } else { right };
    let aside = if aside == 0 { String::new() } else { format!(", {} aside", aside.abs()) };
    let name = look.code.defs.get(usize::from(near.tile)).map_or("", |def| def.name.as_str());
    format!("To the {side} of {name}{aside}")
}

/// What a word without arguments says.
pub(super) fn query(rules: &Explore, state: &State, name: &str) -> Option<Answer> {
    let number = |number: i64| Some(Answer::Number(number));
    match name {
        "power" => number(i64::from(state.gauge.at)),
        "loot" => number(i64::from(state.meter.at)),
        "skulls" => number(i64::from(state.skulls)),
        "round" => number(i64::from(state.round)),
        "held" => number(state.zones.cards(HELD).len() as i64),
        "chests" => number(state.chests.len() as i64),
        "loot-deck" => number(state.zones.cards(LOOT).len() as i64),
        "treasure-deck" => number(state.zones.cards(TREASURE).len() as i64),
        "spawn-left" => number(i64::from(state.spawn_left.max(0))),
        "boss-fight" => Some(Answer::Truth(state.is_boss_fight)),
        "boss-pending" => Some(Answer::Truth(state.is_boss_pending)),
        "has-timed-out" => Some(Answer::Truth(state.is_timed_out)),
        "overcharged" => Some(Answer::Truth(state.is_overcharged)),
        "over" => Some(Answer::Truth(state.flow.outcome.is_some())),
        "gauge" => {
            let names = rules.code.enums.get("platform")?;
            Some(Answer::Names(vec![names.get(usize::from(rules.platform(state)))?.clone()]))
        }
        _ => None,
    }
}

/// The position in words: tracks, models, and the map.
pub(super) fn describe(rules: &Explore, state: &State, seat: u8) -> String {
    let look = Look::new(rules, state);
    let fight = if state.is_boss_fight { ", boss fight" } else { "" };
    if state.round == 0 && !state.figures.iter().any(|figure| figure.at.is_some()) {
        return set_up(rules, state);
    }
    let mut lines = vec![format!(
        "{} · power {}/{} · loot {}/{} · skull tokens {} · chests {}{fight}",
        if state.round == 0 { "Setting up".to_owned() } else { format!("Round {}", state.round) },
        state.gauge.at,
        state.gauge.last,
        state.meter.at,
        state.meter.last,
        state.skulls,
        state.chests.len(),
    )];
    for (place, figure) in state.figures.iter().enumerate() {
        let is_shown = figure.at.is_some() || figure.is_fallen;
        if is_shown {
            lines.push(model(look, place as u16, figure, seat));
        }
    }
    lines.push(map(state, &state.dungeon));
    lines.extend(occasion(look));
    lines.join("\n")
}

/// The tiles that lie so far.
fn set_up(rules: &Explore, state: &State) -> String {
    let tiles = format!("Setting up · tiles {}/{}", state.laid.len(), state.size.tiles);
    match rules.dungeon(&state.laid) {
        Ok(dungeon) if !state.laid.is_empty() => format!("{tiles}\n{}", map(state, &dungeon)),
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

/// Signs for squares of more than ground, one for each sort that the map has.
const SIGNS: [char; 8] = ['~', '%', '&', '^', '+', ';', '?', '!'];

/// The map: letters are models, `=` chests, `*` the start, other signs squares of more than ground.
fn map(state: &State, dungeon: &Dungeon) -> String {
    let is_open = std::ptr::eq(dungeon, &*state.dungeon);
    let sorts = || dungeon.features.iter().filter(|(_, set)| !set.is_empty());
    let signs = || sorts().zip(SIGNS.into_iter().cycle());
    let drawn = dungeon.grid().draw(|square| {
        let standing = state.present().find(|(place, _)| state.squares(*place).contains(&square));
        let is_start = is_open && state.start == square && state.round > 0;
        let special = || signs().find(|((_, set), _)| set.contains(square)).map(|(_, sign)| sign);
        match standing {
            Some((place, _)) => Some(mark(place)),
            None if state.chests.contains(&square) => Some('='),
            None if is_start => Some('*'),
            None => special().or_else(|| dungeon.hallways.contains(square).then_some(':')),
        }
    });
    let width = dungeon.grid().width();
    let head: String = (0..width).map(|x| column(x).chars().last().unwrap_or(' ')).collect();
    let rows = drawn.lines().enumerate().map(|(y, row)| format!("{:>3} {row}", y + 1));
    let special: String =
        signs().map(|((name, _), sign)| format!("{sign} {}, ", name.replace('-', " "))).collect();
    let key = format!(
        "    letters: models, = chest, * start, {special}# wall,\n    \
         : hallway (tiles join only there)"
    );
    format!("    {head}\n{}\n{key}", rows.collect::<Vec<_>>().join("\n"))
}
