//! Every word that a game's content may use, or one of them explained.

mod content;
mod example;
mod one;
mod words;

use std::collections::BTreeSet;
use std::path::PathBuf;

use cardwright_check::{Sources, suggest};
use cardwright_model::{Entity, Library};
use cardwright_vocabulary::Vocabulary;
use serde_json::{Value, json};

pub(crate) use words::{named, signature, sort_name, type_name};

/// All that has a name in a game: the words of its engine, and what its content declares.
pub struct Lexicon {
    /// The words of the engine.
    pub vocabulary: &'static Vocabulary,
    /// What the content declares.
    pub library: Library,
    /// The icons that cards may use.
    pub icons: BTreeSet<String>,
    /// Names for how cards are drawn and printed: the section, its title, the names.
    pub looks: Vec<(&'static str, &'static str, BTreeSet<String>)>,
    /// Where examples are found.
    pub sources: Sources,
    /// The folder that the shipped games are in.
    pub content: PathBuf,
}

/// A part of the vocabulary: how it is asked for, its title, and its text.
struct Section {
    name: &'static str,
    title: &'static str,
    text: String,
}

impl Lexicon {
    /// Every section, for people at a terminal.
    pub fn whole(&self) -> String {
        let name = self.game();
        let mut text = format!(
            "The vocabulary of {name}\n`cardwright vocabulary {name} WORD` explains a word, \
             `cardwright vocabulary {name} SECTION` prints a section.\n"
        );
        for Section { name, title, text: words } in self.sections() {
            text.push_str(&format!("\n{title} ({name})\n\n{words}"));
        }
        text
    }

    /// The name of the game.
    fn game(&self) -> &str {
        self.library.game().map_or(self.vocabulary.game, |game| game.id.as_str())
    }

    /// A section, or what a word means; an error says what else may have been meant.
    pub fn explained(&self, word: &str) -> Result<String, String> {
        let sections = self.sections();
        let mut text = String::new();
        for meaning in one::meanings(self, word) {
            text.push_str(&format!("{}\n", meaning.human()));
        }
        if let Some(section) = sections.iter().find(|section| section.name == word) {
            text.push_str(&format!("{}\n\n{}", section.title, section.text));
        }
        if text.is_empty() {
            let known = one::names(self);
            let known = known.iter().map(String::as_str);
            let near = suggest(word, known.chain(sections.iter().map(|section| section.name)));
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return Err(format!("{} has no word `{word}`{near}", self.game()));
        }
        Ok(text)
    }

    /// What a word means, for programs.
    pub fn explained_as_json(&self, word: &str) -> Value {
        let meanings: Vec<_> = one::meanings(self, word).iter().map(one::Meaning::json).collect();
        json!({ "word": word, "meanings": meanings })
    }

    /// Everything for programs: the engine's words as they are, then what the content declares.
    pub fn json(&self) -> Value {
        let mut all = json!(self.vocabulary);
        let library = &self.library;
        let name =
            |entity: &Entity| json!({ "id": entity.id, "name": entity.name, "kind": entity.kind });
        if library.words().next().is_some() {
            all["words"] = json!(library.words().collect::<Vec<_>>());
        }
        all["kinds"] = json!(library.kinds().collect::<Vec<_>>());
        all["keywords"] = json!(library.keywords().collect::<Vec<_>>());
        all["values"] = json!(library.enums().collect::<Vec<_>>());
        all["faces"] = json!(library.dice().collect::<Vec<_>>());
        let packages = &library.packages;
        let formats = packages.iter().flat_map(|package| &package.formats);
        all["formats"] = formats.map(name).collect();
        let cards = packages.iter().flat_map(|package| &package.cards);
        all["cards"] = cards.map(name).collect();
        all["icons"] = json!(self.icons);
        for (section, _, names) in &self.looks {
            all[*section] = json!(names);
        }
        all
    }

    fn sections(&self) -> Vec<Section> {
        let mut all = content::declared(self);
        all.extend(words::sections(self.vocabulary, &self.library));
        all.extend(content::named(self));
        all.retain(|section| !section.text.is_empty());
        all
    }
}
