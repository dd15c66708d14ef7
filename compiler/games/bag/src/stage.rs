//! Scenarios of Bag of Dungeon: how a position is laid out and how options are named.

use cardwright_model::Expr;

use super::actions::*;
use super::board::turned;
use super::content::{Bag, Role, Sort};
use super::state::{BAG, LAIR, SIDE, STACK, State, TABLE, Task, den, floor, inventory, trophies};
use super::turn::action_points;
use cardwright_engine::core::code::DefId;
use cardwright_engine::core::zones::NOWHERE;
use cardwright_engine::core::{CoreScript, Placed};
use cardwright_engine::core::{Look, Part, SetUp, Staged, Thing};
use cardwright_engine::game::Choice;

impl Staged for Bag {
    fn lay(&self, table: &SetUp<'_>) -> Result<State, String> {
        let start = table.start();
        if !start.decks.is_empty() {
            return self.set_up(&start).map_err(|error| error.to_string());
        }
        let format = &self.formats[self.code.usual_format(&start)?];
        let mut state = self.empty(&start, format);
        self.lay_tiles(&mut state, table)?;
        self.lay_party(&mut state, table)?;
        self.lay_cards(&mut state, table)?;
        if let Some(scroll) = table.cards("scroll")?.first() {
            state.scroll = scroll.def;
        }
        for (place, placed) in table.cards("party")?.iter().enumerate() {
            let place = place as u8;
            if placed.number("health").is_none() {
                self.make_whole(&mut state, place);
            }
            if placed.number("ap").is_some() {
                let (_, lent) = action_points(Look::new(self, &state), place);
                state.adventurer_mut(place).lent = lent;
            }
        }
        state.turn = 0;
        state.active = (state.adventurers.len() - 1) as u8;
        state.flow.start(Task::Turn);
        Ok(state)
    }

    fn parts(_: Look<'_, Bag>, choice: Choice) -> Vec<(&'static str, Part)> {
        let card = |name, id: u16| (name, Part::Thing(Thing::card(id)));
        let figure = |name, id: u16| (name, Part::Thing(Thing::figure(id)));
        let side = ("side", Part::Thing(Thing::new(SIDE, choice.card)));
        match choice.action {
            PLACE => vec![side, ("turn", Part::Number(i32::from(choice.extra)))],
            MOVE | ESCAPE | PAY_HEALTH | CHARGE => vec![side],
            PAY_KILL => vec![side, card("kill", choice.extra)],
            HAND_OVER => vec![card("kill", choice.card)],
            ASK => vec![card("item", choice.card), figure("from", choice.extra)],
            TAG => vec![figure("partner", choice.card)],
            ATTACK => vec![figure("rival", choice.card)],
            USE_ITEM | TAKE | DROP | RETURN | SHOW | DISCARD => vec![card("item", choice.card)],
            SHOOT if choice.extra & RIVAL != 0 => {
                vec![card("item", choice.card), figure("at", choice.extra & !RIVAL)]
            }
            SHOOT => vec![card("item", choice.card), card("at", choice.extra)],
            SHOOT_TOKEN => {
                let tile = Thing::new(Thing::TILE, choice.extra);
                vec![card("item", choice.card), ("at", Part::Thing(tile))]
            }
            GIVE => vec![card("item", choice.card), figure("to", choice.extra)],
            TRADE => vec![card("item", choice.card), card("for", choice.extra)],
            SELL_ITEMS => vec![card("item", choice.card), card("and", choice.extra)],
            _ => Vec::new(),
        }
    }

    fn resolve(_: &CoreScript<'_, Bag>, expr: &Expr) -> Option<Thing> {
        let Expr::Symbol { domain, id } = expr else {
            return None;
        };
        let sides = ["north", "east", "south", "west"];
        let place = sides.iter().position(|side| domain == "side" && side == id)?;
        Some(State::side_thing(place as u8))
    }
}

/// The cell that the set-up of a scenario gives for a tile.
fn cell(placed: &Placed<'_>) -> Result<(i8, i8), String> {
    let read = |name: &str| {
        let value = placed.number(name).unwrap_or(0);
        i8::try_from(value).map_err(|_| format!("{value} is too far away"))
    };
    Ok((read("x")?, read("y")?))
}

impl Bag {
    fn lay_tiles(&self, state: &mut State, table: &SetUp<'_>) -> Result<(), String> {
        for placed in table.cards("tiles")? {
            let facts = self.facts(placed.def);
            if facts.sort != Sort::Tile {
                return Err("only tiles are laid".to_owned());
            }
            if state.tiles.len() >= super::state::MAX_TILES {
                return Err("there are too many tiles".to_owned());
            }
            let at = cell(&placed)?;
            if state.tile_at(at).is_some() {
                return Err(format!("two tiles lie on {}, {}", at.0, at.1));
            }
            let quarters = placed.number("turn").unwrap_or(0).rem_euclid(4) as u8;
            let card = state.add_card(placed.def, TABLE);
            let tile = state.put_tile(card, at, turned(facts.open, quarters));
            let laid = &mut state.tiles[usize::from(tile)];
            laid.token = placed.is("token");
            laid.used = placed.is("used");
            laid.uses = placed.number("uses").unwrap_or(0).clamp(0, 99) as u8;
        }
        if state.tiles.is_empty() {
            let start = self.printed(Sort::Tile, u64::MAX).find(|(_, f)| f.role == Role::Start);
            let (start, _) = start.ok_or("there is no Start")?;
            self.lay_start(state, start);
        }
        Ok(())
    }

    fn lay_party(&self, state: &mut State, table: &SetUp<'_>) -> Result<(), String> {
        for (place, placed) in table.cards("party")?.into_iter().enumerate() {
            if self.facts(placed.def).sort != Sort::Character {
                return Err("a party is made of characters".to_owned());
            }
            let seat = if state.options.solo { 0 } else { place as u8 };
            self.add_adventurer(state, placed.def, seat).map_err(|error| error.to_string())?;
            let at = cell(&placed)?;
            let tile = state.tile_at(at).ok_or_else(|| format!("no tile on {}, {}", at.0, at.1))?;
            let one = state.adventurer_mut(place as u8);
            one.tile = tile;
            for (name, value) in
                [("health", &mut one.health), ("ap", &mut one.ap), ("lives", &mut one.lives)]
            {
                if let Some(number) = placed.number(name) {
                    *value = number.clamp(1 - i64::from(name == "ap"), 99) as i32;
                }
            }
        }
        if state.adventurers.is_empty() {
            return Err("there is no `party`".to_owned());
        }
        Ok(())
    }

    fn lay_cards(&self, state: &mut State, table: &SetUp<'_>) -> Result<(), String> {
        let owner = |state: &State, placed: &Placed<'_>| -> Result<u8, String> {
            let Some(id) = placed.name("by") else {
                return Ok(0);
            };
            let def = self.code.def(&id).ok_or_else(|| format!("there is no card `{id}`"))?;
            let place = state.adventurers.iter().position(|one| one.def == def);
            place.map(|place| place as u8).ok_or_else(|| format!("`{id}` is not in the party"))
        };
        let tile = |state: &State, placed: &Placed<'_>| -> Result<u8, String> {
            let at = cell(placed)?;
            state.tile_at(at).ok_or_else(|| format!("no tile on {}, {}", at.0, at.1))
        };
        for field in ["monsters", "carried", "dropped", "trophies"] {
            for placed in table.cards(field)? {
                let place = match field {
                    "monsters" => den(tile(state, &placed)?),
                    "dropped" => floor(tile(state, &placed)?),
                    "carried" => inventory(owner(state, &placed)?),
                    _ => trophies(owner(state, &placed)?),
                };
                let card = state.add_card(placed.def, place);
                let facts = self.facts(placed.def);
                if let Some(health) = placed.number("health") {
                    let health = health.clamp(1, 99) as i32;
                    state.damage[usize::from(card)] = facts.health - health;
                }
                if facts.is_ring {
                    state.ring = Some(card);
                    state.is_ring_in_play = true;
                }
            }
        }
        for (field, place) in [("stack", STACK), ("lair", LAIR), ("bag", BAG)] {
            for placed in table.cards(field)? {
                let card = state.add_card(placed.def, NOWHERE);
                state.zones.put_bottom(card, place);
            }
        }
        self.complete(state);
        Ok(())
    }

    /// Adds the Ring and the guard of the Exit outside the game, unless the position has them.
    fn complete(&self, state: &mut State) {
        let ring: Option<DefId> =
            self.printed(Sort::Item, u64::MAX).find(|(_, f)| f.is_ring).map(|(def, _)| def);
        if let (None, Some(def)) = (state.ring, ring) {
            state.ring = Some(state.add_card(def, NOWHERE));
        }
        let guards: Vec<DefId> = self
            .printed(Sort::Monster, u64::MAX)
            .filter(|(def, facts)| facts.is_guard && !state.cards.contains(def))
            .map(|(def, _)| def)
            .collect();
        for def in guards {
            state.add_card(def, NOWHERE);
        }
    }
}
