//! The actions that players choose among.

use cardwright_engine::core::action;

macro_rules! actions {
    ($($name:ident = $word:literal,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "places of the constants below")]
        #[derive(Clone, Copy)]
        enum Place { $($name,)* }
        $(pub(super) const $name: u8 = action::FIRST_OWN + Place::$name as u8;)*
        const NAMES: &[&str] = &[$($word,)*];
    };
}

actions! {
    ACTIVATE = "activate",
    MOVE = "move",
    DASH = "dash",
    ATTACK = "attack",
    USE_LINE = "use",
    DRINK = "drink",
    SLURP = "slurp",
    AIM = "aim",
    AIM_SIDE = "aim",
    OPEN = "open",
    DEFEND = "defend",
    REROLL = "reroll",
    KEEP_ROLL = "keep-roll",
    MEND = "mend",
    CLEANSE = "cleanse",
    FILL = "fill",
    TAKE_WRATH = "take-wrath",
    SHIFT = "shift",
    PLACE = "place",
    NEXT = "next",
    JUMP = "next",
    CHOOSE_LOOT = "choose-loot",
    EQUIP = "equip",
    TRADE = "trade",
    DISCARD = "discard",
    REVIVE = "revive",
    SHAPESHIFT = "shapeshift",
    PASS = "pass",
    PASS_TURN = "pass-turn",
    END = "end",
    LAY = "lay",
}

/// The word for an action.
pub(super) fn name(choice: u8) -> &'static str {
    match choice.checked_sub(action::FIRST_OWN) {
        Some(place) => NAMES.get(usize::from(place)).copied().unwrap_or(""),
        None if choice == action::USE => "offer",
        None => action::name(choice),
    }
}
