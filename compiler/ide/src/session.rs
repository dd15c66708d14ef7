//! A conversation with an editor: its open texts, the packages they belong to, what was found in
//! them, and what is still to be said.
//!
//! The session never waits. A question that needs a newer check stays in line until the check is
//! finished, so that it can be cancelled.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cardwright_check::Location;
use cardwright_vocabulary::Games;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::client::{self, Client};
use crate::documents::{Documents, OpenText};
use crate::job::{Finished, Job};
use crate::lenses::TestJob;
use crate::message::{self, Failure, Incoming, Request, code};
use crate::packages::Packages;
use crate::protocol::{self, Changed, Lines, OfDocument, Opened, Place, WatchedFilesChanged};
use crate::unit::{Due, Snapshot, Unit};
use crate::uri;

/// How far the conversation has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Nothing but `initialize` is answered.
    New,
    /// All is answered.
    Running,
    /// Only `exit` is expected.
    ShutDown,
    /// Over.
    Ended { orderly: bool },
}

/// A conversation with an editor.
pub struct Session {
    pub(crate) packages: Box<dyn Packages>,
    pub(crate) games: Games,
    pub(crate) phase: Phase,
    pub(crate) client: Client,
    pub(crate) documents: Documents,
    pub(crate) units: Vec<Unit>,
    /// The folders that the editor has open.
    pub(crate) folders: Vec<PathBuf>,
    /// The problems that the editor knows, by document.
    pub(crate) published: BTreeMap<String, Vec<Value>>,
    /// Questions that wait for a check.
    pub(crate) waiting: Vec<Request>,
    /// What is to be sent.
    pub(crate) outbox: Vec<Value>,
    /// Whether abilities are being proved.
    pub(crate) is_proving: bool,
    /// Tests that are to be run.
    pub(crate) tests: Vec<TestJob>,
}

/// What was known before a check. To forget ten thousand cards takes a while, so it is handed to
/// whoever can do that on another thread.
#[derive(Debug)]
pub struct Outdated(#[expect(dead_code, reason = "only kept to be dropped")] Option<Arc<Snapshot>>);

impl Session {
    /// A session with an editor that has not introduced itself.
    pub fn new(packages: Box<dyn Packages>, games: Games) -> Session {
        Session {
            packages,
            games,
            phase: Phase::New,
            client: Client::default(),
            documents: Documents::default(),
            units: Vec::new(),
            folders: Vec::new(),
            published: BTreeMap::new(),
            waiting: Vec::new(),
            outbox: Vec::new(),
            is_proving: false,
            tests: Vec::new(),
        }
    }

    /// Whether the conversation is over, and if so, whether the editor said goodbye.
    pub fn ended(&self) -> Option<bool> {
        match self.phase {
            Phase::Ended { orderly } => Some(orderly),
            _ => None,
        }
    }

    /// The messages for the editor since the last call.
    pub fn outgoing(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.outbox)
    }

    /// True if a check is to begin as soon as nothing is typed for a moment.
    pub fn waits_for_quiet(&self) -> bool {
        self.units.iter().any(|unit| unit.cache.is_some() && unit.due == Some(Due::WhenQuiet))
    }

    /// The checks that are to be made now. While somebody types, only those that a question
    /// waits for.
    pub fn jobs(&mut self, is_quiet: bool) -> Vec<Job> {
        let mut jobs = Vec::new();
        for unit in &mut self.units {
            match unit.due {
                Some(Due::Now) => {}
                Some(Due::WhenQuiet) if is_quiet => {}
                _ => continue,
            }
            // The package may have been checked since it was asked for.
            let project = match &unit.project {
                Ok(project) if !unit.is_fresh() => project,
                _ => {
                    unit.due = None;
                    continue;
                }
            };
            if let Some(cache) = unit.cache.take() {
                unit.due = None;
                let (root, version) = (unit.root.clone(), unit.version);
                let (project, games) = (project.clone(), self.games);
                jobs.push(Job { root, version, project, games, cache });
            }
        }
        jobs
    }

    /// Takes up a message of the editor.
    pub fn receive(&mut self, message: Incoming) {
        match message {
            Incoming::Request(request) => self.request(request),
            Incoming::Notification { method, params } => self.notified(&method, params),
            Incoming::Response => {}
            Incoming::Malformed { failure, id } => {
                self.outbox.push(message::answer(&id, Err(failure)));
            }
        }
    }

    fn request(&mut self, request: Request) {
        let refused = match (self.phase, request.method.as_str()) {
            (Phase::New, "initialize") => {
                let (client, capabilities) = Client::meet(&request.params);
                self.client = client;
                self.folders = client::folders(&request.params);
                self.phase = Phase::Running;
                return self.outbox.push(message::answer(&request.id, Ok(capabilities)));
            }
            (Phase::New, _) => Failure::new(code::NOT_INITIALIZED, "`initialize` comes first"),
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                return self.outbox.push(message::answer(&request.id, Ok(Value::Null)));
            }
            (Phase::Running, "initialize") => {
                Failure::new(code::INVALID_REQUEST, "`initialize` comes once")
            }
            (Phase::Running, _) => return self.ask(request),
            (Phase::ShutDown | Phase::Ended { .. }, _) => {
                Failure::new(code::INVALID_REQUEST, "the server is shut down")
            }
        };
        self.outbox.push(message::answer(&request.id, Err(refused)));
    }

    /// Answers a question, or lets it wait for the check it needs.
    fn ask(&mut self, request: Request) {
        if request.method == "workspace/executeCommand" {
            return self.execute(request);
        }
        match self.answer(&request) {
            Some(result) => self.outbox.push(message::answer(&request.id, result)),
            None => self.waiting.push(request),
        }
    }

    fn notified(&mut self, method: &str, params: Value) {
        if method == "exit" {
            self.phase = Phase::Ended { orderly: self.phase == Phase::ShutDown };
            return;
        }
        if self.phase != Phase::Running {
            return;
        }
        match method {
            "initialized" => self.watch_files(),
            "textDocument/didOpen" => {
                if let Some(Opened { text_document: opened }) = understood(params)
                    && let Some(path) = uri::to_path(&opened.uri)
                {
                    let text = opened.text.into();
                    let document = OpenText { uri: opened.uri, version: opened.version, text };
                    self.documents.open(path.clone(), document);
                    self.edited(&path, Due::Now);
                }
            }
            "textDocument/didChange" => {
                if let Some(Changed { text_document, content_changes }) = understood(params)
                    && let Some(path) = uri::to_path(&text_document.uri)
                {
                    let columns = self.client.columns;
                    let version = text_document.version;
                    if self.documents.change(&path, version, content_changes, columns) {
                        self.edited(&path, Due::WhenQuiet);
                    }
                }
            }
            "textDocument/didSave" => {
                if let Some(path) = path_of(params) {
                    self.reload(|unit| unit.has(&path) || path.starts_with(&unit.root));
                    let of_file = |unit: &&mut Unit| path.starts_with(&unit.root);
                    if let Some(unit) = self.units.iter_mut().find(of_file) {
                        unit.saved = Some(path);
                    }
                }
            }
            "textDocument/didClose" => {
                if let Some(path) = path_of(params) {
                    self.documents.close(&path);
                    self.reload(|unit| unit.has(&path));
                    self.publish();
                }
            }
            "workspace/didChangeWatchedFiles" => {
                if let Some(WatchedFilesChanged { changes }) = understood(params) {
                    let paths: Vec<PathBuf> =
                        changes.iter().filter_map(|file| uri::to_path(&file.uri)).collect();
                    self.reload(|unit| {
                        paths.iter().any(|path| path.starts_with(&unit.root) || unit.has(path))
                    });
                }
            }
            "$/cancelRequest" => {
                if let Some(protocol::Cancelled { id }) = understood(params) {
                    self.cancel(&id);
                }
            }
            _ => {}
        }
    }

    /// Forgets a question that waits.
    fn cancel(&mut self, id: &Value) {
        if let Some(at) = self.waiting.iter().position(|request| request.id == *id) {
            self.waiting.remove(at);
            let failure = Failure::new(code::CANCELLED, "cancelled");
            self.outbox.push(message::answer(id, Err(failure)));
        }
    }

    /// Takes over the text of an open document.
    fn edited(&mut self, path: &Path, due: Due) {
        let Some(document) = self.documents.get(path).cloned() else { return };
        self.unit_of(path);
        let root = self.packages.root_of(path);
        for unit in &mut self.units {
            let is_manifest = path == unit.root.join(cardwright_check::project::MANIFEST);
            if !is_manifest && unit.overlay(path, &document.text, root.as_deref()) {
                unit.due = Some(due);
            }
        }
        if root.is_none() {
            self.publish();
        }
    }

    /// Reads the files of packages again.
    fn reload(&mut self, concerned: impl Fn(&Unit) -> bool) {
        let (documents, packages) = (&self.documents, &*self.packages);
        for unit in self.units.iter_mut().filter(|unit| concerned(unit)) {
            if unit.reload(documents, packages) {
                unit.due = Some(Due::Now);
            }
        }
        if self.units.iter().any(|unit| unit.project.is_err()) {
            self.publish();
        }
    }

    /// The package of a file, which is read if it is new.
    pub(crate) fn unit_of(&mut self, path: &Path) -> Option<usize> {
        let root = self.packages.root_of(path)?;
        if let Some(at) = self.units.iter().position(|unit| unit.root == root) {
            return Some(at);
        }
        let mut unit = Unit::load(&root, &self.documents, &*self.packages);
        unit.due = Some(Due::Now);
        let is_broken = unit.project.is_err();
        self.units.push(unit);
        if is_broken {
            self.publish();
        }
        Some(self.units.len() - 1)
    }

    /// Looks after the package in a folder, whether or not one of its files is open.
    pub fn attend(&mut self, root: &Path) {
        self.unit_of(&root.join(cardwright_check::project::MANIFEST));
    }

    /// What the last check of the package in a folder found.
    pub fn snapshot(&self, root: &Path) -> Option<Arc<Snapshot>> {
        self.units.iter().find(|unit| unit.root == root)?.snapshot.clone()
    }

    /// True if the package in a folder was checked as it is now, or cannot be read at all.
    pub fn is_checked(&self, root: &Path) -> bool {
        self.units.iter().find(|unit| unit.root == root).is_some_and(Unit::is_fresh)
    }

    /// Why the package in a folder cannot be read, if it cannot.
    pub fn unreadable(&self, root: &Path) -> Option<&str> {
        let unit = self.units.iter().find(|unit| unit.root == root)?;
        unit.project.as_ref().err().map(String::as_str)
    }

    /// Takes over what a check found and how many milliseconds it took, tells the editor, and answers the
    /// questions that waited for it.
    pub fn checked(&mut self, finished: Finished, milliseconds: u128) -> Outdated {
        let Finished { root, version, snapshot, cache } = finished;
        let Some(unit) = self.units.iter_mut().find(|unit| unit.root == root) else {
            return Outdated(snapshot);
        };
        unit.cache = Some(cache);
        unit.checked = version;
        let mut outdated = None;
        if snapshot.is_none() {
            let message = format!("checking {} failed; please report it", root.display());
            self.notify("window/logMessage", json!({ "type": 1, "message": message }));
        } else {
            outdated = std::mem::replace(&mut unit.snapshot, snapshot);
            let is_fresh = unit.is_fresh();
            let message = format!("checked {} in {} ms", root.display(), milliseconds);
            self.notify("window/logMessage", json!({ "type": 4, "message": message }));
            if is_fresh {
                self.publish();
            }
        }
        for request in std::mem::take(&mut self.waiting) {
            self.ask(request);
        }
        Outdated(outdated)
    }

    /// The editor is gone without a goodbye.
    pub fn close(&mut self) {
        self.phase = Phase::Ended { orderly: false };
    }

    /// Sends a message that wants no answer.
    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.outbox.push(message::notification(method, params));
    }

    /// Asks the editor to tell when files change.
    fn watch_files(&mut self) {
        if !self.client.watches_files {
            return;
        }
        let watchers = json!([
            { "globPattern": "**/*.{card,png,jpg,jpeg,svg}" },
            { "globPattern": "**/cardwright.toml" },
        ]);
        self.outbox.push(json!({
            "jsonrpc": "2.0",
            "id": "watch",
            "method": "client/registerCapability",
            "params": { "registrations": [{
                "id": "watch",
                "method": "workspace/didChangeWatchedFiles",
                "registerOptions": { "watchers": watchers },
            }] },
        }));
    }

    /// The address of a file: the editor's own, if it is open.
    pub(crate) fn uri_of(&self, path: &Path) -> String {
        self.documents.get(path).map_or_else(|| uri::of_path(path), |open| open.uri.clone())
    }

    /// A place as the editor counts.
    pub(crate) fn place(&self, snapshot: &Snapshot, location: Location) -> Place {
        let source = snapshot.source(location.file);
        let lines = Lines::new(&source.text, self.client.columns);
        Place { uri: self.uri_of(&source.path), range: lines.range(location.span) }
    }
}

/// Parameters of the right shape; others are ignored, as nobody waits for an answer.
fn understood<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}

/// The path of the document that a message is about.
fn path_of(params: Value) -> Option<PathBuf> {
    understood(params).and_then(|about: OfDocument| uri::to_path(&about.text_document.uri))
}
