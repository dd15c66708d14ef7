//! `[print]` of `cardwright.toml`: how a package is printed unless a flag says otherwise.
//!
//! The table is read value by value, so that each mistake is reported at its place and does not
//! hide the rest.

use std::collections::BTreeMap;
use std::ops::Range;

use cardwright_dsl::ast::Span;
use cardwright_model::print::{self, Backs, Between, Length, MarkSides, Marks, PAPERS};
use serde::Serialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diag::{Diagnostic, Location, project};
use crate::source::FileId;

/// `[print]`
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PrintSection {
    /// Papers to lay sheets out for, by name or as `200x300mm`.
    pub paper: Vec<String>,
    /// How far pictures reach over the cut, from 0 to 5 mm.
    pub bleed: Length,
    /// Whether neighbours share the bleed between them.
    pub bleed_between: Between,
    /// Space between neighbours, in addition to their bleed.
    pub gutter: Length,
    /// The white edge that printers leave.
    pub margin: Length,
    /// How backs are printed.
    pub backs: Backs,
    /// What is printed to cut along.
    pub marks: Marks,
    /// On which side of a sheet the marks are.
    pub mark_sides: MarkSides,
    /// Outlines for cutting machines, in the spot colour `CutContour`.
    pub contour: bool,
    /// The line at the head of a sheet, with its ruler.
    pub header: bool,
    /// Cards on white, without pictures: a draft to try a game with.
    pub low_ink: bool,
    /// How much the parts of a tile overlap that is larger than the paper.
    pub overlap: Length,
    /// `rgb` for screens and printers at home, `cmyk` for a press.
    pub colour: String,
    /// The standard that PDF files are built to.
    pub pdf: String,
    /// An ICC profile of the press, in the package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// The printing condition by its name in the registry of color.org.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The most ink on one spot, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ink_limit: Option<u32>,
    /// The printer whose settings are used if no flag names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub use_printer: Option<String>,
    /// `[print.printer.NAME]`: what is known about a printer.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub printer: BTreeMap<String, PrinterSection>,
}

/// `[print.printer.NAME]`
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PrinterSection {
    /// How far backs are shifted, across and down, so that they land behind their fronts.
    pub back_offset: [Length; 2],
    /// The white edge that this printer leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<Length>,
}

/// Names of colour spaces and of standards, as settings write them.
const COLOURS: &[&str] = &["rgb", "cmyk"];
const STANDARDS: &[&str] = &["plain", "ua-1", "x-1a", "x-4"];

const KEYS: &[&str] = &[
    "paper",
    "bleed",
    "bleed-between",
    "gutter",
    "margin",
    "backs",
    "marks",
    "mark-sides",
    "contour",
    "header",
    "low-ink",
    "overlap",
    "colour",
    "pdf",
    "profile",
    "condition",
    "ink-limit",
    "use-printer",
    "printer",
];
const PRINTER_KEYS: &[&str] = &["back-offset", "margin"];

impl Default for PrintSection {
    fn default() -> PrintSection {
        PrintSection {
            paper: vec!["a4".into(), "letter".into()],
            bleed: Length(3000),
            bleed_between: Between::default(),
            gutter: Length(0),
            margin: Length(5000),
            backs: Backs::default(),
            marks: Marks::default(),
            mark_sides: MarkSides::default(),
            contour: false,
            header: true,
            low_ink: false,
            overlap: Length(6000),
            colour: "rgb".into(),
            pdf: "plain".into(),
            profile: None,
            condition: None,
            ink_limit: None,
            use_printer: None,
            printer: BTreeMap::new(),
        }
    }
}

type Value<'i> = Spanned<DeValue<'i>>;

/// Reads the `[print]` table of a text that is known to be TOML.
pub(super) fn read(
    text: &str,
    at: &dyn Fn(Option<Range<usize>>) -> Location,
    diagnostics: &mut Vec<Diagnostic>,
) -> PrintSection {
    let mut print = PrintSection::default();
    let Ok(document) = DeTable::parse(text) else { return print };
    let Some(table) = document.get_ref().get("print") else { return print };
    let mut reader = Reader { at, diagnostics };
    let Some(table) = reader.table(table, "print") else { return print };
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "paper" => print.paper = reader.papers(value).unwrap_or(print.paper),
            "bleed" => reader.length(value, 0..=5000, &mut print.bleed),
            "bleed-between" => {
                let what = "way to put bleed between cards";
                reader.word(value, what, Between::WORDS, Between::named, &mut print.bleed_between);
            }
            "gutter" => reader.length(value, 0..=50_000, &mut print.gutter),
            "margin" => reader.length(value, 0..=50_000, &mut print.margin),
            "backs" => {
                let what = "way to print backs";
                reader.word(value, what, Backs::WORDS, Backs::named, &mut print.backs);
            }
            "marks" => {
                reader.word(value, "kind of marks", Marks::WORDS, Marks::named, &mut print.marks)
            }
            "mark-sides" => {
                let what = "side for marks";
                reader.word(value, what, MarkSides::WORDS, MarkSides::named, &mut print.mark_sides);
            }
            "contour" => reader.truth(value, &mut print.contour),
            "header" => reader.truth(value, &mut print.header),
            "low-ink" => reader.truth(value, &mut print.low_ink),
            "overlap" => reader.length(value, 0..=25_000, &mut print.overlap),
            "colour" => {
                let own = |word: &str| Some(word.to_owned()).filter(|_| COLOURS.contains(&word));
                reader.word(value, "colour space", COLOURS, own, &mut print.colour);
            }
            "pdf" => {
                let own = |word: &str| Some(word.to_owned()).filter(|_| STANDARDS.contains(&word));
                reader.word(value, "standard of PDF", STANDARDS, own, &mut print.pdf);
            }
            "profile" => {
                print.profile = reader.text(value, "the path of a file").map(str::to_owned)
            }
            "condition" => {
                print.condition = reader.text(value, "its name").map(str::to_owned);
            }
            "ink-limit" => print.ink_limit = reader.percent(value),
            "use-printer" => {
                print.use_printer = reader.text(value, "the name of a printer").map(str::to_owned);
            }
            "printer" => print.printer = reader.printers(value),
            other => reader.unknown(key, other, "print", KEYS),
        }
    }
    print
}

/// A number as it is written, with or without quotes.
fn number(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::Integer(number) => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::String(text) => text.trim().parse::<f64>().ok().map(|_| text.trim().to_owned()),
        _ => None,
    }
}

struct Reader<'a> {
    at: &'a dyn Fn(Option<Range<usize>>) -> Location,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn table<'v, 'i>(&mut self, value: &'v Value<'i>, name: &str) -> Option<&'v DeTable<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong(value, "table", &format!("write its settings below `[{name}]`"));
        }
        table
    }

    fn text<'v>(&mut self, value: &'v Value<'_>, what: &str) -> Option<&'v str> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong(value, "text", &format!("write {what} in quotes"));
        }
        text
    }

    fn truth(&mut self, value: &Value<'_>, slot: &mut bool) {
        match value.get_ref().as_bool() {
            Some(truth) => *slot = truth,
            None => self.wrong(value, "truth value", "write `true` or `false`"),
        }
    }

    fn percent(&mut self, value: &Value<'_>) -> Option<u32> {
        let number = value.get_ref().as_integer();
        let number = number.and_then(|number| number.as_str().parse::<u32>().ok());
        let found = number.filter(|number| (100..=400).contains(number));
        if found.is_none() {
            self.wrong(value, "amount of ink", "write percents from 100 to 400, such as `300`");
        }
        found
    }

    fn length(
        &mut self,
        value: &Value<'_>,
        range: std::ops::RangeInclusive<i32>,
        slot: &mut Length,
    ) {
        let form = "write a length such as `\"3mm\"`, `\"0.125in\"` or `\"9pt\"`";
        match value.get_ref().as_str().and_then(Length::parse) {
            Some(length) if range.contains(&length.0) => *slot = length,
            Some(_) => {
                let (low, high) = (Length(*range.start()), Length(*range.end()));
                let form = format!("it may be {low} to {high}");
                self.wrong(value, "length that can be used here", &form);
            }
            None => match number(value.get_ref()) {
                Some(number) => {
                    let right = format!("\"{number}mm\"");
                    let location = (self.at)(Some(value.span()));
                    let form = format!("write `{right}`, or another unit: `\"{number}pt\"`");
                    let found = project::manifest_value(location, "length", &number, &form);
                    self.diagnostics.push(found.edit(location, right, false));
                }
                None => self.wrong(value, "length", form),
            },
        }
    }

    fn word<T>(
        &mut self,
        value: &Value<'_>,
        what: &str,
        legal: &[&str],
        named: impl Fn(&str) -> Option<T>,
        slot: &mut T,
    ) {
        let Some(word) = self.text(value, "one of its words") else { return };
        match named(word) {
            Some(found) => *slot = found,
            None => {
                let location = (self.at)(Some(value.span()));
                self.diagnostics.push(project::print_word(location, what, word, legal));
            }
        }
    }

    fn papers(&mut self, value: &Value<'_>) -> Option<Vec<String>> {
        let one;
        let list: Vec<&Value<'_>> = match value.get_ref() {
            DeValue::Array(list) => list.iter().collect(),
            _ => {
                one = value;
                vec![one]
            }
        };
        let mut papers = Vec::new();
        for value in list {
            let name = self.text(value, "the name of a paper")?;
            if print::paper(name).is_none() {
                let names: Vec<&str> = PAPERS.iter().map(|(name, ..)| *name).collect();
                let location = (self.at)(Some(value.span()));
                let found = project::print_word(location, "paper size", name, &names);
                self.diagnostics
                    .push(found.help("any other size is written as `200x300mm` or `8.5x13in`"));
                continue;
            }
            papers.push(name.to_owned());
        }
        (!papers.is_empty()).then_some(papers)
    }

    fn printers(&mut self, value: &Value<'_>) -> BTreeMap<String, PrinterSection> {
        let mut printers = BTreeMap::new();
        let Some(table) = self.table(value, "print.printer.NAME") else { return printers };
        for (name, value) in table {
            let heading = format!("print.printer.{}", name.get_ref());
            let Some(table) = self.table(value, &heading) else { continue };
            let mut printer = PrinterSection::default();
            for (key, value) in table {
                match key.get_ref().as_ref() {
                    "back-offset" => self.offset(value, &mut printer.back_offset),
                    "margin" => {
                        let mut margin = Length(5000);
                        self.length(value, 0..=50_000, &mut margin);
                        printer.margin = Some(margin);
                    }
                    other => self.unknown(key, other, &heading, PRINTER_KEYS),
                }
            }
            printers.insert(name.get_ref().to_string(), printer);
        }
        printers
    }

    fn offset(&mut self, value: &Value<'_>, slot: &mut [Length; 2]) {
        match value.get_ref().as_array().map(|list| list.iter().collect::<Vec<_>>()).as_deref() {
            Some([across, down]) => {
                self.length(across, -20_000..=20_000, &mut slot[0]);
                self.length(down, -20_000..=20_000, &mut slot[1]);
            }
            _ => {
                let form = "write two lengths, across and down: `[\"0.5mm\", \"-1mm\"]`";
                self.wrong(value, "offset", form);
            }
        }
    }

    fn wrong(&mut self, value: &Value<'_>, what: &str, form: &str) {
        let location = (self.at)(Some(value.span()));
        let written = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => number.as_str().to_owned(),
            DeValue::Float(number) => number.as_str().to_owned(),
            DeValue::Boolean(truth) => truth.to_string(),
            other => format!("a {}", other.type_str()),
        };
        self.diagnostics.push(project::manifest_value(location, what, &written, form));
    }

    fn unknown(
        &mut self,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        written: &str,
        table: &str,
        legal: &[&str],
    ) {
        let location = (self.at)(Some(key.span()));
        let what = format!("setting of `[{table}]`");
        self.diagnostics.push(project::print_word(location, &what, written, legal));
    }
}

/// Reads `[print]` of a standalone text, such as the user's own settings. The error is the first
/// mistake, with its line.
pub fn read_print(text: &str) -> Result<PrintSection, String> {
    if let Err(error) = DeTable::parse(text) {
        return Err(error.to_string());
    }
    let at = |range: Option<Range<usize>>| {
        let range = range.unwrap_or(0..0);
        Location::new(FileId(0), Span::new(range.start, range.end))
    };
    let mut diagnostics = Vec::new();
    let print = read(text, &at, &mut diagnostics);
    match diagnostics.first() {
        None => Ok(print),
        Some(found) => {
            let line = text[..found.primary.span.range().start].lines().count().max(1);
            Err(format!("line {line}: {}", found.message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> (PrintSection, Vec<(String, String)>) {
        let at = |range: Option<Range<usize>>| {
            let range = range.unwrap_or(0..0);
            Location::new(FileId(0), Span::new(range.start, range.end))
        };
        let mut diagnostics = Vec::new();
        let print = read(text, &at, &mut diagnostics);
        let found = diagnostics
            .iter()
            .map(|found| (found.code.to_string(), text[found.primary.span.range()].to_owned()))
            .collect();
        (print, found)
    }

    #[test]
    fn every_setting_is_read() {
        let (print, found) = read_text(
            "[print]\npaper = [\"a3\", \"200x300mm\"]\nbleed = \"0.125in\"\n\
             bleed-between = \"shared\"\ngutter = \"1mm\"\nmargin = \"4mm\"\n\
             backs = \"separate\"\nmarks = \"lines\"\nmark-sides = \"both\"\ncontour = true\n\
             header = false\nlow-ink = true\noverlap = \"0\"\ncolour = \"cmyk\"\npdf = \"x-4\"\n\
             profile = \"press.icc\"\ncondition = \"FOGRA51\"\nink-limit = 280\nuse-printer = \"office\"\n\
             [print.printer.office]\nback-offset = [\"0.5mm\", \"-1mm\"]\nmargin = \"6mm\"\n",
        );
        assert_eq!(found, []);
        assert_eq!(print.bleed, Length(3175));
        assert_eq!(print.backs, Backs::Separate);
        assert_eq!(print.printer["office"].back_offset, [Length(500), Length(-1000)]);
        assert_eq!((print.contour, print.header, print.low_ink), (true, false, true));
        // The list of keys for suggestions knows every key.
        let json = serde_json::to_value(&print).unwrap();
        let mut keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        let mut known = KEYS.to_vec();
        keys.sort_unstable();
        known.sort_unstable();
        assert_eq!(keys, known);
    }

    #[test]
    fn each_mistake_has_its_place_and_hides_no_other() {
        let (print, found) = read_text(
            "[print]\npaper = [\"a4\", \"a44\"]\nbleed = \"9mm\"\nblead = \"1mm\"\n\
             marks = \"crosses\"\ncontour = \"yes\"\ngutter = 3\n\
             [print.printer.home]\nback-offset = \"1mm\"\nofset = 1\n",
        );
        let mut found: Vec<(&str, &str)> =
            found.iter().map(|(code, text)| (code.as_str(), text.as_str())).collect();
        found.sort_unstable();
        assert_eq!(
            found,
            [
                ("E0607", "\"1mm\""),
                ("E0607", "\"9mm\""),
                ("E0607", "\"yes\""),
                ("E0607", "3"),
                ("E0614", "\"a44\""),
                ("E0614", "\"crosses\""),
                ("E0614", "blead"),
                ("E0614", "ofset"),
            ]
        );
        assert_eq!(print.paper, ["a4"]);
    }
}
