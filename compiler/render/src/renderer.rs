//! Draws the cards of a package.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use cardwright_model::{Entity, Kind, Library, Package, Severity};
use rayon::prelude::*;

use crate::card::{Back, RenderedCard, Side};
use crate::context::Common;
use crate::folder::Templates;
use crate::picture::{Picture, Pictures};
use crate::problem::{self, Problem, Subject};
use crate::scope::{Resources, Scope};
use crate::size::CardSize;
use crate::sizes::{self, Sizes};
use crate::skin;
use crate::svg;
use crate::template::TemplateSet;
use crate::textbox::Style;

/// How cards are drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Resolution the cards are meant for, in dots an inch; pictures are judged by it.
    pub dpi: f32,
    /// Bleed in millimetres, in place of the size's own.
    pub bleed: Option<f32>,
    /// The package's folder, where its pictures are. Without it cards get generated pictures.
    pub package_root: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options { dpi: 300.0, bleed: None, package_root: None }
    }
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
    options: Options,
    sizes: OnceLock<Arc<Sizes>>,
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
        options: Options,
    ) -> Renderer<'a> {
        let package = &library.packages[package_index];
        let skin =
            options.package_root.as_ref().and_then(|root| templates.with_skin(&package.game, root));
        let (templates, problems) = match skin {
            Some((templates, problems)) => (Cow::Owned(templates), problems),
            None => (Cow::Borrowed(templates), Vec::new()),
        };
        let theme = templates.theme(&package.game);
        let (pictures, refused) = read_pictures(package, &options);
        let mut fonts = templates.fonts.clone();
        fonts.set_fallbacks(skin::fallbacks(&theme));
        let resources = Resources::new(
            theme.clone(),
            Arc::new(fonts),
            Arc::new(templates.icons(&package.game)),
            Arc::new(pictures),
            options.dpi,
        );
        Renderer {
            library,
            package,
            set: TemplateSet::compile(&templates),
            templates,
            common: Common::new(library, package, &theme),
            resources: Arc::new(resources),
            pictures: refused,
            problems,
            options,
            sizes: OnceLock::new(),
        }
    }

    /// What is wrong with the theme, icons and fonts that the package brings. The first card
    /// of [`Renderer::render_all`] tells it as well.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Sizes of the texts that several cards share, found out once.
    fn sizes(&self) -> Arc<Sizes> {
        let find = || {
            if !Style::any_same_size(&self.resources.theme) {
                return Arc::default();
            }
            let cards: Vec<_> = self.printed().collect();
            let notes: Vec<_> =
                cards.par_iter().flat_map_iter(|(card, kind)| self.measure(card, kind)).collect();
            Arc::new(sizes::common(notes))
        };
        Arc::clone(self.sizes.get_or_init(find))
    }

    /// The sizes of a card's texts when it need not care about other cards.
    fn measure(&self, card: &Entity, kind: &Kind) -> Vec<sizes::Note> {
        let print = kind.print.clone().unwrap_or_default();
        let size = self.size(&print.size).or_else(|| self.size("poker"));
        let (Some(size), Some(template)) =
            (size, self.templates.find(&self.package.game, &print.template))
        else {
            return Vec::new();
        };
        let context = self.common.front(card, kind, size);
        let family = kind.family.as_deref().unwrap_or_default();
        let resources = Arc::clone(&self.resources);
        let scope = Arc::new(Scope::new(resources, Subject::of(card), &kind.id, family, None));
        // Mistakes are reported when the card is drawn.
        let _ = self.set.render(&template, context, &scope);
        scope.take_notes()
    }

    /// Draws every card, on all cores; the result does not depend on how many there are.
    /// Cards of kinds that are not printed are left out.
    pub fn render_all(&self) -> Vec<RenderedCard> {
        let backs = self.backs();
        let mut cards: Vec<RenderedCard> = self
            .printed()
            .collect::<Vec<_>>()
            .par_iter()
            .map(|(card, kind)| self.render_with(card, kind, &backs))
            .collect();
        // A mistake in what the package brings is every card's, but is told once.
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

    fn render_with(
        &self,
        card: &Entity,
        kind: &Kind,
        backs: &BTreeMap<(String, String), Arc<Back>>,
    ) -> RenderedCard {
        let subject = Subject::of(card);
        let mut problems = Vec::new();
        let print = kind.print.clone().unwrap_or_default();
        let size = self.size(&print.size).unwrap_or_else(|| {
            problems.push(unknown_size(&subject, &print.size));
            self.size("poker").expect("poker is a size")
        });
        if let Some(reason) = self.pictures.get(&card.id) {
            problems.push(subject.error(problem::PICTURE_PROBLEM, "art", reason.clone()));
        }
        let context = self.common.front(card, kind, size);
        let (front, more) = self.side((&print.template, "card"), context, kind, subject.clone());
        problems.extend(more);
        let family = kind.family.clone().unwrap_or_default();
        let back = print
            .back
            .as_ref()
            .and_then(|back| backs.get(&(back.clone(), family.clone())).cloned());
        if let Some(back) = &back {
            // A mistake on a back is every card's mistake, but is told once: with the first.
            let is_first = self.printed().next().is_some_and(|(first, _)| {
                let mut with_back = self.printed().filter(|(_, kind)| uses(kind, &back.id));
                with_back.next().map_or(first, |(first, _)| first).id == card.id
            });
            if is_first {
                problems.extend(back.problems.iter().cloned());
            }
        }
        RenderedCard {
            id: card.id.clone(),
            name: card.name.clone(),
            kind: kind.id.clone(),
            kind_name: kind.name.clone(),
            size,
            front,
            back,
            problems,
        }
    }

    /// All backs of the package, each drawn once.
    fn backs(&self) -> BTreeMap<(String, String), Arc<Back>> {
        let mut backs = BTreeMap::new();
        for (_, kind) in self.printed() {
            let Some(print) = &kind.print else { continue };
            let Some(template) = &print.back else { continue };
            let key = (template.clone(), kind.family.clone().unwrap_or_default());
            if backs.contains_key(&key) {
                continue;
            }
            let size = self.size(&print.size).or_else(|| self.size("poker"));
            let size = size.expect("poker is a size");
            let context = self.common.back(template, kind, size);
            let subject = Subject { card: template.clone(), ..Subject::default() };
            let (side, problems) = self.side((template, "back"), context, kind, subject);
            backs.insert(key, Arc::new(Back { id: template.clone(), side, problems }));
        }
        backs
    }

    /// Runs a template (or the plain one in its stead) and checks what it drew.
    fn side(
        &self,
        (template, fallback): (&str, &str),
        context: minijinja::Value,
        kind: &Kind,
        subject: Subject,
    ) -> (Side, Vec<Problem>) {
        let mut side = Side {
            svg: String::new(),
            tree: None,
            fonts: Arc::clone(&self.resources.fonts),
            pictures: Arc::clone(&self.resources.pictures),
        };
        let mut problems = Vec::new();
        let found = self.templates.find(&self.package.game, template).or_else(|| {
            problems.push(self.missing_template(&subject, template, kind));
            self.templates.find("shared", fallback)
        });
        let Some(name) = found else {
            problems.iter_mut().for_each(|problem| problem.severity = Severity::Error);
            return (side, problems);
        };
        let family = kind.family.as_deref().unwrap_or_default();
        let resources = Arc::clone(&self.resources);
        let sizes = Some(self.sizes());
        let scope = Arc::new(Scope::new(resources, subject, &kind.id, family, sizes));
        match self.set.render(&name, context, &scope) {
            Ok(drawn) => side.svg = drawn,
            Err(problem) => scope.report(*problem),
        }
        if !side.svg.is_empty() {
            match svg::parse(&side.svg, &self.resources.fonts, &side.pictures) {
                Ok(tree) => side.tree = Some(Arc::new(tree)),
                Err(reason) => {
                    let message = format!("what the template drew is not usable SVG: {reason}");
                    scope.report(scope.subject.error(problem::REFUSED_SVG, name, message));
                }
            }
        }
        problems.extend(scope.take_problems());
        (side, problems)
    }

    /// A kind without its template is drawn plainly, which is worth a warning.
    fn missing_template(&self, subject: &Subject, template: &str, kind: &Kind) -> Problem {
        let game = &self.package.game;
        let message = format!("there is no template `{template}` for {game}");
        subject.warning(problem::MISSING_TEMPLATE, template, message).help(format!(
            "add `templates/{game}/{template}.svg`, or change `print` of the kind `{}`",
            kind.id
        ))
    }

    fn size(&self, name: &str) -> Option<CardSize> {
        let size = CardSize::named(name)?;
        Some(CardSize { bleed: self.options.bleed.unwrap_or(size.bleed), ..size })
    }
}

fn uses(kind: &Kind, back: &str) -> bool {
    kind.print.as_ref().and_then(|print| print.back.as_deref()) == Some(back)
}

fn unknown_size(subject: &Subject, size: &str) -> Problem {
    let known = CardSize::names().collect::<Vec<_>>().join(", ");
    subject
        .error(problem::UNKNOWN_SIZE, size, format!("there is no card size `{size}`"))
        .help(format!("sizes are {known}; add `-landscape` to turn one on its side"))
}

/// Reads the pictures of all cards; those that fail are returned by card, with the reason.
fn read_pictures(package: &Package, options: &Options) -> (Pictures, BTreeMap<String, String>) {
    let mut pictures = Pictures::default();
    let mut refused = BTreeMap::new();
    let Some(root) = &options.package_root else { return (pictures, refused) };
    for card in &package.cards {
        let Some(path) = card.fields.get("art").and_then(|value| value.as_text()) else { continue };
        if pictures.get(path).is_some() {
            continue;
        }
        match Picture::read(root, path) {
            Ok(picture) => pictures.insert(path, picture),
            Err(reason) => {
                refused.insert(card.id.clone(), reason);
            }
        }
    }
    (pictures, refused)
}
