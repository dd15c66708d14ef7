//! `cardwright prove`: for each ability of a package a test that fails without it.

use std::io::{self, Write};

use anyhow::{Result, anyhow};
use cardwright_check::Checked;
use cardwright_engine::prove::{Ability, Proof, Prover, abilities};
use cardwright_engine::witness::Shown;
use cardwright_games::MODULES;
use cardwright_ide::{ability_name, proof_text};
use cardwright_model::Library;
use rayon::prelude::*;
use serde_json::json;

use crate::args::{Format, ProveArguments};
use crate::commands::check::checked;
use crate::report::{Console, Outcome};
use crate::terminal;

pub(crate) fn run(arguments: &ProveArguments, console: &Console) -> Result<Outcome> {
    let Some(checked) = checked(arguments.path.as_deref(), console)? else {
        return Ok(Outcome::ContentErrors);
    };
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
            let packages: Vec<_> =
                packages.iter().map(|(name, proofs)| as_json(&checked, name, proofs)).collect();
            let report = json!({"packages": packages, "proved": proved, "unproved": unproved});
            writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        }
        Format::Human => {
            for ((name, proofs), package) in packages.iter().zip(&checked.packages) {
                // With the game's name on top, the output is a file of tests.
                let game = package.library.packages.first().map_or(name, |game| &game.name);
                writeln!(out, "use {game}\n")?;
                print(&mut out, &checked, name, proofs, arguments)?;
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
    let mut wanted = abilities(library);
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

fn as_json(checked: &Checked, name: &str, proofs: &[(Ability, Proof)]) -> serde_json::Value {
    let proof = |ability: &Ability, proof: &Proof| match proof {
        Proof::Unproved(reason) => json!({"unproved": reason}),
        Proof::Acts(witness) => {
            let text = proof_text(&checked.sources, ability, witness);
            match &witness.shown {
                Shown::Test(test) => json!({"test": test, "scenario": text}),
                Shown::Line(line) => json!({"line": line, "scenario": text}),
            }
        }
    };
    let abilities: Vec<_> = proofs
        .iter()
        .map(|(ability, found)| json!({"ability": ability, "proof": proof(ability, found)}))
        .collect();
    json!({"package": name, "abilities": abilities})
}

/// Prints what can be pasted into a file of tests as it is: the rest is comments.
fn print(
    out: &mut impl Write,
    checked: &Checked,
    package: &str,
    proofs: &[(Ability, Proof)],
    arguments: &ProveArguments,
) -> io::Result<()> {
    for (ability, proof) in proofs {
        let what = format!("{package} {}", ability_name(ability));
        match proof {
            Proof::Acts(witness) => {
                if let (Shown::Test(test), false) = (&witness.shown, arguments.all) {
                    writeln!(out, "// {what}: test \"{test}\"")?;
                    continue;
                }
                match proof_text(&checked.sources, ability, witness) {
                    Some(text) => writeln!(out, "\n{text}")?,
                    None => writeln!(out, "// {what}: acts")?,
                }
            }
            Proof::Unproved(reason) => writeln!(out, "// UNPROVED {what}: {reason}")?,
        }
    }
    Ok(())
}
