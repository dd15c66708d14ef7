//! Draws the cards of a package.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use cardwright_model::preflight;
use cardwright_model::print::{Length, Shape};
use cardwright_model::{Entity, Kind, Library, Package, PrintSpec, Provenance, Severity, Value};
use rayon::prelude::*;

use crate::card::{Back, RenderedCard, Side, own_back_id};
use crate::context::{ALL_CARDS, Common};
use crate::folder::Templates;
use crate::memory::{self, Drawing, Memory};
use crate::picture::{Picture, Pictures};
use crate::preflight::{Preflight, Sheet};
use crate::problem::{self, Problem, Subject};
use crate::scope::{Resources, Scope};
use crate::size::CardSize;
use crate::sizes::{self, Sizes};
use crate::skin;
use crate::template::TemplateSet;
use crate::textbox::Style;

/// How cards are drawn.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Options {
    /// Bleed in millimetres, in place of the size's own.
    pub bleed: Option<f32>,
    /// Draws every card by the plain template `draft`, on white, for little ink.
    pub draft: bool,
    /// The package's folder, where its pictures are. Without it cards get generated pictures.
    pub package_root: Option<PathBuf>,
    /// How strictly the drawn cards are looked at. Without it they are only drawn.
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
    options: Options,
    sizes: OnceLock<Arc<Sizes>>,
    preflight: Option<Preflight>,
    remembered: Option<Names>,
}

/// What drawings in memory are named by.
struct Names {
    memory: Arc<Memory>,
    /// Names everything that all cards share.
    common: u128,
    /// Names what each card is by itself, with its picture.
    cards: BTreeMap<String, u128>,
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
        Renderer::remembering(library, package_index, templates, options, None)
    }

    /// The same, but what is in memory is not drawn again.
    ///
    /// # Panics
    /// If the library has no package of that index.
    pub fn remembering(
        library: &'a Library,
        package_index: usize,
        templates: &'a Templates,
        options: Options,
        memory: Option<Arc<Memory>>,
    ) -> Renderer<'a> {
        let package = &library.packages[package_index];
        let skin =
            options.package_root.as_ref().and_then(|root| templates.with_skin(&package.game, root));
        let (templates, problems) = match skin {
            Some((templates, problems)) => (Cow::Owned(templates), problems),
            None => (Cow::Borrowed(templates), Vec::new()),
        };
        let theme = templates.theme(&package.game);
        let (pictures, refused) = read_pictures(package, &options, memory.as_deref());
        let mut fonts = templates.fonts.clone();
        fonts.set_fallbacks(skin::fallbacks(&theme));
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
        };
        renderer.remembered = memory.map(|memory| renderer.names(memory));
        renderer
    }

    fn names(&self, memory: Arc<Memory>) -> Names {
        let (library, fonts) = (self.library, &self.resources.fonts);
        let faces: Vec<u128> = fonts.database().faces().map(|face| fonts.digest(face.id)).collect();
        let common = memory::name_of(&[
            &self.package.name,
            &self.package.version,
            &(&self.package.title, &self.package.game, &self.package.authors),
            &self.templates.sources,
            &self.resources.theme,
            &self.resources.icons,
            &faces,
            &library.enums().collect::<Vec<_>>(),
            &library.keywords().collect::<Vec<_>>(),
            &(self.options.bleed, self.options.draft, &self.options.preflight),
        ]);
        let entities = library.packages.iter().flat_map(|of| of.cards.iter().chain(&of.records));
        let name = |card: &Entity| {
            let art = card.fields.get("art").and_then(|value| value.as_text());
            let picture = art.and_then(|path| self.resources.pictures.get(path));
            let refused = self.pictures.get(&card.id);
            let here = Entity { provenance: Provenance::default(), ..card.clone() };
            let kind = library.kind(&card.kind);
            let name = memory::name_of(&[&here, &kind, &picture.map(Picture::digest), &refused]);
            (card.id.clone(), name)
        };
        Names { memory, common, cards: entities.map(name).collect() }
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
        let print = self.print_of(kind);
        let size = self.size_of(card, &print).ok().or_else(|| self.size("poker"));
        let (Some(size), Some(template)) =
            (size, self.templates.find(&self.package.game, &print.template))
        else {
            return Vec::new();
        };
        let measure = || {
            let (context, looked_at) = self.common.front(card, kind, size);
            let family = kind.family.as_deref().unwrap_or_default();
            let resources = Arc::clone(&self.resources);
            let scope = Arc::new(Scope::new(resources, Subject::of(card), &kind.id, family, None));
            // Mistakes are reported when the card is drawn.
            let _ = self.set.render(&template, context, &scope);
            (scope.take_notes(), looked_at.cards())
        };
        match &self.remembered {
            None => measure().0,
            Some(names) => names.memory.measures(names.key(card, &()), names.now(), measure),
        }
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

    fn render_with(&self, card: &Entity, kind: &Kind, backs: &Backs) -> RenderedCard {
        let print = self.print_of(kind);
        let size = self.size_of(card, &print).ok().or_else(|| self.size("poker"));
        let size = size.expect("poker is a size");
        let Drawing { front, reverse, mut problems, provenance } = self.drawing(card, kind, &print);
        for problem in problems.iter_mut().filter(|problem| problem.provenance == provenance) {
            problem.provenance = card.provenance.clone();
        }
        let shared = || back_key(kind, size).and_then(|key| backs.get(&key).cloned());
        let back = reverse.or_else(|| {
            let back = shared()?;
            // A mistake on a back is every card's mistake, but is told once: with the first.
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
        }
    }

    /// A card's own sides, from memory if they are there.
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

    /// Draws a card's own sides; says which other cards were looked at.
    fn draw_card(&self, card: &Entity, kind: &Kind, print: &PrintSpec) -> (Drawing, Vec<String>) {
        let subject = Subject::of(card);
        let mut problems = Vec::new();
        let size = self.size_of(card, print).unwrap_or_else(|(code, what, known)| {
            problems.push(unknown_size(&subject, code, &what, &known));
            self.size("poker").expect("poker is a size")
        });
        if let Some(reason) = self.pictures.get(&card.id) {
            problems.push(subject.error(problem::PICTURE_PROBLEM, "art", reason.clone()));
        }
        let (context, looked_at) = self.common.front(card, kind, size);
        let (front, more) = self.side((&print.template, "card"), context, kind, subject.clone());
        problems.extend(more);
        self.inspect(&mut problems, &front, &subject, kind, (size, false));
        let mut seen = looked_at.cards();
        let template = print.reverse.as_deref().filter(|_| !self.options.draft);
        let reverse = template.map(|reverse| {
            let (context, looked_at) = self.common.front(card, kind, size);
            let (side, mut more) = self.side((reverse, "back"), context, kind, subject.clone());
            self.inspect(&mut more, &side, &subject, kind, (size, true));
            problems.append(&mut more);
            seen.extend(looked_at.cards());
            let id = own_back_id(&card.id);
            Arc::new(Back { id, side, problems: Vec::new() })
        });
        (Drawing { front, reverse, problems, provenance: card.provenance.clone() }, seen)
    }

    /// What is wrong with the cards as a set: a back for every front, colours that some people
    /// cannot tell apart, allowances that neither cards nor pages of booklets need (if the
    /// pages are known). Nothing without preflight.
    pub fn inspect_set(
        &self,
        cards: &[RenderedCard],
        pages: Option<&[RenderedCard]>,
        with_backs: bool,
    ) -> Vec<Problem> {
        let Some(preflight) = &self.preflight else { return Vec::new() };
        preflight.inspect_set(cards, pages, &self.resources.theme, with_backs)
    }

    /// Looks at a page of a booklet as at a card.
    pub(crate) fn inspect_page(&self, page: &mut RenderedCard) {
        let subject = Subject { card: page.id.clone(), provenance: page.provenance.clone() };
        let kind = Kind { id: page.kind.clone(), ..Kind::default() };
        let mut found = Vec::new();
        self.inspect(&mut found, &page.front, &subject, &kind, (page.size, false));
        page.problems.extend(found);
    }

    /// Gives what was found while a booklet was laid out the level it should have.
    pub(crate) fn judge(&self, problems: &mut Vec<Problem>, kind: &str) {
        if let Some(preflight) = &self.preflight {
            preflight.judge(problems, kind);
        }
    }

    /// Adds what preflight finds on a side, and gives all problems the level they should have.
    fn inspect(
        &self,
        problems: &mut Vec<Problem>,
        side: &Side,
        subject: &Subject,
        kind: &Kind,
        (size, is_back): (CardSize, bool),
    ) {
        let Some(preflight) = &self.preflight else { return };
        if let Some(tree) = &side.tree {
            let (pictures, galley, fonts) = (&side.pictures, &side.galley, &side.fonts);
            let sheet = Sheet { subject, size, is_back, tree, pictures, galley, fonts };
            preflight.inspect(&sheet, problems);
        }
        preflight.judge(problems, &kind.id);
    }

    /// The packages that are drawn from.
    pub(crate) fn library(&self) -> &Library {
        self.library
    }

    /// The package that is drawn.
    pub(crate) fn package(&self) -> &Package {
        self.package
    }

    /// What every template has.
    pub(crate) fn common(&self) -> &Common {
        &self.common
    }

    /// Runs a template that belongs to no card.
    pub(crate) fn draw(
        &self,
        template: &str,
        context: minijinja::Value,
        subject: Subject,
    ) -> (Side, Vec<Problem>) {
        self.side((template, ""), context, &Kind::default(), subject)
    }

    /// A drawing that was put together from others.
    pub(crate) fn drawn(
        &self,
        svg: String,
        problems: &mut Vec<Problem>,
        subject: &Subject,
    ) -> Side {
        let mut side = self.resources.side(svg);
        if let Err(reason) = side.parse() {
            let message = format!("the page is not usable SVG: {reason}");
            problems.push(subject.error(problem::REFUSED_SVG, "page", message));
        }
        side
    }

    /// All backs of the package, each drawn once.
    fn backs(&self) -> Backs {
        let mut backs = Backs::new();
        for (card, kind) in self.printed() {
            let Some(print) = &kind.print else { continue };
            let Some(template) = &print.back else { continue };
            let size = self.size_of(card, print).ok().or_else(|| self.size("poker"));
            let size = size.expect("poker is a size");
            let Some(key) = back_key(kind, size) else { continue };
            if backs.contains_key(&key) {
                continue;
            }
            let context = self.common.back(template, kind, size);
            let subject = Subject { card: template.clone(), ..Subject::of(card) };
            let drawn_by = if self.options.draft { "draft-back" } else { template };
            let (side, mut problems) =
                self.side((drawn_by, "back"), context, kind, subject.clone());
            self.inspect(&mut problems, &side, &subject, kind, (size, true));
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
        let mut side = self.resources.side(String::new());
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
        if !side.svg.is_empty()
            && let Err(reason) = side.parse()
        {
            let message = format!("what the template drew is not usable SVG: {reason}");
            scope.report(scope.subject.error(problem::REFUSED_SVG, name, message));
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

    /// How cards of a kind are printed.
    fn print_of(&self, kind: &Kind) -> PrintSpec {
        let mut print = kind.print.clone().unwrap_or_default();
        if self.options.draft {
            print.template = "draft".to_owned();
        }
        print
    }

    /// The size of a card: that of its kind, or, where the kind names a field, its own.
    fn size_of(
        &self,
        card: &Entity,
        print: &PrintSpec,
    ) -> Result<CardSize, (&'static str, String, String)> {
        let name = card.fields.get(&print.size).and_then(Value::as_text).unwrap_or(&print.size);
        let size = self.size(name).ok_or_else(|| {
            let known = CardSize::names().collect::<Vec<_>>().join(", ");
            let help = format!(
                "sizes are {known}, or a width and a height such as `\"3in x 3in\"`; \
                 add `-landscape` to turn one on its side"
            );
            (problem::UNKNOWN_SIZE, name.to_owned(), help)
        })?;
        let Some(shape) = &print.shape else { return Ok(size) };
        let shape = Shape::named(shape).ok_or_else(|| {
            let known = Shape::WORDS.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
            (problem::UNKNOWN_SHAPE, shape.clone(), format!("shapes are {known}"))
        })?;
        Ok(CardSize { shape, ..size })
    }

    fn size(&self, name: &str) -> Option<CardSize> {
        let size = CardSize::named(name)?;
        Some(CardSize { bleed: self.options.bleed.unwrap_or(size.bleed), ..size })
    }
}

impl Names {
    /// Names what a card is drawn from, with something else that matters.
    fn key(&self, card: &Entity, more: &dyn std::fmt::Debug) -> u128 {
        let own = self.cards.get(&card.id).copied().unwrap_or_default();
        memory::name_of(&[&self.common, &own, more])
    }

    /// Names what another card is at present.
    fn now(&self) -> impl Fn(&str) -> u128 {
        |card: &str| match card {
            ALL_CARDS => memory::name_of(&[&self.cards]),
            _ => self.cards.get(card).copied().unwrap_or_default(),
        }
    }
}

/// Backs by template, family and size in micrometres.
type Backs = BTreeMap<(String, String, i32, i32), Arc<Back>>;

fn back_key(kind: &Kind, size: CardSize) -> Option<(String, String, i32, i32)> {
    let template = kind.print.as_ref()?.back.clone()?;
    let (width, height) = (Length::of_mm(size.width).0, Length::of_mm(size.height).0);
    Some((template, kind.family.clone().unwrap_or_default(), width, height))
}

fn uses(kind: &Kind, back: &str) -> bool {
    kind.print.as_ref().and_then(|print| print.back.as_deref()) == Some(back)
}

fn unknown_size(subject: &Subject, code: &'static str, what: &str, known: &str) -> Problem {
    let thing = if code == problem::UNKNOWN_SHAPE { "shape" } else { "size of card" };
    subject.error(code, what, format!("there is no {thing} `{what}`")).help(known.to_owned())
}

/// No box holds more of one card; this stops a slip of the finger from filling the disk.
const MOST_COPIES: u32 = 500;

/// How many of a card are printed: its own field `copies`, else what its kind says, else one.
fn copies(card: &Entity, print: &PrintSpec) -> u32 {
    let own = match card.fields.get("copies") {
        Some(Value::Int(number)) => u32::try_from(*number).ok(),
        _ => None,
    };
    own.or(print.copies).unwrap_or(1).min(MOST_COPIES)
}

/// Reads the pictures of all cards; those that fail are returned by card, with the reason.
fn read_pictures(
    package: &Package,
    options: &Options,
    memory: Option<&Memory>,
) -> (Pictures, BTreeMap<String, String>) {
    let mut pictures = Pictures::default();
    let mut refused = BTreeMap::new();
    let Some(root) = &options.package_root else { return (pictures, refused) };
    for card in &package.cards {
        let Some(path) = card.fields.get("art").and_then(|value| value.as_text()) else { continue };
        if pictures.get(path).is_some() {
            continue;
        }
        match Picture::read(root, path) {
            Ok(picture) => match memory {
                Some(memory) => pictures.insert(path, memory.picture(picture)),
                None => pictures.insert(path, picture),
            },
            Err(reason) => {
                refused.insert(card.id.clone(), reason);
            }
        }
    }
    (pictures, refused)
}
