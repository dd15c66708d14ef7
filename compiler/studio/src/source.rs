//! Where declarations stand in files: what the text editor of a card shows.
//!
//! Found on the syntax tree, so that a card is still found while its text is broken.

use cardwright_dsl::ast::{Bad, Declaration, Item, Span};
use cardwright_dsl::{parse_item, split};

/// A declaration in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// Its item with the comments above it, without blank lines around: the whole table, if it is
    /// a row of one.
    pub(crate) item: Span,
    /// The declaration itself, or the row.
    pub(crate) own: Span,
    /// Its identifier.
    pub(crate) id: Option<Span>,
    /// True for a row of a table.
    pub(crate) is_row: bool,
}

/// Finds the declaration of a kind of thing by its identifier.
pub(crate) fn find(text: &str, id: &str) -> Option<Place> {
    places_among(text, |part| part.contains(id), |found| found == id).into_iter().next()
}

/// The declaration of an identifier, or the row of a table.
pub(crate) fn declaration(text: &str, id: &str) -> Option<Declaration> {
    split(text).into_iter().find_map(|slice| {
        let part = text.get(slice.span.range()).filter(|part| part.contains(id))?;
        let parsed = parse_item(part, slice.span.start);
        let is_it = |one: &Declaration| one.id.as_ref().is_some_and(|own| own.text == id);
        parsed.items.into_iter().find_map(|item| match item {
            Item::Declaration(declared) => Some(*declared).filter(is_it),
            Item::Table(table) => table.rows.into_iter().find(is_it),
            Item::Use { .. } | Item::Bad(_) => None,
        })
    })
}

/// The declarations whose identifiers are wanted, in their order.
pub(crate) fn places(text: &str, is_wanted: impl Fn(&str) -> bool) -> Vec<Place> {
    places_among(text, |_| true, is_wanted)
}

/// The same, reading only items that may hold one: to read all of a long file takes a while.
fn places_among(
    text: &str,
    may_hold: impl Fn(&str) -> bool,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<Place> {
    let mut found = Vec::new();
    for slice in split(text) {
        let part = text.get(slice.span.range()).filter(|part| may_hold(part));
        let Some(part) = part else { continue };
        let parsed = parse_item(part, slice.span.start);
        let item = trimmed(text, slice.span);
        let declared = |declaration: &Declaration, is_row| {
            let id = declaration.id.as_ref().filter(|id| is_wanted(&id.text))?;
            Some(Place { item, own: declaration.span, id: Some(id.span), is_row })
        };
        for one in &parsed.items {
            match one {
                Item::Declaration(declaration) => found.extend(declared(declaration, false)),
                Item::Table(table) => {
                    found.extend(table.rows.iter().filter_map(|row| declared(row, true)));
                    let broken = table.bad.iter().filter_map(|bad| broken(bad, 0, &is_wanted));
                    found.extend(broken.map(|own| Place { item, own, id: None, is_row: true }));
                }
                Item::Bad(bad) => {
                    let broken = broken(bad, 1, &is_wanted);
                    found.extend(broken.map(|own| Place { item, own, id: None, is_row: false }));
                }
                Item::Use { .. } => {}
            }
        }
    }
    found
}

fn broken(bad: &Bad, place: usize, is_wanted: impl Fn(&str) -> bool) -> Option<Span> {
    bad.word(place).filter(|word| is_wanted(&word.text)).map(|_| bad.span)
}

/// A span without the blank lines around it; it begins at the beginning of a line.
fn trimmed(text: &str, span: Span) -> Span {
    let part = text.get(span.range()).unwrap_or_default();
    let leading = part.len() - part.trim_start().len();
    let start = part[..leading].rfind('\n').map_or(0, |at| at + 1);
    let end = part.trim_end().len().max(start);
    Span::new(span.range().start + start, span.range().start + end)
}

/// A byte of a text as browsers count.
pub(crate) fn utf16(text: &str, byte: u32) -> usize {
    text.get(..byte as usize).map_or(0, |before| before.encode_utf16().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "use toy\n\n// A rat.\nmonster rat \"Rat\" {\n  health: 1\n}\n\n\
                        table monster {\n  id | name\n  bat | \"Bat\"\n}\n\nmonster cat { health: \n";

    fn shown(id: &str) -> Option<(&'static str, &'static str)> {
        let place = find(TEXT, id)?;
        Some((&TEXT[place.item.range()], &TEXT[place.own.range()]))
    }

    #[test]
    fn a_declaration_is_shown_with_its_comment_and_a_row_with_its_table() {
        let (item, own) = shown("rat").expect("there is a rat");
        assert_eq!(item, "// A rat.\nmonster rat \"Rat\" {\n  health: 1\n}");
        assert!(own.starts_with("monster rat"), "{own}");
        let (item, own) = shown("bat").expect("there is a bat");
        assert!(item.starts_with("table monster {") && item.ends_with('}'), "{item}");
        assert!(own.trim().starts_with("bat"), "{own}");
        assert_eq!(shown("dog"), None);
    }

    #[test]
    fn a_broken_declaration_is_still_found() {
        let (item, _) = shown("cat").expect("there is a cat");
        assert_eq!(item, "monster cat { health:");
    }
}
