//! `cards.csv`: which picture is which card, for tables that are filled by hand.

use super::{File, Set};

/// One line per card: name, kind, copies, pictures of both sides, rules text.
pub(super) fn cards(set: &Set<'_>) -> Result<File, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let problem = |error: csv::Error| error.to_string();
    writer
        .write_record(["id", "name", "kind", "copies", "front", "back", "text"])
        .map_err(problem)?;
    for card in set.cards.iter().filter(|card| !card.front.is_empty()) {
        let back = match card.back_id() {
            Some(_) if card.has_own_back() => format!("pictures/backs/{}.jpg", card.id),
            Some(back) => format!("pictures/backs/{back}.jpg"),
            None => String::new(),
        };
        let text = set.texts.get(&card.id).map_or("", String::as_str);
        let front = format!("pictures/{}.jpg", card.id);
        let copies = card.copies.to_string();
        let row = [&card.id, &card.name, &card.kind_name, &copies, &front, &back, text];
        writer.write_record(row).map_err(problem)?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    Ok(File { name: "cards.csv".into(), bytes })
}
