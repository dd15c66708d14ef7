//! What the tree knows about single marks: which braces are blocks and where their entries
//! begin, which parentheses belong to a call, which signs are not binary operators.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{
    Block, Call, Clause, Command, Declaration, Entry, Expr, ExprKind, Lasting, Param, Span,
    Statement, StatementKind, Table, UnaryOp,
};

/// The marks of one declaration, by their places.
#[derive(Default)]
pub(super) struct Marks {
    /// The `{` of each block, and the places of its entries.
    pub(super) blocks: BTreeMap<u32, Vec<Span>>,
    /// A `{` after this place opens the block of a choice.
    choices: Vec<(u32, Vec<Span>)>,
    /// Every `(` that directly follows a name.
    pub(super) calls: BTreeSet<u32>,
    /// The first parameter of each list of parameters.
    pub(super) params: BTreeSet<u32>,
    /// `+` and `-` before a single operand.
    pub(super) signs: BTreeSet<u32>,
    /// The message and the help of each `require`.
    pub(super) messages: BTreeSet<u32>,
    pub(super) helps: BTreeSet<u32>,
    /// `{` and the byte after `}` of sets.
    pub(super) set_starts: BTreeSet<u32>,
    pub(super) set_ends: BTreeSet<u32>,
}

impl Marks {
    pub(super) fn of(declaration: &Declaration, source: &str) -> Marks {
        let mut marks = Marks::default();
        marks.params(&declaration.params);
        if let Some(body) = &declaration.body {
            marks.block(body);
        }
        // The tree does not keep the braces of a choice; they are the first after its word.
        for (start, options) in std::mem::take(&mut marks.choices) {
            if let Some(brace) = source[start as usize..].find('{') {
                marks.blocks.insert(start + brace as u32, options);
            }
        }
        marks
    }

    /// The marks of a table's cells.
    pub(super) fn of_table(table: &Table) -> Marks {
        let mut marks = Marks::default();
        for row in &table.rows {
            for entry in row.body.iter().flat_map(|body| &body.entries) {
                if let Entry::Clause(clause) = entry {
                    marks.clause(clause);
                }
            }
        }
        marks
    }

    /// The marks of a table whose rows are in a spreadsheet.
    pub(super) fn of_source(table: &Table) -> Marks {
        let mut marks = Marks::default();
        if let Some(block) = table.source.as_ref().and_then(|source| source.columns.as_ref()) {
            marks.block(block);
        }
        marks
    }

    fn block(&mut self, block: &Block) {
        self.blocks.insert(block.span.start, block.entries.iter().map(Entry::span).collect());
        for entry in &block.entries {
            match entry {
                Entry::Clause(clause) => self.clause(clause),
                Entry::Field(field) => {
                    self.range_and_default(field.default.as_ref(), field.ty.range.as_ref())
                }
                Entry::ClauseDecl(clause) => {
                    self.params(&clause.params);
                    self.range_and_default(None, clause.shape.range.as_ref());
                    self.maybe_block(clause.body.as_ref());
                }
                Entry::Statement(statement) => self.statement(statement),
                Entry::Bonus(bonus) => self.expr(bonus),
                Entry::Count(_) | Entry::Bad(_) => {}
            }
        }
    }

    fn maybe_block(&mut self, block: Option<&Block>) {
        if let Some(block) = block {
            self.block(block);
        }
    }

    fn params(&mut self, params: &[Param]) {
        if let Some(first) = params.first() {
            self.params.insert(first.span.start);
        }
        for param in params {
            self.range_and_default(param.default.as_ref(), param.ty.range.as_ref());
        }
    }

    fn range_and_default(&mut self, default: Option<&Expr>, range: Option<&(Expr, Option<Expr>)>) {
        self.maybe(default);
        if let Some((low, high)) = range {
            self.expr(low);
            self.maybe(high.as_ref());
        }
    }

    fn clause(&mut self, clause: &Clause) {
        self.exprs(&clause.args);
        self.exprs(clause.values.as_deref().unwrap_or_default());
        self.maybe(clause.to.as_deref());
        self.maybe(clause.when.as_deref());
        if let Some((_, condition)) = clause.on.as_deref() {
            self.maybe(condition.as_ref());
        }
        self.maybe_block(clause.block.as_ref());
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::On { condition, body, limit, .. } => {
                self.maybe(condition.as_ref());
                self.block(body);
                self.maybe(limit.as_ref().map(|limit| &limit.count));
            }
            StatementKind::Modify { subject, amount, lasting, .. } => {
                self.maybe(subject.as_ref());
                self.expr(amount);
                self.lasting(lasting);
            }
            StatementKind::Mark { subject, mark, lasting } => {
                self.expr(subject);
                self.expr(mark);
                self.lasting(lasting);
            }
            StatementKind::Grant { keyword, subject, lasting, .. } => {
                self.expr(keyword);
                self.expr(subject);
                self.lasting(lasting);
            }
            StatementKind::Forbid { subject, lasting, .. } => {
                self.maybe(subject.as_ref());
                self.lasting(lasting);
            }
            StatementKind::ForEach { selection, body } => {
                self.expr(selection);
                self.block(body);
            }
            StatementKind::Repeat { count, body } => {
                self.expr(count);
                self.block(body);
            }
            StatementKind::Choose { count, from, body, .. } => {
                self.expr(count);
                self.expr(from);
                self.block(body);
            }
            StatementKind::ChooseOption { count, options, .. } => {
                self.maybe(count.as_ref());
                let spans = options.iter().map(|option| option.span).collect();
                self.choices.push((statement.span.start, spans));
                for option in options {
                    self.maybe(option.condition.as_ref());
                    self.block(&option.body);
                }
            }
            StatementKind::Offer { condition, body, limit, .. } => {
                self.maybe(condition.as_ref());
                self.block(body);
                self.maybe(limit.as_ref().map(|limit| &limit.count));
            }
            StatementKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.block(then);
                match otherwise.as_ref().map(|block| (block, &block.entries[..])) {
                    // `else if` has no braces of its own.
                    Some((block, [Entry::Statement(inner)])) if inner.span == block.span => {
                        self.statement(inner)
                    }
                    Some((block, _)) => self.block(block),
                    None => {}
                }
            }
            StatementKind::Match { value, arms } => {
                self.expr(value);
                let spans = arms.iter().map(|arm| arm.span).collect();
                self.choices.push((value.span.end, spans));
                for arm in arms {
                    self.exprs(&arm.values);
                    self.block(&arm.body);
                }
            }
            StatementKind::Let { value, .. } => self.expr(value),
            StatementKind::Set { value, .. } => self.maybe(value.as_ref()),
            StatementKind::ForSeeds { range, body } => {
                self.range_and_default(None, Some(range));
                self.block(body);
            }
            StatementKind::ExpectLegal { command, values } => {
                self.command(command);
                self.exprs(values);
            }
            StatementKind::Roll { pool, body } => {
                self.expr(pool);
                self.block(body);
            }
            StatementKind::Call(call) => self.call(call),
            StatementKind::Require { condition, message, help } => {
                self.expr(condition);
                self.messages.insert(message.span.start);
                self.helps.extend(help.as_ref().map(|help| help.span.start));
            }
            StatementKind::Expect { condition } => self.expr(condition),
            StatementKind::Todo { .. } => {}
            StatementKind::Do(command) | StatementKind::ExpectIllegal(command) => {
                self.command(command)
            }
        }
    }

    fn command(&mut self, command: &Command) {
        self.exprs(&command.args);
        for (_, args) in &command.labelled {
            self.exprs(args);
        }
    }

    fn lasting(&mut self, lasting: &Lasting) {
        self.maybe(lasting.when.as_ref());
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        for expr in exprs {
            self.expr(expr);
        }
    }

    fn maybe(&mut self, expr: Option<&Expr>) {
        if let Some(expr) = expr {
            self.expr(expr);
        }
    }

    fn call(&mut self, call: &Call) {
        self.calls.insert(call.name.span.end);
        for arg in &call.args {
            self.expr(&arg.value);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(call) => self.call(call),
            ExprKind::Apply { args, .. } => self.exprs(args),
            ExprKind::Row(parts) => self.exprs(parts),
            ExprKind::Then { first, then } => {
                self.expr(first);
                self.exprs(then);
            }
            ExprKind::Select { zone, within, filter, .. } => {
                self.maybe(zone.as_deref());
                if let Some((distance, centre)) = within {
                    self.expr(distance);
                    self.expr(centre);
                }
                self.maybe(filter.as_deref());
            }
            ExprKind::Where { of, filter } => {
                self.expr(of);
                self.expr(filter);
            }
            ExprKind::Member { of, .. } => self.expr(of),
            ExprKind::Set(values) => {
                self.set_starts.insert(expr.span.start);
                self.set_ends.insert(expr.span.end);
                self.exprs(values);
            }
            ExprKind::Group(inner) => self.expr(inner),
            ExprKind::Unary(op, inner) => {
                if *op != UnaryOp::Not {
                    self.signs.insert(expr.span.start);
                }
                self.expr(inner);
            }
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Int(_)
            | ExprKind::Quantity(..)
            | ExprKind::Text(_)
            | ExprKind::Name(_)
            | ExprKind::Bad => {}
        }
    }
}
