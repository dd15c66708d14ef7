//! `cardwright studio`: a page in the browser to write, see, test, balance and print.
//!
//! The page and what it is answered are in `cardwright-studio`; here are the disk, the browser and
//! what the command line knows of printing.

mod earlier;

use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::channel;

use anyhow::{Context, Result, anyhow};
use cardwright_check::project::LoadOptions;
use cardwright_check::{CheckedPackage, Project, check};
use cardwright_games::{GAMES, MODULES};
use cardwright_ide::Packages;
use cardwright_model::Package;
use cardwright_model::files::{Files, SourceFolder};
use cardwright_model::print::Backs;
use cardwright_render::{MadeOf, Paper, Progress, Shelf, ShelfError, Templates};
use cardwright_studio::{Earlier, Guard, PrintChoices, PrintWish, Printed, World, serve};
use clap::Parser;

use crate::args::{Arguments, NewArguments, StudioArguments};
use crate::commands::build::print::roots;
use crate::commands::build::{BuildArguments, Job};
use crate::commands::new;
use crate::commands::packages::added;
use crate::commands::watch::{absolute, next_change, watching};
use crate::disk::Disk;
use crate::home::{self, Home};
use crate::output::{hash, write_atomically};
use crate::report::{Console, Outcome, usage};
use crate::server::packages::OnDisk;
use crate::terminal;
use crate::workspace;

/// The data of a build, and a picture of a card, are never larger.
const LARGEST_BUILT: u64 = 256 << 20;

pub(crate) fn run(arguments: &StudioArguments, console: &Console) -> Result<Outcome> {
    let place = match &arguments.path {
        Some(path) if !path.exists() => {
            return Err(usage(format!("there is nothing at `{}`", path.display())));
        }
        Some(path) => absolute(path),
        // A folder without a package is where one can be begun.
        None => absolute(&workspace::resolve(None).unwrap_or_else(|_| PathBuf::from("."))),
    };
    let home = Home::locate(&place)?;
    let (told, changes) = channel();
    let mut watched = vec![place.clone(), absolute(&home.content), absolute(&home.templates)];
    if place.is_file() {
        watched[0].pop();
    }
    let (_watcher, events) = watching(&watched)?;
    let ignored = absolute(&workspace::output_folder(&place)?);
    std::thread::spawn(move || {
        while let Some(paths) = next_change(&events, &ignored) {
            if told.send(paths).is_err() {
                return;
            }
        }
    });
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, arguments.port))
        .with_context(|| format!("listening on port {}", arguments.port))?;
    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(|error| anyhow!("no random numbers: {error}"))?;
    let guard = Guard::new(listener.local_addr()?.port(), random);
    let address = guard.address();
    writeln!(terminal::out(), "{address}")?;
    writeln!(terminal::err(), "the studio is open at this address (end with Ctrl-C)")?;
    if !arguments.no_open {
        open_browser(&address);
    }
    let world = Arc::new(OnThisMachine { place, console: *console });
    serve(&listener, guard, world, MODULES, changes)?;
    Ok(Outcome::Fine)
}

/// Opens the address in the user's browser. Ignored if there is none: the address is printed.
fn open_browser(address: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut browser = Command::new(program);
    browser.args(arguments).arg(address);
    browser.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = browser.spawn() {
        std::thread::spawn(move || child.wait());
    }
}

/// The disk and the command line, as the studio sees them.
struct OnThisMachine {
    place: PathBuf,
    console: Console,
}

impl OnThisMachine {
    /// The file that keeps unsaved texts of this place.
    fn journal(&self) -> Option<PathBuf> {
        let name = hash(self.place.to_string_lossy().as_bytes());
        Some(home::cache_folder().ok()?.join("studio").join(format!("{name}.json")))
    }

    /// The printing houses that shipped presets are for.
    fn presets(&self) -> Vec<String> {
        let Ok(home) = Home::locate(&self.place) else { return Vec::new() };
        let entries = Disk.list(&home.templates.join("printers")).unwrap_or_default();
        let names = entries.iter().filter_map(|(name, _)| name.strip_suffix(".toml"));
        names.map(str::to_owned).collect()
    }

    fn built_file(&self, package: &CheckedPackage, name: &str) -> Option<Vec<u8>> {
        let output = workspace::output_folder(&package.root).ok()?;
        let folder = output.join(&package.package().name);
        SourceFolder::new(&Disk, &folder).read(name, LARGEST_BUILT).ok()
    }
}

impl Packages for OnThisMachine {
    fn load(&self, root: &Path) -> Result<Project, String> {
        OnDisk.load(root)
    }

    fn root_of(&self, file: &Path) -> Option<PathBuf> {
        OnDisk.root_of(file)
    }

    fn in_folder(&self, folder: &Path) -> Vec<PathBuf> {
        OnDisk.in_folder(folder)
    }

    fn beside(&self, root: &Path) -> Vec<PathBuf> {
        OnDisk.beside(root)
    }

    fn names(&self, root: &Path) -> Option<(String, Vec<String>)> {
        OnDisk.names(root)
    }
}

impl World for OnThisMachine {
    fn place(&self) -> &Path {
        &self.place
    }

    fn files(&self) -> &dyn Files {
        &Disk
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        write_atomically(path, bytes).map_err(told)
    }

    fn templates(&self, root: &Path) -> Result<Templates, String> {
        Home::locate(root).and_then(|home| home.read_templates()).map_err(told)
    }

    fn folders(&self, package: &CheckedPackage) -> Vec<Option<PathBuf>> {
        Home::locate(&package.root).map(|home| roots(package, &home)).unwrap_or_default()
    }

    fn keep(&self, text: Option<&str>) {
        let Some(journal) = self.journal() else { return };
        // Ignored: this is a second safety, and the page still has the text.
        let _ = match text {
            Some(text) => write_atomically(&journal, text.as_bytes()).is_ok(),
            None => std::fs::remove_file(&journal).is_ok(),
        };
    }

    fn kept(&self) -> Option<String> {
        std::fs::read_to_string(self.journal()?).ok()
    }

    fn print(&self, package: &CheckedPackage, wish: &PrintWish) -> Result<Printed, String> {
        let arguments = build_arguments(wish)?;
        let home = Home::locate(&package.root).map_err(told)?;
        let templates = home.read_templates().map_err(told)?;
        let job = Job {
            arguments: &arguments,
            console: &self.console,
            templates: &templates,
            home: &home,
            memory: None,
        };
        let mut files = Collected::default();
        let (sides, problems) = job.print_sheets(package, &Silent, &mut files).map_err(told)?;
        Ok(Printed { files: files.0, problems, sides })
    }

    fn print_choices(&self) -> PrintChoices {
        PrintChoices {
            papers: Paper::names().map(str::to_owned).collect(),
            backs: Backs::WORDS.iter().map(|word| (*word).to_owned()).collect(),
            presets: self.presets(),
        }
    }

    fn built(&self, package: &CheckedPackage) -> Option<Package> {
        let name = format!("data/{}.json", package.package().name);
        cardwright_emit::read("json", &self.built_file(package, &name)?)?.ok()
    }

    fn built_picture(&self, package: &CheckedPackage, card: &str) -> Option<Vec<u8>> {
        self.built_file(package, &format!("cards/{card}.png"))
    }

    fn earlier(&self, root: &Path, of: &str) -> Result<Earlier, String> {
        let home = Home::locate(root).map_err(told)?;
        let (files, found) = earlier::find(&self.place, root, of)?;
        let options = LoadOptions { shipped: Some(home.content.clone()), added: added(root) };
        let project = Project::load_with(&*files, &found, &options);
        let project = project.map_err(|error| error.to_string())?;
        let checked = check(&project, GAMES);
        let templates = home.read_templates().map_err(told)?;
        Ok(Earlier { checked, files, templates })
    }

    fn starters(&self) -> Vec<(String, String)> {
        let Ok(home) = Home::locate(&self.place) else { return Vec::new() };
        let has_starter = |game: &&str| home.templates.join(game).join("starter").is_dir();
        let title = |game: &str| {
            let manifest = home.content.join(game).join(workspace::MANIFEST);
            let manifest: toml::Table =
                toml::from_str(&std::fs::read_to_string(manifest).ok()?).ok()?;
            Some(manifest.get("package")?.get("title")?.as_str()?.to_owned())
        };
        let games = GAMES.names().filter(has_starter);
        let games =
            games.map(|game| (game.to_owned(), title(game).unwrap_or_else(|| game.to_owned())));
        let own = (new::OWN.to_owned(), "A game of your own".to_owned());
        games.chain(std::iter::once(own)).collect()
    }

    fn start(&self, game: &str, title: Option<&str>) -> Result<(), String> {
        let (dir, game) = (self.place.clone(), game.to_owned());
        let arguments = NewArguments { dir, game, title: title.map(str::to_owned), from: None };
        new::make(&arguments).map(drop).map_err(told)
    }
}

/// An error as a sentence.
fn told(error: anyhow::Error) -> String {
    format!("{error:#}")
}

/// The wish as it would be typed after `cardwright build`, so that both mean the same.
fn build_arguments(wish: &PrintWish) -> Result<BuildArguments, String> {
    let mut words = vec!["cardwright".to_owned(), "build".to_owned()];
    let options = [("--paper", &wish.paper), ("--backs", &wish.backs), ("--bleed", &wish.bleed)];
    for (option, value) in options {
        words.extend(value.as_ref().map(|value| format!("{option}={value}")));
    }
    words.extend(wish.kinds.iter().map(|kind| format!("--kind={kind}")));
    words.extend(wish.low_ink.then(|| "--low-ink".to_owned()));
    words.extend(wish.presets.iter().map(|preset| format!("--preset={preset}")));
    match Arguments::try_parse_from(words).map(|typed| typed.command) {
        Ok(crate::args::Command::Build(arguments)) => Ok(arguments),
        Ok(_) => Err("this is no way to print".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Files kept in memory.
#[derive(Default)]
struct Collected(Vec<(String, Vec<u8>)>);

impl Shelf for Collected {
    fn has(&mut self, _: &str, _: &str) -> bool {
        false
    }

    fn put(&mut self, name: &str, _: Option<MadeOf>, bytes: &[u8]) -> Result<(), ShelfError> {
        self.0.push((name.to_owned(), bytes.to_owned()));
        Ok(())
    }
}

/// Follows work without a word.
struct Silent;

impl Progress for Silent {
    fn begin(&self, _: &str, _: usize) {}

    fn step(&self) {}

    fn end(&self) {}
}
