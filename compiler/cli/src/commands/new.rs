//! `cardwright new`: a small complete expansion, from the starter that a game's templates
//! bring along.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cardwright_games::game_names;
use cardwright_ide::Starter;
use serde::Deserialize;

use crate::args::NewArguments;
use crate::home::Home;
use crate::output::write_atomically;
use crate::report::{Outcome, usage};
use crate::terminal;

pub(crate) fn run(arguments: &NewArguments) -> Result<Outcome> {
    let names = Starter::named_after(&folder_name(&arguments.dir), arguments.title.as_deref());
    let names = names.map_err(usage)?;
    refuse_occupied(&arguments.dir)?;
    let home = Home::locate(&arguments.dir)?;
    let starter = home.templates.join(&arguments.game).join("starter");
    if !starter.is_dir() {
        return Err(usage(format!(
            "there is no starter for a game `{}`; the games are: {}",
            arguments.game,
            game_names()
        )));
    }
    if home.content.join(&names.name).join("cardwright.toml").is_file() {
        return Err(usage(format!(
            "a package `{0}` ships with Cardwright, and a package is named after its folder; \
             take another, such as `my-{0}`",
            names.name
        )));
    }
    let version = package_version(&home.content.join(&arguments.game))?;
    let mut files = Vec::new();
    collect(&starter, Path::new(""), &mut files)?;
    for file in &files {
        let text = fs::read_to_string(starter.join(file))
            .with_context(|| format!("reading the starter {}", file.display()))?;
        // The ending keeps a starter's files from being taken for content.
        let name = file.with_extension("");
        let is_card = name.extension().is_some_and(|ending| ending == "card");
        let filled = names.fill(&text, &version, is_card);
        write_atomically(&arguments.dir.join(name), filled.as_bytes())?;
    }
    let dir = arguments.dir.display().to_string();
    let dir = if dir.contains(char::is_whitespace) { format!("\"{dir}\"") } else { dir };
    writeln!(
        terminal::err(),
        "made the expansion `{}` in {dir} ({} files)\n\nnext:\n  cardwright check {dir}\n  \
         cardwright test {dir}\n  cardwright build {dir}",
        names.name,
        files.len()
    )?;
    Ok(Outcome::Fine)
}

/// The name of the folder, which the package's names are made from.
fn folder_name(dir: &Path) -> String {
    let dir = std::path::absolute(dir).unwrap_or_else(|_| dir.to_owned());
    dir.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn refuse_occupied(dir: &Path) -> Result<()> {
    let occupied = match fs::read_dir(dir) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => dir.exists(),
    };
    if occupied {
        return Err(usage(format!("`{}` exists and is not empty", dir.display())));
    }
    Ok(())
}

fn collect(root: &Path, below: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let folder = root.join(below);
    let entries = fs::read_dir(&folder)
        .with_context(|| format!("reading the folder {}", folder.display()))?;
    for entry in entries {
        let entry = entry.with_context(|| format!("reading the folder {}", folder.display()))?;
        let name = below.join(entry.file_name());
        if entry.path().is_dir() {
            collect(root, &name, files)?;
        } else {
            files.push(name);
        }
    }
    files.sort();
    Ok(())
}

fn package_version(package: &Path) -> Result<String> {
    #[derive(Deserialize)]
    struct ManifestFile {
        package: PackageTable,
    }
    #[derive(Deserialize)]
    struct PackageTable {
        version: String,
    }
    let file = package.join(crate::workspace::MANIFEST);
    let text = fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
    let manifest: ManifestFile =
        toml::from_str(&text).with_context(|| format!("reading {}", file.display()))?;
    Ok(manifest.package.version)
}
