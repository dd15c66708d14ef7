//! Preflight: what would go wrong with a drawn card on paper, found before it is printed.
//!
//! There is one file per check. [`survey`] walks the drawing once and lists texts, icons, pictures
//! and lines with their places; [`backdrop`] paints, at a small scale, as much of it as the checks
//! that look at colours need. Everything is a function of one drawn side and the settings, so the
//! findings for a card stay valid as long as the card does not change.

mod allowances;
mod backdrop;
mod backs;
mod bleed;
mod colour_vision;
mod contrast;
mod cover;
mod fold;
mod glyphs;
mod ink;
mod painter;
mod perception;
mod pixels;
mod report;
mod resolution;
mod safe_area;
mod strokes;
mod survey;
mod thumbnails;
mod type_size;

use cardwright_model::preflight::{self, Level, Settings};
use usvg::{Rect, Tree};

pub use fold::{Finding, fold};
pub use report::Report;

use crate::card::RenderedCard;
use crate::colour::Colour;
use crate::fonts::Fonts;
use crate::galley::Galley;
use crate::picture::Pictures;
use crate::problem::{CardPlace, Problem, Subject, TEXT_OVERFLOW};
use crate::size::CardSize;
use survey::Survey;
use thumbnails::Thumbnails;

/// The preflight of a package's cards.
pub(crate) struct Preflight {
    settings: Settings,
    thumbnails: Thumbnails,
}

/// One side of a card, as the checks see it.
pub(crate) struct Sheet<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) size: CardSize,
    pub(crate) is_back: bool,
    pub(crate) tree: &'a Tree,
    pub(crate) pictures: &'a Pictures,
    pub(crate) galley: &'a Galley,
    pub(crate) fonts: &'a Fonts,
}

impl Preflight {
    pub(crate) fn new(settings: Settings) -> Preflight {
        Preflight { settings, thumbnails: Thumbnails::default() }
    }

    /// Adds everything that is wrong with one side to what was found while it was drawn.
    pub(crate) fn inspect(&self, sheet: &Sheet<'_>, problems: &mut Vec<Problem>) {
        let survey = Survey::of(sheet.tree, sheet.galley);
        let ground = self.needs_ground().then(|| {
            let with_bleed = self.is_on("bleed") && sheet.size.bleed > 0.0;
            backdrop::paint(sheet, &survey, with_bleed, &self.thumbnails)
        });
        let overflowing: Vec<String> = problems
            .iter()
            .filter(|problem| problem.code == TEXT_OVERFLOW)
            .map(|problem| problem.what.clone())
            .collect();
        let mut look = Inspection {
            settings: &self.settings,
            sheet,
            survey: &survey,
            overflowing: &overflowing,
            found: Vec::new(),
        };
        glyphs::check(&mut look);
        safe_area::check(&mut look);
        resolution::check(&mut look);
        strokes::check(&mut look);
        if let Some(ground) = &ground {
            bleed::check(&mut look, ground);
            contrast::check(&mut look, ground);
        }
        type_size::check(&mut look, ground.as_ref());
        let found = std::mem::take(&mut look.found);
        for problem in problems.iter_mut().filter(|problem| problem.place.is_none()) {
            problem.place = survey.place_of(&problem.what).map(|at| look.place(at));
        }
        problems.extend(found);
    }

    /// Gives problems the level that the package wants, marks those that it allows, and removes
    /// those of checks that are off.
    pub(crate) fn judge(&self, problems: &mut Vec<Problem>, kind: &str) {
        problems.retain_mut(|problem| {
            let Some(check) = preflight::check_of_code(problem.code) else { return true };
            let Some(severity) = self.settings.level(check.key).severity() else { return false };
            if !problem.is_grave {
                problem.severity = severity;
            }
            problem.allowed = self.settings.allowed(check.key, &problem.card, kind, &problem.what);
            true
        });
    }

    /// What is wrong with the cards as a set.
    pub(crate) fn inspect_set(
        &self,
        cards: &[RenderedCard],
        pages: Option<&[RenderedCard]>,
        theme: &toml::Table,
        with_backs: bool,
    ) -> Vec<Problem> {
        let mut found = Vec::new();
        if with_backs {
            backs::check(cards, &mut found);
        }
        colour_vision::check(&self.settings, theme, &mut found);
        ink::check(&self.settings, theme, &mut found);
        self.judge(&mut found, "");
        if let Some(pages) = pages {
            let all = cards.iter().chain(pages);
            found.extend(allowances::check(&self.settings, all, &found));
        }
        found
    }

    fn is_on(&self, check: &str) -> bool {
        self.settings.level(check) != Level::Off
    }

    fn needs_ground(&self) -> bool {
        ["bleed", "contrast"].iter().any(|check| self.is_on(check))
    }
}

/// Everything that a check can use.
struct Inspection<'a> {
    settings: &'a Settings,
    sheet: &'a Sheet<'a>,
    survey: &'a Survey,
    /// Names of texts that were already reported as too long for their boxes.
    overflowing: &'a [String],
    found: Vec<Problem>,
}

impl Inspection<'_> {
    fn is_on(&self, check: &str) -> bool {
        self.settings.level(check) != Level::Off
    }

    /// Reports a problem at a place of the drawing.
    fn report(&mut self, code: &'static str, what: &str, at: Rect, message: String, help: String) {
        let place = self.place(at);
        let mut problem = self.sheet.subject.error(code, what, message).help(help);
        problem.place = Some(place);
        self.found.push(problem);
    }

    /// Converts a place of the drawing to a place on the cut card.
    fn place(&self, at: Rect) -> CardPlace {
        let bleed = self.sheet.size.bleed;
        CardPlace {
            is_back: self.sheet.is_back,
            x: at.x() - bleed,
            y: at.y() - bleed,
            width: at.width(),
            height: at.height(),
        }
    }
}

/// The smallest rectangle around both.
fn union(one: Rect, other: Rect) -> Rect {
    Rect::from_ltrb(
        one.left().min(other.left()),
        one.top().min(other.top()),
        one.right().max(other.right()),
        one.bottom().max(other.bottom()),
    )
    .unwrap_or(one)
}

fn overlaps(one: Rect, other: Rect) -> bool {
    one.left() < other.right()
        && other.left() < one.right()
        && one.top() < other.bottom()
        && other.top() < one.bottom()
}

/// A colour as it appears in messages.
fn shown(colour: Colour) -> String {
    colour.to_string()
}
