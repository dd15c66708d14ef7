//! `cardwright lsp`: the language server, which tells editors about problems, meanings and names.
//!
//! One loop owns everything: it takes a message of the editor or the result of a check, changes
//! the state, and sends what is to be said. Checks run on a thread of their own with copies of
//! the texts; a question that needs a newer check waits for it, so that it can be cancelled.

mod client;
mod completion;
mod diagnostics;
mod documents;
mod hover;
mod layout;
mod names;
mod protocol;
mod rename;
mod requests;
mod symbols;
#[cfg(test)]
mod tests;
mod unit;
mod uri;
mod wire;
mod worker;

use std::collections::BTreeMap;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::Result;
use cardwright_check::Location;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::report::Outcome;
use client::Client;
use documents::{Documents, OpenText};
use protocol::{Changed, Lines, OfDocument, Opened, Place, WatchedFilesChanged};
use unit::{Snapshot, Unit, package_root};
use wire::{Failure, Incoming, Request, code};
use worker::{Finished, Job};

/// A check begins when nothing was typed for so long.
const QUIET: Duration = Duration::from_millis(60);

/// What the loop takes up.
#[derive(Debug)]
pub(crate) enum Event {
    /// The editor says something.
    Message(Incoming),
    /// A check is finished.
    Checked(Box<Finished>),
    /// The editor is gone.
    Closed,
}

/// Serves the editor at standard input and output until it says goodbye.
pub(crate) fn run() -> Result<Outcome> {
    let (sender, events) = channel();
    let jobs = worker::start(sender.clone());
    std::thread::spawn(move || {
        let mut input = BufReader::new(io::stdin().lock());
        while let Ok(Some(message)) = wire::read(&mut input) {
            if sender.send(Event::Message(message)).is_err() {
                return;
            }
        }
        // Nobody listens any more when the program ends.
        let _ = sender.send(Event::Closed);
    });
    let mut server = Server::new(jobs);
    let mut output = io::stdout().lock();
    while !matches!(server.phase, Phase::Ended { .. }) {
        let event = server.next(&events);
        server.take(event);
        for message in server.outbox.drain(..) {
            wire::write(&mut output, &message)?;
        }
    }
    // The protocol wants 1 from a server that is left without a goodbye.
    Ok(match server.phase {
        Phase::Ended { orderly: true } => Outcome::Fine,
        _ => Outcome::ContentErrors,
    })
}

/// How far the conversation has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Nothing but `initialize` is answered.
    New,
    /// All is answered.
    Running,
    /// Only `exit` is expected.
    ShutDown,
    /// Over.
    Ended { orderly: bool },
}

/// The state of the server.
#[derive(Debug)]
pub(crate) struct Server {
    phase: Phase,
    client: Client,
    documents: Documents,
    units: Vec<Unit>,
    /// The folders that the editor has open.
    folders: Vec<PathBuf>,
    /// The problems that the editor knows, by document.
    published: BTreeMap<String, Vec<Value>>,
    /// Questions that wait for a check.
    waiting: Vec<Request>,
    /// What is to be sent.
    outbox: Vec<Value>,
    jobs: Sender<Job>,
}

impl Server {
    /// A server that has not met its client.
    fn new(jobs: Sender<Job>) -> Server {
        Server {
            phase: Phase::New,
            client: Client::default(),
            documents: Documents::default(),
            units: Vec::new(),
            folders: Vec::new(),
            published: BTreeMap::new(),
            waiting: Vec::new(),
            outbox: Vec::new(),
            jobs,
        }
    }

    /// The next event; none if it is time for a check.
    fn next(&self, events: &Receiver<Event>) -> Option<Event> {
        let idle = self.units.iter().filter(|unit| unit.cache.is_some());
        let received = match idle.filter_map(|unit| unit.due).min() {
            Some(due) => events.recv_timeout(due.saturating_duration_since(Instant::now())),
            None => events.recv().map_err(RecvTimeoutError::from),
        };
        match received {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::Closed),
        }
    }

    /// Takes up an event, and starts the checks that are due.
    fn take(&mut self, event: Option<Event>) {
        match event {
            Some(Event::Message(message)) => self.message(message),
            Some(Event::Checked(finished)) => self.checked(*finished),
            Some(Event::Closed) => self.phase = Phase::Ended { orderly: false },
            None => {}
        }
        let now = Instant::now();
        for unit in &mut self.units {
            if unit.due.is_none_or(|due| due > now) {
                continue;
            }
            // Who waited for it may have asked while it was checked.
            if unit.is_fresh() {
                unit.due = None;
                continue;
            }
            let Ok(project) = &unit.project else {
                unit.due = None;
                continue;
            };
            if let Some(cache) = unit.cache.take() {
                unit.due = None;
                let (root, version) = (unit.root.clone(), unit.version);
                // The worker ends only with the program.
                let _ = self.jobs.send(Job { root, version, project: project.clone(), cache });
            }
        }
    }

    fn message(&mut self, message: Incoming) {
        match message {
            Incoming::Request(request) => self.request(request),
            Incoming::Notification { method, params } => self.notified(&method, params),
            Incoming::Response => {}
            Incoming::Malformed { failure, id } => {
                self.outbox.push(wire::answer(&id, Err(failure)));
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
                return self.outbox.push(wire::answer(&request.id, Ok(capabilities)));
            }
            (Phase::New, _) => Failure::new(code::NOT_INITIALIZED, "`initialize` comes first"),
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                return self.outbox.push(wire::answer(&request.id, Ok(Value::Null)));
            }
            (Phase::Running, "initialize") => {
                Failure::new(code::INVALID_REQUEST, "`initialize` comes once")
            }
            (Phase::Running, _) => return self.ask(request),
            (Phase::ShutDown | Phase::Ended { .. }, _) => {
                Failure::new(code::INVALID_REQUEST, "the server is shut down")
            }
        };
        self.outbox.push(wire::answer(&request.id, Err(refused)));
    }

    /// Answers a question, or lets it wait for the check it needs.
    fn ask(&mut self, request: Request) {
        match self.answer(&request) {
            Some(result) => self.outbox.push(wire::answer(&request.id, result)),
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
                    self.edited(&path, Duration::ZERO);
                }
            }
            "textDocument/didChange" => {
                if let Some(Changed { text_document, content_changes }) = understood(params)
                    && let Some(path) = uri::to_path(&text_document.uri)
                {
                    let columns = self.client.columns;
                    let version = text_document.version;
                    if self.documents.change(&path, version, content_changes, columns) {
                        self.edited(&path, QUIET);
                    }
                }
            }
            "textDocument/didSave" => {
                if let Some(path) = path_of(params) {
                    self.reload(|unit| unit.has(&path) || path.starts_with(&unit.root));
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
            self.outbox.push(wire::answer(id, Err(failure)));
        }
    }

    /// Takes over the text of an open document.
    fn edited(&mut self, path: &Path, wait: Duration) {
        let Some(document) = self.documents.get(path).cloned() else { return };
        self.unit_of(path);
        let due = Instant::now() + wait;
        for unit in &mut self.units {
            let is_manifest = path == unit.root.join(cardwright_check::project::MANIFEST);
            if !is_manifest && unit.overlay(path, &document.text) {
                unit.due = Some(due);
            }
        }
        if package_root(path).is_none() {
            self.publish();
        }
    }

    /// Reads the files of packages again.
    fn reload(&mut self, concerned: impl Fn(&Unit) -> bool) {
        let documents = &self.documents;
        for unit in self.units.iter_mut().filter(|unit| concerned(unit)) {
            if unit.reload(documents) {
                unit.due = Some(Instant::now());
            }
        }
        if self.units.iter().any(|unit| unit.project.is_err()) {
            self.publish();
        }
    }

    /// The package of a file, which is read if it is new.
    fn unit_of(&mut self, path: &Path) -> Option<usize> {
        let root = package_root(path)?;
        if let Some(at) = self.units.iter().position(|unit| unit.root == root) {
            return Some(at);
        }
        let mut unit = Unit::load(&root, &self.documents);
        unit.due = Some(Instant::now());
        let is_broken = unit.project.is_err();
        self.units.push(unit);
        if is_broken {
            self.publish();
        }
        Some(self.units.len() - 1)
    }

    /// Takes over what a check found, tells the editor, and answers who waited.
    fn checked(&mut self, finished: Finished) {
        let Finished { root, version, snapshot, cache, took } = finished;
        let Some(unit) = self.units.iter_mut().find(|unit| unit.root == root) else { return };
        unit.cache = Some(cache);
        unit.checked = version;
        if snapshot.is_none() {
            let message = format!("checking {} failed; please report it", root.display());
            self.notify("window/logMessage", json!({ "type": 1, "message": message }));
        } else {
            let old = std::mem::replace(&mut unit.snapshot, snapshot);
            // To forget ten thousand cards takes a while, too.
            std::thread::spawn(move || drop(old));
            let is_fresh = unit.is_fresh();
            let message = format!("checked {} in {} ms", root.display(), took.as_millis());
            self.notify("window/logMessage", json!({ "type": 4, "message": message }));
            if is_fresh {
                self.publish();
            }
        }
        for request in std::mem::take(&mut self.waiting) {
            self.ask(request);
        }
    }

    /// Sends a message that wants no answer.
    fn notify(&mut self, method: &str, params: Value) {
        self.outbox.push(wire::notification(method, params));
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
    fn uri_of(&self, path: &Path) -> String {
        self.documents.get(path).map_or_else(|| uri::of_path(path), |open| open.uri.clone())
    }

    /// A place as the editor counts.
    fn place(&self, snapshot: &Snapshot, location: Location) -> Place {
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
