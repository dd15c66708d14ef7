//! What a single word means: every sense that it has in the game, with an example.

use std::collections::{BTreeMap, BTreeSet};

use cardwright_model::{ClauseDecl, FieldDecl, Kind};
use serde_json::{Value, json};

use super::content::{self, field_note, one_line, properties, wrapped};
use super::words::{Class, LANGUAGE, classes, limits, owners, signature};
use super::{Lexicon, example};
use cardwright_model::words;
use cardwright_model::words::{clause_words, field_words};

/// One sense of a word.
#[derive(Debug)]
pub(super) struct Meaning {
    /// What it is: "verb", "field of hero, monster".
    is: String,
    /// How it is written, and what it means, line by line.
    lines: Vec<String>,
    example: Option<String>,
}

impl Meaning {
    pub(super) fn human(&self) -> String {
        let mut text = format!("{}\n", self.is);
        for line in &self.lines {
            text.push_str(&format!("{line}\n"));
        }
        if let Some(example) = &self.example {
            text.push_str(&format!("  for example: {example}\n"));
        }
        text
    }

    pub(super) fn json(&self) -> Value {
        let lines: Vec<&str> = self.lines.iter().map(|line| line.trim()).collect();
        json!({ "is": self.is, "says": lines, "example": self.example })
    }
}

/// Every sense of a word.
pub(super) fn meanings(game: &Lexicon, word: &str) -> Vec<Meaning> {
    let mut found = of_language(game, word);
    found.extend(of_engine(game, word));
    found.extend(of_kinds(game, word));
    found.extend(of_members(game, word));
    found.extend(of_declarations(game, word));
    found
}

/// Every word that has a sense, to find the one that was meant.
pub(super) fn names(game: &Lexicon) -> BTreeSet<String> {
    let mut names: BTreeSet<String> =
        LANGUAGE.iter().map(|(word, ..)| (*word).to_owned()).collect();
    for class in classes(game.vocabulary) {
        names.extend(class.words.iter().map(|word| word.name.to_owned()));
    }
    let library = &game.library;
    for kind in library.kinds() {
        names.insert(kind.id.clone());
        names.extend(members(kind).map(|(name, _)| name));
    }
    names.extend(library.keywords().map(|keyword| keyword.id.clone()));
    names.extend(library.words().map(|word| word.id.clone()));
    for declared in library.enums() {
        names.insert(declared.id.clone());
        names.extend(declared.values.iter().map(|value| value.id.clone()));
    }
    names.extend(library.dice().map(|die| die.id.clone()));
    for package in &library.packages {
        let entities = package.cards.iter().chain(&package.formats).chain(&package.decks);
        names.extend(entities.map(|entity| entity.id.clone()));
    }
    names.extend(game.icons.iter().cloned());
    names
}

fn of_language(game: &Lexicon, word: &str) -> Vec<Meaning> {
    let meaning = |(known, written, says): &(&str, &str, &str)| Meaning {
        is: format!("{known}: word of the language"),
        lines: vec![format!("  {written}"), format!("  {says}")],
        example: example::of(game, known, &["{} "]),
    };
    LANGUAGE.iter().filter(|(known, ..)| *known == word).map(meaning).collect()
}

fn of_engine(game: &Lexicon, word: &str) -> Vec<Meaning> {
    let meaning = |class: &Class| {
        let known = class.words.iter().find(|known| known.name == word)?;
        let mut lines = vec![format!("  {}", signature(known)), format!("  {}", known.doc)];
        lines.extend(limits(known).iter().map(|limit| format!("  {limit}")));
        let owners = if class.section == "events" { owners(&game.library, word) } else { None };
        lines.extend(owners.map(|owners| format!("  {owners}")));
        let example = example::of(game, word, class.written);
        Some(Meaning { is: format!("{word}: {}", class.one), lines, example })
    };
    classes(game.vocabulary).iter().filter_map(meaning).collect()
}

fn of_kinds(game: &Lexicon, word: &str) -> Vec<Meaning> {
    let kind = game.library.kind(word).into_iter().map(|kind| Meaning {
        is: format!("{word}: kind"),
        lines: content::whole_kind(kind).lines().map(str::to_owned).collect(),
        example: example::of(game, word, &["{} "]),
    });
    let family: Vec<&str> = game
        .library
        .kinds()
        .filter(|kind| kind.family.as_deref() == Some(word) && !kind.is_abstract)
        .map(|kind| kind.id.as_str())
        .collect();
    let family = (!family.is_empty()).then(|| Meaning {
        is: format!("{word}: family of kinds"),
        lines: vec![wrapped("", family).trim_end().to_owned()],
        example: None,
    });
    kind.chain(family).collect()
}

/// Fields and clauses of that name, and the kinds that have them so.
fn of_members(game: &Lexicon, word: &str) -> Vec<Meaning> {
    let mut kinds: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for kind in game.library.kinds().filter(|kind| !kind.is_abstract) {
        for (_, says) in members(kind).filter(|(name, _)| name == word) {
            kinds.entry(says).or_default().push(&kind.id);
        }
    }
    let meaning = |(says, kinds): (String, Vec<&str>)| Meaning {
        is: format!("{word}: part of {}", kinds.join(", ")),
        lines: says.lines().map(|line| format!("  {line}")).collect(),
        example: example::of(game, word, &["{}:", "{} ", "{}"]),
    };
    kinds.into_iter().map(meaning).collect()
}

/// The fields and clauses of a kind, also those inside clauses, each with what it says.
fn members(kind: &Kind) -> impl Iterator<Item = (String, String)> {
    let mut found = Vec::new();
    collect(&kind.fields, &kind.clauses, "", &mut found);
    found.into_iter()
}

fn collect(
    fields: &[FieldDecl],
    clauses: &[ClauseDecl],
    inside: &str,
    found: &mut Vec<(String, String)>,
) {
    let inside = if inside.is_empty() { String::new() } else { format!("in `{inside}`: ") };
    for field in fields {
        let says = format!("{inside}field {}\n{}", field_words(field), field_note(field));
        found.push((field.name.clone(), says.trim_end().to_owned()));
    }
    for clause in clauses {
        let note = clause.note.as_deref().map(one_line).unwrap_or_default();
        let says = format!("{inside}clause {}\n{note}", clause_words(clause));
        found.push((clause.name.clone(), says.trim_end().to_owned()));
        collect(&clause.fields, &clause.clauses, &clause.name, found);
    }
}

/// Keywords, enums and their values, dice, formats, decks, cards and icons.
fn of_declarations(game: &Lexicon, word: &str) -> Vec<Meaning> {
    let library = &game.library;
    let mut found = Vec::new();
    let mut add = |is: &str, lines: Vec<String>, example: Option<String>| {
        found.push(Meaning { is: format!("{word}: {is}"), lines, example });
    };
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    if let Some(keyword) = library.keyword(word) {
        let mut says = lines(&content::keyword(keyword));
        if !keyword.hosts.is_empty() {
            says.push(format!("      on {}", keyword.hosts.join(", ")));
        }
        says.extend(keyword.note.as_deref().map(|note| format!("      {}", one_line(note))));
        add("keyword", says, example::of(game, word, &[": {}", ", {}"]));
    }
    if let Some(own) = library.words().find(|known| known.id == word) {
        add(&own.category, lines(&content::word(own)), example::of(game, word, &["{}"]));
    }
    let declared: Vec<_> = library.enums().filter(|declared| declared.id == word).collect();
    if !declared.is_empty() {
        let notes = declared.iter().filter_map(|declared| declared.note.as_deref());
        let mut says: Vec<String> = notes.map(|note| format!("  {}", one_line(note))).collect();
        let values = declared.iter().flat_map(|declared| &declared.values);
        says.extend(lines(&wrapped("values", values.map(|value| value.id.as_str()))));
        add("enum", says, None);
    }
    for declared in library.enums() {
        for value in declared.values.iter().filter(|value| value.id == word) {
            let mut says = vec![format!("  \"{}\"", value.name)];
            says.extend(value.note.as_deref().map(|note| format!("  {}", one_line(note))));
            let properties = properties(value);
            if !properties.is_empty() {
                says.push(format!("  {properties}"));
            }
            let example = example::of(game, word, &[": {}", ", {}", "{}"]);
            add(&format!("value of {}", declared.id), says, example);
        }
    }
    if library.die(word).is_some() {
        add("die", Vec::new(), None);
    }
    for package in &library.packages {
        let sorts = [("format", &package.formats), ("deck", &package.decks)];
        for (sort, entities) in sorts {
            for entity in entities.iter().filter(|entity| entity.id == word) {
                add(sort, vec![format!("  \"{}\"", entity.name)], None);
            }
        }
        let is_called = |name: &str| name.eq_ignore_ascii_case(word);
        for card in package.cards.iter().filter(|card| card.id == word || is_called(&card.name)) {
            let mut says = vec![format!("  \"{}\" ({})", card.name, card.id)];
            says.extend(words::paragraphs(card).into_iter().map(|text| format!("  {text}")));
            add(&format!("card, {}", card.kind), says, None);
        }
    }
    if game.icons.contains(word) {
        add("icon", vec![format!("  `icon: {word}`, or `[{word}]` in a text")], None);
    }
    found
}
