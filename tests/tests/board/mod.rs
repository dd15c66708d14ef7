//! Properties of boards: sight against slow independent methods, symmetry, turning,
//! reachability, areas, forced moves and laid tiles, on random maps.

pub(crate) mod corridors;
mod laying;
mod moves;
mod random;
mod sight;
mod slow;
mod turning;
