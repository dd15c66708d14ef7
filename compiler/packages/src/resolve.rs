//! Chooses a version of every package: one for all who want it, the highest that suits them.

use std::collections::BTreeMap;
use std::fmt;

use semver::{Version, VersionReq};

/// After so many tries the search gives up. Real sets of packages need a few dozen.
const MOST_TRIES: usize = 20_000;

/// A version of a package that can be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Name.
    pub name: String,
    /// Version.
    pub version: Version,
    /// What it builds on.
    pub dependencies: BTreeMap<String, VersionReq>,
    /// Where it comes from.
    pub source: Source,
    /// The hash of its files; unknown for what is not copied.
    pub hash: Option<String>,
}

/// Where a version comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// It ships with the program, or is the workspace's own.
    Here,
    /// An index in a folder.
    Index(String),
    /// An archive.
    Archive(String),
    /// A folder.
    Folder(String),
}

/// One wish: who wants which versions of what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Want {
    /// Who: a manifest, or a package with its version.
    pub by: String,
    /// The package that is wanted.
    pub name: String,
    /// The versions that will do.
    pub range: VersionReq,
}

/// Why no set of versions suits everyone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The package.
    pub name: String,
    /// Everyone who wants it.
    pub wants: Vec<Want>,
    /// The versions that there are, highest first.
    pub known: Vec<(Version, Source)>,
    /// True if the search gave up.
    pub is_endless: bool,
}

/// Chooses a version of each package. `candidates` of a name come in the order of preference.
pub fn resolve(
    wants: &[Want],
    candidates: &BTreeMap<String, Vec<Candidate>>,
) -> Result<BTreeMap<String, Candidate>, Box<Conflict>> {
    let mut search = Search { candidates, tries: 0, deepest: None };
    let mut wants = wants.to_vec();
    let mut chosen = BTreeMap::new();
    if search.settle(&mut wants, 0, &mut chosen) {
        return Ok(chosen.into_iter().map(|(name, found)| (name, found.clone())).collect());
    }
    let is_endless = search.tries > MOST_TRIES;
    let (_, mut conflict) = search.deepest.expect("a search fails at a package");
    conflict.is_endless = is_endless;
    Err(Box::new(conflict))
}

struct Search<'a> {
    candidates: &'a BTreeMap<String, Vec<Candidate>>,
    tries: usize,
    /// The failure that was met with the most packages chosen: it says most.
    deepest: Option<(usize, Conflict)>,
}

impl<'a> Search<'a> {
    /// Settles the wishes from `next` on; those before are met by what is chosen.
    fn settle(
        &mut self,
        wants: &mut Vec<Want>,
        next: usize,
        chosen: &mut BTreeMap<String, &'a Candidate>,
    ) -> bool {
        let Some(want) = wants.get(next).cloned() else { return true };
        self.tries += 1;
        if let Some(found) = chosen.get(&want.name) {
            let suits = want.range.matches(&found.version);
            if !suits {
                self.note(&want.name, wants, chosen.len());
            }
            return suits && self.settle(wants, next + 1, chosen);
        }
        let known = self.candidates.get(&want.name).map_or(&[][..], Vec::as_slice);
        let length = wants.len();
        for candidate in known {
            // What others want of it is known before they are looked at one by one.
            let mut asked = wants.iter().filter(|other| other.name == want.name);
            if !asked.all(|other| other.range.matches(&candidate.version)) {
                continue;
            }
            if self.tries > MOST_TRIES {
                break;
            }
            chosen.insert(want.name.clone(), candidate);
            wants.extend(candidate.dependencies.iter().map(|(name, range)| Want {
                by: format!("`{}` {}", candidate.name, candidate.version),
                name: name.clone(),
                range: range.clone(),
            }));
            if self.settle(wants, next + 1, chosen) {
                return true;
            }
            wants.truncate(length);
            chosen.remove(&want.name);
        }
        self.note(&want.name, wants, chosen.len());
        false
    }

    fn note(&mut self, name: &str, wants: &[Want], depth: usize) {
        if self.deepest.as_ref().is_some_and(|(deepest, _)| *deepest >= depth) {
            return;
        }
        let known = self.candidates.get(name).map_or(&[][..], Vec::as_slice);
        let mut known: Vec<(Version, Source)> =
            known.iter().map(|found| (found.version.clone(), found.source.clone())).collect();
        known.sort_by(|left, right| right.0.cmp(&left.0));
        let wants = wants.iter().filter(|want| want.name == name).cloned().collect();
        let conflict = Conflict { name: name.to_owned(), wants, known, is_endless: false };
        self.deepest = Some((depth, conflict));
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match (self.known.is_empty(), self.is_endless) {
            (true, _) => write!(out, "there is no package `{name}`")?,
            (false, true) => {
                write!(out, "no versions were found that suit everyone; see `{name}`")?
            }
            (false, false) => write!(out, "no version of `{name}` suits everyone")?,
        }
        for want in &self.wants {
            write!(out, "\n  {} wants `{name}` {}", want.by, want.range)?;
        }
        if !self.known.is_empty() {
            let known: Vec<String> = self
                .known
                .iter()
                .map(|(version, source)| format!("{version} ({source})"))
                .collect();
            write!(out, "\n  there is `{name}` {}", known.join(", "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Source {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Here => out.write_str("here"),
            Source::Index(place) => write!(out, "index:{place}"),
            Source::Archive(place) => write!(out, "archive:{place}"),
            Source::Folder(place) => write!(out, "folder:{place}"),
        }
    }
}

impl Source {
    /// Reads what is written with `Display`.
    pub(crate) fn read(text: &str) -> Option<Source> {
        let (kind, place) = text.split_once(':')?;
        let place = place.to_owned();
        match kind {
            "index" => Some(Source::Index(place)),
            "archive" => Some(Source::Archive(place)),
            "folder" => Some(Source::Folder(place)),
            _ => None,
        }
    }
}
