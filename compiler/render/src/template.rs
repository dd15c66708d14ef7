//! Runs templates: minijinja under limits, over sources in memory only.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use cardwright_model::Provenance;
use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};

use crate::fence;
use crate::folder::Templates;
use crate::problem::{Excerpt, Problem, Subject, TEMPLATE_ERROR};
use crate::safety;
use crate::scope::Scope;
use crate::{functions, methods, toll};

/// How many steps one card may take; a card of the bundled templates takes a few thousand.
const FUEL: u64 = 1_000_000;
const DEEPEST_RECURSION: usize = 60;

/// Larger drawings are refused; a card of the bundled templates has about 40 kB.
const LARGEST_PAGE: usize = 8 << 20;

/// Receives the output of a template, up to a limit. Fuel limits the number of steps, but a single
/// step could still write a lot.
#[derive(Default)]
struct Page {
    bytes: Vec<u8>,
    is_full: bool,
}

impl std::io::Write for Page {
    fn write(&mut self, more: &[u8]) -> std::io::Result<usize> {
        if self.bytes.len() + more.len() > LARGEST_PAGE {
            self.is_full = true;
            return Err(std::io::Error::other("the drawing is too large"));
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The templates of a game, compiled.
#[derive(Clone)]
pub(crate) struct TemplateSet {
    environment: Environment<'static>,
    /// Templates that do not compile, with the reason and the line.
    broken: Vec<(String, String, Option<usize>)>,
    /// The paths of templates and their text, for messages.
    origins: Arc<BTreeMap<String, (PathBuf, Arc<str>)>>,
}

impl TemplateSet {
    /// Compiles every source; a mistake in one does not affect the others.
    pub(crate) fn compile(templates: &Templates) -> TemplateSet {
        let mut environment = Environment::new();
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_recursion_limit(DEEPEST_RECURSION);
        environment.set_fuel(Some(FUEL));
        environment.set_unknown_method_callback(methods::call);
        toll::guard(&mut environment);
        let known: BTreeSet<String> = templates.sources.keys().cloned().collect();
        let game = templates.skinned.clone().unwrap_or_default();
        environment.set_path_join_callback(move |name, parent| join(&known, &game, name, parent));
        let mut broken = Vec::new();
        for (name, source) in &templates.sources {
            let paid = match toll::with_tolls(source) {
                Ok(paid) => paid,
                Err((reason, line)) => {
                    broken.push((name.clone(), reason, Some(line)));
                    continue;
                }
            };
            if let Err(error) = environment.add_template_owned(name.clone(), paid) {
                broken.push((name.clone(), describe(&error), error.line()));
            }
        }
        let place = |(name, path): (&String, &PathBuf)| {
            let text = templates.sources.get(name)?.as_str().into();
            Some((name.clone(), (path.clone(), text)))
        };
        let origins = Arc::new(templates.origins.iter().filter_map(place).collect());
        TemplateSet { environment, broken, origins }
    }

    /// The line of a template's file.
    fn excerpt(&self, name: &str, line: Option<usize>) -> Option<Excerpt> {
        let (file, text) = self.origins.get(name)?;
        Some(Excerpt::line(file.clone(), Arc::clone(text), line?))
    }

    /// The line of a template that has what a reason names in backticks: in the template itself,
    /// otherwise in the first that has it.
    pub(crate) fn place_of(&self, template: &str, reason: &str) -> Option<Excerpt> {
        let named = safety::named(reason)?;
        let own = self.origins.get(template).into_iter();
        let (file, text) =
            own.chain(self.origins.values()).find(|(_, text)| text.contains(named))?;
        let line = text.lines().position(|line| line.contains(named))? + 1;
        Some(Excerpt::line(file.clone(), Arc::clone(text), line))
    }

    /// The line of a template that a row of its drawing came from, for a reason that ends with the
    /// row: the nearest row at or above it that stands in a template as it was drawn.
    pub(crate) fn place_in(&self, template: &str, drawn: &str, reason: &str) -> Option<Excerpt> {
        let (_, row) = row(reason)?;
        let own = self.origins.get(template).into_iter();
        let others = || own.clone().chain(self.origins.values());
        let rows: Vec<&str> = drawn.lines().take(row).collect();
        rows.iter().rev().map(|row| row.trim()).filter(|row| row.len() > 2).find_map(|row| {
            others().find_map(|(file, text)| {
                let line = text.lines().position(|line| line.trim() == row)? + 1;
                Some(Excerpt::line(file.clone(), Arc::clone(text), line))
            })
        })
    }

    /// The templates of a folder that do not compile.
    pub(crate) fn broken_below(&self, folder: &std::path::Path) -> Vec<Problem> {
        let own = |name: &str| self.origins.get(name).is_some_and(|(at, _)| at.starts_with(folder));
        let broken = self.broken.iter().filter(|(name, ..)| own(name));
        let told = |(name, reason, line): &(String, String, Option<usize>)| {
            let mut problem =
                Subject::default().error(TEMPLATE_ERROR, name.as_str(), reason.clone());
            problem.excerpt = self.excerpt(name, line.or(Some(1)));
            problem.help(HELP)
        };
        broken.map(told).collect()
    }

    /// Runs one template for one card.
    pub(crate) fn render(
        &self,
        name: &str,
        context: Value,
        scope: &Arc<Scope>,
    ) -> Result<String, Box<Problem>> {
        if let Some((_, reason, line)) = self.broken.iter().find(|(broken, ..)| broken == name) {
            let mut problem = scope.subject.error(TEMPLATE_ERROR, name, reason.clone()).help(HELP);
            problem.excerpt = self.excerpt(name, *line);
            return Err(Box::new(problem));
        }
        let mut environment = self.environment.clone();
        functions::register(&mut environment, scope);
        let template = environment
            .get_template(name)
            .map_err(|error| self.problem(&scope.subject, name, &error))?;
        let mut page = Page::default();
        let rendered = fence::guarded(|| template.render_captured_to(context, &mut page).map(drop));
        let result = rendered
            .map_err(|reason| Box::new(scope.subject.error(TEMPLATE_ERROR, name, reason)))?;
        if page.is_full {
            let message = format!("{name} draws more than {} MB", LARGEST_PAGE >> 20);
            return Err(Box::new(scope.subject.error(TEMPLATE_ERROR, name, message)));
        }
        result.map_err(|error| self.problem(&scope.subject, name, &error))?;
        String::from_utf8(page.bytes).map_err(|_| {
            let message = format!("{name} does not draw text");
            Box::new(scope.subject.error(TEMPLATE_ERROR, name, message))
        })
    }

    fn problem(&self, subject: &Subject, name: &str, error: &minijinja::Error) -> Box<Problem> {
        // The innermost cause names the line with the mistake; the outer ones only say which
        // template included it.
        let mut innermost = error;
        while let Some(cause) = std::error::Error::source(innermost)
            .and_then(|cause| cause.downcast_ref::<minijinja::Error>())
        {
            innermost = cause;
        }
        let file = innermost.name().unwrap_or(name);
        // minijinja reports a partial that does not compile as missing.
        if let Some((broken, reason, line)) = self.broken.iter().find(|(broken, ..)| {
            innermost.kind() == minijinja::ErrorKind::TemplateNotFound
                && innermost.detail().is_some_and(|detail| detail.contains(broken.as_str()))
        }) {
            let mut problem =
                subject.error(TEMPLATE_ERROR, broken.as_str(), reason.clone()).help(HELP);
            problem.excerpt = self.excerpt(broken, *line);
            return Box::new(problem);
        }
        let what = match innermost.line() {
            Some(line) => format!("{file}:{line}"),
            None => file.to_owned(),
        };
        let excerpt = self.excerpt(file, innermost.line());
        // If the line itself is shown, its number need not be repeated.
        let message = if excerpt.is_some() { reason(innermost) } else { describe(innermost) };
        let mut problem = subject.error(TEMPLATE_ERROR, what, message);
        if innermost.kind() == minijinja::ErrorKind::UndefinedError {
            problem.help = Some(HELP.to_owned());
        }
        problem.excerpt = excerpt;
        // The line is in a template, but the cause may well be the card.
        let Provenance { file, line, .. } = &subject.provenance;
        problem.note = (*line > 0)
            .then(|| format!("this happened while `{}` was drawn ({file}:{line})", subject.card));
        Box::new(problem)
    }
}

/// What to do about a mistake in a template.
const HELP: &str = "a value reads `{{ card.name }}`, a condition `{% if … %} … {% endif %}`; the \
    names are those of the card's kind";

/// A reason that ends with a place of the drawing (`… at 4:1`), without it, and the row.
pub(crate) fn row(reason: &str) -> Option<(&str, usize)> {
    let (before, place) = reason.rsplit_once(" at ")?;
    let row = place.split(':').next()?.parse().ok()?;
    Some((before, row))
}

/// A partial is looked for beside the template that names it, then among the shared ones.
fn join<'a>(known: &BTreeSet<String>, game: &str, name: &'a str, parent: &'a str) -> Cow<'a, str> {
    let folder = parent.rsplit_once('/').map_or("", |(folder, _)| folder);
    // `base/NAME` is the game's own version if a package has replaced it, otherwise the only one.
    let own = name.strip_prefix("base/").unwrap_or(name);
    if known.contains(name) {
        return Cow::Borrowed(name);
    }
    [format!("{folder}/{own}"), format!("{game}/{own}"), format!("shared/{own}")]
        .into_iter()
        .find(|candidate| known.contains(candidate))
        .map_or(Cow::Borrowed(name), Cow::Owned)
}

fn describe(error: &minijinja::Error) -> String {
    let place = match (error.name(), error.line()) {
        (Some(name), Some(line)) => format!("{name}, line {line}: "),
        _ => String::new(),
    };
    format!("{place}{}", reason(error))
}

/// What is wrong, without the place. Mistakes that our own functions find are reported in their
/// words alone.
fn reason(error: &minijinja::Error) -> String {
    match (error.kind(), error.detail()) {
        (minijinja::ErrorKind::OutOfFuel, _) => {
            format!("this takes more than {FUEL} steps: a loop runs too often")
        }
        (minijinja::ErrorKind::InvalidOperation, Some(detail)) => detail.to_owned(),
        (kind, Some(detail)) => format!("{kind}: {detail}"),
        (kind, None) => kind.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::Fonts;
    use crate::icons::Icons;
    use crate::picture::Pictures;
    use crate::scope::Resources;

    fn run(files: &[(&str, &str)], name: &str) -> Result<String, Box<Problem>> {
        let files = files.iter().map(|(n, t)| ((*n).to_owned(), t.as_bytes().to_vec())).collect();
        let set = TemplateSet::compile(&Templates::from_files(files));
        let resources = Arc::new(Resources::new(
            toml::Table::new(),
            Arc::new(Fonts::new(Vec::new()).0),
            Arc::new(Icons::default()),
            Arc::new(Pictures::default()),
        ));
        let scope = Scope::new(resources, Subject::default(), "trap", "dungeon", None);
        set.render(name, Value::from(()), &Arc::new(scope))
    }

    #[test]
    fn values_are_escaped() {
        let svg = run(&[("g/a.svg", "{{ 'a<b' }} {{ darken('#ffffff', 0.5) }}")], "g/a.svg");
        assert_eq!(svg.unwrap(), "a&lt;b #808080");
    }

    #[test]
    fn partials_are_found_beside_and_in_shared() {
        let files = [
            ("g/a.svg", "{% include '_x.svg' %}{% include '_y.svg' %}"),
            ("g/_x.svg", "own"),
            ("shared/_x.svg", "shared"),
            ("shared/_y.svg", "{{ roman(14) }}"),
        ];
        assert_eq!(run(&files, "g/a.svg").unwrap(), "ownXIV");
    }

    #[test]
    fn mistakes_name_template_and_line() {
        let files = [("g/a.svg", "\n{% include '_x.svg' %}"), ("g/_x.svg", "\n\n{{ nothing }}")];
        let problem = run(&files, "g/a.svg").unwrap_err();
        assert_eq!(problem.code, TEMPLATE_ERROR);
        assert_eq!(problem.what, "g/_x.svg:3");
        let problem = run(&[("g/a.svg", "{{ 1 + }}")], "g/a.svg").unwrap_err();
        assert!(problem.message.contains("line 1"), "{}", problem.message);
    }

    #[test]
    fn endless_output_is_stopped() {
        let source = "{% for i in range(9) %}{{ 'x' * 1000000 }}{% endfor %}";
        let problem = run(&[("g/a.svg", source)], "g/a.svg").unwrap_err();
        assert!(problem.message.contains("more than 8 MB"), "{}", problem.message);
    }

    #[test]
    fn endless_work_is_stopped() {
        let source =
            "{% for i in range(99999) %}{% for j in range(99999) %}x{% endfor %}{% endfor %}";
        assert!(run(&[("g/a.svg", source)], "g/a.svg").is_err());
    }
}
