//! `cards.csv`: which picture is which card, for tables that are filled by hand.

use super::Set;
use crate::File;

/// One line per card: name, kind, copies, pictures of both sides, rules text.
pub(super) fn cards(set: &Set<'_>) -> Result<File, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let problem = |error: csv::Error| error.to_string();
    writer
        .write_record(["id", "name", "kind", "copies", "front", "back", "text"])
        .map_err(problem)?;
    for card in set.cards {
        let back = card.back_file().unwrap_or_default();
        let text = set.texts.get(card.id).map_or("", String::as_str);
        let front = card.front_file();
        let copies = card.copies.to_string();
        let row = [card.id, card.name, card.kind_name, &copies, &front, &back, text];
        writer.write_record(row).map_err(problem)?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    Ok(File { name: "cards.csv".into(), bytes })
}
