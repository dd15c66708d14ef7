//! What is wrong with the looks of a package that shows before any card is drawn: its theme, icons,
//! fonts and templates, and what its kinds say about printing.

use cardwright_model::files::SourceFolder;
use cardwright_model::print::Shape;
use cardwright_model::{Kind, Package};

use crate::folder::Templates;
use crate::problem::{self, Problem, Subject};
use crate::size::CardSize;
use crate::template::TemplateSet;

/// The problems of a package's own looks, each once and at its place.
pub fn looks(templates: &Templates, package: &Package, folder: &SourceFolder<'_>) -> Vec<Problem> {
    let skin = templates.with_skin(&package.game, folder);
    let (dressed, mut problems) = match &skin {
        Some((dressed, problems)) => (dressed, problems.clone()),
        None => (templates, Vec::new()),
    };
    if skin.is_some() {
        problems.extend(TemplateSet::compile(dressed).broken_below(&folder.path("")));
    }
    problems.extend(package.kinds.iter().flat_map(|kind| printed(dressed, &package.game, kind)));
    problems
}

/// What a kind says about printing and cannot be done.
fn printed(templates: &Templates, game: &str, kind: &Kind) -> Vec<Problem> {
    let mut problems = Vec::new();
    let Some(print) = kind.print.as_ref().filter(|_| !kind.is_abstract) else { return problems };
    let subject = Subject { card: kind.id.clone(), provenance: kind.provenance.clone() };
    if templates.find(game, &print.template).is_none() {
        problems.push(missing_template(&subject, &print.template, kind));
    }
    let is_own = kind.fields.iter().any(|field| field.name == print.size);
    if !is_own && CardSize::named(&print.size).is_none() {
        problems.push(unknown_size(&subject, &print.size));
    }
    let shape = print.shape.as_ref().filter(|shape| Shape::named(shape).is_none());
    problems.extend(shape.map(|shape| unknown_shape(&subject, shape)));
    problems
}

/// The warning for a kind whose template is missing; its cards are drawn with the plain one.
pub(crate) fn missing_template(subject: &Subject, template: &str, kind: &Kind) -> Problem {
    let message =
        format!("there is no template `{template}`: {} cards are drawn plainly", kind.name);
    let help = format!(
        "draw one and save it in the package as `templates/{template}.svg`, or change `print` of \
         the kind `{}`",
        kind.id
    );
    subject.warning(problem::MISSING_TEMPLATE, template, message).help(help)
}

pub(crate) fn unknown_size(subject: &Subject, name: &str) -> Problem {
    let help = match crate::scope::nearest(name, CardSize::names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let known = CardSize::names().collect::<Vec<_>>().join(", ");
            format!(
                "sizes are {known}, or a width and a height such as `\"3in x 3in\"`; \
                 add `-landscape` to turn one on its side"
            )
        }
    };
    let message = format!("there is no size of card `{name}`");
    subject.error(problem::UNKNOWN_SIZE, name, message).help(help)
}

pub(crate) fn unknown_shape(subject: &Subject, name: &str) -> Problem {
    let known: Vec<&str> = Shape::WORDS.iter().map(|(word, _)| *word).collect();
    let help = match crate::scope::nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("shapes are {}", known.join(", ")),
    };
    let message = format!("there is no shape `{name}`");
    subject.error(problem::UNKNOWN_SHAPE, name, message).help(help)
}
