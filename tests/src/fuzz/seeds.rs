//! Good inputs to damage: content, templates and pictures that ship.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use cardwright_check::project::MemoryPackage;
use cardwright_check::{Project, check};
use cardwright_games::GAMES;
use cardwright_model::Library;

use super::content;

/// Bag of Dungeon without its scenarios: the smallest game.
pub(super) fn bag() -> &'static MemoryPackage {
    static BAG: OnceLock<MemoryPackage> = OnceLock::new();
    BAG.get_or_init(|| {
        let root = crate::repository().join("content/bag");
        let mut files = Vec::new();
        for path in below(&root, ".card") {
            let relative = path.strip_prefix(&root).expect("it is below").to_string_lossy();
            if !relative.starts_with("tests") {
                files.push((relative.into_owned(), read_text(&path)));
            }
        }
        MemoryPackage {
            root: "bag".into(),
            manifest: read_text(&root.join("cardwright.toml")),
            files,
            assets: BTreeSet::new(),
        }
    })
}

/// Bag of Dungeon, checked.
pub(super) fn bag_library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut checked = check(&Project::from_memory([bag().clone()]), GAMES);
        checked.packages.pop().expect("the game was checked").library
    })
}

/// Files of content and of the test suite, the short ones.
pub(super) fn cards() -> Vec<Vec<u8>> {
    let folders = ["content", "tests/suite", "tests/semantics"];
    let files = folders.iter().flat_map(|folder| below(&crate::repository().join(folder), ".card"));
    files.map(|path| read_text(&path).into_bytes()).filter(|text| text.len() < 6000).collect()
}

/// Files of an expansion of Bag of Dungeon.
pub(super) fn expansions() -> Vec<Vec<u8>> {
    let market = crate::repository().join("content/bag-lantern-market");
    below(&market, ".card").iter().map(|path| read_text(path).into_bytes()).collect()
}

/// Manifests.
pub(super) fn manifests() -> Vec<Vec<u8>> {
    let mut all = vec![content::MANIFEST.as_bytes().to_vec()];
    let content = crate::repository().join("content");
    all.extend(below(&content, "cardwright.toml").iter().map(|path| read_text(path).into_bytes()));
    all
}

/// Themes.
pub(super) fn themes() -> Vec<Vec<u8>> {
    let folders = ["content", "templates/bag"];
    let files =
        folders.iter().flat_map(|folder| below(&crate::repository().join(folder), "theme.toml"));
    files.map(|path| read_text(&path).into_bytes()).collect()
}

/// Templates of Bag of Dungeon.
pub(super) fn templates() -> Vec<Vec<u8>> {
    let folder = crate::repository().join("templates/bag");
    let small = ["monster.svg", "item.svg", "scroll.svg", "token.svg", "_back.svg"];
    small.iter().map(|name| read_text(&folder.join(name)).into_bytes()).collect()
}

/// Small pictures, each after the byte that says what it is.
pub(super) fn pictures() -> Vec<Vec<u8>> {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">\
        <defs><filter id=\"f\"><feGaussianBlur stdDeviation=\"1\"/></filter></defs>\
        <circle cx=\"4\" cy=\"4\" r=\"3\" filter=\"url(#f)\"/><path d=\"M0 0L9 9z\"/></svg>";
    let jpeg = crate::repository().join("compiler/render/tests/data");
    let mut all = vec![[&[2], svg.as_bytes()].concat(), [&[0], &png()[..]].concat()];
    for path in below(&jpeg, ".jpg") {
        all.push([&[1], &fs::read(path).expect("a picture can be read")[..]].concat());
    }
    all
}

/// A PNG of a few colours.
fn png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 8, 8);
    encoder.set_color(png::ColorType::Rgba);
    let pixels: Vec<u8> = (0..8 * 8 * 4).map(|value| (value * 37 % 256) as u8).collect();
    let mut writer = encoder.write_header().expect("a header can be written");
    writer.write_image_data(&pixels).expect("pixels can be written");
    drop(writer);
    bytes
}

/// Effects that a card of Bag of Dungeon may have.
pub(super) fn effects() -> Vec<Vec<u8>> {
    const EFFECTS: [&str; 6] = [
        "on turn-starts { heal(self, 1) }",
        "on turn-starts where figure is self { choose 1 from monsters { damage(it, 1) } }",
        "modify bonus of adventurers by count(monsters) when count(adventurers) > 1",
        "on damaged where victim is self { if count(monsters) > 2 { gain-ap(self, 1) } else { draw(self) } }",
        "forbid escape to adventurers",
        "on turn-ends { roll 2d6 { if result > 7 { heal(self, result) } } }",
    ];
    EFFECTS.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// A package as data.
pub(super) fn data() -> Vec<Vec<u8>> {
    let mut package = bag_library().packages[0].clone();
    package.cards.truncate(30);
    vec![serde_json::to_vec(&package).expect("a package is data")]
}

/// A conversation with an editor.
pub(super) fn messages() -> Vec<Vec<u8>> {
    let open = r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///strange/cards.card","languageId":"card","version":1,"text":"use bag\nitem lamp \"Lamp\" {\n  type: weapon\n}\n"}}}"#;
    let ask = |id: usize, method: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"textDocument/{method}","params":{{"textDocument":{{"uri":"file:///strange/cards.card"}},"position":{{"line":2,"character":9}},"newName":"torch","context":{{"includeDeclaration":true,"diagnostics":[]}},"options":{{"tabSize":2,"insertSpaces":true}},"range":{{"start":{{"line":0,"character":0}},"end":{{"line":3,"character":1}}}}}}}}"#
        )
    };
    let asked = [
        "hover",
        "completion",
        "definition",
        "references",
        "rename",
        "documentSymbol",
        "formatting",
        "codeAction",
        "codeLens",
        "foldingRange",
        "inlayHint",
        "semanticTokens/full",
        "signatureHelp",
    ];
    let mut lines = vec![
        r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"rootUri":"file:///strange","capabilities":{}}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#.to_owned(),
        open.to_owned(),
    ];
    lines.extend(asked.iter().enumerate().map(|(id, method)| ask(id + 1, method)));
    lines.push(r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///strange/cards.card","version":2},"contentChanges":[{"range":{"start":{"line":1,"character":5},"end":{"line":1,"character":9}},"text":"torch"}]}}"#.to_owned());
    lines.push(ask(20, "hover"));
    vec![lines.join("\n").into_bytes()]
}

/// The files below a folder whose names end so, in order.
fn below(folder: &Path, ending: &str) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn read_text(path: &Path) -> String {
    fs::read_to_string(path).expect("shipped files can be read")
}
