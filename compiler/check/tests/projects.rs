//! Packages on disk: discovery, manifests, dependencies, files that are refused.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use cardwright_check::diag::codes;
use cardwright_check::{LoadError, Project, check};

/// A folder of its own that is removed again.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("cardwright-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the folder can be made");
        let folder = Folder(path);
        folder.write("game/cardwright.toml", &common::game().manifest);
        folder.write("game/game.card", &common::game().files[0].1);
        folder
    }

    fn write(&self, path: &str, text: &str) -> &Folder {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("a file is in a folder"))
            .expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
        self
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    fn codes(&self, path: &str) -> Vec<String> {
        let project = Project::load(&self.path(path)).expect("there is a project");
        let found = check(&project).diagnostics;
        found.into_iter().map(|found| found.code).filter(|code| code != "W0108").collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const HEAD: &str = "[package]\nname = \"mine\"\nversion = \"0.1.0\"\ngame = \"suite\"\n";
const CARDS: &str = "trap spikes { cost: 1 }\n";

#[test]
fn a_package_a_folder_of_packages_and_a_file_are_found() {
    let folder = Folder::new();
    let manifest = format!("{HEAD}[dependencies]\nsuite = {{ path = \"../game\" }}\n");
    folder.write("mine/cardwright.toml", &manifest).write("mine/deep/a.card", CARDS);
    folder.write("mine/b.card", "trap other { cost: 99 }\n");
    let names = |path: &str| -> Vec<String> {
        let project = Project::load(&folder.path(path)).expect("there is a project");
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
    let checked = check(&Project::load(&folder.path("mine")).expect("there is a project"));
    let library = &checked.packages[0].library;
    let packages: Vec<_> = library.packages.iter().map(|package| package.name.as_str()).collect();
    assert_eq!(packages, ["suite", "mine"]);
    assert_eq!(checked.packages[0].package().dependencies[0].version, "0.1.0");
}

#[test]
fn nothing_there_is_an_error_of_the_call() {
    let folder = Folder::new();
    fs::create_dir(folder.path("empty")).expect("the folder can be made");
    assert!(matches!(Project::load(&folder.path("nowhere")), Err(LoadError::NotFound(_))));
    assert!(matches!(Project::load(&folder.path("empty")), Err(LoadError::NoPackage(_))));
}

/// A manifest and the codes it gives; together they are every code of manifests and packages.
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
        let folder = Folder::new();
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
        // The package of the other game has a mistake of its own.
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
    let folder = Folder::new();
    let manifest = common::game().manifest.replace("game = \"suite\"", "game = \"other\"");
    folder.write("game/cardwright.toml", &manifest);
    assert_eq!(folder.codes("game"), ["E0612"]);
    let folder = Folder::new();
    folder.write("twin/cardwright.toml", &common::game().manifest);
    folder.write("twin/game.card", &common::game().files[0].1);
    assert_eq!(folder.codes(""), ["E0613"]);
}

#[test]
fn links_and_strange_files_are_refused() {
    let folder = Folder::new();
    fs::write(folder.path("game/bad.card"), [0xff, 0xfe]).expect("the file can be written");
    assert_eq!(folder.codes("game"), ["E0610"]);
    fs::remove_file(folder.path("game/bad.card")).expect("it is there");
    #[cfg(unix)]
    {
        folder.write("secret.card", CARDS);
        std::os::unix::fs::symlink(folder.path("secret.card"), folder.path("game/link.card"))
            .expect("it can be linked");
        assert_eq!(folder.codes("game"), ["E0610"]);
    }
}

#[test]
fn an_empty_package_is_worth_a_warning() {
    let folder = Folder::new();
    folder.write(
        "mine/cardwright.toml",
        &format!("{HEAD}[dependencies]\nsuite = {{ path = \"../game\" }}\n"),
    );
    assert_eq!(folder.codes("mine"), ["W0109"]);
}

/// A package `name` that changes the game's goblin, built on the packages `on`.
fn amending(folder: &Folder, name: &str, on: &[&str], amendment: &str) {
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
fn two_packages_may_amend_a_card_but_not_the_same_field() {
    let folder = Folder::new();
    amending(&folder, "errata", &[], "amend goblin { power: 3 }\n");
    amending(&folder, "tougher", &[], "amend goblin { life: 2; attribute: stealth }\n");
    amending(&folder, "stronger", &[], "amend goblin { power: 4 }\n");
    amending(&folder, "both", &["errata", "tougher"], CARDS);
    amending(&folder, "clash", &["errata", "stronger"], CARDS);
    amending(&folder, "above", &["clash"], "trap other { cost: 1 }\n");
    amending(&folder, "again", &["errata"], "amend goblin { power: 5; life: 3 }\n");
    for quiet in ["errata", "tougher", "stronger", "both"] {
        assert_eq!(folder.codes(quiet), Vec::<String>::new(), "{quiet}");
    }
    assert_eq!(folder.codes("clash"), ["E0616"]);
    assert_eq!(folder.codes("above"), ["E0616"], "told once, where the two meet");
    assert_eq!(folder.codes("again"), ["E0616"], "the other field is free");

    let checked = check(&Project::load(&folder.path("both")).expect("there is a project"));
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
fn every_code_of_projects_is_tried() {
    let source =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/projects.rs"))
            .expect("this file can be read");
    let missing: BTreeSet<_> = codes::CODES
        .iter()
        .map(|code| code.code)
        .filter(|code| {
            (code.starts_with("E06") || *code == "W0109")
                && !source.contains(&format!("\"{code}\""))
        })
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
