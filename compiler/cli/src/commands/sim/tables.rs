//! Who sits down together: the tables that a package's formats and decks make.

use std::ops::RangeInclusive;

use cardwright_model::{Entity, Library};

use crate::args::SimArguments;

/// A format and the decks that sit down to it.
pub(super) struct Table {
    pub(super) format: String,
    pub(super) decks: Vec<String>,
}

/// The numbers of seats that a format is for.
pub(crate) fn players_of(format: &Entity) -> RangeInclusive<usize> {
    let number = |field: &str| format.int(field).map(|count| count.clamp(1, 8) as usize);
    let least = number("min-players").unwrap_or(1);
    least..=number("max-players").unwrap_or(least).max(least)
}

/// For each format that has decks in the package, every number of seats that it is for. Decks of
/// one kind are dealt out in turn; where a game has several kinds of decks, every table has one
/// of each, and the seats left over share the first.
pub(super) fn tables(library: &Library, arguments: &SimArguments) -> Vec<Table> {
    let Some(package) = library.packages.last() else { return Vec::new() };
    let wanted =
        |list: &[String], id: &str| list.is_empty() || list.iter().any(|entry| entry == id);
    let mut tables = Vec::new();
    for format in library.formats().filter(|format| wanted(&arguments.formats, &format.id)) {
        let decks: Vec<&Entity> = package
            .decks
            .iter()
            .filter(|deck| deck.target.as_deref() == Some(format.id.as_str()))
            .filter(|deck| wanted(&arguments.decks, &deck.id))
            .collect();
        let is_wanted = |seats: &usize| {
            let wanted = &arguments.seats;
            wanted.is_empty() || wanted.iter().any(|count| usize::from(*count) == *seats)
        };
        for seats in players_of(format).filter(is_wanted) {
            for decks in seatings(&decks, seats) {
                tables.push(Table { format: format.id.clone(), decks });
            }
        }
    }
    tables
}

/// Who sits down together, so that every deck plays.
pub(crate) fn seatings(decks: &[&Entity], seats: usize) -> Vec<Vec<String>> {
    let mut kinds: Vec<(&str, Vec<&Entity>)> = Vec::new();
    for deck in decks {
        match kinds.iter_mut().find(|(kind, _)| *kind == deck.kind) {
            Some((_, known)) => known.push(deck),
            None => kinds.push((&deck.kind, vec![deck])),
        }
    }
    let id = |deck: &Entity| deck.id.clone();
    match kinds.as_slice() {
        [] => Vec::new(),
        [(_, decks)] => {
            let deal = |group: usize| {
                let place = |seat: usize| (group * seats + seat) % decks.len();
                (0..seats).map(|seat| id(decks[place(seat)])).collect()
            };
            (0..decks.len().div_ceil(seats)).map(deal).collect()
        }
        several => {
            let most = several.iter().map(|(_, decks)| decks.len()).max().unwrap_or(0);
            let sit = |group: usize| {
                let one = |(_, decks): &(&str, Vec<&Entity>)| id(decks[group % decks.len()]);
                let shared = seats.saturating_sub(several.len());
                let first = several.iter().take(1).map(one);
                let shared = first.cycle().take(shared);
                shared.chain(several.iter().map(one)).collect()
            };
            (0..most).map(sit).collect()
        }
    }
}

/// Who sits at a table: a deck that several seats share is named once.
pub(crate) fn together(decks: &[String]) -> String {
    let runs = decks.chunk_by(|left, right| left == right);
    let names = runs.map(|run| match run.len() {
        1 => run[0].clone(),
        seats => format!("{} ({seats}\u{a0}seats)", run[0]),
    });
    names.collect::<Vec<_>>().join(" + ")
}
