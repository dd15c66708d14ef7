//! The options that players choose among.

use cardwright_engine::core::actions;

actions! {
    LAY = "lay",
    PLACE = "place",
    MOVE = "move",
    FIGHT_ON = "fight-on",
    ESCAPE = "escape",
    BREAK_THROUGH = "break-through",
    TAG = "tag",
    ACCEPT = "accept",
    REFUSE = "refuse",
    USE_ITEM = "use",
    SHOOT = "shoot",
    SHOOT_TOKEN = "shoot-token",
    ATTACK = "attack",
    PAY_KILL = "pay-kill",
    PAY_HEALTH = "pay-health",
    TAKE = "take",
    DROP = "drop",
    GIVE = "give",
    TRADE = "trade",
    ASK = "ask",
    SHOW = "show",
    HAND_OVER = "hand-over",
    DISCARD = "discard",
    LEAVE_OUT = "leave-out",
    SELL_KILLS = "sell-kills",
    SELL_ITEMS = "sell-items",
    RETURN = "return",
    BATHE = "bathe",
    CHARGE = "charge",
    LEAVE = "leave",
    END = "end",
}

/// The bit in a shot's `extra` that marks the target as an Adventurer instead of a monster.
pub(super) const RIVAL: u16 = 1 << 15;
