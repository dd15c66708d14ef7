//! Turns the model and templates into SVG, PNG and print sheets.
//!
//! [`Templates`] holds a folder of minijinja SVG templates with their theme, icons and fonts; a
//! [`Renderer`] runs them over the cards of a package. The result is SVG in millimetres, from
//! which PNG files and PDF sheets are made. Everything is a pure function of its
//! arguments: the same cards and templates give the same bytes on every machine.

mod arguments;
mod art;
pub mod booklet;
mod card;
mod colour;
mod components;
mod context;
mod die;
mod edition;
pub mod fence;
// Tests of themes and presets read the shipped ones.
#[cfg(test)]
#[path = "../../cli/src/disk.rs"]
mod disk;
mod folder;
mod fonts;
mod functions;
mod galley;
mod icons;
mod layout;
mod letters;
mod looks;
mod low_ink;
mod memory;
mod methods;
mod number;
pub mod pdf;
mod picture;
mod png;
pub mod preflight;
pub mod printer;
pub mod problem;
mod renderer;
mod rulebook;
mod safety;
mod scope;
pub mod sheet;
mod size;
mod sizes;
mod skin;
mod svg;
mod template;
mod textbox;
mod theme;
mod toll;
mod trace;
mod tuck;
mod vector;

pub use card::{RenderedCard, Side};
pub use components::{Component, components};
pub use edition::{
    Booklets, Drawn, Edition, MadeOf, PAGE, Parcel, ProfileFile, Progress, Shelf, ShelfError,
    TextForm, UNFINISHED, Wish, is_finished,
};
pub use folder::Templates;
pub use looks::{LookNames, icon_names, look_names, looks, missing_icons, missing_text_icons};
pub use memory::Memory;
pub use pdf::About;
pub use png::Extent;
pub use problem::Problem;
pub use renderer::{Options, Renderer};
pub use sheet::{Backs, Copies, Paper, Piece, SheetOptions, SheetPiece, SheetSide, sheets};
pub use size::CardSize;
pub use trace::{Hit, Origin};
