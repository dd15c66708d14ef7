//! Scenarios of Deck Box Dungeons: how a position is laid out and how options are named.

use std::sync::Arc;

use cardwright_model::{Arg, Expr};

use super::actions::*;
use super::content::{Deckbox, Sort};
use super::plan::{NOWHERE, Plan};
use super::state::{DECK, Enemy, NO_QUEST, SHOP, SIDE, State, Task, bag, enemy_figure};
use super::tile::{Tile, side_index};
use cardwright_engine::board::{Point, Square};
use cardwright_engine::core::{CoreScript, Placed};
use cardwright_engine::core::{Look, Part, SetUp, Staged, Thing};
use cardwright_engine::game::Choice;

/// Decisions that a command passes at most.
const MOST_PASSES: usize = 2_000;

impl Staged for Deckbox {
    fn lay(&self, table: &SetUp<'_>) -> Result<State, String> {
        let start = table.start();
        if !start.decks.is_empty() {
            return self.set_up(&start).map_err(|error| error.to_string());
        }
        let options = match start.format.as_str() {
            "" => self.usual_options(),
            _ => self.formats[self.code.usual_format(&start)?].options,
        };
        let quest = match table.cards("quest")?.first() {
            Some(placed) => self.quest_place(placed.def),
            None => NO_QUEST,
        };
        let plan = match (&table.scenario.map, self.quests.get(usize::from(quest))) {
            (_, Some(quest)) => quest.plan.clone(),
            (Some(drawn), None) => {
                let tile = Tile::of(&drawn.map)?;
                let plan = Plan::new(&[&tile], &[]);
                Arc::new(plan.map_err(|error| super::quest::describe(&error, &[]))?)
            }
            (None, None) => return Err("a position needs a `quest` or a `map`".to_owned()),
        };
        let mut state = self.empty(&start, options, plan, quest);
        for placed in table.cards("tiles")? {
            let room = self.room(&state, placed.def).ok_or("the quest has no such room")?;
            state.lying |= 1 << room;
        }
        self.lay_heroes(&mut state, table)?;
        self.lay_enemies(&mut state, table)?;
        self.lay_drawn(&mut state, table)?;
        if state.heroes.is_empty() {
            return Err("there is no `party`".to_owned());
        }
        self.lay_items(&mut state, table)?;
        if let Some(round) = table.number("round") {
            state.round = round.clamp(1, 999) as u32 - 1;
        }
        for name in table.names("flags") {
            let owner = self.quests.get(usize::from(quest)).map(|quest| quest.def);
            let owner = owner.and_then(|def| self.code.defs.get(usize::from(def)));
            let known = owner.and_then(|owner| self.code.variable(&owner.id, &name));
            let flag = known.ok_or_else(|| format!("the quest has no flag `{name}`"))?;
            cardwright_engine::core::Run { rules: self, state: &mut state, code: &self.code }
                .assign(flag, Thing::NONE, 1);
        }
        state.flow.start(Task::Round);
        state.flow.start(Task::Rules);
        Ok(state)
    }

    fn parts(look: Look<'_, Deckbox>, choice: Choice) -> Vec<(&'static str, Part)> {
        let figure = |name, id: u16| (name, Part::Thing(Thing::figure(id)));
        let card = |name, id: u16| (name, Part::Thing(Thing::card(id)));
        let active = || figure("hero", u16::from(look.state.active));
        match choice.action {
            ACTIVATE => vec![figure("hero", choice.card)],
            MOVE => {
                let at = look.state.plan.grid.at(Square(choice.card));
                let number = |name, value: i16| (name, Part::Number(i32::from(value)));
                vec![active(), number("x", at.x), number("y", at.y)]
            }
            MELEE | SHOOT => vec![active(), figure("at", choice.card)],
            THROW => vec![active(), card("item", choice.card), figure("at", choice.extra)],
            AIM => vec![figure("at", choice.card)],
            EXPLORE => {
                let way = look.state.plan.ways.get(usize::from(choice.card));
                let side = way.map_or(0, |way| side_index(way.side));
                vec![active(), ("side", Part::Thing(Thing::new(SIDE, side as u16)))]
            }
            ABILITY => vec![figure("hero", choice.extra)],
            USE_ITEM => {
                let bearer = look.state.bearer_of(choice.card).unwrap_or(0);
                vec![figure("hero", u16::from(bearer)), card("item", choice.card)]
            }
            BUY => vec![figure("hero", choice.extra), card("item", choice.card)],
            GIVE => {
                let giver = look.state.bearer_of(choice.card).unwrap_or(0);
                let giver = figure("hero", u16::from(giver));
                vec![giver, card("item", choice.card), figure("to", choice.extra)]
            }
            GIVE_TREASURE => vec![figure("hero", choice.extra), figure("to", choice.card)],
            NEXT => vec![figure("enemy", choice.card)],
            GO => {
                let at = look.state.plan.grid.at(Square(choice.card));
                let number = |name, value: i16| (name, Part::Number(i32::from(value)));
                vec![number("x", at.x), number("y", at.y)]
            }
            TARGET => vec![figure("at", choice.card)],
            ACTION | END => vec![active()],
            _ => Vec::new(),
        }
    }

    fn command(
        script: &mut CoreScript<'_, Self>,
        command: &str,
        args: &[Arg],
    ) -> Result<(), String> {
        if matches!(command, "act" | "ability") {
            return labelled(script, command, args);
        }
        if command != "pass-round" {
            return script.choose(command, args);
        }
        let round = script.state.round;
        for _ in 0..MOST_PASSES {
            if script.state.round != round || script.state.flow.outcome.is_some() {
                return Ok(());
            }
            let wanted = [END, GO_ON];
            let options = &script.state.flow.options;
            let found = options.iter().position(|choice| wanted.contains(&choice.action));
            script.take(found.unwrap_or(0))?;
        }
        Err("the round never ends".to_owned())
    }

    fn passes(script: &CoreScript<'_, Self>, command: &str) -> Option<usize> {
        let options = &script.state.flow.options;
        let find = |action: u8| options.iter().position(|choice| choice.action == action);
        // A scenario that commands a hero need not answer which hero acts, nor what is done
        // while others act, nor which of several enemies, ways and heroes is taken.
        let is_tie = |choice: &Choice| matches!(choice.action, NEXT | GO | TARGET);
        match command {
            "go-on" | "next" | "go" | "target" if find(GO_ON).is_none() => None,
            "go-on" => None,
            _ => find(GO_ON).or_else(|| options.iter().position(is_tie)).or_else(|| {
                let is_sure = command != "activate" && options.len() == 1;
                find(ACTIVATE).filter(|_| is_sure)
            }),
        }
    }

    fn resolve(_: &CoreScript<'_, Self>, expr: &Expr) -> Option<Thing> {
        let Expr::Symbol { domain, id } = expr else {
            return None;
        };
        let sides = ["north", "east", "south", "west"];
        let place = sides.iter().position(|side| domain == "side" && side == id)?;
        Some(Thing::new(SIDE, place as u16))
    }
}

/// Takes an action of the quest or a power by its name.
fn labelled(
    script: &mut CoreScript<'_, Deckbox>,
    command: &str,
    args: &[Arg],
) -> Result<(), String> {
    let label = args.iter().find_map(|arg| match &arg.value {
        Expr::Text { value } => Some(value.clone()),
        _ => None,
    });
    let wanted = if command == "act" { ACTION } else { ABILITY };
    let others: Vec<Arg> =
        args.iter().filter(|arg| !matches!(arg.value, Expr::Text { .. })).cloned().collect();
    for _ in 0..MOST_PASSES {
        let is_offered = script.state.flow.options.iter().any(|choice| choice.action == wanted);
        match Deckbox::passes(script, command) {
            Some(pass) if !is_offered => script.take(pass)?,
            _ => break,
        }
    }
    let look = script.look();
    let fits = |choice: &Choice| {
        let name = super::describe::label(look, *choice);
        choice.action == wanted && label.as_ref().is_none_or(|label| name.contains(label.as_str()))
    };
    let kept: Vec<Choice> = look.state.flow.options.iter().copied().filter(fits).collect();
    if kept.is_empty() {
        return Err(format!("this is not possible; {}", script.legal()));
    }
    // Only the options with the wanted label are left to choose from.
    script.state.flow.options = kept;
    script.choose(command, &others)
}

/// The space that the set-up of a scenario gives for a card.
fn square(state: &State, placed: &Placed<'_>) -> Result<Option<u16>, String> {
    let (Some(x), Some(y)) = (placed.number("x"), placed.number("y")) else {
        return Ok(None);
    };
    let at = Point::new(x.clamp(-99, 999) as i16, y.clamp(-99, 999) as i16);
    let square = state.plan.grid.square(at).map(|square| square.0);
    let square = square.filter(|square| state.is_open(*square));
    square.map(Some).ok_or_else(|| {
        let there = laid(state);
        format!("there is no space in column {x}, row {y} of the quest's map; {there}")
    })
}

/// Where the rooms on the table lie, for whoever looked for a space elsewhere.
fn laid(state: &State) -> String {
    let open = (0..state.plan.len() as u16).filter(|square| state.is_open(*square));
    let points: Vec<Point> = open.map(|square| state.plan.grid.at(Square(square))).collect();
    let ends = |values: Vec<i16>| (values.iter().min().copied(), values.iter().max().copied());
    let columns = ends(points.iter().map(|point| point.x).collect());
    let rows = ends(points.iter().map(|point| point.y).collect());
    match (columns, rows) {
        ((Some(left), Some(right)), (Some(top), Some(bottom))) => format!(
            "the rooms on the table lie in columns {left} to {right}, rows {top} to {bottom}"
        ),
        _ => "no room is on the table".to_owned(),
    }
}

impl Deckbox {
    fn lay_heroes(&self, state: &mut State, table: &SetUp<'_>) -> Result<(), String> {
        for placed in table.cards("party")? {
            self.lay_hero(state, &placed, None)?;
        }
        Ok(())
    }

    /// Puts a hero on a space, or on an entrance.
    fn lay_hero(
        &self,
        state: &mut State,
        placed: &Placed<'_>,
        drawn: Option<u16>,
    ) -> Result<(), String> {
        if self.facts(placed.def).sort != Sort::Hero {
            return Err("a party is made of heroes".to_owned());
        }
        let card = |name: &str, sort: Sort| -> Result<u16, String> {
            match placed.name(name) {
                Some(id) => self.code.def(&id).ok_or_else(|| format!("there is no card `{id}`")),
                None => self
                    .printed(sort)
                    .next()
                    .map(|(def, _)| def)
                    .ok_or_else(|| format!("there is no {name}")),
            }
        };
        let build =
            [placed.def, card("equipment", Sort::Equipment)?, card("ability", Sort::Ability)?];
        let seat = (state.heroes.len() as u8).min(3);
        let hero = self.add_hero(state, build, seat).map_err(|error| error.to_string())?;
        if let Some(square) = drawn.map_or_else(|| square(state, placed), |at| Ok(Some(at)))? {
            state.put(u16::from(hero), square);
        }
        let one = state.hero_mut(hero);
        for (name, value) in [
            ("health", &mut one.health),
            ("energy", &mut one.energy),
            ("treasure", &mut one.treasure),
        ] {
            if let Some(number) = placed.number(name) {
                *value = number.clamp(i64::from(name == "health"), 99) as i32;
            }
        }
        Ok(())
    }

    fn lay_enemies(&self, state: &mut State, table: &SetUp<'_>) -> Result<(), String> {
        for placed in table.cards("foes")? {
            let square = square(state, &placed)?.ok_or("an enemy needs `x` and `y`")?;
            self.lay_enemy(state, &placed, square)?;
        }
        Ok(())
    }

    fn lay_enemy(&self, state: &mut State, placed: &Placed<'_>, square: u16) -> Result<(), String> {
        let facts = self.facts(placed.def);
        if facts.sort != Sort::Enemy {
            return Err("only heroes and enemies stand on the map".to_owned());
        }
        if !state.is_free(square) {
            return Err("two figures stand on one space".to_owned());
        }
        let die = self.dice.threats.get(usize::from(facts.threat)).copied().unwrap_or(0);
        let place = state.enemies.len() as u8;
        state.enemies.push(Enemy {
            def: placed.def,
            die,
            threat: facts.threat,
            is_ranged: facts.is_ranged,
            square: NOWHERE,
            left: NOWHERE,
            health: placed.number("health").unwrap_or(3).clamp(1, 6) as i32,
            is_stunned: placed.is("stunned"),
            is_done: false,
            home: square,
        });
        state.put(enemy_figure(place), square);
        Ok(())
    }

    /// Puts the figures on the map that the legend of a drawn position names.
    fn lay_drawn(&self, state: &mut State, table: &SetUp<'_>) -> Result<(), String> {
        let Some(drawn) = &table.scenario.map else {
            return Ok(());
        };
        for y in 0..drawn.map.height() {
            for x in 0..drawn.map.width() {
                let mark = drawn.map.mark(x, y);
                let Some(figures) = mark.and_then(|mark| drawn.figures.get(&mark)) else {
                    continue;
                };
                let at = Point::new(x as i16, y as i16);
                let square = state.plan.grid.square(at).map(|square| square.0);
                let square = square.ok_or("a figure stands in a wall")?;
                for figure in figures {
                    let placed = table.card(figure)?;
                    match self.facts(placed.def).sort {
                        Sort::Hero => self.lay_hero(state, &placed, Some(square))?,
                        _ => self.lay_enemy(state, &placed, square)?,
                    }
                }
            }
        }
        Ok(())
    }

    fn lay_items(&self, state: &mut State, table: &SetUp<'_>) -> Result<(), String> {
        for placed in table.cards("carried")? {
            let hero = match placed.name("by") {
                None => 0,
                Some(id) => {
                    let def = self.code.def(&id);
                    let place = state.heroes.iter().position(|hero| Some(hero.hero) == def);
                    place.ok_or_else(|| format!("`{id}` is not in the party"))? as u8
                }
            };
            state.add_card(placed.def, bag(hero));
        }
        for (field, place) in [("shop", SHOP), ("stack", DECK)] {
            for placed in table.cards(field)? {
                let card = state.add_card(placed.def, cardwright_engine::core::zones::NOWHERE);
                state.zones.put_bottom(card, place);
            }
        }
        Ok(())
    }
}
