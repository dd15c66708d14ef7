//! Positions in words: labels of options, a description for a person, a digest for replays.

use super::look::Look;
use super::state::{CardId, State, Task, context_of, flag};
use super::vocabulary::{Query, Stat};
use super::words::{Action, Kind, RESOURCES, Zone};
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::flow::Task as Effect;
use cardwright_engine::core::words::Words;
use cardwright_engine::game::{Answer, Choice};
use cardwright_vocabulary::Type;

/// An option in words.
pub(super) fn label(look: Look<'_>, choice: Choice) -> String {
    let name = |card: CardId| {
        if usize::from(card) < look.state.cards.len() { look.def(card).name.as_str() } else { "" }
    };
    let card = name(choice.card);
    let Some(action) = Action::of(choice) else {
        return String::new();
    };
    match action {
        Action::Continue => match look.state.flow.top() {
            Some(Task::DraftChoice { .. }) => format!("Put {card} into play"),
            _ => "Go on".to_owned(),
        },
        Action::Play => match choice.extra {
            NONE => format!("Play {card}"),
            target => format!("Play {card} for {}", name(target)),
        },
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
            _ => "No more".to_owned(),
        },
        Action::AddDefender => format!("{card} defends {}", name(choice.extra)),
        Action::Assign => format!("Use {card} to defend {}", name(choice.extra)),
        Action::Pick => format!("Choose {card}"),
        Action::Option => option_label(look, choice.extra),
        Action::Discard => format!("Discard {card}"),
        Action::Drop => format!("Drop {card}"),
        Action::Release => format!("Let {card} go"),
        Action::Order => format!("{card} first"),
        Action::ToTop => format!("{card} on top"),
        Action::ToBottom => format!("{card} to the bottom"),
        Action::DrawNext => "Draw a dungeon card".to_owned(),
        Action::Disrupt => format!("Disrupt with {card}"),
        Action::Draft => format!("Keep {card} for later"),
        Action::Place => format!("Place {card}"),
        Action::Accept => "Face the encounter".to_owned(),
        Action::Decline => "Pass the encounter on".to_owned(),
    }
}

fn offer_label(look: Look<'_>, choice: Choice) -> String {
    let abilities = look.core().abilities(look.def(choice.card).abilities);
    let offer = abilities.offers.get(usize::from(choice.extra));
    offer.map_or_else(String::new, |offer| text(look, offer.label))
}

/// The text of the option at that place of the choice that is due.
pub(super) fn option_label(look: Look<'_>, place: u16) -> String {
    let Some(Effect::Options { options, .. }) = look.state.flow.tasks.last() else {
        return String::new();
    };
    let option = look.content.code.options[usize::from(*options)].get(usize::from(place));
    option.map_or_else(String::new, |option| text(look, option.label))
}

fn text(look: Look<'_>, text: u16) -> String {
    look.content.code.texts.get(usize::from(text)).cloned().unwrap_or_default()
}

/// What a word without arguments says about the position.
pub(super) fn answer(look: Look<'_>, name: &str) -> Option<Answer> {
    let context = context_of(NONE, look.state.facing);
    if let Some(zone) = Zone::from_name(name) {
        let cards = look.zone(zone, &context).iter();
        return Some(Answer::Names(cards.map(|card| look.def(*card).id.clone()).collect()));
    }
    if let Some(stat) = Stat::named(name)
        && Stat::WORDS[stat.index()].params.is_empty()
    {
        return Some(Answer::Number(i64::from(look.game_stat(stat))));
    }
    let query = Query::named(name)?;
    let value = look.of_game(query)?;
    Some(match Query::WORDS[query.index()].result {
        Type::Bool => Answer::Truth(value != 0),
        _ => Answer::Number(i64::from(value)),
    })
}

/// The position as a seat sees it.
pub(super) fn describe(look: Look<'_>, seat: u8) -> String {
    let state = look.state;
    let mut lines = vec![format!(
        "Round {}, step {}. Encounter {} of {}, defence {}, power {}.",
        state.round,
        state.step.name(),
        look.encounter_cost(),
        look.game_stat(Stat::EncounterLimit),
        look.dungeon_defence(),
        look.dungeon_power(),
    )];
    let joined = |cards: &mut dyn Iterator<Item = CardId>| {
        let words: Vec<String> = cards.map(|card| card_in_words(look, card)).collect();
        if words.is_empty() { "nothing".to_owned() } else { words.join("; ") }
    };
    lines.push(format!("Encounter: {}", joined(&mut state.encounter().iter().copied())));
    lines.push(format!("Party: {}", joined(&mut look.marching_order())));
    let in_play = state.zone(seat, Zone::CrawlerPlay).iter().copied();
    lines.push(format!("In play: {}", joined(&mut { in_play })));
    let hand = state.zone(seat, Zone::CrawlerHand).iter().copied();
    lines.push(format!("Hand: {}", joined(&mut { hand })));
    let paying = if state.shared() { 0 } else { seat };
    let resources: Vec<String> = RESOURCES
        .iter()
        .enumerate()
        .map(|(place, name)| {
            format!("{name} {}/{}", look.available(paying, place), look.cap(paying, place))
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
            .map(|seat| format!("player {}: {}", seat + 1, look.points(seat)))
            .collect();
        lines.push(format!("Points: {}", points.join(", ")));
    }
    lines.join("\n")
}

/// A card with what lies on it.
fn card_in_words(look: Look<'_>, card: CardId) -> String {
    let state = look.state.card(card);
    let def = look.def(card);
    let mut notes = Vec::new();
    match def.kind {
        Kind::Character | Kind::Trap if def.power != cardwright_engine::core::code::NO_NODE => {
            notes.push(format!("power {}", look.stat(Stat::Power, card)));
            notes.push(format!("stamina {}", look.stat(Stat::Stamina, card)));
        }
        kind if kind.is_crawler() => notes.push(format!("cost {}", look.cost(card))),
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

/// A number that equal positions share (FNV-1a over everything that matters).
pub(super) fn digest(state: &State) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |value: u64| {
        for byte in value.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    add(u64::from(state.round) << 16 | u64::from(state.step as u8) << 8 | u64::from(state.facing));
    for zone in &state.zones {
        add(zone.len() as u64);
        for card in zone {
            add(u64::from(*card));
        }
    }
    for card in &state.cards {
        add(u64::from(card.wounds)
            | u64::from(card.poison) << 8
            | u64::from(card.locks) << 16
            | u64::from(card.time) << 24
            | u64::from(card.flags) << 32
            | u64::from(card.paid) << 48
            | u64::from(card.block) << 56);
        add(u64::from(card.linked) << 16 | u64::from(card.assigned));
    }
    for seat in &state.seats {
        add(seat.points as u64);
        add(u64::from(seat.quests));
    }
    add(state.flow.tasks.len() as u64);
    add(state.flow.options.len() as u64);
    add(state.flow.timed.len() as u64);
    add(state.flow.outcome.map_or(0, |outcome| u64::from(outcome.winners) + 1));
    hash
}
