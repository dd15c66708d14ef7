//! Commands above declarations: run a test, look at a card.

use std::collections::BTreeSet;
use std::sync::Arc;

use cardwright_dsl::ast::{Declaration, Item};
use cardwright_engine::Modules;
use cardwright_engine::scenario::{Report, Verdict};
use cardwright_model::Scenario;
use serde_json::{Value, json};

use crate::Session;
use crate::message::{self, Failure, Request, code};
use crate::protocol::{CommandWanted, Document, Lines};
use crate::requests::{At, Known, read};
use crate::unit::Snapshot;

/// Runs a test; the server does it. Its arguments are the document and the line of the test.
pub(crate) const RUN_TEST: &str = "cardwright.runTest";
/// Shows a card; the editor does it. Its arguments are the document and the card's identifier.
pub(crate) const PREVIEW: &str = "cardwright.preview";

/// What can be done at a declaration.
#[derive(Debug, Clone, Copy)]
pub(super) struct Offered {
    /// The editor can show cards.
    pub(super) previews: bool,
    /// The game can be played.
    pub(super) tests: bool,
}

/// The commands of a document. Cards have one only if the editor knows how to show them.
pub(super) fn lenses(at: &At, uri: &str, lines: &Lines<'_>, offered: Offered) -> Value {
    let Offered { previews, tests } = offered;
    let parsed = cardwright_dsl::parse(&at.snapshot.source(at.file).text);
    let library = at.snapshot.package().map(|package| &package.library);
    let cards: BTreeSet<&str> =
        library.into_iter().flat_map(|library| library.cards()).map(|card| &*card.id).collect();
    let mut found = Vec::new();
    let mut add = |declared: &Declaration, title: &str, command: &str, argument: Value| {
        found.push(json!({
            "range": lines.range(declared.kind.span),
            "command": { "title": title, "command": command, "arguments": [uri, argument] },
        }));
    };
    for item in &parsed.file.items {
        let declarations: Vec<&Declaration> = match item {
            Item::Declaration(declared) => vec![declared],
            Item::Table(table) => table.rows.iter().collect(),
            _ => continue,
        };
        for declared in declarations {
            let id = declared.id.as_ref().map(|id| id.text.as_str());
            if declared.kind.text == "test" && tests {
                let line = lines.position(declared.span.start).line;
                add(declared, "▶ Run test", RUN_TEST, json!(line));
            } else if let Some(id) = id.filter(|id| previews && cards.contains(id)) {
                add(declared, "Preview", PREVIEW, json!(id));
            }
        }
    }
    found.into()
}

/// A test that somebody wants to see run. It can run on any thread.
#[derive(Debug)]
pub struct TestJob {
    id: Value,
    snapshot: Arc<Snapshot>,
    /// Which of the package's scenarios.
    place: usize,
}

/// What came out of a [`TestJob`].
#[derive(Debug)]
pub struct Tested {
    id: Value,
    result: Result<Report, String>,
}

impl TestJob {
    /// Runs the test.
    pub fn run(self, modules: Modules) -> Tested {
        let TestJob { id, snapshot, place } = self;
        let result = (|| {
            let library = &snapshot.package().ok_or("the package cannot be read")?.library;
            let scenario = scenarios(&snapshot).nth(place).ok_or("there is no such test")?;
            let game = modules.open(library).map_err(|error| error.to_string())?;
            let mut reports = game.run_scenarios(library, &[scenario]);
            reports.pop().ok_or_else(|| "the test gave no result".to_owned())
        })();
        Tested { id, result }
    }
}

fn scenarios(snapshot: &Snapshot) -> impl Iterator<Item = &Scenario> {
    let own = snapshot.package().and_then(|package| package.library.packages.last());
    own.into_iter().flat_map(|package| &package.scenarios)
}

impl Session {
    /// Takes up a command. It is answered when it is done, or when there is a reason why not.
    pub(super) fn execute(&mut self, request: Request) {
        match self.wanted_test(&request) {
            Some(Ok(job)) => self.tests.push(job),
            Some(Err(failure)) => {
                self.outbox.push(message::answer(&request.id, Err(failure)));
            }
            None => self.waiting.push(request),
        }
    }

    /// The test that a command wants to see run; none if it must wait for a check.
    fn wanted_test(&mut self, request: &Request) -> Option<Result<TestJob, Failure>> {
        let refuse = |why: String| Some(Err(Failure::new(code::REQUEST_FAILED, why)));
        let wanted: CommandWanted = match read(request) {
            Ok(wanted) => wanted,
            Err(failure) => return Some(Err(failure)),
        };
        if wanted.command != RUN_TEST {
            return refuse(format!("the server knows no command `{}`", wanted.command));
        }
        let (Some(uri), Some(line)) = (
            wanted.arguments.first().and_then(Value::as_str),
            wanted.arguments.get(1).and_then(Value::as_u64),
        ) else {
            return refuse(format!("`{RUN_TEST}` wants a document and the line of a test"));
        };
        let At { snapshot, file } = match self.known(&Document { uri: uri.to_owned() }) {
            Known::Fresh(at) => at,
            Known::Later => return None,
            Known::Nothing => return refuse("the document is in no package".to_owned()),
        };
        if snapshot.checked.errors() > 0 {
            return refuse("the package has errors; tests run when they are mended".to_owned());
        }
        let path = &snapshot.source(file).path;
        let root = snapshot.package().map(|package| package.root.as_path());
        let inside = root.and_then(|root| path.strip_prefix(root).ok()).unwrap_or(path);
        let inside = inside.to_string_lossy().replace('\\', "/");
        let place = scenarios(&snapshot).position(|scenario| {
            let from = &scenario.provenance;
            from.file == inside && u64::from(from.line) == line.saturating_add(1)
        });
        match place {
            Some(place) => Some(Ok(TestJob { id: request.id.clone(), snapshot, place })),
            None => {
                refuse(format!("no test begins in line {} of {inside}", line.saturating_add(1)))
            }
        }
    }

    /// The tests that are to be run now.
    pub fn test_jobs(&mut self) -> Vec<TestJob> {
        std::mem::take(&mut self.tests)
    }

    /// Takes over what a test showed, answers who asked and tells the person.
    pub fn tested(&mut self, tested: Tested) {
        let Tested { id, result } = tested;
        let report = match result {
            Ok(report) => report,
            Err(why) => {
                let failure = Failure::new(code::REQUEST_FAILED, why);
                return self.outbox.push(message::answer(&id, Err(failure)));
            }
        };
        let (kind, message) = match &report.verdict {
            Verdict::Passed => (3, format!("Passed: {}", report.name)),
            Verdict::Failed { line, source, message, .. } => {
                let at = format!("{}:{line}", report.file);
                (1, format!("Failed: {}\n{at}: {source}\n{message}", report.name))
            }
        };
        self.notify("window/showMessage", json!({ "type": kind, "message": message }));
        self.outbox.push(message::answer(&id, Ok(json!(report))));
    }
}
