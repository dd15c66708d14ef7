//! Runs the cases of `tests/suite/syntax`.
//!
//! A file holds cases, each after a line `// --- name ---`. What is wrong with a line stands
//! above it: `// Error: E0002 part of the message`, perhaps followed by `// Help: part of the
//! help`. Every error must be expected, and every expectation met; a case without errors must
//! keep its meaning when formatted.

use cardwright_dsl::{Columns, LineIndex, SyntaxError, format, parse};
use std::path::Path;

#[test]
fn every_case_gives_what_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/suite/syntax");
    let mut cases = 0;
    let mut failures = String::new();
    let mut paths: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        for case in text.split("\n// --- ").skip(1) {
            let (name, case) = case.split_once(" ---\n").unwrap_or((case, ""));
            cases += 1;
            for failure in run(case) {
                failures.push_str(&format!("{}: {name}: {failure}\n", path.display()));
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(cases > 30, "only {cases} cases");
}

fn run(case: &str) -> Vec<String> {
    let parsed = parse(case);
    let index = LineIndex::new(case);
    let line =
        |error: &SyntaxError| index.position(case, error.span.start, Columns::Utf8).line as usize;
    let mut open = expectations(case);
    let mut failures = Vec::new();
    for error in &parsed.errors {
        let met = open.iter().position(|expected| {
            expected.line == line(error)
                && expected.code == error.code
                && error.message.contains(&expected.message)
                && error.help.as_deref().unwrap_or("").contains(&expected.help)
        });
        match met {
            Some(at) => drop(open.remove(at)),
            None => failures.push(format!("line {}: {error:?} was not expected", line(error) + 1)),
        }
    }
    failures.extend(open.iter().map(|expected| format!("not found: {expected:?}")));
    let formatted = format(case);
    if parsed.errors.is_empty()
        && crate::support::erased(&parse(&formatted).file) != crate::support::erased(&parsed.file)
    {
        failures.push(format!("formatting changes the meaning:\n{formatted}"));
    }
    if format(&formatted) != formatted {
        failures.push(format!("formatting twice changes something:\n{formatted}"));
    }
    failures
}

#[derive(Debug)]
struct Expected {
    line: usize,
    code: String,
    message: String,
    help: String,
}

fn expectations(case: &str) -> Vec<Expected> {
    let mut expected: Vec<Expected> = Vec::new();
    let mut open = 0;
    for (line, text) in case.lines().enumerate() {
        let text = text.trim_start();
        if let Some(error) = text.strip_prefix("// Error: ") {
            let (code, message) = error.split_once(' ').unwrap_or((error, ""));
            let (code, message) = (code.to_owned(), message.to_owned());
            expected.push(Expected { line, code, message, help: String::new() });
        } else if let Some(help) = text.strip_prefix("// Help: ") {
            expected.last_mut().expect("help follows an error").help = help.to_owned();
        } else {
            expected[open..].iter_mut().for_each(|expected| expected.line = line);
            open = expected.len();
        }
    }
    expected
}
