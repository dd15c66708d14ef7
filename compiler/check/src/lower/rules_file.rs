//! What rules files declare besides kinds: the game, enums, keywords, wordings.

use std::collections::BTreeMap;

use cardwright_dsl::ast::{self, Entry, ExprKind};
use cardwright_model::{EnumDecl, EnumValue, Game, Keyword, Value, Wording};

use super::kind::clauses;
use super::value::integer;
use super::{Lowerer, Scope, note, title};
use crate::diag::{Location, declarations, lints, names, types};
use crate::symbols::KeywordSymbol;
use crate::ty::Ty;

/// What several of one keyword on a card do.
const STACKING_WORDS: &[&str] = &["sum", "highest", "once"];

/// What a wording may be for.
pub(crate) const WORDING_CATEGORIES: &[&str] = &[
    "verb",
    "event",
    "stat",
    "mark",
    "act",
    "zone",
    "selection",
    "query",
    "filter",
    "window",
    "noun",
    "word",
];

/// The properties of a keyword besides its effects.
const KEYWORD_PROPERTIES: &[&str] =
    &["hosts", "wording", "reminder", "icon", "stacking", "key", "provisional"];

impl Lowerer<'_> {
    pub(crate) fn game(&mut self, declaration: &ast::Declaration) -> Option<Game> {
        let id = declaration.id.as_ref()?;
        let mut game = Game {
            id: id.text.clone(),
            name: declaration
                .name
                .as_ref()
                .map_or_else(|| title(&id.text), |name| name.text.clone()),
            ..Game::default()
        };
        let mut engine_location = self.at(id.span);
        for entry in declaration.body.iter().flat_map(|body| &body.entries) {
            let Entry::Clause(clause) = entry else {
                self.refuse_entry(entry, "a game");
                continue;
            };
            match clause.name.text.as_str() {
                "version" => game.version = self.word_value(clause).unwrap_or_default(),
                "engine" => {
                    engine_location = self.value_location(clause);
                    game.engine = self.word_value(clause).unwrap_or_default();
                }
                name => {
                    game.settings
                        .extend(self.property(clause).map(|value| (name.to_owned(), value)));
                }
            }
        }
        if game.engine.is_empty() {
            self.report(declarations::game_without_engine(engine_location, &game.id));
        } else if cardwright_engine::vocabulary(&game.engine).is_none() {
            self.report(declarations::unknown_engine(engine_location, &game.engine));
        }
        if game.version.is_empty() {
            self.report(declarations::missing_field(
                self.at(id.span),
                "game",
                "version",
                &Ty::Text,
                None,
            ));
        }
        Some(game)
    }

    /// An enum with the places of its values.
    pub(crate) fn enumeration(
        &mut self,
        declaration: &ast::Declaration,
    ) -> Option<(EnumDecl, BTreeMap<String, Location>)> {
        let id = declaration.id.as_ref()?;
        let mut values: Vec<EnumValue> = Vec::new();
        let mut places: BTreeMap<String, Location> = BTreeMap::new();
        for entry in declaration.body.iter().flat_map(|body| &body.entries) {
            let Entry::Clause(clause) = entry else {
                self.refuse_entry(entry, "an enum");
                continue;
            };
            let value = clause.name.text.clone();
            let location = self.at(clause.name.span);
            if let Some(first) = places.get(&value) {
                self.report(names::duplicate_value(location, &value, &id.text, *first));
                continue;
            }
            places.insert(value.clone(), location);
            if let Some(values) = &clause.values {
                let span = values.first().map_or(clause.span, |value| value.span);
                self.report(declarations::enum_value_with_colon(self.at(span), &value));
            }
            values.push(EnumValue {
                name: clause
                    .label
                    .as_ref()
                    .map_or_else(|| title(&value), |label| label.text.clone()),
                id: value,
                properties: clauses(clause.block.as_ref())
                    .filter_map(|property| {
                        Some((property.name.text.clone(), self.property(property)?))
                    })
                    .collect(),
                note: note(&clause.doc),
            });
        }
        let declared = EnumDecl {
            id: id.text.clone(),
            name: declaration
                .name
                .as_ref()
                .map_or_else(|| title(&id.text), |name| name.text.clone()),
            values,
            note: note(&declaration.doc),
            provenance: self.provenance(declaration),
        };
        Some((declared, places))
    }

    /// A setting of a game or a property of an enum value: whatever is written.
    fn property(&mut self, clause: &ast::Clause) -> Option<Value> {
        let Some(values) = &clause.values else { return Some(Value::Bool(true)) };
        let mut lowered: Vec<_> = values.iter().filter_map(|value| self.plain(value)).collect();
        match lowered.len() {
            0 => None,
            1 => lowered.pop(),
            _ => Some(Value::List(lowered)),
        }
    }

    fn plain(&mut self, value: &ast::Expr) -> Option<Value> {
        if let Some(number) = integer(value) {
            return Some(Value::Int(number));
        }
        match &value.kind {
            ExprKind::Name(word) if word == "yes" => Some(Value::Bool(true)),
            ExprKind::Name(word) if word == "no" => Some(Value::Bool(false)),
            ExprKind::Name(word) => Some(Value::Ref { id: word.clone() }),
            ExprKind::Text(text) => Some(Value::Text(text.text.clone())),
            ExprKind::Quantity(quantity, unit) => {
                Some(Value::Quantity { quantity: *quantity, unit: unit.clone() })
            }
            ExprKind::Bad => None,
            _ => {
                self.report(types::plain_value(self.at(value.span)));
                None
            }
        }
    }

    /// Parameters, hosts and stacking: what uses of the keyword need to know.
    pub(crate) fn keyword_head(&mut self, declaration: &ast::Declaration) -> Option<KeywordSymbol> {
        let id = declaration.id.as_ref()?;
        let mut symbol = KeywordSymbol {
            location: self.at(id.span),
            params: self.params(&declaration.params),
            hosts: Vec::new(),
            hosts_location: None,
            stacking: "once".into(),
        };
        for clause in clauses(declaration.body.as_ref()) {
            match clause.name.text.as_str() {
                "hosts" => {
                    symbol.hosts_location = Some(self.at(clause.span));
                    for value in clause.values.iter().flatten() {
                        symbol.hosts.extend(self.host(value));
                    }
                }
                "stacking" => {
                    let Some(word) = self.word_value(clause) else { continue };
                    if STACKING_WORDS.contains(&word.as_str()) {
                        symbol.stacking = word;
                    } else {
                        let location = self.value_location(clause);
                        self.report(declarations::unknown_word(
                            location,
                            "stacking",
                            &word,
                            STACKING_WORDS,
                        ));
                    }
                }
                _ => {}
            }
        }
        Some(symbol)
    }

    fn host(&mut self, value: &ast::Expr) -> Option<String> {
        match &value.kind {
            ExprKind::Name(name) if self.symbols.is_kind_or_family(name) => Some(name.clone()),
            ExprKind::Bad => None,
            _ => {
                let written = self.source.slice(value.span);
                let legal = self.symbols.kind_names();
                self.report(names::unknown_kind_or_family(self.at(value.span), written, legal));
                None
            }
        }
    }

    /// Wording and effects of a keyword.
    pub(crate) fn keyword_body(
        &mut self,
        declaration: &ast::Declaration,
        symbol: &KeywordSymbol,
    ) -> Option<Keyword> {
        let id = declaration.id.as_ref()?;
        let mut keyword = Keyword {
            id: id.text.clone(),
            name: declaration
                .name
                .as_ref()
                .map_or_else(|| title(&id.text), |name| name.text.clone()),
            params: symbol.params.clone(),
            category: declaration.parent.as_ref().map(|category| category.text.clone()),
            hosts: symbol.hosts.clone(),
            stacking: symbol.stacking.clone(),
            note: note(&declaration.doc),
            provenance: self.provenance(declaration),
            ..Keyword::default()
        };
        self.scope = Scope::card();
        for param in &symbol.params {
            let ty = self.symbols.field_ty(&param.field_type);
            self.bind(&param.name, ty, None);
        }
        let mut has_wording = false;
        let mut has_reminder = false;
        let mut has_effects = false;
        for entry in declaration.body.iter().flat_map(|body| &body.entries) {
            match entry {
                Entry::Statement(statement) => {
                    has_effects = true;
                    keyword.body.extend(self.statement(statement));
                }
                Entry::Clause(clause) => match clause.name.text.as_str() {
                    "hosts" | "stacking" => {}
                    "wording" => {
                        has_wording = true;
                        keyword.wording = self.template(clause, symbol).unwrap_or_default();
                    }
                    "reminder" => {
                        has_reminder = true;
                        keyword.reminder = self.template(clause, symbol).unwrap_or_default();
                    }
                    "icon" => keyword.icon = self.word_value(clause),
                    "key" => keyword.key = self.flag(clause),
                    "provisional" => keyword.provisional = self.flag(clause),
                    other => {
                        let legal = KEYWORD_PROPERTIES.iter().copied();
                        let location = self.at(clause.name.span);
                        self.report(names::unknown_field(
                            location,
                            other,
                            "a keyword",
                            legal,
                            None,
                        ));
                    }
                },
                other => self.refuse_entry(other, "a keyword"),
            }
        }
        for (variable, param) in self.scope.variables.iter().zip(&declaration.params) {
            let in_text = [&keyword.wording, &keyword.reminder]
                .into_iter()
                .any(|text| hole_names(text).contains(&variable.name.as_str()));
            if !variable.used && !in_text && variable.name == param.name.text {
                let found = lints::unused_param(self.at(param.name.span), &variable.name);
                self.diagnostics.push(found);
            }
        }
        let head = self.at(id.span);
        for (part, present) in [("wording", has_wording), ("reminder", has_reminder)] {
            if !present {
                self.report(declarations::keyword_lacks(head, &id.text, part));
            }
        }
        if !has_effects && !keyword.key {
            self.report(lints::keyword_without_effect(head, &id.text));
        }
        if keyword.key && has_effects {
            self.report(lints::key_with_effect(head, &id.text));
        }
        Some(keyword)
    }

    fn flag(&mut self, clause: &ast::Clause) -> bool {
        match clause.values.as_deref() {
            None => true,
            Some([ast::Expr { kind: ExprKind::Name(word), .. }]) if word == "yes" => true,
            Some([ast::Expr { kind: ExprKind::Name(word), .. }]) if word == "no" => false,
            Some(values) => {
                let span = values.first().map_or(clause.span, |value| value.span);
                let written = self.source.slice(span);
                self.report(types::flag_wanted(self.at(span), &clause.name.text, written));
                false
            }
        }
    }

    /// Text with `{param}` holes, each of which must be a parameter.
    fn template(&mut self, clause: &ast::Clause, symbol: &KeywordSymbol) -> Option<String> {
        let Some([ast::Expr { kind: ExprKind::Text(text), .. }]) = clause.values.as_deref() else {
            self.report(types::no_value(self.at(clause.span), &clause.name.text, &Ty::Text));
            return None;
        };
        for hole in hole_names(&text.text) {
            if !symbol.params.iter().any(|param| param.name == hole) {
                let legal = symbol.params.iter().map(|param| param.name.as_str());
                self.report(names::unknown_hole(self.at(text.span), hole, legal));
            }
        }
        Some(text.text.clone())
    }

    /// `wordings { verb burn: "…"  stat power: "…" }`.
    pub(crate) fn wordings(&mut self, declaration: &ast::Declaration) -> Vec<(Wording, Location)> {
        let mut wordings = Vec::new();
        let mut entries = declaration.body.iter().flat_map(|body| &body.entries).peekable();
        while let Some(entry) = entries.next() {
            let Entry::Clause(clause) = entry else {
                self.refuse_entry(entry, "`wordings`");
                continue;
            };
            let category = clause.name.text.as_str();
            if !WORDING_CATEGORIES.contains(&category) {
                self.report(declarations::unknown_word(
                    self.at(clause.name.span),
                    "wording category",
                    category,
                    WORDING_CATEGORIES,
                ));
                continue;
            }
            let (name, values) = match (&clause.args[..], entries.peek()) {
                ([ast::Expr { kind: ExprKind::Name(name), span }], _) => {
                    (ast::Ident { text: name.clone(), span: *span }, &clause.values)
                }
                // `query has: "…"`: a connecting word of the language reads as a field.
                ([], Some(Entry::Clause(next)))
                    if clause.values.is_none()
                        && self.source.line(next.span.start)
                            == self.source.line(clause.span.start) =>
                {
                    entries.next();
                    (next.name.clone(), &next.values)
                }
                _ => {
                    self.report(declarations::wording_shape(self.at(clause.span)));
                    continue;
                }
            };
            self.wording_word(category, &name.text, name.span);
            let Some([ast::Expr { kind: ExprKind::Text(text), .. }]) = values.as_deref() else {
                self.report(declarations::wording_shape(self.at(clause.span)));
                continue;
            };
            let provenance = cardwright_model::Provenance {
                line: self.source.line(clause.span.start),
                ..self.provenance(declaration)
            };
            let of = format!("{category} {}", name.text);
            let location = self.at(clause.name.span.to(name.span));
            wordings.push((Wording { of, text: text.text.clone(), provenance }, location));
        }
        wordings
    }

    /// The word that is worded must be one of the vocabulary.
    fn wording_word(&mut self, category: &str, name: &str, span: ast::Span) {
        let Some(words) = self.context.game_words else { return };
        let table = match category {
            "verb" => &words.verbs,
            "event" => &words.events,
            "stat" => &words.stats,
            "mark" => &words.marks,
            "act" => &words.acts,
            "zone" => &words.zones,
            "selection" => &words.selections,
            "query" => &words.queries,
            "window" => &words.windows,
            _ => return,
        };
        if table.get(name).is_none() {
            self.report(names::unknown_wording(self.at(span), category, name, table.names()));
        }
    }

    /// Reports an entry that has no place in such a declaration.
    pub(crate) fn refuse_entry(&mut self, entry: &Entry, owner: &str) {
        let diagnostic = match entry {
            Entry::Statement(statement) => {
                declarations::effects_not_allowed(self.at(statement.span), owner)
            }
            Entry::Count(count) => declarations::stray_count(self.at(count.span)),
            Entry::Field(field) => declarations::stray_declaration(self.at(field.span), "field"),
            Entry::ClauseDecl(clause) => {
                declarations::stray_declaration(self.at(clause.span), "clause")
            }
            Entry::Clause(clause) => {
                names::unknown_field(self.at(clause.name.span), &clause.name.text, owner, [], None)
            }
            Entry::Bad(_) => return,
        };
        self.report(diagnostic);
    }
}

/// The names in the `{name}` and `{name|one|many}` holes of a text.
fn hole_names(text: &str) -> Vec<&str> {
    text.match_indices('{')
        .filter_map(|(at, _)| {
            let rest = &text[at + 1..];
            let end = rest.find(['}', '|', '{', ':'])?;
            let name = rest[..end].trim();
            (!name.is_empty()).then_some(name)
        })
        .collect()
}
