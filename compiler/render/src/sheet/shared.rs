//! Sheets that pieces of several sizes share: the pieces left over from full sheets, in rows below
//! one another.

use super::marks;
use super::page::Page;
use super::{Grid, Piece, SheetOptions};

/// Pieces of one size that do not fill a sheet.
pub(super) struct Rest {
    /// How they would be arranged on a sheet of their own.
    pub(super) grid: Grid,
    /// Indices of the pieces.
    pub(super) indices: Vec<usize>,
}

/// A sheet that is being filled.
struct Open {
    size: (f32, f32),
    bands: Vec<(Grid, Rest)>,
    /// How much of its height is taken.
    used: f32,
}

/// Puts the remaining pieces on as few sheets as possible, in their order. Pieces that share with
/// no others are arranged as if they were alone.
pub(super) fn pages(rests: Vec<Rest>, pieces: &[Piece<'_>], options: &SheetOptions) -> Vec<Page> {
    let mut sheets: Vec<Open> = Vec::new();
    for rest in rests {
        match sheets.iter_mut().find_map(|sheet| Some((sheet.room_for(&rest, options)?, sheet))) {
            Some((band, sheet)) => sheet.add(band, rest, options),
            None => sheets.push(Open::with(rest, options)),
        }
    }
    sheets.into_iter().map(|sheet| sheet.page(pieces, options)).collect()
}

impl Open {
    fn with(rest: Rest, options: &SheetOptions) -> Open {
        let size = (rest.grid.page_width, rest.grid.page_height);
        let mut sheet = Open { size, bands: Vec::new(), used: f32::MAX };
        match Grid::band(size, rest.grid.card, rest.indices.len(), options) {
            Some(band) => {
                sheet.used = 0.0;
                sheet.add(band, rest, options);
            }
            None => sheet.bands.push((rest.grid.clone(), rest)),
        }
        sheet
    }

    /// How the remaining pieces would be arranged on this sheet, if there is room.
    fn room_for(&self, rest: &Rest, options: &SheetOptions) -> Option<Grid> {
        let band = Grid::band(self.size, rest.grid.card, rest.indices.len(), options)?;
        let room = self.size.1 - 2.0 * options.margin - self.used - marks::room(options);
        (band.height() <= room).then_some(band)
    }

    fn add(&mut self, band: Grid, rest: Rest, options: &SheetOptions) {
        let gap = if self.bands.is_empty() { 0.0 } else { marks::room(options) };
        let top = self.used + gap;
        self.used = top + band.height();
        self.bands.push((band.lowered(top), rest));
    }

    fn page(self, pieces: &[Piece<'_>], options: &SheetOptions) -> Page {
        if let [(_, rest)] = self.bands.as_slice() {
            return rest.grid.page(&rest.indices, pieces, options);
        }
        let top = (self.size.1 - self.used) / 2.0;
        let mut blocks = self
            .bands
            .into_iter()
            .map(|(band, rest)| band.lowered(top).page(&rest.indices, pieces, options));
        let first = blocks.next().expect("a sheet that is shared has bands");
        Page { beside: blocks.collect(), ..first }
    }
}
