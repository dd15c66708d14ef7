//! Checks in the background, so that the editor is answered while a large project is checked.

use cardwright_games::GAMES;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use cardwright_check::{Cache, Project, check_noting};

use super::Event;
use super::unit::Snapshot;

/// Something to check.
#[derive(Debug)]
pub(crate) struct Job {
    /// Whose package it is.
    pub(crate) root: PathBuf,
    /// Its version.
    pub(crate) version: u64,
    /// The package with those it builds on.
    pub(crate) project: Project,
    /// What earlier checks remember.
    pub(crate) cache: Cache,
}

/// What came out of a [`Job`].
#[derive(Debug)]
pub(crate) struct Finished {
    /// Whose package it was.
    pub(crate) root: PathBuf,
    /// Its version.
    pub(crate) version: u64,
    /// What was found; none if the check failed, which is a mistake of ours.
    pub(crate) snapshot: Option<Arc<Snapshot>>,
    /// What the next check may remember.
    pub(crate) cache: Cache,
    /// How long it took.
    pub(crate) took: Duration,
}

/// A thread that checks, one job after the other, and reports as [`Event::Checked`].
pub(crate) fn start(events: Sender<Event>) -> Sender<Job> {
    let (jobs, inbox) = channel::<Job>();
    std::thread::spawn(move || {
        for job in inbox {
            // Nobody listens any more when the program ends.
            if events.send(Event::Checked(Box::new(run(job)))).is_err() {
                return;
            }
        }
    });
    jobs
}

fn run(Job { root, version, project, mut cache }: Job) -> Finished {
    let began = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| {
        let (checked, mentions) = check_noting(&project, GAMES, &mut cache);
        Arc::new(Snapshot::new(&project, checked, mentions))
    }));
    // What a failed check left behind is not to be trusted.
    let (snapshot, cache) = match result {
        Ok(snapshot) => (Some(snapshot), cache),
        Err(_) => (None, Cache::default()),
    };
    Finished { root, version, snapshot, cache, took: began.elapsed() }
}
