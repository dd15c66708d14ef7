//! Enums, kinds, keywords and legality rules that are new, gone or different.

use cardwright_model::{
    EnumDecl, FieldType, Keyword, Kind, Package, Param, RuleDecl, Value, words,
};

use super::{Change, Detail, Fate, differs, paired};

/// Adds the changes of the rules.
pub(super) fn compare(old: &Package, new: &Package, changes: &mut Vec<Change>) {
    each(&old.enums, &new.enums, "enum", |item| (&item.id, &item.name), changed_enum, changes);
    each(&old.kinds, &new.kinds, "kind", |item| (&item.id, &item.name), changed_kind, changes);
    each(
        &old.keywords,
        &new.keywords,
        "keyword",
        |item| (&item.id, &item.name),
        changed_keyword,
        changes,
    );
    each(&old.rules, &new.rules, "rule", |item| (&item.id, &item.id), changed_rule, changes);
}

type Changed = (Vec<Detail>, Option<String>);

fn each<T>(
    old: &[T],
    new: &[T],
    what: &'static str,
    named: impl Fn(&T) -> (&String, &String),
    changed: impl Fn(&T, &T) -> Changed,
    changes: &mut Vec<Change>,
) {
    for pair in paired(old, new, |item| named(item).0) {
        let (item, fate, details, breaking) = match pair {
            (None, Some(item)) => (item, Fate::Added, Vec::new(), added(what)),
            (Some(item), None) => (item, Fate::Removed, Vec::new(), removed(what)),
            (Some(before), Some(after)) => {
                let (details, breaking) = changed(before, after);
                if details.is_empty() {
                    continue;
                }
                (after, Fate::Changed, details, breaking)
            }
            (None, None) => continue,
        };
        let (id, name) = named(item);
        changes.push(Change { what, id: id.clone(), name: name.clone(), fate, details, breaking });
    }
}

fn added(what: &str) -> Option<String> {
    (what == "rule").then(|| "content that was legal may break it".into())
}

fn removed(what: &str) -> Option<String> {
    match what {
        "rule" => None,
        _ => Some("content that uses it no longer checks".into()),
    }
}

fn changed_enum(before: &EnumDecl, after: &EnumDecl) -> Changed {
    let mut details = Vec::new();
    details.extend(differs("name", Some(before.name.clone()), Some(after.name.clone())));
    let mut gone = Vec::new();
    for pair in paired(&before.values, &after.values, |value| &value.id) {
        match pair {
            (None, Some(value)) => details.extend(differs("value", None, Some(value.id.clone()))),
            (Some(value), None) => {
                gone.push(value.id.as_str());
                details.extend(differs("value", Some(value.id.clone()), None));
            }
            (Some(old), Some(new)) => {
                let part = format!("name of {}", new.id);
                details.extend(differs(&part, Some(old.name.clone()), Some(new.name.clone())));
            }
            (None, None) => {}
        }
    }
    let breaking = (!gone.is_empty())
        .then(|| format!("content that says {} no longer checks", gone.join(", ")));
    (details, breaking)
}

fn changed_kind(before: &Kind, after: &Kind) -> Changed {
    let mut details = Vec::new();
    let mut breaking = None;
    details.extend(differs("name", Some(before.name.clone()), Some(after.name.clone())));
    for pair in paired(&before.fields, &after.fields, |field| &field.name) {
        match pair {
            (None, Some(field)) => {
                details.extend(differs("field", None, Some(field.name.clone())));
                if !field.optional && field.default.is_none() {
                    breaking = Some(format!("cards must now have the field `{}`", field.name));
                }
            }
            (Some(field), None) => {
                details.extend(differs("field", Some(field.name.clone()), None));
                breaking =
                    Some(format!("cards that have the field `{}` no longer check", field.name));
            }
            (Some(old), Some(new)) if old != new => {
                details.push(Detail {
                    part: format!("field {}", new.name),
                    old: Some("declared otherwise".into()),
                    new: Some("see the kind".into()),
                });
                if old.field_type != new.field_type {
                    breaking = Some(format!("the field `{}` holds something else now", new.name));
                }
            }
            _ => {}
        }
    }
    for pair in paired(&before.clauses, &after.clauses, |clause| &clause.name) {
        match pair {
            (None, Some(clause)) => {
                details.extend(differs("clause", None, Some(clause.name.clone())))
            }
            (Some(clause), None) => {
                details.extend(differs("clause", Some(clause.name.clone()), None));
                breaking = Some(format!("cards that have a `{}` no longer check", clause.name));
            }
            _ => {}
        }
    }
    (details, breaking)
}

fn changed_keyword(before: &Keyword, after: &Keyword) -> Changed {
    let mut details = Vec::new();
    let mut breaking = None;
    let parameters = |keyword: &Keyword| {
        let names: Vec<String> = keyword.params.iter().map(parameter).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    details.extend(differs("name", Some(before.name.clone()), Some(after.name.clone())));
    if before.params != after.params {
        details.push(Detail {
            part: "parameters".into(),
            old: parameters(before),
            new: parameters(after),
        });
        breaking = Some("cards that carry it may no longer check".into());
    }
    details.extend(differs("wording", Some(before.wording.clone()), Some(after.wording.clone())));
    details.extend(differs(
        "reminder",
        Some(before.reminder.clone()),
        Some(after.reminder.clone()),
    ));
    if before.body != after.body || before.stacking != after.stacking {
        details.push(Detail {
            part: "effect".into(),
            old: Some("worked otherwise".into()),
            new: Some("see the keyword".into()),
        });
    }
    (details, breaking)
}

/// A parameter with the numbers that it may be.
fn parameter(param: &Param) -> String {
    match &param.field_type {
        FieldType::Int { range: Some(range) } | FieldType::Formula { range: Some(range) } => {
            format!(
                "{} {}",
                param.name,
                words::value(&Value::Range { min: range.min, max: range.max })
            )
        }
        _ => param.name.clone(),
    }
}

fn changed_rule(before: &RuleDecl, after: &RuleDecl) -> Changed {
    let mut details = Vec::new();
    details.extend(differs("note", Some(before.note.clone()), Some(after.note.clone())));
    let stricter = before.severity > after.severity;
    if before.severity != after.severity {
        let word = |rule: &RuleDecl| Some(format!("{:?}", rule.severity).to_lowercase());
        details.extend(differs("severity", word(before), word(after)));
    }
    let asks = before.body != after.body || before.condition != after.condition;
    if asks {
        details.push(Detail {
            part: "what it asks".into(),
            old: Some("something else".into()),
            new: Some("see the rule".into()),
        });
    }
    let breaking = (asks || stricter).then(|| "content that was legal may break it".into());
    (details, breaking)
}
