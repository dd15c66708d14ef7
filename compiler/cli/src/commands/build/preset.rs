//! Files for a printer: `--preset`.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use cardwright_check::{CheckedPackage, suggest};
use cardwright_model::Severity;
use cardwright_render::fence::attempted;
use cardwright_render::printer::{Delivery, Preset, deliver};
use cardwright_render::{Copies, Problem, SheetOptions, problem};
use serde::Serialize;

use super::files::text_files;
use super::preflight::Drawn;
use super::settings::PrintSettings;
use super::{Job, press, selection};
use crate::output::{self, Folder};
use crate::report::usage;

/// The presets that ship with Cardwright, and those of the package in their stead.
fn presets(shipped: &Path, package: &Path) -> Result<BTreeMap<String, String>> {
    let mut found = text_files(shipped, "printers")?;
    found.extend(text_files(package, "printers")?);
    Ok(found)
}

impl Job<'_> {
    /// Writes what each printer that was asked for wants: `print/<preset>/<package>.zip`.
    pub(super) fn write_presets(
        &self,
        package: &CheckedPackage,
        copies: Option<&Copies>,
        settings: &PrintSettings,
        folder: &mut Folder,
    ) -> Result<(usize, Vec<Problem>)> {
        let known = presets(&self.home.templates, &package.root)?;
        let mut problems = Vec::new();
        let mut count = 0;
        for id in &self.arguments.preset {
            let Some(text) = known.get(id) else {
                return Err(unknown(id, &known));
            };
            let preset = match Preset::parse(id, text) {
                Ok(preset) => preset,
                Err(reason) => {
                    problems.push(bad_preset(id, &reason, package));
                    continue;
                }
            };
            let (files, found) = self.write_preset(&preset, package, copies, settings, folder)?;
            count += files;
            problems.extend(found);
        }
        Ok((count, problems))
    }

    fn write_preset(
        &self,
        preset: &Preset,
        package: &CheckedPackage,
        copies: Option<&Copies>,
        settings: &PrintSettings,
        folder: &mut Folder,
    ) -> Result<(usize, Vec<Problem>)> {
        let model = package.package();
        let progress = self.console.progress(&preset.title, 2);
        // First as they are, to learn which bleed their sizes need.
        let mut plain = Drawn::default();
        self.render(package, copies, (settings.low_ink, Some(0.0)), &mut plain);
        let bleed = plain
            .cards
            .iter()
            .map(|card| preset.bleed_for(&card.size))
            .fold(preset.bleed.mm(), f32::max);
        drop(plain);
        let mut drawn = Drawn::default();
        self.render(package, copies, (settings.low_ink, Some(bleed)), &mut drawn);
        progress.inc(1);
        let mut problems = drawn.problems();
        let cards = drawn.cards;
        if cards.is_empty() || problems.iter().any(|found| found.severity == Severity::Error) {
            return Ok((0, problems));
        }
        let wish = press::Wish {
            colour: &preset.colour,
            pdf: &preset.pdf,
            profile: package.manifest.print.profile.as_deref(),
            condition: preset.condition.as_deref(),
            ink_limit: preset.ink_limit,
        };
        let production = match press::production(wish, &package.root, self.templates, &model.game) {
            Ok(production) => production,
            Err(reason) => {
                problems.push(press::refused(&reason, package));
                return Ok((0, problems));
            }
        };
        let options = SheetOptions { production, ..settings.options.clone() };
        let name = format!("print/{}/{}.zip", preset.id, model.name);
        let looks: Vec<(&str, u128)> =
            cards.iter().map(|card| (card.name.as_str(), card.digest())).collect();
        let key = format!("{} {preset:?} {copies:?} {options:?} {looks:?}", model.version);
        let key = output::hash(key.as_bytes());
        if folder.has(&name, &key) {
            return Ok((1, problems));
        }
        let wanted = copies.cloned().unwrap_or_else(|| settings.options.copies.clone());
        let made = attempted(|| {
            deliver(preset, &model.name, &cards, &wanted, &options)
                .map_err(|reason| reason.to_string())
        });
        progress.finish_and_clear();
        let delivery = match made {
            Ok(delivery) => delivery,
            Err(reason) => {
                problems.push(press::unmade(&name, &reason, package));
                return Ok((0, problems));
            }
        };
        problems.extend(delivery.problems.iter().cloned());
        if delivery.problems.iter().any(|found| found.severity == Severity::Error) {
            return Ok((0, problems));
        }
        let zip = archive(preset, &model.name, &model.version, &delivery)?;
        // What is to be told about a delivery is found out by making it.
        match delivery.problems.is_empty() {
            true => folder.write_made(&name, &key, &zip)?,
            false => folder.write(&name, &zip)?,
        }
        Ok((1, problems))
    }
}

/// What goes with the files, for programs.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Contents<'a> {
    package: &'a str,
    version: &'a str,
    printer: &'a str,
    cards: &'a [cardwright_render::printer::Entry],
    files: BTreeMap<&'a str, String>,
}

/// The archive: what to do, what is in it, and the files.
fn archive(preset: &Preset, package: &str, version: &str, delivery: &Delivery) -> Result<Vec<u8>> {
    let url = preset.url.as_ref().map(|url| format!("{url}\n")).unwrap_or_default();
    let readme = format!("{package} {version} for {}\n{url}\n{}\n", preset.title, preset.about);
    let files =
        delivery.files.iter().map(|file| (file.name.as_str(), output::hash(&file.bytes))).collect();
    let contents =
        Contents { package, version, printer: &preset.id, cards: &delivery.entries, files };
    let mut json = serde_json::to_vec_pretty(&contents)?;
    json.push(b'\n');
    let first = [("README.txt", readme.as_bytes()), ("manifest.json", &json)];
    let files = delivery.files.iter().map(|file| (file.name.as_str(), &file.bytes[..]));
    let all = first.into_iter().chain(files).map(|(name, bytes)| (name.to_owned(), bytes));
    Ok(cardwright_emit::archive(all)?)
}

fn unknown(id: &str, known: &BTreeMap<String, String>) -> anyhow::Error {
    let names: Vec<&str> = known.keys().map(String::as_str).collect();
    let near = suggest(id, names.iter().copied());
    let near = near.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
    usage(format!("there is no printer preset `{id}`; {near}presets are {}", names.join(", ")))
}

/// A mistake in a preset's file. It belongs to no card, so it is told at the manifest.
fn bad_preset(id: &str, reason: &str, package: &CheckedPackage) -> Problem {
    let subject = press::at_manifest(package);
    let file = format!("printers/{id}.toml");
    subject
        .error(problem::BAD_PRESET, file.clone(), format!("{file} is no printer preset: {reason}"))
        .help("`cardwright explain E0542` says where the format is described")
}

/// Whether the decks that were asked for are in this package.
pub(super) fn has_deck(arguments: &super::BuildArguments, package: &CheckedPackage) -> bool {
    arguments.deck.is_empty()
        || matches!(
            selection::copies(arguments, package),
            Some(Copies::Listed(copies)) if !copies.is_empty()
        )
}
