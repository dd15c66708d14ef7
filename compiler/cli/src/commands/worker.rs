//! Another process of this program, with limits on time and memory, for what strangers wrote.
//!
//! A package that finds a hole in a library ends in a verdict, not in the end of this process.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// How often the parent looks after its child.
const PAUSE: Duration = Duration::from_millis(20);

/// What a worker said, and how it ended.
pub(super) struct Ended {
    /// What it wrote to standard output.
    pub(super) out: String,
    /// How it ended.
    pub(super) end: End,
}

/// How a worker ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It did what it should.
    Fine,
    /// It was stopped because it took too long.
    TooLong,
    /// It needed more memory than it may have.
    TooLarge,
    /// It failed, with the first line of what it said about that.
    Failed(String),
}

impl End {
    /// Why the step failed in which it ended.
    pub(super) fn why(&self, step: &str, seconds: u64, memory: u64) -> String {
        match self {
            End::Fine => format!("{step} ended too early"),
            End::TooLong => format!("{step} took longer than {seconds} s in all"),
            End::TooLarge => format!("{step} needs more than {memory} MB of memory"),
            End::Failed(why) => format!("{step} failed: {why}"),
        }
    }
}

/// This program, to be called with other arguments.
pub(super) fn this_program() -> Result<Command> {
    Ok(Command::new(std::env::current_exe().context("finding this program")?))
}

/// Runs a worker and stops it when its time is over. What it says is kept in `place`.
pub(super) fn watch(mut command: Command, seconds: u64, place: &Path) -> Result<Ended> {
    let (out, err) = (place.join("worker-out"), place.join("worker-errors"));
    command.stdin(Stdio::null());
    command.stdout(File::create(&out).context("making a temporary file")?);
    command.stderr(File::create(&err).context("making a temporary file")?);
    let mut child = command.spawn().context("starting another process")?;
    let end = Instant::now() + Duration::from_secs(seconds);
    let status = loop {
        if let Some(status) = child.try_wait().context("waiting for another process")? {
            break Some(status);
        }
        if Instant::now() >= end {
            // It may have ended in this moment.
            let _ = child.kill();
            child.wait().context("ending another process")?;
            break None;
        }
        std::thread::sleep(PAUSE);
    };
    let said = fs::read_to_string(&err).unwrap_or_default();
    let end = match status {
        None => End::TooLong,
        Some(status) if status.success() => End::Fine,
        Some(_) if said.contains("memory allocation") => End::TooLarge,
        Some(_) => {
            let line = said.lines().next().unwrap_or("it ended without a word");
            End::Failed(line.trim_start_matches("error: ").to_owned())
        }
    };
    Ok(Ended { out: fs::read_to_string(&out).unwrap_or_default(), end })
}

/// Sets the most memory that this process may have from now on. What it has already are mostly the
/// stacks of its threads, of which little is ever used.
#[cfg(target_os = "linux")]
pub(super) fn limit_memory(megabytes: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let data = status.lines().find_map(|line| line.strip_prefix("VmData:"));
    let data = data.and_then(|line| line.trim().strip_suffix(" kB"));
    let Some(kilobytes) = data.and_then(|number| number.trim().parse::<u64>().ok()) else { return };
    let most = Some((kilobytes << 10) + (megabytes << 20));
    // Ignored: without it there is still the limit on time.
    let _ = setrlimit(Resource::Data, Rlimit { current: most, maximum: most });
}

/// Other systems have no limit that a process can set for itself without `unsafe`; the limit on time
/// is the parent's.
#[cfg(not(target_os = "linux"))]
pub(super) fn limit_memory(_megabytes: u64) {}
