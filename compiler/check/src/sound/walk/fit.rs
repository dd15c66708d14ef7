//! Whether words fit what they are said of: kinds, places, zones, fields, lines.

use cardwright_model::{Arg, Expr, Statement};
use cardwright_vocabulary::{Vocabulary, Word, WordParam};

use super::super::Why;
use super::super::kinds::Set;
use super::super::places;
use super::{Walk, is_named};

impl Walk<'_> {
    /// Reports a value of an enum that changes nothing for a word.
    pub(super) fn value_counts(&mut self, word: &str, domain: &str, idle: &[&str], given: &Expr) {
        match given {
            _ if idle.is_empty() => {}
            Expr::Symbol { id, .. } if idle.contains(&id.as_str()) => {
                let mut takes = self.kinds.values(&[domain]);
                takes.retain(|value| !idle.contains(&value.as_str()));
                let (word, given) = (word.to_owned(), vec![id.clone()]);
                self.report(Why::OtherSort { word, takes, given });
            }
            _ => given.children().for_each(|one| self.value_counts(word, domain, idle, one)),
        }
    }

    /// Reports immunity against a keyword that only changes how its own bearer moves.
    pub(super) fn reaches_others(&mut self, given: &Expr) {
        let Expr::Keyword { id, .. } = given else { return };
        if self.is_own_way(id) {
            self.report(Why::OnlyOwn { keyword: id.clone() });
        }
    }

    /// Whether a keyword only changes how its own bearer moves.
    pub(super) fn is_own_way(&self, keyword: &str) -> bool {
        let body = self.kinds.keyword(keyword).map_or(&[][..], |keyword| &keyword.body);
        let is_own = |statement: &Statement| match statement {
            Statement::Mark { mark, .. } => {
                let word = Vocabulary::find(self.vocabulary.marks, mark);
                word.is_some_and(|word| !word.never_while.is_empty() && !word.of_lines)
            }
            _ => false,
        };
        !body.is_empty() && body.iter().all(is_own)
    }

    /// Reports a kind that is never one of those that a word takes.
    pub(super) fn kind_fits(&mut self, word: &str, takes: &'static [&'static str], given: &Expr) {
        match given {
            Expr::Set { items } => items.iter().for_each(|one| self.kind_fits(word, takes, one)),
            Expr::Kind { id } => {
                let (wanted, is) =
                    (self.takes(takes), self.kinds.of_all([id.as_str()].into_iter()));
                if wanted & is == 0 {
                    let (takes, given) = (self.kinds.names(wanted), vec![id.clone()]);
                    self.report(Why::OtherSort { word: word.to_owned(), takes, given });
                }
            }
            _ => {}
        }
    }

    /// Reports a kind that never lies in the zone that is named beside it.
    pub(super) fn lies_there(&mut self, word: &str, args: &[Arg], given: &Expr) {
        let zone = args.iter().find_map(|arg| match &arg.value {
            Expr::Zone { id } => Vocabulary::find(self.vocabulary.zones, id),
            _ => None,
        });
        if let Some(zone) = zone {
            self.kind_fits(word, zone.kinds, given);
        }
    }

    /// Reports a zone that is not among those that a word takes.
    pub(super) fn zone_fits(&mut self, word: &str, takes: &'static [&'static str], given: &Expr) {
        let Expr::Zone { id } = given else { return };
        if !takes.is_empty() && !takes.contains(&id.as_str()) {
            let zones = takes.iter().map(|zone| (*zone).to_owned()).collect();
            self.report(Why::OtherZone { word: word.to_owned(), zones, given: id.clone() });
        }
    }

    /// Reports a thing that can never be what a word takes, or where it must be for it.
    pub(super) fn fits(
        &mut self,
        word: &str,
        (kinds, places): (&'static [&'static str], &'static [&'static str]),
        given: &Expr,
    ) {
        let (wanted, is) = (self.sort(kinds, places), self.can_be(given));
        let word = word.to_owned();
        if wanted.kinds & is.kinds == 0 {
            let (takes, given) = (self.kinds.names(wanted.kinds), self.kinds.names(is.kinds));
            self.report(Why::OtherSort { word, takes, given });
        } else if wanted.places & is.places == 0 {
            let places = self.places.names(wanted.places);
            let given = self.places.names(is.places);
            self.report(Why::OtherPlace { word, places, given });
        }
    }

    /// Reports a card whose kind a word does not take, or that no list names.
    pub(super) fn card_fits(&mut self, word: &str, param: &WordParam, given: &Expr) {
        match given {
            Expr::Set { items } => items.iter().for_each(|one| self.card_fits(word, param, one)),
            Expr::Card { id, .. } => {
                let takes_any = param.kinds.is_empty();
                let kind = if takes_any { None } else { self.kinds.of_card(id) };
                let Some(kind) = kind else { return self.is_listed(word, param, id) };
                let (wanted, is) = (self.takes(param.kinds), self.kinds.of_all([kind].into_iter()));
                if wanted & is == 0 {
                    let (takes, given) = (self.kinds.names(wanted), vec![kind.to_owned()]);
                    return self.report(Why::OtherSort { word: word.to_owned(), takes, given });
                }
                self.is_listed(word, param, id);
            }
            _ => {}
        }
    }

    pub(super) fn is_listed(&mut self, word: &str, param: &WordParam, card: &str) {
        let Some(list) = param.listed else { return };
        if !self.kinds.is_listed(list, card) {
            let (word, card, list) = (word.to_owned(), card.to_owned(), list.to_owned());
            self.report(Why::NotListed { word, card, list });
        }
    }

    /// Reports `self` where the text of the card is not in force when it would matter.
    pub(super) fn can_mean_itself(&mut self, word: &str, param: &WordParam, given: &Expr) {
        if !is_named(given, "self") {
            return;
        }
        let here = self.block.filter(|_| self.event.is_none() && !self.offered);
        if here.is_some_and(|block| param.not_own_in.contains(&block)) {
            let (word, selection) = (word.to_owned(), "self".to_owned());
            return self.report(Why::NeverMatters { word, selection });
        }
        if param.not_own.is_empty() || self.block.is_some() {
            return;
        }
        // What began to wait before goes on.
        let waits = self.around.iter().filter(|one| matches!(one, Statement::On { .. })).count();
        if waits < 2 && self.card & !self.takes(param.not_own) == 0 {
            let (word, selection) = (word.to_owned(), "self".to_owned());
            self.report(Why::NeverMatters { word, selection });
        }
    }

    /// Reports somebody who never acts while the block is carried out.
    pub(super) fn acts_now(&mut self, word: &str, param: &WordParam, given: &Expr) {
        let here = self.block.is_some() && self.event.is_none() && !self.offered;
        if param.acting && here && self.can_be(given).kinds & self.user == 0 {
            let (takes, given) = (self.kinds.names(self.user), self.can_be(given).kinds);
            let (word, given) = (word.to_owned(), self.kinds.names(given));
            self.report(Why::OtherSort { word, takes, given });
        }
    }

    /// Reports things none of which has the field that a word needs.
    pub(super) fn can_have(&mut self, word: &str, param: &WordParam, given: &Expr) {
        let Some(field) = param.having else { return };
        let is_card = is_named(given, "self") && self.keyword.is_none() && self.user == self.card;
        let can = match is_card {
            true => self.kinds.has_field(self.entity, field),
            false => self.kinds.having(field) & self.can_be(given).kinds != 0,
        };
        if !can {
            let (word, field) = (word.to_owned(), field.to_owned());
            self.report(Why::Lacks { word, field });
        }
    }

    /// Reports a verb that is done to what only it makes.
    pub(super) fn is_made_before(&mut self, verb: &str, given: &Expr) {
        let Expr::Select { source, .. } = given else { return };
        let word = Vocabulary::find(self.vocabulary.selections, source);
        if word.is_some_and(|word| word.made_by == Some(verb)) {
            let (word, verb) = (source.clone(), verb.to_owned());
            self.report(Why::NeverMade { word, verb });
        }
    }

    /// Reports dice for those whose number is a plain one.
    pub(super) fn adds_up(&mut self, word: Option<&Word>, subject: &Expr, amount: &Expr) {
        let Some(word) = word.filter(|word| !word.dice_for.is_empty()) else { return };
        let is = self.can_be(subject).kinds;
        if is & self.takes(word.dice_for) == 0 && is_only_dice(amount) {
            let (word, kinds) = (word.name.to_owned(), self.kinds.names(is));
            self.report(Why::NoDice { word, kinds });
        }
    }

    /// Reports a mark about a line that is said of somebody else.
    pub(super) fn about_line(&mut self, word: &'static Word, subject: &Expr) {
        if self.is_of_line(word) && !is_named(subject, "self") {
            self.report(Why::NotLine { word: word.name.to_owned() });
        }
    }

    /// Whether a mark means something only in the blocks of lines.
    pub(super) fn is_of_line(&self, word: &Word) -> bool {
        let is_clause = |moment: &&str| {
            self.vocabulary.homes.iter().any(|home| {
                home.clause == Some(moment) || home.clause.is_some() && home.moment == Some(moment)
            })
        };
        !word.moments.is_empty() && word.moments.iter().all(is_clause)
    }

    /// Reports a keyword that only says what a line does, or only when what is written behind it is
    /// done, given to somebody.
    pub(super) fn can_be_had(&mut self, keyword: &str) {
        let body = self.kinds.keyword(keyword).map_or(&[][..], |keyword| &keyword.body);
        let is_then =
            |one: &Statement| matches!(one, Statement::Call { verb, .. } if verb == "then");
        let is_of_line = |statement: &Statement| match statement {
            Statement::On { body, .. } => !body.is_empty() && body.iter().all(is_then),
            Statement::Mark { mark, .. } => {
                let word = Vocabulary::find(self.vocabulary.marks, mark);
                word.is_some_and(|word| self.is_of_line(word))
            }
            _ => false,
        };
        if !body.is_empty() && body.iter().all(is_of_line) {
            self.report(Why::OfLine { keyword: keyword.to_owned() });
        }
    }

    /// Reports an act that the card itself cannot do, or is doing.
    pub(super) fn can_do(&mut self, word: &'static Word, subject: &Expr) {
        let Some(clause) = word.clause.filter(|_| is_named(subject, "self")) else { return };
        let has = self.clauses.as_ref().is_none_or(|clauses| clauses.contains(&clause));
        if !has || self.block == Some(clause) {
            let (act, clause) = (word.name.to_owned(), clause.to_owned());
            self.report(Why::NoClause { act, clause });
        }
    }

    /// Reports a keyword given to what is never where its text is in force.
    pub(super) fn in_force_there(&mut self, keyword: &str, subject: &Expr) {
        let is = self.can_be(subject);
        let homes = self.vocabulary.homes.iter().filter(|home| home.clause.is_none());
        let homes = homes.filter(|home| self.kinds.of_all([home.kind].into_iter()) & is.kinds != 0);
        let text = homes.fold(0, |all, home| all | self.places.of_all(home.places));
        let text = if text == 0 { self.places.any() } else { text };
        let body = self.kinds.keyword(keyword).map_or(&[][..], |keyword| &keyword.body);
        let all = body.iter().fold(0, |all, one| all | self.matters_in(one) & text);
        let all = if body.is_empty() || all == 0 { text } else { all };
        if all & is.places == 0 {
            let (places, given) = (self.places.names(all), self.places.names(is.places));
            self.report(Why::OtherPlace { word: keyword.to_owned(), places, given });
        }
    }

    /// The places in which a statement about `self` does something.
    pub(super) fn matters_in(&self, statement: &Statement) -> places::Set {
        let places: &[&str] = match statement {
            Statement::Mark { subject, mark, .. } if is_named(subject, "self") => {
                let word = Vocabulary::find(self.vocabulary.marks, mark);
                word.map_or(&[], |word| word.places)
            }
            Statement::Modify { stat, subject: Some(subject), .. } if is_named(subject, "self") => {
                let word = Vocabulary::find(self.vocabulary.stats, stat);
                word.and_then(|word| word.params.first()).map_or(&[], |param| param.places)
            }
            Statement::Forbid { acts, subject: Some(subject), .. }
                if is_named(subject, "self") && acts.len() == 1 =>
            {
                let word = Vocabulary::find(self.vocabulary.acts, &acts[0]);
                word.map_or(&[], |word| word.places)
            }
            _ => &[],
        };
        self.places.of_all(places)
    }

    /// Who has anything of a keyword: those it is for, and of them all whom its marks, numbers and
    /// bans are for.
    pub(super) fn does_something_to(&self, keyword: &str) -> Set {
        let known = self.kinds.keyword(keyword);
        let body = known.map_or(&[][..], |keyword| &keyword.body);
        let hosts = known.map_or(&[][..], |keyword| &keyword.hosts);
        let hosts = self.bearers(hosts);
        let is_self = |subject: &Expr| is_named(subject, "self");
        let of = |statement: &Statement| match statement {
            Statement::Mark { subject, mark, .. } if is_self(subject) => {
                let word = Vocabulary::find(self.vocabulary.marks, mark);
                self.takes(word.map_or(&[], |word| word.kinds))
            }
            Statement::Modify { stat, subject: Some(subject), .. } if is_self(subject) => {
                let word = Vocabulary::find(self.vocabulary.stats, stat);
                let param = word.and_then(|word| word.params.first());
                self.takes(param.map_or(&[], |param| param.kinds))
            }
            Statement::Forbid { acts, subject: Some(subject), .. } if is_self(subject) => {
                let words = acts.iter().map(|act| Vocabulary::find(self.vocabulary.acts, act));
                words.fold(0, |all, word| all | self.takes(word.map_or(&[], |word| word.kinds)))
            }
            _ => self.kinds.any(),
        };
        let all = body.iter().map(of).fold(0, |all, one| all | one);
        let all = if all == 0 { self.kinds.any() } else { all };
        // What a keyword does to others need not be in reach of its host.
        if all & hosts == 0 { hosts } else { all & hosts }
    }

    /// The kinds that bear a keyword of these hosts: the cards, or who has what they say.
    pub(super) fn bearers(&self, hosts: &[String]) -> Set {
        if hosts.is_empty() {
            return self.kinds.any();
        }
        let cards = self.kinds.of_all(hosts.iter().map(String::as_str));
        let homes = self.vocabulary.homes.iter().filter(|home| !home.own.is_empty());
        let homes = homes.filter(|home| self.kinds.of_all([home.kind].into_iter()) & cards != 0);
        homes.fold(cards, |all, home| all | self.kinds.of_all(home.own.iter().copied()))
    }
}

/// Whether an amount is dice, with no number added.
fn is_only_dice(amount: &Expr) -> bool {
    match amount {
        Expr::Pool { pool } => !pool.dice.is_empty() && pool.bonus == 0,
        Expr::Unary { value, .. } => is_only_dice(value),
        _ => false,
    }
}
