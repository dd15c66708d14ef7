//! Lowering of statements: lasting ones become abilities, the others instructions.

use cardwright_model::{Arg, Expr, Statement};

use super::super::content::{
    Abilities, AbilitiesId, BlockId, ForbidItem, GrantItem, Instruction, MarkItem, Modifier,
    NO_NODE, NONE, NodeId, Offer, Trigger,
};
use super::super::words::{Act, Event, Mark, Stat, Until, Verb};
use super::expression::Ty;
use super::scope::{Binding, SLOTS, Scope, find};
use super::{Lowered, Lowerer};
use crate::core::lower::DECLINED;
use crate::games::crawler::VOCABULARY;
use crate::vocabulary::{Type, Vocabulary};

impl Lowerer<'_> {
    /// Statements directly on a card or in a keyword: they last as long as the card is in
    /// play; what is not lasting happens when the card comes into play.
    pub(super) fn top_level(
        &mut self,
        statements: &[Statement],
        scope: &Scope,
        abilities: &mut Abilities,
    ) -> Lowered<()> {
        let mut at_once = Vec::new();
        for statement in statements {
            if !self.lasting(statement, scope, abilities)? {
                at_once.push(statement.clone());
            }
        }
        if !at_once.is_empty() {
            let effect = self.block_of(&at_once, scope)?;
            self.add_trigger(abilities, scope, Event::Enter, NO_NODE, effect, NO_NODE)?;
        }
        Ok(())
    }

    /// Adds a lasting statement to the abilities; false if it is none.
    fn lasting(
        &mut self,
        statement: &Statement,
        scope: &Scope,
        abilities: &mut Abilities,
    ) -> Lowered<bool> {
        match statement {
            Statement::On { event, condition, body, limit } => {
                let event = Event::from_name(event).ok_or_else(|| format!("no event `{event}`"))?;
                let condition = self.optional_truth(condition.as_ref(), scope)?;
                let limit = match limit {
                    Some(limit) => self.number(limit, scope)?,
                    None => NO_NODE,
                };
                let effect = self.block_of(body, scope)?;
                self.add_trigger(abilities, scope, event, condition, effect, limit)?;
            }
            Statement::Modify { stat, subject, operation, amount, condition, .. } => {
                let stat = Stat::from_name(stat).ok_or_else(|| format!("no stat `{stat}`"))?;
                let subject = match subject {
                    Some(subject) => self.cards_of(subject, scope)?,
                    None if stat.of_card() => self.push(super::super::content::Node::SelfCard),
                    None => NO_NODE,
                };
                let modifier = Modifier {
                    stat,
                    operation: *operation,
                    subject,
                    amount: self.number(amount, scope)?,
                    condition: self.optional_truth(condition.as_ref(), scope)?,
                    keyword: scope.keyword,
                };
                abilities.modifiers.push(modifier);
                abilities.stat_mask |= stat.bit();
            }
            Statement::Mark { subject, mark, args, condition, .. } => {
                let mark = Mark::from_name(mark).ok_or_else(|| format!("no mark `{mark}`"))?;
                let item = MarkItem {
                    mark,
                    subject: self.cards_of(subject, scope)?,
                    args: self.mark_arguments(mark, args, scope)?,
                    condition: self.optional_truth(condition.as_ref(), scope)?,
                    keyword: scope.keyword,
                };
                abilities.marks.push(item);
                abilities.mark_mask |= mark.bit();
            }
            Statement::Grant { keyword, args, subject, revoke, condition, .. } => {
                let form = self.form(keyword, args, scope)?;
                let item = GrantItem {
                    form,
                    revoke: *revoke,
                    subject: self.cards_of(subject, scope)?,
                    condition: self.optional_truth(condition.as_ref(), scope)?,
                    keyword: scope.keyword,
                };
                if !revoke {
                    self.make_grantable(form, args, keyword, scope)?;
                }
                abilities.grants.push(item);
            }
            Statement::Forbid { acts, subject, condition, .. } => {
                let acts = acts.iter().try_fold(0, |mask, act| {
                    let act = Act::from_name(act).ok_or_else(|| format!("no act `{act}`"))?;
                    Ok::<u64, String>(mask | act.bit())
                })?;
                let subject = match subject {
                    Some(subject) => self.cards_of(subject, scope)?,
                    None => NO_NODE,
                };
                let condition = self.optional_truth(condition.as_ref(), scope)?;
                let keyword = scope.keyword;
                abilities.forbids.push(ForbidItem { acts, subject, condition, keyword });
            }
            Statement::Offer { label, condition, body } => {
                let offer = Offer {
                    label: self.text(label),
                    condition: self.optional_truth(condition.as_ref(), scope)?,
                    effect: self.block_of(body, scope)?,
                    keyword: scope.keyword,
                };
                abilities.offers.push(offer);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn add_trigger(
        &mut self,
        abilities: &mut Abilities,
        scope: &Scope,
        event: Event,
        condition: NodeId,
        effect: BlockId,
        limit: NodeId,
    ) -> Lowered<()> {
        let id = self.content.triggers.len();
        if id >= usize::from(NONE) {
            return Err("there are too many abilities".to_owned());
        }
        self.content.triggers.push(format!("{} on {}", scope.owner, event.name()));
        let keyword = scope.keyword;
        abilities.event_mask |= event.bit();
        abilities.triggers.push(Trigger {
            id: id as u16,
            event,
            condition,
            effect,
            limit,
            keyword,
        });
        Ok(())
    }

    fn mark_arguments(&mut self, mark: Mark, args: &[Arg], scope: &Scope) -> Lowered<[NodeId; 3]> {
        let mut nodes = [NO_NODE; 3];
        match mark {
            Mark::Immune => nodes[0] = self.set_argument(args, "types", scope)?,
            Mark::Resistant => {
                nodes[0] = self.number_argument(args, "amount", scope)?;
                nodes[1] = self.set_argument(args, "types", scope)?;
            }
            Mark::Warded => {
                nodes[0] = self.number_argument(args, "cards", scope)?;
                nodes[1] = self.number_argument(args, "instead", scope)?;
                nodes[2] = self.kind_argument(args, "kind", scope)?;
            }
            Mark::Aimed => {
                let at = find(args, "at").ok_or("`aimed` needs `at`")?;
                nodes[0] = self.cards_of(at, scope)?;
            }
            _ => {}
        }
        Ok(nodes)
    }

    fn number_argument(&mut self, args: &[Arg], name: &str, scope: &Scope) -> Lowered<NodeId> {
        let value = find(args, name).ok_or_else(|| format!("`{name}` is missing"))?;
        self.number(value, scope)
    }

    fn set_argument(&mut self, args: &[Arg], name: &str, scope: &Scope) -> Lowered<NodeId> {
        let value = find(args, name).ok_or_else(|| format!("`{name}` is missing"))?;
        self.set(value, scope)
    }

    /// A kind as a number that holds its mask.
    fn kind_argument(&mut self, args: &[Arg], name: &str, scope: &Scope) -> Lowered<NodeId> {
        match find(args, name) {
            Some(value) => {
                let mask = self.kinds(value, scope)?;
                Ok(self.push(super::super::content::Node::Int(mask as i32)))
            }
            None => Ok(NO_NODE),
        }
    }

    fn optional_truth(&mut self, condition: Option<&Expr>, scope: &Scope) -> Lowered<NodeId> {
        match condition {
            Some(condition) => self.truth(condition, scope),
            None => Ok(NO_NODE),
        }
    }

    /// A block of statements.
    pub(super) fn block_of(&mut self, body: &[Statement], scope: &Scope) -> Lowered<BlockId> {
        let instructions = self.instructions(body, &mut scope.clone())?;
        Ok(self.push_block(instructions))
    }

    /// Statements that happen, in order.
    pub(super) fn instructions(
        &mut self,
        body: &[Statement],
        scope: &mut Scope,
    ) -> Lowered<Vec<Instruction>> {
        let mut instructions = Vec::new();
        for statement in body {
            self.instruction(statement, scope, &mut instructions)?;
        }
        Ok(instructions)
    }

    fn instruction(
        &mut self,
        statement: &Statement,
        scope: &mut Scope,
        into: &mut Vec<Instruction>,
    ) -> Lowered<()> {
        if let Statement::Offer { label, condition, body } = statement {
            // Within an effect it is "you may", now.
            let mut list = vec![NodeId::from(self.text(label))];
            list.push(self.optional_truth(condition.as_ref(), scope)?);
            list.push(NodeId::from(self.block_of(body, scope)?));
            list.extend([NodeId::from(self.text(DECLINED)), NO_NODE]);
            list.push(NodeId::from(self.block_of(&[], scope)?));
            into.push(Instruction::Options { options: self.push_list(list) });
            return Ok(());
        }
        let mut abilities = Abilities::default();
        if self.lasting(statement, scope, &mut abilities)? {
            let until = match statement {
                Statement::Modify { until, .. }
                | Statement::Mark { until, .. }
                | Statement::Grant { until, .. }
                | Statement::Forbid { until, .. } => until.as_deref(),
                _ => None,
            };
            let until = match until {
                Some(name) => {
                    Some(Until::from_name(name).ok_or_else(|| format!("no window `{name}`"))?)
                }
                None => None,
            };
            let abilities = self.push_abilities(abilities);
            into.push(Instruction::Start { abilities, until });
            return Ok(());
        }
        match statement {
            Statement::ForEach { selection, body } => {
                let cards = self.cards_of(selection, scope)?;
                let body = self.block_of(body, &scope.with_it())?;
                into.push(Instruction::ForEach { cards, body });
            }
            Statement::Choose { count, up_to, from, body } => {
                let instruction = Instruction::Choose {
                    count: self.number(count, scope)?,
                    up_to: *up_to,
                    from: self.cards_of(from, scope)?,
                    body: self.block_of(body, &scope.with_it())?,
                };
                into.push(instruction);
            }
            Statement::ChooseOption { options } => {
                let mut list = Vec::new();
                for option in options {
                    list.push(NodeId::from(self.text(&option.label)));
                    list.push(self.optional_truth(option.condition.as_ref(), scope)?);
                    list.push(NodeId::from(self.block_of(&option.body, scope)?));
                }
                into.push(Instruction::Options { options: self.push_list(list) });
            }
            Statement::If { condition, then, otherwise } => {
                let instruction = Instruction::If {
                    condition: self.truth(condition, scope)?,
                    then: self.block_of(then, scope)?,
                    otherwise: self.block_of(otherwise, scope)?,
                };
                into.push(instruction);
            }
            Statement::Let { name, value } => self.bind(name, value, scope, into)?,
            Statement::Call { verb, .. } if verb == "then" => {
                let then = scope.then.clone();
                for statement in &then {
                    self.instruction(statement, scope, into)?;
                }
            }
            Statement::Call { verb, args } => {
                let call = self.call(verb, args, scope)?;
                into.push(call);
            }
            Statement::Todo { .. } => {}
            Statement::Roll { .. } => return Err("this game has no dice".to_owned()),
            Statement::Set { .. } => return Err("this game has no flags or counters".to_owned()),
            Statement::Require { .. } => {
                return Err("`require` belongs in a legality rule".to_owned());
            }
            _ => {}
        }
        Ok(())
    }

    /// `let`: numbers and cards are kept, everything else is worked out where it is used.
    fn bind(
        &mut self,
        name: &str,
        value: &Expr,
        scope: &mut Scope,
        into: &mut Vec<Instruction>,
    ) -> Lowered<()> {
        let slot = scope.free_slot();
        let ty = self.type_of(value, scope);
        let binding = match ty {
            Ty::Card | Ty::Number | Ty::Truth if slot >= SLOTS => {
                return Err(format!("an effect may keep at most {SLOTS} `let`s"));
            }
            Ty::Card => Binding::Card(slot),
            Ty::Number | Ty::Truth => Binding::Number(slot),
            _ => Binding::Inline(self.substitute(value, scope)),
        };
        match binding {
            Binding::Card(_) => {
                let value = self.cards_of(value, scope)?;
                into.push(Instruction::Let { slot, value, is_card: true });
            }
            Binding::Number(_) => {
                let value = self.number(value, scope)?;
                into.push(Instruction::Let { slot, value, is_card: false });
            }
            Binding::Inline(_) => {}
        }
        scope.lets.push((name.to_owned(), binding));
        Ok(())
    }

    fn call(&mut self, name: &str, args: &[Arg], scope: &Scope) -> Lowered<Instruction> {
        let verb = Verb::from_name(name).ok_or_else(|| format!("no verb `{name}`"))?;
        let word =
            Vocabulary::find(VOCABULARY.verbs, name).ok_or_else(|| format!("no verb `{name}`"))?;
        let mut nodes = [NO_NODE; 4];
        let mut place = 0;
        for param in word.params {
            let value = find(args, param.name);
            if value.is_none() && !param.optional {
                return Err(format!("`{name}` needs `{}`", param.name));
            }
            match (param.ty, value) {
                (Type::EitherSet(first, second), Some(value)) => {
                    nodes[place] = self.set_within(value, first, scope)?;
                    place += 1;
                    nodes[place] = self.set_within(value, second, scope)?;
                }
                (Type::EitherSet(..), None) => place += 1,
                (_, None) => {}
                (Type::Int, Some(value)) => nodes[place] = self.number(value, scope)?,
                (Type::Zone, Some(value)) => {
                    nodes[place] = NodeId::from(self.zone(value, scope)? as u8);
                }
                (Type::Kind, Some(_)) => {
                    nodes[place] = self.kind_argument(args, param.name, scope)?;
                }
                (Type::Enum(_) | Type::EnumSet(_), Some(value)) => {
                    nodes[place] = self.set(value, scope)?;
                }
                (_, Some(value)) => nodes[place] = self.cards_of(value, scope)?,
            }
            place += 1;
        }
        Ok(Instruction::Call { verb, args: nodes })
    }

    /// Abilities that lend a keyword to their own card, for scenarios.
    pub(in super::super) fn lent_keyword(
        &mut self,
        keyword: &str,
        args: &[Arg],
    ) -> Lowered<AbilitiesId> {
        let scope = Scope::of("scenario");
        let form = self.form(keyword, args, &scope)?;
        self.make_grantable(form, args, keyword, &scope)?;
        let subject = self.push(super::super::content::Node::SelfCard);
        let grant = GrantItem { form, revoke: false, subject, condition: NO_NODE, keyword: NONE };
        Ok(self.push_abilities(Abilities { grants: vec![grant], ..Abilities::default() }))
    }
}
