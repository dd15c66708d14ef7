//! The description of a booklet: `booklets/<name>.toml`.

use cardwright_model::print::Length;
use serde::Deserialize;

/// A booklet's file.
#[derive(Debug, Clone, PartialEq)]
pub struct Spec {
    /// Name of its file.
    pub id: String,
    /// What stands on its cover.
    pub title: String,
    /// A line below the title.
    pub subtitle: Option<String>,
    /// A booklet to fold, or cards.
    pub form: Form,
    /// Space at the top, outer side, bottom and inner side of a page.
    pub margins: [Length; 4],
    /// Columns on a page.
    pub columns: usize,
    /// Space between columns.
    pub gap: Length,
    /// Space between entries.
    pub spacing: Length,
    /// Whether it has a cover.
    pub cover: bool,
    /// Whether it has a table of contents.
    pub contents: bool,
    /// How texts of a rulebook say to which rule they refer.
    pub references: References,
    /// What it holds.
    pub chapters: Vec<Chapter>,
}

/// How a text says to which rule or chapter it refers. `{number}` is its number, `{page}` its page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct References {
    /// A rule on another page of the booklet.
    pub rule: Option<String>,
    /// A chapter that begins on another page of the booklet.
    pub chapter: Option<String>,
    /// A rule without a page: it is on the same one, or in another booklet.
    pub near_rule: Option<String>,
    /// A chapter without a page.
    pub near_chapter: Option<String>,
}

/// What becomes of the pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// Pages of half the paper, to fold.
    Booklet,
    /// Cards of a size, so many of each.
    Cards {
        /// Name of the size.
        size: String,
        /// How many of each.
        copies: u32,
    },
}

/// A part of a booklet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    /// Its heading.
    pub title: String,
    /// Words below the heading.
    pub note: Option<String>,
    /// What its entries are.
    pub of: Source,
    /// Template of an entry.
    pub entry: String,
    /// A field (or, for keywords, `category`) by which entries are grouped.
    pub by: Option<String>,
    /// Columns, if they differ from the booklet's.
    pub columns: Option<usize>,
    /// Space between its entries, if it differs from the booklet's.
    pub spacing: Option<Length>,
    /// Whether it continues below the previous chapter instead of starting a new page.
    pub runs_on: bool,
    /// In which order clauses are printed.
    pub order: Order,
    /// Whether clauses have numbers, by which other chapters refer to them.
    pub numbered: bool,
    /// Whether it is left out where the game has no such kind.
    pub optional: bool,
}

/// In which order the clauses of a chapter are printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// In the order of the content.
    #[default]
    Written,
    /// By their names: `9A` before `10B`.
    Sorted,
    /// In an order that gives nothing away and is the same every time.
    Shuffled,
}

/// Where entries come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Keywords of the package, and those on its cards, in the order of their names.
    Keywords,
    /// Everything of a kind: cards, decks, formats or records.
    Kind(String),
    /// Clauses of those names in everything of a kind, at any depth.
    Clauses {
        /// Names of the clauses.
        names: Vec<String>,
        /// The kind.
        kind: String,
    },
    /// The values of an enum.
    Enum(String),
    /// The printed kinds of cards, with their notes.
    Kinds,
    /// What is printed, how often, on what, and what is done with it.
    Components,
    /// The legality rules about something, such as `deck`, with their notes.
    Rules(String),
    /// The keywords and terms of the rulebook, with the pages of the rules about them.
    Index,
    /// Nothing: the chapter is its note.
    Words,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Raw {
    title: String,
    subtitle: Option<String>,
    cards: Option<String>,
    #[serde(default = "one")]
    copies: u32,
    margins: Option<[String; 4]>,
    #[serde(default = "two")]
    columns: usize,
    gap: Option<String>,
    spacing: Option<String>,
    cover: Option<bool>,
    contents: Option<bool>,
    #[serde(default)]
    references: References,
    chapter: Vec<RawChapter>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawChapter {
    title: String,
    note: Option<String>,
    of: Option<String>,
    entry: Option<String>,
    by: Option<String>,
    columns: Option<usize>,
    spacing: Option<String>,
    #[serde(default)]
    runs_on: bool,
    #[serde(default)]
    order: Order,
    #[serde(default)]
    numbered: bool,
    #[serde(default)]
    optional: bool,
}

fn one() -> u32 {
    1
}

fn two() -> usize {
    2
}

impl Spec {
    /// Reads a booklet's file; the error says in words what is wrong with it.
    pub fn parse(id: &str, text: &str) -> Result<Spec, String> {
        let raw: Raw = toml::from_str(text).map_err(|error| error.to_string())?;
        let is_cards = raw.cards.is_some();
        let usual = if is_cards { "4mm" } else { "14mm" };
        let margins = raw.margins.clone().unwrap_or_else(|| [usual; 4].map(str::to_owned));
        let mut lengths = [Length(0); 4];
        for (slot, text) in lengths.iter_mut().zip(&margins) {
            *slot = length(text)?;
        }
        if raw.chapter.is_empty() {
            return Err("it has no `[[chapter]]`".to_owned());
        }
        Ok(Spec {
            id: id.to_owned(),
            title: raw.title,
            subtitle: raw.subtitle,
            form: match raw.cards {
                None => Form::Booklet,
                Some(size) => Form::Cards { size, copies: raw.copies.clamp(1, 100) },
            },
            margins: lengths,
            columns: columns(raw.columns)?,
            gap: raw.gap.as_deref().map_or(Ok(Length(5000)), length)?,
            spacing: raw.spacing.as_deref().map_or(Ok(Length(2500)), length)?,
            cover: raw.cover.unwrap_or(!is_cards),
            contents: raw.contents.unwrap_or(!is_cards),
            references: raw.references,
            chapters: raw.chapter.into_iter().map(chapter).collect::<Result<_, _>>()?,
        })
    }
}

fn length(text: &str) -> Result<Length, String> {
    let found = Length::parse(text).filter(|length| (0..=60_000).contains(&length.0));
    found.ok_or_else(|| format!("`{text}` is no length from 0 to 60 mm"))
}

fn columns(count: usize) -> Result<usize, String> {
    if (1..=4).contains(&count) { Ok(count) } else { Err(format!("{count} columns: 1 to 4 go")) }
}

fn chapter(raw: RawChapter) -> Result<Chapter, String> {
    let source = raw.of.as_deref().unwrap_or("words");
    let (of, entry) = match source.split_once(' ') {
        Some(("kind", id)) => (Source::Kind(id.trim().to_owned()), "booklet-entity"),
        Some(("clauses", rest)) => (clauses(rest)?, "booklet-clause"),
        Some(("enum", id)) => (Source::Enum(id.trim().to_owned()), "booklet-value"),
        Some(("rules", about)) => (Source::Rules(about.trim().to_owned()), "booklet-rule"),
        None if source == "kinds" => (Source::Kinds, "booklet-value"),
        None if source == "components" => (Source::Components, "booklet-component"),
        None if source == "keywords" => (Source::Keywords, "booklet-keyword"),
        None if source == "index" => (Source::Index, "booklet-index"),
        None if source == "words" => (Source::Words, "booklet-heading"),
        _ => {
            return Err(format!(
                "`{source}` is nothing a chapter can be about; write `keywords`, `kinds`, \
                 `components`, `kind NAME`, `clauses NAME, NAME of KIND`, `enum NAME`, \
                 `rules NAME`, `index` or `words`"
            ));
        }
    };
    Ok(Chapter {
        title: raw.title,
        note: raw.note.map(|note| note.split_whitespace().collect::<Vec<_>>().join(" ")),
        of,
        entry: raw.entry.unwrap_or_else(|| entry.to_owned()),
        by: raw.by,
        columns: raw.columns.map(columns).transpose()?,
        spacing: raw.spacing.as_deref().map(length).transpose()?,
        runs_on: raw.runs_on,
        order: raw.order,
        numbered: raw.numbered,
        optional: raw.optional,
    })
}

/// `pass, fail of quest`
fn clauses(text: &str) -> Result<Source, String> {
    let Some((names, kind)) = text.rsplit_once(" of ") else {
        return Err(format!(
            "`clauses {text}` does not say of what; write `clauses {text} of KIND`"
        ));
    };
    let names = names.split(',').map(|name| name.trim().to_owned()).collect();
    Ok(Source::Clauses { names, kind: kind.trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_booklet_is_read() {
        let spec = Spec::parse(
            "rules",
            "title = 'Rules'\n[[chapter]]\ntitle = 'Words'\nof = 'keywords'\nby = 'category'\n\
             [[chapter]]\ntitle = 'Quests'\nof = 'kind quest'\ncolumns = 1\n",
        )
        .unwrap();
        assert_eq!(spec.chapters[0].of, Source::Keywords);
        assert_eq!(spec.chapters[1].of, Source::Kind("quest".to_owned()));
        assert!(spec.cover && spec.contents && spec.form == Form::Booklet);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, word) in [
            ("title = 'x'\nchapter = []", "chapter"),
            ("title = 'x'\n[[chapter]]\ntitle = 'y'\nof = 'cards'", "`cards`"),
            ("title = 'x'\ncolumns = 9\n[[chapter]]\ntitle = 'y'", "9 columns"),
            ("titel = 'x'\n[[chapter]]\ntitle = 'y'", "titel"),
            ("title = 'x'\n[[chapter]]\ntitle = 'y'\nof = 'clauses room'", "of KIND"),
        ] {
            let error = Spec::parse("x", text).unwrap_err();
            assert!(error.contains(word), "{error}");
        }
    }
}
