//! From syntax to the model: looks every name up, checks every type, and lowers what is left
//! into the trees that the engine plays and the renderer prints.
//!
//! One [`Lowerer`] works on one declaration and collects its diagnostics; declarations are
//! independent of each other once all names are collected.

mod amend;
mod binary;
mod book;
mod call;
mod clause;
mod collect;
mod collect_kinds;
mod collect_rules;
mod contents;
mod counted;
mod dice;
mod entity;
mod expression;
mod facts;
mod holes;
mod inherit;
mod keyword;
mod keyword_declaration;
mod kind;
mod line;
mod lost;
mod map;
mod member;
mod memory;
mod name;
mod own_words;
mod package;
mod part;
mod rule;
mod rules_file;
mod scenario;
mod scenario_board;
mod select;
mod sentence;
mod statement;
mod value;

pub(crate) use amend::Change;
pub(crate) use collect::Sorted;
pub(crate) use contents::Contents;
pub(crate) use kind::clauses;
pub(crate) use memory::{Memory, UnitId};
pub(crate) use package::{Input, Lowered, ParsedFile, Unit, lower_package};
pub(crate) use part::Parts;

use std::cell::Cell;
use std::collections::BTreeSet;

use cardwright_dsl::ast::{self, Span};
use cardwright_model::{Expr, Provenance};
use cardwright_vocabulary::Games;

use crate::diag::{Diagnostic, Location};
use crate::item::Item;
use crate::language;
use crate::mentions::{Meaning, Mention, WordClass};
use crate::places::Stood;
use crate::source::FileId;
use crate::symbols::Symbols;
use crate::ty::{EntityRole, Ty};
use crate::view::View;
use crate::words::Words;

/// What lowering any declaration of a package needs.
pub(crate) struct Context<'a> {
    /// The games there are.
    pub(crate) games: Games,
    pub(crate) symbols: &'a Symbols,
    /// The words of the game's engine; none if the game is unknown, which was reported.
    pub(crate) game_words: Option<&'a Words>,
    pub(crate) rule_words: &'a Words,
    pub(crate) package: &'a str,
    /// Files of the package other than `.card` files, relative, with `/`.
    pub(crate) assets: &'a BTreeSet<String>,
    /// Whether what names mean is noted.
    pub(crate) notes_mentions: bool,
}

/// Lowers one declaration.
pub(crate) struct Lowerer<'a> {
    pub(crate) context: &'a Context<'a>,
    pub(crate) symbols: &'a View<'a>,
    /// The item that the declaration stands in; places are counted from its beginning.
    pub(crate) file: FileId,
    pub(crate) source: &'a Item,
    /// The line on which the item begins, and whether anything depends on it.
    first_line: u32,
    reads_line: Cell<bool>,
    /// The file relative to its package.
    pub(crate) relative: &'a str,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// What names mean, if that is noted.
    pub(crate) mentions: Vec<Mention>,
    /// Text of which a message says what is wrong with it as a whole: nothing else is said of what
    /// stands there, nor of how the parser stumbled over it.
    pub(crate) explained: Vec<Span>,
    /// Fields and clauses of the kind at hand that make no sense.
    pub(crate) gaps: BTreeSet<String>,
    pub(crate) scope: Scope,
    /// The named parts of the card at hand, such as the rooms of a quest.
    pub(crate) parts: Parts,
    /// Where the statements of the declaration stand.
    pub(crate) statements: Vec<Stood>,
}

/// The names and cards at hand where an expression stands.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    pub(crate) language: Language,
    pub(crate) variables: Vec<Variable>,
    /// Whose stat is meant by a bare `cost`.
    pub(crate) implicit: Implicit,
    /// True where `self` means something.
    pub(crate) has_self: bool,
    /// True where `it` means something.
    pub(crate) has_it: bool,
    /// True where `it` has another `it` around it.
    pub(crate) has_outer: bool,
    /// The kinds and families that `self` may be of; empty if nothing is known.
    pub(crate) hosts: Vec<String>,
    /// In rules: what `self` is.
    pub(crate) subject: Subject,
    /// In rules: what `it` is.
    pub(crate) item: Subject,
}

/// A name bound by `let`, an event, a keyword's head.
#[derive(Debug, Clone)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) used: bool,
    /// For a `let`: its name, to say that it is never used.
    pub(crate) declared: Option<Span>,
    /// True for a flag or counter, which `set` may change.
    pub(crate) settable: bool,
}

/// Which words may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// Effects and goals.
    Effect,
    /// Scenario tests.
    Scenario,
    /// Legality rules and deck conditions.
    Rule,
}

/// The card that a bare stat or query is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Implicit {
    /// `self`
    Own,
    /// `it`
    It,
    /// There is none; one must be written.
    None,
}

/// What a card in a legality rule may be, which decides the fields it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Subject {
    /// Any declaration of that role.
    Role(EntityRole),
    /// A declaration of one of those kinds.
    Kinds(Vec<String>),
    /// The package as a whole.
    Set,
}

/// An expression and what it gives.
#[derive(Debug, Clone)]
pub(crate) struct Typed {
    pub(crate) expr: Expr,
    pub(crate) ty: Ty,
}

impl Typed {
    pub(crate) fn new(expr: Expr, ty: Ty) -> Typed {
        Typed { expr, ty }
    }

    /// Stands for something that was reported.
    pub(crate) fn error() -> Typed {
        Typed { expr: Expr::Bool { value: false }, ty: Ty::Error }
    }
}

impl Scope {
    /// On a card: `self` is the card.
    pub(crate) fn card() -> Scope {
        Scope { implicit: Implicit::Own, has_self: true, ..Scope::scenario() }
            .with(Language::Effect)
    }

    /// In a scenario: cards are named.
    pub(crate) fn scenario() -> Scope {
        Scope {
            language: Language::Scenario,
            variables: Vec::new(),
            implicit: Implicit::None,
            has_self: false,
            has_it: false,
            has_outer: false,
            hosts: Vec::new(),
            subject: Subject::Role(EntityRole::Card),
            item: Subject::Role(EntityRole::Card),
        }
    }

    /// In a legality rule about `subject`.
    pub(crate) fn rule(subject: Subject) -> Scope {
        Scope {
            implicit: Implicit::Own,
            has_self: true,
            has_it: true,
            has_outer: false,
            item: subject.clone(),
            subject,
            ..Scope::scenario()
        }
        .with(Language::Rule)
    }

    fn with(mut self, language: Language) -> Scope {
        self.language = language;
        self
    }
}

impl<'a> Lowerer<'a> {
    /// A lowerer for a declaration of that file.
    pub(crate) fn new(
        context: &'a Context<'a>,
        symbols: &'a View<'a>,
        unit: &Unit<'a>,
        scope: Scope,
    ) -> Lowerer<'a> {
        Lowerer {
            context,
            symbols,
            file: unit.file,
            source: unit.source,
            first_line: unit.line,
            reads_line: Cell::new(false),
            relative: unit.relative,
            diagnostics: Vec::new(),
            mentions: Vec::new(),
            explained: Vec::new(),
            gaps: BTreeSet::new(),
            scope,
            parts: Parts::default(),
            statements: Vec::new(),
        }
    }

    /// The words that may be used here.
    pub(crate) fn words(&self) -> Option<&'a Words> {
        match self.scope.language {
            Language::Rule => Some(self.context.rule_words),
            Language::Effect | Language::Scenario => self.context.game_words,
        }
    }

    pub(crate) fn at(&self, span: Span) -> Location {
        Location::new(self.file, span)
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Notes what the name at a place means.
    pub(crate) fn mention(&mut self, span: Span, meaning: impl FnOnce() -> Meaning) {
        if self.context.notes_mentions {
            self.mentions.push(Mention::new(self.at(span), meaning()));
        }
    }

    /// Notes what a name means that was read as an expression.
    pub(crate) fn mention_read(&mut self, span: Span, found: &Typed) {
        if self.context.notes_mentions
            && let Some(meaning) = self.meaning_of(found)
        {
            self.mentions.push(Mention::new(self.at(span), meaning));
        }
    }

    fn meaning_of(&self, found: &Typed) -> Option<Meaning> {
        let is_rule = self.scope.language == Language::Rule;
        Some(match &found.expr {
            Expr::Symbol { domain, id } if domain == "die" => Meaning::Die(id.clone()),
            Expr::Symbol { domain, id } if domain == "stat" => Meaning::word(WordClass::Stat, id),
            Expr::Symbol { domain, id } if domain == "query" => self.query_word(id),
            Expr::Symbol { domain, id } if self.symbols.enums.contains_key(domain) => {
                Meaning::Value { of: domain.clone(), id: id.clone() }
            }
            Expr::Card { id, .. } => {
                let role = match &found.ty {
                    Ty::Entity(role) => *role,
                    _ => EntityRole::Card,
                };
                Meaning::entity(role, id)
            }
            Expr::Kind { id } => return Meaning::kind_or_family(self.symbols, id),
            Expr::Keyword { id, .. } => Meaning::Keyword(id.clone()),
            Expr::Zone { id } => Meaning::word(WordClass::Zone, id),
            Expr::Query { name, .. } | Expr::Select { source: name, .. } if is_rule => {
                match self.rule_field(name) {
                    Some(member) => Meaning::Member(member),
                    None if matches!(found.expr, Expr::Query { .. }) => {
                        Meaning::word(WordClass::RuleQuery, name)
                    }
                    None => Meaning::word(WordClass::RuleSelection, name),
                }
            }
            Expr::Query { name, .. } => self.query_word(name),
            Expr::Select { source, .. } => Meaning::word(WordClass::Selection, source),
            _ => return None,
        })
    }

    /// A query, or a stat that is read.
    pub(crate) fn query_word(&self, name: &str) -> Meaning {
        let words = self.context.game_words;
        let is_stat = words.is_some_and(|words| words.stats.get(name).is_some());
        Meaning::word(if is_stat { WordClass::Stat } else { WordClass::Query }, name)
    }

    /// Where a declaration stands, for the model.
    pub(crate) fn provenance(&self, declaration: &ast::Declaration) -> Provenance {
        Provenance { line: self.line(declaration.kind.span), ..self.origin() }
    }

    /// The same without the line.
    pub(crate) fn origin(&self) -> Provenance {
        let (package, file) = (self.context.package.to_owned(), self.relative.to_owned());
        Provenance { package, file, line: 0 }
    }

    /// The line in the file on which something begins, from 1.
    pub(crate) fn line(&self, span: Span) -> u32 {
        self.reads_line.set(true);
        self.first_line + self.source.line(span.start)
    }

    /// Runs `inner` with `it` bound to one card of a selection; bindings made inside end with it.
    pub(crate) fn with_it<T>(&mut self, item: Subject, inner: impl FnOnce(&mut Self) -> T) -> T {
        let around = self.scope.has_outer;
        self.scope.has_outer = self.scope.has_it;
        let outer = (self.scope.implicit, self.scope.has_it, self.scope.item.clone());
        self.scope.implicit = Implicit::It;
        self.scope.has_it = true;
        self.scope.item = item;
        let result = self.block_scope(inner);
        (self.scope.implicit, self.scope.has_it, self.scope.item) = outer;
        self.scope.has_outer = around;
        result
    }

    /// Runs `inner`; bindings made inside end with it.
    pub(crate) fn block_scope<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.scope.variables.len();
        let result = inner(self);
        for variable in self.scope.variables.drain(depth..).collect::<Vec<_>>() {
            if let (false, Some(span)) = (variable.used, variable.declared) {
                self.report(crate::diag::lints::unused_let(self.at(span), &variable.name));
            }
        }
        result
    }

    /// Reports the word that an entry begins with. If the word of a statement was meant, the rest
    /// of the line was not read as what it is.
    pub(crate) fn report_first_word(&mut self, found: Diagnostic) {
        let meant = found.fix.as_ref().and_then(|fix| fix.edits.first());
        if meant.is_some_and(|edit| language::begins_statement(&edit.text)) {
            let start = found.primary.span.start;
            let rest = &self.source.text[start as usize..];
            let length = rest.find('\n').unwrap_or(rest.len());
            self.explained.push(Span { start, end: start + length as u32 });
        }
        self.report(found);
    }

    /// True if a message says what is wrong with the text there as a whole.
    pub(crate) fn is_explained(&self, start: u32) -> bool {
        self.explained.iter().any(|span| span.range().contains(&(start as usize)))
    }

    /// Text that could not be read: it may use every name that stands in it, and bind one.
    pub(crate) fn unreadable(&mut self, bad: &ast::Bad) {
        let stands_in_it = |name: &str| bad.words.iter().any(|word| word.text == name);
        for variable in &mut self.scope.variables {
            variable.used |= stands_in_it(&variable.name);
        }
        self.parts.reach(stands_in_it);
        if let Some(name) = bad.name_of("let") {
            self.bind(&name.text, Ty::Error, None);
        }
    }

    /// Binds a name until the block ends.
    pub(crate) fn bind(&mut self, name: &str, ty: Ty, declared: Option<Span>) {
        let (name, used, settable) = (name.to_owned(), false, false);
        self.scope.variables.push(Variable { name, ty, used, declared, settable });
    }
}

/// The `///` lines of a declaration as one text.
pub(crate) fn note(doc: &[ast::Str]) -> Option<String> {
    let lines: Vec<_> = doc.iter().map(|line| line.text.trim()).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// `gold-dwarf` as `Gold Dwarf`, for declarations without a name in quotes.
pub(crate) fn title(id: &str) -> String {
    id.split('-')
        .map(|word| {
            let mut letters = word.chars();
            letters
                .next()
                .map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
        })
        .collect::<Vec<_>>()
        .join(" ")
}
