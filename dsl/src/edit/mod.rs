//! Edits of a file that come from a form, a grid or another program: planned on the tree, written
//! as the fewest bytes, so that comments and layout survive.
//!
//! [`plan`] says which bytes to replace. It reads the result again and refuses unless only what was
//! meant is different, so no value can smuggle in a second field or swallow the next card.

mod place;
mod verify;

use std::fmt;

use crate::ast::{Block, Clause, Declaration, Entry, Expr, File, Item, Span};
use crate::parse::{escape, parse};

pub use place::{Path, Step, Which, blocks};

/// One change to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Writes what follows the colon of a field (`cost: 3`), or a whole entry if the path ends
    /// with [`Step::Entry`]. A field that is not there yet is added behind the other fields; in a
    /// table it is the cell.
    Set { at: Path, value: String },
    /// Writes the name in quotes of a declaration. The name is given without quotes.
    Name { of: Which, name: String },
    /// Writes the id of a declaration. What names it elsewhere is left alone.
    Rename { of: Which, id: String },
    /// Adds an entry to a block, behind the entry of that number or as the last one.
    Insert { block: Path, after: Option<usize>, text: String },
    /// Adds a declaration behind another one, or at the end of the file.
    Append { after: Option<Which>, text: String },
    /// Removes an entry, a field, a declaration or a row of a table, with the notes above it and
    /// the comment on its last line. A comment that stands alone stays.
    Remove { at: Path },
}

/// Bytes to replace, and with what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    /// The bytes that go; empty where something is only added.
    pub span: Span,
    /// What takes their place.
    pub text: String,
}

/// Why an edit is not made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The file has nothing at that place.
    Missing(String),
    /// The text does not read as what it should be; the first mistake in it, if there is one.
    Unreadable { text: String, why: String },
    /// The text would change more than its place.
    Spills { text: String },
    /// Two edits of one plan are about the same bytes.
    Overlap,
    /// The edit makes no sense for a row of a table.
    InTable(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Missing(what) => write!(f, "the file has no {what}"),
            Refusal::Unreadable { text, why } => write!(f, "`{text}` cannot be read: {why}"),
            Refusal::Spills { text } => write!(f, "`{text}` would change more than this place"),
            Refusal::Overlap => f.write_str("two changes are about the same place"),
            Refusal::InTable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Refusal {}

/// Says which bytes to replace so that all edits are made, in the order of their places.
///
/// The edits are about the file as it is: none sees what another one does.
pub fn plan(source: &str, edits: &[Edit]) -> Result<Vec<TextEdit>, Refusal> {
    let parsed = parse(source);
    let planner = Planner { source, file: &parsed.file };
    let mut texts = Vec::new();
    for edit in edits {
        let made = planner.edit(edit)?;
        // Whoever sets a field to what it says already changes nothing.
        if source.get(made.span.range()) != Some(&made.text) {
            texts.push(made);
        }
    }
    // Stable: what is added at one place stays in the order of the edits.
    texts.sort_by_key(|text| (text.span.start, text.span.end));
    if texts.windows(2).any(|pair| pair[0].span.end > pair[1].span.start) {
        return Err(Refusal::Overlap);
    }
    verify::verify(source, &parsed, edits, &apply(source, &texts))?;
    Ok(texts)
}

/// The source after the edits of a [`plan`].
pub fn apply(source: &str, edits: &[TextEdit]) -> String {
    let mut made = String::with_capacity(source.len() + 64);
    let mut at = 0;
    for edit in edits {
        made.push_str(&source[at..edit.span.start as usize]);
        made.push_str(&edit.text);
        at = edit.span.end as usize;
    }
    made.push_str(&source[at..]);
    made
}

struct Planner<'a> {
    source: &'a str,
    file: &'a File,
}

impl Planner<'_> {
    fn edit(&self, edit: &Edit) -> Result<TextEdit, Refusal> {
        match edit {
            Edit::Set { at, value } => self.set(at, value.trim()),
            Edit::Name { of, name } => self.name(of, name),
            Edit::Rename { of, id } => {
                let declaration = self.declaration(of)?;
                let old = declaration.id.as_ref();
                let old = old.ok_or_else(|| Refusal::Missing(format!("id of {of}")))?;
                Ok(TextEdit { span: old.span, text: id.trim().to_owned() })
            }
            Edit::Insert { block, after, text } => {
                let found = self.block(block)?;
                self.insert(found, *after, text.trim())
            }
            Edit::Append { after, text } => self.append(after.as_ref(), text.trim()),
            Edit::Remove { at } => self.remove(at),
        }
    }

    fn declaration(&self, of: &Which) -> Result<&Declaration, Refusal> {
        of.find(self.file).ok_or_else(|| Refusal::Missing(of.to_string()))
    }

    /// The block that a path leads to: of a declaration, or of a clause in it.
    fn block(&self, path: &Path) -> Result<&Block, Refusal> {
        if self.table_of(&path.of).is_some() {
            let why = "a row of a table has no block: write the card out, or add a column";
            return Err(Refusal::InTable(why.to_owned()));
        }
        let found = path.block(self.file);
        found.ok_or_else(|| Refusal::Missing(format!("block at {path}")))
    }

    fn set(&self, at: &Path, value: &str) -> Result<TextEdit, Refusal> {
        if let Some(cell) = self.cell(at)? {
            // A shorter value leaves its room, so that the columns stay below each other.
            let width = self.source[cell.range()].chars().count();
            return Ok(TextEdit { span: cell, text: format!("{value:<width$}") });
        }
        match at.entry(self.file) {
            Some(entry) => {
                let span = match (at.steps.last(), entry) {
                    (Some(Step::Field(_)), Entry::Clause(clause)) => values(clause),
                    _ => Some(entry.span()),
                };
                let span = span.ok_or_else(|| Refusal::Missing(format!("value at {at}")))?;
                Ok(TextEdit { span, text: value.to_owned() })
            }
            None => {
                let (Some(Step::Field(name)), Some(outer)) = (at.steps.last(), at.outer()) else {
                    return Err(Refusal::Missing(at.to_string()));
                };
                let block = self.block(&outer)?;
                self.insert(block, last_field(block), &format!("{name}: {value}"))
            }
        }
    }

    fn name(&self, of: &Which, name: &str) -> Result<TextEdit, Refusal> {
        let quoted = quoted(name);
        if self.table_of(of).is_some() {
            return self.set(&Path::field(of.clone(), "name"), &quoted);
        }
        let declaration = self.declaration(of)?;
        if let Some(old) = &declaration.name {
            return Ok(TextEdit { span: old.span, text: quoted });
        }
        let before = declaration.id.as_ref().unwrap_or(&declaration.kind).span.end;
        Ok(TextEdit { span: Span { start: before, end: before }, text: format!(" {quoted}") })
    }

    /// The cell of a table that a path names; `None` if it does not lead into a table.
    fn cell(&self, at: &Path) -> Result<Option<Span>, Refusal> {
        let Some((table, row)) = self.table_of(&at.of) else { return Ok(None) };
        let [Step::Field(name)] = at.steps.as_slice() else {
            let why = "a row of a table has only cells: name the column";
            return Err(Refusal::InTable(why.to_owned()));
        };
        let column = table.columns.iter().position(|column| column.text == *name);
        let cell = column.and_then(|column| table.cells.get(row)?.get(column));
        let missing = || {
            let of = &table.kind.text;
            Refusal::InTable(format!("the table of {of} has no column `{name}`: add it first"))
        };
        cell.map(|cell| Some(*cell)).ok_or_else(missing)
    }

    /// The table that has a declaration as a row, and the number of that row among its cells.
    fn table_of(&self, of: &Which) -> Option<(&crate::ast::Table, usize)> {
        let wanted = of.find(self.file)?;
        let mut tables = self.file.items.iter().filter_map(|item| match item {
            Item::Table(table) => Some(table.as_ref()),
            _ => None,
        });
        let table = tables.find(|table| {
            table.span.start <= wanted.span.start && wanted.span.end <= table.span.end
        })?;
        let inside = |cells: &Vec<Span>| {
            cells.first().is_some_and(|first| {
                wanted.span.start <= first.start && first.start <= wanted.span.end
            })
        };
        let row = table.cells.iter().position(inside)?;
        Some((table, row))
    }

    fn insert(&self, block: &Block, after: Option<usize>, text: &str) -> Result<TextEdit, Refusal> {
        let inner = &self.source[block.span.range()];
        let before = match after {
            Some(number) => {
                let entry = block.entries.get(number);
                Some(entry.ok_or_else(|| Refusal::Missing(format!("entry {number}")))?)
            }
            None => block.entries.last(),
        };
        let opening = block.span.start as usize + 1;
        let end = before.map_or(opening, |entry| entry.span().end as usize);
        if !inner.contains('\n') && !text.contains('\n') {
            let text = match before {
                Some(_) => format!("; {text}"),
                None if inner.trim_matches(['{', '}']).is_empty() => format!(" {text} "),
                None => format!(" {text}"),
            };
            let span = match before {
                // What stands between empty braces is white space.
                None => Span::new(opening, block.span.end as usize - 1),
                Some(_) => Span::new(end, end),
            };
            let text = if before.is_none() && !text.ends_with(' ') { text + " " } else { text };
            return Ok(TextEdit { span, text });
        }
        let indent = match block.entries.first() {
            Some(first) if self.begins_line(first.span().start as usize) => {
                self.indent(first.span().start as usize).to_owned()
            }
            _ => format!("{}  ", self.indent(block.span.start as usize)),
        };
        let text = indented(text, &indent);
        let line = self.newline();
        let place = self.end_of_line_comment(end);
        // The closing brace of a block on one line gets a line of its own.
        let closing = match inner.contains('\n') {
            true => String::new(),
            false => format!("{line}{}", self.indent(block.span.start as usize)),
        };
        let gap = if closing.is_empty() { 0 } else { self.white_space(place) };
        Ok(TextEdit {
            span: Span::new(place, place + gap),
            text: format!("{line}{indent}{text}{closing}"),
        })
    }

    fn append(&self, after: Option<&Which>, text: &str) -> Result<TextEdit, Refusal> {
        let line = self.newline();
        let Some(of) = after else {
            let place = self.source.trim_end().len();
            let gap = if place == 0 { String::new() } else { format!("{line}{line}") };
            let span = Span::new(place, self.source.len());
            return Ok(TextEdit { span, text: format!("{gap}{text}{line}") });
        };
        if let Some((table, _)) = self.table_of(of) {
            let place = self.end_of_line_comment(table.span.end as usize);
            let text = format!("{line}{line}{text}");
            return Ok(TextEdit { span: Span::new(place, place), text });
        }
        let end = self.declaration(of)?.span.end as usize;
        let place = self.end_of_line_comment(end);
        Ok(TextEdit { span: Span::new(place, place), text: format!("{line}{line}{text}") })
    }

    fn remove(&self, at: &Path) -> Result<TextEdit, Refusal> {
        let (doc, span) = if at.steps.is_empty() {
            let declaration = self.declaration(&at.of)?;
            (declaration.doc.first().map(|doc| doc.span), declaration.span)
        } else {
            if self.table_of(&at.of).is_some() {
                return self.set(at, "");
            }
            let entry = at.entry(self.file);
            let entry = entry.ok_or_else(|| Refusal::Missing(at.to_string()))?;
            let doc = match entry {
                Entry::Clause(clause) => clause.doc.first(),
                Entry::Field(field) => field.doc.first(),
                Entry::ClauseDecl(clause) => clause.doc.first(),
                _ => None,
            };
            (doc.map(|doc| doc.span), entry.span())
        };
        let start = doc.map_or(span.start, |doc| doc.start.min(span.start)) as usize;
        let start =
            self.source[..start].rfind("///").filter(|_| doc.is_some()).map_or(start, |slashes| {
                // The span of a note does not have its slashes.
                if self.source[slashes..start].trim_start_matches('/').trim().is_empty() {
                    slashes
                } else {
                    start
                }
            });
        let end = span.end as usize;
        if !self.begins_line(start) || !self.ends_line(end) {
            // One of several on a line: what parts it from the one before goes with it, or, if
            // it is the first in its block, what parts it from the next.
            const GAP: [char; 3] = [' ', '\t', ';'];
            let before = self.source[..start].trim_end_matches(GAP).len();
            let rest = &self.source[end..];
            let behind = rest.len() - rest.trim_start_matches(GAP).len();
            let span = match self.source[..before].ends_with('{') {
                true => Span::new(start, end + behind),
                false => Span::new(before, end),
            };
            return Ok(TextEdit { span, text: String::new() });
        }
        let first = self.source[..start].rfind('\n').map_or(0, |line| line + 1);
        let mut last = self.end_of_line_comment(end);
        let rest = &self.source[last..];
        last += rest.find('\n').map_or(rest.len(), |line| line + 1);
        if at.steps.is_empty() {
            // One of the two gaps around a declaration goes too.
            let rest = &self.source[last..];
            let blank = rest.len() - rest.trim_start_matches(['\n', '\r']).len();
            last += blank;
            if last == self.source.len() {
                let kept = self.source[..first].trim_end().len();
                let text = if kept == 0 { "" } else { self.newline() };
                return Ok(TextEdit { span: Span::new(kept, last), text: text.to_owned() });
            }
        }
        Ok(TextEdit { span: Span::new(first, last), text: String::new() })
    }

    fn newline(&self) -> &'static str {
        if self.source.contains("\r\n") { "\r\n" } else { "\n" }
    }

    /// The white space that the line of that place begins with.
    fn indent(&self, place: usize) -> &str {
        let line = self.source[..place].rfind('\n').map_or(0, |line| line + 1);
        let text = &self.source[line..];
        &text[..text.len() - text.trim_start_matches([' ', '\t']).len()]
    }

    fn begins_line(&self, place: usize) -> bool {
        let line = self.source[..place].rfind('\n').map_or(0, |line| line + 1);
        self.source[line..place].trim().is_empty()
    }

    /// True if nothing but a comment follows on that line.
    fn ends_line(&self, place: usize) -> bool {
        let rest = self.source[place..].lines().next().unwrap_or_default().trim_start();
        rest.is_empty() || rest.starts_with("//")
    }

    /// The place, or the end of the comment that follows it on its line.
    fn end_of_line_comment(&self, place: usize) -> usize {
        let rest = self.source[place..].lines().next().unwrap_or_default();
        match rest.trim_start().starts_with("//") {
            true => place + rest.trim_end().len(),
            false => place,
        }
    }

    fn white_space(&self, place: usize) -> usize {
        let rest = &self.source[place..];
        rest.len() - rest.trim_start_matches([' ', '\t']).len()
    }
}

/// The bytes of a clause's values, without the colon.
fn values(clause: &Clause) -> Option<Span> {
    let values: &[Expr] = clause.values.as_ref()?;
    Some(values.first()?.span.to(values.last()?.span))
}

/// The last of the fields that a block begins with; a new field goes behind it.
fn last_field(block: &Block) -> Option<usize> {
    let is_field = |entry: &Entry| match entry {
        Entry::Clause(clause) => {
            clause.values.is_some() && clause.block.is_none() && clause.args.is_empty()
        }
        _ => false,
    };
    let fields = block.entries.iter().take_while(|entry| is_field(entry)).count();
    match fields {
        0 => None,
        fields => Some(fields - 1),
    }
}

/// A text in quotes, as the language writes it.
pub fn quoted(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() && letter != '\n' { ' ' } else { letter };
    let plain: String = text.chars().map(plain).collect();
    format!("\"{}\"", escape(&plain))
}

/// The text with every line but the first moved to the right. Lines inside `"""` move as well:
/// their common indentation is not part of the text.
fn indented(text: &str, indent: &str) -> String {
    let mut lines = text.lines();
    let mut made = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        made.push('\n');
        if !line.trim().is_empty() {
            made.push_str(indent);
            made.push_str(line);
        }
    }
    made
}
