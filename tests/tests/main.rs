//! Tests of the whole product below its command line, one module per subject.

mod arcade;
mod architecture;
mod board;
mod check;
mod explore;
mod facts;
mod fuzz;
mod honest;
mod hostile;
mod laboratory;
mod manual;
mod maps;
mod pdf;
mod print_bench;
mod quests;
#[cfg(feature = "raster")]
mod raster;
mod rulebooks;
mod scenarios;
mod simulation;
mod soundness;
mod versus;
mod wording;
