//! Scenarios of the crawler: setting the table as a test describes it, and what options are
//! called. `command` does what a test says then.

use super::card::CardId;
use super::content::{Crawler, Format};
use super::state::{BLOCK_BASE, State, Task, WindowKind, context_of, flag};
use super::vocabulary::Window;
use super::words::{Action, Mode, Step, Zone};
use super::{Look, Script, command, setup};
use cardwright_engine::core::code::{AbilitiesId, DefId, Instruction};
use cardwright_engine::core::words::Words;
use cardwright_engine::core::{Flow, Part, Playable, SetUp, Staged, Thing};
use cardwright_engine::core::{Placed, integer};
use cardwright_engine::game::{Choice, Start};
use cardwright_model::{Arg, Expr};

impl Staged for Crawler {
    fn lay(&self, table: &SetUp<'_>) -> Result<State, String> {
        let mut start = table.start();
        let campaign = table.names("campaign").into_iter().next();
        let is_told = campaign.is_some();
        start.format = campaign.unwrap_or(start.format);
        let mut state = if start.decks.is_empty() && !is_told {
            lay_position(self, table, &start)?
        } else {
            self.begin(&start).map_err(|error| error.to_string())?
        };
        state.set_aside |= table.is("set-aside");
        Ok(state)
    }

    fn parts(look: Look<'_>, choice: Choice) -> Vec<(&'static str, Part)> {
        let card = |name, card: CardId| (name, Part::Thing(Thing::card(card)));
        match Action::of(choice) {
            Some(Action::Play | Action::Plain) => {
                let player = i32::from(look.state.card(choice.card).owner) + 1;
                vec![card("card", choice.card), ("by", Part::Number(player))]
            }
            Some(
                Action::Spend
                | Action::Use
                | Action::Disrupt
                | Action::Draft
                | Action::Place
                | Action::Bury,
            ) => {
                vec![card("card", choice.card)]
            }
            Some(Action::AddAttacker) => vec![card("attackers", choice.card)],
            Some(Action::AddDefender) => {
                vec![card("by", choice.card), card("adventurer", choice.extra)]
            }
            Some(
                Action::Target | Action::Discard | Action::Drop | Action::Release | Action::ToTop,
            ) => {
                vec![card("cards", choice.card)]
            }
            _ => Vec::new(),
        }
    }

    fn command(script: &mut Script<'_>, command: &str, args: &[Arg]) -> Result<(), String> {
        command::command(script, command, args)
    }
}

/// The position that a scenario describes card by card.
fn lay_position(game: &Crawler, table: &SetUp<'_>, start: &Start) -> Result<State, String> {
    let format = game.formats.get(&start.format).or_else(|| game.formats.get("walkthrough"));
    let format = format.or_else(|| game.formats.values().next());
    let format = format.ok_or("there is no format to play")?;
    let mut state = setup::empty_table(game, format, seats_of(format), Flow::new(start));
    state.round = table.number("round").unwrap_or(1).clamp(1, 9999) as u16;
    // The dungeon that a player faces belongs to the opponent, where there is one.
    let dungeon = u8::from(state.has_opponents());
    let encounter = state.encounter_seat();
    // Together there is one party, in which each Adventurer has an owner.
    let second = u8::from(state.has_opponents());
    // Each field with the owner of its cards, whose zone they are in, and whether the first
    // card is on top, which is the end of a zone.
    let fields = [
        ("party", 0, 0, Zone::Party, false),
        ("opponent-party", 1, second, Zone::Party, false),
        ("quests", 0, 0, Zone::Quests, false),
        ("encounter", dungeon, encounter, Zone::Encounter, false),
        ("hand", 0, 0, Zone::CrawlerHand, false),
        ("opponent-hand", 1, 1, Zone::CrawlerHand, false),
        ("pool", 0, 0, Zone::Pool, false),
        ("opponent-pool", 1, 1, Zone::Pool, false),
        ("draft-hand", 0, 0, Zone::DraftHand, false),
        ("opponent-draft-hand", 1, 1, Zone::DraftHand, false),
        ("own-dungeon-deck", 0, 0, Zone::DungeonDeck, true),
        ("opponent-crawler-deck", 1, 1, Zone::CrawlerDeck, true),
        ("crawler-deck", 0, 0, Zone::CrawlerDeck, true),
        ("dungeon-deck", dungeon, dungeon, Zone::DungeonDeck, true),
        ("crawler-grave", 0, 0, Zone::CrawlerGrave, false),
        ("dungeon-grave", dungeon, dungeon, Zone::DungeonGrave, false),
        ("in-play", 0, 0, Zone::CrawlerPlay, false),
    ];
    for (field, owner, seat, zone, is_top_first) in fields {
        let mut cards = table.cards(field)?;
        if is_top_first {
            cards.reverse();
        }
        for placed in &cards {
            if seat.max(owner) >= state.seat_count {
                return Err("this format has no second player".to_owned());
            }
            if zone == Zone::Quests && state.has_quest(placed.def, seat) {
                continue;
            }
            let gained = table.gained(placed)?;
            let card = add(game, &mut state, placed, &gained, (owner, seat, zone))?;
            if game.cards[usize::from(placed.def)].is_mission {
                state.card_mut(card).flags |= flag::REQUIRED;
            }
            if zone.is_listened_to() && !placed.is("old") {
                state.card_mut(card).entered = state.round;
            }
        }
    }
    if state.rules.mode == Mode::Coop && table.cards("opponent-party")?.is_empty() {
        share_party(&mut state);
    }
    start_permanents(game, &mut state);
    stand_at(&mut state, table)?;
    if let Some(rounds) = table.number("idle-rounds") {
        state.farthest = super::play::nearness(Look::new(game, &state));
        state.idle_rounds = rounds.clamp(0, 10_000) as u16;
    }
    Ok(state)
}

fn seats_of(format: &Format) -> usize {
    match format.mode {
        Mode::Solo => 1,
        Mode::Coop => usize::from(format.min_players),
        // A position has two parties; a third player would only watch.
        Mode::Competitive | Mode::Multi => 2,
    }
}

/// Co-op: two adventurers for each player, in order of seats.
fn share_party(state: &mut State) {
    for place in 0..state.zone(0, Zone::Party).len() {
        let card = state.zone(0, Zone::Party)[place];
        state.card_mut(card).owner = ((place / 2) as u8).min(state.seat_count - 1);
    }
}

/// Crawler cards that lie in play already work, and occupy what they cost.
fn start_permanents(game: &Crawler, state: &mut State) {
    for place in 0..state.zone(0, Zone::CrawlerPlay).len() {
        let card = state.zone(0, Zone::CrawlerPlay)[place];
        let facts = &game.cards[usize::from(state.card(card).def)];
        state.card_mut(card).paid = facts.cost.clamp(0, 255) as u8;
        let Some(block) = facts.base else {
            continue;
        };
        state.card_mut(card).block = BLOCK_BASE;
        for instruction in &game.code.blocks[usize::from(block.effect)] {
            if let Instruction::Start { abilities, until } = *instruction {
                let context = context_of(card, 0);
                state.flow.begin_to_last(abilities, until, context);
            }
        }
    }
}

fn stand_at(state: &mut State, table: &SetUp<'_>) -> Result<(), String> {
    let step = match table.values("step").first() {
        Some(Expr::Text { value }) => value.clone(),
        Some(Expr::Int { value }) => value.to_string(),
        _ => "2".to_owned(),
    };
    let tasks = match step.as_str() {
        "1" if state.rules.mode == Mode::Multi => vec![Task::Step(Step::Build)],
        "1" => vec![Task::Step(Step::Respond), Task::BuildNext { first: true }],
        "2" => vec![Task::Step(Step::Triggers), Task::Window(WindowKind::Respond)],
        other => match Step::from_name(other) {
            Some(step) => vec![Task::Step(step)],
            None => return Err(format!("there is no step `{other}`")),
        },
    };
    tasks.into_iter().for_each(|task| state.flow.start(task));
    state.step = Step::from_name(&step).unwrap_or(Step::Respond);
    Ok(())
}

/// Refuses printed cards that are kept out of play.
pub(super) fn playable(game: &Crawler, def: DefId) -> Result<DefId, String> {
    let facts = &game.cards[usize::from(def)];
    if facts.playable {
        return Ok(def);
    }
    Err(format!("`{}` is not finished and kept out of play", facts.id))
}

/// Adds a card of a scenario with its properties and what it gained, for an owner and on top
/// of a seat's zone.
pub(super) fn add(
    game: &Crawler,
    state: &mut State,
    placed: &Placed<'_>,
    gained: &[AbilitiesId],
    (owner, seat, zone): (u8, u8, Zone),
) -> Result<CardId, String> {
    let card = state.add_card(playable(game, placed.def)?, owner, seat, zone);
    for Arg { name, value } in placed.with {
        let count = integer(value).unwrap_or(1).clamp(0, 255) as u8;
        let on = |bit: u16| if matches!(value, Expr::Bool { value: false }) { 0 } else { bit };
        let known = state.card_mut(card);
        match name.as_str() {
            "wounds" => known.wounds = count,
            "poison" => known.poison = count,
            "locks" => known.locks = count,
            "time" => known.time = count,
            "activated" => known.flags |= on(flag::ACTIVATED),
            "summoned" => known.flags |= on(flag::SUMMONED),
            "face-up" => known.flags |= on(flag::FACE_UP),
            _ => {}
        }
    }
    for abilities in gained.iter().copied() {
        let (context, until) = (context_of(card, owner), Window::EndOfGame.index() as u16);
        state.flow.begin_to_last(abilities, until, context);
    }
    Ok(card)
}
