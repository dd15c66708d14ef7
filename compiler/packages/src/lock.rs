//! `cardwright.lock`: the packages that were brought in, with their versions and hashes.

use semver::Version;
use serde::{Deserialize, Serialize};

use crate::manifest::is_id;
use crate::resolve::Source;
use crate::{Refused, refuse};

/// Name of the lock file.
pub const LOCK: &str = "cardwright.lock";
/// The form of lock files that is written and read here.
const FORMAT: u32 = 1;
const HEAD: &str =
    "# Written by `cardwright add`, `remove` and `update`. Keep it with your files.\n";

/// What was brought in, in the order of the names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lock {
    /// The packages.
    pub packages: Vec<Locked>,
}

/// One package that was brought in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Locked {
    /// Name.
    pub name: String,
    /// Version.
    pub version: Version,
    /// Where it came from.
    pub source: Source,
    /// The hash of its files.
    pub hash: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LockFile {
    version: u32,
    #[serde(default, rename = "package")]
    packages: Vec<RawLocked>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLocked {
    name: String,
    version: Version,
    source: String,
    hash: String,
}

impl Lock {
    /// Reads a lock file.
    pub fn read(text: &str) -> Result<Lock, Refused> {
        let raw: LockFile = toml::from_str(text).map_err(|error: toml::de::Error| {
            Refused(format!("{LOCK} cannot be read: {}", error.message().replace('\n', ", ")))
        })?;
        if raw.version != FORMAT {
            return refuse(format!("{LOCK} is of version {}; this reads {FORMAT}", raw.version));
        }
        let mut packages: Vec<Locked> = Vec::new();
        for RawLocked { name, version, source, hash } in raw.packages {
            // The name becomes that of a folder.
            if !is_id(&name) || packages.iter().any(|known| known.name == name) {
                return refuse(format!("{LOCK} names `{}` in a wrong way", name.escape_debug()));
            }
            let Some(source) = Source::read(&source) else {
                return refuse(format!("{LOCK} has no such source: `{}`", source.escape_debug()));
            };
            packages.push(Locked { name, version, source, hash });
        }
        packages.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(Lock { packages })
    }

    /// The text of the lock file.
    pub fn text(&self) -> String {
        let packages = self.packages.iter().map(|locked| RawLocked {
            name: locked.name.clone(),
            version: locked.version.clone(),
            source: locked.source.to_string(),
            hash: locked.hash.clone(),
        });
        let file = LockFile { version: FORMAT, packages: packages.collect() };
        let text = toml::to_string(&file).expect("a lock file is plain data");
        format!("{HEAD}{text}")
    }

    /// A package by its name.
    pub fn get(&self, name: &str) -> Option<&Locked> {
        self.packages.iter().find(|locked| locked.name == name)
    }
}
