//! Parses the files named on the command line and prints their syntax errors.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut wrong = 0;
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let print_tree = arguments.first().is_some_and(|argument| argument == "--tree");
    if print_tree {
        arguments.remove(0);
    }
    for path in arguments {
        let source = match std::fs::read_to_string(&path) {
            Ok(source) => source,
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::from(2);
            }
        };
        let parsed = cardwright_dsl::parse(&source);
        if print_tree {
            println!("{:#?}", parsed.file);
        }
        for error in &parsed.errors {
            let before = &source[..error.span.start as usize];
            let line = before.matches('\n').count() + 1;
            let column = before.len() - before.rfind('\n').map_or(0, |newline| newline + 1) + 1;
            println!("{path}:{line}:{column}: {}: {}", error.code, error.message);
            if let Some(help) = &error.help {
                println!("    help: {help}");
            }
        }
        wrong += parsed.errors.len();
        eprintln!("{path}: {} items, {} errors", parsed.file.items.len(), parsed.errors.len());
    }
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
