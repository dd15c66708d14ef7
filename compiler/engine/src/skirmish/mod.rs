//! What games with models on a map share: models that block, see, reach and are moved; lines of
//! cards such as `attack 2 "Fire Wave": wave 1, fire`; rolls of stars, hearts and potions; and the
//! points that a model spends in its activation.
//!
//! Nothing here knows a game. A game keeps its own figures and implements [`Piece`] for them;
//! the functions of [`field`] take a [`Terrain`] and a slice of pieces, so that a state stays a
//! plain list that is cheap to copy.
//!
//! | question | answer |
//! |---|---|
//! | what does a line of a card do | [`Profile`], read by [`line::profile`] |
//! | who is where | [`field::cover`], [`field::occupied`], [`field::standing_in`] |
//! | where can a model go | [`field::find_reach`], [`field::shifts`], [`field::room`] |
//! | whom does it reach and see | [`field::distance`], [`field::sees`] |
//! | what did a roll show | [`Symbols::count`] |
//! | what has it left to spend | [`Spent`] |

pub mod economy;
pub mod encounters;
pub mod field;
pub mod line;
pub mod maps;
pub mod rolls;
pub mod tiles;

pub use economy::Spent;
pub use field::{Piece, Terrain};
pub use line::{Profile, Says, Whom};
pub use rolls::{Shown, Symbols};
