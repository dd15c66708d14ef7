//! What is wrong with the looks of a package that shows before any card is drawn: its theme, icons,
//! fonts and templates, icons by name, and what its kinds say about printing.

use std::collections::BTreeSet;

use cardwright_model::files::SourceFolder;
use cardwright_model::print::Shape;
use cardwright_model::{Kind, Package, Severity, Value};

use crate::folder::{LARGEST_TEXT, Templates};
use crate::problem::{self, Problem, Subject};
use crate::scope::nearest;
use crate::size::CardSize;
use crate::template::TemplateSet;

/// The names that designers choose from when they print and draw, by what they are: text styles,
/// textures, printer presets, sizes of cards. `folders` are those of the templates and of the package.
pub fn look_names(folders: &[SourceFolder<'_>]) -> Vec<LookNames> {
    let (mut styles, mut textures, mut presets) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for folder in folders {
        let theme = folder.read_text("theme.toml", LARGEST_TEXT);
        if let Some(theme) = theme.ok().and_then(|text| text.parse::<toml::Table>().ok()) {
            let known = theme.get("styles").and_then(toml::Value::as_table);
            styles.extend(known.into_iter().flat_map(toml::Table::keys).cloned());
            collect_textures(&theme, &mut textures);
        }
        let files = folder.list("printers", 0).unwrap_or_default();
        let names = files.iter().filter_map(|(name, _)| name.strip_suffix(".toml"));
        presets.extend(names.map(str::to_owned));
    }
    let sizes = CardSize::names().map(str::to_owned).collect();
    let named = |section, title, names| LookNames { section, title, names };
    vec![
        named("styles", "Text styles: `style = \"NAME\"` of a layout or template", styles),
        named("textures", "Textures: `texture = \"NAME\"` in the theme", textures),
        named("presets", "Printer presets: `build --preset NAME`", presets),
        named("sizes", "Sizes of cards: `print { size: NAME }`", sizes),
    ]
}

/// Names of one sort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookNames {
    /// What they are, in one word.
    pub section: &'static str,
    /// The same in a sentence, with where they are used.
    pub title: &'static str,
    /// The names.
    pub names: BTreeSet<String>,
}

fn collect_textures(table: &toml::Table, found: &mut BTreeSet<String>) {
    for (key, value) in table {
        match value {
            toml::Value::String(name) if key == "texture" => drop(found.insert(name.clone())),
            toml::Value::Table(inner) => collect_textures(inner, found),
            _ => {}
        }
    }
}

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
        "draw one and save it in the package as `templates/{template}.svg` or `.toml`, or change `print` of \
         the kind `{}`",
        kind.id
    );
    subject.warning(problem::MISSING_TEMPLATE, template, message).help(help)
}

pub(crate) fn unknown_size(subject: &Subject, name: &str) -> Problem {
    let help = match nearest(name, CardSize::names()) {
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
    let help = match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("shapes are {}", known.join(", ")),
    };
    let message = format!("there is no shape `{name}`");
    subject.error(problem::UNKNOWN_SHAPE, name, message).help(help)
}

/// The icons that there are in folders of templates and packages: their drawings, and the dice of
/// their themes.
pub fn icon_names(folders: &[SourceFolder<'_>]) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for folder in folders {
        let files = folder.list("icons", 0).unwrap_or_default();
        let names = files.iter().filter_map(|(name, _)| name.strip_suffix(".svg"));
        known.extend(names.map(str::to_owned));
        // A theme that cannot be read is reported when it is drawn with.
        let theme = folder.read_text("theme.toml", LARGEST_TEXT);
        let theme = theme.ok().and_then(|text| text.parse().ok());
        let dice = theme.as_ref().and_then(|theme: &toml::Table| theme.get("dice")?.as_table());
        let dice = dice.into_iter().flat_map(toml::Table::keys);
        known.extend(dice.map(|name| format!("die-{name}")));
    }
    known
}

/// Icons of keywords and of values that are not among the known ones.
pub fn missing_icons(package: &Package, known: &BTreeSet<String>) -> Vec<Problem> {
    let mut found = Vec::new();
    let is_missing = |icon: &&str| !known.contains(*icon);
    for declared in &package.enums {
        let subject =
            Subject { card: declared.id.clone(), provenance: declared.provenance.clone() };
        for value in &declared.values {
            let icon = value.properties.get("icon").and_then(name_in);
            if let Some(icon) = icon.filter(is_missing) {
                found.push(no_icon(&subject, &value.name, icon, known));
            }
        }
    }
    for keyword in &package.keywords {
        if let Some(icon) = keyword.icon.as_deref().filter(is_missing) {
            let subject =
                Subject { card: keyword.id.clone(), provenance: keyword.provenance.clone() };
            found.push(no_icon(&subject, &keyword.name, icon, known));
        }
    }
    found
}

/// Icons in texts of cards that are not among the known ones. Drawing tells them as well.
pub fn missing_text_icons(package: &Package, known: &BTreeSet<String>) -> Vec<Problem> {
    let mut found = Vec::new();
    for card in &package.cards {
        for field in ["text", "flavour"] {
            let written = card.fields.get(field).and_then(name_in).unwrap_or_default();
            for icon in icons_in(written).filter(|icon| !known.contains(*icon)) {
                let mut problem = no_icon(&Subject::of(card), &card.name, icon, known);
                problem.message = format!("there is no icon `{icon}` for `[{icon}]`");
                problem.severity = Severity::Error;
                problem.field = Some(field);
                found.push(problem);
            }
        }
    }
    found
}

/// The icons that a text names: `Gain 1 [power].`
fn icons_in(text: &str) -> impl Iterator<Item = &str> {
    text.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(name, _)| name).filter(
        |name| {
            let is_part = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
            name.starts_with(|first: char| first.is_ascii_lowercase())
                && name.chars().all(|letter| is_part(letter) || letter == '-')
        },
    )
}

fn no_icon(subject: &Subject, whose: &str, icon: &str, known: &BTreeSet<String>) -> Problem {
    let message = format!("there is no icon `{icon}`: {whose} is printed without one");
    let near = nearest(icon, known.iter().map(String::as_str));
    let near = near.map(|near| format!("did you mean `{near}`? Or ")).unwrap_or_default();
    let help = format!(
        "{near}draw one in a single colour and save it in the package as `icons/{icon}.svg`"
    );
    subject.warning(problem::UNKNOWN_ICON, icon, message).help(help)
}

/// The name that a property holds, with or without quotes.
fn name_in(value: &Value) -> Option<&str> {
    value.as_text().or_else(|| value.as_ref_id())
}
