//! The options that players choose among.

use cardwright_engine::core::actions;

actions! {
    /// `card` is the hero.
    ACTIVATE = "activate",
    /// `card` is the space, `extra` what the way costs.
    MOVE = "move",
    /// `card` is the figure attacked.
    MELEE = "melee",
    /// `card` is the figure attacked.
    SHOOT = "shoot",
    /// `card` is the item, `extra` the figure attacked.
    THROW = "throw",
    /// `card` is the figure at which the next die is aimed.
    AIM = "aim",
    /// `card` is the place of the exit.
    EXPLORE = "explore",
    /// `card` is the place of the action in its room, `extra` the room.
    ACTION = "act",
    /// `card` is the place of the power on its card, `extra` the hero.
    ABILITY = "ability",
    /// `card` is the item.
    USE_ITEM = "use",
    /// `card` is the item, `extra` the hero.
    BUY = "buy",
    /// `card` is the item, `extra` the hero who gets it.
    GIVE = "give",
    /// `card` is the hero who gets it, `extra` the hero who gives it.
    GIVE_TREASURE = "give-treasure",
    END = "end",
    GO_ON = "go-on",
    /// `card` is the enemy that acts next, where several are alike.
    NEXT = "next",
    /// `card` is the space to which an enemy goes, where several are as good.
    GO = "go",
    /// `card` is the hero that an enemy attacks, where several are alike.
    TARGET = "target",
}
