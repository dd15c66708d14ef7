//! What the studio asks of the world outside: the disk, and what the command line decides.

use std::path::{Path, PathBuf};

use cardwright_check::{Checked, CheckedPackage};
use cardwright_ide::Packages;
use cardwright_model::Package;
use cardwright_model::files::Files;
use cardwright_render::{Problem, SheetSide, Templates};
use serde::Deserialize;

/// The disk and the settings around the studio. The reasons of failures are sentences for people.
pub trait World: Packages + Send + Sync {
    /// The folder or file that the studio was opened on.
    fn place(&self) -> &Path;

    /// Reads files.
    fn files(&self) -> &dyn Files;

    /// Writes a file, whole or not at all.
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), String>;

    /// The templates for the package in a folder.
    fn templates(&self, root: &Path) -> Result<Templates, String>;

    /// The folders of a package and of those it builds on, where their pictures are.
    fn folders(&self, package: &CheckedPackage) -> Vec<Option<PathBuf>>;

    /// Keeps a text until the next start, in case the program ends before the text is saved.
    /// `None` forgets it.
    fn keep(&self, text: Option<&str>);

    /// What was kept.
    fn kept(&self) -> Option<String>;

    /// Makes the print files of a package exactly as `build` does.
    fn print(&self, package: &CheckedPackage, wish: &PrintWish) -> Result<Printed, String>;

    /// The papers, ways to print backs and presets that [`World::print`] knows.
    fn print_choices(&self) -> PrintChoices;

    /// The package as the last build wrote it.
    fn built(&self, package: &CheckedPackage) -> Option<Package>;

    /// The picture of a card in the last build.
    fn built_picture(&self, package: &CheckedPackage, card: &str) -> Option<Vec<u8>>;

    /// The package of a folder as it is elsewhere: in a folder or an archive beside it, or at a
    /// revision of version control.
    fn earlier(&self, root: &Path, of: &str) -> Result<Earlier, String>;

    /// The games that a new package can be made for: identifier and title.
    fn starters(&self) -> Vec<(String, String)>;

    /// Makes a small complete package in the place where the studio was opened.
    fn start(&self, game: &str, title: Option<&str>) -> Result<(), String>;
}

/// A package as it is elsewhere, or was once.
pub struct Earlier {
    /// The package, alone or with others.
    pub checked: Checked,
    /// Where its files are read from.
    pub files: Box<dyn Files + Send>,
    /// Its templates.
    pub templates: Templates,
}

/// How to print.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PrintWish {
    /// The name of a paper; absent: what the package says.
    pub paper: Option<String>,
    /// How backs are printed; absent: what the package says.
    pub backs: Option<String>,
    /// How far pictures reach over the cut, such as `3mm`; absent: what the package says.
    pub bleed: Option<String>,
    /// Only cards of these kinds; all if there are none.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// Plain cards on white.
    #[serde(default)]
    pub low_ink: bool,
    /// The printing houses for which archives are made.
    #[serde(default)]
    pub presets: Vec<String>,
}

/// What can be chosen for print.
#[derive(Debug, Clone, Default)]
pub struct PrintChoices {
    /// Names of papers.
    pub papers: Vec<String>,
    /// Ways to print backs.
    pub backs: Vec<String>,
    /// Printing houses.
    pub presets: Vec<String>,
}

/// What was made for print.
#[derive(Debug, Default)]
pub struct Printed {
    /// The files with their names, as `build` writes them.
    pub files: Vec<(String, Vec<u8>)>,
    /// What is to be said about the cards.
    pub problems: Vec<Problem>,
    /// What is where on the sheets of the first paper.
    pub sides: Vec<SheetSide>,
}
