//! What is done with bytes of strangers, one function per reader.
//!
//! Each target takes any bytes and must neither panic nor take long. `tests/fuzz` hands them to
//! libFuzzer, which looks for new paths through the code; `tests/tests/fuzz.rs` runs a bounded
//! number of damaged seeds with every test run.

mod content;
mod damage;
mod drawing;
mod editor;
mod play;
mod seeds;
mod text;

pub use damage::Damage;

/// Something that reads bytes.
pub struct Target {
    /// Its name, which is also that of the libFuzzer program.
    pub name: &'static str,
    /// Reads the bytes; panics if something that must hold does not.
    pub run: fn(&[u8]),
    /// Good inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// How many inputs a second are about right, so that the bounded run gives each target the
    /// same time. Measured on one core, rounded down.
    pub pace: u32,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target { name: "parse", run: text::parse, seeds: seeds::cards, pace: 500 },
    Target { name: "format", run: text::format, seeds: seeds::cards, pace: 200 },
    Target { name: "check", run: content::check, seeds: seeds::expansions, pace: 50 },
    Target { name: "manifest", run: content::manifest, seeds: seeds::manifests, pace: 500 },
    Target { name: "theme", run: drawing::theme, seeds: seeds::themes, pace: 10 },
    Target { name: "template", run: drawing::template, seeds: seeds::templates, pace: 10 },
    Target { name: "picture", run: drawing::picture, seeds: seeds::pictures, pace: 50 },
    Target { name: "effects", run: play::effects, seeds: seeds::effects, pace: 10 },
    Target { name: "data", run: play::data, seeds: seeds::data, pace: 20 },
    Target { name: "messages", run: editor::messages, seeds: seeds::messages, pace: 20 },
];

/// Runs the target of that name.
///
/// # Panics
/// If there is none.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a known target");
    (target.run)(bytes);
}
