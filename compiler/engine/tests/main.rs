//! The engine without any shipped game: the core with the toy game.

mod core;
mod honest;
mod hostile;
#[allow(dead_code)]
mod toy;
