//! Calls: queries, verbs, marks, and cards with properties in scenarios.

use cardwright_dsl::ast::{self, ExprKind, Span};
use cardwright_model::{Arg, ClauseDecl, Expr};

use super::name::call_shape;
use super::{Implicit, Language, Lowerer, Typed};
use crate::diag::{names, one_of, suggest, types, words};
use crate::mentions::{Meaning, WordClass};
use crate::ty::{EntityRole, Ty};
use crate::words::{Parameter, Signature};

/// What `has-effect` asks for.
const SORTS_OF_STATEMENT: &[&str] = &["modify", "on", "mark", "grant", "forbid", "offer"];

impl Lowerer<'_> {
    /// `count(…)`, `has(stealth)`, `ghoul(wounds: 1)` where a value stands.
    pub(crate) fn call(&mut self, call: &ast::Call, wanted: &Ty) -> Typed {
        let name = call.name.text.as_str();
        if *wanted == Ty::Keyword && self.symbols.keyword(name).is_some() {
            return self.keyword_call(call);
        }
        let Some(words) = self.words() else { return Typed::error() };
        if let Some(query) = words.queries.get(name) {
            match self.scope.language {
                Language::Rule => {
                    self.mention(call.name.span, || Meaning::word(WordClass::RuleQuery, name));
                }
                _ => {
                    let meaning = self.query_word(name);
                    self.mention(call.name.span, || meaning);
                }
            }
            let args = self.arguments(query, &call.args, call.span, true);
            return Typed::new(Expr::Query { name: name.to_owned(), args }, query.result.clone());
        }
        if self.scope.language == Language::Rule && self.rule_name(name).is_some() {
            if let Some(member) = self.rule_field(name) {
                self.mention(call.name.span, || Meaning::Member(member));
            }
            return self.field_call(call);
        }
        if let Some(card) = self.symbols.entity(EntityRole::Card, name) {
            if card.is_lost {
                return Typed::error();
            }
            self.mention(call.name.span, || Meaning::entity(EntityRole::Card, name));
            return self.card_with(call);
        }
        if let Some(selection) = words.selections.get(name) {
            let class = match self.scope.language {
                Language::Rule => WordClass::RuleSelection,
                _ => WordClass::Selection,
            };
            self.mention(call.name.span, || Meaning::word(class, name));
            let args = self.arguments(selection, &call.args, call.span, false);
            let expr = Expr::Select { source: name.to_owned(), args, filter: None };
            return Typed::new(expr, selection.result.clone());
        }
        if self.symbols.keyword(name).is_some() {
            return self.keyword_call(call);
        }
        let location = self.at(call.name.span);
        if *wanted == Ty::Keyword {
            return self.unknown(name, call.name.span, &Ty::Keyword);
        }
        // `ghoul(wounds: 1)`: only cards have properties.
        let has_labels = call.args.iter().any(|arg| arg.label.is_some());
        if self.scope.language == Language::Scenario && has_labels {
            return self.unknown(name, call.name.span, &Ty::CardName);
        }
        if words.verbs.get(name).is_some() {
            self.report(words::verb_as_value(location, name, words.queries.names()));
        } else {
            self.report(words::unknown_query(location, name, words.queries.names()));
        }
        Typed::error()
    }

    /// `cost(self)` in a rule: a field of a card that is written out.
    fn field_call(&mut self, call: &ast::Call) -> Typed {
        let card = Parameter { name: "card".into(), ty: Ty::Card, optional: true };
        let result = self.rule_name(&call.name.text).map_or(Ty::Any, |found| found.ty);
        let signature = Signature { name: call.name.text.clone(), params: vec![card], result };
        let args = self.arguments(&signature, &call.args, call.span, true);
        Typed::new(Expr::Query { name: signature.name, args }, signature.result)
    }

    /// `ghoul(wounds: 1)`.
    fn card_with(&mut self, call: &ast::Call) -> Typed {
        let properties = match self.words() {
            Some(words) if self.scope.language == Language::Scenario => &words.properties,
            _ => {
                self.report(words::card_as_query(self.at(call.span), &call.name.text));
                return Typed::error();
            }
        };
        let mut with: Vec<Arg> = Vec::new();
        for arg in &call.args {
            let label = match (&arg.label, &arg.value.kind) {
                (Some(label), _) => label.clone(),
                // `ghoul(activated)` is a flag.
                (None, ExprKind::Name(name)) => {
                    ast::Ident { text: name.clone(), span: arg.value.span }
                }
                _ => {
                    self.report(words::unnamed_property(self.at(arg.value.span), &call.name.text));
                    continue;
                }
            };
            let Some(property) = properties.get(&label.text) else {
                let location = self.at(label.span);
                self.report(words::unknown_property(location, &label.text, properties.names()));
                continue;
            };
            self.mention(label.span, || Meaning::word(WordClass::Property, &label.text));
            let value = match arg.label {
                Some(_) => self.expression(&arg.value, &property.result),
                None => Expr::Bool { value: true },
            };
            with.push(Arg { name: label.text, value });
        }
        Typed::new(Expr::Card { id: call.name.text.clone(), with }, Ty::CardName)
    }

    /// Checks the arguments of a call and puts them in the order of the parameters.
    ///
    /// `reads` is true for queries, whose leading card may be left out.
    pub(crate) fn arguments(
        &mut self,
        signature: &Signature,
        args: &[ast::CallArg],
        span: Span,
        reads: bool,
    ) -> Vec<Arg> {
        if let Some((found, written)) = self.run_together(signature, args, span) {
            self.report(found);
            self.explained.push(written);
            return Vec::new();
        }
        let params = &signature.params;
        let mut slots: Vec<Vec<&ast::Expr>> = vec![Vec::new(); params.len()];
        let mut positional = Vec::new();
        for arg in args {
            let Some(label) = &arg.label else {
                positional.push(&arg.value);
                continue;
            };
            match params.iter().position(|param| param.name == label.text) {
                Some(at) if slots[at].is_empty() => slots[at].push(&arg.value),
                Some(_) => self.report(types::argument_twice(self.at(label.span), &label.text)),
                None => {
                    let names = || params.iter().map(|param| param.name.as_str());
                    // What was probably meant is not missing as well.
                    let meant = suggest(&label.text, names());
                    if let Some(at) = names().position(|name| Some(name) == meant) {
                        slots[at].push(&arg.value);
                    }
                    let legal = names();
                    let location = self.at(label.span);
                    self.report(names::unknown_label(
                        location,
                        &label.text,
                        &signature.name,
                        legal,
                    ));
                }
            }
        }
        self.fill(signature, positional, &mut slots, reads);
        let before = self.diagnostics.len();
        let mut lowered = Vec::new();
        let mut missing = Vec::new();
        for (param, slot) in params.iter().zip(&slots) {
            let value = match slot[..] {
                [] if reads && param.name == "card" && signature.has_implicit_card() => {
                    let name = match self.scope.implicit {
                        Implicit::It => "it",
                        Implicit::Own => "self",
                        Implicit::None => {
                            self.report(words::which_card(self.at(span), &signature.name));
                            continue;
                        }
                    };
                    Expr::Var { name: name.into() }
                }
                [] => {
                    if !param.optional {
                        missing.push(param.name.as_str());
                    }
                    continue;
                }
                [single] => {
                    let reported = self.diagnostics.len();
                    let value = self.expression(single, &param.ty);
                    self.remind_of_order(reported, single.span, signature, &param.ty);
                    self.check_word(&value, single.span, &signature.name, &param.name);
                    value
                }
                [..] => {
                    let set = self.set(slot, &param.ty);
                    let whole = slot.iter().fold(slot[0].span, |span, expr| span.to(expr.span));
                    self.fit(set, &param.ty, whole).expr
                }
            };
            lowered.push(Arg { name: param.name.clone(), value });
        }
        if !missing.is_empty() {
            let shape = call_shape(signature);
            self.report(types::missing_arguments(self.at(span), &signature.name, &missing, &shape));
        }
        // Who mixes up the order hears of the order, and not of each argument.
        let reminds = |found: &crate::diag::Diagnostic| {
            found.code == "E0301"
                && found.help.first().is_some_and(|help| help.starts_with("the order is"))
        };
        if let Some(at) = self.diagnostics[before..].iter().position(reminds) {
            let kept = self.diagnostics.swap_remove(before + at);
            self.diagnostics.truncate(before);
            self.diagnostics.push(kept);
        }
        lowered
    }

    /// A bare word that names a field, clause or list must name one of some kind.
    fn check_word(&mut self, value: &Expr, span: Span, query: &str, param: &str) {
        if self.scope.language != Language::Rule {
            return;
        }
        let Expr::Text { value: word } = value else {
            // Several words would be read as none.
            if matches!(value, Expr::Set { .. }) && self.takes_word(query, param) {
                self.report(words::one_word(self.at(span), query, param));
            }
            return;
        };
        let kinds = || self.symbols.kinds.values().map(|symbol| &symbol.kind);
        let (what, legal): (_, Vec<&str>) = match param {
            "clause" => (
                "clause",
                kinds().flat_map(|kind| &kind.clauses).map(|clause| clause.name.as_str()).collect(),
            ),
            "field" | "second" | "list" => {
                let fields = kinds().flat_map(|kind| &kind.fields).map(|field| field.name.as_str());
                let clauses =
                    kinds().flat_map(|kind| &kind.clauses).map(|clause| clause.name.as_str());
                let queries = self.context.rule_words.queries.names();
                ("field", fields.chain(clauses).chain(queries).collect())
            }
            "keyword" | "and" | "with" | "without" | "group" => {
                if self.symbols.lacks_a_keyword() {
                    self.symbols.meet_lost();
                    return;
                }
                let keywords = self.symbols.keyword_names();
                ("keyword or group of keywords", keywords.chain(self.symbols.groups()).collect())
            }
            "verb" => match self.context.game_words {
                Some(words) => ("effect", words.verbs.names().collect()),
                None => return,
            },
            "statement" => ("sort of statement", SORTS_OF_STATEMENT.to_vec()),
            "part" => {
                let mut parts = vec!["condition"];
                kinds()
                    .for_each(|kind| kind.clauses.iter().for_each(|it| parts_of(it, &mut parts)));
                ("part of a block", parts)
            }
            _ => return,
        };
        if !legal.contains(&word.as_str()) && !self.may_be_lost(word, &Ty::Name) {
            let found = words::unknown_word_of(self.at(span), query, what, word, legal);
            self.report(found);
        }
    }

    /// True if a query takes one bare word there.
    fn takes_word(&self, query: &str, param: &str) -> bool {
        let signature = self.words().and_then(|words| words.queries.get(query));
        signature.is_some_and(|found| {
            found.params.iter().any(|known| known.name == param && known.ty == Ty::Name)
        })
    }

    /// Adds to a mismatch of a whole argument in what order they are taken.
    fn remind_of_order(&mut self, reported: usize, span: Span, signature: &Signature, wanted: &Ty) {
        let several = signature.params.len() > 1;
        // A pile often has the name of a selection with a word before it: `hand`, `crawler-hand`.
        let zones = match self.words() {
            Some(words) if *wanted == Ty::Zone => {
                let names: Vec<&str> = words.zones.names().collect();
                Some(format!("a zone is {}", one_of(names)))
            }
            _ => None,
        };
        for found in self.diagnostics[reported..].iter_mut().filter(|_| several) {
            if found.code == "E0301" && found.primary.span == span {
                found.help = vec![format!("the order is `{}`", call_shape(signature))];
                found.help.extend(zones.clone());
            }
        }
    }

    /// True if the expression gives one card.
    fn is_card(&mut self, expr: &ast::Expr) -> bool {
        matches!(self.infer_quietly(expr), Ty::Card | Ty::CardName | Ty::Entity(_))
    }

    /// Gives each argument without a label its parameter.
    fn fill<'e>(
        &mut self,
        signature: &Signature,
        positional: Vec<&'e ast::Expr>,
        slots: &mut [Vec<&'e ast::Expr>],
        reads: bool,
    ) {
        let params = &signature.params;
        let mut open: Vec<usize> = (0..params.len()).filter(|at| slots[*at].is_empty()).collect();
        if reads
            && signature.has_implicit_card()
            && open.first() == Some(&0)
            && !positional.is_empty()
        {
            let required = open.iter().filter(|at| !params[**at].optional).count();
            let others = open.len() - 1;
            if positional.len() <= required
                || (positional.len() <= others && !self.is_card(positional[0]))
            {
                open.remove(0);
            }
        }
        let last = open.last().copied();
        let mut open = open.into_iter();
        for (index, expr) in positional.iter().enumerate() {
            match (open.next(), last) {
                (Some(at), _) => slots[at].push(expr),
                // What is left goes to a last parameter that takes several.
                (None, Some(at)) if params[at].ty.is_set() && params[at].ty != Ty::Any => {
                    slots[at].push(expr)
                }
                _ => {
                    let rest =
                        positional[index..].iter().fold(expr.span, |span, expr| span.to(expr.span));
                    let shape = call_shape(signature);
                    self.report(types::too_many_arguments(
                        self.at(rest),
                        &signature.name,
                        &shape,
                        self.source.slice(expr.span),
                    ));
                    break;
                }
            }
        }
    }
}

/// What a block of that sort may have: arguments, fields, inner blocks, and theirs.
fn parts_of<'k>(clause: &'k ClauseDecl, parts: &mut Vec<&'k str>) {
    parts.extend(clause.params.iter().map(|param| param.name.as_str()));
    parts.extend(clause.fields.iter().map(|field| field.name.as_str()));
    for inner in &clause.clauses {
        parts.push(&inner.name);
        parts_of(inner, parts);
    }
}
