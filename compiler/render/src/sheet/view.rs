//! What is where on the sheets, for programs that show them before they are printed.

use super::draw::sides_of;
use super::page::{Face, Turn};
use super::{Piece, SheetError, SheetOptions, plan};

/// One side of a sheet as it will be printed. Lengths are millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetSide {
    /// Width of the paper as it lies.
    pub width: f32,
    /// Height of the paper as it lies.
    pub height: f32,
    /// What is on it.
    pub pieces: Vec<SheetPiece>,
}

/// A piece on a sheet: the outline along which it is cut.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetPiece {
    /// Identifier of the card.
    pub card: String,
    /// True for its back.
    pub is_back: bool,
    /// True if it is upside down.
    pub is_turned: bool,
    /// From the left edge of the paper.
    pub x: f32,
    /// From the top edge of the paper.
    pub y: f32,
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
}

/// The sides of all sheets, in the order of the document.
pub(crate) fn sides(
    pieces: &[Piece<'_>],
    options: &SheetOptions,
) -> Result<Vec<SheetSide>, SheetError> {
    let mut sides = Vec::new();
    for page in plan(pieces, options)? {
        for is_back in sides_of(&page, options) {
            let shown = page.shown(*is_back).map(|placed| {
                let piece = &pieces[placed.piece];
                SheetPiece {
                    card: piece.id.to_owned(),
                    is_back: placed.face == Face::Back,
                    is_turned: placed.place.turn == Turn::Half,
                    x: placed.place.x,
                    y: placed.place.y,
                    width: piece.size.width,
                    height: piece.size.height,
                }
            });
            sides.push(SheetSide {
                width: page.width,
                height: page.height,
                pieces: shown.collect(),
            });
        }
    }
    Ok(sides)
}
