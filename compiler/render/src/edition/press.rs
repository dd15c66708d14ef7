//! Colours and standard of the documents: for a screen, or for a press.

use cardwright_model::files::SourceFolder;
use rayon::prelude::*;

use super::Edition;
use crate::card::RenderedCard;
use crate::pdf::{self, Condition, Inks, Production, Profile, Standard, coverage};
use crate::picture::Picture;
use crate::problem::{self, Problem, Subject};
use crate::svg;

/// Where a profile is.
#[derive(Debug, Clone, Copy)]
pub enum ProfileFile<'a> {
    /// A file of the package.
    Own(&'a str),
    /// One that a preset names: `printers/profiles/NAME.icc` of the package, or a shipped one.
    Named(&'a str),
}

/// The folder of profiles, in a package and in the shipped templates.
const PROFILES: &str = "printers/profiles";

/// The printing condition where nothing else is said.
const USUAL: &str = "FOGRA39";

/// What is wished for, in the words of the settings.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
    /// `rgb` or `cmyk`.
    pub colour: &'a str,
    /// The standard.
    pub pdf: &'a str,
    /// A profile of the press.
    pub profile: Option<ProfileFile<'a>>,
    /// The printing condition by its name in the registry.
    pub condition: Option<&'a str>,
    /// Most ink on one spot, in percent.
    pub ink_limit: Option<u32>,
}

impl Edition<'_> {
    /// The production that is wished for, or why it cannot be had.
    pub fn production(&self, wish: Wish<'_>) -> Result<Production, Box<Problem>> {
        self.prepared(wish).map_err(|reason| {
            let message = format!("this cannot be printed: {reason}");
            let found = self.at_manifest().error(problem::BAD_PRODUCTION, "print", message);
            Box::new(found.help("change `colour`, `pdf` or `profile` in `[print]`"))
        })
    }

    /// What takes more ink than the press allows, and is printed with less: pictures, and inks that
    /// the theme names.
    pub fn reduced(&self, cards: &[RenderedCard], production: &Production) -> Vec<Problem> {
        let Some(inks) = production.inks() else { return Vec::new() };
        let mut seen: Vec<&Picture> = Vec::new();
        let mut of: Vec<(&RenderedCard, &Picture)> = Vec::new();
        for card in cards {
            for picture in svg::pictures_of(&card.front.svg, &card.front.pictures) {
                if !seen.iter().any(|known| known.digest() == picture.digest()) {
                    seen.push(picture);
                    of.push((card, picture));
                }
            }
        }
        let excess = |(card, picture): &(&RenderedCard, &Picture)| {
            let (part, most) = pdf::excess(&picture.kind(), inks)?;
            let subject = Subject { card: card.id.clone(), provenance: card.provenance.clone() };
            let message = format!(
                "the picture of `{}` takes up to {most:.0} % of ink, more than {:.0} %; {:.1} % of \
                 it is printed with less",
                card.id,
                inks.most(),
                part * 100.0
            );
            (part > 0.0).then(|| {
                subject.warning(problem::REDUCED_INK, "art", message).help(
                    "look at its shadows in the PDF, or brighten them in the picture; a profile \
                     that is made for the limit needs no change",
                )
            })
        };
        let mut found: Vec<Problem> = of.par_iter().filter_map(excess).collect();
        for ([red, green, blue], ink) in inks.named() {
            let total = coverage(ink);
            if total > inks.most() + 1.0 {
                let message = format!(
                    "`#{red:02x}{green:02x}{blue:02x}` takes {total:.0} % of ink in `[inks]`, more \
                     than {:.0} %; it is printed with less",
                    inks.most()
                );
                let found_here = self.at_manifest().warning(problem::REDUCED_INK, "inks", message);
                found.push(found_here.help("take cyan, magenta and yellow back in the theme"));
            }
        }
        found
    }

    fn prepared(&self, wish: Wish<'_>) -> Result<Production, String> {
        let standard = Standard::named(wish.pdf).unwrap_or_default();
        let production = if wish.colour == "cmyk" {
            let (mut inks, refused) = Inks::from_theme(&self.templates.theme(&self.package().game));
            if let Some((name, reason)) = refused.first() {
                return Err(format!("`{name}` in `[inks]` of the theme {reason}"));
            }
            let condition = wish.condition.map(Condition::named);
            let profile = match wish.profile {
                Some(file) => self.profile(file)?,
                None => self.shipped_profile(condition.as_ref())?,
            };
            inks.condition = match (condition, wish.profile) {
                (Some(condition), _) => condition,
                (None, Some(_)) => Condition::of(&profile),
                (None, None) => Condition::named(USUAL),
            };
            inks = inks.with_profile(profile);
            inks.limit = wish.ink_limit.map(|limit| limit as f32);
            Production::cmyk(inks)
        } else {
            Production::default()
        };
        let production = production.to_standard(standard);
        match production.conflict() {
            Some(reason) => Err(reason.to_owned()),
            None => Ok(production),
        }
    }

    fn profile(&self, file: ProfileFile<'_>) -> Result<Profile, String> {
        let own = self.own_folder();
        match file {
            ProfileFile::Own(path) => Profile::read(&own.ok_or("the package has no folder")?, path),
            ProfileFile::Named(name) => {
                let file = format!("{name}.icc");
                let is_own = |folder: &SourceFolder<'_>| {
                    let files = folder.list(PROFILES, 0).unwrap_or_default();
                    files.iter().any(|(name, _)| *name == file)
                };
                let folder = own.filter(is_own).unwrap_or(self.shipped);
                Profile::read(&folder, &format!("{PROFILES}/{file}"))
            }
        }
    }

    /// The shipped profile for a printing condition. Colours are never converted without one: the
    /// result would bear the name of a standard and be far from it.
    fn shipped_profile(&self, condition: Option<&Condition>) -> Result<Profile, String> {
        let usual = Condition::named(USUAL);
        let condition = condition.unwrap_or(&usual);
        let name = condition.shipped_profile().ok_or_else(|| {
            let shipped: Vec<String> =
                Condition::shipped().map(|name| format!("`{name}`")).collect();
            format!(
                "no profile is shipped for the printing condition `{}`, only for {}; give \
                 `profile = \"press.icc\"`, which the printer hands out",
                condition.identifier,
                shipped.join(" and ")
            )
        })?;
        self.profile(ProfileFile::Named(name))
    }
}
