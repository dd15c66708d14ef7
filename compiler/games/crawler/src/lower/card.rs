//! Lowering of one printed card: fields, blocks, what spending and challenges do.

use cardwright_model::{Clause, Entity, Library, Statement, Value};

use super::super::content::{Block, CardDef, Challenge, Spend};
use super::super::facts;
use super::super::vocabulary::Event;
use super::super::words::{Kind, PlayWindow, Property};
use super::Lowering;
use cardwright_engine::core::code::{DefId, NO_ABILITIES, NO_BLOCK, NO_NODE, NodeId};
use cardwright_engine::core::words::Words;
use cardwright_engine::core::{Lowered, Scope};
use cardwright_vocabulary::Fact;

/// A card with its printed numbers only. Kinds that the game does not play are only printed.
pub(super) fn outline(library: &Library, entity: &Entity) -> CardDef {
    let number = |fact: &Fact| fact.int(entity).clamp(-999, 999) as i16;
    let resources = [facts::EQUIPMENT, facts::MAGIC, facts::SKILL, facts::TACTIC];
    let resources = resources.map(|fact| fact.int(entity).clamp(0, 99) as i8);
    let kind = Kind::of(library, &entity.kind);
    CardDef {
        id: entity.id.clone(),
        name: entity.name.clone(),
        kind: kind.unwrap_or(Kind::Quest),
        cost: number(&facts::COST),
        life: number(&facts::LIFE),
        power: NO_NODE,
        properties: [0; 6],
        resources,
        permanent: facts::PERMANENT.flag(entity),
        draft: facts::DRAFT.flag(entity),
        limit: facts::LIMIT.int(entity).clamp(0, 99) as u8,
        window: facts::WINDOW.id(entity).and_then(PlayWindow::from_name),
        abilities: NO_ABILITIES,
        base: None,
        boosts: Vec::new(),
        disrupt: None,
        spend: None,
        challenge: None,
        goal: NO_NODE,
        is_mission: facts::MISSION.flag(entity),
        playable: kind.is_some(),
    }
}

impl Lowering<'_> {
    /// Everything of a card beyond what the core knows of it.
    pub(super) fn card(&mut self, def: DefId, entity: &Entity) -> Lowered<CardDef> {
        let scope = Scope::of(&entity.id);
        let mut card = outline(self.library, entity);
        card.abilities = self.lowerer.code.defs[usize::from(def)].abilities;
        for property in Property::ALL {
            let fact = match property {
                Property::Type => facts::TYPE,
                Property::Tribe => facts::TRIBE,
                Property::Alignment => facts::ALIGNMENT,
                Property::Class => facts::CLASS,
                Property::Damage => facts::DAMAGE,
                Property::Rarity => facts::RARITY,
            };
            card.properties[*property as usize] = self.lowerer.values(entity, &fact)?;
        }
        if card.kind.is_dungeon() && card.properties[Property::Damage as usize] == 0 {
            card.properties[Property::Damage as usize] = self.content.damage.harm;
        }
        card.power = self.formula(facts::POWER.value(entity), &scope)?;
        if card.power == NO_NODE && card.kind == Kind::Character {
            card.power = self.formula(Some(&Value::Int(0)), &scope)?;
        }
        if let Some(Value::Formula { formula }) = facts::GOAL.value(entity) {
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
        match () {
            () if facts::BASE.is(clause) => card.base = Some(self.block(clause, scope, card)?),
            () if facts::BLENDED.is(clause) => {
                // One block for both uses: the owner's base and the disruption.
                let block = self.block(clause, scope, card)?;
                card.base = Some(block);
                card.disrupt = Some(block);
            }
            () if facts::DISRUPT.is(clause) => {
                card.disrupt = Some(self.block(clause, scope, card)?)
            }
            () if facts::BOOST.is(clause) => {
                let block = self.block(clause, scope, card)?;
                card.boosts.push((self.lowerer.values(clause, &facts::BOOST_KEYS)?, block));
            }
            () if facts::SPEND.is(clause) => card.spend = Some(self.spend(clause, scope)?),
            () if facts::CHALLENGE.is(clause) => {
                card.challenge = Some(self.challenge(clause, scope)?)
            }
            () => {}
        }
        Ok(())
    }

    fn block(&mut self, clause: &Clause, scope: &Scope, card: &CardDef) -> Lowered<Block> {
        let power = self.formula(facts::BLOCK_POWER.value(clause), scope)?;
        let stamina = self.formula(facts::BLOCK_STAMINA.value(clause), scope)?;
        let distance = self.lowerer.value(clause, &facts::BLOCK_DISTANCE)?.unwrap_or(0) as u8;
        let usual = if power != NO_NODE {
            PlayWindow::Attack
        } else if stamina != NO_NODE {
            PlayWindow::Defence
        } else {
            PlayWindow::Any
        };
        Ok(Block {
            effect: self.lowerer.clause(clause, &card.id)?,
            power,
            stamina,
            damage: self.lowerer.values(clause, &facts::BLOCK_DAMAGE)?,
            stamina_damage: self.lowerer.values(clause, &facts::BLOCK_STAMINA_DAMAGE)?,
            distance,
            area: facts::BLOCK_AREA.int(clause).clamp(0, 99) as u8,
            per_attacker: facts::BLOCK_PER_ATTACKER.flag(clause),
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
        let mut outcome = |fact: &Fact| match fact.clauses(clause).next() {
            Some(inner) => self.lowerer.block(&inner.effects, scope),
            None => Ok(NO_BLOCK),
        };
        let (win, lose) = (outcome(&facts::CHALLENGE_WIN)?, outcome(&facts::CHALLENGE_LOSE)?);
        Ok(Challenge { condition, win, lose })
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
