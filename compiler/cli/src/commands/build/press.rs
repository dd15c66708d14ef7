//! Colours and standard of the documents: for a screen, or for a press.

use std::path::Path;

use cardwright_check::CheckedPackage;
use cardwright_model::Provenance;
use cardwright_model::files::SourceFolder;
use cardwright_render::pdf::{Condition, Inks, Production, Profile, Standard};
use cardwright_render::{Problem, Templates, problem};

use crate::disk::Disk;

/// What is wished for, in the words of the settings.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wish<'a> {
    /// `rgb` or `cmyk`.
    pub(super) colour: &'a str,
    /// The standard.
    pub(super) pdf: &'a str,
    /// A profile in the package.
    pub(super) profile: Option<&'a str>,
    /// The printing condition by its name in the registry.
    pub(super) condition: Option<&'a str>,
    /// Most ink on one spot, in percent.
    pub(super) ink_limit: Option<u32>,
}

/// The production that is wished for, or why it cannot be had.
pub(super) fn production(
    wish: Wish<'_>,
    root: &Path,
    templates: &Templates,
    game: &str,
) -> Result<Production, String> {
    let standard = Standard::named(wish.pdf).unwrap_or_default();
    let production = if wish.colour == "cmyk" {
        let (mut inks, refused) = Inks::from_theme(&templates.theme(game));
        if let Some((name, reason)) = refused.first() {
            return Err(format!("`{name}` in `[inks]` of the theme {reason}"));
        }
        if let Some(path) = wish.profile {
            inks = inks.with_profile(Profile::read(&SourceFolder::new(&Disk, root), path)?);
        }
        if let Some(condition) = wish.condition {
            inks.condition = Condition::named(condition);
        }
        if let Some(limit) = wish.ink_limit {
            inks.limit = limit as f32;
        }
        Production::cmyk(inks)
    } else {
        Production::default()
    };
    let production = production.to_standard(standard);
    match production.conflict() {
        Some(reason) => Err(reason.to_owned()),
        None => Ok(production),
    }
}

/// Settings that do not go together, told at the package's manifest.
pub(super) fn refused(reason: &str, package: &CheckedPackage) -> Problem {
    at_manifest(package)
        .error(problem::BAD_PRODUCTION, "print", format!("this cannot be printed: {reason}"))
        .help("change `colour`, `pdf` or `profile` in `[print]`")
}

/// Problems that belong to no card are told at the manifest.
pub(super) fn at_manifest(package: &CheckedPackage) -> problem::Subject {
    problem::Subject {
        card: String::new(),
        provenance: Provenance {
            package: package.package().name.clone(),
            file: crate::workspace::MANIFEST.to_owned(),
            line: 1,
        },
    }
}

/// A document that a library could not make.
pub(super) fn unmade(name: &str, reason: &str, package: &CheckedPackage) -> Problem {
    let message = format!("`{name}` cannot be made: {reason}");
    at_manifest(package).error(problem::REFUSED_SVG, name, message)
}
