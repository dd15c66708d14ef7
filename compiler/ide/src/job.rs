//! A check that can run on any thread, so that the editor is answered while a large project is
//! checked.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use cardwright_check::{Cache, Project, check_noting};
use cardwright_vocabulary::Games;

use crate::unit::Snapshot;

/// Something to check.
#[derive(Debug)]
pub struct Job {
    /// Whose package it is.
    pub(crate) root: PathBuf,
    /// Its version.
    pub(crate) version: u64,
    /// The package with those it builds on.
    pub(crate) project: Project,
    /// The games there are.
    pub(crate) games: Games,
    /// What earlier checks remember.
    pub(crate) cache: Cache,
}

/// What came out of a [`Job`].
#[derive(Debug)]
pub struct Finished {
    /// Whose package it was.
    pub(crate) root: PathBuf,
    /// Its version.
    pub(crate) version: u64,
    /// What was found; none if the check failed, which is a mistake of ours.
    pub(crate) snapshot: Option<Arc<Snapshot>>,
    /// What the next check may remember.
    pub(crate) cache: Cache,
}

impl Job {
    /// Does the check.
    pub fn run(self) -> Finished {
        let Job { root, version, project, games, mut cache } = self;
        let result = catch_unwind(AssertUnwindSafe(|| {
            let (checked, mentions) = check_noting(&project, games, &mut cache);
            Arc::new(Snapshot::new(&project, checked, mentions))
        }));
        // What a failed check left behind is not to be trusted.
        let (snapshot, cache) = match result {
            Ok(snapshot) => (Some(snapshot), cache),
            Err(_) => (None, Cache::default()),
        };
        Finished { root, version, snapshot, cache }
    }
}
