//! Messages of an editor.

use std::path::{Path, PathBuf};

use cardwright_check::Project;
use cardwright_check::project::MemoryPackage;
use cardwright_games::{GAMES, MODULES};
use cardwright_ide::{Incoming, Packages, Session};

use super::{content, seeds};

/// A conversation, one message per line.
pub(super) fn messages(bytes: &[u8]) {
    let mut session = Session::new(Box::new(InMemory), GAMES);
    for line in bytes.split(|byte| *byte == b'\n').take(40) {
        session.receive(match serde_json::from_slice(line) {
            Ok(value) => Incoming::understand(value),
            Err(error) => Incoming::unreadable(error.to_string()),
        });
        for job in session.jobs(true) {
            let _ = session.checked(job.run(), 0);
        }
        if let Some(job) = session.proof_job() {
            session.proved(job.run(MODULES));
        }
        let _ = session.outgoing();
        if session.ended().is_some() {
            return;
        }
    }
}

/// An expansion of Bag of Dungeon with one file.
struct InMemory;

impl Packages for InMemory {
    fn load(&self, _root: &Path) -> Result<Project, String> {
        let strange = MemoryPackage {
            root: "/strange".into(),
            manifest: content::MANIFEST.to_owned(),
            files: vec![("cards.card".to_owned(), "use bag\n".to_owned())],
            ..MemoryPackage::default()
        };
        Ok(Project::from_memory([seeds::bag().clone(), strange]))
    }

    fn root_of(&self, file: &Path) -> Option<PathBuf> {
        file.starts_with("/strange").then(|| "/strange".into())
    }

    fn in_folder(&self, _folder: &Path) -> Vec<PathBuf> {
        vec!["/strange".into()]
    }

    fn beside(&self, _root: &Path) -> Vec<PathBuf> {
        vec!["/strange".into()]
    }

    fn names(&self, _root: &Path) -> Option<(String, Vec<String>)> {
        Some(("strange".to_owned(), vec!["bag".to_owned()]))
    }
}
