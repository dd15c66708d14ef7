//! The compiler with its games: every diagnostic, every page, every text.

pub(crate) mod common;
mod crawler;
mod echoes;
mod explain;
mod incremental;
mod legality;
mod mentions;
mod mistakes;
mod output;
mod projects;
mod robust;
mod suite;
mod total;
mod wording;
