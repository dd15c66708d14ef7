//! The files with which a package changes the look of its game: `theme.toml`, `templates/`,
//! `icons/` and `fonts/` in its own folder, laid over the game's.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cardwright_model::files::{FileError, FileKind, SourceFolder};

use crate::folder::{DEEPEST, LARGEST_FONT, LARGEST_TEXT, Templates, is_font, overlay};
use crate::icons::Icons;
use crate::layout;
use crate::problem::{Excerpt, Problem, Subject, UNUSABLE_FILE};
use crate::template::row;
use crate::textbox::Script;
use crate::theme;

/// The most bytes for all fonts of a package. A handful of Chinese faces comes near.
const MOST_FONT_BYTES: u64 = 128 << 20;

/// How the game's own version of a replaced template is named: `base/_card.svg`.
pub(crate) const BASE: &str = "base";

impl Templates {
    /// These templates as a package of the game sees them, and what is wrong with the package's own
    /// files. `None` if it has none.
    pub(crate) fn with_skin(
        &self,
        game: &str,
        package: &SourceFolder<'_>,
    ) -> Option<(Templates, Vec<Problem>)> {
        let brought = Brought::read(package);
        if brought.is_nothing() {
            return None;
        }
        let mut templates = self.clone();
        templates.skinned = Some(game.to_owned());
        let mut problems = brought.problems;
        if !brought.fonts.is_empty() {
            let (fonts, refused) = self.fonts.with(brought.fonts);
            templates.fonts = fonts;
            let reason = "there is no font in it";
            problems.extend(refused.iter().map(|name| unusable(Path::new(name), reason)));
        }
        if let Some((path, text)) = brought.theme {
            let (table, mut findings) = theme::check(&text, &self.theme(game));
            findings.extend(theme::families(&text, templates.fonts.families()));
            let text: Arc<str> = text.into();
            for found in findings {
                let mut problem = Subject::default().error(found.code, found.entry, found.message);
                problem.help = found.help;
                problem.excerpt =
                    Some(Excerpt { file: path.clone(), text: Arc::clone(&text), span: found.span });
                problems.push(problem);
            }
            let own = templates.themes.entry(game.to_owned()).or_default();
            overlay(own, &table.unwrap_or_default());
        }
        for (name, path, text) in brought.templates {
            let full = format!("{game}/{name}");
            if let Some(below) = templates.sources.remove(&full) {
                templates.sources.insert(format!("{BASE}/{name}"), below);
                if let Some(origin) = templates.origins.remove(&full) {
                    templates.origins.insert(format!("{BASE}/{name}"), origin);
                }
            }
            templates.origins.insert(full.clone(), path);
            templates.sources.insert(full, text);
        }
        let mut icons = Icons::default();
        for (name, path, text) in brought.icons {
            if let Err(reason) = icons.insert(&name, &text) {
                let (reason, row) = row(&reason).unwrap_or((&reason, 1));
                let mut problem = unusable(&path, reason);
                problem.excerpt = Some(Excerpt::line(path, text.into(), row));
                problems.push(problem);
            }
        }
        templates.icons.entry(game.to_owned()).or_default().extend(&icons);
        Some((templates, problems))
    }
}

/// The families that a theme names for scripts in `[fallback]`.
pub(crate) fn fallbacks(theme: &toml::Table) -> BTreeMap<Script, Vec<String>> {
    let entries = theme.get("fallback").and_then(toml::Value::as_table);
    let families = |value: &toml::Value| match value {
        toml::Value::String(family) => vec![family.clone()],
        toml::Value::Array(list) => {
            list.iter().filter_map(toml::Value::as_str).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    };
    entries
        .into_iter()
        .flatten()
        .filter_map(|(name, value)| Some((Script::named(name)?, families(value))))
        .collect()
}

/// The problem of a file that cannot be used.
fn unusable(path: &Path, reason: &str) -> Problem {
    // The last two parts are its path inside the package.
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    let name = parts[parts.len().saturating_sub(2)..].join("/");
    let message = format!("`{name}` cannot be used: {reason}");
    let help = match reason {
        _ if reason.contains("viewBox") => {
            "add its size to the first tag, as in `<svg viewBox=\"0 0 24 24\">`"
        }
        _ if is_font(&name) => "save it as a TrueType or OpenType font (`.ttf`, `.otf`)",
        _ => "save it as plain SVG: one drawing of paths and shapes, every tag closed",
    };
    Subject::default().error(UNUSABLE_FILE, name, message).help(help)
}

/// The files of a package that change its look.
#[derive(Default)]
struct Brought {
    theme: Option<(PathBuf, String)>,
    /// Name inside `templates/`, path, text.
    templates: Vec<(String, PathBuf, String)>,
    /// Name without ending, path, text.
    icons: Vec<(String, PathBuf, String)>,
    fonts: Vec<(String, Vec<u8>)>,
    problems: Vec<Problem>,
}

impl Brought {
    fn read(package: &SourceFolder<'_>) -> Brought {
        let mut brought = Brought::default();
        if let Some((path, text)) = brought.text(package, "theme.toml") {
            brought.theme = Some((path, text));
        }
        for (name, _) in brought.files(package, "templates", |name| name.ends_with(".svg")) {
            if let Some((path, text)) = brought.text(package, &format!("templates/{name}")) {
                brought.templates.push((name, path, text));
            }
        }
        for (name, _) in brought.files(package, "templates", |name| name.ends_with(".toml")) {
            if let Some((path, text)) = brought.text(package, &format!("templates/{name}")) {
                brought.layout(name.trim_end_matches(".toml"), path, text);
            }
        }
        for (name, _) in brought.files(package, "icons", |name| name.ends_with(".svg")) {
            if let Some((path, text)) = brought.text(package, &format!("icons/{name}")) {
                brought.icons.push((name.trim_end_matches(".svg").to_owned(), path, text));
            }
        }
        let mut bytes = 0;
        for (name, kind) in brought.files(package, "fonts", is_font) {
            let name = format!("fonts/{name}");
            let path = package.path(&name);
            let length = kind.length(LARGEST_FONT);
            bytes += length.as_ref().copied().unwrap_or(0);
            let font = match length {
                Ok(_) if bytes > MOST_FONT_BYTES => Err(FileError::TooLarge(MOST_FONT_BYTES)),
                length => length.and_then(|_| package.read(&name, LARGEST_FONT)),
            };
            match font {
                Ok(font) => brought.fonts.push((path.display().to_string(), font)),
                Err(error) => brought.problems.push(unusable(&path, &error.to_string())),
            }
        }
        brought
    }

    /// Takes a layout as the template that it stands for.
    fn layout(&mut self, name: &str, path: PathBuf, text: String) {
        let template = format!("{name}.svg");
        if self.templates.iter().any(|(known, ..)| *known == template) {
            let reason = format!("`templates/{template}` draws the same cards");
            self.problems.push(unusable(&path, &reason).help("take one of the two out"));
            return;
        }
        match layout::compile(&text) {
            Ok(svg) => self.templates.push((template, path, svg)),
            Err(wrong) => {
                self.templates.push((template, path.clone(), layout::blank()));
                let text: Arc<str> = text.into();
                for layout::Wrong { span, message, help } in wrong {
                    let subject = Subject::default();
                    let mut problem = subject.error(UNUSABLE_FILE, format!("{name}.toml"), message);
                    let (file, text) = (path.clone(), Arc::clone(&text));
                    problem.excerpt = Some(Excerpt { file, text, span });
                    self.problems.push(problem.help(help));
                }
            }
        }
    }

    fn is_nothing(&self) -> bool {
        self.theme.is_none()
            && self.templates.is_empty()
            && self.icons.is_empty()
            && self.fonts.is_empty()
            && self.problems.is_empty()
    }

    /// The full path and the text of a file, if it is there and can be used.
    fn text(&mut self, package: &SourceFolder<'_>, name: &str) -> Option<(PathBuf, String)> {
        let path = package.path(name);
        match package.read_text(name, LARGEST_TEXT) {
            Ok(text) => Some((path, text)),
            Err(FileError::Missing) => None,
            Err(error) => {
                self.problems.push(unusable(&path, &error.to_string()));
                None
            }
        }
    }

    /// The files of a folder that are wanted, by name.
    fn files(
        &mut self,
        package: &SourceFolder<'_>,
        folder: &str,
        wanted: impl Fn(&str) -> bool,
    ) -> Vec<(String, FileKind)> {
        let mut found = package.list(folder, DEEPEST).unwrap_or_else(|error| {
            self.problems.push(unusable(&package.path(folder), &error.to_string()));
            Vec::new()
        });
        found.retain(|(name, _)| wanted(name));
        found
    }
}
