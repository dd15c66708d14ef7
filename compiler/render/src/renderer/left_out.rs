//! What cards leave out for lack of room: flavour text, and reminders of keywords. Templates drop
//! it silently, so it is reported here.

use std::collections::BTreeMap;

use cardwright_model::{Entity, Keyword, Package, Run, Severity, Value as Field};
use minijinja::value::Value;

use crate::card::{LeftOut, RenderedCard};
use crate::icons::Icons;
use crate::problem::{Problem, Subject, UNEXPLAINED, WITHOUT_ROOM};
use crate::textbox::Rich;

/// What is in a card's content but not among the letters that were drawn.
pub(super) fn of(card: &Entity, said: &str) -> Vec<LeftOut> {
    let icons = Icons::default();
    let letters = |text: &str| Rich::from_value(&Value::from(text), &icons).letters();
    let is_said = |text: &str| said.contains(&letters(text));
    let mut left_out = Vec::new();
    if let Some(Field::Text(flavour)) = card.fields.get("flavour")
        && !is_said(flavour)
    {
        left_out.push(LeftOut::Flavour);
    }
    for paragraph in card.text.iter().flat_map(|block| &block.paragraphs) {
        let mut keyword = None;
        for run in paragraph {
            match run {
                Run::Keyword { id, .. } => keyword = Some(id),
                Run::Reminder { text } if !is_said(text) => {
                    let reminder = LeftOut::Reminder(keyword.cloned().unwrap_or_default());
                    if !left_out.contains(&reminder) {
                        left_out.push(reminder);
                    }
                }
                _ => {}
            }
        }
    }
    left_out
}

/// True if the card's text contains the reminder of the keyword, whether it has room or not.
fn bears(card: &Entity, keyword: &Keyword) -> bool {
    let mut paragraphs = card.text.iter().flat_map(|block| &block.paragraphs);
    paragraphs.any(|paragraph| {
        let is_it = |run: &Run| matches!(run, Run::Keyword { id, .. } if *id == keyword.id);
        paragraph.iter().any(is_it)
            && paragraph.iter().any(|run| matches!(run, Run::Reminder { .. }))
    })
}

/// Reports, for all cards of a package, what was left out and which of the package's own keywords
/// cards do not explain. A keyword that no card explains is a warning, because players cannot look
/// it up anywhere else.
pub(super) fn tell(cards: &[RenderedCard], package: &Package, own: &[Keyword]) -> Vec<Problem> {
    let mut told = Vec::new();
    let mut by_keyword: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let (mut without_flavour, mut without_reminders) = (Vec::new(), Vec::new());
    for card in cards {
        for part in &card.left_out {
            match part {
                LeftOut::Flavour => without_flavour.push(card.id.as_str()),
                LeftOut::Reminder(keyword) => {
                    by_keyword.entry(keyword).or_default().push(&card.id);
                    if without_reminders.last() != Some(&card.id.as_str()) {
                        without_reminders.push(&card.id);
                    }
                }
            }
        }
    }
    for (what, cards) in [("flavour text", without_flavour), ("reminders", without_reminders)] {
        if !cards.is_empty() {
            let verb = if what == "reminders" { "have" } else { "has" };
            let message = format!("{what} {verb} no room on {}", named(&cards));
            let mut note = Subject::package().warning(WITHOUT_ROOM, what, message);
            note.severity = Severity::Info;
            told.push(note.help("shorten the rules texts there to bring it back"));
        }
    }
    for keyword in own {
        let Some(cards) = by_keyword.get(keyword.id.as_str()) else { continue };
        let subject = Subject { card: keyword.id.clone(), provenance: keyword.provenance.clone() };
        let message = format!(
            "nothing says what {} means on {}: its reminder has no room there",
            keyword.name,
            named(cards)
        );
        let mut bearers = package.cards.iter().filter(|card| bears(card, keyword));
        let is_explained = bearers.any(|card| !cards.contains(&card.id.as_str()));
        let mut found = subject.warning(UNEXPLAINED, keyword.id.as_str(), message).help(
            "shorten the reminder or the texts of those cards, or explain the keyword on a \
             reference card",
        );
        if is_explained {
            found.severity = Severity::Info;
        }
        told.push(found);
    }
    told
}

/// `3 cards: a, b, c`, or the card itself if there is one.
fn named(cards: &[&str]) -> String {
    const MOST: usize = 8;
    let shown: Vec<String> = cards.iter().take(MOST).map(|card| format!("`{card}`")).collect();
    match (cards.len(), cards.len().saturating_sub(MOST)) {
        (1, _) => shown.concat(),
        (count, 0) => format!("{count} cards: {}", shown.join(", ")),
        (count, more) => format!("{count} cards: {} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use cardwright_model::TextBlock;

    use super::*;

    fn card() -> Entity {
        let keyword = Run::Keyword { id: "heirloom".into(), text: "Heirloom".into() };
        let reminder = Run::Reminder { text: "(Keep it, [star] always.)".into() };
        let block = TextBlock { paragraphs: vec![vec![keyword, reminder]], ..TextBlock::default() };
        let flavour = Field::Text("Every *pane* is somebody.".into());
        Entity {
            fields: [("flavour".to_owned(), flavour)].into(),
            text: vec![block],
            ..Entity::default()
        }
    }

    #[test]
    fn what_is_drawn_is_not_left_out() {
        assert_eq!(of(&card(), "heirloomkeepitalwayseverypaneissomebody"), []);
        let reminder = LeftOut::Reminder("heirloom".into());
        assert_eq!(of(&card(), "heirloom"), [LeftOut::Flavour, reminder]);
    }
}
