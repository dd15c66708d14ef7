//! Kinds: the fields and clauses that cards, decks and formats may have.

use std::collections::BTreeMap;

use cardwright_dsl::ast::{self, Entry, ExprKind};
use cardwright_model::{
    ClauseDecl, ClauseShape, Expr, FieldDecl, FieldType, Kind, MapForm, Param, PrintSpec, Range,
    Role,
};

use super::{Lowerer, note, title, value::integer};
use crate::diag::{Location, declarations, names, types, words};
use crate::language::{self, first_words};
use crate::symbols::{Gaps, KindSymbol};
use crate::ty::Ty;

const ROLE_WORDS: &[&str] = &["card", "deck", "format", "record"];

impl Lowerer<'_> {
    /// Identifier, name, role and family: enough for other kinds to name it.
    pub(crate) fn kind_head(&mut self, declaration: &ast::Declaration) -> Option<KindSymbol> {
        let id = declaration.id.as_ref()?;
        let mut kind = Kind {
            id: id.text.clone(),
            name: declaration
                .name
                .as_ref()
                .map_or_else(|| title(&id.text), |name| name.text.clone()),
            parent: declaration.parent.as_ref().map(|parent| parent.text.clone()),
            is_abstract: declaration.is_abstract.is_some(),
            note: note(&declaration.doc),
            provenance: self.provenance(declaration),
            ..Kind::default()
        };
        for clause in clauses(declaration.body.as_ref()) {
            match clause.name.text.as_str() {
                "family" => kind.family = self.word_value(clause),
                "role" => {
                    let Some(word) = self.word_value(clause) else { continue };
                    kind.role = match word.as_str() {
                        "card" => Role::Card,
                        "deck" => Role::Deck,
                        "format" => Role::Format,
                        "record" => Role::Record,
                        _ => {
                            let location = self.value_location(clause);
                            self.report(declarations::unknown_word(
                                location, "role", &word, ROLE_WORDS,
                            ));
                            continue;
                        }
                    };
                }
                _ => {}
            }
        }
        let unread =
            |word: &&str| declaration.body.as_ref().is_some_and(|body| body.may_hold(word));
        let is_lost = ["role", "family"].iter().any(unread);
        Some(KindSymbol {
            kind,
            location: self.at(id.span),
            places: BTreeMap::new(),
            events: Vec::new(),
            stats: Vec::new(),
            gaps: Gaps { is_open: is_lost, ..Gaps::default() },
            is_lost,
        })
    }

    /// Fields, clauses and how it is printed, once all kinds and enums are known by name.
    pub(crate) fn kind_body(&mut self, declaration: &ast::Declaration, symbol: &mut KindSymbol) {
        for entry in declaration.body.iter().flat_map(|body| &body.entries) {
            match entry {
                Entry::Field(field) => {
                    if self.declare(symbol, &field.name) {
                        symbol.kind.fields.extend(self.field_declaration(field));
                    }
                }
                Entry::ClauseDecl(clause) => {
                    if self.declare(symbol, &clause.name) {
                        let known = self.known_clauses(symbol);
                        symbol.kind.clauses.extend(self.clause_declaration(clause, &known));
                    }
                }
                Entry::Clause(clause) => match clause.name.text.as_str() {
                    "family" | "role" => {}
                    "print" => symbol.kind.print = self.print(clause),
                    "events" => symbol.events = self.own_words(clause),
                    "stats" => symbol.stats = self.own_words(clause),
                    other => {
                        let legal =
                            ["family", "role", "print", "events", "stats", "field", "clause"];
                        self.report(names::unknown_field(
                            self.at(clause.name.span),
                            other,
                            "a kind",
                            legal,
                            None,
                        ));
                    }
                },
                Entry::Statement(statement) => {
                    self.report(declarations::effects_not_allowed(
                        self.at(statement.span),
                        "a kind",
                    ));
                }
                Entry::Bonus(bonus) => self.report(declarations::stray_count(self.at(bonus.span))),
                Entry::Count(count) => self.report(declarations::stray_count(self.at(count.span))),
                Entry::Bad(bad) => self.gap(bad),
            }
        }
        symbol.gaps.names.append(&mut self.gaps);
        if let Some(parent) = symbol.kind.parent.as_deref().and_then(|id| self.symbols.kind(id)) {
            inherit(symbol, parent);
        }
        symbol.kind.events.clone_from(&symbol.events);
    }

    /// `events: enter, hit` and `stats: power, life`: words of the game's vocabulary.
    fn own_words(&mut self, clause: &ast::Clause) -> Vec<String> {
        let words = self.words();
        let mut own = Vec::new();
        for value in clause.values.iter().flatten() {
            let ExprKind::Name(name) = &value.kind else {
                let found = self.infer_quietly(value);
                self.report(types::mismatch(self.at(value.span), &Ty::Name, &found));
                continue;
            };
            let (location, is_event) = (self.at(value.span), clause.name.text == "events");
            let table = words.map(|words| if is_event { &words.events } else { &words.stats });
            match table {
                Some(table) if table.get(name).is_none() => self.report(match is_event {
                    true => words::unknown_event(location, name, table.names()),
                    false => words::unknown_stat(location, name, table.names()),
                }),
                _ => own.push(name.clone()),
            }
        }
        own
    }

    /// The clauses that a clause may be like: those above it, and the parent's.
    fn known_clauses(&self, symbol: &KindSymbol) -> Vec<ClauseDecl> {
        let parent = symbol.kind.parent.as_deref().and_then(|id| self.symbols.kind(id));
        let inherited = parent.into_iter().flat_map(|parent| &parent.kind.clauses);
        symbol.kind.clauses.iter().chain(inherited).cloned().collect()
    }

    /// Notes the place of a field or clause; false if the name is taken.
    fn declare(&mut self, symbol: &mut KindSymbol, name: &ast::Ident) -> bool {
        let location = self.at(name.span);
        if name.text == "provisional" {
            self.report(declarations::reserved_field(location, &name.text));
            return false;
        }
        if let Some(first) = symbol.places.get(&name.text) {
            self.report(declarations::declared_twice(location, &name.text, *first));
            return false;
        }
        symbol.places.insert(name.text.clone(), location);
        true
    }

    pub(crate) fn field_declaration(&mut self, field: &ast::FieldDecl) -> Option<FieldDecl> {
        let Some(field_type) = self.field_type(&field.ty) else {
            self.gaps.insert(field.name.text.clone());
            return None;
        };
        let default = field.default.as_ref().and_then(|default| {
            let values = std::slice::from_ref(default);
            self.field_value(&field.name.text, &field_type, values, default.span, None)
        });
        Some(FieldDecl {
            name: field.name.text.clone(),
            field_type,
            optional: field.optional,
            default,
            note: note(&field.doc),
        })
    }

    /// `known` are the clauses it may be like.
    fn clause_declaration(
        &mut self,
        clause: &ast::ClauseDecl,
        known: &[ClauseDecl],
    ) -> Option<ClauseDecl> {
        let mut fields: Vec<FieldDecl> = Vec::new();
        let mut inner: Vec<ClauseDecl> = Vec::new();
        let mut params: Vec<Param> = Vec::new();
        let shape = match (clause.shape.name.text.as_str(), &clause.shape.of) {
            ("keywords", _) => ClauseShape::Keywords,
            ("effect", _) => ClauseShape::Effect,
            ("fields", _) => ClauseShape::Fields,
            ("flag", _) => ClauseShape::Flag,
            ("counter", _) => ClauseShape::Counter,
            ("link", Some(to)) => ClauseShape::Link { to: to.text.clone() },
            ("condition", _) => ClauseShape::Condition,
            ("cards", of) => {
                let of = of.as_ref().map_or("card", |of| of.text.as_str());
                if !self.symbols.is_kind_or_family(of) {
                    let span = clause.shape.of.as_ref().map_or(clause.shape.span, |of| of.span);
                    self.unknown(of, span, &Ty::Kind);
                    self.gaps
                        .extend([clause.name.text.clone(), format!("{}-cards", clause.name.text)]);
                    return None;
                }
                ClauseShape::Cards { of: of.to_owned() }
            }
            (other, _) if known.iter().any(|known| known.name == other) => {
                let like = known.iter().find(|known| known.name == other).cloned()?;
                fields = like.fields;
                inner = like.clauses;
                params = like.params;
                like.shape
            }
            (other, _) => {
                let location = self.at(clause.shape.name.span);
                self.report(declarations::unknown_word(
                    location,
                    "clause shape",
                    other,
                    &first_words(language::SHAPES),
                ));
                self.gaps.insert(clause.name.text.clone());
                return None;
            }
        };
        if !clause.params.is_empty() {
            params = self.params(&clause.params);
        }
        if params.len() < clause.params.len() {
            self.gaps.insert(clause.name.text.clone());
        }
        for entry in clause.body.iter().flat_map(|block| &block.entries) {
            match entry {
                Entry::Field(field) => {
                    let declared = self.field_declaration(field);
                    fields.retain(|known| known.name != field.name.text);
                    fields.extend(declared);
                }
                Entry::ClauseDecl(clause) => {
                    let declared = self.clause_declaration(clause, &inner);
                    inner.retain(|known| known.name != clause.name.text);
                    inner.extend(declared);
                }
                Entry::Bad(bad) => self.gap(bad),
                Entry::Clause(other) => {
                    let location = self.at(other.name.span);
                    self.report(names::unknown_field(
                        location,
                        &other.name.text,
                        "a clause",
                        ["field", "clause"],
                        None,
                    ));
                }
                Entry::Statement(statement) => {
                    self.report(declarations::effects_not_allowed(
                        self.at(statement.span),
                        "a kind",
                    ));
                }
                Entry::Bonus(bonus) => self.report(declarations::stray_count(self.at(bonus.span))),
                Entry::Count(count) => self.report(declarations::stray_count(self.at(count.span))),
            }
        }
        Some(ClauseDecl {
            name: clause.name.text.clone(),
            params,
            shape,
            fields,
            clauses: inner,
            note: note(&clause.doc),
        })
    }

    /// Text that would have declared a field or a clause: `field cost int`.
    fn gap(&mut self, bad: &ast::Bad) {
        for name in [bad.word(0), bad.word(1)].into_iter().flatten() {
            self.gaps.extend([name.text.clone(), format!("{}-cards", name.text)]);
        }
    }

    /// Parameters of a keyword or clause.
    pub(crate) fn params(&mut self, params: &[ast::Param]) -> Vec<Param> {
        let mut lowered: Vec<Param> = Vec::new();
        let mut places: BTreeMap<&str, Location> = BTreeMap::new();
        for param in params {
            if let Some(first) = places.insert(&param.name.text, self.at(param.name.span)) {
                self.report(declarations::declared_twice(
                    self.at(param.name.span),
                    &param.name.text,
                    first,
                ));
                continue;
            }
            let Some(field_type) = self.field_type(&param.ty) else { continue };
            let default: Option<Expr> = param
                .default
                .as_ref()
                .map(|default| self.argument(&param.name.text, &[default], &field_type));
            lowered.push(Param { name: param.name.text.clone(), field_type, default });
        }
        lowered
    }

    /// A type by its words; none if there is no such type, which was reported.
    pub(crate) fn field_type(&mut self, ty: &ast::Type) -> Option<FieldType> {
        let range = self.range(ty);
        let word = ty.name.text.as_str();
        let single = match word {
            "int" => FieldType::Int { range },
            "formula" => FieldType::Formula { range },
            "condition" => FieldType::Condition,
            "deck-condition" => FieldType::DeckCondition,
            "flag" => FieldType::Flag,
            "text" => FieldType::Text,
            "file" => FieldType::File,
            "keyword" => FieldType::Keyword,
            "selection" => FieldType::Selection,
            "quantity" => FieldType::Quantity {
                unit: ty.of.as_ref().map_or(String::new(), |unit| unit.text.clone()),
            },
            "pool" => FieldType::Pool,
            "die" => FieldType::Die,
            "range" => FieldType::Range { range },
            "name" => FieldType::Name,
            "clause" if ty.of.is_some() => FieldType::Clause {
                clause: ty.of.as_ref().map_or(String::new(), |clause| clause.text.clone()),
            },
            "map" | "edge-map" => {
                let of = ty.of.as_ref().filter(|of| self.symbols.enums.contains_key(&of.text));
                let Some(of) = of else {
                    let legal = self.symbols.enums.keys().map(String::as_str);
                    let (span, written) = match &ty.of {
                        Some(of) => (of.span, of.text.as_str()),
                        None => (ty.name.span, word),
                    };
                    self.report(names::unknown_type(self.at(span), written, legal));
                    return None;
                };
                let form = if word == "map" { MapForm::Squares } else { MapForm::Edges };
                FieldType::Map { of: of.text.clone(), form }
            }
            _ if self.symbols.enums.contains_key(word) => FieldType::Enum { id: word.to_owned() },
            _ if self.symbols.is_kind_or_family(word) => {
                FieldType::Entity { kind: word.to_owned() }
            }
            // It may be the family of a kind that could not be read.
            _ if self.symbols.lacks_a_kind() => return None,
            _ => {
                let legal = first_words(language::TYPES)
                    .into_iter()
                    .chain(["card"])
                    .chain(self.symbols.enums.keys().map(String::as_str))
                    .chain(self.symbols.kind_names());
                self.report(names::unknown_type(self.at(ty.name.span), word, legal));
                return None;
            }
        };
        if ty.range.is_some()
            && !matches!(
                single,
                FieldType::Int { .. } | FieldType::Formula { .. } | FieldType::Range { .. }
            )
        {
            self.report(types::range_of_no_number(self.at(ty.span), word));
        }
        Some(if ty.list { FieldType::List { of: Box::new(single) } } else { single })
    }

    fn range(&mut self, ty: &ast::Type) -> Option<Range> {
        let (low, high) = ty.range.as_ref()?;
        let min = integer(low);
        let max = high.as_ref().map(integer);
        match (min, max) {
            (Some(min), None) => Some(Range { min, max: None }),
            (Some(min), Some(Some(max))) if min <= max => Some(Range { min, max: Some(max) }),
            _ => {
                let end = high.as_ref().map_or(low.span, |high| high.span);
                self.report(types::bad_range(self.at(low.span.to(end))));
                None
            }
        }
    }

    fn print(&mut self, clause: &ast::Clause) -> Option<PrintSpec> {
        let mut print = PrintSpec::default();
        for entry in clauses(clause.block.as_ref()) {
            match entry.name.text.as_str() {
                "template" => print.template = self.word_value(entry)?,
                "size" => print.size = self.word_value(entry)?,
                "back" => print.back = self.word_value(entry),
                "reverse" => print.reverse = self.word_value(entry),
                "shape" => print.shape = self.word_value(entry),
                "copies" => print.copies = self.count_value(entry),
                other => {
                    let legal = ["template", "size", "back", "reverse", "shape", "copies"];
                    self.report(names::unknown_field(
                        self.at(entry.name.span),
                        other,
                        "`print`",
                        legal,
                        None,
                    ));
                }
            }
        }
        for (name, value) in [("template", &print.template), ("size", &print.size)] {
            if value.is_empty() {
                let location = self.at(clause.name.span);
                self.report(declarations::missing_field(location, "print", name, &Ty::Text, None));
            }
        }
        Some(print)
    }

    /// The one word or text after a property's colon.
    pub(crate) fn word_value(&mut self, clause: &ast::Clause) -> Option<String> {
        match clause.values.as_deref() {
            Some([ast::Expr { kind: ExprKind::Name(word), .. }]) => Some(word.clone()),
            Some([ast::Expr { kind: ExprKind::Text(text), .. }]) => Some(text.text.clone()),
            Some([ast::Expr { kind: ExprKind::Bad, .. }]) => None,
            _ => {
                self.report(types::no_value(self.at(clause.span), &clause.name.text, &Ty::Name));
                None
            }
        }
    }

    /// The one whole number after a property's colon, from 1 up.
    fn count_value(&mut self, clause: &ast::Clause) -> Option<u32> {
        match clause.values.as_deref() {
            Some([ast::Expr { kind: ExprKind::Int(number), span }]) => {
                let range = Range { min: 1, max: Some(500) };
                let found = u32::try_from(*number).ok().filter(|number| (1..=500).contains(number));
                if found.is_none() {
                    let location = self.at(*span);
                    let name = &clause.name.text;
                    self.report(types::out_of_range(location, name, *number, range, None));
                }
                found
            }
            Some([ast::Expr { kind: ExprKind::Bad, .. }]) => None,
            _ => {
                let location = self.value_location(clause);
                let (name, written) = (&clause.name.text, self.source.slice(location.span));
                self.report(types::number_wanted(location, name, written, &Ty::Any, None));
                None
            }
        }
    }

    /// Where a property's value stands.
    pub(crate) fn value_location(&self, clause: &ast::Clause) -> Location {
        let value = clause.values.as_ref().and_then(|values| values.first());
        self.at(value.map_or(clause.name.span, |value| value.span))
    }
}

/// Takes over from the parent what the kind does not declare itself. What the parent declares
/// stands first, in its order, also where the kind declares it anew.
fn inherit(symbol: &mut KindSymbol, parent: &KindSymbol) {
    let kind = &mut symbol.kind;
    let mut own = std::mem::take(&mut kind.fields);
    for field in &parent.kind.fields {
        let anew = own.iter().position(|known| known.name == field.name);
        kind.fields.push(anew.map_or_else(|| field.clone(), |at| own.remove(at)));
    }
    kind.fields.append(&mut own);
    let mut own = std::mem::take(&mut kind.clauses);
    for clause in &parent.kind.clauses {
        let anew = own.iter().position(|known| known.name == clause.name);
        kind.clauses.push(anew.map_or_else(|| clause.clone(), |at| own.remove(at)));
    }
    kind.clauses.append(&mut own);
    kind.print = kind.print.take().or_else(|| parent.kind.print.clone());
    symbol.events.extend_from_slice(&parent.events);
    symbol.stats.extend_from_slice(&parent.stats);
    symbol.gaps.extend(&parent.gaps);
    for (name, place) in &parent.places {
        symbol.places.entry(name.clone()).or_insert(*place);
    }
}

/// The clauses of a block.
pub(crate) fn clauses(block: Option<&ast::Block>) -> impl Iterator<Item = &ast::Clause> {
    block.into_iter().flat_map(|block| &block.entries).filter_map(|entry| match entry {
        Entry::Clause(clause) => Some(&**clause),
        _ => None,
    })
}
