//! A gallery of a package for the web: one page and a picture of every card. It needs no script,
//! can be used with a keyboard and is read aloud, because icons in texts are called by their names.

use cardwright_model::print::Shape;
use cardwright_model::{Entity, Run};
use minijinja::{Environment, context};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::{Edition, Shelf, ShelfError};
use crate::card::{RenderedCard, Side};
use crate::png::Extent;
use crate::problem::Problem;

/// Resolution of the pictures: a poker card is 300 pixels wide on a good screen.
const DPI: f32 = 120.0;
/// Pictures made at once: enough for all cores, few enough to bound the memory.
const AT_ONCE: usize = 32;
/// Where it is.
pub(super) const FOLDER: &str = "gallery";

impl Edition<'_> {
    /// Writes the gallery; returns what could not be drawn.
    pub fn write_gallery(
        &self,
        cards: &[RenderedCard],
        shelf: &mut dyn Shelf,
    ) -> Result<Vec<Problem>, ShelfError> {
        let mut problems = Vec::new();
        let mut sides: Vec<(String, &Side, &RenderedCard)> = Vec::new();
        for card in cards {
            sides.push((format!("{FOLDER}/pictures/{}.png", card.id), &card.front, card));
            if let Some(back) = card.back.as_ref().filter(|_| card.has_own_back()) {
                sides.push((format!("{FOLDER}/pictures/backs/{}.png", card.id), &back.side, card));
            }
        }
        self.progress.begin(FOLDER, sides.len());
        for group in sides.chunks(AT_ONCE) {
            let mut new = Vec::new();
            for (name, side, card) in group {
                let key = format!("{DPI} dpi, cut, {:032x}", side.digest());
                match shelf.has(name, &key) {
                    true => self.progress.step(),
                    false => new.push((name, key, side, card)),
                }
            }
            let draw = |(_, _, side, card): &(&String, String, &&Side, &&RenderedCard)| {
                let picture = side.png(card.size, Extent::Trim, DPI);
                self.progress.step();
                picture
            };
            let pictures: Vec<Result<Vec<u8>, String>> = new.par_iter().map(draw).collect();
            for ((name, key, ..), picture) in new.into_iter().zip(pictures) {
                match picture {
                    Ok(picture) => shelf.put(name, Some(key.into()), &picture)?,
                    Err(reason) => problems.push(self.unmade(name, &reason)),
                }
            }
        }
        self.progress.end();
        let page = self.gallery_page(cards)?;
        shelf.put(&format!("{FOLDER}/index.html"), None, page.as_bytes())?;
        if let Some(rulebook) = self.rulebook_page()? {
            shelf.put(&format!("{FOLDER}/rulebook.html"), None, rulebook.as_bytes())?;
        }
        Ok(problems)
    }

    fn gallery_page(&self, cards: &[RenderedCard]) -> Result<String, String> {
        let package = self.package();
        let mut groups: Vec<(&str, &str, Vec<Value>)> = Vec::new();
        for card in cards {
            let entity = self.library.cards().find(|entity| entity.id == card.id);
            let entry = entry(card, entity);
            match groups.iter_mut().find(|(kind, ..)| *kind == card.kind) {
                Some((_, _, known)) => known.push(entry),
                None => groups.push((&card.kind, &card.kind_name, vec![entry])),
            }
        }
        let groups: Vec<Value> = groups
            .into_iter()
            .map(|(id, name, cards)| json!({ "id": id, "name": name, "cards": cards }))
            .collect();
        let mut environment = Environment::new();
        let template = include_str!("gallery.html");
        environment.add_template("gallery.html", template).map_err(|error| error.to_string())?;
        let template =
            environment.get_template("gallery.html").map_err(|error| error.to_string())?;
        let page = context! {
            language => &self.options.about.language,
            title => package.title.as_deref().unwrap_or(&package.name),
            version => &package.version,
            authors => &package.authors,
            count => cards.len(),
            has_rulebook => self.has_rulebook(),
            groups => minijinja::value::Serde(groups),
        };
        template.render(page).map_err(|error| error.to_string())
    }
}

/// A card as the page shows it.
fn entry(card: &RenderedCard, entity: Option<&Entity>) -> Value {
    let lines = entity.map(lines).unwrap_or_default();
    let pixels = |length: f32| (length / 25.4 * DPI).round();
    let class = match card.size.shape {
        Shape::Card => "card",
        Shape::Circle => "round",
        Shape::Rectangle | Shape::Hex | Shape::Standee => "sharp",
    };
    let mut alt = format!("{}, {}", card.name, card.kind_name);
    if !lines.is_empty() {
        alt.push_str(". ");
        alt.push_str(&lines.join(" "));
    }
    json!({
        "id": card.id,
        "name": card.name,
        "copies": card.copies,
        "width": pixels(card.size.width),
        "height": pixels(card.size.height),
        "class": class,
        "alt": alt,
        "text": lines,
        "back": card.has_own_back(),
    })
}

/// The text of a card as it is read aloud, a line for each paragraph.
fn lines(card: &Entity) -> Vec<String> {
    let mut lines = Vec::new();
    for block in &card.text {
        let mut head = match (&block.label, block.keys.is_empty()) {
            (Some(label), _) => format!("{label}: "),
            (None, false) => {
                format!("{} {}: ", spoken(&block.role), spoken(&block.keys.join(", ")))
            }
            (None, true) => String::new(),
        };
        for paragraph in &block.paragraphs {
            let words: String = paragraph.iter().map(said).collect();
            let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
            if !words.is_empty() {
                lines.push(std::mem::take(&mut head) + &words);
            }
        }
    }
    lines
}

/// A stretch of text in words.
fn said(run: &Run) -> String {
    match run {
        // Icons without words of their own are called by their names.
        Run::Icon { id, alt } if alt.trim().is_empty() => format!(" {} ", spoken(id)),
        run => bracketed(run.plain()),
    }
}

/// The text with `[icon]` as the icon's name.
fn bracketed(text: &str) -> String {
    let mut said = String::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once('[') {
        let Some((name, after)) = inside.split_once(']') else { break };
        said.push_str(before);
        said.push_str(&spoken(name));
        rest = after;
    }
    said + rest
}

/// An identifier as words.
fn spoken(id: &str) -> String {
    id.replace('-', " ")
}

#[cfg(test)]
mod tests {
    use cardwright_model::TextBlock;

    use super::*;

    #[test]
    fn icons_are_read_by_their_names() {
        let icon = Run::Icon { id: "long-sword".into(), alt: String::new() };
        let text = Run::Text { text: "Deal 2".into() };
        let more = Run::Text { text: "and gain [shield-wall].".into() };
        let block = TextBlock {
            role: "boost".into(),
            keys: vec!["warrior".into()],
            paragraphs: vec![vec![text, icon, more]],
            ..TextBlock::default()
        };
        let card = Entity { text: vec![block], ..Entity::default() };
        assert_eq!(lines(&card), ["boost warrior: Deal 2 long sword and gain shield wall."]);
    }
}
