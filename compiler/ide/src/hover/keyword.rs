//! A keyword as cards print it, with its parameters filled in.

use cardwright_check::{Mention, write_texts};
use cardwright_model::rulebook::has_word;
use cardwright_model::{BookRule, Entity, Keyword, KeywordUse, Library, Package, Param};

use super::{noted, paragraphs};
use cardwright_model::words;
use cardwright_model::words::type_words;

/// Rules of the rulebook that are shown; the rest is counted.
const MOST_RULES: usize = 4;

/// A keyword; with arguments, as a card with them prints it.
pub(super) fn describe(
    library: &Library,
    keyword: &Keyword,
    mention: &Mention,
    card: Option<&Entity>,
) -> String {
    let category = keyword.category.as_ref().map(|category| format!(", {category}"));
    let printed = printed(library, keyword, mention, card).filter(|text| !text.is_empty());
    let (title, rules) = match printed {
        Some(printed) => (format!("**{}**", keyword.name), printed),
        None => {
            let params: Vec<String> = keyword.params.iter().map(param).collect();
            let params =
                if params.is_empty() { String::new() } else { format!(" ({})", params.join(", ")) };
            let rules = format!("{}\n\n{}", keyword.wording, keyword.reminder);
            (format!("**{}**{params}", keyword.name), rules)
        }
    };
    let head = format!("{title}: keyword{}", category.unwrap_or_default());
    let mut facts = Vec::new();
    if !keyword.hosts.is_empty() {
        facts.push(format!("on {}", keyword.hosts.join(", ")));
    }
    match keyword.stacking.as_str() {
        "sum" => facts.push("several add up".to_owned()),
        "highest" => facts.push("only the highest counts".to_owned()),
        _ => {}
    }
    if keyword.provisional {
        facts.push("provisional".to_owned());
    }
    let book = rules_about(library, keyword);
    paragraphs([head, rules, facts.join(" · "), noted(keyword.note.as_deref()), book])
}

/// The rules of the rulebook whose title names the keyword, or which have it as a term; where there
/// is none, those whose text names it.
fn rules_about(library: &Library, keyword: &Keyword) -> String {
    let all: Vec<BookRule<'_>> = library.book_rules().collect();
    let named = |text: &str| has_word(text, &keyword.name);
    let is_about = |rule: &&BookRule<'_>| {
        named(rule.title()) || rule.terms().any(|term| term.eq_ignore_ascii_case(&keyword.name))
    };
    let mut about: Vec<&BookRule<'_>> = all.iter().filter(is_about).collect();
    if about.is_empty() {
        let says = |rule: &&BookRule<'_>| named(rule.said("text"));
        about = all.iter().filter(says).collect();
    }
    let more = about.len().saturating_sub(MOST_RULES);
    let mut lines: Vec<String> = about
        .into_iter()
        .take(MOST_RULES)
        .map(|rule| {
            let text = library.with_rule_numbers(rule.said("text"));
            format!("- **{} {}**: {text}", rule.printed(), rule.title())
        })
        .collect();
    if more > 0 {
        lines.push(format!("- and {more} more"));
    }
    match lines.is_empty() {
        true => String::new(),
        false => format!("In the rulebook:\n{}", lines.join("\n")),
    }
}

/// What a card prints that has nothing but this keyword. None for the keyword by itself.
fn printed(
    library: &Library,
    keyword: &Keyword,
    mention: &Mention,
    card: Option<&Entity>,
) -> Option<String> {
    if mention.declares || mention.args.len() < keyword.params.len() {
        return None;
    }
    let used =
        KeywordUse { keyword: keyword.id.clone(), args: mention.args.clone(), then: Vec::new() };
    let kind = match card {
        Some(card) => card.kind.clone(),
        None => library.cards().next()?.kind.clone(),
    };
    let alone = Entity {
        id: keyword.id.clone(),
        name: keyword.name.clone(),
        kind,
        keywords: vec![used],
        ..Entity::default()
    };
    let mut package = Package { cards: vec![alone].into(), ..Package::default() };
    write_texts(library, &mut package);
    let text = words::text(package.cards.first()?, "\n\n");
    // Kinds without a place for keywords print none; a reminder may be left out for space.
    if text.is_empty() {
        return None;
    }
    let has_reminder = package.cards.iter().flat_map(|card| &card.text).any(|block| {
        let runs = block.paragraphs.iter().flatten();
        runs.into_iter().any(|run| matches!(run, cardwright_model::Run::Reminder { .. }))
    });
    Some(if has_reminder { text } else { format!("{text}\n\n*{}*", keyword.reminder) })
}

fn param(param: &Param) -> String {
    format!("{}: {}", param.name, type_words(&param.field_type))
}
