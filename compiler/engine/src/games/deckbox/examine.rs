//! What is wrong with map cards and quests although every word of them is right (§8).

use cardwright_model::{Clause, Entity, Expr, Library, Statement, Value};

use super::plan::{Link, Plan};
use super::quest::{describe, rooms_and_links};
use super::tile::Tile;
use crate::examine::{Fault, Finding};
use crate::walk::{Body, Passage, Story};

/// How many enemies the picture of the point of interest has room for.
const AROUND: usize = 9;

/// Looks at the quests and map cards of the last package.
pub fn findings(library: &Library) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(package) = library.packages.last() else {
        return findings;
    };
    for entity in package.cards.iter().filter(|entity| !entity.is_abstract) {
        if library.kind_fits(&entity.kind, "tile") {
            if let Err(problem) = tile_of(entity) {
                let (entity, item) = (entity.id.clone(), "fields.map".to_owned());
                findings.push(Finding { entity, item, fault: Fault::Unusable { problem } });
            }
        } else if library.kind_fits(&entity.kind, "quest") {
            Examined { library, quest: entity, findings: &mut findings }.examine();
        }
    }
    findings
}

fn tile_of(entity: &Entity) -> Result<Tile, String> {
    match entity.fields.get("map").and_then(Value::as_map) {
        Some(map) => Tile::of(map),
        None => Err("the map card has no map".to_owned()),
    }
}

/// A quest being looked at.
struct Examined<'a> {
    library: &'a Library,
    quest: &'a Entity,
    findings: &'a mut Vec<Finding>,
}

impl Examined<'_> {
    fn report(&mut self, item: String, fault: Fault) {
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

    /// The rooms must lie side by side without overlapping.
    fn map(&mut self, ids: &[&str], links: &[(Link, &Clause)]) {
        let mut tiles = Vec::new();
        for id in ids {
            // What is wrong with the drawing itself is said there.
            let card = self.library.cards().find(|card| card.id == *id);
            let Some(Ok(tile)) = card.map(tile_of) else {
                return;
            };
            tiles.push(tile);
        }
        let plain: Vec<Link> = links.iter().map(|(link, _)| *link).collect();
        let tiles: Vec<&Tile> = tiles.iter().collect();
        if let Err(error) = Plan::new(&tiles, &plain) {
            let item = match error.link() {
                Some(link) => exit_path(&plain, link),
                None => "clauses.room".to_owned(),
            };
            let problem = describe(&error, ids);
            self.report(item, Fault::Misfit { problem });
        }
        for (room, clause) in self.quest.clauses_named("room").enumerate() {
            let come = clause.fields.get("spawn").map_or(0, |spawn| spawn.items().len());
            let space = AROUND.min(tiles[room].spaces.len());
            if come > space {
                let item = format!("clauses.room.{room}.fields.spawn");
                self.report(item, Fault::Crowded { come, room: space });
            }
        }
    }

    /// Every enemy that a die can show needs a card (§8, V-ENEMY-COVER).
    fn enemies(&mut self) {
        let quest = self.quest;
        for (room, clause) in quest.clauses_named("room").enumerate() {
            for value in clause.fields.get("spawn").map_or(&[][..], Value::items) {
                if let Value::Die { die, face } = value {
                    let item = format!("clauses.room.{room}.fields.spawn.{die}");
                    self.cover(die, *face, &item);
                }
            }
            let mut bodies = Vec::new();
            effects_of(clause, &mut bodies);
            let mut calls = Vec::new();
            bodies.iter().for_each(|body| spawned(body, &mut calls));
            for (die, face) in calls {
                self.cover(&die, face, &format!("clauses.room.{room}"));
            }
        }
        let mut bodies: Vec<&[Statement]> = vec![&quest.effects];
        quest.clauses_named("special").for_each(|special| effects_of(special, &mut bodies));
        let mut calls = Vec::new();
        bodies.iter().for_each(|body| spawned(body, &mut calls));
        for (die, face) in calls {
            self.cover(&die, face, "clauses.special");
        }
    }

    fn cover(&mut self, die: &str, face: Option<i64>, item: &str) {
        let dice = self.library.packages.iter().flat_map(|package| &package.dice);
        let Some(known) = dice.into_iter().find(|known| known.id == die) else {
            return;
        };
        let shown = known.faces.iter().filter(|shown| face.is_none_or(|face| shown.number == face));
        let mut missing: Vec<&str> = Vec::new();
        for shown in shown {
            let attack = if shown.symbols.contains_key("ranged") { "ranged" } else { "melee" };
            let has_card = self.library.cards().any(|card| {
                !card.is_abstract
                    && card.refs("threat").next() == Some(die)
                    && card.refs("attack").next() == Some(attack)
            });
            if !has_card && !missing.contains(&attack) {
                missing.push(attack);
            }
        }
        for attack in missing {
            self.report(item.to_owned(), Fault::NoCard { which: format!("{die} {attack}") });
        }
    }

    /// Flags and counters that nothing sets or nothing reads.
    fn variables(&mut self) {
        let quest = self.quest;
        let mut bodies: Vec<&[Statement]> = vec![&quest.effects];
        let mut conditions: Vec<&Expr> = Vec::new();
        for clause in &quest.clauses {
            effects_of(clause, &mut bodies);
            conditions_of(clause, &mut conditions);
        }
        for value in quest.fields.values() {
            if let Value::Formula { formula } = value {
                conditions.push(formula);
            }
        }
        let mut uses = Uses::default();
        conditions.iter().for_each(|condition| uses.reads(condition));
        bodies.iter().for_each(|body| uses.body(body));
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

    /// Walks every room and state that play could come to.
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
        for special in quest.clauses_named("special") {
            bodies.push(Body { room: None, guards: Vec::new(), effects: &special.effects });
        }
        for (room, clause) in quest.clauses_named("room").enumerate() {
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
        let win = match quest.fields.get("win") {
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

/// The path of the exit that a link is.
fn exit_path(links: &[Link], link: Link) -> String {
    let mut own = links.iter().filter(|other| other.from == link.from);
    let place = own.position(|other| *other == link).unwrap_or(0);
    format!("clauses.room.{}.clauses.exit.{place}", link.from)
}

/// The effects of a clause and of those inside it.
fn effects_of<'e>(clause: &'e Clause, into: &mut Vec<&'e [Statement]>) {
    into.push(&clause.effects);
    clause.clauses.iter().for_each(|inner| effects_of(inner, into));
}

/// The conditions of a clause and of those inside it.
fn conditions_of<'e>(clause: &'e Clause, into: &mut Vec<&'e Expr>) {
    into.extend(&clause.condition);
    clause.clauses.iter().for_each(|inner| conditions_of(inner, into));
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

/// The dice of enemies that effects bring, and what they are put down with.
fn spawned(statements: &[Statement], into: &mut Vec<(String, Option<i64>)>) {
    for statement in statements {
        if let Statement::Call { verb, args } = statement
            && verb == "spawn"
        {
            let find = |name: &str| args.iter().find(|arg| arg.name == name).map(|arg| &arg.value);
            let die = match find("die") {
                Some(Expr::Symbol { id, .. }) => Some(id.clone()),
                Some(Expr::Text { value }) => Some(value.clone()),
                _ => None,
            };
            let face = match find("shows") {
                Some(Expr::Int { value }) => Some(*value),
                _ => None,
            };
            into.extend(die.map(|die| (die, face)));
        }
        inner(statement).into_iter().for_each(|body| spawned(body, into));
    }
}

/// The bodies inside a statement.
fn inner(statement: &Statement) -> Vec<&[Statement]> {
    match statement {
        Statement::On { body, .. }
        | Statement::ForEach { body, .. }
        | Statement::Choose { body, .. }
        | Statement::Offer { body, .. }
        | Statement::Roll { body, .. } => vec![body],
        Statement::If { then, otherwise, .. } => vec![then, otherwise],
        Statement::ChooseOption { options } => {
            options.iter().map(|option| option.body.as_slice()).collect()
        }
        _ => Vec::new(),
    }
}

/// Names that are set and read.
#[derive(Default)]
struct Uses {
    set: Vec<String>,
    read: Vec<String>,
}

impl Uses {
    fn body(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Set { name, value } => {
                    self.set.push(name.clone());
                    // `set seals to seals - 1` alone reads nothing that matters.
                    let mut own = Uses::default();
                    own.reads(value);
                    self.read.extend(own.read.into_iter().filter(|read| read != name));
                }
                Statement::On { condition, limit, .. } => {
                    condition.iter().chain(limit).for_each(|expr| self.reads(expr));
                }
                Statement::Modify { subject, amount, condition, .. } => {
                    subject.iter().chain(condition).for_each(|expr| self.reads(expr));
                    self.reads(amount);
                }
                Statement::Mark { subject, condition, .. }
                | Statement::Grant { subject, condition, .. } => {
                    condition.iter().for_each(|expr| self.reads(expr));
                    self.reads(subject);
                }
                Statement::Forbid { subject, condition, .. } => {
                    subject.iter().chain(condition).for_each(|expr| self.reads(expr));
                }
                Statement::ForEach { selection, .. } => self.reads(selection),
                Statement::Choose { count, from, .. } => {
                    self.reads(count);
                    self.reads(from);
                }
                Statement::ChooseOption { options } => {
                    let conditions = options.iter().filter_map(|option| option.condition.as_ref());
                    conditions.for_each(|condition| self.reads(condition));
                }
                Statement::Offer { condition, .. } => {
                    condition.iter().for_each(|expr| self.reads(expr));
                }
                Statement::If { condition, .. } => self.reads(condition),
                Statement::Let { value, .. } => self.reads(value),
                Statement::Roll { pool, .. } => self.reads(pool),
                Statement::Call { args, .. } => args.iter().for_each(|arg| self.reads(&arg.value)),
                Statement::Require { .. } | Statement::Todo { .. } => {}
            }
            inner(statement).into_iter().for_each(|body| self.body(body));
        }
    }

    fn reads(&mut self, expr: &Expr) {
        match expr {
            Expr::Var { name } => self.read.push(name.clone()),
            Expr::Query { args, .. } => args.iter().for_each(|arg| self.reads(&arg.value)),
            Expr::Select { source, args, filter } => {
                self.read.push(source.clone());
                args.iter().for_each(|arg| self.reads(&arg.value));
                filter.iter().for_each(|filter| self.reads(filter));
            }
            Expr::Unary { value, .. } => self.reads(value),
            Expr::Binary { left, right, .. } => {
                self.reads(left);
                self.reads(right);
            }
            Expr::Set { items } => items.iter().for_each(|item| self.reads(item)),
            Expr::Member { of, .. } => self.reads(of),
            _ => {}
        }
    }
}
