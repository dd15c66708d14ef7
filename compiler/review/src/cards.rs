//! What is new, changed or gone, with pictures of both versions, and the preflight of the new one.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardwright_check::CheckedPackage;
use cardwright_emit::{Fate, compare as differences};
use cardwright_model::files::SourceFolder;
use cardwright_model::print::Backs;
use cardwright_model::{Package, Severity};
use cardwright_render::preflight::fold;
use cardwright_render::{Options, RenderedCard, Renderer};
use serde::{Deserialize, Serialize};

use crate::{Finding, Report, Subject, Weight};

/// So many cards are shown; a page with more is too large to send.
const SHOWN: usize = 60;
/// Resolution of the pictures: enough to read a card on a screen.
const DPI: f32 = 110.0;

/// A declaration that is new, changed or gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct CardChange {
    /// What it is: `card`, `deck`, `keyword` …
    pub what: String,
    /// Identifier.
    pub id: String,
    /// Name as printed.
    pub name: String,
    /// `new`, `changed` or `removed`.
    pub fate: String,
    /// What is different, a line each.
    pub details: Vec<String>,
    /// Why decks or saved games break.
    pub breaks: Option<String>,
    /// The old card, as PNG in base 64.
    pub old_picture: Option<String>,
    /// The new card.
    pub new_picture: Option<String>,
}

/// Lists the changes. Without an old version everything is new.
pub(crate) fn compare(package: &CheckedPackage, old: Option<&CheckedPackage>, report: &mut Report) {
    let model = package.package();
    let empty = Package { name: model.name.clone(), ..Package::default() };
    let before = old.map_or(&empty, |old| old.package());
    for change in differences(before, model).changes {
        let is_new = change.fate == Fate::Added;
        // Without an old version, nothing breaks.
        let breaks = change.breaking.filter(|_| old.is_some() && !is_new);
        if let Some(why) = &breaks {
            let told = format!("{} `{}`: {why}", change.what, change.id);
            report.findings.push(Finding::new("breaks", Weight::Decide, told));
        }
        let fate = match change.fate {
            Fate::Added => "new",
            Fate::Changed => "changed",
            Fate::Removed => "removed",
        };
        report.changes.push(CardChange {
            what: change.what.to_owned(),
            id: change.id,
            name: change.name,
            fate: fate.to_owned(),
            details: change.details.iter().map(ToString::to_string).collect(),
            breaks,
            old_picture: None,
            new_picture: None,
        });
    }
    if let Some(old) = old {
        same_version(old.package(), model, report);
    }
    let lists = [&model.cards, &model.decks, &model.formats, &model.records];
    for entity in lists.into_iter().flat_map(|list| list.iter()) {
        let Some(amendment) = &entity.amends else { continue };
        let changes = amendment.changes.join(", ");
        let told = format!("`{}` of {}: {changes}", entity.id, amendment.package);
        report.findings.push(Finding::new("amends", Weight::Note, format!("it amends {told}")));
        report.amends.push(told);
    }
}

/// Two packages with one version must be the same.
fn same_version(old: &Package, new: &Package, report: &mut Report) {
    if old.name != new.name {
        let told = format!("it is called `{}`, and the old version `{}`", new.name, old.name);
        report.findings.push(Finding::new("changes", Weight::Note, told));
        return;
    }
    let versions = (semver::Version::parse(&old.version), semver::Version::parse(&new.version));
    let (Ok(before), Ok(after)) = versions else { return };
    if after < before || after == before && !report.changes.is_empty() {
        let told = format!("its version is {after}, and that of the old one {before}");
        let found = Finding::new("changes", Weight::Note, told);
        report.findings.push(found.help("raise `version` before you publish it"));
    }
}

/// Draws the cards: all new ones for preflight, and of both versions those that differ.
pub(crate) fn draw(
    subject: &Subject<'_>,
    package: &CheckedPackage,
    old: Option<&CheckedPackage>,
    report: &mut Report,
) {
    let cards = drawn(subject, package, &|_| true, Some(&mut *report));
    report.drawn = cards.len();
    let wanted = |change: &CardChange| change.what == "card";
    let gone: Vec<String> = report
        .changes
        .iter()
        .filter(|change| wanted(change) && change.fate != "new")
        .map(|change| change.id.clone())
        .take(SHOWN)
        .collect();
    let before = old.filter(|_| !gone.is_empty());
    let before =
        before.map(|old| drawn(subject, old, &|id| gone.iter().any(|one| one == id), None));
    let (new, old) = (pictures(&cards), pictures(before.as_deref().unwrap_or_default()));
    let changes = report.changes.iter_mut().filter(|change| wanted(change));
    for change in changes.take(SHOWN) {
        let picture = |of: &BTreeMap<&str, &RenderedCard>| {
            let card = of.get(change.id.as_str())?;
            Some(STANDARD.encode(card.png(DPI).ok()?))
        };
        (change.old_picture, change.new_picture) = (picture(&old), picture(&new));
    }
}

fn pictures(cards: &[RenderedCard]) -> BTreeMap<&str, &RenderedCard> {
    let drawn = cards.iter().filter(|card| !card.front.is_empty());
    drawn.map(|card| (card.id.as_str(), card)).collect()
}

/// Draws the cards of a package that are wanted. With a report, they are looked at as for print.
fn drawn(
    subject: &Subject<'_>,
    package: &CheckedPackage,
    is_wanted: &dyn Fn(&str) -> bool,
    report: Option<&mut Report>,
) -> Vec<RenderedCard> {
    let settings = report.as_ref().map(|_| package.manifest.preflight.clone());
    let options = Options {
        package: Some(SourceFolder::new(subject.files, &package.root)),
        bleed: None,
        low_ink: false,
        preflight: settings,
    };
    let own = package.library.packages.len() - 1;
    let renderer = Renderer::new(&package.library, own, subject.templates, options);
    let cards = renderer.render_where(|card| is_wanted(&card.id));
    let Some(report) = report else { return cards };
    let with_backs = package.manifest.print.backs != Backs::None;
    let of_set = renderer.inspect_set(&cards, None, with_backs);
    for found in fold(&cards, &of_set).iter().filter(|found| found.problem.allowed.is_none()) {
        let problem = found.told();
        let weight = match problem.severity {
            Severity::Error => Weight::Refuse,
            Severity::Warning => Weight::Decide,
            Severity::Info => Weight::Note,
        };
        let card = match problem.card.is_empty() {
            true => String::new(),
            false => format!("`{}`: ", problem.card),
        };
        let told = format!("{card}{}", problem.message);
        let mut finding = Finding::new("preflight", weight, told);
        finding.code = Some(problem.code.to_owned());
        finding.help = problem.help;
        report.findings.push(finding.at(&problem.provenance.file, problem.provenance.line));
    }
    cards
}
