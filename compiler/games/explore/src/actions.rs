//! The options that players choose among.

use cardwright_engine::core::actions;

actions! {
    ACTIVATE = "activate",
    RUN = "run",
    PASS_TURN = "pass-turn",
    MOVE = "move",
    ATTACK = "attack",
    SHOOT = "shoot",
    BURST = "burst",
    AIM = "aim",
    UNLEASH = "unleash",
    USE_ON = "use-on",
    OPEN_CHEST = "open-chest",
    SHAPESHIFT = "shapeshift",
    DRINK = "drink",
    END = "end",
    SPAWN = "spawn",
    SPAWN_FROM = "spawn-from",
    SPEND_SKULL = "spend-skull",
    CLEAR_STATUS = "clear-status",
    PLACE = "place",
    ROLL_WITH = "roll-with",
    GO_FIRST = "go-first",
    GO_SECOND = "go-second",
    DRAW = "draw",
    EQUIP = "equip",
    HOLD = "hold",
    SACRIFICE = "sacrifice",
    HEAL_WOUND = "heal-wound",
    TAKE_POTION = "take-potion",
    TAKE_LOOT = "take-loot",
    SHIFT_TO = "shift-to",
    LAY_TILE = "lay-tile",
    LAY_AT = "lay-at",
}

/// A bit of the card of an area attack that is made without the model's own distance effect, and
/// so with ATT. Figures and sides are smaller numbers.
pub(super) const PLAIN: u16 = 0x80;

/// Packs two numbers into one: a figure and a status, or a drinker and an owner.
pub(super) fn pair(first: u16, second: u16) -> u16 {
    first | second << 8
}

/// The two numbers that [`pair`] packed.
pub(super) fn unpair(both: u16) -> (u16, u16) {
    (both & 0xFF, both >> 8)
}
