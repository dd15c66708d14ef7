//! A planned page: what is placed where, before anything is drawn.

use cardwright_model::print::Backs;

use super::SheetOptions;
use super::split::Part;
use crate::size::CardSize;

/// One sheet: its fronts, and the backs that belong to them. Lengths are millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Width of the page as it is seen.
    pub width: f32,
    /// Height of the page as it is seen.
    pub height: f32,
    /// Size of the pieces on it.
    pub size: CardSize,
    /// How much of the bleed is printed.
    pub bleed: f32,
    /// What is on the front.
    pub fronts: Vec<Placed>,
    /// What is on the back, or below the fold, as seen from its own side.
    pub backs: Vec<Placed>,
    /// True if the backs are on a page of their own.
    pub is_duplex: bool,
    /// Height of the line to fold along, on a sheet to fold.
    pub fold: Option<f32>,
    /// Which part of a piece larger than the paper this is.
    pub part: Option<Part>,
    /// Pieces of other sizes on the same sheet.
    pub beside: Vec<Page>,
}

impl Page {
    /// The blocks of pieces on this sheet, each of one size, from top to bottom.
    pub fn blocks(&self) -> impl Iterator<Item = &Page> {
        std::iter::once(self).chain(&self.beside)
    }

    /// What is visible on one side of the sheet; with a fold, both sides are on one page.
    pub(super) fn shown(&self, is_back: bool) -> impl Iterator<Item = &Placed> {
        self.blocks().flat_map(move |block| block.own(is_back))
    }

    /// The same for this block alone.
    pub(super) fn own(&self, is_back: bool) -> impl Iterator<Item = &Placed> {
        let below_fold: &[Placed] = match self.fold {
            Some(_) if !is_back => &self.backs,
            _ => &[],
        };
        let shown = if is_back { &self.backs } else { &self.fronts };
        shown.iter().chain(below_fold)
    }
}

/// One side of a piece on a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    /// Index of the piece.
    pub piece: usize,
    /// Where its trim stands.
    pub place: Place,
    /// The part of it that is printed.
    pub window: Window,
    /// Which of its sides it is; with a fold, both are on one page.
    pub face: Face,
}

/// A side of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// The front.
    Front,
    /// The back.
    Back,
}

/// Where a piece stands: the top left corner of its trim.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// From the left edge of the page.
    pub x: f32,
    /// From the top edge of the page.
    pub y: f32,
    /// Upright or upside down.
    pub turn: Turn,
}

/// Which way up a piece is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Upright.
    None,
    /// Upside down.
    Half,
}

/// A rectangle on the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    /// Its left edge.
    pub left: f32,
    /// Its top edge.
    pub top: f32,
    /// Its right edge.
    pub right: f32,
    /// Its bottom edge.
    pub bottom: f32,
}

impl Window {
    /// A piece's trim of that size, with `more` added on all sides.
    pub fn around(x: f32, y: f32, width: f32, height: f32, more: f32) -> Window {
        Window { left: x - more, top: y - more, right: x + width + more, bottom: y + height + more }
    }

    /// Its width.
    pub fn width(&self) -> f32 {
        self.right - self.left
    }

    /// Its height.
    pub fn height(&self) -> f32 {
        self.bottom - self.top
    }
}

/// How a sheet is turned over.
///
/// Turning it over its vertical axis, like a page of a book, swaps left and right. Turning it over
/// its horizontal axis, like a calendar, swaps top and bottom, and the backs are upside down.
/// Which of the two an edge means depends on whether the page is upright.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Flip {
    width: f32,
    height: f32,
    over_upright_axis: bool,
    offset: [f32; 2],
}

impl Flip {
    /// How a page of that size is turned over. `None` if there are no backs.
    pub(crate) fn of(width: f32, height: f32, options: &SheetOptions) -> Option<Flip> {
        let lies_upright = height >= width;
        let over_upright_axis = match options.backs {
            Backs::None => return None,
            Backs::LongEdge | Backs::Separate => lies_upright,
            Backs::ShortEdge => !lies_upright,
            Backs::Fold => false,
        };
        let offset = if options.is_duplex() { options.back_offset } else { [0.0, 0.0] };
        Some(Flip { width, height, over_upright_axis, offset })
    }

    /// Where the back of a piece of that size goes, as seen on the back's own page.
    pub(crate) fn place(&self, front: &Place, width: f32, height: f32) -> Place {
        let (x, y, turn) = if self.over_upright_axis {
            (self.width - front.x - width, front.y, front.turn)
        } else {
            let turn = match front.turn {
                Turn::None => Turn::Half,
                Turn::Half => Turn::None,
            };
            (front.x, self.height - front.y - height, turn)
        };
        Place { x: x + self.offset[0], y: y + self.offset[1], turn }
    }

    /// The same area as seen from the other side.
    pub(crate) fn window(&self, front: &Window) -> Window {
        let flipped = if self.over_upright_axis {
            Window { left: self.width - front.right, right: self.width - front.left, ..*front }
        } else {
            Window { top: self.height - front.bottom, bottom: self.height - front.top, ..*front }
        };
        Window {
            left: flipped.left + self.offset[0],
            right: flipped.right + self.offset[0],
            top: flipped.top + self.offset[1],
            bottom: flipped.bottom + self.offset[1],
        }
    }

    /// The back that belongs behind a front.
    pub(crate) fn behind(&self, front: &Placed, size: &CardSize) -> Placed {
        Placed {
            piece: front.piece,
            place: self.place(&front.place, size.width, size.height),
            window: self.window(&front.window),
            face: Face::Back,
        }
    }
}
