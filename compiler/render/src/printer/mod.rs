//! Printers: what each wants to be given, as data, and the files that are made of it.

mod files;
mod name;
mod preset;

pub use files::{Delivery, DeliveryFile, Entry, deliver};
pub use preset::{BackFiles, Files, Preset, PrinterSize};
