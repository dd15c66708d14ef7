//! Finds mistakes in map cards and quests that are well-formed but cannot be played well.

use cardwright_model::{BinaryOp, Clause, Entity, Expr, Library, Value};

use super::endless;
use super::facts;
use super::plan::{Link, NOWHERE, Plan};
use super::quest::{describe, rooms_and_links};
use super::tile::Tile;
use super::uses::Uses;
use super::value;
use cardwright_engine::board::Square;
use cardwright_engine::walk::{Body, Passage, Story};
use cardwright_vocabulary::{Fault, Finding};

/// How many enemies have a place around the point of interest.
const AROUND: usize = 9;
/// The name of the spaces where heroes begin.
const ENTRANCE: &str = "entrance";
/// The distance between spaces that no way connects.
const FAR: u8 = u8::MAX;

/// Looks at the quests and map cards of the last package.
pub(crate) fn findings(library: &Library) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(package) = library.packages.last() else {
        return findings;
    };
    for entity in package.cards.iter().filter(|entity| !entity.is_abstract) {
        if library.kind_fits(&entity.kind, "tile") {
            let fault = match tile_of(entity) {
                Err(problem) => Some(Fault::Unusable { problem }),
                Ok(_) => size_of(library, entity),
            };
            let item = "fields.map".to_owned();
            findings.extend(fault.map(|fault| Finding { entity: entity.id.clone(), item, fault }));
            findings.extend(lonely_face(library, entity));
        } else if library.kind_fits(&entity.kind, "quest") {
            Examined { library, quest: entity, findings: &mut findings }.examine();
        }
    }
    value::examine(library, package, &mut findings);
    findings
}

/// Reports a map card that is drawn smaller or larger than those of the game.
fn size_of(library: &Library, entity: &Entity) -> Option<Fault> {
    let size = |card: &Entity| {
        let map = facts::MAP.value(card).and_then(Value::as_map)?;
        Some((map.width(), map.height()))
    };
    let (_, below) = library.packages.split_last()?;
    let mut usual = below.iter().flat_map(|package| &package.cards).filter_map(size);
    let wanted = usual.next()?;
    let (width, height) = size(entity)?;
    if wanted == (width, height) || usual.any(|other| other != wanted) {
        return None;
    }
    Some(Fault::Drawn {
        problem: format!("it is {width} spaces wide and {height} high"),
        help: format!("draw {} rows of {} spaces, as on other map cards", wanted.1, wanted.0),
    })
}

/// Reports a face whose other face is another card's.
fn lonely_face(library: &Library, entity: &Entity) -> Option<Finding> {
    let back = facts::REVERSE_OF.id(entity).filter(|_| library.packages.len() > 1)?;
    let other = library.cards().find(|card| card.id == back)?;
    if facts::REVERSE_OF.id(other) == Some(&*entity.id) {
        return None;
    }
    let problem = match facts::REVERSE_OF.id(other) {
        Some(third) => format!("the other face of `{back}` is `{third}`"),
        None => format!("`{back}` does not say that this is its other face"),
    };
    let help = format!("write `reverse-of: {}` on `{back}`, or take it out here", entity.id);
    let (entity, item) = (entity.id.clone(), "fields.reverse-of".to_owned());
    Some(Finding { entity, item, fault: Fault::Drawn { problem, help } })
}

fn tile_of(entity: &Entity) -> Result<Tile, String> {
    match facts::MAP.value(entity).and_then(Value::as_map) {
        Some(map) => Tile::of(map),
        None => Err("the map card has no map".to_owned()),
    }
}

/// A quest being looked at.
pub(super) struct Examined<'a> {
    pub(super) library: &'a Library,
    pub(super) quest: &'a Entity,
    findings: &'a mut Vec<Finding>,
}

impl Examined<'_> {
    pub(super) fn report(&mut self, item: String, fault: Fault) {
        let entity = self.quest.id.clone();
        self.findings.push(Finding { entity, item, fault });
    }

    fn examine(&mut self) {
        let quest = self.quest;
        let (ids, links) = rooms_and_links(quest);
        if ids.is_empty() || ids.len() > 32 {
            return;
        }
        self.map(&ids, &links);
        self.enemies();
        self.variables();
        self.walk(&ids, &links);
    }

    /// Reports rooms that cannot lie side by side without overlapping.
    fn map(&mut self, ids: &[&str], links: &[(Link, &Clause)]) {
        let mut tiles = Vec::new();
        for id in ids {
            // Mistakes in the drawing itself are reported with the map card.
            let card = self.library.cards().find(|card| card.id == *id);
            let Some(Ok(tile)) = card.map(tile_of) else {
                return;
            };
            tiles.push(tile);
        }
        let plain: Vec<Link> = links.iter().map(|(link, _)| *link).collect();
        let tiles: Vec<&Tile> = tiles.iter().collect();
        self.faces(ids);
        self.goal(&tiles);
        match Plan::new(&tiles, &plain) {
            Ok(plan) => self.walls(&plan, ids, &plain),
            Err(error) => {
                let item = match error.link() {
                    Some(link) => exit_path(&plain, link),
                    None => "clauses.room".to_owned(),
                };
                let problem = describe(&error, ids);
                self.report(item, Fault::Misfit { problem });
            }
        }
        for (room, clause) in facts::ROOM.clauses(self.quest).enumerate() {
            let come = facts::ROOM_SPAWN.items(clause).len();
            let space = AROUND.min(tiles[room].spaces.len());
            if come > space {
                let item = format!("clauses.room.{room}.fields.spawn");
                self.report(item, Fault::Crowded { come, room: space });
            }
        }
    }

    /// Reports quests that use both faces of one map card: only one can lie on the table.
    fn faces(&mut self, ids: &[&str]) {
        for (room, id) in ids.iter().enumerate() {
            let card = self.library.cards().find(|card| card.id == *id);
            let back = card.and_then(|card| facts::REVERSE_OF.id(card));
            let twin = back.and_then(|back| ids[..room].iter().find(|other| **other == back));
            if let Some(twin) = twin {
                let problem = format!("`{id}` is the other face of `{twin}`, which lies already");
                self.report(format!("clauses.room.{room}"), Fault::Misfit { problem });
            }
        }
    }

    /// Reports spaces that the end of the quest asks for and that no room has.
    fn goal(&mut self, tiles: &[&Tile]) {
        let Some(Value::Formula { formula }) = facts::WIN.value(self.quest) else {
            return;
        };
        let mut wanted = Vec::new();
        asked_spaces(formula, &mut wanted);
        let has = |space: &str| {
            let mut all = tiles.iter().flat_map(|tile| &tile.spaces);
            all.any(|(_, names)| names.iter().any(|name| name == space))
        };
        if let Some(space) = wanted.into_iter().find(|space| !has(space)) {
            let fault = Fault::NoSpace { space: space.to_owned() };
            self.report("fields.win".to_owned(), fault);
        }
    }

    /// Reports exits that cannot be reached from where the heroes begin.
    fn walls(&mut self, plan: &Plan, ids: &[&str], links: &[Link]) {
        let is_entrance = |square: &usize| plan.names[*square].iter().any(|name| name == ENTRANCE);
        let first = plan.spaces.first().map_or(&[][..], Vec::as_slice);
        let squares = || first.iter().map(|square| usize::from(*square));
        let Some(start) = squares().find(is_entrance).or_else(|| squares().next()) else {
            return;
        };
        for (link, way) in links.iter().zip(&plan.ways) {
            let to = Square(way.square);
            let is_known = way.square != NOWHERE;
            if is_known && plan.distances.between(Square(start as u16), to) == FAR {
                let side = super::tile::side_name(link.side);
                let room = ids.get(link.from).copied().unwrap_or("?");
                let problem = format!("walls keep everybody from the way {side} of `{room}`");
                self.report(exit_path(links, *link), Fault::Misfit { problem });
            }
        }
    }

    /// Reports flags and counters that nothing sets or nothing reads.
    fn variables(&mut self) {
        let quest = self.quest;
        let mut uses = Uses::default();
        let conditions = quest.all_clauses().filter_map(|clause| clause.condition.as_ref());
        conditions.for_each(|condition| uses.reads(condition));
        for value in quest.fields.values() {
            if let Value::Formula { formula } = value {
                uses.reads(formula);
            }
        }
        quest.all_effects().for_each(|body| uses.body(body));
        for item in endless::actions(quest, &uses.read) {
            self.report(item, Fault::Endless);
        }
        for kind in ["flag", "counter"] {
            for (place, clause) in quest.clauses_named(kind).enumerate() {
                let Some(name) = clause.args.get("name").and_then(Value::as_text) else {
                    continue;
                };
                let item = format!("clauses.{kind}.{place}");
                if !uses.set.iter().any(|known| known == name) {
                    self.report(item, Fault::NeverSet { name: name.to_owned() });
                } else if !uses.read.iter().any(|known| known == name) {
                    self.report(item, Fault::NeverRead { name: name.to_owned() });
                }
            }
        }
    }

    /// Visits every room and state that play could reach, and reports what it never reaches.
    fn walk(&mut self, ids: &[&str], links: &[(Link, &Clause)]) {
        let quest = self.quest;
        let mut variables = Vec::new();
        for kind in ["flag", "counter"] {
            for clause in quest.clauses_named(kind) {
                let start = match clause.fields.get("start") {
                    Some(Value::Bool(start)) => i64::from(*start),
                    Some(Value::Int(start)) => *start,
                    _ => 0,
                };
                let name = clause.args.get("name").and_then(Value::as_text);
                variables.extend(name.map(|name| (name, start)));
            }
        }
        let passages = links
            .iter()
            .map(|(link, clause)| {
                let condition = clause.condition.as_ref();
                Passage { from: link.from, to: link.to, condition }
            })
            .collect();
        let mut bodies =
            vec![Body { room: None, guards: Vec::new(), effects: quest.effects.as_slice() }];
        for special in facts::SPECIAL.clauses(quest) {
            bodies.push(Body { room: None, guards: Vec::new(), effects: &special.effects });
        }
        for (room, clause) in facts::ROOM.clauses(quest).enumerate() {
            guarded(clause, Some(room), &[], &mut bodies);
        }
        let lies = |expr: &Expr, rooms: u64| match expr {
            Expr::Query { name, args } if name == "lies" => {
                let tile = args.first().and_then(|arg| match &arg.value {
                    Expr::Card { id, .. } => Some(id.as_str()),
                    _ => None,
                })?;
                let room = ids.iter().position(|id| *id == tile);
                Some(room.map_or(0, |room| i64::from(rooms >> room & 1 == 1)))
            }
            _ => None,
        };
        let win = match facts::WIN.value(quest) {
            Some(Value::Formula { formula }) => Some(formula),
            _ => None,
        };
        let story = Story { variables, rooms: ids.len(), passages, bodies, win, fact: &lies };
        let walked = story.walk();
        if !walked.is_complete {
            return;
        }
        let linked = |room: usize| links.iter().any(|(link, _)| link.to == room);
        for (room, id) in ids.iter().enumerate().skip(1) {
            // A room without any link has been reported where names are checked.
            if walked.rooms >> room & 1 == 0 && linked(room) {
                let (part, name) = ("room".to_owned(), (*id).to_owned());
                self.report(format!("clauses.room.{room}"), Fault::Unreached { part, name });
            }
        }
        if !walked.is_winnable {
            self.report("fields.win".to_owned(), Fault::Unwinnable);
        }
    }
}

/// The spaces on which a hero must stand for a condition to hold.
fn asked_spaces<'e>(expr: &'e Expr, into: &mut Vec<&'e str>) {
    match expr {
        Expr::Query { name, args } if name == "is-on" => {
            if let Some(Expr::Symbol { id, .. }) = args.get(1).map(|arg| &arg.value) {
                into.push(id);
            }
        }
        // Neither side of an `or` has to hold.
        Expr::Binary { operator: BinaryOp::Or, .. } => {}
        _ => expr.children().for_each(|child| asked_spaces(child, into)),
    }
}

/// The path of the exit that declares a link.
fn exit_path(links: &[Link], link: Link) -> String {
    let mut own = links.iter().filter(|other| other.from == link.from);
    let place = own.position(|other| *other == link).unwrap_or(0);
    format!("clauses.room.{}.clauses.exit.{place}", link.from)
}

/// The effects of a clause and of those inside it, with the conditions around them.
fn guarded<'e>(
    clause: &'e Clause,
    room: Option<usize>,
    around: &[&'e Expr],
    into: &mut Vec<Body<'e>>,
) {
    let mut guards = around.to_vec();
    guards.extend(&clause.condition);
    for inner in &clause.clauses {
        guarded(inner, room, &guards, into);
    }
    into.push(Body { room, guards, effects: &clause.effects });
}
