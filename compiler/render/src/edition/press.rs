//! Colours and standard of the documents: for a screen, or for a press.

use super::Edition;
use crate::pdf::{Condition, Inks, Production, Profile, Standard};
use crate::problem::{self, Problem};

/// What is wished for, in the words of the settings.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
    /// `rgb` or `cmyk`.
    pub colour: &'a str,
    /// The standard.
    pub pdf: &'a str,
    /// A profile in the package.
    pub profile: Option<&'a str>,
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

    fn prepared(&self, wish: Wish<'_>) -> Result<Production, String> {
        let standard = Standard::named(wish.pdf).unwrap_or_default();
        let production = if wish.colour == "cmyk" {
            let (mut inks, refused) = Inks::from_theme(&self.templates.theme(&self.package().game));
            if let Some((name, reason)) = refused.first() {
                return Err(format!("`{name}` in `[inks]` of the theme {reason}"));
            }
            if let (Some(path), Some(folder)) = (wish.profile, self.own_folder()) {
                inks = inks.with_profile(Profile::read(&folder, path)?);
            }
            if let Some(condition) = wish.condition {
                inks.condition = Condition::named(condition);
            }
            if let Some(limit) = wish.ink_limit {
                inks.limit = limit as f32;
            }
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
}
