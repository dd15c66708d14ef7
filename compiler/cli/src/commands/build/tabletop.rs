//! Cards for virtual tables: `tabletop/`.

use std::path::Path;

use anyhow::Result;
use cardwright_check::CheckedPackage;
use cardwright_emit::{BackOf, Face, Piece, tabletop};
use cardwright_render::fence::attempted;
use cardwright_render::{CardSize, Edition, Problem, RenderedCard, Side};

use super::Job;
use crate::output::Folder;

/// The folder of the export, below that of the package.
const FOLDER: &str = "tabletop";

/// A side of a card, drawn when its picture is needed.
struct Cut<'a>(&'a Side, CardSize);

impl Face for Cut<'_> {
    fn pixels(&self, dpi: f32) -> Result<(u32, u32, Vec<u8>), String> {
        self.0.pixels(self.1, dpi)
    }
}

impl Job<'_> {
    pub(super) fn write_tabletop(
        &self,
        package: &CheckedPackage,
        edition: &Edition<'_>,
        cards: &[RenderedCard],
        folder: &mut Folder,
    ) -> Result<Option<Problem>> {
        let url = self.pictures_url(package, folder.root())?;
        let pieces: Vec<Piece<'_>> =
            cards.iter().filter(|card| !card.front.is_empty()).map(piece).collect();
        let files = match attempted(|| tabletop(package.package(), &url, &pieces)) {
            Ok(files) => files,
            Err(reason) => return Ok(Some(edition.unmade(FOLDER, &reason))),
        };
        for file in files {
            folder.write(&format!("{FOLDER}/{}", file.name), &file.bytes)?;
        }
        Ok(None)
    }

    /// Where Tabletop Simulator will look for pictures. Without a setting it is a place that
    /// has to be filled in: the same on every machine.
    fn pictures_url(&self, package: &CheckedPackage, root: &Path) -> Result<String> {
        let wanted = self.arguments.tabletop_url.as_deref();
        let mut url = match wanted.or(package.manifest.tabletop.url.as_deref()) {
            Some("here") => {
                let here = std::path::absolute(root.join(FOLDER))?;
                let path = here.to_string_lossy().replace('\\', "/");
                format!("file:///{}", path.trim_start_matches('/'))
            }
            Some(url) => url.to_owned(),
            None => format!("file:///put-the-folder-here/{}", package.package().name),
        };
        if !url.ends_with('/') {
            url.push('/');
        }
        Ok(url)
    }
}

fn piece(card: &RenderedCard) -> Piece<'_> {
    let face = |side| Box::new(Cut(side, card.size));
    Piece {
        id: &card.id,
        name: &card.name,
        kind: &card.kind,
        kind_name: &card.kind_name,
        family: &card.family,
        copies: card.copies,
        width: card.size.width,
        height: card.size.height,
        shape: card.size.shape,
        front: face(&card.front),
        back: card.back.as_ref().map(|back| BackOf {
            id: &back.id,
            is_own: card.has_own_back(),
            face: face(&back.side),
        }),
    }
}
