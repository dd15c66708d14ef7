//! Draws cards on a thread of its own, as they will print.
//!
//! A [`Scene`] is a package as a check found it. The thread keeps the renderer of the scene it was
//! last asked about, and draws whatever is asked for meanwhile together, on all cores.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use cardwright_check::CheckedPackage;
use cardwright_ide::Snapshot;
use cardwright_model::Severity;
use cardwright_model::files::SourceFolder;
use cardwright_model::print::Shape;
use cardwright_render::fence::guarded;
use cardwright_render::{
    Extent, Memory, Options, Problem, RenderedCard, Renderer, Side, Templates,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{Answer, Refusal, Reply};
use crate::desk::{self, Event};
use crate::origins;
use crate::world::World;

/// Cards of a scene that are held; a drawing takes up to a megabyte.
const MOST_DRAWN: usize = 300;

/// A package of more cards is shown before all of them are measured.
const LARGE: usize = 600;

/// So many are measured first.
const FIRST_MEASURED: usize = 40;

/// Drawings that were not used while so many scenes went by are dropped.
const SCENES_PER_ROUND: usize = 40;

/// A package, ready to be drawn.
pub(crate) struct Scene {
    pub(crate) snapshot: Arc<Snapshot>,
    pub(crate) templates: Arc<Templates>,
    /// Where the pictures of the packages are.
    pub(crate) folders: Vec<Option<PathBuf>>,
}

impl Scene {
    /// The package that is drawn.
    pub(crate) fn package(&self) -> Option<&CheckedPackage> {
        self.snapshot.package()
    }
}

/// Something to draw.
pub(crate) struct Order {
    pub(crate) scene: Arc<Scene>,
    pub(crate) what: What,
    pub(crate) reply: Reply,
}

/// What is wanted of the drawings.
pub(crate) enum What {
    /// How these cards look, in a few letters, and what is wrong with them.
    Looks(Vec<String>),
    /// A picture.
    Picture(Picture),
    /// What is where on a card, and where it is said.
    Origins { card: String, back: bool },
}

/// Which picture.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Picture {
    pub(crate) card: String,
    /// The back instead of the front.
    #[serde(default)]
    pub(crate) back: bool,
    /// With the bleed that is cut off.
    #[serde(default)]
    pub(crate) bleed: bool,
    /// Dots per inch.
    pub(crate) dpi: f32,
}

/// Starts the thread that draws.
pub(crate) fn start(world: Arc<dyn World>, events: Sender<Event>) -> Sender<Order> {
    let (orders, inbox) = channel();
    desk::start(move || draw_all(&world, &inbox, &events));
    orders
}

fn draw_all(world: &Arc<dyn World>, orders: &Receiver<Order>, events: &Sender<Event>) {
    let memory = Arc::new(Memory::default());
    let mut measures = Measures::default();
    let mut scenes = 0;
    let mut next = orders.recv().ok();
    while let Some(order) = next.take() {
        let scene = Arc::clone(&order.scene);
        scenes += 1;
        if scenes % SCENES_PER_ROUND == 0 {
            memory.end_round();
        }
        let known = measures.of(world, &scene, &memory, events);
        let renderer = guarded(|| renderer(&**world, &scene, &memory)).ok().flatten();
        let renderer = renderer.map(|renderer| match known {
            true => renderer,
            false => renderer.measuring(FIRST_MEASURED),
        });
        let Some(renderer) = renderer else {
            order.reply.send(Answer::Refused(422, "the package cannot be drawn".to_owned()));
            next = orders.recv().ok();
            continue;
        };
        let mut drawn: BTreeMap<String, RenderedCard> = BTreeMap::new();
        let mut batch = vec![order];
        loop {
            // Whatever else is wanted by now is drawn at the same time.
            while let Ok(more) = orders.try_recv() {
                if !Arc::ptr_eq(&more.scene, &scene) {
                    next = Some(more);
                    break;
                }
                batch.push(more);
            }
            if drawn.len() > MOST_DRAWN {
                drawn.clear();
                memory.drop_drawings();
            }
            draw(&renderer, &batch, &mut drawn);
            std::thread::scope(|threads| {
                for order in batch.drain(..) {
                    let (drawn, renderer) = (&drawn, &renderer);
                    threads.spawn(move || answer(order, drawn, renderer));
                }
            });
            if next.is_some() {
                break;
            }
            match orders.recv() {
                Ok(order) if Arc::ptr_eq(&order.scene, &scene) => batch.push(order),
                Ok(order) => {
                    next = Some(order);
                    break;
                }
                Err(_) => return,
            }
        }
    }
}

/// A renderer of a scene.
fn renderer<'s>(
    world: &'s dyn World,
    scene: &'s Scene,
    memory: &Arc<Memory>,
) -> Option<Renderer<'s>> {
    let package = scene.package()?;
    let folder = scene.folders.last().and_then(Option::as_deref);
    let options = Options {
        package: folder.map(|folder| SourceFolder::new(world.files(), folder)),
        preflight: Some(package.manifest.preflight.clone()),
        ..Options::default()
    };
    let (library, memory) = (&package.library, Some(Arc::clone(memory)));
    let last = library.packages.len().checked_sub(1)?;
    Some(Renderer::remembering(library, last, &scene.templates, options, memory))
}

/// Which packages have all their cards measured. Of a large one a first look is drawn before, and
/// whatever turns out to be set smaller is drawn again.
#[derive(Default)]
struct Measures {
    done: BTreeMap<PathBuf, Arc<AtomicBool>>,
}

impl Measures {
    /// True if all cards of the scene may be measured at once; otherwise another thread does it.
    fn of(
        &mut self,
        world: &Arc<dyn World>,
        scene: &Arc<Scene>,
        memory: &Arc<Memory>,
        events: &Sender<Event>,
    ) -> bool {
        let Some(package) = scene.package() else { return true };
        if package.package().cards.len() <= LARGE {
            return true;
        }
        if let Some(done) = self.done.get(&package.root) {
            return done.load(Ordering::Acquire);
        }
        let done = Arc::new(AtomicBool::new(false));
        self.done.insert(package.root.clone(), Arc::clone(&done));
        let (world, scene, memory) = (Arc::clone(world), Arc::clone(scene), Arc::clone(memory));
        let events = events.clone();
        desk::start(move || {
            let _ = guarded(|| {
                if let Some(renderer) = renderer(&*world, &scene, &memory) {
                    renderer.measure_all();
                }
            });
            done.store(true, Ordering::Release);
            // Ignored: the studio ends.
            let _ = events.send(Event::Measured);
        });
        false
    }
}

/// Draws the cards that are wanted and not there yet.
fn draw(renderer: &Renderer<'_>, batch: &[Order], drawn: &mut BTreeMap<String, RenderedCard>) {
    let is_wanted = |id: &str| {
        !drawn.contains_key(id)
            && batch.iter().any(|order| match &order.what {
                What::Looks(cards) => cards.iter().any(|card| card == id),
                What::Picture(picture) => picture.card == id,
                What::Origins { .. } => false,
            })
    };
    let cards = guarded(|| renderer.render_where(|card| is_wanted(&card.id)));
    let cards = cards.unwrap_or_default();
    drawn.extend(cards.into_iter().map(|card| (card.id.clone(), card)));
}

fn answer(order: Order, drawn: &BTreeMap<String, RenderedCard>, renderer: &Renderer<'_>) {
    let answer = match &order.what {
        What::Looks(cards) => {
            let looks = cards.iter().filter_map(|id| drawn.get(id)).map(look);
            Answer::Json(json!({ "looks": looks.collect::<Vec<_>>() }))
        }
        What::Picture(picture) => match drawn.get(&picture.card) {
            Some(card) => pictured(card, picture),
            None => Answer::Refused(404, "there is no such card".to_owned()),
        },
        What::Origins { card, back } => {
            let found = guarded(|| {
                let hits = renderer.hits(card, *back).ok_or("there is no drawing of it")?;
                origins::origins(&order.scene.snapshot, card, hits)
            });
            found.unwrap_or_else(|reason| Err(Refusal(reason))).into()
        }
    };
    order.reply.send(answer);
}

fn side_of(card: &RenderedCard, back: bool) -> Option<&Side> {
    match back {
        false => Some(&card.front),
        true => card.back.as_ref().map(|back| &back.side),
    }
    .filter(|side| !side.is_empty())
}

fn pictured(card: &RenderedCard, picture: &Picture) -> Answer {
    let Some(side) = side_of(card, picture.back) else {
        return Answer::Refused(404, "there is no drawing of it".to_owned());
    };
    let extent = if picture.bleed { Extent::Bleed } else { Extent::Trim };
    let dpi = picture.dpi.clamp(36.0, 600.0);
    match guarded(|| side.png(card.size, extent, dpi)).and_then(|made| made) {
        Ok(bytes) => Answer::File("image/png", bytes),
        Err(reason) => Answer::Refused(422, reason),
    }
}

/// How a card looks: equal letters mean equal pictures.
fn look(card: &RenderedCard) -> Value {
    let letters = |side: &Side| format!("{:032x}", side.digest());
    let problems = card.problems.iter().filter(|found| found.allowed.is_none());
    json!({
        "id": card.id,
        "front": side_of(card, false).map(letters),
        "back": side_of(card, true).map(letters),
        "width": card.size.width,
        "height": card.size.height,
        "bleed": card.size.bleed,
        "safe": card.size.safe,
        "shape": shape(card.size.shape),
        "problems": problems.map(problem).collect::<Vec<_>>(),
    })
}

/// The outline, in a word for the page's style sheet.
pub(crate) fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::Card => "card",
        Shape::Rectangle => "rectangle",
        Shape::Circle => "circle",
        Shape::Hex => "hex",
        Shape::Standee => "standee",
    }
}

/// A problem of a drawing, for the page.
pub(crate) fn problem(found: &Problem) -> Value {
    let severity = match found.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    };
    json!({
        "code": found.code,
        "severity": severity,
        "card": found.card,
        "message": found.message,
        "help": found.help,
    })
}
