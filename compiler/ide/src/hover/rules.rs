//! Kinds, families, enums and the fields of kinds, as the rules declare them.

use cardwright_check::Member;
use cardwright_model::{ClauseDecl, EnumValue, FieldDecl, FieldType, Kind, Library};

use super::{noted, paragraphs};
use cardwright_model::words;
use cardwright_model::words::{shape_words, type_words};

/// Names in one list; the rest is counted.
const MOST_NAMES: usize = 24;

/// A kind with its fields and clauses.
pub(super) fn kind(library: &Library, kind: &Kind) -> String {
    let mut head = format!("**{}**: kind", kind.name);
    if let Some(parent) = kind.parent.as_deref().and_then(|parent| library.kind(parent)) {
        head.push_str(&format!(" of {}", parent.name));
    }
    if let Some(family) = &kind.family {
        head.push_str(&format!(", family {family}"));
    }
    let needed = |field: &&FieldDecl| !field.optional && field.default.is_none();
    let names = |needs: bool| {
        let fields = kind.fields.iter().filter(|field| needed(field) == needs);
        listed(fields.map(|field| field.name.as_str()))
    };
    let clauses = listed(kind.clauses.iter().map(|clause| clause.name.as_str()));
    let lists = [("needs", names(true)), ("may have", names(false)), ("clauses", clauses)];
    let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
    let lists: Vec<String> = lists.map(|(title, names)| format!("- {title}: {names}")).collect();
    paragraphs([head, noted(kind.note.as_deref()), lists.join("\n")])
}

/// A family with its kinds.
pub(super) fn family(library: &Library, id: &str) -> String {
    let kinds = library.kinds().filter(|kind| kind.family.as_deref() == Some(id));
    let names = listed(kinds.filter(|kind| !kind.is_abstract).map(|kind| kind.id.as_str()));
    format!("**{id}**: family of the kinds {names}")
}

/// An enum with its values.
pub(super) fn enumeration(library: &Library, id: &str) -> String {
    let declared: Vec<_> = library.enums().filter(|declared| declared.id == id).collect();
    let name = declared.first().map_or(id, |first| first.name.as_str());
    let notes = declared.iter().map(|declared| noted(declared.note.as_deref())).collect();
    paragraphs([format!("**{name}**: enum"), notes, values(library, id)])
}

/// A value of an enum.
pub(super) fn value(library: &Library, of: &str, id: &str) -> Option<String> {
    let mut declared = library.enums().filter(|declared| declared.id == of);
    let value: &EnumValue =
        declared.find_map(|declared| declared.values.iter().find(|value| value.id == id))?;
    let head = format!("**{}**: value of `{of}`", value.name);
    let properties = value.properties.iter();
    let properties: Vec<String> =
        properties.map(|(name, value)| format!("{name} {}", words::value(value))).collect();
    Some(paragraphs([head, properties.join(" · "), noted(value.note.as_deref())]))
}

/// A field or clause of a kind.
pub(super) fn member(library: &Library, member: &Member) -> Option<String> {
    let kind = library.kind(&member.kind)?;
    let owner = match &member.clause {
        Some(clause) => format!("in `{clause}` of {}", kind.name),
        None => format!("of {}", kind.name),
    };
    let (fields, clauses) = match &member.clause {
        Some(clause) => {
            let around = find_clause(&kind.clauses, clause)?;
            (&around.fields, &around.clauses)
        }
        None => (&kind.fields, &kind.clauses),
    };
    if let Some(field) = fields.iter().find(|field| field.name == member.name) {
        return Some(describe_field(library, field, &owner));
    }
    let clause = clauses.iter().find(|clause| clause.name == member.name)?;
    let params = clause.params.iter();
    let params: Vec<String> =
        params.map(|param| format!("{}: {}", param.name, type_words(&param.field_type))).collect();
    let params = if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
    let head = format!(
        "```\nclause {}{params}: {}\n```\nclause {owner}",
        clause.name,
        shape_words(&clause.shape)
    );
    Some(paragraphs([head, noted(clause.note.as_deref())]))
}

fn describe_field(library: &Library, field: &FieldDecl, owner: &str) -> String {
    let optional = if field.optional { "?" } else { "" };
    let default = field.default.as_ref().map(|value| format!(" = {}", words::value(value)));
    let head = format!(
        "```\nfield {}{optional}: {}{}\n```\nfield {owner}",
        field.name,
        type_words(&field.field_type),
        default.unwrap_or_default()
    );
    let of = match &field.field_type {
        FieldType::List { of } => of,
        other => other,
    };
    let values = match of {
        FieldType::Enum { id } => values(library, id),
        _ => String::new(),
    };
    paragraphs([head, noted(field.note.as_deref()), values])
}

/// The clause of that name among others or inside them.
pub(super) fn find_clause<'c>(clauses: &'c [ClauseDecl], name: &str) -> Option<&'c ClauseDecl> {
    let direct = clauses.iter().find(|clause| clause.name == name);
    direct.or_else(|| clauses.iter().find_map(|clause| find_clause(&clause.clauses, name)))
}

fn values(library: &Library, id: &str) -> String {
    let declared = library.enums().filter(|declared| declared.id == id);
    listed(declared.flat_map(|declared| &declared.values).map(|value| value.id.as_str()))
}

/// `a`, `b`, `c` and 12 more.
fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.len().checked_sub(MOST_NAMES) {
        Some(more @ 1..) => format!("{} and {more} more", names[..MOST_NAMES].join(", ")),
        _ => names.join(", "),
    }
}
