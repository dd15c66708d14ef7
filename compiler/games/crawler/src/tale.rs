//! Campaigns: chapters played one after the other, and what is carried from one to the next.
//!
//! A chapter sets the dungeon and the quests; the party and the crawler deck are the player's own
//! and carry over. A chapter that is won leads to the next; one that is not may be tried again.

use super::content::{Campaign, Crawler, DeckDef};
use super::setup::{self, Bring};
use super::state::{State, Task};
use super::words::Action;
use super::{Look, Play};
use cardwright_engine::core::code::NONE;
use cardwright_engine::game::{Choice, Outcome, SetupError, Start};

/// Where a campaign stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tale {
    /// The place of the campaign in [`Crawler::campaigns`].
    campaign: u16,
    /// The chapter that is played, from 0.
    chapter: u8,
    /// The deck whose party and crawler cards are carried, by its place in the code.
    brought: u16,
    /// The chapter has ended, and was won or not.
    ended: Option<bool>,
}

impl Tale {
    /// The number of the chapter that is played, from 1.
    pub(super) fn number(self) -> u8 {
        self.chapter + 1
    }

    /// Everything in which two positions of a campaign can differ.
    pub(super) fn digest(self) -> u64 {
        let ended = self.ended.map_or(0, |won| 1 + u64::from(won));
        u64::from(self.campaign) << 32
            | u64::from(self.chapter) << 24
            | u64::from(self.brought) << 8
            | ended
    }
}

/// How a campaign ends that is not won, by the chapter in which it was given up.
const GIVEN_UP: [&str; 8] = [
    "given-up-in-chapter-1",
    "given-up-in-chapter-2",
    "given-up-in-chapter-3",
    "given-up-in-chapter-4",
    "given-up-in-chapter-5",
    "given-up-in-chapter-6",
    "given-up-in-chapter-7",
    "given-up-in-a-late-chapter",
];

/// The campaign that a start names in place of a format.
pub(super) fn named<'c>(content: &'c Crawler, start: &Start) -> Option<(u16, &'c Campaign)> {
    let place = content.campaigns.iter().position(|one| one.id == start.format)?;
    Some((place as u16, &content.campaigns[place]))
}

/// The first chapter, with the deck that is brought to it, or with its own.
pub(super) fn begin(
    content: &Crawler,
    start: &Start,
    place: u16,
    campaign: &Campaign,
) -> Result<State, SetupError> {
    let first = *campaign.chapters.first().unwrap_or(&0);
    let brought = match &start.decks[..] {
        [] => usize::from(first),
        [deck] => {
            let known = content.code.decks.iter().position(|known| known.id == *deck);
            known.ok_or_else(|| SetupError::UnknownDeck(deck.clone()))?
        }
        several => {
            let (format, given) = (campaign.id.clone(), several.len());
            return Err(SetupError::Players { format, min: 1, max: 1, given });
        }
    };
    let tale = Tale { campaign: place, chapter: 0, brought: brought as u16, ended: None };
    let flow = cardwright_engine::core::Flow::new(start);
    open(content, tale, flow)
}

fn deck(content: &Crawler, place: u16) -> &DeckDef {
    &content.decks[&content.code.decks[usize::from(place)].id]
}

/// Sets a chapter up for the deck that is carried into it.
fn open(
    content: &Crawler,
    tale: Tale,
    flow: cardwright_engine::core::Flow<Task>,
) -> Result<State, SetupError> {
    let campaign = &content.campaigns[usize::from(tale.campaign)];
    let chapter = deck(content, campaign.chapters[usize::from(tale.chapter)]);
    let own = deck(content, tale.brought);
    if own.party.is_empty() || own.crawler.is_empty() {
        let id = &content.code.decks[usize::from(tale.brought)].id;
        let message = format!("`{id}` has no party or no crawler deck to bring to a campaign");
        return Err(SetupError::Position(message));
    }
    let format = &content.formats[&chapter.format];
    let bring = Bring { own, dungeon: chapter };
    let mut state = setup::table(content, format, &[bring], flow)?;
    state.tale = Some(tale);
    Ok(state)
}

/// A chapter is over: the last one that is won ends the campaign, and after every other the player
/// decides how to go on. Who only looks ahead sees no farther than the end of the chapter.
pub(super) fn turn_page(run: &mut Play<'_>, outcome: Outcome) {
    let Some(mut tale) = run.state.tale.filter(|tale| tale.ended.is_none()) else {
        return;
    };
    if run.state.hurried {
        return;
    }
    let won = outcome.winners != 0;
    let chapters = run.rules.campaigns[usize::from(tale.campaign)].chapters.len();
    tale.ended = Some(won);
    run.state.tale = Some(tale);
    run.state.flow.outcome = None;
    run.state.flow.clear();
    let how = if won { "won" } else { "not won" };
    run.note(|_| format!("Chapter {} of {chapters} is {how}", tale.number()));
    if won && usize::from(tale.number()) == chapters {
        run.finish(outcome.winners, "campaign-won");
        return;
    }
    run.push(Task::Page);
}

/// What a player may do between chapters: go on or try again, with what was carried so far or with
/// the party and the crawler cards of another deck for this way to play; or give the campaign up.
pub(super) fn page_options(run: &mut Play<'_>) {
    let Some(tale) = run.state.tale else {
        return;
    };
    let content = run.rules;
    let format = &deck(content, tale.brought).format;
    run.option(Action::Chapter.code(), NONE, tale.brought);
    for place in 0..content.code.decks.len() as u16 {
        let other = deck(content, place);
        let is_whole = !other.party.is_empty() && !other.crawler.is_empty();
        if place != tale.brought && is_whole && other.format == *format {
            run.option(Action::Chapter.code(), NONE, place);
        }
    }
    if tale.ended == Some(false) {
        run.option(Action::GiveUp.code(), NONE, 0);
    }
}

/// The next chapter begins, or the same again.
pub(super) fn take_page(run: &mut Play<'_>, choice: Choice) {
    let Some(tale) = run.state.tale else {
        return;
    };
    if Action::of(choice) == Some(Action::GiveUp) {
        let place = usize::from(tale.chapter).min(GIVEN_UP.len() - 1);
        run.finish(0, GIVEN_UP[place]);
        return;
    }
    let chapter = tale.chapter + u8::from(tale.ended == Some(true));
    let next = Tale { chapter, brought: choice.extra, ended: None, ..tale };
    let spare = cardwright_engine::core::Flow::new(&Start::default());
    let mut flow = std::mem::replace(&mut run.state.flow, spare);
    flow.renew();
    match open(run.rules, next, flow) {
        Ok(state) => *run.state = state,
        // All that can be missing is looked at before an option is offered.
        Err(_) => run.finish(0, GIVEN_UP[usize::from(tale.chapter).min(GIVEN_UP.len() - 1)]),
    }
}

/// An option between chapters in words.
pub(super) fn label(look: Look<'_>, choice: Choice) -> String {
    let Some(tale) = look.state.tale else {
        return String::new();
    };
    let campaign = &look.rules.campaigns[usize::from(tale.campaign)];
    let name = |place: u16| {
        let id = &look.code.decks[usize::from(place)].id;
        look.rules.decks.get(id).map_or("", |deck| deck.name.as_str())
    };
    let chapter = usize::from(tale.chapter) + usize::from(tale.ended == Some(true));
    let title = campaign.chapters.get(chapter).map_or("", |place| name(*place));
    let begun = match tale.ended {
        Some(true) => format!("Go on to {title}"),
        _ => format!("Try {title} again"),
    };
    match choice.extra == tale.brought {
        true => begun,
        false => format!("{begun} with the party of {}", name(choice.extra)),
    }
}

/// The chapter in words, for a person.
pub(super) fn heading(look: Look<'_>) -> Option<String> {
    let tale = look.state.tale?;
    let campaign = &look.rules.campaigns[usize::from(tale.campaign)];
    let place = campaign.chapters.get(usize::from(tale.chapter))?;
    let deck = look.rules.decks.get(&look.code.decks[usize::from(*place)].id)?;
    let (number, chapters) = (tale.number(), campaign.chapters.len());
    Some(format!("{}, chapter {number} of {chapters}: {}", campaign.name, deck.name))
}
