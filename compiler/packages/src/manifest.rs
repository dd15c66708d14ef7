//! What packages need to know of a `cardwright.toml`, and the changes that they make to it.
//! `check` reads all of it and tells its mistakes with their places.

use std::collections::BTreeMap;

use semver::{Version, VersionReq};
use serde::Deserialize;
use toml_edit::{DocumentMut, Item, TableLike, value};

use crate::{Refused, refuse};

/// Name of the file that makes a folder a package.
pub const MANIFEST: &str = "cardwright.toml";

/// A package in short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// Name.
    pub name: String,
    /// Version.
    pub version: Version,
    /// The game it belongs to.
    pub game: String,
    /// Licence of the content.
    pub license: Option<String>,
    /// What it builds on, by name.
    pub dependencies: BTreeMap<String, Wanted>,
}

/// What a package asks of another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The versions that will do; none: any.
    pub range: Option<VersionReq>,
    /// The folder it is in, if the manifest says.
    pub path: Option<String>,
}

impl Wanted {
    /// The range, or that of any version.
    pub fn range(&self) -> VersionReq {
        self.range.clone().unwrap_or(VersionReq::STAR)
    }
}

#[derive(Deserialize)]
struct RawManifest {
    package: Option<RawPackage>,
    #[serde(default)]
    dependencies: BTreeMap<String, RawWanted>,
    workspace: Option<RawWorkspace>,
}

#[derive(Deserialize)]
struct RawWorkspace {
    #[serde(default)]
    dependencies: BTreeMap<String, RawWanted>,
}

#[derive(Deserialize)]
struct RawPackage {
    name: String,
    version: String,
    game: String,
    license: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawWanted {
    Range(String),
    Table { path: Option<String>, version: Option<String> },
}

impl Outline {
    /// Reads a package's manifest.
    pub fn read(text: &str) -> Result<Outline, Refused> {
        let raw = raw(text)?;
        let Some(package) = raw.package else {
            return refuse(format!("{MANIFEST} has no `[package]`"));
        };
        let version = Version::parse(&package.version)
            .map_err(|error| Refused(format!("version `{}`: {error}", package.version)))?;
        if !is_id(&package.name) {
            return refuse(format!("`{}` is no name for a package", package.name.escape_debug()));
        }
        Ok(Outline {
            name: package.name,
            version,
            game: package.game,
            license: package.license,
            dependencies: wanted(raw.dependencies)?,
        })
    }

    /// Name and version, as messages have them.
    pub fn titled(&self) -> String {
        format!("`{}` {}", self.name, self.version)
    }
}

/// What the manifest of a package or a workspace asks for.
pub(crate) fn wishes(text: &str) -> Result<BTreeMap<String, Wanted>, Refused> {
    let raw = raw(text)?;
    wanted(raw.workspace.map_or(raw.dependencies, |workspace| workspace.dependencies))
}

fn raw(text: &str) -> Result<RawManifest, Refused> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        Refused(format!("{MANIFEST} cannot be read: {}", error.message().replace('\n', ", ")))
    })
}

fn wanted(raw: BTreeMap<String, RawWanted>) -> Result<BTreeMap<String, Wanted>, Refused> {
    let read = |(name, wanted): (String, RawWanted)| {
        let (path, range) = match wanted {
            RawWanted::Range(range) => (None, Some(range)),
            RawWanted::Table { path, version } => (path, version),
        };
        let range = range.map(|range| range_of(&name, &range)).transpose()?;
        Ok((name, Wanted { range, path }))
    };
    raw.into_iter().map(read).collect()
}

/// A range as it is written: `1.2`, `^1.2`, `~1.2.3`, `>=1, <3`, `=1.2.3`, `*`.
pub(crate) fn range_of(name: &str, text: &str) -> Result<VersionReq, Refused> {
    VersionReq::parse(text).map_err(|error| {
        Refused(format!("`{name}` is wanted in `{text}`, which is no range of versions: {error}"))
    })
}

/// True for a name that a package may have.
pub(crate) fn is_id(text: &str) -> bool {
    let is_part =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && text.chars().all(is_part)
        && crate::name_problem(text).is_none()
}

/// The manifest without paths to folders that nobody else has: the range stays.
pub(crate) fn without_paths(text: &str) -> Result<String, Refused> {
    let mut document = document(text)?;
    let Some(dependencies) = document.get_mut("dependencies").and_then(Item::as_table_like_mut)
    else {
        return Ok(text.to_owned());
    };
    let mut is_changed = false;
    for (_, wanted) in dependencies.iter_mut() {
        let Some(table) = wanted.as_table_like_mut() else { continue };
        let range = table.get("version").and_then(Item::as_str).map(str::to_owned);
        if let (true, Some(range)) = (table.contains_key("path"), range) {
            *wanted = value(range);
            is_changed = true;
        }
    }
    Ok(if is_changed { document.to_string() } else { text.to_owned() })
}

/// The manifest with a dependency in this range; with none, without it.
pub(crate) fn with_dependency(
    text: &str,
    name: &str,
    range: Option<&str>,
) -> Result<String, Refused> {
    let mut document = document(text)?;
    let of_workspace = document.contains_key("workspace");
    let owner: &mut dyn TableLike = match of_workspace {
        true => document["workspace"]
            .as_table_like_mut()
            .ok_or_else(|| Refused("`workspace` is no table".to_owned()))?,
        false => document.as_table_mut(),
    };
    let Some(range) = range else {
        let table = owner.get_mut("dependencies").and_then(Item::as_table_like_mut);
        let gone = table.and_then(|table| {
            let gone = table.remove(name)?;
            Some((gone, table.is_empty()))
        });
        if let Some((_, true)) = gone {
            owner.remove("dependencies");
        }
        return Ok(document.to_string());
    };
    let fresh = Item::Table(toml_edit::Table::new());
    let table = owner.entry("dependencies").or_insert(fresh).as_table_like_mut();
    let table = table.ok_or_else(|| Refused("`dependencies` is no table".to_owned()))?;
    table.insert(name, value(range));
    Ok(document.to_string())
}

fn document(text: &str) -> Result<DocumentMut, Refused> {
    text.parse().map_err(|error| Refused(format!("{MANIFEST} cannot be read: {error}")))
}
