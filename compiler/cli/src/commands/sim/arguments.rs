//! What can be typed after `cardwright sim`.

use std::path::PathBuf;

use cardwright_engine::bot::BotKind;
use cardwright_engine::habit::Habit;
use cardwright_engine::seating::Wishes;
use clap::{Args, Subcommand};

use super::tune::TuneArguments;
use crate::args::Format;
use crate::report::usage;

/// `cardwright sim`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct SimArguments {
    /// Share the games among processes or machines
    #[command(subcommand)]
    pub(crate) work: Option<Work>,
    #[command(flatten)]
    pub(crate) games: Games,
    /// What did an edit do? Play the same games with the version before, a folder or an archive of
    /// `pack`, and stop when the answer is clear; `--games` is the most that are played
    #[arg(long, value_name = "OLD")]
    pub(crate) against: Option<PathBuf>,
    /// With `--against`: the smallest change of interest, in points of a hundred
    #[arg(long, value_name = "POINTS", default_value_t = 2.0, requires = "against")]
    pub(crate) least: f64,
    /// How much does thinking help? Play with 0, 32, 128 and 512 simulations a decision, each side in
    /// turn, against the game's automatic player where sides play each other
    #[arg(long, conflicts_with_all = ["against", "bots", "rows"])]
    pub(crate) skill: bool,
    /// Write every game and every seat into this folder, as `games.parquet` and `seats.parquet`
    #[arg(long, value_name = "FOLDER", conflicts_with = "against")]
    pub(crate) rows: Option<PathBuf>,
    /// With `--rows`: every decision too, as `decisions.parquet`
    #[arg(long, requires = "rows")]
    pub(crate) decisions: bool,
    /// Write the figures into this folder too, as `PACKAGE/reports/balance.json` and `.html`, or
    /// `edit.json` and `.html` with `--against`
    #[arg(long, value_name = "FOLDER")]
    pub(crate) report: Option<PathBuf>,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Format,
}

/// Which games are played.
#[derive(Debug, Args)]
pub(crate) struct Games {
    /// A package or a folder of packages
    pub(crate) path: Option<PathBuf>,
    /// Games for each deck or group of decks
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: u32,
    /// Seed of the first game; the others follow from it
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Only these formats (can be repeated). A campaign named here is played chapter by chapter
    #[arg(long, value_name = "FORMAT", value_delimiter = ',')]
    pub(crate) formats: Vec<String>,
    /// Only tables with so many seats (can be repeated; default: every number that a format is
    /// for). Where decks are of several kinds, seats left over share the first
    #[arg(long, value_name = "COUNT", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=8))]
    pub(crate) seats: Vec<u8>,
    /// Only these decks (can be repeated)
    #[arg(long, value_name = "DECK", value_delimiter = ',')]
    pub(crate) decks: Vec<String>,
    /// Who plays: `random`, `auto`, `greedy`, `plan`, `search`, or `plan:256` and `search:1024` with
    /// their number of simulations (can be repeated). `plan+greedy` seats different bots, in turn
    #[arg(long, value_name = "BOT", value_delimiter = ',', default_values = ["random", "greedy"])]
    pub(crate) bots: Vec<String>,
    /// Restricted play: what bots never do or use while anything else is left, an action such as
    /// `run` or a card (can be repeated). `2:run` is for the second seat only
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) never: Vec<String>,
    /// Restricted play: what bots do or use whenever they can (can be repeated)
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) always: Vec<String>,
}

/// What else can be done with games.
#[derive(Debug, Subcommand)]
pub(crate) enum Work {
    /// Write down which games are to be played, in shards
    Plan(PlanArguments),
    /// Play one shard of a plan; one that was played before is left alone
    Shard(ShardArguments),
    /// Add up all shards of a plan
    Merge(MergeArguments),
    /// Find the smallest change of named numbers with which a seat wins as often as wanted
    Tune(TuneArguments),
}

/// `cardwright sim plan`
#[derive(Debug, Args)]
pub(crate) struct PlanArguments {
    #[command(flatten)]
    pub(crate) games: Games,
    /// What did an edit do? Play the same games with the package in this folder too, which is the
    /// version before; `merge` answers as soon as the shards from the first on are enough
    #[arg(long, value_name = "FOLDER", conflicts_with = "rows")]
    pub(crate) against: Option<PathBuf>,
    /// With `--against`: the smallest change of interest, in points of a hundred
    #[arg(long, value_name = "POINTS", default_value_t = 2.0, requires = "against")]
    pub(crate) least: f64,
    /// Let every shard write its games and seats too, as Parquet
    #[arg(long)]
    pub(crate) rows: bool,
    /// With `--rows`: every decision too
    #[arg(long, requires = "rows")]
    pub(crate) decisions: bool,
    /// In how many shards (default: so many that each takes about ten seconds here)
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) shards: Option<u32>,
    /// The file to write; the parts go into a folder beside it
    #[arg(long, value_name = "FILE", default_value = "sim-plan.json")]
    pub(crate) out: PathBuf,
}

/// `cardwright sim shard`
#[derive(Debug, Args)]
pub(crate) struct ShardArguments {
    /// The plan
    pub(crate) plan: PathBuf,
    /// The number of the shard, from 0
    pub(crate) shard: u32,
}

/// `cardwright sim merge`
#[derive(Debug, Args)]
pub(crate) struct MergeArguments {
    /// The plan
    pub(crate) plan: PathBuf,
    /// Write the figures into this folder too, as `PACKAGE/reports/balance.json` and `.html`
    #[arg(long, value_name = "FOLDER")]
    pub(crate) report: Option<PathBuf>,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Format,
}

impl Games {
    /// What the seats never or always do.
    pub(super) fn habits(&self) -> anyhow::Result<Vec<Habit>> {
        let read = |always| {
            move |text: &String| Habit::read(always, text).map_err(|error| usage(error.to_string()))
        };
        let (never, always) =
            (self.never.iter().map(read(false)), self.always.iter().map(read(true)));
        never.chain(always).collect()
    }

    /// The tables that are wanted.
    pub(super) fn wishes(&self) -> Wishes<'_> {
        let Games { formats, decks, seats, .. } = self;
        Wishes { formats, decks, seats }
    }

    /// The bots of each simulation: one name for all seats, or several that sit down in turn.
    pub(super) fn bots(&self) -> anyhow::Result<Vec<Vec<BotKind>>> {
        let read = |name: &str| name.parse::<BotKind>().map_err(|error| usage(format!("{error}")));
        self.bots.iter().map(|names| names.split('+').map(read).collect()).collect()
    }
}

/// A bot for each seat, in turn.
pub(super) fn seated(bots: &[BotKind], seats: usize) -> Vec<BotKind> {
    bots.iter().copied().cycle().take(seats).collect()
}
