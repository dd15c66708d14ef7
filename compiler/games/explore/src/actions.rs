//! The numbers of the options that players choose among, and their names.

use cardwright_engine::core::action;

/// Names of the actions, in the order of their numbers.
const NAMES: [&str; 30] = [
    "activate",
    "run",
    "pass-turn",
    "move",
    "attack",
    "shoot",
    "burst",
    "aim",
    "unleash",
    "use-on",
    "open-chest",
    "shapeshift",
    "drink",
    "end",
    "spawn",
    "spend-skull",
    "clear-status",
    "place",
    "roll-with",
    "go-first",
    "go-second",
    "equip",
    "hold",
    "sacrifice",
    "heal-wound",
    "take-potion",
    "take-loot",
    "shift-to",
    "lay-tile",
    "lay-at",
];

pub(super) const ACTIVATE: u8 = action::FIRST_OWN;
pub(super) const RUN: u8 = action::FIRST_OWN + 1;
pub(super) const PASS_TURN: u8 = action::FIRST_OWN + 2;
pub(super) const MOVE: u8 = action::FIRST_OWN + 3;
pub(super) const ATTACK: u8 = action::FIRST_OWN + 4;
pub(super) const SHOOT: u8 = action::FIRST_OWN + 5;
pub(super) const BURST: u8 = action::FIRST_OWN + 6;
pub(super) const AIM: u8 = action::FIRST_OWN + 7;
pub(super) const UNLEASH: u8 = action::FIRST_OWN + 8;
pub(super) const USE_ON: u8 = action::FIRST_OWN + 9;
pub(super) const OPEN_CHEST: u8 = action::FIRST_OWN + 10;
pub(super) const SHAPESHIFT: u8 = action::FIRST_OWN + 11;
pub(super) const DRINK: u8 = action::FIRST_OWN + 12;
pub(super) const END: u8 = action::FIRST_OWN + 13;
pub(super) const SPAWN: u8 = action::FIRST_OWN + 14;
pub(super) const SPEND_SKULL: u8 = action::FIRST_OWN + 15;
pub(super) const CLEAR_STATUS: u8 = action::FIRST_OWN + 16;
pub(super) const PLACE: u8 = action::FIRST_OWN + 17;
pub(super) const ROLL_WITH: u8 = action::FIRST_OWN + 18;
pub(super) const GO_FIRST: u8 = action::FIRST_OWN + 19;
pub(super) const GO_SECOND: u8 = action::FIRST_OWN + 20;
pub(super) const EQUIP: u8 = action::FIRST_OWN + 21;
pub(super) const HOLD: u8 = action::FIRST_OWN + 22;
pub(super) const SACRIFICE: u8 = action::FIRST_OWN + 23;
pub(super) const HEAL_WOUND: u8 = action::FIRST_OWN + 24;
pub(super) const TAKE_POTION: u8 = action::FIRST_OWN + 25;
pub(super) const TAKE_LOOT: u8 = action::FIRST_OWN + 26;
pub(super) const SHIFT_TO: u8 = action::FIRST_OWN + 27;
pub(super) const LAY_TILE: u8 = action::FIRST_OWN + 28;
pub(super) const LAY_AT: u8 = action::FIRST_OWN + 29;

/// The name of an action.
pub(super) fn name(action: u8) -> &'static str {
    match action.checked_sub(action::FIRST_OWN) {
        Some(own) => NAMES.get(usize::from(own)).copied().unwrap_or(""),
        None => action::name(action),
    }
}

/// Packs two numbers into one: a figure and a status, or a drinker and an owner.
pub(super) fn pair(first: u16, second: u16) -> u16 {
    first | second << 8
}

/// The two numbers that [`pair`] packed.
pub(super) fn unpair(both: u16) -> (u16, u16) {
    (both & 0xFF, both >> 8)
}
