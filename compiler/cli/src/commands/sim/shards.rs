//! `cardwright sim plan`, `shard` and `merge`: the games of a simulation shared among processes or
//! machines.
//!
//! A plan says what is played and cuts it into shards. Whoever plays a shard writes one part, whole or
//! not at all, so that a shard may be played twice or be killed without harm; adding up whole numbers
//! gives the same report as one process would.

use std::fs;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use cardwright_engine::against::Comparing;
use cardwright_engine::simulate::{Simulation, Totals};
use cardwright_games::MODULES;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::against::Edited;
use super::arguments::{Games, MergeArguments, PlanArguments, ShardArguments};
use super::rows::{self, About, RowFiles};
use super::{Subject, Telling, content_hash, subjects};
use crate::output::write_atomically;
use crate::report::{Console, Outcome, counted, usage};
use crate::terminal;

/// Version of the shape of plans and parts.
const PLAN_FORMAT: u32 = 2;

/// Which games are to be played, and who plays which.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Plan {
    plan_format: u32,
    /// Version of the engine that must play it.
    engine: String,
    /// Where the content lies, as it was given.
    path: Option<PathBuf>,
    /// A name for what the content says, one for each package.
    content: Vec<String>,
    games: u32,
    seed: u64,
    formats: Vec<String>,
    seats: Vec<u8>,
    decks: Vec<String>,
    bots: Vec<String>,
    never: Vec<String>,
    always: Vec<String>,
    /// Whether shards write rows, and with their decisions.
    rows: bool,
    decisions: bool,
    /// The version before, if an edit is looked at.
    against: Option<Against>,
    /// How many simulations there are: tables times bots.
    simulations: usize,
    shards: u32,
}

/// The version that an edit is compared with.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Against {
    path: PathBuf,
    content: Vec<String>,
    /// The smallest change of interest, in points of a hundred.
    least: f64,
}

/// What one shard found, for each simulation.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Part {
    /// The plan it belongs to, by the hash of its file.
    plan: String,
    shard: u32,
    totals: Vec<Totals>,
    /// The winners of each game with the old and with the new version, if an edit is looked at.
    pairs: Vec<Vec<[Option<u8>; 2]>>,
}

pub(super) fn plan(arguments: &PlanArguments, console: &Console) -> Result<Outcome> {
    let games = &arguments.games;
    let Some(subjects) = subjects(games, console)? else { return Ok(Outcome::ContentErrors) };
    let against = match &arguments.against {
        Some(path) => match Edited::find(path, &subjects, console)? {
            Some(edited) => Some(Against {
                path: path.clone(),
                content: edited.contents()?,
                least: arguments.least,
            }),
            None => return Ok(Outcome::ContentErrors),
        },
        None => None,
    };
    let plan = Plan {
        plan_format: PLAN_FORMAT,
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        path: games.path.clone(),
        content: contents(&subjects)?,
        games: games.games,
        seed: games.seed,
        formats: games.formats.clone(),
        seats: games.seats.clone(),
        decks: games.decks.clone(),
        bots: games.bots.clone(),
        never: games.never.clone(),
        always: games.always.clone(),
        rows: arguments.rows,
        decisions: arguments.decisions,
        against,
        simulations: simulations(&subjects).count(),
        shards: match arguments.shards {
            Some(shards) => shards,
            None => usual_shards(&subjects, arguments.against.is_some())?,
        }
        .min(games.games),
    };
    let mut json = serde_json::to_vec_pretty(&plan)?;
    json.push(b'\n');
    write_atomically(&arguments.out, &json)?;
    let (file, all) = (arguments.out.display(), plan.games as usize * plan.simulations);
    writeln!(
        terminal::out(),
        "{file}: {} in {}\nplay each with `cardwright sim shard {file} N`, N from 0 to {}, then \
         `cardwright sim merge {file}`",
        counted(all, "game"),
        counted(plan.shards as usize, "shard"),
        plan.shards - 1,
    )?;
    Ok(Outcome::Fine)
}

/// So many shards that each takes about ten seconds of one processor: found out by a few games of
/// each simulation. Nothing but the number of shards depends on the clock.
fn usual_shards(subjects: &[Subject], twice: bool) -> Result<u32> {
    const SECONDS: f64 = 10.0;
    const TRIED: u32 = 4;
    const PATIENCE: f64 = 5.0;
    let began = Instant::now();
    let (mut tried, mut all, mut seconds) = (0.0, 0.0, 0.0);
    for subject in subjects {
        let game = MODULES.open(&subject.library).map_err(|error| anyhow!(error))?;
        for simulation in &subject.simulations {
            all += f64::from(simulation.games);
            if began.elapsed().as_secs_f64() < PATIENCE {
                let games = TRIED.min(simulation.games);
                let before = Instant::now();
                game.totals(simulation, 0..games, &|| {});
                seconds += before.elapsed().as_secs_f64() * rayon::current_num_threads() as f64;
                tried += f64::from(games);
            }
        }
    }
    let versions = if twice { 2.0 } else { 1.0 };
    let shards = versions * seconds / f64::max(tried, 1.0) * all / SECONDS;
    Ok((shards.ceil() as u32).clamp(1, 100_000))
}

pub(super) fn shard(arguments: &ShardArguments, console: &Console) -> Result<Outcome> {
    let (plan, name) = read_plan(&arguments.plan)?;
    if arguments.shard >= plan.shards {
        return Err(usage(format!(
            "the plan has {}, from 0 to {}",
            counted(plan.shards as usize, "shard"),
            plan.shards - 1
        )));
    }
    let file = part_file(&arguments.plan, arguments.shard);
    if read_part(&file, &name)?.is_some() {
        writeln!(terminal::err(), "{} is there already", file.display())?;
        return Ok(Outcome::Fine);
    }
    let Some(subjects) = planned(&plan, console)? else { return Ok(Outcome::ContentErrors) };
    let games = plan.range(arguments.shard);
    let (totals, pairs) = match &plan.against {
        Some(against) => match Edited::find(&against.path, &subjects, console)? {
            Some(edited) if edited.contents()? == against.content => {
                (Vec::new(), edited.pairs(&games, console)?)
            }
            Some(_) => return Err(other_content()),
            None => return Ok(Outcome::ContentErrors),
        },
        None => (play(&plan, &subjects, arguments, console)?, Vec::new()),
    };
    let part = Part { plan: name, shard: arguments.shard, totals, pairs };
    // The rows are in their places by now, so that whoever finds the part finds them too.
    write_atomically(&file, &serde_json::to_vec(&part)?)?;
    Ok(Outcome::Fine)
}

/// Plays the games of a shard and writes their rows, if the plan asks for them.
fn play(
    plan: &Plan,
    subjects: &[Subject],
    arguments: &ShardArguments,
    console: &Console,
) -> Result<Vec<Totals>> {
    let games = plan.range(arguments.shard);
    let progress = console.progress("playing", plan.simulations as u64 * games.len() as u64);
    let place = |table: &str| {
        parts_folder(&arguments.plan).join(table).join(format!("{:06}.parquet", arguments.shard))
    };
    let mut rows = match plan.rows {
        true => Some(RowFiles::begin(place, plan.decisions)?),
        false => None,
    };
    let mut totals = Vec::new();
    for subject in subjects {
        let game = MODULES.open(&subject.library).map_err(|error| anyhow!(error))?;
        for simulation in &subject.simulations {
            let about = About::new(&subject.library, simulation, totals.len() as u32)?;
            let (games, after_game) = (games.clone(), || progress.inc(1));
            totals.push(rows::totals(&*game, &about, games, rows.as_mut(), &after_game)?);
        }
    }
    progress.finish_and_clear();
    if let Some(rows) = rows {
        rows.finish()?;
    }
    Ok(totals)
}

pub(super) fn merge(arguments: &MergeArguments, console: &Console) -> Result<Outcome> {
    let (plan, name) = read_plan(&arguments.plan)?;
    if let Some(against) = &plan.against {
        return merge_edit(arguments, (&plan, &name), against, console);
    }
    let mut sums = vec![Totals::default(); plan.simulations];
    let mut missing = Vec::new();
    for shard in 0..plan.shards {
        match read_part(&part_file(&arguments.plan, shard), &name)? {
            Some(part) if part.totals.len() == sums.len() => {
                for (sum, totals) in sums.iter_mut().zip(part.totals) {
                    *sum = std::mem::take(sum).merged(totals);
                }
            }
            _ => missing.push(shard.to_string()),
        }
    }
    if !missing.is_empty() {
        return Err(not_played(&missing));
    }
    let Some(subjects) = planned(&plan, console)? else { return Ok(Outcome::ContentErrors) };
    let mut telling = Telling::new(arguments.format, arguments.report.as_deref());
    let mut sums = sums.iter();
    for subject in &subjects {
        let game = MODULES.open(&subject.library).map_err(|error| anyhow!(error))?;
        let mut reports = Vec::new();
        for (simulation, totals) in subject.simulations.iter().zip(sums.by_ref()) {
            let report = game.report(simulation, totals);
            telling.table(&report);
            reports.push(report);
        }
        telling.package(subject, &*game, reports)?;
    }
    telling.finish()
}

/// What an edit did, from the shards that were played: those from the first on, in order, until the
/// answer is clear.
fn merge_edit(
    arguments: &MergeArguments,
    (plan, name): (&Plan, &str),
    against: &Against,
    console: &Console,
) -> Result<Outcome> {
    let Some(subjects) = planned(plan, console)? else { return Ok(Outcome::ContentErrors) };
    let Some(edited) = Edited::find(&against.path, &subjects, console)? else {
        return Ok(Outcome::ContentErrors);
    };
    if edited.contents()? != against.content {
        return Err(other_content());
    }
    let mut comparing: Vec<Comparing<'_>> = edited.comparing(against.least);
    let is_over = |comparing: &[Comparing<'_>]| comparing.iter().all(Comparing::is_over);
    for shard in 0..plan.shards {
        if is_over(&comparing) {
            break;
        }
        let part = read_part(&part_file(&arguments.plan, shard), name)?;
        let Some(part) = part.filter(|part| part.pairs.len() == comparing.len()) else {
            return Err(not_played(&[shard.to_string()]));
        };
        for (comparing, pairs) in comparing.iter_mut().zip(part.pairs) {
            pairs.into_iter().for_each(|pair| comparing.add(pair));
        }
    }
    let answers = comparing.iter().map(Comparing::answer).collect();
    edited.tell(answers, arguments.report.as_deref(), arguments.format)
}

fn not_played(missing: &[String]) -> anyhow::Error {
    usage(format!(
        "{} of {} not been played: {}",
        counted(missing.len(), "shard"),
        if missing.len() == 1 { "the plan has" } else { "the plan have" },
        missing.join(", ")
    ))
}

fn other_content() -> anyhow::Error {
    usage("the content is not what the plan was made for: make a new plan")
}

impl Plan {
    /// The numbers of the games of a shard. Every shard has its part of every simulation.
    fn range(&self, shard: u32) -> Range<u32> {
        let bound =
            |shard: u32| (u64::from(self.games) * u64::from(shard) / u64::from(self.shards)) as u32;
        bound(shard)..bound(shard + 1)
    }
}

fn simulations(subjects: &[Subject]) -> impl Iterator<Item = &Simulation> {
    subjects.iter().flat_map(|subject| &subject.simulations)
}

fn contents(subjects: &[Subject]) -> Result<Vec<String>> {
    subjects.iter().map(|subject| content_hash(&subject.library)).collect()
}

/// A plan, and a name for it.
fn read_plan(file: &Path) -> Result<(Plan, String)> {
    let bytes = fs::read(file).with_context(|| format!("reading {}", file.display()))?;
    let plan: Plan = serde_json::from_slice(&bytes)
        .map_err(|error| usage(format!("{} is not a plan: {error}", file.display())))?;
    let engine = env!("CARGO_PKG_VERSION");
    if plan.plan_format != PLAN_FORMAT || plan.engine != engine || plan.shards == 0 {
        return Err(usage(format!(
            "{} was made by version {} of cardwright, and this is {engine}: make a new plan",
            file.display(),
            plan.engine
        )));
    }
    let name = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    Ok((plan, name))
}

/// What a plan is about, if it is still the same.
fn planned(plan: &Plan, console: &Console) -> Result<Option<Vec<Subject>>> {
    let games = Games {
        path: plan.path.clone(),
        games: plan.games,
        seed: plan.seed,
        formats: plan.formats.clone(),
        seats: plan.seats.clone(),
        decks: plan.decks.clone(),
        bots: plan.bots.clone(),
        never: plan.never.clone(),
        always: plan.always.clone(),
    };
    let Some(subjects) = subjects(&games, console)? else { return Ok(None) };
    if contents(&subjects)? != plan.content || simulations(&subjects).count() != plan.simulations {
        return Err(other_content());
    }
    Ok(Some(subjects))
}

fn parts_folder(plan: &Path) -> PathBuf {
    let mut name = plan.file_stem().unwrap_or_default().to_owned();
    name.push("-parts");
    plan.with_file_name(name)
}

fn part_file(plan: &Path, shard: u32) -> PathBuf {
    parts_folder(plan).join(format!("{shard:06}.json"))
}

/// A part of this plan; `None` if it has not been played, or for another plan.
fn read_part(file: &Path, plan: &str) -> Result<Option<Part>> {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("reading {}", file.display())),
    };
    let part: Option<Part> = serde_json::from_slice(&bytes).ok();
    Ok(part.filter(|part| part.plan == plan))
}
