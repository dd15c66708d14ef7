//! Whatever is cut out of a sheet: a card, a tile, a token, a standee.

use cardwright_model::print::Shape;

use crate::card::{RenderedCard, Side};
use crate::size::CardSize;

/// A thing to cut out of a sheet, and how often it is printed.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'a> {
    /// Identifier.
    pub id: &'a str,
    /// Its name as printed.
    pub name: &'a str,
    /// Identifier of its kind.
    pub kind: &'a str,
    /// Name of its kind.
    pub kind_name: &'a str,
    /// Its trim, bleed and shape.
    pub size: CardSize,
    /// The front.
    pub front: &'a Side,
    /// The back.
    pub back: Option<&'a Side>,
    /// How many are printed.
    pub copies: u32,
}

impl<'a> Piece<'a> {
    /// A card as a piece, as often as the content says.
    pub fn of(card: &'a RenderedCard) -> Piece<'a> {
        Piece {
            id: &card.id,
            name: &card.name,
            kind: &card.kind,
            kind_name: &card.kind_name,
            size: card.size,
            front: &card.front,
            back: card.back.as_ref().map(|back| &back.side),
            copies: card.copies,
        }
    }

    /// Identifies the look of its sides.
    pub(super) fn digests(&self) -> (u128, Option<u128>) {
        (self.front.digest(), self.back.map(Side::digest))
    }
}

/// Height of the tabs that go into the base of a standee, in millimetres.
pub(super) const TAB: f32 = 10.0;

/// The area that a piece of this size takes on the sheet, without bleed. A standee lies unfolded,
/// with its tabs.
pub(crate) fn footprint(size: &CardSize) -> (f32, f32) {
    match size.shape {
        Shape::Standee => (size.width, 2.0 * (size.height + TAB)),
        _ => (size.width, size.height),
    }
}
