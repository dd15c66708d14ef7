//! Runs the scenarios of a library that was written as JSON: a list of packages, or several.

use cardwright_engine::games::crawler::Content;
use cardwright_engine::scenario::{Verdict, run_all};
use cardwright_model::{Library, Package};

fn main() {
    let path = std::env::args().nth(1).expect("a file");
    let filter = std::env::args().nth(2).unwrap_or_default();
    let text = std::fs::read_to_string(path).expect("readable");
    let lists: Vec<Vec<Package>> = serde_json::from_str(&text).expect("libraries");
    let (mut passed, mut failed) = (0, 0);
    for packages in lists {
        let library = Library { packages };
        let (content, problems) = Content::lower_with_problems(&library).expect("content");
        for problem in problems {
            println!("PROBLEM {}: {}", problem.at, problem.message);
        }
        println!("unfinished: {:?}", content.unfinished);
        let own = library.packages.last().expect("a package");
        let scenarios: Vec<_> = own
            .scenarios
            .iter()
            .filter(|scenario| scenario.id.as_deref().unwrap_or("").contains(&filter))
            .collect();
        for report in run_all(&library, &scenarios).expect("playable") {
            let Verdict::Failed { line, source, message, values } = &report.verdict else {
                passed += 1;
                continue;
            };
            failed += 1;
            let name = report.id.as_deref().unwrap_or(&report.name);
            println!("FAILED {name} {}:{line} `{source}`: {message} {values:?}", report.file);
        }
    }
    println!("{passed} passed, {failed} failed");
}
