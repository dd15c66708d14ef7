//! `cardwright prove`: for each ability of a package a test that fails without it.

use std::io::Write;

use anyhow::{Result, anyhow};
use cardwright_engine::prove::{Ability, Proof, Prover, abilities};
use cardwright_games::MODULES;
use cardwright_ide::{proofs_json, proofs_text};
use cardwright_model::Library;
use rayon::prelude::*;
use serde_json::json;

use crate::args::{Format, ProveArguments};
use crate::commands::check::{checked, is_played};
use crate::report::{Console, Outcome, usage};
use crate::terminal;

pub(crate) fn run(arguments: &ProveArguments, console: &Console) -> Result<Outcome> {
    let Some(checked) = checked(arguments.path.as_deref(), console)? else {
        return Ok(Outcome::ContentErrors);
    };
    if !checked.packages.iter().any(|package| is_played(&package.library)) {
        let error = checked.packages.last().map(|package| MODULES.open(&package.library).err());
        if let Some(error) = error.flatten() {
            return Err(usage(error.to_string()));
        }
    }
    let mut packages = Vec::new();
    for package in &checked.packages {
        let name = package.package().name.clone();
        packages.push((name, proofs(&package.library, arguments, console)?));
    }
    let all = || packages.iter().flat_map(|(_, proofs)| proofs);
    let unproved = all().filter(|(_, proof)| matches!(proof, Proof::Unproved(_))).count();
    let proved = all().count() - unproved;
    let mut out = terminal::out();
    match arguments.format {
        Format::Json => {
            let packages: Vec<_> = packages
                .iter()
                .map(|(name, proofs)| proofs_json(&checked.sources, name, proofs))
                .collect();
            let report = json!({"packages": packages, "proved": proved, "unproved": unproved});
            writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        }
        Format::Human => {
            for ((_, proofs), package) in packages.iter().zip(&checked.packages) {
                let (sources, library) = (&checked.sources, &package.library);
                write!(out, "{}", proofs_text(sources, library, proofs, arguments.all))?;
            }
            out.flush()?;
            writeln!(terminal::err(), "{proved} abilities proved, {unproved} without a witness")?;
        }
    }
    Ok(if unproved == 0 { Outcome::Fine } else { Outcome::ContentErrors })
}

fn proofs(
    library: &Library,
    arguments: &ProveArguments,
    console: &Console,
) -> Result<Vec<(Ability, Proof)>> {
    let mut wanted = if is_played(library) { abilities(library) } else { Vec::new() };
    if let Some(text) = &arguments.filter {
        wanted.retain(|ability| ability.card.contains(text) || ability.what.contains(text));
    }
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let prover = Prover::new(MODULES, library).map_err(|error| anyhow!("{error}"))?;
    let progress = console.progress("proving", wanted.len() as u64);
    let proofs = wanted.into_par_iter().map(|ability| {
        let proof = prover.prove(&ability);
        progress.inc(1);
        (ability, proof)
    });
    let proofs = proofs.collect();
    progress.finish_and_clear();
    Ok(proofs)
}
