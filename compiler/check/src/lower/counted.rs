//! Counted lists: `crawler { 4 staff  2 rope }`, and what is written instead.

use cardwright_dsl::ast::{self, Count, Entry, ExprKind, Span};
use cardwright_model::{ClauseDecl, ClauseShape, ListEntry};

use super::Lowerer;
use super::contents::Contents;
use super::expression::squashed;
use super::value::integer;
use crate::diag::{declarations, lints, names, number_word, types};
use crate::ty::EntityRole;

impl Lowerer<'_> {
    /// `crawler { 4 staff  2 rope }`.
    pub(crate) fn card_list(
        &mut self,
        clause: &ast::Clause,
        declared: &ClauseDecl,
        clauses: &[ClauseDecl],
        contents: &mut Contents,
    ) {
        let (name, ClauseShape::Cards { of }) = (&declared.name, &declared.shape) else { return };
        contents.places.entry(format!("lists.{name}")).or_insert(self.at(clause.name.span));
        let mut written: Vec<Count> =
            clause.values.iter().flatten().filter_map(|value| self.counted(value)).collect();
        match &clause.block {
            Some(block) => written.extend(self.counts(&block.entries, of)),
            None if clause.values.is_none() => {
                self.report(declarations::clause_needs_block(self.at(clause.span), name));
            }
            None => {}
        }
        for count in &written {
            if !self.belongs_elsewhere(count, declared, clauses) {
                self.listed(count, name, of, contents);
            }
        }
    }

    /// Reports a card that another list of the deck is for.
    fn belongs_elsewhere(
        &mut self,
        count: &Count,
        declared: &ClauseDecl,
        clauses: &[ClauseDecl],
    ) -> bool {
        let symbols = self.symbols;
        let id = self.id_of_name(count);
        let Some(entity) = symbols.entity(EntityRole::Card, &id) else { return false };
        if entity.is_lost {
            return false;
        }
        let takes = |clause: &&ClauseDecl| matches!(&clause.shape, ClauseShape::Cards { of } if symbols.kind_fits(&entity.kind, of));
        if takes(&declared) {
            return false;
        }
        let Some(right) = clauses.iter().find(takes) else { return false };
        let location = self.at(count.card.span);
        let (list, right) = (&declared.name, &right.name);
        self.report(types::wrong_list(location, &id, &entity.kind, list, right));
        true
    }

    /// The lines of a list.
    fn counts(&mut self, entries: &[Entry], of: &str) -> Vec<Count> {
        let mut counts = Vec::new();
        let mut entries = entries.iter().peekable();
        while let Some(entry) = entries.next() {
            match entry {
                Entry::Count(count) => {
                    let next = entries.peek().and_then(|next| self.rest_of_name(count, next, of));
                    if next.is_some() {
                        entries.next();
                    }
                    counts.push(next.unwrap_or_else(|| count.clone()));
                }
                Entry::Clause(clause) => counts.extend(self.miscounted(clause, of)),
                Entry::Bonus(bonus) => {
                    self.report(declarations::effects_not_allowed(self.at(bonus.span), "a list"));
                }
                Entry::Bad(_) => {}
                Entry::Statement(statement) => {
                    let location = self.at(statement.span);
                    self.report(declarations::effects_not_allowed(location, "a list"));
                }
                Entry::Field(field) => {
                    self.report(declarations::stray_declaration(self.at(field.span), "field"));
                }
                Entry::ClauseDecl(clause) => {
                    self.report(declarations::stray_declaration(self.at(clause.span), "clause"));
                }
            }
        }
        counts
    }

    /// `4 Long Sword` is read as `4 Long` and `Sword`: the count of the card of that name.
    fn rest_of_name(&self, count: &Count, next: &Entry, of: &str) -> Option<Count> {
        let Entry::Clause(clause) = next else { return None };
        let (between, span) = (
            Span { start: count.span.end, end: clause.span.start },
            count.card.span.to(clause.span),
        );
        let text = self.source.slice(span);
        if self.source.slice(between).contains(['\n', ';']) || text.contains(['{', ':']) {
            return None;
        }
        self.card_of_name(of, text).or_else(|| self.card_of_name("card", text))?;
        let card = ast::Ident { text: text.to_owned(), span };
        Some(Count { card, span: count.span.to(span), ..count.clone() })
    }

    /// A line that does not begin with its number: `four staff`, `staff x4`, `staff: 4`. The count
    /// that was meant, if it is plain.
    fn miscounted(&mut self, clause: &ast::Clause, of: &str) -> Option<Count> {
        let head =
            clause.args.last().map_or(clause.name.span, |last| clause.name.span.to(last.span));
        let written = self.source.slice(head);
        let Some((number, words)) = number_in(clause, written) else {
            let location = self.at(if clause.args.is_empty() { clause.name.span } else { head });
            let card = match self.card_of_name(of, written) {
                Some(card) => card,
                None => clause.name.text.clone(),
            };
            self.report(declarations::list_entry_without_count(location, &card));
            return None;
        };
        let known = self.symbols.entity(self.symbols.role_of(of), &words).is_some();
        let card = if known { Some(words.clone()) } else { self.card_of_name(of, &words) };
        let count = u32::try_from(number).ok()?;
        let whole = clause.values.iter().flatten().last().map_or(head, |last| head.to(last.span));
        let location = self.at(whole);
        let right = format!("{number} {}", card.as_deref().unwrap_or(&words));
        self.report(declarations::count_not_first(location, &right, card.is_some()));
        let card = ast::Ident { text: card?, span: clause.name.span };
        Some(Count { count, count_span: whole, card, span: whole })
    }

    /// The identifier of what is counted, whatever kind of card it is.
    fn id_of_name(&self, count: &Count) -> String {
        let known = self.symbols.entity(EntityRole::Card, &count.card.text).is_some();
        let named = if known { None } else { self.card_of_name("card", &count.card.text) };
        named.unwrap_or_else(|| count.card.text.clone())
    }

    /// The identifier of the one card of that kind or family with that name, however it is
    /// spelt.
    pub(crate) fn card_of_name(&self, of: &str, name: &str) -> Option<String> {
        let wanted = squashed(name);
        let entities = self.symbols.entities(self.symbols.role_of(of));
        let mut found = entities.filter(|(id, entity)| {
            let named = entity.name.as_deref().is_some_and(|name| squashed(name) == wanted);
            (named || squashed(id) == wanted)
                && !entity.is_abstract
                && self.symbols.kind_fits(&entity.kind, of)
        });
        match (found.next(), found.next()) {
            (Some((id, _)), None) => Some(id.to_owned()),
            _ => None,
        }
    }

    /// `2 whelp` or `whelp` in a list of values.
    fn counted(&mut self, value: &ast::Expr) -> Option<Count> {
        let (count, card, count_span) = match &value.kind {
            ExprKind::Name(_) => (1, value, value.span),
            ExprKind::Row(parts) => match &parts[..] {
                [number, card] => (integer(number)?, card, number.span),
                _ => (0, value, value.span),
            },
            ExprKind::Bad => return None,
            _ => (0, value, value.span),
        };
        match (&card.kind, u32::try_from(count)) {
            (ExprKind::Name(name), Ok(count)) => {
                let card = ast::Ident { text: name.clone(), span: card.span };
                Some(Count { count, count_span, card, span: value.span })
            }
            _ => {
                let written = self.source.slice(value.span);
                self.report(declarations::list_entry_without_count(self.at(value.span), written));
                None
            }
        }
    }

    /// One line of a counted list.
    fn listed(&mut self, count: &Count, name: &str, of: &str, contents: &mut Contents) {
        let path = format!("lists.{name}.{}", count.card.text);
        if count.count == 0 {
            self.report(types::zero_copies(self.at(count.span), &count.card.text));
        }
        let role = self.symbols.role_of(of);
        let unknown = self.symbols.entity(role, &count.card.text).is_none();
        // Looking for a name compares it with those of all cards, so that is only done if needed.
        let named = if unknown { self.card_of_name(of, &count.card.text) } else { None };
        let card = match named {
            Some(id) => {
                let location = self.at(count.card.span);
                self.report(names::name_for_id(location, &count.card.text, &id));
                id
            }
            // A card of another kind says so by its id.
            None => match self.named(of, &self.id_of_name(count), count.card.span) {
                Some(card) => card,
                None => return,
            },
        };
        let list = contents.lists.entry(name.to_owned()).or_default();
        if let Some(known) = list.iter_mut().find(|known| known.card == card) {
            known.count = known.count.saturating_add(count.count);
            let first = contents.places.get(&path).copied();
            self.report(lints::listed_twice(self.at(count.span), &card, first));
            return;
        }
        list.push(ListEntry { count: count.count, card });
        contents.places.insert(path, self.at(count.span));
    }
}

/// The number that a line of a list says in another way, and the words beside it.
fn number_in(clause: &ast::Clause, written: &str) -> Option<(i64, String)> {
    if let Some([value]) = clause.values.as_deref() {
        return Some((integer(value)?, written.to_owned()));
    }
    if let Some(number) = number_word(&clause.name.text) {
        let words = written[clause.name.text.len()..].trim();
        return (!words.is_empty()).then(|| (number, words.to_owned()));
    }
    let (words, last) = written.rsplit_once(' ')?;
    let number = last.trim_start_matches(['x', 'X']).trim_end_matches(['x', 'X']).parse().ok()?;
    Some((number, words.trim_end_matches([' ', 'x', 'X']).to_owned()))
}
