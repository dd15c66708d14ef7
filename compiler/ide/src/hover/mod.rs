//! What a name or a pool of dice means, in Markdown, for whoever rests on it.

mod card;
mod dice;
mod keyword;
pub(super) mod rules;

use std::fmt::Write;

use cardwright_check::{FileId, Meaning, Mention};
use cardwright_dsl::ast::Span;
use cardwright_model::{BookRule, Entity, Library, Role};
use cardwright_vocabulary::Games;

use crate::unit::Snapshot;
use crate::vocabulary::signature;

/// What to show at a byte of a file, and for which stretch of it.
pub(super) fn hover(
    snapshot: &Snapshot,
    games: Games,
    file: FileId,
    offset: u32,
) -> Option<(Span, String)> {
    let library = &snapshot.package()?.library;
    let found = snapshot.mentions_at(file, offset);
    let card = card_around(snapshot, library, file, offset);
    let first = found.first()?;
    let mut text = describe(library, games, first, card)?;
    if let Some(odds) =
        dice_beside(snapshot, &found).and_then(|dice| describe(library, games, dice, card))
    {
        let _ = write!(text, "\n\n{odds}");
    }
    Some((first.location.span, text))
}

/// The dice around a name, such as those of `+1B ATT` around `ATT`, or those on the line of a
/// field or clause.
fn dice_beside<'s>(snapshot: &'s Snapshot, found: &[&'s Mention]) -> Option<&'s Mention> {
    let is_dice = |mention: &&Mention| matches!(mention.meaning, Meaning::Dice { .. });
    let (first, around) = found.split_first()?;
    if let Some(dice) = around.iter().find(|mention| is_dice(mention)) {
        return Some(dice);
    }
    if !matches!(first.meaning, Meaning::Member(_)) || first.declares {
        return None;
    }
    let source = snapshot.source(first.location.file);
    let line = |mention: &Mention| source.line(mention.location.span.start);
    let rest = snapshot.mentions_in(first.location.file).iter();
    rest.filter(|mention| mention.location > first.location && line(mention) == line(first))
        .find(is_dice)
}

/// What a mention means, in Markdown. `card` is the card it stands on.
pub(super) fn describe(
    library: &Library,
    games: Games,
    mention: &Mention,
    card: Option<&Entity>,
) -> Option<String> {
    match &mention.meaning {
        Meaning::Entity { role, id } => {
            entity(library, *role, id).map(|found| card::describe(library, found))
        }
        Meaning::Keyword(id) => {
            let keyword = library.keyword(id)?;
            Some(keyword::describe(library, keyword, mention, card))
        }
        Meaning::Dice { pool, stat, adds } => {
            let stat = stat.as_deref();
            dice::describe(library, pool, stat, card.filter(|_| *adds))
        }
        Meaning::Word { class, name } => {
            let game = &library.game()?.engine;
            if let Some(own) = library.words().find(|word| word.id == *name) {
                let note = own.note.as_deref().unwrap_or_default();
                return Some(format!("```\n{}\n```\n{}: {note}", own.signature(), own.category));
            }
            let vocabulary = games.vocabulary(game)?;
            let word = class.words(vocabulary).iter().find(|word| word.name == name)?;
            Some(format!("```\n{}\n```\n{}: {}", signature(word), class.title(), word.doc))
        }
        Meaning::Kind(id) => library.kind(id).map(|kind| rules::kind(library, kind)),
        Meaning::Family(id) => Some(rules::family(library, id)),
        Meaning::Enum(id) => Some(rules::enumeration(library, id)),
        Meaning::Value { of, id } => rules::value(library, of, id),
        Meaning::Member(member) => rules::member(library, member),
        Meaning::Die(id) => library.die(id).map(|die| dice::die(library, die)),
        Meaning::Rule(id) => {
            let rules = library.packages.iter().flat_map(|package| &package.rules);
            let rule = rules.into_iter().find(|rule| rule.id == *id)?;
            Some(format!("**{id}**: legality rule\n\n{}", rule.note))
        }
        Meaning::BookRule { chapter, number } => {
            let name = format!("{chapter}.{number}");
            library
                .book_rules()
                .find(|rule| rule.name() == name)
                .map(|rule| book_rule(library, rule))
        }
        Meaning::Test(_) | Meaning::File(_) => None,
    }
}

/// A rule of the rulebook with its texts.
fn book_rule(library: &Library, rule: BookRule<'_>) -> String {
    let head = format!("**{} {}**: rule of the rulebook", rule.name(), rule.title());
    let texts = ["text", "example", "ruling"].map(|field| rule.said(field));
    let texts = texts.into_iter().map(|text| library.with_rule_numbers(text));
    paragraphs(std::iter::once(head).chain(texts))
}

/// The declaration of that role and name; an amended one as it was amended.
pub(super) fn entity<'l>(library: &'l Library, role: Role, id: &str) -> Option<&'l Entity> {
    library.packages.iter().rev().find_map(|package| {
        let declared = match role {
            Role::Card => &package.cards,
            Role::Deck => &package.decks,
            Role::Format => &package.formats,
            Role::Record => &package.records,
        };
        let patterns = package.patterns.iter();
        declared.iter().chain(patterns).find(|entity| entity.id == id)
    })
}

/// The card, deck or other declaration inside which a byte stands.
fn card_around<'l>(
    snapshot: &Snapshot,
    library: &'l Library,
    file: FileId,
    offset: u32,
) -> Option<&'l Entity> {
    let heads = snapshot.mentions_in(file).iter().filter(|mention| {
        let is_part = matches!(
            mention.meaning,
            Meaning::Member(_) | Meaning::Value { .. } | Meaning::BookRule { .. }
        );
        mention.declares && !is_part
    });
    let before = heads.take_while(|mention| mention.location.span.start <= offset);
    match &before.last()?.meaning {
        Meaning::Entity { role, id } => entity(library, *role, id),
        _ => None,
    }
}

/// A designer's note, set off.
pub(super) fn noted(note: Option<&str>) -> String {
    let lines = note.unwrap_or_default().lines();
    lines.map(|line| format!("> {}\n", line.trim())).collect()
}

/// Parts that are not empty, with a blank line between them.
pub(super) fn paragraphs(parts: impl IntoIterator<Item = String>) -> String {
    let parts = parts.into_iter().map(|part| part.trim().to_owned());
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Markdown for an editor that shows plain text.
pub(super) fn plain(markdown: &str) -> String {
    let is_fence = |line: &&str| line.starts_with("```") || line.starts_with("|--");
    let lines = markdown.lines().filter(|line| !is_fence(line));
    let lines: Vec<String> =
        lines.map(|line| line.replace("**", "").replace('`', "").replace('|', " ")).collect();
    lines.join("\n")
}
