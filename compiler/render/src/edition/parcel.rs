//! The files that a printer wants.

use std::collections::BTreeMap;

use cardwright_model::Severity;

use super::{Drawn, Edition, ProfileFile, Shelf, Wish, text_files};
use crate::fence::attempted;
use crate::printer::{Delivery, Preset, deliver};
use crate::problem::{self, Problem};
use crate::sheet::SheetOptions;

/// What a printer gets, in one archive.
pub struct Parcel {
    /// The name of the archive.
    pub name: String,
    /// Names all that it is made of.
    pub key: String,
    /// What is in it; nothing if the shelf has it already.
    pub delivery: Option<Delivery>,
}

impl Edition<'_> {
    /// The presets that ship with the templates, and those of the package in their stead.
    pub fn presets(&self) -> Result<BTreeMap<String, String>, String> {
        let mut found = text_files(&self.shipped, "printers")?;
        if let Some(own) = self.own_folder() {
            found.extend(text_files(&own, "printers")?);
        }
        Ok(found)
    }

    /// Reads a preset.
    pub fn preset(&self, id: &str, text: &str) -> Result<Preset, Box<Problem>> {
        Preset::parse(id, text).map_err(|reason| {
            let file = format!("printers/{id}.toml");
            let message = format!("{file} is no printer preset: {reason}");
            let found = self.at_manifest().error(problem::BAD_PRESET, file, message);
            Box::new(found.help("`cardwright explain E0542` says where the format is described"))
        })
    }

    /// Makes what a printer wants, `print/<preset>/<package>.zip`, unless the cards cannot be
    /// printed so; adds what is to be said about it. `profile` is an ICC profile in the package,
    /// for a preset that names none.
    pub fn parcel(
        &self,
        preset: &Preset,
        profile: Option<&str>,
        shelf: &mut dyn Shelf,
        problems: &mut Vec<Problem>,
    ) -> Option<Parcel> {
        self.progress.begin(&preset.title, 2);
        let parcel = self.packed(preset, profile, shelf, problems);
        self.progress.end();
        parcel
    }

    fn packed(
        &self,
        preset: &Preset,
        profile: Option<&str>,
        shelf: &mut dyn Shelf,
        problems: &mut Vec<Problem>,
    ) -> Option<Parcel> {
        let package = self.package();
        let sizes = self.sizes();
        let bleed = sizes.iter().map(|size| preset.bleed_for(size));
        let bleed = bleed.fold(preset.bleed.mm(), f32::max);
        let mut drawn = Drawn::default();
        self.draw(Some(bleed), &mut drawn);
        self.progress.step();
        let found = drawn.problems();
        let failed = found.iter().any(|found| found.severity == Severity::Error);
        problems.extend(found);
        let cards = drawn.cards;
        if cards.is_empty() || failed {
            return None;
        }
        let wish = Wish {
            colour: &preset.colour,
            pdf: &preset.pdf,
            profile: match &preset.profile {
                Some(name) => Some(ProfileFile::Named(name)),
                None => profile.map(ProfileFile::Own),
            },
            condition: preset.condition.as_deref(),
            ink_limit: preset.ink_limit,
        };
        let production = self.production(wish).map_err(|problem| problems.push(*problem)).ok()?;
        let options = SheetOptions { production, ..self.options.clone() };
        problems.extend(self.reduced(&cards, &options.production));
        let name = format!("print/{}/{}.zip", preset.id, package.name);
        let looks: Vec<(&str, u128)> =
            cards.iter().map(|card| (card.name.as_str(), card.digest())).collect();
        let copies = &self.copies;
        let key = format!("{} {preset:?} {copies:?} {options:?} {looks:?}", package.version);
        if shelf.has(&name, &key) {
            return Some(Parcel { name, key, delivery: None });
        }
        let wanted = copies.as_ref().unwrap_or(&self.options.copies);
        let made = attempted(|| {
            deliver(preset, &package.name, &cards, wanted, &options)
                .map_err(|reason| reason.to_string())
        });
        let delivery = made.map_err(|reason| problems.push(self.unmade(&name, &reason))).ok()?;
        problems.extend(delivery.problems(preset, &cards));
        (!delivery.entries.is_empty()).then_some(Parcel { name, key, delivery: Some(delivery) })
    }
}
