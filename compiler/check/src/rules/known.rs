//! Judges declarations one by one, and remembers what was said about cards.

use std::cell::Cell;
use std::collections::HashMap;

use cardwright_model::{Entity, Library, RuleDecl};

use super::expression::FUEL;
use super::index::{Index, KnownGroups, declarations};
use super::query::{group_name, values_of};
use super::{Violation, quest, run};
use crate::ids::{IdMap, IdSet};
use crate::lower::UnitId;
use crate::view::{Changed, Key};

/// What rules said about the cards of a package. It holds as long as the rules and kinds are the
/// same.
#[derive(Debug, Default)]
pub(crate) struct Known {
    cards: IdMap<UnitId, KnownCard>,
    /// The order of the cards, which says which of two that are alike is named.
    order: Vec<UnitId>,
    groups: KnownGroups,
}

/// What rules said about a card.
#[derive(Debug)]
struct KnownCard {
    /// By the place of the rule: what it said, and what fuel it took.
    said: Vec<(usize, Vec<Violation>, u64)>,
    /// What they looked at besides the card.
    seen: Vec<Key>,
}

/// Every violation in the library's last package. `units` are the declarations of its cards;
/// those of which something is known, and of whose `changed` names they saw none, are not judged
/// again.
pub(crate) fn evaluate_again(
    library: &Library,
    units: &[Option<UnitId>],
    mut changed: Changed,
    known: &mut Known,
) -> Vec<Violation> {
    let Some(index) = Index::new(library) else { return Vec::new() };
    let game = library.game().map_or(index.package.game.as_str(), |game| &game.id);
    // A rule about the whole package needs a declaration to look at.
    let title = index.package.title.as_ref().unwrap_or(&index.package.name);
    let set = Entity { name: title.clone(), kind: "set".to_owned(), ..Entity::default() };
    let rules: Vec<&RuleDecl> =
        library.packages.iter().flat_map(|package| &package.rules).collect();
    known.regroup(&index, &mut changed);
    index.known_groups.replace(std::mem::take(&mut known.groups));
    known.reorder(units);
    let mut judge =
        Judge { index: &index, game, fuel: vec![FUEL; rules.len()], rules, violations: Vec::new() };
    let of_kind = judge.by_kind();
    let about_set = judge.rules.iter().enumerate();
    let about_set = about_set.filter(|(_, rule)| rule.applies_to.iter().any(|to| to == "set"));
    let about_set: Vec<usize> = about_set.map(|(at, _)| at).collect();
    judge.declaration(&set, &about_set);
    let mut judged = IdMap::with_capacity_and_hasher(units.len(), Default::default());
    for (at, entity) in declarations(index.package).enumerate() {
        let Some(rules) = of_kind.get(entity.kind.as_str()).filter(|_| !entity.is_abstract) else {
            continue;
        };
        // Cards come first.
        let unit = units.get(at).copied().flatten();
        let said = unit.and_then(|unit| known.cards.remove(&unit));
        match said.filter(|said| changed.spares(&said.seen)) {
            Some(said) => {
                judge.repeat(&said);
                judged.extend(unit.map(|unit| (unit, said)));
            }
            None => {
                let said = judge.declaration(entity, rules);
                judged.extend(unit.zip(said));
            }
        }
    }
    let mut violations = judge.finish();
    quest::feasibility(&index, game, &mut violations);
    known.cards = judged;
    known.groups = index.known_groups.take();
    violations
}

impl Known {
    /// Keeps what was said about those cards.
    pub(crate) fn retain(&mut self, keep: impl Fn(&UnitId) -> bool) {
        self.cards.retain(|unit, _| keep(unit));
    }

    /// Forgets the groups of cards that are new, and notes which groups those were and are in.
    fn regroup<'a>(&mut self, index: &Index<'a>, changed: &mut Changed) {
        let now: HashMap<&str, &'a Entity> = match self.groups.is_empty() {
            true => HashMap::new(),
            false => index
                .library
                .packages
                .iter()
                .flat_map(declarations)
                .map(|one| (&*one.id, one))
                .collect(),
        };
        // Each adds to a set, so their order means nothing.
        #[allow(clippy::iter_over_hash_type)]
        for (key, cards) in &mut self.groups {
            let fields: Vec<&str> = key.1.iter().map(String::as_str).collect();
            let stale: Vec<String> = changed
                .declared(cards.keys().map(String::as_str).chain(now.keys().copied()))
                .into_iter()
                .map(str::to_owned)
                .collect();
            for id in stale {
                let then = cards.remove(&id).unwrap_or_default();
                let now = now.get(&*id).map(|entity| values_of(index, entity, &fields));
                for value in then.into_iter().chain(now.into_iter().flatten()) {
                    changed.add(&group_name(key, value));
                }
            }
        }
    }

    /// Forgets everything about cards if some changed places.
    fn reorder(&mut self, units: &[Option<UnitId>]) {
        let order: Vec<UnitId> = units.iter().flatten().copied().collect();
        if order == self.order {
            return;
        }
        let now: IdSet<UnitId> = order.iter().copied().collect();
        let then: IdSet<UnitId> = self.order.iter().copied().collect();
        let kept = order.iter().filter(|unit| then.contains(*unit));
        if !kept.eq(self.order.iter().filter(|unit| now.contains(*unit))) {
            self.cards.clear();
        }
        self.order = order;
    }
}

/// Judges declarations.
struct Judge<'a, 'i> {
    index: &'i Index<'a>,
    game: &'i str,
    rules: Vec<&'a RuleDecl>,
    /// What is left for each rule.
    fuel: Vec<u64>,
    /// By the place of the rule.
    violations: Vec<(usize, Violation)>,
}

impl<'a> Judge<'a, '_> {
    /// The places of the rules for each kind that is used.
    fn by_kind(&self) -> HashMap<&'a str, Vec<usize>> {
        let mut of_kind: HashMap<&'a str, Vec<usize>> = HashMap::new();
        for entity in declarations(self.index.package) {
            of_kind.entry(&entity.kind).or_insert_with(|| {
                let is_for = |rule: &RuleDecl| {
                    let mut targets = rule.applies_to.iter().filter(|target| *target != "set");
                    targets.any(|target| self.index.is_target(entity, target))
                };
                let rules = self.rules.iter().enumerate();
                rules.filter(|(_, rule)| is_for(rule)).map(|(at, _)| at).collect()
            });
        }
        of_kind
    }

    /// Judges one declaration by those rules. Gives what may be remembered of it: nothing if the
    /// fuel of a rule ran out.
    fn declaration(&mut self, subject: &'a Entity, rules: &[usize]) -> Option<KnownCard> {
        self.index.seen.borrow_mut().clear();
        let mut said = Vec::with_capacity(rules.len());
        for at in rules {
            let fuel = Cell::new(self.fuel[*at]);
            let found = run::rule(self.index, self.game, self.rules[*at], subject, &fuel);
            said.push((*at, found, self.fuel[*at] - fuel.get()));
        }
        let mut seen = self.index.seen.take();
        seen.sort_unstable();
        seen.dedup();
        let said = KnownCard { said, seen };
        self.repeat(&said);
        said.said.iter().all(|(at, _, _)| self.fuel[*at] > 0).then_some(said)
    }

    /// Says again what was said before.
    fn repeat(&mut self, said: &KnownCard) {
        for (at, found, fuel) in &said.said {
            self.fuel[*at] = self.fuel[*at].saturating_sub(*fuel);
            self.violations.extend(found.iter().map(|found| (*at, found.clone())));
        }
    }

    /// Everything that was said, in the order of rules.
    fn finish(mut self) -> Vec<Violation> {
        self.violations.retain(|(at, _)| self.fuel[*at] > 0);
        for (at, rule) in self.rules.iter().enumerate().filter(|(at, _)| self.fuel[*at] == 0) {
            self.violations.push((at, run::too_slow(self.game, rule)));
        }
        self.violations.sort_by_key(|(at, _)| *at);
        self.violations.into_iter().map(|(_, violation)| violation).collect()
    }
}
