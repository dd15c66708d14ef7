//! The `cardwright` command: checks, formats, builds, tests, simulates and plays content.

mod args;
mod commands;
mod disk;
mod examples;
mod home;
mod made;
mod output;
mod report;
mod server;
mod terminal;
mod workspace;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use cardwright_packages::plan::Request;
use clap::FromArgMatches;

use args::{Arguments, Command};

/// What is nested deeply is read by functions that call themselves. The reader of each language has
/// a limit; this is room for all of them.
const STACK: usize = 256 << 20;

/// What went wrong inside the program, and where.
static MISTAKE: Mutex<String> = Mutex::new(String::new());

fn main() -> ExitCode {
    let matches = examples::command().get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    // Drawing catches what goes wrong inside libraries and tells it for the card, so nothing is
    // written when it happens.
    std::panic::set_hook(Box::new(|mistake| {
        *MISTAKE.lock().unwrap_or_else(PoisonError::into_inner) = mistake.to_string();
    }));
    // Ignored: if there is no room, the work is done with what there is.
    let _ = rayon::ThreadPoolBuilder::new().stack_size(STACK).build_global();
    let work = std::thread::Builder::new().stack_size(STACK).spawn(move || run(&arguments));
    let ended = work.map_err(|error| error.to_string()).and_then(|work| {
        work.join().map_err(|_| MISTAKE.lock().unwrap_or_else(PoisonError::into_inner).clone())
    });
    ended.unwrap_or_else(|mistake| {
        let told = format!("error: Cardwright failed; please report this: {mistake}");
        let _ = writeln!(terminal::err(), "{told}");
        ExitCode::from(3)
    })
}

fn run(arguments: &Arguments) -> ExitCode {
    let console = report::Console::new(arguments.color);
    let result = match &arguments.command {
        Command::New(arguments) => commands::new::run(arguments),
        Command::Check(arguments) => commands::check::run(arguments, &console),
        Command::Fmt(arguments) => commands::fmt::run(arguments, &console),
        Command::Build(arguments) => commands::build::run(arguments, &console),
        Command::Watch(arguments) => commands::watch::run(arguments, &console),
        Command::Calibrate(arguments) => commands::calibrate::run(arguments, &console),
        Command::Test(arguments) => commands::test::run(arguments, &console),
        Command::Prove(arguments) => commands::prove::run(arguments, &console),
        Command::Sim(arguments) => commands::sim::run(arguments, &console),
        Command::Play(arguments) => commands::play::run(arguments, &console),
        Command::Odds(arguments) => commands::odds::run(arguments, &console),
        Command::Studio(arguments) => commands::studio::run(arguments, &console),
        Command::Lsp => server::run(),
        Command::Explain(arguments) => commands::explain::run(arguments),
        Command::Vocabulary(arguments) => commands::vocabulary::run(arguments),
        Command::Diff(arguments) => commands::diff::run(arguments, &console),
        Command::Import(arguments) => commands::import::run(arguments, &console),
        Command::Export(arguments) => commands::import::export(arguments, &console),
        Command::Schema(arguments) => commands::schema::run(arguments, &console),
        Command::Pack(arguments) => commands::pack::run(arguments, &console),
        Command::Publish(arguments) => commands::pack::publish(arguments, &console),
        Command::Index(arguments) => commands::pack::index(arguments),
        Command::Review(arguments) => commands::review::run(arguments),
        Command::ReviewWorker(arguments) => commands::review::work(arguments),
        Command::Completions(arguments) => commands::manual::completions(arguments),
        Command::Man(arguments) => commands::manual::pages(arguments),
        Command::Add(arguments) => {
            let request = Request::Add(&arguments.what, Path::new("."));
            commands::packages::run(request, arguments.to.as_deref())
        }
        Command::Remove(arguments) => {
            let request = Request::Remove(&arguments.name);
            commands::packages::run(request, arguments.from.as_deref())
        }
        Command::Update(arguments) => {
            let request = Request::Update(&arguments.names);
            commands::packages::run(request, arguments.of.as_deref())
        }
    };
    match result {
        Ok(outcome) => outcome.into(),
        Err(error) => report::failure(&error),
    }
}
