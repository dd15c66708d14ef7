//! One mistake is one message: what only follows from it is not told.

use std::path::PathBuf;
use std::sync::Arc;

use cardwright_check::project::LoadOptions;
use cardwright_check::{Cache, Checked, Diagnostic, FileId, Project, Severity, check, check_with};
use cardwright_games::GAMES;

use super::common::{game, package, project};

/// Broken places that are tried in each package. Each is a check, so a few are some seconds; more
/// were tried when the way of recovering changed.
const PLACES: usize = 40;

const PACKAGES: [&str; 10] = [
    "crawler",
    "bag",
    "deckbox",
    "explore",
    "arcade",
    "crawler-sunken-bells",
    "bag-lantern-market",
    "deckbox-moth-house",
    "explore-low-tide",
    "arcade-crooked-carnival",
];

fn content(name: &str) -> Project {
    let folder: PathBuf = cardwright_tests::repository().join("content");
    let options = LoadOptions { shipped: Some(folder.clone()), ..LoadOptions::default() };
    Project::load_with(cardwright_tests::disk(), &folder.join(name), &options).expect("a package")
}

fn errors(checked: &Checked) -> Vec<&Diagnostic> {
    checked.diagnostics.iter().filter(|found| found.severity == Severity::Error).collect()
}

/// The places before which something can be written: where a word begins, outside of texts and
/// comments.
fn places(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut places = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                let quotes = if text[at..].starts_with("\"\"\"") { "\"\"\"" } else { "\"" };
                let inside = &text[at + quotes.len()..];
                let end = inside.find(quotes).unwrap_or(inside.len());
                at += quotes.len() + end + quotes.len();
            }
            b'/' if text[at..].starts_with("//") => {
                at += text[at..].find('\n').unwrap_or(bytes.len() - at);
            }
            byte if byte.is_ascii_alphanumeric() => {
                places.push(at);
                let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
                at += bytes[at..].iter().take_while(|byte| is_word(byte)).count();
            }
            _ => at += 1,
        }
    }
    places
}

/// Where the declaration around a place begins and ends.
fn declaration(text: &str, place: usize) -> std::ops::Range<usize> {
    let slices = cardwright_dsl::split(text);
    let around = slices.iter().map(|slice| slice.span.range()).find(|range| range.contains(&place));
    around.unwrap_or(0..text.len())
}

/// Writes `junk` before words of a package's files, one at a time. What is said then must be about
/// the declaration that it stands in, and little.
fn break_words(name: &str, junk: &str, most: usize) -> Vec<String> {
    let mut project = content(name);
    let own = project.packages.iter().filter(|package| package.requested);
    let files: Vec<FileId> = own.flat_map(|package| &package.files).map(|file| file.file).collect();
    let texts: Vec<Arc<str>> =
        files.iter().map(|file| project.sources.file(*file).text.clone()).collect();
    let all: Vec<(usize, usize)> = texts
        .iter()
        .enumerate()
        .flat_map(|(file, text)| places(text).into_iter().map(move |place| (file, place)))
        .collect();
    let mut cache = Cache::default();
    assert_eq!(check_with(&project, GAMES, &mut cache).errors(), 0, "{name} is sound");
    let mut failures = Vec::new();
    for turn in 0..PLACES {
        // Spread over the whole package, never at the same word of a line again.
        let (file, place) = all[(turn * 7919 + turn * all.len() / PLACES) % all.len()];
        let text = &texts[file];
        let whole = declaration(text, place);
        let broken = format!("{}{junk}{}", &text[..place], &text[place..]);
        project.sources.replace(files[file], broken.as_str().into());
        let checked = check_with(&project, GAMES, &mut cache);
        let found = errors(&checked);
        let outside = found.iter().filter(|found| {
            let at = found.primary.span.range();
            found.primary.file != files[file]
                || at.start < whole.start
                || at.end > whole.end + junk.len()
        });
        let (outside, all) = (outside.count(), found.len());
        if outside > 0 || all == 0 || all > most {
            let line = text[..place].matches('\n').count();
            let line_text = broken.lines().nth(line).unwrap_or_default();
            let said: Vec<String> = found
                .iter()
                .take(6)
                .map(|found| {
                    let file = checked.sources.file(found.primary.file);
                    let line = file.line(found.primary.span.start);
                    format!("    {line}: {} {}", found.code, found.message)
                })
                .collect();
            failures.push(format!(
                "{name}, {} line {}: `{}`: {all} errors, {outside} elsewhere\n{}",
                project.sources.file(files[file]).name,
                line + 1,
                line_text.trim(),
                said.join("\n")
            ));
        }
        project.sources.replace(files[file], text.clone());
    }
    failures
}

#[test]
fn junk_before_a_word_is_told_where_it_stands() {
    let failures: Vec<String> =
        PACKAGES.iter().flat_map(|name| break_words(name, "$ ", 2)).collect();
    // Which words are broken changes with the content. Junk inside the braces of a call is still
    // told three times, so one such place may be among them.
    assert!(failures.len() <= 1, "{} places:\n{}", failures.len(), failures.join("\n"));
}

fn messages(text: &str) -> Vec<String> {
    let checked = check(&project(vec![game(), package("moon", true, text)]), GAMES);
    let shown = |found: &&Diagnostic| {
        let line = checked.sources.file(found.primary.file).line(found.primary.span.start);
        format!("{line}: {} {}", found.code, found.message)
    };
    errors(&checked).iter().map(shown).collect()
}

const IMP: &str =
    "character imp \"Imp\" { cost: 1; power: 1; life: 1; type: undead; attribute: drain 1 }\n";

/// What names `imp` in every way there is.
const USES: &str = "character ghost \"Ghost\": imp { rival: imp; life: 2 }\n\
    deck mine for solo { dungeon { 1 imp; 1 goblin } }\n\
    equipment net \"Net\" { cost: 1; base { destroy(imp) } }\n\
    test \"an imp\" { encounter: imp; expect count(characters) == 1 }\n";

#[test]
fn ten_mistakes_are_ten_messages() {
    let mistakes = [
        "cost: $ 1; power: 1; life: 1; type: undead",
        "cost: 1; power: one; life: 1; type: undead",
        "cost: 1; power: 1; life: 0; type: undead",
        "cost: 1; power: 1; life: 1; type: undaed",
        "cost: 1; power: 1; life: 1",
        "csot: 1; power: 1; life: 1; type: undead",
        "cost: 1; power: 1; life: 1; type: undead; attribute: drian 1",
        "cost: 1; power: 1; life: 1; type: undead; attribute: drain fire",
        "cost: 1; power: 1; life: 1; type: undead\n  on enter { burnt(crawler-deck, 1) }",
        "cost: 1; power: 1; life: 1; type: undead\n  on entre { burn(crawler-deck, 1) }",
    ];
    let cards = mistakes.iter().enumerate();
    let text: String = cards
        .map(|(at, body)| format!("character imp-{at} \"Imp {at}\" {{\n  {body}\n}}\n"))
        .collect();
    let found = messages(&text);
    assert_eq!(found.len(), 10, "{found:#?}");
}

#[test]
fn a_broken_head_is_one_message() {
    for head in [
        "character imp $ \"Imp\"",
        "charcter imp \"Imp\"",
        "character imp \"Imp\" extends beast",
        "fiend imp \"Imp\"",
        "character imp \"Imp\" (: beast",
    ] {
        let text = IMP.replace("character imp \"Imp\"", head) + USES;
        let found = messages(&text);
        assert_eq!(found.len(), 1, "{head}: {found:#?}");
    }
}

#[test]
fn a_broken_line_is_one_message_and_nothing_is_missing() {
    for (right, wrong) in [
        ("cost: 1", "cost: $ 1"),
        ("cost: 1", "cost 1 +"),
        ("power: 1", "power: (1"),
        ("life: 1", "life: 1 1"),
        ("type: undead", "type: undead |"),
        ("type: undead", "type: undaed"),
        ("type: undead", "type undead spirit"),
        ("attribute: drain 1", "attribute: drain (1"),
        ("attribute: drain 1", "attribute: drian 1"),
    ] {
        let text = IMP.replacen(right, wrong, 1) + USES;
        let found = messages(&text);
        assert_eq!(found.len(), 1, "{wrong}: {found:#?}");
    }
}

#[test]
fn an_unknown_parent_is_one_message() {
    let cards = "champion thrain \"Thrain\" { cost: 1; life: 2; luck: 3 }\n\
        champion thora \"Thora\" { cost: 1; life: 2; luck: 3; rival: thrain }\n";
    for kind in [
        "kind champion \"Champion\": chracter { field luck: int }\n",
        "kind champion \"Champion\": nothing-like-it { field luck: int }\n",
        "kind champion \"Champion\" $ { field luck: int }\n",
        "knid champion \"Champion\" { field luck: int; field cost: int; field life: int }\n",
        "kind champion \"Champion\": character { field luck: itn }\n",
        "kind champion \"Champion\": character { field luck $ int }\n",
    ] {
        let cards = cards.replace("cost: 1;", "cost: 1; power: 1; type: undead;");
        let found = messages(&format!("{kind}{cards}"));
        assert_eq!(found.len(), 1, "{kind}: {found:#?}");
    }
    let text = IMP.replace("\"Imp\"", "\"Imp\": paternn").replace("cost: 1; ", "") + USES;
    let found = messages(&text);
    assert_eq!(found.len(), 1, "{found:#?}");
}

#[test]
fn a_broken_enum_keyword_or_die_is_one_message() {
    let cards = "character imp \"Imp\" { cost: 1; power: 1; life: 1; type: undead; mood: glad; \
        attribute: sulk 2 }\n";
    for (enumeration, keyword) in [
        ("enum mood \"Mood\" $ { glad \"Glad\"; sad \"Sad\" }", KEYWORD),
        ("enum mood \"Mood\" { glad $ \"Glad\"; sad \"Sad\" }", KEYWORD),
        ("enum mood \"Mood\" { glad, sad }", KEYWORD),
        ("enmu mood \"Mood\" { glad \"Glad\" }", KEYWORD),
        (ENUM, "keyword sulk(n: itn): mood { wording: \"Sulk {n}\"; reminder: \"Sulks.\" }"),
        (ENUM, "keyword sulk(n: int) $: mood { wording: \"Sulk {n}\"; reminder: \"Sulks.\" }"),
        (ENUM, "kyeword sulk(n: int): mood { wording: \"Sulk {n}\"; reminder: \"Sulks.\" }"),
    ] {
        let kind = "kind sulker \"Sulker\": character { field mood: mood }\n";
        let cards = cards.replace("character imp", "sulker imp");
        let found = messages(&format!("{enumeration}\n{keyword}\n{kind}{cards}"));
        assert_eq!(found.len(), 1, "{enumeration} {keyword}: {found:#?}");
    }
}

const ENUM: &str = "enum mood \"Mood\" { glad \"Glad\"; sad \"Sad\" }";
const KEYWORD: &str = "keyword sulk(n: int): mood { wording: \"Sulk {n}\"; reminder: \"Sulks.\" }";

#[test]
fn an_id_that_the_game_has_is_one_message() {
    let text = IMP.replace("character imp", "trap goblin").replace("power: 1; life: 1; ", "");
    let text = text.replace("type: undead; ", "") + &USES.replace("imp", "goblin");
    let found = messages(&text.replace("1 goblin; 1 goblin", "1 goblin"));
    assert_eq!(found.len(), 1, "{found:#?}");
}

#[test]
fn a_test_or_rule_with_a_broken_line_is_one_message() {
    for text in [
        "test \"a\" { encounter: ghoul $; expect count(characters) == 1 }\n",
        "test \"a\" { encounter: ghoul; expect count(characters == 1 }\n",
        "test \"a\" {\n  encounter: ghoul\n  expetc count(characters) == 1\n}\n",
        "rule few for deck {\n  note: \"few\"\n  requrie total(dungeon-cards, cost) < 3 \"no\"\n}\n",
        "rule few for deck {\n  note: \"few\"\n  require total(dungeon-cards cost) < 3 \"no\"\n}\n",
        "rule few for deck {\n  note: \"few\"\n  let all = total(dungeon-cards, $)\n  require all < 3 \"no\"\n}\n",
    ] {
        let found = messages(text);
        assert_eq!(found.len(), 1, "{text}: {found:#?}");
    }
}

#[test]
fn a_misspelt_game_is_one_message() {
    for (lines, code, help) in [
        ("game = \"crawlr\"\n", "E0611", "did you mean `crawler`?"),
        ("game = \"crawler\"\n", "E0611", "add `crawler = \"0.1.0\"` to `[dependencies]`"),
    ] {
        let mut moon = package("moon", true, &format!("{IMP}{USES}"));
        moon.manifest = format!("[package]\nname = \"moon\"\nversion = \"0.1.0\"\n{lines}");
        let checked = check(&project(vec![moon]), GAMES);
        let found = errors(&checked);
        assert_eq!(found.len(), 1, "{lines}: {found:#?}");
        assert_eq!(found[0].code, code, "{found:#?}");
        assert!(found[0].help[0].contains(help), "{found:#?}");
    }
}

#[test]
fn a_misspelt_dependency_is_one_message() {
    let folder: PathBuf = cardwright_tests::repository().join("content");
    let place = tempfile::tempdir().expect("a folder");
    let manifest = "[package]\nname = \"moon\"\nversion = \"0.1.0\"\ngame = \"crawler\"\n\
        [dependencies]\ncrawlr = \"0.1.0\"\n";
    std::fs::write(place.path().join("cardwright.toml"), manifest).expect("a file");
    std::fs::write(place.path().join("moon.card"), format!("{IMP}{USES}")).expect("a file");
    let options = LoadOptions { shipped: Some(folder), ..LoadOptions::default() };
    let disk = cardwright_tests::disk();
    let checked =
        check(&Project::load_with(disk, place.path(), &options).expect("a package"), GAMES);
    let found = errors(&checked);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].help, ["did you mean `crawler`?"]);
}
