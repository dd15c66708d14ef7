//! Positions and options in words for people.

use super::actions::*;
use super::content::Deckbox;
use super::name_of;
use super::plan::NOWHERE;
use super::state::{FIRST_ENEMY, SHOP, State, Task, bag, enemy_figure, is_enemy};
use super::tile::side_name;
use super::vocabulary::Stat;
use cardwright_engine::board::{Point, Square};
use cardwright_engine::core::{Look, Thing, action};
use cardwright_engine::game::Choice;

/// An option in words.
pub(super) fn label(look: Look<'_, Deckbox>, choice: Choice) -> String {
    let state = look.state;
    let card = || name_of(look, Thing::card(choice.card));
    let figure = |figure: u16| with_health(look, figure);
    let hero = |hero: u16| name_of(look, Thing::figure(hero));
    match choice.action {
        ACTIVATE => format!("{} acts", hero(choice.card)),
        MOVE => {
            let at = state.plan.grid.at(Square(choice.card));
            let ground = ground(state, choice.card);
            let is_new = super::story::way_out(look, state.active, choice.card).is_some();
            let explores = if is_new { ", and explore" } else { "" };
            let cost = choice.extra;
            format!("Move to {}{ground}{explores} ({cost} movement)", at.name())
        }
        MELEE => format!("Attack {}", figure(choice.card)),
        SHOOT => format!("Shoot at {}", figure(choice.card)),
        THROW => format!("Throw {} at {}", card(), figure(choice.extra)),
        AIM => format!("Aim the next die at {}", figure(choice.card)),
        EXPLORE => {
            let way = state.plan.ways.get(usize::from(choice.card));
            format!("Explore what is {}", way.map_or("there", |way| side_name(way.side)))
        }
        ACTION => {
            let quest = look.rules.quests.get(usize::from(state.quest));
            let room = quest.and_then(|quest| quest.rooms.get(usize::from(choice.extra)));
            let action = room.and_then(|room| room.actions.get(usize::from(choice.card)));
            action.map_or_else(|| "Act".to_owned(), |action| action.label.clone())
        }
        ABILITY => {
            let user = state.heroes.get(usize::from(choice.extra));
            let powers = user.map(|hero| &look.rules.facts(hero.ability).powers);
            let power = powers.and_then(|powers| powers.get(usize::from(choice.card)));
            let power = power.map_or(String::new(), |p| format!("{} ({} energy)", p.name, p.cost));
            format!("{} uses {power}", hero(choice.extra))
        }
        USE_ITEM => {
            let bearer = state.bearer_of(choice.card).unwrap_or(0);
            format!("{} uses {}", hero(u16::from(bearer)), card())
        }
        BUY => {
            let cost = look.rules.facts(state.def_of(choice.card)).cost;
            format!("{} buys {} for {cost}", hero(choice.extra), card())
        }
        GIVE => {
            let giver = state.bearer_of(choice.card).unwrap_or(0);
            format!("{} gives {} to {}", hero(u16::from(giver)), card(), hero(choice.extra))
        }
        GIVE_TREASURE => {
            format!("{} gives 1 treasure to {}", hero(choice.extra), hero(choice.card))
        }
        NEXT => format!("{} acts next", figure(choice.card)),
        GO => {
            let at = state.plan.grid.at(Square(choice.card));
            format!("It goes to column {}, row {}", at.x, at.y)
        }
        TARGET => format!("It attacks {}", figure(choice.card)),
        END => match state.flow.top() {
            Some(Task::Act) => "End the activation".to_owned(),
            _ => "Done".to_owned(),
        },
        GO_ON => "Go on".to_owned(),
        own => action::name(own, ACTIONS).to_owned(),
    }
}

/// A figure with its health and place, to tell two of the same name apart.
fn with_health(look: Look<'_, Deckbox>, figure: u16) -> String {
    let state = look.state;
    let health = match figure.checked_sub(FIRST_ENEMY) {
        Some(enemy) => state.enemies.get(usize::from(enemy)).map_or(0, |enemy| enemy.health),
        None => state.heroes.get(usize::from(figure)).map_or(0, |hero| hero.health),
    };
    let name = name_of(look, Thing::figure(figure));
    match state.square_of(figure) {
        NOWHERE => name,
        square => {
            let at = state.plan.grid.at(Square(square));
            format!("{name} ({health} health, on {})", at.name())
        }
    }
}

/// What a space is, if it is more than floor.
fn ground(state: &State, square: u16) -> String {
    let names = state.plan.names.get(usize::from(square)).map_or(&[][..], Vec::as_slice);
    let called = |name: &String| match name.as_str() {
        "floor" | "arrow" => None,
        "half" => Some("doorway".to_owned()),
        "poi" => Some("point of interest".to_owned()),
        other => Some(other.to_owned()),
    };
    let names: Vec<String> = names.iter().filter_map(called).collect();
    if names.is_empty() { String::new() } else { format!(", {}", names.join(" and ")) }
}

/// The position in words: the goal, heroes, enemies, shop, and the map.
pub(super) fn describe(deckbox: &Deckbox, state: &State, seat: u8) -> String {
    let look = Look::new(deckbox, state);
    let names = |cards: &[u16]| {
        let names: Vec<String> =
            cards.iter().map(|card| name_of(look, Thing::card(*card))).collect();
        names.join(", ")
    };
    let quest = deckbox.quests.get(usize::from(state.quest));
    let limit = quest.and_then(|quest| quest.rounds);
    let limit = limit.map_or(String::new(), |limit| format!(" of {limit}"));
    let mut lines = vec![format!("Round {}{limit}", state.round)];
    lines.extend(quest.filter(|quest| !quest.goal.is_empty()).map(|q| format!("Goal: {}", q.goal)));
    for (place, hero) in state.heroes.iter().enumerate() {
        let mine = match () {
            () if usize::from(state.active) == place => ">",
            () if hero.seat == seat => "*",
            () => " ",
        };
        let actions = if hero.actions == 1 { "action" } else { "actions" };
        let letter = hero_letter(place);
        let cards = [hero.equipment, hero.ability];
        let cards = cards.map(|def| look.code.defs.get(usize::from(def)).map_or("", |d| &d.name));
        let name = name_of(look, Thing::figure(place as u16));
        if hero.square == NOWHERE {
            lines.push(format!("{mine} {letter} {name} is down"));
            continue;
        }
        let carried = state.zones.cards(bag(place as u8));
        let carries = match carried {
            [] => String::new(),
            items => format!("; carries {}", names(items)),
        };
        lines.push(format!(
            "{mine} {letter} {name} ({}): {}/{} health, {} energy, {} treasure, \
             {} {actions} left{carries}",
            cards.join(", "),
            hero.health,
            look.stat(Stat::MaxHealth, Thing::figure(place as u16)),
            hero.energy,
            hero.treasure,
            hero.actions,
        ));
    }
    for enemy in state.foes() {
        let stunned = if state.enemies[usize::from(enemy)].is_stunned { ", stunned" } else { "" };
        lines.push(format!(
            "  {} {}{stunned}",
            enemy_letter(usize::from(enemy)),
            with_health(look, enemy_figure(enemy))
        ));
    }
    let priced = |card: &u16| {
        let cost = deckbox.facts(state.def_of(*card)).cost;
        format!("{} for {cost}", name_of(look, Thing::card(*card)))
    };
    let shop: Vec<String> = state.zones.cards(SHOP).iter().map(priced).collect();
    lines.push(format!("Shop: {}", shop.join(", ")));
    lines.push(map(state));
    lines.push("~ water  o pit  * point of interest  + doorway  E entrance  X exit".to_owned());
    lines.join("\n")
}

fn hero_letter(place: usize) -> char {
    (b'A' + (place % 26) as u8) as char
}

fn enemy_letter(place: usize) -> char {
    (b'a' + (place % 26) as u8) as char
}

/// Stands for an unrevealed space while the map is drawn.
const HIDDEN: char = '?';

/// The map with heroes as capital and enemies as small letters. Unrevealed rooms are left out.
fn map(state: &State) -> String {
    let drawn = state.plan.grid.draw(|square| {
        if !state.is_open(square.0) {
            return Some(HIDDEN);
        }
        if let Some(figure) = state.occupant(square.0) {
            return Some(match is_enemy(figure) {
                true => enemy_letter(usize::from(figure - FIRST_ENEMY)),
                false => hero_letter(usize::from(figure)),
            });
        }
        let names = state.plan.names.get(usize::from(square.0))?;
        let is = |wanted: &str| names.iter().any(|name| name == wanted);
        match () {
            () if is("water") => Some('~'),
            () if is("pit") => Some('o'),
            () if is("exit") => Some('X'),
            () if is("entrance") => Some('E'),
            () if is("poi") => Some('*'),
            () if is("half") || is("arrow") => Some('+'),
            () => None,
        }
    });
    // Walls of unrevealed rooms are left out, or they would show what comes.
    let rows: Vec<Vec<char>> = drawn.lines().map(|row| row.chars().collect()).collect();
    let at = |x: usize, y: usize| rows.get(y).and_then(|row| row.get(x)).copied();
    let is_seen = |x: usize, y: usize| {
        let (columns, lines) = (x.saturating_sub(1)..=x + 1, y.saturating_sub(1)..=y + 1);
        let mut around = lines.flat_map(|line| columns.clone().map(move |column| (column, line)));
        around.any(|(x, y)| at(x, y).is_some_and(|mark| !matches!(mark, '#' | ' ' | HIDDEN)))
    };
    let shown = |(y, row): (usize, &Vec<char>)| {
        let marks = row.iter().enumerate().map(|(x, mark)| match mark {
            '#' if is_seen(x, y) => '#',
            '#' | &HIDDEN => ' ',
            other => *other,
        });
        marks.collect::<String>().trim_end().to_owned()
    };
    let lines: Vec<String> = rows.iter().enumerate().map(shown).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    let width = lines.iter().map(String::len).max().unwrap_or(0);
    let left = lines.iter().filter_map(|line| line.find(|mark| mark != ' ')).min().unwrap_or(0);
    // Options name spaces by column and row, so the map shows both at its edge: a second letter
    // stands below the first.
    let letter = |x: usize, nth: usize| {
        let column = Point::column(i16::try_from(x).unwrap_or(i16::MAX));
        column.chars().nth(nth).unwrap_or(' ')
    };
    let rim = |nth: usize| (left..width).map(|x| letter(x, nth)).collect::<String>();
    let mut shown: Vec<String> = [0, 1].map(|nth| format!("    {}", rim(nth).trim_end())).to_vec();
    for (y, line) in lines.iter().enumerate().take(last).skip(first.min(last)) {
        shown.push(format!("{:>3} {}", y + 1, line.get(left..).unwrap_or_default()));
    }
    shown.retain(|line| !line.trim().is_empty());
    shown.join("\n")
}
