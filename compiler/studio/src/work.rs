//! Long work on threads of its own: tests, print, simulation.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cardwright_engine::Modules;
use cardwright_engine::bot::BotKind;
use cardwright_engine::report;
use cardwright_engine::seating::{Wishes, seatings_of};
use cardwright_engine::simulate::Simulation;
use cardwright_ide::Snapshot;
use cardwright_model::{Library, Scenario};
use cardwright_render::SheetSide;
use cardwright_render::fence::guarded;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{Answer, Refusal, Reply};
use crate::desk::{self, Event};
use crate::drawing::problem;
use crate::world::{PrintWish, World};

/// The files of the last print, until the next.
pub(crate) type PrintedFiles = Arc<Mutex<BTreeMap<String, Vec<u8>>>>;

/// Progress is told so often.
const PROGRESS: Duration = Duration::from_millis(150);

/// Bookkeeping is inspected at every so many decisions, as in `sim`.
const INSPECT_EVERY: u32 = 16;

/// Does something long, and answers. What goes wrong inside is an answer as well.
fn answer_later(reply: Reply, work: impl FnOnce() -> Result<Value, Refusal> + Send + 'static) {
    desk::start(move || {
        let result = guarded(work)
            .unwrap_or_else(|_| Err("this failed inside Cardwright; please report it".into()));
        reply.send(result);
    });
}

/// The library of a package without errors.
fn sound(snapshot: &Snapshot) -> Result<&Library, Refusal> {
    let package = snapshot.package().ok_or("the package cannot be read")?;
    match snapshot.checked.errors() {
        0 => Ok(&package.library),
        _ => Err("there are errors; they must be mended first".into()),
    }
}

/// Runs the scenario tests of a package.
pub(crate) fn run_tests(snapshot: &Arc<Snapshot>, modules: Modules, reply: Reply) {
    let snapshot = Arc::clone(snapshot);
    answer_later(reply, move || {
        let library = sound(&snapshot)?;
        let Some(package) = library.packages.last() else { return Err("nothing to test".into()) };
        let scenarios: Vec<&Scenario> = package.scenarios.iter().collect();
        if scenarios.is_empty() {
            return Ok(json!({ "tests": [], "passed": 0, "failed": 0, "milliseconds": 0 }));
        }
        let began = Instant::now();
        let game = modules.open(library).map_err(|error| Refusal(error.to_string()))?;
        let reports = game.run_scenarios(library, &scenarios);
        let failed = reports.iter().filter(|report| report.failed()).count();
        Ok(json!({
            "tests": reports,
            "passed": reports.len() - failed,
            "failed": failed,
            "milliseconds": began.elapsed().as_millis(),
        }))
    });
}

/// Makes the print files of a package.
pub(crate) fn print(
    snapshot: &Arc<Snapshot>,
    world: Arc<dyn World>,
    wish: PrintWish,
    files: PrintedFiles,
    reply: Reply,
) {
    let snapshot = Arc::clone(snapshot);
    answer_later(reply, move || {
        sound(&snapshot)?;
        let package = snapshot.package().ok_or("the package cannot be read")?;
        let printed = world.print(package, &wish)?;
        let listed: Vec<Value> = printed
            .files
            .iter()
            .map(|(name, bytes)| json!({ "name": name, "bytes": bytes.len() }))
            .collect();
        let problems: Vec<Value> = printed.problems.iter().map(problem).collect();
        *files.lock().unwrap_or_else(PoisonError::into_inner) = printed.files.into_iter().collect();
        let sides: Vec<Value> = printed.sides.iter().map(side).collect();
        Ok(json!({ "files": listed, "problems": problems, "sides": sides }))
    });
}

/// A side of a sheet, for the page.
fn side(side: &SheetSide) -> Value {
    let pieces = side.pieces.iter().map(|piece| {
        json!({
            "card": piece.card,
            "back": piece.is_back,
            "turned": piece.is_turned,
            "x": piece.x,
            "y": piece.y,
            "width": piece.width,
            "height": piece.height,
        })
    });
    json!({ "width": side.width, "height": side.height, "pieces": pieces.collect::<Vec<_>>() })
}

/// A file of the last print.
pub(crate) fn printed_file(files: &PrintedFiles, name: &str) -> Answer {
    let files = files.lock().unwrap_or_else(PoisonError::into_inner);
    match files.get(name) {
        Some(bytes) if name.ends_with(".zip") => Answer::File("application/zip", bytes.clone()),
        Some(bytes) => Answer::File("application/pdf", bytes.clone()),
        None => Answer::Refused(404, "there is no such file".to_owned()),
    }
}

/// How to simulate.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct SimulationWish {
    pub(crate) package: String,
    /// Games per table.
    pub(crate) games: u32,
    /// The bot in every seat.
    pub(crate) bot: String,
}

/// Lets bots play, tells all pages how far it is, and answers with the report. It ends early, after
/// the table it is at, when `stop` is set.
pub(crate) fn simulate(
    snapshot: &Arc<Snapshot>,
    modules: Modules,
    wish: SimulationWish,
    stop: Arc<AtomicBool>,
    news: Sender<Event>,
    reply: Reply,
) {
    let snapshot = Arc::clone(snapshot);
    answer_later(reply, move || {
        let library = sound(&snapshot)?;
        let bot: BotKind = wish.bot.parse().map_err(|error| Refusal(format!("{error}")))?;
        let games = wish.games.clamp(1, 2000);
        let (tables, note) =
            seatings_of(library, Wishes { formats: &[], decks: &[], seats: &[] }, true);
        if tables.is_empty() {
            return Err("no deck fits: there is nothing to play".into());
        }
        let game = modules.open(library).map_err(|error| Refusal(error.to_string()))?;
        let (total, done) = (tables.len() as u64 * u64::from(games), AtomicU64::new(0));
        let told = Mutex::new((Instant::now(), news));
        let after_game = || {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            let (last, news) = &mut *told;
            if last.elapsed() > PROGRESS {
                *last = Instant::now();
                // Ignored: nobody listens.
                let _ =
                    news.send(Event::News(json!({ "news": "played", "done": done, "of": total })));
            }
        };
        let mut played = Vec::new();
        for table in &tables {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let simulation = Simulation {
                format: table.format.clone(),
                decks: table.decks.clone(),
                bots: vec![bot; table.decks.len()],
                games,
                seed: 1,
                inspect_every: INSPECT_EVERY,
                habits: Vec::new(),
            };
            let went = game.simulate(&simulation, &after_game);
            played.push(json!({ "report": went, "told": report::simulation(&went) }));
        }
        Ok(json!({ "tables": played, "of": tables.len(), "note": note }))
    });
}
