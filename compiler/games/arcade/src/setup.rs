//! Setting up: the dungeon, the decks, the Heroes and their enemies.

use super::actions::{LAY, PLACE};
use super::content::{Format, Party};
use super::decks::stream_of;
use super::field::Field;
use super::figure::{Chest, Figure, Side};
use super::group::{Group, MAX_FIGURES};
use super::orders::NO_COMMAND;
use super::printed::Sort;
use super::state::*;
use super::tasks::Task;
use super::under_way::{Defense, Tracker};
use super::vocabulary::Event;
use super::{Arcade, Play};
use cardwright_engine::board::{Point, Spot, Square, Squares, Turn};
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::dice::Pool;
use cardwright_engine::core::zones::Zones;
use cardwright_engine::core::{Flow, Step, Thing};
use cardwright_engine::game::{SetupError, Start};

/// Streams of random numbers besides those of dice and decks.
const TILES: usize = 13;
const POINTS: usize = 14;

impl Arcade {
    /// A table with nothing on it.
    pub(super) fn empty(&self, start: &Start, format: &Format) -> State {
        State {
            flow: Flow::new(start),
            field: Field::nowhere(),
            tiles: Tiles::default(),
            size: Size {
                tiles: format.tiles as u8,
                activations: format.activations,
                first_spawns: format.first_spawns,
                turn_limit: format.turn_limit,
                sets: format.sets,
            },
            figures: Vec::new(),
            chests: Vec::new(),
            start: None,
            cards: Vec::new(),
            zones: Zones::new(PLACES),
            coins: 0,
            free_wrath: 0,
            all_wrath: 0,
            boosts: Vec::new(),
            used_up: Vec::new(),
            actions: Vec::new(),
            defense: Defense::default(),
            turn: 0,
            is_hero_turn: true,
            active: NOBODY,
            is_activation_over: false,
            sequence: 0,
            chart: NONE,
            space: 0,
            chart_bonus: [0; CHART_STATS.len()],
            command: NO_COMMAND,
            next_order: 0,
            obeyed: Group::NOBODY,
            signed: Group::NOBODY,
            has_move: false,
            regrouped: Group::NOBODY,
            arrivals: Vec::new(),
            arrived: Group::NOBODY,
            boss: NOBODY,
            mini_bosses: [NOBODY; 2],
            mini_bosses_spawned: 0,
            mini_spaces: 0,
            is_boss_spawned: false,
            is_boss_fight: false,
            is_plot_drawn: false,
            points_destroyed: 0,
            points_at_start: 0,
            tracker: Tracker::default(),
            all_kills: 0,
            rewards: 0,
            fresh: [NOBODY; 2],
            settles_ties: false,
            is_thirsty: true,
            never_thirsty: false,
            has_traded: false,
        }
    }

    /// The position before the first decision of a game.
    pub(super) fn set_up(&self, start: &Start) -> Result<State, SetupError> {
        let format = &self.formats[self.code.format(start)?];
        let party = &self.parties[self.code.seated(start, 1, 1)?[0]];
        let mut state = self.empty(start, format);
        self.recruit(&mut state, party, format)?;
        self.fill_decks(&mut state);
        for def in &party.modes {
            state.add_card(*def, IN_FORCE);
        }
        let mut tiles: Vec<DefId> = match party.tiles.as_slice() {
            [] => self.printed(Sort::Tile, format.sets).map(|(def, _)| def).collect(),
            named => named.to_vec(),
        };
        tiles.retain(|tile| !self.facts(*tile).faces.is_empty());
        state.flow.luck.rng.shuffle(TILES, &mut tiles);
        if tiles.len() < format.tiles {
            let message = format!("a dungeon for `{}` needs {} tiles", format.id, format.tiles);
            return Err(SetupError::Position(message));
        }
        tiles.truncate(format.tiles);
        tiles.reverse();
        state.tiles.to_lay = tiles;
        state.flow.start(Task::HeroTurn);
        state.flow.start(Task::Open);
        state.flow.start(Task::Populate);
        state.flow.start(Task::LayTile);
        Ok(state)
    }

    /// Adds the figures of the game: Heroes first, then spawning points, bosses and the pool.
    fn recruit(&self, state: &mut State, party: &Party, format: &Format) -> Result<(), SetupError> {
        let count = party.heroes.len() as i64;
        if count < format.heroes.0 || count > format.heroes.1 {
            let (id, most) = (&format.id, format.heroes.1);
            let message = format!("`{id}` is for {} to {most} Heroes", format.heroes.0);
            return Err(SetupError::Position(message));
        }
        for def in &party.heroes {
            self.add_hero(state, *def);
        }
        state.chart = self.chart_for(party.heroes.len(), format.sets);
        if state.chart == NONE {
            return Err(SetupError::Position("no chart is for so many Heroes".to_owned()));
        }
        if party.points.len() != format.points || party.boss == NONE {
            let message =
                format!("`{}` needs {} spawning points and a boss", party.id, format.points);
            return Err(SetupError::Position(message));
        }
        let mut points = party.points.clone();
        state.flow.luck.rng.shuffle(POINTS, &mut points);
        for def in &points {
            state.figures.push(Figure::new(self, *def, Side::Point));
        }
        state.points_at_start = points.len() as u8;
        state.boss = self.add_monster(state, party.boss);
        for (place, def) in party.mini_bosses.iter().take(2).enumerate() {
            state.mini_bosses[place] = self.add_monster(state, *def);
        }
        self.fill_pool(state, &party.points);
        let booties: Vec<(DefId, u16)> = self
            .printed(Sort::BooBooty, format.sets)
            .map(|(_, facts)| (facts.other, facts.copies))
            .collect();
        for (def, copies) in booties {
            for _ in 0..copies.min(4) {
                self.add_monster(state, def);
            }
        }
        if state.figures.len() > MAX_FIGURES {
            let message = format!("there are more than {MAX_FIGURES} models");
            return Err(SetupError::Position(message));
        }
        self.provide(state);
        Ok(())
    }

    /// Fills the pool with the monsters of the spawning points. A point's card lists the pool of a
    /// single point, or of a pair together.
    fn fill_pool(&self, state: &mut State, points: &[DefId]) {
        let mut left = points.to_vec();
        while let Some(def) = left.pop() {
            let facts = self.facts(def);
            let spawned: u32 = facts.spawns.iter().map(|(_, count)| u32::from(*count)).sum();
            let pooled: u32 = facts.pool.iter().map(|(_, count)| u32::from(*count)).sum();
            // A pool with more monsters than one point spawns is that of a pair, so it counts once.
            if pooled > spawned
                && let Some(twin) = left.iter().position(|other| *other == def)
            {
                left.remove(twin);
            }
            for (kind, count) in &facts.pool {
                for _ in 0..*count {
                    self.add_monster(state, *kind);
                }
            }
        }
    }

    /// Provides the tokens of a party: a coin for each Hero and some more, and wrath tokens for
    /// each.
    pub(super) fn provide(&self, state: &mut State) {
        let heroes = state.figures.iter().filter(|one| one.is_hero()).count() as i32;
        state.coins = heroes + self.numbers.extra_coins;
        state.all_wrath = self.numbers.wrath_per_hero * heroes;
        state.free_wrath = state.all_wrath;
    }

    pub(super) fn add_hero(&self, state: &mut State, def: DefId) {
        let mut hero = Figure::new(self, def, Side::Hero);
        hero.potions = self.facts(def).potions.min(1);
        state.figures.push(hero);
    }

    pub(super) fn add_monster(&self, state: &mut State, def: DefId) -> u16 {
        state.figures.push(Figure::new(self, def, Side::Monster));
        (state.figures.len() - 1) as u16
    }

    /// Fills and shuffles all decks. Linked cards are left out without their model, and boss
    /// challenges without their boss.
    fn fill_decks(&self, state: &mut State) {
        let is_fielded = |state: &State, def: DefId| {
            def == NONE || state.figures.iter().any(|one| one.def == def)
        };
        let boss = if state.boss == NOBODY { NONE } else { state.figure(state.boss).def };
        for (sort, deck) in [
            (Sort::Loot, LOOT),
            (Sort::Treasure, TREASURE),
            (Sort::BooBooty, TREASURE),
            (Sort::Challenge, CHALLENGE),
            (Sort::BossChallenge, BOSS_CHALLENGE),
            (Sort::Plot, PLOT),
        ] {
            let cards: Vec<(DefId, u16)> = self
                .printed(sort, state.size.sets)
                .filter(|(_, facts)| is_fielded(state, facts.linked))
                .filter(|(_, facts)| {
                    sort != Sort::BossChallenge || facts.other == NONE || facts.other == boss
                })
                .map(|(def, facts)| (def, facts.copies))
                .collect();
            for (def, copies) in cards {
                for _ in 0..copies {
                    state.add_card(def, deck);
                }
            }
        }
        for deck in [LOOT, TREASURE, CHALLENGE, BOSS_CHALLENGE, PLOT] {
            state.zones.shuffle(deck, &mut state.flow.luck.rng, stream_of(deck));
        }
    }

    /// The ways to lay the next tile with that side and turn. The fourth tile joins the third and
    /// never the first.
    pub(super) fn spots(&self, state: &State, side: u8, quarters: u8) -> Vec<Spot> {
        let Some(tile) = state.tiles.to_lay.last() else { return Vec::new() };
        let Some(face) = self.facts(*tile).faces.get(usize::from(side)) else { return Vec::new() };
        let laid = &state.tiles.laid;
        let Ok(layout) = self.layout(laid) else { return Vec::new() };
        let turn = Turn::ALL[usize::from(quarters % 4)];
        let mut spots = layout.spots_turned(face, turn);
        if laid.len() == 3 {
            let turned = face.turned(turn);
            let joins = |number: usize, spot: &Spot| {
                let alone = self.layout_of(&laid[number]);
                alone.is_some_and(|alone| matches!(alone.joins(&turned, spot.at), Ok(1..)))
            };
            spots.retain(|spot| joins(2, spot) && !joins(0, spot));
        }
        spots
    }

    /// A tile by itself, where it lies.
    fn layout_of(&self, laid: &Laid) -> Option<cardwright_engine::board::Layout> {
        self.layout(std::slice::from_ref(laid)).ok()
    }
}

/// Asks where the next tile lies. A green die decides how it is turned and which side is up.
pub(super) fn publish_tile(run: &mut Play<'_>) -> Step {
    let Some(tile) = run.state.tiles.to_lay.last().copied() else { return Step::Done };
    if run.state.tiles.laid.is_empty() {
        run.state.tiles.to_lay.pop();
        run.state.tiles.laid.push(Laid { tile, side: 0, quarters: 0, x: 0, y: 0 });
        run.push(Task::LayTile);
        return Step::Done;
    }
    let roll = run.throw(&Pool::of(run.rules.green, 1), 0, Thing::NONE);
    let shown = run.rules.symbols.count(&roll, &run.code.dice);
    let sides = run.rules.facts(tile).faces.len() as u8;
    let flips = shown.hearts > 0 && shown.potions > 0 && sides > 1;
    let (side, quarters) = (u8::from(flips), shown.stars.rem_euclid(4) as u8);
    // First as rolled, then turned further until a doorway meets another, then flipped.
    for (side, quarters) in (0..8).map(|step| {
        let side = if step < 4 { side } else { (side + 1) % sides.max(1) };
        (side, (quarters + step) % 4)
    }) {
        let spots = run.rules.spots(run.state, side, quarters);
        if !spots.is_empty() {
            run.state.tiles.rolled = (side, quarters);
            for place in 0..spots.len() as u16 {
                run.option(LAY, place, 0);
            }
            return Step::decide(0, "lay");
        }
    }
    // If all doorways are used up, the dungeon stays smaller.
    run.state.tiles.to_lay.pop();
    run.push(Task::LayTile);
    Step::Done
}

/// Lays a tile.
pub(super) fn lay(run: &mut Play<'_>, place: u16) {
    let (side, quarters) = run.state.tiles.rolled;
    let spots = run.rules.spots(run.state, side, quarters);
    if let (Some(spot), Some(tile)) = (spots.get(usize::from(place)), run.state.tiles.to_lay.pop())
    {
        let Point { x, y } = spot.at;
        run.state.tiles.laid.push(Laid { tile, side, quarters, x, y });
    }
    run.push(Task::LayTile);
}

/// Makes the map and puts everything on it.
pub(super) fn populate(run: &mut Play<'_>) {
    let Ok(field) = run.rules.field(&run.state.tiles.laid) else {
        return run.finish(0, "no-dungeon");
    };
    let state = &mut *run.state;
    state.field = field;
    state.size.tiles = state.tiles.laid.len() as u8;
    let grid = &state.field.board().grid;
    let spawn = grid.having("spawn");
    let points: Vec<u16> = (0..state.figures.len() as u16)
        .filter(|figure| state.figure(*figure).side == Side::Point)
        .collect();
    let mut chests = Vec::new();
    for (place, point) in points.into_iter().enumerate() {
        let on_tile = grid.tile(place as u8) & spawn;
        let square = on_tile.iter().next().or_else(|| grid.tile(place as u8).iter().next());
        let tile = place as u8 + 1;
        let one = &mut state.figures[usize::from(point)];
        one.at = square;
        one.tile = tile;
        let def = one.def;
        if let Some(tally) = &mut state.flow.tally {
            tally.count_played(def);
        }
        chests.push(point);
    }
    state.flow.touch();
    for tile in (1..=run.state.size.first_spawns).rev() {
        run.push(Task::FirstSpawn { tile });
    }
    for point in chests.into_iter().rev() {
        run.push(Task::PutChest { point });
    }
    let heroes = run.state.figures.iter().filter(|one| one.is_hero()).count() as u16;
    for hero in (0..heroes).rev() {
        run.push(Task::Enter { hero });
    }
    run.push(Task::PutStart);
}

/// Asks where the start token lies: by an exit of the first tile, as far as possible from its
/// spawning point.
pub(super) fn publish_start(run: &mut Play<'_>) -> Step {
    let state = &*run.state;
    let first = state.field.exits.iter().copied().filter(|exit| state.field.tile(*exit) == 1);
    let exits: Vec<Square> = first.collect();
    let exits = if exits.is_empty() { state.field.exits.clone() } else { exits };
    let point = state.points().find(|point| state.tile_of(*point) == 1);
    let from = point.map_or(&[][..], |point| state.squares(point));
    let distance = |exit: &Square| state.field.distance(&[*exit], from);
    let most = exits.iter().map(distance).max();
    let fitting: Squares =
        exits.iter().copied().filter(|exit| Some(distance(exit)) == most).collect();
    if fitting.is_empty() {
        run.state.start = Some(Square(0));
        return Step::Done;
    }
    for square in fitting.iter() {
        run.option(PLACE, square.0, 0);
    }
    Step::decide(0, "start")
}

/// Asks where a Hero starts: on the start token or next to it, or as near as there is room.
pub(super) fn publish_entry(run: &mut Play<'_>, hero: u16) -> Step {
    let state = &*run.state;
    let is_large = state.figure(hero).is_large;
    let bases = state.field.bases(is_large);
    let free = state.free(is_large, None);
    let start = state.start.unwrap_or(Square(0));
    let steps = |at: Square| state.field.distance(bases.squares(at), &[start]);
    let least = free.iter().map(steps).min().unwrap_or(0).max(1);
    let room: Squares = free.iter().filter(|at| steps(*at) <= least).collect();
    for square in room.iter() {
        run.option(PLACE, square.0, 0);
    }
    Step::decide(0, "enter")
}

/// Asks where the chest of a tile stands.
pub(super) fn publish_chest(run: &mut Play<'_>, point: u16) -> Step {
    let state = &*run.state;
    let tile = state.tile_of(point);
    let near = |at: &Square| {
        state.field.tile(*at) == tile
            && state.field.distance(&[*at], state.squares(point)) <= run.rules.numbers.chest_range
    };
    let room: Squares = state.free(false, None).iter().filter(near).collect();
    for square in room.iter() {
        run.option(PLACE, square.0, 0);
    }
    Step::decide(0, "chest")
}

/// Puts a chest on a square.
pub(super) fn put_chest(run: &mut Play<'_>, square: Square) {
    let tile = run.state.field.tile(square);
    run.state.chests.push(Chest { at: square, tile });
}

/// Lets the spawning point of one of the first tiles spawn.
pub(super) fn first_spawn(run: &mut Play<'_>, tile: u8) {
    let point = run.state.points().find(|point| run.state.figure(*point).tile == tile);
    if let Some(point) = point {
        super::spawning::spawn(run, point);
    }
}

/// Begins the first turn.
pub(super) fn open(run: &mut Play<'_>) {
    run.raise(Event::GameStarts, &[]);
}
