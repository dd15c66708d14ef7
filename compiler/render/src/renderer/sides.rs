//! Sides of cards and pages: runs a template and checks what it drew.

use std::sync::Arc;

use cardwright_model::{Kind, Severity};

use super::Renderer;
use crate::card::Side;
use crate::problem::{self, Problem, Subject};
use crate::scope::Scope;

impl Renderer<'_> {
    /// Runs a template that belongs to no card.
    pub(crate) fn draw(
        &self,
        template: &str,
        context: minijinja::Value,
        subject: Subject,
    ) -> (Side, Vec<Problem>) {
        let (side, problems, _) = self.side((template, ""), context, &Kind::default(), subject);
        (side, problems)
    }

    /// A side made from a drawing that was put together from others.
    pub(crate) fn drawn(
        &self,
        svg: String,
        problems: &mut Vec<Problem>,
        subject: &Subject,
    ) -> Side {
        let mut side = self.resources.side(svg);
        if let Err(reason) = side.parse() {
            let message = format!("the page is not usable SVG: {reason}");
            problems.push(subject.error(problem::REFUSED_SVG, "page", message));
        }
        side
    }

    /// Runs a template (or, if it is missing, the plain one) and checks what it drew. Also returns
    /// the letters of all its texts.
    pub(super) fn side(
        &self,
        (template, fallback): (&str, &str),
        context: minijinja::Value,
        kind: &Kind,
        subject: Subject,
    ) -> (Side, Vec<Problem>, String) {
        let mut side = self.resources.side(String::new());
        let mut problems = Vec::new();
        let found = self.templates.find(&self.package.game, template).or_else(|| {
            problems.push(self.missing_template(&subject, template, kind));
            self.templates.find("shared", fallback)
        });
        let Some(name) = found else {
            problems.iter_mut().for_each(|problem| problem.severity = Severity::Error);
            return (side, problems, String::new());
        };
        let family = kind.family.as_deref().unwrap_or_default();
        let resources = Arc::clone(&self.resources);
        let sizes = Some(self.sizes());
        let scope = Arc::new(Scope::new(resources, subject, &kind.id, family, sizes));
        match self.set.render(&name, context, &scope) {
            Ok(drawn) => side.svg = drawn,
            Err(problem) => scope.report(*problem),
        }
        if !side.svg.is_empty()
            && let Err(reason) = side.parse()
        {
            let message = format!("what the template drew is not usable SVG: {reason}");
            let mut refused = scope.subject.error(problem::REFUSED_SVG, name.clone(), message);
            refused.excerpt = self.set.place_of(&name, &reason);
            scope.report(refused);
        }
        problems.extend(scope.take_problems());
        (side, problems, scope.take_said())
    }

    /// The warning for a kind whose template is missing; its cards are drawn with the plain one.
    fn missing_template(&self, subject: &Subject, template: &str, kind: &Kind) -> Problem {
        let game = &self.package.game;
        let message = format!("there is no template `{template}` for {game}");
        subject.warning(problem::MISSING_TEMPLATE, template, message).help(format!(
            "add `templates/{game}/{template}.svg`, or change `print` of the kind `{}`",
            kind.id
        ))
    }
}
