//! `cardwright.toml`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cardwright_dsl::ast::Span;
use cardwright_model::files::{LONGEST_NAME, is_reserved};
use cardwright_model::preflight;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::print::{self, PrintSection};
use crate::diag::{Diagnostic, Location, project};
use crate::source::FileId;

/// What a package says about itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Manifest {
    /// `[package]`
    pub package: PackageSection,
    /// `[dependencies]`, by name.
    pub dependencies: BTreeMap<String, DependencySpec>,
    /// `[print]`
    pub print: PrintSection,
    /// `[preflight]`
    pub preflight: preflight::Settings,
    /// `[tabletop]`
    pub tabletop: TabletopSection,
}

/// `[package]`
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PackageSection {
    /// Name of the package, in kebab-case.
    pub name: String,
    /// Version, as `1.2.3`.
    pub version: String,
    /// The game it defines or extends.
    pub game: String,
    /// Title for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Who made it.
    pub authors: Vec<String>,
    /// Licence of the content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// Where the name of the game stands in the manifest.
    #[serde(skip)]
    pub(crate) game_location: Option<Location>,
}

/// `[tabletop]`
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TabletopSection {
    /// The address under which Tabletop Simulator finds the pictures of `tabletop/`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// A package that this one builds on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct DependencySpec {
    /// Its folder, relative to this package; without one it is a package that ships with
    /// Cardwright or was brought in by `cardwright add`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<PathBuf>,
    /// The versions that will do: `0.1` or `^0.1`, `~1.2.3`, `>=1, <3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Where its name stands in the manifest.
    #[serde(skip)]
    pub(crate) location: Option<Location>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    package: RawPackage,
    #[serde(default)]
    dependencies: BTreeMap<Spanned<String>, RawDependency>,
    /// Read separately, with the place of every value.
    #[serde(default, rename = "print")]
    _print: serde::de::IgnoredAny,
    /// Read by `preflight::read`, which knows its words and their places.
    #[serde(default, rename = "preflight")]
    _preflight: Option<serde::de::IgnoredAny>,
    #[serde(default)]
    tabletop: RawTabletop,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTabletop {
    url: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPackage {
    name: Spanned<String>,
    version: Spanned<String>,
    game: Spanned<String>,
    title: Option<String>,
    #[serde(default)]
    authors: Vec<String>,
    license: Option<String>,
}

/// `crawler = "0.1"` or `crawler = { path = "../crawler", version = "0.1" }`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a dependency is a version or `{ path = \"…\" }`")]
enum RawDependency {
    Version(String),
    Table(RawDependencyTable),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDependencyTable {
    path: Option<PathBuf>,
    version: Option<String>,
}

/// Reads a manifest and returns it with the place of the package's name; `None` without a usable
/// `[package]`. Everything that is wrong with it goes into `diagnostics`.
pub(super) fn read(
    file: FileId,
    text: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Manifest, Location)> {
    let at = |range: Option<std::ops::Range<usize>>| {
        let range = range.unwrap_or(0..text.lines().next().map_or(0, str::len));
        Location::new(file, Span::new(range.start, range.end))
    };
    if let Err(error) = text.parse::<toml::Table>() {
        diagnostics
            .push(project::manifest_syntax(at(error.span()), &error.message().replace('\n', ", ")));
        return None;
    }
    let raw: Raw = match toml::from_str(text) {
        Ok(raw) => raw,
        Err(error) => {
            let span = error.span().unwrap_or_default();
            let line =
                text.get(..span.start).unwrap_or_default().rfind('\n').map_or(0, |at| at + 1);
            let key = text[line..].split(['=', '\n']).next().unwrap_or_default().trim();
            let written = text.get(span.clone()).unwrap_or_default();
            diagnostics.push(project::manifest_shape(
                at(error.span()),
                &error.message().replace('\n', ", "),
                key,
                written,
            ));
            return None;
        }
    };
    let name_location = at(Some(raw.package.name.span()));
    let mut check_id = |value: &Spanned<String>, what: &str| {
        let id = value.get_ref();
        // A folder has this name.
        let fits = id.len() <= LONGEST_NAME && !is_reserved(id);
        if !is_id(id) || !fits {
            let form = match fits {
                true => "use small letters, digits and hyphens, starting with a letter",
                false => "use at most 100 letters, and no name that Windows keeps for a device",
            };
            diagnostics.push(project::manifest_value(
                at(Some(value.span())),
                what,
                value.get_ref(),
                form,
            ));
        }
    };
    check_id(&raw.package.name, "name of a package");
    check_id(&raw.package.game, "name of a game");
    if !is_version(raw.package.version.get_ref()) {
        let form = "write three numbers with dots, such as `0.1.0`";
        let location = at(Some(raw.package.version.span()));
        diagnostics.push(project::manifest_value(
            location,
            "version",
            raw.package.version.get_ref(),
            form,
        ));
    }
    let game_location = Some(at(Some(raw.package.game.span())));
    let print = print::read(text, &at, diagnostics);
    let dependencies = raw
        .dependencies
        .into_iter()
        .map(|(name, dependency)| {
            let location = Some(at(Some(name.span())));
            let (path, version) = match dependency {
                RawDependency::Version(version) => (None, Some(version)),
                RawDependency::Table(table) => (table.path, table.version),
            };
            let spec = DependencySpec { path, version, location };
            (name.into_inner(), spec)
        })
        .collect();
    let package = PackageSection {
        name: raw.package.name.into_inner(),
        version: raw.package.version.into_inner(),
        game: raw.package.game.into_inner(),
        title: raw.package.title,
        authors: raw.package.authors,
        license: raw.package.license,
        game_location,
    };
    let preflight = super::preflight::read(file, text, diagnostics);
    let url = raw.tabletop.url;
    if let Some(url) = url.as_ref().filter(|url| !is_address(url.get_ref())) {
        let form = "write an address such as `https://example.org/cards/`";
        let location = at(Some(url.span()));
        diagnostics.push(project::manifest_value(location, "address", url.get_ref(), form));
    }
    let tabletop = TabletopSection { url: url.map(Spanned::into_inner) };
    Some((Manifest { package, dependencies, print, preflight, tabletop }, name_location))
}

/// True for an address that Tabletop Simulator loads pictures from.
pub fn is_address(text: &str) -> bool {
    ["https://", "http://", "file:///"].iter().any(|start| text.starts_with(start))
        && !text.contains(|letter: char| letter.is_whitespace() || letter.is_control())
}

/// Whether the text is lower-case letters, digits and hyphens, starting with a letter.
pub(super) fn is_id(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && text
            .chars()
            .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
}

fn is_version(text: &str) -> bool {
    let core = text.split(['-', '+']).next().unwrap_or_default();
    let numbers: Vec<_> = core.split('.').collect();
    numbers.len() == 3 && numbers.iter().all(|number| number.parse::<u64>().is_ok())
}

/// True if the version is in the range: `0.1` accepts any `0.1.x`, `1.2` any `1.x` from `1.2` on.
pub(super) fn version_agrees(wanted: &str, found: &str) -> bool {
    match (semver::VersionReq::parse(wanted), semver::Version::parse(found)) {
        (Ok(wanted), Ok(found)) => wanted.matches(&found),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> (Option<Manifest>, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let manifest = read(FileId(0), text, &mut diagnostics).map(|(manifest, _)| manifest);
        (manifest, diagnostics)
    }

    #[test]
    fn a_complete_manifest_is_read() {
        let (manifest, diagnostics) = read_text(
            "[package]\nname = \"ember-hollow\"\nversion = \"0.1.0\"\ngame = \"explore\"\n\
             [dependencies]\nexplore = { path = \"../explore\", version = \"0.1\" }\n\
             [print]\npaper = [\"a4\"]\nbleed = \"3mm\"\nbacks = \"fold\"\n",
        );
        assert_eq!(diagnostics, []);
        let manifest = manifest.expect("it is complete");
        assert_eq!(manifest.dependencies["explore"].path, Some(PathBuf::from("../explore")));
        assert_eq!(manifest.print.backs, cardwright_model::print::Backs::Fold);
    }

    #[test]
    fn every_mistake_points_at_its_place() {
        let text = "[package]\nname = \"Ember\"\nversion = \"1\"\ngame = \"explore\"\n[print]\nbacks = \"folded\"\n";
        let (_, diagnostics) = read_text(text);
        let found: Vec<_> = diagnostics
            .iter()
            .map(|found| (found.code.as_str(), &text[found.primary.span.range()]))
            .collect();
        assert_eq!(found, [("E0607", "\"Ember\""), ("E0607", "\"1\""), ("E0614", "\"folded\"")]);
    }

    #[test]
    fn wanted_versions_are_ranges() {
        assert!(version_agrees("0.1", "0.1.7"));
        assert!(version_agrees("^0.1.7", "0.1.7"));
        assert!(!version_agrees("0.2", "0.1.7"));
        assert!(!version_agrees("0.1.7.1", "0.1.7"));
        assert!(version_agrees("1.2", "1.9.0"));
        assert!(!version_agrees("~1.2", "1.9.0"));
        assert!(version_agrees(">=1, <3", "2.0.0"));
        assert!(!version_agrees("1", "1.2.0-draft"));
    }
}
