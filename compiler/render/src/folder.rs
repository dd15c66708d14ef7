//! A folder of templates, read into memory once.
//!
//! `<game>/<name>.svg` are templates, files that start with `_` are partials, `shared/` is for
//! all games, `theme.toml` holds colours and text styles, `icons/` and `fonts/` lie beside the
//! games (a game may have its own `icons/` as well).

use std::collections::BTreeMap;
use std::path::PathBuf;

use cardwright_model::files::{FileError, SourceFolder};

use crate::fonts::Fonts;
use crate::icons::Icons;

/// Everything the templates folder holds.
#[derive(Debug, Clone)]
pub struct Templates {
    pub(crate) sources: BTreeMap<String, String>,
    /// The paths that the sources were read from, for messages.
    pub(crate) origins: BTreeMap<String, PathBuf>,
    /// The game whose templates a package has replaced, if any.
    pub(crate) skinned: Option<String>,
    pub(crate) themes: BTreeMap<String, toml::Table>,
    pub(crate) icons: BTreeMap<String, Icons>,
    pub(crate) fonts: Fonts,
    /// Files that could not be used, with the reason.
    pub refused: Vec<(String, String)>,
}

/// Larger files are refused. No legitimate template or icon comes near this.
pub(crate) const LARGEST_TEXT: u64 = 4 << 20;
pub(crate) const LARGEST_FONT: u64 = 32 << 20;
pub(crate) const DEEPEST: usize = 6;

impl Templates {
    /// Reads a templates folder. Anything that is too large or not a regular file is refused.
    pub fn load(folder: &SourceFolder<'_>) -> Result<Templates, FileError> {
        let mut files = Vec::new();
        let mut refused = Vec::new();
        for (name, kind) in folder.list("", DEEPEST)? {
            if !is_wanted(&name) {
                continue;
            }
            let largest = if is_font(&name) { LARGEST_FONT } else { LARGEST_TEXT };
            match kind.length(largest).and_then(|_| folder.read(&name, largest)) {
                Ok(bytes) => files.push((name, bytes)),
                Err(error) => refused.push((name, error.to_string())),
            }
        }
        let mut templates = Templates::from_files(files);
        templates.refused.splice(0..0, refused);
        let names = templates.sources.keys();
        templates.origins = names.map(|name| (name.clone(), folder.path(name))).collect();
        Ok(templates)
    }

    /// Makes templates from files in memory: paths with `/`, and contents.
    pub fn from_files(files: Vec<(String, Vec<u8>)>) -> Templates {
        let mut sources = BTreeMap::new();
        let mut themes = BTreeMap::new();
        let mut icons: BTreeMap<String, Icons> = BTreeMap::new();
        let mut fonts = Vec::new();
        let mut refused = Vec::new();
        for (name, bytes) in files {
            if !is_wanted(&name) {
                continue;
            }
            if is_font(&name) {
                fonts.push((name, bytes));
                continue;
            }
            let Ok(text) = String::from_utf8(bytes) else {
                refused.push((name, "the file is not UTF-8".to_owned()));
                continue;
            };
            if let Some(folder) = name.strip_suffix("theme.toml") {
                match text.parse::<toml::Table>() {
                    Ok(theme) => {
                        themes.insert(folder.trim_end_matches('/').to_owned(), theme);
                    }
                    Err(error) => refused.push((name, error.to_string())),
                }
            } else if let Some((folder, icon)) = icon_name(&name) {
                if let Err(reason) = icons.entry(folder).or_default().insert(icon, &text) {
                    refused.push((name, reason));
                }
            } else if name.ends_with(".svg") {
                sources.insert(name, text);
            }
        }
        let (fonts, bad_fonts) = Fonts::new(fonts);
        refused.extend(bad_fonts.into_iter().map(|name| (name, "no font in the file".to_owned())));
        Templates {
            sources,
            origins: BTreeMap::new(),
            skinned: None,
            themes,
            icons,
            fonts,
            refused,
        }
    }

    /// The fonts.
    pub fn fonts(&self) -> &Fonts {
        &self.fonts
    }

    /// The icons that cards of a game may use: the common ones, its own, and its dice.
    pub fn icons(&self, game: &str) -> Icons {
        let mut all = self.icons.get("").cloned().unwrap_or_default();
        for folder in ["shared", game] {
            if let Some(own) = self.icons.get(folder) {
                all.extend(own);
            }
        }
        crate::die::add_icons(&self.theme(game), &mut all);
        all
    }

    /// The theme of a game: the shared one, with the game's own entries on top.
    pub fn theme(&self, game: &str) -> toml::Table {
        let mut theme = toml::Table::new();
        for folder in ["", "shared", game] {
            if let Some(layer) = self.themes.get(folder) {
                overlay(&mut theme, layer);
            }
        }
        theme
    }

    /// The full name of a template of a game: the game's own, otherwise the shared one.
    pub(crate) fn find(&self, game: &str, template: &str) -> Option<String> {
        [format!("{game}/{template}.svg"), format!("shared/{template}.svg")]
            .into_iter()
            .find(|name| self.sources.contains_key(name))
    }
}

/// `icons/fire.svg` -> ("", "fire"); `crawler/icons/fire.svg` -> ("crawler", "fire").
fn icon_name(path: &str) -> Option<(String, &str)> {
    let (folder, file) = path.rsplit_once('/')?;
    let name = file.strip_suffix(".svg")?;
    let mut parts = folder.split('/');
    let first = parts.next()?;
    if first == "icons" {
        return Some((String::new(), name));
    }
    (parts.next() == Some("icons")).then(|| (first.to_owned(), name))
}

/// Whether a file is part of the templates. Profiles of presses are read by who needs them.
fn is_wanted(name: &str) -> bool {
    is_font(name) || name.ends_with(".svg") || name.ends_with(".toml")
}

pub(crate) fn is_font(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    [".ttf", ".otf", ".ttc"].iter().any(|ending| lower.ends_with(ending))
}

pub(crate) fn overlay(base: &mut toml::Table, layer: &toml::Table) {
    for (key, value) in layer {
        match (base.get_mut(key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => overlay(below, above),
            _ => {
                base.insert(key.clone(), value.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(list: &[(&str, &str)]) -> Templates {
        let files = list.iter().map(|(n, t)| ((*n).to_owned(), t.as_bytes().to_vec())).collect();
        Templates::from_files(files)
    }

    #[test]
    fn game_theme_lies_on_the_shared_theme() {
        let templates = files(&[
            ("shared/theme.toml", "ink = '#000'\n[styles.rules]\nsize = 8\nweight = 400"),
            ("crawler/theme.toml", "[styles.rules]\nsize = 9"),
        ]);
        let theme = templates.theme("crawler");
        assert_eq!(theme["ink"].as_str(), Some("#000"));
        assert_eq!(theme["styles"]["rules"]["size"].as_integer(), Some(9));
        assert_eq!(theme["styles"]["rules"]["weight"].as_integer(), Some(400));
    }

    #[test]
    fn a_game_icon_replaces_the_common_one() {
        let icon = |colour: &str| format!("<svg viewBox='0 0 1 1'><path fill='{colour}'/></svg>");
        let templates =
            files(&[("icons/a.svg", &icon("red")), ("crawler/icons/a.svg", &icon("blue"))]);
        assert_ne!(templates.icons("crawler").get("a"), templates.icons("bag").get("a"));
    }

    #[test]
    fn own_template_comes_before_the_shared_one() {
        let templates = files(&[("shared/a.svg", ""), ("crawler/a.svg", "")]);
        assert_eq!(templates.find("crawler", "a").as_deref(), Some("crawler/a.svg"));
        assert_eq!(templates.find("bag", "a").as_deref(), Some("shared/a.svg"));
        assert_eq!(templates.find("bag", "b"), None);
    }
}
