//! The numbers of the options that players choose among, and their names.

use cardwright_engine::core::action;

/// Names of the actions, in the order of their numbers.
const NAMES: [&str; 16] = [
    "activate",
    "move",
    "melee",
    "shoot",
    "throw",
    "aim",
    "explore",
    "act",
    "ability",
    "use",
    "buy",
    "give",
    "give-treasure",
    "end",
    "go-on",
    "pass-round",
];

/// `card` is the hero.
pub(super) const ACTIVATE: u8 = action::FIRST_OWN;
/// `card` is the space, `extra` what the way costs.
pub(super) const MOVE: u8 = ACTIVATE + 1;
/// `card` is the figure attacked.
pub(super) const MELEE: u8 = ACTIVATE + 2;
/// `card` is the figure attacked.
pub(super) const SHOOT: u8 = ACTIVATE + 3;
/// `card` is the item, `extra` the figure attacked.
pub(super) const THROW: u8 = ACTIVATE + 4;
/// `card` is the figure at which the next die is aimed.
pub(super) const AIM: u8 = ACTIVATE + 5;
/// `card` is the place of the exit.
pub(super) const EXPLORE: u8 = ACTIVATE + 6;
/// `card` is the place of the action in its room, `extra` the room.
pub(super) const ACTION: u8 = ACTIVATE + 7;
/// `card` is the place of the power on its card, `extra` the hero.
pub(super) const ABILITY: u8 = ACTIVATE + 8;
/// `card` is the item.
pub(super) const USE_ITEM: u8 = ACTIVATE + 9;
/// `card` is the item, `extra` the hero.
pub(super) const BUY: u8 = ACTIVATE + 10;
/// `card` is the item, `extra` the hero who gets it.
pub(super) const GIVE: u8 = ACTIVATE + 11;
/// `card` is the hero who gets it.
pub(super) const GIVE_TREASURE: u8 = ACTIVATE + 12;
pub(super) const END: u8 = ACTIVATE + 13;
pub(super) const GO_ON: u8 = ACTIVATE + 14;

/// The name of an action.
pub(super) fn name(action: u8) -> &'static str {
    match action.checked_sub(ACTIVATE) {
        Some(own) => NAMES.get(usize::from(own)).copied().unwrap_or(""),
        None => action::name(action),
    }
}
