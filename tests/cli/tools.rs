//! Third-party tools, fetched once into the target folder.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The folder with the npm tools of `tests/tools/package.json`. `None`, with a loud message, if
/// node or its registry is not available: the tests that need the tools are then skipped.
pub(crate) fn node() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER.get_or_init(install).as_deref()
}

fn install() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tools");
    let wanted = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/tools/package.json");
    let wanted = std::fs::read(wanted).expect("the list of tools");
    let listed = folder.join("package.json");
    let installed = folder.join("node_modules/typescript/bin/tsc").is_file()
        && std::fs::read(&listed).is_ok_and(|existing| existing == wanted);
    if installed {
        return Some(folder);
    }
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(&listed, wanted).expect("written");
    let done = Command::new("npm")
        .args(["install", "--no-package-lock", "--no-audit", "--no-fund", "--silent"])
        .current_dir(&folder)
        .status()
        .is_ok_and(|status| status.success());
    if !done {
        eprintln!(
            "SKIPPED: npm could not install the tools, so the data was judged by our own validator only"
        );
        return None;
    }
    Some(folder)
}
