//! `cardwright watch`: builds again whenever a file changes, and draws only what is different.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::{Context, Result};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::build::{self, BuildArguments, Session, Totals};
use crate::home::Home;
use crate::report::{self, Console, Outcome, counted};
use crate::terminal;
use crate::workspace;

/// Editors write a file in several steps; a build begins when nothing happened for so long.
const QUIET: Duration = Duration::from_millis(50);

/// A change of many files, such as a pull, is built after this time at the latest.
const LONGEST_WAIT: u32 = 40;

/// Builds, then waits for a change and builds again, until the program is ended.
pub(crate) fn run(arguments: &BuildArguments, console: &Console) -> Result<Outcome> {
    let path = workspace::resolve(arguments.path.as_deref())?;
    let home = Home::locate(&path)?;
    let mut places = vec![absolute(&path), absolute(&home.content), absolute(&home.templates)];
    if path.is_file() {
        places[0].pop();
    }
    let (_watcher, changes) = watching(&places)?;
    let mut session = Session::remembering();
    loop {
        match build::once(arguments, console, &mut session) {
            Ok(Some(totals)) => tell(&totals)?,
            Ok(None) => {}
            Err(error) => drop(report::failure(&error)),
        }
        writeln!(terminal::err(), "watching {} (end with Ctrl-C)", path.display())?;
        let ignored = absolute(&build::output_folder(arguments, &path)?);
        let Some(changed) = next_change(&changes, &ignored) else { return Ok(Outcome::Fine) };
        if changed.iter().any(|path| path.starts_with(absolute(&home.templates))) {
            session.templates = None;
        }
    }
}

/// What the file system says about a place.
pub(crate) type Told = Receiver<notify::Result<Event>>;

/// Watches places for as long as the watcher is kept.
pub(crate) fn watching(places: &[PathBuf]) -> Result<(RecommendedWatcher, Told)> {
    let (sender, changes) = channel();
    let mut watcher = notify::recommended_watcher(move |event| {
        // Nobody listens any more when the program ends.
        let _ = sender.send(event);
    })
    .context("watching files")?;
    for place in outermost(places) {
        watcher
            .watch(place, RecursiveMode::Recursive)
            .with_context(|| format!("watching {}", place.display()))?;
    }
    Ok((watcher, changes))
}

/// What was redone, in one line.
fn tell(totals: &Totals) -> Result<()> {
    build::tell_unfinished(totals)?;
    let seconds = totals.milliseconds as f64 / 1000.0;
    let what = match (totals.drawn, totals.pages) {
        (0, 0) => "nothing to redraw".to_owned(),
        (cards, pages) => {
            format!("{}, {} redrawn", counted(cards, "card"), counted(pages, "page"))
        }
    };
    writeln!(terminal::err(), "{what} in {seconds:.2} s")?;
    Ok(())
}

/// Waits for a change that matters, then until it is quiet; says which files changed. `None`
/// if there is nobody who watches.
pub(crate) fn next_change(changes: &Told, ignored: &Path) -> Option<Vec<PathBuf>> {
    let mut changed = Vec::new();
    while changed.is_empty() {
        changed.extend(paths(changes.recv().ok()?, ignored));
    }
    for _ in 0..LONGEST_WAIT {
        match changes.recv_timeout(QUIET) {
            Ok(event) => changed.extend(paths(event, ignored)),
            Err(RecvTimeoutError::Timeout) => break,
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    Some(changed)
}

/// The files of an event that a build could read.
fn paths(event: notify::Result<Event>, ignored: &Path) -> Vec<PathBuf> {
    let Ok(event) = event else { return Vec::new() };
    if matches!(event.kind, EventKind::Access(_)) {
        return Vec::new();
    }
    event.paths.into_iter().filter(|path| !path.starts_with(ignored) && !is_scratch(path)).collect()
}

/// True for files that editors keep beside those that are edited.
fn is_scratch(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return true };
    name.starts_with('.') || name.ends_with('~') || name.ends_with(".swp") || name.ends_with(".tmp")
}

/// The path as the file system's events name it.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

/// The places that are not inside another.
fn outermost(places: &[PathBuf]) -> Vec<&PathBuf> {
    let mut outer: Vec<&PathBuf> = Vec::new();
    for place in places {
        let is_inside = places.iter().any(|other| other != place && place.starts_with(other));
        if !is_inside && !outer.contains(&place) {
            outer.push(place);
        }
    }
    outer
}

#[cfg(test)]
mod tests {
    use notify::event::{AccessKind, ModifyKind};

    use super::*;

    #[test]
    fn only_changes_that_a_build_could_see_count() {
        let event = |kind, path: &str| Ok(Event::new(kind).add_path(PathBuf::from(path)));
        let modified = EventKind::Modify(ModifyKind::Any);
        let out = Path::new("/game/output");
        assert_eq!(paths(event(modified, "/game/cards/a.card"), out).len(), 1);
        for ignored in ["/game/output/a.pdf", "/game/.a.card.swp", "/game/a.card~", "/game/x.tmp"] {
            assert!(paths(event(modified, ignored), out).is_empty(), "{ignored}");
        }
        let read = EventKind::Access(AccessKind::Any);
        assert!(paths(event(read, "/game/cards/a.card"), out).is_empty());
    }

    #[test]
    fn a_place_inside_another_is_watched_with_it() {
        let places = ["/game", "/game/templates", "/other", "/game"].map(PathBuf::from);
        assert_eq!(outermost(&places), [&places[0], &places[2]]);
    }
}
