//! Why something cannot be done, for the messages of scenarios.

use super::attack::block_in_effect;
use super::state::{CardId, context_of, thing_of};
use super::vocabulary::{Act, Stat};
use super::words::{Action, Zone};
use super::{Script, pace, read, stats, window};
use cardwright_engine::core::code::DefId;

/// "cannot play Long Sword: it is not in hand; at step 3.2 one may: …"
pub(super) fn refusal(script: &Script<'_>, action: Action, def: DefId) -> String {
    let reason =
        matches!(action, Action::Play | Action::Plain).then(|| why_not_played(script, def));
    let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
    format!("cannot {} {}{reason}; {}", verb(action), pace::name(script, def), script.legal())
}

/// Why no copy of a card may be played now.
fn why_not_played(script: &Script<'_>, def: DefId) -> String {
    let look = script.look();
    let kind = script.game.cards[usize::from(def)].kind;
    if !kind.is_crawler() {
        return "only crawler cards are played".to_owned();
    }
    let copies: Vec<CardId> = (0..script.state.cards.len() as CardId)
        .filter(|card| script.state.card(*card).def == def)
        .collect();
    let in_hand =
        copies.iter().copied().find(|card| script.state.card(*card).zone == Zone::CrawlerHand);
    let Some(card) = in_hand else {
        return match copies.first() {
            Some(card) => {
                let zone = script.state.card(*card).zone.name();
                format!("it is not in hand, but in `{zone}`")
            }
            None => "it is not in hand; `hand: …` puts cards there".to_owned(),
        };
    };
    let printed = read::facts(look, card);
    if !printed.playable {
        return "it is not finished and kept out of play".to_owned();
    }
    if printed.limit > 0 && script.state.card(card).used >= printed.limit {
        return "it was used as often as it may be".to_owned();
    }
    let seat = script.state.card(card).owner;
    let (cost, free) =
        (stats::stat(look, Stat::Cost, card), stats::available(look, seat, kind.resource()));
    if cost > free {
        return format!("it costs {cost}, and {free} {} is left", kind.name());
    }
    if look.is_forbidden(Act::Play, thing_of(card)) {
        return "something forbids it".to_owned();
    }
    let mut numbers = window::blocks_to_play(look, card);
    match numbers.next().and_then(|number| block_in_effect(printed, number)) {
        None => "no active adventurer has a class that it asks for".to_owned(),
        Some(block) if !window::has_target(look, block, &context_of(card, seat)) => {
            "there is nothing for it to act on".to_owned()
        }
        Some(block) => {
            format!("this is not the time for it (`window: {}`)", block.window.name())
        }
    }
}

/// What is done, as a sentence says it.
pub(super) fn verb(action: Action) -> &'static str {
    match action {
        Action::Done => "be done",
        Action::Continue => "go on",
        Action::DrawNext => "draw",
        action => action.name(),
    }
}
