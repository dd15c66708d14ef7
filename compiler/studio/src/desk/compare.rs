//! Comparing: with the last build, a folder, an archive or a revision.

use std::sync::{Arc, Mutex, PoisonError};

use cardwright_check::CheckedPackage;
use cardwright_ide::Snapshot;
use cardwright_model::files::SourceFolder;
use cardwright_render::fence::guarded;
use cardwright_render::{Extent, Options, Renderer};
use serde::Deserialize;
use serde_json::Value;

use super::{Desk, start};
use crate::answer::{Answer, Refusal, Reply, wanted};
use crate::world::{Earlier, World};

/// What was last compared with, for its pictures.
pub(super) type LastEarlier = Arc<Mutex<Option<Arc<Earlier>>>>;

#[derive(Debug, Deserialize)]
struct CompareWanted {
    package: String,
    /// A folder, an archive or a revision; absent: the last build.
    with: Option<String>,
}

#[derive(Debug, Deserialize)]
struct CardWanted {
    package: String,
    card: String,
}

/// What changed since the last build.
fn with_build(snapshot: &Snapshot, world: &dyn World) -> Result<Value, Refusal> {
    let package = snapshot.package().ok_or("the package cannot be read")?;
    let Some(built) = world.built(package) else {
        return Err("there is no build to compare with; `cardwright build` makes one".into());
    };
    let difference = cardwright_emit::compare(&built, package.package());
    serde_json::to_value(difference).map_err(|error| Refusal(error.to_string()))
}

/// What changed since a state that is elsewhere.
fn with_earlier(
    snapshot: &Snapshot,
    world: &dyn World,
    of: &str,
) -> Result<(Value, Arc<Earlier>), Refusal> {
    let package = snapshot.package().ok_or("the package cannot be read")?;
    let earlier = world.earlier(&package.root, of)?;
    let old = the_same(&earlier, &package.package().name)?;
    let difference = cardwright_emit::compare(old.package(), package.package());
    let told = serde_json::to_value(difference).map_err(|error| Refusal(error.to_string()))?;
    Ok((told, Arc::new(earlier)))
}

/// The package of that name, or the only one.
fn the_same<'e>(earlier: &'e Earlier, name: &str) -> Result<&'e CheckedPackage, Refusal> {
    let packages = &earlier.checked.packages;
    let same = packages.iter().find(|package| package.package().name == name);
    let only = || (packages.len() == 1).then(|| &packages[0]);
    same.or_else(only).ok_or_else(|| Refusal(format!("there is no package `{name}` there")))
}

impl Desk {
    /// What changed since the last build, or since another state.
    pub(super) fn compare(&mut self, body: Value, reply: Reply) {
        let CompareWanted { package, with } = match wanted(body) {
            Ok(wanted) => wanted,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        self.when_checked_with(
            &package,
            reply,
            Box::new(move |desk, snapshot, reply| {
                let (snapshot, world) = (Arc::clone(snapshot), Arc::clone(&desk.world));
                let last = Arc::clone(&desk.earlier);
                start(move || {
                    let found = match with.as_deref().map(str::trim).filter(|of| !of.is_empty()) {
                        None => with_build(&snapshot, &*world),
                        Some(of) => with_earlier(&snapshot, &*world, of).map(|(told, earlier)| {
                            *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(earlier);
                            told
                        }),
                    };
                    reply.send(found);
                });
            }),
        );
    }

    /// The picture of a card as it was where it was last compared with.
    pub(super) fn earlier_picture(&mut self, body: Value, reply: Reply) {
        let wanted: CardWanted = match wanted(body) {
            Ok(wanted) => wanted,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        let known = self.earlier.lock().unwrap_or_else(PoisonError::into_inner).clone();
        start(move || {
            let drawn = guarded(|| {
                let earlier = known.as_ref()?;
                let package = the_same(earlier, &wanted.package).ok()?;
                let options = Options {
                    package: Some(SourceFolder::new(&*earlier.files, &package.root)),
                    ..Options::default()
                };
                let library = &package.library;
                let last = library.packages.len().checked_sub(1)?;
                let card = Renderer::new(library, last, &earlier.templates, options)
                    .render(&wanted.card)?;
                card.front.png(card.size, Extent::Trim, 150.0).ok()
            });
            reply.send(match drawn.ok().flatten() {
                Some(bytes) => Answer::File("image/png", bytes),
                None => Answer::Refused(404, "there is no picture of it".to_owned()),
            });
        });
    }

    /// The picture of a card in the last build.
    pub(super) fn built_picture(&mut self, body: Value, reply: Reply) {
        let CardWanted { package, card } = match wanted(body) {
            Ok(wanted) => wanted,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        self.when_checked(
            &package,
            reply,
            Box::new(move |desk, snapshot| {
                let package = snapshot.package()?;
                // Only cards that the build names have pictures, so no path can be made up.
                let built = desk.world.built(package)?;
                let known = built.cards.iter().find(|known| known.id == card);
                let found = known.and_then(|card| desk.world.built_picture(package, &card.id));
                Some(match found {
                    Some(bytes) => Answer::File("image/png", bytes),
                    None => Answer::Refused(404, "the last build has no picture of it".to_owned()),
                })
            }),
        );
    }
}
