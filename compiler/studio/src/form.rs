//! Forms and grids: what the fields of a kind are, what a card says about them as it is written, and
//! what may be said.

use std::collections::BTreeMap;

use cardwright_dsl::ast::{Clause, Declaration, Entry, Expr, Item};
use cardwright_dsl::edit::{Edit, Path, Step, Which, apply, plan};
use cardwright_dsl::parse;
use cardwright_model::{ClauseShape, FieldDecl, FieldType, Kind, Library, Range, Value};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::answer::Refusal;

/// A field of a card that is to say something else.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Change {
    pub(crate) card: String,
    /// The field; `name` is the name in the head.
    pub(crate) field: String,
    /// What it says, as it is written; absent: nothing any more.
    pub(crate) value: Option<String>,
}

/// The fields of a kind, as the page makes inputs of them.
pub(crate) fn fields(kind: &Kind, library: &Library) -> Vec<Json> {
    let plain = kind.fields.iter().map(|field| described(field, library));
    let keywords = kind.clauses.iter().filter(|clause| clause.shape == ClauseShape::Keywords);
    let keywords = keywords.filter(|clause| clause.params.is_empty()).map(|clause| {
        let mut shown = json!({
            "name": clause.name, "note": clause.note, "optional": true, "list": true,
            "type": "keyword", "values": keywords_for(kind, library),
        });
        shown["keywords"] = true.into();
        shown
    });
    plain.chain(keywords).collect()
}

fn described(field: &FieldDecl, library: &Library) -> Json {
    let (is_list, of) = match &field.field_type {
        FieldType::List { of } => (true, &**of),
        other => (false, other),
    };
    let mut shown = json!({
        "name": field.name,
        "note": field.note,
        "optional": field.optional || field.default.is_some(),
        "default": field.default.as_ref().and_then(plain),
        "list": is_list,
    });
    let set = |shown: &mut Json, word: &str| shown["type"] = word.into();
    match of {
        FieldType::Int { range } => {
            set(&mut shown, "number");
            bound(&mut shown, range.as_ref());
        }
        FieldType::Flag => set(&mut shown, "flag"),
        FieldType::Text => set(&mut shown, "text"),
        FieldType::Enum { id } => {
            set(&mut shown, "choice");
            let declared = library.enums().filter(|known| known.id == *id);
            let values = declared.flat_map(|known| &known.values);
            let values = values.map(|value| json!({ "id": value.id, "name": value.name }));
            shown["values"] = values.collect::<Vec<_>>().into();
        }
        FieldType::Entity { kind } => {
            set(&mut shown, "card");
            let cards = library.cards().filter(|card| library.kind_fits(&card.kind, kind));
            let cards = cards.map(|card| json!({ "id": card.id, "name": card.name }));
            shown["values"] = cards.collect::<Vec<_>>().into();
        }
        FieldType::Keyword => {
            set(&mut shown, "keyword");
            let known = library.keywords();
            let known = known.map(|keyword| json!({ "id": keyword.id, "name": keyword.name }));
            shown["values"] = known.collect::<Vec<_>>().into();
        }
        FieldType::Pool => {
            set(&mut shown, "pool");
            let dice = library.dice();
            let dice = dice.map(|die| json!({ "id": die.code, "name": die.name }));
            shown["values"] = dice.collect::<Vec<_>>().into();
        }
        FieldType::Die => {
            set(&mut shown, "choice");
            let dice = library.dice().map(|die| json!({ "id": die.id, "name": die.name }));
            shown["values"] = dice.collect::<Vec<_>>().into();
        }
        FieldType::Map { of, .. } => {
            set(&mut shown, "map");
            let declared = library.enums().filter(|known| known.id == *of);
            let marks = declared.flat_map(|known| &known.values).filter_map(|value| {
                let mark = value.properties.get("mark")?.as_text()?;
                Some(json!({ "id": mark, "name": value.name }))
            });
            shown["values"] = marks.collect::<Vec<_>>().into();
        }
        _ => set(&mut shown, "words"),
    }
    shown
}

/// The keywords that fit a kind.
fn keywords_for(kind: &Kind, library: &Library) -> Json {
    let fits = |host: &String| library.kind_fits(&kind.id, host);
    let fitting = library
        .keywords()
        .filter(|keyword| keyword.hosts.is_empty() || keyword.hosts.iter().any(fits));
    let shown = fitting.map(|keyword| {
        let params: Vec<&str> = keyword.params.iter().map(|param| param.name.as_str()).collect();
        json!({ "id": keyword.id, "name": keyword.name, "params": params, "note": keyword.reminder })
    });
    shown.collect::<Vec<_>>().into()
}

fn bound(shown: &mut Json, range: Option<&Range>) {
    if let Some(range) = range {
        shown["min"] = range.min.into();
        shown["max"] = range.max.into();
    }
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Bool(true) => Some("yes".to_owned()),
        Value::Bool(false) => Some("no".to_owned()),
        Value::Int(number) => Some(number.to_string()),
        Value::Text(text) => Some(text.clone()),
        Value::Ref { id } => Some(id.clone()),
        _ => None,
    }
}

/// What a declaration says about fields, as it is written: the field and the text of its value.
pub(crate) fn values(text: &str, declared: &Declaration, fields: &[&str]) -> Vec<(String, String)> {
    let found = fields.iter().filter_map(|field| {
        Some(((*field).to_owned(), written(text, clause_of(declared, field)?)?))
    });
    found.collect()
}

/// A text in which fields say something else; only their bytes are different. `is_flag` tells
/// whether a field of a kind is one, which is written without a value.
pub(crate) fn changed(
    text: &str,
    changes: &[Change],
    is_flag: impl Fn(&str, &str) -> bool,
) -> Result<String, Refusal> {
    let declared = declarations(text);
    let mut edits = Vec::new();
    for change in changes {
        let one = declared.get(&change.card);
        let one = one.ok_or_else(|| format!("`{}` cannot be read at the moment", change.card))?;
        let is_flag = is_flag(&one.kind.text, &change.field);
        edits.extend(edit_of(text, one, change, is_flag));
    }
    let planned = plan(text, &edits).map_err(|why| why.to_string())?;
    Ok(apply(text, &planned))
}

/// The edit that a change of a field is; none if it says so already.
fn edit_of(text: &str, declared: &Declaration, change: &Change, is_flag: bool) -> Option<Edit> {
    let of = Which::id(&*declared.kind.text, &*change.card);
    let value = change.value.as_deref().map(str::trim).filter(|value| !value.is_empty());
    if change.field == "name" {
        return Some(Edit::Name { of, name: value?.to_owned() });
    }
    let at = Path::field(of.clone(), &*change.field);
    let body = declared.body.as_ref()?;
    let is_row = text.as_bytes().get(body.span.range().start) != Some(&b'{');
    if is_row {
        return Some(Edit::Set { at, value: value.unwrap_or_default().to_owned() });
    }
    let found = body.entries.iter().position(
        |entry| matches!(entry, Entry::Clause(clause) if is_field(clause, &change.field)),
    );
    let is_bare = found.is_some_and(
        |number| matches!(&body.entries[number], Entry::Clause(clause) if clause.values.is_none()),
    );
    let entry = |number| Path::whole(of.clone()).then(Step::Entry(number));
    match (found, value) {
        (Some(number), Some(value)) if is_bare => (value != "yes")
            .then(|| Edit::Set { at: entry(number), value: format!("{}: {value}", change.field) }),
        (None, Some("yes")) if is_flag => {
            let block = Path::whole(of.clone());
            Some(Edit::Insert { block, after: None, text: change.field.clone() })
        }
        (_, Some(value)) => Some(Edit::Set { at, value: value.to_owned() }),
        (Some(number), None) => Some(Edit::Remove { at: entry(number) }),
        (None, None) => None,
    }
}

/// All declarations of a text by their identifiers, rows of tables among them.
pub(crate) fn declarations(text: &str) -> BTreeMap<String, Declaration> {
    let items = parse(text).file.items.into_iter().flat_map(|item| match item {
        Item::Declaration(declared) => vec![*declared],
        Item::Table(table) => table.rows,
        _ => Vec::new(),
    });
    let named = items.filter_map(|one| Some((one.id.as_ref()?.text.clone(), one)));
    named.collect()
}

/// The field that a byte of a declaration is about.
pub(crate) fn field_at(declared: &Declaration, byte: u32) -> Option<&str> {
    let entries = declared.body.iter().flat_map(|body| &body.entries);
    entries.into_iter().find_map(|entry| match entry {
        Entry::Clause(clause) if clause.span.start <= byte && byte <= clause.span.end => {
            Some(clause.name.text.as_str())
        }
        _ => None,
    })
}

/// The clause of a field.
pub(crate) fn clause_of<'d>(declared: &'d Declaration, field: &str) -> Option<&'d Clause> {
    declared.body.as_ref()?.entries.iter().find_map(|entry| match entry {
        Entry::Clause(clause) if is_field(clause, field) => Some(&**clause),
        _ => None,
    })
}

/// True for `health: 3`, and not for `counter wax: 3`.
fn is_field(clause: &Clause, field: &str) -> bool {
    clause.name.text == field && clause.args.is_empty() && clause.label.is_none()
}

/// The value of a clause as it is written; a bare flag says `yes`.
fn written(text: &str, clause: &Clause) -> Option<String> {
    match clause.values.as_deref() {
        None if clause.block.is_none() => Some("yes".to_owned()),
        None | Some([]) => None,
        Some([first, .., last]) => slice(text, first, last),
        Some([only]) => slice(text, only, only),
    }
}

fn slice(text: &str, first: &Expr, last: &Expr) -> Option<String> {
    text.get(first.span.to(last.span).range()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_as_they_are_written() {
        let text = "monster rat \"Rat\" {\n  health: 2\n  immune: arrows, fire // both\n  tame\n}\n\n\
                    table monster {\n  id  | name  | health\n  bat | \"Bat\" | 2 + 1\n}\n";
        let told = |id| {
            let all = declarations(text);
            let found =
                all.get(id).map(|one| values(text, one, &["health", "immune", "tame", "worth"]));
            found
                .unwrap_or_default()
                .iter()
                .map(|(field, value)| format!("{field}={value}"))
                .collect::<Vec<_>>()
        };
        assert_eq!(told("rat"), ["health=2", "immune=arrows, fire", "tame=yes"]);
        assert_eq!(told("bat"), ["health=2 + 1"]);
        assert!(told("cat").is_empty());
    }

    fn set(card: &str, field: &str, value: Option<&str>) -> Change {
        Change { card: card.into(), field: field.into(), value: value.map(str::to_owned) }
    }

    const TEXT: &str = "// Rats.\nmonster rat \"Rat\" {\n  health: 2 // few\n  tame\n  bite { hurt(1) }\n}\n\n\
                        monster cat \"Cat\" {}\n\n\
                        table monster {\n  id  | name  | health\n  bat | \"Bat\" | 2\n}\n";

    fn changed(text: &str, changes: &[Change]) -> Result<String, Refusal> {
        super::changed(text, changes, |_, field| matches!(field, "tame" | "wild"))
    }

    #[test]
    fn setting_a_field_changes_its_bytes_and_no_others() {
        for (card, field, value, old, new) in [
            ("rat", "health", Some("12"), "health: 2", "health: 12"),
            ("rat", "name", Some("Vole"), "\"Rat\"", "\"Vole\""),
            ("rat", "tame", None, "  tame\n", ""),
            ("rat", "tame", Some("no"), "  tame\n", "  tame: no\n"),
            ("rat", "tame", Some("yes"), "", ""),
            ("rat", "worth", None, "", ""),
            ("rat", "worth", Some("3"), "// few\n", "// few\n  worth: 3\n"),
            ("rat", "wild", Some("yes"), "hurt(1) }\n", "hurt(1) }\n  wild\n"),
            ("cat", "health", Some("1"), "\"Cat\" {}", "\"Cat\" { health: 1 }"),
            ("bat", "health", Some("3"), "| 2\n", "| 3\n"),
            ("bat", "name", Some("Owl"), "\"Bat\"", "\"Owl\""),
        ] {
            let after = changed(TEXT, &[set(card, field, value)]);
            assert_eq!(after, Ok(TEXT.replacen(old, new, 1)), "{card} {field} {value:?}");
        }
        let two = [set("rat", "health", Some("1")), set("bat", "health", Some("4"))];
        let both = TEXT.replace("health: 2", "health: 1").replace("| 2\n", "| 4\n");
        assert_eq!(changed(TEXT, &two), Ok(both));
    }

    #[test]
    fn a_value_cannot_bring_anything_else_along() {
        for value in ["1 }\nmonster dog \"Dog\" {", "(", "\"", "}", "1\n  worth: 2"] {
            let found = changed(TEXT, &[set("rat", "health", Some(value))]);
            assert!(found.is_err(), "{value:?}: {found:?}");
        }
        assert!(changed(TEXT, &[set("bat", "worth", Some("1"))]).is_err());
        assert!(changed(TEXT, &[set("dog", "health", Some("1"))]).is_err());
    }

    /// All `.card` files of the shipped games.
    fn content(folder: &std::path::Path, files: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("the content is there") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                content(&path, files);
            } else if path.extension().is_some_and(|ending| ending == "card") {
                files.push(path);
            }
        }
        files.sort();
    }

    #[test]
    fn in_all_content_an_edit_changes_one_line_and_no_other() {
        let mut files = Vec::new();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content");
        content(std::path::Path::new(folder), &mut files);
        let mut tried = 0;
        for path in files {
            let text = std::fs::read_to_string(&path).expect("a text");
            let numbers = declarations(&text).into_iter().flat_map(|(card, declared)| {
                let fields: Vec<String> = declared
                    .body
                    .iter()
                    .flat_map(|body| &body.entries)
                    .filter_map(|entry| match entry {
                        Entry::Clause(clause)
                            if clause.values.is_some() && is_field(clause, &clause.name.text) =>
                        {
                            Some(clause.name.text.clone())
                        }
                        _ => None,
                    })
                    .collect();
                let found: Vec<&str> = fields.iter().map(String::as_str).collect();
                let written = values(&text, &declared, &found);
                written.into_iter().map(move |(field, value)| (card.clone(), field, value))
            });
            let numbers: Vec<(String, String, String)> =
                numbers.filter(|(_, _, value)| value.parse::<u8>().is_ok()).collect();
            // Every field of every card would take minutes; the first and the last of each file
            // are in declarations and in tables, beside comments and without.
            for (card, field, value) in numbers.iter().take(1).chain(numbers.last()) {
                let set = |text: &str, value: &str| changed(text, &[set(card, field, Some(value))]);
                let place = format!("{}: {card}.{field}", path.display());
                assert!(set(&text, value).as_ref() == Ok(&text), "{place}: nothing was to change");
                let after = set(&text, "77").unwrap_or_else(|why| panic!("{place}: {why:?}"));
                let (was, is): (Vec<&str>, Vec<&str>) =
                    (text.lines().collect(), after.lines().collect());
                let different = was.iter().zip(&is).filter(|(was, is)| was != is).count();
                assert!(was.len() == is.len() && different == 1, "{place}: {different} lines");
                tried += 1;
            }
        }
        assert!(tried > 60, "only {tried} fields were tried");
    }
}
