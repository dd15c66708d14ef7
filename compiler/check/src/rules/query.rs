//! The queries of the static vocabulary, one function for each group of words.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use cardwright_model::{Arg, Clause, Entity, Expr, KeywordUse, Statement, Value};

use super::expression::{Scope, argument, word_of};
use super::index::{GroupKey, Groups, Index};
use super::value::{Origin, Pick, Val, normalised};
use crate::view::Name;

impl<'a> Scope<'a, '_> {
    /// Answers a query: a word of the table, or otherwise a field of the card at hand.
    pub(super) fn query(&mut self, name: &'a str, args: &'a [Arg]) -> Val<'a> {
        let word = |parameter: &str| argument(args, parameter).and_then(word_of).unwrap_or("");
        match name {
            "count" => Val::Int(self.picks(args).iter().map(|pick| i64::from(pick.copies)).sum()),
            "distinct" => Val::Int(distinct(&self.picks(args))),
            "any" => Val::Bool(!self.picks(args).is_empty()),
            "all" => Val::Bool(self.holds_for_all(args)),
            "total" | "highest" | "lowest" => self.over_field(name, args, word("field")),
            "values" => self.values(args, word("field")),
            "largest-share" => self.commonest(args, word("field")).0,
            "commonest" => self.commonest(args, word("field")).1,
            "alike" => Val::Int(self.alike(args).len() as i64),
            "twin" => self.twin(args).map_or(Val::Absent, Val::Card),
            "percent" => {
                let (part, whole) = (self.number(args, "part"), self.number(args, "whole"));
                Val::Int(percent(part, whole))
            }
            "min" => Val::Int(self.number(args, "a").min(self.number(args, "b"))),
            "max" => Val::Int(self.number(args, "a").max(self.number(args, "b"))),
            "size" => Val::Int(self.size(word("list"))),
            "length" => {
                let values = argument(args, "values").map(|expr| self.value(expr));
                Val::Int(values.map_or(0, |values| values.members().len() as i64))
            }
            "highest-of" => {
                let values = argument(args, "values").map(|expr| self.value(expr));
                Val::Int(values.map_or(0, highest))
            }
            "overlap" => {
                let keys = |scope: &mut Self, name: &str| -> Vec<String> {
                    let values = argument(args, name).map(|expr| scope.value(expr).members());
                    values.unwrap_or_default().iter().map(Val::key).collect()
                };
                let (a, b) = (keys(self, "a"), keys(self, "b"));
                Val::Bool(a.iter().any(|key| b.contains(key)))
            }
            "normalised" => {
                let text = argument(args, "text").map(|expr| self.value(expr));
                Val::Text(Cow::Owned(normalised(&text.map_or(String::new(), |text| text.key()))))
            }
            "setting" => {
                let settings = self.index.library.game().map(|game| &game.settings);
                let value = settings.and_then(|settings| settings.get(word("name")));
                value.map_or(Val::Absent, |value| self.index.value(value))
            }
            "given" => Val::Bool(self.card(args).entity.fields.contains_key(word("field"))),
            "has" => Val::Bool(self.has_keyword(args)),
            "argument" => Val::Int(keyword_argument(
                self.card(args).entity,
                word("keyword"),
                word("parameter"),
            )),
            "arguments-of" => {
                let (keyword, parameter) = (word("keyword"), word("parameter"));
                let uses = self.card(args).entity.keywords.iter();
                let given = uses
                    .filter(|used| used.keyword == keyword)
                    .filter_map(|used| argument(&used.args, parameter));
                Val::Set(given.flat_map(words_in).collect())
            }
            "dice-of" => {
                let field = self.card(args).entity.fields.get(word("field"));
                field.map_or(Val::Int(0), |value| Val::Int(self.index.value(value).int()))
            }
            "keywords-of" => {
                let uses = self.card(args).entity.keywords.iter();
                Val::Set(uses.map(|used| Val::Name { id: &used.keyword, domain: None }).collect())
            }
            "keyword-count" => Val::Int(self.card(args).entity.keywords.len() as i64),
            "has-clause" => Val::Bool(self.clauses(args).next().is_some()),
            "clause-count" => Val::Int(self.clauses(args).count() as i64),
            "clause-lacking" => {
                Val::Bool(self.clauses(args).any(|clause| lacks(clause, word("part"))))
            }
            "clause-values" => self.clause_values(args, word("part")),
            "clause-highest" => Val::Int(highest(self.clause_values(args, word("part")))),
            "clause-with" | "clause-most" | "clause-repeats" | "clause-labels" | "clause-calls"
            | "clause-only" | "clause-bonuses" | "squares-most" | "squares-least" | "has-any" => {
                self.about_keywords(name, args)
            }
            "is-blank" => {
                let card = self.card(args).entity;
                let is_bare = card.bonuses.is_empty() && card.effects.is_empty();
                Val::Bool(is_bare && card.keywords.is_empty() && card.clauses.is_empty())
            }
            "has-effect" => {
                let sort = word("statement");
                Val::Bool(self.card(args).entity.effects.iter().any(|step| is_sort(step, sort)))
            }
            field => {
                let card = self.card(args);
                self.field(card, field)
            }
        }
    }

    /// A field of a declaration, or one of the facts that every declaration has.
    pub(super) fn field(&self, pick: Pick<'a>, name: &str) -> Val<'a> {
        let entity = pick.entity;
        match name {
            "name" => Val::Text(Cow::Borrowed(&entity.name)),
            "id" => Val::Text(Cow::Borrowed(&entity.id)),
            "kind" => Val::Kind {
                id: &entity.kind,
                family: self.index.kind(entity).and_then(|kind| kind.family.as_deref()),
                parents: self.index.parents(entity),
            },
            "family" => match self.index.kind(entity).and_then(|kind| kind.family.as_deref()) {
                Some(family) => Val::Name { id: family, domain: None },
                None => Val::Absent,
            },
            "copies" if !entity.fields.contains_key(name) => Val::Int(self.copies(pick)),
            "spellings" => Val::Set(spellings(entity)),
            _ => self.declared_field(entity, name),
        }
    }

    /// A field of the card at hand or, if it has none, of the deck it belongs to.
    fn declared_field(&self, entity: &'a Entity, name: &str) -> Val<'a> {
        if let Some(value) = entity.fields.get(name) {
            return self.index.value(value);
        }
        let declares = |entity: &Entity| {
            let kind = self.index.kind(entity);
            kind.is_some_and(|kind| kind.fields.iter().any(|field| field.name == name))
        };
        if !std::ptr::eq(entity, self.subject) && !declares(entity) && declares(self.subject) {
            return self
                .subject
                .fields
                .get(name)
                .map_or(Val::Absent, |value| self.index.value(value));
        }
        Val::Absent
    }

    fn copies(&self, pick: Pick<'_>) -> i64 {
        if pick.origin != Origin::Itself {
            return i64::from(pick.copies);
        }
        let entries = self.subject.lists.values().flatten();
        entries
            .filter(|entry| entry.card == pick.entity.id)
            .map(|entry| i64::from(entry.count))
            .sum()
    }

    pub(super) fn card(&mut self, args: &'a [Arg]) -> Pick<'a> {
        match argument(args, "card").map(|expr| self.value(expr)) {
            Some(Val::Card(pick)) => pick,
            Some(Val::Cards(picks)) => picks.first().copied().unwrap_or_else(|| self.at_hand()),
            _ => self.at_hand(),
        }
    }

    fn number(&mut self, args: &'a [Arg], name: &str) -> i64 {
        argument(args, name).map_or(0, |expr| self.value(expr).int())
    }

    fn picks(&mut self, args: &'a [Arg]) -> Rc<Vec<Pick<'a>>> {
        argument(args, "cards").map(|expr| self.cards(expr)).unwrap_or_default()
    }

    fn holds_for_all(&mut self, args: &'a [Arg]) -> bool {
        let Some(Expr::Select { source, filter: Some(filter), .. }) = argument(args, "cards")
        else {
            return true;
        };
        let all = self.unfiltered(source);
        all.iter().all(|pick| self.with(*pick, |scope| scope.truth(filter)))
    }

    fn over_field(&mut self, name: &str, args: &'a [Arg], field: &str) -> Val<'a> {
        let picks = self.picks(args);
        let values = picks.iter().map(|pick| (self.field(*pick, field).int(), pick.copies));
        Val::Int(match name {
            "total" => values.fold(0, |sum: i64, (value, copies)| {
                sum.saturating_add(value.saturating_mul(i64::from(copies)))
            }),
            "highest" => values.map(|(value, _)| value).max().unwrap_or(0),
            _ => values.map(|(value, _)| value).min().unwrap_or(0),
        })
    }

    fn values(&mut self, args: &'a [Arg], field: &str) -> Val<'a> {
        let mut values: BTreeMap<String, Val<'a>> = BTreeMap::new();
        for pick in self.picks(args).iter() {
            for value in self.field(*pick, field).members() {
                values.entry(value.key()).or_insert(value);
            }
        }
        Val::Set(values.into_values().collect())
    }

    /// The share in percent of the most frequent value, and the value itself; the smallest of
    /// several equally frequent ones.
    fn commonest(&mut self, args: &'a [Arg], field: &str) -> (Val<'a>, Val<'a>) {
        let picks = self.picks(args);
        let mut counts: BTreeMap<String, (i64, Val<'a>)> = BTreeMap::new();
        let mut all = 0;
        for pick in picks.iter() {
            let value = self.field(*pick, field);
            counts.entry(value.key()).or_insert((0, value)).0 += i64::from(pick.copies);
            all += i64::from(pick.copies);
        }
        let most = counts.into_values().reduce(|a, b| if b.0 > a.0 { b } else { a });
        most.map_or((Val::Int(0), Val::Absent), |(count, value)| {
            (Val::Int(percent(count, all)), value)
        })
    }

    fn size(&mut self, list: &'a str) -> i64 {
        match self.subject.lists.get(list) {
            Some(entries) => entries.iter().map(|entry| i64::from(entry.count)).sum(),
            None => self.subject.fields.get(list).map_or(0, |value| value.items().len() as i64),
        }
    }

    /// The cards of a selection that share the values of the named fields with the card at
    /// hand. A selection without `where` is grouped once and then only looked up.
    fn alike(&mut self, args: &'a [Arg]) -> Vec<Pick<'a>> {
        let fields: Vec<&str> =
            ["field", "second"].iter().filter_map(|name| word_of(argument(args, name)?)).collect();
        let before = self.index.seen.borrow().len();
        let picks = self.picks(args);
        let after = self.index.seen.borrow().len();
        let card = self.card(args);
        let global = match argument(args, "cards") {
            Some(Expr::Select { source, filter: None, .. }) => self.index.global(source),
            _ => None,
        };
        let is_global = global.is_some_and(|global| Rc::ptr_eq(&global, &picks));
        let values = self.group_keys(card, &fields);
        let groups = if is_global {
            let source = argument(args, "cards").and_then(word_of).unwrap_or("").to_owned();
            let key: GroupKey = (source, fields.iter().map(|&field| field.to_owned()).collect());
            // Only those of the group matter, not all that are selected.
            self.index.seen.borrow_mut().truncate(after);
            self.index.seen.borrow_mut().drain(before..);
            for value in &values {
                self.index.see(&group_name(&key, *value));
            }
            self.index.groups(key, &picks, |entity| values_of(self.index, entity, &fields))
        } else {
            Rc::new(self.group(&picks, &fields))
        };
        let mut found: Vec<usize> =
            values.iter().filter_map(|value| groups.get(value)).flatten().copied().collect();
        found.sort_unstable();
        found.dedup();
        let found: Vec<Pick<'a>> = found.into_iter().map(|place| picks[place]).collect();
        for pick in found.iter().filter(|pick| !std::ptr::eq(pick.entity, self.subject)) {
            self.index.see(&Name::Declared(&pick.entity.id));
        }
        found
    }

    /// The first other card that shares the values of the named fields.
    pub(super) fn twin(&mut self, args: &'a [Arg]) -> Option<Pick<'a>> {
        let card = self.card(args);
        let others = self.alike(args);
        others.into_iter().find(|other| !std::ptr::eq(other.entity, card.entity))
    }

    fn group(&self, picks: &[Pick<'a>], fields: &[&str]) -> Groups {
        let mut groups = Groups::new();
        for (place, pick) in picks.iter().enumerate() {
            for key in self.group_keys(*pick, fields) {
                groups.entry(key).or_default().push(place);
            }
        }
        groups
    }

    /// Every combination of the fields' values; a card without a value shares it with none.
    fn group_keys(&self, pick: Pick<'a>, fields: &[&str]) -> Vec<u64> {
        let mut keys = vec![String::new()];
        for field in fields {
            let values = self.field(pick, field).members();
            keys = keys
                .iter()
                .flat_map(|start| {
                    values.iter().map(move |value| format!("{start}\u{1e}{}", value.key()))
                })
                .collect();
        }
        let mut keys: Vec<u64> = keys.iter().map(hashed).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    fn has_keyword(&mut self, args: &'a [Arg]) -> bool {
        let card = self.card(args);
        let Some(wanted) = argument(args, "keyword") else { return false };
        let (id, with): (&str, &[Arg]) = match wanted {
            Expr::Keyword { id, args } => (id, args),
            other => (word_of(other).unwrap_or(""), &[]),
        };
        let same = |used: &KeywordUse| {
            used.keyword == id
                && with.iter().all(|arg| argument(&used.args, &arg.name) == Some(&arg.value))
        };
        card.entity.keywords.iter().any(same)
    }

    pub(super) fn clauses(
        &mut self,
        args: &'a [Arg],
    ) -> impl Iterator<Item = &'a Clause> + use<'a> {
        let wanted = argument(args, "clause").and_then(word_of);
        let all = self.card(args).entity.clauses.iter();
        all.filter(move |clause| wanted.is_none_or(|wanted| clause.clause == wanted))
    }

    fn clause_values(&mut self, args: &'a [Arg], part: &str) -> Val<'a> {
        let mut values: BTreeMap<String, Val<'a>> = BTreeMap::new();
        for clause in self.fitting(args) {
            let found: [Option<&'a Value>; 2] = [clause.args.get(part), clause.fields.get(part)];
            for value in found.into_iter().flatten() {
                for member in self.index.value(value).members() {
                    values.entry(member.key()).or_insert(member);
                }
            }
        }
        Val::Set(values.into_values().collect())
    }
}

/// The values by which a card is grouped, whoever asks.
pub(super) fn values_of<'a>(index: &Index<'a>, entity: &'a Entity, fields: &[&str]) -> Vec<u64> {
    let fuel = Cell::new(0);
    Scope::new(index, entity, &fuel).group_keys(Pick::itself(entity), fields)
}

/// The cards that share that value.
pub(super) fn group_name<'n>(key: &GroupKey, value: u64) -> Name<'n> {
    Name::Group(hashed(&(key, value)))
}

fn hashed(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The words of an argument: one, or several in a list.
fn words_in<'a>(expr: &'a Expr) -> Vec<Val<'a>> {
    match expr {
        Expr::Set { items } => items.iter().flat_map(words_in).collect(),
        Expr::Binary { left, right, .. } => {
            let mut both = words_in(left);
            both.extend(words_in(right));
            both
        }
        other => word_of(other).map(|id| Val::Name { id, domain: None }).into_iter().collect(),
    }
}

fn highest(values: Val<'_>) -> i64 {
    values.members().iter().map(Val::int).max().unwrap_or(0)
}

fn distinct(picks: &[Pick<'_>]) -> i64 {
    let mut ids: Vec<&str> = picks.iter().map(|pick| pick.entity.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.len() as i64
}

fn percent(part: i64, whole: i64) -> i64 {
    if whole <= 0 {
        return 0;
    }
    let twice = part.saturating_mul(200).saturating_add(whole);
    twice.div_euclid(whole.saturating_mul(2))
}

fn spellings<'a>(entity: &Entity) -> Vec<Val<'a>> {
    let aliases = entity.fields.get("aliases").map_or(&[][..], Value::items);
    let mut all = vec![normalised(&entity.name)];
    all.extend(aliases.iter().filter_map(Value::as_text).map(normalised));
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|text| Val::Text(Cow::Owned(text))).collect()
}

fn keyword_argument(entity: &Entity, keyword: &str, parameter: &str) -> i64 {
    let uses = entity.keywords.iter().filter(|used| used.keyword == keyword);
    let numbers = uses.filter_map(|used| match argument(&used.args, parameter)? {
        Expr::Int { value } => Some(*value),
        _ => None,
    });
    numbers.max().unwrap_or(0)
}

fn lacks(clause: &Clause, part: &str) -> bool {
    if part == "condition" {
        return clause.condition.is_none();
    }
    let given = |value: Option<&Value>| value.is_some_and(|value| !value.items().is_empty());
    !given(clause.args.get(part))
        && !given(clause.fields.get(part))
        && !clause.clauses.iter().any(|inner| inner.clause == part)
}

fn is_sort(statement: &Statement, sort: &str) -> bool {
    let own = match statement {
        Statement::On { .. } => "on",
        Statement::Modify { .. } => "modify",
        Statement::Mark { .. } => "mark",
        Statement::Grant { revoke: false, .. } => "grant",
        Statement::Grant { revoke: true, .. } => "revoke",
        Statement::Forbid { .. } => "forbid",
        Statement::ForEach { .. } => "for-each",
        Statement::Repeat { .. } => "repeat",
        Statement::Choose { .. } | Statement::ChooseOption { .. } => "choose",
        Statement::Offer { .. } => "offer",
        Statement::If { .. } => "if",
        Statement::Let { .. } => "let",
        Statement::Set { .. } => "set",
        Statement::Roll { .. } => "roll",
        Statement::Call { .. } => "call",
        Statement::Require { .. } => "require",
        Statement::Todo { .. } => "todo",
    };
    own == sort
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn percent_rounds_to_the_nearest() {
        assert_eq!(percent(41, 65), 63);
        assert_eq!(percent(8, 65), 12);
        assert_eq!(percent(1, 0), 0);
        assert_eq!(percent(1, 2), 50);
    }
}
