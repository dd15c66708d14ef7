//! A card as it will be printed: kind, fields and final text.

use cardwright_engine::core::dice::Dice;
use cardwright_model::{Entity, FieldType, Library, Run, TextBlock, Value};

use super::{noted, paragraphs};
use crate::odds;
use cardwright_model::words;

/// Fields of more letters are left out: the card itself shows them better.
const LONGEST: usize = 60;

/// A card, deck, format or record in short.
pub(super) fn describe(library: &Library, entity: &Entity) -> String {
    let kind = library.kind(&entity.kind);
    let kind_name = kind.map_or(entity.kind.as_str(), |kind| kind.name.as_str());
    let mut head = format!("**{}**: {kind_name}", entity.name);
    if let Some(target) = &entity.target {
        head.push_str(&format!(" for `{target}`"));
    }
    if entity.is_abstract {
        head.push_str(", abstract");
    }
    let package = &entity.provenance.package;
    if library.packages.last().is_some_and(|own| own.name != *package) {
        head.push_str(&format!(", from `{package}`"));
    }
    let text = paragraphs(entity.text.iter().map(block));
    let lists = entity.lists.iter().map(|(name, entries)| {
        let copies: u32 = entries.iter().map(|entry| entry.count).sum();
        format!("- {name}: {copies} ({} different)", entries.len())
    });
    let lists = lists.collect::<Vec<_>>().join("\n");
    paragraphs([head, fields(library, entity), text, lists, noted(entity.note.as_deref())])
}

/// A block of the final text, after the name it has on the card.
fn block(block: &TextBlock) -> String {
    let text: Vec<String> = block
        .paragraphs
        .iter()
        .map(|paragraph| paragraph.iter().map(Run::plain).collect::<String>())
        .collect();
    let text = text.join("\n\n");
    match (&block.label, block.role.as_str()) {
        (Some(label), role) => format!("**{label}** ({role}): {text}"),
        (None, "rules" | "keyword") => text,
        (None, role) => {
            let keys = block.keys.join(", ");
            format!("*{}*: {text}", format!("{role} {keys}").trim())
        }
    }
}

/// The short fields on one line, in the order of the kind.
fn fields(library: &Library, entity: &Entity) -> String {
    let dice = Dice::of_library(library).unwrap_or_default();
    let Some(kind) = library.kind(&entity.kind) else { return String::new() };
    let mut shown = Vec::new();
    for field in &kind.fields {
        let Some(value) = entity.fields.get(&field.name) else { continue };
        if field.default.as_ref() == Some(value) || is_long(&field.field_type) {
            continue;
        }
        let text = match value {
            Value::Pool { pool } => odds::written(&dice, pool),
            Value::Bool(true) => String::new(),
            Value::Bool(false) => continue,
            other => words::value(other),
        };
        if text.len() <= LONGEST {
            shown.push(format!("{} {text}", field.name).trim().to_owned());
        }
    }
    shown.join(" · ")
}

/// True for what is no fact of the game.
fn is_long(field_type: &FieldType) -> bool {
    matches!(field_type, FieldType::Text | FieldType::File | FieldType::Map { .. })
}
