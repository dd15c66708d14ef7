//! Legality rules: `rule copies for deck { … require … }`.

use cardwright_dsl::ast::{self, Entry, ExprKind, Span};
use cardwright_model::{Expr, RuleDecl, Severity, Statement, walk};

use super::{Lowerer, Scope, Subject, note};
use crate::diag::{declarations, names, types};
use crate::mentions::Meaning;
use crate::rules::RULE_WORDS;
use crate::ty::{EntityRole, Ty};

const SEVERITY_WORDS: &[&str] = &["error", "warning", "info"];

impl Lowerer<'_> {
    pub(crate) fn rule(&mut self, declaration: &ast::Declaration) -> Option<RuleDecl> {
        let id = declaration.id.as_ref()?;
        let subject = self.rule_subject(declaration);
        self.scope = Scope::rule(subject);
        let mut rule = RuleDecl {
            id: id.text.clone(),
            applies_to: declaration.targets.iter().map(|target| target.text.clone()).collect(),
            note: note(&declaration.doc).unwrap_or_default(),
            provenance: self.provenance(declaration),
            ..RuleDecl::default()
        };
        let Some(body) = &declaration.body else {
            self.report(declarations::rule_requires_nothing(self.at(id.span), &id.text));
            return Some(rule);
        };
        self.block_scope(|lowerer| {
            for entry in &body.entries {
                if !lowerer.is_explained(entry.span().start) {
                    lowerer.rule_entry(entry, &mut rule);
                }
            }
        });
        if !requires(&rule.body) && !contains_bad(body) && self.explained.is_empty() {
            self.report(declarations::rule_requires_nothing(self.at(id.span), &id.text));
        }
        Some(rule)
    }

    fn rule_entry(&mut self, entry: &Entry, rule: &mut RuleDecl) {
        let clause = match entry {
            Entry::Statement(statement) => {
                rule.body.extend(self.statement(statement));
                return;
            }
            Entry::Clause(clause) => clause,
            other => return self.refuse_entry(other, "a rule"),
        };
        match clause.name.text.as_str() {
            "severity" => {
                let Some(word) = self.word_value(clause) else { return };
                rule.severity = match word.as_str() {
                    "error" => Severity::Error,
                    "warning" => Severity::Warning,
                    "info" => Severity::Info,
                    _ => {
                        let location = self.value_location(clause);
                        return self.report(declarations::unknown_word(
                            location,
                            "severity",
                            &word,
                            SEVERITY_WORDS,
                        ));
                    }
                };
            }
            "note" => rule.note = self.word_value(clause).unwrap_or_default(),
            "where" | "when" => {
                let condition = clause.values.as_ref().unwrap_or(&clause.args);
                match &condition[..] {
                    [condition] => rule.condition = Some(self.expression(condition, &Ty::Bool)),
                    _ => self.report(types::no_value(
                        self.at(clause.span),
                        &clause.name.text,
                        &Ty::Bool,
                    )),
                }
            }
            other => {
                let legal = ["severity", "note", "where", "require"];
                self.report_first_word(names::unknown_field(
                    self.at(clause.name.span),
                    other,
                    "a rule",
                    legal,
                    None,
                ));
            }
        }
    }

    /// What the rule is about.
    fn rule_subject(&mut self, declaration: &ast::Declaration) -> Subject {
        if declaration.targets.is_empty() {
            let span = declaration.id.as_ref().map_or(declaration.kind.span, |id| id.span);
            self.report(declarations::rule_without_target(self.at(span)));
        }
        let mut kinds = Vec::new();
        let mut subject = None;
        for target in &declaration.targets {
            let role = match target.text.as_str() {
                "card" => Some(EntityRole::Card),
                "deck" => Some(EntityRole::Deck),
                "format" => Some(EntityRole::Format),
                "record" => Some(EntityRole::Record),
                _ => None,
            };
            if let Some(meaning) = Meaning::kind_or_family(self.symbols, &target.text) {
                self.mention(target.span, || meaning);
            }
            if target.text == "set" {
                subject = Some(Subject::Set);
            } else if self.symbols.is_kind_or_family(&target.text) && role.is_none() {
                let matching = self.symbols.kinds.keys();
                kinds.extend(
                    matching.filter(|kind| self.symbols.kind_fits(kind, &target.text)).cloned(),
                );
            } else if let Some(role) = role {
                kinds.extend(self.symbols.kinds_of_role(role).map(|kind| kind.id.clone()));
            } else {
                let legal = RULE_WORDS
                    .targets
                    .iter()
                    .map(|word| word.name)
                    .chain(self.symbols.kind_names());
                self.report(names::unknown_target(self.at(target.span), &target.text, legal));
            }
        }
        subject.filter(|_| kinds.is_empty()).unwrap_or(Subject::Kinds(kinds))
    }

    /// `require C "message" help "…"`.
    pub(crate) fn require(
        &mut self,
        condition: &ast::Expr,
        message: &ast::Str,
        help: Option<&ast::Str>,
    ) -> Option<Statement> {
        let condition = self.expression(condition, &Ty::Bool);
        let mut holes = Vec::new();
        let message = self.holes(message, &mut holes);
        let help = help.map(|help| self.holes(help, &mut holes));
        Some(Statement::Require { condition, message, help, holes, severity: None })
    }

    /// Takes the expressions out of a text's `{…}` holes and leaves their numbers.
    fn holes(&mut self, text: &ast::Str, holes: &mut Vec<Expr>) -> String {
        let mut result = String::new();
        let mut rest = text.text.as_str();
        while let Some(open) = rest.find('{') {
            let Some(close) = rest[open..].find('}').map(|at| at + open) else {
                self.report(types::unclosed_hole(self.at(text.span)));
                break;
            };
            let written = &rest[open + 1..close];
            result.push_str(&rest[..open]);
            result.push_str(&format!("{{{}}}", holes.len()));
            let hole = self.hole(written, text);
            holes.push(hole);
            rest = &rest[close + 1..];
        }
        result + rest
    }

    fn hole(&mut self, written: &str, text: &ast::Str) -> Expr {
        let span = self.hole_span(written, text);
        let Some(mut expr) = parse_expression(written) else {
            self.report(types::bad_hole(self.at(span), written));
            return Expr::Text { value: String::new() };
        };
        move_to(&mut expr, span);
        self.infer(&expr, &Ty::Any).expr
    }

    /// The place of a hole's expression; the whole text if escapes moved it.
    fn hole_span(&self, written: &str, text: &ast::Str) -> Span {
        let source = self.source.slice(text.span);
        match source.find(&format!("{{{written}}}")) {
            Some(at) => {
                let start = text.span.start as usize + at + 1;
                Span::new(start, start + written.len())
            }
            None => text.span,
        }
    }
}

/// An expression on its own. The grammar knows files only, so it is read as a field's value.
fn parse_expression(written: &str) -> Option<ast::Expr> {
    if written.contains(['"', '{', '}', '\n']) {
        return None;
    }
    let parsed = cardwright_dsl::parse(&format!("hole hole {{ hole: {written} }}"));
    if !parsed.errors.is_empty() {
        return None;
    }
    let [ast::Item::Declaration(declaration)] = &parsed.file.items[..] else { return None };
    let [Entry::Clause(clause)] = &declaration.body.as_ref()?.entries[..] else { return None };
    match clause.values.as_deref()? {
        [expr] if !matches!(expr.kind, ExprKind::Bad) => Some(expr.clone()),
        _ => None,
    }
}

/// Gives the expression and its direct parts the place of the hole. Parts deeper down are
/// rare in messages and are reported there too.
fn move_to(expr: &mut ast::Expr, span: Span) {
    expr.span = span;
    match &mut expr.kind {
        ExprKind::Call(call) => {
            call.span = span;
            call.name.span = span;
            for arg in &mut call.args {
                if let Some(label) = &mut arg.label {
                    label.span = span;
                }
                move_to(&mut arg.value, span);
            }
        }
        ExprKind::Apply { name, args } => {
            name.span = span;
            args.iter_mut().for_each(|arg| move_to(arg, span));
        }
        ExprKind::Then { first, then } => {
            move_to(first, span);
            then.iter_mut().for_each(|part| move_to(part, span));
        }
        ExprKind::Select { source, zone, within, filter } => {
            source.span = span;
            zone.iter_mut().chain(filter).for_each(|part| move_to(part, span));
            if let Some((distance, of)) = within {
                move_to(distance, span);
                move_to(of, span);
            }
        }
        ExprKind::Where { of, filter } => {
            move_to(of, span);
            move_to(filter, span);
        }
        ExprKind::Member { of, name } => {
            name.span = span;
            move_to(of, span);
        }
        ExprKind::Set(items) | ExprKind::Row(items) => {
            items.iter_mut().for_each(|item| move_to(item, span))
        }
        ExprKind::Group(inner) | ExprKind::Unary(_, inner) => move_to(inner, span),
        ExprKind::Binary(_, left, right) => {
            move_to(left, span);
            move_to(right, span);
        }
        ExprKind::Text(text) => text.span = span,
        ExprKind::Int(_) | ExprKind::Quantity(..) | ExprKind::Name(_) | ExprKind::Bad => {}
    }
}

/// True if something in the rule could not be parsed; it may have been a requirement.
fn contains_bad(block: &ast::Block) -> bool {
    block.entries.iter().any(|entry| match entry {
        Entry::Bad(_) => true,
        Entry::Statement(statement) => match &statement.kind {
            ast::StatementKind::ForEach { body, .. } => contains_bad(body),
            ast::StatementKind::If { then, otherwise, .. } => {
                contains_bad(then) || otherwise.as_ref().is_some_and(contains_bad)
            }
            _ => false,
        },
        _ => false,
    })
}

fn requires(body: &[Statement]) -> bool {
    walk::any(body, &mut |statement| matches!(statement, Statement::Require { .. }))
}
