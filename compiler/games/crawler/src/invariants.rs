//! Bookkeeping that must hold in every position, whatever was played.

use super::vocabulary::Stat;
use super::words::{Kind, ZONES, Zone};
use super::{Look, read, stats};
use cardwright_engine::core::code::NONE;

/// Everything that is wrong with a position.
pub(super) fn violations(look: Look<'_>) -> Vec<String> {
    let state = look.state;
    let mut wrong = Vec::new();
    let mut seen = vec![0u32; state.cards.len()];
    for (place, zone) in state.zones.iter().enumerate() {
        let (seat, kind) = (place / ZONES, Zone::ALL[place % ZONES]);
        for card in zone {
            seen[usize::from(*card)] += 1;
            let card_state = state.card(*card);
            if card_state.zone != kind || usize::from(card_state.place) != seat {
                wrong.push(format!(
                    "{} is in {} of seat {seat} but believes to be in {} of seat {}",
                    read::facts(look, *card).id,
                    kind.name(),
                    card_state.zone.name(),
                    card_state.place,
                ));
            }
            if !belongs(read::kind(look, *card), kind) {
                wrong.push(format!(
                    "{} does not belong in {}",
                    read::facts(look, *card).id,
                    kind.name()
                ));
            }
        }
    }
    for (place, count) in seen.iter().enumerate() {
        if *count != 1 {
            wrong.push(format!("{} is in {count} places", read::facts(look, place as u16).id));
        }
    }
    for (place, card) in state.cards.iter().enumerate() {
        let id = &read::facts(look, place as u16).id;
        if card.paid > 0 && card.zone != Zone::CrawlerPlay {
            wrong.push(format!("{id} occupies a resource outside play"));
        }
        // A game that is won while a Wound is being answered ends before anyone falls.
        let settled = state.flow.is_idle() && state.flow.outcome.is_none();
        let hurt = card.zone == Zone::Party && card.wounds > 0 && settled;
        if hurt && i32::from(card.wounds) >= stats::stat(look, Stat::Life, place as u16) {
            wrong.push(format!("{id} should have perished"));
        }
        if card.linked != NONE && usize::from(card.linked) >= state.cards.len() {
            wrong.push(format!("{id} is linked with nothing"));
        }
    }
    wrong
}

/// Whether a kind of card may be in a zone at all.
fn belongs(kind: Kind, zone: Zone) -> bool {
    match zone {
        Zone::CrawlerDeck | Zone::CrawlerHand | Zone::CrawlerPlay | Zone::CrawlerGrave => {
            kind.is_crawler()
        }
        Zone::DungeonDeck | Zone::Encounter | Zone::DungeonGrave | Zone::Pool | Zone::DraftHand => {
            kind.is_dungeon()
        }
        Zone::Party | Zone::Perished => kind == Kind::Adventurer,
        Zone::Quests => kind == Kind::Quest,
        Zone::SetAside => true,
    }
}
