//! Which enemies the effects of a quest bring, and which names they set and read.

use cardwright_model::{Expr, Statement, walk};

/// The enemy dice that effects bring, with the number they show if they are not rolled.
pub(super) fn spawned<'e>(
    bodies: impl Iterator<Item = &'e [Statement]>,
) -> Vec<(String, Option<i64>)> {
    let mut found = Vec::new();
    let mut look = |statement: &Statement| {
        let Statement::Call { verb, args } = statement else { return };
        if verb != "spawn" {
            return;
        }
        let find = |name: &str| args.iter().find(|arg| arg.name == name).map(|arg| &arg.value);
        let die = match find("die") {
            Some(Expr::Symbol { id, .. }) => Some(id.clone()),
            Some(Expr::Text { value }) => Some(value.clone()),
            _ => None,
        };
        let face = match find("shows") {
            Some(Expr::Int { value }) => Some(*value),
            _ => None,
        };
        found.extend(die.map(|die| (die, face)));
    };
    bodies.for_each(|body| walk::each(body, &mut look));
    found
}

/// Names that are set and read.
#[derive(Default)]
pub(super) struct Uses {
    pub(super) set: Vec<String>,
    pub(super) read: Vec<String>,
}

impl Uses {
    /// Notes what statements set and read.
    pub(super) fn body(&mut self, statements: &[Statement]) {
        walk::each(statements, &mut |statement| match statement {
            Statement::Set { name, value } => {
                self.set.push(name.clone());
                // `set seals to seals - 1` does not count as reading `seals`.
                let mut own = Uses::default();
                own.reads(value);
                self.read.extend(own.read.into_iter().filter(|read| read != name));
            }
            _ => statement.expressions().for_each(|expr| self.reads(expr)),
        });
    }

    /// Notes what an expression reads.
    pub(super) fn reads(&mut self, expr: &Expr) {
        expr.each(&mut |part| match part {
            Expr::Var { name } | Expr::Select { source: name, .. } => self.read.push(name.clone()),
            _ => {}
        });
    }
}

#[cfg(test)]
mod tests {
    use cardwright_model::Arg;

    use super::*;

    fn read(statement: Statement) -> Vec<String> {
        let mut uses = Uses::default();
        uses.body(&[statement]);
        uses.read
    }

    fn var(name: &str) -> Expr {
        Expr::Var { name: name.to_owned() }
    }

    fn seals() -> Vec<Arg> {
        vec![Arg { name: "amount".to_owned(), value: var("seals") }]
    }

    #[test]
    fn a_counter_that_only_a_mark_takes_is_read() {
        let (subject, mark) = (var("self"), "reach".to_owned());
        let mark = Statement::Mark { subject, mark, args: seals(), condition: None, until: None };
        assert_eq!(read(mark), ["self", "seals"]);
    }

    #[test]
    fn a_counter_that_only_a_granted_keyword_takes_is_read() {
        let grant = Statement::Grant {
            keyword: "armour".to_owned(),
            args: seals(),
            subject: var("self"),
            revoke: false,
            condition: None,
            until: None,
        };
        assert_eq!(read(grant), ["self", "seals"]);
        // A keyword that is asked for reads its arguments as well.
        let has = Expr::Keyword { id: "armour".to_owned(), args: seals() };
        let call = vec![Arg { name: "keyword".to_owned(), value: has }];
        assert_eq!(read(Statement::Call { verb: "lose".to_owned(), args: call }), ["seals"]);
    }

    #[test]
    fn a_counter_that_only_limits_an_offer_is_read() {
        let offer = Statement::Offer {
            label: "Pray".to_owned(),
            condition: None,
            body: Vec::new(),
            limit: Some(var("seals")),
            per_game: false,
        };
        assert_eq!(read(offer), ["seals"]);
    }
}
