//! `cardwright new`: a small complete expansion, or a game of one's own, from the starters among
//! the templates.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cardwright_games::game_names;
use cardwright_ide::{Starter, infer};
use cardwright_sheets::{Cell, Column, Row, SheetOut, Workbook, write_xlsx};
use serde::Deserialize;

use crate::args::NewArguments;
use crate::home::Home;
use crate::output::write_atomically;
use crate::report::{Outcome, usage};
use crate::terminal;

/// The starter of a game that is nobody's expansion.
pub(crate) const OWN: &str = "own";

pub(crate) fn run(arguments: &NewArguments) -> Result<Outcome> {
    if let Some(file) = &arguments.from {
        return from_sheet(arguments, &names(arguments)?, file);
    }
    let (name, files) = make(arguments)?;
    let dir = arguments.dir.display().to_string();
    let dir = if dir.contains(char::is_whitespace) { format!("\"{dir}\"") } else { dir };
    let (what, test) = match arguments.game == OWN {
        true => ("game", String::new()),
        false => ("expansion", format!("  cardwright test {dir}\n")),
    };
    writeln!(
        terminal::err(),
        "made the {what} `{name}` in {dir} ({files} files)\n\nnext:\n  cardwright check {dir}\n{test}  \
         cardwright build {dir}",
    )?;
    Ok(Outcome::Fine)
}

/// Makes the package; returns its name and how many files it has.
pub(crate) fn make(arguments: &NewArguments) -> Result<(String, usize)> {
    let names = names(arguments)?;
    let home = Home::locate(&arguments.dir)?;
    let starter = home.templates.join(&arguments.game).join("starter");
    if !starter.is_dir() {
        return Err(usage(format!(
            "there is no starter for a game `{}`; the games are: {}, and `{OWN}` for one of your own",
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
    let is_own = arguments.game == OWN;
    let version = match is_own {
        true => String::new(),
        false => package_version(&home.content.join(&arguments.game))?,
    };
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
    Ok((names.name, files.len()))
}

/// The names of a new package in a folder that is still free.
fn names(arguments: &NewArguments) -> Result<Starter> {
    let names = Starter::named_after(&folder_name(&arguments.dir), arguments.title.as_deref());
    refuse_occupied(&arguments.dir)?;
    names.map_err(usage)
}

/// Makes a game whose cards are the rows of a spreadsheet. The sheet is copied, and so are the
/// pictures that it names and that lie beside it.
fn from_sheet(arguments: &NewArguments, names: &Starter, file: &Path) -> Result<Outcome> {
    let brought = super::import::read(file)?;
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
    let mut name = name.unwrap_or_default();
    let mut bytes = fs::read(file).with_context(|| format!("reading {}", file.display()))?;
    if cardwright_sheets::Kind::of(&name).is_none() {
        // Only spreadsheets can be living tables.
        bytes = sheet_of(&brought.workbook)?;
        name = format!("{}.xlsx", name.split('.').next().unwrap_or("cards"));
    }
    let Some(made) = infer(&names.name, names.title(), &name, &brought.workbook) else {
        return Err(usage(format!(
            "`{}` holds no cards: its first row must name the columns, and one of them the cards",
            file.display()
        )));
    };
    let dir = &arguments.dir;
    let stem = name.split('.').next().unwrap_or("cards");
    let manifest = format!(
        "[package]\nname = \"{0}\"\ntitle = \"{1}\"\nversion = \"0.1.0\"\ngame = \"{0}\"\nauthors = \
         [\"Your name\"]\n\n[print]\npaper = [\"a4\", \"letter\"]\nbleed = \"2mm\"\nbleed-between = \
         \"shared\"\nbacks = \"duplex-long-edge\"\n",
        names.name,
        names.title()
    );
    let texts = [
        (crate::workspace::MANIFEST.to_owned(), manifest.as_bytes()),
        (".gitignore".to_owned(), b"/output\n".as_slice()),
        ("rules/game.card".to_owned(), made.rules.as_bytes()),
        (format!("cards/{stem}.card"), made.tables.as_bytes()),
        (format!("cards/{name}"), bytes.as_slice()),
    ];
    for (path, bytes) in texts {
        write_atomically(&dir.join(path), bytes)?;
    }
    super::import::tell(&brought.told)?;
    let beside = file.parent().unwrap_or(Path::new(""));
    let mut copied = 0;
    for picture in &made.pictures {
        let relative = Path::new(picture.trim_start_matches("./"));
        let is_inside =
            relative.components().all(|part| matches!(part, std::path::Component::Normal(_)));
        let folders = ["", "art", "images", "pictures", "_img", "img"];
        let mut found = folders.iter().map(|folder| beside.join(folder).join(relative));
        match found.find(|path| is_inside && path.is_file()) {
            Some(path) => {
                let bytes =
                    fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
                write_atomically(&dir.join("art").join(relative), &bytes)?;
                copied += 1;
            }
            None => writeln!(
                terminal::err(),
                "not found: the picture `{picture}`; save it as `{}`",
                dir.join("art").join(relative).display()
            )?,
        }
    }
    let dir = dir.display().to_string();
    let dir = if dir.contains(char::is_whitespace) { format!("\"{dir}\"") } else { dir };
    writeln!(
        terminal::err(),
        "made the game `{}` in {dir} from {} ({}, {})\n\nnext:\n  cardwright check {dir}\n  \
         cardwright build {dir}",
        names.name,
        file.display(),
        crate::report::counted(made.cards, "card"),
        crate::report::counted(copied, "picture"),
    )?;
    Ok(Outcome::Fine)
}

/// A workbook with the cells of another, for cards that were in no spreadsheet.
fn sheet_of(workbook: &Workbook) -> Result<Vec<u8>> {
    let sheets = workbook.sheets.iter().map(|sheet| {
        let mut rows = sheet.rows.iter();
        let titles = rows.next().map(|row| row.cells.as_slice()).unwrap_or_default();
        let column = |cell: &Cell| Column { title: cell.text.clone(), ..Column::default() };
        let cells = |row: &Row| {
            let of = |cell: &Cell| row.cell(cell.column).map(|cell| cell.text.clone());
            titles.iter().map(|cell| of(cell).unwrap_or_default()).collect()
        };
        let name = match sheet.name.as_str() {
            "" => "cards".to_owned(),
            name => name.to_owned(),
        };
        SheetOut {
            name,
            columns: titles.iter().map(column).collect(),
            rows: rows.map(cells).collect(),
        }
    });
    let sheets: Vec<SheetOut> = sheets.collect();
    write_xlsx(&sheets).map_err(|error| anyhow::anyhow!(error))
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
