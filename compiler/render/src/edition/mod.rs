//! Everything that is printed of one package: cards, sheets, booklets and files for printers.
//!
//! An [`Edition`] draws and names the files, a [`Shelf`] takes them. The shelf may have a file
//! from before, made of the same things; such a file is not made again.

mod booklets;
mod boxes;
mod cards;
mod diagram;
mod drawn;
mod gallery;
mod parcel;
mod press;
mod proof;
mod rulebook;
mod sheets;
mod texts;

use std::error::Error;
use std::sync::Arc;

use cardwright_model::files::SourceFolder;
use cardwright_model::preflight::{Level, Settings};
use cardwright_model::{Library, Package, Provenance};

pub use booklets::Booklets;
pub use cards::{TextForm, UNFINISHED};
pub use drawn::{Drawn, PAGE, is_finished};
pub use parcel::Parcel;
pub use press::{ProfileFile, Wish};
use texts::text_files;

use crate::components::components;
use crate::folder::Templates;
use crate::memory::Memory;
use crate::problem::{self, Problem, Subject};
use crate::sheet::{Copies, Paper, SheetOptions};

/// What to print of a package, and how.
pub struct Edition<'a> {
    /// The package, last, with the packages it builds on.
    pub library: &'a Library,
    /// The folders of these packages, where their pictures are.
    pub folders: Vec<Option<SourceFolder<'a>>>,
    /// The templates, and the folder they were read from.
    pub templates: &'a Templates,
    /// The folder of the templates, which has presets and booklets as well.
    pub shipped: SourceFolder<'a>,
    /// Drawings that are known from before.
    pub memory: Option<&'a Arc<Memory>>,
    /// How strictly the cards are looked at.
    pub preflight: &'a Settings,
    /// True if the package prints backs.
    pub has_backs: bool,
    /// Only the cards of some decks, as often as these hold them.
    pub copies: Option<Copies>,
    /// Only cards of these kinds; all if there are none.
    pub kinds: &'a [String],
    /// No cards of these kinds.
    pub without: &'a [String],
    /// The papers of the sheets.
    pub papers: Vec<Paper>,
    /// How the sheets are laid out.
    pub options: SheetOptions,
    /// Cards without pictures and grounds.
    pub low_ink: bool,
    /// What is wrong with cards does not keep them from being printed; the sheets say that they
    /// are a draft.
    pub is_draft: bool,
    /// Where the work is reported while it goes on.
    pub progress: &'a dyn Progress,
}

/// Takes the files that an edition makes.
pub trait Shelf {
    /// True if the file is there as it would be made of what the key names. It then counts as
    /// made.
    fn has(&mut self, name: &str, key: &str) -> bool;

    /// Takes a file. `made_of` says of what it was made, if that is worth remembering.
    fn put(&mut self, name: &str, made_of: Option<MadeOf>, bytes: &[u8]) -> Result<(), ShelfError>;
}

/// What a file was made of.
pub struct MadeOf {
    /// Names all that went into the file.
    pub key: String,
    /// Names what went into each page of a document.
    pub pages: Vec<String>,
}

impl From<String> for MadeOf {
    fn from(key: String) -> MadeOf {
        MadeOf { key, pages: Vec::new() }
    }
}

/// Why a shelf cannot take a file.
pub type ShelfError = Box<dyn Error + Send + Sync>;

/// Follows long work.
pub trait Progress: Sync {
    /// Work of so many steps begins.
    fn begin(&self, what: &str, steps: usize);
    /// A step is done.
    fn step(&self);
    /// The work is done.
    fn end(&self);
}

impl<'a> Edition<'a> {
    /// The package that is printed.
    ///
    /// # Panics
    /// If the library has no package.
    pub fn package(&self) -> &'a Package {
        self.library.packages.last().expect("a library ends with the package it is for")
    }

    /// What there is to print of the package, as JSON; nothing if it prints nothing.
    pub fn components(&self) -> Option<Vec<u8>> {
        let components = components(self.library, self.package());
        let mut json = serde_json::to_vec_pretty(&components).ok()?;
        json.push(b'\n');
        (!components.is_empty()).then_some(json)
    }

    /// The package's own folder.
    fn own_folder(&self) -> Option<SourceFolder<'a>> {
        self.folders.last().copied().flatten()
    }

    /// How strictly cards are looked at. Cards for little ink are white on purpose.
    fn strictness(&self, low_ink: bool) -> Settings {
        let mut settings = self.preflight.clone();
        if low_ink {
            settings.levels.insert("bleed".to_owned(), Level::Off);
        }
        settings
    }

    /// Problems that belong to no card are reported at the manifest.
    fn at_manifest(&self) -> Subject {
        let package = self.package().name.clone();
        let provenance = Provenance { package, file: "cardwright.toml".to_owned(), line: 1 };
        Subject { card: String::new(), provenance }
    }

    /// A file that a library could not make.
    pub fn unmade(&self, name: &str, reason: &str) -> Problem {
        let message = format!("`{name}` cannot be made: {reason}");
        self.at_manifest().error(problem::REFUSED_SVG, name, message)
    }
}
