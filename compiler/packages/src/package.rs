//! One archive for one package: the files, and a label with their hashes.

use std::collections::BTreeMap;

use semver::{Version, VersionReq};
use serde::{Deserialize, Serialize};

use crate::archive;
use crate::manifest::{MANIFEST, Outline, without_paths};
use crate::names::{Collisions, name_problem};
use crate::{FileMap, LANGUAGE, Refused, licence_problem, refuse, sha256};

/// The ending of an archive's name.
pub const ENDING: &str = "cardwright";
/// The file in an archive that says what is in it.
pub const LABEL: &str = "cardwright-pack.json";
/// The form of labels that is written and read here.
const FORMAT: u32 = 1;
/// No label is larger.
const LARGEST_LABEL: usize = 8 << 20;

/// What an archive says about itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Label {
    /// The form of the label.
    pub format: u32,
    /// Name of the package.
    pub name: String,
    /// Version of the package.
    pub version: Version,
    /// The game it belongs to.
    pub game: String,
    /// Licence of the content.
    pub license: String,
    /// The version of the language that it is written in.
    pub language: Version,
    /// What it builds on.
    pub dependencies: BTreeMap<String, VersionReq>,
    /// Each file with its hash, SHA-256.
    pub files: BTreeMap<String, String>,
}

/// A package that was packed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    /// What is in it.
    pub label: Label,
    /// The archive.
    pub bytes: Vec<u8>,
}

/// A package that was read from an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// What is in it.
    pub label: Label,
    /// Its files, without the label.
    pub files: FileMap,
}

impl Packed {
    /// The name of the archive: `moon-1.2.0.cardwright`.
    pub fn file_name(&self) -> String {
        format!("{}-{}.{ENDING}", self.label.name, self.label.version)
    }
}

impl Label {
    /// One hash for all files.
    pub fn hash(&self) -> String {
        let lines: String =
            self.files.iter().map(|(name, hash)| format!("{hash}  {name}\n")).collect();
        format!("sha256:{}", sha256(lines.as_bytes()))
    }
}

/// The hash of a package's files, however they are stored.
pub fn content_hash(files: &FileMap) -> String {
    let lines: String =
        files.iter().map(|(name, bytes)| format!("{}  {name}\n", sha256(bytes))).collect();
    format!("sha256:{}", sha256(lines.as_bytes()))
}

/// Makes an archive of a package's files, or says all reasons why it would not stand alone.
pub fn pack(mut files: FileMap) -> Result<Packed, Vec<Refused>> {
    files.remove(LABEL);
    let manifest = files.get(MANIFEST).ok_or_else(|| vec![missing()])?;
    let text = text_of(manifest).map_err(|error| vec![error])?.to_owned();
    let outline = Outline::read(&text).map_err(|error| vec![error])?;
    let mut reasons = Vec::new();
    let mut dependencies = BTreeMap::new();
    for (name, wanted) in &outline.dependencies {
        match (&wanted.range, &wanted.path) {
            (Some(range), _) => drop(dependencies.insert(name.clone(), range.clone())),
            (None, path) => {
                let place = path.as_ref().map_or_else(String::new, |path| format!(" in `{path}`"));
                reasons.push(Refused(format!(
                    "`{name}`{place} is not in the archive, and no version of it is named: write \
                     `version = \"…\"` beside the path"
                )));
            }
        }
    }
    if let Some(problem) = licence_problem(outline.license.as_deref(), has_licence_text(&files)) {
        reasons.push(Refused(problem));
    }
    if !files.keys().any(|name| name.ends_with(".card")) {
        reasons.push(Refused("it has no `.card` file".to_owned()));
    }
    let mut collisions = Collisions::default();
    let problems =
        files.keys().filter_map(|name| name_problem(name).or_else(|| collisions.add(name)));
    reasons.extend(problems.map(Refused));
    match without_paths(&text) {
        Ok(text) => drop(files.insert(MANIFEST.to_owned(), text.into_bytes())),
        Err(error) => reasons.push(error),
    }
    if !reasons.is_empty() {
        return Err(reasons);
    }
    let label = Label {
        format: FORMAT,
        name: outline.name,
        version: outline.version,
        game: outline.game,
        license: outline.license.unwrap_or_default(),
        language: language(),
        dependencies,
        files: files.iter().map(|(name, bytes)| (name.clone(), sha256(bytes))).collect(),
    };
    let mut json = serde_json::to_vec_pretty(&label).expect("a label is plain data");
    json.push(b'\n');
    files.insert(LABEL.to_owned(), json);
    let bytes = archive::write(&files).map_err(|error| vec![error])?;
    Ok(Packed { label, bytes })
}

/// Reads an archive of a stranger. Every file is the one that the label names, and the label says
/// the same as the manifest.
pub fn open(bytes: &[u8]) -> Result<Opened, Refused> {
    let mut files = archive::read(bytes)?;
    let Some(json) = files.remove(LABEL).filter(|json| json.len() <= LARGEST_LABEL) else {
        return refuse(format!("the archive has no {LABEL}; make it with `cardwright pack`"));
    };
    let label: Label = serde_json::from_slice(&json)
        .map_err(|error| Refused(format!("{LABEL} cannot be read: {error}")))?;
    if label.format != FORMAT {
        let form = label.format;
        return refuse(format!("the archive is of form {form}; this version reads form {FORMAT}"));
    }
    if let Some(name) = label.files.keys().find(|name| !files.contains_key(*name)) {
        return refuse(format!("`{name}` is missing from the archive"));
    }
    for (name, bytes) in &files {
        match label.files.get(name) {
            None => return refuse(format!("`{name}` is in the archive, but not in {LABEL}")),
            Some(hash) if *hash != sha256(bytes) => {
                return refuse(format!("`{name}` is not the file that was packed"));
            }
            Some(_) => {}
        }
    }
    let outline = Outline::read(text_of(files.get(MANIFEST).ok_or_else(missing)?)?)?;
    let wanted: BTreeMap<String, VersionReq> =
        outline.dependencies.iter().map(|(name, wanted)| (name.clone(), wanted.range())).collect();
    let is_same = outline.name == label.name
        && outline.version == label.version
        && outline.game == label.game
        && outline.license.as_deref() == Some(label.license.as_str())
        && wanted == label.dependencies;
    if !is_same {
        return refuse(format!("{LABEL} and {MANIFEST} say different things"));
    }
    if outline.dependencies.values().any(|wanted| wanted.path.is_some()) {
        return refuse(format!("{MANIFEST} builds on a folder outside the archive"));
    }
    Ok(Opened { label, files })
}

impl Opened {
    /// Why this version of the program cannot read the package's language, if it cannot.
    pub fn language_problem(&self) -> Option<String> {
        let (theirs, ours) = (&self.label.language, language());
        let is_older = *theirs <= ours;
        let is_same_line =
            theirs.major == ours.major && (ours.major > 0 || theirs.minor == ours.minor);
        (!is_older || !is_same_line).then(|| {
            format!("it is written in version {theirs} of the language; this program reads {ours}")
        })
    }
}

/// True if the files hold the text of a licence.
fn has_licence_text(files: &FileMap) -> bool {
    files.keys().any(|name| {
        let name = name.to_ascii_uppercase();
        ["LICENSE", "LICENCE", "COPYING"].iter().any(|start| name.starts_with(start))
    })
}

fn language() -> Version {
    Version::parse(LANGUAGE).expect("the version of a crate is a version")
}

fn missing() -> Refused {
    Refused(format!("there is no {MANIFEST}"))
}

fn text_of(bytes: &[u8]) -> Result<&str, Refused> {
    std::str::from_utf8(bytes).map_err(|_| Refused(format!("{MANIFEST} is not UTF-8")))
}
