//! The numbers of the options that players choose among, and their names.

use cardwright_engine::core::action;

/// Names of the actions, in the order of their numbers.
const NAMES: [&str; 26] = [
    "lay",
    "place",
    "move",
    "fight-on",
    "escape",
    "break-through",
    "tag",
    "accept",
    "refuse",
    "use",
    "shoot",
    "shoot-token",
    "attack",
    "pay-kill",
    "pay-health",
    "take",
    "drop",
    "give",
    "trade",
    "sell-kills",
    "sell-items",
    "return",
    "bathe",
    "charge",
    "leave",
    "end",
];

pub(super) const LAY: u8 = action::FIRST_OWN;
pub(super) const PLACE: u8 = LAY + 1;
pub(super) const MOVE: u8 = LAY + 2;
pub(super) const FIGHT_ON: u8 = LAY + 3;
pub(super) const ESCAPE: u8 = LAY + 4;
pub(super) const BREAK_THROUGH: u8 = LAY + 5;
pub(super) const TAG: u8 = LAY + 6;
pub(super) const ACCEPT: u8 = LAY + 7;
pub(super) const REFUSE: u8 = LAY + 8;
pub(super) const USE_ITEM: u8 = LAY + 9;
pub(super) const SHOOT: u8 = LAY + 10;
pub(super) const SHOOT_TOKEN: u8 = LAY + 11;
pub(super) const ATTACK: u8 = LAY + 12;
pub(super) const PAY_KILL: u8 = LAY + 13;
pub(super) const PAY_HEALTH: u8 = LAY + 14;
pub(super) const TAKE: u8 = LAY + 15;
pub(super) const DROP: u8 = LAY + 16;
pub(super) const GIVE: u8 = LAY + 17;
pub(super) const TRADE: u8 = LAY + 18;
pub(super) const SELL_KILLS: u8 = LAY + 19;
pub(super) const SELL_ITEMS: u8 = LAY + 20;
pub(super) const RETURN: u8 = LAY + 21;
pub(super) const BATHE: u8 = LAY + 22;
pub(super) const CHARGE: u8 = LAY + 23;
pub(super) const LEAVE: u8 = LAY + 24;
pub(super) const END: u8 = LAY + 25;

/// The bit in a shot's `extra` that marks the target as an Adventurer instead of a monster.
pub(super) const RIVAL: u16 = 1 << 15;

/// The name of an action.
pub(super) fn name(action: u8) -> &'static str {
    match action.checked_sub(LAY) {
        Some(own) => NAMES.get(usize::from(own)).copied().unwrap_or(""),
        None => action::name(action),
    }
}
