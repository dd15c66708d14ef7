//! Positions and options in words for people.

use super::actions::*;
use super::content::Bag;
use super::state::{Fate, STACK, State, den, floor, inventory, trophies};
use super::{actions, fight, name_of};
use crate::core::{Look, Thing};
use crate::game::{Answer, Choice};

const SIDES: [&str; 4] = ["north", "east", "south", "west"];

/// An option in words.
pub(super) fn label(look: Look<'_, Bag>, choice: Choice) -> String {
    let card = || name_of(look, Thing::card(choice.card));
    let other = || name_of(look, Thing::card(choice.extra));
    let figure = |place: u16| name_of(look, Thing::figure(place));
    let side = SIDES[usize::from(choice.card & 3)];
    match choice.action {
        LAY => "Lay a tile".to_owned(),
        PLACE => match choice.extra {
            0 => format!("Lay it {side}"),
            quarters => format!("Lay it {side}, turned {} degrees", quarters * 90),
        },
        MOVE => format!("Go {side}"),
        FIGHT_ON => "Fight".to_owned(),
        ESCAPE => format!("Escape {side}"),
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
        PAY_KILL => format!("Give a kill and escape {side}"),
        PAY_HEALTH => format!("Take 4 damage and escape {side}"),
        TAKE => format!("Take {}", card()),
        DROP => format!("Drop {}", card()),
        GIVE => format!("Give {} to {}", card(), figure(choice.extra)),
        TRADE => format!("Offer {} for {}", card(), other()),
        SELL_KILLS => "Give 3 kills for an item".to_owned(),
        SELL_ITEMS => format!("Give {} and {} for an item", card(), other()),
        RETURN => format!("Put {} back", card()),
        BATHE => "Use the Healing Pool".to_owned(),
        CHARGE => format!("It comes {side}"),
        LEAVE => "Leave the dungeon".to_owned(),
        END => "Done".to_owned(),
        own => actions::name(own).to_owned(),
    }
}

/// What a word without arguments says.
pub(super) fn query(_: &Bag, state: &State, name: &str) -> Option<Answer> {
    match name {
        "stack-size" => Some(Answer::Number(state.zones.cards(STACK).len() as i64)),
        "bag-size" => Some(Answer::Number(state.zones.cards(super::state::BAG).len() as i64)),
        "turn" => Some(Answer::Number(i64::from(state.turn))),
        "ring-in-play" => Some(Answer::Truth(state.is_ring_in_play)),
        "over" => Some(Answer::Truth(state.flow.outcome.is_some())),
        _ => None,
    }
}

/// The position in words: who is where with what, and the dungeon as a map.
pub(super) fn describe(bag: &Bag, state: &State, seat: u8) -> String {
    let look = Look::new(bag, state);
    let names = |cards: &[u16]| {
        let names: Vec<String> =
            cards.iter().map(|card| name_of(look, Thing::card(*card))).collect();
        names.join(", ")
    };
    let mut lines = vec![format!("{} tiles left", state.zones.cards(STACK).len())];
    for (place, one) in state.adventurers.iter().enumerate() {
        let place = place as u8;
        let tile = Thing::new(Thing::TILE, u16::from(one.tile));
        let at = match one.fate {
            Fate::Inside => format!("on {}", name_of(look, tile)),
            Fate::Bearer | Fate::Escaped => "safe".to_owned(),
            Fate::Out => "out".to_owned(),
        };
        let mine = if one.seat == seat { "*" } else { " " };
        lines.push(format!(
            "{mine} {} {at}: health {}, AP {}, lives {}, kills {}; {}",
            name_of(look, fight::figure(place)),
            one.health,
            one.ap,
            one.lives,
            state.zones.cards(trophies(place)).len(),
            names(state.zones.cards(inventory(place))),
        ));
    }
    for tile in 0..state.tiles.len() as u8 {
        let (monsters, items) = (state.zones.cards(den(tile)), state.zones.cards(floor(tile)));
        if !monsters.is_empty() || !items.is_empty() {
            let name = name_of(look, Thing::new(Thing::TILE, u16::from(tile)));
            lines.push(format!("  {name}: {} {}", names(monsters), names(items)));
        }
    }
    lines.push(map(state));
    lines.join("\n")
}

/// The dungeon as a map: `o` an Adventurer, `?` an unrevealed monster, `!` a monster.
fn map(state: &State) -> String {
    let range = |read: &dyn Fn(&super::state::Laid) -> i8| {
        let all = state.tiles.iter().map(read);
        (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
    };
    let ((west, east), (north, south)) = (range(&|laid| laid.x), range(&|laid| laid.y));
    let mut rows = Vec::new();
    for y in north..=south {
        let (mut upper, mut middle) = (String::new(), String::new());
        for x in west..=east {
            let Some(tile) = state.tile_at((x, y)) else {
                upper.push_str("    ");
                middle.push_str("    ");
                continue;
            };
            let open = state.laid(tile).open;
            let mark = match () {
                () if state.on_tile(tile).next().is_some() => 'o',
                () if !state.zones.cards(den(tile)).is_empty() => '!',
                () if state.laid(tile).token => '?',
                () => '.',
            };
            upper.push_str(if open & 1 == 1 { "  | " } else { "    " });
            middle.push(' ');
            middle.push(if open & 8 == 8 { '-' } else { ' ' });
            middle.push(mark);
            middle.push(if open & 2 == 2 { '-' } else { ' ' });
        }
        rows.push(upper.trim_end().to_owned());
        rows.push(middle.trim_end().to_owned());
    }
    rows.join("\n")
}
