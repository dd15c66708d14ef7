//! Lowering of statements: lasting ones become abilities, the others instructions.

use cardwright_model::{Arg, Expr, Keyword, Statement};

use super::super::content::{
    Abilities, AbilitiesId, BlockId, ForbidItem, Form, FormId, GrantItem, Instruction, MarkItem,
    Modifier, NO_NODE, NONE, NodeId, Offer, Summary, Trigger,
};
use super::super::words::{Act, Event, Mark, Stat, Until, Verb};
use super::expression::Ty;
use super::scope::{Binding, SLOTS, Scope, find};
use super::{Lowered, Lowerer};
use crate::core::lower::DECLINED;
use crate::games::crawler::VOCABULARY;
use crate::vocabulary::{Type, Vocabulary};

/// How many keywords may grant one another in a row.
const MAX_GRANTING: u8 = 16;

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

    /// A keyword with its arguments, interned.
    pub(super) fn form(&mut self, keyword: &str, args: &[Arg], scope: &Scope) -> Lowered<FormId> {
        let declared = *self
            .keywords
            .get(keyword)
            .ok_or_else(|| format!("there is no keyword `{keyword}`"))?;
        let number = match self.content.keywords.iter().position(|known| known == keyword) {
            Some(place) => place as u16,
            None => {
                self.content.keywords.push(keyword.to_owned());
                (self.content.keywords.len() - 1) as u16
            }
        };
        let mut values = Vec::new();
        for (_, value) in self.arguments(declared, args) {
            values.push(self.substitute(&value, scope));
        }
        let writing = serde_json::to_string(&values).unwrap_or_default();
        let known = self
            .content
            .forms
            .iter()
            .position(|form| form.keyword == number && form.writing == writing);
        if let Some(place) = known {
            return Ok(place as FormId);
        }
        if self.content.forms.len() >= usize::from(NONE) {
            return Err("there are too many forms of keywords".to_owned());
        }
        self.content.forms.push(Form { keyword: number, writing, abilities: NONE });
        Ok((self.content.forms.len() - 1) as FormId)
    }

    /// What each parameter of a keyword is, defaults filled in.
    pub(super) fn arguments(&self, keyword: &Keyword, args: &[Arg]) -> Vec<(String, Expr)> {
        let value = |name: &str, default: &Option<Expr>| {
            find(args, name).or(default.as_ref()).map(|value| (name.to_owned(), value.clone()))
        };
        keyword.params.iter().filter_map(|param| value(&param.name, &param.default)).collect()
    }

    /// Writes the keyword's body out for cards that are granted it.
    fn make_grantable(
        &mut self,
        form: FormId,
        args: &[Arg],
        keyword: &str,
        scope: &Scope,
    ) -> Lowered<()> {
        if self.content.forms[usize::from(form)].abilities != NONE {
            return Ok(());
        }
        // The place is taken first, so that a keyword that grants itself comes to an end.
        let place = self.push_abilities(Abilities::default());
        self.content.forms[usize::from(form)].abilities = place;
        if self.granting >= MAX_GRANTING {
            return Err("keywords grant each other without end".to_owned());
        }
        let declared = self.keywords[keyword];
        let mut params = self.arguments(declared, args);
        for (_, value) in &mut params {
            *value = self.substitute(value, scope);
        }
        let number = self.content.forms[usize::from(form)].keyword;
        let inner = Scope::of_keyword("granted", number, keyword, params, Vec::new());
        let mut abilities = Abilities::default();
        self.granting += 1;
        let lowered = self.top_level(&declared.body, &inner, &mut abilities);
        self.granting -= 1;
        self.finish_abilities(&mut abilities);
        self.content.abilities[usize::from(place)] = abilities;
        lowered
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

    /// Stores abilities.
    pub(super) fn push_abilities(&mut self, mut abilities: Abilities) -> AbilitiesId {
        self.finish_abilities(&mut abilities);
        self.content.abilities.push(abilities);
        (self.content.abilities.len() - 1) as AbilitiesId
    }

    /// Notes what abilities touch, so that most questions need no look at them.
    fn finish_abilities(&self, abilities: &mut Abilities) {
        let mut summary = Summary {
            stats: abilities.stat_mask,
            marks: abilities.mark_mask,
            events: abilities.event_mask,
            acts: abilities.forbids.iter().fold(0, |acts, item| acts | item.acts),
            offers: !abilities.offers.is_empty(),
            ..Summary::default()
        };
        for item in &abilities.grants {
            summary.revokes |= item.revoke;
            summary.grants |= !item.revoke;
            let granted = self.content.forms[usize::from(item.form)].abilities;
            if let Some(granted) = self.content.abilities.get(usize::from(granted)) {
                summary.merge(&granted.summary);
            }
        }
        abilities.lasting =
            summary.stats | summary.marks | summary.acts != 0 || summary.grants || summary.revokes;
        abilities.summary = summary;
    }

    /// Stores a block.
    pub(super) fn push_block(&mut self, instructions: Vec<Instruction>) -> BlockId {
        self.content.blocks.push(instructions);
        (self.content.blocks.len() - 1) as BlockId
    }

    /// Stores a list.
    pub(super) fn push_list(&mut self, list: Vec<NodeId>) -> u16 {
        self.content.lists.push(list);
        (self.content.lists.len() - 1) as u16
    }

    /// Stores a text.
    pub(super) fn text(&mut self, text: &str) -> u16 {
        let place = self.content.texts.iter().position(|known| known == text);
        place.unwrap_or_else(|| {
            self.content.texts.push(text.to_owned());
            self.content.texts.len() - 1
        }) as u16
    }
}
