//! Whatever an effect or a rule says, wording and judging it terminates and never panics. The trees
//! come from a small generator with fixed seeds: any shape, sensible or not.

use super::crawler;
use cardwright_check::{Project, check, compare_numbers, evaluate_rules, write_texts};
use cardwright_games::GAMES;
use cardwright_model::{
    Arg, BinaryOp, Choice, Chooser, Entity, Expr, KeywordUse, ListEntry, ModifyOp, Package,
    RuleDecl, Severity, Statement, UnaryOp, Value,
};

#[test]
fn every_tree_can_be_worded_and_judged() {
    let game = check(&Project::from_memory([crawler::game()]), GAMES).packages.remove(0);
    let mut library = game.library;
    for seed in 0..150 {
        let mut random = Random(seed);
        let mut package = random.package();
        write_texts(&library, &mut package);
        package.cards.iter().for_each(|card| {
            compare_numbers(card);
        });
        library.packages.push(package);
        evaluate_rules(&library);
        library.packages.pop();
    }
}

/// A linear congruential generator; the constants are Knuth's.
struct Random(u64);

/// Words that mean something in one place or another, and some that mean nothing.
const WORDS: &[&str] = &[
    "it",
    "self",
    "victim",
    "characters",
    "cards",
    "others",
    "dungeon-cards",
    "party",
    "count",
    "any",
    "all",
    "alike",
    "twin",
    "highest",
    "percent",
    "size",
    "cost",
    "power",
    "type",
    "kind",
    "name",
    "copies",
    "wounds",
    "has",
    "given",
    "clause-values",
    "setting",
    "min",
    "max",
    "first",
    "hand-limit",
    "attack-power",
    "enter",
    "wounded",
    "slain",
    "draw",
    "wound",
    "summon",
    "ignore",
    "boost",
    "play",
    "hidden",
    "immune",
    "end-of-round",
    "end-of-attack",
    "fire",
    "goblin",
    "dungeon-grave",
    "trap",
    "dungeon",
    "drain",
    "stealth",
    "a",
    "b",
    "x",
    "",
    "nothing",
    "format",
];

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn word(&mut self) -> String {
        WORDS[self.below(WORDS.len())].to_owned()
    }

    fn chance(&mut self) -> bool {
        self.below(2) == 0
    }

    fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.chance().then(|| make(self))
    }

    fn several<T>(&mut self, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(3)).map(|_| make(self)).collect()
    }

    fn package(&mut self) -> Package {
        let cards = (0..4)
            .map(|number| Entity {
                id: format!("card-{number}"),
                name: format!("Card {number}"),
                kind: ["character", "trap", "magic", "quest", "nothing"][self.below(5)].to_owned(),
                fields: self
                    .several(|random| (random.word(), random.value(3)))
                    .into_iter()
                    .collect(),
                keywords: self.several(|random| KeywordUse {
                    keyword: random.word(),
                    args: random.args(2),
                    then: random.block(2),
                }),
                clauses: self.several(|random| cardwright_model::Clause {
                    clause: ["base", "boost", "disrupt", "challenge"][random.below(4)].to_owned(),
                    condition: random.maybe(|random| random.expr(3)),
                    fields: [("power".to_owned(), random.value(2))].into(),
                    effects: random.block(3),
                    ..cardwright_model::Clause::default()
                }),
                effects: self.block(4),
                ..Entity::default()
            })
            .collect();
        let deck = Entity {
            id: "deck".to_owned(),
            kind: "deck".to_owned(),
            target: self.maybe(|_| "walkthrough".to_owned()),
            lists: [(
                "dungeon".to_owned(),
                vec![ListEntry { count: 2, card: "goblin".to_owned() }],
            )]
            .into(),
            ..Entity::default()
        };
        let rules = (0..4).map(|number| RuleDecl {
            id: format!("rule-{number}"),
            applies_to: vec![["card", "deck", "set", "trap", "dungeon"][self.below(5)].to_owned()],
            condition: self.maybe(|random| random.expr(3)),
            body: self.rule_block(3),
            ..RuleDecl::default()
        });
        let rules = rules.collect();
        Package {
            name: "random".to_owned(),
            cards,
            decks: vec![deck].into(),
            rules,
            ..Package::default()
        }
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.below(6) {
            0 => Value::Int(self.number()),
            1 => Value::Bool(self.chance()),
            2 => Value::Text(self.word()),
            3 => Value::Ref { id: self.word() },
            4 => Value::Formula { formula: self.expr(depth) },
            _ => Value::List(vec![Value::Ref { id: self.word() }]),
        }
    }

    fn number(&mut self) -> i64 {
        [0, 1, 2, -1, i64::MAX, i64::MIN][self.below(6)]
    }

    fn args(&mut self, depth: usize) -> Vec<Arg> {
        const NAMES: &[&str] =
            &["card", "cards", "count", "field", "stat", "kind", "types", "n", "a", "b"];
        self.several(|random| Arg {
            name: NAMES[random.below(NAMES.len())].to_owned(),
            value: random.expr(depth),
        })
    }

    fn expr(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return match self.below(4) {
                0 => Expr::Int { value: self.number() },
                1 => Expr::Var { name: self.word() },
                2 => Expr::Select { source: self.word(), args: vec![], filter: None },
                _ => Expr::Symbol { domain: self.word(), id: self.word() },
            };
        }
        let deeper = depth - 1;
        match self.below(12) {
            0 => Expr::Bool { value: self.chance() },
            1 => Expr::Text { value: self.word() },
            2 => Expr::Kind { id: self.word() },
            3 => Expr::Keyword { id: self.word(), args: self.args(deeper) },
            4 => Expr::Zone { id: self.word() },
            5 => Expr::Member { of: Box::new(self.expr(deeper)), name: self.word() },
            6 => Expr::Set { items: self.several(|random| random.expr(deeper)) },
            7 => {
                let operator = if self.chance() { UnaryOp::Not } else { UnaryOp::Negate };
                Expr::Unary { operator, value: Box::new(self.expr(deeper)) }
            }
            8 => Expr::Select {
                source: self.word(),
                args: self.args(deeper),
                filter: self.maybe(|random| Box::new(random.expr(deeper))),
            },
            9 => Expr::Query { name: self.word(), args: self.args(deeper) },
            _ => Expr::Binary {
                operator: self.operator(),
                left: Box::new(self.expr(deeper)),
                right: Box::new(self.expr(deeper)),
            },
        }
    }

    fn operator(&mut self) -> BinaryOp {
        use BinaryOp::*;
        let all = [
            Or, And, Implies, Equal, NotEqual, Less, AtMost, Greater, AtLeast, Has, In, Add,
            Subtract, Multiply, Divide, Range,
        ];
        all[self.below(all.len())]
    }

    fn block(&mut self, depth: usize) -> Vec<Statement> {
        self.several(|random| random.statement(depth))
    }

    fn statement(&mut self, depth: usize) -> Statement {
        let deeper = depth.saturating_sub(1);
        if depth == 0 {
            return Statement::Call { verb: self.word(), args: self.args(1) };
        }
        match self.below(14) {
            12 => Statement::Repeat { count: self.expr(deeper), body: self.block(deeper) },
            0 => Statement::On {
                event: self.word(),
                condition: self.maybe(|random| random.expr(deeper)),
                body: self.block(deeper),
                limit: self.maybe(|random| random.expr(1)),
                per_game: self.below(2) == 0,
                once: self.chance(),
                until: self.maybe(Self::word),
            },
            1 => Statement::Modify {
                stat: self.word(),
                subject: self.maybe(|random| random.expr(deeper)),
                operation: [ModifyOp::Add, ModifyOp::Times, ModifyOp::Set, ModifyOp::AtMost]
                    [self.below(4)],
                amount: self.expr(deeper),
                condition: self.maybe(|random| random.expr(deeper)),
                until: self.maybe(Self::word),
            },
            2 => Statement::Mark {
                subject: self.expr(deeper),
                mark: self.word(),
                args: self.args(deeper),
                condition: None,
                until: self.maybe(Self::word),
            },
            3 => Statement::Grant {
                keyword: self.word(),
                args: self.args(deeper),
                subject: self.expr(deeper),
                revoke: self.chance(),
                condition: None,
                until: None,
            },
            4 => Statement::Forbid {
                acts: self.several(Self::word),
                subject: self.maybe(|random| random.expr(deeper)),
                condition: None,
                until: None,
            },
            5 => Statement::ForEach { selection: self.expr(deeper), body: self.block(deeper) },
            6 => Statement::Choose {
                by: [Chooser::You, Chooser::Opponent, Chooser::Chance][self.below(3)],
                count: self.expr(deeper),
                up_to: self.chance(),
                from: self.expr(deeper),
                body: self.block(deeper),
            },
            7 => Statement::ChooseOption {
                by: [Chooser::You, Chooser::Opponent, Chooser::Chance][self.below(3)],
                count: self.maybe(|random| random.expr(deeper)),
                up_to: self.chance(),
                options: self.several(|random| Choice {
                    label: random.word(),
                    condition: random.maybe(|random| random.expr(deeper)),
                    body: random.block(deeper),
                }),
            },
            8 => Statement::Offer {
                label: self.word(),
                condition: self.maybe(|random| random.expr(deeper)),
                body: self.block(deeper),
                limit: self.maybe(|random| random.expr(1)),
                per_game: self.below(2) == 0,
            },
            9 => Statement::If {
                condition: self.expr(deeper),
                then: self.block(deeper),
                otherwise: self.block(deeper),
            },
            10 => Statement::Let { name: self.word(), value: self.expr(deeper) },
            11 => Statement::Todo { note: self.word() },
            _ => Statement::Call { verb: self.word(), args: self.args(deeper) },
        }
    }

    fn rule_block(&mut self, depth: usize) -> Vec<Statement> {
        let mut block = self.block(depth);
        block.push(Statement::Require {
            condition: self.expr(depth),
            message: "{0} {1} {".to_owned(),
            help: self.maybe(Self::word),
            holes: self.several(|random| random.expr(depth)),
            severity: self.maybe(|_| Severity::Warning),
        });
        block
    }
}
