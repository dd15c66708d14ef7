//! New declarations as text: from a kind, from another card, from a test that was found.
//!
//! Each gives the new text of a file in which only the new bytes are new.

use cardwright_dsl::ast::{Declaration, Entry, Item, Span};
use cardwright_dsl::edit::{Edit, Path, Which, apply, plan, quoted};
use cardwright_dsl::parse;
use cardwright_model::{FieldDecl, FieldType, Kind, Library, Role};

use crate::answer::Refusal;
use crate::source;

/// A new declaration's identifier and name, which must fit the language.
pub(crate) fn named(library: &Library, id: &str, name: &str) -> Result<(), Refusal> {
    let is_identifier = id.starts_with(|first: char| first.is_ascii_alphanumeric())
        && id
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if !is_identifier {
        return Err("an id has small letters, digits and `-`, such as `gold-dwarf`".into());
    }
    let mut entities = library.packages.iter().flat_map(|package| {
        package.cards.iter().chain(&package.records).chain(&package.decks).chain(&package.formats)
    });
    if entities.any(|known| known.id == id) || library.keyword(id).is_some() {
        return Err(format!("there is a `{id}` already").into());
    }
    if name.contains(['"', '\\', '\n']) {
        return Err("a name has no quotation marks, backslashes or line breaks".into());
    }
    Ok(())
}

/// The identifier that a name suggests: `Gold Dwarf` is `gold-dwarf`.
pub(crate) fn id_of(name: &str) -> String {
    let letters = name.chars().map(|letter| match letter.is_ascii_alphanumeric() {
        true => letter.to_ascii_lowercase(),
        false => '-',
    });
    let letters: String = letters.filter(|letter| letter.is_ascii()).collect();
    letters.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// A text with a copy of a declaration behind it, under a new name; the copy of a row is a row.
pub(crate) fn duplicate(text: &str, card: &str, id: &str, name: &str) -> Result<String, Refusal> {
    let declared =
        source::declaration(text, card).ok_or("the card cannot be read while it has errors")?;
    let place = source::find(text, card).ok_or("there is no such card any more")?;
    let of = Which::id(&*declared.kind.text, card);
    let planned = |text: &str, edits: &[Edit]| {
        let planned = plan(text, edits).map_err(|why| Refusal(why.to_string()))?;
        Ok::<_, Refusal>(apply(text, &planned))
    };
    if place.is_row {
        return Ok(row_copied(text, &declared, (id, name)));
    }
    let own = text.get(declared.span.range()).unwrap_or_default();
    let rename = Edit::Rename { of: of.clone(), id: id.to_owned() };
    let copy = planned(own, &[rename, Edit::Name { of: of.clone(), name: name.to_owned() }])?;
    planned(text, &[Edit::Append { after: Some(of), text: copy }])
}

/// A row of a table with a copy of it below.
fn row_copied(text: &str, declared: &Declaration, (id, name): (&str, &str)) -> String {
    let own = line_of(text, declared.span);
    let mut copy = text.get(own.range()).unwrap_or_default().to_owned();
    let mut swaps: Vec<(Span, String)> = Vec::new();
    swaps.extend(declared.id.as_ref().map(|known| (known.span, id.to_owned())));
    swaps.extend(declared.name.as_ref().map(|known| (known.span, quoted(name))));
    swaps.sort();
    for (span, new) in swaps.into_iter().rev() {
        let at = span.range().start.saturating_sub(own.range().start);
        let end = span.range().end.saturating_sub(own.range().start);
        if copy.get(at..end).is_some() {
            copy.replace_range(at..end, &new);
        }
    }
    let (before, after) = text.split_at(own.range().end);
    format!("{before}\n{copy}{after}")
}

/// A text without a declaration.
pub(crate) fn without(text: &str, card: &str) -> Result<String, Refusal> {
    let declared =
        source::declaration(text, card).ok_or("the card cannot be read while it has errors")?;
    let of = Which::id(&*declared.kind.text, card);
    let planned = plan(text, &[Edit::Remove { at: Path::whole(of) }]);
    let planned = planned.map_err(|why| Refusal(why.to_string()))?;
    Ok(apply(text, &planned))
}

/// A text with something more at its end.
pub(crate) fn appended(text: &str, uses: &[String], more: &str) -> String {
    let more = more.trim();
    if text.trim().is_empty() {
        let uses: String = uses.iter().map(|name| format!("use {name}\n")).collect();
        return format!("{uses}\n{more}\n");
    }
    format!("{}\n\n{more}\n", text.trim_end())
}

/// A new card of a kind: what must be said is there, with values as on another card of the kind
/// where there is one.
pub(crate) fn skeleton(
    kind: &Kind,
    library: &Library,
    (id, name): (&str, &str),
    like: Option<(&str, &str)>,
) -> String {
    let model = like.and_then(|(text, card)| Some((text, source::declaration(text, card)?)));
    let mut lines = Vec::new();
    for field in &kind.fields {
        let written =
            model.as_ref().and_then(|(text, declared)| clause(text, declared, &field.name));
        let is_needed = !field.optional && field.default.is_none();
        // The set a card belongs to is optional in some games, and nearly always wanted.
        let is_choice = matches!(field.field_type, FieldType::Enum { .. });
        match written {
            Some(clause) if is_needed || is_choice => lines.push(clause.to_owned()),
            None if is_needed => lines.push(format!("{}: {}", field.name, value(field, library))),
            _ => {}
        }
    }
    let body: String =
        lines.iter().map(|line| format!("  {}\n", line.replace('\n', "\n  "))).collect();
    format!("{} {id} \"{name}\" {{\n{body}}}", kind.id)
}

/// A value that a field can have, to begin with.
fn value(field: &FieldDecl, library: &Library) -> String {
    let number = |range: &Option<cardwright_model::Range>| {
        range.map_or(1, |range| range.min.max(1).min(range.max.unwrap_or(i64::MAX))).to_string()
    };
    match &field.field_type {
        FieldType::Int { range } | FieldType::Formula { range } => number(range),
        FieldType::Range { range } => format!("{0}..{0}", number(range)),
        FieldType::Flag => "yes".to_owned(),
        FieldType::Enum { id } => {
            let declared = library.enums().filter(|known| known.id == *id);
            // Those of the package itself come last.
            let last = declared.flat_map(|known| &known.values).last();
            last.map_or_else(String::new, |value| value.id.clone())
        }
        FieldType::Entity { kind } => {
            let mut cards = library.cards();
            let fits = cards.find(|card| library.kind_fits(&card.kind, kind));
            fits.map_or_else(String::new, |card| card.id.clone())
        }
        FieldType::Keyword => {
            library.keywords().next().map_or_else(String::new, |known| known.id.clone())
        }
        FieldType::Quantity { unit } => format!("1{unit}"),
        FieldType::Die => library.dice().next().map_or_else(String::new, |die| die.id.clone()),
        FieldType::List { of } => {
            let of = FieldDecl { field_type: (**of).clone(), ..field.clone() };
            value(&of, library)
        }
        _ => "\"\"".to_owned(),
    }
}

/// The kinds of cards that can be made: those that are printed.
pub(crate) fn kinds(library: &Library) -> impl Iterator<Item = &Kind> {
    library
        .kinds()
        .filter(|kind| kind.role == Role::Card && !kind.is_abstract && kind.print.is_some())
}

/// The packages that a text uses.
pub(crate) fn uses(text: &str) -> Vec<String> {
    let items = parse(text).file.items;
    let uses = items.into_iter().filter_map(|item| match item {
        Item::Use { name, .. } => Some(name.text),
        _ => None,
    });
    uses.collect()
}

/// A new keyword, to be filled in: like another keyword of the game in what sort it is of.
pub(crate) fn keyword(library: &Library, id: &str, name: &str) -> String {
    let sort = library.keywords().find_map(|known| known.category.as_deref());
    let sort = sort.map(|sort| format!(": {sort}")).unwrap_or_default();
    format!(
        "keyword {id} \"{name}\"{sort} {{\n  wording: \"{name}\"\n  reminder: \"What it does.\"\n}}"
    )
}

/// What a declaration says about a field, as it is written.
fn clause<'t>(text: &'t str, declared: &Declaration, field: &str) -> Option<&'t str> {
    let entries = declared.body.as_ref()?.entries.iter();
    let span = entries.filter_map(|entry| match entry {
        Entry::Clause(clause) if clause.name.text == field => Some(clause.span),
        _ => None,
    });
    // A clause of a row has no words of its own.
    span.map(|span| text.get(span.range())).next()?.filter(|words| words.starts_with(field))
}

/// The whole line around a place, without its end.
fn line_of(text: &str, span: Span) -> Span {
    let (start, end) = (span.range().start, span.range().end);
    let from = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let to = text[end..].find('\n').map_or(text.len(), |at| end + at);
    Span::new(from, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "use toy\n\n// A rat.\nmonster rat \"Rat\" {\n  health: 1 // few\n}\n\n\
                        table monster {\n  id  | name  | health\n  bat | \"Bat\" | 2\n  owl | \"Owl\" | 3\n}\n";

    #[test]
    fn a_copy_stands_behind_what_it_is_a_copy_of() {
        let copied = duplicate(TEXT, "rat", "mouse", "Mouse").expect("it can be copied");
        let new = "\n\nmonster mouse \"Mouse\" {\n  health: 1 // few\n}";
        let end = TEXT.find("\n\ntable").expect("the rat ends there");
        assert_eq!(copied, format!("{}{new}{}", &TEXT[..end], &TEXT[end..]));
        let copied = duplicate(TEXT, "bat", "imp", "Imp").expect("it can be copied");
        assert_eq!(copied, TEXT.replace("| 2\n", "| 2\n  imp | \"Imp\" | 2\n"));
    }

    #[test]
    fn what_is_removed_is_gone_and_nothing_else() {
        let left = without(TEXT, "rat").expect("it can be removed");
        let rat = "monster rat \"Rat\" {\n  health: 1 // few\n}\n\n";
        assert_eq!(left, TEXT.replace(rat, ""), "a comment that stands alone stays");
        let left = without(TEXT, "bat").expect("it can be removed");
        assert_eq!(left, TEXT.replace("  bat | \"Bat\" | 2\n", ""));
        assert!(without(TEXT, "cat").is_err());
    }

    #[test]
    fn names_become_identifiers() {
        assert_eq!(id_of("  The Élan’s  Dog! "), "the-lan-s-dog");
        assert_eq!(id_of("Rat 2"), "rat-2");
    }

    #[test]
    fn a_new_file_uses_what_the_others_use() {
        assert_eq!(appended("", &["toy".to_owned()], "x\n"), "use toy\n\nx\n");
        assert_eq!(appended("a\n\n\n", &[], "x"), "a\n\nx\n");
    }
}
