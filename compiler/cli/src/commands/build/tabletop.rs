//! Cards for virtual tables: `tabletop/`.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, anyhow};
use cardwright_check::CheckedPackage;
use cardwright_model::{Entity, Run};
use cardwright_render::RenderedCard;
use cardwright_render::tabletop::{self, Deck, Set};

use super::Job;
use crate::output::Folder;

/// The folder of the export, below that of the package.
const FOLDER: &str = "tabletop";

impl Job<'_> {
    pub(super) fn write_tabletop(
        &self,
        package: &CheckedPackage,
        cards: &[RenderedCard],
        folder: &mut Folder,
    ) -> Result<()> {
        let model = package.package();
        let texts: BTreeMap<String, String> =
            model.cards.iter().map(|card| (card.id.clone(), plain_text(card))).collect();
        let decks: Vec<Deck> = model.decks.iter().map(deck).collect();
        let url = self.pictures_url(package, folder.root())?;
        let set = Set {
            name: &model.name,
            title: model.title.as_deref().unwrap_or(&model.name),
            url: &url,
            cards,
            texts: &texts,
            decks: &decks,
        };
        let files = tabletop::files(&set).map_err(|reason| anyhow!("{FOLDER}: {reason}"))?;
        for file in files {
            folder.write(&format!("{FOLDER}/{}", file.name), &file.bytes)?;
        }
        Ok(())
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

/// The cards of a deck's lists.
fn deck(deck: &Entity) -> Deck {
    let entries = deck.lists.values().flatten();
    Deck {
        name: deck.name.clone(),
        cards: entries.map(|entry| (entry.card.clone(), entry.count)).collect(),
    }
}

/// The rules text of a card, a line each paragraph.
fn plain_text(card: &Entity) -> String {
    let mut lines = Vec::new();
    for block in &card.text {
        let label = block.label.iter().map(|label| format!("{label}: "));
        let mut head: String = label.collect();
        for paragraph in &block.paragraphs {
            let words: String = paragraph.iter().map(Run::plain).collect();
            lines.push(std::mem::take(&mut head) + words.trim());
        }
    }
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}
