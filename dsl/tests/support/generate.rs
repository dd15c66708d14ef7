//! Random trees that the grammar can write down.

use cardwright_dsl::ast::*;

/// A small random generator, so that a tree depends on its seed and nothing else.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        &things[self.below(things.len())]
    }
}

/// Makes trees of about `budget` nodes.
pub struct Generate {
    pub random: Random,
    pub budget: usize,
}

const NONE: Span = Span { start: 0, end: 0 };

impl Generate {
    pub fn new(seed: u64, budget: usize) -> Generate {
        Generate { random: Random::new(seed), budget }
    }

    pub fn file(&mut self) -> File {
        let items = (0..1 + self.random.below(4)).map(|_| self.item()).collect();
        File { items }
    }

    fn item(&mut self) -> Item {
        if self.random.once_in(6) {
            return Item::Use { name: self.ident(), span: NONE };
        }
        if self.random.once_in(8) {
            return Item::Table(Box::new(self.table()));
        }
        let id = (!self.random.once_in(5)).then(|| self.ident());
        let named = id.is_none() || self.random.once_in(2);
        let has_id = id.is_some();
        Item::Declaration(Box::new(Declaration {
            doc: self.doc(),
            is_abstract: self.random.once_in(6).then_some(NONE),
            kind: self.ident(),
            id,
            name: named.then(|| self.text()),
            params: if has_id && self.random.once_in(4) { self.params() } else { Vec::new() },
            parent: (has_id && self.random.once_in(4)).then(|| self.ident()),
            range: None,
            bad: None,
            targets: if self.random.once_in(4) {
                self.some(3, Generate::ident)
            } else {
                Vec::new()
            },
            body: (!self.random.once_in(8)).then(|| self.block()),
            span: NONE,
        }))
    }

    fn table(&mut self) -> Table {
        let mut columns = vec![word("id"), word("name")];
        columns.extend((0..self.random.below(3)).map(|_| self.ident()));
        let (kind, parent) = (self.ident(), self.random.once_in(3).then(|| self.ident()));
        let rows: Vec<Declaration> = (0..self.random.below(4))
            .map(|_| {
                let entries = columns[2..].iter().filter_map(|column| {
                    let values = (!self.random.once_in(4)).then(|| self.some(2, Generate::cell))?;
                    Some(Entry::Clause(Box::new(field(column.clone(), values))))
                });
                let body = Some(Block { entries: entries.collect(), span: NONE });
                Declaration {
                    doc: self.doc(),
                    is_abstract: None,
                    kind: kind.clone(),
                    id: Some(self.ident()),
                    name: self.random.once_in(2).then(|| self.text()),
                    params: Vec::new(),
                    parent: parent.clone(),
                    targets: Vec::new(),
                    range: None,
                    bad: None,
                    body,
                    span: NONE,
                }
            })
            .collect();
        let cells = vec![vec![NONE; columns.len()]; rows.len() + 1];
        Table {
            doc: self.doc(),
            kind,
            parent,
            columns,
            rows,
            bad: Vec::new(),
            cells,
            source: None,
            body: NONE,
            span: NONE,
        }
    }

    /// A value between two bars.
    fn cell(&mut self) -> Expr {
        match self.random.below(6) {
            0 => self.integer(),
            1 => self.quantity(),
            2 => self.row(),
            3 => expr(ExprKind::Text(self.text())),
            4 => expr(ExprKind::Call(self.call())),
            _ => self.name(),
        }
    }

    /// `2 whelp`, `3B 1R`, `+1B ARM`.
    fn row(&mut self) -> Expr {
        let mut parts = match self.random.below(3) {
            0 => vec![self.integer(), self.name()],
            1 => vec![self.quantity(), self.quantity()],
            _ => vec![self.signed(), self.name()],
        };
        if self.random.once_in(3) {
            parts.push(self.signed());
        }
        expr(ExprKind::Row(parts))
    }

    fn some<T>(&mut self, most: usize, make: impl Fn(&mut Generate) -> T) -> Vec<T> {
        (0..1 + self.random.below(most)).map(|_| make(self)).collect()
    }

    fn doc(&mut self) -> Vec<Str> {
        let lines = if self.random.once_in(4) { 1 + self.random.below(2) } else { 0 };
        let line = |generate: &mut Generate| {
            let words = ["Grows.", "It is // not", "a \"quote", "{ brace"];
            Str { text: (*generate.random.pick(&words)).to_owned(), span: NONE, block: false }
        };
        (0..lines).map(|_| line(self)).collect()
    }

    fn ident(&mut self) -> Ident {
        let words = [
            "zombie",
            "Zed",
            "z",
            "zone-10",
            "z2-b",
            "10-zoo",
            "ZZZ",
            "zig-zag-zig",
            "not-z",
            "on-z",
            "z-where",
        ];
        Ident { text: (*self.random.pick(&words)).to_owned(), span: NONE }
    }

    fn text(&mut self) -> Str {
        let words = [
            "",
            "Zombie",
            "say \"hi\"",
            "a\\b",
            "two\nlines",
            "// no comment",
            "{ } ; ,",
            "“🐉”",
            "it's",
        ];
        Str { text: (*self.random.pick(&words)).to_owned(), span: NONE, block: false }
    }

    fn params(&mut self) -> Vec<Param> {
        self.some(3, |generate| Param {
            name: generate.ident(),
            ty: generate.ty(),
            default: generate.random.once_in(3).then(|| generate.expr(0)),
            span: NONE,
        })
    }

    fn ty(&mut self) -> Type {
        let list = self.random.once_in(4);
        let range = self
            .random
            .once_in(3)
            .then(|| (self.bound(), self.random.once_in(2).then(|| self.bound())));
        let of = self.random.once_in(5).then(|| self.ident());
        Type { list, name: self.ident(), of, range, span: NONE }
    }

    fn bound(&mut self) -> Expr {
        let number = self.integer();
        if self.random.once_in(4) {
            expr(ExprKind::Unary(UnaryOp::Minus, Box::new(number)))
        } else {
            number
        }
    }

    fn integer(&mut self) -> Expr {
        expr(ExprKind::Int(self.random.below(20) as i64))
    }

    pub fn block(&mut self) -> Block {
        let most = self.budget.min(5);
        self.budget /= 2;
        let entries = if most == 0 {
            Vec::new()
        } else {
            (0..self.random.below(most + 1)).map(|_| self.entry()).collect()
        };
        Block { entries, span: NONE }
    }

    fn entry(&mut self) -> Entry {
        match self.random.below(14) {
            12 => Entry::Bonus(expr(ExprKind::Row(vec![self.signed(), self.name()]))),
            13 => {
                let mark = Ident {
                    text: (*self.random.pick(&["~", "#", ".", "|", "+", "?"])).to_owned(),
                    span: NONE,
                };
                let values = self.some(2, Generate::value);
                Entry::Clause(Box::new(field(mark, values)))
            }
            0..=3 => Entry::Clause(Box::new(self.clause())),
            4 => Entry::Count(Count {
                count: self.random.below(9) as u32,
                count_span: NONE,
                card: self.ident(),
                span: NONE,
            }),
            5 => Entry::Field(Box::new(FieldDecl {
                doc: self.doc(),
                name: self.ident(),
                optional: self.random.once_in(3),
                ty: self.ty(),
                default: self.random.once_in(4).then(|| self.expr(0)),
                span: NONE,
            })),
            6 => Entry::ClauseDecl(Box::new(ClauseDecl {
                doc: self.doc(),
                name: self.ident(),
                params: if self.random.once_in(3) { self.params() } else { Vec::new() },
                shape: self.ty(),
                body: self.random.once_in(3).then(|| self.block()),
                span: NONE,
            })),
            _ => Entry::Statement(Box::new(Statement { kind: self.statement(), span: NONE })),
        }
    }

    fn clause(&mut self) -> Clause {
        let on = self
            .random
            .once_in(8)
            .then(|| (self.ident(), self.random.once_in(2).then(|| self.expr(0))));
        let values = on.is_none() && !self.random.once_in(4);
        Clause {
            doc: self.doc(),
            name: self.ident(),
            args: if self.random.once_in(4) {
                self.some(3, Generate::head_argument)
            } else {
                Vec::new()
            },
            label: self.random.once_in(5).then(|| self.text()),
            to: (!values && on.is_none() && self.random.once_in(3))
                .then(|| Box::new(self.head_atom())),
            when: (!values && on.is_none() && self.random.once_in(3))
                .then(|| Box::new(self.expr(0))),
            values: values.then(|| self.some(4, Generate::value)),
            on: on.map(Box::new),
            block: self.random.once_in(4).then(|| self.block()),
            span: NONE,
        }
    }

    fn head_argument(&mut self) -> Expr {
        let first = self.head_atom();
        self.joined(first, Generate::head_atom)
    }

    fn head_atom(&mut self) -> Expr {
        match self.random.below(4) {
            0 => self.integer(),
            1 => self.quantity(),
            2 => self.signed(),
            _ => self.name(),
        }
    }

    fn joined(&mut self, first: Expr, other: impl Fn(&mut Generate) -> Expr) -> Expr {
        if !self.random.once_in(4) {
            return first;
        }
        let op = *self.random.pick(&[BinaryOp::Alternative, BinaryOp::Range]);
        expr(ExprKind::Binary(op, Box::new(first), Box::new(other(self))))
    }

    fn signed(&mut self) -> Expr {
        let op = *self.random.pick(&[UnaryOp::Plus, UnaryOp::Minus]);
        let number = if self.random.once_in(3) { self.quantity() } else { self.integer() };
        expr(ExprKind::Unary(op, Box::new(number)))
    }

    fn quantity(&mut self) -> Expr {
        let suffix = *self.random.pick(&["B", "mm", "d6", "%"]);
        expr(ExprKind::Quantity(self.random.below(9) as i64, suffix.to_owned()))
    }

    fn name(&mut self) -> Expr {
        expr(ExprKind::Name(self.ident().text))
    }

    /// A value of a field: an expression, a keyword with arguments, a text of several lines.
    fn value(&mut self) -> Expr {
        match self.random.below(9) {
            8 => self.row(),
            0 | 1 => self.apply(),
            2 => {
                let first = if self.random.once_in(2) { self.apply() } else { self.name() };
                let then = self.some(2, |generate| expr(ExprKind::Call(generate.call())));
                expr(ExprKind::Then { first: Box::new(first), then })
            }
            3 => {
                let lines = self.some(3, |generate| {
                    *generate.random.pick(&["one", "  two {", "// three", "", "four\" \""])
                });
                let text = if lines.contains(&"one") && lines.last() != Some(&"") {
                    lines.join("\n")
                } else {
                    "one".to_owned()
                };
                expr(ExprKind::Text(Str { text, span: NONE, block: true }))
            }
            _ => self.expr(0),
        }
    }

    fn apply(&mut self) -> Expr {
        let args = self.some(2, |generate| {
            let first = match generate.random.below(6) {
                0 => generate.signed(),
                1 => generate.quantity(),
                2 => return expr(ExprKind::Text(generate.text())),
                3 => expr(ExprKind::Call(generate.call())),
                4 => generate.integer(),
                _ => generate.name(),
            };
            generate.joined(first, Generate::name)
        });
        expr(ExprKind::Apply { name: self.ident(), args })
    }

    fn call(&mut self) -> Call {
        let args =
            if self.random.once_in(4) { Vec::new() } else { self.some(3, Generate::call_arg) };
        Call { name: self.ident(), args, span: NONE }
    }

    fn call_arg(&mut self) -> CallArg {
        CallArg { label: self.random.once_in(3).then(|| self.ident()), value: self.expr(0) }
    }

    fn lasting(&mut self) -> Lasting {
        let when = self.random.once_in(3).then(|| self.expr(0));
        Lasting { when, until: self.random.once_in(3).then(|| self.ident()) }
    }

    fn maybe(&mut self) -> Option<Expr> {
        self.random.once_in(2).then(|| self.expr(0))
    }

    fn keyword(&mut self) -> Expr {
        match self.random.below(3) {
            0 => self.apply(),
            1 => expr(ExprKind::Call(self.call())),
            _ => self.name(),
        }
    }

    fn statement(&mut self) -> StatementKind {
        let operations = [
            ModifyWord::By,
            ModifyWord::Times,
            ModifyWord::To,
            ModifyWord::AtLeast,
            ModifyWord::AtMost,
        ];
        match self.random.below(24) {
            21 => StatementKind::Repeat { count: self.expr(0), body: self.block() },
            17 => StatementKind::Set { name: self.ident(), value: self.maybe() },
            18 => StatementKind::Match {
                value: self.expr(0),
                arms: self.some(3, |generate| Arm {
                    values: if generate.random.once_in(4) {
                        Vec::new()
                    } else {
                        generate.some(2, Generate::head_argument)
                    },
                    body: generate.block(),
                    span: NONE,
                }),
            },
            19 => StatementKind::ForSeeds {
                range: (self.bound(), self.random.once_in(2).then(|| self.bound())),
                body: self.block(),
            },
            20 => StatementKind::ExpectLegal {
                command: Command {
                    name: self.ident(),
                    args: if self.random.once_in(2) {
                        self.some(2, Generate::name)
                    } else {
                        Vec::new()
                    },
                    labelled: Vec::new(),
                    span: NONE,
                },
                values: self.some(3, Generate::name),
            },
            0 => {
                let limit = self.limit();
                StatementKind::On {
                    event: self.ident(),
                    condition: self.maybe(),
                    body: self.block(),
                    once: limit.is_none() && self.random.once_in(2),
                    limit,
                    until: self.random.once_in(3).then(|| self.ident()),
                }
            }
            1 => StatementKind::Modify {
                stat: self.ident(),
                subject: self.maybe(),
                operation: *self.random.pick(&operations),
                amount: self.expr(0),
                lasting: self.lasting(),
            },
            2 => StatementKind::Mark {
                subject: self.expr(0),
                mark: self.keyword(),
                lasting: self.lasting(),
            },
            3 => StatementKind::Grant {
                revoke: self.random.once_in(2),
                keyword: self.keyword(),
                subject: self.expr(0),
                lasting: self.lasting(),
            },
            4 => StatementKind::Forbid {
                acts: self.some(3, Generate::ident),
                subject: self.maybe(),
                lasting: self.lasting(),
            },
            5 => StatementKind::ForEach { selection: self.expr(0), body: self.block() },
            6 => {
                let (by, up_to) = self.chooser();
                StatementKind::Choose {
                    by,
                    up_to,
                    count: self.integer(),
                    from: self.expr(0),
                    body: self.block(),
                }
            }
            7 => {
                let count = self.random.once_in(2).then(|| self.integer());
                let (by, up_to) = match count {
                    Some(_) => self.chooser(),
                    None => (*self.random.pick(&[Chooser::You, Chooser::Opponent]), false),
                };
                let options = self.some(2, |generate| ChoiceOption {
                    label: generate.text(),
                    condition: generate.maybe(),
                    body: generate.block(),
                    span: NONE,
                });
                StatementKind::ChooseOption { by, up_to, count, options }
            }
            8 => StatementKind::Offer {
                label: self.text(),
                condition: self.maybe(),
                body: self.block(),
                limit: self.limit(),
            },
            9 => StatementKind::If {
                condition: self.expr(0),
                then: self.block(),
                otherwise: self.random.once_in(2).then(|| self.block()),
            },
            10 => StatementKind::Let { name: self.ident(), value: self.expr(0) },
            11 => StatementKind::Roll { pool: self.expr(0), body: self.block() },
            12 => StatementKind::Require {
                condition: self.expr(0),
                message: self.text(),
                help: self.random.once_in(2).then(|| self.text()),
            },
            13 => StatementKind::Todo { note: self.text() },
            14 => StatementKind::Do(self.command()),
            15 => StatementKind::ExpectIllegal(self.command()),
            16 => StatementKind::Expect { condition: self.expr(0) },
            _ => StatementKind::Call(self.call()),
        }
    }

    fn command(&mut self) -> Command {
        let words = ["with", "at", "to", "from", "by", "as", "on", "for", "choose"];
        let labels = self.random.below(3);
        Command {
            name: self.ident(),
            args: if self.random.once_in(3) {
                Vec::new()
            } else {
                self.some(3, Generate::command_arg)
            },
            labelled: (0..labels)
                .map(|_| {
                    let label = Ident { text: (*self.random.pick(&words)).to_owned(), span: NONE };
                    (label, self.some(2, Generate::command_arg))
                })
                .collect(),
            span: NONE,
        }
    }

    fn command_arg(&mut self) -> Expr {
        if self.random.once_in(5) { self.apply() } else { self.expr(0) }
    }

    /// An expression whose outermost operator binds at least as tightly as `level`, the levels
    /// being those of the grammar. Only at level 0 may it be a selection, which extends as far
    /// to the right as it can.
    pub fn expr(&mut self, level: usize) -> Expr {
        if self.budget == 0 {
            return self.name();
        }
        self.budget -= 1;
        if level == 0 && self.random.once_in(4) {
            return self.select();
        }
        if level <= 4 && self.random.once_in(12) {
            return expr(ExprKind::Unary(UnaryOp::Not, Box::new(self.expr(4))));
        }
        let operator = 1 + self.random.below(14);
        if operator < level.max(1) || operator > 9 {
            return self.primary();
        }
        use BinaryOp::*;
        let (op, left, right) = match operator {
            1 => (Implies, 2, 1),
            2 => (Or, 2, 3),
            3 => (And, 3, 4),
            4 => {
                let ops = [Equal, NotEqual, Less, AtMost, Greater, AtLeast, Has, Is, IsNot, In];
                let op = *self.random.pick(&ops);
                if op == In {
                    let call = expr(ExprKind::Call(self.call()));
                    return expr(ExprKind::Binary(In, Box::new(call), Box::new(self.expr(5))));
                }
                (op, 5, 5)
            }
            5 => (Alternative, 5, 6),
            6 => (Range, 7, 7),
            7 => (*self.random.pick(&[Add, Subtract]), 7, 8),
            8 => (*self.random.pick(&[Multiply, Divide]), 8, 9),
            _ => {
                let op = *self.random.pick(&[UnaryOp::Minus, UnaryOp::Plus]);
                return expr(ExprKind::Unary(op, Box::new(self.expr(9))));
            }
        };
        let left = self.expr(left);
        expr(ExprKind::Binary(op, Box::new(left), Box::new(self.expr(right))))
    }

    /// Who chooses, and whether up to so many.
    fn chooser(&mut self) -> (Chooser, bool) {
        let by = *self.random.pick(&[Chooser::You, Chooser::Opponent, Chooser::Chance]);
        (by, by != Chooser::Chance && self.random.once_in(2))
    }

    fn limit(&mut self) -> Option<Limit> {
        let count = self.maybe()?;
        let per = self.random.once_in(2).then(|| self.ident());
        Some(Limit { count, per })
    }

    fn select(&mut self) -> Expr {
        let mut zone = self.random.once_in(3).then(|| Box::new(self.expr(5)));
        let within =
            self.random.once_in(5).then(|| (Box::new(self.expr(7)), Box::new(self.expr(9))));
        let filter = self.random.once_in(2).then(|| Box::new(self.expr(0)));
        if zone.is_none() && within.is_none() && filter.is_none() {
            zone = Some(Box::new(self.name()));
        }
        if let (true, Some(filter), None, None) = (self.random.once_in(3), &filter, &zone, &within)
        {
            let of = Box::new(expr(ExprKind::Call(self.call())));
            return expr(ExprKind::Where { of, filter: filter.clone() });
        }
        expr(ExprKind::Select { source: self.ident(), zone, within, filter })
    }

    fn primary(&mut self) -> Expr {
        match self.random.below(10) {
            0 => self.integer(),
            1 => self.quantity(),
            2 => expr(ExprKind::Text(self.text())),
            3 | 4 => expr(ExprKind::Call(self.call())),
            5 => {
                let of = if self.random.once_in(3) {
                    expr(ExprKind::Call(self.call()))
                } else {
                    self.name()
                };
                expr(ExprKind::Member { of: Box::new(of), name: self.ident() })
            }
            6 => {
                let values = if self.random.once_in(4) {
                    Vec::new()
                } else {
                    self.some(3, |generate| generate.expr(0))
                };
                expr(ExprKind::Set(values))
            }
            7 => expr(ExprKind::Group(Box::new(self.expr(0)))),
            _ => self.name(),
        }
    }
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: NONE }
}

fn word(text: &str) -> Ident {
    Ident { text: text.to_owned(), span: NONE }
}

fn field(name: Ident, values: Vec<Expr>) -> Clause {
    Clause {
        doc: Vec::new(),
        name,
        args: Vec::new(),
        label: None,
        values: Some(values),
        to: None,
        when: None,
        on: None,
        block: None,
        span: NONE,
    }
}
