//! Lowering of keywords: bodies with parameters filled in, stacking, and forms that can be
//! granted.

use cardwright_model::{Arg, Expr, Keyword, KeywordUse};

use super::super::abilities::bit;
use super::super::code::{
    Abilities, AbilitiesId, Form, FormId, GrantItem, NO_ABILITIES, NO_NODE, NONE, Node, NodeId,
    Stacking, Summary,
};
use super::scope::{Scope, find};
use super::trail::Step;
use super::{Lowered, Lowerer};

/// How many keywords may grant one another in a row. A guess, not measured.
const MAX_GRANTING: u8 = 16;

impl<'l> Lowerer<'l> {
    /// The keywords of a card after applying their stacking rules.
    pub(crate) fn stacked(&self, uses: &[KeywordUse]) -> Vec<KeywordUse> {
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

    /// Adds a keyword's body to a card and returns the form that the card then has.
    pub fn keyword_use(
        &mut self,
        used: &KeywordUse,
        owner: &str,
        abilities: &mut Abilities,
    ) -> Lowered<FormId> {
        let form = self.form(&used.keyword, &used.args, &Scope::of(owner))?;
        let keyword = self.keyword(&used.keyword)?;
        let number = self.code.forms[usize::from(form)].keyword;
        let params = filled(keyword, &used.args);
        let scope = Scope::of_keyword(owner, number, &used.keyword, params, used.then.clone());
        let step = || Step::Keyword(used.keyword.clone());
        self.within(step, |lowerer| lowerer.top_level(&keyword.body, &scope, abilities))?;
        if self.code.forms[usize::from(form)].stacking != Stacking::Sum {
            abilities.single.push(form);
        }
        Ok(form)
    }

    fn keyword(&self, id: &str) -> Lowered<&'l Keyword> {
        self.keywords.get(id).copied().ok_or_else(|| format!("there is no keyword `{id}`"))
    }

    /// A keyword with its arguments, interned.
    pub fn form(&mut self, keyword: &str, args: &[Arg], scope: &Scope) -> Lowered<FormId> {
        let declared = self.keyword(keyword)?;
        let number = match self.code.keywords.iter().position(|known| known == keyword) {
            Some(place) => place as u16,
            None => {
                self.code.keywords.push(keyword.to_owned());
                (self.code.keywords.len() - 1) as u16
            }
        };
        let values: Vec<Expr> = filled(declared, args)
            .into_iter()
            .map(|(_, value)| self.substitute(&value, scope))
            .collect();
        let writing = serde_json::to_string(&values).unwrap_or_default();
        let same = |form: &Form| form.keyword == number && form.writing == writing;
        if let Some(place) = self.code.forms.iter().position(same) {
            return Ok(place as FormId);
        }
        if self.code.forms.len() >= usize::from(NONE) {
            return Err("there are too many forms of keywords".to_owned());
        }
        let stacking = match declared.stacking.as_str() {
            "once" => Stacking::Once,
            "highest" => Stacking::Highest,
            _ => Stacking::Sum,
        };
        let amount = values.iter().find_map(number_of).unwrap_or(0);
        let form = Form { keyword: number, writing, abilities: NONE, stacking, amount };
        self.code.forms.push(form);
        Ok((self.code.forms.len() - 1) as FormId)
    }

    /// Lowers the keyword's body for things that are granted it.
    pub(crate) fn make_grantable(
        &mut self,
        form: FormId,
        args: &[Arg],
        keyword: &str,
        scope: &Scope,
    ) -> Lowered<()> {
        if self.code.forms[usize::from(form)].abilities != NONE {
            return Ok(());
        }
        // The place is reserved before the body is lowered, so that a keyword that grants itself
        // finds it and does not recurse.
        let place = self.push_abilities(Abilities::default())?;
        self.code.forms[usize::from(form)].abilities = place;
        if self.granting >= MAX_GRANTING {
            return Err("keywords grant each other without end".to_owned());
        }
        let declared = self.keyword(keyword)?;
        let mut params = filled(declared, args);
        for (_, value) in &mut params {
            *value = self.substitute(value, scope);
        }
        let number = self.code.forms[usize::from(form)].keyword;
        let inner = Scope::of_keyword("granted", number, keyword, params, Vec::new());
        let mut abilities = Abilities::default();
        self.granting += 1;
        let step = || Step::Keyword(keyword.to_owned());
        let lowered =
            self.within(step, |lowerer| lowerer.top_level(&declared.body, &inner, &mut abilities));
        self.granting -= 1;
        self.summarise(&mut abilities);
        self.code.abilities[usize::from(place)] = abilities;
        lowered
    }

    /// Abilities that grant a keyword to their host.
    pub(crate) fn lent_keyword(&mut self, keyword: &str, args: &[Arg]) -> Lowered<AbilitiesId> {
        let scope = Scope::of("lent");
        let form = self.form(keyword, args, &scope)?;
        self.make_grantable(form, args, keyword, &scope)?;
        let subject = self.push(Node::Own)?;
        let grant = GrantItem { form, revoke: false, subject, condition: NO_NODE, keyword: NONE };
        self.push_abilities(Abilities { grants: vec![grant], ..Abilities::default() })
    }

    /// Stores abilities.
    pub(crate) fn push_abilities(&mut self, mut abilities: Abilities) -> Lowered<AbilitiesId> {
        if self.code.abilities.len() >= usize::from(NONE) {
            return Err("there are too many abilities".to_owned());
        }
        self.summarise(&mut abilities);
        self.code.abilities.push(abilities);
        Ok((self.code.abilities.len() - 1) as AbilitiesId)
    }

    /// The part of abilities that is about their host alone: it counts before the host is in play
    /// too, as far as the game asks.
    pub(super) fn own_abilities(&mut self, all: AbilitiesId) -> Lowered<AbilitiesId> {
        let all = &self.code.abilities[usize::from(all)];
        let is_own =
            |subject: NodeId| subject != NO_NODE && matches!(self.code.node(subject), Node::Own);
        let own = Abilities {
            modifiers: all.modifiers.iter().filter(|one| is_own(one.subject)).copied().collect(),
            marks: all.marks.iter().filter(|one| is_own(one.subject)).copied().collect(),
            forbids: all.forbids.iter().filter(|one| is_own(one.subject)).copied().collect(),
            ..Abilities::default()
        };
        if own.modifiers.is_empty() && own.marks.is_empty() && own.forbids.is_empty() {
            return Ok(NO_ABILITIES);
        }
        let own = self.push_abilities(own)?;
        let summary = self.code.abilities[usize::from(own)].summary;
        self.code.own.merge(&summary);
        Ok(own)
    }

    /// Records what abilities can affect; see [`Summary`](super::super::code::Summary).
    fn summarise(&self, abilities: &mut Abilities) {
        let mut own = Summary { offers: !abilities.offers.is_empty(), ..Summary::default() };
        let of_others =
            |subject: NodeId| subject == NO_NODE || !matches!(self.code.node(subject), Node::Own);
        for modifier in &abilities.modifiers {
            own.stats |= bit(usize::from(modifier.stat));
            own.others |= of_others(modifier.subject);
        }
        for item in &abilities.marks {
            own.marks |= bit(usize::from(item.mark));
            own.others |= of_others(item.subject);
        }
        for item in &abilities.forbids {
            own.acts |= item.acts;
            own.others |= of_others(item.subject);
        }
        for trigger in &abilities.triggers {
            own.events |= bit(usize::from(trigger.event));
        }
        for item in &abilities.grants {
            own.revokes |= item.revoke;
            own.grants |= !item.revoke;
            let form = self.code.forms.get(usize::from(item.form));
            let granted = form.map_or(NONE, |form| form.abilities);
            if let Some(granted) = self.code.abilities.get(usize::from(granted)) {
                own.merge(&granted.summary);
            }
        }
        abilities.lasting = own.stats | own.marks | own.acts != 0 || own.grants || own.revokes;
        abilities.summary = own;
    }
}

/// The value of each parameter of a keyword, with defaults filled in.
fn filled(keyword: &Keyword, args: &[Arg]) -> Vec<(String, Expr)> {
    let value = |name: &str, default: &Option<Expr>| {
        find(args, name).or(default.as_ref()).map(|value| (name.to_owned(), value.clone()))
    };
    keyword.params.iter().filter_map(|param| value(&param.name, &param.default)).collect()
}

fn first_number(used: &KeywordUse) -> i64 {
    used.args.iter().find_map(|arg| number_of(&arg.value)).unwrap_or(0)
}

fn number_of(value: &Expr) -> Option<i64> {
    match value {
        Expr::Int { value } => Some(*value),
        _ => None,
    }
}
