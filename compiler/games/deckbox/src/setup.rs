//! Setting up: the quest, the heroes, the shop.

use std::sync::Arc;

use super::board::ENTRANCE;
use super::content::{Deckbox, Sort};
use super::moves;
use super::plan::{NOWHERE, Plan};
use super::state::{Check, DECK, Hero, MAX_HEROES, NO_QUEST, NOBODY, Options, PLACES, State, Task};
use super::vocabulary::Stat;
use cardwright_engine::core::code::DefId;
use cardwright_engine::core::zones::Zones;
use cardwright_engine::core::{Flow, Look, Thing};
use cardwright_engine::game::{SetupError, Start};

/// The stream of random numbers for the item deck; 0 to 7 are the dice.
pub(super) const ITEMS: usize = 8;

impl Deckbox {
    /// A table with the first room of a quest and nobody on it.
    pub(super) fn empty(
        &self,
        start: &Start,
        options: Options,
        plan: Arc<Plan>,
        quest: u16,
    ) -> State {
        State {
            flow: Flow::new(start),
            options,
            standing: vec![NOBODY; plan.len()],
            plan,
            quest,
            lying: 1,
            heroes: Vec::new(),
            enemies: Vec::new(),
            cards: Vec::new(),
            handled: Vec::new(),
            zones: Zones::new(PLACES),
            active: NOBODY,
            acting: 0,
            moves: 0,
            path: Vec::new(),
            attack: None,
            round: 0,
            is_enemy_phase: false,
            check: Check::default(),
            deeds: 0,
            idle_rounds: 0,
        }
    }

    /// The position before the first decision of a game.
    pub(super) fn set_up(&self, start: &Start) -> Result<State, SetupError> {
        let format = &self.formats[self.code.format(start)?];
        let decks = self.code.seated(start, format.min_players, format.max_players)?;
        let quest = self.quests.iter().position(|quest| quest.def == format.quest);
        let quest = quest.ok_or_else(|| {
            SetupError::Position(format!("`{}` has no quest that can be played", format.id))
        })?;
        let plan = self.quests[quest].plan.clone();
        let mut state = self.empty(start, format.options, plan, quest as u16);
        self.fill_deck(&mut state);
        for (seat, deck) in decks.into_iter().enumerate() {
            for build in &self.parties[deck].builds {
                self.add_hero(&mut state, *build, seat as u8)?;
            }
        }
        state.flow.start(Task::Open);
        for hero in 0..state.heroes.len() as u8 {
            self.make_whole(&mut state, hero);
        }
        Ok(state)
    }

    /// Gives a hero all the health that the cards in play allow.
    pub(super) fn make_whole(&self, state: &mut State, hero: u8) {
        let thing = Thing::figure(u16::from(hero));
        state.hero_mut(hero).health = Look::new(self, state).stat(Stat::MaxHealth, thing);
    }

    /// Shuffles all items into the deck.
    pub(super) fn fill_deck(&self, state: &mut State) {
        for (def, facts) in self.printed(Sort::Item) {
            for _ in 0..facts.copies {
                state.add_card(def, DECK);
            }
        }
        state.zones.shuffle(DECK, &mut state.flow.luck.rng, ITEMS);
    }

    /// Puts a hero on the next entrance space, or as near as possible.
    pub(super) fn add_hero(
        &self,
        state: &mut State,
        build: [DefId; 3],
        seat: u8,
    ) -> Result<u8, SetupError> {
        if state.heroes.len() >= MAX_HEROES {
            let message = format!("there are more than {MAX_HEROES} heroes");
            return Err(SetupError::Position(message));
        }
        let [hero, equipment, ability] = build;
        let place = state.heroes.len() as u8;
        state.heroes.push(Hero {
            hero,
            equipment,
            ability,
            seat,
            square: NOWHERE,
            left: NOWHERE,
            health: self.facts(hero).health.max(1),
            energy: 0,
            treasure: 0,
            actions: self.numbers.actions,
            most_actions: self.numbers.actions,
            moves_later: 0,
            is_done: false,
            again: false,
            free_used: 0,
        });
        let entrances = moves::having(&state.plan.names, ENTRANCE);
        let open = || (0..state.plan.len() as u16).filter(|square| state.is_open(*square));
        let free = |square: &u16| entrances[usize::from(*square)] && state.is_free(*square);
        let first = open().find(|square| entrances[usize::from(*square)]);
        let nearest = || moves::nearest_free(state, first.or_else(|| open().next())?, None);
        let square = open().find(free).or_else(nearest);
        let square = square
            .ok_or_else(|| SetupError::Position("there is no room for the heroes".to_owned()))?;
        state.put(u16::from(place), square);
        Ok(place)
    }

    /// The options for a scenario that names no format.
    pub(super) fn usual_options(&self) -> Options {
        let usual = Options {
            is_ranged_first: false,
            do_heroes_block: true,
            spawn: [(0, 0), (0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)],
        };
        self.formats.first().map_or(usual, |format| format.options)
    }

    /// The index of a quest.
    pub(super) fn quest_place(&self, def: DefId) -> u16 {
        let place = self.quests.iter().position(|quest| quest.def == def);
        place.map_or(NO_QUEST, |place| place as u16)
    }
}
