//! Lowering of statements: lasting ones become abilities, the others instructions.

use cardwright_model::{ALL_KEYWORDS, Arg, Chooser, Expr, Statement, Type, walk};

use super::super::abilities::bit;
use super::super::code::{
    Abilities, BlockId, ForbidItem, GrantItem, Instruction, Limit, MarkItem, Modifier, NO_BLOCK,
    NO_NODE, NONE, NodeId, Offer, OptionCode, Trigger, WAITS,
};
use super::super::thing::BINDINGS;
use super::scope::{Binding, Scope, find};
use super::trail::{Step, step_into};
use super::types::place;
use super::{DECLINED, Lowered, Lowerer};
use cardwright_vocabulary::Word;

impl Lowerer<'_> {
    /// Lowers statements directly on a card or in a keyword. Lasting ones hold while the card is in
    /// play; the others happen when the card comes into play.
    pub(crate) fn top_level(
        &mut self,
        statements: &[Statement],
        scope: &Scope,
        abilities: &mut Abilities,
    ) -> Lowered<()> {
        let mut at_once = Vec::new();
        for statement in statements {
            let lasts = self.within(
                || step_into(statement),
                |lowerer| lowerer.lasting(statement, scope, abilities),
            )?;
            if !lasts {
                at_once.push(statement.clone());
            }
        }
        at_once.retain(|statement| !matches!(statement, Statement::Todo { .. }));
        if at_once.is_empty() {
            return Ok(());
        }
        let Some(entering) = self.entering else {
            let message = "in this game an effect on a card needs an `on …` around it";
            return self.within(|| step_into(&at_once[0]), |_| Err(message.to_owned()));
        };
        let (event, _) = self.event(entering)?;
        let effect = self.block(&at_once, scope)?;
        self.add_trigger(abilities, scope, event, NO_NODE, effect, Limit::NONE)
    }

    /// Adds a lasting statement to the abilities; returns `false` if the statement does not last.
    fn lasting(
        &mut self,
        statement: &Statement,
        scope: &Scope,
        abilities: &mut Abilities,
    ) -> Lowered<bool> {
        let keyword = scope.keyword;
        match statement {
            Statement::On { event, condition, body, limit, per_game, once: is_once, .. } => {
                let (event, inner) = self.event_scope(event, scope)?;
                let condition = self.optional(condition.as_ref(), &inner)?;
                let count = self.optional(limit.as_ref(), &inner)?;
                let mut limit = Limit { count, per_game: *per_game };
                // On a card, "once" counts for the whole game.
                let once = *is_once && scope.waits;
                if *is_once && !once {
                    let count = self.push(super::super::code::Node::Int(1))?;
                    limit = Limit { count, per_game: true };
                }
                let effect = self.block(body, &inner)?;
                self.add_trigger(abilities, scope, event, condition, effect, limit)?;
                abilities.triggers.iter_mut().rev().take(1).for_each(|new| new.once = once);
            }
            Statement::Modify { stat, subject, operation, amount, condition, .. } => {
                let (stat, word) = place(self.vocabulary.stats, stat)
                    .ok_or_else(|| format!("there is no stat `{stat}`"))?;
                let of_thing = word.params.first().is_some_and(|param| param.ty.is_thing());
                let subject = match subject {
                    Some(subject) => self.things(subject, scope)?,
                    None if of_thing => self.push(super::super::code::Node::Own)?,
                    None => NO_NODE,
                };
                let amount = if self.is_pool(word) {
                    self.pool(amount, scope)?
                } else {
                    self.number(amount, scope)?
                };
                let condition = self.optional(condition.as_ref(), scope)?;
                let (stat, operation) = (stat as u8, *operation);
                let modifier = Modifier { stat, operation, subject, amount, condition, keyword };
                abilities.modifiers.push(modifier);
            }
            Statement::Mark { subject, mark, args, condition, .. } => {
                let (mark, word) = place(self.vocabulary.marks, mark)
                    .ok_or_else(|| format!("there is no mark `{mark}`"))?;
                let subject = self.things(subject, scope)?;
                let args = self.arguments(word, args, scope)?;
                let condition = self.optional(condition.as_ref(), scope)?;
                let mark = mark as u8;
                abilities.marks.push(MarkItem { mark, subject, args, condition, keyword });
            }
            Statement::Grant { keyword: granted, args, subject, revoke, condition, .. } => {
                let form = match *revoke && granted == ALL_KEYWORDS {
                    true => NONE,
                    false => self.form(granted, args, scope)?,
                };
                let subject = self.things(subject, scope)?;
                let condition = self.optional(condition.as_ref(), scope)?;
                if !revoke {
                    self.make_grantable(form, args, granted, scope)?;
                }
                let revoke = *revoke;
                abilities.grants.push(GrantItem { form, revoke, subject, condition, keyword });
            }
            Statement::Forbid { acts, subject, condition, .. } => {
                let mut mask = 0;
                for act in acts {
                    let (act, _) = place(self.vocabulary.acts, act)
                        .ok_or_else(|| format!("there is no act `{act}`"))?;
                    mask |= bit(usize::from(act));
                }
                let subject = match subject {
                    Some(subject) => self.things(subject, scope)?,
                    None => NO_NODE,
                };
                let condition = self.optional(condition.as_ref(), scope)?;
                abilities.forbids.push(ForbidItem { acts: mask, subject, condition, keyword });
            }
            Statement::Offer { label, condition, body, limit, per_game } => {
                let id = self.trigger_id(scope, &format!("offers {label}"))?;
                let label = self.text(label)?;
                let condition = self.optional(condition.as_ref(), scope)?;
                let effect = self.block(body, scope)?;
                let count = self.optional(limit.as_ref(), scope)?;
                let limit = Limit { count, per_game: *per_game };
                abilities.offers.push(Offer { id, label, condition, effect, limit, keyword });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// An event and what names mean in reactions to it.
    pub fn event_scope(&self, event: &str, scope: &Scope) -> Lowered<(u8, Scope)> {
        let (event, word) = self.event(event)?;
        let mut inner = scope.clone();
        // The event's values take the first slots. What was kept in slots of the surrounding text
        // is dropped, because it is no longer there when the event happens; what the reaction needs
        // of it was put aside.
        inner.names.retain(|(_, binding)| matches!(binding, Binding::Inline(_)));
        inner.names.append(&mut inner.remembered);
        for param in word.params.iter().take(BINDINGS) {
            inner.keep(param.name, &param.ty);
        }
        Ok((event, inner))
    }

    fn event(&self, name: &str) -> Lowered<(u8, &'static Word)> {
        let found = place(self.vocabulary.events, name);
        let (event, word) = found.ok_or_else(|| format!("there is no event `{name}`"))?;
        Ok((event as u8, word))
    }

    fn add_trigger(
        &mut self,
        abilities: &mut Abilities,
        scope: &Scope,
        event: u8,
        condition: NodeId,
        effect: BlockId,
        limit: Limit,
    ) -> Lowered<()> {
        let name = self.vocabulary.events[usize::from(event)].name;
        let id = self.trigger_id(scope, &format!("on {name}"))?;
        let keyword = scope.keyword;
        let once = false;
        abilities.triggers.push(Trigger { id, event, condition, effect, limit, once, keyword });
        if abilities.triggers.len() > usize::from(u8::MAX) {
            return Err("a card has more than 255 reactions".to_owned());
        }
        Ok(())
    }

    fn trigger_id(&mut self, scope: &Scope, does: &str) -> Lowered<u16> {
        let id = self.code.triggers.len();
        if id >= usize::from(NONE) {
            return Err("there are too many abilities".to_owned());
        }
        self.code.triggers.push(format!("{} {does}", scope.owner));
        let keyword = self.code.keywords.get(usize::from(scope.keyword));
        let keyword = keyword.and_then(|keyword| self.keywords.get(keyword.as_str()));
        let card = self.code.def_ids.get(&scope.card);
        let card = card.and_then(|card| self.code.defs.get(usize::from(*card)));
        let title = keyword.map(|keyword| &keyword.name).or(card.map(|card| &card.name));
        self.code.titles.push(title.cloned().unwrap_or_default());
        Ok(id as u16)
    }

    fn optional(&mut self, expr: Option<&Expr>, scope: &Scope) -> Lowered<NodeId> {
        expr.map_or(Ok(NO_NODE), |expr| self.number(expr, scope))
    }

    /// A block of statements.
    pub fn block(&mut self, body: &[Statement], scope: &Scope) -> Lowered<BlockId> {
        let mut instructions = Vec::new();
        self.instructions(body, &mut scope.clone(), &mut instructions)?;
        self.push_block(instructions)
    }

    pub(crate) fn push_block(&mut self, instructions: Vec<Instruction>) -> Lowered<BlockId> {
        if instructions.is_empty() {
            return Ok(NO_BLOCK);
        }
        if self.code.blocks.len() >= usize::from(NONE) || instructions.len() > usize::from(NONE) {
            return Err("there are too many effects".to_owned());
        }
        self.code.blocks.push(instructions);
        Ok((self.code.blocks.len() - 1) as BlockId)
    }

    pub fn instructions(
        &mut self,
        body: &[Statement],
        scope: &mut Scope,
        instructions: &mut Vec<Instruction>,
    ) -> Lowered<()> {
        for statement in body {
            self.within(
                || step_into(statement),
                |lowerer| lowerer.instruction(statement, scope, instructions),
            )?;
        }
        Ok(())
    }

    fn instruction(
        &mut self,
        statement: &Statement,
        scope: &mut Scope,
        into: &mut Vec<Instruction>,
    ) -> Lowered<()> {
        if let Statement::Offer { label, condition, body, limit, .. } = statement {
            if limit.is_some() {
                return Err(
                    "an `offer` inside an effect is made there and then: it has no `limit`"
                        .to_owned(),
                );
            }
            into.push(self.offer_now(label, condition.as_ref(), body, scope)?);
            return Ok(());
        }
        if let Statement::On { .. } = statement {
            return self.wait(statement, scope, into);
        }
        let names = scope.names.len();
        let settled = self.settle_subject(statement, scope, into)?;
        let mut abilities = Abilities::default();
        let is_lasting = self.lasting(settled.as_ref().unwrap_or(statement), scope, &mut abilities);
        scope.names.truncate(names);
        if is_lasting? {
            let until = self.window(statement.until())?.unwrap_or(NONE);
            let abilities = self.push_abilities(abilities)?;
            into.push(Instruction::Start { abilities, until });
            return Ok(());
        }
        let instruction = match statement {
            Statement::ForEach { selection, body } => Instruction::ForEach {
                things: self.things(selection, scope)?,
                body: self.block(body, &scope.with_it())?,
            },
            Statement::Repeat { count, body } => Instruction::Repeat {
                count: self.number(count, scope)?,
                body: self.block(body, scope)?,
            },
            Statement::Choose { by, count, up_to, from, body } => Instruction::Choose {
                by: *by,
                count: self.number(count, scope)?,
                up_to: *up_to,
                from: self.things(from, scope)?,
                body: self.block(body, &scope.with_it())?,
            },
            Statement::ChooseOption { by, count, up_to, options } => {
                let count = self.optional(count.as_ref(), scope)?;
                let mut list = Vec::new();
                for option in options {
                    let label = self.text(&option.label)?;
                    let condition = self.optional(option.condition.as_ref(), scope)?;
                    let body = self.block(&option.body, scope)?;
                    list.push(OptionCode { label, condition, body });
                }
                let options = self.options(list)?;
                Instruction::Options { by: *by, count, up_to: *up_to, options }
            }
            Statement::If { condition, then, otherwise } => Instruction::If {
                condition: self.number(condition, scope)?,
                then: self.block(then, scope)?,
                otherwise: self.block(otherwise, scope)?,
            },
            Statement::Let { name, value } => return self.bind(name, value, scope, into),
            Statement::Set { name, value } => {
                let variable = self.code.variable(&scope.card, name);
                let variable =
                    variable.ok_or_else(|| format!("there is no flag or counter `{name}`"))?;
                Instruction::Assign { variable, value: self.number(value, scope)? }
            }
            Statement::Roll { pool, body } => Instruction::Roll {
                pool: self.pool(pool, scope)?,
                body: self.block(body, &scope.with_roll())?,
            },
            Statement::Call { verb, args } => match verb.as_str() {
                "then" => {
                    let then = std::mem::take(&mut scope.then);
                    self.within(|| Step::Then, |lowerer| lowerer.instructions(&then, scope, into))?;
                    scope.then = then;
                    return Ok(());
                }
                "win" => Instruction::End { wins: true },
                "lose" => Instruction::End { wins: false },
                "roll-again" if scope.has_roll => Instruction::RollAgain,
                "roll-again" => {
                    return Err(
                        "`roll-again` throws the dice of a `roll` again, inside its braces"
                            .to_owned(),
                    );
                }
                "prevent" => Instruction::Prevent,
                "change-amount" => {
                    let by = find(args, "by").ok_or("`change-amount` needs `by`")?;
                    Instruction::ChangeAmount { by: self.number(by, scope)? }
                }
                _ => self.call(verb, args, scope)?,
            },
            Statement::Todo { .. } => return Ok(()),
            Statement::Require { .. } => {
                return Err("`require` belongs in a legality rule".to_owned());
            }
            // Lasting statements were dealt with above.
            Statement::On { .. }
            | Statement::Modify { .. }
            | Statement::Mark { .. }
            | Statement::Grant { .. }
            | Statement::Forbid { .. }
            | Statement::Offer { .. } => return Ok(()),
        };
        into.push(instruction);
        Ok(())
    }

    /// Lowers a reaction that an effect begins. It keeps what the names around it stand for now,
    /// also those that belong to the card whose text it is: the card may be gone by then.
    fn wait(
        &mut self,
        statement: &Statement,
        scope: &mut Scope,
        into: &mut Vec<Instruction>,
    ) -> Lowered<()> {
        let mut used: Vec<&str> = Vec::new();
        walk::each(std::slice::from_ref(statement), &mut |inner| {
            for expression in inner.expressions() {
                expression.each(&mut |part| match part {
                    Expr::Var { name } | Expr::Select { source: name, .. } => used.push(name),
                    _ => {}
                });
            }
        });
        let selections = self.vocabulary.selections.iter();
        let of_card = selections.filter(|word| word.result == Type::Card && !word.hosts.is_empty());
        let of_card: Vec<&str> = of_card.map(|word| word.name).collect();
        let mut inner = Scope { waits: true, ..scope.clone() };
        let kept = inner.remember(|name| used.contains(&name), &of_card);
        for (slot, name) in kept.ok_or("a reaction inside an effect uses too many names of it")? {
            let named = Expr::Var { name: name.clone() };
            let is_thing = self.ty(&named, scope).is_thing();
            let value = match is_thing {
                true => self.things(&named, scope)?,
                false => self.number(&named, scope)?,
            };
            into.push(Instruction::Let { slot, value, is_thing });
        }
        let mut abilities = Abilities::default();
        self.lasting(statement, &inner, &mut abilities)?;
        let abilities = self.push_abilities(abilities)?;
        let until = self.window(statement.until())?.unwrap_or(WAITS);
        into.push(Instruction::Start { abilities, until });
        Ok(())
    }

    /// Fixes the subject of a lasting statement inside an effect, if the subject is one thing that
    /// only the current moment determines (such as the user of an action). The statement then stays
    /// about that thing when the moment has passed.
    fn settle_subject(
        &mut self,
        statement: &Statement,
        scope: &mut Scope,
        into: &mut Vec<Instruction>,
    ) -> Lowered<Option<Statement>> {
        let subject = match statement {
            Statement::Mark { subject, .. }
            | Statement::Grant { subject, .. }
            | Statement::Modify { subject: Some(subject), .. }
            | Statement::Forbid { subject: Some(subject), .. } => subject,
            _ => return Ok(None),
        };
        let is_of_the_moment = match subject {
            Expr::Var { name }
            | Expr::Query { name, .. }
            | Expr::Select { source: name, filter: None, .. } => {
                !matches!(name.as_str(), "self" | "it" | "outer")
                    && scope.param(name).is_none()
                    && scope.binding(name).is_none()
            }
            _ => false,
        };
        if !is_of_the_moment || !self.ty(subject, scope).is_thing() {
            return Ok(None);
        }
        // A name that cannot clash: designers cannot write names with a space.
        let name = "the subject";
        self.bind(name, subject, scope, into)?;
        let mut settled = statement.clone();
        if let Statement::Mark { subject, .. }
        | Statement::Grant { subject, .. }
        | Statement::Modify { subject: Some(subject), .. }
        | Statement::Forbid { subject: Some(subject), .. } = &mut settled
        {
            *subject = Expr::Var { name: name.to_owned() };
        }
        Ok(Some(settled))
    }

    /// Lowers an `offer` inside an effect: "you may", decided at once.
    fn offer_now(
        &mut self,
        label: &str,
        condition: Option<&Expr>,
        body: &[Statement],
        scope: &Scope,
    ) -> Lowered<Instruction> {
        let (label, condition) = (self.text(label)?, self.optional(condition, scope)?);
        let body = self.block(body, scope)?;
        let declined =
            OptionCode { label: self.text(DECLINED)?, condition: NO_NODE, body: NO_BLOCK };
        let options = self.options(vec![OptionCode { label, condition, body }, declined])?;
        let (by, count, up_to) = (Chooser::You, NO_NODE, false);
        Ok(Instruction::Options { by, count, up_to, options })
    }

    fn options(&mut self, list: Vec<OptionCode>) -> Lowered<u16> {
        if list.len() > u64::BITS as usize {
            return Err("there are too many options to choose from".to_owned());
        }
        let place = u16::try_from(self.code.options.len());
        let options = place.map_err(|_| "there are too many choices")?;
        self.code.options.push(list);
        Ok(options)
    }

    /// The place of a window.
    fn window(&self, name: Option<&str>) -> Lowered<Option<u16>> {
        let Some(name) = name else { return Ok(None) };
        let found = place(self.vocabulary.windows, name);
        found.map(|(place, _)| Some(place)).ok_or_else(|| format!("there is no window `{name}`"))
    }

    fn call(&mut self, verb: &str, args: &[Arg], scope: &Scope) -> Lowered<Instruction> {
        let found = place(self.vocabulary.verbs, verb);
        let (verb, word) = found.ok_or_else(|| format!("there is no verb `{verb}`"))?;
        Ok(Instruction::Call { verb, args: self.arguments(word, args, scope)? })
    }

    /// Lowers a `let`. Numbers and single things are stored in a slot; anything else is worked out
    /// where it is used.
    fn bind(
        &mut self,
        name: &str,
        value: &Expr,
        scope: &mut Scope,
        into: &mut Vec<Instruction>,
    ) -> Lowered<()> {
        if let Expr::Query { name: query, args } = value
            && query == "chosen"
        {
            let most = find(args, "most").ok_or("`chosen` needs `most`")?;
            let most = self.number(most, scope)?;
            let least = self.optional(find(args, "least"), scope)?;
            let ty: Type = Type::Int;
            let slot = scope.keep(name, &ty);
            let slot = slot.ok_or("an effect keeps too many names with `let`")?;
            into.push(Instruction::Name { slot, least, most });
            return Ok(());
        }
        let ty = self.ty(value, scope);
        let is_thing = ty.is_thing();
        if !is_thing && !matches!(ty, Type::Int | Type::Bool | Type::Range) {
            let value = self.substitute(value, scope);
            scope.names.push((name.to_owned(), Binding::Inline(value)));
            return Ok(());
        }
        let node = if is_thing { self.things(value, scope)? } else { self.number(value, scope)? };
        let slot = scope.keep(name, &ty).ok_or("an effect keeps too many names with `let`")?;
        into.push(Instruction::Let { slot, value: node, is_thing });
        Ok(())
    }
}
