//! What other programs read: data, schemas and types of every shipped package, checked by
//! independent validators and compilers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::{Place, tools};

/// The shipped content, built once for all tests of this file.
fn built() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("data");
        let content = content();
        let place = Place::empty();
        let (content, folder) = (content.to_string_lossy(), out.to_string_lossy());
        let parts = "data,schema,types";
        place.run(&["build", &content, "--only", parts, "--split", "--out", &folder]).code(0);
        out
    })
}

fn content() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content")
}

/// Name and game of every shipped package.
fn packages() -> Vec<(String, String)> {
    let mut packages: Vec<(String, String)> = fs::read_dir(built())
        .expect("a build")
        .map(|entry| {
            let name = entry.expect("a folder").file_name().to_string_lossy().into_owned();
            let data = read(&built().join(&name).join(format!("data/{name}.json")));
            (name, data["game"].as_str().expect("a game").to_owned())
        })
        .collect();
    packages.sort();
    packages
}

fn read(path: &Path) -> Value {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_slice(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// `build` writes what this test proves, and does not prove it again each time.
#[test]
fn the_data_of_every_package_fits_its_schema_and_reads_back_unchanged() {
    let packages = packages();
    assert_eq!(packages.len(), fs::read_dir(content()).expect("content").count());
    for (name, game) in packages {
        let root = built().join(&name);
        let schema = read(&root.join(format!("schema/{game}.schema.json")));
        let validator = jsonschema::validator_for(&schema).expect("a valid schema");
        let whole = root.join(format!("data/{name}.json"));
        let pieces = fs::read_dir(root.join("data").join(&name)).expect("pieces");
        let pieces: Vec<PathBuf> = pieces.map(|piece| piece.expect("a file").path()).collect();
        assert!(pieces.len() > 1, "{name}");
        for file in pieces.iter().chain([&whole]) {
            let data = read(file);
            if let Some(error) = validator.iter_errors(&data).next() {
                panic!("{} at {}: {error}", file.display(), error.instance_path());
            }
            let back = package(file);
            assert_eq!(serde_json::to_value(&back).expect("JSON"), data, "{}", file.display());
        }
        assert_eq!(package(&whole.with_extension("cbor")), package(&whole), "{name}");
    }
}

/// A package as other programs would load it.
fn package(file: &Path) -> cardwright_model::Package {
    let ending = file.extension().expect("an ending").to_string_lossy();
    let bytes = fs::read(file).expect("a file");
    let package = cardwright_emit::read(&ending, &bytes).expect("a known ending");
    package.unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[test]
fn one_schema_of_a_game_fits_all_its_packages() {
    let place = Place::empty();
    for game in games() {
        let printed = place.run(&["schema", &game]).code(0).stdout();
        let schema: Value = serde_json::from_str(&printed).expect("a schema");
        let validator = jsonschema::validator_for(&schema).expect("a valid schema");
        for (name, _) in packages().into_iter().filter(|(_, of)| *of == game) {
            let data = read(&built().join(&name).join(format!("data/{name}.json")));
            let error = validator.iter_errors(&data).next();
            assert!(error.is_none(), "{name}: {}", error.expect("an error"));
        }
    }
}

fn games() -> Vec<String> {
    let mut games: Vec<String> = packages().into_iter().map(|(_, game)| game).collect();
    games.sort();
    games.dedup();
    games
}

#[test]
fn a_kinds_schema_fits_its_cards_and_no_others() {
    for (name, _) in packages() {
        let root = built().join(&name);
        let data = read(&root.join(format!("data/{name}.json")));
        let cards = data["cards"].as_array().cloned().unwrap_or_default();
        for file in fs::read_dir(root.join("schema/kinds")).expect("schemas") {
            let path = file.expect("a file").path();
            let kind =
                path.file_name().expect("a name").to_string_lossy().replace(".schema.json", "");
            let validator = jsonschema::validator_for(&read(&path)).expect("a valid schema");
            for card in &cards {
                let fits = validator.is_valid(card);
                assert_eq!(fits, card["kind"] == kind.as_str(), "{kind}: {}", card["id"]);
            }
        }
    }
}

/// A hundred cards, each spoilt in one way; none may pass.
#[test]
fn spoilt_data_is_refused() {
    let name = "crawler";
    let root = built().join(name);
    let data = read(&root.join(format!("data/{name}.json")));
    let schema = read(&root.join(format!("schema/{name}.schema.json")));
    let cards = data["cards"].as_array().expect("cards");
    let mut tried = 0;
    for (number, card) in cards.iter().cycle().take(100).enumerate() {
        let Some(spoilt) = spoil(card, &schema, number) else { continue };
        let mut package = data.clone();
        package["cards"] = json!([spoilt.0]);
        package.as_object_mut().expect("a package").remove("scenarios");
        let validator = jsonschema::validator_for(&schema).expect("a valid schema");
        assert!(!validator.is_valid(&package), "{}: {}", card["id"], spoilt.1);
        tried += 1;
    }
    assert!(tried >= 95, "only {tried} mutations were possible");
}

/// The card with one mistake, and a description of the mistake.
fn spoil(card: &Value, schema: &Value, number: usize) -> Option<(Value, String)> {
    let mut card = card.clone();
    let kind = card["kind"].as_str()?.to_owned();
    let definitions = schema["$defs"].as_object()?;
    let (_, fields) = definitions
        .iter()
        .find(|(_, definition)| definition["properties"]["kind"]["const"] == kind.as_str())
        .and_then(|(_, definition)| {
            let name =
                definition["properties"]["fields"]["$ref"].as_str()?.trim_start_matches("#/$defs/");
            Some((name, definitions.get(name)?))
        })?;
    let required: Vec<&str> =
        fields["required"].as_array()?.iter().filter_map(Value::as_str).collect();
    let field = required[number % required.len()];
    let what = match number % 5 {
        0 => {
            card["fields"].as_object_mut()?.remove(field);
            format!("without {field}")
        }
        1 => {
            card["fields"][field] = json!({"unheard-of": 1});
            format!("{field} of another type")
        }
        2 => {
            let ranged = fields["properties"]
                .as_object()?
                .iter()
                .find(|(_, property)| property["minimum"].is_i64())?;
            card["fields"][ranged.0] = json!(ranged.1["minimum"].as_i64()? - 1);
            format!("{} out of range", ranged.0)
        }
        3 => {
            card["fields"]["not-a-field"] = json!(1);
            "an unknown field".into()
        }
        _ => {
            card["kind"] = json!("not-a-kind");
            "an unknown kind".into()
        }
    };
    Some((card, what))
}

#[test]
fn pieces_add_up_to_the_whole() {
    for (name, _) in packages() {
        let root = built().join(&name).join("data");
        let whole = read(&root.join(format!("{name}.json")));
        let mut cards = 0;
        for file in fs::read_dir(root.join(&name)).expect("pieces") {
            let piece = read(&file.expect("a file").path());
            assert_eq!(piece["name"], whole["name"]);
            cards += piece["cards"].as_array().map_or(0, Vec::len);
        }
        assert_eq!(cards, whole["cards"].as_array().map_or(0, Vec::len), "{name}");
    }
}

#[test]
fn another_validator_agrees() {
    let Some(tools) = tools::node() else { return };
    for (name, game) in packages() {
        let root = built().join(&name);
        let mut files = vec![root.join(format!("data/{name}.json"))];
        for file in fs::read_dir(root.join("data").join(&name)).expect("pieces") {
            files.push(file.expect("a file").path());
        }
        let output = Command::new("node")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/tools/validate.js"))
            .arg(root.join(format!("schema/{game}.schema.json")))
            .args(&files)
            .env("NODE_PATH", tools.join("node_modules"))
            .output()
            .expect("node runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{name}: {said}{error}");
    }
}

#[test]
fn typescript_accepts_the_data_as_the_declared_types() {
    let Some(tools) = tools::node() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = Vec::new();
    for (name, game) in packages() {
        let root = built().join(&name);
        let types = fs::read_to_string(root.join(format!("types/{game}.ts"))).expect("types");
        fs::write(folder.path().join(format!("{name}-types.ts")), types).expect("written");
        let data = fs::read_to_string(root.join(format!("data/{name}.json"))).expect("data");
        let program = format!(
            "import type {{ AnyCard, Package }} from \"./{name}-types\";\n\
             export const data: Package = {data};\n\
             export const kinds: AnyCard[\"kind\"][] = (data.cards ?? []).map((card) => card.kind);\n"
        );
        let file = folder.path().join(format!("{name}.ts"));
        fs::write(&file, program).expect("written");
        files.push(file);
    }
    // The types must refuse a card of no kind.
    let (name, _) = &packages()[0];
    let wrong = format!(
        "import type {{ AnyCard }} from \"./{name}-types\";\n\
         export const card: AnyCard = {{ id: \"x\", name: \"X\", kind: \"not-a-kind\" }};\n"
    );
    let wrong_file = folder.path().join("wrong.ts");
    fs::write(&wrong_file, wrong).expect("written");
    let compile = |files: &[PathBuf]| {
        Command::new("node")
            .arg(tools.join("node_modules/typescript/bin/tsc"))
            .args(["--strict", "--noEmit", "--exactOptionalPropertyTypes", "--target", "es2022"])
            .args(files)
            .output()
            .expect("node runs")
    };
    let output = compile(&files);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let output = compile(&[wrong_file]);
    assert!(!output.status.success(), "a card of no kind was accepted");
}

#[test]
fn the_rust_types_compile_and_read_the_data_back_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("src")).expect("a folder");
    let manifest = "[package]\nname = \"generated\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
                    [dependencies]\nserde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n";
    fs::write(folder.path().join("Cargo.toml"), manifest).expect("written");
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    fs::copy(lock, folder.path().join("Cargo.lock")).expect("the workspace has a lock file");
    let mut program = String::new();
    let mut calls = String::new();
    for (number, (name, game)) in packages().into_iter().enumerate() {
        let root = built().join(&name);
        fs::copy(
            root.join(format!("types/{game}.rs")),
            folder.path().join(format!("src/package{number}.rs")),
        )
        .expect("copied");
        program += &format!("mod package{number};\n");
        let data = root.join(format!("data/{name}.json"));
        calls += &format!(
            "    let text = std::fs::read_to_string({data:?}).unwrap();\n\
             \x20   let before: serde_json::Value = serde_json::from_str(&text).unwrap();\n\
             \x20   let typed: package{number}::Package = serde_json::from_str(&text).unwrap();\n\
             \x20   assert!(serde_json::to_value(&typed).unwrap() == before, {name:?});\n"
        );
    }
    program += &format!("fn main() {{\n{calls}}}\n");
    fs::write(folder.path().join("src/main.rs"), program).expect("written");
    let output = Command::new(env!("CARGO"))
        .args(["run", "--offline", "--quiet"])
        .current_dir(folder.path())
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn one_thread_and_many_give_the_same_bytes() {
    let place = Place::expansion();
    let parts = "data,schema,types,cards,sheets";
    let arguments =
        |out: &'static str| ["build", "moon", "--only", parts, "--dpi", "72", "--out", out];
    place.run_with(&arguments("one"), &[("RAYON_NUM_THREADS", "1")]).code(0);
    place.run_with(&arguments("many"), &[("RAYON_NUM_THREADS", "8")]).code(0);
    let (one, many) =
        (crate::build::files(&place.path("one")), crate::build::files(&place.path("many")));
    assert!(one == many, "some file differs");
}

#[test]
fn a_table_can_be_read_by_a_spreadsheet() {
    for (name, _) in packages() {
        let folder = built().join(&name).join("data/csv");
        let data = read(&built().join(&name).join(format!("data/{name}.json")));
        let mut rows = 0;
        for file in fs::read_dir(folder).expect("tables") {
            let mut reader = csv::Reader::from_path(file.expect("a file").path()).expect("a table");
            let head: Vec<String> =
                reader.headers().expect("a head").iter().map(str::to_owned).collect();
            let distinct: std::collections::BTreeSet<&String> = head.iter().collect();
            assert_eq!(distinct.len(), head.len(), "{name}: two columns of one name in {head:?}");
            rows += reader.records().filter(|row| row.is_ok()).count();
        }
        let entities: usize = ["cards", "decks", "formats", "records"]
            .iter()
            .map(|list| data[list].as_array().map_or(0, Vec::len))
            .sum();
        assert_eq!(rows, entities, "{name}");
    }
}
