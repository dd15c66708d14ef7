//! Scenario tests: set-up, commands and expectations.

use cardwright_dsl::ast::{self, Entry, ExprKind, Span, StatementKind};
use cardwright_model::{Arg, Expr, Scenario, Step};

use super::kind::clauses;
use super::value::integer;
use super::{Lowerer, Scope};
use crate::diag::{declarations, lints, names, types, words};
use crate::mentions::{Meaning, WordClass};
use crate::ty::Ty;
use crate::words::{Parameter, Signature};

/// Seeds in one `for seeds`; a test is to end within seconds.
const MAX_SEEDS: u64 = 10_000;

impl Lowerer<'_> {
    pub(crate) fn scenario(&mut self, declaration: &ast::Declaration) -> Scenario {
        self.scope = Scope::scenario();
        let id = declaration.id.as_ref().map(|id| id.text.clone());
        let name = declaration.name.as_ref().map(|name| name.text.clone());
        let mut scenario = Scenario {
            name: name.or(id.clone()).unwrap_or_default(),
            id,
            provenance: self.provenance(declaration),
            ..Scenario::default()
        };
        if scenario.name.is_empty() {
            self.report(declarations::test_without_name(self.at(declaration.kind.span)));
        }
        let entries = declaration.body.as_ref().map_or(&[][..], |body| &body.entries);
        for (place, entry) in entries.iter().enumerate() {
            match entry {
                _ if self.is_explained(entry.span().start) => {}
                Entry::Statement(statement)
                    if self.is_sentence(statement, entries.get(place + 1)) => {}
                Entry::Clause(clause) if clause.name.text == "legend" => {}
                Entry::Clause(clause) if clause.name.text == "map" => {
                    let legend = clauses(declaration.body.as_ref())
                        .find(|clause| clause.name.text == "legend");
                    scenario.map = self.scenario_map(clause, legend);
                }
                Entry::Clause(clause) if clause.name.text == "dice" => {
                    scenario.dice.extend(self.throws(clause));
                }
                Entry::Clause(clause) => self.setup(clause, &mut scenario),
                Entry::Statement(statement) => scenario.steps.extend(self.step(statement)),
                other => self.refuse_entry(other, "a test"),
            }
        }
        let expects = |step: &Step| !matches!(step, Step::Do { .. });
        let is_bad = |entry: &Entry| matches!(entry, Entry::Bad(_));
        let is_whole = !declaration.body.iter().any(|body| body.entries.iter().any(is_bad));
        if !scenario.steps.iter().any(expects) && self.diagnostics.is_empty() && is_whole {
            self.report(lints::test_expects_nothing(
                self.at(declaration.kind.span),
                &scenario.name,
            ));
        }
        scenario
    }

    /// `expect moth suffers slow`: a question written as a sentence. It was read as two entries.
    fn is_sentence(&mut self, statement: &ast::Statement, next: Option<&Entry>) -> bool {
        let (StatementKind::Expect { condition }, Some(Entry::Clause(clause))) =
            (&statement.kind, next)
        else {
            return false;
        };
        let query = &clause.name.text;
        let is_query = self.words().is_some_and(|words| words.queries.get(query).is_some());
        let between = Span { start: statement.span.end, end: clause.span.start };
        let is_one_line = !self.source.slice(between).contains('\n');
        if !is_query || !is_one_line || !matches!(condition.kind, ExprKind::Name(_)) {
            return false;
        }
        let mut args = vec![self.source.slice(condition.span)];
        args.extend(clause.args.iter().map(|arg| self.source.slice(arg.span)));
        let right = format!("{query}({})", args.join(", "));
        let whole = condition.span.to(clause.span);
        self.report(types::question_as_sentence(self.at(whole), query, &right));
        self.explained.push(whole);
        true
    }

    fn setup(&mut self, clause: &ast::Clause, scenario: &mut Scenario) {
        let name = clause.name.text.as_str();
        if name == "proves" {
            if !scenario.proves.is_empty() {
                let location = self.at(clause.name.span);
                self.report(declarations::field_twice(location, name, location));
            }
            scenario.proves.extend(self.proved(clause));
            return;
        }
        if name == "after" {
            scenario.after = self.word_value(clause);
            if let Some(after) = &scenario.after
                && !self.symbols.has_test(after)
            {
                let legal = self.symbols.test_names();
                let location = self.value_location(clause);
                self.report(names::unknown_test(location, after, legal));
            } else if let Some(after) = &scenario.after {
                let span = self.value_location(clause).span;
                self.mention(span, || Meaning::Test(after.clone()));
            }
            return;
        }
        let Some(words) = self.words() else { return };
        let Some(field) = words.setup.get(name) else {
            let legal = words.setup.names().chain(["after", "proves", "expect", "do"]);
            let found = words::unknown_setup(self.at(clause.name.span), name, legal);
            return self.report_first_word(found);
        };
        self.mention(clause.name.span, || Meaning::word(WordClass::Setup, name));
        if scenario.setup.contains_key(name) {
            let location = self.at(clause.name.span);
            self.report(declarations::field_twice(location, name, location));
            return;
        }
        let wanted = match &field.result {
            Ty::Cards | Ty::CardNames => Ty::CardName,
            other => other.clone(),
        };
        let several = field.result.is_set() || name.ends_with('s');
        let values: Vec<Expr> = match &clause.values {
            None if wanted == Ty::Bool => vec![Expr::Bool { value: true }],
            None => {
                self.report(types::no_value(self.at(clause.span), name, &wanted));
                return;
            }
            Some(values) => {
                if let (false, [_, second, ..]) = (several, &values[..]) {
                    self.report(types::several_values(self.at(second.span), name, None));
                }
                values.iter().map(|value| self.expression(value, &wanted)).collect()
            }
        };
        scenario.setup.insert(name.to_owned(), values);
    }

    fn step(&mut self, statement: &ast::Statement) -> Option<Step> {
        let line = self.line(statement.span);
        let source =
            self.source.slice(statement.span).split_whitespace().collect::<Vec<_>>().join(" ");
        match &statement.kind {
            StatementKind::Do(command) => {
                let args = self.command(command)?;
                Some(Step::Do { command: command.name.text.clone(), args, line, source })
            }
            StatementKind::ExpectIllegal(command) => {
                let args = self.command(command)?;
                Some(Step::Refuse { command: command.name.text.clone(), args, line, source })
            }
            StatementKind::Expect { condition } => {
                let condition = self.expression(condition, &Ty::Bool);
                Some(Step::Expect { condition, line, source })
            }
            StatementKind::ExpectLegal { command, values } => {
                let (args, parameter) = self.open_command(command)?;
                let wanted = parameter.ty.member();
                let mut listed = Vec::new();
                for value in values {
                    match &value.kind {
                        ExprKind::Set(items) => {
                            listed.extend(items.iter().map(|item| self.expression(item, &wanted)));
                        }
                        _ => listed.push(self.expression(value, &wanted)),
                    }
                }
                Some(Step::Legal {
                    command: command.name.text.clone(),
                    args,
                    parameter: parameter.name,
                    values: listed,
                    line,
                    source,
                })
            }
            StatementKind::ForSeeds { range: (low, high), body } => {
                let ends = (integer(low), high.as_ref().and_then(integer));
                let (Some(from), Some(to)) = ends else {
                    self.report(types::bad_range(self.at(low.span)));
                    return None;
                };
                let (Ok(from), Ok(to)) = (u64::try_from(from), u64::try_from(to)) else {
                    self.report(types::bad_range(self.at(low.span)));
                    return None;
                };
                if to < from || to - from >= MAX_SEEDS {
                    let span = high.as_ref().map_or(low.span, |high| low.span.to(high.span));
                    self.report(types::bad_range(self.at(span)));
                    return None;
                }
                let mut steps = Vec::new();
                for entry in &body.entries {
                    match entry {
                        Entry::Statement(statement) => steps.extend(self.step(statement)),
                        other => self.refuse_entry(other, "a test"),
                    }
                }
                Some(Step::Seeds { from, to, steps, line })
            }
            _ => {
                let word = source.split_whitespace().next().unwrap_or_default();
                let location = self.at(statement.span);
                self.report(declarations::misplaced_statement(
                    location,
                    word,
                    "a card or a keyword",
                ));
                None
            }
        }
    }

    /// A command whose first parameter without an argument is what is asked for.
    fn open_command(&mut self, command: &ast::Command) -> Option<(Vec<Arg>, Parameter)> {
        let words = self.words()?;
        let Some(known) = words.commands.get(&command.name.text) else {
            let location = self.at(command.name.span);
            let legal = words.commands.names();
            self.report(words::unknown_command(location, &command.name.text, legal));
            return None;
        };
        let slots = self.slots(command, known);
        let open = known.params.iter().zip(&slots).find(|(_, slot)| slot.is_none());
        let Some(parameter) = open.map(|(param, _)| param.clone()) else {
            let location = self.at(command.span);
            let (shape, written) = (command_shape(known), self.source.slice(command.span));
            self.report(types::too_many_arguments(location, &known.name, &shape, written));
            return None;
        };
        let filled = known.params.iter().zip(slots);
        let args = filled
            .filter_map(|(param, slot)| Some(Arg { name: param.name.clone(), value: slot? }))
            .collect();
        Some((args, parameter))
    }

    fn command(&mut self, command: &ast::Command) -> Option<Vec<Arg>> {
        let words = self.words()?;
        let Some(known) = words.commands.get(&command.name.text) else {
            let location = self.at(command.name.span);
            self.report(words::unknown_command(
                location,
                &command.name.text,
                words.commands.names(),
            ));
            return None;
        };
        let reported = self.diagnostics.len();
        let slots = self.slots(command, known);
        let is_clear = self.diagnostics.len() == reported;
        let mut args = Vec::new();
        let mut missing = Vec::new();
        for (param, slot) in known.params.iter().zip(slots) {
            match slot {
                Some(value) => args.push(Arg { name: param.name.clone(), value }),
                None if !param.optional => missing.push(param.name.as_str()),
                None => {}
            }
        }
        // What is wrong with the rest of the line may be what is missing.
        if !missing.is_empty() && is_clear {
            let shape = command_shape(known);
            self.report(types::missing_arguments(
                self.at(command.span),
                &known.name,
                &missing,
                &shape,
            ));
        }
        Some(args)
    }

    /// The arguments that are given, by parameter.
    fn slots(&mut self, command: &ast::Command, known: &Signature) -> Vec<Option<Expr>> {
        self.mention(command.name.span, || Meaning::word(WordClass::Command, &known.name));
        let mut slots: Vec<Option<Expr>> = vec![None; known.params.len()];
        self.direct(command, known, &mut slots);
        for (label, values) in &command.labelled {
            match known.params.iter().position(|param| param.name == label.text) {
                Some(at) if slots[at].is_none() => {
                    slots[at] = Some(self.several(values, &known.params[at].ty, label.span));
                }
                Some(_) => self.report(types::argument_twice(self.at(label.span), &label.text)),
                None => {
                    let (location, shape) = (self.at(label.span), command_shape(known));
                    self.report(names::unknown_connector(
                        location,
                        &label.text,
                        &known.name,
                        &shape,
                    ));
                }
            }
        }
        slots
    }

    /// What follows the command directly goes to its first parameter that takes it: text to
    /// text, everything else to the first that is not text.
    fn direct(&mut self, command: &ast::Command, known: &Signature, slots: &mut [Option<Expr>]) {
        let mut rest = &command.args[..];
        let mut at = 0;
        while let Some(first) = rest.first() {
            let is_text = matches!(first.kind, ExprKind::Text(_));
            while at < slots.len()
                && known.params[at].optional
                && (known.params[at].ty == Ty::Text) != is_text
            {
                at += 1;
            }
            let Some(param) = known.params.get(at) else {
                let end = rest.last().map_or(first.span, |last| last.span);
                let location = self.at(first.span.to(end));
                self.report(types::too_many_arguments(
                    location,
                    &known.name,
                    &command_shape(known),
                    self.source.slice(first.span),
                ));
                return;
            };
            let taken = if param.ty.is_set() { rest.len() } else { 1 };
            slots[at] = Some(self.several(&rest[..taken], &param.ty, first.span));
            rest = &rest[taken..];
            at += 1;
        }
    }

    /// One value, or a set of several where the parameter takes several.
    fn several(&mut self, values: &[ast::Expr], wanted: &Ty, span: Span) -> Expr {
        match values {
            [] => {
                self.report(types::no_value(self.at(span), self.source.slice(span), wanted));
                Expr::Set { items: Vec::new() }
            }
            [value] => self.expression(value, wanted),
            values if wanted.is_set() => {
                let items: Vec<_> = values.iter().collect();
                self.set(&items, wanted).expr
            }
            [_, second, ..] => {
                self.report(types::several_values(
                    self.at(second.span),
                    self.source.slice(span),
                    None,
                ));
                Expr::Set { items: Vec::new() }
            }
        }
    }
}

/// `do attack ATTACKERS with CARD at CARD`: what a command takes, as it is written in a test.
fn command_shape(known: &Signature) -> String {
    let mut shape = format!("do {}", known.name);
    let connects = |name: &str| CONNECTORS.contains(&name);
    let direct = || known.params.iter().filter(|param| !connects(&param.name));
    // What may be left out is shown only where nothing else is taken.
    let is_open = direct().all(|param| param.optional);
    let direct = direct().filter(|param| is_open || !param.optional);
    for (at, param) in direct.enumerate() {
        let separator = if at == 0 { " " } else { ", " };
        let name = param.name.to_uppercase();
        let is_text = param.ty == Ty::Text;
        shape.push_str(separator);
        shape.push_str(&if is_text { "\"…\"".to_owned() } else { name });
    }
    for param in known.params.iter().filter(|param| connects(&param.name)) {
        let what = match &param.ty {
            Ty::Text => "\"…\"",
            Ty::Int => "NUMBER",
            Ty::Enum(_) | Ty::EnumSet(_) => "WORD",
            _ => "CARD",
        };
        shape.push_str(&format!(" {} {what}", param.name));
    }
    shape
}

/// Words that lead to an argument of a command.
const CONNECTORS: [&str; 9] = ["with", "at", "to", "from", "by", "as", "on", "for", "choose"];
