//! Sides of cards and pages: runs a template and checks what it drew.

use std::sync::Arc;

use cardwright_model::{Kind, Severity};

use super::Renderer;
use crate::card::Side;
use crate::looks::missing_template;
use crate::low_ink::low_ink;
use crate::problem::{self, Problem, Subject};
use crate::scope::Scope;
use crate::template;
use crate::trace::Trace;

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
        self.side_traced((template, fallback), context, kind, subject, None)
    }

    /// The same, noting what is drawn of what.
    pub(super) fn side_traced(
        &self,
        (template, fallback): (&str, &str),
        context: minijinja::Value,
        kind: &Kind,
        subject: Subject,
        trace: Option<Arc<Trace>>,
    ) -> (Side, Vec<Problem>, String) {
        let mut side = self.resources.side(String::new());
        let mut problems = Vec::new();
        let found = self.templates.find(&self.package.game, template).or_else(|| {
            problems.push(missing_template(&subject, template, kind));
            self.templates.find("shared", fallback)
        });
        let Some(name) = found else {
            problems.iter_mut().for_each(|problem| problem.severity = Severity::Error);
            return (side, problems, String::new());
        };
        let family = kind.family.as_deref().unwrap_or_default();
        let resources = Arc::clone(&self.resources);
        let sizes = Some(self.sizes());
        let scope = Scope::new(resources, subject, &kind.id, family, sizes);
        let scope = Arc::new(scope.traced_by(trace));
        match self.set.render(&name, context, &scope) {
            Ok(drawn) if self.options.low_ink => side.svg = low_ink(&drawn),
            Ok(drawn) => side.svg = drawn,
            Err(problem) => scope.report(*problem),
        }
        if !side.svg.is_empty()
            && let Err(reason) = side.parse()
        {
            let message = format!("what the template drew is not usable SVG: {reason}");
            let mut refused = scope.subject.error(problem::REFUSED_SVG, name.clone(), message);
            refused.excerpt = self
                .set
                .place_of(&name, &reason)
                .or_else(|| self.set.place_in(&name, &side.svg, &reason));
            // The excerpt says where; the row is one of the drawing.
            if refused.excerpt.is_some()
                && let Some((reason, _)) = template::row(&reason)
            {
                refused.message = format!("what the template drew is not usable SVG: {reason}");
            }
            refused.help = Some(
                "close every tag that is opened, in the order of opening, and put attributes in \
                 quotes"
                    .to_owned(),
            );
            scope.report(refused);
        }
        for problem in scope.take_problems() {
            problems.push(self.icon_of_template(&name, problem));
        }
        let said = side.galley.letters(&side.svg);
        (side, problems, said)
    }

    /// An unknown icon that the template names, and not the card, is told at the template's line.
    fn icon_of_template(&self, template: &str, mut problem: Problem) -> Problem {
        if problem.code == problem::UNKNOWN_ICON && problem.excerpt.is_none() {
            problem.excerpt = self.set.place_of(template, &format!("`\"{}\"`", problem.what));
        }
        problem
    }
}
