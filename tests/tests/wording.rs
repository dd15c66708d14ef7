//! Generated text of every shipped card, and of small effects with every word of every game. No
//! text may contain a typical slip of the generator.

use cardwright_games::GAMES;
use std::path::Path;

use cardwright_check::{Project, check, write_texts};
use cardwright_model::{
    Arg, BinaryOp, Choice, Chooser, Entity, Expr, Library, ModifyOp, Package, Pool, Run, Statement,
    UnaryOp,
};
use cardwright_vocabulary::{Type, Vocabulary, Word, WordParam, WordType};

/// What no text may contain, wherever its words come from.
const SLIPS: [&str; 24] = [
    "~",
    "{",
    "}",
    "  ",
    " .",
    " ,",
    " ;",
    ",,",
    ", .",
    "..",
    "then otherwise",
    "’s’s",
    " ’s",
    "in play in play",
    " a the ",
    " an the ",
    " a a ",
    " an a ",
    " the the ",
    "each each",
    "1 squares",
    "1 cards",
    "them lose",
    "you takes",
];

/// Every package of the content with those below it.
fn libraries() -> Vec<Library> {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let checked = check(
        &Project::load(cardwright_tests::disk(), &content).expect("the content can be read"),
        GAMES,
    );
    checked.packages.into_iter().map(|package| package.library).collect()
}

/// The paragraphs of a card as plain words.
fn paragraphs(card: &Entity) -> Vec<String> {
    let blocks = card.text.iter().flat_map(|block| &block.paragraphs);
    blocks.map(|runs| runs.iter().map(Run::plain).collect()).collect()
}

fn slips(text: &str) -> Option<&'static str> {
    SLIPS.into_iter().find(|slip| text.contains(slip))
}

#[test]
fn no_shipped_card_has_a_slip() {
    let mut read = 0;
    for library in libraries() {
        let own = library.packages.last().expect("a package");
        for card in &own.cards {
            for text in paragraphs(card) {
                read += 1;
                assert_eq!(slips(&text), None, "{}: {}: {text}", own.name, card.id);
            }
        }
    }
    assert!(read > 500, "only {read} paragraphs were read");
}

#[test]
fn no_word_of_any_game_leads_to_a_slip() {
    let mut found = Vec::new();
    for library in libraries() {
        let game = library.game().expect("a game").engine.clone();
        let own = library.packages.last().expect("a package");
        // Only the game itself, not the packages that build on it.
        if own.definition.is_none() {
            continue;
        }
        let sweep = Sweep { words: GAMES.vocabulary(&game).expect("a vocabulary"), package: own };
        let effects = sweep.effects();
        assert!(effects.len() > 300, "{game}: only {} effects", effects.len());
        for kind in own.kinds.iter().filter(|kind| kind.print.is_some()) {
            let cards = effects.iter().map(|effect| Entity {
                id: "sweep".into(),
                kind: kind.id.clone(),
                effects: vec![effect.clone()],
                ..Entity::default()
            });
            let cards = cards.collect();
            let mut package = Package { name: "sweep".into(), cards, ..Package::default() };
            let missing = write_texts(&library, &mut package);
            found.extend(missing.iter().map(|word| format!("{game}: no words for {word:?}")));
            for (card, effect) in package.cards.iter().zip(&effects) {
                let text = paragraphs(card).join(" ");
                if let Some(slip) = slips(&text).or(text.is_empty().then_some("nothing")) {
                    found.push(format!("{game} {} `{slip}` in: {text}\n    {effect:?}", kind.id));
                }
            }
        }
    }
    assert!(found.is_empty(), "{} slips\n{}", found.len(), found.join("\n"));
}

/// Small effects with all words of a game.
struct Sweep<'a> {
    words: &'static Vocabulary,
    package: &'a Package,
}

impl Sweep<'_> {
    fn effects(&self) -> Vec<Statement> {
        let mut effects = Vec::new();
        for verb in self.words.verbs {
            for count in [1, 3] {
                let done = |who: &str| self.call(verb, who, count, true);
                effects.extend(done("self"));
                effects.extend(self.call(verb, "self", count, false));
                for from in self.groups().take(2) {
                    effects.extend(done("it").map(|body| for_each(from.clone(), body)));
                    effects.extend(done("it").map(|body| choose(2, from.clone(), body)));
                    effects.extend(done("it").map(|body| choose(1, from.clone(), body)));
                }
            }
        }
        effects.extend(self.reactions());
        effects.extend(self.lasting());
        effects.extend(self.choices());
        effects.extend(self.conditions());
        effects
    }

    /// A reaction to every event, with something done to each card it binds.
    fn reactions(&self) -> Vec<Statement> {
        let mut found = Vec::new();
        for event in self.words.events {
            let nobody = self.anything("self");
            found.push(on(event.name, None, nobody.clone()));
            for bound in event.params.iter().filter(|param| param.ty == Type::Card) {
                let body = self.anything(bound.name);
                found.push(on(event.name, None, body.clone()));
                let is_self = binary(var(bound.name), BinaryOp::Equal, var("self"));
                found.push(on(event.name, Some(is_self.clone()), body.clone()));
                let is_not = Expr::Unary { operator: UnaryOp::Not, value: Box::new(is_self) };
                found.push(on(event.name, Some(is_not), body));
            }
        }
        found
    }

    /// Stats, marks and acts, both lasting and for a moment.
    fn lasting(&self) -> Vec<Statement> {
        let mut found = Vec::new();
        let group = self.groups().next().unwrap_or_else(|| var("self"));
        for stat in self.words.stats {
            let of_cards = stat.params.first().is_some_and(|param| param.ty == Type::Card);
            let subjects: Vec<Option<Expr>> =
                if of_cards { vec![Some(var("self")), Some(group.clone())] } else { vec![None] };
            for subject in subjects {
                for (operation, amount) in [
                    (ModifyOp::Add, int(1)),
                    (ModifyOp::Add, int(-2)),
                    (ModifyOp::Add, query("count", &[("cards", group.clone())])),
                    (ModifyOp::Set, int(0)),
                    (ModifyOp::Times, int(2)),
                    (ModifyOp::AtLeast, int(1)),
                    (ModifyOp::AtMost, int(3)),
                ] {
                    let modify = Statement::Modify {
                        stat: stat.name.into(),
                        subject: subject.clone(),
                        operation,
                        amount,
                        condition: None,
                        until: None,
                    };
                    found.extend([modify.clone(), on(self.words.events[0].name, None, modify)]);
                }
            }
        }
        for mark in self.words.marks {
            let Some(args) = self.args(mark.params, "self", 1, true) else { continue };
            for subject in [var("self"), group.clone()] {
                found.push(Statement::Mark {
                    subject,
                    mark: mark.name.into(),
                    args: args.clone(),
                    condition: None,
                    until: None,
                });
            }
        }
        for act in self.words.acts {
            for subject in [None, Some(group.clone())] {
                let acts = vec![act.name.to_owned()];
                found.push(Statement::Forbid { acts, subject, condition: None, until: None });
            }
        }
        found
    }

    /// Selections to choose from and to count, and offers.
    fn choices(&self) -> Vec<Statement> {
        let mut found = Vec::new();
        for selection in self.words.selections {
            let Some(args) = self.args(selection.params, "self", 2, true) else { continue };
            let from = Expr::Select { source: selection.name.into(), args, filter: None };
            let done = self.anything("it");
            let either = self.either(done.clone());
            found.push(for_each(from.clone(), done.clone()));
            found.push(for_each(from.clone(), either.clone()));
            found.push(choose(1, from.clone(), either));
            found.push(Statement::Choose {
                by: Chooser::default(),
                count: int(2),
                up_to: true,
                from: from.clone(),
                body: vec![done.clone(), self.anything("self")],
            });
            let offer = Statement::Offer {
                label: "Go".into(),
                condition: Some(query("any", &[("cards", from.clone())])),
                body: vec![choose(1, from.clone(), done)],
                limit: None,
                per_game: false,
            };
            found.push(offer);
            let count = query("count", &[("cards", from)]);
            let many = binary(count, BinaryOp::AtLeast, int(2));
            found.push(branch(many, self.anything("self")));
        }
        found.push(self.either(self.anything("self")));
        found
    }

    /// Every fact: asked, denied, compared, and as part of a noun.
    fn conditions(&self) -> Vec<Statement> {
        let mut found = Vec::new();
        let group = self.words.selections.iter().find(|word| word.result == Type::Cards);
        for fact in self.words.queries.iter().chain(self.words.stats) {
            let about = |who: &str| {
                let args = self.args(fact.params, who, 2, true)?;
                Some(Expr::Query { name: fact.name.into(), args })
            };
            let tests = |asked: Expr| match fact.result {
                Type::Bool => {
                    let denied =
                        Expr::Unary { operator: UnaryOp::Not, value: Box::new(asked.clone()) };
                    vec![asked, denied]
                }
                Type::Int => [(BinaryOp::AtLeast, 1), (BinaryOp::Less, 1), (BinaryOp::Equal, 2)]
                    .into_iter()
                    .map(|(operator, right)| binary(asked.clone(), operator, int(right)))
                    .collect(),
                _ => Vec::new(),
            };
            let done = self.anything("self");
            found.extend(
                about("self").into_iter().flat_map(tests).map(|test| branch(test, done.clone())),
            );
            let (Some(group), Some(it)) = (group, about("it")) else { continue };
            let is_of_cards = fact.params.first().is_some_and(|param| param.ty == Type::Card);
            for test in tests(it).into_iter().filter(|_| is_of_cards) {
                let Some(args) = self.args(group.params, "self", 2, true) else { continue };
                let filter = Some(Box::new(test));
                let from = Expr::Select { source: group.name.into(), args, filter };
                found.push(for_each(from, self.anything("it")));
            }
        }
        found
    }

    /// The selections of several cards.
    fn groups(&self) -> impl Iterator<Item = Expr> {
        let words = self.words.selections.iter().filter(|word| word.result == Type::Cards);
        words.filter(|word| word.params.is_empty()).map(|word| Expr::Select {
            source: word.name.into(),
            args: Vec::new(),
            filter: None,
        })
    }

    /// The first verb that does something to a card, applied to `who`.
    fn anything(&self, who: &str) -> Statement {
        let about_cards =
            |verb: &&Word| verb.params.first().is_some_and(|param| param.ty == Type::Card);
        let mut verbs = self.words.verbs.iter().filter(about_cards);
        verbs.find_map(|verb| self.call(verb, who, 1, true)).expect("a verb about cards")
    }

    fn either(&self, body: Statement) -> Statement {
        let option = |label: &str, body| Choice { label: label.into(), condition: None, body };
        let other = self.anything("self");
        Statement::ChooseOption {
            by: Chooser::You,
            count: None,
            up_to: false,
            options: vec![option("This", vec![body]), option("That", vec![other])],
        }
    }

    fn call(&self, verb: &Word, who: &str, count: i64, all: bool) -> Option<Statement> {
        let args = self.args(verb.params, who, count, all)?;
        Some(Statement::Call { verb: verb.name.into(), args })
    }

    /// An argument for each parameter, or for the required ones; `None` if one has no simple value.
    fn args(&self, params: &[WordParam], who: &str, count: i64, all: bool) -> Option<Vec<Arg>> {
        let wanted = params.iter().filter(|param| all || !param.optional);
        wanted
            .map(|param| {
                let value = self.argument(param.ty, who, count)?;
                Some(Arg { name: param.name.into(), value })
            })
            .collect()
    }

    fn argument(&self, ty: WordType, who: &str, count: i64) -> Option<Expr> {
        let symbol = |domain: &str| {
            let declared = self.package.enums.iter().find(|known| known.id == domain)?;
            let id = declared.values.first()?.id.clone();
            Some(Expr::Symbol { domain: domain.into(), id })
        };
        Some(match ty {
            Type::Int => int(count),
            Type::Bool => Expr::Bool { value: true },
            Type::Card => var(who),
            Type::Cards => self.groups().next()?,
            Type::CardName => {
                Expr::Card { id: self.package.cards.first()?.id.clone(), with: vec![] }
            }
            Type::Zone => Expr::Zone { id: self.words.zones.first()?.name.into() },
            Type::Kind => {
                let kind = self.package.kinds.iter().find(|kind| kind.print.is_some())?;
                Expr::Kind { id: kind.id.clone() }
            }
            Type::Keyword => {
                let keyword = self.package.keywords.iter().find(|known| known.params.is_empty())?;
                Expr::Keyword { id: keyword.id.clone(), args: vec![] }
            }
            Type::Enum(domain) => symbol(domain)?,
            Type::EnumSet(domains) => symbol(domains.first()?)?,
            Type::Stat => {
                Expr::Symbol { domain: "stat".into(), id: self.words.stats.first()?.name.into() }
            }
            Type::Pool => {
                let die = self.package.dice.first()?.id.clone();
                Expr::Pool { pool: Pool { dice: [(die, count)].into(), bonus: 0 } }
            }
            _ => return None,
        })
    }
}

fn int(value: i64) -> Expr {
    Expr::Int { value }
}

fn var(name: &str) -> Expr {
    Expr::Var { name: name.into() }
}

fn query(name: &str, args: &[(&str, Expr)]) -> Expr {
    let args = args.iter().map(|(name, value)| Arg { name: (*name).into(), value: value.clone() });
    Expr::Query { name: name.into(), args: args.collect() }
}

fn binary(left: Expr, operator: BinaryOp, right: Expr) -> Expr {
    Expr::Binary { operator, left: Box::new(left), right: Box::new(right) }
}

fn on(event: &str, condition: Option<Expr>, body: Statement) -> Statement {
    Statement::On {
        event: event.into(),
        condition,
        body: vec![body],
        limit: None,
        per_game: false,
        once: false,
        until: None,
    }
}

fn for_each(selection: Expr, body: Statement) -> Statement {
    Statement::ForEach { selection, body: vec![body] }
}

fn choose(count: i64, from: Expr, body: Statement) -> Statement {
    Statement::Choose {
        by: Chooser::default(),
        count: int(count),
        up_to: false,
        from,
        body: vec![body],
    }
}

fn branch(condition: Expr, then: Statement) -> Statement {
    Statement::If { condition, then: vec![then.clone()], otherwise: vec![then] }
}
