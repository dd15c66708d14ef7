//! Draws the cards of a package.

mod backs;
mod hits;
mod inspect;
mod left_out;
mod names;
mod pictures;
mod sides;
mod sizes;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use cardwright_model::files::SourceFolder;
use cardwright_model::preflight;
use cardwright_model::{Entity, Kind, Library, Package, PrintSpec};
use rayon::prelude::*;

use crate::card::{Back, RenderedCard, own_back_id};
use crate::context::Common;
use crate::fence;
use crate::folder::Templates;
use crate::memory::{Drawing, Memory};
use crate::preflight::Preflight;
use crate::problem::{self, Problem, Subject};
use crate::scope::Resources;
use crate::sizes::Sizes;
use crate::skin;
use crate::template::TemplateSet;
use backs::{Backs, back_key, uses};
use names::Names;
use pictures::read_pictures;
pub(crate) use sizes::{copies, size_of};

/// How cards are drawn.
#[derive(Debug, Clone, Default)]
pub struct Options<'a> {
    /// Bleed in millimetres; replaces that of the size.
    pub bleed: Option<f32>,
    /// Leaves pictures and grounds out, to save ink.
    pub low_ink: bool,
    /// The package's folder, where its pictures are. Without it cards get generated pictures.
    pub package: Option<SourceFolder<'a>>,
    /// How strictly the drawn cards are checked. Without it they are only drawn.
    pub preflight: Option<preflight::Settings>,
}

/// Draws the cards of one package.
pub struct Renderer<'a> {
    library: &'a Library,
    package: &'a Package,
    templates: Cow<'a, Templates>,
    set: TemplateSet,
    common: Common,
    resources: Arc<Resources>,
    pictures: BTreeMap<String, String>,
    problems: Vec<Problem>,
    options: Options<'a>,
    sizes: OnceLock<Arc<Sizes>>,
    preflight: Option<Preflight>,
    remembered: Option<Names>,
    /// At most so many cards are measured for the sizes that cards share.
    measured: usize,
}

impl<'a> Renderer<'a> {
    /// Prepares to draw a package of a library. The pictures are read here, once.
    ///
    /// # Panics
    /// If the library has no package of that index.
    pub fn new(
        library: &'a Library,
        package_index: usize,
        templates: &'a Templates,
        options: Options<'a>,
    ) -> Renderer<'a> {
        Renderer::remembering(library, package_index, templates, options, None)
    }

    /// The same, but cached drawings are not drawn again.
    ///
    /// # Panics
    /// If the library has no package of that index.
    pub fn remembering(
        library: &'a Library,
        package_index: usize,
        templates: &'a Templates,
        options: Options<'a>,
        memory: Option<Arc<Memory>>,
    ) -> Renderer<'a> {
        let package = &library.packages[package_index];
        let skin =
            options.package.as_ref().and_then(|folder| templates.with_skin(&package.game, folder));
        let (templates, problems) = match skin {
            Some((templates, problems)) => (Cow::Owned(templates), problems),
            None => (Cow::Borrowed(templates), Vec::new()),
        };
        let theme = templates.theme(&package.game);
        let mut fonts = templates.fonts.clone();
        fonts.set_fallbacks(skin::fallbacks(&theme));
        let (pictures, refused) = read_pictures(package, &options, &fonts, memory.as_deref());
        let resources = Resources::new(
            theme.clone(),
            Arc::new(fonts),
            Arc::new(templates.icons(&package.game)),
            Arc::new(pictures),
        );
        let mut renderer = Renderer {
            library,
            package,
            set: TemplateSet::compile(&templates),
            templates,
            common: Common::new(library, package, &theme),
            resources: Arc::new(resources),
            pictures: refused,
            problems,
            preflight: options.preflight.clone().map(Preflight::new),
            options,
            sizes: OnceLock::new(),
            remembered: None,
            measured: usize::MAX,
        };
        renderer.remembered = memory.map(|memory| renderer.names(memory));
        renderer
    }

    /// The same renderer, with the sizes of texts that cards share taken from the first few cards
    /// only: a first look at a package whose cards take long to measure.
    pub fn measuring(self, most: usize) -> Renderer<'a> {
        Renderer { measured: most, ..self }
    }

    /// Problems with the theme, icons and fonts of the package. The first card of
    /// [`Renderer::render_all`] reports them as well.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Draws every card, on all cores; the result does not depend on how many there are.
    /// Cards of kinds that are not printed are left out.
    pub fn render_all(&self) -> Vec<RenderedCard> {
        self.render_where(|_| true)
    }

    /// Draws the cards that are wanted.
    pub fn render_where(&self, is_wanted: impl Fn(&Entity) -> bool) -> Vec<RenderedCard> {
        let backs = self.backs();
        let wanted: Vec<_> = self.printed().filter(|(card, _)| is_wanted(card)).collect();
        let mut cards: Vec<RenderedCard> =
            wanted.par_iter().map(|(card, kind)| self.render_with(card, kind, &backs)).collect();
        // A mistake in the package's theme affects every card but is reported once, with the first.
        if let Some(first) = cards.first_mut() {
            first.problems.splice(0..0, self.problems.iter().cloned());
        }
        cards
    }

    /// Draws one card; `None` if there is no printed card of that identifier.
    pub fn render(&self, id: &str) -> Option<RenderedCard> {
        let (card, kind) = self.printed().find(|(card, _)| card.id == id)?;
        Some(self.render_with(card, kind, &self.backs()))
    }

    /// Cards and kinds in the order of the package.
    fn printed(&self) -> impl Iterator<Item = (&'a Entity, &'a Kind)> {
        self.package.cards.iter().filter_map(|card| {
            let kind = self.library.kind(&card.kind)?;
            kind.print.is_some().then_some((card, kind))
        })
    }

    fn render_with(&self, card: &Entity, kind: &Kind, backs: &Backs) -> RenderedCard {
        let print = self.print_of(kind);
        let size = self.size_of(card, &print).ok().or_else(|| self.size("poker"));
        let size = size.expect("poker is a size");
        let Drawing { front, reverse, mut problems, left_out, provenance } =
            self.drawing(card, kind, &print);
        for problem in problems.iter_mut().filter(|problem| problem.provenance == provenance) {
            problem.provenance = card.provenance.clone();
        }
        let shared = || back_key(kind, size).and_then(|key| backs.get(&key).cloned());
        let back = reverse.or_else(|| {
            let back = shared()?;
            // A mistake on a back affects every card but is reported once, with the first.
            let is_first = self.printed().next().is_some_and(|(first, _)| {
                let mut with_back = self.printed().filter(|(_, kind)| uses(kind, &back.id));
                with_back.next().map_or(first, |(first, _)| first).id == card.id
            });
            if is_first {
                problems.extend(back.problems.iter().cloned());
            }
            Some(back)
        });
        RenderedCard {
            id: card.id.clone(),
            name: card.name.clone(),
            kind: kind.id.clone(),
            kind_name: kind.name.clone(),
            family: kind.family.clone().unwrap_or_default(),
            provenance: card.provenance.clone(),
            size,
            copies: copies(card, &print),
            front,
            back,
            problems,
            left_out,
        }
    }

    /// A card's own sides, from the cache if possible.
    fn drawing(&self, card: &Entity, kind: &Kind, print: &PrintSpec) -> Drawing {
        let draw = || self.draw_card(card, kind, print);
        match &self.remembered {
            None => draw().0,
            Some(names) => {
                let key = names.key(card, &self.sizes());
                names.memory.drawing(key, names.now(), draw)
            }
        }
    }

    /// Draws a card's own sides behind a fence. Returns the other cards that its template looked
    /// at as well.
    fn draw_card(&self, card: &Entity, kind: &Kind, print: &PrintSpec) -> (Drawing, Vec<String>) {
        fence::guarded(|| self.draw_sides(card, kind, print)).unwrap_or_else(|reason| {
            let subject = Subject::of(card);
            let mut failed = subject.error(problem::REFUSED_SVG, &print.template, reason);
            failed.is_grave = true;
            let drawing = Drawing {
                front: self.resources.side(String::new()),
                reverse: None,
                problems: vec![failed],
                left_out: Vec::new(),
                provenance: card.provenance.clone(),
            };
            (drawing, Vec::new())
        })
    }

    fn draw_sides(&self, card: &Entity, kind: &Kind, print: &PrintSpec) -> (Drawing, Vec<String>) {
        let subject = Subject::of(card);
        let mut problems = Vec::new();
        let size = self.size_of(card, print).unwrap_or_else(|problem| {
            problems.push(*problem);
            self.size("poker").expect("poker is a size")
        });
        if let Some(reason) = self.pictures.get(&card.id) {
            problems.push(subject.error(problem::PICTURE_PROBLEM, "art", reason.clone()));
        }
        let (context, looked_at) = self.common.front(card, kind, size);
        let (front, more, mut said) =
            self.side((&print.template, "card"), context, kind, subject.clone());
        problems.extend(more);
        self.inspect(&mut problems, &front, &subject, kind, (size, false));
        let mut seen = looked_at.cards();
        let template = print.reverse.as_deref();
        let reverse = template.map(|reverse| {
            let (context, looked_at) = self.common.front(card, kind, size);
            let (side, mut more, words) =
                self.side((reverse, "back"), context, kind, subject.clone());
            said.push_str(&words);
            self.inspect(&mut more, &side, &subject, kind, (size, true));
            problems.append(&mut more);
            seen.extend(looked_at.cards());
            let id = own_back_id(&card.id);
            Arc::new(Back { id, side, problems: Vec::new() })
        });
        let left_out = if front.is_empty() { Vec::new() } else { left_out::of(card, &said) };
        let provenance = card.provenance.clone();
        (Drawing { front, reverse, problems, left_out, provenance }, seen)
    }

    /// The packages that are drawn from.
    pub(crate) fn library(&self) -> &Library {
        self.library
    }

    /// The package that is drawn.
    pub(crate) fn package(&self) -> &Package {
        self.package
    }

    /// The theme with what the package lays over it.
    pub(crate) fn theme(&self) -> &toml::Table {
        &self.resources.theme
    }

    /// What every template has.
    pub(crate) fn common(&self) -> &Common {
        &self.common
    }
}
