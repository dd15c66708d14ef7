//! Bare names: which of the many things that could be called so is meant here.

use cardwright_dsl::ast::Span;
use cardwright_model::{Arg, Expr};

use super::sentence::asked;
use super::{Implicit, Language, Lowerer, Subject, Typed};
use crate::diag::{names, words};
use crate::ty::{EntityRole, Ty};
use crate::words::Signature;

impl Lowerer<'_> {
    /// A bare name. What is wanted decides between an enum value, a kind, a card and so on;
    /// otherwise the order is: names bound around it, selections, queries, zones.
    pub(crate) fn name(&mut self, name: &str, span: Span, wanted: &Ty) -> Typed {
        let found = self.read_name(name, span, wanted);
        self.mention_read(span, &found);
        found
    }

    fn read_name(&mut self, name: &str, span: Span, wanted: &Ty) -> Typed {
        match name {
            "yes" => return Typed::new(Expr::Bool { value: true }, Ty::Bool),
            "no" => return Typed::new(Expr::Bool { value: false }, Ty::Bool),
            _ => {}
        }
        if *wanted == Ty::Name {
            return Typed::new(Expr::Text { value: name.to_owned() }, Ty::Name);
        }
        if let Some(found) = self.variable(name, span, wanted) {
            return found;
        }
        if let Some(found) = self.wanted_name(name, wanted) {
            return found;
        }
        if let Some(found) = self.word(name, span) {
            return found;
        }
        // What the name means elsewhere makes the better message.
        match self.any_name(name) {
            Some(found) if *wanted == Ty::Any || !self.has_legal_names(wanted) => found,
            Some(found) if matches!(wanted, Ty::Int | Ty::Bool | Ty::Text) => found,
            _ => match self.scope.variables.iter().rev().find(|known| known.name == name) {
                Some(known) => Typed::new(Expr::Var { name: name.to_owned() }, known.ty.clone()),
                None => self.unknown(name, span, wanted),
            },
        }
    }

    /// True if the name means something without an expectation.
    pub(crate) fn is_bound(&self, name: &str) -> bool {
        matches!(name, "yes" | "no" | "self" | "it" | "outer")
            || self.scope.variables.iter().any(|variable| variable.name == name)
            || self.words().is_some_and(|words| {
                words.queries.get(name).is_some() || words.selections.get(name).is_some()
            })
            || (self.scope.language == Language::Rule && self.rule_name(name).is_some())
    }

    /// True if the name means anything at all.
    pub(crate) fn is_known(&self, name: &str) -> bool {
        self.is_bound(name) || self.any_name(name).is_some() || self.zone(name).is_some()
    }

    fn variable(&mut self, name: &str, span: Span, wanted: &Ty) -> Option<Typed> {
        if let Some(variable) =
            self.scope.variables.iter_mut().rev().find(|variable| variable.name == name)
            && variable.ty.fits(wanted)
        {
            variable.used = true;
            return Some(Typed::new(Expr::Var { name: name.to_owned() }, variable.ty.clone()));
        }
        let known = match name {
            "self" => self.scope.has_self,
            "it" => self.scope.has_it,
            "outer" => self.scope.has_outer,
            _ => return None,
        };
        if known {
            return Some(Typed::new(Expr::Var { name: name.to_owned() }, Ty::Card));
        }
        self.report(names::no_card_at_hand(self.at(span), name));
        Some(Typed::error())
    }

    /// The name as what is wanted.
    fn wanted_name(&mut self, name: &str, wanted: &Ty) -> Option<Typed> {
        let symbols = self.symbols;
        match wanted {
            Ty::Enum(id) => self.symbol(id, name),
            Ty::EnumSet(ids) => ids.iter().find_map(|id| self.symbol(id, name)),
            Ty::Kind | Ty::Kinds => symbols
                .is_kind_or_family(name)
                .then(|| Typed::new(Expr::Kind { id: name.to_owned() }, Ty::Kind)),
            Ty::Zone => self.zone(name),
            // A keyword with parameters is named without them to ask for any form of it.
            Ty::Keyword => symbols.keyword(name).map(|_| {
                Typed::new(Expr::Keyword { id: name.to_owned(), args: Vec::new() }, Ty::Keyword)
            }),
            Ty::CardName | Ty::CardNames => self.card(name),
            Ty::Entity(role) => symbols.entity(*role, name).map(|found| match found.is_lost {
                true => Typed::error(),
                false => {
                    Typed::new(Expr::Card { id: name.to_owned(), with: Vec::new() }, wanted.clone())
                }
            }),
            Ty::Tile => self.part_name(name),
            Ty::Die => symbols.die_of(name).map(|die| {
                let id = die.die.id.clone();
                Typed::new(Expr::Symbol { domain: "die".into(), id }, Ty::Die)
            }),
            Ty::Stat => {
                let words = self.words()?;
                let query = words.queries.get(name).filter(|query| query.is_number_of_card());
                let domain = match (words.stats.get(name), query) {
                    (Some(_), _) => "stat",
                    (None, Some(_)) => "query",
                    (None, None) => return None,
                };
                let symbol = Expr::Symbol { domain: domain.into(), id: name.to_owned() };
                Some(Typed::new(symbol, Ty::Stat))
            }
            Ty::Card | Ty::Cards => {
                let is_selection =
                    self.words().is_some_and(|words| words.selections.get(name).is_some());
                if is_selection || self.rule_name(name).is_some() {
                    return None;
                }
                // A zone stands for the cards in it; `encounter` is also a zone.
                self.card(name).or_else(|| self.zone(name))
            }
            _ => None,
        }
    }

    /// A selection, query, stat or zone.
    fn word(&mut self, name: &str, span: Span) -> Option<Typed> {
        if let Some(found) = self.rule_name(name) {
            return Some(found);
        }
        let words = self.words()?;
        if let Some(selection) = words.selections.get(name) {
            let expr = Expr::Select { source: name.to_owned(), args: Vec::new(), filter: None };
            return Some(Typed::new(expr, selection.result.clone()));
        }
        if let Some(query) = words.queries.get(name) {
            if !query.may_stand_alone() {
                let shape = match query.params.first().map(|first| &first.ty) {
                    Some(Ty::Cards) => format!("{name}(…)"),
                    _ => asked(query),
                };
                self.report(words::needs_arguments(self.at(span), name, &shape));
                return Some(Typed::error());
            }
            let args = self.implicit_card(query, span)?;
            return Some(Typed::new(
                Expr::Query { name: name.to_owned(), args },
                query.result.clone(),
            ));
        }
        self.zone(name)
    }

    /// The card that a query is about when none is written; `None` was reported.
    pub(crate) fn implicit_card(&mut self, query: &Signature, span: Span) -> Option<Vec<Arg>> {
        if !query.has_implicit_card() {
            return Some(Vec::new());
        }
        let name = match self.scope.implicit {
            Implicit::It => "it",
            Implicit::Own => "self",
            Implicit::None => {
                self.report(words::which_card(self.at(span), &query.name));
                return Some(Vec::new());
            }
        };
        Some(vec![Arg { name: "card".into(), value: Expr::Var { name: name.into() } }])
    }

    fn symbol(&self, domain: &str, name: &str) -> Option<Typed> {
        let known = self.symbols.enums.get(domain)?;
        if known.is_lost && !known.values.contains_key(name) {
            self.symbols.meet_lost();
            return Some(Typed::error());
        }
        known.values.contains_key(name).then(|| {
            Typed::new(
                Expr::Symbol { domain: domain.to_owned(), id: name.to_owned() },
                Ty::Enum(domain.to_owned()),
            )
        })
    }

    fn zone(&self, name: &str) -> Option<Typed> {
        let zones = &self.words()?.zones;
        zones.get(name).map(|_| Typed::new(Expr::Zone { id: name.to_owned() }, Ty::Zone))
    }

    pub(crate) fn card(&self, name: &str) -> Option<Typed> {
        let found = self.symbols.entity(EntityRole::Card, name)?;
        Some(match found.is_lost {
            true => Typed::error(),
            false => Typed::new(Expr::Card { id: name.to_owned(), with: Vec::new() }, Ty::CardName),
        })
    }

    /// The name as anything it could be.
    fn any_name(&self, name: &str) -> Option<Typed> {
        let domain = self.symbols.enums_with(name).next();
        domain
            .and_then(|domain| self.symbol(domain, name))
            .or_else(|| self.card(name))
            .or_else(|| {
                self.symbols
                    .is_kind_or_family(name)
                    .then(|| Typed::new(Expr::Kind { id: name.to_owned() }, Ty::Kind))
            })
            .or_else(|| {
                let found = self.symbols.keyword(name)?;
                let expr = Expr::Keyword { id: name.to_owned(), args: Vec::new() };
                Some(if found.is_lost { Typed::error() } else { Typed::new(expr, Ty::Keyword) })
            })
    }

    fn has_legal_names(&self, wanted: &Ty) -> bool {
        !matches!(
            wanted,
            Ty::Any | Ty::Error | Ty::Nothing | Ty::Text | Ty::Quantity | Ty::Range | Ty::Numbers
        )
    }

    /// The names that may stand where `wanted` is expected, bound names first.
    pub(crate) fn legal_names(&self, wanted: &Ty) -> Vec<String> {
        let mut legal: Vec<String> = self
            .scope
            .variables
            .iter()
            .filter(|variable| variable.ty.fits(wanted))
            .map(|variable| variable.name.clone())
            .collect();
        let symbols = self.symbols;
        let owned = |name: &str| name.to_owned();
        match wanted {
            Ty::Enum(id) => legal.extend(self.values([id])),
            Ty::EnumSet(ids) => legal.extend(self.values(ids)),
            Ty::Kind | Ty::Kinds => legal.extend(symbols.kind_names().map(owned)),
            Ty::Keyword => legal.extend(symbols.keyword_names().map(owned)),
            Ty::CardName | Ty::CardNames => {
                legal.extend(symbols.entity_names(EntityRole::Card).map(owned))
            }
            Ty::Entity(role) => legal.extend(symbols.entity_names(*role).map(owned)),
            _ => {}
        }
        let Some(words) = self.words() else { return legal };
        match wanted {
            Ty::Zone => legal.extend(words.zones.names().map(owned)),
            Ty::Stat => {
                legal.extend(words.stats.names().map(owned));
                let numbers = words.queries.iter().filter(|query| query.is_number_of_card());
                legal.extend(numbers.map(|query| query.name.clone()));
            }
            Ty::Enum(_) | Ty::EnumSet(_) | Ty::Kind | Ty::Kinds | Ty::Keyword | Ty::Entity(_) => {}
            Ty::CardName | Ty::CardNames => {}
            _ => {
                legal.extend(words.selections.names().map(owned));
                let fits = |query: &&Signature| query.result.fits(wanted);
                legal.extend(words.queries.iter().filter(fits).map(|query| query.name.clone()));
                legal.extend(words.zones.names().map(owned));
                legal.extend(self.rule_names());
                if matches!(wanted, Ty::Card | Ty::Cards) {
                    legal.extend(symbols.entity_names(EntityRole::Card).map(owned));
                }
            }
        }
        legal
    }

    /// How a card is asked whether it is that value of an enum: `type has undead`.
    pub(crate) fn questions_for(&self, id: &str, value: &str) -> Vec<String> {
        let question = |name: &str, ty: &Ty| match ty {
            Ty::Enum(found) if found == id => Some(format!("{name} == {value}")),
            Ty::EnumSet(found) if found.contains(id) => Some(format!("{name} has {value}")),
            _ => None,
        };
        let queries = self.words().into_iter().flat_map(|words| words.queries.iter());
        let mut questions: Vec<String> = queries
            .filter(|query| query.params.iter().all(|param| param.optional || param.ty == Ty::Card))
            .filter_map(|query| question(&query.name, &query.result))
            .collect();
        let kinds = self.symbols.kinds.values().filter(|_| questions.is_empty());
        let fields = kinds.flat_map(|symbol| &symbol.kind.fields);
        let mut of_fields: Vec<String> = fields
            .filter_map(|field| question(&field.name, &self.symbols.field_ty(&field.field_type)))
            .collect();
        of_fields.sort();
        of_fields.dedup();
        questions.extend(of_fields);
        questions
    }

    fn values<'s>(&self, ids: impl IntoIterator<Item = &'s String>) -> Vec<String> {
        ids.into_iter()
            .filter_map(|id| self.symbols.enums.get(id))
            .flat_map(|symbol| symbol.values.keys().cloned())
            .collect()
    }

    /// In rules: what a selection's cards are.
    pub(crate) fn items_of(&self, source: &str) -> Subject {
        match source {
            "decks" => Subject::Role(EntityRole::Deck),
            "formats" => Subject::Role(EntityRole::Format),
            "records" => Subject::Role(EntityRole::Record),
            _ => Subject::Role(self.listed_role(source)),
        }
    }
}

/// `has(keyword)`, for messages.
pub(crate) fn call_shape(signature: &Signature) -> String {
    let skipped = usize::from(signature.has_implicit_card());
    let params: Vec<_> =
        signature.params.iter().skip(skipped).map(|param| param.name.as_str()).collect();
    format!("{}({})", signature.name, params.join(", "))
}
