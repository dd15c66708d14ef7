//! Which question of the page is answered where.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use cardwright_ide::Snapshot;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Desk;
use crate::answer::{Answer, Refusal, Reply, wanted};
use crate::drawing::{Order, Picture, What};
use crate::figures;
use crate::shelf;
use crate::source;
use crate::work::{self, SimulationWish};
use crate::world::PrintWish;

#[derive(Debug, Deserialize)]
struct OfPackage {
    package: String,
}

#[derive(Debug, Deserialize)]
struct LooksWanted {
    package: String,
    cards: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct OriginsWanted {
    package: String,
    card: String,
    #[serde(default)]
    back: bool,
}

#[derive(Debug, Deserialize)]
struct PictureWanted {
    package: String,
    #[serde(flatten)]
    picture: Picture,
}

/// What the text editor shows: a declaration, or a whole file.
#[derive(Debug, Deserialize)]
struct SourceWanted {
    package: String,
    card: Option<String>,
    file: Option<String>,
}

#[derive(Debug, Deserialize)]
struct PrintWanted {
    package: String,
    wish: PrintWish,
}

#[derive(Debug, Deserialize)]
struct FileWanted {
    name: String,
}

impl Desk {
    /// Takes up a question of the page.
    pub(super) fn ask(&mut self, verb: &str, body: Value, reply: Reply) {
        match verb {
            "hello" => reply.send(Ok(self.hello())),
            "shelf" => self.of_package(body, reply, |_, snapshot| {
                let shelf = shelf::shelf(snapshot).ok_or("the package cannot be read");
                Some(shelf.map_err(Refusal::from).into())
            }),
            "looks" => match wanted::<LooksWanted>(body) {
                Ok(LooksWanted { package, cards }) => {
                    self.order(&package, What::Looks(cards), reply);
                }
                Err(refusal) => reply.send(Err(refusal)),
            },
            "picture" => match wanted::<PictureWanted>(body) {
                Ok(PictureWanted { package, picture }) => {
                    self.order(&package, What::Picture(picture), reply);
                }
                Err(refusal) => reply.send(Err(refusal)),
            },
            "origins" => match wanted::<OriginsWanted>(body) {
                Ok(OriginsWanted { package, card, back }) => {
                    self.order(&package, What::Origins { card, back }, reply);
                }
                Err(refusal) => reply.send(Err(refusal)),
            },
            "untested" => self.of_package(body, reply, |_, snapshot| {
                let package = snapshot.package()?;
                let cards = crate::origins::untested(&package.library);
                Some(Answer::Json(json!({ "cards": cards })))
            }),
            "source" => self.source(body, reply),
            "edit" => self.edit(body, reply),
            "undo" => self.step(true, body, reply),
            "redo" => self.step(false, body, reply),
            "save" => self.save(reply),
            "settle" => self.settle(body, reply),
            "complete" => self.at_place("textDocument/completion", body, reply),
            "hover" => self.at_place("textDocument/hover", body, reply),
            "fixes" => self.fixes(body, reply),
            "fix" => self.fix(body, reply),
            "lay-out" => self.lay_out(body, reply),
            "rename" => self.rename(body, reply),
            "uses" => self.uses(body, reply),
            "form" => self.form(body, reply),
            "grid" => self.grid(body, reply),
            "set" => self.set(body, reply),
            "new" => self.make(body, reply),
            "copy" => self.copy(body, reply),
            "remove" => self.remove(body, reply),
            "append" => self.append(body, reply),
            "prove" => self.prove(body, reply),
            "art" => self.art(body, reply),
            "start" => self.start_package(body, reply),
            "figures" => self.of_package(body, reply, |_, snapshot| {
                let package = snapshot.package()?;
                Some(Answer::Json(figures::figures(&package.library)))
            }),
            "tests" => self.with_package(body, reply, |desk, snapshot, reply| {
                work::run_tests(snapshot, desk.modules, reply);
            }),
            "print-choices" => self.with_package(body, reply, |desk, snapshot, reply| {
                reply.send(desk.print_choices(snapshot));
            }),
            "print" => self.print(body, reply),
            "printed" => match wanted::<FileWanted>(body) {
                Ok(FileWanted { name }) => reply.send(work::printed_file(&self.printed, &name)),
                Err(refusal) => reply.send(Err(refusal)),
            },
            "simulate" => self.simulate(body, reply),
            "stop" => {
                self.stop.store(true, Ordering::Relaxed);
                reply.send(Ok(json!({})));
            }
            "compare" => self.compare(body, reply),
            "built-picture" => self.built_picture(body, reply),
            "earlier-picture" => self.earlier_picture(body, reply),
            _ => reply.send(Answer::Refused(404, format!("there is no question `{verb}`"))),
        }
    }

    /// What the page needs first.
    fn hello(&self) -> Value {
        let packages: Vec<Value> = self
            .packages
            .iter()
            .map(|(name, root)| {
                let below = self.world.names(root).map(|(_, below)| below).unwrap_or_default();
                json!({ "id": name, "below": below })
            })
            .collect();
        let (undo, redo) = self.drafts.can_step();
        let place = self.world.place();
        json!({
            "packages": packages,
            "place": place.file_name().unwrap_or(place.as_os_str()).to_string_lossy(),
            "unsaved": self.unsaved(),
            "undo": undo,
            "redo": redo,
            "starters": if self.packages.is_empty() { self.world.starters() } else { Vec::new() },
        })
    }

    /// Answers a question about a package that must be checked.
    fn of_package(
        &mut self,
        body: Value,
        reply: Reply,
        then: fn(&mut Desk, &Arc<Snapshot>) -> Option<Answer>,
    ) {
        match wanted::<OfPackage>(body) {
            Ok(OfPackage { package }) => self.when_checked(&package, reply, Box::new(then)),
            Err(refusal) => reply.send(Err(refusal)),
        }
    }

    /// The same, for answers that come from another thread.
    fn with_package(
        &mut self,
        body: Value,
        reply: Reply,
        then: fn(&mut Desk, &Arc<Snapshot>, Reply),
    ) {
        match wanted::<OfPackage>(body) {
            Ok(OfPackage { package }) => self.when_checked_with(&package, reply, Box::new(then)),
            Err(refusal) => reply.send(Err(refusal)),
        }
    }

    /// What can be chosen for print, and what the package itself says.
    fn print_choices(&self, snapshot: &Snapshot) -> Result<Value, Refusal> {
        let package = snapshot.package().ok_or("the package cannot be read")?;
        let (print, choices) = (&package.manifest.print, self.world.print_choices());
        Ok(json!({
            "papers": choices.papers,
            "backs": choices.backs,
            "presets": choices.presets,
            "paper": print.paper.first(),
            "back": print.backs.word(),
            "bleed": print.bleed.mm(),
        }))
    }

    /// Makes the print files.
    fn print(&mut self, body: Value, reply: Reply) {
        let PrintWanted { package, wish } = match wanted(body) {
            Ok(wanted) => wanted,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        self.when_checked_with(
            &package,
            reply,
            Box::new(move |desk, snapshot, reply| {
                let (world, files) = (Arc::clone(&desk.world), Arc::clone(&desk.printed));
                work::print(snapshot, world, wish, files, reply);
            }),
        );
    }

    /// Lets bots play.
    fn simulate(&mut self, body: Value, reply: Reply) {
        let wish: SimulationWish = match wanted(body) {
            Ok(wish) => wish,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        self.when_checked_with(
            &wish.package.clone(),
            reply,
            Box::new(move |desk, snapshot, reply| {
                // One that still runs ends first.
                desk.stop.store(true, Ordering::Relaxed);
                desk.stop = Arc::default();
                let (stop, news) = (Arc::clone(&desk.stop), desk.events.clone());
                work::simulate(snapshot, desk.modules, wish, stop, news, reply);
            }),
        );
    }

    /// Has something drawn.
    fn order(&mut self, package: &str, what: What, reply: Reply) {
        self.when_checked_with(
            package,
            reply,
            Box::new(|desk, snapshot, reply| match desk.scene(snapshot) {
                // The thread that draws ends only with the program.
                Ok(scene) => drop(desk.orders.send(Order { scene, what, reply })),
                Err(refusal) => reply.send(Err(refusal)),
            }),
        );
    }

    /// The text of a card's declaration, or of a file, with its problems.
    fn source(&mut self, body: Value, reply: Reply) {
        let SourceWanted { package, card, file } = match wanted(body) {
            Ok(wanted) => wanted,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        self.when_checked(
            &package.clone(),
            reply,
            Box::new(move |desk, snapshot| {
                let found = match (&card, &file) {
                    (Some(card), _) => desk.source_of_card(snapshot, card),
                    (None, Some(file)) => desk.source_of_file(&package, file),
                    (None, None) => Err("which card or file?".into()),
                };
                Some(found.into())
            }),
        );
    }

    fn source_of_file(&mut self, package: &str, file: &str) -> Result<Value, Refusal> {
        let path = self.file(package, file)?;
        let text = self.text_of(&path).ok_or("there is no such file")?;
        let length = text.encode_utf16().count();
        let problems = self.problems_of(&path);
        Ok(json!({
            "file": file, "text": &*text, "from": 0, "to": length, "id": Value::Null,
            "problems": problems,
        }))
    }

    fn source_of_card(&mut self, snapshot: &Snapshot, card: &str) -> Result<Value, Refusal> {
        let root = &snapshot.package().ok_or("the package cannot be read")?.root;
        let own = snapshot.checked.sources.iter().filter(|(id, _)| snapshot.is_own(*id));
        for (_, file) in own.filter(|(_, file)| file.path.extension().is_some_and(|e| e == "card"))
        {
            if !file.text.contains(card) {
                continue;
            }
            let Some(place) = source::find(&file.text, card) else { continue };
            let name = file.path.strip_prefix(root).unwrap_or(&file.path);
            let text: &str = &file.text;
            let units = |byte| source::utf16(text, byte);
            return Ok(json!({
                "file": name.to_string_lossy().replace('\\', "/"),
                "text": text,
                "from": units(place.item.start),
                "to": units(place.item.end),
                "own": [units(place.own.start), units(place.own.end)],
                "id": place.id.map(|id| units(id.start)),
                "row": place.is_row,
                "problems": self.problems_of(&file.path),
            }));
        }
        Err(format!("there is no `{card}` in this package any more").into())
    }
}
