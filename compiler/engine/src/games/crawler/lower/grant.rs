//! Keywords as they are given: their forms, arguments and abilities, and where lowered parts are kept.

use cardwright_model::{Arg, Expr, Keyword};

use super::super::content::{
    Abilities, AbilitiesId, BlockId, Form, FormId, Instruction, NONE, NodeId, Summary,
};
use super::scope::{Scope, find};
use super::{Lowered, Lowerer};

/// How many keywords may grant one another in a row.
const MAX_GRANTING: u8 = 16;

impl Lowerer<'_> {
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
    pub(super) fn make_grantable(
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
