//! Packages in folders: discovery, manifests, dependencies, files that are refused.

use super::common;
use cardwright_games::GAMES;
use std::collections::BTreeSet;
use std::path::Path;

use cardwright_check::codes;
use cardwright_check::{LoadError, Project, check};
use cardwright_model::files::{FileError, FileKind, Files, MemoryFiles};

/// Folders in memory, with the small game in `game`.
struct World(MemoryFiles);

impl World {
    fn new() -> World {
        let mut world = World(MemoryFiles::default());
        world.write("game/cardwright.toml", &common::game().manifest);
        world.write("game/game.card", &common::game().files[0].1);
        world
    }

    fn write(&mut self, path: &str, text: &str) -> &mut World {
        self.0.insert(path, text);
        self
    }

    fn load(&self, path: &str) -> Result<Project, LoadError> {
        Project::load(&self.0, Path::new(path))
    }

    fn codes(&self, path: &str) -> Vec<String> {
        codes_of(&self.load(path).expect("there is a project"))
    }
}

fn codes_of(project: &Project) -> Vec<String> {
    let found = check(project, GAMES).diagnostics;
    found.into_iter().map(|found| found.code).filter(|code| code != "W0108").collect()
}

const HEAD: &str = "[package]\nname = \"mine\"\nversion = \"0.1.0\"\ngame = \"suite\"\n";
const CARDS: &str = "trap spikes { cost: 1 }\n";

#[test]
fn a_package_a_folder_of_packages_and_a_file_are_found() {
    let mut folder = World::new();
    let manifest = format!("{HEAD}[dependencies]\nsuite = {{ path = \"../game\" }}\n");
    folder.write("mine/cardwright.toml", &manifest).write("mine/deep/a.card", CARDS);
    folder.write("mine/b.card", "trap other { cost: 99 }\n");
    let names = |path: &str| -> Vec<String> {
        let project = folder.load(path).expect("there is a project");
        let requested = project.packages.iter().filter(|package| package.requested);
        requested.map(|package| package.manifest.package.name.clone()).collect()
    };
    assert_eq!(names("mine"), ["mine"]);
    assert_eq!(names(""), ["suite", "mine"]);
    assert_eq!(names("mine/deep"), ["mine"]);
    assert_eq!(names("mine/deep/a.card"), ["mine"]);
    assert_eq!(folder.codes("mine"), ["E0302"]);
    assert_eq!(
        folder.codes("mine/deep/a.card"),
        Vec::<String>::new(),
        "only what is wrong in that file"
    );
    let checked = check(&folder.load("mine").expect("there is a project"), GAMES);
    let library = &checked.packages[0].library;
    let packages: Vec<_> = library.packages.iter().map(|package| package.name.as_str()).collect();
    assert_eq!(packages, ["suite", "mine"]);
    assert_eq!(checked.packages[0].package().dependencies[0].version, "0.1.0");
}

#[test]
fn nothing_there_is_an_error_of_the_call() {
    let mut folder = World::new();
    folder.write("empty/notes.txt", "nothing");
    assert!(matches!(folder.load("nowhere"), Err(LoadError::NotFound(_))));
    assert!(matches!(folder.load("empty"), Err(LoadError::NoPackage(_))));
}

/// Manifests and the codes they cause; together these are all codes of manifests and packages.
const MANIFESTS: &[(&str, &[&str])] = &[
    ("[package\n", &["E0601"]),
    ("[package]\nname = \"mine\"\n", &["E0602"]),
    (
        "[package]\nname = \"mine\"\nversion = \"0.1.0\"\ngame = \"suite\"\nauthor = \"x\"\n",
        &["E0602"],
    ),
    (
        "HEAD[dependencies]\nother = { path = \"../other\" }\nsuite = { path = \"../game\" }\n",
        &["E0603"],
    ),
    ("HEAD[dependencies]\nsuite = { path = \"..\" }\n", &["E0604"]),
    (
        "HEAD[dependencies]\nsuite = { path = \"../game\" }\nround = { path = \"../round\" }\n",
        &["E0605"],
    ),
    ("HEAD[dependencies]\nsuite = { path = \"../game\", version = \"0.2\" }\n", &["E0606"]),
    (
        "[package]\nname = \"My Cards\"\nversion = \"1\"\ngame = \"suite\"\n[dependencies]\nsuite = { path = \"../game\" }\n",
        &["E0607", "E0607"],
    ),
    ("HEAD[dependencies]\ngame = { path = \"../game\" }\n", &["E0608"]),
    (
        "HEAD[dependencies]\nsuite = { path = \"../game\" }\nchess = { path = \"../chess\" }\n",
        &["E0609"],
    ),
    ("HEAD", &["E0611"]),
    (
        "HEAD[dependencies]\nsuite = { path = \"../game\" }\n[print]\npaper = [\"a5x\"]\nbacks = \"folded\"\n",
        &["E0614", "E0614"],
    ),
    ("HEAD[dependencies]\nsuite = \"0.1\"\n", &["E0615"]),
    (
        "HEAD[dependencies]\nsuite = { path = \"../game\" }\n[preflight]\ncontrst = \"off\"\nstroke = 3\n",
        &["E0620", "E0621"],
    ),
];

#[test]
fn every_mistake_in_a_manifest_has_its_code() {
    for (manifest, expected) in MANIFESTS {
        let mut folder = World::new();
        folder
            .write("mine/cardwright.toml", &manifest.replace("HEAD", HEAD))
            .write("mine/a.card", CARDS);
        folder
            .write(
                "round/cardwright.toml",
                "[package]\nname = \"round\"\nversion = \"0.1.0\"\ngame = \"suite\"\n[dependencies]\nmine = { path = \"../mine\" }\nsuite = { path = \"../game\" }\n",
            )
            .write("round/a.card", "trap round { cost: 1 }\n");
        folder
            .write("chess/cardwright.toml", "[package]\nname = \"chess\"\nversion = \"0.1.0\"\ngame = \"chess\"\n[dependencies]\nsuite = { path = \"../game\" }\n")
            .write("chess/a.card", "trap rook { cost: 1 }\n");
        let mut found = folder.codes("mine");
        // The package of the other game has its own mistake.
        if expected.contains(&"E0609") {
            assert_eq!(found.iter().filter(|code| *code == "E0609").count(), 2);
            found.retain(|code| code == "E0609");
            found.pop();
        }
        assert_eq!(found, *expected, "{manifest}");
    }
}

#[test]
fn a_game_of_another_name_and_packages_of_one_name_are_noticed() {
    let mut folder = World::new();
    let manifest = common::game().manifest.replace("game = \"suite\"", "game = \"other\"");
    folder.write("game/cardwright.toml", &manifest);
    assert_eq!(folder.codes("game"), ["E0612"]);
    let mut folder = World::new();
    folder.write("twin/cardwright.toml", &common::game().manifest);
    folder.write("twin/game.card", &common::game().files[0].1);
    assert_eq!(folder.codes(""), ["E0613"]);
}

/// A world in which one path is something other than a file.
struct Strange<'a>(&'a World, &'a str, FileKind);

impl Files for Strange<'_> {
    fn kind(&self, path: &Path) -> Result<FileKind, FileError> {
        if path == Path::new(self.1) { Ok(self.2) } else { self.0.0.kind(path) }
    }

    fn list(&self, folder: &Path) -> Result<Vec<(String, FileKind)>, FileError> {
        let mut entries = self.0.0.list(folder)?;
        for (name, kind) in &mut entries {
            *kind = self.kind(&folder.join(name))?;
        }
        Ok(entries)
    }

    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
        self.kind(path)?.length(most)?;
        self.0.0.read(path, most)
    }

    fn real(&self, path: &Path) -> Result<std::path::PathBuf, FileError> {
        self.0.0.real(path)
    }
}

#[test]
fn strange_files_are_refused() {
    let mut folder = World::new();
    folder.0.insert("game/bad.card", [0xff, 0xfe]);
    assert_eq!(folder.codes("game"), ["E0610"]);
    let mut folder = World::new();
    folder.write("game/art/goblin.png", "a picture");
    let large = FileKind::File(9 << 20);
    let cases = [
        ("game/game.card", FileKind::Link, "`game.card` is not read: it is a symbolic link"),
        ("game/game.card", FileKind::Other, "`game.card` is not read: it is not a regular file"),
        ("game/game.card", large, "`game.card` is not read: it is larger than 8 MB"),
        ("game/art", FileKind::Link, "`art` is not read: it is a symbolic link"),
        (
            "game/art/goblin.png",
            FileKind::Other,
            "`art/goblin.png` is not read: it is not a regular file",
        ),
        (
            "game/cardwright.toml",
            FileKind::Link,
            "`cardwright.toml` is not read: it is a symbolic link",
        ),
        ("game/cardwright.toml", large, "`cardwright.toml` is not read: it is larger than 8 MB"),
    ];
    for (path, kind, message) in cases {
        let files = Strange(&folder, path, kind);
        let project = Project::load(&files, Path::new("game")).expect("there is a project");
        let found = &project.diagnostics[0];
        assert_eq!((found.code.as_str(), found.message.as_str()), ("E0610", message));
        assert!(!found.help.is_empty(), "{message}");
    }
}

#[test]
fn an_empty_package_is_worth_a_warning() {
    let mut folder = World::new();
    folder.write(
        "mine/cardwright.toml",
        &format!("{HEAD}[dependencies]\nsuite = {{ path = \"../game\" }}\n"),
    );
    assert_eq!(folder.codes("mine"), ["W0109"]);
}

/// A package `name` that changes the game's goblin, built on the packages `on`.
fn amending(folder: &mut World, name: &str, on: &[&str], amendment: &str) {
    let mut manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\ngame = \"suite\"\n\
         [dependencies]\nsuite = {{ path = \"../game\" }}\n"
    );
    for below in on {
        manifest.push_str(&format!("{below} = {{ path = \"../{below}\" }}\n"));
    }
    folder.write(&format!("{name}/cardwright.toml"), &manifest);
    folder.write(&format!("{name}/amend.card"), amendment);
}

#[test]
fn a_chain_of_packages_has_an_end() {
    let mut folder = World::new();
    amending(&mut folder, "link-0", &[], "trap link-0 { cost: 1 }\n");
    for link in 1..70 {
        let (name, below) = (format!("link-{link}"), format!("link-{}", link - 1));
        amending(&mut folder, &name, &[&below], &format!("trap {name} {{ cost: 1 }}\n"));
    }
    assert_eq!(folder.codes("link-20"), Vec::<String>::new());
    assert!(folder.codes("link-69").contains(&"E0617".to_owned()));
}

#[test]
fn two_packages_may_amend_a_card_but_not_the_same_field() {
    let mut folder = World::new();
    amending(&mut folder, "errata", &[], "amend goblin { power: 3 }\n");
    amending(&mut folder, "tougher", &[], "amend goblin { life: 2; attribute: stealth }\n");
    amending(&mut folder, "stronger", &[], "amend goblin { power: 4 }\n");
    amending(&mut folder, "both", &["errata", "tougher"], CARDS);
    amending(&mut folder, "clash", &["errata", "stronger"], CARDS);
    amending(&mut folder, "above", &["clash"], "trap other { cost: 1 }\n");
    amending(&mut folder, "again", &["errata"], "amend goblin { power: 5; life: 3 }\n");
    for quiet in ["errata", "tougher", "stronger", "both"] {
        assert_eq!(folder.codes(quiet), Vec::<String>::new(), "{quiet}");
    }
    assert_eq!(folder.codes("clash"), ["E0616"]);
    assert_eq!(folder.codes("above"), ["E0616"], "told once, where the two meet");
    assert_eq!(folder.codes("again"), ["E0616"], "the other field is free");

    let checked = check(&folder.load("both").expect("there is a project"), GAMES);
    let library = &checked.packages[0].library;
    let goblins: Vec<_> = library.cards().filter(|card| card.id == "goblin").collect();
    assert_eq!(goblins.len(), 1, "the amended card stands in place of the original");
    let goblin = goblins[0];
    assert_eq!((goblin.int("power"), goblin.int("life")), (Some(3), Some(2)));
    assert_eq!(goblin.keywords.len(), 1);
    let text = format!("{:?}", goblin.text);
    assert!(text.contains("Stealth"), "the text tells of both: {text}");
    let amends = goblin.amends.as_ref().expect("it is amended");
    assert_eq!((amends.package.as_str(), amends.version.as_str()), ("suite", "0.1.0"));
}

#[test]
fn a_table_whose_spreadsheet_is_missing_broken_or_of_another_shape_is_told() {
    for (table, sheet, text, code) in [
        ("table trap from \"none.csv\"", "cards/t.csv", "id,name,cost\nx,X,1\n", "E0630"),
        ("table trap from \"t.xlsx\"", "cards/t.xlsx", "no workbook", "E0631"),
        (
            "table trap from \"t.csv\" { cost: Price }",
            "cards/t.csv",
            "id,name,cost\nx,X,1\n",
            "E0632",
        ),
    ] {
        let mut world = World::new();
        world.write(
            "mine/cardwright.toml",
            &format!("{HEAD}[dependencies]\nsuite = {{ path = \"../game\" }}\n"),
        );
        world.write("mine/cards/a.card", &format!("{CARDS}\n{table}\n"));
        world.write(&format!("mine/{sheet}"), text);
        let found = world.codes("mine");
        assert!(found.iter().any(|found| found == code), "{code}: {found:?}");
    }
}

#[test]
fn every_code_of_projects_is_tried() {
    let source = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check/projects.rs"),
    )
    .expect("this file can be read");
    let missing: BTreeSet<_> = codes::CODES
        .iter()
        .map(|code| code.code)
        .filter(|code| {
            // A formula without its result takes a workbook that only other programs write.
            *code != "E0633"
                && (code.starts_with("E06") || *code == "W0109")
                && !source.contains(&format!("\"{code}\""))
        })
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The messages of a package of Bag of Dungeon with this file, and their helps.
fn of_bag(text: &str) -> Vec<(String, String, String)> {
    let manifest = "[package]\nname = \"moon\"\nversion = \"0.1.0\"\ngame = \"bag\"\n\
        [dependencies]\nbag = { path = \"../bag\" }\n";
    let moon = cardwright_check::project::MemoryPackage {
        root: "moon".into(),
        manifest: manifest.to_owned(),
        files: vec![("a.card".into(), text.to_owned())],
        assets: BTreeSet::new(),
    };
    let project = Project::from_memory([common::shipped("bag"), moon]);
    let checked = check(&project, GAMES);
    let own = checked
        .diagnostics
        .iter()
        .filter(|found| checked.sources.file(found.primary.file).name.starts_with("moon"));
    own.map(|found| (found.code.clone(), found.message.clone(), found.help.join("; "))).collect()
}

const MOON: &str = "use bag\nenum set { MOO \"Moon\" }\n";
const MOTHS: &str = "monster owl \"Owl\" { set: MOO; health: 4; dice: 1 }\n\
    monster moth \"Moth\" { health: 4; dice: 1; set: MOO }\n";

#[test]
fn a_card_without_its_set_and_a_set_without_a_format_are_told() {
    let game = "format moon-game \"Moon\" { min-players: 1; max-players: 2; sets: core, MOO }\n";
    let right = format!("{MOON}{MOTHS}{game}");
    assert_eq!(of_bag(&right), []);
    let found = of_bag(&right.replace("; set: MOO }", " }"));
    let found: Vec<_> = found.iter().filter(|found| found.0 == "W0142").collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].2, "add `set: MOO`; if it is meant, `set: core`");
    let found = of_bag(&right.replace("sets: core, MOO", "sets: core"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&*found[0].0, &*found[0].2), ("W0143", "write `sets: core, MOO`"));
}

#[test]
fn a_file_that_looks_like_cards_and_is_not_read_is_told() {
    let mut world = World::new();
    world.write(
        "mine/cardwright.toml",
        &format!("{HEAD}[dependencies]\nsuite = {{ path = \"../game\" }}\n"),
    );
    world.write("mine/cards/a.card", CARDS);
    for (path, right) in [
        ("cards/b.txt", "cards/b.card"),
        ("cards/b.card.txt", "cards/b.card"),
        ("cards/b.csv", "table KIND from \"b.csv\""),
        ("b.cards", "b.card"),
    ] {
        let mut world = World(world.0.clone());
        world.write(&format!("mine/{path}"), "trap b { cost: 1 }");
        world.write("mine/README.txt", "What it is.");
        let found = check(&world.load("mine").expect("a package"), GAMES).diagnostics;
        let found: Vec<_> = found.iter().filter(|found| found.code == "W0141").collect();
        assert_eq!(found.len(), 1, "{path}: {found:#?}");
        assert!(found[0].message.contains(path), "{found:#?}");
        assert!(found[0].help[0].contains(right), "{found:#?}");
    }
}

#[test]
fn a_misspelt_game_is_told_where_it_is_written() {
    let mut world = World::new();
    let manifest = HEAD.replace("\"suite\"", "\"suit\"");
    let manifest = format!("{manifest}[dependencies]\nsuite = {{ path = \"../game\" }}\n");
    world.write("mine/cardwright.toml", &manifest).write("mine/a.card", CARDS);
    let project = world.load("mine").expect("a package");
    let found = check(&project, GAMES).diagnostics;
    let found: Vec<_> = found.iter().filter(|found| found.code == "E0609").collect();
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(&manifest[found[0].primary.span.range()], "\"suit\"");
    assert_eq!(found[0].help, ["did you mean `suite`?"]);
}

#[test]
fn a_number_without_its_unit_and_a_setting_of_the_wrong_sort_show_the_line_to_write() {
    for (line, help) in [
        ("[print]\nbleed = 2\n", "write `\"2mm\"`"),
        ("[print]\nbleed = \"2\"\n", "write `\"2mm\"`"),
        ("[package]\nname = \"mine\"\ngame = \"suite\"\nversion = 1\n", "version = \"1.0.0\""),
        ("[package]\nname = \"mine\"\ngame = \"suite\"\n", "add `version = \"0.1.0\"`"),
    ] {
        let mut world = World::new();
        let head = if line.starts_with("[print]") { HEAD } else { "" };
        world.write("mine/cardwright.toml", &format!("{head}{line}")).write("mine/a.card", CARDS);
        let found = check(&world.load("mine").expect("a project"), GAMES).diagnostics;
        let told = found.iter().any(|found| found.help.iter().any(|told| told.contains(help)));
        assert!(told, "{line}: {found:#?}");
    }
}
