//! What names mean, for editors: every name of the shipped content leads somewhere, and cached
//! checks find the same as fresh ones.

use cardwright_games::GAMES;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::common::{game, package, project};
use cardwright_check::project::LoadOptions;
use cardwright_check::{Cache, Meaning, Mention, Project, check, check_noting};

fn content() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")
}

fn packages() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(content()).expect("the content can be read");
    let mut packages: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    packages.retain(|path| path.join("cardwright.toml").is_file());
    packages.sort();
    packages
}

/// The identifier, if the meaning must be declared by content.
fn declared_by_content(meaning: &Meaning) -> Option<&str> {
    match meaning {
        Meaning::Entity { id, .. }
        | Meaning::Kind(id)
        | Meaning::Family(id)
        | Meaning::Keyword(id)
        | Meaning::Enum(id)
        | Meaning::Value { id, .. }
        | Meaning::Die(id)
        | Meaning::Rule(id)
        | Meaning::Test(id)
        | Meaning::BookRule { number: id, .. } => Some(id),
        _ => None,
    }
}

#[test]
fn every_name_in_the_content_leads_to_its_declaration() {
    let options = LoadOptions { shipped: Some(content()), ..LoadOptions::default() };
    let mut count = 0;
    for path in packages() {
        let project =
            Project::load_with(cardwright_tests::disk(), &path, &options).expect("a package");
        let (checked, mentions) = check_noting(&project, GAMES, &mut Cache::default());
        let written_out = |mention: &Mention| format!("{:?}", mention.meaning);
        let declared: BTreeSet<String> =
            mentions.iter().filter(|mention| mention.declares).map(written_out).collect();
        for mention in mentions.iter() {
            let Some(id) = declared_by_content(&mention.meaning) else { continue };
            count += 1;
            let source = checked.sources.file(mention.location.file);
            let written = source.slice(mention.location.span);
            assert!(written.contains(id), "{}: `{written}` means `{id}`", source.name);
            let what = written_out(mention);
            assert!(declared.contains(&what), "{}: nothing declares {what}", source.name);
        }
    }
    assert!(count > 10_000, "only {count} names");
}

#[test]
fn a_check_that_remembers_finds_what_a_fresh_one_finds() {
    let card = "use suite\n\ncharacter imp \"Imp\" { cost: 1; power: 1; life: 1; type: undead }\n";
    let mut packages = project(vec![game(), package("moon", true, card)]);
    packages.packages[0].requested = false;
    let game_path = Path::new("game/game.card");
    let moon_path = Path::new("moon/cards.card");
    let game_file = packages.sources.find(game_path).expect("the game");
    let game_text = packages.sources.file(game_file).text.to_string();
    let changes = [
        (moon_path, card.replace("undead", "undaed")),
        (moon_path, card.to_owned()),
        // Something that the package names disappears from the game below it, and comes back.
        (game_path, game_text.replace("undead", "unliving")),
        (moon_path, card.replace("undead", "unliving")),
        (game_path, game_text.clone()),
        (moon_path, card.to_owned()),
        (game_path, game_text.replace("keyword stealth", "keyword stelth")),
        (game_path, game_text),
    ];
    let mut cache = Cache::default();
    for (path, text) in changes {
        assert!(packages.overlay(path, &text));
        for _ in 0..2 {
            let (checked, mentions) = check_noting(&packages, GAMES, &mut cache);
            let (fresh, fresh_mentions) = check_noting(&packages, GAMES, &mut Cache::default());
            assert_eq!(checked.diagnostics, fresh.diagnostics);
            assert_eq!(mentions, fresh_mentions);
            let library = |checked: &cardwright_check::Checked| {
                checked.packages.iter().map(|package| package.library.clone()).collect::<Vec<_>>()
            };
            assert_eq!(library(&checked), library(&fresh));
            assert_eq!(checked.diagnostics, check(&packages, GAMES).diagnostics);
        }
    }
}
