//! Witnesses as tests that can be pasted into a file, and hints at abilities that have none.

use std::path::PathBuf;
use std::sync::Arc;

use cardwright_check::Sources;
use cardwright_dsl::ast::{Declaration, Entry, Item, Span};
use cardwright_engine::Modules;
use cardwright_engine::prove::{Ability, Proof, Prover, abilities};
use cardwright_engine::witness::{Position, Shown, Witness, swap_words};
use cardwright_model::Library;
use serde_json::{Value, json};

use crate::diagnostics::SOURCE;
use crate::unit::{Snapshot, Unit};
use crate::{Session, uri};

/// Abilities to prove: those of a file that was saved. It can run on any thread, and takes seconds.
#[derive(Debug)]
pub struct ProofJob {
    root: PathBuf,
    version: u64,
    snapshot: Arc<Snapshot>,
    /// The file, relative to its package.
    file: String,
}

/// What came out of a [`ProofJob`].
#[derive(Debug)]
pub struct Proved {
    root: PathBuf,
    hints: Hints,
}

/// Abilities without a witness.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    /// The version of the package that they are about.
    pub(crate) version: u64,
    /// File, line from 1, and what to say there.
    unproved: Vec<(PathBuf, u32, String)>,
}

impl ProofJob {
    /// Proves what there is to prove.
    pub fn run(self, modules: Modules) -> Proved {
        let ProofJob { root, version, snapshot, file } = self;
        let mut unproved = Vec::new();
        let packages = snapshot.checked.packages.iter().filter(|package| package.root == root);
        for package in packages {
            let library = &package.library;
            let Ok(prover) = Prover::new(modules, library) else { continue };
            for ability in abilities(library) {
                let own = library.packages.last().into_iter();
                let mut own = own.flat_map(|own| own.cards.iter().chain(&own.records));
                let place = own.find(|card| card.id == ability.card).map(|card| &card.provenance);
                let Some(place) = place.filter(|place| place.file == file) else { continue };
                if let Proof::Unproved(reason) = prover.prove(&ability) {
                    let message = format!(
                        "nothing shows that `{}` does anything: {reason}; `cardwright prove` says \
                         more",
                        ability_name(&ability)
                    );
                    unproved.push((root.join(&file), place.line, message));
                }
            }
        }
        Proved { root, hints: Hints { version, unproved } }
    }
}

impl Hints {
    /// The hints as an editor shows them, by document.
    pub(crate) fn shown(&self) -> impl Iterator<Item = (String, Value)> {
        self.unproved.iter().map(|(path, line, message)| {
            let line = line.saturating_sub(1);
            let range = json!({
                "start": { "line": line, "character": 0 },
                "end": { "line": line + 1, "character": 0 },
            });
            let hint =
                json!({ "range": range, "severity": 4, "source": SOURCE, "message": message });
            (uri::of_path(path), hint)
        })
    }
}

impl Session {
    /// The abilities that are to be proved now: of a file that was saved and has no errors. One job
    /// at a time.
    pub fn proof_job(&mut self) -> Option<ProofJob> {
        if self.is_proving {
            return None;
        }
        let ready = |unit: &&mut Unit| unit.saved.is_some() && unit.is_fresh();
        let unit = self.units.iter_mut().find(ready)?;
        let path = unit.saved.take()?;
        let snapshot = unit.snapshot.clone().filter(|found| found.checked.errors() == 0)?;
        let file = path.strip_prefix(&unit.root).ok()?.to_string_lossy().replace('\\', "/");
        self.is_proving = true;
        Some(ProofJob { root: unit.root.clone(), version: unit.checked, snapshot, file })
    }

    /// Takes over what was proved, and tells the editor if it is still about what is there.
    pub fn proved(&mut self, proved: Proved) {
        self.is_proving = false;
        let Some(unit) = self.units.iter_mut().find(|unit| unit.root == proved.root) else {
            return;
        };
        unit.hints = proved.hints;
        self.publish();
    }
}

/// What was proved of a package, as a file of tests that can be pasted as it is: what is no test
/// is a comment. With `all`, tests are written also for what a test of the package shows already.
pub fn proofs_text(
    sources: &Sources,
    library: &Library,
    proofs: &[(Ability, Proof)],
    all: bool,
) -> String {
    let (game, package) = (library.packages.first(), library.packages.last());
    let [game, package] = [game, package].map(|one| one.map_or("", |one| one.name.as_str()));
    let mut text = format!("use {game}\n\n");
    for (ability, proof) in proofs {
        let what = format!("{package} {}", ability_name(ability));
        text.push_str(&match proof {
            Proof::Acts(witness) => match (&witness.shown, proof_text(sources, ability, witness)) {
                (Shown::Test(test), _) if !all => format!("// {what}: test \"{test}\"\n"),
                (_, Some(text)) => format!("\n{text}\n"),
                (_, None) => format!("// {what}: acts\n"),
            },
            Proof::Unproved(reason) => format!("// UNPROVED {what}: {reason}\n"),
        });
    }
    text
}

/// What was proved of a package, for programs.
pub fn proofs_json(sources: &Sources, package: &str, proofs: &[(Ability, Proof)]) -> Value {
    let proof = |ability: &Ability, proof: &Proof| match proof {
        Proof::Unproved(reason) => json!({"unproved": reason}),
        Proof::Acts(witness) => {
            let text = proof_text(sources, ability, witness);
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
    json!({"package": package, "abilities": abilities})
}

/// The name of an ability: the card, the block and what stands there.
fn ability_name(ability: &Ability) -> String {
    let block = ability.block.as_ref().map(|block| format!(" {block}:")).unwrap_or_default();
    format!("{}:{block} {}", ability.card, ability.what)
}

/// The test that shows an ability, as text of the language. `None` if the text of the test it
/// begins with is not among the sources.
fn proof_text(sources: &Sources, ability: &Ability, witness: &Witness) -> Option<String> {
    let mut lines = match &witness.position {
        Position::Lines(lines) => lines.clone(),
        Position::Test { name, at, swap, dice } => {
            let clauses = clauses_of(sources, name, &at.file, at.line)?;
            let (throws, mut others): (Vec<String>, Vec<String>) =
                clauses.into_iter().partition(|clause| clause.starts_with("dice"));
            if let Some((old, new)) = swap {
                others.iter_mut().for_each(|clause| *clause = swap_words(clause, old, new));
            }
            let throws = throws.into_iter().map(|clause| match swap {
                Some((old, new)) => swap_words(&clause, old, new),
                None => clause,
            });
            let throws = dice.clone().unwrap_or_else(|| throws.collect());
            others.into_iter().chain(throws).collect()
        }
    };
    lines.extend(witness.lines.iter().cloned());
    let name = ability_name(ability).replace('"', "'");
    let body: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    Some(format!("test \"{name}\" {{\n{body}}}\n"))
}

/// The set-up of a test as it is written, a text for each clause.
fn clauses_of(sources: &Sources, name: &str, file: &str, line: u32) -> Option<Vec<String>> {
    sources.iter().filter(|(_, source)| source.name.ends_with(file)).find_map(|(_, source)| {
        let start = |span: Span| source.position(span.start).line;
        let parsed = cardwright_dsl::parse(&source.text);
        let is_it = |declaration: &&Declaration| {
            let named = declaration.name.as_ref().map(|known| known.text == name);
            start(declaration.span) == line && named.unwrap_or(true)
        };
        let declarations = parsed.file.items.iter().filter_map(|item| match item {
            Item::Declaration(declaration) => Some(&**declaration),
            _ => None,
        });
        let found = declarations.into_iter().find(is_it)?;
        let entries = found.body.iter().flat_map(|body| &body.entries);
        let clauses = entries.filter_map(|entry| match entry {
            Entry::Clause(clause) if !matches!(&*clause.name.text, "after" | "proves") => {
                let span = clause.span;
                source.text.get(span.start as usize..span.end as usize).map(str::to_owned)
            }
            _ => None,
        });
        Some(clauses.collect())
    })
}
