//! Looks at a file after its edits: nothing but what was meant may be different.

use super::place::declarations;
use super::{Edit, Refusal, Step, quoted};
use crate::ast::{Declaration, Entry, File};
use crate::parse::{Parsed, parse};

/// Refuses unless the edits made what they say and left everything else alone.
pub(super) fn verify(
    before: &str,
    old: &Parsed,
    edits: &[Edit],
    after: &str,
) -> Result<(), Refusal> {
    let new = parse(after);
    if new.errors.len() > old.errors.len() {
        let known = |message: &str| old.errors.iter().any(|error| error.message == message);
        let news = new.errors.iter().find(|error| !known(&error.message));
        let why = news.or(new.errors.last()).map(|error| error.message.clone());
        return Err(Refusal::Unreadable {
            text: edits.first().map_or(String::new(), |edit| text(edit).to_owned()),
            why: why.unwrap_or_default(),
        });
    }
    let spills = || Refusal::Spills {
        text: edits.first().map_or(String::new(), |edit| text(edit).to_owned()),
    };
    // Declarations that no edit is about have the same bytes, in the same order.
    let (kept_old, kept_new) = (untouched(before, old, edits)?, all(after, &new.file));
    let mut found = kept_new.iter();
    if !kept_old.iter().all(|text| found.any(|other| other == text)) {
        return Err(spills());
    }
    let added = edits.iter().filter(|edit| matches!(edit, Edit::Append { .. })).count();
    let removed = edits
        .iter()
        .filter(|edit| matches!(edit, Edit::Remove { at } if at.steps.is_empty()))
        .count();
    let (count_old, count_new) = (declarations(&old.file).count(), declarations(&new.file).count());
    // One appended text may hold several declarations.
    let all_there = match added {
        0 => count_new + removed == count_old,
        _ => count_new + removed >= count_old + added,
    };
    if !all_there {
        return Err(spills());
    }
    for edit in edits {
        inside(before, &old.file, edit, edits, after, &new.file)?;
    }
    Ok(())
}

/// In the declaration that an edit is about, all entries but the edited ones are the same.
fn inside(
    before: &str,
    old: &File,
    edit: &Edit,
    edits: &[Edit],
    after: &str,
    new: &File,
) -> Result<(), Refusal> {
    let spills = || Refusal::Spills { text: text(edit).to_owned() };
    match edit {
        Edit::Append { .. } => Ok(()),
        Edit::Remove { at } if at.steps.is_empty() => Ok(()),
        Edit::Name { of, name } => {
            let Some(found) = of.find(new).or_else(|| moved(old, of, new)) else {
                return Err(spills());
            };
            let wanted = parse_text(name);
            match found.name.as_ref().map(|name| name.text.as_str()) == Some(wanted.as_str()) {
                true => Ok(()),
                false => Err(spills()),
            }
        }
        Edit::Rename { of, id } => {
            let Some(found) = moved(old, of, new) else { return Err(spills()) };
            let is_named = found.id.as_ref().is_some_and(|known| known.text == id.trim());
            if is_named { Ok(()) } else { Err(spills()) }
        }
        Edit::Set { at, .. } | Edit::Insert { block: at, .. } | Edit::Remove { at } => {
            let (Some(was), Some(is)) = (at.of.find(old), moved(old, &at.of, new)) else {
                return Err(spills());
            };
            let entries = |source: &str, declaration: &Declaration| -> Vec<String> {
                let body = declaration.body.as_ref();
                let entries = body.map_or(&[][..], |body| body.entries.as_slice());
                entries.iter().map(|entry| slice(source, entry)).collect()
            };
            let (was, is) = (entries(before, was), entries(after, is));
            // How many entries of this block may be other ones, and how many more there may be.
            let about_this: Vec<&Edit> = edits
                .iter()
                .filter(|edit| about(edit).is_some_and(|path| path.of == at.of))
                .collect();
            let common = was.iter().filter(|entry| is.contains(entry)).count();
            let is_kept = common + about_this.len() >= was.len();
            let more = about_this
                .iter()
                .filter(|edit| match edit {
                    Edit::Insert { block, .. } => block.steps.is_empty(),
                    Edit::Set { at, .. } => at.steps.len() == 1 && at.entry(old).is_none(),
                    _ => false,
                })
                .count();
            let fewer = about_this
                .iter()
                .filter(|edit| matches!(edit, Edit::Remove { at } if at.steps.len() == 1))
                .count();
            // A cell that was filled or emptied is a field more or less.
            let in_table = is.len() + about_this.len() >= was.len() && is_row(old, at);
            let is_counted = is.len() + fewer == was.len() + more;
            if !is_kept || !(is_counted || in_table) {
                return Err(spills());
            }
            match edit {
                Edit::Set { at, value } if !value.trim().is_empty() && !is_row(old, at) => {
                    holds(after, new, old, at, value.trim()).then_some(()).ok_or_else(spills)
                }
                _ => Ok(()),
            }
        }
    }
}

/// True if the value stands where it was set, and is all that stands there.
fn holds(after: &str, new: &File, old: &File, at: &super::Path, value: &str) -> bool {
    let mut at = at.clone();
    if at.of.find(new).is_none() {
        let Some(number) = number(old, &at.of) else { return false };
        at.of = super::Which::Number(number);
    }
    let Some(entry) = at.entry(new) else {
        // An entry may have become one of another number when others were added before it.
        return matches!(at.steps.last(), Some(Step::Entry(_)));
    };
    match (at.steps.last(), entry) {
        (Some(Step::Field(_)), Entry::Clause(clause)) => {
            super::values(clause).is_some_and(|span| after[span.range()] == *value)
        }
        _ => true,
    }
}

fn is_row(file: &File, at: &super::Path) -> bool {
    let Some(wanted) = at.of.find(file) else { return false };
    file.items.iter().any(|item| match item {
        crate::ast::Item::Table(table) => table.rows.iter().any(|row| std::ptr::eq(row, wanted)),
        _ => false,
    })
}

/// The same declaration in the new file, also if its id is another one.
fn moved<'f>(old: &File, of: &super::Which, new: &'f File) -> Option<&'f Declaration> {
    of.find(new).or_else(|| declarations(new).nth(number(old, of)?))
}

fn number(file: &File, of: &super::Which) -> Option<usize> {
    let wanted = of.find(file)?;
    declarations(file).position(|declaration| std::ptr::eq(declaration, wanted))
}

/// The bytes of the declarations that no edit is about.
fn untouched(before: &str, old: &Parsed, edits: &[Edit]) -> Result<Vec<String>, Refusal> {
    let mut kept: Vec<Option<String>> = all(before, &old.file).into_iter().map(Some).collect();
    for edit in edits {
        let of = match edit {
            Edit::Name { of, .. } | Edit::Rename { of, .. } => of,
            Edit::Append { .. } => continue,
            Edit::Set { at, .. } | Edit::Insert { block: at, .. } | Edit::Remove { at } => &at.of,
        };
        let number = number(&old.file, of);
        let number = number.ok_or_else(|| Refusal::Missing(of.to_string()))?;
        kept[number] = None;
    }
    Ok(kept.into_iter().flatten().collect())
}

fn all(source: &str, file: &File) -> Vec<String> {
    // Alignment of a table's cells is not what it says.
    declarations(file)
        .map(|declaration| match &declaration.body {
            Some(body) if body.span == declaration.span => {
                let cells = source[declaration.span.range()].split('|').map(str::trim);
                cells.collect::<Vec<_>>().join(" | ")
            }
            _ => source[declaration.span.range()].to_owned(),
        })
        .collect()
}

fn slice(source: &str, entry: &Entry) -> String {
    source[entry.span().range()].to_owned()
}

/// The text as it reads back from quotes.
fn parse_text(name: &str) -> String {
    let source = format!("a b {} {{}}", quoted(name));
    let parsed = parse(&source);
    let first = declarations(&parsed.file).next();
    first.and_then(|it| it.name.as_ref()).map_or(String::new(), |name| name.text.clone())
}

fn about(edit: &Edit) -> Option<&super::Path> {
    match edit {
        Edit::Set { at, .. } | Edit::Insert { block: at, .. } | Edit::Remove { at } => Some(at),
        Edit::Name { .. } | Edit::Rename { .. } | Edit::Append { .. } => None,
    }
}

fn text(edit: &Edit) -> &str {
    match edit {
        Edit::Set { value, .. } => value,
        Edit::Name { name, .. } => name,
        Edit::Rename { id, .. } => id,
        Edit::Insert { text, .. } | Edit::Append { text, .. } => text,
        Edit::Remove { .. } => "",
    }
}
