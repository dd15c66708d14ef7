//! Archives for printers: `--preset`.

use std::collections::BTreeMap;

use anyhow::{Result, anyhow};
use cardwright_render::printer::{Delivery, Entry, LeftOutKind, Preset};
use cardwright_render::{Edition, Problem, Shelf};
use serde::Serialize;

use crate::output;
use crate::report::no_such;

/// Writes what each of the printers wants; returns how many archives there are.
pub(super) fn write(
    edition: &Edition<'_>,
    presets: &[String],
    profile: Option<&str>,
    shelf: &mut dyn Shelf,
    problems: &mut Vec<Problem>,
) -> Result<usize> {
    let known = edition.presets().map_err(|reason| anyhow!(reason))?;
    let mut count = 0;
    for id in presets {
        let Some(text) = known.get(id) else {
            let names: Vec<&str> = known.keys().map(String::as_str).collect();
            return Err(no_such("printer preset", id, &names));
        };
        let preset = match edition.preset(id, text) {
            Ok(preset) => preset,
            Err(problem) => {
                problems.push(*problem);
                continue;
            }
        };
        let Some(parcel) = edition.parcel(&preset, profile, shelf, problems) else { continue };
        count += 1;
        let Some(delivery) = parcel.delivery else { continue };
        let package = edition.package();
        let zip = archive(&preset, &package.name, &package.version, &delivery)?;
        // What is to be said about a delivery is found out by making it, so that it is made again.
        let made_of = delivery.left_out.is_empty().then(|| parcel.key.into());
        shelf.put(&parcel.name, made_of, &zip).map_err(anyhow::Error::from_boxed)?;
    }
    Ok(count)
}

/// What goes with the files, for programs.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Contents<'a> {
    package: &'a str,
    version: &'a str,
    printer: &'a str,
    cards: &'a [Entry],
    /// Kinds of cards that the printer does not make.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    left_out: &'a [LeftOutKind],
    files: BTreeMap<&'a str, String>,
}

/// The archive: what to do, what is in it, and the files.
fn archive(preset: &Preset, package: &str, version: &str, delivery: &Delivery) -> Result<Vec<u8>> {
    let url = preset.url.as_ref().map(|url| format!("{url}\n")).unwrap_or_default();
    let mut readme = format!("{package} {version} for {}\n{url}\n{}\n", preset.title, preset.about);
    if !delivery.left_out.is_empty() {
        readme.push_str("\nNot in this archive, since the printer does not make their size:\n");
    }
    for LeftOutKind { kind, size, cards } in &delivery.left_out {
        readme.push_str(&format!("- {kind}, {size}: {}\n", cards.join(", ")));
    }
    let files =
        delivery.files.iter().map(|file| (file.name.as_str(), output::hash(&file.bytes))).collect();
    let contents = Contents {
        package,
        version,
        printer: &preset.id,
        cards: &delivery.entries,
        left_out: &delivery.left_out,
        files,
    };
    let mut json = serde_json::to_vec_pretty(&contents)?;
    json.push(b'\n');
    let first = [("README.txt", readme.as_bytes()), ("manifest.json", &json)];
    let files = delivery.files.iter().map(|file| (file.name.as_str(), &file.bytes[..]));
    let all = first.into_iter().chain(files).map(|(name, bytes)| (name.to_owned(), bytes));
    Ok(cardwright_emit::archive(all)?)
}
