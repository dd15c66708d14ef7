//! Lowering of one printed card: fields, blocks, keywords.

use std::collections::BTreeMap;

use cardwright_model::{Clause, Entity, Expr, Keyword, KeywordUse, Statement, Value};

use super::super::content::{
    Abilities, Block, CardDef, Challenge, FormId, NO_NODE, Node, NodeId, Spend,
};
use super::super::words::{Event, Kind, PlayWindow, Property};
use super::scope::Scope;
use super::{Lowered, Lowerer};

/// A card with its printed numbers only.
pub(super) fn outline(entity: &Entity, kind: Kind) -> CardDef {
    let number = |field: &str| entity.int(field).unwrap_or(0).clamp(-999, 999) as i16;
    let mut resources = [0; 4];
    for (place, name) in super::super::words::RESOURCES.iter().enumerate() {
        resources[place] = entity.int(name).unwrap_or(0).clamp(0, 99) as i8;
    }
    CardDef {
        id: entity.id.clone(),
        name: entity.name.clone(),
        kind,
        cost: number("cost"),
        life: number("life"),
        power: NO_NODE,
        properties: [0; 6],
        resources,
        permanent: entity.flag("permanent"),
        draft: entity.flag("draft"),
        limit: entity.int("limit").unwrap_or(0).clamp(0, 99) as u8,
        window: entity.refs("window").next().and_then(PlayWindow::from_name),
        keywords: Vec::new(),
        abilities: 0,
        base: None,
        boosts: Vec::new(),
        disrupt: None,
        spend: None,
        challenge: None,
        goal: NO_NODE,
        playable: true,
    }
}

/// Whether something on the card or in one of its keywords still says `todo`.
pub(super) fn is_unfinished(entity: &Entity, keywords: &BTreeMap<&str, &Keyword>) -> bool {
    let in_keywords = |uses: &[KeywordUse]| {
        uses.iter().any(|used| {
            keywords.get(used.keyword.as_str()).is_some_and(|keyword| has_todo(&keyword.body))
        })
    };
    fn in_clause(clause: &Clause) -> bool {
        has_todo(&clause.effects) || clause.clauses.iter().any(in_clause)
    }
    has_todo(&entity.effects)
        || entity.clauses.iter().any(in_clause)
        || in_keywords(&entity.keywords)
        || entity.clauses.iter().any(|clause| in_keywords(&clause.keywords))
}

fn has_todo(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Todo { .. } => true,
        Statement::On { body, .. }
        | Statement::ForEach { body, .. }
        | Statement::Choose { body, .. }
        | Statement::Offer { body, .. }
        | Statement::Roll { body, .. } => has_todo(body),
        Statement::If { then, otherwise, .. } => has_todo(then) || has_todo(otherwise),
        Statement::ChooseOption { options } => options.iter().any(|option| has_todo(&option.body)),
        _ => false,
    })
}

impl Lowerer<'_> {
    /// Everything of a card beyond its outline.
    pub(super) fn card(&mut self, entity: &Entity, mut card: CardDef) -> Lowered<CardDef> {
        let scope = Scope::of(&entity.id);
        for property in Property::ALL {
            card.properties[*property as usize] = self.property(entity, *property)?;
        }
        if card.kind.is_dungeon() && card.properties[Property::Damage as usize] == 0 {
            card.properties[Property::Damage as usize] = self.content.damage.harm;
        }
        card.power = match entity.fields.get("power") {
            Some(power) => self.formula(power, &scope)?,
            None if card.kind == Kind::Character => self.push(Node::Int(0)),
            None => NO_NODE,
        };
        if let Some(Value::Formula { formula }) = entity.fields.get("goal") {
            card.goal = self.truth(formula, &scope)?;
        }
        let mut abilities = Abilities::default();
        for used in self.stacked(&entity.keywords) {
            let form = self.keyword_use(&used, &entity.id, &mut abilities)?;
            card.keywords.push(form);
        }
        self.top_level(&entity.effects, &scope, &mut abilities)?;
        card.abilities = self.push_abilities(abilities);
        for clause in &entity.clauses {
            self.clause(clause, &scope, &mut card)?;
        }
        if card.kind.is_crawler() && card.base.is_none() {
            // A card that is only spent, boosted or kept is played for nothing by itself.
            card.base = Some(self.block(&Clause::default(), &scope, &card)?);
        }
        Ok(card)
    }

    fn property(&self, entity: &Entity, property: Property) -> Lowered<u64> {
        let domain = match property {
            Property::Type => "character-type",
            other => other.name(),
        };
        entity.refs(property.name()).try_fold(0, |set, id| Ok(set | self.bit(domain, id)?))
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
                let mut keys = clause.args.get("keys").into_iter().flat_map(Value::ref_ids);
                let mask =
                    keys.try_fold(0, |set, id| Ok::<u64, String>(set | self.bit("class", id)?))?;
                card.boosts.push((mask, block));
            }
            "spend" => card.spend = Some(self.spend(clause, scope)?),
            "challenge" => card.challenge = Some(self.challenge(clause, scope)?),
            _ => {}
        }
        Ok(())
    }

    fn block(&mut self, clause: &Clause, scope: &Scope, card: &CardDef) -> Lowered<Block> {
        let formula = |lowerer: &mut Self, field: &str| -> Lowered<NodeId> {
            match clause.fields.get(field) {
                Some(value) => lowerer.formula(value, scope),
                None => Ok(NO_NODE),
            }
        };
        let power = formula(self, "power")?;
        let stamina = formula(self, "stamina")?;
        let types = |lowerer: &Self, field: &str| -> Lowered<u64> {
            let ids = clause.fields.get(field).into_iter().flat_map(Value::ref_ids);
            ids.into_iter().try_fold(0, |set, id| Ok(set | lowerer.bit("damage", id)?))
        };
        let damage = types(self, "damage")?;
        let stamina_damage = types(self, "stamina-damage")?;
        let distance = match clause.fields.get("distance").and_then(Value::as_ref_id) {
            Some(id) => self.ordinal("distance", id)? as u8,
            None => 0,
        };
        let number = |field: &str| clause.fields.get(field).and_then(Value::as_int).unwrap_or(0);
        let usual = if power != NO_NODE {
            PlayWindow::Attack
        } else if stamina != NO_NODE {
            PlayWindow::Defence
        } else {
            PlayWindow::Any
        };
        let mut effects = Vec::new();
        for used in self.stacked(&clause.keywords) {
            let mut abilities = Abilities::default();
            self.keyword_use(&used, &card.id, &mut abilities)?;
            let abilities = self.push_abilities(abilities);
            effects.push(super::super::content::Instruction::Start { abilities, until: None });
        }
        effects.extend(self.instructions(&clause.effects, &mut scope.clone())?);
        Ok(Block {
            effect: self.push_block(effects),
            power,
            stamina,
            damage,
            stamina_damage,
            distance,
            area: number("area").clamp(0, 99) as u8,
            per_attacker: matches!(clause.fields.get("per-attacker"), Some(Value::Bool(true))),
            window: card.window.unwrap_or(usual),
        })
    }

    fn spend(&mut self, clause: &Clause, scope: &Scope) -> Lowered<Spend> {
        let mut condition = match &clause.condition {
            Some(condition) => self.truth(condition, scope)?,
            None => NO_NODE,
        };
        let mut event = None;
        let mut body = clause.effects.as_slice();
        if let [Statement::On { event: name, condition: only_if, body: inner, .. }] = body {
            event = Some(Event::from_name(name).ok_or_else(|| format!("no event `{name}`"))?);
            if let Some(only_if) = only_if {
                condition = self.truth(only_if, scope)?;
            }
            body = inner;
        }
        let effect = self.block_of(body, scope)?;
        Ok(Spend { effect, event, condition })
    }

    fn challenge(&mut self, clause: &Clause, scope: &Scope) -> Lowered<Challenge> {
        let condition = match &clause.condition {
            Some(condition) => self.truth(condition, scope)?,
            None => self.push(Node::Truth(true)),
        };
        let mut outcome = |name: &str| {
            let inner = clause.clauses.iter().find(|inner| inner.clause == name);
            self.block_of(inner.map_or(&[], |inner| inner.effects.as_slice()), scope)
        };
        let (win, lose) = (outcome("win")?, outcome("lose")?);
        Ok(Challenge { condition, win, lose })
    }

    /// A plain number or a formula.
    fn formula(&mut self, value: &Value, scope: &Scope) -> Lowered<NodeId> {
        match value {
            Value::Int(number) => Ok(self.push(Node::Int(*number as i32))),
            Value::Formula { formula } => self.number(formula, scope),
            other => Err(format!("`{other:?}` is no number")),
        }
    }

    /// The keywords of a card after its stacking rules.
    fn stacked(&self, uses: &[KeywordUse]) -> Vec<KeywordUse> {
        let mut kept: Vec<KeywordUse> = Vec::new();
        for used in uses {
            let stacking = self.keywords.get(used.keyword.as_str()).map_or("sum", |k| &k.stacking);
            let earlier = kept.iter().position(|other| other.keyword == used.keyword);
            match (stacking, earlier) {
                ("once", Some(_)) => {}
                ("highest", Some(place)) if first_number(used) > first_number(&kept[place]) => {
                    kept[place] = used.clone();
                }
                ("highest", Some(_)) => {}
                _ => kept.push(used.clone()),
            }
        }
        kept
    }

    /// Writes a keyword's body out on a card, and gives the form the card then has.
    pub(super) fn keyword_use(
        &mut self,
        used: &KeywordUse,
        owner: &str,
        abilities: &mut Abilities,
    ) -> Lowered<FormId> {
        let form = self.form(&used.keyword, &used.args, &Scope::of(owner))?;
        let keyword = *self
            .keywords
            .get(used.keyword.as_str())
            .ok_or_else(|| format!("there is no keyword `{}`", used.keyword))?;
        let number = self.content.forms[usize::from(form)].keyword;
        let params = self.arguments(keyword, &used.args);
        let scope = Scope::of_keyword(owner, number, &used.keyword, params, used.then.clone());
        self.top_level(&keyword.body, &scope, abilities)?;
        Ok(form)
    }
}

fn first_number(used: &KeywordUse) -> i64 {
    used.args
        .iter()
        .find_map(|arg| match arg.value {
            Expr::Int { value } => Some(value),
            _ => None,
        })
        .unwrap_or(0)
}
