//! What the tests share: trees without spans, and a short notation for trees.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "each test file uses its own part"
)]

pub mod generate;
pub mod print;

use cardwright_dsl::ast::*;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The tree as text, without spans.
pub fn erased(tree: &impl std::fmt::Debug) -> String {
    let text = format!("{tree:?}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(start) = rest.find("Span { start: ") {
        let end = start + rest[start..].find('}').expect("a span ends with a brace") + 1;
        out.push_str(&rest[..start]);
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// Every `.card` file below `content/` and the test suites.
pub fn card_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["content", "tests"] {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "card") {
            files.push(path);
        }
    }
}

/// A file in short notation, one line per item.
pub fn dump(file: &File) -> String {
    file.items.iter().map(item).collect::<Vec<_>>().join("\n")
}

fn item(item: &Item) -> String {
    match item {
        Item::Use { name, .. } => format!("(use {})", name.text),
        Item::Bad(_) => "(bad)".to_owned(),
        Item::Table(table) => {
            let rows: Vec<String> = table
                .rows
                .iter()
                .map(|row| self::item(&Item::Declaration(Box::new(row.clone()))))
                .collect();
            format!("(table {} {})", table.kind.text, rows.join(" "))
        }
        Item::Declaration(declaration) => {
            let mut out = String::from("(");
            for line in &declaration.doc {
                write!(out, "doc{:?} ", line.text).unwrap();
            }
            if declaration.is_abstract.is_some() {
                out.push_str("abstract ");
            }
            out.push_str(&declaration.kind.text);
            if let Some(id) = &declaration.id {
                write!(out, " {}", id.text).unwrap();
            }
            if let Some(name) = &declaration.name {
                write!(out, " {:?}", name.text).unwrap();
            }
            if !declaration.params.is_empty() {
                write!(out, " {}", params(&declaration.params)).unwrap();
            }
            if let Some(parent) = &declaration.parent {
                write!(out, " :{}", parent.text).unwrap();
            }
            if let Some((low, high)) = &declaration.range {
                let high = high.as_ref().map_or(String::new(), expr);
                write!(out, " for {}..{high}", expr(low)).unwrap();
            }
            if !declaration.targets.is_empty() {
                let targets: Vec<&str> =
                    declaration.targets.iter().map(|target| target.text.as_str()).collect();
                write!(out, " for {}", targets.join(",")).unwrap();
            }
            if let Some(body) = &declaration.body {
                write!(out, " {}", block(body)).unwrap();
            }
            out + ")"
        }
    }
}

fn params(params: &[Param]) -> String {
    let params: Vec<String> = params
        .iter()
        .map(|param| {
            let default =
                param.default.as_ref().map_or(String::new(), |value| format!("={}", expr(value)));
            format!("{}:{}{default}", param.name.text, ty(&param.ty))
        })
        .collect();
    format!("<{}>", params.join(" "))
}

fn ty(ty: &Type) -> String {
    let mut out = if ty.list { "[]".to_owned() } else { String::new() };
    out.push_str(&ty.name.text);
    if let Some(of) = &ty.of {
        write!(out, "/{}", of.text).unwrap();
    }
    if let Some((low, high)) = &ty.range {
        write!(out, " {}..{}", expr(low), high.as_ref().map_or(String::new(), expr)).unwrap();
    }
    out
}

pub fn block(block: &Block) -> String {
    let entries: Vec<String> = block.entries.iter().map(entry).collect();
    format!("{{{}}}", entries.join(" "))
}

fn maybe(word: &str, value: Option<&Expr>) -> String {
    value.map_or(String::new(), |value| format!(" {word} {}", expr(value)))
}

fn limited(limit: Option<&Limit>) -> String {
    limit.map_or(String::new(), |limit| {
        let per = limit.per.as_ref().map_or(String::new(), |per| format!(" per {}", per.text));
        format!("{}{per}", maybe("limit", Some(&limit.count)))
    })
}

fn lasting(lasting: &Lasting) -> String {
    let until =
        lasting.until.as_ref().map_or(String::new(), |until| format!(" until {}", until.text));
    maybe("when", lasting.when.as_ref()) + &until
}

fn entry(entry: &Entry) -> String {
    match entry {
        Entry::Clause(clause) => {
            let mut out = format!("({}", clause.name.text);
            for line in &clause.doc {
                write!(out, " doc{:?}", line.text).unwrap();
            }
            for arg in &clause.args {
                write!(out, " {}", expr(arg)).unwrap();
            }
            if let Some(label) = &clause.label {
                write!(out, " {:?}", label.text).unwrap();
            }
            if let Some((event, condition)) = clause.on.as_deref() {
                write!(out, " on {}{}", event.text, maybe("where", condition.as_ref())).unwrap();
            }
            if let Some(values) = &clause.values {
                write!(out, " : {}", exprs(values)).unwrap();
            }
            if let Some(to) = &clause.to {
                write!(out, " -> {}", expr(to)).unwrap();
            }
            out += &maybe("when", clause.when.as_deref());
            if let Some(body) = &clause.block {
                write!(out, " {}", block(body)).unwrap();
            }
            out + ")"
        }
        Entry::Count(count) => format!("{}×{}", count.count, count.card.text),
        Entry::Field(field) => {
            let optional = if field.optional { "?" } else { "" };
            let default =
                field.default.as_ref().map_or(String::new(), |value| format!(" = {}", expr(value)));
            format!("(field {}{optional}: {}{default})", field.name.text, ty(&field.ty))
        }
        Entry::ClauseDecl(clause) => {
            let params =
                if clause.params.is_empty() { String::new() } else { params(&clause.params) };
            let body =
                clause.body.as_ref().map_or(String::new(), |body| format!(" {}", block(body)));
            format!("(clause {}{params}: {}{body})", clause.name.text, ty(&clause.shape))
        }
        Entry::Bonus(bonus) => expr(bonus),
        Entry::Statement(statement) => statement_text(&statement.kind),
        Entry::Bad(_) => "(bad)".to_owned(),
    }
}

fn statement_text(kind: &StatementKind) -> String {
    match kind {
        StatementKind::On { event, condition, body, limit, once, until } => {
            let condition = maybe("where", condition.as_ref());
            let limit = limited(limit.as_ref());
            let once = if *once { " once" } else { "" };
            let until = until.as_ref().map_or(String::new(), |it| format!(" until {}", it.text));
            format!("(on {}{condition} {}{limit}{once}{until})", event.text, block(body))
        }
        StatementKind::Modify { stat, subject, operation, amount, lasting: last } => {
            let subject = maybe("of", subject.as_ref());
            format!(
                "(modify {}{subject} {operation:?} {}{})",
                stat.text,
                expr(amount),
                lasting(last)
            )
        }
        StatementKind::Mark { subject, mark, lasting: last } => {
            format!("(mark {} as {}{})", expr(subject), expr(mark), lasting(last))
        }
        StatementKind::Grant { revoke, keyword, subject, lasting: last } => {
            let word = if *revoke { "revoke" } else { "grant" };
            format!("({word} {} {}{})", expr(keyword), expr(subject), lasting(last))
        }
        StatementKind::Forbid { acts, subject, lasting: last } => {
            let acts: Vec<&str> = acts.iter().map(|act| act.text.as_str()).collect();
            format!("(forbid {}{}{})", acts.join(","), maybe("to", subject.as_ref()), lasting(last))
        }
        StatementKind::ForEach { selection, body } => {
            format!("(each {} {})", expr(selection), block(body))
        }
        StatementKind::Repeat { count, body } => {
            format!("(repeat {} {})", expr(count), block(body))
        }
        StatementKind::Choose { by, up_to, count, from, body } => {
            let (word, up_to) = (chooser(*by), if *up_to { "up-to " } else { "" });
            format!("({word} {up_to}{} from {} {})", expr(count), expr(from), block(body))
        }
        StatementKind::ChooseOption { by, up_to, count, options } => {
            let (word, up_to) = (chooser(*by), if *up_to { " up-to" } else { "" });
            let count = count.as_ref().map_or(String::new(), |count| format!(" {}", expr(count)));
            let options: Vec<String> = options
                .iter()
                .map(|option| {
                    let condition = maybe("when", option.condition.as_ref());
                    format!("({:?}{condition} {})", option.label.text, block(&option.body))
                })
                .collect();
            format!("({word}{up_to}{count} {})", options.join(" "))
        }
        StatementKind::Offer { label, condition, body, limit } => {
            let (when, limit) = (maybe("when", condition.as_ref()), limited(limit.as_ref()));
            format!("(offer {:?}{when} {}{limit})", label.text, block(body))
        }
        StatementKind::If { condition, then, otherwise } => {
            let otherwise =
                otherwise.as_ref().map_or(String::new(), |other| format!(" else {}", block(other)));
            format!("(if {} {}{otherwise})", expr(condition), block(then))
        }
        StatementKind::Set { name, value } => {
            format!("(set {}{})", name.text, maybe("to", value.as_ref()))
        }
        StatementKind::Match { value, arms } => {
            let arms: Vec<String> = arms
                .iter()
                .map(|arm| format!("({} -> {})", exprs(&arm.values), block(&arm.body)))
                .collect();
            format!("(match {} {})", expr(value), arms.join(" "))
        }
        StatementKind::ForSeeds { range: (low, high), body } => {
            let high = high.as_ref().map_or(String::new(), expr);
            format!("(seeds {}..{high} {})", expr(low), block(body))
        }
        StatementKind::ExpectLegal { command, values } => {
            format!("(legal {} == {})", command_text(command), exprs(values))
        }
        StatementKind::Let { name, value } => format!("(let {} {})", name.text, expr(value)),
        StatementKind::Roll { pool, body } => format!("(roll {} {})", expr(pool), block(body)),
        StatementKind::Call(call) => call_text(call),
        StatementKind::Require { condition, message, help } => {
            let help = help.as_ref().map_or(String::new(), |help| format!(" help {:?}", help.text));
            format!("(require {} {:?}{help})", expr(condition), message.text)
        }
        StatementKind::Todo { note } => format!("(todo {:?})", note.text),
        StatementKind::Do(command) => format!("(do {})", command_text(command)),
        StatementKind::Expect { condition } => format!("(expect {})", expr(condition)),
        StatementKind::ExpectIllegal(command) => format!("(illegal {})", command_text(command)),
    }
}

fn chooser(by: Chooser) -> &'static str {
    match by {
        Chooser::You => "choose",
        Chooser::Opponent => "opponent-chooses",
        Chooser::Chance => "choose-at-random",
    }
}

fn command_text(command: &Command) -> String {
    let mut out = format!("{} {}", command.name.text, exprs(&command.args));
    for (label, args) in &command.labelled {
        write!(out, " {} {}", label.text, exprs(args)).unwrap();
    }
    out.replace("  ", " ").trim_end().to_owned()
}

fn call_text(call: &Call) -> String {
    let args: Vec<String> = call
        .args
        .iter()
        .map(|arg| {
            let label =
                arg.label.as_ref().map_or(String::new(), |label| format!("{}=", label.text));
            label + &expr(&arg.value)
        })
        .collect();
    format!("{}[{}]", call.name.text, args.join(" "))
}

fn exprs(values: &[Expr]) -> String {
    values.iter().map(expr).collect::<Vec<_>>().join(", ")
}

/// An expression in short notation: every operator in parentheses.
pub fn expr(value: &Expr) -> String {
    match &value.kind {
        ExprKind::Int(number) => number.to_string(),
        ExprKind::Quantity(number, suffix) => format!("{number}'{suffix}"),
        ExprKind::Text(text) => format!("{:?}", text.text),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Call(call) => call_text(call),
        ExprKind::Apply { name, args } => {
            format!("<{} {}>", name.text, args.iter().map(expr).collect::<Vec<_>>().join(" "))
        }
        ExprKind::Row(parts) => {
            format!("[{}]", parts.iter().map(expr).collect::<Vec<_>>().join(" "))
        }
        ExprKind::Then { first, then } => format!("({} then {})", expr(first), exprs(then)),
        ExprKind::Select { source, zone, within, filter } => {
            let within = within.as_ref().map_or(String::new(), |(distance, centre)| {
                format!(" within {} of {}", expr(distance), expr(centre))
            });
            let (zone, filter) = (maybe("in", zone.as_deref()), maybe("where", filter.as_deref()));
            format!("<<{}{zone}{within}{filter}>>", source.text)
        }
        ExprKind::Where { of, filter } => format!("<<{} where {}>>", expr(of), expr(filter)),
        ExprKind::Member { of, name } => format!("{}.{}", expr(of), name.text),
        ExprKind::Set(values) => format!("#{{{}}}", exprs(values)),
        ExprKind::Group(inner) => format!("group{}", expr(inner)),
        ExprKind::Unary(op, inner) => format!("({op:?} {})", expr(inner)),
        ExprKind::Binary(op, left, right) => format!("({} {op:?} {})", expr(left), expr(right)),
        ExprKind::Bad => "bad".to_owned(),
    }
}
