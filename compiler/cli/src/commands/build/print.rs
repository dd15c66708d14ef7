//! Everything of a package that is printed: cards, sheets, booklets, archives for printers.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Error, Result, anyhow};
use cardwright_check::CheckedPackage;
use cardwright_model::Severity;
use cardwright_model::files::SourceFolder;
use cardwright_model::print::Backs;
use cardwright_render::{
    Booklets, Drawn, Edition, Problem, ProfileFile, Progress, RenderedCard, SheetSide, Shelf,
    UNFINISHED, Wish, is_finished,
};

use super::settings::PrintSettings;
use super::{Job, Part, Totals, preset, selection};
use crate::commands::packages::added;
use crate::disk::Disk;
use crate::home::Home;
use crate::output::Folder;
use crate::report::{Steps, counted};
use crate::terminal;

impl Job<'_> {
    /// Writes what is wanted. If cards have errors, only those without are written, to be looked
    /// at: sheets would lack some.
    pub(super) fn print(
        &self,
        package: &CheckedPackage,
        folder: &mut Folder,
        parts: &mut Vec<&'static str>,
        totals: &mut Totals,
    ) -> Result<Vec<Problem>> {
        let steps = Steps::new(self.console);
        let printed = self.with_edition(package, &steps, |edition| {
            if let Some(components) = edition.components().filter(|_| self.wants(Part::Data)) {
                folder.write("data/components.json", &components)?;
            }
            let mut problems = Vec::new();
            if self.write_edition(package, edition, folder, (parts, totals, &mut problems))? {
                let profile = package.manifest.print.profile.as_deref();
                let presets = &self.arguments.preset;
                totals.archives += preset::write(edition, presets, profile, folder, &mut problems)?;
            }
            Ok(problems)
        })?;
        Ok(printed.unwrap_or_else(|problem| vec![*problem]))
    }

    /// Draws the cards and writes the sheets, and nothing else; says what is where on them and what
    /// is wrong with the cards. Cards with errors keep all sheets from being made.
    pub(crate) fn print_sheets(
        &self,
        package: &CheckedPackage,
        progress: &dyn Progress,
        shelf: &mut dyn Shelf,
    ) -> Result<(Vec<SheetSide>, Vec<Problem>)> {
        let printed = self.with_edition(package, progress, |edition| {
            let mut drawn = Drawn::default();
            edition.draw(None, &mut drawn);
            let (mut problems, mut sides) = (drawn.problems(), Vec::new());
            if !problems.iter().any(|problem| problem.severity == Severity::Error) {
                let prefix = self.arguments.prefix();
                let written = edition.write_sheets(&drawn.cards, &prefix, shelf);
                problems.extend(written.map_err(Error::from_boxed)?.1);
                sides = edition.sheet_sides(&drawn.cards);
                let (presets, print) = (&self.arguments.preset, &package.manifest.print);
                preset::write(edition, presets, print.profile.as_deref(), shelf, &mut problems)?;
            }
            Ok((sides, problems))
        })?;
        Ok(printed.unwrap_or_else(|problem| (Vec::new(), vec![*problem])))
    }

    /// Does something with the edition of a package, unless its colours cannot be had.
    fn with_edition<T>(
        &self,
        package: &CheckedPackage,
        progress: &dyn Progress,
        then: impl FnOnce(&Edition<'_>) -> Result<T>,
    ) -> Result<Result<T, Box<Problem>>> {
        let PrintSettings { papers, mut options, low_ink } =
            PrintSettings::of(self.arguments, package)?;
        let copies = selection::copies(self.arguments, package);
        if let Some(copies) = &copies {
            options.copies = copies.clone();
        }
        let print = &package.manifest.print;
        let roots = roots(package, self.home);
        let mut edition = Edition {
            library: &package.library,
            folders: roots
                .iter()
                .map(|root| Some(SourceFolder::new(&Disk, root.as_deref()?)))
                .collect(),
            templates: self.templates,
            shipped: SourceFolder::new(&Disk, &self.home.templates),
            memory: self.memory,
            preflight: &package.manifest.preflight,
            has_backs: print.backs != Backs::None,
            copies,
            kinds: &self.arguments.kind,
            without: &self.arguments.without,
            papers,
            options,
            low_ink,
            is_draft: self.arguments.draft,
            progress,
        };
        let wish = Wish {
            colour: &print.colour,
            pdf: &print.pdf,
            profile: print.profile.as_deref().map(ProfileFile::Own),
            condition: print.condition.as_deref(),
            ink_limit: print.ink_limit,
        };
        match edition.production(wish) {
            Ok(production) => edition.options.production = production,
            Err(problem) => return Ok(Err(problem)),
        }
        then(&edition).map(Ok)
    }

    /// Writes cards, sheets, booklets and files for virtual tables; `false` if cards are not
    /// finished.
    fn write_edition(
        &self,
        package: &CheckedPackage,
        edition: &Edition<'_>,
        folder: &mut Folder,
        (parts, totals, problems): (&mut Vec<&'static str>, &mut Totals, &mut Vec<Problem>),
    ) -> Result<bool> {
        let wants_tabletop = self.wants(Part::Tabletop)
            && (self.arguments.only.contains(&Part::Tabletop)
                || self.arguments.tabletop_url.is_some()
                || package.manifest.tabletop.url.is_some());
        let of_cards = [Part::Cards, Part::Sheets, Part::Gallery, Part::Proof, Part::Boxes];
        let wants_cards = wants_tabletop || of_cards.iter().any(|part| self.wants(*part));
        let wants_booklets = self.wants(Part::Booklets);
        let looks = self.wants(Part::Preflight);
        if !wants_cards && !wants_booklets && !looks {
            return Ok(true);
        }
        let (mut booklets, mut pages) = (Booklets::default(), None);
        if wants_booklets || looks {
            let drawn = edition.draw_booklets().map_err(|reason| anyhow!(reason))?;
            (booklets, pages) = (drawn.0, Some(drawn.1));
        }
        let mut drawn = Drawn { pages, ..Drawn::default() };
        if wants_cards || looks {
            edition.draw(None, &mut drawn);
        }
        if drawn.is_whole {
            edition.write_preflight(&drawn, folder).map_err(Error::from_boxed)?;
            parts.push("reports");
        }
        problems.extend(drawn.problems());
        problems.append(&mut booklets.problems);
        let (cards, pages) = (drawn.cards, drawn.pages.unwrap_or_default());
        if problems.iter().any(|problem| problem.severity == Severity::Error) {
            self.write_finished(edition, cards, folder, (totals, problems))?;
            parts.push(UNFINISHED);
            return Ok(false);
        }
        totals.cards += cards.len();
        let cards = self.changed(edition, cards, folder)?;
        if self.wants(Part::Cards) {
            let undrawn = self.write_cards(edition, &cards, folder)?;
            parts.push("cards");
            if !undrawn.is_empty() {
                let names = undrawn.iter().map(|problem| problem.card.clone()).collect();
                totals.unfinished_cards.insert(edition.package().name.clone(), names);
                problems.extend(undrawn);
                return Ok(false);
            }
        }
        if wants_tabletop {
            problems.extend(self.write_tabletop(package, edition, &cards, folder)?);
            parts.push("tabletop");
        }
        if self.wants(Part::Gallery) {
            problems.extend(edition.write_gallery(&cards, folder).map_err(Error::from_boxed)?);
            parts.push("gallery");
        }
        if self.wants(Part::Proof) {
            problems.extend(edition.write_proof(&cards, folder).map_err(Error::from_boxed)?);
            parts.push("proof");
        }
        if self.wants(Part::Boxes) {
            let written = edition.write_boxes(&cards, &self.arguments.prefix(), folder);
            let (count, found) = written.map_err(Error::from_boxed)?;
            totals.boxes += count;
            problems.extend(found);
            if !self.arguments.selects() {
                parts.push("boxes");
            }
        }
        if self.wants(Part::Sheets) {
            problems.extend(edition.reduced(&cards, &edition.options.production));
            let written = edition.write_sheets(&cards, &self.arguments.prefix(), folder);
            let (count, found) = written.map_err(Error::from_boxed)?;
            totals.sheets += count;
            problems.extend(found);
            // What a selection prints stands beside the sheets of all cards.
            if !self.arguments.selects() {
                parts.push("sheets");
            }
        }
        if wants_booklets {
            let written = edition.write_booklets(&booklets, &pages, folder);
            let (count, found) = written.map_err(Error::from_boxed)?;
            totals.booklets += count;
            problems.extend(found);
            parts.push("booklets");
        }
        Ok(true)
    }

    fn write_cards(
        &self,
        edition: &Edition<'_>,
        cards: &[RenderedCard],
        folder: &mut Folder,
    ) -> Result<Vec<Problem>> {
        let how = (self.arguments.dpi as f32, self.arguments.text.into());
        edition.write_cards(cards, how, folder).map_err(Error::from_boxed)
    }

    /// Writes the cards that may be printed as they are, and the others beside them, as far as
    /// they are drawn.
    fn write_finished(
        &self,
        edition: &Edition<'_>,
        cards: Vec<RenderedCard>,
        folder: &mut Folder,
        (totals, problems): (&mut Totals, &mut Vec<Problem>),
    ) -> Result<()> {
        let (finished, others): (Vec<_>, Vec<_>) = cards.into_iter().partition(is_finished);
        if !others.is_empty() {
            let names = others.iter().map(|card| card.id.clone()).collect();
            totals.unfinished_cards.insert(edition.package().name.clone(), names);
        }
        if self.wants(Part::Cards) {
            totals.cards += finished.len();
            problems.extend(self.write_cards(edition, &finished, folder)?);
            let written = edition.write_unfinished(&others, self.arguments.dpi as f32, folder);
            written.map_err(Error::from_boxed)?;
        }
        Ok(())
    }

    /// Notes what all cards look like; with `--since`, leaves out those that look the same.
    fn changed(
        &self,
        edition: &Edition<'_>,
        cards: Vec<RenderedCard>,
        folder: &mut Folder,
    ) -> Result<Vec<RenderedCard>> {
        let looks = selection::fingerprints(&cards);
        let Some(earlier) = &self.arguments.since else {
            if edition.takes_all() && !self.arguments.low_ink {
                folder.note_cards(looks);
            }
            return Ok(cards);
        };
        let name = &edition.package().name;
        let earlier = selection::earlier(earlier, name)?;
        let changed: Vec<RenderedCard> =
            cards.into_iter().filter(|card| earlier.get(&card.id) != looks.get(&card.id)).collect();
        let what = match changed.len() {
            0 => "no card looks different".to_owned(),
            count => format!("{} different", counted(count, "card")),
        };
        writeln!(terminal::err(), "{name}: {what}")?;
        Ok(changed)
    }
}

/// The folders of the packages of a library, where their pictures are.
pub(crate) fn roots(package: &CheckedPackage, home: &Home) -> Vec<Option<PathBuf>> {
    let root = |name: &String| {
        if *name == package.package().name {
            return Some(package.root.clone());
        }
        let wanted = package.manifest.dependencies.get(name);
        if let Some(path) = wanted.and_then(|wanted| wanted.path.clone()) {
            return Some(package.root.join(path));
        }
        let known = [Some(home.content.clone()), added(&package.root)];
        let mut known = known.into_iter().flatten().map(|folder| folder.join(name));
        known.find(|folder| folder.is_dir())
    };
    package.library.packages.iter().map(|package| root(&package.name)).collect()
}
