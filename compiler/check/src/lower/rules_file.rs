//! What rules files declare besides kinds and keywords: the game, enums, wordings.

use std::collections::BTreeMap;

use cardwright_dsl::ast::{self, Entry, ExprKind};
use cardwright_model::{EnumDecl, EnumValue, Game, NO_ENGINE, Value, Wording};

use super::kind::clauses;
use super::value::integer;
use super::{Lowerer, note, title};
use crate::diag::{Location, declarations, lints, names, suggest, types, words};
use crate::mentions::{Meaning, WordClass};
use crate::ty::Ty;

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
        let unread = ["engine", "version"].into_iter();
        let mut misspelt: Vec<&str> = unread
            .filter(|word| declaration.body.as_ref().is_some_and(|body| body.may_hold(word)))
            .collect();
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
                name if suggest(name, ["engine", "version"]).is_some() => {
                    misspelt.extend(suggest(name, ["engine", "version"]));
                    let location = self.at(clause.name.span);
                    self.report(names::unknown_field(
                        location,
                        name,
                        "a game",
                        ["engine", "version"],
                        None,
                    ));
                }
                name => {
                    game.settings
                        .extend(self.property(clause).map(|value| (name.to_owned(), value)));
                }
            }
        }
        if game.engine.is_empty() && misspelt.contains(&"engine") {
            return Some(game);
        }
        if game.engine.is_empty() {
            game.engine = NO_ENGINE.to_owned();
        }
        if game.has_engine() && self.context.games.find(&game.engine).is_none() {
            let engines = self.context.games.names();
            self.report(declarations::unknown_engine(engine_location, &game.engine, engines));
        }
        if game.version.is_empty() && !misspelt.contains(&"version") {
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
            // A value that could not be read whole is a value all the same.
            if let Entry::Bad(bad) = entry {
                for word in &bad.words {
                    places.entry(word.text.clone()).or_insert_with(|| {
                        let (id, name) = (word.text.clone(), title(&word.text));
                        values.push(EnumValue { id, name, ..EnumValue::default() });
                        self.at(word.span)
                    });
                }
                continue;
            }
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
        let properties = clauses(declaration.body.as_ref())
            .flat_map(|value| clauses(value.block.as_ref()))
            .map(|property| &property.name);
        self.odd_ones_out(properties);
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

    /// Words that are free to choose, but of which one looks like another one misspelt.
    pub(crate) fn odd_ones_out<'d>(&mut self, words: impl Iterator<Item = &'d ast::Ident>) {
        let mut uses: BTreeMap<&str, Vec<&ast::Ident>> = BTreeMap::new();
        for word in words {
            uses.entry(&word.text).or_default().push(word);
        }
        for (word, places) in &uses {
            let usual = uses.iter().filter(|(_, places)| places.len() > 2).map(|(word, _)| *word);
            if let ([once], Some(usual)) = (&places[..], suggest(word, usual)) {
                self.report(lints::odd_one_out(self.at(once.span), word, usual));
            }
        }
    }

    /// A setting of a game or a property of an enum value: whatever is written.
    pub(crate) fn property(&mut self, clause: &ast::Clause) -> Option<Value> {
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
            let text = match values.as_deref() {
                Some([ast::Expr { kind: ExprKind::Text(text), .. }]) => text,
                Some([ast::Expr { kind: ExprKind::Bad, .. }]) => continue,
                _ => {
                    self.report(declarations::wording_shape(self.at(clause.span)));
                    continue;
                }
            };
            let provenance = cardwright_model::Provenance {
                line: self.line(clause.span),
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
        self.mention_worded(category, name, span);
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
            self.report(words::unknown_wording(self.at(span), category, name, table.names()));
        }
    }

    /// Notes what is worded.
    fn mention_worded(&mut self, category: &str, name: &str, span: ast::Span) {
        let class = match category {
            "verb" => WordClass::Verb,
            "event" => WordClass::Event,
            "stat" => WordClass::Stat,
            "mark" => WordClass::Mark,
            "act" => WordClass::Act,
            "zone" => WordClass::Zone,
            "selection" => WordClass::Selection,
            "query" | "filter" => WordClass::Query,
            "window" => WordClass::Window,
            "noun" => {
                let of = self.symbols.enums_with(name).next().map(str::to_owned);
                let value = of.map(|of| Meaning::Value { of, id: name.to_owned() });
                if let Some(meaning) = Meaning::kind_or_family(self.symbols, name).or(value) {
                    self.mention(span, || meaning);
                }
                return;
            }
            _ => return,
        };
        self.mention(span, || Meaning::word(class, name));
    }

    /// Reports an entry that has no place in such a declaration.
    pub(crate) fn refuse_entry(&mut self, entry: &Entry, owner: &str) {
        let diagnostic = match entry {
            Entry::Statement(statement) => {
                declarations::effects_not_allowed(self.at(statement.span), owner)
            }
            Entry::Count(count) => declarations::stray_count(self.at(count.span)),
            Entry::Bonus(bonus) => declarations::stray_count(self.at(bonus.span)),
            Entry::Field(field) => declarations::stray_declaration(self.at(field.span), "field"),
            Entry::ClauseDecl(clause) => {
                declarations::stray_declaration(self.at(clause.span), "clause")
            }
            Entry::Clause(clause) => {
                names::unknown_field(self.at(clause.name.span), &clause.name.text, owner, [], None)
            }
            Entry::Bad(bad) => return self.unreadable(bad),
        };
        self.report(diagnostic);
    }
}
