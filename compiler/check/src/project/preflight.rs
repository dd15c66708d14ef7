//! `[preflight]` of a manifest: levels and limits of checks, and allowed exceptions.

use cardwright_dsl::ast::Span;
use cardwright_model::preflight::{Allowance, CHECKS, Check, LEVELS, Level, Limit, Settings, Unit};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diag::{Diagnostic, Location, preflight};
use crate::source::FileId;

/// The settings of a manifest whose text is known to be TOML. A wrong setting is reported, and its
/// default is used.
pub(super) fn read(file: FileId, text: &str, diagnostics: &mut Vec<Diagnostic>) -> Settings {
    let mut settings = Settings::default();
    let Ok(manifest) = DeTable::parse(text) else { return settings };
    let Some(section) = manifest.get_ref().get("preflight") else { return settings };
    let mut reader = Reader { file, text, diagnostics };
    let Some(table) = section.get_ref().as_table() else {
        reader.refuse(section, "section", "write `[preflight]` on a line of its own");
        return settings;
    };
    for (key, value) in table {
        match (key.get_ref().as_ref(), value.get_ref()) {
            ("allow", DeValue::Array(entries)) => {
                let read = entries.iter().filter_map(|entry| reader.allowance(entry));
                settings.allow = read.collect();
            }
            ("allow", DeValue::Table(_)) => settings.allow.extend(reader.allowance(value)),
            (name, _) => match CHECKS.iter().find(|check| check.key == name) {
                Some(check) => reader.check(check, value, &mut settings),
                None => reader.unknown_check(key, &["allow"]),
            },
        }
    }
    settings
}

struct Reader<'a> {
    file: FileId,
    text: &'a str,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Reader<'_> {
    /// `contrast = "warning"` or `contrast = { level = "warning", minimum = 4.5 }`.
    fn check(&mut self, check: &Check, value: &Spanned<DeValue<'_>>, settings: &mut Settings) {
        let Some(table) = value.get_ref().as_table() else {
            if let Some(level) = self.level(value) {
                settings.levels.insert(check.key.to_owned(), level);
            }
            return;
        };
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            if name == "level" {
                if let Some(level) = self.level(value) {
                    settings.levels.insert(check.key.to_owned(), level);
                }
            } else if let Some(limit) = check.limits.iter().find(|limit| limit.key == name) {
                if let Some(number) = self.limit(limit, value) {
                    let limits = settings.limits.entry(check.key.to_owned()).or_default();
                    limits.insert(name.to_owned(), number);
                }
            } else {
                let mut known = vec!["level"];
                known.extend(check.limits.iter().map(|limit| limit.key));
                let what = format!("setting of `{}` named", check.key);
                let at = self.at(key.span());
                self.diagnostics.push(preflight::unknown_setting(at, &what, name, &known));
            }
        }
    }

    fn level(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Level> {
        let written = value.get_ref().as_str();
        let level = written.and_then(Level::named);
        if level.is_none() {
            let at = self.within(value);
            self.diagnostics.push(match written {
                Some(word) => preflight::unknown_setting(at, "level", word, LEVELS),
                None => preflight::bad_value(
                    at,
                    "level",
                    "write `\"error\"`, `\"warning\"` or `\"off\"`",
                ),
            });
        }
        level
    }

    fn limit(&mut self, limit: &Limit, value: &Spanned<DeValue<'_>>) -> Option<f32> {
        let written = match value.get_ref() {
            DeValue::Integer(number) => number.as_str().to_owned(),
            DeValue::Float(number) => number.as_str().to_owned(),
            DeValue::String(text) => text.trim().to_owned(),
            _ => String::new(),
        };
        let number = measure(&written, limit.unit);
        if number.is_none() {
            let (what, form) = form(limit.unit);
            self.refuse(value, what, form);
        }
        number
    }

    fn allowance(&mut self, entry: &Spanned<DeValue<'_>>) -> Option<Allowance> {
        const KEYS: &[&str] = &["check", "cards", "parts", "why"];
        const FORM: &str = "write `[[preflight.allow]]` with `check = \"…\"` and `why = \"…\"`; \
                            `cards = […]` and `parts = […]` narrow it down";
        let Some(table) = entry.get_ref().as_table() else {
            self.refuse(entry, "allowance", FORM);
            return None;
        };
        let line = self.text[..entry.span().start].matches('\n').count() as u32 + 1;
        let mut allowance = Allowance { line, ..Allowance::default() };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "check" => allowance.check = self.known_check(value)?,
                "why" => allowance.why = self.words(value)?.join(" "),
                "cards" => allowance.cards = self.words(value)?,
                "parts" => allowance.parts = self.words(value)?,
                other => {
                    let at = self.at(key.span());
                    let found = preflight::unknown_setting(at, "key of an allowance", other, KEYS);
                    self.diagnostics.push(found);
                }
            }
        }
        if allowance.check.is_empty() || allowance.why.trim().is_empty() {
            self.refuse(entry, "allowance: it lacks `check` or `why`", FORM);
            return None;
        }
        Some(allowance)
    }

    fn known_check(&mut self, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let written = value.get_ref().as_str().unwrap_or_default();
        if CHECKS.iter().any(|check| check.key == written) {
            return Some(written.to_owned());
        }
        let at = self.within(value);
        let known: Vec<&str> = CHECKS.iter().map(|check| check.key).collect();
        self.diagnostics.push(preflight::unknown_setting(at, "preflight check", written, &known));
        None
    }

    /// One text or a list of them.
    fn words(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Vec<String>> {
        let words = match value.get_ref() {
            DeValue::String(word) => Some(vec![word.to_string()]),
            DeValue::Array(words) => {
                words.iter().map(|word| word.get_ref().as_str().map(str::to_owned)).collect()
            }
            _ => None,
        };
        if words.is_none() {
            self.refuse(value, "list of names", "write `[\"one\", \"two\"]`");
        }
        words
    }

    fn unknown_check(&mut self, key: &Spanned<toml::de::DeString<'_>>, more: &[&'static str]) {
        let mut known: Vec<&str> = CHECKS.iter().map(|check| check.key).collect();
        known.extend(more);
        let at = self.at(key.span());
        let name = key.get_ref().as_ref();
        self.diagnostics.push(preflight::unknown_setting(at, "preflight check", name, &known));
    }

    fn refuse(&mut self, value: &Spanned<DeValue<'_>>, what: &str, form: &str) {
        let at = self.at(value.span());
        self.diagnostics.push(preflight::bad_value(at, what, form));
    }

    /// The words between the quotes, which is what a suggestion replaces.
    fn within(&self, value: &Spanned<DeValue<'_>>) -> Location {
        let range = value.span();
        let is_quoted = self.text[range.clone()].starts_with(['"', '\''])
            && !self.text[range.clone()].starts_with("\"\"\"");
        self.at(if is_quoted { range.start + 1..range.end - 1 } else { range })
    }

    fn at(&self, range: std::ops::Range<usize>) -> Location {
        Location::new(self.file, Span::new(range.start, range.end))
    }
}

/// The number in the limit's own unit.
fn measure(written: &str, unit: Unit) -> Option<f32> {
    const MM_PER_PT: f32 = 25.4 / 72.0;
    let number_ends = written
        .find(|letter: char| !(letter.is_ascii_digit() || "+-._".contains(letter)))
        .unwrap_or(written.len());
    let (number, suffix) = written.split_at(number_ends);
    let number: f32 = number.replace('_', "").parse().ok()?;
    let millimetres = match suffix.trim() {
        "mm" => Some(number),
        "cm" => Some(number * 10.0),
        "in" => Some(number * 25.4),
        "pt" => Some(number * MM_PER_PT),
        _ => None,
    };
    let value = match (unit, suffix.trim()) {
        (Unit::Point, _) => millimetres? / MM_PER_PT,
        (Unit::Millimetre, _) => millimetres?,
        (Unit::Dpi, "" | "dpi") => number,
        (Unit::Ratio, "" | ":1") => number,
        (Unit::Percent, "" | "%") => number,
        (Unit::Number, "") => number,
        _ => return None,
    };
    (value.is_finite() && value >= 0.0).then_some(value)
}

fn form(unit: Unit) -> (&'static str, &'static str) {
    match unit {
        Unit::Point | Unit::Millimetre => {
            ("length", "write a length such as `\"7pt\"` or `\"0.1mm\"`")
        }
        Unit::Dpi => ("resolution", "write a resolution such as `\"300dpi\"`"),
        Unit::Ratio => ("ratio", "write a ratio such as `4.5` or `\"4.5:1\"`"),
        Unit::Percent => ("percentage", "write a percentage such as `\"300%\"`"),
        Unit::Number => ("number", "write a number such as `8`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> (Settings, Vec<(String, String)>) {
        let mut diagnostics = Vec::new();
        let settings = read(FileId(0), text, &mut diagnostics);
        let found = diagnostics
            .iter()
            .map(|found| (found.code.clone(), text[found.primary.span.range()].to_owned()))
            .collect();
        (settings, found)
    }

    #[test]
    fn levels_limits_and_allowances_are_read() {
        let (settings, found) = read_text(
            "[preflight]\ncontrast = \"warning\"\ntype-size = { level = \"error\", minimum = \"2mm\" }\n\
             resolution = { wanted = \"200dpi\", minimum = 100 }\n\n[[preflight.allow]]\n\
             check = \"bleed\"\ncards = [\"trap\"]\nwhy = \"they are white\"\n",
        );
        assert_eq!(found, []);
        assert_eq!(settings.level("contrast"), Level::Warning);
        assert!((settings.limit("type-size", "minimum") - 5.669).abs() < 0.001);
        assert_eq!(settings.limit("resolution", "minimum"), 100.0);
        assert_eq!(settings.allow[0].line, 6);
        assert_eq!(settings.allowed("bleed", "pit", "trap", ""), Some(0));
    }

    #[test]
    fn every_mistake_points_at_its_place() {
        let (settings, found) = read_text(
            "[preflight]\ncontrst = \"warning\"\nbleed = \"wrning\"\nstroke = 3\n\
             type-size = { minimum = \"7dpi\", smallest = \"7pt\" }\n\
             [[preflight.allow]]\ncheck = \"blead\"\nwhy = \"x\"\n\
             [[preflight.allow]]\ncheck = \"bleed\"\n\
             [[preflight.allow]]\ncheck = \"bleed\"\nwhy = \"x\"\ncard = [\"a\"]\n",
        );
        let found: Vec<_> =
            found.iter().map(|(code, place)| (code.as_str(), place.lines().next())).collect();
        assert!(found.contains(&("E0620", Some("contrst"))), "{found:?}");
        assert!(found.contains(&("E0620", Some("wrning"))), "{found:?}");
        assert!(found.contains(&("E0621", Some("3"))), "{found:?}");
        assert!(found.contains(&("E0621", Some("\"7dpi\""))), "{found:?}");
        assert!(found.contains(&("E0620", Some("smallest"))), "{found:?}");
        assert!(found.contains(&("E0620", Some("blead"))), "{found:?}");
        assert!(found.contains(&("E0620", Some("card"))), "{found:?}");
        assert_eq!(found.iter().filter(|(code, _)| *code == "E0621").count(), 3, "{found:?}");
        assert_eq!(settings.allow.len(), 1);
    }

    #[test]
    fn lengths_are_converted() {
        assert_eq!(measure("1in", Unit::Millimetre), Some(25.4));
        assert_eq!(measure("72pt", Unit::Millimetre), Some(25.4));
        assert_eq!(measure("4.5:1", Unit::Ratio), Some(4.5));
        assert_eq!(measure("-1mm", Unit::Millimetre), None);
        assert_eq!(measure("7", Unit::Point), None);
        assert_eq!(measure("nan", Unit::Number), None);
    }
}
