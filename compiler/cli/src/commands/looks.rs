//! What a package says about its looks that can be checked without drawing: icons by name, its
//! theme, its templates, and how its kinds are printed.

use std::collections::BTreeSet;

use cardwright_check::{Checked, CheckedPackage, Locator, sort_diagnostics};
use cardwright_model::files::SourceFolder;
use cardwright_render::{
    LookNames, Problem, Templates, icon_names, look_names, looks, missing_icons, missing_text_icons,
};

use super::build::problems::diagnostic;
use crate::disk::Disk;
use crate::home::Home;

/// Adds to what was checked what is wrong with the looks of its packages.
pub(super) fn add(checked: &mut Checked, home: &Home) {
    let mut locator = Locator::default();
    let mut more = Vec::new();
    let mut templates = None;
    for package in &checked.packages {
        let found = problems(package, home).into_iter();
        let found = found.chain(missing_text_icons(package.package(), &icons(package, home)));
        for found in found.chain(own_looks(package, home, &mut templates)) {
            more.push(diagnostic(&found, package, &mut checked.sources, &mut locator));
        }
    }
    if !more.is_empty() {
        checked.diagnostics.extend(more);
        sort_diagnostics(&mut checked.diagnostics);
    }
}

/// What is wrong with a package's own theme, icons, fonts and templates. Drawing tells it as well.
fn own_looks(
    package: &CheckedPackage,
    home: &Home,
    templates: &mut Option<Templates>,
) -> Vec<Problem> {
    let folder = SourceFolder::new(&Disk, &package.root);
    let brings = |part: &str| folder.list(part, 0).is_ok_and(|files| !files.is_empty());
    let is_dressed = package.root.join("theme.toml").is_file()
        || ["templates", "icons", "fonts"].into_iter().any(brings);
    let prints = package.package().kinds.iter().any(|kind| kind.print.is_some());
    if !is_dressed && !prints {
        return Vec::new();
    }
    // A folder of templates that cannot be read is told by whoever draws.
    if templates.is_none() {
        *templates = Templates::load(&SourceFolder::new(&Disk, &home.templates)).ok();
    }
    templates.as_ref().map_or_else(Vec::new, |all| looks(all, package.package(), &folder))
}

/// Icons of a package that there are no drawings of. Folders are only read if it names some.
pub(super) fn problems(package: &CheckedPackage, home: &Home) -> Vec<Problem> {
    if missing_icons(package.package(), &BTreeSet::new()).is_empty() {
        return Vec::new();
    }
    missing_icons(package.package(), &icons(package, home))
}

/// The names that a package may use when it says how it is drawn and printed.
pub(super) fn names(package: &CheckedPackage, home: &Home) -> Vec<LookNames> {
    let game = home.templates.join(&package.package().game);
    let folders = [&home.templates, &home.templates.join("shared"), &game, &package.root];
    look_names(&folders.map(|folder| SourceFolder::new(&Disk, folder)))
}

/// The icons that a package may use: those that come with the program, its game's and its own.
pub(super) fn icons(package: &CheckedPackage, home: &Home) -> BTreeSet<String> {
    let game = home.templates.join(&package.package().game);
    let folders = [&home.templates, &home.templates.join("shared"), &game, &package.root];
    icon_names(&folders.map(|folder| SourceFolder::new(&Disk, folder)))
}
