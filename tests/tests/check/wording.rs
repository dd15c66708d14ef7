//! Compares the rules text of `crawler/cards.card` with `crawler/texts.txt`; `UPDATE=1` rewrites
//! that file. The texts of all shipped cards must be complete.

use super::crawler;
use cardwright_games::GAMES;
use std::fs;
use std::path::Path;

use cardwright_check::{Checked, Project, check};
use cardwright_model::{Entity, Run};

#[test]
fn cards_read_as_they_should() {
    let mut game = crawler::game();
    game.files.retain(|(path, _)| path.starts_with("rules/"));
    game.files.push(("cards.card".to_owned(), include_str!("crawler/cards.card").to_owned()));
    let checked = check(&Project::from_memory([game]), GAMES);
    let errors = checked.diagnostics.iter().filter(|found| found.code.starts_with('E'));
    let errors: Vec<&str> = errors.map(|found| found.message.as_str()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let text: String = checked.packages[0].package().cards.iter().map(shown).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check/crawler/texts.txt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &text).expect("the texts can be written");
    }
    let expected = fs::read_to_string(&path).expect("the texts can be read");
    for (found, expected) in text.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "run with UPDATE=1 if the new text is better");
    }
    assert_eq!(text.lines().count(), expected.lines().count());
}

#[test]
fn every_word_of_the_vocabulary_is_worded() {
    let checked = shipped();
    let wordings = &checked.packages[0].package().wordings;
    let vocabulary = GAMES.vocabulary("crawler").expect("the engine is there");
    let tables = [
        ("verb", vocabulary.verbs),
        ("event", vocabulary.events),
        ("stat", vocabulary.stats),
        ("mark", vocabulary.marks),
        ("act", vocabulary.acts),
        ("zone", vocabulary.zones),
        ("selection", vocabulary.selections),
        ("query", vocabulary.queries),
        ("window", vocabulary.windows),
    ];
    let words = tables.iter().flat_map(|(category, words)| {
        words.iter().map(move |word| format!("{category} {}", word.name))
    });
    let missing: Vec<String> =
        words.filter(|of| wordings.iter().all(|wording| wording.of != *of)).collect();
    assert!(missing.is_empty(), "no wording for {missing:?}");
}

#[test]
fn every_text_is_made_of_whole_sentences() {
    let checked = shipped();
    for card in &checked.packages[0].package().cards {
        for block in card.text.iter().filter(|block| block.role != "keyword") {
            for paragraph in &block.paragraphs {
                let text: String = paragraph.iter().map(Run::plain).collect();
                let odd = ["  ", " .", " ,", "{", "}", "..", "|", "~", "#", " a a ", "‑"];
                assert!(odd.iter().all(|odd| !text.contains(odd)), "{}: {text}", card.id);
                assert_eq!(text.trim(), text, "{}", card.id);
            }
        }
    }
}

fn shipped() -> Checked {
    let checked = check(&Project::from_memory([crawler::game()]), GAMES);
    let unworded = checked.diagnostics.iter().filter(|found| found.code == "W0108");
    let unworded: Vec<&str> = unworded.map(|found| found.message.as_str()).collect();
    assert!(unworded.is_empty(), "{unworded:#?}");
    checked
}

/// A card's text, one line per paragraph: `[icon]`, `*term*`, `<keyword>`, `_reminder_`.
fn shown(card: &Entity) -> String {
    let mut text = format!("{} ({})\n", card.name, card.kind);
    for block in &card.text {
        for paragraph in &block.paragraphs {
            let words: String = paragraph.iter().map(marked).collect();
            let keys: String = block.keys.iter().map(|key| format!("{key}: ")).collect();
            text.push_str(&format!("  {:<9} {keys}{words}\n", block.role));
        }
    }
    text
}

fn marked(run: &Run) -> String {
    match run {
        Run::Text { text } => text.clone(),
        Run::Keyword { text, .. } => format!("<{text}>"),
        Run::Amount { text } => format!("!{text}!"),
        Run::Icon { id, .. } => format!("[{id}]"),
        Run::Dice { text, .. } => format!("[{text}]"),
        Run::Term { text } => format!("*{text}*"),
        Run::Reminder { text } => format!(" _{}_", text.trim()),
    }
}
