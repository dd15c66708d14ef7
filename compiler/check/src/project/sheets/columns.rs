//! Which column of a sheet is which field.

use std::collections::BTreeSet;
use std::ops::Range;

use cardwright_dsl::ast::{Entry, ExprKind, Span, Table, TableSource};
use cardwright_sheets::{Cell, Sheet, slug};

use super::shapes::{Form, Members};
use crate::diag::suggest;

/// A column that is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    pub(super) index: u32,
    /// What stands in its first row, and where.
    pub(super) title: Cell,
    pub(super) is: Is,
}

/// What the cells of a column are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Is {
    Id,
    Name,
    /// Lines of effects.
    Effects,
    Member(String, Form),
}

/// The columns of a table, and what is wrong with them.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    pub(super) list: Vec<Column>,
    /// True if every row has something that it is called.
    pub(super) has_identity: bool,
    pub(super) wrong: Vec<Wrong>,
}

/// Something that is wrong with a column.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub(super) at: Place,
    pub(super) message: String,
    pub(super) help: String,
    pub(super) is_error: bool,
}

/// Where it is wrong.
#[derive(Debug)]
pub(crate) enum Place {
    /// In the table's own file.
    Table(Span),
    /// In the sheet.
    Cell(Range<u32>),
}

/// What other programs call the things that most cards have: their word, and ours.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("title", "name"),
    ("card-name", "name"),
    ("card", "name"),
    ("image", "art"),
    ("picture", "art"),
    ("art-file", "art"),
    ("illustration", "art"),
    ("flavor", "flavour"),
    ("flavor-text", "flavour"),
    ("flavour-text", "flavour"),
    ("description", "text"),
    ("rules-text", "text"),
    ("rule-text", "text"),
    ("rules", "text"),
    ("effect", "text"),
    ("ability", "text"),
    ("qty", "copies"),
    ("quantity", "copies"),
    ("count", "copies"),
    ("number", "copies"),
    ("illustrator", "artist"),
];

/// The field that the title of a column means, by its words; `is_member` says which there are.
pub fn guessed_field(title: &str, is_member: impl Fn(&str) -> bool) -> Option<String> {
    let name = slug(title);
    let is_known = |name: &str| matches!(name, "id" | "name" | "effects") || is_member(name);
    if is_known(&name) {
        return Some(name);
    }
    let ours = OTHER_WORDS.iter().filter(|(other, _)| *other == name);
    ours.map(|(_, ours)| *ours).find(|ours| is_known(ours)).map(str::to_owned)
}

pub(super) fn columns(
    table: &Table,
    source: &TableSource,
    sheet: &Sheet,
    members: &Members,
) -> Columns {
    let mut columns = Columns::default();
    let Some(titles) = sheet.rows.first() else { return columns };
    match &source.columns {
        Some(block) => {
            for entry in &block.entries {
                columns.mapped(entry, table, titles.cells.as_slice(), members);
            }
        }
        None => columns.guessed(table, titles.cells.as_slice(), members),
    }
    let is = |wanted: &Is| columns.list.iter().any(|column| column.is == *wanted);
    columns.has_identity = is(&Is::Id) || is(&Is::Name);
    if !columns.has_identity {
        columns.wrong.push(Wrong {
            at: Place::Table(source.path.span),
            message: "no column is the `id` or the `name` of the cards".to_owned(),
            help: match &source.columns {
                Some(_) => "add a line such as `name: \"Card name\"`".to_owned(),
                None => format!(
                    "call a column `name`, or say which it is: `{{ name: {} }}`",
                    quoted(titles.cells.first().map_or("Title", |cell| cell.text.as_str()))
                ),
            },
            is_error: true,
        });
    }
    columns
}

/// The title of a column as one writes it in a table.
fn quoted(title: &str) -> String {
    let is_word = title.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
        && title.starts_with(|first: char| first.is_ascii_alphabetic());
    if is_word { title.to_owned() } else { format!("\"{title}\"") }
}

impl Columns {
    /// `cost: Price`
    fn mapped(&mut self, entry: &Entry, table: &Table, titles: &[Cell], members: &Members) {
        let mut wrong = |span, message: String, help: String| {
            self.wrong.push(Wrong { at: Place::Table(span), message, help, is_error: true });
        };
        let clause = match entry {
            Entry::Clause(clause) => clause,
            Entry::Bad(_) => return,
            other => {
                let help = "write `FIELD: COLUMN`, such as `cost: Price`".to_owned();
                wrong(other.span(), "this says no column".to_owned(), help);
                return;
            }
        };
        let written = match clause.values.as_deref() {
            Some([value]) => match &value.kind {
                ExprKind::Name(name) => Some((name.clone(), value.span)),
                ExprKind::Text(text) => Some((text.text.clone(), value.span)),
                ExprKind::Bad => return,
                _ => None,
            },
            _ => None,
        };
        let Some((title, span)) = written else {
            let help = "a name with spaces stands in quotes: `cost: \"Mana cost\"`".to_owned();
            wrong(clause.span, "this says no column".to_owned(), help);
            return;
        };
        let exact = titles.iter().find(|cell| cell.text.trim() == title);
        let near = || titles.iter().find(|cell| slug(&cell.text) == slug(&title));
        let Some(cell) = exact.or_else(near) else {
            let names: Vec<&str> = titles.iter().map(|cell| cell.text.trim()).collect();
            let help = match suggest(&title, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("its columns are `{}`", names.join("`, `")),
            };
            wrong(span, format!("there is no column `{title}`"), help);
            return;
        };
        let name = clause.name.text.as_str();
        let Some(is) = is(name, members) else {
            let legal = members.keys().map(String::as_str).chain(["id", "name", "effects"]);
            let help = match suggest(name, legal) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("declare `field {name}?: text` in the kind"),
            };
            let message = format!("`{}` has no field `{name}`", table.kind.text);
            wrong(clause.name.span, message, help);
            return;
        };
        self.list.push(Column { index: cell.column, title: cell.clone(), is });
    }

    fn guessed(&mut self, table: &Table, titles: &[Cell], members: &Members) {
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let is_member = |name: &str| members.contains_key(name) || name == "provisional";
        // What is called as the field is comes before what only means it.
        let exact: BTreeSet<String> = titles.iter().map(|cell| slug(&cell.text)).collect();
        for cell in titles {
            let title = slug(&cell.text);
            let guess = guessed_field(&cell.text, is_member)
                .filter(|name| *name == title || !exact.contains(name));
            match guess.and_then(|name| Some((is(&name, members)?, name))) {
                Some((is, name)) if taken.insert(name.clone()) => {
                    self.list.push(Column { index: cell.column, title: cell.clone(), is });
                }
                guess => {
                    let kind = &table.kind.text;
                    let why = match guess {
                        Some((_, name)) => format!("another column is `{name}` already"),
                        None => format!("`{kind}` has no field `{title}`"),
                    };
                    let near = suggest(&title, members.keys().map(String::as_str));
                    let near = near.map(|near| format!("did you mean `{near}`? Otherwise "));
                    self.wrong.push(Wrong {
                        at: Place::Cell(cell.span.clone()),
                        message: format!("the column `{}` is not read: {why}", cell.text.trim()),
                        help: format!(
                            "{}declare `field {title}?: text` in the kind, or list the columns to \
                             read behind the file's name: `{{ name: Name }}`",
                            near.unwrap_or_default()
                        ),
                        is_error: false,
                    });
                }
            }
        }
    }
}

fn is(name: &str, members: &Members) -> Option<Is> {
    match name {
        "id" => Some(Is::Id),
        "name" if !members.contains_key("name") => Some(Is::Name),
        "effects" if !members.contains_key("effects") => Some(Is::Effects),
        "provisional" => Some(Is::Member(name.to_owned(), Form::Plain)),
        _ => Some(Is::Member(name.to_owned(), members.get(name)?.clone())),
    }
}
