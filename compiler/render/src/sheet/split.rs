//! Pieces that are larger than the paper: split along the lines of their squares, printed on
//! several pages and put together by hand.

use super::SheetOptions;
use super::page::{Face, Flip, Page, Place, Placed, Turn, Window};
use super::piece::Piece;

/// Room for the text, crosses and the plan around a part, in millimetres.
const SURROUND: f32 = 10.0;

/// A part of a larger piece.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// From the left, counted from 0.
    pub column: usize,
    /// From the top, counted from 0.
    pub row: usize,
    /// Parts side by side.
    pub columns: usize,
    /// Parts below one another.
    pub rows: usize,
    /// The area of this part, without the overlap.
    pub area: Window,
    /// How far the neighbours to the right and below are printed as well, as a strip for glue.
    pub overlap: f32,
    /// Which side of the piece it is, if sides are printed one after the other.
    pub face: Face,
}

impl Part {
    /// The name of the part: a letter for its column, a number for its row.
    pub fn label(&self) -> String {
        label(self.column, self.row)
    }
}

/// The name of the part in that column and row.
pub(super) fn label(column: usize, row: usize) -> String {
    let mut letters = String::new();
    let mut left = column + 1;
    while left > 0 {
        letters.insert(0, char::from(b'A' + ((left - 1) % 26) as u8));
        left = (left - 1) / 26;
    }
    format!("{letters}{}", row + 1)
}

/// Splits a length into whole squares per page, as evenly as possible.
fn cuts(length: f32, room: f32, square: f32) -> Option<Vec<f32>> {
    let most = ((room + 0.01) / square).floor() as usize;
    if most == 0 {
        return None;
    }
    let squares = ((length - 0.01) / square).ceil().max(1.0) as usize;
    let parts = squares.div_ceil(most);
    let mut cuts: Vec<f32> =
        (0..parts).map(|part| ((part * squares) / parts) as f32 * square).collect();
    cuts.push(length);
    Some(cuts)
}

/// The pages of one copy of a piece; `None` if not a single square fits on the paper.
pub(super) fn pages(index: usize, piece: &Piece<'_>, options: &SheetOptions) -> Option<Vec<Page>> {
    let paper = &options.paper;
    let has_back = piece.back.is_some();
    // Glue would cover one side of a piece that is seen from both, so its parts meet edge to edge.
    let is_duplex = options.is_duplex() && has_back;
    let overlap = if is_duplex { 0.0 } else { options.overlap };
    let layout = |width: f32, height: f32| {
        let around = 2.0 * options.margin.max(SURROUND);
        let across = cuts(piece.size.width, width - around - overlap, options.square)?;
        let down = cuts(piece.size.height, height - around - overlap, options.square)?;
        Some((width, height, across, down))
    };
    let count = |(_, _, across, down): &(f32, f32, Vec<f32>, Vec<f32>)| {
        (across.len() - 1) * (down.len() - 1)
    };
    let upright = layout(paper.width, paper.height);
    let sideways = layout(paper.height, paper.width);
    let best = match (upright, sideways) {
        (Some(upright), Some(sideways)) if count(&sideways) < count(&upright) => sideways,
        (Some(upright), _) => upright,
        (None, sideways) => sideways?,
    };
    let faces: &[Face] = if has_back && options.backs == cardwright_model::print::Backs::Fold {
        &[Face::Front, Face::Back]
    } else {
        &[Face::Front]
    };
    let mut pages = Vec::new();
    for face in faces {
        for row in 0..best.3.len() - 1 {
            for column in 0..best.2.len() - 1 {
                pages.push(page(index, piece, options, &best, (column, row), overlap, *face));
            }
        }
    }
    Some(pages)
}

fn page(
    index: usize,
    piece: &Piece<'_>,
    options: &SheetOptions,
    (width, height, across, down): &(f32, f32, Vec<f32>, Vec<f32>),
    (column, row): (usize, usize),
    overlap: f32,
    face: Face,
) -> Page {
    let bleed = options.bleed.clamp(0.0, piece.size.bleed);
    let (columns, rows) = (across.len() - 1, down.len() - 1);
    let (from_x, to_x) = (across[column], across[column + 1]);
    let (from_y, to_y) = (down[row], down[row + 1]);
    let x = (width - (to_x - from_x)) / 2.0;
    let y = (height - (to_y - from_y)) / 2.0;
    let area = Window { left: x, top: y, right: x + to_x - from_x, bottom: y + to_y - from_y };
    let (is_last_column, is_last_row) = (column + 1 == columns, row + 1 == rows);
    let window = Window {
        left: area.left - if column == 0 { bleed } else { 0.0 },
        top: area.top - if row == 0 { bleed } else { 0.0 },
        right: area.right + if is_last_column { bleed } else { overlap },
        bottom: area.bottom + if is_last_row { bleed } else { overlap },
    };
    let place = Place { x: x - from_x, y: y - from_y, turn: Turn::None };
    let front = Placed { piece: index, place, window, face };
    let is_duplex = options.is_duplex() && piece.back.is_some();
    let flip = if is_duplex { Flip::of(*width, *height, options) } else { None };
    Page {
        width: *width,
        height: *height,
        size: piece.size,
        bleed,
        backs: flip.iter().map(|flip| flip.behind(&front, &piece.size)).collect(),
        fronts: vec![front],
        is_duplex,
        fold: None,
        part: Some(Part { column, row, columns, rows, area, overlap, face }),
        beside: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_whole_squares_of_an_inch() {
        // A map of 22 squares on Letter: 7 fit, so four parts of 5 or 6.
        let cuts = cuts(22.0 * 25.4, 190.0, 25.4).unwrap();
        let squares: Vec<f32> = cuts.iter().map(|cut| (cut / 25.4).round()).collect();
        assert_eq!(squares, [0.0, 5.0, 11.0, 16.0, 22.0]);
        assert!(cuts.iter().all(|cut| (cut / 25.4 - (cut / 25.4).round()).abs() < 1e-4));
    }

    #[test]
    fn a_remainder_stays_with_the_last_part() {
        assert_eq!(cuts(60.0, 30.0, 25.4), Some(vec![0.0, 25.4, 50.8, 60.0]));
        assert_eq!(cuts(60.0, 20.0, 25.4), None);
    }

    #[test]
    fn parts_are_named_like_squares_of_a_map() {
        assert_eq!(label(0, 0), "A1");
        assert_eq!(label(25, 9), "Z10");
        assert_eq!(label(26, 0), "AA1");
    }
}
