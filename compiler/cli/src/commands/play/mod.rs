//! `cardwright play`: one game at the terminal, a person or a bot at each seat.

mod question;

use std::io::{self, BufRead, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use cardwright_engine::bot::BotKind;
use cardwright_engine::game::Start;
use cardwright_engine::log::Log;
use cardwright_engine::seating::{
    self, Offer, borrowed_note, borrowed_offers, campaigns, own_offers, players_of,
};
use cardwright_engine::{OpenGame, Table};
use cardwright_games::MODULES;
use cardwright_ide::rules_of;
use cardwright_model::{Entity, Library};

use crate::args::PlayArguments;
use crate::commands::check::played_packages;
use crate::output::write_atomically;
use crate::report::{Console, Outcome, counted, no_such, usage};
use crate::terminal;
use question::{Answer, Habits, Question};

pub(crate) fn run(arguments: &PlayArguments, console: &Console) -> Result<Outcome> {
    let Some(packages) = played_packages(arguments.path.as_deref(), console)? else {
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
    let game = MODULES.open(library).map_err(|error| anyhow!(error))?;
    play(&*game, arguments, library, log)
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
            writeln!(terminal::err(), "note: {line}")?;
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
    // A campaign is a way to play, too: its chapters follow each other.
    let tales: Vec<(&Entity, Vec<&Entity>)> = packages.iter().flat_map(campaigns).collect();
    let formats: Vec<&Entity> = packages
        .iter()
        .flat_map(Library::formats)
        .chain(tales.iter().map(|(campaign, _)| *campaign))
        .collect();
    let Some(rules) = formats.iter().find(|entry| entry.id == format) else {
        let known: Vec<&str> = formats.iter().map(|format| format.id.as_str()).collect();
        return Err(no_such("format", &format, &known));
    };
    let offer = own.into_iter().find(|offer| offer.format.id == format);
    let chapters = tales.into_iter().find(|(campaign, _)| campaign.id == format);
    let fitting: Vec<&Entity> = match (offer, chapters) {
        (Some(offer), _) => offer.decks,
        (None, Some((_, chapters))) => chapters,
        (None, None) => {
            let is_for = |deck: &&Entity| deck.target.as_deref() == Some(format.as_str());
            all.iter().copied().filter(is_for).collect()
        }
    };
    let seats = arguments.seats.len();
    let seats = seats.clamp(*players_of(rules).start(), *players_of(rules).end());
    seating::fill(&mut decks, rules, &fitting, seats);
    Ok(Start { format, decks, seed: arguments.seed, events: true, ..Start::default() })
}

fn read_log(file: &Path) -> Result<Log> {
    let bytes = std::fs::read(file).with_context(|| format!("reading {}", file.display()))?;
    serde_json::from_slice(&bytes)
        .map_err(|error| usage(format!("{} is not a game log: {error}", file.display())))
}

/// Who sits at a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    Human,
    Bot(BotKind),
}

fn play(
    game: &dyn OpenGame,
    arguments: &PlayArguments,
    library: &Library,
    mut log: Log,
) -> Result<Outcome> {
    let mut out = terminal::out();
    let mut shown = 0;
    let players = players(arguments, &log)?;
    let is_replay = arguments.replay.is_some() && arguments.seats.is_empty();
    // Who only replays a game or watches bots sees everything, who plays what the seat may see.
    let people = if is_replay { Vec::new() } else { people(&players) };
    let mut table = game
        .replay(&log, &people, &mut |_, label| {
            shown += 1;
            // What cannot be shown does not stop a replay.
            let _ = writeln!(terminal::out(), "{shown}. {label}");
        })
        .map_err(|error| usage(error.to_string()))?;
    if is_replay {
        return finish(&*table, &mut out);
    }
    seat_bots(&mut *table, &players, &log);
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
        for event in table.take_events() {
            writeln!(out, "  {event}")?;
            if let Some(name) = drawn(&event)
                && !read.iter().any(|known| known == name)
            {
                write!(out, "{}", rules_of(library, name))?;
                read.push(name.to_owned());
            }
        }
        let Some(decision) = table.decision() else { break };
        let option = match table.bot_choice(decision.seat) {
            Some(option) => {
                writeln!(out, "seat {}: {}", decision.seat + 1, table.told(option, &people))?;
                option
            }
            None => {
                let asked = Question { library, seat: decision.seat, what: decision.what };
                let answer = match habits.answer(&*table, &asked) {
                    Some(option) => {
                        writeln!(out, "  {}, as you said.", table.label(option))?;
                        Answer::Option(option)
                    }
                    None => asked.ask(&*table, &mut input, &mut out)?,
                };
                match answer {
                    Answer::Option(option) => option,
                    Answer::Always(option) => {
                        habits.keep(&asked, table.label(option));
                        option
                    }
                    Answer::Undo => {
                        habits.forget();
                        table = undo(game, &mut log, &players)?;
                        seat_bots(&mut *table, &players, &log);
                        save(&log, arguments)?;
                        continue;
                    }
                    Answer::Quit => {
                        writeln!(out, "The game is left as it stands.")?;
                        return Ok(Outcome::Fine);
                    }
                }
            }
        };
        table.take(option).map_err(|error| anyhow!(error))?;
        log.push(table.digest(), option);
        save(&log, arguments)?;
    }
    finish(&*table, &mut out)
}

/// The seats of people.
fn people(players: &[Player]) -> Vec<u8> {
    let seats = players.iter().zip(0..).filter(|(player, _)| **player == Player::Human);
    seats.map(|(_, seat)| seat).collect()
}

fn seat_bots(table: &mut dyn Table, players: &[Player], log: &Log) {
    for (seat, player) in players.iter().enumerate() {
        if let Player::Bot(kind) = player {
            table.seat_bot(*kind, log.start.seed, seat as u8);
        }
    }
}

/// Says who plays what.
fn introduce(library: &Library, log: &Log, players: &[Player], out: &mut impl Write) -> Result<()> {
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

fn players(arguments: &PlayArguments, log: &Log) -> Result<Vec<Player>> {
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
            Ok(Player::Bot(kind))
        })
        .collect()
}

/// Takes back the last decision of a person, with what bots did after it.
fn undo<'g>(
    game: &'g dyn OpenGame,
    log: &mut Log,
    players: &[Player],
) -> Result<Box<dyn Table + 'g>> {
    let mut seats = Vec::new();
    game.replay(log, &[], &mut |seat, _| seats.push(seat)).map_err(|error| anyhow!(error))?;
    let last = seats.iter().rposition(|&seat| players[usize::from(seat)] == Player::Human);
    log.decisions.truncate(last.unwrap_or(0));
    // The shortened game has a digest of its own, which only playing it gives.
    let mut table = game.sit_down(&log.start).map_err(|error| anyhow!(error))?;
    for option in std::mem::take(&mut log.decisions) {
        table.take(option as usize).map_err(|error| anyhow!(error))?;
        log.push(table.digest(), option as usize);
    }
    table.take_events();
    Ok(table)
}

fn save(log: &Log, arguments: &PlayArguments) -> Result<()> {
    let Some(file) = &arguments.log else { return Ok(()) };
    let mut json = serde_json::to_vec(log).context("writing the game log")?;
    json.push(b'\n');
    write_atomically(file, &json)
}

fn finish(table: &dyn Table, out: &mut impl Write) -> Result<Outcome> {
    match table.outcome() {
        Some(outcome) => {
            let reason = outcome.reason.replace('-', " ");
            let winners: Vec<String> = (0..8)
                .filter(|&seat| outcome.won(seat))
                .map(|seat| format!("seat {}", seat + 1))
                .collect();
            let how = match (table.together(), winners.is_empty()) {
                (true, true) => "the players have lost".to_owned(),
                (true, false) => "the players have won".to_owned(),
                (false, true) => "nobody has won".to_owned(),
                (false, false) => format!("{} won", winners.join(" and ")),
            };
            writeln!(out, "\nThe game is over in round {}: {how} ({reason}).", table.round())?;
        }
        None => writeln!(out, "\nThe game goes on in round {}.", table.round())?,
    }
    Ok(Outcome::Fine)
}
