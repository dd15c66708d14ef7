//! Checks a theme that a package lays over its game's: it may only use names that the game's theme
//! knows, with values of the same type.
//!
//! Tables whose entries are data (the theme lists them in `open`) may get new entries, which must
//! look like the existing ones. `[own]` is unrestricted: it is for the package's own templates.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::colour::Colour;
use crate::problem::{BAD_COLOUR, BAD_THEME, UNKNOWN_THEME_KEY};
use crate::scope::nearest;
use crate::textbox::{Script, style_keys};

/// Something wrong with a theme.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Finding {
    pub(crate) code: &'static str,
    /// Bytes of the file.
    pub(crate) span: Range<usize>,
    /// The entry, as in `styles.rules.size`.
    pub(crate) entry: String,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

/// The type of an entry of a text style.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Sort {
    Text,
    Number,
    Truth,
    Colour,
    /// One of these words; `true` and `false` among them stand for the booleans.
    Word(&'static [&'static str]),
    /// How runs of one nature look.
    Look,
}

/// Reads a theme and compares it with the one below it. The table is `None` if it cannot be read.
pub(crate) fn check(text: &str, base: &toml::Table) -> (Option<toml::Table>, Vec<Finding>) {
    let parsed = match DeTable::parse(text) {
        Ok(parsed) => parsed,
        Err(error) => {
            let span = error.span().unwrap_or(0..0);
            let message = format!("the theme cannot be read: {}", error.message().trim());
            let mut found = finding(BAD_THEME, span, "theme.toml", message);
            found.help = Some(
                "a theme has tables such as `[colours]`, with lines such as `paper = \"#f4ead0\"`"
                    .to_owned(),
            );
            return (None, vec![found]);
        }
    };
    let mut check = Check { base, findings: Vec::new() };
    check.root(parsed.get_ref());
    let mut table: Option<toml::Table> = text.parse().ok();
    // What is wrong is left out, so that no template stumbles over it again.
    for found in &check.findings {
        if let Some(table) = &mut table {
            remove(table, &found.entry);
        }
    }
    (table, check.findings)
}

/// Takes the entry at a path out of a theme.
fn remove(table: &mut toml::Table, path: &str) {
    match path.split_once('.') {
        None => drop(table.remove(path)),
        Some((first, rest)) => {
            if let Some(toml::Value::Table(inner)) = table.get_mut(first) {
                remove(inner, rest);
            }
        }
    }
}

/// Says which families a theme names that no font has.
pub(crate) fn families(text: &str, known: &[String]) -> Vec<Finding> {
    let Ok(parsed) = DeTable::parse(text) else { return Vec::new() };
    let mut findings = Vec::new();
    let Some(styles) =
        parsed.get_ref().get("styles").and_then(|styles| styles.get_ref().as_table())
    else {
        return findings;
    };
    for (name, style) in styles {
        let Some(font) = style.get_ref().as_table().and_then(|style| style.get("font")) else {
            continue;
        };
        let Some(family) = font.get_ref().as_str() else { continue };
        if known.iter().any(|known| known.eq_ignore_ascii_case(family)) {
            continue;
        }
        let path = format!("styles.{}.font", name.get_ref());
        let mut found =
            finding(BAD_THEME, font.span(), &path, format!("there is no font `{family}`"));
        found.help = Some(match nearest(family, known.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "save its file in the package as `fonts/NAME.ttf`, or write one of `{}`",
                known.join("`, `")
            ),
        });
        findings.push(found);
    }
    findings
}

struct Check<'a> {
    base: &'a toml::Table,
    findings: Vec<Finding>,
}

impl Check<'_> {
    fn root(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            let name: &str = key.get_ref();
            match (name, value.get_ref()) {
                ("own", _) => {}
                ("language", DeValue::String(_)) => {}
                ("styles", DeValue::Table(styles)) => self.styles(styles),
                ("fallback", DeValue::Table(fallback)) => self.fallback(fallback),
                _ => self.entry(name, key, value, self.base.get(name)),
            }
        }
    }

    /// Compares an entry with the one at the same path below.
    fn entry(
        &mut self,
        path: &str,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
        base: Option<&toml::Value>,
    ) {
        let Some(base) = base else {
            self.unknown(path, key.span());
            return;
        };
        match (value.get_ref(), base) {
            (DeValue::Table(table), toml::Value::Table(below)) => {
                let model = self.is_open(path).then(|| union(below));
                for (name, inner) in table {
                    let inner_path = format!("{path}.{}", name.get_ref());
                    let known = below.get(name.get_ref().as_ref()).or(model.as_ref());
                    self.entry(&inner_path, name, inner, known);
                }
            }
            (DeValue::String(text), toml::Value::String(below)) => {
                if Colour::parse(below).is_some() && Colour::parse(text).is_none() {
                    self.colour(path, value.span(), text);
                }
            }
            (found, below) if sort_of(below).accepts(found) => {}
            (_, below) => {
                let message = format!("`{path}` is not {}", sort_of(below).name());
                let mut found = finding(BAD_THEME, value.span(), path, message);
                found.help = Some(match below {
                    toml::Value::Table(_) => format!("write its entries below `[{path}]`"),
                    below => format!("in the game's theme it is `{below}`"),
                });
                self.findings.push(found);
            }
        }
    }

    fn styles(&mut self, styles: &DeTable<'_>) {
        for (name, style) in styles {
            let path = format!("styles.{}", name.get_ref());
            match style.get_ref() {
                DeValue::Table(style) => self.style(&path, style, style_keys::STYLE),
                _ => {
                    let message = format!("`{path}` is not a table");
                    let mut found = finding(BAD_THEME, style.span(), &path, message);
                    found.help = Some(format!("write its entries below `[{path}]`"));
                    self.findings.push(found);
                }
            }
        }
    }

    fn style(&mut self, path: &str, style: &DeTable<'_>, keys: &[(&str, Sort)]) {
        for (key, value) in style {
            let name: &str = key.get_ref();
            let path = format!("{path}.{name}");
            let Some((_, sort)) = keys.iter().find(|(known, _)| *known == name) else {
                let known = keys.iter().map(|(known, _)| *known);
                let message = format!("a text style has no `{name}`");
                let mut found = finding(UNKNOWN_THEME_KEY, key.span(), &path, message);
                found.help = Some(match nearest(name, known.clone()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("it has {}", known.collect::<Vec<_>>().join(", ")),
                });
                self.findings.push(found);
                continue;
            };
            match (sort, value.get_ref()) {
                (Sort::Look, DeValue::Table(look)) => self.style(&path, look, style_keys::LOOK),
                (Sort::Colour, DeValue::String(text)) if Colour::parse(text).is_none() => {
                    self.colour(&path, value.span(), text);
                }
                (sort, found) if sort.accepts(found) => {}
                (sort, _) => {
                    let message = format!("`{path}` is not {}", sort.name());
                    let mut found = finding(BAD_THEME, value.span(), &path, message);
                    found.help = Some(format!("write {}", sort.example()));
                    self.findings.push(found);
                }
            }
        }
    }

    /// `[fallback]`: families by script.
    fn fallback(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            let name: &str = key.get_ref();
            let path = format!("fallback.{name}");
            if Script::named(name).is_none() {
                let message = format!("there is no script `{name}`");
                let mut found = finding(UNKNOWN_THEME_KEY, key.span(), &path, message);
                let names = Script::names().collect::<Vec<_>>().join(", ");
                found.help = Some(format!("scripts are {names}"));
                self.findings.push(found);
            } else if !matches!(value.get_ref(), DeValue::String(_) | DeValue::Array(_)) {
                let message = format!("`{path}` is not a font family or a list of them");
                let mut found = finding(BAD_THEME, value.span(), &path, message);
                found.help = Some("write the name of a family in quotes".to_owned());
                self.findings.push(found);
            }
        }
    }

    fn unknown(&mut self, path: &str, span: Range<usize>) {
        let (parent, name) = path.rsplit_once('.').unwrap_or(("", path));
        let siblings = self.siblings(parent);
        let message = format!("the game's theme has no `{path}`");
        let mut found = finding(UNKNOWN_THEME_KEY, span, path, message);
        found.help = Some(match nearest(name, siblings.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "entries for templates of your own go to the table `[own]`".to_owned(),
        });
        self.findings.push(found);
    }

    /// Names that may stand in a table of the theme.
    fn siblings(&self, path: &str) -> Vec<String> {
        let mut table = self.base.clone();
        for part in path.split('.').filter(|part| !part.is_empty()) {
            table = match table.get(part) {
                Some(toml::Value::Table(inner)) => inner.clone(),
                // A new entry of an open table must look like the others.
                _ => match union(&table) {
                    toml::Value::Table(inner) => inner,
                    _ => return Vec::new(),
                },
            };
        }
        table.keys().cloned().chain(["own".to_owned(), "language".to_owned()]).collect()
    }

    fn is_open(&self, path: &str) -> bool {
        let open = self.base.get("open").and_then(toml::Value::as_array);
        open.is_some_and(|open| open.iter().any(|name| name.as_str() == Some(path)))
    }

    fn colour(&mut self, path: &str, span: Range<usize>, text: &str) {
        let message = format!("`{text}` is not a colour");
        let mut found = finding(BAD_COLOUR, span, path, message);
        found.help = Some("write it as `#rrggbb`, such as `#8a2f2f`".to_owned());
        self.findings.push(found);
    }
}

fn finding(code: &'static str, span: Range<usize>, entry: &str, message: String) -> Finding {
    Finding { code, span, entry: entry.to_owned(), message, help: None }
}

/// What an entry of an open table may hold: for tables all keys that occur, otherwise the first.
fn union(table: &toml::Table) -> toml::Value {
    let mut keys = toml::Table::new();
    for entry in table.values().filter_map(toml::Value::as_table) {
        keys.extend(entry.iter().map(|(key, value)| (key.clone(), value.clone())));
    }
    match table.values().next() {
        Some(first) if keys.is_empty() => first.clone(),
        _ => toml::Value::Table(keys),
    }
}

fn sort_of(value: &toml::Value) -> Sort {
    match value {
        toml::Value::Integer(_) | toml::Value::Float(_) => Sort::Number,
        toml::Value::Boolean(_) => Sort::Truth,
        toml::Value::Table(_) => Sort::Look,
        _ => Sort::Text,
    }
}

impl Sort {
    fn accepts(self, value: &DeValue<'_>) -> bool {
        match (self, value) {
            // A list is a choice of words.
            (Sort::Text, DeValue::String(_) | DeValue::Array(_)) => true,
            (Sort::Colour, DeValue::String(_)) => true,
            (Sort::Number, DeValue::Integer(_) | DeValue::Float(_)) => true,
            (Sort::Truth, DeValue::Boolean(_)) => true,
            (Sort::Look, DeValue::Table(_)) => true,
            (Sort::Word(words), DeValue::String(word)) => words.contains(&word.as_ref()),
            (Sort::Word(words), DeValue::Boolean(truth)) => {
                words.contains(&if *truth { "true" } else { "false" })
            }
            _ => false,
        }
    }

    /// How such a value is written.
    fn example(self) -> String {
        match self {
            Sort::Text => "a text in quotes".to_owned(),
            Sort::Number => "a number without quotes, such as `8.5`".to_owned(),
            Sort::Colour => "a colour such as `\"#8a2f2f\"`".to_owned(),
            Sort::Look => "a table such as `{ weight = 700 }`".to_owned(),
            Sort::Truth | Sort::Word(_) => self.name(),
        }
    }

    fn name(self) -> String {
        match self {
            Sort::Text => "a text".to_owned(),
            Sort::Number => "a number".to_owned(),
            Sort::Truth => "`true` or `false`".to_owned(),
            Sort::Colour => "a colour".to_owned(),
            Sort::Word(words) => format!("one of `{}`", words.join("`, `")),
            Sort::Look => "a table".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use cardwright_model::files::SourceFolder;

    use super::*;

    const BASE: &str = "open = ['kinds', 'figures']\nname = 'Base'\n\
        [colours]\nink = '#000000'\n[kinds.trap]\naccent = '#112233'\nlabel = 'Trap'\n\
        [figures]\ngoblin = 'goblin'\n[styles.rules]\nsize = 9";

    fn findings(theme: &str) -> Vec<(&'static str, String, Option<String>)> {
        let base: toml::Table = BASE.parse().unwrap();
        let (_, findings) = check(theme, &base);
        findings.into_iter().map(|found| (found.code, found.entry, found.help)).collect()
    }

    #[test]
    fn what_the_game_has_may_be_changed() {
        assert_eq!(findings("name = 'Mine'\n[colours]\nink = '#123'\n[own]\nx = 3"), []);
        assert_eq!(findings("language = 'de'\n[figures]\nrat = ['rat', 'wolf']"), []);
        assert_eq!(findings("[kinds.vehicle]\naccent = '#445566'"), []);
        assert_eq!(findings("[styles.rules]\nhyphenate = 'tight'\nsize = 8.5"), []);
        assert_eq!(findings("[fallback]\nhebrew = 'Noto Sans Hebrew'"), []);
    }

    #[test]
    fn unknown_entries_are_found_with_advice() {
        let found = findings("[kinds.trap]\nacent = '#112233'");
        assert_eq!(found[0].0, UNKNOWN_THEME_KEY);
        assert_eq!(found[0].2.as_deref(), Some("did you mean `accent`?"));
        let found = findings("[kinds.vehicle]\nacent = '#112233'");
        assert_eq!(found[0].2.as_deref(), Some("did you mean `accent`?"));
        assert_eq!(
            findings("[colors]\nink = '#000'")[0].2.as_deref(),
            Some("did you mean `colours`?")
        );
        assert_eq!(
            findings("[styles.rules]\nsiez = 8")[0].2.as_deref(),
            Some("did you mean `size`?")
        );
        assert_eq!(findings("[fallback]\nklingon = 'X'")[0].0, UNKNOWN_THEME_KEY);
    }

    #[test]
    fn values_of_another_sort_are_found() {
        assert_eq!(findings("[colours]\nink = 'black'")[0].0, BAD_COLOUR);
        assert_eq!(findings("[styles.rules]\ncolour = '#12345'")[0].0, BAD_COLOUR);
        assert_eq!(findings("[styles.rules]\nsize = 'big'")[0].0, BAD_THEME);
        assert_eq!(findings("[styles.rules]\nsame_size = 'deck'")[0].0, BAD_THEME);
        assert_eq!(findings("colours = 3")[0].0, BAD_THEME);
    }

    /// Every icon that a table of the theme names, whatever it is for.
    fn icons_named(value: &toml::Value, found: &mut Vec<String>) {
        let Some(table) = value.as_table() else { return };
        for (key, value) in table {
            match value.as_str() {
                Some(icon) if key == "icon" || key == "mark" => found.push(icon.to_owned()),
                _ => icons_named(value, found),
            }
        }
    }

    #[test]
    fn the_shipped_themes_agree_with_themselves() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../templates");
        let shipped = SourceFolder::new(&crate::disk::Disk, std::path::Path::new(folder));
        let templates = crate::Templates::load(&shipped).unwrap();
        for game in templates.themes.keys().filter(|game| !game.is_empty()) {
            let text = std::fs::read_to_string(format!("{folder}/{game}/theme.toml")).unwrap();
            let theme = templates.theme(game);
            assert_eq!(check(&text, &theme).1, [], "{game}");
            let mut icons = Vec::new();
            icons_named(&toml::Value::Table(theme), &mut icons);
            assert!(!icons.is_empty(), "{game}");
            let known = templates.icons(game);
            for icon in icons {
                assert!(known.get(&icon).is_some(), "{game}: no icon `{icon}`");
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_judged(text in "[a-z\\[\\].='\"#0-9\n{} ]{0,120}") {
            let base: toml::Table = BASE.parse().expect("a theme");
            let (table, findings) = check(&text, &base);
            assert!(table.is_some() || !findings.is_empty());
            assert!(findings.iter().all(|found| found.span.end <= text.len()));
        }
    }

    #[test]
    fn mistakes_in_the_toml_have_their_place() {
        let base: toml::Table = BASE.parse().unwrap();
        let text = "name = 'x'\n[colours\nink = 3";
        let (table, findings) = check(text, &base);
        assert!(table.is_none() && findings[0].code == BAD_THEME);
        assert!(findings[0].span.start >= 11, "{findings:?}");
    }
}
