//! Setting up: Heroes, the Consul's roster, decks, the map and what stands on it.

use std::sync::Arc;

use super::Play;
use super::actions::{LAY_AT, LAY_TILE, PLACE};
use super::content::{Deck, Explore, Rank, Size, Sort};
use super::state::{Figure, HEROES, LOOT, MAX_FIGURES, MAX_HEROES, PLACES, State, TREASURE, Task};
use super::vocabulary::Event;
use cardwright_engine::board::{Square, Squares};
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::tokens::Track;
use cardwright_engine::core::zones::Zones;
use cardwright_engine::core::{Flow, Step};
use cardwright_engine::game::{Choice, SetupError, Start};
use cardwright_engine::skirmish::{Piece, Spent, field};

/// Streams of random numbers for shuffling; 0 to 7 are the dice.
pub(super) const LOOT_STREAM: usize = 8;
pub(super) const TREASURE_STREAM: usize = 9;

fn position(message: impl Into<String>) -> SetupError {
    SetupError::Position(message.into())
}

impl Explore {
    /// A table with nothing on it.
    pub(super) fn empty(&self, start: &Start, size: Size) -> State {
        State {
            flow: Flow::new(start),
            size,
            dungeon: Arc::clone(&self.nowhere),
            tile_effects: Vec::new(),
            laid: Vec::new(),
            wanted_tiles: Vec::new(),
            figures: Vec::new(),
            heroes: 0,
            chests: Vec::new(),
            start: Square(0),
            cards: Vec::new(),
            zones: Zones::new(PLACES),
            lasting: Vec::new(),
            attack: None,
            active: None,
            spent: Spent::default(),
            consul: 1,
            seats: 2,
            round: 0,
            gauge: Track::new(self.tracker.gauge.max(self.tracker.super_at)),
            meter: Track::new(self.tracker.meter),
            skulls: 0,
            is_overcharged: false,
            is_boss_pending: false,
            called_in: 0,
            is_boss_fight: false,
            is_timed_out: false,
            last_enemy: NONE,
            adventure: NONE,
            spawn_left: -1,
            dying: 0,
            killer: NONE,
            aftermath: None,
            turn_spent: 0,
            turn_count: 0,
            is_extra_declined: false,
            initiative: [0, 0],
            is_window_due: false,
            nearest: [i32::MAX; 4],
            idle_rounds: 0,
        }
    }

    /// The position before the first decision of a game.
    pub(super) fn set_up(&self, start: &Start) -> Result<State, SetupError> {
        let format = &self.formats[self.code.format(start)?];
        let decks = self.code.seated(start, format.min_players, format.max_players)?;
        let decks: Vec<&Deck> = decks.into_iter().map(|deck| &self.decks[deck]).collect();
        let mut state = self.empty(start, format.size);
        state.seats = decks.len() as u8;
        self.seat_heroes(&mut state, &decks)?;
        self.field_roster(&mut state, &decks)?;
        self.fill_decks(&mut state);
        state.flow.start(Task::Open);
        let points: Vec<u16> = points_of(&state);
        for left in (1..=format.size.chests).rev() {
            state.flow.start(Task::PlaceChest { left: format.size.chests - left + 1 });
        }
        for hero in (0..state.heroes).rev() {
            state.flow.start(Task::PlaceHero { figure: hero });
        }
        state.flow.start(Task::PlaceStart);
        for figure in points.into_iter().rev() {
            state.flow.start(Task::PlacePoint { figure });
        }
        state.flow.start(Task::ChooseTile);
        Ok(state)
    }

    /// Puts the Heroes at their seats. A party that several seats bring is shared: its Heroes
    /// are dealt out in turn.
    fn seat_heroes(&self, state: &mut State, decks: &[&Deck]) -> Result<(), SetupError> {
        let mut rosters = decks.iter().enumerate().filter(|(_, deck)| deck.is_roster);
        let Some((consul, _)) = rosters.next() else {
            return Err(position("nobody brings a roster: there is no Consul"));
        };
        if rosters.next().is_some() {
            return Err(position("only one player is the Consul"));
        }
        state.consul = consul as u8;
        for (seat, deck) in decks.iter().enumerate().filter(|(_, deck)| !deck.is_roster) {
            let sharing: Vec<usize> = decks
                .iter()
                .enumerate()
                .filter(|(_, other)| other.id == deck.id)
                .map(|(seat, _)| seat)
                .collect();
            let own = sharing.iter().position(|other| *other == seat).unwrap_or(0);
            let mine: Vec<DefId> =
                deck.heroes.iter().skip(own).step_by(sharing.len().max(1)).copied().collect();
            if mine.is_empty() {
                return Err(position(format!("seat {} has no Hero", seat + 1)));
            }
            for (place, def) in mine.iter().enumerate() {
                if mine[..place].contains(def) {
                    return Err(position("a player has the same Hero twice"));
                }
                if self.facts(*def).is_shapeshifted {
                    return Err(position("a shapeshifted Hero cannot be chosen"));
                }
                self.add_figure(state, *def, seat as u8)
                    .ok_or_else(|| position("there are too many Heroes"))?;
            }
        }
        state.heroes = state.figures.len() as u16;
        let wanted = u16::from(state.size.heroes);
        if state.heroes != wanted || usize::from(state.heroes) > MAX_HEROES {
            let message = format!("there are {} Heroes, but {wanted} play", state.heroes);
            return Err(position(message));
        }
        for hero in 0..state.heroes {
            let most = self.facts(state.figure(hero).def).potions;
            state.figure_mut(hero).potions = most.min(self.numbers.first_potions);
        }
        Ok(())
    }

    /// Adds the Consul's spawning points, pool, mini-bosses and boss.
    fn field_roster(&self, state: &mut State, decks: &[&Deck]) -> Result<(), SetupError> {
        let Some(roster) = decks.iter().find(|deck| deck.is_roster) else {
            return Ok(());
        };
        let size = state.size;
        let points: u8 = roster.points.iter().map(|(_, count)| *count).sum();
        let bosses = u8::from(roster.boss != NONE);
        // Fewer spawning points than tiles are the Consul's own loss.
        if points == 0 || points > size.points {
            let message =
                format!("the roster has {points} spawning points, but {} play", size.points);
            return Err(position(message));
        }
        let numbers = [
            (roster.mini_bosses.len() as u8, size.mini_bosses, "mini-bosses"),
            (bosses, size.bosses, "bosses"),
        ];
        for (given, wanted, what) in numbers {
            if given != wanted {
                let message = format!("the roster has {given} {what}, but {wanted} play");
                return Err(position(message));
            }
        }
        for (def, count) in &roster.points {
            for _ in 0..*count {
                self.add_figure(state, *def, state.consul);
            }
        }
        for (monster, count) in self.pool_of(&roster.points)? {
            for _ in 0..count {
                self.add_figure(state, monster, state.consul);
            }
        }
        for def in &roster.mini_bosses {
            let figure = self.add_figure(state, *def, state.consul);
            if size.mini_boss_ends {
                state.last_enemy = figure.unwrap_or(NONE);
            }
        }
        if roster.boss != NONE {
            let boss = self.add_figure(state, roster.boss, state.consul);
            state.last_enemy = boss.unwrap_or(NONE);
            self.attach_adventure(state, roster.boss);
        }
        state.wanted_tiles.clone_from(&roster.tiles);
        Ok(())
    }

    /// Adds the adventure effects of a boss, and the models that they summon.
    pub(super) fn attach_adventure(&self, state: &mut State, boss: DefId) {
        state.adventure = self.adventure_of(boss);
        for (def, count) in &self.facts(state.adventure).pool {
            let known = state.figures.iter().filter(|figure| figure.def == *def).count();
            for _ in known..usize::from(*count) {
                if let Some(figure) = self.add_figure(state, *def, state.consul) {
                    state.figure_mut(figure).is_reserve = true;
                }
            }
        }
    }

    /// The monsters that spawning points add to the pool. Paired points add theirs once per pair.
    fn pool_of(&self, points: &[(DefId, u8)]) -> Result<Vec<(DefId, u8)>, SetupError> {
        let mut pool = Vec::new();
        for (point, count) in points {
            let facts = self.facts(*point);
            if facts.is_paired && count % 2 == 1 {
                let name = &self.code.defs[usize::from(*point)].name;
                return Err(position(format!("{name} are taken two at a time")));
            }
            let times = if facts.is_paired { count / 2 } else { *count };
            pool.extend(facts.pool.iter().map(|(def, number)| (*def, number * times)));
        }
        Ok(pool)
    }

    /// Fills the loot and treasure decks. A card that belongs to a model is used only with that
    /// model.
    pub(super) fn fill_decks(&self, state: &mut State) {
        for (sort, place) in [(Sort::Loot, LOOT), (Sort::Relic, TREASURE), (Sort::Mimic, TREASURE)]
        {
            for (def, facts) in self.printed(sort, state.size.sets) {
                let is_fielded = facts.sort == Sort::Mimic
                    || facts.linked == NONE
                    || state.figures.iter().any(|figure| figure.def == facts.linked);
                for _ in 0..if is_fielded { facts.copies } else { 0 } {
                    state.add_card(def, place);
                }
            }
        }
        let rng = &mut state.flow.luck.rng;
        state.zones.shuffle(LOOT, rng, LOOT_STREAM);
        state.zones.shuffle(TREASURE, rng, TREASURE_STREAM);
    }

    /// Adds a figure off the map, or returns `None` if there is no room for more.
    pub(super) fn add_figure(&self, state: &mut State, def: DefId, seat: u8) -> Option<u16> {
        if state.figures.len() >= MAX_FIGURES {
            return None;
        }
        let facts = self.facts(def);
        let rank = if facts.sort == Sort::Point { Rank::Point } else { facts.rank };
        state.figures.push(Figure {
            def,
            rank,
            seat,
            is_large: facts.is_large,
            is_reserve: false,
            is_fallen: false,
            at: None,
            left: None,
            wounds: 0,
            potions: 0,
            statuses: 0,
            activations: 0,
            more_hearts: 0,
        });
        Some((state.figures.len() - 1) as u16)
    }
}

fn points_of(state: &State) -> Vec<u16> {
    let all = state.figures.iter().enumerate().filter(|(_, figure)| figure.is_point());
    all.map(|(place, _)| place as u16).collect()
}

/// Asks which tile is laid next. The Consul lays the first one, then the sides take turns.
pub(super) fn publish_tile(run: &mut Play<'_>) -> Step {
    let laid = run.state.laid.len();
    if laid >= usize::from(run.state.size.tiles) {
        open_map(run);
        return Step::Done;
    }
    let mut tiles: Vec<(DefId, u8)> = Vec::new();
    let wanted = run.state.wanted_tiles.get(laid).copied();
    for (def, facts) in run.rules.printed(Sort::Tile, run.state.size.sets) {
        let used = run.state.laid.iter().filter(|one| one.tile == def).count();
        let is_free = used < usize::from(facts.copies);
        if is_free && wanted.is_none_or(|wanted| wanted == def) {
            tiles.extend((0..facts.faces.len() as u8).map(|side| (def, side)));
        }
    }
    for (def, side) in tiles {
        run.option(LAY_TILE, def, u16::from(side));
    }
    Step::decide(turn_seat(run), "tile")
}

/// The seat that lays the next tile.
fn turn_seat(run: &Play<'_>) -> u8 {
    let first_hero = run.state.figures.first().map_or(0, |hero| hero.seat);
    if run.state.laid.len().is_multiple_of(2) { run.state.consul } else { first_hero }
}

pub(super) fn publish_spot(run: &mut Play<'_>, tile: DefId, side: u8) -> Step {
    let spots = run.rules.spots(&run.state.laid, tile, side);
    for place in 0..spots.len() {
        run.option(LAY_AT, Choice::NO_CARD, place as u16 + 1);
    }
    Step::decide(turn_seat(run), "place for the tile")
}

pub(super) fn lay(run: &mut Play<'_>, tile: DefId, side: u8, choice: Choice) {
    let spots = run.rules.spots(&run.state.laid, tile, side);
    if let Some(spot) = spots.get(usize::from(choice.extra).wrapping_sub(1)) {
        run.state.laid.push(*spot);
        run.flow().touch();
    }
    run.push(Task::ChooseTile);
}

/// Makes a map of the tiles, once all are laid.
fn open_map(run: &mut Play<'_>) {
    match run.rules.dungeon(&run.state.laid) {
        Ok(dungeon) => run.rules.enter(run.state, dungeon),
        // This cannot happen: only spots that fit are offered.
        Err(_) => run.finish(0, "no-map"),
    }
    run.flow().touch();
}

/// Asks where a spawning point goes: one per tile, not in a hallway.
pub(super) fn publish_point(run: &mut Play<'_>, figure: u16) -> Step {
    let state = &*run.state;
    let taken = state.taken(None);
    let room = field::room(&state.dungeon.terrain, state.figure(figure).base(), &taken);
    let free = room - state.dungeon.hallways;
    let others: Vec<u16> = points_of(state);
    let placed: Vec<Square> = others.iter().filter_map(|one| state.figure(*one).at).collect();
    let free = off_tiles(state, &free, &placed);
    offer_squares(run, &free);
    Step::decide(run.state.consul, "spawning point")
}

/// The free squares on tiles without any of the others; all free squares if there are none.
fn off_tiles(state: &State, free: &Squares, others: &[Square]) -> Squares {
    let grid = state.dungeon.grid();
    let shares =
        |square: &Square| others.iter().any(|o| grid.place(*o).shares_tile(grid.place(*square)));
    let apart: Squares = free.iter().filter(|square| !shares(square)).collect();
    if apart.is_empty() { *free } else { apart }
}

/// Asks where the start marker goes: near a hallway that leads nowhere, with room for the party.
pub(super) fn publish_start(run: &mut Play<'_>) -> Step {
    let state = &*run.state;
    let distances = &state.dungeon.terrain.board.distances;
    let free = state.dungeon.grid().all() - state.taken(None);
    let is_near = |square: &Square| {
        let ways = state.dungeon.open_ways.iter();
        ways.map(|way| distances.between(*square, *way)).min().unwrap_or(0)
            <= run.rules.numbers.start_distance
    };
    let has_room = |square: &Square| {
        (distances.adjacent(&[*square]) & free).len() >= usize::from(state.heroes)
    };
    let near: Squares = free.iter().filter(is_near).collect();
    let roomy: Squares = near.iter().filter(has_room).collect();
    let squares = if roomy.is_empty() { near } else { roomy };
    offer_squares(run, &squares);
    let seat = run.state.figures.first().map_or(0, |hero| hero.seat);
    Step::decide(seat, "start marker")
}

/// Asks where a Hero starts: on an empty square next to the start marker, or as near as possible.
pub(super) fn publish_hero(run: &mut Play<'_>, figure: u16) -> Step {
    let squares = beside_start(run.state, figure);
    offer_squares(run, &squares);
    Step::decide(run.state.figure(figure).seat, "place of a Hero")
}

/// The free squares nearest to the start marker, without the marker's own.
pub(super) fn beside_start(state: &State, figure: u16) -> Squares {
    let mut taken = state.taken(Some(figure));
    taken.insert(state.start);
    let base = state.figure(figure).base();
    let terrain = &state.dungeon.terrain;
    let free = field::room(terrain, base, &taken);
    field::nearest_to(terrain, base, &free, &[state.start])
}

/// Asks where a chest goes: one per tile. Unlike spawning points, chests may be in a hallway.
pub(super) fn publish_chest(run: &mut Play<'_>) -> Step {
    let state = &*run.state;
    let free = state.dungeon.grid().all() - state.taken(None);
    let free = off_tiles(state, &free, &state.chests);
    offer_squares(run, &free);
    Step::decide(run.state.consul, "place of a chest")
}

/// Lists squares to put something on.
pub(super) fn offer_squares(run: &mut Play<'_>, squares: &Squares) {
    for square in squares.iter() {
        run.option(PLACE, square.0, 0);
    }
}

/// Puts down what a set-up decision was about.
pub(super) fn put(run: &mut Play<'_>, task: Task, square: Square) {
    match task {
        Task::PlacePoint { figure } | Task::PlaceHero { figure } => {
            run.state.figure_mut(figure).at = Some(square);
            let def = run.state.figure(figure).def;
            if let Some(tally) = &mut run.state.flow.tally {
                tally.count_played(def);
            }
            run.flow().touch();
        }
        Task::PlaceStart => run.state.start = square,
        _ => run.state.chests.push(square),
    }
}

/// Starts the game after everything has been placed.
pub(super) fn open(run: &mut Play<'_>) {
    debug_assert!(run.state.figures.iter().all(|f| f.side() != HEROES || f.at.is_some()));
    run.push(Task::Round);
    run.raise(Event::GameStarts, &[]);
}
