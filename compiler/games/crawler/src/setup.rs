//! Setting a game up: seats, decks, marching order, opening hands.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::content::{Crawler, DeckDef, Format};
use super::state::{Attack, Card, CardId, Combat, FormatRules, MAX_SEATS, Seat, State, Task, flag};
use super::words::{Mode, Property, Step, ZONES, Zone};
use super::{Play, moves, read, tale};
use cardwright_engine::core::Flow;
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::game::{SetupError, Start};

/// The stream of random numbers for the draw-off; decks use those before it.
const DRAW_OFF_STREAM: usize = 12;

/// An empty table for that many players.
pub(super) fn empty_table(
    content: &Crawler,
    format: &Format,
    seats: usize,
    flow: Flow<Task>,
) -> State {
    let seats = seats.clamp(1, MAX_SEATS);
    State {
        flow,
        cards: Vec::new(),
        // The last seat is nobody's and stays empty.
        zones: vec![Vec::new(); (seats + 1) * ZONES],
        seats: [Seat::default(); MAX_SEATS],
        seat_count: seats as u8,
        rules: FormatRules {
            mode: format.mode,
            encounter_limit: format.encounter_limit,
            second_limit: format.second_limit,
            hand_limit: format.hand_limit,
            quests_to_win: format.quests_to_win,
            points_to_win: format.points_to_win,
            round_limit: format.round_limit,
            pool_size: format.pool_size,
            points: format.points,
        },
        round: 0,
        step: Step::Start,
        facing: 0,
        turn: 0,
        last_placer: 0,
        primary: NONE,
        attack: Attack::default(),
        combat: Combat { defended: NONE, ..Combat::default() },
        deeds: Vec::new(),
        slain: Vec::new(),
        challenges_won: Vec::new(),
        passed: Vec::new(),
        list: Vec::new(),
        hurried: false,
        set_aside: content.settings.set_aside,
        stale: false,
        lasting: 0,
        farthest: i32::MIN,
        idle_rounds: 0,
        weighed: Cell::new(NONE),
        tale: None,
    }
}

impl State {
    /// Whether a quest lies there already: a second copy would be completed together with it.
    pub(super) fn has_quest(&self, def: DefId, seat: u8) -> bool {
        self.zone(seat, Zone::Quests).iter().any(|card| self.card(*card).def == def)
    }

    /// Adds a card to the game, on top of a zone.
    pub(super) fn add_card(&mut self, def: DefId, owner: u8, seat: u8, zone: Zone) -> CardId {
        let card = self.cards.len() as CardId;
        self.cards.push(Card::new(def, owner));
        self.put(card, seat, zone);
        card
    }
}

/// What a player brings: the own cards, and those that the dungeon is made of. They are of one deck
/// but for the chapters of a campaign.
#[derive(Clone, Copy)]
pub(super) struct Bring<'c> {
    /// Adventurers and crawler cards.
    pub own: &'c DeckDef,
    /// Quests and dungeon cards.
    pub dungeon: &'c DeckDef,
}

/// A game from deck lists, before its first decision.
pub(super) fn from_decks(content: &Crawler, start: &Start) -> Result<State, SetupError> {
    if let Some((place, campaign)) = tale::named(content, start) {
        return tale::begin(content, start, place, campaign);
    }
    let format = &content.formats[&content.code.formats[content.code.format(start)?]];
    let decks = content.code.seated(start, format.min_players, format.max_players)?;
    let deck = |place: usize| &content.decks[&content.code.decks[place].id];
    let brought = decks.into_iter().map(deck).map(|deck| Bring { own: deck, dungeon: deck });
    table(content, format, &brought.collect::<Vec<_>>(), Flow::new(start))
}

/// A table with all that the players bring, before its first decision.
pub(super) fn table(
    content: &Crawler,
    format: &Format,
    brought: &[Bring<'_>],
    flow: Flow<Task>,
) -> Result<State, SetupError> {
    let mut state = empty_table(content, format, brought.len(), flow);
    let shared = state.shared();
    for (seat, Bring { own, dungeon }) in brought.iter().enumerate() {
        let seat = seat as u8;
        let table = if shared { 0 } else { seat };
        for def in &own.party {
            state.add_card(*def, seat, table, Zone::Party);
        }
        // Who plays together has one set of quests: that of the first who brings any.
        let is_set = shared && !state.zone(table, Zone::Quests).is_empty();
        for def in dungeon.quests.iter().filter(|_| !is_set) {
            if state.has_quest(*def, table) {
                continue;
            }
            let quest = state.add_card(*def, seat, table, Zone::Quests);
            let is_mission = content.cards[usize::from(*def)].is_mission;
            if is_mission || dungeon.required.contains(def) {
                state.card_mut(quest).flags |= flag::REQUIRED;
            }
        }
        // Lists are written top first; the top of a deck is the end of its zone.
        let playable = |def: &&DefId| content.cards[usize::from(**def)].playable;
        for def in own.crawler.iter().filter(playable).rev() {
            state.add_card(*def, seat, seat, Zone::CrawlerDeck);
        }
        for def in dungeon.dungeon.iter().filter(playable).rev() {
            state.add_card(*def, if shared { 0 } else { seat }, table, Zone::DungeonDeck);
        }
        if state.cards.len() >= usize::from(NONE) {
            return Err(SetupError::Position("there are too many cards".to_owned()));
        }
    }
    if format.pooled {
        count_copies(content, format, state.zone(0, Zone::DungeonDeck), &state)?;
    }
    // Whoever is there from the start came into play in the first round.
    state
        .cards
        .iter_mut()
        .filter(|card| card.zone.is_listened_to())
        .for_each(|card| card.entered = 1);
    let is_ordered = |bring: &Bring<'_>| bring.own.ordered || bring.dungeon.ordered;
    let ordered = format.ordered || brought.iter().any(is_ordered);
    let run = &mut Play { rules: content, state: &mut state, code: &content.code };
    if !ordered {
        shuffle_all(run);
    }
    decide_first_player(run);
    draw_opening_hands(run);
    Ok(state)
}

/// Where decks are put together, the copies of a card are counted in the whole of them. The checker
/// sees only one deck at a time.
fn count_copies(
    content: &Crawler,
    format: &Format,
    dungeon: &[CardId],
    state: &State,
) -> Result<(), SetupError> {
    let mut copies: BTreeMap<DefId, u16> = BTreeMap::new();
    for card in dungeon {
        *copies.entry(state.card(*card).def).or_default() += 1;
    }
    for (def, count) in copies {
        let card = &content.cards[usize::from(def)];
        let rarity = card.properties[Property::Rarity as usize];
        let limit = format.copies.iter().find(|(bit, _)| rarity & bit != 0);
        if let Some((_, most)) = limit.filter(|(_, most)| count > *most) {
            let message = format!(
                "the decks together have {count} copies of {}, but the format allows {most}",
                card.name
            );
            return Err(SetupError::Position(message));
        }
    }
    Ok(())
}

fn shuffle_all(run: &mut Play<'_>) {
    for seat in 0..run.state.seat_count {
        moves::shuffle(run, seat, Zone::CrawlerDeck);
        moves::shuffle(run, seat, Zone::DungeonDeck);
    }
}

/// Multi-player: everyone reveals a crawler card of the player on the left; the highest
/// Cost goes first, ties draw again.
fn decide_first_player(run: &mut Play<'_>) {
    if run.state.rules.mode != Mode::Multi {
        return;
    }
    let mut tied: Vec<u8> = (0..run.state.seat_count).collect();
    // Decks of equal costs would tie for ever.
    for _ in 0..20 {
        let revealed: Vec<i16> = tied.iter().map(|seat| reveal_for(run, *seat)).collect();
        let highest = revealed.iter().copied().max();
        let mut costs = revealed.into_iter();
        tied.retain(|_| costs.next() == highest);
        if tied.len() == 1 {
            break;
        }
    }
    let first = tied.first().copied().unwrap_or(0);
    run.state.turn = first;
    run.state.facing = first;
}

/// The Cost of a random crawler card of the player on the left.
fn reveal_for(run: &mut Play<'_>, seat: u8) -> i16 {
    let left = run.state.next_seat(seat);
    let size = run.state.zone(left, Zone::CrawlerDeck).len() as u32;
    let place = run.state.flow.luck.rng.below(DRAW_OFF_STREAM, size) as usize;
    let card = run.state.zone(left, Zone::CrawlerDeck).get(place).copied();
    card.map_or(0, |card| read::facts(run.look(), card).cost)
}

fn draw_opening_hands(run: &mut Play<'_>) {
    for seat in 0..run.state.seat_count {
        for _ in 0..run.state.rules.hand_limit {
            if !run.state.zone(seat, Zone::CrawlerDeck).is_empty() {
                moves::draw_crawler(run, seat);
            }
        }
    }
}
