//! Which figures block the sight from one figure to another.

use crate::board::rules::Screening;
use crate::board::squares::Squares;

/// A figure as sight knows it.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    /// Its squares.
    pub cover: Squares,
    /// Whether it covers more than one square.
    pub large: bool,
    /// Whether it flies.
    pub flies: bool,
    /// Whether it is an enemy of the viewer.
    pub enemy: bool,
}

/// The squares of the figures that block the sight from `viewer` to `target`, never those of the
/// two themselves. The result is meant for `Sight::figure_sees`.
pub fn screen<'f>(
    rule: Screening,
    viewer: &Seen,
    target: &Seen,
    figures: impl IntoIterator<Item = &'f Seen>,
) -> Squares {
    let blocks = |figure: &Seen| match rule {
        Screening::Nobody => false,
        Screening::Enemies => figure.enemy,
        Screening::EnemiesBySize => {
            let aloft = viewer.flies || target.flies;
            figure.enemy && !aloft && (figure.large || !(viewer.large || target.large))
        }
    };
    let covers = figures.into_iter().filter(|figure| blocks(figure)).map(|figure| figure.cover);
    covers.fold(Squares::EMPTY, |all, cover| all | cover) - viewer.cover - target.cover
}
