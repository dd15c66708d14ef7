//! What template functions share: the parts of the theme, and what they report about one card.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::card::Side;
use crate::fonts::Fonts;
use crate::galley::Galley;
use crate::icons::Icons;
use crate::picture::Pictures;
use crate::problem::{self, Problem, Subject};
use crate::sizes::{Note, Sizes};
use crate::textbox::{Nature, Placed, Rich, SameSize, Style, Typesetter, emit};
use crate::toll::Purse;
use crate::trace::Trace;

/// Letters that are set for one side of a card, each counted in every size that is tried. A
/// full page of a booklet takes about a hundred thousand.
const LETTERS: u64 = 3_000_000;

/// What is the same for all cards of a package.
pub(crate) struct Resources {
    pub(crate) theme: toml::Table,
    pub(crate) fonts: Arc<Fonts>,
    pub(crate) icons: Arc<Icons>,
    pub(crate) pictures: Arc<Pictures>,
    /// What stands between single stars.
    pub(crate) star: Nature,
    /// The typeset words of all drawings.
    pub(crate) galley: Arc<Galley>,
    /// Typesetters that are not in use; making one costs more than setting a line.
    idle: Mutex<Vec<Typesetter>>,
}

impl Resources {
    pub(crate) fn new(
        theme: toml::Table,
        fonts: Arc<Fonts>,
        icons: Arc<Icons>,
        pictures: Arc<Pictures>,
    ) -> Resources {
        let (galley, idle) = (Arc::default(), Mutex::new(Vec::new()));
        let star = match theme.get("star").and_then(toml::Value::as_str) {
            Some("emphasis") => Nature::Emphasis,
            _ => Nature::Strong,
        };
        Resources { theme, fonts, icons, pictures, star, galley, idle }
    }

    /// A side that is not parsed yet.
    pub(crate) fn side(&self, svg: String) -> Side {
        Side {
            svg,
            tree: None,
            galley: Arc::clone(&self.galley),
            fonts: Arc::clone(&self.fonts),
            pictures: Arc::clone(&self.pictures),
            digest: OnceLock::new(),
        }
    }
}

/// The card that is being drawn.
pub(crate) struct Scope {
    pub(crate) resources: Arc<Resources>,
    pub(crate) subject: Subject,
    /// Identifier of the card's kind and of its family, which choose a generated picture.
    pub(crate) kind: String,
    pub(crate) family: String,
    /// Largest sizes of texts that several cards share.
    sizes: Arc<Sizes>,
    /// True if only the sizes of texts are needed, so that drawings may be skipped.
    pub(crate) measures_only: bool,
    /// What the template pays for.
    pub(crate) purse: Purse,
    /// Letters that may still be set, see [`LETTERS`].
    letters: AtomicU64,
    problems: Mutex<Vec<Problem>>,
    notes: Mutex<Vec<Note>>,
    /// Notes what is drawn of what, if somebody wants to know.
    trace: Option<Arc<Trace>>,
}

/// A text whose size several cards share.
pub(crate) struct Shared {
    key: String,
    floor: f32,
}

impl Scope {
    /// A scope without sizes is used to find them out.
    pub(crate) fn new(
        resources: Arc<Resources>,
        subject: Subject,
        kind: &str,
        family: &str,
        sizes: Option<Arc<Sizes>>,
    ) -> Scope {
        Scope {
            resources,
            subject,
            kind: kind.to_owned(),
            family: family.to_owned(),
            measures_only: sizes.is_none(),
            sizes: sizes.unwrap_or_default(),
            purse: Purse::default(),
            letters: AtomicU64::new(LETTERS),
            problems: Mutex::new(Vec::new()),
            notes: Mutex::new(Vec::new()),
            trace: None,
        }
    }

    /// The same, noting what is drawn of what.
    pub(crate) fn traced_by(self, trace: Option<Arc<Trace>>) -> Scope {
        Scope { trace, ..self }
    }

    /// The drawing of a text, traced if somebody wants to know.
    pub(crate) fn trace_text(&self, given: &minijinja::Value, svg: String) -> String {
        match &self.trace {
            Some(trace) => trace.text(given, &self.resources.icons, svg),
            None => svg,
        }
    }

    /// The drawing that a function made of something else, traced if somebody wants to know.
    pub(crate) fn trace_drawing(
        &self,
        function: &str,
        drawn: minijinja::Value,
    ) -> minijinja::Value {
        match (&self.trace, drawn.as_str()) {
            (Some(trace), Some(svg)) => {
                minijinja::Value::from_safe_string(trace.drawing(function, svg.to_owned()))
            }
            _ => drawn,
        }
    }

    /// A scope of a theme, without fonts and pictures.
    #[cfg(test)]
    pub(crate) fn for_tests(theme: &str) -> Scope {
        let resources = Resources::new(
            theme.parse().expect("a theme"),
            Arc::new(Fonts::new(Vec::new()).0),
            Arc::new(Icons::default()),
            Arc::new(Pictures::default()),
        );
        Scope::new(Arc::new(resources), Subject::default(), "trap", "dungeon", None)
    }

    /// Limits a style to the size that its text has on all cards that share it. The returned key is
    /// for [`Scope::note_size`].
    pub(crate) fn share_size(
        &self,
        style: &mut Style,
        style_name: &str,
        text: &str,
    ) -> Option<Shared> {
        let key = match style.same_size {
            SameSize::Card => return None,
            SameSize::Kind => format!("{}/{style_name}/{text}", self.kind),
            SameSize::Package => format!("{style_name}/{text}"),
        };
        let floor = style.same_size_min.unwrap_or((style.size + style.min) / 2.0);
        if let Some(largest) = self.sizes.get(&key) {
            style.size = style.size.min(*largest).max(style.min);
        }
        Some(Shared { key, floor })
    }

    /// Records the size at which a shared text fits.
    pub(crate) fn note_size(&self, shared: Option<Shared>, size: f32) {
        if let Some(Shared { key, floor }) = shared {
            lock(&self.notes).push(Note { key, size, floor });
        }
    }

    /// The recorded sizes.
    pub(crate) fn take_notes(&self) -> Vec<Note> {
        std::mem::take(&mut *lock(&self.notes))
    }

    /// Works with a typesetter.
    pub(crate) fn typeset<T>(&self, work: impl FnOnce(&mut Typesetter) -> T) -> T {
        let idle = lock(&self.resources.idle).pop();
        let mut setter = idle.unwrap_or_else(|| {
            Typesetter::new(Arc::clone(&self.resources.fonts), Arc::clone(&self.resources.icons))
        });
        setter.letters = self.letters.load(Ordering::Relaxed);
        let result = work(&mut setter);
        self.letters.store(setter.letters, Ordering::Relaxed);
        if setter.letters == 0 {
            let message = "there is far more text on it than any card can hold".to_owned();
            self.report(self.subject.error(problem::TEMPLATE_ERROR, "text", message));
        }
        lock(&self.resources.idle).push(setter);
        result
    }

    /// Typeset text as part of the drawing, with its box's top left corner at the point.
    pub(crate) fn emit(&self, placed: &Placed, x: f32, y: f32) -> String {
        let Resources { icons, galley, .. } = &*self.resources;
        emit(placed, icons, galley, x, y)
    }

    /// Records a problem, unless it is known already.
    pub(crate) fn report(&self, problem: Problem) {
        let mut problems = lock(&self.problems);
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }

    /// Records something on the card that the theme cannot draw. That is a mistake in the content
    /// or a gap in the theme, not a mistake in the template.
    pub(crate) fn report_undrawable(&self, what: &str, message: String, help: String) {
        let mut found = self.subject.error(problem::UNDRAWABLE, what, message).help(help);
        found.is_grave = true;
        self.report(found);
    }

    /// Records characters and icons of a text that cannot be drawn.
    pub(crate) fn report_gaps(&self, placed: &Placed, what: &str) {
        for character in &placed.missing {
            let (message, help) = problem::missing_glyph(&character.to_string());
            self.report(self.subject.error(problem::MISSING_GLYPH, what, message).help(help));
        }
        for icon in &placed.icons {
            self.icon_exists(&icon.name);
        }
    }

    /// What a template passed as text.
    pub(crate) fn rich(&self, text: &minijinja::Value) -> Rich {
        let mut rich = Rich::from_value(text, &self.resources.icons);
        rich.read_stars(self.resources.star);
        rich
    }

    /// True if the theme has the icon; otherwise a problem is recorded.
    pub(crate) fn icon_exists(&self, name: &str) -> bool {
        if self.resources.icons.get(name).is_some() {
            return true;
        }
        let message = format!("there is no icon `{name}`");
        let problem = self.subject.error(problem::UNKNOWN_ICON, name, message);
        let help = match nearest(name, self.resources.icons.names()) {
            Some(known) => format!("did you mean `{known}`?"),
            None => format!("draw one and save it in your package as `icons/{name}.svg`"),
        };
        self.report(problem.help(help));
        false
    }

    /// All recorded problems.
    pub(crate) fn take_problems(&self) -> Vec<Problem> {
        std::mem::take(&mut *lock(&self.problems))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The known name that is most similar, if it is similar enough.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= 1.max(name.len() / 3))
        .min()
        .map(|(_, candidate)| candidate)
}
