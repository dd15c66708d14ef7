//! A forgotten brace causes one message about it, in the declaration that lacks it, whichever
//! brace of whichever shipped file it is.

use crate::support::{card_files, erased};
use cardwright_dsl::{parse, split};

/// How many braces of a file are taken out, one at a time.
const SAMPLES: usize = 8;

#[test]
fn a_forgotten_brace_is_named_first_and_where_it_belongs() {
    let (mut tried, mut whole) = (0, 0);
    let mut failures = Vec::new();
    for path in card_files() {
        let source = std::fs::read_to_string(&path).expect("the file is there");
        let parsed = parse(&source);
        // Cases of mistakes have their own tests.
        if !parsed.errors.is_empty() {
            continue;
        }
        let tree = erased(&parsed.file);
        let braces = braces(&source);
        for sample in 0..SAMPLES.min(braces.len()) {
            // Spread over the file, including the first and the last brace.
            let place = braces[sample * (braces.len() - 1) / SAMPLES.max(2).min(braces.len())];
            let mut broken = source.clone();
            broken.remove(place);
            let found = parse(&broken);
            tried += 1;
            whole += usize::from(erased(&found.file) == tree);
            let slice = split(&source)
                .into_iter()
                .find(|slice| slice.span.range().contains(&place))
                .expect("every byte is in a slice");
            let told: Vec<_> = found.errors.iter().map(|error| (error.code, error.span)).collect();
            let is_told = found.errors.first().is_some_and(|first| {
                matches!(first.code, "E0008" | "E0009" | "E0010")
                    && slice.span.start <= first.span.start
                    && first.span.end <= slice.span.end
            });
            if !is_told || told.len() > 3 {
                let line = source[..place].matches('\n').count() + 1;
                failures.push(format!("{}:{line}: {told:?}", path.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {tried}:\n{}", failures.len(), failures.join("\n"));
    assert!(tried > 500, "only {tried} braces were taken out");
    assert!(whole * 10 > tried * 9, "only {whole} of {tried} were read as they were meant");
}

/// The braces of a file that are not in texts or comments.
fn braces(source: &str) -> Vec<usize> {
    let bytes = source.as_bytes();
    let mut places = Vec::new();
    let mut position = 0;
    while position < bytes.len() {
        let rest = &source[position..];
        position += if let Some(text) = rest.strip_prefix("\"\"\"") {
            6 + text.find("\"\"\"").expect("texts end in good files")
        } else if rest.starts_with('"') {
            let mut end = 1;
            while bytes[position + end] != b'"' {
                end += if bytes[position + end] == b'\\' { 2 } else { 1 };
            }
            end + 1
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            if matches!(bytes[position], b'{' | b'}') {
                places.push(position);
            }
            rest.chars().next().map_or(1, char::len_utf8)
        };
    }
    places
}
