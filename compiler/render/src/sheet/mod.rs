//! Print sheets: cards, tiles, tokens and standees on paper, with backs that land behind
//! their fronts.

mod assembly;
mod calibration;
mod draw;
mod imposition;
mod marks;
mod options;
mod outline;
mod page;
mod paper;
mod piece;
mod shared;
mod single;
mod split;
#[cfg(test)]
mod tests;
mod view;

pub use calibration::calibration;
pub use cardwright_model::print::{Backs, Shape};
pub(crate) use imposition::Grid;
pub(crate) use marks::{family, shortened, words};
pub use options::{Copies, Faces, SheetOptions};
pub(crate) use outline::Outline;
pub(crate) use page::{Face, Page, Place, Placed, Turn, Window};
pub use paper::Paper;
pub use piece::Piece;
pub(crate) use piece::footprint;
pub(crate) use single::{PageFormat, side_pages};
pub use single::{PageOrder, card_pages};
pub(crate) use view::sides;
pub use view::{SheetPiece, SheetSide};

use std::hash::Hasher;

use siphasher::sip128::{Hasher128, SipHasher13};

use shared::Rest;

use crate::card::RenderedCard;
use crate::size::CardSize;

/// Why no sheets could be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SheetError {
    /// Not even one square of the piece fits on the paper.
    #[error("`{piece}` of {width} × {height} mm does not fit on {paper}")]
    TooLarge {
        /// Identifier of the piece.
        piece: String,
        /// Width of the piece.
        width: f32,
        /// Height of the piece.
        height: f32,
        /// Name of the paper.
        paper: String,
    },
    /// A drawing or the document itself failed.
    #[error("{0}")]
    Pdf(String),
}

/// The cards as pieces, as often as the options say; cards that are not printed are left out.
pub fn pieces<'a>(cards: &'a [RenderedCard], options: &SheetOptions) -> Vec<Piece<'a>> {
    let pieces = cards.iter().map(|card| {
        let piece = Piece::of(card);
        Piece { copies: options.copies.of(piece.id, piece.copies), ..piece }
    });
    pieces.filter(|piece| piece.copies > 0).collect()
}

/// Plans the sheets: which piece goes where. Pieces keep their order, and pieces of one size are
/// placed together. A piece larger than the paper is split over several sheets. The remaining
/// pieces of several sizes share sheets.
pub fn plan(pieces: &[Piece<'_>], options: &SheetOptions) -> Result<Vec<Page>, SheetError> {
    let mut pages = Vec::new();
    let without_backs;
    let options = if pieces.iter().any(|piece| piece.back.is_some()) {
        options
    } else {
        without_backs = SheetOptions { backs: Backs::None, ..options.clone() };
        &without_backs
    };
    let mut rests = Vec::new();
    for (size, indices) in by_size(pieces) {
        if let Some(grid) = Grid::fit(size, options) {
            let mut chunks = indices.chunks_exact(grid.places.len());
            pages.extend(chunks.by_ref().map(|chunk| grid.page(chunk, pieces, options)));
            if !chunks.remainder().is_empty() {
                rests.push(Rest { grid, indices: chunks.remainder().to_vec() });
            }
            continue;
        }
        for index in indices {
            let piece = &pieces[index];
            let parts = match size.shape {
                Shape::Standee => None,
                _ => split::pages(index, piece, options),
            };
            pages.extend(parts.ok_or_else(|| SheetError::TooLarge {
                piece: piece.id.to_owned(),
                width: size.width,
                height: size.height,
                paper: options.paper.name.clone(),
            })?);
        }
    }
    pages.extend(shared::pages(rests, pieces, options));
    Ok(pages)
}

/// Identifies a print job: equal digests mean equal documents.
pub fn digest(pieces: &[Piece<'_>], options: &SheetOptions) -> u128 {
    let mut hasher = SipHasher13::new();
    hasher.write(format!("{options:?}").as_bytes());
    for piece in pieces {
        let (front, back) = piece.digests();
        let about = (piece.id, piece.name, piece.kind_name, piece.size, piece.copies);
        hasher.write(format!("{about:?} {front} {back:?}").as_bytes());
    }
    hasher.finish128().as_u128()
}

/// Identifies each page, front and back together.
pub fn page_digests(pieces: &[Piece<'_>], pages: &[Page]) -> Vec<u128> {
    let page = |page: &Page| {
        let mut hasher = SipHasher13::new();
        hasher.write(format!("{page:?}").as_bytes());
        for block in page.blocks() {
            for placed in block.fronts.iter().chain(&block.backs) {
                hasher.write(format!("{:?}", pieces[placed.piece].digests()).as_bytes());
            }
        }
        hasher.finish128().as_u128()
    };
    pages.iter().map(page).collect()
}

/// Makes the PDF of the sheets of cards.
pub fn sheets(cards: &[RenderedCard], options: &SheetOptions) -> Result<Vec<u8>, SheetError> {
    print(&pieces(cards, options), options)
}

/// Makes the PDF of the sheets of any pieces.
pub fn print(pieces: &[Piece<'_>], options: &SheetOptions) -> Result<Vec<u8>, SheetError> {
    draw::document(pieces, &plan(pieces, options)?, options).map_err(SheetError::Pdf)
}

/// Makes the PDF of pages that were planned elsewhere.
pub(crate) fn draw(
    pieces: &[Piece<'_>],
    pages: &[Page],
    options: &SheetOptions,
) -> Result<Vec<u8>, SheetError> {
    draw::document(pieces, pages, options).map_err(SheetError::Pdf)
}

/// Indices of pieces, as often as they are printed, grouped by size in order of first appearance.
fn by_size(pieces: &[Piece<'_>]) -> Vec<(CardSize, Vec<usize>)> {
    let mut groups: Vec<(CardSize, Vec<usize>)> = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let copies = std::iter::repeat_n(index, piece.copies as usize);
        match groups.iter_mut().find(|(size, _)| *size == piece.size) {
            Some((_, indices)) => indices.extend(copies),
            None => groups.push((piece.size, copies.collect())),
        }
    }
    groups.retain(|(_, indices)| !indices.is_empty());
    groups
}
