//! `cardwright lsp`: carries messages between an editor and a [`Session`] until it is over.
//!
//! One loop owns the session. Messages are read and checks are made on threads of their own, so
//! that the editor is answered while a large project is checked.

pub(crate) mod packages;
mod wire;

use std::io::{self, BufReader};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::Result;
use cardwright_games::{GAMES, MODULES};
use cardwright_ide::{Finished, Incoming, Job, Proved, Session, Tested};

use crate::report::Outcome;

/// A check begins when nothing was typed for so long, so that the parts of one edit are checked
/// together. What is typed while a check runs is checked after it.
const QUIET: Duration = Duration::from_millis(5);

/// What the loop takes up.
enum Event {
    /// The editor says something.
    Message(Incoming),
    /// A check is finished, after so long.
    Checked(Box<Finished>, Duration),
    /// Abilities were proved.
    Proved(Proved),
    /// A test has run.
    Tested(Box<Tested>),
    /// The editor is gone.
    Closed,
    /// Nothing was typed for a while.
    Quiet,
}

/// Serves the editor at standard input and output until it says goodbye.
pub(crate) fn run() -> Result<Outcome> {
    let (sender, events) = channel();
    let jobs = start_checking(sender.clone());
    start_reading(sender.clone());
    let mut session = Session::new(Box::new(packages::OnDisk), GAMES);
    let mut output = io::stdout().lock();
    let mut quiet_from = Instant::now();
    loop {
        let deadline = session.waits_for_quiet().then_some(quiet_from);
        match next(&events, deadline) {
            Event::Message(message) => {
                let is_typing = matches!(
                    &message,
                    Incoming::Notification { method, .. } if method == "textDocument/didChange"
                );
                if is_typing {
                    quiet_from = Instant::now() + QUIET;
                }
                session.receive(message);
            }
            Event::Checked(finished, took) => {
                let outdated = session.checked(*finished, took.as_millis());
                std::thread::spawn(move || drop(outdated));
            }
            Event::Proved(proved) => session.proved(proved),
            Event::Tested(tested) => session.tested(*tested),
            Event::Closed => session.close(),
            Event::Quiet => {}
        }
        for job in session.jobs(Instant::now() >= quiet_from) {
            // The thread that checks ends only with the program.
            let _ = jobs.send(job);
        }
        if let Some(job) = session.proof_job() {
            let events = sender.clone();
            // Nobody listens any more when the program ends.
            std::thread::spawn(move || events.send(Event::Proved(job.run(MODULES))));
        }
        for job in session.test_jobs() {
            let events = sender.clone();
            std::thread::spawn(move || events.send(Event::Tested(Box::new(job.run(MODULES)))));
        }
        for message in session.outgoing() {
            wire::write(&mut output, &message)?;
        }
        // The protocol wants 1 from a server that is left without a goodbye.
        match session.ended() {
            Some(true) => return Ok(Outcome::Fine),
            Some(false) => return Ok(Outcome::ContentErrors),
            None => {}
        }
    }
}

/// The next event; `Quiet` if there is none until the deadline.
fn next(events: &Receiver<Event>, deadline: Option<Instant>) -> Event {
    let received = match deadline {
        Some(deadline) => events.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        None => events.recv().map_err(RecvTimeoutError::from),
    };
    received.unwrap_or_else(|error| match error {
        RecvTimeoutError::Timeout => Event::Quiet,
        RecvTimeoutError::Disconnected => Event::Closed,
    })
}

/// A thread that reads what the editor says.
fn start_reading(events: Sender<Event>) {
    std::thread::spawn(move || {
        let mut input = BufReader::new(io::stdin().lock());
        while let Ok(Some(message)) = wire::read(&mut input) {
            if events.send(Event::Message(message)).is_err() {
                return;
            }
        }
        // Nobody listens any more when the program ends.
        let _ = events.send(Event::Closed);
    });
}

/// A thread that checks, one job after the other.
fn start_checking(events: Sender<Event>) -> Sender<Job> {
    let (jobs, inbox) = channel::<Job>();
    std::thread::spawn(move || {
        for job in inbox {
            let began = Instant::now();
            let finished = Box::new(job.run());
            // Nobody listens any more when the program ends.
            if events.send(Event::Checked(finished, began.elapsed())).is_err() {
                return;
            }
        }
    });
    jobs
}
