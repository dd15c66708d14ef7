//! The formats and deck lists of a game, and what a start asks of them.

use super::code::Code;
use crate::game::{SetupError, Start};

/// A deck list: whoever sits at a seat brings one.
#[derive(Debug, Clone, Default)]
pub struct DeckName {
    /// Its identifier.
    pub id: String,
    /// The identifier of the format that it is made for.
    pub format: String,
}

impl Code {
    /// The place in [`Code::formats`] of the format that a start names; without a name, of the
    /// one that its first deck is made for.
    pub fn format(&self, start: &Start) -> Result<usize, SetupError> {
        let wanted = match start.decks.first() {
            Some(deck) if start.format.is_empty() => &self.decks[self.deck(deck)?].format,
            _ => &start.format,
        };
        let place = self.formats.iter().position(|known| known == wanted);
        place.ok_or_else(|| SetupError::UnknownFormat(wanted.clone()))
    }

    /// The same for a scenario, where the first format is meant if none is named.
    pub fn usual_format(&self, start: &Start) -> Result<usize, String> {
        if !start.format.is_empty() {
            return self.format(start).map_err(|error| error.to_string());
        }
        if self.formats.is_empty() { Err("there is no format".to_owned()) } else { Ok(0) }
    }

    /// The places in [`Code::decks`] of the decks that a start names, one for each seat. There
    /// must be at least `min` and at most `max` of them.
    pub fn seated(&self, start: &Start, min: u8, max: u8) -> Result<Vec<usize>, SetupError> {
        let given = start.decks.len();
        if given < usize::from(min) || given > usize::from(max) {
            let format = self.formats[self.format(start)?].clone();
            return Err(SetupError::Players { format, min, max, given });
        }
        start.decks.iter().map(|deck| self.deck(deck)).collect()
    }

    fn deck(&self, id: &str) -> Result<usize, SetupError> {
        let place = self.decks.iter().position(|deck| deck.id == id);
        place.ok_or_else(|| SetupError::UnknownDeck(id.to_owned()))
    }
}
