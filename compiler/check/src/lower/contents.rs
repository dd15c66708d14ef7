//! What stands between the braces of a card or of one of its clauses: fields, keywords,
//! clauses, counted lists and effects.

use std::collections::BTreeMap;

use cardwright_dsl::ast::{self, Entry, Span};
use cardwright_model::{
    Bonus, Clause, ClauseDecl, ClauseShape, FieldDecl, FieldType, KeywordUse, Kind, ListEntry,
    Statement, Value,
};

use super::Lowerer;
use crate::diag::{Location, declarations, habit_of, kin, lints, names, suggest, types};
use crate::language::effect_words;
use crate::mentions::{Meaning, Member};
use crate::places::Stood;
use crate::symbols::Gaps;
use crate::ty::{EntityRole, Ty};

/// The words of a value that is nothing but words, joined by spaces or by `and`.
fn words_of(value: &ast::Expr, into: &mut Vec<Span>) -> bool {
    match &value.kind {
        ast::ExprKind::Name(_) => {
            into.push(value.span);
            true
        }
        ast::ExprKind::Apply { name, args } => {
            into.push(name.span);
            args.iter().all(|arg| words_of(arg, into))
        }
        ast::ExprKind::Binary(ast::BinaryOp::And | ast::BinaryOp::Or, left, right) => {
            words_of(left, into) && words_of(right, into)
        }
        _ => false,
    }
}

/// What a block may hold.
pub(crate) struct Allowed<'d> {
    /// What the block belongs to, for messages: "a character", "`boost`".
    pub(crate) owner: &'d str,
    pub(crate) kind: &'d str,
    /// The clause whose block it is, if it is one.
    pub(crate) clause: Option<&'d str>,
    pub(crate) fields: &'d [FieldDecl],
    pub(crate) clauses: &'d [ClauseDecl],
    pub(crate) effects: bool,
    /// True for an amendment, which may also `remove`.
    pub(crate) amends: bool,
    /// Where the fields and clauses were declared, by name.
    pub(crate) declared: &'d BTreeMap<String, Location>,
    /// What of the kind could not be read.
    pub(crate) gaps: &'d Gaps,
}

/// What a block holds.
#[derive(Debug, Clone, Default)]
pub(crate) struct Contents {
    pub(crate) fields: BTreeMap<String, Value>,
    pub(crate) keywords: Vec<KeywordUse>,
    pub(crate) bonuses: Vec<Bonus>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) effects: Vec<Statement>,
    pub(crate) lists: BTreeMap<String, Vec<ListEntry>>,
    pub(crate) provisional: Vec<String>,
    /// Fields that were written, right or wrong: those are not missing.
    pub(crate) written: Vec<String>,
    /// True if it inherits from something unknown: nothing is missing then.
    pub(crate) is_open: bool,
    /// What an amendment takes away.
    pub(crate) removed: Vec<String>,
    /// What the marks of its map mean.
    pub(crate) legend: Option<ast::Clause>,
    /// `fields.cost`, `lists.crawler.goblin` and so on.
    pub(crate) places: BTreeMap<String, Location>,
    /// Where its statements stand; empty for a clause, whose statements are among the card's.
    pub(crate) statements: Vec<Stood>,
}

impl Lowerer<'_> {
    pub(crate) fn contents(&mut self, block: &ast::Block, allowed: &Allowed<'_>) -> Contents {
        let mut contents = Contents { legend: legend(block, allowed), ..Contents::default() };
        self.block_scope(|lowerer| {
            lowerer.bind_flags(block, allowed.clauses);
            for entry in &block.entries {
                if !lowerer.is_explained(entry.span().start) {
                    lowerer.entry(entry, allowed, &mut contents);
                }
            }
        });
        contents
    }

    fn entry(&mut self, entry: &Entry, allowed: &Allowed<'_>, contents: &mut Contents) {
        match entry {
            Entry::Clause(clause) => self.field_or_clause(clause, allowed, contents),
            Entry::Statement(statement) if allowed.effects => {
                contents.effects.extend(self.statement(statement));
            }
            Entry::Statement(statement) => {
                self.report(declarations::effects_not_allowed(
                    self.at(statement.span),
                    allowed.owner,
                ));
            }
            Entry::Count(count) => {
                let lists: Vec<_> = allowed
                    .clauses
                    .iter()
                    .filter(|clause| matches!(clause.shape, ClauseShape::Cards { .. }))
                    .map(|clause| clause.name.as_str())
                    .collect();
                self.report(declarations::count_outside_list(self.at(count.span), &lists));
            }
            Entry::Bonus(bonus) if allowed.effects => contents.bonuses.extend(self.bonus(bonus)),
            Entry::Bonus(bonus) => {
                self.report(declarations::effects_not_allowed(self.at(bonus.span), allowed.owner));
            }
            Entry::Field(field) => {
                self.report(declarations::stray_declaration(self.at(field.span), "field"));
            }
            Entry::ClauseDecl(clause) => {
                self.report(declarations::stray_declaration(self.at(clause.span), "clause"));
            }
            // What could not be read may have been any field named in it.
            Entry::Bad(bad) => {
                self.unreadable(bad);
                contents.written.extend(bad.words.iter().map(|word| word.text.clone()));
                let written = self.source.slice(bad.span);
                if let Some((name, text)) = written.split_once(':')
                    && is_text(name.trim(), allowed)
                    && !text.trim_start().starts_with(['"', '“', '\''])
                {
                    let behind = text.len() - text.trim_start().len();
                    self.unquoted_line(bad.span.start + (name.len() + 1 + behind) as u32);
                } else if !self.explain_block(bad, allowed) && allowed.effects {
                    self.explain_line(bad);
                }
            }
        }
    }

    fn field_or_clause(
        &mut self,
        clause: &ast::Clause,
        allowed: &Allowed<'_>,
        contents: &mut Contents,
    ) {
        let name = clause.name.text.as_str();
        if let Some(field) = allowed.fields.iter().find(|field| field.name == name) {
            return self.field(clause, field, allowed, contents);
        }
        if let Some(declared) = allowed.clauses.iter().find(|declared| declared.name == name) {
            return self.clause(clause, declared, allowed, contents);
        }
        if name == "provisional" {
            return self.provisional(clause, allowed, contents);
        }
        if allowed.amends && name == "remove" {
            return self.removed(clause, allowed, contents);
        }
        // Read with the map that it explains.
        if contents.legend.is_some() && name == "legend" {
            return;
        }
        if allowed.effects
            && let Some(call) = self.as_call(clause)
        {
            let location = self.at(clause.name.span);
            self.report(declarations::not_a_statement(location, name, Some(call), []));
            return;
        }
        if allowed.gaps.may_hold(name) {
            self.symbols.meet_lost();
            return;
        }
        let blocks: Vec<_> = allowed
            .clauses
            .iter()
            .filter(|clause| clause.fields.iter().any(|field| field.name == name))
            .map(|clause| clause.name.as_str())
            .collect();
        if !blocks.is_empty() {
            let location = self.at(clause.name.span);
            self.report(names::field_of_clause(location, name, allowed.owner, &blocks));
            return;
        }
        if name == "format" && self.symbols.role_of(allowed.kind) == EntityRole::Deck {
            let location = self.at(clause.name.span);
            self.report(names::format_as_field(location, allowed.owner, allowed.kind));
            return;
        }
        let fields = || allowed.fields.iter().map(|field| field.name.as_str());
        let clauses = || allowed.clauses.iter().map(|clause| clause.name.as_str());
        // What was probably meant is not missing as well.
        contents.written.extend(suggest(name, fields()).map(str::to_owned));
        let legal: Vec<&str> = fields().collect();
        contents.written.extend(kin(name, &legal).into_iter().map(str::to_owned));
        let keyword_clause = allowed
            .clauses
            .iter()
            .find(|clause| clause.shape == ClauseShape::Keywords)
            .filter(|_| self.symbols.keyword(name).is_some())
            .map(|clause| clause.name.as_str());
        if allowed.effects
            && let Some(found) = self.meant_clause(clause)
        {
            self.report(found);
            self.explained.push(clause.span);
            return;
        }
        if allowed.effects && habit_of(name).is_some() && clause.values.is_none() {
            let location = self.at(clause.name.span);
            self.report(declarations::not_a_statement(location, name, None, []));
            return;
        }
        let owners = self.owners(name, allowed.kind);
        if keyword_clause.is_none() && !owners.is_empty() {
            let location = self.at(clause.name.span);
            let legal: Vec<&str> = fields().chain(clauses()).collect();
            self.report(names::field_of_others(location, name, allowed.owner, &owners, legal));
            return;
        }
        let effects = effect_words().filter(|_| allowed.effects);
        self.report_first_word(names::unknown_field(
            self.at(clause.name.span),
            name,
            allowed.owner,
            fields().chain(clauses()).chain(["provisional"]).chain(effects),
            keyword_clause,
        ));
    }

    /// The kinds of cards that have a field or clause of that name, if the kind at hand is one of
    /// cards too.
    fn owners(&self, name: &str, kind: &str) -> Vec<String> {
        if self.symbols.role_of(kind) != EntityRole::Card {
            return Vec::new();
        }
        let kinds = self.symbols.kinds.values().map(|symbol| &symbol.kind);
        let has = |kind: &&Kind| {
            kind.role == EntityRole::Card
                && (kind.fields.iter().any(|field| field.name == name)
                    || kind.clauses.iter().any(|clause| clause.name == name))
        };
        kinds.filter(has).map(|kind| kind.id.clone()).collect()
    }

    fn field(
        &mut self,
        clause: &ast::Clause,
        field: &FieldDecl,
        allowed: &Allowed<'_>,
        contents: &mut Contents,
    ) {
        let path = format!("fields.{}", field.name);
        if let Some(first) = contents.places.get(&path) {
            self.report(declarations::field_twice(self.at(clause.name.span), &field.name, *first));
            return;
        }
        contents.written.push(field.name.clone());
        self.mention_member(&clause.name, allowed);
        contents.places.insert(path.clone(), self.at(clause.span));
        if clause.values.is_none()
            && clause.block.is_none()
            && field.field_type != FieldType::Flag
            && let (Some(first), Some(last)) = (clause.args.first(), clause.args.last())
        {
            let gap = Span { start: clause.name.span.end, end: first.span.start };
            let written = self.source.slice(first.span.to(last.span));
            let location = self.at(clause.name.span);
            self.report(declarations::field_without_colon(
                location,
                self.at(gap),
                &field.name,
                written,
            ));
            return;
        }
        self.refuse_parts_of_field(clause, field, allowed);
        if let (FieldType::Text, Some([first, ..])) = (&field.field_type, clause.values.as_deref())
            && !matches!(first.kind, ast::ExprKind::Text(_))
        {
            return self.unquoted_line(first.span.start);
        }
        let declared = allowed.declared.get(&field.name).copied();
        if let Some(values) = &clause.values
            && self.refuse_joined(field, values, declared)
        {
            return;
        }
        let value = match (&clause.values, &field.field_type) {
            (Some(values), FieldType::Map { of, form }) => match &values[..] {
                [value] => self.map_value(value, of, *form, contents.legend.as_ref()),
                _ => {
                    self.report(types::several_values(self.at(clause.span), &field.name, declared));
                    None
                }
            },
            (Some(values), field_type) => {
                for value in values {
                    if let ast::ExprKind::Name(id) = &value.kind {
                        contents.places.insert(format!("{path}.{id}"), self.at(value.span));
                    }
                }
                match run_on(field_type, values, allowed) {
                    Some((comma, second, entry)) => {
                        let (comma, second) = (self.at(comma), self.at(second));
                        self.report(types::entry_after_comma(comma, second, &field.name, entry));
                        None
                    }
                    None => {
                        self.field_value(&field.name, field_type, values, clause.span, declared)
                    }
                }
            }
            (None, FieldType::Flag) => Some(Value::Bool(true)),
            (None, field_type) => {
                let wanted = self.symbols.field_ty(field_type);
                self.report(types::no_value(self.at(clause.span), &field.name, &wanted));
                None
            }
        };
        if let Some(value) = value {
            contents.fields.insert(field.name.clone(), value);
        }
    }

    /// Reports names that nothing but a space or an `and` separates.
    fn refuse_joined(
        &mut self,
        field: &FieldDecl,
        values: &[ast::Expr],
        declared: Option<Location>,
    ) -> bool {
        let names_things =
            |of: &FieldType| matches!(of, FieldType::Enum { .. } | FieldType::Entity { .. });
        let is_list = match &field.field_type {
            FieldType::List { of } if names_things(of) => true,
            of if names_things(of) => false,
            _ => return false,
        };
        let mut joined = None;
        for value in values {
            let mut parts = Vec::new();
            if words_of(value, &mut parts) && parts.len() > 1 {
                joined = Some((value.span, parts));
                break;
            }
        }
        let Some((span, parts)) = joined else { return false };
        // A name of several words is told where names are looked up.
        let known = |span: &Span| {
            let name = self.source.slice(*span);
            self.symbols.entity(EntityRole::Card, name).is_some()
                || self.symbols.enums.values().any(|declared| declared.values.contains_key(name))
        };
        if !parts.iter().all(known) {
            return false;
        }
        let (first, rest) = (parts[0], parts[1]);
        if !is_list {
            self.report(types::several_values(self.at(rest), &field.name, declared));
            return true;
        }
        let right: Vec<&str> = parts.iter().map(|part| self.source.slice(*part)).collect();
        let right = right.join(", ");
        let between = self.at(Span { start: first.end, end: rest.start });
        self.report(types::not_separated(between, self.at(span), &right));
        true
    }

    /// Reports a text without its quotes: all that stands on the line.
    fn unquoted_line(&mut self, start: u32) {
        let rest = &self.source.text[start as usize..];
        let end = rest.find(['\n', '{', '}']).unwrap_or(rest.len());
        // What follows a `;` is another entry if it has a colon.
        let entry = |(at, _): &(usize, &str)| rest[*at..end].contains(':');
        let end = rest[..end].match_indices(';').find(entry).map_or(end, |(at, _)| at);
        let end = rest[..end].find(" //").unwrap_or(end);
        let text = rest[..end].trim_end();
        let span = Span { start, end: start + text.len() as u32 };
        let text = text.strip_suffix('"').unwrap_or(text);
        self.report(types::unquoted_text(self.at(span), text));
        self.explained.push(span);
    }

    /// Notes a field or clause that is written.
    fn mention_member(&mut self, name: &ast::Ident, allowed: &Allowed<'_>) {
        self.mention(name.span, || {
            Meaning::Member(Member {
                kind: allowed.kind.to_owned(),
                clause: allowed.clause.map(str::to_owned),
                name: name.text.clone(),
                // The places are those of the kind's own fields and clauses.
                declared: allowed
                    .declared
                    .get(&name.text)
                    .copied()
                    .filter(|_| allowed.clause.is_none()),
            })
        });
    }

    /// Anything but values does not belong to a field.
    fn refuse_parts_of_field(
        &mut self,
        clause: &ast::Clause,
        field: &FieldDecl,
        allowed: &Allowed<'_>,
    ) {
        let extra = clause
            .args
            .first()
            .map(|arg| arg.span)
            .or(clause.label.as_ref().map(|label| label.span))
            .or(clause.to.as_ref().map(|to| to.span))
            .or(clause.when.as_ref().map(|when| when.span))
            .or(clause.block.as_ref().map(|block| block.span));
        if let Some(span) = extra {
            let fields = allowed.fields.iter().map(|field| field.name.as_str());
            let mut names = fields.chain(allowed.clauses.iter().map(|one| one.name.as_str()));
            let written = self.source.slice(span);
            let next = names.find(|name| *name == written);
            let at = self.at(span);
            self.report(declarations::field_written_as_clause(at, &field.name, next));
        }
    }

    fn clause(
        &mut self,
        clause: &ast::Clause,
        declared: &ClauseDecl,
        allowed: &Allowed<'_>,
        contents: &mut Contents,
    ) {
        let name = &declared.name;
        self.mention_member(&clause.name, allowed);
        contents.places.entry(format!("clauses.{name}")).or_insert(self.at(clause.span));
        let known = contents.clauses.iter().filter(|known| known.clause == *name).count();
        let path = format!("clauses.{name}.{known}");
        contents.places.insert(path.clone(), self.at(head_of(clause)));
        match &declared.shape {
            ClauseShape::Keywords => {
                if let Some(block) = &clause.block {
                    self.report(declarations::clause_without_block(self.at(block.span), name));
                }
                let values = clause.values.as_deref().unwrap_or(&clause.args);
                if values.is_empty() {
                    self.report(types::no_value(self.at(clause.span), name, &Ty::Keyword));
                }
                for value in values {
                    self.keyword_or_bonus(value, allowed.kind, contents);
                }
            }
            ClauseShape::Cards { .. } => {
                self.card_list(clause, declared, allowed.clauses, contents)
            }
            ClauseShape::Flag | ClauseShape::Counter => {
                contents.clauses.extend(self.flag_or_counter(clause, declared));
            }
            ClauseShape::Effect
            | ClauseShape::Condition
            | ClauseShape::Fields
            | ClauseShape::Link { .. } => {
                let (lowered, places) = self.block_clause(clause, declared, allowed);
                let places = places.into_iter().map(|(inner, at)| (format!("{path}.{inner}"), at));
                contents.places.extend(places);
                contents.clauses.push(lowered);
            }
        }
    }

    /// A keyword with its arguments, or `+1B ARM`.
    pub(crate) fn keyword_or_bonus(
        &mut self,
        value: &ast::Expr,
        kind: &str,
        contents: &mut Contents,
    ) {
        match &value.kind {
            ast::ExprKind::Row(_) => contents.bonuses.extend(self.bonus(value)),
            _ => self.keyword_on(value, kind, contents),
        }
    }

    pub(crate) fn keyword_on(&mut self, value: &ast::Expr, kind: &str, contents: &mut Contents) {
        let Some((used, span)) = self.keyword_use(value, Some(kind)) else { return };
        let path = format!("keywords.{}", used.keyword);
        if contents.keywords.contains(&used) {
            let first = contents.places.get(&path).copied();
            let known = self.symbols.keyword(&used.keyword);
            let stacks = known.is_some_and(|known| known.stacking == "sum");
            if !stacks {
                self.report(lints::keyword_twice(self.at(span), &used.keyword, first));
            }
        }
        contents.places.entry(path).or_insert(self.at(value.span));
        contents.keywords.push(used);
    }

    /// `provisional: power, life` or `provisional: yes`.
    fn provisional(
        &mut self,
        clause: &ast::Clause,
        allowed: &Allowed<'_>,
        contents: &mut Contents,
    ) {
        let Some(values) = &clause.values else {
            contents.provisional.push("*".into());
            return;
        };
        for value in values {
            let name = match &value.kind {
                ast::ExprKind::Name(name) => name.as_str(),
                ast::ExprKind::Bad => continue,
                _ => {
                    self.report(types::mismatch(self.at(value.span), &Ty::Name, &Ty::Any).help(
                        "list the fields whose value is provisional, or write `yes` for all",
                    ));
                    continue;
                }
            };
            let known = allowed.fields.iter().any(|field| field.name == name)
                || allowed.clauses.iter().any(|clause| clause.name == name)
                || self.symbols.keyword(name).is_some();
            match name {
                "yes" => contents.provisional.push("*".into()),
                "no" => {}
                _ if known => contents.provisional.push(name.to_owned()),
                _ if allowed.gaps.may_hold(name) => self.symbols.meet_lost(),
                _ => {
                    let legal = allowed.fields.iter().map(|field| field.name.as_str());
                    let location = self.at(value.span);
                    self.report(names::unknown_field(location, name, allowed.owner, legal, None));
                }
            }
        }
    }
}

/// True if the block has a field of that name that holds text.
fn is_text(name: &str, allowed: &Allowed<'_>) -> bool {
    allowed.fields.iter().any(|field| field.name == name && field.field_type == FieldType::Text)
}

/// The first line of a clause: what stands before its block.
fn head_of(clause: &ast::Clause) -> ast::Span {
    let ends = [
        clause.args.last().map(|arg| arg.span.end),
        clause.label.as_ref().map(|label| label.span.end),
        clause.to.as_ref().map(|to| to.span.end),
    ];
    let end = ends.into_iter().flatten().max().unwrap_or(clause.name.span.end);
    ast::Span { start: clause.name.span.start, end: end.max(clause.name.span.end) }
}

/// The legend beside a map, if the block may hold a map.
fn legend(block: &ast::Block, allowed: &Allowed<'_>) -> Option<ast::Clause> {
    let has_map =
        allowed.fields.iter().any(|field| matches!(field.field_type, FieldType::Map { .. }));
    super::kind::clauses(Some(block))
        .find(|clause| has_map && clause.name.text == "legend")
        .cloned()
}

/// Where the second of several values is a field or clause of its own, after a field that holds
/// one value: what lies between the two, the second, and its name. `stamina: 2, per-attacker`
fn run_on<'v>(
    field_type: &FieldType,
    values: &'v [ast::Expr],
    allowed: &Allowed<'_>,
) -> Option<(Span, Span, &'v str)> {
    let [first, second, ..] = values else { return None };
    let name = match &second.kind {
        ast::ExprKind::Name(name) => name,
        ast::ExprKind::Apply { name, .. } => &name.text,
        _ => return None,
    };
    let is_entry = allowed.fields.iter().any(|field| field.name == *name)
        || allowed.clauses.iter().any(|clause| clause.name == *name);
    let comma = Span { start: first.span.end, end: second.span.start };
    (is_entry && !matches!(field_type, FieldType::List { .. })).then_some((
        comma,
        second.span,
        name,
    ))
}
