//! `cardwright play`: one game at the terminal, a person or a bot at each seat.

mod aloud;
mod question;

use std::io::{self, BufRead, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use cardwright_engine::Game;
use cardwright_engine::bot::{Bot, BotKind, Strategy};
use cardwright_engine::game::Start;
use cardwright_engine::log::Log;
use cardwright_engine::open::{Visitor, with_game};
use cardwright_model::{Entity, Library};

use crate::args::PlayArguments;
use crate::commands::check::checked_packages;
use crate::commands::sim::{
    Offer, borrowed_note, borrowed_offers, no_such, own_offers, players_of, seatings,
};
use crate::output::write_atomically;
use crate::report::{Console, Outcome, counted, usage};
use question::{Answer, Habits, Question};

pub(crate) fn run(arguments: &PlayArguments, console: &Console) -> Result<Outcome> {
    let Some(packages) = checked_packages(arguments.path.as_deref(), console)? else {
        return Ok(Outcome::ContentErrors);
    };
    let log = match &arguments.replay {
        Some(file) => read_log(file)?,
        None => Log::new(start(&packages, arguments)?),
    };
    let library = packages
        .iter()
        .find(|library| log.start.decks.iter().all(|deck| library.decks().any(|d| &d.id == deck)))
        .ok_or_else(|| usage("the decks of this game are in no package here"))?;
    let table = Table { arguments, library, log };
    with_game(library, table).map_err(|error| anyhow!(error))?
}

/// The start that the arguments ask for; what they leave open is taken from the package's own
/// decks, or from those of the packages below if it has none, which is said.
fn start(packages: &[Library], arguments: &PlayArguments) -> Result<Start> {
    let all: Vec<&Entity> = packages.iter().flat_map(Library::decks).collect();
    let deck = |id: &str| {
        all.iter().copied().find(|deck| deck.id == id).ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(|deck| deck.id.as_str()).collect();
            no_such("deck", id, &known)
        })
    };
    let mut decks = arguments.decks.clone();
    for id in &decks {
        deck(id)?;
    }
    let mut own: Vec<Offer<'_>> = packages.iter().flat_map(own_offers).collect();
    if own.is_empty() {
        own = packages.iter().flat_map(borrowed_offers).collect();
        let is_open = arguments.decks.is_empty() && arguments.format.is_none();
        let note = packages.first().and_then(|library| borrowed_note(library, &own));
        for line in note.iter().filter(|_| is_open).flat_map(|note| note.lines()) {
            writeln!(io::stderr(), "note: {line}")?;
        }
    }
    let format = match (&arguments.format, decks.first()) {
        (Some(format), _) => format.clone(),
        (None, Some(first)) => deck(first)?.target.clone().unwrap_or_default(),
        (None, None) => {
            let first = own.first().map(|offer| offer.format.id.clone());
            first.ok_or_else(|| usage("there is no deck here"))?
        }
    };
    let formats: Vec<&Entity> = packages.iter().flat_map(Library::formats).collect();
    let Some(rules) = formats.iter().find(|entry| entry.id == format) else {
        let known: Vec<&str> = formats.iter().map(|format| format.id.as_str()).collect();
        return Err(no_such("format", &format, &known));
    };
    let offer = own.into_iter().find(|offer| offer.format.id == format);
    let fitting: Vec<&Entity> = offer.map_or_else(
        || all.iter().copied().filter(|deck| deck.target.as_deref() == Some(&format)).collect(),
        |offer| offer.decks,
    );
    let seats = arguments.seats.len();
    let seats = seats.clamp(*players_of(rules).start(), *players_of(rules).end());
    if decks.is_empty() {
        decks = seatings(&fitting, seats).into_iter().next().unwrap_or_default();
    }
    // Seats that are still empty: first a deck of a kind that nobody has, then any.
    while decks.len() < seats && !fitting.is_empty() {
        let taken = |id: &String| fitting.iter().find(|deck| deck.id == *id).map(|deck| &deck.kind);
        let missing =
            fitting.iter().find(|deck| !decks.iter().any(|id| taken(id) == Some(&deck.kind)));
        let next = missing.unwrap_or(&fitting[decks.len() % fitting.len()]);
        decks.push(next.id.clone());
    }
    Ok(Start { format, decks, seed: arguments.seed, events: true, ..Start::default() })
}

fn read_log(file: &Path) -> Result<Log> {
    let bytes = std::fs::read(file).with_context(|| format!("reading {}", file.display()))?;
    serde_json::from_slice(&bytes)
        .map_err(|error| usage(format!("{} is not a game log: {error}", file.display())))
}

/// Who sits at a seat.
enum Player<S> {
    Human,
    Bot(Box<Bot<S>>),
}

struct Table<'a> {
    arguments: &'a PlayArguments,
    library: &'a Library,
    log: Log,
}

impl Visitor for Table<'_> {
    type Output = Result<Outcome>;

    fn visit<G: Strategy>(self, game: &G) -> Result<Outcome> {
        play(game, self.arguments, self.library, self.log)
    }
}

fn play<G: Strategy>(
    game: &G,
    arguments: &PlayArguments,
    library: &Library,
    mut log: Log,
) -> Result<Outcome> {
    let mut out = io::stdout().lock();
    let mut shown = 0;
    let mut state = log
        .replay_watched(game, |game, state, option| {
            shown += 1;
            // What cannot be shown does not stop a replay.
            let _ = writeln!(io::stdout(), "{shown}. {}", label(game, state, option));
        })
        .map_err(|error| usage(error.to_string()))?;
    if arguments.replay.is_some() && arguments.seats.is_empty() {
        return finish(game, &state, &mut out);
    }
    let mut players = players(arguments, &log)?;
    introduce(library, &log, &players, &mut out)?;
    if let (Some(old), None) = (&arguments.replay, &arguments.log) {
        let old = old.display();
        writeln!(out, "{old} stays as it is; `--log FILE` keeps how the game goes on.")?;
    }
    let mut input = io::stdin().lock().lines();
    let mut habits = Habits::default();
    // Cards whose text has been read aloud when they came up.
    let mut read: Vec<String> = Vec::new();
    loop {
        for event in game.take_events(&mut state) {
            writeln!(out, "  {event}")?;
            if let Some(name) = drawn(&event)
                && !read.iter().any(|known| known == name)
            {
                aloud::read_rules(library, name, &mut out)?;
                read.push(name.to_owned());
            }
        }
        let Some(decision) = game.decision(&state) else { break };
        let option = match &mut players[usize::from(decision.seat)] {
            Player::Bot(bot) => bot.choose(game, &state),
            Player::Human => {
                let asked = Question { library, seat: decision.seat, what: decision.what };
                let answer = match habits.answer(game, &state, &asked) {
                    Some(option) => {
                        writeln!(out, "  {}, as you said.", label(game, &state, option))?;
                        Answer::Option(option)
                    }
                    None => asked.ask(game, &state, &mut input, &mut out)?,
                };
                match answer {
                    Answer::Option(option) => option,
                    Answer::Always(option) => {
                        habits.keep(&asked, label(game, &state, option));
                        option
                    }
                    Answer::Undo => {
                        habits.forget();
                        state = undo(game, &mut log, &players, arguments)?;
                        continue;
                    }
                    Answer::Quit => {
                        writeln!(out, "The game is left as it stands.")?;
                        return Ok(Outcome::Fine);
                    }
                }
            }
        };
        if matches!(players[usize::from(decision.seat)], Player::Bot(_)) {
            writeln!(out, "seat {}: {}", decision.seat + 1, label(game, &state, option))?;
        }
        game.apply(&mut state, option).map_err(|error| anyhow!(error))?;
        log.push(game, &state, option);
        save(&log, arguments)?;
    }
    finish(game, &state, &mut out)
}

/// Says who plays what.
fn introduce<S>(
    library: &Library,
    log: &Log,
    players: &[Player<S>],
    out: &mut impl Write,
) -> Result<()> {
    for (seat, (deck, player)) in log.start.decks.iter().zip(players).enumerate() {
        let name = library.decks().find(|known| known.id == *deck);
        let name = name.map_or(deck.as_str(), |deck| deck.name.as_str());
        let who = match player {
            Player::Human => "you",
            Player::Bot(_) => "a bot",
        };
        writeln!(out, "Seat {}: {name}, played by {who}", seat + 1)?;
    }
    Ok(())
}

/// The card that an event such as "Challenge: Butterfingers" brings up.
fn drawn(event: &str) -> Option<&str> {
    event.split_once(": ").filter(|(what, _)| !what.contains(' ')).map(|(_, name)| name)
}

fn players<S>(arguments: &PlayArguments, log: &Log) -> Result<Vec<Player<S>>> {
    let seats = log.start.decks.len();
    if arguments.seats.len() > seats {
        return Err(usage(format!(
            "the game has {}, but {} sit down",
            counted(seats, "seat"),
            arguments.seats.len()
        )));
    }
    (0..seats)
        .map(|seat| {
            let name = arguments.seats.get(seat).map_or("human", String::as_str);
            if name == "human" {
                return Ok(Player::Human);
            }
            let kind: BotKind =
                name.parse().map_err(|error| usage(format!("{error}, or `human`")))?;
            Ok(Player::Bot(Box::new(Bot::new(kind, log.start.seed, seat as u8))))
        })
        .collect()
}

/// Takes back the last decision of a person, with what bots did after it.
fn undo<G: Game>(
    game: &G,
    log: &mut Log,
    players: &[Player<G::State>],
    arguments: &PlayArguments,
) -> Result<G::State> {
    let mut seats = Vec::new();
    log.replay_watched(game, |game, state, _| {
        seats.push(game.decision(state).map_or(0, |decision| decision.seat));
    })
    .map_err(|error| anyhow!(error))?;
    let last = seats.iter().rposition(|&seat| matches!(players[usize::from(seat)], Player::Human));
    log.decisions.truncate(last.unwrap_or(0));
    // The shortened game has a digest of its own, which only playing it gives.
    let mut state = game.setup(&log.start).map_err(|error| anyhow!(error))?;
    for option in std::mem::take(&mut log.decisions) {
        game.apply(&mut state, option as usize).map_err(|error| anyhow!(error))?;
        log.push(game, &state, option as usize);
    }
    game.take_events(&mut state);
    save(log, arguments)?;
    Ok(state)
}

fn save(log: &Log, arguments: &PlayArguments) -> Result<()> {
    let Some(file) = &arguments.log else { return Ok(()) };
    let mut json = serde_json::to_vec(log).context("writing the game log")?;
    json.push(b'\n');
    write_atomically(file, &json)
}

fn finish<G: Game>(game: &G, state: &G::State, out: &mut impl Write) -> Result<Outcome> {
    match game.outcome(state) {
        Some(outcome) => {
            let reason = outcome.reason.replace('-', " ");
            let winners: Vec<String> = (0..8)
                .filter(|&seat| outcome.won(seat))
                .map(|seat| format!("seat {}", seat + 1))
                .collect();
            let how = match (game.together(state), winners.is_empty()) {
                (true, true) => "the players have lost".to_owned(),
                (true, false) => "the players have won".to_owned(),
                (false, true) => "nobody has won".to_owned(),
                (false, false) => format!("{} won", winners.join(" and ")),
            };
            writeln!(out, "\nThe game is over in round {}: {how} ({reason}).", game.round(state))?;
        }
        None => writeln!(out, "\nThe game goes on in round {}.", game.round(state))?,
    }
    Ok(Outcome::Fine)
}

fn label<G: Game>(game: &G, state: &G::State, option: usize) -> String {
    match game.options(state).get(option) {
        Some(&choice) => game.label(state, choice),
        None => format!("option {}", option + 1),
    }
}
