//! One file per command; each has a `run` that says how it ended.

pub(crate) mod build;
pub(crate) mod calibrate;
pub(crate) mod check;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod import;
mod looks;
pub(crate) mod manual;
pub(crate) mod new;
pub(crate) mod odds;
pub(crate) mod pack;
pub(crate) mod packages;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod review;
pub(crate) mod schema;
pub(crate) mod sim;
pub(crate) mod studio;
pub(crate) mod test;
pub(crate) mod vocabulary;
pub(crate) mod watch;
mod worker;
