//! The spawn phase: skull points, skull tokens, and the final enemy.

use super::actions::{CLEAR_STATUS, END, SPAWN, SPAWN_FROM, SPEND_SKULL, pair};
use super::content::{Explore, Rank};
use super::facts::Platform;
use super::state::{Figure, Figures, State, Task, bit, each};
use super::vocabulary::{Event, Stat};
use super::{Play, setup};
use cardwright_engine::board::{Square, Squares};
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::{Step, Thing};
use cardwright_engine::game::Choice;
use cardwright_engine::skirmish::{Piece, field};

impl Explore {
    /// The platform that the Power Gauge has reached.
    pub(super) fn platform(&self, state: &State) -> Platform {
        match () {
            () if state.is_boss_fight => Platform::Super,
            () if state.is_overcharged => Platform::Overcharge,
            () if state.gauge.at >= self.tracker.sixteen_bit_at => Platform::SixteenBit,
            () => Platform::EightBit,
        }
    }

    /// How many mini-bosses may be on the map at once.
    fn mini_boss_cap(&self, state: &State) -> usize {
        match self.platform(state) {
            // The mini-boss is the final enemy then and does not come from spawning points.
            _ if state.size.mini_boss_ends => 0,
            Platform::EightBit => 0,
            Platform::SixteenBit => self.numbers.mini_bosses[0],
            Platform::Overcharge | Platform::Super => self.numbers.mini_bosses[1],
        }
    }

    /// Whether a monster of the pool may be spawned now, apart from its cost and room.
    pub(super) fn is_spawnable(&self, state: &State, figure: &Figure) -> bool {
        let facts = self.facts(figure.def);
        let is_ranked = match figure.rank {
            Rank::Minion | Rank::Denizen => true,
            Rank::MiniBoss => {
                let present = state.present().filter(|(_, f)| f.rank == Rank::MiniBoss);
                present.count() < self.mini_boss_cap(state)
            }
            _ => false,
        };
        figure.at.is_none()
            && !figure.is_reserve
            && is_ranked
            && facts.platform <= self.platform(state)
    }
}

/// Begins the spawn phase: the final enemy appears, or spawning points spawn in any order. Nothing
/// spawns during the boss fight.
pub(super) fn start(run: &mut Play<'_>) {
    // A final enemy that is called while a round starts appears in the next round.
    let is_due = run.state.is_boss_pending && run.state.called_in < run.state.round;
    if is_due && !run.state.is_boss_fight {
        return run.push(Task::PlaceLast);
    }
    if run.state.is_boss_fight {
        return;
    }
    let points = run.state.present().filter(|(_, figure)| figure.is_point());
    let left = points.fold(0, |all, (place, _)| all | bit(place));
    run.push(Task::SpawnFrom { left });
}

/// Asks which spawning point spawns next, of those that can bring somebody. The last one is not
/// asked for.
pub(super) fn publish_points(run: &mut Play<'_>, left: Figures) -> Step {
    let budget = run.look().stat(Stat::SpawnBudget, Thing::NONE) + run.state.skulls;
    let able: Vec<u16> = each(left)
        .filter(|point| run.state.figure(*point).at.is_some())
        .filter(|point| !affordable(run, *point, budget).is_empty())
        .collect();
    if let [only] = able[..] {
        take_point(run, left, only);
        return Step::Done;
    }
    for point in able {
        run.option(SPAWN_FROM, point, 0);
    }
    Step::decide(run.state.consul, "spawning point")
}

pub(super) fn take_point(run: &mut Play<'_>, left: Figures, point: u16) {
    run.push(Task::SpawnFrom { left: left & !bit(point) });
    run.push(Task::Spawn { point });
}

/// The monsters that a spawning point has room for and can pay with so many skull points.
fn affordable(run: &Play<'_>, point: u16, points: i32) -> Vec<DefId> {
    let state = &*run.state;
    let (small, large) = (has_room(state, false, point), has_room(state, true, point));
    let mut defs: Vec<DefId> = Vec::new();
    for (place, figure) in state.figures.iter().enumerate() {
        let fits = if figure.is_large { large } else { small };
        if fits && !defs.contains(&figure.def) && run.rules.is_spawnable(state, figure) {
            let skull = run.look().stat(Stat::Skull, Thing::figure(place as u16));
            if skull <= points {
                defs.push(figure.def);
            }
        }
    }
    defs
}

/// Asks what a spawning point spawns next. A negative `spawn_left` means that the point has not
/// begun yet.
pub(super) fn publish(run: &mut Play<'_>, point: u16) -> Step {
    if run.state.figure(point).at.is_none() {
        return Step::Done;
    }
    if run.state.spawn_left < 0 {
        run.state.spawn_left = run.look().stat(Stat::SpawnBudget, Thing::NONE);
    }
    let (left, skulls) = (run.state.spawn_left, run.state.skulls);
    // A token is of use only if it can bring somebody, alone or with the others.
    let may_spend = skulls > 0 && !affordable(run, point, left + skulls).is_empty();
    for def in affordable(run, point, left) {
        run.option(SPAWN, def, 0);
    }
    if may_spend {
        run.option(SPEND_SKULL, Choice::NO_CARD, 0);
    }
    if run.state.flow.options.is_empty() {
        run.state.spawn_left = -1;
        return Step::Done;
    }
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(run.state.consul, "spawn")
}

fn has_room(state: &State, is_large: bool, point: u16) -> bool {
    !beside(state, is_large, point).is_empty()
}

/// The free anchors beside a figure.
pub(super) fn beside(state: &State, is_large: bool, figure: u16) -> Squares {
    let base = if is_large {
        cardwright_engine::board::Base::LARGE
    } else {
        cardwright_engine::board::Base::SMALL
    };
    let taken = state.taken(None);
    field::room_beside(&state.dungeon.terrain, base, &taken, state.squares(figure))
}

pub(super) fn take(run: &mut Play<'_>, point: u16, choice: Choice) {
    match choice.action {
        SPAWN => {
            let rules = run.rules;
            let state = &*run.state;
            let waiting = state
                .figures
                .iter()
                .position(|figure| figure.def == choice.card && rules.is_spawnable(state, figure));
            let Some(figure) = waiting.map(|place| place as u16) else {
                return;
            };
            let skull = run.look().stat(Stat::Skull, Thing::figure(figure));
            run.state.spawn_left -= skull;
            run.push(Task::Spawn { point });
            run.push(Task::Arrive { figure, beside: point });
        }
        SPEND_SKULL => {
            run.state.skulls -= 1;
            run.state.spawn_left += 1;
            run.push(Task::Spawn { point });
        }
        _ => run.state.spawn_left = -1,
    }
}

/// Asks where a monster appears: next to the spawning point or the model that summons it, or as
/// near as there is room.
pub(super) fn publish_arrival(run: &mut Play<'_>, figure: u16, beside_figure: u16) -> Step {
    let state = &*run.state;
    let is_large = state.figure(figure).is_large;
    let mut squares = beside(state, is_large, beside_figure);
    if squares.is_empty() {
        let (terrain, base) = (&state.dungeon.terrain, state.figure(figure).base());
        let free = field::room(terrain, base, &state.taken(Some(figure)));
        squares = field::nearest_to(terrain, base, &free, state.squares(beside_figure));
    }
    setup::offer_squares(run, &squares);
    Step::decide(run.state.consul, "place of a monster")
}

/// Puts a monster into play.
pub(super) fn arrive(run: &mut Play<'_>, figure: u16, square: Square) {
    let one = run.state.figure_mut(figure);
    one.at = Some(square);
    one.wounds = 0;
    one.statuses = 0;
    one.activations = 0;
    let def = one.def;
    if let Some(tally) = &mut run.state.flow.tally {
        tally.count_played(def);
    }
    run.flow().touch();
    run.note(|look| format!("{} appears", super::name_of(look, Thing::figure(figure))));
    let bound = [Thing::figure(figure).bits()];
    if figure == run.state.last_enemy {
        run.state.is_boss_fight = true;
        run.state.is_boss_pending = false;
        run.raise(Event::BossSpawned, &bound);
    }
    run.raise(Event::Spawned, &bound);
    super::moves::enter_auras(run);
}

/// Asks where the final enemy appears, far from every Hero.
pub(super) fn publish_last(run: &mut Play<'_>) -> Step {
    let squares = far_squares(run.rules, run.state, run.state.last_enemy);
    setup::offer_squares(run, &squares);
    Step::decide(run.state.consul, "place of the final enemy")
}

/// The free anchors far enough from every Hero, or else the farthest there are.
pub(super) fn far_squares(rules: &Explore, state: &State, figure: u16) -> Squares {
    let terrain = &state.dungeon.terrain;
    let Some(one) = state.figures.get(usize::from(figure)) else {
        return Squares::EMPTY;
    };
    let base = one.base();
    let free = field::room(terrain, base, &state.taken(Some(figure)));
    let heroes: Vec<Square> =
        state.living().flat_map(|hero| state.squares(hero).to_vec()).collect();
    field::far_from(terrain, base, &free, &heroes, rules.numbers.final_distance)
}

/// Asks which statuses of monsters the remaining skull tokens remove. The rest are discarded.
pub(super) fn publish_tokens(run: &mut Play<'_>) -> Step {
    let monsters: Vec<(u16, u64)> = run
        .state
        .present()
        .filter(|(_, figure)| figure.is_monster() && figure.statuses != 0)
        .map(|(place, figure)| (place, figure.statuses))
        .collect();
    if run.state.skulls == 0 || monsters.is_empty() {
        run.state.skulls = 0;
        return Step::Done;
    }
    for (figure, statuses) in monsters {
        for status in each(u128::from(statuses)) {
            run.option(CLEAR_STATUS, pair(figure, status), 0);
        }
    }
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(run.state.consul, "skull tokens")
}

/// A figure of a printed card that is not on the map, or else a new one.
pub(super) fn recruit(run: &mut Play<'_>, def: DefId) -> Option<u16> {
    let figures = run.state.figures.iter().enumerate();
    let waiting = figures.filter(|(place, figure)| {
        figure.def == def && figure.at.is_none() && *place as u16 != run.state.last_enemy
    });
    let waiting = waiting.min_by_key(|(_, figure)| !figure.is_reserve);
    if let Some((place, _)) = waiting {
        return Some(place as u16);
    }
    if def == NONE {
        return None;
    }
    let (rules, consul) = (run.rules, run.state.consul);
    let figure = rules.add_figure(run.state, def, consul)?;
    run.state.figure_mut(figure).is_reserve = true;
    Some(figure)
}
