//! Which abilities were shown to act.

use cardwright_check::CheckedPackage;
use cardwright_engine::prove::{Ability, Proof, Prover, abilities};
use rayon::prelude::*;

use crate::{Finding, Report, Subject, Weight};

pub(crate) fn examine(subject: &Subject<'_>, package: &CheckedPackage, report: &mut Report) {
    let wanted = abilities(&package.library);
    if wanted.is_empty() {
        return;
    }
    let Ok(prover) = Prover::new(subject.modules, &package.library) else { return };
    let proofs: Vec<(Ability, Proof)> = wanted
        .into_par_iter()
        .map(|ability| {
            let proof = prover.prove(&ability);
            (ability, proof)
        })
        .collect();
    for (ability, proof) in proofs {
        let Proof::Unproved(reason) = proof else {
            report.proved += 1;
            continue;
        };
        let block = ability.block.map_or_else(String::new, |block| format!("{block}, "));
        let told = format!("`{}`, {block}`{}`: {reason}", ability.card, ability.what);
        report.unproved.push(told.clone());
        let entities = package.package().cards.iter().chain(&package.package().records);
        let at = entities.into_iter().find(|entity| entity.id == ability.card);
        let found = Finding::new("abilities", Weight::Decide, format!("not shown to act: {told}"));
        report.findings.push(match at {
            Some(entity) => found.at(&entity.provenance.file, entity.provenance.line),
            None => found,
        });
    }
}
