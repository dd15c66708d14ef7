//! Pronouns for what a sentence has just named: "this model gets +1 STR if it has 4 wounds".

use cardwright_model::Expr;

use super::phrase::Phrase;
use super::writer::{Form, Writer};

/// What a sentence has just named, and the pronouns that refer back to it.
#[derive(Debug, Clone)]
pub(super) struct Echo {
    name: String,
    /// "it", "they"
    subject: Phrase,
    /// "it", "them"; `None` if the pronoun could be misread as something named since.
    object: Option<Phrase>,
}

impl<'a> Writer<'a, '_> {
    /// Runs `words` with pronouns for what the sentence has just named.
    pub(super) fn echoing<T>(
        &mut self,
        echo: Option<Echo>,
        words: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = std::mem::replace(&mut self.echo, echo);
        let worded = words(self);
        self.echo = before;
        worded
    }

    /// The pronouns for the card itself, or for another specific card that has pronouns
    /// (`word pronoun-NAME: "it|it"`, `word KIND-pronoun-self: "they|them"`). `None` for
    /// anything else, and for "you", which is its own pronoun.
    pub(super) fn echo(&self, of: &Expr) -> Option<Echo> {
        let name = certain(of).filter(|name| !self.is_at_hand(name))?;
        if self.is_one_and_many("selection", name) {
            return None;
        }
        let own = format!("pronoun-{name}");
        let forms = self.forms("selection", &own).or_else(|| self.lexicon.forms("word", &own));
        let (subject, object) = match forms {
            Some([subject, object, ..]) => (*subject, *object),
            _ if name == "self" => ("it", "it"),
            _ => return None,
        };
        let pronoun =
            |word: &str, many: &str| Phrase { plural: word == many, ..Phrase::text(word) };
        let (subject, object) = (pronoun(subject, "they"), pronoun(object, "them"));
        Some(Echo { name: name.to_owned(), subject, object: Some(object) })
    }

    /// The pronoun for an expression that was just named.
    pub(super) fn echoed(&self, expr: &Expr, form: Form) -> Option<Phrase> {
        let echo = self.echo.as_ref().filter(|echo| certain(expr) == Some(&echo.name))?;
        match form {
            Form::Its => Some(echo.subject.clone().possessive()),
            Form::Subject => Some(echo.subject.clone()),
            _ => echo.object.clone(),
        }
    }
}

impl Echo {
    /// Without the object pronoun, because something else was named since.
    pub(super) fn subject_only(self) -> Echo {
        Echo { object: None, ..self }
    }
}

/// The name of one specific card: `self`, `dungeon-boss`.
fn certain(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Var { name } => Some(name),
        Expr::Select { source, args, filter: None } if args.is_empty() => Some(source),
        _ => None,
    }
}
