//! Which cards are printed: all, those of decks, of kinds, or those that changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result};
use cardwright_check::{Checked, CheckedPackage};
use cardwright_render::{Copies, RenderedCard};
use rayon::prelude::*;

use super::BuildArguments;
use crate::output::{self, Manifest};
use crate::report::{no_such, usage};

/// Refuses decks and kinds that no package has.
pub(super) fn verify(arguments: &BuildArguments, checked: &Checked) -> Result<()> {
    let decks: Vec<&str> = checked
        .packages
        .iter()
        .flat_map(|package| &package.package().decks)
        .map(|deck| deck.id.as_str())
        .collect();
    let kinds: BTreeSet<&str> = checked
        .packages
        .iter()
        .flat_map(|package| package.library.kinds())
        .filter(|kind| kind.print.is_some())
        .map(|kind| kind.id.as_str())
        .collect();
    let kinds: Vec<&str> = kinds.into_iter().collect();
    for (what, wanted, known) in [
        ("deck", &arguments.deck, decks),
        ("kind", &arguments.kind, kinds.clone()),
        ("kind", &arguments.without, kinds),
    ] {
        if let Some(name) = wanted.iter().find(|name| !known.contains(&name.as_str())) {
            return Err(no_such(what, name, &known));
        }
    }
    Ok(())
}

/// How many copies the decks that were asked for hold of each card; none if no deck was asked for.
pub(super) fn copies(arguments: &BuildArguments, package: &CheckedPackage) -> Option<Copies> {
    let decks = package.package().decks.iter().filter(|deck| arguments.deck.contains(&deck.id));
    (!arguments.deck.is_empty()).then(|| Copies::of_decks(decks, &package.library))
}

/// Whether the decks that were asked for are in this package.
pub(super) fn has_deck(arguments: &BuildArguments, package: &CheckedPackage) -> bool {
    match copies(arguments, package) {
        None => true,
        Some(Copies::Listed(copies)) => !copies.is_empty(),
        Some(Copies::Each(_)) => false,
    }
}

/// What a card looks like, front and back, in a few letters.
pub(super) fn fingerprints(cards: &[RenderedCard]) -> BTreeMap<String, String> {
    let looks = |card: &RenderedCard| (card.id.clone(), format!("{:032x}", card.digest()));
    cards.par_iter().map(looks).collect()
}

/// The fingerprints of another build of the package.
pub(super) fn earlier(folder: &Path, package: &str) -> Result<BTreeMap<String, String>> {
    let candidates = [folder.join(package).join(output::MANIFEST), folder.join(output::MANIFEST)];
    let Some(path) = candidates.iter().find(|path| path.is_file()) else {
        let message = format!(
            "there is no build of `{package}` in `{}`; `--since` wants an output folder",
            folder.display()
        );
        return Err(usage(message));
    };
    let bytes = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let manifest: Manifest = serde_json::from_slice(&bytes)
        .map_err(|error| usage(format!("{} is no manifest: {error}", path.display())))?;
    Ok(manifest.cards)
}
