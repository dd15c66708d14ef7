//! What holds for every file, however it was made.

use crate::support::generate::{Generate, Random};
use crate::support::{card_files, erased, print};
use cardwright_dsl::{ast, format, parse, parse_item, split};
use proptest::prelude::*;

/// The comments of a file, sorted.
fn comments(source: &str) -> Vec<String> {
    let bytes = source.as_bytes();
    let mut comments = Vec::new();
    let mut position = 0;
    while position < bytes.len() {
        let rest = &source[position..];
        if let Some(inside) = rest.strip_prefix("\"\"\"") {
            position += 3 + inside.find("\"\"\"").map_or(inside.len(), |end| end + 3);
        } else if rest.starts_with('"') {
            let mut end = 1;
            while end < rest.len() && !matches!(rest.as_bytes()[end], b'"' | b'\n') {
                end += if rest.as_bytes()[end] == b'\\' { 2 } else { 1 };
            }
            position += end + 1;
        } else if rest.starts_with("//") {
            let end = rest.find('\n').unwrap_or(rest.len());
            comments.push(rest[..end].trim_end().to_owned());
            position += end;
        } else {
            position += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    comments.sort();
    comments
}

/// Properties of every text.
fn holds_for_anything(source: &str) {
    let parsed = parse(source);
    for error in &parsed.errors {
        let range = error.span.range();
        assert!(source.get(range).is_some(), "{error:?} lies outside of\n{source:?}");
        for (span, _) in error.fix.iter().flatten().chain(&error.labels) {
            assert!(source.get(span.range()).is_some(), "{error:?} lies outside of\n{source:?}");
        }
    }
    let mut end = 0;
    for slice in split(source) {
        assert_eq!(slice.span.start, end, "slices lie side by side");
        end = slice.span.end;
    }
    assert_eq!(end as usize, source.len(), "slices cover the file");
    let formatted = format(source);
    assert_eq!(format(&formatted), formatted, "formatting twice changes nothing more\n{source}");
}

/// Properties of every file without errors.
fn holds_for_good_files(source: &str) {
    let formatted = format(source);
    let (before, after) = (parse(source), parse(&formatted));
    assert!(after.errors.is_empty(), "{:#?}\n{source}\n{formatted}", after.errors);
    assert_eq!(
        erased(&before.file),
        erased(&after.file),
        "formatting keeps the tree\n{source}\n{formatted}"
    );
    assert_eq!(
        comments(source),
        comments(&formatted),
        "formatting keeps comments\n{source}\n{formatted}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printed_trees_parse_back(seed: u64, budget in 1usize..40) {
        let file = Generate::new(seed, budget).file();
        let source = print::plain(&file);
        let parsed = parse(&source);
        prop_assert!(parsed.errors.is_empty(), "{:#?}\n{}", parsed.errors, source);
        prop_assert_eq!(erased(&parsed.file), erased(&file), "{}", source);
    }

    #[test]
    fn careless_layout_changes_nothing(seed: u64, budget in 1usize..40) {
        let file = Generate::new(seed, budget).file();
        let source = print::careless(&file, seed);
        let parsed = parse(&source);
        prop_assert!(parsed.errors.is_empty(), "{:#?}\n{}", parsed.errors, source);
        prop_assert_eq!(erased(&parsed.file), erased(&file), "{}", source);
        holds_for_anything(&source);
        holds_for_good_files(&source);
    }

    #[test]
    fn fragments_in_any_order_do_no_harm(words in proptest::collection::vec(fragment(), 0..60)) {
        holds_for_anything(&words.concat());
    }

    #[test]
    fn any_text_does_no_harm(source in "\\PC{0,200}") {
        holds_for_anything(&source);
    }
}

fn fragment() -> impl Strategy<Value = &'static str> {
    let fragments = [
        "character ",
        "z ",
        "\"Z\" ",
        "{",
        "}",
        "{ ",
        " }",
        "(",
        ")",
        ",",
        ", ",
        ":",
        ": ",
        ";",
        "\n",
        "\n",
        "\n",
        "\n  ",
        " ",
        "  ",
        "cost: 1\n",
        "type: a, b\n",
        "on ",
        "enter ",
        "where ",
        "modify ",
        "by ",
        "+1 ",
        "-",
        "choose ",
        "1 ",
        "from ",
        "option ",
        "if ",
        "else ",
        "let ",
        "= ",
        "== ",
        "and ",
        "or ",
        "not ",
        "\"",
        "\"\"\"",
        "'",
        "// c\n",
        "/// d\n",
        "f(",
        "a.b",
        "1..6",
        "2B",
        "..",
        "|",
        "é",
        "“",
        "🐉",
        "\\",
        "field ",
        "clause ",
        "use ",
        "for ",
        "each ",
        "do ",
        "with ",
        "expect ",
        "illegal ",
        "require ",
        "then ",
        "limit ",
        "has ",
        "in ",
        "abstract ",
        "\r\n",
        "\t",
        "&&",
        "!",
        "8-bit ",
        "4 goblin\n",
        "4x goblin\n",
        "{T}: ",
        "\u{feff}",
        "true",
        "until ",
        "when ",
    ];
    proptest::sample::select(fragments.to_vec())
}

/// Copies of real files with pieces removed, doubled, moved and replaced.
#[test]
fn damaged_files_do_no_harm() {
    let mut random = Random::new(7);
    let sources: Vec<String> =
        card_files().iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    for source in &sources {
        // A window keeps each round short; damage and its consequences are local.
        for _ in 0..6 {
            let mut text = window(source, &mut random);
            for _ in 0..1 + random.below(4) {
                damage(&mut text, &mut random);
            }
            holds_for_anything(&text);
        }
    }
}

fn window(source: &str, random: &mut Random) -> String {
    let start = boundary(source, random.below(source.len() + 1));
    let end = boundary(source, (start + 1500).min(source.len()));
    source[start..end].to_owned()
}

fn boundary(text: &str, mut index: usize) -> usize {
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}

fn damage(text: &mut String, random: &mut Random) {
    let start = boundary(text, random.below(text.len() + 1));
    let end = boundary(text, (start + random.below(30)).min(text.len())).max(start);
    match random.below(4) {
        0 => text.replace_range(start..end, ""),
        1 => {
            let piece = text[start..end].to_owned();
            let place = boundary(text, random.below(text.len() + 1));
            text.insert_str(place, &piece);
        }
        2 => text.insert(
            start,
            *random.pick(&['{', '}', '(', ')', '"', ',', ':', ';', '=', '\n', '/', 'x', '7', '“']),
        ),
        _ => {
            let pieces = ["", " ", "\n", "\"\"\"", "// ", "on ", ": "];
            text.replace_range(start..end, pieces[random.below(pieces.len())]);
        }
    }
}

#[test]
fn every_card_file_parses_and_keeps_its_meaning_when_formatted() {
    let files = card_files();
    for path in &files {
        let source = std::fs::read_to_string(path).unwrap();
        holds_for_anything(&source);
        // Fixtures of mistakes say so in their expectations.
        if source.contains("// Error:") {
            continue;
        }
        let errors = parse(&source).errors;
        assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
        holds_for_good_files(&source);
    }
}

#[test]
fn items_parse_alone_as_they_do_in_their_file() {
    for path in card_files() {
        let source = std::fs::read_to_string(path).unwrap();
        let items: Vec<ast::Item> = split(&source)
            .iter()
            .flat_map(|slice| parse_item(&source[slice.span.range()], slice.span.start).items)
            .collect();
        assert_eq!(items, parse(&source).file.items);
    }
}

#[test]
fn an_item_that_moves_is_the_item_read_there() {
    for path in card_files() {
        let source = std::fs::read_to_string(path).unwrap();
        for slice in split(&source) {
            let text = &source[slice.span.range()];
            let there = parse_item(text, 7_000);
            assert_eq!(parse_item(text, slice.span.start).moved(slice.span.start, 7_000), there);
            assert_eq!(there.clone().moved(7_000, 3), parse_item(text, 3));
        }
    }
}
