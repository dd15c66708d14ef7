//! The rulebook of a package for the web: one page beside the gallery, with its rules, examples,
//! keywords and index. It needs no script, can be used with a keyboard and is read aloud.

use std::collections::BTreeSet;

use cardwright_model::rulebook::{Piece as Part, chapter_number, pieces};
use cardwright_model::{BookRule, Entity, Kind, Value as Field};
use minijinja::{Environment, context};
use serde_json::{Value, json};

use super::Edition;
use super::diagram::diagram;
use crate::booklet::glossary;
use crate::icons::Icons;
use crate::rulebook::{index, own_rules};
use crate::svg::escape;
use crate::textbox::{Nature, Piece, Rich};

impl Edition<'_> {
    /// True if the package has chapters of a rulebook.
    pub(super) fn has_rulebook(&self) -> bool {
        own_rules(self.library, self.package()).next().is_some()
    }

    /// The page; none if the package has no rulebook.
    pub(super) fn rulebook_page(&self) -> Result<Option<String>, String> {
        if !self.has_rulebook() {
            return Ok(None);
        }
        let package = self.package();
        let skin = |folder| self.templates.with_skin(&package.game, &folder);
        let skinned = self.own_folder().and_then(skin);
        let templates = skinned.as_ref().map_or(self.templates, |(templates, _)| templates);
        let icons = templates.icons(&package.game);
        let writer = Writer { edition: self, icons: &icons };
        let chapters: Vec<Value> = package
            .records
            .iter()
            .filter(|record| !record.provenance.file.starts_with("tests/"))
            .filter_map(|record| writer.chapter(record))
            .collect();
        let mut environment = Environment::new();
        let template = include_str!("rulebook.html");
        environment.add_template("rulebook.html", template).map_err(|error| error.to_string())?;
        let template =
            environment.get_template("rulebook.html").map_err(|error| error.to_string())?;
        let page = context! {
            language => &self.options.about.language,
            title => package.title.as_deref().unwrap_or(&package.name),
            version => &package.version,
            authors => &package.authors,
            chapters => minijinja::value::Serde(chapters),
            keywords => minijinja::value::Serde(writer.keywords()),
            index => minijinja::value::Serde(writer.index()),
        };
        template.render(page).map(Some).map_err(|error| error.to_string())
    }
}

/// Writes texts of the book as HTML.
struct Writer<'a> {
    edition: &'a Edition<'a>,
    icons: &'a Icons,
}

impl Writer<'_> {
    fn chapter(&self, chapter: &Entity) -> Option<Value> {
        let library = self.edition.library;
        library.kind(&chapter.kind).and_then(Kind::rule_clause)?;
        let rules: Vec<Value> = library.rules_of(chapter).map(|rule| self.rule(&rule)).collect();
        let introduction = chapter.fields.get("introduction").and_then(Field::as_text);
        Some(json!({
            "id": chapter.id,
            "number": chapter_number(chapter),
            "name": chapter.name,
            "introduction": introduction.map(|text| self.html(text)),
            "rules": rules,
        }))
    }

    fn rule(&self, rule: &BookRule<'_>) -> Value {
        let text = |field: &str| {
            rule.clause.fields.get(field).and_then(Field::as_text).map(|text| self.html(text))
        };
        json!({
            "id": rule.name(),
            "number": rule.printed(),
            "title": rule.title(),
            "text": text("text"),
            "example": text("example"),
            "ruling": text("ruling"),
            "diagram": diagram(self.edition.library, rule),
        })
    }

    /// The keywords with what they mean, as the glossary has them.
    fn keywords(&self) -> Vec<Value> {
        glossary(self.edition.library, self.edition.package())
            .into_iter()
            .map(|known| {
                json!({
                    "id": known.id,
                    "name": known.name,
                    "wording": self.html(&known.wording),
                    "text": self.html(&known.text),
                })
            })
            .collect()
    }

    fn index(&self) -> Vec<Value> {
        let library = self.edition.library;
        let rules: Vec<BookRule<'_>> = own_rules(library, self.edition.package()).collect();
        let mut lines: Vec<Value> = Vec::new();
        for line in index(library, self.edition.package()) {
            let named: BTreeSet<&String> = line.about.union(&line.mentions).collect();
            let links: Vec<Value> = rules
                .iter()
                .filter(|rule| named.contains(&rule.name()))
                .map(|rule| {
                    json!({
                        "id": rule.name(),
                        "number": rule.printed(),
                        "title": rule.title(),
                        "main": line.about.contains(&rule.name()),
                    })
                })
                .collect();
            lines.push(json!({ "name": line.name, "rules": links }));
        }
        lines
    }

    /// A text of the book: references are links, icons are drawn and have names.
    fn html(&self, text: &str) -> String {
        let mut html = String::new();
        for part in pieces(text) {
            match part {
                Part::Words(words) => html.push_str(&self.words(words)),
                Part::Reference { chapter, rule } => html.push_str(&self.link(chapter, rule)),
            }
        }
        html
    }

    fn link(&self, chapter: &str, rule: Option<i64>) -> String {
        let found = self.edition.library.chapter(chapter);
        let (sort, mut number, mut id) = (
            if rule.is_some() { "rule" } else { "chapter" },
            found.map_or_else(|| chapter.to_owned(), chapter_number),
            chapter.to_owned(),
        );
        if let Some(rule) = rule {
            number = format!("{number}.{rule}");
            id = format!("{id}.{rule}");
        }
        // A rule of the package below is not on this page.
        let own = self.edition.package().records.iter().any(|record| record.id == chapter);
        match own {
            true => format!("<a href=\"#{}\">{sort} {}</a>", escape(&id), escape(&number)),
            false => format!("{sort} {}", escape(&number)),
        }
    }

    fn words(&self, text: &str) -> String {
        let rich = Rich::from_value(&text.into(), self.icons);
        let mut html = String::new();
        for (place, paragraph) in rich.paragraphs.iter().enumerate() {
            if place > 0 {
                html.push_str("<br>");
            }
            for (at, piece) in paragraph.pieces.iter().enumerate() {
                let next = paragraph.pieces.get(at + 1);
                html.push_str(&self.piece(piece, next));
            }
        }
        html
    }

    fn piece(&self, piece: &Piece, next: Option<&Piece>) -> String {
        match piece {
            Piece::Words { text, nature } => {
                let text = escape(text);
                match nature {
                    Nature::Strong => format!("<strong>{text}</strong>"),
                    Nature::Star | Nature::Term => format!("<dfn>{text}</dfn>"),
                    Nature::Emphasis => format!("<em>{text}</em>"),
                    _ => text,
                }
            }
            Piece::Icon { name } => {
                let spoken = name.replace('-', " ");
                let Some(icon) = self.icons.get(name) else { return escape(&spoken) };
                // "[melee] melee" is read aloud once.
                let is_said = matches!(next, Some(Piece::Words { text, .. })
                    if text.trim_start().to_lowercase().starts_with(&spoken));
                let label = match is_said {
                    true => "aria-hidden=\"true\"".to_owned(),
                    false => format!("role=\"img\" aria-label=\"{}\"", escape(&spoken)),
                };
                let drawing = icon.place(0.0, 0.0, 24.0, 24.0, "currentColor");
                format!("<svg class=\"icon\" {label} viewBox=\"0 0 24 24\">{drawing}</svg>")
            }
        }
    }
}
