//! Which cards are printed: all, those of decks, of kinds, or those that changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result};
use cardwright_check::{Checked, CheckedPackage, suggest};
use cardwright_render::{Copies, RenderedCard};
use rayon::prelude::*;

use super::BuildArguments;
use crate::output::{self, Manifest};
use crate::report::usage;

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
    for (what, wanted, known) in
        [("deck", &arguments.deck, decks), ("kind of card", &arguments.kind, kinds)]
    {
        for name in wanted {
            if !known.contains(&name.as_str()) {
                let hint = match suggest(name, known.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are {}", known.join(", ")),
                };
                return Err(usage(format!("there is no {what} `{name}`; {hint}")));
            }
        }
    }
    Ok(())
}

/// How many copies the decks that were asked for hold of each card; none if no deck was asked for.
pub(super) fn copies(arguments: &BuildArguments, package: &CheckedPackage) -> Option<Copies> {
    let decks = package.package().decks.iter().filter(|deck| arguments.deck.contains(&deck.id));
    (!arguments.deck.is_empty()).then(|| Copies::of_decks(decks, &package.library))
}

/// True if a card is of a kind that is wanted.
pub(super) fn has_kind(arguments: &BuildArguments, kind: &str) -> bool {
    arguments.kind.is_empty() || arguments.kind.iter().any(|wanted| wanted == kind)
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
