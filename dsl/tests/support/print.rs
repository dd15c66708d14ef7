//! Writes trees as source text, in an arbitrary layout with comments.

use super::generate::Random;
use cardwright_dsl::ast::*;

/// How to lay out a tree: plainly, or as carelessly as a person might.
pub struct Print {
    random: Option<Random>,
    comments: usize,
    out: String,
    indent: usize,
    /// While this is not zero, blocks are written on one line.
    inline: usize,
}

/// The plain layout.
pub fn plain(file: &File) -> String {
    Print { random: None, comments: 0, out: String::new(), indent: 0, inline: 0 }.file(file)
}

/// A layout with comments, blank lines, blocks on one line and uneven spaces.
pub fn careless(file: &File, seed: u64) -> String {
    Print { random: Some(Random::new(seed)), comments: 0, out: String::new(), indent: 0, inline: 0 }
        .file(file)
}

impl Print {
    fn file(mut self, file: &File) -> String {
        for item in &file.items {
            self.between();
            match item {
                Item::Use { name, .. } => self.put(&format!("use {}", name.text)),
                Item::Declaration(declaration) => self.declaration(declaration),
                Item::Table(table) => self.table(table),
                Item::Bad(_) => {}
            }
            self.end_line();
        }
        self.out
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.random.as_mut().is_some_and(|random| random.once_in(times))
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn comment(&mut self) -> String {
        self.comments += 1;
        format!("// c{} \"{{", self.comments)
    }

    /// Comments and blank lines before an item or entry.
    fn between(&mut self) {
        if self.inline > 0 {
            return;
        }
        while self.once_in(5) {
            if self.once_in(2) {
                self.put("\n\n");
            } else {
                let comment = self.comment();
                self.start_line();
                self.put(&comment);
                self.put("\n");
            }
        }
        self.start_line();
    }

    fn start_line(&mut self) {
        let indent = if self.once_in(6) { self.indent + 1 } else { self.indent };
        // An item that is indented further than the line before could be mistaken for its block.
        let indent = if self.indent == 0 { 0 } else { indent };
        self.out.extend(std::iter::repeat_n(' ', indent));
    }

    fn end_line(&mut self) {
        if self.inline > 0 {
            return;
        }
        if self.once_in(6) {
            let comment = self.comment();
            self.put(" ");
            self.put(&comment);
        }
        self.put("\n");
    }

    /// Space at a place where the grammar allows a line break.
    fn gap(&mut self) {
        if self.inline > 0 || !self.once_in(8) {
            return self.put(" ");
        }
        if self.once_in(3) {
            let comment = self.comment();
            self.put(&comment.clone());
        }
        self.put("\n      ");
    }

    fn declaration(&mut self, declaration: &Declaration) {
        self.doc(&declaration.doc);
        if declaration.is_abstract.is_some() {
            self.put("abstract ");
        }
        self.put(&declaration.kind.text);
        for text in [&declaration.id].into_iter().flatten() {
            self.put(&format!(" {}", text.text));
        }
        if let Some(name) = &declaration.name {
            self.put(" ");
            self.text(name);
        }
        self.params(&declaration.params);
        if let Some(parent) = &declaration.parent {
            self.put(&format!(": {}", parent.text));
        }
        if !declaration.targets.is_empty() {
            let targets: Vec<&str> =
                declaration.targets.iter().map(|target| target.text.as_str()).collect();
            self.put(&format!(" for {}", targets.join(", ")));
        }
        if let Some(body) = &declaration.body {
            self.put(" ");
            self.block(body);
        }
    }

    fn table(&mut self, table: &Table) {
        self.doc(&table.doc);
        self.put(&format!("table {}", table.kind.text));
        if let Some(parent) = &table.parent {
            self.put(&format!(": {}", parent.text));
        }
        self.put(" ");
        let columns: Vec<&str> = table.columns.iter().map(|column| column.text.as_str()).collect();
        let rows: Vec<Option<&Declaration>> =
            std::iter::once(None).chain(table.rows.iter().map(Some)).collect();
        self.braces(false, &rows, |print, row| match row {
            None => print.put(&columns.join(" | ")),
            Some(row) => print.row(row, &table.columns[2..]),
        });
    }

    fn row(&mut self, row: &Declaration, columns: &[Ident]) {
        self.doc(&row.doc);
        self.inline += 1;
        self.put(row.id.as_ref().map_or("", |id| id.text.as_str()));
        self.put(" | ");
        if let Some(name) = &row.name {
            self.text(name);
        }
        let entries: Vec<&Entry> = row.body.iter().flat_map(|body| &body.entries).collect();
        let mut entries = entries.into_iter().peekable();
        for column in columns {
            self.put(" | ");
            let is_it = |entry: &&Entry| matches!(entry, Entry::Clause(clause) if clause.name.text == column.text);
            if let Some(Entry::Clause(clause)) = entries.next_if(is_it) {
                self.list(clause.values.as_deref().unwrap_or_default());
            }
        }
        self.inline -= 1;
    }

    fn doc(&mut self, doc: &[Str]) {
        for line in doc {
            self.put(&format!("/// {}\n", line.text));
            self.out.extend(std::iter::repeat_n(' ', self.indent));
        }
    }

    fn params(&mut self, params: &[Param]) {
        if params.is_empty() {
            return;
        }
        self.put("(");
        for (index, param) in params.iter().enumerate() {
            if index > 0 {
                self.put(",");
                self.gap();
            }
            self.put(&format!("{}: ", param.name.text));
            self.ty(&param.ty);
            if let Some(default) = &param.default {
                self.put(" = ");
                self.expr(default);
            }
        }
        self.put(")");
    }

    fn ty(&mut self, ty: &Type) {
        if ty.list {
            self.put("list of ");
        }
        self.put(&ty.name.text);
        if let Some(of) = &ty.of {
            self.put(&format!(" of {}", of.text));
        }
        if let Some((low, high)) = &ty.range {
            self.put(" ");
            self.expr(low);
            self.put("..");
            if let Some(high) = high {
                self.expr(high);
            }
        }
    }

    fn block(&mut self, block: &Block) {
        let inline = self.inline > 0 || self.once_in(3) && !many_lines(block);
        let entries: Vec<&Entry> = block.entries.iter().collect();
        self.braces(inline, &entries, |print, entry| print.entry(entry));
    }

    fn braces<T>(&mut self, inline: bool, entries: &[T], put: impl Fn(&mut Print, &T)) {
        self.put("{");
        if inline {
            self.inline += 1;
            for (index, entry) in entries.iter().enumerate() {
                self.put(if index > 0 { "; " } else { " " });
                put(self, entry);
            }
            self.inline -= 1;
            return self.put(" }");
        }
        self.indent += 2;
        self.end_line();
        for entry in entries {
            self.between();
            put(self, entry);
            self.end_line();
        }
        if self.once_in(6) {
            let comment = self.comment();
            self.put(&comment);
            self.put("\n");
        }
        self.indent -= 2;
        self.out.extend(std::iter::repeat_n(' ', self.indent));
        self.put("}");
    }

    fn entry(&mut self, entry: &Entry) {
        match entry {
            Entry::Clause(clause) => self.clause(clause),
            Entry::Count(count) => self.put(&format!("{} {}", count.count, count.card.text)),
            Entry::Field(field) => {
                self.doc(&field.doc);
                let optional = if field.optional { "?" } else { "" };
                self.put(&format!("field {}{optional}: ", field.name.text));
                self.ty(&field.ty);
                if let Some(default) = &field.default {
                    self.put(" = ");
                    self.expr(default);
                }
            }
            Entry::ClauseDecl(clause) => {
                self.doc(&clause.doc);
                self.put(&format!("clause {}", clause.name.text));
                self.params(&clause.params);
                self.put(": ");
                self.ty(&clause.shape);
                if let Some(body) = &clause.body {
                    self.put(" ");
                    self.block(body);
                }
            }
            Entry::Bonus(bonus) => self.expr(bonus),
            Entry::Statement(statement) => self.statement(&statement.kind),
            Entry::Bad(_) => {}
        }
    }

    fn clause(&mut self, clause: &Clause) {
        self.doc(&clause.doc);
        self.put(&clause.name.text);
        for arg in &clause.args {
            self.put(" ");
            self.expr(arg);
        }
        if let Some(label) = &clause.label {
            self.put(" ");
            self.text(label);
        }
        if let Some((event, condition)) = clause.on.as_deref() {
            self.put(&format!(" on {}", event.text));
            self.word_and("where", condition.as_ref());
        }
        if let Some(values) = &clause.values {
            self.put(": ");
            self.list(values);
        }
        if let Some(to) = &clause.to {
            self.put(" -> ");
            self.expr(to);
        }
        self.word_and("when", clause.when.as_deref());
        if let Some(body) = &clause.block {
            self.put(" ");
            self.block(body);
        }
    }

    fn list(&mut self, values: &[Expr]) {
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.put(",");
                self.gap();
            }
            self.expr(value);
        }
    }

    fn limit(&mut self, limit: Option<&Limit>) {
        let Some(limit) = limit else { return };
        self.put(" limit ");
        self.expr(&limit.count);
        if let Some(per) = &limit.per {
            self.put(" per ");
            self.put(&per.text);
        }
    }

    fn word_and(&mut self, word: &str, value: Option<&Expr>) {
        if let Some(value) = value {
            self.gap();
            self.put(word);
            self.put(" ");
            self.expr(value);
        }
    }

    fn lasting(&mut self, lasting: &Lasting) {
        self.word_and("when", lasting.when.as_ref());
        if let Some(until) = &lasting.until {
            self.put(&format!(" until {}", until.text));
        }
    }

    /// The beginning of a choice, up to what is chosen from.
    fn choice(&mut self, by: Chooser, up_to: bool, count: Option<&Expr>) {
        self.put(if by == Chooser::Opponent { "opponent chooses" } else { "choose" });
        if let Some(count) = count {
            self.put(if up_to { " up to " } else { " " });
            self.expr(count);
            self.put(if by == Chooser::Chance { " at random" } else { "" });
        }
    }

    fn statement(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::On { event, condition, body, limit, once, until } => {
                self.put(&format!("on {}", event.text));
                self.word_and("where", condition.as_ref());
                self.put(" ");
                self.block(body);
                self.limit(limit.as_ref());
                self.put(if *once { " once" } else { "" });
                if let Some(until) = until {
                    self.put(&format!(" until {}", until.text));
                }
            }
            StatementKind::Modify { stat, subject, operation, amount, lasting } => {
                self.put(&format!("modify {}", stat.text));
                self.word_and("of", subject.as_ref());
                let word = match operation {
                    ModifyWord::By => "by",
                    ModifyWord::Times => "times",
                    ModifyWord::To => "to",
                    ModifyWord::AtLeast => "at least",
                    ModifyWord::AtMost => "at most",
                };
                self.word_and(word, Some(amount));
                self.lasting(lasting);
            }
            StatementKind::Mark { subject, mark, lasting } => {
                self.put("mark ");
                self.expr(subject);
                self.word_and("as", Some(mark));
                self.lasting(lasting);
            }
            StatementKind::Grant { revoke, keyword, subject, lasting } => {
                self.put(if *revoke { "revoke " } else { "grant " });
                self.expr(keyword);
                self.word_and(if *revoke { "from" } else { "to" }, Some(subject));
                self.lasting(lasting);
            }
            StatementKind::Forbid { acts, subject, lasting } => {
                let acts: Vec<&str> = acts.iter().map(|act| act.text.as_str()).collect();
                self.put(&format!("forbid {}", acts.join(", ")));
                self.word_and("to", subject.as_ref());
                self.lasting(lasting);
            }
            StatementKind::ForEach { selection, body } => {
                self.put("for each ");
                self.expr(selection);
                self.put(" ");
                self.block(body);
            }
            StatementKind::Repeat { count, body } => {
                self.put("repeat ");
                self.expr(count);
                self.put(" ");
                self.block(body);
            }
            StatementKind::Choose { by, up_to, count, from, body } => {
                self.choice(*by, *up_to, Some(count));
                self.word_and("from", Some(from));
                self.put(" ");
                self.block(body);
            }
            StatementKind::ChooseOption { by, up_to, count, options } => {
                self.choice(*by, *up_to, count.as_ref());
                self.put(" ");
                let inline = self.inline > 0
                    || self.once_in(3) && !options.iter().any(|option| many_lines(&option.body));
                self.braces(inline, options, |print, option| {
                    print.put("option ");
                    print.text(&option.label);
                    print.word_and("when", option.condition.as_ref());
                    print.put(" ");
                    print.block(&option.body);
                });
            }
            StatementKind::Offer { label, condition, body, limit } => {
                self.put("offer ");
                self.text(label);
                self.word_and("when", condition.as_ref());
                self.put(" ");
                self.block(body);
                self.limit(limit.as_ref());
            }
            StatementKind::If { condition, then, otherwise } => {
                self.put("if ");
                self.expr(condition);
                self.put(" ");
                self.block(then);
                if let Some(otherwise) = otherwise {
                    self.gap();
                    self.put("else ");
                    self.block(otherwise);
                }
            }
            StatementKind::Set { name, value } => {
                self.put(&format!("set {}", name.text));
                self.word_and("to", value.as_ref());
            }
            StatementKind::Match { value, arms } => {
                self.put("match ");
                self.expr(value);
                self.put(" ");
                let inline = self.inline > 0;
                self.braces(inline, arms, |print, arm| {
                    if arm.values.is_empty() {
                        print.put("else");
                    }
                    for (index, value) in arm.values.iter().enumerate() {
                        print.put(if index > 0 { ", " } else { "" });
                        print.expr(value);
                    }
                    print.put(" -> ");
                    print.block(&arm.body);
                });
            }
            StatementKind::ForSeeds { range: (low, high), body } => {
                self.put("for seeds ");
                self.expr(low);
                self.put("..");
                if let Some(high) = high {
                    self.expr(high);
                }
                self.put(" ");
                self.block(body);
            }
            StatementKind::ExpectLegal { command, values } => {
                self.put("expect legal ");
                self.put(&command.name.text);
                for (index, value) in command.args.iter().enumerate() {
                    self.put(if index > 0 { ", " } else { " " });
                    self.expr(value);
                }
                self.put(" == ");
                self.list(values);
            }
            StatementKind::Let { name, value } => {
                self.put(&format!("let {} = ", name.text));
                self.expr(value);
            }
            StatementKind::Roll { pool, body } => {
                self.put("roll ");
                self.expr(pool);
                self.put(" ");
                self.block(body);
            }
            StatementKind::Call(call) => self.call(call),
            StatementKind::Require { condition, message, help } => {
                self.put("require ");
                self.expr(condition);
                self.gap();
                self.text(message);
                if let Some(help) = help {
                    self.gap();
                    self.put("help ");
                    self.text(help);
                }
            }
            StatementKind::Todo { note } => {
                self.put("todo ");
                self.text(note);
            }
            StatementKind::Do(command) => {
                self.put("do ");
                self.command(command);
            }
            StatementKind::Expect { condition } => {
                self.put("expect ");
                self.expr(condition);
            }
            StatementKind::ExpectIllegal(command) => {
                self.put("expect illegal ");
                self.command(command);
            }
        }
    }

    fn command(&mut self, command: &Command) {
        self.put(&command.name.text);
        if !command.args.is_empty() {
            self.put(" ");
            self.list(&command.args);
        }
        for (label, args) in &command.labelled {
            self.put(&format!(" {} ", label.text));
            self.list(args);
        }
    }

    fn call(&mut self, call: &Call) {
        self.put(&call.name.text);
        self.put("(");
        for (index, arg) in call.args.iter().enumerate() {
            if index > 0 {
                self.put(",");
                self.gap();
            }
            if let Some(label) = &arg.label {
                self.put(&format!("{}: ", label.text));
            }
            self.expr(&arg.value);
        }
        self.put(")");
    }

    fn text(&mut self, text: &Str) {
        if text.block {
            return self.put(&format!("\"\"\"\n  {}\n\"\"\"", text.text.replace('\n', "\n  ")));
        }
        let escaped = text.text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        self.put(&format!("\"{escaped}\""));
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(number) => self.put(&number.to_string()),
            ExprKind::Quantity(number, suffix) => self.put(&format!("{number}{suffix}")),
            ExprKind::Text(text) => self.text(text),
            ExprKind::Name(name) => self.put(name),
            ExprKind::Call(call) => self.call(call),
            ExprKind::Apply { name, args } => {
                self.put(&name.text);
                for arg in args {
                    self.put(" ");
                    self.expr(arg);
                }
            }
            ExprKind::Then { first, then } => {
                self.expr(first);
                for call in then {
                    self.word_and("then", Some(call));
                }
            }
            ExprKind::Row(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    self.put(if index > 0 { " " } else { "" });
                    self.expr(part);
                }
            }
            ExprKind::Select { source, zone, within, filter } => {
                self.put(&source.text);
                self.word_and("in", zone.as_deref());
                if let Some((distance, centre)) = within {
                    self.word_and("within", Some(distance));
                    self.put(" of ");
                    self.expr(centre);
                }
                self.word_and("where", filter.as_deref());
            }
            ExprKind::Where { of, filter } => {
                self.expr(of);
                self.word_and("where", Some(filter));
            }
            ExprKind::Member { of, name } => {
                self.expr(of);
                self.put(&format!(".{}", name.text));
            }
            ExprKind::Set(values) => {
                self.put("{");
                self.list(values);
                self.put("}");
            }
            ExprKind::Group(inner) => {
                self.put("(");
                self.expr(inner);
                self.put(")");
            }
            ExprKind::Unary(op, inner) => {
                self.put(match op {
                    UnaryOp::Not => "not ",
                    UnaryOp::Minus => "-",
                    UnaryOp::Plus => "+",
                });
                self.expr(inner);
            }
            ExprKind::Binary(op, left, right) => {
                self.expr(left);
                match op {
                    BinaryOp::Range => self.put(".."),
                    // In the head of a clause and in arguments, only what follows may be broken.
                    BinaryOp::Alternative => self.put(" | "),
                    _ => {
                        self.gap();
                        self.put(symbol(*op));
                        self.put(" ");
                    }
                }
                self.expr(right);
            }
            ExprKind::Bad => {}
        }
    }
}

fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Implies => "implies",
        BinaryOp::Or => "or",
        BinaryOp::And => "and",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::Less => "<",
        BinaryOp::AtMost => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::AtLeast => ">=",
        BinaryOp::Has => "has",
        BinaryOp::In => "in",
        BinaryOp::Is => "is",
        BinaryOp::IsNot => "is not",
        BinaryOp::Alternative => "|",
        BinaryOp::Range => "..",
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
    }
}

/// Whether something in the block needs its own lines: a designer's note or a long text.
fn many_lines(block: &Block) -> bool {
    let debug = format!("{block:?}");
    debug.contains("doc: [Str") || debug.contains("block: true")
}
