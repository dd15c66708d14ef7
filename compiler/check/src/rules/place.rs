//! Finds the place a violation is about: the line of the list, the field, the clause.

use cardwright_model::{Entity, Expr};

use super::RulePlace;
use super::expression::{Scope, argument, word_of};
use super::value::Origin;

/// The most specific place that a failed condition refers to.
pub(super) fn of(condition: &Expr, scope: &Scope<'_, '_>) -> RulePlace {
    let card = scope.at_hand();
    let subject = scope.subject.id.clone();
    match card.origin {
        Origin::List(list) => {
            RulePlace { entity: subject, item: Some(format!("lists.{list}.{}", card.entity.id)) }
        }
        Origin::Field(field) => {
            RulePlace { entity: subject, item: Some(format!("fields.{field}.{}", card.entity.id)) }
        }
        Origin::Itself => {
            let item = first(condition, &mut |part| item_of(part, card.entity));
            RulePlace { entity: card.entity.id.clone(), item }
        }
    }
}

/// A second place to point at: the field of the format, or the card with the same values.
pub(super) fn second<'a>(
    condition: &'a Expr,
    scope: &mut Scope<'a, '_>,
) -> Option<(RulePlace, String)> {
    if let Some(format) = scope.format()
        && let Some(field) = first(condition, &mut format_field)
        && format.fields.contains_key(&field)
    {
        let label = format!("{} says so here", format.name);
        let place = RulePlace { entity: format.id.clone(), item: Some(format!("fields.{field}")) };
        return Some((place, label));
    }
    let mut pairs = Vec::new();
    condition.each(&mut |part| {
        if let Expr::Query { name, args } = part
            && (name == "alike" || name == "twin")
        {
            pairs.push(args);
        }
    });
    let args = pairs.first()?;
    let twin = scope.twin(args)?;
    let field = argument(args, "second").or(argument(args, "field")).and_then(word_of);
    let item = field
        .filter(|field| twin.entity.fields.contains_key(*field))
        .map(|field| format!("fields.{field}"));
    let place = RulePlace { entity: twin.entity.id.clone(), item };
    Some((place, format!("the other one is {}", twin.entity.name)))
}

/// Whether a condition reads the deck's format.
pub(super) fn mentions_format(condition: &Expr) -> bool {
    first(condition, &mut format_field).is_some()
}

fn format_field(part: &Expr) -> Option<String> {
    match part {
        Expr::Member { of, name } if word_of(of) == Some("format") => Some(name.clone()),
        _ => None,
    }
}

/// The part of an entity that a part of a condition refers to, if the entity has it.
fn item_of(part: &Expr, entity: &Entity) -> Option<String> {
    let list = |name: &str| {
        if entity.lists.contains_key(name) {
            return Some(format!("lists.{name}"));
        }
        entity.fields.contains_key(name).then(|| format!("fields.{name}"))
    };
    match part {
        Expr::Select { source, .. } => list(source.strip_suffix("-cards").unwrap_or(source)),
        Expr::Query { name, args } => {
            let word = |parameter: &str| argument(args, parameter).and_then(word_of).unwrap_or("");
            match name.as_str() {
                "size" => list(word("list")),
                "has" | "argument" => {
                    let id = word("keyword");
                    let used = entity.keywords.iter().any(|used| used.keyword == id);
                    used.then(|| format!("keywords.{id}"))
                }
                "has-clause" | "clause-count" | "clause-lacking" | "clause-values" => {
                    let id = word("clause");
                    let has = entity.clauses.iter().any(|clause| clause.clause == id);
                    has.then(|| format!("clauses.{id}"))
                }
                "alike" | "twin" => list(word("second")).or_else(|| list(word("field"))),
                "given" => list(word("field")),
                field => entity.fields.contains_key(field).then(|| format!("fields.{field}")),
            }
        }
        Expr::Var { name } => entity.fields.contains_key(name).then(|| format!("fields.{name}")),
        // `format.hand-limit` refers to the format, `deck.hand-limit` to the deck.
        Expr::Member { of, name } if matches!(word_of(of), Some("self" | "it" | "deck")) => {
            list(name)
        }
        _ => None,
    }
}

fn first<T>(expr: &Expr, find: &mut dyn FnMut(&Expr) -> Option<T>) -> Option<T> {
    let mut found = None;
    expr.each(&mut |part| {
        if found.is_none() {
            found = find(part);
        }
    });
    found
}
