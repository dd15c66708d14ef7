//! A check that remembers finds what a fresh one finds, whatever was edited in between.

use std::path::PathBuf;
use std::sync::Arc;

use cardwright_check::project::LoadOptions;
use cardwright_check::{Cache, Checked, FileId, Project, check_noting};
use cardwright_games::GAMES;
use cardwright_model::Library;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

use super::common::{game, package, project};

/// Edits in a row of one package. Each is checked twice, so a few are some seconds; the seeds are
/// fixed, and more edits were tried when the way of remembering changed.
const EDITS: usize = 5;

/// What a designer may do to a text, at places that are drawn.
#[derive(Debug, Clone)]
enum Edit {
    /// Types a letter into it.
    Type(u32, char),
    /// Rubs a few letters out.
    Rub(u32, u8),
    /// Writes another word in the place of one, everywhere or there.
    Rename(u32, u32, bool),
    /// Takes a whole declaration out.
    Delete(u32),
    /// Puts a declaration behind another.
    Move(u32, u32),
    /// Writes a declaration twice.
    Double(u32),
    /// Puts an empty line in front of everything.
    Push,
    /// Takes back everything that was done to the file.
    Undo,
}

fn edits() -> impl Strategy<Value = Edit> {
    let at = any::<u32>;
    let letter = prop::sample::select("ax1 {}\":;-\n,|".chars().collect::<Vec<char>>());
    prop_oneof![
        6 => (at(), letter).prop_map(|(place, letter)| Edit::Type(place, letter)),
        3 => (at(), 1..6u8).prop_map(|(place, count)| Edit::Rub(place, count)),
        4 => (at(), at(), any::<bool>()).prop_map(|(one, two, all)| Edit::Rename(one, two, all)),
        2 => at().prop_map(Edit::Delete),
        2 => (at(), at()).prop_map(|(one, two)| Edit::Move(one, two)),
        1 => at().prop_map(Edit::Double),
        1 => Just(Edit::Push),
        6 => Just(Edit::Undo),
    ]
}

impl Edit {
    fn apply(&self, text: &str, original: &str) -> String {
        let nth = |count: usize, which: u32| which as usize % count.max(1);
        let byte = |which: u32| {
            let mut at = nth(text.len() + 1, which);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let mut items = items(text);
        match self {
            Edit::Type(place, letter) => {
                let (before, behind) = text.split_at(byte(*place));
                return format!("{before}{letter}{behind}");
            }
            Edit::Rub(place, count) => {
                let (before, behind) = text.split_at(byte(*place));
                return format!(
                    "{before}{}",
                    behind.chars().skip((*count).into()).collect::<String>()
                );
            }
            Edit::Rename(one, two, everywhere) => {
                let words = words(text);
                let Some((at, old)) = words.get(nth(words.len(), *one)) else {
                    return text.to_owned();
                };
                let new = words[nth(words.len(), *two)].1;
                if *everywhere {
                    return text.replace(old, &format!("{new}-x"));
                }
                return format!("{}{new}{}", &text[..*at], &text[at + old.len()..]);
            }
            Edit::Delete(which) if !items.is_empty() => {
                items.remove(nth(items.len(), *which));
            }
            Edit::Move(one, two) if !items.is_empty() => {
                let item = items.remove(nth(items.len(), *one));
                items.insert(nth(items.len() + 1, *two), item);
            }
            Edit::Double(which) if !items.is_empty() => {
                let item = items[nth(items.len(), *which)];
                items.push(item);
            }
            Edit::Push => return format!("\n{text}"),
            Edit::Undo => return original.to_owned(),
            Edit::Delete(_) | Edit::Move(..) | Edit::Double(_) => {}
        }
        items.concat()
    }
}

/// The declarations of a file, roughly.
fn items(text: &str) -> Vec<&str> {
    text.split_inclusive("\n}\n").collect()
}

/// The words of a text and where they begin.
fn words(text: &str) -> Vec<(usize, &str)> {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '-';
    let starts = text
        .char_indices()
        .filter(|(at, letter)| is_letter(*letter) && !text[..*at].ends_with(is_letter));
    let word = |(at, _): (usize, char)| {
        let behind = &text[at..];
        (at, &behind[..behind.find(|letter| !is_letter(letter)).unwrap_or(behind.len())])
    };
    starts.map(word).collect()
}

fn libraries(checked: &Checked) -> Vec<&Library> {
    checked.packages.iter().map(|package| &package.library).collect()
}

/// Edits files of a project at random and compares after each edit.
fn edit_at_random(mut project: Project, runs: usize, seed: u8) {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut runner = TestRunner::new_with_rng(ProptestConfig::default(), rng);
    let own = project.packages.iter().filter(|package| package.requested);
    let files: Vec<FileId> = own.flat_map(|package| &package.files).map(|file| file.file).collect();
    let texts: Vec<Arc<str>> =
        files.iter().map(|file| project.sources.file(*file).text.clone()).collect();
    let mut cache = Cache::default();
    let strategy = (any::<u32>(), edits());
    for turn in 0..runs {
        let (which, edit) = strategy.new_tree(&mut runner).expect("an edit").current();
        let which = which as usize % files.len();
        let text = project.sources.file(files[which]).text.clone();
        let changed = edit.apply(&text, &texts[which]);
        project.sources.replace(files[which], changed.as_str().into());
        let (checked, mentions) = check_noting(&project, GAMES, &mut cache);
        let (fresh, fresh_mentions) = check_noting(&project, GAMES, &mut Cache::default());
        let place = &project.sources.file(files[which]).name;
        assert_eq!(checked.diagnostics, fresh.diagnostics, "turn {turn}: {edit:?} in {place}");
        assert!(libraries(&checked) == libraries(&fresh), "turn {turn}: {edit:?} in {place}");
        assert!(mentions == fresh_mentions, "turn {turn}: {edit:?} in {place}");
    }
}

fn content(name: &str) -> Project {
    let folder: PathBuf = cardwright_tests::repository().join("content");
    let options = LoadOptions { shipped: Some(folder.clone()), ..LoadOptions::default() };
    Project::load_with(cardwright_tests::disk(), &folder.join(name), &options).expect("a package")
}

#[test]
fn edits_of_games_are_checked_as_if_nothing_was_known() {
    for (seed, name) in ["crawler", "bag", "deckbox", "explore", "arcade"].iter().enumerate() {
        edit_at_random(content(name), EDITS, seed as u8);
    }
}

#[test]
fn edits_of_expansions_are_checked_as_if_nothing_was_known() {
    let expansions = [
        "crawler-sunken-bells",
        "bag-lantern-market",
        "deckbox-moth-house",
        "explore-low-tide",
        "arcade-crooked-carnival",
    ];
    for (seed, name) in expansions.iter().enumerate() {
        edit_at_random(content(name), 2 * EDITS, 100 + seed as u8);
    }
}

#[test]
fn edits_of_a_small_game_are_checked_as_if_nothing_was_known() {
    let cards = "use suite\n\n\
        abstract character beast {\n  cost: 1; power: 1; life: 1; type: undead\n  on enter { restock(cost: 1, types: undead, count: 1) }\n}\n\
        character imp \"Imp\": beast {\n  attribute: drain 2\n}\n\
        character ghoul \"Ghoul\": imp {\n  life: 2\n}\n\
        keyword hollow \"Hollow\" {\n  wording: \"Hollow\"\n}\n\
        trap pit \"Pit\" {\n  cost: 2\n}\n\
        deck mine for solo {\n  dungeon { 1 imp; 2 pit; 1 ghoul }\n}\n\
        rule few for card {\n  note: \"few\"\n  require alike(cards, cost) <= 3 \"{name} and {twin(cards, cost)} cost {cost}\"\n}\n";
    for seed in 0..4 {
        let mut packages = project(vec![game(), package("moon", true, cards)]);
        packages.packages[0].requested = seed % 2 == 0;
        edit_at_random(packages, 4 * EDITS, 200 + seed);
    }
}
