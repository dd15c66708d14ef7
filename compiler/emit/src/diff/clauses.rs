//! Lines and blocks of cards that are new, gone or different: their names, costs, keywords, bonuses
//! and maps. What they do is in the text.

use std::collections::BTreeSet;

use cardwright_model::{Clause, words};

use super::{Detail, differs, entity};

/// Adds the changes between two lists of clauses.
pub(super) fn compare(old: &[Clause], new: &[Clause], details: &mut Vec<Detail>) {
    for (before, after) in pairs(old, new) {
        match (before, after) {
            (Some(before), Some(after)) => changed(before, after, details),
            (before, after) => {
                let whole = |clause: &Clause| words::clause(clause).replace('\n', "; ");
                let named = after.or(before);
                let part = named.map_or("", |clause| clause.clause.as_str());
                details.extend(differs(part, before.map(whole), after.map(whole)));
            }
        }
    }
}

/// Each clause with what it was: of the same name first, then the next of its sort.
fn pairs<'a>(
    old: &'a [Clause],
    new: &'a [Clause],
) -> Vec<(Option<&'a Clause>, Option<&'a Clause>)> {
    let mut left: Vec<&Clause> = old.iter().collect();
    let mut found: Vec<(Option<&Clause>, &Clause)> = new.iter().map(|one| (None, one)).collect();
    let is_equal = |before: &Clause, after: &Clause| before == after;
    let is_named = |before: &Clause, after: &Clause| {
        before.clause == after.clause && before.label == after.label && before.args == after.args
    };
    let is_labelled = |before: &Clause, after: &Clause| {
        before.clause == after.clause && before.label == after.label
    };
    let is_alike = |before: &Clause, after: &Clause| before.clause == after.clause;
    type Likeness<'a> = &'a dyn Fn(&Clause, &Clause) -> bool;
    let rules: [Likeness<'_>; 4] = [&is_equal, &is_named, &is_labelled, &is_alike];
    for rule in rules {
        for (before, after) in found.iter_mut().filter(|(before, _)| before.is_none()) {
            if let Some(place) = left.iter().position(|one| rule(one, after)) {
                *before = Some(left.remove(place));
            }
        }
    }
    let gone = left.into_iter().map(|one| (Some(one), None));
    found.into_iter().map(|(before, after)| (before, Some(after))).chain(gone).collect()
}

fn changed(before: &Clause, after: &Clause, details: &mut Vec<Detail>) {
    let name = match &after.label {
        Some(label) => format!("{} \"{label}\"", after.clause),
        None => after.clause.clone(),
    };
    let part = |what: &str| format!("{name}, {what}");
    details.extend(differs(&part("name"), before.label.clone(), after.label.clone()));
    details.extend(differs(&part("to"), before.to.clone(), after.to.clone()));
    let arguments: BTreeSet<&String> = before.args.keys().chain(after.args.keys()).collect();
    for argument in arguments {
        let (old, new) = (before.args.get(argument), after.args.get(argument));
        entity::values(&part(argument), old, new, details);
    }
    let fields: BTreeSet<&String> = before.fields.keys().chain(after.fields.keys()).collect();
    for field in fields {
        let (old, new) = (before.fields.get(field), after.fields.get(field));
        entity::values(&part(field), old, new, details);
    }
    let joined = |all: Vec<String>| (!all.is_empty()).then(|| all.join(", "));
    let keywords = |clause: &Clause| joined(clause.keywords.iter().map(words::keyword).collect());
    details.extend(differs(&part("keywords"), keywords(before), keywords(after)));
    let bonuses = |clause: &Clause| joined(clause.bonuses.iter().map(words::bonus).collect());
    details.extend(differs(&part("bonuses"), bonuses(before), bonuses(after)));
    compare(&before.clauses, &after.clauses, details);
}
