//! Setting up: the dungeon, the decks, the Heroes and their enemies.

use super::actions::{LAY, NEXT, PLACE};
use super::content::{Format, Party};
use super::decks::stream_of;
use super::field::Field;
use super::figure::{Chest, Figure, Side};
use super::group::{Group, MAX_FIGURES};
use super::orders::NO_COMMAND;
use super::printed::Sort;
use super::state::*;
use super::tasks::Task;
use super::under_way::{Defense, Progress, Tracker};
use super::vocabulary::Event;
use super::{Arcade, Play};
use cardwright_engine::board::{Face, Point, Spot, Square, Squares, Turn};
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::dice::Pool;
use cardwright_engine::core::zones::Zones;
use cardwright_engine::core::{Flow, Step, Thing};
use cardwright_engine::game::{SetupError, Start};

/// Streams of random numbers besides those of dice and decks.
const TILES: usize = 13;
const MODES: usize = 14;

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
                sets: format.sets,
            },
            seats: 1,
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
            reactions: Vec::new(),
            defense: Defense::default(),
            turn: 0,
            progress: Progress::default(),
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
            is_commanding: false,
            moved: Group::NOBODY,
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
            tracker: Tracker::default(),
            all_kills: 0,
            rewards: 0,
            fresh: [NOBODY; 4],
            settles_ties: false,
            thirsty: u8::MAX,
            refused: Group::NOBODY,
            never_thirsty: false,
            has_traded: false,
        }
    }

    /// The position before the first decision of a game.
    pub(super) fn set_up(&self, start: &Start) -> Result<State, SetupError> {
        let format = &self.formats[self.code.format(start)?];
        let (fewest, most) = format.players;
        let seated = self.code.seated(start, fewest, most)?;
        if seated.iter().any(|party| *party != seated[0]) {
            let message = "all players play one party".to_owned();
            return Err(SetupError::Position(message));
        }
        let party = &self.parties[seated[0]];
        if seated.len() > party.heroes.len() {
            let message = "there are more players than Heroes".to_owned();
            return Err(SetupError::Position(message));
        }
        let mut state = self.empty(start, format);
        state.seats = seated.len() as u8;
        self.recruit(&mut state, party, format)?;
        self.fill_decks(&mut state, party.boss_deck);
        for (sort, count) in
            [(Sort::EasyMode, party.easy_modes), (Sort::HardMode, party.hard_modes)]
        {
            self.turn_up_modes(&mut state, sort, count);
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
        state.tiles.left_out = tiles.split_off(format.tiles);
        for tile in tiles.into_iter().rev() {
            let sides = self.facts(tile).faces.len() as u32;
            let side = state.flow.luck.rng.below(TILES, sides) as u8;
            state.tiles.to_lay.push((tile, side));
        }
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
        state.chart = self.chart_for(party.chart, party.heroes.len(), format.sets);
        if state.chart == NONE {
            return Err(SetupError::Position("no chart is for so many Heroes".to_owned()));
        }
        if party.points.len() != format.points || party.boss == NONE {
            let message =
                format!("`{}` needs {} spawning points and a boss", party.id, format.points);
            return Err(SetupError::Position(message));
        }
        for def in &party.points {
            state.figures.push(Figure::new(self, *def, Side::Point));
        }
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

    /// Turns up modes of a sort at random.
    fn turn_up_modes(&self, state: &mut State, sort: Sort, count: usize) {
        let modes = self.printed(sort, state.size.sets);
        let mut modes: Vec<DefId> =
            modes.flat_map(|(def, facts)| vec![def; usize::from(facts.copies)]).collect();
        state.flow.luck.rng.shuffle(MODES, &mut modes);
        for def in modes.into_iter().take(count) {
            state.add_card(def, IN_FORCE);
        }
    }

    /// Fills and shuffles all decks. Linked cards are left out without their model, and boss
    /// challenges without their boss or of another deck.
    fn fill_decks(&self, state: &mut State, boss_deck: u8) {
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
                    sort != Sort::BossChallenge
                        || (facts.other == NONE || facts.other == boss)
                            && facts.boss_deck == boss_deck
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

    /// The ways to lay the next tile with the side up that is up.
    pub(super) fn spots(&self, state: &State) -> Vec<Spot> {
        let Some((tile, side)) = state.tiles.to_lay.last() else { return Vec::new() };
        let Some(face) = self.facts(*tile).faces.get(usize::from(*side)) else { return Vec::new() };
        let Ok(layout) = self.layout(&state.tiles.laid) else { return Vec::new() };
        let mut spots = layout.spots(face);
        spots.retain(|spot| self.may_join(state, &face.turned(spot.turn), spot.at));
        spots
    }

    /// Whether a turned tile may lie at a place, if it fits there. The fourth tile joins the third
    /// and never the first.
    fn may_join(&self, state: &State, turned: &Face, at: Point) -> bool {
        let laid = &state.tiles.laid;
        let joins = |number: usize| {
            let alone = self.layout(std::slice::from_ref(&laid[number]));
            alone.is_ok_and(|alone| matches!(alone.joins(turned, at), Ok(1..)))
        };
        laid.len() != 3 || joins(2) && !joins(0)
    }

    /// Whether the next tile can lie at a place with that side up and turned so.
    fn fits(&self, state: &State, (tile, side): (DefId, u8), quarters: u8, at: Point) -> bool {
        let Some(face) = self.facts(tile).faces.get(usize::from(side)) else { return false };
        let turned = face.turned(Turn::ALL[usize::from(quarters % 4)]);
        let layout = self.layout(&state.tiles.laid);
        layout.is_ok_and(|layout| matches!(layout.joins(&turned, at), Ok(1..)))
            && self.may_join(state, &turned, at)
    }
}

impl State {
    /// The square of a tile, from 1, on which its spawning point stands.
    fn spawn_square(&self, tile: u8) -> Option<Square> {
        let grid = &self.field.board().grid;
        let squares = grid.tile(tile - 1);
        let marked = squares & grid.having("spawn");
        marked.iter().next().or_else(|| squares.iter().next())
    }
}

/// Asks where the next tile is laid, and how, before the die turns it.
pub(super) fn publish_tile(run: &mut Play<'_>) -> Step {
    let Some((tile, side)) = run.state.tiles.to_lay.last().copied() else { return Step::Done };
    if run.state.tiles.laid.is_empty() {
        run.state.tiles.to_lay.pop();
        run.state.tiles.laid.push(Laid { tile, side, quarters: 0, x: 0, y: 0 });
        run.push(Task::LayTile);
        return Step::Done;
    }
    let mut spots = run.rules.spots(run.state);
    if spots.is_empty()
        && let Some((tile, side)) = run.state.tiles.to_lay.last_mut()
    {
        *side = other_side(run.rules, *tile, *side);
        spots = run.rules.spots(run.state);
    }
    for place in 0..spots.len() as u16 {
        run.option(LAY, place, 0);
    }
    if spots.is_empty() {
        // If all doorways are used up, the dungeon stays smaller.
        run.state.tiles.to_lay.pop();
        run.push(Task::LayTile);
        return Step::Done;
    }
    Step::decide(0, "lay")
}

fn other_side(rules: &Arcade, tile: DefId, side: u8) -> u8 {
    (side + 1) % (rules.facts(tile).faces.len() as u8).max(1)
}

/// Lays a tile. A green die turns it where it lies, or flips it; then it is turned further until a
/// doorway meets another, and flipped if none ever does.
pub(super) fn lay(run: &mut Play<'_>, place: u16) {
    run.push(Task::LayTile);
    let spots = run.rules.spots(run.state);
    let (Some(spot), Some((tile, up))) =
        (spots.get(usize::from(place)), run.state.tiles.to_lay.pop())
    else {
        return;
    };
    let roll = run.throw(&Pool::of(run.rules.green, 1), 0, Thing::NONE);
    let shown = run.rules.symbols.count(&roll, &run.code.dice);
    let other = other_side(run.rules, tile, up);
    let flips = shown.hearts > 0 && shown.potions > 0;
    let sides = if flips { [other, up] } else { [up, other] };
    let turned = spot.turn as u8 + shown.stars.rem_euclid(4) as u8;
    let ways = sides.into_iter().flat_map(|side| (0..4).map(move |step| (side, turned + step)));
    let (rules, state) = (run.rules, &*run.state);
    let way = ways
        .into_iter()
        .find(|(side, quarters)| rules.fits(state, (tile, *side), *quarters, spot.at));
    // As the players laid it, it fits in any case.
    let (side, quarters) = way.unwrap_or((up, spot.turn as u8));
    let Point { x, y } = spot.at;
    run.state.tiles.laid.push(Laid { tile, side, quarters: quarters % 4, x, y });
}

/// Makes the map and puts everything on it.
pub(super) fn populate(run: &mut Play<'_>) {
    let Ok(field) = run.rules.field(&run.state.tiles.laid) else {
        return run.finish(0, "no-dungeon");
    };
    let state = &mut *run.state;
    state.field = field;
    state.size.tiles = state.tiles.laid.len() as u8;
    state.flow.touch();
    for tile in (1..=run.state.size.first_spawns).rev() {
        run.push(Task::FirstSpawn { tile });
    }
    for tile in (1..=run.state.size.tiles).rev() {
        run.push(Task::PutChest { tile });
        run.push(Task::PutPoint { tile });
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
    let spawn: Vec<Square> = state.spawn_square(1).into_iter().collect();
    let distance = |exit: &Square| state.field.distance(&[*exit], &spawn);
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
    let spawns: Squares =
        (1..=state.size.tiles).filter_map(|tile| state.spawn_square(tile)).collect();
    let free = state.free(is_large, None);
    let free = free.iter().filter(|at| !bases.cover(*at).intersects(&spawns));
    let free: Squares = free.collect();
    let start = state.start.unwrap_or(Square(0));
    let steps = |at: Square| state.field.distance(bases.squares(at), &[start]);
    let least = free.iter().map(steps).min().unwrap_or(0).max(1);
    let room: Squares = free.iter().filter(|at| steps(*at) <= least).collect();
    for square in room.iter() {
        run.option(PLACE, square.0, 0);
    }
    Step::decide(0, "enter")
}

/// Asks which spawning point stands on a tile. Those of one kind are the same.
pub(super) fn publish_point(run: &mut Play<'_>, tile: u8) -> Step {
    let state = &*run.state;
    let all = state.figures.iter().enumerate();
    let left = all.filter(|(_, one)| one.side == Side::Point && one.at.is_none());
    let mut kinds: Vec<(DefId, u16)> = Vec::new();
    for (place, one) in left {
        if kinds.iter().all(|(known, _)| *known != one.def) {
            kinds.push((one.def, place as u16));
        }
    }
    if let [(_, only)] = kinds.as_slice() {
        put_point(run, *only, tile);
        return Step::Done;
    }
    for (_, point) in kinds {
        run.option(NEXT, point, u16::from(tile));
    }
    Step::decide(0, "point")
}

/// Puts a spawning point on its square of a tile.
pub(super) fn put_point(run: &mut Play<'_>, point: u16, tile: u8) {
    if let Some(square) = run.state.spawn_square(tile) {
        super::moves::stand(run, point, square);
        run.state.figure_mut(point).tile = tile;
        run.flow().touch();
    }
}

/// Asks where the chest of a tile stands.
pub(super) fn publish_chest(run: &mut Play<'_>, tile: u8) -> Step {
    let state = &*run.state;
    let spawn: Vec<Square> = state.spawn_square(tile).into_iter().collect();
    let near = |at: &Square| {
        state.field.tile(*at) == tile
            && state.field.distance(&[*at], &spawn) <= run.rules.numbers.chest_range
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
