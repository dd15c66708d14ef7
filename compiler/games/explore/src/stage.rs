//! Scenarios of Super Dungeon Explore: how a position is laid out and how options are named.

use std::sync::Arc;

use cardwright_model::Expr;

use super::actions::*;
use super::content::{Explore, Rank, Sort};
use super::dungeon::{Dungeon, Laid};
use super::state::{
    ATTRIBUTE, CONSUL, HELD, HEROES, LOOT, PRINTED, SIDE, STATUS, State, TREASURE, Task, worn,
};
use super::{board, damage, round};
use cardwright_engine::board::{Grid, Point, Square};
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::zones::NOWHERE;
use cardwright_engine::core::{CoreScript, Placed};
use cardwright_engine::core::{Look, Part, Run, SetUp, Staged, Thing};
use cardwright_engine::game::Choice;
use cardwright_engine::skirmish::{Spent, maps};

/// The seats of a scenario.
const HERO_SEAT: u8 = 0;
const CONSUL_SEAT: u8 = 1;

impl Staged for Explore {
    fn lay(&self, table: &SetUp<'_>) -> Result<State, String> {
        let start = table.start();
        if !start.decks.is_empty() {
            return self.set_up(&start).map_err(|error| error.to_string());
        }
        let format = &self.formats[self.code.usual_format(&start)?];
        let mut state = self.empty(&start, format.size);
        state.consul = CONSUL_SEAT;
        self.lay_models(&mut state, table)?;
        self.lay_pool(&mut state, table)?;
        self.lay_decks(&mut state, table)?;
        self.lay_tracks(&mut state, table)?;
        self.lay_phase(&mut state, table)?;
        let mut run = Run { rules: self, state: &mut state, code: &self.code };
        for figure in 0..run.state.figures.len() as u16 {
            if run.state.figure(figure).at.is_some() {
                damage::check(&mut run, figure);
            }
        }
        Ok(state)
    }

    fn parts(look: Look<'_, Explore>, choice: Choice) -> Vec<(&'static str, Part)> {
        let figure = |name, id: u16| (name, Part::Thing(Thing::figure(id)));
        let card = |id: u16| ("card", Part::Thing(Thing::card(id)));
        let square = |id: u16| {
            let at = look.state.dungeon.grid().at(Square(id));
            vec![
                ("column", Part::Number(i32::from(at.x) + 1)),
                ("row", Part::Number(i32::from(at.y) + 1)),
            ]
        };
        // A basic attack has no name, so it never matches a name.
        let line = |name, place: u16| {
            let line = look.rules.lines.get(usize::from(place));
            (name, line.map_or(Part::Number(0), |line| Part::Text(line.name)))
        };
        // The attribute that an attack with an area is rolled with.
        let rolled = |choice: Choice| {
            let user = look.state.active.unwrap_or(0);
            let aiming = look.rules.aiming(Explore::own_reach(look, user), choice.extra);
            let is_plain = choice.card != Choice::NO_CARD && choice.card & PLAIN != 0;
            let attribute = aiming.attack_with(aiming.distance.is_some() && !is_plain);
            ("by", Part::Thing(Thing::new(ATTRIBUTE, u16::from(attribute))))
        };
        match choice.action {
            ACTIVATE | RUN | ROLL_WITH | SPAWN_FROM => vec![figure("figure", choice.card)],
            HEAL_WOUND | TAKE_POTION => vec![figure("figure", choice.card)],
            MOVE | OPEN_CHEST | PLACE | SHIFT_TO => square(choice.card),
            ATTACK | SHOOT | USE_ON => {
                vec![figure("target", choice.card), line("with", choice.extra)]
            }
            BURST => {
                let target = figure("target", choice.card & !PLAIN);
                vec![target, line("with", choice.extra), rolled(choice)]
            }
            AIM => {
                let side = Part::Thing(Thing::new(SIDE, choice.card & !PLAIN));
                vec![("toward", side), line("with", choice.extra), rolled(choice)]
            }
            UNLEASH => vec![line("with", choice.extra), rolled(choice)],
            DRINK => {
                let (drinker, owner) = unpair(choice.card);
                let mut parts = vec![figure("figure", drinker), figure("from", owner)];
                parts.push(line("potion", choice.extra));
                parts
            }
            SPAWN => vec![("monster", Part::Thing(Thing::new(PRINTED, choice.card)))],
            LAY_TILE => vec![
                ("tile", Part::Thing(Thing::new(PRINTED, choice.card))),
                ("side", Part::Number(i32::from(choice.extra) + 1)),
            ],
            LAY_AT => vec![("place", Part::Number(i32::from(choice.extra)))],
            CLEAR_STATUS => {
                let (one, status) = unpair(choice.card);
                vec![figure("figure", one), ("status", Part::Thing(Thing::new(STATUS, status)))]
            }
            EQUIP => vec![card(choice.card), figure("figure", choice.extra)],
            HOLD | SACRIFICE | TAKE_LOOT => vec![card(choice.card)],
            cardwright_engine::core::action::USE => vec![figure("card", choice.card)],
            _ => Vec::new(),
        }
    }

    /// Declines potions for everybody, unless the scenario says that somebody drinks. Draws what
    /// may be drawn, and takes things in their order, unless the scenario says otherwise.
    fn passes(script: &CoreScript<'_, Explore>, _: &str) -> Option<usize> {
        let flow = &script.state.flow;
        let first = |action: u8| flow.options.iter().position(|choice| choice.action == action);
        match flow.top()? {
            Task::Window { .. } => first(END),
            Task::MayDraw { .. } => first(DRAW),
            Task::SpawnFrom { .. } | Task::Control { .. } => Some(0),
            _ => None,
        }
    }

    fn resolve(script: &CoreScript<'_, Explore>, expr: &Expr) -> Option<Thing> {
        let Expr::Symbol { domain, id } = expr else {
            return None;
        };
        let class = match domain.as_str() {
            "side" => SIDE,
            "status" => STATUS,
            "attribute" => ATTRIBUTE,
            _ => return None,
        };
        let place = script.look().code.ordinal(domain, id)?;
        Some(Thing::new(class, place as u16))
    }
}

impl Explore {
    /// Lays the map and the models on it.
    fn lay_models(&self, state: &mut State, table: &SetUp<'_>) -> Result<(), String> {
        let drawn = table.scenario.map.as_ref().ok_or("a position needs a `map`")?;
        let face = maps::face(&drawn.map, &board::words())?;
        let grid = Grid::of_face(&face).map_err(|error| error.to_string())?;
        self.enter(state, Arc::new(Dungeon::new(grid)));
        for tile in table.cards("laid")? {
            state.laid.push(Laid { tile: tile.def, side: 0, turn: 0, x: 0, y: 0 });
        }
        state.chests = state.dungeon.having(board::CHEST).iter().collect();
        let start = state.dungeon.having(board::START).iter().next();
        state.start = start.unwrap_or(Square(0));
        // Heroes must be the first figures; all others follow in the order of the map.
        let mut models: Vec<(bool, Point, Placed<'_>)> = Vec::new();
        for (mark, figures) in &drawn.figures {
            for point in maps::cells(&drawn.map, *mark) {
                for figure in figures {
                    let placed = table.card(figure)?;
                    let is_hero = self.facts(placed.def).sort == Sort::Hero;
                    models.push((!is_hero, point, placed));
                }
            }
        }
        models.sort_by_key(|(is_other, point, _)| (*is_other, point.y, point.x));
        let fallen = table.cards("fallen")?;
        let is_hero = |(is_other, _, _): &&(bool, Point, Placed<'_>)| !is_other;
        let present: Vec<_> = models.iter().filter(is_hero).collect();
        for (_, point, placed) in present {
            self.lay_model(state, placed, Some(*point))?;
        }
        for placed in &fallen {
            let figure = self.lay_model(state, placed, None)?;
            let hearts = self.facts(placed.def).hearts;
            let one = state.figure_mut(figure);
            one.is_fallen = true;
            if placed.number("wounds").is_none() {
                one.wounds = hearts;
            }
        }
        state.heroes = state.figures.len() as u16;
        // A large model is drawn on all its squares; the first of them is where it stands.
        let mut covered: Vec<(u16, Point)> = Vec::new();
        for (_, point, placed) in models.iter().filter(|(is_other, _, _)| *is_other) {
            if self.facts(placed.def).is_large {
                let near = |(def, corner): &(u16, Point)| {
                    *def == placed.def
                        && (0..2).contains(&(point.x - corner.x))
                        && (0..2).contains(&(point.y - corner.y))
                };
                if covered.iter().any(near) {
                    continue;
                }
                covered.push((placed.def, *point));
            }
            self.lay_model(state, placed, Some(*point))?;
        }
        Ok(())
    }

    fn lay_model(
        &self,
        state: &mut State,
        placed: &Placed<'_>,
        at: Option<Point>,
    ) -> Result<u16, String> {
        let facts = self.facts(placed.def);
        if !matches!(facts.sort, Sort::Hero | Sort::Monster | Sort::Point) {
            return Err("only models stand on a map".to_owned());
        }
        let seat = match (facts.sort == Sort::Hero, placed.number("seat")) {
            (false, _) => CONSUL_SEAT,
            (true, None) => HERO_SEAT,
            (true, Some(seat)) => (seat.clamp(1, 6) - 1) as u8,
        };
        if facts.sort == Sort::Hero && seat == CONSUL_SEAT {
            return Err("seat 2 is that of the Consul".to_owned());
        }
        state.seats = state.seats.max(seat + 1);
        let figure = self.add_figure(state, placed.def, seat).ok_or("there are too many models")?;
        let square = match at {
            Some(point) => {
                let square = state.dungeon.grid().square(point);
                Some(square.ok_or("a model stands on no square")?)
            }
            None => None,
        };
        let base = if facts.is_large {
            cardwright_engine::board::Base::LARGE
        } else {
            cardwright_engine::board::Base::SMALL
        };
        if let Some(square) = square
            && !state.dungeon.terrain.footprints(base).fits(square)
        {
            return Err("a large model has no room where it is drawn".to_owned());
        }
        let number = |name: &str| placed.number(name).map(|n| n.clamp(0, 99) as i32);
        let statuses = self.values(placed, "status")?;
        let one = state.figure_mut(figure);
        one.at = square;
        one.wounds = number("wounds").unwrap_or(0);
        one.more_hearts = number("hearts").map_or(0, |hearts| (hearts - facts.hearts) as i8);
        one.potions = number("potions").unwrap_or(0);
        one.statuses = statuses;
        one.activations = u8::from(placed.is("activated"));
        let (spent, moved) = (number("spent"), number("moved"));
        if spent.is_some() || moved.is_some() || placed.is("active") {
            one.activations = 1;
            state.active = Some(figure);
            state.spent =
                Spent { actions: spent.unwrap_or(0), squares: moved.unwrap_or(0), running: false };
        }
        if facts.sort == Sort::Hero {
            for id in placed.names("equips") {
                let def = self.code.def(&id).ok_or_else(|| format!("there is no card `{id}`"))?;
                state.add_card(def, worn(figure));
            }
        }
        Ok(figure)
    }

    /// Values of an enum in a property, as bits.
    fn values(&self, placed: &Placed<'_>, domain: &str) -> Result<u64, String> {
        let mut set = 0;
        for id in placed.names(domain) {
            let place = self.code.ordinal(domain, &id);
            set |= 1 << place.ok_or_else(|| format!("there is no {domain} `{id}`"))?;
        }
        Ok(set)
    }

    /// Adds the monsters that wait in the pool.
    fn lay_pool(&self, state: &mut State, table: &SetUp<'_>) -> Result<(), String> {
        for placed in table.cards("pool")? {
            for _ in 0..placed.number("count").unwrap_or(1).clamp(0, 40) {
                self.lay_model(state, &placed, None)?;
            }
        }
        for placed in table.cards("mini-bosses")? {
            self.lay_model(state, &placed, None)?;
        }
        let present = |state: &State, rank: Rank| {
            let place = state.figures.iter().position(|figure| figure.rank == rank);
            place.map_or(NONE, |place| place as u16)
        };
        if let Some(placed) = table.cards("boss")?.first()
            && !state.figures.iter().any(|figure| figure.def == placed.def)
        {
            self.lay_model(state, placed, None)?;
        }
        let last = if state.size.mini_boss_ends { Rank::MiniBoss } else { Rank::Boss };
        state.last_enemy = present(state, last);
        if let Some(boss) = state.figures.get(usize::from(state.last_enemy)) {
            let (def, is_boss) = (boss.def, boss.rank == Rank::Boss);
            if is_boss {
                self.attach_adventure(state, def);
            }
        }
        Ok(())
    }

    fn lay_decks(&self, state: &mut State, table: &SetUp<'_>) -> Result<(), String> {
        for (field, place) in [("loot-deck", LOOT), ("treasure-deck", TREASURE), ("held", HELD)] {
            for placed in table.cards(field)? {
                let card = state.add_card(placed.def, NOWHERE);
                state.zones.put_bottom(card, place);
            }
        }
        Ok(())
    }

    fn lay_tracks(&self, state: &mut State, table: &SetUp<'_>) -> Result<(), String> {
        let number = |field: &str, usual: i64| table.number(field).unwrap_or(usual).clamp(0, 999);
        state.gauge.at = (number("power", 0) as u16).min(state.gauge.last);
        state.meter.at = (number("loot", 0) as u16).min(state.meter.last);
        state.skulls = number("skulls", 0) as i32;
        state.round = number("round", 1) as u32;
        state.is_overcharged = table.is("overcharge");
        state.is_boss_pending = table.is("boss-pending");
        let is_there = |state: &State| {
            state.figures.get(usize::from(state.last_enemy)).is_some_and(|f| f.at.is_some())
        };
        state.is_boss_fight = table.is("boss-fight") || is_there(state);
        state.is_timed_out = table.is("timed-out");
        state.idle_rounds = number("idle-rounds", 0) as u16;
        if state.idle_rounds > 0 {
            state.nearest = round::to_go(Look::new(self, state));
        }
        Ok(())
    }

    /// Sets the phase of the round.
    fn lay_phase(&self, state: &mut State, table: &SetUp<'_>) -> Result<(), String> {
        let phase = table.name("phase").unwrap_or_default();
        let turn = |side| Task::Turn { side };
        match (phase.as_str(), state.active) {
            ("spawn", _) => {
                state.flow.start(Task::Initiative);
                state.flow.start(Task::Tokens);
                state.flow.start(Task::Spawning);
            }
            ("initiative", _) => state.flow.start(Task::Initiative),
            (_, Some(figure)) => {
                let is_hero = state.figure(figure).is_hero();
                state.flow.start(turn(if is_hero { CONSUL } else { HEROES }));
                if !is_hero {
                    state.turn_count = 1;
                    state.turn_spent = self.facts(state.figure(figure).def).skull;
                    state.flow.start(Task::ConsulTurn);
                }
                state.flow.start(Task::EndActivation { figure });
                state.flow.start(Task::Act { figure });
            }
            ("consul", None) => state.flow.start(turn(CONSUL)),
            _ => state.flow.start(turn(HEROES)),
        }
        Ok(())
    }
}
