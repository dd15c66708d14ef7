//! Options and questions in words for people.

use super::actions::*;
use super::content::Explore;
use super::dungeon::Laid;
use super::picture::square;
use super::state::{Figure, Task, each};
use super::stats::WILL;
use super::vocabulary::Stat;
use super::{encounters, loot, moves, name_of, round};
use cardwright_engine::board::Square;
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::{Look, Thing, action};
use cardwright_engine::game::Choice;

const SIDES: [&str; 4] = ["north", "east", "south", "west"];

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
    // The usual cost of one action is not shown.
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
        MOVE => {
            let far = match choice.extra {
                1 => "a step".to_owned(),
                squares => format!("{squares} squares"),
            };
            let crossed = state.active.map_or_else(Vec::new, |active| {
                moves::crossed(look, active, Square(choice.card), choice.extra)
            });
            let over = match crossed.is_empty() {
                true => String::new(),
                false => format!(", over {}", crossed.join(" and ").replace('-', " ")),
            };
            format!("Move to {}, {far}{over}", at())
        }
        ATTACK | SHOOT if choice.extra == NONE => {
            let how = if choice.action == SHOOT { " from afar" } else { "" };
            format!("Attack {}{how}{}", figure(choice.card), odds(look, choice))
        }
        ATTACK | SHOOT | BURST | USE_ON => {
            let how = match choice.action {
                ATTACK => " in melee",
                SHOOT => " from afar",
                BURST if choice.card & PLAIN != 0 => " in melee, with ATT",
                _ => "",
            };
            let aim = if choice.action == BURST { " around" } else { ":" };
            let (line, price) = (line(choice.extra), price(choice.extra));
            let odds = odds(look, choice);
            format!("{line}{aim} {}{how}{price}{odds}", figure(choice.card & !PLAIN))
        }
        AIM => {
            let side = SIDES[usize::from(choice.card & 3)];
            let how = if choice.card & PLAIN == 0 { "" } else { " with ATT" };
            format!("{} {side}wards{how}{}", line(choice.extra), price(choice.extra))
        }
        UNLEASH => {
            let how = if choice.card == PLAIN { " with ATT" } else { "" };
            format!("{}{how}{}", line(choice.extra), price(choice.extra))
        }
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
            let comes =
                |one: &&Figure| one.def == choice.card && look.rules.is_spawnable(state, one);
            let left = state.figures.iter().filter(comes).count();
            let skull = counted(skull, "skull");
            format!("Spawn {} ({skull}; {left} left)", printed(choice.card))
        }
        SPAWN_FROM => format!("Spawn from {}", figure(choice.card)),
        DRAW => if choice.extra == 0 { "Draw loot" } else { "Draw a treasure" }.to_owned(),
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
        ROLL_WITH => {
            let dice = Explore::dice(look, choice.card, WILL);
            format!("Roll with {} ({})", figure(choice.card), look.code.dice.written(&dice))
        }
        GO_FIRST => "Go first".to_owned(),
        GO_SECOND => "Go second".to_owned(),
        EQUIP => {
            let old: Vec<String> = loot::replaced(look, choice.card, choice.extra)
                .map(|old| name_of(look, Thing::card(old)))
                .collect();
            let old = match old.is_empty() {
                true => String::new(),
                false => format!(" instead of {}", old.join(", ")),
            };
            format!("{} for {}{old}", card(), figure(choice.extra))
        }
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
        own => action::name(own, ACTIONS).to_owned(),
    }
}

/// What is put on the square that is chosen.
fn placed(look: Look<'_, Explore>) -> Option<String> {
    let figure = match look.state.flow.top()? {
        Task::PlacePoint { figure }
        | Task::PlaceHero { figure }
        | Task::Return { figure }
        | Task::Arrive { figure, .. }
        | Task::Move { figure, .. }
        | Task::Reshape { figure, .. }
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

/// What the decision is about, if its options do not say it.
pub(super) fn occasion(look: Look<'_, Explore>) -> Option<String> {
    let state = look.state;
    let name = |figure: u16| name_of(look, Thing::figure(figure));
    Some(match state.flow.top()? {
        Task::Spawn { point } => {
            let left = counted(state.spawn_left.max(0), "skull");
            format!("{} spawns: {left} left", name(*point))
        }
        Task::ConsulTurn if !round::heroes_wait(state) => {
            "The Heroes are done: all monsters that are left are activated".to_owned()
        }
        Task::ConsulTurn => {
            let budget = look.stat(Stat::TurnBudget, Thing::NONE);
            format!("The Consul's turn: {} of {budget} skulls activated", state.turn_spent)
        }
        Task::Window { .. } => {
            let Some(attack) = state.attack.as_ref() else {
                return state.active.map(|active| format!("{} is active", name(active)));
            };
            let stars = |roll| look.rules.symbols.count(roll, &look.code.dice).stars;
            let targets: Vec<String> = each(attack.targets).map(name).collect();
            let targets = targets.join(", ");
            let text = match attack.is_attack {
                true => format!("{} attacks {targets}", name(attack.user)),
                false => {
                    let line = look.rules.lines.get(usize::from(attack.line));
                    let line = line.map(|line| look.code.texts[usize::from(line.name)].as_str());
                    format!("{} uses {} on {targets}", name(attack.user), line.unwrap_or_default())
                }
            };
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

/// The exact chance that an attack on one model hits; empty for other options.
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
    // Tiles may be shifted against each other, so the offset is shown too.
    let aside = if right.abs() > down.abs() { down } else { right };
    let aside = if aside == 0 { String::new() } else { format!(", {} aside", aside.abs()) };
    let name = look.code.defs.get(usize::from(near.tile)).map_or("", |def| def.name.as_str());
    format!("To the {side} of {name}{aside}")
}
