//! Uses of keywords: on cards (`drain 2`, `immune fire | cold`), in `grant`, in `has(…)`.

use cardwright_dsl::ast::{self, ExprKind, Ident, Span};
use cardwright_model::{ALL_KEYWORDS, Arg, Expr, FieldType, KeywordUse, Param, Statement};

use super::{Lowerer, Typed};
use crate::diag::{declarations, names, suggest, types};
use crate::mentions::Meaning;
use crate::symbols::KeywordSymbol;
use crate::ty::Ty;

/// The arguments of a keyword, with or without a label.
type Written<'e> = Vec<(Option<&'e Ident>, &'e ast::Expr)>;

/// A keyword as written, taken apart.
pub(crate) struct KeywordWritten<'e> {
    pub(crate) name: Ident,
    args: Written<'e>,
    then: &'e [ast::Expr],
}

impl Lowerer<'_> {
    /// A keyword on a card or block of that kind; none if it was reported.
    pub(crate) fn keyword_use(
        &mut self,
        expr: &ast::Expr,
        kind: Option<&str>,
    ) -> Option<(KeywordUse, Span)> {
        let Some(written) = take_apart(expr) else {
            if !matches!(expr.kind, ExprKind::Bad) {
                self.no_keyword(expr);
            }
            return None;
        };
        let name = &written.name;
        let Some(keyword) = self.symbols.keyword(&name.text) else {
            self.unknown(&name.text, name.span, &Ty::Keyword);
            return None;
        };
        if let Some(kind) = kind
            && !keyword.hosts.is_empty()
            && !keyword.hosts.iter().any(|host| self.symbols.kind_fits(kind, host))
        {
            self.report(declarations::wrong_host(
                self.at(name.span),
                &name.text,
                kind,
                &keyword.hosts,
                keyword.hosts_location.unwrap_or(keyword.location),
            ));
        }
        let args = self.keyword_arguments(&name.text, keyword, &written.args, expr.span, true);
        self.mention_keyword(name, &args);
        let then = written.then.iter().filter_map(|effect| self.then_effect(effect)).collect();
        Some((KeywordUse { keyword: name.text.clone(), args, then }, name.span))
    }

    fn then_effect(&mut self, effect: &ast::Expr) -> Option<Statement> {
        match &effect.kind {
            ExprKind::Call(call) => {
                let lowered = self.verb(call)?;
                self.note_statement(&lowered, effect.span, effect.span);
                Some(lowered)
            }
            ExprKind::Bad => None,
            _ => {
                self.report(types::then_needs_verb(self.at(effect.span)));
                None
            }
        }
    }

    /// `has(bolster(goblin))`, `grant immune(fire) to …`.
    pub(crate) fn keyword_call(&mut self, call: &ast::Call) -> Typed {
        let args = call.args.iter().map(|arg| (arg.label.as_ref(), &arg.value)).collect();
        self.keyword_reference(&call.name, args, call.span)
    }

    /// `grant drain 2 to …`.
    pub(crate) fn keyword_expression(
        &mut self,
        name: &Ident,
        args: &[ast::Expr],
        span: Span,
    ) -> Typed {
        self.keyword_reference(name, args.iter().map(|arg| (None, arg)).collect(), span)
    }

    fn keyword_reference(&mut self, name: &Ident, args: Written<'_>, span: Span) -> Typed {
        let Some(keyword) = self.symbols.keyword(&name.text) else {
            return self.unknown(&name.text, name.span, &Ty::Keyword);
        };
        let args = self.keyword_arguments(&name.text, keyword, &args, span, true);
        self.mention_keyword(name, &args);
        Typed::new(Expr::Keyword { id: name.text.clone(), args }, Ty::Keyword)
    }

    /// A keyword named in `grant` or `revoke`: given away it needs its arguments, taken
    /// away it may do without (every form of it goes).
    pub(crate) fn granted(&mut self, expr: &ast::Expr, revoke: bool) -> Option<(String, Vec<Arg>)> {
        let written = match take_apart(expr) {
            Some(written) if written.then.is_empty() => written,
            _ => {
                if !matches!(expr.kind, ExprKind::Bad) {
                    self.no_keyword(expr);
                }
                return None;
            }
        };
        let name = written.name;
        if revoke && name.text == ALL_KEYWORDS && written.args.is_empty() {
            return Some((name.text, Vec::new()));
        }
        let Some(keyword) = self.symbols.keyword(&name.text) else {
            self.unknown(&name.text, name.span, &Ty::Keyword);
            return None;
        };
        let args = match revoke && written.args.is_empty() {
            true => Vec::new(),
            false => self.keyword_arguments(&name.text, keyword, &written.args, expr.span, true),
        };
        self.mention_keyword(&name, &args);
        Some((name.text, args))
    }

    /// Notes the use of a keyword with what it is used with.
    fn mention_keyword(&mut self, name: &Ident, args: &[Arg]) {
        self.mention(name.span, || Meaning::Keyword(name.text.clone()));
        if let Some(noted) = self.mentions.last_mut().filter(|_| self.context.notes_mentions) {
            noted.args = args.to_vec();
        }
    }

    /// Arguments in the order of the parameters; defaults are filled in.
    fn keyword_arguments(
        &mut self,
        name: &str,
        keyword: &KeywordSymbol,
        written: &Written<'_>,
        span: Span,
        complete: bool,
    ) -> Vec<Arg> {
        let params = &keyword.params;
        if keyword.lacks_params {
            return Vec::new();
        }
        let mut slots: Vec<Vec<&ast::Expr>> = vec![Vec::new(); params.len()];
        for (label, value) in
            written.iter().filter_map(|(label, value)| label.map(|label| (label, *value)))
        {
            match params.iter().position(|param| param.name == label.text) {
                Some(at) if slots[at].is_empty() => slots[at].push(value),
                Some(_) => self.report(types::argument_twice(self.at(label.span), &label.text)),
                None => {
                    let legal = params.iter().map(|param| param.name.as_str());
                    self.report(names::unknown_label(
                        self.at(label.span),
                        &label.text,
                        name,
                        legal,
                    ));
                }
            }
        }
        let shape = shape(name, keyword);
        let mut open: Vec<usize> = (0..params.len()).filter(|at| slots[*at].is_empty()).collect();
        let mut last = None;
        for (_, value) in written.iter().filter(|(label, _)| label.is_none()) {
            if !open.is_empty() {
                let at = open.remove(0);
                slots[at].push(value);
                last = Some(at);
                continue;
            }
            match last {
                Some(at) if is_list(&params[at].field_type) => slots[at].push(value),
                _ => {
                    let location = self.at(value.span);
                    let diagnostic = match &value.kind {
                        ExprKind::Name(word) if suggest(word, ["then"]).is_some() => {
                            types::misspelt_then(location, word)
                        }
                        ExprKind::Name(word) if self.symbols.keyword(word).is_some() => {
                            let gap = Span { start: value.span.start - 1, end: value.span.start };
                            types::comma_between_keywords(location, self.at(gap), name, word)
                        }
                        _ => types::too_many_arguments(
                            location,
                            name,
                            &shape,
                            self.source.slice(value.span),
                        ),
                    };
                    self.report(diagnostic.label(keyword.location, "declared here"));
                    break;
                }
            }
        }
        let mut args = Vec::new();
        let mut missing = Vec::new();
        for (param, slot) in params.iter().zip(slots) {
            let value = match (&slot[..], &param.default) {
                ([], Some(default)) => default.clone(),
                ([], None) => {
                    missing.push(param.name.as_str());
                    continue;
                }
                (values, _) => self.argument(&param.name, values, &param.field_type),
            };
            args.push(Arg { name: param.name.clone(), value });
        }
        if complete && !missing.is_empty() {
            let missed = params.iter().filter(|param| missing.contains(&param.name.as_str()));
            let wanted: Vec<_> = missed.map(|param| self.described_param(param)).collect();
            let diagnostic = types::missing_arguments(self.at(span), name, &missing, &shape)
                .instead(format!("write `{shape}`, with {}", wanted.join(" and ")));
            self.report(diagnostic.label(keyword.location, "declared here"));
        }
        args
    }

    /// Reports something else than a keyword.
    fn no_keyword(&mut self, expr: &ast::Expr) {
        if let ExprKind::Binary(ast::BinaryOp::And, left, right) = &expr.kind {
            let [left, right] = [left, right].map(|side| self.source.slice(side.span));
            return self.report(types::joined_by_and(self.at(expr.span), left, right));
        }
        let ty = self.infer_quietly(expr);
        // What fits by accident is wrong all the same.
        let ty = if ty.fits(&Ty::Keyword) { Ty::Any } else { ty };
        match ty {
            Ty::Any => self.report(types::mismatch(self.at(expr.span), &Ty::Keyword, &ty)),
            ty => {
                self.fit(Typed::new(Expr::Bool { value: false }, ty), &Ty::Keyword, expr.span);
            }
        }
    }

    /// "a number from 1 to 9 for N"
    fn described_param(&self, param: &Param) -> String {
        let ty = self.symbols.field_ty(&param.field_type);
        let range = match &param.field_type {
            FieldType::Int { range: Some(range) } | FieldType::Formula { range: Some(range) } => {
                match range.max {
                    Some(max) => format!(" from {} to {max}", range.min),
                    None => format!(" from {} on", range.min),
                }
            }
            _ => String::new(),
        };
        let such_as = self.symbols.such_as(&ty);
        format!("{}{range} for {}{such_as}", ty.describe(), param.name.to_uppercase())
    }
}

/// `drain N`, for messages.
fn shape(name: &str, keyword: &KeywordSymbol) -> String {
    let params = keyword.params.iter().map(|param| param.name.to_uppercase());
    std::iter::once(name.to_owned()).chain(params).collect::<Vec<_>>().join(" ")
}

fn is_list(field_type: &FieldType) -> bool {
    matches!(field_type, FieldType::List { .. })
}

/// The parts of a keyword as written; none if it is no keyword at all.
pub(crate) fn take_apart(expr: &ast::Expr) -> Option<KeywordWritten<'_>> {
    match &expr.kind {
        ExprKind::Name(name) => Some(KeywordWritten {
            name: Ident { text: name.clone(), span: expr.span },
            args: Vec::new(),
            then: &[],
        }),
        ExprKind::Apply { name, args } => Some(KeywordWritten {
            name: name.clone(),
            args: args.iter().map(|arg| (None, arg)).collect(),
            then: &[],
        }),
        ExprKind::Call(call) => Some(KeywordWritten {
            name: call.name.clone(),
            args: call.args.iter().map(|arg| (arg.label.as_ref(), &arg.value)).collect(),
            then: &[],
        }),
        ExprKind::Then { first, then } => {
            let first = take_apart(first)?;
            Some(KeywordWritten { then, ..first })
        }
        ExprKind::Group(inner) => take_apart(inner),
        _ => None,
    }
}
