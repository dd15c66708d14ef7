//! What players do at decisions, as numbers in a [`Choice`](crate::game::Choice): the core's own
//! actions, and those of a game behind them.

/// Picks a thing: `card` is its number, `extra` its class.
pub const PICK: u8 = 0;
/// Ends picking.
pub const DONE: u8 = 1;
/// Takes the labelled option `extra`.
pub const OPTION: u8 = 2;
/// The reaction `extra` goes first.
pub const ORDER: u8 = 3;
/// Uses the offer `extra`; `card` is the number of the thing that offers it.
pub const USE: u8 = 4;
/// Names the number `extra`.
pub const NUMBER: u8 = 5;
/// The first action that a game may use for its own.
pub const FIRST_OWN: u8 = 8;

/// The words for the core's own actions.
pub(crate) const CORE: &[&str] = &["pick", "done", "option", "order", "use", "number"];

/// The word for an action: one of the core's, or one of the game's, whose words are given.
pub fn name(action: u8, own: &[&'static str]) -> &'static str {
    let (words, place) = match action.checked_sub(FIRST_OWN) {
        Some(place) => (own, place),
        None => (CORE, action),
    };
    words.get(usize::from(place)).copied().unwrap_or("")
}

/// Numbers the actions of a game, in the order written, and lists their words as `ACTIONS` for
/// [`Playable::ACTIONS`](crate::core::Playable::ACTIONS).
///
/// ```
/// use cardwright_engine::core::{action, actions};
///
/// actions! {
///     /// `card` is the space.
///     MOVE = "move",
///     END = "end",
/// }
/// assert_eq!(MOVE, action::FIRST_OWN);
/// assert_eq!(action::name(END, ACTIONS), "end");
/// assert_eq!(action::name(action::PICK, ACTIONS), "pick");
/// ```
#[macro_export]
macro_rules! actions {
    ($($(#[$meta:meta])* $name:ident = $word:literal,)*) => {
        #[allow(
            non_camel_case_types,
            clippy::upper_case_acronyms,
            reason = "the places of the constants below"
        )]
        #[derive(Clone, Copy)]
        enum Own { $($name,)* }
        $(
            $(#[$meta])*
            pub(crate) const $name: u8 = $crate::core::action::FIRST_OWN + Own::$name as u8;
        )*
        /// The words for the actions, in the order of their numbers.
        pub(crate) const ACTIONS: &[&str] = &[$($word,)*];
    };
}

pub use crate::actions;
