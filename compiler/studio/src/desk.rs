//! The loop that owns what is worked on: the language session, the drafts, the pictures.
//!
//! Questions come from connections, checks and drawings are made on threads of their own, so that
//! the page is answered while a large package is checked. The loop itself never waits for either.

mod compare;
mod edits;
mod forms;
mod language;
mod makes;
mod questions;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};

use cardwright_check::Project;
use cardwright_engine::Modules;
use cardwright_ide::{Finished, Incoming, Job, Packages, Request, Session, Snapshot, uri};
use cardwright_render::Templates;
use serde_json::{Value, json};

use crate::answer::{Answer, Refusal, Reply};
use crate::drafts::Drafts;
use crate::drawing::{self, Order, Scene};
use crate::work::PrintedFiles;
use crate::world::World;

/// What is nested deeply is read by functions that call themselves; this is room for all of them,
/// as in the command.
const STACK: usize = 256 << 20;

/// What the desk takes up.
pub(crate) enum Event {
    /// The page asks.
    Asked { verb: String, body: Value, reply: Reply },
    /// The page wants to hear news.
    Listens(Sender<String>),
    /// Files changed on disk.
    Disk(Vec<PathBuf>),
    /// A check is finished.
    Checked(Box<Finished>),
    /// All cards of a large package are measured, and some may look different.
    Measured,
    /// Something that all pages are told.
    News(Value),
}

/// Something to do as soon as a package is checked as it is.
type Then = Box<dyn FnOnce(&mut Desk, &Arc<Snapshot>) -> Option<Answer>>;

/// The same for answers that come from another thread.
type ThenReply = Box<dyn FnOnce(&mut Desk, &Arc<Snapshot>, Reply)>;

/// A question that waits for a check.
struct Waiting {
    root: PathBuf,
    then: ThenReply,
    reply: Reply,
}

/// What to do with an answer of the language session.
type Heard = Box<dyn FnOnce(&mut Desk, Result<Value, Refusal>, Reply)>;

/// All that is worked on.
pub(crate) struct Desk {
    pub(crate) world: Arc<dyn World>,
    pub(crate) modules: Modules,
    session: Session,
    /// The packages by name.
    packages: BTreeMap<String, PathBuf>,
    drafts: Drafts,
    /// Whether the drafts changed since they were last kept.
    is_kept: bool,
    /// The problems by file, as the language session tells them.
    problems: BTreeMap<PathBuf, Vec<Value>>,
    waiting: Vec<Waiting>,
    heard: BTreeMap<i64, (Heard, Reply)>,
    asked: i64,
    listeners: Vec<Sender<String>>,
    /// For work on other threads that has something to tell.
    events: Sender<Event>,
    /// Set to end the simulation that runs.
    stop: Arc<AtomicBool>,
    printed: PrintedFiles,
    /// What was last compared with.
    earlier: compare::LastEarlier,
    orders: Sender<Order>,
    scenes: BTreeMap<PathBuf, Arc<Scene>>,
    templates: BTreeMap<PathBuf, Arc<Templates>>,
}

/// The session asks the world for packages.
struct Shared(Arc<dyn World>);

impl Packages for Shared {
    fn load(&self, root: &Path) -> Result<Project, String> {
        self.0.load(root)
    }

    fn root_of(&self, file: &Path) -> Option<PathBuf> {
        self.0.root_of(file)
    }

    fn in_folder(&self, folder: &Path) -> Vec<PathBuf> {
        self.0.in_folder(folder)
    }

    fn beside(&self, root: &Path) -> Vec<PathBuf> {
        self.0.beside(root)
    }

    fn names(&self, root: &Path) -> Option<(String, Vec<String>)> {
        self.0.names(root)
    }
}

/// Starts a thread with room for what is nested deeply.
pub(crate) fn start(work: impl FnOnce() + Send + 'static) {
    // Without room for a thread there is nothing to be done; whoever waits is told.
    let _ = std::thread::Builder::new().stack_size(STACK).spawn(work);
}

/// Takes up one event after the other until nobody can send any more.
pub(crate) fn run(
    world: Arc<dyn World>,
    modules: Modules,
    inbox: Receiver<Event>,
    events: Sender<Event>,
) {
    let jobs = start_checking(events.clone());
    let mut desk = Desk::new(world, modules, events);
    for event in inbox {
        // A mistake of ours in one answer must not end the studio: whoever asked is told.
        let _ = catch_unwind(AssertUnwindSafe(|| {
            match event {
                Event::Asked { verb, body, reply } => desk.ask(&verb, body, reply),
                Event::Listens(listener) => desk.listeners.push(listener),
                Event::Disk(paths) => desk.changed_on_disk(&paths),
                Event::Checked(finished) => desk.checked(*finished),
                Event::Measured => {
                    desk.scenes.clear();
                    desk.tell(&json!({ "news": "disk" }));
                }
                Event::News(news) => desk.tell(&news),
            }
            desk.carry_on(&jobs);
        }));
    }
}

/// A thread that checks, one job after the other.
fn start_checking(events: Sender<Event>) -> Sender<Job> {
    let (jobs, inbox) = channel::<Job>();
    start(move || {
        for job in inbox {
            if events.send(Event::Checked(Box::new(job.run()))).is_err() {
                return;
            }
        }
    });
    jobs
}

impl Desk {
    fn new(world: Arc<dyn World>, modules: Modules, events: Sender<Event>) -> Desk {
        let mut session = Session::new(Box::new(Shared(Arc::clone(&world))), modules.games);
        session.receive(Incoming::understand(json!({
            "id": 0, "method": "initialize", "params": { "capabilities": {} },
        })));
        session.receive(Incoming::understand(json!({ "method": "initialized", "params": {} })));
        session.outgoing();
        let mut desk = Desk {
            orders: drawing::start(Arc::clone(&world), events.clone()),
            modules,
            session,
            packages: BTreeMap::new(),
            drafts: world.kept().map(|kept| Drafts::recalled(&kept)).unwrap_or_default(),
            is_kept: true,
            problems: BTreeMap::new(),
            waiting: Vec::new(),
            heard: BTreeMap::new(),
            asked: 0,
            listeners: Vec::new(),
            events,
            stop: Arc::default(),
            printed: PrintedFiles::default(),
            earlier: compare::LastEarlier::default(),
            scenes: BTreeMap::new(),
            templates: BTreeMap::new(),
            world,
        };
        desk.find_packages();
        let recalled: Vec<(PathBuf, Arc<str>)> =
            desk.drafts.iter().map(|(path, draft)| (path.clone(), draft.text.clone())).collect();
        for (path, text) in recalled {
            desk.open_text(&path, &text);
        }
        desk
    }

    /// Finds the packages in the place where the studio was opened.
    fn find_packages(&mut self) {
        let place = self.world.place().to_owned();
        let mut roots = self.world.in_folder(&place);
        if roots.is_empty() {
            roots.extend(self.world.root_of(&place));
        }
        for root in roots {
            let name = self.world.names(&root).map(|(name, _)| name);
            let folder = || root.file_name().map(|name| name.to_string_lossy().into_owned());
            let Some(name) = name.or_else(folder) else { continue };
            self.packages.insert(name, root);
        }
    }

    /// The folder of a package by its name.
    fn root(&mut self, package: &str) -> Result<PathBuf, Refusal> {
        let Some(root) = self.packages.get(package).cloned() else {
            return Err(format!("there is no package `{package}` here").into());
        };
        self.session.attend(&root);
        Ok(root)
    }

    /// Answers as soon as a package is checked as it is now.
    fn when_checked(&mut self, package: &str, reply: Reply, then: Then) {
        self.when_checked_with(
            package,
            reply,
            Box::new(|desk, snapshot, reply| {
                if let Some(answer) = then(desk, snapshot) {
                    reply.send(answer);
                }
            }),
        );
    }

    /// The same, for answers that come from another thread.
    fn when_checked_with(&mut self, package: &str, reply: Reply, then: ThenReply) {
        match self.root(package) {
            Ok(root) => self.waiting.push(Waiting { root, then, reply }),
            Err(refusal) => reply.send(Err(refusal)),
        }
    }

    /// Does what can be done now, and hands out what others do.
    fn carry_on(&mut self, jobs: &Sender<Job>) {
        loop {
            self.answer_waiting();
            let outgoing = self.session.outgoing();
            if outgoing.is_empty() {
                break;
            }
            for message in outgoing {
                self.hear(message);
            }
        }
        for job in self.session.jobs(true) {
            // The thread that checks ends only with the program.
            let _ = jobs.send(job);
        }
        if !self.is_kept {
            self.world.keep(self.drafts.kept().as_deref());
            self.is_kept = true;
        }
    }

    fn answer_waiting(&mut self) {
        let (ready, waiting): (Vec<Waiting>, Vec<Waiting>) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|waiting| self.session.is_checked(&waiting.root));
        self.waiting = waiting;
        for Waiting { root, then, reply } in ready {
            match self.session.snapshot(&root) {
                Some(snapshot) => then(self, &snapshot, reply),
                None => {
                    let why = self.session.unreadable(&root).unwrap_or("checking it failed");
                    reply.send(Err(format!("the package cannot be read: {why}").into()));
                }
            }
        }
    }

    /// Takes up what a check found.
    fn checked(&mut self, finished: Finished) {
        let outdated = self.session.checked(finished, 0);
        // To forget ten thousand cards takes a while.
        std::thread::spawn(move || drop(outdated));
        let states: Vec<Value> = self
            .packages
            .iter()
            .filter_map(|(name, root)| {
                let snapshot = self.session.snapshot(root)?;
                let (errors, warnings) = (snapshot.checked.errors(), snapshot.checked.warnings());
                Some(json!({ "package": name, "errors": errors, "warnings": warnings }))
            })
            .collect();
        self.tell(&json!({ "news": "checked", "packages": states }));
    }

    /// Files changed on disk: by another editor, or by saving.
    fn changed_on_disk(&mut self, paths: &[PathBuf]) {
        let is_template = |path: &PathBuf| {
            let ending = path.extension().and_then(|ending| ending.to_str());
            matches!(ending, Some("svg" | "toml" | "ttf" | "otf" | "png" | "jpg" | "jpeg"))
        };
        if paths.iter().any(is_template) {
            self.templates.clear();
            self.scenes.clear();
        }
        self.find_packages();
        self.look_at_disk();
        let changes: Vec<Value> =
            paths.iter().map(|path| json!({ "uri": uri::of_path(path) })).collect();
        self.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
        self.tell(&json!({ "news": "disk" }));
    }

    /// The package in a folder, ready to be drawn.
    fn scene(&mut self, snapshot: &Arc<Snapshot>) -> Result<Arc<Scene>, Refusal> {
        let package = snapshot.package().ok_or("the package cannot be read")?;
        let root = &package.root;
        if let Some(scene) = self.scenes.get(root)
            && Arc::ptr_eq(&scene.snapshot, snapshot)
        {
            return Ok(Arc::clone(scene));
        }
        let templates = match self.templates.get(root) {
            Some(templates) => Arc::clone(templates),
            None => {
                let read = Arc::new(self.world.templates(root)?);
                self.templates.insert(root.clone(), Arc::clone(&read));
                read
            }
        };
        let folders = self.world.folders(package);
        let scene = Arc::new(Scene { snapshot: Arc::clone(snapshot), templates, folders });
        self.scenes.insert(root.clone(), Arc::clone(&scene));
        Ok(scene)
    }

    /// Tells all pages.
    fn tell(&mut self, news: &Value) {
        let line = news.to_string();
        self.listeners.retain(|listener| listener.send(line.clone()).is_ok());
    }
}

/// A request to the language session.
fn request(id: i64, method: &str, params: Value) -> Incoming {
    Incoming::Request(Request { id: id.into(), method: method.to_owned(), params })
}
