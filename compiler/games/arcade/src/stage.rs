//! Scenarios of Super Dungeon Arcade: how a position is laid out and how options are named.

use cardwright_model::{Arg, Expr};

use super::actions::*;
use super::aiming::SIDE;
use super::field::map_words;
use super::figure::{Chest, Figure, Side};
use super::printed::Sort;
use super::state::*;
use super::tasks::Task;
use super::under_way::Progress;
use super::{Arcade, power_up, wounds};
use cardwright_engine::board::{Grid, Point, Square};
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::zones::Place;
use cardwright_engine::core::{CoreScript, Placed, identifier, integer};
use cardwright_engine::core::{Look, Part, SetUp, Staged, Thing};
use cardwright_engine::game::Choice;

/// The class of printed Heroes by number, for those that are not in play.
const PRINTED: u8 = Thing::FIRST_OWN + 3;

/// Enums whose values are parts of options, in the order of their numbers.
const DOMAINS: [&str; 4] = ["attack-kind", "attribute", "status", "direction"];

/// The value of one of [`DOMAINS`] as a thing.
fn value(domain: usize, place: u16) -> Part {
    Part::Thing(Thing::new(VALUE, (domain * 64) as u16 + place))
}

impl Staged for Arcade {
    fn lay(&self, table: &SetUp<'_>) -> Result<State, String> {
        let start = table.start();
        if !start.decks.is_empty() {
            let mut state = self.set_up(&start).map_err(|error| error.to_string())?;
            state.settles_ties = !table.is("ask-ties");
            state.never_thirsty = !table.is("windows");
            for placed in table.cards("in-force")? {
                state.add_card(placed.def, IN_FORCE);
            }
            return Ok(state);
        }
        let format = &self.formats[self.code.usual_format(&start)?];
        let mut state = self.empty(&start, format);
        state.settles_ties = !table.is("ask-ties");
        state.never_thirsty = !table.is("windows");
        let placed = self.lay_map(&mut state, table)?;
        self.lay_figures(&mut state, table, placed)?;
        let heroes = state.figures.iter().filter(|one| one.is_hero()).count();
        state.seats = table.number("players").unwrap_or(1).clamp(1, heroes.max(1) as i64) as u8;
        self.lay_cards(&mut state, table)?;
        state.turn = table.number("turn").unwrap_or(1).clamp(1, 10_000) as u32 - 1;
        if let Some(turns) = table.number("idle-turns") {
            let reached = Some(super::heroes::standing(Look::new(self, &state)));
            state.progress = Progress { reached, idle_turns: turns.clamp(0, 10_000) as u32 };
        }
        state.flow.start(Task::HeroTurn);
        Ok(state)
    }

    fn parts(look: Look<'_, Arcade>, choice: Choice) -> Vec<(&'static str, Part)> {
        let state = look.state;
        let Choice { card, extra, .. } = choice;
        let figure = |name, figure: u16| (name, Part::Thing(Thing::figure(figure)));
        let item = |name, card: u16| (name, Part::Thing(Thing::card(card)));
        let line = |line: u16| {
            let name = look.rules.line(line).map_or(u16::MAX, |line| line.name);
            ("action", Part::Thing(Thing::new(NAME, name)))
        };
        let aim = |aim: u16| match aim {
            super::aiming::NOT_AIMED => None,
            aim if aim & SIDE != 0 => Some(("to", value(3, aim & 3))),
            aim => Some(figure("at", aim)),
        };
        let square = |square: u16| {
            let (x, y) = state.field.at(Square(square));
            vec![("x", Part::Number(x)), ("y", Part::Number(y))]
        };
        match choice.action {
            ACTIVATE | MEND | FILL | SLURP | NEXT => vec![figure("figure", card)],
            JUMP => vec![figure("figure", card)],
            MOVE | DASH | SHIFT | PLACE => square(card),
            ATTACK => vec![figure("at", card), ("with", value(0, extra))],
            USE_LINE => std::iter::once(line(card)).chain(aim(extra)).collect(),
            DRINK => vec![line(card), figure("from", extra)],
            AIM | AIM_SIDE => aim(card).into_iter().collect(),
            INTERACT => vec![("with", Part::Thing(Thing::new(extra as u8, card)))],
            DEFEND => vec![("with", value(1, extra))],
            REROLL => vec![("die", Part::Number(i32::from(card) + 1))],
            CLEANSE => vec![figure("figure", card), ("status", value(2, extra))],
            TAKE_WRATH => vec![figure("from", card)],
            CHOOSE_LOOT | DISCARD => vec![item("item", card)],
            EQUIP => vec![item("item", card), figure("on", extra)],
            REVIVE => vec![("hero", Part::Thing(Thing::new(PRINTED, extra)))],
            LAY => vec![("spot", Part::Number(i32::from(card) + 1))],
            _ => Vec::new(),
        }
    }

    fn command(
        script: &mut CoreScript<'_, Self>,
        command: &str,
        args: &[Arg],
    ) -> Result<(), String> {
        let task = match command {
            "order" => {
                let place = symbol(script, args, "command")?;
                let times = number(args, "times").unwrap_or(1).clamp(1, 9) as u8;
                let state = &mut script.state;
                state.is_hero_turn = false;
                // The commands of a scenario are one command phase, of which nothing is ahead.
                state.next_order = u8::MAX;
                if !state.is_commanding {
                    super::orders::begin_commands(state);
                }
                Task::Command { command: place, times }
            }
            "consul-turn" => {
                script.state.flow.clear();
                Task::ConsulTurn
            }
            "consul-upkeep" => {
                script.run().push(Task::ConsulUpkeep { damage: true });
                Task::ConsulUpkeep { damage: false }
            }
            "power-up" => {
                let is_heros = find(args, "side").and_then(identifier).as_deref() == Some("heroes");
                power_up::steps(&mut script.run(), is_heros);
                return script.go_on();
            }
            "hurt" | "inflict" => {
                let figure = figure(script, args, "figure")?;
                if command == "hurt" {
                    let count = number(args, "count").unwrap_or(1) as i32;
                    wounds::wound(&mut script.run(), figure, NOBODY, count);
                } else {
                    let status = symbol(script, args, "status")?;
                    wounds::inflict(&mut script.run(), figure, status);
                }
                return script.go_on();
            }
            "spawn-boss" => {
                super::spawning::boss(&mut script.run());
                return script.go_on();
            }
            _ => return script.choose(command, args),
        };
        script.run().push(task);
        script.go_on()
    }

    fn passes(script: &CoreScript<'_, Self>, command: &str) -> Option<usize> {
        let decision = script.state.flow.decision()?;
        let wanted = match decision.what {
            "green-potion" if command != "end" => PASS,
            "reroll" => KEEP_ROLL,
            "equip" => END,
            "shapeshift" | "uncurse" => PASS,
            // Scenarios do not test the set-up of a whole game, so its questions are answered here.
            "lay" | "start" | "enter" | "point" | "chest" => return Some(0),
            _ => return None,
        };
        script.state.flow.options.iter().position(|choice| choice.action == wanted)
    }

    fn resolve(script: &CoreScript<'_, Self>, expr: &Expr) -> Option<Thing> {
        match expr {
            Expr::Symbol { domain, id } => {
                let place = DOMAINS.iter().position(|known| known == domain)?;
                let value = script.game.code.ordinal(domain, id)?;
                Some(Thing::new(VALUE, (place * 64) as u16 + value as u16))
            }
            Expr::Text { value } => {
                let names = &script.game.names;
                let line = names.iter().position(|name| name == value);
                line.map(|place| Thing::new(NAME, place as u16)).or_else(|| {
                    let mut heroes = script.game.printed(Sort::Hero, u64::MAX);
                    let hero = heroes
                        .find(|(def, _)| script.game.code.defs[usize::from(*def)].name == *value);
                    hero.map(|(def, _)| Thing::new(PRINTED, def))
                })
            }
            _ => None,
        }
    }
}

fn find<'a>(args: &'a [Arg], name: &str) -> Option<&'a Expr> {
    args.iter().find(|arg| arg.name == name).map(|arg| &arg.value)
}

fn number(args: &[Arg], name: &str) -> Option<i64> {
    find(args, name).and_then(integer)
}

/// The index of an enum's value that a command names.
fn symbol(script: &CoreScript<'_, Arcade>, args: &[Arg], name: &str) -> Result<u8, String> {
    let place = match find(args, name) {
        Some(Expr::Symbol { domain, id }) => script.game.code.ordinal(domain, id),
        _ => None,
    };
    place.map(|place| place as u8).ok_or_else(|| format!("`{name}` is missing"))
}

/// The figure that a command names.
fn figure(script: &mut CoreScript<'_, Arcade>, args: &[Arg], name: &str) -> Result<u16, String> {
    let expr = find(args, name).ok_or_else(|| format!("`{name}` is missing"))?;
    let node = script.lower(|lowerer, scope| lowerer.things(expr, scope))?;
    let context = script.context();
    let found = script.look().thing(node, &context);
    script.state.figure_of(found).ok_or_else(|| "it is not in play".to_owned())
}

/// The identifiers in a set of values.
fn values(expr: &Expr, into: &mut Vec<String>) {
    match expr {
        Expr::Symbol { id, .. } => into.push(id.clone()),
        Expr::Set { items } => items.iter().for_each(|item| values(item, into)),
        Expr::Binary { left, right, .. } => {
            values(left, into);
            values(right, into);
        }
        _ => {}
    }
}

/// A figure of the set-up and where it stands.
struct Standing<'s> {
    placed: Placed<'s>,
    at: Option<Square>,
}

impl Arcade {
    /// Lays the map of a scenario and finds the figures drawn on it.
    fn lay_map<'s>(
        &self,
        state: &mut State,
        table: &SetUp<'s>,
    ) -> Result<Vec<Standing<'s>>, String> {
        let drawn = table.scenario.map.as_ref().ok_or("there is no `map`")?;
        let face = cardwright_engine::skirmish::maps::face(&drawn.map, &map_words())?;
        let grid = Grid::of_face(&face).map_err(|error| error.to_string())?;
        let columns = table.number("tile-columns").unwrap_or(63).clamp(1, 63) as i16;
        let tiles: Vec<u8> =
            grid.squares().map(|square| (grid.at(square).x / columns + 1) as u8).collect();
        let laid = table.cards("laid")?;
        let laid = laid.iter().map(|one| Laid { tile: one.def, side: 0, quarters: 0, x: 0, y: 0 });
        state.tiles.laid = laid.collect();
        state.field = self.field_of(grid, &tiles, &state.tiles.laid);
        let last = tiles.iter().copied().max().unwrap_or(1);
        state.size.tiles = table.number("tiles").map_or(last, |tiles| tiles.clamp(1, 9) as u8);
        let mut standing = Vec::new();
        let mut covered = cardwright_engine::board::Squares::EMPTY;
        for square in state.field.board().grid.squares() {
            let Point { x, y } = state.field.board().grid.at(square);
            let mark = drawn.map.mark(x as usize, y as usize);
            let figures = mark.and_then(|mark| drawn.figures.get(&mark)).into_iter().flatten();
            for expr in figures {
                let placed = table.card(expr)?;
                let is_large = self.facts(placed.def).is_large;
                // A large model is drawn on all its squares, but is one model.
                if is_large && covered.contains(square) {
                    continue;
                }
                covered |= *state.field.bases(is_large).cover(square);
                standing.push(Standing { placed, at: Some(square) });
            }
        }
        Ok(standing)
    }

    fn square_of(&self, state: &State, placed: &Placed<'_>) -> Result<Option<Square>, String> {
        let (Some(x), Some(y)) = (placed.number("x"), placed.number("y")) else {
            return Ok(None);
        };
        let at = Point::new(x.clamp(-1, 999) as i16, y.clamp(-1, 999) as i16);
        let square = state.field.board().grid.square(at);
        square.map(Some).ok_or_else(|| format!("there is no square {x}, {y}"))
    }

    fn lay_figures(
        &self,
        state: &mut State,
        table: &SetUp<'_>,
        drawn: Vec<Standing<'_>>,
    ) -> Result<(), String> {
        let mut all = drawn;
        for field in ["heroes", "monsters"] {
            for placed in table.cards(field)? {
                let at = self.square_of(state, &placed)?;
                all.push(Standing { placed, at });
            }
        }
        let is_hero = |one: &Standing<'_>| self.facts(one.placed.def).sort == Sort::Hero;
        all.sort_by_key(|one| !is_hero(one));
        for Standing { placed, at } in all {
            let side = match self.facts(placed.def).sort {
                Sort::Hero => Side::Hero,
                Sort::Monster => Side::Monster,
                Sort::Point => Side::Point,
                _ => return Err("only models stand on the map".to_owned()),
            };
            let mut one = Figure::new(self, placed.def, side);
            self.equip_figure(state, &mut one, &placed, at)?;
            state.sequence = state.sequence.max(one.last);
            state.figures.push(one);
        }
        if state.figures.len() > super::group::MAX_FIGURES {
            return Err("there are too many models".to_owned());
        }
        for placed in table.cards("pool")? {
            for _ in 0..placed.number("count").unwrap_or(1).clamp(0, 20) {
                self.add_monster(state, placed.def);
            }
        }
        if let Some(boss) = table.cards("boss")?.first() {
            state.boss = self.add_monster(state, boss.def);
        }
        let here = |state: &State, rank| {
            (0..state.figures.len() as u16)
                .filter(move |figure| state.is_here(*figure) && state.figure(*figure).is_rank(rank))
                .collect::<Vec<u16>>()
        };
        if let Some(boss) = here(state, super::facts::Rank::Boss).first() {
            state.boss = *boss;
            state.is_boss_spawned = true;
        }
        let mut mini = here(state, super::facts::Rank::MiniBoss);
        state.mini_bosses_spawned = mini.len() as u8;
        for placed in table.cards("mini-bosses")? {
            mini.push(self.add_monster(state, placed.def));
        }
        for (place, figure) in mini.into_iter().take(2).enumerate() {
            state.mini_bosses[place] = figure;
        }
        self.lay_tokens(state, table)
    }

    fn equip_figure(
        &self,
        state: &State,
        one: &mut Figure,
        placed: &Placed<'_>,
        at: Option<Square>,
    ) -> Result<(), String> {
        let small = |name: &str| placed.number(name).unwrap_or(0).clamp(0, 99) as i32;
        one.wounds = small("wounds");
        one.potions = small("potions");
        one.wrath = small("wrath");
        one.last = small("activated") as u32;
        one.token = placed.is("token");
        one.is_destroyed = placed.is("destroyed");
        one.at = if one.is_destroyed { None } else { at };
        one.tile = at.map_or(0, |square| state.field.tile(square));
        let mut statuses = Vec::new();
        if let Some(expr) = find(placed.with, "suffers") {
            values(expr, &mut statuses);
        }
        for status in statuses {
            let place = self.code.ordinal("status", &status).ok_or("no such status")?;
            one.statuses |= 1 << place;
        }
        Ok(())
    }

    fn lay_tokens(&self, state: &mut State, table: &SetUp<'_>) -> Result<(), String> {
        self.provide(state);
        let held: i32 = state.figures.iter().map(|one| one.wrath).sum();
        state.free_wrath = (state.all_wrath - held).max(0);
        if let Some(free) = table.number("free-wrath") {
            state.free_wrath = free.clamp(0, 99) as i32;
        }
        state.all_wrath = held + state.free_wrath;
        if let Some(coins) = table.number("coins") {
            state.coins = coins.clamp(0, 99) as i32;
        }
        let heroes = state.figures.iter().filter(|one| one.is_hero()).count();
        let any = || self.printed(Sort::Chart, u64::MAX).next();
        let named = table.cards("chart")?;
        let named = named.first().map_or(NONE, |placed| placed.def);
        state.chart = match self.chart_for(named, heroes, state.size.sets) {
            NONE => any().map_or(NONE, |(def, _)| def),
            chart => chart,
        };
        // The bonuses of all spaces before count.
        for _ in 0..table.number("space").unwrap_or(0).clamp(0, 60) {
            super::chart::move_marker(self, state);
        }
        state.is_plot_drawn = table.is("plot-drawn");
        state.points_destroyed = table.number("points-destroyed").unwrap_or(0).clamp(0, 9) as u8;
        Ok(())
    }

    fn lay_cards(&self, state: &mut State, table: &SetUp<'_>) -> Result<(), String> {
        let decks: [(&str, Place); 7] = [
            ("loot", LOOT),
            ("treasure", TREASURE),
            ("challenges", CHALLENGE),
            ("boss-challenges", BOSS_CHALLENGE),
            ("plots", PLOT),
            ("in-force", IN_FORCE),
            ("backpack", BACKPACK),
        ];
        for (field, place) in decks {
            for placed in table.cards(field)? {
                let card = state.add_card(placed.def, cardwright_engine::core::zones::NOWHERE);
                state.zones.put_bottom(card, place);
                self.add_booty(state, placed.def);
            }
        }
        for placed in table.cards("worn")? {
            let id = placed.name("by").ok_or("equipment is worn `by` a Hero")?;
            let def = self.code.def(&id).ok_or_else(|| format!("there is no card `{id}`"))?;
            let hero = state.figures.iter().position(|one| one.is_hero() && one.def == def);
            let hero = hero.ok_or_else(|| format!("`{id}` is not in the party"))?;
            state.add_card(placed.def, worn(hero as u16));
        }
        for placed in table.cards("chest")? {
            let at = self.square_of(state, &placed)?.ok_or("a chest has `x` and `y`")?;
            state.chests.push(Chest { at, tile: state.field.tile(at) });
        }
        if let Some(at) = table.cards("start")?.first() {
            state.start = self.square_of(state, at)?;
        }
        Ok(())
    }

    /// Adds the monster of a boo booty to the pool.
    fn add_booty(&self, state: &mut State, def: DefId) {
        let facts = self.facts(def);
        if facts.sort == Sort::BooBooty {
            self.add_monster(state, facts.other);
        }
    }
}
