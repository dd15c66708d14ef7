//! `cardwright build`: data, schema, cards and print sheets into `output/<package>/`.

mod again;
mod arguments;
mod preset;
pub(crate) mod print;
pub(super) mod problems;
mod selection;
pub(crate) mod settings;
mod tabletop;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use anyhow::Result;
use cardwright_check::{Cache, Checked, CheckedPackage, Locator};
use cardwright_emit::Wanted;
use cardwright_model::Severity;
use cardwright_render::{Memory, PAGE, Problem, Templates, UNFINISHED, problem};
use serde::{Deserialize, Serialize};

pub(crate) use arguments::{BuildArguments, Part};

use crate::args::Format;
use crate::commands::check::checked_again;
use crate::commands::looks;
use crate::commands::packages::added;
use crate::home::{self, Home};
use crate::made::Made;
use crate::output::{self, Ending, Folder};
use crate::report::{Console, Outcome, counted};
use crate::terminal;
use crate::workspace;

/// What one run built.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub(crate) struct Totals {
    packages: usize,
    cards: usize,
    /// Cards that were drawn anew.
    #[serde(skip)]
    pub(crate) drawn: usize,
    /// Pages of sheets and booklets that are not as they were.
    #[serde(skip)]
    pub(crate) pages: usize,
    sheets: usize,
    booklets: usize,
    boxes: usize,
    /// Archives for printers.
    archives: usize,
    files: usize,
    /// Packages whose cards may not be printed as they are.
    pub(crate) unfinished: Vec<String>,
    /// Those cards, by package.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) unfinished_cards: BTreeMap<String, Vec<String>>,
    pub(crate) milliseconds: u128,
    output: String,
}

/// What one build leaves for the next in the same program.
#[derive(Default)]
pub(crate) struct Session {
    /// Drawings of the cards, if there will be a next build.
    memory: Option<Arc<Memory>>,
    /// What the check knows of declarations that do not change.
    cache: Cache,
    /// The templates, as long as they do not change.
    pub(crate) templates: Option<Templates>,
    /// What the last build was made of and wrote, if there was nothing wrong with it.
    paths: Option<again::Paths>,
    /// What it told for information.
    notes: Vec<String>,
}

impl Session {
    /// The beginning of many builds, which keep the drawings of the cards.
    pub(crate) fn remembering() -> Session {
        Session { memory: Some(Arc::new(Memory::default())), ..Session::default() }
    }
}

pub(crate) fn run(arguments: &BuildArguments, console: &Console) -> Result<Outcome> {
    let (started, clock) = (Instant::now(), SystemTime::now());
    let path = workspace::resolve(arguments.path.as_deref())?;
    let root = output_folder(arguments, &path)?;
    if let Some(again::Record { notes, mut totals, .. }) = again::recall(arguments, &path, &root) {
        for note in notes {
            writeln!(terminal::err(), "{note}")?;
        }
        totals.milliseconds = started.elapsed().as_millis();
        totals.output = root.display().to_string();
        close(&totals, arguments.format)?;
        return Ok(Outcome::Fine);
    }
    let mut session = Session::default();
    let Some(totals) = once(arguments, console, &mut session)? else {
        return Ok(Outcome::ContentErrors);
    };
    if let Some(paths) = session.paths {
        again::note((arguments, &path, &root), paths, clock, session.notes, &totals);
    }
    close(&totals, arguments.format)?;
    Ok(if totals.unfinished.is_empty() { Outcome::Fine } else { Outcome::ContentErrors })
}

/// Builds once; there is no result if the content has errors, which are told.
pub(crate) fn once(
    arguments: &BuildArguments,
    console: &Console,
    session: &mut Session,
) -> Result<Option<Totals>> {
    let started = Instant::now();
    let path = workspace::resolve(arguments.path.as_deref())?;
    let root = output_folder(arguments, &path)?;
    let mut checked = match checked_again(Some(&path), console, &mut session.cache)? {
        Ok(checked) => checked,
        Err(broken) => {
            set_old_aside(&broken, &root)?;
            return Ok(None);
        }
    };
    selection::verify(arguments, &checked)?;
    let home = Home::locate(&path)?;
    let templates = match &session.templates {
        Some(templates) => templates,
        None => session.templates.insert(home.read_templates()?),
    };
    let mut totals = Totals { output: root.display().to_string(), ..Totals::default() };
    let (mut problems, mut locator) = (Vec::new(), Locator::default());
    let mut notes = Vec::new();
    let memory = session.memory.as_ref();
    for package in &checked.packages {
        let job = Job { arguments, console, templates, home: &home, memory };
        let mut found = job.build(package, &root, &mut totals)?;
        found.extend(looks::problems(package, &home));
        for note in found.iter().filter(|found| found.severity == Severity::Info) {
            let note = format!("{}: {}", package.package().name, note.message);
            writeln!(terminal::err(), "{note}")?;
            notes.push(note);
        }
        for found in problem::merged(found) {
            problems.push(problems::diagnostic(
                &found,
                package,
                &mut checked.sources,
                &mut locator,
            ));
        }
    }
    let is_clean = problems.iter().all(|found| found.severity == Severity::Info)
        && templates.refused.is_empty();
    session.paths = if is_clean { paths(&checked, &path, &root, &home) } else { None };
    session.notes = notes;
    problems::report(problems, &checked, console)?;
    totals.drawn = memory.map_or(totals.cards, |memory| memory.end_round());
    totals.milliseconds = started.elapsed().as_millis();
    Ok(Some(totals))
}

/// What a build is made of and writes.
fn paths(checked: &Checked, path: &Path, root: &Path, home: &Home) -> Option<again::Paths> {
    let absolute = |path: &Path| std::path::absolute(path).ok();
    let mut inputs = BTreeSet::from([absolute(&home.templates)?]);
    inputs.extend(settings::user_settings());
    if let Some(workspace) = workspace::Workspace::above(path) {
        inputs.insert(workspace.root.join(workspace::MANIFEST));
    }
    let mut outputs = BTreeSet::new();
    for package in &checked.packages {
        for folder in print::roots(package, home).into_iter().flatten() {
            inputs.insert(absolute(&folder)?);
        }
        outputs.insert(absolute(&root.join(&package.package().name))?);
    }
    let lists = [Some(path.to_owned()), Some(home.content.clone()), added(path)];
    let lists = lists.into_iter().flatten().filter(|list| list.is_dir());
    let lists = lists.map(|list| absolute(&list)).collect::<Option<_>>()?;
    Some(again::Paths { inputs, lists, outputs })
}

/// Where a build of what is at a path is written.
pub(crate) fn output_folder(arguments: &BuildArguments, path: &Path) -> Result<PathBuf> {
    arguments.out.clone().map_or_else(|| workspace::output_folder(path), Ok)
}

/// Sets aside what earlier builds made of packages that have errors now.
fn set_old_aside(broken: &Checked, root: &Path) -> Result<()> {
    for package in &broken.packages {
        let folder = root.join(&package.package().name);
        let made = Made::of(&folder, home::cache_folder().ok().as_deref());
        if folder.is_dir() && output::outdate(folder.clone(), made)? {
            tell_outdated(&folder)?;
        }
    }
    Ok(())
}

/// Says where the files are that an earlier build made.
fn tell_outdated(folder: &Path) -> Result<()> {
    let place = folder.join(output::OUTDATED);
    writeln!(terminal::err(), "what an earlier build made for print is in {}", place.display())?;
    Ok(())
}

/// Says which packages may not be printed as they are, and where to look at what there is.
pub(crate) fn tell_unfinished(totals: &Totals) -> Result<()> {
    for name in &totals.unfinished {
        let folder = Path::new(&totals.output).join(name);
        let page = folder.join(PAGE);
        let see = match page.exists() {
            true => format!(": see {}", page.display()),
            false => String::new(),
        };
        writeln!(terminal::err(), "the sheets of {name} are not finished{see}")?;
        let Some(cards) = totals.unfinished_cards.get(name) else { continue };
        let so_far = folder.join(UNFINISHED);
        let look = match so_far.exists() {
            true => format!(" (as far as they are drawn: {})", so_far.display()),
            false => String::new(),
        };
        let cards = first_of(cards);
        writeln!(terminal::err(), "not finished of {name}: {cards}{look}")?;
    }
    Ok(())
}

/// The first names of a list, and how many more there are.
fn first_of(names: &[String]) -> String {
    const MOST: usize = 8;
    let shown = names.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The last line: what was built.
fn close(totals: &Totals, format: Format) -> Result<()> {
    match format {
        Format::Json => writeln!(terminal::out(), "{}", serde_json::to_string(totals)?)?,
        Format::Human => {
            let made = [
                (totals.cards, "card"),
                (totals.sheets, "sheet file"),
                (totals.booklets, "booklet file"),
                (totals.boxes, "box sheet"),
                (totals.archives, "archive"),
                (totals.files, "file"),
            ];
            let made = made.into_iter().filter(|(count, what)| *count > 0 || *what == "file");
            let made: Vec<String> = made.map(|(count, what)| counted(count, what)).collect();
            tell_unfinished(totals)?;
            writeln!(
                terminal::err(),
                "{}: {} in {} ({:.1} s)",
                counted(totals.packages, "package"),
                made.join(", "),
                totals.output,
                totals.milliseconds as f64 / 1000.0
            )?;
        }
    }
    Ok(())
}

/// The build of a package.
pub(crate) struct Job<'a> {
    pub(crate) arguments: &'a BuildArguments,
    pub(crate) console: &'a Console,
    pub(crate) templates: &'a Templates,
    pub(crate) home: &'a Home,
    pub(crate) memory: Option<&'a Arc<Memory>>,
}

impl Job<'_> {
    /// Builds one package. If cards cannot be printed as they are, their problems come back;
    /// the other cards are written, but no sheets, and what was there before is set aside.
    fn build(
        &self,
        package: &CheckedPackage,
        root: &Path,
        totals: &mut Totals,
    ) -> Result<Vec<Problem>> {
        let model = package.package();
        let place = root.join(&model.name);
        let made = Made::of(&place, home::cache_folder().ok().as_deref());
        let mut folder = Folder::open(place.clone(), made)?;
        let mut parts = self.write_data(package, &mut folder)?;
        let mut problems = Vec::new();
        if selection::has_deck(self.arguments, package) {
            problems = self.print(package, &mut folder, &mut parts, totals)?;
        }
        totals.pages += folder.new_pages;
        let failed = problems.iter().any(|problem| problem.severity == Severity::Error);
        let ending = if failed { Ending::Failed } else { Ending::Finished };
        let written = folder.finish(&model.name, &model.version, &parts, ending)?;
        for name in &written.set_aside {
            let (name, path) = (place.join(name), place.display());
            let name = name.display();
            writeln!(
                terminal::err(),
                "{name}: kept under this name, since no build of {path} wrote it"
            )?;
        }
        if failed {
            totals.unfinished.push(model.name.clone());
            if written.has_outdated {
                tell_outdated(&place)?;
            }
        }
        totals.files += written.files;
        totals.packages += 1;
        Ok(problems)
    }

    /// Writes the files for programs, and names the parts written.
    fn write_data(
        &self,
        package: &CheckedPackage,
        folder: &mut Folder,
    ) -> Result<Vec<&'static str>> {
        let wanted = Wanted {
            data: self.wants(Part::Data),
            split: self.arguments.split,
            schema: self.wants(Part::Schema),
            types: self.wants(Part::Types),
        };
        for file in cardwright_emit::files(&package.library, wanted)? {
            folder.write(&file.name, &file.bytes)?;
        }
        let parts = [(wanted.data, "data"), (wanted.schema, "schema"), (wanted.types, "types")];
        Ok(parts.into_iter().filter_map(|(is_wanted, part)| is_wanted.then_some(part)).collect())
    }

    fn wants(&self, part: Part) -> bool {
        self.arguments.wants(part)
    }
}
