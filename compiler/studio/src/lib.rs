//! The studio: a local page on which designers write, see, test, balance and print.
//!
//! [`serve`] answers one page on this machine. What is known about cards comes from `check`, `ide`,
//! `render`, `engine` and `emit`; the studio carries it to the page, keeps what is not saved yet,
//! and lets nobody else in ([`Guard`]). What it needs of the disk comes through [`World`].

mod answer;
mod create;
mod desk;
mod drafts;
mod drawing;
mod figures;
mod form;
mod guard;
mod http;
mod origins;
mod page;
mod server;
mod shelf;
mod source;
mod work;
mod world;

pub use guard::Guard;
pub use server::{Changes, serve};
pub use world::{Earlier, PrintChoices, PrintWish, Printed, World};
