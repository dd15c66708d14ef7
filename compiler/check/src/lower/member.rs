//! Fields of declarations, as legality rules and deck conditions read them: `cost` of the
//! card at hand, `format.hand-limit`, and a deck's lists as selections.

use cardwright_dsl::ast::{self, ExprKind};
use cardwright_model::{Arg, Expr, FieldType, Kind};

use super::{Implicit, Language, Lowerer, Subject, Typed};
use crate::diag::{names, words};
use crate::mentions::{Meaning, Member, WordClass};
use crate::symbols::lists;
use crate::ty::{EntityRole, Ty};

impl Lowerer<'_> {
    /// `format.hand-limit`, `it.cost`.
    pub(crate) fn member(&mut self, of: &ast::Expr, name: &ast::Ident) -> Typed {
        if self.scope.language != Language::Rule {
            self.report(words::no_members(
                self.at(name.span),
                self.source.slice(of.span),
                &name.text,
            ));
            return Typed::error();
        }
        let owner = self.typed(of, &Ty::Card);
        if owner.ty == Ty::Error {
            return owner;
        }
        let subject = match (&of.kind, &owner.ty) {
            (_, Ty::Entity(role)) => Subject::Role(*role),
            (ExprKind::Name(word), _) if word == "self" => self.scope.subject.clone(),
            (ExprKind::Name(word), _) if word == "it" => self.scope.item.clone(),
            _ => Subject::Role(EntityRole::Card),
        };
        let own = |words: &crate::words::Words| {
            words
                .queries
                .get(&name.text)
                .filter(|query| query.has_implicit_card() && query.params.len() == 1)
                .map(|query| query.result.clone())
        };
        let Some(ty) = self.field_of(&subject, &name.text).or_else(|| self.words().and_then(own))
        else {
            if self.may_be_lost(&name.text, &Ty::Any) {
                return Typed::error();
            }
            let mut legal: Vec<String> = self.field_names(&subject);
            legal.extend(["name", "id", "kind"].map(str::to_owned));
            let owner = self.source.slice(of.span);
            self.report(names::unknown_member(
                self.at(name.span),
                owner,
                &name.text,
                legal.iter().map(String::as_str),
            ));
            return Typed::error();
        };
        match self.member_of(&subject, &name.text) {
            Some(member) => self.mention(name.span, || Meaning::Member(member)),
            None => {
                self.mention(name.span, || Meaning::word(WordClass::RuleQuery, &name.text));
            }
        }
        Typed::new(Expr::Member { of: Box::new(owner.expr), name: name.text.clone() }, ty)
    }

    /// In rules: the field of the card at hand that a name reads.
    pub(crate) fn rule_field(&self, name: &str) -> Option<Member> {
        self.member_of(&self.scope.item, name)
    }

    fn member_of(&self, subject: &Subject, name: &str) -> Option<Member> {
        let kinds = self.kinds_of(subject).into_iter();
        let kind =
            kinds.into_iter().find(|kind| kind.fields.iter().any(|field| field.name == name))?;
        Some(Member {
            kind: kind.id.clone(),
            clause: None,
            name: name.to_owned(),
            declared: self.symbols.kind(&kind.id)?.places.get(name).copied(),
        })
    }

    /// In rules: a field of the card at hand, a list of the subject, `deck` or `format`.
    pub(crate) fn rule_name(&self, name: &str) -> Option<Typed> {
        if self.scope.language != Language::Rule {
            return None;
        }
        let at_top = self.scope.implicit != Implicit::It;
        let field = self.field_of(&self.scope.item, name);
        match field {
            Some(Ty::CardNames) if at_top => return Some(self.list_selection(name)),
            Some(ty) => {
                let card = if at_top { "self" } else { "it" };
                let card = Arg { name: "card".into(), value: Expr::Var { name: card.into() } };
                return Some(Typed::new(
                    Expr::Query { name: name.to_owned(), args: vec![card] },
                    ty,
                ));
            }
            None => {}
        }
        if self.list_selections().iter().any(|list| list == name) {
            return Some(self.list_selection(name));
        }
        let role = match name {
            "deck" => EntityRole::Deck,
            "format" => EntityRole::Format,
            _ => return None,
        };
        self.about_decks()
            .then(|| Typed::new(Expr::Var { name: name.to_owned() }, Ty::Entity(role)))
    }

    /// In rules: every name that [`Lowerer::rule_name`] knows.
    pub(crate) fn rule_names(&self) -> Vec<String> {
        if self.scope.language != Language::Rule {
            return Vec::new();
        }
        let mut names = self.field_names(&self.scope.item);
        names.extend(self.list_selections());
        if self.about_decks() {
            names.extend(["deck", "format"].map(str::to_owned));
        }
        names
    }

    fn list_selection(&self, name: &str) -> Typed {
        Typed::new(
            Expr::Select { source: name.to_owned(), args: Vec::new(), filter: None },
            Ty::Cards,
        )
    }

    /// `LIST-cards` for every counted list of the subject or of the card at hand, and their
    /// fields that list cards.
    fn list_selections(&self) -> Vec<String> {
        let mut selections = Vec::new();
        for kind in self.listing_kinds() {
            selections.extend(lists(kind).map(|list| format!("{list}-cards")));
            selections.extend(
                kind.fields
                    .iter()
                    .filter(|field| self.symbols.field_ty(&field.field_type) == Ty::CardNames)
                    .map(|field| field.name.clone()),
            );
        }
        selections.sort();
        selections.dedup();
        selections
    }

    /// What a field of the subject lists; cards, if it is no such field.
    pub(crate) fn listed_role(&self, name: &str) -> EntityRole {
        let field = self
            .listing_kinds()
            .into_iter()
            .flat_map(|kind| &kind.fields)
            .find(|field| field.name == name);
        match field.map(|field| &field.field_type) {
            Some(FieldType::List { of }) => match &**of {
                FieldType::Entity { kind } => self.symbols.role_of(kind),
                _ => EntityRole::Card,
            },
            _ => EntityRole::Card,
        }
    }

    /// The kinds of the card at hand, as in `for each decks`, and of the subject.
    fn listing_kinds(&self) -> Vec<&Kind> {
        let mut kinds = match self.scope.implicit {
            Implicit::It => self.kinds_of(&self.scope.item),
            _ => Vec::new(),
        };
        kinds.extend(self.kinds_of(&self.scope.subject));
        kinds
    }

    fn about_decks(&self) -> bool {
        self.kinds_of(&self.scope.subject).iter().any(|kind| kind.role == EntityRole::Deck)
    }

    /// What a field gives; anything, if kinds disagree about it.
    fn field_of(&self, subject: &Subject, name: &str) -> Option<Ty> {
        let mut found: Option<Ty> = None;
        for kind in self.kinds_of(subject) {
            let Some(field) = kind.fields.iter().find(|field| field.name == name) else { continue };
            let ty = match &field.field_type {
                FieldType::List { of } if matches!(**of, FieldType::Text) => Ty::Any,
                other => self.symbols.field_ty(other),
            };
            found = match found {
                Some(known) if known != ty => Some(Ty::Any),
                _ => Some(ty),
            };
        }
        found
    }

    fn field_names(&self, subject: &Subject) -> Vec<String> {
        self.kinds_of(subject)
            .iter()
            .flat_map(|kind| kind.fields.iter().map(|field| field.name.clone()))
            .collect()
    }

    fn kinds_of(&self, subject: &Subject) -> Vec<&Kind> {
        match subject {
            Subject::Role(role) => self.symbols.kinds_of_role(*role).collect(),
            Subject::Kinds(ids) => ids
                .iter()
                .filter_map(|id| self.symbols.kind(id))
                .map(|symbol| &symbol.kind)
                .collect(),
            Subject::Set => Vec::new(),
        }
    }
}
