//! Edits change their bytes and nothing else, in every shipped file.

use crate::support::card_files;
use cardwright_dsl::ast::{Declaration, Entry, File, Item};
use cardwright_dsl::edit::{Edit, Path, Refusal, Step, Which, apply, plan};
use cardwright_dsl::parse;

#[track_caller]
fn made(source: &str, edits: &[Edit]) -> String {
    let texts = plan(source, edits).unwrap_or_else(|refusal| panic!("{refusal}: {edits:?}"));
    apply(source, &texts)
}

fn goblin() -> Which {
    Which::id("character", "goblin")
}

fn set(field: &str, value: &str) -> Edit {
    Edit::Set { at: Path::field(goblin(), field), value: value.to_owned() }
}

const GOBLIN: &str = "\
// Two of them.
/// A small one.
character goblin \"Goblin\" {
  cost: 1 // cheap
  // Strong enough?
  power: 2
  on slain { draw(1) }
}

character orc { cost: 2  power: 3 }
";

#[test]
fn a_field_is_set_and_comments_stay() {
    assert_eq!(made(GOBLIN, &[set("cost", "12")]), GOBLIN.replace("cost: 1 ", "cost: 12 "));
    assert!(plan(GOBLIN, &[set("cost", "1")]).expect("it stands there").is_empty());
    let both = made(GOBLIN, &[set("power", "5"), set("cost", "4")]);
    assert_eq!(both, GOBLIN.replace("cost: 1 ", "cost: 4 ").replace("power: 2", "power: 5"));
}

#[test]
fn a_new_field_stands_behind_the_others() {
    let wanted = GOBLIN.replace("power: 2\n", "power: 2\n  life: 3\n");
    assert_eq!(made(GOBLIN, &[set("life", "3")]), wanted);
    let orc = Path::field(Which::id("character", "orc"), "life");
    let edit = Edit::Set { at: orc, value: "3".to_owned() };
    assert_eq!(made(GOBLIN, &[edit]), GOBLIN.replace("power: 3 }", "power: 3; life: 3 }"));
}

#[test]
fn names_and_ids() {
    let name = |name: &str| Edit::Name { of: goblin(), name: name.to_owned() };
    let wanted = GOBLIN.replace("\"Goblin\"", "\"The \\\"Goblin\\\"\"");
    assert_eq!(made(GOBLIN, &[name("The \"Goblin\"")]), wanted);
    let orc = Which::id("character", "orc");
    let edits = [
        Edit::Name { of: orc.clone(), name: "Orc".to_owned() },
        Edit::Rename { of: orc, id: "ork".to_owned() },
    ];
    assert_eq!(made(GOBLIN, &edits), GOBLIN.replace("character orc", "character ork \"Orc\""));
}

#[test]
fn what_is_removed_takes_its_own_comment_and_no_other() {
    let cost = Path::field(goblin(), "cost");
    let wanted = GOBLIN.replace("  cost: 1 // cheap\n", "");
    assert_eq!(made(GOBLIN, &[Edit::Remove { at: cost }]), wanted);
    let power = Path::field(goblin(), "power");
    assert_eq!(made(GOBLIN, &[Edit::Remove { at: power }]), GOBLIN.replace("  power: 2\n", ""));
    let orc = Which::id("character", "orc");
    let cost = Path::field(orc.clone(), "cost");
    assert_eq!(made(GOBLIN, &[Edit::Remove { at: cost }]), GOBLIN.replace("cost: 2  ", ""));
    let removed = made(GOBLIN, &[Edit::Remove { at: Path::whole(orc) }]);
    assert_eq!(removed, GOBLIN.replace("\ncharacter orc { cost: 2  power: 3 }\n", ""));
    let removed = made(GOBLIN, &[Edit::Remove { at: Path::whole(goblin()) }]);
    assert_eq!(removed, "// Two of them.\ncharacter orc { cost: 2  power: 3 }\n");
}

#[test]
fn entries_and_declarations_are_added_in_the_layout_of_the_file() {
    let inside = Path::whole(goblin()).then(Step::Entry(2));
    let text = "burn(1)".to_owned();
    let edit = Edit::Insert { block: inside, after: None, text };
    assert_eq!(made(GOBLIN, &[edit]), GOBLIN.replace("draw(1) }", "draw(1); burn(1) }"));
    let text = "on enter {\n  draw(1)\n}".to_owned();
    let edit = Edit::Insert { block: Path::whole(goblin()), after: None, text };
    let wanted = GOBLIN.replace("(1) }\n", "(1) }\n  on enter {\n    draw(1)\n  }\n");
    assert_eq!(made(GOBLIN, &[edit]), wanted);
    let text = "character elf { cost: 1 }".to_owned();
    let edit = Edit::Append { after: Some(goblin()), text: text.clone() };
    let wanted =
        GOBLIN.replace("\n\ncharacter orc", "\n\ncharacter elf { cost: 1 }\n\ncharacter orc");
    assert_eq!(made(GOBLIN, &[edit]), wanted);
    let edit = Edit::Append { after: None, text };
    assert_eq!(made(GOBLIN, &[edit]), format!("{GOBLIN}\ncharacter elf {{ cost: 1 }}\n"));
}

#[test]
fn cells_of_a_table() {
    let source = "table character {\n  id     | name   | cost\n  goblin | \"G\"    | 10\n  orc    | \"O\"    |\n}\n";
    assert_eq!(made(source, &[set("cost", "2")]), source.replace("10", "2 "));
    let orc = Path::field(Which::id("character", "orc"), "cost");
    let edit = Edit::Set { at: orc, value: "3".to_owned() };
    assert_eq!(made(source, &[edit]), source.replace("|\n}", "|3\n}"));
    assert!(matches!(plan(source, &[set("power", "2")]), Err(Refusal::InTable(_))));
}

#[test]
fn nothing_spills() {
    for value in [
        "1\n  power: 99",
        "1 }\ncharacter elf { cost: 1",
        "1 // swallowed",
        "(1",
        "\"open",
        "1 power: 3",
        "{",
        "}",
    ] {
        assert!(plan(GOBLIN, &[set("cost", value)]).is_err(), "{value:?} was accepted");
    }
    for text in ["}", "cost: 1 }\ncharacter elf {", "on x {"] {
        let edit =
            Edit::Insert { block: Path::whole(goblin()), after: None, text: text.to_owned() };
        assert!(plan(GOBLIN, &[edit]).is_err(), "{text:?} was accepted");
    }
    let rename = Edit::Rename { of: goblin(), id: "a b".to_owned() };
    assert!(plan(GOBLIN, &[rename]).is_err());
    let both = [set("cost", "2"), set("cost", "3")];
    assert_eq!(plan(GOBLIN, &both), Err(Refusal::Overlap));
}

/// Every field of every shipped file is set to something else and back, and an entry is added
/// and removed: the file is the same again.
#[test]
fn edits_can_be_taken_back_in_all_content() {
    let mut tried = 0;
    for path in card_files() {
        let source = std::fs::read_to_string(&path).expect("the file is there");
        let parsed = parse(&source);
        if !parsed.errors.is_empty() || source.contains('\r') {
            continue;
        }
        let found = declarations(&parsed.file);
        // A few of each file: each is planned and verified on the whole file.
        for (number, declaration) in found.iter().enumerate().step_by(found.len() / 2 + 1) {
            let of = Which::Number(number);
            let Some(body) = &declaration.body else { continue };
            let is_row = body.span == declaration.span;
            for entry in &body.entries {
                let Entry::Clause(clause) = entry else { continue };
                let Some(values) = &clause.values else { continue };
                let is_first = body.entries.iter().find(|other| match other {
                    Entry::Clause(other) => {
                        other.name.text == clause.name.text
                            && other.args.is_empty()
                            && other.values.is_some()
                    }
                    _ => false,
                });
                if !clause.args.is_empty() || is_first != Some(entry) || is_row {
                    continue;
                }
                let (Some(first), Some(last)) = (values.first(), values.last()) else { continue };
                let old = &source[first.span.to(last.span).range()];
                let at = Path::field(of.clone(), &clause.name.text);
                let there = made(&source, &[Edit::Set { at: at.clone(), value: "7".to_owned() }]);
                let back = made(&there, &[Edit::Set { at, value: old.to_owned() }]);
                assert_eq!(back, source, "{}: {}", path.display(), clause.name.text);
                tried += 1;
            }
            if !is_row && !body.entries.is_empty() {
                let text = "zzz: 1".to_owned();
                let block = Path::whole(of.clone());
                let edit = Edit::Insert { block, after: None, text };
                let there = plan(&source, std::slice::from_ref(&edit));
                let there = there.unwrap_or_else(|refusal| {
                    let text = &source[declaration.span.range()];
                    panic!("{}: {refusal}: {text}", path.display())
                });
                let there = apply(&source, &there);
                let at = Path::field(of, "zzz");
                assert_eq!(made(&there, &[Edit::Remove { at }]), source, "{}", path.display());
            }
        }
    }
    assert!(tried > 500, "only {tried} fields were tried");
}

/// What stands at a byte is found again by its path.
#[test]
fn a_path_leads_back_to_its_place() {
    let place = GOBLIN.find("draw").expect("it is there") as u32;
    let file = parse(GOBLIN).file;
    let path = Path::at(&file, place).expect("it is in a declaration");
    assert_eq!(path.steps, [Step::Entry(2), Step::Entry(0)]);
    let span = path.span(&file).expect("it is there");
    assert_eq!(&GOBLIN[span.range()], "draw(1)");
}

fn declarations(file: &File) -> Vec<&Declaration> {
    file.items.iter().flat_map(of_item).collect()
}

fn of_item(item: &Item) -> Vec<&Declaration> {
    match item {
        Item::Declaration(declaration) => vec![declaration.as_ref()],
        Item::Table(table) => table.rows.iter().collect(),
        _ => Vec::new(),
    }
}
