//! Lists the games and templates that the binary carries, for `home.rs`.

use std::fmt::Write;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut names = Vec::new();
    for folder in ["content", "templates"] {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
        collect(&root, folder, &mut names);
    }
    names.sort();
    let mut hasher = DefaultHasher::new();
    let mut list = String::from("static FILES: &[(&str, &[u8])] = &[\n");
    for name in &names {
        let path = root.join(name);
        hasher.write(name.as_bytes());
        hasher.write(&fs::read(&path).expect("a shipped file can be read"));
        writeln!(list, "    ({name:?}, include_bytes!({path:?})),").expect("a text takes all");
    }
    let version = hasher.finish();
    list.push_str("];\n");
    writeln!(list, "const VERSION: &str = \"{version:016x}\";").expect("a text takes all");
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("shipped.rs"), list).expect("the list can be written");
}

/// Adds the files below a folder by their paths from the root, with `/`.
fn collect(root: &Path, folder: &str, names: &mut Vec<String>) {
    for entry in fs::read_dir(root.join(folder)).expect("a shipped folder can be read") {
        let entry = entry.expect("a shipped folder can be read");
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(root, &name, names);
        } else {
            names.push(name);
        }
    }
}
