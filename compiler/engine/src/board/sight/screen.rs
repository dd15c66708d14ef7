//! Which figures are in the way of a look (Arcade 5.4 and example 48, Deck Box 5.5).

use crate::board::rules::Screening;
use crate::board::squares::Squares;

/// A figure as sight knows it.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    /// Its squares.
    pub cover: Squares,
    /// It covers more than one square.
    pub large: bool,
    /// It flies.
    pub flies: bool,
    /// It is an enemy of the viewer.
    pub enemy: bool,
}

/// The squares of the figures that are in the way when `viewer` looks at `target`; the two
/// themselves never are. Hand the result to `Sight::figure_sees`.
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
