//! Making, copying and removing cards, adding tests, and the first steps in an empty folder.

use std::path::PathBuf;
use std::sync::Arc;

use cardwright_engine::prove::{Prover, abilities};
use cardwright_ide::{Snapshot, proofs_json};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Desk;
use crate::answer::{Answer, Refusal, Reply, wanted};
use crate::create;
use crate::desk;
use crate::drafts::Edited;
use crate::form::Change;
use crate::source;

#[derive(Debug, Deserialize)]
struct NewWanted {
    package: String,
    kind: String,
    name: String,
    id: Option<String>,
}

#[derive(Debug, Deserialize)]
struct CopyWanted {
    package: String,
    card: String,
    name: String,
    id: Option<String>,
}

#[derive(Debug, Deserialize)]
struct CardWanted {
    package: String,
    card: String,
}

#[derive(Debug, Deserialize)]
struct MoreWanted {
    package: String,
    file: String,
    text: String,
}

/// A picture that was dropped on a card.
#[derive(Debug, Deserialize)]
struct ArtWanted {
    package: String,
    card: String,
    /// Its bytes, two digits each.
    hex: String,
}

/// A request is not larger.
const LARGEST_PICTURE: u64 = 8 << 20;

fn read_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|it| u8::try_from(it).ok());
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Some(digit(*pair.first()?)? << 4 | digit(*pair.get(1)?)?)).collect()
}

/// A file of a package with a card in it.
pub(super) struct Home {
    pub(super) path: PathBuf,
    pub(super) text: Arc<str>,
}

impl Desk {
    /// Makes a card of a kind.
    pub(super) fn make(&mut self, body: Value, reply: Reply) {
        let wanted: NewWanted = match wanted(body) {
            Ok(wanted) => wanted,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        self.when_checked_with(
            &wanted.package.clone(),
            reply,
            Box::new(move |desk, snapshot, reply| match desk.made(snapshot, &wanted) {
                Ok((id, file)) => desk.make_and_tell(&wanted.package, id, file, reply),
                Err(refusal) => reply.send(Err(refusal)),
            }),
        );
    }

    fn made(
        &mut self,
        snapshot: &Snapshot,
        wanted: &NewWanted,
    ) -> Result<(String, Edited), Refusal> {
        let package = snapshot.package().ok_or("the package cannot be read")?;
        let library = &package.library;
        let id = wanted.id.clone().unwrap_or_else(|| create::id_of(&wanted.name));
        create::named(library, &id, &wanted.name)?;
        if wanted.kind == "keyword" {
            let path = package.root.join("rules").join("keywords.card");
            let before = self.text_of(&path).unwrap_or_default();
            let text = create::keyword(library, &id, &wanted.name);
            let after = create::appended(&before, &self.used_in(snapshot), &text).into();
            return Ok((id, Edited { path, before, after }));
        }
        let kind = create::kinds(library).find(|kind| kind.id == wanted.kind);
        let kind = kind.ok_or_else(|| format!("there is no kind `{}`", wanted.kind))?;
        let mut own = package.package().cards.iter();
        let like = own.rfind(|card| card.kind == kind.id && card.amends.is_none());
        let home = like.and_then(|card| self.home(snapshot, &card.id).map(|home| (home, card)));
        let uses = self.used_in(snapshot);
        let (path, before, text) = match &home {
            Some((Home { path, text }, card)) => {
                let like = Some((&**text, card.id.as_str()));
                let new = create::skeleton(kind, library, (&id, &wanted.name), like);
                (path.clone(), Arc::clone(text), new)
            }
            None => {
                let path = package.root.join("cards").join(format!("{}.card", kind.id));
                let before = self.text_of(&path).unwrap_or_default();
                let new = create::skeleton(kind, library, (&id, &wanted.name), None);
                (path, before, new)
            }
        };
        let after = create::appended(&before, &uses, &text).into();
        Ok((id, Edited { path, before, after }))
    }

    /// Copies a card under another name.
    pub(super) fn copy(&mut self, body: Value, reply: Reply) {
        let wanted: CopyWanted = match wanted(body) {
            Ok(wanted) => wanted,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        self.when_checked_with(
            &wanted.package.clone(),
            reply,
            Box::new(move |desk, snapshot, reply| {
                let copied = (|| {
                    let package = snapshot.package().ok_or("the package cannot be read")?;
                    let id = wanted.id.clone().unwrap_or_else(|| create::id_of(&wanted.name));
                    create::named(&package.library, &id, &wanted.name)?;
                    let home = desk.home(snapshot, &wanted.card).ok_or("there is no such card")?;
                    let after = create::duplicate(&home.text, &wanted.card, &id, &wanted.name)?;
                    let Home { path, text: before } = home;
                    Ok((id, Edited { path, before, after: after.into() }))
                })();
                match copied {
                    Ok((id, file)) => desk.make_and_tell(&wanted.package, id, file, reply),
                    Err(refusal) => reply.send(Err(refusal)),
                }
            }),
        );
    }

    /// Removes a card.
    pub(super) fn remove(&mut self, body: Value, reply: Reply) {
        let wanted: CardWanted = match wanted(body) {
            Ok(wanted) => wanted,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        self.when_checked_with(
            &wanted.package.clone(),
            reply,
            Box::new(move |desk, snapshot, reply| {
                let home = desk.home(snapshot, &wanted.card).ok_or("there is no such card".into());
                let file = home.and_then(|Home { path, text: before }| {
                    let after = create::without(&before, &wanted.card)?.into();
                    Ok(Edited { path, before, after })
                });
                match file {
                    Ok(file) => desk.make_edit(&wanted.package, vec![file], "", reply),
                    Err(refusal) => reply.send(Err(refusal)),
                }
            }),
        );
    }

    /// Adds text at the end of a file, which is made if it is not there.
    pub(super) fn append(&mut self, body: Value, reply: Reply) {
        let wanted: MoreWanted = match wanted(body) {
            Ok(wanted) => wanted,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        self.when_checked_with(
            &wanted.package.clone(),
            reply,
            Box::new(move |desk, snapshot, reply| {
                let uses = desk.used_in(snapshot);
                match desk.file(&wanted.package, &wanted.file) {
                    Ok(path) => {
                        let before = desk.text_of(&path).unwrap_or_default();
                        let after = create::appended(&before, &uses, &wanted.text).into();
                        let file = Edited { path, before, after };
                        desk.make_edit(&wanted.package, vec![file], "", reply);
                    }
                    Err(refusal) => reply.send(Err(refusal)),
                }
            }),
        );
    }

    /// Puts a picture into the package and on a card.
    pub(super) fn art(&mut self, body: Value, reply: Reply) {
        let wanted: ArtWanted = match wanted(body) {
            Ok(wanted) => wanted,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        self.when_checked_with(
            &wanted.package.clone(),
            reply,
            Box::new(move |desk, snapshot, reply| match desk.pictured(snapshot, &wanted) {
                Ok(files) => desk.make_edit(&wanted.package, files, "", reply),
                Err(refusal) => reply.send(Err(refusal)),
            }),
        );
    }

    fn pictured(&mut self, snapshot: &Snapshot, art: &ArtWanted) -> Result<Vec<Edited>, Refusal> {
        let package = snapshot.package().ok_or("the package cannot be read")?;
        let card = package.package().cards.iter().find(|card| card.id == art.card);
        let card = card.ok_or("there is no such card")?;
        let kind = package.library.kind(&card.kind);
        if !kind.is_some_and(|kind| kind.fields.iter().any(|field| field.name == "art")) {
            return Err("cards of this kind have no picture of their own".into());
        }
        let bytes = read_hex(&art.hex).ok_or("the picture did not arrive whole")?;
        let ending = match &bytes[..] {
            [0x89, b'P', b'N', b'G', ..] => "png",
            [0xff, 0xd8, 0xff, ..] => "jpg",
            _ => return Err("a picture is a PNG or a JPEG file".into()),
        };
        // A picture that is there is never overwritten: another card may show it.
        let names = std::iter::once(format!("art/{}.{ending}", card.id))
            .chain((2..1000).map(|number| format!("art/{}-{number}.{ending}", card.id)));
        for name in names {
            let path = package.root.join(&name);
            let known = self.world.files().read(&path, LARGEST_PICTURE);
            if !self.world.files().has(&path) {
                self.world.write(&path, &bytes)?;
                // The text names it in a moment, and must not be told that it is missing.
                self.changed_on_disk(&[path]);
            } else if known.ok().as_ref() != Some(&bytes) {
                continue;
            }
            self.scenes.clear();
            let value = Some(cardwright_dsl::edit::quoted(&name));
            let change = Change { card: card.id.clone(), field: "art".to_owned(), value };
            return self.fields_set(snapshot, vec![change]);
        }
        Err("there are too many pictures of this card".into())
    }

    /// Looks for tests that show what a card does.
    pub(super) fn prove(&mut self, body: Value, reply: Reply) {
        let wanted: CardWanted = match wanted(body) {
            Ok(wanted) => wanted,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        let modules = self.modules;
        self.when_checked_with(
            &wanted.package.clone(),
            reply,
            Box::new(move |_, snapshot, reply| {
                let snapshot = Arc::clone(snapshot);
                desk::start(move || {
                    let found = (|| {
                        let package = snapshot.package().ok_or("the package cannot be read")?;
                        if snapshot.checked.errors() > 0 {
                            return Err("there are errors; they must be mended first".into());
                        }
                        let library = &package.library;
                        let prover = Prover::new(modules, library);
                        let prover = prover.map_err(|error| Refusal(error.to_string()))?;
                        let of_card = abilities(library);
                        let of_card = of_card.into_iter().filter(|one| one.card == wanted.card);
                        let proofs: Vec<_> = of_card
                            .map(|ability| {
                                let proof = prover.prove(&ability);
                                (ability, proof)
                            })
                            .collect();
                        let sources = &snapshot.checked.sources;
                        Ok(proofs_json(sources, &wanted.package, &proofs))
                    })();
                    reply.send(found);
                });
            }),
        );
    }

    /// Makes a package in an empty folder.
    pub(super) fn start_package(&mut self, body: Value, reply: Reply) {
        #[derive(Deserialize)]
        struct Wanted {
            game: String,
            title: Option<String>,
        }
        let started = wanted::<Wanted>(body).and_then(|wanted| {
            if !self.packages.is_empty() {
                return Err("there is a package here already".into());
            }
            let title = wanted.title.as_deref().filter(|title| !title.trim().is_empty());
            self.world.start(&wanted.game, title).map_err(Refusal)?;
            self.find_packages();
            Ok(json!({ "packages": self.packages.keys().collect::<Vec<_>>() }))
        });
        reply.send(started);
    }

    fn make_and_tell(&mut self, package: &str, id: String, file: Edited, reply: Reply) {
        let (told, heard) = std::sync::mpsc::channel();
        self.make_edit(package, vec![file], "", Reply(told));
        // The edit is answered when it is checked; its answer gets the new identifier.
        desk::start(move || {
            let answer = match heard.recv() {
                Ok(Answer::Json(mut state)) => {
                    state["card"] = id.into();
                    Answer::Json(state)
                }
                Ok(other) => other,
                Err(_) => Answer::Refused(500, "the studio failed; please report it".to_owned()),
            };
            reply.send(answer);
        });
    }

    /// The file of the package that declares something.
    pub(super) fn home(&self, snapshot: &Snapshot, id: &str) -> Option<Home> {
        let mut own = snapshot.checked.sources.iter().filter(|(file, _)| snapshot.is_own(*file));
        own.find_map(|(_, file)| {
            let is_card = file.path.extension().is_some_and(|ending| ending == "card");
            let may_hold = is_card && file.text.contains(id);
            let found = may_hold.then(|| source::find(&file.text, id)).flatten();
            found.map(|_| Home { path: file.path.clone(), text: Arc::clone(&file.text) })
        })
    }

    /// What the files of the package use.
    fn used_in(&self, snapshot: &Snapshot) -> Vec<String> {
        let mut own = snapshot.checked.sources.iter().filter(|(file, _)| snapshot.is_own(*file));
        let found = own.find_map(|(_, file)| {
            let is_card = file.path.extension().is_some_and(|ending| ending == "card");
            let uses = if is_card { create::uses(&file.text) } else { Vec::new() };
            (!uses.is_empty()).then_some(uses)
        });
        found.unwrap_or_default()
    }
}
