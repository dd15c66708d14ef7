//! Spreadsheets as living tables, and workbooks that come back.

use std::fs;
use std::path::Path;

use cardwright_sheets::{Column, Kind, SheetOut, read, write_xlsx};

use crate::Place;

const GAME: &str = "game zoo \"Zoo\" { version: \"1\" }

enum diet \"Diet\" {
  meat \"Meat\"
  leaves \"Leaves and Fruit\"
}

kind beast \"Beast\" {
  print { template: \"card\"; size: poker; back: \"back\" }
  field legs: int 0..8
  field diet?: list of diet
  field tame: flag = no
  field flavour?: text
  field copies: int 1.. = 1
  clause roar: effect
}

word feed(count: int): verb { wording: \"feed {count|1 beast|{count} beasts}\" }
";

fn zoo(files: &[(&str, &[u8])]) -> Place {
    let place = Place::empty();
    let manifest = b"[package]\nname = \"zoo\"\nversion = \"0.1.0\"\ngame = \"zoo\"\n";
    let game = [("cardwright.toml", manifest.as_slice()), ("game.card", GAME.as_bytes())];
    for (name, bytes) in game.iter().chain(files) {
        let path = place.path("zoo").join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    place
}

const CSV: &str = "Name;Legs;Diet;Tame;Roar\n\
    Old Cat;4;Meat;x;feed(1)\n\
    Snail;0;leaves and fruit, meat;;\"feed(2)\n// loudly\nfeed(3)\"\n";

const TABLE: &[u8] = b"table beast from \"beasts.csv\"\n";

#[test]
fn rows_are_cards() {
    let place = zoo(&[("beasts.card", TABLE), ("beasts.csv", CSV.as_bytes())]);
    place.run(&["check", "zoo", "--deny", "warnings"]).code(0);
    place.run(&["fmt", "--check", "zoo"]).code(0);
    place.run(&["build", "zoo", "--only", "data"]).code(0);
    let data = fs::read_to_string(place.path("zoo/output/zoo/data/zoo.json")).expect("data");
    let data: serde_json::Value = serde_json::from_str(&data).expect("JSON");
    let cards = data["cards"].as_array().expect("cards");
    assert_eq!(cards.len(), 2);
    assert_eq!(cards[0]["id"], "old-cat");
    assert_eq!(cards[0]["fields"]["tame"], true);
    assert_eq!(cards[1]["provenance"]["file"], "beasts.csv");
    assert_eq!(cards[1]["provenance"]["line"], 3);
    let text = cards[1]["text"].to_string();
    assert!(text.contains("eed 2 beasts") && text.contains("eed 3 beasts"), "{text}");
}

#[test]
fn a_mistake_is_told_at_its_cell() {
    let csv = CSV.replace(";4;", ";four;").replace("feed(3)", "fed(3)");
    let place = zoo(&[("beasts.card", TABLE), ("beasts.csv", csv.as_bytes())]);
    let said = place.run(&["check", "zoo"]).code(1).stderr();
    for part in [
        "zoo/beasts.csv:2:9",
        "row 2, column `Legs` (B) of `beasts.csv`",
        "zoo/beasts.csv:5:1",
        "row 3, column `Roar` (E) of `beasts.csv`",
        "did you mean `feed`?",
    ] {
        assert!(said.contains(part), "{part} is not in\n{said}");
    }
}

#[test]
fn workbooks_are_read_by_sheet_row_and_column() {
    let column = |title: &str| Column { title: title.to_owned(), ..Column::default() };
    let sheet = |name: &str, rows: &[[&str; 3]]| SheetOut {
        name: name.to_owned(),
        columns: ["Beast", "Feet", "Notes"].map(column).into(),
        rows: rows.iter().map(|row| row.map(str::to_owned).into()).collect(),
    };
    let bytes = write_xlsx(&[
        sheet("Old", &[["Dodo", "2", "gone"]]),
        sheet("New", &[["Cat", "4", ""], ["Crab", "ten", "sideways"]]),
    ])
    .expect("a workbook");
    let table =
        b"table beast from \"beasts.xlsx\" sheet \"New\" {\n  name: Beast\n  legs: Feet\n}\n";
    let place = zoo(&[("beasts.card", table), ("beasts.xlsx", &bytes)]);
    let said = place.run(&["check", "zoo"]).code(1).stderr();
    assert!(said.contains("row 3, column `Feet` (B) of `beasts.xlsx`, sheet `New`"), "{said}");
    assert!(said.contains("Crab | ten | sideways"), "{said}");
    assert!(!said.contains("Dodo"), "{said}");
}

#[test]
fn what_a_table_names_and_is_not_there() {
    let wrong = |table: &str, csv: &[u8]| {
        let place = zoo(&[("beasts.card", table.as_bytes()), ("beasts.csv", csv)]);
        place.run(&["check", "zoo"]).stderr()
    };
    let cases: [(&str, &[u8], &str); 7] = [
        ("table beast from \"beast.csv\"\n", b"Name\nCat\n", "did you mean `beasts.csv`?"),
        (
            "table beast from \"beasts.csv\" { name: Nmae }\n",
            b"Name\nCat\n",
            "did you mean `Name`?",
        ),
        ("table beast from \"beasts.csv\" { leg: Name }\n", b"Name\nCat\n", "did you mean `legs`?"),
        ("table beats from \"beasts.csv\"\n", b"Name\nCat\n", "did you mean `beast`?"),
        ("table beast from \"beasts.csv\"\n", b"Legs\n4\n", "no column is the `id` or the `name`"),
        ("table beast from \"beasts.csv\"\n", b"Name,Legs,Mood\nCat,4,x\n", "W0145"),
        (
            "table beast from \"beasts.csv\"\n",
            b"Name,\"Legs\nCat,4\n",
            "a quotation mark is never closed",
        ),
    ];
    for (table, csv, part) in cases {
        let said = wrong(table, csv);
        assert!(said.contains(part), "{part} is not in\n{said}");
    }
}

#[test]
fn files_made_to_harm_are_refused_at_once() {
    use std::io::Write;
    // A workbook whose one cell stands in the last row and column, and one that grows to gigabytes.
    let far = "<worksheet><sheetData><row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row></sheetData></worksheet>";
    let big = format!("<worksheet><!--{}--></worksheet>", " ".repeat(80 << 20));
    let entities = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\">]><worksheet>&a;</worksheet>";
    for (sheet, part) in [
        (far, "it has more than 20000 rows"),
        (big.as_str(), "unpacked it is larger than 64 MB"),
        (entities, "cannot be read"),
    ] {
        let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated);
        let files = [
            (
                "xl/workbook.xml",
                "<workbook xmlns:r=\"r\"><sheets><sheet name=\"A\" r:id=\"1\"/></sheets></workbook>",
            ),
            (
                "xl/_rels/workbook.xml.rels",
                "<Relationships><Relationship Id=\"1\" Target=\"a.xml\"/></Relationships>",
            ),
            ("xl/a.xml", sheet),
        ];
        for (name, text) in files {
            archive.start_file(name, options).expect("a file");
            archive.write_all(text.as_bytes()).expect("its text");
        }
        let bytes = archive.finish().expect("an archive").into_inner();
        assert!((bytes.len() as u64) < cardwright_sheets::LARGEST_FILE);
        let place = zoo(&[("a.card", b"table beast from \"a.xlsx\"\n"), ("a.xlsx", &bytes)]);
        let said = place.run(&["check", "zoo"]).code(1).stderr();
        assert!(said.contains("E0631") && said.contains(part), "{part} is not in\n{said}");
    }
}

/// 500 cards with comments go out, every fifth is changed in the workbook, and they come back.
#[test]
fn a_workbook_goes_out_and_comes_back_without_loss() {
    let mut text = String::from("// The beasts.\n\n");
    for number in 0..500 {
        text.push_str(&format!(
            "/// Number {number}.\nbeast beast-{number} \"Beast {number}\" {{\n  legs: {}  // at least\n  \
             diet: meat, leaves\n  flavour: \"It says \\\"{number}\\\".\"\n  // What it does.\n  roar {{ feed({}) }}\n}}\n\n",
            number % 9,
            number % 5 + 1
        ));
    }
    text.truncate(text.len() - 1);
    let place = zoo(&[("cards/beasts.card", text.as_bytes())]);
    place.run(&["fmt", "--check", "zoo"]).code(0);
    place.run(&["export", "zoo", "--xlsx", "--out", "zoo.xlsx"]).code(0);
    // Brought back as it is, nothing changes.
    let same = place.run(&["import", "zoo.xlsx", "--into", "zoo", "--update"]).code(0).stderr();
    assert!(same.contains("0 cards changed, 0 new, in 0 files"), "{same}");
    let bytes = fs::read(place.path("zoo.xlsx")).expect("the workbook");
    let book = read(Kind::Xlsx, &bytes).expect("a workbook");
    let sheet = &book.sheets[0];
    let titles: Vec<&str> = sheet.rows[0].cells.iter().map(|cell| &*cell.text).collect();
    let at = |title: &str| titles.iter().position(|known| *known == title).expect("a column");
    let mut rows: Vec<Vec<String>> = sheet.rows[1..]
        .iter()
        .map(|row| {
            let cell = |at: usize| row.cell(at as u32).map(|cell| cell.text.clone());
            (0..titles.len()).map(|at| cell(at).unwrap_or_default()).collect()
        })
        .collect();
    assert_eq!(rows.len(), 500);
    let mut wanted = text.clone();
    for (number, row) in rows.iter_mut().enumerate().step_by(5) {
        row[at("legs")] = "8".to_owned();
        row[at("name")] = format!("Great Beast {number}");
        row[at("tame")] = "yes".to_owned();
        let old = format!(
            "\"Beast {number}\" {{\n  legs: {}  // at least\n  diet: meat, leaves\n  flavour: \"It says \\\"{number}\\\".\"\n",
            number % 9
        );
        let new = format!(
            "\"Great Beast {number}\" {{\n  legs: 8  // at least\n  diet: meat, leaves\n  flavour: \"It says \\\"{number}\\\".\"\n  tame: yes\n"
        );
        assert!(wanted.contains(&old), "{old}");
        wanted = wanted.replace(&old, &new);
    }
    let columns =
        titles.iter().map(|title| Column { title: (*title).to_owned(), ..Column::default() });
    let changed = SheetOut { name: "beast".to_owned(), columns: columns.collect(), rows };
    fs::write(place.path("zoo.xlsx"), write_xlsx(&[changed]).expect("a workbook"))
        .expect("written");
    let said = place.run(&["import", "zoo.xlsx", "--into", "zoo", "--update"]).code(0).stderr();
    assert!(said.contains("100 cards changed, 0 new, in 1 file"), "{said}");
    let now = fs::read_to_string(place.path("zoo/cards/beasts.card")).expect("the cards");
    for (number, (now, wanted)) in now.lines().zip(wanted.lines()).enumerate() {
        assert_eq!(now, wanted, "line {}", number + 1);
    }
    assert_eq!(now.len(), wanted.len());
    place.run(&["check", "zoo"]).code(0);
    let again = place.run(&["import", "zoo.xlsx", "--into", "zoo", "--update"]).code(0).stderr();
    assert!(again.contains("0 cards changed"), "{again}");
}

#[test]
fn a_new_row_is_a_new_card_and_an_empty_cell_takes_a_field_out() {
    let cards = "beast cat \"Cat\" {\n  legs: 4\n  tame: yes\n  flavour: \"Mine.\"\n}\n\ntable beast {\n  id   | name   | legs\n  crab | \"Crab\" | 8\n}\n";
    let place = zoo(&[("cards/beasts.card", cards.as_bytes())]);
    place.run(&["fmt", "--check", "zoo"]).code(0);
    let columns = ["id", "name", "legs", "tame", "flavour", "effects"];
    let rows = [
        ["cat", "Cat", "3", "yes", "", ""],
        ["crab", "Big Crab", "7", "", "", ""],
        ["owl", "Owl", "2", "", "Who?", "roar { feed(1) }"],
    ];
    let sheet = SheetOut {
        name: "beast".to_owned(),
        columns: columns
            .map(|title| Column { title: title.to_owned(), ..Column::default() })
            .into(),
        rows: rows.iter().map(|row| row.map(str::to_owned).into()).collect(),
    };
    fs::write(place.path("zoo.xlsx"), write_xlsx(&[sheet]).expect("a workbook")).expect("written");
    let said = place.run(&["import", "zoo.xlsx", "--into", "zoo", "--update"]).code(0).stderr();
    assert!(said.contains("2 cards changed, 1 new, in 1 file"), "{said}");
    let now = fs::read_to_string(place.path("zoo/cards/beasts.card")).expect("the cards");
    assert_eq!(
        now,
        "beast cat \"Cat\" {\n  legs: 3\n  tame: yes\n}\n\ntable beast {\n  id   | name       | legs\n  crab | \"Big Crab\" | 7\n}\n\nbeast owl \"Owl\" {\n  legs: 2\n  flavour: \"Who?\"\n  roar { feed(1) }\n}\n"
    );
    place.run(&["check", "zoo"]).code(0);
}

#[test]
fn import_writes_tidy_cards_and_says_what_it_left() {
    let place = zoo(&[]);
    fs::write(place.path("beasts.csv"), "Title,Legs,Diet,Mood\nOld Cat,4,Leaves and Fruit,fine\n")
        .expect("a file");
    let said = place.run(&["import", "beasts.csv", "--into", "zoo"]).code(0).stderr();
    assert!(said.contains("not brought over: the column `Mood`"), "{said}");
    let cards = fs::read_to_string(place.path("zoo/cards/beasts.card")).expect("the cards");
    assert_eq!(cards, "beast old-cat \"Old Cat\" {\n  legs: 4\n  diet: leaves\n}\n");
    place.run(&["check", "zoo", "--deny", "warnings"]).code(0);
    let again = place.run(&["import", "beasts.csv", "--into", "zoo"]).code(2).stderr();
    assert!(again.contains("exists"), "{again}");
    assert!(Path::new(&place.path("zoo/cards/beasts.card")).is_file());
}
