//! The printed output in every format, and that it is the same on every run.

use cardwright_check::render::{Colour, github, human, json, sarif, short};
use cardwright_check::{Cache, Checked, check, check_with};
use cardwright_games::GAMES;

use super::common::{game, package, project};

const CARDS: &str = "\
character mummy \"Mummy\" {
  cost: 3
  power: 1
  life: 2
  type: undaed
  attribute: drain 12
}
";

fn checked() -> Checked {
    check(&project(vec![game(), package("case", true, CARDS)]), GAMES)
}

#[test]
fn for_people() {
    let checked = checked();
    let text = human(&checked.diagnostics, &checked.sources, Colour::Never);
    assert!(text.starts_with("error[E0104]: `undaed` is no value of `character-type`\n"), "{text}");
    assert!(text.contains(" --> case/cards.card:5:9"), "{text}");
    assert!(text.contains("5 |   type: undaed\n"), "{text}");
    assert!(text.contains("help: did you mean `undead`?"), "{text}");
    assert!(text.contains("::: game/game.card:"), "a label in the other file\n{text}");
    let coloured = human(&checked.diagnostics, &checked.sources, Colour::Always);
    assert!(coloured.contains("\u{1b}["));
}

#[test]
fn for_editors() {
    let checked = checked();
    let text = short(&checked.diagnostics, &checked.sources);
    assert_eq!(
        text,
        "case/cards.card:5:9: error[E0104]: `undaed` is no value of `character-type`\n\
         case/cards.card:6:20: error[E0302]: 12 is out of range: `n` must be 1 to 9\n"
    );
}

#[test]
fn for_programs() {
    let checked = checked();
    let report: serde_json::Value = serde_json::from_str(&json(&checked)).expect("it is JSON");
    let first = &report["diagnostics"][0];
    let keys: Vec<_> = first.as_object().expect("an object").keys().map(String::as_str).collect();
    let mut wanted = [
        "code",
        "severity",
        "message",
        "path",
        "line",
        "column",
        "end_line",
        "end_column",
        "labels",
        "help",
        "fix",
    ];
    wanted.sort_unstable();
    let mut sorted = keys.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, wanted);
    assert_eq!(first["line"], 5);
    assert_eq!(first["column"], 9);
    assert_eq!(first["end_column"], 15);
    assert_eq!(first["fix"]["edits"][0]["text"], "undead");
    // The game has three cards that are not abstract besides its adventurer and its rope.
    assert_eq!(report["summary"], serde_json::json!({ "errors": 2, "warnings": 0, "cards": 6 }));
}

#[test]
fn for_hosted_builds() {
    let checked = checked();
    let text = github(&checked.diagnostics, &checked.sources);
    assert!(
        text.starts_with(
            "::error file=case/cards.card,line=5,col=9,endLine=5,endColumn=15,title=E0104::"
        ),
        "{text}"
    );
    assert!(text.contains("%0Ahelp: did you mean"), "{text}");
    let log: serde_json::Value =
        serde_json::from_str(&sarif(&checked.diagnostics, &checked.sources)).expect("it is JSON");
    let run = &log["runs"][0];
    assert_eq!(run["results"][0]["ruleId"], "E0104");
    assert_eq!(run["tool"]["driver"]["rules"][1]["id"], "E0302");
    assert_eq!(run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"], 5);
}

#[test]
fn the_order_of_files_and_runs_changes_nothing() {
    let files = [
        ("a.card", "character mummy { cost: 3; power: 1; life: 2; type: undaed }\n"),
        ("b.card", "trap mummy { cost: 12 }\ntrap egg : chicken { cost: 1 }\n"),
        (
            "c/d.card",
            "deck mine for solo { dungeon { 1 goblin; 1 golbin } }\nabstract trap chicken : egg { }\n",
        ),
    ];
    let mut outputs = Vec::new();
    for turn in 0..files.len() {
        let mut case = package("case", true, "");
        case.files =
            files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        case.files.rotate_left(turn);
        let project = project(vec![game(), case]);
        let mut cache = Cache::default();
        let first = check_with(&project, GAMES, &mut cache);
        let second = check_with(&project, GAMES, &mut cache);
        assert_eq!(json(&first), json(&second), "with and without the cache");
        assert_eq!(first.packages[1].library, second.packages[1].library);
        outputs.push(json(&first));
    }
    assert!(outputs.iter().all(|output| *output == outputs[0]), "{outputs:?}");
    assert!(outputs[0].contains("E0127"));
}

#[test]
fn items_from_the_cache_say_what_they_say_at_their_new_place() {
    let card = "trap egg { cost: 12 }\ntrap hen { cost = 1 }\n";
    let mut cache = Cache::default();
    let mut outputs = Vec::new();
    for text in
        [card.to_owned(), format!("// Above.\ntrap cock {{ cost: 1 }}\n{card}"), card.to_owned()]
    {
        let mut case = package("case", true, "");
        case.files = vec![("a.card".to_owned(), text)];
        let project = project(vec![game(), case]);
        let cached = check_with(&project, GAMES, &mut cache);
        assert_eq!(json(&cached), json(&check(&project, GAMES)));
        outputs.push(json(&cached));
    }
    assert_eq!(outputs[0], outputs[2]);
    assert!(outputs[0] != outputs[1] && outputs[1].contains("E0302"), "{}", outputs[1]);
}
