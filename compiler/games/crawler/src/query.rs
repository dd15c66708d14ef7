//! Positions in words: labels of options, a description for a person, a digest for replays.

use super::state::{BLOCK_BOOST, CardId, State, Task, flag};
use super::vocabulary::Stat;
use super::words::{Action, Kind, RESOURCES, Zone};
use super::{Look, read, select, stats, tale};
use cardwright_engine::core::Digest;
use cardwright_engine::game::Choice;

/// An option in words.
pub(super) fn label(look: Look<'_>, choice: Choice) -> String {
    let name = |card: CardId| {
        if usize::from(card) < look.state.cards.len() {
            read::facts(look, card).name.as_str()
        } else {
            ""
        }
    };
    let card = name(choice.card);
    let Some(action) = Action::of(choice) else {
        return String::new();
    };
    match action {
        Action::Continue => match look.state.flow.top() {
            Some(Task::DraftChoice { card: drawn })
                if look.state.card(*drawn).zone == Zone::Pool =>
            {
                format!("Keep {card} in the pool")
            }
            Some(Task::DraftChoice { .. }) => format!("Put {card} into play"),
            Some(Task::Clear) => "Clear the table in any order".to_owned(),
            _ => "Go on".to_owned(),
        },
        Action::Play | Action::Plain => {
            let boosted = choice.extra as u8 >= BLOCK_BOOST;
            let boosted = if boosted { ", boosted" } else { "" };
            let swapped = choice.extra & super::window::BY_DISCARDING != 0;
            let boosted = &format!("{boosted}{}", if swapped { ", discarding" } else { "" });
            match look.state.flow.top() {
                Some(Task::Defend { .. }) => {
                    format!("Play {card}{boosted} for {}", name(look.state.combat.defended))
                }
                _ => format!("Play {card}{boosted}"),
            }
        }
        Action::Spend => format!("Spend {card}"),
        Action::Use => format!("{card}: {}", offer_label(look, choice)),
        Action::AddAttacker => format!("{card} joins the attack"),
        Action::Declare => "Declare the attack".to_owned(),
        Action::Pass => "Pass".to_owned(),
        Action::Target => format!("Wound {card}"),
        Action::Done => match look.state.flow.top() {
            Some(Task::Defend { .. }) => {
                format!("End the defence of {}", name(choice.extra))
            }
            Some(Task::Ward(_)) => "Do not pay".to_owned(),
            _ => "No more".to_owned(),
        },
        Action::AddDefender => format!("{card} defends {}", name(choice.extra)),
        Action::Assign => format!("Use {card} to defend {}", name(choice.extra)),
        Action::Discard => format!("Discard {card}"),
        Action::Drop => format!("Drop {card}"),
        Action::Release => format!("Let {card} go"),
        Action::ToTop => format!("{card} on top"),
        Action::ToBottom => format!("{card} to the bottom"),
        Action::DrawNext => "Draw a dungeon card".to_owned(),
        Action::Disrupt => format!("Disrupt with {card}"),
        Action::Draft => format!("Keep {card} for later"),
        Action::Place => format!("Place {card}"),
        Action::Bury => format!("{card} goes to the grave next"),
        Action::Concede => "Concede the game".to_owned(),
        Action::Chapter => tale::label(look, choice),
        Action::GiveUp => "Give the campaign up".to_owned(),
        Action::Accept => "Face the encounter".to_owned(),
        Action::Decline => "Pass the encounter on".to_owned(),
        // The core has words for these.
        Action::Pick | Action::Option | Action::Order => String::new(),
    }
}

fn offer_label(look: Look<'_>, choice: Choice) -> String {
    let abilities = look.abilities(read::facts(look, choice.card).abilities);
    let label = abilities.offers.get(usize::from(choice.extra)).map(|offer| offer.label);
    let text = label.and_then(|label| look.code.texts.get(usize::from(label)));
    text.cloned().unwrap_or_default()
}

/// The position as a seat sees it.
pub(super) fn describe(look: Look<'_>, seat: u8) -> String {
    let state = look.state;
    let mut lines: Vec<String> = tale::heading(look).into_iter().collect();
    lines.push(format!(
        "Round {}, step {}. Encounter {} of {}, defence {}, power {}.",
        state.round,
        state.step.name(),
        stats::encounter_cost(look),
        stats::game_stat(look, Stat::EncounterLimit),
        stats::dungeon_defence(look),
        stats::dungeon_power(look),
    ));
    let joined = |cards: &mut dyn Iterator<Item = CardId>| {
        let words: Vec<String> = cards.map(|card| card_in_words(look, card)).collect();
        if words.is_empty() { "nothing".to_owned() } else { words.join("; ") }
    };
    lines.push(format!("Encounter: {}", joined(&mut state.encounter().iter().copied())));
    lines.push(format!("Party: {}", joined(&mut select::marching_order(look))));
    let in_play = state.zone(seat, Zone::CrawlerPlay).iter().copied();
    lines.push(format!("In play: {}", joined(&mut { in_play })));
    let hand = state.zone(seat, Zone::CrawlerHand).iter().copied();
    lines.push(format!("Hand: {}", joined(&mut { hand })));
    let paying = if state.shared() { 0 } else { seat };
    let resources: Vec<String> = RESOURCES
        .iter()
        .enumerate()
        .map(|(place, name)| {
            format!(
                "{name} {}/{}",
                stats::available(look, paying, place),
                stats::cap(look, paying, place)
            )
        })
        .collect();
    lines.push(format!(
        "Free: {}. Decks: crawler {}, dungeon {}.",
        resources.join(", "),
        state.zone(seat, Zone::CrawlerDeck).len(),
        state.zone(if state.shared() { 0 } else { seat }, Zone::DungeonDeck).len(),
    ));
    if state.has_opponents() {
        let points: Vec<String> = (0..state.seat_count)
            .map(|seat| format!("player {}: {}", seat + 1, stats::points(look, seat)))
            .collect();
        lines.push(format!("Points: {}", points.join(", ")));
    }
    lines.join("\n")
}

/// A card with what lies on it.
fn card_in_words(look: Look<'_>, card: CardId) -> String {
    let state = look.state.card(card);
    let def = read::facts(look, card);
    let mut notes = Vec::new();
    match def.kind {
        Kind::Character | Kind::Trap if def.power != cardwright_engine::core::code::NO_NODE => {
            notes.push(format!("power {}", stats::stat(look, Stat::Power, card)));
            notes.push(format!("stamina {}", stats::stat(look, Stat::Stamina, card)));
        }
        kind if kind.is_crawler() => notes.push(format!("cost {}", stats::cost(look, card))),
        _ => {}
    }
    for (count, name) in [
        (state.wounds, "wounds"),
        (state.poison, "poison"),
        (state.locks, "locks"),
        (state.time, "time"),
    ] {
        if count > 0 {
            notes.push(format!("{name} {count}"));
        }
    }
    for (bit, name) in
        [(flag::ACTIVATED, "activated"), (flag::SPENT, "spent"), (flag::SUMMONED, "summoned")]
    {
        if state.is(bit) {
            notes.push(name.to_owned());
        }
    }
    if notes.is_empty() { def.name.clone() } else { format!("{} ({})", def.name, notes.join(", ")) }
}

/// Adds everything that matters in a position.
pub(super) fn digest(state: &State, digest: &mut Digest) {
    let State { round, step, facing, .. } = *state;
    digest.add(u64::from(round) << 16 | u64::from(step as u8) << 8 | u64::from(facing));
    for zone in &state.zones {
        digest.add(zone.len() as u64);
        zone.iter().for_each(|card| digest.add(u64::from(*card)));
    }
    for card in &state.cards {
        digest.add(
            u64::from(card.wounds)
                | u64::from(card.poison) << 8
                | u64::from(card.locks) << 16
                | u64::from(card.time) << 24
                | u64::from(card.flags) << 32
                | u64::from(card.paid) << 48
                | u64::from(card.block) << 56,
        );
        digest.add(u64::from(card.linked) << 16 | u64::from(card.assigned));
    }
    for seat in &state.seats {
        digest.add(seat.points as u64);
        digest.add(u64::from(seat.quests));
    }
    digest.add(state.flow.outcome.map_or(0, |outcome| u64::from(outcome.winners) + 1));
    // Only in campaigns, so that other games have the digests they always had.
    if let Some(tale) = state.tale {
        digest.add(tale.digest());
    }
}
