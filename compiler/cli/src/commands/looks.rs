//! What a package says about its looks that can be checked without drawing: icons by name, its
//! theme, its templates, and how its kinds are printed.

use std::collections::BTreeSet;

use cardwright_check::{Checked, CheckedPackage, diag, suggest};
use cardwright_model::files::SourceFolder;
use cardwright_model::{Severity, Value};
use cardwright_render::problem::{self, Problem, Subject};
use cardwright_render::{Templates, looks};

use super::build::problems::{Read, diagnostic};
use crate::disk::Disk;
use crate::home::Home;

/// Larger themes are not looked at; drawing refuses them as well.
const LARGEST_THEME: u64 = 4 << 20;

/// Adds to what was checked what is wrong with the looks of its packages.
pub(super) fn add(checked: &mut Checked, home: &Home) {
    let mut read = Read::default();
    let mut more = Vec::new();
    let mut templates = None;
    for package in &checked.packages {
        let found = problems(package, home).into_iter();
        let found = found.chain(icons_of_texts(package, home));
        for found in found.chain(own_looks(package, home, &mut templates)) {
            more.push(diagnostic(&found, package, &mut checked.sources, &mut read));
        }
    }
    if !more.is_empty() {
        checked.diagnostics.extend(more);
        diag::sort(&mut checked.diagnostics);
    }
}

/// What is wrong with a package's own theme, icons, fonts and templates. Drawing tells it as well.
fn own_looks(
    package: &CheckedPackage,
    home: &Home,
    templates: &mut Option<Templates>,
) -> Vec<Problem> {
    let folder = SourceFolder::new(&Disk, &package.root);
    let brings = |part: &str| folder.list(part, 0).is_ok_and(|files| !files.is_empty());
    let is_dressed = folder.read_text("theme.toml", LARGEST_THEME).is_ok()
        || ["templates", "icons", "fonts"].into_iter().any(brings);
    let prints = package.package().kinds.iter().any(|kind| kind.print.is_some());
    if !is_dressed && !prints {
        return Vec::new();
    }
    // A folder of templates that cannot be read is told by whoever draws.
    if templates.is_none() {
        *templates = Templates::load(&SourceFolder::new(&Disk, &home.templates)).ok();
    }
    templates.as_ref().map_or_else(Vec::new, |all| looks(all, package.package(), &folder))
}

/// Icons in texts of cards that there are no drawings of. Drawing tells them as well.
fn icons_of_texts(package: &CheckedPackage, home: &Home) -> Vec<Problem> {
    let known = icons(package, home);
    let mut found = Vec::new();
    for card in &package.package().cards {
        for field in ["text", "flavour"] {
            let written = card.fields.get(field).and_then(name_in).unwrap_or_default();
            for icon in icons_in(written).filter(|icon| !known.contains(*icon)) {
                let mut problem = no_icon(&Subject::of(card), &card.name, icon, &known);
                problem.message = format!("there is no icon `{icon}` for `[{icon}]`");
                problem.severity = Severity::Error;
                problem.field = Some(field);
                found.push(problem);
            }
        }
    }
    found
}

/// Icons of keywords and of values that there are no drawings of.
pub(super) fn problems(package: &CheckedPackage, home: &Home) -> Vec<Problem> {
    let model = package.package();
    let known = icons(package, home);
    let mut found = Vec::new();
    for declared in &model.enums {
        let subject =
            Subject { card: declared.id.clone(), provenance: declared.provenance.clone() };
        for value in &declared.values {
            let icon = value.properties.get("icon").and_then(name_in);
            if let Some(icon) = icon.filter(|icon| !known.contains(*icon)) {
                found.push(no_icon(&subject, &value.name, icon, &known));
            }
        }
    }
    for keyword in &model.keywords {
        if let Some(icon) = keyword.icon.as_ref().filter(|icon| !known.contains(*icon)) {
            let subject =
                Subject { card: keyword.id.clone(), provenance: keyword.provenance.clone() };
            found.push(no_icon(&subject, &keyword.name, icon, &known));
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

/// The icons that a package may use: those that come with the program, its game's, its own, and
/// the dice of its theme.
pub(super) fn icons(package: &CheckedPackage, home: &Home) -> BTreeSet<String> {
    let game = home.templates.join(&package.package().game);
    let mut known = BTreeSet::new();
    for folder in [&home.templates, &home.templates.join("shared"), &game, &package.root] {
        let folder = SourceFolder::new(&Disk, folder);
        names(&folder, &mut known);
        dice(&folder, &mut known);
    }
    known
}

fn no_icon(subject: &Subject, whose: &str, icon: &str, known: &BTreeSet<String>) -> Problem {
    let message = format!("there is no icon `{icon}`: {whose} is printed without one");
    let near = suggest(icon, known.iter().map(String::as_str));
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

/// The dice of a theme, which are icons as well; a theme that cannot be read is told elsewhere.
fn dice(folder: &SourceFolder<'_>, into: &mut BTreeSet<String>) {
    let theme = folder.read_text("theme.toml", LARGEST_THEME);
    let theme = theme.ok().and_then(|text| text.parse().ok());
    let dice = theme.as_ref().and_then(|theme: &toml::Table| theme.get("dice")?.as_table());
    into.extend(dice.into_iter().flat_map(|dice| dice.keys().map(|name| format!("die-{name}"))));
}

/// The names of the drawings in a folder; a folder that is not there has none.
fn names(folder: &SourceFolder<'_>, into: &mut BTreeSet<String>) {
    let files = folder.list("icons", 0).unwrap_or_default();
    into.extend(files.iter().filter_map(|(name, _)| name.strip_suffix(".svg").map(str::to_owned)));
}
