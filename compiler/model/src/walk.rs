//! Walking through effects: what a statement or an expression consists of, and all the places
//! of a card where effects stand.
//!
//! This is the only code that lists the parts of every statement and expression. Whoever looks
//! for something in effects asks here, so that a new part is seen by everybody.

use crate::effect::{Arg, Choice, Expr, Statement};
use crate::entity::{Clause, Entity, KeywordUse};

/// A block inside a statement.
#[derive(Debug, Clone, Copy)]
pub struct Branch<'e> {
    /// What decides whether the block is done, and how it must turn out; none: nothing does.
    pub guard: Option<(&'e Expr, bool)>,
    /// The block.
    pub body: &'e [Statement],
}

/// Visits statements and those inside them, in the order written, the outer one first.
pub fn each<'e>(statements: &'e [Statement], visit: &mut dyn FnMut(&'e Statement)) {
    for statement in statements {
        visit(statement);
        statement.bodies().for_each(|body| each(body, visit));
    }
}

/// Whether one of the statements, or of those inside them, is what the test looks for.
pub fn any(statements: &[Statement], test: &mut dyn FnMut(&Statement) -> bool) -> bool {
    statements.iter().any(|statement| test(statement) || statement.bodies().any(|b| any(b, test)))
}

impl Statement {
    /// The expressions of the statement itself, without those of the blocks inside it.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let mut own: [Option<&Expr>; 3] = [None; 3];
        let (mut args, mut options, mut holes): (&[Arg], &[Choice], &[Expr]) = (&[], &[], &[]);
        match self {
            Statement::On { condition, limit, .. } | Statement::Offer { condition, limit, .. } => {
                own = [condition.as_ref(), limit.as_ref(), None];
            }
            Statement::Modify { subject, amount, condition, .. } => {
                own = [subject.as_ref(), Some(amount), condition.as_ref()];
            }
            Statement::Mark { subject, args: given, condition, .. }
            | Statement::Grant { subject, args: given, condition, .. } => {
                own = [Some(subject), condition.as_ref(), None];
                args = given;
            }
            Statement::Forbid { subject, condition, .. } => {
                own = [subject.as_ref(), condition.as_ref(), None];
            }
            Statement::ForEach { selection: first, .. }
            | Statement::Repeat { count: first, .. }
            | Statement::If { condition: first, .. }
            | Statement::Roll { pool: first, .. }
            | Statement::Let { value: first, .. }
            | Statement::Set { value: first, .. } => own[0] = Some(first),
            Statement::Choose { count, from, .. } => own = [Some(count), Some(from), None],
            Statement::ChooseOption { count, options: offered, .. } => {
                own[0] = count.as_ref();
                options = offered;
            }
            Statement::Call { args: given, .. } => args = given,
            Statement::Require { condition, holes: filled, .. } => {
                own[0] = Some(condition);
                holes = filled;
            }
            Statement::Todo { .. } => {}
        }
        let of_args = args.iter().map(|arg| &arg.value);
        let of_options = options.iter().filter_map(|option| option.condition.as_ref());
        own.into_iter().flatten().chain(of_args).chain(of_options).chain(holes)
    }

    /// The blocks inside the statement, with what decides about them.
    pub fn branches(&self) -> impl Iterator<Item = Branch<'_>> {
        let mut own: [Option<Branch<'_>>; 2] = [None; 2];
        let mut options: &[Choice] = &[];
        match self {
            Statement::On { condition, body, .. } | Statement::Offer { condition, body, .. } => {
                own[0] = Some(Branch { guard: holds(condition), body });
            }
            Statement::ForEach { body, .. }
            | Statement::Repeat { body, .. }
            | Statement::Choose { body, .. }
            | Statement::Roll { body, .. } => own[0] = Some(Branch { guard: None, body }),
            Statement::If { condition, then, otherwise } => {
                own[0] = Some(Branch { guard: Some((condition, true)), body: then });
                own[1] = Some(Branch { guard: Some((condition, false)), body: otherwise });
            }
            Statement::ChooseOption { options: offered, .. } => options = offered,
            Statement::Modify { .. }
            | Statement::Mark { .. }
            | Statement::Grant { .. }
            | Statement::Forbid { .. }
            | Statement::Let { .. }
            | Statement::Set { .. }
            | Statement::Call { .. }
            | Statement::Require { .. }
            | Statement::Todo { .. } => {}
        }
        let of_options = options
            .iter()
            .map(|Choice { condition, body, .. }| Branch { guard: holds(condition), body });
        own.into_iter().flatten().chain(of_options)
    }

    /// The blocks inside the statement.
    pub fn bodies(&self) -> impl Iterator<Item = &[Statement]> {
        self.branches().map(|branch| branch.body)
    }

    /// The window at which what the statement begins ends, where it names one.
    pub fn until(&self) -> Option<&str> {
        match self {
            Statement::On { until, .. }
            | Statement::Modify { until, .. }
            | Statement::Mark { until, .. }
            | Statement::Grant { until, .. }
            | Statement::Forbid { until, .. } => until.as_deref(),
            _ => None,
        }
    }

    /// Whether the statement holds as long as the card it stands on, rather than being done once.
    pub fn lasts(&self) -> bool {
        matches!(
            self,
            Statement::On { .. }
                | Statement::Modify { .. }
                | Statement::Mark { .. }
                | Statement::Grant { .. }
                | Statement::Forbid { .. }
                | Statement::Offer { .. }
        )
    }
}

impl Expr {
    /// The parts of the expression, from left to right.
    pub fn children(&self) -> impl Iterator<Item = &Expr> {
        let mut own: [Option<&Expr>; 2] = [None; 2];
        let (mut args, mut items): (&[Arg], &[Expr]) = (&[], &[]);
        match self {
            Expr::Query { args: given, .. }
            | Expr::Keyword { args: given, .. }
            | Expr::Card { with: given, .. } => args = given,
            Expr::Select { args: given, filter, .. } => {
                args = given;
                own[0] = filter.as_deref();
            }
            Expr::Member { of: inner, .. } | Expr::Unary { value: inner, .. } => {
                own[0] = Some(inner);
            }
            Expr::Binary { left, right, .. } => own = [Some(left), Some(right)],
            Expr::Set { items: members } => items = members,
            Expr::Int { .. }
            | Expr::Bool { .. }
            | Expr::Text { .. }
            | Expr::Quantity { .. }
            | Expr::Pool { .. }
            | Expr::Symbol { .. }
            | Expr::Kind { .. }
            | Expr::Zone { .. }
            | Expr::Var { .. } => {}
        }
        // A selection's `where` stands behind its arguments.
        args.iter().map(|arg| &arg.value).chain(own.into_iter().flatten()).chain(items)
    }

    /// Visits the expression and its parts from left to right, the outer one first.
    pub fn each<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        visit(self);
        self.children().for_each(|child| child.each(visit));
    }

    /// Whether the expression, or a part of it, is what the test looks for.
    pub fn any(&self, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
        test(self) || self.children().any(|child| child.any(test))
    }
}

impl Clause {
    /// The clause and those inside it, the outer one first.
    pub fn all(&self) -> Vec<&Clause> {
        let mut all = vec![self];
        all.extend(self.clauses.iter().flat_map(Clause::all));
        all
    }

    /// Everything that the clause and those inside it say in effects, also after the `then` of
    /// a keyword.
    pub fn all_effects(&self) -> impl Iterator<Item = &[Statement]> {
        self.all().into_iter().flat_map(|clause| said(&clause.effects, &clause.keywords))
    }
}

impl Entity {
    /// The clauses of the card and those inside them, in printed order.
    pub fn all_clauses(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().flat_map(Clause::all)
    }

    /// The keywords of the card and of all its clauses.
    pub fn all_keywords(&self) -> impl Iterator<Item = &KeywordUse> {
        self.keywords.iter().chain(self.all_clauses().flat_map(|clause| &clause.keywords))
    }

    /// Everything that the card says in effects: its own, those of all its clauses, and what
    /// follows keywords after `then`. Not what the keywords themselves do.
    pub fn all_effects(&self) -> impl Iterator<Item = &[Statement]> {
        let of_clauses = self.clauses.iter().flat_map(Clause::all_effects);
        said(&self.effects, &self.keywords).chain(of_clauses)
    }
}

fn holds(condition: &Option<Expr>) -> Option<(&Expr, bool)> {
    condition.as_ref().map(|guard| (guard, true))
}

fn said<'e>(
    effects: &'e [Statement],
    keywords: &'e [KeywordUse],
) -> impl Iterator<Item = &'e [Statement]> {
    std::iter::once(effects).chain(keywords.iter().map(|used| used.then.as_slice()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Chooser;

    fn int(value: i64) -> Expr {
        Expr::Int { value }
    }

    fn todo(note: &str) -> Statement {
        Statement::Todo { note: note.to_owned() }
    }

    fn numbers(statement: &Statement) -> Vec<i64> {
        let mut found = Vec::new();
        each(std::slice::from_ref(statement), &mut |inner| {
            for expr in inner.expressions() {
                expr.each(&mut |part| {
                    if let Expr::Int { value } = part {
                        found.push(*value);
                    }
                });
            }
        });
        found
    }

    #[test]
    fn every_expression_of_a_statement_is_found() {
        let arg = |value| Arg { name: "n".to_owned(), value: int(value) };
        let offer = Statement::Offer {
            label: "Rest".to_owned(),
            condition: Some(int(1)),
            body: vec![Statement::Call { verb: "draw".to_owned(), args: vec![arg(3), arg(4)] }],
            limit: Some(int(2)),
            per_game: false,
        };
        assert_eq!(numbers(&offer), [1, 2, 3, 4]);
        let mark = Statement::Mark {
            subject: Expr::Select {
                source: "characters".to_owned(),
                args: vec![arg(1)],
                filter: Some(Box::new(int(2))),
            },
            mark: "reach".to_owned(),
            args: vec![arg(4)],
            condition: Some(int(3)),
            until: None,
        };
        assert_eq!(numbers(&mark), [1, 2, 3, 4]);
        let choice = |value: i64| Choice {
            label: value.to_string(),
            condition: Some(int(value)),
            body: vec![Statement::Let { name: "x".to_owned(), value: int(value + 10) }],
        };
        let options = Statement::ChooseOption {
            by: Chooser::You,
            count: Some(int(0)),
            up_to: false,
            options: vec![choice(1), choice(2)],
        };
        assert_eq!(numbers(&options), [0, 1, 2, 11, 12]);
        let repeat = Statement::Repeat { count: int(1), body: vec![options] };
        assert_eq!(numbers(&repeat), [1, 0, 1, 2, 11, 12]);
    }

    #[test]
    fn both_sides_of_an_if_are_walked_with_how_the_condition_must_turn_out() {
        let statement =
            Statement::If { condition: int(1), then: vec![todo("a")], otherwise: vec![todo("b")] };
        let wanted: Vec<bool> =
            statement.branches().filter_map(|branch| branch.guard.map(|(_, it)| it)).collect();
        assert_eq!(wanted, [true, false]);
        let is_b = &mut |inner: &Statement| *inner == todo("b");
        assert!(any(std::slice::from_ref(&statement), is_b));
    }

    #[test]
    fn the_effects_of_a_card_are_those_of_inner_clauses_and_of_then_as_well() {
        let used =
            KeywordUse { keyword: "drain".to_owned(), args: Vec::new(), then: vec![todo("then")] };
        let inner = Clause {
            effects: vec![todo("inner")],
            keywords: vec![used.clone()],
            ..Clause::default()
        };
        let outer =
            Clause { effects: vec![todo("outer")], clauses: vec![inner], ..Clause::default() };
        let card = Entity {
            effects: vec![todo("own")],
            clauses: vec![outer],
            keywords: vec![used],
            ..Entity::default()
        };
        let mut notes = Vec::new();
        card.all_effects().for_each(|body| {
            each(body, &mut |statement| {
                if let Statement::Todo { note } = statement {
                    notes.push(note.as_str());
                }
            });
        });
        assert_eq!(notes, ["own", "then", "outer", "inner", "then"]);
        assert_eq!(card.all_keywords().count(), 2);
    }
}
