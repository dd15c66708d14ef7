//! Who sits down together: the tables that a package's formats and decks make. A package's own
//! decks come before those of the packages below it.

use std::ops::RangeInclusive;

use cardwright_model::{Entity, Library};

use crate::OpenGame;
use crate::game::{Encounter, Start};

/// A format and the decks that sit down to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seating {
    /// Identifier of the format.
    pub format: String,
    /// Identifier of the deck at each seat.
    pub decks: Vec<String>,
}

/// A way to play, and who can play it.
#[derive(Debug, Clone)]
pub struct Offer<'a> {
    /// The format.
    pub format: &'a Entity,
    /// The decks that are for it.
    pub decks: Vec<&'a Entity>,
}

/// Which tables are wanted; an empty list wants all.
#[derive(Debug, Clone, Copy)]
pub struct Wishes<'a> {
    /// Identifiers of formats.
    pub formats: &'a [String],
    /// Identifiers of decks.
    pub decks: &'a [String],
    /// Numbers of seats.
    pub seats: &'a [u8],
}

/// The numbers of seats that a format is for.
pub fn players_of(format: &Entity) -> RangeInclusive<usize> {
    let number = |field: &str| format.int(field).map(|count| count.clamp(1, 8) as usize);
    let least = number("min-players").unwrap_or(1);
    least..=number("max-players").unwrap_or(least).max(least)
}

/// Whether all who sit down play one deck together, as the players of one party do.
fn shares_deck(format: &Entity) -> bool {
    format.flag("shared-deck")
}

/// The formats that the package's own decks are for.
pub fn own_offers(library: &Library) -> Vec<Offer<'_>> {
    let own = library.packages.last();
    offers(library, |id| own.is_some_and(|own| own.decks.iter().any(|deck| deck.id == id)))
}

/// What a package without decks of its own plays, with the decks of the packages below: its own
/// formats, or theirs if it has none.
pub fn borrowed_offers(library: &Library) -> Vec<Offer<'_>> {
    let below = offers(library, |_| true);
    let own = library.packages.last().into_iter().flat_map(|own| &own.formats);
    let lent = |format: &Entity| {
        let seats = players_of(format);
        let fits = |offer: &&Offer<'_>| players_of(offer.format).contains(seats.start());
        below.iter().find(fits).or(below.first()).map(|offer| offer.decks.clone())
    };
    let with_own: Vec<Offer<'_>> =
        own.filter_map(|format| lent(format).map(|decks| Offer { format, decks })).collect();
    if with_own.is_empty() { below } else { with_own }
}

/// Every format with those of its decks that are wanted; formats without are left out.
fn offers(library: &Library, is_wanted: impl Fn(&str) -> bool) -> Vec<Offer<'_>> {
    let offer = |format: &'_ Entity| {
        let is_for = |deck: &&Entity| deck.target.as_deref() == Some(format.id.as_str());
        library.decks().filter(is_for).filter(|deck| is_wanted(&deck.id)).collect::<Vec<_>>()
    };
    let all = library.formats().map(|format| Offer { format, decks: offer(format) });
    all.filter(|offer| !offer.decks.is_empty()).collect()
}

/// The campaigns of a library with their chapters: records whose `chapters` are decks, which are
/// played one after the other.
pub fn campaigns(library: &Library) -> impl Iterator<Item = (&Entity, Vec<&Entity>)> {
    let records = library.packages.iter().flat_map(|package| &package.records);
    records.filter_map(|record| {
        let named = record.fields.get("chapters")?.ref_ids();
        let chapters: Option<Vec<&Entity>> =
            named.map(|id| library.decks().find(|deck| deck.id == id)).collect();
        chapters.filter(|chapters| !chapters.is_empty()).map(|chapters| (record, chapters))
    })
}

/// The tables of the campaigns that are asked for by name: what is brought to them is a deck like
/// their first chapter, which is what they begin with if no deck is named.
fn campaign_tables(library: &Library, wishes: Wishes<'_>, borrows: bool) -> Vec<Seating> {
    let own = library.packages.last();
    let is_own = |id: &str| own.is_some_and(|own| own.records.iter().any(|one| one.id == id));
    let is_asked = |one: &Entity| wishes.formats.contains(&one.id) && (borrows || is_own(&one.id));
    let asked = campaigns(library).filter(|(one, _)| is_asked(one));
    asked
        .flat_map(|(campaign, chapters)| {
            let brought: Vec<&Entity> = match wishes.decks {
                [] => chapters.into_iter().take(1).collect(),
                wanted => {
                    let alike = |deck: &&Entity| deck.target == chapters[0].target;
                    let decks = library.decks().filter(alike);
                    decks.filter(|deck| wanted.contains(&deck.id)).collect()
                }
            };
            let format = campaign.id.clone();
            let seat = move |deck: &Entity| Seating {
                format: format.clone(),
                decks: vec![deck.id.clone()],
            };
            brought.into_iter().map(seat).collect::<Vec<_>>()
        })
        .collect()
}

/// What to say if a package plays with the decks of others.
pub fn borrowed_note(library: &Library, offers: &[Offer<'_>]) -> Option<String> {
    let (package, offer) = (library.packages.last()?, offers.first()?);
    let deck = offer.decks.first()?;
    let (kind, format, from) = (&deck.kind, &offer.format.id, &deck.provenance);
    Some(format!(
        "`{}` has no deck of its own, so decks of `{}` play `{format}`, which need not have its \
         cards\nto bring your own, write in a .card file `{kind} my-own \"My Own\" for {format} {{ … }}`, \
         as {} of `{}` does",
        package.name, from.package, from.file, from.package
    ))
}

/// The tables of a package, and what is to be said about whose decks sit there. With `borrows`, a
/// package that has no deck that fits plays with those of the packages below.
pub fn seatings_of(
    library: &Library,
    wishes: Wishes<'_>,
    borrows: bool,
) -> (Vec<Seating>, Option<String>) {
    let mut own = seated(own_offers(library), wishes);
    own.extend(campaign_tables(library, wishes, borrows));
    if !own.is_empty() || !borrows {
        return (own, None);
    }
    let borrowed = borrowed_offers(library);
    let note = borrowed_note(library, &borrowed);
    let tables = seated(borrowed, wishes);
    if !tables.is_empty() {
        return (tables, note);
    }
    // What was asked for by name may be anywhere.
    (seated(offers(library, |_| true), wishes), None)
}

/// For each format that is wanted, every number of seats that it is for. Decks of one kind are
/// dealt out in turn; where a game has several kinds of decks, every table has one of each, and
/// the seats left over share the first.
fn seated(offers: Vec<Offer<'_>>, wishes: Wishes<'_>) -> Vec<Seating> {
    let wanted =
        |list: &[String], id: &str| list.is_empty() || list.iter().any(|entry| entry == id);
    let mut tables = Vec::new();
    for offer in offers.into_iter().filter(|offer| wanted(wishes.formats, &offer.format.id)) {
        let decks: Vec<&Entity> =
            offer.decks.into_iter().filter(|deck| wanted(wishes.decks, &deck.id)).collect();
        let is_wanted = |seats: &usize| {
            let wanted = wishes.seats;
            wanted.is_empty() || wanted.iter().any(|count| usize::from(*count) == *seats)
        };
        if shares_deck(offer.format) {
            // The game is the same for any number of players: the fewest do if none is asked for.
            let most = if wishes.seats.is_empty() { 1 } else { usize::MAX };
            for seats in players_of(offer.format).filter(is_wanted).take(most) {
                tables.extend(decks.iter().map(|deck| Seating {
                    format: offer.format.id.clone(),
                    decks: vec![deck.id.clone(); seats],
                }));
            }
            continue;
        }
        for seats in players_of(offer.format).filter(is_wanted) {
            for decks in seatings(&decks, seats) {
                tables.push(Seating { format: offer.format.id.clone(), decks });
            }
        }
    }
    tables
}

/// Who sits down together, so that every deck plays.
pub fn seatings(decks: &[&Entity], seats: usize) -> Vec<Vec<String>> {
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

/// Fills the seats of a table that are still empty: first with a deck of a kind that nobody has,
/// then with any; where all play one deck, with that.
pub fn fill(decks: &mut Vec<String>, format: &Entity, fitting: &[&Entity], seats: usize) {
    if shares_deck(format) {
        let first = fitting.first().map(|deck| deck.id.clone());
        let shared = decks.first().cloned().or(first).unwrap_or_default();
        return decks.resize(seats.max(decks.len()), shared);
    }
    if decks.is_empty() {
        *decks = seatings(fitting, seats).into_iter().next().unwrap_or_default();
    }
    while decks.len() < seats && !fitting.is_empty() {
        let kind = |id: &String| fitting.iter().find(|deck| deck.id == *id).map(|deck| &deck.kind);
        let missing =
            fitting.iter().find(|deck| !decks.iter().any(|id| kind(id) == Some(&deck.kind)));
        let next = missing.unwrap_or(&fitting[decks.len() % fitting.len()]);
        decks.push(next.id.clone());
    }
}

/// The attacks of one card on another, at the first table where both are.
pub fn encounters_of(
    game: &dyn OpenGame,
    library: &Library,
    [attacker, target]: [&str; 2],
) -> Vec<Encounter> {
    for format in library.formats() {
        let is_for = |deck: &&Entity| deck.target.as_deref() == Some(format.id.as_str());
        let decks: Vec<&Entity> = library.decks().filter(is_for).collect();
        let seats = *players_of(format).start();
        for decks in seatings(&decks, seats).into_iter().chain(pairs(&decks, seats)) {
            let start = Start { format: format.id.clone(), decks, ..Start::default() };
            let mut met = game.encounters(&start);
            met.retain(|one| one.attacker == attacker && one.target == target);
            if !met.is_empty() {
                return met;
            }
        }
    }
    Vec::new()
}

/// Every pair of decks of different kinds, where two sit down: not all of them meet otherwise.
fn pairs(decks: &[&Entity], seats: usize) -> Vec<Vec<String>> {
    let mut pairs = Vec::new();
    for (place, one) in decks.iter().enumerate().filter(|_| seats == 2) {
        let others = decks.iter().skip(place + 1).filter(|other| other.kind != one.kind);
        pairs.extend(others.map(|other| vec![one.id.clone(), other.id.clone()]));
    }
    pairs
}

/// Who sits at a table: a deck that several seats share is named once.
pub fn together(decks: &[String]) -> String {
    let runs = decks.chunk_by(|left, right| left == right);
    let names = runs.map(|run| match run.len() {
        1 => run[0].clone(),
        seats => format!("{} ({seats}\u{a0}seats)", run[0]),
    });
    names.collect::<Vec<_>>().join(" + ")
}
