//! A quest ready for play: rooms and what happens there, exits, checks, actions, special rules,
//! and how it ends.

use std::sync::Arc;

use cardwright_model::{Clause, Entity, Statement, Value, walk};

use super::content::{EnemyDice, Facts, NO_BLOCK, slots};
use super::facts::{self, Side};
use super::plan::{Link, Plan, PlanError};
use super::tile::Tile;
use cardwright_engine::board::Dir;
use cardwright_engine::core::code::{BlockId, DefId, NO_NODE, NodeId};
use cardwright_engine::core::{Lowerer, Scope};
use cardwright_vocabulary::{Fact, Meaning};

/// A quest.
#[derive(Debug, Clone)]
pub(super) struct Quest {
    pub def: DefId,
    pub plan: Arc<Plan>,
    pub rooms: Vec<Room>,
    pub exits: Vec<Exit>,
    pub checks: Vec<CheckCode>,
    /// The special rules that hold from the start.
    pub specials: Vec<BlockId>,
    pub win: NodeId,
    pub lose: NodeId,
    /// The enemy cards by threat and by melee or ranged.
    pub slots: Vec<[DefId; 2]>,
    pub rounds: Option<u32>,
    pub intro: String,
    /// What the players are told to do.
    pub goal: String,
    pub victory: String,
    pub defeat: String,
}

/// A room of a quest.
#[derive(Debug, Clone)]
pub(super) struct Room {
    /// Its map card.
    pub tile: DefId,
    pub title: String,
    pub story: String,
    /// The enemy dice of the room, and what they show if they are not rolled.
    pub spawn: Vec<(u8, Option<u8>)>,
    /// What happens when it is revealed, after its enemies are placed.
    pub block: BlockId,
    pub specials: Vec<BlockId>,
    /// Indices into the quest's checks.
    pub checks: Vec<u16>,
    pub actions: Vec<Action>,
}

/// A way from one room to another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exit {
    pub from: u8,
    pub to: u8,
    pub condition: NodeId,
}

/// A skill check and what follows from it.
#[derive(Debug, Clone, Copy)]
pub(super) struct CheckCode {
    pub skill: u8,
    pub required: i32,
    pub pass: BlockId,
    pub fail: BlockId,
}

/// What a hero may do in a room for an action.
#[derive(Debug, Clone)]
pub(super) struct Action {
    pub label: String,
    pub condition: NodeId,
    pub at_poi: bool,
    pub block: BlockId,
    pub checks: Vec<u16>,
    /// Whether it sets flags or counters and so advances the quest.
    pub is_progress: bool,
}

/// The rooms of a quest as it is written: the identifier of each map card, and the links.
pub(crate) fn rooms_and_links(entity: &Entity) -> (Vec<&str>, Vec<(Link, &Clause)>) {
    let rooms: Vec<&str> =
        facts::ROOM.clauses(entity).map(|room| id_of(room).unwrap_or_default()).collect();
    let mut links = Vec::new();
    for (from, room) in facts::ROOM.clauses(entity).enumerate() {
        for exit in facts::EXIT.clauses(room) {
            let side = match facts::EXIT_SIDE.id(exit).and_then(Side::named) {
                Some(Side::North) => Dir::North,
                Some(Side::East) => Dir::East,
                Some(Side::South) => Dir::South,
                Some(Side::West) | None => Dir::West,
            };
            let to = exit.to.as_deref().and_then(|to| rooms.iter().position(|room| *room == to));
            if let Some(to) = to {
                links.push((Link { from, side, to }, exit));
            }
        }
    }
    (rooms, links)
}

fn id_of(clause: &Clause) -> Option<&str> {
    facts::ROOM_TILE.id(clause)
}

/// Lowers a quest.
pub(super) fn quest_of(
    lowerer: &mut Lowerer<'_>,
    def: DefId,
    entity: &Entity,
    facts: &[Facts],
    dice: &EnemyDice,
) -> Result<Quest, String> {
    let (ids, links) = rooms_and_links(entity);
    let mut tiles: Vec<&Tile> = Vec::new();
    let mut defs = Vec::new();
    for id in &ids {
        let tile = lowerer.def(id)?;
        defs.push(tile);
        let drawn = facts.get(usize::from(tile)).and_then(|facts| facts.tile.as_deref());
        tiles.push(drawn.ok_or_else(|| format!("`{id}` is no map card"))?);
    }
    let plain: Vec<Link> = links.iter().map(|(link, _)| *link).collect();
    let plan = Plan::new(&tiles, &plain).map_err(|error| describe(&error, &ids))?;
    let scope = Scope::of(&entity.id);
    let mut exits = Vec::new();
    for (link, clause) in &links {
        let condition = match &clause.condition {
            Some(condition) => lowerer.condition(condition, &scope)?,
            None => NO_NODE,
        };
        exits.push(Exit { from: link.from as u8, to: link.to as u8, condition });
    }
    let mut checks = Vec::new();
    let mut rooms = Vec::new();
    for (clause, tile) in facts::ROOM.clauses(entity).zip(defs) {
        rooms.push(room_of(lowerer, entity, clause, tile, dice, &mut checks)?);
    }
    let mut condition = |fact: &Fact| match fact.value(entity) {
        Some(Value::Formula { formula }) => lowerer.condition(formula, &scope),
        _ => Ok(NO_NODE),
    };
    let (win, lose) = (condition(&facts::WIN)?, condition(&facts::LOSE)?);
    let mut specials = Vec::new();
    for clause in facts::SPECIAL.clauses(entity) {
        specials.push(lowerer.clause(clause, &entity.id)?);
    }
    let mut chosen = Vec::new();
    for id in facts::ENEMIES.ids(entity) {
        chosen.push(lowerer.def(id)?);
    }
    let text = |fact: &Fact| fact.text(entity).to_owned();
    Ok(Quest {
        def,
        plan: Arc::new(plan),
        rooms,
        exits,
        checks,
        specials,
        win,
        lose,
        slots: slots(facts, &lowerer.code, dice.threats.len(), &chosen),
        rounds: facts::ROUNDS.number(entity).map(|rounds| rounds.clamp(1, 999) as u32),
        intro: text(&facts::INTRO),
        goal: text(&facts::GOAL),
        victory: text(&facts::VICTORY),
        defeat: text(&facts::DEFEAT),
    })
}

fn room_of(
    lowerer: &mut Lowerer<'_>,
    entity: &Entity,
    clause: &Clause,
    tile: DefId,
    dice: &EnemyDice,
    checks: &mut Vec<CheckCode>,
) -> Result<Room, String> {
    let mut spawn = Vec::new();
    for value in facts::ROOM_SPAWN.items(clause) {
        let Value::Die { die, face } = value else { continue };
        let place = lowerer.code.dice.die(die).filter(|die| dice.threats.contains(die));
        let place = place.ok_or_else(|| format!("`{die}` is no die of enemies"))?;
        spawn.push((place, face.map(|face| face.clamp(1, 99) as u8)));
    }
    let mut specials = Vec::new();
    for special in facts::ROOM_SPECIAL.clauses(clause) {
        specials.push(lowerer.clause(special, &entity.id)?);
    }
    let own = checks_of(lowerer, entity, clause, checks)?;
    let mut actions = Vec::new();
    for action in facts::ACTION.clauses(clause) {
        let condition = match &action.condition {
            Some(condition) => lowerer.condition(condition, &Scope::of(&entity.id))?,
            None => NO_NODE,
        };
        actions.push(Action {
            label: action.label.clone().unwrap_or_else(|| "Act".to_owned()),
            condition,
            at_poi: facts::ACTION_AT_POI.flag(action),
            block: lowerer.clause(action, &entity.id)?,
            checks: checks_of(lowerer, entity, action, checks)?,
            is_progress: sets_anything(action),
        });
    }
    Ok(Room {
        tile,
        title: facts::ROOM_TITLE.text(clause).to_owned(),
        story: facts::ROOM_STORY.text(clause).to_owned(),
        spawn,
        block: lowerer.clause(clause, &entity.id)?,
        specials,
        checks: own,
        actions,
    })
}

/// Whether anything in a clause sets a flag or counter.
fn sets_anything(clause: &Clause) -> bool {
    let sets = &mut |statement: &Statement| matches!(statement, Statement::Set { .. });
    clause.all().iter().any(|inner| walk::any(&inner.effects, sets))
}

/// The checks of a room or action, added to those of the quest.
fn checks_of(
    lowerer: &mut Lowerer<'_>,
    entity: &Entity,
    clause: &Clause,
    checks: &mut Vec<CheckCode>,
) -> Result<Vec<u16>, String> {
    let mut own = Vec::new();
    for check in facts::CHECK.clauses(clause) {
        let required = facts::CHECK_REQUIRED.int(check);
        let mut block = |fact: &Fact| match fact.clauses(check).next() {
            Some(clause) => lowerer.clause(clause, &entity.id),
            None => Ok(NO_BLOCK),
        };
        let (pass, fail) = (block(&facts::CHECK_PASS)?, block(&facts::CHECK_FAIL)?);
        let skill = lowerer.value(check, &facts::CHECK_SKILL)?;
        let skill = skill.ok_or("a check needs a skill")? as u8;
        own.push(checks.len() as u16);
        checks.push(CheckCode { skill, required: required as i32, pass, fail });
    }
    Ok(own)
}

/// What is wrong with the map of a quest, in words.
pub(super) fn describe(error: &PlanError, ids: &[&str]) -> String {
    let name = |room: usize| ids.get(room).copied().unwrap_or("?");
    let of = |link: &Link| (name(link.from), super::tile::side_name(link.side), name(link.to));
    match error {
        PlanError::NoHalf(link) => {
            let (from, side, _) = of(link);
            format!("`{from}` has no half space in the {side}")
        }
        PlanError::NoArrow(link) => format!("`{}` has no arrow to lay it by", name(link.to)),
        PlanError::Overlap(link, other) => {
            let (from, side, to) = of(link);
            format!("`{to}` {side} of `{from}` would lie on `{}`", name(*other))
        }
        PlanError::Wall(link, other) => {
            let (from, side, to) = of(link);
            let other = name(*other);
            format!(
                "`{to}` {side} of `{from}` would lie beside `{other}`, with a half space at a wall"
            )
        }
        PlanError::Misfit(link, error) => {
            let (from, side, to) = of(link);
            format!("`{to}` does not fit {side} of `{from}`: {error}")
        }
        PlanError::Apart(link) => {
            let (from, side, to) = of(link);
            format!("`{to}` lies already, and not {side} of `{from}`")
        }
        PlanError::Size(error) => error.to_string(),
        PlanError::TooMany(what) => format!("the quest has too many {what}"),
    }
}

#[cfg(test)]
mod tests {
    use cardwright_model::Expr;

    use super::*;

    #[test]
    fn an_action_that_offers_to_set_a_flag_is_progress() {
        let set = Statement::Set { name: "open".to_owned(), value: Expr::Bool { value: true } };
        let offer = Statement::Offer {
            label: "Open it".to_owned(),
            condition: None,
            body: vec![set],
            limit: None,
            per_game: false,
        };
        let action = Clause { effects: vec![offer], ..Clause::default() };
        assert!(sets_anything(&action));
        assert!(!sets_anything(&Clause::default()));
    }
}
