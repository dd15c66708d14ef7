//! Plays the questions of `tests/maps/*.map` on the boards of all games.
//!
//! `tests/maps/README.md` describes the files. A wrong answer is shown as two maps.

mod ask;
mod case;

use std::fs;
use std::path::{Path, PathBuf};

use case::Case;

fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("maps");
    let entries = fs::read_dir(folder).expect("the corpus is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "map"));
    files.sort();
    files
}

#[test]
fn every_map_gets_its_whole_answer() {
    let files = corpus();
    assert!(files.len() >= 60, "the corpus has only {} maps", files.len());
    let mut failures = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("readable");
        let name = path.file_name().expect("a file").to_string_lossy();
        let outcome = Case::parse(&text).and_then(|case| ask::check(&case));
        if let Err(problem) = outcome {
            failures.push(format!("{name}\n{problem}"));
        }
    }
    assert!(failures.is_empty(), "{} wrong:\n\n{}", failures.len(), failures.join("\n\n"));
}

const GOOD: &str =
    "rules: explore\nask: adjacent to A\n== map\n...\n.A.\n...\n== expect\n***\n*A*\n***\n";

#[test]
fn a_good_file_passes_and_a_wrong_answer_is_shown_as_two_maps() {
    let case = Case::parse(GOOD).expect("it is well formed");
    ask::check(&case).expect("it is right");
    let wrong = GOOD.replace("*A*", "*A.");
    let problem = ask::check(&Case::parse(&wrong).expect("well formed")).expect_err("it is wrong");
    assert!(problem.contains("expected") && problem.contains("***   ***"), "{problem}");
    assert!(problem.contains("*A.   *A*"), "{problem}");
}

#[test]
fn malformed_files_say_what_is_wrong() {
    let cases = [
        (GOOD.replace("rules: explore\n", ""), "no `rules:`"),
        (GOOD.replace("explore", "chess"), "no rules called `chess`"),
        (GOOD.replace("ask: adjacent to A\n", ""), "no `ask:`"),
        (GOOD.replace("adjacent to A", "jump A"), "cannot ask `jump A`"),
        (GOOD.replace("adjacent to A", "adjacent to Q"), "no figure `Q`"),
        (GOOD.replace("== expect", "== answer"), "line 7: no section is called `answer`"),
        (GOOD.replace("\n***\n*A*", "\n**?\n*A*"), "row 1, column 3: the answer has `?`"),
        (GOOD.replace("*A*\n***\n", "*A*\n"), "3 rows are drawn, but the answer has 2"),
        (GOOD.replace("...\n.A.", "..!\n.A."), "does not say what `!` is"),
        (GOOD.replace("ask:", "asks:"), "line 2: no header is called `asks`"),
        (GOOD.replace("ask: adjacent", "ask adjacent"), "line 2: not a header"),
        (GOOD.replace("== expect\n***\n*A*\n***\n", ""), "no answer"),
    ];
    for (text, expected) in cases {
        let problem = Case::parse(&text)
            .and_then(|case| ask::check(&case))
            .expect_err(&format!("this is malformed:\n{text}"));
        assert!(problem.contains(expected), "{problem}\ndoes not say: {expected}");
    }
}
