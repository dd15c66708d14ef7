//! Games, seats and decisions as Parquet, for `DuckDB`, polars, pandas and whatever else reads tables.
//!
//! `SIMULATION.md` documents the columns. The same games give the same bytes.

use std::io::BufWriter;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cardwright_engine::OpenGame;
use cardwright_engine::simulate::{GameRow, Rows, Simulation, Totals};
use cardwright_model::Library;
use tempfile::NamedTempFile;

use super::content_hash;
use super::parquet::{Field, Holds, Value, Writer};
use crate::output::make_readable;

/// Version of the columns.
const SCHEMA_VERSION: &str = "1";

const ENGINE: &str = env!("CARGO_PKG_VERSION");

const GAMES: &[Field] = &[
    ("package", Holds::Text, false),
    ("content", Holds::Text, false),
    ("engine", Holds::Text, false),
    ("simulation", Holds::Number, false),
    ("format", Holds::Text, false),
    ("game", Holds::Number, false),
    ("seed", Holds::Large, false),
    ("decks", Holds::Text, false),
    ("bots", Holds::Text, false),
    ("ending", Holds::Text, true),
    ("problem", Holds::Text, true),
    ("winners", Holds::Small, false),
    ("rounds", Holds::Number, false),
    ("decisions", Holds::Number, false),
];

const SEATS: &[Field] = &[
    ("package", Holds::Text, false),
    ("content", Holds::Text, false),
    ("engine", Holds::Text, false),
    ("simulation", Holds::Number, false),
    ("format", Holds::Text, false),
    ("game", Holds::Number, false),
    ("seed", Holds::Large, false),
    ("seat", Holds::Small, false),
    ("deck", Holds::Text, false),
    ("bot", Holds::Text, false),
    ("side", Holds::Small, true),
    ("won", Holds::Truth, true),
    ("decisions", Holds::Number, false),
    ("weighed", Holds::Number, false),
    ("mattered", Holds::Number, false),
    ("idle_rounds", Holds::Number, false),
    ("standing_quarter", Holds::Signed, false),
    ("standing_half", Holds::Signed, false),
    ("standing_three_quarters", Holds::Signed, false),
];

const DECISIONS: &[Field] = &[
    ("package", Holds::Text, false),
    ("content", Holds::Text, false),
    ("engine", Holds::Text, false),
    ("simulation", Holds::Number, false),
    ("format", Holds::Text, false),
    ("game", Holds::Number, false),
    ("seed", Holds::Large, false),
    ("number", Holds::Number, false),
    ("round", Holds::Number, false),
    ("seat", Holds::Small, false),
    ("bot", Holds::Text, false),
    ("what", Holds::Text, false),
    ("options", Holds::Number, false),
    ("option", Holds::Number, false),
    ("action", Holds::Text, false),
    ("label", Holds::Text, false),
    ("mattered", Holds::Truth, true),
];

/// What all rows of a simulation share.
pub(super) struct About<'a> {
    simulation: &'a Simulation,
    number: u32,
    package: &'a str,
    content: String,
    decks: String,
    bots: Vec<String>,
}

impl<'a> About<'a> {
    pub(super) fn new(
        library: &'a Library,
        simulation: &'a Simulation,
        number: u32,
    ) -> Result<About<'a>> {
        let package = library.packages.last().map_or("", |package| package.name.as_str());
        let (content, bots) = (content_hash(library)?, simulation.bot_names());
        let decks = simulation.decks.join("+");
        Ok(About { simulation, number, package, content, decks, bots })
    }

    /// The first values of every row of a game.
    fn of(&self, row: &GameRow) -> [Value<'_>; 7] {
        [
            Value::Text(self.package),
            Value::Text(&self.content),
            Value::Text(ENGINE),
            Value::Number(self.number),
            Value::Text(&self.simulation.format),
            Value::Number(row.game),
            Value::Large(row.seed),
        ]
    }

    fn bot(&self, seat: usize) -> &str {
        self.bots.get(seat).map_or("", String::as_str)
    }
}

/// Plays games and adds them up; their rows go into the files, if there are any.
pub(super) fn totals(
    game: &dyn OpenGame,
    about: &About<'_>,
    games: Range<u32>,
    files: Option<&mut RowFiles>,
    after_game: &(dyn Fn() + Sync),
) -> Result<Totals> {
    let simulation = about.simulation;
    let Some(files) = files else { return Ok(game.totals(simulation, games, after_game)) };
    let decisions = files.decisions.is_some();
    let mut problem = Ok(());
    let mut take = |rows: Vec<GameRow>| {
        for row in rows {
            if problem.is_ok() {
                problem = files.add(about, &row);
            }
        }
    };
    let mut rows = Rows { decisions, take: &mut take };
    let totals = game.totals_and_rows(simulation, games, &mut rows, after_game);
    problem.map(|()| totals)
}

/// The files of all tables, which appear when they are whole.
pub(super) struct RowFiles {
    games: RowFile,
    seats: RowFile,
    decisions: Option<RowFile>,
}

impl RowFiles {
    /// `place` says where the file of a table goes.
    pub(super) fn begin(place: impl Fn(&str) -> PathBuf, decisions: bool) -> Result<RowFiles> {
        Ok(RowFiles {
            games: RowFile::begin(&place("games"), GAMES)?,
            seats: RowFile::begin(&place("seats"), SEATS)?,
            decisions: match decisions {
                true => Some(RowFile::begin(&place("decisions"), DECISIONS)?),
                false => None,
            },
        })
    }

    fn add(&mut self, about: &About<'_>, row: &GameRow) -> Result<()> {
        let truth = |truth: Option<bool>| truth.map_or(Value::Nothing, Value::Truth);
        let shared = about.of(row);
        let bots = about.bots.join("+");
        let own = [
            Value::Text(&about.decks),
            Value::Text(&bots),
            row.ending.as_ref().ok().map_or(Value::Nothing, |ending| Value::Text(ending)),
            row.ending.as_ref().err().map_or(Value::Nothing, |problem| Value::Text(problem)),
            Value::Number(u32::from(row.winners)),
            Value::Number(row.rounds),
            Value::Number(row.decisions),
        ];
        self.games.writer.row(&[&shared[..], &own].concat())?;
        for (seat, course) in row.seats.iter().enumerate() {
            let side = row.sides.get(seat).map(|side| Value::Number(u32::from(*side) + 1));
            let own = [
                Value::Number(seat as u32 + 1),
                Value::Text(about.simulation.decks.get(seat).map_or("", String::as_str)),
                Value::Text(about.bot(seat)),
                side.unwrap_or(Value::Nothing),
                truth(row.ending.is_ok().then_some(row.winners >> seat & 1 == 1)),
                Value::Number(course.decisions),
                Value::Number(course.weighed),
                Value::Number(course.mattered),
                Value::Number(course.idle_rounds),
            ];
            let standing = course.standing.map(Value::Signed);
            self.seats.writer.row(&[&shared[..], &own, &standing].concat())?;
        }
        let Some(decisions) = &mut self.decisions else { return Ok(()) };
        for (number, taken) in row.taken.iter().enumerate() {
            let own = [
                Value::Number(number as u32),
                Value::Number(taken.round),
                Value::Number(u32::from(taken.seat) + 1),
                Value::Text(about.bot(usize::from(taken.seat))),
                Value::Text(taken.what),
                Value::Number(taken.options),
                Value::Number(taken.option),
                Value::Text(taken.action),
                Value::Text(&taken.label),
                truth(taken.mattered),
            ];
            decisions.writer.row(&[&shared[..], &own].concat())?;
        }
        Ok(())
    }

    /// Writes what is left and puts the files into their places.
    pub(super) fn finish(self) -> Result<()> {
        let RowFiles { games, seats, decisions } = self;
        [Some(games), Some(seats), decisions].into_iter().flatten().try_for_each(RowFile::finish)
    }
}

/// A table that is being written.
struct RowFile {
    path: PathBuf,
    writer: Writer<BufWriter<NamedTempFile>>,
}

impl RowFile {
    fn begin(path: &Path, fields: &'static [Field]) -> Result<RowFile> {
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)
            .with_context(|| format!("making the folder {}", folder.display()))?;
        let file = tempfile::Builder::new()
            .prefix(".cardwright-")
            .suffix(".tmp")
            .tempfile_in(folder)
            .with_context(|| format!("writing in {}", folder.display()))?;
        let writer = Writer::new(BufWriter::new(file), fields)?;
        Ok(RowFile { path: path.to_owned(), writer })
    }

    fn finish(self) -> Result<()> {
        let about = [("cardwright.engine", ENGINE), ("cardwright.schema", SCHEMA_VERSION)];
        let file = self.writer.finish(&about, concat!("cardwright ", env!("CARGO_PKG_VERSION")))?;
        let file = file.into_inner().map_err(|error| error.into_error())?;
        make_readable(file.path())?;
        let path = &self.path;
        file.persist(path).with_context(|| format!("writing {}", path.display()))?;
        Ok(())
    }
}
