//! Licences, and where pictures and fonts come from.
//!
//! A package says so in `credits.toml`:
//!
//! ```toml
//! [[file]]
//! path = "art/moon.png"        # or a folder, `art/`
//! by = "Ann Example"
//! license = "CC-BY-4.0"
//! from = "https://example.org" # if it was taken from somewhere
//! ```

use cardwright_check::CheckedPackage;
use cardwright_packages::{FileMap, licence_problem};
use serde::{Deserialize, Serialize};

use crate::{Finding, Report, Weight};

/// The file that says where pictures and fonts come from.
const CREDITS: &str = "credits.toml";
/// A package of more bytes is hard to share.
const LARGE: u64 = 64 << 20;

/// A picture or a font.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Origin {
    /// Path in the package.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// Who made it.
    pub by: Option<String>,
    /// Its licence.
    pub license: Option<String>,
    /// Where it was taken from.
    pub from: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Credits {
    #[serde(default, rename = "file")]
    files: Vec<Credit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Credit {
    path: String,
    by: String,
    license: String,
    from: Option<String>,
}

pub(crate) fn examine(package: &CheckedPackage, files: &FileMap, report: &mut Report) {
    report.files = files.len();
    report.bytes = files.values().map(|bytes| bytes.len() as u64).sum();
    if report.bytes > LARGE {
        let told = format!("it has {} MB", report.bytes >> 20);
        report.findings.push(Finding::new("sizes", Weight::Decide, told));
    }
    let has_text = files.keys().any(|name| {
        let name = name.to_ascii_uppercase();
        ["LICENSE", "LICENCE", "COPYING"].iter().any(|start| name.starts_with(start))
    });
    let licence = package.package().license.as_deref();
    if let Some(problem) = licence_problem(licence, has_text) {
        report.findings.push(Finding::new("licences", Weight::Refuse, problem));
    }
    let credits = credits(files, report);
    for (path, bytes) in files.iter().filter(|(path, _)| is_drawn_by_somebody(path)) {
        let credit = credits.iter().find(|credit| {
            credit.path == *path || credit.path.ends_with('/') && path.starts_with(&credit.path)
        });
        let found = match credit {
            None => Some("nobody says where it comes from".to_owned()),
            Some(credit) => licence_problem(Some(&credit.license), has_text),
        };
        if let Some(why) = found {
            let help = format!("say in {CREDITS} who made it and under which licence");
            let found = Finding::new("licences", Weight::Decide, format!("`{path}`: {why}"));
            report.findings.push(found.help(help).at(path, 1));
        }
        report.origins.push(Origin {
            path: path.clone(),
            bytes: bytes.len() as u64,
            by: credit.map(|credit| credit.by.clone()),
            license: credit.map(|credit| credit.license.clone()),
            from: credit.and_then(|credit| credit.from.clone()),
        });
    }
}

fn credits(files: &FileMap, report: &mut Report) -> Vec<Credit> {
    let Some(bytes) = files.get(CREDITS) else { return Vec::new() };
    let text = String::from_utf8_lossy(bytes);
    match toml::from_str::<Credits>(&text) {
        Ok(credits) => credits.files,
        Err(error) => {
            let told = format!("{CREDITS} cannot be read: {}", error.message().replace('\n', ", "));
            report.findings.push(Finding::new("licences", Weight::Refuse, told).at(CREDITS, 1));
            Vec::new()
        }
    }
}

/// True for pictures and fonts. Templates are source text.
fn is_drawn_by_somebody(path: &str) -> bool {
    const ENDINGS: [&str; 11] =
        ["png", "jpg", "jpeg", "gif", "webp", "svg", "ttf", "otf", "ttc", "woff", "woff2"];
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    ENDINGS.contains(&ending.as_str()) && !path.starts_with("templates/")
}
