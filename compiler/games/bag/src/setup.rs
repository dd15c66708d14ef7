//! Setting up: the stack of tiles, the bags, the Adventurers.

use super::content::{Bag, Format, Role, Sort};
use super::fight::figure;
use super::state::{
    Adventurer, BAG, Fate, LAIR, MAX_ADVENTURERS, PLACES, STACK, State, TABLE, Task,
};
use super::vocabulary::Stat;
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::zones::{NOWHERE, Zones};
use cardwright_engine::core::{Flow, Look};
use cardwright_engine::game::{SetupError, Start};

/// Streams of random numbers for shuffling; 0 to 7 are the dice.
const TILES: usize = 8;
pub(super) const MONSTERS: usize = 9;
pub(super) const ITEMS: usize = 10;

impl Bag {
    /// A table with nothing on it.
    pub(super) fn empty(&self, start: &Start, format: &Format) -> State {
        State {
            flow: Flow::new(start),
            options: format.options,
            cards: Vec::new(),
            damage: Vec::new(),
            handled: Vec::new(),
            barred: Vec::new(),
            drawn_by: Vec::new(),
            zones: Zones::new(PLACES),
            adventurers: Vec::new(),
            tiles: Vec::new(),
            active: 0,
            acting: 0,
            turn: 0,
            fight: None,
            rush: None,
            ring: None,
            is_ring_in_play: false,
            last_turns: None,
            scroll: NONE,
            is_turn_over: false,
            extra_turns: 0,
            bought: None,
            deeds: [0; 6],
            idle_turns: 0,
        }
    }

    /// The position before the first decision of a game.
    pub(super) fn set_up(&self, start: &Start) -> Result<State, SetupError> {
        let format = &self.formats[self.code.format(start)?];
        let decks = self.code.seated(start, format.min_players, format.max_players)?;
        let mut state = self.empty(start, format);
        self.stack_tiles(&mut state, format)?;
        self.fill_bags(&mut state, format.sets);
        for (seat, deck) in decks.into_iter().enumerate() {
            let party = &self.parties[deck];
            if state.scroll == NONE {
                state.scroll = party.scroll;
            }
            let members = if format.options.solo { party.members.len() } else { 1 };
            if party.members.len() != members || members == 0 {
                let wanted = &start.decks[seat];
                let message =
                    format!("`{wanted}` needs exactly one Adventurer for `{}`", format.id);
                return Err(SetupError::Position(message));
            }
            for def in &party.members {
                self.add_adventurer(&mut state, *def, seat as u8)?;
            }
        }
        state.active = (state.adventurers.len() - 1) as u8;
        state.flow.start(Task::Turn);
        state.flow.start(Task::Open);
        if format.options.solo {
            state.flow.start(Task::LeaveOut);
        }
        for one in 0..state.adventurers.len() as u8 {
            self.make_whole(&mut state, one);
        }
        Ok(state)
    }

    /// Gives an Adventurer all the health that the cards in play allow.
    pub(super) fn make_whole(&self, state: &mut State, adventurer: u8) {
        let health = Look::new(self, state).stat(Stat::MaxHealth, figure(adventurer));
        state.adventurer_mut(adventurer).health = health;
    }

    /// Puts an Adventurer on Start with full health, action points and lives.
    pub(super) fn add_adventurer(
        &self,
        state: &mut State,
        def: DefId,
        seat: u8,
    ) -> Result<(), SetupError> {
        if state.adventurers.len() >= MAX_ADVENTURERS {
            let message = format!("there are more than {MAX_ADVENTURERS} Adventurers");
            return Err(SetupError::Position(message));
        }
        let facts = self.facts(def);
        state.adventurers.push(Adventurer {
            def,
            seat,
            health: facts.health,
            ap: facts.ap,
            lent: 0,
            lives: state.options.lives,
            tile: 0,
            fate: Fate::Inside,
            is_falling: false,
        });
        Ok(())
    }

    /// Lays Start and stacks the other tiles. The Exit is shuffled into the lower half of the
    /// stack, so it never comes early.
    fn stack_tiles(&self, state: &mut State, format: &Format) -> Result<(), SetupError> {
        let (mut start, mut exit, mut others) = (None, None, Vec::new());
        for (def, facts) in self.printed(Sort::Tile, format.sets) {
            for _ in 0..facts.copies {
                match facts.role {
                    Role::Start => start = Some(def),
                    Role::Exit => exit = Some(def),
                    _ => others.push(def),
                }
            }
        }
        let (Some(start), Some(exit)) = (start, exit) else {
            return Err(SetupError::Position("a dungeon needs a Start and an Exit".to_owned()));
        };
        // Numbers are given before the tiles are shuffled, so that they tell nothing about the order.
        let mut others: Vec<u16> =
            others.into_iter().map(|def| state.add_card(def, STACK)).collect();
        let exit = state.add_card(exit, STACK);
        state.flow.luck.rng.shuffle(TILES, &mut others);
        let upper = others.len() / 2;
        let mut lower = others.split_off(upper);
        lower.push(exit);
        state.flow.luck.rng.shuffle(TILES, &mut lower);
        for card in lower.into_iter().chain(others) {
            state.zones.put_top(card, STACK);
        }
        self.lay_start(state, start);
        Ok(())
    }

    pub(super) fn lay_start(&self, state: &mut State, start: DefId) {
        let card = state.add_card(start, TABLE);
        state.put_tile(card, (0, 0), self.facts(start).open);
    }

    fn fill_bags(&self, state: &mut State, sets: u64) {
        for (def, facts) in self.printed(Sort::Monster, sets) {
            for _ in 0..facts.copies {
                state.add_card(def, if facts.is_guard { NOWHERE } else { LAIR });
            }
        }
        let mut items: Vec<DefId> = Vec::new();
        for (def, facts) in self.printed(Sort::Item, sets) {
            for _ in 0..facts.copies {
                if facts.is_ring {
                    state.ring = Some(state.add_card(def, NOWHERE));
                } else {
                    items.push(def);
                }
            }
        }
        // The number of an item that lies face down must not tell what it is.
        state.flow.luck.rng.shuffle(ITEMS, &mut items);
        for def in items {
            state.add_card(def, BAG);
        }
        state.zones.shuffle(LAIR, &mut state.flow.luck.rng, MONSTERS);
        state.zones.shuffle(BAG, &mut state.flow.luck.rng, ITEMS);
    }
}
