//! Lowering of one printed card: fields, blocks, what spending and challenges do.

use cardwright_model::{Clause, Entity, Statement, Value};

use super::super::content::{Block, CardDef, Challenge, Spend};
use super::super::vocabulary::Event;
use super::super::words::{Kind, PlayWindow, Property, RESOURCES};
use super::Lowering;
use cardwright_engine::core::code::{DefId, NO_ABILITIES, NO_BLOCK, NO_NODE, NodeId};
use cardwright_engine::core::words::Words;
use cardwright_engine::core::{Lowered, Scope};

/// A card with its printed numbers only. Kinds that the game does not play are only printed.
pub(super) fn outline(entity: &Entity) -> CardDef {
    let number = |field: &str| entity.int(field).unwrap_or(0).clamp(-999, 999) as i16;
    let mut resources = [0; 4];
    for (place, name) in RESOURCES.iter().enumerate() {
        resources[place] = entity.int(name).unwrap_or(0).clamp(0, 99) as i8;
    }
    let kind = Kind::from_name(&entity.kind);
    CardDef {
        id: entity.id.clone(),
        name: entity.name.clone(),
        kind: kind.unwrap_or(Kind::Quest),
        cost: number("cost"),
        life: number("life"),
        power: NO_NODE,
        properties: [0; 6],
        resources,
        permanent: entity.flag("permanent"),
        draft: entity.flag("draft"),
        limit: entity.int("limit").unwrap_or(0).clamp(0, 99) as u8,
        window: entity.refs("window").next().and_then(PlayWindow::from_name),
        abilities: NO_ABILITIES,
        base: None,
        boosts: Vec::new(),
        disrupt: None,
        spend: None,
        challenge: None,
        goal: NO_NODE,
        playable: kind.is_some(),
    }
}

impl Lowering<'_> {
    /// Everything of a card beyond what the core knows of it.
    pub(super) fn card(&mut self, def: DefId, entity: &Entity) -> Lowered<CardDef> {
        let scope = Scope::of(&entity.id);
        let mut card = outline(entity);
        card.abilities = self.lowerer.code.defs[usize::from(def)].abilities;
        for property in Property::ALL {
            let domain = match property {
                Property::Type => "character-type",
                other => other.name(),
            };
            card.properties[*property as usize] =
                self.lowerer.values(entity, property.name(), domain)?;
        }
        if card.kind.is_dungeon() && card.properties[Property::Damage as usize] == 0 {
            card.properties[Property::Damage as usize] = self.content.damage.harm;
        }
        card.power = self.formula(entity.fields.get("power"), &scope)?;
        if card.power == NO_NODE && card.kind == Kind::Character {
            card.power = self.formula(Some(&Value::Int(0)), &scope)?;
        }
        if let Some(Value::Formula { formula }) = entity.fields.get("goal") {
            card.goal = self.lowerer.condition(formula, &scope)?;
        }
        for clause in &entity.clauses {
            self.clause(clause, &scope, &mut card)?;
        }
        if card.kind.is_crawler() && card.base.is_none() {
            // A card that is only spent, boosted or kept is played for nothing by itself.
            card.base = Some(self.block(&Clause::default(), &scope, &card)?);
        }
        Ok(card)
    }

    fn clause(&mut self, clause: &Clause, scope: &Scope, card: &mut CardDef) -> Lowered<()> {
        match clause.clause.as_str() {
            "base" => card.base = Some(self.block(clause, scope, card)?),
            "blended" => {
                // One block for both uses: the owner's base and the disruption.
                let block = self.block(clause, scope, card)?;
                card.base = Some(block);
                card.disrupt = Some(block);
            }
            "disrupt" => card.disrupt = Some(self.block(clause, scope, card)?),
            "boost" => {
                let block = self.block(clause, scope, card)?;
                card.boosts.push((self.values(clause.args.get("keys"), "class")?, block));
            }
            "spend" => card.spend = Some(self.spend(clause, scope)?),
            "challenge" => card.challenge = Some(self.challenge(clause, scope)?),
            _ => {}
        }
        Ok(())
    }

    fn block(&mut self, clause: &Clause, scope: &Scope, card: &CardDef) -> Lowered<Block> {
        let fields = &clause.fields;
        let power = self.formula(fields.get("power"), scope)?;
        let stamina = self.formula(fields.get("stamina"), scope)?;
        let distance = match fields.get("distance").and_then(Value::as_ref_id) {
            Some(id) => self.lowerer.ordinal("distance", id)? as u8,
            None => 0,
        };
        let usual = if power != NO_NODE {
            PlayWindow::Attack
        } else if stamina != NO_NODE {
            PlayWindow::Defence
        } else {
            PlayWindow::Any
        };
        let area = fields.get("area").and_then(Value::as_int).unwrap_or(0);
        Ok(Block {
            effect: self.lowerer.clause(clause, &card.id)?,
            power,
            stamina,
            damage: self.values(fields.get("damage"), "damage")?,
            stamina_damage: self.values(fields.get("stamina-damage"), "damage")?,
            distance,
            area: area.clamp(0, 99) as u8,
            per_attacker: matches!(fields.get("per-attacker"), Some(Value::Bool(true))),
            window: card.window.unwrap_or(usual),
        })
    }

    fn spend(&mut self, clause: &Clause, scope: &Scope) -> Lowered<Spend> {
        let (mut event, mut inner, mut condition) = (None, scope.clone(), &clause.condition);
        let mut body = clause.effects.as_slice();
        if let [Statement::On { event: name, condition: only_if, body: reaction, .. }] = body {
            let (place, named) = self.lowerer.event_scope(name, scope)?;
            (event, inner) = (Some(Event::at(usize::from(place))), named);
            condition = if only_if.is_some() { only_if } else { condition };
            body = reaction;
        }
        let condition = match condition {
            Some(condition) => self.lowerer.condition(condition, &inner)?,
            None => NO_NODE,
        };
        Ok(Spend { effect: self.lowerer.block(body, &inner)?, event, condition })
    }

    fn challenge(&mut self, clause: &Clause, scope: &Scope) -> Lowered<Challenge> {
        let condition = match &clause.condition {
            Some(condition) => self.lowerer.condition(condition, scope)?,
            None => NO_NODE,
        };
        let mut outcome = |name: &str| match clause.clauses.iter().find(|it| it.clause == name) {
            Some(inner) => self.lowerer.block(&inner.effects, scope),
            None => Ok(NO_BLOCK),
        };
        let (win, lose) = (outcome("win")?, outcome("lose")?);
        Ok(Challenge { condition, win, lose })
    }

    /// Values of an enum, as bits.
    fn values(&self, value: Option<&Value>, domain: &str) -> Lowered<u64> {
        let mut ids = value.into_iter().flat_map(Value::ref_ids);
        ids.try_fold(0, |set, id| Ok(set | 1 << self.lowerer.ordinal(domain, id)?))
    }

    /// A plain number or a formula.
    fn formula(&mut self, value: Option<&Value>, scope: &Scope) -> Lowered<NodeId> {
        match value {
            None => Ok(NO_NODE),
            Some(Value::Int(number)) => {
                self.lowerer.number(&cardwright_model::Expr::Int { value: *number }, scope)
            }
            Some(Value::Formula { formula }) => self.lowerer.number(formula, scope),
            Some(other) => Err(format!("`{other:?}` is no number")),
        }
    }
}
