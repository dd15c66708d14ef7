//! Scenario tests: a position, commands, and what must then be true.
//!
//! The runner knows no game. A game plays a scenario through a [`Script`], whose commands are
//! short sequences of the same decisions that players and bots make.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use cardwright_model::{Arg, Expr, Library, Scenario, Step};
use serde::Serialize;

use crate::core::{Stage, Staged};

/// A scenario in progress.
pub trait Script: Clone {
    /// Carries out a command, or says why that is impossible and what would be possible.
    fn perform(&mut self, command: &str, args: &[Arg]) -> Result<(), String>;

    /// Whether the command would be refused; the position stays as it is.
    fn refuses(&mut self, command: &str, args: &[Arg]) -> bool;

    /// Whether a condition holds.
    fn check(&mut self, condition: &Expr) -> Result<Checked, String>;

    /// Called after the last line; fails if something is left over, such as scripted dice that were
    /// never thrown.
    fn finish(&mut self) -> Result<(), String> {
        Ok(())
    }

    /// Whether `values` are all the legal values of a command's parameter, no more and no fewer.
    fn legal(
        &mut self,
        command: &str,
        _args: &[Arg],
        _parameter: &str,
        _values: &[Expr],
    ) -> Result<Checked, String> {
        Err(format!("this game cannot list what `{command}` allows"))
    }

    /// Draws all random numbers from here on from that seed.
    fn reseed(&mut self, _seed: u64) -> Result<(), String> {
        Err("this game has no seeds in tests".to_owned())
    }
}

/// The result of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Whether it holds.
    pub holds: bool,
    /// The values of its two sides, where it compares.
    pub values: Option<(String, String)>,
    /// What is there instead, in words.
    pub instead: Option<String>,
}

/// The result of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Report {
    /// Its identifier, if it has one.
    pub id: Option<String>,
    /// What it shows.
    pub name: String,
    /// The file, relative to the package folder.
    pub file: String,
    /// The line of its declaration, from 1.
    pub line: u32,
    /// How many lines of it were carried out.
    pub steps: usize,
    /// How it ended.
    pub verdict: Verdict,
}

/// How a scenario ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "result")]
pub enum Verdict {
    /// Everything was as expected.
    Passed,
    /// A line did not go as written.
    Failed {
        /// The line in the file, from 1.
        line: u32,
        /// The line as written; empty if the position itself could not be set up.
        source: String,
        /// What went wrong.
        message: String,
        /// The values of the two sides of a comparison.
        values: Option<(String, String)>,
    },
}

impl Report {
    /// Whether it failed.
    pub fn failed(&self) -> bool {
        self.verdict != Verdict::Passed
    }
}

/// Runs scenarios of a library in the order given, with a game on the core.
///
/// A scenario that continues from another starts at the end of that one, which runs only once,
/// however many continue from it.
pub fn run_staged<G: Staged>(game: &G, library: &Library, scenarios: &[&Scenario]) -> Vec<Report> {
    let stage = Stage::new(library, game);
    run_with(library, scenarios, |scenario| stage.begin(scenario))
}

/// Runs scenarios with whatever plays them. `begin` sets up the position of a scenario that does
/// not continue from another.
pub fn run_with<S: Script>(
    library: &Library,
    scenarios: &[&Scenario],
    begin: impl Fn(&Scenario) -> Result<S, String>,
) -> Vec<Report> {
    let named: BTreeMap<&str, &Scenario> = library
        .packages
        .iter()
        .flat_map(|package| &package.scenarios)
        .filter_map(|scenario| scenario.id.as_deref().map(|id| (id, scenario)))
        .collect();
    let mut runner = Runner { named, begin, ends: BTreeMap::new() };
    scenarios.iter().map(|scenario| runner.report(scenario)).collect()
}

/// How many scenarios may continue from one another in a row. A guess; it catches circles.
const MAX_CHAIN: usize = 64;

struct Runner<'a, S, B> {
    named: BTreeMap<&'a str, &'a Scenario>,
    begin: B,
    /// The final positions of scenarios that others continue from.
    ends: BTreeMap<String, Result<S, String>>,
}

impl<S: Script, B: Fn(&Scenario) -> Result<S, String>> Runner<'_, S, B> {
    fn report(&mut self, scenario: &Scenario) -> Report {
        let mut steps = 0;
        let verdict = match self.start(scenario, 0) {
            Ok(mut script) => {
                let mut verdict = follow(&mut script, &scenario.steps, &mut steps);
                if let (Verdict::Passed, Err(message)) = (&verdict, script.finish()) {
                    let line = scenario.provenance.line;
                    let source = String::new();
                    verdict = Verdict::Failed { line, source, message, values: None };
                }
                if let (Verdict::Passed, Some(id)) = (&verdict, &scenario.id) {
                    self.ends.entry(id.clone()).or_insert(Ok(script));
                }
                verdict
            }
            Err(message) => Verdict::Failed {
                line: scenario.provenance.line,
                source: String::new(),
                message,
                values: None,
            },
        };
        Report {
            id: scenario.id.clone(),
            name: scenario.name.clone(),
            file: scenario.provenance.file.clone(),
            line: scenario.provenance.line,
            steps,
            verdict,
        }
    }

    fn start(&mut self, scenario: &Scenario, depth: usize) -> Result<S, String> {
        let Some(after) = &scenario.after else {
            return (self.begin)(scenario);
        };
        if depth > MAX_CHAIN {
            return Err("the scenarios continue from each other in a circle".to_owned());
        }
        if let Some(end) = self.ends.get(after) {
            return end.clone();
        }
        let earlier = *self
            .named
            .get(after.as_str())
            .ok_or_else(|| format!("there is no scenario `{after}` to continue from"))?;
        let end = self.start(earlier, depth + 1).and_then(|mut script| {
            match follow(&mut script, &earlier.steps, &mut 0) {
                Verdict::Passed => Ok(script),
                Verdict::Failed { .. } => Err(format!("`{after}`, from which it continues, fails")),
            }
        });
        self.ends.insert(after.clone(), end.clone());
        end
    }
}

fn follow<S: Script>(script: &mut S, steps: &[Step], done: &mut usize) -> Verdict {
    for step in steps {
        let (line, source, message, values) = match step {
            Step::Do { command, args, line, source } => match script.perform(command, args) {
                Ok(()) => (line, source, String::new(), None),
                Err(message) => (line, source, message, None),
            },
            Step::Refuse { command, args, line, source } => {
                let allowed = !script.refuses(command, args);
                let message = if allowed { "this is legal, but should not be" } else { "" };
                (line, source, message.to_owned(), None)
            }
            Step::Expect { condition, line, source } => match script.check(condition) {
                Ok(Checked { holds: true, .. }) => (line, source, String::new(), None),
                Ok(Checked { values, instead, .. }) => {
                    let instead = instead.map(|instead| format!(": {instead}"));
                    let message = format!("this does not hold{}", instead.unwrap_or_default());
                    (line, source, message, values)
                }
                Err(message) => (line, source, message, None),
            },
            Step::Legal { command, args, parameter, values, line, source } => {
                match script.legal(command, args, parameter, values) {
                    Ok(Checked { holds: true, .. }) => (line, source, String::new(), None),
                    Ok(Checked { values, .. }) => {
                        (line, source, "the legal choices are others".to_owned(), values)
                    }
                    Err(message) => (line, source, message, None),
                }
            }
            Step::Seeds { from, to, steps, line } => {
                if let Some(failed) = each_seed(script, *from..=*to, steps, *line, done) {
                    return failed;
                }
                continue;
            }
        };
        if !message.is_empty() {
            return Verdict::Failed { line: *line, source: source.clone(), message, values };
        }
        *done += 1;
    }
    Verdict::Passed
}

/// Runs the steps once per seed and returns the first failure, with its seed in the message. The
/// script itself is not changed: each run works on a copy.
fn each_seed<S: Script>(
    script: &S,
    seeds: RangeInclusive<u64>,
    steps: &[Step],
    line: u32,
    done: &mut usize,
) -> Option<Verdict> {
    for seed in seeds {
        let mut script = script.clone();
        if let Err(message) = script.reseed(seed) {
            return Some(Verdict::Failed { line, source: String::new(), message, values: None });
        }
        if let Verdict::Failed { line, source, message, values } = follow(&mut script, steps, done)
        {
            let message = format!("with seed {seed}: {message}");
            return Some(Verdict::Failed { line, source, message, values });
        }
    }
    None
}
