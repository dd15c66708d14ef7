//! What can be typed after `cardwright`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use crate::commands::build::BuildArguments;
pub(crate) use crate::commands::calibrate::CalibrateArguments;
pub(crate) use crate::commands::odds::OddsArguments;
pub(crate) use crate::commands::sim::SimArguments;

/// Compile, check, play and print tabletop cards.
#[derive(Debug, Parser)]
#[command(name = "cardwright", version, about, propagate_version = true)]
pub(crate) struct Arguments {
    /// What to do
    #[command(subcommand)]
    pub(crate) command: Command,
    /// When to use colour on standard error
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make a small complete expansion or game that already checks and builds
    New(NewArguments),
    /// Report every problem in the content
    Check(CheckArguments),
    /// Bring `.card` files into the canonical layout
    Fmt(FmtArguments),
    /// Write data, schema, cards and print sheets
    Build(BuildArguments),
    /// Build, and build again whenever a file changes
    Watch(BuildArguments),
    /// Write a page that shows how far a printer's backs are off their fronts
    Calibrate(CalibrateArguments),
    /// Run the scenario tests in the content
    Test(TestArguments),
    /// Show for each ability a place where it acts, or say why there is none
    Prove(ProveArguments),
    /// Let bots play many games and report how they went
    Sim(SimArguments),
    /// Play one game at the terminal
    Play(PlayArguments),
    /// Print how likely each result of a throw is, exactly
    Odds(OddsArguments),
    /// Open a page in the browser to write, see, test, balance and print
    Studio(StudioArguments),
    /// Serve an editor over standard input and output (the language server)
    Lsp,
    /// Explain a diagnostic code, with a wrong and a right example
    Explain(ExplainArguments),
    /// Print every word that a game's content may use
    Vocabulary(VocabularyArguments),
    /// List what changed between two versions of a package
    Diff(DiffArguments),
    /// Bring in cards from a spreadsheet or a file of another program
    Import(ImportArguments),
    /// Write the cards of a package as a workbook that can be changed and brought back
    Export(ExportArguments),
    /// Print the JSON Schema of the data that `build` writes
    Schema(SchemaArguments),
    /// Make one archive of a package, for others to use
    Pack(PackArguments),
    /// Bring in a package from an archive, a folder or an index
    Add(AddArguments),
    /// Stop using a package that was brought in
    Remove(RemoveArguments),
    /// Bring in the newest versions that will do
    Update(UpdateArguments),
    /// Pack a package and put it into an index
    Publish(PublishArguments),
    /// Look after an index
    Index(IndexArguments),
    /// Say what to think of a package: problems, tests, pictures, balance, licences, a verdict
    Review(ReviewArguments),
    /// Print what your shell needs to complete commands and flags
    Completions(CompletionsArguments),
    /// Write the manual pages into a folder
    #[command(hide = true)]
    Man(ManArguments),
    /// The part of `review` that runs in a process of its own
    #[command(hide = true)]
    ReviewWorker(WorkerArguments),
}

/// How to report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Human,
    /// One object for programs
    Json,
}

/// How to report diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiagnosticFormat {
    /// With source excerpts, for people
    Human,
    /// One line each
    Short,
    /// One object for programs
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of a hosted build
    Github,
}

/// `cardwright new`
#[derive(Debug, Args)]
pub(crate) struct NewArguments {
    /// Folder to make
    pub(crate) dir: PathBuf,
    /// The game to expand, or `own` for a game of your own
    #[arg(long, value_name = "GAME", default_value = "crawler")]
    pub(crate) game: String,
    /// Make a game from a spreadsheet (CSV, TSV, XLSX, ODS): its rows are the cards
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    pub(crate) from: Option<PathBuf>,
    /// Title of the package (default: from the folder's name)
    #[arg(long)]
    pub(crate) title: Option<String>,
}

/// `cardwright studio`
#[derive(Debug, Args)]
pub(crate) struct StudioArguments {
    /// A package, a folder of packages, or an empty folder to begin in
    pub(crate) path: Option<PathBuf>,
    /// Do not open a browser; the address is printed in any case
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Listen on this port (default: any that is free)
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
}

/// `cardwright check`
#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// A package, a folder of packages, or one `.card` file
    pub(crate) path: Option<PathBuf>,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: DiagnosticFormat,
    /// Count these as errors
    #[arg(long, value_name = "WHAT")]
    pub(crate) deny: Option<Deny>,
    /// Apply the fixes that are safe
    #[arg(long)]
    pub(crate) fix: bool,
}

/// What `--deny` may deny.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// Warnings fail the run
    Warnings,
}

/// `cardwright fmt`
#[derive(Debug, Args)]
pub(crate) struct FmtArguments {
    /// Files, packages or folders of packages
    pub(crate) paths: Vec<PathBuf>,
    /// Change nothing; show what would change and fail if anything would
    #[arg(long)]
    pub(crate) check: bool,
}

/// `cardwright test`
#[derive(Debug, Args)]
pub(crate) struct TestArguments {
    /// A package or a folder of packages
    pub(crate) path: Option<PathBuf>,
    /// Only scenarios whose name or id contains this
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,
    /// Name every scenario, not only those that fail
    #[arg(long, short)]
    pub(crate) verbose: bool,
    /// Print for each rule of the rulebook how many scenarios prove it
    #[arg(long, conflicts_with = "filter")]
    pub(crate) rules: bool,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Format,
}

/// `cardwright prove`
#[derive(Debug, Args)]
pub(crate) struct ProveArguments {
    /// A package or a folder of packages
    pub(crate) path: Option<PathBuf>,
    /// Only abilities of cards whose id contains this, or that are called so
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,
    /// Write a test also for what a test of the package shows already
    #[arg(long)]
    pub(crate) all: bool,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Format,
}

/// `cardwright play`
#[derive(Debug, Args)]
pub(crate) struct PlayArguments {
    /// A package
    pub(crate) path: Option<PathBuf>,
    /// The deck of each seat (can be repeated; default: the first deck of the format)
    #[arg(long, value_name = "DECK", value_delimiter = ',')]
    pub(crate) decks: Vec<String>,
    /// The format, or a campaign to be played chapter by chapter (default: that of the deck)
    #[arg(long = "in", value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Who sits at each seat: `human`, `random`, `greedy` or `plan` (can be repeated; more of them
    /// than the format needs make a larger table)
    #[arg(long, value_name = "WHO", value_delimiter = ',')]
    pub(crate) seats: Vec<String>,
    /// Seed of the game
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write the game to this file after every decision
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// Take up the game in this file; with no `--seats`, only replay it
    #[arg(long, value_name = "FILE")]
    pub(crate) replay: Option<PathBuf>,
}

/// `cardwright explain`
#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// The code, such as `E0102` or `crawler/deck-size`; without one, every code is listed
    pub(crate) code: Option<String>,
    /// List every code
    #[arg(long)]
    pub(crate) all: bool,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Format,
}

/// `cardwright vocabulary`
#[derive(Debug, Args)]
pub(crate) struct VocabularyArguments {
    /// The game (default: that of the package here)
    pub(crate) game: Option<String>,
    /// A word to explain, or a section to print, such as `kinds` or `icons`
    pub(crate) word: Option<String>,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Format,
}

/// `cardwright schema`
#[derive(Debug, Args)]
pub(crate) struct SchemaArguments {
    /// The game
    #[arg(default_value = "crawler")]
    pub(crate) game: String,
}

/// `cardwright import`
#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    /// A spreadsheet (CSV, TSV, XLSX, ODS), a set of Magic Set Editor, or a saved object of
    /// Tabletop Simulator
    pub(crate) file: PathBuf,
    /// The package (default: the one here)
    #[arg(long, value_name = "PATH")]
    pub(crate) into: Option<PathBuf>,
    /// The kind of the cards (default: by the names of sheets and of the file)
    #[arg(long, value_name = "KIND", conflicts_with = "update")]
    pub(crate) kind: Option<String>,
    /// The `.card` file to write (default: `cards/FILE.card`)
    #[arg(long, value_name = "FILE", conflicts_with = "update")]
    pub(crate) out: Option<PathBuf>,
    /// Bring an edited workbook of `cardwright export` back: only what changed is written
    #[arg(long)]
    pub(crate) update: bool,
}

/// `cardwright export`
#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    /// A package
    pub(crate) path: Option<PathBuf>,
    /// As a workbook, with a sheet for each kind
    #[arg(long, required = true)]
    pub(crate) xlsx: bool,
    /// The file to write (default: `PACKAGE.xlsx`)
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// `cardwright pack`
#[derive(Debug, Args)]
pub(crate) struct PackArguments {
    /// A package
    pub(crate) path: Option<PathBuf>,
    /// The archive to write, or the folder to write it to (default: `NAME-VERSION.cardwright` here)
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// `cardwright add`
#[derive(Debug, Args)]
pub(crate) struct AddArguments {
    /// An archive, a package's folder, or a package of an index: `INDEX:NAME` or
    /// `INDEX:NAME@RANGE`, as in `../index:moon@^1.2`
    pub(crate) what: String,
    /// The package or workspace that is to use it (default: the one here)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) to: Option<PathBuf>,
}

/// `cardwright remove`
#[derive(Debug, Args)]
pub(crate) struct RemoveArguments {
    /// Name of the package
    pub(crate) name: String,
    /// The package or workspace that uses it (default: the one here)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) from: Option<PathBuf>,
}

/// `cardwright update`
#[derive(Debug, Args)]
pub(crate) struct UpdateArguments {
    /// Only these packages (default: all)
    pub(crate) names: Vec<String>,
    /// The package or workspace that uses them (default: the one here)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) of: Option<PathBuf>,
}

/// `cardwright publish`
#[derive(Debug, Args)]
pub(crate) struct PublishArguments {
    /// A package
    pub(crate) path: Option<PathBuf>,
    /// The folder of the index; it is made if it is not there
    #[arg(long, value_name = "FOLDER")]
    pub(crate) index: PathBuf,
}

/// `cardwright index`
#[derive(Debug, Args)]
pub(crate) struct IndexArguments {
    /// What to do
    #[command(subcommand)]
    pub(crate) command: IndexCommand,
}

/// The commands of `cardwright index`.
#[derive(Debug, Subcommand)]
pub(crate) enum IndexCommand {
    /// Check and test every package with this version: does it work, and if not, why?
    Check {
        /// The folder of the index
        index: PathBuf,
        /// How long each package may take
        #[arg(long, default_value_t = 120)]
        seconds: u64,
        /// How much memory each package may need, in MB (on Linux)
        #[arg(long, default_value_t = 2048)]
        memory: u64,
    },
    /// The part of `check` that runs in a process of its own
    #[command(hide = true)]
    Worker {
        /// The package's folder
        package: PathBuf,
        /// The packages beside it
        #[arg(long)]
        added: PathBuf,
        /// The games that come with this program
        #[arg(long)]
        shipped: PathBuf,
        /// Memory in MB
        #[arg(long)]
        memory: u64,
    },
}

/// `cardwright review`
#[derive(Debug, Args)]
pub(crate) struct ReviewArguments {
    /// A package's folder, or an archive of `cardwright pack`
    #[arg(default_value = ".")]
    pub(crate) package: PathBuf,
    /// The version to compare it with: a folder or an archive
    #[arg(long, value_name = "OLD")]
    pub(crate) against: Option<PathBuf>,
    /// Write `review.html`, `.md`, `.json` and `.sarif` into this folder too
    #[arg(long, value_name = "FOLDER")]
    pub(crate) report: Option<PathBuf>,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: ReviewFormat,
    /// Games at each table, of each version
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// How long it may take
    #[arg(long, default_value_t = 300)]
    pub(crate) seconds: u64,
    /// How much memory it may need, in MB (on Linux)
    #[arg(long, default_value_t = 2048)]
    pub(crate) memory: u64,
}

/// How to report a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReviewFormat {
    /// The verdict and its reasons
    Human,
    /// A comment
    Markdown,
    /// A page with pictures
    Html,
    /// One object for programs
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
}

/// `cardwright review-worker`
#[derive(Debug, Args)]
pub(crate) struct WorkerArguments {
    /// The package's folder
    pub(crate) package: PathBuf,
    /// That of the old version
    #[arg(long)]
    pub(crate) old: Option<PathBuf>,
    /// Packages that were brought in
    #[arg(long)]
    pub(crate) added: Option<PathBuf>,
    /// Games at each table
    #[arg(long)]
    pub(crate) games: u32,
    /// Memory in MB
    #[arg(long)]
    pub(crate) memory: u64,
}

/// `cardwright diff`
#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// The old version: a package's folder, an archive of `pack`, or a `.json` or `.cbor` file that `build` wrote
    pub(crate) old: PathBuf,
    /// The new version, likewise
    pub(crate) new: PathBuf,
    /// Fail if a change breaks decks, saved games or other packages
    #[arg(long)]
    pub(crate) deny_breaking: bool,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Format,
}

/// `cardwright completions`
#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// `cardwright man`
#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// The folder; it is made if it is not there
    pub(crate) folder: PathBuf,
}
